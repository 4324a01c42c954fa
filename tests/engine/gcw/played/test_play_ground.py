"""The ground: landing, garrisons and facilities, what ground units may fire at, heroes behind their screen."""

import pytest

from engine.game import MODERATOR
from engine.gcw.battles import (
    BattleOpened,
)
from engine.gcw.contacts import Lost, Seen
from engine.gcw.data.terms import Pools, Status
from engine.gcw.fleets import HeroDied, HeroLanded, capacity
from engine.gcw.ground.troops import Landed
from engine.gcw.losses import CameOut
from engine.gcw.space.volleys import (
    Dealt,
    Hurt,
)
from engine.gcw.turn.turn import ActionDropped
from tests.engine.gcw.playing import BLUE, GREEN, RED, Played, joined


def ground() -> Played:
    """Red's Legion of 100 Stormtroopers and a walker face blue's Rangers in G-1 of Hoth."""
    game = joined()
    game.gm(
        "spawn 100 STM named Legion at Hoth G-1S for red",
        "spawn AT-ST named Strider at Hoth G-1S for red",
        "spawn 40 RSO named Rangers at Hoth G-1S for blue",
        "spawn AAT named Hammer at Hoth G-1S for blue",
    )
    return game


def fortress() -> Played:
    """Blue's bunker at Hoth G-1S with a hidden garrison of 30 squads, red's Legion and walkers before it."""
    game = joined()
    game.gm(
        "spawn BUN named Echo at Hoth G-1S for blue",
        "spawn 30 RSO named Rangers at Hoth G-1S for blue inside Echo",
        "spawn 100 STM named Legion at Hoth G-1S for red",
        "spawn 10 SCO named Shadow at Hoth G-1S for red",
        "spawn 5 AT-AT named Walker at Hoth G-1S for red",
    )
    return game


def name_of(game: Played, name: str) -> str:
    """Red's alias of a unit."""
    return next(alias for alias, one in game.contacts(RED).items() if one.name == name and not one.gone)


@pytest.mark.rule("GCW-LCH-03", "GCW-ATM-06", "GCW-ATM-08", "GCW-STK-01")
def test_an_auxiliary_lands_in_its_second_turn_and_its_troops_fight_from_the_third() -> None:
    game = joined()
    game.gm("spawn ISD named Avenger at Hoth A-1 for red", "spawn 40 RSO named Rangers at Hoth G-2S for blue")
    assert game.unit("Avenger ARM").count == 970 and game.unit("Avenger ARM").docked == game.unit("Avenger").id
    game.red("load 20 squads of Avenger ARM into Avenger LB-1", "launch Avenger LB-1 from Avenger")
    game.turn(RED, "move Avenger LB-1 to ATM")
    assert game.unit("Avenger LB-1").cell == "ATM" and game.unit("Avenger ARM part").count == 20
    game.wait(24)
    game.red("move Avenger LB-1 to G-2S", "unload all from Avenger LB-1")
    assert game.refused(RED, "fire Avenger ARM part at Rangers") == "TARGET_UNKNOWN"  # it has not seen them yet
    game.red("submit Ashore.", "final")
    assert game.ever(RED, Landed)[-1].fresh and game.unit("Avenger ARM part").cell == "G-2S"
    game.turn(RED, "fire Avenger ARM part at Rangers")
    assert [one.raw for one in game.heard(RED, Dealt)] == [20]


@pytest.mark.rule("GCW-LCH-03")
def test_what_landed_in_this_turn_does_not_fight_in_it() -> None:
    game = ground()
    game.gm("spawn LAM named Lift at Hoth ATM for red", "spawn 1 STM named Squad at Hoth ATM for red inside Lift")
    game.red("move Lift to G-1S", "unload Squad from Lift")
    assert game.refused(RED, "fire Squad at Rangers") == "JUST_LANDED"
    game.red("clear")
    game.turn(RED, "move Lift to G-1S")
    # the craft landed in an earlier turn: what it unloads now fights at once
    game.turn(RED, "unload Squad from Lift", "fire Squad at Rangers")
    assert len(game.heard(RED, Dealt)) == 1


