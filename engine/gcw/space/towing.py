"""Tractor beams at work: taking hold, pulling, letting go; and ramming, which is not done. Rulebook: GCW-TRC, -RAM.

Beams are worked after all other combat actions of a turn, wherever they stand in the draft (GCW-TRC-09).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Annotated, ClassVar, NamedTuple, Self

from msgspec.structs import replace
from pydantic import Field

from engine.game import REFEREE, Fact, Seat, only
from engine.gcw.acting import (
    OWN,
    TRACTORS,
    Action,
    PlayerOrder,
    acted,
    aims,
    behind,
    borders,
    contact_named,
    in_sight,
    owned,
    unable,
)
from engine.gcw.battles import commit, hostile_act, uncommittable
from engine.gcw.contacts import BEAMS, MOVE, Seen, gave_away, hidden, track_of
from engine.gcw.data.codes import Code
from engine.gcw.data.terms import Status
from engine.gcw.figures.damage import Act, target_ok
from engine.gcw.figures.grid import may_enter, written
from engine.gcw.figures.ucr import Role, q3, reasoned
from engine.gcw.look import TARGET, Look, Run, contact_words, decimal, hearers, own_name, reasons, refused_as
from engine.gcw.space.holding import (
    HOLDABLE,
    RELEASED,
    HoldEnded,
    HoldSet,
    free,
    holders,
    holds_of,
    in_range,
    is_controlled,
    key_of,
    metres_text,
    names_for,
    parts,
    pooled,
    projectors,
    tractor_ok,
    working,
)
from engine.gcw.state import Contact, Hold, State, Unit, UnitsSet
from engine.gcw.world import Stand
from engine.look import Refused
from engine.noun import NOTHING_FOUND, Found, Noun, Offered, Several, Value
from engine.orders import Option
from engine.text.message import N_, NOTHING, T_, Text, joined, name, spaced, term, unmarked
from engine.text.names import shown

MOST_AIMS, MOST_PULLS = 3, 2
"""Targets of a unit, and cells for each, that random players look at."""


class Aim(NamedTuple):
    """A target of beams: `thing`, a contact as its viewer knows it, or a unit of the player's own.

    `name` is how the hold knows it; `unit` is the unit itself, where this state has it.
    """

    name: str
    label: str
    thing: Unit | Contact
    unit: Unit | None

    @property
    def called(self) -> str:
        """Its name in orders: a contact by its alias, an own unit by its name."""
        return self.name if isinstance(self.thing, Contact) else self.thing.name

    @property
    def words(self) -> Text:
        """Its name in sentences."""
        return contact_words(self.thing) if isinstance(self.thing, Contact) else name(self.label)

    @property
    def real(self) -> Unit | Contact:
        """The unit itself, or what is known of it."""
        return self.thing if self.unit is None else self.unit


def projecting(look: Look, found: Found) -> Iterator[Unit]:
    """The player's units on a grid that have projectors."""
    return (unit for unit in look.own() if projectors(look.world, unit.code)[0] and unit.on_grid)


def crew_label(look: Look, unit: Unit) -> str:
    """A unit with projectors in a menu."""
    number, metres = projectors(look.world, unit.code)
    left = free(look.world, look.known, unit, "")
    return N_("{unit} ({code}, {cell}, {left} of {number} projectors free, {metres} m each)")(
        unit=term(unit.name), code=term(unit.code), cell=term(unit.cell), left=left, number=number, metres=metres
    )


def formation(look: Look, words: str) -> list[Unit] | None:
    """The units of a formation of that name; None where there is none."""
    wanted, units = words.casefold(), look.known.units
    for called, members in look.known.formations.get(look.viewer, {}).items():
        if called.casefold() == wanted:
            return [units[member] for member in members if member in units and units[member].owner == look.seat]
    return None


CREWS: Several[Look, Unit] = Several(
    OWN.but(among=projecting, label=crew_label, exact=owned), "units of yours with projectors", formation
)


def aimed(look: Look, words: str, found: Found) -> Aim | None:
    """The target that is meant: a unit of the player's own, else a contact as for fire (GCW-TRC-01, GCW-SCN-18)."""
    contact = contact_named(look.known, look.viewer, words)
    if contact is not None:
        return Aim(contact.alias, contact.label, contact, behind(look, contact))
    mine = owned(look, words, found)
    return Aim(mine.id, mine.name, mine, mine) if mine is not None else None


