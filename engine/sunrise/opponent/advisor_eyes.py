"""How the bot sees ships: their guns, their ratings, where the enemy's will be, and what an attack is worth."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from engine.look import Refused
from engine.sunrise.data.units import FactionCode, Type, Upgrade
from engine.sunrise.figures import odds
from engine.sunrise.figures.motion import Pose, move
from engine.sunrise.figures.sheet import rating, turreted
from engine.sunrise.figures.weapons import allowed_arcs
from engine.sunrise.naming import where
from engine.sunrise.opponent.advisor_helm import Foe, Gun, Waters
from engine.sunrise.shooting.gunnery import aimed
from engine.sunrise.state import Kind, Ship, Shot, Side, State, find, working
from engine.sunrise.world import World

SYSTEM, KILL = 2, 4
"""What destroying a system is worth in pips, and what a kill is for each row of the ship."""


def guns(world: World, ship: Ship) -> tuple[Gun, ...]:
    """The weapons of a ship that work."""
    more = working(ship.systems, Upgrade.HIGH_VELOCITY_MUNITIONS)
    found = []
    for system in ship.systems:
        if system.kind is Kind.WEAPON and system.works:
            weapon = world.weapon(system.item)
            arcs = allowed_arcs(system.arcs, turreted(ship.systems, system.id)) if system.arcs else ()
            found.append(Gun(weapon.type, weapon.band, arcs, more if weapon.type is Type.BALLISTIC else 0))
    return tuple(found)


def ratings(world: World, state: State, ship: Ship) -> tuple[int, int, int]:
    """A ship's defense ratings, in the order of `Type` (FS-DEF-01)."""
    energy, ballistic, missile = (
        rating(ship.systems, ship.defenses, world.pack, kind, world.swarmed(state, ship, kind)) for kind in Type
    )
    return energy, ballistic, missile


def foe(world: World, state: State, ship: Ship) -> Foe:
    """An enemy ship where it will be if it drifts; the more it is hurt, the better a target."""
    pose = Pose(where(ship), ship.heading)
    drifted = move(pose, ship.velocity, 0, state.settings.board, state.terrain).end
    return Foe(
        pose=drifted,
        ratings=ratings(world, state, ship),
        guns=guns(world, ship),
        cloaked=working(ship.systems, Upgrade.CLOAKING_SYSTEM) > 0,
        worth=100 + 100 * (world.whole(ship) - ship.pips) // world.whole(ship),
    )


def waters(world: World, state: State, side: Side) -> Waters:
    """What the ships of a side steer by."""
    foes = tuple(foe(world, state, ship) for ship in state.on_board(side.other))
    return Waters(state.settings.board, state.terrain, foes)


def sheet(world: World, state: State, ship: Ship) -> odds.Sheet:
    """A ship as a target."""
    return odds.Sheet(
        systems=ship.systems,
        defenses=ship.defenses,
        pips=ship.pips,
        shields=ship.shields,
        rugged=world.is_of(state, ship.side, FactionCode.GAS_GIANT_COLLECTIVE),
    )


def worth(world: World, state: State, ship: Ship, shot: Shot) -> Fraction:
    """What a shot is worth by its exact odds, in pips; 0 for one that may not be made."""
    band_dice = aimed(world, state, ship, shot, fresh=True)
    system = find(ship.systems, shot.weapon)
    if isinstance(band_dice, Refused) or system is None:
        return Fraction(0)
    target = state.ships[shot.target]
    change = world.swarmed(state, target, world.weapon(system.item).type)
    asked = odds.attack(world.pack, ship.systems, shot.weapon, sheet(world, state, target), band_dice, change=change)
    told = odds.forecast(asked)
    return told.marked.mean() + SYSTEM * told.systems.mean() + KILL * world.rows(target) * told.destroyed


def hurt(world: World, ships: Iterator[Ship]) -> list[Ship]:
    """Ships by how many pips they lack, the worst first."""
    return sorted(ships, key=lambda ship: (ship.pips - world.whole(ship), ship.id))
