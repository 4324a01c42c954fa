"""Views: a seat's turn, everybody at the table, a sheet, the odds of a roll."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import isqrt
from typing import Any

from msgspec.structs import replace

from engine.d6.data.pack import Attribute
from engine.d6.dice.codes import DIE, code, read
from engine.d6.dice.odds import chance
from engine.d6.dice.rolling import Wild
from engine.d6.force import lacking
from engine.d6.ground.chances import Harms, chances, expected, harms, held_by
from engine.d6.ground.weapons import refill, shots_left
from engine.d6.look import Look, Question, called, skills_of
from engine.d6.nouns import ANYBODY
from engine.d6.offers import parried, rolls, suggestions
from engine.d6.pictures import scene_picture, sheet_picture
from engine.d6.play import Deed
from engine.d6.sheets.characters import everybody
from engine.d6.state import Arc, Choice, Figure, Held, State
from engine.dice.odds import percent
from engine.game import MODERATOR
from engine.look import Refused
from engine.noun import Found, Value
from engine.orders import Option
from engine.report import Report, Section
from engine.text.lines import parse
from engine.text.message import N_, NN_, NOTHING, T_, Text, begun, dated, joined, listed, name, noted, term
from engine.view import view

NO_COMBAT = T_("There is no combat; the GM begins one.")
NO_CHARACTER = T_("You have no character yet: paste a sheet, play a sample or fill in a form. The GM begins combat.")
ROUND = N_("Round {round}. **{who}** acts[ until {at} ({left})].")
ASKED = N_("**{who}** is asked: {asked}.")
RULES = N_("**{who}**: {asked}.")
DECLARED = N_("Space round {round}. Pilots declare: **{pilots}**[ until {at} ({left})].")
NEXT = N_("Then: {order}.")
LINE = N_("**{who}**[ ({seat})]: {state}")
OUT, HIDDEN, PRONE = T_("unconscious"), T_("hidden"), T_("on the ground")
COVER, AWAY, BESIDE = N_("{cover} cover"), N_("{metres} m from {who}"), N_("beside {who}")
STUNNED, ACTIONS = NN_("{stuns} stun", "{stuns} stuns", "stuns"), N_("{done} of {declared} actions")
FORCE, POINTS = T_("a Force Point in force"), N_("{points} Character Points")
WITH_A_POINT = N_("One Character Point brings it to {number} with {chance}, above that with {more}.")
FOUGHT = NN_("{combats} combat was fought.", "{combats} combats were fought.", "combats")
PEACE = T_("No combat was fought.")
SHEET = N_("Move {move}, Force Points {force}, Character Points {points}, Dark Side Points {dark}.")
SECRET = T_("What is written of them is the GM's.")
CODE, WEAPON, LOADED = N_("{what} **{code}**"), N_("{weapon}: {figures}"), N_("{bolts} of {most} shots")
REFILL = N_("a refill {credits} credits")
STRONG, RANGED, FASTFLESH = N_("STR+{pips}"), N_("{ranges} m"), N_("{count} Fastflesh")
MEDPACS = NN_("{count} medpac", "{count} medpacs", "count")
PAIR = re.compile(r"\s+(?:against|versus|vs\.?|v)\s+")
BY = re.compile(r"(?:let|as)\s+(?P<who>.+?)\s+do\s+(?P<line>.+)", re.IGNORECASE)
LIKELY, PARRIED = N_("{what}: {chance}"), N_("Parried ({how} parry): {chance}")
UNKNOWN = T_("What is written of them is the GM's: how they would bear a hit is not known.")
REACHES = N_("{chance} to hit[: {number} or more]")
EXPECTED = N_("{number} hits are to be expected.")
STRIKES = N_("{damage} damage against {strength} of Strength")
TIMES = N_("All {times} attacks that the turn has left")
PLACE = N_("at {x}, {y} on the plan")


def state_line(look: Look, figure: Figure) -> Text:
    """Line for how somebody is, as everybody sees it."""
    known = look.known
    nearest = near(known, figure)
    more = [
        OUT if figure.out > known.time else NOTHING,
        PRONE if figure.prone and figure.prone == known.tick else NOTHING,
        COVER(cover=term(figure.cover.value)) if figure.cover.value else NOTHING,
        term(figure.ran),
        NOTHING if nearest is None else away(known, figure, nearest),
        HIDDEN if not figure.shown else NOTHING,
    ]
    if look.seat == MODERATOR:
        more += at_work(look, figure)
    return LINE(who=name(figure.label), seat=name(figure.owner or ""), state=noted(term(figure.wound), *more))


def at_work(look: Look, figure: Figure) -> Iterator[Text]:
    """Lines for what the GM sees of somebody at a glance besides: stuns, actions done, points."""
    sheet, turn = look.known.sheets[figure.id], look.known.turn(figure.id)
    if stuns := sum(stun.gone > look.known.time for stun in sheet.stuns):
        yield STUNNED(stuns=stuns)
    if turn.declared:
        yield ACTIONS(done=turn.done, declared=turn.declared)
    if turn.force:
        yield FORCE
    if sheet.points:
        yield POINTS(points=sheet.points)


def point_odds(choice: Choice | None) -> Iterator[Text]:
    """Line for a Character Point on the roll that is asked about: its die alone, added (D6-B-28)."""
    short = lacking(choice) if choice is not None else None
    if short is not None:
        total, number = short
        level, above = (percent(chance(DIE, max(1, number + more - total), Wild.ADD)) for more in (0, 1))
        yield WITH_A_POINT(number=number, chance=term(level), more=term(above))


@view("turn", "whose turn it is, and what you may do now", public=True)
def turn(look: Look, about: None) -> Report:
    """Figure that acts, who is asked, who comes then, and how everybody is (D6-2-01, D6-2-02)."""
    known, choice = look.known, look.known.choice
    playing = look.seat in known.seats and not known.over
    lead = NO_CHARACTER if playing and not look.mine else NO_COMBAT
    if known.tick:
        lead = dated(known.until, ROUND, round=known.tick, who=called(known, known.acting))
    if choice is not None:
        asked: Question[Any] = Question.of(choice)
        says = RULES if asked.game_master else ASKED
        lead = says(who=called(known, choice.who), asked=asked.words(known, choice))
    elif known.undeclared:
        pilots = listed(called(known, id) for id in known.undeclared)
        lead = dated(known.until, DECLARED, round=known.space_round, pilots=pilots)
    waiting = [id for id in known.order if not known.turn(id).over and id != known.acting]
    lines = [NEXT(order=listed(called(known, id) for id in waiting))] if known.tick and waiting else []
    people = tuple(state_line(look, person) for person in everybody(known))
    offered = tuple(suggestions(look))
    lines_of = tuple(suggestion.words for suggestion in offered if suggestion.words)
    found = (
        (T_("The round"), tuple(lines)), (T_("Odds"), tuple(point_odds(choice))), (T_("Chances"), lines_of),
        (T_("At the table"), people),
    )  # fmt: skip
    sections = tuple(Section(heading, told) for heading, told in found if told)
    return Report(T_("The turn"), lead, sections, offered, rule="D6-2-02")


@view("company", "everybody at the table, and how they are", public=True)
def company(look: Look, about: None) -> Report:
    """Everybody here, and how they are: what is told of a table that has closed (D6-2-01)."""
    lead = FOUGHT(combats=look.known.counted) if look.known.counted else PEACE
    people = tuple(state_line(look, person) for person in everybody(look.known)) or (T_("nobody"),)
    return Report(T_("The company"), lead, (Section(T_("At the table"), people),), rule="D6-2-01")


def weapon_line(look: Look, held: Held) -> Text:
    """A weapon on a sheet: what it does, how far, what is in it, what a refill costs (D6-7-05)."""
    weapon = look.weapon(held.kind)
    figures = noted(
        STRONG(pips=code(weapon.damage.pips)) if weapon.damage.strength else code(weapon.damage.pips),
        RANGED(ranges=term(str(weapon.ranges))) if weapon.ranges is not None else NOTHING,
        LOADED(bolts=held.bolts, most=weapon.ammo) if weapon.ammo else NOTHING,
        REFILL(credits=refill(weapon)) if weapon.ammo and weapon.refill else NOTHING,
    )
    return WEAPON(weapon=begun(held.kind), figures=figures)


@view("sheet", "a character's sheet", ANYBODY, usual=lambda look: look.own, picture=sheet_picture, public=True)
def sheet(look: Look, figure: Figure) -> Report:
    """Codes, gear and points; of the GM's secret ones what everybody sees (D6-B-08, D6-2-09)."""
    found = look.known.sheets.get(figure.id)
    if found is None:
        seen = (state_line(look, figure), *([name(figure.about)] if figure.about else []))
        return Report(name(figure.label), SECRET, (Section(T_("To be seen"), seen),))
    lines = []
    for attribute in Attribute:
        learned = [skill.name for skill in skills_of(look.world.pack, attribute) if skill.name in found.skills]
        codes = [CODE(what=term(attribute), code=code(found.attributes[attribute]))]
        codes += [CODE(what=term(skill), code=code(found.skills[skill])) for skill in learned]
        lines.append(joined(", ", codes))
    gear = [weapon_line(look, held) for held in found.weapons.values()] + [begun(suit) for suit in found.armor]
    if found.medpacs:
        gear.append(MEDPACS(count=found.medpacs))
    if found.fastflesh:
        gear.append(FASTFLESH(count=found.fastflesh))
    lead = SHEET(move=found.move, force=found.force, points=found.points, dark=found.dark)
    sections = [Section(T_("Condition"), (state_line(look, figure),)), Section(T_("Skills"), tuple(lines))]
    if gear:  # skills are many: a panel, which shows the first lines alone, has the rest of a sheet
        sections.insert(1, Section(T_("Gear"), tuple(gear)))
    return Report(name(figure.label), lead, tuple(sections), draws=True, rule="D6-B-08")


