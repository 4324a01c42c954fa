"""Guests in hangars of other players: what their owner and the host's owner are told of them. Rulebook: GCW-LCH-02.

A guest's owner is told where the host is, wherever it goes: in its hangar nobody sees more. The host's owner knows the
owner, the class and the name of what is in the hangar. Nobody else hears of it.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, UnsetType

from engine.clock import Instant
from engine.declared.changes import Its, Puts, Removes
from engine.declared.sentences import either
from engine.game import Fact, Seat, Table, only
from engine.gcw.battles import shields_rise
from engine.gcw.contacts import BESIDE, LAUNCH, LAUNCHES, Lost, alias_of, gave_away, part, see
from engine.gcw.look import (
    At,
    Look,
    Own,
    Owns,
    Run,
    Seen,
    Term,
    class_words,
    contact_at,
    contact_labelled,
    hearers,
    player,
    refused_as,
    with_before,
)
from engine.gcw.state import FACILITIES, NOBODY, Guest, State, Unit, UnitKind, UnitsSet, guests_of
from engine.gcw.whereabouts import whereabouts
from engine.gcw.world import World
from engine.text.message import N_, Message, Shown, Text, name, term

HOSTS = FACILITIES | {UnitKind.SHIP}
"""What takes guests in."""


def guest_words(look: Look, sentence: Message, guest: Guest) -> Text:
    """A sentence of a guest in a hangar of the hearer's."""
    return sentence(
        guest=contact_labelled(look.known, look.viewer, guest.name),
        player=player(guest.owner),
        klass=class_words(look.world, guest.code),
        host=look.name(guest.host),
    )


class GuestCame(Fact[State], frozen=True):
    """A craft of another player's is in a hangar; for the owner of its host."""

    rule = "GCW-LCH-02"
    makes = Puts("guests", "guest", "unit")
    guest: Guest

    def words(self, look: Look) -> Text:
        return guest_words(look, N_("**{guest}** of {player}, {klass}, is a guest aboard {host}."), self.guest)


class GuestLeft(Fact[State], frozen=True):
    """A craft of another player's is no more in a hangar; for the owner of its host."""

    rule = "GCW-LCH-02"
    makes = Removes("guests", "unit")
    unit: str
    guest: Guest

    def words(self, look: Look) -> Text:
        return guest_words(look, N_("**{guest}** of {player} is no more aboard {host}."), self.guest)


def moor(table: Table[State], world: World, unit: Unit, host: Unit, before: str | UnsetType = UNSET) -> None:
    """A craft is a guest: its owner is told where, the host's owner what is in the hangar (GCW-LCH-02); by a moderator,
    `before` is where it was.
    """
    see(table, world, unit.owner, host, BESIDE)
    alias = alias_of(table.state, unit.owner, host.id)
    assert alias is not None
    table.say(Moored(unit.id, host.id, alias, before), only(unit.owner))
    guest = Guest(unit=unit.id, host=host.id, owner=unit.owner, name=unit.name, code=unit.code, kind=unit.kind)
    table.say(GuestCame(guest), hearers(host.owner))


MOORED = N_("{unit} is a guest aboard {host} now, and stays yours.")


class Moored(Fact[State], frozen=True):
    """A craft is a guest in another player's hangar; for its owner, who calls the host by the alias."""

    rule = "GCW-LCH-02"
    makes = UnitsSet(
        "unit", docked=Its("host"), harbour=Its("alias"), system="", cell="", shields_up=False, patrol=False
    )
    unit: str
    host: str
    alias: str
    before: str | UnsetType = UNSET
    """Where it was, if a moderator put it there."""

    def words(self, look: Look) -> Text:
        words = MOORED(unit=look.name(self.unit), host=contact_at(look.known, look.viewer, self.alias))
        return with_before(words, UNSET if self.before is UNSET else term(self.before))


def left(table: Table[State], guest: Guest) -> None:
    """The owner of a host is told that a guest is no more in its hangar."""
    host = table.state.units.get(guest.host)
    table.say(GuestLeft(guest.unit, guest), hearers(host.owner if host is not None else NOBODY))


class HostCalled(Fact[State], frozen=True):
    """A host goes by another of its viewer's aliases: that is where the viewer's guests are."""

    silent = "that the contact is the one of old is told with it"
    makes = UnitsSet("units", harbour=Its("alias"))
    units: tuple[str, ...]
    alias: str


IN_HYPERSPACE = "entered hyperspace"


