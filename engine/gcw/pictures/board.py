"""The picture of a system's grid: rings and quadrants, own units and contacts in their cells. Rulebook: GCW-GRD."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import msgspec

from engine.game import Seat, Svg
from engine.gcw.certainty import ago, confirmed, in_sight, may_have_moved
from engine.gcw.contacts import is_target, strength
from engine.gcw.data.places import System
from engine.gcw.data.terms import Pools, Ring, Status
from engine.gcw.figures.grid import QUADRANTS, Cell
from engine.gcw.look import Look, counted, side_of_contact
from engine.gcw.pictures.drawing import UNKNOWN, figure_of, pool_shape, side_of
from engine.gcw.state import Contact, Unit, UnitKind, located
from engine.gcw.viewing import ALIKE, ground_grids
from engine.gcw.world import grid_of
from engine.picture import (
    BODY,
    DANGER,
    INK,
    MUTED,
    PANEL,
    RAISED,
    RULE,
    SHIELDS,
    SMALL,
    Box,
    Kind,
    Picture,
    Point,
    Shape,
    Side,
    Wanted,
    around,
    arrange,
    circle,
    fit,
    group,
    legend,
    panel,
    planet,
    polar,
    rect,
    sector,
    text,
    unit,
)
from engine.text.names import hidden

WIDTH, HEIGHT = 14000, 10400
CENTRE = Point(4900, 5580)
RADII: dict[Ring, tuple[int, int]] = {
    Ring.DSZ: (3480, 4640),
    Ring.C: (2540, 3480),
    Ring.B: (1690, 2540),
    Ring.A: (960, 1690),
    Ring.ATM: (560, 960),
    Ring.GA: (290, 560),
    Ring.GS: (0, 290),
}
"""Inner and outer radius of each ring in tenths of a pixel; on the ground the Air is drawn about the Surface."""

TAG_AT = {Ring.DSZ: 4, Ring.C: 6, Ring.B: 8, Ring.A: 12}
"""Degrees from the start of a quadrant to the name of its cell; figures keep to the rest."""

WORLD = "#274a63"
LARGEST, SMALLEST = 500, 210
CROWD = 24
"""Pieces above which names are lettered smaller."""
SIDE_PANEL = Box(9820, 760, 3980, 9460)
SWEEP = 90


class Piece(msgspec.Struct, frozen=True):
    """What stands in a cell as one figure: a unit, a contact, or a stack of craft of one class and owner."""

    label: str
    cell: str
    kind: Kind
    side: Side
    count: int = 1
    pools: Pools | None = None
    most: Pools | None = None
    unit_kind: UnitKind | None = None
    shields_up: bool = False
    status: Status = Status.ACTIVE
    faint: bool = False
    own: bool = False
    detail: str = ""


def pieces(look: Look, system: str) -> list[Piece]:
    """Everything on the grid that the viewer knows of: its own units first, then contacts."""
    return [*own_pieces(look, look.own_at(system)), *contact_pieces(look, look.contacts_at(system))]


def own_pieces(look: Look, units: Iterable[Unit]) -> list[Piece]:
    """Own units; craft, and vehicles, of one class in one cell are one piece."""
    found: list[Piece] = []
    stacks: dict[tuple[str, str, Seat], list[Unit]] = {}
    for one in units:
        if one.kind in ALIKE:
            stacks.setdefault((one.cell, one.code, one.owner), []).append(one)
            continue
        found.append(own_piece(look, [one], hidden(one.name)))
    for stack in stacks.values():
        called = hidden(stack[0].name) if len(stack) == 1 else f"{len(stack)}× {stack[0].code}"
        found.append(own_piece(look, stack, called))
    return found


def code_words(code: str, kind: UnitKind | None, number: int) -> str:
    """A class in short, with the squads of a stack: "STM, 20 squads"."""
    if kind is UnitKind.INFANTRY:
        return f"{code}, {counted(number, 'squad')}"
    return code


def own_piece(look: Look, units: list[Unit], label: str) -> Piece:
    """A unit, or a stack whose pools are summed."""
    first = units[0]
    full = look.world.full(first.code, first.count)
    worst = first.status if len(units) == 1 else Status.ACTIVE
    return Piece(
        label=label,
        cell=first.cell,
        kind=figure_of(look, first.code, first.kind),
        side=side_of(look, first.owner),
        count=len(units),
        pools=summed(one.pools for one in units),
        most=summed(full for _ in units),
        unit_kind=first.kind,
        shields_up=full.shields > 0 and all(one.shields_up for one in units),
        status=worst,
        faint=worst in (Status.DISABLED, Status.DERELICT),
        own=True,
        detail=code_words(first.code, first.kind, strength(look.world, first)) if len(units) == 1 else "",
    )


def folded(known: list[Piece]) -> list[Piece]:
    """The pieces as the whole grid has room for them: several of one side in a Ground Grid are one figure.

    The ground has a picture of its own.
    """
    low: dict[tuple[str, Side], list[Piece]] = {}
    found = []
    for piece in known:
        if grid_of(piece.cell):
            low.setdefault((grid_of(piece.cell), piece.side), []).append(piece)
        else:
            found.append(piece)
    for (grid, side), pieces in low.items():
        if len(pieces) == 1:
            found += pieces
        else:
            number = sum(piece.count for piece in pieces)
            own = any(piece.own for piece in pieces)
            found.append(Piece(f"{number} on {grid}", f"{grid}A", pieces[0].kind, side, number, own=own))
    return found


def summed(pools: Iterable[Pools]) -> Pools:
    """Pools added layer by layer."""
    total = Pools()
    for one in pools:
        total = Pools(
            total.shields + one.shields, total.armor + one.armor, total.systems + one.systems, total.hull + one.hull
        )
    return total


def contact_pieces(look: Look, contacts: Iterable[Contact]) -> list[Piece]:
    """Contacts; known craft, and vehicles, of one class and owner in one cell are one piece."""
    found: list[Piece] = []
    stacks: dict[tuple[str, str, str], list[Contact]] = {}
    for one in contacts:
        if one.code and one.kind in ALIKE and is_target(look.known, look.world, look.viewer, one):
            stacks.setdefault((one.cell, one.code, one.owner), []).append(one)
        else:
            found.append(contact_piece(look, [one]))
    return found + [contact_piece(look, stack) for stack in stacks.values()]


def contact_piece(look: Look, contacts: list[Contact]) -> Piece:
    """A contact, or a stack of them."""
    first = contacts[0]
    whose = side_of_contact(look.known, first)
    label = (hidden(first.name) or name_of(look, first)) if len(contacts) == 1 else f"{len(contacts)}× {first.code}"
    code = code_words(first.code, first.kind, first.count) if first.code and len(contacts) == 1 else ""
    parts = [code, confirmed(look, contacts)]
    known_pools = [one.pools for one in contacts if one.pools is not None]
    full = [look.world.full(one.code, one.count) for one in contacts if one.pools is not None and one.code]
    return Piece(
        label=label,
        cell=first.cell,
        kind=figure_of(look, first.code, first.kind),
        side=side_of(look, whose) if whose or first.code else UNKNOWN,
        count=len(contacts),
        pools=summed(known_pools) if known_pools else None,
        most=summed(full) if known_pools else None,
        unit_kind=first.kind,
        status=first.status if len(contacts) == 1 else Status.ACTIVE,
        faint=doubtful(look, first),
        detail=", ".join(part for part in parts if part),
    )


def doubtful(look: Look, contact: Contact) -> bool:
    """Whether a contact is no target, or may be gone without its viewer's having heard it move."""
    if not is_target(look.known, look.world, look.viewer, contact):
        return True
    return look.seat is not None and not in_sight(look, contact) and may_have_moved(look, contact)


