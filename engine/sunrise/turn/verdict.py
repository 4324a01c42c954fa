"""Points and the end of the game. Rulebook: FS-WIN-03..07."""

from __future__ import annotations

from typing import ClassVar

from engine.game import Seat, Table
from engine.orders import Order
from engine.sunrise.data.codes import Code, no
from engine.sunrise.facts import DrawOffered, GameEnded
from engine.sunrise.figures.markers import Ending, Side, by_ships
from engine.sunrise.naming import side_of
from engine.sunrise.play import Play, refuse
from engine.sunrise.state import Stage, State, Status
from engine.sunrise.world import World


class Concede(Order):
    """Give the game up; the other side wins."""

    path: ClassVar[str] = "sunrise concede"
    line: ClassVar[str] = "concede the game"
    sheet: ClassVar[bool] = False


class OfferDraw(Order):
    """Offer a draw, or take the other side's offer."""

    path: ClassVar[str] = "sunrise draw"
    line: ClassVar[str] = "offer a draw"
    sheet: ClassVar[bool] = False


class WithdrawDraw(Order):
    """Take back your offer of a draw."""

    path: ClassVar[str] = "sunrise no-draw"
    line: ClassVar[str] = "withdraw the draw"
    sheet: ClassVar[bool] = False


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


def _playing(table: Table[State], seat: Seat) -> Side:
    side = side_of(table, seat)
    if table.state.stage is Stage.OVER:
        refuse(table, no(Code.E_PHASE, "the game is over", "FS-WIN-07"))
    return side


def concede(world: World, seat: Seat, table: Table[State]) -> None:
    """At any time (FS-WIN-07)."""
    side = _playing(table, seat)
    finish(Play(world, table), Ending(side.other.value), "FS-WIN-07")


def offer_draw(world: World, seat: Seat, table: Table[State]) -> None:
    """A draw needs both sides (FS-WIN-07). Refuses `E_ONCE`."""
    side = _playing(table, seat)
    if table.state.of(side).draw_offered:
        refuse(table, no(Code.E_ONCE, "your offer stands", "FS-WIN-07"))
    play = Play(world, table)
    play.say(DrawOffered(side, True))
    if table.state.of(side.other).draw_offered:
        finish(play, Ending.DRAW, "FS-WIN-07")


def withdraw_draw(world: World, seat: Seat, table: Table[State]) -> None:
    """An offer may be taken back while it is not taken up. Refuses `E_PHASE`."""
    side = _playing(table, seat)
    if not table.state.of(side).draw_offered:
        refuse(table, no(Code.E_PHASE, "you offer no draw", "FS-WIN-07"))
    Play(world, table).say(DrawOffered(side, False))
