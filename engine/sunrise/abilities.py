"""Abilities of ships as the state has them now: helms, ratings, weapons, shots. Rulebook: FS-MOV-01, FS-WPN-07..12."""

from __future__ import annotations

from collections.abc import Sequence

from engine.look import Refused, no
from engine.sunrise.data.codes import Code
from engine.sunrise.data.shapes import Point
from engine.sunrise.data.units import Arc, FactionCode, Rung, Type, Upgrade
from engine.sunrise.figures.board import sees
from engine.sunrise.figures.factions import reverances
from engine.sunrise.figures.plot import Helm
from engine.sunrise.figures.sheet import Sheet, carrier, rating, runed, turreted
from engine.sunrise.figures.squadrons import Fighting, command_ok, effect, illuminated, in_dogfight
from engine.sunrise.figures.weapons import Gun, Line, aim, allowed_arcs, bears, guided, laid, ready
from engine.sunrise.state import Kind, Ship, Shot, Side, Squadron, State, System, find, has, where, working
from engine.sunrise.world import World
from engine.text.message import N_, T_, term


def covers(ship: Ship, system: System) -> tuple[Arc, ...]:
    """The arcs that a weapon covers, its Turret Mount counted in; none for a missile."""
    return allowed_arcs(system.arcs, turreted(ship.systems, system.id)) if system.arcs else ()


def helm(world: World, state: State, ship: Ship, pool: int | None = None) -> Helm:
    """A ship's helm: the bounds of what it can be plotted to do (FS-MOV-01); `pool` are its Miracle Points."""
    hull = world.pack.hulls[ship.hull]
    systems = ship.systems
    if pool is None:
        pool = points_left(world, state, ship)
    return Helm(
        thrust=hull.thrust,
        velocity=ship.velocity,
        engines=has(systems, Kind.ENGINES),
        kineticite=ship.kineticite,
        debt=ship.debt,
        exhausts=working(systems, Upgrade.REDIRECTED_EXHAUST),
        vectoring=working(systems, Upgrade.FRONT_LOADED_VECTORING) > 0,
        overchargers=working(systems, Upgrade.THRUSTER_OVERCHARGERS) > 0,
        drives=working(systems, Upgrade.HARMONIC_DRIVE),
        pool=pool,
        price=world.pack.prices.thrust,
        place=ship.place or Point(0, 0),
        may_order=ship.deployed and ship.stalled != state.turn,
    )


def points_left(world: World, state: State, ship: Ship) -> int:
    """Miracle Points that the plots of a side's other ships leave (FS-FAC-03)."""
    if not world.is_of(state, ship.side, FactionCode.CHILDREN_OF_THE_SUN):
        return 0
    side = state.of(ship.side)
    spent = sum(plotted.plot.miracle for key, plotted in side.plots.items() if key != ship.id)
    return max(0, side.pool - spent * world.pack.prices.thrust)


def gun_of(world: World, ship: Ship, system: System, *, fresh: bool = False) -> Gun:
    """A weapon of a ship as the rules of attacks look at it; `fresh` overlooks that it has fired."""
    weapon = world.pack.weapons[system.item]
    return Gun(
        type=weapon.type,
        band=weapon.band,
        arcs=covers(ship, system),
        works=system.works,
        fired=system.fired and not fresh,
        bridge_out=not has(ship.systems, Kind.BRIDGE),
        manoeuvred=ship.manoeuvred,
    )


def line_of(state: State, ship: Ship, target: Ship, source: Ship | None = None) -> Line:
    """From a ship to its target, measured from `source` with Binding Runes (FS-FAC-23)."""
    return Line(
        here=where(ship),
        heading=ship.heading,
        target=where(target),
        measured=where(source) if source is not None else None,
        cloaked=working(target.systems, Upgrade.CLOAKING_SYSTEM) > 0,
        spotted=target.id in state.spotted,
        friendly=target.side is ship.side,
    )


def sources(state: State, ship: Ship, weapon: str) -> list[Ship]:
    """The other ships that a runed weapon may measure from: own ones on the board with runed weapons (FS-FAC-23)."""
    if not runed(ship.systems, weapon):
        return []
    return [
        other
        for other in state.on_board(ship.side)
        if other.id != ship.id and any(runed(other.systems, system.id) for system in other.systems)
    ]


def aimed(world: World, state: State, ship: Ship, shot: Shot, *, fresh: bool = False) -> int | Refused:
    """The band dice of a shot, or why it may not be made (FS-WPN-08)."""
    system, target = find(ship.systems, shot.weapon), state.ships.get(shot.target)
    if system is None or system.kind is not Kind.WEAPON:
        why = N_("{weapon} is no weapon of {ship}.")
        return no(Code.E_UNKNOWN, why, "FS-WPN-07", weapon=term(shot.weapon), ship=ship.name)
    if target is None or not target.deployed:
        return no(Code.E_UNKNOWN, N_("{target} is not on the board."), "FS-MOV-14", target=term(shot.target))
    source = None
    if shot.source and shot.source != ship.id:
        source = next((source for source in sources(state, ship, shot.weapon) if source.id == shot.source), None)
        if source is None:
            why = N_("{other} and {gun} of {ship} do not both have working Binding Runes.")
            return no(Code.E_MOUNT, why, "FS-FAC-23", other=term(shot.source), gun=term(shot.weapon), ship=ship.name)
    return aim(gun_of(world, ship, system, fresh=fresh), line_of(state, ship, target, source), state.terrain)


