"""Plain rolls at the table: of a skill, an attribute or a code, against a difficulty. Register sections 1 and 2."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Annotated, ClassVar, Self

import msgspec
from pydantic import Field

from engine.d6.data.pack import Code
from engine.d6.dice.codes import code, rollable
from engine.d6.dice.odds import chance
from engine.d6.force import OUTCOMES
from engine.d6.look import Look, Total, Who, called
from engine.d6.nouns import Difficulty, die_code, skill, skills
from engine.d6.play import Act, Deed, Play, begins, entry
from engine.d6.state import Missed, State
from engine.declared.changes import Keeps, Together
from engine.declared.sentences import either
from engine.game import Fact
from engine.noun import Found, Value
from engine.text.message import N_, Text, term

DEMANDABLE = ("perception", "search")
"""What the GM may demand of whoever is inactive; it costs no action (D6-2-05, D6-B-11)."""
DEMANDS = N_("The GM demands {what} of {who}[, {against} or more].")


class Rolled(msgspec.Struct, frozen=True):
    """Skill or code that is rolled: a skill or an attribute by its name, or a code in pips."""

    name: str
    pips: int | None = None


def _what(look: Look, words: str, found: Found) -> Rolled:
    """A skill, an attribute, or a code. Refuses `E_VALUE`, `E_UNKNOWN`, `E_NODODGE`."""
    if words.strip()[:1].isdigit() or words.strip().casefold() == "d":
        return Rolled(str(code(die_code(look, words))), die_code(look, words))
    return Rolled(skill(look, words))


WHAT: Value[Look, Rolled] = Value("a skill, an attribute or a code such as 4D+2", _what, skills)


def against_what(look: Look, who: str, what: str, difficulty: int | None) -> int:
    """The number that somebody's roll is held against: the GM's, where he demands it with one; 0 for none."""
    demanded = look.known.demanded.get(who, 0) if look.known.demands.get(who) == what else 0
    return demanded or difficulty or 0


class RollIt(Deed):
    """Roll a skill, an attribute or a code, against a difficulty if there is one."""

    path: ClassVar[str] = "d6 roll"
    line: ClassVar[str] = "roll {what}[ against {difficulty}]"
    what: Annotated[str, WHAT] = Field(description="a skill, an attribute or a code such as 4D+2", max_length=40)
    difficulty: Difficulty = Field(None, description="a number, or a level such as moderate")

    def check(self, look: Look, found: Found) -> None:
        """Refuses what is not demanded `E_TURN` out of turn (`E_INACTIVE` Perception and Search, which the GM may
        demand), `E_PENDING`; also `E_POOL`, `E_SKILL` (D6-2-02, D6-2-05, D6-B-02, D6-B-09).
        """
        who, what = look.own.id, found.what
        look.sheet(who)
        demanded = look.known.demands.get(who) == what.name
        if not demanded:
            look.require(look.inactive(Code.E_INACTIVE if what.name in DEMANDABLE else Code.E_TURN) or look.spent())
        if what.pips is not None:
            if not rollable(what.pips):
                look.no(Code.E_POOL, N_("{code} has no die."), "D6-B-02", code=code(what.pips))
        elif demanded:
            pips = look.world.pool(look.known, who, what.name, actions=1, active=False)
            look.require(look.world.ready(look.known, who, what.name, pips))
        else:
            look.require(look.unrollable(what.name))

    def ends(self, look: Look, found: Found) -> Mapping[str, Fraction]:
        """Chance that it reaches its difficulty, if it has one (D6-B-06)."""
        what, who = found.what, look.own.id
        against = against_what(look, who, what.name, found.difficulty)
        if not against:
            return {}
        if what.pips is None and look.known.demands.get(who) != what.name:
            return look.reaching(what.name, against)
        pips = what.pips or look.world.pool(look.known, who, what.name, actions=1, active=False)
        return {"success": chance(pips, against, look.known.options.wild)}

    def obey(self, act: Act) -> None:
        """A total, and whether it reaches the difficulty, which may be the GM's (D6-B-03, D6-B-06); in combat it is one
        action of the turn, unless the GM has demanded it (D6-B-11, D6-2-05).
        """
        look, who, what = act.look, act.who.id, act.found.what
        demanded = look.known.demands.get(who) == what.name
        play = act.play
        active = not demanded and bool(play.state.tick)
        if active:
            begins(act, rolled=True)
        counted = 1 if demanded else play.look.actions(who, reaction=False)
        pips = what.pips
        if pips is None:
            pips = act.world.pool(play.state, who, what.name, actions=counted, active=active)
        play.roll(who, what.name, pips, against_what(look, who, what.name, act.found.difficulty), "roll")
        if demanded:
            play.tell(Demanded(who, ""))
        play.go()

    @classmethod
    def likely(cls, look: Look) -> Iterator[Self]:
        """A roll that is demanded, or of an attribute in the own turn."""
        what, who = look.known.demands.get(look.own.id, "perception"), look.own.id
        yield cls(what=what, difficulty=None if who in look.known.demanded else "10")


@entry(OUTCOMES, "roll")
def compared(play: Play, task: Missed, ok: bool) -> None:
    """A plain roll is told with its difficulty, where it has one (D6-B-06)."""
    if task.against:
        play.seen(task.throw.who, Compared(task.throw.who, task.throw.veiled, task.against))


class Compared(Fact[State], frozen=True):
    """A roll was held against a difficulty."""

    says = either(
        lambda fact: fact.throw.total >= fact.against,
        N_("{who}: {throw} against {against}, **success**."), N_("{who}: {throw} against {against}, failure."),
    )  # fmt: skip
    threaded = True
    rule = "D6-B-06"
    who: Who
    throw: Total
    against: int


class Demanded(Fact[State], frozen=True):
    """The GM demands a roll of somebody, against a number or (0) none, or (what is "") has it."""

    rule = "D6-2-05"
    makes = Together(Keeps("demands", "who", "what"), Keeps("demanded", "who", "against"))
    who: Who
    what: str
    against: int = 0

    def words(self, look: Look) -> Text | None:
        who = called(look.known, self.who)
        return DEMANDS(what=term(self.what), who=who, against=self.against) if self.what else None
