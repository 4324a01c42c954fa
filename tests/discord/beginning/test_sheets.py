"""Star Wars D6 from outside: a sheet that is pasted, kept for another table, secret; reminders, and the end."""

from __future__ import annotations

import pytest

from engine.d6.state import State
from sandbox.client.player import Player
from sandbox.client.values import File, Refused
from storage.records import Game
from tests.discord.house import CHANNEL, House, buttons

PASTED = "DEX 3D+1, Reflex 4D, Dodge 4D, stamina 12D+5, STR 3D, Weapons: blaster pistol, death ray"


async def table(house: House, name: str = "Cantina", options: str = "") -> Game:
    """A table of red's, begun; the GM plays the rest."""
    await house.slash(house.gm, "game create", rulebook="d6", name=name, options=options or "pace=none")
    for player, seat in ((house.red, "red"), (house.blue, "blue")):
        await house.slash(player, "game join", seat=seat, game=name)
    await house.slash(house.gm, "game start", game=name)
    return (await house.service.desk.directory.games(house.discord.guild.id))[-1]


async def known(house: House, game: Game) -> State:
    """Knowledge of a table's game master."""
    state = await house.service.desk.referee.known(game.id, None)
    assert isinstance(state, State)
    return state


def read_anywhere(house: House, player: Player) -> str:
    """All that somebody can read anywhere."""
    return "\n".join(house.said(channel, player) for channel in player.channels())


async def test_a_sheet_that_is_pasted_is_told_line_by_line_to_whoever_pasted_it(house: House) -> None:
    game = await table(house)
    told = await house.slash(house.red, "d6-sheet paste", name="Rex", text=PASTED)
    for part in ("reflex", "4D", "D6-6-01", "no die code", "death ray"):
        assert part in told.words, part
    sheet = (await known(house, game)).sheets["rex"]
    assert sheet.skills == {"reflex": 12} and list(sheet.weapons) == ["blaster pistol"]
    await house.delivered()
    assert "death ray" not in read_anywhere(house, house.blue)


async def test_a_character_is_kept_on_its_players_shelf_for_another_table(house: House) -> None:
    await table(house, "First")
    await house.slash(house.red, "d6-sheet paste", name="Rex", text=PASTED, game="First")
    kept = await house.slash(house.red, "shelf save", name="My Rex", game="First")
    assert kept.ephemeral and kept.words.startswith("My Rex is on your shelf:")
    second = await table(house, "Second")
    assert not (await known(house, second)).sheets
    used = await house.slash(house.red, "shelf use", name="My Rex", game="Second")
    assert used.words.startswith("My Rex: 1 of 1 orders obeyed.")
    sheet = (await known(house, second)).sheets["rex"]
    assert sheet.skills == {"reflex": 12} and list(sheet.weapons) == ["blaster pistol"]
    assert (await known(house, second)).figures["rex"].owner == "red"


async def test_players_see_the_gms_characters_as_described_and_nothing_else(house: House) -> None:
    await table(house)
    await house.slash(house.red, "d6-sheet sample", sample="Smuggler", name="Rex")
    hooded = {"sample": "Bounty hunter", "name": "Hooded figure", "described": "tall, and armed to the teeth"}
    await house.slash(house.gm, "gm-d6 npc", **hooded)
    await house.slash(house.gm, "gm-d6 npc", sample="Stormtrooper", name="Lurker", sight="hidden")
    await house.delivered()
    seen = await house.slash(house.red, "d6-show sheet", about="Hooded figure")
    assert "tall, and armed to the teeth" in seen.words and "the GM's" in seen.words
    shown = "\n".join(
        [
            seen.words,
            (await house.slash(house.red, "d6-show scene")).words,
            (await house.slash(house.red, "me")).words,
            read_anywhere(house, house.red),
        ]
    )
    assert "Hooded figure" in shown and "Bounty hunter" not in shown and "Lurker" not in shown
    offered = await house.red.autocomplete("d6-show sheet", "about", "", channel=CHANNEL)
    assert "Lurker" not in str(offered) and "Hooded figure" in str(offered)


async def test_whoever_is_waited_for_by_post_is_reminded_and_after_the_end_nobody_is(house: House) -> None:
    await table(house, options="pace=post")
    await house.slash(house.red, "d6-sheet sample", sample="Smuggler", name="Rex")
    await house.slash(house.red, "d6 roll", what="con", difficulty="200")
    home = await house.slash(house.red, "me")
    assert "Rex" in home.words and "Character Point" in home.words
    await house.skip(hours=10)
    await house.delivered()
    before = read_anywhere(house, house.red).count("the table waits for")
    assert before > 0
    form = await house.slash(house.gm, "gm end", reason="Dawn")
    ended = await (await house.gm.submit(form, name="Cantina")).final()
    assert "`/gm reopen` takes that back" in ended.words
    await house.skip(hours=11)
    await house.delivered()
    assert read_anywhere(house, house.red).count("the table waits for") == before
    assert "Cantina has ended." in (await house.slash(house.red, "d6 roll", what="con")).words


