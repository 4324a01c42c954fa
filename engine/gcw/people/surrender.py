"""Surrender: units and facilities that change hands without a fight. Rulebook: GCW-CON-08, CLK-24."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import count
from typing import Annotated, ClassVar, Self

from msgspec.structs import replace
from pydantic import Field

from engine.book import clock
from engine.clock import DAY, later
from engine.declared.changes import Removes
from engine.declared.due import Dated, Earliest
from engine.declared.sentences import either
from engine.game import Fact, Seat, Table, only
from engine.gcw.acting import OWN, PlayerOrder
from engine.gcw.battles import close_battles
from engine.gcw.boarding.prizes import Room, no_room_offered, room_for, take
from engine.gcw.figures.command import CAPACITY
from engine.gcw.fleets import DutySet, Mustered, group_of, new_unit, roster
from engine.gcw.galaxy.relations import OTHER_PLAYER
from engine.gcw.look import Look, Obeying, Player, Term, contact_labelled, player
from engine.gcw.state import FACILITIES, Contact, Offer, State, Unit, UnitKind, counted, put
from engine.gcw.world import AS_KNOWN, VEILED, World
from engine.look import Refused
from engine.noun import Found, Noun, Several
from engine.text.message import N_, T_, Text, drawn, joined, listed, term
from engine.text.names import shown

STANDS_FOR = DAY
"""How long an offer stands (CLK-24)."""

GIVEN_UP = FACILITIES | {UnitKind.SHIP}
"""What can be surrendered; what is in it goes with it."""


def standing(look: Look, unit: Unit, found: Found) -> Refused | None:
    """Ships and facilities on a grid, without a hero aboard."""
    if unit.kind not in GIVEN_UP or not unit.on_grid or not unit.live:
        return Refused("NOT_SURRENDERED", {"unit": shown(unit.name)})
    hero = next((hero for hero in look.known.heroes.values() if hero.alive and hero.aboard == unit.id), None)
    return None if hero is None else Refused("HERO_ABOARD", {"hero": shown(hero.name), "unit": shown(unit.name)})


def party(known: State, seat: Seat, to: Seat, system: str, there: Iterable[Unit | Contact]) -> Refused | None:
    """SURRENDER_PARTY unless the recipient is hostile, and one of those `there` in the system its own (GCW-CON-08)."""
    met = any(contact.owner == to for contact in there) and known.are_hostile(seat, to)
    return None if met else Refused("SURRENDER_PARTY", {"system": system})


SURRENDERED = OWN.that(standing)


class Surrender(PlayerOrder):
    """Offer ships and facilities of yours in one system to a hostile player who is there."""

    path: ClassVar[str] = "gcw-people surrender"
    line: ClassVar[str] = "surrender {units} to {player}"
    units: Annotated[str, Several(SURRENDERED, "ships and facilities of yours")] = Field(
        description="names with commas, all in one system", max_length=200
    )
    player: Annotated[str, OTHER_PLAYER] = Field(description="to whom", max_length=40)

    def obey(self, act: Obeying) -> None:
        """Both hear of the offer; it stands for 24 hours. Refuses SURRENDER_PARTY."""
        units: tuple[Unit, ...] = act.found.units
        system = units[0].system
        act.look.require(party(act.look.known, act.seat, act.found.player, system, act.look.contacts_at(system)))
        if any(unit.system != system for unit in units):
            act.refuse("NOT_SURRENDERED", unit=shown(units[-1].name))
        offer = Offer(
            id=offer_id(act.world, act.state, act.seat, act.found.player), seat=act.seat, to=act.found.player,
            system=system, units=tuple(unit.id for unit in units), names=tuple(unit.name for unit in units),
            until=later(act.table.now, STANDS_FOR),
        )  # fmt: skip
        act.say(Offered(offer), only(act.seat, act.found.player))

    @classmethod
    def likely(cls, look: Look) -> Iterator[Self]:
        """Surrenders of what is disabled, to whoever is hostile there: more would be the end of games."""
        for unit in SURRENDERED.fitting(look):
            there = list(look.contacts_at(unit.system))
            for seat in look.known.players if not unit.pools.armor else ():
                if seat != look.seat and party(look.known, look.viewer, seat, unit.system, there) is None:
                    yield cls(units=unit.name, player=seat)


COUNTED = "o-"
"""How ids of offers began that were counted with all that a player has: before `VEILED`."""


def offer_id(world: World, state: State, by: Seat, to: Seat) -> str:
    """An id that tells whom it is offered to no more than the two know: the first that no open offer has."""
    if world.version < VEILED:
        return state.next_id("o", by)
    return next(offer for n in count(1) if (offer := f"offer-{by}-{to}-{n}") not in state.offers)


YOU_OFFER = N_("You offer to surrender {units} at {system} to {to}[; the offer stands until {until}].")
OFFERED = N_(
    "**{by} offers to surrender** {units} at {system} to you[: `accept surrender of {by}` takes it, until {until}]."
)


class Offered(Dated[State], frozen=True):
    """Units are offered to another player (GCW-CON-08). For both."""

    rule = "GCW-CON-08"
    offer: Offer

    def evolve(self, state: State) -> State:
        ids = counted(state, self.offer.seat) if self.offer.id.startswith(COUNTED) else state.last_ids
        return replace(state, offers=put(state.offers, self.offer.id, self.offer), last_ids=ids)

    def words(self, look: Look) -> Text:
        offer, known = self.offer, look.known
        mine = look.mine(offer.seat)
        theirs = (contact_labelled(known, look.viewer, name) for name in offer.names)
        return (YOU_OFFER if mine else OFFERED)(
            by=player(offer.seat),
            to=player(offer.to),
            units=look.recalled(offer.names) if mine else listed(theirs),
            system=term(offer.system),
            until=look.until(offer.until),
        )


def recipient_met(look: Look, offer: Offer, found: Found) -> Refused | None:
    """SURRENDER_PARTY unless the recipient is hostile, and has a unit in the system (GCW-CON-08)."""
    if look.world.version < AS_KNOWN:
        return None
    there = (unit for unit in look.known.at(offer.system) if unit.live)
    return party(look.known, offer.seat, look.viewer, offer.system, there)


def known_room(look: Look, offer: Offer, found: Found) -> Refused | None:
    """CP_LIMIT where a ship on offer that the recipient knows has no command room (GCW-CON-08, GCW-BRD-04)."""
    if look.world.version < AS_KNOWN:
        return None
    world, seat, system, state = look.world, look.viewer, offer.system, look.known
    seen = {contact.name: contact for contact in look.contacts_at(system) if contact.owner == offer.seat}
    ships = (
        seen[name] for name in offer.names if name in seen and seen[name].kind is UnitKind.SHIP and seen[name].code
    )
    for contact in ships:
        room = room_for(world, state, seat, world.cp(contact.code), system)
        if room is None:
            return no_room_offered(world, state, seat, world.cp(contact.code), system)
        for moved in room.moves:
            state = DutySet(group_of(state, seat, moved), system).evolve(state)
        prize = replace(new_unit(world, state, seat, contact.code, contact.name), system=system, duty=room.duty)
        state = Mustered((prize,)).evolve(state)
    return None


ON_OFFER = N_("{player}: {names} at {system}")
OFFER: Noun[Look, Offer] = Noun(
    "an offer to you",
    lambda look, found: (offer for offer in look.known.offers.values() if look.mine(offer.to)),
    lambda offer: (offer.seat,),
    lambda look, offer: ON_OFFER(
        player=drawn(offer.seat), names=joined(", ", map(drawn, offer.names)), system=term(offer.system)
    )[:100],
    unknown=lambda look, words, hint: Refused("SURRENDER_PARTY", {"system": T_("that system")}),
)
"""An offer to the player, by who made it."""


class Accept(PlayerOrder):
    """Accept the surrender that a player offers you: its units are yours, as captured."""

    path: ClassVar[str] = "gcw-people accept"
    line: ClassVar[str] = "accept surrender of {offer}"
    offer: Annotated[str, OFFER.that(recipient_met, known_room)] = Field(description="who offers it", max_length=40)

    def obey(self, act: Obeying) -> None:
        """Each unit changes hands; ships need command room, facilities claim no world (GCW-CON-08, GCW-BRD-04, -05).

        Its player hears where nothing is left of it, or a ship that it does not know has no room. Those of version 11
        and before are refused SURRENDER_PARTY, CP_LIMIT then.
        """
        offer: Offer = act.found.offer
        state, world, table = act.state, act.world, act.table
        refuses, begun = world.version < AS_KNOWN, table.mark()
        there = {unit.id: unit for unit in state.at(offer.system) if unit.live}
        given = [there[unit] for unit in offer.units if unit in there and there[unit].owner == offer.seat]
        if refuses:
            act.look.require(party(state, offer.seat, act.seat, offer.system, there.values()))
        if not given and refuses:
            act.refuse("SURRENDER_PARTY", system=offer.system)
        if not given:
            act.say(NotTaken(offer.seat, offer.system), only(act.seat))
            return
        for unit in given:
            asked = (world, table.state, act.seat, world.cp(unit.code), offer.system)
            room = room_for(*asked) if unit.kind is UnitKind.SHIP else Room("")
            if room is None and refuses:
                act.look.decline(no_room_offered(*asked))
            if room is None:
                table.back(begun)
                act.say(NotTaken(offer.seat, offer.system, *in_use(*asked)), only(act.seat))
                return
            take(world, table, table.state.units[unit.id], act.seat, room, None)
        act.say(OfferOver(offer.id, offer.seat, offer.to, accepted=True), only(offer.seat, offer.to))
        close_battles(table)


def in_use(world: World, state: State, seat: Seat, cp: int, system: str) -> tuple[int, int, int, int, int]:
    """Command points: of a ship, and of the main fleet and the PDF of a system those in use and those there are."""
    main, pdf = roster(world, state, seat), roster(world, state, seat, system)
    return cp, main.cp, world.capacity(state, seat), pdf.cp, CAPACITY


WITHOUT_ROOM = N_(
    "The surrender of {by} does not come about: a ship of {cp} CP is part of it, and your main fleet uses {used} of "
    "{most} CP, your PDF of {system} {pdf} of {pdf_most} CP. The offer stands."
)
NOTHING_LEFT = N_("The surrender of {by} does not come about: nothing of it is left at {system}.")


class NotTaken(Fact[State], frozen=True):
    """A surrender that was accepted does not come about: nothing of it is left, or a ship of `cp` command points that
    its recipient did not know has no room (GCW-CON-08). For its recipient.
    """

    says = either(lambda fact: fact.cp, WITHOUT_ROOM, NOTHING_LEFT)
    rule = "GCW-CON-08"
    by: Player
    system: Term
    cp: int = 0
    used: int = 0
    most: int = 0
    pdf: int = 0
    pdf_most: int = 0


def offered_to(look: Look, to: Seat, found: Found) -> Refused | None:
    """Those to whom an offer of one's own stands."""
    if any((offer.seat, offer.to) == (look.seat, to) for offer in look.known.offers.values()):
        return None
    return Refused("SURRENDER_PARTY", {"system": T_("that system")})


