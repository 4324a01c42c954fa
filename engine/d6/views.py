"""What a seat may ask to see: its turn, everybody at the table, a sheet, the odds of a roll."""

from __future__ import annotations

from collections.abc import Iterator
from math import isqrt
from typing import Any

from engine.d6.data.pack import Attribute
from engine.d6.dice.codes import code
from engine.d6.dice.odds import chance, mean
from engine.d6.look import Look, Question, called, skills_of
from engine.d6.nouns import ANYBODY, die_code, skill
from engine.d6.pictures import scene_picture, sheet_picture
from engine.d6.play import Deed
from engine.d6.sheets.characters import everybody
from engine.d6.state import Figure, Held
from engine.dice.odds import percent
from engine.game import MODERATOR
from engine.noun import Found, Value
from engine.report import Report, Section, Suggestion
from engine.text.lines import to_text
from engine.text.message import N_, NOTHING, T_, Text, joined, listed, name, stamp, term
from engine.view import view

MOST = 12
"""Suggestions beside a view."""

NO_COMBAT = T_("There is no combat; the GM begins one.")
ROUND, ASKED = N_("Round {round}. **{who}** acts{until}."), N_("**{who}** is asked: {asked}.")
UNTIL, NEXT = N_(" until {at} ({left})"), N_("Then: {order}.")
LINE = N_("**{who}**{whose}: {wound}{more}")
OUT, HIDDEN, PRONE = T_(", unconscious"), T_(", hidden"), T_(", on the ground")
COVER, RAN, AT = N_(", {cover} cover"), N_(", {ran}"), N_(", at {x}, {y} m")
WHOSE = N_(" ({seat})")


def suggestions(look: Look) -> Iterator[Suggestion]:
    """What the viewer could order now; nothing for who only watches."""
    if look.outside() is not None:
        return
    figure, made = look.own, 0
    for kind in sorted(Deed.deeds, key=lambda kind: -kind.tried):
        for deed in kind.possible(look):
            line = to_text(deed)
            if made < MOST and len(line) <= 80:
                made += 1
                yield Suggestion(name(line), f"let {figure.id} do {line}" if look.seat == MODERATOR else line)


def state_line(look: Look, figure: Figure) -> Text:
    """How somebody is, as everybody sees it."""
    known = look.known
    more = [
        OUT if figure.out > known.time else NOTHING,
        PRONE if figure.prone and figure.prone == known.tick else NOTHING,
        COVER(cover=term(figure.cover.value)) if figure.cover.value else NOTHING,
        RAN(ran=term(figure.ran)) if figure.ran else NOTHING,
        AT(x=figure.place[0], y=figure.place[1]) if figure.place is not None else NOTHING,
        HIDDEN if not figure.shown else NOTHING,
    ]
    whose = WHOSE(seat=name(figure.owner)) if figure.owner is not None else NOTHING
    return LINE(who=name(figure.label), whose=whose, wound=term(figure.wound), more=joined("", more))


@view("turn", "whose turn it is, and what you may do now", public=True)
def turn(look: Look, about: None) -> Report:
    """Who acts, who is asked, who comes then, and how everybody is (D6-2-01, D6-2-02)."""
    known, choice = look.known, look.known.choice
    until = NOTHING if known.until is None else UNTIL(at=stamp(known.until), left=stamp(known.until, "R"))
    lead = ROUND(round=known.tick, who=called(known, known.acting), until=until) if known.tick else NO_COMBAT
    if choice is not None:
        asked: Question[Any] = Question.of(choice)
        lead = ASKED(who=called(known, choice.who), asked=asked.words(known, choice))
    waiting = [id for id in known.order if not known.turn(id).over and id != known.acting]
    lines = [NEXT(order=listed(called(known, id) for id in waiting))] if known.tick and waiting else []
    people = tuple(state_line(look, one) for one in everybody(known))
    sections = [Section(T_("The round"), tuple(lines))] if lines else []
    if people:
        sections.append(Section(T_("At the table"), people))
    return Report(T_("The turn"), lead, tuple(sections), tuple(suggestions(look)), rule="D6-2-02")


SHEET = N_("Move {move}, Force Points {force}, Character Points {points}, Dark Side Points {dark}.")
SECRET = T_("What is written of them is the GM's.")
CODE, WEAPON, LOADED = (
    N_("{what} **{code}**"),
    N_("{weapon}: {damage}{ranges}{loaded}"),
    N_(", {bolts} of {most} shots"),
)
STRONG, RANGED, PACKS = N_("STR+{pips}"), N_(", {ranges} m"), N_("{medpacs} medpacs, {fastflesh} Fastflesh")


