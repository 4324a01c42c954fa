"""Whereabouts of units: whose they are, in which system they stand, in what they are docked, and what players see of a
system; and which units are other ones after a step. Register section 5.

All of it follows from a mapping of units, and is worked out once for each: from that of an earlier mapping where few
of its units are other ones. What is kept for the next question is worked out from the start where it is let go.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import compress
from operator import is_not
from typing import NamedTuple, Protocol, TypeVar

from engine.game import Seat

K = TypeVar("K")
V = TypeVar("V")


class Placed(Protocol):
    """The part of a unit that says where it is."""

    @property
    def owner(self) -> Seat: ...

    @property
    def system(self) -> str: ...

    @property
    def cell(self) -> str: ...

    @property
    def docked(self) -> str: ...

    @property
    def guest_in(self) -> str: ...

    @property
    def live(self) -> bool: ...


class Whereabouts(NamedTuple):
    """Ids of units by owner, by the system in whose grid they stand, and by what they are docked in, in the mapping's
    order; by system the players with a live unit on its grid, in alphabetical order, with the places they see
    (`spot`); and of those that are guests of other players. What belongs to nobody sees nothing.
    """

    units: Mapping[str, Placed]
    owned: Mapping[Seat, Sequence[str]]
    standing: Mapping[str, Sequence[str]]
    docked: Mapping[str, Sequence[str]]
    eyes: Mapping[str, Mapping[Seat, frozenset[str]]]
    guests: Sequence[str]


_LATEST: list[dict[int, Whereabouts]] = [{}, {}]
"""What was worked out for mappings of units, by their identity: a state is asked many times before it changes. Those
asked for since the first was full, and those before them: what is in use is not lost when others are let go.
"""


MOST_LATEST = 64
"""Mappings in each of the two."""

_LAST: list[Whereabouts] = []
"""What was asked for last, the very last first: the next mapping has most of its units as one of them has."""

MOST_LAST = 4
"""So many at most: an order looks at what is so, and at what a seat or two knows."""

MOST_OTHER = 64
"""Other units, at most, of a mapping that is worked out from an earlier one; of a small one, a quarter."""


def spot(cell: str) -> str:
    """Name of what is seen as one place: the Surface and the Air of a Ground Grid ("G-1"), else the cell itself."""
    return cell[:-1] if cell.startswith("G-") else cell


def whereabouts(units: Mapping[str, Placed]) -> Whereabouts:
    """The units of a mapping by where they are, worked out once: from what was worked out for a mapping that was asked
    for of late where few of its units are other ones. The mapping must never be changed, as none is.
    """
    known = _at_hand(units)
    if known is None:
        others = (found for last in tuple(_LAST) if (found := _since(last, units)) is not None)
        known = _kept(next(others, None) or _from_the_start(units))
    if not _LAST or _LAST[0] is not known:
        _LAST[:] = [known, *(last for last in tuple(_LAST) if last is not known)][:MOST_LAST]
    return known


def _from_the_start(units: Mapping[str, Placed]) -> Whereabouts:
    owned: defaultdict[Seat, list[str]] = defaultdict(list)
    standing: defaultdict[str, list[str]] = defaultdict(list)
    docked: defaultdict[str, list[str]] = defaultdict(list)
    guests: list[str] = []
    for key, unit in units.items():
        owned[unit.owner].append(key)
        if host := unit.docked:
            docked[host].append(key)
            if unit.guest_in:
                guests.append(key)
        elif unit.cell:
            standing[unit.system].append(key)
    eyes = {system: found for system in standing if (found := _eyes_of(units, standing[system]))}
    return Whereabouts(units, dict(owned), dict(standing), dict(docked), eyes, guests)


def _eyes_of(units: Mapping[str, Placed], standing: Iterable[str]) -> dict[Seat, frozenset[str]]:
    """The players with a live unit among those that stand in a system, in alphabetical order, and what they see."""
    seen: defaultdict[Seat, set[str]] = defaultdict(set)
    for unit in map(units.__getitem__, standing):
        if unit.owner and unit.live:
            seen[unit.owner].add(unit.cell)
    return {seat: frozenset(map(spot, seen[seat])) for seat in sorted(seen)}


_OTHER: dict[tuple[int, int], tuple[Mapping[str, Placed], Mapping[str, Placed], Sequence[str]]] = {}
"""Other units of mappings than of others, by the identities of both, which are kept with them."""

MOST_PAIRS = 8
"""Pairs of mappings at most whose other units are kept."""


def other_units(was: Mapping[str, Placed], now: Mapping[str, Placed]) -> Sequence[str]:
    """The units of a mapping that are not the very same in an earlier one, in its order: those that came, and those
    that changed. Worked out once, for all who ask after a step; neither mapping must ever be changed.
    """
    pair = id(was), id(now)
    found = _OTHER.get(pair)
    if found is None:
        if len(_OTHER) >= MOST_PAIRS:
            _OTHER.clear()
        found = _OTHER[pair] = was, now, list(compress(now, map(is_not, now.values(), map(was.get, now))))
    return found[2]


def _since(known: Whereabouts, units: Mapping[str, Placed]) -> Whereabouts | None:
    """The units of a mapping by where they are, worked out from those of another one: lists that nobody entered or left
    are taken over. None where too many are other ones, or those of both stand in another order.
    """
    was, most = known.units, min(MOST_OTHER, len(units) // 4 + 1)
    if abs(len(was) - len(units)) > most:
        return None
    other = other_units(was, units)
    new = [key for key in other if key not in was]
    gone = [key for key in was if key not in units] if len(was) + len(new) > len(units) else []
    if len(other) + len(gone) > most or [*filter(units.__contains__, was), *new] != list(units):
        return None
    left: Entries = {(*entry, key) for key in (*other, *gone) if key in was for entry in _entries(was[key])}
    come: Entries = {(*entry, key) for key in other for entry in _entries(units[key])}
    order = {key: number for number, key in enumerate(units)} if come - left else {}
    lists: dict[str, dict[str, list[str]]] = {"owned": {}, "standing": {}, "docked": {}, "guests": {}}
    for name, where in sorted({entry[:2] for entry in left ^ come}):
        before: Sequence[str] = known.guests if name == "guests" else getattr(known, name).get(where, ())
        out = {key for *entry, key in left - come if entry == [name, where]}
        into = [key for *entry, key in come - left if entry == [name, where]]
        stay = [key for key in before if key not in out]
        lists[name][where] = sorted([*stay, *into], key=order.__getitem__) if into else stay
    standing = _with(known.standing, lists["standing"])
    moved = [(was.get(key), units.get(key)) for key in (*other, *gone)]
    moved = [(then, now) for then, now in moved if then is None or now is None or _place(then) != _place(now)]
    systems = sorted({unit.system for pair in moved for unit in pair if unit is not None})
    eyes = _with(known.eyes, {system: _eyes_of(units, standing.get(system, ())) for system in systems})
    owned = {Seat(seat): keys for seat, keys in lists["owned"].items()}
    docked, guests = _with(known.docked, lists["docked"]), lists["guests"].get("", known.guests)
    return Whereabouts(units, _with(known.owned, owned), standing, docked, eyes, guests)


Entries = set[tuple[str, str, str]]
"""Units in lists of whereabouts: the field, the key in it, and the unit's id."""


