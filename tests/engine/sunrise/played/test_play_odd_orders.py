"""Orders that could be misread: what they leave open is asked for, never guessed, and nothing changes meanwhile."""

from __future__ import annotations

import pytest

from engine.game import MODERATOR, Seat
from engine.sunrise.craft.spotting import Spotted
from engine.sunrise.harm import LossOrderSet
from engine.sunrise.look import split_list
from engine.sunrise.play import AutoSet
from tests.engine.sunrise.playing import BLUE, PLAIN, RED, RULES, Played, armed, locked, turn_one

CARRIER = "Home | Frigate | | Flight Deck (Fighter, Fighter); Shields"


@pytest.mark.rule("FS-TURN-03", "FS-TURN-04", "FS-MOV-02")
def test_a_plot_is_read_as_it_stands_or_not_at_all() -> None:
    game = turn_one(PLAIN)
    for nothing in ("", ",", "()", ", ,"):
        assert "is told nothing; write 'drift'" in game.refused(RED, f'plot Dart to "{nothing}"')
    assert game.refused(RED, "Dart: front 3").startswith("E_VALUE FS-TURN-03")
    assert game.refused(RED, "Dart: drift 3").startswith("E_VALUE FS-TURN-03")
    assert game.refused(RED, "Dart: overcharge 0").startswith("E_VALUE FS-UPG-17")
    assert game.refused(RED, "Dart: miracle 0").startswith("E_VALUE FS-FAC-03")
    game.red('plot Dart to "+\t3"')
    assert game.state.a.plots["A1"].plot.change == 3
    game.red("Dart: drift")
    assert game.state.a.plots["A1"].plot.spent == 0


@pytest.mark.rule("FS-SET-04")
@pytest.mark.parametrize("word", ["wobble", "energy", "SE", "edge", "N S"])
def test_an_edge_is_named_in_full_or_by_its_letter(word: str) -> None:
    game = locked()
    for number, (x, y) in enumerate(((12, 24), (22, 36), (32, 24), (42, 36), (60, 36))):
        game.order((RED, BLUE)[number % 2], f"marker at {x} {y}")
    assert game.refused(RED, f'edge "{word}"').startswith("E_VALUE FS-SET-04")
    game.red("edge south")
    assert game.state.a.edge == "S"


@pytest.mark.rule("FS-HULL-04", "FS-TURN-07")
def test_standing_orders_name_something() -> None:
    game = turn_one(PLAIN)
    game.red("loss order of Dart engines", "automatic lose")
    for nothing in ("", ",", "and"):
        assert game.refused(RED, f'loss order of Dart "{nothing}"').startswith("E_VALUE FS-HULL-04")
        assert game.refused(RED, f'automatic "{nothing}"').startswith("E_VALUE FS-TURN-07")
    assert game.ship("A1").loss_order == ("engines",) and game.state.a.auto == ("lose",)


@pytest.mark.rule("FS-HULL-04", "FS-SC-01", "FS-SC-07")
def test_the_beginning_of_several_names_is_none_of_them() -> None:
    wall = "Wall | Destroyer | | Arc Gun (fore); Autocannon (fore); Torpedo; Torpedo"
    game = armed("Gun | Corvette | | Railgun (fore)", wall)
    game.rolls(4, 4, 3, 3)
    game.red("fire Railgun at Wall with Gun")
    assert game.refused(BLUE, "lose A").startswith("E_UNKNOWN FS-TERM-02")
    assert game.works("B1", "c1") and game.works("B1", "c2")
    game.blue("lose Au, Tor")
    assert not game.works("B1", "c2") and not game.works("B1", "c3")
    game = turn_one(CARRIER.replace("Fighter, Fighter", "Fighter, Bomber"))
    game.red("Home: launch", "lock orders")
    game.blue("lock orders")
    assert game.refused(RED, "squadron AS1 to Dart as d").startswith("E_MODE FS-SC-07")
    game.red("squadron Fi to Dart as de")


@pytest.mark.rule("FS-SC-16", "FS-UPG-20")
def test_picks_of_squadrons_name_one() -> None:
    game = armed("Plague | Frigate | | Plague PD; Torpedo", CARRIER)
    game.stand("B1", 36, 14)
    game.assign("BS1", "B1", "defensive")
    game.red("activate Plague")
    assert game.refused(RED, 'plague ","').startswith("E_VALUE FS-UPG-20")
    game.red("keep")
    assert game.squadron("BS1").size == 8

    game = turn_one(CARRIER, CARRIER)
    game.red("Home: launch", "lock orders")
    game.blue("Home: launch", "lock orders")
    for one in ("BS1", "BS2"):
        game.assign(one, "A1", "defensive")
    game.red("squadrons done")
    game.blue("squadrons done")
    game.red("hold A1")
    assert game.refused(RED, 'dogfight ","').startswith("E_VALUE FS-SC-16")


