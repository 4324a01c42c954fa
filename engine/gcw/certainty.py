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
from engine.text.message import (
    N_,
    NN_,
    T_,
    Text,
    clipped,
    joined,
    stamp,
)
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
    """Age of a contact: when and by what it was last confirmed, and if it is still there as far as its viewer knows."""
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


GONE_NOTES = Reasons(
    {
        "destroyed": N_("lost: destroyed"),
        "doomed": N_("lost: doomed"),
        "flew apart": N_("lost: flew apart"),
        "scrapped": N_("lost: scrapped"),
        "entered hyperspace": N_("lost: entered hyperspace"),
        "was dragged into hyperspace": N_("lost: was dragged into hyperspace"),
        "left the system": N_("lost: left the system"),
        "was taken aboard a carrier": N_("lost: was taken aboard a carrier"),
        "went aboard a craft": N_("lost: went aboard a craft"),
        "flies in a swarm now": N_("lost: flies in a swarm now"),
        "is part of another stack now": N_("lost: is part of another stack now"),
        "it is your own now": N_("lost: it is your own now"),
        "not found by an active scan": N_("lost: not found by an active scan"),
        "moved by a moderator": N_("lost: moved by a moderator"),
        "removed by a moderator": N_("lost: removed by a moderator"),
        NOT_FOUND_AT: N_("lost: not found at {cell}"),
        ANOTHER_NOW: N_("lost: it is {alias} now"),
        INTO_DEEP_SPACE: N_("lost: was last heard moving at {cell}, out into deep space"),
    },
    N_("lost: {why}"),
)
"""Why contacts are there no more, as it is recorded, each with a note in a row of them."""


TARGET_UNLESS_MOVED = T_("You may fire at it, unless it has moved unseen since: then the order is dropped.")


TARGET_UNMOVED = T_("You may fire at it: you would have heard it move.")


def aim(look: Look, contact: Contact) -> Text:
    """Words for whether a contact may be shot at, as far as its viewer can know (GCW-SCN-18)."""
    if contact.gone:
        return T_("You may not fire at it: it is there no more, as far as you know.")
    if not is_target(look.known, look.world, look.viewer, contact):
        return T_("You may not fire at it: you share its cell no longer.")
    if in_sight(look, contact):
        return T_("You may fire at it.")
    return TARGET_UNLESS_MOVED if may_have_moved(look, contact) else TARGET_UNMOVED


WITH_SQUADS = NN_("{what}, {number} squad", "{what}, {number} squads", "number")


SCANNED_ABOARD, SCANNED_GARRISON = N_("aboard: {units}, as scanned {at}"), N_("garrison: {units}, as scanned {at}")


def what(look: Look, contact: Contact) -> Text:
    """A contact's class and owner, as far as its viewer knows."""
    side = side_of_contact(look.known, contact)
    if contact.code:
        words = class_words(look.world, contact.code)
    elif contact.kind is not None:
        words = A_KIND[contact.kind]
    else:
        return N_("class unknown, of {player}")(player=player(side)) if side else T_("class unknown")
    words = N_("{what} of {player}")(what=words, player=player(side)) if side else words
    return (
        WITH_SQUADS(what=words, number=contact.count) if contact.kind is UnitKind.INFANTRY and contact.code else words
    )


def contact_line(look: Look, contact: Contact) -> Text:
    """A contact in one line: what, whose, where, how old and how sure."""
    parts = [what(look, contact), N_("{place}, {age}")(place=place_of(contact), age=age(look, contact))]
    if contact.status is not Status.ACTIVE:
        parts.append(STATUS_WORDS[contact.status])
    if contact.aboard and contact.measured is not None:
        scanned = SCANNED_GARRISON if contact.kind in AGROUND else SCANNED_ABOARD
        parts.append(scanned(units=aboard_words(contact.aboard), at=stamp(contact.measured, "R")))
    if contact.patrol and not contact.gone:
        parts.append(T_("on patrol"))
    if contact.held and not contact.gone:
        parts.append(T_("held by tractor beams"))
    if look.seat is not None and not contact.gone and not is_target(look.known, look.world, look.viewer, contact):
        parts.append(T_("no target"))
    if contact.gone:
        parts.append(GONE_NOTES.words(contact.gone))
    return joined(" · ", parts)


def contact_lines(look: Look, seen: Iterable[Contact]) -> list[Text]:
    """Contacts in words; those of which the same is known stand together."""
    alike: dict[Text, list[Contact]] = {}
    for contact in seen:
        alike.setdefault(contact_line(look, contact), []).append(contact)
    return [
        clipped(N_("**{contacts}**: {line}")(contacts=joined(", ", map(look.called, group)), line=line), LONGEST_LINE)
        for line, group in alike.items()
    ]


def ago(then: Instant, now: Instant) -> Text:
    """Time since an instant, in one unit: "now", "12 min ago", "3 h ago", "2 d ago"."""
    since = max(0, now - then)
    if since < MINUTE:
        return T_("now")
    return N_("{span} ago")(span=span(since))


def confirmed(look: Look, contacts: list[Contact]) -> str:
    """Instant at which a contact, or a stack of them, was last seen or heard (GCW-SCN-18)."""
    if all(in_sight(look, contact) for contact in contacts):
        return IN_SIGHT
    last = max(contacts, key=lambda contact: contact.at)
    return f"{VERBS[last.how]} {ago(last.at, look.now)}"


def span(seconds: int) -> Text:
    """A duration in one unit, cut: "12 min", "3 h", "2 d"."""
    if seconds < HOUR:
        return N_("{minutes} min")(minutes=seconds // MINUTE)
    if seconds < 2 * DAY:
        return N_("{hours} h")(hours=seconds // HOUR)
    return N_("{days} d")(days=seconds // DAY)
