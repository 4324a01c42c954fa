"""Harm that came to ships in this turn and the last, as everybody saw it: for the log that players ask for. FS-TURN-08.

Facts write it as they change the state; rules never read it.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace


class Blow(msgspec.Struct, frozen=True, kw_only=True):
    """Harm to a ship: an attack with its dice, a collision, or a squadron's.

    `cause` is "attack", "collision" or "squadron", `by` the ship, the piece of terrain or the squadron; `weapon` and
    `item` are an attack's system and its code, `range` in thousandths of an inch. `raw` is what arrived, `marked` what
    was left of it after Shields and plating; `rows` were lost, and `systems`, by id; `sunk` says that it was the end.
    """

    turn: int
    cause: str
    by: str
    target: str
    weapon: str = ""
    item: str = ""
    range: int = 0
    band: int = 0
    faces: tuple[int, ...] = ()
    values: tuple[int, ...] = ()
    rating: int = 0
    discard: int = 0
    broken: int = 0
    raw: int = 0
    marked: int = 0
    pips: int = 0
    rows: int = 0
    systems: tuple[str, ...] = ()
    sunk: bool = False


Chronicle = tuple[Blow, ...]


def begun(log: Chronicle, turn: int) -> Chronicle:
    """The log when a turn begins: what is older than the last turn is forgotten."""
    return tuple(blow for blow in log if blow.turn >= turn - 1)


def dealt(log: Chronicle, blow: Blow) -> Chronicle:
    """The log with damage: an attack that has just been rolled gets its figures, all else is a line of its own."""
    last = log[-1] if log else None
    if last is not None and blow.cause == last.cause == "attack" and (last.by, last.target) == (blow.by, blow.target):
        return (*log[:-1], replace(last, raw=blow.raw, marked=blow.marked, pips=blow.pips, rows=blow.rows))
    return (*log, blow)


def broken(log: Chronicle, ship: str, system: str) -> Chronicle:
    """The log with a system lost by what last harmed its ship."""
    number = _last(log, ship)
    return log if number < 0 else _with(log, number, replace(log[number], systems=(*log[number].systems, system)))


def sunk(log: Chronicle, ship: str) -> Chronicle:
    """The log with a ship lost by what last harmed it."""
    number = _last(log, ship)
    return log if number < 0 else _with(log, number, replace(log[number], sunk=True))


def _last(log: Chronicle, ship: str) -> int:
    return next((number for number in reversed(range(len(log))) if log[number].target == ship), -1)


def _with(log: Chronicle, number: int, blow: Blow) -> Chronicle:
    return (*log[:number], blow, *log[number + 1 :])
