"""Orders of moderators, on the referee's state: when they may be given. Register section 4 (GM)."""

from __future__ import annotations

from typing import ClassVar

from engine import act
from engine.book import Group
from engine.eaw.data.pack import Code
from engine.eaw.look import Look
from engine.eaw.state import Step
from engine.look import Refused, no
from engine.text.message import T_

GROUP = Group("gm-eaw", "Moderators of Empires at War")
TABLES = Group("gm-eaw-tables", "What moderators enter in tables of Empires at War")


class ModeratorOrder(act.Order):
    """An order of moderators, on the referee's state."""

    moderator: ClassVar[bool] = True

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """Refuses E-PHASE once the campaign is over."""
        return no(Code.E_PHASE, T_("The campaign is over."), "EAW-1.0") if look.known.over else None


class OnTheMap(ModeratorOrder):
    """An order that puts on the map or takes from it: while orders are open, so that no battle loses its ground."""

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """Refuses E-PHASE while battles or the resolution are under way."""
        why = T_("A season is being played; the map changes while orders are open.")
        played = look.known.step in (Step.BATTLES, Step.RESOLUTION)
        return no(Code.E_PHASE, why, "EAW-30.0") if played else super().ready(look)
