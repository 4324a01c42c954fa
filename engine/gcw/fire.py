"""Fire: a unit's weapons at one target. Rulebook: GCW-FIR, GCW-RNG, GCW-UCR-04, -09, GCW-WPN, GCW-DMG."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from engine.game import REFEREE, only
from engine.gcw.acting import (
    FIRED,
    Blow,
    Run,
    able,
    acted,
    begin_half,
    commit,
    contact_of,
    hearers,
    hostilities,
    own,
    refuse,
    target,
)
from engine.gcw.codes import Refused
from engine.gcw.contacts import FIRE, SHIELDS, gave_away, hidden, track_of
from engine.gcw.damage import (
    Act,
    DamageChannel,
    Pools,
    Status,
    after_own_turn,
    ship_status_after,
    squadron_status_after,
)
from engine.gcw.facts import Dealt, Hurt, ShieldsSet
from engine.gcw.losses import fallen
from engine.gcw.specs import Mount
from engine.gcw.state import NOBODY, Contact, Unit, UnitKind
from engine.gcw.ucr import Rating, Role, q3, refined
from engine.gcw.weapons import VolleyError, committed, raw_by_channel, read_volley
from engine.gcw.world import under_bombardment
from engine.names import shown
from engine.orders import Order, Pick


class Fire(Order):
    """Fire a unit's weapons at one target that you can see."""

    path: ClassVar[str] = "gcw battle fire"
    shows: ClassVar[str] = "preview"
    line: ClassVar[str] = "fire [{weapons} of ]{unit} at {target}[ with {first} first]"
    unit: Annotated[str, Pick("a unit of yours")] = Field(description="the unit that fires", max_length=60)
    target: Annotated[str, Pick("a contact")] = Field(description="what it fires at: a contact", max_length=60)
    weapons: Annotated[str, Pick("a volley")] = Field(
        "all", description="which weapons: 'all', or '10 HTLB, 5 IC'", max_length=120
    )
    first: Literal["normal", "ion"] = Field("normal", description="which damage is dealt first: normal or ion")


def volley(run: Run, unit: Unit, weapons: str) -> tuple[Mount, ...]:
    """The mounts of a unit that a volley fires; each fires once a turn (GCW-UCR-09)."""
    try:
        asked = read_volley(weapons)
    except VolleyError as error:
        run.table.refuse("VOLLEY", volley=shown(weapons), reason=shown(str(error)))
    mounts = committed(asked, run.world.mounts_of(unit), run.use(unit).fired, unit.name)
    if isinstance(mounts, Refused):
        refuse(run.table, mounts)
    return mounts


def fire(run: Run, order: Fire, further: tuple[Fire, ...] = ()) -> None:
    """Fire; `further` are later fire orders of the same unit at the same target, merged into this (GCW-UCR-04)."""
    unit = own(run.table, run.seat, order.unit)
    able(run, unit, Act.FIRE)
    contact, enemy = target(run, order.target)
    victim = enemy.owner if enemy is not None else contact.owner
    if victim == run.seat:
        run.table.refuse("OWN_TARGET", unit=shown(contact.label))
    if contact.system != unit.system:
        run.table.refuse("FIRE_RANGE", **{"from": unit.system, "to": contact.system})
    reach = run.world.grid.fire(unit.cell, contact.cell, run.world.shooter(unit.kind))
    if reach is not None:
        run.table.refuse(reach, **{"from": unit.cell, "to": contact.cell})
    begin_half(run, unit, FIRED)
    use = run.use(unit)
    mounts: tuple[Mount, ...] = ()
    for one in (order, *further):
        chosen = volley(run, unit, one.weapons)
        use.fired.extend(chosen)
        mounts += chosen
    hostilities(run, unit, victim)
    commit(run, unit)
    if run.real and enemy is not None:
        acted(run, unit)
        if not hidden(run.state, run.world, enemy.cell):
            track_of(run.table, enemy)
        gave_away(run.table, run.world, run.state.units[unit.id], FIRE, victim=victim)
    totals = raw_by_channel(run.world.pack.weapons, mounts)
    channels = sorted(totals, key=lambda channel: channel.value.lower() != order.first)
    for channel in channels:
        strike(run, unit, contact, enemy, channel, totals[channel])


