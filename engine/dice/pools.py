"""Dice of one kind, as people roll them: how many of how many sides, and what is done with them.

What is done goes in this order: a die is rolled again, raised or lowered to a bound, and explodes; then some are kept,
or those that show enough are counted.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

import msgspec

from engine.text.message import N_, NN_, T_, Text, term

MOST_DICE, MOST_SIDES = 500, 1000
"""Dice of a roll, sides of a die."""
MOST_FACES, MOST_OF_MANY, MANY = 2000, 5000, 20
"""Sides of a roll's dice all together; of dice of one kind that have no more than `MANY` each."""
MOST_OF_KEPT = 300
"""Sides of a pool all together of which some dice are kept."""
MOST_EXPLODING, LEAST_EXPLODING = 12, 4
"""Dice of a pool that explode, sides of such a die."""

SIDES = N_("A die has 2 to {most} sides, not {sides}.")
AT_ONCE = N_("Of dice with {sides} sides 1 to {most} are rolled at once, not {count}.")
KEPT = NN_("A die that is rolled alone is kept.", "Of {count} dice 1 to {count} are kept, not {kept}.", "count")
KEPT_OF = N_("Of dice with {sides} sides some are kept of {most} at most, not of {count}.")
ALL_KEPT = N_("Dice with more than {most} sides are all kept, not {kept} of {count}.")
KEPT_SO = T_("Of some dice the highest or lowest are kept, or those that show some number, or some are rolled again.")
SOME_AGAIN = N_("Of {count} dice some, and not all, are rolled again for being the lowest or highest, not {some}.")
PICKED = N_("A die of {sides} sides is rolled again at some of 1 to {sides}, not at {faces}.")
SHOWN = N_("A die of {sides} sides shows {sides} at most, not {bound}.")
CROSSED = N_("A die counts {least} at least and {most} at most: that is no number.")
EXPLODING = T_("Dice that explode are all kept, and neither rolled again nor raised or lowered.")
COUNTED = T_("Dice that are counted are all kept, and neither raised nor lowered.")
FATE = T_("Fudge dice are kept or dropped, and nothing else is done with them.")
FEW_EXPLODE = N_("Dice that explode have {least} sides or more, and are {most} at most.")

Again = Literal["", "rr", "ro", "ra"]
"""Dice that are rolled again: as long as they show some face, once, or the first of them once and added."""
Faces = tuple[int, int]
"""The first and the last of some faces."""
NO_FACES: Faces = (1, 0)


class BadDice(ValueError):
    """Dice that cannot be rolled or reckoned; `why` is the sentence for who wrote them."""

    def __init__(self, why: Text) -> None:
        super().__init__(why)
        self.why = why


class Among(msgspec.Struct, frozen=True):
    """Numbers from the first to the last, None for no bound; or all `but` those."""

    first: int | None
    last: int | None
    but: bool = False

    def __str__(self) -> str:
        """As it is written behind dice or a set: "k>=3", "k<=3", "k<0" (no number has a sign), "k=3", "p=3"."""
        if self.last is not None and self.last < 0:
            return f"k<{self.last + 1}"
        sign = "=" if self.first == self.last else ">=" if self.last is None else "<="
        return f"{'p' if self.but else 'k'}{sign}{self.last if self.first is None else self.first}"

    def within(self, least: int, most: int) -> tuple[int, int]:
        """Bounds of what a number between two comes to that counts if it is one of these, and is 0 else."""
        low = least if self.first is None or self.but else max(least, self.first)
        high = most if self.last is None or self.but else min(most, self.last)
        if low > high:
            return 0, 0
        return (low, high) if (low, high) == (least, most) and not self.but else (min(0, low), max(0, high))

    def has(self, number: int) -> bool:
        """True if a number is one of them."""
        within = (self.first is None or self.first <= number) and (self.last is None or number <= self.last)
        return within is not self.but


