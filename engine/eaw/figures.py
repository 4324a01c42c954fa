"""Arithmetic of the rules: money, exact strengths, movement points, first-year fractions. Register 0.2."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

LEAST_MP = 3
FIRST_YEAR = (100, 75, 50, 25)


def exact(text: str) -> Fraction:
    """An exact number as it is kept ("348.3", "1/3")."""
    return Fraction(text)


def typed(words: str) -> Fraction | None:
    """A number that somebody typed; None for what is none, or a long one."""
    try:
        return Fraction(words.strip()) if len(words) <= 20 else None
    except (ValueError, ZeroDivisionError):
        return None


def total(parts: Iterable[Fraction | int]) -> Fraction:
    """The sum of exact numbers; most are whole, and are added as such."""
    whole, rest = 0, Fraction(0)
    for part in parts:
        if part.denominator == 1:
            whole += part.numerator
        else:
            rest += part
    return rest + whole if rest else Fraction(whole)


def kept(number: Fraction | int) -> str:
    """An exact number as text: as a decimal where it ends, else as a fraction in lowest terms."""
    number = Fraction(number)
    every = range(1, number.denominator.bit_length())
    places = next((places for places in every if pow(10, places, number.denominator) == 0), 0)
    if not places:
        return str(number)
    whole = abs(int(number * 10**places))
    return f"{'-' if number < 0 else ''}{whole // 10**places}.{whole % 10**places:0{places}}"


def shown(number: Fraction | int) -> str:
    """A number as players read it: whole, or with two decimals, rounded half up; thousands are set apart."""
    number = Fraction(number)
    if number.denominator == 1:
        return f"{int(number):,}"
    cents = int(abs(number) * 100 + Fraction(1, 2))
    return f"{'-' if number < 0 else ''}{cents // 100:,}.{cents % 100:02}"


def figures_of(thing: object, *names: str) -> dict[str, int]:
    """Figures of a thing by their names."""
    return {name: getattr(thing, name) for name in names}


def cost(total: Fraction | int) -> int:
    """Cost of an order: rounded up, once, on its total (register 0.2)."""
    return -int(-Fraction(total) // 1)


def receipt(total: Fraction | int) -> int:
    """Money that comes in: rounded down, once, on the total (register 0.2)."""
    return int(Fraction(total) // 1)


def movement_points(fleets: int) -> int:
    """Movement points of an empire with so many fleets that count (EAW-5.0.1)."""
    return max(LEAST_MP, fleets // 2)


def first_year(since: int, now: int) -> int:
    """Per cent of a year's income at the New Year before season `now`, of what stands since a season (EAW-12a.1,
    EAW-14.0.2): by the season of its first year, and all of it later.
    """
    return FIRST_YEAR[since % 4] if since >= now - 4 else 100
