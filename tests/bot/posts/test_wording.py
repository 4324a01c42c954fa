"""News put together: repeated once with their number, small print in one line at the end."""

from __future__ import annotations

import random
import re

import pytest

from bot.clock import Clock
from bot.game.answers import for_moderator
from bot.posts.news import PUBLIC, Told
from bot.posts.wording import SMALL, composed, proves, without_proofs
from engine.clock import HOUR
from engine.report import News
from storage.store import Store
from tests.bot.night import PLAYERS, Night, begun
from tests.bot.posts.test_deadlines import acts, read

HASH = re.compile(r"[0-9a-f]{32}")


def test_rules_keys_seals_and_salts_stand_in_one_small_line_at_the_end() -> None:
    assert composed(
        ["A fires.\n-# GCW-UCR-04", "-# Key 3 of the dice: `ab`", "B is hit.\n-# GCW-DMG-01, GCW-UCR-04"]
    ) == ("A fires.\nB is hit.\n-# GCW-UCR-04 · GCW-DMG-01 · Key 3 of the dice: `ab`")


def test_rules_with_small_letters_and_the_labels_of_dice_are_gathered_too() -> None:
    assert composed(["Ships join.\n-# EAW-6c.1", "A battle.\n-# EAW-4a", "Points.\n-# EAW-4e.2, EAW-19a"]) == (
        "Ships join.\nA battle.\nPoints.\n-# EAW-6c.1 · EAW-4a · EAW-4e.2 · EAW-19a"
    )
    shots = ["A hits.\n-# FS-WPN-13 · dice A1/c1/B1/1–6", "A hits again.\n-# FS-WPN-13 · dice A1/c2/B1/1–4"]
    assert composed(shots) == ("A hits.\nA hits again.\n-# FS-WPN-13 · dice A1/c1/B1/1–6 · dice A1/c2/B1/1–4")
    assert composed(["It came.\n-# X-Wing", "More."]) == "It came.\n-# X-Wing\nMore."


def test_what_is_said_several_times_in_a_row_is_said_once() -> None:
    unit = "A unit was put into play by a moderator."
    assert composed([unit, unit, "Somebody joins.", unit]) == f"{unit} (2 times)\nSomebody joins.\n{unit}"


def test_of_several_that_do_the_same_in_a_row_it_is_said_of_the_first() -> None:
    own = [f"Avenger TF-{number} launches at Hoth B-1." for number in (1, 2, 3, 4)]
    assert composed([*own, "Lancer moves."]) == (
        "Avenger TF-1 launches at Hoth B-1. So do Avenger TF-2, Avenger TF-3 and Avenger TF-4.\nLancer moves."
    )
    seen = [f"**TF-{n} (C{n + 1})** (TIE Fighter (TF), of red) launches at Hoth B-1.\n-# GCW-SCN-08" for n in (1, 2, 3)]
    assert composed(seen) == (
        "**TF-1 (C2)** (TIE Fighter (TF), of red) launches at Hoth B-1. So do **TF-2 (C3)** and **TF-3 (C4)**."
        "\n-# GCW-SCN-08"
    )
    aboard = [f"TF-{number} is aboard Avenger." for number in (1, 2, 3)]
    assert composed(aboard) == "TF-1 is aboard Avenger. So are TF-2 and TF-3."


def test_two_or_what_differs_in_what_is_done_stay_apart() -> None:
    for apart in (
        ["TF-1 launches at Hoth B-1.", "TF-2 launches at Hoth B-1."],
        ["TF-1 launches at Hoth B-1.", "TF-2 launches at Hoth B-2.", "TF-3 launches at Hoth B-3."],
        ["TF-1 takes 3 damage.", "TF-2 takes 4 damage.", "TF-3 takes 5 damage."],
        ["Key 1 of the dice.", "Key 2 of the dice.", "Key 3 of the dice."],
    ):
        assert composed(apart) == "\n".join(apart)


def test_a_witness_of_the_record_keeps_its_line_and_other_small_print_its_place() -> None:
    text = "-# Due at noon.\nIt is noon.\n-# TOY-ORD-01\n-# Record: `0123456789abcdef`"
    assert composed([text, "More."]) == (
        "-# Due at noon.\nIt is noon.\nMore.\n-# TOY-ORD-01\n-# Record: `0123456789abcdef`"
    )


