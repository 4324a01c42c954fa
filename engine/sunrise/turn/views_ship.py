"""Views of ships: the sheet of one, and both fleets. Rulebook: FS-HULL, FS-TERM-02, FS-DEF-01, FS-SC-02."""

from __future__ import annotations

from engine.game import Svg
from engine.noun import Value
from engine.orders import Option
from engine.report import Report, Section
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
from engine.sunrise.words import (
    MODE_WORDS,
    STATUS_WORDS,
    arcs_words,
    blocks,
    counted,
    defenses_words,
    item_name,
    listed,
    named,
    pips_words,
    ratings_words,
    rung_words,
    side_name,
    signed,
    step_word,
    system_name,
    where_words,
)
from engine.text.names import hidden, shown
from engine.view import view


def ship_line(look: Look, ship: Ship) -> str:
    """A ship in one line of a list."""
    hull = look.pack.hulls[ship.hull].name
    name = f"**{look.label(ship)}** {hull}"
    if ship.status in (Status.DESTROYED, Status.RETURNING):
        return f"{name}: {STATUS_WORDS[ship.status]}"
    row, rows = look.world.row(ship), look.world.rows(ship)
    parts = [f"{blocks(ship.pips, row, rows)} {pips_words(ship.pips, row, rows)}", where_words(ship)]
    parts += [f"Shields {ship.shields}"] if ship.shields else []
    out = [named(ship.systems, one.id, look.pack) for one in ship.systems if not one.works]
    parts += [f"out: {listed(out)}"] if out else []
    over = look.known.assigned_to(ship.id)
    parts += [listed(craft_words(look, one) for one in over)] if over else []
    parts += ["activated"] if ship.activated else []
    return f"{name}: {'; '.join(parts)}"


def craft_words(look: Look, squadron: Squadron) -> str:
    """A squadron: whose, what, how many, its mode."""
    kind = look.pack.squadrons[squadron.type]
    chosen = f" against {squadron.chosen.value}" if squadron.chosen is not None else ""
    whose = look.name(squadron.side)
    return f"{kind.name} {squadron.size} of {whose} ({MODE_WORDS[squadron.mode]}{chosen})"


SIDES: Value[Look, str] = Value(
    "a side",
    as_typed,
    lambda look, found: [Option(seat, f"{seat} (side {side.value})"[:100]) for seat, side in look.known.seats.items()],
)


@view("fleet", "the ships of both sides, or of one", SIDES, public=True)
def fleet(look: Look, about: str) -> Report:
    """Both fleets, or one of them: ships in order of their lists, squadrons in hangars."""
    sections = []
    for side in _sides(look, about):
        ships = list(look.known.fleet(side))
        lines = [ship_line(look, ship) for ship in ships]
        docked = [one for ship in ships for one in look.known.held(ship.id)]
        lines += [f"docked: {listed(_docked(look, one) for one in docked)}"] if docked else []
        head = f"{side_name(look.known, side)}{' (you)' if side is look.side else ''}"
        faction = look.known.of(side).faction
        head += f", {look.pack.factions[faction].name}" if faction in look.pack.factions else ""
        left = sum(look.world.rows(ship) for ship in ships if ship.status is not Status.DESTROYED)
        most = sum(look.world.rows(ship) for ship in ships)
        head += f": integrity {left} of {most} left" if ships else ""
        sections.append(Section(head, tuple(lines) or ("nothing is shown until both fleets are locked",)))
    return Report("Fleets", "", tuple(sections), draws=False, rule="FS-FRC-06")


def _sides(look: Look, about: str) -> list[Side]:
    """The sides that are asked for: by seat or letter, else both, the viewer's first."""
    fold = about.strip().casefold()
    for side in Side:
        if fold and fold in {side.value.casefold(), *(seat.casefold() for seat in look.known.crew(side))}:
            return [side]
    return list(look.sides)


def _docked(look: Look, squadron: Squadron) -> str:
    kind = look.pack.squadrons[squadron.type].name
    ship = look.known.ships.get(squadron.ship)
    return f"{kind} in {look.label(ship)}" if ship is not None else kind


