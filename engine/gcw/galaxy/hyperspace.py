"""Hyperspace: courses, free entries, withdrawals, arrivals. Rulebook: GCW-GAL, GCW-FHM, GCW-HYX, GCW-TRN-05..09."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Annotated, ClassVar, Self

from msgspec import field
from msgspec.structs import replace
from pydantic import Field

from engine.book import Group, clock
from engine.clock import HOUR, MINUTE, Instant, later
from engine.declared.changes import Its, Removes, Together
from engine.declared.due import Dated, Earliest
from engine.declared.sentences import Addressed
from engine.draft import Stage
from engine.game import Fact, Refusal, Seat, Table, only, ruled
from engine.gcw.acting import JUMPS, MOVED, OWN, SYSTEM, Action, Answered, PlayerOrder, acted, begin_half, grip, unable
from engine.gcw.battles import shields_rise
from engine.gcw.contacts import EXIT, alias_of, gave_away, vanished
from engine.gcw.data.codes import Code
from engine.gcw.data.terms import Ring, Status
from engine.gcw.figures.command import ships_needed
from engine.gcw.figures.damage import Act
from engine.gcw.figures.grid import SPACE, written
from engine.gcw.fleets import crafts
from engine.gcw.galaxy.courses import Course, Pace, clock_text, detours, pace_of, plotted, shortest
from engine.gcw.galaxy.tidings import spread
from engine.gcw.hangars import came_along
from engine.gcw.look import (
    DRAGGED,
    ENTERED,
    At,
    Look,
    Obeying,
    Owns,
    Player,
    Run,
    Term,
    contact_words,
    hearers,
    met,
    own_name,
    reason_recorded,
    refused_as,
    units_words,
)
from engine.gcw.space.holding import dragged, held_unit, in_tow, own_in_tow, take_along
from engine.gcw.state import (
    AGROUND,
    Entry,
    PutsNew,
    State,
    Unit,
    UnitKind,
    UnitsSet,
    Voyage,
    changed,
    eyes,
    put,
    within,
)
from engine.gcw.world import FOLLOWED, GATHERED, MENDED, World, is_friendly
from engine.look import Refused
from engine.noun import NOTHING_FOUND, Found, Offered, Several, Test, Value
from engine.orders import Option
from engine.report import News
from engine.text.message import N_, T_, Text, joined, name, recorded, stamp, term
from engine.text.names import shown

GROUP = Group("gcw-travel", "Galactic Civil War: courses and jumps through hyperspace")

EXIT_LOCK = 24 * HOUR
"""Time without movement after leaving hyperspace, unless the owner plays a turn before (GCW-HYX-03)."""

DEFAULT_EXIT = "DSZ-1"

STAYING = AGROUND | {UnitKind.PLATFORM}
"""What is not meant by all of a system: it stays where it is."""


def exits(state: State, world: World, seat: Seat, system: str) -> list[str]:
    """The cells in which a player may leave hyperspace (GCW-HYX-01, -02)."""
    free = is_friendly(state, world, seat, system) or system in state.scanned.get(seat, ())
    rings = (Ring.DSZ, Ring.C, Ring.B) if free else (Ring.DSZ,)
    return [cell.name for cell in world.grid.cells.values() if cell.ring in rings]


SCATTERED = N_("your units are in {places}: say 'all of {place}'")


def all_of(look: Look, words: str) -> list[Unit] | None:
    """The units meant by "all", or "all of Corellia"; None for other words. Refuses NO_UNIT, ROUTE_INVALID."""
    whole = re.fullmatch(r"all(?:\s+(?:of|at|in|from)\s+(.+))?", words, re.I)
    if whole is None:
        return None
    flying = [unit for unit in look.own() if unit.on_grid and unit.kind not in STAYING]
    if whole[1]:
        system = SYSTEM.named(look, whole[1])
        flying = [unit for unit in flying if unit.system == system]
    flying = [unit for unit in flying if travels(look, unit)] or flying
    places = sorted({unit.system for unit in flying})
    if len(places) > 1:
        detail = SCATTERED(places=term(", ".join(places)), place=term(places[0]))
        look.refuse(Code.ROUTE_INVALID, detail=detail)
    if not flying:
        look.refuse("NO_UNIT", name=shown(words), hint="")
    return flying


def travels(look: Look, unit: Unit) -> bool:
    """True for what is meant by all: in space, and not on PDF duty where it is (GCW-TRN-09, GCW-PDF-07)."""
    return look.world.version < GATHERED or (unit.duty != unit.system and grounded(look.world, unit) is None)


def places_left(look: Look) -> Iterator[Option]:
    """Systems from where units could leave, all at once."""
    flying = (unit for unit in look.own() if unit.on_grid and unit.kind not in STAYING and travels(look, unit))
    yield from (Option(f"all of {place}") for place in sorted({unit.system for unit in flying}))


class Fleet(Several[Look, Unit]):
    """Units that travel together: those of them that others have in tow are taken along (GCW-TRC-07)."""

    def __init__(self, *tests: Test[Look, Unit]) -> None:
        super().__init__(OWN.that(*tests), "units of yours", all_of, places_left)

    def gathered(self, look: Look, words: str, found: Found) -> tuple[Unit, ...]:
        """Those that travel themselves."""
        units = super().gathered(look, words, found)
        towed = own_in_tow(look.known, in_tow(look.world, look.known, look.viewer, units))
        return tuple(unit for unit in units if unit not in towed)


def near_first(look: Look, found: Found) -> Iterator[str]:
    """All systems, those next to the seat's units first."""
    here = sorted({unit.system for unit in look.own() if unit.on_grid})
    near = [link.other(system) for system in here for link in look.world.pack.neighbours(system)]
    yield from dict.fromkeys([*near, *sorted(look.world.pack.systems)])


