"""Arcs and range bands: where a weapon can shoot. Rulebook: FS-WPN-01..06, FS-UPG-03, FS-UPG-13, FS-FAC-30."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.look import Refused
from engine.sunrise.data.codes import Code, no
from engine.sunrise.data.ships import Arc, Type
from engine.sunrise.figures.board import INCH, Point, bearing, degrees_text, inches, split

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


def adjacent(one: Arc, other: Arc) -> bool:
    """Whether two arcs share a boundary: what Casemate Mounts need (FS-FAC-30)."""
    return other in neighbours(one)


def allowed_arcs(mounted: Iterable[Arc], turret: bool = False) -> tuple[Arc, ...]:
    """The arcs a weapon may fire into: its own, and with a Turret Mount those beside them (FS-UPG-13)."""
    arcs = set(mounted)
    if turret:
        arcs |= {beside for arc in tuple(arcs) for beside in neighbours(arc)}
    return tuple(arc for arc in AROUND if arc in arcs)


def arc_ok(allowed: Sequence[Arc], here: Point, heading: int, target: Point) -> Refused | None:
    """Whether a target lies in an allowed arc (FS-WPN-08). Refused: `E_ARC`."""
    if any(arc in allowed for arc in arcs_to(here, heading, target)):
        return None
    lies = degrees_text(bearing(here, heading, target))
    why = f"the target bears {lies}, and the weapon covers {', '.join(allowed) or 'nothing'}"
    return no(Code.E_ARC, why, "FS-WPN-01")


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
    told = f"{inches(away)} inches is range band {target}, and the weapon's is {weapon}"
    if abs(target - weapon) > 1:
        return no(Code.E_RANGE, told, "FS-WPN-05")
    if cloaked:
        return no(Code.E_CLOAK, told, "FS-UPG-03")
    return POOR_DICE


def reach(weapon: int) -> tuple[tuple[int, int], tuple[tuple[int, int], ...]]:
    """Where a weapon of a band shoots best and where poorly, as distances from (not included, but 0) to (FS-WPN-06)."""
    best = (BAND * (weapon - 1), BAND * weapon)
    poor = [(BAND * (near - 1), BAND * near) for near in (weapon - 1, weapon + 1) if near >= 1]
    return best, tuple(poor)
