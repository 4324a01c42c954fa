"""State of a campaign: empires, systems, fleets, ships, docks, bases, sites of battle. Register, section 3.

The same type holds the referee's state and what a seat knows: of other empires a seat has the public `Empire` alone,
and no realm, fleet, ship, dock, base or development of theirs. Money is whole BPV; CBPV, VP and XP are exact and kept
as text ("348.3", "1/3"), read by `engine.eaw.figures.exact`.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence, Set
from enum import StrEnum
from functools import partial
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from engine.clock import Instant
from engine.declared.house_rules import HouseRule
from engine.eaw.data.maps import Lane, Shape
from engine.eaw.data.units import Design, OfficerKind, PodKind, Windows
from engine.game import Seat, of_parts

SEASONS = ("Spring", "Summer", "Fall", "Winter")
NEVER = -1000
"""The season in which something was done that never was."""

Planet = Literal["unknown", "life", "mineral", "dead"]
Crew = Literal["normal", "outstanding", "poor"]


class Step(StrEnum):
    """Step of a season."""

    SETUP = "setup"
    PLOT = "plot"
    BATTLES = "battles"
    RESOLUTION = "resolution"
    OVER = "over"


class Settings(msgspec.Struct, frozen=True):
    """The settings of a campaign, as they are without further word (register 0.3). Percentages are whole numbers."""

    start_year: int = 165
    end_year: int = 205
    initial_bpv: int = 2000
    first_new_year_income: bool = False
    lo_purchase_at_build: bool = True
    lo_roll_scope: Literal["per_empire", "campaign"] = "per_empire"
    poor_crew_pct: int = 20
    oc_pct: int = 25
    captain_pct: int = 20
    officer_pct: int = 10
    doctor_pct: int = 5
    vp_difference_bonus: bool = False
    vp_cumulative: bool = False
    xp_floor: bool = True
    alliances: bool = False
    stack_cap_scope: Literal["per_empire", "all"] = "per_empire"
    garrison_counts_against_cap: bool = False
    cr_excludes_flagship: bool = True
    sc2_min_consorts: int = 2
    reveal_fleet_owner_in_vision: bool = False
    auto_resolve: bool = False
    docking_points_proxy: bool = True
    map_type_home: str = ""
    future_base_values: bool = False
    web_cost: int = 0


class Entry(msgspec.Struct, frozen=True):
    """A line of a ledger: the season, the sum (negative: spent), for what."""

    t: int
    amount: int
    what: str


class Vision(msgspec.Struct, frozen=True):
    """Sight of a system one lane away, and its season (EAW-5e.1, EAW-5e.2). `fleets` are the CBPV of each."""

    t: int
    fortified: bool
    scouted: bool = False
    developed: bool = False
    fleets: tuple[str, ...] = ()
    owners: tuple[Seat, ...] = ()
    webs: int = 0


class Knowledge(msgspec.Struct, frozen=True):
    """Knowledge of an empire about a system: planet and map type once discovered, and the last that a fleet saw of it.

    `trapped`: whether an enemy was known to be trapped there; `lost`: the season in which contact was lost.
    """

    planet: Planet = "unknown"
    map_type: str = ""
    planets: int = 1
    discovered: int = NEVER
    vision: Vision | None = None
    lost: int = NEVER


class Credit(msgspec.Struct, frozen=True):
    """A receipt that comes in a later season, such as for scrap (EAW-9.0.1)."""

    due: int
    amount: int
    what: str


class Empire(msgspec.Struct, frozen=True):
    """Public record of an empire: who plays it, its race, its victory points, whether it is still there.

    `sealed`: whether its orders of the season are; `ready`: whether its opening fleets are handed in, `approved`:
    whether a moderator has approved them.
    """

    seat: Seat
    race: str
    vp: str = "0"
    alive: bool = True
    sealed: bool = False
    ready: bool = False
    approved: bool = False


class Siege(msgspec.Struct, frozen=True):
    """Siege of an enemy fortification by an empire: the fleets that have entered it, in which season it last besieged
    it, and whether it succeeded and waits for the garrison's end (EAW-10b, EAW-10c).
    """

    entered: tuple[str, ...] = ()
    tried: int = NEVER
    won: bool = False


class Realm(msgspec.Struct, frozen=True):
    """An empire's private record. `totals` adds up the ledger by what each sum was for, for good; `ledger` has the
    lines of the last two seasons. `orders` are this season's lines, `last` those of the season before.

    `names` counts the ships of each design; `preferences` are standing ones by name; `filed` what it has filed for
    sites, by site; `sieges` are of enemy fortifications, by system; `opening` is its choice of fleets, in words.
    """

    home: str = ""
    treasury: int = 0
    totals: Mapping[str, int] = {}
    ledger: tuple[Entry, ...] = ()
    credits: tuple[Credit, ...] = ()
    mp: int = 0
    debt: int = 0
    lo_debt: int = 0
    knowledge: Mapping[str, Knowledge] = {}
    orders: tuple[str, ...] = ()
    last: tuple[str, ...] = ()
    names: Mapping[str, int] = {}
    preferences: Mapping[str, str] = {}
    filed: Mapping[str, Mapping[str, str]] = {}
    sieges: Mapping[str, Siege] = {}
    opening: Mapping[str, str] = {}


class Development(msgspec.Struct, frozen=True):
    """A mine or colony, its owner, and the season it was set up in."""

    kind: Literal["mine", "colony"]
    owner: Seat
    t: int


class Fort(msgspec.Struct, frozen=True):
    """A fortification: its owner, and when it was built."""

    owner: Seat
    t: int


class Web(msgspec.Struct, frozen=True):
    """A pre-laid web (EAW-31.0.1)."""

    owner: Seat
    layers: int
    strength: str = ""
    t: int = NEVER


class Pod(msgspec.Struct, frozen=True):
    """A pod that a tug has left in high orbit (EAW-7b.3)."""

    owner: Seat
    kind: str


class System(msgspec.Struct, frozen=True):
    """A system as it is: its planet and map type are the referee's, an empire's are in its knowledge.

    `stalemate`: who were left there together under a fortification (2.5.6).
    """

    id: str
    planet: Planet = "unknown"
    map_type: str = ""
    planets: int = 1
    development: Development | None = None
    fort: Fort | None = None
    webs: tuple[Web, ...] = ()
    stalemate: tuple[Seat, ...] = ()
    pods: tuple[Pod, ...] = ()


class Mover(msgspec.Struct, frozen=True):
    """A mover along lanes: a fleet or a dock. `place` says whether it is in the system `at`, stopped in the lane
    `lane` on its way from `at` to `bound`, or in hyperspace on it.

    `entry`: the direction it last entered its system from ("" never); `arrived`: in which season. `pinned` this
    season: "" free, "arrived" where enemies were, "attacked" where it stood.
    """

    id: str
    owner: Seat
    number: int
    at: str
    place: Literal["system", "lane", "hyper"] = "system"
    lane: str = ""
    bound: str = ""
    entry: str = ""
    arrived: int = NEVER
    pinned: Literal["", "arrived", "attacked"] = ""


class Fleet(Mover, frozen=True):
    """A fleet. `tick`: when within the season it arrived, for who came earlier. `committed`: what keeps it where it is
    this season, and `freely` whether its freighter or minelayer does it for nothing. `placed`: in which season free
    builds came to it; `freed`: in which it used its free jump; `disengaged`: in which it left a battle. `reasons`: the
    letters of EAW-17g.1; `repairs`: in which season it was ordered to repair itself; `served`: in which season and
    where it was last resupplied ("whole") or refitted.
    """

    tick: int = 0
    trapped: str = ""
    trapped_since: int = NEVER
    committed: Literal["", "develop", "fortify", "explore"] = ""
    freely: bool = False
    placed: int = NEVER
    freed: int = NEVER
    disengaged: int = NEVER
    reasons: tuple[str, ...] = ()
    repairs: int = NEVER
    served: tuple[int, str, Literal["", "whole", "refit"]] = (NEVER, "", "")


class Officer(msgspec.Struct, frozen=True):
    """A legendary officer: the kind, and from which season its price on a new ship is owed (NEVER: paid)."""

    kind: OfficerKind
    owed: int = NEVER


class Ship(msgspec.Struct, frozen=True):
    """A ship. `ebpv` and `cbpv` are of its configuration, speed upgrades in them, without crews and officers.

    `co`: per cent of its CBPV for commander's options, `options` those aboard with their numbers, `used` those spent.
    `damage`: boxes lost by system; `dc_left` and `repairs` (what is left of self-repair, EAW-22b) are None where they
    are whole. `attrition`: fighters and the like aboard by name, `lost` what is missing. `fought`: the last year.
    `placed`: the season in which it was built for no movement point.
    """

    id: str
    name: str
    owner: Seat
    fleet: str
    design: str
    ebpv: int
    cbpv: int
    builder: Seat
    refits: tuple[str, ...] = ()
    upgrades: Mapping[str, int] = {}
    crew: Crew = "normal"
    officers: tuple[Officer, ...] = ()
    prime_teams: int = 0
    xp: str = "0"
    co: int = 10
    options: Mapping[str, int] = {}
    used: Mapping[str, int] = {}
    damage: Mapping[str, int] = {}
    crippled: bool = False
    hurt: bool = False
    dc_left: int | None = None
    spare_cdr: int = 0
    repairs: int | None = None
    boxes_left: int | None = None
    het: int = 0
    attrition: Mapping[str, int] = {}
    lost: Mapping[str, int] = {}
    pods: tuple[str, ...] = ()
    inspected: bool = True
    fought: int = NEVER
    penalty: int = 0
    placed: int = NEVER

    @property
    def allowance(self) -> int:
        """BPV of commander's options that it may have aboard, cut (EAW-6.0.6)."""
        return self.cbpv * self.co // 100

    @property
    def unspent(self) -> dict[str, int]:
        """The commander's options that it still has aboard (EAW-7b.1)."""
        return {item: count - self.used.get(item, 0) for item, count in self.options.items()}