def strike(run: Run, unit: Unit, contact: Contact, enemy: Unit | None, channel: DamageChannel, amount: int) -> None:
    """One total of one unit at one target through one channel (GCW-UCR-04, GCW-DMG-19)."""
    world, state = run.world, run.state
    attack = world.rating_of(state, state.units[unit.id], Role.ATTACK)
    enemy = state.units.get(enemy.id) if enemy is not None else None
    contact = state.contacts_of(run.seat)[contact.alias]
    if not run.real:
        if contact.status not in (Status.DOOMED, Status.DESTROYED):
            foresee(run, unit, contact, attack, channel, amount)
        return
    if enemy is None or enemy.status in (Status.DOOMED, Status.DESTROYED):
        return  # an earlier channel of this volley left nothing to hit (GCW-DMG-12)
    defence = world.rating_of(state, enemy, Role.DEFEND)
    damage = refined(amount, attack.value, defence.value)
    hit = world.struck(enemy.kind, enemy.pools, channel, damage, shields_up=enemy.shields_up)
    status = status_after(enemy, hit.status, channel)
    if enemy.owner == NOBODY:
        status = after_own_turn(status)  # it has no owner whose next turn its last acts could wait for
    run.table.say(
        Dealt(
            unit=unit.id,
            viewer=run.seat,
            alias=contact.alias,
            channel=channel,
            raw=amount,
            attack=attack.value,
            defence=defence.value,
            quotient=q3(attack.value, defence.value),
            damage=damage,
            absorbed=enemy.pools.minus(hit.pools),
            status=status,
        ),
        only(run.seat),
    )
    by = contact_of(run, unit, enemy.owner) if enemy.owner != NOBODY else unit.name
    run.table.say(Hurt(enemy.id, channel, damage, hit.pools, status, by), hearers(enemy.owner))
    if enemy.id in run.state.tracks and not hidden(state, world, enemy.cell):
        track = run.state.tracks[enemy.id]
        run.told.hits.append(Blow(enemy.system, track, enemy.owner, channel, damage, status))
    if status is not enemy.status:
        fallen(run, enemy, status)


def status_after(unit: Unit, shown: Status, channel: DamageChannel) -> Status:
    """What a unit is after a hit that left its pools showing `shown` (GCW-DMG-09..12, -17, GCW-GAR-06)."""
    match unit.kind:
        case UnitKind.SHIP:
            return ship_status_after(unit.status, shown, channel)
        case UnitKind.SQUADRON | UnitKind.SWARM:
            return squadron_status_after(unit.status, shown)
        case UnitKind.PLATFORM | UnitKind.FACILITY:
            return shown if shown is not Status.ACTIVE else unit.status
        case _:
            return Status.DESTROYED if shown is Status.DESTROYED else unit.status


def foresee(run: Run, unit: Unit, contact: Contact, attack: Rating, channel: DamageChannel, amount: int) -> None:
    """What a volley will do, as far as its author knows the target (TRN-04)."""
    world = run.world
    if not contact.code or contact.kind is None:
        run.workings.append(
            f"{shown(unit.name)} at {shown(contact.label)}: {channel} {amount} raw at UCR {attack.value}; "
            "the target's class is unknown, so between 1 and all of it arrives"
        )
        return
    defence = world.rating(
        run.state,
        contact.code,
        contact.cell,
        contact.status,
        Role.DEFEND,
        held=contact.held,
        bombarded=under_bombardment(run.state, contact.system, contact.cell),
    )
    damage = refined(amount, attack.value, defence.value)
    quotient = q3(attack.value, defence.value)
    pools = contact.pools or Pools()
    hit = world.struck(contact.kind, pools, channel, damage, shields_up=True)
    seen = Unit(
        id="",
        kind=contact.kind,
        code=contact.code,
        name=contact.label,
        owner=contact.owner,
        pools=pools,
        group="",
        status=contact.status,
    )
    status = status_after(seen, hit.status, channel)
    run.workings.append(
        f"{shown(unit.name)} at {shown(contact.label)}: "
        f"{channel} {amount} raw × {quotient // 1000}.{quotient % 1000:03d} "
        f"(UCR {attack.value} against {defence.value}) = **{damage}**, "
        f"leaving at most {pools_text(hit.pools, contact.kind)}"
        + (f": {status.replace('_', ' ').lower()}" if status is not contact.status else "")
    )
    run.table.say(
        Dealt(
            unit=unit.id,
            viewer=run.seat,
            alias=contact.alias,
            channel=channel,
            raw=amount,
            attack=attack.value,
            defence=defence.value,
            quotient=quotient,
            damage=damage,
            absorbed=pools.minus(hit.pools),
            status=status,
        ),
        REFEREE,
    )


def pools_text(pools: Pools, kind: UnitKind) -> str:
    """Pools in words, those that the kind of unit has."""
    parts = [f"shields {pools.shields}", f"armor {pools.armor}"]
    if kind is UnitKind.SHIP:
        parts.append(f"systems {pools.systems}")
    if kind in (UnitKind.SHIP, UnitKind.PLATFORM):
        parts.append(f"hull {pools.hull}")
    return ", ".join(parts)


class Shields(Order):
    """Raise or lower a unit's shields; raising them is heard by others."""

    path: ClassVar[str] = "gcw battle shields"
    line: ClassVar[str] = "shields {state} {unit}"
    unit: Annotated[str, Pick("a unit of yours")] = Field(description="a unit of yours", max_length=60)
    state: Literal["up", "down", "silent"] = Field(
        description="up, down, or silent: down, and not raised when a battle opens"
    )


def shields(run: Run, order: Shields) -> None:
    """Set the flag: shields that are down keep their points and are skipped when hit (GCW-DMG-20)."""
    unit = own(run.table, run.seat, order.unit)
    able(run, unit, Act.OTHER)
    up = order.state == "up"
    run.table.say(ShieldsSet(unit.id, up, order.state == "silent"), only(run.seat))
    if up and not unit.shields_up and run.real:
        acted(run, unit)
        gave_away(run.table, run.world, run.state.units[unit.id], SHIELDS)
