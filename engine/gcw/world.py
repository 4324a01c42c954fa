"""World of a campaign: the data pack, the grid, and what they say of a unit. Register section 8.

`load` makes a `Pack` of the texts in `seeds/gcw` (or of a moderator's own), or tells every fault in them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple, TypeVar

import msgspec
from msgspec.structs import astuple, replace

from engine.dice.tables import Modifier
from engine.game import RefusalText, Seat, of_parts
from engine.gcw.data import people, places, units
from engine.gcw.data.marks import Marked, MarkedSheet, Marks, Mount, PackSheet, Source
from engine.gcw.data.people import Effect, Faction, Flashpoint, HeroClass, IndependentPackage, Mission, UnitList
from engine.gcw.data.places import DefenceRow, Guard, Link, Post, System
from engine.gcw.data.terms import DamageChannel, Layer, Pools, Ring, Status
from engine.gcw.data.units import (
    ANY_TECH,
    AnyClass,
    AuxClass,
    Berth,
    EliteVariant,
    FacilityType,
    GroundClass,
    GroundKind,
    ShipClass,
    SquadronClass,
    UnitClass,
    Weapon,
)
from engine.gcw.figures import grid
from engine.gcw.figures.arithmetic import ceil_div
from engine.gcw.figures.command import CAPACITY, MOST_SHIPS, MOST_SQUADRONS, USUAL, Limits
from engine.gcw.figures.damage import Hit, hit, hit_facility, hit_ground, hit_sf, squads_left
from engine.gcw.figures.grid import Grid, GridSheet, Shooter
from engine.gcw.figures.ucr import DERELICT_UCR, PLAIN, SWARM_UCR, TRACTORED_UCR, UCR_FLOOR, Rating, Role
from engine.gcw.state import (
    CRAFT,
    FACILITIES,
    TROOPS,
    Contact,
    Hero,
    State,
    Unit,
    UnitKind,
    hero_at,
    host_of,
    outermost,
)
from engine.pack.reading import Check, Flaw, Form, read
from engine.pack.wording import RuleText
from engine.text.message import T_, Text
from engine.text.names import found

MARK_NAMES = {"length_dm": "length", "length_cm": "length", "hyper_tenths": "hyper_rating"}
"""Fields and properties whose figure a sheet calls otherwise."""


class Sheets(msgspec.Struct, frozen=True):
    """The sheets of a pack that hold records."""

    pack: PackSheet
    weapons: units.WeaponSheet
    ships: units.ShipSheet
    squadrons: units.SquadronSheet
    auxiliaries: units.AuxSheet
    ground: units.GroundSheet
    facilities: units.FacilitySheet
    galaxy: places.GalaxySheet
    factions: people.FactionSheet
    heroes: people.HeroSheet
    missions: people.MissionSheet
    defenders: places.DefenderSheet
    grid: GridSheet


def _codes_twice(sheets: Sheets) -> Iterator[Flaw]:
    """Codes of units and facilities are distinct."""
    seen: dict[str, AnyClass] = {}
    tables: dict[str, tuple[AnyClass, ...]] = {
        "ships": sheets.ships.ships,
        "squadrons": sheets.squadrons.squadrons,
        "auxiliaries": sheets.auxiliaries.auxiliaries,
        "ground": sheets.ground.ground,
        "facilities": sheets.facilities.facilities,
    }
    for name, table in tables.items():
        for index, spec in enumerate(table):
            if (other := seen.setdefault(spec.code, spec)) is not spec:
                yield Flaw(f"{name}.toml", (name, index, "code"), f"{spec.code!r} is also the code of {other.name}")


FORM = Form(
    sheets=Sheets,
    names={**units.NAMES, **places.NAMES, **people.NAMES, **grid.NAMES},
    checks=(
        Check(_codes_twice, ("ships", "squadrons", "auxiliaries", "ground", "facilities")),
        Check(lambda sheets: places.map_flaws(sheets.galaxy), ("galaxy",)),
        Check(lambda sheets: places.undefended(sheets.galaxy, sheets.defenders), ("galaxy", "defenders")),
    ),
)
"""How a pack of this rulebook is made."""


M = TypeVar("M", bound=Marked)


def _called(records: Iterable[M]) -> dict[str, M]:
    """Records by name."""
    return {record.called: record for record in records}


def _marks(sheets: Sheets) -> Iterator[tuple[tuple[str, str], Marks]]:
    """The marks of every record that has a name, by its type and name."""
    for sheet in astuple(sheets):
        for table in astuple(sheet) if isinstance(sheet, MarkedSheet) else ():
            for record in table if isinstance(table, tuple) else ():
                if isinstance(record, Marked) and record.called:
                    yield (type(record).__name__, record.called), Marks(record.mark or sheet.mark, record.marks)


def load(sources: Mapping[str, str], folder: str = "") -> Pack:
    """The pack made of these sheets (file name: text). Raises PackError with every fault found.

    `folder` is put before file names in faults. The digest is of everything but the wording (rules, refusals).
    """
    reading = read(FORM, sources, folder)
    sheets = reading.sheets
    squadrons = _called(sheets.squadrons.squadrons)
    auxiliaries = _called(sheets.auxiliaries.auxiliaries)
    ground = _called(sheets.ground.ground)
    carried: dict[str, UnitClass] = {**squadrons, **auxiliaries, **ground}
    ships = _called(units.stowed(ship, carried) for ship in sheets.ships.ships)
    factions = _called(sheets.factions.factions)
    holders = {faction.stronghold: code for code, faction in factions.items()}
    systems = _called(replace(system, stronghold_of=holders.get(system.name, "")) for system in sheets.galaxy.systems)
    links = tuple(link for _, link in places.links(sheets.galaxy))
    return Pack(
        name=sheets.pack.name,
        version=sheets.pack.version,
        edition=sheets.pack.edition,
        digest=reading.digest,
        weapons=_called(sheets.weapons.weapons),
        ships=ships,
        squadrons=squadrons,
        auxiliaries=auxiliaries,
        ground=ground,
        facilities=_called(sheets.facilities.facilities),
        systems=systems,
        links=links,
        factions=factions,
        heroes=_called(sheets.heroes.heroes),
        missions=_called(sheets.missions.missions),
        flashpoints=_called(sheets.missions.flashpoints),
        defences={row.strategic_value: row for row in sheets.defenders.defences},
        guard=sheets.defenders.guard,
        platforms=sheets.defenders.platforms,
        neutral_stock=sheets.defenders.neutral_stock,
        elite=sheets.squadrons.elite,
        most_in_grid=sheets.facilities.most_in_grid,
        most_of_type_in_grid=sheets.facilities.most_of_type_in_grid,
        independent=sheets.factions.independent,
        sources={source.mark: source for source in sheets.pack.sources},
        rules=reading.rules,
        refusals=reading.refusals,
        marks=dict(_marks(sheets)),
        units={**ships, **carried},
        links_of=places.links_of(systems, links),
        grid=sheets.grid.grid(),
    )


class Pack(msgspec.Struct, frozen=True, kw_only=True):
    """A whole, checked data pack. Look-ups are by code, worlds by name; `digest` pins what it says (not how)."""

    name: str
    version: int
    edition: str
    digest: str
    weapons: Mapping[str, Weapon]
    ships: Mapping[str, ShipClass]
    squadrons: Mapping[str, SquadronClass]
    auxiliaries: Mapping[str, AuxClass]
    ground: Mapping[str, GroundClass]
    facilities: Mapping[str, FacilityType]
    systems: Mapping[str, System]
    links: tuple[Link, ...]
    factions: Mapping[str, Faction]
    heroes: Mapping[str, HeroClass]
    missions: Mapping[str, Mission]
    flashpoints: Mapping[str, Flashpoint]
    defences: Mapping[int, DefenceRow]
    guard: Guard
    platforms: tuple[Post, ...]
    neutral_stock: str
    elite: EliteVariant
    most_in_grid: int
    most_of_type_in_grid: int
    independent: IndependentPackage | None
    sources: Mapping[str, Source]
    rules: tuple[RuleText, ...]
    refusals: Mapping[str, RefusalText]
    marks: Mapping[tuple[str, str], Marks]
    units: Mapping[str, UnitClass]
    links_of: Mapping[str, tuple[Link, ...]]
    grid: Grid

    @property
    def special(self) -> frozenset[str]:
        """The worlds off the routes (GCW-GAL-04)."""
        return frozenset(system.name for system in self.systems.values() if system.special)

    def neighbours(self, system: str) -> tuple[Link, ...]:
        """The links of a world, in the pack's order; none for an unknown one."""
        return self.links_of.get(system, ())

    def find_unit(self, word: str) -> UnitClass | None:
        """The unit class of that code or name, in any case; or the only one whose name begins so."""
        return found(word, self.units, {unit.name: unit for unit in self.units.values()})

    def find_facility(self, word: str) -> FacilityType | None:
        """The facility type of that code or name, as `find_unit`."""
        return found(word, self.facilities, {facility.name: facility for facility in self.facilities.values()})

    def find_system(self, word: str) -> System | None:
        """The world of that name, as `find_unit`."""
        return found(word, self.systems, self.systems)

    def find_faction(self, word: str) -> Faction | None:
        """The faction of that code or name, as `find_unit`."""
        return found(word, self.factions, {faction.name: faction for faction in self.factions.values()})

    def mark(self, record: Marked, field: str) -> str:
        """Source of a figure: S the rulebook, F and number a source found, A adapted, P proposed."""
        marks = self.marks[type(record).__name__, record.called]
        return marks.fields.get(MARK_NAMES.get(field, field), marks.rest)

    def may_use(self, faction: Faction, unit: UnitClass) -> bool:
        """True if a faction may set up, build, buy and exchange a class (GCW-FAC-11); its bonus classes always."""
        return (
            any(tag == ANY_TECH or tag in faction.tech for tag in unit.tech)
            or unit.code in faction.also
            or any(bonus.code == unit.code for bonus in faction.bonus)
        )

    def may_build(self, faction: Faction, unit: UnitClass) -> bool:
        """True if a faction may have a class made: one it may use, made at all, and not its bonus alone."""
        allowed = unit.code in faction.also or any(tag == ANY_TECH or tag in faction.tech for tag in unit.tech)
        return allowed and unit.buildable

    def units_of(self, faction: Faction) -> UnitList:
        """All that a faction may build, by type, and what it has as a bonus only."""
        built = [unit for unit in self.units.values() if self.may_build(faction, unit)]

        def housed(berth: Berth | None) -> tuple[str, ...]:
            return tuple(unit.code for unit in built if unit.berth is berth)

        codes = {unit.code for unit in built}
        bonus_only = tuple(bonus.code for bonus in faction.bonus if bonus.code not in codes)
        return UnitList(
            ships=housed(None),
            squadrons=housed(Berth.SF),
            auxiliaries=housed(Berth.AUX),
            vehicles=housed(Berth.GAV),
            infantry=housed(Berth.INFANTRY),
            bonus_only=bonus_only,
        )

    def stock(self, faction: Faction, berth: Berth) -> str:
        """The class that fills a complement's unnamed places, the crew and the guard of a faction (GCW-STK-01)."""
        match berth:
            case Berth.SF:
                return faction.stock_sf
            case Berth.AUX:
                return faction.stock_aux
            case Berth.GAV:
                return faction.stock_gav
            case Berth.INFANTRY:
                return faction.stock_infantry

    def orbit_defence(self, system: System) -> tuple[Post, ...]:
        """Defences in orbit of a world that nobody holds: a stronghold has its platforms (GCW-FAC-12, -13).

        A stronghold's bonus units stand there too; they are its faction's `bonus`.
        """
        if system.stronghold_of:
            return self.platforms
        return self.defences[system.strategic_value].orbit

    def ground_defence(self, system: System) -> tuple[Post, ...]:
        """Defences on the ground of a world that nobody holds, strongholds as the best defended (GCW-FAC-13)."""
        best = max(self.defences)
        row = self.defences[best if system.stronghold_of else system.strategic_value].ground
        replaced = {post.instead for post in system.standing}
        return (*system.standing, *(post for post in row if post.code not in replaced))