def unharmed(look: Look, aim: Aim, found: Found) -> Refused | None:
    """Those in sight that are not breaking up."""
    if isinstance(aim.thing, Contact):
        return in_sight(look, aim.thing, found)
    if target_ok(aim.thing.status) is None:
        return None
    return Refused(Code.TARGET_GONE, {"target": refused_as(look.world, aim.thing)})


def holdable(look: Look, unit: Unit) -> Iterator[Aim]:
    """Targets that a unit's beams reach and may hold, as far as its player knows."""
    world, state = look.world, look.known
    things: list[Unit | Contact] = [*aims(world, state, look.viewer, unit.system)]
    things += (one for one in look.own() if one.status in (Status.DISABLED, Status.DERELICT))
    for thing in things:
        aim = (
            Aim(thing.alias, thing.label, thing, None)
            if isinstance(thing, Contact)
            else Aim(thing.id, thing.name, thing, thing)
        )
        if not isinstance(manned(look, unit, aim, "all"), Refused):
            yield aim


def in_beams(look: Look, found: Found) -> Iterator[Aim]:
    """Targets that the units that were named could hold; where none was, that any could."""
    units = found.get("units") or projecting(look, found)
    yield from {aim.name: aim for unit in units for aim in holdable(look, unit)}.values()


def aim_label(look: Look, aim: Aim) -> str:
    """A target of beams in a menu, with its length where that is known."""
    thing = aim.thing
    target = contact_words(thing) if isinstance(thing, Contact) else own_name(look.known, thing)
    length = metres_text(look.world.spec(thing.code).length_dm) if thing.code else NOTHING
    return (N_("{target} ({code}, {length} m) at {cell}") if thing.code else N_("{target} (length unknown) at {cell}"))(
        target=term(unmarked(target)), code=term(thing.code), length=length, cell=term(thing.cell)
    )


AIM: Noun[Look, Aim] = Noun(
    "a contact",
    in_beams,
    lambda aim: (aim.called,),
    aim_label,
    unknown="TARGET_UNKNOWN",
    exact=aimed,
    tests=(unharmed,),
    keeps=lambda aim: aim.called,
)


def cell_read(look: Look, words: str, found: Found) -> str:
    """A cell, as the grid calls it."""
    return written(words)


def cells_beside(look: Look, found: Found) -> Iterator[Option]:
    """The cells to which the units could pull their target."""
    aim = found.get("target")
    hold = look.known.holds.get(f"{look.viewer}/{aim.name}") if aim is not None else None
    units = found.get("units") or [look.known.units[beam] for beam in (hold.beams if hold is not None else ())]
    for cell in look.world.grid.neighbours(aim.thing.cell) if aim is not None else ():
        if cell != "ATM" and all(pulled_to(look, unit, aim, cell) is None for unit in units):
            yield Option(cell, N_("{cell} (from {place})")(cell=term(cell), place=term(aim.thing.cell)))


def pulled_to(look: Look, unit: Unit, aim: Aim, cell: str) -> Refused | None:
    """Refuses a unit that could not pull its target along an edge, without diagonals, to where it still reaches it.

    It goes nowhere where one of them could not go itself (GCW-TRC-07).
    """
    world, here, called = look.world, aim.thing.cell, refused_as(look.world, aim.thing)
    where = {"from": here, "to": cell, "cell": cell, "grid": cell, "unit": called, "needed": T_("S or A")}
    cost = world.grid.move(here, cell) if cell != here else Code.MOVE_NOT_ADJACENT
    if isinstance(cost, Code):
        return Refused(cost, where)
    ring = world.ring(cell)
    for thing in (unit, aim.thing):
        if ring is None or thing.kind is None or not thing.code:
            continue
        barred = may_enter(ring, world.shooter(thing.kind), atmospheric=world.atmospheric(thing.code))
        if barred is not None:
            return Refused(barred, {**where, "unit": refused_as(world, thing)})
    if in_range(world, unit, cell):
        return None
    return Refused(Code.TRACTOR_RANGE, {"unit": shown(unit.name), "target": refused_as(world, aim.thing)})


TOO_FEW = N_("{unit} has {left} free tractor projectors, not {number}.")
NO_SHIP = N_("{target} is no ship: tractor beams hold ships and auxiliary craft only.")
NOT_SMALLER = N_("{target} is not smaller than {unit} ({length} m).")


