"""The command line: `umpire table | run | health | play | fuzz | verify | rules | forget`; `umpire backup | restore |
export | import`.

Every failure that is not a bug is one sentence on standard error and an exit code of `bot.start.exit_codes`.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from bot.game.daily_copies import Backup
from bot.game.rulebook_list import PACKS
from bot.offline import copies, examples, forget, fuzz, rules, verify
from bot.offline.named_rulebook import Usage
from bot.start import demo_table, serve
from bot.start.config import ConfigTrouble, load, settings
from bot.start.exit_codes import Exit
from bot.start.health import health
from bot.start.logs import logging_discreetly
from engine.pack.sheets import PackError
from engine.played.random_players import USUAL
from engine.text.seats import GIVEN
from storage import errors as storage_errors

CONFIG = Path("config.toml")
DATABASE = Path("data/umpire.db")

EXITS: tuple[tuple[type[Exception], Exit], ...] = (
    (storage_errors.Locked, Exit.LOCKED),
    (storage_errors.NewerDatabase, Exit.NEWER),
    (storage_errors.DiskFull, Exit.DISK_FULL),
    (storage_errors.CorruptDatabase, Exit.DAMAGED),
    (PackError, Exit.PACK),
    (serve.TokenRejected, Exit.TOKEN),
    (serve.TooManyServers, Exit.SHARDS),
    (serve.IntentsUnknown, Exit.INTENTS),
    (serve.IntentsForbidden, Exit.FORBIDDEN),
    (serve.DiscordUnreachable, Exit.UNREACHABLE),
    (ConfigTrouble, Exit.CONFIG),
    (storage_errors.StorageTrouble, Exit.BUG),
    (Usage, Exit.USAGE),
)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="umpire", description="An automated game master for space wargames on Discord."
    )
    commands = parser.add_subparsers(dest="verb", required=True, metavar="COMMAND")

    table_verb = commands.add_parser("table", help="play in the browser on this machine; no token needed")
    table_verb.add_argument("--port", type=int, default=8023, help="port of the page on 127.0.0.1")
    table_verb.add_argument("--packs", type=Path, default=PACKS, help="folder of the data packs")
    table_verb.add_argument(
        "--members", type=int, default=2, choices=range(2, len(GIVEN) + 1), metavar="N",
        help=f"players at the table beside the game master, 2 to {len(GIVEN)}",
    )  # fmt: skip
    table_verb.add_argument("--empty", action="store_true", help="without the demonstration campaign")

    run_verb = commands.add_parser("run", help="run the bot on Discord")
    run_verb.add_argument("--config", type=Path, default=CONFIG)

    health_verb = commands.add_parser("health", help="whether the bot that runs with these settings is well")
    health_verb.add_argument("--config", type=Path, default=CONFIG)

    play_verb = commands.add_parser("play", help="run played examples")
    play_verb.add_argument("files", nargs="+", type=Path, metavar="FILE")
    play_verb.add_argument(
        "--write", action="store_true", help="write what happens into the files, to be read and kept"
    )

    fuzz_verb = commands.add_parser("fuzz", help="let random players play, and check what must always hold")
    fuzz_verb.add_argument("rulebook")
    fuzz_verb.add_argument("--games", type=int, default=20)
    fuzz_verb.add_argument("--seed", type=int, default=1)
    fuzz_verb.add_argument("--moves", type=int, default=USUAL.moves, help="moves of a game at most, after its opening")
    fuzz_verb.add_argument("--campaign", action="store_true", help="a month of gcw, four years of eaw")
    fuzz_verb.add_argument(
        "--interfere", type=int, default=0, metavar="PAIRS", help="also compare that many pairs of states"
    )

    rules_verb = commands.add_parser("rules", help="the rules of a rulebook, and which are shown by examples")
    rules_verb.add_argument("rulebook")
    rules_verb.add_argument("--coverage", action="store_true", help="count those that examples and tables show")
    rules_verb.add_argument("--tests", action="store_true", help="run the tests that show rules, too, and count them")

    forget_verb = commands.add_parser("forget", help="take a person out of the database and out of its copies")
    forget_verb.add_argument("user", type=int, help="their Discord id")
    forget_verb.add_argument("--config", type=Path, help=f"whose database and copies; {CONFIG} where it stands")
    forget_verb.add_argument("--database", type=Path, help="another database than that of the settings")
    forget_verb.add_argument("--copies", type=Path, help="another folder of the daily copies")

    for name, text in (
        ("verify", "play recorded games again, and compare every fact and all that is kept besides"),
        ("backup", "copy the database while it is in use, and read the copy back"),
        ("restore", "put a backup in the place of the database"),
        ("export", "write one game to a file"),
        ("import", "read a game from a file"),
    ):
        verb = commands.add_parser(name, help=text)
        verb.add_argument("--database", type=Path, default=DATABASE)
        if name in {"verify", "export"}:
            verb.add_argument("game", type=int, nargs="?" if name == "verify" else None, help="the game's id")
        if name != "verify":
            verb.add_argument("file", type=Path)
        if name == "verify":
            verb.add_argument(
                "--witness", action="append", default=[], metavar="HEAD", help="a head of the record that a member was"
                " told in a closing line, or the file record.json of /dice verify; may be given several times",
            )  # fmt: skip
        if name == "import":
            verb.add_argument("--guild", type=int, required=True, help="the server it is played in from now on")
    return parser


def _dispatch(given: argparse.Namespace) -> Exit:
    if given.verb == "run":
        return asyncio.run(serve.run(load(given.config)))
    if given.verb == "health":
        well, told = health(settings(given.config).database.path, time.monotonic())
        print(told)
        return Exit.OK if well else Exit.BUG
    if given.verb == "table":
        return asyncio.run(demo_table.play(given.port, given.packs, given.empty, given.members))
    return Exit.OK if _offline(given) else Exit.BUG


def _offline(given: argparse.Namespace) -> bool:
    """Do what needs no Discord; whether all that was checked held."""
    if given.verb == "play":
        return examples.play(given.files, given.write)
    if given.verb == "fuzz":
        return fuzz.fuzz(given.rulebook, given.games, given.seed, given.interfere, given.moves, given.campaign)
    if given.verb == "rules":
        return rules.rules(given.rulebook, given.coverage or given.tests, given.tests)
    if given.verb == "verify":
        return asyncio.run(verify.verify(given.database, given.game, given.witness))
    if given.verb == "forget":
        return forget.forget(*_database_and_copies(given), given.user)
    if given.verb == "backup":
        copies.backup(given.database, given.file)
    elif given.verb == "restore":
        copies.restore(given.file, given.database)
    elif given.verb == "export":
        copies.export(given.database, given.game, given.file)
    else:
        copies.import_game(given.database, given.file, given.guild)
    return True


def _database_and_copies(given: argparse.Namespace) -> tuple[Path, Path]:
    """The database and the folder of its copies: those named, else the settings', else where `umpire run` has them."""
    config = given.config or (CONFIG if CONFIG.exists() else None)
    set_to = (DATABASE, Backup().folder)
    if config is not None:
        found = settings(config)
        set_to = (found.database.path, found.backup.folder)
    return given.database or set_to[0], given.copies or set_to[1]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit code."""
    given = _parser().parse_args(arguments)
    try:
        with logging_discreetly():
            return int(_dispatch(given))
    except KeyboardInterrupt:
        return int(Exit.OK)
    except Exception as error:
        for kind, code in EXITS:
            if isinstance(error, kind):
                print(f"umpire: {error}", file=sys.stderr)
                return int(code)
        raise


if __name__ == "__main__":
    sys.exit(main())
