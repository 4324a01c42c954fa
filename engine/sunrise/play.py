"""The flow of a game: a table with its dice, its clock and deadlines, the agenda of what is still to happen, its end.

Every question has a usual answer, which is given when time runs out, or at once for what a side has set to automatic.
Register 17.1 and 18, FS-WIN-04, FS-WIN-05.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import Annotated, Any, ClassVar, NamedTuple, Self

from msgspec.structs import replace
from pydantic import Field

from engine import act, question
from engine.book import Clock, Group
from engine.clock import MINUTE, Instant, later
from engine.declared.changes import Its, Writes
from engine.declared.flow import Keyed
from engine.declared.sentences import either
from engine.declared.waiting import WaitsUntil
from engine.game import EVERYONE, Audience, Awaited, Fact, Table, only, ruled
from engine.look import Refused, no
from engine.noun import Found, Value
from engine.orders import Option
from engine.report import News
from engine.sunrise import state as game
from engine.sunrise.data.codes import Code
from engine.sunrise.data.units import FactionCode
from engine.sunrise.figures.factions import Miracle, price
from engine.sunrise.figures.markers import by_ships
from engine.sunrise.look import Look, Question, SideOf, TurnFact, asked_words, every_kind, split_list, thread
from engine.sunrise.state import STAGE_CLOCK, Choice, Ending, Side, SideState, Stage, State, Task, side_changed
from engine.sunrise.world import STANDING_SECRET, World
from engine.text import message
from engine.text.message import N_, T_, Message, Shown, Text, dated, term


class Told(NamedTuple):
    """The news of a stage that begins: the sentence, its rule, and the manner of its post."""

    says: Message
    rule: str
    decides: bool = False
    picture: str = ""
    threaded: bool = False


STAGES: dict[Stage, Told] = {
    Stage.FLEETS: Told(
        N_("Both sides build fleets of at most {total} integrity and lock them[, until {at} ({left})]."), "FS-FRC-01"
    ),
    Stage.TERRAIN: Told(
        N_("{side} lays a piece of terrain, or calls for the initiative roll[, until {at} ({left})]."),
        "FS-BRD-05", picture="board",
    ),
    Stage.MARKERS: Told(N_("{side} places a marker[, until {at} ({left})]."), "FS-SET-03", True),
    Stage.EDGE: Told(N_("{side} chooses its edge of the board[, until {at} ({left})]."), "FS-SET-04", True, "board"),
    Stage.DEPLOY: Told(N_("{side} deploys[, until {at} ({left})]."), "FS-SET-04", True, "board"),
    Stage.LAUNCH: Told(N_("Turn {turn}: ships have moved."), "FS-TURN-05", True, "board"),
    Stage.SQUADRONS: Told(
        N_("{side} orders a squadron, or is done with them[, until {at} ({left})]."), "FS-SC-05", threaded=True
    ),
    Stage.PICK: Told(N_("{side} picks a ship to activate[, until {at} ({left})]."), "FS-TURN-06", threaded=True),
}  # fmt: skip
"""The stages that are told when they begin, or when the next pick of them does."""
BOTH = T_("both sides")


class StageBegan(WaitsUntil[State], frozen=True):
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
        words = dated(
            self.until,
            told.says,
            side=look.name(self.picks) if self.picks is not None else BOTH,
            total=look.known.settings.total,
            turn=look.known.turn,
        )
        gathered = thread(look.known) if told.threaded else None
        return ruled(words, told.rule, decides=told.decides, picture=told.picture, thread=gathered)


CHOOSES = N_("{side} chooses {asked}[, until {at} ({left})].")


class Waits(WaitsUntil[State], frozen=True):
    """An owner is asked something, until when; the rest of what is happening waits in the agenda.

    `left` as in `StageBegan`.
    """

    threaded = True
    makes = Writes("choice", "agenda", "until", pause=Its("left"))
    choice: Choice
    agenda: tuple[Task, ...]
    until: Instant | None
    left: int | None = None

    def words(self, look: Look) -> News:
        asked = asked_words(look.known, self.choice)
        words = dated(self.until, CHOOSES, side=look.name(self.choice.side), asked=asked)
        return ruled(words, Question.of(self.choice).rule)


class Chosen(TurnFact, frozen=True):
    """An owner's answer; `late` where it is the usual answer because time ran out."""

    makes = Writes(choice=None, agenda=(), until=None)
    choice: Choice
    answer: tuple[str, ...]
    late: bool = False

    def words(self, look: Look) -> News | None:
        """An answer that leaves something undone; others are told by what they do, late ones by the time's end."""
        if self.late or self.answer not in ((), ("0",)):
            return None
        question: Question[Any] = Question.of(self.choice)
        return ruled(question.idle(side=look.name(self.choice.side)), question.rule)


