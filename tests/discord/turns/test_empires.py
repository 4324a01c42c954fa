"""A campaign of Empires at War as its players and its moderator see it: opening, reminders, a report taken back."""

from __future__ import annotations

import sys
from types import FrameType

import pytest

from engine.eaw.battle import auto
from engine.eaw.state import State, Step
from engine.game import Seat
from sandbox.model.components import SELECTS, walk
from tests.discord.house import House

RED = Seat("red")


async def known(house: House, seat: str = "red") -> State:
    """Knowledge of a seat about the campaign."""
    state = await house.service.desk.views.known(1, Seat(seat))
    assert isinstance(state, State)
    return state


async def begun(house: House, more: str = "end-year=166") -> None:
    """A campaign of red, the Federation with its home at 4, against blue, the Klingons, with theirs at 1."""
    options = f"races=Klingon/Federation, {more}"
    await house.slash(house.gm, "game create", rulebook="eaw", name="The ring", options=options)
    await house.slash(house.red, "game join", seat="red")
    await house.slash(house.blue, "game join", seat="blue")
    await house.slash(house.gm, "game start")


async def test_opening_fleets_are_chosen_handed_in_and_approved_by_slash_commands(house: House) -> None:
    await begun(house, "fleets=choose")
    told = await house.slash(house.red, "eaw-setup fleet", number=1, ships="CC [co 15], DD")
    assert told.ephemeral and "Not all is right. 1 of 6 fleets are chosen." in told.words
    assert "The set-up is not right. 1 of 6 fleets" in (await house.slash(house.red, "eaw-setup done")).words
    await house.slash(house.red, "eaw-setup sample")
    await house.slash(house.red, "eaw-setup done")
    await house.slash(house.blue, "eaw-setup sample")
    await house.slash(house.blue, "eaw-setup done")
    await house.delivered()
    assert "Federation (red) has handed in" in house.public() and "CC" not in house.public()
    assert "red" in str(await house.gm.autocomplete("gm-eaw approve", "empire", channel="campaign"))
    dashboard = await house.service.desk.surveys.survey(1, whole=True)
    assert "Orders: opening fleets handed in" in str(dashboard)
    await house.slash(house.gm, "gm-eaw approve", empire="red")
    await house.slash(house.gm, "gm-eaw approve", empire="blue")
    assert (await known(house)).step is Step.PLOT
    assert "Ships: 6 fleets" in str(await house.service.desk.surveys.survey(1, whole=True))


async def test_a_campaign_of_three_named_races_is_made_joined_and_started(house: House) -> None:
    """A moderator names the races before anybody has joined; whoever then lacks is said at the start."""
    options = "races=Federation/Klingon/Kzinti"
    made = await house.slash(house.gm, "game create", rulebook="eaw", name="Three", options=options)
    assert "Three" in made.words and "E-SETUP" not in made.words
    for player, seat in ((house.red, "red"), (house.blue, "blue")):
        await house.slash(player, "game join", seat=seat)
    assert "2 seats play, and 3 races are named" in (await house.slash(house.gm, "game start")).words
    await house.slash(house.bystander, "game join", seat="green")
    await house.slash(house.gm, "game start")
    assert {empire.race for empire in (await known(house)).empires.values()} == {"Federation", "Klingon", "Kzinti"}


async def test_ships_may_be_built_and_moved_over_by_the_menu_though_no_example_of_it_fits(house: House) -> None:
    """Ships are for a player to name; there are docks and fleets to name them of."""
    await begun(house)
    menu = next(part for part in walk((await house.slash(house.red, "me")).components) if part["type"] in SELECTS)
    offered = [option["value"] for option in menu["options"]]
    assert offered[:3] == ["eaw jump", "eaw seal", "eaw write"] and "eaw-fleet transfer" in offered
    assert "eaw-land colony" not in offered
    joined = await house.red.autocomplete("eaw-fleet transfer", "number", channel="campaign", fleet="2")
    assert [one["value"] for one in joined] == [1, 3, 4, 5, 6, 7]
    assert joined[0]["name"].startswith("1: at 4, 2 ships, ") and joined[-1]["name"] == "7: a new fleet"
    form = await house.red.select(await house.slash(house.red, "me"), "Give an order …", "eaw-dock build")
    assert form.modal is not None
    (number,) = [part["component"] for part in form.modal.components if part["component"]["custom_id"] == "number"]
    assert "7: a new fleet" in [option["label"] for option in number["options"]]


async def test_a_moderator_enters_an_upgrade_of_a_design_and_its_players_are_offered_it(house: House) -> None:
    await begun(house)
    offered = await house.gm.autocomplete("gm-eaw-tables refit", "design", "Federation C", channel="campaign")
    assert [one["value"] for one in offered][:2] == ["Federation CC", "Federation CA"]
    told = await house.slash(
        house.gm, "gm-eaw-tables refit", refit="fast drones", design="Federation CA", ebpv=6, cbpv=6, yis=165,
        kind="drones",
    )  # fmt: skip
    assert "A moderator enters the refit fast drones of Federation CA with 6 BPV and a CBPV of 6" in told.words
    menu = await house.red.autocomplete("eaw-fleet refit", "target", channel="campaign", ship="CA-1")
    assert [one["value"] for one in menu] == ["fast drones"]
    ordered = await house.slash(house.red, "eaw-fleet refit", ship="CA-1", target="fast drones")
    assert "refit CA-1 to fast drones" in ordered.words
    built = await house.slash(house.red, "eaw-dock build", ships="CA [fast drones]", dock="1", number=2)
    assert "E_" not in built.words and "CA [fast drones]" in built.words


