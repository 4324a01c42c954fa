"""`/rules`: find a rule by words, or cite one by its id."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.game.rulebooks import MissingRulebook
from bot.game.which_game import here
from bot.render.described_file import DescribedFile
from bot.render.sending import reply
from bot.render.splitting import shorten
from bot.ui.menus import LONGEST_LABEL, completing, offer_games, offered
from bot.ui.replies import in_time
from bot.ui.rule_search import Library
from bot.ui.service import Service
from engine.game import InForce, Refusal, RuleText
from engine.orders import Option
from engine.text.message import MEANT, N_, NOTHING, OR, T_, Text, code, joined, listed, said, spaced, stamp, term

TITLE, RULE = N_("**{title}**"), N_("-# {id}")
NOT_YET = T_("**Umpire does not play this rule yet.**")
AT_TABLE = T_("**You see to this at your own table: Umpire tells it and does not look after it.**")

HOUSE_RULE = N_("**House rule in this game[ since {since}]**, which players and moderators keep, and not Umpire:")
SWITCHED = N_("**In this game[ since {since}]:** {words}.")
HOUSE_RULES = T_("**House rules, which players and moderators keep, and not Umpire**")
OPEN_RULES = T_("**How open rules are played**")
RULED, SWITCHED_TO = N_("{rule}[, since {since}]"), N_("{rule}[, since {since}]: {words}")
NO_RULINGS = T_("Nothing is ruled otherwise in this game. Moderators rule with `/gm ruling`.")

NO_BOOK = N_("There is no rulebook of that name; there are: {names}.")
NOT_FOUND = T_("No rule holds those words. Fewer or plainer ones find more.")
NO_RULE, SEARCH = T_("There is no rule of that id."), T_("`/rules search` finds rules by words.")
LABEL, BOOK = N_("{id}: {title}"), N_("{rulebook}: {title}")

NO_TABLE, TABLES, NONE = N_("There is no table {name}."), N_("There are: {names}."), T_("none")
TABLE_OF = N_("The table {table} of {rulebook}, as plain text")
TO_CHANGE = N_(
    "Change what you like and keep the name: a moderator brings it to a new game with `/game create`, as {option}. A "
    "fault is answered with its line and its field."
)


def cited(library: Library, rule: RuleText, rulings: Sequence[InForce] = ()) -> Text:
    """A rule as it is shown: title, text, whether Umpire plays it, what is ruled on it in the game at hand, and its id
    in small text.
    """
    note = NOT_YET if not library.played(rule) else AT_TABLE if library.tabled(rule) else NOTHING
    ruled = [in_force(ruling) for ruling in rulings if ruling.rule == rule.id]
    lines = [TITLE(title=term(rule.title)), term(rule.text), note, *ruled, RULE(id=term(rule.id))]
    return joined("\n", filter(None, lines))


def _since(ruling: InForce) -> Text:
    """The instant from which a ruling stands; "" for one that stands from the beginning."""
    return stamp(ruling.since) if ruling.since is not None else NOTHING


def in_force(ruling: InForce) -> Text:
    """A ruling that stands, beside its rule; a house rule stands on lines of its own."""
    if ruling.kept:
        return joined("", (HOUSE_RULE(since=_since(ruling)), ruling.words))
    return SWITCHED(since=_since(ruling), words=ruling.words)


def in_a_list(ruling: InForce) -> Text:
    """A ruling that stands, with its rule and since when."""
    rule, since = term(ruling.rule), _since(ruling)
    if ruling.kept:
        return joined("", (RULED(rule=rule, since=since), ruling.words))
    return SWITCHED_TO(rule=rule, since=since, words=ruling.words)


def all_in_force(rulings: Sequence[InForce]) -> Text:
    """All rulings that stand, house rules first, each with its rule and since when."""
    parts = []
    for heading, kept in ((HOUSE_RULES, True), (OPEN_RULES, False)):
        lines = [in_a_list(ruling) for ruling in rulings if ruling.kept is kept]
        parts += [heading, *lines] if lines else []
    return joined("\n", parts) or NO_RULINGS


@app_commands.guild_only()
class RulesCog(commands.GroupCog, name="rules", description="What the rulebooks say, in plain sentences"):
    """Commands about the texts of the rules."""

    def __init__(self, service: Service) -> None:
        self.library, self.desk = service.library, service.desk
        super().__init__()

    @app_commands.command()
    @app_commands.describe(words="what you are looking for, such as 'ion shields'", rulebook="only this rulebook")
    async def search(
        self,
        interaction: discord.Interaction[Any],
        words: app_commands.Range[str, 2, 100],
        rulebook: app_commands.Range[str, 1, 32] | None = None,
    ) -> None:
        """Find rules, and codes such as HTLB, by words: of the game at hand, unless you name a rulebook."""
        if rulebook is not None and rulebook not in self.library.books:
            await reply(interaction, NO_BOOK(names=joined(", ", map(term, self.library.books))))
            return
        found = self.library.search(words, rulebook or await self._played_here(interaction))
        if not found:
            await reply(interaction, NOT_FOUND)
            return
        rulings = await self._ruled_here(interaction)
        await reply(interaction, joined("\n\n", (cited(self.library, rule, rulings) for rule in found)))

    @app_commands.command()
    @app_commands.describe(game="which game, if there are several", openly="show it to everybody here")
    @app_commands.autocomplete(game=offer_games)
    async def rulings(
        self, interaction: discord.Interaction[Any], game: str | None = None, openly: bool = False
    ) -> None:
        """Rulings of moderators in a game: its house rules, and how open rules are played."""
        place = await here(self.desk, interaction, game)
        rulings = await in_time(interaction, self.desk.views.rulings(place.game.id), ephemeral=not openly)
        await reply(interaction, all_in_force(rulings), ephemeral=not openly)

    async def _ruled_here(self, interaction: discord.Interaction[Any], *, openly: bool = False) -> Sequence[InForce]:
        """The rulings that stand in the game at hand; none where there is none, or several, or it cannot be played any
        more. The answer that waits for them is for everybody if `openly`.
        """
        try:
            place = await here(self.desk, interaction, None)
            return await in_time(interaction, self.desk.views.rulings(place.game.id), ephemeral=not openly)
        except (Refusal, MissingRulebook):
            return ()

    async def _played_here(self, interaction: discord.Interaction[Any]) -> str | None:
        """The rulebook of the game at hand; None where there is none, or several."""
        try:
            rulebook = (await here(self.desk, interaction, None)).game.rulebook
        except Refusal:
            return None
        return rulebook if rulebook in self.library.books else None

    @search.autocomplete("rulebook")
    @completing
    async def _books(self, interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        return offered((Option(book) for book in self.library.books), current)

    @app_commands.command()
    @app_commands.describe(rule="the rule's id, such as GCW-UCR-03", openly="show it to everybody here")
    async def cite(
        self, interaction: discord.Interaction[Any], rule: app_commands.Range[str, 1, 100], openly: bool = False
    ) -> None:
        """Show one rule by its id, to you or to everybody here."""
        found = self.library.cite(rule)
        if found is None:
            near = self.library.near(rule)
            hint = MEANT(names=listed(map(term, near), OR)) if near else SEARCH
            await reply(interaction, spaced(NO_RULE, hint))
            return
        rulings = await self._ruled_here(interaction, openly=openly)
        await reply(interaction, cited(self.library, found, rulings), ephemeral=not openly)

    @cite.autocomplete("rule")
    @completing
    async def _ids(self, interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        wanted, played = current.strip(), await self._played_here(interaction)
        rules = self.library.search(wanted, played) if len(wanted) > 1 else ()
        books = sorted(self.library.books, key=lambda book: book != played)  # the game at hand before the others
        by_id = [rule for book in books for rule in self.library.starting(book, wanted)]
        merged = {
            rule.id: Option(rule.id, LABEL(id=term(rule.id), title=term(rule.title))) for rule in (*by_id, *rules)
        }
        return [
            app_commands.Choice(name=shorten(option.label, LONGEST_LABEL), value=option.value)
            for option in list(merged.values())[:25]
        ]

    @app_commands.command()
    @app_commands.describe(rulebook="of which rulebook", table="which table, such as maps.toml")
    async def table(
        self,
        interaction: discord.Interaction[Any],
        rulebook: app_commands.Range[str, 1, 32],
        table: app_commands.Range[str, 1, 60],
    ) -> None:
        """Get a table of a rulebook as a file: change it, and make a game that is played by it."""
        tables = self.desk.rulebooks.tables(rulebook.strip().casefold())
        text = tables.get(table.strip())
        if text is None:
            there = TABLES(names=joined(", ", map(term, tables)) or NONE)
            raise Refusal("PACK", said(NO_TABLE, name=table), fix=there)
        called = term(table.strip())
        file = DescribedFile(called, text.encode(), said(TABLE_OF, table=called, rulebook=rulebook))
        await reply(interaction, TO_CHANGE(option=code(f"table:{called}")), files=[file.file()])

    @table.autocomplete("rulebook")
    @completing
    async def _kept(self, interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        books = self.desk.rulebooks
        titles = ((name, term(books.current(name).title)) for name in books.names)
        return offered((Option(name, BOOK(rulebook=term(name), title=title)) for name, title in titles), current)

    @table.autocomplete("table")
    @completing
    async def _tables(self, interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        rulebook = str(getattr(interaction.namespace, "rulebook", "") or "").strip().casefold()
        known = rulebook in self.desk.rulebooks.names
        return offered(map(Option, self.desk.rulebooks.tables(rulebook) if known else ()), current)
