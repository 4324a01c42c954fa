"""Two forces at a time: who fights whom at a site and in what order; where they start, and by which directions they may
leave. Register 1.3 step 7, 2.2, 2.3; EAW-20, EAW-21, EAW-26, EAW-28.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction

import msgspec

from engine.eaw.data.maps import DIRECTIONS, Lane, opposite
from engine.eaw.data.pack import Entry
from engine.eaw.look import Look
from engine.eaw.state import Battle, Dock, Exit, Fleet, Mover, Packet, Ship, Site, State
from engine.eaw.world import World
from engine.game import Seat

CENTRE = "3030"
"""Where a resident fleet and a dock stand (EAW-20b)."""
RESIDENT = 2
"""Seasons after its arrival from which a fleet is resident (EAW-20b)."""
FIRST_IMPULSE, TURNS = 16, 2
"""The impulse of the second turn after its entry from which a force may leave (EAW-21a.1)."""
Room = Callable[[str], bool]
Entries = Mapping[str, Entry]
GARRISON = "garrison"
"""The group of a garrison whose owner has no fleet and no dock there."""


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


def starts(entries: Entries, first: str, second: str) -> tuple[Start, Start]:
    """Starts of two forces in a first battle that come from these directions, "" for one that stands there: 30 hexes
    apart (EAW-20.0.1, EAW-20.0.2, EAW-20b). They do not come from one direction (see `same_way`).
    """
    near = not first or not second or second in (beside(first, 1), beside(first, -1))
    mine, theirs = (entering(entries, way, alternate=near) if way else STANDING for way in (first, second))
    return mine, theirs  # of two that stand who was trapped counts as the mover, and is told by the caller (2.2)


def same_way(direction: str, side: str) -> tuple[str, str]:
    """Of two forces from one direction, that of who chooses `side` ("left" or "right"), and the other's (EAW-20a)."""
    step = -1 if side == "left" else 1
    return beside(direction, step), beside(direction, -step)


def exits(state: State, fleet: Fleet, *, room: Room, bound: str = "", barred: bool = False) -> tuple[Exit, ...]:
    """The ways out for a fleet (2.3): none where an enemy fortification bars it, the one that the first ships of it
    took (`bound`, EAW-21a.2), else any lane to a system with room (EAW-21a.7), back where it came from for nothing
    (EAW-21a.5); out of a lane only back.
    """
    if fleet.place == "lane":
        lane = next(lane for lane in state.lanes(fleet.at) if lane.id == fleet.lane)
        return (Exit(from_lane(lane, fleet.at), fleet.at, lane.id, 0),)
    if barred:
        return ()
    back = fleet.entry if fleet.arrived == state.t else None
    ways = ((lane.leaves(fleet.at), lane.far(fleet.at), lane.id) for lane in state.lanes(fleet.at))
    free = ((way, to, id) for way, to, id in ways if room(to) and bound in ("", way))
    return tuple(Exit(way, to, id, 0 if way == back else 1) for way, to, id in free)


def too_early(turn: int, impulse: int, entered: int = 1) -> bool:
    """True if nobody who entered in a turn may have left yet (EAW-21a.1)."""
    return (turn, impulse) < (entered + TURNS, FIRST_IMPULSE)


def ways(exits_of: Iterable[Exit]) -> str:
    """Directions in a row, for a refusal."""
    return ", ".join(way.direction for way in exits_of) or "none"


def way_out(packet: Packet, side: int, direction: str) -> Exit | None:
    """The way out of a force in a direction; None where there is none."""
    return next((way for way in packet.exits[side] if way.direction == direction), None)


def suffers(packet: Packet, mark: str) -> bool:
    """True if a unit came to a battle crippled."""
    return "crippled" in packet.damage.get(mark, "")


def side_of(battle: Battle, mark: str) -> int:
    """Force that a mark is of."""
    return 0 if mark.startswith("A") else 1


class Group(msgspec.Struct, frozen=True):
    """A fleet with the dock that was pooled into it, a dock or a garrison alone; its strength is that of its ships."""

    id: str
    seat: Seat
    strength: Fraction

    @property
    def called(self) -> str:
        """Its name in its admiral's orders: "2", "dock 1", "garrison"."""
        tail = self.id.rpartition(":")[2]
        return f"dock {tail[1:]}" if tail.startswith("d") else tail


Wins = Callable[[Group, Group], bool]
"""Which of two groups wins a roll of dice."""


def there(state: State, site: Site, seat: Seat) -> tuple[list[Fleet], list[Dock]]:
    """The fleets and docks of an empire at a site; a captured dock fights for nobody until it is inspected
    (EAW-25b.1). Monitors and tugs fight with their docks (EAW-15g, EAW-17e.1).
    """

    def at(mover: Mover) -> bool:
        place = ("lane", mover.lane) if site.lane else ("system", mover.at)
        return mover.owner == seat and (mover.place, site.lane or site.at) == place

    docks = [dock for dock in state.docks.values() if dock.inspected and at(dock)]
    attached, ids = state.attending(), {dock.id for dock in docks}
    return [fleet for fleet in state.fleets.values() if at(fleet) and attached.get(fleet.id) not in ids], docks


