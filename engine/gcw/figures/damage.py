"""Damage: pools, the channels that empty them, and what becomes of a unit. Rulebook: GCW-DMG, register 0.4."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum

import msgspec

from engine.gcw.data.codes import Code
from engine.gcw.data.terms import DamageChannel, Layer, Pools, Status
from engine.gcw.figures.arithmetic import ceil_div

S, A, Y, H = Layer.SHIELDS, Layer.ARMOR, Layer.SYSTEMS, Layer.HULL

Ways = Mapping[DamageChannel, tuple[Layer, ...]]

SHIP_WAYS: Ways = {
    DamageChannel.NORMAL: (S, A, H),  # GCW-DMG-01
    DamageChannel.ION: (S, Y, H),  # GCW-DMG-02
    DamageChannel.PTL: (A, H),  # GCW-DMG-07
    DamageChannel.PIC: (Y, H),  # GCW-DMG-06
    DamageChannel.BYPASS: (A, H),  # GCW-BMB-02
    DamageChannel.SCUTTLE: (H,),  # GCW-DMG-18
}
CRAFT_WAYS: Ways = {
    DamageChannel.NORMAL: (S, A),
    DamageChannel.ION: (S, A),  # GCW-DMG-04
    DamageChannel.PTL: (A,),
    DamageChannel.PIC: (A,),
}
FACILITY_WAYS: Ways = {
    DamageChannel.NORMAL: (S, A, H),
    DamageChannel.ION: (S, A, H),  # no systems (GCW-ATB-02)
    DamageChannel.PTL: (A, H),
    DamageChannel.PIC: (A, H),
    DamageChannel.BYPASS: (A, H),  # GCW-ABR-01
}
GROUND_WAYS: Ways = {
    DamageChannel.NORMAL: (A,),
    DamageChannel.BYPASS: (A,),
    DamageChannel.PTL: (A,),
    DamageChannel.ION: (),  # no effect (GCW-ATB-02)
    DamageChannel.PIC: (),
}


class Hit(msgspec.Struct, frozen=True):
    """A hit, worked out: the pools afterwards, the status that they show, points each layer absorbed, points wasted.

    `status` is ACTIVE, DISABLED or DESTROYED, from the pools alone; `status_after` makes a unit's real status of it.
    `dropped` are shield points lost because the hit disabled the unit (GCW-DMG-10), not because they absorbed damage.
    """

    pools: Pools
    status: Status
    absorbed: Pools
    dropped: int = 0
    wasted: int = 0


def pour(pools: Pools, way: Sequence[Layer], damage: int) -> tuple[Pools, int]:
    """Empty layers in order; damage left over flows into the next. Returns the pools and what nothing could absorb."""
    for layer in way:
        taken = min(damage, pools.of(layer))
        pools = pools.with_layer(layer, pools.of(layer) - taken)
        damage -= taken
    return pools, damage


def _way(ways: Ways, channel: DamageChannel, *, shields_up: bool) -> tuple[Layer, ...]:
    if channel not in ways:
        raise ValueError(f"{channel} damage cannot be done to this kind of unit")
    return tuple(layer for layer in ways[channel] if shields_up or layer is not S)  # GCW-DMG-20


def _disables(before: Pools, after: Pools, vital: Sequence[Layer]) -> bool:
    return all(before.of(layer) > 0 for layer in vital) and any(after.of(layer) == 0 for layer in vital)


def _outcome(before: Pools, after: Pools, wasted: int, vital: Sequence[Layer]) -> Hit:
    dropped = after.shields if _disables(before, after, vital) else 0
    final = after.with_layer(S, after.shields - dropped)
    return Hit(final, _shown(final, vital), before.minus(after), dropped, wasted)


def _shown(pools: Pools, vital: Sequence[Layer]) -> Status:
    if pools.hull == 0:
        return Status.DESTROYED  # GCW-DMG-11
    return Status.DISABLED if any(pools.of(layer) == 0 for layer in vital) else Status.ACTIVE


def hit(pools: Pools, channel: DamageChannel, damage: int, *, shields_up: bool = True) -> Hit:
    """Refined damage on a capital ship (GCW-DMG-01, -02, -05..07, -09..11, -18, -20)."""
    after, wasted = pour(pools, _way(SHIP_WAYS, channel, shields_up=shields_up), damage)
    return _outcome(pools, after, wasted, (A, Y))


def hit_sf(pools: Pools, channel: DamageChannel, damage: int, *, shields_up: bool = True) -> Hit:
    """Refined damage on a squadron, a swarm or an auxiliary: armor 0 destroys it (GCW-DMG-04, GCW-UNT-01, GCW-TIE-03).

    Raises ValueError for BYPASS and SCUTTLE, which no order can aim at craft.
    """
    after, wasted = pour(pools, _way(CRAFT_WAYS, channel, shields_up=shields_up), damage)
    status = Status.DESTROYED if after.armor == 0 else Status.ACTIVE
    return Hit(after, status, pools.minus(after), 0, wasted)


def hit_facility(pools: Pools, channel: DamageChannel, damage: int, *, shields_up: bool = True) -> Hit:
    """Refined damage on a facility or space platform: armor 0 disables, hull 0 destroys (GCW-DMG-10, GCW-GAR-06).

    Raises ValueError for SCUTTLE.
    """
    after, wasted = pour(pools, _way(FACILITY_WAYS, channel, shields_up=shields_up), damage)
    return _outcome(pools, after, wasted, (A,))


def hit_ground(points: int, channel: DamageChannel, damage: int) -> int:
    """Points left to squads or a vehicle; ion weapons do nothing to them (GCW-ATB-02).

    Raises ValueError for SCUTTLE.
    """
    return pour(Pools(armor=points), _way(GROUND_WAYS, channel, shields_up=False), damage)[0].armor


def ship_status_after(before: Status, shown: Status, channel: DamageChannel) -> Status:
    """A ship's status after a hit that left its pools showing `shown` (GCW-DMG-09..12, -16, -18).

    A ship whose last acts are unspent becomes DISABLED_PENDING, or DOOMED when its hull is gone; one that has spent
    them, has no crew or was scuttled is destroyed at once.
    """
    if shown is Status.DESTROYED:
        spent = before in (Status.DISABLED, Status.DERELICT, Status.DESTROYED)
        return Status.DESTROYED if spent or channel is DamageChannel.SCUTTLE else Status.DOOMED
    if shown is Status.DISABLED and before is Status.ACTIVE:
        return Status.DISABLED_PENDING
    return before


def squadron_status_after(before: Status, shown: Status) -> Status:
    """A squadron's status after a hit: destroyed, it still has a last act (GCW-DMG-17)."""
    return Status.DOOMED if shown is Status.DESTROYED and before is Status.ACTIVE else before


