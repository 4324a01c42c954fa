"""Bad input at the table: each refused with its numbers and its rule, and nothing changed."""

from __future__ import annotations

import pytest

from engine.game import Seat
from engine.sunrise.data.shapes import Point
from engine.sunrise.fleet.building import ChooseFaction
from tests.engine.sunrise.playing import BLUE, RED, RULES, Played, armed, locked, turn_one
from tests.engine.sunrise.register_calls import PACK

GUNS = "Warspite | Destroyer | | Energy Lance (fore); Railgun (fore); Torpedo; Flight Deck (Fighter, Bomber)"
SCOUT = "Scout | Corvette | | Arc Gun (fore)"


def builder() -> Played:
    game = Played()
    game.red("new ship Warspite hull Frigate")
    return game


@pytest.mark.rule("FS-FRC-03", "FS-FRC-04", "FS-FRC-05", "FS-FRC-01", "FS-FRC-02", "FS-UPG-25")
@pytest.mark.parametrize(
    ("before", "line", "refusal"),
    [
        ((), "mount Beam Rifle on Warspite", "E_MOUNT FS-FRC-05: Not mounted so. Beam Rifle needs one arc, not none."),
        ((), "mount Torpedo on Warspite facing fore", "E_MOUNT FS-WPN-18"),
        ((), "mount Pinpoint on Warspite facing fore", "E_FACTION FS-FRC-02"),
        ((), "mount Millstone on Warspite facing fore", "E_UNKNOWN FS-UPG-25: There is nothing of that name. Mill"),
        ((), "fit Turret Mount to Warspite", "E_MOUNT FS-FRC-05"),
        (("fit Shields to Warspite",) * 2, "fit Shields to Warspite", "E_SLOTS FS-FRC-03: Wrong number of components. "
            "Warspite has 2 components in 2 slots."),
        (("defend Warspite with Hardened Armor",) * 3, "defend Warspite with Hardened Armor",
            "E_DEFENSES FS-FRC-04: Too many defenses. Warspite has 3 defenses, at most 3."),
        (("new ship Big hull Flagship", "new ship Huge hull Flagship"), "new ship More hull Destroyer",
            "E_INTEGRITY FS-FRC-01: Too much integrity. Integrity is 22, at most 20."),
        ((), "hangar Flight Deck for Warspite holding Fighter, Fighter, Fighter", "E_HANGAR FS-SC-02"),
        ((), "hangar Flight Deck for Warspite holding Drone Swarm", "E_FACTION FS-SC-02"),
        ((), "new ship warspite hull Corvette", "E_VALUE FS-FRC-07"),
        ((), "new ship Other hull Dreadnought", "E_UNKNOWN FS-HULL-01"),
        ((), "unmount Shields from Warspite", "E_UNKNOWN FS-TERM-01"),
        ((), "lock fleet", "E_SLOTS FS-FRC-03: Wrong number of components. **Warspite.** The ship has 0 components"),
        (("faction Old World Coalition",), "faction The First Cycle", "E_FACTION FS-FAC-01"),
    ],
)  # fmt: skip
def test_a_list_is_refused_what_it_may_not_have(before: tuple[str, ...], line: str, refusal: str) -> None:
    game = builder()
    game.red(*before)
    assert game.refused(RED, line).startswith(refusal)


@pytest.mark.rule("FS-FRC-05", "FS-FAC-30")
def test_who_mounts_a_weapon_to_no_arc_is_told_how_one_is_written() -> None:
    game = builder()
    assert "`facing fore`" in game.refusal(RED, "mount Beam Rifle on Warspite").fix
    game.red("faction Old World Coalition")
    refusal = game.refusal(RED, "mount Beam Rifle on Warspite facing fore")
    assert "`facing fore, port`" in refusal.fix
    game.red("mount Beam Rifle on Warspite facing fore, port")


@pytest.mark.rule("FS-FAC-01", "FS-FRC-02")
def test_the_factions_that_are_offered_are_those_that_the_fleet_may_have() -> None:
    def offered(game: Played) -> list[str]:
        return [one.value for one in RULES.options(game.known[RED], RED, ChooseFaction, "faction", {}, game.now)]

    every = [*(one.name for one in PACK.factions.values()), "none"]
    game = Played()
    assert offered(game) == every
    game.red("faction Old World Coalition")
    assert offered(game) == every  # no ship has it yet
    game.red("new ship Warspite hull Frigate")
    assert offered(game) == ["Old World Coalition"]
    assert offered(Played({"factions": "no"})) == ["none"]