def manned(look: Look, unit: Unit, aim: Aim, wanted: str) -> int | Refused:
    """Number of projectors of a unit that go on a target; or why it cannot hold it (GCW-TRC-01, -06, -11)."""
    world, free_now = look.world, free(look.world, look.known, unit, aim.name)
    disabled = unable(look, unit, Act.OTHER)
    if disabled is not None:
        return disabled
    number = free_now if wanted == "all" else int(wanted)
    if projectors(world, unit.code)[0] == 0 or free_now < 1 or number == 0:
        return Refused(Code.TRACTOR_NONE, {"unit": shown(unit.name)})
    if number > free_now:
        sentence = TOO_FEW(unit=name(unit.name), left=free_now, number=number)
        fix = T_("Release another target first, or use another ship.")
        return Refused(Code.TRACTOR_NONE, rule="GCW-TRC-01", fix=fix, sentence=sentence)
    if aim.real.kind is not None and aim.real.kind not in HOLDABLE:
        sentence, fix = NO_SHIP(target=aim.words), T_("Choose a ship or an auxiliary craft.")
        return Refused(Code.TRACTOR_SIZE, rule="GCW-TRC-01", fix=fix, sentence=sentence)
    names = {"unit": shown(unit.name), "target": refused_as(world, aim.thing)}
    mine, its = world.spec(unit.code).length_dm, world.spec(aim.real.code).length_dm if aim.real.code else 0
    if aim.real.code and tractor_ok(free_now, mine, its) is not None:
        if aim.thing.code:
            return Refused(Code.TRACTOR_SIZE, {"l": metres_text(its), "m": metres_text(mine), **names})
        # its class is not known to the player, nor is its length then
        sentence = NOT_SMALLER(target=aim.words, unit=name(unit.name), length=metres_text(mine))
        return Refused(Code.TRACTOR_SIZE, rule="GCW-TRC-01", fix=T_("Find out its class first."), sentence=sentence)
    if aim.thing.system != unit.system or not in_range(world, unit, aim.thing.cell):
        return Refused(Code.TRACTOR_RANGE, names)
    return number


def numbers_left(look: Look, found: Found) -> Iterator[Option]:
    """All, and as many projectors as any unit has."""
    most = max((projectors(look.world, unit.code)[0] for unit in projecting(look, found)), default=0)
    yield from map(Option, ("all", *map(str, range(1, most + 1))))


class Tractor(Action):
    """Hold a smaller ship with tractor beams, and pull it by one cell; after all else in your turn."""

    path: ClassVar[str] = "gcw-beams tractor"
    line: ClassVar[str] = "tractor [[{projectors} of ]{units} at ]{target}[ step to {cell}]"
    tried: ClassVar[int] = 18
    once: ClassVar[tuple[str, ...]] = ("tractor [[{projectors} of ]{units} on ]{target}[ step to {cell}]",)
    step: ClassVar[int] = TRACTORS
    assumes: ClassVar[Mapping[str, str]] = {"projectors": "all projectors that hold nothing else"}
    units: Annotated[str | None, CREWS] = Field(
        None, description="names with commas, or a formation; those that hold it already if left out", max_length=200
    )
    target: Annotated[str, AIM] = Field(description="what they hold: a contact, or a ship of yours", max_length=60)
    projectors: Annotated[str, Offered[Look]("projectors", numbers_left)] = Field(
        "all", description="projectors of each unit on this target: 'all', or a number", pattern="^(all|[0-9]{1,3})$"
    )
    cell: Annotated[str | None, Value[Look, str]("a cell next to it", cell_read, cells_beside)] = Field(
        None, description="the cell to which it is pulled, once they control it", max_length=8
    )

    @classmethod
    def next_lines(cls, look: Look) -> Iterator[Self]:
        """Beams of each unit that has some left, alone and with a pull, which may be left out."""
        for unit in projecting(look, NOTHING_FOUND):
            if uncommittable(look, unit) is not None:
                continue
            for aim in islice(holdable(look, unit), MOST_AIMS):
                yield cls(units=unit.name, target=aim.called)
                cells = cells_beside(look, Found({"target": aim, "units": (unit,)}))
                for cell in islice(cells, MOST_PULLS) if f"{look.viewer}/{aim.name}" not in look.turn.towed else ():
                    yield cls(units=unit.name, target=aim.called, cell=cell.value)

    def assumed(self) -> tuple[str, ...]:
        """Whoever holds it already goes on with what holds it."""
        return super().assumed() if self.units else ()

    def perform(self, run: Run) -> None:
        """Take hold, or change a hold; then pull, if it controls and a cell is named (GCW-TRC-01..07)."""
        aim, beams = run.found.target, {}
        key = f"{run.seat}/{aim.name}"
        before = run.state.holds.get(key)
        others = working(run.world, run.state, before, aim.thing) if before is not None else {}
        if self.units is None and not others:
            run.table.refuse("NO_HOLD", target=refused_as(run.world, aim.thing), hint="")
        units = run.found.units if self.units is not None else [run.state.units[other] for other in others]
        if not units:
            run.table.refuse("NO_UNIT", name=shown(self.units or ""), hint="")
        for unit in units if self.units is not None else ():
            number = manned(run.look, unit, aim, self.projectors)
            if isinstance(number, Refused):
                run.look.decline(number)
            beams[unit.id] = number
        victim = aim.real.owner
        for unit in units:
            if against(run, aim, victim):
                hostile_act(run, unit.system, victim)
            commit(run, unit)
            if run.real:
                shown_at_work(run, unit, aim, victim)
        hold = measured(run, Hold(target=aim.name, seat=run.seat, beams={**others, **beams}), aim)
        if hold != before:
            known = run.world.spec(aim.real.code).length_dm if aim.real.code else 0
            run.table.say(HoldSet(hold, known), only(run.seat) if run.real else REFEREE)
        if self.cell:
            step_to(run, hold, aim, run.found.cell)


