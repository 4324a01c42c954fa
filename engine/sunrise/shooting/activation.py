"""Activations: a side picks a ship, which shoots, works and is done. Rulebook: FS-TURN-06..08, FS-UPG-07, FS-UPG-18."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, ClassVar

from pydantic import Field

from engine import act
from engine.game import Seat, Table
from engine.look import Refused
from engine.noun import Found, Value
from engine.orders import Option, Order, Pick
from engine.question import runs
from engine.sunrise.agenda import Act, Choice, EndActivation, NextPick, Repair, Restore, Score
from engine.sunrise.answering import Answer
from engine.sunrise.asking import Question
from engine.sunrise.craft.dogfights import ending
from engine.sunrise.craft.flak import beginning
from engine.sunrise.craft.smallcraft import sides_in_order
from engine.sunrise.data.codes import Code, no
from engine.sunrise.data.ships import Upgrade
from engine.sunrise.facts import Activated, ActivationOver, AwayUsed, Mended
from engine.sunrise.figures.markers import Side
from engine.sunrise.figures.repairs import CREW_SYSTEMS, Work, away_ok, away_pips, repair_pips
from engine.sunrise.figures.sheet import Kind, System, acting_as, find, restorable, restore_ok, working
from engine.sunrise.look import Look
from engine.sunrise.naming import (
    own_deployed,
    ship_on_board,
    side_of,
    system_of,
    where,
)
from engine.sunrise.play import Play, at, free, own_pick, refuse, require
from engine.sunrise.shooting.harm import restore_system
from engine.sunrise.state import Ship, Stage, State
from engine.sunrise.turn.verdict import judged
from engine.sunrise.world import World
from engine.text.message import N_, T_, Text
from engine.text.names import shown


class Activate(Order):
    """Activate one of your ships; it then shoots and works until you end it."""

    path: ClassVar[str] = "sunrise activate"
    line: ClassVar[str] = "activate {ship}"
    ship: Annotated[str, Pick("a ship of yours")] = Field(description="a ship not yet activated", max_length=40)


class Hold(Order):
    """Activate one of your ships and end it at once, without a shot."""

    path: ClassVar[str] = "sunrise hold"
    line: ClassVar[str] = "hold {ship}"
    ship: Annotated[str, Pick("a ship of yours")] = Field(description="a ship not yet activated", max_length=40)


class Away(Order):
    """Send Away Crews of the activated ship to restore pips, or a system, of a ship nearby."""

    path: ClassVar[str] = "sunrise away"
    line: ClassVar[str] = "away {work} on {ship}[ system {system}]"
    work: Annotated[str, Pick("what they do")] = Field(description="pips or system", max_length=20)
    ship: Annotated[str, Pick("a ship of yours")] = Field(description="a ship within 12 inches", max_length=40)
    system: Annotated[str | None, Pick("a system")] = Field(
        None, description="the system that is restored", max_length=60
    )


class EndAct(Order):
    """End the activation of your ship."""

    path: ClassVar[str] = "sunrise end"
    line: ClassVar[str] = "end activation"


@runs(NextPick)
def next_pick(play: Play, task: NextPick) -> None:
    """The side whose turn it is to pick, as long as ships are left; then points are counted (FS-TURN-06)."""
    first = sides_in_order(play.state)[0] if task.after is None else task.after.other
    for side in (first, first.other):
        if pickable(play.state, side):
            play.stage(Stage.PICK, side)
            return
    play.push(Score())


def pickable(state: State, side: Side) -> list[Ship]:
    """The ships of a side that are still to be activated."""
    return [ship for ship in state.on_board(side) if not ship.activated]


def to_activate(world: World, table: Table[State], side: Side, word: str) -> Ship:
    """A ship that may be activated now. Refuses `E_PENDING`, `E_TURN`, `E_PHASE`, `E_ONCE`, as `own_deployed`."""
    free(table, side)
    state = table.state
    if state.stage in (Stage.PICK, Stage.ACTION) and state.picks is not side:
        own_pick(table, side)
    if state.stage is Stage.ACTION:
        why = f"{shown(state.ships[state.acting].name)} is activated; end that first"
        refuse(table, no(Code.E_PENDING, why, "FS-TURN-06"))
    at(table, side, "FS-TURN-06", Stage.PICK)
    ship = own_deployed(table, side, word)
    if ship.activated:
        refuse(table, no(Code.E_ONCE, f"{shown(ship.name)} was activated this turn", "FS-TURN-06"))
    return ship


def begin(play: Play, ship: Ship) -> None:
    """A ship is activated, and begins (FS-TURN-07)."""
    play.say(Activated(ship.id))
    play.push(*beginning(play, play.state.ships[ship.id]))


def activate(world: World, seat: Seat, order: Activate, table: Table[State]) -> None:
    """A ship has a free hand after its beginning."""
    ship = to_activate(world, table, side_of(table, seat), order.ship)
    play = Play(world, table)
    play.push(Act(ship.id))
    begin(play, ship)
    play.go()


def hold(world: World, seat: Seat, order: Hold, table: Table[State]) -> None:
    """A ship is activated and fires nothing (FS-TURN-06)."""
    activate_idle(Play(world, table), to_activate(world, table, side_of(table, seat), order.ship))


def activate_idle(play: Play, ship: Ship) -> None:
    """A ship begins and ends."""
    play.push(EndActivation(ship.id))
    begin(play, ship)
    play.go()


@runs(Act)
def free_hand(play: Play, task: Act) -> None:
    """The owner has a free hand, unless there is nothing left for the ship to do."""
    ship = play.state.ships[task.ship]
    if not ship.deployed or (ship.volleyed and not crews(ship)):
        play.push(EndActivation(task.ship))
        return
    play.stage(Stage.ACTION, ship.side)


def crews(ship: Ship) -> list[System]:
    """The Away Crews of a ship that can still go out (FS-UPG-18)."""
    return [one for one in acting_as(ship.systems, Upgrade.AWAY_CREWS) if one.id not in ship.away]


def acting(table: Table[State], side: Side) -> Ship:
    """The side's ship that is activated and has a free hand. Refuses `E_PENDING`, `E_TURN`, `E_PHASE`."""
    free(table, side)
    state = table.state
    if state.stage in (Stage.PICK, Stage.ACTION):
        own_pick(table, side)
    if state.stage is Stage.PICK:
        refuse(table, no(Code.E_PHASE, "no ship is activated; pick one first", "FS-TURN-06"))
    at(table, side, "FS-TURN-06", Stage.ACTION)
    return state.ships[state.acting]


