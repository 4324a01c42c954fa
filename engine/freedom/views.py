"""Views: a seat's turn, the map, a character, an environ, the fight that is on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

from engine.freedom.chances.odds import environ_lines, odds_lines
from engine.freedom.combat.bases import Move
from engine.freedom.combat.environ import AttackIfPassed, Declare, Pass
from engine.freedom.combat.possessions import Use
from engine.freedom.combat.reckoning import Reckoning
from engine.freedom.data.pack import Side
from engine.freedom.figures import DIFFERENCES
from engine.freedom.look import SIDES, STAGES, Look, Question, names
from engine.freedom.missions import Mission, Search
from engine.freedom.nouns import ANY_PERSON, ENVIRON
from engine.freedom.pictures import card_picture, environ_picture, fight_picture, map_picture
from engine.freedom.play import Answer, Usual
from engine.freedom.state import Environ, Fight, Person, Planet, Rating, Stage, Unit
from engine.freedom.turn import Done, points
from engine.orders import Order
from engine.report import Report, Section, Suggestion
from engine.text.lines import to_text
from engine.text.message import N_, NN_, NOTHING, T_, Text, begun, dated, listed, name, noted, term
from engine.view import view

MOST = 9
"""Suggestions beside a view."""

TURN = N_("Turn {turn} of {turns}, {side}: {stage}[ until {at} ({left})].")
OVER_WON = N_("The game is over: {side} has won.")
YOU_DECIDE = N_("**You decide**: {asked}. As usual: {usual}.")
YOU_DECIDED = N_("You have decided, under seal, {asked}: {answer}. You may change it until the other side has decided.")
SCORE = NN_("The Rebels have {points} point of {goal}.", "The Rebels have {points} points of {goal}.", "points")
SKIRMISH = N_("The Rebels have {points} points: with more than 0 they win, with less the Empire does.")
NONE = T_("none")
TO_DO: Mapping[Stage, Text] = {
    Stage.MOVEMENT: T_("Move what you like, then end movement: combat follows wherever both sides have units."),
    Stage.SEARCH: T_("Search for enemy characters that stand without units, then end the search: missions follow."),
    Stage.MISSIONS: T_("Send characters on missions, then end missions: the other side's turn follows."),
}
"""What a side does in a part of the turn that it ends itself."""


def suggestions(look: Look) -> tuple[Suggestion, ...]:
    """Suggestions of what the viewer could order now, the usual answer first; nothing for who only watches."""
    if look.side is None or look.known.over:
        return ()
    found: list[Order] = []
    if look.choice is not None:
        for kind in _answers():
            found += kind.possible(look)
    else:
        marches = (move for move in Move.possible(look) if look.known.fielded(move.environ, look.own.other))
        for deeds in (marches, *(kind.possible(look) for kind in (Search, Mission, Use, AttackIfPassed, Done))):
            found += islice(deeds, DEEDS)
    done = END(stage=STAGES[look.known.stage].name)
    made = [
        Suggestion(done if isinstance(one, Done) else LABELS.get(type(one), begun(name(to_text(one)))), to_text(one))
        for one in found
    ]
    return tuple(suggestion for suggestion in made if len(suggestion.line) <= 80)[:MOST]


DEEDS = 4
"""Moves to where the enemy is, searches, missions, possessions and attacks that are offered, of each kind."""

END = N_("End {stage}")
LABELS: Mapping[type[Order], Text] = {Usual: T_("As usual"), Declare: T_("Attack"), Pass: T_("Do not attack")}


def _answers() -> Iterable[type[Any]]:
    """The orders that answer questions, with the usual answer first."""
    kinds: list[type[Any]] = [Usual]
    seen = list(Answer.__subclasses__())
    while seen:
        kind = seen.pop(0)
        seen += kind.__subclasses__()
        if kind.path and kind is not Usual:
            kinds.append(kind)
    return kinds


def whereabouts(look: Look) -> Text:
    """Words for where the game stands, or who has won."""
    known = look.known
    if known.over:
        return T_("The game is over, and drawn.") if known.winner is None else OVER_WON(side=look.name(known.winner))
    return dated(
        known.until, TURN, turn=known.turn, turns=look.world.pack.scenarios[known.scenario].turns,
        side=look.name(known.player), stage=STAGES[known.stage].name,
    )  # fmt: skip


def score(look: Look) -> Text:
    """The Rebels' points, and what wins (D12)."""
    scenario, found = look.world.pack.scenarios[look.known.scenario], points(look.world, look.known)
    return SKIRMISH(points=found) if scenario.skirmish else SCORE(points=found, goal=scenario.goal)


