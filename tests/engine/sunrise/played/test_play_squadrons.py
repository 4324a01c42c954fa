"""Squadrons at the table: launched, ordered, fighting, docked, lost and made anew."""

from __future__ import annotations

import pytest

from engine.sunrise.craft.berths import FabricatorsRolled, SquadronMade
from engine.sunrise.craft.fighting import Dogfought, SquadronShot
from engine.sunrise.craft.smallcraft import Assigned, Docked, Launched
from engine.sunrise.data.units import Type
from engine.sunrise.harm import Damaged, SquadronLost
from engine.sunrise.state import Mode, Side, Stage
from tests.engine.sunrise.playing import RED, Played, armed, turn_one

CARRIER = "Home | Destroyer | | Flight Deck (Fighter, Bomber); Torpedo; Torpedo; Torpedo"
FOE = "Foe | Destroyer | | Flight Deck (Fighter, Fighter); Torpedo; Torpedo; Torpedo"


def launched(red: str = CARRIER, blue: str = FOE, edition: str = "2024-07") -> Played:
    """All of side A's squadrons are out, and its pick is the first."""
    game = turn_one(red, blue, options={"edition": edition})
    game.red("Home: launch", "lock orders")
    game.blue("lock orders")
    return game


def done(game: Played) -> None:
    """Nobody orders squadrons any more."""
    while game.state.stage is Stage.SQUADRONS:
        side = game.state.picks
        assert side is not None
        game.order(game.state.crew(side)[0], "squadrons done")


@pytest.mark.rule("FS-SC-03", "FS-SC-04", "FS-SC-08", "FS-SC-09")
def test_a_launched_squadron_guards_its_carrier() -> None:
    game = launched()
    assert [one.size for one in game.said_of(Launched)] == [8, 5]
    done(game)
    assert (game.squadron("AS1").ship, game.squadron("AS1").mode) == ("A1", Mode.DEFENSIVE)
    game.red("hold Home")
    assert not game.heard(Damaged)


@pytest.mark.rule("FS-SC-08", "FS-SC-14", "FS-SC-24", "FS-DEF-07")
def test_offensive_squadrons_harm_their_ship_at_the_end_of_its_activation() -> None:
    game = launched(blue=FOE.replace("| |", "| Refractive Coating, Hardened Armor, Interceptor Missiles |"))
    game.gm("add terrain circle 36 24 3")  # squadrons fly over terrain
    game.red("squadron AS1 to Foe as offensive", "squadron AS2 to Foe as offensive")
    game.red("hold Home")
    game.blue("hold Foe")
    assert [(one.by, one.raw, one.marked) for one in game.heard(Damaged)] == [("AS1", 2, 2), ("AS2", 2, 2)]


@pytest.mark.rule("FS-SC-23", "FS-CHG-05")
def test_the_edition_changes_the_bomber() -> None:
    game = launched(edition="2024-12")
    game.red("squadron AS2 to Foe as offensive", "squadrons done", "hold Home")
    game.rolls(5)
    game.blue("hold Foe")
    assert [one.raw for one in game.heard(Damaged)] == [8]


@pytest.mark.rule("FS-SC-05")
def test_sides_order_squadrons_in_turn_each_once() -> None:
    game = turn_one(CARRIER, FOE)
    game.red("Home: launch", "lock orders")
    game.blue("Foe: launch BS1", "lock orders")
    game.red("squadron AS1 to Foe as defensive")
    assert game.refused(RED, "squadron AS2 to Foe as defensive").startswith("E_TURN FS-SC-05")
    game.blue("squadron BS1 to Foe as defensive")
    assert game.refused(RED, "squadron AS1 to Home as defensive").startswith("E_ONCE FS-SC-05")
    game.red("squadrons done")
    assert game.state.stage is Stage.PICK