def escorting(state: State, dock: str) -> list[Ship]:
    """The ships that fight with a dock: its monitor, and the tug that moved it this season (EAW-15g, EAW-17e.1)."""
    return [ship for fleet, of in state.attending().items() if of == dock for ship in state.crew(fleet)]


def groups(world: World, state: State, site: Site, seat: Seat) -> list[Group]:
    """The groups of an empire at a site, the strongest first, docks last (26.0, EAW-15c). A dock that was pooled is of
    its fleet's (EAW-28a.1).
    """
    fleets, docks = there(state, site, seat)
    pooled = pooled_docks(state, site, seat)
    found = [Group(fleet.id, seat, world.strength(state, state.crew(fleet.id))) for fleet in fleets]
    found.sort(key=lambda group: (-group.strength, group.id))
    alone = [dock.id for dock in docks if dock.id not in pooled]
    found += [Group(id, seat, world.strength(state, escorting(state, id))) for id in alone]
    if not found and not site.lane and state.garrison(site.at, seat):
        found.append(Group(f"{seat}:{GARRISON}", seat, Fraction(0)))
    return found


def pooled_docks(state: State, site: Site, seat: Seat) -> Mapping[str, str]:
    """The docks that an empire has pooled with fleets there, each with its fleet, where that still stands."""
    pairs = (part.partition(">") for part in filed(state, site, seat).get("docks", "").split(","))
    return {dock: fleet for dock, _, fleet in pairs if fleet in state.fleets}


def filed(state: State, site: Site, seat: Seat) -> Mapping[str, str]:
    """Filings of an admiral for a site, as far as they are known."""
    return state.realms[seat].filed.get(site.id, {}) if seat in state.realms else {}


def in_order(world: World, state: State, site: Site, seat: Seat) -> list[Group]:
    """An empire's groups as its admiral ordered them; what he did not name follows by strength (EAW-26.0)."""
    found, wanted = groups(world, state, site, seat), filed(state, site, seat).get("order", "").split(",")
    return sorted(found, key=lambda group: wanted.index(group.id) if group.id in wanted else len(wanted))


def parties(world: World, state: State, site: Site) -> list[Seat]:
    """The empires that still have something at a site, in the order of seats."""
    return [seat for seat in state.empires if groups(world, state, site, seat)]


def next_pair(world: World, state: State, site: Site, wins: Wins) -> tuple[Group, Group] | None:
    """The two groups that fight next: who holds the field first; None where one empire alone is left (1.3 step 7).

    Between two empires each sends its groups in its own order; of more the largest meets the largest of another
    empire, and the survivor the largest enemy left (EAW-5d). `wins` rolls for two equals (EAW-26a, EAW-19.0.2).
    """
    there, by_size = parties(world, state, site), len(site.parties) > 2
    seats = [seat for seat in there if any(state.hostile(seat, other) for other in there)]
    if not seats:
        return None
    queues = {seat: in_order(world, state, site, seat) for seat in seats}
    holder = next((group for queue in queues.values() for group in queue if group.id == site.holder), None)
    if holder is None:
        first = largest([head for queue in queues.values() for head in heads(queue, by_size)], wins)
        holder = first if by_size else queues[seats[0]][0]
    rest = [one for seat, queue in queues.items() if state.hostile(holder.seat, seat) for one in heads(queue, by_size)]
    return holder, largest(rest, wins) if by_size else rest[0]


def heads(queue: list[Group], by_size: bool) -> list[Group]:
    """Groups of an empire that may come next: the first in its order; by size, any. A dock's owner brings it where he
    wants, also where order goes by size (EAW-28.0).
    """
    if not by_size:
        return queue[:1]
    ahead = [group for group in queue[:1] if group.called.startswith("dock")]
    return ahead or [group for group in queue if not group.called.startswith("dock")] or queue


def largest(among: list[Group], wins: Wins) -> Group:
    """The largest group; of equals who wins the roll of dice (EAW-26a)."""
    best = among[0]
    for group in among[1:]:
        if group.strength > best.strength or (group.strength == best.strength and wins(group, best)):
            best = group
    return best


def owes_order(look_state: State, world: World, site: Site, seat: Seat) -> bool:
    """True if an admiral has anything to order at a site: several groups of his against one other empire, or a dock
    that he may place or pool (EAW-26.0, EAW-28.0).
    """
    found = groups(world, look_state, site, seat)
    return len(found) > 1 and (len(site.parties) == 2 or any(group.called.startswith("dock") for group in found))


def known_groups(look: Look, site: Site) -> list[Group]:
    """The viewer's own groups at a site."""
    return groups(look.world, look.known, site, look.own)