@runs(EndActivation)
def end_activation(play: Play, task: EndActivation) -> None:
    """Dogfights and squadrons, Repair Crews, then the next pick (FS-TURN-07); the game may end here (FS-WIN-05)."""
    ship = play.state.ships[task.ship]
    if not task.closing and ship.deployed:
        play.push(
            *ending(play.state, ship),
            *(Repair(ship.id, one.id) for one in acting_as(ship.systems, Upgrade.REPAIR_CREWS)),
            EndActivation(task.ship, closing=True),
        )
        return
    play.say(ActivationOver(task.ship))
    if not judged(play):
        play.push(NextPick(ship.side))


def end_own(world: World, seat: Seat, table: Table[State]) -> None:
    """The owner ends the activation; shots that were aimed and not fired are not made."""
    ship = acting(table, side_of(table, seat))
    play = Play(world, table)
    play.push(EndActivation(ship.id))
    play.go()


@runs(Repair)
def ask_repair(play: Play, task: Repair) -> None:
    """The owner chooses what Repair Crews do, before the die; where nothing is broken they have nothing to do.

    FS-UPG-07.
    """
    ship = play.state.ships[task.ship]
    system = find(ship.systems, task.system)
    if not ship.deployed or system is None or not system.works:
        return
    broken = restorable(ship.systems)
    hurt = ship.pips < play.world.whole(ship)
    if not hurt and not broken:
        return
    choice = Choice(
        kind="repair",
        side=ship.side,
        ship=ship.id,
        by=task.system,
        count=1,
        options=(Work.PIPS.value, Work.SYSTEMS.value) if broken else (Work.PIPS.value,),
        usual=(Work.PIPS.value,),
    )
    if broken:
        play.ask(choice, task)
    else:
        WhatToRepair().answered(play, task, choice, choice.usual)


class WhatToRepair(Question[Repair]):
    """What Repair Crews do (FS-UPG-07)."""

    kind = "repair"
    place = 13
    rule = "FS-UPG-07"
    asks = N_("what the Repair Crews of {ship} do")
    awaited = T_("what Repair Crews do")

    def buttons(self, look: Look, choice: Choice) -> Iterable[tuple[Text, act.Order]]:
        yield REPAIR_PIPS, RepairMode(work=Work.PIPS.value)
        yield REPAIR_SYSTEMS, RepairMode(work=Work.SYSTEMS.value)

    def advice(self, look: Look, choice: Choice) -> act.Order:
        """Two systems where the hull is nearly whole or what shoots and moves is out, else pips."""
        ship = look.known.ships[choice.ship]
        out = [one for one in ship.systems if one.lost and not one.barred]
        vital = [one for one in out if one.kind in (Kind.WEAPON, Kind.ENGINES)]
        nearly_whole = look.world.whole(ship) - ship.pips < MENDS
        systems = Work.SYSTEMS.value in choice.options and out and (len(vital) > 1 or nearly_whole)
        return RepairMode(work=(Work.SYSTEMS if systems else Work.PIPS).value)

    def answered(self, play: Play, task: Repair, choice: Choice, answer: tuple[str, ...]) -> None:
        """1d6+3 pips and a system for each row filled; or two systems."""
        if answer == (Work.SYSTEMS.value,):
            play.push(Restore(task.ship, CREW_SYSTEMS))
            return
        ship = play.state.ships[task.ship]
        die = play.roll(f"{task.ship}/{task.system}/repair", 6)
        healed = repair_pips(ship.pips, play.world.rows(ship), die, play.world.row(ship))
        play.say(Mended(task.ship, task.ship, task.system, die, healed.pips, healed.filled))
        if healed.filled:
            play.push(Restore(task.ship, healed.filled))


