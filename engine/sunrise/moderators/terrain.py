"""Moderators and terrain: pieces laid, drawn by the dice, and taken off the board. Register 17.2."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from msgspec.structs import replace
from pydantic import Field

from engine.declared.sentences import either
from engine.game import Fact
from engine.look import Refused, no
from engine.noun import Found, Value
from engine.orders import Option
from engine.sunrise.data.codes import Code
from engine.sunrise.data.shapes import Piece
from engine.sunrise.figures.board import LIMIT, random_circles, terrain_at
from engine.sunrise.founding.laying import TerrainLaid, read_piece
from engine.sunrise.look import Look, Named
from engine.sunrise.moderators.orders import GROUP, ModeratorOrder, QuietOrder
from engine.sunrise.play import Act
from engine.sunrise.state import Stage, State
from engine.text.message import N_, T_, name, term, unmatched

ALL = "all"


NO_PIECE = N_("No piece of terrain is named '{word}'[ (did you mean '{likely}'?)].")


def piece_named(look: Look, words: str, found: Found) -> str:
    """The id of a piece of terrain, or "" for all. Refuses `E_UNKNOWN`."""
    wanted = words.strip().casefold()
    ids = [piece.id for piece in look.known.terrain]
    if wanted != ALL and wanted not in ids:
        look.no(Code.E_UNKNOWN, unmatched(NO_PIECE, name(words), ids), "FS-BRD-05")
    return "" if wanted == ALL else wanted


class AddTerrain(QuietOrder):
    """Lay a piece of terrain."""

    path: ClassVar[str] = f"{GROUP.path} terrain"
    line: ClassVar[str] = "add terrain {shape}"
    shape: str = Field(
        description="circle 36 24 3 (x, y, radius), or polygon 10 10, 20 10, 15 18 (corners)", max_length=300
    )

    def obey(self, act: Act) -> None:
        """A piece where no ship or marker is inside it. Refuses `E_VALUE`, `E_BOUNDS`, `E_TERRAIN`."""
        piece = read_piece(act.look, self.shape)
        act.look.require(hides(act.state, piece))
        act.play.tell(TerrainLaid((piece,)))

    @classmethod
    def likely(cls, look: Look) -> Iterator[AddTerrain]:
        """A small circle, further east each time: shapes are told in figures."""
        number = len(look.known.terrain)
        if number < LIMIT:
            yield cls(shape=f"circle {5 + 3 * number} 24 1")


HIDES, HIDES_EXIT = N_("{thing} would be inside the {piece}."), N_("{thing} would come back inside the {piece}.")


def hides(state: State, piece: Piece) -> Refused | None:
    """A piece is not laid over a ship, the place where one comes back, or a marker (FS-BRD-06)."""
    things = [(HIDES, ship.name, ship.place) for ship in state.ships.values() if ship.place is not None]
    things += [(HIDES_EXIT, ship.name, ship.exit) for ship in state.ships.values() if ship.exit]
    things += [(HIDES, marker.id, marker.place) for marker in state.markers]
    for why, thing, place in things:
        if terrain_at((piece,), place) is not None:
            return no(Code.E_TERRAIN, why, "FS-BRD-06", thing=thing, piece=term(str(piece)))
    return None


class RandomTerrain(ModeratorOrder):
    """Lay round pieces of terrain by the dice."""

    path: ClassVar[str] = f"{GROUP.path} random-terrain"
    line: ClassVar[str] = "random terrain {pieces}"
    pieces: int = Field(8, description="how many", ge=1, le=LIMIT)

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """Before markers are laid (FS-BRD-05)."""
        if look.known.stage not in (Stage.FLEETS, Stage.TERRAIN):
            return no(Code.E_PHASE, T_("Random terrain comes before markers."), "FS-SET-07")
        return None

    def check(self, look: Look, found: Found) -> None:
        """Refuses `E_VALUE` beyond 20 pieces."""
        number = len(look.known.terrain) + self.pieces
        if number > LIMIT:
            why = N_("{number} pieces are more than {limit}.")
            look.no(Code.E_VALUE, why, "FS-BRD-05", number=number, limit=LIMIT)

    def obey(self, act: Act) -> None:
        """Circles by the dice."""
        state = act.state
        taken = {piece.id for piece in state.terrain}
        drawn = random_circles(state.settings.board, self.pieces, act.play.roll, state.terrain)
        free = (id for id in (f"t{number}" for number in range(1, 2 * LIMIT + 1)) if id not in taken)
        act.play.tell(TerrainLaid(tuple(replace(piece, id=next(free)) for piece in drawn)))


class TakeTerrain(QuietOrder):
    """Take a piece of terrain off the board, or all of them."""

    path: ClassVar[str] = f"{GROUP.path} clear-terrain"
    line: ClassVar[str] = "take terrain {piece}"
    lively: ClassVar[int] = 1
    piece: Annotated[
        str,
        Value(
            "a piece",
            piece_named,
            lambda look, found: [*(Option(one.id, str(one)) for one in look.known.terrain), Option(ALL)],
        ),
    ] = Field(description="its id, such as t1, or all", max_length=20)

    def obey(self, act: Act) -> None:
        """A piece goes, or all."""
        act.play.tell(TerrainTaken(act.found.piece))


class TerrainTaken(Fact[State], frozen=True):
    """A moderator took a piece of terrain off the board, or (with "") all of them."""

    says = either("piece", N_("Terrain {piece} is gone."), N_("All terrain is gone."))
    rule = "FS-BRD-05"
    piece: Named = ""

    def evolve(self, state: State) -> State:
        return replace(state, terrain=tuple(one for one in state.terrain if self.piece and one.id != self.piece))
