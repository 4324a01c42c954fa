"""The flow of a game: the stack of what is still to happen, decisions of one side or of both at once, dice, the clock.

A combat that is caused inside another closes first: its tasks are pushed on top (FITG-GEN-03). Every decision has a
default, which is taken when time runs out, or at once for what a side has set to standing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Any, ClassVar, Self, TypeVar

from msgspec.structs import replace
from pydantic import Field

from engine import act, question
from engine.book import afterwards, clock
from engine.clock import MINUTE, Instant, later
from engine.declared.changes import PutsUnder, Writes
from engine.declared.flow import Keyed, time_anew
from engine.declared.sentences import either
from engine.declared.waiting import WaitsUntil
from engine.freedom.data.pack import Code, Side
from engine.freedom.look import STAGES, Act, Look, Question, SideOf, Terms, World
from engine.freedom.state import Ask, Choice, NextStage, Rating, Stage, State, Task
from engine.game import EVERYONE, Awaited, Fact, Seat, Table, only, ruled
from engine.look import Refused
from engine.noun import Found, value
from engine.orders import Option
from engine.report import News
from engine.secret import Lock
from engine.text.message import N_, NN_, Shown, Text, dated, listed, name, term

T = TypeVar("T")

DECIDES = NN_(
    "{sides} decides[ until {at} ({left})]: {asked}.", "{sides} decide[ until {at} ({left})]: {asked}.", "count"
)


class Waits(WaitsUntil[State], frozen=True):
    """Somebody decides something, until when; the rest of what is happening waits in the agenda."""

    decides = True
    threaded = True
    makes = Writes("choice", "agenda", "until", filed={}, locks={})
    choice: Choice
    agenda: tuple[Task, ...]
    until: Instant | None

    def words(self, look: Look) -> Text:
        sides = [look.name(ask.side) for ask in self.choice.asks]
        asked = Question.of(self.choice).words(look.known, self.choice)
        return dated(self.until, DECIDES, sides=listed(sides), count=len(sides), asked=asked)

    def cites(self) -> str:
        """The rule of the question."""
        return Question.of(self.choice).rule


class Chosen(Fact[State], frozen=True):
    """Decision that was made; `late` are the sides whose default was taken because time ran out."""

    rule = "FITG-GEN-03"
    threaded = True
    choice: Choice
    answer: tuple[str, ...]
    late: tuple[Side, ...] = ()

    def evolve(self, state: State) -> State:
        lapsed = dict.fromkeys(self.late, self.choice.kind)
        return replace(state, choice=None, agenda=(), until=None, filed={}, locks={}, lapsed=lapsed)

    def words(self, look: Look) -> Text | None:
        """Defaults that were taken; other answers are told by what they do."""
        return TIME_IS_UP(sides=listed(map(look.name, self.late))) if self.late else None


TIME_IS_UP = N_("Time is up for {sides}: the default is taken.")


class Filed(Fact[State], frozen=True):
    """A side has sealed its part of a decision; it may change it until the other has, too."""

    says = N_("{side} has decided, under seal.")
    threaded = True
    side: SideOf
    lock: Lock

    def evolve(self, state: State) -> State:
        seals = (*state.seals, self.lock.seal)
        return replace(state, locks={**state.locks, self.side: self.lock}, seals=seals)


Given = Annotated[tuple[str, ...], Shown[tuple[str, ...]](lambda look, given, form: listed(map(name, given)) or NONE)]
NONE = term("-")


class FiledSo(Fact[State], frozen=True):
    """Answer that a side has sealed: its own to know until both have."""

    says = N_("You decided, under seal: {answer}.")
    makes = PutsUnder("filed", "side", "answer")
    side: Side
    answer: Given


class Play(Keyed[State], question.Play[World, State, Task, Choice]):
    """A table on which tasks are done until somebody must decide, or has a free hand."""

    questions = Question

    def do(self, *tasks: Task) -> None:
        """Do tasks, and all that they lead to, until somebody is asked."""
        self.push(*tasks)
        self.go()

    def die(self, label: str) -> int:
        """A public die, 1 to 6, of that label."""
        return self.key().roll(label, 6)

    def pick(self, label: str, things: Sequence[T]) -> T:
        """One of some things, at random; the only one without a die."""
        return things[self.key().roll(label, len(things)) - 1] if len(things) > 1 else things[0]

    def until(self) -> Instant | None:
        """Instant at which a wait that begins now ends; None for never."""
        minutes = self.state.options.minutes
        return later(self.table.now, minutes * MINUTE) if minutes else None

    def put(self, task: Task, kind: str, *asks: Ask, where: str = "", about: str = "") -> None:
        """Ask one side, or both at once; `task` asked. A side with one way only is not asked, nor one that has such
        decisions taken at once.
        """
        choice = Choice(kind, asks, where, about)
        self.ask(choice, task)
        for ask in asks if self.waiting else ():
            if self.settled(choice, ask):
                self.file(ask.side, ask.usual)

    def settled(self, choice: Choice, ask: Ask) -> bool:
        """True if a side is not to be asked: it has one way only, or has it decided at once."""
        return len(ask.options) < 2 or choice.kind in self.state.standing.get(ask.side, ())

    def file(self, side: Side, given: tuple[str, ...]) -> None:
        """A side's part of a decision: taken where it alone is asked, else sealed until the other's is in, too."""
        choice, seat = self.state.choice, self.state.seat(side)
        assert choice is not None and seat is not None  # who answers has a seat, and was asked
        if len(choice.asks) == 1:
            self.answer(choice, given)
            return
        number, again = self.state.dealt + 1, len(self.state.seals) + 1
        label = Seat(f"{seat}/{again}")
        seal = self.table.seal(number, label, ", ".join(given))
        self.tell(Filed(side, Lock(seat, label, number, seal)))
        self.say(FiledSo(side, given), only(seat))
        if all(ask.side in self.state.filed for ask in choice.asks):
            self.reveal(choice)

    def reveal(self, choice: Choice) -> None:
        """All is in, or time is up: what was sealed is shown, and it goes on, by default for whoever is late."""
        filed, answers = self.state.filed, {ask.side: ask.usual for ask in choice.asks}
        for side, lock in self.state.locks.items():
            self.table.unseal(lock.number, Seat(lock.name), ", ".join(filed[side]), EVERYONE)
        self.answer(choice, choice.merged({**answers, **filed}), late=True)

    def automatic(self, choice: Choice) -> bool:
        """True if nobody is to be asked."""
        return all(self.settled(choice, ask) for ask in choice.asks)

    def opened(self, choice: Choice, agenda: tuple[Task, ...], row: str) -> None:
        """Somebody is asked."""
        self.tell(Waits(choice, agenda, self.until()))

    def closed(self, choice: Choice, given: tuple[str, ...], *, late: bool) -> None:
        """All have answered, or are late with it."""
        missed = tuple(ask.side for ask in choice.asks if ask.side not in self.state.filed)
        self.tell(Chosen(choice, given, missed if late else ()))

    def waits(self) -> tuple[Task, ...]:
        """The agenda that waits for the answer."""
        self.waiting = False
        return self.state.agenda


class Answer(question.Answer):
    """An order that answers questions of some kinds: for its author's side."""

    each = 40

    @classmethod
    def ready(cls, look: Any) -> Refused | None:  # of this rulebook's own class
        """Refuses what an entry of the register has a code for, then what is not asked now, or of another side."""
        return look.outside() or cls.amiss(look) or super().ready(look)

    @classmethod
    def amiss(cls, look: Any) -> Refused | None:  # of this rulebook's own class
        """Refuses such an order now by an entry of its own, which stands before the general meaning of codes."""
        return None

    def obey(self, act: act.Act[Any, Any]) -> None:
        """Goes on with the answer where the question waited, once all that are asked have given theirs."""
        look: Any = act.look  # of this rulebook's own class
        choice = look.asked(*type(self).answers)
        Play(act.world, act.table).file(look.own, self.given(look, choice, act.found))


