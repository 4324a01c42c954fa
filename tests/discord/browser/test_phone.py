"""A phone held upright: a battle is fought by touches alone, and nothing has to be scrolled aside."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser, Page, expect

from tests.discord.browser.tabs import PHONE, answers, filled, laid, seated, snap
from tests.discord.house import House

pytestmark = pytest.mark.browser


BEYOND = """[...document.querySelectorAll('.message *')].filter(
  one => one.getBoundingClientRect().right > window.innerWidth + 1).map(one => one.textContent)"""
"""JavaScript: what of the messages runs out of the tab on the right."""


async def fits(page: Page) -> None:
    """Nothing that is shown is wider than the phone, nor cut off at its edge."""
    assert await page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert await page.evaluate(BEYOND) == []


async def go_to(page: Page, name: str) -> None:
    """Open the list of channels, and one of them."""
    await page.get_by_role("button", name="Show channels").tap()
    await page.locator("#channels").get_by_text(name).tap()


async def test_a_battle_is_fought_by_touches_alone(browser: Browser, drawing_house: House) -> None:
    house = drawing_house
    await laid(house)
    page = await seated(browser, house, "Red", PHONE)
    await page.get_by_role("button", name="Fire the first volley").tap()
    await expect(answers(page).last).to_contain_text("Devastator at Tantive IV")
    await snap(page, "phone-volley")
    await fits(page)
    await answers(page).last.get_by_role("button", name="Submit turn").tap()
    await snap(page, "phone-form")
    await filled(page, "The Devastator opens fire.")
    await answers(page).last.get_by_role("button", name="Make final").tap()
    await go_to(page, "Battle of Corellia")
    battle = page.locator(".message", has_text="fires at Track").last
    await expect(battle.locator("img").first).to_be_visible()
    await snap(page, "phone-battle")
    await fits(page)

    # Blue reads in the thread of Blue's own what was hit.
    blue = await seated(browser, house, "Blue", PHONE)
    await go_to(blue, "Your orders: Blue")
    await expect(blue.locator(".message", has_text="Tantive IV").last).to_be_visible()
    await snap(blue, "phone-hit")
    await fits(blue)


async def test_an_answer_is_in_sight_wherever_the_button_was(browser: Browser, drawing_house: House) -> None:
    house = drawing_house
    await laid(house)
    page = await seated(browser, house, "Red", PHONE)
    for button in ("What is all this", "Fire the first volley"):  # the second is above what the first was answered
        await page.get_by_role("button", name=button).first.tap()
        await expect(answers(page).last.get_by_text("Only you can see this")).to_be_in_viewport()
    await expect(answers(page)).to_have_count(2)
