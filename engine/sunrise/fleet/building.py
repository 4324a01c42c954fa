"""Force construction: orders that build a fleet piece by piece, take one ready-made, and lock it. Rulebook: FS-FRC.

A side's fleet is its own secret until both are locked (FS-FRC-06). Each piece is checked as it is added; the lock
checks the whole and names every fault.
"""

from __future__ import annotations

from msgspec.structs import replace

from engine.game import Fact, Seat, Table, only
from engine.look import Refused
from engine.sunrise.data.codes import Code, no
from engine.sunrise.data.ships import Arc, FleetList, Mount, ShipList, UpgradeSpec, Weapon
from engine.sunrise.facts.changes import side_changed
from engine.sunrise.figures.force import MOST_DEFENSES, faction_ok, faults, integrity
from engine.sunrise.figures.markers import Side
from engine.sunrise.fleet.builder_orders import (
    AddDefense,
    AddHangar,
    AddSquadron,
    AddUpgrade,
    AddWeapon,
    ChooseFaction,
    CopyShip,
    LoadFleet,
    NameFleet,
    NewShip,
    RemovePart,
    RenameShip,
    SampleFleet,
    ScrapShip,
)
from engine.sunrise.fleet.listing import ARC_WORDS, read_mount
from engine.sunrise.fleet.roster import name_ok, read_fleet
from engine.sunrise.look import Look
from engine.sunrise.naming import listed, side_of
from engine.sunrise.play import at, refuse, require
from engine.sunrise.state import Stage, State
from engine.sunrise.words import FAULTS, SHIPS
from engine.sunrise.world import World
from engine.text.message import N_, T_, Text
from engine.text.names import no_such, shown


def _open(table: Table[State], seat: Seat) -> tuple[Side, FleetList]:
    """The side of a seat, and its list while it can be changed. Refuses `E_PHASE`, `E_SEALED`."""
    side = side_of(table, seat)
    at(table, side, "FS-FRC-06", Stage.FLEETS)
    if table.state.of(side).locked:
        refuse(table, no(Code.E_SEALED, f"the fleet of side {side} is locked", "FS-FRC-06"))
    return side, table.state.of(side).fleet


def _listed(table: Table[State], fleet: FleetList, word: str) -> int:
    """The place of a ship on a list, by name or number. Refuses `E_UNKNOWN`."""
    wanted = word.strip().casefold()
    for place, ship in enumerate(fleet.ships):
        if ship.name.casefold() == wanted:
            return place
    if wanted.isdecimal() and 1 <= int(wanted) <= len(fleet.ships):
        return int(wanted) - 1
    why = no_such("ship on your list", word, (ship.name for ship in fleet.ships))
    refuse(table, no(Code.E_UNKNOWN, why, "FS-FRC-07"))


def _complete(ship: ShipList, world: World) -> ShipList:
    """The ship as if its empty hangars held something, for these are filled later."""
    some = next(iter(world.pack.squadrons))
    mounts = tuple(
        replace(mount, squadrons=(some,))
        if isinstance(item := world.pack.component(mount.item), UpgradeSpec) and item.bays and not mount.squadrons
        else mount
        for mount in ship.components
    )
    return replace(ship, components=mounts)


def _check(world: World, table: Table[State], before: FleetList, after: FleetList) -> None:
    """What a change adds in faults is refused; that a ship still lacks components is none yet (FS-FRC-03)."""
    settings = table.state.settings

    def found(fleet: FleetList) -> list[Refused]:
        whole = replace(fleet, ships=tuple(_complete(ship, world) for ship in fleet.ships))
        lacking = {
            ship.name
            for ship in fleet.ships
            if ship.hull in world.pack.hulls and len(ship.components) <= world.pack.hulls[ship.hull].integrity
        }
        return [
            one.refused
            for one in faults(whole, world.pack, settings.total, factions=settings.factions)
            if not (one.refused.code is Code.E_SLOTS and one.ship in lacking)
        ]

    old = found(before)
    for refused in found(after):
        if refused in old:
            old.remove(refused)
        else:
            refuse(table, refused)


def _set(world: World, table: Table[State], side: Side, fleet: FleetList) -> None:
    """The side hears of its new list."""
    _check(world, table, table.state.of(side).fleet, fleet)
    table.say(DraftSet(side, fleet), only(*table.state.crew(side)))


def _with(fleet: FleetList, place: int, ship: ShipList) -> FleetList:
    return replace(fleet, ships=(*fleet.ships[:place], ship, *fleet.ships[place + 1 :]))