REPAIR_PIPS, REPAIR_SYSTEMS = T_("Repair pips"), T_("Repair two systems")
MENDS = 3
"""Pips lacking from which on the opponent's Repair Crews rather work at the hull."""


def _work(look: Look, words: str, found: Found) -> str:
    """What Repair Crews may do now. Refuses `E_VALUE`."""
    choice, wanted = look.known.choice, words.strip().casefold()
    work = next((one for one in Work if wanted and one.value.startswith(wanted)), None)
    if work is None:
        look.refuse(Code.E_VALUE, "FS-UPG-07", why=f"“{shown(words)}” is neither pips nor systems")
    if choice is not None and work.value not in choice.options:
        look.require(no(Code.E_VALUE, "no system of the ship is destroyed", "FS-UPG-07"))
    return work.value


def _works(look: Look, found: Found) -> list[Option]:
    choice = look.asked(WhatToRepair)
    return [] if isinstance(choice, Refused) else list(map(Option, choice.options))


class RepairMode(Answer):
    """Say what Repair Crews do: pips, or two systems."""

    path: ClassVar[str] = "sunrise-choose repair"
    line: ClassVar[str] = "repair {work}"
    answers = (WhatToRepair,)
    work: Annotated[str, Value("what they do", _work, _works)] = Field(description="pips or systems", max_length=20)

    def given(self, look: Look, choice: Choice, found: Found) -> tuple[str, ...]:
        return (str(found.work),)


def away(world: World, seat: Seat, order: Away, table: Table[State]) -> None:
    """Away Crews work at any point of the activation, each copy once (FS-UPG-18)."""
    ship = acting(table, side_of(table, seat))
    ready_crews = crews(ship)
    mounted = working(ship.systems, Upgrade.AWAY_CREWS) > 0
    if not mounted:
        refuse(table, no(Code.E_DESTROYED, f"{shown(ship.name)} has no working Away Crews", "FS-UPG-18"))
    if order.work.strip().casefold() not in ("pips", "system", "systems"):
        refuse(table, no(Code.E_VALUE, f"“{shown(order.work)}” is neither pips nor system", "FS-UPG-18"))
    if order.system is not None and order.work.strip().casefold() == "pips":
        why = f"crews restore pips or a system, not pips and “{shown(order.system)}”"
        refuse(table, no(Code.E_VALUE, why, "FS-UPG-18"))
    other = ship_on_board(table, order.ship, ship.side)
    require(table, away_ok(where(ship), where(other), own=other.side is ship.side, used=not ready_crews))
    play = Play(world, table)
    crew = ready_crews[0]
    if order.work.strip().casefold() == "pips":
        play.say(AwayUsed(ship.id, crew.id, other.id))
        die = play.roll(f"{ship.id}/{crew.id}/away", 6)
        healed = away_pips(other.pips, world.rows(other), die, world.row(other))
        play.say(Mended(other.id, ship.id, crew.id, die, healed.pips, healed.filled))
    else:
        system = system_of(world, table, other, order.system or "", lambda one: one.lost > 0)
        require(table, restore_ok(other.systems, system.id))
        play.say(AwayUsed(ship.id, crew.id, other.id))
        restore_system(play, other.id, system.id, "FS-UPG-18")
    if play.state.ships[ship.id].volleyed and not crews(play.state.ships[ship.id]):
        play.push(EndActivation(ship.id))
        play.go()


def late_pick(play: Play, side: Side) -> None:
    """Time is up: the first ship by id is activated and fires nothing (register 18)."""
    activate_idle(play, min(pickable(play.state, side), key=lambda ship: ship.number))


def late_action(play: Play) -> None:
    """Time is up for the activated ship: it is done, and what was only aimed is not fired (register 18)."""
    play.push(EndActivation(play.state.acting))
    play.go()
