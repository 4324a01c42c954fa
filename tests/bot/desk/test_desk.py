"""The desk: orders, what they are answered, who hears of them, and that nothing happens twice."""

from __future__ import annotations

import asyncio

import pytest

from bot.clock import Clock
from bot.game.desk.desk import Desk
from bot.game.desk.lobby import NewGame
from bot.game.rulebooks import MissingRulebook, Rulebooks
from bot.game.step import SNAPSHOT_EVERY
from engine.clock import DAY, HOUR, Instant
from engine.game import MODERATOR, Seat
from storage.store import Store
from tests.bot.ledger import INCOME, Ledger, Mint, Pay, Roll, Shout, Stock
from tests.bot.opened import ALICE, BOB, CHANNEL, GM, GUILD, START, opened, posted

RED, BLUE = Seat("red"), Seat("blue")


async def test_a_game_is_made_joined_and_started(desk: Desk, store: Store) -> None:
    game = await desk.lobby.create(NewGame("ledger", "Coins"), guild=GUILD, user=GM, channel=CHANNEL)
    assert (game.number, game.status, len(game.commitment)) == (1, "lobby", 64)
    assert "**red**" in (await desk.lobby.join(game.id, ALICE, "Red")).text
    taken = await desk.lobby.join(game.id, BOB, " RED ")
    assert taken.refusal is not None and "Somebody else is red" in taken.text
    assert (await desk.lobby.start(game.id, GM)).text == "Coins begins."
    announced = [letter.text for _, letter in await posted(store)]
    assert game.commitment in announced[1]
    assert announced[2].startswith("The books are open.")
    assert (await desk.store.game(game.id)).status == "running"
    assert await desk.directory.seats_of(GUILD, ALICE) == {game.id: RED}
    assert await desk.directory.games_at(CHANNEL) == [game.id]


async def test_an_order_is_answered_with_what_its_seat_hears(desk: Desk, store: Store) -> None:
    game = await opened(desk)
    await desk.orders.submit(game, MODERATOR, Mint(coins=30, payee="red"), user=GM)
    reply = await desk.orders.submit(game, RED, Pay(coins=20, payee="blue"), user=ALICE)
    assert reply.refusal is None
    assert reply.text == "red pays 20 to blue."
    known = await desk.views.known(game, BLUE)
    assert known.coins == {"red": -20, "blue": 20}  # blue has not heard of red's 30
    last_target, last = (await posted(store))[-1]
    assert (last_target, last.text) == (f"seat:{game}:blue", "red pays 20 to blue.")  # red was answered, not posted to


async def test_a_refused_order_says_why_and_changes_nothing(desk: Desk) -> None:
    game = await opened(desk)
    before = await desk.views.known(game, RED)
    reply = await desk.orders.submit(game, RED, Pay(coins=20, payee="blue"), user=ALICE)
    assert reply.text == "You have 0 coins, not 20. Pay at most 0.\n-# LED-01"
    assert reply.refusal is not None and reply.refusal.code == "POOR"
    assert await desk.views.known(game, RED) == before


async def test_moderators_see_who_heard_what(desk: Desk) -> None:
    game = await opened(desk)
    reply = await desk.orders.submit(game, MODERATOR, Mint(coins=5, payee="red"), user=GM)
    assert "red earns 5" in reply.text and "heard by red" in reply.text
    assert (
        await desk.orders.submit(game, RED, Mint(coins=5, payee="red"), user=ALICE)
    ).text == "That order is for moderators only."


async def test_only_who_sits_there_gives_orders(desk: Desk) -> None:
    game = await opened(desk)
    assert "You do not sit at red" in (await desk.orders.submit(game, RED, Shout(words="hi"), user=BOB)).text


@pytest.mark.parametrize("order", [Shout(words="hello"), Pay(coins=20, payee="blue"), Stock(count=3)])
async def test_the_same_interaction_is_served_once(desk: Desk, store: Store, order: Shout | Pay | Stock) -> None:
    game = await opened(desk)
    seat, user = (MODERATOR, GM) if isinstance(order, Stock) else (RED, ALICE)
    first = await desk.orders.submit(game, seat, order, user=user, interaction="i1")
    sequence = (await desk.store.game(game)).sequence
    posts = len(await posted(store))
    again = await desk.orders.submit(game, seat, order, user=user, interaction="i1")
    assert again.repeated and not first.repeated
    assert (again.text, again.refusal) == (first.text, first.refusal)
    assert (await desk.store.game(game)).sequence == sequence
    assert len(await posted(store)) == posts


