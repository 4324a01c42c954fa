"""Reckoning of shots and arcs: range bands, difficulty, codes, damage. Register sections 6, 7.1 to 7.3."""

from __future__ import annotations

from fractions import Fraction
from math import atan2, degrees

import msgspec

from engine.d6.data.pack import Automatic, Band, Weapon, band
from engine.d6.dice.codes import DIE
from engine.d6.look import Look, World, covered
from engine.d6.state import Blow, Figure, Held, State, Wound

BURST = {Automatic.BLASTER: 10, Automatic.SLUGTHROWER: 3, Automatic.ONLY: 3}
"""What a burst uses up (D6-7-03, D6-7-04, D6-7.1-05, D6-7.2-02, D6-7.2-05)."""


def bursting(held: Held) -> bool:
    """True if a weapon is set to fire bursts."""
    return held.mode == "automatic"


def damage(weapon: Weapon, held: Held) -> int:
    """Pips of a shot: an automatic blaster is stated for its burst, and singly does 2D less; an automatic slugthrower
    is stated for single shots, and does 1D more on automatic, unless it has nothing else (D6-7.1-01, D6-7.1-07,
    D6-7.2-03, D6-7.2-04).
    """
    stated = weapon.damage.pips
    if weapon.automatic is Automatic.BLASTER and not bursting(held):
        return stated - 2 * DIE
    if weapon.automatic is Automatic.SLUGTHROWER and bursting(held):
        return stated + DIE
    return stated


def used(weapon: Weapon, held: Held) -> int:
    """Shots in the magazine that one shot uses: ten bolts a burst, or three rounds (D6-7-03, D6-7-04, D6-7.1-05,
    D6-7.2-02, D6-7.2-05).
    """
    return BURST[weapon.automatic] if bursting(held) else 1


class Difficulty(msgspec.Struct, frozen=True):
    """Difficulty to hit a target: one value each of range, cover, movement, condition, called shot, scale (D6-6-02,
    D6-6-14).
    """

    range: int
    cover: int = 0
    movement: int = 0
    condition: int = 0
    called: int = 0
    scale: int = 0

    @property
    def total(self) -> int:
        """The number to reach."""
        return self.range + self.cover + self.movement + self.condition + self.called + self.scale


def movement(world: World, state: State, target: Figure, weapon: Weapon) -> int:
    """The part of movement: a running check that was passed, else slight for whoever is not behind cover that counts,
    or fires from behind it without a fixed place (D6-6-05..09).
    """
    table = world.pack.tables.to_hit
    if target.ran:
        return table.fast if target.ran == "fast" else table.very_fast
    behind = covered(target.cover, weapon)
    return 0 if behind and (target.cover.fixed or target.fired != state.tick) else table.slight


def difficulty(world: World, state: State, by: Figure, target: Figure, shot: tuple[Weapon, Band, str]) -> Difficulty:
    """The sum to reach for a shot of a weapon at a range, at an area or at none: a called shot costs its share and
    takes the value of cover away; a shooter of greater scale finds small targets harder (D6-6-02, D6-6-10..12,
    D6-6-17, D6-B-16).
    """
    weapon, range, area = shot
    table = world.pack.tables.to_hit
    cover = table.cover[target.cover.value] if covered(target.cover, weapon) and not area else 0
    return Difficulty(
        table.at(range),
        cover,
        movement(world, state, target, weapon),
        table.condition if state.rain or state.fog else 0,
        table.called if area else 0,
        world.above(by.scale, target.scale) * 7 // (2 * DIE),
    )


def shot_code(look: Look, who: str, target: Figure, held: Held) -> int:
    """The code of a shot: the skill, less 1D in bursts; at a greater scale more dice (D6-7.1-03, D6-7.1-04, D6-B-15,
    D6-7.2-08, D6-8-01, D6-8-02).
    """
    pips = look.pool(who, look.weapon(held.kind).skill)
    return pips + look.world.above(target.scale, look.known.figures[who].scale) - DIE * bursting(held)


def blow_of(look: Look, who: str, target: Figure, held: Held, area: str) -> Blow:
    """Blow of a hit: of a greater scale more dice (D6-B-16, D6-8-02, D6-B-35)."""
    weapon = look.weapon(held.kind)
    scale = look.world.above(look.known.figures[who].scale, target.scale)
    return Blow(
        who, target.id, damage(weapon, held) + scale, held.kind, area,
        physical=not weapon.energy, projectile=weapon.projectile, stun=held.mode == "stun",
    )  # fmt: skip


def bearing(state: State, who: Figure, target: Figure) -> int | None:
    """The bearing from one to another in tenths of a degree, 0 along y and clockwise; None without places."""
    if who.place is None or target.place is None:
        return None
    right, ahead = target.place[0] - who.place[0], target.place[1] - who.place[1]
    return round(10 * degrees(atan2(right, ahead))) % 3600


def inside(bearing: int, facing: int, angle: int) -> bool:
    """True if a bearing (tenths of a degree) is within half the angle of the facing (degrees), limits included
    (D6-7.3-02).
    """
    apart = abs(bearing - 10 * facing) % 3600
    return min(apart, 3600 - apart) <= 5 * angle


def swept(look: Look, who: Figure, weapon: Weapon, facing: int, angle: int) -> list[tuple[Figure, Band]]:
    """Everybody in an arc, friend and foe, up to medium range, but for those behind full cover (D6-7.3-02,
    D6-7.3-03); whom the GM has marked is in it wherever they are.
    """
    assert weapon.ranges is not None  # automatic weapons have
    found: list[tuple[Figure, Band]] = []
    for figure in look.known.figures.values():
        hidden = figure.cover.value == "full" and covered(figure.cover, weapon)
        at, squared = bearing(look.known, who, figure), look.known.distance(who, figure)
        if figure.id == who.id or hidden or figure.wound is Wound.DEAD or squared is None:
            continue
        if figure.marked or (at is not None and inside(at, facing, angle)):
            range = band(weapon.ranges, squared)
            if range is not None and range != "long":
                found.append((figure, range))
    return found


def hits(pair: tuple[int, int], range: Band) -> bool:
    """True if two dice hit at a range beyond point blank (D6-7.3-05, D6-7.3-06)."""
    first, second = pair
    return first == second or 6 in pair or (range == "short" and abs(first - second) == 1)


def swept_chance(range: Band) -> Fraction:
    """The chance of a hit by an arc: 9/10, 2/3, 4/9 (D6-7.3-04..06, D6-7.3-12)."""
    if range == "point blank":
        return Fraction(9, 10)
    faces = (1, 2, 3, 4, 5, 6)
    return Fraction(sum(hits((face, other), range) for face in faces for other in faces), 36)


def arc_damage(weapon: Weapon) -> int:
    """The code of a sweep: a blaster's listed code less 1D, a slugthrower's unchanged, unless it has nothing but
    automatic fire, which loses 1D (D6-7.3-08, D6-7.3-09).
    """
    return weapon.damage.pips - (0 if weapon.automatic is Automatic.SLUGTHROWER else DIE)
