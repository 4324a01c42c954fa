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
from bot.game.rulebook_list import PACKS, all_rulebooks
from bot.start.command_line import main
from bot.start.exit_codes import Exit
from engine.clock import DAY
from engine.game import MODERATOR, Seat, Setup
from engine.gcw.turn.turn import Submit
from engine.played.checks import checks_of
from storage.store import Store
from tests.bot.opened import CHANNEL, GM, GUILD, START, posted

ALICE, BOB = 811034567890123456, 811034567890123457


async def played(database: Path) -> list[str]:
    """A campaign in which a turn was closed; the heads that its players were told."""
    store = await Store.open(database)
    clock = Clock(wall=lambda: START)
    desk = Desk(store, all_rulebooks(PACKS), clock)
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


async def test_a_name_that_they_typed_is_masked_in_all_of_them(tmp_path: Path) -> None:
    database, copies = tmp_path / "games.db", tmp_path / "copies"
    store = await Store.open(database)
    desk = Desk(store, all_rulebooks(PACKS), Clock(wall=lambda: START))
    game = (await desk.lobby.create(NewGame("gcw", "Twilight"), guild=GUILD, user=GM, channel=CHANNEL)).id
    await desk.lobby.join(game, ALICE, "alice-smith")
    await store.close()
    made = copy(database, Backup(folder=copies), "2026-11-21")
    store = await Store.open(database)
    desk = Desk(store, desk.rulebooks, Clock(wall=lambda: START))
    other = (await desk.lobby.create(NewGame("gcw", "Dawn"), guild=GUILD, user=GM, channel=CHANNEL)).id
    await desk.lobby.join(other, ALICE, "liddell")  # the copy lacks that game
    await store.close()
    forget = ["forget", str(ALICE), "--database", str(database), "--copies", str(copies)]
    assert await asyncio.to_thread(main, forget) == Exit.OK
    for file, masked in (made, {game: ["alice-smith"]}), (database, {game: ["alice-smith"], other: ["liddell"]}):
        store = await Store.open(file)
        found = {row.id: list((await store.load(row.id)).masks) for row in await store.games(GUILD)}
        await store.close()
        assert found == masked
