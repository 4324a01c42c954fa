"""Course of play: dice under the table's keys, what somebody is asked, deadlines, who is called. Register section 2."""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar, Self, TypeVar

from msgspec.structs import replace

from engine import act, question
from engine.book import afterwards
from engine.clock import MINUTE, Instant, later
from engine.d6.data.pack import Code
from engine.d6.dice.rolling import Throw, Wild, chain, throw, with_bonus
from engine.d6.look import HIDES, Look, Question, Roll, Setting, Thing, Who, World, called, hearers, thread, viewers
from engine.d6.state import Arc, Attempt, Choice, Craft, Figure, Missed, State, Task, Turn, with_last
from engine.declared.changes import Keeps, Renews, Writes
from engine.declared.flow import Keyed, time_anew
from engine.declared.waiting import WaitsUntil
from engine.game import EVERYONE, REFEREE, Fact, Table
from engine.look import Refused, no
from engine.noun import Found
from engine.question import Answer as Answering
from engine.report import News
from engine.text.lines import to_text
from engine.text.message import N_, NOTHING, T_, Text, dated

ASKED = N_("**{who}**: {asked}[ until {at} ({left})].")
TIME_IS_UP = N_("Time is up for {who}: the usual is done.")
WILD_NEXT = N_("If the wild die of {who}'s next roll shows 1: {rule}.")
WILD_SAYS = {
    Wild.DROP: T_("it takes itself and the highest other die away"),
    Wild.ADD: T_("it counts as it shows"),
    Wild.COMPLICATION: T_("it counts as it shows, and brings a complication"),
}
V = TypeVar("V")
AGAIN: dict[type[Fact[State]], Callable[[Look, Figure, Any], Iterator[Deed]]] = {}
"""By kind of a fact, what makes the deeds that would do again what it tells of a figure; a chapter adds its own. What
has none, such as a medpac or an answer to another, was of its moment.
"""


def entry(table: dict[Any, V], key: object) -> Callable[[V], V]:  # keys of any kind
    """Declares the function below it as the entry of a table of functions."""

    def register(run: V) -> V:
        table[key] = run
        return run

    return register


class Waits(WaitsUntil[State], frozen=True):
    """Whoever plays somebody is asked something."""

    makes = Writes("choice", "until")
    choice: Choice
    until: Instant | None

    def words(self, look: Look) -> News:
        asked: Question[Any] = Question.of(self.choice)
        who, what = called(look.known, self.choice.who), asked.words(look.known, self.choice)
        text = dated(self.until, ASKED, who=who, asked=what)
        topic, title = thread(look.known) or ("", "")
        return News(f"{text}\n-# {asked.rule}", topic, title, decides=True)


class Queued(Fact[State], frozen=True):
    """Tasks that wait for the answer: secret codes may stand in it, so the referee alone hears it."""

    silent = "the question that follows tells what is waited for"
    makes = Writes("agenda")
    agenda: tuple[Task, ...]


class Answered(Fact[State], frozen=True):
    """Answer to a question; `late` where time ran out and the usual was done."""

    makes = Writes(choice=None, agenda=(), until=None)
    choice: Choice
    given: tuple[str, ...]
    late: bool = False

    def words(self, look: Look) -> Text | None:
        return TIME_IS_UP(who=called(look.known, self.choice.who)) if self.late else None


class Thrown(Fact[State], frozen=True):
    """Somebody rolled: the roll, and what it was against (0: nothing)."""

    says = N_("{who} rolls {what}: {throw}")
    threaded = True
    who: Who
    what: Thing
    throw: Roll
    against: int = 0

    def evolve(self, state: State) -> State:
        return with_last(state, self.throw)


class TurnChanged(Fact[State], frozen=True):
    """Somebody's part of the round is so now; with a further action their last roll is settled (D6-B-28)."""

    silent = "what they did is told"
    who: str
    turn: Turn

    def evolve(self, state: State) -> State:
        if self.who not in state.figures:
            return state
        acted = self.turn.done > state.turn(self.who).done
        last = {id: throw for id, throw in state.last.items() if id != self.who} if acted else state.last
        return replace(state, turns={**state.turns, self.who: self.turn}, last=last)


class WildChosen(Fact[State], frozen=True):
    """The GM says what a 1 on the wild die of somebody's next roll does; None once that roll has come."""

    rule = "D6-B-04"
    makes = Keeps("wilds", "who", "wild")
    who: str
    wild: Wild | None

    def words(self, look: Look) -> Text | None:
        return None if self.wild is None else WILD_NEXT(who=called(look.known, self.who), rule=WILD_SAYS[self.wild])


