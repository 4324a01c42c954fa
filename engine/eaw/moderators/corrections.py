"""Corrections of what there is: fleets and ships put and removed, figures of empires, ships and systems. EAW-30.

What is secret stays so: a correction is told to whom it concerns, and to nobody else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Annotated, Any, ClassVar, Literal, TypeVar

from msgspec.structs import replace
from pydantic import Field

from engine.declared.changes import Alters, Sets
from engine.declared.corrections import Correction, Setting, figure
from engine.declared.corrections import Field as Corrected
from engine.eaw.data.pack import Code
from engine.eaw.data.units import Design
from engine.eaw.figures import kept, typed
from engine.eaw.look import Act, At, Called, Look, Word
from engine.eaw.moderators.orders import ModeratorOrder, OnTheMap
from engine.eaw.nouns import EMPIRE, OWN_DESIGN, SYSTEM, unknown
from engine.eaw.season import holdings
from engine.eaw.season.run import Run
from engine.eaw.state import NEVER, Development, Empire, Fleet, Fort, Planet, Ship, State, with_ships
from engine.eaw.works.purchases import made, wanted_of
from engine.game import EVERYONE, Fact, Seat, only
from engine.look import Refused, no
from engine.noun import Found, Noun
from engine.orders import Option
from engine.text.message import N_, term

T = TypeVar("T")
PLANETS: Mapping[str, Planet] = {"life": "life", "mineral": "mineral", "dead": "dead"}
none = partial(unknown, rule="EAW-30.0")
FLEET: Noun[Look, Fleet] = Noun(
    "a fleet of anybody", "fleets", lambda fleet: (f"{fleet.number} of {fleet.owner}", fleet.id), unknown=none("fleet")
)
SHIP: Noun[Look, Ship] = Noun(
    "a ship of anybody", "ships", lambda ship: (f"{ship.name} of {ship.owner}", ship.id), unknown=none("ship")
)


def designs_of(look: Look, found: Found) -> list[Design]:
    """The designs that the empire named before may have."""
    empire: Empire | None = found.get("empire")
    return list(look.world.buildable(look.known, empire.race)) if empire is not None else []


DESIGN = OWN_DESIGN.but(
    what="a design", among=designs_of, label=None, stranger=None, unknown=unknown("design of that race", "EAW-2b")
)
DESIGNS = wanted_of(DESIGN, lambda look, found: [DESIGN.option(look, design) for design in designs_of(look, found)])


class PutFleet(OnTheMap):
    """Put a fleet into another system."""

    path: ClassVar[str] = "gm-eaw put"
    line: ClassVar[str] = "put fleet {fleet} at {system}"
    fleet: Annotated[str, FLEET] = Field(description="such as 3 of red", max_length=40)
    system: Annotated[str, SYSTEM] = Field(description="where to", max_length=12)

    def obey(self, act: Act) -> None:
        """It stands there as if it had always; its owner's orders of the season stand as far as they can (EAW-30.0)."""
        fleet: Fleet = act.found.fleet
        run, at = Run(act.world, act.table), act.found.system
        put = replace(fleet, at=at, place="system", lane="", bound="", trapped="", entry="", arrived=NEVER)
        run.tell(holdings.FleetFormed(put), fleet.owner)
        run.tell(FleetPut(fleet.number, put.at), fleet.owner)


class FleetPut(Fact[State], frozen=True):
    """A moderator has put a fleet into a system."""

    rule = "EAW-30.0"
    says = N_("A moderator puts your fleet {number} at {at}.")
    number: int
    at: At


class PlaceShips(OnTheMap):
    """Give ships to an empire, in a fleet that is there or a new one."""

    path: ClassVar[str] = "gm-eaw place"
    line: ClassVar[str] = "place {designs} in fleet {number} of {empire} at {system}"
    resolves: ClassVar[tuple[str, ...]] = ("empire",)
    designs: Annotated[str, DESIGNS] = Field(description="such as 5 FF, CA", max_length=200, examples=["FF"])
    number: int = Field(description="the fleet's number", ge=1, le=99, examples=[7])
    empire: Annotated[str, EMPIRE] = Field(description="whose", max_length=40)
    system: Annotated[str, SYSTEM] = Field(description="where a new fleet stands", max_length=12)

    def obey(self, act: Act) -> None:
        """They cost nothing, and their fleet may be of any composition (EAW-30.0)."""
        seat, run = act.found.empire.seat, Run(act.world, act.table)
        id = holdings.fleet_id(seat, self.number)
        if id not in act.state.fleets:
            run.tell(holdings.FleetFormed(Fleet(id, seat, self.number, act.found.system)), seat)
        given = made(run, seat, id, act.found.designs)
        run.tell(holdings.ShipsJoined(tuple(replace(ship, penalty=0) for ship in given)), seat)


