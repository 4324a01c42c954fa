"""A scene on the board: what stands where, drawn in order, with names and chips that keep clear of each other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

import msgspec

from engine.picture import (
    DANGER,
    INK,
    NEUTRAL,
    SKY,
    Arranged,
    Box,
    Point,
    Shape,
    Wanted,
    around,
    arrange,
    circle,
    group,
    line,
    polar,
    rect,
)
from engine.sunrise.data import shapes as field
from engine.sunrise.data.shapes import Piece
from engine.sunrise.pictures.draw_camera import FINE, WORD, Camera, clipped, field_shape
from engine.sunrise.pictures.draw_ships import (
    CHIP_TALL,
    COLOURS,
    GHOST,
    Craft,
    Token,
    chip,
    chip_width,
    crash_mark,
    drift,
    exit_mark,
    ghost,
    marker,
    marker_number,
    rock,
    rock_middle,
    token_shape,
)
from engine.sunrise.state import Side


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
    ground = [field_shape(camera), clipped(camera, group(_ground(scene)))]
    chips, taken = _chips(scene)
    over = [
        *chips,
        *(token_shape(token, rows) for token, rows in zip(scene.tokens, scene.rows, strict=True)),
        *(exit_mark(camera.at(place)) for place, _ in scene.exits),
        _names(scene, taken).draw(),
    ]
    return group([*ground, *over])


def names(scene: Scene) -> Arranged:
    """Where the names of a scene go, and those without room."""
    return _names(scene, _chips(scene)[1])


def _ground(scene: Scene) -> Iterable[Shape]:
    """What is cut off at the edge of the field, lowest first."""
    camera = scene.camera
    yield from (_zone(camera, zone) for zone in scene.zones)
    yield from (rock(camera, piece) for piece in scene.terrain)
    yield from scene.under
    yield from (marker(camera, camera.at(one.place), one.holder) for one in scene.stones)
    yield from (_trail(camera, trail) for trail in scene.trails)
    for sight in scene.sights:
        yield line(camera.at(sight.start), camera.at(sight.end), sight.colour, weight=14, dash="20 36")
    plotted = {course.points[0] for course in scene.courses if course.points}
    for token in scene.tokens:
        if not any(camera.at(start) == token.at for start in plotted):
            yield drift(camera, token)
    yield from (marker_number(camera.at(one.place), one.number, one.holder) for one in scene.stones)
    yield from (crash_mark(camera.at(place)) for place in scene.wrecks)
    yield from (_course(camera, course) for course in scene.courses)


def _zone(camera: Camera, zone: Zone) -> Shape:
    one, other = camera.at(field.Point(zone.west, zone.north)), camera.at(field.Point(zone.east, zone.south))
    box = Box(one.x, one.y, other.x - one.x, other.y - one.y)
    return group([rect(box, fill=zone.colour, opacity=12), rect(box, stroke=zone.colour, weight=16, dash="60 50")])


def _trail(camera: Camera, trail: Trail) -> Shape:
    places = [camera.at(place) for place in trail.points]
    parts = _legs(places, COLOURS[trail.side], 22, jump=trail.jump, opacity=55)
    parts += [circle(place, 30, fill=COLOURS[trail.side], opacity=70) for place in places[:-1]]
    parts += [crash_mark(places[-1])] if trail.crashed else []
    return group(parts)


def _legs(places: Sequence[Point], colour: str, weight: int, *, jump: bool, opacity: int = 100) -> list[Shape]:
    """Straight stretches; a jump, the first of them, is only dotted."""
    return [
        line(one, other, colour, weight=weight, dash="10 70" if jump and not number else "", opacity=opacity)
        for number, (one, other) in enumerate(pairwise(places))
    ]


def _course(camera: Camera, course: Course) -> Shape:
    """A plotted path with its turning points, and the ship as it will stand."""
    places = [camera.at(place) for place in course.points]
    parts = _legs(places, GHOST, 30, jump=course.jump)
    parts += [circle(place, 44, fill=SKY, stroke=GHOST, weight=20) for place in places[1:-1]]
    if course.crashed:
        parts.append(crash_mark(places[-1]))
    if course.left:
        parts.append(exit_mark(places[-1]))
    else:
        parts.append(ghost(course.hull, places[-1], course.heading, course.size))
    return group(parts)


def _chips(scene: Scene) -> tuple[list[Shape], list[Box]]:
    """Squadrons beside the ships they are assigned to, where there is room; with the boxes of all that is drawn."""
    camera = scene.camera
    taken = [body(token, rows) for token, rows in zip(scene.tokens, scene.rows, strict=True)]
    taken += [Box(at.x - 200, at.y - 200, 400, 400) for at in (camera.at(stone.place) for stone in scene.stones)]
    bodies = list(taken)
    taken += [around(rock_middle(camera, piece), 260) for piece in scene.terrain]
    taken += scene.words
    shapes: list[Shape] = []
    for token, crafts in zip(scene.tokens, scene.crafts, strict=False):
        if not crafts:
            continue
        wide = max(chip_width(craft) for craft in crafts)
        box = _berth(token, wide, (CHIP_TALL + 24) * len(crafts) - 24, taken, camera.frame)
        shapes.append(line(box.nearest(token.at), token.at, COLOURS[crafts[0].side], weight=14))
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
    """Where a stack of chips goes: the nearest side of the ship with room, else to its right."""
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
        one, other = camera.at(sight.start), camera.at(sight.end)
        middle = Point((one.x + other.x) // 2, (one.y + other.y) // 2)
        wanted.append(Wanted(sight.words, Box(middle.x, middle.y, 0, 0), size=FINE, fill=INK, rank=2))
    for course in scene.courses:
        if course.words:
            end = camera.at(course.points[-1])
            half = course.size // 2
            box = Box(end.x - half, end.y - half, course.size, course.size)
            wanted.append(Wanted(course.words, box, size=FINE, fill=GHOST, rank=1, bold=True))
    bodies = [body(token, rows) for token, rows in zip(scene.tokens, scene.rows, strict=True)]
    for stone in scene.stones:
        box = around(camera.at(stone.place), 400)
        if any(one.meets(around(camera.at(stone.place), 160)) for one in bodies):  # a ship hides its number
            colour = COLOURS[stone.holder] if stone.holder else NEUTRAL.colour
            wanted.append(Wanted(f"marker {stone.number}", box, size=FINE, fill=colour, rank=2))
    for place, words in scene.exits:
        at = camera.at(place)
        wanted.append(Wanted(words, Box(at.x - 110, at.y - 110, 220, 220), size=FINE, fill=DANGER, rank=1))
    strokes = []
    for token in scene.tokens:
        strokes.append((token.at, _tip(camera, token)))
    for points in (*(trail.points for trail in scene.trails), *(course.points for course in scene.courses)):
        places = [camera.at(place) for place in points]
        strokes += pairwise(places)
    area = camera.frame.grow(-30)
    return arrange(wanted, area, [*taken, *scene.words], strokes)


def _tip(camera: Camera, token: Token) -> Point:
    """Where a ship's arrow ends."""
    return polar(token.at, camera.long(token.velocity * field.INCH), token.heading)
