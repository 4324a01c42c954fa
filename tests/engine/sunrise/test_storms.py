"""Storms of odd orders in games of random players: each is refused clearly and changes nothing, or keeps all sound."""

from __future__ import annotations

from itertools import islice

import pytest
from pydantic import ValidationError

from engine.game import KERNEL_REFUSALS, MODERATOR, Outcome, Seat
from engine.orders import Order
from engine.played.chance import Chance
from engine.played.checks import checks_of
from engine.sunrise.data.codes import Code
from engine.sunrise.state import State
from tests.engine.sunrise.played.test_play_games import Table
from tests.engine.sunrise.playing import BLUE, RED, RULES

ODD = (
    "", ",", ";", "and", "\t", "+\t3", "- 3", "\u00b2", "\u0663", "1e5", "1e-999999999", "NaN", "-0", "Infinity",
    "1_000", "999999",
    "A1", "B1", "AS1", "BS1", "c1", "0", "-1", "all", "none", "usual", "d", "e", "pips", "bridge", "Torpedo 99", "fore",
    "rear, fore", "wobble", "c1 at B1", "c1 at B1 from A2", "1 at B1, 1 at B1", "at", "at at at at", "AS1 at AS1, AS1",
    "accelerate +\t3", "port 99999", "p\uff13", "jump 3 to 36 24", "jump 9999 to 1e3 .", "jump 1 to . .",
    "launch AS1 + AS1",
    "launch, launch", "miracle 9999", "overcharge 9999", "front 3", "circle 36 24 0", "circle 36 24 100", "polygon 1 1",
    "polygon 1 1 2 2 3 3", "polygon 1 1, 5 5, 1 5, 5 1", "circle nan 1 2", "A1: accelerate 1; B1: port 1", ":", ";;;",
    "@everyone", "*" * 40, "energy", "Fighter, Bomber", "m1", "t1", "side a", "72.001", "360", "4.5", "|||", "a|b|c|d",
    "X; faction nope", "Flight Deck (", "()", " / ",
)  # fmt: skip
NUMBERS = (-1, 0, 1, 2, 5, 20, 50, 99, 999)


def odd(kind: type[Order], name: str, chance: Chance) -> object:
    """A value that a field could be given by somebody who does not know it."""
    annotation = kind.model_fields[name].annotation
    if annotation is bool:
        return chance.one_in(2)
    return chance.choice(NUMBERS) if annotation is int else chance.choice(ODD)


def spoilt(base: Order, chance: Chance) -> Order | None:
    """The order with odd values in a field or two; None where its shape does not allow them."""
    kind = type(base)
    fields = base.model_dump()
    for _ in range(1 + chance.below(2)):
        if fields:
            name = chance.choice(list(fields))
            fields[name] = odd(kind, name, chance)
    try:
        return kind.model_validate({name: value for name, value in fields.items() if value is not None})
    except ValidationError:
        return None


def orders(table: Table, chance: Chance) -> list[tuple[Seat, Order]]:
    """One order of each kind that a seat could give, and some of the other kinds from other moments."""
    found: list[tuple[Seat, Order]] = []
    for seat in (RED, BLUE, MODERATOR):
        kinds: dict[type[Order], list[Order]] = {}
        for one in islice(RULES.legal(table.knows(seat), seat, table.now), 200):
            kinds.setdefault(type(one), []).append(one)
        found += [(seat, chance.choice(ones)) for ones in kinds.values()]
    return found


def answered(before: State, outcome: Outcome[State], order: Order) -> None:
    """Checks what must hold of the answer to any order."""
    refusal = outcome.refusal
    if refusal is None:
        assert checks_of(RULES).invariant(outcome.state) is None, order
        return
    assert outcome.state is before and not outcome.said
    if refusal.code in KERNEL_REFUSALS:
        assert order.moderator
        return
    assert refusal.code in {code.value for code in Code}, order
    assert refusal.rule in {text.id for text in RULES.texts} and refusal.sentence.strip(), order


@pytest.mark.parametrize("number", range(6))
def test_an_odd_order_is_refused_and_changes_nothing(number: int) -> None:
    table = Table(500 + number)
    chance = Chance("storm", number)
    kept: list[tuple[Seat, Order]] = []
    steps = 0
    while not table.state.over:
        steps += 1
        table.go_on()
        if steps % 8:
            continue
        now = orders(table, chance)
        kept = [*kept[-60:], *now]
        for seat, base in [*now, *(chance.choice(kept) for _ in range(10))]:
            order = spoilt(base, chance)
            if order is not None:
                giver = chance.choice((RED, BLUE, Seat("green"))) if chance.one_in(5) else seat
                answered(table.state, table.tries(giver, order), order)
