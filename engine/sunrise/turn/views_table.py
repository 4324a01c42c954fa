"""Views of the table: the phase, who is awaited, what the viewer may do; the board, the markers, the log. FS-TURN."""

from __future__ import annotations

from collections.abc import Iterator

from engine.report import Report, Section
from engine.sunrise.chronicle import Blow
from engine.sunrise.data.shapes import inches
from engine.sunrise.figures.board import bearing, degrees_text, distance
from engine.sunrise.figures.markers import GOAL
from engine.sunrise.fleet.builder import fleet_lead
from engine.sunrise.look import Look, asked_words
from engine.sunrise.movement.plotting import plot_lines
from engine.sunrise.pictures.draw_board import board_picture, near_picture, title_of, winner_words
from engine.sunrise.sight import ANY, find_ship
from engine.sunrise.state import SETUP_STAGES, Marker, Ship, Shot, Side, Stage, Status
from engine.sunrise.turn.views_ship import craft_words, near_lines, ship_line
from engine.sunrise.words import (
    counted,
    dice_words,
    item_name,
    listed,
    marker_word,
    named,
    signed,
    until_words,
    where_words,
)
from engine.text.names import shown
from engine.view import view

STEPS = (
    (Stage.START, "Start"),
    (Stage.ORDERS, "Orders"),
    (Stage.MOVEMENT, "Movement"),
    (Stage.LAUNCH, "Launches"),
    (Stage.SQUADRONS, "Squadrons"),
    (Stage.PICK, "Activations"),
    (Stage.END, "Points and end"),
)


@view("turn", "the phase, who is awaited, and what you may do", public=True, hinted=True)
def turn(look: Look, about: None) -> Report:
    """The phase, whom the table waits for, what the viewer may do, and until when."""
    known = look.known
    if not known.opened:
        return Report("The game", "The game has not been opened yet.", rule="FS-SET-07")
    sections = []
    if known.stage not in SETUP_STAGES and known.stage is not Stage.OVER:
        sections.append(Section("Turn", (phases(known.stage),)))
    sections.append(Section("Awaited", tuple(awaited_lines(look)) or ("nobody",)))
    if look.side is not None:
        own = tuple(may_lines(look, look.side))
        sections += [Section("You", own)] if own else []
        if known.stage is Stage.ORDERS:
            sections.append(Section("Your plots, which only you see", tuple(plot_lines(look, look.side))))
    if known.stage in (Stage.PICK, Stage.ACTION):
        sections.append(Section("To be activated", tuple(pick_lines(look))))
    points = ", ".join(f"{look.name(side)} {known.of(side).score}" for side in Side)
    lead = f"{points} of {known.settings.goal} points{until_words(known.until)}."
    if known.pause is not None:
        left = f" with {counted(max(1, known.pause // 60), 'minute')} left" if known.pause else ""
        lead += f" The clock is stopped{left}."
    return Report(title_of(known), lead, tuple(sections), rule="FS-TURN-01")


def phases(stage: Stage) -> str:
    """The steps of a turn, the present one marked."""
    at = Stage.PICK if stage is Stage.ACTION else stage
    return " \u2192 ".join(f"**{words}**" if one is at else words for one, words in STEPS)


def awaited_lines(look: Look) -> Iterator[str]:
    """Who is to do what."""
    known = look.known
    if known.choice is not None:
        yield f"**{look.name(known.choice.side)}** chooses {asked_words(look.known, known.choice)}"
        return
    match known.stage:
        case Stage.FLEETS:
            for side in Side:
                done = "has locked its fleet" if known.of(side).locked or known.of(side).lock else "builds its fleet"
                yield f"{look.name(side)} {done}"
        case Stage.ORDERS:
            for side in Side:
                done = "has locked its orders" if known.of(side).lock is not None else "writes orders"
                yield f"{look.name(side)} {done}"
        case Stage.TERRAIN | Stage.MARKERS | Stage.EDGE | Stage.DEPLOY | Stage.SQUADRONS | Stage.PICK | Stage.ACTION:
            who = look.name(known.picks) if known.picks is not None else "both sides"
            yield f"**{who}** {PICK_WORDS[known.stage]}"
        case _:
            return


PICK_WORDS: dict[Stage, str] = {
    Stage.TERRAIN: "lays a piece of terrain, or calls for the initiative roll",
    Stage.MARKERS: "places a marker",
    Stage.EDGE: "chooses an edge",
    Stage.DEPLOY: "deploys",
    Stage.SQUADRONS: "orders a squadron or is done with them",
    Stage.PICK: "picks a ship to activate",
    Stage.ACTION: "shoots with the activated ship, and ends its activation",
}


