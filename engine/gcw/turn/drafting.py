"""The draft of a turn: a line an action, each checked by playing the whole draft on what its author knows.

Rulebook: GCW-TRN-04, register 0.7. When the turn becomes final the same rules play it on the referee's state.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import ClassVar, Self

from msgspec.structs import replace
from pydantic import Field

from engine.act import Order
from engine.book import obeys
from engine.draft import Rehearsal
from engine.game import Fact, Refusal, Seat, Table, only
from engine.gcw.acting import Action, look_in
from engine.gcw.boarding.abandoning import land_pods
from engine.gcw.galaxy.hyperspace import Answered
from engine.gcw.look import Look, Obeying
from engine.gcw.run import Run
from engine.gcw.space.towing import end_notice
from engine.gcw.state import State, put
from engine.gcw.turn.shorthand import written_out
from engine.look import Refused
from engine.orders import Order as Asked
from engine.text.lines import parse, to_text
from engine.text.message import N_, NN_, T_, Text, joined, name, term

MOST_LINES = 120
"""Actions in one turn: more than any fleet has units."""


def acting(order: Asked) -> Action:
    """An order that is an action: drafts hold nothing else."""
    assert isinstance(order, Action)
    return order


def merged(actions: Sequence[Asked], at: int) -> tuple[int, ...]:
    """The places of later lines that are played together with one (GCW-UCR-04)."""
    return tuple(at + 1 + place for place in acting(actions[at]).joined(actions[at + 1 :]))


@lru_cache(maxsize=4096)
def action_of(line: str) -> Action:
    """The action that a line says: orders are immutable, and the same lines are read again and again."""
    return acting(parse(line, Action.kinds))


def step_of(action: Asked) -> int:
    """The step of the turn in which an action is played (register 0.7).

    Those inside ships fight when all who board are aboard, and crews leave after that (GCW-BRD-02, GCW-DMG-14). Tractor
    beams are worked after all else in combat, then scans begin, and withdrawals come last (GCW-TRC-09).
    """
    return acting(action).step


def begin(look: Look, table: Table[State]) -> Run:
    """A turn on what its author knows, before its first line."""
    run = Run(look.world, table, author(look), real=False)
    land_pods(run)
    return run


def author(look: Look) -> Seat:
    """Whose turn it is."""
    assert look.seat is not None  # the public plays no turns
    return look.seat


def play_line(run: Run, number: int, actions: Sequence[Asked]) -> None:
    """Play the line of that place, with those merged into it. Raises Refusal."""
    action = acting(actions[0])
    run.line, run.found, run.further = number, action.find(look_in(run)), tuple(actions[1:])
    action.perform(run)


DRAFT: Rehearsal[Run] = Rehearsal(
    action_of, step_of, merged, begin, play_line, drafts=frozenset({"drafts", "formations"})
)
"""How a turn is played, in rehearsal and when it is final."""


def rehearse(look: Look, lines: tuple[str, ...]) -> Run:
    """Play lines on what their author knows. Raises the first refusal, naming the line (GCW-TRN-04)."""
    done = DRAFT.rehearse(look, lines)
    if done.refused:
        number, refusal = done.refused[0]
        if len(lines) > 1 and number != len(lines) - 1:
            sentence = f"Line {number + 1} of your draft would fail: {refusal.sentence}"
            raise Refusal(refusal.code, sentence, refusal.rule, refusal.fix, refusal.numbers)
        raise refusal.again()
    return done.run


def after_draft(look: Look) -> Run:
    """The turn after what is drafted of it, as far as its author knows; lines that would be refused are left out."""
    return DRAFT.rehearse(look, look.known.drafts.get(author(look), ())).run


@obeys(Action)
def drafted(act: Obeying, action: Action) -> None:
    """Add an action of any chapter to the draft, if the draft with it can be played on what its author knows."""
    look = act.look
    before = drafted_by(look)
    actions = written_out(look, action, map(action_of, before))
    lines = (*before, *(to_text(acting(one).lasting(look), Action.kinds) for one in actions))
    if len(lines) > MOST_LINES:
        look.refuse("DRAFT_FULL", most=MOST_LINES)
    rehearse(look, lines)
    notice = end_notice([action_of(line) for line in lines])
    usual = (*action.assumed(), notice) if notice else action.assumed()
    act.say(DraftSet(act.seat, lines, len(actions), usual), only(act.seat))


def drafted_by(look: Look) -> tuple[str, ...]:
    """The lines of the seat's draft."""
    return look.known.drafts.get(look.viewer, ())