@pytest.mark.rule("FS-FRC-06")
def test_a_lock_names_every_fault() -> None:
    game = Played({"total": "6"})
    game.red('load fleet "Big | Cruiser | | Shields\\nSmall | Corvette | | Torpedo (fore)"')
    said = game.refused(RED, "lock fleet")
    assert "E_INTEGRITY FS-FRC-01" in said and "Integrity is 7, at most 6" in said
    assert "1 component, and a Cruiser has 6 slots" in said and "takes no arc" in said and "FS-WPN-18" in said


@pytest.mark.rule("FS-SET-02", "FS-SET-03", "FS-SET-04", "FS-SET-07", "FS-BRD-02")
def test_the_set_up_goes_by_its_distances_and_turns() -> None:
    game = locked()
    assert game.refused(BLUE, "marker at 36 24").startswith("E_TURN FS-SET-03")
    assert game.refused(RED, "marker at 11.9 20").startswith("E_SPACING FS-SET-02: Wrong distance. That is 11.9 inches")
    assert game.refused(RED, "marker at 80 20").startswith("E_BOUNDS FS-BRD-01")
    assert game.refused(RED, "marker at here 20").startswith("E_VALUE FS-BRD-04")
    assert game.refused(RED, "edge S").startswith("E_PHASE FS-SET-07")
    game.red("marker at 36 24")
    assert game.refused(BLUE, "marker at 44.9 24").startswith("E_SPACING FS-SET-03: Wrong distance. That is 8.9 inches")
    game.blue("marker at 45 24")
    game.red("marker at 12 24")
    game.blue("marker at 24 24")
    game.red("marker at 60 24")
    assert game.refused(BLUE, "edge S").startswith("E_TURN FS-SET-04")
    game.red("edge S")
    assert game.refused(BLUE, "edge E").startswith("E_EDGE FS-SET-04: Not that edge. Edge E is not opposite S")
    assert game.refused(RED, "deploy Dart at 20 12.001").startswith("E_SPACING FS-SET-04")
    assert game.refused(RED, "deploy Dart at 20 12 heading 4.5").startswith("E_VALUE FS-BRD-02")
    assert game.refused(RED, "deploy Dart at 20 12 heading 360").startswith("E_VALUE FS-BRD-02")
    assert game.refused(RED, "hold back Dart").startswith("E_FACTION FS-FAC-20")
    assert game.refused(RED, "deploy B1 at 20 12").startswith("E_OWNER FS-TERM-04")


@pytest.mark.rule("FS-MOV-01", "FS-MOV-02", "FS-MOV-03", "FS-MOV-04", "FS-UPG-15", "FS-UPG-17", "FS-TURN-03")
@pytest.mark.parametrize(
    ("orders", "refusal"),
    [
        ("port 4", "E_COURSE FS-MOV-03: Too much course. Course 4 is plotted, and thrust 6 allows 3."),
        (
            "port 1, starboard 1",
            "E_SPLIT FS-MOV-04: Port and starboard in one order. The plot has port 1 and starboard 1.",
        ),
        ("accelerate 7", "E_THRUST FS-MOV-01: Not enough thrust. It takes 7; it has 6."),
        ("accelerate 4, port 3", "E_THRUST FS-MOV-01: Not enough thrust. It takes 7; it has 6."),
        ("decelerate 7", "E_VELOCITY FS-MOV-02: Velocity would fall below 0. Velocity 6 less 7 is below 0."),
        ("port 2, front", "E_MOUNT FS-UPG-15"),
        ("overcharge 2", "E_MOUNT FS-UPG-17"),
        ("jump 3 to 36 24", "E_MOUNT FS-FAC-22"),
        ("miracle", "E_POINTS FS-FAC-03"),
        ("accelerate 1, brake 1", "E_VALUE FS-MOV-02"),
        ("accelerate fast", "E_VALUE FS-TURN-03"),
        ("sing", "E_VALUE FS-TURN-03"),
        ("launch Heavy Bomber", "E_HANGAR FS-SC-03"),
    ],
)
def test_a_plot_keeps_to_what_the_ship_can_do(orders: str, refusal: str) -> None:
    game = turn_one(GUNS)
    assert game.refused(RED, f"Warspite: {orders}").startswith(refusal)
    assert game.refused(RED, f"plots Warspite: {orders}").startswith(refusal)