DESTINATION = SYSTEM.but(among=near_first)

EXIT_CELL: Value[Look, str] = Value(
    "a cell",
    lambda look, words, found: written(words),
    lambda look, found: (
        map(Option, exits(look.known, look.world, look.viewer, found.system)) if found.get("system") else ()
    ),
)
"""A cell to come out in. Whether it may be is looked at when the course is known."""


def exit_cell(look: Look, system: str, cell: str) -> str:
    """The exit asked for. Refuses EXIT_ZONE (GCW-HYX-01, -02)."""
    allowed = exits(look.known, look.world, look.viewer, system)
    if cell not in allowed:
        look.refuse("EXIT_ZONE", cells=", ".join(allowed), system=system)
    return cell


def course(look: Look, origin: str, destination: str, way: str | None) -> Course:
    """The course named, or the fastest (GCW-GAL-01, -03, -04)."""
    world = look.world
    if origin == destination:
        look.refuse(Code.ROUTE_INVALID, detail=N_("your units are at {system} already")(system=term(origin)))
    if way:
        stops = [SYSTEM.named(look, part) for part in re.split(r"\s*,\s*", way) if part]
        found = plotted(world.pack.links, world.pack.special, [origin, *stops, destination])
    else:
        found = shortest(world.pack.links, world.pack.special, origin, destination)
    if isinstance(found, Refused):
        look.decline(found)
    return found


def ways_round(look: Look, found: Found) -> Iterator[Option]:
    """Ways to the destination of units other than the fastest, by the systems in between, with their hours."""
    units, system = found.get("units"), found.get("system")
    if not units or not system or units[0].system == system:
        return
    pack = look.world.pack
    for other in detours(pack.links, pack.special, units[0].system, system):
        between = ", ".join(other.systems[1:-1])
        yield Option(between, str(N_("{hours} map hours: {way}")(way=term(between), hours=other.map_hours)))


WAY = Offered("a way", ways_round, beside=True)


APART = N_("{one} is at {here}, {other} at {there}")


def grounded(world: World, unit: Unit) -> Refused | None:
    """Those in space cells (GCW-TRN-09). Refuses HYPER_FROM_CELL."""
    in_space = world.ring(unit.cell) in SPACE
    return None if in_space else Refused("HYPER_FROM_CELL", {"unit": shown(unit.name)})


def undriven(world: World, unit: Unit) -> Refused | None:
    """Those with a hyperdrive (GCW-TRN-09). Refuses NO_HYPERDRIVE."""
    return None if world.hyper(unit.code) > 0 else Refused("NO_HYPERDRIVE", {"unit": shown(unit.name)})


