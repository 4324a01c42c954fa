"""Every refusal that the register lists has an example, played or stated in a test, or says why it can have none."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from engine.freedom.data.pack import Side, load
from engine.freedom.state import Ship, Stage
from engine.game import Refusal, Setup
from engine.pack.sheets import PackError
from engine.text.masks import Masks
from tests.engine.freedom.playing import BLUE, NOON, RED, RULES, SHEETS, Played
from tests.rulebooks import SEEDS

TESTS = SEEDS.parent / "tests"

REGISTER = """
GEN-01 E_RANGE; GEN-02 E_WHERE; GEN-03 E_LOCKED; ENV-01 E_PHASE E_OWNER E_WHERE; ENV-03 E_LOCKED; ENV-04 E_OWNER;
ENV-05 E_WHERE; ENV-06 E_ALLOC; ENV-07 E_TYPE; ENV-08 E_RANGE; ENV-09 E_LEADER; ENV-10 E_LEADER; ENV-12 E_ALLOC;
ENV-14 E_WHERE; ENV-16 E_RANGE; ENV-18 E_ALLOC; CHR-01 E_WHERE; CHR-02 E_TYPE; CHR-03 E_TYPE; CHR-05 E_RANGE;
CHR-06 E_SIDE; CHR-07 E_SIDE E_OWNER; CHR-10 E_LOCKED; CHR-11 E_ACTIVE; CHR-12 E_TYPE; CHR-13 E_TYPE; CHR-14 E_TYPE;
CHR-15 E_ACTIVE; CHR-16 E_ACTIVE; CHR-17 E_ALLOC; CHR-18 E_OWNER E_TYPE; CHR-20 E_PHASE; CHR-21 E_ACTIVE;
CHR-22 E_BREAK; CHR-24 E_DICE; CHR-25 E_WHERE; CHR-26 E_BREAK; CHR-27 E_BREAK; CHR-35 E_ALLOC; CHR-36 E_ALLOC;
CHR-38 E_ALLOC; CHR-40 E_ACTIVE E_LEADER E_OWNER; CRE-01 E_TYPE; CRE-02 E_TYPE; CRE-05 E_LOCKED; CRE-06 E_LOCKED;
CRE-10 E_TYPE; CRE-11 E_TYPE; PDB-01 E_TYPE; PDB-04 E_TYPE; PDB-05 E_ALLOC; PDB-09 E_TYPE; PDB-10 E_PHASE E_TYPE
"""
"""What the register's entries refuse: each entry with its codes."""

NEVER = {
    "ENV-14 E_WHERE": "every unit has strength (GEN-01), so a side of none has no unit, and ENV-01 refuses that",
}
"""What no order can meet, and why."""


def listed() -> Iterator[str]:
    """Every entry with every code of it, as "CHR-18 E_TYPE"."""
    for entry in REGISTER.replace("\n", " ").split(";"):
        rule, *codes = entry.split()
        yield from (f"{rule} {code}" for code in codes)


def examples() -> set[str]:
    """Refusals in played examples, and stated in tests of this folder, with the entry that is cited."""
    plays = "".join(file.read_text() for file in sorted((TESTS / "play" / "freedom").glob("*.play")))
    found = {f"{rule} {code}" for code, rule in re.findall(r"^  ! (E_\w+) .*\(FITG-([A-Z]+-\d+)\)$", plays, re.M)}
    tests = "".join(file.read_text() for file in sorted((TESTS / "engine" / "freedom").glob("*.py")))
    return found | {f"{rule} {code}" for code, rule in re.findall(r"(E_\w+) FITG-([A-Z]+-\d+)", tests)}


def test_every_refusal_of_the_register_has_an_example_or_a_reason_why_not() -> None:
    every = set(listed())
    assert sorted(every - examples() - set(NEVER)) == [], "neither an example nor a reason"
    assert sorted(set(NEVER) - every) == [], "a reason for what the register does not refuse"
    assert sorted(examples() & set(NEVER)) == [], "a reason for what has an example"


def test_every_code_is_met_in_a_played_example() -> None:
    plays = "".join(file.read_text() for file in sorted((TESTS / "play" / "freedom").glob("*.play")))
    assert set(re.findall(r"^  ! (E_\w+) ", plays, re.M)) == set(RULES.refusals)


