"""Commands of whoever runs the bot, who mentions it: `@Umpire sync`."""

from __future__ import annotations

import logging
from typing import Any

import discord
from discord.ext import commands

from bot.render.sending import Saying, post
from engine.text.message import NN_, T_

log = logging.getLogger("umpire.owner")

SENT = NN_("The commands of {count} place were sent anew.", "The commands of {count} places were sent anew.", "count")
FAILED = T_("That failed; the log says why.")


class OwnerCog(commands.Cog):
    """Commands for the owners named in the settings; nobody else is answered."""

    async def cog_check(self, ctx: commands.Context[Any]) -> bool:
        """Only owners."""
        return ctx.author.id in (ctx.bot.owner_ids or ())

    @commands.command()
    async def sync(self, ctx: commands.Context[Any]) -> None:
        """Send all commands to Discord anew, also where they have not changed."""
        async with ctx.typing():
            places = await ctx.bot.registration.send_all()
        await post(ctx.channel, Saying(SENT(count=places)), nonce=str(ctx.message.id))

    async def cog_command_error(self, ctx: commands.Context[Any], error: Exception) -> None:
        """Say in one sentence that it failed; the log has the rest."""
        log.error("@%s failed", ctx.command, exc_info=error)
        try:
            await post(ctx.channel, Saying(FAILED), nonce=str(ctx.message.id))
        except discord.HTTPException as unsent:
            log.warning("the answer could not be sent: %s", unsent)
