"""Difficulties to hit somebody, and shots. Register section 6; explosions D6-B-34."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Annotated, ClassVar, Literal, Self

from msgspec.structs import replace
from pydantic import Field

from engine.d6.data.pack import Band, Code, Weapon, band
from engine.d6.force import OUTCOMES
from engine.d6.ground.aiming import Difficulty, blow_of, difficulty, shot_code, used
from engine.d6.ground.blows import FISTS, beyond
from engine.d6.ground.melee import Brawl, Swings, melee, unfought
from engine.d6.ground.weapons import fire, spent_rate, unloaded, unready, with_shot
from engine.d6.look import Look, Thing, Who, called, covered
from engine.d6.nouns import CARRIED, METRES, TARGET
from engine.d6.play import AGAIN, Act, Active, Deed, Play, begins, entry
from engine.d6.state import Attempt, Figure, Held, Missed, State, Wound
from engine.declared.sentences import either
from engine.game import Fact
from engine.look import Refused, no
from engine.noun import Found
from engine.text.message import N_, Text, noted, term

Area = Literal["head", "torso", "arms", "legs"]
PART = {
    "range": N_("{range} {value}"), "cover": N_("cover {value}"), "movement": N_("movement {value}"),
    "condition": N_("weather {value}"), "called": N_("called {value}"), "scale": N_("scale {value}"),
}  # fmt: skip
SHOOTS = N_("**{who}** fires the {weapon} at **{target}**[ ({area})]: {parts}; {total} or more hits.")


def reach(look: Look, target: Figure, weapon: Weapon, decimetres: int | None) -> Band:
    """The range band between the shooter and a target. Refuses `E_RANGE` (D6-6-03, D6-6-15)."""
    assert weapon.ranges is not None  # it is no melee weapon
    squared = look.known.distance(look.own, target)
    if squared is None and decimetres is not None:
        squared = decimetres**2
    if squared is None:
        why = N_("Nobody said how far {target} is; add `from 12 metres`.")
        look.no(Code.E_RANGE, why, "D6-6-03", target=target.label)
    found = band(weapon.ranges, squared)
    if found is None:
        why = N_("{target} is beyond {long} m.")
        look.no(Code.E_RANGE, why, "D6-B-17", target=target.label, long=weapon.ranges.long)
    return found


def _fit(look: Look, held: Held, found: Found) -> Refused | None:
    """Refuses a weapon that cannot be used now, whatever for."""
    weapon = look.weapon(held.kind)
    if refused := unready(look, held, found):
        return refused
    if weapon.ranges is None:
        return None
    if held.mode == "arc":
        return no(Code.E_MODE, N_("The {weapon} is set to sweep an arc."), "D6-7.1-09", weapon=held.kind)
    return spent_rate(look, look.own, weapon, held) or unloaded(look, weapon, held, used(weapon, held))


FIT = CARRIED.that(_fit)


class AttackIt(Active):
    """Attack somebody with a weapon."""

    path: ClassVar[str] = "d6 attack"
    line: ClassVar[str] = "attack {target} with {weapon}[ to the {area}][ from {metres} metres]"
    tried: ClassVar[int] = 6
    resolves: ClassVar[tuple[str, ...]] = ("target", "weapon")
    target: Annotated[str, TARGET] = Field(description="whom", max_length=60)
    weapon: Annotated[str, FIT] = Field(description="a weapon in your hand", max_length=40)
    area: Area | None = Field(None, description="a called shot at a part of the body")
    metres: Annotated[str | None, METRES] = Field(
        None, description="how far, where nobody keeps track of places", max_length=10
    )

    def attempt(self, look: Look, found: Found) -> Attempt:
        """A shot at its range, or a blow. Refuses `E_RANGE`, `E_COVER` (D6-6-03, D6-6-04, D6-B-18)."""
        weapon = look.weapon(found.weapon.kind)
        range = "" if weapon.ranges is None else reach(look, found.target, weapon, found.metres)
        if not range:
            look.require(beyond(look, found.target))
        elif found.target.cover.value == "full" and covered(found.target.cover, weapon):
            look.no(Code.E_COVER, N_("{target} is wholly covered."), "D6-6-04", target=found.target.label)
        return Attempt(look.own, found.target, weapon.name, self.area or "", range)

    def check(self, look: Look, found: Found) -> None:
        """Refuses `E_RANGE`, `E_COVER`, `E_POOL` (D6-6-03, D6-6-04, D6-B-02)."""
        if not self.attempt(look, found).range:
            unfought(look, found.target, found.weapon.kind)
            return
        who, then = look.own.id, look.begun(look.own.id)
        pips = shot_code(then, who, found.target, found.weapon)
        look.require(look.world.ready(look.known, who, look.weapon(found.weapon.kind).skill, pips))

    def obey(self, act: Act) -> None:
        """A shot, or a blow with a melee weapon (D6-6-15, D6-B-18)."""
        weapon = act.look.weapon(act.found.weapon.kind)
        if weapon.ranges is None:
            melee(act, act.found.target, weapon.name, self.area or "")
        else:
            shoot(act, act.found.target, act.found.weapon, self.area or "")

    @classmethod
    def likely(cls, look: Look) -> Iterator[Self]:
        """Attacks from where the target is; shots from short range where nobody said how far it is (D6-6-03), but none
        at who is aboard of something else.
        """
        for at, held in product(TARGET.fitting(look), FIT.fitting(look)):
            ranges, far = look.weapon(held.kind).ranges, look.known.distance(look.own, at) is None
            if far and at.craft != look.own.craft:
                continue
            yield cls(target=at.id, weapon=held.kind, metres=str(ranges.short) if ranges and far else None)


def shoot(act: Act, target: Figure, held: Held, area: str) -> None:
    """A shot: the skill against the sum of what makes the target hard to hit (D6-6-15)."""
    look, who = act.look, act.who.id
    weapon = look.weapon(held.kind)
    range = reach(look, target, weapon, act.found.metres)
    play = begins(act, rolled=True)
    pips = shot_code(play.look, who, target, held)
    against = difficulty(act.world, play.state, play.state.figures[who], target, (weapon, range, area))
    fire(play, who, held, used(weapon, held), shots=with_shot(play.state.turn(who), held))
    play.seen(who, Shoots(who, target.id, held.kind, range, against, area))
    play.roll(who, weapon.skill, pips, against.total, "shot", blow=blow_of(play.look, who, target, held, area))
    play.go()


@entry(OUTCOMES, "shot")
def shot(play: Play, task: Missed, ok: bool) -> None:
    """A hit at the sum or above; below it a called shot misses altogether (D6-6-13, D6-6-15). What explodes harms
    everybody around by distance (D6-6-16, D6-B-34, D6-10-03).
    """
    assert task.blow is not None  # a shot has one
    play.seen(task.blow.by, Hits(task.blow.by, task.blow.at, ok))
    if not ok:
        return
    weapon = play.world.pack.weapons.get(task.blow.what)
    if weapon is None or not weapon.rings:
        play.push(task.blow)
        return
    centre = play.state.figures[task.blow.at]
    blows = []
    for figure in play.state.figures.values():
        squared = 0 if figure.id == centre.id else play.state.distance(centre, figure)
        if squared is not None and figure.wound is not Wound.DEAD:
            ring = next((ring for ring in weapon.rings if squared <= (10 * ring.to) ** 2), None)
            if ring is not None:
                blows.append(replace(task.blow, at=figure.id, pips=ring.damage, area="", projectile=False))
    play.push(*blows)


def parts_of(against: Difficulty, range: str) -> Text:
    """Parts that a difficulty is the sum of."""
    parts = []
    for field, says in PART.items():
        if value := getattr(against, field):
            parts.append(says(range=term(range), value=value) if field == "range" else says(value=value))
    return noted(*parts)


class Shoots(Fact[State], frozen=True):
    """Somebody fires at somebody: the range, and what the difficulty is the sum of."""

    rule = "D6-6-02"
    threaded = True
    who: Who
    target: Who
    weapon: Thing
    range: Thing
    against: Difficulty
    area: str = ""

    def words(self, look: Look) -> Text:
        who, target = called(look.known, self.who), called(look.known, self.target)
        weapon, area, parts = term(self.weapon), term(self.area), parts_of(self.against, self.range)
        return SHOOTS(who=who, target=target, weapon=weapon, area=area, parts=parts, total=self.against.total)


class Hits(Fact[State], frozen=True):
    """A shot hit, or missed."""

    says = either("hit", N_("{who} **hits** {target}."), N_("{who} misses {target}."))
    rule = "D6-6-15"
    threaded = True
    who: Who
    target: Who
    hit: bool


@entry(AGAIN, Shoots)
def shot_again(look: Look, figure: Figure, told: Shoots) -> Iterator[Deed]:
    """A shot at the same target with the same weapon; from as far as it was, where nobody keeps track of places."""
    target = look.known.figures.get(told.target)
    if target is None:
        return
    ranges, metres = look.weapon(told.weapon).ranges, None
    if ranges is not None and look.known.distance(figure, target) is None:
        metres = max(1, ranges.near - 1) if told.range == "point blank" else getattr(ranges, told.range)
    asked = {"target": target.id, "weapon": told.weapon, "area": told.area or None}
    yield AttackIt.model_validate({**asked, "metres": None if metres is None else str(metres)})


@entry(AGAIN, Swings)
def blow_again(look: Look, figure: Figure, told: Swings) -> Iterator[Deed]:
    """A blow at the same target, with the same weapon or bare hands."""
    if told.target in look.known.figures:
        bare = told.weapon == FISTS
        yield Brawl(target=told.target) if bare else AttackIt(target=told.target, weapon=told.weapon)
