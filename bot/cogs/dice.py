"""`/dice`: verify a game's dice from its public record, and count them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

import engine.dice.check
from bot.cogs.roll import where
from bot.game.which_game import here
from bot.render.described_file import DescribedFile
from bot.render.sending import reply
from bot.ui.fair_use import Costly
from bot.ui.menus import offer_games
from bot.ui.replies import promise
from bot.ui.service import ANYWHERE, Service
from engine.game import Refusal
from engine.text.message import N_, NN_, T_, code, joined, name, said
from storage.records import Game

CHECKER = Path(engine.dice.check.__file__).read_bytes()
"""The stand-alone checker, handed out with every record."""

RECORD, PROGRAM = T_("The record of all public dice, as JSON"), T_("A Python program that checks such a record")
"""What the files are that are handed out."""

ROLLS = "rolls"
"""What is named where the dice of `/roll` are meant."""

FAULTY = N_("**The dice of {game} do not check out:**")
NONE_ROLLED = N_("{game} has rolled no public die. Its commitment is {commitment}.")
PROVEN = NN_(
    "The only public die of {game} follows from the commitment. This proves that no roll was redrawn, dropped or "
    "bent after the commitment was published. It does not prove that whoever runs the bot could not foresee them.",
    "All {count} public dice of {game} follow from the commitment. This proves that no roll was redrawn, dropped or "
    "bent after the commitment was published. It does not prove that whoever runs the bot could not foresee them.",
    "count",
)
BEGINNINGS = T_("-# Posts show the first 16 digits of each key, seal and salt; record.json has all 64.")
CHECK_IT = T_("-# To check it yourself: python dice_check.py record.json")
NO_ROLLS, ROLL = T_("Nothing was rolled here yet."), T_("`/roll` rolls.")
NONE_SO_FAR = N_("{game} has rolled no public die so far.")
FACES = NN_(
    "**d{sides}**, {total} rolled; each face is expected about {count} time",
    "**d{sides}**, {total} rolled; each face is expected about {count} times",
    "count",
)


class DiceCog(commands.GroupCog, name="dice", description="Check the dice yourself"):
    """Proof and statistics of dice."""

    def __init__(self, service: Service) -> None:
        self.service = service
        super().__init__()

    async def _game(self, interaction: discord.Interaction[Any], game: str | None) -> Game:
        """The game that is meant; "rolls" are those of `/roll` in this server, or in this conversation, where there is
        nothing else. Raises Refusal.
        """
        private = interaction.guild_id is None
        if private or (game is not None and game.strip().casefold() == ROLLS):
            table = await self.service.desk.rolls.table(where(interaction))
            if table is not None:
                return table
            if private:
                raise Refusal("GAME", NO_ROLLS, fix=ROLL)
        return (await here(self.service.desk, interaction, game)).game

    @app_commands.command(extras={ANYWHERE: True})
    @app_commands.describe(game="which game, if there are several; rolls for those of /roll")
    @app_commands.autocomplete(game=offer_games)
    async def verify(self, interaction: discord.Interaction[Any], game: str | None = None) -> None:
        """Recompute every public die, and get the files to do it yourself."""
        self.service.fair_use.require(Costly.DICE, interaction.user.id)
        await promise(interaction)
        played = await self._game(interaction, game)
        record = await self.service.desk.record.public_record(played.id)
        faults = engine.dice.check.check(record)
        rolls = len(record["rolls"])
        if faults:
            verdict = joined("\n", (said(FAULTY, game=played.name), *map(name, faults[:20])))
        elif rolls == 0:
            verdict = said(NONE_ROLLED, game=played.name, commitment=code(played.commitment))
        else:
            verdict = said(PROVEN, count=rolls, game=played.name)
        files = [
            DescribedFile("record.json", json.dumps(record, indent=1, sort_keys=True).encode(), RECORD),
            DescribedFile("dice_check.py", CHECKER, PROGRAM),
        ]
        told = joined("\n", (verdict, BEGINNINGS, CHECK_IT))
        await reply(interaction, told, files=[file.file() for file in files])

    @app_commands.command(extras={ANYWHERE: True})
    @app_commands.describe(game="which game, if there are several; rolls for those of /roll")
    @app_commands.autocomplete(game=offer_games)
    async def stats(self, interaction: discord.Interaction[Any], game: str | None = None) -> None:
        """Show how often each face of the public dice came up."""
        self.service.fair_use.require(Costly.DICE, interaction.user.id)
        await promise(interaction)
        played = await self._game(interaction, game)
        record = await self.service.desk.record.public_record(played.id)
        counts: dict[int, dict[int, int]] = {}
        for roll in record["rolls"]:
            faces = counts.setdefault(roll["sides"], {})
            faces[roll["result"]] = faces.get(roll["result"], 0) + 1
        if not counts:
            await reply(interaction, said(NONE_SO_FAR, game=played.name))
            return
        lines: list[str] = []
        for sides, faces in sorted(counts.items()):
            total = sum(faces.values())
            lines.append(FACES(sides=sides, total=total, count=total // sides))
            lines += [
                f"`{face:>3}` {'█' * (20 * faces.get(face, 0) // max(faces.values()))} {faces.get(face, 0)}"
                for face in range(1, min(sides, 20) + 1)
            ]
        await reply(interaction, "\n".join(lines))