@pytest.mark.rule("FS-SC-10", "FS-SC-02", "FS-UPG-24")
def test_a_docked_squadron_is_whole_again_next_turn() -> None:
    game = launched()
    game.assign("AS1", "A1", "defensive", size=3)
    game.red("squadron AS1 to Home as dock")
    assert [one.size for one in game.heard(Docked)] == [8] and game.squadron("AS1").bay == "c1"
    game.red("squadrons done", "hold Home")
    game.blue("hold Foe")
    game.red("Home: launch AS1", "lock orders")
    game.blue("lock orders")
    assert game.squadron("AS1").size == 8 and not game.squadron("AS1").bay


@pytest.mark.rule("FS-SC-15", "FS-SC-16", "FS-SC-17", "FS-SC-18")
def test_a_dogfight_is_fought_all_at_once_and_nobody_harms_the_ship() -> None:
    game = launched()
    game.assign("AS1", "B1", "offensive", size=3)
    game.assign("BS1", "B1", "defensive", size=2)
    done(game)
    game.red("hold Home")
    game.rolls(4, 3, 1, 6, 2)  # red has the initiative: its three dice first
    game.blue("hold Foe")
    (fight,) = game.heard(Dogfought)
    assert fight.faces == {"AS1": (4, 3, 1), "BS1": (6, 2)} and fight.sizes == {"AS1": 2, "BS1": 0}
    assert [one.squadron for one in game.heard(SquadronLost)] == ["BS1"]
    assert not game.heard(Damaged)


@pytest.mark.rule("FS-SC-16")
def test_foes_are_picked_and_never_friends() -> None:
    game = launched()
    game.assign("AS1", "B1", "offensive", size=2)
    game.assign("BS1", "B1", "defensive", size=2)
    game.assign("BS2", "B1", "defensive", size=2)
    done(game)
    game.red("hold Home")
    game.blue("hold Foe")
    assert game.refused(RED, "dogfight AS1 at AS2").startswith("E_UNKNOWN FS-SC-16")
    assert game.refused(RED, "dogfight BS1 at BS2").startswith("E_OWNER FS-SC-16")
    game.rolls(5, 5, 1, 1, 1, 1)
    game.red("dogfight AS1 at BS2")
    assert game.squadron("BS1").size == 2 and "BS2" not in game.state.squadrons


@pytest.mark.rule("FS-UPG-09", "FS-DEF-05", "FS-UPG-19", "FS-SC-13")
def test_flak_then_point_defenses_meet_squadrons_as_a_ship_begins() -> None:
    flak = "Flak | Frigate | Point Defenses, Point Defenses | Stonewall Flak; Torpedo"
    game = armed(flak, FOE)
    game.assign("BS1", "A1", "offensive", size=4)
    game.assign("BS2", "A1", "offensive", size=3)
    game.rolls(3, 3, 1, 1, 6, 1, 1, 6, 1, 1, 1)
    game.red("hold Flak")
    shots = [(one.squadron, one.weapon, one.size) for one in game.heard(SquadronShot)]
    assert shots == [
        ("BS1", "flak", 2),
        ("BS2", "flak", 2),
        ("BS1", "point-defenses", 1),
        ("BS2", "point-defenses", 2),
    ]
    game = armed("Lamp | Frigate | Point Defenses | Illuminator; Torpedo", FOE)
    game.assign("BS1", "A1", "defensive", size=1)
    game.rolls(2)
    game.red("hold Lamp")
    assert "BS1" not in game.state.squadrons


@pytest.mark.rule("FS-UPG-20")
def test_plague_strikes_those_picked_nearby() -> None:
    game = armed("Plague | Frigate | | Plague PD; Torpedo", FOE + "\nFar | Corvette | | Torpedo")
    game.stand("B1", 36, 24)
    game.assign("BS1", "B1", "defensive", size=5)
    game.assign("BS2", "B2", "defensive", size=3)
    game.red("activate Plague")
    assert game.refused(RED, "plague BS2").startswith("E_SPACING FS-UPG-20")
    game.red("plague BS1")
    assert game.squadron("BS1").size == 4 and game.squadron("BS2").size == 3


