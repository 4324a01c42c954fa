"""The register's worked examples that need a whole battle, played with their very numbers. GCW-BUR, TIE, ORB, CAP."""

import pytest
from msgspec.structs import replace

from engine.clock import HOUR
from engine.game import Refusal
from engine.gcw.battles import (
    used_cp,
)
from engine.gcw.data.terms import Status
from engine.gcw.figures.ucr import Role
from engine.gcw.space.volleys import (
    Dealt,
)
from engine.gcw.state import put
from engine.gcw.turn.turn import ActionDropped
from tests.engine.gcw.boarded import near, on_duty, roster_cp, storm
from tests.engine.gcw.playing import BLUE, RED, Played, joined


def line(*ships: str) -> Played:
    """Red's ships, each "CODE NAME", beside blue's cruiser at Hoth B-1."""
    game = joined()
    game.gm("spawn MC80 named Liberty at Hoth B-1 for blue")
    for one in ships:
        code, name = one.split(" ", 1)
        game.gm(f"spawn {code} named {name} at Hoth B-1 for red")
    return game


def used(game: Played) -> int:
    """Command points that red uses at Hoth."""
    return used_cp(game.state, "Hoth", RED)


def limit(refusal: Refusal | None) -> tuple[object, ...]:
    """The code of a refusal, what the battle would use and what it may."""
    assert refusal is not None
    return refusal.code, refusal.numbers["new"], refusal.numbers["limit"]


@pytest.mark.rule("GCW-BUR-01")
def test_main_fleet_and_pdf_together_use_23_in_a_battle() -> None:
    """Groups of 12, 5, 5 and an escort of 1 are used; a PDF ship of 3 would make 26 of 23."""
    game = line("ACC Anvil", "ESC Guard", "STRK Havoc", "TF Alpha", "LNCR Warden")
    on_duty(game, "Hoth", "Warden")
    game.turn(RED, *(f"fire {one} at Liberty" for one in ("Anvil", "Guard", "Havoc", "Alpha")))
    assert used(game) == 23
    game.wait(24)
    assert limit(game.give(RED, "fire Warden at Liberty")) == ("BATTLE_CP_LIMIT", 26, 23)


@pytest.mark.rule("GCW-BUR-01")
def test_pdf_ships_fill_what_the_main_fleet_leaves() -> None:
    """The main fleet uses 12; two PDF ships of 5 make it 22."""
    game = line("ACC Anvil", "STRK Warden", "STRK Watcher")
    on_duty(game, "Hoth", "Warden", "Watcher")
    game.turn(RED, *(f"fire {one} at Liberty" for one in ("Anvil", "Warden", "Watcher")))
    assert not game.heard(RED, ActionDropped) and used(game) == 22


@pytest.mark.rule("GCW-BUR-01", "GCW-PDF-03")
def test_a_bonus_ship_on_pdf_duty_uses_nothing() -> None:
    game = line("ACC Anvil", "ESC Guard", "STRK Havoc", "TF Alpha", "SSD Executor")
    on_duty(game, "Hoth", "Executor")
    giant = game.unit("Executor").id
    bonus = replace(game.unit("Executor"), bonus=True)
    game.state = replace(game.state, units=put(game.state.units, giant, bonus))
    game.known[RED] = replace(game.known[RED], units=put(game.known[RED].units, giant, bonus))
    game.turn(RED, *(f"fire {one} at Liberty" for one in ("Anvil", "Guard", "Havoc", "Alpha")))
    game.turn(RED, "fire 1 HTLB of Executor at Liberty")
    assert not game.heard(RED, ActionDropped) and used(game) == 23


@pytest.mark.rule("GCW-BUR-02")
def test_one_shuttle_uses_its_ship_s_points_and_the_ship_adds_none() -> None:
    """Only a shuttle of a ship of 6 CP is launched: 6 are used, and 6 still when the ship fires too."""
    game = line("RAF Home", "CORV Spark")
    game.turn(RED, "fire Spark at Liberty")
    shuttle = next(one.name for one in game.state.of(RED) if one.docked == game.unit("Home").id and one.code == "LAM")
    game.turn(RED, f"launch {shuttle} from Home")
    assert used(game) == 1 + 6
    game.turn(RED, "fire Home at Liberty")
    assert used(game) == 1 + 6


