"""Reckoning of a round of character combat: attack, defence, column, break-off, wounds. Looked at, never rolled here.

Register FITG-CHR-11, -16, -18, -22 to -24, -28 to -34, -37, -42, S2, D5.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from engine.freedom.data.pack import Cell, Creature, Possession, Side
from engine.freedom.figures import CAPTURE_SHIFT, DIFFERENCES, LAST, clamped, difference_column
from engine.freedom.look import World
from engine.freedom.state import Fight, Force, Kind, Person, State

LONE_COLUMN = DIFFERENCES.index("0")
"""The column on which creatures attack characters one by one (D5: Drants, Elilad)."""
SELF_COLUMN = DIFFERENCES.index("+1")
"""The column on which a creature rolls against itself (D5: Garb)."""
PLAIN = Creature(name="")
"""A force without ways of its own: characters, squads, locals."""


class Outcome(NamedTuple):
    """Outcome of a round's dice: wounds on each side, and captures."""

    defenders: int
    attackers: int
    stars: int


# What follows from figures alone, for a combat that is played and for its odds


def grown(creature: Creature, round: int) -> int:
    """Number of times that a creature has grown by a round (D5)."""
    growth = creature.growth
    return 0 if round < growth.first else 1 + (round - growth.first) // growth.every


def endured(creature: Creature, force: Force, round: int) -> int:
    """Wounds that a force endures in a round; 0 where nothing harms it."""
    return force.endurance + grown(creature, round) * creature.growth.endurance if force.endurance else 0


