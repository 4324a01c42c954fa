"""Odds of what is no attack: squadrons shot at and fighting, sanctuaries, returns, Miracle Points. FS-ODD-11..13."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from engine.dice.odds import Odds, percent
from engine.report import Section
from engine.sunrise.craft.dogfights import fighters
from engine.sunrise.craft.flak import bonus
from engine.sunrise.data.units import FactionCode, Upgrade
from engine.sunrise.figures.factions import MIRACLE_DICE, MIRACLE_SIDES
from engine.sunrise.figures.odds import any_of, craft_lost, dice_sum
from engine.sunrise.figures.sheet import point_defenses
from engine.sunrise.figures.squadrons import default_foe, in_dogfight
from engine.sunrise.look import Look
from engine.sunrise.shooting.harm import RETURN_NEEDS
from engine.sunrise.state import Ship, Squadron, working
from engine.sunrise.words import item_name, tenth

SANCTUARY = Fraction(1, 6)
"""The chance of one copy of Holy Sanctuary to turn a weapon away (FS-FAC-08)."""
RETURNS = Fraction(7 - RETURN_NEEDS, 6)
"""The chance of one copy of Resplendent Return to bring a ship back (FS-FAC-10)."""


def around(look: Look, ship: Ship, targets: Iterable[Ship]) -> list[Section]:
    """What the dice may do about a ship besides its attacks on these targets; nothing where nothing can happen."""
    heads = (
        ("Squadrons over it", tuple(_squadrons(look, ship))),
        ("Their factions", tuple(line for target in targets for line in _faction(look, target))),
        ("Next turn", tuple(_next_turn(look))),
    )
    return [Section(head, lines) for head, lines in heads if lines]


def _squadrons(look: Look, ship: Ship) -> Iterator[str]:
    """Enemy squadrons as the ship begins its activation, and the dogfight at its end (FS-ODD-11)."""
    known = look.known
    over = known.assigned_to(ship.id) if ship.deployed else []
    for one in over:
        if one.side is not ship.side and not ship.activated:
            left = after_fire(look, ship, one)
            if left is not None:
                yield f"{_named(look, one)} after Flak and Point Defenses: {_left(left)}"
    if not in_dogfight(one.side for one in over):
        return
    every = fighters(look.world, known, ship)
    for fighter in every:
        foe = default_foe(fighter, every)
        if foe is not None:
            lost = craft_lost(fighter.size, foe.toughness, foe.size, fighter.illuminators)
            all_ = dict(lost).get(foe.size, Fraction(0))
            yield (
                f"dogfight: {_named(look, known.squadrons[fighter.id])} shoots down {tenth(lost.mean())} of "
                f"{_named(look, known.squadrons[foe.id])} on average, all {foe.size} with {percent(all_)}"
            )


def after_fire(look: Look, ship: Ship, squadron: Squadron) -> Odds | None:
    """The size of an enemy squadron after a ship's Flak and Point Defenses; None where it has neither (FS-TURN-07)."""
    flak = working(ship.systems, Upgrade.STONEWALL_FLAK)
    shots = point_defenses(ship.defenses, look.pack)
    if not flak and not shots:
        return None
    toughness, plus = look.world.craft(squadron).toughness, bonus(look.known, ship.side, ship)

    def shot_at(size: int, attacks: int) -> Odds:
        return craft_lost(attacks, toughness, size, plus).map(lambda craft: size - craft)

    left = Odds.counted({squadron.size: 1})
    for _ in range(flak):
        left = left.then(lambda size: shot_at(size, size))
    return left.then(lambda size: shot_at(size, shots))


def _left(sizes: Odds) -> str:
    return f"{tenth(sizes.mean())} left on average, none with {percent(sizes.chance(lambda size: size == 0))}"


def _named(look: Look, squadron: Squadron) -> str:
    return f"{item_name(squadron.type, look.pack)} ({squadron.id})"


def _faction(look: Look, target: Ship) -> Iterator[str]:
    """Whether a weapon keeps its target, and whether the target stays lost (FS-ODD-13)."""
    sanctuaries = working(target.systems, Upgrade.HOLY_SANCTUARY)
    if sanctuaries:
        away = percent(any_of(sanctuaries, SANCTUARY))
        yield f"Holy Sanctuary turns a weapon away from {look.label(target)}: {away}"
    returns = working(target.systems, Upgrade.RESPLENDENT_RETURN)
    if returns:
        yield f"{look.label(target)} returns when it is destroyed: {percent(any_of(returns, RETURNS))}"


def _next_turn(look: Look) -> Iterator[str]:
    """The Miracle Points of the viewer's next turn (FS-ODD-12)."""
    if look.side is not None and look.world.is_of(look.known, look.side, FactionCode.CHILDREN_OF_THE_SUN):
        pool = dice_sum(MIRACLE_DICE, MIRACLE_SIDES)
        yield "Miracle Points: " + ", ".join(f"{points}: {percent(chance)}" for points, chance in pool)
