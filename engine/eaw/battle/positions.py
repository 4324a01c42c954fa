"""Starts of two forces of a battle, and by which directions a force may leave. Register 2.2, 2.3; EAW-20, EAW-21."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

import msgspec

from engine.eaw.data.maps import DIRECTIONS, Lane, opposite
from engine.eaw.data.pack import Entry
from engine.eaw.state import Battle, Exit, Fleet, Packet, State

CENTRE = "3030"
"""Where a resident fleet and a dock stand (EAW-20b)."""
RESIDENT = 2
"""Seasons after its arrival from which a fleet is resident (EAW-20b)."""
FIRST_IMPULSE, TURNS = 16, 2
"""The impulse of the second turn after its entry from which a force may leave (EAW-21a.1)."""
Entries = Mapping[str, Entry]


class Start(msgspec.Struct, frozen=True):
    """Start of a force: the direction it comes from ("" for who stands there), the hex, the facing ("" free)."""

    comes: str
    hex: str
    facing: str


HELD = Start("", "", "")
"""A survivor starts where its turn of rest left it (EAW-20c.1)."""
STANDING = Start("", CENTRE, "")


def beside(direction: str, steps: int) -> str:
    """The direction so many steps clockwise; left is -1."""
    return DIRECTIONS[(DIRECTIONS.index(direction) + steps) % 6]


def from_lane(lane: Lane, origin: str) -> str:
    """The direction that a fleet in a lane comes from: always opposite to that of who comes the other way (2.2)."""
    lower = min((lane.one, lane.other), key=lambda id: (len(id), id))
    out = lane.leaves(lower)
    return opposite(out) if origin == lower else out


def entering(entries: Entries, direction: str, *, alternate: bool) -> Start:
    """The start of a force that comes from a direction (EAW-20.0.1, EAW-20.0.2)."""
    entry = entries[direction]
    return Start(direction, entry.alternate if alternate else entry.preset, entry.facing)


def starts(entries: Entries, one: str, other: str) -> tuple[Start, Start]:
    """Starts of two forces in a first battle that come from these directions, "" for one that stands there: 30 hexes
    apart (EAW-20.0.1, EAW-20.0.2, EAW-20b). They do not come from one direction (see `same_way`).
    """
    near = not one or not other or other in (beside(one, 1), beside(one, -1))
    mine, theirs = (entering(entries, way, alternate=near) if way else STANDING for way in (one, other))
    return mine, theirs  # of two that stand who was trapped counts as the mover, and is told by the caller (2.2)


def same_way(direction: str, side: str) -> tuple[str, str]:
    """Of two forces from one direction, that of who chooses `side` ("left" or "right"), and the other's (EAW-20a)."""
    step = -1 if side == "left" else 1
    return beside(direction, step), beside(direction, -step)


def exits(
    state: State, fleet: Fleet, *, room: Callable[[str], bool], bound: str = "", barred: bool = False
) -> tuple[Exit, ...]:
    """The ways out for a fleet (2.3): none where an enemy fortification bars it, the one that the first ships of it
    took (`bound`, EAW-21a.2), else any lane to a system with room (EAW-21a.7), back where it came from for nothing
    (EAW-21a.5); out of a lane only back.
    """
    if fleet.place == "lane":
        lane = next(one for one in state.lanes(fleet.at) if one.id == fleet.lane)
        return (Exit(from_lane(lane, fleet.at), fleet.at, lane.id, 0),)
    if barred:
        return ()
    found = []
    for lane in state.lanes(fleet.at):
        way, to = lane.leaves(fleet.at), lane.far(fleet.at)
        if room(to) and bound in ("", way):
            back = fleet.arrived == state.t and fleet.entry == way
            found.append(Exit(way, to, lane.id, 0 if back else 1))
    return tuple(found)


def too_early(turn: int, impulse: int, entered: int = 1) -> bool:
    """True if nobody who entered in a turn may have left yet (EAW-21a.1)."""
    return (turn, impulse) < (entered + TURNS, FIRST_IMPULSE)


def ways(exits_of: Iterable[Exit]) -> str:
    """Directions in a row, for a refusal."""
    return ", ".join(one.direction for one in exits_of) or "none"


def way_out(packet: Packet, side: int, direction: str) -> Exit | None:
    """The way out of a force in a direction; None where there is none."""
    return next((one for one in packet.exits[side] if one.direction == direction), None)


def suffers(packet: Packet, mark: str) -> bool:
    """True if a unit came to a battle crippled."""
    return "crippled" in packet.damage.get(mark, "")


def side_of(battle: Battle, mark: str) -> int:
    """Which force a mark is of."""
    return 0 if mark.startswith("A") else 1
