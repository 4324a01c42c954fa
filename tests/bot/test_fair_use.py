"""Requests of a member within a minute: counted for each by a steady clock, and told with the seconds left."""

from __future__ import annotations

import pytest

from bot.ui.fair_use import MINUTE, MOST_MEMBERS, Costly, FairUse
from engine.game import Refusal

RED, BLUE = 1, 2


class Watch:
    """A steady clock that stands until it is moved."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_so_many_are_free_and_the_next_one_waits_for_the_rest_of_the_minute() -> None:
    watch = Watch()
    fair = FairUse(watch)
    assert [fair.wait(Costly.PICTURE, RED) for _ in range(Costly.PICTURE.most)] == [0] * Costly.PICTURE.most
    watch.now += 40
    assert fair.wait(Costly.PICTURE, RED) == 20
    watch.now += 21
    assert fair.wait(Costly.PICTURE, RED) == 0


def test_each_member_and_each_kind_is_counted_apart() -> None:
    fair = FairUse(Watch())
    for _ in range(Costly.DICE.most):
        fair.require(Costly.DICE, RED)
    with pytest.raises(Refusal, match="You asked for 6 checks of dice within a minute; the next one is for you in 60"):
        fair.require(Costly.DICE, RED)
    fair.require(Costly.DICE, BLUE)
    fair.require(Costly.SHEET, RED)


def test_those_who_asked_for_nothing_lately_are_let_go() -> None:
    watch = Watch()
    fair = FairUse(watch)
    for member in range(MOST_MEMBERS):
        fair.wait(Costly.PICTURE, member)
    watch.now += 2 * MINUTE
    fair.wait(Costly.PICTURE, MOST_MEMBERS)
    assert len(fair._asked) == 1
