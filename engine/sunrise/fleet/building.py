"""Force construction: orders that build a fleet piece by piece, or take one ready-made. Rulebook: FS-FRC.

A side's fleet is its own secret until both are locked (FS-FRC-06). Each piece is checked as it is added; the lock
checks the whole and names every fault.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Annotated, ClassVar, NamedTuple, TypeVar

from msgspec.structs import replace
from pydantic import AfterValidator, Field

from engine.act import Order
from engine.book import Group
from engine.game import Fact, only
from engine.look import Refused, no
from engine.noun import NOTHING_FOUND, Found, Noun, Test, Value
from engine.orders import Option
from engine.sunrise.data import units
from engine.sunrise.data.codes import Code
from engine.sunrise.data.pack import Component, Pack
from engine.sunrise.data.units import Arc, FleetList, Mount, ShipList, SquadronType, Type, UpgradeSpec, Weapon
from engine.sunrise.data.units import SampleFleet as Sample
from engine.sunrise.fleet import lists
from engine.sunrise.fleet.lists import DEFENSES, FACTIONS, HULLS, MOST_DEFENSES, SQUADRONS, Stock, Stocked
from engine.sunrise.look import Look, split_list
from engine.sunrise.nouns import noun
from engine.sunrise.play import Act
from engine.sunrise.state import Side, SideSets, Stage, State
from engine.sunrise.words import FAULTS, SHIPS
from engine.text.given import plain_name
from engine.text.message import N_, T_, Message, Text, name, term, unmatched
from engine.text.names import shown

T = TypeVar("T", bound=Stocked)
M = TypeVar("M", Weapon, UpgradeSpec, SquadronType)

GROUP = Group("sunrise-fleet", "Build your fleet and lock it")
NO_FLEET = FleetList("", ())


def fleet_of(look: Look) -> FleetList:
    """The list of the viewer's side, as far as it is built."""
    return look.known.of(look.side).fleet if look.side is not None else NO_FLEET


class Listed(NamedTuple):
    """A ship of a list, and its place there from 0."""

    place: int
    ship: ShipList


def listed_ships(look: Look, found: Found) -> Iterator[Listed]:
    """The ships of the viewer's list."""
    return (Listed(place, ship) for place, ship in enumerate(fleet_of(look).ships))


def _named(look: Look, word: str, found: Found) -> Listed | None:
    """A ship by its name; numbers come after all names."""
    fold = word.casefold()
    return next((ship for ship in listed_ships(look, found) if ship.ship.name.casefold() == fold), None)


LISTED = noun(
    "a ship of your list",
    listed_ships,
    lambda listed: (listed.ship.name, str(listed.place + 1)),
    (N_("No ship on your list is named '{word}'[ (did you mean '{likely}'?)]."), "FS-FRC-07"),
    exact=_named,
)
"""A ship of the side's list, by name or number."""


def stocked(what: str, stock: Stock[T], label: Callable[[Look, T], str] | None = None) -> Noun[Look, T]:
    """Something of the data pack with a name: any of its kind."""
    return noun(
        what,
        lambda look, found: stock.every(look.pack).values(),
        "name",
        (stock.says, stock.rule),
        label=label,
        exact=lambda look, word, found: stock.find(look.pack, word),
    )


def allowed(look: Look, among: Iterable[M]) -> list[M]:
    """Those that a fleet of the faction of the viewer's list may have (FS-FRC-02)."""
    faction = fleet_of(look).faction
    return [kind for kind in among if look.pack.may_mount(kind, faction)]


HULL = stocked(
    "a hull",
    HULLS,
    lambda look, hull: N_("{hull}: integrity {integrity}, thrust {thrust}")(
        hull=term(hull.name), integrity=hull.integrity, thrust=hull.thrust
    ),
)
DEFENSE = stocked("a defense", DEFENSES)
SQUADRON = stocked("a type of squadron", SQUADRONS).but(
    among=lambda look, found: allowed(look, look.pack.squadrons.values())
)
HELD: Value[Look, tuple[str, ...]] = Value(
    "squadrons",
    lambda look, words, found: tuple(SQUADRON.find(look, word, found).code for word in split_list(words)),
    lambda look, found: SQUADRON.options(look, found, ""),
)


