"""The picture of one unit: its figure, pools as bars, ratings, weapons and hangar; of a contact, what is known."""

from __future__ import annotations

from collections.abc import Sequence

from engine.game import Svg
from engine.gcw.certainty import GONE_NOTES, confirmed
from engine.gcw.data.marks import Mount
from engine.gcw.data.terms import Layer, Pools, Status
from engine.gcw.figures.ucr import Role
from engine.gcw.figures.weapons import raw
from engine.gcw.look import LAYERS, STATUS_WORDS, Look, hyper_words, layer_words, own_label
from engine.gcw.pictures.drawing import LAYER_COLOURS, UNKNOWN, figure_of, side_of
from engine.gcw.pictures.pieces import name_of, short_code, struck
from engine.gcw.state import Contact, Guest, Unit, UnitKind, carried
from engine.gcw.world import Stand
from engine.picture import (
    BODY,
    DANGER,
    INK,
    LARGE,
    MUTED,
    SMALL,
    WIDE,
    Box,
    Kind,
    Picture,
    Point,
    Shape,
    Side,
    badge,
    bar,
    centred,
    fit,
    group,
    panel,
    text,
    unit,
    wrap,
)  # fmt: skip
from engine.text.message import N_, NN_, T_, drawn, term, unmarked
from engine.text.names import hidden

TOP, GAP = 720, 150
LEFT = Box(200, TOP, 3600, 3300)
RIGHT = Box(LEFT.right + GAP, TOP, WIDE - 400 - LEFT.width - GAP, 3300)
HEAD = 520
"""Height of a panel's title."""
ROW, TILE = 380, 640
"""Heights of a line of text or a weapon, and of what is in a hangar."""
COLUMNS = 4


def sheet(look: Look, thing: Unit | Contact) -> Svg:
    """The sheet of an own unit or of a contact."""
    return own_sheet(look, thing) if isinstance(thing, Unit) else contact_sheet(look, thing)


def own_sheet(look: Look, thing: Unit) -> Svg:
    """All of an own unit."""
    place = f"{thing.system} {thing.cell}".strip() or (T_("docked") if thing.docked else T_("in hyperspace"))
    full = look.world.full(thing.code, thing.count)
    waits = thing.exit_until is not None and look.now < thing.exit_until
    notes: list[str] = [T_("cannot move yet after hyperspace")] if waits else []
    aboard_here = (hero for hero in look.known.heroes.values() if hero.aboard == thing.id and hero.alive)
    notes += [N_("hero: {hero}")(hero=drawn(hero.name)) for hero in aboard_here]
    parts = [
        portrait(look, figure_of(look, thing.code, thing.kind), side_of(look, thing.owner), thing.code, thing.status),
        pools_panel(T_("Pools"), thing.pools, full, thing.kind, "" if thing.shields_up else T_("down")),
        facts_panel(look, thing.code, thing.cell, thing.status, notes),
    ]
    parts.append(guns_panel(look, look.world.mounts_of(thing), "none", parts[-1].box.bottom + GAP))
    aboard = [cargo for cargo in carried(look.known, thing) if not cargo.guest_in]
    guests = [guest for guest in look.known.guests.values() if guest.host == thing.id]
    if aboard or guests:
        parts.append(hangar_panel(look, [*aboard, *guests], parts[-1].box.bottom + GAP))
    return whole(own_label(look.known, thing, hidden(thing.name)), place, parts)


def contact_sheet(look: Look, contact: Contact) -> Svg:
    """A picture of what is known of somebody else's unit."""
    side = side_of(look, contact.owner) if contact.owner or contact.code else UNKNOWN
    notes = [unmarked(GONE_NOTES.words(contact.gone))] if contact.gone else []
    notes += [N_("of {player}")(player=drawn(contact.owner))] if contact.owner else []
    parts = [portrait(look, figure_of(look, contact.code, contact.kind), side, contact.code, contact.status)]
    if contact.code and contact.kind is not None and contact.pools is not None:
        full = look.world.full(contact.code, contact.count)
        parts.append(pools_panel(T_("At most left"), contact.pools, full, contact.kind, ""))
    else:
        parts.append(group([panel(RIGHT, T_("Pools")), centred(RIGHT, T_("unknown"), size=LARGE, fill=MUTED)]))
    parts.append(facts_panel(look, contact.code, contact.cell, contact.status, notes))
    mounts = look.world.armed(contact.code, contact.count) if contact.code else ()
    parts.append(guns_panel(look, mounts, "none" if contact.code else "unknown", parts[-1].box.bottom + GAP))
    stands = f"{contact.system} {contact.cell}, {confirmed(look, [contact])}".strip()
    return whole(name_of(look, contact), stands, parts)


UCR, UCR_EACH = N_("UCR {attack}"), N_("UCR {attack} attacking, {defend} defending")
MOVEMENT = NN_("{points} movement point, {cp} CP", "{points} movement points, {cp} CP", "points")


def whole(title: str, note: str, parts: Sequence[Shape]) -> Svg:
    """The picture of panels under each other."""
    picture = Picture(WIDE, parts[-1].box.bottom + 200, title, note=note)
    picture.add(*parts)
    return picture.svg()


