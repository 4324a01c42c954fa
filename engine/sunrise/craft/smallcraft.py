"""Squadrons in play: launched, ordered in turn, shot at, fighting each other and ships. Rulebook: FS-SC-03..24.

Also FS-DEF-05, FS-UPG-09, FS-UPG-19..22 and FS-FAC-35: what ships and Deimos squadrons do to them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, ClassVar

from pydantic import Field

from engine.game import Seat, Table
from engine.look import Refused
from engine.orders import Order, Pick
from engine.question import runs
from engine.sunrise.agenda import (
    Launches,
    NextPick,
    OpenSquadrons,
    Orphans,
    Spotting,
    Task,
)
from engine.sunrise.craft.berths import free_bay, free_bays, lose_squadron
from engine.sunrise.data.codes import Code, no
from engine.sunrise.data.ships import Type, Upgrade
from engine.sunrise.facts import (
    Assigned,
    Docked,
    Launched,
    SquadronsPassed,
)
from engine.sunrise.figures.board import Point
from engine.sunrise.figures.markers import Side
from engine.sunrise.figures.sheet import acting_as, bays, carrier
from engine.sunrise.figures.squadrons import (
    Mode,
    arrival_loss,
    command_ok,
    effect,
    in_dogfight,
    nearest_bay,
    order_ok,
)
from engine.sunrise.naming import own_squadron, ship_on_board, side_of, where
from engine.sunrise.play import Play, at, free, own_pick, refuse, require
from engine.sunrise.state import Ship, Squadron, Stage, State
from engine.sunrise.world import World
from engine.text.names import shown


def sides_in_order(state: State) -> tuple[Side, Side]:
    """The initiative side, then the other (FS-TURN-06)."""
    first = state.initiative or Side.A
    return first, first.other


@runs(Launches)
def launches(play: Play, task: Launches) -> None:
    """Noted squadrons leave ships that are still there and whose hangars still work; then gear spots (FS-SC-03)."""
    for side in sides_in_order(play.state):
        for key, plotted in play.state.of(side).plots.items():
            ship = play.state.ships.get(key)
            if ship is None or not ship.deployed:
                continue
            for id in plotted.launch:
                squadron = play.state.squadrons.get(id)
                if squadron is not None and squadron.bay and squadron.ship == key:
                    play.say(Launched(id, key, play.world.craft(squadron).size))
    gear = [
        Spotting(ship.id, system.id)
        for side in sides_in_order(play.state)
        for ship in play.state.on_board(side)
        for system in acting_as(ship.systems, Upgrade.TARGET_ACQUISITION_GEAR)
    ]
    play.push(*gear, OpenSquadrons())


def place_of(state: State, squadron: Squadron) -> Ship | None:
    """The ship on the board where a squadron is; None for one that is adrift, or whose ship is off the board."""
    ship = state.ships.get(squadron.ship)
    return ship if squadron.adrift is None and ship is not None and ship.deployed else None


def hangars(world: World, state: State, side: Side) -> list[Point]:
    """Where the ships of a side are that can pass squadrons orders (FS-SC-06)."""
    return [where(one) for one in state.on_board(side) if carrier(one.systems, world.pack)]


def in_command(state: State, squadron: Squadron, near: Sequence[Point]) -> Refused | None:
    """Whether a squadron is in reach of one of the hangars; one of a lost ship from where it was lost (FS-SC-06)."""
    ship = place_of(state, squadron)
    point = squadron.adrift or (ship.place if ship is not None else None)
    if point is None:
        return no(Code.E_CMD_RANGE, "it stays with a ship that is off the board", "FS-MOV-14")
    return command_ok(point, near)


def orderable(world: World, state: State, side: Side) -> list[Squadron]:
    """The squadrons of a side that can still be ordered in this step (FS-SC-05, FS-SC-06)."""
    free = [one for one in state.squadrons.values() if one.side is side and not one.bay and not one.ordered]
    near = hangars(world, state, side) if free else []
    return [one for one in free if in_command(state, one, near) is None]


@runs(OpenSquadrons)
def open_squadrons(play: Play, task: OpenSquadrons) -> None:
    """Sides order their squadrons in turn, the initiative side first (FS-SC-05)."""
    if task.first is None and not any(not one.bay for one in play.state.squadrons.values()):
        play.push(NextPick())
        return
    side = task.first or sides_in_order(play.state)[0]
    for one in (side, side.other):
        if not play.state.of(one).ready and orderable(play.world, play.state, one):
            play.stage(Stage.SQUADRONS, one)
            return
    play.push(Orphans())


class Squad(Order):
    """Order a squadron to a ship: offensive, defensive, or to dock there."""

    path: ClassVar[str] = "sunrise squadron"
    line: ClassVar[str] = "squadron {squadron} to {ship} as {mode}[ against {weapons}][ confirm {confirm}]"
    squadron: Annotated[str, Pick("a squadron of yours")] = Field(description="its id, such as AS1", max_length=40)
    ship: Annotated[str, Pick("a ship")] = Field(description="any ship on the board", max_length=40)
    mode: Annotated[str, Pick("what it does there")] = Field(description="offensive, defensive or dock", max_length=20)
    weapons: Annotated[str | None, Pick("a weapon type")] = Field(
        None, description="the weapon type a Drone Swarm works on", max_length=20
    )
    confirm: bool = Field(False, description="yes to harm a ship of your own")


class PassSquadrons(Order):
    """Give no more squadron orders this turn."""

    path: ClassVar[str] = "sunrise squadrons-done"
    line: ClassVar[str] = "squadrons done"


def order_squadron(world: World, seat: Seat, order: Squad, table: Table[State]) -> None:
    """A squadron takes its order of the turn (FS-SC-05..10, FS-SC-22). Refuses as `chosen_order`."""
    side = side_of(table, seat)
    free(table, side)
    at(table, side, "FS-SC-05", Stage.SQUADRONS)
    own_pick(table, side, "FS-SC-05")
    squadron = own_squadron(world, table, side, order.squadron, lambda one: not one.bay and not one.ordered)
    mode, chosen = _mode(table, order.mode), _type(table, order.weapons)
    ship = ship_on_board(table, order.ship, side if mode is Mode.DOCK else side.other)
    if squadron.bay:
        refuse(table, no(Code.E_PHASE, f"{squadron.id} is docked; launches are plotted", "FS-SC-03"))
    if squadron.ordered:
        refuse(table, no(Code.E_ONCE, f"{squadron.id} has its order of this turn", "FS-SC-05"))
    require(table, in_command(table.state, squadron, hangars(world, table.state, squadron.side)))
    bay = free_bay(world, table.state, ship) if mode is Mode.DOCK else None
    every = sum(bays(one, world.pack) for one in ship.systems)
    require(
        table,
        order_ok(
            world.craft(squadron),
            mode,
            own_ship=ship.side is side,
            confirmed=order.confirm,
            chosen=chosen,
            free_bays=1 if bay else 0,
            all_bays=every,
        ),
    )
    play = Play(world, table)
    play.push(OpenSquadrons(side.other))
    if bay is not None:
        play.say(Docked(squadron.id, ship.id, bay, world.craft(squadron).size))
    else:
        play.push(*assign(play, squadron, ship, mode, chosen))
    play.go()


def _mode(table: Table[State], word: str) -> Mode:
    wanted = word.strip().casefold()
    found = [mode for mode in Mode if wanted and mode.value.startswith(wanted)]
    if len(found) == 1:
        return found[0]
    refuse(table, no(Code.E_MODE, f"“{shown(word)}” is neither offensive, defensive nor dock", "FS-SC-07"))


def _type(table: Table[State], word: str | None) -> Type | None:
    if word is None:
        return None
    wanted = word.strip().casefold()
    for kind in Type:
        if wanted and kind.value.startswith(wanted):
            return kind
    refuse(table, no(Code.E_MODE, f"“{shown(word)}” is no weapon type", "FS-SC-22"))


def unassigned(state: State, squadron: Squadron) -> bool:
    """Whether a squadron was launched this turn and its side may still order it: it guards its carrier (FS-SC-04)."""
    return state.stage in (Stage.LAUNCH, Stage.SQUADRONS) and squadron.launched == state.turn and not squadron.ordered


def met(world: World, state: State, squadron: Squadron, ship: Ship) -> int:
    """Craft that a squadron loses on being assigned to a ship where enemy Deimos squadrons are (FS-FAC-35).

    None where it is assigned already, or where a dogfight has formed.
    """
    around = [one for one in state.assigned_to(ship.id) if one.id != squadron.id and not unassigned(state, one)]
    stays = squadron.ship == ship.id and squadron.adrift is None and not unassigned(state, squadron)
    if stays or in_dogfight(one.side for one in around):
        return 0
    size = squadron.size
    for one in around:
        if one.side is not squadron.side:
            does = effect(world.ladder(state, one), one.size, world.craft(one).size, one.mode)
            size -= arrival_loss(does, size)
    return squadron.size - size


def assign(play: Play, squadron: Squadron, ship: Ship, mode: Mode, chosen: Type | None) -> list[Task]:
    """A squadron arrives over a ship, where enemy Deimos squadrons meet it (FS-SC-07, FS-FAC-35).

    Returns what follows where that is the end of it.
    """
    downed = met(play.world, play.state, squadron, ship)
    size = squadron.size - downed
    play.say(Assigned(squadron.id, ship.id, mode, chosen, size, downed))
    if size:
        return []
    return lose_squadron(play, play.state.squadrons[squadron.id], "it was shot down on arriving", "FS-FAC-35")


def pass_squadrons(world: World, seat: Seat, table: Table[State]) -> None:
    """A side stops, and the other finishes (FS-SC-05)."""
    side = side_of(table, seat)
    free(table, side)
    at(table, side, "FS-SC-05", Stage.SQUADRONS)
    own_pick(table, side, "FS-SC-05")
    stop_squadrons(Play(world, table), side)


def stop_squadrons(play: Play, side: Side) -> None:
    """No more squadron orders of a side in this step."""
    play.say(SquadronsPassed(side))
    play.push(OpenSquadrons(side.other))
    play.go()


@runs(Orphans)
def orphans(play: Play, task: Orphans) -> None:
    """Squadrons adrift that got no order dock at the nearest empty bay of their side, or are destroyed (FS-SC-19).

    Launched ones that got none are assigned to their carriers, where Deimos squadrons may meet them (FS-SC-04).
    """
    after: list[Task] = []
    for id in [one.id for one in play.state.squadrons.values() if not one.bay and unassigned(play.state, one)]:
        squadron = play.state.squadrons[id]
        carrier_ship = place_of(play.state, squadron)
        if carrier_ship is not None and met(play.world, play.state, squadron, carrier_ship):
            after += assign(play, squadron, carrier_ship, Mode.DEFENSIVE, None)
    for squadron, lost_at in [(one, one.adrift) for one in play.state.squadrons.values()]:
        if lost_at is None:
            continue
        bay = nearest_bay(lost_at, free_bays(play.world, play.state, squadron.side))
        if bay is None:
            after += lose_squadron(play, squadron, "its ship is lost and no bay is empty", "FS-SC-19")
        else:
            play.say(Docked(squadron.id, bay.ship, bay.system, play.world.craft(squadron).size, orphan=True))
    play.push(*after, NextPick())
