"""The whole bot where Discord is as strict, and as far away, as it is: with what the README asks for and no more."""

from __future__ import annotations

import discord

from bot.posts.rights import NEEDED
from bot.ui.permissions import WISHED
from sandbox import Permission
from sandbox.model.permissions import BOT
from tests.discord.house import ROOT, House

IN_THE_README = {
    "view_channel": "sees the channel",
    "send_messages": "sends messages",
    "send_messages_in_threads": "(also in threads)",
    "attach_files": "attaches files",
    "read_message_history": "reads the history",
    "create_public_threads": "makes public",
    "create_private_threads": "and private threads",
    "manage_threads": "manages threads",
    "pin_messages": "pins messages",
}


def test_the_bots_role_in_tests_has_what_the_readme_asks_for_and_the_bot_looks_for() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    asked = discord.Permissions(**dict.fromkeys((*NEEDED, *WISHED), True))
    assert discord.Permissions(int(BOT)) == asked == discord.Permissions(**dict.fromkeys(IN_THE_README, True))
    assert [words for words in IN_THE_README.values() if words not in readme] == []


async def test_a_game_is_played_where_everybody_else_may_only_look_and_ask(house: House) -> None:
    house.discord.role("@everyone", Permission.VIEW_CHANNEL | Permission.USE_APPLICATION_COMMANDS)
    await house.begun()
    await house.delivered()
    await house.slash(house.red, "gcw join", faction="GE", hero="Needa")
    await house.slash(house.gm, "gm-gcw set-treasury", player="red", amount=55)
    await house.delivered()
    assert "Players: blue" in house.said("campaign", house.bystander)
    assert "55 KC" in house.said(house.thread("Your orders: Red"), house.red)


async def test_a_board_is_drawn_and_sent_from_far_away(drawing_house: House) -> None:
    house = drawing_house
    await house.met()
    house.discord.world.latency = 0.15
    shown = await house.slash(house.red, "gcw-show board", about="Corellia")
    assert shown.error is None and len(shown.attachments) == 1
    sheet = await house.slash(house.red, "table sheet")
    assert sheet.modal is not None, sheet
    done = await house.slash(house.red, "gcw battle move", unit="red LNCR 1", cells="B-1")
    assert "Your draft has 1 line" in done.words


async def test_posts_keep_to_five_in_five_seconds_and_none_is_lost(house: House) -> None:
    await house.begun()
    await house.delivered()
    for number in range(12):
        assert "will be posted" in (await house.slash(house.gm, "gm announce", text=f"News {number}")).words
    await house.delivered()
    told = [message.words for message in house.bystander.sees("campaign") if "News" in message.words]
    assert [words.split("News ")[1] for words in told] == [str(number) for number in range(12)]


async def test_commands_that_moderators_closed_are_not_offered_and_the_rest_goes_on(house: House) -> None:
    await house.lobby()
    house.discord.override("game", {"@everyone": False, "Game master": True})
    assert "game" not in {command.name for command in house.red.commands("campaign")}
    await house.slash(house.gm, "game start")
    assert (await house.slash(house.red, "gcw join", faction="GE", hero="Needa")).error is None