@pytest.mark.rule("GCW-LCH-03", "GCW-GND-03", "GCW-ATM-08")
def test_a_carrier_holds_so_many_and_opens_its_doors_on_the_surface_only() -> None:
    game = ground()
    game.gm("spawn LB named Barge at Hoth G-1A for red", "spawn 10 STM named Wave at Hoth G-1A for red inside Barge")
    assert capacity(game.rules.world, "LB")[0] == 30
    assert game.refused(RED, "unload Wave from Barge") == "LEVEL_REQUIRED"  # it must be at G-1S
    assert game.refused(RED, "move Barge to G-1") == "LEVEL_REQUIRED"
    game.red("move Barge to G-1S")
    assert game.refused(RED, "load 21 squads of Legion into Barge") == "BOARD_CAPACITY"  # 10 + 21 of 30
    assert game.refused(RED, "load Strider, 1 squads of Legion, Rangers into Barge") == "NO_TROOPS"
    game.turn(RED, "load 20 squads of Legion into Barge")
    assert game.unit("Legion").count == 80 and game.unit("Legion part").docked == game.unit("Barge").id
    game.gm("spawn LB named Ferry at Hoth C-1 for red")
    assert game.refused(RED, "load Legion into Ferry") == "NOT_LANDED"
    assert game.refused(RED, "load 90 squads of Legion into Barge") == "STACK_SIZE"


@pytest.mark.rule("GCW-LOG-01")
def test_nobody_marches_between_ground_grids() -> None:
    game = ground()
    game.gm("spawn T47 named Rogue at Hoth G-1S for blue")
    assert game.refused(RED, "move Legion to G-2S") == "LOGISTICS"
    assert game.refused(RED, "move Strider to G-1A") == "LOGISTICS"
    assert game.refused(BLUE, "move Rogue to G-2A") == "LOGISTICS"
    assert game.refused(BLUE, "move Rogue to ATM") == "LOGISTICS"
    assert game.refused(BLUE, "move Rogue to G-1") == "LEVEL_REQUIRED"
    game.turn(BLUE, "move Rogue to G-1A")
    assert game.unit("Rogue").cell == "G-1A"


@pytest.mark.rule("GCW-LCH-03", "GCW-LOG-01")
def test_a_craft_carries_troops_from_one_ground_grid_to_another() -> None:
    game = ground()
    game.gm("spawn LB named Barge at Hoth G-1S for red")
    game.turn(RED, "load 20 squads of Legion into Barge", "move Barge to ATM")
    assert game.heard(BLUE, Lost)[0].why == "went aboard a craft"
    game.turn(RED, "move Barge to G-3S", "unload all from Barge")
    assert game.unit("Legion part").cell == "G-3S" and game.unit("Legion").cell == "G-1S"


@pytest.mark.rule("GCW-G2G-01")
def test_a_stack_fires_and_bleeds_by_its_squads() -> None:
    game = ground()
    # 100 squads of 2 LC are 200 raw, at UCR 4 against the tank's 5: 200 x 0.800 = 160, more than its 78
    game.turn(RED, "fire Legion at Hammer")
    assert [(one.raw, one.quotient, one.damage) for one in game.heard(RED, Dealt)] == [(200, 800, 160)]
    assert not game.there("Hammer")
    # 40 squads of 1 LC are 40 raw, at UCR 3 against 4: 40 x 0.750 = 30 of 1200 hit points; 1170 are 98 squads of 12
    game.turn(BLUE, "fire Rangers at Legion")
    assert [(one.raw, one.damage) for one in game.heard(BLUE, Dealt)] == [(40, 30)]
    legion = game.unit("Legion")
    assert legion.pools == Pools(armor=1170) and game.rules.world.squads("STM", legion.pools) == 98
    game.turn(RED, "fire Legion at Rangers")
    assert [one.raw for one in game.heard(RED, Dealt)] == [196]  # 98 squads are left to fire