class Oversize(msgspec.Struct, frozen=True):
    """A ship too large for one dock, under way: the ship, what is left to dock and when it is launched (EAW-6.0.4)."""

    ship: Ship
    left: int
    ready: int


class Dock(Mover, frozen=True):
    """A fleet repair dock (FRD). `ready`: the season from which it builds; `built` and `refitted`: in which ships were
    last built and refitted there, together for `used` DP. `tug`: the ship that moved it this season; `monitor`: the
    ship attached.
    """

    ready: int = NEVER
    built: int = NEVER
    refitted: int = NEVER
    used: int = 0
    oversize: Oversize | None = None
    tug: str = ""
    monitor: str = ""
    inspected: bool = True
    damage: Mapping[str, int] = {}
    crippled: bool = False


class Base(msgspec.Struct, frozen=True):
    """A ground base, DEFSAT or CPL. `carrier`: the ship it is aboard; `planet`, `hex`, `facing` once installed."""

    id: str
    owner: Seat
    kind: str
    state: Literal["cargo", "dropped", "installing", "installed", "damaged"] = "cargo"
    at: str = ""
    carrier: str = ""
    planet: int = 1
    hex: str = ""
    facing: str = ""
    installed: int = NEVER


class Site(msgspec.Struct, frozen=True):
    """A lane or system where empires meet: whose units, how many battles were fought there, and until when it waits.

    Everybody knows of it. The fleets there are those whose `at`, or `lane`, is the site's. `stage`: "waiting" for
    the lanes, "filing" while admirals order their fleets, "battle". `holder` is the id of the fleet or dock that held
    the field last, "garrison" of a garrison alone, with whose it was; `left` the direction in which the first ships
    of a fleet left (EAW-21a.2), `scored` what was scored of a unit in battles here (EAW-4e.2); `adrift` the fighters
    and the like of each side that still fly and have lost their ship (EAW-27.0).
    """

    id: str
    at: str
    lane: str
    parties: tuple[Seat, ...]
    fought: int = 0
    until: Instant | None = None
    stage: Literal["waiting", "filing", "battle"] = "waiting"
    holder: str = ""
    held_by: Seat = Seat("")
    left: Mapping[str, str] = {}
    scored: Mapping[str, tuple[str, ...]] = {}
    adrift: Mapping[Seat, Mapping[str, int]] = {}


