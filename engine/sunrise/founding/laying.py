"""Terrain, initiative and markers, before ships are deployed. Rulebook: FS-SET-01..03, FS-BRD-05."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace
from pydantic import Field

from engine.act import Order
from engine.book import Group
from engine.declared.changes import Its, Writes
from engine.game import Fact
from engine.look import Refused, no
from engine.sunrise.data.codes import Code
from engine.sunrise.data.shapes import INCH, Board, Circle, Piece, Point, Polygon, inches, thousandths
from engine.sunrise.figures.board import LIMIT, advice, piece_ok, pieces_ok
from engine.sunrise.figures.setup import EDGE_GAP, MARKERS, first_side, marker_ok, marker_places, marker_side, room_ok
from engine.sunrise.look import Look, SideOf
from engine.sunrise.play import Act, Play, RanLate, late
from engine.sunrise.state import SETUP_STAGES, Marker, Side, SideSets, Stage, State, TerrainMode
from engine.sunrise.words import PIECES, marker_word, place
from engine.text.message import N_, NN_, T_, Text, joined, listed

GROUP = Group("sunrise setup", "Terrain, markers, edges and deployment")
GRID = 3 * INCH
"""Between the points that are offered for placements."""


def grid(board: Board) -> Iterator[Point]:
    """Points all over a board."""
    for y in range(0, board.height + 1, GRID):
        for x in range(0, board.width + 1, GRID):
            yield Point(x, y)


_SHAPE = re.compile(r"(circle|polygon)\s+(.*)", re.IGNORECASE | re.DOTALL)


def read_piece(look: Look, text: str) -> Piece:
    """A piece from its words, under the next free id. Refuses `E_VALUE`, `E_BOUNDS` (FS-BRD-05)."""
    state = look.known
    match = _SHAPE.fullmatch(text.strip())
    numbers = [thousandths(word) for word in re.split(r"[\s,;()]+", match[2]) if word] if match else []
    found = [number for number in numbers if number is not None]
    circle = match is not None and match[1].casefold() == "circle"
    if match is None or len(found) != len(numbers) or (len(found) != 3 if circle else len(found) % 2 or not found):
        why = N_("“{text}” cannot be read; write 'circle 36 24 3' or 'polygon 10 10, 20 10, 15 18'.")
        look.no(Code.E_VALUE, why, "FS-BRD-05", text=text)
    taken = {piece.id for piece in state.terrain}
    id = next(name for name in (f"t{number}" for number in range(1, len(taken) + 2)) if name not in taken)
    piece: Piece
    if circle:
        piece = Circle(id, Point(found[0], found[1]), found[2])
    else:
        piece = Polygon(id, tuple(Point(x, y) for x, y in zip(found[::2], found[1::2], strict=True)))
    look.require(piece_ok(state.settings.board, piece))
    look.require(pieces_ok((*state.terrain, piece)))
    look.require(room_ok(state.settings.board, (*state.terrain, piece)))
    return piece


class LayTerrain(Order):
    """Lay a piece of terrain, where the game has terrain laid by hand."""

    path: ClassVar[str] = f"{GROUP.path} terrain"
    line: ClassVar[str] = "lay {shape}"
    shape: str = Field(
        description="circle 36 24 3 (x, y, radius), or polygon 10 10, 20 10, 15 18 (corners)", max_length=300
    )

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """Sides lay terrain in turn, where it is laid by hand (FS-BRD-05)."""
        known = look.known
        if refused := look.outside():
            return refused
        if known.settings.terrain is not TerrainMode.HAND and known.stage in SETUP_STAGES:
            return no(Code.E_PERM, T_("In this game players lay no terrain."), "FS-BRD-05")
        return look.untimely("FS-BRD-05", Stage.TERRAIN) or look.not_picking("FS-BRD-05")

    def obey(self, act: Act) -> None:
        """A piece lies, and the other side is next. Refuses `E_VALUE`, `E_BOUNDS`."""
        side = act.side
        act.play.tell(TerrainLaid((read_piece(act.look, self.shape),), side))
        _next_layer(act.play, side)

    @classmethod
    def likely(cls, look: Look) -> Iterator[LayTerrain]:
        """A circle and a triangle, elsewhere each time: shapes are told in figures."""
        number = len(look.known.terrain)
        if number < LIMIT:
            yield cls(shape=f"circle {10 + 7 * number % 50} {10 + 11 * number % 28} 2")
            yield cls(shape=f"polygon {20 + number} 20, {24 + number} 20, {22 + number} 23.5")


def _next_layer(play: Play, side: Side) -> None:
    """The other side lays, unless it lays no more."""
    play.stage(Stage.TERRAIN, side if play.state.of(side.other).ready else side.other)


class CallInitiative(Order):
    """Lay no more terrain and have the initiative rolled."""

    path: ClassVar[str] = f"{GROUP.path} initiative"
    line: ClassVar[str] = "roll initiative"

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """Once, while terrain is laid."""
        if refused := look.untimely("FS-SET-01", Stage.TERRAIN):
            return refused
        called = look.known.of(look.own).ready
        return no(Code.E_ONCE, T_("You have called for it."), "FS-SET-01") if called else None

    def obey(self, act: Act) -> None:
        """A side is content with the terrain; with both the initiative is rolled (FS-SET-01)."""
        side = act.side
        act.play.tell(TerrainDone(side))
        if act.play.state.of(side.other).ready:
            roll_initiative(act.play)
        else:
            _next_layer(act.play, side)
        act.play.go()


@late(Stage.TERRAIN)
def late_terrain(play: Play) -> None:
    """Time is up: the terrain is as it is."""
    for side in Side:
        if not play.state.of(side).ready:
            play.tell(RanLate(side, "placing"))
    roll_initiative(play)


def roll_initiative(play: Play) -> None:
    """A die each, until they differ (FS-SET-01)."""
    first, pairs = first_side(play.roll)
    play.tell(InitiativeRolled(first, pairs))
    next_marker(play)


def next_marker(play: Play) -> None:
    """The next marker's side picks, up to five or as many as there is room for; then the edge (FS-SET-02..04)."""
    state = play.state
    first = state.first or Side.A
    number = len(state.markers) + 1
    if number <= MARKERS and _room(state):
        play.stage(Stage.MARKERS, marker_side(first, number))
    else:
        play.stage(Stage.EDGE, first)


