"""The actions of those inside ships, each to its chapter, and when they are played in a turn (register 0.7)."""

from __future__ import annotations

from engine.gcw.boarding.boarding import Board, TakeOff, board, take_off
from engine.gcw.boarding.fights_aboard import FightAboard, fight_aboard
from engine.gcw.run import Run
from engine.orders import Order

CREW_ACTIONS: tuple[type[Order], ...] = (Board, TakeOff, FightAboard)

AFTER_BOARDING = (FightAboard,)
"""What is done inside ships when all who board have come aboard (GCW-BRD-02)."""


def perform_inside(run: Run, action: Order) -> None:
    """One action inside a ship by the rules of its chapter."""
    match action:
        case Board():
            board(run, action)
        case TakeOff():
            take_off(run, action)
        case FightAboard():
            fight_aboard(run, action)
