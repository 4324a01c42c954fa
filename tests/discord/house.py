"""The whole bot on a Discord of its own: three members, a clock that only tests move, and games brought to blows."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from itertools import groupby
from pathlib import Path

from bot.clock import Clock
from bot.game.desk.lobby import NewGame
from bot.game.rulebooks import Rulebooks
from bot.posts.news import Letter, decoded
from bot.start.app import Umpire
from bot.start.serve import service
from bot.ui.service import Service
from engine.game import MODERATOR, Refusal, Seat, Setup
from engine.played.checks import checks_of
from engine.sunrise.state import Stage
from engine.text.lines import parse, to_text
from sandbox import Player, Sandbox
from sandbox.client.player import Answer
from sandbox.client.values import Given
from sandbox.model.clock import Clock as DiscordClock
from sandbox.model.components import BUTTON, walk
from sandbox.model.guilds import Channel, Message
from sandbox.model.kinds import MessageFlag
from sandbox.model.permissions import EVERYBODY, Permission
from sandbox.point import pointed_at
from storage.records import Game
from tests.rulebooks import delivered
from tests.sandbox.discord_types import mistold
from tests.specification.excerpt import EXCERPT

START = 1_773_144_000
"""Tuesday, 10 March 2026, 12:00 UTC: five days before an Action Day."""

ROOT = Path(__file__).parents[2]
PACKS = ROOT / "seeds"
ONLY_THE_BOT = Permission.EMBED_LINKS | Permission.ATTACH_FILES | Permission.CREATE_PUBLIC_THREADS
"""What members may not do, so that the bot can only what its own role lets it: that has what the README asks for, and
nobody may embed links.
"""

CHANNEL, ELSEWHERE = "campaign", "table-talk"


def buttons(shown: Answer | Message) -> list[str]:
    """The labels of the buttons of a message, from top to bottom."""
    return [str(part["label"]) for part in walk(shown.components) if part["type"] == BUTTON]


class House:
    """A Discord, the bot in it, and who plays."""

    def __init__(self, discord: Sandbox, clock: Clock, database: Path, books: Rulebooks | None, *, draws: bool) -> None:
        self.discord, self.clock, self.database = discord, clock, database
        self._books, self._draws = books or delivered(), draws
        discord.role("@everyone", int(EVERYBODY & ~ONLY_THE_BOT))
        discord.role("Game master", Permission.MANAGE_GUILD)
        self.gm = discord.member("GM", ["Game master"])
        self.red, self.blue = discord.member("Red"), discord.member("Blue")
        self.bystander, self.owner = discord.member("Bystander"), discord.member("Owner")
        self._inside: contextlib.AsyncExitStack | None = None
        self._running: asyncio.Task[None] | None = None

    development: int | None = None
    pins = False
    bot: Umpire
    service: Service

    async def open(self) -> None:
        """Start the bot, and wait until it hears commands.

        One that comes to Discord too soon after the last is sent away, and discord.py waits five seconds then.
        """
        await asyncio.sleep(self.discord.world.starts.soon)
        stack = contextlib.AsyncExitStack()
        self.service = await stack.enter_async_context(service(self.database, PACKS, self.clock, self._books))
        if not self._draws:
            await self.service.painter.close()
        stack.enter_context(pointed_at(self.discord))
        self.bot = await stack.enter_async_context(
            Umpire(
                self.service,
                guild_ready_timeout=0.01,
                posts_per_second=1000,
                panels_settle=0.0 if self.pins else None,
                owners=[self.owner.id],
                development_guild=self.development,
            )
        )
        self._running = asyncio.create_task(self.bot.start(self.discord.token))
        self._inside = stack
        ready = asyncio.create_task(self.bot.wait_until_ready())
        done, _ = await asyncio.wait({ready, self._running}, return_when=asyncio.FIRST_COMPLETED)
        if self._running in done:
            ready.cancel()
            await self._running

    async def close(self) -> None:
        """Stop the bot as SIGTERM does."""
        if self._inside is not None:
            await self.bot.close()
            if self._running is not None:
                await self._running
            await self._inside.aclose()
            self._inside = None

    async def restart(self) -> None:
        """Stop the bot and start another on the same database."""
        await self.close()
        await self.open()

    async def skip(self, *, days: int = 0, hours: int = 0, minutes: int = 0, seconds: int = 0) -> None:
        """Move everybody's clock, and let the bot notice."""
        await self.discord.skip(86_400 * days + 3600 * hours + 60 * minutes + seconds)

    async def delivered(self) -> None:
        """Wait until the outbox is empty of what can be posted as things stand."""
        for _ in range(4000):
            targets = await self.service.desk.store.database.read(
                lambda connection: connection.execute(
                    "SELECT DISTINCT target FROM outbox WHERE done_at IS NULL AND not_before <= ?", (self.clock.now(),)
                ).fetchall()
            )
            mended = self.service.desk.transactions.posted.mended  # what is held will be tried again
            if not mended and {target for (target,) in targets} <= set(self.bot.postman.held):
                return
            await self._rung()
        raise AssertionError("the outbox is not delivered")

    async def _rung(self) -> None:
        """Wait until something was posted or is to be; never for long, since what is held changes in silence."""
        bell = self.service.desk.transactions.posted
        if bell.is_set():  # the postman has heard it, and looks for what is to be done
            await asyncio.sleep(0.001)
        else:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(0.01):
                    await bell.wait()

    async def rested(self) -> None:
        """Wait until Umpire, where it plays a seat, has nothing left to do, and all is posted."""
        for _ in range(2000):
            await asyncio.sleep(0.005)
            if self.bot.opponents.idle.is_set() and not self.service.desk.transactions.stirred:
                await self.delivered()
                return
        raise AssertionError("Umpire goes on and on")

    # What is seen

    @property
    def channel(self) -> Channel:
        """Channel in which the campaign is played."""
        return self.discord.channel(CHANNEL)

    def thread(self, part: str) -> Channel:
        """The only thread whose name holds `part`."""
        found = [thread for thread in self.discord.threads() if part in thread.name]
        assert len(found) == 1, [thread.name for thread in self.discord.threads()]
        return found[0]

    def said(self, channel: Channel | str, reader: Player | None = None) -> str:
        """All that stands in a channel, as somebody (the GM) reads it."""
        return "\n".join(message.words for message in (reader or self.gm).sees(channel))

    def public(self) -> str:
        """All that the bystander can read anywhere."""
        return "\n".join(self.said(channel, self.bystander) for channel in self.bystander.channels())

    def reads(self, player: Player) -> list[Message]:
        """Every message that somebody sees anywhere, answers for them alone too."""
        return [message for channel in player.channels() for message in player.sees(channel)]

    async def outbox(self) -> list[tuple[str, Letter]]:
        """Everything that was ever to be posted, in order: target and letter."""
        rows = await self.service.desk.store.database.read(
            lambda connection: connection.execute("SELECT target, body FROM outbox ORDER BY id").fetchall()
        )
        return [(str(target), decoded(body)) for target, body in rows]

    # What is done

    async def slash(self, player: Player, path: str, channel: Channel | str = CHANNEL, /, **options: Given) -> Answer:
        """A slash command in the campaign's channel, answered."""
        answer = await player.slash(path, options, channel=channel)
        if answer.modal is None:
            await answer.final()
        return answer

    async def leaves(self, player: Player, channel: Channel | str = CHANNEL, **options: Given) -> Answer:
        """Somebody gives up their seat, and says twice that they want to."""
        asked = await self.slash(player, "game leave", channel, **options)
        return await (await player.click(asked, "Leave the game")).final()

    async def lobby(self, name: str = "Twilight") -> None:
        """A game that Red and Blue have joined, made by slash commands."""
        await self.slash(self.gm, "game create", rulebook="gcw", name=name)
        await self.slash(self.red, "game join")
        await self.slash(self.blue, "game join")

    async def begun(self, name: str = "Twilight") -> Game:
        """The same, started."""
        await self.lobby(name)
        await self.slash(self.gm, "game start")
        return (await self.service.desk.directory.games(self.discord.guild.id))[-1]

    async def met(self) -> Game:
        """A game in which the fleets of Red and Blue face each other over Corellia (`ruleset.opening`)."""
        desk, guild = self.service.desk, self.discord.guild.id
        game = await desk.lobby.create(
            NewGame("gcw", "Twilight"), guild=guild, user=self.gm.id, channel=self.channel.id
        )
        await self.bot.registration.enrol(guild, "gcw")
        for player in (self.red, self.blue):
            await desk.lobby.join(game.id, player.id, player.name)
        await desk.lobby.start(game.id, self.gm.id)
        assert await self._opening(game) == []
        return await desk.store.game(game.id)

    async def _opening(self, game: Game) -> list[str]:
        """The first orders of a game that red and blue play: those of a seat that follow each other are on one sheet,
        but for those that stand on none. Returns the answers to those that are refused.
        """
        users = {Seat("red"): self.red.id, Seat("blue"): self.blue.id, MODERATOR: self.gm.id}
        desk, setup = self.service.desk, Setup(game.name, (Seat("red"), Seat("blue")))
        refused: list[str] = []
        opening = checks_of(desk.rulebooks.of(game)).opening(setup)
        for (seat, listed), moves in groupby(opening, lambda move: (move[0], move[1].sheet)):
            orders = [order for _, order in moves]
            if listed:
                lines = "\n".join(to_text(order) for order in orders)
                reply = await desk.orders.sheet(game.id, seat, lines, user=users[seat])
                refused += [answer.line for answer in reply.answers if answer.refusal is not None]
                continue
            for order in orders:
                reply = await desk.orders.submit(game.id, seat, order, user=users[seat])
                refused += [reply.text] if reply.refusal is not None else []
        return refused

    async def skirmish(self) -> Game:
        """A game of False Sunrise in turn 1, in which both sides are to write their plots; Red plays side B."""
        desk, guild = self.service.desk, self.discord.guild.id
        wanted = NewGame("sunrise", "First light", {"pace": "post"})
        game = await desk.lobby.create(wanted, guild=guild, user=self.gm.id, channel=self.channel.id)
        await self.bot.registration.enrol(guild, "sunrise")
        for player in (self.red, self.blue):
            await desk.lobby.join(game.id, player.id, player.name)
        await desk.lobby.start(game.id, self.gm.id)
        await self._opening(game)
        while (await desk.views.known(game.id, None)).stage is not Stage.ORDERS:
            await self.skip(days=2)
            await desk.transactions.tick(game.id)
        return await desk.store.game(game.id)

    async def tell(self, game: Game, seat: str, *lines: str) -> None:
        """Orders of a seat in words, straight to the desk; none of them is refused."""
        user = {"red": self.red.id, "blue": self.blue.id, "gm": self.gm.id}[seat]
        orders = self.service.desk.rulebooks.of(game).orders
        for line in lines:
            try:
                order = parse(line, [one for one in orders if one.moderator == (seat == MODERATOR)])
            except Refusal as refusal:
                raise AssertionError(f"{line}: {refusal}") from refusal
            reply = await self.service.desk.orders.submit(game.id, Seat(seat), order, user=user)
            assert reply.refusal is None, f"{line}: {reply.text}"


