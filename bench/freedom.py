"""`freedom`: exact odds of whole fights and of environ combats, and fights that are played to their end by default."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from importlib import import_module
from typing import Any

from msgspec.structs import replace

from bench.measure import Finding, Scale, Stopwatch, milliseconds, times
from bench.stage import PACKS
from engine import freedom
from engine.clock import Instant
from engine.dice.keyed import FixedDice
from engine.freedom import Freedom
from engine.freedom.chances.bout import USUAL, Plan, fight_odds
from engine.freedom.chances.odds import environ_odds
from engine.freedom.combat.environ import EnvironFought
from engine.freedom.combat.fight import FightOpened
from engine.freedom.data.pack import Side
from engine.freedom.figures import difference_column
from engine.freedom.play import Usual
from engine.freedom.state import Ask, Choice, Fight, Force, Kind, Leading, Person, Stage, State
from engine.freedom.state import Finding as Found
from engine.game import Seat, Setup, obey, start
from engine.orders import Order
from engine.text.lines import parse
from storage import packs

WHOLE, ONE, FOUGHT = 100, 50, 10
"""Times the calibration, which is about a millisecond, for the odds of a whole fight, of one environ combat, and for a
fight that is played to its end: a hundred a second.
"""

PEER = 1
"""Times what icepool takes for the same question."""

FIGHTS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("Snow Giants", ("Boccanegra",)),
    ("Thinagig", ("Agan Rafa", "Kogus")),
    ("Thunk", ("Agan Rafa",)),
    ("Vrialta", ("Agan Rafa", "Kogus", "Frun Sentel")),
    ("Chantenes", ("Agan Rafa",)),
    ("Gadhars", ("Agan Rafa",)),
    ("Gadhars", ("Zina Adora", "Doctor Sontag", "Scott Rubel", "Professor Mareg")),
)
"""Creatures and whom they meet: one against one, wounds that are spread, three at once, and creatures that grow."""

FOUR, TWO = {"Vudot Vodot": 0, "Zina Adora": 0, "Rayner Derban": 1, "Kogus": 2}, {"Redjac": 0, "Gelba": 0}
HUNTS: tuple[tuple[str, Side, Mapping[str, int], Mapping[str, int]], ...] = (
    ("hand", Side.IMPERIAL, TWO, FOUR),
    ("fire", Side.IMPERIAL, TWO, FOUR),
    ("hand", Side.REBEL, FOUR, TWO),
    ("fire", Side.IMPERIAL, {}, FOUR),
    ("fire", Side.IMPERIAL, {}, {**FOUR, "Rayner Derban": 0, "Kogus": 0}),
    ("hand", Side.REBEL, {"Boccanegra": 1, "Doctor Sontag": 0, "Frun Sentel": 0}, {"Jon Kidu": 0, "Vans Ka Tie A": 1}),
)
"""Hunts for captives, the heaviest that the scenarios know: all the characters of a side, with wounds that make them
unlike, and as attackers nobody for the greatest squad (D12).
"""

PLANS = (
    Plan(breaks="all"),
    Plan(frozenset({"Vudot Vodot"}), "inactive"),
    Plan(frozenset({"Vudot Vodot", "Zina Adora"}), "all"),
)
"""Standing answers under which the first hunt is reckoned besides: those that take longest."""

RED, BLUE = Seat("red"), Seat("blue")
PLACE = "Angoff urban"


def run(scale: Scale) -> list[Finding]:
    """The slowest odds of a whole fight and of an environ combat, and what a skirmish takes."""
    rules = freedom.ruleset(packs.read(PACKS / "freedom"))
    return [
        _whole(rules, scale),
        _question(rules, scale),
        *_peer(rules, scale),
        _environ(rules, scale),
        _fought(rules, scale),
    ]


def _met(rules: Freedom, creature: str, people: tuple[str, ...]) -> tuple[State, Fight]:
    """A fight with a creature that has just begun."""
    known = rules.world.pack.creatures[creature]
    state = State(people={person: Person(person, Side.REBEL, PLACE) for person in people})
    force = Force(creature, known.attack, known.endurance)
    weapon = "fire" if known.firefight else "hand"
    return state, Fight(PLACE, Kind.CREATURE, Side.IMPERIAL, weapon, "kill", people, force)  # type: ignore[arg-type]  # one of two


def _hunted(
    rules: Freedom, weapon: str, side: Side, attackers: Mapping[str, int], defenders: Mapping[str, int]
) -> tuple[State, Fight]:
    """A combat for captives that has just begun, with these wounds."""
    people = {name: Person(name, side, PLACE, wounds) for name, wounds in attackers.items()}
    people |= {name: Person(name, side.other, PLACE, wounds) for name, wounds in defenders.items()}
    most = max(rules.world.pack.tables.squads, key=lambda row: row.attack)
    force = None if attackers else Force("squad", most.attack, most.endurance)
    kind = Kind.CHARACTERS if attackers else Kind.SQUAD
    fight = Fight(PLACE, kind, side, weapon, "capture", tuple(defenders), force, tuple(attackers))  # type: ignore[arg-type]  # one of two
    return State(people=people), fight


def _whole(rules: Freedom, scale: Scale) -> Finding:
    """The odds of whole fights, cold: the slowest of its kinds."""
    fights = [(_met(rules, *fight), USUAL, f"{fight[0]} against {len(fight[1])}") for fight in FIGHTS]
    for one in HUNTS:
        fights.append((_hunted(rules, *one), USUAL, f"{len(one[2]) or 'a squad'} against {len(one[3])} for captives"))
    for plan in PLANS:
        fights.append(
            (_hunted(rules, *HUNTS[0]), plan, f"2 against 4 for captives, {len(plan.active)} said, {plan.breaks}")
        )
    watches: list[tuple[Stopwatch, str]] = []
    for fought, plan, what in fights:
        watch = Stopwatch(calibrations=3)
        for _ in range(scale.of(5, 1)):
            with watch.piece():
                fight_odds(rules.world, *fought, plan)
        watches.append((watch, what))
    slowest, what = max(watches, key=lambda pair: pair[0].times())
    return slowest.finding("whole fight", WHOLE, f"{what}; exact, the slowest of {len(fights)}")


def _question(rules: Freedom, scale: Scale) -> Finding:
    """Time of what a seat is shown that found four characters and may attack them in four ways: each with its odds."""
    state = _begun(rules, 0)
    side, place = Side.IMPERIAL, PLACE
    people = {name: Person(name, rules.world.pack.characters[name].side, place) for name in (*FOUR, *TWO)}
    units = {unit.id: unit for unit in state.units.values() if unit.side is side}
    kinds = (Kind.SQUAD, Kind.CHARACTERS)
    ways = tuple(f"{kind} {end}" for kind in kinds for end in ("kill", "capture"))
    choice = Choice("attack", (Ask(side, (*ways, "decline"), ways[:1]),), place, ", ".join(FOUR))
    task = Found(place, side, kinds, tuple(FOUR), seekers=tuple(TWO))
    asked = replace(state, people=people, units=units, choice=choice, agenda=(task,))
    watch = Stopwatch(calibrations=3)
    for _ in range(scale.of(5, 1)):
        with watch.piece():
            rules.show(asked, BLUE, "turn", "", Instant(0))
    return watch.finding("question", ONE, "whether and how to attack four, with the odds of four whole fights")


def _icepool(pools: Any, table: Any, attack: int, endurance: int) -> Any:  # the peer has no types
    """The chance to beat Arags with Agan Rafa (5/6), asked of icepool: rounds of two dice until one is out."""

    def fought(state: tuple[int, int], a: int, d: int) -> tuple[int, int]:
        wounds, his = state
        if wounds >= endurance or his >= 6:
            return state
        column = difference_column(max(0, attack - wounds) - max(0, 5 - his))
        back = table[d - 1][column].attacker if his < 5 else 0
        return wounds + back, his + table[a - 1][column].defender

    ends = pools.Die([(0, 0)]).map(fought, pools.d6, pools.d6, star=False, repeat="inf")
    return sum(ends.probability("==", end) for end in ends.outcomes() if end[0] >= endurance and end[1] < 6)


def _peer(rules: Freedom, scale: Scale) -> list[Finding]:
    """Ours against icepool's time for the same whole fight, in one run; nothing where it is not installed."""
    try:
        pools: Any = import_module("icepool")
    except ImportError:
        return []
    known = rules.world.pack.creatures["Arags"]
    theirs, ours = Stopwatch(calibrations=1), Stopwatch(calibrations=1)
    found: list[Any] = []
    for _ in range(scale.of(20, 2)):
        with theirs.piece():
            found.append(_icepool(pools, rules.world.pack.character, known.attack, known.endurance))
        with ours.piece():
            found.append(fight_odds(rules.world, *_met(rules, "Arags", ("Agan Rafa",))).beaten)
    assert found[-1] == found[-2], found[-2:]
    told = f"Arags against Agan Rafa: ours {milliseconds(ours.wall())}, theirs {milliseconds(theirs.wall())}"
    share = Fraction(ours.wall(), theirs.wall())
    return [Finding("beside icepool", times(share), f"at most {PEER}x its time", share <= PEER, told)]