class Part(Noun[Look, Component]):
    """A weapon or an upgrade, by name or number."""

    def named(self, look: Look, words: str, found: Found = NOTHING_FOUND) -> Component:
        """The component of that name. Refuses `E_UNKNOWN`, `E_MOUNT`."""
        mount = look.granted(lists.read_mount(words.replace("(", " ").replace(")", " "), look.pack))
        item = look.pack.component(mount.item)
        assert item is not None  # it was read
        return item


def fits(right: Callable[[Component], bool], why: Message, rule: str) -> Test[Look, Component]:
    """The test of a component that only some are right for: of another, why not, by which rule."""
    return lambda look, item, found: None if right(item) else no(Code.E_MOUNT, why, rule, item=item.name)


def upgrades(look: Look, *, hangars: bool) -> list[UpgradeSpec]:
    """The upgrades that the fleet may have, without the hangars; or the hangars."""
    return [upgrade for upgrade in allowed(look, look.pack.upgrades.values()) if bool(upgrade.bays) == hangars]


def component_label(look: Look, item: Component) -> str:
    """A component in a menu."""
    if isinstance(item, Weapon):
        return N_("{weapon}: {type}, band {band}")(weapon=term(item.name), type=term(item.type.value), band=item.band)
    return f"{item.name} ({item.group}): {item.text}"


def is_weapon(item: Component) -> bool:
    """True for a weapon: they are mounted, and upgrades fitted (FS-TERM-08)."""
    return isinstance(item, Weapon)


WEAPON = Part(
    "a weapon",
    lambda look, found: allowed(look, look.pack.weapons.values()),
    "name",
    component_label,
    unknown=Code.E_UNKNOWN,
    tests=(fits(is_weapon, N_("{item} is an upgrade, and is fitted."), "FS-TERM-08"),),
)
UPGRADE = WEAPON.but(
    what="an upgrade",
    among=lambda look, found: upgrades(look, hangars=False),
    tests=(fits(lambda item: not is_weapon(item), N_("{item} is a weapon, and is mounted."), "FS-TERM-08"),),
)
HANGAR = WEAPON.but(
    what="a hangar",
    among=lambda look, found: upgrades(look, hangars=True),
    tests=(fits(lambda item: bool(getattr(item, "bays", 0)), N_("{item} is no hangar."), "FS-SC-02"),),
)
ARCS: Value[Look, tuple[Arc, ...]] = Value(
    "an arc",
    lambda look, words, found: look.granted(lists.every(split_list(words), lists.arc_named)),
    lambda look, found: (Option(arc.value) for arc in Arc),
)


NO_COMPONENT = N_("No component is named '{word}'[ (did you mean '{likely}'?)].")


def component_named(look: Look, words: str, found: Found) -> int:
    """The number (from 1) of a component of the ship, by number or name; of several the first. Refuses `E_UNKNOWN`."""
    components, wanted = found.ship.ship.components, words.strip().casefold()
    if wanted.isdecimal() and 1 <= int(wanted) <= len(components):
        return int(wanted)
    names = []
    for number, mount in enumerate(components, 1):
        item = look.pack.component(mount.item)
        called = item.name if item is not None else mount.item
        names.append(called)
        if wanted in (called.casefold(), mount.item):
            return number
    look.no(Code.E_UNKNOWN, unmatched(NO_COMPONENT, name(words), names), "FS-TERM-01")


def components(look: Look, found: Found) -> list[tuple[int, Component]]:
    """The components of the ship that was named, each with its number."""
    mounts = found.get("ship").ship.components if found.get("ship") is not None else ()
    items = ((number, look.pack.component(mount.item)) for number, mount in enumerate(mounts, 1))
    return [(number, item) for number, item in items if item is not None]


def numbered(number: int, item: Component) -> Option:
    """A component of a ship in a menu."""
    return Option(str(number), f"{number}. {item.name}")


BOUND: Value[Look, int] = Value(
    "a weapon of the ship",
    component_named,
    lambda look, found: [
        numbered(number, item) for number, item in components(look, found) if isinstance(item, Weapon)
    ],
)


