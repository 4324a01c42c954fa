"""A look at the campaign: by whom, at what it knows, when. Words, menus, nouns and pictures are made from it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from msgspec import field

from engine import look
from engine.act import Act
from engine.clock import Instant
from engine.game import Refusal, Seat
from engine.gcw.run import Run, Use
from engine.gcw.state import PUBLIC, Contact, PlayerStatus, State, Unit
from engine.gcw.words import TRACK, contact_at, contact_words, money, player, unit_name, you_or
from engine.gcw.world import World
from engine.look import Refused
from engine.text.message import Shown, Text, name, stamp, term

UNUSED = Use()


class Look(look.Look[World, State], frozen=True):
    """A look at the campaign. In the course of a turn `run` is what its units have done so far."""

    run: Run | None = None
    after_draft: Callable[[Look], Run] | None = None
    """How a seat's draft is played on what it knows, to see what its next line could be."""
    kept: dict[str, Look] = field(default_factory=dict)
    """The look after the draft, once it was worked out: every menu and every kind of order asks for it."""

    def drafted(self) -> Look:
        """The look after the seat's draft: menus and further lines start from there. Raises Refusal."""
        if self.run is not None or self.after_draft is None or self.seat is None:
            return self
        if "drafted" not in self.kept:
            self.kept["drafted"] = self.during(self.after_draft(self))
        return self.kept["drafted"]

    def during(self, run: Run) -> Look:
        """The look in the course of a turn, at the state as it stands in it."""
        return Look(self.world, run.state, run.seat, self.now, run.table.refusals or self.refusals, run)

    @property
    def turn(self) -> Run:
        """The turn in the course of which this is looked at: every check of an action is made in one."""
        assert self.run is not None
        return self.run

    @property
    def rehearsed(self) -> bool:
        """Whether a draft is being played on what its author knows: what is said in it is foretold."""
        return self.run is not None and not self.run.real

    def use(self, unit: Unit) -> Use:
        """What a unit has done so far in the turn: nothing where no turn is being played."""
        return Use() if self.run is None else self.run.uses.get(unit.id, UNUSED)

    def use_of(self, name: str) -> Use:
        """What a unit has done so far in the turn, or a crew, or a hero inside a ship."""
        return UNUSED if self.run is None else self.run.uses.get(name, UNUSED)

    def inactive(self) -> Refused | None:
        """Why a player's order cannot be given: not joined, not confirmed, retired; None for a player in play."""
        player = self.known.players.get(self.seat) if self.seat is not None else None
        if player is None:
            return Refused("NOT_JOINED")
        if player.status is PlayerStatus.ACTIVE:
            return None
        return Refused("RETIRED" if player.status is PlayerStatus.RETIRED else "NOT_CONFIRMED")

    @property
    def viewer(self) -> Seat:
        """Whose contacts are seen."""
        return PUBLIC if self.seat is None else self.seat

    def own(self) -> list[Unit]:
        """The seat's own units, as they joined it; none for the public."""
        return [] if self.seat is None else list(self.known.of(self.seat))

    def own_at(self, system: str) -> list[Unit]:
        """The seat's own units on the grid of a system."""
        return [unit for unit in self.own() if unit.system == system and unit.cell]

    def contacts(self) -> list[Contact]:
        """The seat's contacts by number; for the public, tracks."""
        return sorted(self.known.contacts_of(self.viewer).values(), key=lambda contact: contact.number)

    def contacts_at(self, system: str) -> list[Contact]:
        """Contacts in a system that may still be there."""
        return [contact for contact in self.contacts() if contact.system == system and not contact.gone]

    def called(self, contact: Contact) -> Text:
        """What the viewer calls a contact; the public calls it by its track."""
        return TRACK(track=contact.track) if self.seat is None and contact.track else contact_words(contact)

    def player_needed(self) -> Seat:
        """The seat, for views that only players have. Raises Refusal NOT_JOINED."""
        if self.seat is None:
            raise Refusal("NOT_JOINED", "You have no seat in this campaign.", "GCW-SET-01", "`/game join` takes one.")
        return self.seat

    def you(self, seat: Seat) -> Text:
        """A player as a sentence's subject: "You" to itself."""
        return you_or(seat, self.seat)

    def mine(self, seat: Seat) -> bool:
        """Whether the looker is that player."""
        return self.seat is not None and self.seat == seat

    def name(self, unit: str) -> Text:
        """An own unit's name, by its id."""
        return unit_name(self.known, unit)


class Obeying(Act[World, State]):
    """An order of a campaign being obeyed; `look` is what its author knows."""

    __slots__ = ()
    look: Look


Own = Annotated[str, Shown[str](lambda look, unit, form: look.name(unit))]
"""A field of a fact: a unit of the hearer's own by its id, shown by its name."""

Seen = Annotated[str, Shown[str](lambda look, alias, form: contact_at(look.known, look.viewer, alias))]
"""A field of a fact: the hearer's alias of a contact, shown with its name where that is known."""

Player = Annotated[Seat, Shown[Seat](lambda look, seat, form: player(seat))]
"""A field of a fact: a player, by the name of its seat."""

Name = Annotated[str, Shown[str](lambda look, text, form: name(text))]
"""A field of a fact: what somebody called something."""

Term = Annotated[str, Shown[str](lambda look, text, form: term(text))]
"""A field of a fact: a word of the rulebook, such as a system, a cell or a class."""

Money = Annotated[int, Shown[int](lambda look, amount, form: money(amount))]
"""A field of a fact: kilocredits."""

At = Annotated[Instant, Shown[Instant](lambda look, at, form: stamp(at, form or "F"))]
"""A field of a fact: an instant; "{at:R}" shows how far off it is."""
