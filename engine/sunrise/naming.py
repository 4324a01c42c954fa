"""What players name in orders: their side, ships, systems, squadrons, points on the board. Register 17.

Names and ids are read in any case. A ship goes by its id ("A1") or name, a system by its id ("c1", "engines"), its
number on the sheet ("1") or name, a squadron by its id ("AS1") or, where only one fits, its type's name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from engine.game import Seat, Table
from engine.look import Refused
from engine.orders import Option
from engine.sunrise.data.codes import Code, no
from engine.sunrise.figures.board import Point, heading_ok, on_board, thousandths
from engine.sunrise.figures.markers import Side
from engine.sunrise.figures.sheet import BUILT_IN_NAMES, System
from engine.sunrise.play import refuse, require
from engine.sunrise.state import Ship, Squadron, State, Status
from engine.sunrise.world import World
from engine.text.names import did_you_mean, shown

T = TypeVar("T")


def side_of(table: Table[State], seat: Seat) -> Side:
    """The side that a seat plays. Refuses `E_OWNER`."""
    side = table.state.seats.get(seat)
    if side is None:
        refuse(table, no(Code.E_OWNER, "you play neither side of this game", "FS-TERM-04"))
    return side


def _fold(word: str) -> str:
    return word.strip().casefold()


def ships_named(state: State, word: str) -> list[Ship]:
    """The ships of that id, then those of that name, of both sides."""
    wanted = _fold(word)
    ships = state.ships.values()
    by_id = [one for one in ships if one.id.casefold() == wanted]
    return [*by_id, *(one for one in ships if one.name.casefold() == wanted and one not in by_id)]


def _unknown_ship(table: Table[State], word: str, among: Iterable[Ship]) -> Refused:
    names = [name for ship in among for name in (ship.name, ship.id)]
    hint = did_you_mean(word, names)
    return no(Code.E_UNKNOWN, f"no ship “{shown(word)}”{'; ' + hint[:-1] if hint else ''}", "FS-TERM-06")


def own_ship(table: Table[State], side: Side, word: str) -> Ship:
    """A ship of the side, wherever it is. Refuses `E_OWNER` for an enemy's, `E_UNKNOWN`."""
    found = ships_named(table.state, word)
    for ship in found:
        if ship.side is side:
            return ship
    if found:
        refuse(table, no(Code.E_OWNER, f"{shown(found[0].name)} ({found[0].id}) is the enemy's", "FS-TERM-04"))
    refuse(table, _unknown_ship(table, word, table.state.fleet(side)))


def own_deployed(table: Table[State], side: Side, word: str) -> Ship:
    """An own ship on the board. Refuses as `own_ship`, `E_DESTROYED`, `E_NOORDERS` (FS-MOV-14)."""
    ship = own_ship(table, side, word)
    if ship.status in (Status.DESTROYED, Status.RETURNING):
        refuse(table, no(Code.E_DESTROYED, f"{shown(ship.name)} is destroyed", "FS-TURN-08"))
    if ship.status is not Status.DEPLOYED:
        refuse(table, no(Code.E_NOORDERS, f"{shown(ship.name)} is not on the board", "FS-MOV-14"))
    return ship


def ship_on_board(table: Table[State], word: str, prefer: Side) -> Ship:
    """A ship on the board, of either side; of two of one name the preferred side's.

    Refuses `E_UNKNOWN`, also for ships that are off the board (FS-MOV-14), and `E_DESTROYED`.
    """
    found = ships_named(table.state, word)
    found.sort(key=lambda ship: (ship.status is not Status.DEPLOYED, ship.side is not prefer))
    if not found:
        refuse(table, _unknown_ship(table, word, (one for one in table.state.ships.values() if one.deployed)))
    ship = found[0]
    if ship.status in (Status.DESTROYED, Status.RETURNING):
        refuse(table, no(Code.E_DESTROYED, f"{shown(ship.name)} is destroyed", "FS-TURN-08"))
    if ship.status is not Status.DEPLOYED:
        refuse(table, no(Code.E_UNKNOWN, f"{shown(ship.name)} is not on the board", "FS-MOV-14"))
    return ship


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


def system_of(
    world: World, table: Table[State], ship: Ship, word: str, wanted: Callable[[System], bool] = lambda _: True
) -> System:
    """A system of a ship by id, number or name: of several the first that is `wanted`. Refuses `E_UNKNOWN`."""
    found = systems_named(world, ship, word)
    if not found:
        names = [system_name(world, one) for one in ship.systems]
        hint = did_you_mean(word, names)
        why = f"no system “{shown(word)}” on {shown(ship.name)}{'; ' + hint[:-1] if hint else ''}"
        refuse(table, no(Code.E_UNKNOWN, why, "FS-TERM-02"))
    return next((one for one in found if wanted(one)), found[0])


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


def own_squadron(
    world: World, table: Table[State], side: Side, word: str, wanted: Callable[[Squadron], bool] = lambda _: True
) -> Squadron:
    """A squadron of the side: of several of a type the first that is `wanted`. Refuses `E_OWNER`, `E_UNKNOWN`."""
    found = squadrons_named(world, table.state.squadrons.values(), word)
    own = [one for one in found if one.side is side]
    if own:
        return next((one for one in own if wanted(one)), own[0])
    if found:
        refuse(table, no(Code.E_OWNER, f"{found[0].id} is the enemy's", "FS-TERM-04"))
    ids = [one.id for one in table.state.squadrons.values() if one.side is side]
    hint = did_you_mean(word, ids)
    why = f"no squadron “{shown(word)}”{'; ' + hint[:-1] if hint else ''}"
    refuse(table, no(Code.E_UNKNOWN, why, "FS-SC-01"))


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


def length_of(table: Table[State], text: str) -> int:
    """A length in inches, as thousandths. Refuses `E_VALUE`."""
    found = thousandths(text)
    if found is None:
        refuse(table, no(Code.E_VALUE, f"“{shown(text)}” is no number of inches", "FS-BRD-04"))
    return found


def point_of(table: Table[State], x: str, y: str) -> Point:
    """A point of the board. Refuses `E_VALUE`, `E_BOUNDS`."""
    point = Point(length_of(table, x), length_of(table, y))
    require(table, on_board(table.state.settings.board, point))
    return point


def heading_of(table: Table[State], text: str) -> int:
    """A heading in whole degrees. Refuses `E_VALUE`."""
    if not re.fullmatch(r"[+-]?\d{1,6}", text.strip()):
        why = f"a heading is a whole number of degrees, not “{shown(text)}”"
        refuse(table, no(Code.E_VALUE, why, "FS-BRD-02"))
    heading = int(text)
    require(table, heading_ok(heading))
    return heading


def count_of(table: Table[State], text: str, what: str, rule: str) -> int:
    """A whole number, with a sign or not. Refuses `E_VALUE`."""
    if not re.fullmatch(r"[+-]?\d{1,6}", text.strip()):
        refuse(table, no(Code.E_VALUE, f"{what} is a whole number, not “{shown(text)}”", rule))
    return int(text)


def ship_option(ship: Ship) -> Option:
    """A ship as menus show it."""
    return Option(ship.id, f"{shown(ship.name)} ({ship.id})")


def system_option(world: World, system: System) -> Option:
    """A system as menus show it."""
    return Option(system.id, f"{system_name(world, system)} ({system.id})")
