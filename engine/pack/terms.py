"""The codes of a data pack as players look them up: what is called so, and its figures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal
from enum import Enum
from functools import cache
from typing import Any, get_args, get_type_hints

import msgspec

from engine.pack.shapes import Scaled, Written
from engine.text.message import N_, term

NAMING = ("code", "name", "title", "mark", "marks", "where")
"""Fields that are no figures."""

OTHER = ("rules", "refusals", "marks")
"""What is in a pack and no data of the game."""

LONGEST_CODE = 4
"""Letters of a value that is a code ("GAV"); a longer one is a word, however it is written ("NORMAL")."""

MOST_FIGURES = 12
"""Figures of a record that are told."""


class Wording(msgspec.Struct, frozen=True):
    """Words for the data of a rulebook: for a record of each list of its pack ("A weapon"), and for the figures of
    fields whose name does not say it, with {} where the figure stands ("{} KC"); one without words is not told.
    """

    records: Mapping[str, str] = {}
    figures: Mapping[str, str] = {}


class Term(msgspec.Struct, frozen=True):
    """A code of the data pack ("HTLB") with its name, and its figures in one sentence. It reads as a rule does."""

    id: str
    title: str
    text: str


def terms(pack: object, wording: Wording = Wording()) -> Iterator[Term]:  # noqa: B008  # nothing changes it
    """The records of a pack: each by its code, or by the key under which it is kept, once."""
    told: set[int] = set()
    for field in getattr(pack, "__struct_fields__", ()):
        kept = getattr(pack, field) if field not in OTHER else None
        listed = kept.items() if isinstance(kept, Mapping) else enumerate(kept) if isinstance(kept, tuple) else ()
        for key, record in listed:
            code = getattr(record, "code", key)
            if isinstance(record, msgspec.Struct) and isinstance(code, str) and id(record) not in told:
                told.add(id(record))
                name = getattr(record, "name", getattr(record, "title", code))
                figures = "; ".join(list(_figures(record, wording.figures))[:MOST_FIGURES])
                about = wording.records.get(field) or N_("One of the {kind}")(kind=term(field))
                yield Term(str(code), str(name), f"{about}. {figures[:1].upper()}{figures[1:]}.".replace(" .", ""))


def _figures(record: Any, words: Mapping[str, str]) -> Iterator[str]:  # of any data pack
    """Words and numbers of a record that are not as usual, in the words that there are for their fields."""
    for field, written in zip(record.__struct_fields__, record.__struct_encode_fields__, strict=True):
        value = getattr(record, field)
        if field in NAMING or isinstance(value, bool | Mapping) or not value:
            continue
        mark = _marks(record.__class__).get(field)
        parts = [_told(part, mark) for part in (value if isinstance(value, tuple) else (value,))]
        usual = "{}" if field in ("text", "note") else f"{written.replace('_', ' ')} {{}}"
        said = words.get(written, usual)
        if all(parts) and said:
            yield said.format(", ".join(parts).rstrip("."))


@cache
def _marks(kind: type) -> Mapping[str, Scaled | Written]:
    """The marks of a record's fields that say how their values are written."""
    hints = get_type_hints(kind, include_extras=True)
    found = {field: [mark for part in (hint, *get_args(hint)) for mark in getattr(part, "__metadata__", ())]
             for field, hint in hints.items()}  # fmt: skip
    return {field: mark for field, marks in found.items() for mark in marks if isinstance(mark, Scaled | Written)}


def _told(value: object, mark: Scaled | Written | None) -> str:
    """A figure in words: a number, a word, a record that has words of its own; "" for what has none."""
    plain = value.value if isinstance(value, Enum) else value
    if isinstance(mark, Written) and mark.told is not None:
        return mark.told(plain)
    if isinstance(value, Enum) and isinstance(plain, str):
        return plain.replace("_", " ").lower() if "_" in plain or len(plain) > LONGEST_CODE else plain
    if isinstance(plain, int):
        return f"{Decimal(plain).scaleb(-mark.decimals).normalize():,f}" if isinstance(mark, Scaled) else f"{plain:,}"
    return str(plain) if isinstance(plain, str) or type(plain).__str__ is not object.__str__ else ""
