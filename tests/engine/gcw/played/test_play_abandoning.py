"""Last acts inside ships: crews in escape pods, derelicts, scuttling; what a battle's pool makes of them.

Rulebook: GCW-DMG-12..18, GCW-BUR.
"""

import pytest

from engine.gcw.battles import (
    used_cp,
)
from engine.gcw.boarding.abandoning import PodsAway, PodsLanded
from engine.gcw.boarding.prizes import LeftAboard, Yielded
from engine.gcw.data.terms import Status
from engine.gcw.figures.ucr import Role
from engine.gcw.fleets import HeroDied, HeroLanded, Removed
from engine.gcw.state import NOBODY, UnitKind
from engine.gcw.turn.turn import ActionDropped
from tests.engine.gcw.boarded import crew, manned, near, preview, words
from tests.engine.gcw.playing import BLUE, GREEN, RED, Played, facing


def disabled(ship: str = "Bantam", hull: int = 150) -> Played:
    """Red has shot the armor off a ship of blue's in B-3, whose last acts are to come."""
    game = facing()
    for one, owner in ((ship, "blue"), ("Bantam", "blue"), ("Yavaris", "blue"), ("Avenger", "red")):
        game.gm(f"place {one} of {owner} at Hoth B-3")
    game.gm(f"set unit {ship} of blue shields 0", f"set unit {ship} of blue armor {7 if ship == 'Bantam' else 9}")
    game.gm(f"set unit {ship} of blue hull {hull}")
    game.turn(RED, f"fire 1 HTLB of Avenger at {ship}")
    return game


def spent(ship: str = "Bantam") -> Played:
    """As `disabled`, with the last acts over."""
    game = disabled(ship)
    game.turn(BLUE)
    return game


@pytest.mark.rule("GCW-DMG-14", "GCW-DMG-15", "GCW-DMG-12")
def test_a_crew_stands_on_the_ground_one_round_later() -> None:
    """The register's: a ship of 150 m in B-3 abandons, 15 squads at G-3S at its owner's next turn."""
    game = disabled()
    game.blue("fire Bantam at Avenger", "abandon Bantam")
    assert "15 squads leave Bantam (T2) in escape pods, and stand at G-3S" in preview(game, BLUE)
    game.blue("submit Away.", "final")
    (away,) = game.heard(BLUE, PodsAway)
    assert (away.pod.cell, away.pod.hp, away.pod.code) == ("G-3S", 150, "RSO")
    assert not game.ever(BLUE, ActionDropped) and not game.there("Bantam crew")
    game.turn(BLUE)
    (landed,) = game.heard(BLUE, PodsLanded)
    crew_stack = game.unit("Bantam crew")
    assert (crew_stack.kind, crew_stack.count, crew_stack.cell) == (UnitKind.INFANTRY, 15, "G-3S")
    assert landed.unit.group == crew_stack.id and crew_stack.group_cp == 0 and not game.state.pods
    assert "15 squads of Rebel Soldier (RSO)" in words(game, BLUE)
    assert game.ever(RED, PodsAway) == [] == game.ever(RED, PodsLanded)


@pytest.mark.rule("GCW-DMG-14")
def test_a_crew_may_act_in_the_turn_in_which_it_stands() -> None:
    game = disabled()
    game.turn(BLUE, "abandon Bantam")
    game.wait(24)
    game.blue("detach 5 squads from Bantam crew named Patrol")
    game.blue("submit On foot.", "final")
    assert game.unit("Patrol").count == 5 and game.unit("Bantam crew").count == 10


@pytest.mark.rule("GCW-DMG-14")
def test_ships_that_may_not_be_abandoned() -> None:
    game = disabled()
    assert game.refused(BLUE, "abandon Yavaris") == "UNIT_NOT_DISABLED"
    assert game.refused(BLUE, "abandon Bantam to G-1") == "POD_GRID"
    game.turn(BLUE)
    game.wait(24)
    assert game.refused(BLUE, "abandon Bantam") == "FINAL_USED"


@pytest.mark.rule("GCW-DMG-14", "GCW-ATM-01")
def test_from_the_atmosphere_the_player_chooses() -> None:
    game = disabled()
    game.gm("place Bantam of blue at Hoth ATM")
    game.blue("abandon Bantam to G-4")
    assert "stand at G-4S" in preview(game, BLUE)


