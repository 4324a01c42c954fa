"""Tabs of a real browser at the table: who sits in them, and how hands would use the page."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

from playwright.async_api import Browser, Locator, Page, expect

from bot.start.demo_table import DEMO, demonstrate
from engine.pack.course import script
from sandbox import Player
from sandbox.model.components import BUTTON, SELECTS, walk
from sandbox.model.guilds import Channel
from tests.discord.house import PACKS, House

SCRIPT = script((PACKS / DEMO).read_text(encoding="utf-8"))
DESK = {"width": 1400, "height": 900}
"""CSS pixels of a window on a desk."""

PHONE = {"width": 390, "height": 844}
"""CSS pixels of a phone held upright."""

PATIENCE = 20_000
"""Milliseconds until something that does not come is missed."""

PICTURES = os.environ.get("UMPIRE_SCREENSHOTS")
"""A folder for pictures of what is driven, for whoever wants to look at it; none are made without."""


async def laid(house: House) -> None:
    """The campaign of `make play`, about to come to blows over Corellia."""
    await demonstrate(house.service, house.bot, house.discord, [house.red, house.blue], SCRIPT)
    await house.delivered()


async def seated(browser: Browser, house: House, name: str, size: dict[str, int] = DESK) -> Page:
    """A tab in which that member sits at the table; of a phone's size it is touched, not clicked."""
    phone = size is PHONE
    context = await browser.new_context(
        viewport={"width": size["width"], "height": size["height"]},
        has_touch=phone,
        is_mobile=phone,
        device_scale_factor=2 if phone else 1,
        locale="en-GB",
        timezone_id="UTC",
    )
    page = await context.new_page()
    page.set_default_timeout(PATIENCE)
    expect.set_options(timeout=PATIENCE)
    await page.goto(f"{house.discord.url}/?as={name}")
    await expect(page.locator("#app")).not_to_have_attribute("aria-busy", "true")
    return page


async def snap(page: Page, name: str) -> None:
    """Keep a picture of the tab, where pictures are wanted."""
    if PICTURES:
        await page.screenshot(path=Path(PICTURES) / f"{name}.png")


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


async def pasted(page: Page, line: str) -> None:
    """Paste a whole command with its parameters, and send it."""
    await page.locator("#composer-text").fill(f"{line} " if ":" not in line else line)
    await expect(page.locator(".command-path")).to_be_visible()  # not before the page has the commands
    await page.get_by_role("button", name="Send").click()


async def filled(page: Page, *texts: str) -> None:
    """Fill in the form that has opened, from top to bottom, and send it."""
    form = page.locator("#modal")
    await expect(form.get_by_role("button", name="Submit")).to_be_visible()
    for field, text in zip(await form.locator("input, textarea").all(), texts, strict=False):
        await field.fill(text)
    await form.get_by_role("button", name="Submit").click()


async def opened(page: Page, name: str) -> None:
    """Go to a channel or thread."""
    await page.locator("#channels").get_by_text(name).first.click()


SHOWN = """[
  ...[...document.querySelectorAll('.message[data-message]')].map(one => one.dataset.message),
  ...[...document.querySelectorAll('.message button[data-custom-id]')].map(one => one.dataset.customId),
].sort()"""
"""JavaScript: the messages of a tab, and what the buttons in them are called to the bot."""


async def pressed(page: Page, house: House, button: Locator, channel: Channel, player: Player) -> None:
    """Press a button in a channel, fill in the form if one opens, and wait until the tab shows what came of it."""
    before = await page.evaluate(SHOWN)
    await button.click()
    changed = f"before => document.querySelector('#modal[open]') || {SHOWN}.join() !== before.join()"
    await page.wait_for_function(changed, arg=before)
    if await page.locator("#modal[open]").count():
        await filled(page, "The Avenger opens fire.")
        await page.wait_for_function(changed, arg=before)
    shown: list[str] = []
    there = told(channel, player)
    for _ in range(400):
        await house.rested()
        shown, there = await page.evaluate(SHOWN), told(channel, player)
        if shown == there:
            return
        await asyncio.sleep(0.05)
    raise AssertionError(f"the tab shows {shown}, and there is {there}")


def told(channel: Channel, player: Player) -> list[str]:
    """The messages that somebody sees in a channel and what their buttons are called, as `SHOWN` has them."""
    seen = player.sees(channel)
    buttons = (part["custom_id"] for one in seen for part in walk(one.components) if part["type"] in {BUTTON, *SELECTS})
    return sorted([*(str(one.id) for one in seen), *buttons])


def answers(page: Page) -> Locator:
    """Answers of Umpire to whoever sits here, and to nobody else."""
    return page.locator(".message.ephemeral")
