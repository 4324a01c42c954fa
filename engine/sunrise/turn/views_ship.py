"""Views of ships: the sheet of one, and both fleets. Rulebook: FS-HULL, FS-TERM-02, FS-DEF-01, FS-SC-02."""

from __future__ import annotations

from collections import Counter

from engine.noun import Value
from engine.orders import Option
from engine.report import Report, Section
from engine.sunrise import words
from engine.sunrise.abilities import covers, helm
from engine.sunrise.data.shapes import inches
from engine.sunrise.data.units import Type, Upgrade
from engine.sunrise.figures.board import bearing, degrees_text, distance
from engine.sunrise.figures.hull import shield_pool
from engine.sunrise.figures.plot import budget, course_limit
from engine.sunrise.figures.sheet import bays, point_defenses
from engine.sunrise.figures.squadrons import in_dogfight, rung
from engine.sunrise.figures.weapons import band
from engine.sunrise.look import Look
from engine.sunrise.pictures.draw_sheet import Card, SystemLine, guns_by_arc, sheet_picture
from engine.sunrise.sight import ANY, as_typed, find_ship, own_plots, ratings, reach_words, weapons
from engine.sunrise.state import Kind, Mode, Ship, Side, Squadron, Status, System, where, working
from engine.sunrise.words import NONE, STATUS_WORDS
from engine.text.message import N_, NN_, NOTHING, T_, Message, Text, drawn, joined, listed, name, noted, term
from engine.text.names import hidden
from engine.view import view

NAMED, HULL = N_("**{ship}** {hull}: {state}"), N_("{bar} {pips}")
SHIELDS, OUT, ACTIVATED = N_("Shields {left}"), N_("out: {systems}"), T_("activated")


def hull_words(look: Look, ship: Ship) -> Text:
    """A ship's hull as it is left, as a bar and in numbers."""
    row, rows = look.world.row(ship), look.world.rows(ship)
    return HULL(bar=words.blocks(ship.pips, row, rows), pips=words.pips_words(ship.pips, row, rows))


def ship_line(look: Look, ship: Ship) -> Text:
    """A ship in one line of a list."""
    parts = [STATUS_WORDS[ship.status]]
    if ship.status not in (Status.DESTROYED, Status.RETURNING):
        parts = [hull_words(look, ship), words.where_words(ship)]
        parts += [SHIELDS(left=ship.shields)] if ship.shields else []
        out = [words.named(ship.systems, system.id, look.pack) for system in ship.systems if not system.works]
        parts += [OUT(systems=listed(out))] if out else []
        over = look.known.assigned_to(ship.id)
        alike = Counter(craft_words(look, squadron) for squadron in over)  # in the order in which they came
        told = [SEVERAL(count=count, craft=craft) if count > 1 else craft for craft, count in alike.items()]
        parts += [listed(told)] if told else []
        parts += [ACTIVATED] if ship.activated else []
    return NAMED(ship=look.ship(ship.id), hull=term(look.pack.hulls[ship.hull].name), state=joined("; ", parts))


SEVERAL = N_("{count} times {craft}")
CRAFT = N_("{craft} {size} of {side} ({mode})")


def craft_words(look: Look, squadron: Squadron) -> Text:
    """A squadron: whose, what, how many, its mode."""
    mode = words.mode_words(squadron.mode, squadron.chosen)
    craft = words.item_name(squadron.type, look.pack)
    return CRAFT(craft=craft, size=squadron.size, side=look.name(squadron.side), mode=mode)


SEAT = N_("{seat} (side {side})")
SIDES: Value[Look, str] = Value(
    "a side",
    as_typed,
    lambda look, found: [
        Option(seat, SEAT(seat=drawn(seat), side=term(side.value))) for seat, side in look.known.seats.items()
    ],
)


FLEETS, HIDDEN, DOCKED = T_("Fleets"), T_("Nothing is shown until both fleets are locked."), N_("Docked: {squadrons}")
YOU, IN, INTEGRITY = N_("{side} (you)"), N_("{craft} in {ship}"), N_("{fleet}: integrity {left} of {most} left")


