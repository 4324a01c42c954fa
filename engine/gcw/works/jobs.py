"""Units that are being made: jobs side by side that stand still in conflict, are done by the clock, and lie in dock.

Rulebook: GCW-CST-01..05, GCW-CON-03, -07, GCW-RGF-03, GCW-STK-01, CLK-08, -09.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import ClassVar, Literal

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from engine.book import afterwards, clock
from engine.clock import HOUR
from engine.declared.changes import Removes, Renews, Watched
from engine.declared.due import Dated, Earliest
from engine.game import Fact, Seat, Table, only
from engine.gcw.acting import OWN, viewers
from engine.gcw.conflict import conflict_at
from engine.gcw.contacts import all_appeared
from engine.gcw.data.terms import Status
from engine.gcw.economy.accounts import enter
from engine.gcw.economy.rosters import DOCK, GUARD, RESERVE, SentToReserve, base_lost, duty_of, in_battle, joins
from engine.gcw.fleets import MAIN, PDF, Mustered, free_name, laden, new_unit, overfull, room, taken_names
from engine.gcw.look import HOURS_LEFT, Look, Obeying, class_count, hours_left, names_words, unit_name, with_before
from engine.gcw.people.strongholds import station
from engine.gcw.state import CRAFT, TROOPS, Origin, PutsNew, State, Stored, Unit, UnitKind, Why, Work, outermost
from engine.gcw.world import AT_HOME, World, grid_of
from engine.look import Refused
from engine.noun import Found, Noun, Value
from engine.orders import Option
from engine.text.message import N_, NN_, T_, Message, Text, drawn, joined, name, term
from engine.text.names import shown

SURFACE = "SURFACE"
"""Where ground units go: the Surface beside the facility that made them."""

OPEN_DOCK = ("B-1", "G-1S")
"""Where what lies in open dock appears, in space and on the ground."""

LIKE_STOCK = frozenset({Origin.STOCK, Origin.GUARD, Origin.BONUS})
"""Origins that pay nothing (GCW-SCR-04)."""

TO_WORDS: dict[str, Text] = {
    MAIN: T_("your main fleet"),
    PDF: T_("the PDF there"),
    RESERVE: T_("your reserve"),
    DOCK: T_("dock"),
    SURFACE: T_("the Surface"),
    GUARD: T_("the guard there"),
}


def to_words(look: Look, to: str) -> Text:
    """The place that something goes to, in words."""
    return TO_WORDS[to] if to in TO_WORDS else unit_name(look.known, to)


def holds(state: State, seat: Seat, system: str) -> bool:
    """True if a player may build in a system: it is its own, its home, or occupied by it (GCW-CST-02, GCW-CON-07)."""
    if system in state.occupied:
        return seat in state.occupied[system]
    home = state.players[seat].home == system and not base_lost(state, seat)
    return home or state.owners.get(system) == seat


def lost(state: State, work: Work) -> bool:
    """True if the facility that makes something, or in whose dock it lies, is lost to its owner (GCW-CST-03)."""
    maker = state.units.get(work.maker)
    return bool(work.maker) and (maker is None or maker.owner != work.owner or not maker.live)


def goes_on(state: State, work: Work) -> bool:
    """True if a job goes on: there is no conflict, and its facility is not disabled (GCW-CST-03, GCW-CON-03)."""
    maker = state.units.get(work.maker)
    return conflict_at(state, work.system) is None and (maker is None or maker.status is Status.ACTIVE)


WATCHED = Watched("units", "conflicts", "works")
"""What stops works, lets them go on or ends them."""


@afterwards
def keep_works(world: World, table: Table[State], before: State) -> None:
    """Stops works, lets them go on or ends them, if anything changed that they depend on (GCW-CST-03)."""
    state = table.state
    if WATCHED.same(before, state):
        return
    paced: dict[Seat, list[Work]] = {}
    for work in list(state.works.values()):
        if lost(state, work):
            table.say(WorksOver(work.owner, (work.id,), (work.name,), "lost"), only(work.owner))
        elif not work.done and goes_on(state, work) != (work.since is not None):
            since = table.now if work.since is None else None
            left = work.left if work.since is None else work.since + work.left - table.now
            paced.setdefault(work.owner, []).append(replace(work, since=since, left=left))
    for seat, works in paced.items():
        table.say(WorksSet(seat, tuple(works)), only(seat))


def place_of(world: World, state: State, work: Work) -> str:
    """The cell where what was made appears: at its facility on the Surface, else in orbit above it."""
    aground = world.kind(work.code) in TROOPS
    maker = state.units.get(work.maker)
    if maker is None:
        return OPEN_DOCK[aground]
    on_ground = bool(grid_of(maker.cell))
    if aground == on_ground:
        return maker.cell
    return OPEN_DOCK[1] if aground else f"B-{world.grid.cells[maker.cell].quadrant}"


def built(world: World, state: State, work: Work, to: str) -> tuple[Unit, ...]:
    """The unit that a job makes, with its stock complement, as it would stand where it goes (GCW-CST-05)."""
    host, kind = state.units.get(to), world.kind(work.code)
    unit = new_unit(world, state, work.owner, work.code, work.name, work.count)
    if host is not None:
        unit = replace(unit, docked=host.id)
    else:
        unit = replace(unit, system=work.system, cell=place_of(world, state, work))
    escort = kind in CRAFT and to in (MAIN, PDF, RESERVE)
    units = laden(world, state, replace(unit, escort=escort, origin=work.origin))
    if work.pools is not None:
        units = (replace(units[0], pools=work.pools), *units[1:])
    maker = state.units.get(work.maker)
    ties: dict[str, object] = {"duty": duty_of(to, work.system)}
    if host is not None and host.kind is UnitKind.FACILITY and work.origin is Origin.STOCK:  # of its grid's guard
        ties = {"docked": "", "system": host.system, "cell": host.cell, "origin": Origin.GUARD, "group_cp": 0}
    elif host is not None:
        ties = {"group": host.group or host.id, "group_cp": host.group_cp, "duty": host.duty}
    elif to == GUARD and maker is not None:
        cell = grid_of(maker.cell) + ("A" if kind in CRAFT else "S")
        ties = {"origin": Origin.BOUGHT_GUARD, "group_cp": 0, "cell": cell}
    return tuple(replace(one, **ties) for one in units)


def undeliverable(world: World, state: State, units: tuple[Unit, ...], work: Work, to: str) -> Refused | None:
    """Refuses what was made where it cannot go: a roster, a host, the Surface, the guard (GCW-CST-04, GCW-STK-01)."""
    first, host = units[0], state.units.get(to)
    if host is not None:
        if outermost(state, host).system != work.system or not host.live:
            return Refused("NOT_THERE", {"player": shown(work.owner), "name": shown(host.name), "hint": ""})
        if first.guard:
            return guard_full(world, state, first)
        if world.version >= AT_HOME and first.kind not in CRAFT | TROOPS:
            return Refused("NO_BERTH", {"unit": shown(first.name)})
        if first.kind in CRAFT and room(world, state, host, first.kind) < 1:
            return Refused("HANGAR_FULL", {"host": shown(host.name)})
        full = overfull(world, state, host, [first]) if first.kind in TROOPS else None
        return full or in_battle(state, host, work.system)
    if to in (MAIN, PDF, RESERVE):
        if first.kind in TROOPS:
            return Refused("NO_DUTY", {"unit": shown(first.name)})
        return joins(world, state, units, work.system, to)
    if to == GUARD:
        return guard_full(world, state, first)
    return None if to == SURFACE and first.kind in TROOPS else Refused("NO_BERTH", {"unit": shown(first.name)})


def grounded(state: State, seat: Seat, system: str, grid: str) -> list[Unit]:
    """The units of a player in a Ground Grid of a system; none in no grid."""
    return [unit for unit in state.of(seat) if grid and unit.system == system and grid_of(unit.cell) == grid]


def guard_full(world: World, state: State, unit: Unit) -> Refused | None:
    """RGF_PLACE without a facility of the owner's in the grid, RGF_LIMIT for more than its guard (GCW-RGF-02, -05)."""
    there = grounded(state, unit.owner, unit.system, grid_of(unit.cell))
    if not any(other.kind is UnitKind.FACILITY and other.live for other in there):
        return Refused("RGF_PLACE", {"grid": grid_of(unit.cell) or unit.cell})
    limit, guards = world.guard(state, unit.owner), [other for other in there if other.guard] + [unit]
    squads = sum(world.squads(guard.code, guard.pools) for guard in guards if guard.kind is UnitKind.INFANTRY)
    craft = sum(guard.kind is UnitKind.SQUADRON for guard in guards)
    vehicles = sum(guard.kind in TROOPS and guard.kind is not UnitKind.INFANTRY for guard in guards)
    misfit = unit.kind not in TROOPS and unit.kind is not UnitKind.SQUADRON
    over = squads > limit.squads or craft > limit.squadrons or vehicles > limit.vehicles
    most = {"squadrons": limit.squadrons, "squads": limit.squads, "vehicles": limit.vehicles}
    return Refused("RGF_LIMIT", most) if over or misfit else None


