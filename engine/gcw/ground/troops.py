"""Ground units on their way: loaded, landed, split and merged. Rulebook: GCW-LCH-03, GCW-LOG, GCW-FTG-01, GCW-ORB-05.

Squads and vehicles go nowhere by themselves: carriers take them, on the Surface or inside the host they are docked in.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from typing import Annotated, ClassVar, NamedTuple, NoReturn, Self

from msgspec.structs import replace
from pydantic import Field

from engine.declared.changes import Its, Removes, Together
from engine.declared.sentences import either
from engine.game import Fact, Seat, only
from engine.gcw.acting import MOVED, OWN, Action, away, begin_half, locked, off_guard, unable, when_found
from engine.gcw.battles import Hostility, commit, open_battle, uncommittable
from engine.gcw.contacts import appeared, counted_anew, forget, held_of, is_target, taken_aboard
from engine.gcw.data.codes import Code
from engine.gcw.data.terms import Pools, Ring
from engine.gcw.figures.damage import Act
from engine.gcw.fleets import SQUAD_PLACES, Name, capacity, free_name, overfull, room_left, rooms, taken_names
from engine.gcw.ground.forces import too_many
from engine.gcw.look import SQUADS, Briefly, Look, Own, Run, Term
from engine.gcw.state import NOBODY, TROOPS, State, Unit, UnitKind, UnitsSet, changed, counted, located, put
from engine.gcw.world import grid_of
from engine.look import Refused
from engine.noun import NOTHING_FOUND, Found, Named, parts_of
from engine.orders import Option, Pick
from engine.text.message import N_, NN_, NOTHING, T_, Text, did_you_mean, name, term
from engine.text.names import shown

PART = " part"
"""Ends the name of squads that were split off."""

MOST_IN_STACK = 100_000

SQUADS_OF = re.compile(r"(\d{1,6}) squads? of (.+)")

UNBOUNDED = (MOST_IN_STACK, MOST_IN_STACK)
"""Room for squads and vehicles where there is no end of it."""

VEHICLES = TROOPS - {UnitKind.INFANTRY}

STACK_LABEL = NN_("{name} ({code}, {number} squad, {place})", "{name} ({code}, {number} squads, {place})", "number")


def ground_label(look: Look, unit: Unit) -> Text:
    """An own unit in a menu: its class, its squads, and where it is."""
    host = look.known.units.get(unit.docked)
    place = N_("in {host}")(host=term(host.name)) if host is not None else term(f"{unit.system} {unit.cell}".strip())
    words = {"name": term(unit.name), "code": term(unit.code), "place": place or T_("in hyperspace")}
    if unit.kind is not UnitKind.INFANTRY:
        return N_("{name} ({code}, {place})")(**words)
    return STACK_LABEL(number=look.world.squads(unit.code, unit.pools), **words)


def make_room(run: Run, host: Unit, coming: list[Unit]) -> None:
    """Refuse what does not fit into a host."""
    run.look.require(overfull(run.world, run.state, host, coming))


def step_of_troops(run: Run, units: list[Unit]) -> None:
    """Going aboard or ashore, in or out, is the moving half of a ground unit's turn (GCW-FAM-01)."""
    for unit in units:
        begin_half(run, unit, MOVED)
        commit(run, unit)


class Share(NamedTuple):
    """A ground unit that is meant, or so many squads of a stack; None is the whole unit."""

    unit: Unit
    squads: int | None = None


def unfired(look: Look, unit: Unit, found: Found) -> Refused | None:
    """Squads that have fired in this turn are not told apart from others."""
    return Refused("STACK_FIRED", {"unit": shown(unit.name)}) if look.use(unit).fired else None


