"""Reckoning of a round of character combat: attack, defence, column, break-off, wounds. Looked at, never rolled here.

Register FITG-CHR-11, -16, -18, -22 to -24, -28 to -34, -37, -42, S2, D5.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from engine.freedom.data.pack import Cell, Creature, Possession, Side
from engine.freedom.figures import CAPTURE_SHIFT, DIFFERENCES, LAST, break_off_numbers, clamped, difference_column
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


class Reckoning:
    """A character combat as it stands, for whoever plays it, looks at it, or works out its odds."""

    def __init__(self, world: World, state: State, fight: Fight) -> None:
        self.world, self.state, self.fight = world, state, fight
        named = fight.force.name if fight.force is not None and fight.kind is Kind.CREATURE else ""
        self.creature = world.pack.creatures.get(named, PLAIN)

    def people(self, names: Iterable[str]) -> list[Person]:
        """Characters by their names."""
        return [self.state.people[name] for name in names]

    def possessions(self, side: Side) -> list[Possession]:
        """The working possessions of the engaged characters of a side (FITG-CHR-18)."""
        names = self.fight.attackers if side is self.fight.side else self.fight.active
        return [item for person in self.people(names) for item in self.world.items(person)]

    # The attacking force

    def grown(self) -> int:
        """Number of times that a creature has grown by now (D5)."""
        growth, round = self.creature.growth, self.fight.round
        return 0 if round < growth.first else 1 + (round - growth.first) // growth.every

    def endurance(self) -> int:
        """Wounds that a force that is no character endures now; 0 where nothing harms it."""
        force = self.fight.force
        lasting = force is not None and force.endurance
        return lasting + self.grown() * self.creature.growth.endurance if lasting else 0

    def attack(self) -> int:
        """The strength of the whole attacking force this round, at least 0 (S2 step 3, FITG-CHR-21, FITG-CHR-37)."""
        fight = self.fight
        if fight.force is not None:
            return self.force_attack(fight.force)
        people = self.people(fight.attackers)
        return sum(self.world.combat(person) + self.world.bonus(person, False, fight.used) for person in people)

    def force_attack(self, force: Force) -> int:
        """The strength of a force that is no character, at least 0: less the intelligence of whoever outwits it, and
        halved by a possession, fractions up (S2 step 3, FITG-CHR-42, FITG-CRE-04).
        """
        creature, fight, possessions = self.creature, self.fight, self.world.pack.possessions
        felt = max(0, force.wounds - creature.callous) if creature.callous else force.wounds
        weakened = -force.wounds if creature.rage else 0 if creature.mind else felt  # a mind is not (S4 step 3)
        gained = self.grown() * creature.growth.attack + min(force.dealt, creature.feeds)
        outwitted = self.world.intelligence(self.state.people[fight.wits]) if fight.wits else 0
        strength = max(0, force.attack + gained - weakened - outwitted)
        used = [possessions[use.partition("/")[2]] for use in fight.used] if fight.kind is Kind.LOCALS else []
        return -(-strength // 2) if any(item.halves_locals for item in used) else strength

    @property
    def attack_dice(self) -> int:
        """Attack dice of a round: none of what holds or only wounds by being there (D5)."""
        return 0 if self.creature.manner in ("mist", "grip") else self.creature.attack_dice

    # The defenders

    def usable(self, side: Side) -> list[str]:
        """One-shot possessions that characters of a side in the fight may use, as "owner/possession" (FITG-CHR-18)."""
        if side is not Side.REBEL:
            return []
        names = self.fight.attackers if side is self.fight.side else self.fight.defenders
        owned, local = self.world.owned(self.people(names)), self.fight.kind is Kind.LOCALS
        useful = ((id, item) for id, item in owned if item.combat or item.raises or (item.halves_locals and local))
        return [id for id, item in useful if item.once]

    def front(self, *wanted: Iterable[str]) -> tuple[str, ...]:
        """Active by default: the first of those that are wanted of whom some are left who serve, such as who was active
        last round, else all but those without combat beside others (FITG-CHR-11, FITG-CHR-20).
        """
        defenders = self.fight.defenders
        for names in wanted:
            left = tuple(defender for defender in defenders if defender in names)
            if left and (self.fit(left) or not self.fit(defenders)):
                return left
        return tuple(defender for defender in defenders if self.fit((defender,))) or defenders

    def fit(self, names: Iterable[str]) -> bool:
        """True if one of these characters has combat above 0, with permanent possessions (FITG-CHR-16)."""
        return any(self.world.combat(person) + self.world.bonus(person, True) for person in self.people(names))

    def defence(self) -> int:
        """The strength of the active defenders (FITG-CHR-29, FITG-CHR-30); of all their minds against a mind."""
        if self.creature.mind:
            return sum(self.world.intelligence(person) for person in self.people(self.fight.defenders))
        active = self.people(self.fight.active)
        return sum(self.world.combat(person) + self.world.bonus(person, True, self.fight.used) for person in active)

    @property
    def harmless(self) -> bool:
        """True if the defenders harm nobody: no defence die, or nobody with combat (FITG-CHR-16)."""
        return self.creature.unanswered or (not self.creature.mind and not self.defence())

    # The column

    def column(self) -> int:
        """The column before the shift of a failed break-off, not clamped yet (S2 step 4)."""
        creature, fight = self.creature, self.fight
        if creature.manner in ("swarm", "stalker"):
            return LONE_COLUMN
        column = difference_column(self.attack() - self.defence())
        column += CAPTURE_SHIFT if fight.intention == "capture" else 0
        surprised = fight.round == 1 and not any(item.steady for item in self.possessions(fight.side.other))
        return column + creature.surprise if surprised else column

    def final_column(self) -> int:
        """The column on which the dice are read (FITG-CHR-28, FITG-CHR-31)."""
        return clamped(self.column() + self.fight.tried, 0, LAST)

    def cell(self, die: int, column: int) -> Cell:
        """The cell of the character table for a die (FITG-CHR-09)."""
        return self.world.pack.character[die - 1][column]

    # Breaking off

    def may_break(self) -> bool:
        """True if the defenders may break off this round (FITG-CHR-22)."""
        return self.creature.bars != "always" and (self.creature.bars != "first" or self.fight.round > 1)

    def drift(self) -> int:
        """Added to the die of breaking off (FITG-CHR-24, D5)."""
        return self.creature.drift + (self.creature.drift_first if self.fight.round == 1 else self.creature.drift_later)

    def numbers(self) -> tuple[int, int]:
        """The greatest dice with which active and inactive characters break off (FITG-CHR-19, FITG-CHR-24)."""
        return break_off_numbers(self.world.pack, self.column())

    # Wounds

    def shield(self, side: Side) -> int:
        """Wounds that body shields take from each rolled result on a side (FITG-CHR-33)."""
        return max((item.shield for item in self.possessions(side)), default=0)

    def made(self, cells: Iterable[Cell], answer: Cell, shields: tuple[int, int]) -> Outcome:
        """The wounds of a round from the cells of its dice: shields of defenders and attackers first, then doubled in a
        firefight (S2 steps 7 to 9, FITG-CHR-33, FITG-CHR-34).
        """
        front, back = shields
        dealt, stars, times = 0, int(answer.attacker_star), 2 if self.fight.weapon == "fire" else 1
        for cell in cells:
            dealt += max(0, cell.defender - front) * times
            stars += cell.defender_star
        return Outcome(dealt, max(0, answer.attacker - back) * times, stars if self.fight.intention == "capture" else 0)

    def outcome(self, attack: Iterable[int], defence: int | None) -> Outcome:
        """The wounds of a round with these dice; None for a defence die that is not rolled (S2 steps 7 to 9)."""
        column, side = self.final_column(), self.fight.side
        answer = self.cell(defence, column) if defence is not None else Cell(0, 0)
        return self.made(
            [self.cell(die, column) for die in attack], answer, (self.shield(side.other), self.shield(side))
        )