class RemoveShip(OnTheMap):
    """Take a ship out of the campaign."""

    path: ClassVar[str] = "gm-eaw remove"
    line: ClassVar[str] = "remove ship {ship}"
    ship: Annotated[str, SHIP] = Field(description="such as CA-1 of red", max_length=60)

    def obey(self, act: Act) -> None:
        """It is gone, and its fleet with it if it was the last (EAW-30.0)."""
        ship: Ship = act.found.ship
        Run(act.world, act.table).tell(holdings.ShipsGone((ship.id,), "ruling"), ship.owner)


# Field by field


class Correct(Fact[State], frozen=True):
    """A moderator has corrected something: what, which figure of it, from what to what."""

    rule = "EAW-30.0"
    says = N_("A moderator corrects {field} of {what} from {before} to {after}.")
    what: Called
    field: Word
    before: Called
    after: Called


def beyond(look: Look, thing: object, words: str, least: int, most: int) -> Refused:
    """The refusal of a figure out of bounds: E-VALUE, with the bounds."""
    why = N_("It is a whole number from {least} to {most}, not {words}.")
    return no(Code.E_VALUE, why, "EAW-30.0", least=least, most=most, words=words)


class RealmSet(Fact[State], frozen=True):
    """A figure of an empire's realm is corrected."""

    silent = "the correction tells it"
    makes = Alters("realms", "seat", lambda realm, fact: replace(realm, **{fact.field: fact.value}))
    seat: Seat
    field: str
    value: int


def _realm(field: str, most: int) -> Correction[Empire, int]:
    def apply(act: Act, empire: Empire, value: int) -> None:
        before = getattr(act.state.realms[empire.seat], field)
        act.say(RealmSet(empire.seat, field, value), only(empire.seat))
        act.say(Correct("your empire", field.replace("_", " "), str(before), str(value)), only(empire.seat))

    return figure(field.replace("_", "-"), lambda look, empire: (0, most), beyond, apply)


def _treasury(act: Act, empire: Empire, value: int) -> None:
    """The treasury is set by a credit or a debit, so that the ledger adds up."""
    before = act.state.realms[empire.seat].treasury
    Run(act.world, act.table).receive(empire.seat, value - before, "ruling")
    act.say(Correct("your empire", "treasury", str(before), str(value)), only(empire.seat))


class PointsSet(Fact[State], frozen=True):
    """The victory points of an empire are corrected; they are everybody's to see."""

    silent = "the correction tells it"
    makes = Sets("empires", "seat", "vp")
    seat: Seat
    vp: str


def _points(look: Look, empire: Empire, words: str) -> str:
    if (number := typed(words)) is None:
        look.no(Code.E_VALUE, N_("It is a number such as 348.3, not {words}."), "EAW-30.0", words=words)
    return kept(number)


def _set_points(act: Act, empire: Empire, value: str) -> None:
    act.say(PointsSet(empire.seat, value), EVERYONE)
    act.say(Correct(empire.seat, "victory points", empire.vp, value), EVERYONE)


OF_EMPIRE: tuple[Correction[Empire, Any], ...] = (  # each with a value of its own type
    figure("treasury", lambda look, empire: (0, 1_000_000), beyond, _treasury),
    _realm("mp", 50),
    _realm("debt", 50),
    _realm("lo_debt", 10_000),
    Correction("points", _points, _set_points, lambda look, empire: [Option(empire.vp)]),
)


class ShipSet(Fact[State], frozen=True):
    """Something of a ship is corrected."""

    silent = "the correction tells it"
    ship: str
    crew: Literal["normal", "outstanding", "poor"]
    co: int
    inspected: bool
    crippled: bool
    whole: bool

    def evolve(self, state: State) -> State:
        whole = {"damage": {}, "hurt": False, "dc_left": None} if self.whole else {}
        says = {"crew": self.crew, "co": self.co, "inspected": self.inspected, "crippled": self.crippled}
        return with_ships(state, [self.ship], **says, **whole)


def chosen(field: str, values: Sequence[str], apply: Callable[[Act, T, str], None]) -> Correction[T, str]:
    """A field with a closed list of values. Refuses E-VALUE."""

    def read(look: Look, thing: T, words: str) -> str:
        if words.strip() not in values:
            why = N_("The {field} is one of {values}, not {words}.")
            look.no(Code.E_VALUE, why, "EAW-30.0", field=field, values=", ".join(values), words=words)
        return words.strip()

    return Correction(field, read, apply, lambda look, thing: map(Option, values))


def _ship(field: str, values: Sequence[str], change: Callable[[str], dict[str, Any]]) -> Correction[Ship, str]:
    """A field of a ship with a closed list of values; `change` says what of `ShipSet` a value is."""

    def apply(act: Act, ship: Ship, value: str) -> None:
        fact = ShipSet(ship.id, ship.crew, ship.co, ship.inspected, ship.crippled, False)
        act.say(replace(fact, **change(value)), only(ship.owner))
        act.say(Correct(ship.name, field, str(getattr(ship, field, "as it was")), value), only(ship.owner))

    return chosen(field, values, apply)