JOINS = "+"
"""Joins the codes of a swarm's squadrons into its own (GCW-TIE-01)."""

HERO = "hero "
"""Begins the code of a hero ashore: "hero JEDI"."""

SWARM_RATING = 8
"""Speed and maneuverability of a swarm together (GCW-TIE-02)."""

GROUND_KINDS = {
    GroundKind.GAV: UnitKind.VEHICLE,
    GroundKind.AIRSPEEDER: UnitKind.AIRSPEEDER,
    GroundKind.INFANTRY: UnitKind.INFANTRY,
}

SWITCHES: dict[str, tuple[str, ...]] = {
    "fog": ("on", "off"),
    "hyper_rating_mode": ("speed", "class"),
    "battle_cap_scope": ("player", "fleet"),
    "ucr_floor": ("1", "0"),
    "npc_control": ("bot", "attacker"),
    "founding": ("whole", "fleet"),
}
"""How open rules may be played, the first value being the default (register section 5, campaign)."""

SWITCH_RULES: dict[str, str] = {
    "fog": "GCW-SCN-18",
    "hyper_rating_mode": "GCW-FHM-01",
    "battle_cap_scope": "GCW-BUR-01",
    "ucr_floor": "GCW-UCR-05",
    "npc_control": "GCW-FAC-13",
    "founding": "GCW-SET-01",
}
"""The rule that each switch belongs to."""

