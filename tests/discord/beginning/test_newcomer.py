"""A newcomer at the table: what each step offers, and the picture of a plot beside the answer to it."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.start.demo_table import ALONE, DEMO, Laid, lay
from engine.game import Refusal, Seat
from engine.pack.course import script
from engine.sunrise.state import Stage
from sandbox.model.components import GALLERY, walk
from tests.discord.house import CHANNEL, ELSEWHERE, PACKS, House, buttons
from tests.discord.test_home import copied

OWN = ("Order sheet", "Last turn again", "Refresh")
"""Buttons that every panel has."""


LEADING = (
    "Marker at",
    "North edge",
    "Deploy all",
    "Lock orders",
    "As usual",
    "Done with",
    "Fire",
    "Activate",
    "End",
)
"""How the buttons begin that lead on, the first that is there."""


async def seated(house: House) -> int:
    """The skirmish of the table, as Red finds it."""
    lines = script((PACKS / "sunrise" / "demo.play").read_text(encoding="utf-8"))
    skirmish = replace(ALONE["sunrise"], channel=ELSEWHERE)
    await lay(house.service, house.bot, house.discord, skirmish, [house.red], lines)
    await house.rested()
    return (await house.service.desk.directory.games(house.discord.guild.id))[-1].id


async def onward(house: House) -> None:
    """Red asks what may be done, and presses the button that leads on."""
    panel = await house.slash(house.red, "table panel", ELSEWHERE)
    offered = [one for one in buttons(panel) if one not in OWN]
    assert offered, f"nothing is offered: {panel.words}"
    label = next(one for word in LEADING for one in offered if one.startswith(word))
    await (await house.red.click(panel, label)).final()
    await house.rested()


async def test_what_is_posted_ends_with_a_button_to_the_panel_while_somebody_is_awaited(house: House) -> None:
    await seated(house)
    asked = house.bystander.sees(ELSEWHERE)[-1]
    assert "places a marker" in asked.words and buttons(asked) == ["Panel"]
    mine, theirs = [await (await one.click(asked, "Panel")).final() for one in (house.red, house.bystander)]
    assert mine.ephemeral and any(label.startswith("Marker at") for label in buttons(mine))
    assert theirs.ephemeral and "You have no seat" in theirs.words
    await house.skip(minutes=5)
    await onward(house)
    last = house.bystander.sees(ELSEWHERE)[-1]
    assert last.id != asked.id and buttons(last) == ["Panel"]
    (asked,) = [one for one in house.bystander.sees(ELSEWHERE) if one.id == asked.id]
    assert "until" not in asked.words and not buttons(asked)  # nobody is awaited any more for that
    await house.slash(house.gm, "gm pause", ELSEWHERE)
    await house.delivered()
    assert not buttons(house.bystander.sees(ELSEWHERE)[-1])


async def test_the_button_to_the_panel_shows_players_how_a_game_stands_that_has_ended(house: House) -> None:
    game = await seated(house)
    await house.service.desk.moderation.end(game, user=house.gm.id)
    await house.delivered()
    asked = next(one for one in house.bystander.sees(ELSEWHERE) if buttons(one) == ["Panel"])
    mine, theirs = [await (await one.click(asked, "Panel")).final() for one in (house.red, house.bystander)]
    assert "until" not in asked.words and "It has ended." in mine.words and buttons(mine) == ["Refresh"]
    assert theirs.words == "You have no seat in that game, and it has ended."


@pytest.mark.slow
async def test_at_every_step_the_panel_offers_a_way_on_until_the_first_turn_is_over(house: House) -> None:
    game = await seated(house)
    stages = set()
    for _ in range(60):
        known = await house.service.desk.views.known(game, Seat("red"))
        if known.turn > 1:
            break
        stages.add(known.stage)
        await onward(house)
    assert stages >= {Stage.MARKERS, Stage.DEPLOY, Stage.ORDERS, Stage.PICK}


@pytest.mark.slow
async def test_a_plot_is_answered_with_its_picture_and_what_may_follow(drawing_house: House) -> None:
    house = drawing_house
    game = await seated(house)
    while (await house.service.desk.views.known(game, Seat("red"))).stage is not Stage.ORDERS:
        await onward(house)
    plotted = await house.slash(house.red, "sunrise plot", ELSEWHERE, ship="Sovereign", orders="accelerate 1")
    assert plotted.ephemeral and "accelerate 1" in plotted.words
    assert [one.filename for one in plotted.attachments] == ["plot.png"]
    assert any(part["type"] == GALLERY for part in walk(plotted.components))
    assert "Lock orders" in buttons(plotted)
    odd = await house.slash(house.red, "sunrise plot", ELSEWHERE, ship="Sovereign", orders="hard to port")
    assert "write such as “accelerate 2, port 3”" in odd.words


async def test_the_cantina_waits_for_its_game_master_whose_button_begins_the_fight(house: House) -> None:
    lines = script((PACKS / "d6" / "demo.play").read_text(encoding="utf-8"))
    cantina = replace(ALONE["d6"], channel=ELSEWHERE)
    await lay(house.service, house.bot, house.discord, cantina, [house.red], lines)
    await house.rested()
    await house.delivered()
    desk = house.service.desk
    (game,) = await desk.directory.games(house.discord.guild.id)
    assert [one.refusal for one in await desk.store.commands(game.id)] == [""] * len(await desk.store.commands(game.id))
    told = house.said(ELSEWHERE, house.bystander)
    assert "**The man with one eye**\nA cantina at the edge of the desert. **Rex**" in told and "Patrol" not in told
    theirs = await house.slash(house.red, "table panel", ELSEWHERE)
    assert "Greel" in theirs.words and "Patrol" not in theirs.words
    asked = await house.slash(house.red, "roll", ELSEWHERE, dice="streetwise vs 15")
    assert "3D+1" in asked.words
    panel = await house.slash(house.gm, "gm panel", ELSEWHERE)
    assert "Patrol" in panel.words
    await (await house.gm.click(panel, "Begin combat")).final()
    await house.rested()
    assert (await desk.referee.known(game.id, None)).tick == 1
    assert await desk.record.verify(game.id) is None


@pytest.mark.parametrize("rulebook", ["gcw", *ALONE])
async def test_a_form_opens_for_each_order_that_a_menu_offers_and_for_none_that_is_refused_whatever_it_says(
    house: House, rulebook: str
) -> None:
    laid = Laid("gcw", "Twilight", CHANNEL, options={"founding": "fleet"}) if rulebook == "gcw" else ALONE[rulebook]
    place = DEMO if rulebook == "gcw" else Path(rulebook) / DEMO.name
    players = [house.red, house.blue] if rulebook == "gcw" else [house.red]
    lines = script((PACKS / place).read_text(encoding="utf-8"))
    await lay(house.service, house.bot, house.discord, replace(laid, channel=CHANNEL), players, lines)
    await house.rested()
    (game,) = await house.service.desk.directory.games(house.discord.guild.id)
    views, seat = house.service.desk.views, Seat("red")
    rules, known = house.service.desk.rulebooks.of(game), await views.known(game.id, seat)
    offered = {order.path for order in (await views.home(game.id, seat)).orders}
    for order in rules.orders:
        if order.moderator or not order.model_fields or not order.slash:
            continue
        answer = await copied(house, house.red, f"u1:open:{game.id}:{order.path}")
        try:
            rules.require_ready(known, seat, house.clock.now(), order)
        except Refusal as refusal:
            assert answer.modal is None and refusal.rule in answer.words, order.path
        else:
            assert answer.modal is not None or order.path not in offered, (order.path, answer.words)
