"""Odds are exact: the register's examples to the last digit, and enumeration of the dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import icepool
import pytest
from msgspec.structs import replace

from engine.dice.keyed import FixedDice
from engine.dice.odds import percent
from engine.freedom.chances.bout import FightOdds, Plan, fight_odds, round_odds
from engine.freedom.chances.odds import base_odds, break_off_odds, environ_odds, passing_odds
from engine.freedom.combat.environ import EnvironFought, assault
from engine.freedom.combat.fight import FightEnded
from engine.freedom.combat.reckoning import Reckoning
from engine.freedom.data.pack import Side
from engine.freedom.figures import best_losses, break_off_numbers, difference_column, spread
from engine.freedom.look import Question
from engine.freedom.play import Play
from engine.freedom.state import Fight, Force, Intention, Kind, Leading, State, Status, with_people
from engine.game import Refusal, Seat, Table
from tests.engine.freedom.playing import BLUE, RED, RULES, Played

WORLD, URBAN = RULES.world, "Angoff urban"


def against(force: Force, *people: str, kind: Kind = Kind.CREATURE, weapon: str = "hand") -> tuple[Played, Fight]:
    """A fight of a force against people."""
    game = Played()
    for one in people:
        game.person(one, URBAN)
    by = "fire" if weapon == "fire" else "hand"
    return game, Fight(URBAN, kind, Side.IMPERIAL, by, "kill", people, force)  # type: ignore[arg-type]  # one of two


@pytest.mark.parametrize(
    ("force", "person", "weapon", "kind", "beaten", "lost", "both"),
    [
        (Force("Snow Giants", 6, 4), "Boccanegra", "hand", Kind.CREATURE, "0.5192", "0.3926", "0.0881"),
        (Force("squad", 8, 6), "Frun Sentel", "fire", Kind.SQUAD, "0.1611", "0.7551", "0.0838"),
        (Force("Laboroid", 3, 3), "Doctor Sontag", "hand", Kind.CREATURE, "0.0395", "0.9045", "0.0561"),
    ],
)
def test_whole_fights_as_the_register_counts_them(
    force: Force, person: str, weapon: str, kind: Kind, beaten: str, lost: str, both: str
) -> None:
    game, fight = against(force, person, kind=kind, weapon=weapon)
    odds = fight_odds(WORLD, game.state, fight)
    assert [f"{float(part):.4f}" for part in odds[:3]] == [beaten, lost, both]
    assert sum(odds[:3]) == 1 and odds.undecided == odds.captives == 0


def test_the_first_is_exact() -> None:
    game, fight = against(Force("Snow Giants", 6, 4), "Boccanegra")
    assert fight_odds(WORLD, game.state, fight).beaten == Fraction(17903212101152591, 34482003443712000)


@pytest.mark.rule("FITG-ENV-12")
def test_an_environ_combat_by_enumeration() -> None:
    game = Played()
    game.unit("Line", URBAN, id="Line A")
    game.unit("Line", URBAN, id="Line B")
    game.unit("Rebel 2-1", URBAN, "urban")
    odds = environ_odds(WORLD, game.state, Leading(URBAN, Side.IMPERIAL), {})
    assert odds.wiped[Side.REBEL] == Fraction(5, 6)
    assert odds.lost[Side.IMPERIAL] == {0: Fraction(5, 6), 3: Fraction(1, 6)}


@pytest.mark.rule("FITG-ENV-07")
def test_icepool_says_the_same_of_what_a_combat_takes() -> None:
    """One die for each side's loss, read in the table; units pay for it from the weakest on (S1)."""
    game = Played()
    game.unit("Line", URBAN)
    game.unit("Militia", URBAN)
    game.unit("Rebel 2-1", URBAN, "urban")
    column = assault(WORLD, game.state, Leading(URBAN, Side.REBEL), {}).column
    for side in Side:
        units = game.state.fielded(URBAN, side)
        strengths = {unit.id: WORLD.kind(unit).first for unit in units}

        def taken(face: int, side: Side = side, units: Any = units, strengths: Any = strengths) -> int:
            cell = WORLD.pack.military[face - 1][column]
            loss = cell.attacker if side is Side.REBEL else cell.defender
            return sum(strengths[id] for id in best_losses(WORLD.losers(units), loss)[0])

        theirs = icepool.d6.map(taken)
        ours = environ_odds(WORLD, game.state, Leading(URBAN, Side.REBEL), {}).lost[side]
        assert ours == {lost: theirs.probability("==", lost) for lost in theirs.outcomes()}