SWITCH_TEXTS: dict[str, str] = {
    "fog": "whether you see only what your units see",
    "hyper_rating_mode": "whether a larger hyperspace rating is faster (speed) or slower (class)",
    "battle_cap_scope": "whether command points of a battle are counted by player or by fleet",
    "ucr_floor": "the least rating of a live unit",
    "npc_control": "whether Umpire or the attacker chooses the targets of a neutral world's defenders",
    "founding": "whether players begin with all that is theirs (whole), or with their fleets alone (fleet)",
}
"""What each switch rules, for who opens a campaign."""


MENDED = 2
"""The version from which Tatooine repairs for its holder's friends alone (GCW-FAC-09), a carrier is heard when
its craft launch (GCW-SCN-08), departures are news (GCW-COM-05), what is on PDF duty stays home
and supplies no escorts of the main fleet (GCW-PDF-07, GCW-ESC-07), hostile presence keeps a conflict from clearing
(GCW-CON-05), derelicts stay so when they are corrected (GCW-DMG-16), no carrier takes troops over the edge of a
bombarded grid (GCW-ORB-05), and a friend's garrison does not tire (GCW-FTG-01); who drops a line of a draft is told
which.
"""


CAMPAIGN = 3
"""The version from which a campaign is more than its battles: systems are in conflict, and what is built there stops
(GCW-CON-01..05), and declared enemies who know of each other are in battle (GCW-CON-04); strongholds have their bonus
units and platforms (GCW-FAC), players a Command Center (GCW-SET-04), worlds that nobody holds their defenders
(GCW-FAC-13), and worlds are occupied, claimed and won (GCW-CON-06, GCW-VIC)."""


VEILED = 4
"""The version from which neither the beginning of a conflict nor the end of a campaign, which may be reopened, tells
anything of what is hidden (GCW-SCN-18, GCW-CON-04, GCW-VIC-01), what moderators correct is told with what was so before
(register 6.6), and arithmetic that is explained calls contacts as all else does."""