class OneWord(Answer):
    """An answer that is a word of its own, its line's where it has no other, and offered wherever it may be given."""

    word: ClassVar[str] = ""

    def given(self, look: Look, choice: Choice, found: Found) -> tuple[str, ...]:
        """The word."""
        return (self.word or self.line,)

    @classmethod
    def choices(cls, look: Look, choice: Choice) -> Iterable[Self]:
        return (cls(),) if (cls.word or cls.line) in look.options else ()


class Usual(Answer):
    """Decide what you are asked in the usual way."""

    path: ClassVar[str] = "freedom usual"
    line: ClassVar[str] = "as usual"

    def given(self, look: Look, choice: Choice, found: Found) -> tuple[str, ...]:
        """The default."""
        return look.mine.usual


@value("decisions", lambda look, found: map(Option, ("all", "none", *sorted(Question.kinds))))
def kinds_listed(look: Look, words: str, found: Found) -> tuple[str, ...]:
    """The kinds of decisions that are listed. Refuses `E_NAME`."""
    known = tuple(sorted(Question.kinds))
    wanted = [part for part in words.casefold().replace(",", " ").split() if part != "and"]
    if wanted in (["all"], ["none"]):
        return known if wanted == ["all"] else ()
    if strange := [word for word in wanted or [""] if word not in known]:
        why = N_("“{word}” is no decision; there are all, none, {known}.")
        look.no(Code.E_NAME, why, "FITG-GEN-03", word=strange[0], known=term(", ".join(known)))
    return tuple(kind for kind in known if kind in wanted)