def name_of(look: Look, contact: Contact) -> str:
    """What an unnamed contact is called: a track in public, the viewer's alias otherwise."""
    return f"Track {contact.track}" if look.seat is None and contact.track else contact.alias


@lru_cache(maxsize=8)
def grid_shape(cells: tuple[Cell, ...]) -> tuple[Shape, tuple[Box, ...]]:
    """Rings, quadrants and the world, with the boxes of the words on them: the same for every system."""
    parts: list[Shape] = []
    words: list[Box] = []
    for number, ring in enumerate((Ring.DSZ, Ring.C, Ring.B, Ring.A)):
        inner, outer = RADII[ring]
        for quadrant in range(QUADRANTS):
            start = SWEEP * quadrant
            fill = PANEL if (number + quadrant) % 2 else RAISED
            parts.append(sector(CENTRE, inner, outer, start, start + SWEEP, fill=fill, stroke=RULE))
    inner, outer = RADII[Ring.ATM]
    parts.append(circle(CENTRE, outer, fill="#16283d", stroke=RULE))
    parts.append(planet(CENTRE, inner, WORLD))
    parts.append(
        group(
            [
                sector(CENTRE, 0, inner, SWEEP * one, SWEEP * one + SWEEP, stroke="#0a0f1e", opacity=60)
                for one in range(QUADRANTS)
            ]
        )
    )
    for cell in cells:
        tag = cell_tag(cell)
        if tag is not None:
            parts.append(tag)
            words.append(tag.box)
    return group(parts), tuple(words)