def inseparable(look: Look, unit: Unit, squads: int) -> Refused | None:
    """Refuses to split off so many squads: STACK_SIZE, so that some are left, STACK_FIRED."""
    there = look.world.squads(unit.code, unit.pools) if unit.kind is UnitKind.INFANTRY else 0
    if not 1 <= squads < there:
        return Refused("STACK_SIZE", {"unit": shown(unit.name), "n": there})
    return unfired(look, unit, NOTHING_FOUND)


def parted(run: Run, unit: Unit, squads: int, named: str = "") -> Unit:
    """A new stack of whole squads; the rest keeps the wounded one. Refuses STACK_SIZE, STACK_FIRED."""
    world, table, state = run.world, run.table, run.state
    run.look.require(inseparable(run.look, unit, squads))
    points = world.spec(unit.code).hp * squads
    stem = re.sub(rf"{PART}( \d+)?$", "", unit.name)
    made = replace(
        unit,
        id=state.next_id("u", run.seat),
        name=free_name(taken_names(state, run.seat), named or f"{stem}{PART}"),
        pools=Pools(armor=points),
        count=squads,
    )
    table.say(Split(unit.id, Pools(armor=unit.pools.armor - points), unit.count - squads, made), only(run.seat))
    before, use = run.use(unit), run.use(made)
    use.halves, use.fresh = list(before.halves), before.fresh
    if run.real:
        counted_anew(table, world, run.state.units[unit.id])
        if made.cell:
            appeared(table, world, made)
    return made


def told_apart(run: Run, shares: Iterable[Share]) -> list[Unit]:
    """The units that are meant, squads of a stack as stacks of their own."""
    return [share.unit if share.squads is None else parted(run, share.unit, share.squads) for share in shares]


def shares_meant(look: Look, words: str, pool: list[Unit], where: Text) -> tuple[Share, ...]:
    """The ground units that are meant: all, a class, so many of one, squads of a stack, or by name. Refuses NO_TROOPS.

    Of a stack that is named more than once the squads are added up.
    """
    wanted = words.strip().casefold()
    if wanted == "all" and pool:
        return tuple(map(Share, pool))
    names = {unit.name.casefold(): unit for unit in pool}
    found: dict[str, Share] = {}
    stack = SQUADS_OF.fullmatch(wanted)
    for part in [wanted] if stack is not None and stack[2] in names else parts_of(words, names):
        meant = shares_named(look, part, pool, names)
        if not meant:
            no_troops(look, part, pool, where)
        for unit, squads in meant:
            before = found.get(unit.id)
            if before is None or squads is None:
                found[unit.id] = Share(unit, squads)
            elif before.squads is not None:
                found[unit.id] = Share(unit, before.squads + squads)
    return tuple(whole_or_part(look, share) for share in found.values()) or no_troops(look, words, pool, where)


def whole_or_part(look: Look, share: Share) -> Share:
    """A share of all squads is the stack itself. Refuses STACK_SIZE, STACK_FIRED."""
    unit, squads = share
    if squads is None:
        return share
    if unit.kind is UnitKind.INFANTRY and squads == look.world.squads(unit.code, unit.pools):
        return Share(unit)
    look.require(inseparable(look, unit, squads))
    return share


GROUPS: Mapping[str, Set[UnitKind]] = {"all": TROOPS, "infantry": {UnitKind.INFANTRY}, "vehicles": VEHICLES}
"""Words for many ground units at once, with their kinds."""


def shares_named(look: Look, part: str, pool: list[Unit], names: Mapping[str, Unit]) -> list[Share]:
    """The ground units that one part of a list means; none where it means nothing of the pool."""
    fold = part.casefold()
    if fold in names:
        return [Share(names[fold])]
    of_stack = SQUADS_OF.fullmatch(fold)
    if of_stack is not None and of_stack[2] in names:
        return [Share(names[of_stack[2]], int(of_stack[1]))]
    kinds = {**GROUPS, "squads": GROUPS["infantry"]}
    if fold in kinds:
        return [Share(unit) for unit in pool if unit.kind in kinds[fold]]
    numbered = re.fullmatch(r"(\d{1,6}) (\S+)", fold)
    code, most = (numbered[2], int(numbered[1])) if numbered is not None else (fold, len(pool))
    of_class = [Share(unit) for unit in pool if unit.code.casefold() == code]
    return of_class[:most] if numbered is None or len(of_class) >= most else []


