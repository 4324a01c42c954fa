"""Hostile names, planted beneath the orders in everything that can be named: no word, picture or menu lets them act.

Orders refuse such names (`engine.text.names`), so they are written into stored facts: whatever a game of an older
version, or a fault, may have let in must still come out as text that pings nobody, formats nothing and opens nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from copy import copy
from functools import cache
from itertools import islice
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest

from bot.ui.home.panel import OfferButton
from engine.book import Book
from engine.clock import Instant
from engine.dice.keyed import FixedDice
from engine.game import Refusal, Said, Seat, Setup
from engine.played.chance import Chance
from engine.played.checks import checks_of
from engine.played.played_game import PlayedGame
from engine.played.random_players import BEGINS, Move, random_moves
from engine.record import Codec
from engine.report import Suggestion
from tests.rulebooks import BOOKS

SEATS = (Seat("red"), Seat("blue"))
HEARERS = (*SEATS, None)
MOVES = 60

MENTION = "@everyone <@1> <@&2> <#3>"
MARKUP = "**b** ~~s~~ ||x|| `c` [t](http://e)"
INVISIBLE = "a\u200bb\u202ec\u2066d"
LONG = "x" * 2000
TAG = "<svg onload='alert(1)'>&amp;</svg>"
HOSTILE = (f"{MENTION} {MARKUP}", f"{TAG} {INVISIBLE}", LONG)
"""Names that are planted: two at once where both stand within what a menu shows of a name."""

NAMED = frozenset({"name", "names", "story", "hero", "why", "words", "text", "fleet"})
"""Fields of facts that hold what somebody wrote, or words with it; at any depth."""

FINISHED = frozenset({"Answered", "FlashpointAnnounced"})
"""Facts whose text nobody wrote at the table: words that were put together when they were said, the names in them
escaped then, or those of a data pack.
"""

NAMED_TOO = {"gcw": frozenset({"by"}), "d6": frozenset({"label", "about"})}
"""Such fields of one rulebook alone."""

NAMED_ONLY = {"freedom": frozenset({"mission"}), "eaw": frozenset({"name", "text"})}
"""All such fields of a rulebook whose names are those of cards and kinds of its pack, by which things are found."""

LIVE = re.compile(
    r"(?<!\\)\*\*b(?<!\\)\*\*|(?<!\\)~~s|(?<!\\)\|\|x|(?<!\\)`c(?<!\\)`|\[t\]\(http|@everyone|<@[&!]?\d|<#\d|http://e\b"
)
"""What of the hostile names would do something in Discord."""


class World(PlayedGame[Any]):
    """A random game, played as it was and retold with hostile names."""

    checked = worded = False

    def __init__(self, delivered: Book[Any, Any], number: int) -> None:
        book = copy(delivered)
        book.world = copy(delivered.world)  # of its own: others ask for chances as exact as they are delivered
        checks_of(book).hasten()
        super().__init__(book, SEATS, FixedDice(b"hostile"))
        self.book = book
        setups = getattr(book, "setups", lambda: ())()
        setup = setups[number % len(setups)] if setups else Setup("Names", SEATS)
        setup = Setup(setup.name, SEATS, setup.options)
        self.begin(setup, BEGINS)
        opening = [Move(BEGINS, seat, order) for seat, order in self.checks.opening(setup)]
        for move in islice(random_moves(self, Chance("hostile", number), opening), len(opening) + MOVES):
            move.make(self)


@cache
def world(name: str, number: int) -> World:
    """A random game of a rulebook; played once."""
    return World(next(book for book in BOOKS if book.name == name), number)


def planted(value: Any, with_: str, fields: frozenset[str], field: str = "") -> Any:
    """JSON with every text in one of the fields hostile."""
    if isinstance(value, dict):
        return {key: planted(each, with_, fields, key) for key, each in value.items()}
    if isinstance(value, list):
        return [planted(each, with_, fields, field) for each in value]
    if isinstance(value, str) and field in fields and value and value not in SEATS:
        return f"{value[:1]}{with_}"
    return value


def retold(played: World, hostile: str) -> Iterator[tuple[Said[Any], Any]]:
    """Sayings with hostile names, each with its JSON."""
    codec = Codec(played.book)
    for one in played.said:
        whole = msgspec.json.decode(codec.fact_bytes(one.fact))
        if whole["fact"] in FINISHED:
            yield one, whole
            continue
        name = played.book.name
        body = planted(whole, hostile, NAMED_ONLY.get(name, NAMED | NAMED_TOO.get(name, frozenset())))
        try:
            fact = codec.fact(msgspec.json.encode(body))
        except msgspec.ValidationError:  # a word of the rulebook stands in a field of that name
            body, fact = whole, one.fact
        yield Said(one.at, one.to, fact), body


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


def harmless(shown: str, where: str) -> None:
    """Nothing in a text pings, formats or opens, but for the style of a story's lines."""
    bare = re.sub(r"<t:-?\d+(:[tTdDfFR])?>", "", shown)
    bare = re.sub(r"^> .*$", lambda line: re.sub(r"(\*\*|~~|\|\|)([^*~|]+)\1", r"\2", line[0]), bare, flags=re.M)
    found = LIVE.search(bare)
    assert found is None, f"{where}: {found[0]!r} in {shown[:300]!r}"


