"""Wording of a rulebook's rules and refusals: sheets of words, which change no ruling.

They are no part of a pack's digest, and a game that was started with an older pack reads the words of today.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import StrEnum
from typing import Annotated

import msgspec

from engine.game import RefusalText
from engine.pack.positions import Path
from engine.pack.shapes import Row, shaped
from engine.pack.sheets import Faults, Sheet, repeats
from engine.text.names import no_such

RULES, REFUSALS = "rules.toml", "refusals.toml"

WORDING = (RULES, REFUSALS)
"""The sheets of a pack that hold words only."""

COURSE = "tutorial.toml"
"""A file beside the sheets, which is none of them: how the rulebook is begun (`engine.pack.course`)."""

Text = Annotated[str, msgspec.Meta(min_length=1)]


class RuleText(Row, frozen=True):
    """Text of a rule, for players: an id, a title, one or two sentences.

    `basis` is "source" where the rulebook says so, "ruling" where it is silent and a ruling was made, "both" where a
    ruling completes it.
    """

    id: Annotated[str, msgspec.Meta(pattern=r"^[A-Z0-9]+(-[A-Za-z0-9]+(\.[0-9]+)*)+$", examples=["GCW-UCR-03"])]
    title: Text
    text: Text
    chapter: Text
    basis: Annotated[str, msgspec.Meta(pattern="^(source|ruling|both)$")]


class RuleSheet(Row, frozen=True):
    """rules.toml"""

    rules: tuple[RuleText, ...]


class RefusalRow(Row, frozen=True):
    """Wording of a refusal: a sentence with {fields}, the rule it rests on, and what would be right."""

    code: Annotated[str, msgspec.Meta(pattern=r"^[A-Z][A-Z0-9_]*$", examples=["CP_LIMIT"])]
    text: Text
    rule: Text
    fix: str = ""


class RefusalSheet(Row, frozen=True):
    """refusals.toml"""

    refusals: tuple[RefusalRow, ...]


def rule_texts(sheet: Sheet, faults: Faults) -> tuple[RuleText, ...]:
    """The rules of a `rules.toml`, in its order; notes faults, an id given twice among them."""
    found = shaped(sheet, RuleSheet, faults)
    if found is None:
        return ()
    _once(sheet, faults, "rules", "id", (rule.id for rule in found.rules))
    return found.rules


def refusal_texts(
    sheet: Sheet, faults: Faults, is_rule: Callable[[str], bool], codes: type[StrEnum] | None = None
) -> dict[str, RefusalText]:
    """The refusals of a `refusals.toml` by code; notes faults, a code given twice or an unknown rule among them.

    With `codes` each of them has its refusal, and there is no other.
    """
    found = shaped(sheet, RefusalSheet, faults)
    if found is None:
        return {}
    given = [row.code for row in found.refusals]
    _once(sheet, faults, "refusals", "code", given)
    for index, row in enumerate(found.refusals):
        if not is_rule(row.rule):
            faults.add(sheet, ("refusals", index, "rule"), f"no rule has the id {row.rule!r}")
    wanted = [code.value for code in codes] if codes is not None else given
    for index, code in enumerate(given):
        if code not in wanted:
            faults.add(sheet, ("refusals", index, "code"), no_such("code of the rules", code, wanted))
    for code in sorted(set(wanted) - set(given)):
        faults.add(sheet, ("refusals",), f"{code!r} is missing")
    return {row.code: RefusalText(row.text, row.rule, row.fix) for row in found.refusals}


def _once(sheet: Sheet, faults: Faults, table: str, field: str, names: Iterable[str]) -> None:
    for index in repeats(names):
        path: Path = (table, index, field)
        faults.add(sheet, path, "is given twice")
