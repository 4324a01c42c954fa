"""Units that are lost: who sees their end, what goes down with them, and what is over with a turn.

Rulebook: GCW-DMG-11, -12, -17, GCW-GAR-06, GCW-LCH-02, GCW-HRO-06, GCW-HYX-03, register 0.3 (battle) and 0.7 (sweep).
"""

from __future__ import annotations

from typing import Annotated, ClassVar

from msgspec.structs import replace

from engine.game import EVERYONE, Fact, Seat, Table, only, ruled
from engine.gcw.battles import close_battles
from engine.gcw.contacts import forget, hidden, lose, shifted, show_status, uncovered, watchers
from engine.gcw.data.terms import Status
from engine.gcw.figures.damage import after_own_turn
from engine.gcw.fleets import Boarded, HeroDied, Removed
from engine.gcw.look import (
    LAST_AT,
    STATUS_WORDS,
    Look,
    Player,
    Run,
    class_words,
    ends_turn,
    hearers,
    track_label,
    units_words,
)
from engine.gcw.state import State, Unit, UnitKind, UnitsSet, garrison_of, guests_of, visiting, within
from engine.gcw.world import CAMPAIGN, CAPITAL, World
from engine.report import News
from engine.text.message import N_, NN_, Shown, Text, term

DOOMED, DESTROYED = "doomed", "destroyed"

Class = Annotated[str, Shown[str](lambda look, code, form: class_words(look.world, code))]
"""A field of a fact: a class of unit, by its code."""


class Felled(Fact[State], frozen=True):
    """One of the two on which Coruscant stands was destroyed, and by whom: what is captured or derelict is not
    (GCW-VIC-01).
    """

    says = N_("**The {what} of Coruscant is destroyed** by {by}.")
    rule = "GCW-VIC-01"
    decides = True
    what: Class
    by: Player

    def evolve(self, state: State) -> State:
        return replace(state, felled=(*state.felled, (self.what, self.by)))


def witnesses(run: Run, unit: Unit) -> tuple[Seat, ...]:
    """Witnesses of a unit's end: who made it, whose craft are its guests, and outside deep space whoever has a unit in
    the system.
    """
    seeing = {run.seat, *(guest.owner for guest in guests_of(run.state, unit))}
    if not hidden(run.state, run.world, unit.cell):
        seeing |= {*watchers(run.state, unit)}
    return tuple(sorted(seeing - {unit.owner}))


def fallen(run: Run, unit: Unit, status: Status) -> None:
    """A unit was disabled, doomed or destroyed: who may know it does, and what is destroyed is taken out of play."""
    if status not in (Status.DOOMED, Status.DESTROYED):
        others = tuple(seat for seat in witnesses(run, unit) if seat != run.seat)
        show_status(run.table, run.state.units[unit.id], others)
        if unit.kind is UnitKind.FACILITY:
            uncovered(run.table, run.world, run.state.units[unit.id])
        return
    keystone = unit.code == CAPITAL[1] or (unit.bonus and unit.code == CAPITAL[0])
    if keystone and run.world.version >= CAMPAIGN and all(code != unit.code for code, _ in run.state.felled):
        run.say(Felled(unit.code, run.seat), EVERYONE)
    if unit.kind is UnitKind.FACILITY:
        turned_out(run.table, run.world, unit)
    track = run.state.tracks.get(unit.id)
    if track is not None:
        run.told.losses.append((unit.system, LAST_AT(track=term(track_label(track, unit.owner)), cell=term(unit.cell))))
    lose(run.table, unit.id, DOOMED if status is Status.DOOMED else DESTROYED, witnesses(run, unit))
    if status is Status.DESTROYED:
        destroy(run, unit)


def destroy(run: Run, unit: Unit) -> None:
    """Take a destroyed unit out of play, with what is docked in it and the heroes aboard (GCW-LCH-02, GCW-HRO-06)."""
    lose(run.table, unit.id, DESTROYED, witnesses(run, unit))
    gone = take_out(run.table, unit, DESTROYED)
    for hero in list(run.state.heroes.values()):
        if hero.alive and hero.aboard in gone:
            run.table.say(HeroDied(hero.id), only(hero.owner))


def remove(table: Table[State], unit: Unit, why: str) -> None:
    """Take a unit out of play as a moderator does: heroes aboard are at home, and who has it in sight hears it."""
    lose(table, unit.id, why, tuple(table.state.bindings))
    gone = take_out(table, unit, why)
    for hero in list(table.state.heroes.values()):
        if hero.aboard in gone:
            table.say(Boarded(hero.id, ""), only(hero.owner))
    close_battles(table)