class Unit(msgspec.Struct, frozen=True):
    """A unit in a battle, as all may read it: its mark there ("A1"), its id, its name and design or kind, its
    effective CBPV. `power` is what it fights with where nobody plays it out (2.7); `fighters` are those aboard.
    """

    mark: str
    id: str
    kind: Literal["ship", "dock", "base"]
    name: str
    what: str
    cbpv: str
    power: str
    fighters: Mapping[str, int] = {}


class Force(msgspec.Struct, frozen=True):
    """A side of a battle: whose, which fleet (the group's id, "" for a garrison alone), its units, where it starts
    and how it faces ("" where the turn of rest left it), the direction it comes from ("" for one that stood there).
    """

    seat: Seat
    group: str
    units: tuple[Unit, ...]
    comes: str = ""
    hex: str = ""
    facing: str = ""


class Battle(msgspec.Struct, frozen=True):
    """A battle between two forces. `stage`: "side" while left or right is chosen, "open" while it is played and
    reported, "ruling" while a moderator is asked. `chooser`: who chooses the side; `until`: the window of the stage.
    """

    id: str
    site: str
    number: int
    forces: tuple[Force, Force]
    fresh: bool = True
    stage: Literal["side", "open", "ruling"] = "open"
    chooser: Seat = Seat("")
    until: Instant | None = None
    agreed: tuple[Seat, ...] = ()

    @property
    def units(self) -> tuple[Unit, ...]:
        """The units of both forces."""
        return self.forces[0].units + self.forces[1].units

    @property
    def seats(self) -> tuple[Seat, Seat]:
        """Owners of the forces."""
        return self.forces[0].seat, self.forces[1].seat


