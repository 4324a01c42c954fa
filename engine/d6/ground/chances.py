"""Damage as it is borne, and the exact chances of attacks before they are made: to hit, of each wound, of a whole
turn. Register D6-B-19..24, sections 10 and 20.

What is reckoned is what the orders do, with the same codes: see `shots`, `melee`, `automatic` and `harm`. Character
Points, and Force Points that are not declared, are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction

import msgspec
from msgspec.structs import replace

from engine.d6.data.pack import Harm
from engine.d6.dice.codes import DIE, rollable
from engine.d6.dice.odds import chance, margins, opposed
from engine.d6.dice.rolling import Wild
from engine.d6.ground.aiming import blow_of, difficulty, shot_code, swept, swept_chance
from engine.d6.ground.blows import FISTS, arts, attack_code, called_for, leads, parry_code, struck, unparried
from engine.d6.look import Look, World
from engine.d6.state import Arc, Attempt, Blow, Figure, Held, Wound

Harms = Mapping[Harm, Fraction]
"""The chance of each harm of one damage roll."""

# Bearing of damage


def armor(world: World, armor: Iterable[str], area: str, *, physical: bool) -> int:
    """Pips of armor on the part that was hit, the torso where nobody says which (D6-B-24, D6-10-05)."""
    worn = [world.pack.armor[code] for code in armor]
    return sum(suit.physical if physical else suit.energy for suit in worn if (area or "torso") in suit.places)


def resistance(look: Look, blow: Blow) -> int:
    """The code that is rolled against damage: Strength, which no penalty touches, and armor; a target of greater scale
    adds the difference (D6-B-10, D6-B-15, D6-B-24, D6-9-05).
    """
    state, world = look.known, look.world
    figure, sheet = state.figures[blow.at], state.sheets[blow.at]
    by = state.figures.get(blow.by)
    scale = world.above(figure.scale, by.scale) if by is not None else 0
    strength = world.strength(state, blow.at, active=state.acting == blow.at)
    return max(DIE, strength + armor(world, sheet.armor, blow.area, physical=blow.physical) + scale)


def bare_head(look: Look, blow: Blow) -> bool:
    """True if a projectile has hit a head without a helmet (D6-10-01, D6-10-02, D6-10-04)."""
    worn = [look.world.pack.armor[code] for code in look.known.sheets[blow.at].armor]
    return blow.projectile and blow.area == "head" and not any(suit.helmet for suit in worn)


def worse(now: Wound, harm: Harm) -> Wound:
    """Wound of somebody after one more harm (D6-B-21..23): wounds add up, the incapacitated become mortally wounded by
    any, and those die of any.
    """
    if harm in (Harm.NONE, Harm.STUNNED):
        return now
    if harm is Harm.KILLED or now.rank >= Wound.MORTAL.rank:
        return Wound.DEAD
    if now is Wound.INCAPACITATED:
        return Wound.MORTAL
    ladder = list(Wound)
    if harm is Harm.WOUNDED:
        return ladder[now.rank + 1]
    return Wound.INCAPACITATED if harm is Harm.INCAPACITATED else Wound.MORTAL


# Chances


class Plight(msgspec.Struct, frozen=True):
    """Plight of somebody in the midst of several hits: the rank of their wound, stuns that count, senses lost."""

    wound: int
    stuns: int = 0
    out: bool = False

    @property
    def words(self) -> str:
        """The wound, else that senses are lost or that they are stunned; "unhurt" for neither."""
        wound = list(Wound)[self.wound]
        if wound.rank >= Wound.INCAPACITATED.rank:
            return wound.value
        if self.out:
            return "unconscious"
        return "stunned" if self.stuns and wound is Wound.UNHURT else wound.value


Plights = Mapping[Plight, Fraction]


def harms(world: World, damage: int, strength: int, rule: Wild, times: int = 1) -> Harms:
    """The chance of each harm of a damage code, its total taken so many `times`, against a Strength code (D6-B-19,
    D6-10-01).
    """
    return shared(world, lambda steps: margins(damage, strength, steps, rule, times))


def shared(world: World, reached: Callable[[list[int]], Iterable[Fraction]]) -> Harms:
    """The chance of each harm, from those that its margin is reached (D6-B-19)."""
    rows = [row for row in world.pack.harm if row[0] >= 0]
    above = [*reached([margin for margin, _ in rows]), Fraction(0)]
    return {Harm.NONE: 1 - above[0], **{harm: above[at] - above[at + 1] for at, (_, harm) in enumerate(rows)}}


def harms_of(look: Look, blow: Blow) -> Harms:
    """The chance of each harm of a blow that lands; whose sheet is known is hit."""
    times = 2 if bare_head(look, blow) else 1
    return harms(look.world, blow.pips, resistance(look, blow), look.known.options.wild, times)


def plight_of(look: Look, figure: Figure) -> Plight:
    """Plight of somebody as things stand."""
    state = look.known
    stuns = sum(stun.gone > state.time for stun in state.sheets[figure.id].stuns)
    return Plight(figure.wound.rank, stuns, figure.out > state.time)


def after(plight: Plight, harm: Harm, limit: int, *, stun: bool) -> Plight:
    """Plight of somebody after one harm; so many stuns take their senses (D6-B-20..23, D6-B-35)."""
    if plight.wound == Wound.DEAD.rank or harm is Harm.NONE:
        return plight
    if stun and harm is not Harm.STUNNED:
        return replace(plight, out=True)
    if harm is Harm.STUNNED:
        return replace(plight, stuns=plight.stuns + 1, out=plight.out or plight.stuns + 1 >= limit)
    return replace(plight, wound=worse(list(Wound)[plight.wound], harm).rank)


def suffered(
    look: Look, target: Figure, plights: Plights, hit: Fraction, struck: Iterable[tuple[Blow, Fraction]]
) -> Plights:
    """Chances of each plight after an attack that hits with that chance, and then strikes one of these blows."""
    limit = look.world.stun_limit(look.known.sheets[target.id])
    landed = [(blow, share, harms_of(look, blow)) for blow, share in struck]
    found: dict[Plight, Fraction] = {}
    for before, chance_of in plights.items():
        found[before] = found.get(before, Fraction(0)) + chance_of * (1 - hit)
        for blow, share, ways in landed:
            for harm, way in ways.items():
                now = after(before, harm, limit, stun=blow.stun)
                found[now] = found.get(now, Fraction(0)) + chance_of * hit * share * way
    return found


class Chances(msgspec.Struct, frozen=True):
    """The chance that an attack hits, the number that it has to reach (0 against a parry), and how the target may be
    afterwards, the mildest first; nothing of that where the target's sheet is not known.
    """

    hit: Fraction
    against: int
    ends: Mapping[str, Fraction]


def chances(look: Look, attempt: Attempt) -> Chances:
    """The chances of an attack that is still to be begun, exactly (D6-6-15, D6-B-18, D6-B-19)."""
    return weighed(look.begun(attempt.who.id), attempt)


def weighed(look: Look, attempt: Attempt) -> Chances:
    """The chances of an attack that is begun, exactly."""
    target = attempt.target
    hit, against = _shot(look, attempt) if attempt.range else _blow(look, attempt)
    if target.id not in look.known.sheets:
        return Chances(hit, against, {})
    struck = list(_strikes(look, attempt))
    plights: Plights = {plight_of(look, target): Fraction(1)}
    for _ in range(attempt.times):
        plights = suffered(look, target, plights, hit, struck)
    return Chances(hit, against, in_words(plights))


def in_words(plights: Plights) -> Mapping[str, Fraction]:
    """The chance of each way somebody may be, the mildest first."""
    ends: dict[str, Fraction] = {}
    for plight, share in sorted(plights.items(), key=lambda pair: (pair[0].wound, pair[0].out, pair[0].stuns)):
        ends[plight.words] = ends.get(plight.words, Fraction(0)) + share
    return ends


def borne(look: Look, blow: Blow, total: int) -> Mapping[str, Fraction]:
    """Chances of each plight after a Strength roll against damage that is rolled, exactly (D6-B-19)."""
    strength, rule = resistance(look, blow), look.known.options.wild
    harms = shared(look.world, lambda steps: [1 - chance(strength, total - step + 1, rule) for step in steps])
    target, limit = look.known.figures[blow.at], look.world.stun_limit(look.known.sheets[blow.at])
    plights: dict[Plight, Fraction] = {}
    for harm, share in harms.items():
        now = after(plight_of(look, target), harm, limit, stun=blow.stun)
        plights[now] = plights.get(now, Fraction(0)) + share
    return in_words(plights)


def _shot(look: Look, attempt: Attempt) -> tuple[Fraction, int]:
    """The chance that a shot hits, and the number that it has to reach."""
    assert attempt.range  # it is a shot
    who, target, weapon = attempt.who, attempt.target, look.weapon(attempt.weapon)
    against = difficulty(look.world, look.known, who, target, (weapon, attempt.range, attempt.area)).total
    return _reached(look, shot_code(look, who.id, target, held_by(look, attempt)), against), against


def _blow(look: Look, attempt: Attempt) -> tuple[Fraction, int]:
    """The chance that a blow lands, and the number that it has to reach; 0 against a parry (D6-B-07)."""
    pips = attack_code(look, attempt.who.id, attempt.target, attempt.weapon)
    if not attempt.parry:
        against = unparried(look.world, attempt.weapon, attempt.area)
        return _reached(look, pips, against), against
    ahead, more = leads(look.world, attempt.weapon, attempt.parry)
    more += called_for(look.world, attempt.area)
    other = parry_code(look, attempt.target.id, attempt.parry)
    return opposed(pips, other, look.known.options.wild, ahead - more) if rollable(pips) else Fraction(0), 0


def _reached(look: Look, pips: int, against: int) -> Fraction:
    return chance(pips, against, look.known.options.wild) if rollable(pips) else Fraction(0)


def held_by(look: Look, attempt: Attempt) -> Held:
    """The weapon of an attack, as it is set."""
    return look.known.sheets[attempt.who.id].weapons[attempt.weapon]


def _strikes(look: Look, attempt: Attempt) -> Iterator[tuple[Blow, Fraction]]:
    """Blows of an attack that hits, with the chance of each number of dice that Martial Arts add (D6-9-03)."""
    who, target = attempt.who, attempt.target
    if attempt.range:
        blow = blow_of(look, who.id, target, held_by(look, attempt), attempt.area)
        rings = look.weapon(attempt.weapon).rings
        yield (replace(blow, pips=rings[0].damage, area="", projectile=False) if rings else blow), Fraction(1)
        return
    blow = Blow(who.id, target.id, 0, attempt.weapon, attempt.area)
    steps = look.world.pack.tables.martial_arts
    pips = arts(look, who.id) if attempt.weapon == FISTS else 0
    above = [Fraction(1), *(_reached(look, pips, step) for step in steps), Fraction(0)]
    for dice in range(len(steps) + 1):
        if share := above[dice] - above[dice + 1]:
            yield struck(look, blow, dice), share


def expected(look: Look, arc: Arc) -> list[tuple[Figure, Fraction]]:
    """Everybody in an arc with the chance that it hits them; their sum is the number to expect (D6-7.3-12)."""
    found = swept(look, arc.who, look.weapon(arc.held.kind), arc.facing, arc.angle)
    return [(figure, swept_chance(range)) for figure, range in found]
