"""The picture of a system's grid: rings and quadrants, own units and contacts in their cells. Rulebook: GCW-GRD."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from math import isqrt
from typing import NamedTuple
from zlib import crc32

from msgspec.structs import replace

from engine.game import Svg
from engine.gcw.certainty import ago, confirmed
from engine.gcw.data.places import System
from engine.gcw.data.terms import Ring, Status
from engine.gcw.figures.grid import QUADRANTS, Cell
from engine.gcw.look import Look
from engine.gcw.pictures.drawing import side_of
from engine.gcw.pictures.pieces import TRACK, Piece, piece_shape, pieces, signs_of, wanted_name
from engine.gcw.pictures.worlds import look_of
from engine.gcw.state import PUBLIC, Shot
from engine.gcw.world import grid_of
from engine.picture import (
    FAR,
    INK,
    MUTED,
    PANEL,
    RAISED,
    RULE,
    SKY,
    SMALL,
    WIDE,
    Box,
    Kind,
    Picture,
    Point,
    Shape,
    Side,
    Wanted,
    around,
    arrange,
    arrow,
    circle,
    fit,
    group,
    legend,
    line,
    planet,
    polar,
    sector,
    text,
    wrap,
)
from engine.text.message import N_, T_, drawn, recorded, term

RADIUS = 4600
CENTRE = Point(WIDE // 2, 700 + RADIUS)
BOTTOM = CENTRE.y + RADIUS
SPACE = (Ring.A, Ring.B, Ring.C, Ring.DSZ)
"""Rings from the inside out."""

EMPTY_RING, EMPTY_WORLD, WORLD, AIR = 430, 700, 1500, 330
"""Depth of a ring where nobody is, radius of a world without and with somebody on its ground, depth of an atmosphere
where nobody is."""
CROWD, SMALL_WORLD = 12, 1150
"""Pieces in a cell of space from which the world with somebody on its ground is smaller, and its radius then."""
LARGEST, SMALLEST = 860, 320
NAME = 3300
"""Widest name of a piece: the longest of a class is written whole."""
SWEEP = 90
BEADS = "1 70"
"""Dashes of a tractor beam: a string of beads."""


Rings = Mapping[Ring, tuple[int, int]]
"""The inner and outer radius of each ring that is drawn, in tenths of a pixel."""


def rings_for(crowds: Mapping[Ring, int]) -> Rings:
    """Rings as deep as what is in them wants: `crowds` are the most pieces in one cell of each ring that is in use.

    What lies outside the outermost ring in use is left out; with nobody anywhere, all are drawn.
    """
    used = [ring for ring in SPACE if crowds.get(ring)]
    low = any(crowds.get(ring) for ring in (Ring.GA, Ring.GS))
    outermost = max((SPACE.index(ring) for ring in used), default=-1 if low or crowds.get(Ring.ATM) else len(SPACE) - 1)
    shown = SPACE[: max(1, outermost + 1)]
    crowded = max((crowds[ring] for ring in used), default=0) > CROWD
    world = (SMALL_WORLD if crowded else WORLD) if low else EMPTY_WORLD
    weights = {ring: share(crowds[ring]) for ring in (Ring.ATM, *shown) if crowds.get(ring)}
    bare = sum(AIR if ring is Ring.ATM else EMPTY_RING for ring in (Ring.ATM, *shown) if ring not in weights)
    if not weights:  # nobody is up there: the rings are alike
        weights, bare = dict.fromkeys(shown, 1), AIR
    room, whole, inner = RADIUS - world - bare, sum(weights.values()), world
    radii = {Ring.GS: (0, world * 52 // 100), Ring.GA: (world * 52 // 100, world)}
    for ring in (Ring.ATM, *shown):
        deep = room * weights[ring] // whole if ring in weights else AIR if ring is Ring.ATM else EMPTY_RING
        radii[ring] = inner, inner + deep
        inner += deep
    return radii


def share(crowd: int) -> int:
    """Share of the room that a ring wants for the most pieces in one of its cells."""
    return 2 if crowd <= 2 else 3 if crowd <= 8 else 4 if crowd <= 16 else 6


@lru_cache(maxsize=64)
def ground_of(rings: tuple[tuple[Ring, tuple[int, int]], ...], world: str) -> Shape:
    """Rings, quadrants and the world."""
    radii = dict(rings)
    parts: list[Shape] = []
    for number, ring in enumerate(ring for ring in reversed(SPACE) if ring in radii):
        inner, outer = radii[ring]
        for quadrant in range(QUADRANTS):
            fill = PANEL if (number + quadrant) % 2 else RAISED
            start = SWEEP * quadrant
            parts.append(sector(CENTRE, inner, outer, start, start + SWEEP, fill=fill, stroke=RULE, opacity=88))
    inner, outer = radii[Ring.ATM]
    parts.append(circle(CENTRE, outer, fill="#182c44", stroke=RULE))
    parts.append(planet(CENTRE, inner, world, look_of(world)))
    for quadrant in range(QUADRANTS):
        parts.append(line(CENTRE, polar(CENTRE, inner, SWEEP * quadrant), SKY, weight=24, opacity=70))
    return group(parts)


def tag(cell: Cell, rings: Rings) -> Shape | None:
    """The name of a cell near its outer rim; the two levels of a Ground Grid share one."""
    if cell.ring is Ring.GS or cell.ring not in rings:
        return None
    outer = rings[cell.ring][1]
    if cell.ring is Ring.ATM:
        return named(polar(CENTRE, outer - 170, 0), "ATM", MUTED)
    quadrant = (cell.quadrant or 1) - 1
    if cell.ring is Ring.GA:
        return named(polar(CENTRE, outer * 40 // 100, SWEEP * quadrant + SWEEP // 2), grid_of(cell.name), INK)
    beside = (len(cell.name) * 62 + 60) * 57 // outer + 1  # degrees that half the words take
    if quadrant % 2:
        return named(polar(CENTRE, outer - len(cell.name) * 62 - 40, SWEEP * quadrant + 160 * 57 // outer + 1),
                     cell.name, MUTED)  # fmt: skip
    return named(polar(CENTRE, outer - 160, SWEEP * quadrant + beside), cell.name, MUTED)


def named(spot: Point, words: str, fill: str) -> Shape:
    """Words about a point of the board."""
    return text(Point(spot.x, spot.y + SMALL * 36 // 100), words, size=SMALL, fill=fill, anchor="middle", halo=SKY)


def arcs(rings: Rings, cell: Cell, count: int, size: int, gap: int) -> list[Point] | None:
    """Places along as few arcs as will hold them, by bearing; None where they do not fit."""
    inner, outer = rings[cell.ring]
    step = max(30, size + gap)
    if cell.quadrant is None:
        start, sweep = 20, 4 * SWEEP - 40
    else:
        kept = 22_000 // outer + 4  # degrees at the start, where the name of the cell is
        start, sweep = SWEEP * (cell.quadrant - 1) + kept, SWEEP - kept - 2
    most_rows = max(1, (outer - inner) // (size * 3 // 2))  # a figure and its bars
    for rows in range(1, most_rows + 1):
        radii = [inner + (outer - inner) * (2 * row + 1) // (2 * rows) for row in reversed(range(rows))]
        # 355/113 is pi closely enough for a count.
        rooms = [max(0, (radius * sweep * 355 // (180 * 113) - size // 2) // step) for radius in radii]
        if sum(rooms) < count:
            continue
        places: list[tuple[int, Point]] = []
        left = count
        for number, (radius, room) in enumerate(zip(radii, rooms, strict=True)):
            taken = min(room, -(-left * room // max(1, sum(rooms[number:]))))
            bearings = [start + sweep * (2 * n + 1) // (2 * taken) for n in range(taken)]
            places += [(bearing, polar(CENTRE, radius, bearing)) for bearing in bearings]
            left -= taken
        return [at for _, at in sorted(places)]
    return None


def seats_in(rings: Rings, cell: Cell, count: int) -> tuple[int, list[Point]]:
    """A size of figures and a place for each of `count` in a cell: along arcs, as large as they fit."""
    inner, outer = rings[cell.ring]
    for size in range(LARGEST, SMALLEST - 1, -20):
        if size * 5 // 4 <= outer - inner or size == SMALLEST:
            places = arcs(rings, cell, count, size, size * 30 // 100 + 60)
            if places is not None:
                return size, places
    for gap in range(60, 30 - SMALLEST, -30):
        places = arcs(rings, cell, count, SMALLEST, gap)
        if places is not None:
            return SMALLEST, places
    middle = SWEEP * (cell.quadrant - 1) + SWEEP // 2 if cell.quadrant is not None else 135
    return SMALLEST, [polar(CENTRE, (inner + outer) // 2, middle)] * count


ROOMS = (2, 4, 6, 10, 16, 24, 32, 40, 50, 60, 80, 120)
"""For how many pieces a cell is laid out: the next number that holds them and as many of each side in its half."""


def laid(rings: Rings, cell: Cell, here: Sequence[Piece], first: Side) -> list[tuple[Piece, Point, int]]:
    """Places of the pieces of a cell. Each keeps its place while others come and go: the half of its side, and in it
    the place that its name gives it, or the next free one.
    """
    ours = [piece for piece in here if piece.side == first]
    others = [piece for piece in here if piece.side != first]
    need = 2 * max(len(ours), len(others))
    size, spots = seats_in(rings, cell, next((room for room in ROOMS if room >= need), need))
    half = len(spots) // 2
    found, taken = [], set()
    for start, group_ in ((0, ours), (half, others)):
        for piece in group_:
            wanted = crc32(min(piece.members, default=piece.label).encode()) % half
            turn = next(n for n in range(half) if start + (wanted + n) % half not in taken)
            spot = start + (wanted + turn) % half
            taken.add(spot)
            found.append((piece, spots[spot], size))
    return found


def dated(look: Look, piece: Piece) -> Piece:
    """A contact that may be gone, with when it was last seen or heard (GCW-SCN-18)."""
    held = look.known.contacts.get(look.seat, {}) if look.seat is not None else {}
    contacts = [held[alias] for alias in piece.members if alias in held]
    return replace(piece, last=confirmed(look, contacts)) if piece.faint and not piece.own and contacts else piece


def folded(known: list[Piece]) -> list[Piece]:
    """The pieces as the whole grid has room for them: several of one side in a Ground Grid are one figure.

    The ground has a picture of its own.
    """
    low: dict[tuple[str, Side], list[Piece]] = {}
    found = []
    for piece in known:
        if grid_of(piece.cell) and piece.kind is Kind.WRECK:
            found.append(replace(piece, cell=f"{grid_of(piece.cell)}A"))
        elif grid_of(piece.cell):
            low.setdefault((grid_of(piece.cell), piece.side), []).append(piece)
        else:
            found.append(piece)
    for (grid, side), stack in low.items():
        if len(stack) == 1:
            found.append(replace(stack[0], cell=f"{grid}A"))
            continue
        number = sum(piece.count for piece in stack)
        found.append(
            Piece(
                label=N_("{number} on {grid}")(number=number, grid=term(grid)),
                cell=f"{grid}A",
                kind=stack[0].kind,
                side=side,
                members=(f"{grid} {side.name}",),
                tracks=frozenset(track for piece in stack for track in piece.tracks),
                own=any(piece.own for piece in stack),
            )
        )
    return found


def board_picture(look: Look, system: System) -> Svg:
    """The grid of one system as the viewer knows it, as far out as anybody is known to be."""
    battle = look.known.battles.get(system.name)
    title = (N_("Grid of {system}") if battle is None else N_("Battle of {system}"))(system=term(system.name))
    note = N_("began {ago}")(ago=term(ago(battle.opened_at, look.now))) if battle is not None else system.region
    shots = battle.shots if battle is not None else ()
    known = folded([*(dated(look, piece) for piece in pieces(look, system.name)), *wrecks(look, shots)])
    cells = look.world.grid.cells
    by_cell = {name: [piece for piece in known if piece.cell == name] for name in cells}
    crowds: dict[Ring, int] = {}
    for name, here in by_cell.items():
        crowds[cells[name].ring] = max(crowds.get(cells[name].ring, 0), len(here))
    rings = rings_for(crowds)
    tags = [shape for cell in cells.values() if (shape := tag(cell, rings)) is not None]
    viewer = look.viewer if look.viewer in look.known.players else next(iter(look.known.players), PUBLIC)
    stands = [
        place
        for name, here in by_cell.items()
        if here
        for place in laid(rings, cells[name], here, side_of(look, viewer))
    ]
    shapes = [piece_shape(piece, at, size) for piece, at, size in stands]
    wanted = [wanted_name(stand[0], shape, len(known), NAME) for stand, shape in zip(stands, shapes, strict=True)]
    fire = fired(stands, shots, side_of(look, battle.author).colour if battle is not None else INK)
    done = [Wanted(shot.words, shot.middle, SMALL, INK, bold=True, rank=-1) for shot in fire]
    names = arrange(
        [*wanted, *done], Box(100, 680, WIDE - 200, 2 * RADIUS + 100), [shape.box for shape in tags],
        [(shot.start, shot.end) for shot in fire], FAR,
    )  # fmt: skip
    beams = tows(look, stands)
    signs = signs_of(look, known)
    if fire and battle is not None:
        sign = arrow(Point(-160, 0), Point(160, 0), side_of(look, battle.author).colour, weight=34)
        signs.append((sign, N_("fire of {player}'s turn, and what it took")(player=recorded(battle.author))))
    if beams:
        signs.append((line(Point(-160, 0), Point(160, 0), INK, weight=46, dash=BEADS), T_("tractor beam")))
    below = captions(rings, known, [left.words for left in names.left_out], signs)
    picture = Picture(WIDE, below.box.bottom + 200, title, note=note)
    picture.add(ground_of(tuple(rings.items()), system.name), *tags)
    picture.add(*beams, *(shot.shape for shot in fire), *shapes, names.draw(), below)
    return picture.svg()


class Fire(NamedTuple):
    """The fire of one piece at another as an arrow, and in words what it did, to stand at the middle."""

    shape: Shape
    start: Point
    end: Point
    middle: Box
    words: str


def fired(stands: Sequence[tuple[Piece, Point, int]], shots: Iterable[Shot], colour: str) -> list[Fire]:
    """The shots of the last turn whose both ends are on the board, those between the same two pieces together."""
    where = {track: (at, size) for piece, at, size in stands for track in piece.tracks}
    together: dict[tuple[Point, Point], list[Shot]] = {}
    for shot in shots:
        if shot.by in where and shot.track in where and where[shot.by] != where[shot.track]:
            together.setdefault((where[shot.by][0], where[shot.track][0]), []).append(shot)
    found = []
    for (start, end), hits in together.items():
        size = next(size for at, size in where.values() if at == end)
        long = max(1, isqrt((end.x - start.x) ** 2 + (end.y - start.y) ** 2))
        short = min(size * 55 // 100, long // 3)
        tail, head = toward(start, end, short, long), toward(end, start, short, long)
        middle = Point((tail.x + head.x) // 2, (tail.y + head.y) // 2)
        lost = hits[-1].cell or hits[-1].status is not Status.ACTIVE
        words = f"−{sum(hit.damage for hit in hits):,}{f', {hits[-1].status.value.lower()}' if lost else ''}"
        found.append(Fire(arrow(tail, head, colour, weight=34), tail, head, around(middle, 40), words))
    return found


def toward(start: Point, end: Point, far: int, long: int) -> Point:
    """The point so far from a start on the way to an end that is `long` away."""
    return Point(start.x + (end.x - start.x) * far // long, start.y + (end.y - start.y) * far // long)


def wrecks(look: Look, shots: Iterable[Shot]) -> list[Piece]:
    """Pieces for what was destroyed in the last turn, where everybody may read that it was lost."""
    called = {contact.track: contact.called for contact in look.contacts() if contact.track and look.seat is not None}
    lost = {shot.track: shot for shot in shots if shot.cell}
    return [
        Piece(
            label=N_("{what} †")(what=drawn(called[track]) if track in called else TRACK(track=track)),
            cell=shot.cell,
            kind=Kind.WRECK,
            side=side_of(look, shot.owner),
            members=(f"lost {track}",),
            tracks=frozenset({track}),
        )
        for track, shot in lost.items()
    ]


def tows(look: Look, stands: Sequence[tuple[Piece, Point, int]]) -> list[Shape]:
    """Tractor beams that the viewer knows of: its own, and those on its units whose holder it has in sight."""
    where = {member: at for piece, at, _ in stands for member in piece.members}
    ends = [
        (beam, hold.target) for hold in look.known.holds.values() if hold.seat == look.viewer for beam in hold.beams
    ]
    ends += [(holder, unit.id) for unit in look.own() for holder in unit.held_by]
    return [
        line(where[one], where[other], INK, weight=46, dash=BEADS)
        for one, other in ends
        if one in where and other in where
    ]


def captions(rings: Rings, known: Sequence[Piece], unnamed: Sequence[str], signs: Sequence[tuple[Shape, str]]) -> Shape:
    """Captions under the board: names that found no room, what is farther out, and what the signs mean."""
    lines: list[tuple[str, str]] = []
    if not known:
        lines.append((T_("No unit is known here."), INK))
    outside = [str(ring) for ring in SPACE if ring not in rings]
    if outside and known:
        lines.append((N_("Farther out, in {rings}, nobody is known to be.")(rings=term(", ".join(outside))), MUTED))
    if unnamed:
        lines += [
            (row, MUTED)
            for row in wrap(N_("Also there: {names}")(names=recorded(", ".join(unnamed))), WIDE - 400, SMALL, most=4)
        ]
    parts: list[Shape] = []
    y = BOTTOM + 330
    for words, fill in lines:
        parts.append(text(Point(200, y), fit(words, WIDE - 400, SMALL), size=SMALL, fill=fill))
        y += 300
    if signs:
        parts.append(legend(Box(200, y - 150, WIDE - 400, 0), signs, columns=2))
    return group(parts) if parts else Shape("", Box(200, BOTTOM, 0, 0))
