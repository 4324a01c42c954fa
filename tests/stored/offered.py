"""Menus and lists of possible orders: what was offered and would be obeyed is offered, and nothing else is.

They follow from what orders name, so their entries come in another order, and with other neighbours, as the rules of
naming change; line by line they say nothing. What matters is compared value by value and kind by kind, on the same
table: an entry of then is missing today if an order with it is still obeyed, and an entry of today is wrong if it is
refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, get_args, get_origin

import msgspec
from pydantic import ValidationError

from engine.act import Order
from engine.clock import Instant
from engine.dice.keyed import ChainDice
from engine.game import MODERATOR, Refusal, Seat, obey
from engine.gcw.acting import Action
from engine.noun import NOTHING_FOUND, Found
from engine.orders import Order as AnyOrder
from engine.text.lines import WordsError, parse
from tests.stored.spoken import Looks, Rules, Spoken, looks

LIST = "You could draft"
"""The heading above the lines of possible orders in the panel of a turn."""

BUTTON = re.compile(
    r"(?:Submit turn|Clear draft|Make final|Replace posted turn by draft|Edit: copy to draft): |[A-Z]+(?:-[A-Z0-9]+)+$"
)
"""A line of a panel that comes after the list: what stands on a button, or the rule."""

OF_DRAFT = re.compile(r"Line \d+ of your draft would fail: ")

TRIED = 12
"""Orders with a value that are tried before it counts as refused, and entries of a menu that are looked at."""

ALL = 500
"""Entries of a menu among which one of then is looked for."""


NOTHING_GIVEN: Mapping[str, str] = {}


class Table(msgspec.Struct, frozen=True):
    """A game at one instant: the referee's state, and what everybody knows."""

    rules: Rules
    state: Any  # each rulebook has its own
    known: Mapping[Seat, Any]
    now: Instant

    def knows(self, seat: Seat) -> Any:  # each rulebook has its own state
        """Knowledge of a seat."""
        return self.state if seat == MODERATOR else self.known[seat]

    def refused(self, seat: Seat, order: AnyOrder) -> Refusal | None:
        """Refusal that an order would get, or None."""
        return obey(self.rules, self.state, seat, order, self.now, ChainDice(bytes(32)), self.knows).refusal

    def look(self, seat: Seat, kind: type[Order]) -> Any:  # each rulebook has its own class
        """Look of a seat that gives an order: what is drafted in GCW starts from what is drafted already."""
        look = self.rules.look(self.knows(seat), seat, self.now)  # type: ignore[attr-defined]  # both are books
        return look.drafted() if issubclass(kind, Action) else look

    def alone(self, seat: Seat, kind: type[Order], field: str) -> bool:
        """True where anything is offered for a field while all others are empty; also where its menu is of its own."""
        classes = kind.mro()[: kind.mro().index(Order)]
        own = any("options" in vars(one) for one in classes if one is not Action)
        try:
            return own or any(True for _ in kind.marks()[field].options(self.look(seat, kind), NOTHING_FOUND, ""))
        except Refusal:
            return False

    def offered(
        self, seat: Seat, kind: type[AnyOrder], field: str, given: Mapping[str, str] = NOTHING_GIVEN
    ) -> dict[str, str]:
        """The labels of a menu's entries, where so much is filled in: without those that hang on what is not."""
        if not given and issubclass(kind, Order) and field in kind.marks() and not self.alone(seat, kind, field):
            return {}
        entries = islice(self.rules.options(self.knows(seat), seat, kind, field, given, self.now), ALL)
        return {entry.value: entry.label for entry in entries}


def named(table: Table, seat: Seat, kind: type[Order], field: str, words: str) -> object:
    """Thing that the words name in a field, None where that hangs on what stands in another. Raises Refusal."""
    try:
        return kind.marks()[field].find(table.look(seat, kind), words, NOTHING_FOUND)
    except (AttributeError, AssertionError):
        return None


def with_value(table: Table, seat: Seat, kind: type[Order], field: str, value: str) -> Iterator[Order]:
    """Orders that have a value in one field, and in the others what is offered for them."""
    look, marks = table.look(seat, kind), kind.marks()
    fields = [*marks, *(other for other in kind.model_fields if other not in marks)]

    def choices(name: str, found: Found) -> Iterable[object]:
        info = kind.model_fields[name]
        if name == field:
            return (value,)
        if not info.is_required():
            return (info.get_default(),)
        if get_origin(info.annotation) is not None and not marks.get(name):
            return get_args(info.annotation)
        return islice(marks[name].values(look, found), TRIED) if name in marks else info.examples or ()

    def filled(at: int, values: dict[str, object], found: Found) -> Iterator[Order]:
        if at == len(fields):
            try:
                yield kind.model_validate(values)
            except ValidationError:
                return
            return
        for choice in choices(fields[at], found):
            then = found
            if fields[at] in marks:
                try:
                    meant = None if choice is None else marks[fields[at]].find(look, str(choice), found)
                except Refusal:
                    continue
                then = found.also(fields[at], meant)
            yield from filled(at + 1, {**values, fields[at]: choice}, then)

    return islice(filled(0, {}, NOTHING_FOUND), TRIED)