@pytest.mark.rule("GCW-G2G-01", "GCW-S2A-01", "GCW-FIR-08")
def test_ground_units_reach_their_own_ground_grid_alone() -> None:
    game = ground()
    game.gm("spawn 10 RSO named Scouts at Hoth G-2S for blue", "spawn TF named Alpha at Hoth G-2A for red",
            "spawn XW named Rogue at Hoth G-1A for blue")  # fmt: skip
    assert game.refused(RED, f"fire Legion at {name_of(game, 'Scouts')}") == "GROUND_GRID"
    assert game.refused(RED, f"fire Strider at {name_of(game, 'Scouts')}") == "GROUND_GRID"
    assert game.refused(RED, "fire Alpha at Rangers") == "FIRE_SAME_CELL"
    game.turn(BLUE, "move Rogue to ATM")
    assert game.refused(RED, f"fire Strider at {name_of(game, 'Rogue')}") == "GROUND_GRID"


@pytest.mark.rule("GCW-S2A-01", "GCW-S2A-02", "GCW-STF-02")
def test_vehicles_fire_into_the_air_and_infantry_does_not() -> None:
    game = ground()
    game.gm("spawn XW named Rogue at Hoth G-1A for blue", "spawn LAM named Shuttle at Hoth G-1S for blue")
    assert game.refused(RED, f"fire Legion at {name_of(game, 'Rogue')}") == "AIR_INFANTRY"
    assert game.refused(RED, f"fire Legion at {name_of(game, 'Shuttle')}") == "AIR_INFANTRY"  # landed, but a starship
    game.turn(RED, "fire Strider at Rogue")
    # UCR 4 against 5 + 4 - 1 in the air of a Ground Grid, an X-Wing
    assert [one.attack for one in game.heard(RED, Dealt)] == [4]
    game.turn(BLUE, "fire Rogue at Legion")
    assert game.heard(BLUE, Dealt)[0].damage > 0


@pytest.mark.rule("GCW-A2A-01", "GCW-GND-02")
def test_airspeeders_and_squadrons_fight_each_other_in_the_air_of_a_ground_grid() -> None:
    game = joined()
    game.gm("spawn VWS named Snow at Hoth G-1A for blue", "spawn TF named Alpha at Hoth G-1A for red",
            "spawn TF named Beta at Hoth ATM for red", "spawn LAM named Lift at Hoth G-1A for red")  # fmt: skip
    game.turn(BLUE, "fire Snow at Alpha")
    dealt = game.heard(BLUE, Dealt)[0]
    assert (dealt.attack, dealt.defence) == (7, 9)  # the airspeeder as it is, the squadron 11 - 1 - 1
    game.turn(RED, "fire Lift at Snow", "fire Alpha at Snow")
    assert [one.attack for one in game.heard(RED, Dealt)] == [4, 9]
    game.turn(RED, "move Beta to G-2A")
    assert game.refused(BLUE, f"fire Snow at {alias(game, 'Beta')}") == "FIRE_SAME_CELL"


def alias(game: Played, name: str) -> str:
    """Blue's alias of what last moved: it saw no name."""
    contacts = game.contacts(BLUE)
    return next(one for one in reversed(contacts) if contacts[one].name == name or contacts[one].cell == "G-2A")


@pytest.mark.rule("GCW-ATM-01", "GCW-ATM-02", "GCW-ATM-05", "GCW-ATM-07")
def test_whoever_is_in_the_atmosphere_may_fight_whoever_else_is() -> None:
    game = joined()
    game.gm("spawn TF named Alpha at Hoth ATM for red", "spawn XW named Rogue at Hoth A-3 for blue",
            "spawn ISD named Avenger at Hoth A-1 for red", "spawn CORV named Bantam at Hoth ATM for blue")  # fmt: skip
    assert game.refused(RED, "move Avenger to ATM") == "MOVE_FORBIDDEN"
    game.turn(BLUE, "move Rogue to ATM", "fire Rogue at Alpha")
    assert [(one.attack, one.defence) for one in game.heard(BLUE, Dealt)] == [(9, 10)]  # 11 - 1; an X-Wing exempt
    game.turn(RED, "fire Alpha at Bantam")
    assert [(one.attack, one.defence) for one in game.heard(RED, Dealt)] == [(10, 6)]