@pytest.mark.rule("FS-TURN-03", "FS-MOV-14")
def test_orders_are_given_to_own_ships_while_they_are_open() -> None:
    game = turn_one(GUNS)
    assert game.refused(RED, "B1: accelerate 1").startswith("E_OWNER FS-TERM-04")
    assert game.refused(RED, "Nobody: accelerate 1").startswith("E_UNKNOWN FS-TERM-06")
    assert game.refused(RED, "activate Warspite").startswith("E_PHASE FS-TURN-06")
    assert game.refused(RED, "unlock orders").startswith("E_PHASE FS-TURN-03")
    game.red("lock orders")
    assert game.refused(RED, "Warspite: accelerate 1").startswith("E_SEALED FS-TURN-03")
    assert game.refused(RED, "lock orders").startswith("E_SEALED FS-TURN-03")
    game.blue("lock orders")
    assert game.refused(RED, "Warspite: accelerate 1").startswith("E_PHASE FS-TURN-03")
    game = turn_one(GUNS)
    game.wait(2880)
    assert game.refused(RED, "Warspite: accelerate 1").startswith("E_LATE FS-TURN-03")


@pytest.mark.rule("FS-WPN-05", "FS-WPN-07", "FS-WPN-08", "FS-TURN-06", "FS-HULL-07", "FS-HULL-10", "FS-BRD-07")
def test_a_shot_needs_a_weapon_that_works_bears_reaches_and_sees() -> None:
    game = armed(GUNS, SCOUT)
    assert game.refused(BLUE, "activate Scout").startswith("E_TURN FS-TURN-06")
    assert game.refused(RED, "target Railgun at Scout").startswith("E_PHASE FS-TURN-06")
    game.red("activate Warspite")
    assert game.refused(RED, "activate Warspite").startswith("E_PENDING FS-TURN-06")
    assert game.refused(BLUE, "activate Scout").startswith("E_TURN FS-TURN-06")
    assert game.refused(RED, "volley").startswith("E_PENDING FS-WPN-08")
    game.red("target Energy Lance at Scout")  # at 24 inches: band 4 beside band 3
    game.stand("B1", 36, 31, 180)
    assert game.refused(RED, "target Torpedo at Warspite").startswith("E_FRIENDLY FS-WPN-08")
    game.stand("B1", 36, 46, 180)
    assert game.refused(RED, "target Energy Lance at Scout").startswith(
        "E_RANGE FS-WPN-05: Out of range. 34 inches is range band 6, and the weapon's is 3."
    )
    game.stand("B1", 60, 12, 180)
    assert game.refused(RED, "target Railgun at Scout").startswith(
        "E_ARC FS-WPN-01: Out of arc. The target bears 90.00, and the weapon covers fore."
    )
    assert game.refused(RED, "target Shields at Scout").startswith("E_UNKNOWN FS-TERM-02")
    assert game.refused(RED, "target Flight Deck at Scout").startswith("E_UNKNOWN FS-WPN-07")
    game.stand("B1", 36, 36, 180)
    game.gm("add terrain circle 36 24 3")
    said = "The circle (36, 24) r 3 is between (36, 12) and (36, 36)."
    assert game.refused(RED, "target Railgun at Scout").startswith("E_LOS FS-BRD-07") and said in game.refused(
        RED, "target Railgun at Scout"
    )
    assert game.refused(RED, "target Torpedo at Scout").startswith("E_LOS FS-BRD-07")
    game.gm("take terrain t1")
    game.break_system("A1", "c2")
    assert game.refused(RED, "target Railgun at Scout").startswith("E_DESTROYED FS-HULL-07")
    game.break_system("A1", "bridge")
    game.alter("A1", manoeuvred=True)
    assert game.refused(RED, "target Torpedo at Scout").startswith("E_BRIDGE FS-HULL-10")
    game.alter("A1", manoeuvred=False)
    assert game.give(RED, "target Torpedo at Scout") is None


