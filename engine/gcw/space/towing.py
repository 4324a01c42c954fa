"""Tractor beams at work: taking hold, pulling, letting go; and ramming, which is not done. Rulebook: GCW-TRC, -RAM.

Beams are worked after all other combat actions of a turn, wherever they stand in the draft (GCW-TRC-09).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, ClassVar, NamedTuple, NoReturn

from msgspec.structs import replace
from pydantic import Field

from engine.game import REFEREE, Fact, Refusal, Seat, Table, only
from engine.gcw.acting import able, acted, contact_named, hearers, look_in, own, target
from engine.gcw.battles import (
    commit,
    hostilities,
)
from engine.gcw.changes import changed
from engine.gcw.data.codes import Code
from engine.gcw.figures.damage import Act, Status, target_ok
from engine.gcw.figures.grid import may_enter
from engine.gcw.figures.tractor import pooled, tractor_ok
from engine.gcw.figures.ucr import Role, q3, reasoned
from engine.gcw.galaxy.hyperspace import Withdraw
from engine.gcw.look import Look
from engine.gcw.run import Run
from engine.gcw.sight.contacts import BEAMS, MOVE, Seen, gave_away, hidden, track_of
from engine.gcw.space.holding import (
    HOLDABLE,
    HoldSet,
    free,
    holders,
    in_range,
    is_controlled,
    key_of,
    length_dm,
    let_go,
    metres_text,
    names_for,
    parts,
    projectors,
    working,
)
from engine.gcw.space.launch import words_of
from engine.gcw.space.movement import borders
from engine.gcw.state import Contact, Hold, State, Unit
from engine.gcw.words import TARGET, reasons
from engine.orders import Order, Pick
from engine.text.message import N_, Text, name, term
from engine.text.names import did_you_mean, shown


class Tractor(Order):
    """Hold a smaller ship with tractor beams, and pull it by one cell; after all else in your turn."""

    path: ClassVar[str] = "gcw-beams tractor"
    line: ClassVar[str] = "tractor [{projectors} of ]{units} on {target}[ step to {cell}]"
    shows: ClassVar[str] = "preview"
    assumes: ClassVar[Mapping[str, str]] = {"projectors": "all projectors that hold nothing else"}
    units: Annotated[str, Pick("units of yours with projectors")] = Field(
        description="the units that hold it: names with commas, or a formation", max_length=200
    )
    target: Annotated[str, Pick("a contact")] = Field(
        description="what they hold: a contact, or a ship of yours", max_length=60
    )
    projectors: str = Field(
        "all", description="projectors of each unit on this target: 'all', or a number", pattern="^(all|[0-9]{1,3})$"
    )
    cell: Annotated[str | None, Pick("a cell next to it")] = Field(
        None, description="the cell to which it is pulled, once they control it", max_length=8
    )


class Release(Order):
    """Let a ship go that your tractor beams hold."""

    path: ClassVar[str] = "gcw-beams release"
    line: ClassVar[str] = "release {target}"
    shows: ClassVar[str] = "preview"
    target: Annotated[str, Pick("a contact")] = Field(description="what your beams hold", max_length=60)


class Ram(Order):
    """Ramming is prohibited: this says so, and does nothing."""

    path: ClassVar[str] = "gcw battle ram"
    line: ClassVar[str] = "ram {target}[ with {unit}]"
    sheet: ClassVar[bool] = False
    target: str = Field(description="what would be rammed", max_length=60)
    unit: str | None = Field(None, description="what would ram it", max_length=60)


TRACTOR_ACTIONS = (Tractor, Release)


class Aim(NamedTuple):
    """What beams are put on: `thing`, a contact as its viewer knows it, or a unit of the player's own.

    `name` is how the hold knows it; `unit` is the unit itself, where this state has it.
    """

    name: str
    label: str
    thing: Unit | Contact
    unit: Unit | None

    @property
    def real(self) -> Unit | Contact:
        """The unit itself, or what is known of it."""
        return self.thing if self.unit is None else self.unit


def ram(table: Table[State]) -> NoReturn:
    """There is no ramming, by whatever means (GCW-RAM-01)."""
    table.refuse(Code.RAMMING)


def moved_to_end(actions: Sequence[Order]) -> list[int]:
    """The places of tractor actions that stand before others in a draft and are played after them (GCW-TRC-09)."""
    others = [place for place, one in enumerate(actions) if not isinstance(one, (*TRACTOR_ACTIONS, Withdraw))]
    last = max(others, default=-1)
    return [place for place, one in enumerate(actions) if isinstance(one, TRACTOR_ACTIONS) and place < last]


def end_notice(actions: Sequence[Order]) -> str:
    """Words for tractor actions that are played later than they stand; "" where all stand right (GCW-TRC-09)."""
    moved = [str(place + 1) for place in moved_to_end(actions)]
    if not moved:
        return ""
    lines = f"line {moved[0]} comes" if len(moved) == 1 else f"lines {', '.join(moved)} come"
    return f"tractor beams last, so {lines} after the others (GCW-TRC-09)"


def aimed(run: Run, name: str) -> Aim:
    """What is meant: a unit of the player's own, else a contact as for fire (GCW-TRC-01, GCW-SCN-18)."""
    state, wanted = run.state, name.strip().casefold()
    contact = contact_named(state, run.seat, name)
    mine = next((unit for unit in state.of(run.seat) if unit.name.casefold() == wanted), None)
    if mine is not None and contact is None:
        if target_ok(mine.status) is not None:
            run.table.refuse(Code.TARGET_GONE, target=shown(mine.name))
        return Aim(mine.id, mine.name, mine, mine)
    contact, unit = target(run, name)
    return Aim(contact.alias, contact.label, contact, unit)


