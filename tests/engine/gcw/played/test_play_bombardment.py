"""Fire between space and the ground, played. Rulebook: GCW-ORB, GCW-ATB, GCW-S2S, GCW-DMG-08."""

import pytest

from engine.clock import HOUR
from engine.game import Seat
from engine.gcw.figures.ucr import refined
from engine.gcw.space.bombardment import BombardmentBegan, BombardmentEnded
from engine.gcw.space.volleys import (
    Dealt,
)
from tests.engine.gcw.playing import BLUE, RED, Played, joined


def siege(cell: str = "A-2") -> Played:
    """Red's Star Destroyer in low orbit over blue's soldiers, walker and bunker at G-2; nothing is hidden."""
    game = joined()
    game.gm(
        "ruling fog off",
        f"spawn ISD named Avenger at Hoth {cell} for red",
        "spawn AT-ST named Scouts at Hoth G-2S for blue",
        "spawn BUN named Bunker at Hoth G-2S for blue",
        "spawn PTLC named Cannon at Hoth G-2S for blue",
        "spawn PIC named Ion at Hoth G-2S for blue",
    )
    return game


def dealt(game: Played, seat: Seat = RED) -> list[tuple[str, int, int, int, int]]:
    """Channel, raw, both ratings and damage of each total of the last step."""
    return [(one.channel, one.raw, one.attack, one.defence, one.damage) for one in game.heard(seat, Dealt)]


@pytest.mark.rule("GCW-ORB-01", "GCW-ORB-02", "GCW-ORB-03")
def test_who_bombards_from_where_and_with_what() -> None:
    game = siege("B-2")
    assert game.refused(RED, "bombard Bunker with Avenger") == "OB_CELL"
    game.gm("place Avenger of red at Hoth A-3", "spawn CORV named Dart at Hoth A-2 for red")
    assert game.refused(RED, "bombard Bunker with Avenger") == "OB_CELL"
    assert game.refused(RED, "bombard Bunker with Dart") == "OB_UNIT"
    game.gm("place Avenger of red at Hoth A-2")
    assert game.refused(RED, "bombard 10 HTLB at Bunker with Avenger") == "OB_PARTIAL"
    assert game.refused(RED, "fire Avenger at Bunker") in ("GROUND_GRID", "FIRE_RANGE")
    game.red("bombard 1 HTLB at Scouts; rest at Bunker with Avenger")
    assert game.refused(RED, "fire Avenger at Scouts") in ("GROUND_GRID", "FIRE_RANGE", "WEAPON_USED")


@pytest.mark.rule("GCW-ORB-04", "GCW-ATB-02", "GCW-GAR-03")
def test_a_bombardment_is_rated_like_all_fire_and_ions_spare_soldiers() -> None:
    game = siege()
    world = game.rules.world
    game.turn(RED, "bombard 10 IC, 1 HTLB at Scouts; rest at Bunker with Avenger")
    told = dealt(game)
    chart = world.pack.weapons
    bunker = next(one for one in told if one[3] == 10)
    assert bunker[4] == refined(bunker[1], 3, 10)
    walker = [one for one in told if one[3] == 4]
    assert walker == [("NORMAL", 15, 3, 4, refined(15, 3, 4)), ("ION", 30, 3, 4, 0)]
    whole = sum(m.count * m.barrels * chart[m.weapon].damage for m in world.mounts("ISD"))
    assert sum(one[1] for one in told) == whole  # every weapon fired


@pytest.mark.rule("GCW-ORB-05", "GCW-ORB-06", "GCW-ORB-04")
def test_a_grid_suffers_for_24_hours_from_the_turn_that_bombarded_it() -> None:
    game = siege()
    posted = game.now
    game.turn(RED, "bombard Bunker with Avenger")
    (began,) = game.heard(None, BombardmentBegan)
    assert (began.place, began.until) == ("Hoth/G-2", posted + 24 * HOUR)
    assert game.state.bombarded == {"Hoth/G-2": posted + 24 * HOUR}
    assert next(one for one in dealt(game) if one[0] == "NORMAL")[3] == 10  # the first volley meets no malus
    game.wait(hours=23, minutes=59, seconds=59)
    assert game.state.bombarded
    game.wait(seconds=1)
    assert not game.state.bombarded and game.heard(None, BombardmentEnded)


@pytest.mark.rule("GCW-ORB-05")
def test_a_landed_ship_takes_nobody_out_of_a_bombarded_grid_and_leaves_it_empty() -> None:
    game = siege()
    game.gm("spawn CORV named Lander at Hoth G-2S for blue", "spawn CORV named Relief at Hoth ATM for blue")
    game.turn(RED, "bombard 1 HTLB at Scouts; rest at Bunker with Avenger")
    assert game.refused(BLUE, "move Lander to ATM") == "OB_GRID_LOCK"
    assert game.refused(BLUE, "move Relief to G-2A") == "OB_GRID_LOCK"
    game.blue("move Lander to G-2A")
    game.gm("remove Lander RSO of blue")
    game.blue("clear", "move Lander to ATM")


