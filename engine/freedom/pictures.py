"""Pictures: the province, an environ with its stacks and the table's column, a character card, a fight. All public."""

from __future__ import annotations

from collections.abc import Sequence

from engine.freedom.combat.environ import best_leaders, column_of, foreseen
from engine.freedom.combat.reckoning import Reckoning
from engine.freedom.data.pack import Side
from engine.freedom.figures import COLUMNS
from engine.freedom.look import SIDES, Look
from engine.freedom.state import Environ, Person, Rating
from engine.game import Svg
from engine.picture import (
    ACCENT,
    BODY,
    DANGER,
    HULL,
    INK,
    LARGE,
    MUTED,
    RULE,
    SMALL,
    WIDE,
    Box,
    Picture,
    Point,
    Shape,
    centred,
    fit,
    group,
    line,
    panel,
    rect,
    text,
)
from engine.picture.palette import sides_of

WIDTH = WIDE
GAP = 160
ROW = 360
HEADS = ("≤-7", "-6", "-3", "-1", "0", "+1", "+2", "+4", "+7", "≥11")
"""The least differences of the columns of the character table, short."""


def colour(look: Look, side: Side) -> str:
    """The colour of a side: that of its seat."""
    seats = {one: str(look.known.seat(one) or one) for one in Side}
    return sides_of(seats.values())[seats[side]].colour


def _lines(box: Box, title: str, lines: Sequence[tuple[str, str]]) -> Shape:
    """A panel with lines, each in its colour."""
    shapes = [panel(box, title)]
    for index, (words, fill) in enumerate(lines):
        at = Point(box.x + 140, box.y + 730 + index * ROW)
        shapes.append(text(at, fit(words, box.width - 280, BODY), size=BODY, fill=fill))
    return group(shapes)


def stack_lines(look: Look, environ: str) -> list[tuple[str, str]]:
    """Lines for what stands in an environ, a line for each side's units and one for its characters."""
    found = []
    for side in Side:
        units = look.known.fielded(environ, side)
        people = look.world.in_order(look.known.present(environ, side))
        if units:
            names = ", ".join(unit.id for unit in units)
            found.append((f"{SIDES[side]} {look.world.strength(units)}: {names}", colour(look, side)))
        if people:
            found.append((f"{SIDES[side]}: {', '.join(one.name for one in people)}", colour(look, side)))
    return found


def map_picture(look: Look) -> Svg:
    """All planets, each a panel with its environs."""
    planets = list(look.known.planets.values())
    boxes: list[tuple[str, list[tuple[str, str]]]] = []
    for planet in planets:
        control = planet.control or "nobody"
        state = f"{control}, loyalty {planet.loyalty:+}, base {planet.level} {'up' if planet.up else 'down'}"
        lines: list[tuple[str, str]] = [(state + (", in rebellion" if planet.rebelling else ""), MUTED)]
        for environ in look.known.environs_of(planet.name):
            lines.append((f"{environ.terrain} (size {environ.size})", INK))
            lines += stack_lines(look, environ.id)
        boxes.append((planet.name, lines))
    heights = [760 + len(lines) * ROW for _, lines in boxes]
    title = look.world.pack.scenarios[look.known.scenario].name
    picture = Picture(WIDTH, 740 + sum(heights) + GAP * len(boxes) + 200, title, f"turn {look.known.turn}")
    y = 740
    for (name, lines), height in zip(boxes, heights, strict=True):
        picture.add(_lines(Box(200, y, WIDTH - 400, height), name, lines))
        y += height + GAP
    return picture.svg()


def _table(look: Look, y: int, heads: Sequence[str], rows: Sequence[Sequence[str]], column: int) -> Shape:
    """A results table with the column that is in use marked."""
    width = (WIDTH - 400 - 500) // len(heads)
    shapes = []
    if 0 <= column < len(heads):
        shapes.append(rect(Box(700 + column * width, y, width, 400 + len(rows) * ROW), fill=RULE, stroke=ACCENT))
    for index, head in enumerate(heads):
        fill = ACCENT if index == column else MUTED
        shapes.append(
            centred(Box(700 + index * width, y + 40, width, 300), head.replace(" or ", ", "), size=SMALL, fill=fill)
        )
    for die, row in enumerate(rows, 1):
        shapes.append(text(Point(300, y + 340 + die * ROW), str(die), size=BODY, fill=MUTED))
        for index, cell in enumerate(row):
            fill = INK if index == column else MUTED
            shapes.append(
                centred(Box(700 + index * width, y + 110 + die * ROW, width, 300), cell, size=SMALL, fill=fill)
            )
    return group(shapes)


def environ_picture(look: Look, environ: Environ) -> Svg:
    """The stacks of an environ, and the military table with the column on which they would fight."""
    lines = stack_lines(look, environ.id) or [("nobody", MUTED)]
    height = 760 + len(lines) * ROW
    both = all(look.known.fielded(environ.id, side) for side in Side)
    picture = Picture(WIDTH, 740 + height + (3200 if both else 0) + 200, environ.id, f"size {environ.size}")
    picture.add(_lines(Box(200, 740, WIDTH - 400, height), "Who stands there", lines))
    if both:
        task, leaders = foreseen(look.known, environ.id, look.side), best_leaders(look.world, look.known, environ.id)
        _, column = column_of(look.world, look.known, task, leaders)
        cells = [[f"{cell.attacker}/{cell.defender}" for cell in row] for row in look.world.pack.military]
        y = 740 + height + 700
        picture.add(
            text(Point(200, y - 200), f"Losses of attacker/defender, {task.attacker} attacking", size=BODY, fill=INK)
        )
        picture.add(_table(look, y, COLUMNS, cells, column))
    return picture.svg()


