"""What a seat reads, sees and may do in the toy rulebook: all of it made from what the seat knows."""

from __future__ import annotations

from collections.abc import Iterator

from engine.game import Refusal, Said, Seat, Svg
from engine.orders import Option, Order
from engine.report import News, Report, Section, Suggestion, View, stamp
from engine.text.names import shown

from .facts import (
    Called,
    DayBroke,
    Launched,
    LostSight,
    NightFell,
    Ordered,
    OrdersLocked,
    Postponed,
    RoundBegan,
    Sailed,
    Sighted,
    Sunk,
    Thunder,
)
from .night import BOATS, REACH
from .orders import Call, Launch, Lock, Sail
from .state import Boat, State

VIEWS = (
    View("sea", "the sea as far as you see it", picture=True, public=True),
    View("boat", "one boat", "a boat of yours"),
)


def tell(known: State, said: Said[State], seat: Seat | None) -> News | None:
    """Words for one thing heard."""
    names = {boat.id: shown(boat.name) for boat in known.boats}
    match said.fact:
        case NightFell(seats, length):
            return News(f"Night falls over {length} places. {', '.join(seats)} put to sea.")
        case RoundBegan(number, until):
            return News(f"Round {number}: orders until {stamp(until)}.")
        case Postponed(until):
            return News(f"The round now ends at {stamp(until)}.")
        case Launched(boat):
            return News(f"{shown(boat.name)} lies in your harbour, place {boat.place}.")
        case Ordered(boat_id, to):
            return News(f"{names[boat_id]} will sail to {to}.")
        case OrdersLocked(lock):
            return News(f"Your orders stand: {shown(lock.body)}.") if lock.body else News(f"{lock.seat} is ready.")
        case Sailed(boat_id, place):
            return News(f"{names[boat_id]} is at {place}.")
        case Thunder(place, seats, losers):
            lost = f"{' and '.join(losers)} lost." if losers else "nobody lost."
            return News(f"Thunder at {place}: {' and '.join(seats)} fought, {lost}", decides=True)
        case Sunk(_, name):
            return News(f"{shown(name)} is sunk.", decides=True)
        case Sighted(_, alias, place):
            return News(f"You see {alias} at {place}.")
        case LostSight(_, alias):
            return News(f"You see {alias} no longer.")
        case Called(words, alias, boat_name):
            if alias:
                return News(f"You call to {alias}: “{shown(words)}”")
            return News(f"Somebody calls to {shown(boat_name)}: “{shown(words)}”")
        case DayBroke(winner, treasure):
            return News(f"Day breaks. The treasure lies at {treasure}; {winner or 'nobody'} wins.", decides=True)
        case _:
            return None


def own_boat(known: State, seat: Seat | None, name: str) -> Boat:
    """A boat of the seat by its name. Raises Refusal."""
    for boat in known.fleet(seat):
        if boat.name.casefold() == name.casefold():
            return boat
    raise Refusal("NO_BOAT", f"You have no boat {shown(name)}.", "TOY-SEA-02")


def show(known: State, seat: Seat | None, view: str, about: str) -> Report:
    """The sea, or one boat."""
    if view == "boat":
        boat = own_boat(known, seat, about)
        return Report(shown(boat.name), _boat_line(boat), rule="TOY-SEA-02")
    own = tuple(_boat_line(boat) for boat in known.fleet(seat))
    strange = tuple(f"{stranger.alias} at {stranger.place}" for stranger in known.seen_by(seat))
    sections = (Section("Your boats", own or ("none",)), Section("In sight", strange or ("nobody",)))
    lead = (
        "The night is over." if known.over else f"Round {known.round}; ready: {', '.join(known.locks()) or 'nobody'}."
    )
    suggestions = () if known.over or seat in known.locks() else (Suggestion("Lock", "lock"),)
    return Report("The sea at night", lead, sections if seat else (), suggestions if seat else (), draws=True)


def _boat_line(boat: Boat) -> str:
    return f"{shown(boat.name)} at {boat.place}" + (f", ordered to {boat.to}" if boat.to is not None else "")


def draw(known: State, seat: Seat | None) -> Svg:
    """The row of places, own boats dark and strangers light."""
    marks = [(boat.place, "#123") for boat in known.fleet(seat)] + [(one.place, "#9bd") for one in known.seen_by(seat)]
    places = "".join(
        f'<circle cx="{place * 40}" cy="40" r="15" fill="none" stroke="#345"/>' for place in range(1, known.length + 1)
    )
    boats = "".join(
        f'<circle cx="{place * 40}" cy="40" r="{9 - index}" fill="{fill}"/>'
        for index, (place, fill) in enumerate(marks)
    )
    return Svg(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {known.length * 40 + 40} 80">{places}{boats}</svg>'
    )


def legal(known: State, seat: Seat) -> Iterator[Order]:
    """Every order but other names and other words."""
    if known.over or seat not in known.seats:
        return
    for stranger in known.seen_by(seat):
        yield Call(stranger=stranger.alias)
    if seat in known.locks():
        return
    fleet = known.fleet(seat)
    if known.round == 1 and len(fleet) < BOATS:
        yield Launch(boat=f"Boat {len(fleet) + 1}")
    for boat in fleet:
        for place in range(max(1, boat.place - REACH), min(known.length, boat.place + REACH) + 1):
            yield Sail(boat=boat.name, place=place)
    yield Lock()


def options(known: State, seat: Seat, order: type[Order], field: str, given: dict[str, str]) -> Iterator[Option]:
    """Values for a field."""
    if order is Call:
        yield from (Option(stranger.alias, f"{stranger.alias} at {stranger.place}") for stranger in known.seen_by(seat))
    elif field == "boat":
        yield from (Option(boat.name) for boat in known.fleet(seat))
    elif field == "place":
        sailing = [boat for boat in known.fleet(seat) if boat.name == given.get("boat", boat.name)]
        near = {place for boat in sailing for place in range(boat.place - REACH, boat.place + REACH + 1)}
        yield from (Option(str(place)) for place in sorted(near) if 1 <= place <= known.length)
