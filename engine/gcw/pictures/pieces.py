"""Pieces that stand on a board as one figure: own units and contacts, stacks of craft, with marks. Rulebook:
GCW-GRD.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from engine.game import Seat
from engine.gcw.contacts import in_sight, is_target, may_have_moved, strength
from engine.gcw.data.terms import Pools, Status
from engine.gcw.look import Look, own_label, side_of_contact
from engine.gcw.pictures.drawing import UNKNOWN, figure_of, pool_shape, side_of
from engine.gcw.state import Contact, Unit, UnitKind
from engine.gcw.viewing import ALIKE
from engine.picture import (
    DANGER,
    SHIELDS,
    SMALL,
    Box,
    Kind,
    Point,
    Shape,
    Side,
    Wanted,
    around,
    circle,
    group,
    line,
    measure,
    unit,
)
from engine.text.message import N_, T_
from engine.text.names import hidden

FEW = 10
"""Pieces up to which each is lettered with its class, too."""

DATED = 1000
"""The room that "seen 3 h ago" adds to a name, in tenths of a pixel."""


class Piece(msgspec.Struct, frozen=True, kw_only=True):
    """One figure in a cell: a unit, a contact, or a stack of craft of one class and owner.

    `members` are the ids or aliases of what it is made of, `tracks` their public numbers. `code` is its class in short,
    with the squads of a stack of infantry. `inside` is who is in a facility, as far as the viewer knows.
    """

    label: str
    cell: str
    kind: Kind
    side: Side
    members: tuple[str, ...] = ()
    tracks: frozenset[int] = frozenset()
    code: str = ""
    count: int = 1
    pools: Pools | None = None
    most: Pools | None = None
    unit_kind: UnitKind | None = None
    shields_up: bool = False
    status: Status = Status.ACTIVE
    faint: bool = False
    own: bool = False
    inside: str = ""
    last: str = ""
    """When a contact that is not in sight was last seen or heard."""


def pieces(look: Look, system: str) -> list[Piece]:
    """Everything on the grid that the viewer knows of: its own units first, then contacts."""
    return [*own_pieces(look, look.own_at(system)), *contact_pieces(look, look.contacts_at(system))]


def own_pieces(look: Look, units: Iterable[Unit]) -> list[Piece]:
    """Own units; craft, and vehicles, of one class in one cell are one piece."""
    found: list[Piece] = []
    stacks: dict[tuple[str, str, Seat], list[Unit]] = {}
    for member in units:
        if member.kind in ALIKE:
            stacks.setdefault((member.cell, member.code, member.owner), []).append(member)
        else:
            found.append(own_piece(look, [member]))
    return found + [own_piece(look, stack) for stack in stacks.values()]


def short_code(code: str, kind: UnitKind | None, number: int) -> str:
    """A class in short, with the squads of a stack: "20 STM"."""
    return f"{number} {code}" if kind is UnitKind.INFANTRY else code


def own_piece(look: Look, units: Sequence[Unit]) -> Piece:
    """A unit, or a stack whose pools are summed."""
    first = units[0]
    full = look.world.full(first.code, first.count)
    worst = first.status if len(units) == 1 else Status.ACTIVE
    return Piece(
        label=own_label(look.known, first, hidden(first.name)) if len(units) == 1 else f"{len(units)}× {first.code}",
        cell=first.cell,
        kind=figure_of(look, first.code, first.kind),
        side=side_of(look, first.owner),
        members=tuple(member.id for member in units),
        tracks=frozenset(look.known.tracks[member.id] for member in units if member.id in look.known.tracks),
        code=short_code(first.code, first.kind, strength(look.world, first)) if len(units) == 1 else "",
        count=len(units),
        pools=summed(member.pools for member in units),
        most=summed(full for _ in units),
        unit_kind=first.kind,
        shields_up=full.shields > 0 and all(member.shields_up for member in units),
        status=worst,
        faint=worst in (Status.DISABLED, Status.DERELICT),
        own=True,
    )


def summed(pools: Iterable[Pools]) -> Pools:
    """Pools added layer by layer."""
    total = Pools()
    for pool in pools:
        total = total.plus(pool)
    return total


def contact_pieces(look: Look, contacts: Iterable[Contact]) -> list[Piece]:
    """Contacts; known craft, and vehicles, of one class and owner in one cell are one piece."""
    found: list[Piece] = []
    stacks: dict[tuple[str, str, str], list[Contact]] = {}
    for contact in contacts:
        if contact.code and contact.kind in ALIKE and is_target(look.known, look.world, look.viewer, contact):
            stacks.setdefault((contact.cell, contact.code, contact.owner), []).append(contact)
        else:
            found.append(contact_piece(look, [contact]))
    return found + [contact_piece(look, stack) for stack in stacks.values()]


def contact_piece(look: Look, contacts: Sequence[Contact]) -> Piece:
    """A contact, or a stack of them."""
    first = contacts[0]
    whose = side_of_contact(look.known, first)
    pools = [contact.pools for contact in contacts if contact.pools is not None]
    full = [look.world.full(one.code, one.count) for one in contacts if one.pools is not None and one.code]
    return Piece(
        label=name_of(look, first) if len(contacts) == 1 else f"{len(contacts)}× {first.code}",
        cell=first.cell,
        kind=figure_of(look, first.code, first.kind),
        side=side_of(look, whose) if whose or first.code else UNKNOWN,
        members=tuple(contact.alias for contact in contacts),
        tracks=frozenset(contact.track for contact in contacts if contact.track),
        code=short_code(first.code, first.kind, first.count) if first.code and len(contacts) == 1 else "",
        count=len(contacts),
        pools=summed(pools) if pools else None,
        most=summed(full) if pools else None,
        unit_kind=first.kind,
        status=first.status if len(contacts) == 1 else Status.ACTIVE,
        faint=doubtful(look, first),
    )


def doubtful(look: Look, contact: Contact) -> bool:
    """True if a contact is no target, or may be gone without its viewer's having heard it move."""
    if not is_target(look.known, look.world, look.viewer, contact):
        return True
    return look.seat is not None and not in_sight(look, contact) and may_have_moved(look, contact)


