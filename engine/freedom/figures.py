"""The arithmetic of combat: columns, shifts, losses, searches. Whole numbers in, whole numbers out; no state.

Register FITG-GEN-01, FITG-ENV-07 to -17, -20, FITG-CHR-24 to -36, FITG-PDB-02 to -08, D1 to D3, D7.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple, TypeVar

from engine.dice.tables import Bands
from engine.freedom.data.pack import Detected, Pack, Side, SquadRow, Terrain
from engine.text.message import N_, T_, term

T = TypeVar("T")

EVEN = 5
"""The index of the column 1-1 of the military table."""
COLUMNS = ("1-6", "1-5", "1-4", "1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1")
DIFFERENCES = ("−7 or less", "−6 to −4", "−3 or −2", "−1", "0", "+1", "+2 or +3", "+4 to +6", "+7 to +10", "+11 up")
_BAND = Bands([(-999, 0), (-6, 1), (-3, 2), (-1, 3), (0, 4), (1, 5), (2, 6), (4, 7), (7, 8), (11, 9)])
LAST = 9
"""The index of the last column of the character table; the first is 0."""
PDB_COLUMNS: Mapping[int, int] = {1: EVEN, 2: EVEN + 2}
"""The column of the military table on which a planetary defence base of a level attacks (FITG-PDB-02, FITG-PDB-03)."""
CAPTURE_SHIFT = -2
"""Columns by which an attacker who wants captives is shifted (FITG-CHR-32)."""


def clamped(number: int, least: int, most: int) -> int:
    """The number, or the bound that it is beyond."""
    return max(least, min(most, number))


def ratio_column(attack: int, defence: int) -> int:
    """The column of two strengths from 1 on, in the defender's favour: 1 (1-5) to 9 (5-1) (FITG-ENV-14)."""
    base = EVEN + attack // defence - 1 if attack >= defence else EVEN - (-(-defence // attack) - 1)
    return clamped(base, 1, 9)


class Shift(NamedTuple):
    """Columns by which an environ combat is shifted, to the right for the attacker, and why."""

    columns: int
    reason: str


def shifts(
    attacker: Side,
    leaders: Mapping[Side, int | None],
    terrain: Terrain,
    rebels_at_home: bool,
    elite: bool = False,
    uprising: bool = False,
) -> tuple[Shift, ...]:
    """The shifts of an environ combat (FITG-ENV-08, FITG-ENV-11, FITG-ENV-16, FITG-ENV-17; `uprising`: FITG-ENV-01).

    `leaders` are the leadership ratings, None for a side without a leader; `elite` cancels the special environ.
    """
    sign = {attacker: 1, attacker.other: -1}
    found = [
        Shift(sign[side] * (rating or 0), N_("leader of the {side} side")(side=term(side)))
        for side, rating in leaders.items()
    ]
    if rebels_at_home:
        found.append(Shift(sign[Side.REBEL], N_("Rebels of the type {terrain}")(terrain=term(terrain))))
    if terrain.special and leaders.get(Side.IMPERIAL) is None and not elite:
        found.append(
            Shift(-sign[Side.IMPERIAL], N_("the Empire without a leader in a {terrain} environ")(terrain=term(terrain)))
        )
    if uprising and leaders.get(Side.REBEL) is None:
        found.append(Shift(sign[Side.REBEL], T_("strike of a rebellion")))
    return tuple(shift for shift in found if shift.columns)


def final_column(base: int, moved: Iterable[Shift], extremes: bool) -> int:
    """The column after all shifts; 1-6 and 6-1 are reached with `extremes` alone (FITG-ENV-14, FITG-ENV-15)."""
    least, most = (0, 10) if extremes else (1, 9)
    return clamped(base + sum(shift.columns for shift in moved), least, most)


class Loser(NamedTuple):
    """A unit that may pay for losses: its id, its strength, and what decides among equals."""

    id: str
    first: int
    second: int
    mobile: bool


def best_losses(units: Sequence[Loser], loss: int) -> tuple[tuple[str, ...], ...]:
    """Every set of units whose strength is the greatest not above the loss, the default first (S1 step 7).

    The default has most pieces, then most immobile ones, then the least sum of second numbers, then the lowest ids.
    """
    best = 0
    found: list[tuple[Loser, ...]] = [()]
    for size in range(1, len(units) + 1):
        for each in combinations(units, size):
            strength = sum(unit.first for unit in each)
            if best <= strength <= loss and strength:
                found = [each] if strength > best else [*found, each]
                best = strength

    def order(each: tuple[Loser, ...]) -> tuple[object, ...]:
        immobile = sum(not unit.mobile for unit in each)
        return -len(each), -immobile, sum(unit.second for unit in each), sorted(unit.id for unit in each)

    return tuple(tuple(sorted(unit.id for unit in each)) for each in sorted(found, key=order))


def squad(pack: Pack, strength: int, leader: bool, elite: bool = False) -> SquadRow:
    """The squad that units of a strength send: +2 with their leader, +2 with an elite unit (D3, S3)."""
    return pack.squads[strength + 2 * leader + 2 * elite]


def difference_column(difference: int) -> int:
    """The column of attack minus defence, 0 to 9 (FITG-CHR-31)."""
    return _BAND[max(difference, -999)]


def break_off_numbers(pack: Pack, column: int) -> tuple[int, int]:
    """The greatest dice with which active and inactive characters break off (FITG-CHR-19, FITG-CHR-24)."""
    at = clamped(column, 0, LAST)
    return pack.tables.break_off.active[at], pack.tables.break_off.inactive[at]


def found_number(pack: Pack, searching: int, hiding: int) -> int:
    """The greatest die with which somebody is found; 0 where no die does (D7)."""
    tables = pack.tables
    if searching < tables.searching[0]:
        return 0
    column = max(index for index, begins in enumerate(tables.searching) if begins <= searching)
    row = max((row for row in tables.search if row.hiding <= max(hiding, 0)), key=lambda row: row.hiding)
    return row.dice[column]


def evasion(navigation: int, maneuver: int) -> int:
    """Pilot and ship together, the larger capped at the smaller + 1 (D7)."""
    smaller, larger = sorted((navigation, maneuver))
    return smaller + min(larger, smaller + 1)


def detection(pack: Pack, die: int, evading: int, level: int, detected: bool) -> Detected:
    """Result for a ship: two columns left for level 2, one left if already detected; level 0 loses none (D7)."""
    column = max(index for index, begins in enumerate(pack.tables.evasion) if begins <= max(evading, 0))
    row = next(row for row in pack.tables.detection if row.die == die)
    found = row.cells[max(0, column - 2 * (level == 2) - detected)]
    if level == 0 and found in (Detected.LOST_ON_ARRIVAL, Detected.ELIMINATED):
        return Detected.DETECTED
    return found


def pdb_after(level: int, loss: int) -> tuple[int, bool]:
    """The level of a base after its loss, and whether it is still up (FITG-PDB-06 to -08)."""
    return (max(0, level - 1) if loss >= 3 else level), loss < 2


def spread(boxes: Sequence[tuple[T, int]], wounds: int) -> tuple[tuple[T, int], ...]:
    """Wounds one at a time to whoever has most boxes left, the first of equals (FITG-CHR-35, FITG-CHR-36)."""
    left, given = dict(boxes), dict.fromkeys((id for id, _ in boxes), 0)
    for _ in range(min(wounds, sum(left.values()))):
        healthiest = max(left, key=lambda id: left[id])
        left[healthiest] -= 1
        given[healthiest] += 1
    return tuple((id, count) for id, count in given.items() if count)
