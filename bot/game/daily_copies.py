"""Daily copies of the database: how they are set, made and thinned out."""

from __future__ import annotations

import contextlib
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field

from storage.files.backup import backup


class Backup(BaseModel):
    """The daily copy of the database: its folder, the hour in UTC, how many are kept."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    folder: Path = Path("data/backups")
    hour: int = Field(default=4, ge=0, le=23)
    keep: int = Field(default=14, ge=1, le=3650)


def copy(database: Path, copies: Backup, today: str) -> Path:
    """Copy the database and check it by reading it back; remove the oldest copies."""
    copies.folder.mkdir(parents=True, exist_ok=True)
    target = copies.folder / f"{database.stem}-{today}.db"
    backup(database, target)
    for old in sorted(copies.folder.glob(f"{database.stem}-*.db"))[: -copies.keep]:
        with contextlib.suppress(FileNotFoundError):
            old.unlink()
    return target
