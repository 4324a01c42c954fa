"""Force Points, Character Points, the dark side. Register sections 3 and 4."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Annotated, Any, ClassVar, Literal, Self, TypeVar

from msgspec.structs import replace
from pydantic import Field

from engine.book import Group
from engine.clock import DAY
from engine.d6.data.pack import Code
from engine.d6.dice.rolling import Throw, Wild, with_point, with_rule
from engine.d6.look import Look, Question, Total, Who, called, hearers
from engine.d6.nouns import chosen
from engine.d6.play import WILD_SAYS, Act, Answer, Deed, Play
from engine.d6.state import Attack, Blow, Choice, Missed, Sheet, State, with_last, with_sheet, with_turn
from engine.declared.sentences import either
from engine.game import EVERYONE, REFEREE, Fact
from engine.look import Refused, no
from engine.noun import Found, Value
from engine.orders import Option
from engine.question import runs
from engine.text.message import N_, T_, Text, term

GROUP = Group("d6 points", "Force and Character Points")
FREE, ON_A_ROLL = 2, 2
"""Character Points that a session gives without a price, and those that go on one roll (D6-4-01, D6-B-28)."""
NONE_LEFT, NO_ANSWER = N_("{who} has none left."), N_("it is accept, point or confirmed, not “{words}”")
DARK = N_("{who} has {dark} Dark Side Points; die {die}.")
FALLS = N_("{who} has {dark} Dark Side Points; die {die}: **the dark side calls**. The GM confirms it with `fall`.")
OUTCOMES: dict[str, Callable[[Play, Missed, bool], None]] = {}
"""What is done with a roll, by what it was for, and whether it reached its number."""
Rolled = TypeVar("Rolled", bound=Missed | Blow | Attack)
"""What goes on with a roll that the GM may still say something of."""
RULED = N_("The wild 1 of {who}: {rule}. {what}: **{total}** now.")


# Force Points


def no_force(look: Look, who: str) -> Refused | None:
    """Refuses `E_FP` a Force Point that cannot be declared now (D6-3-01, D6-3-03, D6-3-07)."""
    known, turn = look.known, look.known.turn(who)
    if look.sheet(who).force < 1:
        return no(Code.E_FP, NONE_LEFT, "D6-B-26", who=called(known, who))
    if turn.force:
        return no(Code.E_FP, T_("One is in force already."), "D6-3-07")
    if turn.points:
        return no(Code.E_FP, T_("A Character Point was spent in this round."), "D6-3-07")
    if known.tick and known.acting == who and turn.rolled:
        return no(Code.E_FP, T_("The first roll of the turn has fallen."), "D6-3-01")
    return None


class ForcePoint(Deed):
    """Spend a Force Point: your codes are doubled."""

    path: ClassVar[str] = "d6 points force"
    line: ClassVar[str] = "force point"

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """Before the first roll of the turn, or at any inactive moment, even while one is asked something."""
        if refused := look.outside():
            return refused
        if not look.known.awake(look.own):
            return no(Code.E_STATE, N_("{who} is unconscious."), "D6-B-22", who=look.own.label)
        return no_force(look, look.own.id)

    def obey(self, act: Act) -> None:
        """Codes are doubled to the end of the round: in the turn and after it where it was declared there, else in
        inactive moments alone (D6-3-01..05); outside combat for the task (D6-3-06). A pilot's that is declared before
        the piloting roll holds for the whole round (D6-3-08).
        """
        play, who = act.play, act.who.id
        active = not play.state.tick or play.state.acting == who or play.state.flies(who)
        play.written(who, PointsChanged(who, force=play.state.sheets[who].force - 1))
        play.seen(who, ForceSpent(who, "active" if active else "inactive"))

    @classmethod
    def likely(cls, look: Look) -> Iterator[Self]:
        """In a combat."""
        if look.known.tick:
            yield cls()


class ForceSpent(Fact[State], frozen=True):
    """Somebody's codes are doubled."""

    says = N_("**{who}** trusts in the Force: a Force Point.")
    rule = "D6-B-26"
    decides = True
    who: Who
    when: Literal["active", "inactive"]

    def evolve(self, state: State) -> State:
        return with_turn(state, self.who, force=self.when)


class PointsChanged(Fact[State], frozen=True):
    """Points are spent or given: of each kind that is named, so many are there now."""

    silent = "what they were spent on is told"
    who: str
    force: int | None = None
    points: int | None = None
    spent: int | None = None
    dark: int | None = None
    day: int | None = None
    fallen: bool | None = None

    def evolve(self, state: State) -> State:
        fields = ("force", "points", "spent", "dark", "day", "fallen")
        return with_sheet(state, self.who, **{one: now for one in fields if (now := getattr(self, one)) is not None})


# Character Points


def spent(state: State, sheet: Sheet) -> int:
    """Character Points that were spent in this session; without one, in this day of the story (D6-4-03)."""
    return sheet.spent if state.session or sheet.day == state.time // DAY else 0


