"""Random players: the orders they give, one after the other, from what each of them knows."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import TypeVar

import msgspec
from pydantic import ValidationError

from engine.clock import DAY, Instant, instant, iso
from engine.game import MODERATOR, Seat, Setup
from engine.orders import Order
from engine.played.chance import Chance
from engine.played.checks import Length
from engine.played.played_game import PlayedGame
from engine.text.lines import to_text

S = TypeVar("S", bound=msgspec.Struct)

Orders = Sequence[Order]


BEGINS = instant("2024-01-10T12:00:00Z")
"""When random games begin, where nothing else is asked for."""
USUAL = Length()
"""The length of a random game, where none is asked for."""

LEGAL = 2000
"""Orders of `legal` that a random player looks at."""

PASSES = 12
"""Of so many moves one is that time passes."""

PAUSE = 4000
"""Seconds that pass at most, where a game has no days to fill."""

FEW = 10
"""Of orders that were found, so many are remembered."""

REMEMBERED = 100
"""Orders found lately, of whatever kind, from which a spoiled order takes what does not belong in it."""


class Move(msgspec.Struct, frozen=True):
    """An order of a seat at an instant, or (no order) time that passed until then."""

    at: Instant
    seat: Seat = Seat("")
    order: Order | None = None

    def make(self, game: PlayedGame[S]) -> None:
        """Let time pass until then in a game, and give the order."""
        game.lapse(self.at)
        if self.order is not None:
            game.obey(self.seat, self.order)


def told(setup: Setup, moves: Sequence[Move]) -> list[str]:
    """Moves as the lines of a transcript."""
    lines = [f"seats: {', '.join(setup.seats)}", *(f"option: {key}={value}" for key, value in setup.options.items())]
    now: Instant | None = None
    for move in moves:
        if move.at != now:
            lines.append(f"@ {iso(move.at)}")
            now = move.at
        if move.order is not None:
            lines.append(f"{move.seat}> {to_text(move.order)}")
    return lines


def random_moves(
    game: PlayedGame[S], chance: Chance, opening: Sequence[Move] = (), length: Length = USUAL
) -> Iterator[Move]:
    """The opening, then moves of random players: legal orders mostly, others' and spoiled ones now and then, and time.

    The game, which has begun, is looked at anew before each move. Time passes to what is due next, or for an hour or
    so; in a game that lasts days, for as long as its moves take to fill them. Ends with those days, or where nobody can
    do anything and time changes nothing; a game that is played to its end is a moderator's then.
    """
    rules, begins = game.rules, game.now
    pause = 2 * PASSES * length.days * DAY // length.moves if length.days else PAUSE
    yield from opening
    now = max([begins, *(move.at for move in opening)])
    ends = Instant(now + length.days * DAY) if length.days else None
    last: Move | None = None
    idle = 0
    lately: deque[Order] = deque(maxlen=REMEMBERED)
    while True:
        due = rules.due(game.state)
        stuck = idle > len(game.seats)
        ruled = stuck and due is None and length.whole
        if not ruled and (stuck or chance.one_in(PASSES)):
            if (ends is not None and now >= ends) or (stuck and due is None):
                return
            idle = 0
            hops = ends is None and due is not None and not chance.one_in(4)
            now = max(now, due) if hops and due is not None else Instant(now + chance.below(pause))
            yield Move(now)
            continue
        if last is not None and chance.one_in(25):
            yield Move(now, last.seat, last.order)  # the same click twice
            continue
        seat = MODERATOR if ruled else chance.choice((*game.seats, MODERATOR) if chance.one_in(10) else game.seats)
        found = _listed(game, seat, now, chance, length.without)
        if not found:
            idle += 1
            continue
        lately.extend(found[:FEW])
        order = chance.choice(found)
        if chance.one_in(8):
            order = spoiled(order, lately, chance)
        idle = 0
        now = Instant(now + (chance.below(600) if chance.one_in(3) else 0))
        last = Move(now, chance.choice(game.seats) if chance.one_in(20) else seat, order)
        yield last


def _listed(game: PlayedGame[S], seat: Seat, now: Instant, chance: Chance, without: Sequence[str]) -> Orders:
    """Orders of one kind that a seat could give: of kinds in random order the first of which there are any.

    One kind is listed and not all: listing is most of what a random game costs.
    """
    given = (kind for kind in game.rules.orders if kind.__name__ not in without)
    kinds = [kind for kind in given if kind.moderator == (seat == MODERATOR) for _ in range(kind.tried)]
    while kinds:
        kind = chance.choice(kinds)
        found = list(islice(game.rules.legal(game.knows(seat), seat, now, kind), LEGAL))
        if found:
            return found
        kinds = [other for other in kinds if other is not kind]
    return []


NONSENSE: Mapping[type, Sequence[object]] = {
    int: (0, 1, -1, 7, 100, 2**31),
    str: ("", "nobody", "`@everyone` <@1> 🛰️", "at of to", "x" * 300),
    bool: (True, False),
}


def spoiled(order: Order, others: Iterable[Order], chance: Chance) -> Order:
    """The order with one field from another order, or with nonsense in it; as it was where nothing of the kind fits."""
    names = list(type(order).model_fields)
    if not names:
        return order
    name = chance.choice(names)
    value = getattr(order, name)
    values: list[object] = [
        given for other in others for given in other.model_dump().values() if type(given) is type(value)
    ]
    values += NONSENSE.get(type(value), ())
    try:
        return type(order).model_validate({**order.model_dump(), name: chance.choice(values)}) if values else order
    except ValidationError:
        return order
