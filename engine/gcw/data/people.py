"""People of the data pack: factions, heroes and their missions, and what an Independent starts with. Register 8.1."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from engine.gcw.data.marks import COUNTED, Code, Count, Marked, MarkedSheet, Mounts, Points, Positive, Rated, Text
from engine.pack.reading import Names
from engine.pack.shapes import Links, Row, Unique, Wrong


class Faction(Marked, frozen=True, kw_only=True):
    """A side: where it is at home, what it starts with, what technology it may use (GCW-FAC).

    `tech` are the tags it may use; `also` are single classes of other tags. `bonus` stands at its stronghold, free
    (GCW-PDF-03). The four `stock_` classes are its free complement, crew and guards (GCW-STK-01, GCW-RGF-03).
    `sample` is a legal starting fleet to begin with quickly; empty where none is given.
    """

    code: Code
    name: Text
    stronghold: Annotated[Text, Links("system")]
    tech: Annotated[tuple[Annotated[Text, Links("technology")], ...], Meta(min_length=1)]
    also: tuple[Annotated[Code, Links("unit class")], ...] = ()
    bonus: tuple[Annotated[Count, COUNTED, Links("ship class", "code")], ...]
    stock_sf: Annotated[Code, Links("squadron class")]
    stock_aux: Annotated[Code, Links("auxiliary class")]
    stock_gav: Annotated[Code, Links("vehicle class")]
    stock_infantry: Annotated[Code, Links("infantry class")]
    sample: tuple[Annotated[Count, COUNTED, Links("unit class", "code")], ...] = ()
    network_income: Points = 0
    note: str = ""


class UnitList(msgspec.Struct, frozen=True):
    """Everything a faction may use, by type, as codes in the pack's order. `bonus_only` cannot be built by it."""

    ships: tuple[str, ...]
    squadrons: tuple[str, ...]
    auxiliaries: tuple[str, ...]
    vehicles: tuple[str, ...]
    infantry: tuple[str, ...]
    bonus_only: tuple[str, ...]


class IndependentPackage(Marked, frozen=True, kw_only=True):
    """Start of an Independent (GCW-SET-05)."""

    heroes: Positive
    hero_level: Positive
    ship_cp: Positive
    command_center: bool
    facility_credit: Points
    treasury: Points
    home: Annotated[Text, Links("system")]


class FactionSheet(MarkedSheet, frozen=True):
    """factions.toml"""

    factions: Annotated[tuple[Faction, ...], Unique(), Unique("stronghold")]
    independent: IndependentPackage | None = None


EffectKind = Literal[
    "BONUS_CP",
    "SHIP_LIMIT",
    "ESCORT_LIMIT",
    "UCR",
    "DAMAGE_PERCENT",
    "POOL_PERCENT",
    "INCOME",
    "OUTPUT_FACTOR",
    "COST_PERCENT",
    "PAYOUT_PERCENT",
    "REPAIR_RATE",
    "FATIGUE_DAYS",
    "GUARD_SIZE",
    "HOURS_PER_LINK",
    "SCAN",
    "MISSION_UNLOCK",
    "MODERATOR",
]
Affected = Literal[
    "", "SHIP", "SF", "OWN_SF", "AUX", "GAV", "INFANTRY", "GARRISON", "FACILITY", "HERO", "SYSTEM", "ALL"
]


class Effect(Row, frozen=True):
    """A change that an ability makes: a kind of the register's closed list, whom it is for, and by how much.

    The kind MODERATOR marks what a moderator applies by hand.
    """

    kind: EffectKind
    unit: Affected = ""
    pool: Literal["", "SHIELDS", "ARMOR"] = ""
    amount: int = 0


class Ability(Row, frozen=True):
    """A hero's gain at a level (GCW-HRO-02), in words and in effects."""

    level: Positive
    text: Text
    effects: Annotated[tuple[Effect, ...], Meta(min_length=1)]


class HeroClass(Marked, frozen=True, kw_only=True):
    """A class of hero. `hp` and each weapon's count are per level."""

    code: Code
    name: Text
    mission: Annotated[Code, Links("mission")]
    max_level: Positive
    hp: Positive
    speed: Rated
    maneuver: Rated
    weapons: Mounts = ()
    abilities: tuple[Ability, ...]
    train_cost: Points = 1000
    train_days: Points = 0
    bonus_cp: Points = 0
    note: str = ""

    @property
    def ucr(self) -> int:
        """The hero's rating (GCW-UCR-01)."""
        return self.speed + self.maneuver

    def wrong(self) -> Iterable[Wrong]:
        """A level without its ability."""
        yield from super().wrong()
        if [ability.level for ability in self.abilities] != list(range(1, self.max_level + 1)):
            yield "abilities", f"must be one for each level from 1 to {self.max_level}, in order"


class HeroSheet(MarkedSheet, frozen=True):
    """heroes.toml"""

    heroes: Annotated[tuple[HeroClass, ...], Unique()]


class Objective(Row, frozen=True):
    """A milestone of a mission: a kind the bot can check (else MODERATOR), how many of what, where, and the KC it pays;
    of KC_PAID `count` are the KC that are due.
    """

    kind: Literal[
        "HERO_IN_SYSTEM",
        "UNIT_IN_CELL",
        "SCAN_COMPLETED",
        "UNIT_DESTROYED",
        "UNIT_CAPTURED",
        "FACILITY_BUILT",
        "FACILITY_DESTROYED",
        "KC_PAID",
        "MODERATOR",
    ]
    text: Text
    count: Positive = 1
    unit: Literal["", "SF"] = ""
    systems: tuple[Annotated[Text, Links("system")], ...] = ()
    reward: Points = 0


class Mission(Marked, frozen=True, kw_only=True):
    """A mission (GCW-MIS): its objectives in order. `hero_class` is empty for a mission open to any hero."""

    code: Code
    title: Text
    hero_class: Annotated[str, Links("hero class")] = ""
    objectives: Annotated[tuple[Objective, ...], Meta(min_length=1)]
    repeatable: bool = False
    grants_victory: bool = False
    triggers_flashpoint: str = ""
    note: str = ""


class Flashpoint(Marked, frozen=True, kw_only=True):
    """A battle event that a moderator opens: units that Umpire plays, where they stand, and what is shared out in KC
    (GCW-FLP). `triggers_mission` begins for those who have a share, "" for none.
    """

    code: Code
    title: Text
    text: Text
    system: Annotated[Text, Links("system")]
    cell: Text = "B-1"
    units: Annotated[tuple[Annotated[Count, COUNTED, Links("unit class", "code")], ...], Meta(min_length=1)]
    payout: Positive
    triggers_mission: str = ""
    note: str = ""


class MissionSheet(MarkedSheet, frozen=True):
    """missions.toml"""

    missions: Annotated[tuple[Mission, ...], Unique()]
    flashpoints: Annotated[tuple[Flashpoint, ...], Unique()] = ()


NAMES: Mapping[str, Names] = {
    "faction": Names(("factions",)),
    "hero class": Names(("heroes",)),
    "mission": Names(("missions",)),
}
"""What links to people may name."""
