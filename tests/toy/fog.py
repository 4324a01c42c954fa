"""Fog: who sees strange boats, under what names, and calls over the water. Rulebook: TOY-FOG."""

from __future__ import annotations

from typing import Annotated, ClassVar

from msgspec.structs import replace
from pydantic import Field

from engine.act import Act
from engine.game import Fact, Seat, Table, only
from engine.look import Refused
from engine.noun import Noun
from engine.text.message import N_, Text, name, term

from .look import Look, Name, Playing, Term
from .state import Boat, State, Stranger

SIGHT = 1
"""Places from a boat at which strangers are seen (TOY-FOG-01)."""


def watch(table: Table[State]) -> None:
    """Tells what each seat sees now: TOY-FOG-01. Boats stay who they were while they stay in sight."""
    for seat in table.state.seats:
        own = [boat.place for boat in table.state.fleet(seat)]
        seen = {
            boat.id: boat.place
            for boat in table.state.boats
            if boat.seat != seat and any(abs(boat.place - place) <= SIGHT for place in own)
        }
        for stranger in table.state.seen_by(seat):
            place = seen.pop(stranger.boat, None)
            if place is None:
                table.say(LostSight(seat, stranger.alias), only(seat))
            elif place != stranger.place:
                table.say(Sighted(seat, stranger.alias, place), only(seat))
        for boat, place in sorted(seen.items(), key=lambda each: each[1]):
            alias = new_alias(table.state.seen_by(seat))
            table.say(Sighted(seat, alias, place), only(seat))
            table.say(Recognised(seat, alias, boat))


def new_alias(seen: tuple[Stranger, ...]) -> str:
    """The first name that no stranger in sight has."""
    taken = {stranger.alias for stranger in seen}
    return next(alias for alias in (f"stranger {number}" for number in range(1, 99)) if alias not in taken)


STRANGER: Noun[Look, Stranger] = Noun(
    "a stranger you see",
    lambda look, found: look.known.seen_by(look.seat),
    lambda stranger: (stranger.alias,),
    lambda look, stranger: f"{stranger.alias} at {stranger.place}",
    unknown=lambda look, name, hint: Refused("NOBODY", {"stranger": name}),
)
"""A strange boat in sight: one that is not seen and one that never was are one answer (TOY-FOG-02)."""


def boat_of(state: State, seat: Seat, stranger: Stranger) -> Boat:
    """The boat that a seat sees as a stranger: the referee's to know."""
    seen = next(each for each in state.strangers if (each.viewer, each.alias) == (seat, stranger.alias))
    return next(boat for boat in state.boats if boat.id == seen.boat)


class Call(Playing):
    """Call to a stranger you can see."""

    path: ClassVar[str] = "toy call"
    line: ClassVar[str] = "call {stranger}[ saying {words}]"
    stranger: Annotated[str, STRANGER] = Field(description="whom")
    words: str = Field(default="Ahoy!", min_length=1, max_length=200, description="what you call")

    def obey(self, act: Act[None, State]) -> None:
        """Its owner alone hears it (TOY-FOG-02)."""
        boat = boat_of(act.state, act.seat, act.found.stranger)
        act.say(Called(self.words, alias=act.found.stranger.alias), only(act.seat))
        act.say(Called(self.words, boat=boat.name), only(boat.seat))


CALL, HEARD = N_("You call to {alias}: “{words}”"), N_("Somebody calls to {boat}: “{words}”")


class Called(Fact[State], frozen=True):
    """Words went over the water: from the caller's side (`boat` is ""), or heard on one of the hearer's boats."""

    call: str
    alias: str = ""
    boat: str = ""

    def words(self, look: Look) -> Text:
        sentence = CALL if self.alias else HEARD
        return sentence(alias=term(self.alias), boat=name(self.boat), words=name(self.call))


class ShowFlag(Playing):
    """Show your flag to a stranger you can see."""

    path: ClassVar[str] = "toy flag"
    line: ClassVar[str] = "show flag to {stranger}"
    stranger: Annotated[str, STRANGER] = Field(description="whom")

    def obey(self, act: Act[None, State]) -> None:
        """Its owner learns whose boat is near, and both hear that (TOY-FOG-03)."""
        boat = boat_of(act.state, act.seat, act.found.stranger)
        act.say(FlagShown(act.seat, alias=act.found.stranger.alias), only(act.seat))
        act.say(FlagShown(act.seat, boat=boat.name), only(boat.seat))


SHOWN, FLAG = N_("You show your flag to {alias}."), N_("A boat of {seat} shows its flag to {boat}.")


class FlagShown(Fact[State], frozen=True):
    """A flag was shown: from the side that shows it (`boat` is ""), or seen on one of the hearer's boats."""

    rule = "TOY-FOG-03"
    seat: Seat
    alias: str = ""
    boat: str = ""

    def words(self, look: Look) -> Text:
        sentence = SHOWN if self.alias else FLAG
        return sentence(alias=term(self.alias), boat=name(self.boat), seat=name(self.seat))


class Sighted(Fact[State], frozen=True):
    """A seat sees a strange boat at a place, for the first time or again."""

    says = N_("You see {alias} at {place}.")
    viewer: Seat
    alias: Term
    place: int

    def evolve(self, state: State) -> State:
        known = [
            stranger for stranger in state.strangers if (stranger.viewer, stranger.alias) == (self.viewer, self.alias)
        ]
        if known:
            moved = (replace(each, place=self.place) if each is known[0] else each for each in state.strangers)
            return replace(state, strangers=tuple(moved))
        return replace(state, strangers=(*state.strangers, Stranger(self.viewer, self.alias, self.place)))


class Recognised(Fact[State], frozen=True):
    """Boat that a stranger is."""

    silent = "the referee's to know"
    viewer: Seat
    alias: str
    boat: str

    def evolve(self, state: State) -> State:
        strangers = (
            replace(each, boat=self.boat) if (each.viewer, each.alias) == (self.viewer, self.alias) else each
            for each in state.strangers
        )
        return replace(state, strangers=tuple(strangers))


class LostSight(Fact[State], frozen=True):
    """A seat sees a stranger no longer."""

    says = N_("You see {alias} no longer.")
    viewer: Seat
    alias: Name

    def evolve(self, state: State) -> State:
        kept = (each for each in state.strangers if (each.viewer, each.alias) != (self.viewer, self.alias))
        return replace(state, strangers=tuple(kept))