@pytest.mark.rule("FITG-CHR-08", "FITG-CHR-30")
def test_icepool_says_the_same_of_a_whole_fight_of_one_against_one() -> None:
    """Agan Rafa (5/6) against Arags (4/3): a round takes two dice, and icepool plays rounds for ever."""
    table = WORLD.pack.character

    def fought(state: tuple[int, int], a: int, d: int) -> tuple[int, int]:
        wounds, his = state
        if wounds >= 3 or his >= 6:
            return state
        column = difference_column(max(0, 4 - wounds) - max(0, 5 - his))
        back = table[d - 1][column].attacker if his < 5 else 0
        return wounds + back, his + table[a - 1][column].defender

    ends = icepool.Die([(0, 0)]).map(fought, icepool.d6, icepool.d6, star=False, repeat="inf")
    game, fight = against(Force("Arags", 4, 3), "Agan Rafa")
    odds = fight_odds(WORLD, game.state, fight)
    won = sum(ends.probability("==", end) for end in ends.outcomes() if end[0] >= 3 and end[1] < 6)
    died = sum(ends.probability("==", end) for end in ends.outcomes() if end[0] < 3 and end[1] >= 6)
    assert (odds.beaten, odds.lost) == (won, died)


@pytest.mark.rule("FITG-CHR-32", "FITG-CHR-33", "FITG-CHR-36")
@pytest.mark.parametrize(
    ("kind", "intention", "items"),
    [(Kind.SQUAD, "capture", ()), (Kind.SQUAD, "kill", ("Personal Body Shield",)), (Kind.CREATURE, "kill", ())],
)
def test_a_round_by_enumeration_of_its_two_dice(kind: Kind, intention: Intention, items: tuple[str, ...]) -> None:
    squad = kind is Kind.SQUAD
    force = Force("squad", 8, 6) if squad else Force("Snow Giants", 6, 4)
    game, fight = against(force, "Kogus", "Doctor Sontag", kind=kind, weapon="fire" if squad else "hand")
    game.has("Kogus", *items)
    fight = replace(fight, intention=intention, active=("Kogus",))
    odds = round_odds(WORLD, game.state, fight)
    assert odds is not None
    dealt, taken, seized = Counter[int](), Counter[int](), 0
    for a, d in product(range(1, 7), repeat=2):
        made = Reckoning(WORLD, game.state, fight).outcome((a,), d)
        dealt[min(made.defenders, 5)] += 1
        taken[min(made.attackers, force.endurance)] += 1
        seized += made.stars > 0
    assert odds.defenders == {wounds: Fraction(often, 36) for wounds, often in dealt.items()}
    assert odds.attackers == {wounds: Fraction(often, 36) for wounds, often in taken.items()}
    assert odds.seized == Fraction(seized, 36) and (seized > 0) is (intention == "capture")


@pytest.mark.rule("FITG-CHR-35")
@pytest.mark.parametrize("wounds", [0, 1])
def test_nobody_is_seized_of_whom_the_wounds_of_the_round_leave_nobody(wounds: int) -> None:
    game, fight = against(Force("squad", 14, 8), "Doctor Sontag", kind=Kind.SQUAD, weapon="fire")
    game.person("Doctor Sontag", URBAN, wounds=wounds)
    fight = replace(fight, intention="capture", active=("Doctor Sontag",))
    boxes = WORLD.boxes(game.state.people["Doctor Sontag"])
    rolls = [Reckoning(WORLD, game.state, fight).outcome((a,), d) for a, d in product(range(1, 7), repeat=2)]
    left = sum(made.stars > 0 and made.defenders < boxes for made in rolls)
    odds = round_odds(WORLD, game.state, fight)
    assert odds is not None and odds.seized == Fraction(left, 36)
    assert left < sum(made.stars > 0 for made in rolls)