class Exit(msgspec.Struct, frozen=True):
    """A way out of a battle: the direction, the system it leads to, whether it costs a movement point (2.3)."""

    direction: str
    to: str
    lane: str
    cost: int


class Packet(msgspec.Struct, frozen=True):
    """Packet that the two admirals of a battle alone know: the ways out of each force, whether it may bluff, what its
    ships have suffered before (by mark), which fight without fire control (EAW-17g.3), the map type of the system (""
    in a lane, or where nobody has discovered it, EAW-16d), whose fortification is there, the places of bases (by mark).
    """

    battle: str
    exits: tuple[tuple[Exit, ...], tuple[Exit, ...]]
    bluff: tuple[bool, bool] = (False, False)
    damage: Mapping[str, str] = {}
    restricted: tuple[str, ...] = ()
    map_type: str = ""
    fort: Seat = Seat("")
    places: Mapping[str, str] = {}


class Fate(msgspec.Struct, frozen=True):
    """Fate of a unit. `by`: the mark of its captor; `exit`, `turn`, `impulse`: how it left; `boxes` are those
    destroyed by system, `spent` the options used, `lost` the fighters, `adrift` those that still fly without it;
    `killed` the officers, `moved` those who went over to another unit, with its mark.
    """

    fate: Literal["here", "destroyed", "captured", "left", "damaged"] = "here"
    by: str = ""
    exit: str = ""
    turn: int = 0
    impulse: int = 0
    crippled: bool = False
    hurt: bool = False
    bluff: bool = False
    dc: int | None = None
    cdr: int | None = None
    boxes: Mapping[str, int] = {}
    spent: Mapping[str, int] = {}
    lost: Mapping[str, int] = {}
    killed: tuple[str, ...] = ()
    adrift: Mapping[str, int] = {}
    moved: Mapping[str, str] = {}


