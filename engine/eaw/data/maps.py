"""Maps: systems joined by lanes, as a sheet writes them and as a campaign is played on them. EAW-1a, EAW-1d.1."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated

import msgspec
from msgspec import Meta

from engine.pack.positions import Path
from engine.pack.shapes import Row, Unique, Written

Id = Annotated[str, Meta(pattern=r"^[A-Za-z0-9]{1,12}$", examples=["12"])]
DIRECTIONS = "ABCDEF"
"""Directions in which lanes leave a system: A is up, the others follow clockwise."""


def opposite(direction: str) -> str:
    """The direction across."""
    return DIRECTIONS[(DIRECTIONS.index(direction) + 3) % 6]


class Lane(msgspec.Struct, frozen=True):
    """A lane between two systems, with the direction in which it leaves each of them; it never changes."""

    one: str
    out: str
    other: str
    back: str

    @property
    def id(self) -> str:
        """Its name: "1-2"."""
        return f"{self.one}-{self.other}"

    def far(self, system: str) -> str:
        """The system at its other end."""
        return self.other if system == self.one else self.one

    def leaves(self, system: str) -> str:
        """The direction in which it leaves a system."""
        return self.out if system == self.one else self.back


class Spot(Row, frozen=True):
    """A system on a map, and where it is drawn."""

    id: Id
    x: int
    y: int
    name: str = ""


_WRITTEN = Written(
    r"([A-Za-z0-9]{1,12})([A-F])-([A-Za-z0-9]{1,12})([A-F])",
    lambda found: Lane(*found.groups()),
    'should be two systems, each with the direction the lane leaves it in, such as "1C-2F"',
)


class Shape(msgspec.Struct, frozen=True):
    """A map as it is played on."""

    name: str
    systems: tuple[Spot, ...]
    lanes: tuple[Lane, ...]
    homes: tuple[str, ...] = ()


def neighbours(lanes: Sequence[Lane]) -> dict[str, list[str]]:
    """The systems one lane away, by system."""
    found: dict[str, list[str]] = {}
    for lane in lanes:
        found.setdefault(lane.one, []).append(lane.other)
        found.setdefault(lane.other, []).append(lane.one)
    return found


def distances(joined: Mapping[str, Sequence[str]], start: str) -> dict[str, int]:
    """Lanes from a system to each that can be reached."""
    found, edge = {start: 0}, [start]
    for one in edge:
        later = [other for other in joined.get(one, ()) if other not in found]
        found |= dict.fromkeys(later, found[one] + 1)
        edge += later
    return found


class MapRow(Row, frozen=True):
    """A map of maps.toml; `homes` are systems that suit as homes, in the order of seats."""

    name: Annotated[str, Meta(min_length=1, max_length=40)]
    systems: Annotated[tuple[Spot, ...], Unique("id"), Meta(min_length=2)]
    lanes: tuple[Annotated[Lane, _WRITTEN], ...]
    homes: tuple[Id, ...] = ()
    about: str = ""

    @property
    def shape(self) -> Shape:
        """The map as it is played on."""
        return Shape(self.name, self.systems, self.lanes, self.homes)


def unfit(shape: Shape) -> Iterator[tuple[Path, str]]:
    """Faults that keep a map from being played on, each with its place (EAW-1d.1)."""
    known = [spot.id for spot in shape.systems]
    lead, joined = Counter[tuple[str, str]](), Counter[frozenset[str]]()
    for at, lane in enumerate(shape.lanes):
        for end in [end for end in (lane.one, lane.other) if end not in known]:
            yield ("lanes", at), f"leads to {end!r}, and there is no such system (EAW-1d.1)"
        if lane.one == lane.other:
            yield ("lanes", at), f"leads from {lane.one} to itself (EAW-1d.1)"
        for way in ((lane.one, lane.out), (lane.other, lane.back)):
            lead[way] += 1
            if lead[way] == 2:
                yield ("lanes", at), f"a second lane leaves {way[0]} in direction {way[1]} (EAW-1d.1)"
        pair = frozenset((lane.one, lane.other))
        joined[pair] += 1
        if joined[pair] == 2:
            yield ("lanes", at), f"a second lane joins {lane.one} and {lane.other} (EAW-1d.1)"
    touched = {end for lane in shape.lanes for end in (lane.one, lane.other)}
    for at, spot in enumerate(shape.systems):
        if spot.id not in touched:
            yield ("systems", at, "id"), f"no lane leads to {spot.id} (EAW-1d.1)"
    for at, home in enumerate(shape.homes):
        if home not in known:
            yield ("homes", at), f"no system {home!r}"
        elif home in shape.homes[:at]:
            yield ("homes", at), f"{home} is named twice"
