"""Bounds that nothing read from outside may exceed: said with its place, before it costs anything."""

from __future__ import annotations

from decimal import Decimal

import pytest

from engine.pack.bounds import DEEPEST, LONGEST_TEXT, MOST_NUMBER, absurd
from engine.pack.sheets import LONGEST_SHEET, MOST_FAULTS, Faults, PackError, parse


def nested(depth: int) -> object:
    """Lists within one another."""
    value: object = 1
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize(
    ("value", "path", "reason"),
    [
        ({"a": [1, {"b": 2**62}]}, ("a", 1, "b"), "beyond 1,000,000,000,000"),
        ([-(10**60)], (0,), "beyond"),
        ([1e300], (0,), "beyond"),
        ([Decimal("1e999999999")], (0,), "beyond"),
        ([Decimal("1e-999999999")], (0,), "more than 9 decimals"),
        ([Decimal("0.1234567891")], (0,), "more than 9 decimals"),
        (["x" * (LONGEST_TEXT + 1)], (0,), "100,001 characters"),
        (nested(DEEPEST + 1), (0,) * DEEPEST, "nested more than 24 levels"),
    ],
)
def test_what_is_absurd_is_told_with_its_place(value: object, path: tuple[str | int, ...], reason: str) -> None:
    found = absurd(value)
    assert found is not None and found[0] == path and reason in found[1]


def test_what_is_at_the_bounds_is_not_absurd() -> None:
    assert absurd([MOST_NUMBER, -MOST_NUMBER, True, None, "x" * LONGEST_TEXT, nested(DEEPEST - 1)]) is None
    assert absurd({"a": Decimal("0.123456789")}) is None


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("x = 1\n" + "a" + ".a" * 20_000 + " = 1", 2, "a key has more than 5 parts"),
        ("# a.b.c.d.e.f.g\n" + "a" + " . 'a'" * 7_000 + " = 1", 2, "a key has more than 5 parts"),
        ("\n\na" + ".a" * 9 + " = 1", 3, "a key has more than 5 parts"),
        ("[" + "a." * 20_000 + "a]", 1, "a key has more than 5 parts"),
        ("x = '''\n\n'''\ny = " + "[" * 20_000 + "]" * 20_000, 4, "nested more than 24 levels deep"),
        ("x = " + "{a = " * 8_000 + "1" + "}" * 8_000, 1, "nested more than 24 levels deep"),
        ("\nx = 4611686018427387904", 2, "is a number beyond 1,000,000,000,000"),
        ("x = " + "9" * 60, 1, "is a number beyond"),
        ("x = " + "9" * 40_000, 1, "not valid TOML: exceeds the limit"),
        ("x = 0x" + "f" * 40_000, 1, "is a number beyond"),
        ("x = 1e999999999", 1, "is a number beyond"),
        ("x = 1e-999999999", 1, "has more than 9 decimals"),
        ("x = '" + "y" * LONGEST_SHEET + "'", 1, "has 200,006 characters"),
        ("x = " + '"\\' * 90_000, 1, "not valid TOML"),
        ('"""\\' * 40_000, 1, "not valid TOML"),
    ],
    ids=lambda given: str(given)[:12].strip(),
)
def test_a_sheet_beyond_all_bounds_is_refused_with_its_line(text: str, line: int, reason: str) -> None:
    faults = Faults()
    assert not parse("a.toml", text, faults).readable
    with pytest.raises(PackError) as caught:
        faults.check()
    (fault,) = caught.value.faults
    assert fault.line == line and reason in str(fault)


@pytest.mark.parametrize(
    "text", ['x = "a.a.a.a.a.a.a [[[[ # {"\ny = 1.5', "stops = [1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5]"]
)
def test_texts_and_decimals_are_not_taken_for_keys_and_brackets(text: str) -> None:
    assert parse("a.toml", text, Faults()).readable


def test_a_sheet_may_be_as_deep_as_the_bounds_say() -> None:
    assert parse("a.toml", f"x = {'[' * DEEPEST}{']' * DEEPEST}", Faults()).readable


def test_after_many_faults_no_more_are_looked_for() -> None:
    faults = Faults()
    with pytest.raises(PackError) as caught:
        for line in range(MOST_FAULTS + 1):
            faults.at_line("a.toml", line, "is wrong")
    assert len(caught.value.faults) == MOST_FAULTS
