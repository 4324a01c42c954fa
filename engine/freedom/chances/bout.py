"""Exact odds of a whole character combat under standing answers, by dynamic programming over whole numbers: all that
they leave open is decided by default. Nothing here rolls. Register, Odds: rounds are a Markov chain, whose loops are
divided out.

What goes on alike is one node: the wounds of a creature whose endurance grows are counted from what it has gained, and
of two who are alike in all that counts the healthier comes first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import lcm
from typing import Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import astuple, replace

from engine.freedom.chances.party import Group, Party
from engine.freedom.chances.rows import Row, with_rows, without_loop
from engine.freedom.combat.reckoning import SELF_COLUMN, Reckoning
from engine.freedom.data.pack import Cell
from engine.freedom.look import World
from engine.freedom.state import Fight, State

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
    counted = bout.rolled(bout.first, bout.reckoning(bout.first))
    whole = sum(counted.values())
    sums: tuple[Counter[int], Counter[int]] = (Counter(), Counter())
    for (dealt, taken, _), often in counted.items():
        sums[0][dealt] += often
        sums[1][taken] += often
    seized = sum(often for (_, _, stars), often in counted.items() if stars)
    defenders, attackers = ({wounds: Fraction(often, whole) for wounds, often in counter.items()} for counter in sums)
    return RoundOdds(defenders, attackers, Fraction(seized, whole))


class Bout:
    """A character combat: what does not change in it, and the odds of the nodes that are worked out."""

    def __init__(self, world: World, state: State, fight: Fight, plan: Plan = USUAL) -> None:
        self.world, self.state, self.fight, self.plan = world, state, fight, plan
        self.begun = Reckoning(world, state, fight)
        self.creature = self.begun.creature
        self.known: dict[Node, Row[Node]] = {}
        self.node = lru_cache(maxsize=None)(Node)
        self.pace = lru_cache(maxsize=None)(self._pace)
        self.dice = lru_cache(maxsize=None)(self._dice)
        self.counted = lru_cache(maxsize=None)(self._counted)
        self.fates = lru_cache(maxsize=None)(self._fates)
        self.front = lru_cache(maxsize=None)(self._front)
        self.ways = int(6 ** (self.begun.attack_dice + 1 + self.creature.self_harm))
        self.defending, self.attacking = (
            Party(self.begun, names, plan.active) for names in (fight.defenders, fight.attackers)
        )
        stars = (self.begun.attack_dice + 1) * (fight.intention == "capture")
        self.share = lcm(*range(1, len(self.defending.people) + 1)) ** stars
        held = sum(world.boxes(state.people[name]) for name in state.free(filter(None, [fight.held])))
        wounds, dealt = (fight.force.wounds, fight.force.dealt) if fight.force is not None else (0, 0)
        defenders, attackers = self.defending.begins, self.attacking.begins
        wanted = (plan.active, fight.active) if fight.step == "partition" else (fight.active,)
        front, standing = self.front(defenders, *wanted), self.pace(fight.round, wounds, defenders, dealt)
        said = Said(fight.used, fight.wits, fight.tried, fight.step == "roll")
        seized = bool(fight.pending)
        self.first = self.node(*standing, dealt, defenders, front, attackers, held, seized, False, said)

    def like(self, node: Node, **changed: object) -> Node:
        """The node that differs so from another."""
        return self.node(*astuple(replace(node, **changed)))

    # How it stands

    def reckoning(self, node: Node) -> Reckoning:
        """Reckoning of the combat at a node; the best mind is set against a creature where nobody said whose."""
        said, fight = node.said, self.fight
        defenders, attackers = self.defending.standing(node.defenders), self.attacking.standing(node.attackers)
        best = (*self.world.wisest(defenders.values()), "")[0] if self.creature.outwitted else ""
        force = replace(fight.force, wounds=node.wounds, dealt=node.dealt) if fight.force is not None else None
        fight = replace(
            fight, round=node.round, force=force, attackers=tuple(attackers), defenders=tuple(defenders),
            active=self.defending.names(node.defenders, node.front), used=said.used, wits=said.wits or best,
            tried=said.tried,
        )  # fmt: skip
        return Reckoning(self.world, replace(self.state, people={**defenders, **attackers}), fight)

    def alone(self, defenders: Group, round: int = 1, wounds: int = 0, dealt: int = 0) -> Reckoning:
        """Reckoning of the combat with all of these defenders active against what is no character."""
        return self.reckoning(self.node(round, wounds, dealt, defenders, -1, (), 0, False, False, NOTHING_SAID))

    def _front(self, defenders: Group, *wanted: Collection[str]) -> int:
        """Bits of who is active by default, the first of those who are wanted if they serve."""
        if self.creature.everybody:
            return self.defending.everybody
        return self.defending.bits(defenders, self.alone(defenders).front(*wanted))

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
        everybody, behind = self.plan.breaks == "all", self.defending.everybody & ~node.front
        tries = everybody or (self.plan.breaks == "inactive" and self.defending.names(node.defenders, behind))
        if node.said.decided or not tries or not (now := self.reckoning(node)).may_break():
            return Counter([node])
        (active, inactive), drift = now.numbers(), now.drift()
        rolls = Counter((everybody and face + drift <= active, face + drift <= inactive) for face in FACES)
        found: Counter[Node] = Counter()
        for (front_away, behind_away), faces in rolls.items():
            gone = node.front * front_away | behind * behind_away
            left = tuple(0 if gone >> at & 1 else boxes for at, boxes in enumerate(node.defenders))
            said = node.said._replace(tried=everybody and not front_away)
            found[self.like(node, defenders=left, away=node.away or left != node.defenders, said=said)] += faces
        return found

    def rolled(self, node: Node, now: Reckoning) -> Mapping[Harm, int]:
        """Number of rolls by the wounds that they make on the active and on the attackers, and captures; wounds beyond
        the last box are all alike, and so are captures of more than are left.
        """
        side, endurance = self.fight.side, now.endurance()
        boxes = sum(left for at, left in enumerate(node.defenders) if node.front >> at & 1)
        most = endurance - node.wounds if endurance else sum(node.attackers)
        dice = self.dice(now.final_column(), now.shield(side.other), now.shield(side), not now.harmless)
        return self.counted(dice, boxes, most)

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
        for thrown, answer, itself in product(product(cells, repeat=self.begun.attack_dice), answers, mirror):
            found = self.begun.made(thrown, answer, (ours, theirs))
            counted[found.defenders, found.attackers + itself, found.stars] += 1
        return tuple(counted.items())

    def after(self, row: Row[Node], node: Node, faces: int) -> None:
        """Each roll: wounds in the default way, captives, and whether the combat is over (S2 steps 8 to 11)."""
        creature, now, follows = self.creature, self.reckoning(node), row.open
        endurance, last = now.endurance(), bool(creature.rounds) and node.round >= creature.rounds
        for (dealt, taken, stars), often in self.rolled(node, now).items():
            attackers, wounds = node.attackers, node.wounds
            if self.fight.force is None:
                attackers = self.attacking.hurt(attackers, taken)
                beaten = not any(attackers)
            else:
                wounds += taken
                beaten = bool(endurance) and wounds >= endurance
            held = max(0, node.held - (creature.manner == "grip" and not beaten))
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
            left = party.without_orphans(
                tuple(boxes and boxes - (at < len(party.people)) for at, boxes in enumerate(left))
            )
        active = self.defending.names(group, front)
        counted: Counter[tuple[Group, int, bool]] = Counter()
        for share, free in self.seize(left, front, stars, self.share):
            stand = party.folded(free, self.front(free, self.plan.active, active))
            counted[*stand, free != left] += share
        return list(counted.items())

    def seize(self, group: Group, front: int, stars: int, ways: int) -> Iterator[tuple[int, Group]]:
        """A group with so many captives, each of the active ones alike (S2 step 9)."""
        open_to = [at for at, _ in enumerate(self.defending.people) if group[at] and front >> at & 1]
        if not stars or not open_to:
            yield ways, group
            return
        for one in open_to:
            without = tuple(0 if at == one else left for at, left in enumerate(group))
            yield from self.seize(self.defending.without_orphans(without), front, stars - 1, ways // len(open_to))

    # Rounds that differ in nothing

    def _pace(self, round: int, wounds: int, defenders: Group, dealt: int) -> tuple[int, int]:
        """The first round, and the wounds, from which it goes on like this."""
        creature, growth = self.creature, self.creature.growth
        if growth.endurance and growth.endurance == growth.attack:
            if self.hopeless(self.alone(defenders, round, wounds, dealt), wounds, sum(defenders)):
                wounds = BEYOND
            while round - growth.every >= max(2, growth.first):
                round, wounds = round - growth.every, max(BEYOND, wounds - growth.endurance)
        elif growth.attack or growth.endurance:
            first = self.alone(defenders, 1, wounds, dealt)
            weaker = 0 if creature.callous >= first.endurance() else first.endurance()
            needed = max(0, first.defence() + SATURATED + weaker - first.attack())
            round = min(round, growth.first + growth.every * -(-needed // max(1, growth.attack)))
        elif not creature.rounds:
            round = min(round, 2)
        return round, wounds

    def hopeless(self, now: Reckoning, wounds: int, boxes: int) -> bool:
        """True if a creature has grown beyond all danger: it is on the last column to the end."""
        margin = boxes * (2 if self.fight.weapon == "fire" else 1)
        if self.creature.unanswered or now.endurance() - wounds <= margin:
            return False
        return now.attack() >= now.defence() + SATURATED + margin

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
