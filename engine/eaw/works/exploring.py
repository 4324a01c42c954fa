"""Exploration of undiscovered systems: planets, map types, and what else is found. EAW-16; 1.4 step P7."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, ClassVar

from msgspec.structs import replace

from engine.declared.changes import Sets
from engine.eaw.composition import flagship, force
from engine.eaw.data.pack import Code
from engine.eaw.data.units import OFFICERS, Design, Flag
from engine.eaw.figures import receipt
from engine.eaw.look import At, Question
from engine.eaw.season.holdings import Developed, Discovered, ShipsJoined, ShipsSet, SystemIs, next_name, ship_id
from engine.eaw.season.movement import staying
from engine.eaw.season.plot import PREFERENCES, OfFleet
from engine.eaw.season.run import Run, When, asking, at
from engine.eaw.state import Choice, Development, Fleet, Officer, Planet, Ship, State
from engine.game import Fact, Seat, only
from engine.noun import Found
from engine.text.message import N_, T_, Shown, Text

MAP_TYPES = {
    "life": ("Solar System Slice", "Dual Planets With Moons", "Open Space"),
    "mineral": ("Solar System Slice", "Dual Planets With Moons", "Open Space"),
    "dead": ("Star Edge", "Death Map"),
}
"""Map types by planet, each for as many faces of a die as the others (EAW-16d)."""
PLAIN: tuple[Planet, ...] = ("dead", "dead", "life", "life", "mineral", "mineral")
RICH: tuple[Planet, ...] = ("dead", "life", "life", "mineral", "mineral", "unknown")
"""Planets by 1D6, without and with a bonus; unknown: the admiral chooses (EAW-16a, EAW-16b)."""
BONUS, SCOUTED_BONUS = 10, 20
"""BPV of the bonus, without and with a scout (EAW-16a, EAW-16b)."""
OBJECTS: tuple[Text, ...] = (
    T_("a legendary officer"),
    T_("an outstanding crew"),
    T_("supplies"),
    T_("a treasure"),
    T_("a ship from the future"),
    T_("a disaster"),
)
ObjectOf = Annotated[int, Shown[int](lambda look, roll, form: OBJECTS[roll - 1])]
TREASURE = 50
FULL = 20
"""Per cent of commander's options that supplies bring a ship to (EAW-16c.3)."""
AHEAD = 5
"""Years that a ship from the future may be ahead (EAW-16c.5)."""

PREFERENCES["bonus"] = ("money", "object")
PREFERENCES["planet"] = ("mineral", "life", "dead")
PREFERENCES["find"] = ("usual",)


