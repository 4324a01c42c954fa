"""Pictures: the province, an environ with its stacks and the table's column, a character card, a fight. All public."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine import picture as draw
from engine.freedom.combat.environ import assault, best_leaders, foreseen
from engine.freedom.combat.reckoning import Reckoning
from engine.freedom.data.pack import Side
from engine.freedom.figures import COLUMNS
from engine.freedom.look import SIDES, Look
from engine.freedom.state import Environ, Person, Rating
from engine.game import Svg
from engine.picture import ACCENT, BODY, INK, LARGE, MUTED, RULE, SMALL, Box, Kind, Point, Shape
from engine.picture import Side as Party
from engine.picture.glyphs import LANDSCAPES, figure
from engine.text.message import N_, NN_, T_, joined, term

WIDTH = draw.WIDE
GAP = 160
ROW = 360
LANDS, SIGN = 2300, 420
"""Tenths of a pixel of a planet on the map, left of its environs, and of the sign of a stack."""

HEADS = ("≤-7", "-6", "-3", "-1", "0", "+1", "+2", "+4", "+7", "≥11")
"""The least differences of the columns of the character table, short."""


def party(look: Look, side: Side) -> Party:
    """The colour and mark of a side: those of its seat."""
    seats = {one: str(look.known.seat(one) or one) for one in Side}
    return draw.sides_of(seats.values())[seats[side]]


def _stack(kind: Kind, mine: Party, head: str, names: Iterable[str], at: Point, width: int) -> Shape:
    """A sign for units or for characters of a side, and beside it their names."""
    left = at.x + SIGN + 100
    words = draw.paragraph(Point(left, at.y + 470), draw.wrap_names(names, width - SIGN - 200, SMALL), size=SMALL)
    title = draw.text(Point(left, at.y + 190), head, size=BODY, fill=mine.colour, bold=True)
    return draw.group([draw.unit(kind, Point(at.x + SIGN // 2, at.y + SIGN // 2), SIGN, mine), title, words])


def stacks(look: Look, environ: str, at: Point, width: int, whose: Iterable[Side] = tuple(Side)) -> Shape:
    """All that stands in an environ, downwards from a point: of each side its units and its characters."""
    shapes: list[Shape] = []
    for side in whose:
        units = look.known.fielded(environ, side)
        people = look.world.in_order([*look.known.present(environ, side), *look.known.captives(environ, side)])
        named = [person.name if person.free else f"{person.name} ({person.status})" for person in people]
        troops = (Kind.INFANTRY, f"{SIDES[side]} {look.world.strength(units)}", [unit.id for unit in units])
        for kind, head, names in (troops, (Kind.HERO, SIDES[side], named)):
            if names:
                below = shapes[-1].box.bottom + GAP if shapes else at.y
                shapes.append(_stack(kind, party(look, side), head, names, Point(at.x, below), width))
    return draw.group(shapes or [draw.text(Point(at.x, at.y + 190), "nobody", size=SMALL, fill=MUTED)])


def map_picture(look: Look) -> Svg:
    """All planets, each with its loyalty and base, and beside it its environs with who stands there."""
    shapes, y = list[Shape](), 740
    for world in look.known.planets.values():
        environs = look.known.environs_of(world.name)
        width = (WIDTH - 400 - LANDS) // len(environs)
        places = [Point(200 + LANDS + index * width, y + 100) for index in range(len(environs))]
        lands = list[Shape]()
        for environ, at in zip(environs, places, strict=True):
            sign = figure(LANDSCAPES[environ.terrain], Point(at.x + 210, at.y + 260), 380, fill=MUTED)
            what = draw.text(Point(at.x + SIGN + 100, at.y + 230), environ.terrain, size=BODY)
            size = draw.text(
                Point(at.x + SIGN + 100, at.y + 490), N_("size {size}")(size=environ.size), size=SMALL, fill=MUTED
            )
            lands.append(draw.group([sign, what, size, stacks(look, environ.id, Point(at.x, at.y + 660), width - 200)]))
        height = max(2900, *(land.box.bottom + 160 - y for land in lands))
        loyal = (N_("loyalty {by:+}, in rebellion") if world.rebelling else N_("loyalty {by:+}"))(by=world.loyalty)
        held = T_("nobody holds it")
        if world.control is not None:
            held = N_("{side} holds it")(side=SIDES[world.control])
        state = [held, loyal, (N_("base {level} up") if world.up else N_("base {level} down"))(level=world.level)]
        shapes += [draw.panel(Box(200, y, WIDTH - 400, height), world.name)]
        shapes += [draw.planet(Point(200 + LANDS // 2 - 100, y + 1160), 640, world.name)]
        shapes += [draw.paragraph(Point(360, y + 2150), state, size=SMALL), *lands]
        y += height + GAP
    title = look.world.pack.scenarios[look.known.scenario].name
    picture = draw.Picture(WIDTH, y + 40, title, N_("turn {turn}")(turn=look.known.turn))
    picture.add(*shapes)
    return picture.svg()


def _table(y: int, heads: Sequence[str], rows: Sequence[Sequence[str]], column: int) -> Shape:
    """A results table, a row for each face of a die, with the column that is in use marked."""
    width, shapes = (WIDTH - 900) // len(heads), list[Shape]()
    if 0 <= column < len(heads):
        shapes.append(draw.rect(Box(700 + column * width, y, width, 400 + len(rows) * ROW), fill=RULE, stroke=ACCENT))
    for die, row in enumerate([[head.replace(" or ", ", ") for head in heads], *rows]):
        shapes.append(draw.text(Point(300, y + 340 + die * ROW), str(die or ""), size=BODY, fill=MUTED))
        for index, cell in enumerate(row):
            fill = (INK if die else ACCENT) if index == column else MUTED
            shapes.append(
                draw.centred(Box(700 + index * width, y + 80 + die * ROW, width, 300), cell, size=SMALL, fill=fill)
            )
    return draw.group(shapes)


SCENE = 1700
"""Tenths of a pixel of the landscape over who stands in an environ."""


def landscape(environ: Environ, box: Box) -> Shape:
    """The land of an environ under its sky: its sign many times over, nearer ones larger, and a moon."""
    moon = draw.planet(Point(box.right - 1100, box.y + 620), 420, f"moon of {environ.planet}")
    shapes = [draw.rect(box, fill=draw.RAISED, corner=60), moon]
    for row, (size, tint, base) in enumerate(((520, FAR, 980), (760, NEAR, 1330))):
        step = size * 4 // 3
        for number in range((box.width - size) // step + 1):
            at = Point(box.x + size // 2 + 60 + number * step, box.y + base - number * 7 % 3 * 30)
            if row or at.x < moon.box.x - size or number % 2:
                shapes.append(figure(LANDSCAPES[environ.terrain], at, size * (8 + number * 5 % 3) // 10, fill=tint))
    ground = Box(box.x, box.y + 1480, box.width, box.bottom - box.y - 1480)
    return Shape(draw.group([*shapes, draw.rect(ground, fill=NEAR, corner=60)]).svg, box)


FAR, NEAR = "#2c3a5e", "#3b4c74"
"""Colours of a landscape far off and near: no side has them."""


def environ_picture(look: Look, environ: Environ) -> Svg:
    """The land of an environ, the two sides that stand there face to face, and the military table with the column on
    which they would fight.
    """
    top, wide = 740 + SCENE + 120, (WIDTH - 400 - GAP) // 2
    sides = [
        stacks(look, environ.id, Point(360 + number * (wide + GAP), top + 560), wide - 320, (side,))
        for number, side in enumerate(Side)
    ]
    height = max(side.box.bottom for side in sides) + 160 - top
    both = all(look.known.fielded(environ.id, side) for side in Side)
    below = top + height
    picture = draw.Picture(WIDTH, below + (3200 if both else 0) + 200, environ.id, N_("size {size}")(size=environ.size))
    picture.add(landscape(environ, Box(200, 740, WIDTH - 400, SCENE)))
    for number, (side, stood) in enumerate(zip(Side, sides, strict=True)):
        picture.add(draw.panel(Box(200 + number * (wide + GAP), top, wide, height), SIDES[side]), stood)
    if both:
        task, leaders = foreseen(look.known, environ.id, look.side), best_leaders(look.world, look.known, environ.id)
        column = assault(look.world, look.known, task, leaders).column
        cells = [[f"{cell.attacker}/{cell.defender}" for cell in row] for row in look.world.pack.military]
        y = below + 700
        told = N_("Losses of attacker/defender, {side} attacking")(side=term(f"{task.attacker}"))
        picture.add(draw.text(Point(200, y - 200), told), _table(y, COLUMNS, cells, column))
    return picture.svg()


def card_picture(look: Look, person: Person) -> Svg:
    """A character's card: head and shoulders, ratings, wounds as boxes, possessions."""
    card, world = look.world.card(person), look.world
    picture = draw.Picture(WIDTH, 4400, person.name, f"{card.race}, {SIDES[person.side]}, {person.environ}")
    mine = party(look, person.side)
    ratings = [
        ("combat", world.combat(person), card.combat), ("intelligence", world.intelligence(person), card.intelligence),
        ("leadership", world.leadership(person), card.leadership),
        ("diplomacy", world.diplomacy(person), card.diplomacy),
        ("navigation", world.rating(person, Rating.NAVIGATION), card.navigation),
    ]  # fmt: skip
    picture.add(draw.portrait(Box(200, 740, 2240, 2360), mine))
    left = 2520
    each = (WIDTH - 200 - left + 60) // len(ratings)
    for index, (what, now, printed) in enumerate(ratings):
        x = left + index * each
        picture.add(draw.panel(Box(x, 740, each - 60, 1300)))
        picture.add(draw.centred(Box(x, 840, each - 60, 300), what, size=BODY, fill=MUTED))
        words = str(now) if now == printed else N_("{now} of {printed}")(now=now, printed=printed)
        picture.add(draw.centred(Box(x, 1200, each - 60, 700), words, size=LARGE, fill=mine.colour, bold=True))
    wounds = Box(left, 2120, WIDTH - 200 - left, 980)
    picture.add(
        draw.panel(
            wounds,
            NN_("wounds {wounds} of {boxes} box", "wounds {wounds} of {boxes} boxes", "boxes")(
                wounds=person.wounds, boxes=card.endurance
            ),
        )
    )
    row = Box(left + 160, 2580, wounds.width - 320, 380)
    picture.add(draw.boxes(row, person.wounds, card.endurance, draw.HULL, draw.DANGER, widest=1400))
    held = (
        (N_("{item} (worn out)") if item in person.worn else N_("{item}"))(item=term(item)) for item in person.items
    )
    items = joined(", ", held) or T_("none")
    state = term(person.status) if not person.free else T_("with units") if person.rides else T_("alone")
    picture.add(
        draw.listing(Box(200, 3200, WIDTH - 400, 1000), N_("possessions; {state}")(state=state), [(items, INK, "")])
    )
    return picture.svg()


