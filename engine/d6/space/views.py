"""Views of craft: a card of each, who is ahead of whom, the odds of a shot and of a position."""

from __future__ import annotations

from collections.abc import Iterator

from engine.d6.data.pack import ShipWeapon
from engine.d6.dice.codes import DIE, code
from engine.d6.dice.odds import opposed
from engine.d6.look import Look, called
from engine.d6.space import codes
from engine.d6.space.aiming import flying_pool, gunnery_of, outcomes, shot
from engine.d6.space.codes import RATE, kind, ship_called
from engine.d6.space.craft import CRAFT, FOE, mine
from engine.d6.space.pictures import ship_picture, space_picture
from engine.d6.state import Craft, Declared
from engine.dice.odds import percent
from engine.game import Refusal
from engine.report import Report, Section
from engine.text.message import N_, NN_, NOTHING, T_, Text, listed, name, noted, recorded, term
from engine.view import view

LEAD = N_("{kind}, {severity}. Space {space} of {stated}, maneuverability {agile} of {most}, hull {hull}.")
OF_SIDE, EACH_SIDE = N_("{kind} of side {side}"), N_("{side}: **{code}**")
FULL_IN = N_("full again, and lent power back, in {seconds} s")
LENT = N_("routed {routed} of 3: {engines} from engines, {guns} from weapons")
GUN_LINE = N_("{gun}: fire control {control}, damage **{damage}**, {ranges} units")
COUNT, LOCKED, TURRET = N_("{gun} x{count}"), T_("turret locked forward"), T_("turret")
AT_STATION, IONIZED = N_("{station}: {who}"), N_("controls ionized: {code} less")
DEAD, COOLING = T_("controls are **dead**"), N_("all but life support shuts down in {seconds} s")
AHEAD, LEVEL = N_("**{one}** is {by} ahead of {other}"), N_("{one} and {other} are level")
OF_PLAYER = N_("{who} of {seat}")
STEP = {
    "": T_("No pilots of two sides fly against each other."),
    "contact": T_("First contact: shots go by range."),
    "open": T_("Pilots declare, under seal."),
    "flown": T_("Pilots have flown."),
}
CRAFT_LINE = N_("**{craft}** ({what}): {severity}, shields {front} in front, {rear} behind")
WAITED, GAP = N_("Waited for: {pilots}"), N_("{one} and {other}: {units} units apart")
SHOT, LIKELY = N_("{shot}: {chances}"), N_("{what} {chance}")
POSITION = NN_(
    "{shots} shot, {code} against {other}: ahead {chance}",
    "{shots} shots, {code} against {other}: ahead {chance}",
    "shots",
)
AT, BONUS = N_("**{gun}** at {code} against {against}"), N_("{bonus:+} for the position")
SEALED = T_("What is written of its pilot is the GM's.")


def gun_line(look: Look, craft: Craft, gun: ShipWeapon) -> Text:
    """A weapon as it is now."""
    line = GUN_LINE(
        gun=COUNT(gun=term(gun.name), count=gun.count) if gun.count > 1 else term(gun.name),
        control=code(codes.fire_control(look.known, craft, gun)),
        damage=code(codes.damage(look.known, craft, gun)),
        ranges=term(str(gun.ranges)),
    )
    return noted(line, LOCKED if gun.name in craft.locked else TURRET if gun.turret else NOTHING)


def positions(look: Look, *ids: str) -> Iterator[Text]:
    """Pilots and the foes they are ahead of, of all or of these."""
    for one, other, by in codes.pairs(look.known):
        if not ids or one in ids or other in ids:
            names = {"one": ship_called(look.known, one), "other": ship_called(look.known, other)}
            yield AHEAD(by=by, **names) if by else LEVEL(**names)


def now(look: Look, craft: Craft) -> Iterator[Text]:
    """Lines for what holds for the moment: ionizations, power that was lent, what is to come."""
    known = look.known
    if less := codes.ionized(known, craft):
        yield IONIZED(code=code(less))
    if codes.dead(known, craft):
        yield DEAD
    if craft.routed:
        yield LENT(routed=craft.routed, engines=craft.engines, guns=craft.guns)
    if craft.blown:
        yield FULL_IN(seconds=max(0, craft.blown - known.time))
    if craft.cooling:
        yield COOLING(seconds=max(0, craft.cooling - known.time))


def aboard(look: Look, id: str) -> Text:
    """Somebody of a crew, with the seat whose colour the pictures show."""
    figure = look.known.figures.get(id)
    who = called(look.known, id)
    return OF_PLAYER(who=who, seat=name(figure.owner)) if figure is not None and figure.owner is not None else who


@view("ship", "a craft's card: shields, weapons, crew, what has failed", CRAFT, usual=mine, picture=ship_picture,
      public=True)  # fmt: skip