@pytest.mark.rule("GCW-DMG-16")
def test_what_is_abandoned_is_nobodys_derelict() -> None:
    game = disabled("Yavaris")
    game.turn(BLUE, "launch Yavaris XW-1 from Yavaris", "abandon Yavaris")
    wreck = game.unit("Yavaris")
    assert (wreck.owner, wreck.status, wreck.shields_up) == (NOBODY, Status.DERELICT, False)
    assert game.unit("Yavaris YW-1").owner == NOBODY and game.unit("Yavaris XW-1").owner == BLUE
    (lost,) = game.heard(BLUE, Yielded)
    assert lost.abandoned and lost.to == NOBODY
    for seat in (BLUE, RED):
        seen = [one for one in game.contacts(seat).values() if one.name == "Yavaris" and not one.gone]
        assert [(one.status, one.owner) for one in seen] == [(Status.DERELICT, NOBODY)]
        # Its former owner knows what is left of it; the enemy only what it saw taken off the whole.
        assert (seen[0].pools == wreck.pools) == (seat == BLUE)
    assert any("Track" in one for one in game.state.battles["Hoth"].derelicts)
    assert game.rules.world.rating_of(game.state, wreck, Role.DEFEND).value == 0


@pytest.mark.rule("GCW-DMG-14", "GCW-DMG-16")
def test_embarked_squads_stay_and_leave_by_auxiliary() -> None:
    game = disabled("Yavaris")
    game.turn(BLUE, "launch Yavaris LAM-1 from Yavaris", "abandon Yavaris")
    (left,) = game.heard(BLUE, LeftAboard)
    assert left.units == (game.unit("Yavaris RSO").id,)
    alias = game.unit("Yavaris RSO").inside
    game.wait(24)
    assert game.refused(BLUE, f"take off all from {alias} with Yavaris LAM-1") == "BOARD_CAPACITY"
    game.turn(BLUE, f"take off 2 squads from {alias} with Yavaris LAM-1")
    assert game.unit("Yavaris RSO part").docked == game.unit("Yavaris LAM-1").id
    assert game.unit("Yavaris").owner == NOBODY  # squads that stayed do not take her back


@pytest.mark.rule("GCW-DMG-16", "GCW-BRD-03")
def test_a_derelict_is_captured_by_boarding_against_the_squads_that_stayed() -> None:
    game = disabled("Yavaris")
    game.turn(BLUE, "launch Yavaris LAM-1 from Yavaris", "abandon Yavaris")
    game.gm("spawn SEN named S1 at Hoth B-3 for red", "spawn 7 STM named L1 at Hoth B-3 for red inside S1")
    game.turn(RED, "board Yavaris with all from S1", "fight aboard Yavaris")
    assert game.unit("Yavaris").owner == NOBODY and game.unit("Yavaris RSO").pools.armor == 80 - 14
    assert game.heard(RED, ActionDropped) == []
    game.turn(BLUE, f"fight aboard {game.unit('Yavaris RSO').inside}")
    assert game.unit("L1").pools.armor == 84 - 6  # 7 squads × 0.750, up
    for _ in range(5):
        game.turn(RED, "fight aboard Yavaris")
    prize = game.unit("Yavaris")
    assert (prize.owner, prize.status, prize.crew) == (RED, Status.DISABLED, 0)
    assert game.unit("Yavaris YW-1").owner == RED


@pytest.mark.rule("GCW-DMG-14", "GCW-HRO-06")
def test_heroes_leave_with_the_crew() -> None:
    game = disabled("Redemption")
    game.turn(BLUE, "abandon Redemption")
    (hero,) = [one for one in game.state.heroes.values() if one.owner == BLUE]
    assert hero.alive and hero.aboard in game.state.pods
    game.turn(BLUE)
    assert game.heard(BLUE, HeroLanded) and game.unit("Ackbar").cell == "G-3S"
    assert not game.ever(BLUE, HeroDied)


@pytest.mark.rule("GCW-DMG-14", "GCW-ORB-05")
def test_pods_wait_while_their_grid_is_bombarded() -> None:
    game = disabled()
    game.gm(
        "remove Avenger of red",
        "spawn ISD named Hammer at Hoth A-3 for red",
        "spawn 5 RSO named Trench at Hoth G-3S for blue",
    )
    game.turn(BLUE, "abandon Bantam")
    game.gm("spawn 2 ARM named Scouts at Hoth G-3S for red")
    seen = next(one for one in game.contacts(RED).values() if one.name == "Trench")
    game.turn(RED, f"bombard {seen.alias} with Hammer")
    assert any(place == "Hoth/G-3" for place in game.state.bombarded)
    game.turn(BLUE)
    assert game.state.pods and not game.there("Bantam crew")
    game.wait(24)
    game.turn(BLUE)
    assert game.there("Bantam crew") and not game.state.pods


