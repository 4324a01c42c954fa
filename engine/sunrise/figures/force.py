"""Force construction: a fleet list and everything that is wrong with it. Rulebook: FS-FRC, FS-SC-02, FS-FAC-30."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import msgspec

from engine.look import Refused
from engine.sunrise.data.codes import Code, no
from engine.sunrise.data.pack import Pack
from engine.sunrise.data.ships import FactionCode, FleetList, Mount, ShipList, Type, Upgrade, UpgradeSpec, Weapon
from engine.sunrise.figures.arcs import adjacent
from engine.sunrise.figures.squadrons import bay_ok
from engine.sunrise.fleet.listing import no_component
from engine.text.message import NN_
from engine.text.names import no_such

FITTED, SLOTS = NN_("{count} component", "{count} components", "count"), NN_("{count} slot", "{count} slots", "count")

MOST_DEFENSES = 3
"""Defenses of a ship (FS-FRC-04)."""


class Fault(msgspec.Struct, frozen=True):
    """One thing wrong with a fleet list: the ship ("" for the fleet), the component (from 1, 0 for none), and what."""

    ship: str
    component: int
    refused: Refused


class Needs(msgspec.Struct, frozen=True):
    """What a ship list has and still lacks: slots used and there are, defenses, its faults (FS-FRC-03, FS-FRC-04)."""

    slots: int
    used: int
    defenses: int
    faults: tuple[Fault, ...]

    @property
    def slots_left(self) -> int:
        """Components still to be mounted; below 0 when there are too many."""
        return self.slots - self.used

    @property
    def ready(self) -> bool:
        """Whether nothing is missing or wrong."""
        return not self.faults


def integrity(fleet: FleetList, pack: Pack) -> int:
    """The fleet's integrity: the sum of its hulls' (FS-FRC-01); unknown hulls count nothing."""
    return sum(pack.hulls[ship.hull].integrity for ship in fleet.ships if ship.hull in pack.hulls)


def faults(fleet: FleetList, pack: Pack, total: int, *, factions: bool = True) -> tuple[Fault, ...]:
    """Everything that is wrong with a fleet, none for a legal one; `factions` says whether both sides agreed to them.

    Refused: `E_INTEGRITY`, `E_SLOTS`, `E_DEFENSES`, `E_FACTION`, `E_MOUNT`, `E_HANGAR`, `E_UNKNOWN`, `E_VALUE`.
    """
    return (
        *_of_fleet(fleet, pack, total, factions),
        *(one for ship in fleet.ships for one in of_ship(ship, fleet, pack)),
    )


def _of_fleet(fleet: FleetList, pack: Pack, total: int, factions: bool) -> Iterator[Fault]:
    def fault(code: Code, why: str, rule: str) -> Fault:
        return Fault("", 0, no(code, why, rule))

    if not fleet.ships:
        yield fault(Code.E_VALUE, "a fleet has at least one ship", "FS-FRC-01")
    names = Counter(ship.name.casefold() for ship in fleet.ships)
    for name in dict.fromkeys(ship.name for ship in fleet.ships):
        if not name.strip():
            yield fault(Code.E_VALUE, "every ship has a name", "FS-FRC-07")
        elif names[name.casefold()] > 1:
            yield fault(Code.E_VALUE, f"{names[name.casefold()]} ships are called {name}", "FS-FRC-07")
            names[name.casefold()] = 1
    sum_ = integrity(fleet, pack)
    if sum_ > total:
        yield fault(Code.E_INTEGRITY, f"integrity {sum_}, at most {total}", "FS-FRC-01")
    if fleet.faction and fleet.faction not in pack.factions:
        yield fault(Code.E_UNKNOWN, no_such("faction", fleet.faction, pack.factions), "FS-FAC-01")
    elif fleet.faction and not factions:
        yield fault(Code.E_FACTION, "this game is played without factions", "FS-FRC-02")


def faction_ok(current: str, chosen: str) -> Refused | None:
    """A fleet keeps its one faction (FS-FAC-01). Refused: `E_FACTION`."""
    if current and chosen != current:
        return no(Code.E_FACTION, f"the fleet belongs to {current} already", "FS-FAC-01")
    return None


def of_ship(ship: ShipList, fleet: FleetList, pack: Pack) -> Iterator[Fault]:
    """What is wrong with one ship of a fleet, in the order of its sheet."""

    def fault(code: Code, why: str, rule: str, component: int = 0) -> Fault:
        return Fault(ship.name, component, no(code, why, rule))

    hull = pack.hulls.get(ship.hull)
    if hull is None:
        yield fault(Code.E_UNKNOWN, no_such("hull", ship.hull, pack.hulls), "FS-HULL-01")
    elif len(ship.components) != hull.integrity:
        fitted, slots = FITTED(count=len(ship.components)), SLOTS(count=hull.integrity)
        why = f"{fitted}, and a {hull.name} has {slots}"
        yield fault(Code.E_SLOTS, why, "FS-FRC-03")
    if len(ship.defenses) > MOST_DEFENSES:
        yield fault(Code.E_DEFENSES, f"{len(ship.defenses)} defenses, at most {MOST_DEFENSES}", "FS-FRC-04")
    for code in ship.defenses:
        if code not in pack.defenses:
            yield fault(Code.E_UNKNOWN, no_such("defense", code, pack.defenses), "FS-DEF-01")
    turrets: set[int] = set()
    for number, mount in enumerate(ship.components, 1):
        for refused in _of_mount(mount, ship, fleet, pack):
            yield Fault(ship.name, number, refused)
        if mount.item == Upgrade.TURRET_MOUNT and mount.on:
            if mount.on in turrets:
                yield fault(Code.E_MOUNT, f"component {mount.on} has a Turret Mount already", "FS-FRC-05", number)
            turrets.add(mount.on)


def _of_mount(mount: Mount, ship: ShipList, fleet: FleetList, pack: Pack) -> Iterator[Refused]:
    item = pack.component(mount.item)
    if item is None:
        yield no_component(mount.item, [*pack.weapons, *pack.upgrades])
        return
    if not pack.may_mount(item, fleet.faction):
        why = f"{item.name} belongs to {pack.factions[item.faction].name}"
        yield no(Code.E_FACTION, why, "FS-FRC-02")
    if isinstance(item, Weapon):
        yield from _of_weapon(item, mount, fleet.faction)
    else:
        yield from _of_upgrade(item, mount, ship, fleet.faction, pack)


def _of_weapon(weapon: Weapon, mount: Mount, faction: str) -> Iterator[Refused]:
    """The arcs of a weapon: none for missiles, one, or two neighbours in casemates (FS-FRC-05, FS-FAC-30)."""
    arcs = mount.arcs
    if mount.on or mount.squadrons:
        yield no(Code.E_MOUNT, f"{weapon.name} is bound to nothing and holds nothing", "FS-FRC-05")
    if weapon.type is Type.MISSILE:
        if arcs:
            yield no(Code.E_MOUNT, f"{weapon.name} is a missile and takes no arc", "FS-WPN-18")
    elif faction == FactionCode.OLD_WORLD_COALITION:
        if len(arcs) != 2 or not adjacent(*arcs):
            why = f"{weapon.name} needs two neighbouring arcs, not {_arcs_text(mount)}"
            yield no(Code.E_MOUNT, why, "FS-FAC-30")
    elif len(arcs) != 1:
        yield no(Code.E_MOUNT, f"{weapon.name} needs one arc, not {_arcs_text(mount)}", "FS-FRC-05")


def _arcs_text(mount: Mount) -> str:
    return " and ".join(mount.arcs) or "none"


def _of_upgrade(upgrade: UpgradeSpec, mount: Mount, ship: ShipList, faction: str, pack: Pack) -> Iterator[Refused]:
    """What an upgrade is bound to and holds (FS-FRC-05, FS-SC-02)."""
    if mount.arcs:
        yield no(Code.E_MOUNT, f"{upgrade.name} takes no arc", "FS-FRC-05")
    if upgrade.bound:
        bound = ship.components[mount.on - 1].item if 1 <= mount.on <= len(ship.components) else ""
        weapon = pack.weapons.get(bound)
        if weapon is None:
            why = f"{upgrade.name} is bound to a weapon of the ship, by its number"
            yield no(Code.E_MOUNT, why, "FS-FRC-05")
        elif weapon.type is Type.MISSILE and upgrade.code is Upgrade.TURRET_MOUNT:
            yield no(Code.E_MOUNT, f"{weapon.name} is a missile and takes no Turret Mount", "FS-UPG-13")
    elif mount.on:
        yield no(Code.E_MOUNT, f"{upgrade.name} is bound to nothing", "FS-FRC-05")
    if not upgrade.bays:
        if mount.squadrons:
            yield no(Code.E_MOUNT, f"{upgrade.name} holds no squadrons", "FS-SC-02")
        return
    if not mount.squadrons:
        yield no(Code.E_MOUNT, f"{upgrade.name} must say what it holds", "FS-FRC-05")
    if refused := bay_ok(upgrade.bays, 0, len(mount.squadrons)):
        yield refused
    for code in mount.squadrons:
        squadron = pack.squadrons.get(code)
        if squadron is None:
            yield no(Code.E_UNKNOWN, no_such("squadron", code, pack.squadrons), "FS-SC-02")
        elif not pack.may_mount(squadron, faction):
            why = f"{squadron.name} belongs to {pack.factions[squadron.faction].name}"
            yield no(Code.E_FACTION, why, "FS-SC-02")


def needs(ship: ShipList, fleet: FleetList, pack: Pack) -> Needs:
    """What a ship still lacks, for its builder (FS-FRC-03..05)."""
    hull = pack.hulls.get(ship.hull)
    found = tuple(of_ship(ship, fleet, pack))
    return Needs(hull.integrity if hull else 0, len(ship.components), len(ship.defenses), found)
