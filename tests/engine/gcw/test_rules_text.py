"""Texts of the rules for players: one text for each rule of the register, one sentence for each refusal."""

import ast
import string
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.clock import instant
from engine.dice.keyed import ChainDice
from engine.game import RefusalText, Table
from engine.gcw.data.codes import Code
from engine.gcw.look import reason_recorded
from engine.gcw.state import State
from engine.gcw.world import REMEMBERED, load
from engine.pack.wording import RuleText
from storage.packs import read
from tests.rulebooks import GCW

PACK = load(read(Path(__file__).parents[3] / "seeds" / "gcw"))
REGISTER_IDS = (Path(__file__).parent / "register_ids.txt").read_text(encoding="utf-8").split()
LONGEST_TITLE = 60
LONGEST_TEXT = 400
"""Several rules fit one message of 2000 characters."""


def fields(text: str) -> list[str]:
    """The {fields} of a sentence."""
    return [name for _, name, _, _ in string.Formatter().parse(text) if name is not None]


def test_every_rule_of_the_register_has_its_text_in_the_registers_order() -> None:
    assert [rule.id for rule in PACK.rules] == REGISTER_IDS


@pytest.mark.parametrize("rule", PACK.rules, ids=lambda rule: rule.id)
def test_a_rule_reads_as_sentences(rule: RuleText) -> None:
    assert rule.title[0].isupper() or rule.title[0].isdigit()
    assert not rule.title.endswith(".")
    assert len(rule.title) <= LONGEST_TITLE
    assert rule.text[0].isupper() or rule.text[0].isdigit()
    assert rule.text.endswith(".")
    assert "  " not in rule.text
    assert len(rule.text) <= LONGEST_TEXT


def test_a_chapter_has_one_name() -> None:
    names = {(rule.id.split("-")[1], rule.chapter) for rule in PACK.rules}
    assert len(names) == len({letters for letters, _ in names}) == len({name for _, name in names}) == 59


def test_titles_tell_rules_apart() -> None:
    titles = [rule.title for rule in PACK.rules]
    assert sorted({title for title in titles if titles.count(title) > 1}) == []


def test_every_refusal_code_has_a_sentence() -> None:
    assert {code.value for code in Code} <= set(PACK.refusals)


NO_REMEDY = {
    *("ALREADY_FINAL", "BOARD_TARGET", "DRAFT_FULL", "FORMATIONS_FULL", "GROUND_CELL", "HERO_AIR", "LAUNCH_RECALL"),
    *("NAME_TAKEN", "NOTHING_PENDING", "NOT_FACILITY", "NOT_IN_MAIN", "NOT_ON_GRID", "NOT_THERE", "NO_BOARDERS"),
    *("NO_CLASS", "NO_FORMATION", "NO_HOLD", "NO_LINE", "NO_ORDER", "NO_PLAYER", "NO_REPAIR", "NO_SHIELDS"),
    *("NO_TROOPS", "POD_GRID", "POOL", "PRESET_MOVES", "UNHARMED"),
}
"""Mistakes whose sentence says all, or whose remedy depends on the case."""


@pytest.mark.parametrize(("code", "refusal"), PACK.refusals.items(), ids=PACK.refusals.keys())
def test_a_refusal_says_what_is_wrong_and_what_would_be_right(code: str, refusal: RefusalText) -> None:
    assert refusal.text.endswith((".", "{hint}", "{reason}"))
    assert refusal.rule in REGISTER_IDS
    assert refusal.fix.endswith(".") or code in NO_REMEDY
    assert all(name.isidentifier() for name in fields(refusal.text + refusal.fix))


@pytest.mark.parametrize(
    ("code", "named"),
    [
        ("CP_LIMIT", ["used", "added", "limit"]),
        ("SHIP_LIMIT", ["most", "have"]),
        ("ESCORT_RATIO", ["need", "have"]),
        ("CONFLICT_SUSPENDED", ["system", "until"]),
        ("POST_TOO_SOON", ["time"]),
        ("DATA_INVALID", ["id", "field", "reason"]),
        ("TRACTOR_SIZE", ["target", "l", "unit", "m"]),
    ],
)
def test_the_numbers_that_a_refusal_names(code: str, named: list[str]) -> None:
    assert list(dict.fromkeys(fields(PACK.refusals[code].text))) == named


@pytest.mark.rule("GCW-ATM-09")
def test_altitudes_are_told_and_decide_nothing() -> None:
    text = next(rule.text for rule in PACK.rules if rule.id == "GCW-ATM-09")
    assert "50" in text and "690" in text and "no" in text.casefold()


def test_an_order_that_is_dropped_is_recorded_in_the_words_of_its_version() -> None:
    table = Table(State(), instant("2026-03-01T12:00:00Z"), ChainDice(b"d" * 32), GCW.refusals)
    refused = table.refusal("NO_MP", unit="Talon", mp=1)
    assert reason_recorded(GCW.world, table, refused) == "Talon has 1 movement point left."
    before = replace(GCW.world, version=REMEMBERED - 1)
    assert reason_recorded(before, table, refused) == "Talon has 1 movement points left."


def test_a_code_that_has_a_name_of_its_own_is_given_by_it() -> None:
    """`Code.NO_MP`, and not "NO_MP": whoever looks for a refusal finds all of its places."""
    bare = [
        f"{file}:{node.lineno} {ast.unparse(node.args[0])}"
        for file in (Path(__file__).parents[3] / "engine" / "gcw").rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] in ("Refused", "refuse", "Refusal")
        if node.args and isinstance(node.args[0], ast.Constant) and node.args[0].value in Code.__members__
    ]
    assert bare == []