def _entries(unit: Placed) -> Iterator[tuple[str, str]]:
    """The lists in which a unit stands: the field, and the key in it."""
    yield "owned", unit.owner
    if unit.docked:
        yield "docked", unit.docked
        if unit.guest_in:
            yield "guests", ""
    elif unit.cell:
        yield "standing", unit.system


def _with(known: Mapping[K, V], others: Mapping[K, V]) -> Mapping[K, V]:
    """The mapping with other entries; without those that are empty now."""
    if not others:
        return known
    return {key: value for key, value in {**known, **others}.items() if value}


def carry_over(before: Mapping[str, Placed], after: Mapping[str, Placed], now: Mapping[str, Placed]) -> None:
    """Take over what is worked out for a mapping to the mapping that has some units as they are `now`, if they stand
    where they stood.
    """
    known = _at_hand(before)
    if known is None or any(_place(before[key]) != _place(now[key]) for key in now):
        return
    _kept(Whereabouts(after, *known[1:]))


def _place(unit: Placed) -> tuple[object, ...]:
    return unit.owner, unit.system, unit.cell, unit.docked, unit.guest_in, unit.live


def _at_hand(units: Mapping[str, Placed]) -> Whereabouts | None:
    latest, earlier = _LATEST
    known = latest.get(id(units))
    if known is not None and known.units is units:
        return known
    known = earlier.get(id(units))
    return _kept(known) if known is not None and known.units is units else None


def _kept(found: Whereabouts) -> Whereabouts:
    if len(_LATEST[0]) >= MOST_LATEST:
        _LATEST[:] = {}, _LATEST[0]
    _LATEST[0][id(found.units)] = found
    return found
