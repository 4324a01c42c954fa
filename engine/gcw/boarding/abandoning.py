"""Abandoning ship: a crew leaves a disabled ship in escape pods, and stands on the ground a round later.

Rulebook: GCW-DMG-14, -15, -16, CLK-21.
"""

from __future__ import annotations

from typing import Annotated, ClassVar

from msgspec.structs import replace
from pydantic import Field

from engine.declared.changes import Removes, Together
from engine.game import REFEREE, Fact, only
from engine.gcw.acting import OWN, PODS, Action, acted, can
from engine.gcw.boarding.interior import a_ship, crew_class, crew_points, heroes_in, squads_of, with_heroes
from engine.gcw.boarding.prizes import Yielded, passing, set_adrift
from engine.gcw.contacts import appeared
from engine.gcw.data.codes import Code
from engine.gcw.data.terms import Pools
from engine.gcw.figures.damage import Act
from engine.gcw.figures.grid import written
from engine.gcw.fleets import HeroLanded, free_name, hero_unit, new_unit, taken_names
from engine.gcw.look import Look, Run, begins_turn, class_words, own_name
from engine.gcw.state import Origin, Pod, PutsNew, State, Unit, changed, counted, put
from engine.gcw.world import GRIDS, grid_of
from engine.look import Refused
from engine.noun import Found, Value
from engine.orders import Option
from engine.text.message import NN_, Text, listed, name, term
from engine.text.names import shown


def crewless(look: Look, ship: Unit, found: Found) -> Refused | None:
    """Those that have a crew left."""
    return None if crew_points(look.world, look.known, ship) else Refused(Code.NO_CREW)


def pod_grids(look: Look, ship: Unit) -> tuple[str, ...]:
    """The Ground Grids where a ship's pods come down: that of its quadrant, any from the atmosphere (GCW-DMG-14)."""
    quadrant = look.world.grid.cells[ship.cell].quadrant
    return (f"G-{quadrant}",) if quadrant else GRIDS


def read_grid(look: Look, words: str, found: Found) -> str:
    """The Ground Grid that is meant. Refuses POD_GRID."""
    grids, grid = pod_grids(look, found.ship), written(words)
    if grid not in grids:
        look.refuse("POD_GRID", cell=found.ship.cell, grids=", ".join(grids), grid=shown(grid))
    return grid


def grids_offered(look: Look, found: Found) -> list[Option]:
    """The Ground Grids below the ship."""
    ship: Unit | None = found.get("ship")
    return [Option(grid) for grid in (GRIDS if ship is None else pod_grids(look, ship))]


PODS_LEAVE = NN_(
    "{number} squad leaves {ship} in escape pods, and stands at {cell} when your next turn begins (GCW-DMG-14)",
    "{number} squads leave {ship} in escape pods, and stand at {cell} when your next turn begins (GCW-DMG-14)",
    "number",
)
LEAVING_DERELICT = NN_(
    "{number} squad leaves {ship} in escape pods, and stands at {cell} when your next turn begins; the ship is "
    "derelict (GCW-DMG-14)",
    "{number} squads leave {ship} in escape pods, and stand at {cell} when your next turn begins; the ship is derelict "
    "(GCW-DMG-14)",
    "number",
)


class Abandon(Action):
    """Leave a disabled ship in escape pods, after all else; its crew lands before your next turn."""

    path: ClassVar[str] = "gcw-crew abandon"
    line: ClassVar[str] = "abandon {ship}[ to {grid}]"
    step: ClassVar[int] = PODS
    ship: Annotated[str, OWN.but(what="a ship of yours").that(a_ship, can(Act.ABANDON), crewless)] = Field(
        description="a disabled ship of yours", max_length=60
    )
    grid: Annotated[str | None, Value("a Ground Grid", read_grid, grids_offered)] = Field(
        None, description="where the pods come down, from the atmosphere: G-1 to G-4", max_length=4
    )

    def perform(self, run: Run) -> None:
        """The crew leaves, heroes with it; squads stay, and the ship is a derelict (GCW-DMG-14, -16)."""
        world, state, seat, ship = run.world, run.state, run.seat, run.found.ship
        points = crew_points(world, state, ship)
        grid, code = run.found.grid or pod_grids(run.look, ship)[0], crew_class(world, state, seat)
        names = taken_names(state, seat) | {pod.name.casefold() for pod in state.pods.values() if pod.owner == seat}
        pod = Pod(
            id=state.next_id("pod", seat),
            owner=seat,
            system=ship.system,
            cell=f"{grid}S",
            code=code,
            hp=points,
            name=free_name(names, f"{ship.name} crew"),
        )
        heroes = tuple(fighter.key for fighter in heroes_in(world, state, ship, seat))
        run.say(PodsAway(ship.id, pod, heroes), only(seat))
        after = run.state.units[ship.id]
        if run.real:
            acted(run, after)
            if after.pools.hull > 0:
                set_adrift(world, run.table, after, run.told, abandoned=True)
            return
        words = {"ship": own_name(run.state, ship), "cell": term(pod.cell)}
        sentence = LEAVING_DERELICT if after.pools.hull > 0 else PODS_LEAVE
        run.workings.append(sentence(number=squads_of(world, code, points), **words))
        if after.pools.hull > 0:
            going = passing(run.state, after)
            ids, called = tuple(unit.id for unit in going), tuple(unit.name for unit in going)
            run.say(Yielded(seat, ids, called, abandoned=True), REFEREE)


