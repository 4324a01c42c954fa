"""The map as a viewer knows it: lanes with their directions, own fleets and holdings, what was seen and when."""

from __future__ import annotations

from math import isqrt

from engine import picture as draw
from engine.eaw.figures import exact, shown
from engine.eaw.look import Look
from engine.eaw.state import SEASONS
from engine.game import Svg
from engine.picture import ACCENT, INK, LARGE, MUTED, NEUTRAL, SKY, SMALL, Box, Kind, Placed, Point, Shape
from engine.picture.palette import sides_of
from engine.text.message import N_, NOTHING, T_, drawn, joined, spaced, term

WIDTH, HEIGHT, LEGEND = draw.WIDE, 10500, 1400
AREA = Box(900, 1250, WIDTH - 1800, HEIGHT - 2150 - LEGEND)
WORLDS = {"life": 3, "mineral": 1, "dead": 5}
"""The looks of a system by its planet, where the viewer knows it (EAW-1c); the word stands beside it too."""
SMALLEST, LARGEST, CLEAR, GAP = 190, 340, 370, 60
"""Of a system's sign, on a crowded map and on one with much room; how far beyond it a lane's direction stands; what
its words keep clear of it.
"""
SHIP, INDENT = 260, "     "
"""Of the figure of a fleet before its words, and the room that it has there."""
LANE = "#4a5a80"
"""The colour of a lane: no empire has it."""


FLEETS = {
    "system": N_("{fleet}: {strength}[, {pinned}]"),
    "lane": N_("{fleet}: {strength} in lane to {bound}[, {pinned}]"),
    "hyper": N_("{fleet}: {strength} bound for {bound}[, {pinned}]"),
}
"""A fleet on the map, by where it is."""


