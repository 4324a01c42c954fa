"""Whereabouts of units, worked out from those of the mapping before, are those worked out from the start."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.game import Seat
from engine.gcw.data.terms import Pools, Status
from engine.gcw.state import NOBODY, Unit, UnitKind
from engine.gcw.whereabouts import MOST_LAST, Whereabouts, whereabouts

KEYS = tuple(f"u-{seat}-{number}" for seat in ("blue", "red") for number in range(1, 7))


@st.composite
def units(draw: st.DrawFn) -> Unit:
    """A unit on a grid, in a hangar, in a friend's hangar, or in hyperspace."""
    key, owner = draw(st.sampled_from(KEYS)), draw(st.sampled_from((Seat("red"), Seat("blue"), NOBODY)))
    unit = Unit(id=key, kind=UnitKind.SHIP, code="CC", name=key, owner=owner, pools=Pools(1, 1, 1), group=key)
    unit = replace(unit, status=draw(st.sampled_from((Status.ACTIVE, Status.DESTROYED))))
    place = draw(st.sampled_from(("grid", "hangar", "guest", "hyperspace")))
    if place == "grid":
        system, cell = draw(st.sampled_from(("Corellia", "Kuat"))), draw(st.sampled_from(("A-1", "G-1S", "G-1A")))
        return replace(unit, system=system, cell=cell)
    if place == "hyperspace":
        return replace(unit, voyage="v-1")
    host = draw(st.sampled_from(KEYS))
    return replace(unit, docked=host) if place == "hangar" else replace(unit, docked=host, harbour="T1")


STEPS = st.lists(st.one_of(units(), st.sampled_from(KEYS)), min_size=1, max_size=4)
"""What becomes of a mapping between two questions: a unit is put into it, or the unit with an id leaves it."""


def fresh(found: dict[str, Unit]) -> Whereabouts:
    """The whereabouts of the same units when nothing like them was asked for just before."""
    for _ in range(MOST_LAST):
        whereabouts({str(number): replace(BYSTANDER, id=str(number)) for number in range(100)})
    return whereabouts(dict(found))


BYSTANDER = Unit(
    id="0", kind=UnitKind.SHIP, code="CC", name="Bystander", owner=Seat("green"), pools=Pools(1, 1, 1), group="0",
    system="Hoth", cell="A-1",
)  # fmt: skip


@given(st.lists(units(), max_size=12), st.lists(STEPS, min_size=1, max_size=6))
def test_whereabouts_worked_out_from_earlier_ones_are_those_from_the_start(
    opening: list[Unit], history: list[list[Unit | str]]
) -> None:
    """Lists, their order, and what is seen are the same whether units came, went, moved or died one by one or not."""
    now = {unit.id: unit for unit in opening}
    mappings = [now]
    for steps in history:
        now = dict(now)
        for step in steps:
            if isinstance(step, str):
                now.pop(step, None)
            else:
                now[step.id] = step
        mappings.append(now)
    told = [whereabouts(mapping) for mapping in mappings]  # each from one before
    for mapping, known in zip(mappings, told, strict=True):
        anew = fresh(mapping)
        assert dict(known.owned) == dict(anew.owned)
        assert dict(known.standing) == dict(anew.standing)
        assert dict(known.docked) == dict(anew.docked)
        assert list(known.guests) == list(anew.guests)
        assert [(system, list(seen.items())) for system, seen in sorted(known.eyes.items())] == [
            (system, list(seen.items())) for system, seen in sorted(anew.eyes.items())
        ]


def test_units_in_another_order_are_told_in_that_order() -> None:
    """The same units in another order, of which none is another one: nothing is taken over in the old order."""
    first, second = replace(BYSTANDER, id="1"), replace(BYSTANDER, id="2")
    assert whereabouts({"1": first, "2": second}).standing == {"Hoth": ["1", "2"]}
    assert whereabouts({"2": second, "1": first}).standing == {"Hoth": ["2", "1"]}