@pytest.mark.rule("GCW-DMG-12", "GCW-DMG-14")
def test_a_doomed_ship_is_abandoned_and_no_derelict() -> None:
    game = disabled(hull=1)
    assert game.unit("Bantam").status is Status.DISABLED_PENDING
    game.turn(RED, "fire 10 HTLB of Avenger at Bantam")
    assert game.unit("Bantam").status is Status.DOOMED
    game.turn(BLUE, "abandon Bantam")
    assert not game.there("Bantam") and game.state.pods
    assert any("Bantam" in one.names for one in game.heard(BLUE, Removed))


@pytest.mark.rule("GCW-DMG-18")
def test_scuttling_takes_the_hull_alone() -> None:
    """15 squads of crew and 2 embarked, raw 1 each, UCR 3: refined(17,3,20) = 3."""
    game = spent()
    game.wait(24)
    game.blue("scuttle Bantam")
    told = preview(game, BLUE)
    assert "17 squads scuttle Bantam (T2): 17 raw × 0.150 (UCR 3 against 20) = **3**, leaving hull 147" in told
    assert game.refused(BLUE, "scuttle Bantam") == "SQUADS_BUSY"
    game.blue("submit Down with her.", "final")
    assert game.unit("Bantam").pools.hull == 147
    game.turn(BLUE, "scuttle Bantam")
    assert game.unit("Bantam").pools.hull == 144  # each own turn


@pytest.mark.rule("GCW-DMG-18")
def test_stacks_of_equal_rating_add_up_before_rounding() -> None:
    game = spent()
    game.gm("remove Bantam RSO of blue")
    game.turn(BLUE, "scuttle Bantam")
    assert game.unit("Bantam").pools.hull == 150 - 3  # 15 × 0.150 = 2.25
    game = spent("Yavaris")
    hull = game.unit("Yavaris").pools.hull
    game.turn(BLUE, "scuttle Yavaris")
    assert game.unit("Yavaris").pools.hull == hull - 6  # (30 + 8) × 0.150 = 5.7, not 4.5 and 1.2 rounded each


@pytest.mark.rule("GCW-DMG-18")
def test_with_the_hull_all_aboard_are_gone() -> None:
    game = disabled(hull=3)
    game.blue("scuttle Bantam")
    assert "leaving hull 0: destroyed, with all who are aboard" in preview(game, BLUE)
    assert game.refused(BLUE, "abandon Bantam") == "TARGET_GONE"
    game.blue("submit Deny her.", "final")
    assert not game.there("Bantam") and not game.there("Bantam RSO")
    assert not game.state.pods


@pytest.mark.rule("GCW-DMG-18")
def test_who_scuttles_does_not_fight_boarders() -> None:
    game = near(craft=1)
    game.gm("set unit Bantam of blue armor 0")
    game.turn(RED, "board Bantam with all from S1")
    game.blue("scuttle Bantam")
    assert game.refused(BLUE, "fight aboard Bantam") == "SQUADS_BUSY"
    game.blue("submit Down.", "final")
    assert game.unit("L1").pools.armor == 84


@pytest.mark.rule("GCW-DMG-18")
def test_what_cannot_be_scuttled() -> None:
    game = spent()
    assert game.refused(BLUE, "scuttle Yavaris") == "UNIT_NOT_DISABLED"
    assert game.refused(BLUE, "scuttle Yavaris XW-1") == "UNIT_NOT_DISABLED"
    assert crew(game, "Bantam") == 150


@pytest.mark.rule("GCW-DMG-18", "GCW-BRD-03")
def test_nobody_is_left_to_scuttle_a_prize() -> None:
    game = near()
    game.gm("remove Bantam RSO of blue", "set unit Bantam of blue armor 0")
    game.turn(RED, *(f"board Bantam with all from S{one}" for one in range(1, 7)), "fight aboard Bantam")
    game.turn(RED, "fight aboard Bantam")
    game.wait(24)
    game.red("scuttle Bantam", "clear")
    for number in range(1, 7):
        game.gm(f"remove L{number} of red")
    assert game.refused(RED, "scuttle Bantam") == "NO_CREW"


