"""A side of a character combat for its odds: its fighters, and what groups of them come to. Register, Odds."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from itertools import groupby

from msgspec.structs import replace

from engine.freedom.combat.reckoning import Reckoning
from engine.freedom.figures import spread
from engine.freedom.state import Person, Rating

Group = tuple[int, ...]
"""The boxes left of each fighter of a side, 0 for who is out: characters by card number, then companions that may take
a wound for them (D8).
"""


class Party:
    """The fighters of a side: who begins with how many boxes, and what groups of them come to."""

    def __init__(self, reckoning: Reckoning, names: Iterable[str], named: Collection[str]) -> None:
        self.world, people = reckoning.world, reckoning.state.people
        boxes = self.world.all_boxes(people[name] for name in names if people[name].free)
        self.ids, self.begins = [id for id, _ in boxes], tuple(left for _, left in boxes)
        self.owners = [self.ids.index(id.partition("/")[0]) for id in self.ids]
        self.people = [people[id] for id in self.ids if id in people]
        self.everybody = (1 << len(boxes)) - 1
        runs = [list(run) for _, run in groupby(range(len(boxes)), key=lambda at: self.likeness(reckoning, at, named))]
        self.runs = [run for run in runs if len(run) > 1]
        self.standing = lru_cache(maxsize=None)(self._standing)
        self.suffer = lru_cache(maxsize=None)(self._suffer)
        self.hurt = lru_cache(maxsize=None)(self._hurt)

    def likeness(self, reckoning: Reckoning, at: int, named: Collection[str]) -> tuple[object, ...]:
        """Key of all that counts of a fighter unhurt, the same for who is alike; one with a companion is like none."""
        if self.owners.count(self.owners[at]) > 1:
            return (at,)
        world, person, creature = self.world, self.people[at], reckoning.creature
        items, defending = world.items(person), person.side is not reckoning.fight.side
        mind = world.intelligence(person) if creature.mind or creature.outwitted else 0
        shield, steady = max((item.shield for item in items), default=0), any(item.steady for item in items)
        rated = world.rating(person, Rating.COMBAT), world.card(person).endurance, world.bonus(person, defending)
        return *rated, shield, steady, mind, person.name in named

    def bits(self, group: Group, names: Collection[str]) -> int:
        """Places of those of a group who have these names, with their companions."""
        return sum(1 << at for at, owner in enumerate(self.owners) if group[at] and self.ids[owner] in names)

    def _standing(self, group: Group) -> Mapping[str, Person]:
        """The characters of a group who are in it, with their wounds and the companions that they have left."""
        lost = {id for id, left in zip(self.ids, group, strict=False) if not left}
        return {
            person.name: replace(
                person,
                wounds=self.world.card(person).endurance - left,
                items=tuple(item for item in person.items if f"{person.name}/{item}" not in lost),
            )
            for person, left in zip(self.people, group, strict=False)
            if left
        }

    def names(self, group: Group, bits: int) -> tuple[str, ...]:
        """The characters among these places who are in a group."""
        return tuple(person.name for at, person in enumerate(self.people) if group[at] and bits >> at & 1)

    def _suffer(self, group: Group, bits: int, wounds: int) -> Group:
        """Group that is left after wounds that are spread in the default way (FITG-CHR-35)."""
        taken = dict(spread([(at, left) for at, left in enumerate(group) if left and bits >> at & 1], wounds))
        return self.without_orphans(tuple(left - taken.get(at, 0) for at, left in enumerate(group)))

    def _hurt(self, group: Group, wounds: int) -> Group:
        """The first of those that are like who is left after wounds on all."""
        return self.folded(self.suffer(group, -1, wounds), 0)[0]

    def without_orphans(self, group: Group) -> Group:
        """Companions go with their owners."""
        return tuple(left if group[owner] else 0 for left, owner in zip(group, self.owners, strict=True))

    def folded(self, group: Group, front: int) -> tuple[Group, int]:
        """Of those who are alike the active ones first, and the healthier ones."""
        for run in self.runs:
            pairs = [(front >> at & 1, group[at]) for at in run]
            if pairs != (best := sorted(pairs, reverse=True)):
                first, last = run[0], run[-1] + 1
                group = (*group[:first], *(left for _, left in best), *group[last:])
                bits = sum(bit << at for at, (bit, _) in zip(run, best, strict=True))
                front = front & ~sum(1 << at for at in run) | bits
        return group, front
