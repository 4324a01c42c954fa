"""Order templates: "fire [{weapons} of ]{ship} at {target}" compiled, matched against a line, and filled in.

A template is literal words, {fields} and [parts that may be left out], which may nest. It begins with a literal
word, words and fields stand apart, and two fields side by side take one word (or one quoted value) each but the
last, which takes the rest. Literal words are read in any case. A value that holds a word of the template, or
begins with a quotation mark, is quoted.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple, TypeVar

import msgspec


class BadTemplate(Exception):
    """A template that cannot be read: a bug of the rulebook that wrote it."""


class Token(msgspec.Struct, frozen=True):
    """A word of a line: as written, what a quoted one says (None: it is not one quotation), and where it starts.

    `folded` is the word for comparison with literals; None for a quotation, which never is one.
    """

    written: str
    quoted: str | None
    at: int
    folded: str | None


class Unclosed(Exception):
    """A quotation mark without its partner; `at` is where it stands, from 0."""

    def __init__(self, at: int) -> None:
        super().__init__(at)
        self.at = at


_CLOSERS = {'"': '"', "“": '”“"', "„": '“”"'}
_QUOTES = frozenset(_CLOSERS)
_WORD = re.compile(r"\S+")
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|(.))", re.DOTALL)


def _unescaped(match: re.Match[str]) -> str:
    if match[1]:
        return chr(int(match[1], 16))
    if match[2] == "n":
        return "\n"
    return match[2] if match[2] in '\\"“”„' else match[0]


def quoted(value: str) -> str:
    """The value in quotation marks, on one line, for `tokens` to read back."""
    parts = []
    for character in value:
        if character in '\\"“”„':
            parts.append("\\" + character)
        elif character == "\n":
            parts.append("\\n")
        elif character != " " and (character.isspace() or ord(character) < 32):
            parts.append(f"\\u{ord(character):04x}")
        else:
            parts.append(character)
    return f'"{"".join(parts)}"'


def quotation(text: str, start: int) -> int | None:
    """End of the quotation that begins at `start`; None where none begins there. Raises Unclosed."""
    closers = _CLOSERS.get(text[start : start + 1])
    if closers is None:
        return None
    at = start + 1
    while at < len(text) and text[at] not in closers:
        at += 2 if text[at] == "\\" else 1
    if at >= len(text):
        raise Unclosed(start)
    return at + 1


def opened(written: str) -> str:
    """Text of a whole quotation, without its marks."""
    return _ESCAPE.sub(_unescaped, written[1:-1])


def tokens(text: str) -> list[Token]:
    """The words of a line; what stands in quotation marks ("…", “…”, „…“) is one word. Raises Unclosed."""
    found: list[Token] = []
    at = 0
    if _QUOTES.isdisjoint(text):
        for written in text.split():
            at = text.index(written, at)
            found.append(Token(written, None, at, written.casefold()))
            at += len(written)
        return found
    while (word := _WORD.search(text, at)) is not None:
        start, at, said = word.start(), word.end(), None
        closed = quotation(text, start)
        if closed is not None:
            more = _WORD.match(text, closed)  # "Tip of Spear"s: more than the quotation
            said, at = (opened(text[start:closed]), closed) if more is None else (None, more.end())
        written = text[start:at]
        found.append(Token(written, said, start, written.casefold() if said is None else None))
    return found


class Word(msgspec.Struct, frozen=True):
    """A literal word of a template, as written and for comparison."""

    text: str
    folded: str


class Slot(msgspec.Struct, frozen=True):
    """A place for a field's value."""

    field: str


class Part(msgspec.Struct, frozen=True):
    """A part that may be left out."""

    items: tuple[Word | Slot | Part, ...]


Item = Word | Slot | Part
Piece = TypeVar("Piece", Word, Slot)


class Match(msgspec.Struct, frozen=True):
    """A line that fits: the values (quotations opened), where each starts, and how many words were literal."""

    values: dict[str, str]
    starts: dict[str, int]
    words: int


