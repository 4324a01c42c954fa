"""The newcomer's table: a Discord of our own, the bot connected to it, a campaign of two, games alone."""

from __future__ import annotations

import asyncio
import logging
import signal
import tempfile
from collections.abc import Mapping, Sequence
from itertools import islice
from pathlib import Path

import msgspec

from bot.clock import Clock
from bot.game.desk.lessons.staging import Cast
from bot.game.desk.lobby import NewGame
from bot.start.app import Umpire
from bot.start.exit_codes import Exit
from bot.start.serve import service
from bot.ui.service import Service
from engine.game import Seat
from engine.pack.course import script
from engine.text.seats import GIVEN, UMPIRE
from sandbox.client.player import Player
from sandbox.model.permissions import Permission
from sandbox.point import pointed_at
from sandbox.server import Sandbox
from storage.guilds import Settings

log = logging.getLogger("umpire.table")

GUILD, TALK = "The table", "table-talk"
CAMPAIGN, SKIRMISH, REVOLT, EMPIRES, CANTINA = "campaign", "skirmish", "revolt", "empires", "cantina"
CHANNELS = {
    CAMPAIGN: "Galactic Civil War: Red against Blue over Corellia",
    SKIRMISH: "False Sunrise: Red alone against Umpire",
    REVOLT: "Freedom in the Galaxy: Red alone against Umpire",
    EMPIRES: "Empires at War: Red alone against Umpire",
    CANTINA: "Advanced Star Wars D6: Red and the game master",
    TALK: "For games of your own: /game create makes one here",
}
"""The channels of the table, and their topics."""

DESK = "game-masters"
"""The channel that game masters alone see: what moderators are told goes there."""

WELCOME = (
    "A table for wargames in space, with Umpire as the game master: it reads the orders, rules on them, rolls the dice "
    "and tells each side what that side may know. Nothing here leaves your machine."
)
LAID = "Five games are set up."
PEOPLE = {
    "Red": "Start here. You command the Star Destroyer Devastator, and a fleet, a revolt and an empire besides.",
    "Blue": "The other side of the campaign: the New Republic, a cruiser and her escorts.",
    "GM": "The game master: makes games, corrects them, moves the clock, sees the log.",
}
"""Whom one may be, first whom a newcomer should be."""

SPARE = "Sits in no game yet: for a game of more players, or to watch."
"""What is said of a member that the demonstration has no part for."""

ALWAYS = ("me", "help", "table")
"""Commands that a newcomer needs in every channel."""

DEMO = Path("gcw") / "demo.play"


class Laid(msgspec.Struct, frozen=True):
    """A game that is laid out on the table: what, called what, in which channel, and the seats that Umpire plays."""

    rulebook: str
    name: str
    channel: str
    umpire: tuple[str, ...] = ()
    options: Mapping[str, str] = {}


ALONE = {
    "sunrise": Laid("sunrise", "First light", SKIRMISH, (UMPIRE,)),
    "freedom": Laid("freedom", "The rising of Angoff", REVOLT, (UMPIRE,), {"scenario": "skirmish"}),
    "d6": Laid("d6", "The man with one eye", CANTINA),
    "eaw": Laid("eaw", "The ring of six", EMPIRES, (UMPIRE,), {"map": "T6", "end-year": "168"}),
}
"""What Red plays alone, against Umpire or with the game master, by rulebook."""


async def play(port: int, packs: Path, empty: bool, members: int = 2) -> Exit:
    """Serve the table, with so many members beside the game master, until it is told to stop.

    What is played at it is gone afterwards.
    """
    campaign = script((packs / DEMO).read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory(prefix="umpire-table-") as folder:
        clock = Clock()
        sandbox = Sandbox(port, guild=GUILD, owner="GM", channels=CHANNELS)
        async with sandbox, service(Path(folder) / "table.db", packs, clock) as made:
            sandbox.role("Game master", Permission.MANAGE_GUILD, color=0xE0A526)
            sandbox.member("GM", ["Game master"])
            await furnish(sandbox, made)
            names = [name.capitalize() for name in islice(GIVEN, members)]
            players = [sandbox.member(name) for name in names]
            told = dict.fromkeys(names, SPARE) if empty else {name: PEOPLE.get(name, SPARE) for name in names}
            sandbox.welcome(WELCOME if empty else f"{WELCOME} {LAID}", {**told, "GM": PEOPLE["GM"]})

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
                        await demonstrate(made, bot, sandbox, players[:2], campaign)
                        for rulebook, laid in ALONE.items():
                            lines = script((packs / rulebook / DEMO.name).read_text(encoding="utf-8"))
                            await lay(made, bot, sandbox, laid, players[:1], lines)
                    print(f"\n  The table stands: {sandbox.url}\n  (Ctrl+C ends it)\n", flush=True)
                    stopping = asyncio.create_task(stop.wait())
                    await asyncio.wait({stopping, running}, return_when=asyncio.FIRST_COMPLETED)
                    stopping.cancel()
                    await bot.close()
                    await asyncio.gather(stopping, running, return_exceptions=True)
    return Exit.OK


async def furnish(sandbox: Sandbox, made: Service) -> None:
    """Give game masters a channel of their own, where moderators are told what went wrong and who missed a deadline."""
    seen = dict.fromkeys(("Game master", sandbox.world.bot.display_name), Permission.VIEW_CHANNEL)
    desk = sandbox.add_channel(DESK, deny={"@everyone": Permission.VIEW_CHANNEL}, allow=seen)
    await made.desk.store.set_settings(sandbox.guild.id, Settings(moderator_channel=desk.id))


async def demonstrate(
    made: Service, bot: Umpire, sandbox: Sandbox, players: Sequence[Player], lines: Sequence[str]
) -> None:
    """Set a campaign up that is about to come to blows, as a script tells it; its seats are called as their players."""
    await lay(
        made,
        bot,
        sandbox,
        Laid("gcw", "Twilight over Corellia", CAMPAIGN, options={"founding": "fleet"}),
        players,
        lines,
    )


async def lay(
    made: Service, bot: Umpire, sandbox: Sandbox, laid: Laid, players: Sequence[Player], lines: Sequence[str]
) -> None:
    """Make a game in its channel, seat the players by their names, and play its script; the first of them made it."""
    desk, guild, user = made.desk, sandbox.guild.id, players[0].user.id
    channel = sandbox.channel(laid.channel).id
    new = NewGame(laid.rulebook, laid.name, laid.options)
    game = await desk.lobby.create(new, guild=guild, channel=channel, user=user)
    cast = Cast({player.user.display_name.lower(): player.user.id for player in players}, laid.umpire)
    await desk.staging.open(game.id, cast, lines, user)
    for seat in cast.seats:
        await desk.views.news(game.id, Seat(seat), 1)  # how it was laid is no news to them
    await desk.lobby.welcome(game.id)
    sandbox.put_first(laid.channel, laid.rulebook, *ALWAYS)
    await bot.registration.enrol(guild, laid.rulebook)
