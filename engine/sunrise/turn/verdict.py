"""Points and the end of the game. Rulebook: FS-WIN-03..07."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Self

from msgspec.structs import replace

from engine.act import Order
from engine.game import Fact, ruled
from engine.look import Refused
from engine.report import News
from engine.sunrise.data.codes import Code, no
from engine.sunrise.figures.markers import by_ships
from engine.sunrise.look import Act, Look, SideOf
from engine.sunrise.play import Play
from engine.sunrise.state import Ending, Side, SideState, Stage, State, Status, side_changed
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


POINTS_ARE = N_("{a} {points_a}, {b} {points_b}")
DRAWN = N_("The game is **drawn**. Points: {points}.")
WON = {
    "FS-WIN-04": N_("**{side} wins**, on points. Points: {points}."),
    "FS-WIN-05": N_("**{side} wins**, for the other side has no ship left. Points: {points}."),
    "FS-WIN-07": N_("**{side} wins**, the other side concedes. Points: {points}."),
    "": N_("**{side} wins**. Points: {points}."),
}
"""A victory, by the rule that decided."""


def ended(look: Look, winner: Ending, why: str, score: tuple[int, int]) -> Text:
    """How a game ended."""
    points = POINTS_ARE(a=look.name(Side.A), points_a=score[0], b=look.name(Side.B), points_b=score[1])
    if winner is Ending.DRAW:
        return DRAWN(points=points)
    return WON.get(why, WON[""])(side=look.name(Side(winner.value)), points=points)


class GameEnded(Fact[State], frozen=True):
    """The game is over: how, why (a rule's id), and the score, side A's first (FS-WIN-04, -05, -07).

    Plots that were not revealed are dropped.
    """

    winner: Ending
    why: str
    score: tuple[int, int]

    def evolve(self, state: State) -> State:
        return replace(
            state,
            stage=Stage.OVER,
            winner=self.winner,
            picks=None,
            until=None,
            pause=None,
            choice=None,
            agenda=(),
            acting="",
            a=cleared(state.a),
            b=cleared(state.b),
        )

    def words(self, look: Look) -> News:
        return ruled(ended(look, self.winner, self.why, self.score), self.why, decides=True, picture="board")


def cleared(side: SideState) -> SideState:
    """A side without plots."""
    return replace(side, plots={}) if side.plots else side


def finish(play: Play, ending: Ending, rule: str) -> None:
    """The game is over, and the key of its seals is shown."""
    play.say(GameEnded(ending, rule, (play.state.a.score, play.state.b.score)))
    play.table.show_hidden_key()
    play.end()


def has_ships(state: State, side: Side) -> bool:
    """Whether a side has a ship on the board, due back, held in Slipspace or returning (FS-WIN-05)."""
    return any(ship.side is side and ship.status is not Status.DESTROYED for ship in state.ships.values())


def judged(play: Play) -> bool:
    """Whether the game has ended because a side has no ships left (FS-WIN-05)."""
    state = play.state
    ending = by_ships(has_ships(state, Side.A), has_ships(state, Side.B), state.a.score, state.b.score)
    if ending is None:
        return False
    finish(play, ending, "FS-WIN-05")
    return True


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
