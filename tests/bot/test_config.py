"""Settings: read whole, or refused in one sentence that names the file, the line and the field."""

from pathlib import Path

import pytest

from bot.game.rulebook_list import PACKS
from bot.start.config import ConfigTrouble, load, settings
from bot.start.exit_codes import Exit

EXAMPLE = Path(__file__).parents[2] / "config.example.toml"


def written(folder: Path, text: str) -> Path:
    path = folder / "config.toml"
    path.write_text(text, encoding="utf-8")
    return path


def trouble(path: Path, environment: dict[str, str] | None = None) -> str:
    with pytest.raises(ConfigTrouble) as caught:
        load(path, environment or {})
    return str(caught.value).replace(str(path), "config.toml")


def test_the_example_is_complete_but_for_the_token(tmp_path: Path) -> None:
    path = written(tmp_path, EXAMPLE.read_text(encoding="utf-8"))
    assert trouble(path) == "There is no token: set UMPIRE_TOKEN, or `token` in config.toml."
    config = load(path, {"UMPIRE_TOKEN": "abc"})
    assert config.token.get_secret_value() == "abc"
    assert config.database.path == tmp_path / "data/umpire.db"
    assert config.packs == PACKS
    assert (config.backup.hour, config.backup.keep) == (4, 14)


def test_what_needs_no_discord_needs_no_token(tmp_path: Path) -> None:
    path = written(tmp_path, '[database]\npath = "games.db"')
    assert settings(path, {}).database.path == tmp_path / "games.db"
    with pytest.raises(ConfigTrouble, match="There is no token"):
        load(path, {})


def test_a_short_file_gets_the_values_of_the_example(tmp_path: Path) -> None:
    short = load(written(tmp_path, 'token = "abc"'), {})
    whole = load(written(tmp_path, EXAMPLE.read_text(encoding="utf-8")), {"UMPIRE_TOKEN": "abc"})
    assert short == whole


def test_the_token_of_the_environment_goes_before_the_files(tmp_path: Path) -> None:
    path = written(tmp_path, 'token = "from the file"')
    assert load(path, {"UMPIRE_TOKEN": "from outside"}).token.get_secret_value() == "from outside"
    assert load(path, {"UMPIRE_TOKEN": " "}).token.get_secret_value() == "from the file"


def test_an_absolute_path_stays(tmp_path: Path) -> None:
    place = tmp_path / "elsewhere" / "games.db"
    config = load(written(tmp_path, f'token = "abc"\n[database]\npath = "{place.as_posix()}"'), {})
    assert config.database.path == place


def test_no_file(tmp_path: Path) -> None:
    told = trouble(tmp_path / "none.toml")
    assert told.startswith("There is no settings file")
    assert told.endswith("copy config.example.toml to it.")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('token = "x"\nlog_level = "LOUD"', "config.toml, line 2: `log_level`: Input should be 'DEBUG',"),
        ('token = "x"\n\n[backup]\nhour = 24', "config.toml, line 4: `backup.hour`: Input should be less than"),
        ('token = "x"\n[backup]\nfolders = "y"', "config.toml, line 3: there is no setting `backup.folders`."),
        ('token = "x"\nowner_ids = [\n  1,\n  "me",\n]', "config.toml, line 4: `owner_ids.1`: Input should be a valid"),
        ("token = 5", "config.toml, line 1: `token`: Input should be a valid string."),
        ("token = [", "config.toml is not valid TOML: Invalid value (at end of document)."),
        ("", "There is no token:"),
    ],
)
def test_a_bad_field_is_told_with_its_line(tmp_path: Path, text: str, told: str) -> None:
    assert trouble(written(tmp_path, text)).startswith(told)


def test_a_token_never_stands_in_a_message_or_a_representation(tmp_path: Path) -> None:
    path = written(tmp_path, 'token = ["hunter2"]')
    assert "hunter2" not in trouble(path)
    assert "hunter2" not in repr(load(written(tmp_path, 'token = "hunter2"'), {}))


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_bytes(b"\xff\xfe\x00")
    assert trouble(path).startswith("The settings file config.toml cannot be read:")


def test_exit_codes_are_a_promise() -> None:
    assert {code.name: int(code) for code in Exit} == {
        "OK": 0,
        "BUG": 1,
        "USAGE": 2,
        "CONFIG": 3,
        "TOKEN": 4,
        "LOCKED": 5,
        "NEWER": 6,
        "DISK_FULL": 7,
        "PACK": 8,
        "UNREACHABLE": 9,
        "DAMAGED": 10,
        "SHARDS": 11,
        "INTENTS": 12,
        "FORBIDDEN": 13,
    }
