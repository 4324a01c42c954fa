"""The turn: what comes before orders, points, what ends it. Rulebook: FS-TURN-01, FS-TURN-02, FS-TURN-09, FS-WIN-03.

Also FS-MOV-13 (coming back), FS-FAC-10 (Resplendent Return), FS-FAC-20, -21 (Slipspace), FS-FAC-24 (Chameleon Core).
"""

from __future__ import annotations

from msgspec.structs import replace

from engine.sunrise.agenda import (
    Arrivals,
    Ask,
    Choice,
    Cores,
    Miracles,
    OpenOrders,
    Reentry,
    Returning,
    Score,
    TurnOver,
)
from engine.sunrise.craft.berths import berth, crash_bay
from engine.sunrise.craft.smallcraft import sides_in_order
from engine.sunrise.data.ships import FactionCode, Upgrade
from engine.sunrise.facts import CameBack, CoreSet, PoolRolled, Rebuilt, Scored, TurnBegan, TurnCleared
from engine.sunrise.figures.board import Point
from engine.sunrise.figures.factions import miracle_points
from engine.sunrise.figures.hull import full, row_pips
from engine.sunrise.figures.markers import Side, by_points, gained, initiative
from engine.sunrise.figures.setup import ARRIVAL_TURN, FACING, resplendent_default
from engine.sunrise.figures.sheet import System, bays, core_set, find, working
from engine.sunrise.movement.motion import RETURN_VELOCITY, return_default
from engine.sunrise.play import Play, runs, takes
from engine.sunrise.shooting.harm import without
from engine.sunrise.state import Ship, Stage, State, Status
from engine.sunrise.turn.verdict import finish
from engine.sunrise.world import World


def begin_turn(play: Play) -> None:
    """The Start step, in its order (FS-TURN-02)."""
    state = play.state
    turn = state.turn + 1
    play.say(TurnBegan(turn, initiative(state.first or Side.A, turn)))
    sides = sides_in_order(play.state)
    play.push(
        *(Returning(ship.id) for side in sides for ship in state.fleet(side) if ship.status is Status.RETURNING),
        *(Arrivals(side) for side in sides if turn >= ARRIVAL_TURN and held_back(state, side)),
        Miracles(),
        *(Cores(side) for side in sides if play.world.is_of(state, side, FactionCode.FIRST_CYCLE)),
        OpenOrders(),
    )


@runs(Returning)
def ask_return(play: Play, task: Returning) -> None:
    """A ship owed by Resplendent Return is placed in its side's zone (FS-FAC-10)."""
    ship = play.state.ships[task.ship]
    edge = play.state.of(ship.side).edge
    assert edge is not None and ship.last is not None  # it was deployed
    settings = play.state.settings
    place = resplendent_default(settings.board, play.state.terrain, edge, ship.last)
    usual = (str(place.x), str(place.y), str(FACING[edge]))
    play.ask(Choice(kind=Ask.RETURN, side=ship.side, ship=ship.id, count=1, usual=usual), task)


@takes(Ask.RETURN)
def take_return(play: Play, task: Returning, choice: Choice, answer: tuple[str, ...]) -> None:
    """It is whole again, but its Resplendent Returns are burnt out."""
    ship = play.state.ships[task.ship]
    systems = tuple(
        replace(one, lost=one.boxes, barred=True)
        if one.item == Upgrade.RESPLENDENT_RETURN or one.copies == Upgrade.RESPLENDENT_RETURN
        else replace(one, lost=0, fired=False)
        for one in ship.systems
    )
    row = row_pips(working(systems, Upgrade.REINFORCED_ARMOR))
    play.say(Rebuilt(ship.id, full(play.world.rows(ship), row), systems))
    x, y, heading = (int(part) for part in answer)
    play.say(CameBack(ship.id, Status.RETURNING, Point(x, y), heading, RETURN_VELOCITY))


def held_back(state: State, side: Side) -> list[Ship]:
    """The ships of a side in Slipspace (FS-FAC-20)."""
    return [ship for ship in state.fleet(side) if ship.status is Status.SLIPSPACE]


@runs(Arrivals)
def ask_arrivals(play: Play, task: Arrivals) -> None:
    """A side may bring ships out of Slipspace, one after the other (FS-FAC-21)."""
    ships = held_back(play.state, task.side)
    if not ships:
        return
    options = tuple(ship.id for ship in ships)
    play.ask(Choice(kind=Ask.ARRIVE, side=task.side, count=len(ships), options=options), task)


@takes(Ask.ARRIVE)
def take_arrival(play: Play, task: Arrivals, choice: Choice, answer: tuple[str, ...]) -> None:
    """A ship arrives and takes no movement orders this turn; or no more arrive."""
    if not answer:
        return
    ship, x, y, heading = answer
    place = Point(int(x), int(y))
    play.say(CameBack(ship, Status.SLIPSPACE, place, int(heading), RETURN_VELOCITY, play.state.turn))
    play.push(task)


