"""Whom the table waits for, until when, and what is done by default when time is up. Register 18."""

from __future__ import annotations

from engine.book import Clock
from engine.clock import Instant
from engine.game import Awaited, Table
from engine.sunrise.asking import Question
from engine.sunrise.craft.smallcraft import stop_squadrons
from engine.sunrise.founding.deploying import late_deployment, late_edge
from engine.sunrise.founding.laying import late_marker, late_terrain
from engine.sunrise.movement.plotting import ordering, reveal_late
from engine.sunrise.play import Play, RanLate
from engine.sunrise.shooting.activation import end, late_pick
from engine.sunrise.state import STAGE_CLOCK, Side, Stage, State
from engine.sunrise.world import World

STAGE_WORDS = {
    Stage.FLEETS: "your fleet",
    Stage.TERRAIN: "a piece of terrain",
    Stage.MARKERS: "a marker",
    Stage.EDGE: "your edge",
    Stage.DEPLOY: "your ships to be deployed",
    Stage.ORDERS: "your orders",
    Stage.SQUADRONS: "a squadron's order",
    Stage.PICK: "a ship to activate",
    Stage.ACTION: "your activated ship",
}


def owed(state: State) -> tuple[Side, ...]:
    """The sides that the table waits for."""
    if state.over or not state.opened:
        return ()
    if state.choice is not None:
        return (state.choice.side,)
    if state.stage is Stage.FLEETS:
        return tuple(side for side in Side if not state.of(side).locked)
    if state.stage is Stage.ORDERS:
        return tuple(side for side in Side if state.of(side).lock is None and ordering(state, side))
    return (state.picks,) if state.picks is not None else ()


def awaits(state: State) -> tuple[Awaited, ...]:
    """Every seat of the sides that are waited for."""
    if state.choice is not None:
        what: str = Question.of(state.choice).awaited
    else:
        what = STAGE_WORDS.get(state.stage, "")
    return tuple(Awaited(seat, what, state.until) for side in owed(state) for seat in state.crew(side))


def due(state: State) -> Instant | None:
    """When time is up; never while fleets are built, which a moderator decides about (register 18)."""
    if state.over or (state.stage is Stage.FLEETS and state.choice is None):
        return None
    return state.until


def lapse(world: World, table: Table[State]) -> None:
    """Time is up: what was waited for is done by default."""
    state = table.state
    play = Play(world, table)
    choice = state.choice
    if choice is not None:
        play.say(RanLate(choice.side, Question.of(choice).row))
        play.answer(choice, choice.usual, late=True)
        return
    side = state.picks
    if state.stage is Stage.TERRAIN:
        late_terrain(play)
    elif state.stage is Stage.ORDERS:
        reveal_late(play)
    elif side is not None:
        _late_pick(play, side)
    play.go()


WAIT = Clock(due, lapse, priority=0)


def _late_pick(play: Play, side: Side) -> None:
    stage = play.state.stage
    if stage is Stage.MARKERS:
        late_marker(play, side)
    elif stage is Stage.EDGE:
        late_edge(play, side)
    elif stage is Stage.DEPLOY:
        late_deployment(play, side)
    else:
        play.say(RanLate(side, STAGE_CLOCK[stage]))
        if stage is Stage.SQUADRONS:
            stop_squadrons(play, side)
        elif stage is Stage.PICK:
            late_pick(play, side)
        elif stage is Stage.ACTION:
            end(play)
