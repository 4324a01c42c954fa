"""A server made ready for games: its channels, role, hour and time zone, and what the bot lacks in which of them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import TypeVar

import aiohttp
import discord
import msgspec

from bot.render.mentions import place_named
from bot.ui.permissions import hindrances
from engine.text.message import N_, OR, T_, Text, listed, name, term
from storage.guilds import Settings

T = TypeVar("T")

CAMPAIGN, DESK, ROLE = "campaign", "game-masters", "Game master"
"""What is made where nothing is named."""

TOPIC = T_("What everybody hears of the game that is played here. Your own orders and news are in your thread.")

MAKES = {"manage_channels": T_("make channels"), "manage_roles": T_("make roles")}
"""What making takes beside what games need, by the name of the permission."""

LACKING = N_("I may not {deeds} in this server: name what there is, or let me.")
MADE, NOT_MADE = N_("Made: {what}."), N_("Discord does not let me make {what} ({why}).")
THE_ROLE = N_("the role {role}")
SEE, WRITE = T_("see it"), T_("write there")
HINDERED, MAY_NOT = N_("{channel}: {why}"), N_("{channel}: I may not {deeds}.")


class Wanted(msgspec.Struct, frozen=True):
    """Things that a moderator names; None is left as it is, or made where `make` says so."""

    campaign: discord.TextChannel | None = None
    desk: discord.TextChannel | None = None
    role: discord.Role | None = None
    make: bool = False


class Made(msgspec.Struct):
    """Things that a server has for games afterwards, and what is to be said of it, line by line."""

    campaign: discord.TextChannel | None
    desk: discord.TextChannel | None
    role: discord.Role | None
    told: list[Text]


async def make_ready(guild: discord.Guild, here: object, wanted: Wanted) -> Made:
    """Find or make the channels and the role. What has the name of a thing to be made already is taken for it.

    `here` is the channel where that was asked: the campaign's, where none is named or made.
    """
    made = Made(wanted.campaign, wanted.desk, wanted.role, [])
    if not wanted.make:
        if made.campaign is None and isinstance(here, discord.TextChannel):
            made.campaign = here
        return made
    held = guild.me.guild_permissions
    lacking = listed(words for right, words in MAKES.items() if not getattr(held, right))
    if lacking:
        made.told.append(LACKING(deeds=lacking))
    if made.role is None:
        made.role = discord.utils.get(guild.roles, name=ROLE) or await _tried(
            made,
            held.manage_roles,
            THE_ROLE(role=term(ROLE)),
            lambda: guild.create_role(name=ROLE, reason=REASON),
        )
    if made.campaign is None:
        made.campaign = discord.utils.get(guild.text_channels, name=CAMPAIGN) or await _tried(
            made,
            held.manage_channels,
            term(f"#{CAMPAIGN}"),
            lambda: guild.create_text_channel(CAMPAIGN, topic=TOPIC, reason=REASON),
        )
    if made.desk is None:
        seen, hidden = discord.PermissionOverwrite(view_channel=True), discord.PermissionOverwrite(view_channel=False)
        closed: dict[discord.Role | discord.Member | discord.Object, discord.PermissionOverwrite] = {
            guild.default_role: hidden,
            guild.me: seen,
        }
        if made.role is not None:
            closed[made.role] = seen
        made.desk = discord.utils.get(guild.text_channels, name=DESK) or await _tried(
            made,
            held.manage_channels,
            term(f"#{DESK}"),
            lambda: guild.create_text_channel(DESK, overwrites=closed, reason=REASON),
        )
    return made


REASON = T_("set up by /start server")


async def _tried(made: Made, allowed: bool, what: Text, work: Callable[[], Awaitable[T]]) -> T | None:
    """Make something, if it may be made; None, and a line about it, where Discord refuses."""
    if not allowed:
        return None
    try:
        thing = await work()
    except (discord.HTTPException, aiohttp.ClientError) as refused:
        made.told.append(NOT_MADE(what=what, why=name(str(refused))))
        return None
    made.told.append(MADE(what=what))
    return thing


def when(zone: str | None, hour: int | None) -> dict[str, object]:
    """The settings of a time zone and an hour; of what is None there is nothing said."""
    return _given({"time_zone": zone, "daily_hour": hour})


def places(made: Made) -> dict[str, object]:
    """The settings of channels and the role, as far as there are some."""
    campaign, desk = (None if channel is None else channel.id for channel in (made.campaign, made.desk))
    roles = None if made.role is None else (made.role.id,)
    return _given({"news_channel": campaign, "moderator_channel": desk, "moderator_roles": roles})


def _given(settings: Mapping[str, object]) -> dict[str, object]:
    assert settings.keys() <= Settings.model_fields.keys()
    return {name: value for name, value in settings.items() if value is not None}


def troubles(guild: discord.Guild, made: Made) -> list[Text]:
    """Lines for what the bot lacks, and in which channel."""
    found = []
    if made.campaign is not None:
        hindered = hindrances(made.campaign, made.campaign.permissions_for(guild.me))
        found += [HINDERED(channel=place_named(made.campaign.id), why=hindered)] if hindered else []
    if made.desk is not None:
        held = made.desk.permissions_for(guild.me)
        rights = (held.view_channel, SEE), (held.send_messages, WRITE)
        lacking = listed((words for right, words in rights if not right), OR)
        found += [MAY_NOT(channel=place_named(made.desk.id), deeds=lacking)] if lacking else []
    return found
