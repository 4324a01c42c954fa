"""Rolls as people type them at `/roll`, read tolerantly; rolls at a table of rolls."""

from __future__ import annotations

import pytest

from engine.d6.rounds.anywhere import RollAnywhere, RolledAnywhere, Wanted, order_of, wanted
from engine.game import Refusal
from tests.engine.d6.playing import BLUE, RED, RULES, Played

PACK = RULES.world.pack
MINE = {"reflex": "4D+1", "running": "3D", "brawling parry": "3D+2"}


@pytest.mark.rule("D6-B-01", "D6-B-05", "D6-B-06")
@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("4D+2", Wanted("4D+2", "4D+2")),
        ("  /roll 4d6 + 2 ", Wanted("4D+2", "4D+2")),
        ("roll 5d vs 15", Wanted("5D", "5D", 15)),
        ("5D against moderate", Wanted("5D", "5D", 15)),
        ("reflex", Wanted("reflex", "4D+1")),
        ("Reflex +1D vs. 20", Wanted("reflex", "5D+1", 20)),
        ("brawling - 1D v 3D+1", Wanted("brawling parry", "2D+2", 0, "3D+1", "3D+1")),
        ("4D+2 15", Wanted("4D+2", "4D+2", 15)),
        ("reflex 15", Wanted("reflex", "4D+1", 15)),
        ("4D vs15", Wanted("4D", "4D", 15)),
        ("4D>=15", Wanted("4D", "4D", 15)),
        ("4D > 15", Wanted("4D", "4D", 15)),
        ("4D-1", Wanted("3D+2", "3D+2")),
        ("4D+2+1D-1", Wanted("5D+1", "5D+1")),
        ("reflex+1", Wanted("reflex", "4D+2")),
        ("4D+2 dc 15", Wanted("4D+2", "4D+2", 15)),
        ("4D, difficulty 15", Wanted("4D", "4D", 15)),
        ("4D against difficulty of 15", Wanted("4D", "4D", 15)),
        ("4D+2 vs 15.", Wanted("4D+2", "4D+2", 15)),
        ("4D vs moderate!", Wanted("4D", "4D", 15)),
        ("4D very difficult", Wanted("4D", "4D", 30)),
        ("4D+2 damage", Wanted("damage", "4D+2")),
        ("4D damage vs 3D", Wanted("damage", "4D", 0, "3D", "3D")),
        ("4w6", Wanted("4D", "4D")),
        ("4W+1 gegen 15", Wanted("4D+1", "4D+1", 15)),
        ("!roll 4D", Wanted("4D", "4D")),
        ("4D vs heroic+10", Wanted("4D", "4D", 41)),
        ("d6", Wanted("1D", "1D")),
        ("d6+2", Wanted("1D+2", "1D+2")),
    ],
)
def test_codes_skills_and_what_they_are_held_against_are_read(text: str, meant: Wanted) -> None:
    assert wanted(PACK, text, MINE) == meant


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("3D+5", "E_VALUE"), ("12D+5", "E_VALUE"), ("D", "E_VALUE"), ("4D vs -3", "E_VALUE"),
        ("4D vs 999", "E_VALUE"), ("D+1", "E_VALUE"), ("d20", "E_VALUE"), ("4d20", "E_VALUE"), ("4D-3", "E_VALUE"),
        ("4D 2", "E_VALUE"), ("4D < 15", "E_VALUE"), ("4D 3D", "E_VALUE"), ("4D modrate", "E_VALUE"),
        ("4D vs", "E_VALUE"), ("4D reflex", "E_VALUE"), ("4D dodge", "E_NODODGE"), ("4D vs 15 20", "E_VALUE"),
        ("dodge", "E_NODODGE"), ("blaster", "E_UNKNOWN"), ("runing", "E_UNKNOWN"), ("0D+1", "E_POOL"),
        ("running -3D", "E_POOL"), ("", "E_VALUE"), ("💥", "E_VALUE"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_refused(text: str, code: str) -> None:
    with pytest.raises(Refusal) as refused:
        wanted(PACK, text, MINE)
    assert refused.value.code == code and refused.value.rule


@pytest.mark.rule("D6-B-03", "D6-B-04", "D6-B-07")
def test_a_private_roll_is_told_to_one_seat_and_rolled_under_the_hidden_key() -> None:
    game = Played({"kind": "rolls"})
    game.rolls(3, 4, 2, 6, 6, 2)
    game.obey(RED, order_of(PACK, "4D+1 vs 24", "everybody", {}))
    assert game.of(RolledAnywhere)[0].throw.total == 24 and game.heard_by(RolledAnywhere, BLUE)
    game.rolls(5, 3, 2, 1, 2, 3)
    game.obey(RED, order_of(PACK, "4D vs 2D", "private", {}))
    hidden = game.of(RolledAnywhere)[1]
    assert hidden.other is not None and (hidden.throw.total, hidden.other.total) == (5, 5)
    assert not game.heard_by(RolledAnywhere, BLUE)
    assert "**no**" in str(RULES.tell(game.known[RED], game.last[-1], RED))


def test_a_table_for_a_game_does_not_roll_so() -> None:
    game = Played()
    refusal = game.obey(RED, RollAnywhere(name="x", code="4D", sight="everybody"))
    assert refusal is not None and refusal.code == "E_PHASE"
