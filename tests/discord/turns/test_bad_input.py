"""What is asked wrongly, or by the wrong people: answered in words, and nothing else happens.

A misspelt time zone, a panel that a moderator deleted, a button of an ended game, two clicks at once and a permission
that was taken away are in `test_set_up`, `test_pinned`, `test_home` and `test_unreachable`.
"""

from __future__ import annotations

from engine.game import Seat
from tests.discord.house import House

INVISIBLE = "\u200b\u2060\ufeff"
"""Signs of no width: zero-width space, word joiner, byte order mark."""


async def test_a_picture_that_a_stranger_asks_for_shows_nobody_s_own(drawing_house: House) -> None:
    house = drawing_house
    await house.met()
    for view in ("fleet", "preview"):
        refused = await house.slash(house.bystander, f"gcw-show {view}")
        assert refused.ephemeral and "red LNCR 1" not in refused.words and not refused.attachments
    board = await house.slash(house.bystander, "gcw-show board", about="Corellia")
    assert "red LNCR 1" not in board.words  # whatever is drawn is what everybody knows
    strange = await house.slash(house.bystander, "gcw-show board", about="Atlantis")
    assert strange.ephemeral and not strange.attachments and "Atlantis" in strange.words


async def test_a_story_with_mentions_and_signs_of_no_width_pings_nobody_and_stays_whole(house: House) -> None:
    await house.met()
    pings = f"@everyone @here <@{house.blue.id}> <@&{house.discord.guild.id}> "
    story = f"{pings}{INVISIBLE}" + "The fleet waits. " * 160
    posted = await house.slash(house.red, "gcw turn submit", story=story[:2900])
    assert "You have posted turn 1" in posted.words
    await house.slash(house.red, "gcw turn final")
    await house.delivered()
    told = [message for message in house.reads(house.gm) if "The fleet waits." in message.words]
    assert told and sum(message.words.count("The fleet waits.") for message in told) >= 150
    for message in told:
        assert not message.mentions and not message.mention_roles and not message.mention_everyone


async def test_a_story_of_4000_characters_is_refused_with_the_limit_and_kept(house: House) -> None:
    game = await house.met()
    form = await house.red.click(await house.slash(house.red, "me"), "Submit turn")
    assert form.modal is not None
    limit = form.modal.components[0]["component"]["max_length"]
    assert limit == 3000  # Discord takes no more in the field; typed elsewhere it is told
    line = await house.slash(house.red, "table sheet")
    answer = await (await house.red.submit(line, lines=f"submit {'x' * 3900}")).final()
    assert "❌" in answer.words and not (await house.service.desk.views.known(game.id, Seat("red"))).turns


async def test_a_story_of_nothing_but_invisible_signs_is_no_story(house: House) -> None:
    game = await house.met()
    refused = await house.slash(house.red, "gcw turn submit", story=INVISIBLE)
    assert refused.ephemeral and "GCW-PST-01" in refused.words
    assert not (await house.service.desk.views.known(game.id, Seat("red"))).turns


async def test_a_slash_command_that_is_pasted_on_a_sheet_is_read(house: House) -> None:
    await house.met()
    form = await house.slash(house.red, "table sheet")
    pasted = "/gcw battle fire unit: red LNCR 1 target: Contact 1"
    answer = await (await house.red.submit(form, lines=pasted)).final()
    assert f"✅ {pasted}" in answer.words and "Effects" in answer.words
