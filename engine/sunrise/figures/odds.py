"""Exact odds of attacks, of volleys and of small craft, before anything is rolled. Rulebook: FS-ODD, FS-WPN-10..18.

All counting is in whole numbers; fractions are made at the end. A distribution being counted is a polynomial (the
coefficient of x^v is the number of ways of the value v) written as one whole number with a field of bits for each
coefficient, so that shifting it adds to every value and one multiplication weighs them all.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb

import msgspec

from engine.dice.odds import Odds
from engine.dice.odds import die as die_of
from engine.sunrise.data.pack import Pack
from engine.sunrise.data.units import Type, Upgrade
from engine.sunrise.figures.hull import ROW, mark, row_pips
from engine.sunrise.figures.sheet import Sheet, lose, next_loss, rating, rerolls
from engine.sunrise.figures.weapons import FIRE_CONTROL, REROLL_UP_TO, pool, threshold
from engine.sunrise.state import Kind, Systems, find, has, working

Counts = dict[int, int]
FACES = range(1, 7)
NEVER = 7
"""The value from which on dice of weapons that are not ballistic destroy systems: none shows it."""


class Attack(msgspec.Struct, frozen=True, kw_only=True):
    """One attack as its odds are asked: the pool, what changes the dice, and what the target has against them.

    `rerolls` are used by the policy "the lowest die if it is 3 or less" (FS-ODD-10). `fragmenting` is None for weapons
    that are not ballistic. `row` is pips of a row, `systems` how many of the target's systems work.
    """

    dice: int
    discard: int = 0
    fire_control: bool = True
    rerolls: int = 0
    fragmenting: int | None = None
    shields: int = 0
    plating: int = 0
    rugged: bool = False
    pips: int = 48
    row: int = ROW
    systems: int = 11
    haywire: int = 0


class Forecast(msgspec.Struct, frozen=True, kw_only=True):
    """Odds of an attack's results: damage of the kept dice, pips marked, rows lost, systems destroyed, the ship
    destroyed.

    `systems` counts rows, ballistic dice and Haywire together, and 0 where the ship is destroyed.
    """

    damage: Odds
    marked: Odds
    rows: Odds
    systems: Odds
    destroyed: Fraction

    @property
    def row_lost(self) -> Fraction:
        """The chance that at least one row is lost."""
        return self.rows.chance(lambda rows: rows > 0)

    @property
    def system_lost(self) -> Fraction:
        """The chance that a system is destroyed on a ship that survives."""
        return self.systems.chance(lambda lost: lost > 0)


class Start(msgspec.Struct, frozen=True):
    """The lowest dice as rerolls may leave them: `low` (0: none) and `same` dice of `face` have settled, in so many
    ways.

    All other dice are above `face`, any of the faces there being as likely as another.
    """

    face: int
    low: int
    same: int
    ways: int

    @property
    def dice(self) -> tuple[int, ...]:
        """The faces of the dice that have settled, lowest first."""
        return (*((self.low,) if self.low else ()), *(self.face,) * self.same)


def starts(dice: int, rerolls: int) -> list[Start]:
    """Every way in which "reroll the lowest die while it is 3 or less" ends, out of 6^(dice + rerolls) (FS-ODD-10).

    Face by face from 1: of the dice that are not below it, some show it and are rerolled one after another. A die that
    comes up higher is as any other die above the face; one that does not is the lowest again. So as long as rerolls
    are left no die has settled, and when they run out in the middle, one die may lie anywhere up to the face.
    """
    ends: list[Start] = []
    left_ways = {rerolls: 1}
    for face in range(1, REROLL_UP_TO + 1):
        following: Counts = {}
        for left, before in left_ways.items():
            for showing in range(dice + 1):
                ways = before * comb(dice, showing)
                for used in range(showing, left + 1):  # all of them came up higher; the last reroll was such a one
                    good = comb(used - 1, showing - 1) if showing else int(used == 0)
                    if good:
                        more = ways * good * face ** (used - showing)
                        following[left - used] = following.get(left - used, 0) + more
                for higher in range(min(showing - 1, left) + 1):  # no reroll is left, and so many came up higher
                    if left == 0 or higher:
                        good = comb(left - 1, higher - 1) * face ** (left - higher) if left else 1
                        ends.append(Start(face, 0, showing - higher, ways * good))
                    if left > higher:
                        good = comb(left - 1, higher) * face ** (left - 1 - higher)
                        ends += [Start(face, low, showing - higher - 1, ways * good) for low in range(1, face + 1)]
        left_ways = following
    unused = sum(ways * 6**left for left, ways in left_ways.items())
    return [*ends, Start(REROLL_UP_TO, 0, 0, unused)]


@lru_cache(maxsize=256)
def _joint(dice: int, discard: int, fire_control: bool, rerolls: int, breaks: int) -> Mapping[int, Counts]:
    """Ways of each damage, by the number of dice of at least `breaks`, out of 6^(dice + rerolls) (FS-ODD-01, -08..-10).

    The walk over faces of FS-ODD-01: how many of the dice that are left show each, the lowest dice being kept. A term
    x^(damage + span * broken) of a polynomial stands for each result.
    """
    kept = dice - discard
    span = 6 * kept + 1
    width = _width(6 ** (dice + rerolls))
    worth = (0, *(face if fire_control else max(0, face - FIRE_CONTROL) for face in FACES))
    entering: list[list[tuple[int, int]]] = [[] for _ in range(7)]  # by face: dice that have settled, and in what ways
    for start in starts(dice, rerolls) if rerolls else [Start(0, 0, 0, 1)]:
        values = [worth[die] for die in start.dice]
        field = sum(values[:kept]) + span * sum(value >= breaks for value in values)
        entering[start.face].append((len(values), start.ways << width * field))
    shifts = [(width * worth[face], width * span if worth[face] >= breaks else 0) for face in FACES]
    counted = _walked(dice, kept, entering, shifts, breaks == NEVER) if discard else _powers(dice, entering, shifts)
    found: dict[int, Counts] = {}
    for field, ways in _coefficients(counted, width):
        broken, total = divmod(field, span)
        found.setdefault(broken, {})[total] = ways
    return found


Entering = Sequence[Sequence[tuple[int, int]]]
Shifts = Sequence[tuple[int, int]]
"""By face from 1: how far one die of it shifts a polynomial for its damage if it is kept, and for what it breaks."""


def _powers(dice: int, entering: Entering, shifts: Shifts) -> int:
    """Sum over all faces where all dice are kept: those above a face are so many times the same polynomial."""
    counted = above = 0
    for face in range(6, -1, -1):
        counted += sum(ways * above ** (dice - used) for used, ways in entering[face])
        above += 1 << sum(shifts[face - 1]) if face else 0
    return counted


def _walked(dice: int, kept: int, entering: Entering, shifts: Shifts, unbroken: bool) -> int:
    """The walk over faces, by how many dice have settled; what is not kept decides nothing if `unbroken`."""
    settled = [0] * (dice + 1)
    for face in range(7):
        if face:
            settled = _settle(face, dice, kept, settled, shifts[face - 1], unbroken)
        for used, ways in entering[face]:
            settled[used] += ways
    return settled[dice]


def _settle(face: int, dice: int, kept: int, settled: list[int], shift: tuple[int, int], unbroken: bool) -> list[int]:
    """Have any number of the dice that are left show the face."""
    damage, breaking = shift
    following = [0] * (dice + 1)
    for used, ways in enumerate(settled):
        if not ways:
            continue
        left, room = dice - used, max(0, kept - used)
        if unbroken:  # as many of this face as are still kept are the end
            enough = (7 - face) ** left
            for count in range(room):
                chosen = comb(left, count)
                following[used + count] += chosen * ways << damage * count
                enough -= chosen * (6 - face) ** (left - count)
            following[dice] += enough * ways << damage * room
        else:
            for count in range(left if face == 6 else 0, left + 1):
                following[used + count] += comb(left, count) * ways << damage * min(count, room) + breaking * count
    return following


def forget() -> None:
    """Forget the distributions that have been counted, so that a measurement counts them anew."""
    _joint.cache_clear()


def _width(most: int) -> int:
    """Bits of a field that no number of ways up to `most` outgrows: whole bytes."""
    return -(-most.bit_length() // 8) * 8


def _coefficients(packed: int, width: int) -> list[tuple[int, int]]:
    """The fields of a polynomial that are not 0: the value and its ways."""
    size = width // 8
    fields = packed.to_bytes(-(-packed.bit_length() // width) * size, "little")
    found = ((at // size, int.from_bytes(fields[at : at + size], "little")) for at in range(0, len(fields), size))
    return [(value, ways) for value, ways in found if ways]


def damage(dice: int, discard: int = 0, *, fire_control: bool = True, rerolls: int = 0) -> Odds:
    """The sum of the dice kept, of a pool that the ratings made (FS-ODD-01, FS-ODD-03, -04, FS-ODD-09, FS-ODD-10)."""
    return Odds.counted(_joint(dice, min(discard, dice - 1), fire_control, rerolls, NEVER)[0])


def _folded(pairs: Iterable[tuple[int, int]]) -> Counts:
    found: Counts = {}
    for value, ways in pairs:
        found[value] = found.get(value, 0) + ways
    return found


def ballistic(dice: int, fragmenting: int = 0) -> Odds:
    """Systems destroyed by ballistic dice, by all of them, kept or not (FS-ODD-08)."""
    hits = 7 - threshold(fragmenting)
    return binomial(dice, Fraction(hits, 6))


def binomial(tries: int, chance: Fraction) -> Odds:
    """Odds of the number of successes in some tries, each with the same chance."""
    good, whole = chance.numerator, chance.denominator
    return Odds.counted(
        {hits: comb(tries, hits) * good**hits * (whole - good) ** (tries - hits) for hits in range(tries + 1)}
    )


def survival(plating: int, rugged: bool) -> Fraction:
    """The chance that a point of damage is not ignored (FS-ODD-07)."""
    return Fraction(2, 3) ** plating * (Fraction(5, 6) if rugged else 1)


def reduced(before: Odds, shields: int = 0, plating: int = 0, rugged: bool = False) -> Odds:
    """Damage that is left after Shields, then Adaptive Plating and Rugged Construction (FS-ODD-07)."""
    behind = before.map(lambda points: max(0, points - shields))
    chance = survival(plating, rugged)
    return behind if chance == 1 else behind.then(lambda points: binomial(points, chance))


def forecast(attack: Attack) -> Forecast:
    """Everything an attack may do, exactly (FS-ODD-01, -06..-10, -13)."""
    breaks = NEVER if attack.fragmenting is None else threshold(attack.fragmenting)
    joint = _joint(attack.dice, attack.discard, attack.fire_control, attack.rerolls, breaks)
    most = max(total for totals in joint.values() for total in totals)
    end = min(attack.pips, max(0, most - attack.shields))
    results = [_result(attack, marks) for marks in range(end + 1)]
    total_ways: Counts = {}
    marked_ways: Counts = {}
    rows_ways: Counts = {}
    systems_ways: Counts = {}
    destroyed = 0
    for broken, totals in joint.items():
        for total, ways in totals.items():
            total_ways[total] = total_ways.get(total, 0) + ways
        for marks, ways in _arriving(attack, totals, most).items():
            rows, dead, haywire = results[marks]
            all_ways = ways << attack.haywire
            marked_ways[marks] = marked_ways.get(marks, 0) + all_ways
            rows_ways[rows] = rows_ways.get(rows, 0) + all_ways
            if dead:
                destroyed += all_ways
                systems_ways[0] = systems_ways.get(0, 0) + all_ways
                continue
            for extra, times in haywire:
                lost = min(attack.systems, rows + broken + extra)
                systems_ways[lost] = systems_ways.get(lost, 0) + ways * times
    return Forecast(
        damage=Odds.counted(total_ways),
        marked=Odds.counted(marked_ways),
        rows=Odds.counted(rows_ways),
        systems=Odds.counted(systems_ways),
        destroyed=Fraction(destroyed, sum(marked_ways.values())),
    )


def through(attack: Attack, shields: int) -> dict[tuple[int, int], int]:
    """Ways of the points that get through so many shields, with the shields then left, whatever pips there are.

    The whole is the same for every number of shields, so that attacks can be counted one after another (FS-ODD-07).
    """
    totals = _joint(attack.dice, attack.discard, attack.fire_control, attack.rerolls, NEVER)[0]
    chance, most = survival(attack.plating, attack.rugged), max(totals)
    found = {(0, shields - total): ways * chance.denominator**most for total, ways in totals.items() if total < shields}
    beyond = {total - shields: ways for total, ways in totals.items() if total >= shields}
    if beyond:
        arriving = _thinned(beyond, chance, most) if chance < 1 else beyond
        found |= {(points, 0): ways for points, ways in arriving.items()}
    return found


def _arriving(attack: Attack, totals: Counts, most: int) -> Counts:
    """Of totals with so many ways, the pips they mark and in how many ways, out of the same whole (FS-ODD-07).

    Shields take their part, each point left gets through with the same chance, and pips end.
    """
    chance = survival(attack.plating, attack.rugged)
    points = _folded((max(0, total - attack.shields), ways) for total, ways in totals.items())
    if chance < 1:
        points = _thinned(points, chance, max(0, most - attack.shields))
    return _folded((min(arrived, attack.pips), ways) for arrived, ways in points.items())


def _thinned(points: Counts, chance: Fraction, most: int) -> Counts:
    """The points that are left when each stays with that chance, out of denominator^most times as many ways.

    Each point is a factor (bad + good x) of a polynomial, and the sum over points is taken by Horner's rule.
    """
    good, whole = chance.numerator, chance.denominator
    bad = whole - good
    width = _width(sum(points.values()) * whole**most)
    packed, scale = 0, 1
    for number in range(most, -1, -1):
        packed = packed * bad + (packed * good << width) + points.get(number, 0) * scale
        scale *= whole
    return dict(_coefficients(packed, width))


def _result(attack: Attack, marks: int) -> tuple[int, bool, tuple[tuple[int, int], ...]]:
    """Of so many pips marked: rows lost, whether that destroys the ship, and the ways of Haywire's systems."""
    left = attack.pips - marks
    rows = -(-attack.pips // attack.row) + (-left // attack.row)
    if marks and attack.haywire:
        return rows, left == 0, tuple((hits, comb(attack.haywire, hits)) for hits in range(attack.haywire + 1))
    return rows, left == 0, ((0, 1 << attack.haywire),)


def mean(dice: int, discard: int = 0) -> Fraction:
    """The mean of the dice kept, in closed form (FS-ODD-02, FS-ODD-05)."""
    kept = dice - min(discard, dice - 1)
    ways = sum(
        comb(dice, below) * (face - 1) ** below * (7 - face) ** (dice - below)
        for place in range(1, kept + 1)
        for face in range(1, 7)
        for below in range(place)
    )
    return Fraction(ways, 6**dice)


def best_reroll(faces: tuple[int, ...], discard: int, fire_control: bool = True) -> tuple[int | None, Fraction]:
    """The die (from 0) to reroll for the most damage, None to keep all, and the damage then expected (FS-ODD-10)."""

    def worth(dice: tuple[int, ...]) -> int:
        return sum(max(0, face - (0 if fire_control else FIRE_CONTROL)) for face in sorted(dice)[: len(dice) - discard])

    best: tuple[int | None, Fraction] = (None, Fraction(worth(faces)))
    for die in range(len(faces)):
        rest = faces[:die] + faces[die + 1 :]
        expected = Fraction(sum(worth((*rest, face)) for face in range(1, 7)), 6)
        if expected > best[1]:
            best = (die, expected)
    return best


def craft_hit(toughness: int, illuminators: int = 0) -> Fraction:
    """The chance that one attack on a squadron hits (FS-ODD-11)."""
    return Fraction(min(6, max(0, 7 + illuminators - toughness)), 6)


def craft_lost(attacks: int, toughness: int, size: int, illuminators: int = 0) -> Odds:
    """Odds of the craft that a squadron of that size loses to so many attacks (FS-ODD-11)."""
    return binomial(attacks, craft_hit(toughness, illuminators)).map(lambda hits: min(hits, size))


def dice_sum(dice: int, sides: int) -> Odds:
    """The sum of so many dice: Miracle Points of a turn are 3d3 (FS-ODD-12)."""
    return die_of(sides).times(dice)


def any_of(copies: int, chance: Fraction) -> Fraction:
    """The chance that one of some copies' dice succeeds: Sanctuary 1/6, Resplendent and Haywire 1/2 (FS-ODD-13)."""
    return 1 - (1 - chance) ** copies


def attack(pack: Pack, shooter: Systems, weapon: str, target: Sheet, band: int, *, change: int = 0) -> Attack:
    """One attack as its odds are asked: `weapon` is a system's id of the shooter, `band` the dice of the range band.

    `change` is what else changes the target's rating for it (a Drone Swarm, a Miracle). Raises KeyError where the
    shooter has no such weapon.
    """
    mounted = find(shooter, weapon)
    if mounted is None or mounted.kind is not Kind.WEAPON:
        raise KeyError(weapon)
    kind = pack.weapons[mounted.item].type
    ballistic, missile = kind is Type.BALLISTIC, kind is Type.MISSILE
    extra = working(shooter, Upgrade.HIGH_VELOCITY_MUNITIONS) if ballistic else 0
    rolled = pool(band, rating(target.systems, target.defenses, pack, kind, change), extra)
    return Attack(
        dice=rolled.dice,
        discard=rolled.discard,
        fire_control=has(shooter, Kind.FIRE_CONTROL),
        rerolls=rerolls(shooter, pack, kind),
        fragmenting=working(shooter, Upgrade.FRAGMENTING_AMMUNITION) if ballistic else None,
        haywire=working(shooter, Upgrade.HAYWIRE_MISSILES) if missile else 0,
        shields=target.shields,
        plating=working(target.systems, Upgrade.ADAPTIVE_PLATING),
        rugged=target.rugged,
        pips=target.pips,
        row=row_pips(working(target.systems, Upgrade.REINFORCED_ARMOR)),
        systems=sum(system.boxes - system.lost for system in target.systems),
    )


class Volley(msgspec.Struct, frozen=True, kw_only=True):
    """Odds of several attacks on one ship together: pips marked, rows lost, and the chance that it is destroyed.

    The target's upgrades are taken as they are before the first attack: which of them go is their owner's choice.
    """

    marked: Odds
    rows: Odds
    destroyed: Fraction


def volley(attacks: Sequence[Attack]) -> Volley:
    """Attacks on one ship, one after another; shields that one has used up are gone for the next (FS-WPN-14).

    Raises ValueError for no attack.
    """
    if not attacks:
        raise ValueError("a volley is of one attack at least")
    pips, row = attacks[0].pips, attacks[0].row
    ways = {(0, attacks[0].shields): 1}
    for throw in attacks:
        ways = _after(ways, throw, pips)
    marked: dict[int, int] = {}
    rows: dict[int, int] = {}
    for (points, _), count in ways.items():
        marked[points] = marked.get(points, 0) + count
        lost = mark(pips, points, row).rows
        rows[lost] = rows.get(lost, 0) + count
    return Volley(
        marked=Odds.counted(marked),
        rows=Odds.counted(rows),
        destroyed=Fraction(marked.get(pips, 0), sum(marked.values())),
    )


def _after(before: Mapping[tuple[int, int], int], attack: Attack, pips: int) -> dict[tuple[int, int], int]:
    """Ways of pips marked and shields left after one more attack."""
    found: dict[tuple[int, int], int] = {}
    passing = {shields: through(attack, shields) for shields in {shields for _, shields in before}}
    for (points, shields), count in before.items():
        for (more, left), ways in passing[shields].items():
            key = min(pips, points + more), left
            found[key] = found.get(key, 0) + count * ways
    return found


def losses(systems: Systems, lost: Odds, order: Sequence[str] = ()) -> tuple[tuple[str, Fraction], ...]:
    """The chance of each system to be hit, in the order in which they go when their owner follows it (FS-HULL-04).

    `lost` is how many systems an attack destroys (`Forecast.systems`), `order` the owner's loss order. A system with
    several boxes is named once for each.
    """
    found = []
    left, sure = tuple(systems), Fraction(1)
    for number in range(max((value for value, _ in lost), default=0)):
        sure -= sum((chance for value, chance in lost if value == number), Fraction(0))
        goes = next_loss(left, order)
        if goes is None:
            break
        found.append((goes, sure))
        left = lose(left, goes)
    return tuple(found)