def no_troops(look: Look, words: str, pool: list[Unit], where: Text) -> NoReturn:
    """Refuse NO_TROOPS with what was meant, perhaps."""
    look.refuse("NO_TROOPS", name=shown(words), place=where, hint=did_you_mean(words, [unit.name for unit in pool]))


class Troops(Named[Look, tuple[Share, ...]]):
    """Ground units in a list: those of a place, which `pool` knows and `where` names; `room` is where they go. Where
    they are `leaving` their grid, guard forces are not offered (GCW-RGF-04).
    """

    def __init__(
        self,
        pool: Callable[[Look, Found], list[Unit]],
        where: Callable[[Look, Found], Text],
        room: Callable[[Look, Found], tuple[int, int]] = lambda look, found: UNBOUNDED,
        *,
        leaving: bool = False,
    ) -> None:
        super().__init__("ground units of yours")
        self.pool, self.where, self.room, self.leaving = pool, where, room, leaving

    def find(self, look: Look, words: str, found: Found) -> tuple[Share, ...]:
        """The units and shares of stacks that are meant. Raises Refusal."""
        return shares_meant(look, words, self.pool(look, found), self.where(look, found))

    def options(self, look: Look, found: Found, typed: str) -> Iterator[Option]:
        """Many at once, then each unit."""
        pool = self.pool(look, found)
        stays = [unit for unit in pool if self.leaving and unit.guard]
        for group, kinds in GROUPS.items():
            if any(unit.kind in kinds for unit in pool) and not any(unit.kind in kinds for unit in stays):
                yield Option(group)
        for unit in pool if not stays else [unit for unit in pool if not unit.guard]:
            yield Option(unit.name, ground_label(look, unit))

    def values(self, look: Look, found: Found) -> Iterator[str]:
        """Those who may still go, as far as there is room: a unit, or some squads of a stack."""
        squads, places = self.room(look, found)
        for unit in self.pool(look, found):
            there, taken = rooms(look.world, [unit])
            if (
                (self.leaving and unit.guard)
                or MOVED in look.use(unit).halves
                or taken > max(places, 0)
                or (there and squads <= 0)
            ):
                continue
            if there <= squads:
                yield unit.name
            elif not look.use(unit).fired:
                yield f"{squads} squads of {unit.name}"


def troops_of(look: Look) -> list[Unit]:
    """All ground units of the viewer's."""
    return [unit for unit in look.own() if unit.kind in TROOPS]


def beside(state: State, carrier: Unit) -> list[Unit]:
    """The ground units of a carrier's owner that are where it is: on the same Surface, or inside the same host."""
    return [
        one
        for one in state.of(carrier.owner)
        if one.kind in TROOPS
        and not one.inside
        and (
            one.docked == carrier.docked if carrier.docked else (one.system, one.cell) == (carrier.system, carrier.cell)
        )
    ]


def able_to_open(look: Look, carrier: Unit, found: Found) -> Refused | None:
    """Those that can act, and come into a battle where they are; what is docked opens its doors whatever its state,
    unless it is another's guest.
    """
    return away(look, carrier) if carrier.docked else unable(look, carrier, Act.OTHER) or uncommittable(look, carrier)


def aground(look: Look, carrier: Unit, found: Found) -> Refused | None:
    """Those on the Surface: LEVEL_REQUIRED in the Air of a grid, else NOT_LANDED (GCW-LCH-03)."""
    ring = look.world.ring(carrier.cell)
    if ring is Ring.GA:
        grid = {"grid": grid_of(carrier.cell), "needed": T_("the Surface")}
        return Refused(Code.LEVEL_REQUIRED, grid, rule="GCW-LCH-03")
    return None if ring is Ring.GS else Refused("NOT_LANDED", {"unit": shown(carrier.name)})


