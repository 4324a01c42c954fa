"""Names that players give, and how they are shown."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.text.given import BadName, plain_name
from engine.text.message import did_you_mean
from engine.text.names import alike, by_likeness, near, shown, styled


def test_a_name_keeps_letters_of_any_script_and_emoji() -> None:
    assert plain_name("x\u0301" * 40) == "x\u0301" * 40
    assert plain_name("  Ren\u0065\u0301  the 🛰️ ") == "Ren\u00e9 the 🛰️"
    assert plain_name("`@everyone` <@12>") == "`@everyone` <@12>"


@pytest.mark.parametrize(
    "text",
    ["", "   ", "a\nb", "a\tb", "a\u2028b", "a\u202eb", "a\u200bb", "\u0301", "x" * 41, "x" + "\u0301" * 130],
)
def test_a_name_that_cannot_be_seen_or_read_is_refused(text: str) -> None:
    with pytest.raises(BadName, match="^A name .*[.]$"):
        plain_name(text)


@given(st.text(max_size=50))
def test_a_name_once_made_plain_stays_so(text: str) -> None:
    try:
        name = plain_name(text)
    except BadName:
        return
    assert plain_name(name) == name


@pytest.mark.parametrize(
    ("text", "safe"),
    [
        ("Home One", "Home One"),
        ("a_b*c", "a\\_b\\*c"),
        ("`x`", "\\`x\\`"),
        ("@everyone", "@\u200beveryone"),
        ("<@12>", "\\<\u200b@\u200b12>"),
        ("# big", "\\# big"),
        ("1. one", "1\\. one"),
        ("two\nlines", "two lines"),
        ("https://x.y", "https:\u200b//x.y"),
        ("[a](b)", "\\[a\\](b)"),
        ("AT-AT (20)", "AT-AT (20)"),
        ("🛰️", "🛰️"),
    ],
)
def test_what_a_player_typed_is_shown_as_typed(text: str, safe: str) -> None:
    assert shown(text) == safe


@pytest.mark.parametrize(
    ("line", "safe"),
    [
        ("The **frigate** fires, *slowly*.", "The **frigate** fires, *slowly*."),
        ("~~never~~ ||a secret|| __now__", "~~never~~ ||a secret|| __now__"),
        ("**unfinished", "\\*\\*unfinished"),
        ("snake_case and 2 * 3 * 4", "snake\\_case and 2 \\* 3 \\* 4"),
        ("**@everyone** and <@12>", "**@\u200beveryone** and \\<\u200b@\u200b12>"),
        ("# big", "\\# big"),
        ("*boldly* gone", "*boldly* gone"),
        ("**[a](https://b)**", "**\\[a\\](https:\u200b//b)**"),
        ("```", "\\`\\`\\`"),
    ],
)
def test_a_story_keeps_its_style_and_pings_nobody(line: str, safe: str) -> None:
    assert styled(line) == safe


@given(st.text(alphabet="<@#&!:/0123456789>`*_~|\\[]()aeiou vryhn\n", max_size=40))
def test_nothing_shown_pings_links_or_formats(text: str) -> None:
    safe = shown(text)
    assert not re.search(r"@(everyone|here)|<[@#:/at&]|://", safe)
    assert not re.search(r"(?<!\\)(?:\\\\)*[*_~|`\[\]<]", safe)
    assert "\n" not in safe


@pytest.mark.parametrize(("name", "likely"), [("HOTH1", True), ("Hot22", True), ("Ho333", False)])
def test_names_are_alike_from_sixty_percent_on(name: str, likely: bool) -> None:
    assert alike("hoth0", name) == likely


def test_likely_names_come_likeliest_first() -> None:
    assert near("hoht", ["Hoth", "Bothawui", "Hutt", "Endor"])[0] == "Hoth"
    assert did_you_mean("Edor", ["Hoth", "Endor"]) == "Did you mean Endor?"
    assert did_you_mean("zzz", ["Hoth", "Endor"]) == ""


def test_a_name_is_likely_by_how_it_or_a_word_of_it_begins() -> None:
    classes = ["MC-80a Star Cruiser", "MC-80b Star Cruiser", "Nebulon-B Escort Frigate", "MC-30c Frigate"]
    assert near("mc-80", classes) == ("MC-80a Star Cruiser", "MC-80b Star Cruiser")
    assert near("MC-80A", classes, most=1) == ("MC-80a Star Cruiser",)
    assert near("frigate", classes)[:2] == ("MC-30c Frigate", "Nebulon-B Escort Frigate")
    assert near("m", classes) == (), "a letter says nothing"
    assert near("GCW-TRN-1", ["GCW-TRN-10", "GCW-TRN-01"])[0] == "GCW-TRN-01", "it looks like that as much"
    assert near("cruise", ["Cruise"]) == ("Cruise",), "no name is offered twice"


def test_what_is_recorded_offers_what_a_name_looks_like_alone() -> None:
    with by_likeness():
        assert did_you_mean("Red", ["Red 2", "Red Leader"]) == "Did you mean Red 2?"
    assert did_you_mean("Red", ["Red 2", "Red Leader"]) == "Did you mean Red 2 or Red Leader?"
