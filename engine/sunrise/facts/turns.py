"""What can happen to the table as a whole: stages and clocks, choices, plots, markers, points, the end."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from engine.clock import Instant
from engine.game import Fact
from engine.secret import Lock
from engine.sunrise.agenda import Choice, Task
from engine.sunrise.facts.changes import side_changed
from engine.sunrise.figures.markers import Ending, Side
from engine.sunrise.figures.plot import Plot
from engine.sunrise.shooting.chronicle import begun
from engine.sunrise.state import Plotted, SideState, Stage, State


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


class OrdersOpened(Fact[State], frozen=True):
    """The Order phase: Shields are set, and pips lost since the last one drive Kineticite (FS-TURN-02, FS-FAC-42).

    `shields` and `kineticite` are by ship, and name those that have any; `left` as in `StageBegan`.
    """

    shields: Mapping[str, int]
    kineticite: Mapping[str, int]
    until: Instant | None
    left: int | None = None

    def evolve(self, state: State) -> State:
        shields, kineticite = self.shields, self.kineticite
        ships = {
            key: replace(
                ship,
                shields=shields.get(key, 0),
                kineticite=kineticite.get(key, 0),
                note=0,
                manoeuvred=False,
                activated=False,
            )
            for key, ship in state.ships.items()
        }
        return replace(
            state,
            stage=Stage.ORDERS,
            picks=None,
            until=self.until,
            pause=self.left,
            choice=None,
            agenda=(),
            ships=ships,
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


class PlotSet(Fact[State], frozen=True):
    """Plots of a side's ships, for its own seats alone (FS-TURN-03); None takes one back."""

    side: Side
    plots: Mapping[str, Plotted | None]

    def evolve(self, state: State) -> State:
        merged = {**state.of(self.side).plots, **self.plots}
        kept = {ship: plotted for ship, plotted in merged.items() if plotted is not None}
        return side_changed(state, self.side, plots=kept)


class OrdersLocked(Fact[State], frozen=True):
    """A side has locked its plots, or unlocked them again (`lock` is None)."""

    side: Side
    lock: Lock | None

    def evolve(self, state: State) -> State:
        state = side_changed(state, self.side, lock=self.lock)
        return state if self.lock is None else replace(state, seals=(*state.seals, self.lock.seal))


class PlotsShown(Fact[State], frozen=True):
    """A side's plots are revealed, as they were written and as they are carried out (FS-MOV-17).

    `done` are the plots of all ships on the board, cut to what they can do now; `drifts` are those without an order,
    `paid` the Miracle Points spent on thrust (FS-FAC-03).
    """

    side: Side
    written: Mapping[str, Plotted]
    done: Mapping[str, Plot]
    drifts: tuple[str, ...] = ()
    paid: int = 0

    def evolve(self, state: State) -> State:
        pool = state.of(self.side).pool - self.paid
        state = side_changed(state, self.side, plots=dict(self.written), lock=None, pool=pool)
        ships = dict(state.ships)
        for key, plot in self.done.items():
            ship = ships.get(key)
            if ship is not None and (plot.overcharge or plot.manoeuvres):
                ships[key] = replace(ship, manoeuvred=plot.manoeuvres, overcharge=plot.overcharge)
        return replace(state, ships=ships, stage=Stage.MOVEMENT, until=None)


class PoolRolled(Fact[State], frozen=True):
    """Miracle Points of a turn: the dice, and the pool they make (FS-FAC-02)."""

    side: Side
    faces: tuple[int, ...]

    def evolve(self, state: State) -> State:
        return side_changed(state, self.side, pool=sum(self.faces))


class MarkersTaken(Fact[State], frozen=True):
    """Markers change hands: marker ids and their new holders (FS-WIN-01, FS-WIN-02)."""

    holders: Mapping[str, Side | None]

    def evolve(self, state: State) -> State:
        markers = tuple(
            replace(one, side=self.holders[one.id]) if one.id in self.holders else one for one in state.markers
        )
        return replace(state, markers=markers)


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


class DrawOffered(Fact[State], frozen=True):
    """A side offers a draw, or takes the offer back (FS-WIN-07)."""

    side: Side
    offered: bool

    def evolve(self, state: State) -> State:
        return side_changed(state, self.side, draw_offered=self.offered)


class GameEnded(Fact[State], frozen=True):
    """The game is over: how, why (a rule's id), and the score, side A's first (FS-WIN-04, -05, -07).

    Plots that were not revealed are dropped.
    """

    winner: Ending
    why: str
    score: tuple[int, int]

    def evolve(self, state: State) -> State:
        return replace(
            state,
            stage=Stage.OVER,
            winner=self.winner,
            picks=None,
            until=None,
            pause=None,
            choice=None,
            agenda=(),
            acting="",
            a=_cleared(state.a),
            b=_cleared(state.b),
        )
