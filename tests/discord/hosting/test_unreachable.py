"""Places that cannot be reached: what is for them waits whole and in order, and somebody is told who can help."""

from __future__ import annotations

import asyncio

import pytest

from bot.game.transaction import FOR_MODERATORS
from bot.posts.discord_mail import REFUSED
from bot.posts.postman import HOLD
from sandbox.limits.faults import Failing, Refusing, Slow, lost_answer
from sandbox.model.guilds import Channel, Overwrite
from sandbox.model.kinds import ChannelType
from sandbox.model.permissions import Permission as P
from tests.discord.house import ELSEWHERE, House

MISSING_PERMISSIONS, TOO_MANY_THREADS, BLOCKED, BAD_FORM = 50013, 160006, 200000, 50035
MESSAGES, THREADS = "/channels/*/messages", "/channels/*/threads"


async def announced(house: House, *texts: str, at: str = "campaign") -> None:
    for text in texts:
        answer = await house.gm.slash("gm announce", {"text": text, "game": "Twilight"}, channel=at)
        assert answer.words.startswith("It will be posted")
    await house.delivered()


async def paid(house: House, player: str, *amounts: int) -> None:
    """Private news for a player: so much money."""
    for amount in amounts:
        await house.slash(house.gm, "gm-gcw set-treasury", ELSEWHERE, player=player, amount=amount, game="Twilight")
    await house.delivered()


async def begun(house: House) -> None:
    """A game in which Red and Blue are heroes, and whose moderators are told of troubles in #table-talk."""
    await house.begun()
    await house.slash(house.red, "gcw join", faction="GE", hero="Needa")
    await house.slash(house.blue, "gcw join", faction="RA", hero="Antilles")
    await house.slash(house.gm, "settings channels", troubles=house.discord.channel(ELSEWHERE))
    await house.delivered()


async def started(house: House, at: Channel | str = "campaign", players: int = 2) -> None:
    """Start the game, and wait until its players are welcomed as far as they can be."""
    answer = await house.slash(house.gm, "game start", at)
    for _ in range(1000):
        if sum("here you alone" in letter.text for _, letter in await house.outbox()) >= players:
            await house.delivered()
            return
        await asyncio.sleep(0.01)
    raise AssertionError(f"nobody is welcomed: {answer.words}")


def troubles(house: House) -> list[str]:
    return [said.words for said in house.gm.sees(ELSEWHERE) if "I could not post" in said.words]


def told(house: House, where: Channel | str, *texts: str) -> list[str]:
    """Those of these texts that stand in a channel, in order and as often as they do."""
    words = [message.words for message in house.owner.sees(where)]
    return [text for said in words for text in texts if text in said]


def allow(house: House, channel: Channel, *, denied: int) -> None:
    """Take permissions away from the bot in a channel, and give it back what it had there."""
    role = house.discord.role("Umpire")
    channel.overwrites[role.id] = Overwrite(role.id, 0, deny=int(denied))
    house.discord.world.change_channel(channel)


# A seat's private thread


async def test_an_archived_thread_is_opened_for_whoever_takes_the_seat_over(house: House) -> None:
    await begun(house)
    thread = house.thread("Your orders: Red")
    house.discord.world.archive(thread, True)
    await house.leaves(house.red)
    await house.slash(house.gm, "gm seat", player=house.bystander.user, seat="red")
    await paid(house, "red", 77)
    assert not thread.archived and "77 KC" in house.said(thread, house.bystander)
    assert house.red.id not in thread.joined and troubles(house) == []


async def test_who_left_the_thread_is_brought_back_with_the_next_news(house: House) -> None:
    await begun(house)
    thread = house.thread("Your orders: Red")
    house.red.leave(thread)
    await paid(house, "red", 77)
    assert "77 KC" in house.said(thread, house.red)


async def test_who_left_the_server_finds_all_in_the_thread_on_coming_back(house: House) -> None:
    await begun(house)
    house.red.leave_server()
    await paid(house, "red", 77, 78)
    assert len(troubles(house)) == 1 and "the thread of red in game 1 (Twilight)" in troubles(house)[0]
    house.red.come_back()
    await house.skip(seconds=int(HOLD) + 1)
    await house.delivered()
    assert told(house, house.thread("Your orders: Red"), "77 KC", "78 KC") == ["77 KC", "77 KC", "78 KC"]
    assert "78 KC" in house.said(house.thread("Your orders: Red"), house.red) and len(troubles(house)) == 1


