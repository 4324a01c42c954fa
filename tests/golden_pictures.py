"""Every picture that somebody can ask for in the golden games: after each of their steps that said something."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from bot.ui.home.layout import plainly
from engine.game import Refusal, Svg
from engine.picture import SIDES, sides_of
from engine.picture.palette import worn
from engine.played.script import read
from engine.played.transcript import Rehearsal
from tests.rulebooks import BOOKS

PLAYED = Path(__file__).parent / "play"
EVERY, MOST = 12, 4
"""Every how many steps the pictures of a game are drawn, and of how many subjects a view is."""


class Drawn(NamedTuple):
    """A picture: of which game and after which line of its transcript, by whom it is seen, of what, and its words,
    which say whether they come with it (`sent`);
    `worn` is the same with every seat in another colour than its usual one. `colours`: both of them, by seat.
    """

    game: str
    line: int
    hearer: str
    view: str
    about: str
    svg: Svg
    words: str
    sent: bool
    worn: Svg
    colours: dict[str, tuple[str, str]]


def golden(games: str = "golden_*", every: int = EVERY, most: int = MOST, only: str = "") -> Iterator[Drawn]:
    """The pictures of golden games (of all by default), after every so many steps and after the last; of all views, or
    of one alone.
    """
    for book in BOOKS:
        for path in sorted((PLAYED / book.name).glob(f"{games}.play")):
            transcript = read(path.read_text(encoding="utf-8"), path.stem)
            table: Rehearsal[Any] = Rehearsal(book, transcript.setup)
            last = len(transcript.steps)
            for number, step in enumerate(transcript.steps, start=1):
                table.do(step)
                if table.now and (number % every == 0 or number == last):
                    yield from _of(table, path.stem, step.line, most, only)


def _of(table: Rehearsal[Any], game: str, line: int, most: int, only: str) -> Iterator[Drawn]:
    usual = sides_of(filter(None, table.hearers))
    other = {seat: SIDES[(SIDES.index(side) + len(SIDES) // 2) % len(SIDES)] for seat, side in usual.items()}
    colours = {seat: (usual[seat].colour, other[seat].colour) for seat in usual}
    for hearer in table.hearers:
        known, book = table.known[hearer], table.rules
        for view in book.views:
            if not view.picture or (hearer is None and not view.public) or only not in ("", view.name):
                continue
            subjects = [one.value for one in book.subjects(known, hearer, view.name, table.now)] if view.about else []
            for about in ("", *subjects[:most]):
                try:
                    svg = book.draw(known, hearer, view.name, about, table.now)
                except Refusal:
                    continue
                with worn(other):
                    worn_svg = book.draw(known, hearer, view.name, about, table.now)
                report = book.show(known, hearer, view.name, about, table.now)
                yield Drawn(
                    game, line, hearer or "", view.name, about, svg, plainly(report), report.draws, worn_svg, colours
                )
