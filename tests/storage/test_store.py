"""The store: commits are whole, in order and once; what fails takes nothing else with it."""

from __future__ import annotations

import asyncio
import json
import os
import sqlite3
import time
from pathlib import Path

import msgspec
import pytest

from storage.database import connect
from storage.errors import DiskFull, Locked, NoSuchGame, Repeated, Stale, StorageTrouble
from storage.files.backup import backup, forget_in
from storage.guilds import Settings
from storage.migrations import migrate, steps
from storage.outbox import digest_of
from storage.records import REFEREE, Command, Place, Post, Receipt, Seated, Snapshot
from storage.shelf import MOST_KEPT, Kept, ShelfFull
from storage.store import RECEIPTS_KEPT, Store
from tests.storage.rows import NOW, made, order


async def test_a_commit_is_read_back(store: Store) -> None:
    game = await made(store)
    commit = order(game, facts=3)
    await store.commit(commit)
    record = await store.load(game.id)
    assert record.game == commit.game
    assert record.facts == commit.facts
    assert record.secret == b"s" * 32
    assert [one.kind for one in await store.commands(game.id)] == ["create", "order"]
    assert await store.pack_files("ledger", 1, "d1") == {"a.toml": "x = 1"}
    assert (await store.place(game.id, "")) == Place(game.id, "", 70)
    assert await store.outbox_counts(game.id) == (1, 0, 0)


async def test_what_is_closed_takes_nothing_more(store: Store) -> None:
    game = await made(store)
    assert game.clock_offset == 0
    await store.close()
    with pytest.raises(StorageTrouble, match="The database is closed"):
        await store.commit(order(game))
    await store.close()


async def test_games_are_numbered_within_their_guild(store: Store) -> None:
    games = [await made(store, 7), await made(store, 8), await made(store, 7)]
    assert [(game.guild, game.number) for game in games] == [(7, 1), (8, 1), (7, 2)]
    assert [game.id for game in await store.games(7)] == [games[0].id, games[2].id]
    with pytest.raises(NoSuchGame):
        await store.game(99)


async def test_what_was_worked_out_from_an_older_state_is_not_written(store: Store) -> None:
    game = await made(store)
    await store.commit(order(game, words="first"))
    with pytest.raises(Stale):
        await store.commit(order(game, "i1", words="second"))
    assert await store.answered("i1") is None
    assert len(await store.facts(game.id)) == 1


async def test_an_interaction_is_answered_once(store: Store) -> None:
    game = await made(store)
    commit = order(game, "i1", words="first")
    await store.commit(commit)
    with pytest.raises(Repeated) as repeated:
        await store.commit(order(commit.game, "i1", words="again"))
    assert (repeated.value.answer, repeated.value.game) == (b"first", game.id)
    assert (await store.game(game.id)).sequence == 2
    await store.tidy(NOW + RECEIPTS_KEPT + 1)
    assert await store.answered("i1") is None


async def test_one_that_fails_does_not_poison_the_others(store: Store) -> None:
    games = [await made(store) for _ in range(20)]
    for game in games[::2]:
        await store.commit(order(game, words="before"))
    results = await asyncio.gather(*(store.commit(order(game, words="now")) for game in games), return_exceptions=True)
    assert [isinstance(result, Stale) for result in results] == [True, False] * 10
    assert [len(await store.facts(game.id)) for game in games] == [1] * 20


async def test_a_lost_transaction_is_tried_again_piece_by_piece(store: Store) -> None:
    game, other = await made(store), await made(store)

    def losing(connection: sqlite3.Connection) -> None:
        connection.execute("ROLLBACK")
        raise ValueError("and with it the whole transaction")

    results = await asyncio.gather(
        store.commit(order(game)), store.database.write(losing), store.commit(order(other)), return_exceptions=True
    )
    assert [type(result) for result in results] == [type(None), ValueError, type(None)]
    assert len(await store.facts(game.id)) == len(await store.facts(other.id)) == 1


async def test_a_transaction_that_fails_at_its_end_leaves_none_open(store: Store) -> None:
    game = await made(store)

    def orphans(connection: sqlite3.Connection) -> None:
        connection.execute("PRAGMA defer_foreign_keys = ON")
        connection.execute("INSERT INTO place VALUES (99, '', 1, NULL)")

    with pytest.raises(sqlite3.IntegrityError):
        await store.database.write(orphans)
    await store.commit(order(game))
    assert len(await store.facts(game.id)) == 1


