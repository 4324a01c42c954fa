"""The picture of the board as a viewer knows it: the whole of it, the arcs of one ship, or a closer look at it."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from engine.game import Svg
from engine.picture import ACCENT, Box, Shape, around
from engine.sunrise.abilities import gun_of
from engine.sunrise.data.shapes import INCH, Circle, Piece, Point, inches
from engine.sunrise.figures.board import distance, distance_to_leg, edges
from engine.sunrise.figures.setup import EDGE_GAP, ZONE
from engine.sunrise.figures.weapons import band
from engine.sunrise.look import Look
from engine.sunrise.pictures import scene as drawing
from engine.sunrise.pictures.draw_arcs import coverage
from engine.sunrise.pictures.scene import HULLS, TOP, Camera, Course, Craft, Scene, SideLine, Sight, Token, Trail, Zone
from engine.sunrise.sight import find_ship, foreseen, legal_shots, own_plots, weapons
from engine.sunrise.state import BoardEdge, Plot, Plotted, Ship, Side, Stage, State, Status
from engine.sunrise.words import short_name, side_name
from engine.text.message import N_, NN_, T_, Text, drawn, joined, term
from engine.text.names import hidden, shown

STAGE_TITLES: dict[Stage, Text] = {
    Stage.FLEETS: T_("Fleets are being built"),
    Stage.TERRAIN: T_("Terrain"),
    Stage.MARKERS: T_("Markers"),
    Stage.EDGE: T_("Choosing an edge"),
    Stage.DEPLOY: T_("Deployment"),
    Stage.START: T_("Start of the turn"),
    Stage.ORDERS: T_("Orders"),
    Stage.MOVEMENT: T_("Movement"),
    Stage.LAUNCH: T_("Launches"),
    Stage.SQUADRONS: T_("Squadron orders"),
    Stage.PICK: T_("Weapons"),
    Stage.ACTION: T_("Weapons"),
    Stage.END: T_("End of the turn"),
    Stage.OVER: T_("The game is over"),
}

AFTER_MOVEMENT = frozenset(
    {Stage.MOVEMENT, Stage.LAUNCH, Stage.SQUADRONS, Stage.PICK, Stage.ACTION, Stage.END, Stage.OVER}
)
"""Stages in which the paths of this turn are shown."""
RIM = 3
"""Thousandths of an inch: a ship that crashed stands so near to the rim of what it hit."""
NEAR, PLANNED = 30 * INCH, 42 * INCH
"""How wide a closer look is, and one at a plot."""


def board_picture(look: Look, about: str) -> Svg:
    """The whole board; about a ship, with the arcs of its weapons, its dice, and lines to what it may shoot at."""
    camera = drawing.whole(look.known.settings.board, TOP)
    if not about.strip():
        return drawing.framed(title_of(look.known), shown(look.known.name), scene_of(look, camera), sides_of(look))
    return _about(look, find_ship(look, about), camera)


def near_picture(look: Look, about: str) -> Svg:
    """A closer look at the board around a ship, with its arcs."""
    ship = find_ship(look, about)
    middle = ship.place or ship.exit or ship.last or look.known.settings.board.centre
    return _about(look, ship, drawing.close_up(look.known.settings.board, middle, TOP, NEAR))


def plot_picture(look: Look, about: str) -> Svg:
    """The board with the viewer's own plots; about a ship, a closer look with its arcs from where its plot ends."""
    look.player_needed()
    if not about.strip():
        return board_picture(look, "")
    ship = find_ship(look, about, own=True)
    if look.known.stage is not Stage.ORDERS or ship.place is None:
        return near_picture(look, ship.id)
    plotted = own_plots(look).get(ship.id, Plotted())
    seen = foreseen(look, ship, plotted.plot)
    course = course_of(look, ship, plotted.plot)
    if seen is None or course is None or course.left:
        return near_picture(look, ship.id)
    end = seen.voyage.end
    middle = Point((ship.place.x + end.place.x) // 2, (ship.place.y + end.place.y) // 2)
    camera = drawing.close_up(look.known.settings.board, middle, TOP, PLANNED)
    ground, words = _arcs(look, ship, camera, end.place, end.heading)
    scene = scene_of(look, camera, None, under=(ground,), words=words)
    others = tuple(other for other in scene.courses if other.points[0] != ship.place)
    scene = replace(scene, courses=(*others, course))
    title = N_("{ship}: arcs from where its plot ends")(ship=drawn(ship.name))
    return drawing.framed(title, title_of(look.known), scene, sides_of(look), arcs=True)


def _arcs(look: Look, ship: Ship, camera: Camera, place: Point, heading: int) -> tuple[Shape, tuple[Box, ...]]:
    """The arcs of a ship's working weapons about a place, and the boxes of the words on them."""
    guns = [gun_of(look.world, ship, system) for system, _ in weapons(look, ship) if system.works]
    avoid = [drawing.body(token, token.count) for _, token in tokens_of(look, camera, ship)]
    avoid += [around(camera.at(marker.place), 400) for marker in look.known.markers]
    avoid += [around(drawing.rock_middle(camera, piece), 260) for piece in look.known.terrain]
    ground, words = coverage(camera, camera.at(place), heading, guns, avoid)
    return ground, tuple(words)


def _about(look: Look, ship: Ship, camera: Camera) -> Svg:
    """The board with the arcs of a ship under it, where it is on the board."""
    if ship.place is None:
        return drawing.framed(hidden(ship.name), title_of(look.known), scene_of(look, camera, ship), sides_of(look))
    ground, words = _arcs(look, ship, camera, ship.place, ship.heading)
    scene = scene_of(look, camera, ship, under=(ground,), words=words)
    title = N_("{ship}: arcs and dice")(ship=drawn(ship.name))
    return drawing.framed(title, title_of(look.known), scene, sides_of(look), arcs=True)


AT_TURN, WINS, A_DRAW = N_("Turn {turn}: {stage}"), N_("{side} wins"), T_("A draw")


def title_of(known: State) -> Text:
    """A title for the table: "Turn 3: Weapons", or how the game ended."""
    stage = STAGE_TITLES[known.stage] if known.winner is None else winner_words(known, A_DRAW)
    return AT_TURN(turn=known.turn, stage=stage) if known.turn else stage


def winner_words(known: State, draw: Text) -> Text:
    """Words for the winner, "red wins"; or for a draw."""
    sides = {side.value: side for side in Side}
    winner = sides.get(known.winner.value) if known.winner is not None else None
    return draw if winner is None else WINS(side=side_name(known, winner))


def scene_of(
    look: Look, camera: Camera, about: Ship | None = None, under: tuple[Shape, ...] = (), words: tuple[Box, ...] = ()
) -> Scene:
    """Everything that the viewer knows to be on the board; `under` and `words` are arcs drawn beneath."""
    known = look.known
    found = list(tokens_of(look, camera, about))
    return Scene(
        camera=camera,
        terrain=known.terrain,
        stones=tuple(
            drawing.Stone(marker.id.removeprefix("m"), marker.place, marker.side)
            for marker in known.markers
            if camera.sees(marker.place)
        ),
        tokens=tuple(token for _, token in found),
        rows=tuple(token.count for _, token in found),
        crafts=tuple(crafts_of(look, ship) for ship, _ in found),
        trails=() if about is not None else tuple(trails_of(known)),
        courses=tuple(course for course in courses_of(look) if camera.sees(course.points[-1])),
        zones=tuple(zones_of(look)),
        sights=() if about is None else tuple(sight for sight in sights_of(look, about) if camera.sees(sight.end)),
        exits=tuple((place, note) for place, note in exits_of(known) if camera.sees(place)),
        under=under,
        words=words,
    )


def sides_of(look: Look) -> list[SideLine]:
    """Both sides for the strip under the board."""
    return [_side_line(look, side) for side in Side]


def _side_line(look: Look, side: Side) -> SideLine:
    known = look.known
    ships = list(known.fleet(side))
    left = sum(ship.status is not Status.DESTROYED for ship in ships)
    there = NN_("{left} of {ships} ship", "{left} of {ships} ships", "ships")
    words = there(left=left, ships=len(ships)) if ships else T_("no fleet yet")
    pool = known.of(side).pool
    if pool:
        words = joined(" · ", (words, NN_("{pool} Miracle Point", "{pool} Miracle Points", "pool")(pool=pool)))
    return SideLine(
        side=side,
        name=side_name(known, side),
        points=known.of(side).score,
        goal=known.settings.goal,
        markers=sum(marker.side is side for marker in known.markers),
        ships=words,
        you=look.side is side,
        first=known.initiative is side,
    )


def tokens_of(look: Look, camera: Camera, about: Ship | None) -> Iterator[tuple[Ship, Token]]:
    """The ships on the board that the camera sees."""
    acting = look.known.acting
    for ship in look.known.ships.values():
        if not ship.deployed or ship.place is None or not camera.sees(ship.place):
            continue
        yield (
            ship,
            Token(
                name=hidden(ship.name),
                hull=ship.hull,
                side=ship.side,
                at=camera.at(ship.place),
                heading=ship.heading,
                velocity=ship.velocity,
                pips=ship.pips,
                row=look.world.row(ship),
                count=look.world.rows(ship),
                acted=ship.activated and ship.id != acting and look.known.stage in (Stage.PICK, Stage.ACTION),
                own=ship.side is look.side,
                marked=ship.id == (about.id if about is not None else acting),
            ),
        )


def crafts_of(look: Look, ship: Ship) -> tuple[Craft, ...]:
    """The squadrons assigned to a ship, as chips."""
    return tuple(
        Craft(squadron.side, short_name(look.pack.squadrons[squadron.type]), squadron.size, squadron.mode.value)
        for squadron in look.known.assigned_to(ship.id)
    )


def trails_of(known: State) -> Iterator[Trail]:
    """The paths of this turn's movement, of ships that are still there or have just left."""
    if known.stage not in AFTER_MOVEMENT:
        return
    for ship in known.ships.values():
        points = ship.track
        if ship.jumped_from is not None and points:
            points = (ship.jumped_from, *points)
        if len(points) < 2 or ship.status not in (Status.DEPLOYED, Status.OFF_BOARD):
            continue
        hit = ship.velocity == 0 and any(on_rim(piece, points[-1]) for piece in known.terrain)
        yield Trail(points, ship.side, crashed=hit, jump=ship.jumped_from is not None)


def on_rim(piece: Piece, point: Point) -> bool:
    """True if a point lies on the rim of terrain, where a ship stops that ran into it."""
    if isinstance(piece, Circle):
        return abs(distance(piece.centre, point) - piece.radius) <= RIM
    return any(distance_to_leg(point, one, other) <= RIM for one, other in edges(piece))


def courses_of(look: Look) -> Iterator[Course]:
    """The viewer's own plots while orders are written: nobody else's, and none for the public."""
    if look.known.stage is not Stage.ORDERS:
        return
    for id, plotted in own_plots(look).items():
        course = course_of(look, look.known.ships[id], plotted.plot)
        if course is not None:
            yield course


def course_of(look: Look, ship: Ship, plot: Plot) -> Course | None:
    """A plot as it will be moved: its path, where it ends, and the velocity it ends with."""
    seen = foreseen(look, ship, plot)
    if seen is None or ship.place is None:
        return None
    voyage = seen.voyage
    points = [leg.start for leg in voyage.legs] + [voyage.legs[-1].end]
    if seen.landing is not None:
        points = [ship.place, *points]
    end = term(f"v{voyage.velocity}")
    if voyage.exit:
        end = T_("off the board")
    elif voyage.crash:
        end = N_("hits {terrain}")(terrain=term(voyage.crash.piece))
    return Course(
        points=tuple(points),
        hull=ship.hull,
        size=HULLS.get(ship.hull, HULLS["frigate"])[0],
        heading=voyage.end.heading,
        velocity=voyage.velocity,
        crashed=voyage.crash is not None,
        left=voyage.exit is not None,
        jump=seen.landing is not None,
        words=f"{hidden(ship.name)}: {end}",
    )


def zones_of(look: Look) -> Iterator[Zone]:
    """Zones in which markers or ships may be placed, while they are."""
    known = look.known
    board = known.settings.board
    if known.stage is Stage.MARKERS:
        east, north = board.width - EDGE_GAP, board.height - EDGE_GAP
        yield Zone(EDGE_GAP, EDGE_GAP, east, north, ACCENT, T_("markers lie in here"))
    if known.stage is Stage.DEPLOY:
        for side in Side:
            edge = known.of(side).edge
            if edge is not None:
                west, south, east, north = _strip(edge, board.width, board.height)
                words = N_("deployment of {side}")(side=drawn(side_name(known, side)))
                yield Zone(west, south, east, north, drawing.COLOURS[side], words)


def _strip(edge: BoardEdge, width: int, height: int) -> tuple[int, int, int, int]:
    """The deployment zone of an edge: west, south, east, north."""
    match edge:
        case BoardEdge.N:
            return 0, height - ZONE, width, height
        case BoardEdge.S:
            return 0, 0, width, ZONE
        case BoardEdge.E:
            return width - ZONE, 0, width, height
        case BoardEdge.W:
            return 0, 0, ZONE, height


def sights_of(look: Look, ship: Ship) -> Iterator[Sight]:
    """Lines from a ship to what it may shoot at, with the distance and all the dice it could bring."""
    dice: dict[str, int] = {}
    for shot in legal_shots(look, ship):
        if isinstance(shot.dice, int):
            dice[shot.target.id] = dice.get(shot.target.id, 0) + shot.dice
    for id, total in dice.items():
        target = look.known.ships[id]
        if ship.place is not None and target.place is not None:
            away = distance(ship.place, target.place)
            words = N_("{inches} in · {dice}")(inches=term(f"{rounded_inches(away)}"), dice=term(f"{total}d"))
            yield Sight(ship.place, target.place, words, ACCENT)


def rounded_inches(thousandths: int) -> str:
    """A distance for a picture: to a tenth, unless that would put it in another band."""
    tenth = (thousandths + 50) // 100 * 100
    return inches(tenth if band(tenth) == band(thousandths) else thousandths)


def exits_of(known: State) -> Iterator[tuple[Point, str]]:
    """Points at which ships left the board, with the turn in which they come back."""
    for ship in known.ships.values():
        if ship.status is Status.OFF_BOARD and ship.exit is not None:
            yield ship.exit, N_("{ship}: back in turn {turn}")(ship=drawn(ship.name), turn=ship.due)