def wrecked() -> Played:
    """Red's ship of 12 CP is abandoned; its two squadrons are out."""
    game = line("ACC Anvil", "ACC Relief")
    craft = [one.name for one in game.state.of(RED) if one.docked == game.unit("Anvil").id and one.code == "TF"]
    game.turn(RED, f"launch {', '.join(craft[:2])} from Anvil", "fire Anvil at Liberty")
    game.gm("set unit Anvil of red shields 0", "set unit Anvil of red armor 1")
    game.turn(BLUE, "fire Liberty at Anvil")
    for one in [one for one in game.state.of(RED) if one.docked == game.unit("Anvil").id]:
        game.gm(f"remove {one.name} of red")
    game.turn(RED, "abandon Anvil")
    assert game.unit("Anvil").status is Status.DERELICT
    return game


@pytest.mark.rule("GCW-BUR-05")
def test_a_derelict_of_12_is_released_when_its_squadrons_are_gone() -> None:
    game = wrecked()
    assert used(game) == 12
    game.wait(24)
    assert limit(game.give(RED, "fire Relief at Liberty")) == ("BATTLE_CP_LIMIT", 24, 23)
    for one in [one for one in game.state.of(RED) if one.code == "TF" and one.name.startswith("Anvil")]:
        game.gm(f"remove {one.name} of red")
    game.turn(RED)
    assert game.there("Anvil crew") and used(game) == 0  # the crew on the ground blocks nothing
    game.turn(RED, "fire Relief at Liberty")
    assert used(game) == 12


@pytest.mark.rule("GCW-BUR-05")
def test_a_ship_of_12_that_withdrew_and_11_others_are_23() -> None:
    game = line("ACC Anvil", "VSD Shade", "CORV Spark")
    game.turn(RED, "fire Anvil at Liberty", "fire Shade at Liberty")
    game.turn(RED, "withdraw Anvil to Bespin")
    assert used(game) == 23
    game.wait(24)
    assert limit(game.give(RED, "fire Spark at Liberty")) == ("BATTLE_CP_LIMIT", 24, 23)


@pytest.mark.rule("GCW-BUR-10")
def test_a_reinforcement_takes_the_place_of_what_was_released() -> None:
    """Used 23, a group of 5 is released, an arrival of 5 fires: 23."""
    game = line("INT Net", "VSD Shade", "STRK Havoc", "STRK Late")
    game.turn(RED, *(f"fire {one} at Liberty" for one in ("Net", "Shade", "Havoc")))
    assert used(game) == 23
    game.wait(24)
    assert limit(game.give(RED, "fire Late at Liberty")) == ("BATTLE_CP_LIMIT", 28, 23)
    game.gm("remove Havoc of red")  # with all that is docked in it
    assert used(game) == 18
    game.turn(RED, "fire Late at Liberty")
    assert used(game) == 23


@pytest.mark.rule("GCW-BUR-10", "GCW-BUR-11")
def test_a_reinforcement_of_5_finds_no_room_beside_20() -> None:
    game = line("ISD2 Chimaera", "STRK Late")
    game.turn(RED, "fire Chimaera at Liberty")
    assert used(game) == 20
    game.wait(24)
    assert limit(game.give(RED, "fire Late at Liberty")) == ("BATTLE_CP_LIMIT", 25, 23)


