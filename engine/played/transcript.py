"""Played examples: read them, run them and compare, write down what came of them, export real games as such.

The format stands at the head of engine/script.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from engine.clock import Instant, iso
from engine.dice.keyed import ScriptedDice, UnscriptedDie
from engine.game import Refusal, Rolled, Ruleset, Said, Seat, Setup
from engine.played.played_game import PlayedGame
from engine.played.script import (
    ALL,
    PUBLIC,
    REFEREE_ALONE,
    Expected,
    Holds,
    Refuses,
    Says,
    Step,
    Tells,
    TellsNothing,
    Transcript,
    TranscriptError,
    dice,
    dice_text,
    header_of,
    moved,
    on_one_line,
    read,
)
from engine.record import Codec, Command
from engine.report import News, Report
from engine.text.lines import to_text

__all__ = [
    "Mismatch",
    "Rehearsal",
    "Result",
    "Transcript",
    "TranscriptError",
    "compared",
    "export",
    "read",
    "report_lines",
    "run",
    "write",
]

S = TypeVar("S", bound=msgspec.Struct)

Line = tuple[tuple[str, ...], str]
"""Words told: the hearers and what they read."""


class Mismatch(msgspec.Struct, frozen=True):
    """Mismatch of a played example with what it states: the file, the line, what it states and what came of it."""

    name: str
    line: int
    expected: str
    got: str

    def __str__(self) -> str:
        return f"{self.name}:{self.line}: expected {self.expected}\n    got {self.got}"


class Result(msgspec.Struct, frozen=True):
    """Result of a run: the mismatches (none: it passed), the steps run, and the transcript as `write` would have it."""

    mismatches: tuple[Mismatch, ...]
    steps: int
    written: str = ""


class Happened(msgspec.Struct, frozen=True):
    """Events of one step: words told, facts said, the refusal, the lines of what was asked to see."""

    told: tuple[Line, ...] = ()
    said: tuple[Said[Any], ...] = ()
    refusal: Refusal | None = None
    lines: tuple[str, ...] = ()
    fault: str = ""  # a die that was not scripted, an instant that is past


class Rehearsal(PlayedGame[S]):
    """A game played from a transcript, step by step."""

    checked = False
    dice: ScriptedDice

    def __init__(self, rules: Ruleset[S], setup: Setup) -> None:
        super().__init__(rules, setup.seats, ScriptedDice())
        self.setup = setup
        self.codec = Codec(rules)

    def do(self, step: Step) -> Happened:
        """Do one step. What is refused, or lacks a die, changes nothing."""
        try:
            return self._do(step)
        except Refusal as refusal:
            return Happened(refusal=refusal)
        except UnscriptedDie as error:
            return Happened(fault=str(error))
        except Exception as error:
            error.add_note(f"in line {step.line}: {step.text}")
            raise

    def _do(self, step: Step) -> Happened:
        if step.kind == "dice":
            script = dice(step.text)
            assert script is not None  # it was read before
            self.dice.more(*script)
            return Happened()
        if step.kind == "clock":
            return self._clock(step)
        if step.kind == "ask":
            return Happened(lines=tuple(self._asked(step)))
        return self._happened(self.give(Seat(step.who), step.text))

    def _clock(self, step: Step) -> Happened:
        at = moved(self.now, step.text)
        if not self.now:  # the clock opens every transcript
            self.begin(self.setup, at)
        elif at < self.now:
            return Happened(fault=f"the clock stands at {iso(self.now)} already")
        else:
            self.lapse(at)
        return self._happened()

    def _happened(self, refusal: Refusal | None = None) -> Happened:
        return Happened(tuple(line for words in self.words for line in self._lines(words)), self.last, refusal)

    def _lines(self, heard: Mapping[Seat | None, News]) -> list[Line]:
        """Readers of one thing said and what they read; those who read the same together."""
        words: dict[str, list[str]] = {}
        for hearer, news in heard.items():
            if text := on_one_line(news.text):
                words.setdefault(text, []).append(hearer or PUBLIC)
        everybody = len(self.hearers)
        return [((ALL,) if len(readers) == everybody else tuple(readers), text) for text, readers in words.items()]

    def _asked(self, step: Step) -> Iterable[str]:
        """The lines of what a question shows."""
        if step.text == "awaits":
            return [
                f"{one.seat}: {one.what}" + (f" until {iso(one.until)}" if one.until is not None else "")
                for one in self.rules.awaits(self.state)
            ]
        verb, _, rest = step.text.partition(" ")
        seat = None if step.who == PUBLIC else Seat(step.who)
        knows = self.known[None] if seat is None else self.knows(seat)
        if verb == "may":
            return [to_text(order, self.rules.orders) for order in self.rules.legal(knows, seat or Seat(""), self.now)]
        view, _, about = rest.strip().partition(" ")
        if verb == "draw":
            return self.rules.draw(knows, seat, view, about.strip(), self.now).splitlines()
        return report_lines(self.rules.show(knows, seat, view, about.strip(), self.now))


def report_lines(report: Report) -> list[str]:
    """A report as lines of text."""
    lines = [report.title, *report.lead.splitlines()]
    for section in report.sections:
        lines += [section.heading, *(line for item in section.lines for line in item.splitlines())]
    lines += [f"{suggestion.label}: {suggestion.line}" for suggestion in report.suggestions]
    return [line for line in (*lines, report.rule) if line]


def run(rules: Ruleset[S], transcript: Transcript, table: Rehearsal[S] | None = None) -> Result:
    """Play a transcript and compare; in the end all that was told must have words still. A bug of the rulebook is
    raised, with the line noted.
    """
    table = table or Rehearsal(rules, transcript.setup)
    result = _rehearsed(table, transcript)
    table.told_again()
    return result


def _rehearsed(table: Rehearsal[S], transcript: Transcript) -> Result:
    """A transcript as it comes out at a table."""
    found: list[Mismatch] = []
    out: list[str] = []
    done, scripted = 0, 1
    for step in transcript.steps:
        scripted = step.line if step.kind == "dice" else scripted
        happened = table.do(step)
        found += [
            Mismatch(transcript.name, line, expected, got)
            for line, expected, got in compared(step, happened, table.codec)
        ]
        out += transcript.lines[done : step.line]
        out += _block(step, happened, transcript.lines[step.line : step.last])
        done = max(step.last, step.line)
        if step.kind == "clock" and (happened.refusal or happened.fault):
            break  # without its opening, or time it lacks, a game has no more to it
    if table.dice.unused:
        left = ", ".join(table.dice.unused)
        found.append(Mismatch(transcript.name, scripted, "all scripted dice to be used", f"left over: {left}"))
    return Result(tuple(found), len(transcript.steps), "\n".join([*out, *transcript.lines[done:]]) + "\n")


Gap = tuple[int, str, str]
"""A line, what it states, and what came of it."""


def compared(step: Step, happened: Happened, codec: Codec[S]) -> list[Gap]:
    """Gaps between a step and what it states."""
    gaps: list[Gap] = []
    if happened.fault:
        gaps.append((step.line, "the step to be possible", happened.fault))
    refuses = next((expected for expected in step.expects if isinstance(expected, Refuses)), None)
    refusal = happened.refusal
    sentence = on_one_line(str(refusal)) if refusal else ""
    got = f"! {refusal.code} {sentence}" if refusal else "no refusal"
    if refusal is not None and refuses is None:
        gaps.append((step.line, "no refusal", got))
    elif refuses is not None and (refusal is None or refusal.code != refuses.code or refuses.part not in sentence):
        gaps.append((refuses.line, f"! {refuses.code} {refuses.part}".rstrip(), got))
    tells = [expected for expected in step.expects if isinstance(expected, Tells)]
    quiet = next((expected for expected in step.expects if isinstance(expected, TellsNothing)), None)
    if any(told.part for told in tells):
        gaps += _some(tells, happened.told)
    elif tells or quiet:
        gaps += _all(step.line if quiet is None else quiet.line, tells, happened.told)
    gaps += _facts([expected for expected in step.expects if isinstance(expected, Says)], happened.said, codec)
    for expected in step.expects:
        if isinstance(expected, Holds) and any(expected.part in line for line in happened.lines) == expected.absent:
            wanted = f"{'no line' if expected.absent else 'a line'} with “{expected.part}”"
            gaps.append((expected.line, wanted, " / ".join(happened.lines) or "nothing"))
    return gaps


def _written(line: Line) -> str:
    return f"[{', '.join(line[0])}] {line[1]}"


def _all(at: int, tells: Sequence[Tells], told: Sequence[Line]) -> list[Gap]:
    """Gaps where what is told is not line by line what is stated; the first difference is enough."""
    for number, stated in enumerate(tells):
        got = _written(told[number]) if number < len(told) else "nothing more told"
        wanted = _written((stated.hearers, stated.words))
        if number >= len(told) or set(told[number][0]) != set(stated.hearers) or told[number][1] != stated.words:
            return [(stated.line, wanted, got)]
    if len(told) > len(tells):
        return [(tells[-1].line if tells else at, "nothing more told", _written(told[len(tells)]))]
    return []


def _some(tells: Sequence[Tells], told: Sequence[Line]) -> list[Gap]:
    """Stated words that are not told, or not in that order."""
    rest = list(told)
    for one in tells:
        for number, (hearers, words) in enumerate(rest):
            if set(hearers) == set(one.hearers) and (one.words in words if one.part else one.words == words):
                del rest[: number + 1]
                break
        else:
            got = " | ".join(map(_written, rest)) or "nothing more told"
            return [(one.line, _written((one.hearers, one.words)), got)]
    return []


def fact_text(said: Said[Any], codec: Codec[Any]) -> str:
    """A fact as a transcript writes it."""
    fields = msgspec.to_builtins(said.fact)
    kind = fields.pop("fact")
    values = ", ".join(
        f"{name}={msgspec.json.encode(value, order='sorted').decode()}" for name, value in fields.items()
    )
    to = ALL if said.to.everyone else ", ".join(said.to.seats) or REFEREE_ALONE
    return f"[{to}] {kind}({values})"


def _facts(wanted: Sequence[Says], said: Sequence[Said[Any]], codec: Codec[Any]) -> list[Gap]:
    """Stated facts that are not said, or not in that order."""
    rest = list(said)
    for says in wanted:
        for number, candidate in enumerate(rest):
            if _is(says, candidate):
                del rest[: number + 1]
                break
        else:
            fields = ", ".join(f"{name}={value}" for name, value in says.fields)
            to = f"[{', '.join(says.hearers)}] " if says.hearers else ""
            text = f"= {to}{says.kind}({fields})"
            alike = [fact_text(each, codec) for each in rest if type(each.fact).__name__ == says.kind]
            got = " | ".join(alike) or f"no {says.kind} among {len(rest)} facts"
            return [(says.line, text, got)]
    return []


def _is(stated: Says, said: Said[Any]) -> bool:
    fields: Mapping[str, object] = msgspec.to_builtins(said.fact)
    if fields["fact"] != stated.kind:
        return False
    if stated.hearers is not None:
        to: tuple[str, ...] = (ALL,) if said.to.everyone else said.to.seats or (REFEREE_ALONE,)
        if set(stated.hearers) != set(to):
            return False
    for path, wanted in stated.fields:
        value: object = fields
        for part in path.split("."):
            if not isinstance(value, dict) or part not in value:
                return False
            value = value[part]
        if msgspec.json.encode(value, order="sorted").decode() != wanted:
            return False
    return True


def write(rules: Ruleset[S], transcript: Transcript) -> str:
    """The transcript with what comes of each step under it.

    What is told and refused is written anew; parts (`~`), facts (`=`) and what questions hold stay as they stand
    where there are any. Comments stay.
    """
    return _rehearsed(Rehearsal(rules, transcript.setup), transcript).written


def _block(step: Step, happened: Happened, block: Sequence[str]) -> list[str]:
    """The lines under a step, as they should stand after its run."""
    kinds = (Holds,) if step.kind == "ask" else (Tells, TellsNothing, Refuses)
    by_line = {expected.line: expected for expected in step.expects}
    kept_as_is = any(isinstance(expected, Tells) and expected.part for expected in step.expects) or (
        step.expects and all(isinstance(expected, Says | Holds) for expected in step.expects)
    )
    if kept_as_is:
        return list(block)
    kept: list[str] = []
    for number, line in enumerate(block, start=step.line + 1):
        stated: Expected | None = by_line.get(number)
        if stated is None or not isinstance(stated, (*kinds, Refuses)):
            kept.append(line)
    fresh = [f"  + {_written(line)}" for line in happened.told]
    if happened.refusal is not None:
        fresh.append(f"  ! {happened.refusal.code} {on_one_line(str(happened.refusal))}".rstrip())
    elif not happened.told and any(isinstance(expected, TellsNothing) for expected in step.expects):
        fresh.append("  + nothing")
    return fresh + [f"  | {line.strip()}" for line in happened.lines if line.strip()] + kept


def export(rules: Ruleset[S], record: Iterable[tuple[Command, tuple[Said[S], ...]]], shows: Iterable[str] = ()) -> str:
    """A real game as a transcript: its orders as lines, its dice scripted, and what came of each step.

    Raises ValueError for a record that does not begin with the game's opening.
    """
    codec = Codec(rules)
    lines: list[str] = []
    now: Instant | None = None
    for command, said in record:
        if command.kind == "begin":
            setup = msgspec.json.decode(command.body, type=Setup)
            lines = [*header_of(rules.name, setup, shows), ""]
        elif not lines:
            raise ValueError("a record begins with the opening of its game")
        rolled = {roll.fact.label: roll.fact.result for roll in said if isinstance(roll.fact, Rolled)}
        before = {
            roll.fact.label: roll.fact.result for roll in said if isinstance(roll.fact, Rolled) and roll.at < command.at
        }
        if command.kind == "order" and now != command.at:
            lines += [f"dice: {dice_text(before)}"] * bool(before) + [f"@ {iso(command.at)}"]
            rolled = {label: result for label, result in rolled.items() if label not in before}
        if rolled:
            lines.append(f"dice: {dice_text(rolled)}")
        if command.kind == "order":
            lines.append(f"{command.seat}> {to_text(codec.order(command.body), rules.orders)}")
        else:
            lines.append(f"@ {iso(command.at)}")
        now = command.at
    return write(rules, read("\n".join(lines) + "\n", "export"))
