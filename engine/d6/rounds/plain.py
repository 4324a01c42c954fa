"""Rolls of plain dice away from any table, without a wild die: dice of any sides, and all that is done with them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

from engine.d6.state import State
from engine.dice.notation import Dice, Rolled, ahead, chance, counting, read
from engine.dice.odds import percent
from engine.dice.pools import Pool
from engine.game import Fact
from engine.text.message import N_, NOTHING, Text, joined, name, noted, term

ROLL, CHANCE = N_("🎲 **{name}**: {thrown}"), N_("{roll}\n-# {chance} to succeed")
THROWN, DROPPED, OFTEN = N_("{dice} ({pools}) = **{total}**"), N_("~~{die}~~"), N_("{times}× {die}")
COUNTED = N_("the dice that show {least} or more")
AGAINST = N_("{thrown} against {against}: {verdict}")
PASSED, FAILED = N_("**success**")(), N_("**no**")()
EACH = 40
"""Dice of a kind that are told each; of more it is told how many show what."""
FATE = {1: "−", 2: "0", 3: "+"}
"""Faces of Fudge dice."""
MARK = "plain "
"""Stands before plain dice that would be a code with a wild die without it, such as 3d6."""


def dice_of(words: str) -> Dice:
    """The plain dice that an order names. Raises BadDice for what is none or too many."""
    return read(words.removeprefix(MARK))


class RolledPlain(Fact[State], frozen=True):
    """Somebody rolled plain dice: the roll, and what it was held against."""

    name: str
    rolled: Rolled
    against: int = 0
    other: Rolled | None = None
    weighty = True

    def words(self, look: object) -> Text:
        thrown, likely = plain_words(self.rolled), None
        if self.other is not None or self.against:
            number = self.against if self.other is None else self.other.total + 1
            against = term(str(self.against)) if self.other is None else plain_words(self.other)
            verdict = PASSED if self.rolled.total >= number else FAILED
            thrown = AGAINST(thrown=thrown, against=against, verdict=verdict)
            likely = odds(self.rolled.dice, self.against, "" if self.other is None else self.other.dice)
        roll = ROLL(name=name(self.name), thrown=thrown)
        return roll if likely is None else CHANCE(roll=roll, chance=term(percent(likely)))


def odds(dice: str, against: int, other: str) -> Fraction | None:
    """The chance that dice reach a number, or come to more than others; None where that is not reckoned."""
    return ahead(dice_of(dice), dice_of(other)) if other else chance(dice_of(dice), against)


def plain_words(rolled: Rolled) -> Text:
    """A roll of plain dice: each die, those that do not count struck out, and the total."""
    dice = read(rolled.dice)
    pools, counts = dice.pools, counting(dice, rolled.faces)
    told = [joined(", ", dice_words(*each)) for each in zip(pools, rolled.faces, counts, strict=True)]
    least = {pool.tally for pool in pools if pool.tally}
    thrown = THROWN(dice=term(rolled.dice), pools=joined("; ", told), total=rolled.total)
    return noted(thrown, COUNTED(least=min(least)) if len(least) == 1 else NOTHING)


def dice_words(pool: Pool, chains: tuple[tuple[int, ...], ...], counts: bool) -> Iterator[Text]:
    """Each die of a kind, or of many dice how often each thing is shown; none `counts` of a part that is dropped."""
    kept = pool.keeps([pool.worth(chain) for chain in chains]) if counts else ()
    dice = [(chain, at in kept) for at, chain in enumerate(chains)]
    if len(dice) <= EACH:
        yield from (die_words(pool, chain, kept=counts) for chain, counts in dice)
        return
    for (chain, counts), times in sorted(Counter(dice).items()):
        yield OFTEN(times=times, die=die_words(pool, chain, kept=counts))


def die_words(pool: Pool, chain: tuple[int, ...], *, kept: bool) -> Text:
    """A die: what it showed, added up ("6+2"), or rolled again and raised or lowered ("1→3")."""
    faces = [FATE[face] if pool.fate else str(face) for face in chain]
    if pool.tally:
        counts = [bool(pool.worth((face,))) and (pool.explodes or at == len(chain)) for at, face in enumerate(chain, 1)]
        shown = [term(face) if good else DROPPED(die=term(face)) for face, good in zip(faces, counts, strict=True)]
        return joined("+" if pool.explodes else "→", shown)
    adds = pool.explodes or pool.again == "ra"
    if not adds and (worth := pool.worth(chain) + 2 * pool.fate) != chain[-1]:
        faces.append(str(worth))
    told = term(("+" if adds else "→").join(faces))
    return told if kept else DROPPED(die=told)