GAMES = [(book.name, number) for book in BOOKS for number in range(2)]


@pytest.mark.parametrize("hostile", HOSTILE, ids=("mention and markup", "tag and invisible", "long"))
@pytest.mark.parametrize(("name", "number"), GAMES)
def test_hostile_names_do_nothing_in_words_menus_and_pictures(name: str, number: int, hostile: str) -> None:
    played = world(name, number)
    book = played.book
    known: dict[Seat | None, Any] = {seat: book.state() for seat in HEARERS}
    for one, _ in retold(played, hostile):
        for seat in HEARERS:
            if one.to.includes(seat):
                known[seat] = one.fact.evolve(known[seat])
                for text in texts(book.tell(known[seat], one, seat)):
                    harmless(text, f"{type(one.fact).__name__} for {seat}")
    for seat in HEARERS:
        for where, text in seen(book, known[seat], seat, played.now):
            harmless(text, where)


@pytest.mark.parametrize("hostile", HOSTILE, ids=("mention and markup", "tag and invisible", "long"))
@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.name)
async def test_buttons_with_hostile_names_are_such_as_discord_takes_and_say_them_as_typed(
    book: Book[Any, Any], hostile: str
) -> None:
    played = world(book.name, 0)
    book = played.book
    known = {seat: book.state() for seat in SEATS}
    for one, _ in retold(played, hostile):
        for seat in SEATS:
            if one.to.includes(seat):
                known[seat] = one.fact.evolve(known[seat])
    for seat in SEATS:
        for card in book.views:
            try:
                suggestions = book.show(known[seat], seat, card.name, "", played.now).suggestions
            except Refusal:
                continue
            for offer in suggestions:
                button = OfferButton(1, "0a1b2c", "0123456789ab", card.name, offer.label).item
                assert button.custom_id is not None and len(button.custom_id) <= 100
                assert button.label is not None and 0 < len(button.label) <= 80 and "\\" not in button.label


def seen(book: Book[Any, Any], known: Any, seat: Seat | None, now: Instant) -> Iterator[tuple[str, str]]:
    """All views of a seat, about everything (or three things of a kind), with their pictures."""
    for card in book.views:
        if seat is None and not card.public:
            continue
        where = f"{card.name} for {seat}"
        try:
            subjects = list(islice(book.subjects(known, seat, card.name, now), 3))
        except Refusal as refusal:
            yield where, str(refusal)
            continue
        for about in ("", *(option.value for option in subjects)):
            try:
                for text in texts(book.show(known, seat, card.name, about, now)):
                    yield where, text
                if card.picture:
                    picture = book.draw(known, seat, card.name, about, now)
                    ElementTree.fromstring(picture)
                    assert "<svg onload" not in picture
            except Refusal as refusal:
                yield where, str(refusal)


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.name)
def test_the_games_have_names_to_be_hostile_in(book: Book[Any, Any]) -> None:
    """The tests above would prove nothing if no name were planted."""
    games = (world(book.name, number) for number in range(2))
    changed = [body for game in games for one, body in retold(game, MARKUP) if MARKUP in str(body)]
    assert len(changed) > (1 if book.name in NAMED_ONLY else 5)