def _environ(rules: Freedom, scale: Scale) -> Finding:
    """The odds of an environ combat as a skirmish begins."""
    state = _begun(rules, 0)
    watch = Stopwatch(calibrations=3)
    for _ in range(scale.of(20, 2)):
        with watch.piece():
            environ_odds(rules.world, state, Leading(PLACE, Side.REBEL), {Side.REBEL: "Boccanegra"})
    return watch.finding("environ odds", ONE, "six units against five; exact")


def _begun(rules: Freedom, number: int) -> State:
    dice = FixedDice(number.to_bytes(8, "big"))
    return start(rules, Setup("Fight", (RED, BLUE), {"scenario": "skirmish", "pace": "none"}), Instant(0), dice).state


def _fought(rules: Freedom, scale: Scale) -> Finding:
    """Skirmishes of three turns under the default answers, in which both sides attack and search: what a fight takes
    of them, with all that lies between fights.
    """
    watch = Stopwatch(calibrations=5)
    fought: Counter[str] = Counter()
    for portion in range(scale.of(10, 1)):
        with watch.piece():
            for number in range(scale.of(4, 1)):
                fought += _skirmish(rules, portion * 100 + number)
    told = f"{fought['EnvironFought']} environ combats and {fought['FightOpened']} of characters, played to their ends"
    return watch.finding("fights", FOUGHT, told, share=max(1, fought.total() // len(watch.pieces)))


def _skirmish(rules: Freedom, number: int) -> Counter[str]:
    """A skirmish to its end; how many fights of each kind there were."""
    state, dice = _begun(rules, number), FixedDice(number.to_bytes(8, "big"))
    fought: Counter[str] = Counter()
    declare, attack, done = (parse(line, rules.orders) for line in ("declare", "attack", "done"))
    while not state.over:
        choice = state.choice
        side = choice.asks[-1 if choice.asks[0].side in state.filed else 0].side if choice is not None else None
        order: Order = done
        if choice is not None:
            order = {"declare": declare, "attack": attack}.get(choice.kind, Usual())
        elif state.stage is Stage.SEARCH:
            side = state.player.other
        seat = state.seat(side or state.player)
        assert seat is not None  # both sides have one
        outcome = obey(rules, state, seat, order, Instant(0), dice, lambda _: state)  # noqa: B023  # asked at once
        assert outcome.refusal is None, outcome.refusal
        state = outcome.state
        fought.update(
            type(said.fact).__name__ for said in outcome.said if isinstance(said.fact, EnvironFought | FightOpened)
        )
    return fought
