"""The bot's application: what Discord knows of it, and the addresses it finds Discord at."""

from dataclasses import dataclass

from sandbox.model.permissions import BOT

ALLOWED_FLAGS = ((1 << 1, 1 << 15), (1 << 8, 1 << 13), (1 << 15, 1 << 19))
"""Privileged intents, each with the flag of an application (of an unverified bot) that may have it."""


@dataclass(slots=True)
class Application:
    """The only application of the sandbox, and its bot.

    `permissions` are the bits of the bot's own role in every guild, `privileged` those of the privileged intents that
    it is allowed; the owner is a user's id.
    """

    name: str
    token: str
    permissions: int = BOT
    privileged: int = 0
    owner_id: int = 0

    @property
    def flags(self) -> int:
        """The application's flags, which say what privileged intents it may have."""
        return sum(flag for intent, flag in ALLOWED_FLAGS if self.privileged & intent)


@dataclass(slots=True)
class Addresses:
    """The addresses on 127.0.0.1; with port 0 they are known once the sandbox has started."""

    port: int

    @property
    def url(self) -> str:
        """The page, as a browser finds it."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def api_base(self) -> str:
        """The address a bot takes for https://discord.com/api/v10."""
        return f"{self.url}/api/v10"

    @property
    def gateway_url(self) -> str:
        """The address a bot takes for wss://gateway.discord.gg."""
        return f"ws://127.0.0.1:{self.port}/gateway"
