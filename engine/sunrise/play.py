"""The flow of a game: a table with its dice, its clock, and the agenda of what is still to happen."""

from __future__ import annotations

from typing import NoReturn

from engine import question
from engine.clock import MINUTE, Instant, later
from engine.game import Table, TurnDice
from engine.look import Refused
from engine.sunrise import timing
from engine.sunrise.agenda import Choice, Task
from engine.sunrise.asking import Question
from engine.sunrise.facts import Chosen, Dealt, StageBegan, Waits
from engine.sunrise.figures.markers import Side
from engine.sunrise.state import STAGE_CLOCK, Stage, State
from engine.sunrise.world import World


def refuse(table: Table[State], refused: Refused) -> NoReturn:
    """Decline with what a rule found. Raises Refusal."""
    table.refuse(refused.code, refused.rule, why=refused.why)


def require(table: Table[State], refused: Refused | None) -> None:
    """Decline where a rule found something. Raises Refusal."""
    if refused is not None:
        table.refuse(refused.code, refused.rule, why=refused.why)


class Play(question.Play[World, State, Task, Choice]):
    """A table on which tasks are done until somebody must choose, or has a free hand."""

    questions = Question

    def __init__(self, world: World, table: Table[State]) -> None:
        super().__init__(world, table)
        self._dice: TurnDice[State] | None = None

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

    def automatic(self, choice: Choice) -> bool:
        """Whether a side has such questions answered at once."""
        return self.settled(choice.kind, choice.side)

    def settled(self, kind: str, side: Side) -> bool:
        """Whether a side has questions of a kind answered at once."""
        return kind in self.state.of(side).auto

    def opened(self, choice: Choice, agenda: tuple[Task, ...], row: str) -> None:
        """A side is asked."""
        self.say(Waits(choice, agenda, *self.wait(row)))

    def closed(self, choice: Choice, given: tuple[str, ...], *, late: bool) -> None:
        """A side has answered."""
        self.say(Chosen(choice, given, late))

    def waits(self) -> tuple[Task, ...]:
        """The agenda that waits for the answer."""
        return self.state.agenda


def free(table: Table[State], side: Side) -> None:
    """Nothing is asked of anybody just now."""
    require(table, timing.unfree(table.state, side))


def at(table: Table[State], side: Side, rule: str, *stages: Stage) -> None:
    """The table is at one of these stages."""
    require(table, timing.untimely(table.state, side, rule, *stages))


def own_pick(table: Table[State], side: Side, rule: str = "FS-TURN-06") -> None:
    """It is the side's pick."""
    require(table, timing.not_picking(table.state, side, rule))
