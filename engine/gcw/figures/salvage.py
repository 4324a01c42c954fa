"""Scrapping and salvaging: what a unit pays, and where. Rulebook: GCW-SCR, GCW-STK-02."""

from __future__ import annotations

from collections.abc import Collection
from enum import StrEnum

from engine.gcw.data.codes import Code
from engine.gcw.data.places import Feature
from engine.gcw.figures.arithmetic import ceil_div


class Origin(StrEnum):
    """Origin of a unit (register section 5); BONUS covers everything a stronghold gets free (GCW-SCR-01)."""

    BUILT = "BUILT"
    STARTING = "STARTING"
    BONUS = "BONUS"
    CAPTURED = "CAPTURED"
    DISCOVERED = "DISCOVERED"


class Worth(StrEnum):
    """Kind of payout that a unit gets."""

    STOCK = "stock"
    MADE = "made"
    TAKEN = "taken"


PERCENT = {Worth.STOCK: 0, Worth.MADE: 25, Worth.TAKEN: 50}
"""Percent of the original cost (GCW-SCR-01, -02, -04)."""

SCRAP_FEATURES = frozenset(
    {Feature.SHIPYARD_WORLD, Feature.FACTORY, Feature.SALVAGE_YARD, Feature.HEAVY_INDUSTRY, Feature.HEAVY_MINING}
)
"""Features of a world, any one of which allows scrapping (GCW-SCR-03)."""


def payout(cost: int, worth: Worth, salvage: int = 0) -> int:
    """KC for a unit of that original cost, rounded up; damage does not matter (GCW-SCR-01, -02, -04).

    `salvage` are percent that a hero makes the most of, for what was captured or discovered (GCW-HRO-01).
    """
    percent = max(PERCENT[worth], salvage) if worth is Worth.TAKEN else PERCENT[worth]
    return ceil_div(cost * percent, 100)


def worth_of(origin: Origin, *, stock: bool, made_by_owner: bool) -> Worth | Code:
    """Kind of payout that a unit gets (GCW-SCR-01, -02, -04).

    `made_by_owner` says that the owner is the original manufacturer. Refused: `SCRAP_OWNER` for a unit received from
    another player.
    """
    if origin in (Origin.CAPTURED, Origin.DISCOVERED):
        return Worth.STOCK if stock else Worth.TAKEN
    if not made_by_owner:
        return Code.SCRAP_OWNER
    return Worth.STOCK if stock or origin is Origin.BONUS else Worth.MADE


def scrap_place_ok(features: Collection[Feature], *, yard_working: bool, friendly: bool) -> Code | None:
    """`SCRAP_PLACE` unless the system is friendly and has a place for it (GCW-SCR-03).

    `yard_working` says that a shipyard, factory or salvage yard stands there and is not disabled.
    """
    site = yard_working or any(feature in SCRAP_FEATURES for feature in features)
    return None if site and friendly else Code.SCRAP_PLACE
