"""The picture of the galaxy: systems, routes, strongholds, owners, own units and voyages. Rulebook: GCW-GAL."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from math import isqrt

from engine.game import Svg
from engine.gcw.certainty import span
from engine.gcw.data.places import LinkKind, System
from engine.gcw.look import Look, grouped
from engine.gcw.pictures.drawing import side_of
from engine.gcw.state import UnitKind, Voyage
from engine.picture import (
    ACCENT,
    DANGER,
    INK,
    MUTED,
    RULE,
    SKY,
    Box,
    Kind,
    Picture,
    Point,
    Shape,
    Wanted,
    arrange,
    arrow,
    badge,
    circle,
    fit,
    group,
    legend,
    line,
    panel,
    polygon,
    text,
    unit,
)
from engine.text.names import hidden

WIDTH, HEIGHT = 17000, 15400
AREA = Box(300, 800, 13300, 14400)
SIDE_PANEL = Box(13800, 760, 3000, 14440)
FINE, NAME, LARGE_NAME = 120, 130, 150
INSET = 500
APART = 640
"""Least distance between two systems on the picture, so that the crowded Core can be read."""
ROUNDS = 120

LINK_COLOURS = {LinkKind.TRADE: "#e0605a", LinkKind.COMMON: "#4f86d9", LinkKind.APPROACH: "#2fbf7f"}
SPECIAL = "#2fbf7f"
WORLD_DOT = "#8fa3c7"

Places = Mapping[str, Point]


@lru_cache(maxsize=8)
def charted(systems: tuple[tuple[str, int, int], ...]) -> Places:
    """Where each system stands on the picture: by the map, spread where it is crowded, and never too near another.

    Half of a place is its coordinate and half its rank among all coordinates; then close ones push each other apart.
    """
    xs, ys = ranks([x for _, x, _ in systems]), ranks([y for _, _, y in systems])
    left, right = min(x for _, x, _ in systems), max(x for _, x, _ in systems)
    low, high = min(y for _, _, y in systems), max(y for _, _, y in systems)
    room = AREA.grow(-INSET)
    most = max(1, len(systems) - 1)
    spots: list[list[int]] = []
    for number, (_, x, y) in enumerate(systems):
        across = (500 * (x - left) // max(1, right - left)) + 500 * xs[number] // most
        up = (500 * (y - low) // max(1, high - low)) + 500 * ys[number] // most
        spots.append([room.x + room.width * across // 1000, room.bottom - room.height * up // 1000])
    for _ in range(ROUNDS):
        if not pushed(spots, room):
            break
    return {name: Point(*spot) for (name, _, _), spot in zip(systems, spots, strict=True)}


def ranks(values: list[int]) -> list[int]:
    """The rank of each value among all, equal ones in order of mention."""
    order = sorted(range(len(values)), key=lambda number: (values[number], number))
    found = [0] * len(values)
    for rank, number in enumerate(order):
        found[number] = rank
    return found


def pushed(spots: list[list[int]], room: Box) -> bool:
    """Push every pair that is too close half the missing way apart; whether any was."""
    moved = False
    for one in range(len(spots)):
        for other in range(one):
            a, b = spots[one], spots[other]
            dx, dy = a[0] - b[0], a[1] - b[1]
            if abs(dx) >= APART or abs(dy) >= APART:
                continue
            distance = isqrt(dx * dx + dy * dy)
            if distance >= APART - 4:
                continue
            moved = True
            if distance == 0:
                dx, dy, distance = 1 + one % 3, 1 + other % 2, 2
            push = (APART - distance + 1) // 2
            for spot, sign in ((a, 1), (b, -1)):
                spot[0] = min(max(spot[0] + sign * dx * push // distance, room.x), room.right)
                spot[1] = min(max(spot[1] + sign * dy * push // distance, room.y), room.bottom)
    return moved


def galaxy_picture(look: Look, _: None) -> Svg:
    """The whole map as the viewer knows it."""
    pack = look.world.pack
    places = charted(tuple((one.name, one.x, one.y) for one in pack.systems.values()))
    picture = Picture(WIDTH, HEIGHT, "The galaxy", note=hidden(look.known.name))
    links = [(places[link.a], places[link.b], link.kind) for link in pack.links]
    picture.add(group([route(start, end, kind) for start, end, kind in links]))
    dots = {name: dot(look, one, places[name]) for name, one in pack.systems.items()}
    fleets = fleet_marks(look, places)
    voyages = [voyage_mark(look, one, places) for one in look.voyages()]
    for name in look.known.battles:
        dots[name] = group([dots[name], circle(places[name], 230, stroke=DANGER, weight=30, dash="70 40")])
    picture.add(*dots.values(), *(shape for shape, _ in voyages), *fleets)
    wanted = [label(look, one, dots[name].box) for name, one in pack.systems.items()]
    taken = [shape.box for shape in fleets] + [mark for _, mark in voyages]
    names = arrange(wanted, AREA, taken, [(start, end) for start, end, _ in links])
    picture.add(names.draw(), side_panel(look))
    return picture.svg()


@cache
def route(start: Point, end: Point, kind: LinkKind) -> Shape:
    """A link in the colour of its kind; an approach is dashed."""
    dash = "70 50" if kind is LinkKind.APPROACH else ""
    return line(start, end, LINK_COLOURS[kind], weight=26 if kind is LinkKind.TRADE else 18, dash=dash, opacity=75)


def dot(look: Look, system: System, at: Point) -> Shape:
    """A system: larger where it is worth more, in its owner's colour; a stronghold has a diamond about it."""
    owner = look.known.owners.get(system.name)
    radius = 55 + 9 * system.strategic_value
    fill = side_of(look, owner).colour if owner else (SPECIAL if system.special else WORLD_DOT)
    parts: list[Shape] = []
    if system.stronghold_of:
        reach = radius + 90
        corners = [
            Point(at.x, at.y - reach),
            Point(at.x + reach, at.y),
            Point(at.x, at.y + reach),
            Point(at.x - reach, at.y),
        ]
        parts.append(polygon(corners, fill=SKY, stroke=ACCENT, weight=24))
    if owner:
        parts.append(circle(at, radius + 40, stroke=side_of(look, owner).colour, weight=18))
    parts.append(circle(at, radius, fill=fill, stroke=SKY, weight=14))
    if system.special:
        parts.append(circle(at, radius + 40, stroke=SPECIAL, weight=14, dash="40 26"))
    return group(parts)


