"""Umpire's knowledge of worlds that it could take, by what anybody may look up: who holds them, and the Planet List.

Rulebook: GCW-FAC-13, -14, GCW-CON-06, -07.
"""

from __future__ import annotations

from engine.clock import DAY, Instant, later
from engine.gcw.data.terms import Ring, Status
from engine.gcw.fleets import room
from engine.gcw.look import Look
from engine.gcw.people.strongholds import Posted, defenders
from engine.gcw.state import SHIPLIKE, Unit, UnitKind
from engine.gcw.world import grid_of


def posts(look: Look, system: str) -> list[Posted]:
    """Defenders of a world that nobody holds, by the Planet List."""
    return list(defenders(look.world, look.world.pack.systems[system]))


def reaches_out(look: Look, system: str) -> bool:
    """True if a world that nobody holds is defended in space, or shoots there from the ground."""
    pack = look.world.pack
    place = pack.systems[system]
    guns = (one for one in pack.ground_defence(place) if pack.facilities[one.code].is_planetary_weapon)
    return bool(place.stronghold_of or pack.orbit_defence(place)) or any(guns)


def grids(look: Look, system: str) -> list[str]:
    """The Ground Grids of a world that are defended."""
    return list(dict.fromkeys(grid_of(one.cell) for one in posts(look, system) if grid_of(one.cell)))


def mine(look: Look, system: str) -> bool:
    """True if a world is the player's, or occupied by it alone, or with others."""
    occupied = look.known.occupied.get(system, ())
    return look.viewer in occupied or (not occupied and look.known.owners.get(system) == look.viewer)


def to_be_had(look: Look, system: str) -> bool:
    """True if a world is worth an attack: it defends itself on the ground alone, and nobody holds it, or an enemy does
    and nothing that is known to be there reaches into space.
    """
    if not look.world.whole(look.known):
        return False
    free = system not in look.known.owners and system not in look.known.occupied
    return weakly_held(look, system) or (free and not reaches_out(look, system))


def weakly_held(look: Look, system: str) -> bool:
    """True if an enemy holds a world that is no home, and is known to have nothing there that reaches into space."""
    known, pack = look.known, look.world.pack
    owner = known.owners.get(system)
    if owner is None or system in known.occupied or not known.are_hostile(look.viewer, owner):
        return False
    if pack.systems[system].stronghold_of or any(one.home == system for one in known.players.values()):
        return False
    theirs = [one for one in look.contacts_at(system) if one.owner == owner]
    guns = {code for code, kind in pack.facilities.items() if kind.is_planetary_weapon}
    return not any(one.kind in SHIPLIKE or one.code in guns for one in theirs)


def kept_back(look: Look) -> dict[str, Instant]:
    """The systems where the player's last entry into hyperspace did not come about, with when another is tried: what
    kept it, such as an Interdictor, may be out of sight (GCW-TRN-08).
    """
    tried = {tuple(key.split("/", 1)): at for key, at in look.known.foiled.items()}
    return {system: later(at, DAY) for (seat, system), at in tried.items() if seat == look.viewer}


def fleet(look: Look, system: str, *kinds: UnitKind) -> list[Unit]:
    """The units of some kinds that are on the grid of a system, without guards and what is on PDF duty."""
    return [one for one in look.own_at(system) if one.kind in kinds and one.live and not (one.guard or one.duty)]


def ships_at(look: Look, system: str) -> list[Unit]:
    """The ships of the main fleet that could leave a system."""
    there = fleet(look, system, UnitKind.SHIP)
    return [one for one in there if one.status is Status.ACTIVE and look.world.hyper(one.code) > 0]


def strays(look: Look, system: str) -> list[Unit]:
    """The squadrons of a system that are out and could come back to its ships: aboard, or to where they jump from."""
    out = [one for one in fleet(look, system, UnitKind.SQUADRON) if not one.cell.endswith("S")]
    places = sum(room(look.world, look.known, ship, UnitKind.SQUADRON) for ship in ships_at(look, system))
    low = [one for one in out if one.escort and look.world.ring(one.cell) in (Ring.GA, Ring.ATM)]
    return low + [one for one in out if not one.escort][: max(places, 0)]
