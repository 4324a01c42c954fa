"""Patrols, swarms and bombing runs, played: the register's own cases. Rulebook: GCW-CSP, GCW-CAP, GCW-TIE, GCW-BMB."""

import pytest

from engine.game import Seat
from engine.gcw.battles import (
    used_cp,
)
from engine.gcw.contacts import Lost, Seen
from engine.gcw.data.terms import Pools, Status
from engine.gcw.figures.ucr import refined
from engine.gcw.figures.weapons import damage_of
from engine.gcw.space.patrol import PatrolSet
from engine.gcw.space.volleys import (
    Dealt,
)
from engine.gcw.state import UnitKind
from engine.gcw.turn.turn import ActionDropped
from tests.engine.gcw.playing import BLUE, GREEN, RED, Played, joined


def preview(game: Played) -> list[str]:
    """Preview of red's draft, as red knows it."""
    return list(game.rules.preview(game.known[RED], RED, game.now))


def met(*forces: str) -> Played:
    """Forces at C-1 of Hoth, each "SEAT CODE NAME"."""
    game = joined()
    for force in forces:
        seat, code, name = force.split(" ", 2)
        game.gm(f"spawn {code} named {name} at Hoth C-1 for {seat}")
    return game


def dropped(game: Played, seat: Seat = RED) -> list[str]:
    """Reasons why actions of a player's last turn came to nothing."""
    return [fact.code for fact in game.heard(seat, ActionDropped)]


def guarded(*patrols: str) -> Played:
    """Blue's frigate with these patrols, red's three squadrons, a ship and an auxiliary beside it."""
    game = met(
        "blue NEBB Yavaris", *(f"blue {code} {code}-{n}" for n, code in enumerate(patrols, 1)),
        "red TF Alpha", "red TF Beta", "red TF Gamma", "red LNCR Hound", "red LAM Tyderian",
    )  # fmt: skip
    names = ", ".join(f"{code}-{n}" for n, code in enumerate(patrols, 1))
    game.turn(BLUE, *(f"patrol on {name}" for name in names.split(", ")))
    return game


@pytest.mark.rule("GCW-CSP-01", "GCW-CSP-02")
def test_a_patrol_keeps_squadrons_off_ships_and_nothing_else() -> None:
    game = guarded("XW")
    assert game.unit("XW-1").patrol
    assert game.refused(RED, "fire Alpha at Yavaris") == "CSP_BLOCKED"
    game.red("fire Alpha at XW-1", "fire 1 LC of Hound at Yavaris")
    assert game.refused(RED, "fire Alpha at Yavaris") in ("CSP_BLOCKED", "WEAPON_USED")


@pytest.mark.rule("GCW-CSP-04", "GCW-CSP-06")
def test_two_patrols_are_kept_busy_one_by_one() -> None:
    game = guarded("XW", "XW")
    game.red("fire Alpha at XW-1")
    assert game.refused(RED, "fire Gamma at Yavaris") == "CSP_BLOCKED"
    game.red("fire Beta at XW-2", "fire Gamma at Yavaris")
    game.red("submit Now.", "final")
    assert not dropped(game)
    assert game.unit("Yavaris").pools.shields < 450


@pytest.mark.rule("GCW-CSP-04")
def test_one_laser_of_a_ship_keeps_a_squadron_busy() -> None:
    game = guarded("XW")
    weapon = game.rules.world.mounts("LNCR")[0].weapon
    assert game.refused(RED, "fire Alpha at Yavaris") == "CSP_BLOCKED"
    game.red(f"fire 1 {weapon} of Hound at XW-1", "fire Alpha at Yavaris")
    game.red("submit Now.", "final")
    assert not dropped(game)
    assert game.unit("Yavaris").pools.shields < 450


@pytest.mark.rule("GCW-CSP-06")
def test_a_ship_that_fires_at_three_patrols_keeps_the_first_busy() -> None:
    game = guarded("XW", "XW", "XW")
    weapon = game.rules.world.mounts("LNCR")[0].weapon
    game.red(*(f"fire 1 {weapon} of Hound at XW-{number}" for number in (1, 2, 3)))
    game.red("fire Alpha at Yavaris")
    assert any("only if XW-2 (C3) and XW-3 (C4) are destroyed by then" in line for line in preview(game))
    game.red("submit Forward.", "final")
    (fact,) = game.heard(RED, ActionDropped)
    assert (
        fact.code == "CSP_BLOCKED" and "XW-2 (C3, T3), XW-3 (C4, T4)" in fact.sentence and "XW-1" not in fact.sentence
    )


