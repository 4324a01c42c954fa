"""Battles of Empires at War: sites, packets, reports, what comes of them, settlements by dice (register, section 2)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace

from engine.eaw import EmpiresAtWar, ruleset
from engine.eaw.battle import auto, positions, scoring
from engine.eaw.battle.filings import label, read_fate, read_fates, sheet, written
from engine.eaw.battle.reports import Losses, Reported, TermsSet
from engine.eaw.battle.sites import AttackersShown, BattleSet, PacketGiven
from engine.eaw.state import Battle, Exit, Fate, Filing, Force, Packet, Terms, Unit, with_ships
from engine.game import MODERATOR, Seat
from tests.engine.eaw.playing import BLUE, GOLD, RED, RULES, SHEETS, Played

ENTRIES = RULES.world.pack.entries


def lane_battle() -> Played:
    """S1: fleets that swap meet in the lane between 1 and 2."""
    game = Played()
    game.fleet(RED, 1, "1", "CA", "FF")
    game.fleet(BLUE, 1, "2", "D7", "F5")
    game.red("jump fleet 1 to 2")
    game.blue("jump fleet 1 to 1")
    game.seal()
    return game


def only_battle(game: Played) -> Battle:
    (battle,) = game.state.battles.values()
    return battle


# Where they start


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("A", "B", ("3001 D", "6015 E")),
        ("A", "C", ("3015 D", "4538 F")),
        ("", "D", ("3030 ", "3060 A")),
        ("E", "B", ("1538 B", "4523 E")),
    ],
)
def test_forces_start_thirty_hexes_apart(one: str, other: str, expected: tuple[str, str]) -> None:
    """EAW-20.0.1, EAW-20.0.2, EAW-20b: the examples of 2.2."""
    found = positions.starts(ENTRIES, one, other)
    assert tuple(f"{start.hex} {start.facing}" for start in found) == expected


def test_of_two_from_one_direction_the_other_takes_the_other_side() -> None:
    """EAW-20a: both from A, first picks F: 1523 C and 4523 E."""
    first, second = positions.same_way("A", "left")
    found = positions.starts(ENTRIES, first, second)
    assert [(start.hex, start.facing) for start in found] == [("1523", "C"), ("4523", "E")]


@pytest.mark.parametrize(("turn", "impulse", "early"), [(3, 16, False), (3, 10, True), (2, 32, True), (4, 1, False)])
def test_nobody_leaves_before_turn_three_impulse_sixteen(turn: int, impulse: int, early: bool) -> None:
    """EAW-21a.1"""
    assert positions.too_early(turn, impulse) is early


def test_a_swap_is_fought_in_the_lane_and_its_winner_goes_on() -> None:
    """S1: A starts 1523 C from F, B 4538 F from C, range 30; EAW-5c, EAW-20.0.1"""
    game = lane_battle()
    battle = only_battle(game)
    assert [(force.seat, force.comes, force.hex, force.facing) for force in battle.forces] == [
        (RED, "F", "1523", "C"), (BLUE, "C", "4538", "F"),
    ]  # fmt: skip
    game.red(f"report {battle.id} to turn 6 with B1 destroyed; B2 destroyed; A2 crippled; rest here")
    game.blue(f"confirm {battle.id}")
    assert game.where("red:1") == "2"
    assert game.state.fleets["red:1"].place == "system"
    assert game.state.empires[RED].vp == "188"
    assert game.state.ships["red:FF-1"].crippled
    assert "blue:1" not in game.state.fleets
    assert game.state.t == 1


def test_who_leaves_backwards_arrives_next_season_for_nothing() -> None:
    """S18, EAW-21a.5"""
    game = lane_battle()
    battle = only_battle(game)
    assert [[(out.direction, out.to, out.cost) for out in exits] for exits in game.state.packets[battle.id].exits] == [
        [("F", "1", 0)], [("C", "2", 0)],
    ]  # fmt: skip
    game.red(f"report {battle.id} to turn 4 with A1 here; A2 here; B1 left C 3.20; B2 left C 3.20 hit")
    game.blue(f"confirm {battle.id}")
    fleet = game.state.fleets["blue:1"]
    assert (fleet.place, fleet.bound) == ("hyper", "2")
    assert game.state.realms[BLUE].debt == 0


@pytest.mark.parametrize(
    ("words", "refused"),
    [
        ("A1 here", "E_REPORT EAW-30.0: The report of the battle does not hold: A2, B1, B2 are missing"),
        ("rest here", "E_REPORT EAW-26d"),
        ("A1 here; A1 destroyed; rest destroyed", "E_REPORT EAW-30.0"),
        ("C1 here; rest destroyed", "E_REPORT EAW-30.0"),
        ("rest vanished", "E_REPORT EAW-30.0"),
        ("B1 left C 3.10; B2 destroyed; rest here", "E_DISENG EAW-21a.1"),
        ("B1 left A 3.20; B2 destroyed; rest here", "E_DISENG EAW-21.0.2"),
        ("B1 left C 3.20 bluff; B2 destroyed; rest here", "E_DISENG EAW-2e.8"),
        ("B1 captured by B2; B2 destroyed; rest here", "E_REPORT EAW-25.0"),
        ("A1 destroyed; B1 captured by A1; B2 destroyed; A2 here", "E_REPORT EAW-25.0"),
        ("A1 damaged; rest destroyed", "E_REPORT EAW-30.0"),
        ("A1 here boxes (many); rest destroyed", "E_REPORT EAW-30.0"),
        ("A1 here killed (cook); rest destroyed", "E_REPORT EAW-2e.5"),
    ],
)
def test_a_report_that_does_not_hold_is_refused(words: str, refused: str) -> None:
    game = lane_battle()
    found = game.refused(RED, f"report {only_battle(game).id} to turn 6 with {words}")
    assert found.startswith(refused.partition(":")[0]), found


def test_what_was_reported_is_told_again_once_its_battle_is_over_by_the_marks_of_its_units() -> None:
    game = lane_battle()
    battle = only_battle(game)
    game.red(f"report {battle.id} to turn 6 with B1 destroyed; B2 destroyed; rest here")
    reported, packet = (
        next(one for one in game.said if isinstance(one.fact, kind)) for kind in (Reported, PacketGiven)
    )
    assert "A2 FF-1 holds. B1 D7-1 is destroyed." in str(RULES.tell(game.known[BLUE], reported, BLUE))
    assert "by direction: Federation (red) F; Klingon (blue) C." in str(RULES.tell(game.known[BLUE], packet, BLUE))
    game.blue(f"confirm {battle.id}")
    again = str(RULES.tell(game.known[BLUE], reported, BLUE))
    assert "A2 holds. B1 is destroyed." in again and "D7-1" not in again
    assert "by direction: side A F; side B C." in str(RULES.tell(game.known[BLUE], packet, BLUE))


def test_two_reports_that_differ_are_amended_until_one_is_confirmed() -> None:
    """EAW-30.0: neither side's word alone is taken (2.5)."""
    game = lane_battle()
    battle = only_battle(game)
    game.red(f"report {battle.id} to turn 6 with B1 destroyed; B2 destroyed; rest here")
    assert game.refused(RED, f"confirm {battle.id}").startswith("E_REPORT")
    game.blue(f"report {battle.id} to turn 6 with B1 destroyed; B2 left C 4.1; rest here")
    assert only_battle(game).id == battle.id
    game.red(f"confirm {battle.id}")
    assert game.state.fleets["blue:1"].place == "hyper"


