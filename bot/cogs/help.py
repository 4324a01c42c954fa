"""`/help`: how to begin, and a page for every order, made from the order's own class."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, get_args

import discord
from discord import app_commands
from discord.ext import commands

from bot.game.which_game import Here, here
from bot.render.sending import reply
from bot.ui.home.layout import report_layout
from bot.ui.home.panel import PANEL_VIEW, owed_lines
from bot.ui.menus import MOST_CHOICES, completing, offered
from bot.ui.service import Service
from engine.game import Refusal
from engine.orders import Option, Order
from engine.report import Report, Section
from engine.text.message import MEANT, N_, NOTHING, OR, T_, Text, code, did_you_mean, joined, listed, term

PAGES = Path(__file__).parent / "help_pages"


def topics() -> dict[str, str]:
    """The pages of the folder `help_pages`, by name: "start" first."""
    pages = {path.stem: path.read_text(encoding="utf-8").strip() for path in sorted(PAGES.glob("*.md"))}
    return {"start": pages.pop("start"), **pages}


TOPICS = topics()
YOU_CAN_NOW = T_("What you can do now")
ALL_AT_ONCE = T_("`/me` does it by buttons, and `/table sheet` many at once.")
PAGES_OF_ORDERS = T_("Every order has a page of its own: name it as the topic.")
FROM_THE_START = T_("From the beginning")
SEVERAL = N_("You play in {games} games here. {home} shows which of them wait for you, and opens each.")
MOST_NOW = 8
"""Orders that are told to be possible now."""
NO_HELP = N_("There is no help on that.[ {hint}] Topics: {topics}.")
TOPIC = N_("{topic} (topic)")
ON_A_SHEET = N_("On a sheet: {line}")
ON_A_SHEET_OR_LESS = N_("On a sheet: {line} (parts in {brackets} may be left out)")
FIELD = N_("• {field}: {about}.[ One of: {choices}.]")
FIELD_OR_LESS = N_("• {field} (may be left out): {about}.[ One of: {choices}.]")
OTHER_TOPICS, RULEBOOKS, BOOK = T_("Other topics"), T_("Rulebooks"), N_("{command}: {title}")


def _choices(order: type[Order], name: str) -> Text:
    """The values that a field of an order takes, where it has a list of them."""
    field = order.model_fields[name]
    choices = [str(value) for part in (field.annotation, *get_args(field.annotation)) for value in get_args(part)]
    return joined(", ", (term(value) for value in choices if value and "class" not in value and value != "None"))


def page(order: type[Order]) -> Text:
    """The help page of an order: what it does, how it reads on a sheet, what each part means."""
    doc = "\n".join(line.strip() for line in (order.__doc__ or "").strip().splitlines())
    lines = [code(f"/{order.path}"), term(doc)]
    if order.line and order.sheet:
        says = ON_A_SHEET_OR_LESS if "[" in order.line else ON_A_SHEET
        lines += [NOTHING, says(line=code(order.line), brackets=term("[brackets]"))]
    for name, field in order.model_fields.items():
        says, about = FIELD if field.is_required() else FIELD_OR_LESS, term((field.description or "").rstrip("."))
        lines.append(says(field=code(name), about=about, choices=_choices(order, name)))
    return joined("\n", lines)


def _of_book(path: str, rulebook: str) -> bool:
    """True for the path of a player's order of a rulebook."""
    return path.split(maxsplit=1)[0].split("-", maxsplit=1)[0] == rulebook