@pytest.mark.rule("FS-SC-11", "FS-SC-20")
def test_what_is_docked_goes_with_its_hangar_and_its_ship() -> None:
    game = armed("Gun | Frigate | | Railgun (fore); Torpedo", FOE)
    game.rolls(4, 4, 3, 3)
    game.red("fire Railgun at Foe with Gun")
    game.blue("lose Flight Deck, Torpedo")
    assert [one.by_rule for one in game.heard(SquadronLost)] == ["FS-SC-11", "FS-SC-11"] and not game.state.squadrons
    game = armed("Gun | Frigate | | Railgun (fore); Torpedo", FOE + "\nOther | Corvette | | Torpedo")
    game.alter("B1", pips=1)
    game.rolls(4, 4, 3, 3)
    game.red("fire Railgun at Foe with Gun")
    assert not game.state.squadrons


@pytest.mark.rule("FS-SC-19")
def test_squadrons_of_a_lost_ship_dock_at_the_nearest_empty_bay_or_are_lost() -> None:
    game = launched()
    game.red("squadron AS1 to Foe as offensive", "squadron AS2 to Home as defensive")
    game.alter("B1", status=game.ship("B1").status)
    game.gm("resize BS1 to 0", "resize BS2 to 0")
    game.red("hold Home")
    game.alter("B1", pips=1)
    game.blue("hold Foe")  # the Fighter destroys what it sits on
    assert game.state.winner is not None

    game = launched(blue=FOE + "\nOther | Corvette | | Torpedo")
    game.red("squadron AS1 to Foe as offensive", "squadron AS2 to Home as dock", "hold Home")
    game.alter("B1", pips=1)
    game.blue("hold Foe", "hold Other")
    assert game.squadron("AS1").adrift is not None
    game.red("lock orders")
    game.blue("lock orders")
    game.red("squadrons done")
    assert game.squadron("AS1").bay == "c1" and [one.orphan for one in game.said_of(Docked)][-1]


@pytest.mark.rule("FS-UPG-23")
def test_the_highest_fabricator_makes_a_squadron_of_the_owner_s_choice() -> None:
    maker = "Maker | Frigate | | Fabricator (Fighter); Torpedo\nSecond | Corvette | | Fabricator (Fighter)"
    game = turn_one(maker, FOE)
    game.red("Maker: launch", "Second: launch", "lock orders")
    game.blue("lock orders")
    game.assign("AS1", "B1", "offensive", size=1)
    game.assign("BS1", "B1", "offensive", size=8)
    game.set(stage=Stage.PICK)
    done(game)
    game.red("hold Maker")
    game.rolls(1, 3, 3, 3, 3, 3, 3, 3, 3, 4, 4)
    game.blue("hold Foe")
    (rolled,) = game.heard(FabricatorsRolled)
    assert rolled.won == ("A1/c1", "A2/c1")
    assert game.refused(RED, "fabricate Drone Swarm").startswith("E_FACTION FS-UPG-23")
    assert game.refused(RED, "fabricate Nonsense").startswith("E_UNKNOWN FS-UPG-23")
    game.red("fabricate Bomber in Second")
    (made,) = game.heard(SquadronMade)
    assert (made.squadron.type, made.squadron.ship, made.squadron.bay) == ("bomber", "A2", "c1")


@pytest.mark.rule("FS-FAC-26", "FS-SC-21", "FS-SC-22", "FS-WPN-12")
def test_a_drone_swarm_lowers_the_rating_against_its_type() -> None:
    swarm = "Swarm; faction tfc\nHome | Destroyer | | Flight Deck (Drone Swarm); Autocannon (fore); Torpedo; Torpedo"
    game = launched(swarm)
    assert game.refused(RED, "squadron AS1 to Foe as offensive").startswith("E_MODE FS-SC-22")
    game.red("squadron AS1 to Foe as offensive against ballistic")
    assert game.squadron("AS1").chosen is Type.BALLISTIC
    game.stand("A1", 36, 24)
    game.stand("B1", 36, 34)
    game.rolls(1, 1, 1, 1, 1, 1, 1)  # four dice, and three for a rating of -3
    game.red("fire Autocannon at Foe with Home")
    assert game.all_rolled()


