"""`/help`: how to begin, and a page for every order, made from the order's own class."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, get_args

import discord
from discord import app_commands
from discord.ext import commands

from bot.commands import offered
from bot.layout import COLOUR
from bot.replies import reply
from engine.orders import Option, Order

TOPICS: Mapping[str, str] = {
    "start": (
        "**A game in five steps**\n"
        "1. Somebody creates a game: `/game create`.\n"
        "2. Players join it: `/game join`. A private thread is made for each: only that player and moderators see it.\n"
        "3. A moderator or the creator starts it: `/game start`.\n"
        "4. You give orders by slash command, or many at once on a sheet: `/table sheet`. Nobody else sees them.\n"
        "5. `/table panel` shows what you may do now, and until when.\n\n"
        "`/show` tells you what you know. `/rules search` tells you why. A mistake is answered with what would be right."
    ),
    "orders": (
        "**Three ways to give an order**\n"
        "• A slash command each, with names offered as you type.\n"
        "• `/table sheet`: many lines at once. Each comes back with a tick or with what is wrong; good lines are kept.\n"
        "• The buttons of `/table panel`.\n\n"
        "All three are the same order. What is answered with a tick is stored; a crash cannot lose it, and the same click "
        "twice counts once."
    ),
    "dice": (
        "**Dice you can check**\n"
        "Before the first order the game publishes a commitment. Each turn's key is published when the turn is resolved, "
        "and every public die follows from it: `/dice verify` recomputes them all, and a file that you run yourself does "
        "the same.\n"
        "This proves that no roll was redrawn, dropped or bent. It does not prove that whoever runs the bot could not "
        "foresee them. Games without dice, such as the Galactic Civil War, need none of it: their previews are exact."
    ),
    "secrets": (
        "**Who hears what**\n"
        "Every event names who hears it; what names nobody is heard by the referee alone. All you are shown (menus, "
        "maps, refusals, counts) is made from what your seat has heard. Orders and your reports are visible to you alone, "
        "in your private thread or in answers only you can see."
    ),
    "moderators": (
        "**For moderators**\n"
        "`/settings` sets channels, the moderator role, time zone and the hour of the daily announcement.\n"
        "`/gm pause`, `resume`, `extend` and `advance` move the clock; `rewind` takes back commands, and `audit` shows all "
        "that was asked. `/gm spawn`, `set`, `remove` and `ruling` change the game itself, openly."
    ),
}


def _type_of(order: type[Order], name: str) -> str:
    field = order.model_fields[name]
    choices = [str(value) for part in (field.annotation, *get_args(field.annotation)) for value in get_args(part)]
    listed = [value for value in choices if value and "class" not in value and value != "None"]
    return f" One of: {', '.join(listed)}." if listed else ""


def page(order: type[Order]) -> str:
    """The help page of an order: what it does, how it reads on a sheet, what each part means."""
    doc = "\n".join(line.strip() for line in (order.__doc__ or "").strip().splitlines())
    lines = [f"**/{order.path}**", doc]
    if order.line:
        lines.append(
            f"\nOn a sheet: `{order.line}`" + (" (parts in [brackets] may be left out)" if "[" in order.line else "")
        )
    for name, field in order.model_fields.items():
        need = "" if field.is_required() else " (may be left out)"
        lines.append(f"• `{name}`{need}: {field.description}.{_type_of(order, name)}".replace("..", "."))
    return "\n".join(lines)


class HelpCog(commands.Cog):
    """Help for newcomers and for every order."""

    def __init__(self, orders: Iterable[type[Order]], titles: Mapping[str, str]) -> None:
        self.orders = {order.path: order for order in orders}
        self.titles = titles

    @app_commands.command()
    @app_commands.guild_only()
    @app_commands.describe(topic="a topic, or an order such as 'gcw battle fire'")
    async def help(
        self, interaction: discord.Interaction[Any], topic: app_commands.Range[str, 1, 100] | None = None
    ) -> None:
        """How to begin, and what each order does."""
        wanted = (topic or "start").strip().lstrip("/").casefold()
        if wanted in TOPICS:
            embed = discord.Embed(description=TOPICS[wanted], colour=COLOUR)
            others = ", ".join(f"`{name}`" for name in TOPICS if name != wanted)
            embed.set_footer(text="Every order has a page of its own: /help topic")
            embed.add_field(name="Other topics", value=others, inline=False)
            if wanted == "start" and self.titles:
                embed.add_field(
                    name="Rulebooks",
                    value="\n".join(f"`/{name}`: {title}" for name, title in self.titles.items()),
                    inline=False,
                )
            await reply(interaction, embeds=[embed])
            return
        if wanted in self.orders:
            await reply(interaction, page(self.orders[wanted]))
            return
        under = sorted(path for path in self.orders if path.startswith(wanted + " "))
        if under:
            await reply(interaction, "\n".join(f"`/{path}`: {self.orders[path].about()}" for path in under))
            return
        near = offered((Option(name) for name in (*TOPICS, *self.orders)), wanted)
        hint = f" Did you mean {' or '.join(f'`{choice.value}`' for choice in near[:3])}?" if near else ""
        await reply(interaction, f"There is no help on that.{hint} Topics: {', '.join(TOPICS)}.")

    @help.autocomplete("topic")
    async def _topics(self, interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        pages = [Option(name, f"{name} (topic)") for name in TOPICS]
        pages += [Option(path, f"/{path}: {order.about()}") for path, order in self.orders.items()]
        return offered(pages, current.lstrip("/"))
