"""Nouns: kinds of things that orders and views name. Found, offered, refused and enumerated from one declaration.

A mark on an order's field says what the field names: a `Noun` (a thing there is), or a value type that reads words of
its own (`Value`), several things in a list (`Several`), or a pair (`Pair`). Fields resolve in the order in which the
class declares them, and a later mark sees what was found before: `found.ship` while a target is looked for.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, Generic, Self, TypeVar

from engine.game import Refusal
from engine.look import Look, Refused
from engine.orders import Option, Pick
from engine.text.message import N_, did_you_mean, term
from engine.text.names import shown

T = TypeVar("T")
U = TypeVar("U")
L = TypeVar("L", bound=Look[Any, Any])

EACH = 3
"""Values of one field among the orders that random players and panels look at."""


class Unresolved(AttributeError):
    """A field that a later one is read with, and of which nothing was found."""


class Found:
    """Things that the fields of an order named, by field: `found.ship`. None for a field that was left out."""

    def __init__(self, things: dict[str, Any]) -> None:  # things of every kind
        self.__dict__ = things

    def __getattr__(self, field: str) -> Any:  # things of every kind: whoever takes one says which
        raise Unresolved(f"no field {field!r} was resolved before; there are {sorted(self.__dict__)}")

    def get(self, field: str) -> Any:  # things of every kind
        """The thing that a field named, None where it was not filled in yet."""
        return self.__dict__.get(field)

    def also(self, field: str, thing: Any) -> Found:  # things of every kind
        """With one more field resolved."""
        return Found({**self.__dict__, field: thing})


NOTHING_FOUND = Found({})


class Named(Pick, Generic[L, T]):
    """A mark on a field: how its words become what the field names, and what a menu offers for it."""

    def find(self, look: L, words: str, found: Found) -> T:
        """The thing that the words name, as far as the viewer knows. Raises Refusal."""
        raise LookupError(f"{type(self).__name__} does not say how it is found")

    def options(self, look: L, found: Found, typed: str) -> Iterable[Option]:
        """Options of a menu, likeliest first; `typed` is what stands in the field so far."""
        return ()

    def values(self, look: L, found: Found) -> Iterator[str]:
        """Words for the field that would be obeyed now, for random players and panels."""
        return (option.value for option in self.options(look, found, ""))

    def things(self, look: L, found: Found) -> Iterator[tuple[str, T]]:
        """Words for the field that would be obeyed now, each with what it names."""
        for words in self.values(look, found):
            try:
                thing = self.find(look, words, found)
            except Refusal:
                continue
            yield words, thing

    def lasting(self, look: L, words: str) -> str:
        """The words by which what they name is named for good, for orders that are kept: others may rename things."""
        return words


def _named_by(field: str) -> Callable[[object], Sequence[str]]:
    return lambda thing: (getattr(thing, field),)


def _all_of(mapping: str) -> Callable[[Look[Any, Any], Found], Iterable[Any]]:  # things of any kind
    return lambda look, found: getattr(look.known, mapping).values()


Test = Callable[[L, T, Found], Refused | None]
"""Why a thing cannot be named here, None where it can; with what earlier fields found."""


class Noun(Named[L, T]):
    """A kind of thing: what there is of it for a viewer, what it is called, how menus label it, what refuses it.

    `among`     the things of the kind that the viewer knows of, likeliest first; with what earlier fields found. Or the
                mapping of the viewer's state that has them all
    `names`     the names that a thing answers to; the first is offered. Or the field that has its only one
    `label`     the thing in a menu
    `unknown`   the code that refuses a name of nothing, if its sentence has {name} and {hint}; or what words it
                from the name, escaped, and the hint ("Did you mean …?", or "")
    `stranger`  another refusal for a name of something else that the viewer knows (somebody else's ship)
    `exact`     the thing of exactly this name, found without listing everything
    `tests`     each a check that refuses a thing, in order; what they refuse is not offered
    `keeps`     the name by which orders that are kept name a thing, where the one that is offered may change
    """

    closed = True

    def __init__(
        self,
        what: str,
        among: Callable[[L, Found], Iterable[T]] | str,
        names: Callable[[T], Sequence[str]] | str,
        label: Callable[[L, T], str] | None = None,
        *,
        unknown: str | Callable[[L, str, str], Refused],
        stranger: Callable[[L, str, Found], Refused | None] | None = None,
        exact: Callable[[L, str, Found], T | None] | None = None,
        tests: tuple[Test[L, T], ...] = (),
        keeps: Callable[[T], str] | None = None,
    ) -> None:
        super().__init__(what)
        self.label, self.keeps = label, keeps
        self.among: Callable[[L, Found], Iterable[T]] = _all_of(among) if isinstance(among, str) else among
        self.names: Callable[[T], Sequence[str]] = _named_by(names) if isinstance(names, str) else names
        self.unknown, self.stranger, self.exact, self.tests = unknown, stranger, exact, tests

    def that(self, *tests: Test[L, T], what: str = "") -> Self:
        """Those of which all of this holds besides; the others are refused, and not offered."""
        return self.but(what=what or self.what, tests=(*self.tests, *tests))

    def but(self, **changes: Any) -> Self:  # the arguments of __init__
        """The same noun with some of its declaration changed."""
        given: dict[str, Any] = {  # the arguments of __init__
            "what": self.what, "among": self.among, "names": self.names, "label": self.label, "unknown": self.unknown,
            "stranger": self.stranger, "exact": self.exact, "tests": self.tests, "keeps": self.keeps,
        }  # fmt: skip
        return type(self)(**{**given, **changes})

    def named(self, look: L, words: str, found: Found = NOTHING_FOUND) -> T:
        """The thing of that name, whatever is tested of it. Refuses what the viewer does not know of."""
        if self.exact is not None and (thing := self.exact(look, words.strip(), found)) is not None:
            return thing
        wanted, every = words.strip().casefold(), list(self.among(look, found))
        for thing in every:
            if any(name.casefold() == wanted for name in self.names(thing)):
                return thing
        if self.stranger is not None:
            look.require(self.stranger(look, words, found))
        hint = did_you_mean(words, [name for thing in every for name in self.names(thing)[:1]])
        if isinstance(self.unknown, str):
            look.refuse(self.unknown, name=shown(words), hint=hint)
        look.require(self.unknown(look, shown(words), hint))
        raise AssertionError(f"{self.what}: an unknown name is refused")

    def find(self, look: L, words: str, found: Found) -> T:
        """The thing of that name. Refuses an unknown name, with what was likely meant, and what a test refuses."""
        thing = self.named(look, words, found)
        for test in self.tests:
            look.require(test(look, thing, found))
        return thing

    def fits(self, look: L, thing: T, found: Found) -> bool:
        """True if no test refuses a thing."""
        return all(test(look, thing, found) is None for test in self.tests)

    def fitting(self, look: L, found: Found = NOTHING_FOUND) -> Iterator[T]:
        """Things that could be named now without refusal."""
        return (thing for thing in self.among(look, found) if self.fits(look, thing, found))

    def things(self, look: L, found: Found) -> Iterator[tuple[str, T]]:
        """Things that could be named, each under the name that is kept; tested once."""
        if type(self).values is not Noun.values:
            return super().things(look, found)  # its words are of its own making
        return ((self.kept(thing), thing) for thing in self.fitting(look, found))

    def option(self, look: L, thing: T) -> Option:
        """A thing in a menu."""
        name, *also = dict.fromkeys(self.names(thing))
        return Option(name, self.label(look, thing) if self.label is not None else "", tuple(also))

    def options(self, look: L, found: Found, typed: str) -> Iterator[Option]:
        """Options of menus: the things that could be named without refusal."""
        return (self.option(look, thing) for thing in self.fitting(look, found))

    def values(self, look: L, found: Found) -> Iterator[str]:
        """Names of what could be named without refusal: such as are kept, for those are never mistaken."""
        return (self.kept(thing) for thing in self.fitting(look, found))

    def kept(self, thing: T) -> str:
        """The name of a thing in orders that are kept."""
        return self.keeps(thing) if self.keeps is not None else self.names(thing)[0]

    def lasting(self, look: L, words: str) -> str:
        """The name that is kept for the thing of that name; the words as they are for the name of nothing."""
        if self.keeps is None:
            return words
        try:
            return self.keeps(self.named(look, words))
        except Refusal:
            return words


class Offered(Pick, Generic[L]):
    """A mark on a field whose words are read as they stand: what its menu has, of which `several` may be meant. One
    that is offered `beside` others has no menu before the fields on which it depends are filled in.
    """

    def __init__(
        self,
        what: str,
        offer: Callable[[L, Found], Iterable[Option]],
        *,
        several: bool = False,
        beside: bool = False,
    ) -> None:
        super().__init__(what)
        self.offer, self.several, self.beside = offer, several, beside

    def options(self, look: L, found: Found, typed: str) -> Iterable[Option]:
        """Options of the menu."""
        return self.offer(look, found)


class Value(Named[L, T]):
    """A value in words of its own: a volley, a path, a number of something. `read` refuses, `offer` is the menu."""

    def __init__(
        self,
        what: str,
        read: Callable[[L, str, Found], T],
        offer: Callable[[L, Found], Iterable[Option]] = lambda look, found: (),
        *,
        several: bool = False,
    ) -> None:
        super().__init__(what)
        self.read, self.offer, self.several = read, offer, several

    def find(self, look: L, words: str, found: Found) -> T:
        """The value that the words say. Raises Refusal."""
        return self.read(look, words, found)

    def options(self, look: L, found: Found, typed: str) -> Iterable[Option]:
        """Options of the menu."""
        return self.offer(look, found)


def value(
    what: str, offer: Callable[[L, Found], Iterable[Option]] = lambda look, found: (), *, several: bool = False
) -> Callable[[Callable[[L, str, Found], T]], Value[L, T]]:
    """Declares the function below it as how a value is read: `def volley(look, words, found)`."""
    return lambda read: Value(what, read, offer, several=several)


_BETWEEN = re.compile(r"\s*,\s*(?:and\s+)?|\s+and\s+|\s*&\s*", re.IGNORECASE)


def parts_of(words: str, names: Iterable[str]) -> list[str]:
    """The parts of a list with commas or "and"; a name that has one in itself stays whole."""
    known = {name.casefold() for name in names}
    parts = [part for part in _BETWEEN.split(words.strip()) if part]
    ends = [match.span() for match in _BETWEEN.finditer(words.strip())]
    if words.strip().casefold() in known:
        return [words.strip()]
    if len(parts) != len(ends) + 1:
        return parts
    joined: list[str] = []
    at, text = 0, words.strip()
    starts = [0, *(end for _, end in ends)]
    stops = [*(start for start, _ in ends), len(text)]
    while at < len(starts):
        last = next(
            (later for later in range(len(stops) - 1, at, -1) if text[starts[at] : stops[later]].casefold() in known),
            at,
        )
        joined.append(text[starts[at] : stops[last]])
        at = last + 1
    return joined


class Several(Named[L, tuple[T, ...]]):
    """Several things of a kind, with commas; `groups` are words for many at once ("all of Corellia"), which may stand
    among the things. `ordered`: it matters in what order they are named, so that no menu has them chosen.
    """

    def __init__(
        self,
        noun: Noun[L, T],
        what: str = "",
        groups: Callable[[L, str], Sequence[T] | None] = lambda look, words: None,
        offer: Callable[[L], Iterable[Option]] = lambda look: (),
        *,
        ordered: bool = False,
    ) -> None:
        super().__init__(what or N_("{things}, several with commas")(things=term(noun.what)))
        self.noun, self.groups, self.offer, self.several = noun, groups, offer, not ordered

    def find(self, look: L, words: str, found: Found) -> tuple[T, ...]:
        """Each thing once, in the order named. Refuses as the noun does, at the first that it refuses."""
        group = self.gathered(look, words, found)
        for thing in group:
            for test in self.noun.tests:
                look.require(test(look, thing, found))
        return group

    def gathered(self, look: L, words: str, found: Found) -> tuple[T, ...]:
        """The things that the words name, each once, whatever is tested of them; none is refused as unknown."""
        group = self.groups(look, words.strip())
        if group is None:
            names = {name.casefold() for thing in self.noun.among(look, found) for name in self.noun.names(thing)}
            group = [
                thing for part in parts_of(words, names) or [words] for thing in self._part(look, part, found, names)
            ]
        each: list[T] = []
        each += (thing for thing in group if thing not in each)
        return tuple(each)

    def _part(self, look: L, part: str, found: Found, names: Container[str]) -> Sequence[T]:
        """Things that a part of a list names: a thing, else a group."""
        group = None if part.casefold() in names else self.groups(look, part)
        return (self.noun.named(look, part, found),) if group is None else group

    def grouped(self, look: L, found: Found) -> Iterator[Option]:
        """The groups that could be named now without refusal."""
        for option in self.offer(look):
            try:
                self.find(look, option.value, found)
            except Refusal:
                continue
            yield option

    def options(self, look: L, found: Found, typed: str) -> Iterator[Option]:
        """Groups first, of which nothing is refused; then single things, behind what is typed already."""
        head, comma, _ = typed.rpartition(",")
        if not comma:
            yield from self.grouped(look, found)
        taken = {part.casefold() for part in parts_of(head, ())} if comma else set()
        for option in self.noun.options(look, found, ""):
            if option.value.casefold() not in taken:
                yield Option(f"{head}, {option.value}", option.label) if comma else option

    def values(self, look: L, found: Found) -> Iterator[str]:
        """Single things, and several together."""
        names = list(islice(self.noun.values(look, found), EACH + 1))
        yield from (option.value for option in self.grouped(look, found))
        yield from names[:EACH]
        if len(names) > 1:
            yield ", ".join(names)

    def lasting(self, look: L, words: str) -> str:
        """Each name as the noun keeps it; words for a group stay as they are."""
        if self.noun.keeps is None:
            return self.noun.lasting(look, words)
        if self.groups(look, words.strip()) is not None:
            return words
        names = (name for thing in self.noun.among(look, NOTHING_FOUND) for name in self.noun.names(thing))
        return ", ".join(self.noun.lasting(look, part) for part in parts_of(words, names))


class Pair(Named[L, tuple[T, U]]):
    """Two things with a word between them ("AS1 at BS2"): the second sees the first as `found.first`."""

    def __init__(self, first: Named[L, T], word: str, second: Named[L, U], what: str = "") -> None:
        super().__init__(what or f"{first.what} {word} {second.what}")
        self.first, self.word, self.second = first, word, second

    def find(self, look: L, words: str, found: Found) -> tuple[T, U]:
        """Both things. Refuses as they do; words without the word between them are taken for the first alone."""
        left, _, right = _split(words, self.word)
        first = self.first.find(look, left, found)
        return first, self.second.find(look, right, found.also("first", first))

    def lasting(self, look: L, words: str) -> str:
        """Both as they are kept."""
        left, between, right = _split(words, self.word)
        first = self.first.lasting(look, left)
        return f"{first} {between} {self.second.lasting(look, right)}" if between else first

    def options(self, look: L, found: Found, typed: str) -> Iterator[Option]:
        """Every pair, the first things in their order."""
        for row in self.first.options(look, found, ""):
            then = found.also("first", self.first.find(look, row.value, found))
            for other in self.second.options(look, then, ""):
                yield Option(f"{row.value} {self.word} {other.value}", f"{row.label} {self.word} {other.label}".strip())


def _split(words: str, word: str) -> tuple[str, str, str]:
    match = re.search(rf"\s+{re.escape(word)}\s+", words)
    return (words, "", "") if match is None else (words[: match.start()], word, words[match.end() :])