def given_now(table: Table, seat: Seat, kind: type[AnyOrder], field: str) -> type[Order] | None:
    """The kind of order, where the field's menu follows from what it names, and the order may be given at all."""
    if not issubclass(kind, Order) or field not in kind.marks():
        return None
    try:
        look = table.look(seat, kind)
    except Refusal:
        return None
    idle = issubclass(kind, Action) and look.inactive() is not None
    return None if idle or kind.ready(look) is not None else kind


def missing(table: Table, seat: Seat, kind: type[AnyOrder], field: str, value: str) -> bool:
    """True if a value of then should be in a menu: nothing in it means the same, and an order is obeyed.

    It is not missing where it is offered once other fields of such an order are filled in.
    """
    order = given_now(table, seat, kind, field)
    if order is None:
        return False
    try:
        meant = named(table, seat, order, field, value)
        others = (named(table, seat, order, field, other) for other in table.offered(seat, order, field))
        if meant is not None and any(other == meant for other in others):
            return False
    except Refusal:
        return False
    return any(
        table.refused(seat, found) is None and value not in table.offered(seat, order, field, before(found, field))
        for found in with_value(table, seat, order, field, value)
    )


def before(order: Order, field: str) -> dict[str, str]:
    """Words in the other fields of an order, as a menu is given it."""
    return {name: str(words) for name in order.marks() if name != field and (words := getattr(order, name)) is not None}


def wrong(table: Table, seat: Seat, kind: type[AnyOrder], field: str) -> Iterator[str]:
    """Entries of a menu that are refused, whatever stands in the other fields: of those that hang on none of them."""
    order = given_now(table, seat, kind, field)
    if order is None:
        return
    alone = order.marks()[field].options(table.look(seat, order), NOTHING_FOUND, "")
    for value in islice((option.value for option in alone), TRIED):
        try:
            named(table, seat, order, field, value)
        except Refusal as refusal:
            yield f"{value}: {refusal}"


def apart(words: str) -> tuple[str, list[str]]:
    """The words of a panel without its list of possible orders; and the orders of the list."""
    lines = words.split("\n")
    if LIST not in lines:
        return words, []
    first = lines.index(LIST) + 1
    after = next((at for at in range(first, len(lines)) if BUTTON.match(lines[at])), len(lines))
    return "\n".join([*lines[: first - 1], *lines[after:]]), lines[first:after]


def as_order(rules: Rules, line: str) -> AnyOrder | None:
    """The order that a line of a panel says; None where it is none today."""
    try:
        return parse(re.sub(r"\\(\W)", r"\1", line), rules.orders)
    except WordsError:
        return None


def listed(table: Table, seat: Seat, then: Sequence[str], today: Sequence[str]) -> Iterator[str]:
    """The lines of then that are in the list in kind, or would be refused; and lines of today that are refused.

    Refused for themselves: while a line of the draft would fail, every line after it would be.
    """
    orders = [as_order(table.rules, line) for line in today]
    kinds = {type(order) for order in orders}
    for line in then:
        order = as_order(table.rules, line)
        if order is not None and (type(order) in kinds or table.refused(seat, order) is not None):
            yield line
    for line, order in zip(today, orders, strict=True):
        refusal = None if order is None else table.refused(seat, order)
        if order is None or (refusal is not None and not OF_DRAFT.match(refusal.sentence)):
            yield f"{line}: {'it is no order' if order is None else refusal}"


def menu(table: Table, seat: Seat, kind: type[AnyOrder], field: str, then: Sequence[str]) -> Iterator[str]:
    """The entries of then that are in a menu, with the label of today, or would be refused; and wrong ones of today."""
    offered = table.offered(seat, kind, field)
    for line in then:
        value = line.partition(" = ")[0]
        if value in offered:
            yield f"{value} = {offered[value]}"
        elif not missing(table, seat, kind, field, value):
            yield line
    yield from wrong(table, seat, kind, field)


def looks_compared(then: Mapping[tuple[str, str, str], Sequence[str]]) -> Looks:
    """Looks of everybody; of menus and lists what is in them of what was in them then, and what should not be."""

    def look(
        name: str, when: str, rules: Rules, state: Any, known: dict[Seat, Any], now: Instant, draws: bool
    ) -> Iterator[Spoken]:
        table = Table(rules, state, known, now)
        for where, who, words in looks(rules, state, known, now, draws):
            rest, lines = apart(words)
            yield name, f"{when} {where}", who, rest
            old = then.get((name, f"{when} {where} {LIST}", who), ())
            found = "\n".join(listed(table, Seat(who), old, lines))
            if found:
                yield name, f"{when} {where} {LIST}", who, found
        for seat in (*filter(None, known), MODERATOR):
            for kind in rules.orders:
                for field in kind.picks() if kind.moderator == (seat == MODERATOR) else ():
                    where = f"{when} menu {kind.path} {field}"
                    found = "\n".join(menu(table, seat, kind, field, then.get((name, where, seat), ())))
                    if found:
                        yield name, where, seat, found

    return look
