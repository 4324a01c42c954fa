"""Modifiers with their reasons, and tables in bands."""

from __future__ import annotations

import pytest

from engine.dice.tables import Bands, Modifier, reasons, total

MODIFIERS = (Modifier(2, "in the atmosphere", "R-1"), Modifier(0, "at rest", "R-2"), Modifier(-1, "damaged", "R-3"))


def test_modifiers_add_up_and_say_why() -> None:
    assert total(MODIFIERS) == 1
    assert total(()) == 0
    assert reasons(MODIFIERS) == "+2 in the atmosphere, −1 damaged"


def test_a_number_finds_its_band() -> None:
    table = Bands([(2, "miss"), (8, "hit"), (12, "crit")])
    assert [table[number] for number in (2, 7, 8, 11, 12, 40)] == ["miss", "miss", "hit", "hit", "crit", "crit"]
    with pytest.raises(KeyError, match="1 is below the first row, which begins at 2"):
        table[1]


@pytest.mark.parametrize("rows", [[], [(2, "a"), (2, "b")], [(3, "a"), (2, "b")]])
def test_a_table_rises(rows: list[tuple[int, str]]) -> None:
    with pytest.raises(ValueError, match="rising"):
        Bands(rows)