@pytest.mark.rule("GCW-TIE-04")
@pytest.mark.parametrize(
    ("attackers", "left", "blocked"),
    [(4, 0, False), (4, 1, True), (3, 0, True)],
    ids=["4 attackers, destroyed", "4 attackers, 1 armor left", "3 attackers, destroyed"],
)
def test_a_swarm_of_four_squadrons_on_patrol(attackers: int, left: int, blocked: bool) -> None:
    game = joined()
    names = ("Alpha", "Beta", "Gamma", "Delta")
    game.gm(
        *(f"spawn TF named {one} at Hoth C-1 for red" for one in names), "spawn LNCR named Hound at Hoth C-1 for red"
    )
    game.gm(*(f"spawn XW named Rogue{number} at Hoth C-1 for blue" for number in range(5)))
    game.turn(RED, "swarm all TF as Locust")
    game.turn(RED, "patrol on Locust")
    each = 120  # 48 LC and 24 PT of an X-Wing squadron, UCR 9 against 8
    game.gm(f"set unit Locust of red armor {each * attackers}", "set unit Locust of red shields 0")
    game.blue(*(f"fire Rogue{number} at Locust" for number in range(attackers)))
    line = game.give(BLUE, "fire Rogue4 at Hound")
    game.gm(f"set unit Locust of red armor {each * attackers + left}")
    game.blue("submit All in.", "final")
    assert [one.damage for one in game.heard(BLUE, Dealt)][:attackers] == [each] * attackers
    codes = [] if line is None else [str(line.code)]
    codes += [one.code for one in game.heard(BLUE, ActionDropped)]
    assert codes == (["CSP_BLOCKED"] if blocked else [])
    assert game.unit("Locust").status is (Status.ACTIVE if left else Status.DOOMED)
    if attackers == 3:  # it blocks for the rest of that turn only
        game.turn(BLUE, "fire Rogue4 at Hound")
        assert not game.heard(BLUE, ActionDropped)


@pytest.mark.rule("GCW-ORB-06", "GCW-ORB-04")
@pytest.mark.parametrize(("hours", "malus"), [(23, 1), (24, 0)], ids=["next day 11:00", "next day 12:00"])
def test_a_second_bombardment_before_or_at_the_end_of_the_first(hours: int, malus: int) -> None:
    """At 12:00 and again: at 11:00 of the next day the volley meets −1, at 12:00 none; the effect is 24 hours more."""
    game = joined()
    game.gm(
        "ruling fog off",
        "spawn ISD named Avenger at Hoth A-2 for red",
        "spawn ISD named Second at Hoth A-2 for green",
        "spawn AT-ST named Walker at Hoth G-2S for blue",
        "spawn BUN named Bunker at Hoth G-2S for blue",
        "spawn BUN named Fort at Hoth G-2S for blue",
    )
    rating = 4
    game.turn(RED, "bombard 1 HTLB at Walker; rest at Bunker with Avenger")
    assert game.heard(RED, Dealt)[0].defence == rating
    game.wait(hours)
    again = game.now
    green = game.seats[2]
    game.order(green, "bombard 1 HTLB at Walker; rest at Fort with Second", "submit Again.", "final")
    assert game.heard(green, Dealt)[0].defence == rating - malus
    assert game.state.bombarded == {"Hoth/G-2": again + 24 * HOUR}
    game.gm("spawn AT-ST named Foe at Hoth G-2S for red")
    game.turn(BLUE, "fire Walker at Foe")
    shot = game.heard(BLUE, Dealt)[0]
    assert (shot.attack, shot.defence) == (rating - 1, rating - 1)  # −1 for friend and enemy, never −2


@pytest.mark.rule("GCW-CAP-01")
@pytest.mark.parametrize(
    ("patrol", "line", "code"),
    [
        ("G-1A", "fire Low at Walker", "CSP_BLOCKED"),
        ("G-1A", "bomb Walker with Gold", ""),
        ("ATM", "bomb Walker with Gold", ""),
    ],
    ids=["strafing under a patrol", "bombing from above it", "a patrol of the atmosphere"],
)
def test_what_an_atmospheric_patrol_guards(patrol: str, line: str, code: str) -> None:
    game = joined()
    game.gm(
        "ruling fog off",
        "spawn AT-ST named Walker at Hoth G-1S for blue",
        f"spawn XW named Rogue at Hoth {patrol} for blue",
        "spawn YW named Gold at Hoth ATM for red",
        "spawn TF named Low at Hoth G-1A for red",
    )
    game.turn(BLUE, "patrol on Rogue")
    refusal = game.give(RED, line)
    assert (str(refusal.code) if refusal else "") == code


