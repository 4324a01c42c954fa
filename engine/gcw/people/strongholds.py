"""Units that stand at a world from the start: bonus units, free platforms, the Palace, the defenders of the Planet
List.

Rulebook: GCW-FAC-01..10, -12..15, GCW-PDF-03, GCW-CMD-07, GCW-RGF-02, -03.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, NamedTuple

from msgspec.structs import replace

from engine.book import afterwards
from engine.game import REFEREE, Fact, Seat, Table, only
from engine.gcw.contacts import all_appeared
from engine.gcw.data.people import Faction
from engine.gcw.data.places import Post, System
from engine.gcw.data.units import Berth
from engine.gcw.fleets import INDEPENDENTS, Mustered, laden, new_unit
from engine.gcw.look import Term, grouped, hearers
from engine.gcw.state import NEUTRAL, TROOPS, Origin, PutsNew, State, Unit, UnitKind
from engine.gcw.world import World, grid_of
from engine.text.message import N_, Shown

BONUS_CELL = "B-1"
"""Where a stronghold's bonus units stand at first."""

AIR, SURFACE = "A", "S"

GUARDING = TROOPS | {UnitKind.SQUADRON}
"""What guard forces are made of (GCW-RGF-02)."""


CENTER = "CC"
"""The Faction Command Center (GCW-SET-04)."""

HOME_GRID = "G-1S"
"""Where it stands unless its player says otherwise."""


def centers(state: State, seat: Seat) -> list[Unit]:
    """A player's Command Centers that stand."""
    return [unit for unit in state.of(seat) if unit.code == CENTER and unit.live]


class Posted(NamedTuple):
    """A unit and the cell in which it stands from the start; infantry is one stack of `number` squads."""

    code: str
    cell: str
    number: int = 1
    bonus: bool = False


def orbiting(world: World, place: System) -> Iterator[Posted]:
    """The free platforms of a stronghold, its bonus units, and the Palace of Coruscant (GCW-FAC-01..10, -12)."""
    faction = world.pack.factions[place.stronghold_of]
    yield from (posted(platform) for platform in (*world.pack.platforms, *place.standing))
    for bonus in faction.bonus:
        yield from (Posted(bonus.code, BONUS_CELL, bonus=True) for _ in range(bonus.count))


def posted(post: Post) -> Posted:
    """A post of the Planet List: on the ground, on the Surface."""
    return Posted(post.code, f"{post.cell}{SURFACE}" if post.cell.startswith("G-") else post.cell)


def defenders(world: World, place: System) -> Iterator[Posted]:
    """All that defends a world that nobody holds, in orbit and on the ground, with its guards (GCW-FAC-13, -14)."""
    if place.stronghold_of:
        yield from (post for post in orbiting(world, place) if not grid_of(post.cell))
    else:
        yield from map(posted, world.pack.orbit_defence(place))
    ground = [posted(post) for post in world.pack.ground_defence(place)]
    yield from ground
    stock = world.pack.factions[place.stronghold_of or world.pack.neutral_stock]
    for grid in dict.fromkeys(grid_of(post.cell) for post in ground):
        yield from guards(world, stock, grid)


def guards(world: World, faction: Faction, grid: str) -> Iterator[Posted]:
    """The guard force of a Ground Grid with a facility, in stock units, its squadron in the Air (GCW-RGF-02, -03)."""
    guard = world.pack.guard
    yield from (Posted(world.pack.stock(faction, Berth.SF), grid + AIR) for _ in range(guard.squadrons))
    yield Posted(world.pack.stock(faction, Berth.INFANTRY), grid + SURFACE, guard.squads)
    yield from (Posted(world.pack.stock(faction, Berth.GAV), grid + SURFACE) for _ in range(guard.vehicles))


def mustered(
    world: World, state: State, owner: Seat, system: str, posts: Iterable[Posted], origin: Origin = Origin.STOCK
) -> tuple[Unit, ...]:
    """The units that stand so, with what they carry; bonus units are on PDF duty there (GCW-PDF-03, GCW-CMD-07)."""
    stock = world.pack.systems[system].stronghold_of or world.pack.neutral_stock
    found: list[Unit] = []
    for post in posts:
        kind = world.kind(post.code)
        called = post.code.capitalize() if kind is UnitKind.PLATFORM else world.spec(post.code).name
        called = f"Guard {post.code}" if kind in GUARDING else called
        called = f"{system} {called}" if owner == NEUTRAL else called
        unit = new_unit(world, state, owner, post.code, called, post.number)
        placed = replace(unit, system=system, cell=post.cell, origin=Origin.BONUS if post.bonus else origin)
        units = laden(world, state, placed, None if owner in state.players else world.pack.factions[stock])
        if post.bonus:
            units = tuple(replace(one, bonus=True, duty=system) for one in units)
        elif kind in GUARDING:
            units = tuple(replace(one, origin=Origin.GUARD, group_cp=0) for one in units)
        state = Mustered(units).evolve(state)
        found += units
    return tuple(found)