async def test_who_cannot_see_the_channel_is_told_on_joining_and_written_to(house: House) -> None:
    closed = house.discord.add_channel("council", deny={"@everyone": P.VIEW_CHANNEL}, allow={"Umpire": P.VIEW_CHANNEL})
    role = house.discord.role("Game master")
    closed.overwrites[role.id] = Overwrite(role.id, 0, allow=int(P.VIEW_CHANNEL))
    house.discord.world.change_channel(closed)
    await house.slash(house.gm, "game create", closed, rulebook="gcw", name="Twilight")
    answer = await house.slash(house.red, "game join", game="Twilight")
    assert f"You cannot see {closed.mention}, where it is played: ask a moderator" in answer.words
    await started(house, closed, players=1)
    assert "here you alone are told" in house.said(house.red.dm, house.red)
    closed.overwrites[house.red.id] = Overwrite(house.red.id, 1, allow=int(P.VIEW_CHANNEL))
    house.discord.world.change_channel(closed)
    await house.slash(house.red, "gcw join", faction="GE", hero="Needa", game="Twilight")
    await paid(house, "red", 77)
    assert "77 KC" in house.said(house.thread("Your orders: Red"), house.red)


async def test_a_thread_is_adopted_only_if_it_is_private_ours_and_nobody_elses(house: House) -> None:
    await house.lobby()
    world, me, name = house.discord.world, house.discord.world.bot, "Your orders: Red"
    public = world.add_thread(house.channel, name, me, ChannelType.PUBLIC_THREAD)
    theirs = world.add_thread(house.channel, name, house.bystander.user, ChannelType.PRIVATE_THREAD)
    peopled = world.add_thread(house.channel, name, me, ChannelType.PRIVATE_THREAD)
    world.join_thread(peopled, house.bystander.user)
    used = world.add_thread(house.channel, name, me, ChannelType.PRIVATE_THREAD)
    world.say(me, used, "What red heard before.")
    await started(house)
    decoys = [public, theirs, peopled, used]
    assert ["here you alone" in house.said(decoy, house.owner) for decoy in decoys] == [False] * 4
    assert [thread for thread in house.red.channels() if thread.name == name and thread not in decoys]


async def test_one_that_was_made_just_before_the_answer_was_lost_is_adopted(house: House) -> None:
    await house.lobby()
    house.discord.faults.add("POST", THREADS, lost_answer(), times=2)
    await started(house)
    assert "here you alone" in house.said(house.thread("Your orders: Red"), house.red)
    assert "here you alone" in house.said(house.thread("Your orders: Blue"), house.blue)


@pytest.mark.parametrize("code", [MISSING_PERMISSIONS, TOO_MANY_THREADS])
async def test_where_no_thread_can_be_made_players_are_written_to(house: House, code: int) -> None:
    await house.lobby()
    house.discord.faults.add("POST", THREADS, Refusing(code), times=None)
    await started(house)
    assert house.discord.threads() == [] and house.bot.postman.held == []
    assert "here you alone" in house.said(house.red.dm, house.red)
    assert "here you alone" in house.said(house.blue.dm, house.blue)


async def test_where_they_take_no_messages_either_it_waits_and_moderators_hear_once(house: House) -> None:
    await begun(house)
    house.discord.world.remove_channel(house.thread("Your orders: Blue"))
    house.discord.faults.add("POST", THREADS, Refusing(TOO_MANY_THREADS), times=None)
    house.blue.close_dms()
    await paid(house, "blue", 77, 78)
    await paid(house, "red", 79)
    assert "79 KC" in house.said(house.thread("Your orders: Red"), house.red)
    (note,) = troubles(house)
    assert "the thread of blue in game 1 (Twilight)" in note and "Maximum number of active threads" in note
    assert "77" not in note
    house.discord.faults.clear()
    await house.skip(seconds=int(HOLD) + 1)
    await house.delivered()
    assert told(house, house.thread("Your orders: Blue"), "77 KC", "78 KC") == ["77 KC", "77 KC", "78 KC"]
    assert len(troubles(house)) == 1