@pytest.mark.parametrize(
    ("entry", "sheet", "old", "new", "fault"),
    [
        (
            "E_RANGE FITG-GEN-01",
            "units",
            "first = 3, second = 2",
            "first = 0, second = 2",
            "units[2].first: input should be greater",
        ),
        ("E_RANGE FITG-GEN-01", "units", "first = 3, second = 2", "second = 2", "units[2].first: is missing"),
        ("E_RANGE FITG-ENV-08", "characters", "leadership = 4", "leadership = -1", "characters[9].leadership"),
        ("E_RANGE FITG-ENV-16", "scenarios", ', terrain = "wild"', "", "Rebel units alone have a type (FITG-ENV-16)"),
        ("E_RANGE FITG-ENV-16", "scenarios", '"Line", at', '"Line", terrain = "air", at', "have a type (FITG-ENV-16)"),
        ("E_RANGE FITG-CHR-05", "locals", 'race = "Thoks"', 'race = "Thok"', "no irate locals of Thoks in wild"),
    ],
)
def test_what_is_out_of_range_is_refused_when_the_tables_are_read(
    entry: str, sheet: str, old: str, new: str, fault: str
) -> None:
    text = SHEETS[f"{sheet}.toml"]
    assert old in text, entry
    with pytest.raises(PackError) as refused:
        load({**SHEETS, f"{sheet}.toml": text.replace(old, new, 1)}, "")
    assert fault in str(refused.value)


def rebels_move(*pieces: str, up: bool = True) -> Played:
    """The Rebels have moved something from Charkhan to Quibron, whose base is the Empire's only one."""
    game = Played()
    for planet in game.state.planets:
        game.planet(planet, control=Side.IMPERIAL, level=int(planet == "Quibron"), up=planet == "Quibron" and up)
    game.unit("Rebel 2-1", "Charkhan wild", "wild", id="Wild 2-1 A")
    game.person("Boccanegra", "Charkhan wild")
    game.arrange(
        replace(
            game.state,
            player=Side.REBEL,
            stage=Stage.MOVEMENT,
            ships={"Explorer": Ship("Explorer", Side.REBEL, "Explorer", "Boccanegra", "Charkhan wild")},
        )
    )
    if pieces:
        game.rolls(5, 6)
        game.red(f"move {', '.join(pieces)} to Quibron wild")
    return game


def test_a_base_attacks_units_that_pass_it_and_nothing_else() -> None:
    sought = rebels_move("Explorer", "Boccanegra").refused(BLUE, "fire")
    assert sought.startswith("E_TYPE FITG-PDB-01") and "looks for the Explorer" in sought
    barred = rebels_move("Wild 2-1 A", up=False).refused(BLUE, "fire")
    assert barred.startswith("E_TYPE FITG-PDB-04") and "Quibron has level 1, down" in barred
    assert rebels_move().refused(BLUE, "fire").startswith("E_TYPE FITG-PDB-10")
    lost = rebels_move("Wild 2-1 A")
    lost.blue("fire")
    assert lost.state.choice is None and lost.refused(BLUE, "fire").startswith("E_TYPE FITG-PDB-10")
    assert rebels_move().refused(RED, "fire").startswith("E_PHASE FITG-GEN-03")


@pytest.mark.parametrize("seats", [(RED,), ()])
def test_a_game_of_other_than_two_does_not_begin(seats: tuple[str, ...]) -> None:
    game = Played()
    with pytest.raises(Refusal) as refused:
        game.begin(Setup("Test", tuple(RED for _ in seats), {"scenario": "egrix"}), NOON)
    assert f"{refused.value.code} {refused.value.rule}" == "E_SIDE FITG-CHR-06"
    assert f"Two seats play, not {len(seats)}" in str(refused.value)


def test_words_of_a_refusal_are_nobody_s_name() -> None:
    """Those who were forgotten were called by words of the sentences."""
    game = Played()
    for kind in ("Line", "Line"):
        game.unit(kind, "Angoff urban")
    for one in ("Kogus", "Doctor Sontag"):
        game.person(one, "Angoff urban")
    game.red("done")
    with Masks(dict.fromkeys(("Urban", "units", "squad", "fire", "capture", "all"), "forgotten-1")).hiding():
        assert "You have no characters in Angoff urban" in game.refused(BLUE, "search Angoff urban with characters")
        game.blue("search Angoff urban")
        game.rolls(1)
        game.red("pick Kogus")
        assert "fight by fire or hand, not “stone”" in game.refused(BLUE, "attack by stone")
        assert "is one of squad, and never mixed" in game.refused(BLUE, "attack with stones")
        game.blue("attack to capture")
        assert "fought to capture to its end" in game.refused(BLUE, "attack to kill")
        assert "is active in Angoff urban" in game.refused(RED, "done")