def against(run: Run, aim: Aim, victim: Seat) -> bool:
    """True if a hold is a hostile act: not on one's own, on a friend's, or on a wreck of nobody's (register 0.3)."""
    wreck = not victim and aim.real.status is Status.DERELICT
    return victim != run.seat and not wreck and (victim, run.seat) not in run.state.access


def shown_at_work(run: Run, unit: Unit, aim: Aim, victim: Seat) -> None:
    """Beams are seen as fire is, and posted as fire is (GCW-SCN-08, GCW-PST-03)."""
    unit = run.state.units[unit.id]
    acted(run, unit)
    if aim.unit is not None and not hidden(run.state, run.world, aim.unit.cell):
        track_of(run.table, aim.unit)
    gave_away(run.table, run.world, unit, BEAMS, victim=victim)


UNMEASURED = N_("The length of {target} is unknown, and so is whether the tractor beams of {ships} control it.")
BEAM = N_("{beams} × {metres} m × {share} ({ship}, UCR {attack} against {defence}) = {part}")
HOLD = N_("Tractor beams on {target}: {sums}. They hold {metres} of {length} m, and control it.[ {why}]")
NO_HOLD = N_("Tractor beams on {target}: {sums}. They hold {metres} of {length} m, and do not control it.[ {why}]")


def measured(run: Run, hold: Hold, aim: Aim) -> Hold:
    """A hold with its metres, and whether they control; the workings stand in the preview (GCW-TRC-04..06)."""
    world, state = run.world, run.state
    thing = aim.real
    if not thing.code:
        names = joined(", ", (name(state.units[beam].name) for beam in hold.beams))
        run.workings.append(UNMEASURED(ships=names, target=aim.words))
        return replace(hold, controlled=False)
    found = parts(world, state, hold.beams, thing)
    metres = pooled(part for _, part in found)
    controlled = is_controlled(world, metres, thing.code)
    if not run.real:
        rating = world.rating(state, Stand(thing.code, thing.cell, thing.status), Role.DEFEND)
        sums: list[Text] = []
        defence, why = rating.value, [reasons(TARGET, reasoned(rating))]
        for unit, part in found:
            attack = world.rating_of(state, unit, Role.ATTACK)
            sums.append(
                BEAM(
                    beams=hold.beams[unit.id],
                    metres=projectors(world, unit.code)[1],
                    share=decimal(q3(attack.value, defence)),
                    ship=own_name(state, unit),
                    attack=attack.value,
                    defence=defence,
                    part=part,
                )
            )
            why.append(reasons(own_name(state, unit), reasoned(attack)))
        beams = joined("; ", sums)
        held = (HOLD if controlled else NO_HOLD)(
            target=aim.words,
            sums=N_("{sums}, together **{metres}**")(sums=beams, metres=metres) if len(sums) > 1 else beams,
            metres=metres,
            length=term(metres_text(world.spec(thing.code).length_dm)),
            why=spaced(*why),
        )
        run.workings.append(held)
    return replace(hold, metres=metres, controlled=controlled)


