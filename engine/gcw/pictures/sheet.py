"""The picture of one unit: its figure, pools as bars, ratings, weapons and hangar; of a contact, what is known."""

from __future__ import annotations

from engine.game import Svg
from engine.gcw.certainty import confirmed
from engine.gcw.data.marks import Mount
from engine.gcw.data.terms import Layer, Pools, Status
from engine.gcw.figures.ucr import Role
from engine.gcw.figures.weapons import raw
from engine.gcw.look import LAYERS, STATUS_WORDS, Look, grouped, hyper_words, layer_words
from engine.gcw.pictures.drawing import LAYER_COLOURS, UNKNOWN, figure_of, side_of
from engine.gcw.state import Contact, Unit, UnitKind, carried
from engine.picture import (
    BODY,
    DANGER,
    INK,
    LARGE,
    MUTED,
    SMALL,
    Box,
    Kind,
    Picture,
    Point,
    Shape,
    Side,
    badge,
    bar,
    centred,
    circle,
    fit,
    group,
    panel,
    text,
    unit,
    wrap,
)
from engine.text.names import hidden

WIDTH, HEIGHT = 10000, 6400
FIGURE = Box(200, 720, 3000, 3100)
POOLS = Box(3350, 720, 6450, 3100)
FACTS = Box(200, 3950, 3000, 2250)
GUNS = Box(3350, 3950, 6450, 2250)


def sheet(look: Look, thing: Unit | Contact) -> Svg:
    """The sheet of an own unit or of a contact."""
    if isinstance(thing, Unit):
        place = f"{thing.system} {thing.cell}".strip() or ("docked" if thing.docked else "in hyperspace")
        picture = Picture(WIDTH, HEIGHT, hidden(thing.name), note=place)
        full = look.world.full(thing.code, thing.count)
        side, kind = side_of(look, thing.owner), figure_of(look, thing.code, thing.kind)
        notes = own_notes(look, thing)
        body(look, picture, kind, side, thing.code, thing.cell, thing.status, notes)
        picture.add(guns_panel(look, look.world.mounts_of(thing), "none"))
        down = "" if thing.shields_up else "down"
        picture.add(pools_panel("Pools", thing.pools, full, thing.kind, down))
        return picture.svg()
    return contact_sheet(look, thing)


def own_notes(look: Look, thing: Unit) -> list[str]:
    """What else there is to say of an own unit."""
    notes = []
    aboard = carried(look.known, thing)
    if aboard:
        notes.append(f"aboard: {grouped(aboard)}")
    if thing.exit_until is not None and look.now < thing.exit_until:
        notes.append("cannot move yet after hyperspace")
    notes += [
        f"hero: {hidden(hero.name)}" for hero in look.known.heroes.values() if hero.aboard == thing.id and hero.alive
    ]
    return notes


def contact_sheet(look: Look, contact: Contact) -> Svg:
    """What is known of somebody else's unit."""
    picture = Picture(
        WIDTH, HEIGHT, hidden(contact.label), note=f"{contact.system} {contact.cell}, {confirmed(look, [contact])}"
    )
    side = side_of(look, contact.owner) if contact.owner or contact.code else UNKNOWN
    kind = figure_of(look, contact.code, contact.kind)
    notes = [contact.alias] if contact.name else []
    notes += [f"lost: {hidden(contact.gone)}"] if contact.gone else []
    notes += [f"of {hidden(contact.owner)}"] if contact.owner else []
    body(look, picture, kind, side, contact.code, contact.cell, contact.status, notes)
    mounts = look.world.armed(contact.code, contact.count) if contact.code else ()
    picture.add(guns_panel(look, mounts, "none" if contact.code else "unknown"))
    if contact.code and contact.kind is not None and contact.pools is not None:
        full = look.world.full(contact.code, contact.count)
        picture.add(pools_panel("At most left", contact.pools, full, contact.kind, ""))
    else:
        picture.add(panel(POOLS, "Pools"), centred(POOLS, "unknown", size=LARGE, fill=MUTED))
    return picture.svg()


