"""The picture of a ship sheet: its figure with the arcs its weapons cover, rows of pips, figures, systems, hangars."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engine import picture as draw
from engine.game import Svg
from engine.picture import DANGER, HULL, INK, MUTED, RULE, SHIELDS, SKY, SPENT, Box, Picture, Point, Shape
from engine.sunrise.data.units import Arc
from engine.sunrise.figures.weapons import AROUND
from engine.sunrise.pictures.draw_arcs import HALF, MIDDLE, TINT
from engine.sunrise.pictures.scene import COLOURS, FINE, HEAD, WIDTH, WORD, silhouette
from engine.sunrise.state import Side
from engine.text.message import N_, NN_, T_, drawn, term

FIGURE = Box(200, 740, 3500, 3700)
ROWS = Box(3850, 740, 6950, 3700)
TILES_AT = 4580
TILE_TALL = 900
SYSTEMS_AT = 5620
LINE_TALL = 520


class SystemLine(msgspec.Struct, frozen=True):
    """A system as the sheet shows it: its name, what else matters, and its boxes; `spent` is a weapon that fired.

    `empty` is a slot of a list in which nothing is mounted yet.
    """

    name: str
    detail: str
    boxes: int = 1
    lost: int = 0
    spent: bool = False
    empty: bool = False


class Card(msgspec.Struct, frozen=True, kw_only=True):
    """A ship as its sheet shows it. `arcs` counts working weapons by arc, missiles apart; `tiles` are figures."""

    name: str
    note: str
    hull: str
    hull_name: str
    side: Side
    pips: int
    row: int
    rows: int
    shields: tuple[int, int]
    arcs: tuple[tuple[Arc, int], ...]
    missiles: int
    tiles: tuple[tuple[str, str], ...]
    systems: tuple[SystemLine, ...]
    status: str = ""
    notes: tuple[str, ...] = ()


def sheet_picture(card: Card) -> Svg:
    """The whole sheet; its height follows the number of systems and notes."""
    rows = -(-len(card.systems) // 2)
    systems = Box(200, SYSTEMS_AT, WIDTH - 400, 620 + rows * LINE_TALL)
    notes = [row for note in card.notes for row in draw.wrap(note, WIDTH - 900, WORD, most=3)]
    tall = systems.bottom + 200 + (len(notes) * 320 + 420 if notes else 0)
    picture = Picture(WIDTH, tall, card.name)
    picture.add(draw.text(Point(WIDTH - 200, 430), card.note, size=WORD, fill=MUTED, anchor="end"))
    picture.add(_figure(card), _rows(card), _tiles(card), _systems(card, systems))
    if notes:
        box = Box(200, systems.bottom + 150, WIDTH - 400, len(notes) * 320 + 220)
        picture.add(draw.panel(box))
        for number, row in enumerate(notes):
            picture.add(draw.text(Point(box.x + 240, box.y + 330 + 320 * number), row, size=WORD))
    return picture.svg()


def _figure(card: Card) -> Shape:
    """The silhouette, bow up, with the weapons of each arc."""
    centre = Point(FIGURE.centre.x, FIGURE.centre.y - 120)
    parts = [draw.panel(FIGURE)]
    counts = dict(card.arcs)
    for arc in AROUND:
        count = counts.get(arc, 0)
        middle = MIDDLE[arc]
        parts.append(
            draw.sector(centre, 520, 1580, middle - HALF, middle + HALF, fill=TINT if count else RULE, stroke=SKY,
                   weight=24, opacity=min(60, 22 + 12 * count) if count else 25)
        )  # fmt: skip
        spot = draw.polar(centre, 1050, middle)
        parts.append(draw.centred(Box(spot.x - 520, spot.y - 260, 1040, 300), arc.value, size=FINE, fill=INK))
        words = NN_("{count} gun", "{count} guns", "count")(count=count) if count else T_("none")
        parts.append(
            draw.centred(
                Box(spot.x - 450, spot.y - 20, 900, 300), words, size=FINE, fill=INK if count else MUTED, bold=True
            )
        )
    parts.append(draw.circle(centre, 520, fill=SKY))
    parts.append(silhouette(card.hull, card.side, centre, 0, 900))
    foot = f"{card.hull_name}, {_missiles(card.missiles)}" if card.missiles else card.hull_name
    base = Point(FIGURE.centre.x, FIGURE.bottom - 190)
    colour = COLOURS[card.side]
    size = WORD if draw.measure(foot, WORD, bold=True) <= FIGURE.width - 300 else FINE
    parts.append(
        draw.text(base, draw.fit(foot, FIGURE.width - 200, size), size=size, fill=colour, anchor="middle", bold=True)
    )
    if card.status:
        parts.append(draw.badge(Point(centre.x, FIGURE.y + 230), card.status, DANGER, size=WORD))
    return draw.group(parts)


def _missiles(count: int) -> str:
    return NN_("{count} missile all round", "{count} missiles all round", "count")(count=count)


def _rows(card: Card) -> Shape:
    """Rows of pips as a sheet has them: whole ones filled, crossed off from the last row."""
    most = card.rows * card.row
    pips = N_("{pips} of {most} pips")(pips=card.pips, most=most)
    parts = [
        draw.panel(ROWS),
        draw.text(Point(ROWS.x + 240, ROWS.y + 420), T_("Hull"), size=HEAD, bold=True),
        draw.text(
            Point(ROWS.right - 240, ROWS.y + 420), pips, size=HEAD, bold=True, anchor="end",
            fill=DANGER if 3 * card.pips <= most else INK,
        ),
    ]  # fmt: skip
    top, room = ROWS.y + 620, ROWS.height - 620 - 560
    tall = min(340, room // max(1, card.rows))
    wide = (ROWS.width - 480) // max(1, card.row)
    for number in range(card.rows):
        for pip in range(card.row):
            box = Box(ROWS.x + 240 + wide * pip, top + tall * number, wide - 50, tall - 60)
            filled = number * card.row + pip < card.pips
            rim = HULL if filled else SPENT
            parts.append(draw.rect(box, fill=HULL if filled else None, stroke=rim, weight=14, corner=40))
    left, full = card.shields
    base = ROWS.bottom - 200
    if full:
        words = draw.text(
            Point(ROWS.x + 240, base),
            N_("Shields {left} of {full} this turn")(left=left, full=full),
            size=WORD,
            fill=SHIELDS,
        )
        parts.append(words)
        step = min(340, (ROWS.right - 240 - words.box.right - 200) // full)
        for pip in range(full):
            box = Box(words.box.right + 200 + step * pip, base - 210, step - 60, 240)
            filled = pip < left
            parts.append(
                draw.rect(
                    box, fill=SHIELDS if filled else None, stroke=SHIELDS if filled else SPENT, weight=14, corner=40
                )
            )
    else:
        parts.append(draw.text(Point(ROWS.x + 240, base), T_("No Shields"), size=WORD, fill=MUTED))
    return draw.group(parts)


def _tiles(card: Card) -> Shape:
    """Figures in a row: velocity, thrust, ratings."""
    count = max(1, len(card.tiles))
    wide = (WIDTH - 400 + 120) // count
    parts: list[Shape] = []
    for number, (name, value) in enumerate(card.tiles):
        box = Box(200 + wide * number, TILES_AT, wide - 120, TILE_TALL)
        parts.append(draw.panel(box))
        parts.append(draw.centred(Box(box.x + 40, box.y + 80, box.width - 80, 300), name, size=FINE, fill=MUTED))
        parts.append(draw.centred(Box(box.x + 40, box.y + 400, box.width - 80, 380), value, size=HEAD, bold=True))
    return draw.group(parts)


WORK = N_("Systems: {works} of {mounted} work")
WORK_FREE = N_("Systems: {works} of {mounted} work, {free} free")


def _systems(card: Card, box: Box) -> Shape:
    """Every system with its boxes: filled while it works, crossed when it is lost."""
    mounted = [system for system in card.systems if not system.empty]
    works = sum(line.lost < line.boxes for line in mounted)
    free = len(card.systems) - len(mounted)
    head = (WORK_FREE if free else WORK)(works=works, mounted=len(mounted), free=free)
    parts = [draw.panel(box), draw.text(Point(box.x + 240, box.y + 400), head, size=HEAD, bold=True)]
    rows = -(-len(card.systems) // 2)
    column = (box.width - 360) // 2
    for number, system in enumerate(card.systems):
        at = Point(box.x + 240 + number // rows * column, box.y + 620 + number % rows * LINE_TALL)
        parts.append(_system(system, at, column - 160))
    return draw.group(parts)


def _system(row: SystemLine, at: Point, width: int) -> Shape:
    """A system: boxes, name, detail under it."""
    dead = row.lost >= row.boxes
    parts: list[Shape] = []
    for number in range(row.boxes):
        box = Box(at.x, at.y + 40 + 130 * number, 240, 240) if row.boxes == 1 else Box(
            at.x + 60, at.y + 10 + 150 * number, 130, 130
        )  # fmt: skip
        lost = number < row.lost
        if row.empty:
            parts.append(draw.rect(box, stroke=SPENT, weight=16, corner=40, dash="50 36"))
            continue
        parts.append(draw.rect(box, fill=None if lost else HULL, stroke=DANGER if lost else HULL, weight=16, corner=40))
        if lost:
            parts += [
                draw.line(Point(box.x + 40, box.y + 40), Point(box.right - 40, box.bottom - 40), DANGER, weight=28),
                draw.line(Point(box.x + 40, box.bottom - 40), Point(box.right - 40, box.y + 40), DANGER, weight=28),
            ]
    left, room = at.x + 360, width - 360
    name, told = _parted(f"{row.name} (fired)" if row.spent else row.name, row.detail, room)
    colour = MUTED if dead or row.empty else INK
    parts.append(
        draw.text(Point(left, at.y + 200), draw.fit(name, room, WORD, bold=True), size=WORD, fill=colour, bold=True)
    )
    detail = N_("destroyed; {told}")(told=drawn(told)) if dead and told else T_("destroyed") if dead else told
    shade = DANGER if dead else MUTED
    parts.append(draw.text(Point(left, at.y + 430), draw.fit(_whole(detail, room), room, FINE), size=FINE, fill=shade))
    return draw.group(parts)


def _parted(name: str, detail: str, room: int) -> tuple[str, str]:
    """A system's name and what is told under it, where it gets what stands in brackets if that has no room above."""
    head, bracket, inside = name.partition(" (")
    if not bracket or draw.measure(name, WORD, bold=True) <= room:
        return name, detail
    return head, "; ".join(filter(None, (inside.removesuffix(")"), detail)))


def _whole(detail: str, room: int) -> str:
    """The words under a system; of a weapon that bears three ways the one way it does not, if all have no room."""
    if draw.measure(detail, FINE) <= room:
        return detail
    blind = [arc for arc in Arc if arc.value not in detail]
    told = [part for part in detail.split(", ") if not any(arc.value in part for arc in Arc)]
    if len(blind) != 1 or not told:
        return detail
    return ", ".join([told[0], N_("all but {arc}")(arc=term(blind[0].value)), *told[1:]])


def guns_by_arc(arcs: Sequence[tuple[Arc, ...]]) -> tuple[tuple[Arc, int], ...]:
    """Number of weapons that cover each arc, from the arcs of each."""
    return tuple((arc, sum(arc in covered for covered in arcs)) for arc in AROUND)
