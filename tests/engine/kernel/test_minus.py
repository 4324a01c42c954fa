"""Numbers below 0: a true minus stands before them in words of all rulebooks; typed, they are read with either sign."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.d6.moderators import Place
from engine.text.lines import build, parse
from engine.text.message import N_

PACKS = Path(__file__).parents[3] / "seeds"
PLAYS = Path(__file__).parents[2] / "play"
TOLD = re.compile(r"^\s*[+|!] ?")
TYPED = re.compile(r"`[^`]*`")
RULES = re.compile(r"[A-Z]+-\d+(, -\d+)+")
HYPHEN = re.compile(r"(?<![^ (>*])-\d")


def hyphened(line: str) -> bool:
    """True for words in which a hyphen stands before a number as its sign: not in what is typed, nor in rules' ids."""
    return bool(TOLD.match(line) and HYPHEN.search(RULES.sub("", TYPED.sub("", TOLD.sub(" ", line)))))


@pytest.mark.parametrize("rulebook", sorted(path.name for path in PLAYS.iterdir() if path.is_dir()))
def test_no_number_below_0_has_a_hyphen_for_its_sign(rulebook: str) -> None:
    lines = [line for path in (PLAYS / rulebook).glob("*.play") for line in path.read_text("utf-8").splitlines()]
    assert [line for line in lines if hyphened(line)] == []


@pytest.mark.parametrize("rulebook", sorted(path.name for path in PACKS.iterdir() if path.is_dir()))
def test_no_rule_and_no_refusal_has_one_either(rulebook: str) -> None:
    lines = [line for path in (PACKS / rulebook).glob("*.toml") for line in path.read_text("utf-8").splitlines()]
    said = [line.partition("=")[2] for line in lines if line.startswith(("text =", "fix =", "greets =", "hint ="))]
    assert [line for line in said if hyphened(f"  | {line}")] == []


@pytest.mark.parametrize(
    "line", ["  | -24 fighters", "  + [*] Rex: at -2, -1 m", "  + [*] speed 7 -1 (in the atmosphere)"]
)
def test_a_hyphen_for_a_sign_is_seen(line: str) -> None:
    assert hyphened(line)


@pytest.mark.parametrize(
    "line", ["  | `place Rex at -2 0`", "  | 4D-1, 1-2, TF-1", "  | (GCW-UCR-02, -03)", "  | −3", "a -1"]
)
def test_other_hyphens_are_none(line: str) -> None:
    assert not hyphened(line)


def test_sentences_write_numbers_so() -> None:
    assert N_("{a:+} {b:+} {c:,} {d}")(a=-2, b=3, c=-1234, d=-5) == "−2 +3 −1,234 −5"


def test_a_number_that_is_copied_from_our_words_is_read() -> None:
    copied = parse("place Rex at −2 −10", [Place])
    assert copied == parse("place Rex at -2 -10", [Place]) == build(Place, {"who": "Rex", "x": "−2", "y": "-10"})