@pytest.mark.rule("GCW-HYX-01", "GCW-LOG-01")
def test_all_of_a_system_that_jump_are_those_that_can() -> None:
    game = joined()
    game.gm("spawn CORV named Runner at Hoth B-1 for red", "spawn 9 STM named Legion at Hoth G-1S for red",
            "spawn BUN named Fort at Hoth G-1S for red", "spawn GAMMA named Post at Hoth B-1 for red")  # fmt: skip
    game.red("jump all of Hoth to Bespin")
    assert game.unit("Runner").voyage and game.unit("Legion").cell == "G-1S"


@pytest.mark.rule("GCW-GAR-01", "GCW-GAR-02", "GCW-GAR-03", "GCW-GAR-04")
def test_a_garrison_fires_from_under_cover_until_its_facility_is_disabled() -> None:
    game = fortress()
    assert "Rangers" not in {one.name for one in game.contacts(RED).values()}  # hidden until it acts
    game.turn(BLUE, "fire Rangers at Legion")
    # its own UCR 3, not the bunker's 10: 30 raw x 0.750 = 22.5, up to 23
    assert [(one.attack, one.damage) for one in game.heard(BLUE, Dealt)] == [(3, 23)]
    seen = next(one for one in game.contacts(RED).values() if one.name == "Rangers")
    assert seen.count == 30 and seen.inside == name_of(game, "Echo")
    refusal = game.give(RED, "fire Legion at Rangers")
    assert refusal is not None and refusal.code == "GARRISON_COVER" and "Echo" in refusal.sentence
    # the bunker defends itself with UCR 10: 99 squads are 198 raw, x 0.400 = 79.2, up to 80, of its shields
    game.turn(RED, "fire Legion at Echo")
    assert [(one.defence, one.damage) for one in game.heard(RED, Dealt)] == [(10, 80)]
    assert game.unit("Echo").status is Status.ACTIVE


@pytest.mark.rule("GCW-GAR-02", "GCW-GAR-06")
def test_a_disabled_facility_covers_nobody() -> None:
    game = fortress()
    game.gm("set unit Echo of blue shields 0", "set unit Echo of blue armor 10")
    game.red("fire Legion at Echo")
    assert "Rangers" not in {one.name for one in game.contacts(RED).values()}
    game.red("submit Down with it.", "final")
    assert game.unit("Echo").status is Status.DISABLED
    assert {one.name for one in game.heard(RED, Seen)} >= {"Rangers"}
    game.turn(RED, "fire Legion at Rangers")
    assert game.heard(RED, Dealt)[0].damage > 0 and game.unit("Rangers").docked == game.unit("Echo").id


@pytest.mark.rule("GCW-GAR-06")
def test_the_garrison_of_a_destroyed_facility_stands_on_the_surface_unharmed() -> None:
    game = fortress()
    game.gm("set unit Echo of blue shields 0", "set unit Echo of blue armor 1", "set unit Echo of blue hull 1")
    game.turn(RED, "fire Legion at Echo")
    assert not game.there("Echo")
    rangers = game.unit("Rangers")
    assert (rangers.cell, rangers.docked, rangers.pools) == ("G-1S", "", Pools(armor=300))
    assert game.heard(BLUE, CameOut)[0].destroyed and name_of(game, "Rangers")


@pytest.mark.rule("GCW-GAR-05")
def test_infiltrators_fight_a_garrison_as_if_there_were_no_cover() -> None:
    game = fortress()
    assert game.refused(RED, "infiltrate Echo with Legion") == "GARRISON_COVER"
    assert game.refused(RED, "infiltrate Echo with Walker") == "GARRISON_COVER"
    game.turn(RED, "infiltrate Echo with Shadow")
    assert [one.parties for one in game.heard(None, BattleOpened)] == [(BLUE, RED)]
    assert name_of(game, "Rangers")  # inside, they see who is there
    assert game.refused(RED, "fire Legion at Rangers") == "GARRISON_COVER"
    game.turn(RED, "fire Shadow at Rangers")
    assert [(one.raw, one.attack, one.defence) for one in game.heard(RED, Dealt)] == [(30, 5, 3)]
    # the garrison fights back inside; blue's units outside cannot reach them
    game.gm("spawn 10 RSO named Relief at Hoth G-1S for blue")
    assert game.refused(BLUE, "fire Relief at Shadow") == "GARRISON_COVER"
    game.turn(BLUE, "fire Rangers at Shadow")
    assert len(game.heard(RED, Hurt)) == 1
    game.turn(RED, "leave facility with Shadow")
    assert game.unit("Shadow").inside == ""
    game.turn(BLUE, "fire Relief at Shadow")
    assert len(game.heard(BLUE, Dealt)) == 1


