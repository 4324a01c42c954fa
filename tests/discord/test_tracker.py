"""The tracker of a combat: one message that everybody reads, pinned, edited in place, and made from what they know."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from functools import partial
from pathlib import Path

import pytest

from bot.game.desk.lobby import NewGame
from bot.ui.home.in_place import InPlace
from bot.ui.home.tracker import Trackers
from engine.d6.state import State
from sandbox.limits.faults import Dropped, Fault, RateLimited, Refusing, lost_answer
from sandbox.model.guilds import Message
from storage.records import Game
from tests.discord.house import CHANNEL, ELSEWHERE, House, housed

BAD_REQUEST = 50109
"""Discord's code for what it cannot read: its answer is 400, whenever it is asked."""

SECRETS = (
    "place Shadow at 3 3",
    "set wound of Shadow to wounded",
    "give blaster pistol to Shadow",
    "bring Thug as Knife sight hidden",
    "set points of Trooper to 3",
    "remove Knife",
)
"""What the GM does that players hear nothing of."""


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    async with housed(tmp_path, pins=True) as made:
        yield made


async def table(house: House, **options: str) -> Game:
    """Rex of Red's and Nia of Blue's at a table with a trooper of the GM's, and somebody of his whom nobody sees."""
    desk = house.service.desk
    wanted = NewGame("d6", "Cantina", options)
    game = await desk.lobby.create(wanted, guild=house.discord.guild.id, user=house.gm.id, channel=house.channel.id)
    for player in (house.red, house.blue):
        await desk.lobby.join(game.id, player.id, player.name)
    await desk.lobby.start(game.id, house.gm.id)
    await house.tell(game, "red", "play Smuggler as Rex")
    await house.tell(game, "blue", "play Bounty hunter as Nia")
    await house.tell(game, "gm", "bring Stormtrooper as Trooper", "bring Wookiee as Shadow sight hidden")
    return await desk.store.game(game.id)


def trackers(house: House, channel: str = CHANNEL) -> list[Message]:
    """The trackers in a channel, the oldest first."""
    told = house.discord.channel(channel).messages.values()
    return [one for one in told if one.words.startswith("### The turn") and not one.ephemeral]


async def shown(house: House, so: Callable[[Message], bool], number: int = 1) -> Message:
    """The last tracker of so many, once it is as wanted."""
    await house.discord.until(lambda: len(trackers(house)) == number and so(trackers(house)[-1]))
    return trackers(house)[-1]


def saying(words: str, message: Message) -> bool:
    """True if a message says so."""
    return words in message.words


async def state(house: House, game: Game) -> State:
    """The table as the referee has it."""
    known: State = await house.service.desk.referee.known(game.id, None)
    return known


async def ends_turn(house: House, game: Game) -> None:
    """Whoever acts ends their turn."""
    await house.tell(game, "gm", "next")


async def acts(house: House, game: Game) -> str:
    """Words of the tracker for whose turn it is."""
    now = await state(house, game)
    return f"Round {now.tick}. **{now.figures[now.acting].label}** acts"


async def test_a_combat_has_one_that_is_pinned_and_edited_in_place_at_each_step(house: House) -> None:
    game = await table(house)
    await house.delivered()
    assert trackers(house) == []
    await house.tell(game, "gm", "combat")
    begun, first = await acts(house, game), await shown(house, lambda one: one.pinned_at is not None)
    assert begun in first.words
    for part in ("Then: ", "**Rex** (red): unhurt", "**Nia** (blue): unhurt", "**Trooper**: unhurt"):
        assert part in first.words
    for _ in range(4):
        await ends_turn(house, game)
        assert (await shown(house, partial(saying, await acts(house, game)))).id == first.id
    await house.tell(game, "gm", "set wound of Rex to wounded")
    assert (await shown(house, lambda one: "**Rex** (red): wounded" in one.words)).id == first.id
    assert first.words in house.said(house.channel, house.bystander)


async def test_it_tells_nothing_of_whom_nobody_sees(house: House) -> None:
    game = await table(house)
    told = []
    house.discord.world.bus.listen(lambda event: told.append(event.message.words if event.message else ""))
    await house.tell(game, "gm", "combat", "place Shadow at 3 3", "set wound of Shadow to wounded")
    first = await shown(house, lambda one: one.pinned_at is not None)
    await house.tell(game, "gm", "set wound of Trooper to wounded")
    await shown(house, lambda one: "**Trooper**: wounded" in one.words)
    assert not any("Shadow" in words or "Wookiee" in words for words in told if "At the table" in words)
    await house.tell(game, "gm", "reveal Shadow")
    assert (await shown(house, lambda one: "**Shadow**" in one.words)).id == first.id