async def test_a_refusal_of_the_desk_is_kept_too(desk: Desk) -> None:
    game = await opened(desk)
    await desk.moderation.pause(game, user=GM)
    first = await desk.orders.submit(game, RED, Shout(words="hi"), user=ALICE, interaction="i2")
    await desk.moderation.resume(game, user=GM)
    again = await desk.orders.submit(game, RED, Shout(words="hi"), user=ALICE, interaction="i2")
    assert again.repeated and again.text == first.text and "paused" in again.text


async def test_the_same_interaction_makes_one_game(desk: Desk) -> None:
    first, second = await asyncio.gather(
        *(
            desk.lobby.create(NewGame("ledger", "Coins"), guild=GUILD, user=GM, channel=CHANNEL, interaction="c1")
            for _ in range(2)
        )
    )
    assert first.id == second.id
    assert len(await desk.directory.games(GUILD)) == 1


async def test_many_at_once_are_obeyed_one_after_another(desk: Desk) -> None:
    game = await opened(desk)
    await desk.orders.submit(game, MODERATOR, Mint(coins=10, payee="red"), user=GM)
    replies = await asyncio.gather(
        *(desk.orders.submit(game, RED, Pay(coins=1, payee="blue"), user=ALICE, interaction=f"p{n}") for n in range(20))
    )
    assert sum(reply.refusal is None for reply in replies) == 10
    assert (await desk.views.known(game, RED)).coins == {"red": 0, "blue": 10}


async def test_what_another_wrote_meanwhile_is_read_before_the_order_is_ruled_on(desk: Desk, store: Store) -> None:
    game = await opened(desk)
    await desk.orders.submit(game, RED, Shout(words="I have nothing"), user=ALICE)
    other = Desk(store, desk.rulebooks, desk.clock)
    await other.orders.submit(game, MODERATOR, Mint(coins=5, payee="red"), user=GM)
    reply = await desk.orders.submit(game, RED, Pay(coins=2, payee="blue"), user=ALICE)
    assert reply.refusal is None
    assert (await desk.views.known(game, RED)).coins["red"] == 3


async def test_time_lapses_before_an_order_and_by_itself(desk: Desk, clock: Clock, store: Store) -> None:
    game = await opened(desk)
    clock.skip(2 * HOUR + 10)
    assert await desk.store.due(desk.clock.now(), 10) == (game,)
    reply = await desk.orders.submit(game, RED, Pay(coins=2 * INCOME, payee="blue"), user=ALICE)
    assert reply.refusal is None
    assert await desk.store.due(desk.clock.now(), 10) == ()
    assert not await desk.transactions.tick(game)
    clock.skip(HOUR)
    assert await desk.transactions.tick(game)
    assert (await desk.views.known(game, RED)).coins["red"] == INCOME
    texts = [letter.text for target, letter in await posted(store) if target == f"seat:{game}:red"]
    assert "told late" not in texts[0] and f"<t:{START + HOUR}:F>" in texts[0]  # a clock that is skipped is no absence
    assert texts[-1] == f"red earns 100, at <t:{START + 3 * HOUR}:F>, and has 100."


async def test_a_pause_moves_deadlines_and_shown_times(desk: Desk, clock: Clock) -> None:
    game = await opened(desk)
    clock.skip(600)
    await desk.moderation.pause(game, user=GM, reason="tea")
    assert (await desk.store.game(game)).due_at is None
    clock.skip(DAY)
    assert not await desk.transactions.tick(game)
    await desk.moderation.resume(game, user=GM)
    assert (await desk.store.game(game)).due_at == START + HOUR + DAY
    report = await desk.views.show(game, RED, "purse")
    assert report.sections[0].lines == (f"income <t:{START + HOUR + DAY}:F>",)
    assert (await desk.views.awaits(game))[0].until == Instant(START + HOUR + DAY)