def ship_picture(look: Look, about: str) -> Svg:
    """The drawn sheet of a ship."""
    return sheet_picture(card(look, find_ship(look, about)))


@view("ship", "the sheet of a ship: rows, systems, weapons, hangars", ANY, picture=ship_picture, public=True)
def ship(look: Look, about: str) -> Report:
    """The sheet of a ship: hull, helm, ratings, weapons, other systems, hangars, squadrons over it."""
    one = find_ship(look, about)
    hull = look.pack.hulls[one.hull]
    row, rows = look.world.row(one), look.world.rows(one)
    mine = " (yours)" if one.side is look.side else ""
    lead = f"{hull.name} of {look.name(one.side)}{mine}, {where_words(one)}."
    if one.status in (Status.DESTROYED, Status.RETURNING):
        return Report(shown(one.name), lead, rule="FS-HULL-05")
    sections = [
        Section("Hull", (f"{blocks(one.pips, row, rows)} {pips_words(one.pips, row, rows)}", shields_words(one))),
        Section("Helm", tuple(helm_lines(look, one))),
        Section("Defenses", tuple(defense_lines(look, one))),
        Section("Weapons", tuple(weapon_lines(look, one)) or ("none",)),
        Section("Other systems", tuple(system_lines(look, one))),
    ]
    hangars = hangar_lines(look, one)
    sections += [Section("Hangars", tuple(hangars))] if hangars else []
    over = over_lines(look, one)
    sections += [Section("Squadrons here", tuple(over))] if over else []
    near = near_lines(look, one, one.side.other)
    sections += [Section("Enemies from here", tuple(near))] if near else []
    return Report(shown(one.name), lead, tuple(sections), draws=True, rule="FS-TERM-02")


def shields_words(ship: Ship) -> str:
    """Shields left of this turn's pool."""
    most = shield_pool(working(ship.systems, Upgrade.SHIELDS))
    return f"Shields {ship.shields} of {most} left this turn" if most else "no working Shields"


def helm_lines(look: Look, ship: Ship) -> list[str]:
    """Thrust and course limit this turn, and what changes them."""
    can = helm(look.world, look.known, ship)
    thrust = budget(can)
    lines = [f"velocity {ship.velocity}, thrust {thrust}, course up to {course_limit(thrust, can.exhausts)}"]
    lines += ["Engines destroyed: hull thrust is halved"] if not can.engines else []
    lines += [f"{can.kineticite} thrust from Kineticite Plating"] if can.kineticite else []
    lines += [f"{can.debt} thrust less for last turn's overcharge"] if can.debt else []
    if ship.manoeuvred:
        lines.append("it has manoeuvred this turn")
    if not can.may_order:
        lines.append("it takes no orders this turn")
    if (plotted := own_plots(look).get(ship.id)) is not None:
        lines.append(f"your plot: thrust {plotted.plot.spent} of {budget(can, plotted.plot)}")
    return lines


def defense_lines(look: Look, ship: Ship) -> list[str]:
    """What is mounted, and the ratings that it makes now."""
    lines = [defenses_words(ship.defenses, look.pack), f"ratings: {ratings_words(ratings(look, ship))}"]
    shots = point_defenses(ship.defenses, look.pack)
    lines += [f"Point Defenses: {counted(shots, 'attack')} on each enemy squadron here"] if shots else []
    return lines


def weapon_lines(look: Look, ship: Ship) -> list[str]:
    """Weapons with type, band, arcs, and what holds them back."""
    lines = []
    for system, weapon in weapons(look, ship):
        arcs = covers(ship, system)
        name = system_name(system, look.pack, ship.systems)
        state = " \u2013 **destroyed**" if not system.works else " \u2013 has fired" if system.fired else ""
        where = arcs_words(arcs)
        lines.append(f"{name}: {weapon.type.value}, band {weapon.band}, {reach_words(weapon.band)}, {where}{state}")
    return lines