class Miss(msgspec.Struct, frozen=True):
    """Point at which a line stopped fitting: the number of literal words it had, the token's number, and what should
    stand there.

    `expected` is None where the line should end. `before` is the field whose value ran from token `since` to the end
    of the line because the word after it never came.
    """

    words: int
    token: int
    expected: Word | Slot | None
    before: Slot | None = None
    since: int = 0


MOST_VARIANTS = 256
"""Ways to read a template with and without its parts: eight parts side by side."""

_PIECE = re.compile(r"\{(\w+)\}|([\[\]])|([^\s{}\[\]]+)|(\s+)")


class Template:
    """A compiled template. Raises BadTemplate."""

    def __init__(self, line: str) -> None:
        self.line = line
        pieces, at = [], 0
        while at < len(line):
            piece = _PIECE.match(line, at)
            if piece is None:
                raise BadTemplate(f"{line!r}: cannot be read from {line[at:]!r} on")
            pieces.append(piece)
            at = piece.end()
        self._require_spaces(pieces)
        self.items, _ = self._items(pieces, 0, inside=False)
        if not self.items or not isinstance(self.items[0], Word):
            raise BadTemplate(f"{line!r}: a template begins with a word")
        self.first = self.items[0].folded
        self.fields = tuple(item.field for item in _flat(self.items) if isinstance(item, Slot))
        self.words = frozenset(item.folded for item in _flat(self.items) if isinstance(item, Word))
        if len(set(self.fields)) != len(self.fields):
            raise BadTemplate(f"{line!r}: a field stands in it twice")
        self.variants = tuple(islice(_variants(self.items), MOST_VARIANTS + 1))
        if len(self.variants) > MOST_VARIANTS:
            raise BadTemplate(f"{line!r}: too many parts that may be left out")
        self._shapes: dict[frozenset[str], _Shape] = {}
        self._readings = tuple(tuple(_stretches(variant)) for variant in self.variants)
        self._plain = _plain(self.variants[0]) if len(self.variants) == 1 else None

    def _require_spaces(self, pieces: list[re.Match[str]]) -> None:
        """Words and fields stand apart: brackets aside, a space is between any two of them."""
        apart = True
        for piece in pieces:
            if piece[4]:
                apart = True
            elif not piece[2]:
                if not apart:
                    raise BadTemplate(f"{self.line!r}: no space before {piece[0]!r}")
                apart = False

    def _items(self, pieces: list[re.Match[str]], at: int, inside: bool) -> tuple[tuple[Item, ...], int]:
        """The items up to the end, or `inside` of a part up to its bracket, and what piece comes next."""
        items: list[Item] = []
        while at < len(pieces):
            field, bracket, word, _ = pieces[at].groups()
            at += 1
            if field:
                items.append(Slot(field))
            elif word:
                items.append(Word(word, word.casefold()))
            elif bracket == "[":
                inner, at = self._items(pieces, at, inside=True)
                if not any(isinstance(item, Slot) for item in _flat(inner)):
                    raise BadTemplate(f"{self.line!r}: a part that may be left out holds a field")
                items.append(Part(inner))
            elif bracket:
                if not inside:
                    raise BadTemplate(f"{self.line!r}: a ] without its [")
                return tuple(items), at
        if inside:
            raise BadTemplate(f"{self.line!r}: a [ without its ]")
        return tuple(items), at

    def plainly(self, text: str) -> dict[str, str] | None:
        """Fit a line to a template without parts, if each of its values is one plain word, as mostly: the values that
        `match` finds then. None for any other line.
        """
        if self._plain is None or not text.isascii() or not text.isprintable() or '"' in text:
            return None
        fit = self._plain.fullmatch(text)
        return None if fit is None else fit.groupdict()

    def match(self, found: Sequence[Token]) -> Match | Miss:
        """Fit the words of a line: the reading with the most words of the template, its parts present rather than not.

        Where none fits, how far the best came; of equals the one that needs least.
        """
        words = [token.folded for token in found]
        places: Places = {}
        best: _Fit | None = None
        misses: list[Miss] = []
        for reading in self._readings:
            result = _fit(reading, words, places)
            if isinstance(result, Miss):
                misses.append(result)
            elif best is None or result.words > best.words:
                best = result
        if best is None:
            return max(reversed(misses), key=lambda miss: (miss.words, miss.token))
        values, starts = dict[str, str](), dict[str, int]()
        for field, start, end in best.spans:
            values[field], starts[field] = _said(found, start, end), found[start].at
        return Match(values, starts, best.words)

    def usage(self) -> str:
        """The template as a player reads it: fields in angle brackets."""
        return re.sub(r"\{(\w+)\}", lambda piece: f"<{piece[1].replace('_', ' ')}>", self.line)

    def lacking(self, values: Mapping[str, str | None], wanted: frozenset[str]) -> bool:
        """True if a line of these values would need one that is None: half of a part that may be left out."""
        return None in values.values() and any(values[field] is None for field in self._shape(wanted).fields)

    def fill(self, values: Mapping[str, str | None], wanted: frozenset[str], *, bare: bool = False) -> Iterator[str]:
        """Lines of these values, with few quotation marks first: whether one reads back the same is still to be seen.

        Parts appear where a field in them is `wanted`. Nothing that has to be written is `lacking`. `bare`: with none
        at first, else with those round words of the template.
        """
        shape = self._shape(wanted)
        if (plain := self._plainly_filled(values, shape)) is not None:
            yield plain
        for cautious in (*((_never,) if bare else ()), self._needs_quotes, _has_space, _always):
            yield shape.line.format(*[self._value(values, field, cautious) for field in shape.fields])

    def _plainly_filled(self, values: Mapping[str, str | None], shape: _Shape) -> str | None:
        """The line of these values where each is a plain word, as mostly; None where they are not."""
        said = [values[field] for field in shape.fields]
        for value in said:
            if value is None or not value.isalnum() or value.casefold() in self.words:
                return None
        return shape.line.format(*said)

    def _shape(self, wanted: frozenset[str]) -> _Shape:
        """A line that says these fields besides those that it always says."""
        found = self._shapes.get(wanted)
        if found is None:
            kept = self._kept(self.items, wanted)
            fields = tuple(item.field for item in kept if isinstance(item, Slot))
            line = " ".join(item.text if isinstance(item, Word) else "{}" for item in kept)
            found = self._shapes[wanted] = _Shape(fields, line)
        return found

    def _kept(self, items: tuple[Item, ...], wanted: frozenset[str]) -> list[Word | Slot]:
        kept: list[Word | Slot] = []
        for item in items:
            if not isinstance(item, Part):
                kept.append(item)
            elif any(isinstance(inner, Slot) and inner.field in wanted for inner in _flat(item.items)):
                kept += self._kept(item.items, wanted)
        return kept

    def _needs_quotes(self, value: str) -> bool:
        return not self.words.isdisjoint(value.casefold().split())

    def _value(self, values: Mapping[str, str | None], field: str, cautious: Callable[[str], bool]) -> str:
        value = values[field]
        assert value is not None  # then it is lacking
        words = value.split()
        if value != " ".join(words) or not value or cautious(value):
            return quoted(value)
        for word in words:
            if word[0] in _CLOSERS:
                return quoted(value)
        return value