def apart(unit: Unit, other: Unit) -> Refused | None:
    """Those that are where the first of them is (GCW-FHM-02). Refuses ROUTE_INVALID."""
    if unit.system == other.system:
        return None
    detail = APART(one=name(unit.name), here=term(unit.system), other=name(other.name), there=term(other.system))
    return Refused(Code.ROUTE_INVALID, {"detail": detail}, "GCW-FHM-02")


def held_back(run: Run, unit: Unit) -> Refused | None:
    """Those that can act, and that no tractor beams hold (GCW-DMG-13, GCW-TRC-07)."""
    return unable(run.look, unit, Act.OTHER) or grip(run.look, unit)


def interdicted(run: Run, units: Sequence[Unit]) -> None:
    """Refuse INTERDICTED where something keeps units from hyperspace (GCW-TRN-08)."""
    holder = interdictor(run, units)
    if holder:
        run.table.refuse("INTERDICTED", unit=holder)


def ready(run: Run, units: Sequence[Unit]) -> None:
    """Refuse units that cannot enter hyperspace together (GCW-TRN-08, -09, GCW-DMG-13, GCW-FHM-02, GCW-ESC-07)."""
    for unit in units:
        run.look.require(
            held_back(run, unit) or grounded(run.world, unit) or apart(units[0], unit) or undriven(run.world, unit)
        )
    interdicted(run, units)
    lone_escorts(run, units)


def may_enter(look: Look, unit: Unit) -> bool:
    """True if a unit could enter hyperspace alone, as far as its owner knows."""
    try:
        ready(look.turn, [unit])
    except Refusal:
        return False
    return True


def on_duty(run: Run, units: Sequence[Unit], destination: str) -> None:
    """Refuse PDF_PLACE for units on PDF duty that would travel elsewhere than to their PDF's system (GCW-PDF-07)."""
    for unit in units:
        if unit.duty not in ("", destination):
            run.table.refuse(Code.PDF_PLACE, unit=shown(unit.name), system=unit.duty)


MAY_HOLD = N_("{holder} holds you, if what you fired at it does not disable it: then nobody leaves (GCW-TRN-08)")


def interdictor(run: Run, units: Sequence[Unit]) -> str:
    """The name of what keeps units, or what they have in tow, from hyperspace, as far as this state knows; "" for
    nothing.

    It holds all units hostile to its owner, those in tow as well (GCW-TRN-08, GCW-TRC-07). One that was fired at in the
    same turn may be disabled by then: that is seen when the turn is final.
    """
    state, world, seat, system = run.state, run.world, run.seat, units[0].system
    owners = dict.fromkeys((seat, *towed_owners(run, units)))
    if not run.real:
        for contact in state.contacts_of(seat).values():
            here = contact.system == system and not contact.gone and contact.status is Status.ACTIVE
            stops = bool(contact.code) and world.interdicts(contact.code)
            if not (here and stops and any(state.are_hostile(owner, contact.owner) for owner in owners)):
                continue
            if contact.alias not in run.engaged:
                return refused_as(world, contact)
            run.workings.append(MAY_HOLD(holder=contact_words(contact)))
        return ""
    for other in [holder for owner in owners for holder in holders(state, world, owner, system)]:
        if other.owner == seat:
            continue
        alias = alias_of(state, seat, other.id)
        known = state.contacts_of(seat)[alias] if alias is not None else None
        return (
            refused_as(world, known) if known is not None and known.code else T_("Something that you cannot make out")
        )
    return ""


def towed_owners(run: Run, units: Sequence[Unit]) -> list[Seat]:
    """The players whose units these would take along, as far as this state knows (GCW-TRC-07)."""
    found = []
    for hold in in_tow(run.world, run.state, run.seat, units):
        thing = held_unit(run.state, hold) or run.state.contacts_of(run.seat)[hold.target]
        found.append(thing.owner)
    return found