async def test_a_character_is_made_by_a_form_with_all_six_attributes(house: House) -> None:
    game = await table(house)
    path = "d6-sheet create"
    form = await house.red.select(await house.slash(house.red, "me"), "Give an order …", path)
    assert form.modal is not None and len(form.modal.components) == 5
    shared = form.modal.components[-1]["component"]
    assert shared["value"] == "perception: 3D\nstrength: 3D\ntechnical: 3D"
    wrong = await house.red.submit(form, fields={"name": "Rex", "dexterity": "4D", ":rest": "strenght: 4D"})
    assert "There is no field strenght in that form. There are: name, dexterity, knowledge," in wrong.words
    again = await house.red.click(wrong, buttons(wrong)[0])
    assert again.modal is not None and again.modal.components[-1]["component"]["value"] == "strenght: 4D"
    made = await house.red.submit(
        again, fields={"name": "Rex", "dexterity": "4D", ":rest": "Strength: 3D+2\n\ntechnical:"}
    )
    assert "**Rex** is here (red)" in made.words, made.words
    attributes = (await known(house, game)).sheets["rex"].attributes
    assert {one: attributes[one] for one in ("dexterity", "strength", "technical")} == {
        "dexterity": 12,
        "strength": 11,
        "technical": 9,
    }


async def test_a_skill_that_stands_twice_is_told_once_for_each_time_and_the_first_is_kept(house: House) -> None:
    game = await table(house)
    told = await house.slash(house.red, "d6-sheet paste", name="Rex", text="DEX 3D, Reflex 4D, reflex: 5D+1")
    assert "❌ reflex: 5D+1: reflex stands there twice; 4D is kept" in told.words
    assert (await known(house, game)).sheets["rex"].skills == {"reflex": 12}


async def test_a_paste_of_6000_characters_is_stopped_and_changes_nothing(house: House) -> None:
    game = await table(house)
    text = "Reflex 4D, " * 546
    with pytest.raises(Refused, match="text has 1 to 4000 characters; this has 6006"):
        await house.slash(house.red, "d6-sheet paste", name="Rex", text=text)
    form = await house.red.select(await house.slash(house.red, "me"), "Give an order …", "d6-sheet paste")
    with pytest.raises(Refused, match="Text has 0 to 4000 characters; this has 6006"):
        await house.red.submit(form, name="Rex", text=text)
    lines = await house.slash(house.red, "table sheet")
    several = "\n".join([f'sheet of Rex says "{text[:3900]}', f'{text[3900:]}"'])
    with pytest.raises(Refused, match="One order a line has 0 to 4000 characters"):
        await house.red.submit(lines, lines=several)
    orders = File("orders.txt", f'sheet of Rex says "{text}"'.encode())
    filed = await (await house.red.submit(lines, file=[orders])).final()
    assert "❌" in filed.words and "at most 4000 characters, not 6006" in filed.words, filed.words
    assert not (await known(house, game)).sheets


async def test_what_comes_too_late_or_is_below_nothing_is_refused_at_the_table(house: House) -> None:
    game = await table(house)
    await house.slash(house.red, "d6-sheet sample", sample="Smuggler", name="Rex")
    await house.slash(house.gm, "gm-d6 npc", sample="Stormtrooper", name="Trooper")
    await house.slash(house.gm, "gm-d6 set", field="force", thing="Rex", value="1")
    below = await house.slash(house.red, "d6 roll", what="con", difficulty="-5")
    assert "from 1 to 200" in below.words and "D6-B-05" in below.words
    await house.slash(house.gm, "gm-d6 combat")
    while (await known(house, game)).acting != "rex":
        await house.slash(house.gm, "gm-d6 next")
    await house.slash(house.red, "d6 declare", actions=2)
    await house.slash(house.red, "d6 roll", what="con")
    while (await known(house, game)).choice is not None:
        await house.slash(house.red, "d6 points mend", how="accept")
    late = await house.slash(house.red, "d6 points force")
    assert late.ephemeral and "D6-3-01" in late.words and (await known(house, game)).sheets["rex"].force == 1
    await house.slash(house.gm, "gm-d6 set", field="wound", thing="Trooper", value="dead")
    struck = await house.slash(house.red, "d6 brawl", target="Trooper")
    assert struck.words.startswith("Not in that condition. Trooper is dead.") and "D6-B-23" in struck.words


async def test_whoever_has_no_character_is_shown_the_ways_to_one(house: House) -> None:
    game = await table(house)
    panel = await house.slash(house.red, "table panel")
    assert "You have no character yet" in panel.words
    assert buttons(panel)[:3] == ["Paste a sheet", "Play a sample character", "Fill in a sheet"]
    form = await house.red.click(panel, "Paste a sheet")
    await (await house.red.submit(form, name="Rex", text=PASTED)).final()
    panel = await house.slash(house.red, "table panel")
    assert "You have no character yet" not in panel.words and "Paste a sheet" not in buttons(panel)
    assert (await known(house, game)).figures["rex"].owner == "red"
    panel = await house.slash(house.gm, "gm panel")
    assert {"Bring a character", "Open a session"} <= {*buttons(panel)}