ABANDONED = NN_(
    "**{ship}** is abandoned: {number} squad of its crew are in escape pods, and stand at {system} {cell} when your "
    "next turn begins.",
    "**{ship}** is abandoned: {number} squads of its crew are in escape pods, and stand at {system} {cell} when your "
    "next turn begins.",
    "number",
)
ABANDONED_WITH = NN_(
    "**{ship}** is abandoned: {number} squad of its crew, {heroes} with them, are in escape pods, and stand at "
    "{system} {cell} when your next turn begins.",
    "**{ship}** is abandoned: {number} squads of its crew, {heroes} with them, are in escape pods, and stand at "
    "{system} {cell} when your next turn begins.",
    "number",
)


class PodsAway(Fact[State], frozen=True):
    """A crew left its ship in escape pods, heroes with it (GCW-DMG-14). For its owner."""

    rule = "GCW-DMG-14"
    decides = True
    ship: str
    pod: Pod
    heroes: tuple[str, ...] = ()

    def evolve(self, state: State) -> State:
        state = changed(state, self.ship, crew=0)
        pods = put(state.pods, self.pod.id, self.pod)
        state = replace(state, pods=pods, last_ids=counted(state, self.pod.owner))
        return with_heroes(state, self.heroes, self.pod.id)

    def words(self, look: Look) -> Text:
        pod = self.pod
        words = {"ship": look.name(self.ship), "system": term(pod.system), "cell": term(pod.cell)}
        heroes = [name(look.known.heroes[hero].name) for hero in self.heroes if hero in look.known.heroes]
        number = squads_of(look.world, pod.code, pod.hp)
        if heroes:
            return ABANDONED_WITH(number=number, heroes=listed(heroes), **words)
        return ABANDONED(number=number, **words)


PODS_DOWN = NN_(
    "**{name}** ({number} squad of {klass}) stands at {system} {cell}.",
    "**{name}** ({number} squads of {klass}) stands at {system} {cell}.",
    "number",
)


class PodsLanded(Fact[State], frozen=True):
    """Escape pods have come down: their crew stands on the Surface (GCW-DMG-14, CLK-21). For its owner."""

    rule = "GCW-DMG-14"
    decides = True
    makes = Together(PutsNew("units", "unit"), Removes("pods", "pod"))
    pod: str
    unit: Unit

    def words(self, look: Look) -> Text:
        unit = self.unit
        words = {"name": name(unit.name), "klass": class_words(look.world, unit.code)}
        return PODS_DOWN(number=unit.count, system=term(unit.system), cell=term(unit.cell), **words)


@begins_turn
def land_pods(run: Run) -> None:
    """Pods come down at the start of their owner's turn; while their grid is bombarded from orbit they wait (CLK-21).

    The crew is a stack that counts in no group: its ship's command points do not wait for it (GCW-BUR-05).
    """
    state, seat = run.state, run.seat
    for pod in [pod for pod in state.pods.values() if pod.owner == seat]:
        if f"{pod.system}/{grid_of(pod.cell)}" not in run.state.bombarded:
            land(run, pod)


def land(run: Run, pod: Pod) -> None:
    """One crew comes down, and the heroes with it."""
    table, world, seat = run.table, run.world, run.seat
    crew = new_unit(world, run.state, seat, pod.code, pod.name, squads_of(world, pod.code, pod.hp))
    place = {"system": pod.system, "cell": pod.cell}
    crew = replace(crew, pools=Pools(armor=pod.hp), group_cp=0, origin=Origin.STOCK, **place)
    table.say(PodsLanded(pod.id, crew), only(seat))
    landed = [crew]
    for hero in [hero for hero in run.state.heroes.values() if hero.aboard == pod.id]:
        if hero.alive:
            unit = replace(hero_unit(world, run.state, hero, crew), group_cp=0)
            table.say(HeroLanded(hero.id, unit), only(seat))
            landed.append(unit)
    if run.real:
        for unit in landed:
            appeared(table, world, run.state.units[unit.id])