async def test_what_moderators_do_in_a_pause_happens_at_the_instant_it_began(desk: Desk, clock: Clock) -> None:
    game = await opened(desk)
    clock.skip(600)
    await desk.moderation.pause(game, user=GM)
    clock.skip(DAY)
    await desk.orders.submit(game, MODERATOR, Mint(coins=50, payee="red"), user=GM)
    assert (await desk.views.known(game, RED)).coins["red"] == 50
    assert (await desk.store.facts(game))[-1].at == START + 600


async def test_whoever_keeps_panels_learns_which_games_have_changed(desk: Desk, clock: Clock) -> None:
    changed = desk.transactions.changed
    game = await opened(desk)
    for change in (Shout(words="news"), Pay(coins=99, payee="blue")):  # a refused order stands in the log, too
        assert changed.take() == game and not changed
        await desk.orders.submit(game, RED, change, user=ALICE)
    assert changed.take() == game
    assert not await desk.transactions.tick(game) and not changed
    clock.skip(HOUR)
    assert await desk.transactions.tick(game) and changed.take() == game


async def test_extending_and_advancing_move_deadlines(desk: Desk, clock: Clock) -> None:
    game = await opened(desk)
    await desk.moderation.extend(game, 500, user=GM)
    assert (await desk.store.game(game)).due_at == START + HOUR + 500
    clock.skip(HOUR)
    assert not await desk.transactions.tick(game)
    reply = await desk.moderation.advance(game, 2 * HOUR, user=GM)
    assert "2 hours further" in reply.text
    assert (await desk.views.known(game, RED)).coins["red"] == 2 * INCOME


async def test_rewinding_takes_back_without_deleting(desk: Desk, clock: Clock, store: Store) -> None:
    game = await opened(desk)
    await desk.orders.submit(game, MODERATOR, Mint(coins=50, payee="red"), user=GM)
    await desk.orders.submit(game, RED, Pay(coins=20, payee="blue"), user=ALICE)
    await desk.orders.submit(game, RED, Shout(words="oops"), user=ALICE)
    reply = await desk.moderation.rewind(game, 2, user=GM, reason="a slip")
    assert "took back the latest 2 commands" in reply.text
    assert (await desk.views.known(game, RED)).coins["red"] == 50
    assert (await desk.views.known(game, BLUE)).coins["blue"] == 0
    audit = await desk.record.audit(game, 10)
    assert sum("taken back by" in line for line in audit) == 2
    await desk.orders.submit(game, RED, Pay(coins=5, payee="blue"), user=ALICE)
    desk.games.drop_all()
    assert (await desk.views.known(game, RED)).coins["red"] == 45
    assert await desk.record.verify(game) is None


async def test_rewinding_past_a_deadline_turns_the_clock_back(desk: Desk, clock: Clock) -> None:
    game = await opened(desk)
    await desk.orders.submit(game, RED, Shout(words="one"), user=ALICE)
    clock.skip(HOUR + 60)
    await desk.transactions.tick(game)
    await desk.moderation.rewind(game, 1, user=GM)
    assert (await desk.views.known(game, RED)).coins["red"] == 0
    assert (await desk.store.game(game)).due_at == START + HOUR + 60 + HOUR
    assert await desk.record.verify(game) is None


async def test_an_order_sheet_answers_each_line(desk: Desk) -> None:
    game = await opened(desk)
    await desk.orders.submit(game, MODERATOR, Mint(coins=30, payee="red"), user=GM)
    text = "pay 20 to blue\npay 20 to blue\n\nsing a song\nshout done"
    reply = await desk.orders.sheet(game, RED, text, user=ALICE, interaction="s1")
    assert [answer.refusal is None for answer in reply.answers] == [True, False, False, True]
    assert reply.answers[0].text == "red pays 20 to blue."
    assert "You have 10 coins" in reply.answers[1].text
    assert reply.text.startswith("✅ pay 20 to blue\n> red pays 20 to blue.\n❌ pay 20 to blue")
    assert await desk.store.draft(game, RED) == "pay 20 to blue\nsing a song"
    again = await desk.orders.sheet(game, RED, text, user=ALICE, interaction="s1")
    assert again.repeated and again.text == reply.text