def step_to(run: Run, hold: Hold, aim: Aim, cell: str) -> None:
    """Pull a target by one cell (GCW-TRC-07). One that is not controlled stays, which is told with the metres."""
    here = aim.thing.cell
    if key_of(hold) in run.towed:
        run.table.refuse(Code.TRACTOR_STEP, target=refused_as(run.world, aim.thing))
    for beam in hold.beams:
        run.look.require(pulled_to(run.look, run.state.units[beam], aim, cell))
    if aim.unit is not None:  # troops in it enter no bombarded grid, and leave none
        run.look.require(borders(run.world, run.state, aim.unit, cell))
    if not hold.controlled:
        run.workings.append(STAYS(target=aim.words, cell=term(here)))
        return
    run.towed.append(key_of(hold))
    run.workings.append(GOES(target=aim.words, here=term(here), cell=term(cell)))
    pull(run, hold, aim, cell)


STAYS, GOES = N_("{target} stays at {cell} unless they control it"), N_("{target} is pulled from {here} to {cell}")


def pull(run: Run, hold: Hold, aim: Aim, cell: str) -> None:
    """The step itself: its owner is told who pulls; whoever hears a movement there hears it (GCW-SCN-08)."""
    table, unit = run.table, aim.unit
    if unit is not None:
        table.say(Towed(unit.id, cell, names_for(run.state, hold, unit.owner)), hearers(unit.owner))
        if run.real:
            after = run.state.units[unit.id]
            acted(run, after)
            gave_away(table, run.world, after, MOVE)
    elif isinstance(aim.thing, Contact):
        contact = aim.thing
        moved = Seen(
            viewer=run.seat,
            number=contact.number,
            system=contact.system,
            cell=cell,
            how=contact.how,
            at=contact.at,
            code=contact.code,
            status=contact.status,
            held=contact.held,
        )
        table.say(moved, REFEREE)


PULLED = N_("{by} pulled **{unit}** to {cell}.")


class Towed(Fact[State], frozen=True):
    """A held unit was shifted by one cell (GCW-TRC-07). For its owner."""

    makes = UnitsSet("unit", "cell", patrol=False)
    rule: ClassVar[str] = "GCW-TRC-07"
    decides: ClassVar[bool] = True
    unit: str
    cell: str
    by: tuple[str, ...]

    def words(self, look: Look) -> Text:
        return PULLED(by=holders(look, self.by), unit=look.name(self.unit), cell=term(self.cell))


class Held(NamedTuple):
    """A hold of a player's, what it may be called, and what it is on."""

    hold: Hold
    names: tuple[str, ...]
    label: str


def held_things(look: Look, found: Found) -> Iterator[Held]:
    """The player's holds: on a contact by its alias or name, on its own unit by its name."""
    state, contacts = look.known, look.known.contacts_of(look.viewer)
    for hold in holds_of(state, look.viewer):
        mine, contact = state.units.get(hold.target), contacts.get(hold.target)
        if mine is not None:
            yield Held(hold, (mine.name,), N_("{unit} (your own)")(unit=term(mine.name)))
        elif contact is not None:
            yield Held(hold, contact.names, unmarked(contact_words(contact)))


HELD: Noun[Look, Held] = Noun(
    "a contact",
    held_things,
    lambda held: held.names,
    lambda look, held: held.label,
    unknown=lambda look, name, hint: Refused("NO_HOLD", {"target": name, "hint": hint}),
    keeps=lambda held: held.names[0],
)


class Release(Action):
    """Let a ship go that your tractor beams hold."""

    path: ClassVar[str] = "gcw-beams release"
    line: ClassVar[str] = "release {target}"
    tried: ClassVar[int] = 8
    step: ClassVar[int] = TRACTORS
    target: Annotated[str, HELD] = Field(description="what your beams hold", max_length=60)

    def perform(self, run: Run) -> None:
        """Let go."""
        run.say(HoldEnded(run.seat, run.found.target.hold.target, RELEASED), only(run.seat))


class Ram(PlayerOrder):
    """Ramming is prohibited: this says so, and does nothing."""

    path: ClassVar[str] = "gcw battle ram"
    line: ClassVar[str] = "ram [{unit} at ]{target}"
    once: ClassVar[tuple[str, ...]] = ("ram {target}[ with {unit}]",)
    sheet: ClassVar[bool] = False
    target: str = Field(description="what would be rammed", max_length=60)
    unit: str | None = Field(None, description="what would ram it", max_length=60)

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """There is no ramming, by whatever means (GCW-RAM-01)."""
        return Refused(Code.RAMMING)
