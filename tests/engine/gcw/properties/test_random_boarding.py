"""Random turns in which everybody boards everybody: nothing breaks, all know what they should, ships change hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from engine.game import Seat
from engine.gcw.acting import Action
from engine.gcw.boarding.abandoning import PodsLanded
from engine.gcw.boarding.boarding import TakeOff
from engine.gcw.boarding.prizes import CaptureWaits, Taken, Yielded
from engine.orders import Order
from engine.played.chance import Chance
from engine.text.lines import to_text
from tests.engine.gcw.boarded import on_duty
from tests.engine.gcw.playing import BLUE, GREEN, RED, Played
from tests.engine.gcw.staged import rules

SEATS = (RED, BLUE, GREEN)
INSIDE = "gcw-crew "
"""Begins the path of each order for those inside ships."""
TURNS, ACTS = 12, 8


def scene(*, full: bool) -> Played:
    """Three players with frail ships, of whose crews a few boatloads may be the end; their fleets may be `full`."""
    game = Played()
    for seat, faction, ship, craft, squads in (
        (RED, "GE", "LNCR", "SEN", "7 STM"),
        (BLUE, "RA", "CORV", "GR75", "12 RSF"),
        (GREEN, "HS", "HCOR", "CSK", "4 GAM"),
    ):
        game.order(seat, f"join {faction} as Hero of {seat}", f"muster {ship} named {seat} home", "confirm")
        for number in (1, 2):
            name = f"{seat} {number}"
            game.gm(f"spawn {ship} named {name} at Hoth B-1 for {seat}", f"set unit {name} of {seat} shields 0")
            game.gm(f"set unit {name} of {seat} armor 1")
        for number in (1, 2, 3, 4):
            boat, marines = f"{seat} boat {number}", f"{seat} marines {number}"
            game.gm(f"spawn {craft} named {boat} at Hoth B-1 for {seat}")
            game.gm(f"spawn {squads} named {marines} at Hoth B-1 for {seat} inside {boat}")
    game.gm("spawn TPIK named Prize at Hoth B-1", "set unit Prize of nobody shields 0")
    if full:
        for seat in SEATS:
            for name in (f"{seat} Post", f"{seat} Main"):
                game.gm(
                    f"spawn MC90 named {name} at Hoth C-3 for {seat}",
                    f"spawn CFC named {name} Two at Hoth C-3 for {seat}",
                )
            on_duty(game, "Hoth", f"{seat} Post", f"{seat} Post Two")
    return game


def acts(game: Played, seat: Seat, chance: Chance) -> Iterator[Order]:
    """Actions of a turn: those inside ships twice as likely as all others together."""
    turns = [kind for kind in game.rules.orders if issubclass(kind, Action)]
    within = [kind for kind in turns if kind.path.startswith(INSIDE)]
    for _ in range(ACTS):
        look = game.rules.look(game.known[seat], seat, game.now)
        pool: list[Order] = [one for kind in within for one in kind.likely(look)]
        if not pool or chance.one_in(3):  # the others are many: they are listed only where one of them may be given
            pool = [one for kind in turns for one in kind.likely(look)]
        if pool:
            kinds = list(dict.fromkeys(type(one) for one in pool))
            kind = chance.choice([one for one in kinds if one is not TakeOff or chance.one_in(4)] or kinds)
            yield chance.choice([one for one in pool if type(one) is kind])


@pytest.mark.slow
@pytest.mark.rule("GCW-BRD-03", "GCW-BRD-05", "GCW-DMG-14", "GCW-DMG-16", "GCW-DMG-18", "GCW-LCH-02")
def test_ships_change_hands_in_random_turns_and_all_is_as_it_should_be() -> None:
    """After every step the state is sound, and each player's knowledge is what the rules take it to be (`Played`)."""
    happened: Counter[str] = Counter()
    for seed in range(6):
        game, chance = scene(full=bool(seed % 2)), Chance("boarders", seed)
        for number in range(TURNS * len(SEATS)):
            seat = SEATS[number % len(SEATS)]
            for order in acts(game, seat, chance):
                if game.give(seat, to_text(order)) is None:
                    happened[type(order).__name__] += 1
            game.order(seat, "submit On.", "final")
            if number % len(SEATS) == 2:
                game.wait(24)
            if chance.one_in(12):
                unit = chance.choice(list(game.state.units.values()))
                game.gm(f"remove {unit.name} of {unit.owner or 'nobody'}")
        happened.update(type(one.fact).__name__ for one in game.said)
    facts = (Taken, Yielded, CaptureWaits, PodsLanded)
    for name in (
        *(one.__name__ for one in rules().orders if one.path.startswith(INSIDE)),
        *(one.__name__ for one in facts),
    ):
        assert happened[name] > 0, f"{name} never happened: {happened}"
