"""The data pack of a game: its sheets, and what they hold with look-ups. Register 19.

Beside what fleets are made of (`units`): the board and its maps, prices, the clock, and what a new game starts from.
Lengths are in thousandths of an inch; TOML has inches.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

import msgspec
from msgspec import Meta, field

from engine.game import RefusalText
from engine.pack.shapes import Each, Row, Thousandths, Unique
from engine.pack.wording import RuleText
from engine.sunrise.data import units
from engine.sunrise.data.shapes import Board, Circle, Piece, Point, Polygon
from engine.sunrise.data.units import Defense, Edition, Faction, Hull, Positive, SquadronType, Text, UpgradeSpec, Weapon
from engine.text.names import found

Minutes = Annotated[int, Meta(ge=0)]


class Round(Row, frozen=True):
    """A round piece of terrain: its centre and radius."""

    x: Thousandths
    y: Thousandths
    r: Thousandths


class Straight(Row, frozen=True):
    """A straight-edged piece of terrain, corner by corner."""

    points: tuple[tuple[Thousandths, Thousandths], ...]


class BoardMap(Row, frozen=True):
    """Ready-made terrain (FS-BRD-05)."""

    code: units.Code
    name: Text
    text: Text
    circles: tuple[Round, ...] = ()
    polygons: tuple[Straight, ...] = ()

    @property
    def terrain(self) -> tuple[Piece, ...]:
        """Its pieces, circles first, numbered from t1."""
        rounds = [Circle(f"t{at}", Point(one.x, one.y), one.r) for at, one in enumerate(self.circles, start=1)]
        straights = [
            Polygon(f"t{at}", tuple(Point(x, y) for x, y in polygon.points))
            for at, polygon in enumerate(self.polygons, start=len(rounds) + 1)
        ]
        return (*rounds, *straights)


class Prices(Row, frozen=True):
    """Prices of Solar Miracles, in Miracle Points (FS-FAC-03..07)."""

    thrust: Positive
    die: Positive
    defense: Positive
    reroll: Positive
    system: Positive


class StepClock(Row, frozen=True):
    """The wait of a step, in minutes, live and by post; 0 never lapses (register 18)."""

    code: units.Code
    name: Text
    live: Minutes
    post: Minutes


class ClockSheet(Row, frozen=True):
    """clock.toml"""

    steps: Annotated[tuple[StepClock, ...], Unique()]


class Basics(msgspec.Struct, frozen=True):
    """Board, edition, fleet total and points to win of a new game unless its moderator says otherwise (FS-BRD-01,
    FS-FRC-01, FS-WIN-04).
    """

    board: Board
    edition: Edition
    total: int
    victory: int


class BoardSize(Row, frozen=True):
    """The board's size."""

    width: Thousandths
    height: Thousandths

    @property
    def board(self) -> Board:
        """The board of that size."""
        return Board(self.width, self.height)


class PackSheet(Row, frozen=True):
    """pack.toml"""

    name: Text
    version: Positive
    edition: Edition
    total: Positive
    victory: Positive
    size: BoardSize = field(name="board")
    prices: Prices = field(name="miracles")

    @property
    def basics(self) -> Basics:
        """Board, edition, fleet total and points to win of a new game."""
        return Basics(self.size.board, self.edition, self.total, self.victory)


Component = Weapon | UpgradeSpec


class Sheets(msgspec.Struct, frozen=True):
    """The sheets of a pack that hold records."""

    pack: PackSheet
    hulls: Annotated[tuple[Hull, ...], Unique(), Meta(min_length=1)]
    weapons: Annotated[tuple[Weapon, ...], Unique(), Meta(min_length=1)]
    defenses: Annotated[tuple[Defense, ...], Unique(), Meta(min_length=1)]
    upgrades: Annotated[tuple[UpgradeSpec, ...], Unique(), Unique("number"), Each(units.Upgrade)]
    squadrons: Annotated[tuple[SquadronType, ...], Unique(), Meta(min_length=1)]
    factions: Annotated[tuple[Faction, ...], Unique(), Each(units.FactionCode)]
    maps: Annotated[tuple[BoardMap, ...], Unique()]
    fleets: Annotated[tuple[units.FleetText, ...], Unique()]
    clock: ClockSheet


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
    fleets: Mapping[str, units.SampleFleet]
    clock: Mapping[str, StepClock]
    rules: tuple[RuleText, ...]
    refusals: Mapping[str, RefusalText]

    def component(self, code: str) -> Component | None:
        """The weapon or upgrade of that code (FS-TERM-01, FS-TERM-08); None for a defense, such as Point Defenses
        (FS-TERM-05), and for what was only proposed (FS-CHG-06).
        """
        return self.weapons.get(code) or self.upgrades.get(code)

    def find_component(self, word: str) -> Component | None:
        """The weapon or upgrade of that code or name, in any case; or the only one whose name begins so."""
        every: dict[str, Component] = {**self.weapons, **self.upgrades}
        by_name = {item.name: item for item in every.values()}
        numbered = next((item for item in self.upgrades.values() if item.number.casefold() == word.casefold()), None)
        return numbered or found(word, every, by_name)

    def find_hull(self, word: str) -> Hull | None:
        """The hull of that code or name, as `find_component`."""
        return found(word, self.hulls, {hull.name: hull for hull in self.hulls.values()})

    def find_defense(self, word: str) -> Defense | None:
        """The defense of that code or name, as `find_component`."""
        return found(word, self.defenses, {defense.name: defense for defense in self.defenses.values()})

    def find_squadron(self, word: str) -> SquadronType | None:
        """The type of squadron of that code or name, as `find_component`; quotation marks in it count for nothing."""
        return found(word.replace('"', ""), self.squadrons, {kind.name: kind for kind in self.squadrons.values()})

    def find_faction(self, word: str) -> Faction | None:
        """The faction of that code, name or short name, as `find_component`."""
        names = {one.name: one for one in self.factions.values()} | {one.short: one for one in self.factions.values()}
        return found(word, self.factions, names)

    def ladder(self, squadron: str, edition: Edition) -> units.Ladder:
        """Steps of a type of squadron in an edition (FS-SC-23)."""
        return self.squadrons[squadron].ladder(edition)

    def may_mount(self, item: Component | SquadronType, faction: str) -> bool:
        """True if a fleet of a faction ("" for none) may have an item (FS-FRC-02)."""
        return item.faction in ("", faction)
