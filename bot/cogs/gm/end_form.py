"""The form that `/gm end` opens: a game is ended by who types its name."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import discord

from bot.render.sending import reply
from bot.render.splitting import shorten
from bot.ui.home.fields import LONGEST_TITLE
from bot.ui.modals import OurForm
from bot.ui.replies import in_time
from bot.ui.service import Service
from engine.game import Refusal
from engine.text.message import N_, T_, said, unmarked
from storage.records import Game

LONGEST_REASON, LONGEST_NAME = 200, 60

END = N_("End {game}?")
TYPE_IT = N_("Type {game} to end it. It can be reopened for 24 hours.")
NAME, REASON, FOR = T_("Name of the game"), T_("Reason"), T_("for the announcement")
ELSEWHERE = T_("That game is played in another server.")
NOT_ITS_NAME, AGAIN = N_("{typed} is not the name of {game}: it goes on."), T_("`/gm end` asks again.")


class EndForm(OurForm):
    """Asks for the name of the game, so that none is ended by one Enter, or instead of another."""

    template = re.compile(r"u1:end:(?P<game>\d+)")

    def __init__(self, game: Game, reason: str) -> None:
        title = shorten(unmarked(said(END, game=game.name)), LONGEST_TITLE)
        super().__init__(title=title, custom_id=f"u1:end:{game.id}")
        name: discord.ui.TextInput[Any] = discord.ui.TextInput(max_length=LONGEST_NAME, custom_id="name")
        why: discord.ui.TextInput[Any] = discord.ui.TextInput(
            required=False, max_length=LONGEST_REASON, default=reason[:LONGEST_REASON] or None, custom_id="reason"
        )
        wanted = shorten(unmarked(said(TYPE_IT, game=game.name)), 100)
        self.add_item(discord.ui.Label(text=NAME, description=wanted, component=name))
        self.add_item(discord.ui.Label(text=REASON, description=FOR, component=why))

    @classmethod
    async def sent(cls, interaction: discord.Interaction[Any], match: re.Match[str], values: Mapping[str, str]) -> None:
        """End the game if that is its name."""
        service: Service = interaction.client.service
        await service.require_moderator(interaction)
        game = await service.desk.store.game(int(match["game"]))
        if game.guild != interaction.guild_id:
            raise Refusal("GAME", ELSEWHERE)
        typed = values.get("name", "").strip()
        if typed.casefold() != game.name.casefold():
            raise Refusal("GAME", said(NOT_ITS_NAME, typed=typed, game=game.name), fix=AGAIN)
        asked, user = service.desk.moderation.end, interaction.user.id
        work = asked(game.id, user=user, reason=values.get("reason", "").strip(), interaction=str(interaction.id))
        await reply(interaction, (await in_time(interaction, work)).text)
