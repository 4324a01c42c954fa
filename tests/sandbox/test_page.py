"""The page in a real browser: members in tabs of their own play with a bot, and each sees what is theirs."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from urllib.parse import quote

import aiohttp
import discord
import pytest
from discord import app_commands
from playwright.async_api import Browser, FilePayload, Page, async_playwright, expect

from sandbox import Player, Sandbox
from tests.sandbox.tiny_bot import TinyBot

CHROMIUM = Path("/usr/bin/chromium")
CHROMIUM_IS_THERE = CHROMIUM.exists()
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]

Sit = Callable[[Player], Awaitable[Page]]


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    if not CHROMIUM_IS_THERE:
        pytest.fail(f"These tests drive Chromium, and there is none at {CHROMIUM}: install it (Debian: chromium).")
    async with async_playwright() as driver:
        browser = await driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        await browser.close()


@pytest.fixture
async def sit(browser: Browser, discord: Sandbox) -> AsyncIterator[Sit]:
    """Open a member's tab. A tab that logs an error fails the test."""
    context = await browser.new_context(viewport={"width": 1280, "height": 860}, locale="en-GB", timezone_id="UTC")
    wrong: list[str] = []

    async def open_tab(player: Player) -> Page:
        page = await context.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        await page.goto(f"{discord.url}/?as={quote(player.member.name)}")
        await expect(page.locator("#app")).not_to_have_attribute("aria-busy", "true")
        return page

    yield open_tab
    await context.close()
    assert wrong == []


async def type_command(page: Page, typed: str) -> None:
    """Type a command's path and run it, its parameters being all optional."""
    await page.locator("#composer-text").press_sequentially(f"/{typed}")
    await expect(page.locator("#palette .palette-row").first).to_contain_text(f"/{typed}")
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")


pytestmark = pytest.mark.browser


async def test_what_one_says_the_other_reads(bot: TinyBot, sit: Sit, alice: Player, bob: Player) -> None:
    red, blue = await sit(alice), await sit(bob)
    await red.locator("#composer-text").fill("**Hoth** is ours <img src=x onerror=alert(1)>")
    await red.keyboard.press("Enter")
    heard = blue.locator(".message", has_text="Hoth")
    await expect(heard.locator("strong")).to_have_text("Hoth")
    await expect(heard).to_contain_text("<img src=x onerror=alert(1)>")
    assert await heard.locator(".markup img").count() == 0


async def test_a_command_is_completed_by_the_bot_and_answered_to_one_alone(
    bot: TinyBot, sit: Sit, alice: Player, bob: Player
) -> None:
    red, blue = await sit(alice), await sit(bob)
    await red.locator("#composer-text").press_sequentially("/fire")
    await expect(red.locator("#palette .palette-row")).to_contain_text(["/gcw battle fire"])
    await red.keyboard.press("Tab")
    await red.keyboard.type("dev")
    await expect(red.locator("#palette .palette-row")).to_have_text(["Devastator", "Devourer"])
    await red.keyboard.press("ArrowDown")
    await red.keyboard.press("Enter")
    await red.get_by_role("button", name="Add shots").click()
    await red.keyboard.type("11")
    await red.keyboard.press("Enter")
    await expect(red.locator("#composer-error")).to_have_text("shots: At most 10.")
    await red.keyboard.press("Backspace")
    await red.keyboard.press("Enter")

    answer = red.locator(".message.ephemeral")
    await expect(answer).to_contain_text("Devourer fires 1 all at nobody here True")
    await expect(answer).to_contain_text("Only you can see this")
    await expect(answer).to_contain_text("used /gcw battle fire")
    await blue.locator("#composer-text").fill("anything?")
    await blue.keyboard.press("Enter")
    await expect(red.locator(".message", has_text="anything?")).to_be_visible()
    await expect(blue.locator(".message")).to_have_count(1)

    await answer.get_by_role("button", name="Dismiss message").click()
    await expect(answer).to_have_count(0)
    await red.reload()
    await expect(red.locator(".message", has_text="anything?")).to_be_visible()
    await expect(red.locator(".message")).to_have_count(1)


async def test_a_button_changes_the_message_for_everybody(bot: TinyBot, sit: Sit, alice: Player, bob: Player) -> None:
    red, blue = await sit(alice), await sit(bob)
    await type_command(red, "panel")
    await blue.get_by_role("button", name="Lock", exact=True).click()
    await expect(red.locator(".message")).to_contain_text("Locked by Bob")
    await expect(red.get_by_role("button", name="Lock", exact=True)).to_be_disabled()