async def test_what_is_kept_on_a_shelf_is_found_in_any_case_of_its_own_rulebook(store: Store) -> None:
    assert not await store.keep(11, Kept("ledger", "Line", "pay 1", NOW))
    assert not await store.keep(11, Kept("chess", "Line", "e4", NOW))
    assert await store.keep(11, Kept("ledger", "LINE", "pay 2", NOW))
    assert await store.shelf(11) == (Kept("chess", "Line", "e4", NOW), Kept("ledger", "Line", "pay 2", NOW))
    assert await store.drop_kept(11, "ledger", "line") and not await store.drop_kept(11, "ledger", "line")
    assert await store.shelf(11) == (Kept("chess", "Line", "e4", NOW),)


async def test_a_shelf_takes_fifty_things_of_a_rulebook(store: Store) -> None:
    for number in range(MOST_KEPT):
        await store.keep(11, Kept("ledger", f"Number {number}", "pay 1", NOW))
    with pytest.raises(ShelfFull):
        await store.keep(11, Kept("ledger", "One more", "pay 1", NOW))
    assert await store.keep(11, Kept("ledger", "Number 1", "pay 2", NOW))
    assert not await store.keep(11, Kept("chess", "Another", "e4", NOW))


async def test_a_full_disk_says_so_and_later_writes_go_on(store: Store) -> None:
    game = await made(store)
    pages = await store.database.write(lambda connection: connection.execute("PRAGMA page_count").fetchone()[0])
    limit = await store.database._writer.run(
        lambda connection: connection.execute(f"PRAGMA max_page_count = {pages + 2}").fetchone()[0]
    )
    assert limit == pages + 2
    big = order(game, words="x" * 100_000)
    with pytest.raises(DiskFull, match="full"):
        await store.commit(big)
    assert (await store.load(game.id)).game == game
    await store.database._writer.run(lambda connection: connection.execute("PRAGMA max_page_count = 100000"))
    await store.commit(big)
    assert (await store.load(game.id)).game == big.game


async def test_a_waiter_that_gives_up_changes_nothing_for_the_others(store: Store) -> None:
    game, other = await made(store), await made(store)
    leaving = asyncio.create_task(store.commit(order(game)))
    staying = asyncio.create_task(store.commit(order(other)))
    await asyncio.sleep(0)
    leaving.cancel()
    await staying
    assert len(await store.facts(other.id)) == 1


async def test_rewinding_marks_and_keeps(store: Store) -> None:
    game = await made(store)
    first = order(game, words="one")
    await store.commit(first)
    second = order(first.game, words="two")
    snapshot = Snapshot(REFEREE, 3, 2, b"{}")
    await store.commit(msgspec.structs.replace(second, snapshots=(snapshot,)))
    undoing = order(second.game, words="undo", facts=0)
    await store.commit(msgspec.structs.replace(undoing, undone=(3, 3)))
    record = await store.load(game.id)
    assert record.snapshot is None and [fact.n for fact in record.facts] == [1]
    assert [fact.n for fact in await store.facts(game.id, undone=True)] == [1, 2]
    assert [one.undone_by for one in await store.commands(game.id)] == [None, None, 4, None]


async def test_the_two_newest_snapshots_are_kept(store: Store) -> None:
    game = await made(store)
    for command in range(1, 6):
        await store.keep_snapshots(game.id, [Snapshot(REFEREE, command, command, b"{}")])
    newest = (await store.load(game.id)).snapshot
    assert newest is not None and newest.command == 5
    earlier = (await store.load(game.id, 4)).snapshot
    assert earlier is not None and earlier.command == 4
    assert (await store.load(game.id, 3)).snapshot is None


async def test_due_games_come_in_order(store: Store) -> None:
    games = [await made(store) for _ in range(4)]
    for game, due in zip(games, (NOW + 30, NOW + 10, None, NOW + 20), strict=True):
        commit = order(game)
        await store.commit(msgspec.structs.replace(commit, game=msgspec.structs.replace(commit.game, due_at=due)))
    assert await store.due(NOW + 20, 10) == (games[1].id, games[3].id)
    assert await store.due(NOW + 90, 2, [games[1].id]) == (games[3].id, games[0].id)
    assert await store.next_due() == NOW + 10


