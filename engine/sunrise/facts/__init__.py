"""What can happen in a game: facts that have not moved to the chapter that says them, by subject."""

from engine.game import Fact
from engine.sunrise.facts.craft import (
    Assigned,
    Docked,
    Launched,
    SquadronsPassed,
)
from engine.sunrise.facts.ships import (
    Activated,
    ActivationOver,
    AwayUsed,
    Mended,
)
from engine.sunrise.facts.turns import (
    AutoSet,
    Chosen,
    Dealt,
    DrawOffered,
    GameEnded,
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
    Launched,
    Assigned,
    Docked,
    SquadronsPassed,
    Activated,
    Mended,
    AwayUsed,
    ActivationOver,
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
    DrawOffered,
    GameEnded,
)

__all__ = [
    "FACTS",
    "Activated",
    "ActivationOver",
    "Assigned",
    "AutoSet",
    "AwayUsed",
    "Chosen",
    "Dealt",
    "Docked",
    "DrawOffered",
    "GameEnded",
    "Launched",
    "Mended",
    "PoolRolled",
    "RanLate",
    "Scored",
    "SquadronsPassed",
    "StageBegan",
    "TurnBegan",
    "TurnCleared",
    "Waits",
]
