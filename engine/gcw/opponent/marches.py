"""Worlds that Umpire takes, with which ships, and how they get there.

Rulebook: GCW-GAL-01, GCW-FHM-01, GCW-ESC-07, GCW-HYX-01, -02.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from engine.act import Order
from engine.game import Refusal
from engine.gcw.data.terms import Ring
from engine.gcw.figures.weapons import damage_of
from engine.gcw.galaxy.hyperspace import DEFAULT_EXIT, course, exits, minutes
from engine.gcw.look import Look
from engine.gcw.opponent.gunnery import foes
from engine.gcw.opponent.side import Side
from engine.gcw.opponent.worlds import kept_back, mine, posts, ships_at, strays, to_be_had
from engine.gcw.people.founded import stands_guard
from engine.gcw.state import CRAFT, Unit, UnitKind, within

JUMP = "gcw-travel jump"
ABLE = 200
"""Raw damage at the ground in a turn from which a ship takes a world without another."""
LOW_ORBIT = "B-1"
"""Where it comes out of hyperspace where it may."""
AT_IT = 4
"""Days that taking a world costs besides the way and the fire: down to the ground, until it is calm, until it is built
on.
"""
LONGEST_LIST = 200
"""Characters of a list of units in an order."""
DAY_IN_MINUTES = 24 * 60


def siege(look: Look, ship: Unit) -> int:
    """Raw damage that a ship and its squadrons do at the ground in a turn."""
    world = look.world
    chart = world.pack.weapons
    craft = [unit for unit in within(look.known, ship) if unit.kind is UnitKind.SQUADRON]
    amount = sum(damage_of(chart, world.mounts_of(unit)) for unit in craft)
    return amount + (damage_of(chart, world.mounts_of(ship)) if world.spec(ship.code).orbital_bombardment else 0)


def lands(look: Look, ship: Unit) -> bool:
    """True if a ship has a craft that could land."""
    return any(unit.kind in CRAFT for unit in within(look.known, ship))


def parties(look: Look, system: str) -> list[list[Unit]]:
    """The ships of a system in parties that can take a world each, with the escorts."""
    ships = sorted(ships_at(look, system), key=lambda ship: (-siege(look, ship), ship.id))
    found: list[list[Unit]] = []
    for ship in ships:
        able = siege(look, ship) >= ABLE and lands(look, ship)
        if able or not found:
            found.append([ship])
        else:
            min(found, key=lambda party: sum(siege(look, unit) for unit in party)).append(ship)
    escorts = [
        unit for unit in look.own_at(system)
        if unit.escort and not unit.duty and unit.kind in CRAFT and look.world.hyper(unit.code) > 0
        and look.world.ring(unit.cell) not in (Ring.GA, Ring.GS, Ring.ATM)
    ]  # fmt: skip
    if found:
        found[-1] += escorts
    return found


def busy(look: Look, system: str) -> bool:
    """True if the player's ships in a system still have something to do there."""
    if mine(look, system):
        owned = look.known.owners.get(system) == look.viewer
        return (not owned and not stands_guard(look, system)) or bool(strays(look, system))
    return to_be_had(look, system)


def aimed_at(look: Look) -> set[str]:
    """The systems where ships of the player's are, or are going to."""
    there = {voyage.destination for voyage in look.known.voyages.values() if voyage.owner == look.viewer}
    there |= {entry.path[-1] for entry in look.known.entries.values() if entry.owner == look.viewer}
    return there | {unit.system for unit in look.own() if unit.kind is UnitKind.SHIP and unit.on_grid and not unit.duty}


def marches(side: Side) -> Iterator[Order]:
    """A party that has nothing to do where it is goes to the world that pays best for the days it takes."""
    look = side.look
    for system in side.systems():
        waits = kept_back(look).get(system, look.now) > look.now or look.known.fights(look.viewer, system)
        if waits or busy(look, system) or foes(look, system, neutral=False):
            continue
        for party in parties(look, system):
            goal = best_goal(look, party)
            if goal:
                cells = exits(look.known, look.world, look.viewer, goal)
                comes_out = LOW_ORBIT if LOW_ORBIT in cells else DEFAULT_EXIT
                yield side.order(JUMP, units=names(party), system=goal, exit=comes_out)


def names(party: Sequence[Unit]) -> str:
    """Units in a list, as many as an order holds."""
    listed = party[0].name
    for unit in party[1:]:
        longer = f"{listed}, {unit.name}"
        listed = longer if len(longer) <= LONGEST_LIST else listed
    return listed


def best_goal(look: Look, party: Sequence[Unit]) -> str:
    """The world that pays most for a day of what taking it costs; "" where there is none."""
    taken = aimed_at(look)
    goals = [system for system in sorted(look.world.pack.systems) if system not in taken and to_be_had(look, system)]
    rated = [(worth(look, party, goal), goal) for goal in goals]
    return max(rated, key=lambda pair: pair[0])[1] if rated and any(lands(look, unit) for unit in party) else ""


def worth(look: Look, party: Sequence[Unit], system: str) -> int:
    """Worth of a world: what it pays, in thousandths of KC for each day until it is had."""
    try:
        way = course(look, party[0].system, system, None)
    except Refusal:
        return 0
    world = look.world
    power = max(1, sum(siege(look, unit) for unit in party))
    number = Counter((post.code, post.number) for post in posts(look, system))
    points = sum(world.full(code, count).total * each for (code, count), each in number.items())
    on_the_way = minutes(world, look.known, party, way)
    days = on_the_way + (AT_IT + -(-2 * points // power)) * DAY_IN_MINUTES
    return 1000 * DAY_IN_MINUTES * world.pack.systems[system].industrial_output // days
