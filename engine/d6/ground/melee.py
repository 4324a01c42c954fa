"""Blows: melee weapons, brawling, parries, Martial Arts. Register D6-B-18 and section 9."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import Field

from engine.d6.data.pack import Code, no
from engine.d6.dice.codes import DIE, rollable
from engine.d6.dice.rolling import with_bonus
from engine.d6.force import outcome
from engine.d6.look import Act, Look, Question, Who, called
from engine.d6.nouns import OTHER
from engine.d6.play import Active, Answer, Play, begins
from engine.d6.rounds.turns import able
from engine.d6.state import Attack, Blow, Choice, Figure, Missed, State
from engine.game import Fact
from engine.noun import Found
from engine.question import runs
from engine.text.message import N_, T_, Text, term

FISTS = "fists"
"""How brawling stands where weapons do."""

ARTS = "martial arts"


def melee(act: Act, target: Figure, weapon: str, area: str) -> None:
    """A blow is begun: whoever is attacked may parry before it is rolled (D6-B-18, D6-2-05)."""
    play, who = Play(act.world, act.table), act.who.id
    begins(act, play, rolled=True)
    act.look.require(act.world.ready(play.state, who, skill_of(play, weapon), attack_code(play, who, target, weapon)))
    play.seen(who, Swings(who, target.id, weapon))
    play.push(Attack(who, target.id, weapon, area))
    play.go()


def skill_of(play: Play, weapon: str) -> str:
    """The skill of a melee weapon, or brawling."""
    return "brawling" if weapon == FISTS else play.world.pack.weapons[weapon].skill


def attack_code(play: Play, who: str, target: Figure, weapon: str) -> int:
    """The code of a blow (D6-B-10, D6-B-15)."""
    state, what = play.state, skill_of(play, weapon)
    pips = play.world.pool(state, who, what, actions=play.look.actions(who, reaction=False), active=True)
    return pips + play.world.above(target.scale, state.figures[who].scale)


def parries(play: Play, who: str) -> list[str]:
    """What somebody who is attacked could parry with: brawling, and melee with such a weapon in hand; none without
    their senses or a die left, or thrown down by a wound in this round (D6-2-05, D6-B-02, D6-B-21).
    """
    state = play.state
    if not able(state, who):
        return []
    actions = play.look.actions(who, reaction=True)
    armed = any(
        held.ready and play.world.pack.weapons[held.kind].ranges is None for held in state.sheets[who].weapons.values()
    )
    return [
        what for what in ("melee", "brawling")
        if (armed or what == "brawling")
        and rollable(play.world.pool(state, who, f"{what} parry", actions=actions, active=False))
    ]  # fmt: skip


@runs(Attack)
def parried(play: Play, task: Attack) -> None:
    """Whoever is attacked is asked how they parry, if they can (D6-B-18)."""
    options = parries(play, task.at)
    if options:
        about = f"{task.weapon} of {play.state.figures[task.by].label}"
        play.ask(Choice("parry", task.at, about, ("nothing", *options), ("nothing",), play.state.dealt), task)
    else:
        fall(play, task, "nothing")


class Parry(Question[Attack]):
    """Somebody is attacked at close quarters: do they parry?"""

    kind = "parry"
    asks = N_("parry the {about}, or not")
    rule = "D6-B-18"
    awaited = T_("your parry")

    def answered(self, play: Play, task: Attack, choice: Choice, answer: tuple[str, ...]) -> None:
        """The parry is rolled, then the blow (D6-B-18)."""
        fall(play, task, answer[0])


class ParryIt(Answer):
    """Parry a blow, or let it come."""

    path: ClassVar[str] = "d6 react parry"
    line: ClassVar[str] = "parry {how}"
    answers: ClassVar[tuple[type[Question[Any]], ...]] = (Parry,)
    how: Literal["melee", "brawling", "nothing"] = Field(description="with a weapon, with bare hands, or not")

    def given(self, look: Look, choice: Choice, found: Found) -> tuple[str, ...]:
        """How. Refuses `E_POOL` what there is no weapon or no die for (D6-B-02)."""
        if self.how not in choice.options:
            why = f"{called(look.known, choice.who)} can do {', '.join(choice.options)}"
            look.decline(no(Code.E_POOL, why, "D6-B-18"))
        return (self.how,)

    @classmethod
    def choices(cls, look: Look, choice: Choice) -> Iterable[Self]:
        """All ways that there are."""
        return (cls.model_validate({"how": how}) for how in choice.options)


def fall(play: Play, task: Attack, how: str) -> None:
    """The blow falls: against the weapon's own difficulty, which it need only reach, or against a parry, which it must
    beat (D6-B-06, D6-B-07, D6-B-18). A parry is a reaction, and counts as an action (D6-2-05, D6-2-07, D6-B-12).
    """
    state, world, table = play.state, play.world, play.world.pack.tables
    armed = task.weapon != FISTS
    against, strict = (world.pack.weapons[task.weapon].difficulty if armed else table.brawling), False
    ahead = 0
    if how != "nothing":
        turn = state.turn(task.at)
        pips = world.pool(
            state, task.at, f"{how} parry", actions=play.look.actions(task.at, reaction=True), active=False
        )
        if state.tick:
            play.turned(task.at, reactions=turn.reactions + 1)
        parry = play.throw(task.at, f"{how} parry", pips)
        if how == "melee" and not armed:
            parry = with_bonus(parry, table.unarmed_against_armed)
        play.tell_throw(parry)
        against, strict = parry.total, True
        ahead = table.armed_against_unarmed if armed and how == "brawling" else 0
    target = play.state.figures[task.at]
    made = with_bonus(
        play.throw(task.by, skill_of(play, task.weapon), attack_code(play, task.by, target, task.weapon)), ahead
    )
    play.tell_throw(made, against)
    play.push(Missed(made, against, "blow", Blow(task.by, task.at, 0, task.weapon, task.area, physical=True), strict))


@outcome("blow")
def landed(play: Play, task: Missed, ok: bool) -> None:
    """A blow that landed does the weapon's damage and, where it says so, Strength, which a Force Point doubles; bare
    hands do Strength and what Martial Arts add (D6-B-18, D6-B-26, D6-9-02, D6-9-04).
    """
    blow = task.blow
    assert blow is not None  # a blow has one
    play.seen(blow.by, Lands(blow.by, blow.at, ok))
    if not ok:
        return
    strength = play.world.strength(play.state, blow.by, active=True)
    weapon = play.world.pack.weapons.get(blow.what)
    if weapon is None:
        pips = strength + DIE * arts(play, blow.by)
        physical = True
    else:
        pips = weapon.damage.pips + (strength if weapon.damage.strength else 0)
        physical = not weapon.energy
    pips += play.world.above(play.state.figures[blow.by].scale, play.state.figures[blow.at].scale)
    play.push(Blow(blow.by, blow.at, pips, blow.what, blow.area, physical=physical))


def arts(play: Play, who: str) -> int:
    """Dice that Martial Arts add to Strength for one blow: rolled as a part of the attack, with its penalties, by those
    who have learned it (D6-9-01..03, D6-9-07).
    """
    state = play.state
    if ARTS not in state.sheets[who].skills:
        return 0
    pips = play.world.pool(state, who, ARTS, actions=play.look.actions(who, reaction=False), active=True)
    if not rollable(pips):
        return 0
    thrown = play.throw(who, ARTS, pips)
    play.tell_throw(thrown)
    return bonus(play.world.pack.tables.martial_arts, thrown.total)


def bonus(steps: tuple[int, ...], total: int) -> int:
    """Dice that a total of Martial Arts adds (D6-9-03)."""
    return sum(total >= step for step in steps)


class Brawl(Active):
    """Attack somebody with bare hands."""

    path: ClassVar[str] = "d6 brawl"
    line: ClassVar[str] = "brawl with {target}"
    tried: ClassVar[int] = 2
    target: Annotated[str, OTHER] = Field(description="whom", max_length=60)

    def obey(self, act: Act) -> None:
        """Brawling, against a very easy difficulty or a parry (D6-B-18, D6-9-06)."""
        melee(act, act.found.target, FISTS, "")


SWINGS = N_("**{who}** attacks **{target}** with the {weapon}.")
LANDS, FAILS = N_("{who} **hits** {target}."), N_("{who} does not get through to {target}.")


class Swings(Fact[State], frozen=True):
    """Somebody attacks somebody at close quarters."""

    rule = "D6-B-18"
    threaded = True
    who: Who
    target: Who
    weapon: str

    def words(self, look: Look) -> Text:
        who, target = called(look.known, self.who), called(look.known, self.target)
        return SWINGS(who=who, target=target, weapon=term(self.weapon))


class Lands(Fact[State], frozen=True):
    """A blow hit, or not."""

    rule = "D6-B-18"
    threaded = True
    who: str
    target: str
    hit: bool

    def words(self, look: Look) -> Text:
        return (LANDS if self.hit else FAILS)(who=called(look.known, self.who), target=called(look.known, self.target))