async def test_settings_places_memos_and_drafts(store: Store, path: Path) -> None:
    game = await made(store)
    assert await store.settings(7) == Settings()
    await store.set_settings(7, Settings(moderator_roles=(5, 6), time_zone="Europe/Berlin", daily_hour=18))
    assert (await store.settings(7)).moderator_roles == (5, 6)
    assert set(await store.all_settings()) == {7}
    await store.set_place(Place(game.id, "battle:1", 71))
    assert [place.topic for place in await store.places_at(71)] == ["battle:1"]
    await store.drop_place(game.id, "battle:1", 70)
    assert [place.topic for place in await store.places_at(71)] == ["battle:1"], "another by now"
    await store.drop_place(game.id, "battle:1", 71)
    await store.drop_place(game.id, "battle:2")
    assert [place.topic for place in await store.places(game.id)] == [""]
    await store.remember("digest", "a")
    await store.remember("digest", "b")
    assert await store.memo("digest") == "b" and await store.memo("other") is None
    await store.keep_draft(game.id, "red", "fire")
    assert await store.draft(game.id, "red") == "fire"
    await store.keep_draft(game.id, "red", "")
    assert await store.draft(game.id, "red") == ""


@pytest.mark.parametrize("bad", [{"time_zone": "Mars/Olympus"}, {"daily_hour": 24}, {"colour": "red"}])
def test_bad_settings_are_refused(bad: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"time zone|less than|not permitted"):
        Settings.model_validate(bad)


ALICE = 811034567890123456


async def remembered(store: Store) -> int:
    """A game in which everything that can name Alice does."""
    game = await made(store)
    commit = order(game, "i1", words="I said it")
    letter = {"text": f"<@{ALICE}> and <@!{ALICE}> were here, {ALICE} too", "mentions": [ALICE, 12], "seat": "red"}
    (post,) = commit.posts
    posts = (
        msgspec.structs.replace(post, body=json.dumps(letter)),
        msgspec.structs.replace(post, target=f"user:{ALICE}", nonce="to her", body="{}"),
        msgspec.structs.replace(post, once=f"welcome:{game.id}:red:{ALICE}", nonce="once"),
    )
    seated = (Seated("red", ALICE), Seated("blue", 12))
    commit = msgspec.structs.replace(commit, seats=seated, drafts={"red": "fire"}, posts=posts)
    announced = Command(2, "announce", NOW, NOW, ALICE, body=f"<@{ALICE}> won")
    asked = Command(3, "order", NOW, NOW, ALICE, "red", commit.commands[0].body)
    after = msgspec.structs.replace(commit.game, sequence=3)
    facts = tuple(msgspec.structs.replace(fact, command=3) for fact in commit.facts)
    await store.commit(msgspec.structs.replace(commit, game=after, commands=(announced, asked), facts=facts))
    await store.database.write(lambda connection: connection.execute("UPDATE game SET creator = ?", (ALICE,)))
    await store.keep_receipt(Receipt("i2", f"<@{ALICE}> sits there".encode()), NOW + 15 * 60 + 1, game.id)
    await store.remember(f"member:{game.id}:red", f"70:{ALICE}")
    await store.remember(f"told:{ALICE}", "yes")
    await store.remember("asked:0", "somebody else")
    await store.remember(f"asked:{ALICE}", "her")
    await store.set_place(Place(game.id, f"dm:{ALICE}", 99))
    await store.keep(ALICE, Kept("ledger", "mine", "fire", NOW))
    await store.posted(1, NOW, 5, f"user {ALICE} has left")
    return game.id


