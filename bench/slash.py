"""`slash`: a GCW order by slash command, through the whole bot, against a command of the same bot that says "ok"."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import discord
from discord import app_commands

from bench.measure import Finding, Scale, paired, percentile, ratio, times
from bench.measure import milliseconds as ms
from bench.stage import battle, folder, service
from bot.start.app import Umpire
from engine.game import Seat
from sandbox.client.player import Player
from sandbox.point import pointed_at
from sandbox.server import Sandbox

GAMES = 20
P50, P99 = 2, 3


@app_commands.command()
async def ok(interaction: discord.Interaction[Any]) -> None:
    """Answer "ok" and do nothing else."""
    await interaction.response.send_message("ok", ephemeral=True)


def run(scale: Scale) -> list[Finding]:
    """Ratios of the medians and of the 99th percentiles."""
    return asyncio.run(_run(scale.of(1000, 40), scale.of(GAMES, 3)))


@contextlib.asynccontextmanager
async def _bot(place: Path) -> AsyncIterator[tuple[Umpire, Sandbox]]:
    async with Sandbox(guild="Bench", channels=("campaign",), limit_second=0) as discord_here, service(place) as made:
        with pointed_at(discord_here):
            bot = Umpire(made, guild_ready_timeout=0.01)
            async with bot:
                bot.tree.add_command(ok)
                running = asyncio.create_task(bot.start(discord_here.token))
                await bot.wait_until_ready()
                yield bot, discord_here
                await bot.close()
                await running


async def _quiet(bot: Umpire) -> None:
    """Wait until the posts of the openings are out, so that none is made while the clock runs."""
    while (await bot.service.desk.store.outbox_counts())[0]:  # noqa: ASYNC110  # the postman tells nobody
        await asyncio.sleep(0.05)


async def _run(rounds: int, games: int) -> list[Finding]:
    with folder() as place:
        async with _bot(place) as (bot, here):
            desk = bot.service.desk
            players: list[tuple[Player, str, str]] = []
            for number in range(games):
                red, blue = here.member(f"Red {number}"), here.member(f"Blue {number}")
                users = {"red": red.user.id, "blue": blue.user.id}
                made = await battle(desk, f"Game {number}", users, here.guild.id, here.channel("campaign").id)
                known = await desk.views.known(made.id, Seat("red"))
                ship = next(unit.name for unit in known.units.values() if unit.system == "Corellia")
                players.append((red, str(made.number), ship))
            await bot.registration.enrol(here.guild.id, "gcw")

            async def order(number: int) -> None:
                red, game, ship = players[number % games]
                if number // games % 2:
                    await red.slash("gcw turn clear", game=game, channel="campaign")
                else:
                    await red.slash("gcw battle shields", unit=ship, state="up", game=game, channel="campaign")

            async def only_ok(number: int) -> None:
                await players[number % games][0].slash("ok", channel="campaign")

            await paired(2 * games, order, only_ok)  # warm
            await _quiet(bot)
            mine, theirs = await paired(rounds, order, only_ok)
    return [
        _finding("slash p50", mine, theirs, 50, P50),
        _finding("slash p99", mine, theirs, 99, P99),
    ]


def _finding(name: str, mine: list[int], theirs: list[int], percent: int, most: int) -> Finding:
    ours, base = percentile(mine, percent), percentile(theirs, percent)
    found = ratio(ours, base)
    return Finding(name, times(found), f"at most {most}x", found <= most, f"{ms(ours)} against {ms(base)}")
