"""The map as a viewer knows it: lanes with their directions, own fleets and holdings, what was seen and when."""

from __future__ import annotations

from math import isqrt

from engine.eaw.figures import exact, shown
from engine.eaw.look import Look
from engine.eaw.state import SEASONS, Mover
from engine.game import Svg
from engine.picture import (
    ACCENT,
    BODY,
    DANGER,
    INK,
    MUTED,
    PANEL,
    RULE,
    SKY,
    SMALL,
    WIDE,
    Box,
    Picture,
    Point,
    Shape,
    Wanted,
    arrange,
    arrow,
    circle,
    group,
    legend,
    line,
    planet,
    rect,
    text,
)
from engine.picture.palette import sides_of

WIDTH, HEIGHT, LEGEND = WIDE, 10500, 1050
AREA = Box(700, 1000, WIDTH - 1400, HEIGHT - 2000 - LEGEND)
WORLDS = {"life": 3, "mineral": 1, "dead": 5}
"""The looks of a system by its planet, where the viewer knows it (EAW-1c); the word stands beside it too."""
RADIUS, CLEAR, GAP = 190, 560, 60
"""Of a system's sign; how far from its middle a lane's direction stands; what its words keep clear of it."""


def places(look: Look) -> dict[str, Point]:
    """Places of the systems on the picture: as the map has them, to scale."""
    spots = look.known.map.systems if look.known.map is not None else ()
    left, top = min((one.x for one in spots), default=0), min((one.y for one in spots), default=0)
    wide = max((one.x - left for one in spots), default=0) or 1
    high = max((one.y - top for one in spots), default=0) or 1
    by = min(AREA.width * 1000 // wide, AREA.height * 1000 // high)
    shift = (AREA.width - wide * by // 1000) // 2, (AREA.height - high * by // 1000) // 2
    return {
        one.id: Point(AREA.x + shift[0] + (one.x - left) * by // 1000, AREA.y + shift[1] + (one.y - top) * by // 1000)
        for one in spots
    }


def between(one: Point, other: Point, parts: int) -> Point:
    """A point so many hundredths of the way from one to another."""
    return Point(one.x + (other.x - one.x) * parts // 100, one.y + (other.y - one.y) * parts // 100)


def letter(one: Point, other: Point, direction: str) -> Shape:
    """The direction in which a lane leaves a system, on the lane and clear of the system's sign; on a lane too short
    for that, where its third is.
    """
    long = isqrt((other.x - one.x) ** 2 + (other.y - one.y) ** 2) or 1
    spot = between(one, other, min(100 * CLEAR // long, 34))
    return text(Point(spot.x, spot.y + SMALL * 28 // 100), direction, size=SMALL, fill=MUTED, anchor="middle")


def map_picture(look: Look, _: None) -> Svg:
    """The whole map as the viewer knows it: of others nothing but what its fleets saw (section 5, EAW-1e.3)."""
    known, at = look.known, places(look)
    picture = Picture(WIDTH, HEIGHT, known.map.name if known.map is not None else "no map yet", note=str(look.date))
    lanes = known.map.lanes if known.map is not None else ()
    ends = list[Shape]()
    for lane in lanes:
        one, other = at[lane.one], at[lane.other]
        ends += letter(one, other, lane.out), letter(other, one, lane.back)
        picture.add(line(one, other, RULE, weight=24))
    picture.add(*ends)
    dots = {system: dot(look, system, point) for system, point in at.items()}
    jumps = moves(look, at)
    picture.add(*dots.values(), *(arrow(start, end, ACCENT) for start, end in jumps))
    wanted = [
        Wanted(words, dots[system].box.grow(GAP), size=SMALL, fill=fill, bold=bold, rank=rank, widest=4200)
        for system in at
        for rank, (words, fill, bold) in enumerate(labels(look, system))
    ]
    names = arrange(
        wanted,
        Box(200, 700, WIDTH - 400, HEIGHT - 1000 - LEGEND),
        [one.box for one in (*dots.values(), *ends)],
        [*((at[one.one], at[one.other]) for one in lanes), *jumps],
    )
    picture.add(names.draw(), key())
    return picture.svg()


def dot(look: Look, system: str, at: Point) -> Shape:
    """A system: its planet's colour, a square about a development of the viewer's, a ring about a fort, red if a
    battle is open there.
    """
    known, colour = look.known, sides_of(map(str, look.known.empires))
    there, knowledge = known.systems[system], look.sight(system)
    parts: list[Shape] = []
    if there.development is not None:
        reach = RADIUS + 50
        parts.append(
            rect(
                Box(at.x - reach, at.y - reach, 2 * reach, 2 * reach),
                stroke=colour[there.development.owner].colour,
                weight=30,
            )
        )
    if there.fort is not None:
        parts.append(circle(at, RADIUS + 120, stroke=colour[there.fort.owner].colour, weight=24))
    seen = knowledge.vision
    if seen is not None and seen.fortified and there.fort is None:
        parts.append(circle(at, RADIUS + 120, stroke=MUTED, weight=20, dash="60 40"))
    if any(site.at == system for site in known.sites.values()):
        parts.append(circle(at, RADIUS + 200, stroke=DANGER, weight=30, dash="70 40"))
    number = text(Point(at.x, at.y + BODY * 36 // 100), system, bold=True, anchor="middle", halo=SKY)
    return group([*parts, world(at, RADIUS, system, knowledge.planet), number])


def world(at: Point, radius: int, called: str, kind: str) -> Shape:
    """A planet of a kind; a broken ring where it is unknown."""
    if kind in WORLDS:
        return planet(at, radius, called, WORLDS[kind])
    return circle(at, radius, fill=PANEL, stroke=MUTED, weight=16, dash="50 36")


def labels(look: Look, system: str) -> list[tuple[str, str, bool]]:
    """Labels beside a system: own fleets with their CBPV, docks, what was seen of others and when."""
    known, found = look.known, list[tuple[str, str, bool]]()
    there, colour = known.systems[system], sides_of(map(str, known.empires))
    for fleet in look.fleets_at(system):
        strength = shown(look.world.strength(known, known.crew(fleet.id)))
        where = {"system": "", "lane": f" in lane to {fleet.bound}", "hyper": f" bound for {fleet.bound}"}[fleet.place]
        pinned = ", pinned" if fleet.pinned else ""
        whose, fill = ("", INK) if fleet.owner == look.seat else (f"{fleet.owner} ", colour[fleet.owner].colour)
        words = f"{whose}{fleet.number}: {strength}{where}{pinned}"
        found.append((words, DANGER if fleet.pinned and not whose else fill, True))
    found += [(f"FRD {one.number}", ACCENT, False) for one in known.docks.values() if one.at == system]
    if look.empire is None and there.development is not None:
        owner = there.development.owner
        found.append((f"{there.development.kind} of {owner}", colour[owner].colour, False))
    seen = look.knows(system).vision
    if seen is not None and (seen.fleets or seen.developed):
        parts = [shown(exact(one)) for one in seen.fleets]
        told = f"{'developed ' if seen.developed else ''}{', '.join(parts)}".strip()
        found.append((f"{told} ({SEASONS[seen.t % 4]} {known.settings.start_year + seen.t // 4})", MUTED, False))
    kind = look.sight(system).planet
    return [*found, *([(kind, MUTED, False)] if kind != "unknown" else [])]


def moves(look: Look, at: dict[str, Point]) -> list[tuple[Point, Point]]:
    """Last season's jumps of the viewer's fleets, each the ends of an arrow into a system by the lane it came in."""
    known, found = look.known, list[tuple[Point, Point]]()
    movers: list[Mover] = [one for one in known.movers if one.owner == look.seat and one.place == "system"]
    for mover in movers:
        if mover.arrived != known.t - 1 or not mover.entry:
            continue
        for lane in known.lanes(mover.at):
            if lane.leaves(mover.at) == mover.entry:
                start, end = at[lane.far(mover.at)], at[mover.at]
                found.append((between(start, end, 45), between(start, end, 70)))
    return found


def key() -> Shape:
    """A key to the colours and signs."""
    spot = Point(0, 0)
    entries = [(world(spot, 80, kind, kind), f"{kind} planet") for kind in ("unknown", *WORLDS)]
    entries.append((circle(spot, 70, stroke=INK, weight=20), "fortification"))
    entries.append((rect(Box(-60, -60, 120, 120), stroke=INK, weight=20), "development"))
    entries.append((circle(spot, 70, stroke=DANGER, weight=20, dash="40 20"), "battle"))
    entries.append((text(spot, "2: 71", size=SMALL, bold=True), "fleet 2, CBPV 71"))
    return legend(Box(400, HEIGHT - LEGEND - 200, WIDTH - 800, LEGEND), entries, columns=3)
