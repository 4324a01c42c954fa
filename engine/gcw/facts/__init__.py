"""What can happen in a campaign: each fact and the change it makes, by subject. No rules here; nothing here fails."""

from engine.game import Fact
from engine.gcw.facts.turns import (
    ActionDropped,
    DraftSet,
    FormationSet,
    StoryRetold,
    TurnFinal,
    TurnLogged,
    TurnPosted,
    TurnPressed,
    TurnRecovered,
    TurnTold,
    TurnWritten,
)
from engine.gcw.state import State

FACTS: tuple[type[Fact[State]], ...] = (
    DraftSet,
    FormationSet,
    TurnPosted,
    TurnWritten,
    TurnRecovered,
    TurnPressed,
    TurnFinal,
    ActionDropped,
    TurnTold,
    TurnLogged,
    StoryRetold,
)

__all__ = [
    "FACTS",
    "ActionDropped",
    "DraftSet",
    "FormationSet",
    "StoryRetold",
    "TurnFinal",
    "TurnLogged",
    "TurnPosted",
    "TurnPressed",
    "TurnRecovered",
    "TurnTold",
    "TurnWritten",
]
