"""Views: everything a player asks about a game, made of what the viewer knows and of nothing else."""

import re
from collections import Counter
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from engine.game import Refusal, Seat, only
from engine.played.transcript import report_lines
from engine.report import Report
from engine.sunrise.craft.smallcraft import Squad
from engine.sunrise.data.shapes import Point
from engine.sunrise.fleet.building import DraftSet
from engine.sunrise.founding.opening import Opened
from engine.sunrise.harm import Damaged, ShipLost
from engine.sunrise.look import Question
from engine.sunrise.movement.plotting import PlotSet
from engine.sunrise.play import StageBegan, Waits
from engine.sunrise.shooting.aiming import Declared, Shoot, Target
from engine.sunrise.state import Choice, Plot, Plotted, Settings, Shot, Side, Stage, State
from engine.sunrise.turn.turns import TurnBegan
from engine.text.lines import parse
from tests.engine.sunrise.playing import RULES, turn_one
from tests.engine.sunrise.register_calls import PACK
from tests.engine.sunrise.table import BLUE, NOW, RED, Table, opened, plotting, shooting


def words(report: Report) -> str:
    """All the words of a report."""
    lines = [line for section in report.sections for line in (section.heading, *section.lines)]
    return "\n".join([report.title, report.lead, *lines])


def seen(table: Table, seat: Seat | None, view: str, about: str = "") -> str:
    return words(RULES.show(table.known(seat), seat, view, about, NOW))


def pictured(table: Table, seat: Seat | None, view: str, about: str = "") -> str:
    return str(RULES.draw(table.known(seat), seat, view, about, NOW))


@pytest.fixture(scope="module")
def orders() -> Table:
    return plotting()


@pytest.fixture(scope="module")
def fight() -> Table:
    return shooting()


def test_every_view_is_shown_and_drawn_at_every_stage(orders: Table, fight: Table) -> None:
    for table in (opened(), orders, fight):
        for view in RULES.views:
            for seat in (RED, BLUE, None) if view.public else (RED, BLUE):
                known = table.known(seat)
                report = RULES.show(known, seat, view.name, "", NOW)
                assert report.title and "None" not in words(report)
                if view.picture:
                    svg = RULES.draw(known, seat, view.name, "", NOW)
                    ElementTree.fromstring(str(svg))
                    assert svg == RULES.draw(known, seat, view.name, "", NOW)
                for option in RULES.subjects(known, seat, view.name, NOW):
                    assert RULES.show(known, seat, view.name, option.value, NOW).title
                    assert len(option.label) <= 100


def test_nobody_but_its_side_sees_a_plot_before_it_is_revealed(orders: Table) -> None:
    own = pictured(orders, RED, "board")
    assert "your plot, not yet moved" in own and "Sovereign: v7" in own and "Lancer: v6" in own
    for seat in (BLUE, None):
        other = pictured(orders, seat, "board")
        assert "Sovereign: v7" not in other and "Lancer: v6" not in other
    assert "your plot" not in pictured(orders, None, "board")
    assert "accelerate 1, starboard 1" in seen(orders, RED, "turn")
    for view in RULES.views:
        if view.public:
            for seat in (BLUE, None):
                assert "starboard 1" not in seen(orders, seat, view.name)
                assert "Sovereign" not in seen(orders, seat, "turn") or seat is BLUE


def test_a_plot_is_previewed_with_arcs_from_where_it_ends(orders: Table) -> None:
    svg = pictured(orders, RED, "plot", "A1")
    assert "Sovereign: arcs from where its plot ends" in svg and "Sovereign: v7" in svg
    with pytest.raises(Refusal, match="not yours"):
        pictured(orders, BLUE, "plot", "A1")
    assert "accelerate 1" not in seen(orders, BLUE, "plot")


def test_nothing_red_sees_changes_when_blue_plots() -> None:
    before, after = plotting(), plotting()
    after.say(PlotSet(Side.B, {"B2": Plotted(Plot(starboard=2)), "B1": None}), to=only(BLUE))
    assert pictured(before, BLUE, "board") != pictured(after, BLUE, "board")
    for seat in (RED, None):
        for view in RULES.views:
            if view.public or seat is RED:
                assert seen(before, seat, view.name) == seen(after, seat, view.name)
                if view.picture:
                    assert pictured(before, seat, view.name) == pictured(after, seat, view.name)


def test_the_public_has_no_private_views(fight: Table) -> None:
    for view in RULES.views:
        if not view.public:
            with pytest.raises(Refusal, match="no seat"):
                seen(fight, None, view.name)