@pytest.mark.rule("GCW-CSP-06")
def test_fire_at_a_ship_first_does_not_count_as_the_engagement() -> None:
    game = guarded("XW")
    weapon = game.rules.world.mounts("LNCR")[0].weapon
    game.red(f"fire 1 {weapon} of Hound at Yavaris", f"fire 1 {weapon} of Hound at XW-1", "fire Alpha at Yavaris")
    game.red("submit Forward.", "final")
    assert not dropped(game)


@pytest.mark.rule("GCW-CSP-03", "GCW-CSP-04", "GCW-CSP-05")
def test_kinds_do_not_stop_each_other() -> None:
    squadrons, auxiliaries = guarded("XW"), guarded("LAM")
    squadrons.red("fire Tyderian at Yavaris")
    auxiliaries.red("fire Alpha at Yavaris")
    assert auxiliaries.refused(RED, "fire Tyderian at Yavaris") == "CSP_BLOCKED"
    weapon = auxiliaries.rules.world.mounts("LNCR")[0].weapon
    auxiliaries.red(f"fire 1 {weapon} of Hound at LAM-1", "fire Tyderian at Yavaris", "submit Forward.", "final")
    assert dropped(auxiliaries) == ["CSP_BLOCKED"]


@pytest.mark.rule("GCW-CSP-05")
@pytest.mark.parametrize("hidden_damage", [True, False], ids=["as nobody could know", "as the preview says"])
def test_a_ship_that_destroys_an_auxiliary_on_patrol_clears_the_way(hidden_damage: bool) -> None:
    game = guarded("LAM")
    weapon = game.rules.world.mounts("LNCR")[0].weapon
    shots = f"fire 1 {weapon} of Hound at LAM-1"
    if hidden_damage:
        game.gm("set unit LAM-1 of blue armor 1", "set unit LAM-1 of blue shields 0")
    else:
        game.gm("spawn ISD named Avenger at Hoth C-1 for red")
        shots = "fire Avenger at LAM-1"
    game.red(shots, "fire Tyderian at Yavaris")
    assert any("only if" in line for line in preview(game)) is hidden_damage
    game.red("submit Forward.", "final")
    assert not game.there("LAM-1") and not dropped(game)


@pytest.mark.rule("GCW-CSP-05")
def test_an_auxiliary_keeps_an_auxiliary_busy() -> None:
    game = guarded("LAM")
    game.gm("spawn LAM named Second at Hoth C-1 for red")
    game.red("fire Second at LAM-1", "fire Tyderian at Yavaris", "submit Forward.", "final")
    assert game.there("LAM-1") and not dropped(game)


@pytest.mark.rule("GCW-CSP-04")
def test_an_auxiliary_does_not_keep_a_squadron_busy() -> None:
    game = guarded("XW")
    game.red("fire Tyderian at XW-1", "fire Alpha at Yavaris")
    assert any("only if XW-1 (C2) is destroyed by then" in line for line in preview(game))
    game.red("submit Forward.", "final")
    assert dropped(game) == ["CSP_BLOCKED"]


@pytest.mark.rule("GCW-CSP-04", "GCW-CSP-06")
def test_a_squadron_that_destroyed_a_patrol_attacks_no_ship_but_others_do() -> None:
    game = guarded("XW")
    game.gm("set unit XW-1 of blue armor 1", "set unit XW-1 of blue shields 0")
    weapon = game.rules.world.mounts("TF")[0].weapon
    game.red(f"fire 1 {weapon} of Alpha at XW-1", "fire Beta at Yavaris")
    assert game.refused(RED, f"fire 1 {weapon} of Alpha at Yavaris") == "CSP_BLOCKED"
    game.red("submit Forward.", "final")
    assert game.unit("XW-1").status is Status.DOOMED and not dropped(game)