TRACK = N_("Track {track}")


def name_of(look: Look, contact: Contact) -> str:
    """Name of a contact: a track in public, by all that its viewer knows it by otherwise."""
    return TRACK(track=contact.track) if look.seat is None and contact.track else hidden(contact.called)


def piece_shape(piece: Piece, at: Point, size: int) -> Shape:
    """A figure with its marks: shields as a ring, what is disabled or dead in a broken ring, pools as bars."""
    parts: list[Shape] = []
    if piece.shields_up:
        parts.append(circle(at, size * 62 // 100, stroke=SHIELDS, weight=20, opacity=85))
    parts.append(unit(piece.kind, at, size, piece.side, faint=piece.faint))
    if piece.side.mark != "none":
        parts.append(Shape("", around(Point(at.x + size // 2, at.y + size // 2), size // 5)))  # the mark juts out
    if piece.status is not Status.ACTIVE:
        parts.append(struck(at, size * 56 // 100))
    if piece.pools is not None and piece.most is not None and piece.unit_kind is not None:
        tall = 130 if piece.unit_kind in (UnitKind.SHIP, UnitKind.PLATFORM) else 70
        box = Box(at.x - size // 2, at.y + size * 56 // 100, size, tall)
        parts.append(pool_shape(box, piece.pools, piece.most, piece.unit_kind))
    return group(parts)


def struck(at: Point, radius: int) -> Shape:
    """The mark of what is disabled, doomed or derelict: a broken ring with a bar across."""
    far = radius * 7 // 10
    bar = line(Point(at.x - far, at.y + far), Point(at.x + far, at.y - far), DANGER, weight=26)
    return group([circle(at, radius, stroke=DANGER, weight=26, dash="70 50"), bar])


def wanted_name(piece: Piece, shape: Shape, many: int, widest: int) -> Wanted:
    """The lettering of a piece: its name, with its class where there are few, and when it was last seen or heard.

    Where that is too wide, its class is left out first, then the word "class" in its name: its figure tells of what
    kind it is.
    """
    classed = f"{piece.label} {piece.code}" if piece.code and many <= FEW else piece.label
    last = f", {piece.last}" if piece.last else ""
    room = widest + DATED if last else widest
    short = piece.label.replace("-class", "")
    told = [f"{name}{last}" for name in (classed, piece.label, short)]
    words = next((text for text in told if measure(text, SMALL, bold=piece.own) <= room), told[-1])
    rank = 0 if piece.own else 1
    return Wanted(words, shape.box, SMALL, piece.side.colour, bold=piece.own, rank=rank, widest=room)


def signs_of(look: Look, known: Sequence[Piece]) -> list[tuple[Shape, str]]:
    """A key to the signs: sides that are there, then the marks in use."""
    origin = Point(0, 0)
    rows: list[tuple[Shape, str]] = []
    present = {piece.side.name for piece in known}
    for seat in look.known.players:
        side = side_of(look, seat)
        if side.name in present:
            mine = " (you)" if seat == look.seat else ""
            rows.append((unit(Kind.ESCORT, origin, 300, side), f"{hidden(seat)}{mine}"))
    if any(piece.kind is Kind.CONTACT for piece in known):
        rows.append((unit(Kind.CONTACT, origin, 280, UNKNOWN), T_("class unknown")))
    if any(piece.faint and not piece.own for piece in known):
        rows.append((unit(Kind.ESCORT, origin, 280, UNKNOWN, faint=True), T_("was there when last seen or heard")))
    if any(piece.shields_up for piece in known):
        rows.append((circle(origin, 120, stroke=SHIELDS, weight=20), T_("shields raised")))
    if any(piece.status is not Status.ACTIVE for piece in known):
        rows.append((struck(origin, 110), T_("disabled or doomed")))
    if any(piece.kind is Kind.WRECK for piece in known):
        rows.append((unit(Kind.WRECK, origin, 280, UNKNOWN), T_("destroyed")))
    if any(piece.pools is not None for piece in known):
        sample = Pools(3, 3, 3, 3)
        bars = pool_shape(around(origin, 300, 170), sample, Pools(4, 4, 4, 4), UnitKind.SHIP)
        rows.append((bars, T_("shields, armor, systems, hull left")))
    if any(piece.count > 1 for piece in known):
        rows.append((unit(Kind.SQUADRON, origin, 280, UNKNOWN), T_("4× TF: four alike, pools added")))
    return rows
