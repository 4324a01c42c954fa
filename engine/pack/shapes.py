"""Records of a data pack, declared once: a frozen struct whose fields carry marks, and the check derived from it.

A record is a `Row`: fields with their types, defaults and marks in `Annotated`. The name of a field in TOML is its
own, or the one given with `msgspec.field(name=...)`. The marks are `msgspec.Meta` (bounds, patterns, lengths) and
those of this module:

- `Scaled` (`Tenths`, `Hundredths`, `Thousandths`): a decimal number in TOML, kept as a whole number of its last digit;
- `Written`: a text in TOML, kept as a value that is read from it ("10 Dual HTLB");
- `Links`: a name of another record;
- `Unique`, `Each`: what a table of records must keep to;
- `Keyed`: a table of records that is kept as a mapping, by a field of them;
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
from typing import Annotated, Any, Final, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

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
        """Faults of a record whose fields are all right one by one."""
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
    """A text of that pattern, kept as what `read` makes of its match; `fault` says how it should be written, `told`
    how what is kept reads where it has no words of its own.
    """

    pattern: str
    read: Callable[[re.Match[str]], object]
    fault: str
    told: Callable[[Any], str] | None = None  # of what is kept


class Links(msgspec.Struct, frozen=True):
    """The name of another record: `what` it names is a key of the pack's `Names` ("weapon").

    Of a value that is no text, `part` is the attribute that holds the name. The empty text names nothing.
    """

    what: str
    part: str = ""


class Unique(msgspec.Struct, frozen=True):
    """No two records of a table have the same value of a field, in any case of letters."""

    field: str = "code"


class Keyed(Unique, frozen=True):
    """A table of records, no two with the same value of a field, is kept as a mapping of them by it."""


class Each(msgspec.Struct, frozen=True):
    """A table has a record for each member, by its code; a mapping has a value for each."""

    of: type[Enum]


class Same(msgspec.Struct, frozen=True):
    """Mark of a field that, where it is not given, has the value of that field of the record."""

    field: str


class Lacking(msgspec.Struct, frozen=True):
    """No field of the sheet: a kind of record that has it declares it again."""


LACKING = Lacking()


class Shape(msgspec.Struct, frozen=True):
    """A type, taken apart once: without its marks, its marks, and the shapes of its items or of its keys and values.

    `scaled` is the mark of that kind, where there is one; `listed` says whether it is a list, `endless` whether of any
    length; `tabled` whether it is a table of any keys.
    """

    type: Type
    marks: tuple[object, ...]
    scaled: Scaled | None
    parts: tuple[Shape, ...] = ()
    listed: bool = False
    endless: bool = False
    tabled: bool = False


def shape_of(kind: Type) -> Shape:
    """The shape of a type; of `X | None`, that of X: TOML has no None."""
    marks: tuple[object, ...] = ()
    while get_origin(kind) is Annotated or get_origin(kind) in (Union, UnionType):
        kind, *more = (part for part in get_args(kind) if part is not type(None))
        marks = (*marks, *more)
    scaled = next((mark for mark in marks if isinstance(mark, Scaled)), None)
    origin = get_origin(kind)
    if origin is None or origin is Literal:
        return Shape(kind, marks, scaled)
    parts = tuple(shape_of(part) for part in get_args(kind) if part is not Ellipsis)
    return Shape(kind, marks, scaled, parts, origin is tuple, Ellipsis in get_args(kind), origin is not tuple)


class Field(msgspec.Struct, frozen=True):
    """A field as it stands in TOML: the attribute it is kept as, its shape, and the field that its default is of."""

    name: str
    shape: Shape
    required: bool
    same: str


@cache
def fields_of(row: type[msgspec.Struct]) -> Mapping[str, Field]:
    """Fields that may be given of a record, by name in TOML, in the order of its fields."""
    hints = get_type_hints(row, include_extras=True)
    found: dict[str, Field] = {}
    for field in msgspec.structs.fields(row):
        shape = shape_of(hints[field.name])
        if LACKING not in shape.marks:
            same = next((mark.field for mark in shape.marks if isinstance(mark, Same)), "")
            found[field.encode_name] = Field(field.name, shape, field.required, same)
    return found


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

    def _value(self, shape: Shape, given: object, path: Path) -> object:
        """The value of a field or of a part of one; FAULTY where it has been told that there is none."""
        try:
            value = self._shaped(shape, given, path)
            for mark in shape.marks if value is not FAULTY else ():
                if isinstance(mark, msgspec.Meta):
                    _bounded(value, mark, shape.scaled)
                elif isinstance(mark, Links) and (name := str(getattr(value, mark.part) if mark.part else value)):
                    self.links.append(Linked(self._sheet, path, mark.what, name))
        except ValueError as error:
            return self._tell(path, str(error))
        return value

    def _shaped(self, shape: Shape, given: object, path: Path) -> object:
        if shape.scaled is not None:
            return shape.scaled.read(given)
        for mark in shape.marks:
            if isinstance(mark, Written):
                match = re.fullmatch(mark.pattern, given) if isinstance(given, str) else None
                return mark.read(match) if match else self._tell(path, mark.fault)
            if isinstance(mark, Keyed):
                rows = self._list(Shape(tuple, shape.marks, None, shape.parts[1:], endless=True), given, path)
                return {getattr(row, mark.field): row for row in rows} if isinstance(rows, tuple) else rows
        if shape.listed:
            return self._list(shape, given, path)
        if shape.tabled:
            return self._table(shape, given, path)
        if isinstance(shape.type, type) and issubclass(shape.type, msgspec.Struct):
            return self._row(shape.type, given, path)
        return _plain(shape.type, given)

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
                made[field.name] = self._value(field.shape, given[name], (*path, name))
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

    def _list(self, shape: Shape, given: object, path: Path) -> object:
        if not isinstance(given, list):
            raise ValueError("input should be a valid list")
        if not shape.endless and len(given) != len(shape.parts):
            raise ValueError(f"should have {len(shape.parts)} items, has {len(given)}")
        each = shape.parts * len(given) if shape.endless else shape.parts
        made = tuple(self._value(part, given[at], (*path, at)) for at, part in enumerate(each))
        for mark in shape.marks:
            if isinstance(mark, Unique):
                names = [str(part.get(mark.field, "")) if isinstance(part, Mapping) else "" for part in given]
                for at in repeats(names):
                    if names[at]:
                        self._tell((*path, at, mark.field), f"{names[at]!r} is given twice")
            elif isinstance(mark, Each):
                self._complete(mark, [part.get("code") for part in given if isinstance(part, Mapping)], path)
        return FAULTY if any(part is FAULTY for part in made) else made

    def _table(self, shape: Shape, given: object, path: Path) -> object:
        if not isinstance(given, Mapping):
            raise ValueError("should be a table")
        keys, values = shape.parts
        made = {
            self._value(keys, key, (*path, key)): self._value(values, part, (*path, key)) for key, part in given.items()
        }
        for mark in shape.marks:
            if isinstance(mark, Each):
                self._complete(mark, given, path)
        return FAULTY if any(part is FAULTY for pair in made.items() for part in pair) else made

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


def _bounded(value: object, bounds: msgspec.Meta, scaled: Scaled | None) -> None:
    """Raises ValueError for a number, text or list out of its bounds."""
    if isinstance(value, int):
        at = -scaled.decimals if scaled is not None else 0
        if bounds.ge is not None and value < bounds.ge:
            raise ValueError(f"input should be greater than or equal to {Decimal(str(bounds.ge)).scaleb(at):f}")
        if bounds.le is not None and value > bounds.le:
            raise ValueError(f"input should be less than or equal to {Decimal(str(bounds.le)).scaleb(at):f}")
    elif isinstance(value, str | tuple):
        word = "character" if isinstance(value, str) else "item"
        if bounds.min_length is not None and len(value) < bounds.min_length:
            least = bounds.min_length
            raise ValueError(f"should have at least {least} {word}{'' if least == 1 else 's'}")
        if bounds.max_length is not None and len(value) > bounds.max_length:
            raise ValueError(f"should have at most {bounds.max_length} {word}s")
    if isinstance(value, str) and bounds.pattern is not None and not re.search(bounds.pattern, value):
        like = f" such as {bounds.examples[0]!r}" if bounds.examples else f" {bounds.pattern!r}"
        raise ValueError(f"string should match pattern{like}")