@pytest.mark.rule("GCW-GAR-05", "GCW-GAR-06")
def test_infiltrators_come_out_of_a_facility_that_is_destroyed() -> None:
    game = fortress()
    game.turn(RED, "infiltrate Echo with Shadow")
    game.gm("set unit Echo of blue shields 0", "set unit Echo of blue armor 1", "set unit Echo of blue hull 1")
    game.turn(RED, "fire Legion at Echo")
    assert not game.there("Echo") and game.unit("Shadow").inside == ""


@pytest.mark.rule("GCW-GAR-01", "GCW-RGF-01")
def test_troops_go_into_a_facility_as_far_as_it_has_room_and_out_again() -> None:
    game = fortress()
    game.gm("spawn 40 RSO named Second at Hoth G-1S for blue", "spawn T2B named Tank at Hoth G-1S for blue")
    assert game.refused(BLUE, "garrison Second in Echo") == "GARRISON_ROOM"  # 30 + 40 of 60
    assert game.refused(BLUE, "garrison Second in Tank") == "NOT_FACILITY"
    game.turn(BLUE, "garrison 30 squads of Second, Tank in Echo")
    assert game.unit("Tank").docked == game.unit("Echo").id
    assert game.contacts(RED)[name_of(game, "Tank")].inside == name_of(game, "Echo")  # seen going in
    assert game.refused(RED, "fire Legion at Tank") == "GARRISON_COVER"
    game.turn(BLUE, "leave facility with all of Echo")
    assert {game.unit(name).cell for name in ("Rangers", "Tank", "Second part")} == {"G-1S"}
    game.turn(RED, "fire Legion at Tank")


@pytest.mark.rule("GCW-G2H-01", "GCW-HRO-06")
def test_a_hero_is_attacked_when_all_around_have_been_fired_on() -> None:
    game = heroic()
    refusal = game.give(RED, "fire Legion at Ackbar")
    assert refusal is not None and refusal.code == "HERO_SCREEN"
    assert "Rangers" in refusal.sentence and "Hammer" in refusal.sentence
    game.red("fire 10 LC of Legion at Rangers")
    assert game.refused(RED, "fire 1 LC of Legion at Ackbar") == "HERO_SCREEN"  # one stack was not fired on
    game.turn(RED, "fire Strider at Hammer", "fire 100 LC of Legion at Ackbar")
    assert not game.there("Ackbar") and len(game.heard(BLUE, HeroDied)) == 1
    assert game.refused(BLUE, "embark Ackbar in Runner") == "HERO_DEAD"
    assert game.heard(RED, ActionDropped) == []


def heroic() -> Played:
    """The ground battle, with blue's hero ashore behind its units."""
    game = ground()
    game.gm("spawn CORV named Runner at Hoth G-1S for blue", "place Redemption of blue at Hoth DSZ-1")
    game.turn(BLUE, "embark Ackbar in Redemption LAM-1")
    game.gm("place Redemption LAM-1 of blue at Hoth ATM")
    game.turn(BLUE, "move Redemption LAM-1 to G-1S", "disembark Ackbar from Redemption LAM-1")
    assert len(game.heard(BLUE, HeroLanded)) == 1
    return game


@pytest.mark.rule("GCW-G2H-01")
def test_a_hero_alone_is_attacked_at_once_but_not_from_the_air() -> None:
    game = heroic()
    game.gm("remove Rangers of blue", "remove Hammer of blue", "spawn TF named Alpha at Hoth G-1A for red")
    assert game.refused(RED, "fire Alpha at Ackbar") == "HERO_AIR"
    game.red("fire Legion at Ackbar")