class TakeBack(PlayerOrder):
    """Take back an offer to surrender, before it is accepted."""

    path: ClassVar[str] = "gcw-people take-back"
    line: ClassVar[str] = "take back the offer to {player}"
    player: Annotated[str, OTHER_PLAYER.that(offered_to)] = Field(description="to whom it was made", max_length=40)

    def obey(self, act: Obeying) -> None:
        """The offers to that player are over. Refuses SURRENDER_PARTY where there is none."""
        offers = act.look.known.offers.values()
        for offer in [offer for offer in offers if (offer.seat, offer.to) == (act.seat, act.found.player)]:
            act.say(OfferOver(offer.id, offer.seat, offer.to), only(offer.seat, offer.to))


YOU_ACCEPT, ACCEPTS_YOURS = N_("You accept the surrender of {by}."), N_("{to} accepts your surrender.")
YOURS_OVER = N_("Your offer to surrender to {to} is over.")
ANOTHERS_OVER = N_("{by}'s offer to surrender to you is over.")


class OfferOver(Fact[State], frozen=True):
    """An offer to surrender was accepted, taken back, or has lapsed (GCW-CON-08). For both."""

    rule = "GCW-CON-08"
    makes = Removes("offers", "offer")
    offer: str
    by: Seat
    to: Seat
    accepted: bool = False

    def words(self, look: Look) -> Text:
        mine, theirs = (ACCEPTS_YOURS, YOU_ACCEPT) if self.accepted else (YOURS_OVER, ANOTHERS_OVER)
        return (mine if look.mine(self.by) else theirs)(by=player(self.by), to=player(self.to))


@clock(next=Earliest("offers", "until"), priority=90)
def lapse_offers(world: World, table: Table[State]) -> None:
    """Offers that nobody accepted in time are over (GCW-CON-08, CLK-24)."""
    for offer in list(table.state.offers.values()):
        if offer.until <= table.now:
            table.say(OfferOver(offer.id, offer.seat, offer.to), only(offer.seat, offer.to))