def _named(table: Table[State], fleet: FleetList, name: str) -> str:
    """A name for another ship. Refuses `E_VALUE`."""
    require(table, name_ok(name))
    if any(ship.name.casefold() == name.casefold() for ship in fleet.ships):
        refuse(table, no(Code.E_VALUE, f"a ship of yours is called {shown(name)} already", "FS-FRC-07"))
    return name


def new_ship(world: World, seat: Seat, order: NewShip, table: Table[State]) -> None:
    """A bare hull (FS-FRC-01, FS-HULL-01). Refuses `E_UNKNOWN`, `E_INTEGRITY`, `E_VALUE`."""
    side, fleet = _open(table, seat)
    hull = world.pack.find_hull(order.hull)
    if hull is None:
        names = (one.name for one in world.pack.hulls.values())
        refuse(table, no(Code.E_UNKNOWN, no_such("hull", order.hull, names), "FS-HULL-01"))
    ship = ShipList(_named(table, fleet, order.name), hull.code)
    _set(world, table, side, replace(fleet, ships=(*fleet.ships, ship)))


def _mount(world: World, table: Table[State], side: Side, fleet: FleetList, place: int, mount: Mount) -> None:
    """One more component. Refuses `E_SLOTS` for one too many, and what `force.faults` finds."""
    ship = fleet.ships[place]
    slots = world.pack.hulls[ship.hull].integrity if ship.hull in world.pack.hulls else 0
    if len(ship.components) >= slots:
        why = f"{shown(ship.name)} has {len(ship.components)} components in {slots} slots"
        refuse(table, no(Code.E_SLOTS, why, "FS-FRC-03"))
    changed = replace(ship, components=(*ship.components, mount))
    _set(world, table, side, _with(fleet, place, changed))


def _component(world: World, table: Table[State], word: str) -> Weapon | UpgradeSpec:
    mount = read_mount(word.replace("(", " ").replace(")", " "), world.pack)
    if isinstance(mount, Refused):
        refuse(table, mount)
    item = world.pack.component(mount.item)
    assert item is not None  # it was read
    return item


def add_weapon(world: World, seat: Seat, order: AddWeapon, table: Table[State]) -> None:
    """A weapon bound to its arc, or to none for missiles (FS-FRC-05). Refuses `E_MOUNT`, `E_SLOTS`, `E_FACTION`."""
    side, fleet = _open(table, seat)
    place = _listed(table, fleet, order.ship)
    item = _component(world, table, order.weapon)
    if not isinstance(item, Weapon):
        refuse(table, no(Code.E_MOUNT, f"{item.name} is an upgrade, and is fitted", "FS-TERM-08"))
    arcs: list[Arc] = []
    for word in listed(order.arcs or ""):
        arc = ARC_WORDS.get(word.casefold())
        if arc is None:
            refuse(table, no(Code.E_MOUNT, no_such("arc", word, ARC_WORDS), "FS-FRC-05"))
        arcs.append(arc)
    _mount(world, table, side, fleet, place, Mount(item.code, arcs=tuple(arcs)))


def add_upgrade(world: World, seat: Seat, order: AddUpgrade, table: Table[State]) -> None:
    """An upgrade, bound to a weapon where it needs one (FS-FRC-05). Refuses `E_MOUNT`, `E_SLOTS`, `E_FACTION`."""
    side, fleet = _open(table, seat)
    place = _listed(table, fleet, order.ship)
    item = _component(world, table, order.upgrade)
    if isinstance(item, Weapon):
        refuse(table, no(Code.E_MOUNT, f"{item.name} is a weapon, and is mounted", "FS-TERM-08"))
    on = _part(world, table, fleet.ships[place], order.weapon) if order.weapon is not None else 0
    _mount(world, table, side, fleet, place, Mount(item.code, on=on))


def _part(world: World, table: Table[State], ship: ShipList, word: str) -> int:
    """The place (from 1) of a component by number or name; of several the first. Refuses `E_UNKNOWN`."""
    wanted = word.strip().casefold()
    if wanted.isdecimal() and 1 <= int(wanted) <= len(ship.components):
        return int(wanted)
    names = []
    for number, mount in enumerate(ship.components, 1):
        item = world.pack.component(mount.item)
        name = item.name if item is not None else mount.item
        names.append(name)
        if wanted in (name.casefold(), mount.item):
            return number
    refuse(table, no(Code.E_UNKNOWN, no_such("component", word, names), "FS-TERM-01"))


