"""Craft that are guests in the hangars of other players: they dock with friends, fly out again, are put out.

A guest stays its owner's. It needs the hangar room that its class takes, goes where its host goes, goes down with it,
and is its captor's when it is captured (GCW-LCH-02). Access that is withdrawn later, or hostility, lets no more in and
throws nobody out: guests fly out when their owner orders it, or when the host's owner puts them out. Guests see nothing
from inside; their owner is told where the host is. The host's owner knows owner, class and name of what is in the
hangar, and no more; others know nothing of it. Squads and heroes in a guest stay in it and out of what is fought
aboard. Rulebook: GCW-LCH-02.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, ClassVar

from msgspec import UNSET
from msgspec.structs import replace
from pydantic import Field

from engine.game import only
from engine.gcw.acting import (
    CONTACT,
    OWN,
    UNTOLD,
    Action,
    acted,
    behind,
    can,
    foreign,
    in_sight,
    owned,
    unit_label,
)
from engine.gcw.battles import commit, uncommittable
from engine.gcw.contacts import vanished
from engine.gcw.figures.damage import Act
from engine.gcw.fleets import places_for, room
from engine.gcw.hangars import HOSTS, CastOff, Moored, left, moor, out, put_out
from engine.gcw.look import (
    CARRIED,
    Look,
    Run,
    contact_words,
    refused_as,
)
from engine.gcw.space.craft import CARRIER, GROUPS, IN_FLIGHT, Craft, chosen, flying, stays_out, unready
from engine.gcw.state import (
    NOBODY,
    Contact,
    Guest,
    Unit,
    UnitKind,
)
from engine.look import Refused
from engine.noun import Found, Several, Value, parts_of
from engine.orders import Option
from engine.text.message import N_, NN_, T_, Text, did_you_mean, drawn, term
from engine.text.names import shown


def host_behind(look: Look, contact: Contact) -> Unit | Contact:
    """The unit that a contact is, where whoever holds this state knows it; else the contact."""
    return behind(look, contact) or contact


def inhospitable(look: Look, contact: Contact, found: Found) -> Refused | None:
    """Those with a hangar, whose owner is not hostile and granted the player access (GCW-LCH-02, GCW-GEN-04)."""
    host, seat, called = host_behind(look, contact), look.viewer, refused_as(look.world, contact)
    if not host.code or host.kind not in HOSTS or not any(look.world.hangar(host.code)):
        return Refused("NO_HANGAR", {"host": called})
    if look.known.are_hostile(host.owner, seat):
        return Refused("RELATION_HOSTILE", {"player": shown(host.owner)}, rule="GCW-LCH-02")
    if (host.owner, seat) not in look.known.access:
        return Refused("HANGAR_SHUT", {"host": called, "player": shown(host.owner) if host.owner else T_("nobody")})
    return None


def harbours(look: Look, found: Found) -> Iterator[Contact]:
    """Contacts of friends with hangars, in whose cells the player has craft."""
    there = {(unit.system, unit.cell) for unit in flying(look)}
    for contact in look.contacts():
        here = contact.owner != NOBODY and not contact.gone and (contact.system, contact.cell) in there
        if here and (contact.owner, look.viewer) in look.known.access:
            yield contact


HARBOUR = CONTACT.but(what="a friend's ship or facility", among=harbours).that(in_sight, foreign, inhospitable)
"""What of another player's takes craft of the player's into its hangar."""


def beside(look: Look, host: Contact) -> list[Unit]:
    """The player's craft in the cell of a host; swarms, which fit into no hangar, are meant only by name."""
    here = (host.system, host.cell)
    return [unit for unit in flying(look) if (unit.system, unit.cell) == here and unit.kind is not UnitKind.SWARM]


def places_left(look: Look, contact: Contact, kind: UnitKind) -> int:
    """Free places for a kind of craft: as they are where whoever holds this state knows them, else those of the class
    without the player's own guests.
    """
    host = host_behind(look, contact)
    if isinstance(host, Unit):
        return room(look.world, look.known, host, kind)
    mine = sum(unit.guest_in == contact.alias and unit.kind is kind for unit in look.own())
    return places_for(look.world, contact.code, kind) - mine


