"""Exact odds of a whole character combat, in fractions: nobody breaks off, all else is decided by default. Nothing here
rolls. Register, Odds: rounds are a Markov chain, whose loops are divided out.

What goes on alike is one node: the wounds of a creature whose endurance grows are counted from what it has gained.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from engine.freedom.combat.reckoning import LONE_COLUMN, SELF_COLUMN, Reckoning
from engine.freedom.data.pack import Cell
from engine.freedom.figures import CAPTURE_SHIFT, LAST, clamped, difference_column, spread
from engine.freedom.look import World
from engine.freedom.state import Fight, Kind, State

FACES = range(1, 7)
NONE, CERTAIN = Fraction(0), Fraction(1)
SATURATED = 11
"""From so much more strength on the attacker stands on the last column, where defenders are wounded each round (D2)."""


class FightOdds(NamedTuple):
    """How a character combat ends: the attackers beaten and a defender stands; the defenders out and the attackers
    stand; both; neither, its rounds being over or neither able to harm the other. Besides, that somebody is captive.
    """

    beaten: Fraction
    lost: Fraction
    both: Fraction
    undecided: Fraction
    captives: Fraction


class Fighter(NamedTuple):
    """A character unhurt, or a companion that may take its wound, with what its possessions do."""

    combat: int
    boxes: int
    bonus: int
    shield: int = 0
    steady: bool = False
    mind: int = 0


Group = tuple[tuple[str, int], ...]
"""Who is left, each with its boxes left: characters by card number, then companions ("owner/companion")."""


class Node(NamedTuple):
    """Where a combat stands. `front`: who was active last, or is by now; `held`: boxes left of whom a creature holds;
    `seized`: somebody is; `used`, `wits` and `tried`: what was decided for this round.
    """

    round: int
    wounds: int
    dealt: int
    defenders: Group
    attackers: Group
    front: tuple[str, ...]
    held: int = 0
    seized: bool = False
    used: tuple[str, ...] = ()
    wits: str = ""
    tried: bool = False


Ends = tuple[Fraction, ...]


def fight_odds(world: World, state: State, fight: Fight) -> FightOdds:
    """The chances of a character combat from here, this round as far as it is decided already (S2)."""
    bout = Bout(world, state, fight)
    beaten, lost, both, captives = bout.ends(bout.first)
    return FightOdds(beaten, lost, both, 1 - beaten - lost - both, captives)


class RoundOdds(NamedTuple):
    """What one round comes to: chances of so many wounds on the defenders and on the attackers, each no more than they
    can take, and that somebody is seized.
    """

    defenders: Mapping[int, Fraction]
    attackers: Mapping[int, Fraction]
    seized: Fraction


def round_odds(world: World, state: State, fight: Fight) -> RoundOdds | None:
    """The chances of the round that is on or comes next, as far as it is decided, else by default (S2 steps 3 to 9).
    None against what attacks characters one by one, or wounds by being there (D5).
    """
    bout = Bout(world, state, fight)
    if bout.creature.manner or not bout.first.defenders:
        return None
    _, counted = bout.rolled(bout.first)
    whole = counted.total()
    sums: tuple[Counter[int], Counter[int]] = (Counter(), Counter())
    for (dealt, taken, _), often in counted.items():
        sums[0][dealt] += often
        sums[1][taken] += often
    seized = sum(often for (_, _, stars), often in counted.items() if stars)
    defenders, attackers = ({wounds: Fraction(often, whole) for wounds, often in one.items()} for one in sums)
    return RoundOdds(defenders, attackers, Fraction(seized, whole))


class Bout:
    """A character combat: what does not change in it, and the odds of the nodes that are worked out."""

    def __init__(self, world: World, state: State, fight: Fight) -> None:
        self.world, self.fight = world, fight
        self.creature = Reckoning(world, state, fight).creature
        self.fighters: dict[str, Fighter] = {}
        self.known: dict[Node, Ends] = {}
        self.suffer = lru_cache(maxsize=None)(suffer)
        self.rolls: dict[tuple[int, int, int, bool], Counter[tuple[int, int, int]]] = {}
        defenders, attackers = (self.enlist(state, names) for names in (fight.defenders, fight.attackers))
        held = world.boxes(state.people[fight.held]) if fight.held else 0
        wounds, dealt = (fight.force.wounds, fight.force.dealt) if fight.force is not None else (0, 0)
        begun = Node(fight.round, wounds, dealt, defenders, attackers, fight.active, held, bool(fight.pending))
        self.first = self.alike(begun)._replace(used=fight.used, wits=fight.wits, tried=fight.tried)

    def enlist(self, state: State, names: Iterable[str]) -> Group:
        """Characters and their companions as they stand (D8)."""
        people = self.world.in_order(state.people[one] for one in names if state.people[one].free)
        companions = []
        for one in people:
            card, defending = self.world.card(one), one.side is not self.fight.side
            items = self.world.items(one)
            bonus = {item.name: item.combat * (not item.once) + item.defending * defending for item in items}
            for item in items:
                if item.takes_wound:
                    companion = f"{one.name}/{item.name}"
                    self.fighters[companion] = Fighter(0, 1, bonus.pop(item.name))
                    companions.append((companion, 1))
            self.fighters[one.name] = Fighter(
                card.combat, card.endurance, sum(bonus.values()), max((item.shield for item in items), default=0),
                any(item.steady for item in items), self.world.intelligence(one),
            )  # fmt: skip
        return (*((one.name, self.world.boxes(one)) for one in people), *companions)

    # Who fights, and how strongly

    def strength(self, group: Group) -> int:
        """Combat less wounds of each, at least 0, with what possessions add (FITG-CHR-29, FITG-CHR-37)."""
        return sum(max(0, who.combat - who.boxes + left) + who.bonus for who, left in self.each(group))

    def each(self, group: Group) -> Iterator[tuple[Fighter, int]]:
        """The fighters of a group, each with its boxes left."""
        return ((self.fighters[one], left) for one, left in group)

    def active(self, node: Node) -> Group:
        """Who is active by default: as before if that still serves, else all but those without combat beside others
        (FITG-CHR-11, FITG-CHR-20).
        """
        if self.creature.everybody:
            return node.defenders
        before = of(node.defenders, node.front)
        if before and (self.strength(before) or not self.strength(node.defenders)):
            return before
        able = [one for one, _ in node.defenders if "/" not in one and self.strength(of(node.defenders, (one,)))]
        return of(node.defenders, able) or node.defenders

    def grown(self, round: int) -> int:
        """How often a creature has grown by a round (D5)."""
        growth = self.creature.growth
        return 0 if round < growth.first else 1 + (round - growth.first) // growth.every

    def attack(self, node: Node) -> int:
        """The strength of the attackers (S2 step 3, FITG-CHR-21, FITG-CHR-42)."""
        once = self.world.pack.possessions
        used = [once[one.partition("/")[2]] for one in node.used if of(node.attackers, (one.partition("/")[0],))]
        force, creature = self.fight.force, self.creature
        if force is None:
            return self.strength(node.attackers) + sum(item.combat for item in used)
        felt = max(0, node.wounds - creature.callous) if creature.callous else node.wounds
        weakened = -node.wounds if creature.rage else 0 if creature.mind else felt
        gained = self.grown(node.round) * creature.growth.attack + node.dealt
        outwitted = 0
        if creature.outwitted:
            minds = {one: self.fighters[one].mind for one, _ in node.defenders}
            outwitted = minds[node.wits] if node.wits else max(minds.values())
        whole = max(0, force.attack + gained - weakened - outwitted)
        halved = any(once[one.partition("/")[2]].halves_locals for one in node.used)
        return -(-whole // 2) if halved and self.fight.kind is Kind.LOCALS else whole

    def endured(self, round: int) -> int:
        """What the force endures in a round; 0 where nothing harms it."""
        force = self.fight.force
        if force is None or not force.endurance:
            return 0
        return force.endurance + self.grown(round) * self.creature.growth.endurance

    # A round

    def rounds(self, node: Node) -> Iterator[tuple[Fraction, Node | Ends]]:
        """What a round may come to, each with its chance: where the combat stands then, or how it has ended."""
        front, counted = self.rolled(node)
        whole = counted.total()
        ready = node._replace(front=tuple(one for one, _ in front if "/" not in one))
        for rolled, often in counted.items():
            yield from self.after(ready, rolled, Fraction(often, whole))

    def rolled(self, node: Node) -> tuple[Group, Counter[tuple[int, int, int]]]:
        """Who is active, and how many rolls make what wounds on them, on the attackers, and captures."""
        fight, creature, front = self.fight, self.creature, self.active(node)
        items = self.world.pack.possessions
        extra = sum(items[one.partition("/")[2]].combat for one in node.used if of(front, (one.partition("/")[0],)))
        defence = self.strength(front) + extra
        if creature.mind:
            defence = sum(who.mind for who, _ in self.each(node.defenders))
        answered = not creature.unanswered and (creature.mind or defence > 0)
        column = LONE_COLUMN
        if creature.manner not in ("swarm", "stalker"):
            column = difference_column(self.attack(node) - defence) + CAPTURE_SHIFT * (fight.intention == "capture")
            if node.round == 1 and not any(who.steady for who, _ in self.each(front)):
                column += creature.surprise
        ours, theirs = (
            max((who.shield for who, _ in self.each(group)), default=0) for group in (front, node.attackers)
        )
        felt, endured = max(creature.feeds, sum(left for _, left in front)), self.endured(node.round)
        rolls = self.dice(clamped(column + node.tried, 0, LAST), ours, theirs, answered)
        counted: Counter[tuple[int, int, int]] = Counter()  # wounds beyond the last box are all alike
        for (dealt, taken, stars), often in rolls.items():
            counted[min(dealt, felt), min(taken, endured - node.wounds) if endured else taken, stars] += often
        return front, counted

    def dice(self, column: int, front: int, back: int, answered: bool) -> Counter[tuple[int, int, int]]:
        """Wounds on the defenders, on the attackers, and captures: how many rolls make them (S2 steps 7 to 9)."""
        key = (column, front, back, answered)
        if key not in self.rolls:
            creature, fight, table = self.creature, self.fight, self.world.pack.character
            number = 0 if creature.manner in ("mist", "grip") else creature.attack_dice
            double = 2 if fight.weapon == "fire" else 1
            counted: Counter[tuple[int, int, int]] = Counter()
            mirror = [table[face - 1][SELF_COLUMN].attacker for face in FACES] if creature.self_harm else [0]
            answers = [table[face - 1][column] for face in FACES] if answered else [Cell(0, 0)]
            thrown = product([table[face - 1][column] for face in FACES], repeat=number)
            for cells, answer, self_harm in product(thrown, answers, mirror):
                stars = sum(cell.defender_star for cell in cells) + answer.attacker_star
                dealt = sum(max(0, cell.defender - front) * double for cell in cells)
                taken = max(0, answer.attacker - back) * double + self_harm
                counted[dealt, taken, stars * (fight.intention == "capture")] += 1
            self.rolls[key] = counted
        return self.rolls[key]

    def after(
        self, node: Node, rolled: tuple[int, int, int], chance: Fraction
    ) -> Iterator[tuple[Fraction, Node | Ends]]:
        """Wounds in the default way, captives, and whether the combat is over (S2 steps 8 to 11)."""
        fight, creature = self.fight, self.creature
        dealt, taken, stars = rolled
        defenders = self.suffer(node.defenders, node.front, dealt)
        attackers = self.suffer(node.attackers, tuple(one for one, _ in node.attackers), taken)
        wounds, endured, held = node.wounds + taken * (fight.force is not None), self.endured(node.round), node.held
        beaten = not attackers if fight.force is None else bool(endured) and wounds >= endured
        if not beaten and creature.manner == "mist":
            defenders = tuple((one, left - 1) for one, left in defenders if left > 1)
        held -= creature.manner == "grip" and not beaten
        then = Node(
            node.round + 1, wounds, min(creature.feeds, node.dealt + dealt), defenders, attackers, node.front, held,
            node.seized,
        )  # fmt: skip
        faded = (creature.fades and not dealt) or (creature.manner == "grip" and not held)
        over = beaten or faded or (creature.rounds and then.round > creature.rounds)
        for share, left in self.seize(then, stars):
            standing = bool(left.defenders)
            if over or not standing:
                free = standing or (beaten and left.seized)  # who was seized is free when the attackers are beaten
                ends = (beaten and free, not beaten and not standing, beaten and not free, not beaten and left.seized)
                yield chance * share, tuple(CERTAIN if end else NONE for end in ends)
            else:
                yield chance * share, self.alike(left)

    def seize(self, node: Node, stars: int) -> Iterator[tuple[Fraction, Node]]:
        """The same with so many captives, each of the active ones alike (S2 step 9)."""
        open_to = [one for one, _ in node.defenders if one in node.front]
        if not stars or not open_to:
            yield CERTAIN, node
            return
        for one in open_to:
            left = tuple(pair for pair in node.defenders if pair[0].partition("/")[0] != one)
            for chance, then in self.seize(node._replace(defenders=left, seized=True), stars - 1):
                yield chance / len(open_to), then

    def alike(self, node: Node) -> Node:
        """The first of the nodes from which it goes on like this: rounds that differ in nothing are one."""
        growth, round, wounds = self.creature.growth, node.round, node.wounds
        if growth.endurance and growth.endurance == growth.attack:
            while round - growth.every >= max(2, growth.first):
                round, wounds = round - growth.every, wounds - growth.endurance
        elif growth.attack or growth.endurance:
            weaker = 0 if self.creature.callous >= self.endured(1) else self.endured(1)
            needed = max(0, self.strength(node.defenders) + SATURATED + weaker - self.attack(node._replace(round=1)))
            round = min(round, growth.first + growth.every * -(-needed // max(1, growth.attack)))
        elif not self.creature.rounds:
            round = min(round, 2)
        front = tuple(one for one in node.front if of(node.defenders, (one,)))
        return node._replace(round=round, wounds=wounds, front=front)

    # The chain

    def hopeless(self, node: Node) -> bool:
        """Whether a creature has grown beyond all danger: it is on the last column to the end."""
        growth = self.creature.growth
        boxes = sum(left for _, left in node.defenders)
        margin = boxes * (2 if self.fight.weapon == "fire" else 1)
        grows = bool(growth.endurance) and growth.endurance == growth.attack and not self.creature.unanswered
        return (
            grows
            and self.attack(node) >= self.strength(node.defenders) + SATURATED + margin
            and self.endured(node.round) - node.wounds > margin
        )

    def ends(self, node: Node) -> Ends:
        """The chances that the attackers are beaten, the defenders are out, both, and that somebody is captive."""
        if node not in self.known:
            self.solve(node)
        return self.known[node]

    def solve(self, start: Node) -> None:
        """Work out a node, and those that it goes on to without a change of the groups, which may lead back to it."""
        rows: dict[Node, tuple[list[Fraction], dict[Node, Fraction]]] = {}
        waiting = [start]
        while waiting:
            node = waiting.pop()
            if node in rows or node in self.known:
                continue
            if self.hopeless(node):
                self.known[node] = (NONE, CERTAIN, NONE, NONE)
                continue
            sure, open_to = [NONE] * 4, dict[Node, Fraction]()
            rows[node] = sure, open_to
            for chance, then in self.rounds(node):
                if not isinstance(then, Node):
                    add(sure, chance, then)
                elif (then.defenders, then.attackers, then.held) == (node.defenders, node.attackers, node.held):
                    open_to[then] = open_to.get(then, NONE) + chance
                    waiting.append(then)
                else:
                    add(sure, chance, self.ends(then))
        order = sorted(rows, key=lambda node: (-node.wounds, -node.round))
        for node in order:
            sure, open_to = rows[node]
            for then in [then for then in open_to if then in self.known]:
                add(sure, open_to.pop(then), self.known[then])
        self.eliminate(rows, order)

    def eliminate(self, rows: dict[Node, tuple[list[Fraction], dict[Node, Fraction]]], order: list[Node]) -> None:
        """Solve what nodes are to each other: each in terms of later ones, then back from the last."""
        done: set[Node] = set()
        for node in order:
            sure, open_to = rows[node]
            while earlier := [then for then in open_to if then in done]:
                for then in earlier:
                    share = open_to.pop(then)
                    theirs, further = rows[then]
                    add(sure, share, theirs)
                    for other, chance in further.items():
                        open_to[other] = open_to.get(other, NONE) + share * chance
            stay = 1 - open_to.pop(node, NONE)
            rows[node] = (
                [part / stay if stay else NONE for part in sure],
                {then: chance / stay for then, chance in open_to.items()} if stay else {},
            )
            done.add(node)
        for node in reversed(order):
            sure, open_to = rows[node]
            for then, chance in open_to.items():
                add(sure, chance, self.known[then])
            self.known[node] = tuple(sure)


def of(group: Group, names: Iterable[str]) -> Group:
    """Those of a group, with their companions."""
    wanted = set(names)
    return tuple(pair for pair in group if pair[0].partition("/")[0] in wanted)


def suffer(group: Group, engaged: tuple[str, ...], wounds: int) -> Group:
    """Who is left after wounds that are spread in the default way; companions go with their owners (FITG-CHR-35)."""
    if not wounds:
        return group
    taken = dict(spread(of(group, engaged), wounds))
    left = tuple((one, more) for one, boxes in group if (more := boxes - taken.get(one, 0)) > 0)
    return of(left, [one for one, _ in left if "/" not in one])


def add(sums: list[Fraction], share: Fraction, parts: Iterable[Fraction]) -> None:
    """Add a share of chances to sums."""
    for at, part in enumerate(parts):
        if part:
            sums[at] += share * part