def _room(state: State) -> bool:
    """True if another marker has room on some whole inch."""
    board, points = state.settings.board, [marker.place for marker in state.markers]
    return any(
        marker_ok(board, state.terrain, points, Point(x, y)) is None
        for y in range(EDGE_GAP, board.height - EDGE_GAP + 1, INCH)
        for x in range(EDGE_GAP, board.width - EDGE_GAP + 1, INCH)
    )


class PlaceMarker(Order):
    """Place the next objective marker."""

    path: ClassVar[str] = f"{GROUP.path} marker"
    line: ClassVar[str] = "marker at {x} {y}"
    x: str = Field(description="inches from the west edge", max_length=12)
    y: str = Field(description="inches from the south edge", max_length=12)

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """Refuses unless it is the side's turn to place one (FS-SET-03)."""
        return look.untimely("FS-SET-07", Stage.MARKERS) or look.not_picking("FS-SET-03")

    def obey(self, act: Act) -> None:
        """A marker is placed (FS-SET-02, FS-SET-03). Refuses as `setup.marker_ok`."""
        place = act.look.point_of(self.x, self.y)
        act.look.require(marker_free(act.look.known, place))
        _lay_marker(act.play, place, act.side)

    @classmethod
    def likely(cls, look: Look) -> Iterator[PlaceMarker]:
        """Points of a grid, for there are too many others."""
        for spot in grid(look.known.settings.board):
            if marker_free(look.known, spot) is None:
                yield cls(x=inches(spot.x), y=inches(spot.y))