def landed(look: Look, carrier: Unit, found: Found) -> Refused | None:
    """Those on the Surface, or docked in a host."""
    return None if carrier.docked else aground(look, carrier, found)


def shut_in(look: Look, carrier: Unit, found: Found) -> Refused | None:
    """Those in no bombarded grid: there no troops are taken or left (GCW-ORB-05)."""
    host = look.known.units.get(carrier.docked) if carrier.docked else carrier
    if host is not None and (host.kind is UnitKind.FACILITY or host.id == carrier.id):
        return locked(look.known, host.system, host.cell)
    return None


def roomless(look: Look, carrier: Unit, found: Found) -> Refused | None:
    """Those with room for squads or vehicles."""
    if any(capacity(look.world, carrier.code)):
        return None
    return Refused(Code.BOARD_CAPACITY, {"craft": shown(carrier.name), "n": 0, "kind": SQUAD_PLACES}, rule="GCW-LCH-03")


EMPTY = N_("No ground unit of yours is aboard {carrier}.")


def empty(look: Look, carrier: Unit, found: Found) -> Refused | None:
    """Those with a ground unit aboard."""
    if any(unit.docked == carrier.id for unit in troops_of(look)):
        return None
    return Refused("NO_TROOPS", rule="GCW-LCH-03", sentence=EMPTY(carrier=name(carrier.name)))


OPEN_CARRIER = OWN.but(what="a carrier of yours", label=ground_label).that(able_to_open, landed)
"""A unit of the player's that can open its doors: aground, or docked in a host."""

CARRIER = OPEN_CARRIER.that(shut_in, roomless)
"""One of them that has room for ground units."""

LADEN = OPEN_CARRIER.that(shut_in, empty)
"""One of them with ground units aboard."""

BESIDE, ABOARD = N_("beside {carrier}"), N_("aboard {carrier}")
TROOPS_MEANT = "'all', a class, '20 squads of Legion', '3 AT-ST', or names with commas"


def near_carrier(look: Look, found: Found) -> list[Unit]:
    """Those beside the carrier."""
    carrier = found.get("carrier")
    return troops_of(look) if carrier is None else beside(look.known, carrier)


def in_carrier(look: Look, found: Found) -> list[Unit]:
    """Those in the carrier."""
    carrier = found.get("carrier")
    return [troop for troop in troops_of(look) if carrier is None or troop.docked == carrier.id]


def room_aboard(look: Look, found: Found) -> tuple[int, int]:
    """Places that are free in the carrier, for squads and for vehicles."""
    return room_left(look.world, look.known, found.carrier)


def room_ashore(look: Look, found: Found) -> tuple[int, int]:
    """Places that are free in the carrier's host, for squads and for vehicles; on the Surface there is no end of it."""
    host = look.known.units.get(found.carrier.docked)
    return UNBOUNDED if host is None else room_left(look.world, look.known, host)


class Load(Action):
    """Take ground units into a craft or ship that has landed beside them, or is docked where they are."""

    path: ClassVar[str] = "gcw-ground load"
    line: ClassVar[str] = "load {troops} into {carrier}"
    tried: ClassVar[int] = 6
    carrier: Annotated[str, CARRIER] = Field(description="the craft or ship", max_length=60)
    troops: Annotated[
        str,
        Troops(near_carrier, lambda look, found: BESIDE(carrier=name(found.carrier.name)), room_aboard, leaving=True),
    ] = Field(description=TROOPS_MEANT, max_length=200)

    def perform(self, run: Run) -> None:
        """Ground units go aboard. Refuses BOARD_CAPACITY (GCW-LCH-03)."""
        carrier: Unit = run.found.carrier
        if not carrier.docked:
            commit(run, carrier)
        units = told_apart(run, run.found.troops)
        for unit in units:
            run.look.require(off_guard(run.look, unit))
        make_room(run, carrier, units)
        step_of_troops(run, units)
        before = [run.state.units[unit.id] for unit in units]
        run.say(Loaded(tuple(unit.id for unit in units), carrier.id), only(run.seat))
        if run.real:
            for unit in before:
                taken_aboard(run.table, run.world, unit, "went aboard a craft")


