"""The picture of a system's ground: four Ground Grids, each with its Air above its Surface."""

from __future__ import annotations

from engine.game import Svg
from engine.gcw.data.places import System
from engine.gcw.look import Look
from engine.gcw.pictures.board import HEIGHT, WIDTH, Piece, contact_pieces, own_pieces, piece_shape, side_panel
from engine.gcw.pictures.drawing import ago
from engine.gcw.state import located
from engine.gcw.viewing import ground_grids
from engine.gcw.world import grid_of
from engine.picture import (
    BODY,
    DANGER,
    INK,
    MUTED,
    RULE,
    SMALL,
    Box,
    Picture,
    Point,
    Shape,
    Wanted,
    arrange,
    group,
    rect,
    text,
)

AREA = Box(160, 760, 9440, 9460)
GAP = 160
SKY, EARTH = "#16283d", "#2b3a2e"
TITLE = 420
"""Height of the strip with a grid's name."""
PLACES = {"G-1": (1, 0), "G-2": (1, 1), "G-3": (0, 1), "G-4": (0, 0)}
"""Column and row of each grid, as the quadrants lie to each other on the board of the system (GCW-GRD-01)."""

LARGEST, SMALLEST = 560, 220


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
    sizes = range(LARGEST, SMALLEST - 1, -20)
    size = next((one for one in sizes if places(box, room, one) >= len(here)), SMALLEST)
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
