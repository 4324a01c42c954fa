"""Whole campaigns that Umpire plays against others, for its tests: who plays each seat, season after season."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import islice

from engine.clock import HOUR, instant, later
from engine.dice.keyed import FixedDice
from engine.eaw.battle.reports import Auto
from engine.eaw.figures import exact
from engine.eaw.look import Look
from engine.eaw.opponent import Plans, in_battle, possible
from engine.eaw.season.plot import Plot, Seal, projected
from engine.eaw.state import Choice, State, Step
from engine.eaw.works.developing import Fortify
from engine.game import MODERATOR, Seat, Setup
from engine.orders import Order
from engine.played.chance import Chance
from engine.played.played_game import PlayedGame
from tests.engine.eaw.playing import RULES

SEATS = tuple(Seat(name) for name in ("red", "blue", "green", "gold"))
BEGINS = instant("2026-03-01T12:00:00Z")
MOST = 4000
"""Orders of a campaign; one that takes more hangs."""
EACH_SEASON = 8
"""Orders that a random player tries in a season."""

Player = Callable[[Look], Order | None]


def umpire(look: Look) -> Order | None:
    """Umpire, by what it knows."""
    return RULES.advise(look.known, look.own, look.now)


def at_random(number: int) -> Player:
    """A player who gives some orders of the season by chance, then seals; battles are settled."""
    chance, given = Chance("player", number), dict[int, int]()

    def play(look: Look) -> Order | None:
        if look.known.step is not Step.PLOT:
            return asked(look)
        given[look.known.t] = given.get(look.known.t, 0) + 1
        if given[look.known.t] > EACH_SEASON:
            return Seal()
        kinds = [kind for kind in RULES.orders if issubclass(kind, Plot) for _ in range(kind.tried)]
        found = list(islice(RULES.legal(look.known, look.own, look.now, chance.choice(kinds)), 12))
        return chance.choice(found) if found else play(look)

    return play


def defender(look: Look) -> Order | None:
    """A player who only defends: gathers ships and builds all that can be built at home, fortifies it, and waits."""
    if look.known.step is not Step.PLOT:
        return asked(look)
    ahead = projected(look)
    plans = Plans(look, ahead)
    home = look.mine.home
    forts = [Fortify(fleet=str(one.number)) for one in plans.fleets if one.at == home and one not in plans.spears]
    wishes: list[Plot] = [*plans.gathering(), *forts[-1:], *plans.building()]
    return next(possible(look, ahead, wishes), Seal())


def asked(look: Look) -> Order | None:
    """Order by which anybody answers: the usual, and battles are settled by strength and dice."""
    choice = look.asked()
    if isinstance(choice, Choice):
        return RULES.advise(look.known, look.own, look.now)
    order = in_battle(look, {kind.path: kind for kind in RULES.orders})
    return next(Auto.possible(look), None) if isinstance(order, Auto) else order


def campaign(players: Mapping[Seat, Player], number: int, years: int = 4, map: str = "random 16") -> State:
    """A campaign of some years to its end; every order that is given must be accepted."""
    seats = tuple(players)
    game = PlayedGame(RULES, seats, FixedDice(number.to_bytes(8, "big")))
    options = {"map": map, "end-year": str(165 + years - 1)}
    game.begin(Setup(f"Campaign {number}", seats, options), BEGINS)
    for _ in range(MOST):
        if game.state.over:
            return game.state
        given = False
        for seat in seats:
            if all(one.seat != seat for one in RULES.awaits(game.state)):
                continue
            order = players[seat](RULES.look(game.knows(seat), seat, game.now))
            if order is not None:
                refusal = game.obey(seat, order)
                assert refusal is None, f"campaign {number}, {seat}: {order!r}: {refusal}"
                given = True
        if not given:
            for battle in [one for one in game.state.battles.values() if one.stage == "ruling"]:
                game.order(MODERATOR, f"settle {battle.id}")
            due = RULES.due(game.state)
            game.lapse(due if due is not None else later(game.now, HOUR))
    raise AssertionError(f"campaign {number} goes on for ever, at season {game.state.t}, {game.state.step}")


def points(state: State) -> dict[Seat, float]:
    """The victory points of all, to compare and print."""
    return {seat: float(exact(one.vp)) for seat, one in state.empires.items()}