@contextlib.asynccontextmanager
async def housed(
    folder: Path,
    *,
    books: Rulebooks | None = None,
    draws: bool = False,
    prepare: Callable[[Sandbox], None] | None = None,
    machine: Clock | None = None,
    pins: bool = False,
) -> AsyncIterator[House]:
    """A house with the bot in it. Every request of the bot must be as Discord's specification says.

    `draws`: whether pictures are made; without, the bot works as where the renderer fails. `pins`: whether each seat's
    thread has its panel. `machine`: the clock of the bot's machine, where it is not the one that stands still; then
    Discord's own shows the true time.
    """
    clock = machine or Clock(wall=lambda: START)
    discord = Sandbox(
        guild="The table",
        owner="Owner",
        channels=(CHANNEL, ELSEWHERE),
        spec=EXCERPT,
        limit_second=0.002,
        clock=DiscordClock() if machine else DiscordClock(lambda: float(START)),
    )
    async with discord:
        house = House(discord, clock, folder / "umpire.db", books, draws=draws)
        house.pins = pins
        if prepare is not None:
            prepare(discord)

        async def skipped(seconds: float) -> None:
            clock.skip(int(seconds))
            if house._inside is not None:
                await house.bot.clock_moved()

        discord.on_skip(skipped)
        await house.open()
        try:
            yield house
        finally:
            await house.close()
    assert [str(violation) for violation in discord.violations] == []
    assert mistold(discord) == [], mistold(discord)
    assert undescribed(discord) == []
    assert unshown(discord) == []


def _messages(discord: Sandbox) -> list[Message]:
    return [message for channel in discord.guild.channels.values() for message in channel.messages.values()]


def undescribed(discord: Sandbox) -> list[str]:
    """Files without words for whoever hears the screen, on the messages that stand anywhere."""
    return [file.filename for message in _messages(discord) for file in message.attachments if not file.description]


def unshown(discord: Sandbox) -> list[str]:
    """Files of laid-out messages that nothing in them shows: nobody would see that they are there."""
    laid_out = (message for message in _messages(discord) if message.flags & MessageFlag.COMPONENTS_V2)
    return [file.filename for one in laid_out for file in one.attachments if file.url not in str(one.components)]