def test_a_base_of_level_2_by_enumeration() -> None:
    assert base_odds(WORLD, 2) == (Fraction(1, 2), Fraction(1, 6))
    game = Played()
    game.unit("Line", URBAN)
    lost, wiped = passing_odds(WORLD, list(game.state.units.values()), 2)
    assert lost == {0: Fraction(1, 6), 3: Fraction(5, 6)} and wiped == Fraction(5, 6)


def odds_of(game: Played, seat: Seat) -> str:
    """Words of a seat's panel on the odds."""
    shown = RULES.show(game.knows(seat), seat, "turn", "", game.now)
    return "\n".join(line for part in shown.sections if part.heading == "Odds" for line in part.lines)


def test_the_panel_tells_the_odds_of_the_choice_at_hand() -> None:
    game = Played()
    for kind in ("Line", "Line"):
        game.unit(kind, URBAN)
    game.person("Kogus", URBAN)
    game.person("Doctor Sontag", URBAN)
    game.red("done")
    game.blue("search Angoff urban")
    assert game.asked == "hide rebel"
    hides = odds_of(game, RED)
    assert "Where Doctor Sontag hides them they are found with 0 %." in hides, "6 against 4 and 6 less 2"
    assert "Where Kogus hides them they are found with 17 %." in hides, "6 against 2 and 6 less 2"
    game.rolls(1)
    game.red("pick Kogus")
    assert game.asked == "attack imperial"
    ways = odds_of(game, BLUE)
    assert "squad kill: the attackers beaten" in ways and "squad capture: " in ways and "somebody captive" in ways
    game.blue("attack to capture")
    shown = odds_of(game, RED)
    assert "This round: wounds on the defenders 0 with" in shown and "; somebody is seized with" in shown
    game.red("active Kogus")
    shown = odds_of(game, RED)
    assert "A break-off now: the active get away with" in shown
    assert "all trying to break off in each round: somebody away" in shown


def in_a_fight() -> Played:
    """A squad to capture against Kogus and Doctor Sontag; who is active is asked."""
    game = Played()
    for kind in ("Line", "Line"):
        game.unit(kind, URBAN)
    for one in ("Kogus", "Doctor Sontag"):
        game.person(one, URBAN)
    game.red("done")
    game.blue("search Angoff urban")
    game.rolls(1)
    game.red("pick Kogus")
    game.blue("attack to capture")
    return game


def stated(game: Played, plan: str) -> list[str]:
    """The odds that somebody is told who states standing answers."""
    shown = RULES.show(game.knows(RED), RED, "odds", plan, game.now)
    return [str(line) for line in shown.sections[0].lines]


PLANS = {
    "active Kogus": Plan(frozenset({"Kogus"})),
    "break all": Plan(breaks="all"),
    "Active kogus and Doctor Sontag; break ALL": Plan(frozenset({"Kogus", "Doctor Sontag"}), "all"),
    "active Doctor Sontag, break inactive": Plan(frozenset({"Doctor Sontag"}), "inactive"),
    "active Kogus; stay": Plan(frozenset({"Kogus"})),
    "": Plan(),
}


