"""Colours of every picture: a dark sky, and sides that colour-blind eyes tell apart.

All colours that carry words have a contrast of at least 4.5 to SKY, PANEL and RAISED. A side has a mark besides its
colour, so that nothing hangs on colour alone; the first four are told apart without it by all common kinds of sight.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import NamedTuple

SKY = "#0a0f1e"
PANEL = "#121a2f"
RAISED = "#1b2642"
RULE = "#33415f"
INK = "#eef2fb"
MUTED = "#a3b1cf"
ACCENT = "#ffd166"

# Pools and states.
SHIELDS = "#63b3ed"
ARMOUR = "#d9a441"
HULL = "#5fc48d"
SYSTEMS = "#c39bf0"
DANGER = "#ff8a7a"
SPENT = "#46526e"


class Side(NamedTuple):
    """Marks of one party: a colour and the shape of its mark (see `engine.picture.glyphs.MARKS`)."""

    name: str
    colour: str
    mark: str


SIDES = (
    Side("vermilion", "#ff7a59", "bar"),
    Side("sky blue", "#5ab8f5", "disc"),
    Side("yellow", "#f4e04d", "triangle"),
    Side("green", "#1fbf8f", "diamond"),
    Side("violet", "#b79bff", "square"),
    Side("rose", "#f5a3cf", "ring"),
    Side("ochre", "#c98a1b", "cross"),
    Side("ice", "#c9f3ff", "chevron"),
)
NAMED = {side.name: side for side in SIDES}
NEUTRAL = Side("grey", "#aab4c8", "none")


CALLED = {
    "red": 0, "vermilion": 0, "blue": 1, "yellow": 2, "gold": 2, "green": 3, "violet": 4, "purple": 4, "rose": 5,
    "pink": 5, "ochre": 6, "orange": 6, "brown": 6, "amber": 6, "ice": 7, "white": 7, "grey": 7,
}  # fmt: skip
"""The number of the side that a seat is which is called by a colour: red is red, wherever it is shown."""


OTHERS = (3, 2, 4, 5, 6, 7, 1, 0)
"""The numbers of the sides that seats have which are called by no colour, the first that is free: red and blue last."""


_worn: ContextVar[Mapping[str, Side]] = ContextVar("worn", default={})  # noqa: B039  # it is never changed


@contextmanager
def worn(sides: Mapping[str, Side]) -> Iterator[None]:
    """Draw meanwhile with the sides that seats have, whatever they are called."""
    before = _worn.set(sides)
    try:
        yield
    finally:
        _worn.reset(before)


def sides_of(seats: Iterable[str], kept: Mapping[str, Side] | None = None) -> dict[str, Side]:
    """The sides of seats, in the order in which they came: first what they have (`kept`, else what is `worn`); then who
    is called by a colour has it where it is free, and who comes later changes nobody's.
    """
    has = _worn.get() if kept is None else kept
    named = list(seats)
    found = {seat: has[seat] for seat in named if seat in has}
    for seat in (seat for seat in named if seat not in found):
        wanted = CALLED.get(seat.casefold())
        free = [SIDES[at] for at in OTHERS if SIDES[at] not in found.values()] or [SIDES[at] for at in OTHERS]
        found[seat] = SIDES[wanted] if wanted is not None and SIDES[wanted] in free else free[0]
    return {seat: found[seat] for seat in named}


def side(number: int) -> Side:
    """The side of the given number, counted from 0; after the last comes the first again."""
    return SIDES[number % len(SIDES)]


def ink_on(fill: str) -> str:
    """INK or SKY, whichever reads better on a fill (`#rrggbb`)."""
    red, green, blue = (int(fill[at : at + 2], 16) for at in (1, 3, 5))
    # Squares stand in for the eye's curve; 0.18 of full light is where dark and light letters read alike.
    light = 2126 * red * red + 7152 * green * green + 722 * blue * blue
    return SKY if light > 1800 * 255 * 255 else INK
