"""Exact odds, in fractions, and their words: of an environ combat, a base's fire, a break-off, a search, and of fights
under stated standing answers. Nothing rolls. Register, Odds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from msgspec.structs import replace

from engine.dice.odds import percent
from engine.freedom.chances.bout import USUAL, Breaks, FightOdds, Plan, fight_odds, round_odds
from engine.freedom.combat.environ import assault, best_leaders, eligible_environs, foreseen
from engine.freedom.combat.fight import fought, unfit
from engine.freedom.combat.reckoning import Reckoning
from engine.freedom.data.pack import Code, Side
from engine.freedom.figures import COLUMNS, PDB_COLUMNS, best_losses, found_number
from engine.freedom.look import Look, World, names
from engine.freedom.missions import hiding_value, search_value
from engine.freedom.state import Choice, Fight, Finding, Firing, Leading, Searching, State, Unit
from engine.noun import Found, parts_of, value
from engine.orders import Option
from engine.report import Report, Section
from engine.text.message import N_, NOTHING, OR, T_, Text, joined, listed, name, term
from engine.view import view

FACES = range(1, 7)


class LossOdds(NamedTuple):
    """Chances of what a combat takes: by side, the strength lost (0 and more), and all units."""

    lost: Mapping[Side, Mapping[int, Fraction]]
    wiped: Mapping[Side, Fraction]


def environ_odds(world: World, state: State, task: Leading, leaders: Mapping[Side, str]) -> LossOdds:
    """Odds of what an environ combat takes from each side, with the default removals (S1)."""
    column = assault(world, state, task, leaders).column
    lost, wiped = {}, {}
    for side in Side:
        cells = [row[column] for row in world.pack.military]
        losses = [cell.attacker if side is task.attacker else cell.defender for cell in cells]
        lost[side], wiped[side] = paid(world, state.fielded(task.environ, side), losses)
    return LossOdds(lost, wiped)


def paid(world: World, units: Sequence[Unit], losses: Sequence[int]) -> tuple[Mapping[int, Fraction], Fraction]:
    """Chances of what units lose by default, by strength, and of all; each of these losses is alike (S1 step 7)."""
    strengths = {unit.id: world.kind(unit).first for unit in units}
    chances: dict[int, Fraction] = {}
    for loss in losses:
        gone = sum(strengths[id] for id in best_losses(world.losers(units), loss)[0])
        chances[gone] = chances.get(gone, Fraction(0)) + Fraction(1, len(losses))
    return chances, chances.get(sum(strengths.values()), Fraction(0))


def base_odds(world: World, level: int) -> tuple[Fraction, Fraction]:
    """The chances that a base that fires goes down, and that it loses a level besides (FITG-PDB-06, FITG-PDB-07)."""
    losses = [row[PDB_COLUMNS[level]].attacker for row in world.pack.military]
    return Fraction(sum(loss >= 2 for loss in losses), 6), Fraction(sum(loss >= 3 for loss in losses), 6)


def passing_odds(world: World, units: Sequence[Unit], level: int) -> tuple[Mapping[int, Fraction], Fraction]:
    """Losses, with their chances, of units that pass a base that fires, and the chance of all (FITG-PDB-05)."""
    return paid(world, units, [row[PDB_COLUMNS[level]].defender for row in world.pack.military])


def break_off_odds(world: World, state: State, fight: Fight) -> tuple[Fraction, Fraction]:
    """The chances that active and inactive characters get away this round (FITG-CHR-24)."""
    reckoning = Reckoning(world, state, fight)
    drift = reckoning.drift()
    active, inactive = (sum(face + drift <= number for face in FACES) for number in reckoning.numbers())
    return Fraction(active, 6), Fraction(inactive, 6)


# In words


def chance(of: Fraction) -> Text:
    """A chance, in hundredths."""
    return term(percent(of))


def spreads(chances: Mapping[int, Fraction]) -> Text:
    """Chances by number, the least first."""
    return joined(", ", (LOST(strength=strength, chance=chance(of)) for strength, of in sorted(chances.items())))


LOST = N_("{strength} with {chance}")


def odds_lines(look: Look, plan: Plan = USUAL) -> Iterator[Text]:
    """The odds of what is being decided; of a fight also under standing answers."""
    choice, task = look.known.choice, look.known.agenda[0] if look.known.agenda else None
    if look.fight is not None:
        yield from fight_odds_lines(look, look.fight, plan)
    elif choice is None:
        return
    elif choice.kind == "leader" and isinstance(task, Leading):
        yield from leader_lines(look, task, choice)
    elif choice.kind == "declare":
        yield from environ_lines(look, choice.where)
    elif choice.kind == "attack" and isinstance(task, Finding):
        for way, fight in ways_to_fight(look):
            yield ending(way, fight_odds(look.world, look.known, fight, plan), fight, plan)
    elif choice.kind == "hide" and isinstance(task, Searching):
        searching = search_value(look.world, look.known, task)
        for who in choice.asks[0].options:
            number = found_number(look.world.pack, searching, hiding_value(look.world, look.known, task, who))
            yield HIDES(person=hider(who), chance=chance(Fraction(number, 6)))
    elif isinstance(task, Firing):
        units = [look.known.units[id] for id in task.units if id in look.known.units]
        strengths, wiped = passing_odds(look.world, units, look.known.planets[task.planet].level)
        yield PASSING(wiped=chance(wiped), lost=spreads(strengths))
        down, lower = base_odds(look.world, look.known.planets[task.planet].level)
        yield BASE(planet=term(task.planet), down=chance(down), lower=chance(lower))


PASSING = N_("The movers lose all with {wiped}; strength lost: {lost}.")
BASE = N_("The base of {planet} goes down with {down}, and loses a level with {lower}.")
HIDES = N_("Where {person} hides them they are found with {chance}.")


def hider(who: str) -> Text:
    """The name of whoever hides a group, and of what they use."""
    person, _, item = who.partition("/")
    return N_("{person} with the {item}")(person=name(person), item=term(item)) if item else name(person)


# Character combat

ROUND = N_("This round: wounds on the defenders {dealt}; on the attackers {taken}[; somebody is seized with {chance}].")
AWAY = N_("A break-off now: the active get away with {active}, those behind with {inactive}.")
ENDS = N_("the attackers beaten {beaten}, the defenders out {lost}, both {both}")
AWAY_ENDS = N_("somebody away {away}, the attackers beaten {beaten}, the defenders out {lost}, both {both}")
BREAKS = {
    "stay": T_("nobody breaking off"),
    "all": T_("all trying to break off in each round"),
    "inactive": T_("those behind trying to break off in each round"),
}


def fight_odds_lines(look: Look, fight: Fight, plan: Plan) -> Iterator[Text]:
    """The odds of a fight: its round, a break-off, and its end under a plan; while whoever may break off decides, also
    the end if all try it.
    """
    world, known = look.world, look.known
    now = round_odds(world, known, fight, plan)
    if now is not None:
        seized = chance(now.seized) if fight.intention == "capture" else NOTHING
        yield ROUND(dealt=spreads(now.defenders), taken=spreads(now.attackers), chance=seized)
    asked = known.choice is not None and known.choice.kind == "break"
    if asked or (plan.breaks != "stay" and fight.step == "partition"):
        tried = (
            fight if asked else replace(fight, active=Reckoning(world, known, fight).front(plan.active, fight.active))
        )
        active, behind = break_off_odds(world, known, tried)
        yield AWAY(active=chance(active), inactive=chance(behind))
    for one in (plan, Plan(breaks="all")) if asked and plan == USUAL else (plan,):
        yield ending(planned(one), fight_odds(world, known, fight, one), fight, one)


def planned(plan: Plan) -> Text:
    """Standing answers in words."""
    active = N_("with {people} active")(people=names(sorted(plan.active))) if plan.active else T_("as usual")
    return N_("To the end {active}, {breaks}")(active=active, breaks=BREAKS[plan.breaks])


def ending(way: Text, odds: FightOdds, fight: Fight, plan: Plan) -> Text:
    """Line for how a fight ends in some way of fighting it."""
    ends = (ENDS if plan.breaks == "stay" else AWAY_ENDS)(
        beaten=chance(odds.beaten), lost=chance(odds.lost), both=chance(odds.both), away=chance(odds.away)
    )
    held = chance(odds.captives) if fight.intention == "capture" else NOTHING
    return N_("{way}: {ends}[; somebody captive {chance}].")(way=way, ends=ends, chance=held)


def ways_to_fight(look: Look) -> list[tuple[Text, Fight]]:
    """The fight that is on, or those that may come of an attack that is being decided, each with its words."""
    choice, task = look.known.choice, look.known.agenda[0] if look.known.agenda else None
    if look.fight is not None:
        return [(NOTHING, look.fight)]
    if choice is None or not isinstance(task, Finding):
        return []
    ways = (way for way in choice.asks[0].options if way != "decline")
    return [(term(way), fought(look.world, look.known, task, way)) for way in ways]


_STATED = re.compile(r"(?:active\s+(?P<active>.+?))??[\s;,]*(?:break\s+(?P<who>\S+)|stay)?", re.IGNORECASE)


def offered(look: Look, found: Found) -> Iterator[Option]:
    """Everybody alone in front, and the ways of breaking off, each with the others."""
    for _, fight in ways_to_fight(look)[:1]:
        fronts = ("", *(f"active {defender}" for defender in fight.defenders)) if len(fight.defenders) > 1 else ("",)
        for active, breaks in product(fronts, ("", "break all", "break inactive")):
            plan = "; ".join(part for part in (active, breaks) if part)
            if plan and (breaks != "break inactive" or len(fight.defenders) > 1):
                yield Option(plan)


@value("standing answers, such as: active Kogus; break all", offered)
def stated(look: Look, words: str, found: Found) -> Plan:
    """Standing answers: "active Kogus, Zina Adora; break inactive", each half of which may be left out. Refuses
    `E_PHASE` without a fight, `E_TYPE`, `E_ACTIVE`, `E_BREAK` (FITG-CHR-15, FITG-CHR-16, FITG-CHR-22, FITG-CHR-26).
    """
    if not words.strip():
        return USUAL
    fights, match = ways_to_fight(look), _STATED.fullmatch(words.strip())
    if not fights:
        look.no(Code.E_PHASE, T_("There is no character combat whose odds standing answers change."), "FITG-CHR-20")
    fight = fights[0][1]
    if match is None:
        why = N_("Write: active NAMES; break all (or inactive), not “{words}”.")
        look.no(Code.E_TYPE, why, "FITG-CHR-20", words=words)
    active = _active(look, fight, match["active"] or "")
    return Plan(active, _breaks(look, fight, active, (match["who"] or "stay").casefold()))


def _active(look: Look, fight: Fight, words: str) -> frozenset[str]:
    """Those of the defenders who are named; a right partition."""
    by_name = {defender.casefold(): defender for defender in fight.defenders}
    given = [part.strip() for part in parts_of(words, fight.defenders)] if words.casefold() != "all" else list(by_name)
    if foreign := ", ".join(part for part in given if part and part.casefold() not in by_name):
        why = N_("“{foreign}” does not defend in this combat; {who} would.")
        look.no(Code.E_ACTIVE, why, "FITG-CHR-15", foreign=foreign, who=", ".join(fight.defenders))
    active = frozenset(by_name[part.casefold()] for part in given if part)
    look.require(unfit(Reckoning(look.world, look.known, fight), active) if active else None)
    return active


def _breaks(look: Look, fight: Fight, active: frozenset[str], who: str) -> Breaks:
    """Those who try to break off in each round: of those behind there must be some."""
    if who == "stay":
        return "stay"
    if fight.force is not None and Reckoning(look.world, look.known, fight).creature.bars == "always":
        look.no(Code.E_BREAK, N_("The {force} lets nobody go."), "FITG-CHR-22", force=term(fight.force.name))
    if who == "all":
        return "all"
    partly = not look.known.options.break_all_only and len(active) < len(fight.defenders) > 1
    if who != "inactive" or not partly:
        ways = listed(map(term, ("all", "inactive") if partly else ("all",)), OR)
        look.no(Code.E_BREAK, N_("You may break off {ways}, not {who} alone."), "FITG-CHR-26", ways=ways, who=who)
    return "inactive"


@view("odds", "the odds of what is decided now, or of a fight under standing answers", stated, public=True)
def the_odds(look: Look, plan: Plan) -> Report:
    """Exact odds: of the choice at hand, and of a fight to its end under standing answers that are stated
    (FITG-CHR-20, FITG-CHR-24).
    """
    lines = tuple(odds_lines(look, plan)) or (
        T_("Nothing that dice decide is asked now; `/freedom-show environ` tells the odds of an attack."),
    )
    return Report(T_("Odds"), NOTHING, (Section(T_("As things stand"), lines),), rule="FITG-CHR-20")


# Environ combat


def environ_lines(look: Look, environ: str) -> Iterator[Text]:
    """The odds of a combat in an environ, both sides under their best leaders: as it was declared, or else with the
    viewer attacking.
    """
    if environ not in eligible_environs(look.known):
        return
    task, leaders = foreseen(look.known, environ, look.side), best_leaders(look.world, look.known, environ)
    yield N_("{side} attacking; leaders: {leaders}.")(side=look.name(task.attacker), leaders=names(leaders.values()))
    yield from losing_lines(look, task, leaders)


def leader_lines(look: Look, task: Leading, choice: Choice) -> Iterator[Text]:
    """The odds of a combat that was declared under each leader whom the viewer may name, against the enemy's best."""
    ask = look.ask
    if ask is None:
        yield from environ_lines(look, task.environ)
        return
    yield N_("{side} attacking.")(side=look.name(task.attacker))
    best = best_leaders(look.world, look.known, task.environ)
    enemy = {side: one for side, one in best.items() if side is not ask.side}
    for option in ask.options:
        leaders = enemy if option == "none" else {**enemy, ask.side: option}
        column = assault(look.world, look.known, task, leaders).column
        yield N_("Led by {leader}, against {enemy}: column {column}. {losses}")(
            leader=names([option] if ask.side in leaders else []), enemy=names(enemy.values()),
            column=term(COLUMNS[column]), losses=joined(" ", losing_lines(look, task, leaders)),
        )  # fmt: skip


def losing_lines(look: Look, task: Leading, leaders: Mapping[Side, str]) -> Iterator[Text]:
    """Lines for what a combat takes from each side under these leaders."""
    odds = environ_odds(look.world, look.known, task, leaders)
    for side in Side:
        yield N_("{side} loses all with {wiped}; strength lost: {lost}.")(
            side=look.name(side), wiped=chance(odds.wiped[side]), lost=spreads(odds.lost[side])
        )
