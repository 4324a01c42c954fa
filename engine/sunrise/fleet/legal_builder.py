"""Orders that build a fleet, as a side could give them, and the values that menus offer for them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.orders import Option, Order
from engine.sunrise.data.pack import Pack
from engine.sunrise.data.ships import Arc, FactionCode, FleetList, ShipList, Type, UpgradeSpec, Weapon
from engine.sunrise.figures.force import MOST_DEFENSES, integrity
from engine.sunrise.figures.markers import Side
from engine.sunrise.fleet.builder_orders import (
    AddDefense,
    AddHangar,
    AddSquadron,
    AddUpgrade,
    AddWeapon,
    ChooseFaction,
    ClearFleet,
    CopyShip,
    LoadFleet,
    NameFleet,
    NewShip,
    RemovePart,
    RenameShip,
    SampleFleet,
    ScrapShip,
)
from engine.sunrise.fleet.roster import fleet_text
from engine.sunrise.state import State
from engine.sunrise.world import World


def fleet_orders(world: World, known: State, side: Side) -> Iterator[Order]:
    """What may be added, taken off and changed; the lock once the list is legal."""
    mine = known.of(side)
    if mine.locked:
        return
    fleet, settings, pack = mine.fleet, known.settings, world.pack
    for code, one in pack.fleets.items():
        if settings.factions or not one.fleet.faction:
            yield SampleFleet(fleet=code)
    left = settings.total - integrity(fleet, pack)
    name = _new_name(fleet)
    yield from (NewShip(name=name, hull=hull.name) for hull in pack.hulls.values() if hull.integrity <= left)
    if settings.factions and not fleet.ships:
        yield from (ChooseFaction(faction=one.name) for one in pack.factions.values())
        yield ChooseFaction(faction="none")
    for ship in fleet.ships:
        slots = pack.hulls[ship.hull].integrity if ship.hull in pack.hulls else 0
        if len(ship.components) < slots:
            yield from _components(ship, fleet.faction, pack)
        if len(ship.defenses) < MOST_DEFENSES:
            yield from (AddDefense(ship=ship.name, defense=one.name) for one in pack.defenses.values())
        if _room(ship, pack):
            yield AddSquadron(squadron="Fighter", ship=ship.name)
        if ship.components:
            yield RemovePart(part="1", ship=ship.name)
        yield ScrapShip(ship=ship.name)
        yield RenameShip(ship=ship.name, name=name)
        if slots and slots <= left:
            yield CopyShip(ship=ship.name, name=name)
    if fleet.ships:
        yield NameFleet(name="Home fleet")
        yield LoadFleet(text=fleet_text(fleet, pack))
        yield ClearFleet()


def _components(ship: ShipList, faction: str, pack: Pack) -> Iterator[Order]:
    """Weapons and upgrades that a ship may still have, mounted in the plainest way."""
    arcs = "fore, starboard" if faction == FactionCode.OLD_WORLD_COALITION else "fore"
    guns = [
        str(number)
        for number, mount in enumerate(ship.components, 1)
        if mount.item in pack.weapons and pack.weapons[mount.item].type is not Type.MISSILE
    ]
    for weapon in pack.weapons.values():
        if pack.may_mount(weapon, faction):
            missile = weapon.type is Type.MISSILE
            yield AddWeapon(weapon=weapon.name, ship=ship.name, arcs=None if missile else arcs)
    for upgrade in pack.upgrades.values():
        if not pack.may_mount(upgrade, faction):
            continue
        if upgrade.bays:
            yield AddHangar(hangar=upgrade.name, ship=ship.name, squadrons="Fighter")
        elif not upgrade.bound:
            yield AddUpgrade(upgrade=upgrade.name, ship=ship.name)
        elif guns:
            yield AddUpgrade(upgrade=upgrade.name, ship=ship.name, weapon=guns[-1])


def _room(ship: ShipList, pack: Pack) -> bool:
    """Whether a hangar of a ship holds fewer squadrons than it could."""
    hangars = ((pack.component(mount.item), mount) for mount in ship.components)
    return any(isinstance(item, UpgradeSpec) and item.bays > len(mount.squadrons) for item, mount in hangars)


def _new_name(fleet: FleetList) -> str:
    taken = {ship.name for ship in fleet.ships}
    return next(name for name in (f"Ship {number}" for number in range(1, len(taken) + 2)) if name not in taken)


def builder_options(
    world: World, known: State, side: Side, order: type[Order], field: str, given: Mapping[str, str]
) -> list[Option]:
    """Values for a field of an order that builds."""
    pack, fleet = world.pack, known.of(side).fleet
    ship = next((one for one in fleet.ships if one.name == given.get("ship")), None)
    match field:
        case "hull":
            return [
                Option(one.name, f"{one.name}: integrity {one.integrity}, thrust {one.thrust}")
                for one in pack.hulls.values()
            ]
        case "faction":
            return [*(Option(one.name) for one in pack.factions.values()), Option("none", "no faction")]
        case "fleet":
            return [Option(code, one.fleet.name) for code, one in pack.fleets.items()]
        case "ship":
            return [Option(one.name) for one in fleet.ships]
        case "weapon" if order is AddUpgrade:
            mounts = enumerate(ship.components, 1) if ship is not None else ()
            return [
                Option(str(number), f"{number}. {pack.weapons[mount.item].name}")
                for number, mount in mounts
                if mount.item in pack.weapons
            ]
        case "weapon":
            return [
                Option(one.name, f"{one.name}: {one.type.value}, band {one.band}")
                for one in pack.weapons.values()
                if pack.may_mount(one, fleet.faction)
            ]
        case "upgrade" | "hangar":
            return [
                Option(one.name, f"{one.name} ({one.group}): {one.text}"[:100])
                for one in pack.upgrades.values()
                if pack.may_mount(one, fleet.faction) and bool(one.bays) == (field == "hangar")
            ]
        case "defense":
            return [Option(one.name) for one in pack.defenses.values()]
        case "arcs":
            return [Option(arc.value) for arc in Arc]
        case "squadron" | "squadrons":
            return [Option(one.name) for one in pack.squadrons.values() if pack.may_mount(one, fleet.faction)]
        case "part" if ship is not None:
            parts = [
                Option(str(number), f"{number}. {item.name}")
                for number, mount in enumerate(ship.components, 1)
                if isinstance(item := pack.component(mount.item), Weapon | UpgradeSpec)
            ]
            return parts + [Option(pack.defenses[one].name) for one in dict.fromkeys(ship.defenses)]
    return []
