"""Every tutorial is played to its end in a browser, by the buttons under its lessons and on the panel."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser, Locator, Page, expect

from tests.discord.browser.tabs import answers, opened, pressed, seated, snap
from tests.discord.house import House

pytestmark = pytest.mark.browser

LEADS_ON = ("Fire", "Activate", "Attack", "Done", "As usual", "End")
"""How the buttons of a panel begin that lead on, the first that is there; where there is none, the panel's first."""

NEVER = ("Hint", "Skip", "Order sheet", "Last turn again", "Refresh", "Panel")
"""Buttons that do not lead on."""

LABELS = "buttons => buttons.map(one => [one.dataset.customId, one.innerText.trim()])"
"""JavaScript: what buttons are called to the bot, and to who reads them."""

TAUGHT = {
    "gcw": ("Galactic Civil War", "That is all you need, Captain."),
    "sunrise": ("False Sunrise", "you know how the rest goes"),
    "eaw": ("Empires at War", "That was a season of Empires at War"),
    "freedom": ("Freedom in the Galaxy", "you know how the rest goes"),
    "d6": ("Advanced Star Wars D6", "That was a fight, and you know how the rest goes"),
}
"""Titles of the tutorials, and their last words."""

CLICKS, TO_CLICK, TO_READ = 30, 10, 200
"""The most clicks that lead through a tutorial, seconds that one takes, and words that are read within a minute: what
happens meanwhile is read while the next button is sought.
"""


async def latest(page: Page, lesson: bool) -> dict[str, Locator]:
    """Buttons that lead on under the latest lesson, or under the latest answer, by its label."""
    found = page.locator(".message", has_text="Lesson ").last if lesson else answers(page).last
    shown = page.locator(f'[data-message="{await found.get_attribute("data-message")}"]')  # another may come after it
    buttons = shown.locator("button[data-custom-id]")
    labels = await buttons.evaluate_all(LABELS)  # at once: the message may be edited while it is read
    return {label: buttons.and_(page.locator(f'[data-custom-id="{id}"]')) for id, label in labels if label not in NEVER}


@pytest.mark.parametrize("rulebook", TAUGHT)
async def test_a_tutorial_is_played_to_its_end(browser: Browser, drawing_house: House, rulebook: str) -> None:
    house, (title, farewell) = drawing_house, TAUGHT[rulebook]
    page = await seated(browser, house, "Red")
    await house.slash(house.red, "start tutorial", rulebook=rulebook)
    await house.rested()
    thread = house.thread(f"Tutorial: {title}")
    await opened(page, thread.name)
    ended = page.locator(".message", has_text=farewell)
    clicks = 0
    for step in range(80):
        if await ended.count():
            break
        lesson = await page.locator(".message", has_text="Lesson ").last.inner_text()
        for label, button in (await latest(page, lesson=True)).items():
            if not await button.count():
                break  # the next lesson came while this one was read
            await pressed(page, house, button, thread, house.red)
            clicks += 1
            await snap(page, f"tutorial-{rulebook}-{step:02}")
            onward = await latest(page, lesson=False)
            if sure := onward.get("Yes, do it"):
                await pressed(page, house, sure, thread, house.red)
                clicks += 1
            elif label == "My panel" and onward:
                lead = (one for word in LEADS_ON for one in onward if one.startswith(word))
                await pressed(page, house, onward[next(lead, next(iter(onward)))], thread, house.red)
                clicks += 1
                await snap(page, f"tutorial-{rulebook}-{step:02}b")
            if await page.locator(".message", has_text="Lesson ").last.inner_text() != lesson:
                break
    await expect(ended).to_be_visible()
    lessons = [one.words for one in house.red.sees(thread) if "Lesson " in one.words or farewell in one.words]
    words = sum(len(one.split()) for one in lessons)
    minutes = clicks * TO_CLICK / 60 + words / TO_READ
    assert clicks <= CLICKS and minutes <= 10, f"{clicks} clicks and {words} words take {minutes:.1f} minutes"
