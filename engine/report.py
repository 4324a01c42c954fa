"""Showings of a rulebook: news, reports and the views a seat may ask for. Plain data; the bot lays it out."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from engine.text.message import NOTHING, Text


class View(msgspec.Struct, frozen=True):
    """Something a seat can ask to see (`/gcw-show fleet`).

    `about` names its argument in the help ("a ship of yours"); "" where it takes none. `public` views may be
    asked for by anybody. `picture` views have a drawing.
    """

    name: str
    help: str
    about: str = ""
    picture: bool = False
    public: bool = False


class Section(msgspec.Struct, frozen=True):
    """A part of a report: a heading and its lines (Discord markdown, one item each).

    `ahead`: it tells what is to come, or how it is played, and is left out of a game that has ended.
    """

    heading: Text
    lines: tuple[Text, ...]
    ahead: bool = False

    @staticmethod
    def of(heading: Text, lines: Iterable[Text]) -> tuple[Section, ...]:
        """A section with these lines, or none where there are none."""
        told = tuple(lines)
        return (Section(heading, told),) if told else ()


class Suggestion(msgspec.Struct, frozen=True):
    """An order that is likely now: a button's label and the order's line, or "/path" for the form of an order;
    "/path: thing" for one that is about that thing (`Order.starts`).

    `words` is the line of the report that the button stands beside; "" where it stands beneath all of them. `upon`:
    what of another's it answers; once that is otherwise, a button of before does nothing any more.
    """

    label: Text
    line: str
    words: Text = NOTHING
    upon: Text = NOTHING


class Report(msgspec.Struct, frozen=True):
    """Words for what a seat asked to see; `draws` says whether `draw` of the same view has a picture. `colour`
    (`#rrggbb`) is that of the seat, "" for what everybody may see. `idle`: there is nothing of it now, so that a
    player's home leaves it out. `file`: the name of a text file in which a command also gives all of it; "" for none.
    """

    title: Text
    lead: Text = NOTHING
    sections: tuple[Section, ...] = ()
    suggestions: tuple[Suggestion, ...] = ()
    draws: bool = False
    rule: str = ""
    colour: str = ""
    idle: bool = False
    file: str = ""


class News(msgspec.Struct, frozen=True):
    """Words for one thing heard.

    `topic` gathers what belongs together in a thread of its own ("battle:3"), titled `topic_title`; "" is the
    game's channel or the seat's own thread. `picture` names a view to draw beside it, `about` its argument.
    `decides` marks what the course of the game hangs on: it is posted before what only decorates. `foretells` names
    what it tells to come ("turn 3"), or what has come of it: then `became` are the words that take the place, in posts,
    of those that foretold it. `lasting`: what stays of its first lines, of as many, once the deadline that they tell
    is none any more; "" where they tell of none.
    """

    text: str
    topic: str = ""
    topic_title: str = ""
    picture: str = ""
    about: str = ""
    decides: bool = False
    foretells: str = ""
    became: str = ""
    lasting: str = ""

    @property
    def passing(self) -> str:
        """Its first line, or as many as stay once its deadline is none any more."""
        most = 1 + self.lasting.count("\n")
        return "\n".join(self.text.split("\n", most)[:most])
