# mypy: ignore-errors
# It was run once, at the commit that `later.json` names, and speaks to the code of that commit.
"""Makes the database of `later.db.xz` and the list of `later.json`: what the three younger rulebooks stored then.

    PYTHONPATH=. .venv/bin/python tests/stored/make_later.py tests/stored COMMIT

Every fourth of the played examples and all golden ones, and a random game of each rulebook, are given to the desk as
players would. Nothing here is to be run again: what it made is compared with, for ever.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import lzma
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

import bot.game.desk.lobby
from bot.clock import Clock
from bot.game.desk.desk import Desk
from bot.game.desk.lobby import NewGame
from bot.offline.parallel_games import opening, setups
from engine.clock import Instant
from engine.game import MODERATOR, Refusal, Ruleset, Seat, Setup
from engine.orders import Order
from engine.played.checks import Length
from engine.played.fuzz import BEGINS, play_game
from engine.played.script import moved, read
from engine.played.transcript import Rehearsal
from engine.record import Codec
from engine.text.lines import parse, to_text
from storage.store import Store
from tests.rulebooks import delivered

GUILD, CHANNEL, GM = 900, 9000, 1
USERS = {"red": 11, "blue": 12, "green": 13, "gold": 14, "violet": 15, "cyan": 16}
RULEBOOKS = ("eaw", "freedom", "d6")
ROOT = Path(__file__).parents[2]


def secret(name: str) -> bytes:
    return hashlib.sha256(f"stored {name}".encode()).digest()


class Kept:
    """One stored body of each kind of fact, and lines of each order with what they are read as, of one rulebook."""

    def __init__(self, rules: Ruleset[Any]) -> None:
        self.rules, self.codec = rules, Codec(rules)
        self.examples: dict[str, str] = {}
        self.lines: dict[str, dict[tuple[str, ...], tuple[str, str]]] = {}

    def fact(self, fact: Any) -> None:
        self.examples.setdefault(fact.__struct_config__.tag, self.codec.fact_bytes(fact).decode())

    def line(self, line: str, order: Order) -> None:
        given = tuple(sorted(order.model_fields_set))
        self.lines.setdefault(order.path, {}).setdefault(given, (line, self.codec.order_text(order)))

    def forms(self) -> dict[str, Any]:
        rules = self.rules
        return {
            "version": rules.version,
            "facts": {
                str(kind.__struct_config__.tag): [field.encode_name for field in msgspec.structs.fields(kind)]
                for kind in rules.facts
            },
            "orders": {
                kind.path: {
                    "moderator": kind.moderator,
                    "fields": {
                        field: {"required": info.is_required(), "default": None if info.is_required() else info.default}
                        for field, info in kind.model_fields.items()
                    },
                }
                for kind in rules.orders
            },
            "examples": self.examples,
            "lines": {path: list(kept.values())[:6] for path, kept in self.lines.items()},
        }


class Made:
    """The database that is made, under a desk and a clock that only this script moves."""

    def __init__(self, store: Store) -> None:
        self.at = int(BEGINS)
        self.desk = Desk(store, delivered(), Clock(wall=lambda: self.at))

    async def opened(self, rulebook: str, name: str, setup: Setup, at: int) -> int:
        bot.game.desk.lobby.secrets.token_bytes = lambda _size: secret(name)
        self.at = int(at)
        desk, wanted = self.desk, NewGame(rulebook, name, dict(setup.options))
        game = await desk.lobby.create(wanted, guild=GUILD, channel=CHANNEL, user=GM)
        for seat in setup.seats:
            assert (await desk.lobby.join(game.id, USERS[seat], seat)).refusal is None
        reply = await desk.lobby.start(game.id, GM)
        assert reply.refusal is None, (name, reply)
        return game.id

    async def give(self, game: int, seat: str, order: Order) -> None:
        user = GM if seat == MODERATOR else USERS[seat]
        await self.desk.orders.submit(game, Seat(seat), order, user=user)

    async def played(self, path: Path, kept: Kept) -> None:
        """A played example with the dice of its own secret: what comes out otherwise is refused, and stands so."""
        transcript = read(path.read_text(encoding="utf-8"), path.name)
        now: Instant | None = None
        game = 0
        for step in transcript.steps:
            if step.kind == "clock":
                now = moved(now or Instant(0), step.text)
                if not game:
                    game = await self.opened(
                        transcript.rulebook, f"{path.stem} of {transcript.rulebook}"[:40], transcript.setup, now
                    )
                self.at = int(now)
                await self.desk.transactions.tick(game)
            elif step.kind == "order":
                try:
                    order = parse(step.text, [o for o in kept.rules.orders if o.moderator == (step.who == MODERATOR)])
                except Refusal:
                    continue
                await self.give(game, step.who, order)

    async def random(self, kept: Kept, number: int) -> None:
        """A random game, moves of which the fuzzer found."""
        ways = setups(kept.rules)
        found = play_game(
            kept.rules, ways, 9, number, length=Length(120), opening=lambda setup: opening(kept.rules, setup)
        )
        setup = ways[number % len(ways)]
        seats = tuple(sorted(setup.seats))
        game = await self.opened(
            kept.rules.name,
            f"Random {number} of {kept.rules.name}",
            Setup(setup.name, seats, setup.options),
            int(BEGINS),
        )
        for move in found.moves:
            self.at = int(move.at)
            await self.desk.transactions.tick(game)
            if move.order is not None:
                kept.line(to_text(move.order, kept.rules.orders), move.order)
                await self.give(game, move.seat, move.order)


def rehearsed(kept: Kept) -> None:
    """Keep what the played examples say and order, with the dice that they script."""
    for path in examples(kept.rules.name):
        transcript = read(path.read_text(encoding="utf-8"), path.name)
        table = Rehearsal(kept.rules, transcript.setup)
        for step in transcript.steps:
            for one in table.do(step).said:
                kept.fact(one.fact)
            if step.kind == "order":
                try:
                    kept.line(step.text, parse(step.text, kept.rules.orders))
                except Refusal:
                    continue


def synthesised(kept: Kept) -> None:
    """Keep a line of each order that nobody gave in all that."""
    for kind in kept.rules.orders:
        if kind.path in kept.lines:
            continue
        given = {}
        for field, info in kind.model_fields.items():
            values = getattr(info.annotation, "__args__", None)
            given[field] = values[0] if values and isinstance(values[0], str) else 3 if info.annotation is int else "T3"
        for fields in (given, {f: v for f, v in given.items() if kind.model_fields[f].is_required()}):
            try:
                order = kind.model_validate(fields)
            except ValueError as error:
                print("no line", kind.path, fields, error)
                continue
            line = to_text(order, kept.rules.orders)
            assert parse(line, kept.rules.orders) == order, line
            kept.line(line, order)


def examples(rulebook: str) -> Iterator[Path]:
    yield from sorted((ROOT / "tests" / "play" / rulebook).glob("**/*.play"))


async def main(target: Path, commit: str) -> None:
    found: dict[str, Any] = {"commit": commit}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.db"
        store = await Store.open(path)
        made = Made(store)
        for name in RULEBOOKS:
            kept = Kept(delivered().current(name))
            rehearsed(kept)
            for number, example in enumerate(examples(name)):
                if number % 4 == 0 or example.stem.startswith("golden"):
                    await made.played(example, kept)
            await made.random(kept, 1)
            for row in await store.games(ended=True):
                if row.rulebook == name:
                    assert await made.desk.record.verify(row.id) is None, row.name
                    for fact in await store.facts(row.id):
                        kept.fact(kept.codec.fact(fact.body))
                    print(row.id, row.name, row.status, row.facts)
            synthesised(kept)
            found[name] = kept.forms()
            print(name, "facts without example:", sorted(found[name]["facts"].keys() - kept.examples.keys()))
            print(name, "orders without line:", sorted(found[name]["orders"].keys() - kept.lines.keys()))
        await store.close()
        with sqlite3.connect(path) as connection:
            connection.execute("PRAGMA journal_mode = DELETE")
            connection.execute("VACUUM")
        connection.close()
        data = path.read_bytes()
    (target / "later.db.xz").write_bytes(lzma.compress(data, preset=9 | lzma.PRESET_EXTREME))
    (target / "later.json").write_text(
        json.dumps(found, indent=1, sort_keys=True, default=str) + "\n", encoding="utf-8"
    )
    print(len(data))


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), sys.argv[2]))