def squads_words(look: Look, unit: str) -> Text:
    """The squads of an own stack in words."""
    found = look.known.units.get(unit)
    if found is None or found.kind is not UnitKind.INFANTRY:
        return NOTHING
    return SQUADS(number=look.world.squads(found.code, found.pools))


class Loaded(Fact[State], frozen=True):
    """Ground units are inside a carrier, or a host that their carrier is docked in (GCW-LCH-03)."""

    says = NN_("{units} is aboard {carrier}.", "{units} are aboard {carrier}.", "units")
    rule = "GCW-LCH-03"
    makes = UnitsSet("units", docked=Its("carrier"), system="", cell="", inside="")
    units: Briefly
    carrier: Own


class Unload(Action):
    """Put ground units out of a carrier: on the Surface where it landed, or into its host."""

    path: ClassVar[str] = "gcw-ground unload"
    line: ClassVar[str] = "unload {troops} from {carrier}"
    tried: ClassVar[int] = 10
    carrier: Annotated[str, LADEN] = Field(description="the craft or ship", max_length=60)
    troops: Annotated[
        str, Troops(in_carrier, lambda look, found: ABOARD(carrier=name(found.carrier.name)), room_ashore)
    ] = Field(description=TROOPS_MEANT, max_length=200)

    def perform(self, run: Run) -> None:
        """Ground units go ashore, or into the host that their carrier is docked in.

        Refuses FATIGUE_CAP, BOARD_CAPACITY, GARRISON_ROOM (GCW-LCH-03).
        """
        carrier: Unit = run.found.carrier
        if not carrier.docked:
            commit(run, carrier)
        units = told_apart(run, run.found.troops)
        if carrier.docked:
            into_host(run, carrier, units)
        else:
            ashore(run, carrier, units)


def into_host(run: Run, carrier: Unit, units: list[Unit]) -> None:
    """From a docked carrier into its host: the hold of a ship, the garrison of a facility."""
    host = run.state.units[carrier.docked]
    make_room(run, host, units)
    if host.kind is UnitKind.FACILITY and too_many(run.world, run.state, run.seat, host.system, host.cell, units):
        run.table.refuse(Code.FATIGUE_CAP, grid=grid_of(host.cell))
    step_of_troops(run, units)
    for unit in units:
        run.use(unit).fresh = run.use(unit).fresh or run.use(carrier).landed
    run.table.say(Loaded(tuple(unit.id for unit in units), host.id), only(run.seat))


def ashore(run: Run, carrier: Unit, units: list[Unit]) -> None:
    """From a carrier that has landed onto the Surface: an attacker's force has a ceiling (GCW-FTG-01)."""
    table, world, system, cell = run.table, run.world, carrier.system, carrier.cell
    if too_many(world, run.state, run.seat, system, cell, units):
        table.refuse(Code.FATIGUE_CAP, grid=grid_of(cell))
    step_of_troops(run, units)
    fresh = run.use(carrier).landed
    for unit in units:
        run.use(unit).fresh = run.use(unit).fresh or fresh
    invasion(run, system)
    table.say(Landed(tuple(unit.id for unit in units), system, cell, fresh), only(run.seat))
    for unit in units:
        commit(run, run.state.units[unit.id])
        if run.real:
            appeared(table, world, run.state.units[unit.id])


