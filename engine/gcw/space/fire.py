"""Fire: a unit's weapons at one target. Rulebook: GCW-FIR, GCW-RNG, GCW-UCR-04, -09, GCW-WPN, GCW-DMG."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from engine.game import REFEREE, Seat, only
from engine.gcw.acting import (
    CAPITAL,
    FIRED,
    SHIELDLESS,
    able,
    acted,
    begin_half,
    commit,
    contact_of,
    hearers,
    hostilities,
    own,
    place,
    refuse,
    target,
)
from engine.gcw.data.codes import Code, Refused
from engine.gcw.data.units import Mount
from engine.gcw.facts import Dealt, Hurt, ShieldsSet
from engine.gcw.figures.damage import (
    Act,
    DamageChannel,
    Pools,
    Status,
    after_own_turn,
    ship_status_after,
    squadron_status_after,
)
from engine.gcw.figures.grid import Reach
from engine.gcw.figures.ucr import Rating, Role, q3, reasoned, refined
from engine.gcw.figures.weapons import VolleyError, channel_of, committed, left_of, percent_ok, raw, read_volley
from engine.gcw.ground.ground_fire import ground_checks
from engine.gcw.run import Blow, Run
from engine.gcw.sight.contacts import FIRE, SHIELDS, gave_away, hidden, showed_itself, track_of
from engine.gcw.sight.remedies import armament, brought_together, in_reach
from engine.gcw.space.explaining import proof, reckoning, unknown_target
from engine.gcw.space.losses import fallen
from engine.gcw.space.patrol import note_engagement, require_unblocked
from engine.gcw.state import AGROUND, NOBODY, TROOPS, Contact, Unit, UnitKind, located
from engine.gcw.world import grid_of, under_bombardment
from engine.orders import Order, Pick
from engine.text.names import shown


class Fire(Order):
    """Fire a unit's weapons at one target that you can see."""

    path: ClassVar[str] = "gcw battle fire"
    shows: ClassVar[str] = "preview"
    line: ClassVar[str] = "fire [{weapons} of ]{unit} at {target}[ with {first} first][ scaled to {percent} percent]"
    assumes: ClassVar[Mapping[str, str]] = {"weapons": "all weapons left", "first": "normal damage first"}
    unit: Annotated[str, Pick("a unit of yours")] = Field(
        description="the unit that fires; or a formation, or names with commas", max_length=200
    )
    target: Annotated[str, Pick("a contact")] = Field(description="what it fires at: a contact", max_length=60)
    weapons: Annotated[str, Pick("a volley")] = Field(
        "all", description="which weapons: 'all', or '10 HTLB, 5 IC'", max_length=120
    )
    first: Literal["normal", "ion"] = Field("normal", description="which damage is dealt first: normal or ion")
    percent: str = Field("100", description="a planetary weapon may be scaled down: 1 to 100", max_length=12)


PLANETARY_CHANNELS = frozenset({DamageChannel.PTL, DamageChannel.PIC})

HARMLESS = frozenset({DamageChannel.ION, DamageChannel.PIC})
"""Channels that do nothing to infantry and vehicles (GCW-ATB-02)."""


def volley(run: Run, unit: Unit, weapons: str, mounts: tuple[Mount, ...]) -> tuple[Mount, ...]:
    """The mounts, of those given, that a volley fires; each fires once a turn (GCW-UCR-09)."""
    try:
        asked = read_volley(weapons)
    except VolleyError as error:
        run.table.refuse("VOLLEY", volley=shown(weapons), reason=shown(str(error)))
    chosen = committed(asked, mounts, run.use(unit).fired, unit.name)
    if isinstance(chosen, Refused):
        refuse(run.table, chosen, armament(mounts, left_of(mounts, run.use(unit).fired)))
    return chosen


def planetary(run: Run, mount: Mount) -> bool:
    """Whether a mount is a planetary weapon (GCW-S2S-01)."""
    return channel_of(run.world.pack.weapons[mount.weapon]) in PLANETARY_CHANNELS