def test_what_was_gathered_is_gathered_again_and_chapters_have_points() -> None:
    inner = composed(["A rolls.\n-# D6-7.1-06", "-# Seal of `turn 1/red`: `ab`"])
    assert inner == "A rolls.\n-# D6-7.1-06 · Seal of `turn 1/red`: `ab`"
    assert composed([inner, "B waits.\n-# heard by red", "C rolls.\n-# D6-7.1-06, D6-B-04"]) == (
        "A rolls.\nB waits.\n-# heard by red\nC rolls.\n-# D6-7.1-06 · D6-B-04 · Seal of `turn 1/red`: `ab`"
    )


def test_long_digits_of_proofs_are_told_by_their_beginning_and_those_of_others_whole() -> None:
    seal, other = "0123456789abcdef" * 4, "fedcba9876543210" * 4
    told = composed([f"A locks `{other}`.\n-# Seal of `turn 1/red`: `{seal}`", f"-# Key 1 of the dice: `{other}`"])
    proofs = "Seal of `turn 1/red`: `0123456789abcdef…` · Key 1 of the dice: `fedcba9876543210…`"
    assert told == f"A locks `{other}`.\n-# {proofs}"


def test_what_only_proves_is_for_the_record() -> None:
    assert proves("-# Seal of `turn 1/red`: `ab`") and proves("-# Salt of `a`: `b`\n-# Key 1 of the dice: `c`")
    assert proves("-# Key 1 of the dice: `c`\n-# Record: `0123456789abcdef`")
    assert not proves("-# FITG-ENV-07") and not proves("Red attacks.\n-# Key 1 of the dice: `c`")


def test_a_moderator_reads_who_heard_what_once_for_what_they_heard_in_a_row() -> None:
    told = [
        Told("red", News("You decided.\n-# FITG-GEN-03"), 0),
        Told("red", News("You wait."), 0),
        Told(PUBLIC, News("All wait.\n-# FITG-ENV-07"), 0),
    ]
    assert for_moderator(told) == ("You decided.\nYou wait.\n-# heard by red\nAll wait.\n-# FITG-GEN-03 · FITG-ENV-07")


def test_a_panel_keeps_the_rules_of_what_was_done_and_leaves_its_proofs_to_posts() -> None:
    said = composed(["A fires.\n-# GCW-UCR-04", "-# Key 3 of the dice: `ab`"]) + "\n-# Record: `cd`"
    assert without_proofs(said) == "A fires.\n-# GCW-UCR-04"
    assert (
        without_proofs("A fires.\n-# Key 3 of the dice: `ab`\n-# Only you see it.") == "A fires.\n-# Only you see it."
    )


@pytest.mark.parametrize(
    "rulebook",
    [
        pytest.param("gcw", marks=pytest.mark.slow),
        "sunrise",
        pytest.param("eaw", marks=pytest.mark.slow),
        "freedom",
        "d6",
    ],
)
async def test_no_hash_stands_above_the_small_print_of_a_post_nor_in_a_panel(
    store: Store, clock: Clock, rulebook: str
) -> None:
    chance, night = random.Random(5), Night(store, clock)
    game = await begun(night, rulebook)
    proofs = 0
    for _ in range(25):
        clock.skip(5 * HOUR)
        await night.ticker.sweep()
        await acts(night, game, chance)
        for seat in PLAYERS:
            home = await night.desk.views.home(game, seat)
            told = [str(home.report), *home.news, *await night.desk.views.log(game, seat)]
            assert not [line for line in told if HASH.search(line)]
    for _, letter in (await read(night, game)).values():
        small = [line.startswith(SMALL) for line in letter.text.split("\n")]
        assert not [line for line in letter.text.split("\n") if HASH.search(line) and not line.startswith(SMALL)]
        proofs += any(HASH.search(line) for line in letter.text.split("\n"))
        assert small == sorted(small) or not HASH.search(letter.text), letter.text
    assert proofs
