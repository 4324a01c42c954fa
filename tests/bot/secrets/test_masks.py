"""Names that a forgotten person typed are masked wherever they are shown, and the mask can be typed in its place."""

from __future__ import annotations

import pytest

from bot.clock import Clock
from bot.game.desk.desk import Desk
from bot.game.desk.lobby import NewGame
from bot.posts.announcing import daily
from bot.posts.news import Letter, encoded, masked
from engine.game import MODERATOR, Seat
from engine.gcw.founding.setup import Join, Muster
from engine.gcw.space.craft import Swarm
from engine.gcw.turn.drafting import Form
from engine.sunrise.fleet.building import LoadFleet
from engine.text.masks import Masks
from storage.records import Game, Post
from storage.store import Store
from tests.bot.ledger import Mint, Pay, Shout
from tests.bot.opened import ALICE, BOB, CHANNEL, GM, GUILD, posted

CAROL = 77
BLUE = Seat("blue")


@pytest.fixture
async def game(desk: Desk) -> int:
    """A game in which Alice has called her seat by her own name."""
    made = await desk.lobby.create(NewGame("ledger", "Coins"), guild=GUILD, user=GM, channel=CHANNEL)
    await desk.lobby.join(made.id, ALICE, "Alice Liddell")
    await desk.lobby.join(made.id, BOB, "blue")
    await desk.lobby.start(made.id, GM)
    await desk.orders.submit(made.id, MODERATOR, Mint(coins=9, payee="blue"), user=GM)
    await desk.orders.submit(made.id, BLUE, Pay(coins=2, payee="alice-liddell"), user=BOB)
    return made.id


async def since(store: Store, before: int) -> str:
    """All that was posted after so many posts."""
    return "\n".join(letter.text for _, letter in (await posted(store))[before:])


async def test_a_name_is_not_shown_after_its_person_is_forgotten(desk: Desk, store: Store, game: int) -> None:
    await desk.record.forget(ALICE)
    before = len(await posted(store))
    assert "**forgotten-1** is vacant" in (await desk.lobby.join(game, CAROL, "forgotten-1")).text
    await desk.lobby.seat(game, [CAROL], "forgotten-1", user=GM)
    assert [seat.seat for seat in await store.seats(game)] == ["alice-liddell", "blue"]
    paid = await desk.orders.submit(game, BLUE, Pay(coins=3, payee="forgotten-1"), user=BOB)
    assert paid.text == "blue pays 3 to forgotten-1."
    typed = await desk.orders.sheet(game, BLUE, "pay 1 to Forgotten-1\npay 99 to forgotten-1", user=BOB)
    assert "pay 1 to forgotten-1" in typed.text and "❌ pay 99 to forgotten-1" in typed.text
    assert await store.draft(game, "blue") == "pay 99 to forgotten-1"
    await desk.orders.submit(game, Seat("alice-liddell"), Shout(words="I am Alice-Liddell now"), user=CAROL)
    assert "forgotten-1: I am forgotten-1 now" in await since(store, before)
    options = await desk.views.options(game, BLUE, Pay, "payee", {})
    said = [await since(store, before), *await desk.views.log(game, BLUE), *await desk.record.audit(game), str(options)]
    said += [awaited.what for awaited in await desk.views.awaits(game)]
    assert not [text for text in said if "liddell" in text.casefold()]
    assert await desk.record.verify(game) is None and await desk.record.faults(game, desk.clock.now()) == []


async def test_a_colour_is_nobody_s_name(desk: Desk, store: Store, game: int) -> None:
    await desk.record.forget(BOB)
    assert (await store.load(game)).masks == {}


def test_what_is_typed_as_a_name_is_known_from_its_field() -> None:
    assert Form(name="Wolf pack", units="A, B").names() == ("Wolf pack",)
    assert Swarm(squadrons="all TF", name="Bees").names() == ("Bees",)
    assert LoadFleet(text="Home fleet; faction none\nDart | Corvette | | ").names() == ("Home fleet", "Dart")
    assert Join(faction="Rebel Alliance", hero="Alice Liddell").names() == ("Alice Liddell",)
    assert Muster(unit="Corvette", name="Alice's Own").names() == ("Alice's Own",)
    assert Muster(unit="Corvette").names() == ()
    assert Pay(coins=1, payee="red").names() == ()


