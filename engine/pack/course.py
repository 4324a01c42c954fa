"""Beginning with a rulebook: what a newcomer is told of it, and its tutorial. Words and scripts, which change no
ruling.

They stand in `tutorial.toml` beside the sheets of a data pack, and are no part of it: games keep none of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any

import msgspec

from engine.clock import DAY, HOUR, MINUTE
from engine.game import Refusal, Ruleset
from engine.orders import Order
from engine.pack.positions import Path
from engine.pack.shapes import Row, Wrong, shaped
from engine.pack.sheets import Faults, parse
from engine.pack.terms import Term
from engine.pack.wording import COURSE, Text
from engine.text.lines import parse as order_of
from engine.text.names import no_such

MODERATORS, CLOCK, SAYS = "gm", "@", "say"
"""Who gives the orders of a script besides its seats, what its lines of time begin with, and its lines of story."""

UNITS = {"m": MINUTE, "h": HOUR, "d": DAY}

Brief = Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
Told = Annotated[str, msgspec.Meta(min_length=1, max_length=1200)]
Label = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
SeatName = Annotated[str, msgspec.Meta(pattern=r"^[a-z][a-z0-9-]*$", examples=["red"], max_length=24)]


class Greeting(Row, frozen=True):
    """Greeting to somebody who has never heard of the rulebook.

    `story` is told wherever a game of it begins, in three sentences; `first` is the label of the button that brings
    its reader to the first deed, an order of one of the paths `deeds` where the rules offer one; `explained` answers
    what all this is.
    """

    story: Told
    first: Label
    explained: Annotated[str, msgspec.Meta(min_length=1, max_length=3000)]
    deeds: tuple[str, ...] = ()


class Objective(Row, frozen=True):
    """A deed that a lesson listens for: an order obeyed (its path), a fact heard (its name), a view asked for: any one
    of them.

    With `about` the order's line, the fact's telling or what the view is about holds those words, in any case.
    """

    order: str = ""
    fact: str = ""
    view: str = ""
    about: str = ""

    def wrong(self) -> Iterable[Wrong]:
        """Something has to be listened for."""
        if not (self.order or self.fact or self.view):
            yield (), "names no order, fact or view"


class Offer(Row, frozen=True):
    """A button of a lesson: it gives the order of a line, or shows a view (of something)."""

    label: Label
    line: Annotated[str, msgspec.Meta(max_length=80)] = ""
    view: str = ""
    about: Annotated[str, msgspec.Meta(max_length=40)] = ""

    def wrong(self) -> Iterable[Wrong]:
        """One of the two."""
        if bool(self.line) == bool(self.view):
            yield (), "should have either a line or a view"


class Lesson(Row, frozen=True):
    """A step of a tutorial: what is told, what is to be done until it is over (any of it), a hint for who asks.

    `before` is a script that is played when the lesson begins, as others' orders and the clock; what of it the rules
    refuse by then is left out.
    """

    title: Brief
    text: Told
    goal: Annotated[str, msgspec.Meta(min_length=1, max_length=300)]
    until: Annotated[tuple[Objective, ...], msgspec.Meta(min_length=1)]
    hint: Told
    offers: Annotated[tuple[Offer, ...], msgspec.Meta(max_length=3)] = ()
    before: tuple[Text, ...] = ()


class Tutorial(Row, frozen=True):
    """A game for one on a clock of its own: the pupil's seat, the others', which of those Umpire plays, the lessons.

    `script` is played before the first lesson, as `before` is before each.
    """

    seat: SeatName
    others: tuple[SeatName, ...]
    farewell: Told
    lessons: Annotated[tuple[Lesson, ...], msgspec.Meta(min_length=1)]
    umpire: tuple[SeatName, ...] = ()
    options: Mapping[str, str] = {}
    script: tuple[Text, ...] = ()

    def wrong(self) -> Iterable[Wrong]:
        """Umpire plays others' seats, and nobody sits at two."""
        for at, seat in enumerate(self.umpire):
            if seat not in self.others:
                yield ("umpire", at), f"{seat!r} is no seat of `others`"
        if self.seat in self.others:
            yield "others", f"{self.seat!r} is the pupil's seat"


class Word(Row, frozen=True):
    """A word or letters that players read and no rule or datum is called by ("KC", "contact"), with its `meaning`."""

    word: Label
    title: Brief
    meaning: Told