def marker_free(state: State, place: Point) -> Refused | None:
    """A marker may lie there beside those that there are (FS-SET-02)."""
    return marker_ok(state.settings.board, state.terrain, [marker.place for marker in state.markers], place)


def _lay_marker(play: Play, place: Point, side: Side) -> None:
    taken = {marker.id for marker in play.state.markers}
    id = next(name for name in (f"m{number}" for number in range(1, len(taken) + 2)) if name not in taken)
    play.tell(MarkerPlaced(Marker(id, place), side))
    next_marker(play)


@late(Stage.MARKERS)
def late_marker(play: Play) -> None:
    """Time is up: a legal whole inch by the dice (register 18)."""
    side, state = play.ran_late(), play.state
    points = [marker.place for marker in state.markers]
    places = marker_places(state.settings.board, state.terrain, points)
    _lay_marker(play, places[play.roll(f"marker {len(points) + 1}", len(places)) - 1], side)


LAYS = N_("{side} lays {pieces} of terrain.")
LAID = NN_("Laid: {count} piece of terrain.", "On the board lie {count} pieces of terrain.", "count")


class TerrainLaid(Fact[State], frozen=True):
    """Pieces of terrain lie on the board; `by` is the side that laid them, None for a map, the dice or a moderator."""

    rule = "FS-BRD-05"
    picture = "board"
    pieces: tuple[Piece, ...]
    by: Side | None = None

    def evolve(self, state: State) -> State:
        new = {piece.id for piece in self.pieces}
        return replace(state, terrain=(*(piece for piece in state.terrain if piece.id not in new), *self.pieces))

    def words(self, look: Look) -> Text:
        if self.by is not None:
            return LAYS(side=look.name(self.by), pieces=PIECES(count=len(self.pieces)))
        return with_advice(LAID(count=len(self.pieces)), look.known)


def with_advice(words: Text, known: State) -> Text:
    """Words with a remark on an unusual number of pieces, if there is one to make."""
    note = advice(known.terrain)
    return joined(" ", (words, note)) if note else words


class TerrainDone(Fact[State], frozen=True):
    """A side lays no more terrain and calls for the initiative roll."""

    says = N_("{side} lays no more terrain and calls for the initiative roll.")
    rule = "FS-SET-01"
    makes = SideSets(ready=True)
    side: SideOf


INITIATIVE = N_("Initiative: {a} and {b} roll {rolls}. **{first}** has it in turn 1.")
PAIR, THEN = N_("{one} to {other}"), N_("{before}, then {last}")


class InitiativeRolled(Fact[State], frozen=True):
    """Side with the initiative in turn 1, and every pair of dice, side A's first (FS-SET-01)."""

    rule = "FS-SET-01"
    decides = True
    makes = Writes("first", initiative=Its("first"))
    first: Side
    pairs: tuple[tuple[int, int], ...]

    def words(self, look: Look) -> Text:
        rolls = listed((PAIR(one=one, other=other) for one, other in self.pairs), THEN)
        words = INITIATIVE(a=look.name(Side.A), b=look.name(Side.B), rolls=rolls, first=look.name(self.first))
        return with_advice(words, look.known) if look.known.settings.terrain is TerrainMode.HAND else words


PUTS, MODERATOR_PUTS = N_("{side} puts {marker} at {place}."), N_("A moderator puts {marker} at {place}.")


class MarkerPlaced(Fact[State], frozen=True):
    """An objective marker lies on the board (FS-SET-02, FS-SET-03); `by` is None where a moderator laid it."""

    rule = "FS-SET-02"
    picture = "board"
    marker: Marker
    by: Side | None = None

    def evolve(self, state: State) -> State:
        others = tuple(marker for marker in state.markers if marker.id != self.marker.id)
        return replace(state, markers=(*others, self.marker))

    def words(self, look: Look) -> Text:
        what, where = marker_word(self.marker.id), place(self.marker.place)
        if self.by is None:
            return MODERATOR_PUTS(marker=what, place=where)
        return PUTS(side=look.name(self.by), marker=what, place=where)