def deliver(world: World, table: Table[State], work: Work, to: str) -> Refused | None:
    """Puts what was made somewhere, in play from now on; or says why it cannot be (GCW-CST-04)."""
    refused = undeliverable(world, table.state, built(world, table.state, work, to), work, to)
    if refused is None:
        commission(world, table, work, to)
    return refused


def commission(world: World, table: Table[State], work: Work, to: str) -> None:
    """Puts what was made into play, or into the reserve."""
    seat, units = work.owner, built(world, table.state, work, to)
    table.say(WorksOver(seat, (work.id,), (work.name,)), only(seat))
    table.say(Mustered(units), only(seat))
    if to == RESERVE:
        stored = tuple(replace(unit, system="", cell="") for unit in units)
        table.say(SentToReserve(Stored(id=units[0].id, owner=seat, units=stored)), only(seat))
        return
    all_appeared(table, world, units)


works_of: Callable[[Look, Found], Iterator[Work]] = viewers("works")
"""The player's jobs, and what lies in dock."""


def work_label(look: Look, work: Work) -> Text:
    """A job in a menu."""
    sentence = N_("{name} ({code}, in dock at {system})") if work.done else N_("{name} ({code}, {system})")
    return sentence(name=term(work.name), code=term(work.code), system=term(work.system))


