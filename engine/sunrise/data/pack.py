"""The data pack of a game: hulls, weapons, upgrades, squadrons, maps and sample fleets, with look-ups. Register 19."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

import msgspec

from engine.catalogue import RuleText
from engine.game import RefusalText
from engine.sunrise.data.specs import (
    Basics,
    BoardMap,
    Defense,
    Edition,
    Faction,
    Hull,
    Ladder,
    Prices,
    SampleFleet,
    SquadronType,
    StepClock,
    UpgradeSpec,
    Weapon,
)

V = TypeVar("V")

Component = Weapon | UpgradeSpec


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
