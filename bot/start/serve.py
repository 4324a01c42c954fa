"""Starting and stopping the bot: from settings to a connected client, every trouble in one sentence."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import ipaddress
import logging
import os
import signal
from collections.abc import AsyncIterator, Iterator, Mapping
from pathlib import Path

import aiohttp
import discord
import yarl

from bot.clock import Clock
from bot.game.desk.desk import Desk
from bot.game.rulebook_list import all_rulebooks
from bot.game.rulebooks import Rulebooks
from bot.render.png import Painter
from bot.start.app import Umpire
from bot.start.config import Config, ConfigTrouble
from bot.start.exit_codes import Exit
from bot.start.health import pulse
from bot.ui.fair_use import FairUse
from bot.ui.rule_search import Library
from bot.ui.service import Service
from storage.store import Store

log = logging.getLogger("umpire")

API_VARIABLE, GATEWAY_VARIABLE = "DISCORD_API_BASE", "DISCORD_GATEWAY_URL"
"""Where a Discord of one's own is to be found; only addresses of this machine are taken."""


class HungUp(Exception):
    """Discord ends the connection for a reason that no other try mends; the message says which, and what to do."""


class TokenRejected(HungUp):
    """Discord does not know the token."""


class TooManyServers(HungUp):
    """The bot is in more servers than one connection serves."""


class IntentsUnknown(HungUp):
    """Discord does not know the events that the bot asks to hear."""


class IntentsForbidden(HungUp):
    """The application may not hear the events that the bot asks for."""


CLOSES: dict[int, HungUp] = {
    4004: TokenRejected("Discord does not accept the token: copy it anew from the developer portal, under Bot."),
    4011: TooManyServers(
        "Discord asks for shards: this bot is in more servers than one connection may serve (2,500), and Umpire has "
        "only one. Take it out of some, or run another application for them, with a database of its own."
    ),
    4013: IntentsUnknown(
        "Discord does not know the events that Umpire asks to hear: this version is too old for it, or too new."
    ),
    4014: IntentsForbidden(
        "Discord does not let this application hear the events that Umpire asks for: allow them in the developer "
        "portal, under Bot, Privileged Gateway Intents."
    ),
}
"""What the codes mean with which Discord's gateway closes for good."""


class DiscordUnreachable(Exception):
    """Discord cannot be reached."""


@contextlib.asynccontextmanager
async def service(database: Path, folder: Path, clock: Clock, books: Rulebooks | None = None) -> AsyncIterator[Service]:
    """The desk and what belongs to it, on a database; with the rulebooks of a folder of data packs, or with `books`.

    Raises StorageTrouble, PackError.
    """
    books = books or all_rulebooks(folder)
    database.parent.mkdir(parents=True, exist_ok=True)
    store = await Store.open(database)
    painter = Painter()
    try:
        library = Library.of((books.current(name) for name in books.names), books.courses)
        yield Service(Desk(store, books, clock), library, painter, FairUse(clock.steady))
    finally:
        await painter.close()
        await store.close()


def point(environment: Mapping[str, str] = os.environ) -> None:
    """Point discord.py at the addresses of the environment, if there are any. Raises ConfigTrouble for foreign ones."""
    base, gateway = environment.get(API_VARIABLE), environment.get(GATEWAY_VARIABLE)
    for address in (base, gateway):
        if address is None:
            continue
        host = yarl.URL(address).host or ""
        try:
            local = ipaddress.ip_address(host).is_loopback
        except ValueError:
            local = False
        if not local:
            raise ConfigTrouble(f"{address} is not an address of this machine (127.0.0.1).")
    if base is not None:
        discord.http.Route.BASE = base
    if gateway is not None:
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)


@contextlib.contextmanager
def until_told() -> Iterator[asyncio.Event]:
    """An event that is set when the process is told to stop (SIGINT, SIGTERM)."""
    told = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, told.set)
    try:
        yield told
    finally:
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.remove_signal_handler(number)


async def connect(bot: Umpire, token: str, told: asyncio.Event) -> None:
    """Log in and stay connected until the bot is closed or `told` to stop. Raises HungUp, DiscordUnreachable."""
    async with bot:
        running = asyncio.create_task(bot.start(token), name="bot")
        stopping = asyncio.create_task(told.wait())
        await asyncio.wait({running, stopping}, return_when=asyncio.FIRST_COMPLETED)
        stopping.cancel()
        if told.is_set() and not running.done():
            await bot.close()
            running.cancel()  # it may be at the very beginning, waiting for an answer
            await asyncio.gather(running, return_exceptions=True)
            return
        with _telling():
            await running


@contextlib.contextmanager
def _telling() -> Iterator[None]:
    """Turn what discord.py and aiohttp raise while connecting into what it means."""
    try:
        yield
    except discord.LoginFailure as error:
        raise CLOSES[4004] from error
    except discord.PrivilegedIntentsRequired as error:  # discord.py's name for this code
        raise CLOSES[4014] from error
    except discord.ConnectionClosed as error:
        if error.code in CLOSES:
            raise CLOSES[error.code] from error
        raise
    except (aiohttp.ClientConnectionError, discord.GatewayNotFound, discord.DiscordServerError) as error:
        raise DiscordUnreachable(f"Discord cannot be reached: {str(error).rstrip('.')}.") from error


def unhurried() -> None:
    """Look for garbage less often, and never again among what is there now: rulebooks and commands last.

    Games are made of many small immutable things, which need no such search; with Python's defaults it takes a third
    of an Action Day, and stalls the loop for 50 ms now and then.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)


async def run(config: Config) -> Exit:
    """Run the bot until it is told to stop (SIGINT, SIGTERM)."""
    logging.getLogger().setLevel(config.log_level)
    point()
    clock = Clock(skipped=int(os.environ.get("UMPIRE_SKIPPED_SECONDS", "0")))
    async with service(config.database.path, config.packs, clock) as made:
        bot = Umpire(
            made,
            guild_ready_timeout=0.2 if API_VARIABLE in os.environ else 2.0,
            backup=config.backup,
            development_guild=config.development_guild,
            owners=config.owner_ids,
        )
        unhurried()
        async with pulse(config.database.path, lambda: bot.connected, lambda: bot.heard.rivalled):
            with until_told() as told:
                await connect(bot, config.token.get_secret_value(), told)
    return Exit.BUG if bot.failed else Exit.OK
