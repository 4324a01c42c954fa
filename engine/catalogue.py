"""Data packs: TOML read, validated, told about fault by fault, and pinned by digest.

A pack is a set of named texts. Each is parsed into a `Sheet`, shaped by a pydantic model, and cross-checked by the
rulebook that owns it; every fault found on the way is gathered in `Faults` and told in one `PackError`. Nothing here
reads a file: whoever has the files hands over their names and texts.
"""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Annotated, NoReturn, TypeVar

import msgspec
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from engine.game import RefusalText
from engine.positions import Path, line_at, positions
from engine.text.names import near

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

    def add(self, sheet: Sheet, path: Path, reason: str, record: str = "") -> None:
        """Note what is wrong with the field at `path`."""
        self._found.append(Fault(self._folder + sheet.file, sheet.line(path), path_text(path), reason, record))

    def at_line(self, file: str, line: int, reason: str) -> None:
        """Note what is wrong with a text that has no fields yet."""
        self._found.append(Fault(self._folder + file, line, "", reason))

    def check(self) -> None:
        """Raises PackError when anything was found."""
        if self._found:
            raise PackError(self._found)

    def fail(self) -> NoReturn:
        """Raises PackError with what was found."""
        raise PackError(self._found)


def path_text(path: Path) -> str:
    """A path as people write it: `routes[3].stops[4]`."""
    text = ""
    for part in path:
        text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else part
    return text


def parse(file: str, text: str, faults: Faults) -> Sheet:
    """Parse one TOML text; where it is no TOML, notes the fault and gives an unreadable sheet."""
    try:
        return Sheet(file, text, tomllib.loads(text, parse_float=Decimal))
    except tomllib.TOMLDecodeError as error:
        place = re.search(r" \(at line (\d+), column \d+\)$", str(error))
        reason = str(error)[: place.start()] if place else re.sub(r" \(at end of document\)$", "", str(error))
        line = int(place.group(1)) if place else text.count("\n") + 1
        faults.at_line(file, line, f"not valid TOML: {reason[:1].lower()}{reason[1:]}")
        return Sheet(file, "", None)


def absent(file: str, faults: Faults) -> Sheet:
    """The unreadable sheet of a file that is missing, which is noted."""
    faults.at_line(file, 1, "the sheet is missing")
    return Sheet(file, "", None)


class Row(BaseModel):
    """Base of every model that shapes a sheet: exact types, no unknown fields, nothing changed afterwards."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


M = TypeVar("M", bound=BaseModel)


def shaped(sheet: Sheet, model: type[M], faults: Faults) -> M | None:
    """The sheet as a model; where it does not fit, notes every fault and gives None."""
    if not sheet.readable:
        return None
    try:
        return model.model_validate(sheet.data)
    except ValidationError as error:
        for one in error.errors(include_url=False, include_context=False):
            path: Path = tuple(one["loc"])
            faults.add(sheet, path, _reason(one["type"], one["msg"], path, model), _record(sheet.data, path))
        return None


def _reason(kind: str, message: str, path: Path, model: type[BaseModel]) -> str:
    """Why a field is refused, in plain words."""
    match kind:
        case "missing":
            return "is missing"
        case "extra_forbidden":
            return no_such("field", str(path[-1]), _fields(model, path[:-1]))
        case _:
            reason = message.removeprefix("Value error, ").removeprefix("Assertion failed, ")
            return reason[:1].lower() + reason[1:]


def _fields(model: type[BaseModel], path: Path) -> list[str]:
    """The names of the fields that the table at `path` may have; empty where that is no table of its own model."""
    here: type[BaseModel] = model
    for part in path:
        if isinstance(part, int):
            continue
        field = here.model_fields.get(part)
        inner = _model_in(field.annotation) if field else None
        if inner is None:
            return []
        here = inner
    return list(here.model_fields)


def _model_in(annotation: object) -> type[BaseModel] | None:
    """The model inside an annotation such as `list[Row]`."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    for argument in getattr(annotation, "__args__", ()):
        if (found := _model_in(argument)) is not None:
            return found
    return None


NAMING_FIELDS = ("code", "id", "name", "title")


