"""The form that `/gm rewind` opens: what would be taken back, to be confirmed with a reason."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import discord

from bot.game.desk.gm.rewinding import Back
from bot.render.sending import reply
from bot.render.splitting import cut, shorten
from bot.ui.home.fields import LONGEST_TITLE
from bot.ui.modals import OurForm
from bot.ui.replies import in_time
from bot.ui.service import Service
from engine.game import Refusal
from engine.text.message import N_, T_, Text, name, unmarked
from storage.records import Game

LONGEST_REASON, LONGEST_TEXT = 200, 4000

TAKE_BACK = N_("Take back in {game}?")
REASON, FOR = T_("Reason"), T_("for the announcement")
ELSEWHERE = T_("That game is played in another server.")


class RewindForm(OurForm):
    """Lists what would be taken back; sent, it takes that back and nothing else."""

    template = re.compile(r"u1:rewind:(?P<game>\d+):(?P<first>\d+):(?P<seen>\d+)")

    def __init__(self, game: Game, back: Back, words: Text, reason: str) -> None:
        custom_id = f"u1:rewind:{game.id}:{back.first}:{back.seen}"
        title = shorten(unmarked(TAKE_BACK(game=name(game.name))), LONGEST_TITLE)
        super().__init__(title=title, custom_id=custom_id)
        self.add_item(discord.ui.TextDisplay(cut(words, LONGEST_TEXT)))
        why: discord.ui.TextInput[Any] = discord.ui.TextInput(
            max_length=LONGEST_REASON, default=reason[:LONGEST_REASON] or None, custom_id="reason"
        )
        self.add_item(discord.ui.Label(text=REASON, description=FOR, component=why))

    @classmethod
    async def sent(cls, interaction: discord.Interaction[Any], match: re.Match[str], values: Mapping[str, str]) -> None:
        """Take back what was listed."""
        service: Service = interaction.client.service
        await service.require_moderator(interaction)
        game = await service.desk.store.game(int(match["game"]))
        if game.guild != interaction.guild_id:
            raise Refusal("GAME", ELSEWHERE)
        work = service.desk.moderation.rewind(
            game.id,
            Back(int(match["first"]), int(match["seen"])),
            user=interaction.user.id,
            reason=values.get("reason", "").strip(),
            interaction=str(interaction.id),
        )
        await reply(interaction, (await in_time(interaction, work)).text)