def bearing(run: Run, unit: Unit, contact: Contact, enemy: Unit | None) -> tuple[Mount, ...]:
    """The mounts of a unit that bear on a target where it is. Refuses what is out of their reach (GCW-RNG, -FIR)."""
    world, table, here = run.world, run.table, place(run.state, unit).cell
    mounts = world.mounts_of(unit)
    where = {"from": here, "to": contact.cell}
    if unit.kind is UnitKind.FACILITY:
        shooting = tuple(mount for mount in mounts if planetary(run, mount))
        if shooting and (shooting == mounts or grid_of(contact.cell) != grid_of(here)):
            if not world.grid.reaches(Reach.PLANETARY_WEAPON, here, contact.cell):
                only_there = f"A-{here[2:3]}"
                table.refuse("PLANETARY_CELL", weapon=shooting[0].weapon, cell=only_there)
            return shooting
        mounts = tuple(mount for mount in mounts if mount not in shooting)
    if unit.kind in AGROUND or contact.kind in AGROUND or grid_of(contact.cell):
        ground_checks(run, unit, contact, enemy)
    if unit.kind in AGROUND:
        return mounts
    reach = world.grid.fire(here, contact.cell, world.shooter(unit.kind))
    if reach is not None:
        spec = world.spec(unit.code)
        above = world.grid.reaches(Reach.ORBITAL_BOMBARDMENT, here, contact.cell)
        if above and spec.orbital_bombardment:
            table.refuse(reach, fix="From low orbit the ground is bombarded: bombard … with …", **where)
        table.refuse(reach, fix=straight(run, unit, here, contact.cell, reach), **where)
    return mounts


def straight(run: Run, unit: Unit, here: str, there: str, barred: Code) -> str:
    """What fire would reach, where a target is out of range; "" where the usual words say it (GCW-RNG-01, -02)."""
    if barred is Code.FIRE_SAME_CELL:
        return brought_together(here, there)
    return in_reach(run.world.grid, here, run.world.shooter(unit.kind)) if barred is Code.FIRE_RANGE else ""


def scale(run: Run, order: Fire, mounts: tuple[Mount, ...]) -> int:
    """The percentage of a planetary shot. Refuses PLANETARY_PCT (GCW-DMG-08)."""
    try:
        percent = Fraction(order.percent.strip().removesuffix("%").strip())
    except (ValueError, ZeroDivisionError):
        run.table.refuse("PLANETARY_PCT")
    for mount in mounts:
        if percent_ok(run.world.pack.weapons[mount.weapon], percent) is not None:
            run.table.refuse("PLANETARY_PCT")
    return int(percent)


def fire(run: Run, order: Fire, further: tuple[Fire, ...] = ()) -> None:
    """Fire; `further` are later fire orders of the same unit at the same target, merged into this (GCW-UCR-04)."""
    unit = own(run.table, run.seat, order.unit)
    able(run, unit, Act.FIRE)
    contact, enemy = target(run, order.target)
    victim = enemy.owner if enemy is not None else contact.owner
    if victim == run.seat:
        run.table.refuse("OWN_TARGET", unit=shown(contact.label))
    stand = place(run.state, unit)
    if contact.system != stand.system:
        apart = {"from": shown(stand.system), "to": shown(contact.system) or "hyperspace"}
        run.table.refuse("FIRE_RANGE", fix="Both must be in one system.", **apart)
    bears = bearing(run, unit, contact, enemy)
    require_unblocked(run, unit, contact, enemy)
    begin_half(run, unit, FIRED)
    use = run.use(unit)
    if use.bombed:
        run.table.refuse("BOMB_OTHER_WEAPONS", unit=shown(unit.name))
    totals: dict[DamageChannel, int] = {}
    run.reckoned = {}
    for one in (order, *further):
        chosen = volley(run, unit, one.weapons, bears)
        percent = scale(run, one, chosen)
        use.fired.extend(chosen)
        for mount in chosen:
            channel = channel_of(run.world.pack.weapons[mount.weapon])
            totals[channel] = totals.get(channel, 0) + raw(run.world.pack.weapons, mount, percent)
        if not run.real:
            for channel, words in reckoning(run.world, chosen, percent).items():
                run.reckoned[channel] = ", ".join(filter(None, (run.reckoned.get(channel, ""), words)))
    opened_fire(run, unit, enemy, victim)
    engage(run, unit, contact, enemy)
    channels = sorted((one for one in DamageChannel if one in totals), key=lambda one: one.value.lower() != order.first)
    for channel in channels:
        strike(run, unit, contact, enemy, channel, totals[channel])


