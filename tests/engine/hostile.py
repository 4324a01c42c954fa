"""Hostile text: what somebody could type to ping, to style, to turn round or to fill; where it was typed in games; what
it may not do in anything that is shown.

Orders refuse such names (`engine.text.given`), so what was typed is replaced in stored facts: whatever a game of an
older version, or a fault, may have let in must still come out as text that pings nobody, formats nothing and opens
nothing. What was typed is followed, not listed: orders are given with probes, and wherever a probe stands in a fact, of
whatever kind and field, hostile text is planted.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

import msgspec
from pydantic import ValidationError

from bot.ui.order_commands import bare_type
from engine.book import Book
from engine.dice.keyed import FixedDice
from engine.game import MODERATOR, Fact, Refusal, Said, Seat, Setup
from engine.look import Look
from engine.orders import Order
from engine.played.chance import Chance
from engine.played.checks import checks_of
from engine.played.played_game import PlayedGame
from engine.played.random_players import BEGINS, Move, random_moves
from engine.played.transcript import Rehearsal, read
from engine.record import Codec
from engine.report import Suggestion
from engine.text.lines import WordsError, parse, to_text
from engine.text.message import Shown
from engine.text.names import shown
from tests.rulebooks import BOOKS

SEATS = (Seat("red"), Seat("blue"))

MENTION = "@everyone <@1> <@&2> <#3>"
MARKUP = "**b** ~~s~~ ||x|| `c` [t](http://e)"
INVISIBLE = "a\u200bb\u202ec\u2066d\x07e\n# big\n-# small"
LONG = "x" * 2000
TAG = "<svg onload='alert(1)'>&amp;</svg>"
HOSTILE = {
    "mention and markup": f"{MENTION} {MARKUP}",
    "tag and invisible": f"{TAG} {INVISIBLE}",
    "long": LONG,
}
"""Texts that are planted: two at once where both stand within what a menu shows of a name."""

LIVE = re.compile(
    r"(?<!\\)\*\*b(?<!\\)\*\*|(?<!\\)~~s|(?<!\\)\|\|x|(?<!\\)`c(?<!\\)`|\[t\]\(http|@everyone|<@[&!]?\d|<#\d|http://e\b"
    "|[\u202a-\u202e\u2066-\u2069\x07]"
    "|^(> )?(-# small|# big)",
    re.M,
)
"""What of the hostile texts would do something in Discord."""

SHORT = 36
"""Characters of a hostile text, with its number behind, that a name of data takes."""

PROBE = re.compile(r"Qz(\\?)_(\d+)xq", re.IGNORECASE)
"""A text that is typed in the place of others, and found again: with a backslash where it was escaped before it was
stored.
"""


def is_typed(kind: type[Order], field: str) -> bool:
    """True for a field of an order in which anything may be typed: of no closed list of choices, of no pattern."""
    mark, declared = kind.picks().get(field), kind.model_fields[field]
    patterns = [str(one.pattern) for one in declared.metadata if getattr(one, "pattern", None)]
    fits = all(re.search(pattern, MARKUP) for pattern in patterns)
    return bare_type(declared.annotation) is str and fits and not (mark is not None and mark.closed)


def typed_fields(book: Book[Any, Any]) -> list[tuple[type[Order], str]]:
    """The fields of orders in which anything may be typed."""
    return [(kind, field) for kind in book.orders for field in kind.model_fields if is_typed(kind, field)]


def is_bare(kind: type[Order], field: str) -> bool:
    """True for such a field of which nothing says how it is read."""
    return is_typed(kind, field) and field not in kind.picks()


def probed(order: Order, fields: Iterable[str], number: int) -> Order | None:
    """The order with probes in some fields; None where it cannot be given so."""
    values = {field: f"Qz_{number + at}xq" for at, field in enumerate(fields) if getattr(order, field) is not None}
    try:
        return type(order).model_validate({**order.model_dump(), **values}) if values else None
    except ValidationError:
        return None


TRIES = 3
"""How often a field is typed in, where what is typed there is refused."""


class World(PlayedGame[Any]):
    """A random game in which probes are typed wherever anything may be typed, as far as it is obeyed."""

    checked = worded = False

    def __init__(self, delivered: Book[Any, Any], number: int, moves: int) -> None:
        book = copy(delivered)
        book.world = copy(delivered.world)  # of its own: others ask for chances as exact as they are delivered
        checks_of(book).hasten()
        super().__init__(book, SEATS, FixedDice(b"hostile"))
        self.book = book
        self.probes = 0
        self.refused: Counter[tuple[type[Order], tuple[str, ...]]] = Counter()
        self.planted: set[tuple[type[Order], str]] = set()
        setups = getattr(book, "setups", lambda: ())()
        setup = setups[number % len(setups)] if setups else Setup("Names", SEATS)
        setup = Setup(setup.name, SEATS, setup.options)
        self.begin(setup, BEGINS)
        opening = [Move(BEGINS, seat, order) for seat, order in self.checks.opening(setup)]
        self.type_everywhere()
        for made, move in enumerate(
            islice(random_moves(self, Chance("hostile", number), opening), len(opening) + moves)
        ):
            move.make(self)
            if made < len(opening):
                self.type_everywhere()
        self.type_everywhere()

    def type_everywhere(self) -> None:
        """Give an order of each kind in which something may be typed that was typed nowhere yet."""
        for kind in dict.fromkeys(kind for kind, field in typed_fields(self.book) if (kind, field) not in self.planted):
            for seat in (MODERATOR,) if kind.moderator else self.seats[:1]:
                for order in islice(self.rules.legal(self.knows(seat), seat, self.now, kind), 1):
                    if not self.book.over(self.tries(seat, order).state):
                        self.obey(seat, order)

    def obey(self, seat: Seat, order: Order) -> Refusal | None:
        kind = type(order)
        fields = [field for field in kind.model_fields if is_typed(kind, field)]
        plain = tuple(field for field in fields if field not in kind.picks())
        for some in dict.fromkeys([tuple(fields), plain, *((field,) for field in fields)]):
            if self.refused[kind, some] >= TRIES or (other := probed(order, some, self.probes)) is None:
                continue
            if super().obey(seat, other) is None:
                self.planted |= {(kind, field) for field in some}
                self.probes += len(some)
                return None
            self.refused[kind, some] += 1
        return super().obey(seat, order)


@cache
def world(name: str, number: int, moves: int) -> World:
    """A random game of a rulebook; played once."""
    return World(next(book for book in BOOKS if book.name == name), number, moves)


NAMING = re.compile(r"(?!.*\dD\b).*([A-Z][a-z]{2}|[a-z] [a-z])")
"""What is no code: a name, or words, and no dice."""


class Example(Rehearsal[Any]):
    """A played example, in whose facts probes stand for what was typed, wherever that stands alone."""

    worded = False

    def __init__(self, book: Book[Any, Any], path: Path) -> None:
        transcript = read(path.read_text("utf-8"), path.name)
        super().__init__(book, transcript.setup)
        self.book = book
        self.planted: set[tuple[type[Order], str]] = set()
        self.typed: dict[str, set[tuple[type[Order], str]]] = {}
        for step in transcript.steps:
            if step.kind != "ask":
                self.do(step)
        codec = Codec(book)
        stored = [msgspec.json.decode(codec.fact_bytes(one.fact)) for one in self.said]
        told = {text.casefold() for body in stored for text in strings(body)} - words_of(book)
        whole = [text for text in sorted(told & self.typed.keys()) if not any(f" {text}" in other for other in told)]
        probes = {text: f"Qz_{at}xq" for at, text in enumerate(whole)}
        self.planted = {field for text in probes for field in self.typed[text]}
        for at, body in enumerate(stored):
            if (probed := replaced(body, probes)) != body:
                self.said[at] = msgspec.structs.replace(self.said[at], fact=fact_of(codec, probed, self.said[at].fact))

    def obey(self, seat: Seat, order: Order) -> Refusal | None:
        kind = type(order)
        for field in kind.model_fields:
            text = getattr(order, field)
            if is_bare(kind, field) and text is not None and NAMING.match(text):
                self.typed.setdefault(text.casefold(), set()).add((kind, field))
        return super().obey(seat, order)


Played = World | Example
"""A game that is retold."""


def strings(value: Any) -> Iterator[str]:
    """All texts in JSON or in data, at any depth, and what they are the keys of."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        yield from strings(list(value.items()))
    elif isinstance(value, msgspec.Struct):
        yield from strings([getattr(value, field) for field in value.__struct_fields__])
    elif isinstance(value, list | tuple | frozenset):
        for each in value:
            yield from strings(each)


