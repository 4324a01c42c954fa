"""Records of a data pack, declared once: a frozen struct whose fields carry marks, and the check derived from it.

A record is a `Row`: fields with their types, defaults and marks in `Annotated`. The name of a field in TOML is its
own, or the one given with `msgspec.field(name=...)`. The marks are `msgspec.Meta` (bounds, patterns, lengths) and
those of this module:

- `Scaled` (`Tenths`, `Hundredths`, `Thousandths`): a decimal number in TOML, kept as a whole number of its last digit;
- `Written`: a text in TOML, kept as a value that is read from it ("10 Dual HTLB");
- `Links`: a name of another record;
- `Unique`, `Each`: what a table of records must keep to;
- `Same`: a default taken from another field;
- `Lacking`: a field that a kind of record does not have in TOML unless it declares the field again.

`Shaper` makes a sheet of what is written, and notes everything that does not fit, with its place.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from enum import Enum
from functools import cache
from types import UnionType
from typing import Annotated, Final, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

from engine.pack.positions import Path
from engine.pack.sheets import Faults, Sheet, repeats
from engine.text.names import no_such

Wrong = tuple[str | Path, str]
"""A field of a record (or the path to a part of one), and what is wrong with it."""

Type = object
"""A type as it is annotated, marks and all."""


class Row(msgspec.Struct, frozen=True):
    """Base of every record of a sheet, and of the sheets."""

    def wrong(self) -> Iterable[Wrong]:
        """What is wrong with a record whose fields are all right one by one."""
        return ()


class Scaled(msgspec.Struct, frozen=True):
    """A number with at most so many decimals, kept exactly as a whole number of the last of them.

    Bounds in `Meta` are of the whole number.
    """

    decimals: int

    def read(self, given: object) -> int:
        """The whole number. Raises ValueError."""
        words = "one decimal" if self.decimals == 1 else f"{self.decimals} decimals"
        if isinstance(given, bool) or not isinstance(given, int | Decimal):
            raise ValueError(f"should be a number with at most {words}")
        scaled = Decimal(given).scaleb(self.decimals)
        if not scaled.is_finite() or scaled != scaled.to_integral_value():
            raise ValueError(f"should have at most {words}")
        return int(scaled)


Tenths = Annotated[int, Scaled(1)]
"""137.2 is kept as 1372."""

Hundredths = Annotated[int, Scaled(2)]
"""9.75 is kept as 975."""

Thousandths = Annotated[int, Scaled(3)]
"""2.125 is kept as 2125."""


class Written(msgspec.Struct, frozen=True):
    """A text of that pattern, kept as what `read` makes of its match; `fault` says how it should be written."""

    pattern: str
    read: Callable[[re.Match[str]], object]
    fault: str


class Links(msgspec.Struct, frozen=True):
    """The name of another record: `what` it names is a key of the pack's `Names` ("weapon").

    Of a value that is no text, `part` is the attribute that holds the name. The empty text names nothing.
    """

    what: str
    part: str = ""


class Unique(msgspec.Struct, frozen=True):
    """No two records of a table have the same value of a field, in any case of letters."""

    field: str = "code"


class Each(msgspec.Struct, frozen=True):
    """A table has a record for each member, by its code; a mapping has a value for each."""

    of: type[Enum]


class Same(msgspec.Struct, frozen=True):
    """Where the field is not given, it has the value of that field of the record."""

    field: str


class Lacking(msgspec.Struct, frozen=True):
    """No field of the sheet: a kind of record that has it declares it again."""


LACKING = Lacking()


class Field(msgspec.Struct, frozen=True):
    """A field as it stands in TOML: the attribute it is kept as, its type with its marks."""

    name: str
    type: Type
    required: bool
    same: str


@cache
def fields_of(row: type[msgspec.Struct]) -> Mapping[str, Field]:
    """What may be given of a record, by name in TOML, in the order of its fields."""
    hints = get_type_hints(row, include_extras=True)
    found: dict[str, Field] = {}
    for field in msgspec.structs.fields(row):
        marks = _marks(hints[field.name])[1]
        if not any(isinstance(mark, Lacking) for mark in marks):
            same = next((mark.field for mark in marks if isinstance(mark, Same)), "")
            found[field.encode_name] = Field(field.name, hints[field.name], field.required, same)
    return found


def _marks(kind: Type) -> tuple[Type, tuple[object, ...]]:
    """A type without its marks, and the marks; of `X | None`, those of X: TOML has no None."""
    marks: tuple[object, ...] = ()
    if get_origin(kind) is Annotated:
        kind, *found = get_args(kind)
        marks = tuple(found)
    if get_origin(kind) in (Union, UnionType):
        (only,) = (part for part in get_args(kind) if part is not type(None))
        kind, more = _marks(only)
        marks = (*marks, *more)
    return kind, marks


class Linked(msgspec.Struct, frozen=True):
    """A name that stands in a sheet, and of what it should be."""

    sheet: Sheet
    path: Path
    what: str
    name: str


S = TypeVar("S", bound=msgspec.Struct)


def shaped(sheet: Sheet, row: type[S], faults: Faults) -> S | None:
    """The sheet as a record; where it does not fit, notes every fault and gives None."""
    return Shaper(sheet, faults).make(row)


FAULTY: Final = object()
"""What stands for a value of which a fault has been told."""


class Shaper:
    """Makes the records of one sheet, and gathers the names in it that link to others."""

    def __init__(self, sheet: Sheet, faults: Faults) -> None:
        self.links: list[Linked] = []
        self._sheet, self._faults = sheet, faults

    def make(self, row: type[S]) -> S | None:
        """The whole sheet; where it does not fit, notes every fault and gives None."""
        if not self._sheet.readable:
            return None
        made = self._row(row, self._sheet.data, ())
        return made if isinstance(made, row) else None

    def _tell(self, path: Path, reason: str) -> object:
        self._faults.add(self._sheet, path, reason)
        return FAULTY

    def _value(self, kind: Type, given: object, path: Path) -> object:
        """The value of a field or of a part of one; FAULTY where it has been told that there is none."""
        kind, marks = _marks(kind)
        try:
            value = self._shaped(kind, marks, given, path)
            if value is not FAULTY:
                for mark in marks:
                    if isinstance(mark, msgspec.Meta):
                        _bounded(value, mark, next((one.decimals for one in marks if isinstance(one, Scaled)), 0))
                    elif isinstance(mark, Links) and (name := str(getattr(value, mark.part) if mark.part else value)):
                        self.links.append(Linked(self._sheet, path, mark.what, name))
        except ValueError as error:
            return self._tell(path, str(error))
        return value

    def _shaped(self, kind: Type, marks: tuple[object, ...], given: object, path: Path) -> object:
        for mark in marks:
            if isinstance(mark, Scaled):
                return mark.read(given)
            if isinstance(mark, Written):
                match = re.fullmatch(mark.pattern, given) if isinstance(given, str) else None
                return mark.read(match) if match else self._tell(path, mark.fault)
        origin = get_origin(kind)
        if origin is tuple:
            return self._list(get_args(kind), marks, given, path)
        if origin is not None and origin is not Literal:
            return self._table(get_args(kind), marks, given, path)
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
            return self._row(kind, given, path)
        return _plain(kind, given)

    def _row(self, row: type[msgspec.Struct], given: object, path: Path) -> object:
        if not isinstance(given, Mapping):
            return self._tell(path, "should be a table of fields")
        fields = fields_of(row)
        made: dict[str, object] = {}
        for name in given:
            if name not in fields:
                made[name] = self._tell((*path, name), no_such("field", name, fields))
        for name, field in fields.items():
            if name in given:
                made[field.name] = self._value(field.type, given[name], (*path, name))
            elif field.required:
                made[field.name] = self._tell((*path, name), "is missing")
        if any(value is FAULTY for value in made.values()):
            return FAULTY
        whole = row(**made)
        same = {one.name: getattr(whole, one.same) for one in fields.values() if one.same and one.name not in made}
        whole = msgspec.structs.replace(whole, **same) if same else whole
        for at, reason in whole.wrong() if isinstance(whole, Row) else ():
            self._tell((*path, at) if isinstance(at, str) else (*path, *at), reason)
        return whole

    def _list(self, kinds: tuple[Type, ...], marks: tuple[object, ...], given: object, path: Path) -> object:
        if not isinstance(given, list):
            raise ValueError("input should be a valid list")
        endless = kinds[-1] is Ellipsis
        if not endless and len(given) != len(kinds):
            raise ValueError(f"should have {len(kinds)} items, has {len(given)}")
        each = kinds[:1] * len(given) if endless else kinds
        made = tuple(
            self._value(kind, part, (*path, at)) for at, (kind, part) in enumerate(zip(each, given, strict=True))
        )
        for mark in marks:
            if isinstance(mark, Unique):
                names = [str(part.get(mark.field, "")) if isinstance(part, Mapping) else "" for part in given]
                for at in repeats(names):
                    if names[at]:
                        self._tell((*path, at, mark.field), f"{names[at]!r} is given twice")
            elif isinstance(mark, Each):
                codes = [part.get("code") for part in given if isinstance(part, Mapping)]
                self._complete(mark, codes, path)
        return FAULTY if any(part is FAULTY for part in made) else made

    def _table(self, kinds: tuple[Type, ...], marks: tuple[object, ...], given: object, path: Path) -> object:
        if not isinstance(given, Mapping):
            raise ValueError("should be a table")
        made = {
            self._value(kinds[0], key, (*path, key)): self._value(kinds[1], part, (*path, key))
            for key, part in given.items()
        }
        told = len(self._faults)
        for mark in marks:
            if isinstance(mark, Each):
                self._complete(mark, given, path)
        faulty = told != len(self._faults) or any(part is FAULTY for pair in made.items() for part in pair)
        return FAULTY if faulty else made

    def _complete(self, mark: Each, given: Iterable[object], path: Path) -> None:
        there = set(given)
        for member in mark.of:
            if member.value not in there:
                self._tell(path, f"{member.value!r} is missing")


def _plain(kind: Type, given: object) -> object:
    """A number, a text, a truth or one of a closed list. Raises ValueError."""
    if kind is bool or kind is int:
        if type(given) is not kind:
            raise ValueError(f"input should be a valid {'boolean' if kind is bool else 'integer'}")
        return given
    if kind is str:
        if not isinstance(given, str):
            raise ValueError("input should be a valid string")
        return given
    members: dict[object, object] = {part: part for part in get_args(kind)}
    if isinstance(kind, type) and issubclass(kind, Enum):
        members = {member.value: member for member in kind}
    if isinstance(given, str | int) and given in members:
        return members[given]
    if isinstance(given, str) and len(members) > _LISTED:
        raise ValueError(no_such("value", given, map(str, members)))
    raise ValueError(f"input should be one of {', '.join(repr(word) for word in members)}")


_LISTED: Final = 8
"""A closed list longer than this is not read out to who misses it: the nearest of it is offered."""


def _bounded(value: object, bounds: msgspec.Meta, decimals: int) -> None:
    """Raises ValueError for a number, text or list out of its bounds."""
    if isinstance(value, int):
        for bound, passes, words in (
            (bounds.ge, bounds.ge is None or value >= bounds.ge, "greater than or equal to"),
            (bounds.le, bounds.le is None or value <= bounds.le, "less than or equal to"),
        ):
            if not passes:
                limit = Decimal(str(bound)).scaleb(-decimals)
                raise ValueError(f"input should be {words} {limit.normalize():f}")
    if isinstance(value, str | tuple):
        words = "character" if isinstance(value, str) else "item"
        if bounds.min_length is not None and len(value) < bounds.min_length:
            least = bounds.min_length
            raise ValueError(f"should have at least {least} {words}{'' if least == 1 else 's'}")
        if bounds.max_length is not None and len(value) > bounds.max_length:
            raise ValueError(f"should have at most {bounds.max_length} {words}s")
    if isinstance(value, str) and bounds.pattern is not None and not re.search(bounds.pattern, value):
        like = f" such as {bounds.examples[0]!r}" if bounds.examples else f" {bounds.pattern!r}"
        raise ValueError(f"string should match pattern{like}")
