"""Every worked example of the register that is a call: `tests/register/gcw/*.toml`, one file a chapter."""

import tomllib

import pytest

from engine.gcw.data.codes import Code
from tests.engine.gcw.register_calls import GRID, TABLES, answer
from tests.engine.register_reading import Unreadable

EXAMPLES = [
    pytest.param(row["call"], row["expect"], marks=pytest.mark.rule(row["rule"]), id=f"{row['rule']} {row['call']}")
    for table in sorted(TABLES.glob("*.toml"))
    for row in tomllib.loads(table.read_text())["examples"]
]


@pytest.mark.parametrize(("call", "expect"), EXAMPLES)
def test_the_register_s_example_comes_out(call: str, expect: str) -> None:
    assert answer(call) == expect


@pytest.mark.parametrize(
    "call", ["1 + 1", "open('x')", "q3.real(1,2)", "refined(1,", "ucr(x)", "q3(1,2)(3)", "ucr(1e999)"]
)
def test_only_calls_of_the_register_s_functions_are_read(call: str) -> None:
    with pytest.raises(Unreadable):
        answer(call)


@pytest.mark.rule("GCW-GRD-02")
def test_relations_follow_rings_and_quadrants_for_every_pair_of_cells() -> None:
    rings = {"DSZ": 0, "C": 1, "B": 2, "A": 3}

    def expected(one: str, other: str) -> str:
        if one == other:
            return "SAME"
        here, there = one.rsplit("-", 1), other.rsplit("-", 1)
        if here[0] in rings and there[0] in rings:
            apart = abs(int(here[1]) - int(there[1]))
            steps = abs(rings[here[0]] - rings[there[0]]), min(apart, 4 - apart)
            return "ORTHO" if sum(steps) == 1 else "DIAGONAL" if steps == (1, 1) else "FAR"
        if "ATM" in (one, other):
            return "ORTHO" if {here[0], there[0]} & {"A", "G"} else "FAR"
        if here[0] == there[0] == "G":
            return "ORTHO" if here[1][0] == there[1][0] else "FAR"
        return "SPECIAL" if {here[0], there[0]} == {"A", "G"} and here[1][0] == there[1][0] else "FAR"

    assert len(GRID.cells) == 25
    for one in GRID.cells:
        for other in GRID.cells:
            assert GRID.rel(one, other) == expected(one, other), (one, other)


@pytest.mark.rule("GCW-MOV-04", "GCW-FIR-01")
def test_no_step_and_no_fire_beyond_the_88_edges() -> None:
    assert len(GRID.edges) == 88
    for one in GRID.cells:
        for other in GRID.cells:
            if one != other and (one, other) not in GRID.edges:
                assert GRID.move(one, other) in (Code.MOVE_DIAGONAL, Code.MOVE_NOT_ADJACENT)
                assert GRID.fire(one, other) in (Code.FIRE_DSZ, Code.FIRE_DIAGONAL, Code.FIRE_RANGE)
                assert (GRID.fire(one, other) is Code.FIRE_DSZ) == ("DSZ" in one or "DSZ" in other)