def kept_from(look: Look, contact: Contact, unit: Unit) -> Refused | None:
    """Refuses a craft that cannot dock with a friend (GCW-LCH-01, -02, GCW-TRC-07)."""
    called = refused_as(look.world, contact)
    refused = stays_out(look, unit, (contact.system, contact.cell), called)
    if refused is None and places_left(look, contact, unit.kind) < 1:
        refused = Refused("HANGAR_FULL", {"host": called}, rule="GCW-LCH-02")
    return refused or unready(look, unit)


ROOM_FOR_SQUADRONS = NN_(
    "{host} has {number} place for squadrons; whether it is free, its owner alone knows (GCW-LCH-02)",
    "{host} has {number} places for squadrons; how many are free, its owner alone knows (GCW-LCH-02)",
    "number",
)
ROOM_FOR_AUXILIARIES = NN_(
    "{host} has {number} place for auxiliary craft; whether it is free, its owner alone knows (GCW-LCH-02)",
    "{host} has {number} places for auxiliary craft; how many are free, its owner alone knows (GCW-LCH-02)",
    "number",
)


def room_words(look: Look, contact: Contact, kind: UnitKind) -> Text:
    """Places for a kind of craft in a host of another player's, as far as the class tells."""
    sentence = ROOM_FOR_SQUADRONS if kind is UnitKind.SQUADRON else ROOM_FOR_AUXILIARIES
    return sentence(host=contact_words(contact), number=places_for(look.world, contact.code, kind))


class Docking(Craft[Contact]):
    """Craft that dock with a host of another player's."""

    def ready(self, look: Look, ship: Contact) -> list[Unit]:
        """Units that could go one by one."""
        return [unit for unit in self.pool(look, ship) if self.barred(look, ship, unit) is None]


def to_dock(look: Look, words: str, found: Found) -> list[Unit]:
    """The craft to dock: by name wherever they are, else those in the host's cell. Refuses NO_CRAFT."""
    whole = words.strip().casefold() in GROUPS
    return chosen(look, words, beside(look, found.ship) if whole else flying(look), IN_FLIGHT)


class Dock(Action):
    """Dock craft in the hangar of a friend's ship or facility in their cell; they stay yours."""

    path: ClassVar[str] = "gcw-craft dock"
    line: ClassVar[str] = "dock {craft} with {ship}"
    each: ClassVar[int] = 2
    tried: ClassVar[int] = 12
    ship: Annotated[str, HARBOUR] = Field(description="a friend's ship or facility: a contact", max_length=60)
    craft: Annotated[str, Docking("craft in flight", to_dock, beside, kept_from)] = Field(
        description="'all', 'squadrons', a class ('TF', '2 TF'), or names with commas", max_length=200
    )

    def perform(self, run: Run) -> None:
        """Craft are guests in a hangar that has room for them (GCW-LCH-02). What is hidden from their owner, such as
        who else is in it, is met when the turn is final.
        """
        contact: Contact = run.found.ship
        ship = behind(run.look, contact)
        kinds = dict.fromkeys(unit.kind for unit in run.found.craft)
        run.workings.extend(room_words(run.look, contact, kind) for kind in kinds)
        for unit in run.found.craft:
            run.look.require(kept_from(run.look, contact, unit))
            commit(run, unit)
            run.use(unit).recalled = True
            if not run.real or ship is None:
                run.say(Moored(unit.id, contact.alias, contact.alias), only(run.seat))
                continue
            before = run.state.units[unit.id]
            moor(run.table, run.world, unit, ship)
            if before.id in run.state.tracks:
                acted(run, before, CARRIED)
            vanished(run.table, run.world, before, "was taken aboard a carrier")


def guests(look: Look, found: Found) -> Iterator[Unit]:
    """The player's craft that are guests of others."""
    return (unit for unit in look.own() if unit.guest_in)


def harbour(look: Look, unit: Unit) -> Unit | Contact | None:
    """The host of a guest, as whoever holds this state knows it."""
    return look.known.units.get(unit.docked) or look.known.contacts_of(look.viewer).get(unit.guest_in)


def kept_inside(look: Look, unit: Unit, found: Found) -> Refused | None:
    """Guests whose host stands on a grid, and that did not come in this turn (GCW-LCH-01, -02)."""
    host = harbour(look, unit) if unit.guest_in else None
    if host is None:
        return Refused("NO_GUEST", {"unit": shown(unit.name)})
    if not host.cell or (isinstance(host, Contact) and host.gone):
        return Refused("IN_TRANSIT", {"unit": shown(unit.name), "time": UNTOLD}, rule="GCW-LCH-02")
    if look.use(unit).recalled:
        return Refused("LAUNCH_RECALL", {"unit": shown(unit.name)})
    return uncommittable(look, replace(unit, docked="", harbour=UNSET, system=host.system, cell=host.cell))


