"""Fleet command limits: command points, seven ships, escorts, and changes to a roster. Rulebook: GCW-CMD, GCW-ESC."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engine.gcw.data.codes import Code
from engine.gcw.figures.arithmetic import ceil_div

MOST_SQUADRONS = 3


MOST_AUXILIARIES = 12


AUXILIARIES_TO_A_SHIP = 3


def ships_needed(squadrons: int, auxiliaries: int) -> int:
    """Capital ships these escorts need: one for each squadron and each started trio of auxiliaries (GCW-ESC-05)."""
    return squadrons + ceil_div(auxiliaries, AUXILIARIES_TO_A_SHIP)


def escort_ok(ships: int, squadrons: int, auxiliaries: int) -> Code | None:
    """None if a fleet may have these escorts (GCW-ESC-02, -03, -05).

    Refused, first of: `ESCORT_SF_MAX`, `ESCORT_AUX_MAX`, `ESCORT_RATIO`.
    """
    if squadrons > MOST_SQUADRONS:
        return Code.ESCORT_SF_MAX
    if auxiliaries > MOST_AUXILIARIES:
        return Code.ESCORT_AUX_MAX
    if ships_needed(squadrons, auxiliaries) > ships:
        return Code.ESCORT_RATIO
    return None


def can_escort(*, hyper_capable: bool) -> Code | None:
    """`ESCORT_NOT_HYPER` for craft without a hyperdrive (GCW-ESC-01)."""
    return None if hyper_capable else Code.ESCORT_NOT_HYPER


CAPACITY = 23
"""Command points of a main fleet, a planetary defense fleet and a reserve (GCW-CMD-01, GCW-PDF-01, GCW-RES-01)."""
MOST_SHIPS = 7
ESCORT_CP = 1
"""Command points of each escort squadron and auxiliary (GCW-ESC-04, GCW-UNT-02)."""


def fleet_cp(ships: Sequence[int], squadrons: int = 0, auxiliaries: int = 0) -> int:
    """Command points in use: those of the ships, and 1 for each escort (GCW-CMD-04)."""
    return sum(ships) + ESCORT_CP * (squadrons + auxiliaries)


def fleet_ok(
    ships: Sequence[int],
    squadrons: int = 0,
    auxiliaries: int = 0,
    *,
    capacity: int = CAPACITY,
    most_ships: int | None = MOST_SHIPS,
) -> Code | None:
    """None if a fleet of ships with these command points and escorts is legal (GCW-CMD-01, -03, GCW-ESC-02..08,
    GCW-PDF-02).

    `most_ships` None lifts the limit on ships. Refused, first of: `SHIP_LIMIT`, an escort refusal, `CP_LIMIT`.
    """
    if most_ships is not None and len(ships) > most_ships:
        return Code.SHIP_LIMIT
    escorts = escort_ok(len(ships), squadrons, auxiliaries)
    if escorts is not None:
        return escorts
    return Code.CP_LIMIT if fleet_cp(ships, squadrons, auxiliaries) > capacity else None


class Limits(msgspec.Struct, frozen=True):
    """Limits of a roster: command points, capital ships, escort squadrons and auxiliaries (GCW-CMD-01, -03,
    GCW-ESC-02, -03); heroes raise those of a main fleet.
    """

    cp: int = CAPACITY
    ships: int = MOST_SHIPS
    squadrons: int = MOST_SQUADRONS
    auxiliaries: int = MOST_AUXILIARIES


USUAL = Limits()
"""Without heroes that raise them; of a planetary defense fleet always (GCW-PDF-01, -02)."""


class Strength(msgspec.Struct, frozen=True):
    """Strength of a roster: the command points of each ship, and its escorts. Bonus units are left out (GCW-CMD-07)."""

    ships: tuple[int, ...] = ()
    squadrons: int = 0
    auxiliaries: int = 0

    @property
    def cp(self) -> int:
        """Command points in use (GCW-CMD-04)."""
        return fleet_cp(self.ships, self.squadrons, self.auxiliaries)

    @property
    def unescorted(self) -> int:
        """Ships short of what the escorts need; negative when there are more than enough (GCW-ESC-05)."""
        return ships_needed(self.squadrons, self.auxiliaries) - len(self.ships)


def change_ok(before: Strength, after: Strength, most: Limits = USUAL) -> Code | None:
    """None if a roster may change so (GCW-CMD-05, GCW-ESC-07).

    A roster that broke a limit through losses or a lapsed bonus stays as it is: refused is only what leaves it further
    over a limit, or adds an escort while the ratio does not hold. Refused in the order of `fleet_ok`.
    """
    more_escorts = after.squadrons > before.squadrons or after.auxiliaries > before.auxiliaries
    if len(after.ships) > max(most.ships, len(before.ships)):
        return Code.SHIP_LIMIT
    if after.squadrons > max(most.squadrons, before.squadrons):
        return Code.ESCORT_SF_MAX
    if after.auxiliaries > max(most.auxiliaries, before.auxiliaries):
        return Code.ESCORT_AUX_MAX
    if after.unescorted > 0 and (more_escorts or after.unescorted > before.unescorted):
        return Code.ESCORT_RATIO
    return Code.CP_LIMIT if after.cp > max(most.cp, before.cp) else None
