"""The one path of errors: whatever goes wrong in a command, a completion, a view, a modal or a button ends here.

A player's mistake is a Refusal: its sentence, what would be right, and the rule in small text. A bug is logged
with a reference and the player gets one honest sentence with that reference.
"""

from __future__ import annotations

import logging
import secrets
from typing import Any

import aiohttp
import discord
from discord import app_commands

from bot.game.answers import Refused
from bot.render.sending import reply
from engine.game import Refusal
from engine.text.message import N_, T_, Text, name, recorded, spaced, term
from storage.errors import DiskFull, Locked, Stale, StorageTrouble, Unreachable

log = logging.getLogger("umpire.errors")

UNKNOWN_INTERACTION = 10062
ALREADY_ANSWERED = 40060


PASSING = (Locked, DiskFull, Unreachable, Stale)
"""Troubles of storage after which another try makes sense."""


NOTHING_CHANGED = T_("Nothing was changed; please try again later.")
MODERATORS_ONLY = T_("That command is for moderators of this server.")
CHANGED = T_("This command has changed since your Discord last saw it: restart Discord and try again.")
NO_VALUE = N_("{word} is not a value that this parameter takes.")
FORBIDDEN = T_("I lack a permission in this channel: a moderator can see what I need with `/settings check`.")
OUR_FAULT = N_(
    "Something went wrong on my side, and it is logged for whoever runs me. If an order was part of it, `/show turn` "
    "tells whether it counts.\n-# Reference {reference}"
)


class NotAllowed(app_commands.CheckFailure):
    """Somebody asked for what their role does not allow; `why` is the sentence that says whose it is."""

    def __init__(self, why: Text) -> None:
        super().__init__(why)
        self.why = why


def told(error: BaseException) -> str | None:
    """The sentence for an error that is nobody's bug; None for a bug."""
    if isinstance(error, Refusal):
        return Refused.of(error).text
    if isinstance(error, NotAllowed):
        return error.why
    if isinstance(error, PASSING):
        return spaced(recorded(str(error)), NOTHING_CHANGED)
    if isinstance(error, StorageTrouble):
        return str(error)
    if isinstance(error, app_commands.MissingPermissions | app_commands.CheckFailure):
        return MODERATORS_ONLY
    if isinstance(error, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch):
        return CHANGED
    if isinstance(error, app_commands.TransformerError):
        return NO_VALUE(word=name(str(error.value)))
    if isinstance(error, discord.Forbidden):
        return FORBIDDEN
    return None


def _cause(error: BaseException) -> BaseException:
    """The error that really happened, out of discord.py's wrapping."""
    while isinstance(error, app_commands.CommandInvokeError) and error.__cause__ is not None:
        error = error.__cause__
    return error


def _lost(error: BaseException) -> bool:
    """True where Discord no longer takes an answer, so that there is nobody to tell."""
    if isinstance(error, discord.HTTPException):
        return error.code in (UNKNOWN_INTERACTION, ALREADY_ANSWERED)
    return isinstance(error, aiohttp.ClientConnectionError)


def _look_for_rival(interaction: discord.Interaction[Any], error: BaseException, where: str) -> None:
    """Notes a rival where our first answer is refused because there was one: somebody else gave it."""
    if isinstance(error, discord.HTTPException) and error.code == ALREADY_ANSWERED:
        interaction.client.heard.answered_already(interaction.id, where)


async def report_error(interaction: discord.Interaction[Any], error: BaseException, where: str) -> None:
    """Answer whoever caused `error` in one sentence, and log it if it is ours. Never raises."""
    error = _cause(error)
    _look_for_rival(interaction, error, where)
    if _lost(error):
        log.warning("the answer to %s is not taken any more, or was given already: %s", where, error)
        return
    text = told(error)
    if text is None:
        reference = secrets.token_hex(4)
        log.error(
            "%s failed in guild %s channel %s (reference %s)",
            where,
            interaction.guild_id,
            interaction.channel_id,
            reference,
            exc_info=error,
        )
        text = OUR_FAULT(reference=term(reference))
    try:
        if interaction.type is discord.InteractionType.autocomplete:
            if not interaction.response.is_done():
                await interaction.response.autocomplete([])
        else:
            await reply(interaction, text)
    except (discord.HTTPException, aiohttp.ClientError) as unsent:
        if not isinstance(error, discord.HTTPException | aiohttp.ClientError):  # else ours may be lost
            _look_for_rival(interaction, unsent, where)
        log.warning("the answer to %s could not be sent: %s", where, unsent)
