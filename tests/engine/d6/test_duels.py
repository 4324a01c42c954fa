"""Duels in space: declarations under seal, piloting, positions, shots, gunners, turrets. Register section 12."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import get_args

import pytest
from msgspec.structs import replace

from engine.clock import Instant
from engine.d6.play import Thrown
from engine.d6.space.duels import Flies, FlightsShown, RoundInSpace
from engine.d6.space.gm import Near, Swamped, overwhelms
from engine.d6.space.gunnery import Fires, ShotLands
from engine.d6.state import Declared
from engine.game import MODERATOR, Seat
from engine.orders import Order
from engine.played.checks import checks_of
from engine.text.lines import parse
from tests.engine.d6.playing import BLUE, RED, RULES, Played, pips


def flight(ships: str = "X-wing, Y-wing", options: str = "", *, duel: bool = True, **codes: str) -> Played:
    """Red's Wel and blue's Lor fly against each other in a first space round; pilots declare, unless it is a contact.

    Wel acts first. Codes are Wel's; Lor has 4D in Mechanical.
    """
    game = Played(dict(one.split("=") for one in options.split()))
    game.person("Wel", RED, **{"mechanical": "5D", **codes})
    game.person("Lor", BLUE, mechanical="4D")
    one, other = (ship.strip() for ship in ships.split(","))
    game.gm(f"bring craft {one} as Red of side rebels flown by Wel")
    game.gm(f"bring craft {other} as Gold of side pirates flown by Lor")
    game.rolls(5, 5, 5, 4, 4, 4)
    game.gm("combat of Wel, Lor")
    if duel:
        game.gm("this space round is a duel")
    return game


def dice(total: int, number: int) -> list[int]:
    """So many dice of that total, the wild one a 2."""
    faces = [1] * (number - 1)
    left = total - 2 - len(faces)
    for at in range(number - 1):
        more = min(5, left)
        faces[at] += more
        left -= more
    assert not left, "too many for so few dice"
    return [*faces, 2]


def flown(game: Played, wel: tuple[int, int], lor: tuple[int, int], *, fires: int = 1) -> Played:
    """Both declare so many shots at each other, and fly with these totals of so many dice."""
    game.red(f"fly against Gold fire {fires}")
    game.rolls(*dice(*wel), *dice(*lor))
    game.blue("fly against Red fire 1")
    return game


@pytest.mark.rule(
    "D6-12-02", "D6-12-04", "D6-12-05", "D6-12-07", "D6-12-08", "D6-12-09", "D6-12-10", "D6-12-19", "D6-B-30"
)
@pytest.mark.parametrize(("gunnery", "hit"), [(24, True), (11, True), (10, False)])
def test_whoever_is_ahead_fires_with_the_difference_at_the_losers_total(gunnery: int, hit: bool) -> None:
    game = flown(flight(), (27, 7), (19, 5))
    assert [one.throw.pips for one in game.of(Thrown)[-2:]] == [pips("7D"), pips("5D")]
    assert game.state.duel.totals == {"craft-1": 27, "craft-2": 19}
    game.rolls(*dice(gunnery, 7), *(dice(20, 6) + dice(21, 5) if hit else []))
    game.red("shoot Gold with lasers")
    shot = game.of(Fires)[0].shot
    assert (shot.pips, shot.bonus, shot.against, shot.side) == (pips("7D"), 8, 19, "rear")
    assert game.of(ShotLands)[0].hit is hit
    game.red("done")
    assert game.refused(BLUE, "shoot Red with lasers").startswith("E_LOST D6-12-10: The position was not won. Gold")


@pytest.mark.rule("D6-12-05", "D6-12-02", "D6-12-13")
def test_who_declared_no_fire_wins_and_holds_it() -> None:
    game = flown(flight(), (27, 8), (19, 5), fires=0)
    assert game.refused(RED, "shoot Gold with lasers").startswith("E_DECLARE D6-12-02")
    game.gm("bring craft TIE/ln as Stray of side empire")
    assert game.refused(RED, "shoot Stray with lasers").startswith("E_DECLARE D6-12-13")


@pytest.mark.rule("D6-12-06")
def test_at_equal_totals_nobody_fires() -> None:
    game = flown(flight(), (25, 7), (25, 5))
    assert game.refused(RED, "shoot Gold with lasers").startswith("E_LOST D6-12-06")


@pytest.mark.rule("D6-12-02", "D6-12-03")
def test_declarations_are_sealed_and_shown_together() -> None:
    game = flight()
    assert game.refused(RED, "fly against Gold fire 3").startswith("E_RATE D6-12-03")
    assert game.refused(RED, "shoot Gold with lasers").startswith("E_PHASE D6-12-04")
    game.red("fly against Gold fire 2")
    assert game.known[BLUE].duel.filed == {} and game.known[RED].duel.filed == {"craft-1": Declared(("craft-2",), 2)}
    assert game.known[BLUE].undeclared == ("lor",)
    game.red("fly against Gold fire 1 and 1 more")
    game.rolls(*dice(20, 6), *dice(12, 6))
    game.blue("fly")
    assert game.known[RED].duel.declared == {"craft-1": Declared(("craft-2",), 1, 1), "craft-2": Declared()}
    assert [one.throw.pips for one in game.of(Thrown)[-2:]] == [pips("6D"), pips("6D")]
    assert game.refused(RED, "fly against Gold fire 2").startswith("E_PHASE D6-12-02")


@pytest.mark.rule("D6-12-02")
def test_who_declares_nothing_in_time_does_not_fire() -> None:
    game = flight(options="pace=live")
    game.red("fly against Gold fire 1")
    game.rolls(*dice(20, 7), *dice(12, 6))
    assert game.state.until is not None
    game.lapse(game.state.until)
    assert game.of(FlightsShown)[0].declared["craft-2"] == Declared() and game.state.acting == "wel"


def wing(foes: int, mine: list[int], totals: tuple[int, ...], mechanical: str = "5D") -> Played:
    """Red's freighter, which names nobody and declares a shot, against blue's TIE fighters, which all name it; its
    piloting comes to the sum of these dice, theirs to these totals.
    """
    game = Played()
    game.person("Han", RED, mechanical=mechanical)
    game.gm("bring craft YT-2400 as Falcon of side rebels flown by Han")
    for number in range(1, foes + 1):
        game.person(f"Tie{number}", BLUE, mechanical="3D")
        game.gm(f"bring craft TIE/ln as Black {number} of side empire flown by Tie{number}")
    game.rolls(*[5] * 3, *(6 - number for number in range(2, foes + 2) for _ in range(3)))
    game.gm("combat", "this space round is a duel")
    for number in range(1, foes + 1):
        game.blue(f"as Tie{number} do fly against Falcon fire 1")
    game.rolls(*mine, *(face for total in totals for face in dice(total, 4)))
    game.red("fly fire 1")
    return game


@pytest.mark.rule("D6-12-02")
def test_pilots_fly_when_the_last_who_is_waited_for_is_gone() -> None:
    game = flight(options="pace=live")
    game.red("fly against Gold fire 1")
    game.rolls(*dice(20, 7))
    game.gm("remove craft Gold")
    assert game.state.duel.totals == {"craft-1": 20} and game.state.acting == "wel" and game.state.until is not None


@pytest.mark.rule("D6-B-28", "D6-12-04", "D6-12-05")
def test_a_character_point_on_a_piloting_roll_moves_the_position() -> None:
    game = flown(flight(), (18, 7), (19, 5))
    assert game.refused(RED, "shoot Gold with lasers").startswith("E_LOST")
    game.sheet("wel", points=1)
    game.rolls(3)
    game.red("character point")
    assert game.state.duel.totals["craft-1"] == 21 and game.known[BLUE].duel.totals["craft-1"] == 21
    game.rolls(*dice(12, 7))
    game.red("shoot Gold with lasers")
    assert game.of(Fires)[0].shot.bonus == 2


@pytest.mark.rule("D6-2-09")
def test_nobody_hears_the_code_of_a_secret_gunner() -> None:
    game = flight("X-wing, YT-2400", duel=False)
    game.person("Gus", None, mechanical="5D")
    game.gm("put Gus aboard Gold as upper turret", "craft Red and Gold are 3 units apart")
    game.rolls(*dice(9, 7))
    game.gm("let Gus do fire at Red")
    assert game.heard_by(Fires, BLUE)[0].shot.pips == 0


@pytest.mark.rule("D6-12-11", "D6-12-12", "D6-12-13", "D6-12-05", "D6-12-06")
def test_more_foes_cost_dice_and_each_is_compared_alone() -> None:
    game = wing(3, [5, 5, 5], (15, 17, 20))
    rolled = {one.who: one.throw.pips for one in game.of(Thrown)[-4:]}
    assert rolled == {"han": pips("3D+2"), "tie1": pips("4D"), "tie2": pips("4D"), "tie3": pips("4D")}
    assert game.state.duel.totals["craft-1"] == 17
    game.gm("let Han do turn upper turret to forward")
    game.turn("han", declared=4)
    assert game.refused(RED, "shoot Black 2 with upper turret").startswith("E_LOST D6-12-06")
    assert game.refused(RED, "shoot Black 3 with upper turret").startswith("E_LOST D6-12-10")
    game.rolls(*dice(13, 4), *dice(9, 4), *dice(7, 2))
    game.red("shoot Black 1 with upper turret")
    assert game.of(Fires)[0].shot.bonus == 2 and game.of(ShotLands)[0].hit


@pytest.mark.rule("D6-12-11", "D6-B-02")
def test_a_pool_below_a_die_is_not_rolled_and_counts_one() -> None:
    game = wing(4, [], (10, 10, 10, 10), mechanical="2D")
    assert game.of(Flies)[0] == Flies("craft-1", 1, rolled=False)


@pytest.mark.rule("D6-3-08", "D6-B-26", "D6-B-30")
def test_a_force_point_before_the_piloting_roll_covers_the_round_and_codes_of_persons_alone() -> None:
    game = flight()
    game.sheet("wel", force=2)
    game.sheet("lor", force=1)
    game.blue("force point")  # Wel acts, and Lor's point holds for the round all the same
    assert game.state.turn("lor").force == "active"
    game.red("fly against Gold fire 0", "force point")
    game.rolls(*dice(40, 13), *dice(19, 9))
    game.blue("fly against Red fire 1")
    assert game.of(Thrown)[-2].throw.pips == pips("13D")  # 5D doubled, and 3D of maneuverability
    assert game.pool("wel", "starship gunnery") == pips("10D") and game.state.turn("wel").force == "active"
    other = flown(flight(), (27, 7), (19, 5))
    other.sheet("wel", force=1)
    assert other.refused(RED, "force point").startswith("E_FP D6-3-01")


@pytest.mark.rule("D6-12-01", "D6-B-30", "D6-B-17")
def test_at_first_contact_shots_go_by_range() -> None:
    game = flight(duel=False)
    assert [one.step for one in game.of(RoundInSpace)] == ["contact"] and game.state.acting == "wel"
    assert game.refused(RED, "fly against Gold fire 1").startswith("E_PHASE D6-12-02")
    assert game.refused(RED, "shoot Gold with lasers").startswith("E_RANGE D6-12-01")
    assert game.refused(RED, "shoot Gold with torpedoes from 8 units").startswith("E_RANGE D6-B-17")
    game.gm("craft Red and Gold are 4 units apart")
    game.rolls(*dice(15, 8), *dice(9, 6), *dice(10, 5))
    game.red("shoot Gold with lasers")
    shot = game.of(Fires)[0].shot
    assert (shot.pips, shot.bonus, shot.against, shot.side) == (pips("8D"), 0, 15, "front") and game.of(ShotLands)[
        0
    ].hit
    game.red("done")
    game.blue("done")
    assert game.state.tick == 3 and [one.step for one in game.of(RoundInSpace)] == ["contact", "open"]


@pytest.mark.rule("D6-12-08")
def test_the_table_may_have_range_as_difficulty() -> None:
    game = flown(flight(options="space-difficulty=range"), (27, 7), (19, 5))
    assert game.refused(RED, "shoot Gold with lasers").startswith("E_RANGE D6-12-08")
    game.rolls(*dice(8, 7))
    game.red("shoot Gold with lasers from 20 units")
    assert game.of(Fires)[0].shot.against == 20 and not game.of(ShotLands)[0].hit


@pytest.mark.rule("D6-12-14", "D6-12-19", "D6-12-03")
def test_a_gunner_fires_at_any_time_whatever_the_position() -> None:
    game = flight("X-wing, YT-2400")
    game.person("Gus", BLUE, mechanical="5D")
    game.gm("put Gus aboard Gold as upper turret")
    flown(game, (19, 7), (12, 4))
    game.rolls(*dice(21, 7), *dice(11, 4), *dice(13, 5))
    game.blue("as Gus do fire at Red")
    shot = game.of(Fires)[0].shot
    assert (shot.pips, shot.bonus, shot.against, shot.side) == (pips("7D"), 0, 19, "front") and game.of(ShotLands)[
        0
    ].hit
    game.rolls(*dice(10, 6))
    game.blue("as Gus do fire at Red")
    assert not game.of(ShotLands)[1].hit
    assert game.refused(BLUE, "as Gus do fire at Red").startswith("E_RATE D6-12-14")


@pytest.mark.rule("D6-12-15", "D6-14-05")
def test_the_pilot_fires_a_turret_that_is_locked_forward() -> None:
    game = flight("YT-2400, TIE/ln")
    game.red("fly against Gold fire 1 and 1 more")
    game.rolls(*dice(19, 4), *dice(12, 6))
    game.blue("fly")
    assert game.of(Thrown)[-2].throw.pips == pips("4D+2")  # 5D and 1D+2, for three actions
    assert game.refused(RED, "shoot Gold with upper turret").startswith("E_TURRET D6-12-15")
    game.red("turn upper turret to forward")
    assert game.refused(RED, "turn upper turret to forward").startswith("E_TURRET D6-12-15")
    game.rolls(*dice(9, 5), *dice(9, 4), *dice(7, 2))
    game.red("shoot Gold with upper turret")
    assert game.of(Fires)[0].shot.pips == pips("5D")
    game.person("Gus", RED)
    game.gm("put Gus aboard Red as upper turret")
    assert game.refused(RED, "as Gus do fire at Gold").startswith("E_TURRET D6-12-15")


@pytest.mark.rule("D6-12-08", "D6-B-16", "D6-B-15", "D6-B-14")
def test_a_capital_ship_finds_a_fighter_harder_to_hit_and_hurts_it_more() -> None:
    game = flight("X-wing, Imperial Star Destroyer")
    game.person("Gus", BLUE, mechanical="6D")
    game.gm("put Gus aboard Gold as turbolasers")
    game.rolls(*dice(15, 7), *dice(9, 4))
    game.red("fly against Gold fire 1")
    game.blue("fly against Red fire 1")
    game.rolls(*dice(12, 10))
    game.blue("as Gus do fire at Red")
    shot = game.of(Fires)[0].shot
    assert (shot.against, shot.damage) == (36, pips("11D"))
    game.rolls(*dice(20, 13), *dice(30, 6), *dice(35, 16))
    game.red("shoot Gold with lasers")  # 6D more to hit, and 6D more against it
    assert game.of(Fires)[1].shot.pips == pips("13D") and game.of(Fires)[1].shot.against == 9


@pytest.mark.rule("D6-12-17")
def test_the_odds_of_overwhelming_fire() -> None:
    rolls = list(product(range(1, 7), range(1, 7)))
    hits = {near: sum(overwhelms(pair, near) for pair in rolls) for near in get_args(Near)}
    assert {near: Fraction(number, 36) for near, number in hits.items()} == {
        "extremely close": Fraction(1, 6), "short": Fraction(4, 9), "medium": Fraction(1, 6),
    }  # fmt: skip
    assert overwhelms((4, 4), "medium") and not overwhelms((6, 2), "medium") and overwhelms((6, 2), "short")


@pytest.mark.rule("D6-12-16", "D6-12-17", "D6-12-18", "D6-12-19")
def test_overwhelming_fire_checks_every_ship_once_and_hits_with_the_commonest_weapon() -> None:
    game = flight("X-wing, Y-wing")
    game.gm("bring craft Imperial Star Destroyer as Devastator of side empire")
    line = "barrage of Devastator on Red, Gold at short range"
    (kind,) = [kind for kind in game.rules.orders if kind.path == "gm-d6-ship barrage"]
    guns = game.rules.options(game.state, MODERATOR, kind, "gun", {"capitals": "Devastator"}, game.now)
    assert [one.value for one in guns] == ["turbolasers", "heavy turbolasers", "ion cannons"]
    assert game.refused(MODERATOR, f"{line} counting 50").startswith("E_VALUE D6-12-16")
    assert game.refused(MODERATOR, line.replace("short", "long")).startswith("E_RANGE D6-12-17")
    game.rolls(6, 2, 4, 3, 1, *dice(40, 13), *dice(19, 5), *dice(40, 12), *dice(5, 3))
    game.gm(f"{line} counting 51")
    assert [(one.hit, one.side, one.gun) for one in game.of(Swamped)] == [
        (True, "rear", "heavy turbolasers"), (False, "front", "heavy turbolasers"),
    ]  # fmt: skip
    assert game.refused(MODERATOR, line.replace("Red, ", "")).startswith("E_RATE D6-12-17")


@pytest.mark.rule("D6-12-02")
def test_pilots_fly_when_the_last_who_had_not_declared_is_taken_from_the_order() -> None:
    game = flight()
    game.person("Walker", BLUE)
    game.arrange(replace(game.state, order=(*game.state.order, "walker")))
    game.red("fly against Gold fire 0")
    assert game.state.duel.step == "open"
    game.rolls(*[3] * 20)
    game.gm("remove Lor")
    assert game.state.duel.step != "open"


@pytest.mark.rule("D6-12-02", "D6-12-13", "D6-12-01", "D6-2-09")
def test_the_gm_declares_for_his_own_and_waits_for_nobody_any_more() -> None:
    game = flight(duel=False)
    assert game.refused(MODERATOR, "the rest fly and fire 1").startswith("E_PHASE D6-12-02")
    game.person("Vex", None, mechanical="3D")
    game.gm("bring craft TIE/ln as Black of side empire flown by Vex", "order Wel, Lor, Vex")
    game.gm("this space round is a duel")
    assert game.refused(MODERATOR, "this space round is a duel").startswith("E_PHASE D6-12-01")
    game.gm("the rest fly and fire 2")
    assert game.state.duel.filed == {"craft-3": Declared(("craft-1", "craft-2"), 2)}
    game.rolls(*dice(20, 8), *dice(12, 6), *dice(8, 2))
    game.gm("next")
    assert game.state.duel.declared["craft-1"] == Declared() and not game.known[RED].duel.filed
    assert game.state.duel.totals == {"craft-1": 20, "craft-2": 12, "craft-3": 8}
    assert game.refused(MODERATOR, "this space round is a contact").startswith("E_PHASE D6-12-01")


@pytest.mark.rule("D6-12-01")
def test_the_gm_may_have_a_round_of_contact_instead_of_declarations() -> None:
    game = flight()
    game.gm("this space round is a contact", "craft Red and Gold are 2 units apart")
    game.rolls(*dice(9, 8))
    game.red("shoot Gold with lasers")
    assert game.of(Fires)[0].shot.against == 10


@pytest.mark.rule("D6-1-03", "D6-3-08", "D6-3-05")
def test_a_pilots_round_goes_on_while_those_on_the_ground_act_twice() -> None:
    game = flight()
    game.person("Foot", None)
    game.gm("order Wel, Lor, Foot")
    game.sheet("wel", force=1)
    game.red("fly against Gold", "force point")
    game.rolls(*dice(20, 13), *dice(12, 6))
    game.blue("fly against Red")
    game.red("done")
    game.blue("done")
    game.gm("next")
    assert (game.state.tick, game.state.acting) == (2, "foot")
    assert game.state.turn("wel").force == "active" and game.pool("wel", "strength") == pips("6D")
    game.gm("next")
    assert game.state.tick == 3 and game.state.turn("wel").force == ""


@pytest.mark.rule("D6-12-13", "D6-12-16", "D6-12-18", "D6-12-14")
def test_what_is_of_the_own_side_or_no_capital_ship_is_refused() -> None:
    game = flight("X-wing, Lambda shuttle", duel=False)
    game.gm("bring craft A-wing as Green of side rebels", "bring craft Nebulon-B as Escort of side empire")
    game.gm("bring craft TIE/ln as Black of side empire")
    assert game.refused(RED, "shoot Green with lasers from 3 units").startswith("E_VALUE D6-12-13")
    assert game.refused(MODERATOR, "barrage of Green on Red at short range").startswith("E_VALUE D6-12-16")
    assert game.refused(MODERATOR, "barrage of Escort on Red at short range").startswith("E_VALUE D6-12-16")
    line = "barrage of Escort on Red at short range with slings counting 60"
    assert game.refused(MODERATOR, line).startswith("E_UNKNOWN D6-12-18")
    game.person("Gus", BLUE, mechanical="5D")
    game.gm("put Gus aboard Gold as rear lasers", "this space round is a duel")
    flown(game, (19, 7), (12, 5))
    game.rolls(*dice(10, 7))
    game.blue("as Gus do fire at Red")  # it is behind
    assert game.of(Fires)[0].shot.bonus == 0
    other = flight("X-wing, Lambda shuttle", duel=False)
    other.person("Gus", BLUE, mechanical="5D")
    other.gm("put Gus aboard Gold as front lasers", "this space round is a duel")
    flown(other, (19, 7), (12, 5))
    assert other.refused(BLUE, "as Gus do fire at Red").startswith("E_LOST D6-12-05")


@pytest.mark.rule("D6-1-04")
def test_stations_are_for_whom_everybody_sees_and_for_as_many_as_there_is_room() -> None:
    game = flight("X-wing, YT-2400", duel=False)
    game.gm("bring Thug as Shadow sight hidden", "bring Thug as One", "bring Thug as Two", "bring Thug as Three")
    assert game.refused(MODERATOR, "put Shadow aboard Gold as shields").startswith("E_STATE D6-1-04")
    assert game.refused(MODERATOR, "put One aboard Red as shields").startswith("E_UNKNOWN D6-1-04")
    game.gm(
        "put One aboard Gold as shields", "put Two aboard Gold as upper turret", "put Three aboard Gold as passenger"
    )
    assert game.refused(MODERATOR, "put Three aboard Gold as lower turret").startswith("E_STATE D6-1-04")
    assert game.refused(MODERATOR, "put One aboard Red as pilot").startswith("E_STATE D6-1-04")
    assert game.state.figures["three"].craft == "craft-2" and game.state.figures["three"].station == ""


def test_what_is_sealed_comes_out_with_the_last_declaration_or_when_time_is_up_and_not_before() -> None:
    game = flight(options="pace=post")
    game.red("fly against Gold fire 2")
    fly, roll = parse("fly", RULES.orders), parse("roll perception", RULES.orders)
    until = game.state.until
    assert until is not None

    def shown(seat: Seat, order: Order | None, upto: Instant) -> object:
        return checks_of(RULES).reveals(game.state, seat, order, upto)

    sealed = [("craft-1", Declared(("craft-2",), 2))]
    assert shown(BLUE, fly, game.now) == sealed and shown(BLUE, None, until) == sealed
    assert shown(BLUE, roll, game.now) == shown(RED, fly, game.now) == shown(BLUE, None, game.now) == ()
