"""The base of every view, layout and stateless button: they share one error path, and none of them holds state.

discord.py sends no error of these to the command tree, so each hands its own to `report_error`.
A custom id names the version, the kind and what it is about ("u1:turn:17"); what is shown is read from
storage at the click, so a button outlives any restart.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

import discord

from bot.render.splitting import shorten
from bot.ui.errors import report_error
from engine.text.message import term, unmarked

LONGEST_ON_BUTTON = 80
"""Characters that Discord takes on a button."""


def on_button(label: str) -> str:
    """A label as a button has it, where nothing is laid out: as far as there is room."""
    return shorten(unmarked(term(label)), LONGEST_ON_BUTTON)


class TellsErrors:
    """The error path of views and layouts."""

    async def on_error(
        self, interaction: discord.Interaction[Any], error: Exception, item: discord.ui.Item[Any], /
    ) -> None:
        """Tell the player, or log a bug."""
        await report_error(interaction, error, f"the control {getattr(item, 'custom_id', '?')}")


class OurView(TellsErrors, discord.ui.View):
    """A view that lives as long as its message: no timeout, no state."""

    def __init__(self) -> None:
        super().__init__(timeout=None)


class OurLayout(TellsErrors, discord.ui.LayoutView):
    """A layout of components that lives as long as its message."""

    def __init__(self) -> None:
        super().__init__(timeout=None)


class OurMenu(discord.ui.DynamicItem[discord.ui.Select[Any]], template=r"u1:never"):
    """A stateless menu: subclasses name a template and what a choice does in `choose`."""

    @abstractmethod
    async def choose(self, interaction: discord.Interaction[Any], value: str) -> None:
        """Do what was chosen."""

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Choose, with errors told as everywhere else."""
        try:
            await self.choose(interaction, self.item.values[0])
        except Exception as error:  # noqa: BLE001  # dynamic items have no on_error of their own
            await report_error(interaction, error, f"the menu {self.custom_id}")


class OurButton(discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"u1:never"):
    """A stateless button: subclasses name a template and what a press does in `press`."""

    @abstractmethod
    async def press(self, interaction: discord.Interaction[Any]) -> None:
        """Do what the button is for."""

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Press, with errors told as everywhere else."""
        try:
            await self.press(interaction)
        except Exception as error:  # noqa: BLE001  # dynamic items have no on_error of their own
            await report_error(interaction, error, f"the button {self.custom_id}")
