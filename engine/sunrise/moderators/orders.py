"""Common parts of moderators' orders: when they may be given, and how they are told. Register 17.2."""

from __future__ import annotations

from typing import ClassVar

import msgspec
from pydantic import Field

from engine.act import Order
from engine.book import Group
from engine.game import Fact
from engine.look import Refused, no
from engine.noun import Found
from engine.sunrise.data.codes import Code
from engine.sunrise.look import Look, Named
from engine.sunrise.state import SETUP_STAGES, Ship, Stage, State
from engine.text.message import N_, T_, term

GROUP = Group("gm-sunrise", "Moderators of a game of False Sunrise")


WHY = Field("a moderator's ruling", description="the reason, for all to read", max_length=200)
X = Field(description="inches from the west edge", max_length=12)
Y = Field(description="inches from the south edge", max_length=12)


def running(look: Look) -> Refused | None:
    """A game that is over is not corrected (FS-WIN-04)."""
    return no(Code.E_PHASE, T_("The game is over."), "FS-WIN-04") if look.known.over else None


def asked(look: Look) -> Refused | None:
    """While somebody is asked something, ships and the board stay as they are."""
    choice = look.known.choice
    if choice is None:
        return None
    why = N_("Side {side} is asked ({kind}); `advance` answers for it.")
    return no(Code.E_PENDING, why, "FS-TURN-07", side=choice.side, kind=term(choice.kind))


def not_activated(look: Look, ship: Ship, found: Found) -> Refused | None:
    """A ship is set right when it is not activated."""
    if look.known.acting != ship.id:
        return None
    return no(Code.E_PENDING, N_("{ship} is activated; `advance` ends that."), "FS-TURN-06", ship=ship.name)


def markers_laid(look: Look) -> Refused | None:
    """Markers are set right once the sides have placed them."""
    if look.known.stage in SETUP_STAGES - {Stage.DEPLOY}:
        return no(Code.E_PHASE, T_("Markers are being placed by the sides."), "FS-SET-07")
    return None


class ModeratorOrder(Order):
    """An order of moderators: obeyed on the referee's state while the game goes on."""

    moderator: ClassVar[bool] = True

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """While the game goes on."""
        return running(look)


class QuietOrder(ModeratorOrder):
    """An order of moderators while nobody is asked anything."""

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        return super().ready(look) or asked(look)


class Announced(Fact[State], frozen=True):
    """A moderator's deed or ruling, in words."""

    says = N_("{text}")
    decides = True
    text: Named = msgspec.field(name="words")