def holders(state: State, world: World, seat: Seat, system: str) -> list[Unit]:
    """Units in a system that keep a player's from hyperspace (GCW-TRN-08)."""
    return [
        other
        for other in state.at(system)
        if other.owner != seat
        and other.status is Status.ACTIVE
        and world.interdicts(other.code)
        and world.ring(other.cell) in SPACE
        and state.are_hostile(seat, other.owner)
    ]


def lone_escorts(run: Run, units: Sequence[Unit]) -> None:
    """Escorts beyond what the fleet's ships supply travel only with a ship of the fleet (GCW-ESC-07)."""

    def of_the_fleet(unit: Unit) -> bool:
        return unit.kind is UnitKind.SHIP and not (unit.duty and run.world.version >= MENDED)

    if any(map(of_the_fleet, units)):
        return
    state, seat = run.state, run.seat
    ships = sum(unit.live and of_the_fleet(unit) for unit in state.of(seat))
    alone = {unit.id for unit in units}
    for voyage in state.voyages.values():
        aboard = [state.units[unit] for unit in voyage.units if unit in state.units]
        if voyage.owner == seat and not any(map(of_the_fleet, aboard)):
            alone |= {unit.id for unit in aboard}
    escorts = [state.units[unit] for unit in sorted(alone) if state.units[unit].escort]
    squadrons = sum(unit.kind is UnitKind.SQUADRON for unit in escorts)
    auxiliaries = len(escorts) - squadrons
    if ships_needed(squadrons, auxiliaries) > ships:
        run.table.refuse(Code.ESCORT_RATIO, rule="GCW-ESC-07", need=ships_needed(squadrons, auxiliaries), have=ships)


def minutes(world: World, state: State, units: Sequence[Unit], way: Course) -> int:
    """Minutes in hyperspace: the slowest sets the pace; what is docked does not count (GCW-FHM-01, -02).

    A Smuggler aboard knows a way that is some hours shorter for each link (GCW-HRO-01).
    """
    pace = Pace(state.switches.get("hyper_rating_mode", Pace.SPEED))
    ids = {one.id for unit in units for one in (unit, *within(state, unit))}
    guides = (hero for hero in state.heroes.values() if hero.alive and hero.aboard in ids)
    effects = (effect for hero in guides for effect in world.effects(hero) if effect.kind == "HOURS_PER_LINK")
    shorter = min((effect.amount for effect in effects), default=0) * (len(way.systems) - 1)
    way = replace(way, map_hours=max(0, way.map_hours + shorter))
    return way.minutes(pace_of([world.hyper(unit.code) for unit in units], pace), pace)


def driven(look: Look, unit: Unit, found: Found) -> Refused | None:
    """Those with a hyperdrive, where they can be reckoned with (GCW-FHM-02, GCW-GAL-05)."""
    refused = unable(look, unit, Act.OTHER) if not unit.on_grid else None
    return refused or undriven(look.world, unit)


class Plot(PlayerOrder):
    """Show how long a course takes, without leaving."""

    path: ClassVar[str] = f"{GROUP.path} plot"
    line: ClassVar[str] = "plot {units} to {system}[ via {way}]"
    sheet: ClassVar[bool] = False
    lively: ClassVar[int] = 4
    units: Annotated[str, Fleet(driven)] = Field(description="'all of Yavin IV', or names with commas", max_length=200)
    system: Annotated[str, DESTINATION] = Field(description="the destination", max_length=60)
    way: Annotated[str | None, WAY] = Field(
        None, description="systems in between with commas, if not the fastest way", max_length=200
    )

    def check(self, look: Look, found: Found) -> None:
        """Refuses a course as a jump does (GCW-GAL-01)."""
        course(look, found.units[0].system, found.system, self.way)

    def obey(self, act: Obeying) -> None:
        """The answer: course and time; it changes nothing."""
        units: tuple[Unit, ...] = act.found.units
        way = course(act.look, units[0].system, act.found.system, self.way)
        taken = minutes(act.world, act.look.known, units, way)
        text = N_("{way}: {hours} map hours, {time} for {whose}; leaving now, there {there}.")(
            way=joined(" – ", map(term, way.systems)),
            hours=way.map_hours,
            time=term(clock_text(taken)),
            whose=N_("the slowest of {number} units")(number=len(units)) if len(units) > 1 else name(units[0].name),
            there=stamp(later(act.table.now, taken * MINUTE), "f"),
        )
        act.say(Answered(text), only(act.seat))