@pytest.mark.rule("FITG-CHR-20", "FITG-CHR-24", "FITG-CHR-32")
@pytest.mark.parametrize(("words", "plan"), PLANS.items())
def test_a_fight_is_told_to_its_end_under_the_standing_answers_that_are_stated(words: str, plan: Plan) -> None:
    game = in_a_fight()
    fight = RULES.look(game.knows(RED), RED, game.now).fight
    assert fight is not None
    odds, told = fight_odds(WORLD, game.state, fight, plan), stated(game, words)
    ends = f"the attackers beaten {percent(odds.beaten)}, the defenders out {percent(odds.lost)}, both"
    assert ends in told[-1] and f"somebody captive {percent(odds.captives)}" in told[-1]
    assert (f"somebody away {percent(odds.away)}, " in told[-1]) is (plan.breaks != "stay")
    front = fight.defenders if not plan.active else tuple(one for one in fight.defenders if one in plan.active)
    now = round_odds(WORLD, game.state, replace(fight, active=front, step="break"))
    assert now is not None and f"seized with {percent(now.seized)}." in told[0]
    if plan.breaks != "stay":
        away = break_off_odds(WORLD, game.state, replace(fight, active=front))
        assert told[1].startswith(f"A break-off now: the active get away with {percent(away[0])}, those behind")


@pytest.mark.rule("FITG-CHR-22")
def test_whoever_decides_on_a_break_off_is_told_its_end_if_all_try_it_in_each_round_and_if_nobody_does() -> None:
    game = in_a_fight()
    game.red("active Kogus")
    fight = RULES.look(game.knows(RED), RED, game.now).fight
    assert fight is not None
    staying, fleeing = (fight_odds(WORLD, game.state, fight, Plan(breaks=one)) for one in ("stay", "all"))
    stays, flees = odds_of(game, RED).splitlines()[-2:]
    assert "nobody breaking off: the attackers" in stays and f"the defenders out {percent(staying.lost)}" in stays
    assert f"in each round: somebody away {percent(fleeing.away)}, the attackers" in flees
    assert f"beaten {percent(fleeing.beaten)}, the defenders out {percent(fleeing.lost)}, both" in flees


@pytest.mark.rule("FITG-CHR-15", "FITG-CHR-16", "FITG-CHR-22", "FITG-CHR-26")
@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("active Jon Kidu", "E_ACTIVE FITG-CHR-15"),
        ("active Kogus, Nobody; break all", "E_ACTIVE FITG-CHR-15"),
        ("active Vudot Vodot", "E_ACTIVE FITG-CHR-15"),
        ("break active", "E_BREAK FITG-CHR-26"),
        ("active all; break inactive", "E_BREAK FITG-CHR-26"),
        ("break inactive and run", "E_TYPE FITG-CHR-20"),
        ("flee", "E_TYPE FITG-CHR-20"),
    ],
)
def test_standing_answers_that_nobody_could_give_are_refused(words: str, code: str) -> None:
    with pytest.raises(Refusal) as refused:
        stated(in_a_fight(), words)
    assert f"{refused.value.code} {refused.value.rule}" == code


def test_what_no_order_could_say_is_refused_of_odds_by_the_rule_that_forbids_it() -> None:
    game = in_a_fight()
    game.arrange(with_people(game.state, ("Doctor Sontag",), wounds=1))
    game.person("Oneste Woada", URBAN)
    fight = game.state.agenda[0]
    assert isinstance(fight, Fight)
    both = replace(fight, defenders=("Kogus", "Oneste Woada"))
    game.arrange(replace(game.state, agenda=(both, *game.state.agenda[1:])))
    with pytest.raises(Refusal) as refused:
        stated(game, "active Oneste Woada")
    assert refused.value.rule == "FITG-CHR-16", "she has no combat, and Kogus has"
    barred = replace(both, kind=Kind.CREATURE, force=Force("Mish", 6, 4))
    game.arrange(replace(game.state, agenda=(barred, *game.state.agenda[1:])))
    with pytest.raises(Refusal) as refused:
        stated(game, "break all")
    assert refused.value.rule == "FITG-CHR-22"
    together = replace(game.state.options, break_all_only=True)
    game.arrange(replace(game.state, options=together, agenda=(both, *game.state.agenda[1:])))
    with pytest.raises(Refusal) as refused:
        stated(game, "active Kogus; break inactive")
    assert refused.value.rule == "FITG-CHR-26"


def test_everything_that_the_odds_offer_can_be_asked() -> None:
    game = in_a_fight()
    offered = [one.value for one in RULES.subjects(game.knows(RED), RED, "odds", game.now)]
    assert "active Kogus; break inactive" in offered and len(offered) == 8
    assert all(stated(game, one) for one in offered)


