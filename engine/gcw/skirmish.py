"""An opening that brings every seat to blows at once: for random games, and for benchmarks."""

from __future__ import annotations

from engine.game import MODERATOR, Seat, Setup
from engine.gcw.moderator import Spawn
from engine.gcw.setup import Confirm, Join, Muster
from engine.gcw.specs import ShipClass
from engine.gcw.world import World
from engine.orders import Order

FIELD = "Corellia"
CELLS = ("C-1", "C-2", "B-1", "B-2", "DSZ-1")
FACTIONS = ("GE", "NR", "TF", "HC", "ORC", "CSA", "HS", "IR", "RA", "IND")


def opening(world: World, setup: Setup) -> list[tuple[Seat, Order]]:
    """Orders that have every seat join with a small fleet, and find a force of its own at one system."""
    moves: list[tuple[Seat, Order]] = []
    for number, seat in enumerate(setup.seats):
        faction = world.pack.factions[FACTIONS[number % len(FACTIONS)]]
        ships = sorted(
            (world.pack.ships[code] for code in world.pack.units_of(faction).ships), key=lambda one: (one.cp, one.code)
        )
        moves.append((seat, Join(faction=faction.code, hero=f"Captain {number + 1}")))
        moves.append((seat, Muster(unit=ships[0].code)))
        moves.append((seat, Confirm()))
        for place, ship in enumerate(_force(ships)):
            cell = CELLS[(number + place) % len(CELLS)]
            moves.append(
                (
                    MODERATOR,
                    Spawn(unit=ship.code, name=f"{seat} {ship.code} {place + 1}", system=FIELD, cell=cell, player=seat),
                )
            )
    return moves


def _force(ships: list[ShipClass]) -> list[ShipClass]:
    """Three ships of a list: the smallest, one of the middle, the largest that can be bought."""
    return [ships[0], ships[len(ships) // 2], ships[-1]]
