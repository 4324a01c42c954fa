"""The panel: what a seat may do now, in the rulebook's words, with buttons for it; its forms and order sheets."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Self

import discord

from bot.game.answers import Reply
from bot.render.embeds import embeds
from bot.render.sending import reply, update
from bot.render.splitting import shorten
from bot.ui.fair_use import Costly, told
from bot.ui.modals import OurForm
from bot.ui.order_commands import LONGEST_DESCRIPTION, bounds
from bot.ui.pictures import laid_out
from bot.ui.replies import in_time
from bot.ui.service import Service
from bot.ui.views import OurButton, OurView
from engine.game import Refusal, Seat
from engine.orders import Order
from engine.report import Suggestion
from engine.text.lines import build, parse
from storage.records import Game

LONGEST_ID, LONGEST_TITLE, MOST_FIELDS = 100, 45, 5
"""Discord's limits of a custom id and a form's title in characters, and of a form's fields."""

MOST_BUTTONS = 20
"""Buttons of a panel beside its own, of the 25 that a message has room for."""

LONG = 200
"""Characters from which a field of a form is a box of several lines."""

MORE = "Write more orders"
SHEET_CHARACTERS = 4000
"""Characters that Discord takes in a field of a form."""

PANEL_VIEW = "turn"
"""The view that every rulebook offers as its panel: what the seat may do now, and until when."""


def _title(order: type[Order]) -> str:
    """The deed of a form, in the 45 letters of a title: the order's help as far as it is whole, else its command."""
    whole = order.about().rstrip(".")
    brief = re.split(r"[:;,.] ", whole)[0]
    fitting = (title for title in (whole, brief) if len(title) <= LONGEST_TITLE)
    return next(fitting, shorten(f"/{order.path}", LONGEST_TITLE))


class OrderForm(OurForm):
    """A form for the fields of an order that has not been filled in, such as the story of a turn."""

    template = re.compile(r"u1:form:(?P<game>\d+):(?P<path>[\w -]+)")

    def __init__(self, game: int, order: type[Order]) -> None:
        super().__init__(title=_title(order), custom_id=f"u1:form:{game}:{order.path}")
        for name, field in list(order.model_fields.items())[:MOST_FIELDS]:
            least, most = bounds(field)
            most = min(most or SHEET_CHARACTERS, SHEET_CHARACTERS)
            default = None if field.is_required() or field.default is None else str(field.default)
            text: discord.ui.TextInput[Any] = discord.ui.TextInput(
                style=discord.TextStyle.paragraph if most > LONG else discord.TextStyle.short,
                required=field.is_required(),
                min_length=least,
                max_length=most,
                default=default,
                custom_id=name,
            )
            label = shorten(name.replace("_", " ").capitalize(), LONGEST_TITLE)
            about = shorten(field.description or "", LONGEST_DESCRIPTION)
            self.add_item(discord.ui.Label(text=label, description=about, component=text))

    @classmethod
    async def sent(cls, interaction: discord.Interaction[Any], match: re.Match[str], values: Mapping[str, str]) -> None:
        """Submit the order with what was filled in."""
        service: Service = interaction.client.service
        game, seat = await own(service, interaction, int(match["game"]))
        order = build(_order_of(service, game, match["path"]), values)
        await _obeyed(interaction, service, game, seat, order)


class SheetForm(OurForm):
    """The order sheet: one order a line."""

    template = re.compile(r"u1:lines:(?P<game>\d+)")

    def __init__(self, game: Game, text: str) -> None:
        super().__init__(title=shorten(f"Orders: {game.name}", LONGEST_TITLE), custom_id=f"u1:lines:{game.id}")
        lines: discord.ui.TextInput[Any] = discord.ui.TextInput(
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
                component=lines,
            )
        )

    @classmethod
    async def sent(cls, interaction: discord.Interaction[Any], match: re.Match[str], values: Mapping[str, str]) -> None:
        """Submit every line; what is legal stands, and the others are offered for another try."""
        service: Service = interaction.client.service
        game, seat = await own(service, interaction, int(match["game"]))
        text = values.get("lines", "")
        late = service.fair_use.wait(Costly.SHEET, interaction.user.id)
        if late:
            await service.desk.store.keep_draft(game.id, seat, text)
            raise Refusal("LIMIT", told(Costly.SHEET, late), fix="Your lines are kept: `/table sheet` has them again.")
        work = service.desk.orders.sheet(game.id, seat, text, user=interaction.user.id, interaction=str(interaction.id))
        answer = await in_time(interaction, work)
        wrong = sum(line.refusal is not None for line in answer.answers)
        view = OurView()
        view.add_item(SheetButton(game.id, f"Correct {wrong} line{'' if wrong == 1 else 's'}" if wrong else MORE))
        view.add_item(RefreshButton(game.id, "Panel"))
        shown_view = _view_of(service, game, answer)
        if shown_view:
            await foreseen(interaction, game.id, seat, shown_view, answer.text, view)
        else:
            await reply(interaction, answer.text, view=view)


def _view_of(service: Service, game: Game, answer: Reply) -> str:
    """The view that belongs to the answer of a sheet: that of the last order which was obeyed and has one."""
    orders = [order for order in service.desk.rulebooks.of(game).orders if not order.moderator]
    for line in reversed(answer.answers):
        if line.refusal is None:
            return parse(line.line, orders).shows
    return ""


