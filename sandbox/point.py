"""Pointing discord.py at a sandbox: its two addresses, set and put back."""

from collections.abc import Iterator
from contextlib import contextmanager

import discord.gateway
import discord.http
import yarl

from sandbox.server import Sandbox


@contextmanager
def pointed_at(sandbox: Sandbox) -> Iterator[None]:
    """Every client of discord.py that starts in here talks to the sandbox."""
    base, gateway = discord.http.Route.BASE, discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY
    discord.http.Route.BASE = sandbox.api_base
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(sandbox.gateway_url)
    try:
        yield
    finally:
        discord.http.Route.BASE = base
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = gateway
