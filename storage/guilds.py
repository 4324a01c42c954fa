"""Settings of a guild, places of its games, and what is remembered of it."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Mapping
from typing import Annotated, Literal
from zoneinfo import ZoneInfo, available_timezones

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from engine.text.message import N_, T_, Text, did_you_mean, joined, name, said, spaced, term
from storage.records import Place

NO_ZONE, NAMED_LIKE = N_("{word} is no time zone."), T_("They are named like Europe/Berlin.")
NO_PART = N_("{word} is no part of an announcement. Its parts are {parts}.")
WORDS_ONCE = N_("An announcement has its {words} once, not {count} times.")
AM, PM = N_("{hour} am"), N_("{hour} pm")


class BadSetting(ValueError):
    """A setting that cannot be; `why` is the sentence for who made it."""

    def __init__(self, why: Text) -> None:
        super().__init__(why)
        self.why = why


def _zone(zone: str) -> str:
    if zone not in available_timezones():
        hint = did_you_mean(zone, available_timezones()) or NAMED_LIKE
        raise BadSetting(spaced(NO_ZONE(word=name(zone)), hint))
    return zone


Zone = Annotated[str, AfterValidator(_zone)]
"""The name of a time zone ("Europe/Berlin")."""

PARTS = ("words", "game", "who", "date")
"""What the form of an announcement may hold in braces: what is said, of which game, by whom, on which day."""

LONGEST_FORM = 1000
"""Characters of the form of an announcement."""

_PART = re.compile(r"\{([^{}]*)\}")


def _form(text: str) -> str:
    for part in _PART.findall(text):
        if part not in PARTS:
            there = joined(", ", (term(f"{{{field}}}") for field in PARTS))
            raise BadSetting(said(NO_PART, word=part, parts=there))
    if text and text.count("{words}") != 1:
        raise BadSetting(WORDS_ONCE(words=term("{words}"), count=text.count("{words}")))
    return text


BRIEF_HOUR = 18
"""Hour of the daily announcement where nobody has set one."""


class Settings(BaseModel):
    """Settings that the moderators of a guild have made. Ids are Discord's; None and empty mean "not set"."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    news_channel: int | None = Field(None, description="where games announce what everybody hears")
    moderator_channel: int | None = Field(None, description="where the bot tells moderators what it could not do")
    moderator_roles: tuple[int, ...] = Field((), description="roles whose members are moderators of games")
    time_zone: Zone = Field("UTC", description="the zone of the daily hour")
    daily_hour: int | None = Field(BRIEF_HOUR, ge=0, le=23, description="hour of the daily announcement, 0 to 23")
    times: Literal["24", "12"] = Field("24", description="how hours are written where Discord does not write them")
    form: Annotated[str, AfterValidator(_form)] = Field(
        "", max_length=LONGEST_FORM, description="how announcements look, with their parts in braces; empty: the words"
    )

    def zone(self) -> ZoneInfo:
        """The guild's time zone."""
        return ZoneInfo(self.time_zone)

    def announced(self, parts: Mapping[str, str]) -> str:
        """An announcement of these parts, one for each of `PARTS`, in the form of this guild."""
        return _PART.sub(lambda found: parts[found[1]], self.form or "{words}")

    def hour_text(self, hour: int) -> Text:
        """An hour of the day as this guild writes it: "18:00" or "6 pm"."""
        if self.times == "24":
            return term(f"{hour:02}:00")
        return (AM if hour < 12 else PM)(hour=(hour + 11) % 12 + 1)


def settings_of(connection: sqlite3.Connection, guild: int) -> Settings:
    """Settings of a guild; the defaults where it has set nothing."""
    row = connection.execute("SELECT settings FROM guild WHERE id = ?", (guild,)).fetchone()
    return Settings() if row is None else Settings.model_validate_json(row[0])


def set_settings(connection: sqlite3.Connection, guild: int, settings: Settings) -> None:
    """Keep what a guild has set."""
    connection.execute(
        "INSERT INTO guild VALUES (?, ?) ON CONFLICT DO UPDATE SET settings = excluded.settings",
        (guild, settings.model_dump_json()),
    )


def all_settings(connection: sqlite3.Connection) -> dict[int, Settings]:
    """Every guild that has a game or has set something, and its settings."""
    guilds = [int(row[0]) for row in connection.execute("SELECT id FROM guild UNION SELECT guild FROM game")]
    return {guild: settings_of(connection, guild) for guild in sorted(guilds)}


def place_of(connection: sqlite3.Connection, game: int, topic: str) -> Place | None:
    """The channel, thread or message of a topic of a game."""
    row = connection.execute(
        "SELECT game, topic, channel, message FROM place WHERE game = ? AND topic = ?", (game, topic)
    ).fetchone()
    return None if row is None else Place(*row)


def places_of(connection: sqlite3.Connection, game: int) -> tuple[Place, ...]:
    """Everything that was made on Discord for a game."""
    rows = connection.execute("SELECT game, topic, channel, message FROM place WHERE game = ? ORDER BY topic", (game,))
    return tuple(Place(*row) for row in rows)


def game_at(connection: sqlite3.Connection, channel: int) -> tuple[Place, ...]:
    """The places that are in a channel or thread: which game, and what of it, is talked of there."""
    rows = connection.execute("SELECT game, topic, channel, message FROM place WHERE channel = ?", (channel,))
    return tuple(Place(*row) for row in rows)


def set_place(connection: sqlite3.Connection, place: Place) -> None:
    """Remember where a topic of a game is."""
    connection.execute(
        "INSERT INTO place VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET channel = excluded.channel,"
        " message = excluded.message",
        (place.game, place.topic, place.channel, place.message),
    )


def drop_place(connection: sqlite3.Connection, game: int, topic: str, channel: int | None = None) -> None:
    """Forget a place that is gone; with a channel, only where it is that one still."""
    connection.execute(
        "DELETE FROM place WHERE game = ? AND topic = ? AND channel = ifnull(?, channel)", (game, topic, channel)
    )


def move(connection: sqlite3.Connection, game: int, channel: int) -> None:
    """Give a game another channel; what was made for it in the one before is forgotten."""
    connection.execute("DELETE FROM place WHERE game = ?", (game,))
    set_place(connection, Place(game, "", channel))


def memo(connection: sqlite3.Connection, name: str) -> str | None:
    """Something remembered across restarts."""
    row = connection.execute("SELECT value FROM memo WHERE name = ?", (name,)).fetchone()
    return None if row is None else str(row[0])


def remember(connection: sqlite3.Connection, name: str, value: str) -> None:
    """Remember something across restarts."""
    connection.execute("INSERT INTO memo VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value", (name, value))


def rulebooks_played(connection: sqlite3.Connection) -> dict[int, tuple[str, ...]]:
    """The rulebooks of each guild's games, ended ones too: whose commands it has. Direct conversations have none."""
    played: dict[int, list[str]] = {}
    for guild, rulebook in connection.execute(
        "SELECT DISTINCT guild, rulebook FROM game WHERE guild > 0 ORDER BY guild, rulebook"
    ):
        played.setdefault(int(guild), []).append(str(rulebook))
    return {guild: tuple(names) for guild, names in played.items()}
