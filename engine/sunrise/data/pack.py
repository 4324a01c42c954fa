"""The data pack of a game: hulls, weapons, upgrades, squadrons, maps and sample fleets, with look-ups. Register 19."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated

import msgspec
from msgspec import Meta

from engine.game import RefusalText
from engine.pack.reading import Check, Flaw, Form, Reading, read
from engine.pack.shapes import Each, Unique
from engine.pack.wording import RuleText
from engine.sunrise.data.codes import Code
from engine.sunrise.data.ships import (
    Defense,
    Faction,
    FactionCode,
    FleetText,
    Hull,
    SampleFleet,
    Upgrade,
    UpgradeSpec,
    Weapon,
)
from engine.sunrise.data.squadrons import Edition, Ladder, SquadronType
from engine.sunrise.data.table import Basics, BoardMap, ClockSheet, PackSheet, Prices, StepClock, map_flaws
from engine.text.names import found

Component = Weapon | UpgradeSpec


class Sheets(msgspec.Struct, frozen=True):
    """The sheets of a pack that hold records."""

    pack: PackSheet
    hulls: Annotated[tuple[Hull, ...], Unique(), Meta(min_length=1)]
    weapons: Annotated[tuple[Weapon, ...], Unique(), Meta(min_length=1)]
    defenses: Annotated[tuple[Defense, ...], Unique(), Meta(min_length=1)]
    upgrades: Annotated[tuple[UpgradeSpec, ...], Unique(), Unique("number"), Each(Upgrade)]
    squadrons: Annotated[tuple[SquadronType, ...], Unique(), Meta(min_length=1)]
    factions: Annotated[tuple[Faction, ...], Unique(), Each(FactionCode)]
    maps: Annotated[tuple[BoardMap, ...], Unique()]
    fleets: Annotated[tuple[FleetText, ...], Unique()]
    clock: ClockSheet


def _one_name(sheets: Sheets) -> Iterator[Flaw]:
    """A weapon and an upgrade may not share a code: both are components (FS-TERM-01)."""
    weapons = {weapon.code for weapon in sheets.weapons}
    for index, upgrade in enumerate(sheets.upgrades):
        if upgrade.code in weapons:
            yield Flaw("upgrades.toml", ("upgrades", index, "code"), f"{upgrade.code!r} is a weapon's code too")


FORM = Form(
    sheets=Sheets,
    names={},
    checks=(
        Check(_one_name, ("weapons", "upgrades")),
        Check(lambda sheets: map_flaws(sheets.pack, sheets.maps), ("pack", "maps")),
    ),
    codes=Code,
)
"""How a pack of this rulebook is made."""


class Pack(msgspec.Struct, frozen=True, kw_only=True):
    """A whole, checked data pack. Look-ups are by code; `digest` pins what it says (not how)."""

    name: str
    version: int
    digest: str
    basics: Basics
    prices: Prices
    hulls: Mapping[str, Hull]
    weapons: Mapping[str, Weapon]
    defenses: Mapping[str, Defense]
    upgrades: Mapping[str, UpgradeSpec]
    squadrons: Mapping[str, SquadronType]
    factions: Mapping[str, Faction]
    maps: Mapping[str, BoardMap]
    fleets: Mapping[str, SampleFleet]
    clock: Mapping[str, StepClock]
    rules: tuple[RuleText, ...]
    refusals: Mapping[str, RefusalText]

    def component(self, code: str) -> Component | None:
        """The weapon or upgrade of that code (FS-TERM-01)."""
        return self.weapons.get(code) or self.upgrades.get(code)

    def find_component(self, word: str) -> Component | None:
        """The weapon or upgrade of that code or name, in any case; or the only one whose name begins so."""
        every: dict[str, Component] = {**self.weapons, **self.upgrades}
        by_name = {item.name: item for item in every.values()}
        numbered = next((item for item in self.upgrades.values() if item.number.casefold() == word.casefold()), None)
        return numbered or found(word, every, by_name)

    def find_hull(self, word: str) -> Hull | None:
        """The hull of that code or name, as `find_component`."""
        return found(word, self.hulls, {one.name: one for one in self.hulls.values()})

    def find_defense(self, word: str) -> Defense | None:
        """The defense of that code or name, as `find_component`."""
        return found(word, self.defenses, {one.name: one for one in self.defenses.values()})

    def find_squadron(self, word: str) -> SquadronType | None:
        """The type of squadron of that code or name, as `find_component`."""
        return found(word, self.squadrons, {one.name: one for one in self.squadrons.values()})

    def find_faction(self, word: str) -> Faction | None:
        """The faction of that code, name or short name, as `find_component`."""
        names = {one.name: one for one in self.factions.values()} | {one.short: one for one in self.factions.values()}
        return found(word, self.factions, names)

    def ladder(self, squadron: str, edition: Edition) -> Ladder:
        """What a type of squadron does in an edition (FS-SC-23)."""
        return self.squadrons[squadron].ladder(edition)

    def may_mount(self, item: Component | SquadronType, faction: str) -> bool:
        """Whether a fleet of a faction ("" for none) may have an item (FS-FRC-02)."""
        return item.faction in ("", faction)


def without_fleets(sources: Mapping[str, str], folder: str) -> tuple[Pack, Reading[Sheets]]:
    """The pack of these sheets but for its sample fleets, and what was read. Raises PackError with every fault."""
    reading = read(FORM, sources, folder)
    sheets = reading.sheets
    pack = Pack(
        name=sheets.pack.name,
        version=sheets.pack.version,
        digest=reading.digest,
        basics=sheets.pack.basics,
        prices=sheets.pack.prices,
        hulls={hull.code: hull for hull in sheets.hulls},
        weapons={weapon.code: weapon for weapon in sheets.weapons},
        defenses={defense.code: defense for defense in sheets.defenses},
        upgrades={upgrade.code: upgrade for upgrade in sheets.upgrades},
        squadrons={squadron.code: squadron for squadron in sheets.squadrons},
        factions={faction.code: faction for faction in sheets.factions},
        maps={ready.code: ready for ready in sheets.maps},
        fleets={},
        clock={step.code: step for step in sheets.clock.steps},
        rules=reading.rules,
        refusals=reading.refusals,
    )
    return pack, reading
