"""Works of Umpire: claims of worlds that it occupies, and ships for the defence of where its yard is.

Rulebook: GCW-CON-07, GCW-CST-01, -02, GCW-PDF-01.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.act import Order
from engine.gcw.figures.weapons import damage_of
from engine.gcw.fleets import roster
from engine.gcw.look import Look
from engine.gcw.opponent.side import YARD, Side
from engine.gcw.opponent.worlds import mine
from engine.gcw.people.founded import stands_guard
from engine.gcw.state import UnitKind
from engine.gcw.works.classes import buildable, makers
from engine.gcw.world import GRIDS
from engine.noun import Found

BUILD, CONSTRUCT = "gcw-yard build", "gcw-yard construct"
CLAIM = "BUN"
"""What it claims a world with: the cheapest that is built on the ground."""
MOST_CP = 5
"""Command points at most of a ship that it has made: it is there soon."""


def claims(side: Side) -> Iterator[Order]:
    """A facility on each world that the side occupies and where it stands on the Surface (GCW-CON-07)."""
    look, known = side.look, side.look.known
    for system, seats in sorted(known.occupied.items()):
        begun = any(work.system == system and work.owner == look.viewer for work in known.works.values())
        if look.viewer in seats and not begun and stands_guard(look, system):
            yield from (side.order(CONSTRUCT, facility=CLAIM, cell=grid, system=system) for grid in GRIDS)


def yards(side: Side) -> Iterator[Order]:
    """A yard where there is none, at home or on a world that was taken (Independents have no credit to raise one,
    GCW-SET-05), and of it ships that defend where it stands, as long as there is money beside what the next claim costs
    (GCW-PDF).
    """
    look = side.look
    player = look.known.players[look.viewer]
    spare = player.treasury - max(0, price(look, CLAIM) - player.credit)
    places = list(dict.fromkeys((player.home, *sorted(owner for owner in look.known.owners if mine(look, owner)))))
    ordered = [work.code for work in look.known.works.values() if work.owner == look.viewer]
    if YARD not in (*ordered, *(unit.code for unit in look.own())) and price(look, YARD) <= spare:
        for place in places:
            yield from (side.order(CONSTRUCT, facility=YARD, cell=grid, system=place) for grid in GRIDS)
    for place in places:
        for yard in makers(look, place):
            classes = [
                spec for spec in buildable(look, Found({"place": (place, [yard])}))
                if look.world.kind(spec.code) is UnitKind.SHIP and spec.cp <= MOST_CP and spec.cost <= spare
            ]  # fmt: skip
            waiting = sum(look.world.cp(work.code) for work in look.known.works.values() if work.owner == look.viewer)
            room = look.world.limits(look.known, look.viewer, place).cp
            room -= roster(look.world, look.known, look.viewer, place).cp + waiting
            for spec in sorted(classes, key=lambda kind: (-kind.cp, -damage_of(look.world.pack.weapons, kind.weapons))):
                if spec.cp <= room:
                    yield side.order(BUILD, unit=spec.code, place=yard.name, to="pdf")


def price(look: Look, code: str) -> int:
    """KC of a facility."""
    return look.world.price(look.known, look.viewer, look.world.pack.facilities[code])
