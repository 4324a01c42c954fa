"""Views of what is seen: contacts with their age and how sure they are, and the grid of a system. GCW-SCN, GCW-GRD."""

from __future__ import annotations

from engine.gcw.certainty import contact_line, contact_lines
from engine.gcw.data.places import System
from engine.gcw.look import LONGEST_LINE, Look, class_count, contact_words
from engine.gcw.pictures.board import board_picture
from engine.gcw.sight.scanning import scans_under_way
from engine.gcw.state import Unit
from engine.gcw.viewing import PLACE
from engine.report import Report, Section
from engine.text.message import N_, NN_, T_, Text, clipped, joined, stamp, term
from engine.view import view

YOUR_CONTACTS = T_("Your contacts")
SO_MANY = NN_("{number} contact, {lost} lost.", "{number} contacts, {lost} lost.", "number")
NOBODY_SEEN = T_("You have seen nobody yet.")
IN_TOW, LOST, SCANNED = T_("In your tow, in hyperspace"), T_("Lost"), T_("Systems you have scanned actively")


@view("contacts", "units of others that you have detected")
def contacts(look: Look, _: None) -> Report:
    """All contacts by system, those that are lost, and the scans that will tell of more."""
    seat = look.player_needed()
    every = look.contacts()
    sections: list[Section] = []
    for system in dict.fromkeys(contact.system for contact in every if not contact.gone):
        here = look.contacts_at(system)
        sections.append(Section(term(system) or IN_TOW, tuple(contact_lines(look, here))))
    lost = [contact for contact in every if contact.gone]
    lines = (N_("{contact}: {line}")(contact=contact_words(one), line=contact_line(look, one)) for one in lost)
    sections += [*Section.of(LOST, lines), *scans_under_way(look)]
    scanned = look.known.scanned.get(seat, ())
    if scanned:
        sections.append(Section(SCANNED, (joined(", ", map(term, scanned)),)))
    lead = SO_MANY(number=len(every) - len(lost), lost=len(lost)) if every else NOBODY_SEEN
    return Report(YOUR_CONTACTS, lead, tuple(sections), rule="GCW-SCN-18")


NOBODY_PUBLIC = N_("{battle} No unit's place here is public.")
NOBODY_KNOWN = N_("{battle} You know of no unit here.")


@view("board", "the grid of one system, as you know it", PLACE, picture=board_picture, public=True)
def board(look: Look, place: System) -> Report:
    """The units on one grid, cell by cell."""
    own, seen = look.own_at(place.name), look.contacts_at(place.name)
    sections: list[Section] = []
    for cell in look.world.grid.cells:
        lines = unit_names(look, [unit for unit in own if unit.cell == cell])
        lines += contact_lines(look, [contact for contact in seen if contact.cell == cell])
        sections += Section.of(term(cell), lines)
    battle = look.known.battles.get(place.name)
    lead = N_("Battle since {at}.")(at=stamp(battle.opened_at)) if battle is not None else T_("No battle.")
    if not sections:
        lead = (NOBODY_PUBLIC if look.seat is None else NOBODY_KNOWN)(battle=lead)
    return Report(N_("Grid of {system}")(system=term(place.name)), lead, tuple(sections), draws=True, rule="GCW-GRD-02")


def unit_names(look: Look, units: list[Unit]) -> list[Text]:
    """Units by class, each with the names."""
    alike: dict[str, list[Unit]] = {}
    for unit in units:
        alike.setdefault(unit.code, []).append(unit)
    return [
        clipped(
            N_("{units}: {names}")(units=class_count(len(group), code), names=look.titles(group)),
            LONGEST_LINE,
        )
        for code, group in alike.items()
    ]