async def test_a_menu_is_chosen_from_with_the_keyboard(bot: TinyBot, sit: Sit, alice: Player) -> None:
    red = await sit(alice)
    await type_command(red, "panel")
    await red.get_by_role("button", name="Target").click()
    await red.keyboard.type("home")
    await red.keyboard.press("Enter")
    await red.keyboard.press("Escape")
    await expect(red.locator(".message.ephemeral")).to_contain_text("aimed at home one")


async def test_a_form_is_checked_filled_in_and_sent(bot: TinyBot, sit: Sit, alice: Player) -> None:
    red = await sit(alice)
    await type_command(red, "sheet")
    form = red.get_by_role("dialog", name="Order sheet")
    await form.get_by_role("button", name="Submit").click()
    await expect(form).to_contain_text("This field is required.")
    await form.get_by_label("Orders").fill("fire\nmove")
    await form.get_by_role("button", name="Submit").click()
    await expect(form).to_be_hidden()
    await expect(red.locator(".message.ephemeral")).to_contain_text("2 orders, Hold")


class Survey(discord.ui.Modal, title="Survey"):
    """A form with the newer kinds of field."""

    formation: discord.ui.Label["Survey"] = discord.ui.Label(
        text="Formation",
        component=discord.ui.RadioGroup(
            options=[discord.RadioGroupOption(label="Line"), discord.RadioGroupOption(label="Wedge")]
        ),
    )
    wings: discord.ui.Label["Survey"] = discord.ui.Label(
        text="Wings",
        component=discord.ui.CheckboxGroup(
            options=[discord.CheckboxGroupOption(label=name) for name in ("Red", "Gold", "Grey")], max_values=2
        ),
    )
    lock: discord.ui.Label["Survey"] = discord.ui.Label(text="Lock at once", component=discord.ui.Checkbox())
    chart: discord.ui.Label["Survey"] = discord.ui.Label(text="Chart", component=discord.ui.FileUpload())

    async def on_submit(self, interaction: discord.Interaction) -> None:
        formation, wings = self.formation.component, self.wings.component
        lock, chart = self.lock.component, self.chart.component
        assert isinstance(formation, discord.ui.RadioGroup) and isinstance(wings, discord.ui.CheckboxGroup)
        assert isinstance(lock, discord.ui.Checkbox) and isinstance(chart, discord.ui.FileUpload)
        words = f"{formation.value}, {wings.values}, {lock.value}, {chart.values[0].filename}"
        await interaction.response.send_message(words, ephemeral=True)


async def test_a_form_has_radio_buttons_checkboxes_and_files(bot: TinyBot, sit: Sit, alice: Player) -> None:
    async def survey(interaction: discord.Interaction) -> None:
        """Open the survey."""
        await interaction.response.send_modal(Survey())

    red = await sit(alice)
    bot.tree.add_command(app_commands.Command(name="survey", description="Survey", callback=survey), guild=bot.home)
    await bot.tree.sync(guild=bot.home)
    await type_command(red, "survey")
    form = red.get_by_role("dialog", name="Survey")
    await form.get_by_label("Wedge").check()
    for wing in ("Red", "Gold", "Grey"):
        await form.get_by_label(wing, exact=True).check()
    await form.get_by_label("Lock at once").check()
    await form.get_by_label("Chart").set_input_files(
        files=FilePayload(name="chart.txt", mimeType="text/plain", buffer=b"Hoth")
    )
    await form.get_by_role("button", name="Submit").click()
    await expect(form).to_contain_text("Choose at most 2.")
    await form.get_by_label("Grey", exact=True).uncheck()
    await form.get_by_role("button", name="Submit").click()
    await expect(red.locator(".message.ephemeral")).to_contain_text("Wedge, ['Red', 'Gold'], True, chart.txt")


async def test_a_skip_of_the_clock_moves_every_page(
    bot: TinyBot, discord: Sandbox, sit: Sit, alice: Player, bob: Player
) -> None:
    red, blue = await sit(alice), await sit(bob)
    deadline = int(discord.clock.seconds()) + 3 * 3600 + 60
    await red.locator("#composer-text").fill(f"until <t:{deadline}:R>")
    await red.keyboard.press("Enter")
    when = blue.locator("time.timestamp")
    await expect(when).to_have_text("in 3 hours")
    before = discord.clock.seconds()
    await red.get_by_role("button", name="+1 h").click()
    await expect(when).to_have_text("in 2 hours")
    await blue.get_by_label("Skip", exact=True).fill("2")
    await blue.get_by_label("Unit").select_option("days")
    await blue.get_by_role("button", name="Go").click()
    await expect(red.locator("time.timestamp")).to_have_text("2 days ago")
    assert 49 * 3600 <= discord.clock.seconds() - before < 49 * 3600 + 60


