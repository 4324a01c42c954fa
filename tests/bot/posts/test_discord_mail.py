"""Posts through discord.py to a Discord of our own: places found, made and made again; answers lost; doors closed."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator

import discord
import pytest

from bot.clock import Clock
from bot.game.desk.desk import Desk
from bot.game.desk.lobby import NewGame
from bot.posts.discord_mail import DiscordMail
from bot.posts.news import Letter
from bot.posts.postman import NONCE_KEPT, Postman
from bot.render.described_file import DescribedFile
from bot.start.app import intents
from engine.game import MODERATOR, Seat
from sandbox import Player, Sandbox
from sandbox.limits.faults import Failing, Refusing, lost_answer
from sandbox.model.guilds import Channel
from sandbox.point import pointed_at
from storage.guilds import Settings
from storage.store import Store
from tests.bot.ledger import Mint, Roll, Shout
from tests.bot.opened import GM

RED = Seat("red")
MISSING_PERMISSIONS, CLOSED_MESSAGES, TOO_MANY_THREADS, UNKNOWN_USER = 50013, 50007, 160006, 10013
PNG = b"\x89PNG\r\n\x1a\n"


class Ticking(Clock):
    """A clock whose steady seconds run as fast as anybody waits for them."""

    def __init__(self, wall: Clock) -> None:
        super().__init__(wall=wall.now)
        self.passed = 0.0

    def steady(self) -> float:
        self.passed += 5.0
        return self.passed


class Client(discord.Client):
    """A bot that does nothing but be there."""

    def __init__(self) -> None:
        super().__init__(intents=intents(), guild_ready_timeout=0.02, max_messages=None)
        self.there = asyncio.Event()

    async def on_ready(self) -> None:
        self.there.set()


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    async with Sandbox(channels=("general", "war", "staff"), limit_second=0.01) as opened:
        yield opened


@pytest.fixture
def alice(sandbox: Sandbox) -> Player:
    return sandbox.member("Alice")


@pytest.fixture
def bob(sandbox: Sandbox) -> Player:
    return sandbox.member("Bob")


@pytest.fixture
async def client(sandbox: Sandbox) -> AsyncIterator[Client]:
    with pointed_at(sandbox):
        made = Client()
        running = asyncio.create_task(made.start(sandbox.token))
        async with asyncio.timeout(10):
            await made.there.wait()
        yield made
        await made.close()
        await asyncio.wait([running])


async def picture(game: int, letter: Letter) -> DescribedFile | None:
    return DescribedFile(f"{letter.view}.png", PNG, "A purse.")


@pytest.fixture
def postman(store: Store, client: Client, clock: Clock, desk: Desk) -> Postman:
    return Postman(store, DiscordMail(client, store, picture), Ticking(clock), desk.transactions.posted, per_second=1e6)


@pytest.fixture
async def game(desk: Desk, sandbox: Sandbox, alice: Player, bob: Player) -> int:
    """A running game in #war, with Alice as red and Bob as blue; nothing is posted yet."""
    made = await desk.lobby.create(
        NewGame("ledger", "Coins"), guild=sandbox.guild.id, user=GM, channel=sandbox.channel("war").id
    )
    await desk.lobby.join(made.id, alice.id, "red")
    await desk.lobby.join(made.id, bob.id, "blue")
    await desk.lobby.start(made.id, GM)
    return made.id


def texts(channel: Channel) -> list[str]:
    return [channel.messages[message].content for message in channel.order]


async def test_news_goes_where_it_belongs(
    desk: Desk, game: int, postman: Postman, sandbox: Sandbox, alice: Player, bob: Player
) -> None:
    await desk.orders.submit(game, MODERATOR, Mint(coins=30, payee="red"), user=GM)
    await desk.orders.submit(game, RED, Shout(words="battle is joined"), user=alice.id)
    await desk.orders.submit(game, RED, Shout(words="hello all"), user=alice.id)
    await desk.orders.submit(game, RED, Roll(), user=alice.id)
    await postman.deliver_all()
    war = sandbox.channel("war")
    assert texts(war)[-2] == "red: hello all"
    assert [file.filename for file in war.messages[war.order[-1]].attachments] == ["purse.png"]
    assert [file.description for file in war.messages[war.order[-1]].attachments] == ["A purse."]
    battle, private = sandbox.channel("Battle 1"), sandbox.channel("Your orders: Red")
    assert texts(battle) == ["red: battle is joined"] and not battle.private
    assert private.private and set(private.joined) >= {alice.id} and bob.id not in private.joined
    assert "red earns 30" in texts(private)[0]
    assert not any("earns" in text for text in texts(war))


