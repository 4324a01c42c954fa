"""Reckoning of blows and parries: codes, what they are held against, what they do. Register D6-B-18, section 9."""

from __future__ import annotations

import re
from math import isqrt

from msgspec.structs import replace

from engine.d6.data.pack import Code
from engine.d6.dice.codes import DIE, rollable
from engine.d6.look import AT_HAND, CALLED_BLOWS, Look, World
from engine.d6.state import Attack, Blow, Figure
from engine.look import Refused, no
from engine.text.message import N_, term

FISTS = "fists"
"""How brawling stands where weapons do."""
ARTS = "martial arts"
REACH = 30
"""Decimetres that a blow reaches: what is nearer than any weapon's short range (D6-B-17, D6-B-18)."""
APART = N_("{target} is aboard {craft}, and {who} aboard {own}; a blow reaches nobody outside a craft that flies.")
ASHORE = N_("{target} is not aboard, and {who} aboard {own}; a blow reaches nobody outside a craft that flies.")
ABOARD = N_("{target} is aboard {craft}, and {who} is not; a blow reaches nobody outside a craft that flies.")
TOLD = re.compile(
    r"(?P<what>.+?)(?P<stun> on stun)?(?: of (?P<by>.+?))?(?: at the (?P<area>\w+))?(?:, damage (?P<total>\d+))?"
)


def beyond(look: Look, target: Figure) -> Refused | None:
    """Refuses `E_RANGE` a blow at somebody too far, or with one of them aboard another craft in flight; where nobody
    said how far they are, they are at hand (D6-B-18).
    """
    known, who = look.known, look.own
    if look.world.version < AT_HAND:
        return None
    mine, theirs = (known.craft.get(figure.craft) for figure in (who, target))
    flying = [craft for craft in (mine, theirs) if craft is not None and craft.flying]
    if flying and (mine is None or theirs is None or mine.id != theirs.id):
        why = ASHORE if theirs is None else ABOARD if mine is None else APART
        craft, own = (each.label if each is not None else "" for each in (theirs, mine))
        return no(Code.E_RANGE, why, "D6-B-18", target=target.label, craft=craft, who=who.label, own=own)
    squared = known.distance(who, target)
    if squared is None or squared <= REACH**2:
        return None
    why, metres = N_("{target} is {metres} m away, and a blow reaches {reach} m."), term(f"{isqrt(squared) / 10:g}")
    return no(Code.E_RANGE, why, "D6-B-18", target=target.label, metres=metres, reach=REACH // 10)


def told(look: Look, blow: Blow | Attack, *, stun: bool = False) -> str:
    """Name of what strikes whoever is asked about it: the weapon, from version 3 on of whom that is seen, and where."""
    if look.world.version < AT_HAND:
        return blow.what if isinstance(blow, Blow) else f"{blow.weapon} of {look.known.figures[blow.by].label}"
    by, what = look.known.figures.get(blow.by), blow.what if isinstance(blow, Blow) else blow.weapon
    of = f" of {by.label if by.shown else 'somebody'}" if by is not None else ""
    return f"{what}{' on stun' if stun else ''}{of}{f' at the {blow.area}' if blow.area else ''}"


def asked_about(look: Look) -> tuple[Blow, int] | None:
    """Blow at somebody who is asked about it, and its damage if that is rolled, as far as they were told; None before
    version 3, and of another question.
    """
    choice = look.known.choice
    found = TOLD.fullmatch(choice.about) if choice is not None and choice.kind in ("parry", "resist") else None
    if choice is None or found is None or look.world.version < AT_HAND:
        return None
    by = next((figure.id for figure in look.known.figures.values() if figure.label == found["by"]), "")
    weapon = look.world.pack.weapons.get(found["what"])
    blow = Blow(
        by, choice.who, 0, found["what"], found["area"] or "",
        physical=weapon is None or not weapon.energy, stun=bool(found["stun"]),
    )  # fmt: skip
    return blow, int(found["total"] or 0)


def skill_of(world: World, weapon: str) -> str:
    """The skill of a melee weapon, or brawling."""
    return "brawling" if weapon == FISTS else world.pack.weapons[weapon].skill


def attack_code(look: Look, who: str, target: Figure, weapon: str) -> int:
    """The code of a blow (D6-B-10, D6-B-15)."""
    pips = look.pool(who, skill_of(look.world, weapon))
    return pips + look.world.above(target.scale, look.known.figures[who].scale)


def parry_code(look: Look, who: str, how: str) -> int:
    """The code of a parry, which is a reaction and counts as an action (D6-2-07, D6-B-12)."""
    actions = look.actions(who, reaction=True)
    return look.world.pool(look.known, who, f"{how} parry", actions=actions, active=False)


def parries(look: Look, who: str) -> list[str]:
    """Ways in which somebody who is attacked could parry: brawling, and melee with such a weapon in hand; none without
    their senses or a die left, or thrown down by a wound in this round (D6-2-05, D6-B-02, D6-B-21).
    """
    state = look.known
    if not state.able(who):
        return []
    armed = any(held.ready and look.weapon(held.kind).ranges is None for held in state.sheets[who].weapons.values())
    ways = ("melee", "brawling") if armed else ("brawling",)
    return [how for how in ways if rollable(parry_code(look, who, how))]


def called_for(world: World, area: str) -> int:
    """Added to what a blow at an area has to reach, parried or not (D6-6-11)."""
    return world.pack.tables.to_hit.called if area and world.version >= CALLED_BLOWS else 0


def unparried(world: World, weapon: str, area: str = "") -> int:
    """Number that a blow has to reach that nobody parries (D6-B-18, D6-6-11)."""
    difficulty = world.pack.tables.brawling if weapon == FISTS else world.pack.weapons[weapon].difficulty
    return difficulty + called_for(world, area)


def leads(world: World, weapon: str, how: str) -> tuple[int, int]:
    """Lead in pips of an attack and of a parry, where one of them is armed, and the other is not (D6-B-18)."""
    table, armed = world.pack.tables, weapon != FISTS
    ahead = table.armed_against_unarmed if armed and how == "brawling" else 0
    return ahead, table.unarmed_against_armed if not armed and how == "melee" else 0


def struck(look: Look, blow: Blow, dice: int) -> Blow:
    """Blow that has landed, with so many dice of Martial Arts (D6-B-18, D6-B-26, D6-9-04)."""
    world, figures = look.world, look.known.figures
    strength = world.strength(look.known, blow.by, active=True)
    weapon = world.pack.weapons.get(blow.what)
    if weapon is None:
        pips = strength + DIE * dice
    else:
        pips = weapon.damage.pips + (strength if weapon.damage.strength else 0)
    pips += world.above(figures[blow.by].scale, figures[blow.at].scale)
    return replace(blow, pips=pips, physical=weapon is None or not weapon.energy)


def arts(look: Look, who: str) -> int:
    """The code of Martial Arts that is rolled for a blow with bare hands: as a part of the attack, with its penalties,
    by those who have learned it; 0 where there is none to roll (D6-9-01, D6-9-02, D6-9-07).
    """
    if ARTS not in look.known.sheets[who].skills:
        return 0
    pips = look.pool(who, ARTS)
    return pips if rollable(pips) else 0


def bonus(steps: tuple[int, ...], total: int) -> int:
    """Dice that a total of Martial Arts adds (D6-9-03)."""
    return sum(total >= step for step in steps)