@pytest.mark.rule("GCW-G2H-01", "GCW-GAR-02")
def test_units_under_cover_screen_no_hero() -> None:
    game = heroic()
    game.gm("remove Hammer of blue", "spawn BUN named Echo at Hoth G-1S for blue")
    game.turn(BLUE, "garrison Rangers in Echo")
    game.turn(RED, "fire Legion at Ackbar")
    assert not game.there("Ackbar")


@pytest.mark.rule("GCW-HRO-06", "GCW-LCH-03")
def test_a_hero_ashore_fights_by_its_level_and_keeps_its_wounds_aboard() -> None:
    game = heroic()
    assert game.unit("Ackbar").kind.value == "hero" and game.unit("Ackbar").pools == Pools(armor=20)
    game.turn(BLUE, "fire Ackbar at Legion")
    game.gm("set unit Ackbar of blue armor 12")
    game.turn(BLUE, "embark Ackbar in Redemption LAM-1")
    hero = next(one for one in game.state.heroes.values() if one.owner == BLUE)
    assert hero.wounds == 8 and not game.there("Ackbar")
    game.turn(BLUE, "disembark Ackbar from Redemption LAM-1")
    assert game.unit("Ackbar").pools == Pools(armor=12)
    assert game.refused(BLUE, "disembark Ackbar from Runner") == "HERO_PLACE"
    assert game.refused(BLUE, "disembark Luke from Runner") == "NO_HERO"


@pytest.mark.rule("GCW-ATB-02")
def test_ions_do_nothing_to_ground_units_and_the_preview_says_so() -> None:
    game = fortress()
    game.gm("spawn CORV named Talon Two at Hoth ATM for red", "spawn 4 ION named Spark at Hoth G-1S for red",
            "spawn 10 RSO named Outpost at Hoth G-1S for blue")  # fmt: skip
    game.red("fire Spark at Outpost")
    report = game.rules.show(game.known[RED], RED, "preview", "", game.now)
    assert "Ion weapons have no effect on infantry and vehicles. (GCW-ATB-02)" in str(report) and "**0**" in str(report)
    game.red("fire Spark 2 at Echo", "submit Sparks.", "final")
    dealt = game.heard(RED, Dealt)
    assert [one.damage for one in dealt if one.unit == game.unit("Spark").id] == [0]
    assert [one.damage for one in dealt if one.unit == game.unit("Spark 2").id] != [0]  # a facility is hit
    assert game.unit("Outpost").pools == Pools(armor=100)


@pytest.mark.rule("GCW-ORB-05")
def test_troops_move_neither_into_nor_out_of_a_bombarded_grid() -> None:
    game = fortress()
    game.gm("spawn ISD named Avenger at Hoth A-1 for red", "spawn LB named Barge at Hoth G-1S for red",
            "spawn LB named Ferry at Hoth ATM for red", "spawn 5 STM named Wave at Hoth ATM for red inside Ferry",
            "spawn LB named Empty at Hoth ATM for red")  # fmt: skip
    game.turn(RED, "bombard Echo with Avenger")
    assert game.refused(RED, "load 10 squads of Legion into Barge") == "OB_GRID_LOCK"
    assert game.refused(RED, "move Ferry to G-1S") == "OB_GRID_LOCK"
    game.red("move Empty to G-1S", "move Ferry to G-2S", "unload Wave from Ferry")
    game.wait(24)
    game.red("clear", "load 10 squads of Legion into Barge")


@pytest.mark.rule("GCW-G2G-01")
def test_stacks_are_split_and_merged() -> None:
    game = ground()
    assert game.refused(RED, "detach 100 squads from Legion") == "STACK_SIZE"
    assert game.refused(RED, "detach 1 squads from Strider") == "STACK_SIZE"
    assert game.refused(RED, "detach 5 squads from Legion named Strider") == "NAME_TAKEN"
    game.red("detach 30 squads from Legion named Vanguard", "fire Vanguard at Rangers")
    assert game.refused(RED, "merge Vanguard into Legion") == "STACK_FIRED"
    assert game.refused(RED, "merge Strider into Legion") == "NOT_ALIKE"
    game.red("submit In two.", "final")
    assert (game.unit("Vanguard").pools.armor, game.unit("Legion").pools.armor) == (360, 840)
    seen = {one.name: one.count for one in game.contacts(BLUE).values() if one.kind and one.kind.value == "infantry"}
    assert seen == {"Legion": 70, "Vanguard": 30}
    game.turn(RED, "merge Vanguard into Legion")
    assert game.unit("Legion").count == 100 and not game.there("Vanguard")
    seen = {one.name: one.count for one in game.contacts(BLUE).values() if one.code == "STM" and not one.gone}
    assert seen == {"Legion": 100}


