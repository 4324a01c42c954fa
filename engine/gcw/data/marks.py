"""Parts of every record of the data pack: the sources of its figures, and the kinds of figure. Register 8.1.

Units of measure: lengths in decimetres (of ground units in centimetres), coordinates and hyperspace factors in tenths,
money in KC, times in days. TOML has metres and decimals.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from re import Match
from typing import Annotated

from msgspec import Meta

from engine.pack.shapes import Hundredths, Links, Row, Tenths, Written, Wrong, fields_of

UCR_MAX = 999
"""Larger ratings are refused when data are loaded, so no quotient cuts to 0 (GCW-MAT-05)."""


Mark = Annotated[str, Meta(pattern=r"^(S|P|A|F\d+)( (S|P|A|F\d+))*$", examples=["F2 F14"])]
"""Where a figure comes from: S the rulebook, F and a number a source found, A adapted from such, P proposed."""

Code = Annotated[str, Meta(pattern=r"^[A-Z0-9]+(-[A-Z0-9]+)*$", examples=["AT-ST"])]
Text = Annotated[str, Meta(min_length=1)]
Points = Annotated[int, Meta(ge=0)]
Positive = Annotated[int, Meta(ge=1)]
Days = Annotated[int, Meta(ge=1, le=999)]
Rated = Annotated[int, Meta(ge=0, le=UCR_MAX)]
Length = Annotated[Tenths, Meta(ge=1)]
AnyLength = Annotated[Tenths, Meta(ge=0)]
Centimetres = Annotated[Hundredths, Meta(ge=0)]
Factor = Annotated[Tenths, Meta(ge=0)]


class Marked(Row, frozen=True, kw_only=True):
    """A record whose figures are marked: `mark` for all of them, `marks` for single fields.

    The mark of its sheet stands for the rest.
    """

    mark: Mark = ""
    marks: Mapping[str, Mark] = {}

    def __hash__(self) -> int:
        """By what it is called: marks are a mapping, which has no hash."""
        return hash((type(self), self.called))

    @property
    def called(self) -> str:
        """The name of the record among those of its kind; "" for one that stands alone."""
        return str(getattr(self, "code", ""))

    def wrong(self) -> Iterable[Wrong]:
        """A mark for what is no field."""
        for name in self.marks:
            if name not in fields_of(type(self)) and name != "ucr":
                yield ("marks", name), f"a mark is given for {name!r}, which is no field of this record"


class Marks(Row, frozen=True):
    """Sources of a record's figures: a mark for single fields, and one for the rest."""

    rest: str
    fields: Mapping[str, str]


class MarkedSheet(Row, frozen=True, kw_only=True):
    """A sheet of records; its `mark` is that of every figure not marked otherwise."""

    mark: Mark


class Count(Row, frozen=True):
    """So many of a class."""

    code: str
    count: int

    def __str__(self) -> str:
        return f"{self.count} {self.code}"


def _count(match: Match[str]) -> Count:
    return Count(match[2], int(match[1]))


COUNTED = Written(
    r"([1-9]\d*) ([A-Z0-9]+(?:-[A-Z0-9]+)*)", _count, "string should match pattern of a count and a code: '4 TF'"
)


class Source(Row, frozen=True):
    """A source of figures, and the mark that stands for it."""

    mark: Mark
    title: Text
    where: tuple[Text, ...] = ()


class PackSheet(Row, frozen=True):
    """pack.toml"""

    name: Text
    version: Positive
    edition: Text
    sources: tuple[Source, ...]


BARREL_WORDS = {1: "", 2: "Dual ", 4: "Quad "}


class Mount(Row, frozen=True):
    """A number of equal mounts: the weapon's code, barrels 1, 2 or 4 (GCW-WPN-02), and how many there are."""

    weapon: str
    barrels: int
    count: int

    @property
    def label(self) -> str:
        """As players write it: "Dual HTLB", "IC"."""
        return f"{BARREL_WORDS[self.barrels]}{self.weapon}"

    def __str__(self) -> str:
        return f"{self.count} {self.label}"


def _mount(match: Match[str]) -> Mount:
    barrels = next(number for number, word in BARREL_WORDS.items() if word == (match[2] or ""))
    return Mount(match[3], barrels, int(match[1]))


MOUNTED = Written(
    r"([1-9]\d*) (Dual |Quad )?([A-Z0-9]+)", _mount, "string should match pattern of mounts: '10 Dual HTLB' or '2 IC'"
)


Mounts = tuple[Annotated[Mount, MOUNTED, Links("weapon", "weapon")], ...]
