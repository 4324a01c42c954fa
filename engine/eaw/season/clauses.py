"""Reasons as facts recorded them until version 9: clauses, behind the heading of their code and a colon."""

from __future__ import annotations

import re
from collections.abc import Mapping

from engine.game import Refusal, RefusalText
from engine.text.message import N_, Message, Text, begun, term
from engine.text.reasons import Reasons

BEGINS = re.compile(
    r"(An?|Another|At|Bases|Crews|Dock|Each|Fleet|From|It|None|Not?|One|Only|Outstanding|Ships|Th[eir]\w*|Two|Your?)\b(?!-)"
)
"""How a reason begins that begins with no name."""
SHORTER = {"^(It|You) (would have|name) ": "", ", and may (have|name) ": ", at most ", ", and needs ": ", at least "}
"""Words of a reason that its clause had not, or others."""
WAS = {
    "Look at fleet {number}. {breach}": "fleet {number}: {breach}",
    "{mover} meets the enemy in the lane {where}.": "{mover}, in the lane {where}",
    "{mover} meets the enemy at {where}.": "{mover}, at {where}",
    "Fleet {other} builds one at {at}.": "fleet {other} is at it at {at}",
    "There is no pod “{called}”; there are {known}.": "there are {known}, no pod “{called}”",
    "The {called} is in service from {yis}, and it is {year}.": "{called} is in service from {yis}, and it is {year}",
    "A dock has one monitor, and it is built by itself.": "a dock has one monitor, built by itself: one alone",
    "A {design} needs {least} to {most} escorts, and would have {there}.": (
        "{there} escorts of {design}, {least} to {most} are needed"
    ),
    "Outstanding crews on ships of size class {size} are {count}, and may be {most}.": (
        "outstanding crews on ships of size class {size}: {count}, at most {most}"
    ),
    "{other} would have {aboard} BPV aboard, and has an allowance of {allowance} at {co} per cent.": (
        "{other} would have {aboard} BPV aboard, and {allowance} at {co} per cent"
    ),
}
"""Clauses of other reasons, by their sentence."""
CLAUSES = Reasons({sentence: Message(clause) for sentence, clause in WAS.items()}, N_("{why}"))


def clause(reason: str) -> Text:
    """A reason as a clause: "fleet 1, at 2"; what is none stands as it is."""
    if reason in CLAUSES:
        return CLAUSES.words(reason, clause)
    said = reason.removesuffix(".")
    for words, was in SHORTER.items():
        said = re.sub(words, was, said)
    return term(said[0].lower() + said[1:] if BEGINS.match(said) else said)


def sentence(recorded: str) -> Text:
    """A recorded reason as a sentence, which it is not where a version before 10 recorded it."""
    return term(recorded) if recorded.endswith(".") else N_("{clause}.")(clause=begun(term(recorded)))


def behind_heading(texts: Mapping[str, RefusalText], refused: Refusal, *, stopped: bool) -> str:
    """A refusal as it was recorded: "The fleet is engaged: fleet 1, at 2."; `stopped` as it was until version 4, with
    a full stop behind a question, too.
    """
    text, why = texts.get(refused.code), clause(str(refused.numbers.get("why", "")))
    if text is None or not why:
        return refused.sentence
    end = "" if why.endswith("?") and not stopped else "."
    return f"{text.text.removesuffix('. {why}')}: {why}{end}"