def no_points(look: Look, who: str, throw: Throw) -> Refused | None:
    """Refuses `E_CP` a Character Point on a roll, whatever it costs (D6-B-28, D6-3-07, D6-4-05)."""
    sheet, turn = look.sheet(who), look.known.turn(who)
    if sheet.points < 1:
        return no(Code.E_CP, NONE_LEFT, "D6-B-28", who=called(look.known, who))
    if turn.force:
        return no(Code.E_CP, T_("A Force Point is in force."), "D6-3-07")
    if len(throw.points) >= ON_A_ROLL:
        return no(Code.E_CP, N_("{most} are on that roll already."), "D6-B-28", most=ON_A_ROLL)
    if not look.known.options.allowance and spent(look.known, sheet) >= FREE:
        why = N_("{free} are spent in this session, and the GM allows no more.")
        return no(Code.E_CP, why, "D6-4-05", free=FREE)
    return None


def price(look: Look, who: str) -> Refused | None:
    """Refuses `E_CONFIRM` a Character Point until a second word: it also gives a Dark Side Point (D6-4-01,
    D6-4-02).
    """
    done = spent(look.known, look.sheet(who))
    if done < FREE:
        return None
    why = N_("{done} are spent in this session; one more costs a Dark Side Point.")
    return no(Code.E_CONFIRM, why, "D6-4-01", done=done)