def add_defense(world: World, seat: Seat, order: AddDefense, table: Table[State]) -> None:
    """A defense, outside the slots (FS-FRC-04). Refuses `E_DEFENSES` for a fourth, `E_UNKNOWN`."""
    side, fleet = _open(table, seat)
    place = _listed(table, fleet, order.ship)
    ship = fleet.ships[place]
    defense = world.pack.find_defense(order.defense)
    if defense is None:
        names = (one.name for one in world.pack.defenses.values())
        refuse(table, no(Code.E_UNKNOWN, no_such("defense", order.defense, names), "FS-DEF-01"))
    if len(ship.defenses) >= MOST_DEFENSES:
        why = f"{shown(ship.name)} has {len(ship.defenses)} defenses, at most {MOST_DEFENSES}"
        refuse(table, no(Code.E_DEFENSES, why, "FS-FRC-04"))
    _set(world, table, side, _with(fleet, place, replace(ship, defenses=(*ship.defenses, defense.code))))


def _squadrons(world: World, table: Table[State], words: list[str]) -> tuple[str, ...]:
    codes = []
    for word in words:
        found = world.pack.find_squadron(word)
        if found is None:
            names = (one.name for one in world.pack.squadrons.values())
            refuse(table, no(Code.E_UNKNOWN, no_such("squadron", word, names), "FS-SC-02"))
        codes.append(found.code)
    return tuple(codes)


def add_hangar(world: World, seat: Seat, order: AddHangar, table: Table[State]) -> None:
    """A hangar and its squadrons (FS-SC-02). Refuses `E_MOUNT`, `E_HANGAR`, `E_FACTION`, `E_SLOTS`."""
    side, fleet = _open(table, seat)
    place = _listed(table, fleet, order.ship)
    item = _component(world, table, order.hangar)
    if not isinstance(item, UpgradeSpec) or not item.bays:
        refuse(table, no(Code.E_MOUNT, f"{item.name} is no hangar", "FS-SC-02"))
    squadrons = _squadrons(world, table, listed(order.squadrons))
    _mount(world, table, side, fleet, place, Mount(item.code, squadrons=squadrons))


def add_squadron(world: World, seat: Seat, order: AddSquadron, table: Table[State]) -> None:
    """A squadron into the first hangar with room (FS-SC-02). Refuses `E_HANGAR`, `E_FACTION`, `E_UNKNOWN`."""
    side, fleet = _open(table, seat)
    place = _listed(table, fleet, order.ship)
    ship = fleet.ships[place]
    (code,) = _squadrons(world, table, [order.squadron])
    for number, mount in enumerate(ship.components):
        item = world.pack.component(mount.item)
        if isinstance(item, UpgradeSpec) and item.bays > len(mount.squadrons):
            filled = replace(mount, squadrons=(*mount.squadrons, code))
            mounts = (*ship.components[:number], filled, *ship.components[number + 1 :])
            _set(world, table, side, _with(fleet, place, replace(ship, components=mounts)))
            return
    refuse(table, no(Code.E_HANGAR, f"no hangar of {shown(ship.name)} has room", "FS-SC-02"))


def remove_part(world: World, seat: Seat, order: RemovePart, table: Table[State]) -> None:
    """A component goes, and what was bound to it is bound to nothing; or a defense. Refuses `E_UNKNOWN`."""
    side, fleet = _open(table, seat)
    place = _listed(table, fleet, order.ship)
    ship = fleet.ships[place]
    defense = world.pack.find_defense(order.part)
    if defense is not None and defense.code in ship.defenses:
        left = list(ship.defenses)
        left.remove(defense.code)
        changed = replace(ship, defenses=tuple(left))
    else:
        number = _part(world, table, ship, order.part)
        kept = (mount for at, mount in enumerate(ship.components, 1) if at != number)
        changed = replace(
            ship,
            components=tuple(
                replace(mount, on=0 if mount.on == number else mount.on - (mount.on > number)) for mount in kept
            ),
        )
    table.say(DraftSet(side, _with(fleet, place, changed)), only(*table.state.crew(side)))


def scrap_ship(world: World, seat: Seat, order: ScrapShip, table: Table[State]) -> None:
    """A ship goes. Refuses `E_UNKNOWN`."""
    side, fleet = _open(table, seat)
    place = _listed(table, fleet, order.ship)
    left = replace(fleet, ships=(*fleet.ships[:place], *fleet.ships[place + 1 :]))
    table.say(DraftSet(side, left), only(*table.state.crew(side)))


