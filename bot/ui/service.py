"""The service that commands, buttons and forms work with: made once at the start."""

from __future__ import annotations

from typing import Any

import discord
import msgspec

from bot.game.desk.desk import Desk
from bot.render.png import Painter
from bot.ui.errors import NotAllowed
from bot.ui.fair_use import FairUse
from bot.ui.rule_search import Library
from engine.text.message import T_

MODERATORS_ONLY = T_("That is for moderators of this server. `/settings show` says which roles those are.")

ANYWHERE = "anywhere"
"""Marks a command that is answered in a private message as well, among its extras."""


class Service(msgspec.Struct, frozen=True):
    """The desk, the texts of the rules, whoever paints, and what members may ask of them."""

    desk: Desk
    library: Library
    painter: Painter
    fair_use: FairUse

    async def is_moderator(self, interaction: discord.Interaction[Any]) -> bool:
        """True for a caller who may moderate here: by the server's permission, or by a role stored in the settings."""
        if interaction.guild_id is None:
            return False
        if interaction.permissions.manage_guild:
            return True
        settings = await self.desk.store.settings(interaction.guild_id)
        member = interaction.user
        held = {role.id for role in member.roles} if isinstance(member, discord.Member) else set()
        return bool(held & set(settings.moderator_roles))

    async def require_moderator(self, interaction: discord.Interaction[Any]) -> None:
        """Raises NotAllowed for anybody else."""
        if not await self.is_moderator(interaction):
            raise NotAllowed(MODERATORS_ONLY)