class Filing(msgspec.Struct, frozen=True):
    """The report of a battle as it stands: who filed it, the last turn, what became of each unit by mark, whether it
    is a stalemate; who agreed to it, what somebody disputes.
    """

    battle: str
    by: Seat
    turn: int
    fates: Mapping[str, Fate]
    stalemate: bool = False
    until: Instant | None = None
    dispute: str = ""


class Result(msgspec.Struct, frozen=True):
    """Result of a battle of the season, as everybody reads it: the forces, what each scored, who holds the field."""

    battle: str
    forces: tuple[Force, Force]
    points: tuple[str, str]
    held_by: Seat
    automatic: bool = False


class Terms(msgspec.Struct, frozen=True):
    """Terms for settling a battle unplayed: withdrawal below a per cent of strength, by an exit; "" fights on (2.7)."""

    battle: str
    seat: Seat
    per_cent: int = 50
    exit: str = ""

    @property
    def key(self) -> str:
        """The name by which it goes among the terms of all."""
        return f"{self.battle}/{self.seat}"


class Choice(msgspec.Struct, frozen=True):
    """Something that an empire is asked in the midst of the resolution: a kind of question, about what, the options,
    the usual answer, until when it waits. It alone knows of it.
    """

    id: str
    kind: str
    seat: Seat
    about: str
    options: tuple[str, ...]
    usual: tuple[str, ...]
    until: Instant | None = None


@of_parts(32)
def _crews(ships: Mapping[str, Ship]) -> dict[str, list[Ship]]:
    """Ships by fleet."""
    found: dict[str, list[Ship]] = {}
    for ship in ships.values():
        found.setdefault(ship.fleet, []).append(ship)
    return found


@of_parts(32)
def _stationed(fleets: Mapping[str, Fleet]) -> dict[str, list[Fleet]]:
    """Fleets in systems, by system."""
    found: dict[str, list[Fleet]] = {}
    for fleet in fleets.values():
        if fleet.place == "system":
            found.setdefault(fleet.at, []).append(fleet)
    return found


@of_parts(32)
def _present(fleets: Mapping[str, Fleet], docks: Mapping[str, Dock], bases: Mapping[str, Base]) -> dict[str, set[Seat]]:
    """Seats with a fleet, a dock or a garrison in a system, by system."""
    found: dict[str, set[Seat]] = {}
    for mover in (*fleets.values(), *docks.values()):
        if mover.place == "system":
            found.setdefault(mover.at, set()).add(mover.owner)
    for base in bases.values():
        if base.state in ("installed", "damaged"):
            found.setdefault(base.at, set()).add(base.owner)
    return found


@of_parts(64)
def _lanes(shape: Shape | None) -> dict[str, dict[str, Lane]]:
    """The lanes of each system by the system at their other end, in the order of their directions."""
    lanes = shape.lanes if shape is not None else ()
    ends = [(lane.leaves(end), end, lane) for lane in lanes for end in (lane.one, lane.other)]
    found: dict[str, dict[str, Lane]] = {}
    for _, end, lane in sorted(ends, key=lambda end: end[:2]):
        found.setdefault(end, {})[lane.far(end)] = lane
    return found