def _boxes(box: Box, wounds: int, endurance: int) -> Shape:
    """A box for each point of endurance, those with a wound crossed out."""
    gap, each = 60, min(900, (box.width + 60) // endurance - 60)
    shapes = []
    for number in range(endurance):
        one = Box(box.x + number * (each + gap), box.y, each, box.height)
        crossed = number < wounds
        shapes.append(rect(one, fill=None if crossed else HULL, stroke=DANGER if crossed else HULL, corner=40))
        if crossed:
            for start, end in ((one.y, one.bottom), (one.bottom, one.y)):
                shapes.append(line(Point(one.x, start), Point(one.right, end), DANGER, weight=24))
    return group(shapes)


def card_picture(look: Look, person: Person) -> Svg:
    """A character's card: ratings, wounds as boxes, possessions."""
    card, world = look.world.card(person), look.world
    picture = Picture(WIDTH, 4400, person.name, f"{card.race}, {SIDES[person.side]}, {person.environ}")
    ratings = [
        ("combat", world.combat(person), card.combat), ("intelligence", world.intelligence(person), card.intelligence),
        ("leadership", world.leadership(person), card.leadership),
        ("diplomacy", world.diplomacy(person), card.diplomacy),
        ("navigation", world.rating(person, Rating.NAVIGATION), card.navigation),
    ]  # fmt: skip
    for index, (what, now, printed) in enumerate(ratings):
        x = 200 + index * 1930
        picture.add(panel(Box(x, 740, 1880, 1300)))
        picture.add(centred(Box(x, 840, 1880, 300), what, size=BODY, fill=MUTED))
        words = str(now) if now == printed else f"{now} of {printed}"
        picture.add(centred(Box(x, 1200, 1880, 700), words, size=LARGE, fill=colour(look, person.side), bold=True))
    picture.add(panel(Box(200, 2200, WIDTH - 400, 900), f"wounds {person.wounds} of {card.endurance} boxes"))
    picture.add(_boxes(Box(400, 2620, WIDTH - 800, 340), person.wounds, card.endurance))
    items = ", ".join(f"{item}{' (worn out)' if item in person.worn else ''}" for item in person.items) or "none"
    state = person.status if not person.free else "with units" if person.rides else "alone"
    picture.add(_lines(Box(200, 3260, WIDTH - 400, 1000), f"possessions; {state}", [(items, INK)]))
    return picture.svg()


def fight_picture(look: Look) -> Svg:
    """The fight that is on: who attacks, who is active and who behind, the sums, and the character table with its
    column marked.
    """
    fight = look.fight
    if fight is None:
        picture = Picture(WIDTH, 2400, "The fight")
        picture.add(
            centred(Box(200, 740, WIDTH - 400, 1400), "There is no character combat now.", size=BODY, fill=MUTED)
        )
        return picture.svg()
    reckoning = Reckoning(look.world, look.known, fight)
    force = fight.force
    ours: list[tuple[str, str]] = []
    if force is not None:
        endured = reckoning.endurance(force)
        left = f"{endured - force.wounds} of {endured} left" if endured else "nothing harms it"
        words = f"attacks for {SIDES[fight.side]}: {force.name}, attack {reckoning.attack()}, {left}"
        ours.append((words, colour(look, fight.side)))
    for name in (*fight.attackers, *fight.defenders):
        one = look.known.people[name]
        role = "attacks" if name in fight.attackers else "active" if name in fight.active else "behind"
        role = role if fight.active or name in fight.attackers else "defends"
        words = f"{role}: {name}, combat {look.world.combat(one)}, {look.world.boxes(one)} boxes left"
        ours.append((words, colour(look, one.side)))
    if fight.active:
        ours.append((f"attack {reckoning.attack()} against defence {reckoning.defence()}", MUTED))
    height = 760 + len(ours) * ROW
    manner = f"{'hand to hand' if fight.weapon == 'hand' else 'firefight'}, to {fight.intention}"
    picture = Picture(WIDTH, 740 + height + 3200 + 200, f"Fight in {fight.environ}", f"round {fight.round}")
    picture.add(
        _lines(
            Box(200, 740, WIDTH - 400, height),
            manner,
            ours,
        )
    )
    cells = [
        [f"{cell.attacker}{'*' * cell.attacker_star}/{cell.defender}{'*' * cell.defender_star}" for cell in row]
        for row in look.world.pack.character
    ]
    column = reckoning.final_column() if fight.active else -1
    y = 740 + height + 700
    picture.add(text(Point(200, y - 200), "Wounds of attacker/defender", size=BODY, fill=INK))
    picture.add(_table(look, y, HEADS, cells, column))
    return picture.svg()