def at_peace(look: Look, unit: Unit, found: Found) -> Refused | None:
    """Those that are there, not in combat and not about to leave (GCW-TRN-05)."""
    refused = unable(look, unit, Act.OTHER)
    if refused is not None and refused.code not in DISABLED:
        return refused
    if look.known.fights(unit.owner, unit.system):
        return Refused("IN_COMBAT", {"unit": shown(unit.name)})
    if any(unit.id in entry.units for entry in look.known.entries.values()):
        return Refused("LEAVING", {"unit": shown(unit.name)})
    return None


DISABLED = (Code.UNIT_DISABLED, Code.FINAL_USED)
"""Refusals of what is there and can act no more."""


def acts(look: Look, unit: Unit, found: Found) -> Refused | None:
    """Those that can act (GCW-DMG-13)."""
    return unable(look, unit, Act.OTHER)


class Leaving(Fleet):
    """Units that leave in peace. One that can act no more is not offered, and is refused after all else."""

    def __init__(self) -> None:
        super().__init__(at_peace, acts)

    def find(self, look: Look, words: str, found: Found) -> tuple[Unit, ...]:
        """The units. Refuses those that are in combat, or about to leave."""
        units = self.gathered(look, words, found)
        for unit in units:
            look.require(at_peace(look, unit, found))
        return units

    def grouped(self, look: Look, found: Found) -> Iterator[Option]:
        """The groups of which all can leave."""
        for option in super().grouped(look, found):
            if all(acts(look, unit, found) is None for unit in self.gathered(look, option.value, found)):
                yield option


class Jump(PlayerOrder):
    """Enter hyperspace with units that are not in combat; it costs no turn."""

    path: ClassVar[str] = f"{GROUP.path} jump"
    line: ClassVar[str] = "jump {units} to {system}[ via {way}][ exit {exit}]"
    tried: ClassVar[int] = 6
    units: Annotated[str, Leaving()] = Field(description="'all of Yavin IV', or names with commas", max_length=200)
    system: Annotated[str, DESTINATION] = Field(description="the destination", max_length=60)
    exit: Annotated[str, EXIT_CELL] = Field(DEFAULT_EXIT, description="the cell to come out in", max_length=8)
    way: Annotated[str | None, WAY] = Field(
        None, description="systems in between with commas, if not the fastest way", max_length=200
    )

    def check(self, look: Look, found: Found) -> None:
        """Refuses on what its player knows. What it does not know, such as an Interdictor out of sight, is met when the
        entry is tried (GCW-TRN-05).
        """
        self.planned(look, found)

    def obey(self, act: Obeying) -> None:
        """A free entry: at once, or when the turns posted before it are final (GCW-TRN-05).

        It waits for every turn posted before, for which of them have orders in its system is secret.
        """
        units: tuple[Unit, ...] = act.found.units
        way, cell = self.planned(act.look, act.found)
        entry = Entry(
            id=act.state.next_id("e", act.seat),
            owner=act.seat,
            units=tuple(unit.id for unit in units),
            path=way.systems,
            exit_cell=cell,
            ordered_at=act.table.now,
        )
        if must_wait(act.state, entry):
            act.say(EntryWaits(entry), only(act.seat))
        else:
            enter(act.world, act.table, entry)

    def planned(self, look: Look, found: Found) -> tuple[Course, str]:
        """The course and the exit. Refuses what a jump is refused for, in the order of the register (section 6.3)."""
        units: tuple[Unit, ...] = found.units
        run = Run(look.world, Stage(look.known, look.now, look.refusals), look.viewer, real=False)
        interdicted(run, units)
        for unit in units:
            look.require(grounded(run.world, unit) or undriven(run.world, unit))
        way = course(look, units[0].system, found.system, self.way)
        for unit in units:
            look.require(apart(units[0], unit))
        cell = exit_cell(look, found.system, found.exit)
        on_duty(run, units, found.system)
        lone_escorts(run, units)
        for unit in units:
            look.require(held_back(run, unit))
        return way, cell

    @classmethod
    def likely(cls, look: Look) -> Iterator[Self]:
        """All that is where a first ship can leave from, or that ship, to each system one link away: fleets and routes
        are many.
        """
        ships = (unit for unit in look.own() if unit.kind is UnitKind.SHIP and unit.on_grid)
        first = next((unit for unit in ships if not look.known.fights(unit.owner, unit.system)), None)
        if first is not None:
            for link in look.world.pack.neighbours(first.system):
                there = link.other(first.system)
                both = (cls(units=words, system=there) for words in (f"all of {first.system}", first.name))
                yield from islice((order for order in both if order.passes(look)), 1)


