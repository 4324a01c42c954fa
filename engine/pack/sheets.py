"""The texts of a data pack: parsed, pinned by digest, and what is wrong with them told with file, line and field.

A pack is a set of named TOML texts. Every fault found on the way to its records is gathered in `Faults` and told in
one `PackError`. Nothing here reads a file: whoever has the files hands over their names and texts.
"""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal

import msgspec

from engine.pack.bounds import DEEPEST, absurd
from engine.pack.positions import Path, line_at, positions

DATA_INVALID = "DATA_INVALID"
"""The refusal code of a record that fails (register section 9)."""


class Fault(msgspec.Struct, frozen=True):
    """One thing wrong with a data pack: the file, the line (from 1), the record, the field in it, and why."""

    file: str
    line: int
    field: str
    reason: str
    record: str = ""

    def __str__(self) -> str:
        """For whoever edits the file: `galaxy.toml:412: routes[3].stops[4]: no system named 'Corusant'`."""
        return f"{self.file}:{self.line}: {f'{self.field}: ' if self.field else ''}{self.reason}"

    @property
    def sentence(self) -> str:
        """In the words of the refusal DATA_INVALID."""
        return f"Record {self.record or self.file}, field {self.field or '(whole)'}: {self.reason}."


class PackError(Exception):
    """A data pack cannot be used; nothing of it was loaded. `faults` holds everything that is wrong with it."""

    code = DATA_INVALID

    def __init__(self, faults: Sequence[Fault]) -> None:
        self.faults = tuple(sorted(faults, key=lambda fault: (fault.file, fault.line)))
        super().__init__("\n".join(str(fault) for fault in self.faults))


class Sheet:
    """One TOML text of a pack, parsed. Decimal numbers are exact, never floats.

    Without `data` it is unreadable: its fault has been told already, and nothing more is asked of it.
    """

    def __init__(self, file: str, text: str, data: Mapping[str, object] | None) -> None:
        self.file = file
        self.readable = data is not None
        self.data: Mapping[str, object] = data or {}
        self._text = text
        self._lines: dict[Path, int] | None = None

    def line(self, path: Path) -> int:
        """The line (from 1) of a field, or of what should hold it."""
        if self._lines is None:
            self._lines = positions(self._text)
        return line_at(self._lines, path)


class Faults:
    """Gathers what is wrong, so that all of it is told at once."""

    def __init__(self, folder: str = "") -> None:
        """`folder` is put before file names ("seeds/gcw"), for whoever reads the faults."""
        self._folder = f"{folder.rstrip('/')}/" if folder else ""
        self._found: list[Fault] = []

    def __len__(self) -> int:
        return len(self._found)

    def add(self, sheet: Sheet, path: Path, reason: str) -> None:
        """Note what is wrong with the field at `path`, and in which record. Raises PackError after many."""
        name = _record(sheet.data, path)
        self._note(Fault(self._folder + sheet.file, sheet.line(path), path_text(path), reason, name))

    def at_line(self, file: str, line: int, reason: str) -> None:
        """Note what is wrong with a text that has no fields yet. Raises PackError after many."""
        self._note(Fault(self._folder + file, line, "", reason))

    def _note(self, fault: Fault) -> None:
        self._found.append(fault)
        if len(self._found) == MOST_FAULTS:
            self.check()

    def check(self) -> None:
        """Raises PackError when anything was found."""
        if self._found:
            raise PackError(self._found)


def path_text(path: Path) -> str:
    """A path as people write it: `routes[3].stops[4]`."""
    text = ""
    for part in path:
        text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else part
    return text


LONGEST_SHEET, LONGEST_PACK = 200_000, 600_000
"""Characters of one sheet, and of all the sheets of a pack."""

LONGEST_KEY = 5
"""Parts of a dotted key: `a.b.c` has three."""

MOST_FAULTS = 200
"""Faults that are told at once: whoever made more has another file in hand."""

