"""Beginning of a campaign: its options, its map, its empires at their homes. Register 0.3, EAW-2.0, EAW-2a, EAW-2b."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, get_type_hints

from msgspec.structs import replace

from engine.eaw.data.generator import LEAST_FOR_EACH, MOST_SYSTEMS, generated
from engine.eaw.data.maps import Shape
from engine.eaw.data.pack import Code
from engine.eaw.look import PART, At, Seated
from engine.eaw.nouns import setting_value
from engine.eaw.season.holdings import Developed, Discovered, DockSet, SystemIs, dock_id
from engine.eaw.season.resolution import open_season
from engine.eaw.season.run import Run
from engine.eaw.setup.opening import SetupOpened, muster, sample_plan
from engine.eaw.state import Development, Dock, Empire, Realm, Settings, State, Step, System
from engine.eaw.works.exploring import map_type
from engine.eaw.world import World
from engine.game import Fact, Seat, Setup, Table, only
from engine.look import Refused
from engine.text.message import N_, T_, name, unmatched

ABOUT = {
    "map": T_(
        "the map, or random and its number of systems: homes 3 lanes apart or more, as many near each but for one"
    ),
    "races": T_("the races of the seats in the order of their names, with slashes; all of one group (EAW-2b)"),
    "fleets": T_("whether sample fleets stand at home at once, or each empire chooses its own (EAW-2c.1)"),
    "start-year": T_("the year the campaign starts in (EAW-2d.2)"),
    "end-year": T_("the last year (EAW-1.0)"),
    "initial-bpv": T_("BPV that each empire starts with (EAW-2a.2)"),
    "first-new-year-income": T_("whether the first New Year pays already (EAW-2.0)"),
    "lo-purchase-at-build": T_("whether legendary officers may be bought with a ship (EAW-6b)"),
    "lo-roll-scope": T_("whether each empire rolls for an officer, or the campaign once (EAW-2e.5)"),
    "poor-crew-pct": T_("per cent that a poor crew takes off (EAW-2e.2)"),
    "oc-pct": T_("per cent of its ship that an outstanding crew costs (EAW-2e.1)"),
    "captain-pct": T_("per cent of its ship that a Legendary Captain costs (EAW-2e.6)"),
    "officer-pct": T_("per cent of its ship that other officers cost (EAW-2e.6)"),
    "doctor-pct": T_("per cent of its ship that a Legendary Doctor costs (EAW-2e.6)"),
    "vp-difference-bonus": T_("whether the smaller force scores the difference (EAW-4e.2)"),
    "vp-cumulative": T_("whether categories of one unit add up (EAW-4e.2)"),
    "xp-floor": T_("whether experience stops at 0 (EAW-2e.3)"),
    "alliances": T_("whether others may be friends (EAW-19.0.1)"),
    "stack-cap-scope": T_("whether three fleets of each empire, or of all, fit a system (EAW-17a)"),
    "garrison-counts-against-cap": T_("whether other garrison units count (EAW-17.0.4)"),
    "cr-excludes-flagship": T_("whether the flagship is outside its command rating (EAW-17.0.8)"),
    "sc2-min-consorts": T_("consorts that a ship of size class 2 needs (EAW-17g.1)"),
    "reveal-fleet-owner-in-vision": T_("whether vision tells whose fleets they are (EAW-5e.1)"),
    "auto-resolve": T_("whether a battle that nobody reports in 72 hours is settled by dice unasked (2.7)"),
    "docking-points-proxy": T_("whether unknown docking points are taken from the move cost (EAW-6.0.1)"),
    "map-type-home": T_("the map type of all homes; rolled where none is given (EAW-16d)"),
    "future-base-values": T_("whether the announced base values are in force (EAW-FR)"),
    "web-cost": T_("BPV of a layer of pre-laid web; 0 where none can be laid (EAW-31.0.1)"),
}
"""What each option of a campaign is (register 0.3)."""

OFFERED: Mapping[str, tuple[str, ...]] = {
    "map": ("T6", "random 12", "random 24", "random 40"),
    "races": ("Federation/Klingon",),
    "fleets": ("sample", "choose"),
    "start-year": ("165", "175"),
    "end-year": ("205", "169"),
    "lo-roll-scope": ("per_empire", "campaign"),
    "stack-cap-scope": ("per_empire", "all"),
}
SEATED = ("Federation", "Klingon", "Kzinti", "Lyran", "Hydran", "Tholian")
"""The races of seats for which none are named, in order: all of group B."""
SEEDS = 1_000_000
"""Maps that a die picks from."""


def offered(option: str) -> tuple[str, ...]:
    """Values of an option, the usual one first."""
    if option in OFFERED:
        return OFFERED[option]
    usual = getattr(Settings(), option.replace("-", "_"))
    if isinstance(usual, bool):
        return ("yes", "no") if usual else ("no", "yes")
    return (str(usual),) if usual != "" else ("rolled", "Open Space")


OPTIONS: Mapping[str, tuple[str, tuple[str, ...]]] = {name: (about, offered(name)) for name, about in ABOUT.items()}
"""By name of the option what it is, and its values, the usual one first."""
NO_OPTION = N_("No option is named “{word}”[ (did you mean “{likely}”?)].")
NO_RACE = N_("No race is named “{word}”[ (did you mean “{likely}”?)].")
NO_MAP = N_("No map is named “{word}”[ (did you mean “{likely}”?)].")


def settings_of(run: Run, options: Mapping[str, str]) -> Settings:
    """The settings that options say (EAW-2d.2). Refuses E-VALUE, E-SETUP."""
    kinds = get_type_hints(Settings)
    changes: dict[str, Any] = {}  # fields of settings
    for option, value in options.items():
        if option not in ABOUT:
            run.decline(Code.E_VALUE, unmatched(NO_OPTION, name(option), ABOUT), "EAW-2.0")
        if (field := option.replace("-", "_")) not in kinds:
            continue
        found = setting_value(field, "" if (field, value) == ("map_type_home", "rolled") else value, "EAW-2.0")
        if isinstance(found, Refused):
            run.look.decline(found)
        changes[field] = found
    settings = replace(Settings(), **changes)
    if settings.end_year < settings.start_year:
        why = N_("The end year {end_year} is before the start year {start_year}.")
        run.decline(Code.E_SETUP, why, "EAW-1.0", end_year=settings.end_year, start_year=settings.start_year)
    return settings


def named_races(options: Mapping[str, str]) -> list[str]:
    """The races that the options of a campaign name, as they were typed."""
    return [part.strip() for part in re.split("[,;/]", options.get("races", "")) if part.strip()]


def races_of(run: Run, setup: Setup) -> dict[Seat, str]:
    """The races of the seats: of one group, each once (EAW-2b). Refuses E-SETUP, E-RACE."""
    every = run.world.pack.races
    known, seated = {race.casefold(): race for race in every}, [race for race in SEATED if race in every]
    given = named_races(setup.options) or seated[: len(setup.seats)]
    for race in given:
        if race.casefold() not in known:
            run.decline(Code.E_RACE, unmatched(NO_RACE, name(race), every), "EAW-2b")
    races = [known[race.casefold()] for race in given]
    if len(races) != len(setup.seats):
        why = N_("{seats} seats play, and {races} races are named.")
        run.decline(Code.E_SETUP, why, "EAW-2b", seats=len(setup.seats), races=len(races))
    for race in races:
        if races.count(race) > 1:
            run.decline(Code.E_RACE, N_("{race} is named {times} times."), "EAW-2b", race=race, times=races.count(race))
    if not groups_of(run.world, races):
        run.decline(Code.E_SETUP, N_("{races} are not all of group A, nor all of B."), "EAW-2b", races=", ".join(races))
    return dict(zip(setup.seats, races, strict=True))


def groups_of(world: World, races: Iterable[str]) -> list[str]:
    """The groups in whose campaigns all of some races take part (EAW-2b)."""
    return [group for group in "AB" if all(world.pack.races[race].plays_in(group) for race in races)]


def begin(world: World, setup: Setup, table: Table[State]) -> None:
    """A campaign is founded: the map, the empires, each at its home with a dock and a developed mine (EAW-2a.1).
    Refuses E-SETUP, E-RACE, E-VALUE.
    """
    run = Run(world, table)
    if len(setup.seats) < 2:
        run.decline(Code.E_SETUP, N_("Two empires or more play, not {seats}."), "EAW-2b", seats=len(setup.seats))
    settings, races = settings_of(run, setup.options), races_of(run, setup)
    shape = map_of(run, setup.options.get("map", next(iter(world.pack.maps), "")), len(setup.seats))
    empires = tuple(Empire(seat, race) for seat, race in races.items())
    run.proclaim(Founded(settings, shape, empires, groups_of(world, races.values())[0]))
    run.key()
    for seat, home in zip(setup.seats, shape.homes, strict=False):
        found_home(run, seat, home)
    if setup.options.get("fleets", OFFERED["fleets"][0]) == "choose":
        run.proclaim(SetupOpened(run.until(run.windows.setup)))
        return
    for seat in setup.seats:
        own = Run(world, table, seat)
        muster(own, seat, sample_plan(own.look, seat))
    open_season(run)


def map_of(run: Run, named: str, empires: int) -> Shape:
    """A map of the pack, or a generated one ("random 24"), whose seed is a public die. Refuses E-SETUP (EAW-1a)."""
    word, _, size = named.partition(" ")
    if word == "random" and size.isascii() and size.isdigit():
        systems, least = int(size[:4]), LEAST_FOR_EACH * empires
        if not least <= systems <= MOST_SYSTEMS:
            wrong = N_("The map has {systems} systems, and {empires} empires need {least} to {most}.")
            run.decline(Code.E_SETUP, wrong, "EAW-1a", systems=systems, empires=empires, least=least, most=MOST_SYSTEMS)
        return generated(empires, systems, str(run.die("map", SEEDS)))
    if named not in run.world.pack.maps:
        run.decline(Code.E_SETUP, unmatched(NO_MAP, name(named), (*run.world.pack.maps, "random 24")), "EAW-1a")
    shape = run.world.pack.maps[named]
    if len(shape.homes) < empires:
        why = N_("The map {named} has {homes} homes, and {empires} seats play.")
        run.decline(Code.E_SETUP, why, "EAW-2a.1", named=named, homes=len(shape.homes), empires=empires)
    return shape


def found_home(run: Run, seat: Seat, home: str) -> None:
    """An empire's home: its system, discovered, with a dock and a developed mine, and the money to begin with."""
    settings = run.state.settings
    kind = settings.map_type_home or map_type("mineral", run.hidden_die(f"home of {seat}", seat))
    planets = 2 if kind.startswith("Dual") else 1
    run.tell(RealmFounded(seat, home), seat)
    run.tell(Discovered(seat, home, "mineral", kind, planets, 0), seat)
    run.say(SystemIs(home, "mineral", kind, planets), only())
    run.tell(Developed(home, Development("mine", seat, 0)), seat)
    run.tell(DockSet(Dock(dock_id(seat, 1), seat, 1, home)), seat)
    run.receive(seat, settings.initial_bpv, "start")


