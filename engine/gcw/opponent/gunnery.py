"""At what Umpire has a unit fire, and with how much of what it has: where the most harm is expected that still counts.

Rulebook: GCW-UCR-04, GCW-UCR-09, GCW-ORB-03, GCW-ATB-02.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from engine.act import Order
from engine.gcw.acting import FIRED, aims, half_over
from engine.gcw.data.marks import Mount
from engine.gcw.data.terms import DamageChannel, Status
from engine.gcw.figures.grid import Reach
from engine.gcw.figures.ucr import Role, refined
from engine.gcw.figures.weapons import damage_of, left_of, raw_by_channel
from engine.gcw.look import Look, side_of_contact
from engine.gcw.opponent.side import Side
from engine.gcw.state import CRAFT, NEUTRAL, SHIPLIKE, TROOPS, Contact, Unit
from engine.gcw.world import Stand

FIRE, BOMBARD = "gcw battle fire", "gcw battle bombard"
ARMED_FIRST = 4
"""By how much what shoots back is preferred to what does not, when both would take the same."""


UNKNOWN = 1000
"""Points that a contact of an unknown class is taken to have left."""

MOST_SHARES = 8
"""Targets of one bombardment beside the last."""


def foes(look: Look, system: str, *, neutral: bool) -> list[Contact]:
    """Contacts that may be fired at in a system: the units of enemies, and of a world's own defenders where it is
    attacked.
    """
    seat, state = look.viewer, look.known
    return [
        contact
        for contact in aims(look.world, state, seat, system)
        if (owner := side_of_contact(state, contact))
        and (state.are_hostile(seat, owner) if owner != NEUTRAL else neutral)
        and contact.status in (Status.ACTIVE, Status.DISABLED, Status.DISABLED_PENDING)
        and left(look, contact)
    ]


def left(look: Look, contact: Contact) -> int:
    """Points left of a contact at most, as far as is known; of an unknown class, `UNKNOWN`."""
    if contact.pools is None:
        return look.world.full(contact.code, contact.count).total if contact.code else UNKNOWN
    return contact.pools.total


def ratings(look: Look, unit: Unit, contact: Contact) -> tuple[int, int]:
    """The ratings of a unit that fires, and of what it fires at."""
    world, state = look.world, look.known
    attack = world.rating_of(state, unit, Role.ATTACK).value
    if not contact.code:
        return attack, attack
    return attack, world.rating_seen(state, contact, Role.DEFEND).value


def raw_of(look: Look, mounts: Sequence[Mount], contact: Contact) -> int:
    """The raw damage of mounts that counts against a contact: ions do nothing to troops (GCW-ATB-02)."""
    channels = raw_by_channel(look.world.pack.weapons, mounts)
    troops = contact.kind in TROOPS
    return sum(amount for channel, amount in channels.items() if not (troops and channel is DamageChannel.ION))


def volleys(side: Side, unit: Unit, targets: Iterable[Contact]) -> Iterator[Order]:
    """Fire at what a unit does most to that still counts, with no more than it takes."""
    look = side.look
    if half_over(look.use(unit), unit, FIRED) is not None:
        return
    mounts = left_of(look.world.mounts_of(unit), look.use(unit).fired)
    found = [(scored(look, unit, mounts, contact), contact) for contact in targets if mounts]
    for score, contact in sorted(found, key=lambda pair: (-pair[0], pair[1].number)):
        if not score:
            return
        for weapons in dict.fromkeys((enough(look, unit, mounts, contact), "all")):
            order = side.order(FIRE, unit=unit.name, target=contact.alias, weapons=weapons)
            if order.passes(look):
                yield order
                break


def threat(look: Look, unit: Unit, contacts: Iterable[Contact]) -> int:
    """The damage that a unit has to expect of one turn of all that reach it, as far as they are known."""
    world, state, expected = look.world, look.known, 0
    defence = world.rating_of(state, unit, Role.DEFEND).value
    for contact in contacts:
        reaches = bool(contact.code) and contact.status is Status.ACTIVE and contact.kind in SHIPLIKE | CRAFT
        shooter = world.shooter(contact.kind) if reaches and contact.kind is not None else None
        if shooter is not None and world.grid.fire(contact.cell, unit.cell, shooter) is None:
            attack = world.rating(state, Stand(contact.code, contact.cell, contact.status), Role.ATTACK).value
            expected += refined(damage_of(world.pack.weapons, world.armed(contact.code, 1)), attack, defence)
    return expected


def scored(look: Look, unit: Unit, mounts: Sequence[Mount], contact: Contact) -> int:
    """Score of all of some mounts at a contact: the damage that it can still take, and more where it shoots back."""
    expected = min(left(look, contact), refined(raw_of(look, mounts, contact), *ratings(look, unit, contact)))
    armed = bool(contact.code) and bool(look.world.armed(contact.code, 1))
    return expected * (ARMED_FIRST if armed and contact.kind not in TROOPS else 1)


def enough(look: Look, unit: Unit, mounts: Sequence[Mount], contact: Contact) -> str:
    """The mounts of one weapon that are enough for what is left of a contact; all, where none is."""
    rated, needed = ratings(look, unit, contact), left(look, contact)
    for mount in mounts:
        each = raw_of(look, [Mount(mount.weapon, mount.barrels, 1)], contact)
        if refined(each * mount.count, *rated) >= needed:
            counts = range(1, mount.count + 1)
            return f"{next(count for count in counts if refined(each * count, *rated) >= needed)} {mount.label}"
    return "all"


def bombardments(side: Side, ship: Unit, targets: Iterable[Contact]) -> Iterator[Order]:
    """Bombard what stands below, spread so that each gets what it takes, and the last the rest (GCW-ORB-03)."""
    look = side.look
    if look.use(ship).fired or not look.world.spec(ship.code).orbital_bombardment:
        return
    grid = look.world.grid
    below = [target for target in targets if grid.reaches(Reach.ORBITAL_BOMBARDMENT, ship.cell, target.cell)]
    below = [contact for contact in below if side.order(BOMBARD, ship=ship.name, targets=contact.alias).passes(look)]
    mounts = look.world.mounts_of(ship)
    ranked = sorted(below, key=lambda contact: (-scored(look, ship, mounts, contact), contact.number))
    shares: list[str] = []
    for contact in ranked[:-1]:
        weapons = enough(look, ship, mounts, contact) if len(shares) < MOST_SHARES else "all"
        if weapons == "all":
            ranked = [contact]
            break
        count, _, label = weapons.partition(" ")
        taken = next(mount for mount in mounts if mount.label == label)
        mounts = left_of(mounts, [Mount(taken.weapon, taken.barrels, int(count))])
        shares.append(f"{weapons} at {contact.alias}")
        if not mounts:
            break
    if ranked:
        last = [f"rest at {ranked[-1].alias}"] if mounts else []
        yield side.order(BOMBARD, ship=ship.name, targets="; ".join([*shares, *last]))
