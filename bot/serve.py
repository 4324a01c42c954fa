"""Starting and stopping the bot: from settings to a connected client, every trouble in one sentence."""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import logging
import os
import signal
from collections.abc import AsyncIterator, Mapping
from pathlib import Path

import aiohttp
import discord
import yarl

from bot.app import Umpire
from bot.clock import Clock
from bot.config import Config, ConfigTrouble
from bot.desk import Desk
from bot.exits import Exit
from bot.library import Library
from bot.render import Painter
from bot.rulebooks import Rulebooks
from bot.service import Service
from engine import gcw
from storage import packs
from storage.store import Store

log = logging.getLogger("umpire")

API_VARIABLE, GATEWAY_VARIABLE = "DISCORD_API_BASE", "DISCORD_GATEWAY_URL"
"""Where a Discord of one's own is to be found; only addresses of this machine are taken."""


class TokenRejected(Exception):
    """Discord does not know the token."""


class DiscordUnreachable(Exception):
    """Discord cannot be reached."""


def rulebooks(folder: Path) -> Rulebooks:
    """All rulebooks with the data packs of a folder. Raises PackError."""
    books = Rulebooks()
    files = packs.read(folder / "gcw")
    books.add(gcw.ruleset(files, str(folder / "gcw")), files, gcw.ruleset)
    return books


@contextlib.asynccontextmanager
async def service(database: Path, folder: Path, clock: Clock) -> AsyncIterator[Service]:
    """The desk and what belongs to it, on a database. Raises StorageTrouble, PackError."""
    books = rulebooks(folder)
    database.parent.mkdir(parents=True, exist_ok=True)
    store = await Store.open(database)
    painter = Painter()
    try:
        library = Library({name: books.current(name).texts for name in books.names})
        yield Service(Desk(store, books, clock), clock, library, painter)
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


async def connect(bot: Umpire, token: str) -> None:
    """Log in and stay connected until the bot is closed. Raises TokenRejected, DiscordUnreachable."""
    try:
        async with bot:
            await bot.start(token)
    except (discord.LoginFailure, discord.PrivilegedIntentsRequired) as error:
        raise TokenRejected(f"Discord does not accept the token: {error}.") from error
    except discord.ConnectionClosed as error:
        if error.code == 4004:
            raise TokenRejected("Discord does not accept the token.") from error
        raise
    except (aiohttp.ClientConnectionError, discord.GatewayNotFound) as error:
        raise DiscordUnreachable(f"Discord cannot be reached: {error}.") from error


async def run(config: Config) -> Exit:
    """Run the bot until it is told to stop (SIGINT, SIGTERM)."""
    logging.getLogger().setLevel(config.log_level)
    point()
    clock = Clock(skipped=int(os.environ.get("UMPIRE_SKIPPED_SECONDS", "0")))
    async with service(config.database.path, config.packs, clock) as made:
        bot = Umpire(
            made,
            guild_ready_timeout=0.2 if API_VARIABLE in os.environ else 2.0,
            copies=config.backup.folder,
        )
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, lambda: loop.create_task(bot.close()))
        await connect(bot, config.token.get_secret_value())
    return Exit.OK
