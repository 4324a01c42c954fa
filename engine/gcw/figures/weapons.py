"""Weapons and volleys: what a number of mounts does before ratings are compared. Rulebook: GCW-WPN, GCW-UCR-04, -09."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache

import msgspec

from engine.gcw.data.codes import Code
from engine.gcw.data.marks import BARREL_WORDS, Mount
from engine.gcw.data.terms import DamageChannel
from engine.gcw.data.units import Channel, Weapon
from engine.gcw.figures.arithmetic import ceil_div
from engine.look import Refused
from engine.text.message import N_, T_, Text, name
from engine.text.names import shown

Chart = Mapping[str, Weapon]
"""The weapon damage chart by code (GCW-WPN-01)."""

PLANETARY = frozenset({Channel.PTL, Channel.PIC})
WHOLE = 100


def damage_of(chart: Chart, mounts: Iterable[Mount]) -> int:
    """Raw damage of mounts fired at one target, whatever their channel: a sum (GCW-WPN-04)."""
    return sum(chart[mount.weapon].damage * mount.barrels * mount.count for mount in mounts)


def raw(chart: Chart, mount: Mount, percent: int = WHOLE) -> int:
    """Raw damage of equal mounts: base damage, x2 dual, x4 quad (GCW-WPN-01, -02), scaled (GCW-DMG-08).

    `percent` is 1..100 and only a planetary weapon takes less than 100; see `percent_ok`.
    """
    return ceil_div(damage_of(chart, [mount]) * percent, WHOLE)


def percent_ok(weapon: Weapon, percent: int | Fraction) -> Code | None:
    """`PLANETARY_PCT` unless a shot may be scaled so: whole percent, 1 to 100, planetary weapons only (GCW-DMG-08)."""
    if percent == WHOLE:
        return None
    if weapon.channel not in PLANETARY or percent != int(percent) or not 1 <= percent <= WHOLE:
        return Code.PLANETARY_PCT
    return None


def channel_of(weapon: Weapon) -> DamageChannel:
    """The channel a weapon's damage takes (GCW-WPN-01)."""
    return DamageChannel(weapon.channel.value)


def raw_by_channel(chart: Chart, mounts: Iterable[Mount]) -> dict[DamageChannel, int]:
    """Raw totals of a volley at one target, by channel in the default order: NORMAL, ION, others (GCW-DMG-19)."""
    totals: dict[DamageChannel, int] = {}
    for mount in mounts:
        channel = channel_of(chart[mount.weapon])
        totals[channel] = totals.get(channel, 0) + damage_of(chart, [mount])
    return {channel: totals[channel] for channel in DamageChannel if channel in totals}


class Ask(msgspec.Struct, frozen=True):
    """So many mounts of a weapon, as asked for. `count` None is all that are left; `barrels` None is left open."""

    weapon: str
    count: int | None = None
    barrels: int | None = None

    def __str__(self) -> str:
        prefix = "" if self.barrels is None else BARREL_WORDS[self.barrels]
        return f"{'all' if self.count is None else self.count} {prefix}{self.weapon}"


class Volley(msgspec.Struct, frozen=True):
    """Mounts that are to fire: some weapons, or (no asks) everything that has not fired."""

    asks: tuple[Ask, ...] = ()

    def __str__(self) -> str:
        return ", ".join(str(ask) for ask in self.asks) or "all"


ALL = Volley()

_ASK = re.compile(
    r"(?:(?P<count>\d{1,6})|(?P<all>all)\b)?\s*x?\s*(?:(?P<barrels>dual|quad|single)\s+)?(?P<code>[a-z]+)", re.I
)
_BARRELS = {"single": 1, "dual": 2, "quad": 4}


class VolleyError(ValueError):
    """A volley that cannot be read; `why` is the sentence for who wrote it, `position` counts characters from 0 to the
    part that is wrong.
    """

    def __init__(self, why: Text, position: int) -> None:
        super().__init__(why)
        self.why, self.position = why, position


@lru_cache(maxsize=1024)
def read_volley(text: str) -> Volley:
    """Read `all`, or weapons with commas between them: `10 Dual HTLB, 5 IC`, `all TLB`, `HTLB`.

    Capitals do not matter. Without a number all mounts of that weapon are meant. Raises VolleyError with the position
    of what it cannot read, for a number of 0, and for a weapon named twice.
    """
    if text.strip().lower() in ("all", ""):
        return ALL
    asks: list[Ask] = []
    position = 0
    for part in text.split(","):
        start = position + len(part) - len(part.lstrip())
        position += len(part) + 1
        match = _ASK.fullmatch(part.strip())
        if match is None:
            raise VolleyError(
                N_("“{part}” is not a number and a weapon, such as 10 HTLB.")(part=name(part.strip())), start
            )
        count = int(match["count"]) if match["count"] else None
        if count == 0:
            raise VolleyError(T_("A volley needs at least one mount."), start)
        barrels = _BARRELS[match["barrels"].lower()] if match["barrels"] else None
        ask = Ask(match["code"].upper(), count, barrels)
        if any((ask.weapon, ask.barrels) == (other.weapon, other.barrels) for other in asks):
            raise VolleyError(N_("{weapon} stands there twice.")(weapon=name(ask.weapon)), start)
        asks.append(ask)
    return Volley(tuple(asks))


def left_of(mounts: Sequence[Mount], fired: Sequence[Mount]) -> tuple[Mount, ...]:
    """Mounts that have not fired this turn, in the order of the spec (GCW-UCR-09)."""
    left = []
    for mount in mounts:
        spent = sum(other.count for other in fired if (other.weapon, other.barrels) == (mount.weapon, mount.barrels))
        if mount.count > spent:
            left.append(Mount(mount.weapon, mount.barrels, mount.count - spent))
    return tuple(left)


def committed(
    volley: Volley, mounts: Sequence[Mount], fired: Sequence[Mount], unit: str
) -> tuple[Mount, ...] | Refused:
    """The mounts a volley fires, from those of the spec and those that have fired this turn (GCW-UCR-09).

    A weapon named without barrels means whichever of that code the unit has left, singles first. Refused:
    `WEAPON_USED` with the unit, the mounts of that weapon left, the weapon and the number asked for; also when nothing
    at all is left to fire.
    """
    left = list(left_of(mounts, fired))
    if not volley.asks:
        return tuple(left) or Refused(Code.WEAPON_USED, {"unit": shown(unit), "n": 0, "weapon": "all", "asked": "all"})
    chosen: dict[tuple[str, int], int] = {}
    for ask in volley.asks:
        fitting = sorted(
            (mount for mount in left if mount.weapon == ask.weapon and ask.barrels in (None, mount.barrels)),
            key=lambda mount: mount.barrels,
        )
        free = {mount.barrels: mount.count - chosen.get((mount.weapon, mount.barrels), 0) for mount in fitting}
        available = sum(free.values())
        wanted = available if ask.count is None else ask.count
        if wanted > available or available == 0:
            asked = "all" if ask.count is None else ask.count
            return Refused(
                Code.WEAPON_USED, {"unit": shown(unit), "n": available, "weapon": shown(ask.weapon), "asked": asked}
            )
        for barrels, count in free.items():
            taken = min(count, wanted)
            wanted -= taken
            if taken:
                chosen[ask.weapon, barrels] = chosen.get((ask.weapon, barrels), 0) + taken
    return tuple(Mount(weapon, barrels, count) for (weapon, barrels), count in chosen.items())