@pytest.mark.rule("FS-UPG-21")
def test_gear_that_is_named_is_the_gear_that_is_asked_for() -> None:
    eyes = "Eyes | Frigate | | Target Acquisition Gear; Torpedo"
    game = turn_one(eyes, PLAIN)
    game.red("lock orders")
    game.blue("lock orders")
    assert game.refused(RED, "spot Dart with nonsense of Eyes").startswith("E_UNKNOWN FS-TERM-02")
    assert game.refused(RED, "spot Dart with Torpedo of Eyes").startswith("E_PENDING FS-UPG-21")
    game.red("spot Dart with 1 of Eyes")
    assert game.state.spotted == ("B1",)


@pytest.mark.rule("FS-UPG-21")
def test_gear_of_another_ship_may_pick_first() -> None:
    eyes = "Target Acquisition Gear; Torpedo"
    game = turn_one(f"Eyes | Frigate | | {eyes}\nLook | Frigate | | {eyes}", f"{PLAIN}\nBoat | Corvette | | Torpedo")
    game.red("lock orders")
    game.blue("lock orders")
    assert game.offered(RED, "sunrise-choose spot", "ship", target="Boat") == ["A1", "A2"]
    assert game.offered(RED, "sunrise-choose spot", "gear", ship="A2") == ["c1"]
    game.red("spot Boat with 1 of Look")
    assert [(one.ship, one.by) for one in game.heard(Spotted)] == [("B2", "A2")]
    choice = game.state.choice
    assert choice is not None and (choice.kind, choice.ship) == ("spot", "A1")
    assert game.refused(RED, "spot Boat with 1 of Look").startswith("E_PENDING FS-UPG-21")
    game.red("spot Dart")
    assert game.state.spotted == ("B2", "B1") and game.state.choice is None


@pytest.mark.rule("FS-UPG-18")
def test_crews_do_one_thing() -> None:
    game = armed("Home | Frigate | | Away Crews; Torpedo")
    game.alter("A1", pips=6)
    game.break_system("A1", "engines")
    game.red("activate Home")
    assert game.refused(RED, "away pips on Home system Engines").startswith("E_VALUE FS-UPG-18")
    game.red("away system on Home system Engines")
    assert game.works("A1", "engines") and game.ship("A1").pips == 6


@pytest.mark.rule("FS-FRC-07")
@pytest.mark.parametrize("text", ["x", "Fleet; faction owc", "My ships\\n\\n"])
def test_a_text_without_a_ship_does_not_empty_the_list(text: str) -> None:
    game = Played()
    game.red("sample fleet line")
    before = game.state.a.fleet
    assert "No ship follows" in game.refused(RED, f'load fleet "{text}"')
    assert game.state.a.fleet == before


@pytest.mark.rule("FS-SC-19", "FS-HULL-02", "FS-HULL-05", "FS-UPG-08")
def test_what_a_moderator_sets_right_stays_sound() -> None:
    game = armed("Gun | Corvette | | Railgun (fore)", CARRIER + "\nOther | Corvette | | Torpedo")
    game.assign("BS1", "A1", "offensive", size=5)
    game.alter("B2", pips=1)
    game.assign("BS2", "B2", "defensive")
    game.gm("set pips of Other to 0")
    adrift = game.squadron("BS2").adrift
    assert adrift is not None
    game.gm("resize BS2 to 3")
    assert (game.squadron("BS2").size, game.squadron("BS2").adrift) == (3, adrift)
    said = "For Home, shields from 0 to 3 can be set, not 4"
    assert said in game.refused(MODERATOR, "set shields of Home to 4")
    game = locked()
    for number, (x, y) in enumerate(((12, 24), (22, 36), (32, 24), (42, 36), (60, 36))):
        game.order((RED, BLUE)[number % 2], f"marker at {x} {y}")
    game.red("edge S")
    assert "For Dart, pips from 1 to 12 can be set, not 0" in game.refused(MODERATOR, "set pips of A1 to 0")