OF_SHIP: tuple[Correction[Ship, Any], ...] = (  # each with a value of its own type
    _ship("crew", ("normal", "outstanding", "poor"), lambda value: {"crew": value}),
    _ship("co", tuple(str(level) for level in range(10, 21)), lambda value: {"co": int(value)}),
    _ship("inspected", ("yes", "no"), lambda value: {"inspected": value == "yes"}),
    _ship("crippled", ("yes", "no"), lambda value: {"crippled": value == "yes"}),
    _ship("whole", ("yes",), lambda value: {"whole": True, "crippled": False}),
)


STANDS: Mapping[str, tuple[Callable[[str, Any], Fact[State]], Callable[[str], Fact[State]]]] = {
    "development": (holdings.Developed, holdings.DevelopmentGone),
    "fort": (holdings.Fortified, holdings.FortGone),
}
"""By field of a system, the facts that something of the kind stands there, and that it is gone."""


def _stands(name: str, field: str, built: Callable[[Seat, int], object]) -> Correction[str, Seat | None]:
    """Owner of the mine, colony or fortification in a system: an empire by its seat, or none. Refuses E-VALUE."""
    stands, gone = STANDS[field]

    def read(look: Look, system: str, words: str) -> Seat | None:
        if (wanted := words.strip()) not in ("none", *look.known.empires):
            seats = ", ".join(look.known.empires)
            look.no(
                Code.E_VALUE, N_("It is one of {seats} or none, not {words}."), "EAW-30.0", seats=seats, words=words
            )
        return Seat(wanted) if wanted != "none" else None

    def apply(act: Act, system: str, seat: Seat | None) -> None:
        had, run = getattr(act.state.systems[system], field), Run(act.world, act.table)
        if had is not None:
            run.tell(gone(system), had.owner)
        if seat is not None:
            run.tell(stands(system, built(seat, act.state.t)), seat)

    return Correction(name, read, apply, lambda look, system: map(Option, ("none", *look.known.empires)))


def _set_planet(act: Act, system: str, planet: str) -> None:
    there = act.state.systems[system]
    kind = there.map_type or ("Death Map" if planet == "dead" else "Open Space")
    act.say(holdings.SystemIs(system, PLANETS[planet], kind, there.planets), only())


OF_SYSTEM: tuple[Correction[str, Any], ...] = (  # each with a value of its own type
    _stands("mine", "development", partial(Development, "mine")),
    _stands("colony", "development", partial(Development, "colony")),
    _stands("fort", "fort", Fort),
    chosen("planet", tuple(PLANETS), _set_planet),
)


def fields_of(among: Sequence[Correction[Any, Any]]) -> Corrected:  # of any thing
    """The mark of a field that names what is corrected; another name is refused with E-ID and those there are."""
    known, why = ", ".join(one.name for one in among), N_("There is no field “{words}”; there are {known}.")
    refused = partial(no, Code.E_ID, why, "EAW-30.0", known=known)
    return Corrected("a field", lambda found: among, lambda words: refused(words=term(words)))


class Correcting(ModeratorOrder):
    """An order that corrects a field of the thing that its first field names."""

    def obey(self, act: Act) -> None:
        """Its owner is told, with what it was; of a system who held and holds it, of its planet nobody (EAW-30.0)."""
        act.found.field.set(act, act.found.get(next(iter(self.marks()))), act.found.value)


class SetEmpire(Correcting):
    """Correct a figure of an empire."""

    path: ClassVar[str] = "gm-eaw empire"
    line: ClassVar[str] = "correct {field} of empire {empire} to {value}"
    empire: Annotated[str, EMPIRE] = Field(description="whose", max_length=40)
    field: Annotated[str, fields_of(OF_EMPIRE)] = Field(description="which", max_length=20)
    value: Annotated[str, Setting("its value", "empire", "field")] = Field(description="what it is", max_length=40)


class SetShip(Correcting):
    """Correct something of a ship."""

    path: ClassVar[str] = "gm-eaw ship"
    line: ClassVar[str] = "correct {field} of ship {ship} to {value}"
    ship: Annotated[str, SHIP] = Field(description="such as CA-1 of red", max_length=60)
    field: Annotated[str, fields_of(OF_SHIP)] = Field(description="which", max_length=20)
    value: Annotated[str, Setting("its value", "ship", "field")] = Field(description="what it is", max_length=40)


class SetSystem(Correcting, OnTheMap):
    """Correct what a system is, or who holds what there."""

    path: ClassVar[str] = "gm-eaw system"
    line: ClassVar[str] = "correct {field} of system {system} to {value}"
    system: Annotated[str, SYSTEM] = Field(description="which", max_length=12)
    field: Annotated[str, fields_of(OF_SYSTEM)] = Field(description="which", max_length=20)
    value: Annotated[str, Setting("its value", "system", "field")] = Field(description="what it is", max_length=40)
