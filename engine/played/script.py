"""Played examples: games as text that players can read, run as tests, written from a run, exported from real games.

    rulebook: toy                              the header: what is played, and what it shows
    title: Two boats meet in the dark
    shows: TOY-FGT-01, TOY-FOG-01              rule ids, for the count of coverage
    seats: red, blue
    options: length=5, hours=2                 the setup's options; `option: name=value` for a value with commas

    dice: treasure=4, 6, "a, b"=2              dice by label, or in order; all that are scripted must be used
    @ 2024-03-01T12:00:00Z                     the first opens the game; `@ +1h30m` and later instants move the clock
      + [*] Night falls over 5 places.         told to all: the public and every seat
    red> launch Swift                          an order as red types it; `gm>` for moderators
      + [red] Swift lies in your harbour.      told to red; [red, blue] and [public] as well
      = [red] Launched(boat.name="Swift")      a fact, exactly as it is kept; [referee] for the referee alone
    blue> sail Swift to 3
      ! NO_BOAT You have no boat               refused: its code, and a part of what the player reads
    ? red show sea                             what red sees: views by show (or draw), with what they are about
      | Swift at 1                             a line has this in it
      |- stranger                              and no line has this
    ? red may                                  the orders red could give, as lines
    ? awaits                                   whom the table waits for
    # a comment

Where a step states what is told (`+`), that is all that is told, in that order; `+ nothing` says that nobody is told
anything. A line that begins with `~` instead of `+` is a part of what is told, and makes the step state only some of
it. Facts (`=`) may be some of those said, and name some of their fields, in the order said. A step that states
nothing must only not be refused. Line breaks in words are written " / ", zero-width spaces are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

import msgspec

from engine.clock import Instant, instant
from engine.game import MODERATOR, Seat, Setup

PUBLIC = "public"
ALL = "*"
REFEREE_ALONE = "referee"


class TranscriptError(Exception):
    """A played example that cannot be read: says the file, the line and what is wrong."""

    def __init__(self, name: str, line: int, fault: str) -> None:
        super().__init__(f"{name}:{line}: {fault}")
        self.line = line


class Tells(msgspec.Struct, frozen=True):
    """Expected: words told to hearers ("*", "public", seats); `part` when they are only some of all that is told."""

    line: int
    hearers: tuple[str, ...]
    words: str
    part: bool = False


class TellsNothing(msgspec.Struct, frozen=True):
    """Expected: nobody is told anything."""

    line: int


class Says(msgspec.Struct, frozen=True):
    """Expected: a fact of that kind with those fields (JSON by dotted path), said to hearers (None: to anybody)."""

    line: int
    kind: str
    fields: tuple[tuple[str, str], ...]
    hearers: tuple[str, ...] | None = None


class Refuses(msgspec.Struct, frozen=True):
    """Expected: a refusal of that code, with that in what the player reads."""

    line: int
    code: str
    part: str = ""


class Holds(msgspec.Struct, frozen=True):
    """Expected of what is asked to see: a line with (or, `absent`, none with) this in it."""

    line: int
    part: str
    absent: bool = False


Expected = Tells | TellsNothing | Says | Refuses | Holds

Kind = Literal["dice", "clock", "order", "ask"]


class Step(msgspec.Struct, frozen=True):
    """One thing that is done: dice scripted, the clock moved, an order given, something asked to see.

    `who` gives the order or asks ("" for `? awaits`). `text` is the order as typed, the question, the clock's mark
    or the dice. `expects` stands on the lines after `line`, up to `last`.
    """

    kind: Kind
    line: int
    text: str
    who: str = ""
    expects: tuple[Expected, ...] = ()
    last: int = 0


class Transcript(msgspec.Struct, frozen=True):
    """A played example as read: its header, its steps, and its lines as they stood."""

    name: str
    rulebook: str
    title: str
    shows: tuple[str, ...]
    setup: Setup
    steps: tuple[Step, ...]
    lines: tuple[str, ...]


_HEADER = re.compile(r"(\w+):\s*(.*)$")
_SPEAKER = re.compile(r"([^\s>?@#+~=!|][^>]*?)>\s*(.*)$")
_HEARERS = re.compile(r"\[([^\]]*)\]\s*(.*)$")
_REFUSAL = re.compile(r"([A-Z][A-Z0-9_]*)\s*(.*)$")
_FACT = re.compile(r"(\w+)\((.*)\)$")
_FIELD = re.compile(r"\s*,?\s*([\w.]+)\s*=\s*")
_DIE = re.compile(r'\s*(?:(?:"([^"]+)"|([^",=]+?))\s*=\s*)?(\d+)\s*(?:,|$)')
_DURATION = re.compile(r"\+\s*(?:(\d+)d)?\s*(?:(\d+)h)?\s*(?:(\d+)m)?\s*(?:(\d+)s)?$")


def read(text: str, name: str = "transcript") -> Transcript:
    """Read a played example. Raises TranscriptError with the file's name and the line."""
    lines = text.splitlines()
    header: dict[str, str] = {}
    options: dict[str, str] = {}
    steps: list[Step] = []
    known = ("rulebook", "title", "shows", "seats", "options", "option")
    for number, raw in enumerate(lines, start=1):
        line = raw.strip()
        if not line or line.startswith("#"):
            continue
        field = _HEADER.match(line)
        if field and field[1] in known:
            if steps:
                raise TranscriptError(name, number, f"{field[1]!r} belongs in the header, before the first step")
            if field[1] in header:
                raise TranscriptError(name, number, f"{field[1]!r} stands in the header twice")
            if field[1] in ("options", "option"):
                parts = field[2].split(",") if field[1] == "options" else [field[2]]
                for part in parts:
                    key, equals, value = part.partition("=")
                    if not equals:
                        raise TranscriptError(name, number, f"an option is written name=value, not {part.strip()!r}")
                    options[key.strip()] = value.strip()
            else:
                header[field[1]] = field[2]
            continue
        expected = _expected(line, number, name)
        if expected is None:
            steps.append(_step(line, number, name))
        elif not steps or steps[-1].kind == "dice":
            raise TranscriptError(name, number, "this is expected of a step, but there is none before it")
        else:
            _require_fit(steps[-1], expected, name)
            steps[-1] = msgspec.structs.replace(steps[-1], expects=(*steps[-1].expects, expected), last=number)
    for needed in ("rulebook", "title", "seats"):
        if not header.get(needed):
            raise TranscriptError(name, 1, f"the header lacks {needed!r}")
    seats = listed(header["seats"])
    _require_order(steps, seats, name)
    setup = Setup(header["title"], tuple(Seat(seat) for seat in seats), options)
    return Transcript(
        name, header["rulebook"], header["title"], listed(header.get("shows", "")), setup, tuple(steps), tuple(lines)
    )


