"""Pictures: who stands where, with the ranges and the arc of whoever acts; a sheet with its codes and wounds."""

from __future__ import annotations

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
    MUTED,
    NEUTRAL,
    RULE,
    SKY,
    SMALL,
    SPENT,
    Box,
    Picture,
    Point,
    Shape,
    Wanted,
    arrange,
    bar,
    centred,
    circle,
    fit,
    panel,
    sector,
    sides_of,
    text,
)
from engine.text.names import hidden

SIZE, HEAD, WIDEST = 7000, 800, 3400
"""Tenths of a pixel of a scene's sides, of what stands above it, and of the longest name there."""

EDGE, GAP = 600, 70
"""Tenths of a pixel that are left free around those who stand farthest out, and between a figure and its name."""

LEAST = 10
"""Metres that a scene shows at least to each side of its middle."""


def colour(look: Look, figure: Figure) -> str:
    """The colour of a figure: its player's, grey for the GM's."""
    return sides_of(look.known.seats)[figure.owner].colour if figure.owner is not None else NEUTRAL.colour


def scene_picture(look: Look) -> Svg:
    """Everybody who has a place, the ranges of the weapon in the hand of whoever acts, and their half of the field
    (D6-6-03, D6-7.3-02).
    """
    known = look.known
    placed = [
        (one, one.place) for one in known.figures.values() if one.place is not None and one.wound is not Wound.DEAD
    ]
    note = f"round {known.tick}" if known.tick else ""
    picture = Picture(SIZE, SIZE + HEAD, "The scene", note)
    if not placed:
        picture.add(
            centred(Box(200, HEAD, SIZE - 400, SIZE), "Nobody has said where people stand.", size=BODY, fill=MUTED)
        )
        return picture.svg()
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
    for ring in ranged:
        picture.add(ring)
    names = []
    for figure, place in placed:
        point, down = at(place), not known.awake(figure)
        fill, acts = SPENT if down else colour(look, figure), figure.id == known.acting
        dot = circle(point, 110, fill=fill, stroke=ACCENT if acts else INK, weight=30 if acts else 12)
        picture.add(dot)
        if figure.cover.value:
            dot = circle(point, 180, stroke=HULL, weight=40)
            picture.add(dot)
        words = hidden(figure.label) + (f", {figure.cover.value} cover" if figure.cover.value else "")
        names.append(Wanted(words, dot.box.grow(GAP), fill=MUTED if down else INK, bold=acts, widest=WIDEST))
    clear = [*(one.box for one in ranged), *(one.at for one in names)]
    picture.add(arrange(names, Box(100, HEAD, SIZE - 200, SIZE - 100), clear).draw())
    return picture.svg()


ROW, WIDTH = 330, 6000


INDENTED = "  "
"""Begins a line that stands a little to the right."""


def _weapon(look: Look, held: Held) -> list[str]:
    """A weapon on a sheet: what it does; beneath it how far, and what is in it."""
    weapon = look.weapon(held.kind)
    damage = f"{'STR+' if weapon.damage.strength else ''}{code(weapon.damage.pips)}"
    more = [f"{weapon.ranges} m"] if weapon.ranges is not None else []
    more += [f"{held.bolts} of {weapon.ammo} shots"] if weapon.ammo else []
    return [f"{held.kind} {damage}", *([INDENTED + ", ".join(more)] if more else [])]


def sheet_picture(look: Look, figure: Figure) -> Svg:
    """A sheet: attributes with their skills, wounds as a bar; of a secret one what everybody sees (D6-B-08)."""
    sheet = look.known.sheets.get(figure.id)
    rows: list[tuple[str, str]] = []
    if sheet is not None:
        rows += [(f"Move {sheet.move}, Force Points {sheet.force}", MUTED)]
        rows += [(f"Character Points {sheet.points}, Dark Side Points {sheet.dark}", MUTED)]
        for attribute in Attribute:
            rows.append((f"{attribute} {code(sheet.attributes[attribute])}", ACCENT))
            learned = [
                f"{one.name} {code(sheet.skills[one.name])}"
                for one in skills_of(look.world.pack, attribute) if one.name in sheet.skills
            ]  # fmt: skip
            rows += [(f"{INDENTED}{one}", INK) for one in learned]
        rows += [(one, MUTED) for held in sheet.weapons.values() for one in _weapon(look, held)]
        rows += [(one, MUTED) for one in sheet.armor or (() if sheet.weapons else ("no gear",))]
    height = 500 + ROW * max(1, len(rows))
    picture = Picture(WIDTH, HEAD + height + 1400, hidden(figure.label), figure.wound.value)
    picture.add(panel(Box(200, HEAD, WIDTH - 400, height)))
    for number, (words, fill) in enumerate(rows or [("what is written is the GM's", MUTED)]):
        place = Point(400 + 200 * words.startswith(INDENTED), HEAD + 420 + number * ROW)
        picture.add(text(place, fit(words.strip(), WIDTH - 600 - place.x, BODY), size=BODY, fill=fill))
    worst = Wound.DEAD.rank
    well = worst - figure.wound.rank
    tint = HULL if well > worst // 2 else DANGER
    picture.add(bar(Box(400, HEAD + height + 500, WIDTH - 800, 260), well, worst, tint))
    picture.add(text(Point(400, HEAD + height + 400), figure.wound.value, size=BODY, fill=INK))
    return picture.svg()
