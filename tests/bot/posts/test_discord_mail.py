"""Posts through discord.py to a Discord of our own: places found, made and made again; answers lost; doors closed."""

from __future__ import annotations

import asyncio
import io
import logging
from collections.abc import AsyncIterator

import discord
import msgspec
import pytest

from bot.clock import Clock
from bot.game.desk.desk import Desk
from bot.game.desk.lobby import NewGame
from bot.posts.discord_mail import DiscordMail
from bot.posts.news import Letter, decoded, edit, nonce, post
from bot.posts.postman import NONCE_KEPT, Postman
from bot.render.described_file import DescribedFile
from bot.render.posted import Press
from bot.render.splitting import shorten
from bot.start.app import intents
from engine.game import MODERATOR, Seat
from engine.picture import NEUTRAL
from engine.picture.palette import NAMED
from sandbox import Player, Sandbox
from sandbox.limits.faults import Failing, Refusing, lost_answer
from sandbox.model.components import BUTTON, GALLERY, TEXT, walk
from sandbox.model.guilds import Channel, Message
from sandbox.model.world import NONCE_MEMORY
from sandbox.point import pointed_at
from storage.guilds import Settings
from storage.records import Post
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
    """Words of a channel's messages, without the label of the button to one's panel."""
    return [channel.messages[message].words.removesuffix("\nPanel") for message in channel.order]


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
    await sandbox.skip(NONCE_MEMORY + 1)
    await postman.deliver_all()
    assert texts(sandbox.channel("war")).count("red: once") == 1
    assert (await store.outbox_counts())[0] == 0


async def test_a_long_post_in_flight_in_which_somebody_is_forgotten_is_made_once(
    desk: Desk, postman: Postman, sandbox: Sandbox, store: Store, alice: Player, clock: Clock
) -> None:
    war = sandbox.channel("war")
    made = await desk.lobby.create(NewGame("ledger", "Coins"), guild=sandbox.guild.id, user=GM, channel=war.id)
    await desk.lobby.join(made.id, alice.id, "Ace")
    await postman.deliver_all()
    told = "\n".join(["Ace has all there is to be had."] * 110)  # with what hides the name it is too long for a message
    await store.post(post(await store.game(made.id), f"game:{made.id}", Letter(told), clock.now()))
    (taken,) = await store.take(clock.now(), 1)
    await postman._mail.carry(taken, decoded(taken.body))
    war.messages[max(war.order)].nonce = None
    await desk.record.forget(alice.id)
    clock.skip(NONCE_KEPT + 60)
    await sandbox.skip(NONCE_MEMORY + 1)
    await postman.deliver_all()
    assert sum("has all there is" in text for text in texts(war)) == 1


async def test_a_post_in_flight_whose_author_is_forgotten_before_it_is_looked_for_is_made_once(
    desk: Desk, postman: Postman, sandbox: Sandbox, store: Store, alice: Player, bob: Player, clock: Clock
) -> None:
    war = sandbox.channel("war")
    made = await desk.lobby.create(NewGame("ledger", "Coins"), guild=sandbox.guild.id, user=GM, channel=war.id)
    await desk.lobby.join(made.id, alice.id, "Alice Liddell")
    (taken,) = await store.take(clock.now(), 1)
    await postman._mail.carry(taken, decoded(taken.body))
    war.messages[max(war.order)].nonce = None
    await desk.lobby.join(made.id, bob.id, "blue")
    await desk.record.forget(alice.id)
    clock.skip(NONCE_KEPT + 60)
    await sandbox.skip(NONCE_MEMORY + 1)
    await postman.deliver_all()
    (waited,) = [kept.post.body for kept in await store.kept_posts(made.id) if "a former player" in kept.post.body]
    assert "a former player joins as **forgotten-1**" in waited
    told = [text for text in texts(war) if "joins as" in text]
    assert ["alice-liddell" in text for text in told] == [True, False] and "blue" in told[1]


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
    assert "Their private messages are closed to me." in notes[0]


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


# Laid out


def last(channel: Channel) -> Message:
    return channel.messages[channel.order[-1]]


def accents(channel: Channel) -> list[int]:
    """The colours of the posts of a channel, in their order."""
    return [channel.messages[one].components[0]["accent_color"] for one in channel.order if channel.messages[one].flags]


def colour(name: str) -> int:
    return int(NAMED[name].colour.removeprefix("#"), 16)


