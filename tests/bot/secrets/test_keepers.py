"""The command line for whoever keeps the bot: games verified against what members hold, people forgotten everywhere."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from bot.clock import Clock
from bot.game.daily_copies import Backup, copy
from bot.game.desk.desk import Desk
from bot.game.desk.lobby import NewGame
from bot.game.loaded_game import found_heads
from bot.start.command_line import main
from bot.start.exit_codes import Exit
from engine.clock import DAY
from engine.game import MODERATOR, Seat, Setup
from engine.gcw.turn.turn import Submit
from engine.played.checks import checks_of
from storage.database import connect
from storage.files.backup import forget_in
from storage.migrations import migrate, steps
from storage.store import Store
from tests.bot.opened import CHANNEL, GM, GUILD, START, posted
from tests.rulebooks import delivered

ALICE, BOB = 811034567890123456, 811034567890123457


async def played(database: Path) -> list[str]:
    """A campaign in which a turn was closed; the heads that its players were told."""
    store = await Store.open(database)
    clock = Clock(wall=lambda: START)
    desk = Desk(store, delivered(), clock)
    game = (await desk.lobby.create(NewGame("gcw", "Twilight"), guild=GUILD, user=GM, channel=CHANNEL)).id
    users = {Seat("red"): ALICE, Seat("blue"): BOB, MODERATOR: GM}
    for seat in ("red", "blue"):
        await desk.lobby.join(game, users[Seat(seat)], seat)
    await desk.lobby.start(game, GM)
    opening = checks_of(desk.rulebooks.current("gcw")).opening(Setup("Twilight", (Seat("red"), Seat("blue"))))
    for seat, order in (*opening, (Seat("red"), Submit(story="They wait."))):
        reply = await desk.orders.submit(game, seat, order, user=users[seat])
        assert reply.refusal is None, reply.text
    clock.skip(DAY)
    await desk.transactions.tick(game)
    heads = [head for _, letter in await posted(store) for head in found_heads(letter.text)]
    await store.close()
    return heads


@pytest.mark.slow
async def test_a_member_s_witness_is_found_in_the_record_or_not(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database = tmp_path / "games.db"
    (head,) = await played(database)
    verify = ["verify", "1", "--database", str(database)]
    held = tmp_path / "record.json"
    held.write_text(json.dumps({"heads": [head + "0" * 48]}), encoding="utf-8")

    async def run(*given: str) -> tuple[int, str]:
        code = await asyncio.to_thread(main, [*verify, *given])
        return code, "".join(capsys.readouterr())

    code, said = await run("--witness", head)
    assert code == Exit.OK and f"the head {head} was told with command" in said and "1 games verified, 0 differ" in said
    code, said = await run("--witness", str(held))
    assert code == Exit.BUG and "is nowhere in the record: it was another one when that was told" in said
    code, said = await run("--witness", "no such file")
    assert code == Exit.USAGE and "is no head of 16 or more hexadecimal digits" in said


@pytest.mark.slow
async def test_a_person_is_forgotten_in_the_database_and_in_its_copies(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database, copies = tmp_path / "games.db", tmp_path / "copies"
    await played(database)
    made = copy(database, Backup(folder=copies), "2026-11-21")
    beside = tmp_path / "games.db.before-9"
    beside.write_bytes(made.read_bytes())
    (tmp_path / "games.db.before-restore").write_bytes(b"torn" * 2000)
    forget = ["forget", str(ALICE), "--database", str(database), "--copies", str(copies)]
    store = await Store.open(database)
    assert await asyncio.to_thread(main, forget) == Exit.LOCKED
    said = "".join(capsys.readouterr())
    assert "The copies are done" in said and "before-restore: " in said and "delete it to be rid of that" in said
    await store.close()
    (tmp_path / "games.db.before-restore").unlink()
    assert await asyncio.to_thread(main, forget) == Exit.OK
    assert f"{database}: 1 seats are vacant" in "".join(capsys.readouterr())
    for file in (database, made, beside):
        held = file.read_bytes()
        assert str(ALICE).encode() not in held and ALICE.to_bytes(8, "big") not in held
        assert str(BOB).encode() in held or BOB.to_bytes(8, "big") in held
    assert await asyncio.to_thread(main, ["verify", "--database", str(database)]) == Exit.OK


async def sitting(database: Path, games: dict[str, str]) -> Store:
    """An open database in which Alice sits in games of these names, at seats that she called so."""
    store = await Store.open(database)
    desk = Desk(store, delivered(), Clock(wall=lambda: START))
    for name, seat in games.items():
        game = (await desk.lobby.create(NewGame("gcw", name), guild=GUILD, user=GM, channel=CHANNEL)).id
        await desk.lobby.join(game, ALICE, seat)
    return store


async def masked(database: Path) -> dict[int, dict[str, str]]:
    """The masks in a file, by game."""
    store = await Store.look(database)
    try:
        return await store.masks()
    finally:
        await store.close()


FIRST = ("the command line, while the bot runs", "the person themselves", "an Umpire without masks, in the copy alone")


@pytest.mark.parametrize("first", FIRST)
async def test_a_name_that_they_typed_is_masked_in_all_of_them_whoever_begins(tmp_path: Path, first: str) -> None:
    database, copies = tmp_path / "games.db", tmp_path / "copies"
    store = await sitting(database, {"Twilight": "alice-smith"})
    made = copy(database, Backup(folder=copies), "2026-11-21")  # lacks the game that comes
    await store.close()
    store = await sitting(database, {"Dawn": "liddell"})
    forget = ["forget", str(ALICE), "--database", str(database), "--copies", str(copies)]
    if first == FIRST[1]:
        await Desk(store, delivered(), Clock()).record.forget(ALICE)
        assert await asyncio.to_thread(main, forget) == Exit.LOCKED
    else:
        if first == FIRST[2]:
            forget_in(made, ALICE)
        assert await asyncio.to_thread(main, forget) == Exit.LOCKED
        await Desk(store, delivered(), Clock()).record.forget(ALICE)
    await store.close()
    assert await masked(made) == {1: {"alice-smith": "forgotten-1"}}
    assert await masked(database) == {1: {"alice-smith": "forgotten-1"}, 2: {"liddell": "forgotten-1"}}
    for file in (made, database):
        assert str(ALICE).encode() not in file.read_bytes() and ALICE.to_bytes(8, "big") not in file.read_bytes()


async def test_what_a_copy_alone_knows_to_be_their_name_is_masked_there(tmp_path: Path) -> None:
    database, copies = tmp_path / "games.db", tmp_path / "copies"
    await (await sitting(database, {"Twilight": "liddell"})).close()
    made = copy(database, Backup(folder=copies), "2026-11-21")
    for file in tmp_path.glob("games.db*"):
        file.unlink()
    await (await sitting(database, {"Dusk": "red"})).close()
    forget = ["forget", str(ALICE), "--database", str(database), "--copies", str(copies)]
    assert await asyncio.to_thread(main, forget) == Exit.OK
    assert await masked(made) == {1: {"liddell": "forgotten-1"}} and await masked(database) == {}


async def test_a_copy_of_a_version_without_masks_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database = tmp_path / "games.db"
    await (await sitting(database, {"Twilight": "liddell"})).close()
    older = connect(tmp_path / "games.db.before-5")
    migrate(older, None, steps()[:4])
    older.execute("INSERT INTO memo VALUES ('member:1:red', ?)", (f"70:{ALICE}",))
    older.close()
    forget = ["forget", str(ALICE), "--database", str(database), "--copies", str(tmp_path)]
    assert await asyncio.to_thread(main, forget) == Exit.BUG
    said = "".join(capsys.readouterr())
    assert "before-5: 0 seats are vacant" in said and "It is of a version that has no masks" in said
    assert str(ALICE).encode() not in (tmp_path / "games.db.before-5").read_bytes()


@pytest.mark.slow
async def test_the_settings_say_which_database_and_copies_are_meant(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = tmp_path / "config.toml"
    settings.write_text('[database]\npath = "kept/games.db"\n[backup]\nfolder = "copies"\n', encoding="utf-8")
    (tmp_path / "kept").mkdir()
    database, copies = tmp_path / "kept" / "games.db", tmp_path / "copies"
    for given, where in ((["--config", str(settings)], "/"), ([], str(tmp_path))):
        database.unlink(missing_ok=True)
        await (await sitting(database, {"Twilight": "liddell"})).close()
        made = copy(database, Backup(folder=copies), "2026-11-21")
        monkeypatch.chdir(where)
        assert await asyncio.to_thread(main, ["forget", str(ALICE), *given]) == Exit.OK
        for file in (database, made):
            assert str(ALICE).encode() not in file.read_bytes() and ALICE.to_bytes(8, "big") not in file.read_bytes()


async def test_a_mask_is_nobody_else_s_name(tmp_path: Path) -> None:
    database = tmp_path / "games.db"
    store = await sitting(database, {"Twilight": "liddell"})
    desk = Desk(store, delivered(), Clock(wall=lambda: START))
    await desk.lobby.join(1, BOB, "forgotten-1")
    await desk.record.forget(ALICE)
    await store.close()
    assert await masked(database) == {1: {"liddell": "forgotten-2"}}