@pytest.mark.rule("GCW-BRD-04")
@pytest.mark.parametrize("moving", ["", " moving Anvil"], ids=["no ship named", "a ship goes to the PDF"])
def test_a_prize_of_5_finds_no_room_in_a_main_fleet_of_20_unless_a_ship_goes_to_the_pdf(moving: str) -> None:
    game = near()
    game.gm("remove Avenger of red", "spawn ACC named Anvil at Hoth C-3 for red")
    assert roster_cp(game)[0] == 6 + 3 + 12  # six shuttles, Talon and Anvil
    game.gm("remove S6 of red", "spawn DREAD named Prize at Hoth B-1 for blue")
    assert roster_cp(game)[0] == 20
    for one in [one.name for one in game.state.of(BLUE) if one.name.startswith("Prize ")]:
        game.gm(f"remove {one} of blue")
    game.gm("set unit Prize of blue shields 0")
    game.red(f"capture to MAIN{moving}")
    game.turn(RED, *storm("Prize", craft=5), "fight aboard Prize")
    for _ in range(40):
        if game.unit("Prize").owner != BLUE:
            break
        game.turn(RED, "fight aboard Prize")
    prize = game.unit("Prize")
    assert prize.owner == RED
    assert (prize.duty, game.unit("Anvil").duty) == (("", "Hoth") if moving else ("Hoth", ""))  # 25 of 23
    assert roster_cp(game)[0] == (13 if moving else 20)


@pytest.mark.rule("GCW-BMB-04", "GCW-TRC-08")
def test_a_bomber_rated_6_at_targets_rated_6_and_7_and_at_one_that_is_held() -> None:
    """A Y-Wing low over the ground has 8 − 1 − 1; landed ships have the rating of their class."""
    game = joined()
    game.gm(
        "ruling fog off",
        "spawn YW named Gold at Hoth G-1A for red",
        "spawn HARD named Even at Hoth G-1S for blue",
        "spawn CORV named Quick at Hoth G-1S for blue",
        "spawn VSD named Hook at Hoth G-1S for red",
    )
    refusal = game.give(RED, "bomb Quick with Gold")
    assert refusal is not None
    assert (refusal.code, refusal.numbers["t"], refusal.numbers["b"]) == ("BOMB_UCR", 7, 6)
    game.turn(RED, "bomb Even with Gold", "tractor Hook on Quick")
    (dealt,) = game.heard(RED, Dealt)
    assert (dealt.attack, dealt.defence, dealt.quotient) == (6, 6, 1000)
    game.turn(RED, "bomb Quick with Gold")
    (dealt,) = game.heard(RED, Dealt)
    assert (dealt.attack, dealt.defence, dealt.quotient) == (6, 1, 1000)


@pytest.mark.rule("GCW-TRC-10")
def test_ten_projectors_hold_428_metres_of_a_corvette_in_every_turn() -> None:
    game = joined()
    game.gm("spawn ISD named Avenger at Hoth B-1 for red", "spawn CORV named Bantam at Hoth B-1 for blue")
    game.turn(RED, "tractor Avenger on Bantam")
    for seat in (BLUE, RED, BLUE):
        game.turn(seat)
        (hold,) = game.state.holds.values()
        assert (hold.metres, hold.controlled) == (428, True)  # by its normal rating 7, though it is rated 1


@pytest.mark.rule("GCW-DMG-16")
def test_a_hulk_of_250_points_is_derelict_and_rated_0_one_without_hull_is_destroyed() -> None:
    game = line("NEBB Hulk", "NEBB Wreck")
    for ship in ("Hulk", "Wreck"):
        game.gm(f"set unit {ship} of red shields 0", f"set unit {ship} of red armor 1")
    game.gm("set unit Hulk of red hull 255", "set unit Wreck of red hull 5")
    mount = game.rules.world.mounts("MC80")[0]
    game.turn(BLUE, f"fire 1 {mount.label} of Liberty at Hulk", f"fire 2 {mount.label} of Liberty at Wreck")
    hull = game.unit("Hulk").pools.hull
    game.turn(RED, "abandon Hulk", "abandon Wreck")
    assert game.unit("Hulk").status is Status.DERELICT and hull > 0 and not game.there("Wreck")
    assert game.rules.world.rating_of(game.state, game.unit("Hulk"), Role.DEFEND).value == 0