class State(msgspec.Struct, frozen=True):
    """A campaign. `t` counts seasons from Spring of the start year; `moment` is the part of the resolution that comes
    next; `met` the latest deadline of orders, whether they were locked then or earlier (None in games of version 1);
    `results` are of the battles since orders were open, `allies` pairs of empires that do not fight each other;
    `dealt` and `seals` are of the dice. What moderators entered: `designs`, `prices` of expendables, `pods`; the
    faces that `rolls` will show are the referee's alone.
    """

    settings: Settings = Settings()
    windows: Windows | None = None
    group: str = ""
    map: Shape | None = None
    empires: Mapping[Seat, Empire] = {}
    realms: Mapping[Seat, Realm] = {}
    systems: Mapping[str, System] = {}
    fleets: Mapping[str, Fleet] = {}
    ships: Mapping[str, Ship] = {}
    docks: Mapping[str, Dock] = {}
    bases: Mapping[str, Base] = {}
    designs: Mapping[str, Design] = {}
    prices: Mapping[str, str] = {}
    pods: Mapping[str, PodKind] = {}
    rolls: Mapping[str, tuple[int, ...]] = {}
    t: int = 0
    step: Step = Step.SETUP
    moment: str = ""
    until: Instant | None = None
    sites: Mapping[str, Site] = {}
    battles: Mapping[str, Battle] = {}
    packets: Mapping[str, Packet] = {}
    filings: Mapping[str, Filing] = {}
    terms: Mapping[str, Terms] = {}
    choices: Mapping[str, Choice] = {}
    results: tuple[Result, ...] = ()
    allies: tuple[tuple[Seat, Seat], ...] = ()
    winners: tuple[Seat, ...] = ()
    dealt: int = 0
    seals: tuple[str, ...] = ()
    met: Instant | None = None
    house_rules: Mapping[str, HouseRule] = {}

    @property
    def over(self) -> bool:
        """True if the campaign is over."""
        return self.step is Step.OVER

    @property
    def year(self) -> int:
        """The year."""
        return self.settings.start_year + self.t // 4

    @property
    def season(self) -> int:
        """The season: 0 Spring to 3 Winter."""
        return self.t % 4

    @property
    def living(self) -> tuple[Seat, ...]:
        """The seats of the empires that are still there, in the order of seats."""
        return tuple(seat for seat, empire in self.empires.items() if empire.alive)

    @property
    def movers(self) -> tuple[Mover, ...]:
        """All fleets and docks."""
        return (*self.fleets.values(), *self.docks.values())

    def lanes(self, system: str) -> Sequence[Lane]:
        """The lanes of a system, by direction."""
        return tuple(_lanes(self.map).get(system, {}).values())

    def beside(self, system: str) -> Sequence[str]:
        """The systems one lane away, by direction."""
        return tuple(_lanes(self.map).get(system, ()))

    def lane(self, system: str, other: str) -> Lane | None:
        """The lane between two systems, None where there is none."""
        return _lanes(self.map).get(system, {}).get(other)

    def crew(self, fleet: str) -> list[Ship]:
        """The ships of a fleet."""
        return list(_crews(self.ships).get(fleet, ()))

    def fleets_at(self, system: str, owner: Seat | None = None) -> list[Fleet]:
        """The fleets in a system, or those of one empire."""
        there = _stationed(self.fleets).get(system, ())
        return list(there) if owner is None else [fleet for fleet in there if fleet.owner == owner]

    @property
    def stationed(self) -> Mapping[str, Sequence[Fleet]]:
        """The fleets in each system that some are in."""
        return _stationed(self.fleets)

    def docks_at(self, system: str, owner: Seat | None = None) -> list[Dock]:
        """The docks in a system, or those of one empire."""
        there = self.docks.values()
        return [dock for dock in there if dock.at == system and dock.place == "system" and owner in (None, dock.owner)]

    def standing(self, system: str, owner: Seat | None = None) -> list[Fleet]:
        """The fleets in a system that have not left a battle there this season, or those of one empire."""
        return [fleet for fleet in self.fleets_at(system, owner) if fleet.disengaged != self.t]

    def attending(self) -> dict[str, str]:
        """The fleets that belong to docks, with these: of their monitors, and of the tugs that tow them this season and
        are counted from the next on (EAW-15f, EAW-15g, EAW-17e.1).
        """
        if not self.docks:  # asked for every jump, and there are few
            return {}
        served = [(dock.id, ship) for dock in self.docks.values() for ship in (dock.tug, dock.monitor)]
        return {self.ships[ship].fleet: dock for dock, ship in served if ship in self.ships}

    def garrison(self, system: str, owner: Seat | None = None) -> list[Base]:
        """The bases that are installed in a system, damaged ones too, or those of one empire."""
        there = [base for base in self.bases.values() if base.at == system and base.state in ("installed", "damaged")]
        return there if owner is None else [base for base in there if base.owner == owner]

    @property
    def presence(self) -> Mapping[str, Set[Seat]]:
        """Seats with a fleet, a dock or a garrison in a system, by system."""
        return _present(self.fleets, self.docks, self.bases)

    def present(self, system: str) -> tuple[Seat, ...]:
        """The empires with a fleet, a dock or a garrison in a system."""
        there = self.presence.get(system, ())
        return tuple(seat for seat in self.empires if seat in there) if there else ()

    def alone(self, system: str, seat: Seat) -> bool:
        """True if no enemy has a fleet, a dock or a garrison in a system."""
        there = self.presence.get(system, set())
        return there <= {seat} or (bool(self.allies) and not any(self.hostile(seat, other) for other in there))

    def hostile(self, seat: Seat, other: Seat) -> bool:
        """True if two empires fight where they meet: all do but allies (EAW-19.0.1)."""
        return seat != other and (seat, other) not in self.allies and (other, seat) not in self.allies

    @property
    def contested(self) -> Iterator[str]:
        """The systems in which two empires are present that are not allies."""
        there = self.presence
        shared = {system for system, seats in there.items() if len(seats) > 1}
        if self.allies:
            shared = {one for one in shared if any(self.enemies(one, seat) for seat in there[one])}
        return (system for system in self.systems if system in shared) if shared else iter(())

    def enemies(self, system: str, seat: Seat) -> tuple[Seat, ...]:
        """The enemies with a fleet, a dock or a garrison in a system."""
        return () if self.alone(system, seat) else tuple(one for one in self.present(system) if self.hostile(seat, one))


