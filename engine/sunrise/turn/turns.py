"""The turn: what comes before orders, points, what ends it, and the game. Rulebook: FS-TURN-01, -02, -09, FS-WIN."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import ClassVar, Self

from msgspec.structs import replace

from engine.act import Order
from engine.declared.changes import Its
from engine.declared.sentences import either
from engine.game import Fact
from engine.look import Refused, no
from engine.question import runs
from engine.sunrise import state as game
from engine.sunrise.chronicle import begun
from engine.sunrise.data.codes import Code
from engine.sunrise.data.units import FactionCode
from engine.sunrise.figures.factions import miracle_points
from engine.sunrise.figures.markers import by_points, gained, initiative
from engine.sunrise.figures.setup import ARRIVAL_TURN
from engine.sunrise.look import Look, SideOf, TurnFact
from engine.sunrise.play import Act, Play, cleared, finish
from engine.sunrise.state import Ending, Side, SideSets, Stage, State, Status, held_back, side_changed, sides_in_order
from engine.sunrise.words import MIRACLE_POINTS, faces_words
from engine.sunrise.world import DEBTS_LAST
from engine.text.message import N_, T_, Text, joined


class TurnBegan(Fact[State], frozen=True):
    """A turn begins, and who has the initiative in it (FS-TURN-01, FS-TURN-09)."""

    says = N_("**Turn {turn}** begins; {initiative} has the initiative.")
    rule = "FS-TURN-01"
    decides = True
    turn: int
    initiative: SideOf

    def evolve(self, state: State) -> State:
        return replace(
            state,
            turn=self.turn,
            initiative=self.initiative,
            log=begun(state.log, self.turn),
            stage=Stage.START,
            picks=None,
            until=None,
            a=replace(state.a, late=()) if state.a.late else state.a,
            b=replace(state.b, late=()) if state.b.late else state.b,
        )


HAS_POINTS = N_("{side} has {points} this turn (3d3: {dice}).")


class PoolRolled(TurnFact, frozen=True):
    """Miracle Points of a turn: the dice, and the pool they make (FS-FAC-02)."""

    rule = "FS-FAC-02"
    side: Side
    faces: tuple[int, ...]

    def evolve(self, state: State) -> State:
        return side_changed(state, self.side, pool=sum(self.faces))

    def words(self, look: Look) -> Text:
        points = MIRACLE_POINTS(count=sum(self.faces))
        return HAS_POINTS(side=look.name(self.side), points=points, dice=faces_words(self.faces))


TALLY = N_("Turn {turn}: {scores}")
SCORES = N_("{side} scores {gained} and has **{total}** of {goal}.")


class Scored(Fact[State], frozen=True):
    """The Points phase: points gained, and the totals, side A's first (FS-WIN-03)."""

    rule = "FS-WIN-03"
    decides = True
    closes = True
    picture = "board"
    gained: tuple[int, int]
    total: tuple[int, int]

    def evolve(self, state: State) -> State:
        return replace(state, a=replace(state.a, score=self.total[0]), b=replace(state.b, score=self.total[1]))

    def words(self, look: Look) -> Text:
        scores = (
            SCORES(side=look.name(side), gained=gained, total=total, goal=look.known.settings.goal)
            for side, gained, total in zip(Side, self.gained, self.total, strict=True)
        )
        return TALLY(turn=look.known.turn, scores=joined(" ", scores))


def past(state: State, after: Callable[[game.Ship], int]) -> State:
    """A turn's plots and spots are past; `after` is what a ship owes for overcharges then (FS-TURN-09)."""
    ships = {
        key: (
            replace(ship, debt=after(ship), overcharge=0, stalled=0)
            if ship.debt or ship.overcharge or ship.stalled
            else ship
        )
        for key, ship in state.ships.items()
    }
    squadrons = {key: replace(one, ordered=False) if one.ordered else one for key, one in state.squadrons.items()}
    return replace(state, ships=ships, squadrons=squadrons, spotted=(), a=cleared(state.a), b=cleared(state.b))


class TurnCleared(Fact[State], frozen=True):
    """A turn is over, in games of version 1: what was owed is forgiven even to ships off the board (FS-TURN-09)."""

    silent = "nothing that a player sees changes"
    turn: int

    def evolve(self, state: State) -> State:
        return past(state, lambda ship: ship.overcharge)


class TurnEnded(Fact[State], frozen=True):
    """A turn is over: what was overcharged is owed from now on, and what no order paid still is.

    FS-TURN-09, FS-UPG-17.
    """

    silent = "nothing that a player sees changes"
    turn: int

    def evolve(self, state: State) -> State:
        return past(state, lambda ship: ship.overcharge or ship.debt)


