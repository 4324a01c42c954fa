"""Two games that differ only in what a seat may not know, played through the desk: all that the seat gets is compared.

What a member gets is not only facts: it is answers, posts with their order and urgency, pictures as they are drawn for
a post, reports, menus and completions. A game that random players have reached stands twice in a database; in one of
them something is otherwise that the seat cannot know (the rulebook's `perturb`), or another does one of two things of
which it must hear the same (`deeds`). Then in both the seat orders, looks, time passes, a moderator takes back.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
import tempfile
from collections.abc import Callable, Iterator, Sequence
from itertools import islice, zip_longest
from operator import ne
from pathlib import Path
from typing import Any

import msgspec

from bot.clock import Clock
from bot.game.answers import Reply
from bot.game.desk.desk import Desk
from bot.game.loaded_game import SecretDice, found_heads
from bot.game.rulebooks import Rulebooks
from bot.offline.parallel_games import Find, at_the_table, opening, processes, setups
from bot.posts.news import decoded
from engine.book import Book
from engine.clock import DAY, Instant
from engine.game import MODERATOR, Refusal, Seat, Tracked
from engine.orders import Order
from engine.played.chance import Chance
from engine.played.checks import Deeds, checks_of
from engine.played.interference import TRIES, Interference, Leak, gathered, reached
from engine.played.interference import World as Reached
from engine.played.random_players import spoiled
from engine.played.unheard import of_each_kind, two_unheard
from engine.record import Codec
from engine.text.lines import to_text
from storage.records import REFEREE, Command, Commit, Game, Seated, Snapshot
from storage.store import Store

AnyBook = Book[Any, Any]  # of any rulebook

CHANGED = "what it may not know"
"""How the two games of a pair differ."""

START = 1_700_000_000
"""Wall time at which every pair begins."""

GM = 1
"""The user who moderates."""

MOVES = 30
"""Moves after the opening at most with which a world is reached."""

PAIRS_OF_ONE = 8
"""Pairs that are made of one world, each with another secret: to reach one takes longer than to compare a pair."""

LONGEST_WAIT = 10 * DAY
"""Seconds that pass at most: what comes of one thing may hide in the post of another that is due with it."""

PROBES = 10
"""Kinds of orders of its own that the seat gives in both."""

LOOKS = 4
"""Every pair in so many looks at everything."""

SECRET = hashlib.sha256(b"twins").digest()


class Parted(Exception):
    """The seat can tell the two games apart: by what, and what it got in each."""

    def __init__(self, asked: str, mine: str, theirs: str) -> None:
        super().__init__(asked)
        self.asked, self.one, self.other = asked, mine, theirs


class Pair:
    """Two games on one desk, and all that a seat gets of them."""

    def __init__(self, desk: Desk, book: AnyBook, world: Reached[Any], seat: Seat) -> None:
        self.desk, self.clock, self.book, self.world, self.seat = desk, desk.clock, book, world, seat
        self.users = {name: 100 + number for number, name in enumerate(world.seats)} | {MODERATOR: GM}
        self.games: tuple[int, int] = (0, 0)
        self.checks = checks_of(world.rules)
        self.compared = self.revealed = 0
        self.apart = False
        """Whether they may fairly be told apart by now: what the seat gets is searched, and compared no more."""
        self._read = 0
        self._got: tuple[list[str], list[str]] = ([], [])
        self._shown: tuple[set[str], set[str]] = (set(), set())
        self._typed: list[str] = []
        self._tracker: list[str] = []

    async def lay(self, first: Any, second: Any) -> None:  # states of the rulebook's type
        """Put the game into the database twice, with these states of the referee's."""
        self.games = (await self._laid(1, first), await self._laid(2, second))
        self._tracker = [await self._standing(game) for game in self.games]

    async def _laid(self, guild: int, state: Any) -> int:  # of the rulebook's type
        world, rules, codec = self.world, self.world.rules, Codec(self.world.rules)
        offset = START - world.now
        due = rules.due(state)
        game = Game(
            id=0, guild=guild, number=0, name="Twins", rulebook=rules.name, version=rules.version, digest=rules.digest,
            options={}, status="running", creator=GM, created_at=START, clock_offset=offset, floor=world.now,
            due_at=None if due is None else due + offset, sequence=1, commitment=_commitment(),
        )  # fmt: skip
        known = {REFEREE: state} | {hearer or "": knows for hearer, knows in world.known.items()}
        commit = Commit(
            before=0,
            game=game,
            commands=(Command(1, "create", world.now, START, GM),),
            snapshots=tuple(Snapshot(whose, 1, 0, codec.state_bytes(each)) for whose, each in known.items()),
            seats=tuple(Seated(name, self.users[name]) for name in world.seats),
        )
        return (await self.desk.store.create(game, SECRET, {}, commit, guild)).id

    # What is done in both

    async def order(self, order: Order) -> None:
        """An order of the seat's own, in both games."""
        asked = f"{self.seat}> {to_text(order)}"
        self._typed.append(asked)
        self.same(f"the answer to {asked}", *[_answer(await self._given(n, self.seat, order)) for n in (0, 1)])
        await self.posted(f"after {asked}")

    async def deed(self, author: Seat, *orders: Order | None) -> None:
        """An order of another's, in each of the games its own, or none."""
        for number, order in enumerate(orders):
            if order is not None:
                await self._given(number, author, order)
        told = " or ".join(to_text(order) if order is not None else "nothing" for order in orders)
        await self.posted(f"after {author}> {told}")

    async def _given(self, number: int, seat: Seat, order: Order) -> Reply:
        return await self.desk.orders.submit(self.games[number], seat, order, user=self.users[seat])

    async def wait(self, seconds: int) -> None:
        """Time passes in both."""
        self.clock.skip(seconds)
        for game in self.games:
            await self.desk.transactions.tick(game)
        await self.posted(f"after {seconds} seconds")

    async def take_back(self, steps: int) -> None:
        """A moderator takes back the latest commands of both."""
        for game in self.games:
            await self.desk.moderation.rewind(game, steps, user=GM, reason="a slip")
        await self.posted(f"after the latest {steps} were taken back")

    # What is compared

    def same(self, asked: str, mine: str, theirs: str) -> None:
        """Raise Parted where the seat got different things, and may not."""
        for got, text in zip(self._got, (mine, theirs), strict=True):
            got.append(text)
        if self.apart:
            return
        self.compared += 1
        if mine != theirs:
            raise Parted(asked, mine, theirs)

    async def nothing_unknown(self, secrets: Sequence[str]) -> None:
        """Raise Parted where a name or an id stood in anything the seat got that it does not know even now, or that by
        the rules is hidden still.

        What it typed itself, not knowing that there is such a thing, it may read again.
        """
        for game, got, read, state in zip(self.games, self._got, self._shown, await self.states(), strict=True):
            known = Codec(self.book).state_bytes(await self.desk.views.known(game, self.seat)).decode()
            hidden = self.checks.hidden_from(state, self.seat)
            typed = "\n".join(self._typed)
            for secret in (secret for secret in secrets if secret not in read and secret not in typed):
                where = next((text for text in got if secret in text), None)
                self.compared += 1
                if where is not None and (secret not in known or secret in (*hidden.ids, *hidden.names)):
                    raise Parted(f"what it got, searched for {secret}", "nothing of it", where)

    async def posted(self, asked: str) -> None:
        """Compare what was posted where the seat reads: places, words, urgency, order, pictures. What the rules let it
        read as things stand now is no secret from here on.
        """
        for fair, state in zip(self._shown, await self.states(), strict=True):
            fair.update(self.checks.shown(state, self.seat))
        rows = await self.desk.store.database.read(
            lambda connection: connection.execute(
                "SELECT id, game, target, body, priority FROM outbox WHERE id > ? AND game IN (?, ?) ORDER BY id",
                (self._read, *self.games),
            ).fetchall()
        )
        self._read = max((int(row[0]) for row in rows), default=self._read)
        lines: dict[int, list[str]] = {game: [] for game in self.games}
        for _, game, target, body, priority in rows:
            place = str(target).replace(f":{game}", ":", 1)
            reads = place == f"seat::{self.seat}" if place.startswith("seat:") else not place.startswith("moderators:")
            if reads:
                letter = decoded(body)
                shown = await self._drawn(game, letter.seat, letter.view, letter.about) if letter.view else ""
                text = letter.text
                for head in found_heads(text):  # it depends on all that is recorded, and is sealed with the secret
                    text = text.replace(head, "")
                edits = min(letter.edits, 1)  # a row's number, which nobody is shown
                buttons = tuple(
                    msgspec.structs.replace(press, id=press.id.replace(f":{game}", ":", 1)) for press in letter.buttons
                )
                public = msgspec.structs.replace(letter, seat="", text=text, edits=edits, buttons=buttons)
                lines[game].append(f"{place} ({priority}) {msgspec.json.encode(public).decode()} {shown}")
        self.same(f"posts {asked}", *("\n".join(lines[game]) for game in self.games))
        await self._edited(asked)

    async def _edited(self, asked: str) -> None:
        """Compare what everybody has before them, and whether it is edited now: where anything happened it is looked
        at, and edited where it shows something else.
        """
        stirred, before = set[int](), self._tracker
        while self.desk.transactions.changed:
            stirred.add(self.desk.transactions.changed.take())
        looked = zip(self.games, before, strict=True)
        self._tracker = [await self._standing(game) if game in stirred else shown for game, shown in looked]
        for what, told in (("tracker", self._tracker), ("edit of the tracker", map(ne, before, self._tracker))):
            self.same(f"the {what} {asked}", *map(str, told))

    async def _standing(self, game: int) -> str:
        rules = self.world.rules
        tracks = isinstance(rules, Tracked) and bool(rules.tracker)
        return repr(await self.desk.views.standing(game)) if tracks else ""

    async def _drawn(self, game: int, seat: str, view: str, about: str) -> str:
        try:
            return await self.desk.views.draw(game, Seat(seat) if seat else None, view, about)
        except Refusal as refusal:
            return str(refusal)

    async def look(self) -> None:
        """Compare menus, completions, reports and pictures of the seat, and whom the table waits for."""
        views, rules, seat = self.desk.views, self.world.rules, self.seat
        for card in rules.views:
            subjects = [await self._asked(views.subjects, game, seat, card.name) for game in self.games]
            self.same(f"the subjects of {card.name}", *subjects)
            first = [option.value for option in (await views.subjects(self.games[0], seat, card.name))[:1]]
            for about in ("", *first):
                asked = f"{card.name} {about}"
                self.same(asked, *[await self._asked(views.show, game, seat, card.name, about) for game in self.games])
                if card.picture:
                    pictures = [await self._asked(views.draw, game, seat, card.name, about) for game in self.games]
                    self.same(f"the picture of {asked}", *pictures)
        for kind in rules.orders:
            for field in kind.picks():
                offered = [await self._asked(views.options, game, seat, kind, field, {}) for game in self.games]
                self.same(f"the menu of {kind.path} {field}", *offered)
        self.same("the log", *[await self._asked(views.log, game, seat) for game in self.games])

    async def _asked(self, ask: Callable[..., Any], *arguments: Any) -> str:
        try:
            return repr(await ask(*arguments))
        except Refusal as refusal:
            return f"{refusal.code} {refusal}"

    async def states(self) -> list[Any]:
        """The referee's states of both, of the rulebook's type."""
        return [(await self.desk.games.open(game)).state for game in self.games]

    async def fairly(self, order: Order | None, upto: Instant) -> bool:
        """True if what the seat may fairly learn by an order, or by time up to an instant, differs."""
        mine, theirs = [self.checks.reveals(state, self.seat, order, upto) for state in await self.states()]
        self.revealed += mine != theirs
        return bool(mine != theirs)

    @property
    def now(self) -> Instant:
        """Game time."""
        return Instant(self.clock.now() - START + self.world.now)