Step = Annotated[
    str,
    Shown[str](lambda look, step, form: term(look.pack.clock[step].name.lower() if step in look.pack.clock else step)),
]
"""A field of a fact: a step of the clock, by its name."""


class RanLate(TurnFact, frozen=True):
    """Time ran out on a side: the step of the clock. What was missing is done by default (register 18)."""

    says = N_("Time is up for {side} ({step}): the default is used.")
    rule = "FS-TURN-04"
    decides = True
    side: SideOf
    step: Step

    def evolve(self, state: State) -> State:
        late = state.of(self.side).late
        return state if self.step in late else side_changed(state, self.side, late=(*late, self.step))


class Play(Keyed[State], question.Play[World, State, Task, Choice]):
    """A table on which tasks are done until somebody must choose, or has a free hand."""

    questions = Question

    def roll(self, label: str, sides: int) -> int:
        """A public die, 1..sides, of this command's key (FS-TURN-03)."""
        return self.key().roll(label, sides)

    def wait(self, step: str) -> tuple[Instant | None, int | None]:
        """Instant at which a wait that begins now ends, by a row of the clock; None where it never does.

        While a moderator has stopped the clock: None, and the seconds that it will wait when the clock goes on.
        """
        seconds = self.state.settings.clock.get(step, 0) * MINUTE
        if self.state.pause is not None:
            return None, seconds
        return (later(self.table.now, seconds) if seconds else None), None

    def stage(self, stage: Stage, picks: Side | None = None) -> None:
        """A stage begins, or the next pick of it."""
        step = STAGE_CLOCK.get(stage)
        self.tell(StageBegan(stage, picks, *self.wait(step or "")))

    def ran_late(self) -> Side:
        """The side whose pick it is, on which time has run out, as is said."""
        side = self.state.picks
        assert side is not None  # stages without a pick end by themselves, or for both sides
        self.tell(RanLate(side, STAGE_CLOCK[self.state.stage]))
        return side

    def automatic(self, choice: Choice) -> bool:
        """True if a side has such questions answered at once."""
        return self.settled(choice.kind, choice.side)

    def settled(self, kind: str, side: Side) -> bool:
        """True if a side has questions of a kind answered at once."""
        return kind in self.state.of(side).auto

    def affordable(self, side: Side, miracle: Miracle) -> int:
        """Number of times that a side could pay a miracle now; 0 for other factions."""
        if not self.world.is_of(self.state, side, FactionCode.CHILDREN_OF_THE_SUN):
            return 0
        return self.state.of(side).pool // price(miracle, self.world.pack.prices)

    def standing(self, side: Side) -> Audience:
        """Hearers of what a side has answered by default, which is its secret until it is used (FS-HULL-04)."""
        return only(*self.state.crew(side)) if self.world.version >= STANDING_SECRET else EVERYONE

    def opened(self, choice: Choice, agenda: tuple[Task, ...], row: str) -> None:
        """A side is asked."""
        self.tell(Waits(choice, agenda, *self.wait(row)))

    def closed(self, choice: Choice, given: tuple[str, ...], *, late: bool) -> None:
        """A side has answered."""
        self.tell(Chosen(choice, given, late))

    def waits(self) -> tuple[Task, ...]:
        """The agenda that waits for the answer."""
        return self.state.agenda


class Act(act.Act[World, State]):
    """An order being obeyed, with what its author knows."""

    look: Look

    @property
    def side(self) -> Side:
        """Side that gives the order."""
        return self.look.own

    @cached_property
    def play(self) -> Play:
        """The table, for what comes of the order."""
        return Play(self.world, self.table)


CHOOSE = Group("sunrise-choose", "Answer what you are asked")


class Answer(question.Answer):
    """An order that answers questions of some kinds."""

    plays = Play
    each = 40


