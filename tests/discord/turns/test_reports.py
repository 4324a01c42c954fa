"""The report of a battle by a form: ticks for what is destroyed or crippled, one line a unit for all else."""

from __future__ import annotations

from typing import Any

from tests.discord.house import House, buttons
from tests.discord.turns.test_empires import begun, fought_at, known


def parts(answer: Any) -> dict[str, dict[str, Any]]:
    """The components of a form, by their custom ids."""
    assert answer.modal is not None and len(answer.modal.components) <= 5
    return {one["component"]["custom_id"]: one["component"] for one in answer.modal.components}


def ticked(part: dict[str, Any]) -> list[str]:
    """The units that are ticked in a menu."""
    return [one["value"] for one in part["options"] if one.get("default")]


async def test_a_battle_is_reported_by_ticks_amended_disputed_and_ruled(house: House) -> None:
    """Nobody types a ship: the form has the units of the packet, and of a report that stands what it says."""
    await begun(house)
    (battle,) = await fought_at(house, "2")
    units = [unit for force in (await known(house)).battles[battle].forces for unit in force.units]
    panel = await house.slash(house.red, "table panel")
    form = await house.red.click(panel, f"Report {battle}")
    asked = parts(form)
    assert list(asked) == ["battle", "turn", "destroyed", "crippled", "units"]
    assert ticked(asked["battle"]) == [one["value"] for one in asked["battle"]["options"]] == [battle]
    every = [f"{unit.mark} {unit.name} ({unit.what})" for unit in units]
    for field in ("destroyed", "crippled"):
        assert [one["label"] for one in asked[field]["options"]] == every and not ticked(asked[field])
    assert asked["units"]["value"].splitlines() == [f"{one}:" for one in every]
    lost, left = ([unit.mark for unit in units if unit.mark[0] == side] for side in "BA")
    lines = asked["units"]["value"].replace(f"{every[1]}:", f"{every[1]}: hit boxes(hull 3)")
    refused = await house.red.submit(form, turn="5", battle=[battle], units=lines)
    assert "Both sides have units left on the map" in refused.words
    again = await house.red.click(refused, "Try again")
    assert parts(again)["units"]["value"] == lines
    told = await house.red.submit(again, turn="5", battle=[battle], destroyed=lost, crippled=left[:1], units=lines)
    assert "reports battle" in told.words
    filing = (await known(house)).filings[battle]
    assert {mark for mark, fate in filing.fates.items() if fate.fate == "destroyed"} == set(lost)
    assert [mark for mark, fate in filing.fates.items() if fate.crippled] == left[:1]
    assert filing.fates[left[1]].hurt and filing.fates[left[1]].boxes == {"hull": 3}
    answer = await house.slash(house.blue, "table panel")
    amending = await house.blue.click(answer, f"Amend {battle}")
    stands = parts(amending)
    assert (ticked(stands["destroyed"]), ticked(stands["crippled"])) == (lost, left[:1])
    assert f"{every[1]}: hit boxes(hull 3)" in stands["units"]["value"] and stands["turn"]["value"] == "5"
    sheet = stands["units"]["value"]
    await house.blue.submit(
        amending, battle=[battle], turn="5", destroyed=lost, crippled=[*left[:1], left[2]], units=sheet
    )
    await house.delivered()
    assert f"`. {left[2]}" in house.said(house.thread("Red"), house.red)
    answer = await house.slash(house.red, "table panel")
    disputing = await house.red.click(answer, f"Dispute {battle}")
    await house.red.submit(disputing, battle=[battle], why="My third ship was whole")
    waits = (await house.slash(house.gm, "gm dashboard")).words
    assert f"**Moderators**\n**Owes:** a ruling on the disputed report of battle {battle} since <t:" in waits
    assert "your answer to a report" not in waits, "nobody is pressed who has answered"
    await house.slash(house.gm, "gm-eaw accept", battle=battle)
    assert "disputed" not in (await house.slash(house.gm, "gm dashboard")).words
    after = await known(house, "blue")
    assert not after.battles and {one.id for one in after.ships.values() if one.crippled} == {
        unit.id for unit in units if unit.mark in (left[0], left[2])
    }
    assert not {unit.id for unit in units if unit.mark[0] == "B"} & (await known(house)).ships.keys()