async def test_lost_answers_make_neither_second_posts_nor_second_threads(
    desk: Desk, game: int, postman: Postman, sandbox: Sandbox, alice: Player
) -> None:
    sandbox.faults.add("POST", "/channels/*/messages", lost_answer(), times=3)
    sandbox.faults.add("POST", "/channels/*/threads", lost_answer(), times=1)
    for words in ("battle is joined", "one", "two"):
        await desk.orders.submit(game, RED, Shout(words=words), user=alice.id)
    await postman.deliver_all()
    assert texts(sandbox.channel("war"))[-2:] == ["red: one", "red: two"]
    everything = [text for channel in sandbox.guild.channels.values() for text in texts(channel)]
    assert len(everything) == len(set(everything))
    assert [thread.name for thread in sandbox.threads()] == ["Battle 1"]


async def test_server_errors_are_outlasted(
    desk: Desk, game: int, postman: Postman, sandbox: Sandbox, alice: Player
) -> None:
    sandbox.faults.add("POST", "/channels/*/messages", Failing(503), times=2)
    sandbox.faults.add("POST", "/channels/*/messages", Failing(503, done=True), times=1)
    await desk.orders.submit(game, RED, Shout(words="through"), user=alice.id)
    await postman.deliver_all()
    assert texts(sandbox.channel("war")).count("red: through") == 1


async def test_a_post_in_flight_when_the_process_died_is_found_in_the_history(
    desk: Desk, game: int, postman: Postman, sandbox: Sandbox, store: Store, alice: Player, clock: Clock
) -> None:
    await postman.deliver_all()
    await desk.orders.submit(game, RED, Shout(words="once"), user=alice.id)
    taken = await store.take(clock.now(), 1)
    mail = postman._mail
    await mail.carry(taken[0], Letter("red: once"))
    sandbox.channel("war").messages[max(sandbox.channel("war").order)].nonce = None
    clock.skip(NONCE_KEPT + 60)
    await postman.deliver_all()
    assert texts(sandbox.channel("war")).count("red: once") == 1
    assert (await store.outbox_counts())[0] == 0


async def test_an_archived_thread_is_opened_for_the_next_post(
    desk: Desk, game: int, postman: Postman, sandbox: Sandbox, alice: Player
) -> None:
    await desk.orders.submit(game, RED, Shout(words="battle one"), user=alice.id)
    await postman.deliver_all()
    battle = sandbox.channel("Battle 1")
    sandbox.archive(battle)
    await desk.orders.submit(game, RED, Shout(words="battle two"), user=alice.id)
    await postman.deliver_all()
    assert texts(battle) == ["red: battle one", "red: battle two"] and not battle.archived


async def test_a_deleted_thread_is_made_anew_and_a_deleted_channel_replaced(
    desk: Desk, game: int, postman: Postman, sandbox: Sandbox, alice: Player, store: Store
) -> None:
    await desk.orders.submit(game, RED, Shout(words="battle one"), user=alice.id)
    await postman.deliver_all()
    sandbox.delete("Battle 1")
    await desk.orders.submit(game, RED, Shout(words="battle two"), user=alice.id)
    await postman.deliver_all()
    assert texts(sandbox.channel("Battle 1")) == ["red: battle two"]
    sandbox.delete("war")
    await store.set_settings(sandbox.guild.id, Settings(news_channel=sandbox.channel("general").id))
    await desk.orders.submit(game, RED, Shout(words="where are we"), user=alice.id)
    await postman.deliver_all()
    assert texts(sandbox.channel("general"))[-1] == "red: where are we"


