"""How sheets become weapons, units and facility types: records made of rows, every name checked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

import msgspec
from pydantic import BaseModel

from engine.catalogue import Faults, Sheet, absent, no_such, parse, repeats, shaped
from engine.gcw.data import records
from engine.gcw.data.records import counted, mount
from engine.gcw.data.specs import (
    AuxClass,
    Berth,
    EliteVariant,
    FacilityType,
    GroundClass,
    GroundKind,
    Marks,
    Record,
    ShipClass,
    SquadronClass,
    UnitClass,
    Weapon,
)
from engine.gcw.figures.ucr import UCR_MAX
from engine.positions import Path

SHAPES: Mapping[str, type[BaseModel]] = {
    "pack.toml": records.PackSheet,
    "weapons.toml": records.WeaponSheet,
    "ships.toml": records.ShipSheet,
    "squadrons.toml": records.SquadronSheet,
    "auxiliaries.toml": records.AuxSheet,
    "ground.toml": records.GroundSheet,
    "facilities.toml": records.FacilitySheet,
    "galaxy.toml": records.GalaxySheet,
    "factions.toml": records.FactionSheet,
    "heroes.toml": records.HeroSheet,
    "missions.toml": records.MissionSheet,
    "defenders.toml": records.DefenderSheet,
}
"""The sheets of a pack that hold records."""

WORDING = ("rules.toml", "refusals.toml")
"""The sheets that hold words only: they change no ruling."""

APART = ("grid.toml",)
"""Sheets of the same folder that another chapter reads; the pack's digest covers them."""

M = TypeVar("M", bound=BaseModel)
U = TypeVar("U", bound=Record)


def read(sources: Mapping[str, str], faults: Faults) -> dict[str, Sheet]:
    """Every sheet parsed; a missing or an unknown one is a fault."""
    known = (*SHAPES, *WORDING, *APART)
    for file in sorted(set(sources) - set(known)):
        faults.at_line(file, 1, no_such("sheet", file, known))
    files = [file for file in known if file in sources or file not in APART]
    return {file: parse(file, sources[file], faults) if file in sources else absent(file, faults) for file in files}


class Shapes:
    """Every sheet in its shape."""

    def __init__(self, sheets: Mapping[str, Sheet], faults: Faults) -> None:
        self._faults = faults
        self._found = {file: shaped(sheets[file], model, faults) for file, model in SHAPES.items()}
        faults.check()
        self.sheets = sheets
        self.marks: dict[tuple[str, str], Marks] = {}
        self.pack = self._take("pack.toml", records.PackSheet)
        self.weapons = self._take("weapons.toml", records.WeaponSheet)
        self.ships = self._take("ships.toml", records.ShipSheet)
        self.squadrons = self._take("squadrons.toml", records.SquadronSheet)
        self.auxiliaries = self._take("auxiliaries.toml", records.AuxSheet)
        self.ground = self._take("ground.toml", records.GroundSheet)
        self.facilities = self._take("facilities.toml", records.FacilitySheet)
        self.galaxy = self._take("galaxy.toml", records.GalaxySheet)
        self.factions = self._take("factions.toml", records.FactionSheet)
        self.heroes = self._take("heroes.toml", records.HeroSheet)
        self.missions = self._take("missions.toml", records.MissionSheet)
        self.defenders = self._take("defenders.toml", records.DefenderSheet)

    def _take(self, file: str, model: type[M]) -> M:
        shape = self._found[file]
        if not isinstance(shape, model):
            self._faults.fail()
        return shape


def shape(sheets: Mapping[str, Sheet], faults: Faults) -> Shapes:
    """Every sheet in its shape. Raises PackError where one does not fit: names are checked only in whole sheets."""
    return Shapes(sheets, faults)