WORK: Noun[Look, Work] = Noun(
    "something that you have made",
    works_of,
    lambda work: (work.name,),
    work_label,
    unknown="NO_WORK",
)
"""A job of the player's, by the name of what it makes."""


def under_way(look: Look, work: Work, found: Found) -> Refused | None:
    """Refuses a work that is done: nothing of it is left to call off or to set."""
    return Refused("WORK_DONE", {"unit": shown(work.name)}) if work.done else None


ROSTERS = {"main": MAIN, "pdf": PDF, "reserve": RESERVE, "dock": DOCK, "guard": GUARD, "surface": SURFACE}


def to_read(look: Look, words: str, found: Found) -> str:
    """A roster by its word, or a unit of the player's that takes it in, by its id. Refuses NO_UNIT."""
    word = words.strip().casefold()
    return ROSTERS[word] if word in ROSTERS else OWN.named(look, words).id


def to_offered(look: Look, found: Found) -> Iterator[Option]:
    """The rosters, and what has room."""
    yield from (Option(word) for word in ROSTERS)
    for unit in look.own():
        spec = look.world.spec(unit.code)
        if unit.on_grid and (spec.hangar_sf or spec.hangar_aux or spec.troop_capacity):
            yield Option(
                unit.name,
                N_("into {unit} ({code}, {system})")(
                    unit=drawn(unit.name), code=term(unit.code), system=term(unit.system)
                ),
            )


TO: Value[Look, str] = Value("where it goes", to_read, to_offered)
"""Where something that is made goes."""


BEGUN, NO_DUE = N_("Begun at {system}: {units}[, done {at}]."), N_("Begun at {system}: {units}; it stands still.")


class WorksBegan(Dated[State], frozen=True):
    """Jobs are begun, side by side (GCW-CST-01, -02). For their owner."""

    makes = PutsNew("works", "works")
    rule: ClassVar[str] = "GCW-CST-01"
    seat: Seat
    works: tuple[Work, ...]

    def words(self, look: Look) -> Text:
        first = self.works[0]
        units = class_count(sum(work.count for work in self.works), first.code)
        sentence = NO_DUE if first.due is None else BEGUN
        return sentence(system=term(first.system), units=units, at=look.until(first.due))


STILL = NN_("{units} stands still.", "{units} stand still.", "number")
STILL_WITH = N_("{unit} stands still: {left}.")
ON = N_("{unit} goes on[: done {at}].")
DOCKED = N_("**{unit}** is done, and lies in dock at {system} until it is assigned.")