def test_targets_tell_range_dice_defense_and_odds_or_why_not(fight: Table) -> None:
    text = seen(fight, RED, "targets")
    assert "**Lancer (B3)** at 13 in (band 3), 5 dice, E 1 drops 1: mean 12.0 pips" in text
    assert re.search(r"\*\*Dart \(B4\)\*\* is no target. The circle .* is between .* and .*\. \(FS-BRD-07\)", text)
    assert "24.187 inches is range band 5, and the weapon's is 3. (FS-WPN-05)" in text
    assert "**Lancer (B3)**, 3 weapons: mean 17.9 pips" in text
    assert "13 in · 12d" in pictured(fight, RED, "targets")


def test_odds_tell_each_total_rows_systems_and_the_kill(fight: Table) -> None:
    text = seen(fight, RED, "odds")
    assert "pips marked: 4 or less: under 1 %, 5: 1 %" in text and "18: 6 %" in text
    assert "rows lost: 0: 1 %, 1: 44 %, 2: 49 %, 3: 6 %" in text
    one = seen(fight, RED, "odds", "Sovereign: Railgun at B3")
    assert "Railgun at Lancer (B3)" in one and "Energy Lance" not in one
    assert "Railgun at Lancer (B3)" in pictured(fight, RED, "odds", "Sovereign: rail")
    with pytest.raises(Refusal, match="no weapon"):
        seen(fight, RED, "odds", "Sovereign: Torpedo")


def test_a_sheet_tells_rows_systems_hangars_and_squadrons(fight: Table) -> None:
    text = seen(fight, RED, "ship", "B3")
    assert "18/24 pips, 3 of 4 rows" in text and "Beam Rifle 1" in text and "**destroyed**" in text
    assert "Fighter 8 of red (Offensive): full, in a dogfight" in text
    assert "bears" in seen(fight, RED, "near", "B3")
    svg = pictured(fight, RED, "ship", "B3")
    assert "18 of 24 pips" in svg and "Systems: 6 of 7 work" in svg
    assert "Flight Deck: empty, 0 of 2 bays taken" in seen(fight, RED, "ship")


def test_squadrons_of_one_kind_over_a_ship_are_told_once_with_their_number(fight: Table) -> None:
    known = fight.known(RED)
    more = {f"AS{number}": replace(known.squadrons["AS1"], id=f"AS{number}") for number in (7, 8)}
    fleet = RULES.show(replace(known, squadrons={**known.squadrons, **more}), RED, "fleet", "", NOW)
    (line,) = [line for line in words(fleet).splitlines() if "Fighter 8 of red" in line]
    assert "3 times Fighter 8 of red (Offensive)" in line and line.count("Fighter 8 of red") == 1, line


def test_a_ship_is_found_by_name_or_id_own_ones_first(fight: Table) -> None:
    assert "of red (yours)" in seen(fight, RED, "ship", "lancer")
    assert "of blue (yours)" in seen(fight, BLUE, "ship", "Lancer")
    assert "of blue" in seen(fight, RED, "ship", "b3")
    with pytest.raises(Refusal, match="no ship") as caught:
        seen(fight, RED, "ship", "Lanser")
    assert "Lancer" in str(caught.value)
    with pytest.raises(Refusal, match="not yours"):
        seen(fight, RED, "plot", "B3")


def test_the_score_tells_who_leads_and_how_many_are_missing(fight: Table) -> None:
    text = seen(fight, None, "score")
    assert "Both sides are level." in text
    assert "**red**: 1 of 15; holds marker 2" in text and "**red**: 14 points, at this rate in 14 turns" in text


def test_the_log_tells_attacks_with_dice_and_labels(fight: Table) -> None:
    text = seen(fight, None, "log")
    assert "**Sovereign (A1)**, Energy Lance 1 at **Lancer (B3)**, 13 in (band 3)" in text
    assert "dice ~~5~~ 4 3 1 1 against 1 = 9 (`A1/c1/B3/1–5`); 6 pips marked, 1 row lost" in text
    assert "destroyed: Beam Rifle 1" in text
    assert "not begun" in seen(opened(), None, "log")
    assert "Nothing was harmed" in seen(plotting(), None, "log")


def test_the_log_keeps_this_turn_and_the_last_and_tells_collisions_squadrons_and_losses() -> None:
    table = shooting()
    table.say(Damaged("B4", "collision", "t2", 6, 0, 0, 0, 6, 0, 0, 0), ShipLost("B4", Point(30000, 20000)))
    table.say(Damaged("B3", "squadron", "AS2", 2, 0, 0, 0, 2, 16, 0, 0))
    text = seen(table, None, "log")
    assert "**Dart (B4)** runs into terrain for 6; 6 pips marked; **the ship is destroyed**." in text
    assert "**Bomber** at **Lancer (B3)** for 2; 2 pips marked." in text
    assert "Turn 1" in seen(table.say(TurnBegan(2, Side.B)), None, "log")
    assert "Nothing was harmed" in seen(table.say(TurnBegan(3, Side.A)), None, "log")


