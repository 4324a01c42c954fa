"""`/gm`: the clock, corrections, rulings, taking back, and the record; for moderators."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping
from functools import partial
from typing import Any, Literal

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.gm.end_form import EndForm
from bot.cogs.gm.lines import continued, pattern
from bot.cogs.gm.seeing import BLIND, Seeing, offer_seats
from bot.game.answers import Reply
from bot.game.desk.record import Wanted
from bot.game.which_game import Here, here
from bot.render.mentions import person
from bot.render.sending import reply
from bot.ui.home.rewind_form import RewindForm
from bot.ui.menus import completing, offer_games, offered
from bot.ui.permissions import require_fit
from bot.ui.replies import in_time
from bot.ui.service import Service
from engine.clock import DAY, HOUR, MINUTE
from engine.game import MODERATOR, Refusal
from engine.orders import Option, Order
from engine.text.lines import parse
from engine.text.message import N_, T_, joined, said, term

WHICH = T_("which game, if there are several")
WHY = T_("why, for the announcement")
NO_ORDER = N_("{rulebook} has no moderator's order '{verb}'.")
NO_NUMBER, ENDED_ALREADY = N_("{word} is no number of a command."), N_("{game} has ended already.")
BOTS = N_("{players} cannot play: that is a bot.")
LATEST, NONE_ASKED = N_("The latest of **{game}**:"), T_("Nothing of that was asked.")
UNITS = {"minutes": MINUTE, "hours": HOUR, "days": DAY}
Unit = Literal["minutes", "hours", "days"]
Reason = app_commands.Range[str, 1, 200]
MOST_AUDIT = 200
ORDERS = "what others ordered"
Kind = Literal["orders", "the clock", "seats", "moderators"]
KINDS: dict[str, tuple[str, ...]] = {
    "orders": ("order", "standing"),
    "the clock": ("tick", "pause", "resume", "extend", "advance", "grace", "set aside"),
    "seats": (
        "seat",
        "join",
        "leave",
        "take up",
        "give up",
        "substitute",
        "away",
        "back",
        "colour",
        "agree",
        "disagree",
    ),
    "moderators": ("look", "rewind", "announce", "channel", "end", "reopen", "close", "create", "begin"),
}
"""What the audit can be narrowed to, and the kinds of commands that are meant."""


@app_commands.guild_only()
@app_commands.default_permissions(manage_guild=True)
class ModeratorCog(
    Seeing, commands.GroupCog, name="gm", description="For moderators: clock, corrections, rulings, the record"
):
    """The commands of moderators."""

    def __init__(self, service: Service) -> None:
        self.service, self.moderation = service, service.desk.moderation
        super().__init__()

    async def interaction_check(self, interaction: discord.Interaction[Any], /) -> bool:
        """Every command of the group is for moderators, whatever a server's command permissions say."""
        await self.service.require_moderator(interaction)
        return True

    @app_commands.command()
    @app_commands.describe(reason=WHY, game=WHICH)
    @app_commands.autocomplete(game=offer_games)
    async def pause(
        self,
        interaction: discord.Interaction[Any],
        reason: Reason = "",
        game: str | None = None,
    ) -> None:
        """Stop the clock: no orders, no deadlines until you resume."""
        await self._ask(interaction, game, partial(self.moderation.pause, reason=reason))

    @app_commands.command()
    @app_commands.describe(reason="a word for the announcement", game=WHICH)
    @app_commands.autocomplete(game=offer_games)
    async def resume(
        self,
        interaction: discord.Interaction[Any],
        reason: Reason = "",
        game: str | None = None,
    ) -> None:
        """Let the clock run on; every deadline moves by the length of the pause."""
        await self._ask(interaction, game, partial(self.moderation.resume, reason=reason))

    @app_commands.command()
    @app_commands.describe(amount="how many", unit="of what", reason=WHY, game=WHICH)
    @app_commands.autocomplete(game=offer_games)
    async def extend(
        self,
        interaction: discord.Interaction[Any],
        amount: app_commands.Range[int, 1, 1000],
        unit: Unit = "hours",
        reason: Reason = "",
        game: str | None = None,
    ) -> None:
        """Move every deadline later."""
        seconds = amount * UNITS[unit]
        await self._ask(interaction, game, partial(self.moderation.extend, seconds=seconds, reason=reason))

    @app_commands.command()
    @app_commands.describe(amount="how many", unit="of what", reason=WHY, game=WHICH)
    @app_commands.autocomplete(game=offer_games)
    async def advance(
        self,
        interaction: discord.Interaction[Any],
        amount: app_commands.Range[int, 1, 1000],
        unit: Unit = "hours",
        reason: Reason = "",
        game: str | None = None,
    ) -> None:
        """Move the game's clock forward: what falls due happens at once."""
        seconds = amount * UNITS[unit]
        await self._ask(interaction, game, partial(self.moderation.advance, seconds=seconds, reason=reason))

    async def _ask(
        self, interaction: discord.Interaction[Any], game: str | None, asked: Callable[..., Awaitable[Reply]]
    ) -> None:
        place = await here(self.service.desk, interaction, game)
        work = asked(place.game.id, user=interaction.user.id, interaction=str(interaction.id))
        answer = await in_time(interaction, work)
        await reply(interaction, answer.text)

    @app_commands.command()
    @app_commands.describe(line="the order in words; see the suggestions", game=WHICH)
    @app_commands.autocomplete(game=offer_games)
    async def spawn(
        self, interaction: discord.Interaction[Any], line: app_commands.Range[str, 1, 300], game: str | None = None
    ) -> None:
        """Put something into the game, openly: 'spawn …'."""
        await self._order(interaction, "spawn", line, game)

    @app_commands.command(name="set")
    @app_commands.describe(line="the order in words; see the suggestions", game=WHICH)
    @app_commands.autocomplete(game=offer_games)
    async def set_value(
        self, interaction: discord.Interaction[Any], line: app_commands.Range[str, 1, 300], game: str | None = None
    ) -> None:
        """Correct a value of the game, openly: 'set …'."""
        await self._order(interaction, "set", line, game)

    @app_commands.command()
    @app_commands.describe(line="the order in words; see the suggestions", game=WHICH)
    @app_commands.autocomplete(game=offer_games)
    async def remove(
        self, interaction: discord.Interaction[Any], line: app_commands.Range[str, 1, 300], game: str | None = None
    ) -> None:
        """Take something out of the game, openly: 'remove …'."""
        await self._order(interaction, "remove", line, game)

    @app_commands.command()
    @app_commands.describe(line="the order in words; see the suggestions", game=WHICH)
    @app_commands.autocomplete(game=offer_games)
    async def ruling(
        self, interaction: discord.Interaction[Any], line: app_commands.Range[str, 1, 300], game: str | None = None
    ) -> None:
        """Rule, openly, how an open rule is played, or (on its id, in words) any other: 'ruling …'."""
        await self._order(interaction, "ruling", line, game)

    def _moderator_orders(self, place: Here, verb: str) -> list[type[Order]]:
        rules = self.service.desk.rulebooks.of(place.game)
        found = [order for order in rules.by_use if order.moderator]
        return [kind for kind in found if kind.line.startswith(f"{verb} ") or kind.path.split()[-1].startswith(verb)]

    async def _order(self, interaction: discord.Interaction[Any], verb: str, line: str, game: str | None) -> None:
        place = await here(self.service.desk, interaction, game)
        orders = self._moderator_orders(place, verb)
        if not orders:
            title = term(self.service.desk.rulebooks.of(place.game).title)
            raise Refusal("GM", NO_ORDER(rulebook=title, verb=term(verb)))
        words = _with_verb(verb, line.strip())
        work = self.service.desk.orders.submit(
            place.game.id,
            MODERATOR,
            parse(words, orders),
            user=interaction.user.id,
            interaction=str(interaction.id),
        )
        await reply(interaction, (await in_time(interaction, work)).text)

    @spawn.autocomplete("line")
    @set_value.autocomplete("line")
    @remove.autocomplete("line")
    @ruling.autocomplete("line")
    @completing
    async def _lines(self, interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        verb = interaction.command.name if interaction.command is not None else ""
        if not await self.service.is_moderator(interaction):
            return []
        place = await here(self.service.desk, interaction, interaction.namespace.game)
        orders = self._moderator_orders(place, verb)
        if not current.strip():
            return offered(map(pattern, orders), "")
        desk, game = self.service.desk, place.game.id
        whole = await desk.sight.shown(game, f"what can be named to {verb}", user=interaction.user.id)
        views = desk.referee if whole else desk.views

        async def values(order: type[Order], field: str, given: Mapping[str, str]) -> Iterable[Option]:
            return await views.options(game, MODERATOR, order, field, given)

        return offered(await continued(_with_verb(verb, current.lstrip()), orders, values), "")

    @app_commands.command()
    @app_commands.describe(
        to="the first command that is taken back; all after it are too",
        steps="or how many of the latest commands",
        reason="why, for the announcement",
        game=WHICH,
    )
    @app_commands.autocomplete(game=offer_games)
    async def rewind(
        self,
        interaction: discord.Interaction[Any],
        to: app_commands.Range[str, 1, 10] = "",
        steps: app_commands.Range[int, 1, 500] = 1,
        reason: app_commands.Range[str, 0, 200] = "",
        game: str | None = None,
    ) -> None:
        """Take back the latest commands: it lists them and asks first, and the audit shows both."""
        place = await here(self.service.desk, interaction, game)
        desk, wanted = self.service.desk, place.game.id
        whole = await desk.sight.shown(wanted, ORDERS, user=interaction.user.id)
        if to and not to.isdecimal():
            raise Refusal("REWIND", said(NO_NUMBER, word=to), fix=T_("Choose one that is offered."))
        back, words = await desk.foresight.taken_back(wanted, steps, int(to or 0), whole=whole)
        await RewindForm(place.game, back, words, reason).show(interaction)

    @rewind.autocomplete("to")
    @completing
    async def _steps_back(self, interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        desk = self.service.desk
        if not await self.service.is_moderator(interaction):
            return []
        place = await here(desk, interaction, interaction.namespace.game)
        whole = await desk.sight.shown(place.game.id, ORDERS, user=interaction.user.id)
        return offered(await desk.foresight.steps_back(place.game.id, whole=whole), current)

    @app_commands.command()
    @app_commands.describe(reason=WHY, game=WHICH)
    @app_commands.autocomplete(game=offer_games)
    async def end(
        self,
        interaction: discord.Interaction[Any],
        reason: Reason = "",
        game: str | None = None,
    ) -> None:
        """End a game, by its name; for a day it can be reopened, then what was hidden in it is shown."""
        place = await here(self.service.desk, interaction, game)
        if place.game.status == "ended":
            raise Refusal("GAME", said(ENDED_ALREADY, game=place.game.name))
        await EndForm(place.game, reason).show(interaction)

    @app_commands.command()
    @app_commands.describe(reason=WHY, game=WHICH)
    @app_commands.autocomplete(game=offer_games)
    async def reopen(
        self,
        interaction: discord.Interaction[Any],
        reason: Reason = "",
        game: str | None = None,
    ) -> None:
        """Let a game go on that was ended within the last 24 hours."""
        await self._ask(interaction, game, partial(self.moderation.reopen, reason=reason))

    @app_commands.command()
    @app_commands.describe(
        player="who",
        second="and who",
        third="and who",
        fourth="and who",
        seat="the seat of one player; colours are given if left out",
        replace="take the seat from who holds it: a substitute",
        game=WHICH,
    )
    @app_commands.autocomplete(game=offer_games, seat=offer_seats)
    async def seat(
        self,
        interaction: discord.Interaction[Any],
        player: discord.Member,
        second: discord.Member | None = None,
        third: discord.Member | None = None,
        fourth: discord.Member | None = None,
        seat: app_commands.Range[str, 1, 24] = "",
        replace: bool = False,
        game: str | None = None,
    ) -> None:
        """Seat up to four players, or a substitute in somebody's place; they are told, and may leave."""
        people = [member for member in (player, second, third, fourth) if member is not None]
        bots = joined(", ", (person(member.id) for member in people if member.bot))
        if bots:
            raise Refusal("SEAT", BOTS(players=bots), fix=T_("`/game opponent` has me play a seat."))
        players = tuple(dict.fromkeys(member.id for member in people))
        asked = self.service.desk.lobby.seat
        await self._ask(interaction, game, partial(asked, players=players, seat=seat, replace=replace))
        place = await here(self.service.desk, interaction, game)
        await self.service.desk.lobby.welcome(place.game.id, players)

    @app_commands.command()
    @app_commands.describe(channel="where it is played from now on", game=WHICH)
    @app_commands.autocomplete(game=offer_games)
    async def channel(
        self, interaction: discord.Interaction[Any], channel: discord.TextChannel, game: str | None = None
    ) -> None:
        """Give a game another channel: its news goes there, and its threads are made anew."""
        require_fit(channel, channel.permissions_for(channel.guild.me))
        await self._ask(interaction, game, partial(self.moderation.move, channel=channel.id))

    @app_commands.command()
    @app_commands.describe(text="what to say", ping="mention the players", game=WHICH)
    @app_commands.autocomplete(game=offer_games)
    async def announce(
        self,
        interaction: discord.Interaction[Any],
        text: app_commands.Range[str, 1, 1800],
        ping: bool = False,
        game: str | None = None,
    ) -> None:
        """Post an announcement to the game's channel."""
        await self._ask(interaction, game, partial(self.moderation.announce, text=text, ping=ping))

    @app_commands.command()
    @app_commands.describe(
        seat="of which seat alone",
        kind="of which kind alone",
        days="of how many days alone",
        latest="how many entries",
        game=WHICH,
    )
    @app_commands.autocomplete(game=offer_games, seat=offer_seats)
    async def audit(
        self,
        interaction: discord.Interaction[Any],
        seat: app_commands.Range[str, 1, 24] = "",
        kind: Kind | None = None,
        days: app_commands.Range[int, 1, 1000] | None = None,
        latest: app_commands.Range[int, 1, MOST_AUDIT] = 30,
        game: str | None = None,
    ) -> None:
        """All that was asked of the game, by whom and when, undone entries too; for you alone."""
        place = await here(self.service.desk, interaction, game)
        desk, user = self.service.desk, interaction.user.id
        since = desk.clock.now() - days * DAY if days is not None else 0
        whole = await desk.sight.shown(place.game.id, ORDERS, user=user)
        meant = (await desk.views.masks(place.game.id)).reveal(seat.strip()).casefold()
        wanted = Wanted(meant, KINDS[kind] if kind else (), since, whole, user)
        entries = await desk.record.audit(place.game.id, latest, wanted)
        lines = [said(LATEST, game=place.game.name) if entries else NONE_ASKED, *entries]
        if not whole:
            lines.append(BLIND)
        await reply(interaction, joined("\n", lines))


def _with_verb(verb: str, line: str) -> str:
    """A line of a command that is named by its first word, which may be left out of it."""
    first, _, _ = line.partition(" ")
    return line if first.casefold() == verb else f"{verb} {line}"
