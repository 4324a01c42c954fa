"""Which fleet the bot takes: a ready-made one as large as the game allows, else small ships of its own. FS-FRC-01."""

from __future__ import annotations

from collections.abc import Iterator

from engine.sunrise.data.pack import Pack
from engine.sunrise.data.units import Arc, FleetList, Mount, ShipList
from engine.sunrise.fleet.lists import faults, fleet_text, integrity
from engine.sunrise.state import Side

FORE = (Arc.FORE,)

SMALL = (
    ("destroyer", (Mount("energy-lance", FORE), Mount("autocannon", FORE), Mount("shields"), Mount("shields"))),
    ("frigate", (Mount("beam-rifle", FORE), Mount("shields"))),
    ("corvette", (Mount("arc-gun", FORE),)),
)
"""Hulls and what the bot mounts on them, the largest first: enough for totals that no ready-made fleet fits."""
DEFENSES = ("refractive-coating", "hardened-armor", "interceptor-missiles")


def muster(pack: Pack, game: str, side: Side, total: int, factions: bool) -> str:
    """The code of a ready-made fleet, or a list as text where none fits.

    Among the largest that may be played the game's name decides, and the sides take different ones where they can.
    """
    legal = {
        code: one.fleet for code, one in pack.fleets.items() if not faults(one.fleet, pack, total, factions=factions)
    }
    if not legal:
        return fleet_text(FleetList("Flotilla", tuple(_small(pack, total))), pack)
    most = max(integrity(fleet, pack) for fleet in legal.values())
    codes = [code for code, fleet in legal.items() if integrity(fleet, pack) == most]
    turn = sum(map(ord, game)) + (1 if side is Side.B else 0)
    return codes[turn % len(codes)]


def _small(pack: Pack, total: int) -> Iterator[ShipList]:
    """Ships of the small hulls until the total is used up."""
    number = 1
    for hull, mounts in SMALL:
        while pack.hulls[hull].integrity <= total:
            total -= pack.hulls[hull].integrity
            yield ShipList(f"Bot {number}", hull, DEFENSES, mounts)
            number += 1