Units = Annotated[tuple[Unit, ...], Shown[tuple[Unit, ...]](lambda look, units, form: grouped(units))]
"""A field of a fact: units, shown by how many of each class."""


class GuardsPosted(Fact[State], frozen=True):
    """Guard forces stand in the Ground Grids where their player has a facility (GCW-RGF-03)."""

    says = N_("Guard forces stand at {system}, where you have facilities: {units}.")
    rule = "GCW-RGF-03"
    makes = PutsNew("units", "units")
    system: Term
    units: Units


class Defended(Fact[State], frozen=True):
    """The defenders of a world that nobody holds stand in their places (GCW-FAC-13)."""

    silent = "the defenders of a world are seen by whoever comes near them, and told to nobody"
    system: str

    def evolve(self, state: State) -> State:
        return replace(state, defended=tuple(sorted({*state.defended, self.system})))


def defend(world: World, table: Table[State], system: str) -> None:
    """Put the defenders of a world in their places, once."""
    if system in table.state.defended:
        return
    table.say(Defended(system), REFEREE)
    posted_there(world, table, system, defenders(world, world.pack.systems[system]))


def posted_there(world: World, table: Table[State], system: str, posts: Iterable[Posted]) -> tuple[str, ...]:
    """Units of Umpire's stand so in a system, and whoever sees there sees them. Their ids."""
    units = mustered(world, table.state, NEUTRAL, system, posts)
    table.say(Mustered(units), hearers(NEUTRAL))
    all_appeared(table, world, units)
    return tuple(unit.id for unit in units)


@afterwards
def defended(world: World, table: Table[State], before: State) -> None:
    """Whoever comes out of hyperspace to a world that nobody holds finds its defenders there (GCW-FAC-13)."""
    if table.state.voyages is before.voyages or not world.whole(table.state):
        return
    for key, voyage in before.voyages.items():
        if key not in table.state.voyages and voyage.destination not in table.state.owners:
            defend(world, table, voyage.destination)


def hold(world: World, table: Table[State], seat: Seat, system: str) -> None:
    """The first player of a faction holds its stronghold: what is left of its defenders is the player's, or all that
    is free there (GCW-FAC-12, -13, GCW-SET-06).
    """
    place, state = world.pack.systems[system], table.state
    if system in state.defended:
        left = [unit for unit in state.of(NEUTRAL) if unit.system == system and unit.cell]
        docked = {unit.id for unit in left}
        inside = [unit for unit in state.of(NEUTRAL) if unit.docked in docked]
        units = tuple(replace(unit, owner=seat) for unit in (*left, *inside))
    elif place.stronghold_of:
        units = mustered(world, state, seat, system, orbiting(world, place))
        table.say(Defended(system), REFEREE)
    else:
        return
    table.say(Mustered(units), only(seat))


def raise_center(world: World, table: Table[State], seat: Seat, cell: str = HOME_GRID) -> None:
    """A player's free Command Center stands in a Ground Grid of its home system (GCW-SET-04)."""
    units = mustered(world, table.state, seat, table.state.players[seat].home, [Posted(CENTER, cell)])
    table.say(Mustered(units), only(seat))


def furnish(world: World, table: Table[State], seat: Seat) -> None:
    """A founding is whole: its Command Center stands, and each Ground Grid with a facility has its guards, in stock
    units (GCW-SET-04, GCW-RGF-03).
    """
    player = table.state.players[seat]
    if player.faction != INDEPENDENTS and not centers(table.state, seat):
        raise_center(world, table, seat)
    own = [unit.cell for unit in table.state.of(seat) if unit.kind is UnitKind.FACILITY]
    station(world, table, seat, player.home, sorted({grid_of(cell) for cell in own}))


def station(world: World, table: Table[State], seat: Seat, system: str, grids: Sequence[str]) -> None:
    """Each of these Ground Grids has its guards, in the stock units of its player's faction (GCW-RGF-03)."""
    faction = world.pack.factions[table.state.players[seat].faction]
    posts = [post for grid in grids for post in guards(world, faction, grid)]
    if posts:
        table.say(GuardsPosted(system, mustered(world, table.state, seat, system, posts)), only(seat))