class HelpCog(commands.Cog):
    """Help for newcomers and for every order."""

    def __init__(self, service: Service, orders: Iterable[type[Order]], titles: Mapping[str, str]) -> None:
        self.service = service
        self.orders = {order.path: order for order in sorted(orders, key=lambda kind: kind.moderator) if order.slash}
        self.titles = titles

    @app_commands.command()
    @app_commands.guild_only()
    @app_commands.describe(topic="a topic, or an order such as 'gcw battle fire'")
    async def help(
        self, interaction: discord.Interaction[Any], topic: app_commands.Range[str, 1, 100] | None = None
    ) -> None:
        """Show how to begin, and what each order does."""
        linked = partial(interaction.client.registration.mentioned, guild=interaction.guild_id or 0)
        wanted = (topic or "start").strip().lstrip("/").casefold()
        if wanted in TOPICS:
            sections = [Section(OTHER_TOPICS, (joined(", ", (code(name) for name in TOPICS if name != wanted)),))]
            words = term(TOPICS[wanted])
            if wanted == "start":
                words, books = await self._start(interaction, words)
                sections += [Section(RULEBOOKS, books)] if books else []
            now = await self._now(interaction, linked) if topic is None else []
            title, lead = (YOU_CAN_NOW, joined("\n", now)) if now else (NOTHING, linked(words))
            if now:
                sections.insert(0, Section(FROM_THE_START, tuple(map(term, linked(words).splitlines()))))
            report = Report(title, lead, tuple(sections), rule=PAGES_OF_ORDERS)
            await reply(interaction, view=report_layout(report))
            return
        if wanted in self.orders:
            await reply(interaction, linked(page(self.orders[wanted])))
            return
        under = [path for path in self.orders if path.startswith(wanted + " ")]
        if under:
            lines = (BOOK(command=code(f"/{path}"), title=term(self.orders[path].about())) for path in under)
            await reply(interaction, linked(joined("\n", lines)))
            return
        paths = await self._of_word(interaction, wanted)
        if len(paths) == 1:
            await reply(interaction, linked(page(self.orders[paths[0]])))
            return
        named = [name for path in self.orders for name in (path, path.split()[-1])]
        meant = listed((code(f"/{path}") for path in paths[:3]), OR)
        hint = linked(MEANT(names=meant)) if paths else did_you_mean(wanted, (*TOPICS, *dict.fromkeys(named)))
        await reply(interaction, NO_HELP(hint=hint, topics=joined(", ", map(term, TOPICS))))

    async def _of_word(self, interaction: discord.Interaction[Any], word: str) -> list[str]:
        """Paths of the orders whose last word it is: those of the game at hand, where it has one; else of all."""
        place = await self._here(interaction)
        found = [path for path in self.orders if path.split()[-1] == word]
        ours = [path for path in found if place is not None and _of_book(path, place.game.rulebook)]
        return ours or found

    async def _here(self, interaction: discord.Interaction[Any]) -> Here | None:
        """The game at hand and the caller's seat in it; None where it could be several, or none."""
        try:
            return await here(self.service.desk, interaction, None)
        except Refusal:
            return None

    async def _start(self, interaction: discord.Interaction[Any], words: str) -> tuple[Text, tuple[Text, ...]]:
        """Words on how to begin, with views of the rulebook that is played here, and that rulebook; of all where
        none is.
        """
        place = await self._here(interaction)
        played = [place.game.rulebook] if place is not None else [*self.titles]
        views = listed((code(f"/{name}-show {self._view_of(name)}") for name in played[:2]), OR)
        books = (
            BOOK(command=code(f"/{name}"), title=term(self.titles[name])) for name in played if name in self.titles
        )
        return term(words.replace("{views}", views)), tuple(books)

    def _view_of(self, rulebook: str) -> str:
        """A view of a rulebook, other than what `/me` begins with."""
        return next(
            view.name for view in self.service.desk.rulebooks.current(rulebook).views if view.name != PANEL_VIEW
        )

    async def _now(self, interaction: discord.Interaction[Any], linked: Callable[[Text], Text]) -> list[Text]:
        """Lines on what the caller can do now in the game at hand, the likeliest first; [] without a seat in one."""
        place = await self._here(interaction)
        if place is None:
            guild, directory = interaction.guild_id or 0, self.service.desk.directory
            seats = await directory.seats_of(guild, interaction.user.id)
            mine = [game for game in await directory.games(guild) if game.id in seats and game.status != "ended"]
            return [SEVERAL(games=len(mine), home=linked(code("/me")))] if len(mine) > 1 else []
        if place.seat is None:
            return []
        home = await self.service.desk.views.home(place.game.id, place.seat)
        orders = (BOOK(command=linked(code(f"/{one.path}")), title=term(one.about())) for one in home.orders[:MOST_NOW])
        return [*owed_lines(home.owed), linked(ALL_AT_ONCE), *orders]

    @help.autocomplete("topic")
    @completing
    async def _topics(self, interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        place = await self._here(interaction)
        played = place.game.rulebook if place is not None else ""
        options = {
            path: Option(path, f"/{path}: {order.about()}", (path.split()[-1],)) for path, order in self.orders.items()
        }
        ours = [option for path, option in options.items() if _of_book(path, played)]
        typed = current.lstrip("/")
        first = offered([*(Option(name, TOPIC(topic=term(name))) for name in TOPICS), *ours], typed)
        others = offered([option for option in options.values() if option not in ours], typed) if typed.strip() else []
        return [*first, *others][:MOST_CHOICES]