async def test_it_is_not_edited_at_the_hour_at_which_somebody_does_something_whom_nobody_sees(house: House) -> None:
    house.pins = False
    await house.restart()
    game, edits = await table(house, pace="live"), list[str]()
    store = house.service.desk.store
    tracker = Trackers(house.service, InPlace(house.bot, store))
    await house.tell(game, "gm", "combat")
    await tracker.look(await store.game(game.id), afresh=False)
    (first,) = trackers(house)
    house.discord.world.bus.listen(lambda told: edits.append(told.kind) if told.message is first else None)
    for secret in SECRETS:
        await house.skip(seconds=5)
        await house.tell(game, "gm", secret)
        await tracker.look(await store.game(game.id), afresh=False)
        assert edits == [], secret
    await house.tell(game, "gm", "reveal Shadow")
    await tracker.look(await store.game(game.id), afresh=False)
    assert edits == ["message.update"]


async def test_when_the_combat_is_over_it_says_so_and_the_next_has_one_of_its_own(house: House) -> None:
    game = await table(house)
    await house.tell(game, "gm", "combat")
    first = await shown(house, lambda one: one.pinned_at is not None)
    await house.tell(game, "gm", "end combat")
    over = await shown(house, lambda one: "There is no combat" in one.words and one.pinned_at is None)
    await house.tell(game, "gm", "set wound of Rex to wounded", "combat")
    second = await shown(house, lambda one: one.pinned_at is not None, 2)
    assert over.id == first.id != second.id
    assert "**Rex** (red): wounded" in second.words and "wounded" not in over.words


async def test_where_the_next_has_begun_at_once_it_says_that_it_is_over_and_not_how_the_next_one_stands(
    house: House,
) -> None:
    game = await table(house)
    await house.tell(game, "gm", "combat")
    first = await shown(house, lambda one: one.pinned_at is not None)
    await house.tell(game, "gm", "end combat", "combat")
    second = await shown(house, lambda one: one.pinned_at is not None, 2)
    assert "acts" in second.words and "acts" not in first.words and "That is over" in first.words


async def test_what_is_taken_back_is_not_in_it(house: House) -> None:
    game = await table(house)
    await house.tell(game, "gm", "combat")
    first = await shown(house, lambda one: one.pinned_at is not None)
    before = first.words
    await house.tell(game, "gm", "set wound of Rex to dead")
    await shown(house, lambda one: "**Rex** (red): dead" in one.words)
    await house.service.desk.moderation.rewind(game.id, 1, user=house.gm.id)
    assert (await shown(house, lambda one: one.words == before)).id == first.id
    await house.tell(game, "gm", "end combat")
    await shown(house, lambda one: one.pinned_at is None)
    await house.service.desk.moderation.rewind(game.id, 1, user=house.gm.id)
    assert (await shown(house, lambda one: one.pinned_at is not None)).words == before


async def test_a_combat_whose_next_one_is_taken_back_goes_on_in_its_own_and_that_of_the_next_says_so(
    house: House,
) -> None:
    game = await table(house)
    await house.tell(game, "gm", "combat")
    first = await shown(house, lambda one: one.pinned_at is not None)
    before = first.words
    await house.tell(game, "gm", "end combat", "combat")
    second = await shown(house, lambda one: one.pinned_at is not None, 2)
    await house.service.desk.moderation.rewind(game.id, 2, user=house.gm.id)
    await shown(house, lambda one: one.pinned_at is None, 2)
    await house.discord.until(lambda: first.pinned_at is not None)
    assert first.words == before and "That was taken back" in second.words and "acts" not in second.words
    await house.tell(game, "gm", "end combat", "combat")
    third = await shown(house, lambda one: one.pinned_at is not None, 3)
    assert first.pinned_at is None and "That is over" in first.words and "acts" in third.words
    await house.service.desk.moderation.rewind(game.id, 1, user=house.gm.id)
    await shown(house, lambda one: "There is no combat" in one.words and one.pinned_at is None, 3)


async def test_one_that_discord_takes_no_last_edit_of_does_not_keep_the_next_away(house: House) -> None:
    game = await table(house)
    await house.tell(game, "gm", "combat")
    first = await shown(house, lambda one: one.pinned_at is not None)
    house.discord.faults.add("PATCH", f"/channels/*/messages/{first.id}", Refusing(BAD_REQUEST), times=None)
    await house.tell(game, "gm", "end combat", "combat")
    second = await shown(house, lambda one: one.pinned_at is not None, 2)
    assert "acts" in second.words and first.pinned_at is None


