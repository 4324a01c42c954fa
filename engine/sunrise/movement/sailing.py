"""The Movement phase: all ships at once, what stops them, and markers. Rulebook: FS-TURN-05, FS-MOV.

Also FS-WIN-01, -02 (markers), FS-FAC-09 (Forced Reverance), FS-FAC-22 (Harmonic Drive), FS-FAC-43 (Imposing Presence).
"""

from __future__ import annotations

from engine.question import runs
from engine.sunrise.agenda import Control, Crash, Launches
from engine.sunrise.data.ships import Upgrade
from engine.sunrise.facts import Jumped, MarkersTaken, Moved, Reverenced
from engine.sunrise.figures.board import Point
from engine.sunrise.figures.factions import reverances
from engine.sunrise.figures.markers import Presence, Side, control, extent, present
from engine.sunrise.figures.plot import DRIFT, Plot, landing_ok, new_velocity, reverenced
from engine.sunrise.figures.sheet import working
from engine.sunrise.movement.motion import Leg, Pose, due_back, move
from engine.sunrise.naming import where
from engine.sunrise.play import Play
from engine.sunrise.shooting.harm import harm
from engine.sunrise.state import Ship, Stage, Status
from engine.sunrise.turn.verdict import judged


def sail(play: Play, done: dict[str, Plot]) -> None:
    """Forced Reverance, velocities, jumps and paths, each from where all ships stood; then collisions (FS-TURN-05)."""
    state = play.state
    turn = state.turn
    _reverance(play)
    crashes = []
    for ship in [one for one in play.state.ships.values() if one.deployed]:
        plot = done.get(ship.id, DRIFT)
        velocity = new_velocity(ship.velocity, plot.change)
        start = where(ship)
        jumped = _jump(play, ship, plot)
        from_point = jumped or start
        pose = Pose(from_point, ship.heading)
        voyage = move(pose, velocity, plot.hours, state.settings.board, state.terrain, front=plot.front)
        play.say(
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
            crashes.append(Crash(ship.id, voyage.crash.damage, voyage.crash.piece))
    play.push(*crashes, Control())


def _reverance(play: Play) -> None:
    """Enemy ships near a ship with Forced Reverance lose half their velocity, once each (FS-FAC-09)."""
    ships = [one for one in play.state.ships.values() if one.deployed]
    holy = [one for one in ships if working(one.systems, Upgrade.FORCED_REVERANCE)]
    if not holy:
        return
    for ship in ships:
        by = next((one for one in holy if one.side is not ship.side and reverances(where(one), where(ship))), None)
        if by is not None:
            play.say(Reverenced(ship.id, by.id, ship.velocity, reverenced(ship.velocity)))


def _jump(play: Play, ship: Ship, plot: Plot) -> Point | None:
    """Where a Harmonic Drive sets a ship down, None where it does not or cannot (FS-FAC-22)."""
    if not plot.harmonic or plot.landing is None:
        return None
    state = play.state
    drives = working(ship.systems, Upgrade.HARMONIC_DRIVE)
    here = where(ship)
    fails = landing_ok(state.settings.board, state.terrain, here, plot.landing, plot.harmonic, drives)
    play.say(Jumped(ship.id, here, None if fails else plot.landing))
    return None if fails else plot.landing


@runs(Crash)
def crash(play: Play, task: Crash) -> None:
    """A collision is ordinary damage; rows are lost at once (FS-MOV-08, FS-MOV-09)."""
    _, after = harm(play, task.ship, task.damage, "collision", task.piece, f"{task.ship}/collision")
    play.push(*after)


@runs(Control)
def take_control(play: Play, task: Control) -> None:
    """Markers go to those who passed them; then the Weapons phase, unless a side has no ships left (FS-WIN-01)."""
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
        play.say(MarkersTaken(holders))
    if not judged(play):
        play.stage(Stage.LAUNCH)
        play.push(Launches())


def _also(ship: Ship) -> tuple[Point, ...]:
    return (ship.jumped_from,) if ship.jumped_from is not None else ()


def _legs(ship: Ship) -> list[Leg]:
    return [Leg(one, other) for one, other in zip(ship.track, ship.track[1:], strict=False)]
