"""Two members at the table, each in a tab of a real browser: one exchange of fire, and each sees what is theirs."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from playwright.async_api import Browser, Page, async_playwright, expect

from bot.start.demo_table import DEMO, PEOPLE, WELCOME, demonstrate
from engine.pack.course import script
from tests.discord.house import PACKS, House

CHROMIUM = Path("/usr/bin/chromium")
CHROMIUM_IS_THERE = CHROMIUM.exists()
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
SCRIPT = script((PACKS / DEMO).read_text(encoding="utf-8"))

pytestmark = pytest.mark.browser


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    if not CHROMIUM_IS_THERE:
        pytest.fail(f"These tests drive Chromium, and there is none at {CHROMIUM}: install it (Debian: chromium).")
    async with async_playwright() as driver:
        browser = await driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        await browser.close()


async def seated(browser: Browser, house: House, name: str) -> Page:
    """A tab in which that member sits at the table."""
    context = await browser.new_context(viewport={"width": 1400, "height": 900}, locale="en-GB", timezone_id="UTC")
    page = await context.new_page()
    page.set_default_timeout(15_000)
    expect.set_options(timeout=15_000)
    await page.goto(f"{house.discord.url}/?as={name}")
    await expect(page.locator("#app")).not_to_have_attribute("aria-busy", "true")
    return page


async def chosen(page: Page, command: str, *values: str) -> None:
    """Choose a command by its path, then a value for each parameter as it is asked for, and send it."""
    await page.locator("#composer-text").press_sequentially(f"/{command}")
    await expect(page.locator("#palette .palette-row").first).to_contain_text(f"/{command}")
    await page.keyboard.press("Enter")
    for value in values:
        await page.keyboard.type(value)
        await expect(page.locator("#palette .palette-row").first).to_contain_text(value)
        await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")


async def open_channel(page: Page, name: str) -> None:
    """Go to a channel or thread."""
    await page.locator("#channels").get_by_text(name).first.click()


async def test_an_exchange_of_fire_at_the_table(browser: Browser, drawing_house: House) -> None:
    house = drawing_house
    await demonstrate(house.service, house.bot, house.discord, [house.red, house.blue], SCRIPT)
    await house.delivered()
    red, blue = await seated(browser, house, "Red"), await seated(browser, house, "Blue")

    # Red drafts a shot: the answer shows what it will do, to Red alone.
    await chosen(red, "gcw battle fire", "Devastator", "Contact")
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
        await open_channel(page, "Battle of Corellia")
        await expect(page.locator(".message", has_text="The Devastator opens fire.")).to_be_visible()
    await open_channel(blue, "Your orders: Blue")
    hurt = blue.locator(".message", has_text="damage")
    await expect(hurt.first).to_be_visible()
    await open_channel(red, "Your orders: Red")
    await expect(red.locator(".message", has_text="Devastator fires at")).not_to_have_count(0)
    assert await blue.locator("#channels").get_by_text(": Red").count() == 0
    assert await red.locator("#channels").get_by_text(": Blue").count() == 0


async def test_a_newcomer_fires_the_first_volley_by_four_clicks(browser: Browser, drawing_house: House) -> None:
    house = drawing_house
    house.discord.welcome(WELCOME, PEOPLE)
    await demonstrate(house.service, house.bot, house.discord, [house.red, house.blue], SCRIPT)
    await house.delivered()
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


async def test_a_tutorial_is_played_to_its_end_in_the_browser(browser: Browser, drawing_house: House) -> None:
    house = drawing_house
    await demonstrate(house.service, house.bot, house.discord, [house.red, house.blue], SCRIPT)
    await house.delivered()
    page = await seated(browser, house, "Blue")
    await page.get_by_role("button", name="Play the tutorial").click()
    await open_channel(page, "Tutorial: Galactic Civil War")
    tutorial = house.service.desk.rulebooks.courses["gcw"].tutorial
    assert tutorial is not None
    answers = page.locator(".message.ephemeral")
    for number, taught in enumerate(tutorial.lessons, start=1):
        lesson = page.locator(".message", has_text=f"Lesson {number} of {len(tutorial.lessons)}: {taught.title}")
        for offer in taught.offers:
            before = await answers.count()
            await lesson.get_by_role("button", name=offer.label).click()
            if offer.line == "/gcw turn submit":
                await page.locator("#modal textarea").first.fill("The Avenger opens fire.")
                await page.locator("#modal").get_by_role("button", name="Submit").click()
            await expect(answers).to_have_count(before + 1)
    await expect(page.locator(".message", has_text="That is all you need, Captain.")).to_be_visible()