FOLLOWED = 5
"""The version from which forces are reckoned at once when a world is occupied or is free again (GCW-FTG-01), what keeps
a fleet from hyperspace unseen is noted (GCW-TRN-08), and refusals that are kept call contacts as all else does."""


KEPT = 6
"""The version from which a fight aboard keeps a contact by its alias, which stays, and is refused with its name as all
else calls it."""


REMEMBERED = 7
"""The version from which what a viewer saw taken from a contact still counts when it comes back under another number
and is known again by its name (GCW-SCN-18)."""


SETTLED = 8
"""The version from which players are eliminated who have nothing left (GCW-ACT-04), and a ruling on a switch says since
when it holds."""


CAST = 8
"""The version from which the units of a flashpoint are kept apart, for moderators to run (GCW-FLP-01)."""
NUMBERED = 9
"""The version from which the arithmetic of volleys calls its player's ships with their numbers in public posts."""


AT_HOME = 9
"""The version from which a player's home is friendly only while no other faction's player owns it (GCW-RES-07), forces
do not tire there (GCW-FTG-01), hostility ends when both have ordered it, or a moderator closes the battle (GCW-GEN-04),
what would change nothing of a player or a hero is refused, and no ship is assigned to a place in another (GCW-CST-04).
"""


AT_PEACE = 10
"""The version from which peace with somebody to whom one is not hostile is refused (GCW-GEN-04)."""


GATHERED = 11
"""The version from which all of a system, of units that travel, are those in space that no PDF keeps there
(GCW-TRN-09, GCW-PDF-07)."""


class Stand(NamedTuple):
    """A unit of a class where it stands, for its rating: `held` by tractor beams that control it, `bombarded` in a grid
    under orbital bombardment, `fatigued`.
    """

    code: str
    cell: str
    status: Status
    held: bool = False
    bombarded: bool = False
    fatigued: bool = False


AS_KNOWN = 12
"""The version from which whoever accepts a surrender is refused by what it knows, and told by a fact what it could not
know (GCW-CON-08)."""


