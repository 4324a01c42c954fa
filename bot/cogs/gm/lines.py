"""Moderators' orders as lines: how what was typed of one could go on, with the names that there are."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from bot.ui.menus import MOST_CHOICES
from engine.game import Refusal
from engine.orders import Option, Order
from engine.text.lines import parse

FIELD, OPTIONAL = re.compile(r"\{(\w+)\}"), re.compile(r"\[[^\]]*\]")

Values = Callable[[type[Order], str, Mapping[str, str]], Awaitable[Iterable[Option]]]
"""What there is for a field of an order, by what the fields before it say."""


class Cursor(NamedTuple):
    """Cursor in the typing of a line: what is written, the field at hand and its letters so far, what `given` fields
    say, and what follows the field.
    """

    written: str
    field: str
    typed: str
    given: Mapping[str, str]
    after: str


def cursor(pattern: str, line: str) -> Cursor | None:
    """Cursor of a line in the pattern of an order, parts that may be left out aside; None where it is not of it."""
    pieces = FIELD.split(OPTIONAL.sub("", pattern))
    written, given = pieces[0], dict[str, str]()
    if not line.casefold().startswith(written.casefold()):
        return None
    rest = line[len(written) :]
    for field, after in zip(pieces[1::2], pieces[2::2], strict=True):
        value, found, beyond = rest.partition(after) if after else (rest, "", "")
        if not found:
            return Cursor(written, field, rest, given, after)
        written, given[field], rest = f"{written}{value}{after}", value, beyond
    return None


async def continued(line: str, orders: Sequence[type[Order]], values: Values) -> list[Option]:
    """Options for going on with a line: with the names that there are, and (checked) as it stands; the patterns it is
    not of yet come last.
    """
    found = [_checked(line, orders)]
    for order in orders:
        at = cursor(order.line, line)
        if at is None:
            continue
        fitting = [
            Option(f"{at.written}{one.value}{at.after}", f"{at.written}{one.label or one.value}{at.after}".rstrip())
            for one in await values(order, at.field, at.given)
            if at.typed.casefold().strip() in f"{one.value} {one.label}".casefold()
        ]
        found += sorted(fitting, key=lambda one: not one.value.casefold().startswith(line.casefold()))[:MOST_CHOICES]
    unwritten = (order for order in orders if cursor(order.line, line) is None)
    return [*found, *(pattern(order) for order in unwritten)]


def pattern(order: type[Order]) -> Option:
    """An order as it is to be written."""
    return Option(order.line, f"{order.line}: {order.about()}")


def _checked(line: str, orders: Sequence[type[Order]]) -> Option:
    """The line as it is typed so far, with whether it can be read."""
    try:
        parse(line, orders)
    except Refusal as refusal:
        return Option(line, f"… {refusal.sentence}")
    return Option(line, f"✓ {line}")