async def test_dice_and_knowledge_are_the_same_after_reloading(desk: Desk, store: Store, clock: Clock) -> None:
    game = await opened(desk)
    await desk.orders.submit(game, RED, Roll(), user=ALICE)
    await desk.moderation.rewind(game, 1, user=GM)
    record = await desk.record.public_record(game)
    assert record["rolls"] == []
    first = (await desk.orders.submit(game, RED, Roll(), user=ALICE)).text
    await desk.moderation.rewind(game, 1, user=GM)
    desk.games.drop_all()
    assert (await desk.orders.submit(game, RED, Roll(), user=ALICE)).text == first  # an undone turn rolls the same
    assert len((await desk.record.public_record(game))["rolls"]) == 1
    assert await desk.record.verify(game) is None


async def test_snapshots_are_written_and_read(desk: Desk, store: Store) -> None:
    game = await opened(desk)
    orders = SNAPSHOT_EVERY + 10
    for number in range(orders):
        await desk.orders.submit(game, MODERATOR, Mint(coins=1, payee="red" if number % 2 else "blue"), user=GM)
    known = await desk.views.known(game, RED)
    record = await store.load(game)
    assert record.snapshot is not None and len(record.facts) < 50
    desk.games.drop_all()
    assert await desk.views.known(game, RED) == known
    assert known.coins["red"] == orders // 2
    await desk.moderation.rewind(game, orders - 10, user=GM)
    assert (await desk.views.known(game, RED)).coins["red"] == 5
    assert await desk.record.verify(game) is None


async def test_leaving_before_and_after_the_start(desk: Desk) -> None:
    game = await desk.lobby.create(NewGame("ledger", "Coins"), guild=GUILD, user=GM, channel=CHANNEL)
    await desk.lobby.join(game.id, ALICE, "red")
    await desk.lobby.leave(game.id, ALICE)
    assert await desk.store.seats(game.id) == ()
    alone = await desk.lobby.start(game.id, GM)
    assert "A ledger needs a seat" in alone.text
    assert (await desk.store.game(game.id)).status == "lobby"
    running = await opened(desk, "More coins")
    await desk.lobby.leave(running, ALICE)
    assert [(row.seat, row.user) for row in await desk.store.seats(running)] == [("blue", BOB), ("red", None)]
    asked = await desk.lobby.join(running, 99, "red")
    assert "a moderator has to agree" in asked.text, "who sits there learns what Alice knew"
    await desk.lobby.seat(running, [99], "red", user=GM)
    assert "takes over **red**" in " ".join(letter.text for _, letter in await posted(desk.store))
    assert (await desk.orders.submit(running, RED, Shout(words="new here"), user=99)).refusal is None


async def test_nobody_sits_down_who_saw_what_is_hidden_nor_where_all_is_over(desk: Desk) -> None:
    game = await opened(desk)
    await desk.lobby.leave(game, ALICE)
    await desk.sight.look(game, "the books", user=GM)
    refused = (await desk.lobby.seat(game, [GM], "red", user=GM)).text
    assert refused.startswith(f"<@{GM}> has seen what is hidden in Coins, as a moderator, and blue did not agree")
    await desk.moderation.end(game, user=GM)
    replies = [
        await desk.lobby.seat(game, [99], "red", user=GM),
        await desk.lobby.join(game, 99, "green"),
        await desk.lobby.take_up(game, GM, "red"),
    ]
    assert [reply.text for reply in replies] == ["Coins has ended."] * 3
    assert [(row.seat, row.user) for row in await desk.store.seats(game)] == [("blue", BOB), ("red", None)]


async def test_public_news_has_one_post_and_topics_their_own(desk: Desk, store: Store) -> None:
    game = await opened(desk)
    await desk.orders.submit(game, RED, Shout(words="battle is joined"), user=ALICE)
    target, letter = (await posted(store))[-1]
    assert (target, letter.title, letter.text) == (f"thread:{game}:battle:1", "Battle 1", "red: battle is joined")


