"""Questions: what somebody is asked in the midst of what happens, and the agenda that waits for the answer.

What is stored is plain: a choice (its kind, who is asked about what, the options, the usual answer), and the tasks that
are still to be done, first of all the one that asked. What they do is found by their kind: a chapter declares a
`Question` with everything there is to say of it, and the `Answer`, the order that answers it, beside it; how a task is
done is a function marked with `runs`. A rulebook has a base class of its own for its questions and for its `Play`.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar

import msgspec

from engine.act import Act, Order
from engine.game import EVERYONE, Audience, Fact, Table
from engine.look import Refused
from engine.noun import Found
from engine.text.message import Text


class Choice(Protocol):
    """A question as it is stored: its kind, and what is done when time runs out."""

    @property
    def kind(self) -> str:
        """The kind of question ("spot")."""

    @property
    def usual(self) -> tuple[str, ...]:
        """The usual answer."""


W = TypeVar("W")
S = TypeVar("S", bound=msgspec.Struct)
L = TypeVar("L")
C = TypeVar("C", bound=Choice)
T = TypeVar("T")
P = TypeVar("P", bound="Play[Any, Any, Any, Any]")


class Question(Generic[L, P, C, T]):
    """All there is to say of one kind of question, which a task of the type T asks.

    A rulebook's base class has `kinds = {}` and adds what its questions have besides; a chapter declares a class with
    a `kind` for each question. `awaited` says what the table waits for; `row` is the clock's row by which it waits;
    `nothing` is the answer that picks nothing, None where something must be picked.
    """

    kinds: ClassVar[dict[str, Any]]  # questions of the rulebook's own base class
    kind: ClassVar[str] = ""
    rule: ClassVar[str] = ""
    row: ClassVar[str] = "choice"
    awaited: ClassVar[Text]
    nothing: ClassVar[tuple[str, ...] | None] = None

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if cls.kind:
            assert cls.kind not in cls.kinds, f"two questions are of the kind {cls.kind!r}"
            cls.kinds[cls.kind] = cls()

    @classmethod
    def of(cls, choice: Choice) -> Self:
        """The question that a stored choice is about."""
        found: Self = cls.kinds[choice.kind]
        return found

    @abstractmethod
    def words(self, known: Any, choice: C) -> Text:  # each rulebook has its own state
        """The question as it stands after "chooses"."""

    def buttons(self, look: L, choice: C) -> Iterable[tuple[Text, Order]]:
        """The likeliest answers, each with the words of its button; the usual answer is offered besides."""
        return ()

    def advice(self, look: L, choice: C) -> Order | None:
        """The order by which an opponent would answer; None for the usual answer."""
        return None

    @abstractmethod
    def answered(self, play: P, task: T, choice: C, answer: tuple[str, ...]) -> None:
        """Does what follows of the answer."""


_DONE: dict[type, Callable[[Any, Any], None]] = {}  # each takes a rulebook's own play and its own kind of task


def runs(kind: type[T]) -> Callable[[Callable[[P, T], None]], Callable[[P, T], None]]:
    """Declares the function below it as how tasks of a kind are done."""

    def register(do: Callable[[P, T], None]) -> Callable[[P, T], None]:
        _DONE[kind] = do
        return do

    return register


class Play(Generic[W, S, T, C]):
    """A table on which tasks are done until somebody must choose, or has a free hand.

    A rulebook's own class says what it asks by, which fact opens a question and which closes it, and what is answered
    without being asked.
    """

    questions: ClassVar[type[Question[Any, Any, Any, Any]]]

    def __init__(self, world: W, table: Table[S]) -> None:
        self.world, self.table = world, table
        self.agenda: list[T] = []
        self.waiting = False

    @property
    def state(self) -> S:
        """The state now."""
        return self.table.state

    def say(self, fact: Fact[S], to: Audience) -> None:
        """Make something so. Whoever says it says who hears it."""
        self.table.say(fact, to)

    def tell(self, fact: Fact[S]) -> None:
        """Make something so that everybody hears."""
        self.say(fact, EVERYONE)

    def push(self, *tasks: T) -> None:
        """Tasks that come next, in this order."""
        self.agenda[:0] = tasks

    def go(self) -> None:
        """Do what is on the agenda, until it is empty or somebody is asked."""
        while self.agenda and not self.waiting:
            task = self.agenda.pop(0)
            _DONE[type(task)](self, task)

    def end(self) -> None:
        """Nothing more happens."""
        self.agenda.clear()

    def ask(self, choice: C, task: T) -> None:
        """Ask; `task` asked, and goes on with the answer. Answered at once where they have it so."""
        question = self.questions.of(choice)
        if self.automatic(choice):
            question.answered(self, task, choice, choice.usual)
            return
        self.opened(choice, (task, *self.agenda), question.row)
        self.agenda.clear()
        self.waiting = True

    def answer(self, choice: C, given: tuple[str, ...], *, late: bool = False) -> None:
        """Go on with the answer to what was asked, `late` where it is the usual one because time ran out."""
        task, *rest = self.waits()
        self.closed(choice, given, late=late)
        self.agenda = rest
        self.questions.of(choice).answered(self, task, choice, given)
        self.go()

    @abstractmethod
    def automatic(self, choice: C) -> bool:
        """True if they who are asked have such questions answered at once in the usual way."""

    @abstractmethod
    def opened(self, choice: C, agenda: tuple[T, ...], row: str) -> None:
        """Say that a question is open, and that the agenda waits for it, by a row of the clock."""

    @abstractmethod
    def closed(self, choice: C, given: tuple[str, ...], *, late: bool) -> None:
        """Say what was answered."""

    @abstractmethod
    def waits(self) -> tuple[T, ...]:
        """The agenda that waits for the open question, first the task that asked."""


class Answer(Order):
    """An order that answers questions of some kinds. The rulebook's look says what is `asked` of its author."""

    answers: ClassVar[tuple[type[Question[Any, Any, Any, Any]], ...]] = ()
    plays: ClassVar[type[Play[Any, Any, Any, Any]]]

    @classmethod
    def ready(cls, look: Any) -> Refused | None:  # each rulebook has its own look
        """Refuses while no such question is open, and while it is another's to answer."""
        found = look.asked(*cls.answers)
        return found if isinstance(found, Refused) else None

    def given(self, look: Any, choice: Any, found: Found) -> tuple[str, ...]:  # of the rulebook's own types
        """The answer, as it is stored: what its one field names. Raises Refusal for one that may not be given."""
        (field,) = self.marks()
        thing = found.get(field)
        return thing if isinstance(thing, tuple) else (str(thing),)

    def obey(self, act: Act[Any, Any]) -> None:
        """Goes on with the answer where the question waited."""
        look: Any = act.look  # of the rulebook's own class
        choice = look.asked(*type(self).answers)
        self.plays(act.world, act.table).answer(choice, self.given(look, choice, act.found))

    @classmethod
    def likely(cls, look: Any) -> Iterator[Self]:  # each rulebook has its own look
        """The answers that could be given, while such a question is open."""
        choice = look.asked(*cls.answers)
        return iter(()) if isinstance(choice, Refused) else iter(cls.choices(look, choice))

    @classmethod
    def choices(cls, look: Any, choice: Any) -> Iterable[Self]:  # of the rulebook's own types
        """Answers to an open question, representative where there are many."""
        return super().likely(look)