@view("turn", "what you may do now, and until when", public=True)
def turn(look: Look, about: None) -> Report:
    """Report of where the game stands, who is to decide what, and what could be ordered."""
    known = look.known
    lead = whereabouts(look)
    sections = []
    choice = known.choice
    if choice is not None:
        question: Question[Any] = Question.of(choice)
        asked = question.words(known, choice)
        if look.side in known.filed:
            line = YOU_DECIDED(asked=asked, answer=listed(map(name, known.filed[look.own])) or NONE)
        elif look.ask is not None:
            line = YOU_DECIDE(asked=asked, usual=listed(name(one) for one in look.ask.usual if one != "-") or NONE)
        else:
            sides = listed(look.name(ask.side) for ask in choice.asks if ask.side not in known.locks)
            line = N_("{sides} to decide: {asked}.")(sides=sides, asked=asked)
        sections.append(Section(T_("To be decided"), (line,)))
        if look.fight is not None:
            sections.append(Section(T_("The fight"), tuple(fight_lines(look, look.fight))))
        foreseen = tuple(odds_lines(look))
        if foreseen:
            sections.append(Section(T_("Odds"), foreseen))
    elif look.side is not None and Done.ready(look) is None and known.stage in TO_DO:
        sections.append(Section(T_("What you can do"), (TO_DO[known.stage],)))
    sections.append(Section(T_("Score"), (score(look),)))
    return Report(T_("The turn"), lead, tuple(sections), suggestions(look), rule="FITG-GEN-03")


PLANET_LINE = N_("{planet}: {standing}; base level {level}, {up}")
REBELS = T_("in rebellion")
NOBODYS = T_("held by nobody")
ENVIRON_LINE = N_("**{environ}** (size {size}): {rebels}; {imperials}")
STRENGTH = N_("{side} {strength} ({units})")


def planet_line(look: Look, planet: Planet) -> Text:
    """A planet in a list."""
    held = N_("held by the {side}")(side=SIDES[planet.control]) if planet.control is not None else NOBODYS
    standing = noted(held, N_("loyalty {loyalty:+}")(loyalty=planet.loyalty), REBELS if planet.rebelling else NOTHING)
    up = T_("up") if planet.up else T_("down")
    return PLANET_LINE(planet=term(planet.name), standing=standing, level=planet.level, up=up)


def side_line(look: Look, environ: str, side: Side) -> Text:
    """Line for what a side has in an environ."""
    units = look.known.fielded(environ, side)
    pieces = [*(unit.id for unit in units), *look.world.ranked(look.known.present(environ, side))]
    return STRENGTH(side=SIDES[side], strength=look.world.strength(units), units=listed(map(name, pieces)) or NONE)


@view("map", "planets, bases, and who stands where", picture=lambda look, about: map_picture(look), public=True)
def the_map(look: Look, about: None) -> Report:
    """All planets and environs."""
    sections = []
    for planet in look.known.planets.values():
        lines = [planet_line(look, planet)]
        for environ in look.known.environs_of(planet.name):
            rebels, imperials = (side_line(look, environ.id, side) for side in Side)
            lines.append(ENVIRON_LINE(environ=term(environ.id), size=environ.size, rebels=rebels, imperials=imperials))
        sections.append(Section(term(planet.name), tuple(lines)))
    return Report(T_("The province"), NOTHING, tuple(sections), draws=True)