@runs(game.BeginTurn)
def begin_turn(play: Play, task: game.BeginTurn) -> None:
    """The Start step, in its order (FS-TURN-02)."""
    state = play.state
    turn = state.turn + 1
    play.tell(TurnBegan(turn, initiative(state.first or Side.A, turn)))
    sides = sides_in_order(play.state)
    play.push(
        *(game.Returning(ship.id) for side in sides for ship in state.fleet(side) if ship.status is Status.RETURNING),
        *(game.Arrivals(side) for side in sides if turn >= ARRIVAL_TURN and held_back(state, side)),
        game.Miracles(),
        *(game.Cores(side) for side in sides if play.world.is_of(state, side, FactionCode.FIRST_CYCLE)),
        game.OpenOrders(),
    )


@runs(game.Miracles)
def roll_miracles(play: Play, task: game.Miracles) -> None:
    """Each pool of Miracle Points is rolled anew (FS-FAC-02)."""
    for side in sides_in_order(play.state):
        if play.world.is_of(play.state, side, FactionCode.CHILDREN_OF_THE_SUN):
            play.tell(PoolRolled(side, miracle_points(play.roll, f"{side}/miracles")))


@runs(game.Score)
def score(play: Play, task: game.Score) -> None:
    """A point for each marker; at the goal the game ends (FS-WIN-03, FS-WIN-04)."""
    state = play.state
    holders = [marker.side for marker in state.markers]
    more = gained(holders, Side.A), gained(holders, Side.B)
    total = state.a.score + more[0], state.b.score + more[1]
    play.tell(Scored(more, total))
    ending = by_points(*total, goal=state.settings.goal)
    if ending is not None:
        finish(play, ending, "FS-WIN-04")
        return
    play.stage(Stage.END)
    play.push(
        *(
            game.Reentry(ship.id)
            for side in sides_in_order(state)
            for ship in state.fleet(side)
            if ship.status is Status.OFF_BOARD and ship.due <= state.turn
        ),
        game.TurnOver(),
    )


@runs(game.TurnOver)
def turn_over(play: Play, task: game.TurnOver) -> None:
    """Notes are cleared, and the initiative passes (FS-TURN-09)."""
    over = TurnEnded if play.world.version >= DEBTS_LAST else TurnCleared
    play.tell(over(play.state.turn))
    play.push(game.BeginTurn())


class DrawOffered(Fact[State], frozen=True):
    """A side offers a draw, or takes the offer back (FS-WIN-07)."""

    says = either("offered", N_("{side} offers a draw."), N_("{side} takes back its offer of a draw."))
    rule = "FS-WIN-07"
    decides = True
    makes = SideSets(draw_offered=Its("offered"))
    side: SideOf
    offered: bool


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
        return no(Code.E_PHASE, T_("The game is over."), "FS-WIN-07") if over else None

    @classmethod
    def likely(cls, look: Look) -> Iterator[Self]:
        """Offered if it makes sense, in a game that has been going on, though it may be given at any time."""
        if look.known.opened and cls.sensible(look, look.own):
            yield cls()

    @classmethod
    def sensible(cls, look: Look, side: Side) -> bool:
        """True if it makes sense."""
        return look.known.turn >= LONG


class Concede(AtTheEnd):
    """Give the game up; the other side wins."""

    path: ClassVar[str] = "sunrise concede"
    line: ClassVar[str] = "concede the game"
    asks: ClassVar[str] = T_("The other side wins then, and that cannot be taken back. Do you give the game up?")

    def obey(self, act: Act) -> None:
        """At any time (FS-WIN-07)."""
        finish(act.play, Ending(act.side.other.value), "FS-WIN-07")

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
        return no(Code.E_ONCE, T_("Your offer stands."), "FS-WIN-07") if look.known.of(look.own).draw_offered else None

    def obey(self, act: Act) -> None:
        """A draw needs both sides (FS-WIN-07)."""
        act.play.tell(DrawOffered(act.side, True))
        if act.play.state.of(act.side.other).draw_offered:
            finish(act.play, Ending.DRAW, "FS-WIN-07")


class WithdrawDraw(AtTheEnd):
    """Take back your offer of a draw."""

    path: ClassVar[str] = "sunrise no-draw"
    line: ClassVar[str] = "withdraw the draw"

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """Refuses `E_PHASE` where there is no offer."""
        if refused := super().ready(look):
            return refused
        return None if look.known.of(look.own).draw_offered else no(Code.E_PHASE, T_("You offer no draw."), "FS-WIN-07")

    def obey(self, act: Act) -> None:
        """An offer may be taken back while it is not taken up."""
        act.play.tell(DrawOffered(act.side, False))

    @classmethod
    def sensible(cls, look: Look, side: Side) -> bool:
        return True
