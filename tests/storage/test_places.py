"""Questions to the store about places and posts: where a game is, what was made there, and what is left to do."""

from __future__ import annotations

import msgspec

from storage.records import Place, Post
from storage.store import Store
from tests.storage.rows import NOW, made, order

HOUR = 3600


async def test_a_game_that_is_moved_has_nothing_where_it_was(store: Store) -> None:
    game, other = await made(store), await made(store)
    for row in (game, other):
        await store.set_place(Place(row.id, "seat:red", 71, 900))
    await store.move(game.id, 80)
    assert await store.places(game.id) == (Place(game.id, "", 80),)
    assert [place.topic for place in await store.places(other.id)] == ["", "seat:red"]
    assert [place.game for place in await store.places_at(80)] == [game.id]


async def test_the_rulebooks_of_a_server_are_those_of_its_games(store: Store) -> None:
    for guild in (7, 8, 7, -71):  # the last one is a direct conversation
        await made(store, guild)
    await store.database.write(lambda connection: connection.execute("UPDATE game SET rulebook = 'gcw' WHERE id = 3"))
    assert await store.rulebooks_played() == {7: ("gcw", "ledger"), 8: ("ledger",)}


async def test_threads_are_locked_once_of_a_closed_game_of_which_all_is_said(store: Store) -> None:
    first, second = await made(store), await made(store)
    for row in (first, second):
        commit = order(row)
        closed = msgspec.structs.replace(commit.game, status="ended", ended_at=NOW - 24 * HOUR, closed_at=NOW)
        await store.commit(msgspec.structs.replace(commit, game=closed))
    assert await store.to_lock(NOW) == ()
    for post in await store.take(NOW, 10):
        await store.posted(post.id, NOW, 900 + post.id)
    assert await store.to_lock(NOW) == (first.id, second.id)
    assert await store.to_lock(NOW + 1) == ()
    await store.remember(f"locked:{first.id}", "1")
    assert await store.to_lock(NOW) == (second.id,)


async def test_what_a_post_became_and_what_stood_there_before_it(store: Store) -> None:
    row = await made(store)
    posts = [Post(7, row.id, target, text, text, 1, NOW) for target, text in (("game:1", "a"), ("seat:1:red", "b"))]
    await store.post([*posts, Post(7, row.id, "game:1", "c", "c", 1, NOW)])
    first, elsewhere = await store.take(NOW, 10)
    assert await store.message_of(first.id) == 0 and await store.message_of(99) == 0
    await store.posted(first.id, NOW, 901)
    await store.posted(elsewhere.id, NOW, 950)
    (last,) = await store.take(NOW, 10)
    assert (await store.message_of(first.id), await store.message_before(last)) == (901, 901)
    assert await store.message_before(first) is None
    assert await store.made_as([901, 902, 950]) == {901, 950}


async def test_a_reminder_that_was_given_up_leaves_its_game_to_be_looked_at_again(store: Store) -> None:
    game = await made(store)
    looked = msgspec.structs.replace(
        (await store.around(game, (), 0)).before, sequence=game.sequence, next_at=NOW + HOUR
    )
    post = Post(game.guild, game.id, "seat:1:red", "You owe an order", "n1", 1, NOW)
    assert await store.watch(game.id, looked, [post], [NOW + 60])
    assert await store.take(NOW, 10) == (), "it waits"
    assert await store.to_watch(NOW, 10, ()) == ()
    (taken,) = await store.take(NOW + 60, 10)
    await store.drop_reminder(taken, "red", "orders", NOW + 60, "it is no longer owed")
    assert (await store.around(game, (), 0)).before.sequence == -1
    assert await store.outbox_counts(game.id) == (0, 0, 1)