async def test_a_seat_without_a_thread_is_written_to_and_moderators_hear_of_closed_doors_once(
    desk: Desk, game: int, postman: Postman, sandbox: Sandbox, alice: Player, bob: Player, store: Store
) -> None:
    await store.set_settings(sandbox.guild.id, Settings(moderator_channel=sandbox.channel("staff").id))
    sandbox.faults.add("POST", "/channels/*/threads", Refusing(MISSING_PERMISSIONS), times=None)
    await desk.orders.submit(game, MODERATOR, Mint(coins=30, payee="red"), user=GM)
    await postman.deliver_all()
    assert "red earns 30" in texts(sandbox.dm(alice))[0]
    closed = sandbox.dm(bob)
    sandbox.faults.add("POST", f"/channels/{closed.id}/messages", Refusing(CLOSED_MESSAGES), times=None)
    await desk.orders.submit(game, MODERATOR, Mint(coins=31, payee="blue"), user=GM)
    await desk.orders.submit(game, MODERATOR, Mint(coins=32, payee="blue"), user=GM)
    await postman.deliver_all()
    notes = texts(sandbox.channel("staff"))
    assert len(notes) == 1
    assert notes[0].startswith(f"I could not post to the thread of blue in game {game}") and "31" not in notes[0]
    assert "their private messages are closed to me" in notes[0]


async def test_who_takes_over_a_seat_gets_its_thread_and_who_left_loses_it(
    desk: Desk, game: int, postman: Postman, sandbox: Sandbox, alice: Player
) -> None:
    await desk.orders.submit(game, MODERATOR, Mint(coins=30, payee="red"), user=GM)
    await postman.deliver_all()
    carol = sandbox.member("Carol")
    await desk.lobby.leave(game, alice.id)
    await desk.lobby.seat(game, [carol.id], "red", user=GM)
    await desk.orders.submit(game, MODERATOR, Mint(coins=5, payee="red"), user=GM)
    await postman.deliver_all()
    private = sandbox.channel("Your orders: Red")
    assert carol.id in private.joined and alice.id not in private.joined
    assert len(texts(private)) >= 2


async def test_nobody_is_named_in_the_log_when_somebody_who_has_left_already_is_shown_out(
    desk: Desk,
    game: int,
    postman: Postman,
    sandbox: Sandbox,
    alice: Player,
    caplog: pytest.LogCaptureFixture,
) -> None:
    await desk.orders.submit(game, MODERATOR, Mint(coins=30, payee="red"), user=GM)
    await postman.deliver_all()
    sandbox.faults.add("DELETE", "/channels/*/thread-members/*", Refusing(UNKNOWN_USER), times=1)
    carol = sandbox.member("Carol")
    await desk.lobby.leave(game, alice.id)
    await desk.lobby.seat(game, [carol.id], "red", user=GM)
    await desk.orders.submit(game, MODERATOR, Mint(coins=5, payee="red"), user=GM)
    caplog.set_level(logging.INFO, "umpire")
    await postman.deliver_all()
    assert carol.id in sandbox.channel("Your orders: Red").joined
    ours = [record.getMessage() for record in caplog.records if record.name.startswith("umpire")]
    assert any("no longer in thread" in line for line in ours)
    assert not [line for line in ours for member in (alice, carol) if str(member.id) in line]


async def test_where_no_thread_can_be_made_its_news_stays_in_the_channel(
    desk: Desk, game: int, postman: Postman, sandbox: Sandbox, alice: Player
) -> None:
    sandbox.faults.add("POST", "/channels/*/threads", Refusing(TOO_MANY_THREADS), times=1)
    await desk.orders.submit(game, RED, Shout(words="battle one"), user=alice.id)
    await postman.deliver_all()
    await desk.orders.submit(game, RED, Shout(words="battle two"), user=alice.id)
    await postman.deliver_all()
    assert "red: battle one" in texts(sandbox.channel("war"))
    assert texts(sandbox.channel("Battle 1")) == ["red: battle two"]