WAIT = N_("{units} will enter hyperspace for {system} when the turns posted before are final.")


class EntryWaits(Fact[State], frozen=True):
    """A hyperspace entry waits for turns that were posted before it (GCW-TRN-05)."""

    rule = "GCW-TRN-05"
    makes = PutsNew("entries", "entry")
    entry: Entry

    def words(self, look: Look) -> Text:
        return WAIT(units=look.names(self.entry.units), system=term(self.entry.path[-1]))


GOES_AHEAD = N_("The turns posted before are final: your entry into hyperspace goes ahead.")
NO_ENTRY = N_("Your entry into hyperspace did not come about. {sentence}")


class EntryOver(Fact[State], frozen=True):
    """A waiting entry has been judged; `sentence` says why it did not come about, "" if it did."""

    makes = Removes("entries", "entry")
    entry: str
    sentence: str = ""
    by_rule: str = field(default="", name="rule")

    def words(self, look: Look) -> News:
        if not self.sentence:
            return ruled(GOES_AHEAD(), "GCW-TRN-05")
        return ruled(NO_ENTRY(sentence=recorded(self.sentence)), self.by_rule, decides=True)


class Foiled(Fact[State], frozen=True):
    """An entry did not come about as things are: who gives orders by rule does not try again at once."""

    silent = "that the entry is over tells why"
    seat: Seat
    system: str
    at: Instant

    def evolve(self, state: State) -> State:
        return replace(state, foiled=put(state.foiled, f"{self.seat}/{self.system}", self.at))


def must_wait(state: State, entry: Entry) -> bool:
    """True if a turn of another player that was posted before an entry is not final yet (GCW-TRN-05)."""
    return any(turn.seat != entry.owner and turn.posted <= entry.ordered_at for turn in state.turns.values())


def judge_entries(world: World, table: Table[State]) -> None:
    """Entries for which no earlier turn is waiting any more (GCW-TRN-05)."""
    for entry in list(table.state.entries.values()):
        if not must_wait(table.state, entry):
            enter(world, table, entry)


def enter(world: World, table: Table[State], entry: Entry) -> None:
    """Try a free entry as things are: its player hears if it does not come about, and why."""
    run = Run(world, table.aside(), entry.owner, real=True)
    units = [run.state.units[unit] for unit in entry.units if unit in run.state.units]
    try:
        if not units:
            run.table.refuse("NO_UNIT", name=T_("that was to leave"), hint="")
        for unit in units:
            if run.state.fights(unit.owner, unit.system):
                run.table.refuse("IN_COMBAT", unit=shown(unit.name))
        ready(run, units)
        on_duty(run, units, entry.path[-1])
        way = plotted(world.pack.links, world.pack.special, (units[0].system, *entry.path[1:]))
        if isinstance(way, Refused):
            run.look.decline(way)
    except Refusal as refusal:
        why = reason_recorded(world, table, refusal)
        table.say(EntryOver(entry.id, why, refusal.rule), only(entry.owner))
        if world.version >= FOLLOWED:
            table.say(Foiled(entry.owner, entry.path[0], table.now), only(entry.owner))
        return
    if entry.id in table.state.entries:
        table.say(EntryOver(entry.id), only(entry.owner))
    depart(Run(world, table, entry.owner, real=True), units, way, entry.exit_cell)