@runs(Miracles)
def roll_miracles(play: Play, task: Miracles) -> None:
    """Each pool of Miracle Points is rolled anew (FS-FAC-02)."""
    for side in sides_in_order(play.state):
        if play.world.is_of(play.state, side, FactionCode.CHILDREN_OF_THE_SUN):
            play.say(PoolRolled(side, miracle_points(play.roll, f"{side}/miracles")))


def cored(state: State, side: Side) -> list[str]:
    """The working Chameleon Cores of a side, as "ship/system" (FS-FAC-24)."""
    return [
        f"{ship.id}/{one.id}"
        for ship in state.on_board(side)
        for one in ship.systems
        if one.works and one.item == Upgrade.CHAMELEON_CORE
    ]


@runs(Cores)
def ask_cores(play: Play, task: Cores) -> None:
    """A side may make its Cores act as other upgrades, one after the other (FS-FAC-24)."""
    cores = tuple(core for core in cored(play.state, task.side) if core not in task.done)
    if cores:
        play.ask(Choice(kind=Ask.CORE, side=task.side, count=len(cores), options=cores), task)


@takes(Ask.CORE)
def take_core(play: Play, task: Cores, choice: Choice, answer: tuple[str, ...]) -> None:
    """A Core acts as another upgrade until it is changed; a hangar that it was is gone, one that it is may be filled.

    The answer is the Core, the upgrade's system, the weapon bound to ("" for none), and squadrons to be held.
    """
    if not answer:
        return
    core, target, on, *squadrons = answer
    ship_id, _, id = core.partition("/")
    ship = play.state.ships[ship_id]
    before = find(ship.systems, id)
    after = core_set(ship.systems, id, target, on)
    now = find(after, id)
    assert before is not None and now is not None  # the choice names it
    play.push(Cores(task.side, (*task.done, core)))
    if bays(before, play.world.pack) and before.copies != now.copies:
        play.push(*crash_bay(play, ship_id, id))
    fills = bool(bays(now, play.world.pack)) and not before.filled
    pips, shields = without(play, ship, ship.systems, after)
    play.say(CoreSet(ship_id, id, now.copies, on, pips, shields, before.filled or fills))
    if fills:
        for code in squadrons:
            berth(play, task.side, code, ship_id, id, "FS-FAC-24")


def core_squadrons(world: World, state: State, ship: Ship, target: System) -> tuple[str, ...]:
    """What a Core that becomes a hangar holds unless its owner says otherwise: what that hangar started with."""
    listed = state.of(ship.side).fleet.ships
    if not 1 <= ship.number <= len(listed) or not target.id.startswith("c"):
        return ()
    mounts = listed[ship.number - 1].components
    place = int(target.id[1:])
    return mounts[place - 1].squadrons if place <= len(mounts) else ()


@runs(Score)
def score(play: Play, task: Score) -> None:
    """A point for each marker; at the goal the game ends (FS-WIN-03, FS-WIN-04)."""
    state = play.state
    holders = [marker.side for marker in state.markers]
    more = gained(holders, Side.A), gained(holders, Side.B)
    total = state.a.score + more[0], state.b.score + more[1]
    play.say(Scored(more, total))
    ending = by_points(*total, goal=state.settings.goal)
    if ending is not None:
        finish(play, ending, "FS-WIN-04")
        return
    play.stage(Stage.END)
    play.push(
        *(
            Reentry(ship.id)
            for side in sides_in_order(state)
            for ship in state.fleet(side)
            if ship.status is Status.OFF_BOARD and ship.due <= state.turn
        ),
        TurnOver(),
    )


@runs(Reentry)
def ask_reentry(play: Play, task: Reentry) -> None:
    """A ship comes back within 3 inches of where it left (FS-MOV-13)."""
    ship = play.state.ships[task.ship]
    board = play.state.settings.board
    pose = return_default(board, play.state.terrain, ship.exit or board.centre)
    usual = (str(pose.place.x), str(pose.place.y), str(pose.heading))
    play.ask(Choice(kind=Ask.REENTER, side=ship.side, ship=ship.id, count=1, usual=usual), task)


@takes(Ask.REENTER)
def take_reentry(play: Play, task: Reentry, choice: Choice, answer: tuple[str, ...]) -> None:
    """It is on the board again, and takes orders in the next turn (FS-MOV-15)."""
    x, y, heading = (int(part) for part in answer)
    play.say(CameBack(task.ship, Status.OFF_BOARD, Point(x, y), heading, RETURN_VELOCITY))


@runs(TurnOver)
def turn_over(play: Play, task: TurnOver) -> None:
    """Notes are cleared, and the initiative passes (FS-TURN-09)."""
    play.say(TurnCleared(play.state.turn))
    begin_turn(play)
