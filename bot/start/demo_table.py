"""The newcomer's table: a Discord of our own, the bot connected to it, a campaign and a skirmish, one address."""

from __future__ import annotations

import asyncio
import logging
import signal
import tempfile
from collections.abc import Mapping
from pathlib import Path

from bot.clock import Clock
from bot.game.desk.lobby import NewGame
from bot.start.app import Umpire
from bot.start.exit_codes import Exit
from bot.start.serve import service
from bot.ui.service import Service
from engine.clock import MINUTE
from engine.game import MODERATOR, Seat
from engine.text.lines import parse
from sandbox.client.player import Player
from sandbox.model.permissions import Permission
from sandbox.point import pointed_at
from sandbox.server import Sandbox
from storage.records import Game

log = logging.getLogger("umpire.table")

GUILD, CAMPAIGN, SKIRMISH, TALK = "The table", "campaign", "skirmish", "table-talk"
PLAYERS = ("Red", "Blue")
DEMO, ALONE = Path("gcw") / "demo.play", Path("sunrise") / "demo.play"


async def play(port: int, packs: Path, empty: bool) -> Exit:
    """Serve the table until it is told to stop. What is played at it is gone afterwards."""
    campaign, skirmish = ((packs / file).read_text(encoding="utf-8").splitlines() for file in (DEMO, ALONE))
    with tempfile.TemporaryDirectory(prefix="umpire-table-") as folder:
        clock = Clock()
        sandbox = Sandbox(port, guild=GUILD, owner="GM", channels=(CAMPAIGN, SKIRMISH, TALK))
        async with sandbox, service(Path(folder) / "table.db", packs, clock) as made:
            sandbox.role("Game master", Permission.MANAGE_GUILD, color=0xE0A526)
            game_master = sandbox.member("GM", ["Game master"])
            players = [sandbox.member(name) for name in PLAYERS]

            with pointed_at(sandbox):
                bot = Umpire(made, guild_ready_timeout=0.2)

                async def skip(seconds: float) -> None:
                    clock.skip(int(seconds))
                    await bot.clock_moved()

                sandbox.on_skip(skip)
                stop = asyncio.Event()
                loop = asyncio.get_running_loop()
                for number in (signal.SIGINT, signal.SIGTERM):
                    loop.add_signal_handler(number, stop.set)
                async with bot:
                    running = asyncio.create_task(bot.start(sandbox.token), name="bot")
                    await bot.wait_until_ready()
                    if not empty:
                        await demonstrate(made, bot, sandbox, game_master, players, campaign)
                        await alone(made, bot, sandbox, players[0], skirmish, SKIRMISH)
                    print(f"\n  The table stands: {sandbox.url}\n  (Ctrl+C ends it)\n", flush=True)
                    stopping = asyncio.create_task(stop.wait())
                    await asyncio.wait({stopping, running}, return_when=asyncio.FIRST_COMPLETED)
                    stopping.cancel()
                    await bot.close()
                    await asyncio.gather(stopping, running, return_exceptions=True)
    return Exit.OK


async def demonstrate(
    made: Service, bot: Umpire, sandbox: Sandbox, game_master: Player, players: list[Player], lines: list[str]
) -> None:
    """Set a campaign up that is about to come to blows: the lines of a script, given by those named in it."""
    desk, channel = made.desk, sandbox.channel(CAMPAIGN)
    game = await desk.lobby.create(
        NewGame("gcw", "Twilight over Corellia"), guild=sandbox.guild.id, user=game_master.user.id, channel=channel.id
    )
    for player in players:
        await desk.lobby.join(game.id, player.user.id, player.user.display_name)
    await desk.lobby.start(game.id, game_master.user.id)
    users = {Seat(player.user.display_name.lower()): player.user.id for player in players} | {
        MODERATOR: game_master.user.id
    }
    await _type(made, game, users, lines)
    await bot.registration.enrol(sandbox.guild.id, "gcw")


async def alone(made: Service, bot: Umpire, sandbox: Sandbox, player: Player, lines: list[str], channel: str) -> None:
    """Set a game up that one player plays against Umpire."""
    desk, user = made.desk, player.user.id
    game = await desk.lobby.create(
        NewGame("sunrise", "First light"), guild=sandbox.guild.id, user=user, channel=sandbox.channel(channel).id
    )
    await desk.lobby.join(game.id, user, player.user.display_name)
    await desk.lobby.take_up(game.id, user, "Umpire")
    await desk.lobby.start(game.id, user)
    await _type(made, game, {Seat(player.user.display_name.lower()): user}, lines)
    await desk.lobby.welcome(game.id)
    await bot.registration.enrol(sandbox.guild.id, "sunrise")


async def _type(made: Service, game: Game, users: Mapping[Seat, int], lines: list[str]) -> None:
    """Give the orders of a script, as those do who are named in it."""
    desk, orders = made.desk, made.desk.rulebooks.of(game).orders
    for line in lines:
        text = line.split("#", 1)[0].strip()
        if not text or (">" not in text and not text.startswith("@")):
            continue
        if text.startswith("@"):
            await _advance(made, game.id, text, users[MODERATOR])
            continue
        who, _, words = text.partition(">")
        seat = Seat(who.strip())
        allowed = [order for order in orders if order.moderator == (seat == MODERATOR)]
        reply = await desk.orders.submit(game.id, seat, parse(words.strip(), allowed), user=users[seat])
        if reply.refusal is not None:
            log.warning("the demonstration's line %r was refused: %s", text, reply.text)


async def _advance(made: Service, game: int, text: str, user: int) -> None:
    """`@ +6h`: move the game's clock forward."""
    amount, unit = int(text.strip("@ +")[:-1]), text[-1]
    await made.desk.moderation.advance(
        game, amount * {"m": MINUTE, "h": 60 * MINUTE, "d": 1440 * MINUTE}[unit], user=user
    )