@pytest.mark.rule("GCW-CSP-02", "GCW-GEN-04")
def test_patrols_protect_the_ships_of_those_with_access_and_of_nobody_else() -> None:
    game = met("blue XW Rogue", "green HARD Freight", "red TF Alpha", "red TF Beta")
    game.turn(BLUE, "patrol on Rogue")
    game.turn(RED, "fire Alpha at Freight")
    assert not dropped(game)
    game.blue("relation grant green")
    game.turn(RED, "fire Beta at Freight")
    (fact,) = game.heard(RED, ActionDropped)
    assert fact.code == "CSP_BLOCKED" and "Rogue" in fact.sentence


@pytest.mark.rule("GCW-CSP-06")
def test_a_squadron_that_fights_a_patrol_attacks_no_ship() -> None:
    game = guarded("XW")
    weapons = game.rules.world.mounts("TF")
    game.red(f"fire 1 {weapons[0].weapon} of Alpha at XW-1")
    refusal = game.give(RED, "fire Alpha at Yavaris")
    assert refusal is not None and (refusal.code, refusal.rule) == ("CSP_BLOCKED", "GCW-CSP-06")


@pytest.mark.rule("GCW-CSP-01")
def test_who_can_patrol_where_and_how_it_ends() -> None:
    game = guarded("XW")
    assert game.refused(BLUE, "patrol on Yavaris") == "CSP_UNIT"
    game.turn(BLUE, "move XW-1 to C-2")
    assert not game.unit("XW-1").patrol
    game.turn(BLUE, "patrol on XW-1")
    game.turn(BLUE, "patrol off XW-1")
    assert game.heard(BLUE, PatrolSet) and not game.unit("XW-1").patrol
    game.gm("place XW-1 of blue at Hoth G-1S")
    assert game.refused(BLUE, "patrol on XW-1") == "CSP_CELL"


@pytest.mark.rule("GCW-CSP-02", "GCW-SCN-18")
def test_a_patrol_that_nobody_knew_of_drops_the_attack_and_says_so() -> None:
    game = met("blue NEBB Yavaris", "blue XW Rogue", "red TF Alpha")
    game.blue("patrol on Rogue", "submit We take station.")
    game.red("fire Alpha at Yavaris", "submit We strike.")
    game.wait(hours=1)
    (fact,) = game.ever(RED, ActionDropped)
    assert fact.code == "CSP_BLOCKED" and "Rogue" in fact.sentence
    assert game.unit("Yavaris").pools.shields == 450


def swarming() -> Played:
    """Red's three ordinary TIE squadrons in a swarm beside blue's frigate."""
    game = met("red TF Alpha", "red TF Beta", "red TI Gamma", "blue NEBB Yavaris", "red LNCR Hound")
    game.turn(RED, "swarm Alpha, Beta, Gamma as Locust")
    return game


@pytest.mark.rule("GCW-TIE-01", "GCW-TIE-02")
def test_a_swarm_has_the_sum_of_its_squadrons_and_rating_8() -> None:
    game = swarming()
    world = game.rules.world
    whole = game.unit("Locust")
    assert whole.kind is UnitKind.SWARM and whole.code == "TF+TF+TI"
    assert whole.pools == Pools(
        sum(world.full(code).shields for code in ("TF", "TF", "TI")),
        sum(world.full(code).armor for code in ("TF", "TF", "TI")),
    )
    assert all(game.unit(name).docked == whole.id for name in ("Alpha", "Beta", "Gamma"))
    game.turn(RED, "fire Locust at Yavaris")
    (dealt,) = game.heard(RED, Dealt)
    assert dealt.attack == 8
    raw = sum(
        mount.count * mount.barrels * world.pack.weapons[mount.weapon].damage for mount in world.mounts("TF+TF+TI")
    )
    assert dealt.raw == raw
    game.turn(BLUE, "fire Yavaris at Locust")
    (back,) = game.heard(BLUE, Dealt)
    assert (back.attack, back.defence) == (5, 8)


@pytest.mark.rule("GCW-TIE-01")
def test_only_ordinary_squadrons_of_one_cell_swarm() -> None:
    game = met("red TF Alpha", "red TF Beta", "red TB Gamma", "blue CORV Bantam")
    assert game.refused(RED, "swarm Alpha, Gamma") == "SWARM_UNIT"
    assert game.refused(RED, "swarm Alpha") == "SWARM_CELL"
    game.gm("place Beta of red at Hoth C-2")
    assert game.refused(RED, "swarm Alpha, Beta") == "SWARM_CELL"