class _Shape(msgspec.Struct, frozen=True):
    """A line of a template: the fields that it has, and its words, with "{}" for each of these."""

    fields: tuple[str, ...]
    line: str


def _has_space(value: str) -> bool:
    return " " in value


def _always(value: str) -> bool:
    return True


def _never(value: str) -> bool:
    return False


def _flat(items: Sequence[Item]) -> Iterator[Word | Slot]:
    for item in items:
        if isinstance(item, Part):
            yield from _flat(item.items)
        else:
            yield item


def _variants(items: Sequence[Item]) -> Iterator[tuple[Word | Slot, ...]]:
    """The template with and without its parts: present first, all left out last."""
    if not items:
        yield ()
        return
    first, rest = items[0], items[1:]
    if isinstance(first, Part):
        yield from _variants((*first.items, *rest))
        yield from _variants(rest)
    else:
        for tail in _variants(rest):
            yield (first, *tail)


def _plain(variant: Sequence[Word | Slot]) -> re.Pattern[str] | None:
    """The lines of a reading whose values are one word each; None for a reading that is not of plain words."""
    if not all(isinstance(item, Slot) or item.text.isascii() for item in variant):
        return None
    words = [rf"(?P<{item.field}>\S+)" if isinstance(item, Slot) else re.escape(item.text) for item in variant]
    return re.compile(rf" *{' +'.join(words)} *", re.IGNORECASE | re.ASCII)


