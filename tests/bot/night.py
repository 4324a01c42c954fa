"""Games on a desk that may be started anew: of Night Boats, and of every rulebook, opened and played by its panel."""

from __future__ import annotations

import random
from collections.abc import Mapping

from bot.clock import Clock
from bot.game.desk.desk import Desk
from bot.game.desk.lobby import NewGame
from bot.game.desk.reminders import PRESENT
from bot.game.rulebooks import Rulebooks
from bot.game.ticker import Ticker
from bot.posts.news import Letter, decoded
from engine.game import MODERATOR, Advises, Seat, Setup
from engine.orders import Order
from engine.played.checks import checks_of
from engine.text.lines import parse
from storage.records import Waiting
from storage.store import Store
from tests.bot.opened import ALICE, BOB, CHANNEL, GM, GUILD
from tests.rulebooks import delivered
from tests.toy import Toy
from tests.toy.sea import Launch

RED, BLUE = Seat("red"), Seat("blue")
PLAYERS = {RED: ALICE, BLUE: BOB}
OPTIONS: Mapping[str, Mapping[str, str]] = {
    "gcw": {},
    "sunrise": {"pace": "post"},
    "eaw": {"end-year": "166"},
    "freedom": {"scenario": "skirmish", "pace": "post"},
    "d6": {"pace": "post"},
}
"""Every rulebook, with the options of its games."""


class Night:
    """A game of Night Boats whose rounds take two days each, on a desk that may be started anew."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self.store, self.clock = store, clock
        self.books = Rulebooks()
        self.books.add(Toy())
        self.start()

    def start(self) -> None:
        """The bot starts, knowing only what the database holds."""
        self.desk = Desk(self.store, self.books, self.clock)
        self.ticker = Ticker(self.desk, self.clock)

    async def opened(self, hours: int = 48, name: str = "Night") -> int:
        """Red and Blue have launched a boat, and are asked for the orders of the first round."""
        wanted = NewGame("toy", name, {"hours": str(hours)})
        game = await self.desk.lobby.create(wanted, guild=GUILD, user=GM, channel=CHANNEL)
        for seat, user in PLAYERS.items():
            await self.desk.lobby.join(game.id, user, seat)
        await self.desk.lobby.start(game.id, GM)
        for seat in PLAYERS:
            await self.order(game.id, seat, Launch(boat="Heron"))
        self.clock.skip(PRESENT)
        return game.id

    async def look(self) -> None:
        """The bot notices what time it is."""
        await self.ticker.sweep()
        await self.ticker.remind()

    async def told(self, seat: Seat) -> list[tuple[int, str, str]]:
        """The reminders of a seat, delivered or not: when they were made, where, and of what."""
        found = [(row.made_at, row.target, letter) for row, letter in await reminders(self.store)]
        return [(at, target, letter.reminds) for at, target, letter in found if letter.seat == seat]

    async def order(self, game: int, seat: Seat, order: Order) -> None:
        """An order that is obeyed."""
        reply = await self.desk.orders.submit(game, seat, order, user=PLAYERS.get(seat, GM))
        assert reply.refusal is None, reply.text


async def reminders(store: Store) -> list[tuple[Waiting, Letter]]:
    """All reminders that were ever to be posted."""
    rows = await store.database.read(
        lambda connection: connection.execute(
            "SELECT id, guild, game, target, body, nonce, priority, made_at, claimed_at, attempts FROM outbox"
            " ORDER BY id"
        ).fetchall()
    )
    found = [(Waiting(*row), decoded(row[4])) for row in rows]
    return [(row, letter) for row, letter in found if letter.reminds]


async def begun(night: Night, rulebook: str, name: str = "Late") -> int:
    """A game of a rulebook as it is delivered, of Red and Blue; staged where Umpire plays no seat."""
    if rulebook not in night.books.names:
        night.books = delivered()
        night.start()
    wanted = NewGame(rulebook, name, OPTIONS[rulebook])
    game = await night.desk.lobby.create(wanted, guild=GUILD, user=GM, channel=CHANNEL)
    for seat, user in PLAYERS.items():
        await night.desk.lobby.join(game.id, user, seat)
    await night.desk.lobby.start(game.id, GM)
    if not isinstance(night.desk.rulebooks.of(game), Advises):
        await staged(night, game.id)
    return game.id


async def staged(night: Night, game: int) -> None:
    """Characters, foes and a fight are there at once, as a game master would see to it."""
    rules = night.desk.rulebooks.of(await night.store.game(game))
    for seat, order in checks_of(rules).opening(Setup("Month", tuple(PLAYERS))):
        await night.order(game, seat, order)


async def pressed(night: Night, game: int, seat: Seat, chance: random.Random) -> bool:
    """Do something that the panel of a seat suggests; False where it suggests nothing, or too much was done already."""
    desk = night.desk
    home = await desk.views_of(seat).home(game, seat)
    lines = [one.line for one in home.report.suggestions if not one.line.startswith(("/", "end ", "session "))]
    kinds = [
        kind for kind in desk.rulebooks.of(await night.store.game(game)).orders if kind.moderator == (seat == MODERATOR)
    ]
    if not lines:
        return False
    order = parse(chance.choice(lines), kinds)
    return (await desk.orders.submit(game, seat, order, user=PLAYERS.get(seat, GM))).refusal is None


async def mastered(night: Night, game: int, chance: random.Random) -> None:
    """The game master has theirs act and begins fights, until a player is waited for."""
    for _ in range(8):
        public = await night.desk.views.known(game, None)
        if any(one.seat in PLAYERS for one in night.desk.rulebooks.of(await night.store.game(game)).awaits(public)):
            return
        if not await pressed(night, game, MODERATOR, chance):
            return
