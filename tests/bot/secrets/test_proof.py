"""Proof: what the bot plays from is held against the record; whatever somebody changes in the file is found and
named.
"""

from __future__ import annotations

import json

import pytest

from bot.clock import Clock
from bot.game.desk.desk import Desk
from bot.game.desk.lobby import NewGame
from bot.game.loaded_game import SecretDice, found_heads
from bot.game.rulebooks import Rulebooks
from engine.clock import HOUR
from engine.game import MODERATOR, Seat
from storage.records import REFEREE, Snapshot
from storage.store import POSTS_KEPT, Store
from tests.bot.ledger import Ledger, Mint, Pay, Roll, Shout
from tests.bot.opened import ALICE, BOB, CHANNEL, GM, GUILD, START, opened, posted

RED = Seat("red")


@pytest.fixture
async def game(desk: Desk, store: Store) -> int:
    """A game of some orders, with snapshots of the referee and of red, one seat left and one that Umpire was given."""
    game = await opened(desk)
    await desk.lobby.join(game, 13, "green")
    await desk.lobby.leave(game, 13)
    await desk.orders.submit(game, MODERATOR, Mint(coins=5, payee="red"), user=GM)
    await desk.orders.submit(game, RED, Pay(coins=3, payee="blue"), user=ALICE)
    row = await store.game(game)
    states = {REFEREE: {"red": 2, "blue": 3}, "red": {"red": 2, "blue": 3}}
    await store.keep_snapshots(
        game,
        [
            Snapshot(whose, row.sequence, row.facts, json.dumps({"coins": coins, "next_income": START + HOUR}).encode())
            for whose, coins in states.items()
        ],
    )
    await desk.orders.submit(game, RED, Shout(words="hello"), user=ALICE)
    await desk.orders.submit(game, RED, Pay(coins=1, payee="blue"), user=ALICE)
    await desk.moderation.rewind(game, 1, user=GM)
    await desk.orders.submit(game, RED, Roll(), user=ALICE)
    return game


async def faults(desk: Desk, game: int, wall: int = START) -> list[str]:
    return await desk.record.faults(game, wall)


async def test_a_game_as_it_was_played_has_no_fault(desk: Desk, store: Store, game: int) -> None:
    assert await faults(desk, game) == []
    await desk.moderation.pause(game, user=GM)
    assert await faults(desk, game) == []
    await desk.moderation.resume(game, user=GM)
    await desk.moderation.extend(game, 60, user=GM)
    await desk.moderation.advance(game, 3 * HOUR, user=GM)
    await desk.record.forget(ALICE)
    await desk.lobby.join(game, 77, "red")
    assert await faults(desk, game) == []
    await desk.moderation.end(game, user=GM)
    assert await faults(desk, game) == []


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (
            "UPDATE snapshot SET state = replace(state, '2', '9') WHERE whose = '!'",
            "the referee's snapshot after command",
        ),
        (
            "UPDATE snapshot SET state = replace(state, '2', '9') WHERE whose = 'red'",
            "red's snapshot after command 8 is",
        ),
        ("UPDATE snapshot SET state = '{' WHERE whose = 'red'", "red's snapshot after command 8 cannot be read"),
        ("UPDATE seat SET user = 99 WHERE seat = 'red'", "the seat red is kept as somebody's, and by the log"),
        ("UPDATE seat SET user = NULL WHERE seat = 'red'", "the seat red is kept as vacant, and by the log"),
        ("UPDATE seat SET automated = 1 WHERE seat = 'green'", "the seat green is kept as Umpire's, and by the log"),
        ("DELETE FROM seat WHERE seat = 'blue'", "the seat blue is kept as not there"),
        (
            "INSERT INTO seat VALUES (1, 'gold', 99, 0)",
            "the seat gold is kept as somebody's, and by the log it is not there",
        ),
        ("UPDATE outbox SET body = replace(body, 'hello', 'hallo')", "a post of command"),
        ("UPDATE outbox SET target = 'game:1' WHERE target = 'seat:1:blue'", "is drawn as blue sees it"),
        ("UPDATE outbox SET body = '{' WHERE target = 'seat:1:blue'", "to seat:1:blue cannot be read"),
        ("DELETE FROM outbox WHERE target = 'seat:1:blue'", "a post of command"),
        (
            "INSERT INTO outbox (guild, game, target, body, nonce, priority, made_at) SELECT guild, game, 'game:1',"
            " body, 'another', priority, made_at + 1 FROM outbox LIMIT 1",
            "was made by no command",
        ),
        ("UPDATE secret SET secret = randomblob(32)", "the secret of the dice does not lead to their commitment"),
        ("UPDATE game SET commitment = 'ab'", "the secret of the dice does not lead to their commitment"),
        ("UPDATE game SET due_at = due_at + 1", "the next deadline is kept as"),
        ("UPDATE game SET clock_offset = 7", "the next deadline is kept as"),
        ("UPDATE game SET status = 'ended'", "the game is ended, and by its log it is running"),
        ("UPDATE game SET sequence = sequence + 1", "and the game counts"),
        ("DELETE FROM command WHERE n = 3", "the log has"),
    ],
)
async def test_what_somebody_changed_in_the_file_is_named(
    desk: Desk, store: Store, game: int, change: str, fault: str
) -> None:
    await store.database.write(lambda connection: connection.execute(change))
    found = await faults(desk, game)
    assert any(fault in one for one in found), found


