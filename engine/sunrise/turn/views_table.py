"""Views of the table: the phase, who is awaited, what the viewer may do; the board, the markers, the log. FS-TURN."""

from __future__ import annotations

from collections.abc import Iterator

from engine.report import Report, Section
from engine.sunrise import words as told
from engine.sunrise.chronicle import Blow
from engine.sunrise.data.shapes import inches
from engine.sunrise.figures.board import bearing, degrees_text, distance
from engine.sunrise.figures.markers import GOAL
from engine.sunrise.fleet.builder import fleet_lead
from engine.sunrise.look import Look, asked_words
from engine.sunrise.movement.plotting import plot_lines
from engine.sunrise.pictures.draw_board import board_picture, near_picture, title_of, winner_words
from engine.sunrise.play import BOTH
from engine.sunrise.sight import ANY, find_ship
from engine.sunrise.state import SETUP_STAGES, Marker, Ship, Side, Stage, Status
from engine.sunrise.turn.views_ship import craft_words, near_lines, ship_lead, ship_line
from engine.sunrise.words import MINUTES, MIRACLE_POINTS, NONE, PIPS, ROWS
from engine.text import message
from engine.text.message import N_, NN_, NOTHING, T_, Message, Text
from engine.view import view

STEPS = (
    (Stage.START, T_("Start")),
    (Stage.ORDERS, T_("Orders")),
    (Stage.MOVEMENT, T_("Movement")),
    (Stage.LAUNCH, T_("Launches")),
    (Stage.SQUADRONS, T_("Squadrons")),
    (Stage.PICK, T_("Activations")),
    (Stage.END, T_("Points and end")),
)
GAME, UNOPENED, TURN, AWAITED = T_("The game"), T_("The game has not been opened yet."), T_("Turn"), T_("Awaited")
NOBODY, YOU, PLOTS = T_("nobody"), T_("You"), T_("Your plots, which only you see")
UNACTIVATED, MARKERS, NO_MARKERS = T_("To be activated"), T_("Markers"), T_("none yet")
SIDE_POINTS, STANDING = N_("{side} {points}"), N_("{points} of {goal} points[, until {at} ({left})].")
CLOCK = N_("The clock is stopped[ with {minutes} left].")


