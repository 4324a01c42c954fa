"""Alt text: a picture's report as one plain line."""

import pytest

from bot.render.described_file import LONGEST, alt_text, hidden_in_alt
from engine.report import Report, Section
from engine.text.message import N_, T_, name, term


def test_it_is_the_title_and_the_words_as_sentences() -> None:
    report = Report(
        T_("Grid of Corellia"),
        T_("No battle."),
        (
            Section(T_("C-1"), (T_("1 LNCR: **red LNCR 1**"), T_("shields ▰▰▰▱▱ 225/375"))),
            Section(T_("Your units"), ()),
        ),
    )
    told = "Grid of Corellia. No battle. C-1: 1 LNCR: red LNCR 1; shields 225/375. Your units: ."
    assert alt_text(report) == told.replace(" Your units: .", "")


def test_nothing_stands_in_it_that_discord_would_have_to_lay_out() -> None:
    report = Report(T_("The _galaxy_"), T_("`/show turn` tells of <t:1774353600:F>\n(<t:1774353600:R>)"))
    assert alt_text(report) == "The galaxy. /show turn tells of 24 March 2026 12:00 UTC (24 March 2026 12:00 UTC)."


def test_it_is_no_longer_than_anybody_listens() -> None:
    report = Report(
        T_("Fleet"), sections=(Section(T_("Ships"), tuple(term(f"ship {number}") for number in range(999))),)
    )
    assert len(alt_text(report)) <= LONGEST and alt_text(report).endswith("…")


def test_a_name_is_hidden_in_it_without_its_markdown_and_where_it_is_cut() -> None:
    hidden = {"Mad_Hatter": "forgotten-1", "Alice Liddell": "forgotten-2"}
    told = [("Ships of MadHatter: 2.", "Ships of forgotten-1: 2."), ("Ships of Alice Lid…", "Ships of…")]
    told += [("Ships of Darth Va…", "Ships of…")]
    hidden |= {"Vast Hero": "forgotten-3", "Darth Vast": "forgotten-4"}
    for alt, masked in (*told, ("Ships of Malice…", "Ships of Malice…"), ("Ships of Alicia.", "Ships of Alicia.")):
        assert hidden_in_alt(alt, hidden) == masked


@pytest.mark.parametrize("typed", ["Mad_Hatter", "x<3y", "<@12>", "a@b", "**b**", "1. One", "> quote", "[t](http://e)"])
def test_a_name_with_signs_is_hidden_in_it_and_nothing_else(typed: str) -> None:
    alt = alt_text(Report(T_("Ships"), N_("Ships of {who}: 2.")(who=name(typed))))
    told = "forgotten-1" if alt != "Ships. Ships of : 2." else ""  # of a name that is all markdown nothing is said
    assert hidden_in_alt(alt, {typed: "forgotten-1"}) == f"Ships. Ships of {told}: 2."