@view("fleet", "the ships of both sides, or of one", SIDES, public=True)
def fleet(look: Look, about: str) -> Report:
    """Both fleets, or one of them: ships in order of their lists, squadrons in hangars."""
    sections = []
    for side in _sides(look, about):
        ships = list(look.known.fleet(side))
        lines = [ship_line(look, ship) for ship in ships]
        docked = [squadron for ship in ships for squadron in look.known.held(ship.id)]
        lines += [DOCKED(squadrons=listed(_docked(look, squadron) for squadron in docked))] if docked else []
        faction = look.pack.factions.get(look.known.of(side).faction)
        left = sum(look.world.rows(ship) for ship in ships if ship.status is not Status.DESTROYED)
        most = sum(look.world.rows(ship) for ship in ships)
        whose = YOU(side=look.name(side)) if side is look.side else look.name(side)
        head = noted(whose, term(faction.name) if faction is not None else NOTHING)
        if ships:
            head = INTEGRITY(fleet=head, left=left, most=most)
        sections.append(Section(head, tuple(lines) or (HIDDEN,)))
    return Report(FLEETS, sections=tuple(sections), rule="FS-FRC-06")


def _sides(look: Look, about: str) -> list[Side]:
    """The sides that are asked for: by seat or letter, else both, the viewer's first."""
    fold = about.strip().casefold()
    for side in Side:
        if fold and fold in {side.value.casefold(), *(seat.casefold() for seat in look.known.crew(side))}:
            return [side]
    return list(look.sides)


def _docked(look: Look, squadron: Squadron) -> Text:
    kind = words.item_name(squadron.type, look.pack)
    return IN(craft=kind, ship=look.ship(squadron.ship)) if squadron.ship in look.known.ships else kind


LEAD, LEAD_YOURS = N_("{hull} of {side}, {where}."), N_("{hull} of {side} (yours), {where}.")


def ship_lead(look: Look, ship: Ship, says: Message = LEAD) -> Text:
    """A ship in a sentence: its hull, whose it is, where it is."""
    hull = term(look.pack.hulls[ship.hull].name)
    return says(hull=hull, side=look.name(ship.side), where=words.where_words(ship))


HULL_HEAD, HELM, DEFENSES, WEAPONS = T_("Hull"), T_("Helm"), T_("Defenses"), T_("Weapons")
SYSTEMS_HEAD, HANGARS, OVER, ENEMIES = (
    T_("Other systems"),
    T_("Hangars"),
    T_("Squadrons here"),
    T_("Enemies from here"),
)


@view(
    "ship",
    "the sheet of a ship: rows, systems, weapons, hangars",
    ANY,
    picture=lambda look, about: sheet_picture(card(look, find_ship(look, about))),
    public=True,
)
def ship(look: Look, about: str) -> Report:
    """The sheet of a ship: hull, helm, ratings, weapons, other systems, hangars, squadrons over it."""
    found = find_ship(look, about)
    lead = ship_lead(look, found, LEAD_YOURS if found.side is look.side else LEAD)
    if found.status in (Status.DESTROYED, Status.RETURNING):
        return Report(name(found.name), lead, rule="FS-HULL-05")
    sections = [
        Section(HULL_HEAD, (hull_words(look, found), shields_words(found))),
        Section(HELM, tuple(helm_lines(look, found))),
        Section(DEFENSES, tuple(defense_lines(look, found))),
        Section(WEAPONS, tuple(weapon_lines(look, found)) or (NONE,)),
        Section(SYSTEMS_HEAD, tuple(system_lines(look, found))),
    ]
    near = near_lines(look, found, found.side.other)
    more = ((HANGARS, hangar_lines(look, found)), (OVER, over_lines(look, found)), (ENEMIES, near))
    sections += [Section(head, tuple(lines)) for head, lines in more if lines]
    return Report(name(found.name), lead, tuple(sections), draws=True, rule="FS-TERM-02")


SHIELDS_LEFT, NO_SHIELDS = N_("Shields {left} of {most} left this turn"), T_("no working Shields")


def shields_words(ship: Ship) -> Text:
    """Shields left of this turn's pool."""
    most = shield_pool(working(ship.systems, Upgrade.SHIELDS))
    return SHIELDS_LEFT(left=ship.shields, most=most) if most else NO_SHIELDS


