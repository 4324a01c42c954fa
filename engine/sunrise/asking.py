"""The base of all questions of False Sunrise: what a side is asked, in the words of news, panels and refusals."""

from __future__ import annotations

from typing import Any, ClassVar, TypeVar

from engine import question
from engine.sunrise.state import Choice, State
from engine.sunrise.words import SYSTEMS, ship_words
from engine.text.message import N_, T_, Message, Text, joined, term

T = TypeVar("T")

NO_SHIP, NO_TARGET, IN_ORDER = T_("a ship"), T_("the attack"), N_("{asked} (in order: {dice})")


class Question(question.Question[Any, Any, Choice, T]):  # looks and plays are made of questions, and not the reverse
    """A question to a side. `asks` has {ship}, {target} and {count} of systems; `idle` tells of picking nothing.

    `place` is where its kind stands in lists of all kinds, by when they come up in a turn.
    """

    kinds: ClassVar[dict[str, Any]] = {}  # questions of whatever tasks
    place: ClassVar[int]
    asks: ClassVar[Message]
    idle: ClassVar[Message] = N_("{side} chooses nothing.")

    def words(self, known: State, choice: Choice) -> Text:
        """What is asked, after "chooses"."""
        return self.asks(
            ship=ship_words(known, choice.ship) if choice.ship else NO_SHIP,
            target=ship_words(known, choice.target) if choice.target else NO_TARGET,
            count=SYSTEMS(count=max(1, choice.count)),
        )


def every_kind() -> tuple[str, ...]:
    """The kinds of all questions, by when they come up in a turn."""
    return tuple(sorted(Question.kinds, key=lambda kind: Question.kinds[kind].place))


def asked_words(known: State, choice: Choice) -> Text:
    """What a side is asked, after "chooses", with the dice that lie on the table."""
    asked = Question.of(choice).words(known, choice)
    if not choice.faces:
        return asked
    return IN_ORDER(asked=asked, dice=joined(" ", (term(str(face)) for face in choice.faces)))
