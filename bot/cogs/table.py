"""`/table`: the panel with what you may do now, and the order sheet with many lines at once."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Self

import discord
from discord import app_commands
from discord.ext import commands

from bot.commands import offered, shorten
from bot.here import games_offered, here, seat_of
from bot.layout import embeds
from bot.replies import reply
from bot.service import Service
from bot.ui import OurButton, OurModal, OurView
from engine.game import Refusal, Seat
from engine.orders import Order
from engine.report import Report, Suggestion
from engine.words import build, parse
from storage.records import Game

LONGEST_ID = 100
SHEET_CHARACTERS = 4000
PANEL_VIEW = "turn"
"""The view that every rulebook offers as its panel: what the seat may do now, and until when."""


class OrderForm(OurModal):
    """A form for the fields of an order that has not been filled in, such as the story of a turn."""

    def __init__(self, service: Service, game: int, seat: Seat, order: type[Order]) -> None:
        super().__init__(title=shorten(order.about(), 45))
        self._service, self._game, self._seat, self._order = service, game, seat, order
        self._inputs: dict[str, discord.ui.TextInput[Any]] = {}
        for name, field in list(order.model_fields.items())[:5]:
            text: discord.ui.TextInput[Any] = discord.ui.TextInput(
                style=discord.TextStyle.paragraph if name in {"story", "text"} else discord.TextStyle.short,
                required=field.is_required(),
                max_length=SHEET_CHARACTERS if name in {"story", "text"} else 100,
                custom_id=name,
            )
            self._inputs[name] = text
            self.add_item(
                discord.ui.Label(
                    text=shorten(name.replace("_", " ").capitalize(), 45),
                    description=shorten(field.description or "", 100),
                    component=text,
                )
            )

    async def on_submit(self, interaction: discord.Interaction[Any], /) -> None:
        """Submit the order with what was filled in."""
        given = {name: item.value for name, item in self._inputs.items() if item.value}
        order = build(self._order, given)
        answer = await self._service.desk.submit(
            self._game, self._seat, order, user=interaction.user.id, interaction=str(interaction.id)
        )
        await reply(interaction, answer.text)


class SheetForm(OurModal):
    """The order sheet: one order a line."""

    def __init__(self, service: Service, game: Game, seat: Seat, text: str) -> None:
        super().__init__(title=shorten(f"Orders: {game.name}", 45))
        self._service, self._game, self._seat = service, game, seat
        self._lines: discord.ui.TextInput[Any] = discord.ui.TextInput(
            style=discord.TextStyle.paragraph,
            required=True,
            max_length=SHEET_CHARACTERS,
            default=text[:SHEET_CHARACTERS],
            custom_id="lines",
        )
        self.add_item(
            discord.ui.Label(
                text="One order a line",
                description="Each line comes back with a tick or with what is wrong; good lines are kept.",
                component=self._lines,
            )
        )

    async def on_submit(self, interaction: discord.Interaction[Any], /) -> None:
        """Submit every line; keep what is legal, and offer the others for another try."""
        answer = await self._service.desk.sheet(
            self._game.id,
            self._seat,
            self._lines.value,
            user=interaction.user.id,
            interaction=str(interaction.id),
        )
        view = OurView()
        view.add_item(SheetButton(self._game.id))
        await reply(interaction, answer.text, view=view)


class SheetButton(OurButton, template=r"u1:sheet:(?P<game>\d+)"):
    """Opens the order sheet with the lines that were refused last time."""

    def __init__(self, game: int) -> None:
        super().__init__(
            discord.ui.Button(label="Open the sheet", style=discord.ButtonStyle.secondary, custom_id=f"u1:sheet:{game}")
        )
        self.game = game

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The button of an old message."""
        return cls(int(match["game"]))

    async def press(self, interaction: discord.Interaction[Any]) -> None:
        """Show the form."""
        service: Service = interaction.client.service
        game, seat = await _own(service, interaction, self.game)
        text = await service.desk.draft(game.id, seat)
        await interaction.response.send_modal(SheetForm(service, game, seat, text))


