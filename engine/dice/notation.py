"""Dice of any sides as people write them: "2d20kh1+5", "d100", "4d6ro1", "(1d8+3)*2", "6d10t7", "4dF"; read, rolled by
label, and their exact odds.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from itertools import accumulate, chain, islice
from typing import Literal

import msgspec
from msgspec.structs import replace

from engine.dice.pools import KEPT, MOST_DICE, MOST_FACES, SOME_AGAIN, Among, BadDice, Faces, Pool, checked
from engine.dice.ways import Ways, added, among, best, divided, multiplied, of_number, of_pool, remaining, taken_off
from engine.text.message import N_, T_, name, term

MOST_REACHED, WIDEST = 200, 20_000
"""The number up to which odds of dice that explode are told, and the numbers that dice come to from least to most."""
LONGEST, DEEPEST = 400, 70
"""Characters of a roll as it is kept, and brackets of it within one another: as many as have room in a record."""
MOST_PARTS, WIDEST_SET = 8, 300
"""Parts of a set of which some are kept, and the numbers that they come to, from least to most, all together."""
UNREAD, UNREAD_BEHIND = N_("“{words}” is no dice that I read."), N_("After “{before}” I cannot read “{rest}”.")
OPEN = N_("In “{words}” a bracket is open that is not closed.")
TOO_MANY = N_("1 to {most} dice are rolled at once, not {count}.")
TOO_MANY_SIDES = N_("Dice of several kinds have {most} sides all together at most, not {count}.")
EXPLODING_ADDED = T_("Dice that explode are added: they are not taken off, multiplied or divided.")
TOO_LONG = N_("A roll has {most} characters at most, not {count}.")
TOO_DEEP = N_("Brackets stand within one another up to {most} times.")
ALONE = N_("A set of which some are kept has several parts, such as {example}.")
PARTS = N_("A set of which some are kept has {most} parts at most, not {count}.")
PARTS_KEPT = N_("Of {count} parts 1 to {count} are kept, not {kept}.")
PARTS_WIDE = N_("The parts of a set of which some are kept come to {most} numbers all together at most, not {count}.")
PARTS_EXPLODE = T_("Of a set in which dice explode all is kept.")
ONCE_ALONE = N_("The {which} of some dice are rolled again once: write {once}.")
DIVIDED_BY = N_("Dice are divided by a number from 1 on, not by {part}.")
TOO_WIDE = N_("From {least} to {most} there are more than the {widest:,} numbers that are reckoned.")
AGAIN = N_("Is a die rolled again once, or as long as it shows {number}? Write {once} or {each}.")
SAID = N_("In “{dice}” that is said already: dice are rolled again, explode or are counted once.")
COUNTED_BELOW = N_("Dice are counted that show a number or more, not {number} or less.")
KEPT_ONCE = T_("Dice of a pool are kept or dropped once.")
ODDS_UPTO = N_("The odds of dice that explode are told up to {most}, not for {number}.")
EXAMPLES: Mapping[str, str] = {
    "2d20kh1+5": "the higher of two dice, and 5 (kl1 the lower; d20+5 adv is the same)",
    "4d6dl1": "without the lowest",
    "2d6ro1": "ones are rolled again once (rr<3: while they show less than 3; ra6: the first six adds a die)",
    "4d6mi2": "each counts 2 at least (ma5: 5 at most)",
    "3d6!": "sixes explode: rolled again and added (e>=5 fives, too)",
    "6d10t7": "counts the dice that show 7 or more, as 6d10>=7 does (6d10!t7: tens are rolled again)",
    "(1d8+3)*2": "brackets, * and / (rounded down), % for what remains",
    "(d20, 10)kh1": "keeps the highest part of a set (kl1 the lowest, k>=9 those of 9 or more)",
    "8d6k>4": "keeps the dice that show more than 4 (p<3 drops those below 3)",
    "3d8rol1": "the lowest die is rolled again once (roh1: the highest)",
    "4dF+1": "Fudge dice: each -1, 0 or 1",
    "stats": "4d6dl1 six times; also fate, d66, percentile, coin, adv +5",
}
"""What can be written, each with what it does."""
_SIGN = "(?:<=|>=|≤|≥|<|>|=)"
_FACES = rf"({_SIGN})? ?(\d{{1,4}})"
_POOL = re.compile(
    r"(\d{0,4}) ?d ?(\d{1,5}|%|f(?=[^a-z]|$|k|p ?[<>=≤≥]|[dp][hl]|r[roa]|m[ia]|t\d))"
    rf"((?:[dp]\d{{1,4}}|\s?(?:[kp] ?{_SIGN} ?\d{{1,4}}|(?:k[hl]?|[dp][hl])(?![a-z])\d{{0,4}}|m[ia]\d{{1,4}}"
    rf"|(?:r[roa]|e) ?[hl] ?\d{{1,4}}|r[roa]? ?{_FACES}|(?:cs|t) ?{_FACES}|e ?{_FACES}|!{{1,2}}))*)"
)
_CHANGE = re.compile(rf"(k[hl]?|[dp][hl]?|(?:r[roa]|e) ?[hl]|r[roa]?|m[ia]|cs|t|e|!+) ?(?:{_FACES})?")
_SELECT = re.compile(rf"\s?(?:([kp]) ?({_SIGN}) ?(\d{{1,4}})|(k[hl]?|[dp][hl]|p(?=\d))(?![a-z])(\d{{0,4}}))")
"""What is kept of a set."""
_SPELLED = (
    (re.compile(r"\s*,?\s*\bdrop(?:ping)?(?: the)? (?:lowest|worst)(?: (?=\d))?"), "dl"),
    (re.compile(r"\s*,?\s*\bdrop(?:ping)?(?: the)? (?:highest|best)(?: (?=\d))?"), "dh"),
    (re.compile(r"\s*,?\s*\bkeep(?:ing)?(?: the)? (?:highest|best)(?: (?=\d))?"), "kh"),
    (re.compile(r"\s*,?\s*\bkeep(?:ing)?(?: the)? (?:lowest|worst)(?: (?=\d))?"), "kl"),
    (re.compile(r"\s*,?\s*\breroll(?:ing)? (?:ones|1s)(?: once)?\b"), "ro1"),
    (re.compile(r"\s*\bexploding\s+(\d*d\d+)"), r"\1!"),
)
"""Changes that are spelled in words, each with its letters."""
ALIASES: Mapping[str, str] = {
    "stats": "6x 4d6dl1", "dndstats": "6x 4d6dl1", "fate": "4dF", "fudge": "4dF", "d66": "d6*10+d6", "coin": "1d2",
    "percentile": "d100", "percent": "d100", "adv": "2d20kh1", "advantage": "2d20kh1", "dis": "2d20kl1",
    "disadvantage": "2d20kl1",
}  # fmt: skip
"""Names of rolls, each with what is rolled."""
_ALIAS = re.compile(rf"({'|'.join(sorted(ALIASES, key=len, reverse=True))})(?=\s*(?:[+-]|vs\b|$))", re.IGNORECASE)
EXAMPLE = "(d20, 10)kh1"
_BRACES = str.maketrans("{}", "()")
"""Brackets of a set as they stand elsewhere, and here."""
_NUMBER = re.compile(r"\d{1,5}(?!\d)")
_ADVANTAGE = re.compile(r"\s*(?:\b(?:with|at)\s+)?(?:(?<=\d)|\b)(?:adv(?:antage)?|(dis)(?:adv(?:antage)?)?)\b")
Sign = Literal["+", "-", "*", "/", "%"]
WITHIN: Mapping[Sign, str] = {"+": "", "-": "+-", "*": "+-/%", "/": "+-*/%", "%": "+-*/%"}
"""Signs of a part behind each, which stands in brackets."""


class Sum(msgspec.Struct, frozen=True):
    """Two parts that are added, taken off, multiplied, or divided, for the whole number or for what remains."""

    one: Part
    sign: Sign
    other: Part


class Chosen(msgspec.Struct, frozen=True):
    """The sum of those parts of a set that are kept: the highest or lowest, or those that come to one `among` some
    numbers.
    """

    parts: tuple[Part, ...]
    kept: int
    low: bool = False
    among: Among | None = None

    def __str__(self) -> str:
        keeps = f"k{'l' if self.low else 'h'}{self.kept}" if self.among is None else str(self.among)
        return f"({','.join(map(_written, self.parts))}){keeps}"

    def keeps(self, totals: Sequence[int]) -> frozenset[int]:
        """The places of the parts that are kept, of equal ones the first."""
        if self.among is not None:
            return frozenset(at for at, total in enumerate(totals) if self.among.has(total))
        order = sorted(range(len(totals)), key=lambda at: totals[at] if self.low else -totals[at])
        return frozenset(order[: self.kept])


Part = int | Pool | Sum | Chosen


class Dice(msgspec.Struct, frozen=True):
    """Dice that are rolled together, and numbers, as they are put together."""

    whole: Part

    def __str__(self) -> str:
        """As it is kept; `read` reads it as the same dice."""
        return _written(self.whole)

    @property
    def pools(self) -> tuple[Pool, ...]:
        """The dice of each kind, as they stand there."""
        return tuple(_pools(self.whole))

    @property
    def explodes(self) -> bool:
        """True if there is no most that it comes to."""
        return any(pool.explodes for pool in self.pools)

    @property
    def bounds(self) -> tuple[int, int | None]:
        """The least and the most that it comes to, None where dice explode."""
        if self.explodes:
            return _bounds(self.whole)[0], None
        return _reached(_ways(self.whole)) if _holed(self.whole) else _bounds(self.whole)


class Rolled(msgspec.Struct, frozen=True):
    """A roll: the dice as they are kept, the faces of each die of each pool, of those that were rolled again with the
    further ones, and the total.
    """

    dice: str
    faces: tuple[tuple[tuple[int, ...], ...], ...]
    total: int


def _written(part: Part, bound: str = "", *, inner: bool = False) -> str:
    """A part as it is written: in brackets where its sign is one of `bound`, or `inner` where it begins with "-"."""
    if not isinstance(part, Sum):
        return f"({part})" if inner and isinstance(part, int) and part < 0 else str(part)
    binds = part.sign in "*/%"
    left = _written(part.one, "+-" if binds else "", inner=binds) if part.one or part.sign != "-" else ""
    told = f"{left}{part.sign}{_written(part.other, WITHIN[part.sign], inner=True)}"
    return f"({told})" if part.sign in bound or (inner and told[0] == "-") else told


def _pools(part: Part) -> Iterator[Pool]:
    if isinstance(part, Pool):
        yield part
    elif isinstance(part, Sum | Chosen):
        yield from chain.from_iterable(map(_pools, _parts(part)))


def _parts(part: Sum | Chosen) -> tuple[Part, ...]:
    return (part.one, part.other) if isinstance(part, Sum) else part.parts


def _bounds(part: Part) -> tuple[int, int]:
    """The least and the most that a part may come to, where nothing explodes."""
    if isinstance(part, int):
        return part, part
    if isinstance(part, Pool):
        return part.ends
    if isinstance(part, Chosen):
        return _bounds_of_set(part)
    (least, most), (less, more) = _bounds(part.one), _bounds(part.other)
    if part.sign in "+-":
        return (least + less, most + more) if part.sign == "+" else (least - more, most - less)
    if part.sign == "%":
        return (least % less, most % less) if least // less == most // less else (0, less - 1)
    ends = [end * other if part.sign == "*" else end // other for end in (least, most) for other in (less, more)]
    return min(ends), max(ends)


def _bounds_of_set(part: Chosen) -> tuple[int, int]:
    """The least and the most that the parts of a set may come to that are kept."""
    if part.among is None:
        leasts, mosts = zip(*map(_bounds, part.parts), strict=True)
        first, last = (0, part.kept) if part.low else (len(leasts) - part.kept, len(leasts))
        return sum(sorted(leasts)[first:last]), sum(sorted(mosts)[first:last])
    ends = [part.among.within(*_bounds(each)) for each in part.parts]
    return sum(least for least, _ in ends), sum(most for _, most in ends)


def _holed(part: Part) -> bool:
    """True if a part may come to fewer numbers than lie between its bounds, so that these may not be reached."""
    if isinstance(part, Sum | Chosen):
        holed = part.sign == "%" if isinstance(part, Sum) else part.among is not None
        return holed or any(map(_holed, _parts(part)))
    return False


def _reached(ways: Ways) -> tuple[int, int]:
    """The least and the most that comes about in some way."""
    reached = [value for value, often in enumerate(ways.counts, ways.low) if often]
    return reached[0], reached[-1]


def with_advantage(words: str) -> str:
    """Dice of which the first is rolled twice, for the better or the worse, where words of them say so."""
    found = _ADVANTAGE.search(words.casefold())
    if found is None:
        return words
    rest = words[: found.start()] + words[found.end() :]
    twice, count = re.subn(r"(?<!\d)1? ?d(\d+)", rf"2d\1k{'l' if found[1] else 'h'}1", rest.casefold(), count=1)
    return twice if count else words


def unfolded(words: str) -> str:
    """A roll that begins with a name of one, as what is rolled ("fate+2": "4dF+2"); else as it is."""
    return _ALIAS.sub(lambda found: ALIASES[found[1].casefold()], words, count=1) if _ALIAS.match(words) else words


def spelled(words: str) -> str:
    """Dice with changes that are spelled in words as letters: "4d6 drop lowest" as "4d6dl"."""
    for pattern, letters in _SPELLED:
        words = pattern.sub(letters, words)
    return words


def read(words: str) -> Dice:
    """The dice that somebody wrote. Raises BadDice for what is none or too many."""
    dice, behind = begun(words)
    if rest := behind.strip():
        before = words.strip()[: -len(rest)].strip()
        raise unread(before, rest)
    return dice


def begun(words: str) -> tuple[Dice, str]:
    """The dice that somebody wrote, and what stands behind them. Raises BadDice for what is none or too
    many.
    """
    if len(words) > LONGEST:
        raise BadDice(TOO_LONG(most=LONGEST, count=len(words)))
    text = _Text(with_advantage(words).strip())
    part = text.sum()
    pools = list(_pools(part))
    if not pools:
        raise unread("", words.strip())
    count, faces = sum(pool.count for pool in pools), sum(pool.count * pool.sides for pool in pools)
    if count > MOST_DICE:
        raise BadDice(TOO_MANY(most=MOST_DICE, count=count))
    if len(pools) > 1 and faces > MOST_FACES:
        raise BadDice(TOO_MANY_SIDES(most=MOST_FACES, count=faces))
    _check(part)
    return Dice(part), text.rest.rstrip()


def unread(before: str, rest: str) -> BadDice:
    """The error for words that are no dice, or that stand behind some."""
    words = name(rest)
    return BadDice(UNREAD_BEHIND(before=name(before), rest=words) if before else UNREAD(words=words))


def _check(part: Part) -> None:
    """Raises BadDice for what cannot be reckoned."""
    if isinstance(part, Chosen):
        _check_set(part)
    if not isinstance(part, Sum):
        return
    _check(part.one)
    _check(part.other)
    exploding = [any(pool.explodes for pool in _pools(side)) for side in (part.one, part.other)]
    if part.sign != "+" and (exploding[1] or (exploding[0] and part.sign != "-")):
        raise BadDice(EXPLODING_ADDED)
    if part.sign in "/%" and not (isinstance(part.other, int) and part.other > 0):
        raise BadDice(DIVIDED_BY(part=name(_written(part.other))))
    least, most = _bounds(part)
    if most - least > WIDEST:
        raise BadDice(TOO_WIDE(least=least, most=most, widest=WIDEST))


def _check_set(part: Chosen) -> None:
    """Raises BadDice for a set that cannot be reckoned."""
    for each in part.parts:
        _check(each)
    if any(pool.explodes for pool in _pools(part)):
        raise BadDice(PARTS_EXPLODE)
    count, wide = len(part.parts), sum(most - least + 1 for least, most in map(_bounds, part.parts))
    if count > MOST_PARTS:
        raise BadDice(PARTS(most=MOST_PARTS, count=count))
    if not 1 <= part.kept <= count:
        raise BadDice(PARTS_KEPT(count=count, kept=part.kept))
    if wide > WIDEST_SET:
        raise BadDice(PARTS_WIDE(most=WIDEST_SET, count=wide))


class _Text:
    """Words of dice, read from left to right. Its methods raise BadDice."""

    def __init__(self, words: str) -> None:
        self.words, self.rest, self.depth = words, words.casefold().translate(_BRACES), 0

    def sign(self, signs: str) -> str:
        """One of these signs if it comes next, else nothing."""
        rest = self.rest.lstrip()
        if not rest or rest[0] not in signs:
            return ""
        self.rest = rest[1:]
        return rest[0]

    def sum(self) -> Part:
        """Parts that are added and taken off."""
        minus = self.sign("+-") == "-"
        part = self.product()
        if minus:
            part = -part if isinstance(part, int) else Sum(0, "-", part)
        while sign := self.sign("+-"):
            part = _joined(part, sign, self.product())
        return part

    def product(self) -> Part:
        """Parts that are multiplied and divided."""
        part = self.part()
        while sign := self.sign("*/%"):
            self.rest = self.rest.removeprefix("/") if sign == "/" else self.rest
            part = _joined(part, sign, self.part())
        return part

    def bracket(self) -> Part:
        """Part in brackets: one, or the sum of several in a row, or of those that are kept."""
        self.depth += 1
        if self.depth > DEEPEST:
            raise BadDice(TOO_DEEP(most=DEEPEST))
        parts = [self.sum()]
        while self.sign(",") and not self.rest.lstrip().startswith(")"):
            parts.append(self.sum())
        if not self.sign(")"):
            raise BadDice(OPEN(words=name(self.words)))
        self.depth -= 1
        found = _SELECT.match(self.rest)
        if found is None:
            return reduce(lambda left, right: _joined(left, "+", right), parts)
        self.rest = self.rest[found.end() :]
        return _selected(parts, found)

    def part(self) -> Part:
        """Dice, a number, or what stands in brackets."""
        if self.sign("("):
            return self.bracket()
        if minus := self.sign("-"):
            while sign := self.sign("-"):
                minus = "" if minus else sign
            part = self.part()
            return part if not minus else -part if isinstance(part, int) else Sum(0, "-", part)
        self.rest = self.rest.lstrip()
        found = _POOL.match(self.rest)
        if found is not None:
            self.rest = self.rest[found.end() :]
            return _pool(found)
        number = _NUMBER.match(self.rest)
        if number is None:
            before = self.words[: len(self.words) - len(self.rest)].strip()
            raise unread(before, self.rest) if self.rest else unread("", self.words)
        self.rest = self.rest[number.end() :]
        return int(number[0])


def _joined(left: Part, sign: str, right: Part) -> Part:
    return Sum(left, sign, right)  # type: ignore[arg-type]  # one of four


def _selected(parts: Sequence[Part], found: re.Match[str]) -> Part:
    """The parts of a set that are kept; where that are all of them, their sum."""
    if len(parts) < 2:
        raise BadDice(ALONE(example=term(EXAMPLE)))
    if found[1]:
        numbers = _numbers(found[1], found[2], int(found[3]))
        return Chosen(tuple(parts), len(parts), among=numbers)
    kept, low = _kept(found[4], int(found[5] or 1), len(parts))
    chosen = Chosen(tuple(parts), kept, low)
    return reduce(lambda left, right: _joined(left, "+", right), parts) if kept == len(parts) else chosen


def _numbers(how: str, sign: str, number: int) -> Among:
    """The numbers that are kept, or are not dropped, by a sign and a number."""
    if sign == "=":
        return Among(number, number, how == "p")
    below = sign[0] in "<≤"
    number += (sign == ">") - (sign == "<")
    if how == "p":
        return Among(number + 1, None) if below else Among(None, number - 1)
    return Among(None, number) if below else Among(number, None)


def _kept(how: str, some: int, count: int) -> tuple[int, bool]:
    """The number of things of so many that are kept, and whether they are the lowest: "kh", "dl"."""
    drops = how[0] != "k"
    return count - some if drops else some, how[1:] == "l" if not drops else how[1:] == "h"


def _pool(found: re.Match[str]) -> Pool:
    """Dice of one kind, with all that is done with them."""
    fate = found[2] == "f"
    count, sides = int(found[1] or 1), 3 if fate else 100 if found[2] == "%" else int(found[2])
    pool = Pool(count, sides, count, fate=fate)
    for change in _CHANGE.finditer(found[3]):
        how, sign, number = change[1].replace(" ", ""), change[2] or "", change[3] or ""
        if how in ("k", "p") and sign:
            if pool.among is not None or pool.kept < pool.count:
                raise BadDice(KEPT_ONCE)
            pool = replace(pool, among=_numbers(how, sign, int(number)))
        elif how[0] in "kdp":
            pool = _keeping(pool, how, int(number or 1))
        else:
            pool = _changed(pool, how, sign, int(number or sides))
    return checked(pool)


def _faces(pool: Pool, sign: str, number: int) -> Faces:
    """The faces that a sign and a number name."""
    if sign in ("<", "<=", "≤"):
        return 1, number - (sign == "<")
    if sign in (">", ">=", "≥"):
        return number + (sign == ">"), pool.sides
    return number, number


def _changed(pool: Pool, how: str, sign: str, number: int) -> Pool:
    """A pool whose dice are rolled again, raised or lowered, explode, or are counted."""
    faces = _faces(pool, sign, number)
    if how[-1] in "hl":
        return _lowest_again(pool, how, number)
    if how == "r":
        raise BadDice(AGAIN(number=number, once=term(f"ro{number}"), each=term(f"rr{number}")))
    if (
        ((pool.again or pool.fresh) and how[0] == "r")
        or (pool.explodes and how[0] in "e!")
        or (pool.tally and how in ("t", "cs"))
    ):
        raise BadDice(SAID(dice=term(str(pool))))
    if how[0] == "r":
        return replace(pool, again=how, picked=faces)
    if how in ("mi", "ma"):
        return replace(pool, least=number) if how == "mi" else replace(pool, most=number)
    if how[0] in "e!":
        return replace(pool, bursts=faces)
    if sign and sign[0] in "<≤":
        raise BadDice(COUNTED_BELOW(number=number))
    return replace(pool, tally=number + (sign == ">"))


def _lowest_again(pool: Pool, how: str, some: int) -> Pool:
    """A pool of which so many of the lowest or of the highest dice are rolled again, once."""
    if how[:-1] != "ro":
        which = T_("lowest") if how[-1] == "l" else T_("highest")
        raise BadDice(ONCE_ALONE(which=which, once=term(f"ro{how[-1]}{some}")))
    if pool.again or pool.fresh or not some:
        raise BadDice(SAID(dice=term(str(pool))) if some else SOME_AGAIN(count=pool.count, some=some))
    return replace(pool, lowest=some) if how[-1] == "l" else replace(pool, highest=some)


def _keeping(pool: Pool, how: str, some: int) -> Pool:
    """A pool of which some dice are kept or dropped."""
    if pool.among is not None or pool.kept < pool.count:
        raise BadDice(KEPT_ONCE)
    kept, low = _kept(how, some, pool.count)
    if not 1 <= kept <= pool.count:
        raise BadDice(KEPT(count=pool.count, kept=kept))
    return replace(pool, kept=kept, low=low and kept < pool.count)


def roll(dice: Dice, die: Callable[[str, int], int]) -> Rolled:
    """A roll of dice; `die` gives the face of a die by its label and sides."""
    faces = tuple(pool.rolled(f"pool {at}", die) for at, pool in enumerate(dice.pools, 1))
    return Rolled(str(dice), faces, _total(dice.whole, iter(faces)))


def _total(part: Part, faces: Iterator[Sequence[Sequence[int]]]) -> int:
    """The number that a part comes to; its dice showed the next faces."""
    if isinstance(part, int):
        return part
    if isinstance(part, Pool):
        return part.total(next(faces))
    if isinstance(part, Chosen):
        totals = [_total(each, faces) for each in part.parts]
        return sum(totals[at] for at in part.keeps(totals))
    left, right = _total(part.one, faces), _total(part.other, faces)
    if part.sign in "+-":
        return left + right if part.sign == "+" else left - right
    return left * right if part.sign == "*" else left // right if part.sign == "/" else left % right


def counting(dice: Dice, faces: Sequence[Sequence[Sequence[int]]]) -> tuple[bool, ...]:
    """True of each pool that counts, of dice that showed these: it is in no part of a set that is dropped."""
    return tuple(_counting(dice.whole, iter(faces), kept=True))


def _counting(part: Part, faces: Iterator[Sequence[Sequence[int]]], *, kept: bool) -> Iterator[bool]:
    if isinstance(part, Pool):
        next(faces)
        yield kept
    elif isinstance(part, Sum):
        yield from _counting(part.one, faces, kept=kept)
        yield from _counting(part.other, faces, kept=kept)
    elif isinstance(part, Chosen):
        shown = [list(islice(faces, len(list(_pools(each))))) for each in part.parts]
        keeps = part.keeps([_total(inner, iter(each)) for inner, each in zip(part.parts, shown, strict=True)])
        for at, (inner, each) in enumerate(zip(part.parts, shown, strict=True)):
            yield from _counting(inner, iter(each), kept=kept and at in keeps)


def _ways(part: Part, more: int = 0) -> Ways:
    """The ways of a part; where dice explode, exactly up to its least and so much `more`."""
    if isinstance(part, int):
        return of_number(part)
    if isinstance(part, Pool):
        return of_pool(part, max(0, more))
    if isinstance(part, Chosen):
        each = [_ways(inner) for inner in part.parts]
        if part.among is None:
            return best(each, part.kept, low=part.low)
        return reduce(added, [among(ways, part.among) for ways in each])
    left, right = _ways(part.one, more), _ways(part.other, more)
    if part.sign in "+-":
        both = added(left, right if part.sign == "+" else taken_off(right))
        exploding = any(pool.explodes for pool in _pools(part))
        return both._replace(counts=both.counts[: max(0, more) + 1]) if exploding else both
    if part.sign == "%":
        return remaining(left, right.low)
    return multiplied(left, right) if part.sign == "*" else divided(left, right.low)


def chance(dice: Dice, number: int) -> Fraction:
    """The chance that a roll reaches a number. Raises BadDice for dice that explode and more than `MOST_REACHED`."""
    if dice.explodes and number > MOST_REACHED:
        raise BadDice(ODDS_UPTO(most=MOST_REACHED, number=number))
    ways = _ways(dice.whole, number - 1 - dice.bounds[0])
    return 1 - Fraction(sum(ways.counts[: max(0, number - ways.low)]), ways.whole)


def ahead(own: Dice, foe: Dice) -> Fraction | None:
    """The chance that a roll comes to more than another; None where dice explode, which are reckoned up to a number
    alone.
    """
    if own.explodes or foe.explodes:
        return None
    ours, theirs = _ways(own.whole), _ways(foe.whole)
    below = [0, *accumulate(theirs.counts)]
    beaten = (min(max(0, ours.low + at - theirs.low), len(theirs.counts)) for at in range(len(ours.counts)))
    won = sum(count * below[upto] for count, upto in zip(ours.counts, beaten, strict=True))
    return Fraction(won, ours.whole * theirs.whole)


def mean(dice: Dice) -> Fraction:
    """The total expected."""
    return _mean(dice.whole)


def _mean(part: Part) -> Fraction:
    if isinstance(part, int):
        return Fraction(part)
    if isinstance(part, Sum) and part.sign not in "/%":
        left, right = _mean(part.one), _mean(part.other)
        return left + right if part.sign == "+" else left - right if part.sign == "-" else left * right
    if isinstance(part, Pool) and part.explodes:
        worths = sum(part.worth((face,)) for face in range(1, part.sides + 1))
        return Fraction(part.count * worths, part.sides - (part.bursts[1] - part.bursts[0] + 1))
    ways = _ways(part)
    return Fraction(sum(value * count for value, count in enumerate(ways.counts, ways.low)), ways.whole)