async def test_an_announcement_channel_is_refused_in_words_and_its_players_are_written_to(house: House) -> None:
    news = house.discord.add_channel("news", kind=ChannelType.ANNOUNCEMENT)
    refused = await house.slash(house.gm, "game create", news, rulebook="gcw", name="Elsewhere")
    assert (
        "A game needs a plain text channel, where private threads can be made. This is an announcement" in refused.words
    )
    assert "This is an announcement channel." in (await house.slash(house.gm, "settings check", news)).words
    await house.lobby()
    house.channel.type = ChannelType.ANNOUNCEMENT
    house.discord.world.change_channel(house.channel)
    await started(house)
    assert "here you alone" in house.said(house.red.dm, house.red) and house.discord.threads() == []
    moved = await house.slash(house.gm, "gm channel", channel=news)
    assert "This is an announcement channel." in moved.words


async def test_where_no_channel_is_set_moderators_are_told_in_that_for_the_servers_notices(house: House) -> None:
    house.discord.world.set_system_channel(house.discord.guild, house.discord.channel(ELSEWHERE))
    await house.lobby()
    house.discord.faults.add("POST", THREADS, Refusing(MISSING_PERMISSIONS), times=None)
    house.blue.close_dms()
    await started(house)
    assert len(troubles(house)) == 1


async def test_a_game_without_a_place_for_moderators_says_so_in_its_next_answer(house: House) -> None:
    house.discord.world.set_system_channel(house.discord.guild, None)
    await house.lobby()
    house.discord.faults.add("POST", THREADS, Refusing(MISSING_PERMISSIONS), times=None)
    house.blue.close_dms()
    await started(house)
    answer = await house.slash(house.red, "gcw join", faction="GE", hero="Needa")
    assert FOR_MODERATORS in answer.words
    assert "I could not post to the thread of blue in game 1 (Twilight). Discord does not let me" in answer.words
    assert "I could not post" not in (await house.slash(house.red, "gcw turn clear")).words


async def test_moderators_are_told_in_the_next_best_channel(house: House) -> None:
    await begun(house)
    spare = house.discord.add_channel("staff")
    await house.slash(house.gm, "settings channels", troubles=spare, news=house.discord.channel(ELSEWHERE))
    house.discord.world.remove_channel(spare)
    house.discord.world.remove_channel(house.thread("Your orders: Blue"))
    house.discord.faults.add("POST", THREADS, Refusing(TOO_MANY_THREADS), times=None)
    house.blue.close_dms()
    await paid(house, "blue", 77)
    assert len(troubles(house)) == 1


# Order within a target


async def test_a_channel_that_may_not_be_written_to_waits_whole_and_goes_on_when_it_may(house: House) -> None:
    await begun(house)
    allow(house, house.channel, denied=P.SEND_MESSAGES)
    await announced(house, "One.", "Two.", at=ELSEWHERE)
    await house.skip(seconds=int(HOLD) + 1)
    await announced(house, "Three.", at=ELSEWHERE)
    assert told(house, "campaign", "One.", "Two.", "Three.") == [] and len(troubles(house)) == 1
    allow(house, house.channel, denied=0)
    await house.discord.posted("campaign", lambda message: message.words.startswith("Three."))
    await announced(house, "Four.")
    assert told(house, "campaign", "One.", "Two.", "Three.", "Four.") == ["One.", "Two.", "Three.", "Four."]


async def test_a_permission_taken_away_in_the_middle_of_a_game_is_named_once_with_its_place_and_who_can_give_it(
    house: House,
) -> None:
    await begun(house)
    allow(house, house.channel, denied=P.SEND_MESSAGES)
    await announced(house, "One.", at=ELSEWHERE)
    await house.skip(seconds=int(HOLD) + 1)
    await announced(house, "Two.", at=ELSEWHERE)
    assert troubles(house) == [
        f"I could not post to the channel of game 1 (Twilight). In {house.channel.mention} I may not send messages, "
        "attach files; whoever may manage that channel can allow it (Edit Channel, Permissions, Umpire). "
        "What is to be said there waits, whole and in order, and I post it as soon as I can."
    ]
    allow(house, house.channel, denied=0)
    await house.discord.posted("campaign", lambda message: message.words.startswith("Two."))
    assert told(house, "campaign", "One.", "Two.") == ["One.", "Two."] and len(troubles(house)) == 1


