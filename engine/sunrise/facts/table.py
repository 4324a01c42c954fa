"""What happens around the table: the game opens, lists are written and locked, steps begin, points, the end."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from engine.clock import Instant
from engine.game import Fact, Seat
from engine.sunrise.board import Board, Point
from engine.sunrise.facts.changes import put
from engine.sunrise.markers import Ending, Side
from engine.sunrise.setup import BoardEdge
from engine.sunrise.specs import Edition, FleetList
from engine.sunrise.state import Marker, Pace, Phase, Ship, Squadron, State
from engine.sunrise.terrain import Piece


class Opened(Fact[State], frozen=True):
    """A game begins: who plays which side, on what board, by which text of the rules (FS-TERM-04, FS-BRD-01)."""

    name: str
    seats: Mapping[Seat, Side]
    edition: Edition
    board: Board
    total: int
    goal: int
    factions: bool
    pace: Pace

    def evolve(self, state: State) -> State:
        return replace(
            state,
            name=self.name,
            seats=dict(self.seats),
            edition=self.edition,
            board=self.board,
            total=self.total,
            goal=self.goal,
            factions=self.factions,
            pace=self.pace,
        )


class Answered(Fact[State], frozen=True):
    """The answer to a question of a player's; it changes nothing."""

    text: str


class ListSet(Fact[State], frozen=True):
    """A side's fleet list, as it now is; for that side (FS-FRC-06)."""

    side: Side
    fleet: FleetList

    def evolve(self, state: State) -> State:
        return replace(state, lists=put(state.lists, self.side, self.fleet))


class ListLocked(Fact[State], frozen=True):
    """A side's list is fixed (FS-FRC-06)."""

    side: Side

    def evolve(self, state: State) -> State:
        return replace(state, locked=(*state.locked, self.side))


class Mustered(Fact[State], frozen=True):
    """Both lists are locked and lie open: the ships and squadrons that they make (FS-FRC-06)."""

    lists: Mapping[Side, FleetList]
    ships: tuple[Ship, ...]
    squadrons: tuple[Squadron, ...]

    def evolve(self, state: State) -> State:
        return replace(
            state,
            lists=dict(self.lists),
            ships={ship.id: ship for ship in self.ships},
            squadrons={squadron.id: squadron for squadron in self.squadrons},
        )


class TerrainSet(Fact[State], frozen=True):
    """The terrain of the board; `advice` is what the rulebook thinks of its number (FS-BRD-05)."""

    terrain: tuple[Piece, ...]
    map: str = ""
    advice: str = ""

    def evolve(self, state: State) -> State:
        return replace(state, terrain=self.terrain, map=self.map)


class InitiativeWon(Fact[State], frozen=True):
    """The initiative roll, each pair of dice A's first (FS-SET-01)."""

    first: Side
    pairs: tuple[tuple[int, int], ...]

    def evolve(self, state: State) -> State:
        return replace(state, first=self.first)


class StepBegan(Fact[State], frozen=True):
    """A step begins, or the next pick of one: whose it is, who is done with the step, and until when."""

    phase: Phase
    to_pick: Side | None = None
    passed: tuple[Side, ...] = ()
    deadline: Instant | None = None

    def evolve(self, state: State) -> State:
        return replace(state, phase=self.phase, to_pick=self.to_pick, passed=self.passed, deadline=self.deadline)


class DeadlineSet(Fact[State], frozen=True):
    """The present step waits until another instant; None: as long as it takes."""

    deadline: Instant | None
    paused: bool = False

    def evolve(self, state: State) -> State:
        return replace(state, deadline=self.deadline, paused=self.paused)


class MarkerPlaced(Fact[State], frozen=True):
    """A marker lies on the board (FS-SET-02, -03); `late`: put there by seeded draw at the deadline."""

    number: int
    place: Point
    side: Side
    late: bool = False

    def evolve(self, state: State) -> State:
        return replace(state, markers=(*state.markers, Marker(self.number, self.place)))


class EdgeTaken(Fact[State], frozen=True):
    """A side deploys at an edge, the other at the opposite one (FS-SET-04)."""

    side: Side
    edge: BoardEdge
    other: BoardEdge

    def evolve(self, state: State) -> State:
        return replace(state, edges={self.side: self.edge, self.side.other: self.other})


class MarkerTaken(Fact[State], frozen=True):
    """A marker has another controller (FS-WIN-01)."""

    number: int
    holder: Side | None

    def evolve(self, state: State) -> State:
        markers = tuple(
            replace(marker, holder=self.holder) if marker.number == self.number else marker for marker in state.markers
        )
        return replace(state, markers=markers)


class Scored(Fact[State], frozen=True):
    """The points of a Points phase, and the totals (FS-WIN-03)."""

    turn: int
    gained: Mapping[Side, int]
    totals: Mapping[Side, int]

    def evolve(self, state: State) -> State:
        return replace(state, scores=dict(self.totals))


class DrawOffered(Fact[State], frozen=True):
    """A side offers a draw; None: the offer is withdrawn (FS-WIN-07)."""

    side: Side | None

    def evolve(self, state: State) -> State:
        return replace(state, drawn=self.side)


class Conceded(Fact[State], frozen=True):
    """A side gives up (FS-WIN-07)."""

    side: Side


class Ended(Fact[State], frozen=True):
    """The game is over (FS-WIN-04, FS-WIN-05, FS-WIN-07); `why` in words."""

    ending: Ending
    why: str

    def evolve(self, state: State) -> State:
        return replace(
            state, phase=Phase.OVER, ending=self.ending, to_pick=None, deadline=None, choice=None, tasks=(),
            activation=None, passed=(), returning=(), spotting=(),
        )  # fmt: skip


class Corrected(Fact[State], frozen=True):
    """A moderator corrected something; the reason is public."""

    what: str
    reason: str = ""