@pytest.mark.rule("FITG-ENV-03", "FITG-ENV-09")
def test_the_odds_of_leaders_are_of_the_combat_as_it_was_declared_for_each_who_may_lead() -> None:
    game = Played()
    for kind in ("Line", "Line"):
        game.unit(kind, URBAN)
    game.unit("Rebel 2-1", URBAN, "urban")
    game.person("Agan Rafa", URBAN)
    game.combat(URBAN)
    assert game.asked == "leader imperial rebel"
    attacked, *told = odds_of(game, RED).splitlines()
    assert attacked == "Empire (blue) attacking.", "the Rebellion defends"
    assert [line.split(".")[0] for line in told] == [
        "Led by Agan Rafa, against nobody: column 1-2", "Led by nobody, against nobody: column 2-1",
    ], "6 against 2 is 3-1; one to the left for its type, and two for the leader"  # fmt: skip
    for line, leaders in zip(told, ({Side.REBEL: "Agan Rafa"}, {}), strict=True):
        wiped = environ_odds(WORLD, game.state, Leading(URBAN, Side.IMPERIAL), leaders).wiped[Side.REBEL]
        assert f"Rebellion (red) loses all with {round(100 * wiped)} %" in line
    assert odds_of(game, BLUE).splitlines()[0] == "Empire (blue) attacking."


@pytest.mark.rule("FITG-ENV-01")
def test_the_odds_of_a_strike_have_its_column() -> None:
    game = Played()
    game.unit("Militia", URBAN)
    game.unit("Rebel 1-0", URBAN, "wild")
    game.gm("strike in Angoff urban")
    odds, plain = (environ_odds(WORLD, game.state, Leading(URBAN, Side.REBEL, strike=one), {}) for one in (True, False))
    assert (odds.wiped[Side.IMPERIAL], plain.wiped[Side.IMPERIAL]) == (Fraction(1), Fraction(5, 6))
    assert "Empire (blue) loses all with 100 %" in odds_of(game, RED)
    assert odds_of(game, RED) == odds_of(game, BLUE), "the rebels alone may strike"
    game.person("Agan Rafa", URBAN)
    game.red("declare")
    assert game.asked == "leader rebel imperial"
    led, alone = odds_of(game, RED).splitlines()[1:]
    assert "column 3-1" in led and "column 2-1" in alone, "a leader of 2 in the column's stead"
    game.rolls(1, 6)
    game.red("leader none")
    (news,) = [game.told(game.state, one, RED) for one in game.last if isinstance(one.fact, EnvironFought)]
    assert news is not None and "column 1-1; +1 for the strike of a rebellion; so column 2-1" in news.text


def test_a_base_that_is_asked_is_told_what_its_fire_takes() -> None:
    game = Played()
    game.planet("Angoff", control=Side.IMPERIAL, level=2, up=True)
    game.unit("Rebel 2-1", "Charkhan wild", "wild")
    game.arrange(replace(game.state, player=Side.REBEL))
    game.red("move Wild 1 to Angoff urban")
    told = odds_of(game, BLUE)
    assert "The movers lose all with 100 %; strength lost: 2 with 100 %." in told
    assert "The base of Angoff goes down with 50 %, and loses a level with 17 %." in told


@pytest.mark.rule("FITG-CHR-24")
def test_a_break_off_by_enumeration() -> None:
    game, fight = against(Force("squad", 8, 6), "Frun Sentel", kind=Kind.SQUAD)
    active = Fight(**{**{name: getattr(fight, name) for name in fight.__struct_fields__}, "active": ("Frun Sentel",)})
    assert break_off_odds(WORLD, game.state, active) == (Fraction(2, 6), Fraction(4, 6))
    assert Reckoning(WORLD, game.state, active).column() == 6