def test_the_same_report_from_both_is_final() -> None:
    game = lane_battle()
    line = f"report {only_battle(game).id} to turn 6 with B1 destroyed; B2 destroyed; rest here"
    game.red(line)
    game.blue(line)
    assert not game.state.battles


def test_a_dispute_is_ruled_by_a_moderator() -> None:
    game = lane_battle()
    battle = only_battle(game)
    game.red(f"report {battle.id} to turn 6 with B1 destroyed; B2 destroyed; rest here")
    game.blue(f"dispute {battle.id} because the F5 got away")
    assert only_battle(game).stage == "ruling"
    game.gm(f"rule {battle.id} to turn 6 with B1 destroyed; B2 left C 5.2; rest here")
    assert game.state.fleets["blue:1"].place == "hyper"


def test_a_battle_that_nobody_reports_goes_to_a_moderator() -> None:
    game = lane_battle()
    battle = only_battle(game)
    assert battle.until is not None
    game.lapse(battle.until)
    assert only_battle(game).stage == "ruling"
    game.gm(f"give 48 hours to {battle.id}")
    assert only_battle(game).stage == "open"


def test_three_empires_fight_by_size() -> None:
    """S3, EAW-26a: C(590) against A(580) first, the survivor against B."""
    game = Played(3)
    game.fleet(RED, 1, "1", "CC", "CA", "CA")
    game.fleet(BLUE, 1, "3", "F5")
    game.fleet(GOLD, 1, "5", "CC", "BC", "BC")
    for seat in (RED, BLUE, GOLD):
        game.order(seat, "jump fleet 1 to 2")
    game.seal()
    first = only_battle(game)
    assert {force.seat for force in first.forces} == {RED, GOLD}
    loser = next(letter for letter, force in zip("AB", first.forces, strict=True) if force.seat == GOLD)
    lost = "; ".join(f"{loser}{number} destroyed" for number in (1, 2, 3))
    line = f"report {first.id} to turn 9 with {lost}; rest here"
    game.red(line)
    game.gold(line)
    second = only_battle(game)
    assert [force.seat for force in second.forces] == [RED, BLUE]
    assert not second.fresh
    assert (second.forces[0].hex, second.forces[1].hex) == ("", ENTRIES[second.forces[1].comes].alternate)


