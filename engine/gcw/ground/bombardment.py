"""Orbital bombardment: all of a ship's weapons, from low orbit at the ground below. Rulebook: GCW-ORB."""

from __future__ import annotations

import re
from typing import Annotated, ClassVar

from pydantic import Field

from engine.book import clock
from engine.clock import DAY, Instant, later
from engine.game import EVERYONE, Seat, Table
from engine.gcw.acting import FIRED, able, begin_half, contact_named, look_in, own, refuse, target
from engine.gcw.data.codes import Refused
from engine.gcw.data.units import Mount
from engine.gcw.facts import BombardmentBegan, BombardmentEnded
from engine.gcw.figures.damage import Act, DamageChannel
from engine.gcw.figures.grid import Reach, Ring
from engine.gcw.figures.weapons import VolleyError, channel_of, committed, left_of, raw, read_volley
from engine.gcw.ground.ground_fire import sheltered
from engine.gcw.run import Run
from engine.gcw.sight.remedies import armament, overhead
from engine.gcw.space.volleys import (
    engage,
    opened_fire,
    reckoning,
    strike,
)
from engine.gcw.state import Contact, State, Unit
from engine.gcw.world import World, grid_of
from engine.orders import Order, Pick
from engine.text.names import shown

LASTS = DAY
"""How long a Ground Grid suffers from a bombardment (GCW-ORB-05, -06)."""

REST = "rest"


class Bombard(Order):
    """Bombard the ground below with all weapons of a ship in low orbit."""

    path: ClassVar[str] = "gcw battle bombard"
    shows: ClassVar[str] = "preview"
    line: ClassVar[str] = "bombard {targets} with {ship}"
    ship: Annotated[str, Pick("a ship in low orbit")] = Field(description="the ship that bombards", max_length=60)
    targets: Annotated[str, Pick("a contact on the ground")] = Field(
        description="'Contact 3', or '10 HTL at Contact 3; rest at Contact 4': every weapon fires", max_length=300
    )


def shares(run: Run, ship: Unit, words: str) -> list[tuple[str, tuple[Mount, ...]]]:
    """The targets by name, each with its mounts; "rest" are all that no other share names. Refuses OB_PARTIAL."""
    parts = [part.strip() for part in words.split(";") if part.strip()]
    asked: list[tuple[str, str]] = []
    for part in parts:
        weapons, at, name = part.rpartition(" at ")
        asked.append((weapons.strip() if at else REST, name.strip() if at else part))
    left = left_of(run.world.mounts_of(ship), run.use(ship).fired)
    found: list[tuple[str, tuple[Mount, ...]]] = []
    rest: list[int] = []
    for weapons, name in asked:
        if re.fullmatch(r"(the )?rest|all", weapons, re.I):
            rest.append(len(found))
            found.append((name, ()))
            continue
        try:
            volley = read_volley(weapons)
        except VolleyError as error:
            run.table.refuse("VOLLEY", volley=shown(weapons), reason=shown(str(error)))
        mounts = committed(volley, left, (), ship.name)
        if isinstance(mounts, Refused):
            refuse(run.table, mounts, armament(run.world.mounts_of(ship), left))
        left = left_of(left, mounts)
        found.append((name, mounts))
    if left and len(rest) != 1:
        run.table.refuse("OB_PARTIAL", unit=shown(ship.name), left=", ".join(str(mount) for mount in left))
    for place in rest:
        found[place] = (found[place][0], left)
        left = ()
    return found


def by_alias(known: State, seat: Seat, words: str) -> str:
    """The shares of a bombardment with their targets under their aliases."""
    parts = []
    for part in (part.strip() for part in words.split(";") if part.strip()):
        weapons, at, name = part.rpartition(" at ")
        contact = contact_named(known, seat, name if at else part)
        target_name = contact.alias if contact is not None else (name if at else part)
        parts.append(f"{weapons}{at}{target_name}")
    return "; ".join(parts)