class Play(Keyed[State], question.Play[World, State, Task, Choice]):
    """A table on which tasks are done until somebody is asked, or has a free hand."""

    questions = Question

    def __init__(self, world: World, table: Table[State]) -> None:
        super().__init__(world, table)
        self._labels: dict[str, int] = {}

    @property
    def look(self) -> Look:
        """The referee's look."""
        return Look(self.world, self.state, None, self.table.now, self.table.refusals)

    def seen(self, id: str, fact: Fact[State]) -> None:
        """Make something so, for everybody who sees somebody."""
        self.say(fact, viewers(self.state, id))

    def written(self, id: str, fact: Fact[State]) -> None:
        """Make something so, for everybody who knows what is written of somebody."""
        self.say(fact, hearers(self.state, id))

    def label(self, words: str) -> str:
        """The label of a roll, with a number where a command makes several alike."""
        self.key()
        self._labels[words] = self._labels.get(words, 0) + 1
        return f"{words} {self._labels[words]}" if self._labels[words] > 1 else words

    def plain(self, who: str, label: str, sides: int = 6) -> int:
        """A plain die for somebody, without a wild one (D6-B-03)."""
        return self._die(who, self.label(f"{who}/{label}"), sides)

    def throw(self, who: str, what: str, pips: int, *, final: bool = False) -> Throw:
        """A roll of a code by somebody, told with its dice to those who know the sheet, and to others without. At a
        table whose GM is asked, a wild 1 that all see leaves it open, unless it is `final` (D6-B-04).
        """
        roll = self.label(f"{who}/{what}")
        rule = self.state.wilds.get(who, self.state.options.wild)
        asks = self.state.options.asks and not final and who not in self.state.wilds
        if who in self.state.wilds:
            self.seen(who, WildChosen(who, None))
        made = throw(lambda die: self._die(who, f"{roll}/{die}"), who, what, pips, rule)
        return replace(made, open=asks and made.wild[0] == 1 and hearers(self.state, who) == EVERYONE)

    def _die(self, who: str, label: str, sides: int = 6) -> int:
        """A die: public, unless what is written of somebody is secret."""
        dice = self.key()
        return dice.roll(label, sides) if hearers(self.state, who) == EVERYONE else dice.hidden(label, sides, REFEREE)

    def tell_throw(self, made: Throw, against: int = 0) -> None:
        """Tell a roll: whole where the sheet is open, else its total to the table and its dice to the GM."""
        if hearers(self.state, made.who) == EVERYONE:
            self.tell(Thrown(made.who, made.what, made, against))
            return
        self.seen(made.who, Thrown(made.who, made.what, made.veiled, against))
        self.say(Thrown(made.who, made.what, made, against), REFEREE)

    def roll(self, who: str, what: str, pips: int, against: int, of: str, *, bonus: int = 0, **more: Any) -> None:
        """A roll of somebody's is told, and held against its number next; `more` are fields of `Missed`."""
        made = with_bonus(self.throw(who, what, pips), bonus)
        self.tell_throw(made, against)
        self.push(Missed(made, against, of, **more))

    def point(self, made: Throw) -> tuple[int, ...]:
        """The die of a Character Point on a roll (D6-B-28)."""
        label = self.label(f"{made.who}/{made.what}/point {len(made.points) + 1}")
        return chain(lambda die: self._die(made.who, f"{label}/{die}"), "die")

    def turned(self, id: str, **changes: object) -> None:
        """Somebody's part of the round changes."""
        self.seen(id, TurnChanged(id, replace(self.state.turn(id), **changes)))

    def reacts(self, id: str, **changes: object) -> None:
        """A reaction of somebody's, which counts as an action (D6-2-07, D6-B-12)."""
        self.turned(id, reactions=self.state.turn(id).reactions + 1, **changes)

    def until(self, row: str) -> Instant | None:
        """Instant at which a wait that begins now ends; None for never."""
        options = self.state.options
        minutes = options.reaction if row == "reaction" else options.minutes
        return later(self.table.now, minutes * MINUTE) if minutes else None

    def automatic(self, choice: Choice) -> bool:
        """Nobody is asked who has one way only."""
        return len(choice.options) < 2

    def opened(self, choice: Choice, agenda: tuple[Task, ...], row: str) -> None:
        """Somebody is asked."""
        self.say(Queued(agenda), REFEREE)
        heard, until = self.heard(choice), self.until(row)
        self.tell(Waits(heard, until))
        if heard != choice:
            self.say(Waits(choice, until), REFEREE)

    def closed(self, choice: Choice, given: tuple[str, ...], *, late: bool) -> None:
        """They have answered."""
        heard = self.heard(choice)
        self.tell(Answered(heard, given if heard == choice else (), late))

    def heard(self, choice: Choice) -> Choice:
        """A question as the table hears it."""
        return choice if self.world.version < HIDES else unseen(self.state, choice)

    def waits(self) -> tuple[Task, ...]:
        """The agenda that waits for the answer."""
        self.waiting = False
        return self.state.agenda


class Unseen(Question[Task]):
    """A question to somebody whom players do not see, as they hear of it."""

    kind = "unseen"
    rule = "D6-2-01"
    awaited = T_("your answer")
    asks = N_("the GM answers first")

    def answered(self, play: Play, task: Task, choice: Choice, answer: tuple[str, ...]) -> None:
        raise AssertionError("the GM is asked something else")


