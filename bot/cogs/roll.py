"""`/roll`: dice of Advanced Star Wars D6 anywhere, in a server or in a private message, no game needed."""

from __future__ import annotations

from typing import Any, Literal

import discord
from discord import app_commands
from discord.ext import commands

from bot.game.desk.rolls import conversation
from bot.render.sending import reply
from bot.ui.fair_use import Costly
from bot.ui.home.layout import report_layout
from bot.ui.menus import completing, offered
from bot.ui.replies import in_time
from bot.ui.service import ANYWHERE, Service
from engine.dice.notation import EXAMPLES
from engine.orders import Option

LONGEST = 100
"""Characters of what is typed."""


def where(interaction: discord.Interaction[Any]) -> int:
    """The server of a roll, or what stands for it in a direct conversation."""
    return interaction.guild_id or conversation(interaction.channel_id or 0)


class RollCog(commands.Cog):
    """Rolls away from any game."""

    def __init__(self, service: Service) -> None:
        self.service = service
        super().__init__()

    @app_commands.command(extras={ANYWHERE: True})
    @app_commands.describe(
        dice="such as 4D+2 vs 15, 5D vs 4D+1, 3x 4D, a skill of your character, or plain d20+5",
        sight="who sees it: everybody, you alone, or you and the GM",
        odds="what the chances are, for you alone; nothing is rolled",
    )
    async def roll(
        self,
        interaction: discord.Interaction[Any],
        dice: app_commands.Range[str, 1, LONGEST],
        sight: Literal["everybody", "private", "gm"] = "everybody",
        odds: bool = False,
    ) -> None:
        """Roll a code or a skill of your character, against a number or another roll; plain dice, too."""
        assert interaction.channel_id is not None  # every command is given somewhere
        self.service.fair_use.require(Costly.ROLL, interaction.user.id)
        if odds:
            told = self.service.desk.rolls.odds(dice, guild=where(interaction), user=interaction.user.id)
            await reply(interaction, view=report_layout(await in_time(interaction, told)))
            return
        open_ = sight == "everybody"
        work = self.service.desk.rolls.roll(
            dice, sight, guild=where(interaction), channel=interaction.channel_id, user=interaction.user.id,
            interaction=str(interaction.id),
        )  # fmt: skip
        answer = await in_time(interaction, work, ephemeral=not open_)
        await reply(interaction, answer.text, ephemeral=not open_ or answer.refusal is not None)

    @roll.autocomplete("dice")
    @completing
    async def _dice(self, interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        """The skills of one's own characters, with their codes, and what else can be rolled."""
        codes = await self.service.desk.rolls.codes(where(interaction), interaction.user.id)
        options = [Option(skill, f"{skill} {code}") for skill, code in codes.items()]
        options = options or [Option("4D+2"), Option("4D+2 vs 15")]
        return offered([*options, *(Option(dice, f"{dice}: {what}") for dice, what in EXAMPLES.items())], current)
