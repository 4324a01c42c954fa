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
from engine.game import Fact, Seat, Table, only
from engine.gcw.acting import OWN, PlayerOrder
from engine.gcw.battles import close_battles
from engine.gcw.boarding.prizes import Room, no_room_offered, room_for, take
from engine.gcw.galaxy.relations import OTHER_PLAYER
from engine.gcw.look import Look, Obeying, contact_labelled, player
from engine.gcw.state import FACILITIES, Contact, Offer, State, Unit, UnitKind, counted, put
from engine.gcw.world import VEILED, World
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
        """Surrenders of what is disabled, to whoever is hostile there."""
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
    offer: Annotated[str, OFFER] = Field(description="who offers it", max_length=40)

    def obey(self, act: Obeying) -> None:
        """Each unit changes hands; ships need command room, facilities claim no world. Refuses SURRENDER_PARTY,
        CP_LIMIT (GCW-CON-08, GCW-BRD-04, -05).
        """
        offer: Offer = act.found.offer
        state, world, table = act.state, act.world, act.table
        there = {unit.id: unit for unit in state.at(offer.system) if unit.live}
        given = [there[unit] for unit in offer.units if unit in there and there[unit].owner == offer.seat]
        act.look.require(party(state, offer.seat, act.seat, offer.system, there.values()))
        if not given:
            act.refuse("SURRENDER_PARTY", system=offer.system)
        for unit in given:
            asked = (world, table.state, act.seat, world.cp(unit.code), offer.system)
            room = room_for(*asked) if unit.kind is UnitKind.SHIP else Room("")
            if room is None:
                act.look.decline(no_room_offered(*asked))
            take(world, table, table.state.units[unit.id], act.seat, room, None)
        act.say(OfferOver(offer.id, offer.seat, offer.to, accepted=True), only(offer.seat, offer.to))
        close_battles(table)


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