def part_named(look: Look, words: str, found: Found) -> int | str:
    """A defense of the ship by its code, or a component by its number. Refuses `E_UNKNOWN`."""
    defense = look.pack.find_defense(words)
    if defense is not None and defense.code in found.ship.ship.defenses:
        return defense.code
    return component_named(look, words, found)


def parts(look: Look, found: Found) -> list[Option]:
    """Components and defenses that can be taken off the ship."""
    named = found.get("ship")
    codes = dict.fromkeys(named.ship.defenses) if named is not None else ()
    return [
        *(numbered(number, item) for number, item in components(look, found)),
        *(Option(look.pack.defenses[code].name) for code in codes),
    ]


PART: Value[Look, int | str] = Value("a component or defense", part_named, parts)


def faction_named(look: Look, words: str, found: Found) -> str:
    """The code of a faction, "" for none. Refuses `E_UNKNOWN`, `E_FACTION` where the game or the fleet has others."""
    fleet = fleet_of(look)
    if words.strip().casefold() in ("none", ""):
        look.require(lists.faction_ok(fleet.faction, "") if fleet.ships else None)
        return ""
    faction = look.granted(FACTIONS.named(words, look.pack))
    if not look.known.settings.factions:
        look.no(Code.E_FACTION, T_("This game is played without factions."), "FS-FRC-02")
    look.require(lists.faction_ok(fleet.faction, faction.code) if fleet.ships else None)
    return faction.code


def factions_offered(look: Look, found: Found) -> list[Option]:
    """The factions that the fleet may be of: any while it has no ships, then its own alone (FS-FAC-01)."""
    fleet, there = fleet_of(look), look.pack.factions if look.known.settings.factions else {}
    may = (code for code in (*there, "") if not fleet.ships or lists.faction_ok(fleet.faction, code) is None)
    return [Option(there[code].name) if code else Option("none", T_("no faction")) for code in may]


FACTION: Value[Look, str] = Value("a faction", faction_named, factions_offered)
SAMPLE: Noun[Look, Sample] = noun(
    "a ready-made fleet",
    lambda look, found: look.pack.fleets.values(),
    lambda sample: (sample.code, sample.fleet.name),
    (N_("No ready-made fleet is named '{word}'[ (did you mean '{likely}'?)]."), "FS-FRC-07"),
    label=lambda look, sample: sample.fleet.name,
)


def whole(ship: ShipList, pack: Pack) -> ShipList:
    """The ship as if its empty hangars held something, for these are filled later."""
    some = next(iter(pack.squadrons))
    mounts = tuple(
        replace(mount, squadrons=(some,))
        if isinstance(item := pack.component(mount.item), UpgradeSpec) and item.bays and not mount.squadrons
        else mount
        for mount in ship.components
    )
    return replace(ship, components=mounts)


def added_fault(look: Look, before: FleetList, after: FleetList) -> Refused | None:
    """The first fault that a change adds, or None; that a ship still lacks components is none yet (FS-FRC-03)."""
    settings, pack = look.known.settings, look.pack

    def found(fleet: FleetList) -> list[Refused]:
        lacking = {
            ship.name
            for ship in fleet.ships
            if ship.hull in pack.hulls and len(ship.components) <= pack.hulls[ship.hull].integrity
        }
        filled = replace(fleet, ships=tuple(whole(ship, pack) for ship in fleet.ships))
        return [
            fault.refused
            for fault in lists.faults(filled, pack, settings.total, factions=settings.factions)
            if not (fault.refused.code is Code.E_SLOTS and fault.ship in lacking)
        ]

    old = found(before)
    for refused in found(after):
        if refused not in old:
            return refused
        old.remove(refused)
    return None


