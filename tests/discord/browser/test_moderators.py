"""A moderator at the table: four players are set up by three commands, and a game that has ended is played back."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser, expect

from tests.discord.browser.tabs import answers, filled, pasted, seated, snap
from tests.discord.house import House

pytestmark = pytest.mark.browser


async def test_a_game_of_four_is_set_up_by_three_commands(browser: Browser, drawing_house: House) -> None:
    house = drawing_house
    page = await seated(browser, house, "GM")
    await pasted(page, "/game create rulebook:gcw name:Twilight")
    await expect(page.locator(".message", has_text="is open. Join it")).to_be_visible()
    await pasted(page, "/gm seat player:Red second:Blue third:Bystander fourth:Owner")
    seats = page.locator(".message", has_text="is red")
    await expect(seats.first).to_contain_text("is gold")
    await pasted(page, "/game start")
    await expect(page.locator(".message", has_text="Twilight begins.").last).to_be_visible()
    await house.delivered()
    await snap(page, "set-up")
    game = (await house.service.desk.directory.games(house.discord.guild.id))[-1]
    assert len(await house.service.desk.store.seats(game.id)) == 4 and game.status == "running"
    for name in ("Red", "Bystander"):
        player = await seated(browser, house, name)
        await expect(player.locator("#channels").get_by_text("Your orders:")).to_have_count(1)


async def test_a_game_is_ended_by_its_name_and_played_back(browser: Browser, drawing_house: House) -> None:
    house = drawing_house
    await house.met()
    await house.slash(house.red, "gcw battle fire", unit="red LNCR 1", target="Contact 1")
    await house.slash(house.red, "gcw turn submit", story="The frigate opens fire.")
    await house.skip(minutes=16)
    page = await seated(browser, house, "GM")
    await pasted(page, "/gm end")
    await filled(page, "Twilight")
    await expect(page.locator(".message", has_text="Twilight has ended.").first).to_be_visible()
    await house.skip(days=1, minutes=1)
    await house.delivered()
    reader = await seated(browser, house, "Bystander")
    post = reader.locator(".message", has_text="All of it is to be seen now")
    await snap(reader, "end")
    await post.get_by_role("button", name="Step through it").click()
    shown = answers(reader).last
    await expect(shown).to_contain_text("moment 1 of")
    await expect(shown.locator("img").first).to_be_visible()
    await shown.get_by_role("button", name="▶").first.click()
    await expect(shown).to_contain_text("moment 2 of")
    await snap(reader, "replay")