def may_lines(look: Look, side: Side) -> Iterator[str]:
    """What the viewer's side can do now."""
    known = look.known
    mine = known.of(side)
    if known.choice is not None:
        if known.choice.side is side:
            yield f"choose {asked_words(look.known, known.choice)}"
        return
    match known.stage:
        case Stage.FLEETS:
            yield fleet_lead(mine.fleet, look.pack, known.settings.total)
        case Stage.DEPLOY if known.picks in (side, None):
            waiting = [look.label(ship) for ship in known.fleet(side) if ship.status is Status.RESERVE]
            yield f"still to be deployed: {listed(waiting) or 'none'}"
        case Stage.SQUADRONS:
            free = [one for one in known.squadrons.values() if one.side is side and not one.docked and not one.ordered]
            yield f"squadrons without a new order: {listed(craft_words(look, one) for one in free) or 'none'}"
        case Stage.ACTION:
            ship = known.ships.get(known.acting)
            if ship is not None and ship.side is side:
                yield ship_line(look, ship)
                aimed = listed(_aimed_words(look, ship, shot) for shot in ship.declared)
                yield f"aimed, not fired: {aimed}" if aimed else "`/sunrise-show targets` tells what it may shoot at"
        case _:
            pass
    if mine.pool:
        yield counted(mine.pool, "Miracle Point")


def _aimed_words(look: Look, ship: Ship, shot: Shot) -> str:
    target = look.known.ships.get(shot.target)
    at = look.label(target) if target is not None else shown(shot.target)
    return f"{named(ship.systems, shot.weapon, look.pack)} at {at}"


def pick_lines(look: Look) -> Iterator[str]:
    """Ships of each side that have not been activated."""
    for side in Side:
        left = [look.label(ship) for ship in look.known.on_board(side) if not ship.activated]
        yield f"{look.name(side)}: {listed(left) or 'none'}"


@view("board", "the board; about a ship: its arcs, ranges and dice", ANY, picture=board_picture, public=True)
def board(look: Look, about: str) -> Report:
    """What lies and stands on the board; about a ship, everything as seen from it."""
    if about.strip():
        return from_ship(look, find_ship(look, about))
    known = look.known
    size = known.settings.board
    lead = f"{inches(size.width)} by {inches(size.height)} inches, (0, 0) in the south-west; headings from north."
    sections = [
        Section(look.name(side), tuple(ship_line(look, ship) for ship in known.fleet(side)))
        for side in look.sides
        if any(True for _ in known.fleet(side))
    ]
    sections.append(Section("Markers", tuple(marker_line(look, one) for one in known.markers) or ("none yet",)))
    sections.append(Section("Terrain", tuple(f"{piece.id}: {piece}" for piece in known.terrain) or ("none",)))
    return Report(title_of(known), lead, tuple(sections), draws=True, rule="FS-BRD-01")


def marker_line(look: Look, marker: Marker) -> str:
    """A marker: where it lies, who holds it, and the nearest ship of each side."""
    holder = look.name(marker.side) if marker.side is not None else "nobody"
    near = []
    for side in Side:
        ships = [(distance(ship.place, marker.place), ship) for ship in look.known.on_board(side) if ship.place]
        if ships:
            away, ship = min(ships, key=lambda pair: (pair[0], pair[1].id))
            near.append(f"{look.label(ship)} {inches(away)} in")
    nearest = f"; nearest {listed(near)}" if near else ""
    return f"{marker_word(marker.id)} at {marker.place}: held by {holder}{nearest}"


def from_ship(look: Look, ship: Ship) -> Report:
    """Distances, bands and bearings from a ship to all others and to the markers."""
    lead = f"{look.pack.hulls[ship.hull].name} of {look.name(ship.side)}, {where_words(ship)}."
    here = ship.place
    if here is None:
        return Report(shown(ship.name), lead, draws=True, rule="FS-MOV-14")
    sections = []
    for side in (ship.side.other, ship.side):
        if lines := near_lines(look, ship, side):
            sections.append(Section(f"Ships of {look.name(side)}", tuple(lines)))
    marks = sorted((distance(here, one.place), one.id, one) for one in look.known.markers)
    if marks:
        lines = [
            f"{marker_word(id)}: {inches(away)} in, bears {degrees_text(bearing(here, ship.heading, one.place))}\u00b0"
            for away, id, one in marks
        ]
        sections.append(Section("Markers", tuple(lines)))
    return Report(f"{shown(ship.name)}: arcs and ranges", lead, tuple(sections), draws=True, rule="FS-WPN-03")


@view("near", "a closer look at the board around a ship", ANY, picture=near_picture, public=True)
def near(look: Look, about: str) -> Report:
    """A closer look: the same words as the board about a ship."""
    return from_ship(look, find_ship(look, about))