class FleetOrder(Order):
    """An order that changes a side's list while it can be changed. `checked`: it adds no fault to the list."""

    shows: ClassVar[str] = "builder"
    checked: ClassVar[bool] = True

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """While fleets are built, and the side has not locked its own."""
        if refused := look.untimely("FS-FRC-06", Stage.FLEETS):
            return refused
        if look.known.of(look.own).locked:
            return no(Code.E_SEALED, N_("The fleet of side {own} is locked."), "FS-FRC-06", own=look.own)
        return None

    @classmethod
    def options(cls, look: Look, field: str, given: Mapping[str, str]) -> Iterable[Option]:
        """Options of a menu while fleets are built; none later."""
        return super().options(look, field, given) if look.known.stage is Stage.FLEETS else ()

    def changed(self, look: Look, found: Found) -> FleetList:
        """The list that comes of it. Refuses what cannot be."""
        raise LookupError(f"{type(self).__name__} does not say what it changes")

    def check(self, look: Look, found: Found) -> None:
        """Refuses what cannot be, and what adds a fault to the list."""
        after = self.changed(look, found)
        look.require(added_fault(look, fleet_of(look), after) if self.checked else None)

    def obey(self, act: Act) -> None:
        """The side hears of its new list."""
        act.say(DraftSet(act.side, self.changed(act.look, act.found)), only(*act.state.crew(act.side)))


def with_ship(fleet: FleetList, place: int, *ships: ShipList) -> FleetList:
    """The list with others in the place of a ship, or none."""
    return replace(fleet, ships=(*fleet.ships[:place], *ships, *fleet.ships[place + 1 :]))


def new_name(look: Look, fleet: FleetList, called: str) -> str:
    """A name for another ship. Refuses `E_VALUE`."""
    look.require(lists.name_ok(called))
    if any(ship.name.casefold() == called.casefold() for ship in fleet.ships):
        look.no(Code.E_VALUE, N_("A ship of yours is called {name} already."), "FS-FRC-07", name=called)
    return called


def free_name(fleet: FleetList) -> str:
    """A name that no ship of a list has: "Ship 2"."""
    taken = {ship.name for ship in fleet.ships}
    return next(name for name in (f"Ship {number}" for number in range(1, len(taken) + 2)) if name not in taken)


def slots_of(look: Look, ship: ShipList) -> int:
    """The slots that a ship of a list has (FS-FRC-03)."""
    return look.pack.hulls[ship.hull].integrity if ship.hull in look.pack.hulls else 0


CALLED: Value[Look, str] = Value(
    "a name", lambda look, words, found: words, lambda look, found: [Option(free_name(fleet_of(look)))]
)
"""A new name of a ship: any that no other has; one is offered."""
Name = Annotated[str, AfterValidator(plain_name)]
NewName = Annotated[Name, CALLED]
ShipName = Annotated[str, LISTED]
SHIP = Field(description="a ship of your list", max_length=40)
SHIP_FIRST = ("ship",)


class NewShip(FleetOrder):
    """Add a ship to your fleet list."""

    path: ClassVar[str] = f"{GROUP.path} ship"
    line: ClassVar[str] = "new ship {name} hull {hull}"
    name: NewName = Field(description="what it is called", max_length=40)
    hull: Annotated[str, HULL] = Field(description="Corvette, Frigate, Destroyer, Cruiser or Flagship", max_length=60)

    def changed(self, look: Look, found: Found) -> FleetList:
        """A bare hull (FS-FRC-01, FS-HULL-01)."""
        fleet = fleet_of(look)
        return replace(fleet, ships=(*fleet.ships, ShipList(new_name(look, fleet, self.name), found.hull.code)))


class MountOrder(FleetOrder):
    """An order that adds a component to a ship."""

    resolves: ClassVar[tuple[str, ...]] = SHIP_FIRST

    def mount(self, found: Found) -> Mount:
        """The component as it is mounted."""
        raise LookupError(f"{type(self).__name__} does not say what it mounts")

    def changed(self, look: Look, found: Found) -> FleetList:
        """One more component. Refuses `E_SLOTS` for one too many."""
        place, ship = found.ship
        slots = slots_of(look, ship)
        if len(ship.components) >= slots:
            why = N_("{ship} has {components} components in {slots} slots.")
            look.no(Code.E_SLOTS, why, "FS-FRC-03", ship=ship.name, components=len(ship.components), slots=slots)
        mount = self.mount(found)
        return with_ship(fleet_of(look), place, replace(ship, components=(*ship.components, mount)))


