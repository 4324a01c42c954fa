"""Orders that answer what a side is asked. Every question has a usual answer, which is given when time runs out, or at
once for what a side has set to automatic. Register 17.1.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Any, ClassVar, Self

from pydantic import Field

from engine import act, question
from engine.book import Group
from engine.game import Fact
from engine.look import Refused
from engine.noun import Found, Value
from engine.orders import Option
from engine.sunrise.asking import Question, every_kind
from engine.sunrise.data.codes import Code, no
from engine.sunrise.look import Act, Look
from engine.sunrise.naming import listed
from engine.sunrise.play import Play
from engine.sunrise.state import Choice, Side, Stage, State, side_changed
from engine.text import message
from engine.text.message import N_, Text, name, term

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
        return no(Code.E_PHASE, f"something must be picked: {asked.words(look.known, choice)}", "FS-TURN-07")

    def given(self, look: Look, choice: Choice, found: Found) -> tuple[str, ...]:
        return Question.of(choice).nothing or ()

    @classmethod
    def choices(cls, look: Look, choice: Choice) -> Iterable[Self]:
        return (cls(),) if Question.of(choice).nothing is not None else ()


def _kinds(look: Look, words: str, found: Found) -> tuple[str, ...]:
    """The kinds of questions that are listed. Refuses `E_VALUE`."""
    wanted, known = [word.casefold() for word in listed(words)], every_kind()
    if wanted in (["all"], ["none"]):
        return known if wanted == ["all"] else ()
    there = ", ".join(known)
    if not wanted:
        look.require(no(Code.E_VALUE, f"no choice is named; say all, none, or some of {there}", "FS-TURN-07"))
    for word in wanted:
        if word not in known:
            look.require(no(Code.E_VALUE, f"“{name(word)}” is no choice; there are {there}", "FS-TURN-07"))
    return tuple(one for one in known if one in wanted)


CHOICES: Value[Look, tuple[str, ...]] = Value(
    "choices", _kinds, lambda look, found: map(Option, ("all", "none", *every_kind()))
)


BY_DEFAULT, ABOUT_ALL = N_("{side} has answered by default: {choices}."), N_("{side} is asked about everything.")


class AutoSet(Fact[State], frozen=True):
    """Which choices a side has answered for it at once, by default."""

    rule = "FS-TURN-07"
    side: Side
    auto: tuple[str, ...]

    def evolve(self, state: State) -> State:
        return side_changed(state, self.side, auto=self.auto)

    def words(self, look: Look) -> Text:
        side = look.name(self.side)
        return (
            BY_DEFAULT(side=side, choices=message.listed(map(term, self.auto))) if self.auto else ABOUT_ALL(side=side)
        )


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
        """What a side has answered at once; an open question of that kind is answered now."""
        side, kinds = act.look.own, act.found.choices
        play = Play(act.world, act.table)
        play.say(AutoSet(side, kinds))
        choice = play.state.choice
        if choice is not None and choice.side is side and choice.kind in kinds:
            play.answer(choice, choice.usual)

    @classmethod
    def likely(cls, look: Look) -> Iterator[Self]:
        """What stands for long is offered in the Order phase."""
        if look.side is None or look.known.stage is not Stage.ORDERS or look.known.of(look.side).lock is not None:
            return
        mine = look.known.of(look.side)
        yield cls(choices="none" if mine.auto else "all")
        if not mine.auto:
            yield cls(choices="reroll, lose")
