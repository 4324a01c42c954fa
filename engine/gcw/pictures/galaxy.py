"""The picture of the galaxy: systems, routes, strongholds, owners, own units and voyages. Rulebook: GCW-GAL."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from math import isqrt

from engine.game import MODERATOR, Svg
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
    SMALL,
    WIDE,
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
    group,
    legend,
    line,
    mark,
    nebula,
    polar,
    polygon,
    text,
    unit,
    wrap,
    wrap_names,
)  # fmt: skip
from engine.text.message import N_, T_, drawn, joined, term
from engine.text.names import hidden

HEIGHT = 12_600
"""Of the map alone, its heading included."""
INSET = 420
TOP = 1500
"""How far down a system lies that has what is there over it, and not under it."""
APART = 620
"""Least distance between two systems on the picture, so that the crowded Core can be read."""
ROUNDS = 120

ROUTES = {
    LinkKind.TRADE: ("#8f9bb8", 40, ""),
    LinkKind.COMMON: ("#5d6a8a", 18, ""),
    LinkKind.APPROACH: ("#8f9bb8", 22, "1 60"),
}
"""Colour, weight and dashes of a route of each kind: greys, which no seat has."""
WORLD_DOT = "#8fa3c7"

Places = Mapping[str, Point]


@lru_cache(maxsize=16)
def charted(systems: tuple[tuple[str, int, int], ...], area: Box) -> Places:
    """Place of each system on the picture: by the map, spread where it is crowded, and never too near another.

    Half of a place is its coordinate and half its rank among all coordinates; then close ones push each other apart.
    """
    xs, ys = ranks([x for _, x, _ in systems]), ranks([y for _, _, y in systems])
    left, right = min(x for _, x, _ in systems), max(x for _, x, _ in systems)
    low, high = min(y for _, _, y in systems), max(y for _, _, y in systems)
    room = area.grow(-INSET)
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
    for number in range(len(spots)):
        for other in range(number):
            a, b = spots[number], spots[other]
            dx, dy = a[0] - b[0], a[1] - b[1]
            if abs(dx) >= APART or abs(dy) >= APART:
                continue
            distance = isqrt(dx * dx + dy * dy)
            if distance >= APART - 4:
                continue
            moved = True
            if distance == 0:
                dx, dy, distance = 1 + number % 3, 1 + other % 2, 2
            push = (APART - distance + 1) // 2
            for spot, sign in ((a, 1), (b, -1)):
                spot[0] = min(max(spot[0] + sign * dx * push // distance, room.x), room.right)
                spot[1] = min(max(spot[1] + sign * dy * push // distance, room.y), room.bottom)
    return moved


def galaxy_picture(look: Look, region: str) -> Svg:
    """The whole map as the viewer knows it; of a region, its systems and those that routes lead to from it."""
    pack = look.world.pack
    inside = [system for system in pack.systems.values() if region in ("", system.region)]
    names = {system.name for system in inside}
    links = [link for link in pack.links if link.a in names or link.b in names]
    names |= {end for link in links for end in (link.a, link.b)}
    shown = [system for system in pack.systems.values() if system.name in names]
    area = Box(100, 700, WIDE - 200, HEIGHT - 700 if len(shown) > FEW else WIDE - 1500)
    places = charted(tuple((system.name, system.x, system.y) for system in shown), area)
    routes = [(places[link.a], places[link.b]) for link in links]
    dots = {system.name: dot(look, system, places[system.name], dim=system.region != region != "") for system in shown}
    fleets = fleet_marks(look, places)
    voyages = [voyage_mark(look, one, places) for one in look.voyages() if {one.origin, one.destination} <= names]
    for name in look.known.battles.keys() & names:
        dots[name] = group([dots[name], battle_sign(places[name])])
    wanted = [*(hours for _, hours in voyages), *(label(look, system, dots[system.name].box) for system in shown)]
    arranged = arrange(wanted, area, [shape.box for shape in fleets], routes)
    signs = signs_of(look)
    lines = under_way(look)
    if arranged.left_out:
        unnamed = joined(", ", (drawn(left.words) for left in arranged.left_out))
        lines.append(N_("Without room for their names: {names}")(names=unnamed))
    y = area.bottom + 200
    below: list[Shape] = [legend(Box(200, y, WIDE - 400, 0), signs, columns=2)]
    y = below[0].box.bottom + 260
    for words in (row for told in lines for row in rows_of(told)):
        below.append(text(Point(200, y), words, size=SMALL, fill=MUTED))
        y += 290
    picture = Picture(WIDE, y, region or T_("The galaxy"), note=hidden(look.known.name))
    picture.lay(nebula(area))
    picture.add(group([route(*ends, link.kind) for ends, link in zip(routes, links, strict=True)]))
    picture.add(*dots.values(), *(shape for shape, _ in voyages), *fleets, arranged.draw(), *below)
    return picture.svg()


def rows_of(told: str) -> list[str]:
    """Lines that tell of one place and part no number from what it counts."""
    rows = wrap_names(told.split(", "), WIDE - 400, SMALL)
    return rows if len(rows) <= MOST_ROWS else wrap(told, WIDE - 400, SMALL, most=MOST_ROWS)


MOST_ROWS = 3
"""Lines that are told of one place under a map."""

FEW = 40
"""Systems up to which a map is about as tall as wide."""


@cache
def route(start: Point, end: Point, kind: LinkKind) -> Shape:
    """A link as its kind is drawn."""
    colour, weight, dash = ROUTES[kind]
    return line(start, end, colour, weight=weight, dash=dash, opacity=80)


def battle_sign(at: Point, reach: int = 230) -> Shape:
    """A sign where a battle is on: a broken ring with four strokes outside."""
    strokes = [
        line(polar(at, reach * 11 // 10, turn), polar(at, reach * 3 // 2, turn), DANGER, weight=40)
        for turn in (45, 135, 225, 315)
    ]
    return group([circle(at, reach, stroke=DANGER, weight=34, dash="70 40"), *strokes])


def dot(look: Look, system: System, at: Point, *, dim: bool = False) -> Shape:
    """A system: larger where it is worth more, with its owner's mark and colour; a stronghold has a diamond around."""
    owner = look.known.owners.get(system.name)
    radius = 60 + 12 * system.strategic_value
    parts: list[Shape] = []
    if system.stronghold_of:
        corners = [polar(at, radius + 100, turn) for turn in (0, 90, 180, 270)]
        parts.append(polygon(corners, fill=SKY, stroke=ACCENT, weight=28))
    if owner:
        side = side_of(look, owner)
        parts += [circle(at, radius + 30, fill=SKY, stroke=side.colour, weight=30), mark(side, at, radius * 3 // 2)]
    else:
        parts.append(circle(at, radius, fill=RULE if dim else WORLD_DOT, stroke=SKY, weight=14))
        if not dim:
            lit = Point(at.x - radius // 4, at.y - radius // 4)
            parts.append(circle(lit, radius * 55 // 100, fill=INK, opacity=30))
    if system.special:
        parts.append(circle(at, radius + 50, stroke=INK, weight=16, dash="40 26"))
    return group(parts)


def label(look: Look, system: System, at: Box) -> Wanted:
    """The name of a system; a stronghold's with its faction's code."""
    owner = look.known.owners.get(system.name)
    here = bool(look.own_at(system.name)) or system.name in look.known.battles
    strong = system.stronghold_of
    words = f"{system.name} [{strong}]" if strong else system.name
    fill = side_of(look, owner).colour if owner else INK if here or strong else MUTED
    first = 0 if here else 1 if strong or owner else 2
    return Wanted(words, at.grow(40) if strong else at, SMALL, fill, bold=here, rank=first, widest=3400)


def fleet_marks(look: Look, places: Places) -> list[Shape]:
    """Own units at systems: a figure with the number of ships, or of units where there are none; to the referee one
    for each player.
    """
    marks = []
    for name in dict.fromkeys(one.system for one in look.own() if one.cell and one.system in places):
        units = look.own_at(name)
        away = 560 if name in look.known.battles else 420
        low = places[name].y < TOP  # there is no room over it
        owners = dict.fromkeys(one.owner for one in units)
        for number, owner in enumerate(owners):
            theirs = [one for one in units if one.owner == owner]
            ships = sum(one.kind is UnitKind.SHIP for one in theirs)
            aside = (2 * number - len(owners) + 1) * 330
            at = Point(places[name].x + aside, places[name].y + (away if low else -away))
            side = side_of(look, owner)
            figure = unit(Kind.CAPITAL if ships else Kind.SQUADRON, at, 440, side)
            marks.append(group([figure, badge(Point(at.x + 260, at.y - 150), str(ships or len(theirs)), side.colour)]))
    return marks


def voyage_mark(look: Look, voyage: Voyage, places: Places) -> tuple[Shape, Wanted]:
    """A voyage: a dashed arrow, and a figure as far along it as time has passed, which wants its hours beside it."""
    start, end = places[voyage.origin], places[voyage.destination]
    colour = side_of(look, voyage.owner).colour
    whole = max(1, voyage.due_at - voyage.entered_at)
    passed = min(max(0, look.now - voyage.entered_at), whole)
    at = Point(start.x + (end.x - start.x) * passed // whole, start.y + (end.y - start.y) * passed // whole)
    left = span(max(0, voyage.due_at - look.now))
    figure = unit(Kind.CAPITAL, at, 400, side_of(look, voyage.owner))
    hours = Wanted(N_("there in {left}")(left=term(left)), figure.box, SMALL, colour, bold=True, rank=0)
    return group([arrow(start, end, colour, weight=34, dash="90 60"), figure]), hours


def signs_of(look: Look) -> list[tuple[Shape, str]]:
    """A key to the signs."""
    origin = Point(0, 0)
    ends = Point(-160, 0), Point(160, 0)
    diamond = polygon([polar(origin, 130, turn) for turn in (0, 90, 180, 270)], stroke=ACCENT, weight=28)
    signs: list[tuple[Shape, str]] = [
        (route(*ends, LinkKind.TRADE), T_("trade route")),
        (route(*ends, LinkKind.COMMON), T_("common route")),
        (route(*ends, LinkKind.APPROACH), T_("approach, off the routes")),
        (circle(origin, 90, fill=WORLD_DOT), T_("system; larger is worth more")),
        (diamond, T_("stronghold [faction]")),
    ]
    if look.known.battles:
        signs.append((battle_sign(origin, 90), "battle"))
    for seat in look.known.players:
        sentence = N_("owned by {player} (you)") if seat == look.seat else N_("owned by {player}")
        side = side_of(look, seat)
        sign = group([circle(origin, 120, fill=SKY, stroke=side.colour, weight=30), mark(side, origin, 130)])
        signs.append((sign, sentence(player=drawn(seat))))
    if look.own():
        words = T_("ships of each, and how many") if look.seat == MODERATOR else T_("your ships, and how many")
        signs.append((unit(Kind.CAPITAL, origin, 300, side_of(look, look.viewer)), words))
    return signs


def under_way(look: Look) -> list[str]:
    """Own places and voyages in words."""
    own = dict.fromkeys(unit.system for unit in look.own() if unit.cell)
    lines = [f"{name}: {grouped(look.own_at(name))}" for name in own]
    return lines + [
        N_("{origin} to {destination}: there in {left}")(
            origin=term(one.origin), destination=term(one.destination), left=term(span(max(0, one.due_at - look.now)))
        )
        for one in look.voyages()
    ]
