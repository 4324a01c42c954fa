"""Reflex: what the GM lets somebody react to, the roll, and the one thing that it opens. Register section 5."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Annotated, ClassVar, Literal, Self

from pydantic import Field

from engine.book import Group
from engine.d6.data.pack import Code
from engine.d6.force import OUTCOMES
from engine.d6.look import Look, Thing, Who, called
from engine.d6.nouns import ANYBODY, SKILL, Difficulty, not_here, number
from engine.d6.play import Act, Deed, Ordering, Play, entry
from engine.d6.state import Missed, State, Trigger
from engine.declared.changes import Keeps
from engine.declared.sentences import either
from engine.game import Fact
from engine.look import Refused, no
from engine.noun import Found, Value
from engine.orders import Option
from engine.text.message import N_, T_, Text, name, term

GROUP = Group("d6 react", "Parries, Strength, Reflex: what is done out of turn")
TIMES = ("ample time", "two seconds", "one second", "half a second", "no time")
"""What the difficulties of Reflex stand for (D6-5-03)."""
TIME: Value[Look, int] = Value(
    "a difficulty by the time to react",
    number(1, 60, "D6-5-03"),
    lambda look, found: [
        Option(str(top), f"{top}: {words}") for top, words in zip(look.world.pack.tables.reflex, TIMES, strict=True)
    ],
)
TRIGGERED = N_("{who} may react: Reflex {difficulty}, then {follow}[ ({what})].")


class OpenTrigger(Ordering):
    """Let somebody react to something by Reflex."""

    path: ClassVar[str] = "gm-d6 scene trigger"
    line: ClassVar[str] = "trigger {follow} for {who} at {difficulty}[ by {what}]"
    follow: Literal["dive", "grab", "throw", "dodge-fall"] = Field(description="what a passed roll opens")
    who: Annotated[str, ANYBODY] = Field(description="who", max_length=60)
    difficulty: Annotated[str, TIME] = Field(description="how hard, by the time there is", max_length=3)
    what: str = Field("", description="what they react to", max_length=60)

    def obey(self, act: Act) -> None:
        """They may roll Reflex at once, whoever's turn it is (D6-5-02, D6-5-03, D6-2-09)."""
        trigger = Trigger(self.what, act.found.difficulty, self.follow, act.state.tick)
        act.play.seen(act.found.who.id, Triggered(act.found.who.id, trigger))


class Triggered(Fact[State], frozen=True):
    """Somebody may react to something, or (None) no more."""

    rule = "D6-5-02"
    decides = True
    makes = Keeps("triggers", "who", "trigger")
    who: Who
    trigger: Trigger | None

    def words(self, look: Look) -> Text | None:
        if self.trigger is None:
            return None
        who, follow, what = called(look.known, self.who), term(self.trigger.follow), name(self.trigger.what)
        return TRIGGERED(who=who, difficulty=self.trigger.difficulty, follow=follow, what=what)


class Reflex(Deed):
    """React by Reflex to what the GM has opened."""

    path: ClassVar[str] = "d6 react reflex"
    line: ClassVar[str] = "reflex"

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """Refuses `E_PHASE` without a trigger (D6-5-02)."""
        shut = no(Code.E_PHASE, T_("The GM has opened nothing to react to."), "D6-5-02")
        return look.unfit() or look.down() or (None if look.own.id in look.known.triggers else shut)

    def check(self, look: Look, found: Found) -> None:
        """Refuses `E_POOL` (D6-B-02)."""
        look.require(look.unrollable("reflex", reaction=True))

    def ends(self, look: Look, found: Found) -> Mapping[str, Fraction]:
        """Chance that it is quick enough (D6-5-03)."""
        return look.reaching("reflex", look.known.triggers[look.own.id].difficulty, reaction=True)

    def obey(self, act: Act) -> None:
        """A reaction, which counts as an action; untrained it is Dexterity (D6-5-01, D6-2-05, D6-2-07)."""
        play, who = act.play, act.who.id
        pips, trigger = play.look.pool(who, "reflex", reaction=True), play.state.triggers[who]
        if play.state.tick:
            play.reacts(who)
        play.seen(who, Triggered(who, None))
        play.roll(who, "reflex", pips, trigger.difficulty, "reflex", about=trigger.follow)
        play.go()


@entry(OUTCOMES, "reflex")
def reacted(play: Play, task: Missed, ok: bool) -> None:
    """A passed roll opens one thing, once (D6-2-06, D6-5-04, D6-5-06)."""
    play.seen(task.throw.who, Reacts(task.throw.who, task.about if ok else ""))
    if ok:
        play.turned(task.throw.who, opening=task.about)


class Reacts(Fact[State], frozen=True):
    """A Reflex roll passed, or not."""

    says = either("follow", N_("{who} is quick enough to {follow}."), N_("{who} is too slow."))
    rule = "D6-2-06"
    threaded = True
    who: Who
    follow: Thing


class Dodge(Deed):
    """There is no dodge."""

    path: ClassVar[str] = "d6 react dodge"
    line: ClassVar[str] = "dodge[ {what}]"
    slash: ClassVar[bool] = False
    what: str = Field("", description="whatever it is", max_length=100)

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """Refuses `E_NODODGE`, always (D6-6-01)."""
        return not_here(look, "dodge")

    def obey(self, act: Act) -> None:
        """It never is (D6-6-01)."""


class FollowUp(Deed):
    """Do what a passed Reflex roll has opened, with a second roll."""

    path: ClassVar[str] = "d6 react follow"
    line: ClassVar[str] = "follow up with {what}[ against {difficulty}]"
    what: Annotated[str, SKILL] = Field(description="Strength, jumping, throwing…", max_length=40)
    difficulty: Difficulty = Field(None, description="how hard")

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """Refuses `E_INACTIVE` without a passed Reflex roll, and a second time (D6-2-04, D6-2-06)."""
        shut = no(Code.E_INACTIVE, T_("No Reflex roll of this moment has opened anything."), "D6-2-06")
        return look.unfit() or look.down() or (None if look.known.turn(look.own.id).opening else shut)

    def check(self, look: Look, found: Found) -> None:
        """Refuses `E_POOL`, `E_SKILL` (D6-B-02, D6-B-09)."""
        look.require(look.unrollable(found.what, reaction=True))

    def ends(self, look: Look, found: Found) -> Mapping[str, Fraction]:
        """Chance that it reaches its difficulty, if it has one (D6-5-04)."""
        return look.reaching(found.what, found.difficulty, reaction=True) if found.difficulty else {}

    def obey(self, act: Act) -> None:
        """A reaction more, and a roll of its own (D6-5-04, D6-2-05, D6-2-07)."""
        play, who, what = act.play, act.who.id, act.found.what
        pips = play.look.pool(who, what, reaction=True)
        play.reacts(who, opening="")
        play.roll(who, what, pips, act.found.difficulty or 0, "roll")
        play.go()

    @classmethod
    def likely(cls, look: Look) -> Iterator[Self]:
        """With Dexterity."""
        yield cls(what="dexterity", difficulty="10")