def invasion(run: Run, system: str) -> None:
    """Landing troops in another player's system, before the eyes of units of that player's, is a hostile act.

    It is none where the owner grants access, or has nothing there that the lander knows of (register 0.3, GCW-GEN-04).
    """
    table, state, seat = run.table, run.state, run.seat
    owner = state.owners.get(system, NOBODY)
    if owner in (NOBODY, seat) or (owner, seat) in state.access or not faced(run, system, owner):
        return
    if (seat, owner) not in state.hostile or (seat, owner) in state.peace:
        table.say(Hostility((seat, owner)), only(seat, owner))
    open_battle(table, system, seat, owner)


def faced(run: Run, system: str, owner: Seat) -> bool:
    """True if a unit of a player's is in the system, in the sight of whoever acts and really there."""
    for contact in run.state.contacts_of(run.seat).values():
        if contact.system != system or contact.owner != owner or not is_target(run.state, run.world, run.seat, contact):
            continue
        if not run.real:
            return True
        binding = held_of(run.state, run.seat, contact)
        unit = run.state.units.get(binding.unit) if binding is not None else None
        if unit is not None and unit.live and located(run.state, unit).system == system:
            return True
    return False


class Landed(Fact[State], frozen=True):
    """Ground units stand on the Surface of a Ground Grid. `fresh` ones came with a carrier that landed in the same
    turn, and fight from their owner's next turn on (GCW-LCH-03).
    """

    says = either(
        "fresh",
        NN_(
            "**{units}** goes ashore at {system} {cell}, ready to fight from your next turn on.",
            "**{units}** go ashore at {system} {cell}, ready to fight from your next turn on.",
            "units",
        ),
        NN_(
            "**{units}** goes ashore at {system} {cell}, ready to fight at once.",
            "**{units}** go ashore at {system} {cell}, ready to fight at once.",
            "units",
        ),
    )
    rule = "GCW-LCH-03"
    makes = UnitsSet("units", "system", "cell", docked="", inside="")
    units: Briefly
    system: Term
    cell: Term
    fresh: bool = False


def infantry(look: Look, unit: Unit, found: Found) -> Refused | None:
    """Squads alone stand in stacks that can be split."""
    return None if unit.kind is UnitKind.INFANTRY else Refused("STACK_SIZE", {"unit": shown(unit.name), "n": 0})


STACK = OWN.but(what="a stack of yours", label=ground_label)
SPLIT_IN = 3
"""A random player splits off a third of a stack."""