async def test_a_post_wears_the_colour_of_the_seat_that_it_concerns(
    desk: Desk, game: int, postman: Postman, sandbox: Sandbox, alice: Player
) -> None:
    await postman.deliver_all()
    war, grey = sandbox.channel("war"), int(NEUTRAL.colour.removeprefix("#"), 16)
    assert set(accents(war)) == {grey}
    await desk.orders.submit(game, MODERATOR, Mint(coins=30, payee="red"), user=GM)
    await desk.orders.submit(game, RED, Shout(words="hello all"), user=alice.id)
    await postman.deliver_all()
    private = sandbox.channel("Your orders: Red")
    assert accents(private)[-1] == accents(war)[-1] == colour("vermilion")
    await desk.lobby.wear(game, alice.id, "violet")
    await desk.orders.submit(game, MODERATOR, Mint(coins=30, payee="red"), user=GM)
    await postman.deliver_all()
    assert accents(private)[-1] == colour("violet")


async def test_a_picture_hangs_in_a_gallery_with_its_words(
    desk: Desk, game: int, postman: Postman, sandbox: Sandbox, alice: Player
) -> None:
    await desk.orders.submit(game, RED, Roll(), user=alice.id)
    await postman.deliver_all()
    said = last(sandbox.channel("war"))
    (gallery,) = [part for part in walk(said.components) if part["type"] == GALLERY]
    assert [(item["media"]["url"], item["description"]) for item in gallery["items"]] == [
        (said.attachments[0].url, "A purse.")
    ]
    assert not said.content and not said.embeds


async def test_only_those_are_pinged_whom_a_post_is_to_ping(
    desk: Desk, game: int, postman: Postman, sandbox: Sandbox, store: Store, alice: Player, bob: Player
) -> None:
    row, words = await store.game(game), f"<@{alice.id}>, {bob.mention} has paid."
    await store.post(post(row, f"game:{game}", Letter(words, mentions=(alice.id,)), 0))
    await postman.deliver_all()
    said = last(sandbox.channel("war"))
    assert said.words == words and [user.id for user in said.mentions] == [alice.id]


async def marked(store: Store, postman: Postman, game: int, text: str) -> None:
    """Have the last post of a game say something else, without buttons."""
    kept = (await store.kept_posts(game))[-1]
    letter = msgspec.structs.replace(decoded(kept.post.body), text=text, buttons=(), edits=kept.id)
    await store.post([edit(await store.game(game), kept.post.target, letter, 0)])
    await postman.deliver_all()


async def test_words_of_a_post_change_and_its_picture_stays(
    desk: Desk, game: int, postman: Postman, sandbox: Sandbox, store: Store, alice: Player
) -> None:
    await desk.orders.submit(game, RED, Roll(), user=alice.id)
    await postman.deliver_all()
    said = last(sandbox.channel("war"))
    before = accents(sandbox.channel("war"))[-1]
    for text in ("Taken back.\nred rolls", "Taken back.\n" + "red rolls. " * 1500):
        await marked(store, postman, game, text)
        assert last(sandbox.channel("war")) is said and said.words[:40] == text[:40]
        assert [part["type"] for part in said.components[0]["components"]] == [TEXT, GALLERY]
        (gallery,) = [part for part in walk(said.components) if part["type"] == GALLERY]
        assert gallery["items"][0]["media"]["url"] == said.attachments[0].url
        assert gallery["items"][0]["description"] == "A purse." and accents(sandbox.channel("war"))[-1] == before


async def test_a_forgotten_name_goes_from_the_alt_text_of_a_post_that_is_changed(
    desk: Desk, postman: Postman, sandbox: Sandbox, store: Store, client: Client, clock: Clock, alice: Player
) -> None:
    made = await desk.lobby.create(
        NewGame("ledger", "Coins"), guild=sandbox.guild.id, user=GM, channel=sandbox.channel("war").id
    )
    await desk.lobby.join(made.id, alice.id, "Alice Liddell")
    await desk.lobby.start(made.id, GM)
    told = "Purse. Alice-liddell: rich; of alice-"

    async def drawn(game: int, letter: Letter) -> DescribedFile | None:
        return DescribedFile("purse.png", PNG, shorten(f"{told}liddell and others", len(told) + 3))

    mail = DiscordMail(client, store, drawn)
    letter = Letter("red: of old", view="purse")
    await store.post(post(await store.game(made.id), f"game:{made.id}", letter, clock.now()))
    await Postman(store, mail, Ticking(clock), desk.transactions.posted, per_second=1e6).deliver_all()
    said = last(sandbox.channel("war"))
    assert (said.attachments[0].description or "").endswith("of alice-li…")
    await desk.record.forget(alice.id)
    await marked(store, postman, made.id, "Taken back.")
    alts = [part["items"][0]["description"] for part in walk(said.components) if part["type"] == GALLERY]
    assert said.words == "Taken back."
    assert [*alts, said.attachments[0].description] == ["Purse. forgotten-1: rich; of…"] * 2