@cache
def words_of(book: Book[Any, Any]) -> frozenset[str]:
    """The words of a rulebook's data, which nobody typed: in small letters."""
    return frozenset(text.casefold() for text in strings(book.world.pack))


def replaced(value: Any, probes: Mapping[str, str]) -> Any:
    """JSON with probes for texts, whatever their case."""
    if isinstance(value, dict):
        return {replaced(key, probes): replaced(each, probes) for key, each in value.items()}
    if isinstance(value, list):
        return [replaced(each, probes) for each in value]
    return probes.get(value.casefold(), value) if isinstance(value, str) else value


def fact_of(codec: Codec[Any], stored: Any, otherwise: Fact[Any]) -> Fact[Any]:
    """A stored fact; another where it is none: a word of the rulebook is written as what was typed is."""
    try:
        return codec.fact(msgspec.json.encode(stored))
    except msgspec.ValidationError:
        return otherwise


def planted(value: Any, hostile: str, kinds: Sequence[type[Order]]) -> Any:
    """JSON with hostile text for every probe, escaped where the probe is: texts, and what they are the keys of. A line
    that is an order stays one: hostile in as much as its field takes.
    """
    if isinstance(value, dict):
        return {planted(key, hostile, kinds): planted(each, hostile, kinds) for key, each in value.items()}
    if isinstance(value, list):
        return [planted(each, hostile, kinds) for each in value]
    if not isinstance(value, str) or PROBE.search(value) is None:
        return value
    try:
        order = parse(value, kinds)
    except WordsError:
        return _sown(value, hostile)
    return to_text(_given(order, hostile), kinds)