@view("turn", "the phase, who is awaited, and what you may do", public=True, hinted=True)
def turn(look: Look, about: None) -> Report:
    """The phase, whom the table waits for, what the viewer may do, and until when."""
    known = look.known
    if not known.opened:
        return Report(GAME, UNOPENED, rule="FS-SET-07")
    sections = []
    if known.stage not in SETUP_STAGES and known.stage is not Stage.OVER:
        sections.append(Section(TURN, (phases(known.stage),)))
    sections.append(Section(AWAITED, tuple(awaited_lines(look)) or (NOBODY,)))
    if look.side is not None:
        own = tuple(may_lines(look, look.side))
        sections += [Section(YOU, own)] if own else []
        if known.stage is Stage.ORDERS:
            sections.append(Section(PLOTS, tuple(plot_lines(look, look.side))))
    if known.stage in (Stage.PICK, Stage.ACTION):
        sections.append(Section(UNACTIVATED, tuple(pick_lines(look))))
    left = MINUTES(count=max(1, known.pause // 60)) if known.pause else NOTHING
    stopped = NOTHING if known.pause is None else CLOCK(minutes=left)
    points = message.joined(", ", (SIDE_POINTS(side=look.name(side), points=known.of(side).score) for side in Side))
    lead = message.dated(known.until, STANDING, points=points, goal=known.settings.goal)
    return Report(title_of(known), message.spaced(lead, stopped), tuple(sections), rule="FS-TURN-01")


PRESENT, CHOOSES, CHOOSE = N_("**{step}**"), N_("**{side}** chooses {asked}"), N_("choose {asked}")


def phases(stage: Stage) -> Text:
    """The steps of a turn, the present one marked."""
    at = Stage.PICK if stage is Stage.ACTION else stage
    return message.joined(" \u2192 ", (PRESENT(step=words) if step is at else words for step, words in STEPS))


FLEET_LOCKED, FLEET_BUILT = N_("{side} has locked its fleet"), N_("{side} builds its fleet")
ORDERS_LOCKED, ORDERS_WRITTEN = N_("{side} has locked its orders"), N_("{side} writes orders")
PICKS: dict[Stage, Message] = {
    Stage.TERRAIN: N_("**{side}** lays a piece of terrain, or calls for the initiative roll"),
    Stage.MARKERS: N_("**{side}** places a marker"),
    Stage.EDGE: N_("**{side}** chooses an edge"),
    Stage.DEPLOY: N_("**{side}** deploys"),
    Stage.SQUADRONS: N_("**{side}** orders a squadron or is done with them"),
    Stage.PICK: N_("**{side}** picks a ship to activate"),
    Stage.ACTION: N_("**{side}** shoots with the activated ship, and ends its activation"),
}


def awaited_lines(look: Look) -> Iterator[Text]:
    """Sides and what each is to do."""
    known = look.known
    if known.choice is not None:
        yield CHOOSES(side=look.name(known.choice.side), asked=asked_words(known, known.choice))
    elif known.stage is Stage.FLEETS:
        for side in Side:
            done = known.of(side).locked or known.of(side).lock
            yield (FLEET_LOCKED if done else FLEET_BUILT)(side=look.name(side))
    elif known.stage is Stage.ORDERS:
        for side in Side:
            yield (ORDERS_LOCKED if known.of(side).lock is not None else ORDERS_WRITTEN)(side=look.name(side))
    elif (picks := PICKS.get(known.stage)) is not None:
        yield picks(side=look.name(known.picks) if known.picks is not None else BOTH)


UNDEPLOYED, UNORDERED = N_("Still to be deployed: {ships}"), N_("Squadrons without a new order: {squadrons}")
AIMED, MAY_AIM = N_("Aimed, not fired: {shots}"), T_("`/sunrise-show targets` tells what it may shoot at")
AIMED_AT, SHIPS_LEFT = N_("{weapon} at {target}"), N_("{side}: {ships}")


def may_lines(look: Look, side: Side) -> Iterator[Text]:
    """Lines for what the viewer's side can do now."""
    known = look.known
    mine = known.of(side)
    if known.choice is not None:
        if known.choice.side is side:
            yield CHOOSE(asked=asked_words(known, known.choice))
        return
    match known.stage:
        case Stage.FLEETS:
            yield fleet_lead(mine.fleet, look.pack, known.settings.total)
        case Stage.DEPLOY if known.picks in (side, None):
            waiting = [look.ship(ship.id) for ship in known.fleet(side) if ship.status is Status.RESERVE]
            yield UNDEPLOYED(ships=message.listed(waiting) or NONE)
        case Stage.SQUADRONS:
            free = [one for one in known.squadrons.values() if one.side is side and not one.docked and not one.ordered]
            yield UNORDERED(squadrons=message.listed(craft_words(look, squadron) for squadron in free) or NONE)
        case Stage.ACTION:
            ship = known.ships.get(known.acting)
            if ship is not None and ship.side is side:
                yield ship_line(look, ship)
                aimed = message.listed(
                    AIMED_AT(weapon=look.system(ship.id, shot.weapon), target=look.ship(shot.target))
                    for shot in ship.declared
                )
                yield AIMED(shots=aimed) if aimed else MAY_AIM
        case _:
            pass
    if mine.pool:
        yield MIRACLE_POINTS(count=mine.pool)


def pick_lines(look: Look) -> Iterator[Text]:
    """Ships of each side that have not been activated."""
    for side in Side:
        left = [look.ship(ship.id) for ship in look.known.on_board(side) if not ship.activated]
        yield SHIPS_LEFT(side=look.name(side), ships=message.listed(left) or NONE)


SIZE = N_("{width} by {height} inches, (0, 0) in the south-west; headings from north.")
TERRAIN, PIECE = T_("Terrain"), N_("{id}: {piece}")


@view("board", "the board; about a ship: its arcs, ranges and dice", ANY, picture=board_picture, public=True)
def board(look: Look, about: str) -> Report:
    """Ships, markers and terrain on the board; about a ship, everything as seen from it."""
    if about.strip():
        return from_ship(look, find_ship(look, about))
    known = look.known
    size = known.settings.board
    sections = [
        Section(look.name(side), tuple(ship_line(look, ship) for ship in known.fleet(side)))
        for side in look.sides
        if any(True for _ in known.fleet(side))
    ]
    pieces = tuple(PIECE(id=message.name(piece.id), piece=message.term(str(piece))) for piece in known.terrain)
    sections += [_markers(look), Section(TERRAIN, pieces or (NONE,))]
    lead = SIZE(width=message.term(inches(size.width)), height=message.term(inches(size.height)))
    return Report(title_of(known), lead, tuple(sections), draws=True, rule="FS-BRD-01")


MARKER_AT = N_("{marker} at {place}: held by {holder}[; nearest {ships}]")
SHIP_AWAY = N_("{ship} {away} in")


def _markers(look: Look) -> Section:
    return Section(MARKERS, tuple(marker_line(look, marker) for marker in look.known.markers) or (NO_MARKERS,))


def marker_line(look: Look, marker: Marker) -> Text:
    """A marker: where it lies, who holds it, and the nearest ship of each side."""
    near = []
    for side in Side:
        ships = [(distance(ship.place, marker.place), ship) for ship in look.known.on_board(side) if ship.place]
        if ships:
            away, ship = min(ships, key=lambda pair: (pair[0], pair[1].id))
            near.append(SHIP_AWAY(ship=look.ship(ship.id), away=message.term(inches(away))))
    return MARKER_AT(
        marker=message.begun(told.marker_word(marker.id)),
        place=told.place(marker.place),
        holder=look.name(marker.side) if marker.side is not None else NOBODY,
        ships=message.listed(near),
    )


FROM_SHIP, SHIPS_OF = N_("{ship}: arcs and ranges"), N_("Ships of {side}")
MARKER_BEARS = N_("{marker}: {away} in, bears {bearing}\u00b0")


def from_ship(look: Look, ship: Ship) -> Report:
    """Distances, bands and bearings from a ship to all others and to the markers."""
    lead, here = ship_lead(look, ship), ship.place
    if here is None:
        return Report(message.name(ship.name), lead, draws=True, rule="FS-MOV-14")
    sections = []
    for side in (ship.side.other, ship.side):
        if lines := near_lines(look, ship, side):
            sections.append(Section(SHIPS_OF(side=look.name(side)), tuple(lines)))
    marks = sorted((distance(here, marker.place), marker.id, marker) for marker in look.known.markers)
    if marks:
        lines = [
            MARKER_BEARS(
                marker=message.begun(told.marker_word(id)),
                away=message.term(inches(away)),
                bearing=message.term(degrees_text(bearing(here, ship.heading, marker.place))),
            )
            for away, id, marker in marks
        ]
        sections.append(Section(MARKERS, tuple(lines)))
    return Report(FROM_SHIP(ship=message.name(ship.name)), lead, tuple(sections), draws=True, rule="FS-WPN-03")


@view("near", "a closer look at the board around a ship", ANY, picture=near_picture, public=True)
def near(look: Look, about: str) -> Report:
    """A closer look: the same words as the board about a ship."""
    return from_ship(look, find_ship(look, about))


def survey(look: Look) -> tuple[tuple[str, str], ...]:
    """A side's figures for moderators: points, ships, Miracle Points; nothing of a seat that plays neither."""
    if look.side is None:
        return ()
    mine, fleet = look.known.of(look.side), list(look.known.fleet(look.side))
    left = sum(ship.status is not Status.DESTROYED for ship in fleet)
    points = N_("{points} of {goal}")(points=mine.score, goal=look.known.settings.goal)
    ships = N_("{left} of {ships}")(left=left, ships=len(fleet))
    return ((POINTS, points), (SHIPS, ships), (T_("Miracle Points"), str(mine.pool)))


POINTS, SHIPS, A_DRAW, NO_MARKER = T_("Points"), T_("Ships"), T_("a draw"), T_("no marker")
LEADS, LEVEL = N_("{side} leads by {points}."), T_("Both sides are level.")
OVER, PLAYED_TO = N_("The game is over: {how}."), N_("This game is played to {goal}.")
SIDE_SCORE = N_("**{side}**: {points} of {goal}; holds {markers}")
POINTS_AHEAD = NN_("{count} point", "{count} points", "count")
TO_GO = T_("To go")
SIDE_TO_GO = NN_(
    "**{side}**: {points}[, at this rate in {count} turn]",
    "**{side}**: {points}[, at this rate in {count} turns]",
    "count",
)
FLEET_LEFT = N_("{side}: {left} of {ships} left[; lost: {lost}]")


@view("score", "points and markers, and how many are missing", public=True)
def score(look: Look, about: None) -> Report:
    """Points, markers, who is ahead, and how many are missing."""
    known = look.known
    goal = known.settings.goal
    totals = {side: known.of(side).score for side in Side}
    ahead = max(Side, key=lambda side: totals[side])
    margin = totals[ahead] - totals[ahead.other]
    note = NOTHING if goal == GOAL else PLAYED_TO(goal=goal)
    standing = LEVEL
    if known.winner is not None:
        standing = OVER(how=winner_words(known, A_DRAW))
    elif margin:
        standing = LEADS(side=look.name(ahead), points=POINTS_AHEAD(count=margin))
    lines, to_go, ships = [], [], []
    for side in look.sides:
        held = [marker.id for marker in known.markers if marker.side is side]
        left = max(0, goal - totals[side])
        lines.append(
            SIDE_SCORE(
                side=look.name(side),
                points=totals[side],
                goal=goal,
                markers=message.listed(map(told.marker_word, held)) or NO_MARKER,
            )
        )
        turns = -(-left // len(held)) if held else 0
        to_go.append(SIDE_TO_GO(side=look.name(side), points=POINTS_AHEAD(count=left), count=turns))
        if fleet := list(known.fleet(side)):
            lost = [look.ship(ship.id) for ship in fleet if ship.status is Status.DESTROYED]
            there = len(fleet) - len(lost)
            ships.append(FLEET_LEFT(side=look.name(side), left=there, ships=len(fleet), lost=message.listed(lost)))
    sections = [Section(POINTS, tuple(lines)), _markers(look)]
    sections += [Section(SHIPS, tuple(ships))] if ships else []
    sections += [Section(TO_GO, tuple(to_go), ahead=True)] if known.winner is None else []
    return Report(POINTS, message.spaced(standing, note), tuple(sections), rule="FS-WIN-03")


LOG, NUMBERED_TURN, BLOW = T_("Log"), N_("Turn {turn}"), N_("{parts}.")
NOT_BEGUN, UNHARMED = T_("The game has not begun."), T_("Nothing was harmed in this turn or the last.")
HIGH_FIRST = T_("High dice first; those that defenses take off are struck out. `/dice verify` checks every label.")


@view("log", "attacks of this turn and the last, with their dice", public=True)
def log(look: Look, about: None) -> Report:
    """Harm done in this turn and the last, attack by attack with its dice and their labels."""
    known = look.known
    sections = [
        Section(
            NUMBERED_TURN(turn=turn),
            tuple(BLOW(parts=message.joined("; ", blow_parts(look, blow))) for blow in known.log if blow.turn == turn),
        )
        for turn in sorted({blow.turn for blow in known.log}, reverse=True)
    ]
    lead = HIGH_FIRST if sections else NOT_BEGUN if known.stage in SETUP_STAGES else UNHARMED
    return Report(LOG, lead, tuple(sections), rule="FS-WPN-13")


ATTACK = N_("**{ship}**, {weapon} at **{target}**, {range} in (band {band})")
DICE = N_("dice {dice} against {rating} = {damage} ({label})")
COLLIDES, CRAFT, A_SQUADRON = (
    N_("**{ship}** runs into terrain for {damage}"),
    N_("**{craft}** at **{ship}** for {damage}"),
    T_("A squadron"),
)
MARKED, BROKEN = N_("{pips} marked[, {rows} lost]"), N_("destroyed: {systems}")
SUNK = T_("**the ship is destroyed**")


def blow_parts(look: Look, blow: Blow) -> Iterator[Text]:
    """Harm to a ship in one line: by what, with what dice, what is lost."""
    ship = look.ship(blow.target)
    if blow.cause == "attack":
        there = blow.by in look.known.ships
        last = f"\u2013{len(blow.faces)}" if len(blow.faces) > 1 else ""
        yield ATTACK(
            ship=look.ship(blow.by),
            weapon=look.system(blow.by, blow.weapon) if there else told.item_name(blow.item, look.pack),
            target=ship,
            range=message.term(inches(blow.range)),
            band=blow.band,
        )
        yield DICE(
            dice=told.dice_words(blow.faces, blow.discard, blow.values),
            rating=told.signed(blow.rating),
            damage=blow.raw,
            label=message.code(f"{blow.by}/{blow.weapon}/{blow.target}/1{last}"),
        )
    elif blow.cause == "collision":
        yield COLLIDES(ship=ship, damage=blow.raw)
    else:
        craft = look.known.squadrons.get(blow.by)
        what = told.item_name(craft.type, look.pack) if craft is not None else A_SQUADRON
        yield CRAFT(craft=what, ship=ship, damage=blow.raw)
    yield MARKED(pips=PIPS(count=blow.marked), rows=ROWS(count=blow.rows) if blow.rows else NOTHING)
    if blow.systems and blow.target in look.known.ships:
        yield BROKEN(systems=message.listed(look.system(blow.target, system) for system in blow.systems))
    if blow.sunk:
        yield SUNK