async def test_what_happened_while_the_bot_was_away_is_in_it_when_it_is_back(house: House) -> None:
    game = await table(house, pace="live")
    await house.tell(game, "gm", "combat")
    first = await shown(house, lambda one: one.pinned_at is not None)
    before, words = await acts(house, game), first.words
    await house.close()
    await house.skip(hours=3)
    await house.open()
    longer = await shown(house, lambda one: before in one.words and one.words != words)
    await house.skip(hours=1)
    late = await shown(house, lambda one: before not in one.words)
    assert late.id == longer.id == first.id and "acts until" in late.words


async def test_a_step_that_nothing_was_shown_of_is_shown_by_the_next_process(house: House) -> None:
    house.pins = False
    await house.restart()
    game = await table(house)
    await house.tell(game, "gm", "combat")
    assert trackers(house) == []
    house.pins = True
    await house.restart()
    first = await shown(house, lambda one: one.pinned_at is not None)
    house.pins = False
    await house.restart()
    await house.tell(game, "gm", "end combat")
    house.pins = True
    await house.restart()
    assert (await shown(house, lambda one: one.pinned_at is None)).id == first.id


async def test_one_whose_making_was_not_answered_is_not_made_twice(house: House) -> None:
    game = await table(house)
    await house.delivered()
    house.discord.faults.add("POST", f"/channels/{house.channel.id}/messages", lost_answer(), times=None)
    await house.tell(game, "gm", "combat")
    await house.discord.until(lambda: len(trackers(house)) == 1)
    house.discord.faults.clear()
    await house.restart()
    await house.tell(game, "gm", "set wound of Rex to wounded")
    await shown(house, lambda one: one.pinned_at is not None and "**Rex** (red): wounded" in one.words)


@pytest.mark.parametrize("fault", [Dropped(), RateLimited(via=False)])
async def test_one_that_discord_did_not_take_is_shown_once_it_does_and_not_when_something_happens_next(
    house: House, fault: Fault
) -> None:
    game = await table(house)
    await house.tell(game, "gm", "combat")
    first = await shown(house, lambda one: one.pinned_at is not None)
    house.discord.faults.add("PATCH", f"/channels/*/messages/{first.id}", fault)
    await house.tell(game, "gm", "set wound of Rex to wounded")
    assert (await shown(house, lambda one: "**Rex** (red): wounded" in one.words)).id == first.id


async def test_one_that_was_deleted_is_made_again(house: House) -> None:
    game = await table(house)
    await house.tell(game, "gm", "combat")
    await shown(house, lambda one: one.pinned_at is not None)
    await house.tell(game, "gm", "set wound of Rex to wounded")
    first = await shown(house, lambda one: "(red): wounded" in one.words)
    house.discord.world.remove_message(first)
    again = await shown(house, lambda one: one.id != first.id and one.pinned_at is not None)
    assert again.words == first.words


async def test_one_that_was_deleted_while_discord_did_not_answer_is_made_again_once_it_does(house: House) -> None:
    game = await table(house)
    await house.tell(game, "gm", "combat")
    first = await shown(house, lambda one: one.pinned_at is not None)
    house.discord.faults.add("PATCH", f"/channels/*/messages/{first.id}", Dropped())
    house.discord.world.remove_message(first)
    await shown(house, lambda one: one.id != first.id and one.pinned_at is not None)


async def test_its_button_opens_the_panel_of_whoever_plays(house: House) -> None:
    game = await table(house)
    await house.tell(game, "gm", "combat")
    first = await shown(house, lambda one: one.pinned_at is not None)
    opened = await house.red.click(first, "Panel")
    assert opened.ephemeral and "The turn" in opened.words
    assert len(trackers(house)) == 1


@pytest.mark.parametrize("deleted", [False, True])
async def test_a_game_that_moves_has_it_in_its_new_channel(house: House, deleted: bool) -> None:
    game = await table(house)
    await house.tell(game, "gm", "combat")
    first = await shown(house, lambda one: one.pinned_at is not None)
    await house.delivered()
    if deleted:
        house.discord.world.remove_channel(house.channel)
    there = house.discord.channel(ELSEWHERE)
    await house.slash(house.gm, "gm channel", ELSEWHERE, channel=there, game="Cantina")
    await house.tell(game, "gm", "set wound of Rex to wounded")
    await house.discord.until(lambda: [one.pinned_at is not None for one in trackers(house, ELSEWHERE)] == [True])
    assert "**Rex** (red): wounded" in trackers(house, ELSEWHERE)[0].words
    assert deleted or first.pinned_at is None
