"""What players name in orders: their side, ships, systems, squadrons, points on the board. Register 17.

Names and ids are read in any case. A ship goes by its id ("A1") or name, a system by its id ("c1", "engines"), its
number on the sheet ("1") or name, a squadron by its id ("AS1") or, where only one fits, its type's name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TypeVar

from engine.orders import Option
from engine.sunrise.data.shapes import Point
from engine.sunrise.state import BUILT_IN_NAMES, Ship, Squadron, State, System
from engine.sunrise.world import World
from engine.text.names import shown

T = TypeVar("T")


def _fold(word: str) -> str:
    return word.strip().casefold()


def ships_named(state: State, word: str) -> list[Ship]:
    """The ships of that id, then those of that name, of both sides."""
    wanted = _fold(word)
    ships = state.ships.values()
    by_id = [one for one in ships if one.id.casefold() == wanted]
    return [*by_id, *(one for one in ships if one.name.casefold() == wanted and one not in by_id)]


def where(ship: Ship) -> Point:
    """Where a ship on the board is."""
    assert ship.place is not None  # ships on the board have a place
    return ship.place


def system_name(world: World, system: System) -> str:
    """What a system is called, without its number."""
    return BUILT_IN_NAMES.get(system.kind) or _item_name(world, system.item)


def _item_name(world: World, item: str) -> str:
    component = world.pack.component(item)
    return component.name if component is not None else item


def systems_named(world: World, ship: Ship, word: str) -> list[System]:
    """The systems of a ship that go by that id, number or name; or whose names begin so."""
    wanted = _fold(word)
    exact = [one for one in ship.systems if one.id == wanted or one.id == f"c{wanted}"]
    if exact:
        return exact
    named = [(system_name(world, one).casefold(), one) for one in ship.systems]
    for name, one in named:  # "Beam Rifle 2" is the second of them
        match = re.fullmatch(rf"{re.escape(name)} #?(\d+)", wanted)
        if match:
            copies = [system for other, system in named if other == name]
            if 1 <= int(match[1]) <= len(copies):
                return [copies[int(match[1]) - 1]]
            return [copies[0]] if one.id == f"c{match[1]}" else []
    return [one for name, one in named if name == wanted] or _begun(wanted, named)


def _begun(wanted: str, named: Iterable[tuple[str, T]]) -> list[T]:
    """Those whose names begin so; none where these are several names, of which one would have to be guessed."""
    found = [(name, one) for name, one in named if wanted and name.startswith(wanted)]
    return [one for _, one in found] if len({name for name, _ in found}) == 1 else []


def squadrons_named(world: World, squadrons: Iterable[Squadron], word: str) -> list[Squadron]:
    """Of some squadrons, those of that id, or of that type by code or name."""
    wanted = _fold(word)
    every = list(squadrons)
    by_id = [one for one in every if one.id.casefold() == wanted]
    if by_id:
        return by_id
    names = {one.type: world.pack.squadrons[one.type].name.casefold() for one in every}
    return [one for one in every if one.type == wanted or names[one.type] == wanted] or _begun(
        wanted, [(names[one.type], one) for one in every]
    )


_BETWEEN = re.compile(r",|;|\band\b", re.IGNORECASE)


def listed(text: str, names: Sequence[str] = ()) -> list[str]:
    """The parts of a text between commas, semicolons or "and"; but such a name ("Sword and Shield") is one word."""
    if not names:
        return [part.strip() for part in _BETWEEN.split(text) if part.strip()]
    whole = sorted((name for name in names if len(listed(name)) > 1), key=len, reverse=True)
    kept = "|".join(re.escape(name) for name in whole) or "(?!)"
    parts = [""]
    for piece in re.finditer(rf"({kept})|(,|;|\band\b)|.", text, re.IGNORECASE | re.DOTALL):
        if piece[2]:
            parts.append("")
        else:
            parts[-1] += piece[0]
    return [part.strip() for part in parts if part.strip()]


def ship_names(state: State) -> list[str]:
    """The names of all ships of a game."""
    return [ship.name for ship in state.ships.values()]


def ship_option(ship: Ship) -> Option:
    """A ship as menus show it."""
    return Option(ship.id, f"{shown(ship.name)} ({ship.id})")


def system_option(world: World, system: System) -> Option:
    """A system as menus show it."""
    return Option(system.id, f"{system_name(world, system)} ({system.id})")
