"""Fire on, from and over the ground: who is covered, who may shoot at what. GCW-G2G, -S2A, -A2A, -GAR, -G2H."""

from __future__ import annotations

from engine.gcw.contacts import alias_of
from engine.gcw.data.codes import Code
from engine.gcw.data.terms import Ring, Status
from engine.gcw.look import Run, refused_as
from engine.gcw.state import (
    AGROUND,
    CRAFT,
    SHIPLIKE,
    TROOPS,
    Contact,
    Unit,
    UnitKind,
    garrisoned,
    host_of,
    located,
    place,
)
from engine.gcw.world import grid_of
from engine.look import Refused
from engine.text.message import N_, Text, term
from engine.text.names import shown

OPEN = frozenset({Status.DISABLED, Status.DOOMED, Status.DESTROYED})
"""A facility in one of these covers nobody (GCW-GAR-02)."""


def cover_of(run: Run, unit: Unit, contact: Contact, enemy: Unit | None) -> str:
    """The cover of a target from a unit: the facility's name or alias; "" for nothing (GCW-GAR-01, -02, -05).

    The referee judges by what is so, a rehearsal by what its author knows.
    """
    state = run.state
    if run.real and enemy is not None:
        host, mine = host_of(state, enemy), host_of(state, unit)
        if host is None or host.status in OPEN or host.id in (unit.id, mine.id if mine is not None else ""):
            return ""
        if host.owner == run.seat:
            return host.name
        alias = alias_of(state, run.seat, host.id)
        return state.contacts_of(run.seat)[alias].label if alias is not None else "its facility"
    place = unit.docked if garrisoned(state, unit) else unit.inside or unit.id
    if not contact.inside or contact.inside == place:
        return ""
    if contact.inside in state.units:
        own_host = state.units[contact.inside]
        return "" if own_host.status in OPEN else own_host.name
    known = state.contacts_of(run.seat).get(contact.inside)
    return known.label if known is not None and not known.gone and known.status not in OPEN else ""


ON_FOOT = frozenset({UnitKind.INFANTRY, UnitKind.HERO})
"""What cannot fire into the air, nor at a starship that has landed (GCW-S2A-02)."""

STARSHIPS = CRAFT | SHIPLIKE


def sheltered(run: Run, unit: Unit, contact: Contact, enemy: Unit | None) -> Refused | None:
    """Refuses a ground unit or facility that cannot shoot at something, or a target on the ground not to be shot at.

    JUST_LANDED (GCW-LCH-03), GROUND_GRID (GCW-G2G-01, GCW-S2A-01), FIRE_SAME_CELL (GCW-A2A-01), AIR_INFANTRY
    (GCW-S2A-02), GARRISON_COVER (GCW-GAR-02), HERO_AIR and HERO_SCREEN (GCW-G2H-01). How far starships reach is not
    judged here.
    """
    if unit.kind in AGROUND:
        if run.use(unit).fresh:
            return Refused("JUST_LANDED", {"unit": shown(unit.name)})
        apart = same_grid(run, unit, contact)
        if apart is not None:
            return apart
    kind = enemy.kind if enemy is not None else contact.kind
    if unit.kind in ON_FOOT and (kind in STARSHIPS or run.world.ring(contact.cell) is not Ring.GS):
        return Refused("AIR_INFANTRY", {"unit": shown(unit.name)})
    cover = cover_of(run, unit, contact, enemy)
    if cover:
        return Refused("GARRISON_COVER", {"facility": shown(cover)})
    return screen(run, unit, contact, enemy) if kind is UnitKind.HERO else None


ONE_GRID = N_("It is in {grid} and the target at {there}: attack what is in {grid}.")


def brought_together(here: str, there: str) -> Text:
    """Words for places of a craft and its target, which must share a grid space (GCW-RNG-02)."""
    return N_("It is at {cell} and the target at {there}: bring it there first.")(cell=term(here), there=term(there))


def one_grid(here: str, there: str) -> Text:
    """Words for places of a ground unit and its target, which must share a Ground Grid (GCW-G2G-01, GCW-S2A-01)."""
    return ONE_GRID(grid=term(grid_of(here)), there=term(there))


def same_grid(run: Run, unit: Unit, contact: Contact) -> Refused | None:
    """Ground units reach their own Ground Grid, Surface and Air, and nothing else."""
    here = place(run.state, unit).cell
    if grid_of(here) == grid_of(contact.cell):
        return None
    if unit.kind is UnitKind.AIRSPEEDER and run.world.ring(here) is Ring.GA:
        return Refused(Code.FIRE_SAME_CELL, rule="GCW-A2A-01", fix=brought_together(here, contact.cell))
    rule = "GCW-G2G-01" if grid_of(contact.cell) else "GCW-S2A-01"
    return Refused("GROUND_GRID", rule=rule, fix=one_grid(here, contact.cell))


def screen(run: Run, unit: Unit, contact: Contact, enemy: Unit | None) -> Refused | None:
    """A hero is attacked from the ground alone, when every ground unit of its side there that can be attacked has been
    fired on earlier in the turn (GCW-G2H-01).
    """
    if run.world.ring(place(run.state, unit).cell) is not Ring.GS:
        return Refused("HERO_AIR", {"hero": refused_as(run.world, contact)})
    waiting = [words for alias, words in guards(run, unit, contact, enemy) if alias not in run.engaged]
    if waiting:
        return Refused("HERO_SCREEN", {"units": ", ".join(waiting)})
    return None


def guards(run: Run, unit: Unit, contact: Contact, enemy: Unit | None) -> list[tuple[str, Text]]:
    """The aliases and names of the ground units that screen a hero, as far as this state knows them."""
    state, seat = run.state, run.seat
    grid = grid_of(contact.cell)
    if not run.real:
        return [
            (other.alias, refused_as(run.world, other))
            for other in state.contacts_of(seat).values()
            if other.owner == contact.owner
            and other.kind in TROOPS
            and not other.gone
            and other.system == contact.system
            and grid_of(other.cell) == grid
            and not cover_of(run, unit, other, None)
        ]
    found = []
    for cover in state.of(enemy.owner if enemy is not None else contact.owner):
        there = located(state, cover)
        if cover.kind not in TROOPS or there.system != contact.system or grid_of(there.cell) != grid:
            continue
        alias = alias_of(state, seat, cover.id)
        known = state.contacts_of(seat).get(alias) if alias is not None else None
        if alias is not None and known is not None and not cover_of(run, unit, known, cover):
            found.append((alias, refused_as(run.world, known)))
    return found
