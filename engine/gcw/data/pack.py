"""The data pack of a campaign: every unit, world, faction and hero class, with look-ups. Register section 8.

`load` makes a `Pack` of the texts in `seeds/gcw` (or of a moderator's own), or tells every fault in them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from engine.game import RefusalText
from engine.gcw.data import people, places, units
from engine.gcw.data.marks import Marked, MarkedSheet, Marks, PackSheet, Source
from engine.gcw.data.people import (
    Faction,
    FactionSheet,
    HeroClass,
    HeroSheet,
    IndependentPackage,
    Mission,
    MissionSheet,
    UnitList,
)
from engine.gcw.data.places import DefenceRow, DefenderSheet, GalaxySheet, Guard, Link, Post, System
from engine.gcw.data.units import (
    ANY_TECH,
    AuxClass,
    AuxSheet,
    Berth,
    EliteVariant,
    FacilitySheet,
    FacilityType,
    GroundClass,
    GroundSheet,
    ShipClass,
    ShipSheet,
    SquadronClass,
    SquadronSheet,
    UnitClass,
    Weapon,
    WeaponSheet,
)
from engine.pack.reading import Check, Flaw, Form, read
from engine.pack.wording import RuleText

MARK_NAMES = {"length_dm": "length", "length_cm": "length", "hyper_tenths": "hyper_rating"}
"""Fields and properties whose figure a sheet calls otherwise."""

V = TypeVar("V")


class Sheets(msgspec.Struct, frozen=True):
    """The sheets of a pack that hold records."""

    pack: PackSheet
    weapons: WeaponSheet
    ships: ShipSheet
    squadrons: SquadronSheet
    auxiliaries: AuxSheet
    ground: GroundSheet
    facilities: FacilitySheet
    galaxy: GalaxySheet
    factions: FactionSheet
    heroes: HeroSheet
    missions: MissionSheet
    defenders: DefenderSheet


def _codes_twice(sheets: Sheets) -> Iterator[Flaw]:
    """Codes of units and facilities are distinct."""
    return units.codes_twice(
        {
            "ships.toml": sheets.ships.ships,
            "squadrons.toml": sheets.squadrons.squadrons,
            "auxiliaries.toml": sheets.auxiliaries.auxiliaries,
            "ground.toml": sheets.ground.ground,
            "facilities.toml": sheets.facilities.facilities,
        }
    )


FORM = Form(
    sheets=Sheets,
    names={**units.NAMES, **places.NAMES, **people.NAMES},
    checks=(
        Check(_codes_twice, ("ships", "squadrons", "auxiliaries", "ground", "facilities")),
        Check(lambda sheets: places.map_flaws(sheets.galaxy), ("galaxy",)),
        Check(lambda sheets: places.undefended(sheets.galaxy, sheets.defenders), ("galaxy", "defenders")),
    ),
    apart=("grid.toml",),
)
"""How a pack of this rulebook is made."""


def load(sources: Mapping[str, str], folder: str = "") -> Pack:
    """The pack made of these sheets (file name: text). Raises PackError with every fault found.

    `folder` is put before file names in faults. The digest is of everything but the wording (rules, refusals).
    """
    reading = read(FORM, sources, folder)
    sheets = reading.sheets
    squadrons = {spec.code: spec for spec in sheets.squadrons.squadrons}
    auxiliaries = {spec.code: spec for spec in sheets.auxiliaries.auxiliaries}
    ground = {spec.code: spec for spec in sheets.ground.ground}
    carried: dict[str, UnitClass] = {**squadrons, **auxiliaries, **ground}
    ships = {ship.code: units.stowed(ship, carried) for ship in sheets.ships.ships}
    holders = {faction.stronghold: faction.code for faction in sheets.factions.factions}
    links = tuple(link for _, link in places.links(sheets.galaxy))
    return Pack(
        name=sheets.pack.name,
        version=sheets.pack.version,
        edition=sheets.pack.edition,
        digest=reading.digest,
        weapons={weapon.code: weapon for weapon in sheets.weapons.weapons},
        ships=ships,
        squadrons=squadrons,
        auxiliaries=auxiliaries,
        ground=ground,
        facilities={spec.code: spec for spec in sheets.facilities.facilities},
        systems={
            system.name: replace(system, stronghold_of=holders.get(system.name, "")) for system in sheets.galaxy.systems
        },
        links=links,
        factions={faction.code: faction for faction in sheets.factions.factions},
        heroes={hero.code: hero for hero in sheets.heroes.heroes},
        missions={mission.code: mission for mission in sheets.missions.missions},
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
        links_of=places.links_of((system.name for system in sheets.galaxy.systems), links),
    )


def _marks(sheets: Sheets) -> Iterator[tuple[tuple[str, str], Marks]]:
    """The marks of every record, by its type and name."""
    tables: tuple[tuple[MarkedSheet, tuple[Marked, ...]], ...] = (
        (sheets.weapons, sheets.weapons.weapons),
        (sheets.ships, sheets.ships.ships),
        (sheets.squadrons, sheets.squadrons.squadrons),
        (sheets.auxiliaries, sheets.auxiliaries.auxiliaries),
        (sheets.ground, sheets.ground.ground),
        (sheets.facilities, sheets.facilities.facilities),
        (sheets.galaxy, sheets.galaxy.systems),
        (sheets.factions, sheets.factions.factions),
        (sheets.heroes, sheets.heroes.heroes),
        (sheets.missions, sheets.missions.missions),
        (sheets.defenders, sheets.defenders.defences),
    )
    for sheet, table in tables:
        for record in table:
            yield (type(record).__name__, record.called), Marks(record.mark or sheet.mark, record.marks)


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
        codes = {unit.code for unit in built}
        return UnitList(
            ships=tuple(unit.code for unit in built if unit.berth is None),
            squadrons=tuple(unit.code for unit in built if unit.berth is Berth.SF),
            auxiliaries=tuple(unit.code for unit in built if unit.berth is Berth.AUX),
            vehicles=tuple(unit.code for unit in built if unit.berth is Berth.GAV),
            infantry=tuple(unit.code for unit in built if unit.berth is Berth.INFANTRY),
            bonus_only=tuple(bonus.code for bonus in faction.bonus if bonus.code not in codes),
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


def found(word: str, by_code: Mapping[str, V], by_name: Mapping[str, V]) -> V | None:
    """What goes by that code or name in any case, or the only one whose name begins so; else None."""
    fold = word.strip().casefold()
    for known in (by_code, by_name):
        for name, value in known.items():
            if name.casefold() == fold:
                return value
    return only_one(value for name, value in by_name.items() if fold and name.casefold().startswith(fold))


def only_one(values: Iterable[V]) -> V | None:
    """The one value there is; None for none or several."""
    kept = list(values)
    return kept[0] if len(kept) == 1 else None