class Pool(msgspec.Struct, frozen=True):
    """Dice of one kind: how many, of how many sides; how many are `kept`, the lowest or the highest.

    A die that shows one of the faces `bursts` is rolled again and added, as long as it does; one that shows one of
    `picked` is rolled `again`, or so many of the `lowest` or of the highest are once; it counts `least` at least and
    `most` at most, 0 where there is no such bound. Those are kept that count one `among` some numbers. Above 0, `tally`
    is what a die shows that is counted, in place of a sum. Dice of `fate` show -1, 0 or 1.
    """

    count: int
    sides: int
    kept: int
    low: bool = False
    bursts: Faces = NO_FACES
    again: Again = ""
    picked: Faces = NO_FACES
    least: int = 0
    most: int = 0
    tally: int = 0
    fate: bool = False
    among: Among | None = None
    lowest: int = 0
    highest: int = 0

    def __str__(self) -> str:
        """As it is kept; it is read as the same dice."""
        bounds = (f"mi{self.least}" if self.least else "") + (f"ma{self.most}" if self.most else "")
        again = f"{self.again}{self.span(self.picked)}" if self.again else ""
        again += f"rol{self.lowest}" if self.lowest else f"roh{self.highest}" if self.highest else ""
        burst = "" if not self.explodes else "!" if self.bursts[0] == self.sides else f"e{self.span(self.bursts)}"
        keeps = f"k{'l' if self.low else 'h'}{self.kept}" if self.kept < self.count else str(self.among or "")
        tally = f"t{self.tally}" if self.tally else ""
        return f"{self.count}d{'F' if self.fate else self.sides}{again}{bounds}{burst}{keeps}{tally}"

    def span(self, faces: Faces) -> str:
        """Some of its faces as they are written: "1", "<=2", ">=5"."""
        first, last = faces
        return str(first) if first == last else f"<={last}" if first == 1 else f">={first}"

    @property
    def explodes(self) -> bool:
        """True if there is no most that a die comes to."""
        return self.bursts != NO_FACES

    @property
    def ends(self) -> tuple[int, int]:
        """The least and the most that it comes to; the most of dice that do not explode where they do."""
        first, last = self.picked if self.again == "ra" else self.bursts
        faces = [face for face, ways in enumerate(self.weights, 1) if ways and not first <= face <= last]
        if self.again == "ra":
            return min(self.count * faces[0], first + self.count), last + self.count * self.sides
        worths = [worth if self.among is None or self.among.has(worth) else 0 for worth in map(self.alone, faces)]
        return self.kept * min(worths), self.kept * max(worths)

    @property
    def weights(self) -> list[int]:
        """In how many ways it comes about, of all of a die, that it shows each face in the end."""
        stays = [not self.picked[0] <= face <= self.picked[1] for face in range(1, self.sides + 1)]
        if self.again == "rr":
            return [int(stay) for stay in stays]
        if self.again == "ro":
            return [self.sides * stay + stays.count(False) for stay in stays]
        return [1] * self.sides

    @property
    def fresh(self) -> int:
        """The number of dice that are rolled again for being the lowest or the highest."""
        return self.lowest or self.highest

    def alone(self, face: int) -> int:
        """The number that a die counts that showed this face alone."""
        return self.worth((face,))

    def worth(self, chain: Sequence[int]) -> int:
        """The number that a die counts that showed these faces, one after the other."""
        if self.tally:
            return sum(face >= self.tally for face in (chain if self.explodes else chain[-1:]))
        if self.explodes or self.again == "ra":
            return sum(chain)
        face = max(chain[-1], self.least)
        return (min(face, self.most) if self.most else face) - 2 * self.fate

    def keeps(self, worths: Sequence[int]) -> frozenset[int]:
        """The places of the dice that are kept, of equal ones the first."""
        if self.among is not None:
            return frozenset(at for at, worth in enumerate(worths) if self.among.has(worth))
        order = sorted(range(len(worths)), key=lambda at: worths[at] if self.low else -worths[at])
        return frozenset(order[: self.kept])

    def total(self, chains: Sequence[Sequence[int]]) -> int:
        """The number that the dice come to that showed these."""
        worths = [self.worth(chain) for chain in chains]
        return sum(worths[at] for at in self.keeps(worths))

    def rolled(self, label: str, die: Callable[[str, int], int]) -> tuple[tuple[int, ...], ...]:
        """The faces of each die; `die` gives the face of a die by its label and sides."""
        chains = []
        for number in range(1, self.count + 1):
            named = f"{label} die {number}"
            chain = [die(named, self.sides)]
            faces = self.picked if self.again in ("rr", "ro") else self.bursts
            while faces[0] <= chain[-1] <= faces[1] and (self.again != "ro" or len(chain) < 2):
                chain.append(die(f"{named} again {len(chain)}", self.sides))
            chains.append(chain)
        for at in sorted(range(self.count), key=lambda at: -chains[at][0] if self.highest else chains[at][0])[
            : self.fresh
        ]:
            chains[at].append(die(f"{label} die {at + 1} again 1", self.sides))
        if self.again == "ra":
            first = next((chain for chain in chains if self.picked[0] <= chain[0] <= self.picked[1]), None)
            if first is not None:
                first.append(die(f"{label} more", self.sides))
        return tuple(map(tuple, chains))


