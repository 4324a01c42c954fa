"""What can happen in a game: facts that have not moved to the chapter that says them, by subject."""

from engine.game import Fact
from engine.sunrise.facts.turns import (
    AutoSet,
    Chosen,
    Dealt,
    PoolRolled,
    RanLate,
    Scored,
    StageBegan,
    TurnBegan,
    TurnCleared,
    Waits,
)
from engine.sunrise.state import State

FACTS: tuple[type[Fact[State]], ...] = (
    StageBegan,
    TurnBegan,
    Waits,
    Chosen,
    RanLate,
    AutoSet,
    Dealt,
    PoolRolled,
    Scored,
    TurnCleared,
)

__all__ = [
    "FACTS",
    "AutoSet",
    "Chosen",
    "Dealt",
    "PoolRolled",
    "RanLate",
    "Scored",
    "StageBegan",
    "TurnBegan",
    "TurnCleared",
    "Waits",
]