def body(
    look: Look, picture: Picture, kind: Kind, side: Side, code: str, cell: str, status: Status, notes: list[str]
) -> None:
    """The figure and the ratings."""
    centre = Point(FIGURE.centre.x, FIGURE.centre.y - 150)
    picture.add(panel(FIGURE), unit(kind, centre, 1700, side, faint=status in (Status.DISABLED, Status.DERELICT)))
    if status is not Status.ACTIVE:
        picture.add(circle(centre, 1080, stroke=DANGER, weight=40, dash="140 90"))
        picture.add(badge(Point(centre.x, FIGURE.y + 260), STATUS_WORDS[status].partition(",")[0], DANGER))
    name = look.world.spec(code).name if code else "Class unknown"
    rows = wrap(name, FIGURE.width - 240, BODY, most=2)
    for number, row in enumerate(rows):
        at = Point(FIGURE.centre.x, FIGURE.bottom - 170 - 190 * (len(rows) - 1 - number))
        picture.add(text(at, row, size=BODY, fill=side.colour, anchor="middle", bold=True))
    picture.add(facts_panel(look, code, cell, status, notes))


def pools_panel(title: str, pools: Pools, full: Pools, kind: UnitKind, shields: str) -> Shape:
    """Each pool as a wide bar with its figures."""
    parts = [panel(POOLS, title)]
    layers = [layer for layer in LAYERS[kind] if full.of(layer)]
    step = (POOLS.height - 480) // max(1, len(layers))
    for number, layer in enumerate(layers):
        y = POOLS.y + 420 + step * number
        tall = min(300, step - 260)
        note = f" ({shields})" if layer is Layer.SHIELDS and shields else ""
        name = layer_words(layer, kind).capitalize()
        parts.append(text(Point(POOLS.x + 160, y + 110), f"{name}{note}", size=BODY, fill=MUTED))
        figures = f"{pools.of(layer):,} of {full.of(layer):,}"
        parts.append(text(Point(POOLS.right - 160, y + 110), figures, size=BODY, fill=INK, bold=True, anchor="end"))
        box = Box(POOLS.x + 160, y + 180, POOLS.width - 320, tall)
        parts.append(bar(box, pools.of(layer), full.of(layer), LAYER_COLOURS[layer]))
    return group(parts)


def facts_panel(look: Look, code: str, cell: str, status: Status, notes: list[str]) -> Shape:
    """Ratings, points, and what else is known."""
    parts = [panel(FACTS, "Figures")]
    lines: list[str] = []
    if code:
        world = look.world
        attack = world.rating(look.known, code, cell, status, Role.ATTACK).value
        defend = world.rating(look.known, code, cell, status, Role.DEFEND).value
        lines.append(f"UCR {attack}" if attack == defend else f"UCR {attack} attacking, {defend} defending")
        lines.append(f"{world.move_points(code)} movement points, {world.cp(code)} CP")
        lines.append(hyper_words(world, code))
    for note in notes:
        lines += wrap(note, FACTS.width - 320, SMALL + 10, most=3)
    for number, line in enumerate(lines[:9]):
        at = Point(FACTS.x + 160, FACTS.y + 480 + 200 * number)
        parts.append(text(at, fit(line, FACTS.width - 320, SMALL + 10), size=SMALL + 10))
    return group(parts)


def guns_panel(look: Look, mounts: tuple[Mount, ...], nothing: str) -> Shape:
    """Weapons with their raw damage; in a word what there is instead of any."""
    parts = [panel(GUNS, "Weapons: raw damage of a full volley")]
    chart = look.world.pack.weapons
    most = max((raw(chart, mount) for mount in mounts), default=1)
    step = min(260, (GUNS.height - 480) // max(1, len(mounts)))
    for number, mount in enumerate(mounts):
        y = GUNS.y + 420 + step * number
        damage = raw(chart, mount)
        label = fit(f"{mount.count} {mount.label}", 1500, SMALL + 10)
        parts.append(text(Point(GUNS.x + 160, y + 120), label, size=SMALL + 10))
        name = fit(chart[mount.weapon].name, 1900, SMALL)
        parts.append(text(Point(GUNS.x + 1500, y + 120), name, size=SMALL, fill=MUTED))
        parts.append(bar(Box(GUNS.x + 3500, y + 20, 2000, min(130, step - 60)), damage, most, "#e8875a"))
        parts.append(text(Point(GUNS.right - 160, y + 120), f"{damage:,}", size=SMALL + 10, bold=True, anchor="end"))
    if not mounts:
        parts.append(centred(GUNS, nothing, size=LARGE, fill=MUTED))
    return group(parts)
