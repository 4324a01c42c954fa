"""Points and the end of the game. Rulebook: FS-WIN-03..07."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Self

from engine.act import Order
from engine.game import Fact
from engine.look import Refused
from engine.sunrise.data.codes import Code, no
from engine.sunrise.look import Act, Look, SideOf
from engine.sunrise.play import Play, finish
from engine.sunrise.state import Ending, Side, Stage, State, side_changed
from engine.text.message import N_, Text

OFFERS, TAKES_BACK = N_("{side} offers a draw."), N_("{side} takes back its offer of a draw.")


class DrawOffered(Fact[State], frozen=True):
    """A side offers a draw, or takes the offer back (FS-WIN-07)."""

    rule = "FS-WIN-07"
    decides = True
    side: SideOf
    offered: bool

    def evolve(self, state: State) -> State:
        return side_changed(state, self.side, draw_offered=self.offered)

    def words(self, look: Look) -> Text:
        return (OFFERS if self.offered else TAKES_BACK)(side=look.name(self.side))


LONG = 9
"""Turns after which random players give a game up, or call it a draw."""


class AtTheEnd(Order):
    """An order about how the game ends, at any time before it has."""

    sheet: ClassVar[bool] = False

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        if refused := look.outside():
            return refused
        over = look.known.stage is Stage.OVER
        return no(Code.E_PHASE, "the game is over", "FS-WIN-07") if over else None

    @classmethod
    def likely(cls, look: Look) -> Iterator[Self]:
        """Where it makes sense, in a game that has been going on."""
        if cls.ready(look) is None and look.known.opened and cls.sensible(look, look.own):
            yield cls()

    @classmethod
    def sensible(cls, look: Look, side: Side) -> bool:
        """Whether it makes sense."""
        return look.known.turn >= LONG


class Concede(AtTheEnd):
    """Give the game up; the other side wins."""

    path: ClassVar[str] = "sunrise concede"
    line: ClassVar[str] = "concede the game"

    def obey(self, act: Act) -> None:
        """At any time (FS-WIN-07)."""
        finish(Play(act.world, act.table), Ending(act.side.other.value), "FS-WIN-07")

    @classmethod
    def sensible(cls, look: Look, side: Side) -> bool:
        return look.known.turn >= LONG and look.known.of(side).score < look.known.of(side.other).score


class OfferDraw(AtTheEnd):
    """Offer a draw, or take the other side's offer."""

    path: ClassVar[str] = "sunrise draw"
    line: ClassVar[str] = "offer a draw"

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """Refuses `E_ONCE` while the offer stands."""
        if refused := super().ready(look):
            return refused
        return no(Code.E_ONCE, "your offer stands", "FS-WIN-07") if look.known.of(look.own).draw_offered else None

    def obey(self, act: Act) -> None:
        """A draw needs both sides (FS-WIN-07)."""
        play = Play(act.world, act.table)
        play.say(DrawOffered(act.side, True))
        if play.state.of(act.side.other).draw_offered:
            finish(play, Ending.DRAW, "FS-WIN-07")


class WithdrawDraw(AtTheEnd):
    """Take back your offer of a draw."""

    path: ClassVar[str] = "sunrise no-draw"
    line: ClassVar[str] = "withdraw the draw"

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """Refuses `E_PHASE` where there is no offer."""
        if refused := super().ready(look):
            return refused
        return None if look.known.of(look.own).draw_offered else no(Code.E_PHASE, "you offer no draw", "FS-WIN-07")

    def obey(self, act: Act) -> None:
        """An offer may be taken back while it is not taken up."""
        Play(act.world, act.table).say(DrawOffered(act.side, False))

    @classmethod
    def sensible(cls, look: Look, side: Side) -> bool:
        return True