class AddWeapon(MountOrder):
    """Mount a weapon on a ship of your list."""

    path: ClassVar[str] = f"{GROUP.path} weapon"
    line: ClassVar[str] = "mount {weapon} on {ship}[ facing {arcs}]"
    weapon: Annotated[str, WEAPON] = Field(description="a weapon", max_length=60)
    ship: ShipName = SHIP
    arcs: Annotated[str | None, ARCS] = Field(
        None, description="fore, starboard, rear or port; two with a comma for casemates", max_length=40
    )

    def mount(self, found: Found) -> Mount:
        """A weapon bound to its arc, or to none for missiles (FS-FRC-05)."""
        return Mount(found.weapon.code, arcs=found.arcs or ())

    @classmethod
    def likely(cls, look: Look) -> Iterator[AddWeapon]:
        """Every weapon for each ship, mounted in the plainest way: with an arc, which missiles alone do without."""
        casemates = fleet_of(look).faction == units.FactionCode.OLD_WORLD_COALITION
        for ship in fleet_of(look).ships:
            for weapon in allowed(look, look.pack.weapons.values()):
                arcs = None if weapon.type is Type.MISSILE else "fore, starboard" if casemates else "fore"
                yield cls(weapon=weapon.name, ship=ship.name, arcs=arcs)


class AddUpgrade(MountOrder):
    """Fit an upgrade to a ship of your list."""

    path: ClassVar[str] = f"{GROUP.path} upgrade"
    line: ClassVar[str] = "fit {upgrade} to {ship}[ bound to {weapon}]"
    upgrade: Annotated[str, UPGRADE] = Field(description="an upgrade by name or number", max_length=60)
    ship: ShipName = SHIP
    weapon: Annotated[str | None, BOUND] = Field(
        None, description="the weapon that a Turret Mount or Binding Runes are bound to", max_length=60
    )

    def mount(self, found: Found) -> Mount:
        """An upgrade, bound to a weapon where it needs one (FS-FRC-05)."""
        return Mount(found.upgrade.code, on=found.weapon or 0)

    @classmethod
    def likely(cls, look: Look) -> Iterator[AddUpgrade]:
        """Every upgrade for each ship, bound to its last gun where it must be bound."""
        weapons = look.pack.weapons
        for ship in fleet_of(look).ships:
            items = [weapons.get(mount.item) for mount in ship.components]
            guns = [number for number, item in enumerate(items, 1) if item and item.type is not Type.MISSILE]
            for upgrade in upgrades(look, hangars=False):
                if not upgrade.bound:
                    yield cls(upgrade=upgrade.name, ship=ship.name)
                elif guns:
                    yield cls(upgrade=upgrade.name, ship=ship.name, weapon=str(guns[-1]))


def defended(look: Look, listed: Listed, found: Found) -> Refused | None:
    """`E_DEFENSES` for a fourth defense of a ship."""
    count, ship = len(listed.ship.defenses), shown(listed.ship.name)
    why = N_("{ship} has {count} defenses, at most {most_defenses}.")
    over = no(Code.E_DEFENSES, why, "FS-FRC-04", ship=term(ship), count=count, most_defenses=MOST_DEFENSES)
    return over if count >= MOST_DEFENSES else None


class AddDefense(FleetOrder):
    """Add a defense to a ship of your list; a ship has up to three."""

    path: ClassVar[str] = f"{GROUP.path} defense"
    line: ClassVar[str] = "defend {ship} with {defense}"
    ship: Annotated[str, LISTED.that(defended)] = SHIP
    defense: Annotated[str, DEFENSE] = Field(description="a defense", max_length=60)

    def changed(self, look: Look, found: Found) -> FleetList:
        """A defense, outside the slots (FS-FRC-04)."""
        place, ship = found.ship
        return with_ship(fleet_of(look), place, replace(ship, defenses=(*ship.defenses, found.defense.code)))


class AddHangar(MountOrder):
    """Fit a hangar and what it holds to a ship of your list."""

    path: ClassVar[str] = f"{GROUP.path} hangar"
    line: ClassVar[str] = "hangar {hangar} for {ship} holding {squadrons}"
    hangar: Annotated[str, HANGAR] = Field(description="Flight Deck or Fabricator", max_length=60)
    ship: ShipName = SHIP
    squadrons: Annotated[str, HELD] = Field(
        description="types of squadron with commas, such as: Fighter, Bomber", max_length=80
    )

    def mount(self, found: Found) -> Mount:
        """A hangar and its squadrons (FS-SC-02)."""
        return Mount(found.hangar.code, squadrons=found.squadrons)


