"""Deeds of time by itself: income, turns, announcements, also for a bot that was away."""

from __future__ import annotations

import datetime
import time
from pathlib import Path

from bot.clock import Clock, HeldWall
from tests.discord.house import START, House, buttons, housed

FIFTEENTH = int(datetime.datetime(2026, 3, 15, tzinfo=datetime.UTC).timestamp())


async def treasury(house: House) -> str:
    return (await house.slash(house.red, "gcw-show treasury")).words


async def test_income_is_paid_on_the_action_day_and_told_to_its_owner_alone(house: House) -> None:
    await house.met()
    await house.skip(seconds=FIFTEENTH - START - 1)
    await house.delivered()
    assert "Action Day" not in house.said("campaign")
    await house.skip(seconds=1)
    await house.delivered()
    assert "Action Day" in house.said("campaign") and "KC" not in house.said("campaign")
    assert "**1,250 KC**" in house.said("Your orders: Red", house.red)


async def test_a_bot_that_was_away_pays_each_action_day_once(house: House) -> None:
    game = await house.met()
    await house.close()
    await house.skip(days=30)
    await house.open()
    await house.bot.clock_moved()
    await house.bot.clock_moved()
    await house.delivered()
    paid = house.said("Your orders: Red", house.red)
    assert paid.count("-# Due <t:") == 1 and paid.count("Income of <t:") == 2
    await house.restart()
    await house.bot.clock_moved()
    await house.delivered()
    assert house.said("Your orders: Red", house.red) == paid
    assert await house.service.desk.record.verify(game.id) is None


async def test_a_turn_becomes_final_while_the_bot_is_away(house: House) -> None:
    await house.met()
    await house.slash(house.red, "gcw battle fire", unit="red LNCR 1", target="Contact 1")
    await house.slash(house.red, "gcw turn submit", story="We fire, and the operator trips over the cable.")
    await house.close()
    await house.skip(hours=1)
    await house.open()
    await house.bot.clock_moved()
    await house.delivered()
    battle = house.said(house.thread("Battle of Corellia"))
    assert "-# Due <t:1773144901:F>; told late, because I was away." in battle and "operator trips" in battle


async def test_the_daily_announcement_goes_out_at_the_guilds_hour_once(house: House) -> None:
    await house.met()
    set_up = await house.slash(house.gm, "settings daily", zone="Europe/Berlin", hour=18)
    assert "**Time zone:** Europe/Berlin" in set_up.words and "18:00" in set_up.words
    await house.tell(await house.service.desk.store.game(1), "red", "submit We rest.")
    await house.skip(hours=4, minutes=59)
    await house.delivered()
    assert "the day in brief" not in house.said("campaign")
    await house.skip(minutes=1)  # 17:00 UTC is 18:00 in Berlin, before summer time begins
    await house.bot.clock_moved()
    await house.restart()
    await house.bot.clock_moved()
    await house.delivered()
    said = house.said("campaign")
    assert said.count("the day in brief") == 1
    brief = said[said.index("the day in brief") :]
    assert "Next by the clock: <t:1773532800:F> (<t:1773532800:R>)." in brief
    await house.skip(days=1)
    await house.delivered()
    assert house.said("campaign").count("the day in brief") == 1  # nothing happened
    await house.tell(await house.service.desk.store.game(1), "red", "submit We rest on.")
    await house.skip(days=1)
    await house.delivered()
    assert house.said("campaign").count("the day in brief") == 2
    assert "off" in (await house.slash(house.gm, "settings daily", zone="UTC")).words


async def test_the_day_in_brief_has_a_button_to_the_panel_while_somebody_is_awaited(house: House) -> None:
    await house.skirmish()
    await house.slash(house.gm, "settings daily", hour=18, zone="UTC")
    briefs = []
    for _ in range(2):
        await house.skip(hours=6, minutes=1)
        await house.delivered()
        briefs.append(next(one for one in reversed(house.gm.sees("campaign")) if "the day in brief" in one.words))
        await house.slash(house.gm, "gm pause")
        await house.skip(hours=18)
    assert "Awaited: **red**" in briefs[0].words and buttons(briefs[0]) == ["Panel"]
    assert briefs[1] is not briefs[0] and not buttons(briefs[1])


async def test_the_day_is_told_in_brief_where_nobody_has_set_an_hour(house: House) -> None:
    await house.met()
    await house.tell(await house.service.desk.store.game(1), "red", "submit We rest.")
    await house.skip(hours=5, minutes=59)  # 17:59 UTC
    await house.delivered()
    assert "the day in brief" not in house.said("campaign")
    await house.skip(minutes=1)
    await house.delivered()
    assert house.said("campaign").count("the day in brief") == 1


async def test_whoever_is_awaited_is_named_in_the_brief_and_pinged_by_the_reminder_alone(house: House) -> None:
    await house.begun()
    await house.slash(house.red, "gcw join", faction="GE", hero="Needa")
    await house.slash(house.gm, "settings daily", zone="UTC", hour=12)
    await house.skip(minutes=6)
    await house.delivered()
    brief = next(message for message in house.gm.sees("campaign") if "the day in brief" in message.words)
    assert f"Awaited: **red** ({house.red.mention}) for their setup to be confirmed." in brief.words
    assert brief.mentions == []
    told = [
        message for message in house.red.sees(house.thread("Red")) if "the table waits for your setup" in message.words
    ]
    assert [user.id for message in told for user in message.mentions] == [house.red.id]


async def test_a_machine_that_is_wrong_goes_by_discords_clock_and_moderators_are_told(tmp_path: Path) -> None:
    wrong = 3 * 86_400.0
    machine = Clock(HeldWall(lambda: time.time() + wrong))
    async with housed(tmp_path, machine=machine) as house:
        assert abs(machine.now() - time.time()) < 60
        await house.begun()
        await house.slash(house.gm, "settings channels", troubles=house.discord.channel("table-talk"))
        wrong = -86_400.0
        await house.bot.clock_moved()
        await house.delivered()
        assert abs(machine.now() - time.time()) < 60 and not machine.doubtful
        assert "jumped 1 d 0 h back; I go on by the time that passed." in house.said("table-talk")
