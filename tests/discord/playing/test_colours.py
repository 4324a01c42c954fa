"""The colour of a seat: the same in panels and in the pictures of every rulebook, kept for ever, and chosen by whoever
sits there; nothing is told by it alone.
"""

from __future__ import annotations

import re

from engine.game import Seat
from engine.picture import SIDES
from sandbox import Player
from sandbox.model.components import CONTAINER, walk
from storage.records import Game
from tests.discord.house import House

COLOURS = {side.name: side.colour for side in SIDES}
DRAWN = {"gcw": "board", "sunrise": "board", "freedom": "map", "eaw": "map", "d6": "scene"}
"""A picture of each rulebook in which seats stand."""


async def accent(house: House, player: Player) -> str:
    """The colour beside a player's panel."""
    panel = await house.slash(player, "table panel")
    (box,) = [part for part in walk(panel.components) if part["type"] == CONTAINER]
    return f"#{box['accent_color']:06x}"


async def drawn(house: House, game: Game, view: str, about: str = "") -> set[str]:
    """The colours of sides in a picture, as Red sees it."""
    svg = await house.service.desk.views.draw(game.id, Seat("red"), view, about)
    return set(re.findall(r"#[0-9a-f]{6}", svg)) & set(COLOURS.values())


async def test_a_player_chooses_a_colour_and_has_it_in_panels_and_pictures_ever_after(house: House) -> None:
    game = await house.met()
    assert await accent(house, house.red) == COLOURS["vermilion"]
    assert await drawn(house, game, "board", "Corellia") >= {COLOURS["vermilion"], COLOURS["sky blue"]}
    told = await house.slash(house.red, "game colour", colour="violet")
    assert told.words == "**red** is shown in violet from now on."
    await house.delivered()
    assert "**red** is shown in violet from now on." in house.said("campaign", house.bystander)
    await house.restart()
    assert await accent(house, house.red) == COLOURS["violet"]
    seen = await drawn(house, game, "board", "Corellia")
    assert seen >= {COLOURS["violet"], COLOURS["sky blue"]} and COLOURS["vermilion"] not in seen
    assert await house.service.desk.record.verify(game.id) is None


async def test_a_colour_that_another_seat_has_is_refused_with_those_that_are_free(house: House) -> None:
    await house.met()
    refused = await house.slash(house.red, "game colour", colour="sky blue")
    assert "Sky blue is the colour of blue. Free: green, ice, ochre, rose, violet, yellow." in refused.words
    assert await accent(house, house.red) == COLOURS["vermilion"]
    nobody = await house.slash(house.bystander, "game colour", colour="violet")
    assert "You have no seat" in nobody.words


async def test_who_comes_later_changes_nobodys_colour(house: House) -> None:
    await house.slash(house.gm, "game create", rulebook="gcw", name="Twilight")
    await house.slash(house.red, "game join", seat="zebra")
    await house.slash(house.gm, "game start")
    before = await accent(house, house.red)
    await house.slash(house.blue, "game join", seat="lynx")
    assert await accent(house, house.red) == before != await accent(house, house.blue)
