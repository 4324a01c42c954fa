"""Holdings that empires come to have and lose: ships, fleets, docks, bases, developments, forts, knowledge.

These facts are for all chapters. Each is said to its owner alone (`run.tell(fact, owner)`). What changes hands is two
facts: gone to the one who had it, come to the one who has it now.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from msgspec.structs import replace

from engine.declared.changes import Puts, Removes, Sets
from engine.eaw import state as campaign
from engine.eaw.data.units import Design
from engine.eaw.look import PART, WORD, At, Look, SeatOf, ShipOf, ShipsOf, Word
from engine.eaw.state import Base, Dock, Fleet, Fort, Knowledge, Realm, Ship, State, with_realm, without_empty
from engine.game import Fact, Seat
from engine.text.message import N_, NN_, Text, listed, name, term

JOIN, JOINED = N_("{ships} in fleet {number}"), N_("You have {ships}.")
BASES_SUNK = NN_("{count} base is lost with {ship}.", "{count} bases are lost with {ship}.", "count")
BASES_GONE = NN_("{count} base at {at} is lost ({how}).", "{count} bases at {at} are lost ({how}).", "count")


class FleetFormed(Fact[State], frozen=True):
    """A fleet is there, with no ship in it yet, or it is changed as a whole."""

    silent = "what joins it tells it"
    makes = Puts("fleets", "fleet")
    fleet: Fleet


class ShipsJoined(Fact[State], frozen=True):
    """New ships are in the fleets that they name; each counts up the names of its design."""

    rule = "EAW-6c.1"
    ships: tuple[Ship, ...]

    def evolve(self, state: State) -> State:
        ships = {**state.ships, **{ship.id: ship for ship in self.ships}}
        for ship in self.ships:
            realm = state.realms.get(ship.owner)
            design, _, number = ship.name.rpartition("-")
            if realm is not None and number.isdigit():
                count = max(realm.names.get(design, 0), int(number))
                state = with_realm(state, ship.owner, names={**realm.names, design: count})
        return replace(state, ships=ships)

    def words(self, look: Look) -> Text:
        fleets: dict[int, list[Text]] = {}
        for ship in self.ships:
            fleets.setdefault(int(ship.fleet.rpartition(":")[2]), []).append(name(ship.name))
        return JOINED(ships=listed(JOIN(ships=listed(names), number=number) for number, names in fleets.items()))


class ShipsSet(Fact[State], frozen=True):
    """Ships are changed as a whole; a fleet that they leave empty is dissolved (EAW-7a.1)."""

    silent = "what is done with them tells it"
    ships: tuple[Ship, ...]

    def evolve(self, state: State) -> State:
        left = [state.ships[ship.id].fleet for ship in self.ships if ship.id in state.ships]
        changed = {ship.id: ship for ship in self.ships}
        return without_empty(replace(state, ships={**state.ships, **changed}), left)


class ShipsGone(Fact[State], frozen=True):
    """Ships are no more their owner's; a fleet that has none left is dissolved (EAW-7a.1)."""

    ships: ShipsOf
    how: Word

    says = N_("You have {ships} no longer ({how}).")

    def evolve(self, state: State) -> State:
        fleets = [state.ships[id].fleet for id in self.ships if id in state.ships]
        left = {id: ship for id, ship in state.ships.items() if id not in self.ships}
        return without_empty(replace(state, ships=left), fleets)


class DockSet(Fact[State], frozen=True):
    """A dock is there, or is changed as a whole."""

    silent = "what is done with it tells it"
    makes = Puts("docks", "dock")
    dock: Dock


class DockGone(Fact[State], frozen=True):
    """A dock is no more its owner's."""

    makes = Removes("docks", "id")
    id: str
    how: Word

    says = N_("A dock is no longer yours ({how}).")


class BasesSet(Fact[State], frozen=True):
    """Bases are there, or are changed as a whole."""

    silent = "what is done with them tells it"
    makes = Puts("bases", "bases")
    bases: tuple[Base, ...]


class BasesGone(Fact[State], frozen=True):
    """Bases are no more their owner's: those at a system, or those that were "aboard" the ship of that name."""

    makes = Removes("bases", "ids")
    at: At
    ids: tuple[str, ...]
    how: Word

    def words(self, look: Look) -> Text:
        if self.how == "aboard":
            return BASES_SUNK(count=len(self.ids), ship=name(self.at))
        return BASES_GONE(count=len(self.ids), at=term(self.at), how=term(self.how))


