"""Pictures: who stands where, with the ranges and the arc of whoever acts; a sheet with its codes and wounds."""

from __future__ import annotations

from collections.abc import Sequence

from engine import picture as draw
from engine.d6.data.pack import Attribute
from engine.d6.dice.codes import code
from engine.d6.look import Look, skills_of
from engine.d6.state import Figure, Held, Sheet, Wound
from engine.game import Svg
from engine.picture import ACCENT, BODY, HULL, INK, LARGE, MUTED, NEUTRAL, RULE, SMALL, Box, Kind, Point, Shape, Side
from engine.text.message import N_, NN_, NOTHING, T_, drawn, term
from engine.text.names import hidden

SIZE, HEAD, WIDEST = 7000, 800, 3400
"""Tenths of a pixel of a scene's sides, of what stands above it, and of the longest name there."""
EDGE, GAP = 600, 70
"""Tenths of a pixel that are left free around those who stand farthest out, and between a figure and its name."""
LEAST = 10
"""Metres that a scene shows at least to each side of its middle."""
KEY = 900
"""Tenths of a pixel of the key under a scene."""
WIDE = 8700
"""Tenths of a pixel of what stands on a sheet, from side to side."""
RANGES = (T_("point blank"), T_("short"), T_("medium"), T_("long"))
"""How ranges of weapons are called, from the nearest on."""
LEFT = NN_("{left} of {shots} shot", "{left} of {shots} shots", "shots")
STEPS = (T_("wounded"), T_("wounded twice"), T_("incapacitated"), T_("mortal"), T_("dead"))
"""The boxes of wounds, by what each crossed one means."""


def party(look: Look, figure: Figure) -> Side:
    """The colour and mark of a figure: its player's, grey for the GM's."""
    return draw.sides_of(look.known.seats)[figure.owner] if figure.owner is not None else NEUTRAL