CAN = N_("velocity {velocity}, thrust {thrust}, course up to {course}")
ENGINES_OUT, KINETICITE = (
    T_("Engines destroyed: hull thrust is halved"),
    N_("{thrust} thrust from Kineticite Plating"),
)
OWED, MANOEUVRED = N_("{thrust} thrust less for last turn's overcharge"), T_("it has manoeuvred this turn")
NO_ORDERS, YOUR_PLOT = T_("it takes no orders this turn"), N_("your plot: thrust {spent} of {thrust}")


def helm_lines(look: Look, ship: Ship) -> list[Text]:
    """Thrust and course limit this turn, and what changes them."""
    can = helm(look.world, look.known, ship)
    thrust = budget(can)
    lines = [CAN(velocity=ship.velocity, thrust=thrust, course=course_limit(thrust, can.exhausts))]
    lines += [ENGINES_OUT] if not can.engines else []
    lines += [KINETICITE(thrust=can.kineticite)] if can.kineticite else []
    lines += [OWED(thrust=can.debt)] if can.debt else []
    lines += [MANOEUVRED] if ship.manoeuvred else []
    lines += [NO_ORDERS] if not can.may_order else []
    if (plotted := own_plots(look).get(ship.id)) is not None:
        lines.append(YOUR_PLOT(spent=plotted.plot.spent, thrust=budget(can, plotted.plot)))
    return lines


RATINGS = N_("ratings: {ratings}")
POINT_DEFENSES = NN_(
    "Point Defenses: {count} attack on each enemy squadron here",
    "Point Defenses: {count} attacks on each enemy squadron here",
    "count",
)


def defense_lines(look: Look, ship: Ship) -> list[Text]:
    """Lines for the defenses that are mounted and the ratings that they make now."""
    lines = [words.defenses_words(ship.defenses, look.pack), RATINGS(ratings=words.ratings_words(ratings(look, ship)))]
    shots = point_defenses(ship.defenses, look.pack)
    return [*lines, POINT_DEFENSES(count=shots)] if shots else lines


WEAPON = N_("{weapon}: {type}, band {band}, {reach}, {arcs}")
DESTROYED, FOR_GOOD, FIRED = (
    N_("{system} \u2013 **destroyed**"),
    N_("{system} \u2013 **destroyed**, for good"),
    N_("{system} \u2013 has fired"),
)


def weapon_lines(look: Look, ship: Ship) -> list[Text]:
    """Weapons with type, band, arcs, and what holds them back."""
    lines = []
    for system, weapon in weapons(look, ship):
        line = WEAPON(
            weapon=words.system_name(system, look.pack, ship.systems),
            type=term(weapon.type.value),
            band=weapon.band,
            reach=reach_words(weapon.band),
            arcs=words.arcs_words(covers(ship, system)),
        )
        state = DESTROYED if not system.works else FIRED if system.fired else None
        lines.append(line if state is None else state(system=line))
    return lines


ON, BOXES = N_("{system} on {bound}"), N_("{system} \u2013 {left} of {boxes} boxes left")


def system_lines(look: Look, ship: Ship) -> list[Text]:
    """Upgrades and built-in systems."""
    lines = []
    for system in ship.systems:
        if system.kind is not Kind.WEAPON:
            line = words.system_name(system, look.pack, ship.systems)
            if system.on:
                line = ON(system=line, bound=words.named(ship.systems, system.on, look.pack))
            if not system.works:
                line = (FOR_GOOD if system.barred else DESTROYED)(system=line)
            elif system.lost:
                line = BOXES(system=line, left=system.boxes - system.lost, boxes=system.boxes)
            lines.append(line)
    return lines


HANGAR, EMPTY = N_("{hangar}: {inside}, {taken} of {room} bays taken"), T_("empty")


def hangar_lines(look: Look, ship: Ship) -> list[Text]:
    """Working hangars, what is in them and how much room is left."""
    lines = []
    for system in ship.systems:
        if room := bays(system, look.pack):
            held = look.known.held(ship.id, system.id)
            inside = listed(words.item_name(squadron.type, look.pack) for squadron in held) or EMPTY
            hangar = words.system_name(system, look.pack, ship.systems)
            lines.append(HANGAR(hangar=hangar, inside=inside, taken=len(held), room=room))
    return lines