async def test_a_moderator_rules_a_battle_by_the_same_ticks(house: House) -> None:
    """Its slash command names the battle alone, and opens the form with the report that stands."""
    await begun(house)
    (battle,) = await fought_at(house, "2")
    units = [unit for force in (await known(house)).battles[battle].forces for unit in force.units]
    lost = [unit.mark for unit in units if unit.mark[0] == "B"]
    panel = await house.slash(house.red, "table panel")
    await house.red.submit(
        await house.red.click(panel, f"Report {battle}"), turn="5", battle=[battle], destroyed=lost, crippled=["A1"]
    )
    umpire = house.discord.member("Another", ["Game master"])
    assert (await house.slash(umpire, "gm-eaw losses", battle=battle)).modal is not None
    assert "looked at what stands in /gm-eaw losses" in (await house.slash(house.gm, "gm audit")).words
    form = await house.slash(house.gm, "gm-eaw losses", battle=battle)
    asked = parts(form)
    assert list(asked) == ["battle", "turn", "destroyed", "crippled", "units"]
    assert (ticked(asked["destroyed"]), ticked(asked["crippled"])) == (lost, ["A1"]) and asked["turn"]["value"] == "5"
    refused = await house.gm.submit(form, turn="5", battle=[battle], destroyed=[])
    assert "Both sides have units left on the map" in refused.words
    again = await house.gm.click(refused, "Try again")
    ruled = await house.gm.submit(again, turn="5", battle=[battle], destroyed=lost, crippled=["A2"])
    assert "rules how battle" in ruled.words and not buttons(ruled)
    after = await known(house, "blue")
    assert not after.battles and {one.id for one in after.ships.values() if one.crippled} == {units[1].id}


async def test_a_moderator_who_plays_has_the_form_without_the_report_that_admirals_alone_know(house: House) -> None:
    await begun(house)
    (battle,) = await fought_at(house, "2")
    panel = await house.slash(house.red, "table panel")
    form = await house.red.click(panel, f"Report {battle}")
    await house.red.submit(form, turn="5", battle=[battle], destroyed=["B1", "B2"], units="B: left C 4.20")
    other = house.discord.member("Other", ["Game master"])
    await house.slash(house.gm, "gm seat", player=other.user, seat="blue", replace=True)
    asked = parts(await house.slash(other, "gm-eaw losses", battle=battle))
    assert ticked(asked["battle"]) == [battle] and not ticked(asked["destroyed"]) and not asked["turn"].get("value")


async def test_a_form_is_of_the_battle_whose_button_was_pressed(house: House) -> None:
    await begun(house)
    first, second = await fought_at(house, "2", "5")
    panel = await house.slash(house.blue, "table panel")
    for battle in (second, first):
        form = await house.blue.click(panel, f"Report {battle}")
        assert [one["value"] for one in parts(form)["battle"]["options"]] == [battle]
    form = await house.blue.click(panel, f"Report {second}")
    await house.blue.submit(form, battle=[second], turn="4")  # both are there: refused, and kept
    assert parts(await house.blue.click(panel, f"Report {second}"))["turn"]["value"] == "4"
    assert parts(await house.blue.click(panel, f"Report {first}"))["turn"].get("value", "") == ""


async def test_more_units_than_a_menu_holds_are_named_by_their_marks_in_ranges(house: House) -> None:
    """The sheet beneath names each of them, one line a unit."""
    await begun(house)
    for seat, designs in (("red", "14 FF"), ("blue", "14 F5")):
        await house.slash(house.gm, "gm-eaw place", designs=designs, number=1, empire=seat, system="2")
    (battle,) = await fought_at(house, "2")
    forces = (await known(house)).battles[battle].forces
    last, others = (len(force.units) for force in forces)
    assert last + others > 25
    form = await house.red.click(await house.slash(house.red, "table panel"), f"Report {battle}")
    asked = parts(form)
    assert "options" not in asked["destroyed"] and len(asked["units"]["value"].splitlines()) == last + others
    lines = asked["units"]["value"] + "\nB: left B 4.20"
    wrong = await house.red.submit(form, battle=[battle], turn="5", destroyed="A2-A5, B77", units=lines)
    assert "no unit B77" in wrong.words
    again = await house.red.click(wrong, "Try again")
    way = (await known(house)).packets[battle].exits[1][0].direction
    lines = lines.replace("left B", f"left {way}")
    await house.red.submit(again, battle=[battle], turn="5", destroyed="A2-A5, B1", crippled="A6 - 8", units=lines)
    fates = (await known(house)).filings[battle].fates
    assert [mark for mark, fate in fates.items() if fate.fate == "destroyed"] == ["A2", "A3", "A4", "A5", "B1"]
    assert [mark for mark, fate in fates.items() if fate.crippled] == ["A6", "A7", "A8"]
    assert {fate.exit for mark, fate in fates.items() if mark[0] == "B" and mark != "B1"} == {way}


async def test_the_packet_is_a_file_too_from_which_two_can_play(house: House) -> None:
    await begun(house)
    (battle,) = await fought_at(house, "2")
    told = await house.slash(house.red, "eaw-show battle")
    (file,) = told.attachments
    text = file.body.decode()
    forces = (await known(house)).battles[battle].forces
    for unit in (unit for force in forces for unit in force.units):
        assert f"`{unit.mark}` {unit.name} ({unit.what})" in text
    assert file.filename == "battle.txt" and all(f"from {force.hex}" in text for force in forces if force.hex)
    for words in ("Ways out, from turn 3, impulse 16 on", "At the table", "to turn 5 with A1 here"):
        assert words in text
    public = (await house.slash(house.bystander, "eaw-show battle")).attachments[0].body.decode()
    assert f"`{forces[0].units[0].mark}` " in public and "Ways out" not in public  # the lists are everybody's (1e)