class Usual(Answer):
    """Answer what you are asked with the usual answer."""

    path: ClassVar[str] = "sunrise-choose usual"
    line: ClassVar[str] = "as usual"

    def given(self, look: Look, choice: Choice, found: Found) -> tuple[str, ...]:
        return choice.usual

    @classmethod
    def choices(cls, look: Look, choice: Choice) -> Iterable[Self]:
        return (cls(),) if choice.usual else ()


class Keep(Answer):
    """Keep the dice as they are; buy nothing; pick nothing."""

    path: ClassVar[str] = "sunrise-choose none"
    line: ClassVar[str] = "keep"

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """Refuses `E_PHASE` where something must be picked."""
        choice = look.asked()
        if isinstance(choice, Refused):
            return choice
        asked: Question[Any] = Question.of(choice)
        if asked.nothing is not None:
            return None
        why = N_("Something must be picked: {words}.")
        return no(Code.E_PHASE, why, "FS-TURN-07", words=asked.words(look.known, choice))

    def given(self, look: Look, choice: Choice, found: Found) -> tuple[str, ...]:
        return Question.of(choice).nothing or ()

    @classmethod
    def choices(cls, look: Look, choice: Choice) -> Iterable[Self]:
        return (cls(),) if Question.of(choice).nothing is not None else ()


def _kinds(look: Look, words: str, found: Found) -> tuple[str, ...]:
    """Kinds of questions that are named. Refuses `E_VALUE`."""
    wanted, known = [word.casefold() for word in split_list(words)], every_kind()
    if wanted in (["all"], ["none"]):
        return known if wanted == ["all"] else ()
    there = ", ".join(known)
    if not wanted:
        why = N_("No choice is named; say all, none, or some of {there}.")
        look.no(Code.E_VALUE, why, "FS-TURN-07", there=term(there))
    for word in wanted:
        if word not in known:
            why = N_("“{word}” is no choice; there are {there}.")
            look.no(Code.E_VALUE, why, "FS-TURN-07", word=word, there=term(there))
    return tuple(choice for choice in known if choice in wanted)


CHOICES: Value[Look, tuple[str, ...]] = Value(
    "choices", _kinds, lambda look, found: map(Option, ("all", "none", *every_kind()))
)

Kinds = Annotated[tuple[str, ...], Shown[tuple[str, ...]](lambda look, kinds, form: message.listed(map(term, kinds)))]
"""A field of a fact: kinds of questions, in a row."""


class AutoSet(Fact[State], frozen=True):
    """Choices that a side has answered for it at once, by default."""

    says = either("auto", N_("{side} has answered by default: {auto}."), N_("{side} is asked about everything."))
    rule = "FS-TURN-07"
    makes = game.SideSets("auto")
    side: SideOf
    auto: Kinds


class Automatic(act.Order):
    """Have some choices answered for you at once, in the usual way."""

    path: ClassVar[str] = "sunrise automatic"
    line: ClassVar[str] = "automatic {choices}"
    choices: Annotated[str, CHOICES] = Field(
        description="all, none, or some with commas, such as: reroll, lose, repair", max_length=200
    )

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        return look.outside()

    def obey(self, act: Act) -> None:
        """Sets the questions that a side has answered at once; an open question of that kind is answered now."""
        side, kinds = act.look.own, act.found.choices
        act.play.say(AutoSet(side, kinds), act.play.standing(side))
        choice = act.play.state.choice
        if choice is not None and choice.side is side and choice.kind in kinds:
            act.play.answer(choice, choice.usual)

    @classmethod
    def likely(cls, look: Look) -> Iterator[Self]:
        """Offered in the Order phase alone, since it stands for long."""
        if look.ordering:
            choices = ("none",) if look.known.of(look.own).auto else ("all", "reroll, lose")
            yield from (cls(choices=words) for words in choices)


