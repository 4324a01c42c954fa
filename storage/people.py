"""Settings that a person has made for themselves: where reminders reach them, and when they want none."""

from __future__ import annotations

import datetime
import sqlite3
from typing import Literal, Self
from zoneinfo import ZoneInfo

from pydantic import BaseModel, ConfigDict, Field, model_validator

from engine.text.message import T_
from storage.guilds import BadSetting, Zone

HALF_QUIET = T_("Quiet hours need an hour from which and a later one until which, such as 22-8.")


class Person(BaseModel):
    """Place where a person is reminded, and the hours of the day in which they are not, in their time zone.

    `place`: the thread of their seat, a direct message, the game's channel (where everybody may know it), or nowhere.
    `time_zone` "": the server's.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    place: Literal["thread", "direct", "channel", "off"] = "thread"
    quiet_from: int | None = Field(None, ge=0, le=23)
    quiet_to: int | None = Field(None, ge=0, le=23)
    time_zone: Zone | Literal[""] = ""

    @model_validator(mode="after")
    def _whole(self) -> Self:
        if (self.quiet_from is None) != (self.quiet_to is None) or (
            self.quiet_from is not None and self.quiet_from == self.quiet_to
        ):
            raise BadSetting(HALF_QUIET)
        return self

    def quiet(self, wall: int, zone: ZoneInfo) -> tuple[int, int] | None:
        """The quiet hours that a wall time falls into: from when until when; None where it falls into none.

        `zone` is that of who has set none.
        """
        if self.quiet_from is None or self.quiet_to is None:
            return None
        here = ZoneInfo(self.time_zone) if self.time_zone else zone
        today = datetime.datetime.fromtimestamp(wall, here).date()
        for day in (today - datetime.timedelta(days=1), today):
            end = day + datetime.timedelta(days=self.quiet_to < self.quiet_from)
            begins = int(datetime.datetime.combine(day, datetime.time(self.quiet_from), here).timestamp())
            ends = int(datetime.datetime.combine(end, datetime.time(self.quiet_to), here).timestamp())
            if begins <= wall < ends:
                return begins, ends
        return None


def person(connection: sqlite3.Connection, user: int) -> Person:
    """Settings that somebody has made; the defaults where they have made none."""
    row = connection.execute("SELECT settings FROM person WHERE user = ?", (user,)).fetchone()
    return Person() if row is None else Person.model_validate_json(row[0])


def set_person(connection: sqlite3.Connection, user: int, settings: Person) -> None:
    """Keep what somebody has set."""
    connection.execute(
        "INSERT INTO person VALUES (?, ?) ON CONFLICT DO UPDATE SET settings = excluded.settings",
        (user, settings.model_dump_json()),
    )