def depart(run: Run, units: Sequence[Unit], way: Course, cell: str) -> None:
    """Enter hyperspace: the whole time is computed now and spent there, at the holder's rating with what it tows.

    Rulebook: GCW-GAL-05, GCW-TRC-07.
    """
    table, seat = run.table, run.seat
    taken = minutes(run.world, run.state, units, way)
    holds = in_tow(run.world, run.state, seat, units)
    units = [*units, *own_in_tow(run.state, holds)]
    voyage = Voyage(
        id=run.state.next_id("v", seat),
        owner=seat,
        units=tuple(unit.id for unit in units),
        towed=tuple(hold.target for hold in holds if hold.target not in run.state.units),
        origin=way.systems[0],
        destination=way.systems[-1],
        entered_at=table.now,
        due_at=later(table.now, taken * MINUTE),
        exit_cell=cell,
    )
    there = eyes(run.state, way.systems[0])
    table.say(Departed(voyage), only(seat))
    if run.real:
        take_along(run.world, table, voyage, holds)
        for unit in units:
            vanished(table, run.world, unit, "entered hyperspace")
        table.say(Left(seat, way.systems[0]), only(seat, *there))
        if run.world.version >= MENDED:
            spread(run.world, table, seat, way.systems[0], there)


BEGUN = PutsNew("voyages", "voyage")


class Departed(Dated[State], frozen=True):
    """Units are in hyperspace (GCW-GAL-05)."""

    rule = "GCW-GAL-05"
    decides = True
    voyage: Voyage

    def evolve(self, state: State) -> State:
        away = {"system": "", "cell": "", "voyage": self.voyage.id, "shields_up": False, "patrol": False}
        begun: State = BEGUN.made(changed(state, *self.voyage.units, **away), self)
        return begun

    def words(self, look: Look) -> Text:
        voyage = self.voyage
        return N_("**{units}** entered hyperspace at {origin} for {system}[: there {at} ({off})], exit {cell}.")(
            units=look.names(voyage.units),
            origin=term(voyage.origin),
            system=term(voyage.destination),
            at=look.until(voyage.due_at),
            off=look.until(voyage.due_at, "R"),
            cell=term(voyage.exit_cell),
        )


class Left(Fact[State], frozen=True):
    """A fleet of a player left a system: those who are there hear it at once, others as news (GCW-COM-05)."""

    says = Addressed("seat", N_("A fleet of yours left {system}."), N_("A fleet of {seat} left {system}."))
    rule = "GCW-COM-05"
    seat: Player
    system: Term


def unmoved(look: Look, unit: Unit, found: Found) -> Refused | None:
    """Those that did not move in the turn (GCW-TRN-07)."""
    if MOVED in look.use(unit).halves:
        return Refused(Code.NO_MP, {"unit": shown(unit.name), "mp": 0}, "GCW-TRN-07")
    return None


GOES_ALONG = N_("{thing} goes along into hyperspace, in the tractor beams (GCW-TRC-07)")


LEAVES = N_("{units} for {system}: out of hyperspace at {cell}, {time} hours after this turn is final")