EMPTY = T_("Your draft is empty.")
ADDED = NN_(
    "Your draft has {number} line; the last is {new}.", "Your draft has {number} lines; the last is {new}.", "number"
)
ADDED_SEVERAL = N_("Your draft has {number} lines; the last {added} are {new}.")
LINE, AS_USUAL = N_("“{line}”"), N_("Taken as usual: {assumed}.")


class DraftSet(Fact[State], frozen=True):
    """The lines of a player's next turn, in order; `added` of them are new, with what was left out and `assumed`."""

    seat: Seat
    lines: tuple[str, ...]
    added: int = 1
    assumed: tuple[str, ...] = ()

    def evolve(self, state: State) -> State:
        return replace(state, drafts=put(state.drafts, self.seat, self.lines))

    def words(self, look: Look) -> Text:
        if not self.lines:
            return EMPTY
        new = joined(", ", (LINE(line=name(line)) for line in self.lines[-self.added :]))
        sentence = ADDED if self.added == 1 else ADDED_SEVERAL
        words = [sentence(number=len(self.lines), added=self.added, new=new)]
        if self.assumed:
            words.append(AS_USUAL(assumed=joined(", ", map(term, self.assumed))))
        return joined(" ", words)


class Drop(Order):
    """Take one line out of your draft."""

    path: ClassVar[str] = "gcw turn drop"
    line: ClassVar[str] = "drop {number}"
    number: int = Field(description="the line's number", ge=1, le=MOST_LINES)

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """A player in play may."""
        return look.inactive()

    def obey(self, act: Obeying) -> None:
        """The lines after it move up. Refuses NO_LINE."""
        lines = drafted_by(act.look)
        if self.number > len(lines):
            act.refuse("NO_LINE", number=self.number, lines=len(lines))
        act.say(DraftSet(act.seat, lines[: self.number - 1] + lines[self.number :]), only(act.seat))

    @classmethod
    def likely(cls, look: Look) -> Iterator[Self]:
        """The last line."""
        if cls.ready(look) is None and drafted_by(look):
            yield cls(number=len(drafted_by(look)))


class Clear(Order):
    """Empty your draft."""

    path: ClassVar[str] = "gcw turn clear"
    line: ClassVar[str] = "clear"

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """A player in play may."""
        return look.inactive()

    def obey(self, act: Obeying) -> None:
        """No line is left."""
        act.say(DraftSet(act.seat, ()), only(act.seat))

    @classmethod
    def likely(cls, look: Look) -> Iterator[Self]:
        """Where there is something to clear."""
        if cls.ready(look) is None and drafted_by(look):
            yield cls()


PROOF = N_("Line {number}: {words}")


class Explain(Order):
    """The arithmetic of your drafted volleys, with every modifier and its rule."""

    path: ClassVar[str] = "gcw battle explain"
    line: ClassVar[str] = "explain[ line {number}]"
    sheet: ClassVar[bool] = False
    number: int | None = Field(None, description="a line of your draft; all if left out", ge=1, le=MOST_LINES)

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """A player in play may ask."""
        return look.inactive()

    def obey(self, act: Obeying) -> None:
        """Told as far as the author knows the targets. Refuses NO_LINE, NO_VOLLEY."""
        lines = drafted_by(act.look)
        if self.number is not None and self.number > len(lines):
            act.refuse("NO_LINE", number=self.number, lines=len(lines))
        wanted = None if self.number is None else self.number - 1
        proofs = [(line, words) for line, words in rehearse(act.look, lines).proofs if wanted in (None, line)]
        if not proofs:
            act.refuse("NO_VOLLEY")
        told = joined("\n\n", (PROOF(number=line + 1, words=term(words)) for line, words in proofs))
        act.say(Answered(told), only(act.seat))

    @classmethod
    def likely(cls, look: Look) -> Iterator[Self]:
        """Nothing: it changes nothing."""
        yield from ()


def preview(look: Look) -> list[str]:
    """What the draft will do, as far as its author knows: a line a volley, with the arithmetic. Raises Refusal."""
    return rehearse(look, drafted_by(look)).workings or ["No shots are drafted: nothing is hurt."]
