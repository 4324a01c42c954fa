"""Reminders on Discord: pinged in the seat's own thread, where its player wants them, and where that can be."""

from __future__ import annotations

from bot.cogs.settings import PLACES
from bot.posts.discord_mail import DETOUR
from sandbox.model.permissions import Permission as P
from tests.discord.house import CHANNEL, House


def pings(house: House, words: str) -> list[str]:
    """People pinged by messages that hold these words, wherever they stand."""
    channels = house.discord.guild.channels.values()
    found = [message for channel in channels for message in channel.messages.values() if words in message.words]
    return [user.name for message in found for user in message.mentions]


async def test_who_was_attacked_is_called_once_and_nobody_else_learns_of_it(house: House) -> None:
    await house.met()
    await house.slash(house.red, "gcw battle fire", unit="red LNCR 1", target="Contact 1")
    await house.slash(house.red, "gcw turn submit", story="The frigate opens fire.")
    await house.delivered()
    assert pings(house, "you were attacked") == []
    await house.skip(minutes=16)
    await house.restart()
    await house.skip(minutes=1)
    await house.delivered()
    assert pings(house, "you were attacked") == ["blue"]
    assert "you were attacked" in house.said(house.thread("Blue"), house.blue)
    assert "you were attacked" not in house.public() + house.said(house.thread("Red"), house.red)


async def test_an_attack_in_quiet_hours_is_told_when_they_end_unless_it_is_known_by_then(house: House) -> None:
    await house.met()
    answer = await house.slash(house.blue, "settings me", quiet="12-20", zone="UTC")
    assert "**Quiet hours:** 12:00 to 20:00" in answer.words
    await house.slash(house.red, "gcw battle fire", unit="red LNCR 1", target="Contact 1")
    await house.slash(house.red, "gcw turn submit", story="The frigate opens fire.")
    await house.skip(minutes=16)
    await house.delivered()
    assert pings(house, "you were attacked") == []
    await house.skip(hours=8)
    await house.delivered()
    assert pings(house, "you were attacked") == ["blue"]


async def test_an_attack_that_is_answered_within_quiet_hours_is_told_to_nobody_when_they_end(house: House) -> None:
    await house.met()
    await house.slash(house.blue, "settings me", quiet="12-20", zone="UTC")
    await house.slash(house.red, "gcw battle fire", unit="red LNCR 1", target="Contact 1")
    await house.slash(house.red, "gcw turn submit", story="The frigate opens fire.")
    await house.skip(minutes=16)
    await house.delivered()
    await house.slash(house.blue, "gcw turn clear")  # blue was there, and saw it
    await house.skip(hours=8)
    await house.delivered()
    assert pings(house, "you were attacked") == []


async def test_what_is_owed_in_quiet_hours_is_asked_for_when_they_end_unless_it_was_done_by_then(house: House) -> None:
    await house.slash(house.red, "settings me", quiet="12-20", zone="UTC")
    await house.slash(house.blue, "settings me", quiet="12-20", zone="UTC")
    await house.begun()
    for player, faction in ((house.red, "GE"), (house.blue, "NR")):
        await house.slash(player, "gcw join", faction=faction, hero=f"Captain {player.name}")
    asked = "the table waits for your setup to be confirmed"
    await house.skip(hours=7, minutes=50)
    await house.delivered()
    assert pings(house, asked) == []
    await house.slash(house.blue, "gcw-setup sample")
    assert "Your setup is confirmed." in (await house.slash(house.blue, "gcw confirm")).words
    await house.skip(minutes=11)
    await house.delivered()
    assert pings(house, asked) == ["red"]


async def test_reminders_come_where_their_person_wants_them_or_not_at_all(house: House) -> None:
    """An Action Day, of which everybody may know, is told in the channel; who is `off` is told of it nowhere."""
    await house.met()
    for player, place in ((house.red, "channel"), (house.blue, "off")):
        answer = await house.slash(player, "settings me", reminders=place)
        assert PLACES[place] in answer.words
    for hours in (24 * 4 - 1, 1, 10):
        await house.skip(hours=hours)
        await house.delivered()
    assert pings(house, "The next Action Day is") == ["red", "red"]
    day = [said for said in house.bystander.sees(CHANNEL) if "The next Action Day is" in said.words]
    assert [[user.name for user in said.mentions] for said in day] == [["red"], ["red"]]
    assert not any("The next Action Day is" in said.words for said in house.reads(house.blue) if said not in day)