def _record(data: object, path: Path) -> str:
    """What the innermost record on the way to `path` is called."""
    found = ""
    for part in path:
        if isinstance(data, Mapping) and isinstance(part, str):
            data = data.get(part)
        elif isinstance(data, list) and isinstance(part, int) and part < len(data):
            data = data[part]
        else:
            break
        if isinstance(data, Mapping):
            found = next((str(data[name]) for name in NAMING_FIELDS if name in data), found)
    return found


def no_such(what: str, word: str, known: Iterable[str]) -> str:
    """The reason for an unknown word: `no system named 'Corusant' (did you mean 'Coruscant'?)`."""
    likely = near(word, known, most=1)
    return f"no {what} named {word!r}{f' (did you mean {likely[0]!r}?)' if likely else ''}"


def repeats(names: Iterable[str]) -> list[int]:
    """Where a name stands that stood before (ignoring case)."""
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


def _whole(value: object, decimals: int) -> int:
    """A number with at most so many decimals, as a whole number of the last of them."""
    words = "one decimal" if decimals == 1 else f"{decimals} decimals"
    if isinstance(value, bool) or not isinstance(value, int | Decimal):
        raise ValueError(f"should be a number with at most {words}")
    scaled = Decimal(value).scaleb(decimals)
    if not scaled.is_finite() or scaled != scaled.to_integral_value():
        raise ValueError(f"should have at most {words}")
    return int(scaled)


Tenths = Annotated[int, BeforeValidator(lambda value: _whole(value, 1))]
"""A number with at most one decimal, kept exactly as a whole number of tenths: 137.2 is 1372."""

Hundredths = Annotated[int, BeforeValidator(lambda value: _whole(value, 2))]
"""A number with at most two decimals, kept exactly as a whole number of hundredths: 9.75 is 975."""


class RuleText(msgspec.Struct, frozen=True):
    """What a rule of a rulebook says, for players: an id, a title, one or two sentences.

    `basis` is "source" where the rulebook says so, "ruling" where it is silent and a ruling was made, "both" where a
    ruling completes it.
    """

    id: str
    title: str
    text: str
    chapter: str
    basis: str


class _RuleRow(Row):
    id: str = Field(pattern=r"^[A-Z0-9]+(-[A-Z0-9]+)+$")
    title: str = Field(min_length=1)
    text: str = Field(min_length=1)
    chapter: str = Field(min_length=1)
    basis: str = Field(pattern="^(source|ruling|both)$")


class _RuleSheet(Row):
    rules: list[_RuleRow]


def rule_texts(sheet: Sheet, faults: Faults) -> tuple[RuleText, ...]:
    """The rules of a `rules.toml`, in its order; notes faults, an id given twice among them."""
    rows = shaped(sheet, _RuleSheet, faults)
    if rows is None:
        return ()
    for index in repeats(row.id for row in rows.rules):
        faults.add(sheet, ("rules", index, "id"), "is given twice", rows.rules[index].id)
    return tuple(RuleText(row.id, row.title, row.text, row.chapter, row.basis) for row in rows.rules)


class _RefusalRow(Row):
    code: str = Field(pattern=r"^[A-Z][A-Z0-9_]*$")
    text: str = Field(min_length=1)
    rule: str = Field(min_length=1)
    fix: str = ""


class _RefusalSheet(Row):
    refusals: list[_RefusalRow]


def refusal_texts(sheet: Sheet, faults: Faults, is_rule: Callable[[str], bool]) -> dict[str, RefusalText]:
    """The refusals of a `refusals.toml` by code; notes faults, a code given twice or an unknown rule among them."""
    rows = shaped(sheet, _RefusalSheet, faults)
    if rows is None:
        return {}
    for index in repeats(row.code for row in rows.refusals):
        faults.add(sheet, ("refusals", index, "code"), "is given twice", rows.refusals[index].code)
    for index, row in enumerate(rows.refusals):
        if not is_rule(row.rule):
            faults.add(sheet, ("refusals", index, "rule"), f"no rule has the id {row.rule!r}", row.code)
    return {row.code: RefusalText(row.text, row.rule, row.fix) for row in rows.refusals}