class Founded(Fact[State], frozen=True):
    """A campaign begins: its settings, its map, its empires (EAW-2b)."""

    rule = "EAW-2.0"
    decides = True
    says = N_("**A campaign on {map:name}** goes from {settings:start_year} to {settings:end_year}, with {empires}.")
    settings: Annotated[Settings, PART]
    map: Annotated[Shape, PART]
    empires: Seated
    group: str

    def evolve(self, state: State) -> State:
        systems = {spot.id: System(spot.id) for spot in self.map.systems}
        found = replace(state, settings=self.settings, map=self.map, group=self.group, step=Step.SETUP)
        return replace(found, empires={empire.seat: empire for empire in self.empires}, systems=systems)


class RealmFounded(Fact[State], frozen=True):
    """An empire has its home."""

    rule = "EAW-2a.1"
    says = N_("Your home is {home}, with a dock and a developed mine.")
    seat: Seat
    home: At

    def evolve(self, state: State) -> State:
        return replace(state, realms={**state.realms, self.seat: Realm(home=self.home)})


def setups(world: World) -> Sequence[Setup]:
    """Random campaigns."""
    seats, chosen = (Seat("red"), Seat("blue")), {"end-year": "166", "fleets": "choose"}
    return [Setup("Random", seats, {"end-year": "167"}), Setup("Chosen", seats, chosen)]