def targets(world: World, state: State, ship: Ship, system: System) -> list[Shot]:
    """The shots that a weapon could make now, one for each target, measured where it has the most dice."""
    found = []
    gun, here = gun_of(world, ship, system), where(ship)
    if ready(gun) is not None:
        return []
    froms: list[Ship | None] = [None, *sources(state, ship, system.id)]
    for target in state.on_board(ship.side.other):
        best: tuple[int, str] | None = None
        for source in froms:
            if not bears(gun, here, ship.heading, where(target), here if source is None else where(source)):
                continue
            line = line_of(state, ship, target, source)
            band_dice = laid(gun, line)
            if isinstance(band_dice, Refused) or (best is not None and band_dice <= best[0]):
                continue
            if guided(gun, line) or sees(state.terrain, line.here, line.target):
                best = band_dice, source.id if source is not None else ""
        if best is not None:
            found.append(Shot(system.id, target.id, best[1]))
    return found


def facing_fire(world: World, state: State, ship: Ship, target: Ship, kind: Type) -> tuple[int, int]:
    """The target's rating against a ship's attack of a type, and dice that the ship adds to it (FS-WPN-10..12)."""
    defense = rating(target.systems, target.defenses, world.pack, kind, swarmed(world, state, target, kind))
    return defense, working(ship.systems, Upgrade.HIGH_VELOCITY_MUNITIONS) if kind is Type.BALLISTIC else 0


def sheet_of(world: World, state: State, target: Ship) -> Sheet:
    """A target as far as attacks care."""
    return Sheet(
        systems=target.systems,
        defenses=target.defenses,
        pips=target.pips,
        shields=target.shields,
        rugged=world.is_of(state, target.side, FactionCode.GAS_GIANT_COLLECTIVE),
    )


def rung_of(world: World, state: State, squadron: Squadron) -> Rung:
    """The step that a squadron has its effect by now, outside a dogfight (FS-SC-08, FS-SC-09)."""
    return effect(world.ladder(state, squadron), squadron.size, world.craft(squadron).size, squadron.mode)


def swarmed(world: World, state: State, ship: Ship, kind: Type) -> int:
    """Change of a ship's rating against a type by the Drone Swarms that are there, 0 or less (FS-FAC-26, FS-SC-21)."""
    around = state.assigned_to(ship.id)
    if not around or in_dogfight(squadron.side for squadron in around):
        return 0
    return sum(rung_of(world, state, squadron).rating for squadron in around if squadron.chosen is kind)


def ratings(world: World, state: State, ship: Ship) -> tuple[int, int, int]:
    """A ship's defense ratings, in the order of `Type` (FS-DEF-01)."""
    energy, ballistic, missile = (
        rating(ship.systems, ship.defenses, world.pack, kind, swarmed(world, state, ship, kind)) for kind in Type
    )
    return energy, ballistic, missile


def place_of(state: State, squadron: Squadron) -> Ship | None:
    """The ship on the board where a squadron is; None for one that is adrift, or whose ship is off the board."""
    ship = state.ships.get(squadron.ship)
    return ship if squadron.adrift is None and ship is not None and ship.deployed else None


def hangars(world: World, state: State, side: Side) -> list[Point]:
    """Places of a side's ships that can pass squadrons orders (FS-SC-06)."""
    return [where(ship) for ship in state.on_board(side) if carrier(ship.systems, world.pack)]


def in_command(state: State, squadron: Squadron, near: Sequence[Point]) -> Refused | None:
    """None if a squadron is in reach of one of the hangars, else why not; one of a lost ship from where it was lost
    (FS-SC-06).
    """
    ship = place_of(state, squadron)
    point = squadron.adrift or (ship.place if ship is not None else None)
    if point is None:
        return no(Code.E_CMD_RANGE, T_("It stays with a ship that is off the board."), "FS-MOV-14")
    return command_ok(point, near)


def orderable(world: World, state: State, side: Side) -> list[Squadron]:
    """The squadrons of a side that can still be ordered in this step (FS-SC-05, FS-SC-06)."""
    free = [one for one in state.squadrons.values() if one.side is side and not one.bay and not one.ordered]
    near = hangars(world, state, side) if free else []
    return [squadron for squadron in free if in_command(state, squadron, near) is None]


def bonus(state: State, side: Side, ship: Ship) -> int:
    """Added by a side's Illuminators to attacks on enemy squadrons that are made from a ship's place (FS-UPG-19)."""
    lamps = [
        (one.place, copies)
        for one in state.on_board(side)
        if one.place is not None and (copies := working(one.systems, Upgrade.ILLUMINATOR))
    ]
    return illuminated(where(ship), lamps) if lamps else 0


def fighters(world: World, state: State, ship: Ship) -> list[Fighting]:
    """The squadrons of a dogfight, as its rules look at them (FS-SC-16)."""
    return [fighting(world, state, squadron, ship) for squadron in state.assigned_to(ship.id)]


def fighting(world: World, state: State, squadron: Squadron, ship: Ship) -> Fighting:
    """A squadron over a ship as the rules of dogfights look at it (FS-SC-16)."""
    return Fighting(
        squadron.id, squadron.side, squadron.size, world.craft(squadron).toughness, bonus(state, squadron.side, ship)
    )


def reverenced_by(state: State, ship: Ship) -> Ship | None:
    """The enemy ship whose Forced Reverance will slow a ship this turn, None for none (FS-FAC-09)."""
    for enemy in state.on_board(ship.side.other) if ship.deployed else ():
        if working(enemy.systems, Upgrade.FORCED_REVERANCE) and reverances(where(enemy), where(ship)):
            return enemy
    return None
