"""The flow of a game: a table with its dice, its clock, and the agenda of what is still to happen."""

from __future__ import annotations

from typing import Any, NamedTuple, NoReturn

from msgspec.structs import replace

from engine import question
from engine.clock import MINUTE, Instant, later
from engine.game import Fact, Table, TurnDice, ruled
from engine.look import Refused
from engine.report import News
from engine.sunrise.asking import Question, asked_words
from engine.sunrise.look import Look
from engine.sunrise.state import STAGE_CLOCK, Choice, Side, Stage, State, Task, side_changed
from engine.sunrise.words import until_words
from engine.sunrise.world import World
from engine.text.message import N_, T_, Message, Text, term


def refuse(table: Table[State], refused: Refused) -> NoReturn:
    """Decline with what a rule found. Raises Refusal."""
    table.refuse(refused.code, refused.rule, why=refused.why)


def require(table: Table[State], refused: Refused | None) -> None:
    """Decline where a rule found something. Raises Refusal."""
    if refused is not None:
        table.refuse(refused.code, refused.rule, why=refused.why)


class Told(NamedTuple):
    """How a stage that begins is told: the sentence, its rule, and how it is posted."""

    says: Message
    rule: str
    decides: bool = False
    picture: str = ""
    threaded: bool = False


STAGES: dict[Stage, Told] = {
    Stage.FLEETS: Told(N_("Both sides build fleets of at most {total} integrity and lock them{until}."), "FS-FRC-01"),
    Stage.TERRAIN: Told(
        N_("{side} lays a piece of terrain, or calls for the initiative roll{until}."), "FS-BRD-05", picture="board"
    ),
    Stage.MARKERS: Told(N_("{side} places marker {marker}{until}."), "FS-SET-03", True),
    Stage.EDGE: Told(N_("{side} chooses its edge of the board{until}."), "FS-SET-04", True, "board"),
    Stage.DEPLOY: Told(N_("{side} deploys{until}."), "FS-SET-04", True, "board"),
    Stage.LAUNCH: Told(N_("Turn {turn}: ships have moved."), "FS-TURN-05", True, "board"),
    Stage.SQUADRONS: Told(N_("{side} orders a squadron, or is done with them{until}."), "FS-SC-05", threaded=True),
    Stage.PICK: Told(N_("{side} picks a ship to activate{until}."), "FS-TURN-06", threaded=True),
}
"""The stages that are told when they begin, or when the next pick of them does."""
BOTH = T_("both sides")


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

    def words(self, look: Look) -> News | None:
        told = STAGES.get(self.stage)
        if told is None:
            return None
        words = told.says(
            side=look.name(self.picks) if self.picks is not None else BOTH,
            until=until_words(self.until),
            total=look.known.settings.total,
            marker=len(look.known.markers) + 1,
            turn=look.known.turn,
        )
        say = look.in_turn if told.threaded else ruled
        return say(words, told.rule, decides=told.decides, picture=told.picture)


CHOOSES = N_("{side} chooses {asked}{until}.")


class Waits(Fact[State], frozen=True):
    """An owner is asked something, until when; the rest of what is happening waits in the agenda.

    `left` as in `StageBegan`.
    """

    threaded = True
    choice: Choice
    agenda: tuple[Task, ...]
    until: Instant | None
    left: int | None = None

    def evolve(self, state: State) -> State:
        return replace(state, choice=self.choice, agenda=self.agenda, until=self.until, pause=self.left)

    def words(self, look: Look) -> News:
        asked = asked_words(look.known, self.choice)
        words = CHOOSES(side=look.name(self.choice.side), asked=asked, until=until_words(self.until))
        return ruled(words, Question.of(self.choice).rule)


class Chosen(Fact[State], frozen=True):
    """What an owner answered; `late` where it is the usual answer because time ran out."""

    threaded = True
    choice: Choice
    answer: tuple[str, ...]
    late: bool = False

    def evolve(self, state: State) -> State:
        return replace(state, choice=None, agenda=(), until=None)

    def words(self, look: Look) -> News | None:
        """An answer that leaves something undone; others are told by what they do, late ones by the time's end."""
        if self.late or self.answer not in ((), ("0",)):
            return None
        question: Question[Any] = Question.of(self.choice)
        return ruled(question.idle(side=look.name(self.choice.side)), question.rule)


TIME_IS_UP = N_("Time is up for {side} ({step}): the default is used.")


class RanLate(Fact[State], frozen=True):
    """Time ran out on a side: the step of the clock. What was missing is done by default (register 18)."""

    rule = "FS-TURN-04"
    decides = True
    threaded = True
    side: Side
    step: str

    def evolve(self, state: State) -> State:
        late = state.of(self.side).late
        return state if self.step in late else side_changed(state, self.side, late=(*late, self.step))

    def words(self, look: Look) -> Text:
        clock = look.pack.clock.get(self.step)
        return TIME_IS_UP(side=look.name(self.side), step=term(clock.name.lower() if clock is not None else self.step))


class Dealt(Fact[State], frozen=True):
    """The key of dice of that number is in use; the next dice have the next."""

    silent = "the key that follows has its number"
    number: int

    def evolve(self, state: State) -> State:
        return replace(state, dealt=self.number, seals=())


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
