"""Bearing of damage: armor, Strength against it, what another harm makes of a wound. Register D6-B-19..24 and 10."""

from __future__ import annotations

from collections.abc import Iterable

from engine.d6.data.pack import Harm
from engine.d6.dice.codes import DIE
from engine.d6.look import Look, World
from engine.d6.state import Blow, Wound


def armor(world: World, armor: Iterable[str], area: str, *, physical: bool) -> int:
    """Pips of armor on the part that was hit, the torso where nobody says which (D6-B-24, D6-10-05)."""
    worn = [world.pack.armor[one] for one in armor]
    return sum(one.physical if physical else one.energy for one in worn if (area or "torso") in one.places)


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
    worn = [look.world.pack.armor[one] for one in look.known.sheets[blow.at].armor]
    return blow.projectile and blow.area == "head" and not any(one.helmet for one in worn)


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
