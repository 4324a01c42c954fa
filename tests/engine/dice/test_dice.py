"""Dice by label: without bias, the same for everybody, and checkable."""

from __future__ import annotations

import hashlib
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.dice import check
from engine.dice.keyed import LENGTH, ChainDice, FixedDice, ScriptedDice, UnscriptedDie, die, fair, mixed, seal

DICE = ChainDice(b"s" * 32)


@given(key=st.binary(max_size=40), label=st.text(max_size=40), sides=st.integers(1, 2**32))
def test_a_die_has_a_side_of_its_own_and_the_same_each_time(key: bytes, label: str, sides: int) -> None:
    assert 1 <= die(key, label, sides) <= sides
    assert die(key, label, sides) == die(key, label, sides)


@given(key=st.binary(max_size=80), label=st.text(max_size=40), sides=st.integers(1, 2**32))
def test_a_die_is_what_the_stand_alone_checker_says(key: bytes, label: str, sides: int) -> None:
    assert die(key, label, sides) == check.die(key, label, sides)  # keys are longer than a block of SHA-256, too


@pytest.mark.parametrize("sides", [0, -1, 2**32 + 1])
def test_there_is_no_such_die(sides: int) -> None:
    with pytest.raises(ValueError, match="sides"):
        die(b"", "x", sides)


@given(sides=st.integers(1, 2**32))
def test_accepted_draws_fall_evenly_on_all_sides(sides: int) -> None:
    accepted = 2**64 - 2**64 % sides
    assert accepted % sides == 0  # so each side has exactly as many draws as any other
    assert accepted > 2**63  # and more than half of all draws are accepted


@given(sides=st.integers(1, 2**32), rejected=st.integers(0, 2**32), number=st.integers(0, 2**63))
def test_a_draw_from_the_incomplete_stretch_is_passed_over(sides: int, rejected: int, number: int) -> None:
    over = [2**64 - 1 - rejected % (2**64 % sides)] if 2**64 % sides else []
    assert [fair(one, sides) for one in (*over, number)] == [*(None for _ in over), number % sides + 1]
    assert fair(2**64 - 2**64 % sides - 1, sides) == sides  # the last that counts


def test_every_side_comes_up() -> None:
    assert set(Counter(die(b"key", f"roll {number}", 20) for number in range(600))) == set(range(1, 21))


def test_the_chain_leads_to_the_commitment() -> None:
    link = bytes.fromhex(DICE.turn(7).link)
    for _ in range(7):
        link = hashlib.sha256(link).digest()
    assert link.hex() == DICE.commitment


@pytest.mark.parametrize("turn", [0, -1, LENGTH + 1])
def test_a_chain_has_an_end(turn: int) -> None:
    with pytest.raises(ValueError, match="turns 1 to"):
        DICE.turn(turn)


def test_seals_change_the_public_dice_whatever_their_order_and_leave_the_hidden_ones() -> None:
    plain, one, other = DICE.turn(3), DICE.turn(3, ["a", "b"]), DICE.turn(3, ["b", "a"])
    labels = [f"roll {number}" for number in range(20)]
    assert [one.roll(label, 100) for label in labels] == [other.roll(label, 100) for label in labels]
    assert [one.roll(label, 100) for label in labels] != [plain.roll(label, 100) for label in labels]
    assert [one.hidden(label, 100) for label in labels] == [plain.hidden(label, 100) for label in labels]
    assert plain.roll("a", 2**32) != plain.hidden("a", 2**32)


def test_a_seal_needs_its_salt() -> None:
    assert DICE.seal("t", "attack") == seal(DICE.salt("t"), "attack")
    assert DICE.seal("t", "attack") != DICE.seal("u", "attack")
    assert len(DICE.salt("t")) == 64


def test_the_hidden_key_is_what_was_committed_to() -> None:
    assert hashlib.sha256(bytes.fromhex(DICE.hidden_key)).hexdigest() == DICE.hidden_commitment


def test_the_turns_key_mixes_link_and_seals_in_sorted_order() -> None:
    assert mixed(b"link", ["b", "a"]) == hashlib.sha256(b"linka\nb").digest()


def test_fixed_dice_depend_on_nothing_that_is_sealed() -> None:
    dice = FixedDice(b"k")
    assert dice.turn(1, ["a"]).roll("x", 2**32) == dice.turn(1, ["b"]).roll("x", 2**32)
    assert dice.turn(1).roll("x", 2**32) != dice.turn(2).roll("x", 2**32)
    assert dice.turn(1).roll("x", 2**32) != dice.turn(1).hidden("x", 2**32)
    assert dice.seal("t", "attack") == dice.seal("t", "retreat") != dice.seal("u", "attack")


def test_scripted_dice_are_used_by_label_first_and_else_in_order() -> None:
    dice = ScriptedDice([4, 6], {"to hit": 2})
    key = dice.turn(1)
    assert [key.roll("damage", 6), key.roll("to hit", 6), key.hidden("damage", 6)] == [4, 2, 6]
    assert not dice.unused


def test_scripted_dice_that_do_not_fit_say_so_and_stay() -> None:
    dice = ScriptedDice([7], {"armour": 9})
    with pytest.raises(UnscriptedDie, match="7 was scripted for 'damage', a die of 6 sides"):
        dice.roll("damage", 6)
    with pytest.raises(UnscriptedDie, match="9 was scripted for 'armour'"):
        dice.roll("armour", 6)
    assert list(dice.unused) == ["7", "armour=9"]
    with pytest.raises(UnscriptedDie, match="no die was scripted for 'x'"):
        ScriptedDice().roll("x", 6)
    dice.more([1], {"luck": 3})
    assert list(dice.unused) == ["7", "1", "armour=9", "luck=3"]