def engage(run: Run, unit: Unit, contact: Contact, enemy: Unit | None) -> None:
    """Remember who fired at what (GCW-G2H-01, GCW-CSP-06)."""
    run.engaged[contact.alias] = (*run.engaged.get(contact.alias, ()), unit.id)
    note_engagement(run, unit, contact, enemy)


def opened_fire(run: Run, unit: Unit, enemy: Unit | None, victim: Seat) -> None:
    """A unit fires: it is a hostile act, unless at a derelict of nobody's (register 0.3); it counts in the battle, and
    whoever can hear it does (GCW-SCN-08).
    """
    stand = place(run.state, unit)
    if enemy is None or enemy.status is not Status.DERELICT:
        hostilities(run, stand, victim)
    commit(run, unit)
    if run.real and enemy is not None:
        stand = run.state.units[stand.id]
        acted(run, stand)
        if not hidden(run.state, run.world, enemy.cell):
            track_of(run.table, enemy)
        gave_away(run.table, run.world, stand, FIRE, victim=victim)
        if stand.id != unit.id:
            showed_itself(run.table, run.world, run.state.units[unit.id])


def harmless(kind: UnitKind | None, channel: DamageChannel) -> bool:
    """Whether a channel does nothing to a kind of unit (GCW-ATB-02)."""
    return channel in HARMLESS and (kind in TROOPS or kind is UnitKind.HERO)


def strike(run: Run, unit: Unit, contact: Contact, enemy: Unit | None, channel: DamageChannel, amount: int) -> None:
    """One total of one unit at one target through one channel (GCW-UCR-04, GCW-DMG-19)."""
    world, state = run.world, run.state
    attack = world.rating_of(state, state.units[unit.id], Role.ATTACK)
    enemy = located(state, state.units[enemy.id]) if enemy is not None and enemy.id in state.units else None
    contact = state.contacts_of(run.seat)[contact.alias]
    if not run.real:
        if contact.status not in (Status.DOOMED, Status.DESTROYED):
            foresee(run, unit, contact, attack, channel, amount)
        return
    if enemy is None or enemy.status in (Status.DOOMED, Status.DESTROYED):
        return  # an earlier channel of this volley left nothing to hit (GCW-DMG-12)
    defence = world.rating_of(state, enemy, Role.DEFEND)
    damage = 0 if harmless(enemy.kind, channel) else refined(amount, attack.value, defence.value)
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
            attacker=reasoned(attack),
            target=reasoned(defence),
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
        run.proofs.append(
            (run.line, unknown_target(world, unit, contact, channel, run.reckoned.get(channel, ""), amount, attack))
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
    spared = harmless(contact.kind, channel)
    damage = 0 if spared else refined(amount, attack.value, defence.value)
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
    ended = f": {status.replace('_', ' ').lower()}" if status is not contact.status else ""
    warning = run.table.refusal("ION_GROUND")
    nothing = f". {warning.sentence} ({warning.rule})" if spared else ""
    run.workings.append(
        f"{shown(unit.name)} at {shown(contact.label)}: "
        f"{channel} {amount} raw × {quotient // 1000}.{quotient % 1000:03d} "
        f"(UCR {attack.value} against {defence.value}) = **{damage}**, "
        f"leaving at most {pools_text(hit.pools, contact.kind)}{ended}{nothing}"
    )
    reckoned = run.reckoned.get(channel, "")
    worked = proof(
        world, unit, contact, channel, reckoned, amount, attack, defence, damage, pools, hit, harmless=spared
    )
    run.proofs.append((run.line, worked))
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
    if kind in TROOPS or kind is UnitKind.HERO:
        return f"{pools.armor} hit points"
    parts = [f"shields {pools.shields}", f"armor {pools.armor}"]
    if kind is UnitKind.SHIP:
        parts.append(f"systems {pools.systems}")
    if kind in CAPITAL:
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
    if unit.kind in SHIELDLESS:
        run.table.refuse("NO_SHIELDS", unit=shown(unit.name))
    able(run, unit, Act.OTHER)
    up = order.state == "up"
    run.table.say(ShieldsSet(unit.id, up, order.state == "silent"), only(run.seat))
    if up and not unit.shields_up and run.real:
        acted(run, unit)
        gave_away(run.table, run.world, run.state.units[unit.id], SHIELDS)