def unseen(state: State, choice: Choice) -> Choice:
    """A question as everybody may hear it: of somebody who is hidden no more than that the GM is asked."""
    if viewers(state, choice.who) == EVERYONE:
        return choice
    return replace(choice, kind=Unseen.kind, about="", options=(), usual=())


class Act(act.Act[World, State]):
    """An order being obeyed, with what its author knows."""

    look: Look

    @property
    def who(self) -> Figure:
        """The figure that is ordered."""
        return self.look.own

    @cached_property
    def play(self) -> Play:
        """The table, for what comes of the order."""
        return Play(self.world, self.table)


class Deed(act.Order):
    """Deed of somebody: a player orders it for their own figure, the GM with `let … do …` for any other."""

    deeds: ClassVar[list[type[Deed]]] = []
    """Those that can be ordered, by their paths: in which order modules are read changes nothing."""

    def __init_subclass__(cls, **given: Any) -> None:  # as pydantic hands it on
        super().__init_subclass__(**given)
        if cls.__dict__.get("path"):
            insort(Deed.deeds, cls, key=lambda kind: kind.path)

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        return look.unfit()

    def line_for(self, look: Look) -> str:
        """The deed as a line on which everybody is called as they are at the table, not by the id that is kept."""
        known: Mapping[str, Craft | Figure] = {**look.known.craft, **look.known.figures}
        called = dict[str, str]()
        for field in type(self).marks():
            words = getattr(self, field)
            if isinstance(words, str):
                each = (known[part].label if part in known else part for part in words.split(", "))
                called[field] = ", ".join(each)
        return to_text(self.model_copy(update=called))

    def ends(self, look: Look, found: Found) -> Mapping[str, Fraction]:
        """The chance of each thing that its roll may come to, exactly, as far as is known what it is made of; nothing
        of what is no roll.
        """
        return {}

    def attempt(self, look: Look, found: Found) -> Attempt | Arc | None:
        """Attack that it is, whose chances can be reckoned; None for no attack. Refuses what cannot be reached."""
        return None


class Answer(Answering, Deed):
    """A deed that answers a question to the figure."""

    plays: ClassVar[type[question.Play[Any, Any, Any, Any]]] = Play

    @classmethod
    def choices(cls, look: Look, choice: Choice) -> Iterable[Self]:
        """Each option, in its one field."""
        (field,) = cls.model_fields
        return (cls.model_validate({field: option}) for option in choice.options)


class Active(Deed):
    """An affirmative action: in the figure's own active component alone (D6-2-03, D6-2-04). `cost` actions."""

    cost: ClassVar[int] = 1

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        if refused := look.inactive():
            return refused
        return look.spent(cls.cost) if cls.cost else None


class Ordering(act.Order):
    """An order of the GM: on the referee's state, at any moment unless it says otherwise."""

    moderator: ClassVar[bool] = True
    quiet: ClassVar[bool] = False
    """Whether it waits until nobody is asked anything."""
    peaceful: ClassVar[tuple[Text, str]] = NOTHING, ""
    """Why it is not given in a combat, and the rule that says so; "" for what may be."""

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """Refuses `E_PHASE` at a closed table or in a combat, `E_PENDING` while somebody is asked."""
        if look.known.tick and cls.peaceful[0]:
            return no(Code.E_PHASE, *cls.peaceful)
        if look.known.over:
            return no(Code.E_PHASE, T_("The table is closed."), "D6-2-01")
        if cls.quiet and look.known.choice is not None:
            asked = called(look.known, look.known.choice.who)
            return no(Code.E_PENDING, N_("{who} is asked first."), "D6-2-03", who=asked)
        return None


class Noted(Fact[State], frozen=True):
    """The GM set something of somebody's."""

    says = N_("The GM sets {who}: {what}.")
    decides = True
    who: Who
    what: Setting


class Seen(Fact[State], frozen=True):
    """Standing and seeming of somebody, as the GM or a move has it."""

    silent = "what happened is told"
    makes = Renews("figures", "figure")
    figure: Figure


def begins(act: Act, *, rolled: bool = False, whole: bool = False) -> Play:
    """An affirmative action is begun: it counts, and so do the actions declared, from now on for good (D6-2-03).
    `rolled`: it has the first roll, or a further one; `whole`: it uses the turn up.
    """
    if act.state.tick:
        turn = act.state.turn(act.who.id)
        done, rolled, whole = turn.done + 1, turn.rolled or rolled, turn.whole or whole
        act.play.turned(act.who.id, declared=max(turn.declared, done), done=done, rolled=rolled, whole=whole)
    return act.play


@afterwards
def give_time(world: World, table: Table[State], before: State) -> None:
    """A turn has its whole time anew whenever a question within it has been answered (D6-2-02)."""
    state = table.state
    if state.choice is None and state.acting and not state.over:
        time_anew(table, state.options.minutes)


def due(state: State) -> Instant | None:
    """Instant at which time is up."""
    return None if state.over else state.until