def test_admirals_order_their_fleets_and_nobody_else_sees_it() -> None:
    """EAW-26.0: A files F2, F1; B none: F2 against B's largest."""
    game = Played()
    game.fleet(RED, 1, "1", "CC")
    game.fleet(RED, 2, "1", "FF")
    game.fleet(BLUE, 1, "2", "D7")
    game.fleet(BLUE, 2, "2", "F5")
    game.red("jump fleet 1 to 2", "jump fleet 2 to 2")
    game.seal()
    (site,) = game.state.sites.values()
    game.red(f"battle order 2, 1 at {site.id}")
    assert game.heard_by(BattleSet, BLUE) == []
    assert site.until is not None
    assert game.refused(BLUE, f"battle order 7 at {site.id}").startswith("E_ID EAW-26.0")
    game.lapse(site.until)
    assert [force.group for force in only_battle(game).forces] == ["red:2", "blue:1"]


def test_a_dock_owner_sees_the_attackers_and_pools() -> None:
    """EAW-28.0, EAW-28a.1"""
    game = Played()
    home = game.state.realms[RED].home
    game.fleet(RED, 1, home, "CA")
    game.fleet(RED, 2, home, "FF")
    game.fleet(BLUE, 1, "2", "D7")
    game.blue(f"jump fleet 1 to {home}")
    game.seal()
    (shown,) = game.heard_by(AttackersShown, RED)
    assert [unit.name for unit in shown.units] == ["D7-1"]
    assert game.heard_by(AttackersShown, BLUE) == []
    (site,) = game.state.sites.values()
    assert game.refused(RED, f"pool 9: CA-1 at {site.id}").startswith("E_SPLIT")
    assert game.refused(RED, f"pool 1: CA-1 at {site.id}").startswith("E_SPLIT")
    game.red(f"pool 1: CA-1, FF-1, dock 1 at {site.id}")
    battle = only_battle(game)
    mine = next(force for force in battle.forces if force.seat == RED)
    assert [unit.name for unit in mine.units] == ["CA-1", "FF-1", "FRD 1"]


def test_a_captured_ship_stands_uninspected_in_its_captors_fleet() -> None:
    """EAW-25b.1, EAW-25c"""
    game = lane_battle()
    line = f"report {only_battle(game).id} to turn 8 with B1 captured by A1 crippled; B2 destroyed; rest here"
    game.red(line)
    game.blue(line)
    (prize,) = (ship for ship in game.state.ships.values() if ship.design == "Klingon D7")
    assert (prize.owner, prize.fleet, prize.inspected, prize.crippled) == (RED, "red:1", False, True)
    assert game.state.empires[RED].vp == str(2 * 117 + 71)


