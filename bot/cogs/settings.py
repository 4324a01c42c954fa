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
from bot.render.mentions import person, place_named
from bot.render.sending import reply
from bot.ui.menus import completing, offered
from bot.ui.modals import OurForm
from bot.ui.permissions import hindrances, wishes
from bot.ui.replies import promise
from bot.ui.service import Service
from engine.game import Refusal
from engine.orders import Option
from engine.text.message import N_, NOTHING, T_, Text, joined, quoted, recorded, said, spaced, term
from storage.guilds import LONGEST_FORM, PARTS, PM, BadSetting, Settings
from storage.people import Person

SHOWN_TO = T_(
    "Discord shows `/gm` to members who may manage the server: open it to the role in the server's settings, under "
    "Integrations."
)

ONLY_MANAGERS = T_("**Moderators:** only members who may manage the server")
MODERATORS = N_("**Moderators:** members who may manage the server, and {roles}")
NEWS = N_("**News:** the channel that each game was created in; where that was deleted: {channel}")
NO_NEWS = T_("**News:** the channel that each game was created in; where that was deleted: none")
TROUBLES = N_("**Troubles are told to:** {channel}")
NO_TROUBLES = T_("**Troubles are told to:** nobody (set a channel)")
ZONE = N_("**Time zone:** {zone}")
DAILY, NO_DAILY = N_("**Daily announcement:** {hour}"), T_("**Daily announcement:** off")
IN_FORM = T_("**Announcements:** in a form of this server's:")
AS_SAID = T_("**Announcements:** as said")
LOST_ROLE = T_("a role that was deleted (`/settings moderators` names another)")
LOST_CHANNEL = T_("a channel that was deleted")


def described(settings: Settings, guild: discord.Guild | None) -> Text:
    """The settings of a server in words; of what was deleted there they say so."""
    roles = joined(", ", (_role(role, guild) for role in settings.moderator_roles))
    spare = _channel(settings.news_channel, guild)
    told = _channel(settings.moderator_channel, guild)
    hour = settings.daily_hour
    lines = [
        MODERATORS(roles=roles) if roles else ONLY_MANAGERS,
        NEWS(channel=spare) if spare else NO_NEWS,
        TROUBLES(channel=told) if told else NO_TROUBLES,
        ZONE(zone=term(settings.time_zone)),
        DAILY(hour=settings.hour_text(hour)) if hour is not None else NO_DAILY,
        joined("", (IN_FORM, quoted(settings.form))) if settings.form else AS_SAID,
    ]
    return joined("\n", lines)


PLACES = {
    "thread": T_("**I remind you** in your seat's own thread."),
    "direct": T_("**I remind you** in private messages, or in your seat's own thread where yours are closed."),
    "channel": T_("**I remind you** in the game's channel, but in your seat's own thread of what not everybody knows."),
    "off": T_("**I remind you** not at all."),
}
QUIET, NO_QUIET = N_("**Quiet hours:** {first} to {last}"), T_("**Quiet hours:** none (`quiet` sets them)")
YOUR_ZONE, SERVERS_ZONE = N_("**Your time zone:** {zone}"), N_("**Your time zone:** {zone}, the server's")
NO_HOURS, LIKE_THIS = N_("{word} are no quiet hours."), T_("Write them like `22-8`, or `none`.")


def reminded(whom: Person, settings: Settings) -> Text:
    """Words for where and when somebody is reminded."""
    quiet = NO_QUIET
    if whom.quiet_from is not None and whom.quiet_to is not None:
        quiet = QUIET(first=settings.hour_text(whom.quiet_from), last=settings.hour_text(whom.quiet_to))
    zone = (YOUR_ZONE if whom.time_zone else SERVERS_ZONE)(zone=term(whom.time_zone or settings.time_zone))
    return joined("\n", (PLACES[whom.place], quiet, zone))


def _hours(text: str) -> tuple[int | None, int | None]:
    """The hours of "22-8", or of "22:00-08:00"; none of "none". Raises Refusal."""
    if text.strip().casefold() in ("none", "off", "-"):
        return None, None
    found = re.fullmatch(r"\s*(\d{1,2})(?::00)?\s*(?:-|–|to)\s*(\d{1,2})(?::00)?\s*", text)
    if found is None:
        raise Refusal("SETTING", said(NO_HOURS, word=text), fix=LIKE_THIS)
    return int(found[1]), int(found[2])


M = TypeVar("M", bound=BaseModel)


def checked(model: type[M], values: Mapping[str, object]) -> M:
    """Settings of these values. Raises Refusal."""
    try:
        return model.model_validate(values)
    except ValidationError as error:
        wrong = error.errors()[0]
        cause = wrong.get("ctx", {}).get("error")
        raise Refusal("SETTING", cause.why if isinstance(cause, BadSetting) else term(f"{wrong['msg']}.")) from error


def _role(identity: int, guild: discord.Guild | None) -> Text:
    there = guild is not None and guild.get_role(identity) is not None
    return term(f"<@&{identity}>") if there else LOST_ROLE


