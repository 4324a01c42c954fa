"""Squadrons and their bays: what is lost with them, who has room, Fabricators. Rulebook: FS-SC-10, -11, -19, -20.

Also FS-UPG-23 (Fabricator) and FS-UPG-24 (Flight Deck).
"""

from __future__ import annotations

from engine.sunrise.agenda import Ask, Choice, Fabricate, Task
from engine.sunrise.data.ships import Upgrade
from engine.sunrise.facts import FabricatorsRolled, SquadronLost, SquadronMade
from engine.sunrise.figures.markers import Side
from engine.sunrise.figures.sheet import System, acting_as, bays
from engine.sunrise.figures.squadrons import Bay, fabricators
from engine.sunrise.play import Play, runs, takes
from engine.sunrise.state import Ship, Squadron, State
from engine.sunrise.world import World


def lose_squadron(play: Play, squadron: Squadron, why: str, rule: str) -> list[Task]:
    """A squadron is destroyed, and Fabricators may make up for it (FS-SC-20, FS-UPG-23)."""
    play.say(SquadronLost(squadron.id, squadron.side, squadron.type, why, rule))
    return [Fabricate(squadron.side, squadron.id, squadron.type)]


def crash_bay(play: Play, ship: str, bay: str) -> list[Task]:
    """What is docked in a hangar that is gone is destroyed (FS-SC-11)."""
    return [
        task
        for one in play.state.held(ship, bay)
        for task in lose_squadron(play, one, "its hangar was destroyed", "FS-SC-11")
    ]


def crash_ship(play: Play, ship: str) -> list[Task]:
    """What is docked in a lost ship is destroyed (FS-SC-11)."""
    return [
        task for one in play.state.held(ship) for task in lose_squadron(play, one, "its ship was destroyed", "FS-SC-11")
    ]


def room(world: World, state: State, ship: Ship, system: System) -> int:
    """Empty bays of a hangar; 0 where it does not work (FS-SC-02)."""
    most = bays(system, world.pack)
    return most - len(state.held(ship.id, system.id)) if most else 0


def free_bay(world: World, state: State, ship: Ship) -> str | None:
    """The first hangar of a ship with an empty bay, or None (FS-SC-10)."""
    return next((one.id for one in ship.systems if room(world, state, ship, one) > 0), None)


def free_bays(world: World, state: State, side: Side) -> list[Bay]:
    """The hangars of a side's ships on the board with an empty bay (FS-SC-19)."""
    return [
        Bay(ship.id, system.id, ship.place)
        for ship in state.on_board(side)
        if ship.place is not None
        for system in ship.systems
        if room(world, state, ship, system) > 0
    ]


def makers(world: World, state: State, side: Side) -> tuple[str, ...]:
    """The Fabricators of a side that roll, as "ship/system": they work, are empty, and on the board (FS-UPG-23)."""
    return tuple(
        f"{ship.id}/{system.id}"
        for ship in state.on_board(side)
        for system in acting_as(ship.systems, Upgrade.FABRICATOR)
        if room(world, state, ship, system) > 0
    )


def makeable(world: World, faction: str) -> tuple[str, ...]:
    """The types that a Fabricator of a fleet can make: those it could have started with (FS-UPG-23)."""
    return tuple(code for code, one in world.pack.squadrons.items() if world.pack.may_mount(one, faction))


@runs(Fabricate)
def fabricate(play: Play, task: Fabricate) -> None:
    """Each Fabricator rolls, and the owner picks among the highest what it makes (FS-UPG-23)."""
    state = play.state
    won = task.won
    if not won:
        ids = makers(play.world, state, task.side)
        if not ids:
            return
        won, faces = fabricators(ids, play.roll, f"fabricate {task.squadron}")
        play.say(FabricatorsRolled(task.side, task.craft, faces, won))
    types = makeable(play.world, state.of(task.side).faction)
    usual = task.craft if task.craft in types else types[0]
    play.ask(
        Choice(
            kind=Ask.FABRICATE,
            side=task.side,
            by=task.craft,
            count=1,
            options=tuple(f"{maker}:{code}" for maker in won for code in types),
            usual=(won[0], usual),
        ),
        Fabricate(task.side, task.squadron, task.craft, won),
    )


@takes(Ask.FABRICATE)
def make(play: Play, task: Fabricate, choice: Choice, answer: tuple[str, ...]) -> None:
    """The Fabricator holds a new squadron, which can be launched next turn."""
    maker, code = answer
    ship, _, bay = maker.partition("/")
    berth(play, task.side, code, ship, bay, "FS-UPG-23")


def berth(play: Play, side: Side, code: str, ship: str, bay: str, rule: str) -> None:
    """A new squadron at full size, docked."""
    number = play.state.moored + 1
    while f"{side.value}S{number}" in play.state.squadrons:
        number += 1
    made = Squadron(
        id=f"{side.value}S{number}",
        type=code,
        side=side,
        size=play.world.pack.squadrons[code].size,
        ship=ship,
        bay=bay,
    )
    play.say(SquadronMade(made, rule))
