"""What Umpire has made: claims of worlds that it occupies, and ships for the defence of its home.

Rulebook: GCW-CON-07, GCW-CST-01, -02, GCW-PDF-01.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.act import Order
from engine.gcw.figures.weapons import damage_of
from engine.gcw.fleets import roster
from engine.gcw.look import Look
from engine.gcw.opponent.side import Side
from engine.gcw.opponent.worlds import stands_guard
from engine.gcw.state import UnitKind
from engine.gcw.works.classes import buildable, makers
from engine.noun import Found

BUILD, CONSTRUCT = "gcw-yard build", "gcw-yard construct"
CLAIM = "BUN"
"""What it claims a world with: the cheapest that is built on the ground."""
MOST_CP = 5
"""Command points at most of a ship that it has made: it is there soon."""
GRIDS = tuple(f"G-{number}" for number in range(1, 5))


def claims(side: Side) -> Iterator[Order]:
    """A facility on each world that the side occupies and where it stands on the Surface (GCW-CON-07)."""
    look, known = side.look, side.look.known
    for system, seats in sorted(known.occupied.items()):
        begun = any(one.system == system and one.owner == look.viewer for one in known.works.values())
        if look.viewer in seats and not begun and stands_guard(look, system):
            yield from (side.order(CONSTRUCT, facility=CLAIM, cell=grid, system=system) for grid in GRIDS)


def yards(side: Side) -> Iterator[Order]:
    """Ships for the fleet that defends home, as long as there is money beside what the next claim costs (GCW-PDF)."""
    look = side.look
    player = look.known.players[look.viewer]
    spare = player.treasury - max(0, claim_price(look) - player.credit)
    for yard in makers(look, player.home):
        classes = [
            spec for spec in buildable(look, Found({"place": (player.home, [yard])}))
            if look.world.kind(spec.code) is UnitKind.SHIP and spec.cp <= MOST_CP and spec.cost <= spare
        ]  # fmt: skip
        waiting = sum(look.world.cp(one.code) for one in look.known.works.values() if one.owner == look.viewer)
        room = look.world.limits(look.known, look.viewer, player.home).cp
        room -= roster(look.world, look.known, look.viewer, player.home).cp + waiting
        for spec in sorted(classes, key=lambda one: (-one.cp, -damage_of(look.world.pack.weapons, one.weapons))):
            if spec.cp <= room:
                yield side.order(BUILD, unit=spec.code, place=yard.name, to="pdf")


def claim_price(look: Look) -> int:
    """KC of what the next world is claimed with."""
    return look.world.price(look.known, look.viewer, look.world.pack.facilities[CLAIM])
