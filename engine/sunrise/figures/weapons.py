"""Attacks: arcs and range bands, legal targets, the pool of dice, defenses, and what the dice do.

Rulebook: FS-WPN-01..18, FS-HULL-09, -10, FS-UPG-03, -11, -13, -22, FS-FAC-04..06, -08, -23, -30, -31.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from engine.look import Refused, no
from engine.sunrise.data.codes import Code
from engine.sunrise.data.shapes import INCH, Piece, Point, inches
from engine.sunrise.data.units import Arc, Type
from engine.sunrise.figures.board import bearing, degrees_text, distance, in_sight, split
from engine.text.message import N_, T_, joined, term

BAND = 6 * INCH
BEST_DICE = {Type.ENERGY: 5, Type.BALLISTIC: 4, Type.MISSILE: 4}
"""Dice in the weapon's own band (FS-WPN-04, FS-WPN-16)."""
POOR_DICE = 2
"""Dice in a neighbouring band."""
AROUND = (Arc.FORE, Arc.STARBOARD, Arc.REAR, Arc.PORT)
_FORE, _STARBOARD, _REAR, _PORT = ((arc,) for arc in AROUND)
CLEAR = 4000
"""One part in so many off a boundary, which is more than a hundredth of a degree: no rounding reaches it."""
_BOUNDS = {
    Arc.FORE: ((0, 4500), (31500, 36000)),
    Arc.STARBOARD: ((4500, 13500),),
    Arc.REAR: ((13500, 22500),),
    Arc.PORT: ((22500, 31500),),
}
"""Each arc in hundredths of a degree, its boundaries included (FS-WPN-01, FS-WPN-02)."""


def arcs_of(relative: int) -> tuple[Arc, ...]:
    """The arcs that a relative bearing lies in: two on a boundary (FS-WPN-01, FS-WPN-02)."""
    return tuple(arc for arc in AROUND if any(low <= relative <= high for low, high in _BOUNDS[arc]))


def arcs_to(here: Point, heading: int, target: Point) -> tuple[Arc, ...]:
    """The arcs that a target lies in; all of them for one on the same point (FS-WPN-02)."""
    if here == target:
        return AROUND
    ahead, starboard = split(here, heading, target)
    size, across = abs(ahead), abs(starboard)
    if abs(size - across) * CLEAR <= size + across:
        return arcs_of(bearing(here, heading, target))
    if size > across:
        return _FORE if ahead > 0 else _REAR
    return _STARBOARD if starboard > 0 else _PORT


def neighbours(arc: Arc) -> tuple[Arc, Arc]:
    """The arcs on both sides."""
    at = AROUND.index(arc)
    return AROUND[at - 1], AROUND[(at + 1) % 4]


def adjacent(arc: Arc, other: Arc) -> bool:
    """True if two arcs share a boundary, as Casemate Mounts need (FS-FAC-30)."""
    return other in neighbours(arc)


def allowed_arcs(mounted: Iterable[Arc], turret: bool = False) -> tuple[Arc, ...]:
    """The arcs a weapon may fire into: its own, and with a Turret Mount those beside them (FS-UPG-13)."""
    arcs = set(mounted)
    if turret:
        arcs |= {beside for arc in tuple(arcs) for beside in neighbours(arc)}
    return tuple(arc for arc in AROUND if arc in arcs)


def arc_ok(allowed: Sequence[Arc], here: Point, heading: int, target: Point) -> Refused | None:
    """None if a target lies in an allowed arc (FS-WPN-08). Refused: `E_ARC`."""
    if any(arc in allowed for arc in arcs_to(here, heading, target)):
        return None
    lies = degrees_text(bearing(here, heading, target))
    why = N_("The target bears {lies}, and the weapon covers {arcs}.")
    return no(Code.E_ARC, why, "FS-WPN-01", lies=term(lies), arcs=joined(", ", map(term, allowed)) or T_("nothing"))