def label(look: Look, system: System, at: Box) -> Wanted:
    """The name of a system; a stronghold's with its faction's code."""
    owner = look.known.owners.get(system.name)
    here = bool(look.own_at(system.name)) or system.name in look.known.battles
    strong = system.stronghold_of
    words = f"{system.name} [{strong}]" if strong else system.name
    fill = side_of(look, owner).colour if owner else ACCENT if strong else INK if here else MUTED
    first = 0 if here else 1 if strong or owner else 2
    size = LARGE_NAME if here or strong else NAME
    return Wanted(words, at, size=size, fill=fill, bold=here or bool(strong), rank=first, widest=2600)


def fleet_marks(look: Look, places: Places) -> list[Shape]:
    """Own units at systems: a figure with the number of ships, or of units where there are none."""
    marks = []
    for name in dict.fromkeys(one.system for one in look.own() if one.cell):
        units = look.own_at(name)
        ships = sum(one.kind is UnitKind.SHIP for one in units)
        at = Point(places[name].x, places[name].y - (470 if name in look.known.battles else 330))
        figure = unit(Kind.CAPITAL if ships else Kind.SQUADRON, at, 330, side_of(look, look.viewer))
        count = badge(Point(at.x + 190, at.y - 130), str(ships or len(units)), side_of(look, look.viewer).colour)
        marks.append(group([figure, count]))
    return marks


def voyage_mark(look: Look, voyage: Voyage, places: Places) -> tuple[Shape, Box]:
    """A voyage: a dashed arrow, and a figure as far along it as time has passed."""
    start, end = places[voyage.origin], places[voyage.destination]
    colour = side_of(look, voyage.owner).colour
    whole = max(1, voyage.due_at - voyage.entered_at)
    passed = min(max(0, look.now - voyage.entered_at), whole)
    at = Point(start.x + (end.x - start.x) * passed // whole, start.y + (end.y - start.y) * passed // whole)
    left = span(max(0, voyage.due_at - look.now))
    figure = unit(Kind.CAPITAL, at, 300, side_of(look, voyage.owner))
    pill = badge(Point(at.x, at.y + 270), f"there in {left}", colour)
    return group([arrow(start, end, colour, weight=26, dash="90 60"), figure, pill]), group([figure, pill]).box


def side_panel(look: Look) -> Shape:
    """What the signs mean, who owns what, what is under way."""
    box = SIDE_PANEL
    origin = Point(0, 0)
    left, right = Point(-140, 0), Point(140, 0)
    diamond = polygon([Point(0, -120), Point(120, 0), Point(0, 120), Point(-120, 0)], stroke=ACCENT, weight=24)
    signs: list[tuple[Shape, str]] = [
        (line(left, right, LINK_COLOURS[LinkKind.TRADE], weight=26), "trade route"),
        (line(left, right, LINK_COLOURS[LinkKind.COMMON], weight=18), "common route"),
        (line(left, right, LINK_COLOURS[LinkKind.APPROACH], weight=18, dash="70 50"), "approach, off the routes"),
        (circle(origin, 60, fill=WORLD_DOT), "system; larger is worth more"),
        (diamond, "stronghold [faction]"),
        (circle(origin, 110, stroke=DANGER, weight=24, dash="60 36"), "battle"),
    ]
    for seat in look.known.players:
        mine = " (you)" if seat == look.seat else ""
        signs.append((circle(origin, 90, fill=side_of(look, seat).colour, stroke=RULE), f"{hidden(seat)}{mine}"))
    if look.own():
        signs.append((unit(Kind.CAPITAL, origin, 230, side_of(look, look.viewer)), "your ships, and how many"))
    parts = [panel(box, "Signs")]
    shape = legend(Box(box.x + 160, box.y + 420, box.width - 300, 6000), signs, size=NAME)
    parts.append(shape)
    parts.append(under_way(look, Box(box.x, shape.box.bottom + 300, box.width, 1000)))
    return group(parts)


def under_way(look: Look, box: Box) -> Shape:
    """Own places and voyages in words, as many as there is room for."""
    lines: list[tuple[str, str]] = [
        (name, grouped(look.own_at(name))) for name in dict.fromkeys(one.system for one in look.own() if one.cell)
    ]
    lines += [
        (f"{one.origin} to {one.destination}", f"there in {span(max(0, one.due_at - look.now))}")
        for one in look.voyages()
    ]
    parts: list[Shape] = [place_rows(box, lines[:14])] if lines else []
    return group(parts)


def place_rows(box: Box, lines: list[tuple[str, str]]) -> Shape:
    """Two rows for each place: its name, and what is there."""
    parts = [text(Point(box.x + 160, box.y + 120), "Where you are", size=LARGE_NAME, bold=True)]
    for number, (head, rest) in enumerate(lines):
        y = box.y + 380 + 400 * number
        parts.append(text(Point(box.x + 160, y), fit(head, box.width - 320, NAME), size=NAME))
        parts.append(text(Point(box.x + 160, y + 160), fit(rest, box.width - 320, FINE), size=FINE, fill=MUTED))
    return group(parts)
