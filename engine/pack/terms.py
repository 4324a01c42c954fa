"""The codes of a data pack as players look them up: what is called so, and its figures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import Enum
from typing import Any

import msgspec

NAMING = ("code", "name", "title", "mark", "marks")
"""Fields that are no figures."""

OTHER = ("rules", "refusals", "marks")
"""What is in a pack and no data of the game."""

MOST_FIGURES = 10
"""Figures of a record that are told."""


class Term(msgspec.Struct, frozen=True):
    """A code of the data pack ("HTLB") with its name, and its figures in one sentence. It reads as a rule does."""

    id: str
    title: str
    text: str


def terms(pack: object) -> Iterator[Term]:
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
                figures = list(_figures(record))[:MOST_FIGURES]
                yield Term(str(code), str(name), f"One of the {field}. {'; '.join(figures)}.".replace(" .", ""))


def _figures(record: Any) -> Iterator[str]:  # of any data pack
    """Words and numbers of a record that are not as usual."""
    for field in record.__struct_fields__:
        value = getattr(record, field)
        plain = value.value if isinstance(value, Enum) else value
        if field in NAMING or isinstance(plain, bool) or not plain:
            continue
        called = "" if field in ("text", "note") else f"{field.replace('_', ' ')} "
        if isinstance(plain, int):
            yield f"{called}{plain:,}"
        elif isinstance(plain, str):
            yield called + plain.rstrip(".")
