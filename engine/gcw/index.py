"""Units by where they are, worked out once for each mapping of units and carried over small changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from engine.game import Seat


class Placed(Protocol):
    """What of a unit says where it is."""

    @property
    def owner(self) -> Seat: ...

    @property
    def system(self) -> str: ...

    @property
    def cell(self) -> str: ...

    @property
    def docked(self) -> str: ...

    @property
    def live(self) -> bool: ...


class Whereabouts(NamedTuple):
    """Ids of units by owner, by the system in whose grid they stand, and by what they are docked in, in the mapping's
    order; and by system the players with a live unit on its grid, in alphabetical order, with the places they see
    (`spot`). What belongs to nobody sees nothing.
    """

    units: Mapping[str, Placed]
    owned: Mapping[Seat, Sequence[str]]
    standing: Mapping[str, Sequence[str]]
    docked: Mapping[str, Sequence[str]]
    eyes: Mapping[str, Mapping[Seat, frozenset[str]]]


_LATEST: dict[int, Whereabouts] = {}
"""What was worked out for mappings of units, by their identity: a state is asked many times before it changes."""

MOST_LATEST = 64


def spot(cell: str) -> str:
    """What is seen as one place: the Surface and the Air of a Ground Grid ("G-1"), else the cell itself."""
    return cell[:-1] if cell.startswith("G-") else cell


def whereabouts(units: Mapping[str, Placed]) -> Whereabouts:
    """The units of a mapping by where they are, worked out once. The mapping must never be changed, as none is."""
    known = _LATEST.get(id(units))
    if known is not None and known.units is units:
        return known
    owned: dict[Seat, list[str]] = {}
    standing: dict[str, list[str]] = {}
    docked: dict[str, list[str]] = {}
    seen: dict[str, dict[Seat, set[str]]] = {}
    for key, unit in units.items():
        owned.setdefault(unit.owner, []).append(key)
        if unit.docked:
            docked.setdefault(unit.docked, []).append(key)
        elif unit.cell:
            standing.setdefault(unit.system, []).append(key)
            if unit.owner and unit.live:
                seen.setdefault(unit.system, {}).setdefault(unit.owner, set()).add(spot(unit.cell))
    eyes = {system: {seat: frozenset(viewers[seat]) for seat in sorted(viewers)} for system, viewers in seen.items()}
    return _kept(Whereabouts(units, owned, standing, docked, eyes))


def carry_over(before: Mapping[str, Placed], after: Mapping[str, Placed], was: Placed, now: Placed) -> None:
    """Take over what is worked out for a mapping to the mapping that has one unit in another state, if it stands where
    it stood.
    """
    known = _LATEST.get(id(before))
    if known is None or known.units is not before or _place(was) != _place(now):
        return
    _kept(known._replace(units=after))


def _place(unit: Placed) -> tuple[object, ...]:
    return unit.owner, unit.system, unit.cell, unit.docked, unit.live


def _kept(found: Whereabouts) -> Whereabouts:
    if len(_LATEST) >= MOST_LATEST:
        _LATEST.clear()
    _LATEST[id(found.units)] = found
    return found