def test_prime_teams_do_not_go_with_a_captured_ship_and_its_drones_do() -> None:
    """EAW-25b.1"""
    game = lane_battle()
    game.gm("enter refit marines of Klingon D7 costs 4 counts 5 year 165 kind prime teams")
    game.gm("enter refit fast drones of Klingon D7 costs 6 counts 6 year 165 kind drones")
    battle = only_battle(game)
    hers = next(unit.id for force in battle.forces for unit in force.units if unit.mark == "B1")
    game.arrange(with_ships(game.state, [hers], prime_teams=5, upgrades={"marines": 5, "fast drones": 6}))
    line = f"report {battle.id} to turn 8 with B1 captured by A1 crippled; B2 destroyed; rest here"
    game.red(line)
    game.blue(line)
    (prize,) = (ship for ship in game.state.ships.values() if ship.design == "Klingon D7")
    assert (prize.prime_teams, prize.upgrades) == (0, {"fast drones": 6})


# Points


def unit(mark: str, cbpv: int, id: str = "") -> Unit:
    return Unit(mark, id or mark, "ship", mark, "CA", str(cbpv), str(cbpv))


def test_points_are_the_highest_category_of_each_unit() -> None:
    """EAW-4e.2: 125 + 47 + 142 + 25 + 9.3 = 348.3"""
    theirs = tuple(unit(f"B{number}", cbpv) for number, cbpv in enumerate((125, 94, 71, 100, 93), 1))
    battle = Battle("x", "y", 1, (Force(RED, "", (unit("A1", 100),)), Force(BLUE, "", theirs)))
    fates = {
        "A1": Fate(), "B1": Fate("destroyed"), "B2": Fate(crippled=True), "B3": Fate("captured", by="A1"),
        "B4": Fate("left"), "B5": Fate(hurt=True),
    }  # fmt: skip
    found = scoring.score(battle, fates, {}, {}, cumulative=False)
    assert found.points == (Fraction("348.3"), Fraction(0))


def test_a_later_battle_scores_only_what_is_new() -> None:
    """EAW-4e.2: crippled in the first battle 62.5; in the second hit 0, leaves 31.25, destroyed 125."""
    one = unit("B1", 125)
    before = ("crippled", "hurt")
    for fate, points in ((Fate(hurt=True), 0), (Fate("left"), Fraction("31.25")), (Fate("destroyed"), 125)):
        assert scoring.worth(one, scoring.deeds(one, fate), before, cumulative=False) == points
    leaves = scoring.deeds(one, Fate("left", crippled=True))
    assert scoring.worth(one, leaves, (), cumulative=False) == Fraction("62.5")
    assert scoring.worth(one, [deed for deed in leaves if deed != "hurt"], (), cumulative=True) == Fraction("93.75")


@pytest.mark.parametrize(("rules", "vp"), [(RULES, "0"), (ruleset(SHEETS, version=1), "35.5")])
def test_who_came_crippled_is_crippled_by_nobody_there(rules: EmpiresAtWar, vp: str) -> None:
    """EAW-4e.2: a report says of FF-1 what its packet says. The first version scored half of its 71 once more."""
    game = Played(rules=rules)
    game.fleet(RED, 1, "1", "CA", "FF")
    game.fleet(BLUE, 1, "2", "D7")
    game.red("jump fleet 1 to 2")
    game.gm("correct crippled of ship FF-1 of red to yes")
    game.seal()
    line = f"report {only_battle(game).id} to turn 4 with A1 here; A2 here crippled; B1 destroyed"
    game.red(line)
    game.blue(line)
    assert (game.state.empires[RED].vp, game.state.empires[BLUE].vp) == ("117", vp)


BONUS, BEFORE = {"vp-difference-bonus": "yes"}, ruleset(SHEETS, version=4)


