"""Parts of the GM's orders: when he may, how somebody is set, how that is told. Register 21.3."""

from __future__ import annotations

from typing import ClassVar

from engine import act
from engine.d6.data.pack import Code, no
from engine.d6.look import Look, Setting, Who, called
from engine.d6.state import Figure, State
from engine.declared.changes import Renews
from engine.game import Fact
from engine.look import Refused
from engine.text.message import N_


class Ordering(act.Order):
    """An order of the GM: on the referee's state, at any moment unless it says otherwise."""

    moderator: ClassVar[bool] = True
    quiet: ClassVar[bool] = False
    """Whether it waits until nobody is asked anything."""
    peaceful: ClassVar[tuple[str, str]] = "", ""
    """Why it is not given in a combat, and the rule that says so; "" for what may be."""

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """Refuses `E_PHASE` at a closed table or in a combat, `E_PENDING` while somebody is asked."""
        if look.known.tick and cls.peaceful[0]:
            return no(Code.E_PHASE, *cls.peaceful)
        if look.known.over:
            return no(Code.E_PHASE, "the table is closed", "D6-2-01")
        if cls.quiet and look.known.choice is not None:
            return no(Code.E_PENDING, f"{called(look.known, look.known.choice.who)} is asked first", "D6-2-03")
        return None


class Noted(Fact[State], frozen=True):
    """The GM set something of somebody's."""

    says = N_("The GM sets {who}: {what}.")
    decides = True
    who: Who
    what: Setting


class Seen(Fact[State], frozen=True):
    """Standing and seeming of somebody, as the GM or a move has it."""

    silent = "what happened is told"
    makes = Renews("figures", "figure")
    figure: Figure