def test_the_builder_offers_samples_and_names_what_is_missing() -> None:
    empty = RULES.show(State(seats={RED: opened().state.seats[RED]}), RED, "builder", "", NOW)
    assert "Sample fleets" in words(empty)
    with pytest.raises(Refusal, match="no ship yet"):
        RULES.draw(State(seats={RED: opened().state.seats[RED]}), RED, "builder", "", NOW)
    text = seen(opened(), RED, "builder")
    assert "integrity 20 of 20" in text and "this fleet can be locked" in text
    assert "Sovereign: Flagship, 8 of 8 slots" in text


def test_unknown_views_are_refused_with_what_was_meant(fight: Table) -> None:
    with pytest.raises(Refusal, match="Did you mean"):
        seen(fight, RED, "bord")
    with pytest.raises(Refusal, match="no picture"):
        pictured(fight, RED, "score")


def hinted(table: Table, seat: Seat | None) -> list[tuple[str, str]]:
    return [(one.label, one.line) for one in RULES.show(table.known(seat), seat, "turn", "", NOW).suggestions]


def test_the_turn_offers_what_is_likeliest_to_whose_turn_it_is(orders: Table, fight: Table) -> None:
    plotting_now = [
        ("Plot a ship", "/sunrise plot"),
        ("Plot several", "/sunrise sheet"),
        ("Lock orders", "lock orders"),
    ]
    assert hinted(orders, RED) == plotting_now
    preview = RULES.show(orders.known(RED), RED, "plot", "", NOW)
    assert [(one.label, one.line) for one in preview.suggestions] == plotting_now
    assert hinted(orders, None) == []
    assert hinted(fight, RED)[0] == ("Fire all at Lancer", "fire c1 at B3, c2 at B3, c3 at B3 with A1")
    assert hinted(fight, RED)[-1] == ("End activation", "end activation")
    assert hinted(fight, BLUE) == []
    picking = shooting().say(StageBegan(Stage.PICK, Side.B))
    assert hinted(picking, BLUE)[0] == ("Activate Sovereign", "activate B1")


def test_set_up_is_offered_step_by_step() -> None:
    table = Table().say(Opened("Dawn", Settings(clock={"orders": 5}), {RED: Side.A, BLUE: Side.B}))
    assert ("Take Picket line", "sample fleet picket") in hinted(table, RED)
    table.say(DraftSet(Side.A, PACK.fleets["line"].fleet), to=only(RED))
    assert hinted(table, RED) == [
        ("Lock fleet", "lock fleet"),
        ("Add a ship", "/sunrise-fleet ship"),
        ("Mount a weapon", "/sunrise-fleet weapon"),
    ]
    assert ("North edge", "edge N") in hinted(table.say(StageBegan(Stage.EDGE, Side.A)), RED)
    assert hinted(table.say(StageBegan(Stage.DEPLOY, Side.A)), RED) == [
        ("Deploy a ship", "/sunrise setup deploy"),
        ("Deploy all in a line", "deploy the rest"),
    ]
    assert hinted(table.say(StageBegan(Stage.MARKERS, Side.A)), RED) == [
        ("Marker at (36, 24)", "marker at 36 24"),
        ("Marker elsewhere", "/sunrise setup marker"),
    ]
    assert hinted(table, BLUE) == []


def test_a_squadron_is_offered_where_umpire_would_send_it() -> None:
    for seat, side in ((RED, Side.A), (BLUE, Side.B)):
        table = shooting().say(TurnBegan(2, side), StageBegan(Stage.SQUADRONS, side))
        wanted = RULES.advise(table.known(seat), seat, NOW)
        *sent, form, done = hinted(table, seat)
        assert form == ("Order a squadron", "/sunrise squadron")
        assert done == ("Done with squadrons", "squadrons done")
        assert len(sent) == isinstance(wanted, Squad)
        if isinstance(wanted, Squad):
            order = parse(sent[0][1], RULES.orders)
            assert isinstance(order, Squad)
            assert (order.squadron, order.mode) == (wanted.squadron, wanted.mode)
            assert sent[0][0].endswith(f", {wanted.mode}")


def test_what_is_aimed_is_told_by_name() -> None:
    table = shooting().say(Declared("A1", (Shot("c1", "B3"),)))
    assert "Aimed, not fired: Energy Lance 1 at Lancer" in seen(table, RED, "turn")


