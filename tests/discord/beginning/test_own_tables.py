"""Games with tables of one's own: files that a moderator brings instead of those of the data pack."""

from __future__ import annotations

from engine.eaw import EmpiresAtWar
from engine.game import Seat
from sandbox.client.player import Answer
from sandbox.client.values import File
from storage.records import Game
from tests.discord.house import PACKS, House

THE_CROSS = """
[[maps]]
name = "The Cross"
homes = ["north", "south"]
systems = [
  { id = "north", x = 100, y = 0 },
  { id = "middle", x = 100, y = 100 },
  { id = "south", x = 100, y = 200 },
]
lanes = ["northD-middleA", "middleD-southA"]
"""


def table(text: str, name: str = "maps.toml") -> File:
    """A file as somebody uploads it."""
    return File(name, text.encode())


def eaw_of(house: House, game: Game) -> EmpiresAtWar:
    """The rulebook that a game is played by."""
    rules = house.service.desk.rulebooks.of(game)
    assert isinstance(rules, EmpiresAtWar)
    return rules


async def made(house: House, *files: File, by: str = "gm") -> Answer:
    """A campaign of Empires at War with tables of one's own."""
    named = {f"table{number if number > 1 else ''}": file for number, file in enumerate(files, 1)}
    player = house.gm if by == "gm" else house.red
    return await house.slash(player, "game create", rulebook="eaw", name="Cross", **named)


async def test_a_map_that_a_moderator_brings_is_played_on_after_a_restart_too(house: House) -> None:
    assert "is open" in (await made(house, table(THE_CROSS))).words
    await house.slash(house.red, "game join")
    await house.slash(house.blue, "game join")
    assert "Cross begins" in (await house.slash(house.gm, "game start")).words
    await house.restart()
    known = await house.service.desk.views.known(1, Seat("red"))
    assert [one.id for one in known.map.systems] == ["north", "middle", "south"]
    ordered = await house.slash(house.blue, "eaw jump", fleet="2", system="north")
    assert "north" in ordered.words, ordered.words
    assert await house.service.desk.record.verify(1) is None


async def test_another_game_has_the_tables_of_the_data_pack(house: House) -> None:
    await made(house, table(THE_CROSS))
    await house.slash(house.gm, "game create", rulebook="eaw", name="Ring")
    desk = house.service.desk
    cross, ring = await desk.directory.games(house.discord.guild.id)
    assert list(eaw_of(house, cross).world.pack.maps) == ["The Cross"]
    assert list(eaw_of(house, ring).world.pack.maps) == ["T6"]


async def test_a_table_that_cannot_be_played_with_is_refused_with_file_line_and_field(house: House) -> None:
    wrong = THE_CROSS.replace("middleD-southA", "middleD-westA").replace("y = 200", 'y = "200"')
    answer = await made(house, table(wrong))
    assert answer.ephemeral and "Your tables cannot be played with" in answer.words
    assert "`maps.toml:8` `maps[0].systems[2].y`" in answer.words
    nowhere = await made(house, table(THE_CROSS.replace("middleD-southA", "middleD-westA")))
    assert "`maps.toml:10` `maps[0].lanes[1]`: leads to 'west', and there is no such system" in nowhere.words
    assert await house.service.desk.directory.games(house.discord.guild.id) == ()


async def test_tables_that_do_not_fit_together_are_refused(house: House) -> None:
    samples = (PACKS / "eaw" / "samples.toml").read_text(encoding="utf-8").replace('"CC", "DD"', '"CCC", "DD"')
    answer = await made(house, table(THE_CROSS), table(samples, "samples.toml"))
    assert "no design 'CCC' of the Federation" in answer.words


async def test_what_is_no_table_is_refused(house: House) -> None:
    assert "There is no table map.toml." in (await made(house, table(THE_CROSS, "map.toml"))).words
    assert "is there twice" in (await made(house, table(THE_CROSS), table(THE_CROSS))).words
    assert "is no text" in (await made(house, File("maps.toml", b"\xff\xfe\x00"))).words
    assert "has at most 200,000" in (await made(house, table("#" * 200_001))).words
    assert "There is no table rules.toml" in (await made(house, table("", "rules.toml"))).words


async def test_players_bring_no_tables(house: House) -> None:
    assert "for moderators" in (await made(house, table(THE_CROSS), by="red")).words


async def test_a_table_is_handed_out_to_be_changed(house: House) -> None:
    offered = await house.red.autocomplete("rules table", "table", "ma", channel="campaign", rulebook="eaw")
    assert [one["value"] for one in offered] == ["maps.toml"]
    given = await house.slash(house.red, "rules table", rulebook="eaw", table="maps.toml")
    (file,) = given.attachments
    assert file.filename == "maps.toml" and 'name = "T6"' in file.body.decode()
    assert "is open" in (await made(house, File("maps.toml", file.body))).words
    refused = await house.slash(house.red, "rules table", rulebook="eaw", table="refusals.toml")
    assert "There is no table refusals.toml. There are: attrition.toml," in refused.words


async def test_a_file_of_another_name_is_told_what_it_should_be_called(house: House) -> None:
    refused = await made(house, table(THE_CROSS, "cross.toml"))
    assert "A file is called as the table that it stands for: attrition.toml," in refused.words
    assert "`/rules table` hands each of them out." in refused.words
