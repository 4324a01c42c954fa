"""A phone held upright: a battle is fought by touches alone, and nothing has to be scrolled aside."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence

import pytest
from playwright.async_api import Browser, Page, expect

from engine.clock import Instant
from engine.freedom.combat.environ import EnvironFought
from engine.game import Advises, Seat
from sandbox.client.player import Player
from storage.records import Game
from tests.discord.browser.tabs import PHONE, answers, filled, laid, pasted, seated, snap
from tests.discord.house import House
from tests.discord.playing.test_referee import press
from tests.discord.playing.test_referee import table as cantina
from tests.discord.turns.test_empires import begun as campaign
from tests.discord.turns.test_empires import known as of_red
from tests.discord.turns.test_uprising import sat_down

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
    await expect(page.locator("#channels")).not_to_be_in_viewport()  # it slides away


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


async def test_the_page_of_a_game_that_is_over_fits_a_phone_and_its_replay_is_stepped_through(
    browser: Browser, drawing_house: House
) -> None:
    house = drawing_house
    await laid(house)
    await house.gm.submit(await house.slash(house.gm, "gm end"), name="Twilight over Corellia")
    await house.skip(days=1, minutes=1)
    await house.delivered()
    files = [one for message in house.bystander.sees("campaign") for one in message.attachments]
    (kept,) = [one.body.decode() for one in files if one.filename == "game.html"]
    page = await browser.new_page(viewport={"width": PHONE["width"], "height": PHONE["height"]})
    await page.set_content(kept)
    assert await page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    await page.get_by_role("button", name="last").click()
    await expect(page.locator("#count")).to_have_text(re.compile(r"^(\d+) / \1$"))
    await expect(page.locator("section.frame:not([hidden]) img")).to_be_visible()
    await snap(page, "phone-end")


async def test_an_answer_is_in_sight_wherever_the_button_was(browser: Browser, drawing_house: House) -> None:
    house = drawing_house
    await laid(house)
    page = await seated(browser, house, "Red", PHONE)
    for button in ("What is all this", "Fire the first volley"):  # the second is above what the first was answered
        await page.get_by_role("button", name=button).first.tap()
        await expect(answers(page).last.get_by_text("Only you can see this")).to_be_in_viewport()
    await expect(answers(page)).to_have_count(2)


async def test_a_button_stays_where_it_is_when_its_message_grows(browser: Browser, drawing_house: House) -> None:
    house = drawing_house
    await laid(house)
    page = await seated(browser, house, "Red", PHONE)
    await pasted(page, "/me")
    panel = answers(page).last
    button = panel.get_by_role("button", name="Refresh")
    await expect(button).to_be_visible()
    await page.locator("#scroller").evaluate("one => { one.scrollTop -= 200; }")  # newest messages are not followed
    await expect(page.locator("#to-present")).to_be_visible()
    await snap(page, "phone-newest")
    above, below = await page.locator("#scroller").bounding_box(), await page.locator("#to-present").bounding_box()
    assert above is not None and below is not None and above["y"] + above["height"] <= below["y"]  # it covers nothing
    place, size = await button.bounding_box(), await panel.bounding_box()
    for line in ("fire Devastator at Tantive IV", "scan Talon active orbit"):
        await house.tell(await only(house), "red", line)
    await button.evaluate("one => { one.focus({ preventScroll: true }); one.click(); }")
    await expect(panel.get_by_text("fire Devastator at Tantive IV")).to_have_count(1)
    then, grown = await button.bounding_box(), await panel.bounding_box()
    assert place is not None and then is not None and size is not None and grown is not None
    assert size["y"] < 0 and abs(grown["height"] - size["height"]) > 10, (size, grown)
    assert abs(then["y"] - place["y"]) < 5, (place, then)


async def tapped(page: Page, house: House, label: str) -> None:
    """Ask for the panel, and tap the first of its buttons that begins so; what comes of it fits the phone."""
    await pasted(page, "/me")
    button = answers(page).last.get_by_role("button", name=re.compile(rf"^{re.escape(label)}")).first
    await expect(button).to_be_visible()
    await fits(page)
    (game, *_) = await house.service.desk.directory.games(house.discord.guild.id)
    before = (await house.service.desk.store.game(game.id)).facts
    await button.tap()
    sure = answers(page).last.get_by_role("button", name="Yes, do it")
    for _ in range(200):
        if (await house.service.desk.store.game(game.id)).facts > before:
            break
        if await sure.count():
            await fits(page)
            await sure.tap()
        await asyncio.sleep(0.05)
    else:
        raise AssertionError(f"nothing came of {label}")
    await house.delivered()


async def test_a_fight_of_star_wars_d6_is_fought_by_touches_alone(browser: Browser, drawing_house: House) -> None:
    house = drawing_house
    game = await cantina(house)
    await house.slash(house.gm, "gm-d6 combat")
    page = await seated(browser, house, "Red", PHONE)
    attacks = 0
    for _ in range(60):
        state = await house.service.desk.referee.known(game.id, None)
        asked = state.choice.who if state.choice is not None else state.acting
        kind = state.choice.kind if state.choice is not None else ""
        down = not state.awake(state.figures["trooper"])
        if (attacks > 1 or down) and asked == "rex" and not kind:
            break
        if asked != "rex":
            await press(house, house.gm, {"mend": "Accept it", "": "Done"}.get(kind, "Strength"))
        elif kind:
            await tapped(page, house, "Accept it" if kind == "mend" else "Strength")
        elif not state.turn("rex").declared:
            await tapped(page, house, "Declare 2 actions")
        elif state.turn("rex").done < 2:
            await tapped(page, house, "Attack")
            attacks += 1
        else:
            await tapped(page, house, "Done")
    await pasted(page, "/me")
    await snap(page, "phone-d6")
    await fits(page)
    await go_to(page, "Combat 1")
    await expect(page.locator(".message", has_text="fires the").last).to_be_visible()
    await snap(page, "phone-d6-thread")
    await fits(page)


async def test_an_environ_combat_of_freedom_is_fought_by_touches_alone(browser: Browser, drawing_house: House) -> None:
    house = drawing_house
    table = await sat_down(house)
    page = await seated(browser, house, "Red" if table.rebel is house.red else "Blue", PHONE)
    for label in ("End movement", "Attack", "Leader Boccanegra"):
        await tapped(page, house, label)
    await table.press(table.empire, "Leader Jon Kidu")
    assert await table.said(EnvironFought) == 1
    await pasted(page, "/me")
    await expect(answers(page).last).to_contain_text("attacks in Angoff urban")
    await snap(page, "phone-freedom")
    await fits(page)


async def leading(page: Page, words: Sequence[str]) -> str:
    """Ask for the panel: the beginning of a button of it, the first of these that is there."""
    there = await answers(page).count()
    await pasted(page, "/me")
    await expect(answers(page)).to_have_count(there + 1)
    shown = answers(page).last
    await expect(shown.get_by_role("button", name="Refresh")).to_be_visible()
    for label in words:
        if await shown.get_by_role("button", name=re.compile(rf"^{re.escape(label)}")).count():
            return label
    raise AssertionError(f"there is no button {words} in: {await shown.inner_text()}")


async def played(house: House, game: Game, seat: str, player: Player) -> bool:
    """Give the order that Umpire would give at a seat; False where it would give none."""
    desk = house.service.desk
    known, rules = await desk.views.known(game.id, Seat(seat)), desk.rulebooks.of(game)
    assert isinstance(rules, Advises)
    order = rules.advise(known, Seat(seat), Instant(house.clock.now()))
    if order is None:
        return False
    reply = await desk.orders.submit(game.id, Seat(seat), order, user=player.id)
    assert reply.refusal is None, reply.text
    await house.delivered()
    return True


async def test_a_round_of_false_sunrise_is_fought_by_touches_alone(browser: Browser, drawing_house: House) -> None:
    """From the orders of the first turn to those of the second, every ship of Red's activated."""
    house = drawing_house
    game = await house.skirmish()
    await house.service.desk.lobby.welcome(game.id)
    await house.delivered()
    page, touches, fired = await seated(browser, house, "Red", PHONE), 0, 0
    rules, views = house.service.desk.rulebooks.of(game), house.service.desk.views
    known = await views.known(game.id, None)
    for _ in range(80):
        known = await views.known(game.id, None)
        if known.turn > 1:
            break
        if not any(one.seat == "red" and one.owes for one in rules.awaits(known)):
            assert await played(house, game, "blue", house.blue)
            continue
        label = await leading(page, ("Lock orders", "Fire all at", "Activate", "As usual", "End activation"))
        await tapped(page, house, label)
        touches, fired = touches + 1, fired + (label == "Fire all at")
        if label == "Fire all at" and fired == 1:
            await snap(page, "phone-sunrise-fired")
    assert known.turn == 2 and fired > 1, (touches, fired)
    await pasted(page, "/me")
    await snap(page, "phone-sunrise")
    await fits(page)
    await go_to(page, "Turn 1")
    volley = page.locator(".message", has_text="fires").last
    await volley.scroll_into_view_if_needed()
    await snap(page, "phone-sunrise-battle")
    await fits(page)