def checked(pool: Pool) -> Pool:
    """A pool that can be rolled and reckoned. Raises BadDice for any other."""
    count, sides = pool.count, pool.sides
    if not 2 <= sides <= MOST_SIDES:
        raise BadDice(SIDES(most=MOST_SIDES, sides=sides))
    most = min(MOST_DICE, (MOST_OF_MANY if sides <= MANY else MOST_FACES) // sides)
    if not 1 <= count <= most:
        raise BadDice(AT_ONCE(sides=sides, most=most, count=count))
    if not 1 <= pool.kept <= count:
        raise BadDice(KEPT(count=count, kept=pool.kept))
    if pool.kept < count and count * sides > MOST_OF_KEPT:
        most = MOST_OF_KEPT // sides
        if most < 2:
            raise BadDice(ALL_KEPT(most=MOST_OF_KEPT // 2, kept=pool.kept, count=count))
        raise BadDice(KEPT_OF(sides=sides, most=most, count=count))
    for faces in (pool.picked, pool.bursts):
        if faces != NO_FACES and not (1 <= faces[0] <= faces[1] <= sides and faces != (1, sides)):
            raise BadDice(PICKED(sides=sides, faces=term(pool.span(faces))))
    fresh, among = pool.fresh, pool.among
    if (among is not None) + (pool.kept < count) + bool(fresh) > 1:
        raise BadDice(KEPT_SO)
    if fresh >= count:
        raise BadDice(SOME_AGAIN(count=count, some=fresh))
    if fresh and count * sides > MOST_OF_KEPT:
        raise BadDice(KEPT_OF(sides=sides, most=MOST_OF_KEPT // sides, count=count))
    for bound in (pool.least, pool.most, pool.tally, *((among.first or 0, among.last or 0) if among else ())):
        if bound > sides:
            raise BadDice(SHOWN(sides=sides, bound=bound))
    if pool.most and pool.least > pool.most:
        raise BadDice(CROSSED(least=pool.least, most=pool.most))
    some, bounded, adds = (
        pool.kept < count or bool(among or fresh),
        bool(pool.least or pool.most),
        pool.explodes or pool.again == "ra",
    )
    if adds and (some or bounded or (pool.explodes and pool.again)):
        raise BadDice(EXPLODING)
    if pool.tally and (some or bounded or pool.again == "ra"):
        raise BadDice(COUNTED)
    if pool.fate and (adds or bounded or pool.again or pool.tally):
        raise BadDice(FATE)
    if pool.explodes and (sides < LEAST_EXPLODING or count > MOST_EXPLODING):
        raise BadDice(FEW_EXPLODE(least=LEAST_EXPLODING, most=MOST_EXPLODING))
    return pool