class Standing(act.Order):
    """Have some decisions taken for you at once, in the usual way."""

    path: ClassVar[str] = "freedom standing"
    line: ClassVar[str] = "standing {decisions}"
    decisions: Annotated[str, kinds_listed] = Field(
        description="all, none, or some with commas, such as: remove, wounds", max_length=200
    )

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        return look.outside()

    def obey(self, act: Act) -> None:
        """Sets what a side has decided at once; what it is asked now is decided so, too (FITG-GEN-03)."""
        act.say(StandingSet(act.side, act.found.decisions), EVERYONE)
        choice, ask = act.look.choice, act.look.ask
        if choice is not None and ask is not None and choice.kind in act.found.decisions:
            Play(act.world, act.table).file(act.side, ask.usual)

    @classmethod
    def likely(cls, look: Look) -> Iterator[Self]:
        """Removals and wounds are what players leave to the default."""
        begins = look.known.stage is Stage.MOVEMENT and look.known.choice is None
        if begins and look.known.player is look.own:
            yield cls(decisions="none" if look.known.standing.get(look.own) else "remove, wounds, ship")


class StandingSet(Fact[State], frozen=True):
    """Decisions that a side has taken at once."""

    says = either(
        "kinds", N_("{side} has decided at once, as usual: {kinds}."), N_("{side} decides everything itself.")
    )
    rule = "FITG-GEN-03"
    makes = PutsUnder("standing", "side", "kinds")
    side: SideOf
    kinds: Terms


def awaits(state: State) -> tuple[Awaited, ...]:
    """The sides that decide, or whose part of the player-turn it is."""
    if state.over or not state.turn:
        return ()
    if state.choice is not None:
        what: str = Question.of(state.choice).awaited
        sides = [ask.side for ask in state.choice.asks if ask.side not in state.locks]
    else:
        what = STAGES[state.stage].mine
        sides = [state.acting]
    return tuple(Awaited(seat, what, state.until) for side in sides if (seat := state.seat(side)) is not None)


@afterwards
def give_time(world: World, table: Table[State], before: State) -> None:
    """A part of the player-turn has its whole time anew whenever a combat within it has closed (FITG-GEN-03)."""
    state = table.state
    if state.choice is None and state.turn and not state.over:
        time_anew(table, state.options.minutes)


def due(state: State) -> Instant | None:
    """Instant at which time is up."""
    return None if state.over else state.until


@clock(due, priority=0)
def lapse(world: World, table: Table[State]) -> None:
    """Time is up: what was waited for is decided by default, or the part of the player-turn is over (FITG-GEN-03)."""
    play = Play(world, table)
    choice = play.state.choice
    if choice is not None:
        play.reveal(choice)
    else:
        play.do(NextStage())


class StageBegan(Fact[State], frozen=True):
    """A part of a player-turn begins; with movement a new player-turn, in which nothing has moved yet, and with a new
    turn no drug works on (D8).
    """

    closes = True
    turn: int
    player: Side
    stage: Stage

    def evolve(self, state: State) -> State:
        fresh = replace(state, turn=self.turn, player=self.player, stage=self.stage, until=None, searched=())
        if self.stage is not Stage.MOVEMENT:
            return fresh
        same = self.turn == state.turn
        return replace(
            fresh,
            conditional={},
            subverting=(),
            units={id: replace(unit, moved=False) for id, unit in state.units.items()},
            people={
                one: replace(person, moved=False, group=0, found=False, drugged=person.drugged if same else Rating.NONE)
                for one, person in state.people.items()
            },
            ships={id: replace(ship, moved=False) for id, ship in state.ships.items()},
            environs={id: replace(environ, quiet=False, met=False) for id, environ in state.environs.items()},
        )

    def words(self, look: Look) -> News | None:
        text = N_("**Turn {turn}**, {side}: {stage}.")(
            turn=self.turn, side=look.name(self.player), stage=STAGES[self.stage].told
        )
        return ruled(text, "FITG-ENV-01", decides=self.stage is Stage.MOVEMENT)
