"""Sentences begin with a capital letter, a name or a number, and so do the words on buttons and in menus."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from bot.ui.home.panel import OfferButton
from engine.book import Book
from engine.game import Refusal, Seat
from engine.report import Report
from tests.engine.examples import stages
from tests.engine.hostile import World, world
from tests.rulebooks import BOOKS, GCW

PLAYS = Path(__file__).parents[1] / "play"
NUMBERS = {"gcw": (0, 1, 3), "sunrise": (0, 1), "eaw": (0, 1, 4), "freedom": (0, 1), "d6": (0, 1)}
"""Random games of each rulebook: of Galactic Civil War two skirmishes, and a campaign that is founded whole."""

INSTANT = re.compile(r"<t:-?\d+(:[tTdDfFR])?>")
MARKS = re.compile(r"^[\s*>(_~|\\#]*")
NEXT = re.compile(r"(?<=[\w)*`”%][.!?]) +")
NAMES = re.compile(
    r"(red|blue|green|gold|picket against line|line against pilgrimage|brawling|skirmish)\b|[a-z-]+\*\* \(\d+ ships\): "
)
"""Names in these games that begin with a small letter: of seats, of setups, and words for ready-made fleets."""

ORDER = re.compile(r"^\d+\. [a-z][^.]*\. (?=[A-Z])")
"""A line of a sheet before the reason for which it would fail."""


def beginnings(text: str) -> Iterator[str]:
    """Each sentence of a text that begins with a small letter; small print, stories and lists are no sentences, nor
    is a numbered order, as it was typed.
    """
    for line in (ORDER.sub("", each) for each in text.split("\n")):
        if line.startswith(("-# ", "> ", "- ")):
            continue
        for sentence in NEXT.split(INSTANT.sub("0", line)):
            bare = MARKS.sub("", sentence)
            if bare[:1].islower() and not NAMES.match(bare):
                yield sentence


def shown(book: Book[Any, Any], played: World) -> Iterator[tuple[str, Report]]:
    """The reports of a game: the views of each seat and of everybody, about three things each, and the homes."""
    for seat in played.hearers:
        known = played.known[seat]
        for card in book.views:
            if seat is None and not card.public:
                continue
            subjects = [option.value for option in islice(book.subjects(known, seat, card.name, played.now), 3)]
            for about in ("", *subjects):
                try:
                    yield card.name, book.show(known, seat, card.name, about, played.now)
                except Refusal as refusal:
                    assert not list(beginnings(refusal.sentence))
        if seat is not None:
            yield "home", book.home(known, seat, played.now)


@pytest.mark.parametrize(("name", "number"), [(name, number) for name, all in NUMBERS.items() for number in all])
def test_what_is_told_and_shown_begins_with_a_capital_letter(name: str, number: int) -> None:
    played = world(name, number, 60)
    book = played.book
    wrong: dict[str, str] = {}
    known: dict[Seat | None, Any] = {seat: book.state() for seat in played.hearers}
    for one in played.said:
        for seat in filter(one.to.includes, played.hearers):
            known[seat] = one.fact.evolve(known[seat])
            news = book.tell(known[seat], one, seat)
            for text in (news.text, news.lasting, news.became) if news is not None else ():
                wrong |= dict.fromkeys(beginnings(text), type(one.fact).__name__)
    for where, report in shown(book, played):
        lines = [line for section in report.sections for line in section.lines if line.endswith((".", "!", "?"))]
        for text in (report.title, report.lead, *(section.heading for section in report.sections), *lines):
            wrong |= dict.fromkeys(beginnings(text), where)
    assert not wrong


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.name)
async def test_buttons_and_menus_begin_with_a_capital_letter(book: Book[Any, Any]) -> None:
    labels = 0
    for number in NUMBERS[book.name]:
        played = world(book.name, number, 60)
        for where, report in shown(played.book, played):
            for offer in report.suggestions:
                labels += 1
                button = OfferButton(1, "0a1b2c", "0123456789ab", where, offer.label).item
                assert not list(beginnings(button.label or "")), (where, button.label)
                assert not list(beginnings(offer.words)), (where, offer.words)
    assert labels > 5, "random games go otherwise with every new order: let it be less likely, or add a number"


def test_defenders_of_a_world_begin_a_sentence_with_a_capital_letter() -> None:
    told = [
        news.text
        for stage in stages(GCW, PLAYS / "gcw" / "flashpoint_run.play")
        for words in stage.words
        for news in words.values()
    ]
    assert not [sentence for text in told for sentence in beginnings(text)]
    assert any("The local defence" in text for text in told) and any(" the local defence" in text for text in told)
