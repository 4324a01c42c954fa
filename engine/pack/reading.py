"""A whole data pack read: every sheet in its shape, every name in it known, every check of the rulebook passed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from functools import cache
from typing import Generic, TypeVar, get_type_hints

import msgspec

from engine.game import RefusalText
from engine.pack.positions import Path
from engine.pack.shapes import Linked, Shaper, fields_of
from engine.pack.sheets import LONGEST_PACK, Faults, Sheet, absent, digest, parse
from engine.pack.wording import COURSE, REFUSALS, RULES, WORDING, RuleText, refusal_texts, rule_texts
from engine.text.names import no_such

S = TypeVar("S", bound=msgspec.Struct)


class Names(msgspec.Struct, frozen=True):
    """The names that a link may give: those of a field (or of a list) in each record of these tables of the pack.

    `only` leaves records out; `more` are names that stand in no table.
    """

    tables: tuple[str, ...]
    field: str = "code"
    only: Callable[[Mapping[str, object]], bool] = lambda _: True
    more: tuple[str, ...] = ()

    def of(self, tables: Mapping[str, list[object]]) -> list[str] | None:
        """All of them, in the pack's order; None where a table cannot be read, so that nothing is said of its names.

        Taken from what is written: a record with a fault in another field is still there to be named.
        """
        if not tables.keys() >= set(self.tables):
            return None
        found = dict.fromkeys(self.more)
        for record in (record for table in self.tables for record in tables[table]):
            if isinstance(record, Mapping) and self.only(record):
                given = record.get(self.field)
                listed = given if isinstance(given, list) else [given]
                found.update(dict.fromkeys(name for name in listed if isinstance(name, str)))
        return list(found)


class Flaw(msgspec.Struct, frozen=True):
    """Something that is wrong between records: the file, the path in it, and why."""

    file: str
    path: Path
    reason: str


class Check(msgspec.Struct, Generic[S], frozen=True):
    """A check of a rulebook's own; it is made when the sheets that it looks at are in their shape.

    Names in them may still be wrong: those are told by themselves.
    """

    finds: Callable[[S], Iterable[Flaw]]
    sheets: tuple[str, ...]


class Form(msgspec.Struct, Generic[S], frozen=True):
    """Make of a rulebook's packs.

    `sheets` has a field for each sheet: `ships` is ships.toml, as a struct of its fields, or as the table of that name
    where the sheet holds nothing else. One with a default may be missing, as it is from a pack that is older than it.
    `names` are what links may name. `codes` are the refusals that must have their words.
    """

    sheets: type[S]
    names: Mapping[str, Names]
    checks: tuple[Check[S], ...] = ()
    codes: type[StrEnum] | None = None


class Reading(msgspec.Struct, Generic[S], frozen=True):
    """A pack that was read: its sheets, its words, its digest; `faults` is for what is found wrong later."""

    sheets: S
    rules: tuple[RuleText, ...]
    refusals: Mapping[str, RefusalText]
    digest: str
    texts: Mapping[str, Sheet]
    faults: Faults


def read(form: Form[S], sources: Mapping[str, str], folder: str) -> Reading[S]:
    """The pack made of these sheets (file name: text). Raises PackError with every fault found.

    `folder` is put before file names in faults. The digest is of everything but the wording.
    """
    faults = Faults(folder)
    shapes = {f"{name}.toml": field for name, field in fields_of(form.sheets).items()}
    known = (*shapes, *WORDING)
    written = sum(map(len, sources.values()))
    if written > LONGEST_PACK:
        faults.at_line("", 1, f"a pack has at most {LONGEST_PACK:,} characters, and this one {written:,}")
        faults.check()
    for file in sorted(set(sources) - {*known, COURSE}):
        faults.at_line(file, 1, no_such("sheet", file, known))
    texts = {file: parse(file, sources[file], faults) for file in known if file in sources}
    for file in known:
        if file not in texts and not (file in shapes and not shapes[file].required):
            texts[file] = absent(file, faults)
    rules = rule_texts(texts[RULES], faults)
    refusals = refusal_texts(texts[REFUSALS], faults, {rule.id for rule in rules}.__contains__, form.codes)
    made: dict[str, object] = {}
    links: list[Linked] = []
    for file, field in shapes.items():
        if file in texts:
            shaper, kind = Shaper(texts[file], faults), _sheet(form.sheets, field.name)
            whole = shaper.make(kind)
            made[field.name] = whole if whole is None or kind is field.shape.type else getattr(whole, field.name)
            links += shaper.links
    _follow(links, form.names, texts, faults)
    sheets = form.sheets(**made)
    for check in form.checks:
        if all(made.get(name) is not None for name in check.sheets):
            for flaw in check.finds(sheets):
                faults.add(texts[flaw.file], flaw.path, flaw.reason)
    faults.check()
    pinned = digest(sheet for file, sheet in texts.items() if file not in WORDING)
    return Reading(sheets, rules, refusals, pinned, texts, faults)


@cache
def _sheet(sheets: type[msgspec.Struct], name: str) -> type[msgspec.Struct]:
    """Shape of a sheet: the struct of its fields, or one for the only table that it holds."""
    kind = get_type_hints(sheets, include_extras=True)[name]
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return kind
    return msgspec.defstruct(name, [(name, kind)], frozen=True)


def _follow(links: Iterable[Linked], names: Mapping[str, Names], texts: Mapping[str, Sheet], faults: Faults) -> None:
    """Note each link that names nothing."""
    tables = {name: table for sheet in texts.values() for name, table in sheet.data.items() if isinstance(table, list)}
    found = {what: names[what].of(tables) for what in {link.what for link in links}}
    for link in links:
        known = found[link.what]
        if known is not None and link.name not in known:
            faults.add(link.sheet, link.path, no_such(link.what, link.name, known))