def _sown(value: str, hostile: str) -> str:
    def told(found: re.Match[str]) -> str:
        return shown(hostile + found[2]) if found[1] else hostile + found[2]

    return PROBE.sub(told, value)


def _given(order: Order, hostile: str) -> Order:
    """An order with hostile text for its probes, as far as it may be given so."""
    for text in (hostile, hostile[:SHORT]):
        values = {
            field: _sown(value, text) if isinstance(value, str) else value
            for field, value in order.model_dump().items()
        }
        try:
            return type(order).model_validate(values)
        except ValidationError:
            continue
    return order


def retold(book: Book[Any, Any], said: Iterable[Said[Any]], hostile: str) -> Iterator[Said[Any]]:
    """Sayings with hostile text where probes stood; the beginning of it where a name of data takes no more."""
    codec = Codec(book)
    for one in said:
        stored = msgspec.json.decode(codec.fact_bytes(one.fact))
        if (body := planted(stored, hostile, book.orders)) != stored:
            short = fact_of(codec, planted(stored, hostile[:SHORT], book.orders), one.fact)
            yield Said(one.at, one.to, fact_of(codec, body, short))
        else:
            yield one


def marks(kind: type[Fact[Any]]) -> Iterator[tuple[str, Shown[Any]]]:
    """Fields of a kind of facts that hold a text, or several, with the marks that put them in words."""
    for field, hint in get_type_hints(kind, include_extras=True).items():
        if field in kind.__struct_fields__ and get_origin(hint) is Annotated:
            holds = {str, *get_args(get_args(hint)[0])} if get_origin(get_args(hint)[0]) in (tuple, Union) else ()
            found = [mark for mark in hint.__metadata__ if isinstance(mark, Shown)]
            if found and (get_args(hint)[0] is str or str in holds):
                yield field, found[0]


def shows_what_was_typed(look: Look[Any, Any], mark: Shown[Any], value: object) -> bool:
    """True for a mark that puts an unknown text in words as one that somebody typed: escaped."""
    typed = (MARKUP,) if isinstance(value, tuple) else MARKUP
    try:
        return shown(MARKUP) in mark.words(look, typed, "")
    except Exception:  # noqa: BLE001  # a mark of what stands beside it, or of a word of the rulebook
        return False


def marked(look: Look[Any, Any], fact: Fact[Any], hostile: str) -> Fact[Any]:
    """A fact with hostile text in every field whose mark shows what was typed."""
    changed = {
        field: (hostile,) if isinstance(value, tuple) else hostile
        for field, mark in marks(type(fact))
        if (value := getattr(fact, field)) and shows_what_was_typed(look, mark, value)
    }
    return msgspec.structs.replace(fact, **changed)


def texts(value: Any) -> Iterator[str]:
    """Every text in news and reports that Discord formats, at any depth, the labels of buttons as they are made."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Suggestion):
        yield value.label
    elif isinstance(value, msgspec.Struct):
        for field in value.__struct_fields__:
            if field not in ("topic", "picture", "about"):
                yield from texts(getattr(value, field))
    elif isinstance(value, Iterable):
        for each in value:
            yield from texts(each)


def harm(words: str) -> str:
    """The part of a text that pings, formats, turns or opens something, but for the style of a story's lines; else "".

    Within backquotes nothing does.
    """
    bare = re.sub(r"<t:-?\d+(:[tTdDfFR])?>", "", words)
    bare = re.sub(r"(?<!\\)`[^`\n]*`", "", bare)
    bare = re.sub(r"^> .*$", lambda line: re.sub(r"(\*\*|~~|\|\|)([^*~|]+)\1", r"\2", line[0]), bare, flags=re.M)
    found = LIVE.search(bare)
    return "" if found is None else found[0]


def harmless(words: str, where: str) -> None:
    """Asserts that a text does nothing in Discord."""
    found = harm(words)
    assert not found, f"{where}: {found!r} in {words[:300]!r}"


def folded(known: dict[Seat | None, Any], one: Said[Any]) -> Sequence[Seat | None]:
    """Hearers of something, who know it now."""
    hearers = [seat for seat in known if seat != MODERATOR and one.to.includes(seat)]
    for seat in hearers:
        known[seat] = one.fact.evolve(known[seat])
    return hearers
