"""Small craft: ladders, attacks, dogfights, hangars and orders. Rulebook: FS-SC, FS-DEF-05, FS-UPG-09, -19, -20, -23.

Also FS-FAC-12, -26, -35, -45: what the factions' squadrons do on their ladders.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from engine.look import Refused, no
from engine.sunrise.data.codes import Code
from engine.sunrise.data.shapes import INCH, Point, inches
from engine.sunrise.data.units import Ladder, Rung, SquadronType, Type, step
from engine.sunrise.figures.board import distance
from engine.sunrise.figures.rolls import Roll, dice
from engine.sunrise.state import Mode, Side
from engine.text.message import N_, NN_, T_, term

COMMAND_RANGE = 36 * INCH
NEAR = 12 * INCH
"""How far Illuminators, Plague PD and Away Crews reach (FS-UPG-18..20)."""


def rung(ladder: Ladder, size: int, full: int) -> Rung:
    """The step of an Offensive squadron of that size; an empty one for none left (FS-SC-08)."""
    at = step(size, full)
    return Rung() if at is None else ladder[at]


def effect(ladder: Ladder, size: int, full: int, mode: Mode, *, dogfight: bool = False) -> Rung:
    """The step that a squadron has its effect by now: an empty one unless Offensive and out of a dogfight (FS-SC-08,
    FS-SC-09, FS-SC-15).
    """
    return rung(ladder, size, full) if mode is Mode.OFFENSIVE and not dogfight else Rung()


def harm(does: Rung, roll: Roll, label: str) -> int:
    """Damage to the ship before it is reduced; no defense rating counts (FS-SC-14, FS-SC-23, FS-FAC-45)."""
    return sum(dice(roll, label, does.damage.dice)) + does.damage.plus


def arrival_loss(does: Rung, size: int) -> int:
    """Craft that an enemy squadron of that size loses on arriving where a Deimos is (FS-FAC-35)."""
    return min(size, size // 2 if does.halves else does.downs)


def hits(faces: Sequence[int], toughness: int, illuminators: int = 0) -> int:
    """Attacks that shoot a craft down (FS-SC-13, FS-UPG-19)."""
    return sum(face + illuminators >= toughness for face in faces)


def lost(size: int, shot: int) -> int:
    """A squadron's size after so many hits; more than it has are lost (FS-SC-18)."""
    return max(0, size - shot)


def fired_upon(
    size: int, attacks: int, toughness: int, roll: Roll, label: str, illuminators: int = 0
) -> tuple[tuple[int, ...], int]:
    """The dice of so many attacks on a squadron, and its size after them: Point Defenses, a pass of Flak.

    FS-SC-13, FS-SC-18, FS-DEF-05, FS-UPG-09.
    """
    faces = dice(roll, label, attacks)
    return faces, lost(size, hits(faces, toughness, illuminators))


class Fighting(msgspec.Struct, frozen=True):
    """A squadron in a dogfight: its side, size, toughness, and the Illuminators of its side in range of it."""

    id: str
    side: Side
    size: int
    toughness: int
    illuminators: int = 0


def in_dogfight(assigned: Iterable[Side]) -> bool:
    """True if squadrons of both sides are assigned to a ship, in whatever modes (FS-SC-15)."""
    return len(set(assigned)) == 2


def dogfight_order(squadrons: Sequence[Fighting], first: Side) -> tuple[Fighting, ...]:
    """The initiative side's squadrons, then the other's, each side's in order of assignment (FS-SC-16)."""
    return tuple(sorted(squadrons, key=lambda squadron: squadron.side is not first))


def default_foe(squadron: Fighting, squadrons: Iterable[Fighting]) -> Fighting | None:
    """The enemy attacked unless told otherwise: the lowest toughness, then the largest (FS-SC-16)."""
    foes = [other for other in squadrons if other.side is not squadron.side]
    return min(foes, key=lambda foe: (foe.toughness, -foe.size), default=None)


def foe_ok(squadron: Fighting, foe: Fighting) -> Refused | None:
    """A squadron fights an enemy (FS-SC-16). Refused: `E_FRIENDLY`."""
    if squadron.side is foe.side:
        return no(Code.E_FRIENDLY, N_("{foe} is on your side."), "FS-SC-16", foe=term(foe.id))
    return None


def dogfight(
    squadrons: Sequence[Fighting], picks: Mapping[str, str], first: Side, roll: Roll, label: str
) -> dict[str, int]:
    """Sizes after a round: everyone attacks as often as it had craft, all at once (FS-SC-16, FS-SC-18).

    `picks` are foes by squadron; without one the default is fought. Labels are "<label>/<squadron>/<n>".
    """
    by_id = {squadron.id: squadron for squadron in squadrons}
    shot = dict.fromkeys(by_id, 0)
    for squadron in dogfight_order(squadrons, first):
        foe = by_id.get(picks.get(squadron.id, "")) or default_foe(squadron, squadrons)
        if foe is not None:
            faces = dice(roll, f"{label}/{squadron.id}", squadron.size)
            shot[foe.id] += hits(faces, foe.toughness, squadron.illuminators)
    return {id: lost(squadron.size, shot[id]) for id, squadron in by_id.items()}


