"""Worth of a battle: victory points by what became of each unit, experience. EAW-4e.2, EAW-2e.3, EAW-2e.4."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

import msgspec

from engine.eaw.battle.positions import suffers
from engine.eaw.figures import exact
from engine.eaw.state import Battle, Fate, Force, Packet, Unit

SHARES = {"hurt": 10, "left": 25, "crippled": 50, "destroyed": 100, "captured": 200}
"""Per cent of a unit's CBPV for what was done to it (EAW-4e.2)."""
Points = tuple[Fraction, Fraction]
Deeds = Mapping[str, tuple[str, ...]]
"""What was done to units that scores, by their ids."""
IMPLIED = {"crippled": ("hurt",)}
AGAIN = ("destroyed", "captured")
"""What scores in full whatever was scored of the unit before."""


class Score(msgspec.Struct, frozen=True):
    """Points that each side scored, and what has been scored of each unit by now, by its id."""

    points: Points
    scored: Deeds


def deeds(unit: Unit, fate: Fate) -> tuple[str, ...]:
    """Deeds done to a unit that score: a damaged base counts as hurt (EAW-4e.2)."""
    found: list[str] = [fate.fate] if fate.fate in ("left", "destroyed", "captured") else []
    if fate.crippled:
        found.append("crippled")
    if fate.hurt or fate.crippled or fate.fate == "damaged":
        found.append("hurt")
    return tuple(found)


def worth(unit: Unit, done: Iterable[str], before: Iterable[str], *, cumulative: bool) -> Fraction:
    """Points scored of a unit: the highest category that is new at this site, or with `cumulative` all of them."""
    fresh = [SHARES[deed] for deed in done if deed in AGAIN or deed not in before]
    per_cent = (sum(fresh) if cumulative else max(fresh)) if fresh else 0
    return exact(unit.cbpv) * per_cent / 100


def brought(battle: Battle, packet: Packet) -> dict[str, tuple[str, ...]]:
    """Deeds done to units before they came: who is crippled already is crippled by nobody here (EAW-4e.2)."""
    return {unit.id: ("crippled", *IMPLIED["crippled"]) for unit in battle.units if suffers(packet, unit.mark)}


def score(
    battle: Battle, fates: Mapping[str, Fate], scored: Deeds, fighters: Mapping[str, int], *, cumulative: bool
) -> Score:
    """The victory points of both sides (EAW-4e.2, EAW-4e.3). `fighters` has the CBPV of each kind of fighter."""
    points, after = [Fraction(0), Fraction(0)], dict(scored)
    for side, force in enumerate(battle.forces):
        for unit in force.units:
            fate = fates.get(unit.mark, Fate())
            done = deeds(unit, fate)
            before = after.get(unit.id, ())
            points[1 - side] += worth(unit, done, before, cumulative=cumulative)
            points[1 - side] += sum(fighters.get(kind, 0) * count for kind, count in fate.lost.items())
            implied = [more for deed in done for more in IMPLIED.get(deed, ())]
            after[unit.id] = tuple(dict.fromkeys((*before, *done, *implied)))
    return Score((points[0], points[1]), after)


def with_difference(battle: Battle, fates: Mapping[str, Fate], points: Points) -> Points:
    """The points of both sides with the bonus of the smaller force, by how much the other one's CBPV was larger, if
    nobody left (SFB S2.2; setting `vp-difference-bonus`, EAW-4e.2).
    """
    first, second = (sum((exact(unit.cbpv) for unit in force.units), Fraction(0)) for force in battle.forces)
    if any(fate.fate == "left" for fate in fates.values()):
        return points
    return points[0] + max(Fraction(0), second - first), points[1] + max(Fraction(0), first - second)


def experience(force: Force, points: Fraction, *, won: bool) -> dict[str, Fraction]:
    """Experience that the ships of a side gain or lose by the winner's points, by their share of its strength before
    the battle; what is destroyed takes its share along (EAW-2e.4).
    """
    ships = [unit for unit in force.units if unit.kind == "ship"]
    total = sum((exact(unit.cbpv) for unit in ships), Fraction(0))
    if not total:
        return {}
    return {unit.id: (1 if won else -1) * points * exact(unit.cbpv) / total for unit in ships}


def points_winner(points: Points) -> int | None:
    """The side with more victory points; None of equals (EAW-2e.3)."""
    return None if points[0] == points[1] else 0 if points[0] > points[1] else 1
