"""How sheets become the galaxy map and those who people it: names checked, the map in one piece."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from engine.catalogue import Faults, no_such
from engine.gcw.data.packing import Scribe, Shapes, Units
from engine.gcw.data.specs import (
    DefenceRow,
    Faction,
    GroundKind,
    Guard,
    HeroClass,
    IndependentPackage,
    Link,
    LinkKind,
    Mission,
    Post,
    System,
)
from engine.positions import Path


class Places(msgspec.Struct, frozen=True, kw_only=True):
    """The galaxy map."""

    systems: dict[str, System]
    links: tuple[Link, ...]
    links_of: dict[str, tuple[Link, ...]]


class People(msgspec.Struct, frozen=True, kw_only=True):
    """Who plays, and who defends what nobody holds."""

    factions: dict[str, Faction]
    independent: IndependentPackage | None
    heroes: dict[str, HeroClass]
    missions: dict[str, Mission]
    defences: dict[int, DefenceRow]
    guard: Guard
    platforms: tuple[Post, ...]


def galaxy(shapes: Shapes, units: Units, faults: Faults) -> Places:
    """Systems and links: no link to an unknown system, none twice, every system reachable from every other."""
    scribe = Scribe(shapes, "galaxy.toml", "systems", faults)
    rows = shapes.galaxy.systems
    scribe.unique((row.name for row in rows), "name")
    holders = {row.stronghold: row.code for row in shapes.factions.factions}
    for index, row in enumerate(rows):
        for place, post in enumerate(row.standing):
            path: Path = (index, "standing", place)
            scribe.known((*path, "code"), "facility type", post.code, units.facilities, row.name)
            if post.instead:
                scribe.known((*path, "instead"), "facility type", post.instead, units.facilities, row.name)
    systems = {row.name: scribe.make(row, System, row.name, stronghold_of=holders.get(row.name, "")) for row in rows}
    told = len(faults)
    links = _links(shapes, systems, faults)
    links_of = {name: tuple(link for link in links if name in (link.a, link.b)) for name in systems}
    for name in _cut_off(systems, links_of) if len(faults) == told else ():
        index = next(place for place, row in enumerate(rows) if row.name == name)
        scribe.fault((index, "name"), f"no links lead from {next(iter(systems))!r} to {name!r}", name)
    return Places(systems=systems, links=links, links_of=links_of)


def _links(shapes: Shapes, systems: Mapping[str, System], faults: Faults) -> tuple[Link, ...]:
    """Every step of every route (GCW-GAL-01, -02); approaches lead to special worlds only (GCW-GAL-04)."""
    scribe = Scribe(shapes, "galaxy.toml", "routes", faults)
    hours = {LinkKind.TRADE: shapes.galaxy.trade_hours, LinkKind.COMMON: shapes.galaxy.common_hours}
    made: dict[frozenset[str], Link] = {}
    for index, row in enumerate(shapes.galaxy.routes):
        called = row.name or f"route {index}"
        kind = LinkKind(row.kind)
        if kind is LinkKind.APPROACH and row.hours is None:
            scribe.fault((index, "hours"), "is missing: an approach must say its hours", called)
        known = [
            scribe.known((index, "stops", at), "system", stop, systems, called) for at, stop in enumerate(row.stops)
        ]
        for at, (a, b) in enumerate(zip(row.stops, row.stops[1:], strict=False), start=1):
            if not (known[at - 1] and known[at]):
                continue
            path: Path = (index, "stops", at)
            if a == b:
                scribe.fault(path, f"{a!r} is linked to itself", called)
            elif frozenset((a, b)) in made:
                scribe.fault(path, f"{a!r} and {b!r} are already linked", called)
            elif (kind is LinkKind.APPROACH) != (systems[a].special or systems[b].special):
                reason = "a special world is reached by approaches only, and approaches lead to no other"
                scribe.fault(path, reason, called)
            else:
                taken = hours.get(kind, 0) if row.hours is None else row.hours
                made[frozenset((a, b))] = Link(a, b, kind, taken, row.name)
    return tuple(made.values())


def _cut_off(systems: Mapping[str, System], links_of: Mapping[str, tuple[Link, ...]]) -> list[str]:
    """The systems that no course from the first one reaches."""
    reached = set(list(systems)[:1])
    edge = list(reached)
    while edge:
        here = edge.pop()
        for link in links_of[here]:
            there = link.other(here)
            if there not in reached:
                reached.add(there)
                edge.append(there)
    return [name for name in systems if name not in reached]


def people(shapes: Shapes, units: Units, places: Places, faults: Faults) -> People:
    """Factions, heroes, missions and neutral defenders, every name in them checked."""
    factions = _factions(shapes, units, places, faults)
    defenders = shapes.defenders
    scribe = Scribe(shapes, "defenders.toml", "defences", faults)
    if defenders.neutral_stock not in factions:
        scribe.fault_at(("neutral_stock",), no_such("faction", defenders.neutral_stock, factions))
    for place, post in enumerate(defenders.platforms):
        if post.code not in units.facilities:
            scribe.fault_at(("platforms", place, "code"), no_such("facility type", post.code, units.facilities))
    for value in sorted({row.strategic_value for row in shapes.galaxy.systems}):
        if value not in {row.strategic_value for row in defenders.defences}:
            scribe.fault((), f"no row for strategic value {value}, which systems have")
    scribe.unique((str(row.strategic_value) for row in defenders.defences), "strategic_value")
    for index, row in enumerate(defenders.defences):
        for field, posts in (("orbit", row.orbit), ("ground", row.ground)):
            for place, post in enumerate(posts):
                path: Path = (index, field, place, "code")
                scribe.known(path, "facility type", post.code, units.facilities, str(row.strategic_value))
    guard = defenders.guard
    return People(
        factions=factions,
        independent=_independent(shapes, places, faults),
        heroes=_heroes(shapes, units, faults),
        missions=_missions(shapes, places, faults),
        defences={
            row.strategic_value: scribe.make(row, DefenceRow, str(row.strategic_value)) for row in defenders.defences
        },
        guard=Guard(guard.squadrons, guard.squads, guard.vehicles),
        platforms=tuple(Post(post.code, post.cell) for post in defenders.platforms),
    )


def _factions(shapes: Shapes, units: Units, places: Places, faults: Faults) -> dict[str, Faction]:
    scribe = Scribe(shapes, "factions.toml", "factions", faults)
    rows = shapes.factions.factions
    scribe.unique((row.code for row in rows), "code")
    scribe.unique((row.stronghold for row in rows), "stronghold")
    tags = sorted({tag for unit in units.all.values() for tag in unit.tech})
    infantry = [code for code, one in units.ground.items() if one.kind is GroundKind.INFANTRY]
    vehicles = [code for code, one in units.ground.items() if one.kind is not GroundKind.INFANTRY]
    made: dict[str, Faction] = {}
    for index, row in enumerate(rows):
        scribe.known((index, "stronghold"), "system", row.stronghold, places.systems, row.code)
        for place, tag in enumerate(row.tech):
            scribe.known((index, "tech", place), "technology", tag, tags, row.code)
        for place, code in enumerate(row.also):
            scribe.known((index, "also", place), "unit class", code, units.all, row.code)
        scribe.known((index, "stock_sf"), "squadron class", row.stock_sf, units.squadrons, row.code)
        scribe.known((index, "stock_aux"), "auxiliary class", row.stock_aux, units.auxiliaries, row.code)
        scribe.known((index, "stock_gav"), "vehicle class", row.stock_gav, vehicles, row.code)
        scribe.known((index, "stock_infantry"), "infantry class", row.stock_infantry, infantry, row.code)
        made[row.code] = scribe.make(
            row,
            Faction,
            row.code,
            bonus=scribe.counts((index, "bonus"), row.bonus, "ship class", units.ships, row.code),
            sample=scribe.counts((index, "sample"), row.sample, "unit class", units.all, row.code),
        )
    return made


def _independent(shapes: Shapes, places: Places, faults: Faults) -> IndependentPackage | None:
    row = shapes.factions.independent
    if row is None:
        return None
    scribe = Scribe(shapes, "factions.toml", "independent", faults)
    scribe.known(("home",), "system", row.home, places.systems, "independent")
    return IndependentPackage(
        heroes=row.heroes,
        hero_level=row.hero_level,
        ship_cp=row.ship_cp,
        command_center=row.command_center,
        facility_credit=row.facility_credit,
        treasury=row.treasury,
        home=row.home,
    )


def _heroes(shapes: Shapes, units: Units, faults: Faults) -> dict[str, HeroClass]:
    scribe = Scribe(shapes, "heroes.toml", "heroes", faults)
    rows = shapes.heroes.heroes
    scribe.unique((row.code for row in rows), "code")
    missions = [row.code for row in shapes.missions.missions]
    made: dict[str, HeroClass] = {}
    for index, row in enumerate(rows):
        scribe.known((index, "mission"), "mission", row.mission, missions, row.code)
        levels = [ability.level for ability in row.abilities]
        if levels != list(range(1, row.max_level + 1)):
            scribe.fault(
                (index, "abilities"), f"must be one for each level from 1 to {row.max_level}, in order", row.code
            )
        weapons = scribe.mounts(index, row.weapons, units.weapons, row.code)
        made[row.code] = scribe.make(row, HeroClass, row.code, weapons=weapons)
    return made


def _missions(shapes: Shapes, places: Places, faults: Faults) -> dict[str, Mission]:
    scribe = Scribe(shapes, "missions.toml", "missions", faults)
    rows = shapes.missions.missions
    scribe.unique((row.code for row in rows), "code")
    classes = [row.code for row in shapes.heroes.heroes]
    for index, row in enumerate(rows):
        if row.hero_class:
            scribe.known((index, "hero_class"), "hero class", row.hero_class, classes, row.code)
        for place, objective in enumerate(row.objectives):
            for at, name in enumerate(objective.systems):
                path: Path = (index, "objectives", place, "systems", at)
                scribe.known(path, "system", name, places.systems, row.code)
    return {row.code: scribe.make(row, Mission, row.code) for row in rows}