_COMMITTED: list[str] = []


def _commitment() -> str:
    """The commitment of the secret of all twins; its chain is long, and computed once."""
    if not _COMMITTED:
        _COMMITTED.append(SecretDice.of(SECRET).commitment)
    return _COMMITTED[0]


def _answer(reply: Reply) -> str:
    return repr((reply.text, reply.refusal, reply.heard))


def planted(book: AnyBook, world: Reached[Any], seat: Seat, chance: Chance) -> list[str]:
    """Random tokens in place of the ids that a seat may not know; and the names, tokens already, that it may not."""
    hidden = world.checks.hidden_from(world.state, seat)
    tokens = {id: f"i{chance.below(16**12):012x}" for id in hidden.ids}
    codec = Codec(book)

    def renamed(state: Any) -> Any:  # of the rulebook's type
        text = codec.state_bytes(state).decode()
        for id, token in tokens.items():
            text = text.replace(f'"{id}"', f'"{token}"')
        return codec.state(text.encode())

    if tokens:
        world.state = renamed(world.state)
        world.known = {hearer: renamed(state) for hearer, state in world.known.items()}
    return [*tokens.values(), *hidden.names]


async def compared(
    desk: Desk, book: AnyBook, world: Reached[Any], chance: Chance
) -> tuple[Interference, Parted | None, Seat]:
    """A pair made of a world, compared: what it came to, how the seat can tell them apart if it can, and the seat.

    None is made where there is nothing to hide.
    """
    seat = chance.choice(world.seats)
    world.checks.arrange(world, seat, chance)
    secrets = planted(book, world, seat, chance)
    pair = Pair(desk, book, world, seat)
    other = world.checks.perturb(world.state, seat, chance) if chance.one_in(2) else None
    deeds: Deeds | None = None
    if other is None:
        deeds = world.checks.deeds(world, seat, chance) or two_unheard(book, world, seat, chance)
    if other is None and deeds is None:
        return Interference(0, 0, 0, ()), None, seat
    await pair.lay(world.state, other if other is not None else world.state)
    parted: Parted | None = None
    try:
        if deeds is not None:
            await pair.wait(1)  # what is done is done at an instant of its own
            for orders in zip_longest(deeds.one, deeds.other):
                await pair.deed(deeds.author, *orders)
        await _go_on(pair, chance, len(deeds.other) if deeds is not None else 0)
        await pair.nothing_unknown(secrets)
    except Parted as found:
        parted = found
    return Interference(1, pair.compared, pair.revealed, ()), parted, seat


