"""News put together: repeated once with their number, small print in one line at the end."""

from __future__ import annotations

from bot.posts.wording import composed


def test_rules_keys_seals_and_salts_stand_in_one_small_line_at_the_end() -> None:
    assert composed(
        ["A fires.\n-# GCW-UCR-04", "-# Key 3 of the dice: `ab`", "B is hit.\n-# GCW-DMG-01, GCW-UCR-04"]
    ) == ("A fires.\nB is hit.\n-# GCW-UCR-04 · Key 3 of the dice: `ab` · GCW-DMG-01")


def test_what_is_said_several_times_in_a_row_is_said_once() -> None:
    unit = "A unit was put into play by a moderator."
    assert composed([unit, unit, "Somebody joins.", unit]) == f"{unit} (2 times)\nSomebody joins.\n{unit}"


def test_a_witness_of_the_record_keeps_its_line_and_other_small_print_its_place() -> None:
    text = "-# Due at noon.\nIt is noon.\n-# TOY-ORD-01\n-# Record: `0123456789abcdef`"
    assert composed([text, "More."]) == (
        "-# Due at noon.\nIt is noon.\nMore.\n-# TOY-ORD-01\n-# Record: `0123456789abcdef`"
    )
