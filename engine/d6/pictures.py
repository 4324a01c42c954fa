"""Pictures: who stands where, with the ranges and the arc of whoever acts; a sheet with its codes and wounds."""

from __future__ import annotations

from collections.abc import Sequence

from engine.d6.data.pack import Attribute
from engine.d6.dice.codes import code
from engine.d6.look import Look, skills_of
from engine.d6.state import Figure, Held, Wound
from engine.game import Svg
from engine.picture import (
    ACCENT,
    BODY,
    DANGER,
    HULL,
    INK,
    LINE,
    MUTED,
    NEUTRAL,
    RULE,
    SKY,
    SMALL,
    Box,
    Kind,
    Picture,
    Point,
    Shape,
    Side,
    Wanted,
    arrange,
    boxes,
    circle,
    line,
    listing,
    nothing,
    panel,
    sector,
    sides_of,
    text,
    unit,
)
from engine.text.names import hidden

SIZE, HEAD, WIDEST = 7000, 800, 3400
"""Tenths of a pixel of a scene's sides, of what stands above it, and of the longest name there."""

EDGE, GAP = 600, 70
"""Tenths of a pixel that are left free around those who stand farthest out, and between a figure and its name."""

LEAST = 10
"""Metres that a scene shows at least to each side of its middle."""


def party(look: Look, figure: Figure) -> Side:
    """The colour and mark of a figure: its player's, grey for the GM's."""
    return sides_of(look.known.seats)[figure.owner] if figure.owner is not None else NEUTRAL


def scene_picture(look: Look) -> Svg:
    """Everybody who has a place, the ranges of the weapon in the hand of whoever acts, and their half of the field
    (D6-6-03, D6-7.3-02).
    """
    known = look.known
    placed = [
        (one, one.place) for one in known.figures.values() if one.place is not None and one.wound is not Wound.DEAD
    ]
    if not placed:
        return nothing(SIZE, "The scene", "Nobody has said where people stand.")
    picture = Picture(SIZE, SIZE + HEAD, "The scene", f"round {known.tick}" if known.tick else "")
    xs, ys = [place[0] for _, place in placed], [place[1] for _, place in placed]
    middle = (min(xs) + max(xs)) // 2, (min(ys) + max(ys)) // 2
    reach = max(LEAST, max(xs) - middle[0], max(ys) - middle[1], middle[0] - min(xs), middle[1] - min(ys))

    def scaled(metres: int) -> int:
        return metres * (SIZE // 2 - EDGE) // reach

    def at(place: tuple[int, int]) -> Point:
        return Point(SIZE // 2 + scaled(place[0] - middle[0]), HEAD + SIZE // 2 - scaled(place[1] - middle[1]))

    ranged: list[Shape] = []
    acting = known.figures.get(known.acting)
    if acting is not None and acting.place is not None:
        centre = at(acting.place)
        sheet = known.sheets.get(acting.id)
        held = next((one for one in sheet.weapons.values() if one.ready), None) if sheet is not None else None
        ranges = look.weapon(held.kind).ranges if held is not None else None
        if acting.facing is not None:
            least, most = acting.facing - 90, acting.facing + 90
            picture.add(sector(centre, 0, SIZE // 3, least, most, fill=ACCENT, opacity=12))
        if ranges is not None:
            reaches = (ranges.near, ranges.short, ranges.medium, ranges.long)
            for name, metres in zip(("point blank", "short", "medium", "long"), reaches, strict=True):
                radius = scaled(metres)
                if 0 < radius < SIZE:
                    picture.add(circle(centre, radius, stroke=RULE, dash="60 60"))
                    label = Point(centre.x, centre.y - radius + 40)
                    if label.y > HEAD:
                        told = f"{name} {metres} m"
                        ranged.append(text(label, told, size=SMALL, fill=MUTED, anchor="middle", halo=SKY))
    long, base = max(1, reach // 4), SIZE + HEAD - 200
    picture.add(*ranged, line(Point(200, base), Point(200 + scaled(long), base), MUTED, weight=20))
    picture.add(text(Point(200, base - 100), f"{long} m", size=SMALL, fill=MUTED))
    names = []
    for figure, place in placed:
        point, down = at(place), not known.awake(figure)
        acts, kind = figure.id == known.acting, Kind.INFANTRY if figure.owner is None else Kind.HERO
        dot = unit(kind, point, 420, party(look, figure), faint=down)
        picture.add(dot)
        if acts or figure.cover.value:
            dot = circle(point, 300, stroke=ACCENT if acts else HULL, weight=30)
            picture.add(dot)
        words = hidden(figure.label) + (f", {figure.cover.value} cover" if figure.cover.value else "")
        names.append(Wanted(words, dot.box.grow(GAP), fill=MUTED if down else INK, bold=acts, widest=WIDEST))
    clear = [*(one.box for one in ranged), *(one.at for one in names)]
    picture.add(arrange(names, Box(100, HEAD, SIZE - 200, SIZE - 100), clear).draw())
    return picture.svg()


WIDE = 8700
"""Tenths of a pixel of what stands on a sheet, from side to side."""


def _gear(look: Look, held: Held) -> tuple[str, str, str]:
    """A weapon on a sheet: what it does; how far, and what is in it."""
    weapon = look.weapon(held.kind)
    more = [f"{weapon.ranges} m"] if weapon.ranges is not None else []
    more += [f"{held.bolts} of {weapon.ammo} shots"] if weapon.ammo else []
    return f"{held.kind} {'STR+' if weapon.damage.strength else ''}{code(weapon.damage.pips)}", INK, ", ".join(more)


def sheet_picture(look: Look, figure: Figure) -> Svg:
    """A sheet: attributes with their skills, gear, wounds as boxes; of a secret one what everybody sees (D6-B-08)."""
    sheet, shapes, y = look.known.sheets.get(figure.id), list[Shape](), HEAD
    if sheet is None:
        shapes.append(panel(Box(200, y, WIDE - 80, 560), "What is written is the GM's"))
        y += 660
    else:
        had = f"Force Points {sheet.force}, Character Points {sheet.points}, Dark Side Points {sheet.dark}"
        shapes.append(text(Point(360, y + 200), f"Move {sheet.move}, {had}"))
        cards: list[tuple[str, Sequence[tuple[str, str, str]]]] = []
        for one in Attribute:
            skills = [skill.name for skill in skills_of(look.world.pack, one) if skill.name in sheet.skills]
            learned = [(skill, INK, code(sheet.skills[skill])) for skill in skills]
            cards.append((f"{one} {code(sheet.attributes[one])}", learned))
        gear = [_gear(look, held) for held in sheet.weapons.values()] + [(one, INK, "armor") for one in sheet.armor]
        cards.append(("gear", gear or [("none", MUTED, "")]))
        y += 400
        for row in (cards[:3], cards[3:6], cards[6:]):
            wide, height = WIDE // len(row), 480 + LINE * max(len(rows) for _, rows in row)
            for number, (title, rows) in enumerate(row):
                size = BODY if len(row) == 1 else SMALL
                shapes.append(listing(Box(200 + number * wide, y, wide - 80, height), title, rows, size=size))
            y += height + 100
    shapes.append(panel(Box(200, y, WIDE - 80, 1000), f"wounds: {figure.wound.value}"))
    shapes.append(boxes(Box(360, y + 480, WIDE - 400, 340), figure.wound.rank, Wound.DEAD.rank, HULL, DANGER))
    picture = Picture(WIDE + 320, y + 1200, hidden(figure.label))
    picture.add(*shapes)
    return picture.svg()
