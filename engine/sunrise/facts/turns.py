"""What can happen to the table as a whole: stages and clocks, choices, plots, markers, points, the end."""

from __future__ import annotations

from msgspec.structs import replace

from engine.clock import Instant
from engine.game import Fact
from engine.sunrise.agenda import Choice, Task
from engine.sunrise.facts.changes import side_changed
from engine.sunrise.figures.markers import Side
from engine.sunrise.shooting.chronicle import begun
from engine.sunrise.state import SideState, Stage, State


class StageBegan(Fact[State], frozen=True):
    """The table is at a stage: whose pick it is (None: both sides', or nobody's), and until when it waits.

    While the clock stands: `left`, the seconds that it will wait when the clock goes on (0: for ever).
    """

    stage: Stage
    picks: Side | None = None
    until: Instant | None = None
    left: int | None = None

    def evolve(self, state: State) -> State:
        fresh = self.stage is not state.stage
        return replace(
            state,
            stage=self.stage,
            picks=self.picks,
            until=self.until,
            pause=self.left,
            choice=None,
            agenda=(),
            a=replace(state.a, ready=False) if fresh and state.a.ready else state.a,
            b=replace(state.b, ready=False) if fresh and state.b.ready else state.b,
        )


class TurnBegan(Fact[State], frozen=True):
    """A turn begins, and who has the initiative in it (FS-TURN-01, FS-TURN-09)."""

    turn: int
    initiative: Side

    def evolve(self, state: State) -> State:
        return replace(
            state,
            turn=self.turn,
            initiative=self.initiative,
            log=begun(state.log, self.turn),
            stage=Stage.START,
            picks=None,
            until=None,
            a=replace(state.a, late=()) if state.a.late else state.a,
            b=replace(state.b, late=()) if state.b.late else state.b,
        )


class Waits(Fact[State], frozen=True):
    """An owner is asked something, until when; the rest of what is happening waits in the agenda.

    `left` as in `StageBegan`.
    """

    choice: Choice
    agenda: tuple[Task, ...]
    until: Instant | None
    left: int | None = None

    def evolve(self, state: State) -> State:
        return replace(state, choice=self.choice, agenda=self.agenda, until=self.until, pause=self.left)


class Chosen(Fact[State], frozen=True):
    """What an owner answered; `late` where it is the usual answer because time ran out."""

    choice: Choice
    answer: tuple[str, ...]
    late: bool = False

    def evolve(self, state: State) -> State:
        return replace(state, choice=None, agenda=(), until=None)


class RanLate(Fact[State], frozen=True):
    """Time ran out on a side: the step of the clock. What was missing is done by default (register 18)."""

    side: Side
    step: str

    def evolve(self, state: State) -> State:
        late = state.of(self.side).late
        return state if self.step in late else side_changed(state, self.side, late=(*late, self.step))


class AutoSet(Fact[State], frozen=True):
    """Which choices a side has answered for it at once, by default."""

    side: Side
    auto: tuple[str, ...]

    def evolve(self, state: State) -> State:
        return side_changed(state, self.side, auto=self.auto)


class Dealt(Fact[State], frozen=True):
    """The key of dice of that number is in use; the next dice have the next."""

    number: int

    def evolve(self, state: State) -> State:
        return replace(state, dealt=self.number, seals=())


class PoolRolled(Fact[State], frozen=True):
    """Miracle Points of a turn: the dice, and the pool they make (FS-FAC-02)."""

    side: Side
    faces: tuple[int, ...]

    def evolve(self, state: State) -> State:
        return side_changed(state, self.side, pool=sum(self.faces))


class Scored(Fact[State], frozen=True):
    """The Points phase: points gained, and the totals, side A's first (FS-WIN-03)."""

    gained: tuple[int, int]
    total: tuple[int, int]

    def evolve(self, state: State) -> State:
        return replace(state, a=replace(state.a, score=self.total[0]), b=replace(state.b, score=self.total[1]))


class TurnCleared(Fact[State], frozen=True):
    """A turn is over: its plots and spots are past, and what was overcharged is owed (FS-TURN-09, FS-UPG-17)."""

    turn: int

    def evolve(self, state: State) -> State:
        ships = {
            key: (
                replace(ship, debt=ship.overcharge, overcharge=0, stalled=0)
                if ship.debt or ship.overcharge or ship.stalled
                else ship
            )
            for key, ship in state.ships.items()
        }
        squadrons = {key: replace(one, ordered=False) if one.ordered else one for key, one in state.squadrons.items()}
        return replace(state, ships=ships, squadrons=squadrons, spotted=(), a=_cleared(state.a), b=_cleared(state.b))


def _cleared(side: SideState) -> SideState:
    return replace(side, plots={}) if side.plots else side