async def test_who_owes_orders_is_told_48_and_6_hours_before_and_who_has_sealed_is_not(house: House) -> None:
    await begun(house)
    await house.slash(house.blue, "eaw seal")
    owed = "your orders"

    async def told() -> tuple[int, int]:
        await house.delivered()
        mine, theirs = house.said(house.thread("Red"), house.red), house.said(house.thread("Blue"), house.blue)
        return mine.count(owed), theirs.count(owed)

    await house.skip(minutes=10)
    before = await told()  # once asked, they are told so
    for hours, reminded in ((7 * 24 - 49, 0), (2, 1), (40, 1), (2, 2)):
        await house.skip(hours=hours)
        assert await told() == (before[0] + reminded, before[1])
    await house.slash(house.red, "eaw seal")
    await house.skip(hours=5)
    assert owed not in house.public()


async def test_a_moderator_takes_a_final_report_back_before_the_season_goes_on(house: House) -> None:
    await begun(house)
    await house.slash(house.gm, "gm-eaw put", fleet="1 of red", system="2")
    await house.slash(house.gm, "gm-eaw put", fleet="1 of blue", system="3")
    await house.slash(house.gm, "gm-eaw put", fleet="2 of red", system="5")
    await house.slash(house.gm, "gm-eaw put", fleet="2 of blue", system="6")
    await house.slash(house.blue, "eaw jump", fleet="1", system="2")
    await house.slash(house.blue, "eaw jump", fleet="2", system="5")
    await house.slash(house.red, "eaw seal")
    await house.slash(house.blue, "eaw seal")
    first, second = (await known(house)).battles
    units = "A1 destroyed; A2 destroyed; A3 destroyed; A4 destroyed; rest here"
    await house.slash(house.red, "eaw-battle report", battle=first, turn=5, units=units)
    await house.slash(house.blue, "eaw-battle confirm", battle=first)
    assert list((await known(house)).battles) == [second] and float((await known(house)).empires[RED].vp) > 0
    form = await house.slash(house.gm, "gm rewind")
    await house.gm.submit(form, reason="The wrong battle was reported")
    again = await known(house)
    assert list(again.battles) == [first, second] and again.empires[RED].vp == "0"
    assert again.filings[first].by == RED
    await house.slash(house.blue, "eaw-battle dispute", battle=first, why="F5-3 got away")
    await house.slash(house.gm, "gm-eaw battle-report", battle=first, turn=5, units=f"B1 crippled; {units}")
    assert list((await known(house)).battles) == [second]


async def test_a_substitute_has_the_empire_as_it_is(house: House) -> None:
    await begun(house)
    await house.slash(house.red, "eaw jump", fleet="4", system="3")
    await house.slash(house.gm, "gm seat", player=house.bystander.user, seat="red", replace=True)
    assert "jump fleet 4 to 3" in (await house.slash(house.bystander, "eaw-show orders")).words
    assert "jump" not in (await house.slash(house.red, "eaw-show orders")).words


async def test_the_map_in_words_has_the_lanes_of_its_picture_and_a_home_says_what_it_leaves_out(house: House) -> None:
    await begun(house)
    drawn = (await house.slash(house.red, "eaw-show map")).words
    lanes = list((await known(house)).lanes("2"))
    assert lanes and all(f"{lane.far('2')} ({lane.leaves('2')})" in drawn for lane in lanes)
    assert len((await known(house)).fleets) == 6
    home = (await house.slash(house.red, "me")).words
    orders, _, fleets = home.partition("**Orders of the season**")[2].partition("**Your fleets**")
    assert orders.index("**3** at 4") < orders.index("… and 3 more")
    assert fleets.index("**6** at 4") < fleets.index("**Your treasury**")


async def test_the_map_comes_with_its_picture(drawing_house: House) -> None:
    await begun(drawing_house)
    shown = await drawing_house.slash(drawing_house.red, "eaw-show map")
    assert [file.filename for file in shown.attachments] == ["map.png"]


async def fought_at(house: House, *systems: str) -> list[str]:
    """Fleets of blue attack fleets of red in these systems; the battles."""
    for number, (system, origin) in enumerate(zip(systems, ("3", "6"), strict=False), start=1):
        await house.slash(house.gm, "gm-eaw put", fleet=f"{number} of red", system=system)
        await house.slash(house.gm, "gm-eaw put", fleet=f"{number} of blue", system=origin)
        await house.slash(house.blue, "eaw jump", fleet=str(number), system=system)
    await house.slash(house.red, "eaw seal")
    await house.slash(house.blue, "eaw seal")
    return list((await known(house)).battles)


