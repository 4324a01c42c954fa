"""Repairing damage: points restored in whole hours. Rulebook: GCW-REP."""

from __future__ import annotations

from collections.abc import Sequence

from engine.gcw.figures.arithmetic import ceil_div
from engine.gcw.figures.damage import Layer, Pools, Status

SHIP_PERCENT = 5
"""Percent an hour of a ship's or facility's pools (GCW-REP-02, -04, -05)."""
CRAFT_SHIELDS_PERCENT = 20
"""Percent an hour of a squadron's or auxiliary's shields (GCW-REP-07)."""
CRAFT_ARMOR_PERCENT = 10
"""Percent an hour of a squadron's or auxiliary's armor (GCW-REP-08)."""
REPAIR_ORDER = (Layer.ARMOR, Layer.HULL, Layer.SYSTEMS)
"""Which pool of a ship is repaired first, unless its player says otherwise (GCW-REP-04)."""


def restore(most: int, current: int, percent: int, hours: int) -> int:
    """Points after repairing for completed whole hours, rounded up on the accumulated total (GCW-REP-02)."""
    return min(most, current + ceil_div(most * percent * hours, 100))


def hours_to_full(most: int, current: int, percent: int) -> int:
    """The fewest whole hours after which `restore` gives the maximum (GCW-REP-02)."""
    missing = most - current
    return 0 if missing <= 0 else 100 * (missing - 1) // (most * percent) + 1


def repaired(
    pools: Pools, most: Pools, hours: int, order: Sequence[Layer] = REPAIR_ORDER, percent: int = SHIP_PERCENT
) -> Pools:
    """A ship's pools after so many completed hours in dock, one pool an hour, in the player's order (GCW-REP-04, -05).

    An hour that fills a pool belongs to it alone. Layers that are not in `order` stay.
    """
    for layer in order:
        taken = min(hours, hours_to_full(most.of(layer), pools.of(layer), percent))
        pools = pools.with_layer(layer, restore(most.of(layer), pools.of(layer), percent, taken))
        hours -= taken
    return pools


def repair_hours(pools: Pools, most: Pools, order: Sequence[Layer] = REPAIR_ORDER, percent: int = SHIP_PERCENT) -> int:
    """Whole hours until all the pools of `order` are full (GCW-REP-04)."""
    return sum(hours_to_full(most.of(layer), pools.of(layer), percent) for layer in order)


def status_repaired(status: Status, pools: Pools) -> Status:
    """A disabled ship is ACTIVE again when it has both systems and armor; others stay what they are (GCW-REP-06)."""
    disabled = status in (Status.DISABLED, Status.DISABLED_PENDING)
    return Status.ACTIVE if disabled and pools.systems > 0 and pools.armor > 0 else status
