"""Requests that are wrong, or by the wrong people: answered in words, and nothing else happens.

A misspelt time zone, a panel that a moderator deleted, a button of an ended game and a permission that was taken away
are in `test_set_up`, `test_pinned`, `test_home` and `test_unreachable`.
"""

from __future__ import annotations

import asyncio

from engine.game import Seat
from tests.discord.house import CHANNEL, House

GONE = "That is offered no more: things have changed since."

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
        live = ("@everyone", "@here", f"<@{house.blue.id}>", f"<@&{house.discord.guild.id}>")
        assert not [mention for mention in live if mention in message.words], "copied elsewhere it would ping"


async def test_a_story_of_4000_characters_is_refused_with_the_limit_and_kept(house: House) -> None:
    game = await house.met()
    form = await house.red.click(await house.slash(house.red, "me"), "Submit turn")
    assert form.modal is not None
    limit = form.modal.components[0]["component"]["max_length"]
    assert limit == 3000  # Discord takes no more in the field; typed elsewhere it is told
    story = f"@everyone <@{house.blue.id}> {INVISIBLE}" + "The fleet waits. " * 240
    line = f"submit {story}"[:4000].strip()
    sheet = await house.slash(house.red, "table sheet")
    answer = await (await house.red.submit(sheet, lines=line)).final()
    assert "❌" in answer.words and "at most 3000" in answer.words, answer.words[-300:]
    assert not (await house.service.desk.views.known(game.id, Seat("red"))).turns
    assert answer.message and not answer.message.mentions and not answer.message.mention_everyone
    again = await house.red.click(answer, "Correct 1 line")
    assert again.modal is not None
    kept = again.modal.components[0]["component"]["value"]
    assert kept.count("The fleet waits.") == line.count("The fleet waits.") > 230, "nothing that was typed is lost"


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


async def test_dice_that_are_pasted_on_a_sheet_are_rolled_where_that_is_an_order_and_else_said_to_stand_alone(
    house: House,
) -> None:
    await house.met()
    pasted = "/roll 4D+2"
    answer = await (await house.red.submit(await house.slash(house.red, "table sheet"), lines=pasted)).final()
    alone = "/roll is a command of its own, and no order on a sheet. Send it by itself where you write"
    assert "❌" in answer.words and alone in answer.words
    await house.slash(house.gm, "game create", rulebook="d6", name="Cantina")
    await house.slash(house.red, "game join", seat="red", game="Cantina")
    await house.slash(house.gm, "game start", game="Cantina")
    await house.slash(house.red, "d6-sheet sample", sample="Smuggler", name="Rex", game="Cantina")
    sheet = await house.slash(house.red, "table sheet", game="Cantina")
    answer = await (await house.red.submit(sheet, lines=pasted)).final()
    assert f"✅ {pasted}" in answer.words and "Rex rolls 4D+2" in answer.words


async def test_of_two_who_press_the_same_button_the_second_is_told_that_it_is_done(house: House) -> None:
    await house.slash(house.gm, "game create", rulebook="d6", name="Cantina")
    await house.slash(house.red, "game join", seat="red")
    await house.slash(house.gm, "game start")
    await house.slash(house.red, "d6-sheet sample", sample="Smuggler", name="Rex")
    await house.slash(house.red, "d6 roll", what="con", difficulty="200")
    mine, game_masters = await house.slash(house.red, "me"), await house.slash(house.gm, "gm panel")
    desk = house.service.desk
    (game,) = await desk.directory.games(house.discord.guild.id)
    await (await house.red.click(mine, "Accept it")).final()
    before = await desk.store.game(game.id)
    second = await (await house.gm.click(game_masters, "Accept it")).final()
    assert GONE in second.words
    assert (await desk.store.game(game.id)).facts == before.facts
    assert (await desk.referee.known(game.id, None)).choice is None


async def test_of_two_who_press_a_public_button_at_once_each_has_a_seat_and_nobody_two(house: House) -> None:
    await house.slash(house.gm, "start server", CHANNEL, rulebook="d6", name="Cantina")
    await house.delivered()
    post = house.bystander.sees(CHANNEL)[-1]
    players = (house.red, house.blue, house.red)
    answers = await asyncio.gather(*(player.click(post, "Join") for player in players))
    told = [(await one.final()).words for one in answers]
    (game,) = await house.service.desk.directory.games(house.discord.guild.id)
    seats = [row for row in await house.service.desk.store.seats(game.id) if row.user is not None]
    assert {row.user for row in seats} == {house.red.id, house.blue.id} and len({row.seat for row in seats}) == 2
    assert sum("in Cantina." in words and words.startswith("You are **") for words in told) == 2, told
    assert sum("You sit in Cantina already" in words for words in told) == 1, told


async def test_an_answer_to_what_time_has_decided_changes_nothing(house: House) -> None:
    await house.slash(house.gm, "game create", rulebook="d6", name="Cantina", options="pace=live")
    await house.slash(house.red, "game join", seat="red")
    await house.slash(house.gm, "game start")
    await house.slash(house.red, "d6-sheet sample", sample="Smuggler", name="Rex")
    await house.slash(house.red, "d6 roll", what="con", difficulty="200")
    panel = await house.slash(house.red, "me")
    await house.skip(minutes=5)
    await house.rested()
    (game,) = await house.service.desk.directory.games(house.discord.guild.id)
    assert (await house.service.desk.referee.known(game.id, None)).choice is None
    late = await (await house.red.click(panel, "Accept it")).final()
    assert GONE in late.words
    typed = await house.slash(house.red, "d6 points mend", how="point")
    assert typed.ephemeral and "Nobody is asked that now" in typed.words