ATTACKS = N_("attacks for {side}: {force}, attack {attack}, {left}")
FIGHTS = NN_(
    "{role}: {name}, combat {combat}, {boxes} box left", "{role}: {name}, combat {combat}, {boxes} boxes left", "boxes"
)


def fight_picture(look: Look) -> Svg:
    """The fight that is on: who attacks, is active or behind, the sums, and the character table, its column marked."""
    fight = look.fight
    if fight is None:
        return draw.nothing(WIDTH, T_("The fight"), T_("There is no character combat now."))
    reckoning = Reckoning(look.world, look.known, fight)
    force = fight.force
    ours: list[tuple[str, str, str]] = []
    if force is not None:
        endured = reckoning.endurance()
        left = T_("nothing harms it")
        if endured:
            left = N_("{left} of {endured} left")(left=endured - force.wounds, endured=endured)
        words = ATTACKS(side=SIDES[fight.side], force=term(force.name), attack=reckoning.attack(), left=left)
        ours.append((words, party(look, fight.side).colour, ""))
    for name in (*fight.attackers, *fight.defenders):
        person = look.known.people[name]
        role = T_("attacks") if name in fight.attackers else T_("active") if name in fight.active else T_("behind")
        role = role if fight.active or name in fight.attackers else T_("defends")
        words = FIGHTS(role=role, name=term(name), combat=look.world.combat(person), boxes=look.world.boxes(person))
        ours.append((words, party(look, person.side).colour, ""))
    if fight.active:
        ours.append(
            (
                N_("attack {attack} against defence {defence}")(attack=reckoning.attack(), defence=reckoning.defence()),
                MUTED,
                "",
            )
        )
    height = 560 + len(ours) * draw.LINE
    manner = (N_("hand to hand, to {aim}") if fight.weapon == "hand" else N_("firefight, to {aim}"))(
        aim=term(fight.intention)
    )
    picture = draw.Picture(
        WIDTH,
        740 + height + 3200 + 200,
        N_("Fight in {environ}")(environ=term(fight.environ)),
        N_("round {round}")(round=fight.round),
    )
    picture.add(draw.listing(Box(200, 740, WIDTH - 400, height), manner, ours))
    cells = [
        [f"{cell.attacker}{'*' * cell.attacker_star}/{cell.defender}{'*' * cell.defender_star}" for cell in row]
        for row in look.world.pack.character
    ]
    column = reckoning.final_column() if fight.active else -1
    y = 740 + height + 700
    picture.add(draw.text(Point(200, y - 200), T_("Wounds of attacker/defender")), _table(y, HEADS, cells, column))
    return picture.svg()