def keep_hangars(world: World, table: Table[State]) -> None:
    """Owners of guests are told where their hosts are, owners of hosts which guests are gone (GCW-LCH-02)."""
    mine: dict[tuple[Seat, str], list[Unit]] = {}
    for key in whereabouts(table.state.units).guests:
        unit = table.state.units[key]
        mine.setdefault((unit.owner, unit.docked), []).append(unit)
    for (seat, host), units in mine.items():
        stay_told(world, table, seat, table.state.units[host], units)
    for guest in list(table.state.guests.values()):
        known = table.state.units.get(guest.unit)
        if known is None or known.docked != guest.host:
            left(table, guest)


def stay_told(world: World, table: Table[State], seat: Seat, host: Unit, units: list[Unit]) -> None:
    """A player hears where a host with guests of its own is now, or that it entered hyperspace."""
    alias = units[0].guest_in
    contact = table.state.contacts_of(seat)[alias]
    bound = alias_of(table.state, seat, host.id)
    if not host.cell:
        if not contact.gone:
            table.say(Lost(seat, alias, IN_HYPERSPACE), only(seat))
            part(table, seat, alias, host.id)
        return
    if bound != alias or contact.gone or (contact.system, contact.cell) != (host.system, host.cell):
        see(table, world, seat, host, BESIDE)
        bound = alias_of(table.state, seat, host.id) or alias
    others = tuple(unit.id for unit in units if unit.guest_in != bound)
    if others:
        table.say(HostCalled(others, bound), only(seat))


class CameAlong(Fact[State], frozen=True):
    """Guests came out of hyperspace with their host, and cannot move yet (GCW-HYX-03). For their owner."""

    says = N_(
        "**{units}** came out of hyperspace aboard {alias} at {system} {cell}. No movement until your next turn is "
        "over or {until}, whichever comes first."
    )
    rule = "GCW-HYX-03"
    makes = UnitsSet("units", exit_until=Its("until"))
    units: Owns
    alias: Seen
    system: Term
    cell: Term
    until: At


def came_along(table: Table[State], host: Unit, until: Instant) -> None:
    """The owners of a host's guests hear that they came out of hyperspace."""
    mine: dict[tuple[Seat, str], list[str]] = {}
    for guest in guests_of(table.state, host):
        mine.setdefault((guest.owner, guest.guest_in), []).append(guest.id)
    for (seat, alias), units in mine.items():
        table.say(CameAlong(tuple(units), alias, host.system, host.cell, until), only(seat))


def host_words(look: Look, alias: str) -> Text:
    """The hearer's name for a host that it knows by that alias."""
    host = look.known.contacts_of(look.viewer).get(alias)
    return refused_as(look.world, host) if host is not None else name(alias)


Host = Annotated[str, Shown[str](lambda look, alias, form: host_words(look, alias))]
"""A field of a fact: the hearer's alias of a host."""


class CastOff(Fact[State], frozen=True):
    """A craft is no guest any more, and stands in a cell: its owner ordered it, or the host's `put` it out. For its
    owner.
    """

    says = either(
        "put",
        N_("{unit} was put out of {alias} at {system} {cell}."),
        N_("{unit} flies out of {alias} at {system} {cell}."),
    )
    rule = "GCW-LCH-02"
    makes = UnitsSet("unit", "system", "cell", docked="", harbour=UNSET)
    unit: Own
    alias: Host
    system: Term
    cell: Term
    put: bool = False


def out(run: Run, unit: Unit, host: Unit) -> None:
    """A guest came out of its host, as a craft is launched: both are heard (GCW-LCH-02, GCW-SCN-08)."""
    guest = run.state.guests.get(unit.id)
    if guest is not None:
        left(run.table, guest)
    if run.state.fights(unit.owner, unit.system):
        shields_rise(run.table, [unit])
    gave_away(run.table, run.world, host, LAUNCHES)
    gave_away(run.table, run.world, run.state.units[unit.id], LAUNCH)


def put_out(run: Run, unit: Unit, ship: Unit) -> None:
    """A guest stands in its host's cell."""
    run.say(CastOff(unit.id, unit.guest_in, ship.system, ship.cell, put=True), hearers(unit.owner))
    out(run, run.state.units[unit.id], ship)


def emptied(table: Table[State], world: World, ship: Unit) -> None:
    """A ship goes where no guest goes along, into the reserve or to be scrapped: they are put out first."""
    run = Run(world, table, ship.owner, real=True)
    for unit in guests_of(table.state, ship):
        put_out(run, unit, ship)