AFTER_LAST_ACTS = {Status.DISABLED_PENDING: Status.DISABLED, Status.DOOMED: Status.DESTROYED}


def after_own_turn(status: Status) -> Status:
    """Status of a unit when its owner's turn has become final and its last acts are over (GCW-DMG-12, -17)."""
    return AFTER_LAST_ACTS.get(status, status)


def target_ok(status: Status) -> Code | None:
    """`TARGET_GONE` for a unit that can no longer be hit (GCW-DMG-12)."""
    return Code.TARGET_GONE if status in (Status.DOOMED, Status.DESTROYED) else None


class Act(StrEnum):
    """A deed asked of a unit, as far as its being disabled matters (GCW-DMG-12..14, -18)."""

    MOVE = "move"
    FIRE = "fire"
    LAUNCH = "launch"
    ABANDON = "abandon ship"
    SCUTTLE = "scuttle"
    REPEL = "repel boarders"
    OTHER = "other"


LAST_ACTS = frozenset({Act.MOVE, Act.FIRE, Act.LAUNCH, Act.ABANDON})


def ship_act_ok(status: Status, act: Act) -> Code | None:
    """None if a ship in that status may do that, else a refusal (GCW-DMG-09, -12, -13, -14, -18).

    Refused: `UNIT_NOT_DISABLED`, `UNIT_DISABLED`, `FINAL_USED`, and `TARGET_GONE` for a ship that is no more.
    """
    if status in (Status.DESTROYED, Status.DERELICT):
        return Code.TARGET_GONE
    if status is Status.ACTIVE:
        return Code.UNIT_NOT_DISABLED if act in (Act.ABANDON, Act.SCUTTLE) else None
    if status is Status.DOOMED:
        return None if act in LAST_ACTS else Code.UNIT_DISABLED
    if act in (Act.SCUTTLE, Act.REPEL):
        return None
    if act not in LAST_ACTS:
        return Code.UNIT_DISABLED
    return Code.FINAL_USED if status is Status.DISABLED else None


def squadron_act_ok(status: Status, act: Act) -> Code | None:
    """None if a squadron may do that: a doomed one moves and fires once more (GCW-DMG-17).

    Refused: `FINAL_USED`, `TARGET_GONE`.
    """
    if status is Status.DESTROYED:
        return Code.TARGET_GONE
    return Code.FINAL_USED if status is Status.DOOMED and act not in (Act.MOVE, Act.FIRE) else None


def squads_left(hp_total: int, hp_each: int) -> int:
    """Squads that remain of a stack with that many hit points in all (GCW-G2G-01, GCW-BRD-02)."""
    return ceil_div(max(0, hp_total), hp_each)


def dealt(left: int, maxima: Sequence[int]) -> tuple[int, ...]:
    """Points of a dissolving swarm dealt to its members in order, each up to its maximum (GCW-TIE-03)."""
    shares = []
    for most in maxima:
        share = min(left, most)
        shares.append(share)
        left -= share
    return tuple(shares)