async def test_posts_that_were_made_before_they_were_laid_out_change_in_their_own_form(
    desk: Desk, game: int, postman: Postman, sandbox: Sandbox, store: Store, client: Client, clock: Clock
) -> None:
    await postman.deliver_all()
    letter = Letter("red: of old", buttons=(Press("u1:first:1", "Fire"),))
    await store.post(post(await store.game(game), f"game:{game}", letter, clock.now()))
    (taken,) = await store.take(clock.now(), 1)
    view = discord.ui.View()
    view.add_item(discord.ui.Button(label="Fire", custom_id="u1:first:1"))
    place = client.get_partial_messageable(sandbox.channel("war").id)
    made = await place.send("red: of old", view=view, file=discord.File(io.BytesIO(PNG), "purse.png"))
    await store.posted(taken.id, clock.now(), made.id)
    await marked(store, postman, game, "Taken back.\n" + "red: of old. " * 300)
    said = last(sandbox.channel("war"))
    assert said.id == made.id and said.content.startswith("Taken back.\nred: of old.") and len(said.content) <= 2000
    assert not said.components and len(said.attachments) == 1 and not said.flags


@pytest.mark.parametrize("forgotten", [False, True])
async def test_a_post_in_flight_is_not_taken_for_one_that_calls_somebody_else(
    desk: Desk, game: int, postman: Postman, sandbox: Sandbox, store: Store, client: Client, clock: Clock, bob: Player,
    *, forgotten: bool,
) -> None:  # fmt: skip
    if forgotten:
        await desk.record.forget(bob.id)
    await postman.deliver_all()
    await store.post(post(await store.game(game), f"game:{game}", Letter("<@11>, it is your turn"), clock.now()))
    await store.take(clock.now(), 1)
    await client.get_partial_messageable(sandbox.channel("war").id).send("<@12>, it is your turn")
    clock.skip(NONCE_KEPT + 60)
    await postman.deliver_all()
    assert [text for text in texts(sandbox.channel("war")) if "your turn" in text] == [
        "<@12>, it is your turn",
        "<@11>, it is your turn",
    ]


@pytest.mark.parametrize("forgotten", [False, True])
async def test_a_post_in_flight_is_not_taken_for_one_that_only_begins_alike(
    desk: Desk, postman: Postman, sandbox: Sandbox, store: Store, client: Client, clock: Clock, alice: Player,
    *, forgotten: bool,
) -> None:  # fmt: skip
    war = sandbox.channel("war")
    made = await desk.lobby.create(NewGame("ledger", "Coins"), guild=sandbox.guild.id, user=GM, channel=war.id)
    await desk.lobby.join(made.id, alice.id, "Alice Liddell")
    if forgotten:
        await desk.record.forget(alice.id)
    await postman.deliver_all()
    begins = "All that is there. " * 100
    await store.post(post(await store.game(made.id), f"game:{made.id}", Letter(f"{begins}Red wins."), clock.now()))
    await store.take(clock.now(), 1)
    await client.get_partial_messageable(war.id).send(f"{begins}Blue wins.")
    clock.skip(NONCE_KEPT + 60)
    await postman.deliver_all()
    assert [text.removeprefix(begins) for text in texts(war) if text.startswith(begins)] == ["Blue wins.", "Red wins."]


async def test_a_post_of_old_that_was_in_flight_is_found_in_the_history(
    desk: Desk, game: int, postman: Postman, sandbox: Sandbox, store: Store, client: Client, clock: Clock
) -> None:
    await postman.deliver_all()
    await store.post(post(await store.game(game), f"game:{game}", Letter("red: of old"), clock.now()))
    await store.take(clock.now(), 1)
    made = await client.get_partial_messageable(sandbox.channel("war").id).send("red: of old")
    clock.skip(NONCE_KEPT + 60)
    await sandbox.skip(NONCE_MEMORY + 1)
    await postman.deliver_all()
    assert texts(sandbox.channel("war")).count("red: of old") == 1 and last(sandbox.channel("war")).id == made.id


async def test_a_letter_that_was_stored_before_letters_told_whom_they_concern_is_posted(
    desk: Desk, game: int, postman: Postman, sandbox: Sandbox, store: Store, clock: Clock
) -> None:
    stored = '{"text":"red: of old","title":"","view":"","about":"","seat":"","mentions":[],"buttons":[{"id":"u1:a:1","label":"A","leads":true}],"reminds":"","files":[],"edits":0}'  # noqa: E501  # as it was written then
    row = await store.game(game)
    await store.post([Post(row.guild, row.id, f"game:{game}", stored, nonce(), 0, clock.now())])
    await postman.deliver_all()
    said = last(sandbox.channel("war"))
    assert said.words.startswith("red: of old") and [
        part["label"] for part in walk(said.components) if part["type"] == BUTTON
    ] == ["A"]