def system_lines(look: Look, ship: Ship) -> list[str]:
    """Upgrades and built-in systems."""
    lines = []
    for system in ship.systems:
        if system.kind is Kind.WEAPON:
            continue
        name = system_name(system, look.pack, ship.systems)
        bound = f" on {named(ship.systems, system.on, look.pack)}" if system.on else ""
        if not system.works:
            state = " \u2013 **destroyed**" + (", for good" if system.barred else "")
        elif system.lost:
            state = f" \u2013 {system.boxes - system.lost} of {system.boxes} boxes left"
        else:
            state = ""
        lines.append(f"{name}{bound}{state}")
    return lines


def hangar_lines(look: Look, ship: Ship) -> list[str]:
    """Working hangars, what is in them and how much room is left."""
    lines = []
    for system in ship.systems:
        room = bays(system, look.pack)
        if room:
            held = look.known.held(ship.id, system.id)
            inside = listed(look.pack.squadrons[one.type].name for one in held) or "empty"
            lines.append(f"{system_name(system, look.pack, ship.systems)}: {inside}, {len(held)} of {room} bays taken")
    return lines


def over_lines(look: Look, ship: Ship) -> list[str]:
    """Squadrons assigned to a ship, what they do there, and whether they fight each other."""
    over = look.known.assigned_to(ship.id)
    fight = in_dogfight(one.side for one in over)
    lines = []
    for one in over:
        kind = look.pack.squadrons[one.type]
        does = rung(look.pack.ladder(one.type, look.known.settings.edition), one.size, kind.size)
        effect = "in a dogfight" if fight else rung_words(does) if one.mode is Mode.OFFENSIVE else "guards"
        lines.append(f"{craft_words(look, one)}: {step_word(one.size, kind.size)}, {effect}")
    return lines


def near_lines(look: Look, ship: Ship, side: Side) -> list[str]:
    """The other ships of a side by distance: range, band, bearing; none from off the board."""
    if ship.place is None:
        return []
    here = ship.place
    others = sorted((distance(here, where(one)), one.id, one) for one in look.known.on_board(side) if one is not ship)
    return [
        f"{look.label(one)}: {inches(away)} in (band {band(away)}), bears "
        f"{degrees_text(bearing(here, ship.heading, where(one)))}\u00b0"
        for away, _, one in others
    ]


def card(look: Look, ship: Ship) -> Card:
    """A ship as its sheet is drawn."""
    can = helm(look.world, look.known, ship)
    thrust = budget(can)
    covered = [covers(ship, system) for system, weapon in weapons(look, ship) if system.works]
    missiles = sum(weapon.type is Type.MISSILE and system.works for system, weapon in weapons(look, ship))
    tiles = [("Velocity", str(ship.velocity)), ("Thrust", str(thrust))]
    tiles.append(("Course", str(course_limit(thrust, can.exhausts))))
    tiles += [(f"{kind.value.capitalize()}", signed(rating)) for kind, rating in ratings(look, ship)]
    full = shield_pool(working(ship.systems, Upgrade.SHIELDS))
    place = f"{ship.place} heading {ship.heading}" if ship.place is not None else STATUS_WORDS[ship.status]
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
    name = system_name(system, look.pack, ship.systems)
    weapon = look.pack.weapons.get(system.item)
    upgrade = look.pack.upgrades.get(system.acts_as)
    detail = ""
    if weapon is not None:
        detail = f"{weapon.type.value}, {arcs_words(covers(ship, system))}, {reach_words(weapon.band)}"
    elif system.on:
        detail = f"on {named(ship.systems, system.on, look.pack)}"
    elif upgrade is not None and upgrade.bays:
        held = look.known.held(ship.id, system.id)
        detail = listed(item_name(one.type, look.pack) for one in held) or "empty"
    elif upgrade is not None:
        detail = upgrade.timing if upgrade.stacks else f"{upgrade.timing}; copies do not add up"
    return SystemLine(name, detail, system.boxes, system.lost, system.fired)
