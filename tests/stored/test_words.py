"""Words of both rulebooks at 0a372d3, of stored games and played examples, are said today, or the change is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.stored.offered import apart
from tests.stored.words import Changed, Difference, compared, differences, listed, meant


@pytest.mark.slow
def test_no_words_are_lost_or_changed_unless_it_is_meant() -> None:
    found = differences()
    assert not found, "\n".join(["python -m tests.stored.words lists them all:", *listed(found)[:60]])


def test_every_change_that_is_meant_says_why() -> None:
    assert [one for one in meant() if not one.why] == []


THEN = {("battle", "3 told", ""): ["[red] **Avenger** takes 3 damages from Yavaris.", "[red] Same."]}


def today(*lines: str) -> list[Difference]:
    changes = (
        Changed("takes {count} damages", "takes {count} damage", "no plural"),
        Changed("", "[red] {who} is hurt.", "new"),
        Changed("[red] Same.", "", "said twice"),
    )
    return list(compared(THEN, {("battle", "3 told", ""): list(lines)}, changes))


def test_a_change_that_is_meant_is_no_difference() -> None:
    assert today(*THEN["battle", "3 told", ""]) == []
    assert today("[red] **Avenger** takes 3 damage from Yavaris.", "[red] Same.") == []
    assert today("[red] **Avenger** takes 3 damage from Yavaris.", "[red] Avenger is hurt.") == []


def test_words_that_are_new_may_be_any() -> None:
    changes = (Changed("{name} ({place})", "{name} ({place}) of {player}", "whose it is"),)
    then = {("battle", "menu", "gm"): ["Talon = Talon (Hoth)"]}
    assert not list(compared(then, {("battle", "menu", "gm"): ["Talon = Talon (Hoth) of red"]}, changes))
    assert list(compared(then, {("battle", "menu", "gm"): ["Talon = Talon (Endor) of red"]}, changes))


def test_a_list_of_possible_orders_stands_apart_from_its_panel() -> None:
    panel = "Your turn\nYou could draft\nmove A to C-1\nfire A at B\nSubmit turn: /gcw turn submit\nGCW-TRN-01"
    rest, lines = apart(panel)
    assert rest == "Your turn\nSubmit turn: /gcw turn submit\nGCW-TRN-01"
    assert lines == ["move A to C-1", "fire A at B"]
    assert apart("Your turn\nempty") == ("Your turn\nempty", [])


def test_a_change_that_is_not_meant_is_one_difference() -> None:
    lost = today("[red] Same.")
    assert [(one.old, one.new) for one in lost] == [("[red] **Avenger** takes 3 damages from Yavaris.", "")]
    other = today("[red] **Avenger** takes 4 damage from Yavaris.", "[red] Same.")
    assert [one.new for one in other] == ["[red] **Avenger** takes 4 damage from Yavaris."]
    assert (
        today("[red] **Avenger** takes 3 damages from Yavaris.", "[red] Same.", "[blue] More.")[0].new == "[blue] More."
    )


def test_a_change_without_words_is_refused(tmp_path: Path) -> None:
    (tmp_path / "changed.toml").write_text('[[changed]]\nold = "a"\n')
    with pytest.raises(ValueError, match="new"):
        meant(tmp_path / "changed.toml")


TRACKED = {("battle", "3 told", ""): ["[red] Avenger hits Yavaris (T2), and Yavaris (T2) burns."]}


def test_a_number_in_public_posts_may_come_to_words_of_then() -> None:
    assert not list(
        compared(
            TRACKED, {("battle", "3 told", ""): ["[red] Avenger (T1) hits Yavaris (T2), and Yavaris (T2) burns."]}, ()
        )
    )


@pytest.mark.parametrize(
    "line",
    [
        "[red] Avenger hits Yavaris, and Yavaris (T2) burns.",
        "[red] Avenger (T1) hits Yavaris (T2), and Yavaris burns.",
        "[red] Avenger (T2) hits Yavaris, and Yavaris (T2) burns.",
        "[red] Avenger hits Yavaris (T3), and Yavaris (T2) burns.",
    ],
)
def test_a_number_that_is_lost_or_another_is_a_difference(line: str) -> None:
    assert [one.new for one in compared(TRACKED, {("battle", "3 told", ""): [line]}, ())] == [line]
