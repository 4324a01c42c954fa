"""The arithmetic of a volley in the register's own numbers, for players who ask. Rulebook: GCW-UCR-04, GCW-MAT."""

from __future__ import annotations

from collections.abc import Iterable

from engine.dice.tables import total
from engine.gcw.data.units import FacilityType, Mount
from engine.gcw.figures.damage import DamageChannel, Hit, Layer, Pools
from engine.gcw.figures.ucr import Rating, q3
from engine.gcw.figures.weapons import WHOLE, channel_of, raw
from engine.gcw.state import Contact, Unit
from engine.gcw.world import World
from engine.text.names import shown


def reckoning(world: World, mounts: Iterable[Mount], percent: int = WHOLE) -> dict[DamageChannel, str]:
    """Raw damage by channel, mount by mount: "60 HTLB at 15 each = 900" (GCW-WPN-01, -02, -04, GCW-DMG-08)."""
    chart = world.pack.weapons
    said: dict[DamageChannel, list[str]] = {}
    for mount in mounts:
        each = chart[mount.weapon].damage * mount.barrels
        scaled = "" if percent == WHOLE else f" at {percent} % (GCW-DMG-08)"
        words = f"{mount} at {each} each{scaled} = {raw(chart, mount, percent)}"
        said.setdefault(channel_of(chart[mount.weapon]), []).append(words)
    return {channel: ", ".join(words) for channel, words in said.items()}


def rating_words(world: World, code: str, rating: Rating) -> str:
    """A rating with every modifier, its reason and its rule: "3 + 4 = 7, in the atmosphere −1 (GCW-ATM-02): 6"."""
    spec = world.spec(code)
    if rating.rule == "GCW-UCR-01" and not isinstance(spec, FacilityType):
        said = f"speed {spec.speed} + maneuverability {spec.maneuver} = {rating.base} ({rating.rule})"
    else:
        said = f"{rating.base} ({rating.reason}, {rating.rule})"
    for modifier in rating.modifiers:
        said += f" {modifier.value:+d} ({modifier.reason}, {modifier.rule})"
    if not rating.modifiers and rating.value == rating.base:
        return said
    least = ", never less (GCW-UCR-05)" if rating.value > rating.base + total(rating.modifiers) else ""
    return f"{said} = {rating.value}{least}"


def proof(
    world: World,
    unit: Unit,
    contact: Contact,
    channel: DamageChannel,
    reckoned: str,
    amount: int,
    attack: Rating,
    defence: Rating,
    damage: int,
    pools: Pools,
    hit: Hit,
    *,
    harmless: bool = False,
) -> str:
    """How one total becomes damage: raw, both ratings, the quotient cut to thousandths, rounded up, layer by layer.

    `harmless` says that the channel does nothing to such a target (GCW-ATB-02).
    """
    quotient = q3(attack.value, defence.value)
    exact = amount * quotient
    product = f"{amount} × {quotient // 1000}.{quotient % 1000:03d} = {exact // 1000}.{exact % 1000:03d}"
    layers = [
        f"{layer.value.lower()} {before} → {after}"
        for layer in Layer
        if (before := pools.of(layer)) != (after := hit.pools.of(layer))
    ]
    sum_up = f"{product}, rounded up: **{damage}** (GCW-MAT-01)"
    if harmless:
        sum_up = f"{product}, but ion weapons do nothing to infantry and vehicles: **{damage}** (GCW-ATB-02)"
    dropped = f" (of which {hit.dropped} dropped as it is disabled, GCW-DMG-10)" if hit.dropped else ""
    return "\n".join(
        (
            f"**{shown(unit.name)} at {shown(contact.label)}**, {channel}",
            f"raw {amount}: {reckoned} (GCW-WPN-04)",
            f"attacker {rating_words(world, unit.code, attack)}",
            f"target {rating_words(world, contact.code, defence)}",
            f"factor {attack.value}/{defence.value} cut to thousandths, never above 1 (GCW-UCR-02, -03, GCW-MAT-02)",
            sum_up,
            f"{', '.join(layers) or ('no loss' if not damage else 'nothing left to take it')}{dropped}",
        )
    )


def unknown_target(
    world: World, unit: Unit, contact: Contact, channel: DamageChannel, reckoned: str, amount: int, attack: Rating
) -> str:
    """What can be said of a volley at something of unknown class."""
    return "\n".join(
        (
            f"**{shown(unit.name)} at {shown(contact.label)}**, {channel}",
            f"raw {amount}: {reckoned} (GCW-WPN-04)",
            f"attacker {rating_words(world, unit.code, attack)}",
            "target of unknown class: its rating, and so the factor, is known when it is identified (GCW-SCN-18)",
        )
    )
