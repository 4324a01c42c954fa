"""Fire on, from and over the ground: who may shoot at what. Rulebook: GCW-G2G, GCW-S2A, GCW-A2A, GCW-GAR, GCW-G2H."""

from __future__ import annotations

from engine.gcw.acting import Run, place
from engine.gcw.state import Contact, Unit
from engine.gcw.world import grid_of


def ground_checks(run: Run, unit: Unit, contact: Contact, enemy: Unit | None) -> None:
    """Refuse what a ground unit or facility cannot shoot at, and what cannot be shot at on the ground.

    Both must be in the same Ground Grid (GCW-G2G-01): GROUND_GRID.
    """
    if grid_of(place(run.state, unit).cell) != grid_of(contact.cell):
        run.table.refuse("GROUND_GRID")
