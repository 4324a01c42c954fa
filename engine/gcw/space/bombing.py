"""Bombing runs: warheads past the shields, and nothing else in that turn. Rulebook: GCW-BMB, GCW-ABR."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, ClassVar

from pydantic import Field

from engine.gcw.acting import FIRED, Action, begin_half, half_over, look_in, place
from engine.gcw.battles import (
    uncommittable,
)
from engine.gcw.data.codes import Code
from engine.gcw.data.terms import DamageChannel, Ring
from engine.gcw.data.units import Mount
from engine.gcw.figures.damage import Act
from engine.gcw.figures.grid import Reach
from engine.gcw.figures.ucr import Role
from engine.gcw.figures.weapons import damage_of, left_of
from engine.gcw.ground.ground_fire import brought_together, sheltered
from engine.gcw.look import Look
from engine.gcw.nouns import ACTOR, TARGET, behind, can
from engine.gcw.run import Run
from engine.gcw.space.fire import in_one_system, not_kept_off
from engine.gcw.space.patrol import foretell_doubts
from engine.gcw.space.volleys import chosen, engage, opened_fire, read, reckoning, strike
from engine.gcw.state import AGROUND, SHIPLIKE, Contact, Unit
from engine.gcw.world import grid_of, under_bombardment
from engine.look import Refused
from engine.noun import Found, Value
from engine.orders import Option
from engine.text.message import N_, joined, name
from engine.text.names import shown


def bombs(look: Look, unit: Unit, found: Found) -> Refused | None:
    """Those that can make bombing runs (GCW-BMB-01)."""
    if look.world.spec(unit.code).bombing_run:
        return None
    return Refused("BOMB_UNIT", {"unit": shown(unit.name)})


def the_one_target(look: Look, contact: Contact, found: Found) -> Refused | None:
    """While the unit has fired nothing, but at this one in its run (GCW-BMB-05)."""
    unit = found.get("unit")
    if unit is None:
        return None
    use = look.use(unit)
    if use.fired and not use.bombed:
        return Refused("BOMB_OTHER_WEAPONS", {"unit": shown(unit.name)})
    return Refused("BOMB_TARGET", {"unit": shown(unit.name)}) if use.bombed not in ("", contact.alias) else None


def bombable(look: Look, contact: Contact, found: Found) -> Refused | None:
    """Ships, and on the ground all that stands there (GCW-BMB-02, GCW-ABR-01)."""
    unit, enemy = found.get("unit"), behind(look, contact)
    kind = enemy.kind if enemy is not None else contact.kind
    aground = look.world.ring(contact.cell) is Ring.GS
    if unit is None or kind is None or kind in SHIPLIKE or (aground and kind in AGROUND):
        return None
    return Refused("BOMB_TARGET", {"unit": shown(unit.name)})


def under_the_run(look: Look, contact: Contact, found: Found) -> Refused | None:
    """Those that a bombing run reaches, and nothing covers (GCW-BMB-02, GCW-ABR-01)."""
    unit = found.get("unit")
    if unit is None:
        return None
    grid, here = look.world.grid, place(look.known, unit).cell
    if not grid.reaches(Reach.BOMBING_RUN, here, contact.cell):
        barred = grid.fire(here, contact.cell, look.world.shooter(unit.kind))
        if barred is not None:
            fix = brought_together(here, contact.cell) if barred is Code.FIRE_SAME_CELL else ""
            return Refused(barred, {"from": here, "to": contact.cell}, fix=fix)
    if grid_of(contact.cell):  # cover and screens are the same from the atmosphere (GCW-GAR-02, GCW-G2H-01)
        return sheltered(look.turn, unit, contact, behind(look, contact))
    return None


ABOVE = N_("The UCR of {target} is above the bomber's {rating}.")


def no_better(look: Look, contact: Contact, found: Found) -> Refused | None:
    """Those that are rated no higher than the bomber, as far as they are known (GCW-BMB-04)."""
    unit, enemy = found.get("unit"), behind(look, contact)
    if unit is None:
        return None
    world, state = look.world, look.known
    own_rating = world.rating_of(state, unit, Role.ATTACK).value
    known = 0
    if contact.code:
        known = world.rating(
            state, contact.code, contact.cell, contact.status, Role.DEFEND, held=contact.held,
            bombarded=under_bombardment(state, contact.system, contact.cell),
        ).value  # fmt: skip
    theirs = world.rating_of(state, enemy, Role.DEFEND).value if enemy is not None else known
    if theirs <= own_rating:
        return None
    if theirs != known:  # what makes the difference its player does not know, and is not told here
        sentence = ABOVE(target=name(contact.label), rating=own_rating)
        return Refused("BOMB_UCR", fix="Find out more of the target first, or fire normally.", sentence=sentence)
    return Refused("BOMB_UCR", {"t": theirs, "b": own_rating})


def at_run(look: Look, contact: Contact, found: Found) -> Refused | None:
    """While the unit is in the firing half of its turn, and its group has room in the battle (GCW-FAM-01)."""
    unit = found.get("unit")
    return half_over(look.use(unit), unit, FIRED) or uncommittable(look, unit) if unit is not None else None


def racks(look: Look, unit: Unit) -> tuple[Mount, ...]:
    """The warheads that a unit carries."""
    chart = look.world.pack.weapons
    return tuple(mount for mount in look.world.mounts_of(unit) if chart[mount.weapon].warhead)


def warheads(look: Look, words: str, found: Found) -> tuple[Mount, ...]:
    """The warheads that are dropped. Refuses BOMB_OTHER_WEAPONS for anything else, WEAPON_USED, VOLLEY."""
    asked, chart = read(look, words), look.world.pack.weapons
    if any(ask.weapon in chart and not chart[ask.weapon].warhead for ask in asked.asks):
        look.refuse("BOMB_OTHER_WEAPONS", unit=shown(found.unit.name))
    return chosen(look, found.unit, asked, racks(look, found.unit))


def warheads_left(look: Look, found: Found) -> Iterator[Option]:
    """All, and each kind of warhead that was not dropped."""
    unit = found.get("unit")
    left = left_of(racks(look, unit), look.use(unit).fired) if unit is not None else ()
    if left:
        yield Option("all", f"all: {', '.join(map(str, left))}")
        yield from (Option(str(mount)) for mount in left)


class Bomb(Action):
    """Make a bombing run: warheads hit a ship, or a target on the ground, past its shields."""

    path: ClassVar[str] = "gcw-craft bomb"
    line: ClassVar[str] = "bomb {target} with [{weapons} of ]{unit}"
    assumes: ClassVar[Mapping[str, str]] = {"weapons": "all warheads"}
    unit: Annotated[str, ACTOR.that(bombs, can(Act.FIRE), what="a craft of yours")] = Field(
        description="the bombers; or a formation, or names with commas", max_length=200
    )
    target: Annotated[
        str, TARGET.that(the_one_target, bombable, in_one_system, under_the_run, no_better, not_kept_off, at_run)
    ] = Field(description="the one target", max_length=60)
    weapons: Annotated[str, Value[Look, tuple[Mount, ...]]("a volley", warheads, warheads_left)] = Field(
        "all", description="which warheads: 'all', or '6 PT'", max_length=120
    )

    def perform(self, run: Run) -> None:
        """A bombing run (GCW-BMB-01..05, GCW-ABR-01)."""
        unit, contact, mounts = run.found.unit, run.found.target, run.found.weapons
        enemy = behind(look_in(run), contact)
        foretell_doubts(run, unit, contact, enemy)
        begin_half(run, unit, FIRED)
        use = run.use(unit)
        use.fired.extend(mounts)
        use.bombed = contact.alias
        opened_fire(run, unit, enemy, contact.owner if enemy is None else enemy.owner)
        engage(run, unit, contact, enemy)
        run.reckoned = {DamageChannel.BYPASS: joined(", ", reckoning(run, mounts).values())}
        strike(run, unit, contact, enemy, DamageChannel.BYPASS, damage_of(run.world.pack.weapons, mounts))