def test_a_home_tells_of_every_ship_of_both_fleets_and_whose_they_are(fight: Table) -> None:
    known = fight.known(RED)
    told = words(RULES.home(known, RED, NOW))
    assert "red (you): integrity" in told and "\nYour enemy, blue: integrity" in told
    ships = Counter(ship.name for ship in known.ships.values())
    fleets = told.partition("red (you)")[2]
    assert "Fleets" not in told and len(ships) > 3 and {name: fleets.count(f"\n**{name}") for name in ships} == ships


def test_lines_of_the_table_begin_with_a_capital_letter_and_one_row_is_one_row(fight: Table) -> None:
    told = seen(fight, RED, "score") + seen(fight, RED, "board") + seen(fight, RED, "fleet")
    assert "\nMarker 1 at " in told and "\nmarker 1" not in told
    assert "1 of 1 row;" in told and "1 of 1 rows" not in told and "4 of 4 rows;" in told


def test_menus_offer_targets_with_what_a_shot_would_do(fight: Table) -> None:
    known = fight.known(RED)
    targets = list(RULES.options(known, RED, Target, "target", {"weapon": "Energy Lance 1"}, NOW))
    assert targets and all(re.search(r" in, \d dice, mean \d", one.label) for one in targets)
    assert next(iter(RULES.options(known, RED, Target, "weapon", {}, NOW))).label == "Energy Lance 1 (c1)"
    volleys = list(RULES.options(known, RED, Shoot, "shots", {}, NOW))
    assert volleys[0].value == "c1 at B3, c2 at B3, c3 at B3"
    assert volleys[0].label.startswith("All at Lancer: 3 weapons, mean ")


def test_the_button_for_the_usual_answer_says_what_that_is() -> None:
    asked = {
        "Roll the 2 again": Choice(kind="reroll", side=Side.B, ship="B3", faces=(5, 2), count=1, usual=("usual",)),
        "Keep the dice": Choice(kind="reroll", side=Side.B, ship="B3", faces=(5, 4), count=1, usual=("usual",)),
        "Lancer": Choice(kind="spot", side=Side.B, ship="B3", options=("B3",), count=1, usual=("B3",)),
        "Beam Rifle 2 and Control Bridge": Choice(kind="lose", side=Side.B, ship="B3", count=2, usual=("c2", "bridge")),
        "Repair pips": Choice(kind="repair", side=Side.B, ship="B3", count=1, options=("pips",), usual=("pips",)),
        "nothing": Choice(kind="die", side=Side.B, ship="B3", count=1),
    }
    for words, choice in asked.items():
        assert hinted(shooting().say(Waits(choice, (), None)), BLUE)[-1] == (f"As usual: {words}", "as usual")


def test_what_is_asked_is_offered_to_its_owner_alone() -> None:
    loss = Choice(kind="lose", side=Side.B, ship="B3", count=1, options=("c2", "bridge"), usual=("bridge",))
    table = shooting().say(Waits(loss, (), None))
    assert hinted(table, BLUE) == [
        ("Lose Control Bridge", "lose bridge"),
        ("Lose Beam Rifle 2", "lose c2"),
        ("As usual: Control Bridge", "as usual"),
    ]
    assert hinted(table, RED) == []
    assert "**blue** chooses 1 system of Lancer (B3) to be destroyed" in seen(table, None, "turn")
    dice = Choice(kind="reroll", side=Side.A, ship="A1", by="c1", target="B3", count=1, faces=(6, 2))
    assert ("Roll the 2 again", "reroll 2") in hinted(shooting().say(Waits(dice, (), None)), RED)
    for ask in Question.kinds:
        one = Choice(kind=ask, side=Side.A, ship="A1", target="B3", count=1, options=("c1",), usual=("c1",), faces=(1,))
        assert hinted(shooting().say(Waits(one, (), None)), RED)


def test_an_unopened_game_is_shown_without_failing() -> None:
    refused = {}
    for view in RULES.views:
        try:
            report = RULES.show(State(), None, view.name, "", NOW)
        except Refusal as refusal:
            refused[view.name] = str(refusal.code)
        else:
            words = "\n".join(report_lines(report))
            assert report.title
            assert not re.search(r"None|\{|Stage\.|\*\* \*\*", words), words
    owners = dict.fromkeys(("builder", "odds", "plot", "targets"), "E_OWNER")
    assert refused == {**owners, "near": "E_UNKNOWN", "ship": "E_UNKNOWN"}


@pytest.mark.rule("FS-TERM-09", "FS-UPG-03")
def test_a_sheet_says_of_which_upgrades_copies_do_not_add_up() -> None:
    game = turn_one("Ghost | Frigate | | Cloaking System; Repair Crews")
    drawn = RULES.draw(game.known[RED], RED, "ship", "Ghost", game.now)
    assert "when targeted; copies do not add up" in drawn and "end of activation; copies" not in drawn
