"""The actions of ground units in a turn, each to its chapter."""

from __future__ import annotations

from engine.gcw.ground.garrison import Infiltrate, infiltrate
from engine.gcw.run import Run
from engine.orders import Order

GROUND_ACTIONS: tuple[type[Order], ...] = (Infiltrate,)


def perform_aground(run: Run, action: Order) -> None:
    """One action of ground units by the rules of its chapter."""
    match action:
        case Infiltrate():
            infiltrate(run, action)
