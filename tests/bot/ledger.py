"""A small rulebook for tests of the desk: purses, hourly income, payments, secrets, dice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar

import msgspec
from pydantic import Field

from engine.clock import HOUR, Instant
from engine.game import (
    EVERYONE,
    Awaited,
    Coming,
    Fact,
    HiddenShown,
    Refusal,
    RefusalText,
    RuleText,
    Said,
    Seat,
    Setup,
    Svg,
    Table,
    only,
)
from engine.orders import Option, Order
from engine.played.checks import Checks
from engine.report import News, Report, Section, View
from engine.text.message import N_, NOTHING, T_, Text, recorded, stamp
from engine.text.names import shown

INCOME = 100


class Purses(msgspec.Struct, frozen=True):
    """Purses: what each seat owns, when income comes next (None before the start), and things that only fill space."""

    coins: dict[str, int] = {}
    next_income: int | None = None
    rolled: int = 0
    goods: dict[str, int] = {}


class Opened(Fact[Purses], frozen=True):
    seats: tuple[str, ...]
    next_income: int

    def evolve(self, state: Purses) -> Purses:
        return msgspec.structs.replace(state, coins=dict.fromkeys(self.seats, 0), next_income=self.next_income)


class Earned(Fact[Purses], frozen=True):
    seat: str
    coins: int

    def evolve(self, state: Purses) -> Purses:
        coins = {**state.coins, self.seat: state.coins.get(self.seat, 0) + self.coins}
        return msgspec.structs.replace(state, coins=coins)


class HourStruck(Fact[Purses], frozen=True):
    next_income: int

    def evolve(self, state: Purses) -> Purses:
        return msgspec.structs.replace(state, next_income=self.next_income)


class Paid(Fact[Purses], frozen=True):
    payer: str
    payee: str
    coins: int

    def evolve(self, state: Purses) -> Purses:
        coins = dict(state.coins)
        coins[self.payer] = coins.get(self.payer, 0) - self.coins
        coins[self.payee] = coins.get(self.payee, 0) + self.coins
        return msgspec.structs.replace(state, coins=coins)


class Shouted(Fact[Purses], frozen=True):
    seat: str
    shout: str


class Stocked(Fact[Purses], frozen=True):
    goods: dict[str, int]

    def evolve(self, state: Purses) -> Purses:
        return msgspec.structs.replace(state, goods={**state.goods, **self.goods})


class Diced(Fact[Purses], frozen=True):
    closes = True
    result: int

    def evolve(self, state: Purses) -> Purses:
        return msgspec.structs.replace(state, rolled=state.rolled + 1)


class Pay(Order):
    """Pay another seat."""

    path: ClassVar[str] = "ledger pay"
    line: ClassVar[str] = "pay {coins} to {payee}"
    coins: int = Field(ge=1, description="how much")
    payee: str = Field(description="to whom")


class Shout(Order):
    """Say something that everybody hears."""

    path: ClassVar[str] = "ledger shout"
    line: ClassVar[str] = "shout {words}"
    words: str = Field(description="what")


class Roll(Order):
    """Roll a die."""

    path: ClassVar[str] = "ledger roll"
    line: ClassVar[str] = "roll"


class Mint(Order):
    """Give a seat money."""

    path: ClassVar[str] = "ledger mint"
    line: ClassVar[str] = "mint {coins} for {payee}"
    moderator: ClassVar[bool] = True
    coins: int = Field(ge=1, description="how much")
    payee: str = Field(description="for whom")


class Stock(Order):
    """Put many goods into the books."""

    path: ClassVar[str] = "ledger stock"
    line: ClassVar[str] = "stock {count}"
    moderator: ClassVar[bool] = True
    count: int = Field(ge=1, description="how many")


REFUSALS = {
    "POOR": RefusalText("You have {have} coins, not {want}.", "LED-01", "Pay at most {have}."),
    "NOBODY": RefusalText("Nobody here is called {name}.", "LED-02"),
    "LONELY": RefusalText("A ledger needs a seat.", "LED-03"),
}


class Ledger:
    """The rulebook."""

    name = "ledger"
    title = "The Ledger"
    state = Purses
    facts: tuple[type[Fact[Any]], ...] = (Opened, Earned, HourStruck, Paid, Shouted, Stocked, Diced)
    orders: tuple[type[Order], ...] = (Pay, Shout, Roll, Mint, Stock)
    by_use = orders
    views: tuple[View, ...] = (View("purse", "What you own"),)
    refusals: Mapping[str, RefusalText] = REFUSALS
    texts: Sequence[RuleText] = ()
    groups: Mapping[str, str] = MappingProxyType({"ledger": "The books"})
    checks: str | type[Checks[Purses]] = Checks

    def __init__(self, version: int = 1, digest: str = "d1") -> None:
        self.version = version
        self.digest = digest

    def home(self, known: Purses, seat: Seat, now: Instant) -> Report:
        return self.show(known, seat, self.views[-1].name, "", now)

    def possible(self, known: Purses, seat: Seat, now: Instant) -> Sequence[type[Order]]:
        return [order for order in self.orders if not order.moderator]

    def doubted(self, kind: type[Order]) -> bool:
        return False

    def doubts(self, known: Purses, seat: Seat, order: Order, now: Instant) -> Text:
        return NOTHING

    def require_ready(self, known: Purses, seat: Seat, now: Instant, kind: type[Order]) -> None:
        return

    def begin(self, setup: Setup, table: Table[Purses]) -> None:
        if not setup.seats:
            table.refuse("LONELY")
        table.say(Opened(tuple(setup.seats), table.now + HOUR), EVERYONE)

    def obey(self, seat: Seat, order: Order, table: Table[Purses]) -> None:
        if isinstance(order, Pay):
            have = table.state.coins.get(seat, 0)
            if order.payee not in table.state.coins:
                table.refuse("NOBODY", name=order.payee)
            if have < order.coins:
                table.refuse("POOR", have=have, want=order.coins)
            table.say(Paid(seat, order.payee, order.coins), only(seat, Seat(order.payee)))
        elif isinstance(order, Shout):
            table.say(Shouted(seat, order.words), EVERYONE)
        elif isinstance(order, Roll):
            dice = table.turn_dice(table.state.rolled + 1)
            table.say(Diced(dice.roll("the die", 6)), EVERYONE)
        elif isinstance(order, Mint):
            table.say(Earned(order.payee, order.coins), only(Seat(order.payee)))
        elif isinstance(order, Stock):
            table.say(Stocked({f"crate {number}": number for number in range(order.count)}))

    def due(self, state: Purses) -> Instant | None:
        return None if state.next_income is None else Instant(state.next_income)

    def lapse(self, table: Table[Purses]) -> None:
        table.say(HourStruck(table.now + HOUR), EVERYONE)
        for seat in sorted(table.state.coins):
            table.say(Earned(seat, INCOME), only(Seat(seat)))

    def awaits(self, state: Purses) -> tuple[Awaited, ...]:
        until = self.due(state)
        return tuple(Awaited(Seat(seat), "a payment", until) for seat in sorted(state.coins))

    def to_come(self, known: Purses) -> tuple[Instant | None, ...]:
        return (*(one.until for one in self.awaits(known)), self.due(known))

    def over(self, state: Purses) -> bool:
        return False

    def full(self, state: Purses, seats: int) -> Text:
        return NOTHING

    def coming(self, known: Purses, seat: Seat) -> tuple[Coming, ...]:
        return ()

    def legal(self, known: Purses, seat: Seat, now: Instant, kind: type[Order] | None = None) -> Iterable[Order]:
        if kind in (None, Shout):
            yield Shout(words="hello")
        for payee in sorted(known.coins) if kind in (None, Pay) else ():
            if payee != seat and known.coins.get(seat, 0) > 0:
                yield Pay(coins=1, payee=payee)

    def options(
        self, known: Purses, seat: Seat, order: type[Order], field: str, given: Mapping[str, str], now: Instant
    ) -> Iterable[Option]:
        return [Option(name) for name in sorted(known.coins) if name != seat]

    def subjects(self, known: Purses, seat: Seat | None, view: str, now: Instant) -> Iterable[Option]:
        return ()

    def as_called(self, known: Purses, later: Purses, seat: Seat | None) -> Purses:
        return known

    def tell(self, known: Purses, said: Said[Purses], seat: Seat | None) -> News | None:
        fact = said.fact
        if isinstance(fact, Earned):
            return News(
                f"{shown(fact.seat)} earns {fact.coins}, at {stamp(said.at)}, and has {known.coins[fact.seat]}."
            )
        if isinstance(fact, Paid):
            return News(f"{shown(fact.payer)} pays {fact.coins} to {shown(fact.payee)}.", decides=True)
        if isinstance(fact, Shouted):
            topic = "battle:1" if fact.shout.startswith("battle") else ""
            return News(f"{shown(fact.seat)}: {recorded(fact.shout)}", topic, "Battle 1" if topic else "")
        if isinstance(fact, Opened):
            return News("The books are open.")
        if isinstance(fact, Diced):
            return News(f"A die shows {fact.result}.", picture="purse")
        return fact.news(None) if isinstance(fact, HiddenShown) else None

    def show(self, known: Purses, seat: Seat | None, view: str, about: str, now: Instant) -> Report:
        if view != "purse":
            raise Refusal("VIEW", "There is only the purse.")
        own = known.coins.get(seat or "", 0)
        when = stamp(Instant(known.next_income)) if known.next_income is not None else T_("never")
        lead, income = N_("You have {coins}.")(coins=own), N_("income {when}")(when=when)
        return Report(T_("Purse"), lead, (Section(T_("Next"), (income,)),))

    def draw(self, known: Purses, seat: Seat | None, view: str, about: str, now: Instant) -> Svg:
        return Svg(f"<svg><text>{known.coins.get(seat or '', 0)}</text></svg>")
