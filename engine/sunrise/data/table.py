"""The table of the data pack: the board and its maps, prices, the clock, and what a new game starts from. Register 19.

Lengths are in thousandths of an inch; TOML has inches.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated

import msgspec
from msgspec import Meta, field

from engine.pack.reading import Flaw
from engine.pack.shapes import Row, Thousandths, Unique, Wrong
from engine.sunrise.data.ships import Code, Positive, Text
from engine.sunrise.data.squadrons import Edition
from engine.sunrise.figures.board import Board, Point, board_ok
from engine.sunrise.figures.terrain import Circle, Piece, Polygon, piece_ok, pieces_ok

Minutes = Annotated[int, Meta(ge=0)]


class Round(Row, frozen=True):
    """A round piece of terrain: its centre and radius."""

    x: Thousandths
    y: Thousandths
    r: Thousandths


class Straight(Row, frozen=True):
    """A straight-edged piece of terrain, corner by corner."""

    points: tuple[tuple[Thousandths, Thousandths], ...]


class BoardMap(Row, frozen=True):
    """Ready-made terrain (FS-BRD-05)."""

    code: Code
    name: Text
    text: Text
    circles: tuple[Round, ...] = ()
    polygons: tuple[Straight, ...] = ()

    @property
    def terrain(self) -> tuple[Piece, ...]:
        """Its pieces, circles first, numbered from t1."""
        rounds = [Circle(f"t{at}", Point(one.x, one.y), one.r) for at, one in enumerate(self.circles, start=1)]
        straights = [
            Polygon(f"t{at}", tuple(Point(x, y) for x, y in one.points))
            for at, one in enumerate(self.polygons, start=len(rounds) + 1)
        ]
        return (*rounds, *straights)


class Prices(Row, frozen=True):
    """What Solar Miracles cost, in Miracle Points (FS-FAC-03..07)."""

    thrust: Positive
    die: Positive
    defense: Positive
    reroll: Positive
    system: Positive


class StepClock(Row, frozen=True):
    """How long a step waits, in minutes, live and by post; 0 never lapses (register 18)."""

    code: Code
    name: Text
    live: Minutes
    post: Minutes


class ClockSheet(Row, frozen=True):
    """clock.toml"""

    steps: Annotated[tuple[StepClock, ...], Unique()]


class Basics(msgspec.Struct, frozen=True):
    """What a new game starts from unless its moderator says otherwise (FS-BRD-01, FS-FRC-01, FS-WIN-04)."""

    board: Board
    edition: Edition
    total: int
    victory: int


class BoardSize(Row, frozen=True):
    """The board's size."""

    width: Thousandths
    height: Thousandths

    @property
    def board(self) -> Board:
        """The board of that size."""
        return Board(self.width, self.height)


class PackSheet(Row, frozen=True):
    """pack.toml"""

    name: Text
    version: Positive
    edition: Edition
    total: Positive
    victory: Positive
    size: BoardSize = field(name="board")
    prices: Prices = field(name="miracles")

    @property
    def basics(self) -> Basics:
        """What a new game starts from."""
        return Basics(self.size.board, self.edition, self.total, self.victory)

    def wrong(self) -> Iterable[Wrong]:
        """A board too small or too large to play on."""
        if refused := board_ok(self.size.board):
            yield "board", refused.why


def map_flaws(about: PackSheet, maps: Iterable[BoardMap]) -> Iterator[Flaw]:
    """Pieces that do not fit the board, and maps whose pieces do not go together."""
    for index, ready in enumerate(maps):
        places = [("circles", at) for at in range(len(ready.circles))]
        places += [("polygons", at) for at in range(len(ready.polygons))]
        for place, piece in zip(places, ready.terrain, strict=True):
            if refused := piece_ok(about.size.board, piece):
                yield Flaw("maps.toml", ("maps", index, *place), refused.why)
        if refused := pieces_ok(ready.terrain):
            yield Flaw("maps.toml", ("maps", index), refused.why)
