"""Posts laid out: words in a container, a button beside its line, pictures in a gallery, small print beneath."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from discord import ui
from hypothesis import given
from hypothesis import strategies as st

from bot.render.described_file import DescribedFile
from bot.render.layouts import Layout, walk, words_of
from bot.render.posted import Press, laid_out, reads, text_of
from bot.render.sending import LARGEST_FILE, WHOLE, Saying, messages

RED = 0xFF7A59
WORDS = "The Executor fires ten heavy turbolasers at the Home One.\n"
PICTURE = DescribedFile("battle.png", b"png", "A battle: Track 1 fires at Track 2.")
RECORD = DescribedFile("dice.json", b"{}", "The record of the dice")


def made(saying: Saying) -> Saying:
    """The one message that a post becomes."""
    (message,) = messages(saying, most=1)
    assert isinstance(message.view, ui.LayoutView) and not message.text
    return message


def items(saying: Saying) -> list[ui.Item[Any]]:
    assert isinstance(saying.view, Layout)
    return list(walk(saying.view.items))


def kinds(saying: Saying) -> Iterator[str]:
    (container,) = saying.view.items if isinstance(saying.view, Layout) else ()
    assert isinstance(container, ui.Container)
    yield from (type(item).__name__ for item in container.children)


def test_the_picture_stands_beneath_its_words_and_the_small_print_last() -> None:
    post = laid_out("**Battle**\nTrack 1 fires.\n-# GCW-PST-01\n-# Record: `1f`", RED, [PICTURE, RECORD])
    assert list(kinds(post)) == ["TextDisplay", "MediaGallery", "File", "Separator", "TextDisplay"]
    container, words, gallery, file, _, small = items(post)
    assert isinstance(container, ui.Container) and container.accent_colour == RED
    assert isinstance(words, ui.TextDisplay) and words.content == "**Battle**\nTrack 1 fires."
    assert isinstance(small, ui.TextDisplay) and small.content == "-# GCW-PST-01\n-# Record: `1f`"
    assert isinstance(gallery, ui.MediaGallery) and isinstance(file, ui.File)
    assert [(one.media.url, one.description) for one in gallery.items] == [("attachment://battle.png", PICTURE.alt)]
    assert file.media.url == "attachment://dice.json"
    assert [one.filename for one in made(post).files] == ["battle.png", "dice.json"]


def test_the_button_that_leads_stands_beside_the_last_line_and_the_others_beneath() -> None:
    join, learn = Press("u1:join:1", "Join", leads=True), Press("u1:learn:1", "Play the tutorial")
    post = laid_out(
        "**Twilight** is open.\nIt is a game of stars.\n-# *Join* gives you a seat.", RED, (), [join, learn]
    )
    assert list(kinds(post)) == ["TextDisplay", "Section", "TextDisplay", "ActionRow"]
    section = next(item for item in items(post) if isinstance(item, ui.Section))
    assert isinstance(section.accessory, ui.Button) and section.accessory.label == "Join"
    assert words_of([section]) == "It is a game of stars."


def test_an_only_button_stands_beside_the_line() -> None:
    assert list(kinds(laid_out("It is your turn.", RED, (), [Press("u1:panel:1", "Panel")]))) == ["Section"]


def test_a_long_line_keeps_its_width_and_a_long_post_has_a_line_above_its_small_print() -> None:
    long = laid_out("A story. " * 30, RED, (), [Press("u1:panel:1", "Panel")])
    assert list(kinds(long)) == ["TextDisplay", "ActionRow"]
    assert list(kinds(laid_out("1\n2\n3\n-# GCW-TRN-04", RED))) == ["TextDisplay", "TextDisplay"]
    assert list(kinds(laid_out("1\n2\n3\n4\n-# GCW-TRN-04", RED))) == ["TextDisplay", "Separator", "TextDisplay"]


def test_lines_within_a_fence_stay_together() -> None:
    post = laid_out("```\na\nb\n```", RED, (), [Press("u1:panel:1", "Panel")])
    assert list(kinds(post)) == ["TextDisplay", "ActionRow"]


def test_what_one_message_does_not_hold_goes_along_as_a_file() -> None:
    post = made(laid_out(WORDS * 400, RED, [PICTURE], [Press("u1:panel:1", "Panel")]))
    assert [file.filename for file in post.files] == ["battle.png", WHOLE]
    assert post.files[1].fp.read().decode() == WORDS * 400


def test_a_picture_that_discord_does_not_take_is_told_of() -> None:
    post = laid_out("Seen.", RED, [DescribedFile("map.png", b"x" * (LARGEST_FILE + 1), "A map")])
    assert list(kinds(post)) == ["TextDisplay", "TextDisplay"] and not made(post).files
    assert isinstance(post.view, Layout) and "map.png is left out: of its 10,485,761 bytes" in words_of(post.view.items)
    for text in ("Seen.", "Seen.\n-# GCW-SCN-18"):  # it is found again by what it reads like, that line aside
        post = laid_out(text, RED, [DescribedFile("map.png", b"x" * (LARGEST_FILE + 1), "A map")])
        assert isinstance(post.view, Layout) and text_of(words_of(post.view.items)) == reads(text)


PRESSES = st.lists(st.booleans(), max_size=12).map(
    lambda leads: [Press(f"u1:p:{at}", f"Press {at}", lead) for at, lead in enumerate(leads)]
)


@given(
    st.text(max_size=9000) | st.integers(0, 300).map(lambda count: WORDS * count),
    st.lists(st.sampled_from([PICTURE, RECORD]), unique=True),
    PRESSES,
)
def test_every_post_is_a_message_that_discord_takes(
    text: str, files: list[DescribedFile], buttons: list[Press]
) -> None:
    post = laid_out(text, RED, files, buttons)
    view = made(post).view
    assert isinstance(view, ui.LayoutView)
    assert view.content_length() <= 4000 and 0 < view.total_children_count <= 40
    shown = items(post)
    assert all(item.content.strip() for item in shown if isinstance(item, ui.TextDisplay))
    assert sum(isinstance(item, ui.Button) for item in shown) == len(buttons)
    assert sum(isinstance(item, ui.Section) for item in shown) <= 1
    assert isinstance(post.view, Layout)
    if len(text) <= 4000 and text.strip():
        assert words_of(post.view.items).split() == text.split()