def a_growing_one(attack: int, endurance: int, grown: list[int]) -> tuple[float, float]:
    """Ends of a creature's fight against Agan Rafa (5/6), round after round, and by no other way: it is beaten and he
    stands, he is dead and it stands. `grown`: what attack and endurance have gained by each round.
    """
    ends, table = dict.fromkeys(product((True, False), repeat=2), 0.0), WORLD.pack.character
    now = {(0, 0): 1.0}
    for gained in grown:
        then: dict[tuple[int, int], float] = {}
        for (wounds, his), chance in now.items():
            strength = max(0, attack + gained - wounds)
            column = difference_column(strength - (5 - his)) if his < 5 else difference_column(strength)
            for a in table:
                for d in table:
                    back = d[column].attacker if his < 5 else 0
                    hurt, dead = wounds + back, his + a[column].defender >= 6
                    beaten = hurt >= endurance + gained
                    if beaten or dead:
                        ends[beaten, dead] += chance / 36
                    else:
                        left = hurt, his + a[column].defender
                        then[left] = then.get(left, 0.0) + chance / 36
        now = then
    return ends[True, False], ends[False, True]


@pytest.mark.rule("FITG-CRE-03", "FITG-CHR-16")
@pytest.mark.parametrize(
    ("name", "grown"),
    [("Chantenes", list(range(80))), ("Gadhars", [2 * (round // 2) for round in range(80)])],
)
def test_creatures_whose_endurance_grows_are_reckoned_to_the_end(name: str, grown: list[int]) -> None:
    creature = WORLD.pack.creatures[name]
    game, fight = against(Force(name, creature.attack, creature.endurance), "Agan Rafa")
    odds = fight_odds(WORLD, game.state, fight)
    beaten, lost = a_growing_one(creature.attack, creature.endurance, grown)
    assert abs(float(odds.beaten) - beaten) < 1e-9 and abs(float(odds.lost) - lost) < 1e-9
    assert odds.undecided == 0 and sum(odds[:3]) == 1


Ended = dict[str, float]


def by_rounds(game: Played, fight: Fight, plan: Plan, rounds: int = 150) -> Ended:
    """Ends of a combat for captives, counted die by die as it is played, round after round: what the odds must say."""
    ends: Ended = dict.fromkeys(FightOdds._fields, 0.0)
    now: dict[tuple[Any, ...], float] = {(fight, tuple(game.state.people.values()), False): 1.0}
    played: dict[tuple[Any, ...], list[tuple[float, Fight, Any, bool]]] = {}
    for _ in range(rounds):
        then: dict[tuple[Any, ...], float] = {}
        for one, chance in now.items():
            on, standing, fled = one
            if one not in played:
                played[one] = list(a_round(on, standing, plan, fled))
            for share, left, people, gone in played[one]:
                if people is not None and left.defenders and left.attackers:
                    key = replace(left, round=2, tried=False), people, gone
                    then[key] = then.get(key, 0.0) + chance * share
                    continue
                beaten = not left.attackers
                safe = bool(left.defenders) or gone or (beaten and left.pending)
                end = "beaten" if beaten and safe else "both" if beaten else "away" if gone else "lost"
                ends[end] += chance * share
                ends["captives"] += chance * share * bool(left.pending and not beaten)
        now = then
        if sum(now.values()) < 1e-12:
            break
    return ends


def a_round(on: Fight, standing: tuple[Any, ...], plan: Plan, fled: bool) -> Iterator[tuple[float, Fight, Any, bool]]:
    """Outcomes of a round: with what chance, who fights on, how they stand, and whether somebody got away."""
    state = State(people={one.name: one for one in standing})
    active = Reckoning(WORLD, state, on).front(plan.active, on.active)
    on = replace(on, active=active)
    tries = plan.breaks == "all" or (plan.breaks == "inactive" and on.inactive)
    numbers = break_off_numbers(WORLD.pack, Reckoning(WORLD, state, on).column())
    for face in range(1, 7) if tries else (7,):
        away = (active if plan.breaks == "all" and face <= numbers[0] else ()) + (
            on.inactive if face <= numbers[1] else ()
        )
        left = tuple(one for one in on.defenders if one not in away)
        front = tuple(one for one in active if one in left)
        rolled = replace(on, defenders=left, active=front, tried=bool(tries and plan.breaks == "all" and front))
        part = 1 / 6 if tries else 1.0
        if not left:
            yield part, rolled, None, True
            continue
        reckoning = Reckoning(WORLD, state, rolled)
        answers = [None] if reckoning.harmless else list(range(1, 7))
        ways = Counter(reckoning.outcome((a,), d) for a, d in product(range(1, 7), answers))
        for made, often in ways.items():
            people = dict(state.people)
            for side, wounds in ((front, made.defenders), (rolled.attackers, made.attackers)):
                for one, count in spread(WORLD.all_boxes(people[one] for one in side), wounds):
                    people[one] = replace(people[one], wounds=people[one].wounds + count)
            alive = [one for one in people if people[one].wounds < WORLD.card(people[one]).endurance]
            after = replace(
                rolled,
                defenders=tuple(one for one in left if one in alive),
                attackers=tuple(one for one in rolled.attackers if one in alive),
            )
            for share, caught in seized([one for one in front if one in alive], made.stars):
                rest = tuple(one for one in after.defenders if one not in caught)
                yield (
                    part * often / ways.total() * share,
                    replace(after, defenders=rest, pending=tuple(sorted((*after.pending, *caught)))),
                    tuple(people.values()),
                    fled or bool(away),
                )


def seized(open_to: list[str], stars: int) -> Iterator[tuple[float, tuple[str, ...]]]:
    """Characters seized, one after the other, each alike."""
    if not stars or not open_to:
        yield 1.0, ()
        return
    for one in open_to:
        for share, others in seized([other for other in open_to if other != one], stars - 1):
            yield share / len(open_to), (one, *others)


HUNTS: list[tuple[tuple[str, ...], tuple[str, ...], dict[str, int], Plan]] = [
    (("Gelba",), ("Scott Rubel", "Adam Starlight"), {}, Plan()),
    (("Redjac", "Gelba"), ("Kogus", "Zina Adora", "Vudot Vodot"), {"Kogus": 2, "Redjac": 3, "Gelba": 1}, Plan()),
    (("Redjac",), ("Rayner Derban", "Kogus"), {"Kogus": 3, "Redjac": 2}, Plan(frozenset({"Kogus"}))),
    (("Gelba",), ("Scott Rubel", "Adam Starlight"), {}, Plan(breaks="all")),
    (("Redjac",), ("Scott Rubel", "Doctor Sontag"), {"Redjac": 2}, Plan(frozenset({"Scott Rubel"}), "inactive")),
    (("Redjac",), ("Rayner Derban", "Doctor Sontag"), {"Redjac": 3}, Plan(frozenset({"Doctor Sontag"}), "all")),
]


@pytest.mark.slow
@pytest.mark.rule("FITG-CHR-08", "FITG-CHR-20", "FITG-CHR-24", "FITG-CHR-35")
@pytest.mark.parametrize(("attackers", "defenders", "wounds", "plan"), HUNTS)
def test_hunts_by_counting_their_dice(
    attackers: tuple[str, ...], defenders: tuple[str, ...], wounds: dict[str, int], plan: Plan
) -> None:
    game = Played()
    for one in (*attackers, *defenders):
        game.person(one, URBAN, wounds=wounds.get(one, 0))
    intentions: tuple[Intention, ...] = ("capture", "kill")
    for intention in intentions:
        fight = Fight(URBAN, Kind.CHARACTERS, Side.IMPERIAL, "hand", intention, defenders, None, attackers)
        odds = fight_odds(WORLD, game.state, fight, plan)
        counted = by_rounds(game, fight, plan)
        for end, chance in odds._asdict().items():
            assert abs(float(chance) - counted[end]) < 1e-9, (intention, end)
        assert sum(odds[:5]) == 1 and bool(odds.away) is (plan.breaks != "stay")


@pytest.mark.rule("FITG-CRE-03")
@pytest.mark.parametrize(("endurance", "held"), [(3, ""), (3, "Kogus"), (5, ""), (5, "Kogus")])
def test_a_magron_that_holds_nobody_who_is_free_lets_go_after_a_round(endurance: int, held: str) -> None:
    game, fight = against(Force("Magron", 0, endurance), "Adam Starlight")
    game.person("Kogus", URBAN, status=Status.DEAD)
    fight = replace(fight, active=fight.defenders, held=held)
    rolls = [Reckoning(WORLD, game.state, fight).outcome((), face) for face in range(1, 7)]
    odds = fight_odds(WORLD, game.state, fight)
    assert odds.beaten == Fraction(sum(made.attackers >= endurance for made in rolls), 6) == 1 - odds.undecided
    assert bool(odds.beaten) is (endurance == 3)


FOUGHT = [
    ("Garb", ("Agan Rafa",), ()),
    ("Thunk", ("Agan Rafa", "Adam Starlight"), ()),
    ("Frost Mist", ("Adam Starlight", "Scott Rubel"), ()),
    ("Wyths", ("Ly Mantok", "Frun Sentel"), ()),
    ("Vorozion", ("Scott Rubel", "Professor Mareg"), ()),
    ("Drusers", ("Yarro Latac",), ()),
    ("Dindin", ("Ly Mantok", "Scott Rubel"), ()),
    ("Ym-Barror", ("Agan Rafa",), ("Norrocks",)),
    ("Queemer", ("Adam Starlight",), ("Personal Body Shield",)),
    ("Magron", ("Zina Adora", "Scott Rubel", "Sidir Ganang"), ()),
    ("Virus", ("Agan Rafa", "Oneste Woada"), ()),
    ("Muggers", ("Scott Rubel", "Oneste Woada"), ()),
    ("Gadhars", ("Rayner Derban", "Oneste Woada"), ()),
    ("squad", ("Frun Sentel", "Kogus", "Zina Adora"), ()),
    ("Frost Mist", ("Adam Starlight", "Scott Rubel"), ("Norrocks",)),
]
FIGHTS = 400


@pytest.mark.parametrize(("name", "people", "items"), FOUGHT)
def test_fights_that_are_played_end_as_often_as_the_odds_say(
    name: str, people: tuple[str, ...], items: tuple[str, ...]
) -> None:
    creature = WORLD.pack.creatures.get(name)
    force = Force(name, creature.attack, creature.endurance) if creature else Force(name, 12, 8)
    kind, weapon = (Kind.CREATURE, "hand") if creature else (Kind.SQUAD, "fire")
    game, fight = against(force, *people, kind=kind, weapon=weapon)
    if not creature:
        fight = replace(fight, intention="capture")
    if name == "Magron":  # it holds one of them, and the others fight it
        fight = replace(fight, held=people[0], defenders=people[1:])
    game.has(people[0], *items)
    everything = tuple(Question.kinds)
    begun = replace(game.state, standing=dict.fromkeys(Side, everything))
    ends: Counter[str] = Counter()
    for number in range(FIGHTS):
        table = Table(begun, game.now, FixedDice(number.to_bytes(8, "big")), RULES.refusals, game.knows)
        play = Play(WORLD, table)
        play.push(fight)
        play.go()
        (over,) = [one.fact for one in table.said if isinstance(one.fact, FightEnded)]
        left = [one for one in fight.defenders if table.state.people[one].free]
        ends["beaten" if over.beaten and left else "both" if over.beaten else "undecided" if left else "lost"] += 1
        ends["captives"] += any(table.state.people[one].status is Status.CAPTIVE for one in people)
    odds = fight_odds(WORLD, game.state, fight)
    for end, chance in odds._asdict().items():
        spread = 4 * float(chance * (1 - chance) / FIGHTS) ** 0.5  # a fight in 16,000 would lie outside
        assert abs(ends[end] / FIGHTS - float(chance)) <= spread, (end, ends[end] / FIGHTS, float(chance))