@pytest.mark.rule("GCW-TIE-03")
def test_a_swarm_dissolves_into_what_is_left_of_it() -> None:
    game = met("red TF Alpha", "red TF Beta", "red TF Gamma", "red TF Delta", "blue CORV Bantam")
    game.turn(RED, "swarm all TF as Locust")
    each = game.rules.world.full("TF").armor
    left = 2 * each + each // 2
    game.gm(f"set unit Locust of red armor {left}")
    game.turn(RED, "dissolve Locust")
    armor = [game.unit(name).pools.armor for name in ("Alpha", "Beta", "Gamma")]
    assert armor == [each, each, each // 2]
    assert not game.there("Delta") and not game.there("Locust")  # its last act was in that turn


def beset(hits: int, attackers: int) -> Played:
    """A swarm of three on patrol that so many hits destroy, and so many of blue's squadrons drafted at it."""
    fighters = [f"blue XW Rogue{number}" for number in range(4)]
    game = met("red TF Alpha", "red TF Beta", "red TF Gamma", "red LNCR Hound", *fighters)
    world = game.rules.world
    game.turn(RED, "swarm Alpha, Beta, Gamma as Locust")
    game.turn(RED, "patrol on Locust")
    squadron = world.spec("XW")
    raw = damage_of(world.pack.weapons, world.mounts("XW"))
    each = refined(raw, getattr(squadron, "speed", 0) + getattr(squadron, "maneuver", 0), 8)
    game.gm(f"set unit Locust of red armor {each * (hits - 1) + 1}", "set unit Locust of red shields 0")
    game.blue(*(f"fire Rogue{number} at Locust" for number in range(attackers)))
    return game


@pytest.mark.rule("GCW-TIE-04")
@pytest.mark.parametrize(("hits", "blocked"), [(3, False), (4, True)], ids=["destroyed", "some armor left"])
def test_a_swarm_on_patrol_is_busy_when_met_by_as_many_and_destroyed(hits: int, blocked: bool) -> None:
    game = beset(hits, 3)
    game.blue("fire Rogue3 at Hound", "submit All in.", "final")
    codes = [fact.code for fact in game.heard(BLUE, ActionDropped)]
    assert codes == (["CSP_BLOCKED"] if blocked else [])
    assert (game.unit("Hound").pools == game.rules.world.full("LNCR")) is blocked


@pytest.mark.rule("GCW-TIE-04")
def test_a_swarm_met_by_fewer_blocks_although_it_is_destroyed() -> None:
    game = beset(2, 2)
    assert game.refused(BLUE, "fire Rogue3 at Hound") == "CSP_BLOCKED"


@pytest.mark.rule("GCW-TIE-04", "GCW-DMG-17")
def test_a_swarm_destroyed_by_fewer_blocks_for_the_rest_of_that_turn_only() -> None:
    game = beset(3, 3)
    game.blue("fire Rogue3 at Hound")
    game.gm("set unit Locust of red armor 1")  # the second squadron finds nothing left to fight
    game.blue("submit All in.", "final")
    drops = game.heard(BLUE, ActionDropped)
    assert [fact.code for fact in drops] == ["TARGET_GONE", "TARGET_GONE", "CSP_BLOCKED"]
    assert "Locust" in drops[-1].sentence
    assert game.unit("Locust").status is Status.DOOMED
    game.turn(BLUE, "fire Rogue3 at Hound")
    assert not dropped(game, BLUE) and game.unit("Hound").pools != game.rules.world.full("LNCR")


@pytest.mark.rule("GCW-TIE-03")
def test_a_swarm_has_no_place_in_a_hangar_until_it_dissolves() -> None:
    game = met("red TF Alpha", "red TF Beta", "red ISD Avenger", "blue CORV Bantam")
    game.turn(RED, "swarm Alpha, Beta as Locust")
    assert game.refused(RED, "recall Locust to Avenger") == "SWARM_DOCK"
    assert game.refused(RED, "recall all to Avenger") == "NO_CRAFT"


@pytest.mark.rule("GCW-BMB-01", "GCW-BMB-02", "GCW-BMB-03", "GCW-BMB-04", "GCW-BMB-05")
def test_a_bombing_run_goes_past_the_shields() -> None:
    game = met("blue YW Gold", "blue XW Red", "red LNCR Hound", "red CORV Dart", "red TF Alpha")
    world = game.rules.world
    before = game.unit("Hound").pools
    assert game.refused(BLUE, "bomb Hound with Red") == "BOMB_UNIT"
    assert game.refused(BLUE, "bomb Alpha with Gold") == "BOMB_TARGET"
    lasers = next(mount.weapon for mount in world.mounts("YW") if not world.pack.weapons[mount.weapon].warhead)
    assert game.refused(BLUE, f"bomb Hound with 1 {lasers} of Gold") == "BOMB_OTHER_WEAPONS"
    game.blue("bomb Hound with Gold")
    assert game.refused(BLUE, "fire Gold at Hound") == "BOMB_OTHER_WEAPONS"
    assert game.refused(BLUE, "bomb Dart with Gold") in ("BOMB_TARGET", "BOMB_UCR")
    game.blue("submit They dive.", "final")
    (dealt,) = game.heard(BLUE, Dealt)
    warheads = sum(
        mount.count * mount.barrels * world.pack.weapons[mount.weapon].damage
        for mount in world.mounts("YW")
        if world.pack.weapons[mount.weapon].warhead
    )
    assert (dealt.channel, dealt.raw, dealt.quotient, dealt.damage) == ("BYPASS", warheads, 1000, warheads)
    after = game.unit("Hound").pools
    assert after.shields == before.shields and after.armor == before.armor - warheads


@pytest.mark.rule("GCW-BMB-04", "GCW-ABR-01", "GCW-STF-01", "GCW-ATM-02")
def test_bombers_in_the_atmosphere_reach_the_ground_but_nothing_rated_higher() -> None:
    game = joined()
    game.gm(
        "ruling fog off",
        "spawn BUN named Bunker at Hoth G-1S for blue",
        "spawn SPB named Scouts at Hoth G-1S for blue",
        "spawn YW named Gold at Hoth ATM for red",
        "spawn YW named Low at Hoth G-2A for red",
    )
    assert game.refused(RED, "bomb Bunker with Gold") == "BOMB_UCR"
    refusal = game.give(RED, "bomb Bunker with Gold")
    assert refusal is not None and (refusal.code, refusal.numbers["t"], refusal.numbers["b"]) == ("BOMB_UCR", 10, 7)
    assert game.refused(RED, "bomb Scouts with Low") == "FIRE_SAME_CELL"
    game.turn(RED, "bomb Scouts with Gold")
    (dealt,) = game.heard(RED, Dealt)
    assert (dealt.attack, dealt.defence, dealt.channel) == (7, 7, "BYPASS")


@pytest.mark.rule("GCW-CAP-01", "GCW-STF-02")
def test_an_atmospheric_patrol_guards_the_ground_below_it_and_no_more() -> None:
    game = joined()
    game.gm(
        "ruling fog off",
        "spawn AT-AT named Scouts at Hoth G-1S for blue",
        "spawn XW named Rogue at Hoth G-1A for blue",
        "spawn YW named Gold at Hoth ATM for red",
        "spawn TF named Low at Hoth G-1A for red",
        "spawn TF named Second at Hoth G-1A for red",
    )
    game.turn(BLUE, "patrol on Rogue")
    assert game.refused(RED, "fire Low at Scouts") == "CSP_BLOCKED"
    game.red("bomb Scouts with Gold", "fire Second at Rogue", "fire Low at Scouts", "submit Dive.", "final")
    assert not dropped(game)


@pytest.mark.rule("GCW-DMG-17")
def test_a_doomed_squadron_patrols_no_more() -> None:
    game = guarded("XW")
    game.gm("set unit XW-1 of blue armor 1", "set unit XW-1 of blue shields 0")
    game.red("fire Alpha at XW-1", "fire Gamma at Yavaris", "submit Break them.", "final")
    assert game.unit("XW-1").status is Status.DOOMED
    game.turn(RED, "fire Gamma at Yavaris")
    assert not dropped(game)


@pytest.mark.rule("GCW-TIE-01", "GCW-TIE-03", "GCW-SCN-18")
def test_only_those_who_share_the_cell_see_squadrons_swarm_and_part() -> None:
    game = met("red TF Alpha", "red TF Beta", "blue NEBB Yavaris")
    game.gm("spawn HARD named Freight at Hoth A-3 for green", "spawn NEBB named Far at Hoth B-1 for blue")
    game.turn(RED, "fire Alpha at Yavaris", "move Beta to B-1")  # green hears both, and sees neither
    game.turn(RED, "move Beta to C-1")
    game.turn(RED, "swarm Alpha, Beta as Cloud")
    assert not game.heard(GREEN, Lost) and not game.heard(GREEN, Seen)
    assert {one.name for one in game.heard(BLUE, Seen)} == {"Cloud"}
    game.turn(RED, "fire Cloud at Yavaris")
    game.turn(RED, "dissolve Cloud")
    assert not game.heard(GREEN, Lost) and not game.heard(GREEN, Seen)
    assert [one.why for one in game.heard(BLUE, Lost)] == ["flew apart"]


@pytest.mark.rule("GCW-TIE-01", "GCW-BUR-05")
def test_a_swarm_that_breaks_up_releases_the_groups_of_its_squadrons() -> None:
    game = met("red ISD Avenger", "blue XW Rogue", "blue NEBB Yavaris")
    game.red("launch Avenger TF-1, Avenger TF-2 from Avenger")
    game.turn(RED, "swarm Avenger TF-1, Avenger TF-2 as Cloud")
    game.turn(RED, "fire Cloud at Yavaris")
    used = used_cp(game.state, "Hoth", RED)
    game.gm("remove Avenger of red")
    assert used and used_cp(game.state, "Hoth", RED) == used  # orphans keep the cost
    game.gm("set unit Cloud of red armor 1", "set unit Cloud of red shields 0")
    game.turn(BLUE, "fire Yavaris at Cloud")
    assert game.unit("Cloud").status is Status.DOOMED and used_cp(game.state, "Hoth", RED) == 0


@pytest.mark.rule("GCW-CSP-06", "GCW-TIE-01")
def test_a_swarm_of_a_squadron_that_fought_a_patrol_attacks_no_ship() -> None:
    game = guarded("XW")
    game.red("fire Alpha at XW-1", "swarm Alpha, Beta as Cloud")
    assert game.refused(RED, "fire Cloud at Yavaris") == "CSP_BLOCKED"


@pytest.mark.rule("GCW-TIE-03")
def test_what_is_left_of_a_swarm_is_dealt_in_order_of_number() -> None:
    game = met(*(f"red TF Wing-{number}" for number in range(20)))
    numbered = {int(unit.id.rpartition("-")[2]): unit.name for unit in game.state.of(RED) if unit.code == "TF"}
    late = [(one, other) for one in numbered for other in numbered if one < other and str(one) > str(other)]
    first, second = (numbered[number] for number in late[0])
    game.turn(RED, f"swarm {second}, {first} as Cloud")
    game.gm("set unit Cloud of red armor 150")
    game.turn(RED, "dissolve Cloud")
    whole = game.rules.world.full("TF").armor
    assert (game.unit(first).pools.armor, game.unit(second).pools.armor) == (whole, 150 - whole)


@pytest.mark.rule("GCW-BUR-02", "GCW-TIE-01")
def test_neither_a_swarm_nor_a_detachment_uses_command_points_before_it_acts() -> None:
    game = met("red TF Alpha", "red TF Beta", "red LNCR Hound", "blue NEBB Yavaris")
    game.gm("spawn 10 STM named Legion at Hoth G-1S for red")
    weapon = game.rules.world.mounts("LNCR")[0].weapon
    game.turn(RED, f"fire 1 {weapon} of Hound at Yavaris", "swarm Alpha, Beta as Cloud", "detach 4 squads from Legion")
    keys = set(game.state.battles["Hoth"].committed)
    assert keys == {f"red/{game.unit('Hound').id}"}
    game.turn(RED, f"fire 1 {weapon} of Hound at Yavaris", "fire Cloud at Yavaris")
    assert set(game.state.battles["Hoth"].committed) - keys == {f"red/{game.unit(one).id}" for one in ("Alpha", "Beta")}