async def test_posts_that_went_with_time_are_not_missed(desk: Desk, store: Store, game: int) -> None:
    for post in await store.take(START, 100):
        await store.posted(post.id, START, 1)
    later = START + POSTS_KEPT + 1
    await store.tidy(later)
    assert await faults(desk, game, later) == []
    assert any("is gone from the outbox" in fault for fault in await faults(desk, game))


def packed(digest: str) -> Rulebooks:
    """Rulebooks whose ledger is made of a data pack of one file."""
    books = Rulebooks()
    books.add(Ledger(digest=digest), {"a.toml": digest}, lambda files, version: Ledger(digest=files["a.toml"]))
    return books


async def test_a_data_pack_that_was_changed_is_found(store: Store, clock: Clock) -> None:
    desk = Desk(store, packed("first"), clock)
    row = await store.game(await opened(desk))
    assert await desk.record.pack_fault(row) is None
    await store.database.write(
        lambda connection: connection.execute("UPDATE pack SET files = replace(files, 'f', 'g')")
    )
    fault = await desk.record.pack_fault(row)
    assert fault is not None and "is not what it was" in fault


async def test_a_turn_closes_with_a_head_that_another_record_does_not_have(desk: Desk, store: Store, game: int) -> None:
    told = [head for target, letter in await posted(store) if target == "game:1" for head in found_heads(letter.text)]
    record = await desk.record.public_record(game)
    assert [head[:16] for head in record["heads"]] == told and len(told) == 1
    log = await store.commands(game)
    closing = next(command.n for command in log if "roll" in command.body)
    assert (
        await desk.record.witnessed(game, told[0]) == await desk.record.witnessed(game, record["heads"][0]) == closing
    )
    await desk.orders.submit(game, RED, Roll(), user=ALICE)
    assert await desk.record.witnessed(game, told[0]) == closing


async def test_a_head_says_nothing_of_what_is_hidden(desk: Desk, store: Store, game: int) -> None:
    chains = {fact.chain for fact in await store.facts(game, undone=True)}
    record = json.dumps(await desk.record.public_record(game))
    assert not [chain for chain in chains if chain in record]
    before = record
    await desk.orders.submit(game, MODERATOR, Mint(coins=5, payee="blue"), user=GM)
    heads = json.loads(json.dumps(await desk.record.public_record(game)))["heads"]
    assert heads == json.loads(before)["heads"]


async def test_a_record_rewritten_whole_is_given_away_by_its_witness(desk: Desk, store: Store, clock: Clock) -> None:
    """Somebody with the file plays the game anew with another order, same secret, and nothing in it is wrong."""
    other = await desk_with_game(desk, coins=5)
    (told,) = [head for _, letter in await posted(store) for head in found_heads(letter.text)]
    assert await desk.record.witnessed(other, told) is not None
    secret = (await store.load(other)).secret
    await store.database.write(lambda connection: [connection.execute(f"DELETE FROM {table}") for table in TABLES])
    anew = Desk(store, desk.rulebooks, clock)
    again = await desk_with_game(anew, coins=6, secret=secret)
    assert await anew.record.verify(again) is None and await faults(anew, again) == []
    assert await anew.record.witnessed(again, told) is None


TABLES = ("outbox", "receipt", "snapshot", "fact", "command", "draft", "seat", "secret", "place", "game")


async def desk_with_game(desk: Desk, coins: int, secret: bytes = b"") -> int:
    """A game in which red is given some coins, and a die closes the turn; with a secret of one's choice."""
    made = await desk.lobby.create(NewGame("ledger", "Coins"), guild=GUILD, user=GM, channel=CHANNEL)
    if secret:
        commitment = SecretDice.of(secret).commitment
        await desk.store.database.write(
            lambda connection: connection.execute("UPDATE secret SET secret = ?", (secret,))
        )
        await desk.store.database.write(
            lambda connection: connection.execute("UPDATE game SET commitment = ?", (commitment,))
        )
    await desk.lobby.join(made.id, ALICE, "red")
    await desk.lobby.join(made.id, BOB, "blue")
    await desk.lobby.start(made.id, GM)
    await desk.orders.submit(made.id, MODERATOR, Mint(coins=coins, payee="red"), user=GM)
    await desk.orders.submit(made.id, RED, Roll(), user=ALICE)
    return made.id