def _with(mapping: str, state: State, keys: str | Iterable[str], **changes: Any) -> State:  # fields of any entry
    """The state with changes to an entry of a mapping, or to several, as far as it has them."""
    there = getattr(state, mapping)
    if isinstance(keys, str):
        return replace(state, **{mapping: {**there, keys: replace(there[keys], **changes)}}) if keys in there else state
    changed = {key: replace(there[key], **changes) for key in keys if key in there}
    return replace(state, **{mapping: {**there, **changed}}) if changed else state


with_realm, with_empire, with_system = partial(_with, "realms"), partial(_with, "empires"), partial(_with, "systems")
with_fleets, with_ships, with_docks = partial(_with, "fleets"), partial(_with, "ships"), partial(_with, "docks")


def had_by(system: System, kept: Callable[[Seat], bool]) -> System:
    """A system with what some empires have there, and nothing of others'."""
    held, fort = system.development, system.fort
    return replace(
        system,
        development=held if held is not None and kept(held.owner) else None,
        fort=fort if fort is not None and kept(fort.owner) else None,
        webs=tuple(web for web in system.webs if kept(web.owner)),
        pods=tuple(pod for pod in system.pods if kept(pod.owner)),
    )


def without_battles(state: State, ids: Container[str]) -> State:
    """The state without some battles, and without all that was written of them."""
    return replace(
        state,
        battles={id: battle for id, battle in state.battles.items() if id not in ids},
        packets={id: packet for id, packet in state.packets.items() if id not in ids},
        filings={id: filing for id, filing in state.filings.items() if id not in ids},
        terms={key: terms for key, terms in state.terms.items() if terms.battle not in ids},
    )


def without_empty(state: State, ids: Iterable[str]) -> State:
    """The state without those of some fleets that have no ship any more (EAW-7a.1)."""
    manned = {ship.fleet for ship in state.ships.values()}
    gone = {id for id in ids if id in state.fleets and id not in manned}
    return replace(state, fleets={id: fleet for id, fleet in state.fleets.items() if id not in gone}) if gone else state