_APART = re.compile(
    r'''"""(?:[^\\"]|\\.?|"{1,2}(?!"))*+"{0,5}|\'{3}(?:[^\']|\'{1,2}(?!\'))*+\'{0,5}|"(?:[^"\\\n]|\\.)*+"?'''
    r"""|'[^'\n]*+'?|\#[^\n]*+""",
    re.DOTALL,
)
_DOTTED = re.compile(r"(?<![\w-])(?:[\w-]++[ \t]*+\.[ \t]*+){" + str(LONGEST_KEY) + "}")


def _beyond(text: str) -> tuple[int, str] | None:
    """The line and the fault of what a parser would take minutes and gigabytes for; None where all is well.

    Looked at is what stands outside texts and comments: long texts, long keys, and brackets deep within one another.
    """
    if len(text) > LONGEST_SHEET:
        return 1, f"has {len(text):,} characters, and a sheet at most {LONGEST_SHEET:,}"
    bare = _APART.sub(lambda found: "" if found[0][0] == "#" else "w" + "\n" * found[0].count("\n"), text)
    dotted = _DOTTED.search(bare)
    if dotted is not None:
        return bare.count("\n", 0, dotted.start()) + 1, f"a key has more than {LONGEST_KEY} parts"
    depth = 0
    for bracket in re.finditer(r"[\[{\]}]", bare):
        depth += 1 if bracket[0] in "[{" else -1
        if depth > DEEPEST:
            line = bare.count("\n", 0, bracket.start()) + 1
            return line, f"lists and tables are nested more than {DEEPEST} levels deep"
    return None


def parse(file: str, text: str, faults: Faults) -> Sheet:
    """Parse one TOML text; where it is no TOML, or beyond all bounds, notes the fault and gives an unreadable sheet."""
    beyond = _beyond(text)
    if beyond is not None:
        faults.at_line(file, *beyond)
        return Sheet(file, "", None)
    try:
        sheet = Sheet(file, text, tomllib.loads(text, parse_float=Decimal))
        wrong = absurd(sheet.data)
        if wrong is not None:
            faults.add(sheet, *wrong)
            return Sheet(file, "", None)
        return sheet
    except (ValueError, RecursionError, ArithmeticError) as error:
        place = re.search(r" \(at line (\d+), column \d+\)$", str(error))
        reason = str(error)[: place.start()] if place else re.sub(r" \(at end of document\)$", "", str(error))
        line = int(place.group(1)) if place else text.count("\n") + 1
        faults.at_line(file, line, f"not valid TOML: {reason[:1].lower()}{reason[1:]}")
        return Sheet(file, "", None)


def absent(file: str, faults: Faults) -> Sheet:
    """The unreadable sheet of a file that is missing, which is noted."""
    faults.at_line(file, 1, "the sheet is missing")
    return Sheet(file, "", None)


NAMING_FIELDS = ("code", "id", "name", "title")


def _record(data: object, path: Path) -> str:
    """Name of the outermost named record on the way to `path`; "" where none has a name."""
    for part in path:
        if isinstance(data, Mapping) and isinstance(part, str):
            data = data.get(part)
        elif isinstance(data, list) and isinstance(part, int) and part < len(data):
            data = data[part]
        else:
            break
        if isinstance(data, Mapping) and (found := next((data[name] for name in NAMING_FIELDS if name in data), "")):
            return str(found)
    return ""


def repeats(names: Iterable[str]) -> list[int]:
    """Indexes of names that stood before (ignoring case)."""
    seen: set[str] = set()
    found: list[int] = []
    for index, name in enumerate(names):
        fold = name.casefold()
        if fold in seen:
            found.append(index)
        seen.add(fold)
    return found


def digest(sheets: Iterable[Sheet]) -> str:
    """SHA-256 (hex) of what the sheets say: the same for other spacing, comments, key order and file order."""
    content = {sheet.file: _plain(sheet.data) for sheet in sheets}
    canonical = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(canonical.encode()).hexdigest()


def _plain(value: object) -> object:
    """A parsed value as JSON can hold it; 45.0 is 45, and a date is its ISO text."""
    if isinstance(value, Mapping):
        return {str(key): _plain(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_plain(inner) for inner in value]
    if isinstance(value, Decimal):
        if value.is_finite() and value == value.to_integral_value():
            return int(value)
        return str(value.normalize())
    if isinstance(value, bool | int | str):
        return value
    return str(value)