def _meant(look: Look, words: str, found: Found) -> tuple[Look, Deed] | tuple[int, int]:
    """Two codes, or an attack or another roll as a line and by whom. Refuses what is neither."""
    codes = [read(half) for half in PAIR.split(words.strip(), maxsplit=1)]
    if len(codes) == 2 and codes[0] and codes[1]:
        return codes[0], codes[1]
    by = BY.fullmatch(words.strip())
    if by is not None:
        look, words = replace(look, who=ANYBODY.find(look, by["who"], found).id), by["line"]
    look.sheet(look.own.id)
    deed = parse(words, [kind for kind in Deed.deeds if rolls(kind)])
    assert isinstance(deed, Deed)  # there are no others among them
    return look, deed


def _attacks(look: Look, found: Found) -> Iterator[Option]:
    if not isinstance(look.me(), Refused):
        yield from (Option(deed.line_for(look)) for kind in Deed.deeds if rolls(kind) for deed in kind.possible(look))


EXCHANGE: Value[Look, tuple[Look, Deed] | tuple[int, int]] = Value(
    "an attack, or a damage code against Strength, such as 5D against 3D", _meant, _attacks
)


@view("exchange", "the chances of an attack, of each wound", EXCHANGE, public=True)
def exchange(look: Look, meant: tuple[Look, Deed] | tuple[int, int]) -> Report:
    """Odds that an attack hits, and of what becomes of whoever is hit: of one, and of all that the turn has left; of
    an arc how many it hits (D6-6-15, D6-7.3-12, D6-B-18, D6-B-19).
    """
    first, second = meant
    if isinstance(first, int):
        assert isinstance(second, int)  # both are codes
        found = harms(look.world, first, second, look.known.options.wild)
        title = STRIKES(damage=code(first), strength=code(second))
        return Report(title, NOTHING, (Section(T_("Then"), _likely(found)),), rule="D6-B-19")
    assert isinstance(second, Deed)  # by whom it is done comes first
    theirs, title = first, begun(name(second.line_for(first)))
    attempt = second.attempt(theirs, second.find(theirs))
    if attempt is None:
        theirs.require(second.ready(theirs))
        second.check(theirs, second.find(theirs))
        ends = _likely(second.ends(theirs, second.find(theirs))) or (UNKNOWN,)
        return Report(title, NOTHING, (Section(T_("Then"), ends),), rule="D6-B-06")
    if isinstance(attempt, Arc):
        hits = expected(theirs, attempt)
        lines = tuple(LIKELY(what=name(figure.label), chance=term(percent(hit))) for figure, hit in hits)
        many = sum((hit for _, hit in hits), Fraction(0))
        lead = EXPECTED(number=term(str(many)))
        return Report(title, lead, (Section(T_("Hit"), lines),) if lines else (), rule="D6-7.3-12")
    reckoned = chances(theirs, attempt)
    sections = [Section(T_("Then"), _likely(reckoned.ends) or (UNKNOWN,))]
    for how in parried(theirs, attempt):
        against = chances(theirs, replace(attempt, parry=how))
        lead = PARRIED(how=term(how), chance=term(percent(against.hit)))
        sections.append(Section(lead, _likely(against.ends)))
    turn = theirs.known.turn(theirs.own.id)
    left = turn.declared - turn.done
    if attempt.range:
        held = held_by(theirs, attempt)
        left = min(left, shots_left(theirs, attempt.who, theirs.weapon(held.kind), held))
    if left > 1 and reckoned.ends:
        all_of_them = chances(theirs, replace(attempt, times=left))
        sections.append(Section(TIMES(times=left), _likely(all_of_them.ends)))
    lead = REACHES(chance=term(percent(reckoned.hit)), number=reckoned.against)
    return Report(title, begun(lead), tuple(sections), rule="D6-B-19")