async def foreseen(
    interaction: discord.Interaction[Any],
    game: int,
    seat: Seat,
    shown_view: str,
    said: str,
    view: OurView | None = None,
) -> None:
    """Answer an order with the view that belongs to it, drawn where it has a picture; the panel's buttons under it."""
    answer = await laid_out(interaction, game, seat, shown_view)
    buttons = view or panel_view(game, answer.report.suggestions)
    await reply(interaction, said, embeds=answer.embeds, files=answer.files, view=buttons)


FORMS: tuple[type[OurForm], ...] = (OrderForm, SheetForm)
"""The forms that come back to us by their custom ids."""


class GameButton(OurButton, template=r"u1:never"):
    """A button that needs to know its game only: `kind` stands in its id, `usual` is its label."""

    kind: ClassVar[str]
    usual: ClassVar[str]

    def __init__(self, game: int, label: str = "") -> None:
        style, custom_id = discord.ButtonStyle.secondary, f"u1:{self.kind}:{game}"
        super().__init__(discord.ui.Button(label=label or self.usual, style=style, custom_id=custom_id))
        self.game = game

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The button of an old message."""
        return cls(int(match["game"]))


class SheetButton(GameButton, template=r"u1:sheet:(?P<game>\d+)"):
    """Opens the order sheet with the lines that were refused last time."""

    kind, usual = "sheet", "Order sheet"

    async def press(self, interaction: discord.Interaction[Any]) -> None:
        """Show the form."""
        service: Service = interaction.client.service
        game, seat = await own(service, interaction, self.game)
        text = await service.desk.store.draft(game.id, seat)
        await SheetForm(game, text).show(interaction)


class RefreshButton(GameButton, template=r"u1:panel:(?P<game>\d+)"):
    """Shows the panel as it is now, in the place of the old one."""

    kind, usual = "panel", "Refresh"

    async def press(self, interaction: discord.Interaction[Any]) -> None:
        """Edit the panel in place."""
        service: Service = interaction.client.service
        game, seat = await own(service, interaction, self.game)
        await show_panel(interaction, service, game, seat)


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
        game, seat = await own(service, interaction, self.game)
        if self.line.startswith("/"):
            await OrderForm(game.id, _order_of(service, game, self.line[1:])).show(interaction)
            return
        orders = [order for order in service.desk.rulebooks.of(game).orders if not order.moderator]
        await _obeyed(interaction, service, game, seat, parse(self.line, orders))


BUTTONS: tuple[type[OurButton], ...] = (SheetButton, DoButton, RefreshButton)
"""The stateless buttons, registered at the start so that those of old messages answer."""


def _order_of(service: Service, game: Game, path: str) -> type[Order]:
    """The order of a path, for players. Raises Refusal where the rulebook has none."""
    for order in service.desk.rulebooks.of(game).orders:
        if order.path == path and not order.moderator:
            return order
    raise Refusal("OLD", "This button is of an older version.", fix="`/table panel` makes a new one.")


async def _obeyed(
    interaction: discord.Interaction[Any], service: Service, game: Game, seat: Seat, order: Order
) -> None:
    """Submit an order that a panel's button or form gave, and show the panel as it is then, with what came of it."""
    work = service.desk.orders.submit(game.id, seat, order, user=interaction.user.id, interaction=str(interaction.id))
    answer = await in_time(interaction, work)
    if answer.refusal is not None:
        await reply(interaction, answer.text)
    else:
        await show_panel(interaction, service, game, seat, answer.text)


async def show_panel(
    interaction: discord.Interaction[Any], service: Service, game: Game, seat: Seat, said: str = ""
) -> None:
    """The panel, in the place of the one that was clicked where that is one, with `said` above it."""
    report = await in_time(interaction, service.desk.views.show(game.id, seat, PANEL_VIEW))
    on_panel = interaction.message is not None and bool(interaction.message.embeds)
    show = update if on_panel else reply
    await show(interaction, said, embeds=embeds(report), view=panel_view(game.id, report.suggestions))


async def own(service: Service, interaction: discord.Interaction[Any], game_id: int) -> tuple[Game, Seat]:
    """The game of a button and the seat of whoever pressed it. Raises Refusal for anybody without a seat there."""
    game = await service.desk.store.game(game_id)
    if interaction.guild_id != game.guild:
        raise Refusal("SEAT", "That game is played in another server.")
    seats = await service.desk.directory.seats_of(game.guild, interaction.user.id)
    if game_id not in seats:
        raise Refusal("SEAT", "You have no seat in that game.", fix="`/game join` takes one, where there is room.")
    return game, seats[game_id]


def panel_view(game: int, suggestions: Iterable[Suggestion]) -> OurView:
    """The buttons of a panel: what is likeliest now, the sheet, and a refresh."""
    view = OurView()
    for line, label in {suggestion.line: suggestion.label for suggestion in suggestions}.items():
        if len(f"u1:do:{game}:{line}") <= LONGEST_ID and len(view.children) < MOST_BUTTONS:
            view.add_item(DoButton(game, line, label))
    view.add_item(SheetButton(game))
    view.add_item(RefreshButton(game))
    return view