async def test_a_bot_that_does_not_answer_is_said_so(bot: TinyBot, discord: Sandbox, sit: Sit, alice: Player) -> None:
    discord.acknowledge_within = 600
    red = await sit(alice)
    await red.locator("#composer-text").press_sequentially("/late ")
    await red.keyboard.type("600")
    await red.keyboard.press("Enter")
    await expect(red.locator("#notices")).to_contain_text("Sending command…")
    discord.world.give_up()
    await expect(red.locator("#notices .failure")).to_have_text("The application did not respond.")


async def test_a_private_thread_is_listed_for_its_members_alone(
    bot: TinyBot, sit: Sit, alice: Player, bob: Player
) -> None:
    red, blue = await sit(alice), await sit(bob)
    await red.locator("#composer-text").press_sequentially("/thread private:True")
    await red.keyboard.press("Enter")
    thread = red.locator(".thread-list").get_by_role("button", name="Battle, private thread")
    await expect(thread).to_have_class("channel unread")
    await thread.click()
    await expect(red.locator(".message")).to_contain_text("It begins")
    await expect(blue.locator(".thread-list")).to_have_count(0)


async def test_pictures_files_and_layouts_are_drawn(bot: TinyBot, sit: Sit, alice: Player) -> None:
    red = await sit(alice)
    await type_command(red, "board")
    await expect(red.locator(".container h3")).to_have_text("The board")
    await type_command(red, "picture")
    drawn = red.locator(".message.ephemeral", has_text="drawn")
    await expect(drawn.locator(".embed-image img")).to_be_visible()
    assert (
        await drawn.locator("img").first.evaluate("picture => picture.decode().then(() => picture.naturalWidth)") == 3
    )
    await expect(red.get_by_role("link", name="list.csv")).to_be_visible()
    await drawn.get_by_role("button", name="Enlarge").click()
    await expect(red.get_by_role("dialog", name="Picture, enlarged")).to_be_visible()
    await red.keyboard.press("Escape")


async def test_a_file_is_handed_over(bot: TinyBot, sit: Sit, alice: Player) -> None:
    red = await sit(alice)
    await red.locator("#composer-text").press_sequentially("/upload ")
    await red.locator("input[type=file]").set_input_files(
        files=FilePayload(name="pack.toml", mimeType="application/toml", buffer=b"x = 1\n")
    )
    await red.get_by_role("button", name="Send").click()
    await expect(red.locator(".message.ephemeral")).to_contain_text("pack.toml 6 application/toml")


async def test_a_broken_line_is_mended_and_nothing_is_lost(
    bot: TinyBot, discord: Sandbox, sit: Sit, alice: Player, bob: Player
) -> None:
    red = await sit(alice)
    await asyncio.wait_for(discord.stop(), timeout=3)
    await expect(red.locator("#line-down")).to_be_visible()
    await discord.send_as(bob.member, "general", "said meanwhile")
    await discord.start()
    await expect(red.locator(".message", has_text="said meanwhile")).to_be_visible(timeout=15_000)
    await expect(red.locator("#line-down")).to_be_hidden()


async def test_strangers_are_refused(discord: Sandbox, alice: Player) -> None:
    name = {"as": alice.member.name}
    form = {"payload": '{"seconds": 3600}'}

    async def status(method: str, path: str, headers: dict[str, str], sends: bool = False) -> int:
        parts = aiohttp.FormData(form, default_to_multipart=True) if sends else None
        async with aiohttp.request(method, discord.url + path, params=name, headers=headers, data=parts) as response:
            return response.status

    before = discord.clock.offset
    assert await status("GET", "/", {"Host": "rebound.example"}) == 403
    assert await status("GET", "/page/commands", {"Sec-Fetch-Site": "cross-site"}) == 403
    assert await status("POST", "/page/skip", {}, sends=True) == 403
    assert await status("POST", "/page/skip", {"Origin": "http://elsewhere.example"}, sends=True) == 403
    assert await status("POST", "/page/skip", {"Sec-Fetch-Site": "same-site"}, sends=True) == 403
    assert await status("GET", "/page/static/..%2f..%2frest.py", {}) == 404
    assert discord.clock.offset == before
    assert await status("POST", "/page/skip", {"Origin": discord.url}, sends=True) == 200
    assert discord.clock.offset == before + 3600
