"""Odds are exact: the register's examples to the last digit, and enumeration of the dice."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.freedom.combat.reckoning import Reckoning
from engine.freedom.data.pack import Side
from engine.freedom.odds import base_odds, break_off_odds, environ_odds, fight_odds
from engine.freedom.state import Fight, Force, Kind, Leading
from tests.engine.freedom.playing import RULES, Played

WORLD, URBAN = RULES.world, "Angoff urban"


def against(force: Force, *people: str, kind: Kind = Kind.CREATURE, weapon: str = "hand") -> tuple[Played, Fight]:
    """A fight of a force against people."""
    game = Played()
    for one in people:
        game.person(one, URBAN)
    by = "fire" if weapon == "fire" else "hand"
    return game, Fight(URBAN, kind, Side.IMPERIAL, by, "kill", people, force)  # type: ignore[arg-type]  # one of two


@pytest.mark.parametrize(
    ("force", "person", "weapon", "kind", "beaten", "lost", "both"),
    [
        (Force("Snow Giants", 6, 4), "Boccanegra", "hand", Kind.CREATURE, "0.5192", "0.3926", "0.0881"),
        (Force("squad", 8, 6), "Frun Sentel", "fire", Kind.SQUAD, "0.1611", "0.7551", "0.0838"),
        (Force("Laboroid", 3, 3), "Doctor Sontag", "hand", Kind.CREATURE, "0.0395", "0.9045", "0.0561"),
    ],
)
def test_whole_fights_as_the_register_counts_them(
    force: Force, person: str, weapon: str, kind: Kind, beaten: str, lost: str, both: str
) -> None:
    game, fight = against(force, person, kind=kind, weapon=weapon)
    odds = fight_odds(WORLD, game.state, fight)
    assert [f"{float(part):.4f}" for part in odds[:3]] == [beaten, lost, both]
    assert sum(odds) == 1


def test_the_first_is_exact() -> None:
    game, fight = against(Force("Snow Giants", 6, 4), "Boccanegra")
    assert fight_odds(WORLD, game.state, fight).beaten == Fraction(17903212101152591, 34482003443712000)


@pytest.mark.rule("FITG-ENV-12")
def test_an_environ_combat_by_enumeration() -> None:
    game = Played()
    game.unit("Line", URBAN, id="Line A")
    game.unit("Line", URBAN, id="Line B")
    game.unit("Rebel 2-1", URBAN, "urban")
    odds = environ_odds(WORLD, game.state, Leading(URBAN, Side.IMPERIAL), {})
    assert odds.wiped[Side.REBEL] == Fraction(5, 6)
    assert odds.lost[Side.IMPERIAL] == {0: Fraction(5, 6), 3: Fraction(1, 6)}


def test_a_base_of_level_2_by_enumeration() -> None:
    assert base_odds(WORLD, 2) == (Fraction(1, 2), Fraction(1, 6))


@pytest.mark.rule("FITG-CHR-24")
def test_a_break_off_by_enumeration() -> None:
    game, fight = against(Force("squad", 8, 6), "Frun Sentel", kind=Kind.SQUAD)
    active = Fight(**{**{name: getattr(fight, name) for name in fight.__struct_fields__}, "active": ("Frun Sentel",)})
    assert break_off_odds(WORLD, game.state, active) == (Fraction(2, 6), Fraction(4, 6))
    assert Reckoning(WORLD, game.state, active).column() == 6
