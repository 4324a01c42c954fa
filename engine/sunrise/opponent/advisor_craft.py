"""Where the bot sends its squadrons. Rulebook: FS-SC-05..10, FS-SC-22."""

from __future__ import annotations

import msgspec

from engine.sunrise.craft.smallcraft import orderable
from engine.sunrise.data.units import Type, Upgrade
from engine.sunrise.figures.sheet import point_defenses
from engine.sunrise.figures.squadrons import effect
from engine.sunrise.opponent.advisor_eyes import guns
from engine.sunrise.state import Mode, Ship, Side, Squadron, State, working
from engine.sunrise.world import World

DEFENDED = 3
"""How many rows of a target each attack on an enemy squadron there outweighs."""


class Sortie(msgspec.Struct, frozen=True):
    """A squadron's order: where to, what for, and the weapon type that a Drone Swarm works on."""

    squadron: str
    ship: str
    mode: Mode
    chosen: Type | None = None


def sortie(world: World, state: State, side: Side) -> Sortie | None:
    """The next squadron order that changes something for the better; None where all may stay as they are."""
    for squadron in orderable(world, state, side):
        found = _for_one(world, state, squadron)
        if found is not None and not _stands(squadron, found):
            return found
    return None


def _stands(squadron: Squadron, found: Sortie) -> bool:
    """Whether a squadron does that already."""
    same = squadron.ship == found.ship and squadron.mode is found.mode and squadron.chosen is found.chosen
    return same and squadron.adrift is None


def _for_one(world: World, state: State, squadron: Squadron) -> Sortie | None:
    """Where one squadron does most: it meets those that harm an own ship, else it goes for the softest big enemy."""
    kind, side = world.craft(squadron), squadron.side
    if kind.toughness <= 3 and kind.damaging:
        for ship in state.on_board(side):
            if _harmed(world, state, ship, squadron):
                return Sortie(squadron.id, ship.id, Mode.DEFENSIVE)
    enemies = list(state.on_board(side.other))
    if not enemies:
        return None
    target = min(enemies, key=lambda ship: (-_soft(world, state, ship, squadron), ship.id))
    chosen = _weakest(world, state, side) if kind.names_type else None
    return Sortie(squadron.id, target.id, Mode.OFFENSIVE, chosen)


def _harmed(world: World, state: State, ship: Ship, squadron: Squadron) -> bool:
    """Whether enemy squadrons harm a ship, or would if this squadron did not meet them there."""
    around = state.assigned_to(ship.id)
    if any(one.side is ship.side and one.id != squadron.id for one in around):
        return False
    return any(
        effect(world.ladder(state, one), one.size, world.craft(one).size, one.mode).damages
        for one in around
        if one.side is not ship.side
    )


def _soft(world: World, state: State, ship: Ship, squadron: Squadron) -> int:
    """How good a target a ship is for squadrons: its rows, less what shoots at them there, more where it is already."""
    shot_at = point_defenses(ship.defenses, world.pack) + 2 * working(ship.systems, Upgrade.STONEWALL_FLAK)
    met = sum(one.side is ship.side for one in state.assigned_to(ship.id))
    return world.rows(ship) - DEFENDED * (shot_at + met) + (1 if squadron.ship == ship.id else 0)


def _weakest(world: World, state: State, side: Side) -> Type:
    """The type of weapon of which a side has most at work."""
    mounted = [gun.type for ship in state.on_board(side) for gun in guns(world, ship)]
    return max(Type, key=mounted.count)
