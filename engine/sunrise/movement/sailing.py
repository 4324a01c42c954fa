"""The Movement phase: all ships at once, what stops them, and markers. Rulebook: FS-TURN-05, FS-MOV.

Also FS-WIN-01, -02 (markers), FS-FAC-09 (Forced Reverance), FS-FAC-22 (Harmonic Drive), FS-FAC-43 (Imposing Presence).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from msgspec.structs import replace

from engine.declared.changes import Sets
from engine.declared.sentences import either
from engine.game import Fact, ruled
from engine.question import runs
from engine.report import News
from engine.sunrise import state as game
from engine.sunrise.data.shapes import Point
from engine.sunrise.data.units import Upgrade
from engine.sunrise.figures.factions import reverances
from engine.sunrise.figures.markers import Presence, control, extent, present
from engine.sunrise.figures.motion import Leg, Pose, due_back, move
from engine.sunrise.figures.plot import landing_ok, new_velocity, reverenced
from engine.sunrise.harm import harm
from engine.sunrise.look import At, Look, ShipOf, TurnFact
from engine.sunrise.play import Play, judged
from engine.sunrise.state import DRIFT, Plot, Ship, Side, Stage, State, Status, ship_changed, where, working
from engine.sunrise.words import marker_word, place
from engine.text import message
from engine.text.message import N_, Shown, Text, joined, name


@runs(game.Sail)
def sail(play: Play, task: game.Sail) -> None:
    """Forced Reverance, velocities, jumps and paths, each from where all ships stood; then collisions (FS-TURN-05)."""
    state = play.state
    turn = state.turn
    _reverance(play)
    crashes = []
    for ship in [ship for ship in play.state.ships.values() if ship.deployed]:
        plot = task.plots.get(ship.id, DRIFT)
        velocity = new_velocity(ship.velocity, plot.change)
        start = where(ship)
        jumped = _jump(play, ship, plot)
        from_point = jumped or start
        pose = Pose(from_point, ship.heading)
        voyage = move(pose, velocity, plot.hours, state.settings.board, state.terrain, front=plot.front)
        play.tell(
            Moved(
                ship=ship.id,
                start=from_point,
                trace=voyage.trace,
                velocity=voyage.velocity,
                jumped_from=start if jumped is not None else None,
                crash=voyage.crash.piece if voyage.crash is not None else "",
                exit=voyage.exit,
                due=due_back(turn) if voyage.exit is not None else 0,
            )
        )
        if voyage.crash is not None:
            crashes.append(game.Crash(ship.id, voyage.crash.damage, voyage.crash.piece))
    play.push(*crashes, game.Control())


def _reverance(play: Play) -> None:
    """Enemy ships near a ship with Forced Reverance lose half their velocity, once each (FS-FAC-09)."""
    ships = [ship for ship in play.state.ships.values() if ship.deployed]
    holy = [ship for ship in ships if working(ship.systems, Upgrade.FORCED_REVERANCE)]
    if not holy:
        return
    for ship in ships:
        by = next((one for one in holy if one.side is not ship.side and reverances(where(one), where(ship))), None)
        if by is not None:
            play.tell(Reverenced(ship.id, by.id, ship.velocity, reverenced(ship.velocity)))


def _jump(play: Play, ship: Ship, plot: Plot) -> Point | None:
    """The point at which a Harmonic Drive sets a ship down, which is told; None where it does not or cannot
    (FS-FAC-22).
    """
    if not plot.harmonic or plot.landing is None:
        return None
    state = play.state
    drives = working(ship.systems, Upgrade.HARMONIC_DRIVE)
    here = where(ship)
    fails = landing_ok(state.settings.board, state.terrain, here, plot.landing, plot.harmonic, drives)
    play.tell(Jumped(ship.id, here, None if fails else plot.landing))
    return None if fails else plot.landing


@runs(game.Crash)
def crash(play: Play, task: game.Crash) -> None:
    """A collision is ordinary damage; rows are lost at once (FS-MOV-08, FS-MOV-09; FS-CHG-01)."""
    _, after = harm(play, task.ship, task.damage, "collision", task.piece, f"{task.ship}/collision")
    play.push(*after)


@runs(game.Control)
def take_control(play: Play, task: game.Control) -> None:
    """Markers go to the ships that passed them, never to squadrons (FS-WIN-06); then the Weapons phase, unless a side
    has no ships left (FS-WIN-01).
    """
    state = play.state
    paths = [
        (ship, _legs(ship), _also(ship), extent((*ship.track, *_also(ship))))
        for ship in state.ships.values()
        if ship.track and (ship.deployed or (ship.status is Status.OFF_BOARD and ship.due == due_back(state.turn)))
    ]
    holders: dict[str, Side | None] = {}
    for marker in state.markers:
        there = [
            Presence(ship.side, working(ship.systems, Upgrade.IMPOSING_PRESENCE))
            for ship, legs, also, around in paths
            if around.holds(marker.place) and present(ship.track[0], legs, marker.place, also)
        ]
        holder = control(marker.side, there)
        if holder is not marker.side:
            holders[marker.id] = holder
    if holders:
        play.tell(MarkersTaken(holders))
    if not judged(play):
        play.stage(Stage.LAUNCH)
        play.push(game.Launches())


def _also(ship: Ship) -> tuple[Point, ...]:
    return (ship.jumped_from,) if ship.jumped_from is not None else ()


def _legs(ship: Ship) -> list[Leg]:
    return [Leg(one, other) for one, other in zip(ship.track, ship.track[1:], strict=False)]


class Reverenced(TurnFact, frozen=True):
    """Forced Reverance slowed a ship before its order acted (FS-FAC-09)."""

    says = N_("Forced Reverance of {by} slows {ship} from {before} to {velocity}.")
    rule = "FS-FAC-09"
    makes = Sets("ships", "ship", "velocity")

    ship: ShipOf
    by: ShipOf
    before: int
    velocity: int


Landing = Annotated[Point | None, Shown[Point](lambda look, there, form: place(there))]
"""A field of a fact: the point where a jump ends, if it does."""


class Jumped(TurnFact, frozen=True):
    """A Harmonic Drive set a ship down elsewhere; or its jump failed (`place` is None), and it stays (FS-FAC-22)."""

    says = either(
        lambda fact: fact.place is None,
        N_("The jump of {ship} fails; it stays at {start}."),
        N_("{ship} jumps from {start} to {place}."),
    )
    rule = "FS-FAC-22"

    ship: ShipOf
    start: At
    place: Landing

    def evolve(self, state: State) -> State:
        if self.place is None:
            return state
        return ship_changed(state, self.ship, place=self.place, last=self.place)


LEAVES = N_("{ship} leaves the board at {exit}, to be back at the end of turn {turn}.")
CRASHES = N_("**{ship} runs into terrain** ({terrain}) and stops at {place} heading {heading}\u00b0.")
STAYS = N_("{ship} stays at {place} heading {heading}\u00b0, velocity {velocity}.")
MOVES = N_("{ship} moves to {place} heading {heading}\u00b0, velocity {velocity}.")


class Moved(TurnFact, frozen=True):
    """A ship moved: its poses after each of the four steps done (FS-MOV-06), its velocity, and what stopped it.

    `start` is where the first leg began, `jumped_from` where a Harmonic Drive lifted it before. `crash` is the terrain
    it ran into (FS-MOV-08); `exit` the point of the edge where it left the board, to be back in turn `due`
    (FS-MOV-12, FS-MOV-13).
    """

    ship: str
    start: Point
    trace: tuple[Pose, ...]
    velocity: int
    jumped_from: Point | None = None
    crash: str = ""
    exit: Point | None = None
    due: int = 0

    @property
    def end(self) -> Pose:
        """Its last pose; that at its exit point for a ship that left."""
        return self.trace[-1]

    def evolve(self, state: State) -> State:
        ship = state.ships.get(self.ship)
        if ship is None:
            return state
        end = self.trace[-1]
        left = self.exit is not None
        moved = replace(
            ship,
            status=Status.OFF_BOARD if left else ship.status,
            place=None if left else end.place,
            last=end.place,
            heading=end.heading,
            velocity=self.velocity,
            exit=self.exit,
            due=self.due,
            track=(self.start, *(pose.place for pose in self.trace[1::2])),
            jumped_from=self.jumped_from,
            kineticite=0,
        )
        return replace(state, ships={**state.ships, self.ship: moved})

    def words(self, look: Look) -> Text:
        ship, end = look.ship(self.ship), self.end
        if self.exit is not None:
            return LEAVES(ship=ship, exit=place(self.exit), turn=self.due)
        if self.crash:
            return CRASHES(ship=ship, terrain=name(self.crash), place=place(end.place), heading=end.heading)
        comes = STAYS if end.place == self.start else MOVES
        return comes(ship=ship, place=place(end.place), heading=end.heading, velocity=self.velocity)

    def news(self, look: Look) -> News:
        """The rule is that which decided where it ended."""
        rule = "FS-MOV-12" if self.exit is not None else "FS-MOV-08" if self.crash else "FS-MOV-06"
        return ruled(self.words(look), rule, decides=bool(self.crash or self.exit))


TAKES, LOSES = N_("{side} takes {markers}"), N_("nobody holds {markers} any more")
TAKEN = N_("{taken}.")


class MarkersTaken(Fact[State], frozen=True):
    """Markers change hands: marker ids and their new holders (FS-WIN-01, FS-WIN-02)."""

    rule = "FS-WIN-01"
    decides = True

    holders: Mapping[str, Side | None]

    def evolve(self, state: State) -> State:
        markers = tuple(
            replace(one, side=self.holders[one.id]) if one.id in self.holders else one for one in state.markers
        )
        return replace(state, markers=markers)

    def words(self, look: Look) -> Text | None:
        taken = []
        for holder in (*Side, None):
            markers = message.listed(marker_word(id) for id, side in self.holders.items() if side is holder)
            if markers:
                taken.append(TAKES(side=look.name(holder), markers=markers) if holder else LOSES(markers=markers))
        return TAKEN(taken=joined("; ", taken)) if taken else None
