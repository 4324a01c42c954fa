"""What the command line does without Discord: played examples, random games, coverage, copies, moved games."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from bot.clock import Clock
from bot.game.desk.desk import Desk
from bot.game.rulebooks import Rulebooks
from bot.offline.parallel_games import crowd
from bot.offline.parallel_games import pairs as crowd_of_pairs
from bot.start.exit_codes import Exit
from bot.start.serve import rulebooks
from engine.game import Ruleset
from engine.played.coverage import coverage
from engine.played.fuzz import MOVES, summary
from engine.played.script import TranscriptError, read
from engine.played.transcript import run, write
from storage import backup as copies
from storage import transfer
from storage.store import Store

PACKS = Path("seeds")
EXAMPLES = Path("tests/play")
TABLES = Path("tests/register")
TESTS = Path("tests/engine")


class Usage(Exception):
    """What was asked for cannot be done as it was asked."""


def _rules(name: str, books: Rulebooks | None = None) -> Ruleset[Any]:
    books = books or rulebooks(PACKS)
    if name not in books.names:
        raise Usage(f"There is no rulebook {name!r}; there are: {', '.join(books.names)}.")
    return books.current(name)


def play(files: Sequence[Path], rewrite: bool) -> Exit:
    """Run played examples; with `rewrite`, write what happens into them."""
    books = rulebooks(PACKS)
    failed = 0
    for file in files:
        try:
            transcript = read(file.read_text(encoding="utf-8"), str(file))
            rules = _rules(transcript.rulebook, books)
            if rewrite:
                file.write_text(write(rules, transcript), encoding="utf-8")
                print(f"{file}: written")
                continue
            result = run(rules, transcript)
        except (OSError, TranscriptError) as error:
            raise Usage(str(error)) from error
        for mismatch in result.mismatches:
            print(mismatch)
        failed += bool(result.mismatches)
        print(f"{file}: {'FAILED' if result.mismatches else 'ok'} ({result.steps} steps)")
    print(f"{len(files) - failed} passed, {failed} failed")
    return Exit.BUG if failed else Exit.OK


def random_games(name: str, games: int, seed: int, pairs: int, moves: int = MOVES) -> Exit:
    """Random games with all invariants, and as many pairs of states that a seat must not tell apart."""
    _rules(name)  # says so where there is no such rulebook
    played = []
    for game in crowd(_rules, name, games, seed, moves):
        played.append(game)
        if game.failure is not None:
            print(game.failure)
            print(f"{name}: game {len(played)} of {games} failed (seed {seed})")
            return Exit.BUG
    obeyed, refused = summary(played)
    print(f"{name}: {games} random games, {sum(obeyed.values())} orders obeyed, {sum(refused.values())} refused")
    print("  obeyed: " + ", ".join(f"{order} {count}" for order, count in sorted(obeyed.items())))
    print("  refused: " + ", ".join(f"{code} {count}" for code, count in sorted(refused.items())))
    print(f"  digest of the last: {played[-1].digest if played else '-'}")
    if pairs:
        found = crowd_of_pairs(_rules, name, pairs, seed)
        print(f"  {found.pairs} pairs of states, {found.compared} answers compared, {found.revealed} revealing")
        for leak in found.leaks:
            print(leak)
        return Exit.BUG if found.leaks else Exit.OK
    return Exit.OK


def _files(*folders: Path) -> dict[str, str]:
    """The texts under some folders, by their path in the repository."""
    return {
        path.as_posix(): path.read_text(encoding="utf-8")
        for folder in folders
        for path in sorted(folder.rglob("*"))
        if path.suffix in {".play", ".toml", ".py"}
    }


def rules(name: str, show_coverage: bool) -> Exit:
    """The rules of a rulebook; with `show_coverage`, how many are shown by examples, and which are not."""
    book = _rules(name)
    if not show_coverage:
        for rule in book.texts:
            print(f"{rule.id}  {rule.title}\n    {rule.text}")
        return Exit.OK
    found = coverage(name, [rule.id for rule in book.texts], _files(EXAMPLES / name, TABLES / name, TESTS / name))
    print(found)
    for chapter, rest in _by_chapter(found.missing):
        print(f"  {chapter}: {', '.join(rest)}")
    for rule_id, where in found.unknown.items():
        print(f"  no such rule: {rule_id}, cited in {', '.join(where)}")
    return Exit.BUG if found.unknown else Exit.OK


def _by_chapter(ids: Iterable[str]) -> list[tuple[str, list[str]]]:
    chapters: dict[str, list[str]] = {}
    for one in ids:
        chapter, _, number = one.rpartition("-")
        chapters.setdefault(chapter, []).append(number)
    return sorted(chapters.items())


async def verify(database: Path, game: int | None) -> Exit:
    """Play recorded games again and compare every fact."""
    started = time.monotonic()
    store = await Store.open(database)
    try:
        desk = Desk(store, rulebooks(PACKS), Clock())
        rows = [await store.game(game)] if game is not None else list(await store.games(ended=True))
        differing = 0
        for row in rows:
            difference = await desk.record.verify(row.id)
            if difference is not None:
                differing += 1
                print(f"game {row.id} ({row.name}) differs at command {difference.command}:")
                print("  recorded: " + "\n            ".join(difference.recorded))
                print("  replayed: " + "\n            ".join(difference.replayed))
        print(f"{len(rows)} games verified, {differing} differ ({time.monotonic() - started:.1f} s)")
        return Exit.BUG if differing else Exit.OK
    finally:
        await store.close()


def backup(database: Path, target: Path) -> Exit:
    """Copy the database, in use or not."""
    found = copies.backup(database, target)
    print(f"{target}: {found}")
    return Exit.OK


def restore(copy: Path, database: Path) -> Exit:
    """Put a copy in the place of the database."""
    found = copies.restore(copy, database)
    print(f"{database}: {found}")
    return Exit.OK


def export(database: Path, game: int, file: Path) -> Exit:
    """Write one game to a file."""
    row = transfer.export_game(database, game, file)
    print(f"{file}: {row.name}, {row.sequence} commands, {row.facts} facts")
    return Exit.OK


def import_game(database: Path, file: Path, guild: int) -> Exit:
    """Read a game from a file."""
    row = transfer.import_game(database, file, guild)
    print(f"{row.name} is game {row.number} of server {row.guild}")
    return Exit.OK
