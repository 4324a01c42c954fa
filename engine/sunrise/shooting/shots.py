"""What an attack would do, worked out from the sheets of both ships before it is made. Rulebook: FS-ODD, FS-WPN-10..18.

Built on `odds`: here it is decided which numbers a weapon and its target put into them, and how a volley adds up.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

import msgspec

from engine.dice.odds import Odds
from engine.sunrise.data.pack import Pack
from engine.sunrise.data.ships import Type, Upgrade
from engine.sunrise.figures import odds
from engine.sunrise.figures.hull import mark, row_pips
from engine.sunrise.figures.sheet import Kind, Systems, find, has, lose, next_loss, rating, rerolls, working
from engine.sunrise.figures.weapons import pool


class Sheet(msgspec.Struct, frozen=True, kw_only=True):
    """A target as far as attacks care: its systems and defenses, pips left, shields left in the turn's pool.

    `rugged` ships are of a faction with Rugged Construction (FS-FAC-40).
    """

    systems: Systems
    defenses: Sequence[str] = ()
    pips: int
    shields: int = 0
    rugged: bool = False


def attack(
    pack: Pack, shooter: Systems, weapon: str, target: Sheet, band: int, *, change: int = 0, die: bool = False
) -> odds.Attack:
    """One attack as its odds are asked: `weapon` is a system's id of the shooter, `band` the dice of the range band.

    `change` is what else changes the target's rating for it (a Drone Swarm, a Miracle), `die` a Miracle's die. Raises
    KeyError where the shooter has no such weapon.
    """
    mounted = find(shooter, weapon)
    if mounted is None or mounted.kind is not Kind.WEAPON:
        raise KeyError(weapon)
    kind = pack.weapons[mounted.item].type
    ballistic, missile = kind is Type.BALLISTIC, kind is Type.MISSILE
    extra = (working(shooter, Upgrade.HIGH_VELOCITY_MUNITIONS) if ballistic else 0) + (1 if die else 0)
    rolled = pool(band, rating(target.systems, target.defenses, pack, kind, change), extra)
    return odds.Attack(
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
    """What attacks on one ship do together: pips marked, rows lost, and the chance that it is destroyed.

    The target's upgrades are taken as they are before the first attack: which of them go is their owner's choice.
    """

    marked: Odds
    rows: Odds
    destroyed: Fraction


def volley(attacks: Sequence[odds.Attack]) -> Volley:
    """Attacks on one ship, one after another; shields that one has used up are gone for the next (FS-WPN-14).

    Raises ValueError for no attack.
    """
    if not attacks:
        raise ValueError("a volley is of one attack at least")
    pips, row = attacks[0].pips, attacks[0].row
    ways = {(0, attacks[0].shields): 1}
    for one in attacks:
        ways = _after(ways, one, pips)
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


def _after(before: Mapping[tuple[int, int], int], one: odds.Attack, pips: int) -> dict[tuple[int, int], int]:
    """Ways of pips marked and shields left after one more attack."""
    found: dict[tuple[int, int], int] = {}
    through = {shields: odds.through(one, shields) for shields in {shields for _, shields in before}}
    for (points, shields), count in before.items():
        for (more, left), ways in through[shields].items():
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