STAGE_WORDS = {
    Stage.FLEETS: T_("your fleet"),
    Stage.TERRAIN: T_("a piece of terrain"),
    Stage.MARKERS: T_("a marker"),
    Stage.EDGE: T_("your edge"),
    Stage.DEPLOY: T_("your ships to be deployed"),
    Stage.ORDERS: T_("your orders"),
    Stage.SQUADRONS: T_("a squadron's order"),
    Stage.PICK: T_("a ship to activate"),
    Stage.ACTION: T_("your activated ship"),
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
        return tuple(side for side in Side if state.of(side).lock is None and game.ordering(state, side))
    return (state.picks,) if state.picks is not None else ()


def awaits(state: State) -> tuple[Awaited, ...]:
    """Every seat of the sides that are waited for; reminders at half and nine tenths of the limit (register 18)."""
    choice = state.choice
    what = STAGE_WORDS.get(state.stage, "") if choice is None else Question.of(choice).awaited
    row = STAGE_CLOCK.get(state.stage, "") if choice is None else Question.of(choice).row
    limit = state.settings.clock.get(row, 0) * MINUTE
    ahead = (limit // 2, limit // 10)
    placed = len(state.terrain) + len(state.markers) + sum(ship.place is not None for ship in state.ships.values())
    done = sum(ship.activated for ship in state.ships.values()) + sum(one.ordered for one in state.squadrons.values())
    which = f"{state.turn}/{state.dealt}/{placed}/{done}/{choice.ship if choice is not None else ''}"
    return tuple(
        Awaited(seat, what, state.until, ahead=ahead, which=which) for side in owed(state) for seat in state.crew(side)
    )


def due(state: State) -> Instant | None:
    """Instant at which time is up; never while fleets are built, which a moderator decides about (register 18)."""
    if state.over or (state.stage is Stage.FLEETS and state.choice is None):
        return None
    return state.until


_LATE: dict[Stage, Callable[[Play], None]] = {}


def late(stage: Stage) -> Callable[[Callable[[Play], None]], Callable[[Play], None]]:
    """Declares the function below it as what is done by default when time is up at a stage."""

    def register(do: Callable[[Play], None]) -> Callable[[Play], None]:
        _LATE[stage] = do
        return do

    return register


def lapse(world: World, table: Table[State]) -> None:
    """Time is up: what was waited for is done by default."""
    play = Play(world, table)
    choice = play.state.choice
    if choice is not None:
        play.tell(RanLate(choice.side, Question.of(choice).row))
        play.answer(choice, choice.usual, late=True)
    elif (do := _LATE.get(play.state.stage)) is not None:
        do(play)
        play.go()


WAIT = Clock(due, lapse, priority=0)
POINTS_ARE = N_("{a} {points_a}, {b} {points_b}")
DRAWN = N_("The game is **drawn**. Points: {points}.")

WON = {
    "FS-WIN-04": N_("**{side} wins**, on points. Points: {points}."),
    "FS-WIN-05": N_("**{side} wins**, for the other side has no ship left. Points: {points}."),
    "FS-WIN-07": N_("**{side} wins**, the other side concedes. Points: {points}."),
    "": N_("**{side} wins**. Points: {points}."),
}
"""A victory, by the rule that decided."""


def ended(look: Look, winner: Ending, why: str, score: tuple[int, int]) -> Text:
    """A sentence for the end of a game: the winner, the reason, the points."""
    points = POINTS_ARE(a=look.name(Side.A), points_a=score[0], b=look.name(Side.B), points_b=score[1])
    if winner is Ending.DRAW:
        return DRAWN(points=points)
    return WON.get(why, WON[""])(side=look.name(Side(winner.value)), points=points)


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
            a=cleared(state.a),
            b=cleared(state.b),
        )

    def words(self, look: Look) -> News:
        return ruled(ended(look, self.winner, self.why, self.score), self.why, decides=True, picture="board")


def cleared(side: SideState) -> SideState:
    """A side without plots."""
    return replace(side, plots={}) if side.plots else side


def finish(play: Play, ending: Ending, rule: str) -> None:
    """The game is over, and the key of its seals is shown."""
    play.tell(GameEnded(ending, rule, (play.state.a.score, play.state.b.score)))
    play.table.show_hidden_key()
    play.end()


def has_ships(state: State, side: Side) -> bool:
    """True if a side has a ship on the board, due back, held in Slipspace or returning (FS-WIN-05)."""
    return any(ship.side is side and ship.status is not game.Status.DESTROYED for ship in state.ships.values())


def judged(play: Play) -> bool:
    """Ends the game if a side has no ships left; True if it did (FS-WIN-05)."""
    state = play.state
    ending = by_ships(has_ships(state, Side.A), has_ships(state, Side.B), state.a.score, state.b.score)
    if ending is None:
        return False
    finish(play, ending, "FS-WIN-05")
    return True
