"""Watching without a seat: all that is public and nothing else, and no orders."""

from __future__ import annotations

import re

from tests.discord.house import House


async def test_the_panel_of_a_spectator_lists_what_can_be_seen_and_each_of_it_can_be(house: House) -> None:
    await house.met()
    panel = await house.slash(house.bystander, "table panel")
    assert panel.ephemeral and not panel.components
    assert panel.words.startswith("You watch Twilight: ") and "> takes a seat" in panel.words
    commands = re.findall(r"</((?:gcw-)?show [a-z]+):", panel.words)
    assert "gcw-show map" in commands and "gcw-show board" in commands and "gcw-show fleet" not in commands
    about = {"board": "Corellia", "ground": "Corellia", "system": "Corellia", "class": "LNCR"}
    for command in commands:
        view = command.split()[1]
        seen = await house.slash(house.bystander, command, **({"about": about[view]} if view in about else {}))
        assert seen.words and "You have no seat" not in seen.words
        assert "red LNCR 1" not in seen.words and "blue MC90" not in seen.words


async def test_a_spectator_reads_the_battle_and_no_private_thread(house: House) -> None:
    await house.met()
    await house.delivered()
    places = [channel.name for channel in house.bystander.channels()]
    assert any("Battle of Corellia" in place for place in places) or "campaign" in places
    assert not any(place.endswith((": Red", ": Blue")) for place in places)


async def test_a_spectator_gives_no_orders(house: House) -> None:
    game = await house.met()
    before = (await house.service.desk.store.game(game.id)).sequence
    fire = {"unit": "red LNCR 1", "target": "Contact 1"}
    for path, given in (("gcw turn submit", {"story": "Mine."}), ("gcw battle fire", fire), ("table sheet", {})):
        refused = await house.slash(house.bystander, path, **given)
        assert refused.ephemeral and "You have no seat in Twilight." in refused.words
    assert (await house.service.desk.store.game(game.id)).sequence == before
    assert await house.bystander.autocomplete("gcw battle fire", "unit", channel="campaign") == []