@pytest.mark.rule("FS-TURN-07", "FS-HULL-04")
def test_standing_answers_are_their_side_s_secret_which_those_who_join_it_share() -> None:
    rose = Seat("rose")
    game = locked()
    game.red("automatic lose, reroll")
    assert "red has answered by default: reroll and lose" in told(game, RED)
    game.red("loss order of Dart engines")
    assert "Dart (A1) loses its systems in this order: Engines." in told(game, RED)
    for seat in (BLUE, None):
        assert told(game, seat) == ""
        assert (game.known[seat].a.auto, game.known[seat].ships["A1"].loss_order) == ((), ())
    game.gm("set destroyed of A1 to bridge")
    assert [game.known[seat].ships["A1"].loss_order for seat in (BLUE, RED)] == [(), ("engines",)]
    game.order(rose, "join side A")
    game.red("admit rose")
    assert [one.auto for one in game.heard(AutoSet, rose)] == [("reroll", "lose")]
    assert [one.order for one in game.heard(LossOrderSet, rose)] == [("engines",)]
    assert not game.heard(AutoSet, BLUE) and not game.heard(LossOrderSet, BLUE)
    game = Played()
    game.red("automatic lose")
    assert "red knows what side A has answered by default" in game.refused(MODERATOR, "seat red on side B")


@pytest.mark.rule("FS-BRD-05", "FS-SET-01")
def test_all_read_that_terrain_is_thin() -> None:
    game = locked(options={"terrain": "hand"})
    game.red("lay circle 36 24 3")
    game.blue("roll initiative")
    assert "advises" not in told(game, RED)
    game.rolls(6, 1)
    game.red("roll initiative")
    assert "1 piece of terrain: the rulebook advises 7 to 10." in told(game, RED)


def told(game: Played, seat: Seat | None) -> str:
    """The words of the last order's facts for a seat."""
    news = (RULES.tell(game.known[seat], one, seat) for one in game.last if one.to.includes(seat))
    return "\n".join(one.text for one in news if one is not None)


@pytest.mark.rule("FS-BRD-05", "FS-SET-04", "FS-SET-02", "FS-MOV-13")
def test_terrain_leaves_room_to_play() -> None:
    game = locked(options={"terrain": "hand"})
    assert "within 12 inches of edge N would be free" in game.refused(RED, "lay circle 36 24 100")
    assert "within 12 inches of edge S would be free" in game.refused(RED, "lay polygon -1 -1, 73 -1, 73 13, -1 13")
    said = game.refused(RED, "lay polygon 11 11, 61 11, 61 37, 11 37")
    assert said.startswith("E_VALUE FS-SET-02") and "left for a marker" in said
    game.red("lay polygon -1 -1, 73 -1, 73 11.9, -1 11.9")
    game = turn_one(PLAIN)
    game.stand("A1", 70, 24, 90, 6)
    game.red("lock orders")
    game.blue("lock orders")
    said = game.refused(MODERATOR, "add terrain circle 72 24 2")
    assert said.startswith("E_TERRAIN FS-BRD-06") and "Dart would come back inside" in said


@pytest.mark.rule("FS-FRC-07")
def test_names_that_would_be_misread_are_not_given_and_ids_come_first() -> None:
    game = Played()
    game.red("new ship Warspite hull Frigate")
    for name in ("a / b", "a|b"):
        assert game.refused(RED, f'rename Warspite to "{name}"').startswith("E_VALUE FS-FRC-07")
    for name in ("a/b", "a\u200bb"):
        assert game.refused(RED, f'load fleet "{name} | Corvette | | Torpedo"').startswith("E_VALUE FS-FRC-07")
    game = turn_one("A2 | Corvette | | Torpedo\nOther | Frigate | | Torpedo; Torpedo")
    assert "“si\\_ng\\*” is no order of a plot" in game.refused(RED, "A2: si_ng*")  # as typed, and formats nothing
    game.red("A2: accelerate 1")
    assert set(game.state.a.plots) == {"A2"}


def test_a_name_with_an_and_in_it_is_one_name_in_a_list() -> None:
    names = ["Sword and Shield", "Dart"]
    assert split_list("Railgun at Sword and Shield, Torpedo at B2 and Bullseye at B3", names) == [
        "Railgun at Sword and Shield", "Torpedo at B2", "Bullseye at B3",
    ]  # fmt: skip
    assert split_list("sword AND shield; dart", ["Sword and Shield"]) == ["sword AND shield", "dart"]
    assert split_list("Dart and Andor,, Sandy", []) == ["Dart", "Andor", "Sandy"]
