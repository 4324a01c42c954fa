"""Every worked example of the register that is a call: `tests/register/sunrise/*.toml`, one file a chapter."""

import tomllib

import pytest

from tests.engine.register_reading import Unreadable
from tests.engine.sunrise.register_calls import TABLES, answer

EXAMPLES = [
    pytest.param(row["call"], row["expect"], marks=pytest.mark.rule(row["rule"]), id=f"{row['rule']} {row['call']}")
    for table in sorted(TABLES.glob("*.toml"))
    for row in tomllib.loads(table.read_text(encoding="utf-8"))["examples"]
]


@pytest.mark.parametrize(("call", "expect"), EXAMPLES)
def test_the_register_s_example_comes_out(call: str, expect: str) -> None:
    assert answer(call) == expect


@pytest.mark.parametrize(
    "call", ["1 + 1", "open('x')", "band.real(1)", "band(6", "halves(x)", "band(1)(2)", "band(1e9)"]
)
def test_only_calls_of_the_register_s_functions_are_read(call: str) -> None:
    with pytest.raises(Unreadable):
        answer(call)