def survey(look: Look) -> tuple[tuple[str, str], ...]:
    """What moderators are shown of a side: points, ships, Miracle Points; nothing of a seat that plays neither."""
    if look.side is None:
        return ()
    mine, fleet = look.known.of(look.side), list(look.known.fleet(look.side))
    left = sum(ship.status is not Status.DESTROYED for ship in fleet)
    points = f"{mine.score} of {look.known.settings.goal}"
    return (("Points", points), ("Ships", f"{left} of {len(fleet)}"), ("Miracle Points", str(mine.pool)))


@view("score", "points and markers, and how many are missing", public=True)
def score(look: Look, about: None) -> Report:
    """Points, markers, who is ahead, and how many are missing."""
    known = look.known
    goal = known.settings.goal
    totals = {side: known.of(side).score for side in Side}
    ahead = max(Side, key=lambda side: totals[side])
    margin = totals[ahead] - totals[ahead.other]
    standing = f"{look.name(ahead)} leads by {counted(margin, 'point')}" if margin else "Both sides are level"
    if known.winner is not None:
        standing = f"The game is over: {winner_words(look.known, 'a draw')}"
    lines = []
    for side in look.sides:
        held = [marker.id for marker in known.markers if marker.side is side]
        left = max(0, goal - totals[side])
        turns = f", at this rate in {counted(-(-left // len(held)), 'turn')}" if held and left else ""
        lines.append(
            f"**{look.name(side)}**: {totals[side]} of {goal}, {left} to go{turns}; holds "
            f"{listed(marker_word(id) for id in held) or 'no marker'}"
        )
    sections = [Section("Points", tuple(lines))]
    sections.append(Section("Markers", tuple(marker_line(look, one) for one in known.markers) or ("none yet",)))
    ships = []
    for side in look.sides:
        fleet = list(known.fleet(side))
        if fleet:
            lost = [look.label(ship) for ship in fleet if ship.status is Status.DESTROYED]
            names = f"; lost: {listed(lost)}" if lost else ""
            ships.append(f"{look.name(side)}: {len(fleet) - len(lost)} of {len(fleet)} left{names}")
    sections += [Section("Ships", tuple(ships))] if ships else []
    note = "" if goal == GOAL else f" This game is played to {goal}."
    return Report("Points", f"{standing}.{note}", tuple(sections), rule="FS-WIN-03")


@view("log", "attacks of this turn and the last, with their dice", public=True)
def log(look: Look, about: None) -> Report:
    """Harm done in this turn and the last, attack by attack with its dice and their labels."""
    known = look.known
    turns = sorted({blow.turn for blow in known.log}, reverse=True)
    sections = [
        Section(
            f"Turn {turn}", tuple("; ".join(blow_parts(look, blow)) + "." for blow in known.log if blow.turn == turn)
        )
        for turn in turns
    ]
    if not sections:
        early = known.stage in SETUP_STAGES
        nothing = "The game has not begun." if early else "Nothing was harmed in this turn or the last."
        return Report("Log", nothing, rule="FS-WPN-13")
    lead = "High dice first; those that defenses take off are struck out. `/dice verify` checks every label."
    return Report("Log", lead, tuple(sections), rule="FS-WPN-13")


def blow_parts(look: Look, blow: Blow) -> Iterator[str]:
    """Harm to a ship in one line: by what, with what dice, what is lost."""
    target = look.known.ships.get(blow.target)
    name = look.label(target) if target is not None else shown(blow.target)
    if blow.cause == "attack":
        by = look.known.ships.get(blow.by)
        shooter = look.label(by) if by is not None else shown(blow.by)
        gun = named(by.systems, blow.weapon, look.pack) if by is not None else item_name(blow.item, look.pack)
        dice = dice_words(blow.faces, blow.discard, blow.values)
        last = f"\u2013{len(blow.faces)}" if len(blow.faces) > 1 else ""
        yield f"**{shooter}**, {gun} at **{name}**, {inches(blow.range)} in (band {blow.band})"
        labels = f"{blow.by}/{blow.weapon}/{blow.target}/1{last}"
        yield f"dice {dice} against {signed(blow.rating)} = {blow.raw} (`{labels}`)"
    elif blow.cause == "collision":
        yield f"**{name}** runs into terrain for {blow.raw}"
    else:
        craft = look.known.squadrons.get(blow.by)
        what = item_name(craft.type, look.pack) if craft is not None else "A squadron"
        yield f"**{what}** at **{name}** for {blow.raw}"
    rows = f", {counted(blow.rows, 'row')} lost" if blow.rows else ""
    yield f"{counted(blow.marked, 'pip')} marked{rows}"
    if blow.systems and target is not None:
        yield f"destroyed: {listed(named(target.systems, one, look.pack) for one in blow.systems)}"
    if blow.sunk:
        yield "**the ship is destroyed**"
