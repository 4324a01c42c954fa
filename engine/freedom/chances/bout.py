"""Exact odds of a whole character combat under standing answers, by dynamic programming over whole numbers: all that
they leave open is decided by default. Nothing here rolls. Register, Odds: rounds are a Markov chain, whose loops are
divided out.

What goes on alike is one node: the wounds of a creature whose endurance grows are counted from what it has gained, and
of two who are alike in all that counts the healthier comes first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import lcm
from typing import Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import astuple, replace

from engine.freedom.chances.party import Fighter, Group, Party
from engine.freedom.chances.rows import Row, with_rows, without_loop
from engine.freedom.combat.reckoning import (
    SELF_COLUMN,
    Reckoning,
    away,
    column_of,
    drift,
    endured,
    force_attack,
    made,
    may_break,
)
from engine.freedom.data.pack import Cell
from engine.freedom.figures import LAST, break_off_numbers, clamped
from engine.freedom.look import World
from engine.freedom.state import Fight, Kind, Rating, State

FACES = range(1, 7)
SATURATED = 11
"""From so much more strength on the attacker stands on the last column, where defenders are wounded each round (D2)."""
BEYOND = -1000
"""The wounds of a creature that has grown beyond all danger: fewer than any that it can have."""


Breaks = Literal["stay", "all", "inactive"]
"""Those who try to break off in each round."""


class Plan(NamedTuple):
    """Standing answers of the defenders: who is active while that may be ("" for the usual ones), and who tries to
    break off in each round.
    """

    active: frozenset[str] = frozenset()
    breaks: Breaks = "stay"


USUAL = Plan()


class FightOdds(NamedTuple):
    """Odds of the ends of a character combat: the attackers beaten and a defender stands or got away; the defenders
    out and the attackers stand; both; none of the defenders left in it, but one got away; neither, its rounds being
    over or neither able to harm the other. Besides, that somebody is captive.
    """

    beaten: Fraction
    lost: Fraction
    both: Fraction
    away: Fraction
    undecided: Fraction
    captives: Fraction


class Said(NamedTuple):
    """Decisions for a round that were made already: possessions used, whose wits, a break-off tried or not."""

    used: tuple[str, ...] = ()
    wits: str = ""
    tried: bool = False
    decided: bool = False


NOTHING_SAID = Said()


class Node(Struct, frozen=True, eq=False):
    """Standing of a combat, of which a bout makes each once, so that they are told apart without a look inside.
    `front`: bits of who is active now; `held`: boxes left of whom a creature holds; `seized`, `away`: somebody is.
    """

    round: int
    wounds: int
    dealt: int
    defenders: Group
    front: int
    attackers: Group
    held: int
    seized: bool
    away: bool
    said: Said


Harm = tuple[int, int, int]
"""Wounds on the defenders, wounds on the attackers, captures."""

BEATEN, LOST, BOTH, AWAY, CAPTIVES = range(5)


def fight_odds(world: World, state: State, fight: Fight, plan: Plan = USUAL) -> FightOdds:
    """The chances of a character combat from here, this round as far as it is decided already (S2)."""
    bout = Bout(world, state, fight, plan)
    whole, sure, _ = bout.ends(bout.first)
    beaten, lost, both, left, captives = (Fraction(part, whole) for part in sure)
    return FightOdds(beaten, lost, both, left, 1 - beaten - lost - both - left, captives)


class RoundOdds(NamedTuple):
    """Odds of one round: chances of so many wounds on the defenders and on the attackers, each no more than they can
    take, and that somebody is seized.
    """

    defenders: Mapping[int, Fraction]
    attackers: Mapping[int, Fraction]
    seized: Fraction


def round_odds(world: World, state: State, fight: Fight, plan: Plan = USUAL) -> RoundOdds | None:
    """The chances of the round that is on or comes next, nobody breaking off, as far as it is decided, else under a
    plan (S2 steps 3 to 9). None against what attacks characters one by one, or wounds by being there (D5).
    """
    bout = Bout(world, state, fight, plan)
    if bout.creature.manner or not any(bout.first.defenders):
        return None
    counted = bout.rolled(bout.first)
    whole = sum(counted.values())
    sums: tuple[Counter[int], Counter[int]] = (Counter(), Counter())
    for (dealt, taken, _), often in counted.items():
        sums[0][dealt] += often
        sums[1][taken] += often
    seized = sum(often for (_, _, stars), often in counted.items() if stars)
    defenders, attackers = ({wounds: Fraction(often, whole) for wounds, often in one.items()} for one in sums)
    return RoundOdds(defenders, attackers, Fraction(seized, whole))


class Bout:
    """A character combat: what does not change in it, and the odds of the nodes that are worked out."""

    def __init__(self, world: World, state: State, fight: Fight, plan: Plan = USUAL) -> None:
        self.world, self.fight, self.plan = world, fight, plan
        self.reckoning = Reckoning(world, state, fight)
        self.creature = self.reckoning.creature
        self.known: dict[Node, Row[Node]] = {}
        self.node = lru_cache(maxsize=None)(Node)
        self.dice = lru_cache(maxsize=None)(self._dice)
        self.counted = lru_cache(maxsize=None)(self._counted)
        self.fates = lru_cache(maxsize=None)(self._fates)
        self.ways = int(6 ** (self.reckoning.attack_dice + 1 + self.creature.self_harm))
        (self.defending, defenders), (self.attacking, attackers) = (
            self.enlist(state, names) for names in (fight.defenders, fight.attackers)
        )
        stars = (self.reckoning.attack_dice + 1) * (fight.intention == "capture")
        self.share = lcm(*range(1, len(self.defending.people) + 1)) ** stars
        self.named = self.defending.bits(plan.active)
        held = world.boxes(state.people[fight.held]) if fight.held else 0
        wounds, dealt = (fight.force.wounds, fight.force.dealt) if fight.force is not None else (0, 0)
        named = 0 if fight.step != "partition" else self.named
        front = self.defending.active(defenders, self.defending.bits(fight.active), named)
        if self.creature.everybody:
            front = self.defending.everybody
        standing = self.pace(fight.round, wounds, defenders, dealt)
        said = Said(fight.used, fight.wits, fight.tried, fight.step == "roll")
        seized = bool(fight.pending)
        self.first = self.node(*standing, dealt, defenders, front, attackers, held, seized, False, said)

    def enlist(self, state: State, names: Iterable[str]) -> tuple[Party, Group]:
        """Characters and their companions as they stand (D8)."""
        people = self.world.in_order(state.people[one] for one in names if state.people[one].free)
        minded = self.creature.mind or self.creature.outwitted
        fighters, companions, lefts = [], [], []
        for at, one in enumerate(people):
            card, defending = self.world.card(one), one.side is not self.fight.side
            items = self.world.items(one)
            bonus = {item.name: item.combat * (not item.once) + item.defending * defending for item in items}
            for item in items:
                if item.takes_wound:
                    companions.append(Fighter(f"{one.name}/{item.name}", 0, 1, bonus.pop(item.name), owner=at))
            shield, steady = max((item.shield for item in items), default=0), any(item.steady for item in items)
            mind = self.world.intelligence(one) if minded else 0
            named, combat = one.name in self.plan.active, self.world.rating(one, Rating.COMBAT)
            fighters.append(
                Fighter(one.name, combat, card.endurance, sum(bonus.values()), shield, steady, mind, named=named)
            )
            lefts.append(self.world.boxes(one))
        return Party([*fighters, *companions]), (*lefts, *(1 for _ in companions))

    def like(self, node: Node, **changed: object) -> Node:
        """The node that differs so from another."""
        return self.node(*astuple(replace(node, **changed)))

    # How strongly they fight

    def engaged(self, party: Party, group: Group, bits: int, used: tuple[str, ...]) -> int:
        """Strength that one-shot possessions add that are used by who is engaged (FITG-CHR-18)."""
        if not used:
            return 0
        there = {one.name for _, one, _ in party.of(group, bits)}
        pairs = (one.partition("/") for one in used)
        return sum(self.world.pack.possessions[item].combat for owner, _, item in pairs if owner in there)

    def attack(self, node: Node) -> int:
        """The strength of the attackers (S2 step 3, FITG-CHR-21, FITG-CHR-42)."""
        force = self.fight.force
        if force is None:
            party, group = self.attacking, node.attackers
            return party.strength(group) + self.engaged(party, group, -1, node.said.used)
        outwitted = 0
        if self.creature.outwitted:
            minds = {one.name: one.mind for _, one, _ in self.defending.of(node.defenders)}
            outwitted = minds[node.said.wits] if node.said.wits else max(minds.values())
        now = replace(force, wounds=node.wounds, dealt=node.dealt)
        halved = self.fight.kind is Kind.LOCALS and any(
            self.world.pack.possessions[one.partition("/")[2]].halves_locals for one in node.said.used
        )
        return force_attack(self.creature, now, node.round, outwitted, halved)

    def endured(self, round: int) -> int:
        """Wounds that the force endures in a round; 0 where nothing harms it."""
        return 0 if self.fight.force is None else endured(self.creature, self.fight.force, round)

    def defence(self, node: Node) -> int:
        """The strength of the active defenders, or of all their minds against a mind (FITG-CHR-29, S4)."""
        party, group = self.defending, node.defenders
        if self.creature.mind:
            return sum(one.mind for _, one, _ in party.of(group))
        return party.strength(group, node.front) + self.engaged(party, group, node.front, node.said.used)

    def column(self, node: Node) -> int:
        """The column before the shift of a failed break-off, not clamped yet (S2 step 4)."""
        steady = any(one.steady for _, one, _ in self.defending.of(node.defenders, node.front))
        return column_of(self.creature, self.fight, self.attack(node) - self.defence(node), node.round, steady)

    # A round

    def round(self, node: Node) -> Row[Node]:
        """Row of what a round may come to (S2)."""
        row: Row[Node] = Row(0, [0] * 5, {})
        whole = 0
        for then, faces in self.broken(node).items():
            whole += faces * self.ways * self.share
            if any(then.defenders):
                self.after(row, then, faces)
            else:
                self.over(row, then, faces * self.ways * self.share, beaten=False)
        return row._replace(whole=whole)

    def broken(self, node: Node) -> Counter[Node]:
        """Nodes of who is left after a break-off, with the faces of its die that lead there where one is tried (S2 step
        5, FITG-CHR-22 to -28).
        """
        behind = self.defending.everybody & ~node.front
        everybody = self.plan.breaks == "all"
        tries = everybody or (self.plan.breaks == "inactive" and any(self.defending.of(node.defenders, behind)))
        if node.said.decided or not tries or not may_break(self.creature, node.round):
            return Counter([node])
        numbers = break_off_numbers(self.world.pack, self.column(node))
        rolls = Counter(away(numbers, face + drift(self.creature, node.round), everybody) for face in FACES)
        found: Counter[Node] = Counter()
        for (front_away, behind_away), faces in rolls.items():
            gone = node.front * front_away | behind * behind_away
            left = tuple(0 if gone >> at & 1 else boxes for at, boxes in enumerate(node.defenders))
            said = node.said._replace(tried=everybody and not front_away)
            found[self.like(node, defenders=left, away=node.away or left != node.defenders, said=said)] += faces
        return found

    def rolled(self, node: Node) -> Mapping[Harm, int]:
        """Number of rolls by the wounds that they make on the active and on the attackers, and captures; wounds beyond
        the last box are all alike, and so are captures of more than are left.
        """
        creature, group = self.creature, node.defenders
        answered = not creature.unanswered and (creature.mind or self.defence(node) > 0)
        shields = self.defending.shield(group, node.front), self.attacking.shield(node.attackers)
        column = clamped(self.column(node) + node.said.tried, 0, LAST)
        boxes = sum(left for at, left in enumerate(group) if node.front >> at & 1)
        endurance = self.endured(node.round)
        most = endurance - node.wounds if endurance else sum(node.attackers)
        return self.counted(self.dice(column, *shields, answered), boxes, most)

    def _counted(self, dice: tuple[tuple[Harm, int], ...], boxes: int, most: int) -> Mapping[Harm, int]:
        """Rolls by what they make where the active have so many boxes and attackers take so much at most."""
        felt = max(self.creature.feeds, boxes)
        counted: Counter[Harm] = Counter()
        for (dealt, taken, stars), often in dice:
            counted[min(dealt, felt), min(taken, most), min(stars, max(0, boxes - dealt))] += often
        return counted

    def _dice(self, column: int, ours: int, theirs: int, answered: bool) -> tuple[tuple[Harm, int], ...]:
        """Wounds on the defenders, on the attackers, and captures: how many rolls make them (S2 steps 7 to 9)."""
        table = self.world.pack.character
        mirror = [table[face - 1][SELF_COLUMN].attacker for face in FACES] if self.creature.self_harm else [0]
        cells = [table[face - 1][column] for face in FACES]
        answers = cells if answered else [Cell(0, 0)] * 6
        counted: Counter[Harm] = Counter()
        for thrown, answer, itself in product(product(cells, repeat=self.reckoning.attack_dice), answers, mirror):
            found = made(self.fight, thrown, answer, (ours, theirs))
            counted[found.defenders, found.attackers + itself, found.stars] += 1
        return tuple(counted.items())

    def after(self, row: Row[Node], node: Node, faces: int) -> None:
        """Each roll: wounds in the default way, captives, and whether the combat is over (S2 steps 8 to 11)."""
        creature, endurance, follows = self.creature, self.endured(node.round), row.open
        last = bool(creature.rounds) and node.round >= creature.rounds
        for (dealt, taken, stars), often in self.rolled(node).items():
            attackers, wounds = node.attackers, node.wounds
            if self.fight.force is None:
                attackers = self.attacking.hurt(attackers, taken)
                beaten = not any(attackers)
            else:
                wounds += taken
                beaten = bool(endurance) and wounds >= endurance
            held = node.held - (creature.manner == "grip" and not beaten)
            faded = (creature.fades and not dealt) or (creature.manner == "grip" and not held)
            over = beaten or faded or last
            gained = min(creature.feeds, node.dealt + dealt)
            misty = creature.manner == "mist" and not beaten
            for (defenders, front, seized), share in self.fates(node.defenders, node.front, dealt, stars, misty):
                taken_in, ways = node.seized or seized, faces * often * share
                if over or not any(defenders):
                    self.over(row, replace(node, defenders=defenders, seized=taken_in), ways, beaten)
                else:
                    pace = self.pace(node.round + 1, wounds, defenders, gained)
                    then = self.node(
                        *pace, gained, defenders, front, attackers, held, taken_in, node.away, NOTHING_SAID
                    )
                    follows[then] = follows.get(then, 0) + ways

    def over(self, row: Row[Node], node: Node, often: int, beaten: bool) -> None:
        """So many ways in which it ends here; who was seized is free when the attackers are beaten (S2 step 10)."""
        standing = any(node.defenders) or node.away
        if beaten:
            row.sure[BEATEN if standing or node.seized else BOTH] += often
        elif not any(node.defenders):
            row.sure[AWAY if node.away else LOST] += often
        row.sure[CAPTIVES] += often * (node.seized and not beaten)

    def _fates(
        self, group: Group, front: int, dealt: int, stars: int, misty: bool
    ) -> list[tuple[tuple[Group, int, bool], int]]:
        """The defenders after so many wounds and captures, who of them is active next, and whether one was seized: each
        with its ways of `share`.
        """
        party = self.defending
        left = party.suffer(group, front, dealt)
        if misty:
            left = party.without_orphans(tuple(boxes and boxes - (at in party.people) for at, boxes in enumerate(left)))
        counted: Counter[tuple[Group, int, bool]] = Counter()
        for share, free in self.seize(left, front, stars, self.share):
            counted[*self.stand(free, front), free != left] += share
        return list(counted.items())

    def stand(self, defenders: Group, front: int) -> tuple[Group, int]:
        """The first of the defenders that fight like these, and who of them is active next."""
        party = self.defending
        active = party.everybody if self.creature.everybody else party.active(defenders, front, self.named)
        return party.folded(defenders, active)

    def seize(self, group: Group, front: int, stars: int, ways: int) -> Iterator[tuple[int, Group]]:
        """A group with so many captives, each of the active ones alike (S2 step 9)."""
        open_to = [at for at in self.defending.people if group[at] and front >> at & 1]
        if not stars or not open_to:
            yield ways, group
            return
        for one in open_to:
            without = tuple(0 if at == one else left for at, left in enumerate(group))
            yield from self.seize(self.defending.without_orphans(without), front, stars - 1, ways // len(open_to))

    # Rounds that differ in nothing

    def pace(self, round: int, wounds: int, defenders: Group, dealt: int) -> tuple[int, int]:
        """The first round, and the wounds, from which it goes on like this."""
        creature, growth = self.creature, self.creature.growth
        if growth.endurance and growth.endurance == growth.attack:
            if self.hopeless(round, wounds, defenders):
                wounds = BEYOND
            while round - growth.every >= max(2, growth.first):
                round, wounds = round - growth.every, max(BEYOND, wounds - growth.endurance)
        elif growth.attack or growth.endurance:
            assert self.fight.force is not None  # creatures grow
            weaker = 0 if creature.callous >= self.endured(1) else self.endured(1)
            begun = force_attack(creature, replace(self.fight.force, wounds=wounds, dealt=dealt), 1)
            needed = max(0, self.defending.strength(defenders) + SATURATED + weaker - begun)
            round = min(round, growth.first + growth.every * -(-needed // max(1, growth.attack)))
        elif not creature.rounds:
            round = min(round, 2)
        return round, wounds

    def hopeless(self, round: int, wounds: int, defenders: Group) -> bool:
        """True if a creature has grown beyond all danger: it is on the last column to the end."""
        margin = sum(defenders) * (2 if self.fight.weapon == "fire" else 1)
        if self.creature.unanswered or self.endured(round) - wounds <= margin:
            return False
        assert self.fight.force is not None  # creatures grow
        attack = force_attack(self.creature, replace(self.fight.force, wounds=wounds), round)
        return attack >= self.defending.strength(defenders) + SATURATED + margin

    # The chain

    def ends(self, node: Node) -> Row[Node]:
        """End of a combat from here: a row that leads nowhere. Where somebody is away or seized it goes on as if nobody
        were: whoever is away is not out, and whoever is seized is captive unless the attackers are beaten.
        """
        if node not in self.known and (node.away or node.seized):
            alike = self.ends(self.like(node, away=False, seized=False))
            beaten, lost, both, left, captives = alike.sure
            out = [0, left + lost] if node.away else [lost, left]
            held = left + lost if node.seized else captives
            self.known[node] = alike._replace(sure=[beaten + both, out[0], 0, out[1], held])
        elif node not in self.known:
            self.solve(node)
        return self.known[node]

    def solve(self, start: Node) -> None:
        """Work out a node, and those that it goes on to without a change of the groups, which may lead back to it: each
        in terms of later ones, then back from the last.
        """
        rows: dict[Node, Row[Node]] = {}
        waiting = [start]
        while waiting:
            node = waiting.pop()
            if node in rows or node in self.known:
                continue
            if node.wounds == BEYOND and self.plan.breaks == "stay":
                self.known[node] = Row(1, [0, 1, 0, 0, 0], {})
                continue
            row = self.round(node)
            rows[node] = row
            for then in row.open:
                if (then.defenders, then.attackers, then.held) == (node.defenders, node.attackers, node.held):
                    waiting.append(then)
                else:
                    self.ends(then)
        done: dict[Node, Row[Node]] = {}
        for node in sorted(rows, key=lambda node: (-node.wounds, -node.round)):
            row = with_rows(rows[node], self.known)
            while any(then in done for then in row.open):
                row = with_rows(row, done)
            done[node] = without_loop(row, node)
        for node in reversed(done):
            self.known[node] = with_rows(done[node], self.known)