@pytest.mark.rule("FS-FAC-35")
def test_a_deimos_meets_those_that_arrive_later() -> None:
    mars = "Mars; faction owc\nHome | Frigate | | Flight Deck (Deimos, Deimos); Torpedo"
    game = turn_one(mars, FOE)
    game.red("lock orders")
    game.blue("Foe: launch", "lock orders")
    game.assign("AS1", "A1", "offensive", size=5)
    game.assign("AS2", "A1", "offensive", size=2)
    game.blue("squadron BS1 to Home as offensive")
    (came,) = game.heard(Assigned)
    assert (came.downed, came.size) == (5, 3)  # half of eight, then one more
    assert game.squadron("BS1").size == 3


@pytest.mark.rule("FS-FAC-35", "FS-SC-04")
def test_a_deimos_over_a_carrier_meets_what_launches_there_unless_it_is_ordered_away() -> None:
    mars = "Mars; faction owc\nHome | Frigate | | Flight Deck (Deimos, Deimos); Torpedo"
    deck = "Foe | Frigate | | Flight Deck (Fighter, Fighter); Torpedo"

    def over_the_carrier() -> Played:
        game = turn_one(mars, deck)
        game.assign("AS1", "B1", "offensive", size=5)
        game.red("lock orders")
        game.blue("Foe: launch", "lock orders")
        return game

    game = over_the_carrier()
    done(game)  # BS1 is assigned to its carrier and loses half; by then there is a dogfight, and BS2 loses none
    assert (game.squadron("BS1").size, game.squadron("BS2").size) == (4, 8)
    game = over_the_carrier()
    game.red("squadron AS1 to Foe as offensive")  # it is there already, and so is the launched one not
    game.blue("squadron BS1 to Home as defensive")
    assert game.squadron("BS1").size == 8
    game.blue("squadron BS2 to Foe as offensive confirm yes")
    assert game.squadron("BS2").size == 4


@pytest.mark.rule("FS-SC-05")
def test_the_side_with_more_squadrons_goes_on_alone() -> None:
    decks = "Home | Frigate | | Flight Deck (Fighter, Fighter); Fabricator (Bomber)"
    game = turn_one("Home | Corvette | | Fabricator (Fighter)", decks)
    game.red("Home: launch", "lock orders")
    game.blue("Home: launch", "lock orders")
    picks = []
    while game.state.stage is Stage.SQUADRONS:
        side = game.state.picks
        assert side is not None
        picks.append(side.value)
        one = next(one for one in game.state.squadrons.values() if one.side is side and not one.ordered)
        game.order(game.state.crew(side)[0], f"squadron {one.id} to {side.value}1 as defensive")
    assert picks == ["A", "B", "B", "B"]


@pytest.mark.rule("FS-WIN-06")
def test_squadrons_neither_take_nor_contest_a_marker() -> None:
    game = turn_one(CARRIER, FOE)
    game.assign("AS1", "B1", "offensive", size=8)
    game.assign("AS2", "B1", "defensive", size=5)
    game.stand("B1", 60, 34, 180, 0)  # by marker 5, and side A's squadrons with it
    game.red("lock orders")
    game.blue("lock orders")
    assert [one.side for one in game.state.markers] == [None, None, None, None, Side.B]


@pytest.mark.rule("FS-SC-22", "FS-SC-07")
def test_only_who_lowers_a_defense_names_a_weapon_type() -> None:
    game = launched()
    assert game.refused(RED, "squadron AS1 to Foe as offensive against energy").startswith("E_MODE FS-SC-22")
    game.red("squadron AS1 to Foe as offensive")