class WorksSet(Dated[State], frozen=True):
    """Jobs stand still or go on, or what is done lies in dock (GCW-CST-03, -04). For their owner."""

    makes = Renews("works", "works")
    rule: ClassVar[str] = "GCW-CST-03"
    seat: Seat
    works: tuple[Work, ...]
    before: int | UnsetType = UNSET
    """Seconds of work that were left, where a moderator set them."""

    def words(self, look: Look) -> Text:
        still = [work.name for work in self.works if work.since is None and not work.done]
        lines = [STILL(units=names_words(still), number=len(still))] if still else []
        if still and self.before is not UNSET:
            lines = [STILL_WITH(unit=name(still[0]), left=HOURS_LEFT(hours=-(-self.works[0].left // HOUR)))]
        for work in self.works:
            if work.done:
                lines.append(DOCKED(unit=name(work.name), system=term(work.system)))
            elif work.due is not None:
                lines.append(ON(unit=name(work.name), at=look.until(work.due)))
        return with_before(joined("\n", lines), hours_left(self.before))


Ending = Literal["", "lost", "unclaimed", "called off", "moderator"]
"""Why a job is over without what it was to make; nothing where that is in play."""

ENDS: dict[Ending, Message] = {
    "lost": N_("The work on {units} has ended: the facility that did it is lost."),
    "unclaimed": N_("{units} is not built: the system is no longer yours to build in."),
    "called off": N_("The work on {units} is called off."),
    "moderator": N_("A moderator ended the work on {units}."),
}


class WorksOver(Fact[State], frozen=True):
    """Jobs are over: what they made is in play, or there will be nothing (GCW-CST-03). For their owner."""

    makes = Removes("works", "works")
    rule: ClassVar[str] = "GCW-CST-03"
    seat: Seat
    works: tuple[str, ...]
    names: tuple[str, ...] = ()
    why: Ending = ""

    def words(self, look: Look) -> Text | None:
        return ENDS[self.why](units=names_words(self.names)) if self.why else None


def begin(act: Obeying, job: Work, number: int) -> None:
    """Enter jobs that are alike, and what they cost (GCW-CST-02). Those of a facility that stands still wait."""
    state, seat = act.state, act.seat
    taken = taken_names(state, seat) | {work.name.casefold() for work in state.works.values() if work.owner == seat}
    jobs = []
    for ahead in range(1, number + 1):
        called = free_name(taken, job.name)
        since = act.look.now if goes_on(state, job) else None
        jobs.append(replace(job, id=state.next_id("w", seat, ahead), name=called, since=since))
    about = f"{number * job.count} {job.code}" if number * job.count > 1 else job.code
    enter(act.table, seat, Why.BUILD, about, -job.paid * number, credit=-job.credit * number)
    act.say(WorksBegan(seat, tuple(jobs)), only(seat))


def keep_in_dock(act: Obeying, old: Unit, system: str, maker: str) -> None:
    """Puts what was bought and gave up its place into the dock (GCW-STK-04, GCW-SCR-05)."""
    job = Work(
        id=act.state.next_id("w", act.seat), owner=act.seat, code=old.code, name=old.name, system=system, to=DOCK,
        origin=Origin.BUILT if old.guard else old.origin, ordered_at=act.look.now, left=0, maker=maker, count=old.count,
        done=True, pools=old.pools,
    )  # fmt: skip
    act.say(WorksBegan(act.seat, (job,)), only(act.seat))


@clock(next=Earliest("works", "due"), priority=62)
def complete(world: World, table: Table[State]) -> None:
    """Finishes the works that are done now, in the order in which they were ordered: a unit goes where it was ordered
    to, or lies in dock until it is assigned (GCW-CST-04, CLK-08, -09).
    """
    for work in sorted(table.state.works.values(), key=lambda work: (work.ordered_at, work.id)):
        if work.due is not None and work.due <= table.now:
            if work.cell:
                raise_facility(world, table, work)
            elif work.to == DOCK or deliver(world, table, work, work.to) is not None:
                docked = replace(work, done=True, since=None, left=0)
                table.say(WorksSet(work.owner, (docked,)), only(work.owner))


def raise_facility(world: World, table: Table[State], work: Work) -> None:
    """A facility stands, if its player still holds the system; else it is not built (GCW-CON-07)."""
    kept = holds(table.state, work.owner, work.system)
    table.say(WorksOver(work.owner, (work.id,), (work.name,), "" if kept else "unclaimed"), only(work.owner))
    if not kept:
        return
    state = table.state
    unit = new_unit(world, state, work.owner, work.code, work.name)
    units = laden(world, state, replace(unit, system=work.system, cell=work.cell, origin=work.origin))
    grid = grid_of(work.cell)
    there = grounded(state, work.owner, work.system, grid)
    table.say(Mustered(units), only(work.owner))
    all_appeared(table, world, units[:1])
    if grid and not any(other.kind is UnitKind.FACILITY or other.guard for other in there):
        station(world, table, work.owner, work.system, [grid])
