"""What the bot shoots at, which ship it activates first, and what its crews do. Rulebook: FS-WPN-08, FS-UPG-18."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from engine.sunrise.data.units import Upgrade
from engine.sunrise.figures.board import distance
from engine.sunrise.figures.sheet import restorable
from engine.sunrise.figures.squadrons import NEAR
from engine.sunrise.naming import where
from engine.sunrise.opponent.advisor_eyes import hurt, worth
from engine.sunrise.shooting.gunnery import targets
from engine.sunrise.shooting.repairs import Work
from engine.sunrise.state import Kind, Ship, Shot, Side, State, acting_as
from engine.sunrise.world import World

WORTH_MENDING = 3
"""Pips that must be lacking before Away Crews go out for them."""


def shots(world: World, state: State, ship: Ship) -> list[tuple[Fraction, Shot]]:
    """For each weapon that may fire, its best shot and what that is worth; the best first.

    Of equally good targets the first by id, which keeps the weapons of a ship on one.
    """
    found = []
    for system in ship.systems:
        if system.kind is not Kind.WEAPON or not system.works or system.fired:
            continue
        weighed = [(worth(world, state, ship, shot), shot) for shot in targets(world, state, ship, system)]
        if weighed:
            found.append(min(weighed, key=lambda one: (-one[0], one[1].target, one[1].source)))
    return sorted(found, key=lambda one: (-one[0], one[1].weapon))


def first_to_act(world: World, state: State, side: Side) -> Ship | None:
    """The ship activated next: the one whose fire is worth most now, for it may be lost before its turn comes."""
    ready = [ship for ship in state.on_board(side) if not ship.activated]
    return min(ready, key=lambda ship: (-sum(one for one, _ in shots(world, state, ship)), ship.id), default=None)


class Errand(msgspec.Struct, frozen=True):
    """What Away Crews do: by which system of the acting ship, for which ship, and the system restored ("" for pips)."""

    crews: str
    ship: str
    work: Work
    system: str = ""


def crews(world: World, state: State, ship: Ship) -> Errand | None:
    """Where Away Crews of the acting ship still help: a lost weapon or engine first, then the worst hurt hull."""
    idle = [one.id for one in acting_as(ship.systems, Upgrade.AWAY_CREWS) if one.id not in ship.away]
    if not idle:
        return None
    here = where(ship)
    near = [one for one in state.on_board(ship.side) if distance(here, where(one)) <= NEAR]
    for one in hurt(world, iter(near)):
        lost = [system.id for system in restorable(one.systems) if system.kind in (Kind.WEAPON, Kind.ENGINES)]
        if lost:
            return Errand(idle[0], one.id, Work.SYSTEMS, lost[0])
    worst = next(iter(hurt(world, iter(near))), None)
    if worst is None or world.whole(worst) - worst.pips < WORTH_MENDING:
        return None
    return Errand(idle[0], worst.id, Work.PIPS)
