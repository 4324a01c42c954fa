"""The base of every order: one class is the slash command, the sheet line, the help page and the log entry."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from typing import ClassVar, Literal, get_args, get_origin

import msgspec
from pydantic import BaseModel, ConfigDict

from engine.text.given import plain_name


class Pick:
    """Marks an order's field whose values the rulebook offers from what the seat knows (`Ruleset.options`).

    `what` says in the help what is picked: "a ship of yours". `closed`: nothing but what is offered can be meant.
    `several`: any number of what is offered, with commas.
    """

    closed: ClassVar[bool] = False
    several = False

    def __init__(self, what: str = "") -> None:
        self.what = what

    def __repr__(self) -> str:
        return f"Pick({self.what!r})"


class Option(msgspec.Struct, frozen=True):
    """A value offered for a field and how it is shown (at most 100 characters reach Discord).

    `also` are other names of the same thing, by which it is found while somebody types.
    """

    value: str
    label: str = ""
    also: tuple[str, ...] = ()


SEAT = "seat"
"""The field of a moderator's order that names a seat, also one of which the rulebook has not heard yet."""

NAMING = "a new name"
"""Marks a field in which somebody gives a name, where its type does not make the name plain."""


class Order(BaseModel):
    """A player's wish, validated in shape. Subclasses say the rest.

    `path`: the slash command, two or three words, the first the rulebook's ("gcw battle fire").
    `line`: the order in words, with {fields}; parts in [brackets] may be left out ("fire [{weapons} of ]{ship} ...").
    `once`: lines as they were written in earlier versions, the oldest first; they are read for ever.
    `short`: how the order may also stand on a line where no other order fits, as "{field}: {field}" ("Dart: port 2").
    `moderator`: only moderators may give it. `slash`: it has a slash command; one that has none is read where it was
    recorded, and typed as a line. `sheet`: it may stand on an order sheet. `shows`: the view that is
    shown with its answer, such as what a draft comes to. `assumes`: what is meant by a field that is left out, in the
    words in which a player is told so. `tried`: how often random players think of it, beside others. `asks`: what a
    player is asked first where it cannot be taken back. `called`: first words that players write for it: a line that
    begins so is answered with how it is written. `form`: its slash command names its first field alone, and opens its
    form about that.
    The docstring's first line is the command's description, the fields' descriptions are its parameters'.
    """

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        str_strip_whitespace=True,
        hide_input_in_errors=True,  # what was asked is its author's, and a traceback is the operator's
    )

    path: ClassVar[str] = ""
    line: ClassVar[str] = ""
    once: ClassVar[tuple[str, ...]] = ()
    short: ClassVar[str] = ""
    moderator: ClassVar[bool] = False
    slash: ClassVar[bool] = True
    sheet: ClassVar[bool] = True
    shows: ClassVar[str] = ""
    assumes: ClassVar[Mapping[str, str]] = {}
    tried: ClassVar[int] = 1
    called: ClassVar[tuple[str, ...]] = ()
    form: ClassVar[bool] = False
    asks: ClassVar[str] = ""

    @classmethod
    def about(cls) -> str:
        """The first line of the docstring: what the order does, in one sentence."""
        return inspect.cleandoc(cls.__doc__ or "").partition("\n")[0]

    def assumed(self) -> tuple[str, ...]:
        """Parts that were left out and are taken as usual, in words."""
        fields = type(self).model_fields
        return tuple(words for name, words in self.assumes.items() if getattr(self, name) == fields[name].default)

    def names(self) -> tuple[str, ...]:
        """New names that were typed: in fields whose type makes a name plain (`plain_name`), and marked `NAMING`."""
        found = []
        for name, field in type(self).model_fields.items():
            parts = [getattr(part, "__metadata__", ()) for part in get_args(field.annotation)]
            marks = [mark for marked in (field.metadata, *parts) for mark in marked]
            naming = any(mark is NAMING or getattr(mark, "func", None) is plain_name for mark in marks)
            if naming and getattr(self, name):
                found.append(str(getattr(self, name)))
        return tuple(found)

    @classmethod
    def names_seat(cls) -> bool:
        """True for a moderator's order with a field `SEAT` that the rulebook offers nothing for: whether somebody sits
        there is known at the table alone.
        """
        return cls.moderator and SEAT in cls.model_fields and SEAT not in cls.picks()

    @classmethod
    def picks(cls) -> dict[str, Pick]:
        """The fields whose values the rulebook offers; a closed list of values (`Literal`) is offered as it stands."""
        return {
            name: mark
            for name, field in cls.model_fields.items()
            if get_origin(field.annotation) is not Literal
            for mark in field.metadata
            if isinstance(mark, Pick)
        }
