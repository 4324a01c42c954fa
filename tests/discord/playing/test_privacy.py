"""The page on privacy says what is so: what the bot asks to hear, and how long things are kept."""

from __future__ import annotations

import re

from bot.game.daily_copies import Backup
from bot.start.app import intents
from storage import store
from tests.discord.house import ROOT, House

PAGE = (ROOT / "docs" / "privacy.md").read_text(encoding="utf-8")
DAY = 86_400


def test_it_hears_of_no_members_no_presences_and_no_texts() -> None:
    assert "does not ask Discord for the list of members, for who is online, or for the text of messages" in PAGE
    heard = intents()
    assert not (heard.members or heard.presences or heard.message_content)


def test_what_is_kept_is_kept_as_long_as_the_page_says() -> None:
    assert DAY == store.RECEIPTS_KEPT and "| a day, then until the next night |" in PAGE
    assert 90 * DAY == store.POSTS_KEPT and "| 90 days, then until the next night" in PAGE
    assert Backup().keep == 14 and "14 if nothing else is set" in PAGE


async def test_members_are_told_the_short_of_it_and_can_have_themselves_forgotten(house: House) -> None:
    told = await house.slash(house.red, "help", topic="privacy")
    assert "</settings forget-me:" in told.words and "I do not read messages" in told.words
    await house.begun()
    await house.slash(house.red, "settings forget-me", sure="forget me")
    held = ("seat", "command", "game", "shelf")
    tables = await house.service.desk.store.database.read(
        lambda connection: [connection.execute(f"SELECT * FROM {table}").fetchall() for table in held]
    )
    assert not re.search(rf"\b{house.red.id}\b", str(tables))


async def test_a_seat_that_a_forgotten_person_named_goes_on_under_its_mask(house: House) -> None:
    await house.slash(house.gm, "game create", rulebook="gcw", name="Twilight")
    await house.slash(house.red, "game join", seat="liddell")
    await house.slash(house.blue, "game join")
    await house.slash(house.gm, "game start")
    await house.slash(house.red, "gcw join", faction="GE", hero="Alice Pleasance")
    await house.delivered()
    before = house.thread("Your orders: Liddell")
    await house.slash(house.red, "settings forget-me", sure="forget me")
    await house.slash(house.gm, "gm seat", player=house.bystander.user, seat="forgotten-1")
    assert "you are forgotten-1" in (await house.slash(house.bystander, "game list")).words
    assert "forgotten-1: <@" in (await house.slash(house.bystander, "game info")).words
    await house.slash(house.gm, "gm-gcw set-treasury", player="forgotten-1", amount=77)
    await house.delivered()
    thread = house.thread("Your orders: Forgotten-1")
    assert thread is not before and "77 KC" in house.said(thread, house.bystander)
    assert house.red.id not in thread.joined, "nobody knows who was in the first one: the second holder has another"
    assert "liddell" not in house.said(thread, house.bystander).casefold()
    log = (await house.slash(house.gm, "gm audit")).words
    assert "**forgotten-1**" in log and "liddell" not in log.casefold() and "pleasance" not in log.casefold()


async def test_moderators_and_the_next_holder_see_the_mask_and_are_understood_by_it(house: House) -> None:
    await house.slash(house.gm, "game create", rulebook="gcw", name="Twilight")
    await house.slash(house.red, "game join", seat="liddell")
    await house.slash(house.blue, "game join")
    await house.slash(house.gm, "game start")
    await house.slash(house.red, "gcw join", faction="GE", hero="Alice Pleasance")
    await house.slash(house.red, "settings forget-me", sure="forget me")
    await house.slash(house.gm, "gm seat", player=house.bystander.user, seat="forgotten-1")
    read = [(await house.slash(house.bystander, "game leave")).words]
    assert "You are forgotten-1 in Twilight" in read[0]
    for path, field in (("gm show", "as"), ("gm seat", "seat"), ("gm audit", "seat")):
        offered = await house.gm.autocomplete(path, field, channel="campaign")
        read += [str(offered)]
        assert "forgotten-1" in str(offered), path
    seen = await house.slash(house.gm, "gm show", view="fleet", **{"as": "forgotten-1"})
    read.append(seen.words)
    assert "as forgotten-1 sees it" in seen.words
    read.append((await house.slash(house.gm, "gm show", view="fleet", **{"as": "nobody"})).words)
    asked = await house.slash(house.gm, "gm audit", seat="forgotten-1")
    read.append(asked.words)
    assert "join" in asked.words and "Nothing of that was asked" not in asked.words
    await house.slash(house.gm, "game create", rulebook="sunrise", name="Dawn")
    await house.slash(house.bystander, "game join", game="Dawn")
    read.append((await house.slash(house.bystander, "me")).words)
    assert "liddell" not in "\n".join(read).casefold()
