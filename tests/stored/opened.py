"""Databases that were stored by earlier commits, opened in a copy, and what stands in them.

`games` has games of the two oldest rulebooks as 0a372d3 stored them (`make.py` made it), `later` has games of the three
younger ones (`make_later.py`; the commit stands in `later.json`).
"""

from __future__ import annotations

import contextlib
import json
import lzma
import sqlite3
import tempfile
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from engine.clock import Instant
from engine.game import Audience, Ruleset, Said, Seat
from engine.record import Codec
from storage.database import connect
from storage.migrations import migrate
from storage.records import Fact

HERE = Path(__file__).parent
ROOT = HERE.parents[1]

FORMS: dict[str, Any] = json.loads((HERE / "forms.json").read_text(encoding="utf-8"))  # JSON of many shapes
LATER: dict[str, Any] = json.loads((HERE / "later.json").read_text(encoding="utf-8"))
FORMS_OF: dict[str, Any] = {name: FORMS[name] for name in ("gcw", "sunrise")} | {
    name: LATER[name] for name in ("eaw", "freedom", "d6")
}
"""By rulebook what its facts and orders were made of when they were first held to it."""

Told = tuple[str, int, str, str]
"""Words as they were told: the game's name, the fact's number, the hearer ("" for the public), and what it read."""


@cache
def _database(name: str) -> bytes:
    return lzma.decompress((HERE / f"{name}.db.xz").read_bytes())


def database(folder: Path, name: str = "games") -> Path:
    """A copy of a stored database."""
    path = folder / f"{name}.db"
    path.write_bytes(_database(name))
    return path


@cache
def _up_to_date(name: str) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = database(Path(folder), name)
        with contextlib.closing(connect(path)) as connection:
            migrate(connection, path)
        return path.read_bytes()


def up_to_date(folder: Path, name: str = "games") -> Path:
    """A copy of a stored database as this Umpire brings it up to date when it is opened."""
    path = folder / f"{name}.db"
    path.write_bytes(_up_to_date(name))
    return path


def told_then() -> list[Told]:
    """All words that were told of the stored facts at 0a372d3."""
    text = lzma.decompress((HERE / "told.jsonl.xz").read_bytes()).decode()
    return [tuple(json.loads(line)) for line in text.splitlines()]


def told_now(
    rules: Ruleset[Any], codec: Codec[Any], name: str, facts: Sequence[Fact], seats: Sequence[str]
) -> Iterator[Told]:
    """The words that are told of the same facts today, each by what its hearers knew then."""
    hearers: list[Seat | None] = [None, *(Seat(seat) for seat in seats)]
    known = {hearer: rules.state() for hearer in hearers}
    for fact in facts:
        said = Said(Instant(fact.at), Audience.parse(fact.audience), codec.fact(fact.body))
        for hearer in hearers:
            if said.to.includes(hearer):
                known[hearer] = said.fact.evolve(known[hearer])
                news = rules.tell(known[hearer], said, hearer)
                if news is not None:
                    yield name, fact.n, hearer or "", news.text


KEPT = {
    "pack": "rulebook, version, digest, files",
    "secret": "game, secret",
    "command": "game, n, kind, at, wall, user, seat, body, refusal",
    "receipt": "interaction, game, wall, answer",
    "outbox": "id, guild, game, target, body, nonce",
    "shelf": "user, rulebook, name, lines",
}
"""By table the columns that are written once and never again; those of facts, which are many, stand in `_FACTS`."""

_FACTS = """
    SELECT count(*) FROM stored.fact AS old LEFT JOIN main.fact AS new USING (game, n)
    WHERE (old.command, old.at, old.audience, old.body, old.chain)
        IS NOT (new.command, new.at, new.audience, new.body, new.chain)
"""


def lost(path: Path) -> dict[str, int]:
    """Numbers of rows of what was stored then that are not in a copy of that name as they were, by table."""
    with tempfile.TemporaryDirectory() as folder, sqlite3.connect(path) as connection:
        connection.execute("ATTACH ? AS stored", (str(database(Path(folder), path.stem)),))
        found = {
            table: connection.execute(
                f"SELECT count(*) FROM (SELECT {columns} FROM stored.{table} EXCEPT SELECT {columns} FROM main.{table})"
            ).fetchone()[0]
            for table, columns in KEPT.items()
        }
        found["fact"] = connection.execute(_FACTS).fetchone()[0]
        found["snapshot"] = connection.execute(
            "SELECT count(*) FROM stored.snapshot AS old JOIN main.snapshot AS new USING (game, whose, command)"
            " WHERE (old.fact, old.state) != (new.fact, new.state)"
        ).fetchone()[0]
    connection.close()
    return {table: count for table, count in found.items() if count}
