"""The actions of ground units in a turn, each to its chapter."""

from __future__ import annotations

from engine.gcw.ground.ashore import Disembark, Embark, disembark, embark
from engine.gcw.ground.garrison import Garrison, Infiltrate, Leave, garrison, infiltrate, leave
from engine.gcw.ground.troops import Detach, Load, Merge, Unload, detach, load, merge, unload
from engine.gcw.run import Run
from engine.orders import Order

GROUND_ACTIONS: tuple[type[Order], ...] = (
    Load,
    Unload,
    Detach,
    Merge,
    Garrison,
    Leave,
    Infiltrate,
    Disembark,
    Embark,
)


def perform_aground(run: Run, action: Order) -> None:
    """One action of ground units by the rules of its chapter."""
    match action:
        case Load():
            load(run, action)
        case Unload():
            unload(run, action)
        case Detach():
            detach(run, action)
        case Merge():
            merge(run, action)
        case Garrison():
            garrison(run, action)
        case Leave():
            leave(run, action)
        case Infiltrate():
            infiltrate(run, action)
        case Disembark():
            disembark(run, action)
        case Embark():
            embark(run, action)
