"""The small rulebook with a player of its own: what it has above what it keeps, it pays out coin by coin."""

from __future__ import annotations

from engine.clock import Instant
from engine.game import Seat
from engine.orders import Order
from tests.bot.ledger import INCOME, Ledger, Pay, Purses

KEEPS = INCOME - 5


class Miser(Ledger):
    """A ledger that plays; `asked` is what it was asked."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[tuple[Purses, Seat, Instant]] = []

    def advise(self, known: Purses, seat: Seat, now: Instant) -> Order | None:
        self.asked.append((known, seat, now))
        payee = next(name for name in sorted(known.coins) if name != seat)
        return Pay(coins=1, payee=payee) if known.coins.get(seat, 0) > KEEPS else None