LEFT, FALLEN = N_("{side}: strength {strength} in {units}"), N_("{person} of {side}: {status}")
UNITS = NN_("{units} unit", "{units} units", "units")


@view("standings", "the score, planets, units that are left, characters that are not", public=True)
def standings(look: Look, about: None) -> Report:
    """Report of how the game stands, and how it ended (D12)."""
    known = look.known
    left = []
    for side in Side:
        units = [unit for unit in known.units.values() if unit.side is side]
        strength = look.world.strength(units)
        left.append(LEFT(side=look.name(side), strength=strength, units=UNITS(units=len(units))))
    out = look.world.in_order(person for person in known.people.values() if not person.free)
    fallen = tuple(FALLEN(person=name(lost.name), side=SIDES[lost.side], status=term(lost.status)) for lost in out)
    planets = tuple(planet_line(look, planet) for planet in known.planets.values())
    found = (
        (T_("Score"), (score(look),)), (T_("Planets"), planets), (T_("Units"), tuple(left)),
        (T_("Captive or dead"), fallen or (NONE,)),
    )  # fmt: skip
    return Report(T_("Standings"), whereabouts(look), tuple(Section(*part) for part in found), rule="FITG-GEN-03")


PLANETS = NN_("{held} of {planets} planet", "{held} of {planets} planets", "planets")


def survey(look: Look) -> tuple[tuple[str, str], ...]:
    """Figures of a side for moderators: what it plays, its units, its characters who are free, captive or dead."""
    side, known = look.side, look.known
    if side is None:
        return ()
    units = [unit for unit in known.units.values() if unit.side is side]
    people = [person for person in known.people.values() if person.side is side]
    free = sum(person.free for person in people)
    held = sum(planet.control is side for planet in known.planets.values())
    return (
        (T_("Plays"), SIDES[side]),
        (T_("Units"), N_("{units}, strength {strength}")(units=len(units), strength=look.world.strength(units))),
        (T_("Characters"), N_("{free} free of {people}")(free=free, people=len(people))),
        (T_("Holds"), PLANETS(held=held, planets=len(known.planets))),
    )


STATUS = N_("{person}: combat {combat}, {boxes} boxes left")
WITH_UNITS, IS_CAPTIVE, IS_HIDDEN = T_("with the units"), T_("captive"), T_("detected")
LIVES = N_("Races: {races}. Creature: {creature}. Resources {resources}.")


def unit_line(look: Look, unit: Unit) -> Text:
    """A unit in a list."""
    kind = look.world.kind(unit)
    line = N_("{unit}: {first}-{second}")(unit=name(unit.id), first=kind.first, second=kind.second)
    return noted(line, T_("mobile") if kind.mobile else NOTHING)


def person_line(look: Look, person: Person) -> Text:
    """A character in a list."""
    how = IS_CAPTIVE if not person.free else WITH_UNITS if person.rides else IS_HIDDEN if person.detected else NOTHING
    line = STATUS(person=name(person.name), combat=look.world.combat(person), boxes=look.world.boxes(person))
    return noted(line, how)


@view(
    "environ", "an environ: its stacks, and the column they would fight on", ENVIRON,
    picture=environ_picture, public=True,
)  # fmt: skip
def environ(look: Look, environ: Environ) -> Report:
    """Pieces in an environ, what lives there, and the odds of a combat there."""
    row = look.world.pack.environs[environ.id]
    sections = []
    for side in Side:
        there = [one for one in look.known.people.values() if one.environ == environ.id and one.side is side]
        people = look.world.in_order(person for person in there if not person.dead)
        lines = [unit_line(look, unit) for unit in look.known.fielded(environ.id, side)]
        lines += [person_line(look, person) for person in people]
        sections.append(Section(look.name(side), tuple(lines) or (NONE,)))
    foreseen = tuple(environ_lines(look, environ.id))
    if foreseen:
        sections.append(Section(T_("If they fought now"), foreseen))
    races, creature = listed(map(term, row.races)) or NONE, term(row.creature) or NONE
    lead = LIVES(races=races, creature=creature, resources=row.resources)
    return Report(term(environ.id), lead, tuple(sections), draws=True, rule="FITG-ENV-07")


