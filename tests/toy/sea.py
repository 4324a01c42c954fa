"""The sea: how a night begins, boats and their harbours, and what can be seen of it. Rulebook: TOY-SEA."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace
from pydantic import Field

from engine.act import Act
from engine.game import EVERYONE, Fact, Seat, Setup, Svg, Table, only
from engine.look import Refused
from engine.noun import Noun
from engine.report import Report, Section, Suggestion
from engine.text.given import PlainName
from engine.text.message import N_, T_, Text, joined, name, term
from engine.text.names import shown
from engine.view import view

from .fog import watch
from .look import Look, Unlocked
from .state import Boat, State

BOATS = 2
"""Boats that a seat may launch (TOY-SEA-02)."""


def number(setup: Setup, table: Table[State], option: str, usual: int, least: int, most: int) -> int:
    """A whole number among the options of a game. Refuses OPTION."""
    given = setup.options.get(option, str(usual))
    if not (given.isascii() and given.isdigit() and least <= int(given) <= most):
        table.refuse("OPTION", option=option, least=least, most=most)
    return int(given)


def begin(setup: Setup, table: Table[State]) -> None:
    """Night falls: TOY-SEA-01."""
    if not 2 <= len(setup.seats) <= 4:
        table.refuse("SEATS", given=len(setup.seats))
    length = number(setup, table, "length", 7, 5, 12)
    hours = number(setup, table, "hours", 1, 1, 48)
    table.say(NightFell(setup.seats, length, hours), EVERYONE)
    table.say(Buried(table.turn_dice(1).hidden("treasure", length)))


def harbour(state: State, seat: Seat) -> int:
    """Place at which a seat's boats are launched."""
    return 1 + state.seats.index(seat) * (state.length - 1) // (len(state.seats) - 1)


OWN_BOAT: Noun[Look, Boat] = Noun(
    "a boat of yours",
    lambda look, found: look.known.fleet(look.seat),
    lambda boat: (boat.name,),
    unknown=lambda look, name, hint: Refused("NO_BOAT", {"boat": name}),
)
"""A boat of the seat's own."""


class Launch(Unlocked):
    """Launch a boat in your harbour, under a name of your choice."""

    path: ClassVar[str] = "toy launch"
    line: ClassVar[str] = "launch {boat}"
    boat: PlainName = Field(description="its name")

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """In the first round, while the seat has fewer than two (TOY-SEA-02)."""
        refused = super().ready(look)
        if refused is None and look.known.round > 1:
            refused = Refused("HARBOUR", {"round": look.known.round})
        if refused is None and len(look.known.fleet(look.seat)) == BOATS:
            refused = Refused("BOATS", {"most": BOATS})
        return refused

    @classmethod
    def likely(cls, look: Look) -> Iterator[Launch]:
        """The next boat, under its number."""
        yield Launch(boat=f"Boat {len(look.known.fleet(look.seat)) + 1}")

    def obey(self, act: Act[None, State]) -> None:
        """A boat lies in the harbour, and sees what is near. Refuses NAME_TAKEN."""
        fleet = act.state.fleet(act.seat)
        if any(boat.name.casefold() == self.boat.casefold() for boat in fleet):
            act.refuse("NAME_TAKEN", boat=shown(self.boat))
        boat = Boat(f"{act.seat} {len(fleet) + 1}", act.seat, self.boat, harbour(act.state, act.seat))
        act.say(Launched(boat), only(act.seat))
        watch(act.table)


NIGHT = N_("Night falls over {length} places. {seats} put to sea.")


class NightFell(Fact[State], frozen=True):
    """The game begins."""

    seats: tuple[Seat, ...]
    length: int
    hours: int

    def evolve(self, state: State) -> State:
        return replace(state, seats=self.seats, length=self.length, hours=self.hours)

    def words(self, look: Look) -> Text:
        return NIGHT(length=self.length, seats=joined(", ", map(name, self.seats)))


class Buried(Fact[State], frozen=True):
    """The treasure lies somewhere."""

    silent = "the referee's to know until day breaks"
    place: int

    def evolve(self, state: State) -> State:
        return replace(state, treasure=self.place)


LAUNCHED = N_("{boat} lies in your harbour, place {place}.")


class Launched(Fact[State], frozen=True):
    """A seat has a boat."""

    boat: Boat

    def evolve(self, state: State) -> State:
        return replace(state, boats=(*state.boats, self.boat))

    def words(self, look: Look) -> Text:
        return LAUNCHED(boat=name(self.boat.name), place=self.boat.place)


AT, ORDERED = N_("{boat} at {place}"), N_("{boat} at {place}, ordered to {to}")


def boat_line(boat: Boat) -> Text:
    """A boat in a list."""
    return (AT if boat.to is None else ORDERED)(boat=name(boat.name), place=boat.place, to=boat.to or 0)


@view("boat", "one boat", OWN_BOAT)
def one_boat(look: Look, boat: Boat) -> Report:
    """One boat: where it is, and where it is ordered."""
    return Report(name(boat.name), boat_line(boat), rule="TOY-SEA-02")


SEA, YOURS, IN_SIGHT = T_("The sea at night"), T_("Your boats"), T_("In sight")
NONE, NOBODY, OVER = T_("none"), T_("nobody"), T_("The night is over.")
ROUND, STRANGER_AT = N_("Round {round}; ready: {seats}."), N_("{alias} at {place}")


def draw(look: Look, about: None) -> Svg:
    """The row of places, own boats dark and strangers light."""
    known, seat = look.known, look.seat
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


@view("sea", "the sea as far as you see it", picture=draw, public=True)
def the_sea(look: Look, about: None) -> Report:
    """Own boats and those in sight; to the public, how far the round has come."""
    known, seat = look.known, look.seat
    own = tuple(boat_line(boat) for boat in known.fleet(seat))
    strange = tuple(STRANGER_AT(alias=term(each.alias), place=each.place) for each in known.seen_by(seat))
    sections = (Section(YOURS, own or (NONE,)), Section(IN_SIGHT, strange or (NOBODY,)))
    lead = OVER if known.over else ROUND(round=known.round, seats=joined(", ", map(name, known.locks())) or NOBODY)
    suggestions = () if known.over or seat in known.locks() else (Suggestion(T_("Lock"), "lock"),)
    return Report(SEA, lead, sections if seat else (), suggestions if seat else (), draws=True)