@pytest.mark.rule("FS-WPN-07", "FS-WPN-08", "FS-HULL-11")
def test_a_weapon_fires_once_and_all_targets_come_before_the_dice() -> None:
    game = armed("Warspite | Cruiser | | Energy Lance (fore); Railgun (fore); Torpedo; Away Crews; Shields; Shields",
                 "Wall | Cruiser | | Shields; Shields; Shields; Shields; Shields; Shields")  # fmt: skip
    game.red("activate Warspite", "target Railgun at Wall")
    assert game.refused(RED, "fire Railgun at Wall, Railgun at Wall with Warspite").startswith("E_FIRED FS-WPN-07")
    game.rolls(1, 1, 1, 1)
    game.red("volley")
    assert game.refused(RED, "target Railgun at Wall").startswith("E_FIRED FS-WPN-07")
    assert game.refused(RED, "target Torpedo at Wall").startswith("E_PHASE FS-WPN-08")
    game.red("end activation")
    assert game.refused(RED, "activate Warspite").startswith("E_TURN FS-TURN-06")
    game.blue("activate Wall")
    game.blue("end activation")


@pytest.mark.rule("FS-UPG-03")
def test_a_cloaked_ship_is_shot_at_in_the_own_band_alone() -> None:
    game = armed("Warspite | Corvette | | Railgun (fore)", "Ghost | Frigate | | Cloaking System; Shields")
    game.red("activate Warspite")
    game.stand("B1", 36, 28, 180)
    assert game.refused(RED, "target 1 at Ghost").startswith("E_CLOAK FS-UPG-03")
    game.stand("B1", 36, 34, 180)
    game.red("target 1 at Ghost")
    game.rolls(3, 3)
    game.red("volley")
    assert game.all_rolled()


@pytest.mark.rule("FS-SC-03", "FS-SC-05", "FS-SC-06", "FS-SC-07", "FS-SC-10", "FS-SC-22")
def test_a_squadron_order_needs_reach_room_and_a_mode() -> None:
    fleet = "Home | Frigate | | Flight Deck (Fighter, Fighter); Shields\nOther | Corvette | | Arc Gun (fore)"
    game = turn_one(fleet, "Foe | Corvette | | Arc Gun (fore)\nFull | Frigate | | Fabricator (Fighter); Shields")
    game.red("Home: launch AS1")
    game.red("lock orders")
    game.blue("lock orders")
    assert game.refused(BLUE, "squadron BS1 to Foe as defensive").startswith("E_TURN FS-SC-05")
    assert game.refused(RED, "squadron AS2 to Foe as offensive").startswith("E_PHASE FS-SC-03")
    assert game.refused(RED, "squadron BS1 to Foe as offensive").startswith("E_OWNER FS-TERM-04")
    assert game.refused(RED, "squadron AS1 to Home as offensive").startswith("E_MODE FS-SC-07")
    assert game.refused(RED, "squadron AS1 to Home as sideways").startswith("E_MODE FS-SC-07")
    assert game.refused(RED, "squadron AS1 to Other as dock").endswith("The ship has no working hangar.")
    assert game.refused(RED, "squadron AS1 to Full as dock").startswith("E_OWNER FS-SC-10")
    assert game.refused(RED, "squadron AS1 to Nowhere as offensive").startswith("E_UNKNOWN FS-TERM-06")
    game.assign("AS1", "B1", "defensive")
    game.stand("A1", 36, 6)
    game.stand("B1", 36, 42)
    game.alter("B1", place=Point(36000, 42001))
    assert game.refused(RED, "squadron AS1 to Foe as offensive").startswith(
        "E_CMD_RANGE FS-SC-06: Out of command range. It is 36.001 inches from the nearest ship with a hangar, at most"
    )
    game.stand("B1", 36, 42)
    game.red("squadron AS1 to Foe as offensive")
    assert game.state.stage.value == "pick"


