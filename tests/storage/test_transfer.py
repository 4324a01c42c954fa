"""Exported games: what is written is read back, and of a file that somebody changed nothing is kept."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bench.measure import calibration
from bot.clock import Clock
from bot.game.desk.desk import Desk
from bot.game.rulebooks import Rulebooks
from bot.start.exit_codes import Exit
from engine.clock import Instant
from engine.game import MODERATOR, Audience, Fact, Seat
from engine.record import Codec, chained
from engine.text.seats import free_seats
from storage.database import connect
from storage.errors import Locked, NoSuchGame, StorageTrouble, Unverified
from storage.files.exported import LONGEST_LINE, MOST_BYTES, MOST_ROWS, MOST_SEATS, MOST_WORK
from storage.files.transfer import export_game, import_game
from storage.migrations import migrate, steps
from storage.packs import read
from storage.store import Store
from tests.bot.ledger import Ledger, Mint, Pay, Purses, Roll
from tests.bot.opened import ALICE, GM, START, opened
from tests.storage.rows import ledger, made, order, words_of

ROOT = Path(__file__).parents[2]

Lines = list[dict[str, Any]]
"""A file as JSON: the head, commands, facts, the end."""


async def played(path: Path) -> int:
    """A database with a game of some orders, one of them refused, one taken back, and a die."""
    store = await Store.open(path)
    rulebooks = Rulebooks()
    rulebooks.add(Ledger())
    desk = Desk(store, rulebooks, Clock(wall=lambda: START))
    game = await opened(desk)
    await desk.orders.submit(game, MODERATOR, Mint(coins=5, payee="red"), user=GM)
    await desk.orders.submit(game, Seat("red"), Pay(coins=3, payee="blue"), user=ALICE)
    await desk.orders.submit(game, Seat("red"), Pay(coins=9, payee="blue"), user=ALICE)
    await desk.orders.submit(game, Seat("red"), Pay(coins=1, payee="blue"), user=ALICE)
    await desk.moderation.rewind(game, 1, user=GM)
    await desk.orders.submit(game, Seat("red"), Roll(), user=ALICE)
    await store.close()
    return game


@pytest.fixture
async def exported(path: Path) -> Path:
    """The file of such a game."""
    file = path.with_name("game.jsonl")
    export_game(path, await played(path), file)
    return file


def changed(file: Path, change: Callable[[Lines], object]) -> None:
    """Change a file as somebody would who knows its form: facts chained and counted anew."""
    lines: Lines = [json.loads(line) for line in file.read_text(encoding="utf-8").split("\n")[:-1]]
    change(lines)
    chain, facts = "", [line["fact"] for line in lines if "fact" in line]
    for fact in facts:
        if isinstance(fact["at"], int) and isinstance(fact["body"], str):
            audience = Audience.parse(str(fact["audience"]))
            chain = fact["chain"] = chained(chain, Instant(fact["at"]), audience, fact["body"].encode())
    commands = sum("command" in line for line in lines)
    lines[0]["game"] |= {"chain": chain, "facts": len(facts)}
    lines[-1]["end"] = {"commands": commands, "facts": len(facts), "chain": chain}
    file.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")


def head(**fields: object) -> Callable[[Lines], object]:
    return lambda lines: lines[0].update(fields)


def game(**fields: object) -> Callable[[Lines], object]:
    return lambda lines: lines[0]["game"].update(fields)


def seats(*rows: tuple[str, int | None]) -> Callable[[Lines], object]:
    return head(seats=[{"seat": seat, "user": user} for seat, user in rows])


def fact(**fields: object) -> Callable[[Lines], object]:
    """Change the first fact."""
    return lambda lines: next(line for line in lines if "fact" in line)["fact"].update(fields)


def body(**fields: object) -> Callable[[Lines], object]:
    """Change what the second fact says, the minting of five coins."""

    def change(lines: Lines) -> None:
        second = [line for line in lines if "fact" in line][1]["fact"]
        second["body"] = json.dumps(json.loads(second["body"]) | fields)

    return change


def command(**fields: object) -> Callable[[Lines], object]:
    """Change the first order."""
    return lambda lines: next(
        line for line in lines if line.get("command", {}).get("kind") == "order"
    )["command"].update(fields)  # fmt: skip


def deep(levels: int) -> str:
    return "[" * levels + "]" * levels


def doubled(lines: Lines) -> None:
    """Write the last fact twice."""
    lines.insert(-1, {"fact": dict(lines[-2]["fact"])})


def late(lines: Lines) -> None:
    """Add a command at the end."""
    log = [line["command"] for line in lines if "command" in line]
    lines[0]["game"]["sequence"] += 1
    lines.insert(-1, {"command": {**log[-1], "n": len(log) + 1}})


def rolled(lines: Lines) -> None:
    """Bend the die."""
    for line in lines:
        if "fact" in line and '"Rolled"' in line["fact"]["body"]:
            said = json.loads(line["fact"]["body"])
            line["fact"]["body"] = json.dumps(said | {"result": said["result"] % 6 + 1})


def key(lines: Lines) -> None:
    """Give the key of the dice a turn that would have to be hashed for hours."""
    for line in lines:
        if "fact" in line and '"KeyShown"' in line["fact"]["body"]:
            line["fact"]["body"] = json.dumps(json.loads(line["fact"]["body"]) | {"turn": 10**12})


YEAR_3000 = 32_503_680_000

HOSTILE: dict[str, tuple[Callable[[Lines], object], str]] = {
    "the moderators' seat": (seats(("gm", 11), ("blue", 12)), "line 1 names a seat .* moderators' own"),
    "the referee's seat": (seats(("!", 11)), "line 1 names a seat"),
    "everybody's seat": (seats(("*", 11)), "line 1 names a seat"),
    "nobody's seat": (seats(("", 11)), "line 1 names a seat"),
    "two seats in one": (seats(("red,blue", 11)), "line 1 names a seat that there cannot be: 'red,blue'"),
    "Umpire's seat": (seats(("umpire", 11)), "line 1 names a seat that there cannot be: 'umpire'"),
    "a seat of two scripts": (seats(("r\u0435d", 11)), "line 1 names a seat .* mixes Cyrillic and Latin"),
    "seats that look alike": (seats(("red1", 11), ("redl", 12)), "which look alike"),
    "a seat twice": (seats(("red", 11), ("red", 12)), "line 1 names a seat twice"),
    "a user twice": (seats(("red", 11), ("blue", 11)), "line 1 seats one user twice"),
    "a user below nothing": (seats(("red", -1)), "line 1 seats at red who cannot sit there"),
    "a user beyond all": (seats(("red", 2**63)), "line 1 seats at red who cannot sit there"),
    "another secret": (head(secret="ab" * 32), "line 1 holds a secret and a commitment that do not belong together"),
    "another commitment": (game(commitment="ab" * 32), "line 1 holds a secret and a commitment"),
    "no secret": (head(secret="xyz"), "line 1 holds no secret of 32 bytes"),
    "a secret too short": (head(secret="ab"), "line 1 holds no secret of 32 bytes"),
    "another format": (head(umpire=2), "line 1 has format 2"),
    "another state": (game(status="won"), "line 1 holds a game that cannot be read"),
    "a name of nothing": (game(name=""), "line 1 holds a name of the game that cannot be read"),
    "a clock beyond all": (game(clock_offset=2**62), "line 1 holds an instant out of all bounds"),
    "a due date beyond all": (game(due_at=2**62), "line 1 holds an instant out of all bounds"),
    "a number beyond the database": (game(sequence=2**64), "line 1 holds a"),
    "sixty digits": (game(floor=10**59), "line 1 holds a"),
    "no more commands than said": (game(sequence=99), "ends another record than the first line says"),
    "an option too deep": (game(options={"a": {"b": 1}}), "line 1 holds a game that cannot be read"),
    "a mask of no name": (head(masks={"": "forgotten-1"}), "line 1 holds masks of names that there cannot be"),
    "a mask that is a name": (head(masks={"Bob": "Robert"}), "line 1 holds masks of names that there cannot be"),
    "standing orders of no seat": (head(standing={"gold": "shout hello"}), "line 1 holds standing orders that there"),
    "standing orders without end": (head(standing={"red": "x" * (2**16 + 1)}), "line 1 holds standing orders"),
    "a colour of no seat": (head(colours={"gold": "gold"}), "line 1 holds colours that there are not"),
    "a colour that is none": (head(colours={"red": "ultraviolet"}), "line 1 holds colours that there are not"),
    "a mask for two": (head(masks={"A": "forgotten-1", "B": "forgotten-1"}), "line 1 holds masks"),
    "a kind too long": (command(kind="x" * 33), r"line \d+ names a kind or a seat that is too long"),
    "a seat too long": (command(seat="x" * 65), r"line \d+ names a kind or a seat that is too long"),
    "a first line without end": (head(files={"a": "x" * 2**22}), "line 1 is longer than 4,194,304 bytes"),
    "a command after a fact": (late, r"line \d+ holds a command after the first fact"),
    "a fact of no kind": (body(fact="Conquered"), r"line \d+ holds fact 2 that cannot be read"),
    "a fact without a field": (fact(body='{"fact": "Minted"}'), r"line \d+ holds fact 1 that cannot be read"),
    "no JSON": (fact(body="no"), r"line \d+ holds fact 1 that cannot be read \(Input data was truncated"),
    "a number of 2**62": (body(coins=2**62), r"fact 2, in which coins is a number beyond 1,000,000,000,000"),
    "a number of 60 digits": (body(coins=10**59), r"line \d+ holds fact 2.* coins is a number beyond"),
    "lists in lists": (fact(body=deep(20_000)), r"line \d+ holds fact 1"),
    "lists in some lists": (fact(body=deep(40)), r"line \d+ holds fact 1, in which .* is nested more than 24 levels"),
    "a text without end": (body(extra="x" * 200_000), r"fact 2, in which extra has 200,000 characters"),
    "an instant beyond all": (fact(at=2**62), r"line \d+ holds an instant out of all bounds"),
    "a fact after the year 3000": (fact(at=YEAR_3000 + 1), r"line \d+ holds an instant out of all bounds"),
    "a fact before 1970": (fact(at=-1), r"line \d+ holds an instant out of all bounds"),
    "a command after the year 3000": (command(at=YEAR_3000 + 1), r"line \d+ holds an instant out of all bounds"),
    "a command before 1970": (command(at=-1), r"line \d+ holds an instant out of all bounds"),
    "a command received before 1970": (command(wall=-1), r"line \d+ holds an instant out of all bounds"),
    "a command received after the year 3000": (command(wall=YEAR_3000 + 1), r"line \d+ holds an instant out of all"),
    "a game made before 1970": (game(created_at=-1), r"line 1 holds an instant out of all bounds"),
    "a command of nobody": (command(user=-1), r"line \d+ names a user that there cannot be"),
    "a command of nobody there can be": (command(user=2**63), r"line \d+ names a user that there cannot be"),
    "a number below nothing": (game(creator=-1), r"line 1 holds a number out of all bounds"),
    "too many options": (game(options={str(n): "" for n in range(101)}), r"line 1 holds options out of all bounds"),
    "a hearer without a seat": (fact(audience="red,gold"), r"line \d+ tells something to 'gold', who has no seat"),
    "a fact of a later command": (fact(command=2**62), r"line \d+ holds a fact of command"),
    "a fact twice": (
        doubled,
        r"holds fact 7 where fact 8 should be",
    ),
    "an order of no kind": (command(body='{"order": "ledger steal"}'), r"the body of command 5 that cannot be read"),
    "an order with too much": (command(body=json.dumps({"order": "ledger mint", "coins": 2**62})), "coins is a number"),
    "an order too deep": (command(body=deep(20_000)), r"line \d+ holds the body of command 5"),
    "a command that is missing": (lambda lines: lines.pop(2), r"line 3 holds command 3 where command 2 should be"),
    "taken back by itself": (command(undone_by=5), r"line 6 is taken back by 5"),
    "a bent die": (rolled, "dice do not check out"),
    "a key for hours": (key, "dice do not check out"),
    "something else": (lambda lines: lines.insert(1, {"note": 1}), "line 2 is neither a command nor a fact"),
    "more after the end": (lambda lines: lines.append(lines[-1]), r"line \d+"),
    "a line without end": (body(extra="x" * LONGEST_LINE), r"line \d+ is longer than 262,144 bytes"),
}


MOST_CALIBRATIONS = 2000
"""What refusing a file may take, in calibrations of the same minute: two seconds where one takes a millisecond."""


def one_calibration() -> float:
    """Seconds of the processor that a calibration takes just now."""
    began = time.process_time()
    for _ in range(5):
        calibration()
    return (time.process_time() - began) / 5


@pytest.mark.parametrize("what", HOSTILE)
async def test_a_hostile_file_is_refused_with_place_and_reason(exported: Path, path: Path, what: str) -> None:
    change, told = HOSTILE[what]
    changed(exported, change)
    began = time.process_time()
    with pytest.raises(Unverified, match=rf"^game\.jsonl is no exported game, or was changed: .*{told}"):
        import_game(path, exported, 9, ledger)
    assert time.process_time() - began < MOST_CALIBRATIONS * one_calibration()
    store = await Store.open(path)
    assert [row.guild for row in await store.games()] == [7]
    await store.close()


def bent(lines: Lines) -> None:
    """Give the second fact the digest of another."""
    first, second = [line["fact"] for line in lines if "fact" in line][:2]
    second["chain"] = first["chain"]


@pytest.mark.parametrize(
    ("change", "ending", "told"),
    [
        (bent, "\n", r"line \d+ holds fact 2, which is not what was written"),
        (lambda lines: lines.pop(), "\n", r"line \d+ is not there, or not whole: the file ends too early"),
        (lambda lines: None, "", r"line \d+ is not there, or not whole: the file ends too early"),
    ],
)
async def test_a_file_that_was_bent_or_cut_is_refused_at_that_line(
    exported: Path, path: Path, change: Callable[[Lines], object], ending: str, told: str
) -> None:
    lines: Lines = [json.loads(line) for line in exported.read_text(encoding="utf-8").splitlines()]
    change(lines)
    exported.write_text("\n".join(map(json.dumps, lines)) + ending, encoding="utf-8")
    with pytest.raises(Unverified, match=told):
        import_game(path, exported, 9, ledger)


async def test_an_honest_file_changed_in_nothing_is_taken(exported: Path, path: Path) -> None:
    changed(exported, head(masks={"Bob": "forgotten-1"}))
    made_there = import_game(path, exported, 9, ledger)
    store = await Store.open(path)
    rulebooks = Rulebooks()
    rulebooks.add(Ledger())
    desk = Desk(store, rulebooks, Clock(wall=lambda: START))
    assert await desk.record.verify(made_there.id) is None
    assert await store.masks() == {made_there.id: {"Bob": "forgotten-1"}}
    assert (await desk.views.known(made_there.id, Seat("red"))).coins == {"red": 2, "blue": 3}
    await store.close()


class Undone(Fact[Purses], frozen=True):
    """Something that cannot have happened."""

    seat: str

    def evolve(self, state: Purses) -> Purses:
        return msgspec.structs.replace(state, coins={self.seat: state.coins[self.seat] // 0})


class Fragile(Ledger):
    facts = (*Ledger.facts, Undone)


async def test_facts_that_cannot_be_played_are_refused_with_their_line(exported: Path, path: Path) -> None:
    changed(exported, fact(body='{"fact": "Undone", "seat": "red"}'))
    with pytest.raises(Unverified, match=r"line \d+ holds fact 1, which cannot be: KeyError"):
        import_game(path, exported, 9, lambda head: Codec(Fragile()))


@pytest.mark.parametrize(
    "change",
    [
        command(kind="x" * 32, seat="y" * 64),
        command(at=0, wall=0, user=0),
        command(at=YEAR_3000, wall=YEAR_3000, user=2**63 - 1),
        game(created_at=0, floor=0, clock_offset=-YEAR_3000, creator=0, number=0),
        game(due_at=2 * YEAR_3000, clock_offset=YEAR_3000, creator=2**63 - 1),
        game(options={str(n): "" for n in range(100)}),
        seats(("red", 2**63 - 1), ("blue", 1)),
    ],
)
async def test_what_is_at_the_bounds_is_taken(exported: Path, path: Path, change: Callable[[Lines], object]) -> None:
    changed(exported, change)
    assert import_game(path, exported, 9, ledger).guild == 9


PACKS = {
    "dotted keys": ("a" + ".a" * 20_000 + " = 1", "a key has more than 5 parts"),
    "arrays in arrays": ("x = " + "[" * 20_000 + "]" * 20_000, "nested more than 24 levels deep"),
    "sixty digits": ("x = " + "9" * 60, "is a number beyond"),
    "an exponent": ("x = 1e999999999", "is a number beyond"),
}


MEASURED = """
import os, resource, sys, time
from bot.start.command_line import main