def open_hangar(look: Look, ship: ShipList) -> int | None:
    """The place of the first hangar of a ship with room for a squadron."""
    for place, mount in enumerate(ship.components):
        item = look.pack.component(mount.item)
        if isinstance(item, UpgradeSpec) and item.bays > len(mount.squadrons):
            return place
    return None


class AddSquadron(FleetOrder):
    """Put a squadron into a hangar with room on a ship of your list."""

    path: ClassVar[str] = f"{GROUP.path} squadron"
    line: ClassVar[str] = "berth {squadron} in {ship}"
    resolves: ClassVar[tuple[str, ...]] = SHIP_FIRST
    squadron: Annotated[str, SQUADRON] = Field(description="a type of squadron", max_length=60)
    ship: ShipName = SHIP

    def changed(self, look: Look, found: Found) -> FleetList:
        """A squadron into the first hangar with room (FS-SC-02). Refuses `E_HANGAR`."""
        place, ship = found.ship
        bay = open_hangar(look, ship)
        if bay is None:
            look.no(Code.E_HANGAR, N_("No hangar of {ship} has room."), "FS-SC-02", ship=ship.name)
        mounts = list(ship.components)
        mounts[bay] = replace(mounts[bay], squadrons=(*mounts[bay].squadrons, found.squadron.code))
        return with_ship(fleet_of(look), place, replace(ship, components=tuple(mounts)))


class RemovePart(FleetOrder):
    """Take a component or a defense off a ship of your list."""

    path: ClassVar[str] = f"{GROUP.path} remove"
    line: ClassVar[str] = "unmount {part} from {ship}"
    resolves: ClassVar[tuple[str, ...]] = SHIP_FIRST
    checked: ClassVar[bool] = False
    part: Annotated[str, PART] = Field(description="a component by number or name, or a defense", max_length=60)
    ship: ShipName = SHIP

    def changed(self, look: Look, found: Found) -> FleetList:
        """A component goes, and what was bound to it is bound to nothing; or a defense."""
        place, ship = found.ship
        part: int | str = found.part
        if isinstance(part, str):
            left = list(ship.defenses)
            left.remove(part)
            return with_ship(fleet_of(look), place, replace(ship, defenses=tuple(left)))
        kept = (mount for number, mount in enumerate(ship.components, 1) if number != part)
        mounts = tuple(replace(mount, on=0 if mount.on == part else mount.on - (mount.on > part)) for mount in kept)
        return with_ship(fleet_of(look), place, replace(ship, components=mounts))


class ScrapShip(FleetOrder):
    """Take a ship off your fleet list."""

    path: ClassVar[str] = f"{GROUP.path} scrap"
    line: ClassVar[str] = "scrap {ship}"
    checked: ClassVar[bool] = False
    ship: ShipName = SHIP

    def changed(self, look: Look, found: Found) -> FleetList:
        """A ship goes."""
        return with_ship(fleet_of(look), found.ship.place)


class CopyShip(FleetOrder):
    """Add a copy of a ship to your fleet list."""

    path: ClassVar[str] = f"{GROUP.path} copy"
    line: ClassVar[str] = "copy {ship} as {name}"
    ship: ShipName = SHIP
    name: NewName = Field(description="what the copy is called", max_length=40)

    def changed(self, look: Look, found: Found) -> FleetList:
        """Another of the same. Refuses `E_VALUE`."""
        fleet = fleet_of(look)
        copied = replace(found.ship.ship, name=new_name(look, fleet, self.name))
        return replace(fleet, ships=(*fleet.ships, copied))


class RenameShip(FleetOrder):
    """Rename a ship of your list."""

    path: ClassVar[str] = f"{GROUP.path} rename"
    line: ClassVar[str] = "rename {ship} to {name}"
    checked: ClassVar[bool] = False
    ship: ShipName = SHIP
    name: NewName = Field(description="what it is called from now on", max_length=40)

    def changed(self, look: Look, found: Found) -> FleetList:
        """Another name. Refuses `E_VALUE`."""
        place, ship = found.ship
        name = new_name(look, with_ship(fleet_of(look), place), self.name)
        return with_ship(fleet_of(look), place, replace(ship, name=name))