@pytest.mark.rule("GCW-ORB-06")
def test_a_second_bombardment_extends_the_first_and_adds_nothing() -> None:
    game = siege()
    game.gm("spawn ISD named Second at Hoth A-2 for green", "spawn BUN named Fort at Hoth G-2S for blue")
    game.turn(RED, "bombard 1 HTLB at Scouts; rest at Bunker with Avenger")
    game.wait(hours=23)
    late = game.now
    game.turn(game.seats[2], "bombard 1 HTLB at Scouts; rest at Fort with Second")
    ratings = [one[3] for one in dealt(game, game.seats[2])]
    assert ratings[0] == 4 - 1 and set(ratings[1:]) == {10}  # never −2, and a facility has no malus
    assert game.state.bombarded == {"Hoth/G-2": late + 24 * HOUR}


@pytest.mark.rule("GCW-S2S-01", "GCW-DMG-06", "GCW-DMG-07", "GCW-DMG-08")
def test_planetary_weapons_reach_low_orbit_above_them_past_the_shields() -> None:
    game = siege()
    before = game.unit("Avenger").pools
    assert game.refused(BLUE, "fire Cannon at Avenger scaled to 0 percent") == "PLANETARY_PCT"
    assert game.refused(BLUE, "fire Cannon at Avenger scaled to 33.5 percent") == "PLANETARY_PCT"
    assert game.refused(BLUE, "fire Cannon at Avenger scaled to 101 percent") == "PLANETARY_PCT"
    game.turn(BLUE, "fire Cannon at Avenger scaled to 40 percent", "fire Ion at Avenger scaled to 33 percent")
    assert dealt(game, BLUE) == [("PTL", 120, 5, 3, 120), ("PIC", 165, 5, 3, 165)]
    after = game.unit("Avenger").pools
    assert (after.shields, after.armor, after.systems) == (before.shields, before.armor - 120, before.systems - 165)
    game.gm("place Avenger of red at Hoth A-1")
    assert game.refused(BLUE, "fire Cannon at Avenger") == "PLANETARY_CELL"
    game.gm("place Avenger of red at Hoth B-2")
    assert game.refused(BLUE, "fire Cannon at Avenger") == "PLANETARY_CELL"
    game.gm("spawn CORV named Dart at Hoth B-2 for blue")
    assert game.refused(BLUE, "fire Dart at Avenger scaled to 50 percent") == "PLANETARY_PCT"


@pytest.mark.rule("GCW-ATB-01", "GCW-ATM-02", "GCW-RNG-01")
def test_ships_in_the_atmosphere_fire_at_any_ground_and_the_ground_not_at_them() -> None:
    game = siege()
    world = game.rules.world
    code = next(code for code, ship in world.pack.ships.items() if ship.atmospheric)
    spec = world.pack.ships[code]
    game.gm(f"spawn {code} named Low at Hoth ATM for red")
    assert game.refused(BLUE, "fire Bunker at Low") in ("GROUND_GRID", "FIRE_RANGE", "WEAPON_USED")
    game.turn(RED, "fire Low at Scouts")
    (one, *_) = dealt(game)
    assert one[2] == max(1, spec.speed + spec.maneuver - 1)


@pytest.mark.rule("GCW-ATB-02")
def test_a_preview_warns_of_ions_at_the_ground() -> None:
    game = siege()
    game.red("bombard 10 IC, 1 HTLB at Scouts; rest at Bunker with Avenger")
    lines = game.rules.preview(game.known[RED], RED, game.now)
    assert any(
        "**0**" in line and "Ion weapons have no effect on infantry and vehicles. (GCW-ATB-02)" in line
        for line in lines
    )


@pytest.mark.rule("GCW-S2S-01")
def test_a_planetary_weapon_hits_nothing_on_the_ground() -> None:
    game = joined()
    game.gm("spawn PTLC named Cannon at Hoth G-1S for blue", "spawn 10 STM named Legion at Hoth G-1S for red")
    refusal = game.give(BLUE, "fire Cannon at Legion")
    assert refusal is not None and refusal.code == "PLANETARY_CELL" and "A-1" in refusal.sentence


@pytest.mark.rule("GCW-UCR-04", "GCW-ORB-03")
def test_shares_for_the_same_target_are_one_total() -> None:
    game = siege()
    game.turn(RED, "bombard 1 HTLB at Bunker; 1 HTLB at Scouts; rest at Bunker with Avenger")
    assert [one[0] for one in dealt(game) if one[3] == 10] == ["NORMAL", "ION"]
