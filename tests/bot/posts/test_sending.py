"""The one way out: what is longer than a message is split, and a file is made of what is longer than a few."""

from __future__ import annotations

import ast
import io
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import discord
import pytest
from discord import ui
from hypothesis import given
from hypothesis import strategies as st

import bot
from bot.render.layouts import Layout, walk
from bot.render.sending import LARGEST_FILE, MOST_FILES, MOST_MESSAGES, WHOLE, Saying, messages
from bot.render.splitting import first_piece, pieces
from bot.ui.home.layout import MOST_BESIDE, Offers, panel_items, report_items, report_layout
from engine.report import Report, Section, Suggestion
from engine.text.message import NOTHING, T_, term

WORDS = "The Executor fires ten heavy turbolasers at the Home One. "
BOT = Path(bot.__file__).parent


def file(name: str = "map.png", size: int = 10) -> discord.File:
    return discord.File(io.BytesIO(b"x" * size), name)


def content(attached: discord.File) -> str:
    return attached.fp.read().decode()


def volleys(count: int) -> Report:
    return Report(
        T_("Preview"),
        sections=tuple(Section(term(f"Volley {number}"), (term(WORDS * 10),)) for number in range(count)),
    )


def require_legal(message: Saying) -> None:
    """Discord's limits of a message."""
    assert message.text.strip() or message.files or message.view
    assert len(message.text) <= 2000 and len(message.files) <= 10
    if isinstance(message.view, ui.LayoutView):
        assert not message.text
        assert 0 < message.view.total_children_count <= 40 and message.view.content_length() <= 4000


# Text


@pytest.mark.slow
@given(st.text(max_size=6000))
def test_no_part_is_too_long_or_blank(text: str) -> None:
    parts = pieces(text, 200)
    assert all(0 < len(part) <= 200 and (part.strip() or part == "\u200b") for part in parts)
    assert first_piece(text, 200) == parts[0]


def test_a_part_takes_as_many_lines_as_there_is_room_for() -> None:
    room = 200 - 24  # for a fence that is opened again and closed
    assert list(map(len, pieces("\n".join(["shields"] * 100), 200))) == [room - 1] * 4 + [95]
    assert list(map(len, pieces("\n".join(["```", *["shields"] * 44]), 200))) == [175, 175, 23]


@given(st.lists(st.integers(10**17, 10**18), max_size=200))
def test_a_mention_is_never_cut(users: list[int]) -> None:
    mentions = [f"<@{user}>" for user in users]
    assert " ".join(pieces(" ".join(mentions))).split() == (mentions or ["\u200b"])


def test_a_long_line_is_cut_at_blanks_and_stays_quoted() -> None:
    parts = pieces("> " + "shields hold " * 30, 200)
    assert len(parts) > 1 and all(part.startswith("> shields") for part in parts)


def test_a_code_fence_is_closed_and_opened_again() -> None:
    first, second, *_ = pieces("\n".join(["```ansi", *["sector clear"] * 30, "```", "after"]), 200)
    assert first.startswith("```ansi\n") and first.endswith("\n```")
    assert second.startswith("```ansi\n")
    assert pieces("```one line```\n" + "after " * 60, 200)[1].startswith("after")


def test_a_long_text_takes_several_messages_and_the_controls_stand_under_the_last() -> None:
    view = ui.View()
    made = messages(Saying(WORDS * 80, files=[file()], view=view))
    assert 1 < len(made) <= MOST_MESSAGES
    assert [bool(message.files) for message in made] == [False] * (len(made) - 1) + [True]
    assert [message.view for message in made] == [None] * (len(made) - 1) + [view]
    for message in made:
        require_legal(message)


def test_a_longer_one_is_a_file_beside_its_beginning() -> None:
    text = WORDS * 400
    (message,) = messages(Saying(text, files=[file()], view=ui.View()))
    require_legal(message)
    assert message.text.startswith(WORDS) and message.text.endswith(f"It goes on in {WHOLE}.")
    assert [attached.filename for attached in message.files] == ["map.png", WHOLE]
    assert content(message.files[1]) == text and message.view is not None


