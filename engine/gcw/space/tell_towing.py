"""News of tractor beams: what one's own hold, what holds one's own, and what is dragged along. Rulebook: GCW-TRC."""

from __future__ import annotations

from collections.abc import Iterable

from engine.game import Fact, Seat
from engine.gcw.facts import DraggedOff, Gripped, GripSeen, HoldEnded, HoldSet, TakenInTow, Towed, Tugged
from engine.gcw.space.holding import metres_text
from engine.gcw.state import Hold, State
from engine.gcw.telling import Heard, ruled
from engine.gcw.words import contact_at, listed, player
from engine.report import News
from engine.text.names import shown


def beams(heard: Heard, fact: Fact[State]) -> News | None:
    """What tractor beams do, for who works them, for whose ship they hold, and for who sees it."""
    match fact:
        case HoldSet(hold, length):
            return of_hold(heard, hold, length)
        case HoldEnded(seat, target, why):
            return ruled(f"Your tractor beams are off {held_name(heard, seat, target)}: {why}.", "GCW-TRC-10")
        case Gripped(unit, "", _):
            return ruled(f"**{heard.name(unit)}** is free of tractor beams.", "GCW-TRC-10", decides=True)
        case Gripped(unit, holder, by):
            whose = "you" if heard.mine(holder) else player(holder)
            return ruled(
                f"**{heard.name(unit)}** is held by the tractor beams of {names(heard, by)} of {whose}: its UCR is 1 "
                "from now on (a derelict's stays 0). It can fire and launch, but neither move nor leave.",
                "GCW-TRC-08",
                decides=True,
            )
        case GripSeen(viewer, alias, held):
            state = "is held by tractor beams: its UCR is 1" if held else "is free of tractor beams"
            return ruled(f"**{contact_at(heard.known, viewer, alias)}** {state}.", "GCW-TRC-08")
        case Tugged(unit, by, metres, length):
            return ruled(
                f"Tractor beams of {names(heard, by)} reach for **{heard.name(unit)}** and hold {metres} of "
                f"{metres_text(length)} m: no control.",
                "GCW-TRC-05",
            )
        case Towed(unit, cell, by):
            return ruled(f"{names(heard, by)} pulled **{heard.name(unit)}** to {cell}.", "GCW-TRC-07", decides=True)
        case DraggedOff(units, _, origin, by):
            dragged = listed(f"**{heard.name(one)}**" for one in units)
            return ruled(
                f"{names(heard, by)} entered hyperspace at {origin} with {dragged} in tow; you do not know where to.",
                "GCW-TRC-07",
                decides=True,
            )
        case TakenInTow(viewer, aliases, destination):
            taken = listed(f"**{contact_at(heard.known, viewer, one)}**" for one in aliases)
            return ruled(f"You have {taken} in tow to {destination}.", "GCW-TRC-07", decides=True)
        case _:
            return None


def of_hold(heard: Heard, hold: Hold, length: int) -> News:
    """The metres of a hold, and whether they control."""
    crews = listed(heard.name(one) for one in hold.beams)
    target = held_name(heard, hold.seat, hold.target)
    comes = "control" if hold.controlled else "no control"
    return ruled(
        f"Tractor beams of {crews} on {target}: held {hold.metres} of {metres_text(length)} m, {comes}.", "GCW-TRC-05"
    )


def held_name(heard: Heard, seat: Seat, target: str) -> str:
    """What the hearer calls what its beams hold: a contact, or a unit of its own."""
    own = heard.known.units.get(target)
    return f"**{shown(own.name) if own is not None else contact_at(heard.known, seat, target)}**"


def names(heard: Heard, by: Iterable[str]) -> str:
    """The units that hold something, as the hearer knows them."""
    seen = heard.known.contacts_of(heard.seat) if heard.seat is not None else {}
    return listed(shown(seen[one].label) if one in seen else shown(one) for one in by) or "somebody"
