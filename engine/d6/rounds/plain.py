"""Rolls of plain dice away from any table, without a wild die: dice of any sides, kept, dropped or exploding."""

from __future__ import annotations

from fractions import Fraction

from engine.d6.state import State
from engine.dice.notation import Rolled, ahead, chance, read
from engine.dice.odds import percent
from engine.game import Fact
from engine.text.message import N_, NOTHING, Text, joined, name, term

ROLL, CHANCE = N_("🎲 **{name}**: {thrown}{more}{odds}"), N_("\n-# {chance} to succeed")
THROWN, DROPPED = N_("{dice} ({pools}) = **{total}**"), N_("~~{die}~~")
AGAINST = N_(" against {against}: {verdict}")
PASSED, FAILED = N_("**success**")(), N_("**no**")()


class RolledPlain(Fact[State], frozen=True):
    """Somebody rolled plain dice: the roll, and what it was held against."""

    name: str
    rolled: Rolled
    against: int = 0
    other: Rolled | None = None

    def words(self, look: object) -> Text:
        more, likely = NOTHING, None
        if self.other is not None or self.against:
            number = self.against if self.other is None else self.other.total + 1
            against = term(str(self.against)) if self.other is None else plain_words(self.other)
            more = AGAINST(against=against, verdict=PASSED if self.rolled.total >= number else FAILED)
            likely = odds(self.rolled.dice, self.against, "" if self.other is None else self.other.dice)
        told = NOTHING if likely is None else CHANCE(chance=term(percent(likely)))
        return ROLL(name=name(self.name), thrown=plain_words(self.rolled), more=more, odds=told)


def odds(dice: str, against: int, other: str) -> Fraction | None:
    """The chance that dice reach a number, or come to more than others; None where that is not reckoned."""
    return ahead(read(dice), read(other)) if other else chance(read(dice), against)


def plain_words(rolled: Rolled) -> Text:
    """A roll of plain dice: each die, those that do not count struck out, and the total."""
    pools = []
    for pool, chains in zip(read(rolled.dice).pools, rolled.faces, strict=True):
        kept = pool.keeps([sum(chain) for chain in chains])
        dice = [joined("+", (term(str(face)) for face in chain)) for chain in chains]
        pools.append(joined(", ", (die if at in kept else DROPPED(die=die) for at, die in enumerate(dice))))
    return THROWN(dice=term(rolled.dice), pools=joined("; ", pools), total=rolled.total)