# Reports


async def test_a_report_that_one_message_does_not_hold_takes_several() -> None:
    items = report_items(volleys(23), picture="map.png")
    made = messages(Saying("Ordered.", [file()], Layout(items, ui.LayoutView)))
    assert 1 < len(made) <= MOST_MESSAGES
    for message in made:
        require_legal(message)
    assert words(made[0]).startswith("Ordered.") and [bool(message.files) for message in made].count(True) == 1
    assert "".join(map(words, made)).count("Volley") == 23


async def test_a_longer_report_is_a_file_too() -> None:
    (message,) = messages(Saying("Ordered.", view=report_layout(volleys(100))))
    require_legal(message)
    assert words(message).startswith("Ordered.### Preview") and "Volley 99" in content(message.files[0])


async def test_no_word_of_a_report_is_cut_off() -> None:
    report = Report(
        term("T" * 300),
        term("Far away. " * 700),
        (Section(NOTHING, (NOTHING, term("x" * 3000))), Section(T_("Empty"), ())),
        rule="GCW-UCR-03 " * 100,
    )
    made = messages(Saying(view=report_layout(report)), most=9)
    for message in made:
        require_legal(message)
    told = "".join(map(words, made))
    assert (told.count("T" * 300), told.count("away."), told.count("GCW-UCR-03")) == (1, 700, 100)
    assert told.count("x") == 3000 and "**Empty**" in told


async def test_a_line_that_has_no_room_for_its_button_stands_without_it() -> None:
    lines = tuple(term(f"Repair dock {number}") for number in range(9))
    offers = tuple(Suggestion(T_("Repair"), f"repair {line}", line) for line in lines)
    report = Report(T_("Docks"), sections=(Section(T_("Docks"), lines),), suggestions=offers)
    (message,) = messages(Saying(view=Layout(report_items(report, Offers(button, menu)), ui.LayoutView)))
    assert isinstance(message.view, ui.LayoutView)
    parts = list(message.view.walk_children())
    assert sum(isinstance(part, ui.Button) for part in parts) == MOST_BESIDE
    assert all(line in words(message) for line in lines)
    (more,) = [part for part in parts if isinstance(part, ui.Select)]
    assert [option.label for option in more.options] == list(lines[MOST_BESIDE:])


def test_an_offer_that_has_no_button_beneath_a_report_stands_in_its_menu() -> None:
    offers = tuple(Suggestion(term(f"Go {number}"), f"go {number}") for number in range(12))
    report = Report(T_("Now"), suggestions=offers)
    left: list[Suggestion] = []

    def ending(rest: Sequence[Suggestion]) -> list[ui.Item[Any]]:
        left.extend(rest)
        return []

    panel = panel_items(report, button, above=(), said="", ending=ending)
    assert [one.line for one in left] == ["go 10", "go 11"]
    assert sum(isinstance(part, ui.Button) for part in walk(panel)) == 10
    (more,) = [part for part in walk(report_items(report, Offers(button, menu))) if isinstance(part, ui.Select)]
    assert len(more.options) == 2


def menu(left: Sequence[Suggestion]) -> ui.Item[Any]:
    return ui.Select(
        custom_id="more", options=[discord.SelectOption(label=str(one.words or one.label)) for one in left]
    )


def button(offered: Suggestion) -> ui.Item[Any]:
    return ui.Button(label=str(offered.label), custom_id=str(offered.line))


# Files


def test_more_files_than_one_message_holds_take_another() -> None:
    made = messages(Saying("Maps.", files=[file(f"{number}.png") for number in range(MOST_FILES + 3)], view=ui.View()))
    assert [len(message.files) for message in made] == [MOST_FILES, 3] and made[1].view is not None


