"""Questions in the midst of what happens: asked, answered late or at once, and what waits for the answer goes on."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from engine.clock import Instant
from engine.dice.keyed import ScriptedDice
from engine.game import EVERYONE, Fact, Table
from engine.question import Play, Question, runs
from engine.text.message import T_, Text


class Task(msgspec.Struct, frozen=True):
    """A step of what happens; `asks` whether somebody is asked in it."""

    words: str
    asks: bool = False


class Choice(msgspec.Struct, frozen=True):
    kind: str
    options: tuple[str, ...]
    usual: tuple[str, ...]


class Tale(msgspec.Struct, frozen=True):
    """Tale of what has happened, and what is asked: the choice, and what waits for it."""

    told: tuple[str, ...] = ()
    asked: Choice | None = None
    waiting: tuple[Task, ...] = ()
    hurried: bool = False


class Told(Fact[Tale], frozen=True):
    silent = "a test"
    deed: str

    def evolve(self, state: Tale) -> Tale:
        return replace(state, told=(*state.told, self.deed))


class Asked(Fact[Tale], frozen=True):
    silent = "a test"
    choice: Choice | None
    agenda: tuple[Task, ...] = ()

    def evolve(self, state: Tale) -> Tale:
        return replace(state, asked=self.choice, waiting=self.agenda)


class Telling(Play[None, Tale, Task, Choice]):
    def automatic(self, choice: Choice) -> bool:
        return self.state.hurried

    def opened(self, choice: Choice, agenda: tuple[Task, ...], row: str) -> None:
        self.say(Asked(choice, agenda), EVERYONE)

    def closed(self, choice: Choice, given: tuple[str, ...], *, late: bool) -> None:
        self.say(Asked(None), EVERYONE)
        self.say(Told(f"answered {'late' if late else 'in time'}"), EVERYONE)

    def waits(self) -> tuple[Task, ...]:
        return self.state.waiting


class Asking(Question[Any, Telling, Choice, Task]):
    kinds = {}  # noqa: RUF012  # of this rulebook

    def words(self, known: Tale, choice: Choice) -> Text:
        return T_("a way")


class Way(Asking):
    kind = "way"

    def answered(self, play: Telling, task: Task, choice: Choice, answer: tuple[str, ...]) -> None:
        """The way is taken; beyond the bridge a troll waits."""
        play.say(Told(f"{task.words}: {answer[0]}"), EVERYONE)
        if answer == ("bridge",):
            play.push(Task("troll"), Task("toll"))
        if answer == ("home",):
            play.end()


Telling.questions = Asking  # type: ignore[type-abstract]  # its kinds answer
WAY = Choice("way", ("ford", "bridge", "home"), ("ford",))


@runs(Task)
def tell(play: Telling, task: Task) -> None:
    """Does what happens in a step."""
    if task.asks:
        play.ask(WAY, task)
    else:
        play.say(Told(task.words), EVERYONE)


ROAD = (Task("set out"), Task("river", asks=True), Task("arrive"))


def begun(*, hurried: bool = False) -> Telling:
    """A journey up to the river, or as far as it goes."""
    play = Telling(None, Table(Tale(hurried=hurried), Instant(0), ScriptedDice(), {}))
    play.push(*ROAD)
    play.go()
    return play


def answered(*given: str, late: bool = False) -> tuple[str, ...]:
    """All that was told when the question at the river is answered; another table goes on from the state alone."""
    state = begun().state
    play = Telling(None, Table(state, Instant(9), ScriptedDice(), {}))
    play.answer(WAY, given, late=late)
    assert play.state.asked is None and not play.agenda
    return play.state.told


def test_what_happens_stops_where_somebody_is_asked() -> None:
    play = begun()
    assert (play.state.told, play.state.asked, play.state.waiting) == (("set out",), WAY, ROAD[1:])
    assert play.waiting and not play.agenda
    play.go()
    assert play.state.told == ("set out",)


def test_an_answer_is_noted_and_what_waited_for_it_goes_on() -> None:
    assert answered("ford") == ("set out", "answered in time", "river: ford", "arrive")
    assert answered("ford", late=True) == ("set out", "answered late", "river: ford", "arrive")


def test_what_an_answer_brings_comes_before_what_waited() -> None:
    assert answered("bridge")[2:] == ("river: bridge", "troll", "toll", "arrive")


def test_after_the_end_nothing_more_happens() -> None:
    assert answered("home")[2:] == ("river: home",)


def test_who_has_it_so_is_not_asked_and_answers_as_usual() -> None:
    play = begun(hurried=True)
    assert (play.state.told, play.waiting) == (("set out", "river: ford", "arrive"), False)


def test_a_function_that_does_tasks_can_be_called_by_itself() -> None:
    play = Telling(None, Table(Tale(), Instant(0), ScriptedDice(), {}))
    tell(play, Task("alone"))
    assert play.state.told == ("alone",)