class Course(Row, frozen=True):
    """tutorial.toml"""

    greeting: Greeting
    tutorial: Tutorial | None = None
    words: tuple[Word, ...] = ()

    @property
    def terms(self) -> tuple[Term, ...]:
        """Its words as whoever looks one up finds them."""
        return tuple(Term(word.word, word.title, word.meaning) for word in self.words)


class Line(msgspec.Struct, frozen=True):
    """A line of a script: an order of somebody, a story to be told, or time that passes.

    `seconds` pass; None where the clock goes on to what is due next.
    """

    who: str
    words: str = ""
    seconds: int | None = 0


def line_of(text: str) -> Line:
    """A line as it is written: "red> fire all", "say> It dawns.", "@ +6h", "@ next". Raises ValueError."""
    if text.startswith(CLOCK):
        span = text.removeprefix(CLOCK).strip()
        if span == "next":
            return Line(CLOCK, seconds=None)
        if not (span.startswith("+") and span[1:-1].isdecimal() and span[-1] in UNITS):
            raise ValueError("time passes as in '@ +6h' (m, h, d) or '@ next'")
        return Line(CLOCK, seconds=int(span[1:-1]) * UNITS[span[-1]])
    who, sign, words = text.partition(">")
    if not sign or not words.strip():
        raise ValueError("should be somebody's order, such as 'red> submit', or time, such as '@ +6h'")
    return Line(who.strip(), words.strip())


def script(text: str) -> tuple[str, ...]:
    """The lines of a script that stands in a file of its own, without its comments."""
    return tuple(line for raw in text.splitlines() if (line := raw.split("#", 1)[0].strip()))


def course(text: str, rules: Ruleset[Any], folder: str = "") -> Course:
    """The course of a rulebook, as its `tutorial.toml` says. Raises PackError with every fault found."""
    faults = Faults(folder)
    sheet = parse(COURSE, text, faults)
    found = shaped(sheet, Course, faults)
    if found is not None:
        for path, reason in _unknown(found, rules):
            faults.add(sheet, path, reason)
    faults.check()
    assert found is not None
    return found


def _unknown(found: Course, rules: Ruleset[Any]) -> Iterator[tuple[Path, str]]:
    """Names in a course of what the rulebook does not have, with their places."""
    own = [order for order in rules.orders if not order.moderator]
    names = {
        "order": sorted(order.path for order in own),
        "fact": sorted(fact.__name__ for fact in rules.facts),
        "view": sorted(view.name for view in rules.views),
    }
    for at, deed in enumerate(found.greeting.deeds):
        if deed not in names["order"]:
            yield ("greeting", "deeds", at), no_such("order", deed, names["order"])
    if found.tutorial is None:
        return
    seats = (found.tutorial.seat, *found.tutorial.others)
    for at, text in enumerate(found.tutorial.script):
        if wrong := _misspelt(text, seats, rules):
            yield ("tutorial", "script", at), wrong
    for number, lesson in enumerate(found.tutorial.lessons):
        here: Path = ("tutorial", "lessons", number)
        for at, text in enumerate(lesson.before):
            if wrong := _misspelt(text, seats, rules):
                yield (*here, "before", at), wrong
        for at, objective in enumerate(lesson.until):
            for kind, known in names.items():
                named = getattr(objective, kind)
                if named and named not in known:
                    yield (*here, "until", at, kind), no_such(kind, named, known)
        for at, offer in enumerate(lesson.offers):
            if offer.view and offer.view not in names["view"]:
                yield (*here, "offers", at, "view"), no_such("view", offer.view, names["view"])
            if offer.line and (wrong := _unread(offer.line, own)):
                yield (*here, "offers", at, "line"), wrong


def _misspelt(text: str, seats: Iterable[str], rules: Ruleset[Any]) -> str:
    try:
        line = line_of(text)
    except ValueError as error:
        return str(error)
    if line.who == CLOCK:
        return ""
    if line.who not in (*seats, MODERATORS):
        return no_such("seat", line.who, (*seats, MODERATORS))
    return _unread(line.words, [order for order in rules.orders if order.moderator == (line.who == MODERATORS)])


def _unread(words: str, orders: Iterable[type[Order]]) -> str:
    """Reason why an order's line cannot be read; "" where it can. A form ("/gcw turn submit") is named by its path."""
    listed = list(orders)
    if words.startswith("/"):
        paths = [order.path for order in listed]
        return "" if words[1:] in paths else no_such("order", words[1:], paths)
    try:
        order_of(words, listed)
    except Refusal as refusal:
        return str(refusal.sentence).rstrip(".")
    return ""
