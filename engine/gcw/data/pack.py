"""The data pack of a campaign: every unit, world, faction and hero class, with look-ups. Register section 8.

`load` makes a `Pack` of the texts in `seeds/gcw` (or of a moderator's own), or tells every fault in them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeVar

import msgspec
from msgspec.structs import astuple, replace

from engine.game import RefusalText
from engine.gcw.data import people, places, units
from engine.gcw.data.marks import Marked, MarkedSheet, Marks, PackSheet, Source
from engine.gcw.data.people import Faction, HeroClass, IndependentPackage, Mission, UnitList
from engine.gcw.data.places import DefenceRow, Guard, Link, Post, System
from engine.gcw.data.units import (
    ANY_TECH,
    AnyClass,
    AuxClass,
    Berth,
    EliteVariant,
    FacilityType,
    GroundClass,
    ShipClass,
    SquadronClass,
    UnitClass,
    Weapon,
)
from engine.gcw.figures import grid
from engine.gcw.figures.grid import Grid, GridSheet
from engine.pack.reading import Check, Flaw, Form, read
from engine.pack.wording import RuleText
from engine.text.names import found

MARK_NAMES = {"length_dm": "length", "length_cm": "length", "hyper_tenths": "hyper_rating"}
"""Fields and properties whose figure a sheet calls otherwise."""


class Sheets(msgspec.Struct, frozen=True):
    """The sheets of a pack that hold records."""

    pack: PackSheet
    weapons: units.WeaponSheet
    ships: units.ShipSheet
    squadrons: units.SquadronSheet
    auxiliaries: units.AuxSheet
    ground: units.GroundSheet
    facilities: units.FacilitySheet
    galaxy: places.GalaxySheet
    factions: people.FactionSheet
    heroes: people.HeroSheet
    missions: people.MissionSheet
    defenders: places.DefenderSheet
    grid: GridSheet


def _codes_twice(sheets: Sheets) -> Iterator[Flaw]:
    """Codes of units and facilities are distinct."""
    seen: dict[str, AnyClass] = {}
    tables: dict[str, tuple[AnyClass, ...]] = {
        "ships": sheets.ships.ships,
        "squadrons": sheets.squadrons.squadrons,
        "auxiliaries": sheets.auxiliaries.auxiliaries,
        "ground": sheets.ground.ground,
        "facilities": sheets.facilities.facilities,
    }
    for name, table in tables.items():
        for index, spec in enumerate(table):
            if (other := seen.setdefault(spec.code, spec)) is not spec:
                yield Flaw(f"{name}.toml", (name, index, "code"), f"{spec.code!r} is also the code of {other.name}")


FORM = Form(
    sheets=Sheets,
    names={**units.NAMES, **places.NAMES, **people.NAMES, **grid.NAMES},
    checks=(
        Check(_codes_twice, ("ships", "squadrons", "auxiliaries", "ground", "facilities")),
        Check(lambda sheets: places.map_flaws(sheets.galaxy), ("galaxy",)),
        Check(lambda sheets: places.undefended(sheets.galaxy, sheets.defenders), ("galaxy", "defenders")),
    ),
)
"""How a pack of this rulebook is made."""

M = TypeVar("M", bound=Marked)


def _called(records: Iterable[M]) -> dict[str, M]:
    """Records by name."""
    return {record.called: record for record in records}


def _marks(sheets: Sheets) -> Iterator[tuple[tuple[str, str], Marks]]:
    """The marks of every record that has a name, by its type and name."""
    for sheet in astuple(sheets):
        for table in astuple(sheet) if isinstance(sheet, MarkedSheet) else ():
            for record in table if isinstance(table, tuple) else ():
                if isinstance(record, Marked) and record.called:
                    yield (type(record).__name__, record.called), Marks(record.mark or sheet.mark, record.marks)


def load(sources: Mapping[str, str], folder: str = "") -> Pack:
    """The pack made of these sheets (file name: text). Raises PackError with every fault found.

    `folder` is put before file names in faults. The digest is of everything but the wording (rules, refusals).
    """
    reading = read(FORM, sources, folder)
    sheets = reading.sheets
    squadrons = _called(sheets.squadrons.squadrons)
    auxiliaries = _called(sheets.auxiliaries.auxiliaries)
    ground = _called(sheets.ground.ground)
    carried: dict[str, UnitClass] = {**squadrons, **auxiliaries, **ground}
    ships = _called(units.stowed(ship, carried) for ship in sheets.ships.ships)
    factions = _called(sheets.factions.factions)
    holders = {faction.stronghold: code for code, faction in factions.items()}
    systems = _called(replace(one, stronghold_of=holders.get(one.name, "")) for one in sheets.galaxy.systems)
    links = tuple(link for _, link in places.links(sheets.galaxy))
    return Pack(
        name=sheets.pack.name,
        version=sheets.pack.version,
        edition=sheets.pack.edition,
        digest=reading.digest,
        weapons=_called(sheets.weapons.weapons),
        ships=ships,
        squadrons=squadrons,
        auxiliaries=auxiliaries,
        ground=ground,
        facilities=_called(sheets.facilities.facilities),
        systems=systems,
        links=links,
        factions=factions,
        heroes=_called(sheets.heroes.heroes),
        missions=_called(sheets.missions.missions),
        defences={row.strategic_value: row for row in sheets.defenders.defences},
        guard=sheets.defenders.guard,
        platforms=sheets.defenders.platforms,
        neutral_stock=sheets.defenders.neutral_stock,
        elite=sheets.squadrons.elite,
        most_in_grid=sheets.facilities.most_in_grid,
        most_of_type_in_grid=sheets.facilities.most_of_type_in_grid,
        independent=sheets.factions.independent,
        sources={source.mark: source for source in sheets.pack.sources},
        rules=reading.rules,
        refusals=reading.refusals,
        marks=dict(_marks(sheets)),
        units={**ships, **carried},
        links_of=places.links_of(systems, links),
        grid=sheets.grid.grid(),
    )


class Pack(msgspec.Struct, frozen=True, kw_only=True):
    """A whole, checked data pack. Look-ups are by code, worlds by name; `digest` pins what it says (not how)."""

    name: str
    version: int
    edition: str
    digest: str
    weapons: Mapping[str, Weapon]
    ships: Mapping[str, ShipClass]
    squadrons: Mapping[str, SquadronClass]
    auxiliaries: Mapping[str, AuxClass]
    ground: Mapping[str, GroundClass]
    facilities: Mapping[str, FacilityType]
    systems: Mapping[str, System]
    links: tuple[Link, ...]
    factions: Mapping[str, Faction]
    heroes: Mapping[str, HeroClass]
    missions: Mapping[str, Mission]
    defences: Mapping[int, DefenceRow]
    guard: Guard
    platforms: tuple[Post, ...]
    neutral_stock: str
    elite: EliteVariant
    most_in_grid: int
    most_of_type_in_grid: int
    independent: IndependentPackage | None
    sources: Mapping[str, Source]
    rules: tuple[RuleText, ...]
    refusals: Mapping[str, RefusalText]
    marks: Mapping[tuple[str, str], Marks]
    units: Mapping[str, UnitClass]
    links_of: Mapping[str, tuple[Link, ...]]
    grid: Grid

    def neighbours(self, system: str) -> tuple[Link, ...]:
        """The links of a world, in the pack's order; none for an unknown one."""
        return self.links_of.get(system, ())

    def find_unit(self, word: str) -> UnitClass | None:
        """The unit class of that code or name, in any case; or the only one whose name begins so."""
        return found(word, self.units, {unit.name: unit for unit in self.units.values()})

    def find_facility(self, word: str) -> FacilityType | None:
        """The facility type of that code or name, as `find_unit`."""
        return found(word, self.facilities, {one.name: one for one in self.facilities.values()})

    def find_system(self, word: str) -> System | None:
        """The world of that name, as `find_unit`."""
        return found(word, self.systems, self.systems)

    def find_faction(self, word: str) -> Faction | None:
        """The faction of that code or name, as `find_unit`."""
        return found(word, self.factions, {faction.name: faction for faction in self.factions.values()})

    def mark(self, record: Marked, field: str) -> str:
        """Where a figure comes from: S the rulebook, F and number a source found, A adapted, P proposed."""
        marks = self.marks[type(record).__name__, record.called]
        return marks.fields.get(MARK_NAMES.get(field, field), marks.rest)

    def may_use(self, faction: Faction, unit: UnitClass) -> bool:
        """Whether a faction may set up, build, buy and exchange a class (GCW-FAC-11); its bonus classes always."""
        return (
            any(tag == ANY_TECH or tag in faction.tech for tag in unit.tech)
            or unit.code in faction.also
            or any(bonus.code == unit.code for bonus in faction.bonus)
        )

    def may_build(self, faction: Faction, unit: UnitClass) -> bool:
        """Whether a faction may have a class made: one it may use, made at all, and not its bonus alone."""
        allowed = unit.code in faction.also or any(tag == ANY_TECH or tag in faction.tech for tag in unit.tech)
        return allowed and unit.buildable

    def units_of(self, faction: Faction) -> UnitList:
        """All that a faction may build, by type, and what it has as a bonus only."""
        built = [unit for unit in self.units.values() if self.may_build(faction, unit)]

        def housed(berth: Berth | None) -> tuple[str, ...]:
            return tuple(unit.code for unit in built if unit.berth is berth)

        codes = {unit.code for unit in built}
        bonus_only = tuple(bonus.code for bonus in faction.bonus if bonus.code not in codes)
        return UnitList(
            ships=housed(None),
            squadrons=housed(Berth.SF),
            auxiliaries=housed(Berth.AUX),
            vehicles=housed(Berth.GAV),
            infantry=housed(Berth.INFANTRY),
            bonus_only=bonus_only,
        )

    def stock(self, faction: Faction, berth: Berth) -> str:
        """The class that fills a complement's unnamed places, the crew and the guard of a faction (GCW-STK-01)."""
        match berth:
            case Berth.SF:
                return faction.stock_sf
            case Berth.AUX:
                return faction.stock_aux
            case Berth.GAV:
                return faction.stock_gav
            case Berth.INFANTRY:
                return faction.stock_infantry

    def orbit_defence(self, system: System) -> tuple[Post, ...]:
        """What stands in orbit of a world that nobody holds: a stronghold has its platforms (GCW-FAC-12, -13).

        A stronghold's bonus units stand there too; they are its faction's `bonus`.
        """
        if system.stronghold_of:
            return self.platforms
        return self.defences[system.strategic_value].orbit

    def ground_defence(self, system: System) -> tuple[Post, ...]:
        """What stands on the ground of a world that nobody holds, strongholds as the best defended (GCW-FAC-13)."""
        best = max(self.defences)
        row = self.defences[best if system.stronghold_of else system.strategic_value].ground
        replaced = {post.instead for post in system.standing}
        return (*system.standing, *(post for post in row if post.code not in replaced))