@pytest.mark.parametrize(
    ("rules", "way", "points"),
    [(RULES, "destroyed", ("188", "8")), (RULES, "left D 4.20", ("134.75", "0")), (BEFORE, "destroyed", ("188", "0"))],
)
def test_the_smaller_force_scores_the_difference_if_nobody_leaves(
    rules: EmpiresAtWar, way: str, points: tuple[str, str]
) -> None:
    """SFB S2.2, by the setting of the table: 196 CBPV met 188. No version before 5 read it."""
    game = Played(rules=rules, options=BONUS)
    game.fleet(RED, 1, "1", "CA", "FF")
    game.fleet(BLUE, 1, "2", "D7", "F5")
    game.red("jump fleet 1 to 2")
    game.seal()
    game.gm(f"rule {only_battle(game).id} to turn 5 with A1 here; A2 here; B1 destroyed; B2 {way}")
    assert (game.state.empires[RED].vp, game.state.empires[BLUE].vp) == points


def test_a_ruling_ends_in_a_stalemate_or_says_nothing_of_it() -> None:
    """EAW-26d. Until version 5 a moderator's other words were read as none, and recorded games go on so."""
    for rules in (RULES, BEFORE):
        game = Played(rules=rules)
        game.fleet(RED, 1, "1", "CA")
        game.fleet(BLUE, 1, "2", "D7")
        game.red("jump fleet 1 to 2")
        game.seal()
        line = f"rule {only_battle(game).id} to turn 5 with A1 here; B1 destroyed as red wins"
        if rules is RULES:
            assert game.refused(MODERATOR, line).startswith("E_VALUE EAW-26d: ")
            game.gm(line.removesuffix(" as red wins"))
        else:
            game.gm(line)
        assert not game.state.battles


def test_experience_goes_by_shares_of_strength() -> None:
    """EAW-2e.4: 400 points, fleet 600: CA 150 gains 100, DD 90 gains 60; fleet 500: 125 loses 100, 50 loses 40."""
    mine = Force(RED, "", (unit("A1", 150), unit("A2", 90), unit("A3", 360)))
    gains = scoring.experience(mine, Fraction(400), won=True)
    assert [gains["A1"], gains["A2"]] == [100, 60]
    theirs = Force(BLUE, "", (unit("B1", 125), unit("B2", 50), unit("B3", 325)))
    losses = scoring.experience(theirs, Fraction(400), won=False)
    assert [losses["B1"], losses["B2"]] == [-100, -40]
    assert scoring.points_winner((Fraction(1), Fraction(1))) is None


# EaW-AUTO 1


def test_the_worked_settlement_of_the_register() -> None:
    """2.7: after round 8 A leaves with CA and DD; points 138.0 and 246.5 (EAW-30.0)."""
    a = tuple(
        Unit(f"A{n}", f"A{n}", "ship", what, what, str(c), str(c))
        for n, (what, c) in enumerate((("CC", 137), ("CA", 125), ("DD", 94)), 1)
    )
    b = tuple(
        Unit(f"B{n}", f"B{n}", "ship", what, what, str(c), str(c))
        for n, (what, c) in enumerate((("D7C", 139), ("D7", 117), ("F5", 71)), 1)
    )
    battle = Battle("x", "y", 1, (Force(RED, "r", a), Force(BLUE, "b", b)))
    packet = Packet("x", ((Exit("A", "1", "1-2", 0),), (Exit("D", "2", "1-2", 0),)))
    terms = {RED: Terms("x", RED, 50, "A"), BLUE: Terms("x", BLUE, 50, "D")}
    pairs = {"handling 0": 5, "handling 1": 10}
    for number, (one, other) in enumerate(((2, 6), (7, 2), (6, 5), (11, 6), (7, 7), (8, 6), (6, 7), (10, 9)), 1):
        pairs[f"round {number} 0"], pairs[f"round {number} 1"] = one, other
    wanted = {
        0: ["B1", "B2", "B3", "B2", "B1", "B1", "B2", "B2", "B2", "B1"],
        1: ["A1", "A1", "A1", "A1", "A1", "A1", "A2", "A2", "A3", "A3", "A2", "A2"],
    }
    weights = {"B1": 13900, "B2": 11700, "B3": 7100, "A1": 13700, "A2": 12500, "A3": 9400}

    def roll(label: str, sides: int) -> int:
        head, _, tail = label.rpartition("/")
        if tail in ("1", "2") and head in pairs:
            return pairs[head] // 2 if tail == "1" else pairs[head] - pairs[head] // 2
        if "/out " in label:
            return 1
        side = int(label.partition("/")[0].rpartition(" ")[2])
        mark = wanted[side].pop(0)
        order = ["A1", "A2", "A3"] if side else ["B1", "B2", "B3"]
        if side and sides < sum(weights[one] for one in order):
            order.remove("A1")
        if not side and sides < sum(weights[one] for one in order):
            order.remove("B2")
        assert sides == sum(weights[one] for one in order)
        at = 1
        for one in order:
            if one == mark:
                return at
            at += weights[one]
        raise AssertionError(mark)

    fates, last, stalemate = auto.settled(battle, packet, terms, roll)
    assert (last, stalemate) == (8, False)
    assert {mark: (fate.fate, fate.crippled) for mark, fate in fates.items()} == {
        "A1": ("destroyed", True), "A2": ("left", True), "A3": ("left", True),
        "B1": ("here", False), "B2": ("destroyed", True), "B3": ("here", False),
    }  # fmt: skip
    assert scoring.score(battle, fates, {}, {}, cumulative=False).points == (Fraction(138), Fraction("246.5"))