@pytest.mark.rule("FS-SC-10", "FS-SC-02")
def test_a_full_hangar_takes_no_more() -> None:
    fleet = (
        "Home | Frigate | | Flight Deck (Fighter, Fighter); Shields\nFull | Frigate | | Fabricator (Fighter); Shields"
    )
    game = turn_one(fleet)
    game.red("Home: launch AS1", "lock orders")
    game.blue("lock orders")
    assert game.refused(RED, "squadron AS1 to Full as dock") == (
        "E_HANGAR FS-SC-10: No room for that. The one bay of the ship is taken."
    )
    game.red("squadron AS1 to Home as dock")
    assert game.squadron("AS1").bay == "c1"


@pytest.mark.rule("FS-SC-10")
def test_a_squadron_docks_in_the_hangar_that_is_named() -> None:
    decks = "Flight Deck (Fighter, Fighter); Fabricator (Fighter); Fabricator (Fighter); Shields"
    game = turn_one(f"Home | Destroyer | | {decks}")
    game.red("Home: launch AS1 and AS4", "lock orders")
    game.blue("lock orders")
    assert game.refused(RED, "squadron AS1 to Home as dock in c2") == (
        "E_HANGAR FS-SC-10: No room for that. No bay of c2 of Home is empty: 1 of 1 are taken."
    )
    assert "c4 of Home is no working hangar" in game.refused(RED, "squadron AS1 to Home as dock in Shields")
    assert game.refused(RED, "squadron AS1 to Home as dock in bed").startswith("E_UNKNOWN FS-TERM-02")
    assert "to dock in, not to be defensive" in game.refused(RED, "squadron AS1 to Home as defensive in c3")
    assert game.refused(RED, "squadron AS1 to Dart as dock in c1").startswith("E_OWNER FS-SC-10")
    modes = ["offensive", "defensive", "dock", "dock in c1", "dock in c3"]
    assert game.offered(RED, "sunrise squadron", "mode", squadron="AS1", ship="Home") == modes
    game.red("squadron AS1 to Home as dock in Fabricator 2")
    assert game.squadron("AS1").bay == "c3"
    game.gm("put AS1 over Home as dock in c1")
    assert game.squadron("AS1").bay == "c1"


@pytest.mark.rule("FS-HULL-04", "FS-TURN-07")
def test_nobody_chooses_for_the_other_side() -> None:
    game = armed("Warspite | Corvette | | Railgun (fore)", "Wall | Destroyer | | Torpedo; Torpedo; Torpedo; Hydra")
    game.rolls(4, 4, 3, 3)
    game.red("fire Railgun at Wall with Warspite")
    assert game.state.choice is not None and game.state.choice.side.value == "B"
    assert game.refused(RED, "lose 1").startswith(
        "E_TURN FS-TURN-06: It is not your pick. Side B has to choose 2 systems of Wall"
    )
    assert game.refused(RED, "as usual").startswith("E_TURN FS-TURN-06")
    assert game.refused(RED, "end activation").startswith("E_TURN FS-TURN-06")
    assert game.refused(BLUE, "activate Wall").startswith("E_PENDING FS-TURN-07")
    assert game.refused(BLUE, "reroll 1").startswith("E_PHASE FS-TURN-07")
    assert game.refused(BLUE, "lose 1, 2, 3").startswith("E_VALUE FS-HULL-04")
    assert game.refused(BLUE, "lose Refractive Coating").startswith("E_UNKNOWN FS-TERM-02")
    game.blue("lose 4, 1")
    assert not game.works("B1", "c4") and not game.works("B1", "c1")


@pytest.mark.rule("FS-TERM-04", "FS-WIN-07")
def test_only_the_sides_of_a_game_have_a_say() -> None:
    game = Played()
    assert game.refused(RED, "join side C").startswith(
        "E_VALUE FS-TERM-04: That value is not possible. There are side A"
    )
    assert game.refused(Seat("green"), "sample fleet line").startswith("E_OWNER FS-TERM-04")
    assert game.refused(RED, "lay circle 36 24 3").startswith("E_PERM FS-BRD-05")
    assert game.refused(RED, "withdraw the draw").startswith("E_PHASE FS-WIN-07")
    game.red("offer a draw")
    assert game.refused(RED, "offer a draw").startswith("E_ONCE FS-WIN-07")
    game.blue("offer a draw")
    assert game.state.winner is not None and game.state.winner.value == "draw"
    assert game.refused(RED, "concede the game").startswith("E_PHASE FS-WIN-07")