@pytest.mark.slow
async def test_a_battle_is_tried_out_ten_thousand_times_beside_the_loop_and_both_are_told_so(house: House) -> None:
    await begun(house)
    (battle,) = await fought_at(house, "2")
    on_the_loop: list[str] = []

    def called(frame: FrameType, event: str, arg: object) -> None:
        if event == "call" and frame.f_code is auto.chances.__code__:
            on_the_loop.append(event)

    before = sys.getprofile()
    sys.setprofile(called)  # of this thread alone
    try:
        answer = await house.slash(house.red, "eaw-show chances", about=battle)
    finally:
        sys.setprofile(before)
    assert "Estimated from 10,000 tries with dice of no game, right to within 1 %" in answer.words
    assert "EaW-AUTO 1, not SFB" in answer.words and " % of 10,000 tries" in answer.words
    assert not on_the_loop and answer.ephemeral
    other = await house.slash(house.gm, "eaw-show chances", about=battle)
    assert "tries" not in other.words


async def test_a_report_that_was_amended_meanwhile_is_not_confirmed_by_the_button_of_the_one_before(
    house: House,
) -> None:
    await begun(house)
    (battle,) = await fought_at(house, "2")
    lost = "A1 destroyed; A2 destroyed; A3 destroyed; A4 destroyed; rest here"
    await house.slash(house.red, "eaw-battle report", battle=battle, turn=5, units=lost)
    before = await house.slash(house.blue, "me")
    await house.slash(house.red, "eaw-battle report", battle=battle, turn=5, units=f"B1 crippled; {lost}")
    pressed = await (await house.blue.click(before, f"Confirm {battle}")).final()
    assert "things have changed since" in pressed.words
    assert list((await known(house)).battles) == [battle]
    await (await house.blue.click(pressed, f"Confirm {battle}")).final()
    assert not (await known(house)).battles


async def test_whoever_is_attacked_is_called_once_in_their_own_thread_and_who_attacks_is_not(house: House) -> None:
    await begun(house)
    await house.slash(house.gm, "gm-eaw put", fleet="1 of red", system="2")
    await house.slash(house.gm, "gm-eaw put", fleet="1 of blue", system="3")
    await house.slash(house.blue, "eaw jump", fleet="1", system="2")
    await house.slash(house.red, "eaw seal")
    await house.skip(minutes=10)
    await house.slash(house.blue, "eaw seal")
    await house.skip(minutes=1)
    await house.delivered()
    called = "you were attacked"
    assert house.said(house.thread("Red"), house.red).count(called) == 1
    assert called not in house.said(house.thread("Blue"), house.blue) + house.public()
    await house.skip(hours=1)
    await house.delivered()
    assert house.said(house.thread("Red"), house.red).count(called) == 1


async def test_what_a_battle_and_its_season_brought_stays_in_the_thread_of_who_settled_it(house: House) -> None:
    """Red's agreement ends the battle, and with it the season: what it alone heard then was answered, and stays."""
    await begun(house)
    (battle,) = await fought_at(house, "2")
    await house.slash(house.blue, "eaw-battle auto", battle=battle, per_cent=50, exit="none")
    settled = await house.slash(house.red, "eaw-battle auto", battle=battle, per_cent=50, exit="none")
    assert "**Spring 166** is over" in settled.words or "is over" in settled.words
    await house.delivered()
    kept = house.said(house.thread("Red"), house.red)
    report = next(line for line in settled.words.split("\n") if "your treasury holds" in line)
    assert report in kept
    over = next(one.words for one in house.bystander.sees("campaign") if f"**Battle `{battle}` is over**" in one.words)
    lines = over.split("\n")
    at = next(number for number, line in enumerate(lines) if line.startswith(f"**Battle `{battle}` is over**"))
    assert "(auto-resolved, not SFB), and " in lines[at] and lines[at].endswith(" holds the field.")
    assert all(line.startswith("- ") and " scores " in line for line in lines[at + 1 : at + 3])
    assert not any(line.startswith("-# EAW-") for line in lines[:-2])  # ids stand in one small line at the end


async def test_a_seasons_orders_are_written_anew_in_a_form_in_which_they_stand_already(house: House) -> None:
    await begun(house)
    given = (await house.slash(house.red, "eaw write", orders="jump fleet 1 to 3; jump fleet 2 to 3")).words
    assert "You have 2 orders, the last `jump fleet 2 to 3`" in given
    form = await house.red.select(await house.slash(house.red, "me"), "Give an order …", "eaw write")
    assert form.modal is not None
    (box,) = [part["component"] for part in form.modal.components if part["component"]["custom_id"] == "orders"]
    assert box["value"] == "jump fleet 1 to 3\njump fleet 2 to 3"
    wrong = await house.red.submit(form, orders="jump fleet 2 to 3\nsail fleet 1 to 3")
    assert "Line 2 cannot stand. No order begins with “sail”" in wrong.words
    again = await house.red.click(wrong, "Try again")
    await house.red.submit(again, orders="jump fleet 2 to 3\n- jump fleet 1 to 3\n")
    assert (await known(house)).realms[RED].orders == ("jump fleet 2 to 3", "jump fleet 1 to 3")