def test_a_file_that_discord_does_not_take_is_told_of() -> None:
    (message,) = messages(Saying("The record.", files=[file("record.json", LARGEST_FILE + 1)]))
    assert not message.files and "record.json is left out: of its 10,485,761 bytes" in message.text


# Laid out (Components V2)


def laid_out(*items: ui.Item[ui.LayoutView], files: list[discord.File] | None = None) -> list[Saying]:
    made = messages(Saying(files=files or [], view=Layout(items, ui.LayoutView)))
    for message in made:
        assert isinstance(message.view, ui.LayoutView) and not message.text
        assert 0 < message.view.total_children_count <= 40 and message.view.content_length() <= 4000
    return made


def words(message: Saying) -> str:
    assert isinstance(message.view, ui.LayoutView)
    return "".join(part.content for part in message.view.walk_children() if isinstance(part, ui.TextDisplay))


async def test_a_layout_of_too_many_parts_takes_several_messages() -> None:
    box: ui.Container[ui.LayoutView] = ui.Container(*(ui.TextDisplay(f"Ship {number}.") for number in range(60)))
    made = laid_out(ui.TextDisplay("The fleet."), box, ui.ActionRow(ui.Button(label="Go", custom_id="go")))
    assert len(made) > 1
    assert "".join(map(words, made)) == "The fleet." + "".join(f"Ship {number}." for number in range(60))


async def test_a_layout_of_too_many_characters_takes_several_messages() -> None:
    badge: ui.Section[ui.LayoutView] = ui.Section("y" * 3000, "z" * 3000, accessory=ui.Button(label="B", custom_id="b"))
    made = laid_out(ui.TextDisplay("x" * 5000), badge)
    said = "".join(map(words, made))
    assert (said.count("x"), said.count("y"), said.count("z")) == (5000, 3000, 3000)


async def test_a_longer_layout_is_a_file_and_keeps_its_controls_and_its_pictures() -> None:
    row: ui.ActionRow[ui.LayoutView] = ui.ActionRow(ui.Button(label="Go", custom_id="go"))
    gallery: ui.MediaGallery[ui.LayoutView] = ui.MediaGallery(discord.MediaGalleryItem("attachment://map.png"))
    (message,) = laid_out(gallery, ui.TextDisplay(WORDS * 400), row, files=[file()])
    assert isinstance(message.view, ui.LayoutView)
    assert [attached.filename for attached in message.files] == ["map.png", WHOLE]
    assert content(message.files[1]) == WORDS * 400 and words(message).startswith(WORDS)
    assert row in message.view.children and any(isinstance(item, ui.File) for item in message.view.children)


# Nowhere else

SENDING = frozenset({"send", "send_message", "edit_message", "edit_original_response", "reply"})
MAKING = frozenset({"content", "embed", "embeds", "view", "attachments", "file", "files"})


def sent_elsewhere(source: str) -> list[int]:
    """The lines that ask Discord for a message: by a method's name, or by a change of what a message shows."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Attribute) and node.attr in SENDING:
            found.append(node.lineno)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            changed = {word.arg for word in node.keywords}
            if node.func.attr in ("edit", "create_thread") and MAKING & changed:
                found.append(node.lineno)
    return found


@pytest.mark.parametrize("line", ["ctx.reply('x')", "way = place.send", "message.edit(content='x')"])
def test_a_message_made_is_seen(line: str) -> None:
    assert sent_elsewhere(line) == [1]


def test_nowhere_else_is_a_message_made() -> None:
    sources = {path.relative_to(BOT).as_posix(): path.read_text("utf-8") for path in BOT.rglob("*.py")}
    assert [name for name, source in sources.items() if sent_elsewhere(source)] == ["render/sending.py"]
    assert [name for name, source in sources.items() if "Embed(" in source] == []
    assert [name for name, source in sources.items() if "discord.File(" in source] == ["render/described_file.py"]
    shown = re.compile(r"MediaGalleryItem\((?!.*description=)")
    assert [name for name, source in sources.items() if shown.search(source)] == []
