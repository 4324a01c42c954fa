"""Messages: whole sentences with {fields}, marked for the catalogue, filled with what is safe to show.

A message is a literal in `N_` (or `NN_`, where a number decides between one and many), so that an extractor finds
every sentence: `pybabel extract -k N_ -k T_ -k NN_:1,2`. What comes of filling one is a `Text`, and only a `Text` or a
number fills a field: what a player typed must first be made one by `name` or `quoted`, which escape it. A bare `str`
is refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from string import Formatter
from typing import Any, Generic, TypeVar

from engine.clock import Instant
from engine.text.names import hidden, near, shown, styled

T = TypeVar("T")


_BEGINNING = re.compile(r"^[\W_]*\w")
_BRACKETED, _BRACKETS = re.compile(r"\[[^\]]*\]"), re.compile(r"[\[\]]")


class Text(str):
    """Words that are safe to show in Discord's markdown. Made by the functions of this module alone."""

    __slots__ = ()


NOTHING = Text("")

MINUS = "\u2212"
"""The sign of a number below 0, in words: a hyphen joins words, and stands in codes and in what is typed."""


class BadMessage(Exception):
    """A message that cannot be right, found when it is made or first filled: a bug, told to its author."""


class Message:
    """A sentence with {fields}; `many` where the number in field `by` is not 1.

    A number may have a format of its own: "{damage:,}" is 3,200, "{change:+}" is +2, or 0; a plain
    "{turn}" is 1200. What stands [in brackets] is left out where a field in it says nothing.
    """

    __slots__ = ("_pieces", "_shorter", "by", "fields", "many", "one", "optional")

    def __init__(self, one: str, many: str = "", by: str = "") -> None:
        if bool(many) is not bool(by):
            raise BadMessage(f"{one!r}: what is said of many needs the field that is counted")
        self.one, self.many, self.by = one, many, by
        self._pieces = _pieces(_BRACKETS.sub("", one)), _pieces(_BRACKETS.sub("", many))
        self._shorter: dict[tuple[bool, frozenset[str]], tuple[Piece, ...]] = {}
        self.optional = _bracketed(one)
        if many and self.optional != _bracketed(many):
            raise BadMessage(f"{one!r}: what is said of many has the same fields in brackets")
        self.fields = frozenset(field for pieces in self._pieces for _, field, _ in pieces if field)
        if by and by not in self.fields and not by.isidentifier():
            raise BadMessage(f"{one!r}: {by!r} is no name of a field")

    def __call__(self, **values: Text | int) -> Text:
        """The sentence with its fields filled. Raises BadMessage for a field without a value, or with a bare str."""
        many = bool(self.by) and values[self.by] != 1
        silent = [field for field in self.optional if not values.get(field, True)] if self.optional else ()
        parts: list[str] = []
        for literal, field, form in self.pieces(many, silent):
            parts.append(literal)
            if field:
                try:
                    value = values[field]
                except KeyError:
                    raise BadMessage(f"{self.one!r}: nothing fills {field!r}") from None
                if type(value) is Text:
                    parts.append(value)
                elif type(value) is int:
                    parts.append(number_in(value, form))
                else:
                    raise BadMessage(f"{self.one!r}: {field!r} is {value!r}, neither a text nor a number")
        return Text("".join(parts))

    def pieces(self, many: bool, silent: Sequence[str]) -> tuple[Piece, ...]:
        """The sentence in pieces, without what stands in brackets with a field that is silent."""
        if not silent:
            return self._pieces[many]
        key = many, frozenset(silent)
        if key not in self._shorter:
            said = self.many if many else self.one
            left = _BRACKETED.sub(lambda part: part[0] if key[1].isdisjoint(_bracketed(part[0])) else "", said)
            self._shorter[key] = _pieces(_BRACKETS.sub("", left))
        return self._shorter[key]

    def __repr__(self) -> str:
        return f"N_({self.one!r})"


Piece = tuple[str, str, str]
"""Literal words of a sentence, the field after them ("" at its end), and how a number in it is written."""


def _bracketed(template: str) -> frozenset[str]:
    """The fields that stand in brackets."""
    return frozenset(field for part in _BRACKETED.findall(template) for _, field, _ in _pieces(part) if field)


def number_in(number: int, form: str) -> str:
    """A number as a sentence has it: 0 has no sign, and what is below it a true minus."""
    written = format(number, form if number else form.replace("+", ""))
    return written.replace("-", MINUS, 1) if number < 0 else written


def _pieces(template: str) -> tuple[Piece, ...]:
    """Pieces of a template; cut once."""
    pieces = []
    for literal, field, form, conversion in Formatter().parse(template):
        if conversion or not (field is None or field.isidentifier()):
            raise BadMessage(f"{template!r}: a field is {{name}} or {{name:format}}")
        pieces.append((literal, field or "", form or ""))
    return tuple(pieces)


@cache
def N_(sentence: str) -> Message:
    """A sentence of the catalogue."""
    return Message(sentence)


@cache
def NN_(one: str, many: str, by: str) -> Message:
    """A sentence of the catalogue for one of something, and for another number of it: that in the field `by`, or of the
    things that a fact has there.
    """
    return Message(one, many, by)


@cache
def T_(words: str) -> Text:
    """Words of the catalogue that have no fields."""
    return Message(words)()


def name(text: str) -> Text:
    """A name that somebody gave, escaped: it looks as typed, pings nobody and opens nothing."""
    return Text(shown(text))


def unmarked(text: Text) -> str:
    """A text for where Discord lays nothing out, such as a button: without what keeps names from being laid out."""
    return re.sub(r"\\(.)", r"\1", text.replace("\u200b", ""))