def used(game: Played) -> int:
    """Command points that blue uses at Hoth."""
    return used_cp(game.state, "Hoth", BLUE)


@pytest.mark.rule("GCW-BUR-03", "GCW-BUR-05")
def test_a_derelict_is_released_when_its_craft_are_gone() -> None:
    game = disabled("Yavaris")
    game.turn(BLUE, "launch Yavaris XW-1 from Yavaris", "abandon Yavaris")
    assert used(game) == 3  # its squadron fights on
    game.gm("remove Yavaris XW-1 of blue", "remove Yavaris RSO of blue")
    assert used(game) == 0
    game.turn(BLUE, "fire Bantam at Avenger")
    assert game.there("Yavaris crew") and used(game) == 1  # a crew on the ground is no support unit


@pytest.mark.rule("GCW-BUR-04")
def test_a_disabled_ship_keeps_its_cost_and_is_not_committed_by_being_hit() -> None:
    game = disabled()
    assert used(game) == 0
    game.turn(BLUE, "fire Bantam at Avenger")
    assert game.unit("Bantam").status is Status.DISABLED and used(game) == 1


@pytest.mark.rule("GCW-BUR-05")
def test_what_withdrew_counts_until_the_battle_closes() -> None:
    game = disabled()
    game.turn(BLUE, "fire Yavaris at Avenger")
    assert used(game) == 3
    game.turn(BLUE, "withdraw Yavaris to Bespin")
    assert used(game) == 3
    game.wait(48)
    assert game.unit("Yavaris").system == "Bespin" and used(game) == 3


@pytest.mark.rule("GCW-BUR-05", "GCW-BUR-10", "GCW-BUR-11")
def test_what_is_captured_is_released_for_its_loser_and_reinforcements_may_act() -> None:
    game = near()
    game.gm(
        "remove Bantam RSO of blue",
        "spawn MC80 named Home One at Hoth C-1 for blue",
        "spawn RAF named Late at Hoth C-1 for blue",
        "spawn NEBB named Later at Hoth C-1 for blue",
    )
    game.turn(BLUE, "fire Bantam at Avenger", "fire Yavaris at Avenger", "move Home One to C-2", "move Late to C-2")
    assert used(game) == 1 + 3 + 13 + 6
    game.wait(24)
    assert game.refused(BLUE, "move Later to C-2") == "BATTLE_CP_LIMIT"  # present, but not committed
    game.turn(BLUE, "shields up Later")
    game.turn(RED, *(f"board Bantam with all from S{one}" for one in range(1, 7)), "fight aboard Bantam")
    game.turn(RED, "fight aboard Bantam")
    assert game.unit("Bantam").owner == RED and used(game) == 22
    game.gm("spawn CORV named Small at Hoth C-1 for blue")
    game.turn(BLUE, "move Small to C-2")
    assert used(game) == 23


@pytest.mark.rule("GCW-BUR-01")
def test_a_campaign_may_count_each_fleet_by_itself() -> None:
    game = manned(23, 20)
    game.order(BLUE, "relation hostile red")
    assert "Hoth" in game.state.battles
    ships = [one.name for one in game.state.of(RED) if one.kind is UnitKind.SHIP and one.cell == "C-3"]
    game.red(*(f"move {one} to C-4" for one in ships if one.startswith("Main")), "move Post 1 to C-4")
    assert game.refused(RED, "move Post 2 to C-4") == "BATTLE_CP_LIMIT"
    game.gm("ruling battle_cap_scope fleet")
    game.red("move Post 2 to C-4", "submit All.", "final")
    assert (used_cp(game.state, "Hoth", RED, ""), used_cp(game.state, "Hoth", RED, "Hoth")) == (14, 10)


@pytest.mark.rule("GCW-DMG-16", "GCW-PST-04")
def test_what_a_post_calls_derelict_is_so_in_every_list_that_has_it() -> None:
    game = disabled()
    game.gm("spawn HARD named Onlooker at Hoth C-1 for green")
    game.turn(BLUE, "fire Bantam at Avenger", "abandon Bantam")
    seen = [one for one in game.contacts(GREEN).values() if one.cell == "B-3" and one.track]
    assert [one.status for one in seen if one.status is not Status.ACTIVE] == [Status.DERELICT]
    assert all(not one.code for one in seen), "it is too far off to tell its class"