def spend(play: Play, throw: Throw) -> Throw:
    """A Character Point on a roll: one die more, which goes on with sixes (D6-B-28); beyond two in a session each gives
    a Dark Side Point (D6-4-02), and on a die at or below those that there are now, that is the fall (D6-B-29).
    """
    who, state = throw.who, play.state
    sheet = state.sheets[who]
    before = spent(state, sheet)
    made = with_point(throw, play.point(throw))
    play.written(who, PointsChanged(who, points=sheet.points - 1, spent=before + 1, day=state.time // DAY))
    play.turned(who, points=state.turn(who).points + 1)
    play.seen(who, PointSpent(who, made.veiled))
    play.written(who, LastThrown(made))
    if before >= FREE:
        dark, die = play.state.sheets[who].dark + 1, play.plain(who, "dark side")
        play.written(who, PointsChanged(who, dark=dark))
        play.seen(who, Darkened(who, dark, die))
    return made


class PointSpent(Fact[State], frozen=True):
    """A Character Point is on a roll."""

    says = N_("{who} spends a Character Point: **{throw}** now.")
    rule = "D6-B-28"
    threaded = True
    who: Who
    throw: Total

    def evolve(self, state: State) -> State:
        return with_last(state, self.throw)


class LastThrown(Fact[State], frozen=True):
    """Somebody's last roll is this now."""

    silent = "its total is told"
    throw: Throw

    def evolve(self, state: State) -> State:
        return with_last(state, self.throw)


class Darkened(Fact[State], frozen=True):
    """Somebody has a Dark Side Point more, and rolled for it."""

    says = either(lambda fact: fact.die <= fact.dark, FALLS, DARK)
    rule = "D6-B-29"
    decides = True
    who: Who
    dark: int
    die: int


# What a roll that fell short comes to


def reached(task: Missed) -> bool:
    """True if a roll reaches its number (D6-B-06); against another roll it must be higher (D6-B-07)."""
    return task.throw.total > task.against if task.strict else task.throw.total >= task.against


@runs(Missed)
def settle(play: Play, task: Missed) -> None:
    """A roll is held against its number; whoever fell short, and has Character Points, is asked (D6-B-28)."""
    who, look = task.throw.who, play.look
    if task.throw.open:
        ask_wild(play, task)
        return
    if reached(task) or no_points(look, who, task.throw) is not None or not play.state.awake(play.state.figures[who]):
        OUTCOMES[task.of](play, task, reached(task))
        return
    number = play.state.dealt
    throw, says = task.throw, N_("{what}, {total} against {against}")
    about = says(what=term(throw.what), total=term(str(throw.total)), against=term(str(task.against)))
    play.ask(Choice("mend", who, about, ("accept", "point"), ("accept",), number), task)


def ask_wild(play: Play, task: Missed | Blow | Attack) -> None:
    """The GM is asked what the wild 1 of a roll does, before that is used (D6-B-04)."""
    assert task.throw is not None  # it was rolled
    ways = tuple(wild.value for wild in Wild)
    usual = (play.state.options.wild.value,)
    play.ask(Choice("wild", task.throw.who, task.throw.what, ways, usual, play.state.dealt), task)


def with_wild(play: Play, task: Rolled, rule: Wild) -> Rolled:
    """A task whose roll has a wild 1 that does what the GM says (D6-B-04)."""
    assert task.throw is not None  # it was rolled
    return replace(task, throw=rule_wild(play, task.throw, rule))


def rule_wild(play: Play, throw: Throw, rule: Wild) -> Throw:
    """A roll whose wild 1 does what the GM says: told like a roll, of a secret sheet the total alone (D6-B-04)."""
    made = with_rule(throw, rule)
    if hearers(play.state, made.who) == EVERYONE:
        play.tell(WildRuled(made))
    else:
        play.seen(made.who, WildRuled(made.veiled))
        play.say(WildRuled(made), REFEREE)
    return made


class WhichWild(Question[Any]):
    """A wild die shows 1 at a table whose GM says each time what that does."""

    kind = "wild"
    asks = N_("the GM says what the wild 1 of {about} does")
    rule = "D6-B-04"
    awaited = T_("your word on a wild 1")
    game_master = True

    def answered(self, play: Play, task: Missed | Blow | Attack, choice: Choice, answer: tuple[str, ...]) -> None:
        """It does that, and the roll is used (D6-B-04)."""
        play.push(with_wild(play, task, Wild(answer[0])))


class WildRuled(Fact[State], frozen=True):
    """The GM has said what the wild 1 of a roll does."""

    rule = "D6-B-04"
    threaded = True
    throw: Throw

    def evolve(self, state: State) -> State:
        return with_last(state, self.throw)

    def words(self, look: Look) -> Text:
        made, who = self.throw, called(look.known, self.throw.who)
        return RULED(who=who, rule=WILD_SAYS[made.rule], what=term(made.what), total=made.total)


class Mend(Question[Missed]):
    """A roll fell short: is a Character Point spent on it?"""

    kind = "mend"
    asks = N_("spend a Character Point on {about}, or accept it")
    rule = "D6-B-28"
    awaited = T_("your Character Point")

    def answered(self, play: Play, task: Missed, choice: Choice, answer: tuple[str, ...]) -> None:
        """It stands as it is, or a die is added, and it is held against its number again (D6-B-28)."""
        if answer == ("accept",):
            OUTCOMES[task.of](play, task, False)
            return
        if answer[0] in tuple(Wild):
            play.push(with_wild(play, task, Wild(answer[0])))
            return
        play.push(replace(task, throw=spend(play, task.throw)))


def lacking(choice: Choice) -> tuple[int, int] | None:
    """The total of a roll that may be mended, and its number; None for another question (D6-B-28)."""
    found = re.search(r"(\d+) against (\d+)$", choice.about) if choice.kind == Mend.kind else None
    return (int(found[1]), int(found[2])) if found is not None else None


MENDING: Value[Look, str] = Value(
    "what becomes of the roll",
    lambda look, words, found: chosen(look, words, ("accept", "point", "confirmed"), NO_ANSWER, "D6-B-28"),
    lambda look, found: map(Option, ("accept", "point")),
)


class MendIt(Answer):
    """Accept a roll that fell short, or spend a Character Point on it."""

    path: ClassVar[str] = "d6 points mend"
    line: ClassVar[str] = "mend {how}"
    answers: ClassVar[tuple[type[Question[Any]], ...]] = (Mend,)
    how: Annotated[str, MENDING] = Field(
        description="accept, point, or confirmed for a point that has a price", max_length=20, examples=["point"]
    )

    def given(self, look: Look, choice: Choice, found: Found) -> tuple[str, ...]:
        """Answer that was chosen. Refuses `E_CONFIRM` a point that has a price, until that is confirmed (D6-4-01)."""
        if found.how == "accept":
            return ("accept",)
        if found.how == "point":
            look.require(price(look, choice.who))
        return ("point",)

    @classmethod
    def choices(cls, look: Look, choice: Choice) -> Iterable[Self]:
        """Both, as long as a point has no price."""
        yield cls(how="accept")
        if price(look, choice.who) is None:
            yield cls(how="point")


class CharacterPoint(Deed):
    """Spend a Character Point on your last roll."""

    path: ClassVar[str] = "d6 points spend"
    line: ClassVar[str] = "character point[ {word}]"
    word: Literal["plainly", "confirmed"] = Field("plainly", description="confirmed for one that has a price")

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """Refuses `E_CP` without a roll to spend it on, and what `no_points` says (D6-B-28)."""
        if refused := look.unfit():
            return refused
        throw = look.known.last.get(look.own.id)
        if throw is None:
            return no(Code.E_CP, T_("There is no roll of yours before the next action."), "D6-B-28")
        return no_points(look, look.own.id, throw)

    def check(self, look: Look, found: Found) -> None:
        """Refuses `E_CONFIRM` one that has a price, until that is confirmed (D6-4-01)."""
        if self.word != "confirmed":
            look.require(price(look, look.own.id))

    def obey(self, act: Act) -> None:
        """One die more on the last roll (D6-B-28, D6-4-01, D6-4-02)."""
        spend(act.play, act.state.last[act.who.id])

    @classmethod
    def likely(cls, look: Look) -> Iterator[Self]:
        """Plainly."""
        yield cls()
