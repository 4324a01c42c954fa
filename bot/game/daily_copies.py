"""Copies of the database: how the daily ones are set and made, and until when each copy that there is will be kept."""

from __future__ import annotations

import contextlib
import datetime
from collections.abc import Sequence
from pathlib import Path

import msgspec
from pydantic import BaseModel, ConfigDict, Field

from engine.text.message import N_, NOTHING, Text, code, joined, term
from storage.files.backup import LOGS, backup

UNTIL = N_("{file} until {day}")
HELD = N_(
    "Copies of the database from before hold it until they are deleted: {copies}. Whoever runs the bot can take it out "
    "of them sooner."
)
HELD_BY_MANY = N_(
    "Copies of the database from before hold it until they are deleted: {copies}, and {count} more, the last until "
    "{day}. Whoever runs the bot can take it out of them sooner."
)


class Backup(BaseModel):
    """The daily copy of the database: its folder, the hour in UTC, for how many days each copy is kept."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    folder: Path = Path("data/backups")
    hour: int = Field(default=4, ge=0, le=23)
    keep: int = Field(default=14, ge=1, le=3650)


class Copy(msgspec.Struct, frozen=True):
    """A copy of the database, and the day (UTC) on which the daily work deletes it."""

    path: Path
    until: datetime.date

    @property
    def words(self) -> Text:
        """Its name, and until when it is kept."""
        return UNTIL(file=code(self.path.name), day=term(self.until.isoformat()))


def kept(database: Path, copies: Backup) -> Sequence[Copy]:
    """The copies there are, those first that go first: the daily ones, and what an update or a restore left beside the
    database.
    """
    days = datetime.timedelta(days=copies.keep)
    found = [
        Copy(path, made + days)
        for path in copies.folder.glob(f"{database.stem}-*.db")
        if (made := _day(path.stem.removeprefix(f"{database.stem}-"))) is not None
    ]
    for path in database.parent.glob(f"{database.name}.before-*"):
        if not path.name.endswith((*LOGS, ".partial")):
            made = datetime.datetime.fromtimestamp(path.stat().st_mtime, datetime.UTC).date()
            found.append(Copy(path, made + days))
    return sorted(found, key=lambda copy: (copy.until, copy.path))


def _day(text: str) -> datetime.date | None:
    try:
        return datetime.date.fromisoformat(text)
    except ValueError:
        return None


def copy(database: Path, copies: Backup, today: str) -> Path:
    """Copy the database and check it by reading it back; then delete the copies whose day has come."""
    copies.folder.mkdir(parents=True, exist_ok=True)
    target = copies.folder / f"{database.stem}-{today}.db"
    backup(database, target)
    for old in kept(database, copies):
        if old.until <= datetime.date.fromisoformat(today):
            for ending in ("", *LOGS):
                with contextlib.suppress(FileNotFoundError):
                    old.path.with_name(f"{old.path.name}{ending}").unlink()
    return target


MOST_NAMED = 20
"""Copies that an answer names one by one."""


def held_by(copies: Sequence[Copy]) -> Text:
    """The sentence for somebody who was forgotten: which copies still hold what was kept of them, and how long."""
    if not copies:
        return NOTHING
    named, more = joined(", ", (copy.words for copy in copies[:MOST_NAMED])), len(copies) - MOST_NAMED
    if more <= 0:
        return HELD(copies=named)
    return HELD_BY_MANY(copies=named, count=more, day=term(copies[-1].until.isoformat()))