def portrait(look: Look, kind: Kind, side: Side, code: str, status: Status) -> Shape:
    """The figure with its class, and a mark where it is disabled or worse."""
    whole = status is Status.ACTIVE
    centre = Point(LEFT.centre.x, LEFT.y + (1450 if whole else 1400))
    faint = status in (Status.DISABLED, Status.DERELICT)
    parts = [panel(LEFT), unit(kind, centre, 2100 if whole else 1700, side, faint=faint)]
    if not whole:
        parts.append(struck(centre, 1080))
        words = STATUS_WORDS[status].partition(",")[0]
        parts.append(badge(Point(centre.x, LEFT.y + 260), words, DANGER, size=SMALL))
    rows = wrap(look.world.spec(code).name if code else T_("Class unknown"), LEFT.width - 240, BODY, bold=True, most=2)
    for number, row in enumerate(rows):
        at = Point(LEFT.centre.x, LEFT.bottom - 160 - 290 * (len(rows) - 1 - number))
        parts.append(text(at, row, size=BODY, fill=side.colour, anchor="middle", bold=True))
    return group(parts)


def pools_panel(title: str, pools: Pools, full: Pools, kind: UnitKind, shields: str) -> Shape:
    """Each pool as a wide bar with its figures."""
    parts = [panel(RIGHT, title)]
    layers = [layer for layer in LAYERS[kind] if full.of(layer)]
    room, many = RIGHT.height - HEAD - 120, max(1, len(layers))
    step = min(1200, room // many)
    for number, layer in enumerate(layers):
        y = RIGHT.y + HEAD + 60 + (room - step * many) // 2 + step * number
        note = f" ({shields})" if layer is Layer.SHIELDS and shields else ""
        words = f"{layer_words(layer, kind).capitalize()}{note}"
        parts.append(text(Point(RIGHT.x + 160, y + 200), words, size=BODY, fill=MUTED))
        figures = N_("{left:,} of {full:,}")(left=pools.of(layer), full=full.of(layer))
        parts.append(text(Point(RIGHT.right - 160, y + 200), figures, size=BODY, fill=INK, bold=True, anchor="end"))
        box = Box(RIGHT.x + 160, y + 280, RIGHT.width - 320, min(640, step - 380))
        parts.append(bar(box, pools.of(layer), full.of(layer), LAYER_COLOURS[layer]))
    return group(parts)


def facts_panel(look: Look, code: str, cell: str, status: Status, notes: Sequence[str]) -> Shape:
    """Ratings, points, and what else is known, in two columns."""
    lines: list[str] = []
    if code:
        world = look.world
        attack, defend = (world.rating(look.known, Stand(code, cell, status), role).value for role in Role)
        lines.append((UCR if attack == defend else UCR_EACH)(attack=term(f"{attack}"), defend=term(f"{defend}")))
        points = world.move_points(code)
        lines.append(MOVEMENT(points=points, cp=world.cp(code)))
        lines.append(hyper_words(world, code))
    lines += notes
    rows = -(-len(lines) // 2)
    box = Box(200, LEFT.bottom + GAP, WIDE - 400, ROW * max(1, rows) + 140)
    parts = [panel(box)]
    wide = (box.width - 320) // 2
    for number, words in enumerate(lines):
        at = Point(box.x + 160 + number // max(1, rows) * wide, box.y + 300 + number % max(1, rows) * ROW)
        parts.append(text(at, fit(words, wide - 100, SMALL), size=SMALL))
    if not lines:
        parts.append(centred(box, T_("nothing more is known"), size=SMALL, fill=MUTED))
    return group(parts)


def guns_panel(look: Look, mounts: tuple[Mount, ...], nothing: str, y: int) -> Shape:
    """Weapons with their raw damage; in a word what there is instead of any."""
    box = Box(200, y, WIDE - 400, HEAD + ROW * max(1, len(mounts)) + 60)
    parts = [panel(box, T_("Weapons: raw damage of a full volley"))]
    chart = look.world.pack.weapons
    most = max((raw(chart, mount) for mount in mounts), default=1)
    for number, mount in enumerate(mounts):
        line = y + HEAD + ROW * number
        damage = raw(chart, mount)
        words = f"{mount.count} {mount.label}"
        parts.append(text(Point(box.x + 160, line + 230), fit(words, 1700, BODY, bold=True), size=BODY, bold=True))
        name = fit(chart[mount.weapon].name, 3300, SMALL)
        parts.append(text(Point(box.x + 2000, line + 230), name, size=SMALL, fill=MUTED))
        parts.append(bar(Box(box.x + 5400, line + 60, 2800, 200), damage, most, "#e8875a"))
        parts.append(text(Point(box.right - 160, line + 230), f"{damage:,}", size=BODY, bold=True, anchor="end"))
    if not mounts:
        parts.append(text(Point(box.x + 160, y + HEAD + 230), nothing, size=BODY, fill=MUTED))
    return group(parts)


def hangar_panel(look: Look, aboard: Sequence[Unit | Guest], y: int) -> Shape:
    """A panel for what is carried: a figure for each class of each owner, and how many of it."""
    counts: dict[tuple[str, str], tuple[Unit | Guest, int]] = {}
    for cargo in aboard:
        number = cargo.count if isinstance(cargo, Unit) and cargo.kind is UnitKind.INFANTRY else 1
        key = cargo.owner, cargo.code
        counts[key] = cargo, counts.get(key, (cargo, 0))[1] + number
    box = Box(200, y, WIDE - 400, HEAD + TILE * -(-len(counts) // COLUMNS) + 80)
    parts = [panel(box, T_("Aboard"))]
    wide = (box.width - 200) // COLUMNS
    for number, (one, many) in enumerate(counts.values()):
        at = Point(box.x + 400 + number % COLUMNS * wide, box.y + HEAD + 260 + number // COLUMNS * TILE)
        parts.append(unit(figure_of(look, one.code, one.kind), at, 480, side_of(look, one.owner)))
        words = f"{many:,} {short_code(one.code, None, many)}"
        parts.append(text(Point(at.x + 340, at.y + 80), fit(words, wide - 760, BODY, bold=True), size=BODY, bold=True))
    return group(parts)
