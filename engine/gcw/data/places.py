"""Places of the data pack: systems, the routes between them, and what defends them for nobody. Register 8.1."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from typing import Annotated

import msgspec
from msgspec import Meta

from engine.gcw.data.marks import Code, Marked, MarkedSheet, Points, Positive, Text
from engine.pack.positions import Path
from engine.pack.reading import Flaw, Names
from engine.pack.shapes import LACKING, Links, Row, Tenths, Unique, Wrong

GALAXY = "galaxy.toml"

Cell = Annotated[str, Meta(pattern=r"^((DSZ|C|B|A)-[1-4]|G-[1-4])$", examples=["B-1"])]
StrategicValue = Annotated[int, Meta(ge=1, le=5)]


class Feature(StrEnum):
    """A feature that a world has by itself, for repair and scrapping (GCW-REP-03, GCW-SCR-03)."""

    SHIPYARD_WORLD = "SHIPYARD_WORLD"
    FACTORY = "FACTORY"
    SALVAGE_YARD = "SALVAGE_YARD"
    HEAVY_INDUSTRY = "HEAVY_INDUSTRY"
    HEAVY_MINING = "HEAVY_MINING"


class LinkKind(StrEnum):
    """Trade route, common route, or the approach to a world off the network (GCW-GAL-01, -04)."""

    TRADE = "TRADE"
    COMMON = "COMMON"
    APPROACH = "APPROACH"


class Post(Row, frozen=True):
    """A facility and the cell it stands in ("B-1"; a Ground Grid is named without its level: "G-1").

    `instead` names the facility of the planet's defenders whose place it takes.
    """

    code: Annotated[Code, Links("facility type")]
    cell: Cell
    instead: Annotated[str, Links("facility type")] = ""


class System(Marked, frozen=True, kw_only=True):
    """A world of the galaxy map. Coordinates in tenths of the 0-100 grid, x to the galactic east, y to the north.

    `special` worlds lie off the routes (GCW-GAL-04). `standing` are facilities there from the start. `stronghold_of`
    is told by the factions.
    """

    name: Text
    x: Tenths
    y: Tenths
    region: Text
    strategic_value: StrategicValue
    sector: Text
    industrial_output: Points = 0
    features: tuple[Feature, ...] = ()
    special: bool = False
    stronghold_of: Annotated[str, LACKING] = ""
    standing: tuple[Post, ...] = ()
    note: str = ""

    @property
    def called(self) -> str:
        """Its name."""
        return self.name


class Route(Marked, frozen=True, kw_only=True):
    """A route: each stop is linked with the next. `hours` are those of one link; an approach must give its own."""

    name: str = ""
    kind: LinkKind
    stops: Annotated[tuple[Annotated[Text, Links("system")], ...], Meta(min_length=2)]
    hours: Points | None = None

    def wrong(self) -> Iterable[Wrong]:
        """An approach without hours."""
        yield from super().wrong()
        if self.kind is LinkKind.APPROACH and self.hours is None:
            yield "hours", "is missing: an approach must say its hours"


class Link(msgspec.Struct, frozen=True):
    """One step of the galaxy map, usable both ways: its kind, its hours at hyperspace factor 1, its route's name."""

    a: str
    b: str
    kind: LinkKind
    hours: int
    route: str = ""

    def other(self, system: str) -> str:
        """The far end, seen from `system`."""
        return self.b if system == self.a else self.a


class GalaxySheet(MarkedSheet, frozen=True):
    """galaxy.toml; the hours of a link of each kind of route that gives none of its own."""

    trade_hours: Positive
    common_hours: Positive
    systems: Annotated[tuple[System, ...], Unique("name")]
    routes: tuple[Route, ...]


class DefenceRow(Marked, frozen=True):
    """Defences of a neutral system of a strategic value, in orbit and on the ground (GCW-FAC-13, -14)."""

    strategic_value: StrategicValue
    orbit: tuple[Post, ...] = ()
    ground: tuple[Post, ...] = ()

    @property
    def called(self) -> str:
        """Its strategic value."""
        return str(self.strategic_value)


class Guard(Marked, frozen=True):
    """Guard force of a Ground Grid with a facility, in stock units (GCW-RGF-02)."""

    squadrons: Points
    squads: Points
    vehicles: Points


class DefenderSheet(MarkedSheet, frozen=True):
    """defenders.toml; neutral defenders use the stock units of the faction `neutral_stock`."""

    neutral_stock: Annotated[Code, Links("faction")]
    guard: Guard
    platforms: tuple[Post, ...]
    defences: Annotated[tuple[DefenceRow, ...], Unique("strategic_value")]


NAMES: Mapping[str, Names] = {"system": Names(("systems",), "name")}
"""What links to places may name."""


def links(galaxy: GalaxySheet) -> Iterator[tuple[Path, Link]]:
    """Every step of every route (GCW-GAL-01, -02), and the stop of the sheet that it leads to."""
    hours = {LinkKind.TRADE: galaxy.trade_hours, LinkKind.COMMON: galaxy.common_hours}
    for index, route in enumerate(galaxy.routes):
        taken = hours.get(route.kind, 0) if route.hours is None else route.hours
        for at, (a, b) in enumerate(zip(route.stops, route.stops[1:], strict=False), start=1):
            yield ("routes", index, "stops", at), Link(a, b, route.kind, taken, route.name)


def links_of(systems: Iterable[str], steps: Iterable[Link]) -> dict[str, tuple[Link, ...]]:
    """The links of each world, in the pack's order."""
    found: dict[str, list[Link]] = {name: [] for name in systems}
    for link in steps:
        found[link.a].append(link)
        found[link.b].append(link)
    return {name: tuple(steps) for name, steps in found.items()}


def map_flaws(galaxy: GalaxySheet) -> Iterator[Flaw]:
    """Links to oneself or twice; approaches and special worlds apart (GCW-GAL-04); a map in more than one piece."""
    names = [system.name for system in galaxy.systems]
    special = {system.name for system in galaxy.systems if system.special}
    made: dict[frozenset[str], Link] = {}
    flawed = False
    for path, link in links(galaxy):
        ends = frozenset((link.a, link.b))
        if not ends <= set(names):
            flawed = True
            continue
        reason = ""
        if link.a == link.b:
            reason = f"{link.a!r} is linked to itself"
        elif ends in made:
            reason = f"{link.a!r} and {link.b!r} are already linked"
        elif (link.kind is LinkKind.APPROACH) != bool(ends & special):
            reason = "a special world is reached by approaches only, and approaches lead to no other"
        if reason:
            flawed = True
            yield Flaw(GALAXY, path, reason)
        made.setdefault(ends, link)
    for name in () if flawed else _cut_off(names, made.values()):
        yield Flaw(GALAXY, ("systems", names.index(name), "name"), f"no links lead from {names[0]!r} to {name!r}")


def _cut_off(systems: list[str], steps: Iterable[Link]) -> list[str]:
    """The systems that no course from the first one reaches."""
    near = links_of(systems, steps)
    reached = set(systems[:1])
    edge = list(reached)
    while edge:
        here = edge.pop()
        for there in (link.other(here) for link in near[here]):
            if there not in reached:
                reached.add(there)
                edge.append(there)
    return [name for name in systems if name not in reached]


def undefended(galaxy: GalaxySheet, defenders: DefenderSheet) -> Iterator[Flaw]:
    """A strategic value that systems have and no row of the defenders."""
    defended = {row.strategic_value for row in defenders.defences}
    for value in sorted({system.strategic_value for system in galaxy.systems} - defended):
        yield Flaw("defenders.toml", (), f"no row for strategic value {value}, which systems have")
