"""Bombing runs: warheads past the shields, and nothing else in that turn. Rulebook: GCW-BMB, GCW-ABR."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar

from pydantic import Field

from engine.game import Refusal
from engine.gcw.acting import FIRED, able, begin_half, own, place, refuse, target
from engine.gcw.data.codes import Code, Refused
from engine.gcw.data.units import Mount
from engine.gcw.figures.damage import Act, DamageChannel
from engine.gcw.figures.grid import Reach, Ring
from engine.gcw.figures.ucr import Role
from engine.gcw.figures.weapons import VolleyError, committed, damage_of, left_of, read_volley
from engine.gcw.ground.ground_fire import ground_checks
from engine.gcw.run import Run
from engine.gcw.sight.remedies import armament, brought_together
from engine.gcw.space.explaining import reckoning
from engine.gcw.space.fire import engage, opened_fire, strike
from engine.gcw.space.patrol import require_unblocked
from engine.gcw.state import AGROUND, SHIPLIKE, Contact, Unit
from engine.gcw.world import grid_of, under_bombardment
from engine.orders import Order, Pick
from engine.text.names import shown


class Bomb(Order):
    """Make a bombing run: warheads hit a ship, or a target on the ground, past its shields."""

    path: ClassVar[str] = "gcw-craft bomb"
    shows: ClassVar[str] = "preview"
    line: ClassVar[str] = "bomb {target} with [{weapons} of ]{unit}"
    assumes: ClassVar[Mapping[str, str]] = {"weapons": "all warheads"}
    unit: Annotated[str, Pick("a craft of yours")] = Field(
        description="the bombers; or a formation, or names with commas", max_length=200
    )
    target: Annotated[str, Pick("a contact")] = Field(description="the one target", max_length=60)
    weapons: Annotated[str, Pick("a volley")] = Field(
        "all", description="which warheads: 'all', or '6 PT'", max_length=120
    )


def bomb(run: Run, order: Bomb) -> None:
    """A bombing run (GCW-BMB-01..05, GCW-ABR-01).

    Refuses BOMB_UNIT, BOMB_TARGET, BOMB_UCR, BOMB_OTHER_WEAPONS, FIRE_SAME_CELL, GARRISON_COVER, HERO_AIR, CSP_BLOCKED.
    """
    world, table = run.world, run.table
    unit = own(table, run.seat, order.unit)
    spec = world.spec(unit.code)
    if not spec.bombing_run:
        table.refuse("BOMB_UNIT", unit=shown(unit.name))
    able(run, unit, Act.FIRE)
    contact, enemy = target(run, order.target)
    victim = enemy.owner if enemy is not None else contact.owner
    if victim == run.seat:
        table.refuse("OWN_TARGET", unit=shown(contact.label))
    use = run.use(unit)
    if use.fired and not use.bombed:
        table.refuse("BOMB_OTHER_WEAPONS", unit=shown(unit.name))
    if use.bombed not in ("", contact.alias):
        table.refuse("BOMB_TARGET", unit=shown(unit.name))
    reach(run, unit, contact, enemy)
    outclassed(run, unit, contact, enemy)
    require_unblocked(run, unit, contact, enemy)
    begin_half(run, unit, FIRED)
    mounts = warheads(run, unit, order.weapons)
    use.fired.extend(mounts)
    use.bombed = contact.alias
    opened_fire(run, unit, enemy, victim)
    engage(run, unit, contact, enemy)
    words = ", ".join(reckoning(world, mounts).values())
    run.reckoned = {DamageChannel.BYPASS: words}
    strike(run, unit, contact, enemy, DamageChannel.BYPASS, damage_of(world.pack.weapons, mounts))


def warheads(run: Run, unit: Unit, words: str) -> tuple[Mount, ...]:
    """The warheads that are dropped. Refuses BOMB_OTHER_WEAPONS for anything else, WEAPON_USED, VOLLEY."""
    chart = run.world.pack.weapons
    mounts = run.world.mounts_of(unit)
    try:
        asked = read_volley(words)
    except VolleyError as error:
        run.table.refuse("VOLLEY", volley=shown(words), reason=shown(str(error)))
    if any(ask.weapon in chart and not chart[ask.weapon].warhead for ask in asked.asks):
        run.table.refuse("BOMB_OTHER_WEAPONS", unit=shown(unit.name))
    racks = tuple(mount for mount in mounts if chart[mount.weapon].warhead)
    chosen = committed(asked, racks, run.use(unit).fired, unit.name)
    if isinstance(chosen, Refused):
        refuse(run.table, chosen, armament(racks, left_of(racks, run.use(unit).fired)))
    return chosen


def reach(run: Run, unit: Unit, contact: Contact, enemy: Unit | None) -> None:
    """Refuse a target that no bombing run is for, or that is out of its reach or under cover (GCW-BMB-02, -ABR-01)."""
    world, stand = run.world, place(run.state, unit)
    where = {"from": stand.cell, "to": contact.cell}
    kind = enemy.kind if enemy is not None else contact.kind
    aground = world.ring(contact.cell) is Ring.GS
    if kind is not None and kind not in SHIPLIKE and not (aground and (kind in AGROUND or kind in SHIPLIKE)):
        run.table.refuse("BOMB_TARGET", unit=shown(unit.name))
    if contact.system != stand.system:
        apart = {"from": shown(stand.system), "to": shown(contact.system) or "hyperspace"}
        run.table.refuse("FIRE_RANGE", fix="Both must be in one system.", **apart)
    if not world.grid.reaches(Reach.BOMBING_RUN, stand.cell, contact.cell):
        barred = world.grid.fire(stand.cell, contact.cell, world.shooter(unit.kind))
        if barred is not None:
            fix = brought_together(stand.cell, contact.cell) if barred is Code.FIRE_SAME_CELL else ""
            run.table.refuse(barred, fix=fix, **where)
    if grid_of(contact.cell):  # cover and screens are the same from the atmosphere (GCW-GAR-02, GCW-G2H-01)
        ground_checks(run, unit, contact, enemy)


def outclassed(run: Run, unit: Unit, contact: Contact, enemy: Unit | None) -> None:
    """Refuse BOMB_UCR for a target that is rated higher than the bomber, as far as it is known (GCW-BMB-04)."""
    world, state = run.world, run.state
    own_rating = world.rating_of(state, state.units[unit.id], Role.ATTACK).value
    known = 0
    if contact.code:
        known = world.rating(
            state, contact.code, contact.cell, contact.status, Role.DEFEND, held=contact.held,
            bombarded=under_bombardment(state, contact.system, contact.cell),
        ).value  # fmt: skip
    theirs = world.rating_of(state, enemy, Role.DEFEND).value if enemy is not None else known
    if theirs <= own_rating:
        return
    if theirs != known:  # what makes the difference its player does not know, and is not told here
        sentence = f"The UCR of {shown(contact.label)} is above the bomber's {own_rating}."
        raise Refusal("BOMB_UCR", sentence, "GCW-BMB-04", "Find out more of the target first, or fire normally.")
    run.table.refuse("BOMB_UCR", t=theirs, b=own_rating)
