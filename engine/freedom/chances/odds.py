"""Exact odds, in fractions: of an environ combat, of a base's fire, of a break-off. Nothing rolls. Register, Odds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from engine.freedom.combat.environ import column_of
from engine.freedom.combat.reckoning import Reckoning
from engine.freedom.data.pack import Side
from engine.freedom.figures import PDB_COLUMNS, best_losses, break_off_numbers
from engine.freedom.look import World
from engine.freedom.state import Fight, Leading, State, Unit

FACES = range(1, 7)


class LossOdds(NamedTuple):
    """Chances of what a combat takes: by side, the strength lost (0 and more), and all units."""

    lost: Mapping[Side, Mapping[int, Fraction]]
    wiped: Mapping[Side, Fraction]


def environ_odds(world: World, state: State, task: Leading, leaders: Mapping[Side, str]) -> LossOdds:
    """Odds of what an environ combat takes from each side, with the default removals (S1)."""
    _, column = column_of(world, state, task, leaders)
    cells = world.pack.military
    lost: dict[Side, Mapping[int, Fraction]] = {}
    wiped: dict[Side, Fraction] = {}
    for side in Side:
        units = state.fielded(task.environ, side)
        strengths = {unit.id: world.kind(unit).first for unit in units}
        chances: dict[int, Fraction] = {}
        for face in FACES:
            cell = cells[face - 1][column]
            loss = cell.attacker if side is task.attacker else cell.defender
            paid = best_losses(world.losers(units), loss)[0]
            gone = sum(strengths[id] for id in paid)
            chances[gone] = chances.get(gone, Fraction(0)) + Fraction(1, 6)
        lost[side] = chances
        wiped[side] = chances.get(sum(strengths.values()), Fraction(0))
    return LossOdds(lost, wiped)


def base_odds(world: World, level: int) -> tuple[Fraction, Fraction]:
    """The chances that a base that fires goes down, and that it loses a level besides (FITG-PDB-06, FITG-PDB-07)."""
    losses = [world.pack.military[face - 1][PDB_COLUMNS[level]].attacker for face in FACES]
    return Fraction(sum(loss >= 2 for loss in losses), 6), Fraction(sum(loss >= 3 for loss in losses), 6)


def passing_odds(world: World, units: Sequence[Unit], level: int) -> tuple[Mapping[int, Fraction], Fraction]:
    """Losses, with their chances, of units that pass a base that fires, and the chance of all (FITG-PDB-05)."""
    strengths = {unit.id: world.kind(unit).first for unit in units}
    chances: dict[int, Fraction] = {}
    for face in FACES:
        loss = world.pack.military[face - 1][PDB_COLUMNS[level]].defender
        gone = sum(strengths[id] for id in best_losses(world.losers(units), loss)[0])
        chances[gone] = chances.get(gone, Fraction(0)) + Fraction(1, 6)
    return chances, chances.get(sum(strengths.values()), Fraction(0))


def break_off_odds(world: World, state: State, fight: Fight) -> tuple[Fraction, Fraction]:
    """The chances that active and inactive characters get away this round (FITG-CHR-24)."""
    reckoning = Reckoning(world, state, fight)
    numbers = break_off_numbers(world.pack, reckoning.column())
    return tuple(  # type: ignore[return-value]  # two of them
        Fraction(sum(face + reckoning.drift() <= number for face in FACES), 6) for number in numbers
    )