def places(look: Look) -> dict[str, Point]:
    """Places of the systems on the picture: as the map has them, to scale."""
    spots = look.known.map.systems if look.known.map is not None else ()
    left, top = min((spot.x for spot in spots), default=0), min((spot.y for spot in spots), default=0)
    wide = max((spot.x - left for spot in spots), default=0) or 1
    high = max((spot.y - top for spot in spots), default=0) or 1
    by = min(AREA.width * 1000 // wide, AREA.height * 1000 // high)
    x, y = AREA.x + (AREA.width - wide * by // 1000) // 2, AREA.y + (AREA.height - high * by // 1000) // 2
    return {spot.id: Point(x + (spot.x - left) * by // 1000, y + (spot.y - top) * by // 1000) for spot in spots}


def between(start: Point, end: Point, parts: int) -> Point:
    """A point so many hundredths of the way from one to another."""
    return Point(start.x + (end.x - start.x) * parts // 100, start.y + (end.y - start.y) * parts // 100)


def sign_of(at: dict[str, Point]) -> int:
    """The radius of a system's sign: an eighth of the way between the two that lie nearest to each other."""
    spots = list(at.values())
    near = min((_long(spot, other) for number, spot in enumerate(spots) for other in spots[:number]), default=10_000)
    return min(LARGEST, max(SMALLEST, near // 8))


def _long(start: Point, end: Point) -> int:
    return isqrt((end.x - start.x) ** 2 + (end.y - start.y) ** 2)


def letter(start: Point, end: Point, direction: str, radius: int = SMALLEST) -> Shape:
    """The direction in which a lane leaves a system, on the lane and clear of the system's sign; on a lane too short
    for that, where its third is.
    """
    spot = between(start, end, min(100 * (radius + CLEAR) // (_long(start, end) or 1), 34))
    base = Point(spot.x, spot.y + SMALL * 36 // 100)
    return draw.text(base, direction, size=SMALL, fill=MUTED, anchor="middle", halo=SKY)


def map_picture(look: Look, _: None) -> Svg:
    """The whole map as the viewer knows it: of others nothing but what its fleets saw (section 5, EAW-1e.3)."""
    known, at = look.known, places(look)
    radius = sign_of(at)
    lanes = known.map.lanes if known.map is not None else ()
    ends, ways = list[Shape](), [(at[lane.one], at[lane.other]) for lane in lanes]
    for lane, (one, other) in zip(lanes, ways, strict=True):
        ends += letter(one, other, lane.out, radius), letter(other, one, lane.back, radius)
    dots = {system: dot(look, system, point, radius) for system, point in at.items()}
    jumps = moves(look, at)
    wanted = [
        draw.Wanted(words, dots[system].box.grow(GAP), size=SMALL, fill=fill, bold=bold, rank=rank, widest=4600)
        for system in at
        for rank, (words, fill, bold) in enumerate(labels(look, system))
    ]
    within, clear = Box(200, 700, WIDTH - 400, HEIGHT - 900 - LEGEND), [shape.box for shape in (*dots.values(), *ends)]
    names = draw.arrange(wanted, within, clear, [*ways, *jumps])
    below = key()
    unnamed = [one.words.strip() for one in names.left_out]
    rows = (
        draw.wrap_names([N_("Without room: {first}")(first=drawn(unnamed[0])), *unnamed[1:]], WIDTH - 400, SMALL)
        if unnamed
        else []
    )
    told = draw.paragraph(Point(200, below.box.bottom + 250), rows, size=SMALL, fill=MUTED)
    tall = (told.box.bottom if rows else below.box.bottom) + 200
    title = N_("Map of {map}")(map=drawn(known.map.name)) if known.map is not None else T_("No map yet")
    picture = draw.Picture(WIDTH, tall, title, note=str(look.date))
    picture.lay(draw.nebula(Box(0, 0, WIDTH, HEIGHT - LEGEND)))
    picture.add(*(draw.line(one, other, LANE, weight=28) for one, other in ways), *ends)
    picture.add(*dots.values(), *(draw.arrow(start, end, ACCENT, weight=30) for start, end in jumps))
    picture.add(indented(names).draw(), ships(look, names), below, told)
    return picture.svg()


def ships(look: Look, names: draw.Arranged) -> Shape:
    """A figure before the words of each fleet: in its empire's colour, in outline where it was seen."""
    colour, found = sides_of(map(str, look.known.empires)), list[Shape]()
    for name, box in names.placed:
        if name.words.startswith(INDENT):
            seen = not name.bold
            owner = next((one for one in colour if name.words.strip().startswith(f"{one} ")), str(look.seat))
            party = NEUTRAL if seen else colour.get(owner, NEUTRAL)
            found.append(draw.unit(Kind.CRUISER, Point(box.x + SHIP // 2, box.centre.y), SHIP, party, faint=seen))
    return draw.group(found) if found else Shape("", names.placed[0].box if names.placed else AREA)


def indented(names: draw.Arranged) -> draw.Arranged:
    """Names with the words of each fleet to the right of its figure."""
    room, placed = draw.measure(INDENT, SMALL, bold=True), list[Placed]()
    for name, box in names.placed:
        if name.words.startswith(INDENT):
            near = name.at.grow(GAP).meets(box)  # its figure stands between them
            at = draw.cover([name.at, box]) if near else name.at
            words = box._replace(x=box.x + room, width=box.width - room)
            placed.append(Placed(name._replace(words=name.words.strip(), at=at), words))
        else:
            placed.append(Placed(name, box))
    return names._replace(placed=tuple(placed))


def dot(look: Look, system: str, at: Point, radius: int = SMALLEST) -> Shape:
    """A system: its planet's colour, a square and haze about a development, a ring about a fort, red in battle."""
    known, colour = look.known, sides_of(map(str, look.known.empires))
    there, knowledge = known.systems[system], look.sight(system)
    parts, haze = list[Shape](), list[Shape]()
    if there.development is not None:
        owner, square = colour[there.development.owner].colour, draw.around(at, 2 * (radius + 60))
        haze.append(draw.circle(at, radius * 2, fill=owner, opacity=12))
        parts.append(draw.rect(square, stroke=owner, weight=30, corner=60))
    if there.fort is not None:
        parts.append(draw.circle(at, radius + 120, stroke=colour[there.fort.owner].colour, weight=24))
    seen = knowledge.vision
    if seen is not None and seen.fortified and there.fort is None:
        parts.append(draw.circle(at, radius + 120, stroke=MUTED, weight=20, dash="60 40"))
    if any(site.at == system for site in known.sites.values()):
        parts.append(draw.circle(at, radius + 200, stroke=draw.DANGER, weight=30, dash="70 40"))
    number = draw.text(Point(at.x, at.y + LARGE * 36 // 100), system, size=LARGE, bold=True, anchor="middle", halo=SKY)
    sign = draw.group([*parts, world(at, radius, system, knowledge.planet), number])
    return Shape(draw.group([*haze, sign]).svg, sign.box)


def world(at: Point, radius: int, called: str, kind: str) -> Shape:
    """A planet of a kind; a broken ring where it is unknown."""
    if kind in WORLDS:
        return draw.planet(at, radius, called, WORLDS[kind])
    return draw.circle(at, radius, fill=draw.PANEL, stroke=MUTED, weight=16, dash="50 36")


def labels(look: Look, system: str) -> list[tuple[str, str, bool]]:
    """Labels beside a system: own fleets with their CBPV, docks, what was seen of others and when."""
    known, found = look.known, list[tuple[str, str, bool]]()
    there, colour = known.systems[system], sides_of(map(str, known.empires))
    for fleet in look.fleets_at(system):
        strength = shown(look.world.strength(known, known.crew(fleet.id)))
        bound, pinned = drawn(fleet.bound), T_("pinned") if fleet.pinned else NOTHING
        whose, fill = (NOTHING, INK) if fleet.owner == look.seat else (drawn(fleet.owner), colour[fleet.owner].colour)
        called = spaced(whose, term(f"{fleet.number}"))
        words = FLEETS[fleet.place](fleet=called, strength=term(strength), bound=bound, pinned=pinned)
        found.append((f"{INDENT}{words}", fill, True))
    found += [
        (N_("FRD {number}")(number=dock.number), ACCENT, False) for dock in known.docks.values() if dock.at == system
    ]
    if look.empire is None and there.development is not None:
        owner = there.development.owner
        found.append(
            (
                N_("{development} of {player}")(development=term(there.development.kind), player=drawn(owner)),
                colour[owner].colour,
                False,
            )
        )
    seen = look.knows(system).vision
    if seen is not None and (seen.fleets or seen.developed):
        fleets = joined(", ", (term(shown(exact(fleet))) for fleet in seen.fleets))
        told = spaced(T_("developed") if seen.developed else NOTHING, fleets)
        year = known.settings.start_year + seen.t // 4
        words = N_("{told} ({season} {year})")(told=told, season=term(SEASONS[seen.t % 4]), year=year)
        found.append((f"{INDENT}{words}" if seen.fleets else words, MUTED, False))
    kind = look.sight(system).planet
    return [*found, *([(kind, MUTED, False)] if kind != "unknown" else [])]


def moves(look: Look, at: dict[str, Point]) -> list[tuple[Point, Point]]:
    """Last season's jumps of the viewer's fleets, each the ends of an arrow into a system by the lane it came in."""
    known = look.known
    mine = (mover for mover in known.movers if mover.owner == look.seat and mover.place == "system")
    came = ((mover, lane) for mover in mine if mover.arrived == known.t - 1 for lane in known.lanes(mover.at))
    ways = ((at[lane.far(mover.at)], at[mover.at]) for mover, lane in came if lane.leaves(mover.at) == mover.entry)
    return [(between(start, end, 45), between(start, end, 70)) for start, end in ways]


def key() -> Shape:
    """A key to the colours and signs."""
    spot = Point(0, 0)
    entries = [(world(spot, 90, "unknown", "unknown"), T_("unknown planet"))]
    entries += [(world(spot, 90, kind, kind), N_("{kind} planet")(kind=term(kind))) for kind in WORLDS]
    entries.append((draw.circle(spot, 80, stroke=INK, weight=20), T_("fortification")))
    entries.append((draw.rect(draw.around(spot, 140), stroke=INK, weight=20), T_("development")))
    entries.append((draw.circle(spot, 80, stroke=draw.DANGER, weight=20, dash="40 20"), T_("battle")))
    entries.append((draw.unit(Kind.CRUISER, spot, SHIP, NEUTRAL), T_("2: 71 is fleet 2, CBPV 71")))
    entries.append((draw.unit(Kind.CRUISER, spot, SHIP, NEUTRAL, faint=True), T_("fleets seen, CBPV of each")))
    entries.append((draw.arrow(Point(-150, 0), Point(150, 0), ACCENT, weight=30), T_("came last season")))
    return draw.legend(Box(300, HEIGHT - LEGEND - 100, WIDTH - 500, LEGEND), entries, columns=3)
