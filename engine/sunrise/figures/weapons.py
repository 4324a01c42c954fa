"""Attacks: legal targets, the pool of dice, defenses, and what the dice do. Rulebook: FS-WPN-07..18, FS-HULL-09, -10.

Also FS-UPG-11, FS-UPG-22, FS-FAC-04..06, FS-FAC-08, FS-FAC-23, FS-FAC-31.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engine.look import Refused
from engine.sunrise.data.codes import Code, no
from engine.sunrise.data.ships import Arc, Type
from engine.sunrise.figures.arcs import arc_ok, arcs_to, band, band_dice
from engine.sunrise.figures.board import Point, distance
from engine.sunrise.figures.terrain import Piece, in_sight

FIRE_CONTROL = 2
"""What each attack die counts less without Fire Control (FS-HULL-09)."""
REROLL_UP_TO = 3
"""The lowest die is rerolled up to this by the policy for absent players (FS-WPN-15)."""


class Gun(msgspec.Struct, frozen=True, kw_only=True):
    """A weapon about to fire: what it is, whether it can, and the arcs it may use (turret counted in)."""

    type: Type
    band: int
    arcs: tuple[Arc, ...] = ()
    works: bool = True
    fired: bool = False
    bridge_out: bool = False
    manoeuvred: bool = False


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """From a shooter to its target: places, heading, what hides the target.

    `measured` is the place that the band is measured from (Binding Runes), None for the shooter's own; `spotted`
    targets need no line of sight for missiles.
    """

    here: Point
    heading: int
    target: Point
    measured: Point | None = None
    cloaked: bool = False
    spotted: bool = False
    friendly: bool = False

    @property
    def range(self) -> int:
        """The distance that decides the band (FS-WPN-09, FS-FAC-23)."""
        return distance(self.measured or self.here, self.target)


def ready(gun: Gun) -> Refused | None:
    """Whether a weapon may be chosen (FS-WPN-07, FS-HULL-10). Refused: `E_DESTROYED`, `E_FIRED`, `E_BRIDGE`."""
    if not gun.works:
        return no(Code.E_DESTROYED, "the weapon is destroyed", "FS-HULL-07")
    if gun.fired:
        return no(Code.E_FIRED, "a weapon fires once in an activation", "FS-WPN-07")
    if gun.bridge_out and gun.manoeuvred:
        return no(Code.E_BRIDGE, "the Control Bridge is out and the ship changed velocity or course", "FS-HULL-10")
    return None


def bears(gun: Gun, here: Point, heading: int, target: Point, measured: Point) -> bool:
    """Whether a target is near enough and in an arc: `aim` says in words why one is not (FS-WPN-05, FS-WPN-08)."""
    if abs(band(distance(measured, target)) - gun.band) > 1:
        return False
    return gun.type is Type.MISSILE or any(arc in gun.arcs for arc in arcs_to(here, heading, target))


def aim(gun: Gun, line: Line, terrain: Sequence[Piece] = ()) -> int | Refused:
    """The band dice of a weapon at a target, or why it may not be shot at (FS-WPN-08).

    Refused: as `laid`, then `E_LOS`.
    """
    found = laid(gun, line)
    if isinstance(found, Refused) or guided(gun, line):
        return found
    return in_sight(terrain, line.here, line.target) or found


def laid(gun: Gun, line: Line) -> int | Refused:
    """The band dice of a weapon at a target, whatever is between them.

    Refused: as `ready`, then `E_FRIENDLY`, `E_ARC` (not for missiles), `E_RANGE`, `E_CLOAK`.
    """
    if refused := ready(gun):
        return refused
    if line.friendly:
        return no(Code.E_FRIENDLY, "the target is on your side", "FS-WPN-08")
    if gun.type is not Type.MISSILE and (refused := arc_ok(gun.arcs, line.here, line.heading, line.target)):
        return refused
    return band_dice(gun.type, gun.band, line.range, line.cloaked)


def guided(gun: Gun, line: Line) -> bool:
    """Whether a shot needs no line of sight: a missile at a spotted target (FS-UPG-21)."""
    return gun.type is Type.MISSILE and line.spotted


class Pool(msgspec.Struct, frozen=True):
    """Dice of an attack, and how many of the highest are discarded (FS-WPN-10..12)."""

    dice: int
    discard: int

    @property
    def kept(self) -> int:
        """Dice that count."""
        return self.dice - self.discard


def pool(band: int, defense: int, extra: int = 0) -> Pool:
    """The pool from band dice, a defense rating and extra dice (High Velocity on Ballistic, a Miracle die).

    A rating above 0 discards that many of the highest, but never the last die (FS-WPN-11); one below 0 adds dice
    (FS-WPN-12).
    """
    rolled = band + extra + max(0, -defense)
    return Pool(rolled, min(max(0, defense), rolled - 1))


def values(faces: Sequence[int], fire_control: bool = True) -> tuple[int, ...]:
    """What dice count: 2 less each, at least 0, while Fire Control is out (FS-HULL-09)."""
    return tuple(faces) if fire_control else tuple(max(0, face - FIRE_CONTROL) for face in faces)


def kept(counts: Sequence[int], discard: int) -> tuple[int, ...]:
    """The dice that stay after the highest are discarded, lowest first (FS-WPN-11)."""
    return tuple(sorted(counts)[: len(counts) - discard])


def threshold(fragmenting: int) -> int:
    """From which value on a ballistic die destroys a system (FS-WPN-17, FS-UPG-11)."""
    return max(1, 6 - fragmenting)


class Struck(msgspec.Struct, frozen=True):
    """What an attack's dice do: the damage before anything reduces it, and systems lost to ballistic dice."""

    damage: int
    systems: int = 0


def strike(
    kind: Type, faces: Sequence[int], discard: int, *, fire_control: bool = True, fragmenting: int = 0
) -> Struck:
    """Damage of the dice kept, and of a ballistic weapon the systems that any die destroys (FS-WPN-13, FS-WPN-17)."""
    counts = values(faces, fire_control)
    broken = sum(count >= threshold(fragmenting) for count in counts) if kind is Type.BALLISTIC else 0
    return Struck(sum(kept(counts, discard)), broken)


def default_reroll(faces: Sequence[int]) -> int | None:
    """The die (from 0) that is rerolled for an absent player: the lowest if it is 3 or less (FS-WPN-15)."""
    if not faces:
        return None
    lowest = min(faces)
    return faces.index(lowest) if lowest <= REROLL_UP_TO else None


def rerolled(faces: Sequence[int], die: int, face: int) -> tuple[int, ...]:
    """The dice with one of them, by its place from 0, rolled again; the new face stands (FS-WPN-15)."""
    return (*faces[:die], face, *faces[die + 1 :])


def reroll_ok(faces: Sequence[int], die: int, most: int, made: int = 0) -> Refused | None:
    """Whether a die (from 0) may be rerolled when `made` of at most so many rerolls are (FS-WPN-15).

    Refused: `E_VALUE`, `E_ONCE`.
    """
    if not 0 <= die < len(faces):
        return no(Code.E_VALUE, f"there is no die {die + 1} among {len(faces)}", "FS-WPN-15")
    if made >= most:
        return no(Code.E_ONCE, f"a reroll more than the {most} that are left for this attack", "FS-WPN-15")
    return None


def sanctuary(rolls: Sequence[int]) -> bool:
    """Whether Holy Sanctuary's dice, one a copy, send a weapon to another target (FS-FAC-08)."""
    return any(face == 6 for face in rolls)
