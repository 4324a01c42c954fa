"""`/settings`: channels, the moderator role, the time zone and the hour of the daily announcement; one's reminders."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from typing import Any, Literal, TypeVar
from zoneinfo import available_timezones

import discord
from discord import app_commands, ui
from discord.ext import commands
from pydantic import BaseModel, ValidationError

from bot.game.daily_copies import held_by, kept
from bot.posts.announcing import in_form
from bot.render.sending import reply
from bot.ui.menus import completing, offered
from bot.ui.modals import OurForm
from bot.ui.permissions import hindrances, wishes
from bot.ui.replies import promise
from bot.ui.service import Service
from engine.game import Refusal
from engine.orders import Option
from engine.text.names import shown
from storage.guilds import LONGEST_FORM, Settings
from storage.people import Person

SHOWN_TO = (
    "Discord shows `/gm` to members who may manage the server: open it to the role in the server's settings, under "
    "Integrations."
)


def described(settings: Settings, guild: discord.Guild | None) -> str:
    """The settings of a server in words; of what was deleted there they say so."""
    roles = ", ".join(_role(role, guild) for role in settings.moderator_roles)
    spare = _channel(settings.news_channel, guild) or "none"
    told = _channel(settings.moderator_channel, guild) or "nobody (set a channel)"
    hour = settings.hour_text(settings.daily_hour) if settings.daily_hour is not None else "off"
    form = "\n> ".join(["in a form of this server's:", *settings.form.splitlines()]) if settings.form else "as said"
    return (
        f"**Moderators:** {'' if roles else 'only '}members who may manage the server{roles and f', and {roles}'}\n"
        f"**News:** the channel that each game was created in; where that was deleted: {spare}\n"
        f"**Troubles are told to:** {told}\n"
        f"**Time zone:** {settings.time_zone}\n**Daily announcement:** {hour}\n"
        f"**Announcements:** {form}"
    )


PLACES = {
    "thread": "in your seat's own thread",
    "direct": "in private messages, or in your seat's own thread where yours are closed",
    "channel": "in the game's channel, but in your seat's own thread of what not everybody knows",
    "off": "not at all",
}


def reminded(person: Person, settings: Settings) -> str:
    """Words for where and when somebody is reminded."""
    quiet = "none (`quiet` sets them)"
    if person.quiet_from is not None and person.quiet_to is not None:
        quiet = f"{settings.hour_text(person.quiet_from)} to {settings.hour_text(person.quiet_to)}"
    zone = person.time_zone or f"{settings.time_zone}, the server's"
    return f"**I remind you** {PLACES[person.place]}.\n**Quiet hours:** {quiet}\n**Your time zone:** {zone}"


def _hours(text: str) -> tuple[int | None, int | None]:
    """The hours of "22-8", or of "22:00-08:00"; none of "none". Raises Refusal."""
    if text.strip().casefold() in ("none", "off", "-"):
        return None, None
    found = re.fullmatch(r"\s*(\d{1,2})(?::00)?\s*(?:-|–|to)\s*(\d{1,2})(?::00)?\s*", text)
    if found is None:
        raise Refusal("SETTING", f"{shown(text)} are no quiet hours.", fix="Write them like `22-8`, or `none`.")
    return int(found[1]), int(found[2])


M = TypeVar("M", bound=BaseModel)


def checked(model: type[M], values: Mapping[str, object]) -> M:
    """Settings of these values. Raises Refusal."""
    try:
        return model.model_validate(values)
    except ValidationError as error:
        wrong = str(error.errors()[0]["msg"]).removeprefix("Value error, ")
        raise Refusal("SETTING", wrong if wrong.endswith((".", "?")) else f"{wrong}.") from error


def _role(identity: int, guild: discord.Guild | None) -> str:
    there = guild is not None and guild.get_role(identity) is not None
    return f"<@&{identity}>" if there else "a role that was deleted (`/settings moderators` names another)"


def _channel(identity: int | None, guild: discord.Guild | None) -> str:
    if identity is None:
        return ""
    there = guild is not None and guild.get_channel_or_thread(identity) is not None
    return f"<#{identity}>" if there else "a channel that was deleted"


async def change(
    interaction: discord.Interaction[Any], service: Service, changes: Mapping[str, object], note: str = ""
) -> None:
    """Set something of a server, and tell the moderator who did it how it is set now. Raises Refusal."""
    await service.require_moderator(interaction)
    assert interaction.guild_id is not None
    before = await service.desk.store.settings(interaction.guild_id)
    after = checked(Settings, {**before.model_dump(), **changes})
    await service.desk.store.set_settings(interaction.guild_id, after)
    service.desk.transactions.posted.mend()
    await reply(interaction, f"Set.\n{described(after, interaction.guild)}\n{note}".rstrip())


class AnnouncementForm(OurForm):
    """Asks how announcements look in a server, and how hours are written in them."""

    template = re.compile(r"u1:announcements")

    def __init__(self, settings: Settings) -> None:
        super().__init__(title="Announcements", custom_id="u1:announcements")
        form: ui.TextInput[Any] = ui.TextInput(
            style=discord.TextStyle.paragraph,
            required=False,
            max_length=LONGEST_FORM,
            default=settings.form or None,
            placeholder="## {game}\n{words}\n-# {who}, {date}",
            custom_id="look",
        )
        about = "{words} is what is said; {game}, {who} and {date} may stand around it. Empty: the words alone."
        self.add_item(ui.Label(text="Look", description=about, component=form))
        hours: ui.RadioGroup[Any] = ui.RadioGroup(
            custom_id="times",
            options=[
                discord.RadioGroupOption(label=label, value=value, default=value == settings.times)
                for value, label in (("24", "18:00"), ("12", "6 pm"))
            ],
        )
        self.add_item(ui.Label(text="Hours", description="how they are written", component=hours))

    @classmethod
    async def sent(cls, interaction: discord.Interaction[Any], match: re.Match[str], values: Mapping[str, str]) -> None:
        """Set them, and show what an announcement looks like then."""
        service: Service = interaction.client.service
        changes = {"form": values.get("look", "").strip(), "times": values.get("times", "24")}
        said = "Tomorrow we play an hour later."
        try:
            looks = checked(Settings, changes)
        except Refusal as refusal:
            wrote = "".join(f"\n> {line}" for line in changes["form"].splitlines())
            raise Refusal("SETTING", refusal.sentence, fix=f"You wrote:{wrote}") from refusal
        sample = in_form(looks, "Twilight", said, interaction.user.mention, service.desk.clock.now())
        await change(interaction, service, changes, f"**An announcement looks like this:**\n{sample}")


@app_commands.guild_only()
class SettingsCog(commands.GroupCog, name="settings", description="How the bot behaves in this server"):
    """Settings of a server, changed by its moderators."""

    def __init__(self, service: Service) -> None:
        self.service = service
        super().__init__()

    @app_commands.command()
    async def show(self, interaction: discord.Interaction[Any]) -> None:
        """Show how the bot behaves in this server."""
        assert interaction.guild_id is not None
        await reply(
            interaction, described(await self.service.desk.store.settings(interaction.guild_id), interaction.guild)
        )

    @app_commands.command()
    @app_commands.describe(
        news="where news of games goes whose own channel was deleted",
        troubles="where the bot tells moderators what it could not do",
        clear="forget both first",
    )
    async def channels(
        self,
        interaction: discord.Interaction[Any],
        news: discord.TextChannel | None = None,
        troubles: discord.TextChannel | None = None,
        clear: bool = False,
    ) -> None:
        """Set where news and troubles are told; what is left out stays as it is."""
        changes: dict[str, object] = {"news_channel": None, "moderator_channel": None} if clear else {}
        if news is not None:
            changes["news_channel"] = news.id
        if troubles is not None:
            changes["moderator_channel"] = troubles.id
        if not changes:
            raise Refusal("SETTING", "Nothing was set.", fix="Name a channel for `news` or for `troubles`.")
        await change(interaction, self.service, changes)

    @app_commands.command()
    @app_commands.describe(role="the role whose members are moderators of games; leave out for none")
    async def moderators(self, interaction: discord.Interaction[Any], role: discord.Role | None = None) -> None:
        """Set the role of moderators: kept by its id, so it may be renamed."""
        await change(
            interaction,
            self.service,
            {"moderator_roles": (role.id,) if role is not None else ()},
            SHOWN_TO if role is not None else "",
        )

    @app_commands.command()
    @app_commands.describe(
        zone="the time zone, such as Europe/Berlin", hour="hour of the daily announcement, 0 to 23; leave out for none"
    )
    async def daily(
        self,
        interaction: discord.Interaction[Any],
        zone: app_commands.Range[str, 1, 64],
        hour: app_commands.Range[int, 0, 23] | None = None,
    ) -> None:
        """Set the hour of the daily announcement in your time zone."""
        await change(interaction, self.service, {"time_zone": zone, "daily_hour": hour})

    @daily.autocomplete("zone")
    @completing
    async def _zones(self, interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        return offered((Option(zone) for zone in sorted(available_timezones())), current)

    @app_commands.command()
    async def announcements(self, interaction: discord.Interaction[Any]) -> None:
        """Set how announcements look in this server: a form with its parts in braces, and how hours are written."""
        await self.service.require_moderator(interaction)
        assert interaction.guild_id is not None
        await AnnouncementForm(await self.service.desk.store.settings(interaction.guild_id)).show(interaction)

    @app_commands.command()
    @app_commands.describe(
        reminders="where I remind you of what you owe, in every game",
        quiet="hours in which I do not remind you, such as 22-8, or none",
        zone="your time zone, such as Europe/Berlin",
    )
    async def me(
        self,
        interaction: discord.Interaction[Any],
        reminders: Literal["thread", "direct", "channel", "off"] | None = None,
        quiet: app_commands.Range[str, 1, 12] | None = None,
        zone: app_commands.Range[str, 1, 64] | None = None,
    ) -> None:
        """Set where and when I remind you of what you owe; what is left out stays as it is."""
        store, user = self.service.desk.store, interaction.user.id
        changes: dict[str, object] = {} if reminders is None else {"place": reminders}
        if quiet is not None:
            changes["quiet_from"], changes["quiet_to"] = _hours(quiet)
        if zone is not None:
            changes["time_zone"] = zone
        before = await store.person(user)
        after = checked(Person, {**before.model_dump(), **changes})
        if after != before:
            await store.set_person(user, after)
        settings = await store.settings(interaction.guild_id or 0)
        await reply(interaction, reminded(after, settings))

    @me.autocomplete("zone")
    @completing
    async def _my_zones(self, interaction: discord.Interaction[Any], current: str) -> list[app_commands.Choice[str]]:
        return offered((Option(zone) for zone in sorted(available_timezones())), current)

    @app_commands.command()
    async def check(self, interaction: discord.Interaction[Any]) -> None:
        """Show what I may do in this channel, what I lack, and whether the commands of your games are there."""
        assert interaction.guild_id is not None
        await promise(interaction)
        hindered = hindrances(interaction.channel, interaction.app_permissions)
        told = "\n".join(
            [hindered or "I may do everything here that a game needs.", *wishes(interaction.app_permissions)]
        )
        unregistered = await interaction.client.registration.register(interaction.guild_id)
        if unregistered:
            told += f"\nThe commands of this server's games are not there. {unregistered}"
        await reply(interaction, told)

    @app_commands.command(name="forget-me")
    @app_commands.describe(sure="type 'forget me' to delete what is kept about you")
    async def forget_me(self, interaction: discord.Interaction[Any], sure: app_commands.Range[str, 1, 20]) -> None:
        """Delete what is kept about you: your seats become vacant, and the record no longer names you."""
        if sure.strip().casefold() != "forget me":
            raise Refusal("SETTING", "Nothing was deleted.", fix="To delete, type `forget me` as `sure`.")
        await self.service.desk.record.forget(interaction.user.id)
        database, backup = self.service.desk.store.database.path, interaction.client.backup
        copies = await asyncio.to_thread(kept, database, backup) if backup is not None else ()
        held = held_by(copies)
        await reply(interaction, f"Done: your seats are vacant and the record no longer names you. {held}".rstrip())