def cell_tag(cell: Cell) -> Shape | None:
    """The name of a cell near its outer rim; the two levels of a Ground Grid share one."""
    outer = RADII[cell.ring][1]
    if cell.ring is Ring.GS:
        return None
    if cell.quadrant is None:
        spot = polar(CENTRE, outer - 120, 0)
        return text(Point(spot.x, spot.y + 40), cell.name, size=SMALL, fill=MUTED, anchor="middle")
    if cell.ring is Ring.GA:
        spot = polar(CENTRE, 330, SWEEP * (cell.quadrant - 1) + SWEEP // 2)
        return text(Point(spot.x, spot.y + 40), cell.name[:-1], size=SMALL, fill=MUTED, anchor="middle")
    inset = 140 if cell.quadrant % 2 else 230  # words are wider than tall
    spot = polar(CENTRE, outer - inset, SWEEP * (cell.quadrant - 1) + TAG_AT[cell.ring])
    return text(Point(spot.x, spot.y + 40), cell.name, size=SMALL, fill=MUTED, anchor="middle")


def seats_in(cell: Cell, count: int) -> tuple[int, list[Point]]:
    """A size of figures and a place for each of `count` in a cell: along arcs, as large as they fit."""
    inner, outer = RADII[cell.ring]
    for size in range(LARGEST, SMALLEST - 1, -10):
        places = arcs(cell, count, size, size * 30 // 100 + 60)
        if places is not None:
            return size, places
    gap = 20
    while True:
        places = arcs(cell, count, SMALLEST, gap)
        if places is not None:
            return SMALLEST, places
        gap -= 30
        if gap < -SMALLEST + 30:
            spot = polar(CENTRE, (inner + outer) // 2, middle_of(cell))
            return SMALLEST, [spot] * count


def middle_of(cell: Cell) -> int:
    """The bearing of a cell's middle in degrees."""
    return SWEEP * (cell.quadrant - 1) + SWEEP // 2 if cell.quadrant is not None else 135


def arcs(cell: Cell, count: int, size: int, gap: int) -> list[Point] | None:
    """Places along as few arcs as will hold them; None where they do not fit."""
    inner, outer = RADII[cell.ring]
    step = max(30, size + gap)
    kept = 2 * TAG_AT.get(cell.ring, 0)
    start, sweep = (SWEEP * (cell.quadrant - 1) + kept, SWEEP - kept) if cell.quadrant is not None else (0, 4 * SWEEP)
    most_rows = max(1, (outer - inner) // (size * 135 // 100))  # a figure and its bars
    for rows in range(1, most_rows + 1):
        radii = [inner + (outer - inner) * (2 * row + 1) // (2 * rows) for row in reversed(range(rows))]
        # 355/113 is pi closely enough for a count.
        rooms = [max(0, (radius * sweep * 355 // (180 * 113) - size // 2) // step) for radius in radii]
        if sum(rooms) < count:
            continue
        places: list[Point] = []
        left = count
        for number, (radius, room) in enumerate(zip(radii, rooms, strict=True)):
            share = min(room, -(-left * room // max(1, sum(rooms[number:]))))
            places += [polar(CENTRE, radius, start + sweep * (2 * one + 1) // (2 * share)) for one in range(share)]
            left -= share
        return places
    return None


def piece_shape(piece: Piece, at: Point, size: int) -> Shape:
    """A figure with its marks: shields as a ring, status as a ring of danger, pools as bars."""
    parts: list[Shape] = []
    if piece.shields_up:
        parts.append(circle(at, size * 62 // 100, stroke=SHIELDS, weight=14, opacity=80))
    parts.append(unit(piece.kind, at, size, piece.side, faint=piece.faint))
    if piece.status is not Status.ACTIVE:
        parts.append(circle(at, size * 58 // 100, stroke=DANGER, weight=18, dash="46 30"))
    if piece.pools is not None and piece.most is not None and piece.unit_kind is not None:
        tall = 92 if piece.unit_kind in (UnitKind.SHIP, UnitKind.PLATFORM) else 54
        box = Box(at.x - size // 2, at.y + size * 56 // 100, size, tall)
        parts.append(pool_shape(box, piece.pools, piece.most, piece.unit_kind))
    return group(parts)


def board_picture(look: Look, system: System) -> Svg:
    """The grid of one system as the viewer knows it."""
    battle = look.known.battles.get(system.name)
    title = f"Battle of {system.name}" if battle is not None else f"Grid of {system.name}"
    note = f"battle began {ago(battle.opened_at, look.now)}" if battle is not None else system.region
    picture = Picture(WIDTH, HEIGHT, title, note=note)
    ground, words = grid_shape(tuple(look.world.grid.cells.values()))
    picture.add(ground)
    known = pieces(look, system.name)
    shapes: list[Shape] = []
    wanted: list[Wanted] = []
    figures = folded(known)
    for cell in look.world.grid.cells.values():
        here = [piece for piece in figures if piece.cell == cell.name]
        size, places = seats_in(cell, len(here)) if here else (0, [])
        for piece, at in zip(here, places, strict=True):
            shape = piece_shape(piece, at, size)
            shapes.append(shape)
            wanted.append(
                Wanted(
                    piece.label,
                    shape.box,
                    size=BODY if len(figures) <= CROWD else SMALL + 10,
                    fill=piece.side.colour,
                    bold=piece.own,
                    rank=0 if piece.own else 1,
                    widest=2200,
                )
            )
    picture.add(*shapes)
    picture.add(arrange(wanted, Box(100, 700, 9600, 9600), words).draw())
    picture.add(side_panel(look, known))
    return picture.svg()


ROW, CLOSE_ROW = 330, 200
"""Height of a line of the panel, with the details under the name, and beside it where there are many."""


def side_panel(look: Look, known: list[Piece]) -> Shape:
    """Who is there, unit by unit, and what the signs mean."""
    box = SIDE_PANEL
    parts = [panel(box, "What everybody knows" if look.seat is None else "What you see")]
    signs = sign_rows(look, known)
    room = box.height - 700 - 210 * len(signs)
    step = ROW if ROW * len(known) <= room else CLOSE_ROW
    most = room // step
    left, y = box.x + 140, box.y + 420
    shown = known if len(known) <= most else known[: max(0, most - 1)]
    for piece in shown:
        parts.append(piece_row(piece, Point(left, y), box.width - 280, close=step == CLOSE_ROW))
        y += step
    if len(shown) < len(known):
        more = f"and {len(known) - len(shown)} more: see the text"
        parts.append(text(Point(left, y + 60), more, size=SMALL, fill=MUTED))
    if not known:
        parts.append(text(Point(left, y + 60), "No unit is known here.", size=BODY, fill=MUTED))
    tall = 210 * len(signs)
    parts.append(legend(Box(left, box.bottom - tall - 120, box.width - 280, tall), signs, size=SMALL))
    return group(parts)


NAME_AT, BARS_WIDE = 760, 800


BRIEF: dict[Status, str] = {
    Status.ACTIVE: "",
    Status.DISABLED_PENDING: "disabled, last acts",
    Status.DISABLED: "disabled",
    Status.DERELICT: "derelict",
    Status.DOOMED: "doomed",
    Status.DESTROYED: "destroyed",
}
"""The state of a piece, as short as its line needs it."""


def piece_row(piece: Piece, at: Point, width: int, *, close: bool) -> Shape:
    """One line of the panel: figure, cell, name and details, pools."""
    room = width - NAME_AT - (BARS_WIDE if piece.pools is not None else 0) - 60
    state = BRIEF[piece.status]
    detail = ", ".join(part for part in (piece.detail, state) if part)
    colour = DANGER if state else MUTED
    size, left = SMALL if close else BODY, at.x + NAME_AT
    name = fit(piece.label, room * 60 // 100 if close and detail else room, size, bold=piece.own)
    words = text(Point(left, at.y + 40), name, size=size, fill=piece.side.colour, bold=piece.own)
    if close:
        beside = words.box.right + 80
        small = text(
            Point(beside, at.y + 40), fit(detail, left + room - beside, SMALL - 5), size=SMALL - 5, fill=colour
        )
    else:
        small = text(Point(left, at.y + 170), fit(detail, room, SMALL - 5), size=SMALL - 5, fill=colour)
    sign = unit(
        piece.kind, Point(at.x + 110, at.y + (0 if close else 50)), 160 if close else 190, piece.side, faint=piece.faint
    )
    parts = [sign, text(Point(at.x + 270, at.y + 40), piece.cell, size=SMALL, fill=MUTED), words, small]
    if piece.pools is not None and piece.most is not None and piece.unit_kind is not None:
        box = Box(at.x + width - BARS_WIDE, at.y - (60 if close else 30), BARS_WIDE, 110 if close else 170)
        parts.append(pool_shape(box, piece.pools, piece.most, piece.unit_kind))
    return group(parts)


def sign_rows(look: Look, known: list[Piece]) -> list[tuple[Shape, str]]:
    """What the signs mean: sides that are there, then the marks in use."""
    origin = Point(0, 0)
    rows: list[tuple[Shape, str]] = []
    present = {piece.side.name for piece in known}
    for seat in look.known.players:
        side = side_of(look, seat)
        if side.name in present:
            mine = " (you)" if seat == look.seat else ""
            rows.append((unit(Kind.ESCORT, origin, 170, side), f"{hidden(seat)}{mine}"))
    if any(piece.kind is Kind.CONTACT for piece in known):
        rows.append((unit(Kind.CONTACT, origin, 170, UNKNOWN), "contact of unknown class"))
    if any(piece.faint and not piece.own for piece in known):
        rows.append((unit(Kind.ESCORT, origin, 170, UNKNOWN, faint=True), "was there when last seen or heard"))
    if any(piece.shields_up for piece in known):
        rows.append((circle(origin, 80, stroke=SHIELDS, weight=14), "shields raised"))
    if any(piece.status is not Status.ACTIVE for piece in known):
        rows.append((circle(origin, 80, stroke=DANGER, weight=18, dash="46 30"), "disabled or doomed"))
    if any(piece.pools is not None for piece in known):
        sample = Pools(3, 3, 3, 3)
        bars = pool_shape(around(origin, 200, 150), sample, Pools(4, 4, 4, 4), UnitKind.SHIP)
        rows.append((bars, "shields, armor, systems, hull"))
    return rows


AREA = Box(160, 760, 9440, 9460)


GAP = 160


SKY, EARTH = "#16283d", "#2b3a2e"


TITLE = 420
"""Height of the strip with a grid's name."""


PLACES = {"G-1": (1, 0), "G-2": (1, 1), "G-3": (0, 1), "G-4": (0, 0)}
"""Column and row of each grid, as the quadrants lie to each other on the board of the system (GCW-GRD-01)."""


LARGEST_GRID, SMALLEST_GRID = 560, 220


def ground_picture(look: Look, system: System) -> Svg:
    """The ground of one system as the viewer knows it."""
    battle = look.known.battles.get(system.name)
    note = f"battle began {ago(battle.opened_at, look.now)}" if battle is not None else system.region
    picture = Picture(WIDTH, HEIGHT, f"Ground of {system.name}", note=note)
    known = low_pieces(look, system.name)
    shapes: list[Shape] = []
    wanted: list[Wanted] = []
    obstacles: list[Box] = []
    for grid in ground_grids(look):
        frame, words = field(look, system.name, grid)
        picture.add(frame)
        obstacles += words
        for level in ("A", "S"):
            box = level_box(grid, level)
            here = [piece for piece in known if piece.cell == grid + level]
            for piece, at, size in rows(box, here):
                shape = piece_shape(piece, at, size)
                shapes.append(shape)
                wanted.append(
                    Wanted(
                        piece.label,
                        shape.box,
                        size=BODY if len(known) <= 16 else SMALL + 10,
                        fill=piece.side.colour,
                        bold=piece.own,
                        rank=0 if piece.own else 1,
                        widest=1900,
                    )
                )
    picture.add(*shapes)
    picture.add(arrange(wanted, AREA, obstacles).draw())
    picture.add(side_panel(look, known))
    return picture.svg()


def low_pieces(look: Look, system: str) -> list[Piece]:
    """Everything on the ground and in the air above it: own garrisons stand where their facilities do."""
    own = [located(look.known, unit) for unit in look.own()]
    here = [unit for unit in own if unit.system == system and grid_of(unit.cell)]
    seen = [one for one in look.contacts_at(system) if grid_of(one.cell)]
    return [*own_pieces(look, here), *contact_pieces(look, seen)]


def grid_box(grid: str) -> Box:
    """The place of a Ground Grid in the picture."""
    column, row = PLACES[grid]
    width, height = (AREA.width - GAP) // 2, (AREA.height - GAP) // 2
    return Box(AREA.x + column * (width + GAP), AREA.y + row * (height + GAP), width, height)


def level_box(grid: str, level: str) -> Box:
    """The place of a level: the Air is the upper third."""
    box = grid_box(grid)
    room = box.height - TITLE
    air = room // 3
    if level == "A":
        return Box(box.x, box.y + TITLE, box.width, air)
    return Box(box.x, box.y + TITLE + air, box.width, room - air)


def field(look: Look, system: str, grid: str) -> tuple[Shape, list[Box]]:
    """A Ground Grid's frame with its name and effects, and the boxes of the words on it."""
    box, air, surface = grid_box(grid), level_box(grid, "A"), level_box(grid, "S")
    bombed = f"{system}/{grid}" in look.known.bombarded
    words = [
        text(Point(box.x + 140, box.y + 280), grid, size=BODY + 40, fill=INK, bold=True),
        text(Point(air.x + 140, air.y + 200), "Air", size=SMALL, fill=MUTED),
        text(Point(surface.x + 140, surface.y + 200), "Surface", size=SMALL, fill=MUTED),
    ]
    if bombed:
        at = Point(box.right - 140, box.y + 280)
        words.append(text(at, "bombarded: −1 UCR, no troops in or out", size=SMALL, fill=DANGER, anchor="end"))
    frame = [
        rect(box, fill="#0d1526", stroke=DANGER if bombed else RULE, corner=60),
        rect(air, fill=SKY),
        rect(surface, fill=EARTH),
    ]
    return group([*frame, *words]), [one.box for one in words]


NAMED = 900
"""Room for a name beside a figure."""


def places(box: Box, room: int, size: int) -> int:
    """How many figures of a size a level has room for."""
    return max(1, (box.width - 300) // (size + NAMED)) * max(1, room // (2 * size))


def rows(box: Box, here: list[Piece]) -> list[tuple[Piece, Point, int]]:
    """Pieces in rows, as large as they fit with room for their names."""
    if not here:
        return []
    top = box.y + 240
    room = box.height - 300
    sizes = range(LARGEST_GRID, SMALLEST_GRID - 1, -20)
    size = next((one for one in sizes if places(box, room, one) >= len(here)), SMALLEST_GRID)
    columns, lines = max(1, (box.width - 300) // (size + NAMED)), max(1, room // (2 * size))
    columns = max(columns, -(-len(here) // lines))
    used = -(-len(here) // columns)
    found = []
    for number, piece in enumerate(here):
        row, column = divmod(number, columns)
        share = min(columns, len(here) - row * columns)
        x = box.x + box.width * (2 * column + 1) // (2 * share)
        y = top + room * (2 * row + 1) // (2 * used) - size // 5
        found.append((piece, Point(x, y), size))
    return found