def _channel(identity: int | None, guild: discord.Guild | None) -> Text:
    if identity is None:
        return NOTHING
    there = guild is not None and guild.get_channel_or_thread(identity) is not None
    return place_named(identity) if there else LOST_CHANNEL


SET, TITLE, LOOK = T_("Set."), T_("Announcements"), T_("Look")
BRACES = N_("{words} is what is said; {game}, {who} and {date} may stand around it. Empty: the words alone.")
HOURS, HOW = T_("Hours"), T_("how they are written")
SAMPLE, SAMPLE_GAME = T_("Tomorrow we play an hour later."), T_("Twilight")
YOU_WROTE, LOOKS_LIKE = T_("You wrote:"), T_("**An announcement looks like this:**")
NOTHING_SET, NAME_ONE = T_("Nothing was set."), T_("Name a channel for `news` or for `troubles`.")
MAY_ALL = T_("I may do everything here that a game needs.")
NOT_THERE = T_("The commands of this server's games are not there.")
KEPT, TYPE_IT = T_("Nothing was deleted."), T_("To delete, type `forget me` as `sure`.")
FORGOTTEN = T_("Done: your seats are vacant and the record no longer names you.")


async def change(
    interaction: discord.Interaction[Any], service: Service, changes: Mapping[str, object], note: Text = NOTHING
) -> None:
    """Set something of a server, and tell the moderator who did it how it is set now. Raises Refusal."""
    await service.require_moderator(interaction)
    assert interaction.guild_id is not None
    before = await service.desk.store.settings(interaction.guild_id)
    after = checked(Settings, {**before.model_dump(), **changes})
    await service.desk.store.set_settings(interaction.guild_id, after)
    service.desk.transactions.posted.mend()
    await reply(interaction, joined("\n", filter(None, (SET, described(after, interaction.guild), note))))


class AnnouncementForm(OurForm):
    """Asks how announcements look in a server, and how hours are written in them."""

    template = re.compile(r"u1:announcements")

    def __init__(self, settings: Settings) -> None:
        super().__init__(title=TITLE, custom_id="u1:announcements")
        form: ui.TextInput[Any] = ui.TextInput(
            style=discord.TextStyle.paragraph,
            required=False,
            max_length=LONGEST_FORM,
            default=settings.form or None,
            placeholder="## {game}\n{words}\n-# {who}, {date}",
            custom_id="look",
        )
        about = BRACES(**{part: term(f"{{{part}}}") for part in PARTS})
        self.add_item(ui.Label(text=LOOK, description=about, component=form))
        hours: ui.RadioGroup[Any] = ui.RadioGroup(
            custom_id="times",
            options=[
                discord.RadioGroupOption(label=label, value=value, default=value == settings.times)
                for value, label in (("24", term("18:00")), ("12", PM(hour=6)))
            ],
        )
        self.add_item(ui.Label(text=HOURS, description=HOW, component=hours))

    @classmethod
    async def sent(cls, interaction: discord.Interaction[Any], match: re.Match[str], values: Mapping[str, str]) -> None:
        """Set them, and show what an announcement looks like then."""
        service: Service = interaction.client.service
        changes = {"form": values.get("look", "").strip(), "times": values.get("times", "24")}
        try:
            looks = checked(Settings, changes)
        except Refusal as refusal:
            wrote = joined("", (YOU_WROTE, quoted(changes["form"])))
            raise Refusal("SETTING", refusal.sentence, fix=wrote) from refusal
        sample = in_form(looks, SAMPLE_GAME, SAMPLE, person(interaction.user.id), service.desk.clock.now())
        await change(interaction, service, changes, joined("\n", (LOOKS_LIKE, recorded(sample))))


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
            raise Refusal("SETTING", NOTHING_SET, fix=NAME_ONE)
        await change(interaction, self.service, changes)

    @app_commands.command()
    @app_commands.describe(role="the role whose members are moderators of games; leave out for none")
    async def moderators(self, interaction: discord.Interaction[Any], role: discord.Role | None = None) -> None:
        """Set the role of moderators: kept by its id, so it may be renamed."""
        await change(
            interaction,
            self.service,
            {"moderator_roles": (role.id,) if role is not None else ()},
            SHOWN_TO if role is not None else NOTHING,
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
        lines = [hindered or MAY_ALL, *wishes(interaction.app_permissions)]
        unregistered: Text = await interaction.client.registration.register(interaction.guild_id)
        if unregistered:
            lines.append(spaced(NOT_THERE, unregistered))
        await reply(interaction, joined("\n", lines))

    @app_commands.command(name="forget-me")
    @app_commands.describe(sure="type 'forget me' to delete what is kept about you")
    async def forget_me(self, interaction: discord.Interaction[Any], sure: app_commands.Range[str, 1, 20]) -> None:
        """Delete what is kept about you: your seats become vacant, and the record no longer names you."""
        if sure.strip().casefold() != "forget me":
            raise Refusal("SETTING", KEPT, fix=TYPE_IT)
        await self.service.desk.record.forget(interaction.user.id)
        database, backup = self.service.desk.store.database.path, interaction.client.backup
        copies = await asyncio.to_thread(kept, database, backup) if backup is not None else ()
        await reply(interaction, spaced(FORGOTTEN, held_by(copies)))