def ship(look: Look, craft: Craft) -> Report:
    """Codes as they are now beside those that are stated, shields by side, positions (D6-13-02, D6-B-30)."""
    line, known = kind(look.world, craft), look.known
    lead = LEAD(
        kind=OF_SIDE(kind=term(craft.kind), side=name(craft.side)) if craft.side else term(craft.kind),
        severity=term(codes.condition(craft)), space=codes.space(look.world, craft), stated=line.space,
        agile=code(codes.maneuverability(look.world, known, craft)), most=code(line.maneuverability),
        hull=code(line.hull),
    )  # fmt: skip
    each = tuple(EACH_SIDE(side=term(side), code=code(codes.shields(craft, side))) for side in ("front", "rear"))
    crew = tuple(AT_STATION(station=term(station), who=aboard(look, who)) for station, who in craft.crew.items())
    parts = [
        (T_("Shields"), each), (T_("Weapons"), tuple(gun_line(look, craft, gun) for gun in line.weapons)),
        (T_("Crew"), crew), (T_("Failed"), tuple(term(system) for system in craft.failed)),
        (T_("Now"), tuple(now(look, craft))), (T_("Positions"), tuple(positions(look, craft.id))),
    ]  # fmt: skip
    sections = tuple(Section(heading, lines) for heading, lines in parts if lines)
    return Report(name(craft.label), lead, sections, draws=True, rule="D6-B-30")


@view("space", "every craft, and who is ahead of whom", picture=lambda look, about: space_picture(look), public=True)
def in_space(look: Look, about: None) -> Report:
    """The space round, positions, craft, distances (D6-12-05, D6-12-12)."""
    known = look.known
    craft = tuple(
        CRAFT_LINE(
            craft=name(craft.label), severity=term(codes.condition(craft)),
            front=code(codes.shields(craft, "front")), rear=code(codes.shields(craft, "rear")),
            what=noted(term(craft.kind), aboard(look, craft.pilot) if craft.pilot else NOTHING),
        )
        for craft in known.craft.values()
    )  # fmt: skip
    ends = [(key.partition("|"), units) for key, units in known.gaps.items()]
    gaps = tuple(
        GAP(one=ship_called(known, one), other=ship_called(known, other), units=at) for (one, _, other), at in ends
    )
    waited = (WAITED(pilots=listed(called(known, id) for id in known.undeclared)),) if known.undeclared else ()
    parts = [(T_("Positions"), (*waited, *positions(look))), (T_("Craft"), craft), (T_("Distances"), gaps)]
    sections = tuple(Section(heading, lines) for heading, lines in parts if lines)
    return Report(T_("Space"), STEP[known.duel.step], sections, draws=True, rule="D6-12-05")


# Odds


def shots_at(look: Look, target: Craft) -> Iterator[Text]:
    """The weapons that the figure can fire, with the chances of a shot of each at a craft now."""
    craft, who = mine(look), look.own
    station, skill = who.station, gunnery_of(look.world, craft)
    look.sheet(who.id)
    pool = look.pool(who.id, skill)
    for gun in kind(look.world, craft).weapons:
        if station not in ("pilot", gun.name) or codes.silent(look, craft, gun) is not None:
            continue
        try:
            made = shot(look, target, gun, None, pool)
        except Refusal as refused:
            yield recorded(refused.sentence)
            continue
        each = (
            LIKELY(what=term(what), chance=term(percent(likely)))
            for what, likely in outcomes(look, target, made, ion=gun.ion)
        )
        aimed = AT(gun=term(gun.name), code=code(made.pips), against=made.against)
        yield SHOT(shot=noted(aimed, BONUS(bonus=made.bonus) if made.bonus else NOTHING), chances=noted(*each))


def chances_ahead(look: Look, target: Craft) -> Iterator[Text]:
    """The chances of being ahead of a craft alone, by the shots that are declared, if it declares one (D6-12-05)."""
    craft, known = mine(look), look.known
    theirs = flying_pool(look.world, known, target, Declared(shots=1))
    for shots in range(RATE + 1):
        pool = flying_pool(look.world, known, craft, Declared(shots=shots))
        if pool >= DIE and theirs >= DIE:
            won = opposed(pool, theirs, known.options.wild)
            yield POSITION(shots=shots, code=code(pool), other=code(theirs), chance=term(percent(won)))


@view("aim", "the chances of your shots at a craft, or of being ahead of it", FOE, public=True)
def aim(look: Look, target: Craft) -> Report:
    """Exact odds before a roll: of the position while pilots declare, else of each weapon, with what a hit does
    (D6-12-05, D6-12-09, D6-B-31).
    """
    sections, known, title = [], look.known, name(target.label)
    if known.duel.step == "open" and look.own.station == "pilot":
        open_sheet = target.pilot in known.sheets
        lines = tuple(chances_ahead(look, target)) if open_sheet else (SEALED,)
        sections.append(Section(T_("Position"), lines))
    else:
        sections.append(Section(T_("Shots"), tuple(shots_at(look, target))))
    return Report(title, STEP[known.duel.step], tuple(one for one in sections if one.lines), rule="D6-12-09")
