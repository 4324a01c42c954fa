"""The settings of one installation: read from a TOML file and the environment, or refused in one sentence."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, SecretStr, ValidationError

from bot.game.daily_copies import Backup
from bot.game.rulebook_list import PACKS
from engine.pack.positions import line_at, positions

TOKEN_VARIABLE = "UMPIRE_TOKEN"

Snowflake = Annotated[int, Field(ge=1, lt=2**63)]


class ConfigTrouble(Exception):
    """The settings cannot be used; the message is one sentence for whoever runs the bot."""


class Database(BaseModel):
    """The file that the games are kept in."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    path: Path = Path("data/umpire.db")


class Config(BaseModel):
    """All settings. Relative paths are relative to the folder of the settings file."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    token: SecretStr
    owner_ids: tuple[Snowflake, ...] = ()
    packs: Path = PACKS
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    development_guild: Snowflake | None = None
    database: Database = Field(default_factory=Database)
    backup: Backup = Field(default_factory=Backup)


def load(path: Path, environment: Mapping[str, str] = os.environ) -> Config:
    """The settings of a file, with a token: Discord can be called with them. Refused as `settings` refuses, and where
    there is no token.
    """
    config = settings(path, environment)
    if not config.token.get_secret_value().strip():
        raise ConfigTrouble(f"There is no token: set {TOKEN_VARIABLE}, or `token` in {path}.")
    return config


def settings(path: Path, environment: Mapping[str, str] = os.environ) -> Config:
    """The settings of a file, perhaps without a token; that of the environment goes before the file's.

    Refused with a sentence: no such file, not readable, not TOML, a field that is unknown or has a wrong value (with
    its line).
    """
    text = _read(path)
    try:
        fields = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigTrouble(f"{path} is not valid TOML: {error}.") from error
    token = environment.get(TOKEN_VARIABLE, "").strip() or fields.get("token", "")
    try:
        config = Config.model_validate({**fields, "token": token})
    except ValidationError as error:
        raise ConfigTrouble(_fault(path, text, error)) from error
    home = path.parent
    return config.model_copy(
        update={
            "packs": home / config.packs,
            "database": Database(path=home / config.database.path),
            "backup": config.backup.model_copy(update={"folder": home / config.backup.folder}),
        }
    )


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise ConfigTrouble(f"There is no settings file {path}: copy config.example.toml to it.") from error
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigTrouble(f"The settings file {path} cannot be read: {error}.") from error


def _fault(path: Path, text: str, error: ValidationError) -> str:
    """The first fault with file, line and field; the value is not repeated, for it may be a secret."""
    fault = error.errors(include_url=False, include_input=False)[0]
    field = ".".join(str(part) for part in fault["loc"])
    line = line_at(positions(text), fault["loc"])
    if fault["type"] == "extra_forbidden":
        return f"{path}, line {line}: there is no setting `{field}`."
    return f"{path}, line {line}: `{field}`: {fault['msg']}."
