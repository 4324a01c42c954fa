"""The arithmetic of the register's examples: columns, shifts, losses, squads, searches, detection."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.freedom.data.pack import Detected, Side, Terrain
from engine.freedom.figures import (
    COLUMNS,
    Loser,
    best_losses,
    break_off_numbers,
    detection,
    difference_column,
    evasion,
    final_column,
    found_number,
    pdb_after,
    ratio_column,
    shifts,
    spread,
    squad,
)
from tests.engine.freedom.playing import RULES

PACK = RULES.world.pack
REBEL, IMPERIAL = Side.REBEL, Side.IMPERIAL


@pytest.mark.rule("FITG-ENV-14")
@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [
        (12, 5, "2-1"), (3, 1, "3-1"), (14, 3, "4-1"), (9, 1, "5-1"), (5, 12, "1-3"), (1, 9, "1-5"), (1, 1, "1-1"),
        (2, 3, "1-2"), (6, 2, "3-1"),
    ],
)  # fmt: skip
def test_strengths_are_compared_in_the_defenders_favour(attack: int, defence: int, column: str) -> None:
    assert COLUMNS[ratio_column(attack, defence)] == column


@pytest.mark.rule("FITG-ENV-08", "FITG-ENV-11", "FITG-ENV-16", "FITG-ENV-17")
@pytest.mark.parametrize(
    ("attacker", "leaders", "terrain", "at_home", "elite", "right"),
    [
        (IMPERIAL, {IMPERIAL: 3, REBEL: 1}, Terrain.URBAN, False, False, 2),
        (REBEL, {IMPERIAL: 2, REBEL: None}, Terrain.URBAN, False, False, -2),
        (REBEL, {IMPERIAL: 2, REBEL: 2}, Terrain.WILD, False, False, 0),
        (IMPERIAL, {IMPERIAL: None, REBEL: None}, Terrain.URBAN, True, False, -1),
        (IMPERIAL, {IMPERIAL: 3, REBEL: None}, Terrain.AIR, False, False, 3),
        (REBEL, {IMPERIAL: None, REBEL: None}, Terrain.AIR, True, False, 2),
        (IMPERIAL, {IMPERIAL: None, REBEL: None}, Terrain.FIRE, False, False, -1),
        (IMPERIAL, {IMPERIAL: None, REBEL: None}, Terrain.FIRE, False, True, 0),
    ],
)
def test_leaders_and_environs_shift_the_column(
    attacker: Side, leaders: dict[Side, int | None], terrain: Terrain, at_home: bool, elite: bool, right: int
) -> None:
    assert sum(shift.columns for shift in shifts(attacker, leaders, terrain, at_home, elite)) == right


@pytest.mark.rule("FITG-ENV-15")
def test_only_with_a_leader_shifts_reach_the_extreme_columns() -> None:
    right = shifts(IMPERIAL, {IMPERIAL: 2, REBEL: None}, Terrain.URBAN, rebels_at_home=False)
    assert COLUMNS[final_column(ratio_column(9, 1), right, extremes=True)] == "6-1"
    at_home = shifts(REBEL, {IMPERIAL: None, REBEL: None}, Terrain.URBAN, rebels_at_home=True)
    assert COLUMNS[final_column(ratio_column(9, 1), at_home, extremes=False)] == "5-1"
    assert COLUMNS[final_column(ratio_column(9, 1), at_home, extremes=True)] == "6-1"


def loser(id: str, first: int, second: int = 0, mobile: bool = False) -> Loser:
    return Loser(id, first, second, mobile)


@pytest.mark.rule("FITG-ENV-12", "FITG-PDB-05")
def test_the_best_set_pays_and_by_default_most_and_weakest_pieces() -> None:
    both = [loser("A", 3, 2, True), loser("B", 1)]
    assert best_losses(both, 3) == (("A",),)
    assert best_losses(both, 2) == (("B",),)
    assert best_losses([loser("A", 3)], 2) == ((),)
    three = [loser("A", 2, 1, True), loser("B", 1), loser("C", 1)]
    assert best_losses(three, 2)[0] == ("B", "C")
    assert set(best_losses(three, 2)) == {("A",), ("B", "C")}
    assert best_losses(three, 9) == (("A", "B", "C"),)
    assert best_losses([loser("A", 1, 2, True), loser("B", 1, 0)], 1)[0] == ("B",), "the immobile one goes first"


@given(st.lists(st.integers(1, 4), max_size=6), st.integers(0, 10))
def test_no_set_pays_more_than_the_loss_and_none_could_pay_more(strengths: list[int], loss: int) -> None:
    units = [loser(f"u{at}", strength) for at, strength in enumerate(strengths)]
    by_id = {unit.id: unit.first for unit in units}
    sums = {sum(by_id[id] for id in each) for each in best_losses(units, loss)}
    assert len(sums) == 1 and max(sums) <= loss
    reachable = {0}
    for strength in strengths:
        reachable |= {have + strength for have in reachable}
    assert max(sums) == max(total for total in reachable if total <= loss)


@pytest.mark.rule("FITG-ENV-20")
@pytest.mark.parametrize(
    ("strength", "leader", "attack", "endurance"),
    [(1, False, 4, 4), (2, False, 6, 4), (4, False, 8, 6), (4, True, 10, 6), (3, False, 8, 6), (12, False, 14, 8)],
)
def test_squads_come_from_the_chart(strength: int, leader: bool, attack: int, endurance: int) -> None:
    row = squad(PACK, strength, leader)
    assert (row.attack, row.endurance) == (attack, endurance)


@pytest.mark.rule("FITG-CHR-31")
@pytest.mark.parametrize(
    ("difference", "column"),
    [(-20, 0), (-7, 0), (-6, 1), (-4, 1), (-3, 2), (-1, 3), (0, 4), (1, 5), (3, 6), (4, 7), (6, 7), (7, 8), (11, 9)],
)  # fmt: skip
def test_differences_find_their_column(difference: int, column: int) -> None:
    assert difference_column(difference) == column


@pytest.mark.rule("FITG-CHR-19", "FITG-CHR-24")
def test_breaking_off_is_never_harder_from_behind() -> None:
    assert break_off_numbers(PACK, 4) == (3, 4)
    assert break_off_numbers(PACK, 5) == (2, 4)
    for column in range(-3, 13):
        active, inactive = break_off_numbers(PACK, column)
        assert active <= inactive


@pytest.mark.rule("FITG-CHR-35", "FITG-CHR-36")
def test_wounds_fall_on_the_healthiest_and_stop_at_the_last_box() -> None:
    assert spread([("Zina Adora", 2), ("Rayner Derban", 5)], 2) == (("Rayner Derban", 2),)
    assert spread([("A", 2), ("B", 2)], 3) == (("A", 2), ("B", 1))
    assert spread([("A", 3), ("B", 1)], 6) == (("A", 3), ("B", 1))


def test_tables_fall_and_rise_as_they_should() -> None:
    for table in (PACK.military, PACK.character):
        for row in table:
            assert [cell.attacker for cell in row] == sorted((cell.attacker for cell in row), reverse=True)
            assert [cell.defender for cell in row] == sorted(cell.defender for cell in row)
        for column in zip(*table, strict=True):
            assert [cell.attacker for cell in column] == sorted((cell.attacker for cell in column), reverse=True)
            assert [cell.defender for cell in column] == sorted(cell.defender for cell in column)
    stars = sum(cell.attacker_star + cell.defender_star for row in PACK.character for cell in row)
    assert stars == 19


@pytest.mark.rule("FITG-CHR-01")
def test_a_search_of_3_against_2_finds_on_1() -> None:
    assert found_number(PACK, 3, 2) == 1
    assert found_number(PACK, 0, 2) == 0
    assert found_number(PACK, 23, 0) == 6
    assert found_number(PACK, 9, 12) == 1


@pytest.mark.rule("FITG-PDB-01", "FITG-PDB-04")
def test_ships_are_detected_by_evasion_and_level() -> None:
    assert (evasion(4, 3), evasion(0, 4), evasion(5, 5)) == (7, 1, 10)
    assert detection(PACK, 6, 0, 1, detected=False) is Detected.ELIMINATED
    assert detection(PACK, 6, 0, 0, detected=False) is Detected.DETECTED
    assert detection(PACK, 1, 2, 1, detected=False) is Detected.UNDETECTED
    assert detection(PACK, 1, 2, 1, detected=True) is Detected.DETECTED
    assert detection(PACK, 1, 2, 2, detected=False) is Detected.LOST_ON_ARRIVAL


@pytest.mark.rule("FITG-PDB-06", "FITG-PDB-07", "FITG-PDB-08")
@pytest.mark.parametrize(
    ("level", "loss", "after"),
    [(2, 2, (2, False)), (1, 4, (0, False)), (2, 3, (1, False)), (0, 3, (0, False)), (2, 1, (2, True))],
)
def test_a_base_goes_down_by_its_loss(level: int, loss: int, after: tuple[int, bool]) -> None:
    assert pdb_after(level, loss) == after