def crews(run: Run, words: str) -> list[Unit]:
    """The units that work the beams: names with commas, or a formation."""
    state, seat = run.state, run.seat
    wanted = words.strip().casefold()
    named = {name.casefold(): units for name, units in state.formations.get(seat, {}).items()}
    if wanted in named:
        return [state.units[one] for one in named[wanted] if one in state.units and state.units[one].owner == seat]
    found = [own(run.table, seat, part) for part in words_of(words, {unit.name.casefold() for unit in state.of(seat)})]
    if not found:
        run.table.refuse("NO_UNIT", name=shown(words), hint="")
    return list({unit.id: unit for unit in found}.values())


def tractor(run: Run, order: Tractor) -> None:
    """Take hold, or change a hold; then pull, if it controls and a cell is named (GCW-TRC-01..07)."""
    aim = aimed(run, order.target)
    units = crews(run, order.units)
    beams = {unit.id: manned(run, unit, aim, order.projectors) for unit in units}
    victim = aim.real.owner
    for unit in units:
        if against(run, aim, victim):
            hostilities(run, unit, victim)
        commit(run, unit)
        if run.real:
            shown_at_work(run, unit, aim, victim)
    key = f"{run.seat}/{aim.name}"
    before = run.state.holds.get(key)
    others = working(run.world, run.state, before, aim.thing) if before is not None else {}
    hold = measured(run, Hold(target=aim.name, seat=run.seat, beams={**others, **beams}), aim)
    if hold != before:
        known = length_dm(run.world, aim.real.code) if aim.real.code else 0
        run.table.say(HoldSet(hold, known), only(run.seat) if run.real else REFEREE)
    if order.cell:
        step_to(run, hold, aim, order.cell)


def manned(run: Run, unit: Unit, aim: Aim, wanted: str) -> int:
    """How many projectors of a unit go on a target. Refuses what cannot hold it (GCW-TRC-01, -06, -11)."""
    world, table = run.world, run.table
    able(run, unit, Act.OTHER)
    left = free(world, run.state, unit, aim.name)
    number = left if wanted == "all" else int(wanted)
    if projectors(world, unit.code)[0] == 0 or left < 1 or number == 0:
        table.refuse(Code.TRACTOR_NONE, unit=shown(unit.name))
    if number > left:
        sentence = f"{shown(unit.name)} has {left} free tractor projectors, not {number}."
        raise Refusal(Code.TRACTOR_NONE, sentence, "GCW-TRC-01", "Release another target first, or use another ship.")
    if aim.real.kind is not None and aim.real.kind not in HOLDABLE:
        raise Refusal(
            Code.TRACTOR_SIZE,
            f"{shown(aim.label)} is no ship: tractor beams hold ships and auxiliary craft only.",
            "GCW-TRC-01",
            "Choose a ship or an auxiliary craft.",
        )
    if aim.real.code:
        mine, its = length_dm(world, unit.code), length_dm(world, aim.real.code)
        if tractor_ok(left, mine, its) is not None:
            names = {"unit": shown(unit.name), "target": shown(aim.label)}
            if not aim.thing.code:  # its class is not known to the player, nor is its length then
                sentence = f"{names['target']} is not smaller than {names['unit']} ({metres_text(mine)} m)."
                raise Refusal(Code.TRACTOR_SIZE, sentence, "GCW-TRC-01", "Find out its class first.")
            table.refuse(Code.TRACTOR_SIZE, l=metres_text(its), m=metres_text(mine), **names)
    if aim.thing.system != unit.system or not in_range(world, unit, aim.thing.cell):
        table.refuse(Code.TRACTOR_RANGE, unit=shown(unit.name), target=shown(aim.label))
    return number


def against(run: Run, aim: Aim, victim: Seat) -> bool:
    """Whether a hold is a hostile act: not on one's own, on a friend's, or on a wreck of nobody's (register 0.3)."""
    wreck = not victim and aim.real.status is Status.DERELICT
    return victim != run.seat and not wreck and (victim, run.seat) not in run.state.access


def shown_at_work(run: Run, unit: Unit, aim: Aim, victim: Seat) -> None:
    """Beams are seen as fire is, and posted as fire is (GCW-SCN-08, GCW-PST-03)."""
    unit = run.state.units[unit.id]
    acted(run, unit)
    if aim.unit is not None and not hidden(run.state, run.world, aim.unit.cell):
        track_of(run.table, aim.unit)
    gave_away(run.table, run.world, unit, BEAMS, victim=victim)


