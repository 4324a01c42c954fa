"""The systems of a ship: what is mounted, what works, what is lost and restored. Rulebook: FS-TERM-01, -02, -09, -10.

Also FS-HULL-04, -07, -11 (losing and restoring), FS-UPG-13 and FS-FAC-24 (what is bound, what a Core acts as).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from engine.look import Refused, no
from engine.sunrise.data.codes import Code
from engine.sunrise.data.pack import Pack
from engine.sunrise.data.units import ShipList, Type, Upgrade, bonus
from engine.sunrise.state import BUILT_IN, Kind, System, Systems, _works, find
from engine.text.message import N_, T_, term


def fitted(ship: ShipList, pack: Pack) -> tuple[System, ...]:
    """The systems of a new ship: its components in sheet order, then the three built-ins (FS-TERM-02)."""
    systems = []
    for number, mount in enumerate(ship.components, 1):
        on = f"c{mount.on}" if mount.on else ""
        if mount.item in pack.weapons:
            systems.append(System(id=f"c{number}", kind=Kind.WEAPON, item=mount.item, arcs=mount.arcs))
        else:
            boxes = pack.upgrades[mount.item].boxes
            systems.append(System(id=f"c{number}", kind=Kind.UPGRADE, item=mount.item, boxes=boxes, on=on))
    return (*systems, *(System(id=kind.value, kind=kind) for kind in BUILT_IN))


def able(systems: Systems) -> tuple[System, ...]:
    """The systems that work: those of which one is picked when a row is lost (FS-HULL-04)."""
    return tuple(system for system in systems if system.works)


def restorable(systems: Systems) -> tuple[System, ...]:
    """The systems of which a box can be restored: those with one lost, unless barred (FS-HULL-11, FS-FAC-10)."""
    return tuple(system for system in systems if system.lost and not system.barred)


def _with(systems: Systems, changed: System) -> tuple[System, ...]:
    return tuple(changed if system.id == changed.id else system for system in systems)


def lose_ok(systems: Systems, id: str) -> Refused | None:
    """None if a system can be picked as lost (FS-HULL-04). Refused: `E_UNKNOWN`, `E_DESTROYED`."""
    system = find(systems, id)
    if system is None:
        return no(Code.E_UNKNOWN, N_("No system of this ship is {id}; defenses are none."), "FS-DEF-06", id=term(id))
    if not system.works:
        return no(Code.E_DESTROYED, N_("System {id} is destroyed already."), "FS-HULL-04", id=term(id))
    return None


def lose(systems: Systems, id: str) -> tuple[System, ...]:
    """The systems after a box of one is crossed off; one that is out or unknown stays as it is (FS-HULL-04)."""
    system = find(systems, id)
    if system is None or not system.works:
        return tuple(systems)
    return _with(systems, msgspec.structs.replace(system, lost=system.lost + 1))


def restore_ok(systems: Systems, id: str) -> Refused | None:
    """None if a system can be restored (FS-HULL-11). Refused: `E_UNKNOWN`, `E_DESTROYED`, `E_VALUE`."""
    system = find(systems, id)
    if system is None:
        return no(Code.E_UNKNOWN, N_("No system of this ship is {id}."), "FS-HULL-11", id=term(id))
    if system.barred:
        return no(Code.E_DESTROYED, N_("System {id} burnt out when the ship returned."), "FS-FAC-10", id=term(id))
    if not system.lost:
        return no(Code.E_VALUE, N_("System {id} is whole."), "FS-HULL-11", id=term(id))
    return None


def restore(systems: Systems, id: str) -> tuple[System, ...]:
    """The systems after one box of one is cleared; what has fired stays fired (FS-HULL-11, FS-FAC-41)."""
    system = find(systems, id)
    if system is None or not system.lost or system.barred:
        return tuple(systems)
    return _with(systems, msgspec.structs.replace(system, lost=system.lost - 1))


def default_losses(systems: Systems) -> tuple[str, ...]:
    """The order in which systems go when their owner does not choose (FS-HULL-04).

    Control Bridge, upgrades in sheet order, Fire Control, weapons in sheet order, Engines.
    """
    order = (Kind.BRIDGE, Kind.UPGRADE, Kind.FIRE_CONTROL, Kind.WEAPON, Kind.ENGINES)
    return tuple(system.id for kind in order for system in systems if system.kind is kind)


def loss_order_ok(systems: Systems, order: Iterable[str]) -> Refused | None:
    """A loss order names systems of the ship, each once (FS-HULL-04). Refused: `E_UNKNOWN`, `E_ONCE`."""
    named: list[str] = []
    for id in order:
        if find(systems, id) is None:
            return no(Code.E_UNKNOWN, N_("No system of this ship is {id}."), "FS-HULL-04", id=term(id))
        if id in named:
            return no(Code.E_ONCE, N_("{id} is named twice."), "FS-HULL-04", id=term(id))
        named.append(id)
    return None


def next_loss(systems: Systems, order: Sequence[str] = ()) -> str | None:
    """The system that goes next by a loss order, then by the default; None when none works (FS-HULL-04)."""
    for id in (*order, *default_losses(systems)):
        if lose_ok(systems, id) is None:
            return id
    return None


def rating(systems: Systems, defenses: Sequence[str], pack: Pack, kind: Type, change: int = 0) -> int:
    """A ship's defense rating against a type of weapon; `change` is temporary, and the sum may be negative (FS-DEF-01).

    Defenses count as long as the ship is there (FS-DEF-06), upgrades while they work. Weapons alone are rolled with it:
    squadrons and collisions are not (FS-DEF-07).
    """
    fixed = sum(bonus(pack.defenses[code], kind) for code in defenses)
    mounted = sum(
        bonus(pack.upgrades[system.acts_as], kind)
        for system in systems
        if system.works and system.acts_as in pack.upgrades
    )
    return fixed + mounted + change


def point_defenses(defenses: Sequence[str], pack: Pack) -> int:
    """Attacks on each enemy squadron at the beginning of the activation (FS-DEF-05)."""
    return sum(pack.defenses[code].shots for code in defenses)


def rerolls(systems: Systems, pack: Pack, kind: Type) -> int:
    """Dice of one attack that working upgrades let its owner reroll (FS-WPN-15, FS-UPG-10, -12, -14)."""
    return sum(
        system.works and system.acts_as in pack.upgrades and pack.upgrades[system.acts_as].reroll == kind
        for system in systems
    )


def bays(system: System, pack: Pack) -> int:
    """Number of squadrons that a system can hold now: 0 unless it is a working hangar (FS-SC-02)."""
    upgrade = pack.upgrades.get(system.acts_as)
    return upgrade.bays if upgrade and system.works else 0


def carrier(systems: Systems, pack: Pack) -> bool:
    """True if the ship has a working hangar, full or not: it can pass squadrons orders (FS-SC-06)."""
    copies = _works(systems).copies
    return any(code in pack.upgrades and pack.upgrades[code].bays for code in copies)


def turreted(systems: Systems, weapon: str) -> bool:
    """True if a working Turret Mount is bound to a weapon (FS-UPG-13)."""
    return _bound(systems, weapon, Upgrade.TURRET_MOUNT)


def runed(systems: Systems, weapon: str) -> bool:
    """True if a weapon works and working Binding Runes are bound to it (FS-FAC-23)."""
    if not _bound(systems, weapon, Upgrade.BINDING_RUNES):
        return False
    system = find(systems, weapon)
    return system is not None and system.works


def _bound(systems: Systems, weapon: str, upgrade: Upgrade) -> bool:
    return (weapon, upgrade) in _works(systems).bound


def core_ok(systems: Systems, pack: Pack, core: str, target: str, on: str = "") -> Refused | None:
    """None if a Chameleon Core may become a copy of the system `target`, bound to the weapon `on` (FS-FAC-24).

    Refused: `E_UNKNOWN`, `E_DESTROYED`, `E_MOUNT`.
    """
    own, model = find(systems, core), find(systems, target)
    if own is None or own.item != Upgrade.CHAMELEON_CORE:
        return no(Code.E_UNKNOWN, N_("System {core} is no Chameleon Core of this ship."), "FS-FAC-24", core=term(core))
    if model is None:
        return no(Code.E_UNKNOWN, N_("No system of this ship is {target}."), "FS-FAC-24", target=term(target))
    if not own.works or not model.works:
        why = N_("System {system} is destroyed.")
        return no(Code.E_DESTROYED, why, "FS-FAC-24", system=term(core if not own.works else target))
    if model.kind is not Kind.UPGRADE or model.item == Upgrade.CHAMELEON_CORE:
        why = N_("A Core copies an upgrade, and no other Core; {target} is none.")
        return no(Code.E_MOUNT, why, "FS-FAC-24", target=term(target))
    if pack.upgrades[model.item].bound:
        return _binding_ok(systems, model.item, on, pack)
    return None


def _binding_ok(systems: Systems, item: str, on: str, pack: Pack) -> Refused | None:
    weapon = find(systems, on)
    if weapon is None or weapon.kind is not Kind.WEAPON:
        why = N_("{name} is bound to a weapon of the ship.")
        return no(Code.E_MOUNT, why, "FS-FRC-05", name=pack.upgrades[item].name)
    if item == Upgrade.TURRET_MOUNT and pack.weapons[weapon.item].type is Type.MISSILE:
        return no(Code.E_MOUNT, T_("A Turret Mount is not bound to a missile."), "FS-UPG-13")
    if any(system.on == on and system.acts_as == item and item == Upgrade.TURRET_MOUNT for system in systems):
        return no(Code.E_MOUNT, N_("System {on} has a Turret Mount already."), "FS-FRC-05", on=term(on))
    return None


def core_set(systems: Systems, core: str, target: str, on: str = "") -> tuple[System, ...]:
    """The systems with a Core acting as what `target` is (FS-FAC-24)."""
    own, model = find(systems, core), find(systems, target)
    if own is None or model is None:
        return tuple(systems)
    return _with(systems, msgspec.structs.replace(own, copies=model.item, on=on))


class Sheet(msgspec.Struct, frozen=True, kw_only=True):
    """A target as far as attacks care: its systems and defenses, pips left, shields left in the turn's pool.

    `rugged` ships are of a faction with Rugged Construction (FS-FAC-40).
    """

    systems: Systems
    defenses: Sequence[str] = ()
    pips: int
    shields: int = 0
    rugged: bool = False
