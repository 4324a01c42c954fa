"""A crowded map, made for the tests of pictures: 25 cells in four quadrants and 40 named units, some hidden.

To look at it: `python -m tests.engine.sample_picture > map.svg`.
"""

from engine.game import Svg
from engine.picture import (
    BODY,
    HULL,
    LARGE,
    MUTED,
    NEUTRAL,
    PANEL,
    RAISED,
    RULE,
    SHIELDS,
    SMALL,
    Arranged,
    Box,
    Kind,
    Picture,
    Point,
    Shape,
    Wanted,
    around,
    arrange,
    arrow,
    badge,
    bars,
    circle,
    group,
    legend,
    line,
    measure,
    panel,
    planet,
    polar,
    sector,
    selected,
    side,
    text,
    unit,
)

NAMES = (
    "Devastator", "Tyrant", "Avenger", "Conquest", "Executor's Wrath", "Stalker", "Judicator", "Relentless",
    "Home One", "Liberty", "Independence", "Defiance", "Redemption", "Tantive IV", "Millennium", "Bright Hope",
    "Red Squadron", "Gold Squadron", "Alpha", "Beta", "Gamma", "Obsidian", "Quantum Storm", "Thunderflare",
)  # fmt: skip
CENTRE = Point(4400, 5000)
RINGS = (("A", 700, 1400), ("B", 1400, 2200), ("C", 2200, 3100), ("DSZ", 3100, 4150))
SHIPS = (Kind.CAPITAL, Kind.CRUISER, Kind.ESCORT, Kind.TRANSPORT, Kind.SQUADRON, Kind.PLATFORM, Kind.SHUTTLE)
SIZE = 300


def board() -> tuple[Shape, list[Box]]:
    """Rings, quadrants and the world, with the boxes of the words on them."""
    parts, words = [], []
    for number, (name, inner, outer) in enumerate(RINGS):
        for quadrant in range(4):
            fill = PANEL if (number + quadrant) % 2 else RAISED
            start = 90 * quadrant
            parts.append(sector(CENTRE, inner, outer, start, start + 90, fill=fill, stroke=RULE))
            spot = polar(CENTRE, outer - 130, start + (7 if inner > 1500 else 14))
            shown = text(Point(spot.x, spot.y + 40), f"{name}-{quadrant + 1}", size=SMALL, fill=MUTED, anchor="middle")
            parts.append(shown)
            words.append(shown.box)
    parts.append(circle(CENTRE, 700, fill=PANEL, stroke=RULE))
    parts.append(planet(CENTRE, 520, "#3d6f8f"))
    return group(parts), words


def fleet() -> list[tuple[Shape, str, str]]:
    """Forty units: a drawing, a name and the colour of the name."""
    units = []
    for number in range(40):
        ring = number // 4 % 4
        _, inner, outer = RINGS[ring]
        quadrant, place = number % 4, number // 16
        bearing = 90 * quadrant + (24, 46, 70)[place]
        at = polar(CENTRE, inner + (outer - inner) * (58, 36, 60)[place] // 100, bearing)
        party = side(number % 3) if number % 9 else NEUTRAL
        kind = SHIPS[number * 5 % len(SHIPS)]
        if number % 13 == 12:
            kind = Kind.CONTACT
        name = NAMES[number % len(NAMES)] + (" II" if number >= len(NAMES) else "")
        shown = "" if kind is Kind.CONTACT else name
        units.append((unit(kind, at, SIZE, party, faint=number % 11 == 10), shown, party.colour))
    return units


def names(units: list[tuple[Shape, str, str]], words: list[Box], area: Box) -> Arranged:
    """Names of the units, arranged."""
    wanted = [Wanted(name, shape.box, size=110, fill=colour) for shape, name, colour in units if name]
    contacts = [shape.box for shape, name, _ in units if not name]
    return arrange(wanted, area, [*words, *contacts, selected(units[1][0]).box])


def battle() -> Svg:
    """The whole map."""
    picture = Picture(13000, 9800, "Battle of <Hoth> & its moons", note="turn 3 · 14 March, 18:00")
    drawn, words = board()
    area = Box(100, 700, 8700, 8900)
    units = fleet()
    arranged = names(units, words, area)
    picture.add(drawn, *(shape for shape, _, _ in units), selected(units[1][0]))
    picture.add(arrow(units[3][0].box.centre, polar(CENTRE, 2700, 60), side(0).colour, dash="60 40"))
    picture.add(arranged.draw())
    right = Box(9000, 760, 3800, 8800)
    picture.add(panel(right, "What you see"))
    signs = [(unit(kind, Point(0, 0), SIZE, side(2)), kind.value.capitalize()) for kind in Kind]
    picture.add(legend(Box(9140, 1100, 3500, 2600), signs, columns=2))
    sides = [
        (unit(Kind.ESCORT, Point(0, 0), SIZE, side(number)), side(number).name.capitalize()) for number in range(8)
    ]
    picture.add(legend(Box(9140, 4000, 3500, 1600), sides, columns=2))
    picture.add(text(Point(9140, 6200), "Devastator", size=LARGE, bold=True))
    picture.add(bars(Box(9140, 6300, 2400, 220), [(1200, 3200, SHIELDS), (1600, 1600, HULL)]))
    picture.add(badge(Point(12000, 6240), "UCR 3", side(1).colour), badge(Point(12000, 6460), "LOCKED", side(0).colour))
    ruler = Point(9140, 7000)
    words_wide = "Exactly as wide as the rule below it, WAVE To AV"
    picture.add(text(ruler, words_wide, size=BODY))
    picture.add(line(Point(9140, 7060), Point(9140 + measure(words_wide, BODY), 7060), side(2).colour))
    left_out = ", ".join(name.words for name in arranged.left_out) or "none"
    picture.add(text(Point(9140, 7400), f"Names without room: {left_out}", size=SMALL, fill=MUTED))
    picture.add(unit(Kind.WRECK, Point(9300, 7700), SIZE, NEUTRAL), circle(around(CENTRE, 10).centre, 20, fill=MUTED))
    return picture.svg()


if __name__ == "__main__":
    print(battle())