def command_ok(place: Point, hangars: Iterable[Point]) -> Refused | None:
    """A squadron takes orders within 36 inches of an own working hangar (FS-SC-06). Refused: `E_CMD_RANGE`."""
    nearest = min((distance(place, hangar) for hangar in hangars), default=None)
    if nearest is None:
        return no(Code.E_CMD_RANGE, T_("No ship with a working hangar is on the board."), "FS-SC-06")
    if nearest > COMMAND_RANGE:
        why = N_("It is {nearest} inches from the nearest ship with a hangar, at most 36.")
        return no(Code.E_CMD_RANGE, why, "FS-SC-06", nearest=term(inches(nearest)))
    return None


def order_ok(
    squadron: SquadronType, mode: Mode, *, own_ship: bool, confirmed: bool = False, chosen: Type | None = None
) -> Refused | None:
    """None if a squadron may be assigned so, or sent to dock (FS-SC-07, -22). Refused: `E_MODE`."""
    called = term(squadron.name)
    if chosen is not None and not (squadron.names_type and mode is Mode.OFFENSIVE):
        never, here = N_("{squadron} names no weapon type."), squadron.names_type
        why = N_("{squadron} names a weapon type only where it is Offensive against one.") if here else never
        return no(Code.E_MODE, why(squadron=called), "FS-SC-22")
    if mode is not Mode.OFFENSIVE:
        return None
    if own_ship and squadron.damaging and not confirmed:
        return no(Code.E_MODE, N_("{squadron} would harm your own ship; confirm it."), "FS-SC-07", squadron=called)
    if squadron.names_type and chosen is None:
        why = N_("{squadron} needs a weapon type: energy, ballistic, missile.")
        return no(Code.E_MODE, why(squadron=called), "FS-SC-22")
    return None


def dock_ok(own_ship: bool, free_bays: int, all_bays: int = 0) -> Refused | None:
    """None if a squadron may dock in a ship of so many empty bays, of all that work (FS-SC-10).

    Refused: `E_OWNER`, `E_HANGAR`.
    """
    if not own_ship:
        return no(Code.E_OWNER, T_("A squadron docks on its own side's ships."), "FS-SC-10")
    if free_bays > 0:
        return None
    full = NN_("The one bay of the ship is taken.", "All {bays} bays of the ship are taken.", "bays")
    return no(Code.E_HANGAR, full if all_bays else T_("The ship has no working hangar."), "FS-SC-10", bays=all_bays)


class Bay(msgspec.Struct, frozen=True):
    """A hangar with room: its ship, the system, where the ship is."""

    ship: str
    system: str
    place: Point


def nearest_bay(last: Point, free: Iterable[Bay]) -> Bay | None:
    """The empty bay where a squadron without orders docks: the nearest, then by ship id (FS-SC-19); None for none."""
    return min(free, key=lambda bay: (distance(last, bay.place), bay.ship, bay.system), default=None)


def illuminated(place: Point, illuminators: Iterable[tuple[Point, int]]) -> int:
    """Added to attacks on enemy squadrons made from a place: Illuminators within 12 inches (FS-UPG-19).

    `illuminators` are places of own ships with their working copies.
    """
    return sum(copies for point, copies in illuminators if distance(point, place) <= NEAR)


def near_ok(here: Point, there: Point, rule: str) -> Refused | None:
    """A ship must be within 12 inches, for Plague PD and Away Crews (FS-UPG-18, FS-UPG-20). Refused: `E_SPACING`."""
    away = distance(here, there)
    if away <= NEAR:
        return None
    return no(Code.E_SPACING, N_("It is {away} inches away, at most 12."), rule, away=term(inches(away)))


def fabricators(ids: Sequence[str], roll: Roll, label: str) -> tuple[tuple[str, ...], dict[str, int]]:
    """The Fabricators whose die is highest, and every die (FS-UPG-23); of several the owner picks one."""
    faces = {id: roll(f"{label}/{id}", 6) for id in ids}
    best = max(faces.values(), default=0)
    return tuple(id for id in ids if faces[id] == best), faces


def bay_ok(room: int, held: int, more: int) -> Refused | None:
    """None if so many squadrons fit into a hangar (FS-SC-02, FS-UPG-24). Refused: `E_HANGAR`."""
    if held + more > room:
        why = N_("There are {held} squadrons, and the hangar holds {room}.")
        return no(Code.E_HANGAR, why, "FS-SC-02", held=held + more, room=room)
    return None