async def test_forgetting_leaves_the_game_and_no_name(store: Store, path: Path) -> None:
    game = await remembered(store)
    facts = await store.facts(game)
    forgotten = await store.forget(ALICE)
    assert (forgotten.seats, forgotten.commands, forgotten.games, forgotten.posts) == (1, 2, 1, 1)
    assert await store.seats(game) == (Seated("blue", 12), Seated("red", None))
    assert await store.draft(game, "red") == ""
    assert await store.answered("i1") is None and await store.answered("i2") == b"a former player sits there"
    bodies = [json.loads(kept.post.body) for kept in (await store.kept_posts(game))[:1]]
    assert bodies[0] == {
        "text": "a former player and a former player were here, 0 too",
        "mentions": [12],
        "seat": "red",
    }
    assert [command.body for command in await store.commands(game)][1] == "a former player won"
    assert await store.facts(game) == facts
    assert (await store.memo(f"member:{game}:red"), await store.memo("told:0")) == ("70:0", "yes")
    assert await store.memo("asked:0") == "somebody else"  # a name that is taken already
    assert [(kept.id, kept.post.target) for kept in await store.kept_posts(game)] == [
        (1, f"game:{game}"),
        (3, f"game:{game}"),
    ]
    dump = await store.database.read(lambda connection: "\n".join(connection.iterdump()))
    assert str(ALICE) not in dump
    files = b"".join(file.read_bytes() for file in path.parent.glob(f"{path.name}*"))
    assert str(ALICE).encode() not in files and ALICE.to_bytes(8, "big") not in files


async def test_the_log_keeps_up_with_posts_that_were_reworded(store: Store) -> None:
    game = await remembered(store)
    await store.forget(ALICE)
    log = {digest for command in await store.commands(game) for digest in command.posts.split()}
    assert {digest_of(kept.post) for kept in await store.kept_posts(game) if kept.post.once is None} <= log


async def test_what_was_to_be_posted_once_is_so_when_it_names_who_is_forgotten(store: Store) -> None:
    game = await made(store)
    daily = Post(7, game.id, "channel:2", f'{{"text": "<@{ALICE}> leads"}}', "n", 1, NOW, once="daily:7:2026-11-21")
    assert await store.post([daily]) == 1
    await store.forget(ALICE)
    assert await store.post([msgspec.structs.replace(daily, nonce="m")]) == 0


async def test_nothing_of_a_person_is_left_in_what_a_copy_has_no_use_for(store: Store, path: Path) -> None:
    """Rows that were deleted where deleting leaves the bytes."""
    copy = path.with_name("copy.db")
    backup(path, copy)
    connection = connect(copy, ("secure_delete = OFF", "auto_vacuum = NONE"))
    connection.executemany("INSERT INTO memo VALUES (?, ?)", [(f"told:{n}", f"{ALICE}" * 40) for n in range(50)])
    connection.execute("DELETE FROM memo WHERE name LIKE 'told:%'")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    assert str(ALICE).encode() in copy.read_bytes()
    forget_in(copy, ALICE)
    assert str(ALICE).encode() not in copy.read_bytes()


async def test_forgetting_reaches_copies_of_any_version(store: Store, path: Path) -> None:
    await remembered(store)
    copy, older = path.with_name("copy.db"), path.with_name("older.db")
    backup(path, copy)
    connection = connect(older)
    migrate(connection, None, steps()[:1])
    connection.execute("INSERT INTO memo VALUES ('member:1:red', ?)", (f"70:{ALICE}",))
    connection.execute(
        "INSERT INTO outbox (guild, target, body, nonce, priority, made_at) VALUES (7, 'channel:2', ?, 'n', 1, 0)",
        (f'{{"text": "<@{ALICE}> leads"}}',),
    )
    connection.close()
    for file in (copy, older):
        os.utime(file, (NOW, NOW))
        forget_in(file, ALICE)
        assert str(ALICE).encode() not in file.read_bytes() and ALICE.to_bytes(8, "big") not in file.read_bytes()
        assert file.stat().st_mtime == NOW
    assert {file.name for file in path.parent.iterdir() if "games.db" not in file.name} == {"copy.db", "older.db"}
    with pytest.raises(Locked):
        forget_in(path, ALICE)


async def test_all_that_wait_for_a_locked_database_are_told_together(store: Store) -> None:
    await store.database._writer.run(lambda writer: writer.execute("PRAGMA busy_timeout = 200"))
    other = connect(store.database.path)
    other.execute("BEGIN IMMEDIATE")
    began = time.monotonic()
    told = await asyncio.gather(*(store.remember(f"{n}", "") for n in range(10)), return_exceptions=True)
    assert all(isinstance(one, Locked) for one in told)
    assert time.monotonic() - began < 1.0, "not one after the other"
    other.execute("ROLLBACK")
    other.close()
    await store.remember("0", "written")