def guest_label(look: Look, unit: Unit) -> str:
    """A guest of the player's in a menu."""
    host = look.known.contacts_of(look.viewer).get(unit.guest_in)
    if host is None:
        return unit_label(look, unit)
    return N_("{unit} ({code}, aboard {host})")(unit=drawn(unit.name), code=term(unit.code), host=drawn(host.called))


GUEST = OWN.but(what="a craft of yours in a friend's hangar", among=guests, exact=owned, label=guest_label).that(
    kept_inside
)


def all_guests(look: Look, words: str) -> list[Unit] | None:
    """All guests of the player's that can fly out: "all"; None for other words, and where there is none."""
    return [*GUEST.fitting(look)] or None if words.strip().casefold() == "all" else None


class Undock(Action):
    """Fly craft out of a friend's hangar; they may act in the same turn."""

    path: ClassVar[str] = "gcw-craft undock"
    line: ClassVar[str] = "undock {craft}"
    craft: Annotated[str, Several(GUEST, "craft of yours in friends' hangars", all_guests)] = Field(
        description="'all', or names with commas", max_length=200
    )

    def perform(self, run: Run) -> None:
        """They appear in the host's cell, whatever the host, its owner and their relation have come to (GCW-LCH-02)."""
        for unit in run.found.craft:
            host = harbour(run.look, unit)
            assert host is not None
            run.use(unit).launched = True
            run.say(CastOff(unit.id, unit.guest_in, host.system, host.cell), only(run.seat))
            commit(run, run.state.units[unit.id])
            if run.real:
                out(run, run.state.units[unit.id], run.state.units[unit.docked])


def entertained(look: Look, ship: Unit) -> list[Guest]:
    """The guests in a unit's hangar."""
    return [guest for guest in look.known.guests.values() if guest.host == ship.id]


def to_put_out(look: Look, words: str, found: Found) -> list[Guest]:
    """The guests that are meant: all, or by name. Refuses NO_CRAFT."""
    there = entertained(look, found.ship)
    if words.strip().casefold() == "all" and there:
        return there
    picked: list[Guest] = []
    for word in parts_of(words, [guest.name for guest in there]):
        named = [guest for guest in there if guest.name.casefold() == word.casefold()]
        if not named:
            hint = did_you_mean(word, [guest.name for guest in there])
            look.refuse("NO_CRAFT", name=shown(word), host=shown(found.ship.name), hint=hint)
        picked += [guest for guest in named if guest not in picked]
    return picked


def guests_offered(look: Look, found: Found) -> Iterator[Option]:
    """All, and each guest."""
    ship: Unit | None = found.get("ship")
    yield Option("all")
    for guest in entertained(look, ship) if ship is not None else ():
        yield Option(
            guest.name,
            N_("{unit} ({code}) of {player}")(unit=drawn(guest.name), code=term(guest.code), player=drawn(guest.owner)),
        )


def with_guests(look: Look, found: Found) -> Iterable[Unit]:
    """The player's units with guests in their hangars."""
    hosts = {guest.host for guest in look.known.guests.values()}
    return (unit for unit in look.own() if unit.id in hosts)


class PutOut(Action):
    """Put craft of other players out of a hangar of yours, into its cell."""

    path: ClassVar[str] = "gcw-craft put-out"
    line: ClassVar[str] = "put out {guests} from {ship}"
    ship: Annotated[str, CARRIER.but(among=with_guests).that(can(Act.LAUNCH), uncommittable)] = Field(
        description="your ship or facility", max_length=60
    )
    guests: Annotated[str, Value("guests", to_put_out, guests_offered, several=True)] = Field(
        description="'all', or names with commas", max_length=200
    )

    def perform(self, run: Run) -> None:
        """Guests stand in the host's cell, each still its owner's (GCW-LCH-02)."""
        ship: Unit = run.found.ship
        commit(run, ship)
        for guest in run.found.guests:
            if run.real:
                put_out(run, run.state.units[guest.unit], ship)
            else:
                left(run.table, guest)
