"""Views of what is seen of others: contacts with their age and how sure they are, and scans under way. GCW-SCN."""

from __future__ import annotations

from engine.gcw.figures.coverage import ScanMode
from engine.gcw.figures.damage import Status
from engine.gcw.look import Look
from engine.gcw.sight.contacts import A_KIND, in_view, is_target
from engine.gcw.sight.listening import LAYER_WORDS, reach
from engine.gcw.state import AGROUND, Contact, Scan, Sighting, Unit, UnitKind, eyes
from engine.gcw.words import (
    STATUS_WORDS,
    aboard_words,
    class_words,
    contact_words,
    counted,
    place_of,
    player,
    side_of_contact,
    unit_name,
)
from engine.report import Report, Section, stamp
from engine.text.names import shown

IN_SIGHT = "in sight now"

BY_WORDS: dict[Sighting, tuple[str, str]] = {
    Sighting.EVENT: ("heard", ""),
    Sighting.CELL: ("seen", ", in a shared cell"),
    Sighting.FIRE: ("heard", ", by its fire"),
    Sighting.SCAN: ("seen", ", by active scan"),
}
"""How a contact was last confirmed, before and after the time."""


def in_sight(look: Look, contact: Contact) -> bool:
    """Whether a unit of the viewer's sees the contact now (GCW-SCN-08)."""
    if contact.gone or look.seat is None:
        return False
    spots = eyes(look.known, contact.system).get(look.viewer, frozenset())
    return in_view(look.known, look.world, spots, contact)


def may_have_moved(look: Look, contact: Contact) -> bool:
    """Whether a contact can have moved without its viewer's hearing: in deep space, or where nobody of the viewer's
    was at some time since (GCW-SCN-08, -12).
    """
    if contact.unwatched or look.viewer not in eyes(look.known, contact.system):
        return True
    return look.world.fog(look.known) and look.world.deep(contact.cell)


def age(look: Look, contact: Contact) -> str:
    """When and by what a contact was last confirmed, and whether it is still there as far as its viewer can know."""
    when = stamp(contact.at, "R")
    if look.seat is None:
        return f"last heard {when}"
    if in_sight(look, contact):
        return IN_SIGHT
    if f"{look.viewer}/{contact.alias}" in look.known.holds:
        return "in your tractor beams"
    verb, by = BY_WORDS[contact.how]
    if contact.gone or not contact.system:
        return f"{verb} {when}{by}"
    if contact.code and not look.world.move_points(contact.code):
        sure = "it cannot move"
    else:
        sure = "may have moved" if may_have_moved(look, contact) else "not heard moving since"
    return f"{verb} {when}{by}; {sure}"


def aim(look: Look, contact: Contact) -> str:
    """Whether a contact may be shot at, as far as its viewer can know (GCW-SCN-18)."""
    if contact.gone:
        return f"Lost: {shown(contact.gone)}."
    if not is_target(look.known, look.world, look.viewer, contact):
        return "You may not fire at it: you share its cell no longer."
    if in_sight(look, contact):
        return "You may fire at it."
    if may_have_moved(look, contact):
        return "You may fire at it, unless it has moved unseen since: then the order is dropped."
    return "You may fire at it: you would have heard it move."


def contact_line(look: Look, contact: Contact) -> str:
    """A contact in one line: what, whose, where, how old and how sure."""
    if contact.code:
        what: str = class_words(look.world, contact.code)
    elif contact.kind is not None:
        what = A_KIND[contact.kind]
    else:
        what = "class unknown"
    side = side_of_contact(look.known, contact)
    squads = f", {counted(contact.count, 'squad')}" if contact.kind is UnitKind.INFANTRY and contact.code else ""
    joint = " of" if contact.code or contact.kind is not None else ", of"
    parts = [f"{what}{f'{joint} {player(side)}' if side else ''}{squads}", f"{place_of(contact)}, {age(look, contact)}"]
    if contact.status is not Status.ACTIVE:
        parts.append(STATUS_WORDS[contact.status])
    if contact.aboard and contact.measured is not None:
        parts.append(f"{inside(contact)}: {aboard_words(contact.aboard)}, as scanned {stamp(contact.measured, 'R')}")
    if contact.patrol and not contact.gone:
        parts.append("on patrol")
    if contact.held and not contact.gone:
        parts.append("held by tractor beams")
    if look.seat is not None and not contact.gone and not is_target(look.known, look.world, look.viewer, contact):
        parts.append("no target")
    if contact.track and look.seat is not None:
        parts.append(f"Track {contact.track}")
    if contact.gone:
        parts.append(f"lost: {shown(contact.gone)}")
    return " · ".join(parts)


def inside(contact: Contact) -> str:
    """What is in a contact is called: garrison on the ground."""
    return "garrison" if contact.kind in AGROUND else "aboard"


def contact_lines(look: Look, seen: list[Contact]) -> list[str]:
    """Contacts in words; those of which the same is known stand together."""
    alike: dict[str, list[Contact]] = {}
    for one in seen:
        alike.setdefault(contact_line(look, one), []).append(one)
    return [f"**{', '.join(look.called(one) for one in group)}**: {line}"[:1000] for line, group in alike.items()]


def contacts(look: Look, about: str) -> Report:
    """All contacts by system, those that are lost, and the scans that will tell of more."""
    seat = look.player_needed()
    every = look.contacts()
    sections = []
    for system in dict.fromkeys(contact.system for contact in every if not contact.gone):
        here = look.contacts_at(system)
        sections.append(Section(system or "In your tow, in hyperspace", tuple(contact_lines(look, here))))
    lost = [one for one in every if one.gone]
    if lost:
        sections.append(Section("Lost", tuple(f"{contact_words(one)}: {contact_line(look, one)}" for one in lost)))
    sections += scans_under_way(look)
    scanned = look.known.scanned.get(seat, ())
    if scanned:
        sections.append(Section("Systems you have scanned actively", (", ".join(scanned),)))
    seen = len(every) - len(lost)
    lead = f"{counted(seen, 'contact')}, {len(lost)} lost." if every else "You have seen nobody yet."
    return Report("Your contacts", lead, tuple(sections), rule="GCW-SCN-18")


def scans_under_way(look: Look) -> list[Section]:
    """A section of the seat's scans that are not over, if there are any."""
    lines = tuple(scan_line(look, one) for one in running(look))
    return [Section("Scans under way", lines)] if lines else []


def running(look: Look) -> list[Scan]:
    """The seat's scans, the first to be over first."""
    return sorted(look.known.scans.values(), key=lambda one: (one.due_at, one.id))


def scan_line(look: Look, scan: Scan) -> str:
    """A scan in one line: by what, of what, until when; and why it would fail as things stand (GCW-SCN-16)."""
    fails = reach(look.world, look.known, scan)
    doubt = f" · fails as things stand: {fails}" if isinstance(fails, str) else ""
    return (
        f"{unit_name(look.known, scan.unit)}: {scan.mode} scan of {LAYER_WORDS[scan.layer]} of {scan.system}, result "
        f"{stamp(scan.due_at)} ({stamp(scan.due_at, 'R')}){doubt}"
    )


def scanning_words(look: Look, unit: Unit) -> str:
    """That a unit of the seat's scans, beside its name; "" where it does not."""
    for scan in running(look):
        if scan.unit == unit.id:
            loud = "scans actively" if scan.mode is ScanMode.ACTIVE else "listens"
            return f"{loud} ({LAYER_WORDS[scan.layer]}) until {stamp(scan.due_at)}"
    return ""