class Detach(Action):
    """Make some squads of a stack a stack of their own."""

    path: ClassVar[str] = "gcw-ground detach"
    line: ClassVar[str] = "detach {squads} squads from {unit}[ named {name}]"
    tried: ClassVar[int] = 8
    shows: ClassVar[str] = ""
    squads: int = Field(description="how many squads", ge=1, le=MOST_IN_STACK)
    unit: Annotated[str, STACK.that(infantry, unfired)] = Field(description="the stack", max_length=60)
    name: Annotated[Name | None, Pick("a name")] = Field(
        None, description="what the new stack is called", max_length=40
    )

    @classmethod
    def next_lines(cls, look: Look) -> Iterator[Self]:
        """A part of each stack that is the only one of its class where it is."""
        for unit in STACK.that(infantry, unfired).fitting(look):
            squads = look.world.squads(unit.code, unit.pools)
            alike = any(one.code == unit.code and one.cell == unit.cell for one in look.own() if one is not unit)
            if squads >= SPLIT_IN and not alike and MOVED not in look.use(unit).halves:
                yield cls(squads=squads // SPLIT_IN, unit=unit.name, name=None)

    def perform(self, run: Run) -> None:
        """Split a stack; it uses no command points (GCW-BUR-02). Refuses STACK_SIZE, NAME_TAKEN."""
        if self.name is not None and self.name.casefold() in taken_names(run.state, run.seat):
            run.table.refuse("NAME_TAKEN", name=shown(self.name))
        parted(run, run.found.unit, self.squads, self.name or "")


class Split(Fact[State], frozen=True):
    """Squads of a stack are a stack of their own: what is left of the first, and what was made."""

    rule = "GCW-G2G-01"
    unit: str
    pools: Pools
    count: int
    made: Unit

    def evolve(self, state: State) -> State:
        if self.unit not in state.units:
            return state
        state = changed(state, self.unit, pools=self.pools, count=self.count)
        return replace(state, units=put(state.units, self.made.id, self.made), last_ids=counted(state, self.made.owner))

    def words(self, look: Look) -> Text:
        made, unit = self.made.id, self.unit
        return N_("{made} is a stack of its own, of {squads}; {unit} has {left} left.")(
            made=look.name(made), squads=squads_words(look, made), unit=look.name(unit), left=squads_words(look, unit)
        )


def squads_alone(look: Look, unit: Unit, found: Found) -> Refused | None:
    """Squads alone become part of each other."""
    unlike = Refused("NOT_ALIKE", {"unit": shown(unit.name), "other": T_("any other unit")})
    return None if unit.kind is UnitKind.INFANTRY else unlike


def alike(look: Look, other: Unit, found: Found) -> Refused | None:
    """Infantry of one class in one place.

    Of two groups whose command points count in a battle neither may lose squads to the other (GCW-BUR-02).
    """
    unit: Unit | None = found.get("unit")
    if unit is None:
        return squads_alone(look, other, found)
    if unit.code == other.code and unit.id != other.id:
        spots = [(each.system, each.cell, each.docked, each.inside, each.voyage) for each in (unit, other)]
        apart = unit.group != other.group and look.known.fights(unit.owner, located(look.known, unit).system)
        if spots[0] == spots[1] and not apart:
            return None
    return Refused("NOT_ALIKE", {"unit": shown(unit.name), "other": shown(other.name)})


@when_found("unit")
def fired_before(look: Look, other: Unit, unit: Unit) -> Refused | None:
    """The stack that ends has not fired either."""
    return unfired(look, unit, NOTHING_FOUND)


class Merge(Action):
    """Make a stack of squads part of another in the same place."""

    path: ClassVar[str] = "gcw-ground merge"
    line: ClassVar[str] = "merge {unit} into {other}"
    shows: ClassVar[str] = ""
    unit: Annotated[str, STACK.that(squads_alone)] = Field(description="the stack that ends", max_length=60)
    other: Annotated[str, STACK.that(alike, fired_before, unfired)] = Field(
        description="the stack it becomes part of", max_length=60
    )

    def perform(self, run: Run) -> None:
        """Two stacks of one class in one place become one."""
        table, world = run.table, run.world
        unit, other = run.found.unit, run.found.other
        was, use = run.use(unit), run.use(other)
        use.halves = list(dict.fromkeys([*use.halves, *was.halves]))
        use.fresh = use.fresh or was.fresh
        if run.real:
            taken_aboard(table, world, unit, "is part of another stack now")
            forget(table, unit.id)
        pools = Pools(armor=unit.pools.armor + other.pools.armor)
        run.say(Merged(unit.id, other.id, pools, unit.count + other.count, unit.name), only(run.seat))
        if run.real:
            counted_anew(table, world, run.state.units[other.id])


MERGED = N_("{name} is part of {unit}, which has {squads} now.")


class Merged(Fact[State], frozen=True):
    """A stack is part of another, which has these pools and squads now."""

    rule = "GCW-G2G-01"
    makes = Together(UnitsSet("unit", "pools", "count"), Removes("units", "gone"), Removes("tracks", "gone"))
    gone: str
    unit: str
    pools: Pools
    count: int
    name: str
    """What the stack that is no more was called."""

    def words(self, look: Look) -> Text:
        return MERGED(name=name(self.name), unit=look.name(self.unit), squads=squads_words(look, self.unit))