def force_attack(creature: Creature, force: Force, round: int, outwitted: int = 0, halved: bool = False) -> int:
    """The strength of a force that is no character, at least 0: `outwitted` by one's intelligence, `halved` by a
    possession, fractions up (S2 step 3, FITG-CHR-42, FITG-CRE-04).
    """
    felt = max(0, force.wounds - creature.callous) if creature.callous else force.wounds
    weakened = -force.wounds if creature.rage else 0 if creature.mind else felt  # a mind is not weakened (S4 step 3)
    gained = grown(creature, round) * creature.growth.attack + min(force.dealt, creature.feeds)
    strength = max(0, force.attack + gained - weakened - outwitted)
    return -(-strength // 2) if halved else strength


def column_of(creature: Creature, fight: Fight, difference: int, round: int, steady: bool) -> int:
    """The column before the shift of a failed break-off, not clamped yet (S2 step 4); `steady`: not surprised."""
    if creature.manner in ("swarm", "stalker"):
        return LONE_COLUMN
    shift = CAPTURE_SHIFT if fight.intention == "capture" else 0
    return difference_column(difference) + shift + (creature.surprise if round == 1 and not steady else 0)


def may_break(creature: Creature, round: int) -> bool:
    """True if defenders may break off in a round (FITG-CHR-22)."""
    return not (creature.bars == "always" or (creature.bars == "first" and round == 1))


def drift(creature: Creature, round: int) -> int:
    """Added to the die of breaking off (FITG-CHR-24, D5)."""
    return creature.drift + (creature.drift_first if round == 1 else creature.drift_later)


def away(numbers: tuple[int, int], die: int, everybody: bool) -> tuple[bool, bool]:
    """True if the active get away with a die and what is added to it; and the same of those behind (FITG-CHR-24)."""
    active, inactive = numbers
    return everybody and die <= active, die <= inactive


def made(fight: Fight, cells: Iterable[Cell], answer: Cell, shields: tuple[int, int]) -> Outcome:
    """The wounds of a round from the cells of its dice: shields of defenders and attackers first, then doubled in a
    firefight (S2 steps 7 to 9, FITG-CHR-33, FITG-CHR-34).
    """
    front, back = shields
    dealt, stars, times = 0, int(answer.attacker_star), 2 if fight.weapon == "fire" else 1
    for cell in cells:
        dealt += max(0, cell.defender - front) * times
        stars += cell.defender_star
    return Outcome(dealt, max(0, answer.attacker - back) * times, stars if fight.intention == "capture" else 0)


class Reckoning:
    """A character combat as it stands, for whoever looks at it."""

    def __init__(self, world: World, state: State, fight: Fight) -> None:
        self.world, self.state, self.fight = world, state, fight
        named = fight.force.name if fight.force is not None and fight.kind is Kind.CREATURE else ""
        self.creature = world.pack.creatures.get(named, PLAIN)

    def people(self, names: Iterable[str]) -> list[Person]:
        """Characters by their names."""
        return [self.state.people[one] for one in names]

    @property
    def active(self) -> list[Person]:
        """The active defenders."""
        return self.people(self.fight.active)

    def possessions(self, side: Side) -> list[tuple[Person, Possession]]:
        """The working possessions of the engaged characters of a side (FITG-CHR-18)."""
        names = self.fight.attackers if side is self.fight.side else self.fight.active
        return [(one, item) for one in self.people(names) for item in self.world.items(one)]

    def used(self, flag: str) -> bool:
        """True if a one-shot possession of that effect is used this round."""
        return any(getattr(self.world.pack.possessions[given.partition("/")[2]], flag) for given in self.fight.used)

    # The attacking force

    def endurance(self, force: Force) -> int:
        """Wounds that a force endures now; 0 where nothing harms it."""
        return endured(self.creature, force, self.fight.round)

    def attack(self) -> int:
        """The strength of the whole attacking force this round, at least 0 (S2 step 3, FITG-CHR-21, FITG-CHR-37)."""
        fight = self.fight
        if fight.force is None:
            people = self.people(fight.attackers)
            return sum(self.world.combat(one) + self.world.bonus(one, False, fight.used) for one in people)
        outwitted = self.world.intelligence(self.state.people[fight.wits]) if fight.wits else 0
        halved = fight.kind is Kind.LOCALS and self.used("halves_locals")
        return force_attack(self.creature, fight.force, fight.round, outwitted, halved)

    # The defenders

    def usable(self, side: Side) -> list[str]:
        """One-shot possessions that characters of a side in the fight may use, as "owner/possession" (FITG-CHR-18)."""
        if side is not Side.REBEL:
            return []
        names = self.fight.attackers if side is self.fight.side else self.fight.defenders
        return [
            f"{one.name}/{item.name}"
            for one in self.people(names)
            for item in self.world.items(one)
            if item.once and (item.combat or item.raises or (item.halves_locals and self.fight.kind is Kind.LOCALS))
        ]

    def able(self, person: Person) -> int:
        """Combat of a defender with its permanent possessions (FITG-CHR-16)."""
        return self.world.combat(person) + self.world.bonus(person, True)

    def usual_active(self) -> tuple[str, ...]:
        """The default partition: as last round if that still serves, else all but those without combat beside others
        (FITG-CHR-11, FITG-CHR-20).
        """
        fight = self.fight
        left = tuple(one for one in fight.active if one in fight.defenders)
        if fight.round > 1 and left and (self.fit(left) or not self.fit(fight.defenders)):
            return left
        return tuple(one for one in fight.defenders if self.fit((one,))) or fight.defenders

    def fit(self, names: Iterable[str]) -> bool:
        """True if one of these characters has combat above 0 (FITG-CHR-16)."""
        return any(self.able(one) for one in self.people(names))

    def defence(self) -> int:
        """The strength of the active defenders (FITG-CHR-29, FITG-CHR-30); of all their minds against a mind."""
        if self.creature.mind:
            return sum(self.world.intelligence(one) for one in self.people(self.fight.defenders))
        return sum(self.world.combat(one) + self.world.bonus(one, True, self.fight.used) for one in self.active)

    @property
    def harmless(self) -> bool:
        """True if the defenders harm nobody: no defence die, or nobody with combat (FITG-CHR-16)."""
        if self.creature.unanswered:
            return True
        if self.creature.mind:
            return False
        return self.defence() == 0

    # The column

    def column(self) -> int:
        """The column before the shift of a failed break-off, not clamped yet (S2 step 4)."""
        steady = any(item.steady for _, item in self.possessions(self.fight.side.other))
        return column_of(self.creature, self.fight, self.attack() - self.defence(), self.fight.round, steady)

    def final_column(self) -> int:
        """The column on which the dice are read (FITG-CHR-28, FITG-CHR-31)."""
        return clamped(self.column() + self.fight.tried, 0, LAST)

    def may_break(self) -> bool:
        """True if the defenders may break off this round (FITG-CHR-22)."""
        return may_break(self.creature, self.fight.round)

    def drift(self) -> int:
        """Added to the die of breaking off (FITG-CHR-24, D5)."""
        return drift(self.creature, self.fight.round)

    def shield(self, side: Side) -> int:
        """Wounds that body shields take from each rolled result on a side (FITG-CHR-33)."""
        return max((item.shield for _, item in self.possessions(side)), default=0)

    def cell(self, die: int, column: int) -> Cell:
        """The cell of the character table for a die (FITG-CHR-09)."""
        return self.world.pack.character[die - 1][column]

    @property
    def attack_dice(self) -> int:
        """Attack dice of a round: none of what holds or only wounds by being there (D5)."""
        return 0 if self.creature.manner in ("mist", "grip") else self.creature.attack_dice

    def boxes(self, names: Iterable[str]) -> list[tuple[str, int]]:
        """Boxes in which characters can take wounds, and companions that may take one in their stead, last (D8)."""
        people = self.world.in_order(self.people(names))
        own = [(one.name, self.world.boxes(one)) for one in people]
        return own + [
            (f"{one.name}/{item.name}", 1) for one in people for item in self.world.items(one) if item.takes_wound
        ]


def outcome(fight: Reckoning, attack: Iterable[int], defence: int | None) -> Outcome:
    """The wounds of a round with these dice; None for a defence die that is not rolled (S2 steps 7 to 9)."""
    column, side = fight.final_column(), fight.fight.side
    answer = fight.cell(defence, column) if defence is not None else Cell(0, 0)
    shields = fight.shield(side.other), fight.shield(side)
    return made(fight.fight, [fight.cell(die, column) for die in attack], answer, shields)