def take_out(table: Table[State], unit: Unit, why: str) -> tuple[str, ...]:
    """A unit, and what is docked in it, is there no more. The ids of what went."""
    leaving = (unit, *within(table.state, unit), *visiting(table.state, unit))
    for each in leaving:
        forget(table, each.id)
    gone = tuple(each.id for each in leaving)
    owners = dict.fromkeys((unit.owner, *(each.owner for each in leaving)))  # boarders go down with a ship
    for owner in owners:
        theirs = [each for each in leaving if each.owner == owner]
        ids, names = tuple(each.id for each in theirs), tuple(each.name for each in theirs)
        table.say(Removed(ids, why, names), hearers(owner))
    return gone


@ends_turn(priority=30)
def sweep(run: Run) -> None:
    """Ends what is over with a player's turn: last acts (GCW-DMG-12)."""
    table, seat = run.table, run.seat
    for unit in list(table.state.of(seat)):
        status = after_own_turn(unit.status)
        if status is unit.status:
            continue
        if status is Status.DESTROYED:
            destroy(run, unit)
        else:
            table.say(StatusSet(unit.id, status), only(seat))


class StatusSet(Fact[State], frozen=True):
    """A unit's last acts are over (GCW-DMG-12), or a moderator ended them."""

    makes = UnitsSet("unit", "status")
    rule: ClassVar[str] = "GCW-DMG-12"
    decides: ClassVar[bool] = True
    unit: str
    status: Status

    def words(self, look: Look) -> Text:
        return N_("**{unit}** is now {status}.")(unit=look.name(self.unit), status=STATUS_WORDS[self.status])


@ends_turn(priority=40)
def rested(run: Run) -> None:
    """After a player's turn the time without movement after an exit is over (GCW-HYX-03)."""
    table, seat = run.table, run.seat
    locked = tuple(unit.id for unit in table.state.of(seat) if unit.exit_until is not None)
    if locked:
        table.say(MovementBack(locked), only(seat))


class MovementBack(Fact[State], frozen=True):
    """Units may move again after leaving hyperspace (GCW-HYX-03)."""

    makes = UnitsSet("units", exit_until=None)
    rule: ClassVar[str] = "GCW-HYX-03"
    units: tuple[str, ...]

    def words(self, look: Look) -> Text:
        """The units that stand on the grid: what is aboard moves with its carrier."""
        there = [key for key in self.units if key in look.known.units and look.known.units[key].on_grid]
        return N_("{units} can move again after leaving hyperspace.")(units=look.names(there or self.units))


def lapse_last_acts(world: World, seat: Seat, table: Table[State]) -> None:
    """A moderator ends a stalled player's last acts (GCW-DMG-12, GCW-TRN-11)."""
    run = Run(world, table, seat, real=True)
    pending = [unit for unit in table.state.of(seat) if after_own_turn(unit.status) is not unit.status]
    if not pending:
        table.refuse("NOTHING_PENDING", player=seat)
    sweep(run)
    close_battles(table)


CAME_OUT = NN_(
    "{units} comes out of its facility at {system} {cell}.",
    "{units} come out of their facility at {system} {cell}.",
    "number",
)


TURNED_OUT = NN_(
    "The facility is gone: **{units}** stands at {system} {cell}, unharmed.",
    "The facility is gone: **{units}** stand at {system} {cell}, unharmed.",
    "number",
)


class CameOut(Fact[State], frozen=True):
    """Ground units left a facility, or stand where one was `destroyed` (GCW-GAR-06)."""

    makes = UnitsSet("units", "system", "cell", docked="", inside="")
    units: tuple[str, ...]
    system: str
    cell: str
    destroyed: bool = False

    def words(self, look: Look) -> News:
        words = {"units": units_words(look, self.units), "system": term(self.system), "cell": term(self.cell)}
        sentence, rule = (TURNED_OUT, "GCW-GAR-06") if self.destroyed else (CAME_OUT, "GCW-GAR-01")
        return ruled(sentence(number=len(self.units), **words), rule, decides=self.destroyed)


def turned_out(table: Table[State], world: World, facility: Unit) -> None:
    """A facility is about to be no more: who is inside stands on the Surface, unharmed (GCW-GAR-06)."""
    for unit in garrison_of(table.state, facility):
        out = CameOut((unit.id,), facility.system, facility.cell, destroyed=True)
        table.say(out, hearers(unit.owner))
        shifted(table, world, table.state.units[unit.id])