RATINGS = N_(
    "Combat {combat} of {printed}, endurance {boxes} of {endurance} left, intelligence {intelligence}, "
    "leadership {leadership}, diplomacy {diplomacy}, navigation {navigation}."
)
HEALS = N_("{item} (heals at the start of the Rebel turn: no part of combat, see to it on your board)")
IDLES = N_("{item} (can make a detected enemy idle for a phase: no part of combat, see to it on your board)")


def carried(look: Look, person: Person, item: str) -> Text:
    """A possession, and beside it that it works no more, or does something outside combat (D8)."""
    row = look.world.pack.possessions[item]
    says = N_("{item} (works no more)") if item in person.worn else HEALS if row.heals else IDLES if row.idles else None
    return term(item) if says is None else says(item=term(item))


@view(
    "character", "a character: ratings now, wounds, possessions", ANY_PERSON,
    picture=card_picture, public=True,
)  # fmt: skip
def character(look: Look, person: Person) -> Report:
    """A character's card as it stands."""
    card, world = look.world.card(person), look.world
    ratings = RATINGS(
        combat=world.combat(person), printed=card.combat, boxes=world.boxes(person), endurance=card.endurance,
        intelligence=world.intelligence(person), leadership=world.leadership(person),
        diplomacy=world.diplomacy(person), navigation=world.rating(person, Rating.NAVIGATION),
    )  # fmt: skip
    held = T_("dead") if person.dead else IS_CAPTIVE
    how = held if not person.free else WITH_UNITS if person.rides else NOTHING
    items = tuple(carried(look, person, item) for item in person.items)
    sections = (Section(T_("Possessions"), items),) if items else ()
    where = N_("In {environ}[, {how}].")(environ=term(person.environ), how=how)
    now = Section(T_("Now"), (N_("Of the {side}.")(side=look.name(person.side)), where))
    return Report(name(person.name), ratings, (now, *sections), draws=True, rule="FITG-CHR-37")


FIGHT_HEAD = N_("Round {round}: {attacker} against {defenders}.")
SUMS = N_("Attack {attack}, defence {defence}: column {column}.")
FORCE_LINE = N_("{force}: attack {attack}, {left} of {endurance} endurance left")


def fight_lines(look: Look, fight: Fight) -> Iterator[Text]:
    """Lines for where a fight stands."""
    reckoning = Reckoning(look.world, look.known, fight)
    force = fight.force
    attacker = term(force.name) if force is not None else names(fight.attackers)
    yield FIGHT_HEAD(round=fight.round, attacker=attacker, defenders=names(fight.defenders))
    if force is not None:
        endured = reckoning.endurance()
        if endured:
            left = endured - force.wounds
            yield FORCE_LINE(force=term(force.name), attack=reckoning.attack(), left=left, endurance=endured)
        else:
            yield N_("{force}: attack {attack}, nothing harms it")(force=term(force.name), attack=reckoning.attack())
    for called in (*fight.attackers, *fight.defenders):
        yield person_line(look, look.known.people[called])
    if fight.active:
        column = term(DIFFERENCES[reckoning.final_column()])
        yield SUMS(attack=reckoning.attack(), defence=reckoning.defence(), column=column)


@view("fight", "the character combat that is on", picture=lambda look, about: fight_picture(look), public=True)
def fight(look: Look, about: None) -> Report:
    """The fight as it stands, with its odds."""
    on = look.fight
    if on is None:
        return Report(T_("The fight"), T_("There is no character combat now."))
    lines = tuple(fight_lines(look, on))
    sections = (Section(T_("How it stands"), lines), Section(T_("Odds"), tuple(odds_lines(look)) or (NONE,)))
    return Report(T_("The fight"), NOTHING, sections, suggestions(look), draws=True, rule="FITG-CHR-30")