def code(text: str) -> Text:
    """Text within backquotes, where nothing formats but a backquote."""
    return Text(f"`{' '.join(hidden(text).split()).replace('`', chr(39))}`")


def begun(text: str) -> Text:
    """Words with a capital letter at their beginning, as a sentence or a button has it."""
    return Text(_BEGINNING.sub(lambda found: found[0].upper(), text, count=1))


def drawn(text: str) -> Text:
    """A name that somebody gave as pictures and menus have it, where nothing is laid out: hidden, and not escaped."""
    return Text(hidden(text))


def quoted(story: str) -> Text:
    """Several lines that somebody wrote, each as it is styled and led by a quotation mark of Discord's; "" for none."""
    return Text("".join(f"\n> {styled(line)}" for line in story.splitlines() if line.strip()))


def recorded(sentence: str) -> Text:
    """A sentence that was put together, safely, when it was recorded; names in it are hidden as in what is typed."""
    return Text(hidden(sentence))


def term(text: str) -> Text:
    """A word of the rulebook or of its data: a code, a cell, a class. Its source is a file of ours, not a player."""
    return Text(text)


def stamp(at: Instant, style: str = "F") -> Text:
    """An instant as Discord shows it to each reader in their own zone: style F full, R relative, D date, t time."""
    return Text(f"<t:{int(at)}:{style}>")


def dated(at: Instant | None, says: Message, **fields: Text | int) -> Text:
    """A sentence whose part in brackets says until when: {at}, {left}; nothing where there is no deadline."""
    until, left = (NOTHING, NOTHING) if at is None else (stamp(at), stamp(at, "R"))
    return says(**fields, at=until, left=left)


def joined(between: str, parts: Iterable[Text]) -> Text:
    """Texts in a row, with punctuation or a line break between them."""
    return Text(between.join(parts))


def noted(*notes: Text) -> Text:
    """Notes in a row, "destroyed, 2 rows lost": those that say nothing are left out."""
    return joined(", ", filter(None, notes))


def spaced(*parts: Text) -> Text:
    """Texts in a row, such as sentences, with a blank between them: those that say nothing are left out."""
    return joined(" ", filter(None, parts))


def bullets(lines: Iterable[Text]) -> Text:
    """Lines of a list beneath a sentence, each on its own and led by a dash; "" for none."""
    return Text("".join(f"\n- {line}" for line in lines))


def clipped(text: Text, most: int) -> Text:
    """The first `most` characters of a text."""
    return Text(text[:most])


AND, OR = N_("{before} and {last}"), N_("{before} or {last}")


def listed(parts: Iterable[Text], last: Message = AND) -> Text:
    """Texts in a row: "a, b and c"; "" for none."""
    words = list(parts)
    if len(words) < 2:
        return joined("", words)
    return last(before=joined(", ", words[:-1]), last=words[-1])


MEANT = N_("Did you mean {names}?")


def did_you_mean(given: str, names: Iterable[str]) -> Text:
    """The sentence that offers what was likely meant ("Did you mean Hoth or Hoth Minor?"); "" where nothing is near."""
    likely = [name(each) for each in near(given, names)]
    return MEANT(names=listed(likely, OR)) if likely else NOTHING


def said(says: Message | Text, /, **fields: str | int) -> Text:
    """A sentence with its fields filled: texts and numbers as they stand, all else as names that somebody gave. Words
    without fields are said as they are.
    """
    if isinstance(says, Text):
        return says
    return says(**{key: each if isinstance(each, Text | int) else name(each) for key, each in fields.items()})


def unmatched(says: Message, word: Text, among: Iterable[str]) -> Text:
    """Sentence about a {word} that names nothing, with the {likely} one among the names there are, which stands in
    brackets of the sentence: "no arc named 'for' (did you mean 'fore'?)".
    """
    likely = near(word, among, most=1)
    return says(word=word, likely=name(likely[0]) if likely else NOTHING)


class Shown(Generic[T]):
    """Marks a field of a fact: how its value is put in words for a hearer, made from that hearer's look.

    `words` takes the look, the value, and what stands after a colon in the template ("{at:R}"); "" where nothing does.
    """

    def __init__(self, words: Callable[[Any, T, str], Text]) -> None:  # each rulebook has its own look
        self.words = words


class Beside(Shown[Any]):
    """Marks a field of a fact that is put in words by what stands beside it: `words` takes the whole fact for it."""


COUNT: Shown[int] = Shown(lambda _look, number, form: Text(number_in(number, form)))
"""How a number in a sentence is shown."""


def _number(counted: int | tuple[object, ...]) -> int:
    """The number of what a sentence counts: a number, or things of which it tells each."""
    return len(counted) if isinstance(counted, tuple) else counted


def _empty(mark: Shown[Any], value: Any) -> bool:
    """True if there is nothing to be said of a field: no thing, no words, or 0 of something that is counted."""
    return not value and (mark is COUNT or not isinstance(value, int))


def filled(message: Message, look: Any, values: Mapping[str, tuple[Shown[Any], Any]]) -> Text:
    """The message with each field put in words by its mark. For facts, whose fields are marked once."""
    many = bool(message.by) and _number(values[message.by][1]) != 1
    silent = [field for field in message.optional if _empty(*values[field])] if message.optional else ()
    parts: list[str] = []
    for literal, field, form in message.pieces(many, silent):
        parts.append(literal)
        if field:
            mark, value = values[field]
            parts.append(mark.words(look, value, form))
    return Text("".join(parts))