class Withdraw(Action):
    """Leave a battle into hyperspace, as part of your turn."""

    path: ClassVar[str] = "gcw battle withdraw"
    assumes: ClassVar[Mapping[str, str]] = {
        "exit": N_("out of hyperspace in {exit}")(exit=term(DEFAULT_EXIT)),
        "way": T_("by the fastest way"),
    }
    line: ClassVar[str] = "withdraw {units} to {system}[ via {way}][ exit {exit}]"
    tried: ClassVar[int] = 15
    step: ClassVar[int] = JUMPS
    units: Annotated[str, Fleet(unmoved)] = Field(description="'all of Yavin IV', or names with commas", max_length=200)
    system: Annotated[str, DESTINATION] = Field(description="the destination", max_length=60)
    exit: Annotated[str, EXIT_CELL] = Field(DEFAULT_EXIT, description="the cell to come out in", max_length=8)
    way: Annotated[str | None, WAY] = Field(
        None, description="systems in between with commas, if not the fastest way", max_length=200
    )

    def perform(self, run: Run) -> None:
        """The units' movement, at no cost in points (GCW-TRN-06, -07)."""
        units, destination = run.found.units, run.found.system
        for unit in units:
            begin_half(run, unit, MOVED)
        ready(run, units)
        if run.world.version >= MENDED:  # out of a battle they go anywhere
            on_duty(run, [unit for unit in units if not run.state.fights(unit.owner, unit.system)], destination)
        if run.real:
            for unit in units:
                acted(run, unit, ENTERED)
            for towed in [held_unit(run.state, hold) for hold in in_tow(run.world, run.state, run.seat, units)]:
                if towed is not None:
                    acted(run, towed, DRAGGED)
        look = run.look
        way = course(look, units[0].system, destination, self.way)
        cell = exit_cell(look, destination, run.found.exit)
        for hold in in_tow(run.world, run.state, run.seat, units):
            thing = run.state.units.get(hold.target) or run.state.contacts_of(run.seat)[hold.target]
            words = own_name(run.state, thing) if isinstance(thing, Unit) else contact_words(thing)
            run.workings.append(GOES_ALONG(thing=words))
        taken = term(clock_text(minutes(run.world, run.state, units, way)))
        names = units_words(look, [unit.id for unit in units])
        leaves = LEAVES(units=names, system=term(destination), cell=term(cell), time=taken)
        run.workings.append(met(look, leaves, destination))
        depart(run, units, way, cell)

    @classmethod
    def next_lines(cls, look: Look) -> Iterator[Self]:
        """Each ship in combat that has not moved, to the nearest systems: routes are many."""
        for unit in look.own():
            able_to = unit.on_grid and unit.status.value not in ("DISABLED", "DERELICT")
            if unit.kind is not UnitKind.SHIP or not able_to or not look.known.fights(unit.owner, unit.system):
                continue
            if unmoved(look, unit, NOTHING_FOUND) is None and may_enter(look, unit):
                for link in look.world.pack.neighbours(unit.system)[:2]:
                    yield cls(units=unit.name, system=link.other(unit.system))


@clock(next=Earliest("voyages", "due_at"), priority=51)
def arrivals(world: World, table: Table[State]) -> None:
    """All that arrive now, in the order in which they left."""
    for voyage in sorted(table.state.voyages.values(), key=lambda voyage: (voyage.due_at, voyage.id)):
        if voyage.due_at <= table.now:
            arrive(world, table, voyage)


def arrive(world: World, table: Table[State], voyage: Voyage) -> None:
    """Come out: where it was ordered, or in the DSZ of that quadrant if no more allowed (GCW-HYX-01..03)."""
    state = table.state
    cell = voyage.exit_cell
    if cell not in exits(state, world, voyage.owner, voyage.destination):
        cell = f"DSZ-{world.grid.cells[cell].quadrant}"
    units = [state.units[unit] for unit in voyage.units if unit in state.units]
    towed = dragged(state, voyage)
    for owner, those in ((voyage.owner, units), *sorted(towed.items())):
        aboard = tuple(craft.id for unit in those for craft in crafts(state, unit))
        arrived = Arrived(
            voyage.id,
            tuple(unit.id for unit in those),
            aboard,
            voyage.destination,
            cell,
            table.now,
            later(table.now, EXIT_LOCK),
        )
        table.say(arrived, hearers(owner))
    everybody = [*units, *(unit for owner in sorted(towed) for unit in towed[owner])]
    for unit in everybody:
        came_along(table, table.state.units[unit.id], later(table.now, EXIT_LOCK))
    battle = state.battles.get(voyage.destination)
    if battle is not None:
        shields_rise(table, [table.state.units[unit.id] for unit in everybody if unit.owner in battle.parties])
    for unit in everybody:
        gave_away(table, world, table.state.units[unit.id], EXIT)


class Arrived(Fact[State], frozen=True):
    """A voyage is over: its units stand in a cell and cannot move yet (GCW-HYX)."""

    says = N_(
        "**{units}** came out of hyperspace at {system} {cell}. No movement until your next turn is over or {until}, "
        "whichever comes first."
    )
    rule = "GCW-HYX-03"
    decides = True
    makes = Together(
        UnitsSet("units", "system", "cell", voyage="", exit_until=Its("until")),
        UnitsSet("aboard", exit_until=Its("until")),
        Removes("voyages", "voyage"),
    )
    voyage: str
    units: Owns
    aboard: tuple[str, ...]
    system: Term
    cell: Term
    at: Instant
    until: At