STEP, FIGHTS, GUARDS = N_("{craft}: {step}, {effect}"), T_("in a dogfight"), T_("guards")


def over_lines(look: Look, ship: Ship) -> list[Text]:
    """Squadrons assigned to a ship, what they do there, and whether they fight each other."""
    over = look.known.assigned_to(ship.id)
    fight = in_dogfight(squadron.side for squadron in over)
    lines = []
    for squadron in over:
        full = look.world.craft(squadron).size
        does = rung(look.world.ladder(look.known, squadron), squadron.size, full)
        effect = FIGHTS if fight else words.rung_words(does) if squadron.mode is Mode.OFFENSIVE else GUARDS
        lines.append(STEP(craft=craft_words(look, squadron), step=words.step_word(squadron.size, full), effect=effect))
    return lines


BEARS = N_("{ship}: {away} in (band {band}), bears {bearing}\u00b0")


def near_lines(look: Look, ship: Ship, side: Side) -> list[Text]:
    """The other ships of a side by distance: range, band, bearing; none from off the board."""
    if ship.place is None:
        return []
    here = ship.place
    others = sorted((distance(here, where(one)), one.id, one) for one in look.known.on_board(side) if one is not ship)
    return [
        BEARS(
            ship=look.ship(other.id),
            away=term(inches(away)),
            band=band(away),
            bearing=term(degrees_text(bearing(here, ship.heading, where(other)))),
        )
        for away, _, other in others
    ]


def card(look: Look, ship: Ship) -> Card:
    """A ship as its sheet is drawn."""
    can = helm(look.world, look.known, ship)
    thrust = budget(can)
    covered = [covers(ship, system) for system, weapon in weapons(look, ship) if system.works]
    missiles = sum(weapon.type is Type.MISSILE and system.works for system, weapon in weapons(look, ship))
    tiles: list[tuple[str, str]] = [(T_("Velocity"), str(ship.velocity)), (T_("Thrust"), str(thrust))]
    tiles.append((T_("Course"), str(course_limit(thrust, can.exhausts))))
    tiles += [(f"{kind.value.capitalize()}", words.signed(rating)) for kind, rating in ratings(look, ship)]
    full = shield_pool(working(ship.systems, Upgrade.SHIELDS))
    place = STATUS_WORDS[ship.status]
    if ship.place is not None:
        place = N_("{place} heading {heading}")(place=term(f"{ship.place}"), heading=term(f"{ship.heading}"))
    return Card(
        name=hidden(ship.name),
        note=f"{look.name(ship.side)} · {place}",
        hull=ship.hull,
        hull_name=look.pack.hulls[ship.hull].name,
        side=ship.side,
        pips=ship.pips,
        row=look.world.row(ship),
        rows=look.world.rows(ship),
        shields=(ship.shields, max(full, ship.shields)),
        arcs=guns_by_arc(covered),
        missiles=missiles,
        tiles=tuple(tiles),
        systems=tuple(_system_line(look, ship, system) for system in ship.systems),
        status="" if ship.status in (Status.DEPLOYED, Status.RESERVE) else STATUS_WORDS[ship.status],
        notes=tuple(f"{line}." for line in over_lines(look, ship)),
    )


def _system_line(look: Look, ship: Ship, system: System) -> SystemLine:
    """A system of the sheet."""
    name = words.system_name(system, look.pack, ship.systems)
    weapon = look.pack.weapons.get(system.item)
    upgrade = look.pack.upgrades.get(system.acts_as)
    detail = ""
    if weapon is not None:
        detail = f"{weapon.type.value}, {words.arcs_words(covers(ship, system))}, {reach_words(weapon.band)}"
    elif system.on:
        detail = N_("on {system}")(system=term(words.named(ship.systems, system.on, look.pack)))
    elif upgrade is not None and upgrade.bays:
        held = look.known.held(ship.id, system.id)
        detail = listed(words.item_name(squadron.type, look.pack) for squadron in held) or T_("empty")
    elif upgrade is not None:
        detail = upgrade.timing if upgrade.stacks else N_("{timing}; copies do not add up")(timing=term(upgrade.timing))
    return SystemLine(name, detail, system.boxes, system.lost, system.fired)
