"""The picture of the ground of a system: its grids, who stands on them and inside what, how tired. GCW-GND, -GAR."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from engine.game import Svg
from engine.gcw.certainty import ago, span
from engine.gcw.data.places import System
from engine.gcw.ground.forces import force_key, next_tiring
from engine.gcw.look import Look
from engine.gcw.pictures.pieces import Piece, contact_pieces, own_pieces, piece_shape, signs_of
from engine.gcw.pictures.worlds import ground_of
from engine.gcw.state import UnitKind, located
from engine.gcw.viewing import ground_grids
from engine.gcw.world import grid_of
from engine.picture import (
    BODY,
    DANGER,
    INK,
    MUTED,
    RULE,
    SMALL,
    WIDE,
    Box,
    Picture,
    Point,
    Shape,
    fit,
    group,
    legend,
    polygon,
    rect,
    text,
    wrap,
)
from engine.text.message import N_, T_, drawn, joined, term

TITLE, MARGIN, GAP = 420, 200, 160
SIZE, ROW, COLUMN, LINE = 560, 1720, 1860, 240
"""Of a figure, of the row it stands in with its bars and four lines of words, the least width it has there, a line."""
EMPTY = 380
"""Height of a level where nobody is known to be."""
LEVELS = (("A", T_("Air")), ("S", T_("Surface")))
ORDER = {"G-4": 0, "G-1": 1, "G-3": 2, "G-2": 3}
"""The grids as they lie to each other on the board of the system (GCW-GRD-01), row by row."""


NOBODY_IN, NO_UNIT_HERE = N_("{grids}: nobody is known to be there."), T_("No unit is known here.")


def ground_picture(look: Look, system: System) -> Svg:
    """The ground of one system as the viewer knows it: the grids where somebody is, or all four."""
    battle = look.known.battles.get(system.name)
    note = N_("battle began {ago}")(ago=term(ago(battle.opened_at, look.now))) if battle is not None else system.region
    known = low_pieces(look, system.name)
    grids = sorted(ground_grids(look), key=ORDER.__getitem__)
    used = [grid for grid in grids if any(grid_of(piece.cell) == grid for piece in known)]
    across = 1 if len(used) == 1 else 2
    wide = (WIDE - 2 * MARGIN - GAP * (across - 1)) // across
    parts: list[Shape] = []
    y = 720
    shown = used or grids
    for start in range(0, len(shown), across):
        line = shown[start : start + across]
        tall = max(height_of(known, place, wide) for place in line)
        for column, place in enumerate(line):
            box = Box(MARGIN + column * (wide + GAP), y, wide, tall)
            parts.append(field(look, system.name, place, box, known))
        y += tall + GAP
    empty = [grid for grid in grids if grid not in shown]
    if empty or not known:
        words = NOBODY_IN(grids=term(", ".join(empty))) if known else NO_UNIT_HERE
        parts.append(text(Point(MARGIN, y + 160), words, size=SMALL, fill=MUTED))
        y += 300
    signs = signs_of(look, known)
    if signs:
        parts.append(legend(Box(MARGIN, y, WIDE - 2 * MARGIN, 0), signs, columns=2))
        y = parts[-1].box.bottom
    picture = Picture(WIDE, y + 200, N_("Ground of {system}")(system=term(system.name)), note=note)
    picture.add(*parts)
    return picture.svg()


def low_pieces(look: Look, system: str) -> list[Piece]:
    """Everything on the ground and in the air above it: facilities first, each with who is known to be in it."""
    own = [located(look.known, unit) for unit in look.own()]
    here = [unit for unit in own if unit.system == system and grid_of(unit.cell)]
    seen = [contact for contact in look.contacts_at(system) if grid_of(contact.cell)]
    inside: dict[str, list[Piece]] = {}
    for unit in here:
        if unit.docked:
            inside.setdefault(unit.docked, []).extend(own_pieces(look, [unit]))
    for contact in seen:
        if contact.inside:
            inside.setdefault(contact.inside, []).extend(contact_pieces(look, [contact]))
    found = own_pieces(look, [unit for unit in here if not unit.docked])
    found += contact_pieces(look, [contact for contact in seen if not contact.inside])
    hosts = {member for piece in found for member in piece.members}
    found += [piece for host, guests in inside.items() if host not in hosts for piece in guests]
    full = [
        replace(piece, inside=N_("in it: {units}")(units=joined(", ", map(drawn, guests))) if guests else "")
        for piece in found
        for guests in [[named(guest) for member in piece.members for guest in inside.get(member, ())]]
    ]
    return sorted(full, key=lambda piece: piece.unit_kind is not UnitKind.FACILITY)


def named(piece: Piece) -> str:
    """A piece by its name and class."""
    return f"{piece.label} {piece.code}".strip()


def at_level(known: Sequence[Piece], grid: str, level: str) -> list[Piece]:
    """The pieces on one level of a Ground Grid."""
    return [piece for piece in known if piece.cell == grid + level]


def lines_of(piece: Piece, room: int) -> list[tuple[str, str, bool]]:
    """Lines under a piece, with their colours, bold or not: its name, its code, who is in it."""
    named = wrap(piece.label, room, SMALL, bold=piece.own, most=2)
    lines = [(words, piece.side.colour, piece.own) for words in named]
    lines += [(fit(piece.code, room, SMALL), MUTED, False)] if piece.code else []
    return lines + [(words, INK, False) for words in wrap(piece.inside, room, SMALL, most=3)]


def row_height(here: Sequence[Piece], wide: int) -> int:
    """Height of each row of a level: of four lines, and more where somebody has more."""
    room = wide // (wide // COLUMN) - 80
    return ROW + LINE * max(0, *(len(lines_of(piece, room)) - 4 for piece in here))


def level_height(here: Sequence[Piece], wide: int) -> int:
    """Height of a level with these pieces."""
    return -(-len(here) // (wide // COLUMN)) * row_height(here, wide) + 280 if here else EMPTY


def height_of(known: Sequence[Piece], grid: str, wide: int) -> int:
    """Height of the box of a Ground Grid."""
    return TITLE + sum(level_height(at_level(known, grid, level), wide) for level, _ in LEVELS)


def field(look: Look, system: str, grid: str, box: Box, known: Sequence[Piece]) -> Shape:
    """A Ground Grid with its name, what weighs on it, and who is there; the Surface has what room the Air leaves."""
    bombed = f"{system}/{grid}" in look.known.bombarded
    weighs = [words for words in (fatigue(look, system, grid), "bombarded: −1 UCR" if bombed else "") if words]
    air = Box(box.x, box.y + TITLE, box.width, level_height(at_level(known, grid, "A"), box.width))
    surface = Box(box.x, air.bottom, box.width, box.bottom - air.bottom)
    hills = [Point(surface.x + surface.width * part // 8, surface.y - (150 if part % 2 else 40)) for part in range(9)]
    world = ground_of(system)
    parts = [
        rect(box, fill="#0d1526", stroke=DANGER if bombed else RULE, weight=30 if bombed else 12, corner=60),
        rect(air, fill=world.sky),
        polygon([*hills, Point(surface.right, surface.y), Point(surface.x, surface.y)], fill=world.ridge),
        rect(surface, fill=world.earth),
        text(Point(box.x + 140, box.y + 280), grid, size=BODY, fill=INK, bold=True),
    ]
    room = box.width - 900
    parts.append(text(Point(box.right - 140, box.y + 280), fit(", ".join(weighs), room, SMALL), size=SMALL, fill=DANGER,
                      anchor="end"))  # fmt: skip
    for level, (letter, words) in ((air, LEVELS[0]), (surface, LEVELS[1])):
        parts.append(text(Point(level.x + 100, level.y + 220), words, size=SMALL, fill=MUTED))
        parts += standing(level, at_level(known, grid, letter))
    return group(parts)


def fatigue(look: Look, system: str, grid: str) -> str:
    """A note on the fatigue of the viewer's force in a Ground Grid; "" without one (GCW-FTG)."""
    force = look.known.forces.get(force_key(look.viewer, system, grid)) if look.seat is not None else None
    if force is None:
        return ""
    tires = next_tiring(force)
    if force.fatigued:
        return T_("your force is tired: −1 UCR")
    if tires is None:
        return T_("your force does not tire")
    return N_("your force tires in {left}")(left=term(span(max(0, tires - look.now))))


def standing(level: Box, here: Sequence[Piece]) -> list[Shape]:
    """The pieces of a level in rows, each with its name under it, and who is inside."""
    columns = level.width // COLUMN
    wide = level.width // columns
    parts = []
    for number, piece in enumerate(here):
        row, column = divmod(number, columns)
        share = min(columns, len(here) - row * columns)
        left = level.x + (level.width - share * wide) // 2 + column * wide
        at = Point(left + wide // 2, level.y + 340 + row * row_height(here, level.width) + SIZE // 2)
        parts.append(piece_shape(piece, at, SIZE))
        base = at.y + SIZE * 56 // 100 + 330
        for line, (words, fill, bold) in enumerate(lines_of(piece, wide - 80)):
            place = Point(at.x, base + LINE * line)
            parts.append(text(place, words, size=SMALL, fill=fill, bold=bold, anchor="middle"))
    return parts
