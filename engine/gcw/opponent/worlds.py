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
    guns = (post for post in pack.ground_defence(place) if pack.facilities[post.code].is_planetary_weapon)
    return bool(place.stronghold_of or pack.orbit_defence(place)) or any(guns)


def grids(look: Look, system: str) -> list[str]:
    """The Ground Grids of a world that are defended."""
    return list(dict.fromkeys(grid_of(post.cell) for post in posts(look, system) if grid_of(post.cell)))


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
    if pack.systems[system].stronghold_of or any(player.home == system for player in known.players.values()):
        return False
    theirs = [contact for contact in look.contacts_at(system) if contact.owner == owner]
    guns = {code for code, kind in pack.facilities.items() if kind.is_planetary_weapon}
    return not any(contact.kind in SHIPLIKE or contact.code in guns for contact in theirs)


def kept_back(look: Look) -> dict[str, Instant]:
    """The systems where the player's last entry into hyperspace did not come about, with when another is tried: what
    kept it, such as an Interdictor, may be out of sight (GCW-TRN-08).
    """
    tried = {tuple(key.split("/", 1)): at for key, at in look.known.foiled.items()}
    return {system: later(at, DAY) for (seat, system), at in tried.items() if seat == look.viewer}


def fleet(look: Look, system: str, *kinds: UnitKind) -> list[Unit]:
    """The units of some kinds that are on the grid of a system, without guards and what is on PDF duty."""
    return [unit for unit in look.own_at(system) if unit.kind in kinds and unit.live and not (unit.guard or unit.duty)]


def ships_at(look: Look, system: str) -> list[Unit]:
    """The ships of the main fleet that could leave a system."""
    there = fleet(look, system, UnitKind.SHIP)
    return [unit for unit in there if unit.status is Status.ACTIVE and look.world.hyper(unit.code) > 0]


def strays(look: Look, system: str) -> list[Unit]:
    """The squadrons of a system that are out and could come back to its ships: aboard, or to where they jump from."""
    out = [unit for unit in fleet(look, system, UnitKind.SQUADRON) if not unit.cell.endswith("S")]
    places = sum(room(look.world, look.known, ship, UnitKind.SQUADRON) for ship in ships_at(look, system))
    low = [unit for unit in out if unit.escort and look.world.ring(unit.cell) in (Ring.GA, Ring.ATM)]
    return low + [unit for unit in out if not unit.escort][: max(places, 0)]