async def test_a_game_keeps_the_edition_it_was_started_with(desk: Desk, store: Store, clock: Clock) -> None:
    game = await opened(desk)
    newer = Rulebooks()
    newer.add(Ledger(2, "d2"))
    with pytest.raises(MissingRulebook, match="version 1 of ledger"):
        await Desk(store, newer, clock).views.known(game, RED)


async def test_an_ended_game_shows_nothing_hidden_for_a_day_and_then_its_key(
    desk: Desk, store: Store, clock: Clock
) -> None:
    game = await opened(desk)
    await desk.moderation.end(game, user=GM)
    assert "has ended" in (await desk.orders.submit(game, RED, Shout(words="hi"), user=ALICE)).text
    clock.skip(DAY - 1)
    assert await store.due(clock.now(), 10) == ()
    assert "Key of the hidden dice" not in str(await posted(store))
    clock.skip(1)
    assert await store.due(clock.now(), 10) == (game,) and await desk.transactions.tick(game)
    told = str(await posted(store))
    assert "Key of the hidden dice" in told and "is over for good" in told and "told late" not in told
    assert (await store.game(game)).closed_at == clock.now() and await store.due(clock.now() + DAY, 10) == ()
    refused = await desk.moderation.reopen(game, user=GM)
    assert refused.refusal is not None and "so it stays over" in refused.text
    assert await desk.record.verify(game) is None and await desk.record.faults(game, clock.now()) == []


async def test_a_game_that_is_reopened_goes_on_as_it_stood(desk: Desk, store: Store, clock: Clock) -> None:
    game = await opened(desk)
    clock.skip(600)
    await desk.moderation.end(game, user=GM)
    await desk.moderation.announce(game, "Was that right?", user=GM)
    clock.skip(DAY - 1)
    assert "is open again" in (await desk.moderation.reopen(game, user=GM)).text
    row = await store.game(game)
    assert (row.status, row.due_at, row.ended_at) == ("running", START + HOUR + DAY - 1, None)
    assert (await desk.views.awaits(game))[0].until == row.due_at
    assert (await desk.moderation.reopen(game, user=GM)).refusal is not None
    assert await desk.record.faults(game, clock.now()) == []


async def test_a_game_that_was_ended_in_a_pause_is_paused_again(desk: Desk, store: Store, clock: Clock) -> None:
    game = await opened(desk)
    clock.skip(600)
    await desk.moderation.pause(game, user=GM)
    clock.skip(60)
    await desk.moderation.end(game, user=GM)
    clock.skip(HOUR)
    assert "is paused as it was before" in (await desk.moderation.reopen(game, user=GM)).text
    assert await desk.record.faults(game, clock.now()) == []
    await desk.moderation.resume(game, user=GM)
    assert (await store.game(game)).due_at == START + HOUR + 60 + HOUR


async def test_forgetting_a_user(desk: Desk, store: Store) -> None:
    game = await opened(desk)
    forgotten = await desk.record.forget(ALICE)
    assert (forgotten.seats, forgotten.commands) == (1, 1)
    assert not any(f"<@{ALICE}>" in letter.text for _, letter in await posted(store))
    assert all(command.user != ALICE for command in await store.commands(game))


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("🚀", "needs letters or digits"),
        ("gm", "the moderators' own"),
        ("Everyone", "a name of Umpire's own"),
        ("ａｌｌ", "a name of Umpire's own"),
        ("UMPIRE", "is my own name"),
        ("r\u0435d", "mixes Cyrillic and Latin letters"),
        ("B1ue", "looks like blue, who is there"),
    ],
)
async def test_a_seat_that_could_be_taken_for_another_is_refused(desk: Desk, typed: str, why: str) -> None:
    game = await opened(desk)
    before = await desk.store.seats(game)
    refused = await desk.lobby.join(game, 99, typed)
    assert refused.refusal is not None and why in refused.text
    assert await desk.store.seats(game) == before


async def test_who_names_no_seat_gets_a_colour(desk: Desk) -> None:
    game = await opened(desk)
    assert (await desk.lobby.join(game, 98)).text == "You are **green** in Coins."
    assert (await desk.lobby.join(game, 99)).text == "You are **gold** in Coins."