def copy_ship(world: World, seat: Seat, order: CopyShip, table: Table[State]) -> None:
    """Another of the same. Refuses `E_INTEGRITY`, `E_UNKNOWN`, `E_VALUE`."""
    side, fleet = _open(table, seat)
    ship = fleet.ships[_listed(table, fleet, order.ship)]
    made = replace(ship, name=_named(table, fleet, order.name))
    _set(world, table, side, replace(fleet, ships=(*fleet.ships, made)))


def rename_ship(world: World, seat: Seat, order: RenameShip, table: Table[State]) -> None:
    """Another name. Refuses `E_UNKNOWN`, `E_VALUE`."""
    side, fleet = _open(table, seat)
    place = _listed(table, fleet, order.ship)
    others = replace(fleet, ships=(*fleet.ships[:place], *fleet.ships[place + 1 :]))
    renamed = replace(fleet.ships[place], name=_named(table, others, order.name))
    table.say(DraftSet(side, _with(fleet, place, renamed)), only(*table.state.crew(side)))


def name_fleet(world: World, seat: Seat, order: NameFleet, table: Table[State]) -> None:
    """What the fleet is called. Refuses `E_VALUE`."""
    side, fleet = _open(table, seat)
    require(table, name_ok(order.name))
    table.say(DraftSet(side, replace(fleet, name=order.name)), only(*table.state.crew(side)))


def choose_faction(world: World, seat: Seat, order: ChooseFaction, table: Table[State]) -> None:
    """One faction for the fleet, or none (FS-FRC-02, FS-FAC-01). Refuses `E_FACTION`, `E_UNKNOWN`.

    A fleet changes its faction only while it has no ships.
    """
    side, fleet = _open(table, seat)
    if order.faction.strip().casefold() in ("none", ""):
        code = ""
    else:
        found = world.pack.find_faction(order.faction)
        if found is None:
            names = (one.name for one in world.pack.factions.values())
            refuse(table, no(Code.E_UNKNOWN, no_such("faction", order.faction, names), "FS-FAC-01"))
        if not table.state.settings.factions:
            refuse(table, no(Code.E_FACTION, "this game is played without factions", "FS-FRC-02"))
        code = found.code
    if fleet.ships:
        require(table, faction_ok(fleet.faction, code))
    _set(world, table, side, replace(fleet, faction=code))


def sample_fleet(world: World, seat: Seat, order: SampleFleet, table: Table[State]) -> None:
    """A ready-made fleet. Refuses `E_UNKNOWN`, and `E_INTEGRITY`, `E_FACTION` where the game does not allow it."""
    side, _ = _open(table, seat)
    wanted = order.fleet.strip().casefold()
    found = next(
        (
            one.fleet
            for code, one in world.pack.fleets.items()
            if wanted in (code.casefold(), one.fleet.name.casefold())
        ),
        None,
    )
    if found is None:
        names = [name for code, one in world.pack.fleets.items() for name in (one.fleet.name, code)]
        refuse(table, no(Code.E_UNKNOWN, no_such("ready-made fleet", order.fleet, names), "FS-FRC-07"))
    _set(world, table, side, found)


def load_fleet(world: World, seat: Seat, order: LoadFleet, table: Table[State]) -> None:
    """A fleet from its text. What is wrong with it shows in the builder, and stops the lock.

    Refuses as `roster.read_fleet`.
    """
    side, _ = _open(table, seat)
    found = read_fleet(order.text, world.pack)
    if isinstance(found, Refused):
        refuse(table, found)
    table.say(DraftSet(side, found), only(*table.state.crew(side)))


def clear_fleet(world: World, seat: Seat, table: Table[State]) -> None:
    """An empty list."""
    side, _ = _open(table, seat)
    table.say(DraftSet(side, FleetList("", ())), only(*table.state.crew(side)))


HAS, READY = N_("Your fleet: {ships}, integrity {spent} of {total}; {state}."), T_("ready to be locked")
FAULTY = N_("{faults}: see `/show builder`")


class DraftSet(Fact[State], frozen=True):
    """A side's fleet as it is being built, which the enemy does not hear of (FS-FRC-06)."""

    rule = "FS-FRC-01"
    side: Side
    fleet: FleetList

    def evolve(self, state: State) -> State:
        return side_changed(state, self.side, fleet=self.fleet)

    def words(self, look: Look) -> Text:
        settings = look.known.settings
        found = faults(self.fleet, look.pack, settings.total, factions=settings.factions)
        return HAS(
            ships=SHIPS(count=len(self.fleet.ships)),
            spent=integrity(self.fleet, look.pack),
            total=settings.total,
            state=FAULTY(faults=FAULTS(count=len(found))) if found else READY,
        )