def band(away: int) -> int:
    """The range band of a distance; on a line, the nearer (FS-WPN-03)."""
    return max(1, -(-away // BAND))


def band_dice(kind: Type, weapon: int, away: int, cloaked: bool = False) -> int | Refused:
    """Dice of a weapon of that type and band at a distance (FS-WPN-04, FS-WPN-16, FS-UPG-03).

    Refused: `E_RANGE` beyond the neighbouring bands, `E_CLOAK` in one of them at a cloaked ship.
    """
    target = band(away)
    if target == weapon:
        return POOR_DICE if cloaked else BEST_DICE[kind]
    told = N_("{away} inches is range band {target}, and the weapon's is {weapon}.")(
        away=term(inches(away)), target=target, weapon=weapon
    )
    if abs(target - weapon) > 1:
        return no(Code.E_RANGE, told, "FS-WPN-05")
    if cloaked:
        return no(Code.E_CLOAK, told, "FS-UPG-03")
    return POOR_DICE


def reach(weapon: int) -> tuple[tuple[int, int], tuple[tuple[int, int], ...]]:
    """The ranges at which a weapon of a band shoots best and poorly, as distances from (not included, but 0) to
    (FS-WPN-06).
    """
    best = (BAND * (weapon - 1), BAND * weapon)
    poor = [(BAND * (near - 1), BAND * near) for near in (weapon - 1, weapon + 1) if near >= 1]
    return best, tuple(poor)


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
    """None if a weapon may be chosen (FS-WPN-07, FS-HULL-10). Refused: `E_DESTROYED`, `E_FIRED`, `E_BRIDGE`."""
    if not gun.works:
        return no(Code.E_DESTROYED, T_("The weapon is destroyed."), "FS-HULL-07")
    if gun.fired:
        return no(Code.E_FIRED, T_("A weapon fires once in an activation."), "FS-WPN-07")
    if gun.bridge_out and gun.manoeuvred:
        return no(Code.E_BRIDGE, T_("The Control Bridge is out and the ship changed velocity or course."), "FS-HULL-10")
    return None


def bears(gun: Gun, here: Point, heading: int, target: Point, measured: Point) -> bool:
    """True if a target is near enough and in an arc: `aim` says in words why one is not (FS-WPN-05, FS-WPN-08)."""
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
        return no(Code.E_FRIENDLY, T_("The target is on your side."), "FS-WPN-08")
    if gun.type is not Type.MISSILE and (refused := arc_ok(gun.arcs, line.here, line.heading, line.target)):
        return refused
    return band_dice(gun.type, gun.band, line.range, line.cloaked)


def guided(gun: Gun, line: Line) -> bool:
    """True if a shot needs no line of sight: a missile at a spotted target (FS-UPG-21)."""
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
    """Dice as they count: 2 less each, at least 0, while Fire Control is out (FS-HULL-09)."""
    return tuple(faces) if fire_control else tuple(max(0, face - FIRE_CONTROL) for face in faces)


def kept(counts: Sequence[int], discard: int) -> tuple[int, ...]:
    """The dice that stay after the highest are discarded, lowest first (FS-WPN-11)."""
    return tuple(sorted(counts)[: len(counts) - discard])


def threshold(fragmenting: int) -> int:
    """From which value on a ballistic die destroys a system (FS-WPN-17, FS-UPG-11)."""
    return max(1, 6 - fragmenting)


class Struck(msgspec.Struct, frozen=True):
    """An attack's dice, reckoned: the damage before anything reduces it, and systems lost to ballistic dice."""

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
    """None if a die (from 0) may be rerolled when `made` of at most so many rerolls are (FS-WPN-15).

    Refused: `E_VALUE`, `E_ONCE`.
    """
    if not 0 <= die < len(faces):
        return no(Code.E_VALUE, N_("There is no die {die} among {faces}."), "FS-WPN-15", die=die + 1, faces=len(faces))
    if made >= most:
        why = N_("That is a reroll more than the {most} that are left for this attack.")
        return no(Code.E_ONCE, why, "FS-WPN-15", most=most)
    return None


def sanctuary(rolls: Sequence[int]) -> bool:
    """True if Holy Sanctuary's dice, one a copy, send a weapon to another target (FS-FAC-08)."""
    return any(face == 6 for face in rolls)