def map_type(planet: str, die: int) -> str:
    """The map type of a system, by 1D6 (EAW-16d)."""
    types = MAP_TYPES[planet]
    return types[(die - 1) * len(types) // 6]


class Explore(OfFleet):
    """Have a fleet stay where it is to explore the system; a fleet that does not move does so anyway."""

    path: ClassVar[str] = "eaw explore"
    line: ClassVar[str] = "explore with fleet {fleet}"
    slots: ClassVar[int] = 0

    def perform(self, run: Run, found: Found) -> None:
        """It stays until the season has ended (EAW-16.0, EAW-33.2). Refuses E-DEV, E-COMMIT."""
        fleet = run.fleet(found.fleet.id)
        known = run.look.knows(fleet.at).planet
        if known != "unknown":
            run.decline(Code.E_DEV, N_("You know the {known} planet of {at}."), "EAW-16.0", known=known, at=fleet.at)
        run.require(staying(fleet, "EAW-33.1"))
        run.tell(StaysToExplore(fleet.id, fleet.number, fleet.at), fleet.owner)


class StaysToExplore(Fact[State], frozen=True):
    """A fleet stays to explore."""

    rule = "EAW-16.0"
    says = N_("Fleet {number} stays at {at} to explore.")
    makes = Sets("fleets", "id", committed="explore")
    id: str
    number: int
    at: At


def explorers(run: Run, system: str) -> list[Fleet]:
    """The fleets that explore an undiscovered system: those of the empire that is there, of allies those of the first;
    the others learn of it (EAW-16.0).
    """
    there = run.state.standing(system)
    own = [fleet for fleet in there if fleet.owner == there[0].owner]
    return own if own and run.state.alone(system, own[0].owner) else []


@at(When.P7)
def explore(run: Run) -> None:
    """Every undiscovered system in which fleets of one empire alone stand is discovered, for good (EAW-16.0)."""
    manned, systems = run.state.stationed, run.state.systems
    for system in [systems[id] for id in systems if id in manned and systems[id].planet == "unknown"]:
        if fleets := explorers(run, system.id):
            discover(run, system.id, fleets)


def discover(run: Run, system: str, fleets: list[Fleet]) -> None:
    """2D6 on the table of fleets with a scout or without (EAW-16a, EAW-16b)."""
    seat, scouted = fleets[0].owner, any(run.world.scouts(run.state, fleet) for fleet in fleets)
    charts = run.world.pack.charts
    roll = die(run, seat, system, "die 1") + die(run, seat, system, "die 2")
    finds = next(row.finds for row in (charts.with_scout if scouted else charts.without_scout) if roll in row.rolls)
    if finds in ("mine", "colony"):
        settle(run, seat, system, "mineral" if finds == "mine" else "life", developed=True)
        return
    planet = (RICH if finds == "bonus" else PLAIN)[die(run, seat, system, "planet") - 1]
    if planet != "unknown":
        settle(run, seat, system, planet)
    else:
        ask(run, which_planet, seat, system, ("mineral", "life", "dead"), "mineral")
    if finds == "bonus":
        ask(run, which_bonus, seat, system, ("money", "object"), "money")


def die(run: Run, seat: Seat, system: str, what: str) -> int:
    """A die of an exploration, of which its empire alone hears."""
    return run.hidden_die(f"exploration of {system}, {what}", seat)


def settle(run: Run, seat: Seat, system: str, planet: Planet, *, developed: bool = False) -> None:
    """A system is what it is for good: its planet, its map type by 1D6, perhaps a mine or colony (EAW-16d)."""
    kind = map_type(planet, die(run, seat, system, "map type"))
    planets = 2 if kind.startswith("Dual") else 1
    run.say(SystemIs(system, planet, kind, planets), only())
    run.tell(Discovered(seat, system, planet, kind, planets, run.state.t), seat)
    if developed:
        held = Development("mine" if planet == "mineral" else "colony", seat, run.state.t)
        run.tell(Developed(system, held), seat)


def ask(run: Run, question: type[Question[None]], seat: Seat, system: str, options: Iterable[str], usual: str) -> None:
    """Ask an empire about a system, unless its standing preference answers, of the kind or of finds (section 6)."""
    choice = Choice(f"{run.state.t}-{system}-{question.kind}", question.kind, seat, system, tuple(options), (usual,))
    preferred = run.state.realms[seat].preferences.get(question.kind if question.kind in PREFERENCES else "find", "ask")
    if preferred == "usual":
        preferred = usual
    run.put(choice, (preferred,) if preferred in choice.options else None)


@asking("planet", "EAW-16a", N_("What planet is there at {about}?"))
def which_planet(run: Run, choice: Choice, answer: str) -> None:
    """It is so; nothing is developed there (EAW-16a)."""
    settle(run, choice.seat, choice.about, next(one for one in PLAIN if one == answer))


@asking("bonus", "EAW-16a", N_("Do you take money or an object at {about}?"))
def which_bonus(run: Run, choice: Choice, answer: str) -> None:
    """BPV at once, more with a scout, or a roll for the object (EAW-16a, EAW-16b, EAW-16c.0)."""
    fleets = run.state.standing(choice.about, choice.seat)
    scouted = any(run.world.scouts(run.state, fleet) for fleet in fleets)
    if answer == "money":
        run.receive(choice.seat, SCOUTED_BONUS if scouted else BONUS, "exploration")
    else:
        precursor(run, choice.seat, choice.about, fleets, scouted=scouted)


class PrecursorsLeft(Fact[State], frozen=True):
    """Legacy of the Precursors in a system."""

    rule = "EAW-16c.0"
    says = N_("At {at} you find {roll}.")
    at: At
    roll: ObjectOf


def precursor(run: Run, seat: Seat, system: str, fleets: list[Fleet], *, scouted: bool) -> None:
    """Gives what 1D6 show instead of the money (EAW-16c.0, EAW-16c.4, and those of the questions)."""
    roll = die(run, seat, system, "object")
    run.tell(PrecursorsLeft(system, roll), seat)
    ships = [ship for fleet in fleets for ship in run.state.crew(fleet.id)]
    fit = [ship for ship in ships if run.world.warship(run.state, ship)] or ships
    leads = flagship(force(run.world, run.state, fit).warships)
    first = leads[0].name if leads is not None else fit[0].name
    names = [ship.name for ship in fit]
    if roll == 1:
        had = {(kind.kind, ship.name) for ship in fit for kind in ship.officers}
        offers = [f"{kind} on {name}" for name in names for kind in OFFICERS if (kind, name) not in had]
        usual = f"captain on {first}"
        ask(run, which_officer, seat, system, offers, usual if usual in offers else offers[0])
    elif roll == 2:
        ask(run, which_crew, seat, system, names, first)
    elif roll == 3:
        short = [replace(ship, co=FULL) for ship in ships if ship.co < FULL and ship.inspected]
        if short:
            run.tell(ShipsSet(tuple(short)), seat)
        else:
            ask(run, which_refund, seat, system, names, max(fit, key=lambda ship: refund(run, ship)).name)
    elif roll == 4:
        run.receive(seat, TREASURE, "treasure")
    elif roll == 5:
        designs = [design.name for design in from_the_future(run, seat)]
        if designs:
            ask(run, which_ship, seat, system, designs, designs[0])
    elif die(run, seat, system, "disaster") >= (6 if scouted else 5):
        normal = [ship for ship in ships if ship.crew != "poor" and run.world.of(run.state, ship).sc <= 4]
        victims = [ship.name for ship in sorted(normal, key=lambda ship: (ship.cbpv, ship.name))]
        if victims:
            ask(run, which_victim, seat, system, victims, victims[0])


def refund(run: Run, ship: Ship) -> int:
    """BPV of the commander's options that a ship carries, of all that it may where it has no list, at most 20 per cent
    of its CBPV (EAW-16c.0, EAW-16c.3).
    """
    aboard = receipt(run.world.bought(run.state, ship.unspent)) if ship.options else ship.allowance
    return min(ship.cbpv * FULL // 100, aboard)


def from_the_future(run: Run, seat: Seat) -> list[Design]:
    """The ships of size class 4 of an empire's race that come into service within five years, the strongest first; no
    X-ship that is not in service (EAW-16c.5).
    """
    state, race = run.state, run.state.empires[seat].race
    found = [
        design
        for design in run.world.buildable(state, race)
        if design.race == race and design.sc == 4 and design.yis <= state.year + AHEAD
        and (not design.has(Flag.X_SHIP) or run.world.in_service(state, design))
    ]  # fmt: skip
    return sorted(found, key=lambda design: (-design.cbpv, design.name))


def named(run: Run, seat: Seat, name: str) -> Ship:
    """A ship of an empire by its name."""
    return run.state.ships[ship_id(seat, name)]


@asking("officer", "EAW-16c.1", N_("Which legendary officer goes on which ship at {about}?"))
def which_officer(run: Run, choice: Choice, answer: str) -> None:
    """His surcharge counts in the fleet's CBPV (EAW-16c.1)."""
    kind, _, name = answer.partition(" on ")
    ship = named(run, choice.seat, name)
    officer = next(officer for officer in OFFICERS if officer == kind)
    run.tell(ShipsSet((replace(ship, officers=(*ship.officers, Officer(officer))),)), choice.seat)


@asking("crew", "EAW-16c.2", N_("Which ship has an outstanding crew at {about}?"))
def which_crew(run: Run, choice: Choice, answer: str) -> None:
    """A poor crew, too, becomes an outstanding one (EAW-16c.2)."""
    ship = named(run, choice.seat, answer)
    run.tell(ShipsSet((replace(ship, crew="outstanding", co=FULL),)), choice.seat)


@asking("refund", "EAW-16c.3", N_("For which ship are supplies refunded at {about}?"))
def which_refund(run: Run, choice: Choice, answer: str) -> None:
    """Has what it carries stay aboard (EAW-16c.3)."""
    run.receive(choice.seat, refund(run, named(run, choice.seat, answer)), "supplies")


@asking("future", "EAW-16c.5", N_("Which ship from the future joins you at {about}?"))
def which_ship(run: Run, choice: Choice, answer: str) -> None:
    """It joins as a captured ship that nobody has inspected, for nothing (EAW-16c.5)."""
    seat, state = choice.seat, run.state
    design = run.world.design(state, f"{state.empires[seat].race} {answer}")
    name = next_name(state, seat, design)
    fleet = state.standing(choice.about, seat)[0].id
    ship = Ship(ship_id(seat, name), name, seat, fleet, design.code, design.ebpv, design.cbpv, Seat(""))
    run.tell(ShipsJoined((replace(ship, inspected=False),)), seat)


@asking("disaster", "EAW-16c.6", N_("Which ship has a poor crew after the disaster at {about}?"))
def which_victim(run: Run, choice: Choice, answer: str) -> None:
    """An outstanding crew is lost; nothing is paid back (EAW-16c.6, EAW-2e.2)."""
    ship = named(run, choice.seat, answer)
    run.tell(ShipsSet((replace(ship, crew="poor"),)), choice.seat)
