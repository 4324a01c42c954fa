"""Mathematical principles: cut quotients to three decimals, round results up. Rulebook: GCW-MAT."""

from fractions import Fraction

Exact = int | Fraction
"""A number without rounding error. Lengths in metres and hyperspace ratings may have decimals; never a float."""


def ceil_div(numerator: int, denominator: int) -> int:
    """The smallest integer not below numerator / denominator (GCW-MAT-01); denominator above 0."""
    return -(-numerator // denominator)


def cut3(numerator: Exact, denominator: Exact = 1) -> int:
    """A quotient in thousandths, cut after three decimals toward zero (GCW-MAT-02, GCW-MAT-03).

    Refuses (ZeroDivisionError) a denominator of 0.
    """
    thousandths = Fraction(numerator) * 1000 / Fraction(denominator)
    size = abs(thousandths.numerator) // thousandths.denominator
    return size if thousandths >= 0 else -size


def thousandths_text(thousandths: int) -> str:
    """A quotient as players read it: 571 is `0.571`, 1000 is `1.000`. For values from 0 up."""
    return f"{thousandths // 1000}.{thousandths % 1000:03d}"