class _Stretch(NamedTuple):
    """Fields of a template side by side, the words after them up to the next field, these for comparison, and whether
    the template ends with them.
    """

    slots: tuple[Slot, ...]
    literals: tuple[Word, ...]
    folded: list[str]
    last: bool


def _stretches(variant: Sequence[Word | Slot]) -> Iterator[_Stretch]:
    """A reading of a template, stretch by stretch."""
    rest = list(variant)
    while rest:
        slots = tuple(_taken(rest, Slot))
        literals = tuple(_taken(rest, Word))
        yield _Stretch(slots, literals, [word.folded for word in literals], not rest)


def _taken(rest: list[Word | Slot], kind: type[Piece]) -> Iterator[Piece]:
    """The items of a kind that the rest of a reading begins with, taken away from it."""
    while rest and isinstance(first := rest[0], kind):
        yield first
        del rest[0]


def _said(found: Sequence[Token], start: int, end: int) -> str:
    """The value that words of a line make, from one up to another: what a lone quotation says, else the words as
    written, spaces folded.
    """
    first = found[start]
    if end == start + 1:
        return first.written if first.quoted is None else first.quoted
    return " ".join([token.written for token in found[start:end]])


Words = list[str | None]
"""The words of a line for comparison with those of a template; None for a quotation."""

Places = dict[str, list[int]]
"""Where a word stands in a line, found once for all readings of a template."""


def _reads(wanted: list[str], found: Words, at: int) -> int:
    """Number of these words of a template that stand at a place, where not all do: up to the first that does not."""
    there = found[at : at + len(wanted)]
    return next((number for number, word in enumerate(there) if word != wanted[number]), len(there))


class _Fit(msgspec.Struct, frozen=True):
    """A reading that fits: each field, from where to where its words stand, and the words of the template."""

    spans: list[tuple[str, int, int]]
    words: int


def _fit(reading: Sequence[_Stretch], found: Words, places: Places) -> _Fit | Miss:
    """Fit a line to one reading of the template: each value ends at the first place where the words after it stand."""
    spans: list[tuple[str, int, int]] = []
    at, words = 0, 0
    for slots, literals, folded, last in reading:
        for slot in slots:
            if at >= len(found):
                return Miss(words, at, slot)
            end = at + 1
            if slot is slots[-1]:
                ended = _end(folded, found, end, None if last else places) if folded else len(found)
                if ended is None:
                    return Miss(words, len(found), literals[0], slot, at)
                end = ended
            spans.append((slot.field, at, end))
            at = end
        after = at + len(folded)
        if not slots and found[at:after] != folded:  # those after a value are where it ends
            read = _reads(folded, found, at)
            return Miss(words + read, at + read, literals[read])
        words, at = words + len(folded), after
    if at < len(found):
        return Miss(words, at, None)
    return _Fit(spans, words)


def _end(wanted: list[str], found: Words, least: int, places: Places | None) -> int | None:
    """End of a value that takes words up to `least` at least: before the words of the template, which end the line
    where there are no `places`.
    """
    if places is None:
        end = len(found) - len(wanted)
        return end if end >= least and found[end:] == wanted else None
    first = wanted[0]
    if first not in places:
        places[first] = [at for at, word in enumerate(found) if word == first]
    standing = places[first]
    for number in range(bisect_left(standing, least), len(standing)):
        place = standing[number]
        if found[place : place + len(wanted)] == wanted:
            return place
    return None