@pytest.mark.rule("GCW-SCN-18", "GCW-GRD-03")
def test_a_ground_grid_is_seen_as_one_place_and_orbit_sees_none_of_it() -> None:
    game = joined()
    game.gm("spawn TF named Alpha at Hoth G-1A for red", "spawn CORV named Eye at Hoth A-1 for green",
            "spawn 9 RSO named Rangers at Hoth G-1S for blue", "spawn 9 RSO named F at Hoth G-2S for blue")  # fmt: skip
    assert {one.name for one in game.contacts(RED).values()} == {"Rangers"}
    assert {one.name for one in game.contacts(BLUE).values()} == {"Alpha"}
    assert game.contacts(GREEN) == {}


@pytest.mark.rule("GCW-DMG-20", "GCW-PST-05")
def test_moderators_put_ground_units_only_where_they_can_stand() -> None:
    game = joined()
    assert game.refused(MODERATOR, "spawn 10 STM named Legion at Hoth B-1 for red") == "GROUND_CELL"
    assert game.refused(MODERATOR, "spawn BUN named Echo at Hoth G-1A for red") == "GROUND_CELL"
    assert game.refused(MODERATOR, "spawn BUN named Echo at Hoth G-1 for red") == "LEVEL_REQUIRED"
    assert game.refused(MODERATOR, "spawn OMEGA named Post at Hoth ATM for red") == "GROUND_CELL"
    assert game.refused(MODERATOR, "spawn ISD named Avenger at Hoth ATM for red") == "MOVE_FORBIDDEN"
    assert game.refused(MODERATOR, "spawn 3 ISD named Avenger at Hoth B-1 for red") == "SPAWN_COUNT"
    game.gm("spawn 3 AT-ST named Strider at Hoth G-1S for red", "spawn BUN named Fort at Hoth G-1S for red")
    assert game.refused(MODERATOR, "spawn 61 STM named Crowd at Hoth G-1S for red inside Fort") == "GARRISON_ROOM"
    assert game.refused(MODERATOR, "spawn 6 STM named Crowd at Hoth G-2S for red inside Fort") == "NOT_THERE"
    assert game.there("Strider 3")
    assert game.refused(RED, "shields up Strider") == "NO_SHIELDS"


@pytest.mark.rule("GCW-ABR-01", "GCW-GAR-02", "GCW-G2H-01")
def test_cover_and_heroes_are_safe_from_bombing_runs_out_of_the_atmosphere() -> None:
    game = fortress()
    game.turn(BLUE, "fire Rangers at Legion")
    game.gm("spawn TB named Scimitar at Hoth ATM for red")
    assert game.refused(RED, "bomb Rangers with Scimitar") == "GARRISON_COVER"
    lone = heroic()
    lone.gm("remove Rangers of blue", "remove Hammer of blue", "spawn TB named Scimitar at Hoth ATM for red")
    assert lone.refused(RED, "bomb Ackbar with Scimitar") == "HERO_AIR"


@pytest.mark.rule("GCW-LCH-03")
def test_what_landed_in_this_turn_does_not_fight_by_way_of_a_ship_that_landed_before() -> None:
    game = ground()
    game.gm("spawn VSD named Base at Hoth G-1S for red", "spawn LAM named Lift at Hoth ATM for red")
    game.gm("spawn 1 STM named Squad at Hoth ATM for red inside Lift", "remove Base ARM of red")
    game.red(
        "move Lift to G-1S",
        "launch Base LAM-1 from Base",
        "recall Lift to Base",
        "unload Squad from Lift",
        "unload Squad from Base",
    )
    assert game.refused(RED, "fire Squad at Rangers") == "JUST_LANDED"
