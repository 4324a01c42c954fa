"""A look: what somebody knows, of what world, when. Words, menus, pictures and refusals are made from it alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Generic, NoReturn, TypeVar

import msgspec

from engine.clock import Instant
from engine.game import Refusal, RefusalText, Seat, refusal
from engine.text.message import NOTHING, Message, Text, said, stamp, term

G = TypeVar("G")
W = TypeVar("W")
S = TypeVar("S", bound=msgspec.Struct)


class Refused(msgspec.Struct, frozen=True):
    """Refusal of something: a code of the register, the numbers of its sentence, a more telling rule, the remedy.

    A check returns it instead of raising, so that the same check refuses an order and leaves a thing out of a menu.
    """

    code: str
    numbers: Mapping[str, object] = {}
    rule: str = ""
    fix: str = ""
    sentence: Text = NOTHING
    """What is said, where the register's sentence for the code tells too much or does not fit."""

    @property
    def why(self) -> Text:
        """The figures of the case, where the code's sentence leaves them to the check, as its {why}."""
        return term(str(self.numbers.get("why", "")))


def no(code: str, why: Message | Text, rule: str, /, **figures: str | int) -> Refused:
    """A refusal found by a rule that also knows the figures of the case: `why` with them, for the code's sentence."""
    return Refused(code, {"why": said(why, **figures)}, rule)


class Look(msgspec.Struct, Generic[W, S], frozen=True):
    """Knowledge of somebody: by whom (None: the public), of what, when. `known` is the fold of what they heard."""

    world: W
    known: S
    seat: Seat | None
    now: Instant
    refusals: Mapping[str, RefusalText] = {}
    timeless: bool = False
    """Words are made without the instants at which something is to come."""

    def until(self, at: Instant | None, style: str = "F") -> Text:
        """An instant at which something is to come, as `stamp` shows it; "" where it is not known or not told."""
        return NOTHING if at is None or self.timeless else stamp(at, style)

    def refusal(self, code: str, rule: str = "", fix: str = "", **numbers: object) -> Refusal:
        """The register's refusal `code` with its numbers filled in; `rule` and `fix` replace its usual ones."""
        return refusal(self.refusals, code, rule, fix, numbers)

    def refuse(self, code: str, rule: str = "", fix: str = "", **numbers: object) -> NoReturn:
        """Decline. Raises Refusal."""
        raise self.refusal(code, rule, fix, **numbers)

    def require(self, refused: Refused | None) -> None:
        """Decline with what a check found, if it found something. Raises Refusal."""
        if refused is not None:
            self.decline(refused)

    def no(self, code: str, why: Message | Text, rule: str, /, **figures: str | int) -> NoReturn:
        """Decline with the figures of the case, `why` for the code's sentence. Raises Refusal."""
        self.decline(no(code, why, rule, **figures))

    def granted(self, given: G | Refused) -> G:
        """The finding of a rule. Raises Refusal where that is a refusal."""
        if isinstance(given, Refused):
            self.decline(given)
        return given

    def decline(self, refused: Refused) -> NoReturn:
        """Decline with what a check found. Raises Refusal."""
        said = refusal(self.refusals, refused.code, refused.rule, refused.fix, refused.numbers)
        sentence = refused.sentence or said.sentence
        raise Refusal(refused.code, sentence, said.rule, said.fix, refused.numbers)
