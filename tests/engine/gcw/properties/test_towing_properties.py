"""Random turns with tractor beams, tows and yards: every state is sound, and everybody knows what they should."""

import pytest

from engine.clock import HOUR, Instant
from engine.dice.keyed import ScriptedDice
from engine.game import MODERATOR, Seat, lapse
from engine.gcw.economy.mending import Mended, RepairShip
from engine.gcw.galaxy.hyperspace import Jump, Withdraw
from engine.gcw.space.fire import Fire
from engine.gcw.space.holding import (
    DraggedOff,
)
from engine.gcw.space.movement import Move
from engine.gcw.space.towing import (
    Release,
    Towed,
    Tractor,
)
from engine.orders import Order
from engine.played.chance import Chance
from engine.text.lines import to_text
from tests.engine.gcw.playing import BLUE, RED, Played, joined

ROUNDS = 10
WEIGHTS: dict[type[Order], int] = {Tractor: 6, Release: 1, Withdraw: 3, Jump: 2, Move: 2, Fire: 1, RepairShip: 4}


def field() -> Played:
    """Red's and blue's ships of many lengths in two cells of Corulag, next to Coruscant; one of red's is disabled."""
    game = joined()
    for line in (
        "spawn VSD named Hook at Corulag B-1 for red",
        "spawn STRK named Line at Corulag B-1 for red",
        "spawn CORV named Lame at Corulag B-1 for red",
        "spawn NEBB named Prize at Corulag B-1 for blue",
        "spawn STRK named Rival at Corulag B-2 for blue",
        "spawn CORV named Runner at Corulag B-1 for blue",
        "set unit Lame of red armor 0",
        "set owner of Coruscant to red",
    ):
        game.gm(line)
    return game


def act(game: Played, chance: Chance, seat: Seat) -> None:
    """A turn of up to four actions that the seat takes to be legal, some of which are dropped when it is played."""
    for _ in range(4):
        kinds = list(game.rules.legal(game.known[seat], seat, game.now))
        wanted = [one for one in kinds for _ in range(WEIGHTS.get(type(one), 0))]
        if wanted:
            game.give(seat, to_text(chance.choice(wanted), game.rules.orders))
    if game.give(seat, "submit On we go.") is None:
        game.give(seat, "final")


def meddle(game: Played, chance: Chance) -> None:
    """Has a moderator hurt, move or remove a unit, as they may at any time."""
    units = [unit for unit in game.state.units.values() if unit.on_grid and unit.owner]
    if not units:
        return
    if not units:
        return  # all are in hyperspace
    unit = chance.choice(units)
    line = chance.choice(
        (
            f"set unit {unit.name} of {unit.owner} armor {chance.below(2)}",
            f"place {unit.name} of {unit.owner} at Coruscant B-1",
            f"place {unit.name} of {unit.owner} at Corulag B-{1 + chance.below(4)}",
            f"remove {unit.name} of {unit.owner}",
        )
    )
    game.give(MODERATOR, line)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(12))
def test_random_tows_leave_the_state_sound(seed: int) -> None:
    game, chance = field(), Chance(seed)
    for _ in range(ROUNDS):
        for seat in (RED, BLUE):
            act(game, chance, seat)
        if chance.one_in(3):
            meddle(game, chance)
        game.wait(24)


@pytest.mark.slow
def test_the_random_turns_tow_drag_and_mend() -> None:
    seen: set[type] = set()
    for seed in range(30, 70):
        game, chance = field(), Chance(seed)
        for _ in range(ROUNDS):
            for seat in (RED, BLUE):
                act(game, chance, seat)
            game.wait(24)
        seen |= {type(one.fact) for one in game.said}
        if {Towed, DraggedOff, Mended} <= seen:
            return
    raise AssertionError(f"only {seen & {Towed, DraggedOff, Mended}} happened")


@pytest.mark.parametrize("seed", range(4))
def test_a_catch_up_is_the_same_as_being_there(seed: int) -> None:
    game, chance = field(), Chance(100 + seed)
    for _ in range(3):
        for seat in (RED, BLUE):
            act(game, chance, seat)
        game.wait(24)
    act(game, chance, RED)
    there, end = game.state, Instant(game.now + 40 * HOUR)
    for now in range(game.now, end + 1, 1600):  # 90 steps of 26 minutes 40 seconds
        there = lapse(game.rules, there, Instant(now), ScriptedDice()).state
    assert lapse(game.rules, game.state, end, ScriptedDice()).state == there
