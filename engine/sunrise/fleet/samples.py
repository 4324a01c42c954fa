"""The sample fleets of the data pack: read as players write fleets, and legal at the integrity they have. FS-FRC."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from engine.look import Refused
from engine.pack.positions import Path
from engine.sunrise.data.pack import Pack, without_fleets
from engine.sunrise.data.ships import FleetList, SampleFleet, ShipList
from engine.sunrise.figures import force
from engine.sunrise.fleet.listing import read_ship


def load(sources: Mapping[str, str], folder: str = "") -> Pack:
    """The pack made of these sheets (file name: text). Raises PackError with every fault found.

    `folder` is put before file names in faults. The digest is of everything but the wording (rules, refusals).
    """
    pack, reading = without_fleets(sources, folder)
    faults, sheet = reading.faults, reading.texts["fleets.toml"]
    made: dict[str, SampleFleet] = {}
    for index, text in enumerate(reading.sheets.fleets):
        ships: list[ShipList] = []
        for at, ship in enumerate(text.ships):
            read = read_ship(ship.name, ship.hull, list(ship.defenses), list(ship.components), pack)
            if isinstance(read, Refused):
                faults.add(sheet, ("fleets", index, "ships", at), read.why)
            else:
                ships.append(read)
        fleet = FleetList(text.name, tuple(ships), text.faction)
        names = [ship.name for ship in text.ships]
        for fault in force.faults(fleet, pack, pack.basics.total):
            path: Path = ("fleets", index, "ships", names.index(fault.ship)) if fault.ship else ("fleets", index)
            faults.add(sheet, path, fault.refused.why)
        made[text.code] = SampleFleet(text.code, text.text, fleet)
    faults.check()
    return replace(pack, fleets=made)