for file in sys.argv[2:]:
    child = os.fork()
    if not child:
        os.dup2(os.open(f"{file}.told", os.O_WRONLY | os.O_CREAT), 2)
        resource.setrlimit(resource.RLIMIT_CPU, (30, 30))
        os._exit(main(["import", "--guild", "9", "--database", sys.argv[1], file]))
    _, ended, used = os.wait4(child, 0)
    print(os.waitstatus_to_exitcode(ended), used.ru_maxrss, used.ru_utime + used.ru_stime)
"""
"""Runs `umpire import` of each of some files in a child of its own that has been started already: prints its exit code,
its peak of memory in KiB, which counts what every Umpire takes up, and its seconds of processor, which do not.
"""


@pytest.mark.slow
def test_a_hostile_data_pack_costs_no_seconds_and_no_gigabytes(exported: Path, path: Path) -> None:
    changed(exported, game(rulebook="gcw"))
    like = exported.read_text(encoding="utf-8")
    files = []
    for number, (text, _) in enumerate(PACKS.values()):
        files.append(exported.with_name(f"game{number}.jsonl"))
        files[-1].write_text(like, encoding="utf-8")
        changed(files[-1], head(files={**read(ROOT / "seeds" / "gcw"), "galaxy.toml": text}))
    command = [sys.executable, "-c", MEASURED, str(path), *map(str, files)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, text=True)
    ends = done.stdout.splitlines()
    for file, (_, told), end in zip(files, PACKS.values(), ends, strict=True):
        said = Path(f"{file}.told").read_text(encoding="utf-8")
        code, kilobytes, took = end.split()
        assert int(code) == Exit.BUG and "line 1 names a rulebook that cannot be played here" in said, said
        assert "galaxy.toml" in said and told in said
        assert int(kilobytes) < 200 * 1024
        assert float(took) < MOST_CALIBRATIONS * one_calibration()


async def test_a_game_is_imported_into_a_database_of_an_earlier_version(exported: Path, path: Path) -> None:
    other = path.with_name("other.db")
    connection = connect(other)
    migrate(connection, other, steps()[:-1])
    connection.close()
    assert import_game(other, exported, 9, ledger).guild == 9
    store = await Store.open(other)
    assert [row.guild for row in await store.games()] == [9]
    await store.close()


def with_facts(*bodies: Mapping[str, object]) -> Callable[[Lines], object]:
    """More facts at the end, which all hear."""

    def change(lines: Lines) -> None:
        facts = [line["fact"] for line in lines if "fact" in line]
        texts = (json.dumps(said) for said in bodies)
        more = [{**facts[-1], "audience": "*", "body": text} for text in texts]
        numbered = [{"fact": {**one, "n": n}} for n, one in enumerate(more, len(facts) + 1)]
        lines[-1:] = [*numbered, lines[-1]]

    return change


@pytest.mark.slow
def test_a_state_that_grows_and_grows_is_no_game(exported: Path, path: Path) -> None:
    crates = [{f"crate {crate} of {load}": 1 for crate in range(8_000)} for load in range(25)]
    loads = [{"fact": "Stocked", "goods": goods} for goods in crates]
    hours = [{"fact": "HourStruck", "next_income": 1}] * (MOST_WORK // 200_000)
    changed(exported, with_facts(*loads, *hours))
    with pytest.raises(Unverified, match=r"line \d+ holds fact \d+, and no game has so much in it for so long"):
        import_game(path, exported, 9, ledger)


def test_as_many_facts_of_a_game_that_does_not_grow_are_taken(exported: Path, path: Path) -> None:
    changed(exported, with_facts(*[{"fact": "HourStruck", "next_income": 1}] * (MOST_WORK // 200_000)))
    assert import_game(path, exported, 9, ledger).facts > MOST_WORK // 200_000


@pytest.mark.slow
def test_a_file_of_more_rows_than_any_game_has_is_refused(exported: Path, path: Path) -> None:
    lines = exported.read_text(encoding="utf-8").splitlines(keepends=True)
    first = json.loads(lines[1])
    lines[1:2] = [
        json.dumps({"command": {**first["command"], "n": n, "kind": "tick", "body": ""}}) + "\n"
        for n in range(1, MOST_ROWS + 2)
    ]
    exported.write_text("".join(lines), encoding="utf-8")
    with pytest.raises(Unverified, match=rf"line {MOST_ROWS + 2} is one too many: a game has 150,000 at most"):
        import_game(path, exported, 9, ledger)


def test_a_game_has_no_more_seats_than_can_be_told_apart_at_once(exported: Path, path: Path) -> None:
    named = [(name, None) for name in islice(free_seats(()), MOST_SEATS + 1)]
    changed(exported, seats(*named))
    with pytest.raises(Unverified, match="line 1 names 201 seats, and a game has at most 200"):
        import_game(path, exported, 9, ledger)


async def test_a_file_that_is_too_long_is_not_read(path: Path) -> None:
    file = path.with_name("game.jsonl")
    with file.open("wb") as endless:
        endless.truncate(MOST_BYTES + 1)
    with pytest.raises(Unverified, match="files of up to 25,165,824 bytes"):
        import_game(path, file, 9, ledger)


async def written(path: Path) -> int:
    """A database with one game of two orders; its id."""
    store = await Store.open(path)
    row = await made(store)
    first = order(row, words="one")
    await store.commit(first)
    await store.commit(order(first.game, words="two", facts=2))
    await store.close()
    return row.id


async def test_a_game_is_exported_and_imported(path: Path) -> None:
    number = await written(path)
    file = path.with_name("game.jsonl")
    store = await Store.open(path)
    row = export_game(path, number, file)
    with pytest.raises(Locked):
        import_game(path, file, 9, ledger)
    await store.close()
    other = path.with_name("other.db")
    made_there = import_game(other, file, 9, ledger)
    assert (made_there.guild, made_there.number, made_there.chain) == (9, 1, row.chain)
    store = await Store.open(other)
    assert [words_of(one) for one in await store.commands(made_there.id)] == ["", "one", "two"]
    assert (await store.load(made_there.id)).secret == b"s" * 32
    assert await store.outbox_counts() == (0, 0, 0)
    await store.close()
    with pytest.raises(NoSuchGame):
        export_game(path, 99, file)


@pytest.mark.slow
@given(st.text(st.characters(exclude_categories=["Cs"])))
@example("\u2028 \u2029 \x85 \x1c \r \n \x00")
@settings(max_examples=20, deadline=None)
def test_whatever_was_said_is_exported_and_read_back(words: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        there, file, other = (Path(folder) / name for name in ("games.db", "game.jsonl", "other.db"))
        asyncio.run(said(there, words))
        export_game(there, 1, file)
        import_game(other, file, 9, ledger)
        before, after = (game_of(database) for database in (there, other))
        assert after == before and json.loads(before[0][1])["words"] == words


async def said(path: Path, words: str) -> None:
    """A database in whose game one order said some words."""
    store = await Store.open(path)
    await store.commit(order(await made(store), words=words))
    await store.close()


def game_of(path: Path) -> tuple[list[str], list[bytes]]:
    """Commands and facts of the only game of a database."""
    connection = sqlite3.connect(path)
    bodies = [row[0] for row in connection.execute("SELECT body FROM command ORDER BY n")]
    facts = [row[0] for row in connection.execute("SELECT body FROM fact ORDER BY n")]
    connection.close()
    return bodies, facts


@pytest.mark.parametrize(
    ("old", "new"), [("two\\", "six\\"), ('"end"', '"fin"'), ('"commands":3', '"commands":2'), ('"fact":', '"fict":')]
)
async def test_a_changed_file_is_not_imported(path: Path, old: str, new: str) -> None:
    number = await written(path)
    file = path.with_name("game.jsonl")
    export_game(path, number, file)
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new))
    with pytest.raises(Unverified):
        import_game(path, file, 9, ledger)


@pytest.mark.parametrize("text", ["", "{}", "{}\n{}", "[1]\n\n", "\x00" * 100, "{" * 100_000 + "\n"])
def test_what_is_no_exported_game_is_told(path: Path, text: str) -> None:
    file = path.with_name("game.jsonl")
    file.write_text(text)
    with pytest.raises(Unverified, match="line 1"):
        import_game(path, file, 9, ledger)
    with pytest.raises(StorageTrouble, match="cannot be read"):
        import_game(path, path.with_name("missing.jsonl"), 9, ledger)