def scene_picture(look: Look) -> Svg:
    """Everybody who has a place, the ranges of the weapon in the hand of whoever acts, and their half of the field
    (D6-6-03, D6-7.3-02).
    """
    known = look.known
    placed = [
        (one, one.place) for one in known.figures.values() if one.place is not None and one.wound is not Wound.DEAD
    ]
    if not placed:
        return draw.nothing(SIZE, T_("The scene"), T_("Nobody has said where people stand."))
    round = N_("round {round}")(round=known.tick) if known.tick else NOTHING
    picture = draw.Picture(SIZE, SIZE + HEAD + KEY, T_("The scene"), round)
    xs, ys = [place[0] for _, place in placed], [place[1] for _, place in placed]
    middle = (min(xs) + max(xs)) // 2, (min(ys) + max(ys)) // 2
    reach = max(LEAST, max(xs) - middle[0], max(ys) - middle[1], middle[0] - min(xs), middle[1] - min(ys))

    def scaled(metres: int) -> int:
        return metres * (SIZE // 2 - EDGE) // reach

    def at(place: tuple[int, int]) -> Point:
        return Point(SIZE // 2 + scaled(place[0] - middle[0]), HEAD + SIZE // 2 - scaled(place[1] - middle[1]))

    long, base = max(1, reach // 4), SIZE + HEAD - 200
    floor = Box(100, HEAD, SIZE - 200, SIZE - 100)
    picture.add(draw.rect(floor, fill=draw.PANEL, stroke=RULE, corner=60), *_tiled(floor, at(middle), scaled(long)))
    ranged: list[Shape] = []
    acting = known.figures.get(known.acting)
    if acting is not None and acting.place is not None:
        centre = at(acting.place)
        sheet = known.sheets.get(acting.id)
        held = next((weapon for weapon in sheet.weapons.values() if weapon.ready), None) if sheet is not None else None
        ranges = look.weapon(held.kind).ranges if held is not None else None
        if acting.facing is not None:
            least, most = acting.facing - 90, acting.facing + 90
            picture.add(draw.sector(centre, 0, SIZE // 3, least, most, fill=ACCENT, opacity=12))
        if ranges is not None:
            reaches = (ranges.near, ranges.short, ranges.medium, ranges.long)
            for name, metres in zip(RANGES, reaches, strict=True):
                radius = scaled(metres)
                if 0 < radius < SIZE:
                    picture.add(draw.circle(centre, radius, stroke=RULE, dash="60 60"))
                    label = Point(centre.x, centre.y - radius + 40)
                    if label.y > HEAD:
                        told = f"{name} {metres} m"
                        ranged.append(draw.text(label, told, size=SMALL, fill=MUTED, anchor="middle", halo=draw.SKY))
    picture.add(*ranged, draw.line(Point(200, base), Point(200 + scaled(long), base), MUTED, weight=20))
    picture.add(draw.text(Point(200, base - 100), f"{long} m", size=SMALL, fill=MUTED))
    names = []
    for figure, place in placed:
        point, down = at(place), not known.awake(figure)
        acts, kind = figure.id == known.acting, Kind.INFANTRY if figure.owner is None else Kind.HERO
        dot = draw.unit(kind, point, 520, party(look, figure), faint=down)
        picture.add(dot)
        if acts or figure.cover.value:
            dot = draw.circle(point, 370, stroke=ACCENT if acts else HULL, weight=30)
            picture.add(dot)
        words = N_("{who}[, {cover} cover]")(who=drawn(figure.label), cover=term(figure.cover.value))
        names.append(draw.Wanted(words, dot.box.grow(GAP), fill=MUTED if down else INK, bold=acts, widest=WIDEST))
    clear = [*(shape.box for shape in ranged), *(name.at for name in names)]
    picture.add(draw.arrange(names, floor, clear).draw(), _key(known.acting in known.figures))
    return picture.svg()


def _key(acts: bool) -> Shape:
    """A key to the signs of a scene; to that of whoever acts where somebody does."""
    spot = Point(0, 0)
    entries = [
        (draw.unit(Kind.HERO, spot, 320, NEUTRAL), T_("a player's")),
        (draw.unit(Kind.INFANTRY, spot, 320, NEUTRAL), T_("the game master's")),
        (draw.circle(spot, 140, stroke=HULL, weight=30), T_("in cover")),
    ]
    entries += [(draw.circle(spot, 140, stroke=ACCENT, weight=30), T_("acts now, with ranges"))] if acts else []
    return draw.legend(Box(200, SIZE + HEAD + 60, SIZE - 300, KEY), entries, columns=2)


def _tiled(floor: Box, middle: Point, step: int) -> list[Shape]:
    """Lines on a floor, so far from each other as its scale is long."""
    downs = range(middle.x - (middle.x - floor.x) // step * step, floor.right, step)
    overs = range(middle.y - (middle.y - floor.y) // step * step, floor.bottom, step)
    lines = [draw.line(Point(x, floor.y), Point(x, floor.bottom), RULE, opacity=55) for x in downs]
    return lines + [draw.line(Point(floor.x, y), Point(floor.right, y), RULE, opacity=55) for y in overs]


def _gear(look: Look, held: Held) -> tuple[str, str, str]:
    """A weapon on a sheet: what it does; how far, and what is in it."""
    weapon = look.weapon(held.kind)
    more = [N_("{ranges} m")(ranges=term(f"{weapon.ranges}"))] if weapon.ranges is not None else []
    more += [LEFT(left=held.bolts, shots=weapon.ammo)] if weapon.ammo else []
    return f"{held.kind} {'STR+' if weapon.damage.strength else ''}{code(weapon.damage.pips)}", INK, ", ".join(more)


def _wounds(figure: Figure, y: int) -> Shape:
    """A box for each step of wounds, with its name under it; the steps taken are crossed out."""
    row, each = Box(360, y + 480, WIDE - 400, 340), (WIDE - 340) // len(STEPS)
    names = [
        draw.centred(Box(row.x + number * each, row.bottom + 60, each - 60, 260), step, size=SMALL, fill=MUTED)
        for number, step in enumerate(STEPS)
    ]
    crossed = draw.boxes(row, figure.wound.rank, len(STEPS), HULL, draw.DANGER, widest=each - 60)
    panel = draw.panel(Box(200, y, WIDE - 80, 1260), N_("wounds: {wound}")(wound=term(figure.wound.value)))
    return draw.group([panel, crossed, *names])


def _tiles(sheet: Sheet, box: Box) -> Shape:
    """Move and points, a tile each."""
    tiles = [
        (T_("Move"), sheet.move), (T_("Force Points"), sheet.force), (T_("Character Points"), sheet.points),
        (T_("Dark Side Points"), sheet.dark),
    ]  # fmt: skip
    wide, tall, shapes = (box.width + 80) // 2, (box.height + 80) // 2, list[Shape]()
    for number, (name, value) in enumerate(tiles):
        tile = Box(box.x + number % 2 * wide, box.y + number // 2 * tall, wide - 80, tall - 80)
        words = draw.centred(Box(tile.x, tile.y + 130, tile.width, 300), name, size=BODY, fill=MUTED)
        figures = draw.centred(Box(tile.x, tile.y + 480, tile.width, 500), str(value), size=LARGE, bold=True)
        shapes += [draw.panel(tile), words, figures]
    return draw.group(shapes)


def sheet_picture(look: Look, figure: Figure) -> Svg:
    """A sheet: whom it is of, points, attributes with their skills, gear, wounds as boxes; of a secret one what
    everybody sees (D6-B-08).
    """
    sheet, y = look.known.sheets.get(figure.id), HEAD
    shapes = [draw.portrait(Box(200, y, 2400, 2300), party(look, figure))]
    beside = Box(2680, y, WIDE - 2560, 2300)
    y += 2400
    if sheet is None:
        shapes += [draw.panel(beside), draw.centred(beside, T_("What is written is the GM's"), size=LARGE)]
    else:
        shapes.append(_tiles(sheet, beside))
        cards: list[tuple[str, Sequence[tuple[str, str, str]]]] = []
        for one in Attribute:
            skills = [skill.name for skill in skills_of(look.world.pack, one) if skill.name in sheet.skills]
            learned = [(skill, INK, code(sheet.skills[skill])) for skill in skills]
            cards.append((f"{one} {code(sheet.attributes[one])}", learned or [(T_("no skill above it"), MUTED, "")]))
        gear = [_gear(look, held) for held in sheet.weapons.values()] + [(one, INK, T_("armor")) for one in sheet.armor]
        cards.append((T_("gear"), gear or [(T_("none"), MUTED, "")]))
        for row in (cards[:3], cards[3:6], cards[6:]):
            wide, height = WIDE // len(row), 480 + draw.LINE * max(len(rows) for _, rows in row)
            for number, (title, rows) in enumerate(row):
                size = BODY if len(row) == 1 else SMALL
                shapes.append(draw.listing(Box(200 + number * wide, y, wide - 80, height), title, rows, size=size))
            y += height + 100
    shapes.append(_wounds(figure, y))
    picture = draw.Picture(WIDE + 320, shapes[-1].box.bottom + 200, hidden(figure.label))
    picture.add(*shapes)
    return picture.svg()
