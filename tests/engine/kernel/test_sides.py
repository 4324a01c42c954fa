"""Colours of seats: red is red wherever it is shown, and whoever comes later changes nobody's."""

from __future__ import annotations

from engine.picture import SIDES, sides_of


def test_who_is_called_by_a_colour_has_it_whenever_they_came() -> None:
    assert [side.name for side in sides_of(["blue", "red"]).values()] == ["sky blue", "vermilion"]
    assert sides_of(["zebra", "Gold", "red"])["red"] is SIDES[0]


def test_others_have_colours_of_their_own_that_stay() -> None:
    first = sides_of(["zebra", "lynx"])
    more = sides_of(["zebra", "lynx", "red", "vermilion", "green"])
    assert {name: more[name] for name in first} == first
    assert len({side.colour for side in more.values()}) == 5