async def test_a_season_of_empires_at_war_with_a_battle_is_played_by_touches_alone(
    browser: Browser, drawing_house: House
) -> None:
    """Orders are sealed, fleets meet, both admirals settle the battle by dice, and the next season begins."""
    house = drawing_house
    await campaign(house)
    await house.slash(house.gm, "gm-eaw put", fleet="1 of red", system="2")
    await house.slash(house.gm, "gm-eaw put", fleet="1 of blue", system="3")
    await house.slash(house.blue, "eaw jump", fleet="1", system="2")
    await house.slash(house.blue, "eaw seal")
    page = await seated(browser, house, "Red", PHONE)
    season = (await of_red(house)).t
    await tapped(page, house, "Jump fleet 2")
    await tapped(page, house, "Seal your orders")
    assert (await of_red(house)).battles
    await pasted(page, "/me")
    await snap(page, "phone-eaw-battle")
    await tapped(page, house, "Settle")
    (battle,) = (await of_red(house)).battles
    await house.tell(await only(house), "blue", f"settle {battle} leaving at 0 % by none")
    await house.delivered()
    known = await of_red(house)
    for _ in range(20):
        known = await of_red(house)
        if known.t != season:
            break
        if any(
            one.seat == "red" and one.owes for one in house.service.desk.rulebooks.of(await only(house)).awaits(known)
        ):
            await tapped(page, house, await leading(page, ("Done", "End", "Keep", "Seal", "Settle")))
        else:
            assert await played(house, await only(house), "blue", house.blue)
    assert known.t != season and not known.battles
    await pasted(page, "/me")
    await snap(page, "phone-eaw")
    await fits(page)
    news = page.locator(".message:not(.ephemeral)", has_text="auto-resolved").last
    await news.scroll_into_view_if_needed()
    await snap(page, "phone-eaw-news")
    await fits(page)


async def only(house: House) -> Game:
    """The only game of the server."""
    (game,) = await house.service.desk.directory.games(house.discord.guild.id)
    return game