class DoButton(OurButton, template=r"u1:do:(?P<game>\d+):(?P<line>.+)"):
    """Gives the order of its line, or opens the form of an order that still needs filling in ("/gcw turn submit")."""

    def __init__(self, game: int, line: str, label: str = "Do it") -> None:
        super().__init__(
            discord.ui.Button(
                label=shorten(label, 80), style=discord.ButtonStyle.primary, custom_id=f"u1:do:{game}:{line}"
            )
        )
        self.game, self.line = game, line

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The button of an old message."""
        return cls(int(match["game"]), match["line"])

    async def press(self, interaction: discord.Interaction[Any]) -> None:
        """Submit the order, or ask for what it lacks."""
        service: Service = interaction.client.service
        game, seat = await _own(service, interaction, self.game)
        orders = [order for order in service.rules_of(game).orders if not order.moderator]
        if self.line.startswith("/"):
            wanted = [order for order in orders if order.path == self.line[1:]]
            if not wanted:
                raise Refusal("OLD", "This button is of an older version.", fix="`/table panel` makes a new one.")
            await interaction.response.send_modal(OrderForm(service, game.id, seat, wanted[0]))
            return
        answer = await service.desk.submit(
            game.id, seat, parse(self.line, orders), user=interaction.user.id, interaction=str(interaction.id)
        )
        await reply(interaction, answer.text)


class RefreshButton(OurButton, template=r"u1:panel:(?P<game>\d+)"):
    """Shows the panel as it is now, in the place of the old one."""

    def __init__(self, game: int) -> None:
        super().__init__(
            discord.ui.Button(label="Refresh", style=discord.ButtonStyle.secondary, custom_id=f"u1:panel:{game}")
        )
        self.game = game

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The button of an old message."""
        return cls(int(match["game"]))

    async def press(self, interaction: discord.Interaction[Any]) -> None:
        """Edit the panel in place."""
        service: Service = interaction.client.service
        game, seat = await _own(service, interaction, self.game)
        report = await service.desk.show(game.id, seat, PANEL_VIEW, "")
        await interaction.response.edit_message(embeds=embeds(report), view=panel_view(game.id, report.suggestions))


BUTTONS: tuple[type[OurButton], ...] = (SheetButton, DoButton, RefreshButton)
"""The stateless buttons, registered at the start so that those of old messages answer."""


async def _own(service: Service, interaction: discord.Interaction[Any], game_id: int) -> tuple[Game, Seat]:
    """The game of a button and the seat of whoever pressed it. Raises Refusal for anybody without a seat there."""
    game = await service.desk.game(game_id)
    if interaction.guild_id != game.guild:
        raise Refusal("SEAT", "That game is played in another server.")
    seats = await service.desk.seats_of(game.guild, interaction.user.id)
    if game_id not in seats:
        raise Refusal("SEAT", "You have no seat in that game.", fix="`/game join` takes one, where there is room.")
    return game, seats[game_id]


def panel_view(game: int, suggestions: Iterable[Suggestion]) -> OurView:
    """The buttons of a panel: what is likeliest now, the sheet, and a refresh."""
    view = OurView()
    for suggestion in suggestions:
        if len(f"u1:do:{game}:{suggestion.line}") <= LONGEST_ID and len(view.children) < 20:
            view.add_item(DoButton(game, suggestion.line, suggestion.label))
    view.add_item(SheetButton(game))
    view.add_item(RefreshButton(game))
    return view


class TableCog(commands.GroupCog, name="table", description="Your panel and your order sheet"):
    """What a player uses most."""

    def __init__(self, service: Service) -> None:
        self.service = service
        super().__init__()

    @app_commands.command()
    @app_commands.guild_only()
    @app_commands.describe(game="which of your games, if you are in several")
    async def panel(self, interaction: discord.Interaction[Any], game: str | None = None) -> None:
        """What you may do now, and until when."""
        place = await here(self.service, interaction, game)
        seat = seat_of(place)
        report: Report = await self.service.desk.show(place.game.id, seat, PANEL_VIEW, "")
        await reply(interaction, embeds=embeds(report), view=panel_view(place.game.id, report.suggestions))

    @app_commands.command()
    @app_commands.guild_only()
    @app_commands.describe(game="which of your games, if you are in several")
    async def sheet(self, interaction: discord.Interaction[Any], game: str | None = None) -> None:
        """Give many orders at once, one a line."""
        place = await here(self.service, interaction, game)
        seat = seat_of(place)
        text = await self.service.desk.draft(place.game.id, seat)
        await interaction.response.send_modal(SheetForm(self.service, place.game, seat, text))

    @panel.autocomplete("game")
    @sheet.autocomplete("game")
    async def _games(self, interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        return offered(await games_offered(self.service, interaction, None), current)