class Units(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that is bought, and what it fires."""

    weapons: dict[str, Weapon]
    ships: dict[str, ShipClass]
    squadrons: dict[str, SquadronClass]
    auxiliaries: dict[str, AuxClass]
    ground: dict[str, GroundClass]
    facilities: dict[str, FacilityType]
    elite: EliteVariant
    all: dict[str, UnitClass]


class Scribe:
    """Makes the records of one sheet, and notes what is wrong with them."""

    def __init__(self, shapes: Shapes, file: str, table: str, faults: Faults) -> None:
        self.table = table
        self._shapes, self._faults = shapes, faults
        self._sheet = shapes.sheets[file]
        self._rest = str(self._sheet.data["mark"])

    def fault(self, path: Path, reason: str, record: str = "") -> None:
        """Note a fault of the field at `path` of this table."""
        self._faults.add(self._sheet, (self.table, *path), reason, record)

    def fault_at(self, path: Path, reason: str, record: str = "") -> None:
        """Note a fault of any field of the sheet."""
        self._faults.add(self._sheet, path, reason, record)

    def make(self, row: records.Marked, to: type[U], name: str, **changes: object) -> U:
        """A record with the fields of a row, some of them changed; its marks are kept."""
        given = row.model_dump(exclude={"mark", "marks"})
        rest = row.mark or self._rest
        self._shapes.marks[to.__name__, name] = Marks(rest, dict(row.marks))
        return msgspec.convert({**given, **changes}, to)

    def unique(self, names: Iterable[str], field: str) -> None:
        """Every name once."""
        listed = list(names)
        for index in repeats(listed):
            self.fault((index, field), f"{listed[index]!r} is given twice", listed[index])

    def known(self, path: Path, what: str, name: str, names: Iterable[str], record: str) -> bool:
        """Whether a name is one of those; else a fault."""
        if name in (listed := list(names)):
            return True
        self.fault(path, no_such(what, name, listed), record)
        return False

    def mounts(
        self, index: int, texts: Sequence[str], weapons: Mapping[str, Weapon], record: str
    ) -> list[dict[str, object]]:
        """A list of mounts whose weapons exist (GCW-WPN-01)."""
        made = [mount(text) for text in texts]
        for place, one in enumerate(made):
            self.known((index, "weapons", place), "weapon", str(one["weapon"]), weapons, record)
        return made

    def counts(
        self, path: Path, texts: Sequence[str], what: str, names: Iterable[str], record: str
    ) -> list[dict[str, object]]:
        """A list of counted classes that exist."""
        listed = list(names)
        made: list[dict[str, object]] = []
        for place, text in enumerate(texts):
            count, code = counted(text)
            self.known((*path, place), what, code, listed, record)
            made.append({"code": code, "count": count})
        return made

    def rated(self, index: int, row: records.MobileRow) -> None:
        """A rating from 1 to 999 (GCW-UCR-05, GCW-MAT-05)."""
        if not 1 <= row.speed + row.maneuver <= UCR_MAX:
            reason = f"speed + maneuver is {row.speed + row.maneuver}, a UCR is from 1 to {UCR_MAX}"
            self.fault((index, "maneuver"), reason, row.code)


def units(shapes: Shapes, faults: Faults) -> Units:
    """Weapons, unit classes and facility types; codes are distinct, weapons and building places exist."""
    scribe = Scribe(shapes, "weapons.toml", "weapons", faults)
    scribe.unique((row.code for row in shapes.weapons.weapons), "code")
    weapons = {row.code: scribe.make(row, Weapon, row.code) for row in shapes.weapons.weapons}
    facilities = _facilities(shapes, weapons, faults)
    squadrons = _squadrons(shapes, weapons, faults)
    auxiliaries = _auxiliaries(shapes, weapons, faults)
    ground = _ground(shapes, weapons, faults)
    carried: dict[str, Berth] = {
        **dict.fromkeys(squadrons, Berth.SF),
        **dict.fromkeys(auxiliaries, Berth.AUX),
        **{code: Berth.INFANTRY if one.kind is GroundKind.INFANTRY else Berth.GAV for code, one in ground.items()},
    }
    room = {code: one.room for code, one in ground.items()}
    ships = _ships(shapes, weapons, facilities, carried, room, faults)
    everything: dict[str, UnitClass] = {}
    kinds: tuple[tuple[str, str, Mapping[str, UnitClass]], ...] = (
        ("ships.toml", "ships", ships),
        ("squadrons.toml", "squadrons", squadrons),
        ("auxiliaries.toml", "auxiliaries", auxiliaries),
        ("ground.toml", "ground", ground),
    )
    for file, table, made in kinds:
        scribe = Scribe(shapes, file, table, faults)
        for index, (code, one) in enumerate(made.items()):
            if code in everything:
                scribe.fault((index, "code"), f"{code!r} is also the code of {everything[code].name}", code)
            else:
                everything[code] = one
    scribe = Scribe(shapes, "facilities.toml", "facilities", faults)
    for index, code in enumerate(facilities):
        if code in everything:
            scribe.fault((index, "code"), f"{code!r} is also the code of {everything[code].name}", code)
    elite = EliteVariant(shapes.squadrons.elite.ucr, shapes.squadrons.elite.cost)
    return Units(
        weapons=weapons,
        ships=ships,
        squadrons=squadrons,
        auxiliaries=auxiliaries,
        ground=ground,
        facilities=facilities,
        elite=elite,
        all=everything,
    )


def _ships(
    shapes: Shapes,
    weapons: Mapping[str, Weapon],
    facilities: Mapping[str, FacilityType],
    carried: Mapping[str, Berth],
    room: Mapping[str, int],
    faults: Faults,
) -> dict[str, ShipClass]:
    rows = shapes.ships.ships
    scribe = Scribe(shapes, "ships.toml", "ships", faults)
    scribe.unique((row.code for row in rows), "code")
    made: dict[str, ShipClass] = {}
    for index, row in enumerate(rows):
        scribe.rated(index, row)
        for place, code in enumerate(row.built_at):
            scribe.known((index, "built_at", place), "facility type", code, facilities, row.code)
        if row.buildable and not row.built_at:
            scribe.fault(
                (index, "built_at"),
                "names no facility type, and the class is not marked buildable = false",
                row.code,
            )
        totals = dict.fromkeys(Berth, 0)
        complement: list[dict[str, object]] = []
        for place, text in enumerate(row.complement):
            count, code = counted(text)
            stock = code in Berth.__members__
            if not stock and not scribe.known((index, "complement", place), "carried class", code, carried, row.code):
                continue
            kind = Berth(code) if stock else carried[code]
            totals[kind] += count * (room.get(code, 1) if kind is Berth.GAV else 1)
            complement.append({"kind": kind, "count": count, "code": "" if stock else code})
        made[row.code] = scribe.make(
            row,
            ShipClass,
            row.code,
            weapons=scribe.mounts(index, row.weapons, weapons, row.code),
            complement=complement,
            length_dm=row.length,
            hyper_tenths=row.hyper_rating,
            hangar_sf=_or(row.hangar_sf, totals[Berth.SF]),
            hangar_aux=_or(row.hangar_aux, totals[Berth.AUX]),
            troop_capacity=_or(row.troop_capacity, totals[Berth.INFANTRY]),
            vehicle_capacity=_or(row.vehicle_capacity, totals[Berth.GAV]),
            move_points=_or(row.move_points, row.speed),
        )
    return made


def _or(given: int | None, default: int) -> int:
    return default if given is None else given


def _squadrons(shapes: Shapes, weapons: Mapping[str, Weapon], faults: Faults) -> dict[str, SquadronClass]:
    scribe = Scribe(shapes, "squadrons.toml", "squadrons", faults)
    rows = shapes.squadrons.squadrons
    scribe.unique((row.code for row in rows), "code")
    for index, row in enumerate(rows):
        scribe.rated(index, row)
    return {
        row.code: scribe.make(
            row,
            SquadronClass,
            row.code,
            weapons=scribe.mounts(index, row.weapons, weapons, row.code),
            hyper_tenths=row.hyper_rating if row.hyper_capable else 0,
        )
        for index, row in enumerate(rows)
    }


def _auxiliaries(shapes: Shapes, weapons: Mapping[str, Weapon], faults: Faults) -> dict[str, AuxClass]:
    scribe = Scribe(shapes, "auxiliaries.toml", "auxiliaries", faults)
    rows = shapes.auxiliaries.auxiliaries
    scribe.unique((row.code for row in rows), "code")
    for index, row in enumerate(rows):
        scribe.rated(index, row)
    return {
        row.code: scribe.make(
            row,
            AuxClass,
            row.code,
            weapons=scribe.mounts(index, row.weapons, weapons, row.code),
            length_dm=row.length,
            hyper_tenths=row.hyper_rating if row.hyper_capable else 0,
        )
        for index, row in enumerate(rows)
    }


def _ground(shapes: Shapes, weapons: Mapping[str, Weapon], faults: Faults) -> dict[str, GroundClass]:
    scribe = Scribe(shapes, "ground.toml", "ground", faults)
    rows = shapes.ground.ground
    scribe.unique((row.code for row in rows), "code")
    for index, row in enumerate(rows):
        scribe.rated(index, row)
    return {
        row.code: scribe.make(
            row,
            GroundClass,
            row.code,
            weapons=scribe.mounts(index, row.weapons, weapons, row.code),
            length_cm=row.length,
        )
        for index, row in enumerate(rows)
    }


def _facilities(shapes: Shapes, weapons: Mapping[str, Weapon], faults: Faults) -> dict[str, FacilityType]:
    scribe = Scribe(shapes, "facilities.toml", "facilities", faults)
    rows = shapes.facilities.facilities
    scribe.unique((row.code for row in rows), "code")
    return {
        row.code: scribe.make(
            row,
            FacilityType,
            row.code,
            weapons=scribe.mounts(index, row.weapons, weapons, row.code),
            ucr_attack=_or(row.ucr_attack, row.ucr_defensive),
            length_dm=row.length,
        )
        for index, row in enumerate(rows)
    }