def listed(text: str) -> tuple[str, ...]:
    """The parts of a text between commas, without blanks."""
    return tuple(part.strip() for part in text.split(",") if part.strip())


def _require_order(steps: Sequence[Step], seats: Sequence[str], name: str) -> None:
    """The clock opens the game before anything else, and only those at the table speak."""
    first = next((step for step in steps if step.kind != "dice"), None)
    if first is None:
        raise TranscriptError(name, 1, "nothing happens here: a game opens with `@` and an instant")
    if first.kind != "clock" or first.text.startswith("+"):
        raise TranscriptError(name, first.line, "a game opens with `@` and an instant, such as @ 2024-03-01T12:00:00Z")
    for step in steps:
        there = (*seats, MODERATOR, PUBLIC) if step.kind == "ask" else (*seats, MODERATOR)
        if step.who and step.who not in there:
            raise TranscriptError(name, step.line, f"{step.who!r} has no seat here: there are {', '.join(there)}")


def _require_fit(step: Step, expected: Expected, name: str) -> None:
    """Questions hold lines, other steps tell and say."""
    if isinstance(expected, Holds) != (step.kind == "ask") and not isinstance(expected, Refuses):
        what = "what is asked to see holds lines (`|`)" if step.kind == "ask" else "only questions (`?`) hold lines"
        raise TranscriptError(name, expected.line, f"{what}; a refusal may stand under both")


def _step(line: str, number: int, name: str) -> Step:
    if line.startswith("dice:"):
        text = line[5:].strip()
        if dice(text) is None:
            raise TranscriptError(name, number, f"dice are written 4, 6 or label=4, not {text!r}")
        return Step("dice", number, text, last=number)
    if line.startswith("@"):
        text = line[1:].strip()
        try:
            moved(Instant(0), text)
        except ValueError as error:
            raise TranscriptError(name, number, str(error)) from None
        return Step("clock", number, text, last=number)
    if line.startswith("?"):
        who, _, question = line[1:].strip().partition(" ")
        if who == "awaits" and not question:
            return Step("ask", number, "awaits", last=number)
        if question.split(" ")[0] not in ("show", "draw", "may") or (question.split(" ")[0] != "may") == (
            len(question.split()) < 2
        ):
            raise TranscriptError(
                name, number, "a question is `? red show sea`, `? red draw sea`, `? red may` or `? awaits`"
            )
        return Step("ask", number, question.strip(), who, last=number)
    if spoken := _SPEAKER.match(line):
        return Step("order", number, spoken[2], spoken[1], last=number)
    raise TranscriptError(name, number, f"cannot read {line!r}: a step begins with @, ?, dice: or a seat and >")


