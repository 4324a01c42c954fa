"""Blows: melee weapons, brawling, parries, Martial Arts. Register D6-B-18 and section 9."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Any, ClassVar, Literal

from msgspec.structs import replace
from pydantic import Field

from engine.d6.data.pack import Code
from engine.d6.dice.odds import chance
from engine.d6.dice.rolling import with_bonus
from engine.d6.force import OUTCOMES, ask_wild
from engine.d6.ground import blows
from engine.d6.ground.blows import FISTS
from engine.d6.ground.chances import weighed
from engine.d6.look import Look, Question, Thing, Who, called
from engine.d6.nouns import TARGET
from engine.d6.play import Act, Active, Answer, Play, begins, entry
from engine.d6.state import Attack, Attempt, Blow, Choice, Figure, Missed, State
from engine.declared.sentences import either
from engine.game import Fact
from engine.noun import Found
from engine.question import runs
from engine.text.message import N_, T_

LEVELS = (10, 15, 20)
"""Totals whose chance is told of a parry against whoever's codes are not known."""


def melee(act: Act, target: Figure, weapon: str, area: str) -> None:
    """A blow is begun: whoever is attacked may parry before it is rolled (D6-B-18, D6-2-05)."""
    play, who = begins(act, rolled=True), act.who.id
    play.seen(who, Swings(who, target.id, weapon))
    play.push(Attack(who, target.id, weapon, area))
    play.go()


def unfought(look: Look, target: Figure, weapon: str) -> None:
    """Declines with `E_POOL` a blow without a die (D6-B-02)."""
    who = look.own.id
    pips = blows.attack_code(look.begun(who), who, target, weapon)
    look.require(look.world.ready(look.known, who, blows.skill_of(look.world, weapon), pips))


@runs(Attack)
def parried(play: Play, task: Attack) -> None:
    """Whoever is attacked is asked how they parry, if they can (D6-B-18)."""
    if task.throw is not None:
        swing(play, task)
        return
    options = blows.parries(play.look, task.at)
    if options:
        about = blows.told(play.look, task)
        play.ask(Choice("parry", task.at, about, ("nothing", *options), ("nothing",), play.state.dealt), task)
    else:
        swing(play, task)


class Parry(Question[Attack]):
    """Somebody is attacked at close quarters: do they parry?"""

    kind = "parry"
    asks = N_("parry the {about}, or not")
    rule = "D6-B-18"
    awaited = T_("your parry")

    def answered(self, play: Play, task: Attack, choice: Choice, answer: tuple[str, ...]) -> None:
        """The parry is rolled, which is a reaction and counts as an action, then the blow (D6-B-12, D6-B-18, D6-2-05,
        D6-2-07).
        """
        (how,) = answer
        if how == "nothing":
            swing(play, task)
            return
        more, pips = blows.leads(play.world, task.weapon, how)[1], blows.parry_code(play.look, task.at, how)
        if play.state.tick:
            play.reacts(task.at)
        made = with_bonus(play.throw(task.at, f"{how} parry", pips), more)
        play.tell_throw(made)
        task = replace(task, parry=how, throw=made)
        if made.open:
            ask_wild(play, task)
        else:
            swing(play, task)


class ParryIt(Answer):
    """Parry a blow, or let it come."""

    path: ClassVar[str] = "d6 react parry"
    line: ClassVar[str] = "parry {how}"
    answers: ClassVar[tuple[type[Question[Any]], ...]] = (Parry,)
    how: Literal["melee", "brawling", "nothing"] = Field(description="with a weapon, with bare hands, or not")

    def given(self, look: Look, choice: Choice, found: Found) -> tuple[str, ...]:
        """Way of the parry. Refuses `E_POOL` what there is no weapon or no die for (D6-B-02)."""
        if self.how not in choice.options:
            why = N_("{who} has no weapon in hand, or no die left, for a {how} parry.")
            look.no(Code.E_POOL, why, "D6-B-18", who=called(look.known, choice.who), how=self.how)
        return (self.how,)

    def ends(self, look: Look, found: Found) -> Mapping[str, Fraction]:
        """Chances that the blow hits, and of each plight then; of whoever's sheet is not known what the parry reaches
        (D6-B-07, D6-B-18).
        """
        known, asked, how = look.known, blows.asked_about(look), "" if self.how == "nothing" else self.how
        if asked is None:
            return {}
        blow, _ = asked
        if blow.by in known.sheets:
            attempt = Attempt(known.figures[blow.by], known.figures[blow.at], blow.what, blow.area, parry=how)
            likely = weighed(look, attempt)
            return {"hit": likely.hit, **likely.ends}
        if not how or blow.at not in known.sheets:
            return {}
        pips, more = blows.parry_code(look, blow.at, how), blows.leads(look.world, blow.what, how)[1]
        return {N_("{total} or more")(total=top): chance(pips, top - more, known.options.wild) for top in LEVELS}


