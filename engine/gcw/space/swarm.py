"""TIE swarms: squadrons that fly and fight as one. Rulebook: GCW-TIE-01..03."""

from __future__ import annotations

from typing import Annotated, ClassVar

from msgspec.structs import replace
from pydantic import Field

from engine.game import only
from engine.gcw.acting import able, own, points
from engine.gcw.boarding.interior import by_number
from engine.gcw.facts import SwarmDissolved, SwarmFormed
from engine.gcw.figures.damage import Act, Pools, Status, dealt
from engine.gcw.fleets import Mustered, Removed, free_name, taken_names
from engine.gcw.run import Run
from engine.gcw.sight.contacts import appeared, forget, lose, sharers, taken_aboard
from engine.gcw.space.launch import words_of
from engine.gcw.state import Unit, UnitKind, carried
from engine.gcw.world import JOINS
from engine.orders import Order, Pick
from engine.text.names import shown

FEWEST = 2


class Swarm(Order):
    """Have TIE Fighter and TIE Interceptor squadrons of one cell fly as one swarm of rating 8."""

    path: ClassVar[str] = "gcw-craft swarm"
    shows: ClassVar[str] = "preview"
    line: ClassVar[str] = "swarm {squadrons}[ as {name}]"
    squadrons: Annotated[str, Pick("squadrons of yours")] = Field(
        description="names with commas, or a class such as 'all TF'", max_length=200
    )
    name: str | None = Field(None, description="what the swarm is called", max_length=40)


class Dissolve(Order):
    """Have the squadrons of a swarm fly apart again."""

    path: ClassVar[str] = "gcw-craft dissolve"
    shows: ClassVar[str] = "preview"
    line: ClassVar[str] = "dissolve {swarm}"
    swarm: Annotated[str, Pick("a swarm of yours")] = Field(description="the swarm", max_length=60)


def meant(run: Run, words: str) -> list[Unit]:
    """The squadrons that are to swarm: by name, or all of a class in flight. Refuses NO_UNIT."""
    mine = list(run.state.of(run.seat))
    wanted = words.strip().casefold()
    if wanted.startswith("all "):
        code = wanted.removeprefix("all ").strip()
        found = [unit for unit in mine if unit.on_grid and unit.code.casefold() == code]
        if found:
            return found
    names = {unit.name.casefold() for unit in mine}
    named = [own(run.table, run.seat, part) for part in words_of(words, names)]
    return list({unit.id: unit for unit in named}.values())


def swarm(run: Run, order: Swarm) -> None:
    """Merge squadrons: pools and weapons summed, the slowest's pace, at no cost (GCW-TIE-01).

    Their groups are used when the swarm acts, not before (GCW-BUR-02). Refuses SWARM_UNIT, SWARM_CELL.
    """
    world, table = run.world, run.table
    members = sorted(meant(run, order.squadrons), key=lambda unit: by_number(unit.id))
    for unit in members:
        spec = world.spec(unit.code)
        if unit.kind is not UnitKind.SQUADRON or not spec.swarm or spec.elite:
            table.refuse("SWARM_UNIT", unit=shown(unit.name))
        able(run, unit, Act.OTHER)
    if len(members) < FEWEST or len({(unit.system, unit.cell) for unit in members}) > 1:
        table.refuse("SWARM_CELL", number=len(members))
    before = [run.state.units[unit.id] for unit in members]
    uses = [points(run, unit) for unit in members]
    taken = taken_names(run.state, run.seat)
    made = Unit(
        id=run.state.next_id("u", run.seat),
        kind=UnitKind.SWARM,
        code=JOINS.join(unit.code for unit in members),
        name=free_name(taken, order.name or "Swarm"),
        owner=run.seat,
        pools=Pools(sum(unit.pools.shields for unit in members), sum(unit.pools.armor for unit in members)),
        group="",
        system=members[0].system,
        cell=members[0].cell,
        shields_up=all(unit.shields_up for unit in members),
        exit_until=max((unit.exit_until for unit in members if unit.exit_until is not None), default=None),
    )
    made = replace(made, group=made.id)  # it leads itself: the groups of its squadrons count, each as before
    table.say(Mustered((made,)), only(run.seat))
    table.say(SwarmFormed(made.id, tuple(unit.id for unit in members)), only(run.seat))
    use = run.use(made)
    use.left = min(one.left or 0 for one in uses)
    use.spent = any(one.spent for one in uses)
    use.fired = [mount for one in uses for mount in one.fired]
    use.halves = list(dict.fromkeys(half for one in uses for half in one.halves))
    use.launched = any(one.launched for one in uses)
    if run.real:
        for unit in before:
            taken_aboard(table, world, unit, "flies in a swarm now")
        appeared(table, world, run.state.units[made.id])


def dissolve(run: Run, order: Dissolve) -> None:
    """Deal what is left among the members, in order of id (GCW-TIE-03); what gets no armor has its last act now."""
    world, table = run.world, run.table
    unit = own(table, run.seat, order.swarm)
    if unit.kind is not UnitKind.SWARM:
        table.refuse("SWARM_UNIT", unit=shown(unit.name))
    able(run, unit, Act.OTHER)
    members = sorted(carried(run.state, unit), key=lambda one: by_number(one.id))
    full = [world.full(one.code) for one in members]
    shields = dealt(unit.pools.shields, [pools.shields for pools in full])
    armor = dealt(unit.pools.armor, [pools.armor for pools in full])
    shares = tuple(
        (one.id, Pools(shield, plate), one.status if plate else Status.DOOMED)
        for one, shield, plate in zip(members, shields, armor, strict=True)
    )
    use = points(run, unit)
    table.say(SwarmDissolved(unit.id, shares), only(run.seat))
    for one in members:
        mine = run.use(one)
        mine.left, mine.spent, mine.halves = use.left, use.spent, list(use.halves)
        mine.fired = list(world.mounts(one.code)) if use.fired else []
        mine.launched = use.launched
    if run.real:
        lose(table, unit.id, "flew apart", sharers(run.state, world, unit))
        forget(table, unit.id)
    table.say(Removed((unit.id,), "dissolved", (unit.name,)), only(run.seat))
    if run.real:
        for one in members:
            appeared(table, world, run.state.units[one.id])