async def test_a_permission_that_all_seats_threads_lack_is_named_once_and_anew_when_it_is_taken_again(
    house: House,
) -> None:
    await begun(house)
    no_threads = P.SEND_MESSAGES_IN_THREADS
    for lost in (1, 2):
        allow(house, house.channel, denied=no_threads)
        for player in ("red", "blue", "red"):
            await paid(house, player, 70 + lost)
        assert f"{70 + lost} KC" in house.said(house.red.dm, house.red)
        assert f"{70 + lost} KC" in house.said(house.blue.dm, house.blue)
        notes = troubles(house)
        assert len(notes) == lost and "I may not send messages in threads" in notes[-1], notes
        assert (
            "whoever may manage that channel can allow it" in notes[-1] and "in private messages instead" in notes[-1]
        )
        allow(house, house.channel, denied=0)
        for player in ("red", "blue"):
            await paid(house, player, 80 + lost)
    assert "82 KC" in house.said(house.thread("Your orders: Red"), house.red) and len(troubles(house)) == 2


async def test_a_channel_that_is_given_while_a_post_to_the_deleted_one_fails_stays(house: House) -> None:
    await begun(house)
    (game,) = await house.service.desk.directory.games(house.discord.guild.id)
    fresh = house.discord.add_channel("fresh")
    late = house.discord.faults.add("POST", f"/channels/{house.channel.id}/messages", Slow(1.0, done=True))
    house.discord.world.remove_channel(house.channel)
    await house.gm.slash("gm announce", {"text": "One.", "game": "Twilight"}, channel=ELSEWHERE)
    await house.discord.until(lambda: late.hits > 0)
    await house.slash(house.gm, "gm channel", ELSEWHERE, channel=fresh, game="Twilight")
    await house.delivered()
    place = await house.service.desk.store.place(game.id, "")
    assert place is not None and place.channel == fresh.id
    assert told(house, fresh, "One.") == ["One."]


async def test_a_deleted_channel_waits_until_a_moderator_gives_another(house: House) -> None:
    await begun(house)
    house.discord.world.remove_channel(house.channel)
    await announced(house, "One.", "Two.", at=ELSEWHERE)
    await house.skip(days=3)
    await house.delivered()
    (note,) = troubles(house)
    assert "the channel of game 1 (Twilight)" in note and "`/gm channel`" in note
    fresh = house.discord.add_channel("fresh")
    moved = await house.slash(house.gm, "gm channel", ELSEWHERE, channel=fresh, game="Twilight")
    assert f"Twilight is played in {fresh.mention} from now on" in moved.words
    again = await house.slash(house.gm, "gm channel", ELSEWHERE, channel=fresh, game="Twilight")
    assert "is the channel of Twilight already" in again.words
    await house.delivered()
    order = ["One.", "Two.", "is played here from now on"]
    assert told(house, fresh, *order) == order
    await paid(house, "red", 77)
    thread = house.thread("Your orders: Red")
    assert thread.parent is fresh and "77 KC" in house.said(thread, house.red)


async def test_what_waits_while_the_bot_is_thrown_out_is_posted_when_it_is_invited_again(house: House) -> None:
    await begun(house)
    desk, guild = house.service.desk, house.discord.guild.id
    house.discord.kick()
    await house.discord.until(lambda: house.bot.get_guild(guild) is None)
    for text in ("One.", "Two."):
        await desk.moderation.announce((await desk.directory.games(guild))[-1].id, text, user=house.gm.id)
    await house.delivered()
    house.discord.invite()
    await house.discord.posted("campaign", lambda message: message.words.startswith("Two."))
    assert told(house, "campaign", "One.", "Two.") == ["One.", "Two."] and troubles(house) == []


async def test_a_game_is_moved_only_to_where_it_can_be_played(house: House) -> None:
    await begun(house)
    mute = house.discord.add_channel("mute", deny={"Umpire": P.SEND_MESSAGES})
    refused = await house.slash(house.gm, "gm channel", channel=mute)
    assert "I may not send messages" in refused.words and "Players" in (await house.slash(house.gm, "game info")).words


