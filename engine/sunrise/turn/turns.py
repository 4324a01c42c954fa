"""The turn: what comes before orders, points, what ends it. Rulebook: FS-TURN-01, FS-TURN-02, FS-TURN-09, FS-WIN-03."""

from __future__ import annotations

from engine.question import runs
from engine.sunrise.agenda import Arrivals, Cores, Miracles, OpenOrders, Reentry, Returning, Score, TurnOver
from engine.sunrise.craft.smallcraft import sides_in_order
from engine.sunrise.data.ships import FactionCode
from engine.sunrise.facts import PoolRolled, Scored, TurnBegan, TurnCleared
from engine.sunrise.figures.factions import miracle_points
from engine.sunrise.figures.markers import Side, by_points, gained, initiative
from engine.sunrise.figures.setup import ARRIVAL_TURN
from engine.sunrise.play import Play
from engine.sunrise.state import Stage, Status
from engine.sunrise.turn.comings import held_back
from engine.sunrise.turn.verdict import finish


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


@runs(Miracles)
def roll_miracles(play: Play, task: Miracles) -> None:
    """Each pool of Miracle Points is rolled anew (FS-FAC-02)."""
    for side in sides_in_order(play.state):
        if play.world.is_of(play.state, side, FactionCode.CHILDREN_OF_THE_SUN):
            play.say(PoolRolled(side, miracle_points(play.roll, f"{side}/miracles")))


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


@runs(TurnOver)
def turn_over(play: Play, task: TurnOver) -> None:
    """Notes are cleared, and the initiative passes (FS-TURN-09)."""
    play.say(TurnCleared(play.state.turn))
    begin_turn(play)