def _likely(ends: Mapping[str, Fraction] | Harms) -> tuple[Text, ...]:
    """The chance of each end."""
    return tuple(LIKELY(what=term(what), chance=term(percent(share))) for what, share in ends.items() if share)


def away(known: State, figure: Figure, other: Figure) -> Text:
    """Distance of somebody from somebody else, as people tell it; "" where nobody said."""
    squared = known.distance(figure, other)
    if squared is None:
        return NOTHING
    metres = isqrt(squared) // 10
    return AWAY(metres=metres, who=name(other.label)) if metres else BESIDE(who=name(other.label))


def near(known: State, figure: Figure) -> Figure | None:
    """Whoever is nearest to somebody, of those whom all see; None where nobody said."""
    others = (person for person in everybody(known) if person.id != figure.id and person.shown)
    apart = [(squared, other) for other in others if (squared := known.distance(figure, other)) is not None]
    return min(apart, key=lambda pair: pair[0])[1] if apart else None


@view("scene", "who stands where, with ranges", picture=lambda look, about: scene_picture(look), public=True)
def scene(look: Look, about: None) -> Report:
    """Everybody at the table, how far they are from whoever is nearest and from whoever acts, and where (D6-6-03)."""
    known = look.known
    acting = known.figures.get(known.acting)
    lines = []
    for figure in everybody(known):
        told = acting is None or acting.id == figure.id or near(known, figure) == acting
        apart = NOTHING if told or acting is None else away(known, figure, acting)
        place = NOTHING if figure.place is None else PLACE(x=figure.place[0], y=figure.place[1])
        lines.append(noted(state_line(look, figure), apart, place))
    return Report(T_("The scene"), NOTHING, (Section(T_("At the table"), tuple(lines)),) if lines else (), draws=True)
