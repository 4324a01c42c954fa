"""What can happen before turn 1: seats, fleets, terrain, initiative, markers, deployment."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from engine.game import Fact, Seat
from engine.sunrise.data.ships import FleetList
from engine.sunrise.facts.changes import ship_changed, side_changed
from engine.sunrise.figures.board import Point
from engine.sunrise.figures.markers import Side
from engine.sunrise.figures.setup import BoardEdge
from engine.sunrise.figures.terrain import Piece
from engine.sunrise.state import Lock, Marker, Settings, Ship, Squadron, State, Status


class Opened(Fact[State], frozen=True):
    """The game begins: what was agreed, and who plays which side."""

    name: str
    settings: Settings
    seats: Mapping[Seat, Side]

    def evolve(self, state: State) -> State:
        return replace(state, name=self.name, settings=self.settings, seats=dict(self.seats))


class JoinAsked(Fact[State], frozen=True):
    """A seat asks to play for a side that others play already, who may admit it (FS-TERM-04)."""

    seat: Seat
    side: Side

    def evolve(self, state: State) -> State:
        return replace(state, asking={**state.asking, self.seat: self.side})


class SideJoined(Fact[State], frozen=True):
    """A seat plays for a side (FS-TERM-04)."""

    seat: Seat
    side: Side

    def evolve(self, state: State) -> State:
        asking = {seat: side for seat, side in state.asking.items() if seat != self.seat}
        return replace(state, seats={**state.seats, self.seat: self.side}, asking=asking)


class DraftSet(Fact[State], frozen=True):
    """A side's fleet as it is being built, which the enemy does not hear of (FS-FRC-06)."""

    side: Side
    fleet: FleetList

    def evolve(self, state: State) -> State:
        return side_changed(state, self.side, fleet=self.fleet)


class FleetLocked(Fact[State], frozen=True):
    """A side has locked its fleet, or unlocked it again (`lock` is None): which fleet is not told yet."""

    side: Side
    lock: Lock | None

    def evolve(self, state: State) -> State:
        state = side_changed(state, self.side, locked=self.lock is not None, lock=self.lock)
        return state if self.lock is None else replace(state, seals=(*state.seals, self.lock.seal))


class FleetShown(Fact[State], frozen=True):
    """Both fleets are locked, and this is one of them: its list, its ships, its squadrons in their bays (FS-FRC-06)."""

    side: Side
    fleet: FleetList
    ships: tuple[Ship, ...]
    squadrons: tuple[Squadron, ...]

    def evolve(self, state: State) -> State:
        state = side_changed(state, self.side, fleet=self.fleet, locked=True, lock=None)
        return replace(
            state,
            ships={**state.ships, **{one.id: one for one in self.ships}},
            squadrons={**state.squadrons, **{one.id: one for one in self.squadrons}},
            moored=state.moored + len(self.squadrons),
        )


class TerrainLaid(Fact[State], frozen=True):
    """Pieces of terrain lie on the board; `by` is the side that laid them, None for a map, the dice or a moderator."""

    pieces: tuple[Piece, ...]
    by: Side | None = None

    def evolve(self, state: State) -> State:
        new = {one.id for one in self.pieces}
        return replace(state, terrain=(*(one for one in state.terrain if one.id not in new), *self.pieces))


class TerrainDone(Fact[State], frozen=True):
    """A side lays no more terrain and calls for the initiative roll."""

    side: Side

    def evolve(self, state: State) -> State:
        return side_changed(state, self.side, ready=True)


class InitiativeRolled(Fact[State], frozen=True):
    """Who has the initiative in turn 1, and every pair of dice, side A's first (FS-SET-01)."""

    first: Side
    pairs: tuple[tuple[int, int], ...]

    def evolve(self, state: State) -> State:
        return replace(state, first=self.first, initiative=self.first)


class MarkerPlaced(Fact[State], frozen=True):
    """An objective marker lies on the board (FS-SET-02, FS-SET-03); `by` is None where a moderator laid it."""

    marker: Marker
    by: Side | None = None

    def evolve(self, state: State) -> State:
        others = tuple(one for one in state.markers if one.id != self.marker.id)
        return replace(state, markers=(*others, self.marker))


class EdgesTaken(Fact[State], frozen=True):
    """The initiative side has chosen its edge, and the other has the opposite one (FS-SET-04)."""

    side: Side
    edge: BoardEdge
    opposite: BoardEdge

    def evolve(self, state: State) -> State:
        state = side_changed(state, self.side, edge=self.edge)
        return side_changed(state, self.side.other, edge=self.opposite)


class Deployed(Fact[State], frozen=True):
    """A ship stands on the board, or elsewhere while its side deploys (FS-SET-04..06)."""

    ship: str
    place: Point
    heading: int
    velocity: int

    def evolve(self, state: State) -> State:
        return ship_changed(
            state,
            self.ship,
            status=Status.DEPLOYED,
            place=self.place,
            last=self.place,
            heading=self.heading,
            velocity=self.velocity,
        )


class HeldBack(Fact[State], frozen=True):
    """Ships stay in Slipspace (FS-FAC-20)."""

    side: Side
    ships: tuple[str, ...]

    def evolve(self, state: State) -> State:
        for ship in self.ships:
            state = ship_changed(state, ship, status=Status.SLIPSPACE, place=None)
        return state
