"""The data pack of a campaign: every unit, world, faction and hero class, with look-ups. Register section 8.

`load` makes a `Pack` of the texts in `seeds/gcw` (or of a moderator's own), or tells every fault in them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

import msgspec

from engine.catalogue import Faults, RuleText, digest, refusal_texts, rule_texts
from engine.game import RefusalText
from engine.gcw.data import charting, packing
from engine.gcw.data.specs import (
    ANY_TECH,
    AuxClass,
    Berth,
    DefenceRow,
    EliteVariant,
    FacilityType,
    Faction,
    GroundClass,
    GroundKind,
    Guard,
    HeroClass,
    IndependentPackage,
    Link,
    Marks,
    Mission,
    Post,
    Record,
    ShipClass,
    Source,
    SquadronClass,
    System,
    UnitClass,
    UnitList,
    Weapon,
    name_of,
)

MARK_NAMES = {"length_dm": "length", "length_cm": "length", "hyper_tenths": "hyper_rating"}
"""Fields that a sheet calls otherwise than the record does."""

V = TypeVar("V")


def load(sources: Mapping[str, str], folder: str = "") -> Pack:
    """The pack made of these sheets (file name: text). Raises PackError with every fault found.

    `folder` is put before file names in faults. The digest is of everything but the wording (rules, refusals).
    """
    faults = Faults(folder)
    sheets = packing.read(sources, faults)
    rules = rule_texts(sheets["rules.toml"], faults)
    ids = {rule.id for rule in rules}
    refusals = refusal_texts(sheets["refusals.toml"], faults, ids.__contains__)
    shapes = packing.shape(sheets, faults)
    units = packing.units(shapes, faults)
    places = charting.galaxy(shapes, units, faults)
    people = charting.people(shapes, units, places, faults)
    faults.check()
    about = shapes.pack
    return Pack(
        name=about.name,
        version=about.version,
        edition=about.edition,
        digest=digest(sheet for file, sheet in sheets.items() if file not in packing.WORDING),
        weapons=units.weapons,
        ships=units.ships,
        squadrons=units.squadrons,
        auxiliaries=units.auxiliaries,
        ground=units.ground,
        facilities=units.facilities,
        systems=places.systems,
        links=places.links,
        factions=people.factions,
        heroes=people.heroes,
        missions=people.missions,
        defences=people.defences,
        guard=people.guard,
        platforms=people.platforms,
        neutral_stock=shapes.defenders.neutral_stock,
        elite=units.elite,
        most_in_grid=shapes.facilities.most_in_grid,
        most_of_type_in_grid=shapes.facilities.most_of_type_in_grid,
        independent=people.independent,
        sources={row.mark: Source(row.mark, row.title, tuple(row.where)) for row in about.sources},
        rules=rules,
        refusals=refusals,
        marks=shapes.marks,
        units=units.all,
        links_of=places.links_of,
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

    def mark(self, record: Record, field: str) -> str:
        """Where a figure comes from: S the rulebook, F and number a source found, A adapted, P proposed."""
        marks = self.marks[type(record).__name__, name_of(record)]
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
            ships=tuple(unit.code for unit in built if isinstance(unit, ShipClass)),
            squadrons=tuple(unit.code for unit in built if isinstance(unit, SquadronClass)),
            auxiliaries=tuple(unit.code for unit in built if isinstance(unit, AuxClass)),
            vehicles=tuple(
                unit.code for unit in built if isinstance(unit, GroundClass) and unit.kind is not GroundKind.INFANTRY
            ),
            infantry=tuple(
                unit.code for unit in built if isinstance(unit, GroundClass) and unit.kind is GroundKind.INFANTRY
            ),
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