async def test_a_refused_order_is_told_and_logged_without_the_name(desk: Desk, game: int) -> None:
    await desk.orders.submit(game, BLUE, Pay(coins=99, payee="alice-liddell"), user=BOB)
    await desk.record.forget(ALICE)
    refused = await desk.orders.submit(game, BLUE, Pay(coins=99, payee="forgotten-1"), user=BOB)
    assert refused.refusal is not None
    log = await desk.record.audit(game)
    assert [line.partition(": ")[2] for line in log[-2:]] == ["pay 99 to forgotten-1; refused: POOR"] * 2


async def test_what_is_still_to_be_posted_and_drafts_lose_the_name(desk: Desk, store: Store, game: int) -> None:
    await desk.orders.sheet(game, BLUE, "pay 99 to alice-liddell", user=BOB)
    waiting = [letter.text for _, letter in await posted(store)]
    assert any("alice-liddell" in text for text in waiting)
    await desk.record.forget(ALICE)
    assert not [letter.text for _, letter in await posted(store) if "alice-liddell" in letter.text]
    assert await store.draft(game, "blue") == "pay 99 to forgotten-1"
    assert await desk.record.faults(game, desk.clock.now()) == []


def foretelling(game: int, text: str) -> Post:
    """A post that says when a turn becomes final."""
    letter = Letter(f"Hear this.\n{text}", foretold={"turn 3": text})
    return Post(GUILD, game, f"public:{game}", encoded(letter), "n", 1, 0)


async def test_what_a_post_foretells_loses_the_name_with_its_words(desk: Desk, store: Store, game: int) -> None:
    await store.post([foretelling(game, "alice-liddell has posted turn 3, final <t:9:F>.")])
    await desk.record.forget(ALICE)
    waiting = (await posted(store))[-1][1]
    assert waiting.foretold == {"turn 3": "forgotten-1 has posted turn 3, final <t:9:F>."}
    assert waiting.foretold["turn 3"] in waiting.text


async def test_what_a_post_tells_again_when_its_game_is_reopened_loses_the_name(
    desk: Desk, store: Store, game: int
) -> None:
    ended = Letter("Hear this.", awake="alice-liddell owes this until <t:9:F>.")
    await store.post([Post(GUILD, game, f"public:{game}", encoded(ended), "n", 1, 0)])
    await desk.record.forget(ALICE)
    waiting = (await posted(store))[-1][1]
    told_again = masked(ended, Masks((await store.masks())[game]))
    assert waiting.awake == told_again.awake == "forgotten-1 owes this until <t:9:F>."


async def test_a_post_that_is_told_otherwise_later_loses_the_name_then(
    desk: Desk, store: Store, clock: Clock, game: int
) -> None:
    await store.post([foretelling(game, "alice-liddell has posted turn 3, final <t:9:F>.")])
    *_, row = await store.kept_posts(game)
    await store.posted(row.id, 0, 1)
    await desk.record.forget(ALICE)
    await desk.moderation.pause(game, user=GM)
    clock.skip(3600)
    await desk.moderation.resume(game, user=GM)
    edits = [letter for _, letter in await posted(store) if letter.edits == row.id]
    assert [one.text for one in edits] == ["Hear this.\nforgotten-1 has posted turn 3, final <t:3609:F>."]


async def test_a_post_that_is_marked_as_taken_back_loses_the_name(desk: Desk, store: Store, game: int) -> None:
    for kept in await store.kept_posts(game):
        await store.posted(kept.id, 0, kept.id)
    await desk.record.forget(ALICE)
    await desk.moderation.rewind(game, 1, user=GM)
    edits = [letter.text for _, letter in await posted(store) if letter.edits]
    assert [text for text in edits if "forgotten-1" in text]
    assert not [text for text in edits if "liddell" in text.casefold()]


def test_a_day_in_brief_shows_no_half_of_a_name_where_it_cuts_a_line() -> None:
    text = f"{'w ' * 76}Alice Liddell sails on for a very long while."
    game = Game(1, 1, 1, "A", "gcw", 1, "", {}, "running", 1, 0)
    with Masks({"Alice Liddell": "somebody"}).hiding():
        assert "Alice" not in daily(game, [(1, encoded(Letter(text)))], (), ())