def bombard(run: Run, order: Bombard) -> None:
    """Every weapon at the ground below, split as the player likes (GCW-ORB-01..04).

    Refuses OB_UNIT, OB_CELL, OB_PARTIAL. The effects on the grid begin after the turn (GCW-ORB-05, -06).
    """
    world, table = run.world, run.table
    ship = own(table, run.seat, order.ship)
    able(run, ship, Act.FIRE)
    spec = world.spec(ship.code)
    if not spec.orbital_bombardment:
        table.refuse("OB_UNIT", unit=shown(ship.name))
    if world.ring(ship.cell) is not Ring.A:
        fix = f"It is at {ship.cell}: move to the A cell over the target, A-1 for G-1."
        table.refuse("OB_CELL", fix=fix, **{"from": ship.cell})
    if run.use(ship).fired:
        table.refuse("OB_PARTIAL", unit=shown(ship.name), left="what has fired already is missing")
    volleys: dict[str, tuple[Contact, Unit | None, tuple[Mount, ...]]] = {}
    for name, mounts in shares(run, ship, order.targets):
        contact, enemy = aimed(run, ship, name)
        before = volleys[contact.alias][2] if contact.alias in volleys else ()
        volleys[contact.alias] = (contact, enemy, before + mounts)  # one total for each target (GCW-UCR-04)
    begin_half(run, ship, FIRED)
    run.use(ship).fired.extend(world.mounts_of(ship))
    for contact, enemy, mounts in volleys.values():
        opened_fire(run, ship, enemy, enemy.owner if enemy is not None else contact.owner)
        engage(run, ship, contact, enemy)
        drop(run, ship, contact, enemy, mounts)
    grid = grid_of(next(iter(volleys.values()))[0].cell)
    run.bombarded.append(f"{ship.system}/{grid}")


def aimed(run: Run, ship: Unit, name: str) -> tuple[Contact, Unit | None]:
    """A target on the Surface of the Ground Grid below. Refuses OB_CELL (GCW-ORB-02)."""
    contact, enemy = target(run, name)
    if (enemy.owner if enemy is not None else contact.owner) == run.seat:
        run.table.refuse("OWN_TARGET", unit=shown(contact.label))
    below = run.world.grid.reaches(Reach.ORBITAL_BOMBARDMENT, ship.cell, contact.cell)
    if contact.system != ship.system or not below:
        fix = overhead(ship.cell, contact.cell) if contact.system == ship.system else "Both must be in one system."
        run.table.refuse("OB_CELL", fix=fix, **{"from": ship.cell, "to": contact.cell})
    look_in(run).require(sheltered(run, ship, contact, enemy))
    return contact, enemy


def drop(run: Run, ship: Unit, contact: Contact, enemy: Unit | None, mounts: tuple[Mount, ...]) -> None:
    """One share of the bombardment, channel by channel (GCW-ORB-04, GCW-ATB-02)."""
    weapons = run.world.pack.weapons
    run.reckoned = reckoning(run, mounts)
    totals: dict[DamageChannel, int] = {}
    for mount in mounts:
        channel = channel_of(weapons[mount.weapon])
        totals[channel] = totals.get(channel, 0) + raw(weapons, mount)
    for channel in (one for one in DamageChannel if one in totals):
        strike(run, ship, contact, enemy, channel, totals[channel])


def settle(run: Run) -> None:
    """The turn's bombardments take effect on their grids, for 24 hours from its T0 (GCW-ORB-05, -06)."""
    begun = run.posted if run.posted is not None else run.table.now
    until = later(begun, LASTS)
    for place in dict.fromkeys(run.bombarded):
        if until > run.table.now and until > run.state.bombarded.get(place, 0):
            run.table.say(BombardmentBegan(place, run.seat, until), EVERYONE)


def next_end(state: State) -> Instant | None:
    """When a bombardment next ends (CLK-15)."""
    return min(state.bombarded.values(), default=None)


@clock(next=next_end, priority=20)
def end_due(world: World, table: Table[State]) -> None:
    """Bombardments whose time is over leave their grids alone (CLK-15)."""
    for place, until in sorted(table.state.bombarded.items(), key=lambda one: (one[1], one[0])):
        if until <= table.now:
            table.say(BombardmentEnded(place, table.now), EVERYONE)
