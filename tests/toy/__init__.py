"""The toy rulebook: the smallest that has dice, secrets, simultaneous orders, a deadline and fog.

It proves the kernel apart from any real game, and is the first example to read before writing a rulebook.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from engine.clock import Instant
from engine.game import Awaited, Fact, RefusalText, Ruleset, RuleText, Said, Seat, Setup, Svg, Table
from engine.orders import Option, Order
from engine.played.checks import Checks
from engine.report import News, Report, View

from . import night, tell
from .checks import ToyChecks
from .facts import FACTS
from .orders import ORDERS, Call, Launch, Lock, Postpone, Sail
from .state import State


class Toy:
    """Night Boats."""

    name: str = "toy"
    title: str = "Night Boats"
    version: int = 1
    digest: str = ""  # it has no data pack
    state: type[State] = State
    facts: tuple[type[Fact[Any]], ...] = FACTS
    orders: tuple[type[Order], ...] = ORDERS
    views: tuple[View, ...] = tell.VIEWS
    refusals: Mapping[str, RefusalText] = night.REFUSALS
    texts: Sequence[RuleText] = night.TEXTS
    groups: Mapping[str, str] = {"toy": "Night Boats"}
    checks: str | type[Checks[State]] = ToyChecks

    def begin(self, setup: Setup, table: Table[State]) -> None:
        night.begin(setup, table)

    def obey(self, seat: Seat, order: Order, table: Table[State]) -> None:
        """Who may order anything at all is asked here, what the order asks for where it is obeyed."""
        if table.state.over:
            table.refuse("OVER")
        if isinstance(order, Postpone):
            night.postpone(order, table)
            return
        if seat not in table.state.seats:
            table.refuse("NOT_SEATED")
        if isinstance(order, Call):
            night.call(order, seat, table)
            return
        if seat in table.state.locks():
            table.refuse("LOCKED", round=table.state.round)
        match order:
            case Launch():
                night.launch(order, seat, table)
            case Sail():
                night.sail(order, seat, table)
            case Lock():
                night.lock(seat, table)

    def due(self, state: State) -> Instant | None:
        return state.until

    def lapse(self, table: Table[State]) -> None:
        night.end_round(table)

    def awaits(self, state: State) -> tuple[Awaited, ...]:
        return night.awaits(state)

    def legal(self, known: State, seat: Seat, now: Instant) -> Iterable[Order]:
        return tell.legal(known, seat)

    def options(
        self, known: State, seat: Seat, order: type[Order], field: str, given: Mapping[str, str], now: Instant
    ) -> Iterable[Option]:
        return tell.options(known, seat, order, field, dict(given))

    def subjects(self, known: State, seat: Seat | None, view: str, now: Instant) -> Iterable[Option]:
        return [Option(boat.name) for boat in known.fleet(seat)] if view == "boat" else []

    def tell(self, known: State, said: Said[State], seat: Seat | None) -> News | None:
        return tell.tell(known, said, seat)

    def show(self, known: State, seat: Seat | None, view: str, about: str, now: Instant) -> Report:
        return tell.show(known, seat, view, about)

    def draw(self, known: State, seat: Seat | None, view: str, about: str, now: Instant) -> Svg:
        return tell.draw(known, seat)


RULES: Ruleset[State] = Toy()
