"""A scene on the board in a frame: where things lie in the picture, how ships and rocks look, and names kept clear.

Type is sized for a picture that Discord shows at half its width: 220 tenths of a pixel are eleven pixels there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise

import msgspec

from engine import picture as draw
from engine.game import Svg
from engine.picture import ACCENT, DANGER, INK, MUTED, NEUTRAL, SKY, TITLE, Arranged, Box, Picture, Point, Shape, Wanted
from engine.picture.glyphs import Figure, figure
from engine.picture.palette import ink_on, side, sides_of
from engine.picture.shapes import rounded
from engine.sunrise.data import shapes as field
from engine.sunrise.data.shapes import INCH, Circle, Piece
from engine.sunrise.state import Side, State
from engine.text.message import N_, NN_, NOTHING, T_, joined, term

WIDTH = 11000
"""Tenths of a pixel of every picture of a game."""
FINE, WORD, HEAD = 220, 250, 310
"""Type sizes in tenths of a pixel: notes and figures, words, headings."""
SEA = "#0d1426"
"""The field, a little lighter than the sky around it."""
THIN, THICK = "#1a2440", "#2c3a5c"
"""Lines of the grid every inch and every 6 inches: a range band apart."""
EDGE = "#6d7fa8"
BAND_INCHES = 6
TICKS = 480
"""Room for the figures on the west and south edges."""


class Camera(msgspec.Struct, frozen=True):
    """Part of the board that is seen, in thousandths of an inch, and the frame that it fills, in tenths of a pixel."""

    left: int
    bottom: int
    width: int
    height: int
    frame: Box

    def at(self, place: field.Point) -> Point:
        """A point of the board as it lies in the picture; y grows downwards there."""
        return Point(
            self.frame.x + rounded((place.x - self.left) * self.frame.width, self.width),
            self.frame.bottom - rounded((place.y - self.bottom) * self.frame.height, self.height),
        )

    def long(self, thousandths: int) -> int:
        """A length of the board in tenths of a pixel."""
        return rounded(thousandths * self.frame.width, self.width)

    def sees(self, place: field.Point) -> bool:
        """True if a point is in the window, its rim included."""
        return self.left <= place.x <= self.left + self.width and self.bottom <= place.y <= self.bottom + self.height


def whole(board: field.Board, top: int, width: int = WIDTH) -> Camera:
    """The whole board under `top`, as large as the picture's width and 9000 tenths of height allow."""
    room = width - TICKS - 200
    tall = min(9000, room * board.height // board.width)
    wide = tall * board.width // board.height
    return Camera(0, 0, board.width, board.height, Box(TICKS + (room - wide) // 2, top, wide, tall))


def close_up(board: field.Board, about: field.Point, top: int, across: int = 36 * field.INCH) -> Camera:
    """A window of `across` thousandths about a point, half as tall again as wide is long, kept on the board."""
    wide = min(across, board.width)
    tall = min(wide * 2 // 3, board.height)
    left = min(max(0, about.x - wide // 2), board.width - wide)
    bottom = min(max(0, about.y - tall // 2), board.height - tall)
    room = WIDTH - TICKS - 200
    return Camera(left, bottom, wide, tall, Box(TICKS, top, room, room * tall // wide))


def field_shape(camera: Camera) -> Shape:
    """The field: its ground, a line for every inch, a stronger one for every range band, figures on two edges."""
    frame = camera.frame
    fine: list[str] = []
    strong: list[str] = []
    words: list[Shape] = []
    for inch in range(-(-camera.left // field.INCH), (camera.left + camera.width) // field.INCH + 1):
        x = camera.at(field.Point(inch * field.INCH, camera.bottom)).x
        (fine if inch % BAND_INCHES else strong).append(f"M{x} {frame.y}V{frame.bottom}")
        if not inch % BAND_INCHES:
            words.append(draw.text(Point(x, frame.bottom + 260), str(inch), size=FINE, fill=MUTED, anchor="middle"))
    for inch in range(-(-camera.bottom // field.INCH), (camera.bottom + camera.height) // field.INCH + 1):
        y = camera.at(field.Point(camera.left, inch * field.INCH)).y
        (fine if inch % BAND_INCHES else strong).append(f"M{frame.x} {y}H{frame.right}")
        if not inch % BAND_INCHES:
            words.append(draw.text(Point(frame.x - 90, y + 65), str(inch), size=FINE, fill=MUTED, anchor="end"))
    return draw.group(
        [
            draw.rect(frame, fill=SEA),
            draw.path("".join(fine), frame, stroke=THIN, weight=6),
            draw.path("".join(strong), frame, stroke=THICK, weight=12),
            draw.rect(frame, stroke=EDGE, weight=20),
            *words,
        ]
    )


def clipped(camera: Camera, shape: Shape, name: str = "field") -> Shape:
    """A shape cut off at the edges of the field; `name` is unlike that of any other cut of the picture."""
    frame = camera.frame
    edge = f'<clipPath id="{name}"><rect x="{frame.x}" y="{frame.y}" width="{frame.width}" height="{frame.height}"/>'
    return Shape(f'<defs>{edge}</clipPath></defs><g clip-path="url(#{name})">{shape.svg}</g>', frame)


def scale_bar(at: Point, camera: Camera) -> Shape:
    """Six inches, a range band, as long as they are in this picture; `at` is its left end."""
    each = camera.long(field.INCH)
    end = Point(at.x + BAND_INCHES * each, at.y)
    parts = [draw.line(at, end, INK, weight=16)]
    for inch in range(BAND_INCHES + 1):
        tall = 60 if inch % BAND_INCHES else 110
        x = at.x + inch * each
        parts.append(draw.line(Point(x, at.y - tall), Point(x, at.y), INK, weight=12))
    parts.append(draw.text(Point(end.x + 110, at.y + 10), T_("6 in, one range band"), size=FINE, fill=MUTED))
    return draw.group(parts)


def compass(centre: Point) -> Shape:
    """An arrow to the north: headings count clockwise from it."""
    needle = draw.polygon(
        [Point(centre.x, centre.y - 150), Point(centre.x + 60, centre.y + 60), Point(centre.x, centre.y + 20),
         Point(centre.x - 60, centre.y + 60)],
        fill=MUTED,
    )  # fmt: skip
    north = draw.text(Point(centre.x, centre.y - 190), "N", size=FINE, fill=MUTED, anchor="middle", bold=True)
    return draw.group([needle, north])


COLOURS: dict[Side, str] = {Side.A: side(0).colour, Side.B: side(1).colour}
"""What the sides are drawn in, until `in_colours` gives a picture those of its players."""


def in_colours(svg: Svg, known: State) -> Svg:
    """A picture with each side in the colour of its first player: red is red, whichever side red plays."""
    crews = {side: str(next(iter(known.crew(side)), f"side {side.value}")) for side in Side}
    sides = sides_of(crews.values())
    worn = {COLOURS[side]: sides[crew].colour for side, crew in crews.items()}
    return Svg(re.sub("|".join(worn), lambda found: worn[found[0]], svg))


ROCK, RIM = "#333a4d", "#9aa3b8"
GHOST = ACCENT
"""Plots that are not yet moved."""


def _mirrored(*half: tuple[int, int]) -> Figure:
    """A silhouette from the points of its starboard half, bow to stern."""
    return ((*half, *((-x, y) for x, y in reversed(half) if x)),)


HULLS: dict[str, tuple[int, Figure]] = {
    "corvette": (320, _mirrored((0, -50), (8, -14), (27, 30), (25, 44), (10, 32), (8, 46))),
    "frigate": (390, _mirrored((0, -50), (9, -34), (9, -6), (25, 18), (25, 44), (11, 36), (9, 50))),
    "destroyer": (460, _mirrored((0, -50), (9, -36), (10, -14), (20, -4), (20, 34), (13, 40), (13, 50))),
    "cruiser": (530, _mirrored((5, -50), (12, -36), (12, -14), (27, 4), (27, 34), (16, 40), (16, 50))),
    "flagship": (600, _mirrored((6, -50), (15, -40), (15, -22), (30, -8), (30, 36), (21, 42), (21, 50), (7, 45))),
}
"""Size in tenths of a pixel and silhouette by the code of the hull, facing up."""
CRAFT: Figure = _mirrored((0, -50), (14, -6), (46, 34), (14, 24), (9, 44))


class Token(msgspec.Struct, frozen=True, kw_only=True):
    """A ship as it stands on the board. `acted` ships are dim; `rows` are pips left and pips of each row."""

    name: str
    hull: str
    side: Side
    at: Point
    heading: int
    velocity: int = 0
    pips: int = 0
    row: int = 6
    count: int = 1
    acted: bool = False
    own: bool = False
    marked: bool = False

    @property
    def size(self) -> int:
        """Its size in the picture, in tenths of a pixel."""
        return HULLS.get(self.hull, HULLS["frigate"])[0]


class Craft(msgspec.Struct, frozen=True):
    """A squadron as a chip beside its ship: whose, what in short, how many are left, in which mode."""

    side: Side
    short: str
    size: int
    mode: str


@lru_cache(maxsize=1024)
def silhouette(hull: str, owner: Side, at: Point, heading: int, size: int, *, dim: bool = False) -> Shape:
    """A hull at a place: solid for side A, hollow for side B; the exact point of the ship is dotted."""
    parts = HULLS.get(hull, HULLS["frigate"])[1]
    colour = COLOURS[owner]
    if owner is Side.A:
        body = figure(parts, at, size, fill=colour, stroke=SKY, weight=max(14, size // 22), turn=heading)
    else:
        body = figure(parts, at, size * 94 // 100, fill=SKY, stroke=colour, weight=max(28, size // 11), turn=heading)
    sign = SKY if owner is Side.A else colour
    keel = draw.line(at, draw.polar(at, size * 30 // 100, heading), sign, weight=max(14, size // 28))
    dot = draw.circle(at, max(18, size // 17), fill=sign)
    drawn = draw.group([body, keel, dot], opacity=50 if dim else 100)
    return Shape(drawn.svg, draw.around(at, size))


def ghost(hull: str, at: Point, heading: int, size: int) -> Shape:
    """A ship where it will be by its plot: a dashed outline."""
    parts = HULLS.get(hull, HULLS["frigate"])[1]
    body = figure(parts, at, size, fill=None, stroke=GHOST, weight=24, turn=heading)
    return Shape(draw.group([body], opacity=85).svg, draw.around(at, size))


def drift(camera: Camera, token: Token, colour: str | None = None) -> Shape:
    """The velocity: an arrow from the ship to where it comes by going straight on; nothing at rest."""
    if not token.velocity:
        return Shape("", draw.around(token.at, 0))
    shade = colour or COLOURS[token.side]
    end = draw.polar(token.at, camera.long(token.velocity * INCH), token.heading)
    start = draw.polar(token.at, min(token.size // 2, camera.long(token.velocity * INCH)), token.heading)
    tip = [draw.polar(end, 0, 0), draw.polar(end, 150, token.heading + 155), draw.polar(end, 150, token.heading - 155)]
    shaft = draw.line(start, end, shade, weight=18, dash="50 40", opacity=75)
    return draw.group([shaft, draw.polygon(tip, fill=shade)])


def pips_bar(box: Box, pips: int, row: int, rows: int) -> Shape:
    """Rows of a hull side by side, each filled as far as it has pips; the rightmost are lost first."""
    gap = 14
    each = max(10, (box.width - gap * (rows - 1)) // max(1, rows))
    share = 3 * pips
    colour = draw.HULL if share > 2 * rows * row else "#f0c24b" if share > rows * row else DANGER
    parts = []
    for number in range(rows):
        slot = Box(box.x + number * (each + gap), box.y, each, box.height)
        left = min(row, max(0, pips - number * row))
        parts.append(draw.rect(slot, fill="#2a3550"))
        if left:
            parts.append(draw.rect(Box(slot.x, slot.y, max(8, each * left // row), slot.height), fill=colour))
    return Shape(draw.group(parts).svg, box)


def token_shape(token: Token, rows: int) -> Shape:
    """A ship with its pips below it."""
    parts = []
    if token.marked:
        parts.append(draw.circle(token.at, token.size * 66 // 100, stroke=INK, weight=18, dash="60 40"))
    parts.append(silhouette(token.hull, token.side, token.at, token.heading, token.size, dim=token.acted))
    wide = 110 + 60 * rows
    bar = Box(token.at.x - wide // 2, token.at.y + token.size * 56 // 100, wide, 60)
    parts.append(draw.rect(bar.grow(14), fill=SKY))
    parts.append(pips_bar(bar, token.pips, token.row, rows))
    return draw.group(parts)


CHIP_TALL, CHIP_WORD = 270, 220


def chip_width(craft: Craft) -> int:
    """The width of a squadron's chip."""
    return 300 + draw.measure(f"{craft.short}{craft.size}", CHIP_WORD, bold=True)


def chip(craft: Craft, left: int, top: int) -> Shape:
    """A squadron: a dart (up: Offensive, down: Defensive), its kind in short and its size, solid or hollow by side."""
    box = Box(left, top, chip_width(craft), CHIP_TALL)
    colour = COLOURS[craft.side]
    solid = craft.side is Side.A
    ink = ink_on(colour) if solid else colour
    back = draw.rect(box, fill=colour if solid else SKY, stroke=colour, weight=18, corner=70)
    turn = 0 if craft.mode == "offensive" else 180
    dart = figure(CRAFT, Point(left + 125, top + CHIP_TALL // 2), 150, fill=ink, turn=turn)
    words = Box(left + 200, top, box.width - 220, CHIP_TALL)
    return Shape(
        draw.group(
            [back, dart, draw.centred(words, f"{craft.short}{craft.size}", size=CHIP_WORD, fill=ink, bold=True)]
        ).svg,
        box,
    )


def marker(camera: Camera, at: Point, holder: Side | None) -> Shape:
    """A marker: a hexagon for its number, solid for A, hollow for B, grey and dashed for nobody; its 3-inch reach."""
    colour = COLOURS[holder] if holder else NEUTRAL.colour
    reach = draw.circle(at, camera.long(3 * INCH), stroke=colour, weight=14, dash="24 50", opacity=80)
    corners = [draw.polar(at, 190, 30 + 60 * step) for step in range(6)]
    solid = holder is Side.A
    dash = "" if holder else "46 30"
    sign = draw.polygon(corners, fill=colour if solid else SKY, stroke=colour, weight=30, dash=dash)
    return Shape(draw.group([reach, sign]).svg, draw.around(at, 400))


def marker_number(at: Point, number: str, holder: Side | None) -> Shape:
    """The number of a marker, drawn over what leads across it."""
    colour = COLOURS[holder] if holder else NEUTRAL.colour
    solid = holder is Side.A
    ink, ground = (ink_on(colour), colour) if solid else (colour, SKY)
    return draw.centred(draw.around(at, 300), number, size=220, fill=ink, bold=True, halo=ground)


MOON, NAMED = 5, 150
"""The look of a moon among worlds; how far from the rim of a moon and of the frame its id stands."""


def rock(camera: Camera, piece: Piece) -> Shape:
    """A piece of terrain, its id in it."""
    if isinstance(piece, Circle):
        middle = camera.at(piece.centre)
        radius = camera.long(piece.radius)
        body = draw.circle(middle, radius, fill=ROCK, stroke=RIM, weight=16)
        moon = draw.group([draw.planet(middle, radius, piece.id, MOON)], opacity=60)
        rim = draw.circle(middle, radius, stroke=RIM, weight=16)
        return Shape(draw.group([body, moon, rim, _rock_name(camera, piece)]).svg, body.box)
    corners = [camera.at(corner) for corner in piece.corners]
    body = draw.polygon(corners, fill=ROCK, stroke=RIM, weight=16)
    return Shape(draw.group([body, _rock_name(camera, piece)]).svg, body.box)


def rock_middle(camera: Camera, piece: Piece) -> Point:
    """Point at which the id of a piece of terrain is written: in its middle, of a round one in what the frame shows."""
    if isinstance(piece, Circle):
        middle, shown = camera.at(piece.centre), camera.frame.grow(-NAMED)
        inside = Point(min(max(middle.x, shown.x), shown.right), min(max(middle.y, shown.y), shown.bottom))
        far = (inside.x - middle.x) ** 2 + (inside.y - middle.y) ** 2
        return inside if far < max(0, camera.long(piece.radius) - NAMED) ** 2 else middle
    corners = [camera.at(corner) for corner in piece.corners]
    return Point(sum(point.x for point in corners) // len(corners), sum(point.y for point in corners) // len(corners))


def _rock_name(camera: Camera, piece: Piece) -> Shape:
    spot = draw.around(rock_middle(camera, piece), 300)
    return draw.centred(spot, piece.id if camera.frame.meets(spot) else "", size=FINE, fill=INK, halo=ROCK)


def crash_mark(at: Point) -> Shape:
    """A cross where a path ends in terrain."""
    arm = 130
    strokes = [
        draw.line(Point(at.x - arm, at.y - arm), Point(at.x + arm, at.y + arm), DANGER, weight=44),
        draw.line(Point(at.x - arm, at.y + arm), Point(at.x + arm, at.y - arm), DANGER, weight=44),
    ]
    return draw.group(strokes)


def exit_mark(at: Point, words: str = "") -> Shape:
    """A ring where a ship left the board, or will."""
    ring = draw.circle(at, 110, fill=SKY, stroke=DANGER, weight=30)
    if not words:
        return ring
    return draw.group(
        [ring, draw.text(Point(at.x, at.y - 160), words, size=FINE, fill=DANGER, anchor="middle", halo=SKY)]
    )


class Stone(msgspec.Struct, frozen=True):
    """A marker: its number as it is written on it, its place, who holds it."""

    number: str
    place: field.Point
    holder: Side | None = None


class Trail(msgspec.Struct, frozen=True):
    """The path of a ship in this turn's movement, from where it started; with a cross where it crashed."""

    points: tuple[field.Point, ...]
    side: Side
    crashed: bool = False
    left: bool = False
    jump: bool = False


class Course(msgspec.Struct, frozen=True):
    """A plot that is not moved yet, as its owner sees it: the path and where the ship will be."""

    points: tuple[field.Point, ...]
    hull: str
    size: int
    heading: int
    velocity: int
    crashed: bool = False
    left: bool = False
    jump: bool = False
    words: str = ""


class Zone(msgspec.Struct, frozen=True):
    """A rectangle where something may be placed, in thousandths of an inch."""

    west: int
    south: int
    east: int
    north: int
    colour: str
    words: str


class Sight(msgspec.Struct, frozen=True):
    """A line from a shooter to a target that it may shoot at, with its distance in words."""

    start: field.Point
    end: field.Point
    words: str
    colour: str


class Scene(msgspec.Struct, frozen=True, kw_only=True):
    """Everything on the board of one picture; `crafts` are squadrons by number of the token they are with."""

    camera: Camera
    terrain: tuple[Piece, ...] = ()
    stones: tuple[Stone, ...] = ()
    tokens: tuple[Token, ...] = ()
    rows: tuple[int, ...] = ()
    crafts: tuple[tuple[Craft, ...], ...] = ()
    trails: tuple[Trail, ...] = ()
    courses: tuple[Course, ...] = ()
    zones: tuple[Zone, ...] = ()
    sights: tuple[Sight, ...] = ()
    wrecks: tuple[field.Point, ...] = ()
    exits: tuple[tuple[field.Point, str], ...] = ()
    under: tuple[Shape, ...] = ()
    """Drawn on the field beneath everything: arcs and range bands."""
    words: tuple[Box, ...] = ()
    """Boxes of the words on what lies beneath, which names keep clear of."""


def drawn(scene: Scene) -> Shape:
    """The field and all that is on it."""
    camera = scene.camera
    ground = [field_shape(camera), clipped(camera, draw.group(_ground(scene)))]
    chips, taken = _chips(scene)
    over = [
        *chips,
        *(token_shape(token, rows) for token, rows in zip(scene.tokens, scene.rows, strict=True)),
        *(exit_mark(camera.at(place)) for place, _ in scene.exits),
        _names(scene, taken).draw(),
    ]
    return draw.group([*ground, *over])


def names(scene: Scene) -> Arranged:
    """Names of a scene with their places, and those without room."""
    return _names(scene, _chips(scene)[1])


def _ground(scene: Scene) -> Iterable[Shape]:
    """Shapes that are cut off at the edge of the field, lowest first."""
    camera = scene.camera
    yield from (_zone(camera, zone) for zone in scene.zones)
    rocks = [rock(camera, piece) for piece in scene.terrain]
    yield from (shape for shape in rocks if shape.box.meets(camera.frame))
    yield from scene.under
    yield from (marker(camera, camera.at(stone.place), stone.holder) for stone in scene.stones)
    yield from (_trail(camera, trail) for trail in scene.trails)
    for sight in scene.sights:
        yield draw.line(camera.at(sight.start), camera.at(sight.end), sight.colour, weight=14, dash="20 36")
    plotted = {course.points[0] for course in scene.courses if course.points}
    for token in scene.tokens:
        if not any(camera.at(start) == token.at for start in plotted):
            yield drift(camera, token)
    yield from (marker_number(camera.at(stone.place), stone.number, stone.holder) for stone in scene.stones)
    yield from (crash_mark(camera.at(place)) for place in scene.wrecks)
    yield from (_course(camera, course) for course in scene.courses)


def _zone(camera: Camera, zone: Zone) -> Shape:
    near, far = camera.at(field.Point(zone.west, zone.north)), camera.at(field.Point(zone.east, zone.south))
    box = Box(near.x, near.y, far.x - near.x, far.y - near.y)
    return draw.group(
        [draw.rect(box, fill=zone.colour, opacity=12), draw.rect(box, stroke=zone.colour, weight=16, dash="60 50")]
    )


def _trail(camera: Camera, trail: Trail) -> Shape:
    places = [camera.at(place) for place in trail.points]
    parts = _legs(places, COLOURS[trail.side], 22, jump=trail.jump, opacity=55)
    parts += [draw.circle(place, 30, fill=COLOURS[trail.side], opacity=70) for place in places[:-1]]
    parts += [crash_mark(places[-1])] if trail.crashed else []
    return draw.group(parts)


def _legs(places: Sequence[Point], colour: str, weight: int, *, jump: bool, opacity: int = 100) -> list[Shape]:
    """Straight stretches; a jump, the first of them, is only dotted."""
    return [
        draw.line(one, other, colour, weight=weight, dash="10 70" if jump and not number else "", opacity=opacity)
        for number, (one, other) in enumerate(pairwise(places))
    ]


def _course(camera: Camera, course: Course) -> Shape:
    """A plotted path with its turning points, and the ship as it will stand."""
    places = [camera.at(place) for place in course.points]
    parts = _legs(places, GHOST, 30, jump=course.jump)
    parts += [draw.circle(place, 44, fill=SKY, stroke=GHOST, weight=20) for place in places[1:-1]]
    if course.crashed:
        parts.append(crash_mark(places[-1]))
    if course.left:
        parts.append(exit_mark(places[-1]))
    else:
        parts.append(ghost(course.hull, places[-1], course.heading, course.size))
    return draw.group(parts)


def _chips(scene: Scene) -> tuple[list[Shape], list[Box]]:
    """Squadrons beside the ships they are assigned to, where there is room; with the boxes of all that is drawn."""
    camera = scene.camera
    taken = [body(token, rows) for token, rows in zip(scene.tokens, scene.rows, strict=True)]
    taken += [Box(at.x - 200, at.y - 200, 400, 400) for at in (camera.at(stone.place) for stone in scene.stones)]
    bodies = list(taken)
    taken += [draw.around(rock_middle(camera, piece), 260) for piece in scene.terrain]
    taken += scene.words
    shapes: list[Shape] = []
    for token, crafts in zip(scene.tokens, scene.crafts, strict=False):
        if not crafts:
            continue
        wide = max(chip_width(craft) for craft in crafts)
        box = _berth(token, wide, (CHIP_TALL + 24) * len(crafts) - 24, taken, camera.frame)
        shapes.append(draw.line(box.nearest(token.at), token.at, COLOURS[crafts[0].side], weight=14))
        for number, craft in enumerate(crafts):
            shapes.append(chip(craft, box.x, box.y + (CHIP_TALL + 24) * number))
        taken.append(box)
        bodies.append(box)
    return shapes, bodies


def body(token: Token, rows: int) -> Box:
    """The box of a ship with its pips."""
    wide = max(token.size * 84 // 100, 110 + 60 * rows)
    top = token.at.y - token.size * 46 // 100
    return Box(token.at.x - wide // 2, top, wide, token.size * 102 // 100 + 80)


def _berth(token: Token, wide: int, tall: int, taken: Sequence[Box], frame: Box) -> Box:
    """Place for a stack of chips: the nearest side of the ship with room, else to its right."""
    out = token.size * 56 // 100
    x, y = token.at
    tries = []
    for away in (out, out + 150, out + 400, out + 800):
        tries += [
            Box(x + away, y - tall // 2, wide, tall),
            Box(x - away - wide, y - tall // 2, wide, tall),
            Box(x - wide // 2, y - away - tall, wide, tall),
            Box(x - wide // 2, y + away + 90, wide, tall),
            Box(x + away, y - away - tall, wide, tall),
            Box(x - away - wide, y - away - tall, wide, tall),
            Box(x + away, y + away, wide, tall),
            Box(x - away - wide, y + away, wide, tall),
        ]
    free = (box for box in tries if frame.holds(box) and not any(box.grow(16).meets(other) for other in taken))
    return next(free, tries[0])


def _names(scene: Scene, taken: Sequence[Box]) -> Arranged:
    """Names of ships with their velocities, distances on lines, words of plots; none over another."""
    camera = scene.camera
    wanted = [
        Wanted(
            f"{token.name} v{token.velocity}",
            body(token, rows),
            size=WORD if len(scene.tokens) <= 16 else FINE,
            fill=COLOURS[token.side],
            bold=token.own,
            rank=0 if token.own else 1,
            widest=2600,
        )
        for token, rows in zip(scene.tokens, scene.rows, strict=True)
    ]
    for sight in scene.sights:
        tail, head = camera.at(sight.start), camera.at(sight.end)
        middle = Point((tail.x + head.x) // 2, (tail.y + head.y) // 2)
        wanted.append(Wanted(sight.words, Box(middle.x, middle.y, 0, 0), size=FINE, fill=INK, rank=2))
    for course in scene.courses:
        if course.words:
            end = camera.at(course.points[-1])
            half = course.size // 2
            box = Box(end.x - half, end.y - half, course.size, course.size)
            wanted.append(Wanted(course.words, box, size=FINE, fill=GHOST, rank=1, bold=True))
    bodies = [body(token, rows) for token, rows in zip(scene.tokens, scene.rows, strict=True)]
    for stone in scene.stones:
        box = draw.around(camera.at(stone.place), 400)
        if any(drawn.meets(draw.around(camera.at(stone.place), 160)) for drawn in bodies):  # a ship hides its number
            colour = COLOURS[stone.holder] if stone.holder else NEUTRAL.colour
            wanted.append(Wanted(N_("marker {number}")(number=term(stone.number)), box, size=FINE, fill=colour, rank=2))
    for place, words in scene.exits:
        at = camera.at(place)
        wanted.append(Wanted(words, Box(at.x - 110, at.y - 110, 220, 220), size=FINE, fill=DANGER, rank=1))
    strokes = []
    for token in scene.tokens:  # each with its arrow
        strokes.append((token.at, draw.polar(token.at, camera.long(token.velocity * INCH), token.heading)))
    for points in (*(trail.points for trail in scene.trails), *(course.points for course in scene.courses)):
        places = [camera.at(place) for place in points]
        strokes += pairwise(places)
    area = camera.frame.grow(-30)
    rocks = [draw.around(rock_middle(camera, piece), 260) for piece in scene.terrain]
    return draw.arrange(wanted, area, [*taken, *scene.words, *rocks], strokes)


TOP = 740
"""Where the field begins."""
SIDES_TALL = 660
COLUMNS = 3
SIGN_SIZE = 220
NAME = 280


class SideLine(msgspec.Struct, frozen=True):
    """A side in the strip under the field: who plays it, its points and the goal, markers held, ships left."""

    side: Side
    name: str
    points: int
    goal: int
    markers: int
    ships: str
    you: bool = False
    first: bool = False


def framed(title: str, note: str, scene: Scene, sides: Sequence[SideLine], *, arcs: bool = False) -> Svg:
    """The whole picture of a scene. `arcs` says that arcs and dice lie under it and want explaining."""
    frame = scene.camera.frame
    signs = _signs(scene, arcs=arcs)
    scale_at = frame.bottom + 680
    sides_at, wide = scale_at + 230, (WIDTH - 400 - 150) // 2
    told = [draw.wrap(_detail(line), wide - 820, FINE) for line in sides]
    tall = SIDES_TALL + 270 * (max(map(len, told), default=1) - 1)
    signs_at = sides_at + (tall + 150 if sides else 0)
    key = draw.legend(Box(200, signs_at, WIDTH - 400, 0), signs, size=SIGN_SIZE, columns=COLUMNS)
    picture = Picture(WIDTH, key.box.bottom + 200, title)
    room = WIDTH - 600 - draw.measure(title, TITLE, bold=True)
    picture.add(
        draw.text(Point(WIDTH - 200, 430), draw.fit(note, max(0, room), WORD), size=WORD, fill=MUTED, anchor="end")
    )
    picture.add(drawn(scene))
    picture.add(scale_bar(Point(frame.x, scale_at), scene.camera), compass(Point(frame.right - 60, scale_at + 60)))
    for number, line in enumerate(sides):
        picture.add(_side(Box(200 + number * (wide + 150), sides_at, wide, tall), line, told[number]))
    if signs:
        picture.add(key)
    return picture.svg()


def _detail(row: SideLine) -> str:
    """Markers and ships of a side, in words, and whether it has the initiative."""
    markers = NN_("{count} marker", "{count} markers", "count")(count=row.markers)
    return joined(" · ", filter(None, (markers, term(row.ships), T_("initiative") if row.first else NOTHING)))


def _side(box: Box, row: SideLine, told: Sequence[str]) -> Shape:
    """A side: its sign, its name, its points, and what it has."""
    colour = COLOURS[row.side]
    score = N_("{points} of {goal}")(points=row.points, goal=row.goal)
    left, right = box.x + 620, box.right - 200
    room = right - left - draw.measure(score, HEAD, bold=True) - 150
    name = row.name + (" (you)" if row.you else "")
    return draw.group(
        [
            draw.panel(box),
            silhouette("destroyer", row.side, Point(box.x + 320, box.centre.y), 30, 420),
            draw.text(
                Point(left, box.y + 290), draw.fit(name, room, NAME, bold=True), size=NAME, fill=colour, bold=True
            ),
            draw.text(Point(right, box.y + 290), score, size=HEAD, fill=INK, bold=True, anchor="end"),
            draw.paragraph(Point(left, box.y + 530), told, size=FINE, fill=MUTED),
        ]
    )


_ORIGIN = Point(0, 0)


def _signs(scene: Scene, *, arcs: bool) -> list[tuple[Shape, str]]:
    """The signs in use and what they mean."""
    west, east = Point(-160, 0), Point(160, 0)
    moves: tuple[Trail | Course, ...] = (*scene.trails, *scene.courses)
    modes = {craft.mode for crafts in scene.crafts for craft in crafts}
    reach = draw.circle(_ORIGIN, 150, stroke=NEUTRAL.colour, weight=14, dash="24 50")
    corners = [draw.polar(_ORIGIN, 100, 30 + 60 * step) for step in range(6)]
    stone = draw.group([reach, draw.polygon(corners, stroke=NEUTRAL.colour, weight=24)])
    trail = draw.group([draw.line(west, east, MUTED, weight=22), draw.circle(west, 30, fill=MUTED)])
    turn = draw.circle(_ORIGIN, 44, fill=SKY, stroke=GHOST, weight=20)
    ring = draw.circle(_ORIGIN, 130, stroke=INK, weight=18, dash="60 40")
    rock = draw.circle(_ORIGIN, 130, fill=ROCK, stroke="#9aa3b8", weight=16)
    acted = silhouette("destroyer", Side.A, _ORIGIN, 90, 330, dim=True)
    near = draw.around(_ORIGIN, 280, 180)
    arrow = draw.line(west, east, INK, weight=18, dash="50 40")
    signs: list[tuple[object, Shape, str]] = [
        (any(token.velocity for token in scene.tokens), arrow, T_("v6: where it drifts to")),
        (scene.tokens, pips_bar(draw.around(_ORIGIN, 330, 70), 15, 6, 4), T_("rows of pips left")),
        (any(token.acted for token in scene.tokens), acted, T_("has acted this turn")),
        (any(token.marked for token in scene.tokens), ring, T_("the ship in question") if arcs else T_("acting now")),
        ("offensive" in modes, chip(Craft(Side.A, "F", 8, "offensive"), -230, -115), T_("squadron, Offensive")),
        ("defensive" in modes, chip(Craft(Side.A, "F", 8, "defensive"), -230, -115), T_("squadron, Defensive")),
        (scene.stones, stone, T_("marker, its 3-inch reach")),
        (scene.terrain, rock, T_("terrain: impassable")),
        (scene.trails, trail, T_("path of this turn")),
        (scene.courses, draw.group([draw.line(west, east, GHOST, weight=30), turn]), T_("your plot, not yet moved")),
        (scene.wrecks or any(move.crashed for move in moves), crash_mark(_ORIGIN), T_("collision")),
        (scene.exits or any(move.left for move in moves), exit_mark(_ORIGIN), T_("left the board here")),
        *((True, draw.rect(near, stroke=zone.colour, weight=16, dash="60 50"), zone.words) for zone in scene.zones),
        (arcs, draw.text(Point(0, 65), "9d", size=FINE, fill=INK, anchor="middle"), T_("dice of all weapons there")),
        (scene.sights, draw.line(west, east, ACCENT, weight=14, dash="20 36"), T_("legal target")),
    ]
    return [(sign, words) for used, sign, words in signs if used]
