"""Courses over the galaxy map, and how long ships and news take on them. Rulebook: GCW-GAL, GCW-FHM, GCW-COM-02."""

from __future__ import annotations

import heapq
from collections.abc import Collection, Mapping, Sequence
from enum import StrEnum
from functools import lru_cache
from itertools import pairwise

import msgspec

from engine.gcw.data.codes import Code
from engine.gcw.data.places import Link
from engine.gcw.figures.arithmetic import Exact, ceil_div, cut3
from engine.look import Refused
from engine.text.message import N_, T_, name
from engine.text.names import shown

SPECIAL_HOURS = 24
"""Added for each end of a course that is a special world; no rating shortens it (GCW-GAL-04)."""

NEWS_RATING = 2
"""General messages and news travel at twice hyperspace (GCW-COM-02)."""


class Pace(StrEnum):
    """Meaning of a hyperspace rating: a speed, larger is faster, or a class, larger is slower (GCW-FHM-01)."""

    SPEED = "speed"
    CLASS = "class"


@lru_cache(maxsize=4096)
def voyage_minutes(map_hours: int, rating: Exact = 1, special: int = 0, pace: Pace = Pace.SPEED) -> int:
    """Minutes in hyperspace for a course of that many map hours (GCW-GAL-03, -04, GCW-FHM-01, GCW-MAT-03).

    Hours by rating are cut to thousandths, then rounded up to whole minutes. `special` counts the ends of the course
    that are special worlds, 0..2. A rating of 0 (no hyperdrive) raises ZeroDivisionError.
    """
    hours_1000 = cut3(map_hours, rating) if pace is Pace.SPEED else cut3(map_hours * rating)
    return ceil_div(60 * hours_1000, 1000) + 60 * SPECIAL_HOURS * special


def pace_of(ratings: Collection[Exact], pace: Pace = Pace.SPEED) -> Exact:
    """The rating at which units travel together: that of the slowest (GCW-FHM-01). At least one rating is needed."""
    return min(ratings) if pace is Pace.SPEED else max(ratings)


def clock_text(minutes: int) -> str:
    """Minutes as hours and minutes, `17:09`; hours may pass 24."""
    return f"{minutes // 60:02d}:{minutes % 60:02d}"


class Course(msgspec.Struct, frozen=True):
    """A way over the map: the systems passed with both ends, its map hours, how many ends are special worlds."""

    systems: tuple[str, ...]
    map_hours: int
    special_ends: int

    def minutes(self, rating: Exact, pace: Pace = Pace.SPEED) -> int:
        """Minutes in hyperspace for units of that rating (GCW-GAL-03, -04)."""
        return voyage_minutes(self.map_hours, rating, self.special_ends, pace)


@lru_cache(maxsize=8)
def neighbours(links: tuple[Link, ...]) -> Mapping[str, Mapping[str, int]]:
    """The map as hours from each system to each neighbour; of two links between the same ends the faster counts."""
    ways: dict[str, dict[str, int]] = {}
    for link in links:
        for here, there in ((link.a, link.b), (link.b, link.a)):
            near = ways.setdefault(here, {})
            near[there] = min(link.hours, near.get(there, link.hours))
    return ways


def _course(systems: Sequence[str], map_hours: int, special: Collection[str]) -> Course:
    ends = (systems[0], systems[-1]) if len(systems) > 1 else ()
    return Course(tuple(systems), map_hours, sum(end in special for end in ends))


NO_WAY, TOO_SHORT = N_("no way leads from {origin} to {destination}"), T_("a course needs a start and a destination")
NO_LINK = N_("no link joins {here} and {there}")


@lru_cache(maxsize=4096)
def shortest(links: tuple[Link, ...], special: frozenset[str], origin: str, destination: str) -> Course | Refused:
    """The default course: the fastest by the hours of its links, of equals that with fewest, then the first in the
    alphabet (GCW-GAL-02, -03).

    Special worlds are never passed through (GCW-GAL-04). From a system to itself it is a course of no links. Refused:
    `ROUTE_INVALID` where no way leads.
    """
    ways = neighbours(links)
    waiting: list[tuple[int, int, tuple[str, ...]]] = [(0, 0, (origin,))]
    done: set[str] = set()
    while waiting:
        so_far, count, systems = heapq.heappop(waiting)
        here = systems[-1]
        if here == destination:
            return _course(systems, so_far, special)
        if here in done or (here in special and here != origin):
            continue
        done.add(here)
        for there, link_hours in ways.get(here, {}).items():
            if there not in done:
                heapq.heappush(waiting, (so_far + link_hours, count + 1, (*systems, there)))
    return Refused(Code.ROUTE_INVALID, {"detail": NO_WAY(origin=name(origin), destination=name(destination))})


def detours(links: tuple[Link, ...], special: frozenset[str], origin: str, destination: str) -> list[Course]:
    """Other courses than the fastest, the fastest of them first: for each link of it, the best that does without."""
    fastest = shortest(links, special, origin, destination)
    passed = () if isinstance(fastest, Refused) else pairwise(fastest.systems)
    without = (tuple(link for link in links if {link.a, link.b} != {*ends}) for ends in passed)
    found = (shortest(left, special, origin, destination) for left in without)
    others = {course.systems: course for course in found if isinstance(course, Course)}
    return sorted(others.values(), key=lambda other: (other.map_hours, other.systems))


def plotted(links: tuple[Link, ...], special: Collection[str], systems: Sequence[str]) -> Course | Refused:
    """The course a player names, system by system (GCW-GAL-01, -03, -04).

    Refused: `ROUTE_INVALID` with the detail for fewer than two systems and for neighbours that no link joins;
    `ROUTE_SPECIAL` with the world for a stop at a special world on the way.
    """
    if len(systems) < 2:
        return Refused(Code.ROUTE_INVALID, {"detail": TOO_SHORT})
    ways = neighbours(links)
    total = 0
    for here, there in pairwise(systems):
        if there not in ways.get(here, {}):
            return Refused(Code.ROUTE_INVALID, {"detail": NO_LINK(here=name(here), there=name(there))})
        total += ways[here][there]
    for world in systems[1:-1]:
        if world in special:
            return Refused(Code.ROUTE_SPECIAL, {"world": shown(world)})
    return _course(systems, total, special)
