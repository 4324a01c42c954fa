"""Age and certainty of a contact, in words for every view: in sight, not heard moving, may have moved. GCW-SCN."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.clock import DAY, HOUR, MINUTE, Instant
from engine.gcw.contacts import A_KIND, ANOTHER_NOW, INTO_DEEP_SPACE, NOT_FOUND_AT, in_sight, is_target, may_have_moved
from engine.gcw.data.terms import Status
from engine.gcw.look import (
    LONGEST_LINE,
    STATUS_WORDS,
    Look,
    aboard_words,
    class_words,
    place_of,
    player,
    side_of_contact,
)
from engine.gcw.state import AGROUND, Contact, Sighting, UnitKind
from engine.text.message import N_, NN_, T_, Text, clipped, joined, stamp
from engine.text.reasons import Reasons

IN_SIGHT = T_("in sight now")


HEARD, SEEN = T_("heard"), T_("seen")


VERBS: Mapping[Sighting, Text] = {Sighting.EVENT: HEARD, Sighting.CELL: SEEN, Sighting.FIRE: HEARD, Sighting.SCAN: SEEN}
"""How a contact was last confirmed, in a word."""


CONFIRMED = {
    Sighting.EVENT: N_("heard {at}"),
    Sighting.CELL: N_("seen {at}, in a shared cell"),
    Sighting.FIRE: N_("heard {at}, by its fire"),
    Sighting.SCAN: N_("seen {at}, by active scan"),
}
"""When and how a contact was last confirmed."""


AND_SURE = N_("{confirmed}; {sure}")


IMMOBILE, MAY_HAVE_MOVED, NOT_MOVED = T_("it cannot move"), T_("may have moved"), T_("not heard moving since")


def age(look: Look, contact: Contact) -> Text:
    """When and by what a contact was last confirmed, and whether it is still there as far as its viewer can know."""
    when = stamp(contact.at, "R")
    if look.seat is None:
        return N_("last heard {at}")(at=when)
    if in_sight(look, contact):
        return IN_SIGHT
    if f"{look.viewer}/{contact.alias}" in look.known.holds:
        return T_("in your tractor beams")
    confirmed = CONFIRMED[contact.how](at=when)
    if contact.gone or not contact.system:
        return confirmed
    if contact.code and not look.world.move_points(contact.code):
        return AND_SURE(confirmed=confirmed, sure=IMMOBILE)
    return AND_SURE(confirmed=confirmed, sure=MAY_HAVE_MOVED if may_have_moved(look, contact) else NOT_MOVED)


        parts.append(GONE_NOTES.words(contact.gone))