def measured(run: Run, hold: Hold, aim: Aim) -> Hold:
    """A hold with its metres, and whether they control; the workings stand in the preview (GCW-TRC-04..06)."""
    world, state = run.world, run.state
    thing = aim.real
    names = ", ".join(shown(state.units[one].name) for one in hold.beams)
    if not thing.code:
        run.workings.append(f"{names} on {shown(aim.label)}: its length is unknown, so is whether they control it")
        return replace(hold, controlled=False)
    found = parts(world, state, hold.beams, thing.code, thing.cell, thing.status)
    metres = pooled(part for _, part in found)
    controlled = is_controlled(world, metres, thing.code)
    if not run.real:
        rating = world.rating(state, thing.code, thing.cell, thing.status, Role.DEFEND)
        sums: list[str] = []
        defence, why = rating.value, str(reasons(TARGET, reasoned(rating)))
        for unit, part in found:
            attack = world.rating_of(state, unit, Role.ATTACK)
            sums.append(
                f"{hold.beams[unit.id]} × {projectors(world, unit.code)[1]} m × "
                f"{thousandths(q3(attack.value, defence))} ({shown(unit.name)}, UCR {attack.value} against {defence})"
                f" = {part}"
            )
            why += reasons(name(unit.name), reasoned(attack))
        total = f", together **{metres}**" if len(sums) > 1 else ""
        run.workings.append(
            f"Tractor beams on {shown(aim.label)}: {'; '.join(sums)}{total}: held {metres} of "
            f"{metres_text(length_dm(world, thing.code))} m, {'control' if controlled else 'no control'}"
            f"{why and f'.{why}'}"
        )
    return replace(hold, metres=metres, controlled=controlled)


def thousandths(share: int) -> str:
    """A share in thousandths: "0.428"."""
    return f"{share // 1000}.{share % 1000:03d}"


def step_to(run: Run, hold: Hold, aim: Aim, to: str) -> None:
    """Pull a controlled target by one cell (GCW-TRC-07).

    Along an edge that its holders could go themselves, without diagonals, to where all of them still reach it. A
    target that is not controlled stays, which is told with the metres.
    """
    world, table, cell = run.world, run.table, to.strip().upper()
    here = aim.thing.cell
    where = {"from": here, "to": cell, "cell": cell, "grid": cell, "unit": shown(aim.label), "needed": "S or A"}
    if key_of(hold) in run.towed:
        table.refuse(Code.TRACTOR_STEP, target=shown(aim.label))
    cost = world.grid.move(here, cell)
    if isinstance(cost, Code) or cell == here:
        table.refuse(cost if isinstance(cost, Code) else Code.MOVE_NOT_ADJACENT, **where)
    ring = world.ring(cell)
    pullers = [run.state.units[one] for one in hold.beams]
    things: list[Unit | Contact] = [*pullers, aim.thing]
    for one in things:
        if ring is None or one.kind is None or not one.code:
            continue
        barred = may_enter(ring, world.shooter(one.kind), atmospheric=world.atmospheric(one.code))
        if barred is not None:
            table.refuse(barred, **{**where, "unit": shown(aim.label if one is aim.thing else one.name)})
    if aim.unit is not None:
        look_in(run).require(borders(run.state, aim.unit, cell))  # troops in it enter no bombarded grid, and leave none
    for unit in pullers:
        if not in_range(world, unit, cell):
            table.refuse(Code.TRACTOR_RANGE, unit=shown(unit.name), target=shown(aim.label))
    if not hold.controlled:
        run.workings.append(f"{shown(aim.label)} stays at {here} unless they control it")
        return
    run.towed.append(key_of(hold))
    run.workings.append(f"{shown(aim.label)} is pulled from {here} to {cell}")
    pull(run, hold, aim, cell)


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

    rule: ClassVar[str] = "GCW-TRC-07"
    decides: ClassVar[bool] = True
    unit: str
    cell: str
    by: tuple[str, ...]

    def evolve(self, state: State) -> State:
        return changed(state, self.unit, cell=self.cell, patrol=False)

    def words(self, look: Look) -> Text:
        return PULLED(by=holders(look, self.by), unit=look.name(self.unit), cell=term(self.cell))


def release(run: Run, order: Release) -> None:
    """Let go. Refuses NO_HOLD."""
    state, seat, wanted = run.state, run.seat, order.target.strip().casefold()
    for hold in state.holds.values():
        if hold.seat == seat and wanted in called(state, hold):
            let_go(run.table, hold, "you released it")
            return
    held = [next(iter(called(state, hold)), "") for hold in state.holds.values() if hold.seat == seat]
    run.table.refuse("NO_HOLD", target=shown(order.target), hint=did_you_mean(order.target, held))


def called(state: State, hold: Hold) -> tuple[str, ...]:
    """What a player may call what it holds, folded: the contact's alias or name, or its own unit's name."""
    own_unit = state.units.get(hold.target)
    if own_unit is not None:
        return (own_unit.name.casefold(),)
    contact = state.contacts_of(hold.seat).get(hold.target)
    names = (contact.alias.casefold(), contact.name.casefold()) if contact is not None else ()
    return tuple(name for name in names if name)