async def _go_on(pair: Pair, chance: Chance, done: int) -> None:
    """In both the seat looks and orders, time passes, and a moderator takes back what was done."""
    if chance.one_in(LOOKS):
        await pair.look()
    if done and chance.one_in(2):
        await pair.take_back(done)
        return
    for order in list(_probes(pair, chance)):
        if await pair.fairly(order, pair.now):
            continue
        await pair.order(order)
    for wait in (0, LONGEST_WAIT - chance.below(LONGEST_WAIT // 2)):
        dues = [due for state in await pair.states() if (due := pair.book.due(state)) is not None]
        upto = Instant(max(pair.now, min(dues, default=pair.now)) + wait)
        pair.apart = await pair.fairly(None, upto)
        await pair.wait(upto - pair.now)
        if pair.apart:
            await pair.look()
            return


def _probes(pair: Pair, chance: Chance) -> Iterator[Order]:
    """Orders for the seat to give: its own, others', and both spoiled with each other's fields."""
    world = pair.world

    def could(seat: Seat, most: int, first: Sequence[str] = ()) -> list[Order]:
        return list(islice(of_each_kind(pair.book, world.known[seat], seat, world.now, chance, first), most))

    own = could(pair.seat, PROBES, pair.checks.ends)
    others = [order for name in world.seats if name != pair.seat for order in could(name, 2)]
    yield from own
    yield from others
    for order in own + others[:PROBES]:
        yield spoiled(order, own + others, chance)


async def of_one_world(book: AnyBook, seed: int, number: int) -> Interference:
    """The pairs that are made of the world of that number, compared."""
    checks_of(book).hasten()
    every = setups(book)
    setup, chance = every[number % len(every)], Chance("twins", seed, number)
    whole = Interference(0, 0, 0, ())
    if len(setup.seats) < 2:
        return whole
    world, played = reached(book, setup, chance, MOVES, opening(book, setup))
    books = Rulebooks()
    books.add(book)
    with tempfile.TemporaryDirectory() as folder:
        store = await Store.open(Path(folder) / "twins.db")
        try:
            for _ in range(PAIRS_OF_ONE):
                desk = Desk(store, books, Clock(wall=lambda: START))
                found, parted, seat = await compared(desk, book, world.copy(), chance)
                leaks: tuple[Leak, ...] = ()
                if parted is not None:
                    leaks = (Leak(seat, CHANGED, parted.asked, parted.one, parted.other, setup, played, seed),)
                whole = gathered([whole, msgspec.structs.replace(found, leaks=leaks)], PAIRS_OF_ONE)
        finally:
            await store.close()
    return whole


def twins(book: AnyBook, seed: int, pairs: int, most_leaks: int = 3) -> Interference:
    """So many pairs of games or a few more, one after another; fewer where leaks were found."""
    each = (asyncio.run(of_one_world(book, seed, number)) for number in range(TRIES * pairs))
    return gathered(each, pairs, most_leaks)


def _of_one_world(which: tuple[int, int]) -> Interference:
    book = at_the_table()
    assert isinstance(book, Book)  # all rulebooks are
    return asyncio.run(of_one_world(book, *which))


def twins_at_once(find: Find, name: str, seed: int, pairs: int, most_leaks: int = 3) -> Interference:
    """The same, on all processors."""
    with processes(os.cpu_count() or 1, find, name) as pool:
        each = pool.map(_of_one_world, [(seed, number) for number in range(TRIES * pairs)])
        return gathered(each, pairs, most_leaks)