class NameFleet(FleetOrder):
    """Name your fleet."""

    path: ClassVar[str] = f"{GROUP.path} name"
    line: ClassVar[str] = "name fleet {name}"
    checked: ClassVar[bool] = False
    name: Name = Field(description="what the fleet is called", max_length=40, examples=["Home fleet"])

    def changed(self, look: Look, found: Found) -> FleetList:
        """The fleet is called so. Refuses `E_VALUE`."""
        look.require(lists.name_ok(self.name))
        return replace(fleet_of(look), name=self.name)


class ChooseFaction(FleetOrder):
    """Choose the faction of your fleet, or none."""

    path: ClassVar[str] = f"{GROUP.path} faction"
    line: ClassVar[str] = "faction {faction}"
    faction: Annotated[str, FACTION] = Field(description="a faction, or 'none'", max_length=60)

    def changed(self, look: Look, found: Found) -> FleetList:
        """One faction for the fleet, or none; another only while it has no ships (FS-FRC-02, FS-FAC-01)."""
        return replace(fleet_of(look), faction=found.faction)


class SampleFleet(FleetOrder):
    """Take a ready-made fleet as your list."""

    path: ClassVar[str] = f"{GROUP.path} sample"
    line: ClassVar[str] = "sample fleet {fleet}"
    each: ClassVar[int] = 20
    fleet: Annotated[str, SAMPLE] = Field(description="a ready-made fleet", max_length=60)

    def changed(self, look: Look, found: Found) -> FleetList:
        """A ready-made fleet."""
        sample: Sample = found.fleet
        return sample.fleet


class LoadFleet(FleetOrder):
    """Read your fleet list from a text, such as one that you saved."""

    path: ClassVar[str] = f"{GROUP.path} load"
    line: ClassVar[str] = "load fleet {text}"
    checked: ClassVar[bool] = False
    text: str = Field(description="the fleet as a text: a line for each ship", max_length=4000)

    def names(self) -> tuple[str, ...]:
        """The fleet and its ships, as the text calls them."""
        return tuple(
            name for line in lists.lines_of(self.text) if (name := line.replace(";", "|").partition("|")[0].strip())
        )

    def changed(self, look: Look, found: Found) -> FleetList:
        """A fleet from its text; what is wrong with it shows in the builder. Refuses as `lists.read_fleet`."""
        return look.granted(lists.read_fleet(self.text, look.pack))

    @classmethod
    def likely(cls, look: Look) -> Iterator[LoadFleet]:
        """The fleet as it is: no noun writes a whole fleet."""
        if fleet_of(look).ships:
            yield cls(text=lists.fleet_text(fleet_of(look), look.pack))


class ClearFleet(FleetOrder):
    """Begin your fleet list anew."""

    path: ClassVar[str] = f"{GROUP.path} clear"
    line: ClassVar[str] = "clear fleet"
    checked: ClassVar[bool] = False

    def changed(self, look: Look, found: Found) -> FleetList:
        """An empty list."""
        return NO_FLEET


HAS, READY = N_("Your fleet: {ships}, integrity {spent} of {total}; {state}."), T_("ready to be locked")
FAULTY = N_("{faults}: see `/sunrise-show builder`")


class DraftSet(Fact[State], frozen=True):
    """A side's fleet as it is being built, which the enemy does not hear of (FS-FRC-06)."""

    rule = "FS-FRC-01"
    makes = SideSets("fleet")
    side: Side
    fleet: FleetList

    def words(self, look: Look) -> Text:
        settings = look.known.settings
        found = lists.faults(self.fleet, look.pack, settings.total, factions=settings.factions)
        return HAS(
            ships=SHIPS(count=len(self.fleet.ships)),
            spent=lists.integrity(self.fleet, look.pack),
            total=settings.total,
            state=FAULTY(faults=FAULTS(count=len(found))) if found else READY,
        )