def weapon_line(look: Look, held: Held) -> Text:
    """A weapon on a sheet."""
    weapon = look.weapon(held.kind)
    damage = STRONG(pips=code(weapon.damage.pips)) if weapon.damage.strength else code(weapon.damage.pips)
    return WEAPON(
        weapon=term(held.kind),
        damage=damage,
        ranges=RANGED(ranges=term(str(weapon.ranges))) if weapon.ranges is not None else NOTHING,
        loaded=LOADED(bolts=held.bolts, most=weapon.ammo) if weapon.ammo else NOTHING,
    )


def usual(look: Look) -> Figure:
    """Whose sheet is meant where nobody is named: one's own."""
    return look.own


@view("sheet", "a character's sheet", ANYBODY, usual=usual, picture=sheet_picture, public=True)
def sheet(look: Look, figure: Figure) -> Report:
    """Codes, gear and points; of the GM's secret ones what everybody sees (D6-B-08, D6-2-09)."""
    found = look.known.sheets.get(figure.id)
    if found is None:
        return Report(name(figure.label), SECRET, (Section(T_("To be seen"), (state_line(look, figure),)),))
    lines = []
    for attribute in Attribute:
        learned = [one.name for one in skills_of(look.world.pack, attribute) if one.name in found.skills]
        codes = [CODE(what=term(attribute), code=code(found.attributes[attribute]))]
        codes += [CODE(what=term(one), code=code(found.skills[one])) for one in learned]
        lines.append(joined(", ", codes))
    gear = [weapon_line(look, held) for held in found.weapons.values()] + [term(one) for one in found.armor]
    if found.medpacs or found.fastflesh:
        gear.append(PACKS(medpacs=found.medpacs, fastflesh=found.fastflesh))
    lead = SHEET(move=found.move, force=found.force, points=found.points, dark=found.dark)
    sections = [Section(T_("Skills"), tuple(lines)), Section(T_("Condition"), (state_line(look, figure),))]
    if gear:
        sections.insert(1, Section(T_("Gear"), tuple(gear)))
    return Report(name(figure.label), lead, tuple(sections), draws=True, rule="D6-B-08")


def _asked(look: Look, words: str, found: Found) -> int:
    """A code, or the viewer's code of a skill, in pips."""
    if words.strip()[:1].isdigit():
        return die_code(look, words)
    me = look.own
    what, actions = skill(look, words), look.actions(me.id, reaction=False)
    look.sheet(me.id)
    return look.world.pool(look.known, me.id, what, actions=actions, active=look.known.acting == me.id)


ODDS_OF: Value[Look, int] = Value("a code, or a skill of yours", _asked)
REACHED = N_("{level} ({number}): {chance}")


@view("odds", "the chances of a roll, exactly", ODDS_OF, public=True)
def the_odds(look: Look, pips: int) -> Report:
    """How likely a roll of a code, or of a skill with its penalties now, reaches each difficulty (D6-B-03, D6-B-05)."""
    rule = look.known.options.wild
    if pips < 3:
        return Report(code(pips), T_("Too few dice are left to roll."), rule="D6-B-02")
    lines = tuple(
        REACHED(level=term(level), number=top, chance=term(percent(chance(pips, top, rule))))
        for level, top in look.world.pack.ladder.items()
    )
    expected = mean(pips, rule)
    lead = MEAN(mean=term(f"{expected.numerator}/{expected.denominator}"), about=round(expected))
    return Report(code(pips), lead, (Section(T_("Reaches"), lines),), rule="D6-B-06")


MEAN = N_("The mean is {mean}, about {about}.")


AWAY = N_(", {metres} m from {acting}")


@view("scene", "who stands where, with ranges", picture=lambda look, about: scene_picture(look), public=True)
def scene(look: Look, about: None) -> Report:
    """Everybody at the table, and how far they are from whoever acts (D6-6-03)."""
    known = look.known
    acting = known.figures.get(known.acting)
    lines = []
    for figure in everybody(known):
        squared = None if acting is None or acting.id == figure.id else known.distance(acting, figure)
        away = NOTHING
        if squared is not None and acting is not None:
            away = AWAY(metres=isqrt(squared) // 10, acting=name(acting.label))
        lines.append(joined("", [state_line(look, figure), away]))
    return Report(T_("The scene"), NOTHING, (Section(T_("At the table"), tuple(lines)),) if lines else (), draws=True)