def test_a_settlement_takes_both_admirals() -> None:
    game = lane_battle()
    battle = only_battle(game)
    game.red(f"settle {battle.id} leaving at 50 % by F")
    assert only_battle(game).agreed == (RED,)
    assert game.heard_by(TermsSet, BLUE) == []
    assert game.refused(BLUE, f"settle {battle.id} leaving at 50 % by A").startswith("E_DISENG")
    game.rolls(*([4] * 200))
    game.blue(f"settle {battle.id} leaving at 50 % by C")
    assert not game.state.battles


def test_equal_fleets_hold_the_field_equally_often() -> None:
    """2.7: 593 against 593 each 49 to 51 per cent, 593 against 500 81 to 19."""
    from engine.played.chance import Chance

    def force(seat: Seat, letter: str, total: int) -> Force:
        each = total // 6
        return Force(seat, letter, tuple(unit(f"{letter}{n}", each) for n in range(1, 7)))

    packet = Packet("x", ((Exit("A", "1", "1-2", 0),), (Exit("D", "2", "1-2", 0),)))
    terms = {RED: Terms("x", RED, 50, "A"), BLUE: Terms("x", BLUE, 50, "D")}
    chance = Chance("equal")
    for strength, share in ((593, 50), (500, 81)):
        battle = Battle("x", "y", 1, (force(RED, "A", 593), force(BLUE, "B", strength)))
        found = auto.chances(battle, packet, terms, lambda label, sides: 1 + chance.below(sides), 400)
        assert abs(found.per_cent(0) - share) < 8


@pytest.mark.parametrize(
    "fate",
    [
        Fate("left", exit="C", turn=4, impulse=20, hurt=True, dc=2, boxes={"hull": 3, "phaser": 1}),
        Fate("captured", by="A2", killed=("captain", "doctor"), spent={"T-bomb": 1}),
        Fate("damaged"),
        Fate(crippled=True, bluff=True, cdr=1, lost={"Z-V": 2}, moved={"captain": "B2"}),
        Fate("destroyed", adrift={"Z-V": 3}),
    ],
)
def test_what_a_sheet_says_of_a_unit_reads_back_as_it_stands(fate: Fate) -> None:
    """Ticks stand in no line of it."""
    game = lane_battle()
    look = RULES.look(game.knows(RED), RED, game.now)
    read = read_fate(look, written(fate), "B1")
    assert replace(read, crippled=fate.crippled, fate=fate.fate) == fate
    assert read.fate == ("here" if fate.fate == "destroyed" else fate.fate) and not read.crippled


