"""The flow of a game: a table with its dice and the agenda of what is still to happen, and who may go on.

A chapter of the rules registers how a task of its is done (`runs`) and what the answer to a choice does (`takes`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn, TypeVar

from engine.clock import MINUTE, Instant, later
from engine.game import EVERYONE, Audience, Fact, Table, TurnDice
from engine.look import Refused
from engine.sunrise import timing
from engine.sunrise.agenda import Ask, Choice, Task
from engine.sunrise.asking import asked_words
from engine.sunrise.data.codes import Code, no
from engine.sunrise.facts import Chosen, Dealt, StageBegan, Waits
from engine.sunrise.figures.markers import Side
from engine.sunrise.state import STAGE_CLOCK, Stage, State
from engine.sunrise.world import World
from engine.text.names import shown

ASK_CLOCK = {Ask.RETURN: "start", Ask.ARRIVE: "start", Ask.CORE: "start", Ask.REENTER: "re-entry"}
"""The row of the clock by which a choice waits, where it is not "choice" (register 18)."""

T = TypeVar("T")

_RUN: dict[type, Callable[[Play, Any], None]] = {}  # each takes its own kind of task
_TAKE: dict[Ask, Callable[[Play, Any, Choice, tuple[str, ...]], None]] = {}  # each takes the task that asked


def runs(kind: type[T]) -> Callable[[Callable[[Play, T], None]], Callable[[Play, T], None]]:
    """Registers how tasks of a kind are done."""

    def register(do: Callable[[Play, T], None]) -> Callable[[Play, T], None]:
        _RUN[kind] = do
        return do

    return register


Take = Callable[["Play", T, Choice, tuple[str, ...]], None]


def takes(ask: Ask) -> Callable[[Take[T]], Take[T]]:
    """Registers what an answer does: it is handed the task that asked, the choice, and the answer."""

    def register(do: Take[T]) -> Take[T]:
        _TAKE[ask] = do
        return do

    return register


def refuse(table: Table[State], refused: Refused) -> NoReturn:
    """Decline with what a rule found. Raises Refusal."""
    table.refuse(refused.code, refused.rule, why=refused.why)


def require(table: Table[State], refused: Refused | None) -> None:
    """Decline where a rule found something. Raises Refusal."""
    if refused is not None:
        table.refuse(refused.code, refused.rule, why=refused.why)


class Play:
    """A table on which tasks are done until somebody must choose, or has a free hand."""

    __slots__ = ("_dice", "agenda", "table", "waiting", "world")

    def __init__(self, world: World, table: Table[State]) -> None:
        self.world = world
        self.table = table
        self.agenda: list[Task] = []
        self.waiting = False
        self._dice: TurnDice[State] | None = None

    @property
    def state(self) -> State:
        """The state now."""
        return self.table.state

    def say(self, fact: Fact[State], to: Audience = EVERYONE) -> None:
        """Record a fact; everybody hears it unless told otherwise."""
        self.table.say(fact, to)

    def deal(self) -> TurnDice[State]:
        """The dice of this command: a key of their own, mixed with the seals published since the last (FS-TURN-03)."""
        if self._dice is None:
            state = self.table.state
            number = state.dealt + 1
            self.say(Dealt(number))
            self._dice = self.table.turn_dice(number, state.seals)
        return self._dice

    def roll(self, label: str, sides: int) -> int:
        """A public die, 1..sides."""
        return (self._dice or self.deal()).roll(label, sides)

    def push(self, *tasks: Task) -> None:
        """Tasks that come next, in this order."""
        self.agenda[:0] = tasks

    def wait(self, step: str) -> tuple[Instant | None, int | None]:
        """When a wait that begins now ends, by a row of the clock; None where it never does.

        While a moderator has stopped the clock: None, and the seconds that it will wait when the clock goes on.
        """
        seconds = self.state.settings.clock.get(step, 0) * MINUTE
        if self.state.pause is not None:
            return None, seconds
        return (later(self.table.now, seconds) if seconds else None), None

    def stage(self, stage: Stage, picks: Side | None = None) -> None:
        """A stage begins, or the next pick of it."""
        step = STAGE_CLOCK.get(stage)
        self.say(StageBegan(stage, picks, *self.wait(step or "")))

    def automatic(self, ask: Ask, side: Side) -> bool:
        """Whether a side has such choices answered at once."""
        return ask.value in self.state.of(side).auto

    def ask(self, choice: Choice, task: Task) -> None:
        """Ask an owner; `task` asked, and goes on with the answer. Answered at once where the side has it so."""
        if self.automatic(choice.kind, choice.side):
            _TAKE[choice.kind](self, task, choice, choice.usual)
            return
        self.say(Waits(choice, (task, *self.agenda), *self.wait(ASK_CLOCK.get(choice.kind, "choice"))))
        self.agenda.clear()
        self.waiting = True

    def go(self) -> None:
        """Do what is on the agenda, until it is empty or somebody is asked."""
        while self.agenda and not self.waiting:
            task = self.agenda.pop(0)
            _RUN[type(task)](self, task)

    def end(self) -> None:
        """Nothing more happens: the game is over."""
        self.agenda.clear()


def answer(world: World, table: Table[State], choice: Choice, given: tuple[str, ...], *, late: bool = False) -> None:
    """Go on with the answer to what was asked."""
    play = Play(world, table)
    task, *rest = table.state.agenda
    play.say(Chosen(choice, given, late))
    play.agenda = rest
    _TAKE[choice.kind](play, task, choice, given)
    play.go()


def asked(table: Table[State], side: Side, *kinds: Ask) -> Choice:
    """The open choice of a side, which is of one of these kinds. Refuses `E_TURN`, `E_PHASE`."""
    choice = table.state.choice
    if choice is None or choice.kind not in kinds:
        what = " or ".join(kind.value for kind in kinds)
        late = "choice" in table.state.of(side).late and choice is None
        if late:
            refuse(table, no(Code.E_LATE, f"no choice ({what}) is open any more", "FS-TURN-07"))
        refuse(table, no(Code.E_PHASE, f"no choice ({what}) is open", "FS-TURN-07"))
    if choice.side is not side:
        words = _choice_words(table.state, choice)
        refuse(table, no(Code.E_TURN, f"side {choice.side} has to choose {words}", "FS-TURN-06"))
    return choice


def free(table: Table[State], side: Side) -> None:
    """Nothing is asked of anybody just now. Refuses `E_PENDING` for an own open choice, `E_TURN` for another's."""
    choice = table.state.choice
    if choice is None:
        return
    words = _choice_words(table.state, choice)
    if choice.side is side:
        refuse(table, no(Code.E_PENDING, f"you have to choose {words}", "FS-TURN-07"))
    refuse(table, no(Code.E_TURN, f"side {choice.side} has to choose {words}", "FS-TURN-06"))


def _choice_words(state: State, choice: Choice) -> str:
    """What is asked, with the names of its ships."""
    ship, target = (shown(state.ships[id].name) if id in state.ships else "" for id in (choice.ship, choice.target))
    return asked_words(choice, ship, target)


def at(table: Table[State], side: Side, rule: str, *stages: Stage) -> None:
    """The table is at one of these stages. Refuses `E_LATE` where the side's time for it ran out, `E_PHASE`."""
    require(table, timing.untimely(table.state, side, rule, *stages))


def own_pick(table: Table[State], side: Side, rule: str = "FS-TURN-06") -> None:
    """It is the side's pick. Refuses `E_TURN`."""
    require(table, timing.not_picking(table.state, side, rule))
