"""Exact odds, in fractions: of an environ combat, of a base's fire, of a round, and of a whole character combat under
the default answers. Nothing here rolls. Register, Odds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from msgspec.structs import replace

from engine.freedom.combat.environ import column_of
from engine.freedom.combat.reckoning import Reckoning
from engine.freedom.data.pack import Side
from engine.freedom.figures import PDB_COLUMNS, best_losses, break_off_numbers, spread
from engine.freedom.look import World
from engine.freedom.state import Fight, Leading, State, Status, with_people

FACES = range(1, 7)
MOST_ROUNDS = 60
"""Rounds of a creature that grows, after which what is left of the chances is counted as undecided."""


class LossOdds(NamedTuple):
    """Chances of what a combat takes: by side, the strength lost (0 and more), and all units."""

    lost: Mapping[Side, Mapping[int, Fraction]]
    wiped: Mapping[Side, Fraction]


def environ_odds(world: World, state: State, task: Leading, leaders: Mapping[Side, str]) -> LossOdds:
    """What an environ combat takes from each side, with the default removals (S1)."""
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


class FightOdds(NamedTuple):
    """How a character combat ends under the default answers: the attackers beaten and a defender stands; the defenders
    are out and the attackers stand; both; and what is left undecided.
    """

    beaten: Fraction
    lost: Fraction
    both: Fraction
    undecided: Fraction


class _Node(NamedTuple):
    """Where a combat stands: the wounds of everybody, who is out, and the round as far as it matters."""

    force: int
    dealt: int
    defenders: tuple[tuple[str, int], ...]
    attackers: tuple[tuple[str, int], ...]
    round: int


def foreseeable(world: World, state: State, fight: Fight) -> bool:
    """Whether the whole combat can be reckoned while somebody waits: not that with some creatures, nor with one whose
    endurance grows, nor that of several with one that grows at all, where every round counts for itself.
    """
    creature = Reckoning(world, state, fight).creature
    growth = creature.growth
    endless = growth.endurance or (growth.attack and len(fight.defenders) > 1)
    return creature.manner in ("", "duel", "swarm", "stalker") and not endless


def fight_odds(world: World, state: State, fight: Fight) -> FightOdds:
    """The chances of a whole character combat from here, nobody breaking off, all else by default (S2)."""
    memo: dict[_Node, FightOdds] = {}
    grows = Reckoning(world, state, fight).creature.growth
    growing = bool(grows.attack or grows.endurance)

    def node(state: State, fight: Fight) -> _Node:
        wounds = [
            tuple((one, state.people[one].wounds) for one in group if state.people[one].free)
            for group in (fight.defenders, fight.attackers)
        ]
        force = fight.force
        feeds = min(force.dealt, Reckoning(world, state, fight).creature.feeds) if force is not None else 0
        limit = Reckoning(world, state, fight).creature.rounds
        known = fight.round if growing or limit else min(fight.round, 2)
        return _Node(force.wounds if force is not None else 0, feeds, wounds[0], wounds[1], known)

    def over(state: State, fight: Fight) -> FightOdds | None:
        reckoning = Reckoning(world, state, fight)
        endured = reckoning.endurance(fight.force) if fight.force is not None else 0
        beaten = not fight.attackers if fight.force is None else bool(endured) and fight.force.wounds >= endured
        out = not fight.defenders
        if beaten or out:
            return FightOdds(Fraction(beaten and not out), Fraction(out and not beaten), Fraction(beaten and out), NONE)
        limit = reckoning.creature.rounds
        if (limit and fight.round > limit) or (growing and fight.round > MOST_ROUNDS):
            return FightOdds(NONE, NONE, NONE, Fraction(1))
        return None

    def solve(state: State, fight: Fight) -> FightOdds:
        here = node(state, fight)
        if (ended := over(state, fight)) is not None:
            return ended
        if here in memo:
            return memo[here]
        total, stay = [NONE] * 4, NONE
        for chance, after, then in rounds(world, state, fight):
            if node(after, then) == here and over(after, then) is None:
                stay += chance
                continue
            total = [sum_ + chance * part for sum_, part in zip(total, solve(after, then), strict=True)]
        if stay == 1:
            found = FightOdds(NONE, NONE, NONE, Fraction(1))
        else:
            found = FightOdds(*(part / (1 - stay) for part in total))
        memo[here] = found
        return found

    return solve(state, replace(fight, step="partition", used=()))


NONE = Fraction(0)


def rounds(world: World, state: State, fight: Fight) -> list[tuple[Fraction, State, Fight]]:
    """What one round may come to, each with its chance, equal ones together: no break-off, the default answers."""
    everybody = Reckoning(world, state, fight).creature.everybody
    active = fight.defenders if everybody else Reckoning(world, state, fight).usual_active()
    fight = replace(fight, active=active, tried=False)
    reckoning = Reckoning(world, state, fight)
    column, sides = reckoning.final_column(), (fight.side.other, fight.side)
    thrown: Counter[tuple[int, int]] = Counter()
    for dice in product(FACES, repeat=reckoning.attack_dice):
        cells = [reckoning.cell(die, column) for die in dice]
        hurt = sum(reckoning.wounds(cell.defender, sides[0]) for cell in cells)
        thrown[hurt, sum(cell.defender_star for cell in cells)] += 1
    answered: Counter[tuple[int, int]] = Counter()
    for cell in () if reckoning.harmless else [reckoning.cell(die, column) for die in FACES]:
        answered[reckoning.wounds(cell.attacker, sides[1]), int(cell.attacker_star)] += 1
    whole = thrown.total() * max(1, answered.total())
    counted: Counter[tuple[int, int, int]] = Counter()
    for (dealt, ours), often in thrown.items():
        for (taken, theirs), times in (answered or {(0, 0): 1}).items():
            stars = ours + theirs if fight.intention == "capture" else 0
            counted[dealt, taken, stars] += often * times
    ends: list[tuple[Fraction, State, Fight]] = []
    for (on_defenders, on_attackers, stars), count in counted.items():
        after = suffer(world, state, reckoning, fight.active, on_defenders)
        after = suffer(world, after, reckoning, fight.attackers, on_attackers)
        force = fight.force
        if force is not None:
            force = replace(force, wounds=force.wounds + on_attackers, dealt=force.dealt + on_defenders)
        left = tuple(one for one in fight.defenders if after.people[one].free)
        standing = tuple(one for one in fight.attackers if after.people[one].free)
        then = replace(fight, force=force, defenders=left, attackers=standing, round=fight.round + 1)
        ends += captured(Fraction(count, whole), after, then, stars)
    return ends


def suffer(world: World, state: State, reckoning: Reckoning, names: tuple[str, ...], wounds: int) -> State:
    """Wounds spread in the default way (FITG-CHR-35)."""
    for id, count in spread(reckoning.boxes(names), wounds):
        if "/" not in id:
            held = state.people[id].wounds + count
            dead = held >= world.card(state.people[id]).endurance
            state = with_people(state, (id,), wounds=held, status=Status.DEAD if dead else Status.FREE)
    return state


def captured(chance: Fraction, state: State, fight: Fight, stars: int) -> list[tuple[Fraction, State, Fight]]:
    """The same with so many captives, each of the active ones alike (S2 step 9)."""
    open_to = [one for one in fight.defenders if one in fight.active]
    if not stars or not open_to:
        return [(chance, state, fight)]
    found = []
    for one in open_to:
        left = tuple(other for other in fight.defenders if other != one)
        caught = with_people(state, (one,), status=Status.CAPTIVE)
        found += captured(chance / len(open_to), caught, replace(fight, defenders=left), stars - 1)
    return found


def break_off_odds(world: World, state: State, fight: Fight) -> tuple[Fraction, Fraction]:
    """The chances that active and inactive characters get away this round (FITG-CHR-24)."""
    reckoning = Reckoning(world, state, fight)
    numbers = break_off_numbers(world.pack, reckoning.column())
    return tuple(  # type: ignore[return-value]  # two of them
        Fraction(sum(face + reckoning.drift() <= number for face in FACES), 6) for number in numbers
    )