def swing(play: Play, task: Attack) -> None:
    """The blow falls: against the weapon's own difficulty, which it need only reach, or against a parry, which it must
    beat; at an area either is 20 more (D6-B-06, D6-B-07, D6-B-18, D6-6-11).
    """
    against, strict, ahead = blows.unparried(play.world, task.weapon, task.area), False, 0
    if task.throw is not None:
        against, strict = task.throw.total + blows.called_for(play.world, task.area), True
        ahead = blows.leads(play.world, task.weapon, task.parry)[0]
    pips = blows.attack_code(play.look, task.by, play.state.figures[task.at], task.weapon)
    blow = Blow(task.by, task.at, 0, task.weapon, task.area, physical=True)
    skill = blows.skill_of(play.world, task.weapon)
    play.roll(task.by, skill, pips, against, "blow", bonus=ahead, blow=blow, strict=strict)


@entry(OUTCOMES, "blow")
def landed(play: Play, task: Missed, ok: bool) -> None:
    """A blow that landed does the weapon's damage and, where it says so, Strength, which a Force Point doubles; bare
    hands do Strength and what Martial Arts add (D6-B-18, D6-B-26, D6-9-02, D6-9-04).
    """
    blow = task.blow
    assert blow is not None  # a blow has one
    play.seen(blow.by, Lands(blow.by, blow.at, ok))
    if not ok:
        return
    if (pips := blows.arts(play.look, blow.by)) and blow.what == FISTS:
        play.roll(blow.by, blows.ARTS, pips, 0, "arts", blow=blow)
    else:
        play.push(blows.struck(play.look, blow, 0))


@entry(OUTCOMES, "arts")
def artful(play: Play, task: Missed, ok: bool) -> None:
    """Martial Arts add dice to Strength (D6-9-03, D6-9-04)."""
    assert task.blow is not None  # a blow has one
    play.push(blows.struck(play.look, task.blow, blows.bonus(play.world.pack.tables.martial_arts, task.throw.total)))


class Brawl(Active):
    """Attack somebody with bare hands."""

    path: ClassVar[str] = "d6 brawl"
    line: ClassVar[str] = "brawl with {target}"
    tried: ClassVar[int] = 2
    target: Annotated[str, TARGET] = Field(description="whom", max_length=60)

    def attempt(self, look: Look, found: Found) -> Attempt:
        """A blow with the fists. Refuses `E_RANGE` (D6-B-18)."""
        look.require(blows.beyond(look, found.target))
        return Attempt(look.own, found.target, FISTS)

    def check(self, look: Look, found: Found) -> None:
        """Refuses `E_RANGE`, `E_POOL` (D6-B-18, D6-B-02)."""
        self.attempt(look, found)
        unfought(look, found.target, FISTS)

    def obey(self, act: Act) -> None:
        """Brawling, against a very easy difficulty or a parry (D6-B-18, D6-9-06)."""
        melee(act, act.found.target, FISTS, "")


class Swings(Fact[State], frozen=True):
    """Somebody attacks somebody at close quarters."""

    says = N_("**{who}** attacks **{target}** with the {weapon}.")
    rule = "D6-B-18"
    threaded = True
    who: Who
    target: Who
    weapon: Thing


class Lands(Fact[State], frozen=True):
    """A blow hit, or not."""

    says = either("hit", N_("{who} **hits** {target}."), N_("{who} does not get through to {target}."))
    rule = "D6-B-18"
    threaded = True
    who: Who
    target: Who
    hit: bool
