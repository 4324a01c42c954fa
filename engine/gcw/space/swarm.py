"""TIE swarms: squadrons that fly and fight as one. Rulebook: GCW-TIE-01..03."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Self

from msgspec.structs import replace
from pydantic import Field

from engine.game import Fact, only
from engine.gcw.acting import OWN, Action, can, points
from engine.gcw.contacts import appeared, forget, lose, sharers, taken_aboard
from engine.gcw.data.terms import Pools, Status
from engine.gcw.figures.damage import Act, dealt
from engine.gcw.fleets import Mustered, Removed, free_name, taken_names
from engine.gcw.look import Look, Run
from engine.gcw.state import State, Unit, UnitKind, by_number, carried, changed
from engine.gcw.world import JOINS
from engine.look import Refused
from engine.noun import Found, Several
from engine.text.message import N_, Text, listed
from engine.text.names import shown

FEWEST = 2
MOST_LIKELY = 2
"""Cells whose squadrons random players have swarm."""


def flies_in_swarms(look: Look, unit: Unit, found: Found) -> Refused | None:
    """Squadrons of TIE Fighters and TIE Interceptors, no elite ones (GCW-TIE-01)."""
    spec = look.world.spec(unit.code)
    if unit.kind is UnitKind.SQUADRON and spec.swarm and not spec.elite:
        return None
    return Refused("SWARM_UNIT", {"unit": shown(unit.name)})


def all_of_class(look: Look, words: str) -> list[Unit] | None:
    """All squadrons of a class in flight: "all TF"; None where the words name no class that flies."""
    wanted = words.casefold()
    if not wanted.startswith("all "):
        return None
    code = wanted.removeprefix("all ").strip()
    return [unit for unit in look.own() if unit.on_grid and unit.code.casefold() == code] or None


SQUADRON = OWN.that(flies_in_swarms, can(Act.OTHER), what="a squadron of yours")
SQUADRONS: Several[Look, Unit] = Several(SQUADRON, "squadrons of yours", all_of_class)


class Swarm(Action):
    """Have TIE Fighter and TIE Interceptor squadrons of one cell fly as one swarm of rating 8."""

    path: ClassVar[str] = "gcw-craft swarm"
    line: ClassVar[str] = "swarm {squadrons}[ as {name}]"
    squadrons: Annotated[str, SQUADRONS] = Field(
        description="names with commas, or a class such as 'all TF'", max_length=200
    )
    name: str | None = Field(None, description="what the swarm is called", max_length=40)

    @classmethod
    def likely(cls, look: Look) -> Iterator[Self]:
        """Up to four squadrons of each cell."""
        cells: dict[tuple[str, str], list[str]] = {}
        for unit in SQUADRON.fitting(look.drafted()) if cls.ready(look) is None else ():
            cells.setdefault((unit.system, unit.cell), []).append(unit.name)
        for names in list(cells.values())[:MOST_LIKELY]:
            if len(names) >= FEWEST:
                yield cls(squadrons=", ".join(names[:4]), name=None)

    def perform(self, run: Run) -> None:
        """Merge squadrons: pools and weapons summed, the slowest's pace, at no cost (GCW-TIE-01).

        Their groups are used when the swarm acts, not before (GCW-BUR-02). Refuses SWARM_CELL.
        """
        world, table = run.world, run.table
        members: list[Unit] = sorted(run.found.squadrons, key=lambda unit: by_number(unit.id))
        if len(members) < FEWEST or len({(unit.system, unit.cell) for unit in members}) > 1:
            table.refuse("SWARM_CELL", number=len(members))
        before = [run.state.units[unit.id] for unit in members]
        uses = [points(run, unit) for unit in members]
        taken = taken_names(run.state, run.seat)
        made = Unit(
            id=run.state.next_id("u", run.seat),
            kind=UnitKind.SWARM,
            code=JOINS.join(unit.code for unit in members),
            name=free_name(taken, self.name or "Swarm"),
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


FORMED = N_("{members} fly as **{swarm}**, rating 8.")


class SwarmFormed(Fact[State], frozen=True):
    """Squadrons are one meta-squadron, which was mustered before them; for its owner (GCW-TIE-01)."""

    rule: ClassVar[str] = "GCW-TIE-02"
    swarm: str
    members: tuple[str, ...]

    def evolve(self, state: State) -> State:
        return changed(state, *self.members, docked=self.swarm, system="", cell="", patrol=False)

    def words(self, look: Look) -> Text:
        return FORMED(members=listed(map(look.name, self.members)), swarm=look.name(self.swarm))


def is_swarm(look: Look, unit: Unit, found: Found) -> Refused | None:
    """Swarms, and nothing else."""
    return None if unit.kind is UnitKind.SWARM else Refused("SWARM_UNIT", {"unit": shown(unit.name)})


class Dissolve(Action):
    """Have the squadrons of a swarm fly apart again."""

    path: ClassVar[str] = "gcw-craft dissolve"
    line: ClassVar[str] = "dissolve {swarm}"
    swarm: Annotated[str, OWN.that(is_swarm, can(Act.OTHER), what="a swarm of yours")] = Field(
        description="the swarm", max_length=60
    )

    def perform(self, run: Run) -> None:
        """Deal what is left among the members, in order of id (GCW-TIE-03); what gets no armor has its last act now."""
        world, table = run.world, run.table
        unit: Unit = run.found.swarm
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


APART = N_("**{swarm}** flies apart: {shares}.")
SHARE = N_("{squadron} with shields {shields}, armor {armor}")
LAST_SHARE = N_("{squadron} with its last act")


class SwarmDissolved(Fact[State], frozen=True):
    """A swarm is squadrons again, with what is left of it dealt out among them; for its owner (GCW-TIE-03)."""

    rule: ClassVar[str] = "GCW-TIE-03"
    swarm: str
    members: tuple[tuple[str, Pools, Status], ...]

    def evolve(self, state: State) -> State:
        swarm = state.units.get(self.swarm)
        if swarm is None:
            return state
        units = dict(state.units)
        for member, pools, status in self.members:
            if member in units:
                units[member] = replace(
                    units[member], docked="", system=swarm.system, cell=swarm.cell, pools=pools, status=status,
                    shields_up=swarm.shields_up, exit_until=swarm.exit_until,
                )  # fmt: skip
        return replace(state, units=units)

    def words(self, look: Look) -> Text:
        shares = (
            (LAST_SHARE if status is Status.DOOMED else SHARE)(
                squadron=look.name(member), shields=pools.shields, armor=pools.armor
            )
            for member, pools, status in self.members
        )
        return APART(swarm=look.name(self.swarm), shares=listed(shares))