def _expected(line: str, number: int, name: str) -> Expected | None:
    mark, rest = line[0], line[1:].strip()
    if mark in "+~":
        if mark == "+" and rest == "nothing":
            return TellsNothing(number)
        told = _HEARERS.match(rest)
        if told is None or not told[2] or not listed(told[1]):
            raise TranscriptError(
                name, number, f"what is told names its hearers: {mark} [red] words, or {mark} [*] words"
            )
        return Tells(number, listed(told[1]), told[2], part=mark == "~")
    if mark == "=":
        to = _HEARERS.match(rest)
        fact = _FACT.match(to[2] if to else rest)
        fields = fields_of(fact[2]) if fact else None
        if fact is None or fields is None:
            raise TranscriptError(name, number, 'a fact is written = [red] Kind(field="value", other=3)')
        return Says(number, fact[1], fields, listed(to[1]) if to else None)
    if mark == "!":
        refusal = _REFUSAL.match(rest)
        if refusal is None:
            raise TranscriptError(name, number, "a refusal is written ! CODE, and a part of its sentence if you like")
        return Refuses(number, refusal[1], refusal[2])
    if mark == "|":
        absent = line.startswith("|-")
        return Holds(number, rest[1:].strip() if absent else rest, absent)
    return None


def fields_of(text: str) -> tuple[tuple[str, str], ...] | None:
    """The fields of a written fact, each with its value as compact JSON; None for what cannot be read."""
    fields: list[tuple[str, str]] = []
    at = 0
    while at < len(text) and text[at:].strip():
        name = _FIELD.match(text, at)
        if name is None:
            return None
        at = name.end()
        end = _json_end(text, at)
        if end is None:
            return None
        fields.append((name[1], msgspec.json.encode(msgspec.json.decode(text[at:end]), order="sorted").decode()))
        at = end
    return tuple(fields)


def _json_end(text: str, at: int) -> int | None:
    """End of the JSON value that begins there: at the first comma or the end that makes it whole."""
    for end in [place for place in range(at, len(text)) if text[place] == ","] + [len(text)]:
        try:
            msgspec.json.decode(text[at:end].strip())
        except msgspec.DecodeError:
            continue
        return end
    return None


def dice(text: str) -> tuple[list[int], dict[str, int]] | None:
    """Scripted dice: those in order, and those by label; None for what cannot be read."""
    in_order: list[int] = []
    by_label: dict[str, int] = {}
    at = 0
    while at < len(text):
        found = _DIE.match(text, at)
        if found is None:
            return None
        label = found[1] or found[2]
        if label is None:
            in_order.append(int(found[3]))
        else:
            by_label[label.strip()] = int(found[3])
        at = found.end()
    return in_order, by_label


def moved(now: Instant, mark: str) -> Instant:
    """Instant to which `@` moves the clock: an instant, or (+1d2h30m5s) that long after now. Raises ValueError."""
    if not mark.startswith("+"):
        return instant(mark)
    found = _DURATION.match(mark)
    if found is None or not any(found.groups()):
        raise ValueError(f"a duration is written +1d2h30m, not {mark!r}")
    days, hours, minutes, seconds = (int(part or 0) for part in found.groups())
    return Instant(now + ((days * 24 + hours) * 60 + minutes) * 60 + seconds)


def on_one_line(words: str) -> str:
    """Words as a transcript has them: line breaks become " / ", zero-width spaces are left out."""
    plain = words.replace("\u200b", "")
    return " / ".join(" ".join(line.split()) for line in plain.splitlines() if line.strip())


def header_of(rulebook: str, setup: Setup, shows: Iterable[str] = ()) -> list[str]:
    """The lines of a header."""
    lines = [f"rulebook: {rulebook}", f"title: {on_one_line(setup.name) or 'A game'}"]
    if ids := ", ".join(shows):
        lines.append(f"shows: {ids}")
    lines.append(f"seats: {', '.join(setup.seats)}")
    return lines + [f"option: {key}={value}" for key, value in sorted(setup.options.items())]


def dice_text(results: Mapping[str, int]) -> str:
    """Dice by label, as a `dice:` line has them."""
    plain = re.compile(r"[^\s\",=][^\",=]*(?<!\s)$")
    return ", ".join(
        f"{label}={result}" if plain.match(label) else f'"{label}"={result}' for label, result in results.items()
    )
