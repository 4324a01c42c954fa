"""An opening that brings every seat to blows at once: for random games, and for benchmarks."""

from __future__ import annotations

from engine.game import MODERATOR, Seat, Setup
from engine.gcw.data.people import Faction
from engine.gcw.data.units import Berth, ShipClass
from engine.gcw.founding.setup import Confirm, Join, Muster
from engine.gcw.moderators import Spawn
from engine.gcw.world import World
from engine.orders import Order

FIELD = "Corellia"
LANDING = "G-1S"
FORTRESS, INFILTRATORS = "BUN", "4 SCO"
CELLS = ("C-1", "C-2", "B-1", "B-2", "DSZ-1")
SQUADRONS = 2
"""That a carrier brings at least: a swarm needs two."""

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
        moves += [(MODERATOR, order) for order in _ground(world, seat, faction, number)]
        moves += [(MODERATOR, order) for order in _boarders(world, seat, faction, CELLS[(number + 1) % len(CELLS)])]
    return moves


def _ground(world: World, seat: Seat, faction: Faction, number: int) -> list[Order]:
    """A small ground force each; the first seat holds a fortress, the second has infiltrators and a craft of troops."""

    def spawned(unit: str, name: str, cell: str, host: str | None = None) -> Order:
        return Spawn(unit=unit, name=f"{seat} {name}", system=FIELD, cell=cell, player=seat, host=host)

    orders = [
        spawned(f"12 {faction.stock_infantry}", "Legion", LANDING),
        spawned(faction.stock_gav, "Rider", LANDING),
    ]
    if number == 0:
        orders.append(spawned(FORTRESS, "Fort", LANDING))
        orders.append(spawned(f"6 {faction.stock_infantry}", "Garrison", LANDING, f"{seat} Fort"))
    if number == 1:
        orders.append(spawned(INFILTRATORS, "Shadow", LANDING))
        orders.append(spawned(faction.stock_aux, "Lift", LANDING))
        orders.append(spawned(f"1 {faction.stock_infantry}", "Wave", LANDING, f"{seat} Lift"))
    return orders


def _boarders(world: World, seat: Seat, faction: Faction, cell: str) -> list[Order]:
    """A craft full of troops in a cell: that of the next seat's smallest ship."""
    lists = world.pack.units_of(faction)
    craft = [world.pack.auxiliaries[code] for code in lists.auxiliaries]
    largest = max((one for one in craft if not one.is_landing_barge), key=lambda one: (one.troop_capacity, one.code))
    name = f"{seat} Boarder"
    troops = f"{largest.troop_capacity} {faction.stock_infantry}"
    return [
        Spawn(unit=largest.code, name=name, system=FIELD, cell=cell, player=seat),
        Spawn(unit=troops, name=f"{seat} Marines", system=FIELD, cell=cell, player=seat, host=name),
    ]


def _force(ships: list[ShipClass]) -> list[ShipClass]:
    """Three ships of a list: the smallest, one with two squadrons or more, and one that may bombard from orbit if any.

    Of those that would do, the ones with the fewest units aboard: what is never launched is no battle, and costs time.
    """
    carriers = [ship for ship in ships if _aboard(ship, Berth.SF) >= SQUADRONS]
    carrier = min(carriers or ships[1:], key=_aboard)
    heavy = [ship for ship in ships if ship.orbital_bombardment and ship is not carrier]
    return [ships[0], carrier, min(heavy or ships[-1:], key=_aboard)]


def _aboard(ship: ShipClass, *kinds: Berth) -> int:
    """The units aboard a ship, of these kinds or of all; infantry goes as one stack."""
    return sum(
        1 if one.kind is Berth.INFANTRY else one.count for one in ship.complement if not kinds or one.kind in kinds
    )