@pytest.mark.parametrize("what", ["CA", "CV: refit", "BB; II", "B; C: D"])
def test_the_sheet_of_a_battle_reads_back_whatever_a_design_is_called(what: str) -> None:
    """A moderator enters designs, and calls them as he likes; a name that would part a line stands in none."""
    game = lane_battle()
    battle, look = only_battle(game), RULES.look(game.knows(RED), RED, game.now)
    ours, theirs = battle.forces
    battle = replace(battle, forces=(replace(ours, units=tuple(replace(one, what=what) for one in ours.units)), theirs))
    fates = {unit.mark: Fate() for force in battle.forces for unit in force.units} | {"A1": Fate(hurt=True)}
    text = sheet(battle, fates)
    assert read_fates(look, battle, text, ((), ())) == fates
    assert (label(battle.forces[0].units[0]) in text) == (what == "CA")


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("destroyed B otherwise A1 hit", ""),
        ("otherwise B destroyed; A hit", ""),
        ("destroyed B1-B2 crippled A", ""),
        ("destroyed B", ""),
        ("crippled A1", "Both sides have units left"),
        ("destroyed B7", "The packet has no unit B7"),
        ("destroyed B otherwise B1 captured by A1", "B1 is ticked as destroyed, and its line says that it is captured"),
        ("destroyed B otherwise A1 hit; A1 hit", "A1 stands there twice"),
        ("destroyed B otherwise C1 hit", "no unit C1"),
        ("otherwise stalemate", "Only where a fortification bars every way out"),
    ],
)
def test_losses_are_told_by_units_by_sides_and_in_rows(line: str, says: str) -> None:
    """Nothing is said of who holds the field (2.4)."""
    game = lane_battle()
    (battle,) = game.state.battles
    said = f"losses of {battle} to turn 6 {line}"
    if says:
        assert says in game.refused(RED, said)
    else:
        game.red(said)
        fates = game.state.filings[battle].fates
        assert {mark[0] for mark, fate in fates.items() if fate.fate == "destroyed"} == {"B"}
        assert {mark for mark, fate in fates.items() if fate.fate == "here"} == {m for m in fates if m[0] == "A"}


def host(battle: Battle, each: int) -> Battle:
    """A battle, as if each side had so many units."""
    forces = [
        replace(force, units=tuple(replace(force.units[0], mark=f"{side}{n}", fighters={}) for n in range(1, each + 1)))
        for side, force in zip("AB", battle.forces, strict=True)
    ]
    return replace(battle, forces=(forces[0], forces[1]))


@pytest.mark.parametrize("each", [10, 450, 999])
@pytest.mark.parametrize("pattern", ["every other one", "all of B", "blocks", "left", "most gone", "nothing"])
def test_the_report_of_a_great_battle_stands_whole_in_its_form(each: int, pattern: str) -> None:
    """A form opened to amend a report holds all of it, however many units: sent as it stands, it says the same."""
    game = lane_battle()
    battle = host(only_battle(game), each)
    gone, away = Fate("destroyed"), Fate("left", exit="C", turn=4, impulse=20)
    fates = {unit.mark: Fate() for force in battle.forces for unit in force.units}
    for mark in fates:
        number = int(mark[1:])
        if pattern == "every other one" and mark[0] == "B" and number % 2:
            fates[mark] = gone
        elif pattern == "all of B" and mark[0] == "B":
            fates[mark] = replace(gone, crippled=True)
        elif pattern == "blocks":
            fates[mark] = gone if number % 7 < 3 else Fate(crippled=number % 7 == 5, hurt=number == 6)
        elif pattern == "most gone" and mark[0] == "B":
            fates[mark] = gone if number % 5 < 3 else away
        elif pattern == "left" and mark[0] == "B":
            fates[mark] = replace(away, crippled=number % 3 == 0) if number > 4 else gone if number == 3 else Fate()
    state = replace(
        game.state, battles={battle.id: battle}, filings={battle.id: Filing(battle.id, RED, 5, fates, stalemate=False)}
    )
    look = RULES.look(state, BLUE, game.now)
    filled = Losses.starts(look, battle.id)
    order = Losses.model_validate(
        {name: words for name, words in filled.items() if words}
    )  # within its fields' lengths
    assert order.find(look).units == fates