async def test_an_attack_on_who_is_reminded_in_the_channel_is_told_in_their_thread(house: House) -> None:
    await house.met()
    await house.slash(house.blue, "settings me", reminders="channel")
    await house.slash(house.red, "gcw battle fire", unit="red LNCR 1", target="Contact 1")
    await house.slash(house.red, "gcw turn submit", story="The frigate opens fire.")
    await house.skip(minutes=16)
    await house.delivered()
    assert "you were attacked" in house.said(house.thread("Blue"), house.blue)
    assert "you were attacked" not in house.public()


async def test_who_wants_none_is_told_of_no_attack_either_and_what_waits_when_they_say_so_is_dropped(
    house: House,
) -> None:
    await house.met()
    await house.slash(house.blue, "settings me", quiet="12-20", zone="UTC")
    await house.slash(house.red, "gcw battle fire", unit="red LNCR 1", target="Contact 1")
    await house.slash(house.red, "gcw turn submit", story="The frigate opens fire.")
    await house.skip(minutes=16)  # it waits for the end of quiet hours
    await house.slash(house.blue, "settings me", reminders="off")
    await house.skip(hours=9)
    await house.delivered()
    assert pings(house, "you were attacked") == []


async def test_moderators_are_told_once_who_let_a_deadline_pass_where_no_player_reads_it(house: House) -> None:
    staff = house.discord.add_channel("staff", deny={"@everyone": P.VIEW_CHANNEL}, allow={"Umpire": P.VIEW_CHANNEL})
    await house.slash(house.gm, "settings channels", troubles=staff)
    await house.skirmish()
    for _ in range(10):
        await house.skip(hours=6)
        await house.delivered()
    told = [said.words for said in house.owner.sees(staff) if "let the deadline" in said.words]
    assert len(told) == 1 and "**First light**" in told[0] and told[0].count("and owed their orders.") == 2, told
    assert f"<@{house.red.id}>" in told[0] and f"<@{house.blue.id}>" in told[0]
    assert "let the deadline" not in house.public()


async def test_an_action_day_is_told_12_and_2_hours_before(house: House) -> None:
    await house.met()
    await house.skip(days=3, hours=23)
    await house.delivered()
    assert "The next Action Day is" not in house.said(house.thread("Red"), house.red)
    for hours, times in ((1, 1), (9, 1), (1, 2), (1, 2), (3, 2)):
        await house.skip(hours=hours)
        await house.delivered()
        assert house.said(house.thread("Red"), house.red).count("The next Action Day is <t:1773532800:F>") == times


async def test_a_reminder_comes_as_a_direct_message_or_in_the_thread_where_those_are_closed(house: House) -> None:
    await house.slash(house.red, "settings me", reminders="direct")
    await house.slash(house.blue, "settings me", reminders="direct")
    house.blue.close_dms()
    await house.begun()
    for player, faction in ((house.red, "GE"), (house.blue, "NR")):
        await house.slash(player, "gcw join", faction=faction, hero=f"Captain {player.name}")
    await house.skip(minutes=6)
    await house.delivered()
    asked = "the table waits for your setup to be confirmed"
    assert asked in house.said(house.red.dm, house.red) and asked not in house.said(house.thread("Red"), house.red)
    asked_in_thread = house.said(house.thread("Blue"), house.blue)
    assert asked in asked_in_thread and asked_in_thread.count(DETOUR) == 1
    assert DETOUR not in house.said(house.red.dm, house.red)


async def test_settings_of_a_person_are_refused_with_what_would_be_right(house: House) -> None:
    wrong = await house.slash(house.red, "settings me", zone="Europe/Berln")
    assert "Europe/Berln is no time zone. Did you mean Europe/Berlin, " in wrong.words
    assert "`22-8`" in (await house.slash(house.red, "settings me", quiet="at night")).words
    assert "an hour from which" in (await house.slash(house.red, "settings me", quiet="8-8")).words
    mine = await house.slash(house.red, "settings me")
    assert mine.ephemeral and "in your seat's own thread" in mine.words and "UTC, the server's" in mine.words
