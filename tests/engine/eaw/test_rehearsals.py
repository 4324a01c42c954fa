"""Rehearsals of a season are kept line by line: a line more costs one line, and comes to what all of them anew do."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from inspect import unwrap
from itertools import count, permutations
from types import FrameType
from typing import Any

import pytest
from msgspec.structs import replace

from engine.eaw.look import Look
from engine.eaw.season import plot
from engine.eaw.season.plot import Plot, Projection, first_standing, rehearse, written
from engine.eaw.season.run import Lost
from engine.eaw.state import with_empire, with_realm
from engine.text.masks import Masks
from tests.engine.eaw.playing import BLUE, RED, RULES, Played

CARRIED_OUT = tuple(unwrap(done).__code__ for done in (Plot.try_out, Plot.carry_out))
"""What carries a line out, in rehearsal or in earnest."""

LINES = (
    "jump fleet 1 to 2",
    "jump fleet 1 to 3",
    "free jump fleet 2 to 2",
    "build FF at dock 1 in fleet 2",
    "transfer FF-2 from fleet 2 to fleet 4",
)
"""Orders of which some are refused in some orders of writing, some for want of what comes later."""


def campaign() -> Played:
    """Three fleets of the first empire, where it has a colony, and few movement points."""
    game = Played()
    game.fleet(RED, 1, "1", "CA", "FF")
    game.fleet(RED, 2, "1", "CA", "FF")
    game.fleet(RED, 3, "2", "CA", "FF")
    game.develops(RED, "1", "colony")
    game.arrange(with_realm(game.state, RED, mp=2))
    return game


def looks(game: Played) -> Look:
    """Look of the first empire now."""
    return Look(RULES.world, game.known[RED], RED, game.now, RULES.refusals)


@contextmanager
def rehearsals() -> Iterator[list[str]]:
    """The lines whose orders are carried out meanwhile, in rehearsal or in earnest."""
    done: list[str] = []

    def called(frame: FrameType, event: str, arg: object) -> None:
        if event == "call" and frame.f_code in CARRIED_OUT:
            done.append(str(frame.f_locals["self"].fleet))

    before = sys.getprofile()
    sys.setprofile(called)
    try:
        yield done
    finally:
        sys.setprofile(before)


@contextmanager
def interrupted(at: int, meanwhile: Callable[[], object]) -> Iterator[None]:
    """Something else is done once meanwhile, before a line of `rehearse`: as another thread may."""
    lines = count(1)

    def traced(frame: FrameType, event: str, arg: object) -> Callable[[FrameType, str, object], Any] | None:
        if frame.f_code is not rehearse.__code__:
            return None
        if event == "line" and next(lines) == at:
            sys.settrace(None)
            meanwhile()
        return traced

    before = sys.gettrace()
    sys.settrace(traced)
    try:
        yield
    finally:
        sys.settrace(before)


def came_of(found: Projection) -> object:
    """All that came of a rehearsal."""
    plan = [(replace(one, refusal=None), str(one.refusal)) for one in found.plan]
    return plan, found.spent, found.left, found.run.state


def test_a_line_more_that_comes_last_costs_one_line() -> None:
    game = campaign()
    game.red("jump fleet 1 to 2")
    with rehearsals() as done:
        game.red("jump fleet 3 to 1")
    assert done == ["3"]


def test_what_others_seal_has_nothing_rehearsed_again() -> None:
    game = campaign()
    game.red("jump fleet 1 to 2", "jump fleet 3 to 1")
    game.blue("seal")
    with rehearsals() as done:
        game.red("seal")
    assert done == ["1", "3"]  # in earnest


def test_what_is_learnt_of_another_empire_has_all_rehearsed_again() -> None:
    game = campaign()
    game.red("jump fleet 1 to 2", "jump fleet 3 to 1")
    game.known[RED] = with_empire(game.known[RED], BLUE, vp="3")
    with rehearsals() as done:
        rehearse(looks(game), looks(game).mine.orders)
    assert done == ["1", "3"]


@pytest.mark.slow
def test_going_on_from_what_is_kept_comes_to_what_all_anew_comes_to() -> None:
    game, met = campaign(), set[str]()
    for lines in permutations(LINES):
        for length in range(1, len(lines) + 1):
            going_on = came_of(rehearse(looks(game), lines[:length]))
            plot._AUTHORS.clear()
            anew = rehearse(looks(game), lines[:length])
            assert going_on == came_of(anew), lines[:length]
            met |= {one.refusal.code for one in anew.plan if one.refusal is not None}
            for one in permutations(LINES, 2):
                rehearse(looks(game), one)  # what is kept is of other lists
    assert {"E_MP", "E_COMMIT"} <= met, met


PAYS_AND_HAS_NO_ROOM = "build bases 12 GSA at dock 1 aboard FF-1"
"""An order that is refused when it has paid already: a frigate has no cargo boxes (E_CARGO)."""


def test_nothing_stays_of_an_order_that_is_refused_half_way() -> None:
    game = campaign()
    for lines in permutations((PAYS_AND_HAS_NO_ROOM, "jump fleet 3 to 1", "build FF at dock 1 in fleet 2")):
        found = rehearse(looks(game), lines)
        assert [one.line for one in found.plan if one.refusal is not None] == [PAYS_AND_HAS_NO_ROOM]
        rest = rehearse(looks(game), tuple(one for one in lines if one != PAYS_AND_HAS_NO_ROOM))
        assert (found.run.state, found.left) == (rest.run.state, rest.left)


def test_nothing_stays_of_an_order_that_is_lost_half_way() -> None:
    """A state of things may forbid it, when orders are locked: it costs its movement point, and no BPV (register
    0.4).
    """
    game = campaign()
    game.arrange(with_realm(game.state, RED, orders=(PAYS_AND_HAS_NO_ROOM,)))
    before = game.state.realms[RED].treasury
    game.seal()
    (lost,) = game.heard_by(Lost, RED)
    assert (lost.line, lost.code) == (PAYS_AND_HAS_NO_ROOM, "E_CARGO")
    assert game.state.realms[RED].treasury == before and not game.state.bases


def test_what_was_learnt_since_is_in_the_rehearsal() -> None:
    game, line = campaign(), "build FF at dock 1 in fleet 2"
    game.arrange(with_realm(game.state, RED, treasury=100))
    (before,) = rehearse(looks(game), (line,)).plan
    game.known[RED] = with_realm(game.known[RED], RED, treasury=1)
    (after,) = rehearse(looks(game), (line,)).plan
    assert before.refusal is None
    assert after.refusal is not None and after.refusal.code == "E_BPV"


def test_rehearsals_are_forgotten_when_the_season_is_locked() -> None:
    plot._AUTHORS.clear()
    game = campaign()
    game.red(LINES[0])
    assert {author[0] for author in plot._AUTHORS} == {RED}
    game.seal()
    assert not plot._AUTHORS


def test_the_orders_and_seals_of_the_moment_stand_in_what_is_foreseen() -> None:
    game = campaign()
    game.red("jump fleet 1 to 2")
    game.order(BLUE, "seal")
    found = rehearse(looks(game), ("jump fleet 1 to 2",)).look
    assert found.mine.orders == ("jump fleet 1 to 2",)
    assert found.known.empires[BLUE].sealed


def test_a_line_more_goes_on_from_what_was_not_refused() -> None:
    game = campaign()
    lines = (PAYS_AND_HAS_NO_ROOM, "jump fleet 3 to 1", PAYS_AND_HAS_NO_ROOM, "build FF at dock 1 in fleet 2")
    first = first_standing(looks(game))
    anew = written(first, (), lines, ())
    assert [one.refusal is None for one in anew] == [False, True, False, True]
    for length in range(len(lines)):
        assert written(first, anew[:length], lines, ()) == anew


def test_a_refusal_that_is_kept_hides_a_name_as_soon_as_it_is_forgotten() -> None:
    game, line = campaign(), "transfer Swift from fleet 2 to fleet 3"
    (before,) = rehearse(looks(game), (line,)).plan
    with Masks({"Swift": "ship 1"}).hiding():
        (after,) = rehearse(looks(game), (line,)).plan
    assert before.refusal is not None and "Swift" in before.refusal.sentence
    assert after.refusal is not None and "Swift" not in after.refusal.sentence


@pytest.mark.parametrize("at", range(1, 20))
def test_two_who_rehearse_for_one_author_at_once_disturb_nobody(at: int) -> None:
    look, lines, others = looks(campaign()), LINES[:3], (LINES[3], LINES[2], LINES[0])
    alone = came_of(rehearse(look, lines))
    for meanwhile in (others, others[:1], lines[1:]):
        plot._AUTHORS.clear()
        rehearse(look, lines[:2])
        with interrupted(at, partial(rehearse, look, meanwhile)):
            found = rehearse(look, lines)
        assert came_of(found) == alone