class World(msgspec.Struct, frozen=True):
    """A data pack with its grid, and the version of the rulings that a game is played by."""

    pack: Pack
    grid: Grid
    version: int

    def spec(self, code: str) -> AnyClass:
        """The class of a unit. Raises KeyError for a code that is not in the pack."""
        found = self.pack.units.get(code) or self.pack.facilities.get(code)
        if found is not None:
            return found
        if JOINS in code:
            return _swarm(self.pack.units, code)
        return _hero(self.pack.heroes[code.removeprefix(HERO)])

    def kind(self, code: str) -> UnitKind:
        """Kind of units that a class is of."""
        if code.startswith(HERO):
            return UnitKind.HERO
        spec = self.spec(code)
        match spec:
            case ShipClass():
                return UnitKind.SHIP
            case SquadronClass():
                return UnitKind.SWARM if JOINS in code else UnitKind.SQUADRON
            case AuxClass():
                return UnitKind.AUXILIARY
            case GroundClass():
                return GROUND_KINDS[spec.kind]
            case FacilityType():
                return UnitKind.PLATFORM if spec.is_space else UnitKind.FACILITY

    def full(self, code: str, count: int = 1) -> Pools:
        """The pools of an unharmed unit of a class, a ship's systems by its length (GCW-DMG-03); of `count` squads of
        infantry, of a hero of level `count`.
        """
        key = (id(self.pack), code, count)
        known = _FULL.get(key)
        if known is not None and known[0] is self.pack:
            return known[1]
        if len(_FULL) >= MOST_FULL:
            _FULL.clear()
        spec = self.spec(code)
        pools = Pools(spec.shields, spec.hp * count if spec.hp else spec.armor, spec.systems, spec.hull)
        _FULL[key] = (self.pack, pools)
        return pools

    def mounts(self, code: str) -> tuple[Mount, ...]:
        """The weapons of a class; of one squad of infantry."""
        return self.spec(code).weapons

    def mounts_of(self, unit: Unit) -> tuple[Mount, ...]:
        """The weapons of a unit: of a stack, those of the squads that are left (GCW-G2G-01); of a hero, by level."""
        if unit.kind is UnitKind.INFANTRY:
            return self.armed(unit.code, self.squads(unit.code, unit.pools))
        return self.armed(unit.code, unit.count)

    def armed(self, code: str, number: int) -> tuple[Mount, ...]:
        """The weapons of so many squads of a class, or of a hero of that level; of one unit of other classes."""
        mounts = self.mounts(code)
        if number == 1:
            return mounts
        return tuple(msgspec.structs.replace(mount, count=mount.count * number) for mount in mounts)

    def squads(self, code: str, pools: Pools) -> int:
        """Squads left of an infantry stack (GCW-G2G-01)."""
        spec = self.spec(code)
        return squads_left(pools.armor, spec.hp) if spec.hp else 0

    def cp(self, code: str) -> int:
        """Command points of a unit of a class (GCW-CMD-02, GCW-ESC-04, GCW-FAC-12)."""
        return self.spec(code).cp

    def move_points(self, code: str) -> int:
        """Movement points of each own turn: the speed, unless the spec says otherwise (GCW-MOV-01)."""
        spec = self.spec(code)
        return spec.move_points or spec.speed

    def hyper(self, code: str) -> Fraction:
        """The hyperspace rating of a class; 0 without a hyperdrive (GCW-FHM-01)."""
        return Fraction(self.spec(code).hyper_tenths, 10)

    def interdicts(self, code: str) -> bool:
        """True if a class keeps its enemies from hyperspace (GCW-TRN-08)."""
        return self.spec(code).interdictor

    def atmospheric(self, code: str) -> bool:
        """True if a class may enter the atmosphere (GCW-ATM-05)."""
        spec = self.spec(code)
        return not isinstance(spec, FacilityType) and (not isinstance(spec, ShipClass) or spec.atmospheric)

    def shooter(self, kind: UnitKind) -> Shooter:
        """The ranges that a kind of unit reaches (GCW-RNG-01, -02)."""
        return _SHOOTERS.get(kind, Shooter.SHIP)

    def ring(self, cell: str) -> Ring | None:
        """The ring of a cell; None off the grid."""
        return self.grid.ring_of(cell) if cell else None

    def deep(self, cell: str) -> bool:
        """True if a cell is of a Deep Space Zone."""
        return self.ring(cell) is Ring.DSZ

    def rating(self, state: State, stand: Stand, role: Role) -> Rating:
        """The effective rating of a unit of a class where it stands (register 0.6)."""
        spec, ring = self.spec(stand.code), self.ring(stand.cell)
        floor = int(state.switches.get("ucr_floor", str(UCR_FLOOR)))
        if isinstance(spec, FacilityType):
            unit = Situation(
                kind=UnitKind.FACILITY,
                ucr_attack=spec.ucr_attack,
                ucr_defensive=spec.ucr_defensive,
                derelict=stand.status is Status.DERELICT,
            )
        else:
            unit = Situation(
                kind=self.kind(stand.code),
                speed=spec.speed,
                maneuver=spec.maneuver,
                atm_mod=spec.atm_mod,
                ring=ring,
                derelict=stand.status is Status.DERELICT,
                fully_tractored=stand.held,
                bombarded=stand.bombarded,
                fatigued=stand.fatigued,
            )
        return effective(unit, role, floor=floor)

    def rating_of(self, state: State, unit: Unit, role: Role) -> Rating:
        """The effective rating of a unit where it is; what is inside another is where that is, with a rating of its own
        (GCW-GAR-04).
        """
        host = state.units.get(unit.docked) if unit.docked else None
        place = host if host is not None else unit
        bombarded = under_bombardment(state, place.system, place.cell)
        fatigued = is_fatigued(state, unit, place.system, place.cell)
        stand = Stand(unit.code, place.cell, unit.status, bool(unit.held), bombarded, fatigued)
        rated = self.rating(state, stand, role)
        gain = self.boost(state, unit, "UCR") if role is Role.DEFEND or unit.kind not in FACILITIES else 0
        if not gain or (rated.floor is None and rated.rule != "GCW-GAR-03"):
            return rated
        hero = Modifier(gain, "a hero", "GCW-HRO-01")
        return msgspec.structs.replace(rated, modifiers=(*rated.modifiers, hero), floor=rated.floor or UCR_FLOOR)

    def rating_seen(self, state: State, contact: Contact, role: Role) -> Rating:
        """The effective rating of a contact of a known class where it is, as far as its viewer knows (register 0.6)."""
        bombarded = under_bombardment(state, contact.system, contact.cell)
        return self.rating(state, Stand(contact.code, contact.cell, contact.status, contact.held, bombarded), role)

    def effects(self, hero: Hero) -> Iterator[Effect]:
        """Effects of a hero's levels (GCW-HRO-01, -02)."""
        klass = self.pack.heroes.get(hero.klass)
        for ability in klass.abilities if klass is not None and self.version >= CAMPAIGN else ():
            if ability.level <= hero.level:
                yield from ability.effects

    def abilities(self, state: State, seat: Seat, kind: str) -> list[Effect]:
        """Effects of a kind that a player's living heroes bring, wherever they are (GCW-HRO-01)."""
        mine = (hero for hero in state.heroes.values() if hero.owner == seat and hero.alive)
        return [effect for hero in mine for effect in self.effects(hero) if effect.kind == kind]

    def gained(self, state: State, seat: Seat, kind: str, unit: str = "") -> int:
        """Sum that a player's living heroes add, wherever they are: to a limit, a price, a guard force."""
        return sum(ability.amount for ability in self.abilities(state, seat, kind) if not unit or ability.unit == unit)

    def price(self, state: State, seat: Seat, facility: FacilityType) -> int:
        """KC that a facility costs a player, with what a hero saves, rounded up (GCW-CST-02, GCW-HRO-01)."""
        return ceil_div(facility.cost * (100 + self.gained(state, seat, "COST_PERCENT", "FACILITY")), 100)

    def guard(self, state: State, seat: Seat) -> Guard:
        """The most that a player's guard force of a grid holds, with what heroes add (GCW-RGF-02, GCW-HRO-01)."""
        usual = self.pack.guard
        return msgspec.structs.replace(
            usual,
            squads=usual.squads + self.gained(state, seat, "GUARD_SIZE", "INFANTRY"),
            vehicles=usual.vehicles + self.gained(state, seat, "GUARD_SIZE", "GAV"),
        )

    def capacity(self, state: State, seat: Seat) -> int:
        """Command points of a player's main fleet, and of its units in one battle (GCW-CMD-01, GCW-BUR-01)."""
        mine = (self.pack.heroes.get(hero.klass) for hero in state.heroes.values() if hero.owner == seat and hero.alive)
        bonus = bonus_classes(self.pack)
        classes = sum(kind.bonus_cp for kind in mine if kind is not None) + sum(
            bonus[one.code] for one in state.of(seat) if one.code in bonus and one.kind is UnitKind.SHIP and one.live
        )
        return CAPACITY + classes + self.gained(state, seat, "BONUS_CP")

    def commands(self, state: State, seat: Seat, cp: int) -> bool:
        """True if a player has the capacity for so many command points; classes that add some are asked last."""
        return cp <= CAPACITY + self.gained(state, seat, "BONUS_CP") or cp <= self.capacity(state, seat)

    def limits(self, state: State, seat: Seat, duty: str = "") -> Limits:
        """Limits of a player's main fleet, with what heroes add; the PDF of the system `duty` (GCW-CMD-01)."""
        if duty:
            return USUAL
        return Limits(
            self.capacity(state, seat),
            MOST_SHIPS + self.gained(state, seat, "SHIP_LIMIT"),
            MOST_SQUADRONS + self.gained(state, seat, "ESCORT_LIMIT"),
        )

    def boost(self, state: State, unit: Unit, kind: str, pool: str = "") -> int:
        """Sum that its owner's living heroes in its system add to a unit of its kind: a rating, or percent of its
        damage, or of a pool (register 8.1, Ability).
        """
        found = 0
        for hero in state.heroes.values():
            if hero.owner == unit.owner and hero.alive:
                effects = [effect for effect in self.effects(hero) if effect.kind == kind and effect.pool == pool]
                if not effects:
                    continue
                own = ("OWN_SF",) if hero.aboard == unit.id else ()
                inside = ("GARRISON",) if host_of(state, unit) is not None else ()
                meant = {*AFFECTED.get(unit.kind, ()), *own, *inside}
                gain = sum(effect.amount for effect in effects if effect.unit in meant)
                found += gain if gain and hero_at(state, hero) == outermost(state, unit).system else 0
        return found

    def hits(self, state: State, unit: Unit, channel: DamageChannel, damage: int) -> Hit:
        """Refined damage on a unit (GCW-DMG): a pool that a hero makes larger by so many percent loses that much less,
        rounded up (GCW-HRO-01, GCW-MAT-01).
        """
        more = {
            layer: 100 + self.boost(state, unit, "POOL_PERCENT", layer.name) for layer in (Layer.SHIELDS, Layer.ARMOR)
        }
        if more[Layer.SHIELDS] == more[Layer.ARMOR] == 100:
            return self.struck(unit.kind, unit.pools, channel, damage, shields_up=unit.shields_up)
        whole = unit.pools
        for layer, percent in more.items():
            whole = whole.with_layer(layer, whole.of(layer) * percent // 100)
        hit = self.struck(unit.kind, whole, channel, damage, shields_up=unit.shields_up)
        left = hit.pools
        for layer, percent in more.items():
            left = left.with_layer(layer, min(unit.pools.of(layer), ceil_div(left.of(layer) * 100, percent)))
        return msgspec.structs.replace(hit, pools=left, absorbed=unit.pools.minus(left))

    def struck(self, kind: UnitKind, pools: Pools, channel: DamageChannel, damage: int, *, shields_up: bool) -> Hit:
        """Refined damage on a unit's pools, by what it is (GCW-DMG)."""
        match kind:
            case UnitKind.SHIP:
                return hit(pools, channel, damage, shields_up=shields_up)
            case UnitKind.PLATFORM | UnitKind.FACILITY:
                return hit_facility(pools, channel, damage, shields_up=shields_up)
            case UnitKind.SQUADRON | UnitKind.AUXILIARY | UnitKind.SWARM:
                return hit_sf(pools, channel, damage, shields_up=shields_up)
            case UnitKind.INFANTRY | UnitKind.VEHICLE | UnitKind.AIRSPEEDER | UnitKind.HERO:
                left = pools.with_layer(Layer.ARMOR, hit_ground(pools.armor, channel, damage))
                taken = pools.minus(left)
                status = Status.DESTROYED if left.armor == 0 else Status.ACTIVE
                return Hit(left, status, taken, wasted=damage - taken.armor)

    def hangar(self, code: str) -> tuple[int, int]:
        """Places for squadrons and for auxiliaries aboard a class."""
        spec = self.spec(code)
        return spec.hangar_sf, spec.hangar_aux

    def whole(self, state: State) -> bool:
        """True if players begin with all that is theirs, and worlds are defended (GCW-SET-01, GCW-FAC-12, -13)."""
        return self.version >= CAMPAIGN and state.switches.get("founding", "whole") == "whole"

    def fog(self, state: State) -> bool:
        """True if what nobody detected stays unseen (GCW-SCN-18)."""
        return state.switches.get("fog", "on") == "on"

    def class_text(self, code: str) -> str:
        """A class in words: "Imperial-class Star Destroyer I (ISD)"; a swarm by its squadrons."""
        spec = self.spec(code)
        return spec.name if JOINS in code else f"{spec.name} ({spec.code})"


_FULL: dict[tuple[int, str, int], tuple[Pack, Pools]] = {}
"""Pools of unharmed units worked out lately: by pack, class, and number."""

MOST_FULL = 4096
"""So many are kept."""


@of_parts(most=1)
def bonus_classes(pack: Pack) -> Mapping[str, int]:
    """The classes of ships that add command points, and how many (GCW-CMD-01): few of many, so they are kept."""
    return {code: ship.bonus_cp for code, ship in pack.ships.items() if ship.bonus_cp}


_SHOOTERS: Mapping[UnitKind, Shooter] = {
    UnitKind.SQUADRON: Shooter.SF,
    UnitKind.SWARM: Shooter.SF,
    UnitKind.AUXILIARY: Shooter.AUX,
}


@lru_cache(maxsize=1024)
def _swarm_of(members: tuple[SquadronClass, ...], code: str) -> SquadronClass:
    """The class of a meta-squadron: pools and weapons summed, the pace of the slowest (GCW-TIE-01, -02)."""
    counts: dict[tuple[str, int], int] = {}
    for member in members:
        for mount in member.weapons:
            key = (mount.weapon, mount.barrels)
            counts[key] = counts.get(key, 0) + mount.count
    names: dict[str, int] = {}
    for member in members:
        names[member.name] = names.get(member.name, 0) + 1
    speed = min(member.speed for member in members)
    first = members[0]
    return msgspec.structs.replace(
        first,
        code=code,
        name="TIE swarm of " + ", ".join(f"{number} {name}" for name, number in names.items()),
        cost=sum(member.cost for member in members),
        speed=speed,
        maneuver=SWARM_RATING - speed,
        shields=sum(member.shields for member in members),
        armor=sum(member.armor for member in members),
        weapons=tuple(Mount(weapon, barrels, count) for (weapon, barrels), count in counts.items()),
        cp=sum(member.cp for member in members),
        room=sum(member.room for member in members),
        hyper_capable=all(member.hyper_capable for member in members),
        hyper_rating=min(member.hyper_rating for member in members),
        swarm=False,
    )


def _swarm(units: Mapping[str, object], code: str) -> SquadronClass:
    members = [units[part] for part in code.split(JOINS)]
    return _swarm_of(tuple(member for member in members if isinstance(member, SquadronClass)), code)


@lru_cache(maxsize=64)
def _hero(klass: HeroClass) -> GroundClass:
    """A hero class as a ground unit of level 1 (GCW-G2H)."""
    return GroundClass(
        code=HERO + klass.code,
        name=klass.name,
        tech=(),
        cost=0,
        speed=klass.speed,
        maneuver=klass.maneuver,
        weapons=klass.weapons,
        kind=GroundKind.INFANTRY,
        hp=klass.hp,
        buildable=False,
    )


AFFECTED: Mapping[UnitKind, tuple[str, ...]] = {
    UnitKind.SHIP: ("SHIP", "ALL"),
    UnitKind.SQUADRON: ("SF", "ALL"),
    UnitKind.SWARM: ("SF", "ALL"),
    UnitKind.AUXILIARY: ("AUX", "ALL"),
    UnitKind.INFANTRY: ("INFANTRY", "ALL"),
    UnitKind.VEHICLE: ("GAV", "ALL"),
    UnitKind.AIRSPEEDER: ("GAV", "ALL"),
    UnitKind.HERO: ("HERO", "ALL"),
    UnitKind.FACILITY: ("FACILITY",),
    UnitKind.PLATFORM: ("FACILITY",),
}
"""Whom an ability for a kind is for (GCW-HRO-01)."""


GRIDS = ("G-1", "G-2", "G-3", "G-4")
"""The Ground Grids of a world (GCW-GND-01)."""


def grid_of(cell: str) -> str:
    """The Ground Grid of a ground cell, its Surface or its low Air ("G-1" of "G-1S", GCW-GND-01); "" for another."""
    return cell[:-1] if cell.startswith("G-") else ""


def under_bombardment(state: State, system: str, cell: str) -> bool:
    """True if a cell lies in a Ground Grid under orbital bombardment (GCW-ORB-06)."""
    grid = grid_of(cell)
    return bool(grid) and f"{system}/{grid}" in state.bombarded


def is_fatigued(state: State, unit: Unit, system: str, cell: str) -> bool:
    """True if a ground unit belongs to a tired attacking force, whose host ship has not landed (GCW-FTG-04, -06)."""
    if unit.kind not in TROOPS:
        return False
    force = state.forces.get(f"{unit.owner}/{system}/{grid_of(cell)}")
    return force is not None and force.fatigued and force.paused_since is None


STARSHIPS = CRAFT | {UnitKind.SHIP}
"""What flies, and is rated otherwise in an atmosphere."""


class Situation(msgspec.Struct, frozen=True, kw_only=True):
    """All that decides a unit's effective rating at one moment.

    `speed` and `maneuver` come from the spec; `ucr_attack` and `ucr_defensive` count for facilities only. `ring` is
    where the unit stands, None off the grid. `bombarded` says that an orbital bombardment is in effect on the unit's
    own Ground Grid; `fatigued` that it belongs to a tired attacking force.
    """

    kind: UnitKind
    speed: int = 0
    maneuver: int = 0
    ucr_attack: int = 0
    ucr_defensive: int = 0
    atm_mod: int = -1
    ring: Ring | None = None
    derelict: bool = False
    fully_tractored: bool = False
    bombarded: bool = False
    fatigued: bool = False


def effective(unit: Situation, role: Role, *, floor: int = UCR_FLOOR) -> Rating:
    """A unit's rating in one attack (register 0.6, GCW-UCR-01, GCW-GAR-03, precedence GCW-UCR-06).

    `floor` is the campaign's least rating of a live unit.
    """
    if unit.derelict:
        return Rating(DERELICT_UCR, "derelict", "GCW-UCR-07", floor=None)
    if unit.fully_tractored:
        return Rating(TRACTORED_UCR, "held by tractor beams", "GCW-TRC-08", floor=None)
    if unit.kind is UnitKind.FACILITY:
        if role is Role.DEFEND:
            return Rating(unit.ucr_defensive, "facility's defensive rating", "GCW-GAR-03", floor=None)
        return Rating(unit.ucr_attack, "facility's attack rating", "GCW-UCR-06", floor=None)
    modifiers = situational(unit)
    if unit.kind is UnitKind.SWARM:
        return Rating(SWARM_UCR, "swarm", "GCW-TIE-02", modifiers, floor)
    return Rating(unit.speed + unit.maneuver, "speed and maneuverability", PLAIN, modifiers, floor)


def situational(unit: Situation) -> tuple[Modifier, ...]:
    """Modifiers of a unit's base rating by place and circumstance, in the register's order (0.6; GCW-ATM-02..04,
    GCW-GND-02, GCW-STF-01, GCW-ATB-01).
    """
    found: list[Modifier] = []
    if unit.kind in STARSHIPS:
        if unit.ring in (Ring.ATM, Ring.GA) and unit.atm_mod:
            rule = "GCW-ATM-02" if unit.atm_mod < 0 else "GCW-ATM-04"
            found.append(Modifier(unit.atm_mod, "in the atmosphere", rule))
        if unit.ring is Ring.GA:
            found.append(Modifier(-1, "low over the ground", "GCW-GND-02"))
    if unit.ring in (Ring.GA, Ring.GS) and unit.bombarded:
        found.append(Modifier(-1, "under orbital bombardment", "GCW-ORB-06"))
    if unit.fatigued:
        found.append(Modifier(-1, "combat fatigue", "GCW-FTG-04"))
    return tuple(found)


CAPITAL_WORLD, CAPITAL = "Coruscant", ("SSD", "PAL")
"""The world whose fall decides a campaign, and what must be destroyed there: its Super Star Destroyer, and the Imperial
Sector Palace (GCW-VIC-01)."""

OPEN_TO_ALL = "Tatooine"
"""Every player counts as friendly there for entering and leaving hyperspace (GCW-FAC-09)."""


def is_open(state: State, seat: Seat, system: str) -> bool:
    """True if a system is a player's own, or its owner granted the player access (GCW-GEN-04).

    While it is occupied, it is friendly to nobody by ownership (GCW-CON-07).
    """
    owner = state.owners.get(system)
    return owner is not None and system not in state.occupied and (owner == seat or (owner, seat) in state.access)


def is_friendly(state: State, world: World, seat: Seat, system: str) -> bool:
    """True if a system is friendly to a player (register 0.3, GCW-FAC-09)."""
    return system == OPEN_TO_ALL or is_open(state, seat, system) or at_home(state, world, seat, system)


def at_home(state: State, world: World, seat: Seat, system: str) -> bool:
    """True at a player's home and its faction's stronghold, while its holder is not hostile (GCW-SET-06) and no player
    of another faction (GCW-RES-07).
    """
    owner, player = state.owners.get(system), state.players.get(seat)
    if player is None or (owner is not None and state.are_hostile(owner, seat)):
        return False
    holder = state.players.get(owner) if owner is not None and world.version >= AT_HOME else None
    if holder is not None and holder.faction != player.faction:
        return False
    return system in (player.home, world.pack.factions[player.faction].stronghold)


SWITCH_WORDS: dict[tuple[str, str], Text] = {
    ("fog", "on"): T_("units stay unseen until they are detected"),
    ("fog", "off"): T_("every unit in a system is seen by all who are there"),
    ("hyper_rating_mode", "speed"): T_("a larger hyperspace rating is faster"),
    ("hyper_rating_mode", "class"): T_("a larger hyperspace rating is slower"),
    ("battle_cap_scope", "player"): T_("the command points of a battle are counted for each player"),
    ("battle_cap_scope", "fleet"): T_("the command points of a battle are counted for each fleet"),
    ("ucr_floor", "1"): T_("a live unit's rating is never below 1"),
    ("ucr_floor", "0"): T_("a live unit's rating may fall to 0"),
    ("npc_control", "bot"): T_("Umpire fires the defenders of neutral worlds at what they hurt most"),
    ("npc_control", "attacker"): T_("who attacks a neutral world chooses at which of their units its defenders fire"),
    ("founding", "whole"): T_("strongholds have their bonus units and platforms, and players a Command Center"),
    ("founding", "fleet"): T_("players begin with their fleets alone, and worlds are neither defended nor taken"),
}
"""What a ruling means, by switch and value."""