class Developed(Fact[State], frozen=True):
    """A mine or colony stands (EAW-12.0, EAW-13.0)."""

    says = N_("A developed {development:kind} of yours stands at {system}.")
    makes = Sets("systems", "system", "development")
    system: At
    development: Annotated[campaign.Development, PART]


class DevelopmentGone(Fact[State], frozen=True):
    """A mine or colony is no more its owner's; who took or destroyed it is not told (EAW-33.4)."""

    rule = "EAW-33.4"
    says = N_("Contact with {system} is lost, and its development is no longer yours.")
    makes = Sets("systems", "system", development=None)
    system: At


class Fortified(Fact[State], frozen=True):
    """A fortification stands, or is changed (EAW-11.0)."""

    rule = "EAW-11.0"
    says = N_("A fortification of yours stands at {system}.")
    makes = Sets("systems", "system", "fort")
    system: At
    fort: Fort


class FortGone(Fact[State], frozen=True):
    """A fortification is no more (EAW-10e.1)."""

    rule = "EAW-10e.1"
    says = N_("Your fortification at {system} is no more.")
    makes = Sets("systems", "system", fort=None)
    system: At


class SystemIs(Fact[State], frozen=True):
    """The planet and map type of a system: the referee's alone, what an empire learns of it is `Discovered`."""

    silent = "whoever discovers it hears of it"
    makes = Sets("systems", "system", "planet", "map_type", "planets")
    system: str
    planet: campaign.Planet
    map_type: str
    planets: int


class Discovered(Fact[State], frozen=True):
    """An empire learns the planet and map type of a system (EAW-16.0, section 5)."""

    rule = "EAW-16.0"
    says = N_("At {system} is a {planet} planet, with the map {map_type}.")
    seat: SeatOf
    system: At
    planet: Annotated[campaign.Planet, WORD]
    map_type: Word
    planets: int
    t: int

    def evolve(self, state: State) -> State:
        realm = state.realms.get(self.seat, Realm())
        known = replace(
            realm.knowledge.get(self.system, Knowledge()),
            planet=self.planet, map_type=self.map_type, planets=self.planets, discovered=self.t,
        )  # fmt: skip
        return with_realm(state, self.seat, knowledge={**realm.knowledge, self.system: known})


class ContactLost(Fact[State], frozen=True):
    """An undefended system of an empire was entered by an enemy, who is not named (EAW-33.4)."""

    rule = "EAW-33.4"
    says = N_("Contact with {system} is lost.")
    seat: Seat
    system: At
    t: int

    def evolve(self, state: State) -> State:
        realm = state.realms.get(self.seat, Realm())
        known = replace(realm.knowledge.get(self.system, Knowledge()), lost=self.t)
        return with_realm(state, self.seat, knowledge={**realm.knowledge, self.system: known})


class RetiredUnpaid(Fact[State], frozen=True):
    """An officer retires whose price on his new ship was not paid (EAW-27a.3)."""

    rule = "EAW-27a.3"
    says = N_("Nobody paid for your {kind} on {ship}, and he retires.")
    kind: Word
    ship: ShipOf


def free_number(things: Mapping[str, campaign.Mover], owner: Seat) -> int:
    """The lowest number that no fleet, or no dock, of an empire has."""
    taken = {thing.number for thing in things.values() if thing.owner == owner}
    return next(number for number in range(1, len(taken) + 2) if number not in taken)


def next_base(state: State, owner: Seat) -> int:
    """The number of the next base of an empire."""
    return max([int(id.rpartition(":b")[2]) for id, base in state.bases.items() if base.owner == owner], default=0) + 1


def next_name(state: State, owner: Seat, design: Design) -> str:
    """The name of an empire's next ship of a design."""
    return f"{design.name}-{state.realms[owner].names.get(design.name, 0) + 1}"


def ship_id(owner: Seat, name: str) -> str:
    """The id of a ship of an empire: its names are its own, and tell nobody how many ships others have."""
    return f"{owner}:{name}"


def fleet_id(owner: Seat, number: int) -> str:
    """The id of a fleet of an empire."""
    return f"{owner}:{number}"


def dock_id(owner: Seat, number: int) -> str:
    """The id of a dock of an empire."""
    return f"{owner}:d{number}"


def base_id(owner: Seat, number: int) -> str:
    """The id of a base of an empire."""
    return f"{owner}:b{number}"
