"""Codes of craft as they are now, what is between two of them, how they are called. Register 12, 13, D6-B-30."""

from __future__ import annotations

from typing import Annotated, Literal

from engine.d6.data.pack import Band, Code, Ship, ShipHarm, ShipWeapon, System, band, maneuver_limit
from engine.d6.dice.codes import DIE
from engine.d6.look import Look, World
from engine.d6.state import Craft, Declared, State, pair
from engine.look import Refused, no
from engine.text.message import N_, Shown, Text, name

Side = Literal["front", "rear"]
LOAN = 3
"""Space that a routing takes from engines, and dice of damage from each weapon (D6-13-06, D6-13-07)."""
RATE = 2
"""Shots of a pilot or a gunner in a space round; a pilot has one for each foe if those are more (D6-12-03)."""
Hull = Annotated[str, Shown[str](lambda look, id, form: ship_called(look.known, id))]
"""A craft in a sentence."""


def ship_called(known: State, id: str) -> Text:
    """A craft, as everybody calls it."""
    craft = known.craft.get(id)
    return name(craft.label if craft is not None else id)


def kind(world: World, craft: Craft) -> Ship:
    """Line of a craft in the pack."""
    return world.pack.ships[craft.kind]


def larger(world: World, craft: Craft, other: Craft) -> int:
    """Pips by which a craft's scale is above another's; 0 where it is not (D6-B-14)."""
    return world.above(kind(world, craft).scale, kind(world, other).scale)


def condition(craft: Craft) -> str:
    """Damage of a craft, in words."""
    return "undamaged" if craft.severity is ShipHarm.NONE else craft.severity.value


# Codes now, in pips


def ionized(state: State, craft: Craft) -> int:
    """Pips that ionizations in force take off: 1D each (D6-B-32)."""
    return DIE * sum(upto > state.time for upto in craft.ionized)


def dead(state: State, craft: Craft) -> bool:
    """True if its controls do not answer (D6-B-32)."""
    return craft.dead > state.time


def space(world: World, craft: Craft) -> int:
    """Its Space: three less for each routing from engines, 0 without them (D6-13-06, D6-13-15, D6-13.1-08)."""
    return 0 if System.ENGINES in craft.failed else max(0, kind(world, craft).space - LOAN * craft.engines)


def maneuverability(world: World, state: State, craft: Craft) -> int:
    """1D less for each routing from engines, within what Space allows, less ionizations; 0D without thrusters
    (D6-13-06, D6-13-13, D6-13-15, D6-13.1-09, D6-B-32).
    """
    if System.THRUSTERS in craft.failed:
        return 0
    left = kind(world, craft).maneuverability - DIE * craft.engines
    return max(0, min(left, maneuver_limit(space(world, craft))) - ionized(state, craft))


def shields(craft: Craft, side: Side) -> int:
    """Shields of a side: where one is doubled the other is bare (D6-13-02)."""
    return craft.shields if craft.angle == "even" else 2 * craft.shields if craft.angle == side else 0


def resistance(world: World, state: State, craft: Craft, side: Side) -> int:
    """Code that is rolled against damage, in pips: hull and the shields of the side that is hit (D6-B-30, D6-B-32)."""
    return kind(world, craft).hull + max(0, shields(craft, side) - ionized(state, craft))


def fire_control(state: State, craft: Craft, gun: ShipWeapon) -> int:
    """A weapon's fire control; none without sensors (D6-13.1-04, D6-B-32)."""
    return 0 if System.SENSORS in craft.failed else max(0, gun.fire_control - ionized(state, craft))


def damage(state: State, craft: Craft, gun: ShipWeapon) -> int:
    """A weapon's damage: 3D less for each routing from weapons where a generator feeds it (D6-13-07, D6-B-32)."""
    lent = LOAN * DIE * craft.guns if gun.fed else 0
    return max(0, gun.damage - lent - ionized(state, craft))


def silent(look: Look, craft: Craft, gun: ShipWeapon) -> Refused | None:
    """Refuses `E_STATE` a weapon that does not fire: systems that failed, or power that was lent (D6-13.1-06,
    D6-13-07).
    """
    if System.WEAPONS in craft.failed:
        return no(Code.E_STATE, N_("The weapon systems of {craft} have failed."), "D6-13.1-06", craft=craft.label)
    if damage(look.known, craft, gun) < DIE:
        why = N_("The {gun} of {craft} has no power left.")
        return no(Code.E_STATE, why, "D6-13-07", gun=gun.name, craft=craft.label)
    return None


def reach(state: State, craft: Craft, foe: Craft, gun: ShipWeapon, units: int | None) -> tuple[int | None, Band | None]:
    """Distance to another craft in space units, and the range band of a weapon; None for what nobody knows, or for a
    foe beyond long (D6-B-17).
    """
    known = state.gaps.get(pair(craft.id, foe.id), units)
    return known, None if known is None else band(gun.ranges, (10 * known) ** 2)


def opposing(craft: Craft, other: Craft) -> bool:
    """True if two craft are of different sides; without a side each is on its own (D6-12-13)."""
    return craft.id != other.id and not (craft.side and craft.side == other.side)


def whole(craft: Craft) -> bool:
    """True if a craft is there at all still (D6-B-31)."""
    return craft.severity is not ShipHarm.DESTROYED


# Positions


def adversaries(state: State, craft: str) -> tuple[str, ...]:
    """The foes that a craft named, and those that named it (D6-12-13)."""
    declared = state.duel.declared
    named = declared.get(craft, Declared()).foes
    return tuple(dict.fromkeys((*named, *(id for id, filed in declared.items() if craft in filed.foes))))


def ahead(state: State, craft: str, foe: str) -> int:
    """By how much a craft's piloting is above another's; who made no roll has 0 (D6-12-05..07, D6-B-32)."""
    return state.duel.totals.get(craft, 0) - state.duel.totals.get(foe, 0)


def pairs(state: State) -> list[tuple[str, str, int]]:
    """Each pair of adversaries, first whoever is ahead, and by how much (D6-12-05, D6-12-12)."""
    found = {frozenset((one, other)): (one, other) for one in state.duel.declared for other in adversaries(state, one)}
    each = [(one, other, ahead(state, one, other)) for one, other in found.values()]
    return [(one, other, by) if by >= 0 else (other, one, -by) for one, other, by in each]
