"""The first minutes at the table: one exchange of fire by two members, each of whom sees what is theirs, and the first
volley of a newcomer by clicks alone.
"""

from __future__ import annotations

import pytest
from playwright.async_api import Browser, expect

from bot.start.demo_table import PEOPLE, WELCOME
from tests.discord.browser.tabs import chosen, laid, opened, pasted, seated
from tests.discord.house import House

pytestmark = pytest.mark.browser


async def test_an_exchange_of_fire_at_the_table(browser: Browser, drawing_house: House) -> None:
    house = drawing_house
    await laid(house)
    red, blue = await seated(browser, house, "Red"), await seated(browser, house, "Blue")

    # Red drafts a shot: the answer shows what it will do, to Red alone.
    await chosen(red, "gcw battle fire", "Devastator", "Tantive IV")
    echo = red.locator(".message.ephemeral", has_text="Devastator").last
    await expect(echo).to_contain_text("Only you can see this")
    await expect(echo).to_contain_text("raw")
    await expect(blue.locator(".message", has_text="raw")).to_have_count(0)

    # The story is asked for by a form.
    await chosen(red, "table panel")
    await red.locator(".message.ephemeral").last.get_by_role("button", name="Submit turn").click()
    form = red.locator("#modal")
    await form.locator("textarea").fill("The Devastator opens fire.")
    await form.get_by_role("button", name="Submit").click()
    await expect(red.locator(".message.ephemeral", has_text="posted turn")).to_be_visible()
    await expect(blue.locator(".message", has_text="red has posted turn")).to_be_visible()

    # Nothing is fired until the turn is final: a quarter of an hour and a second later.
    await expect(blue.locator(".message", has_text="Battle of Corellia")).to_have_count(0)
    await blue.get_by_role("button", name="+15 min").click()
    await blue.locator("#skip-amount").fill("1")
    await blue.locator("#skip-form").get_by_role("button", name="Go").click()
    await expect(blue.locator(".message", has_text="Battle of Corellia").first).to_be_visible()

    # Both may read the battle's own thread; what it did to whom stands in each one's own.
    for page in (red, blue):
        await opened(page, "Battle of Corellia")
        await expect(page.locator(".message", has_text="The Devastator opens fire.")).to_be_visible()
    await opened(blue, "Your orders: Blue")
    hurt = blue.locator(".message", has_text="damage")
    await expect(hurt.first).to_be_visible()
    await opened(red, "Your orders: Red")
    await expect(red.locator(".message", has_text="Devastator (T1) fires at")).not_to_have_count(0)
    assert await blue.locator("#channels").get_by_text(": Red").count() == 0
    assert await red.locator("#channels").get_by_text(": Blue").count() == 0


async def test_a_newcomer_fires_the_first_volley_by_four_clicks(browser: Browser, drawing_house: House) -> None:
    house = drawing_house
    house.discord.welcome(WELCOME, PEOPLE)
    await laid(house)
    page = await (await browser.new_context()).new_page()
    await page.goto(house.discord.url)
    await expect(page.get_by_role("heading", name="Who are you?")).to_be_visible()
    await expect(page.locator(".who-card").first).to_contain_text("Red")
    await page.locator(".who-card").first.click()
    greeting = page.locator(".message", has_text="You command a fleet in the Star Wars galaxy")
    await expect(greeting.get_by_role("button", name="Play the tutorial")).to_be_visible()
    await expect(greeting.get_by_role("button", name="What is all this")).to_be_visible()

    await greeting.get_by_role("button", name="Fire the first volley").click()
    answer = page.locator(".message.ephemeral").last
    await expect(answer).to_contain_text("Devastator at Tantive IV")
    await answer.get_by_role("button", name="Submit turn").click()
    await page.locator("#modal textarea").first.fill("The Devastator opens fire.")
    await page.locator("#modal").get_by_role("button", name="Submit").click()
    await page.locator(".message.ephemeral").last.get_by_role("button", name="Make final").click()
    await expect(page.locator(".message", has_text="Battle of Corellia").first).to_be_visible()


async def test_a_picture_is_shown_as_wide_as_its_smallest_text_needs(browser: Browser, drawing_house: House) -> None:
    """Every text of a picture is at least 2 % of its width high, which is 10 pixels where it is 500 wide."""
    house = drawing_house
    await laid(house)
    page = await seated(browser, house, "Red")
    for command in ("gcw-show board", "gcw-show map", "gcw-show ship"):
        await pasted(page, f"/{command}")
        picture = page.locator(".message.ephemeral").last.locator("img").last
        await expect(picture).to_be_visible()
        await expect(picture).to_have_js_property("complete", True)
        box = await picture.bounding_box()
        assert box is not None and 500 <= box["width"] <= 550, (command, box)


async def test_what_is_played_in_a_channel_stands_first_in_its_list_of_commands(
    browser: Browser, drawing_house: House
) -> None:
    house = drawing_house
    await laid(house)
    guild = house.discord.guild.id
    await house.bot.registration.enrol(guild, "d6")
    page = await seated(browser, house, "Red")
    listed = page.locator("#palette .palette-row")
    await page.locator("#composer-text").press_sequentially("/")
    await expect(listed.first).to_contain_text("/gcw")
    await page.locator("#composer-text").press_sequentially("fi")
    await expect(listed.first).to_contain_text("/gcw battle fire")
    rows = [row.partition("\n")[0] for row in await listed.all_inner_texts()]
    assert rows.index("/d6-ship fire") > rows.index("/gcw battle fire") == 0
