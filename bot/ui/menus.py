"""Menus: what is offered while somebody types, with the one error path that discord.py lacks for completions."""

from __future__ import annotations

import functools
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from typing import Any, TypeVar

import discord
from discord import app_commands
from discord.ext import commands

from bot.game.which_game import games_offered
from bot.render.splitting import shorten
from bot.ui.errors import report_error
from engine.game import Refusal
from engine.orders import Option

C = TypeVar("C", bound=commands.Cog)

MOST_CHOICES = 25
"""Choices Discord shows of a completion or a fixed list."""

LONGEST_LABEL = 100
"""Characters Discord takes for a choice's name, and for its value where that is text."""

Choices = list[app_commands.Choice[str]]

Completer = Callable[[discord.Interaction, str], Coroutine[Any, Any, Choices]]


def offered(options: Iterable[Option], typed: str) -> Choices:
    """At most 25 choices that fit what was typed: those that begin with it first, then those that hold it. No two
    of them are called the same.
    """
    wanted = typed.casefold().strip()
    begins: list[Option] = []
    holds: list[Option] = []
    for option in options:
        words = [word.casefold() for word in (option.label or option.value, option.value, *option.also)]
        if any(word.startswith(wanted) for word in words):
            begins.append(option)
        elif any(wanted in word for word in words):
            holds.append(option)
        if len(begins) >= MOST_CHOICES:
            break
    fitting = [option for option in begins + holds if 0 < len(option.value) <= LONGEST_LABEL]
    named: dict[str, str] = {}  # the value of each choice, by what it is called
    for option in fitting:
        label = option.label or option.value
        if named.setdefault(shorten(label, LONGEST_LABEL), option.value) != option.value:
            named.setdefault(shorten(f"{option.value}: {label}", LONGEST_LABEL), option.value)
    return [app_commands.Choice(name=name, value=value) for name, value in named.items()][:MOST_CHOICES]


async def _safely(interaction: discord.Interaction[Any], what: str, completion: Awaitable[Choices]) -> Choices:
    """The choices; none where the completion is refused or fails, for discord.py only logs what it raises."""
    try:
        return await completion
    except Refusal:
        return []
    except Exception as error:  # noqa: BLE001  # this is the completion's error path
        await report_error(interaction, error, what)
        return []


def guarded(field: str, options: Callable[[discord.Interaction], Awaitable[Iterable[Option]]]) -> Completer:
    """The completion of a command's field: those options, as far as they fit what was typed."""

    async def fitting(interaction: discord.Interaction, current: str) -> Choices:
        return offered(await options(interaction), current)

    async def completer(interaction: discord.Interaction, current: str) -> Choices:
        return await _safely(interaction, _command_of(interaction, field), fitting(interaction, current))

    return completer


def completing(
    completion: Callable[[C, discord.Interaction[Any], str], Awaitable[Choices]],
) -> Callable[[C, discord.Interaction[Any], str], Coroutine[Any, Any, Choices]]:
    """A completion that is a method of a cog."""

    @functools.wraps(completion)
    async def safe(self: C, interaction: discord.Interaction[Any], current: str) -> Choices:
        return await _safely(interaction, _command_of(interaction), completion(self, interaction, current))

    return safe


async def offer_games(interaction: discord.Interaction[Any], current: str) -> Choices:
    """The completion of every cog's parameter `game`: the server's games, those the caller sits in first."""

    async def fitting() -> Choices:
        return offered(await games_offered(interaction.client.service.desk, interaction), current)

    return await _safely(interaction, _command_of(interaction), fitting())


def _command_of(interaction: discord.Interaction[Any], field: str = "a field") -> str:
    command = interaction.command.qualified_name if interaction.command is not None else "?"
    return f"the completion of {field} in /{command}"