@pytest.mark.parametrize("code", [BLOCKED, BAD_FORM])
async def test_what_discord_refuses_is_a_sentence_and_a_file_and_the_rest_goes_on(house: House, code: int) -> None:
    await begun(house)
    house.discord.faults.add("POST", MESSAGES, Refusing(code))
    await announced(house, "One.", "Two.")
    assert told(house, "campaign", REFUSED, "Two.") == [REFUSED, "Two."]
    (file,) = next(message for message in house.gm.sees("campaign") if REFUSED in message.words).attachments
    assert file.filename == "message.txt" and file.body == b"One."
    assert troubles(house) == []


# Posts that are changed


async def test_a_post_that_may_not_be_changed_is_changed_when_it_may_and_holds_up_no_other(house: House) -> None:
    await begun(house)
    (game,) = await house.service.desk.directory.games(house.discord.guild.id)
    for amount in (71, 72):
        await paid(house, "red", amount)
    before = next(said for said in house.gm.sees("campaign") if "joins with" in said.words)
    allow(house, house.channel, denied=P.READ_MESSAGE_HISTORY)
    for _ in range(4):
        await house.service.desk.moderation.rewind(game.id, 1, user=house.gm.id)
        await house.delivered()
    for hold in (HOLD, HOLD * 2):
        await house.skip(seconds=int(hold) + 1)
        await announced(house, "On it goes.", at=ELSEWHERE)
    red = house.thread("Your orders: Red")
    assert "72 KC" in house.said(red, house.red)
    assert "Taken back" not in house.said(red, house.red) and "Taken back" not in house.said("campaign")
    assert told(house, "campaign", "On it goes.") == ["On it goes."] * 2 and not troubles(house)
    notes = [said.words for said in house.gm.sees(ELSEWHERE) if "I could not change" in said.words]
    assert len(notes) == 2 and all("I may not read the message history" in note for note in notes), notes
    allow(house, house.channel, denied=0)
    await house.discord.posted("campaign", lambda message: message.id == before.id and "Taken back" in message.words)
    await house.delivered()
    assert house.said(red, house.red).count("Taken back") == 2 and house.said("campaign").count("Taken back") == 4


# Once, and not twice


@pytest.mark.parametrize("set_back", [False, True], ids=["clock goes on", "clock set back"])
async def test_a_post_whose_answer_was_lost_is_found_behind_many_others(house: House, set_back: bool) -> None:
    await begun(house)
    house.discord.faults.add("POST", MESSAGES, lost_answer())
    house.discord.faults.add("POST", MESSAGES, Failing(503), times=None)
    await house.gm.slash("gm announce", {"text": "Once."}, channel="campaign")
    lost = await house.discord.posted("campaign", lambda message: message.words.startswith("Once."))
    lost.nonce = None  # Discord's history does not tell it
    for number in range(250):
        await house.bystander.say(f"Talk {number}", "campaign")
    await house.skip(minutes=10)
    if set_back:
        wall = house.clock.now()
        house.clock._wall = lambda: wall - house.clock.skipped - 595
    house.discord.faults.clear()
    await house.skip(minutes=1)
    await announced(house, "Twice.")
    assert told(house, "campaign", "Once.", "Twice.") == ["Once.", "Twice."]


async def test_nothing_is_sent_again_where_the_history_may_not_be_read(house: House) -> None:
    await begun(house)
    house.discord.faults.add("POST", MESSAGES, lost_answer())
    house.discord.faults.add("POST", MESSAGES, Failing(503), times=None)
    await house.gm.slash("gm announce", {"text": "Once."}, channel="campaign")
    await house.discord.posted("campaign", lambda message: message.words.startswith("Once."))
    allow(house, house.channel, denied=P.READ_MESSAGE_HISTORY)
    house.discord.faults.clear()
    await house.skip(minutes=10)
    await house.delivered()
    assert len(troubles(house)) == 1 and "I may not read the message history there" in troubles(house)[0]
    allow(house, house.channel, denied=0)
    await announced(house, "Twice.")
    assert told(house, "campaign", "Once.", "Twice.") == ["Once.", "Twice."]
