"""Worth of courses, places, shots and sorties: a ship's course and start, and the weight of its fire.

The opponent plays by it, and questions are advised by it. All in whole numbers: worth is counted in thousandths of a
point of damage, that of shots in pips by their exact odds. Only what everybody sees goes in. Rulebook: FS-SET-02..05,
FS-SC-05..10, FS-SC-22, FS-FAC-10, FS-FAC-21.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache

import msgspec

from engine.look import Refused
from engine.sunrise.abilities import aimed, covers, orderable, ratings, rung_of, sheet_of, swarmed
from engine.sunrise.data.shapes import INCH, Board, Piece, Point
from engine.sunrise.data.units import Arc, Type, Upgrade
from engine.sunrise.figures import odds
from engine.sunrise.figures.board import direction, distance, sees
from engine.sunrise.figures.markers import REACH
from engine.sunrise.figures.motion import RETURN_VELOCITY, Pose, Voyage, move, path_distance
from engine.sunrise.figures.plot import Helm, budget, course_limit, new_velocity, plain_thrust
from engine.sunrise.figures.setup import deploy_places, depth, marker_places, whole_inches
from engine.sunrise.figures.sheet import point_defenses
from engine.sunrise.figures.weapons import BAND, arcs_to, band, band_dice, pool
from engine.sunrise.state import BoardEdge, Kind, Mode, Plot, Ship, Shot, Side, Squadron, State, where, working
from engine.sunrise.world import World

POINT = 1000
"""Worth of a point of damage."""
CRASH, LEAVE = 6 * POINT, 40 * POINT
"""What a point of collision damage costs, and leaving the board for two turns."""
DEADLOCK = 30 * POINT
"""What it costs to end where next turn only rocks and edges are ahead."""
OWN_SHARE = 3
"""Fire that comes back counts a third: what the enemy will do with it is not known."""
APART = 40
"""Worth lost for each inch away from where the ship wants to be."""
CRUISE, HURRY = 11, 60
"""A velocity that leaves room to turn, and what each inch beyond it costs."""
LOOKED_AT = 12
"""Of the best plots, how many are looked at for what comes after them."""


class Gun(msgspec.Struct, frozen=True):
    """A weapon that works: its type and band, the arcs it covers (all for missiles), and dice added to its pool."""

    type: Type
    band: int
    arcs: tuple[Arc, ...]
    extra: int = 0


class Vessel(msgspec.Struct, frozen=True, kw_only=True):
    """A ship at a pose, an enemy's where it will be if it drifts: its ratings in the order of `Type`, and its guns.

    `worth` is how much of a target it is, in hundredths; 100 for an ordinary one.
    """

    pose: Pose
    ratings: tuple[int, int, int]
    guns: tuple[Gun, ...] = ()
    cloaked: bool = False
    worth: int = 100


class Goal(msgspec.Struct, frozen=True):
    """A marker: where it is, what passing it is worth, and what each inch away from it costs."""

    place: Point
    worth: int
    pull: int = 0


class Waters(msgspec.Struct, frozen=True):
    """Surroundings that every ship of a side steers by."""

    board: Board
    terrain: tuple[Piece, ...]
    foes: tuple[Vessel, ...]


_RATING = {kind: number for number, kind in enumerate(Type)}


@lru_cache(maxsize=512)
def expected(dice: int, rating: int, extra: int = 0) -> int:
    """The mean damage of an attack with so many band dice at a rating, in thousandths."""
    rolled = pool(dice, rating, extra)
    return int(odds.mean(rolled.dice, rolled.discard) * POINT)


def fire(guns: Iterable[Gun], pose: Pose, at: Pose, ratings: Sequence[int], cloaked: bool) -> int:
    """The mean damage that guns at a pose do to a ship elsewhere, terrain aside, in thousandths."""
    away = distance(pose.place, at.place)
    near = band(away)
    bearing = [gun for gun in guns if abs(gun.band - near) <= 1]
    if not bearing:
        return 0
    there = arcs_to(pose.place, pose.heading, at.place)
    total = 0
    for gun in bearing:
        if gun.type is Type.MISSILE or any(arc in gun.arcs for arc in there):
            dice = band_dice(gun.type, gun.band, away, cloaked)
            if not isinstance(dice, Refused):
                total += expected(dice, ratings[_RATING[gun.type]], gun.extra)
    return total


def plots(helm: Helm) -> Iterator[Plot]:
    """The plots that are steered by: any change and course that the thrust allows, the small ones first."""
    thrust = budget(helm)
    limit = course_limit(thrust, helm.exhausts)
    for size in range(thrust + 1):
        for change in (size, -size) if size else (0,):
            if helm.velocity + change < 0:
                continue
            for course in range(min(limit, thrust - size) + 1):
                yield Plot(change=change, starboard=course)
                if course:
                    yield Plot(change=change, port=course)


def steer(own: Vessel, helm: Helm, goals: Sequence[Goal], waters: Waters, *, slowed: bool = False) -> Plot:
    """The plot of a ship; the one that changes least among equals. `slowed` ships lose half their velocity before."""
    if not helm.may_order:
        return Plot()
    weighed = []
    for number, plot in enumerate(plots(helm)):
        velocity = new_velocity(helm.velocity, plot.change, slowed)
        voyage = move(own.pose, velocity, plot.hours, waters.board, waters.terrain)
        weighed.append((_worth(voyage, own, goals, waters), -number, plot, voyage))
    weighed.sort(key=lambda plot: plot[:2], reverse=True)
    best = weighed[:LOOKED_AT]
    return max(best, key=lambda plot: (plot[0] + _ahead(plot[3], helm, waters), plot[1]))[2]


def _worth(voyage: Voyage, own: Vessel, goals: Sequence[Goal], waters: Waters) -> int:
    """Worth of a voyage."""
    total = 0
    start = voyage.legs[0].start
    for goal in goals:
        near = path_distance(start, voyage.legs, goal.place)
        if near <= REACH:
            total += goal.worth
        if goal.pull:
            total -= goal.pull * max(0, distance(voyage.end.place, goal.place) - REACH) // INCH
    if voyage.exit is not None:
        return total - LEAVE
    if voyage.crash is not None:
        total -= CRASH * voyage.crash.damage
    total -= HURRY * max(0, voyage.velocity - CRUISE)
    if not waters.foes:
        return total
    total += max(_engaged(voyage.end, own.guns, foe, waters) for foe in waters.foes)
    for foe in waters.foes:
        total -= fire(foe.guns, foe.pose, voyage.end, own.ratings, False) // OWN_SHARE
    return total


def _engaged(pose: Pose, guns: Sequence[Gun], foe: Vessel, waters: Waters) -> int:
    """Worth of shooting at one enemy from a pose; below 0 for how far it is from any range to shoot at it."""
    done = fire(guns, pose, foe.pose, foe.ratings, foe.cloaked)
    if done and sees(waters.terrain, pose.place, foe.pose.place):
        return done * foe.worth // 100
    if not guns:
        return 0
    away = distance(pose.place, foe.pose.place)
    return -min(abs(away - BAND * gun.band + BAND // 2) for gun in guns) * APART // INCH


def _ahead(voyage: Voyage, helm: Helm, waters: Waters) -> int:
    """Cost, 0 or less, of a course after which a ship can do nothing next turn but crash or leave."""
    if voyage.exit is not None or voyage.crash is not None:
        return 0
    thrust = plain_thrust(helm)
    turn = course_limit(thrust, helm.exhausts)
    brake = min(voyage.velocity, thrust)
    ways = (
        (0, 0),
        (0, turn),
        (0, -turn),
        (brake, 0),
        (min(brake, thrust - turn), turn),
        (min(brake, thrust - turn), -turn),
    )
    for less, hours in ways:
        on = move(voyage.end, voyage.velocity - max(0, less), hours, waters.board, waters.terrain)
        if on.exit is None and on.crash is None:
            return 0
    return -DEADLOCK


ELBOW_ROOM = 3 * INCH
"""Ships of the bot start so far from each other, where there is room."""
BETWEEN = 3
"""Inches between two places that are looked at where the whole board is open."""


def marker(board: Board, terrain: Sequence[Piece], markers: Sequence[Point]) -> Point:
    """Place of the next marker: as near to the middle as may be, so that both sides must come there."""
    return min(marker_places(board, terrain, markers), key=lambda place: (distance(place, board.centre), place))


def edge(board: Board, markers: Sequence[Point]) -> BoardEdge:
    """The edge that is nearest to the markers; of equally near ones the first of N, S, E, W."""
    return min(BoardEdge, key=lambda side: sum(depth(board, side, place) for place in markers))


def heading(here: Point, there: Point) -> int:
    """The heading toward a point in whole degrees."""
    return (direction(here, there) + 50) // 100 % 360


def berth(board: Board, terrain: Sequence[Piece], own: BoardEdge, taken: Sequence[Point], goal: Point) -> Pose:
    """Pose in which a ship starts: in its side's zone, near its goal and facing it, with room beside it and ahead."""

    def rank(place: Point) -> tuple[bool, int, Point]:
        return any(distance(place, other) < ELBOW_ROOM for other in taken), distance(place, goal), place

    def free(pose: Pose) -> bool:
        ahead = move(pose, RETURN_VELOCITY, 0, board, terrain)
        return ahead.crash is None and ahead.exit is None

    poses = [Pose(place, heading(place, goal)) for place in sorted(deploy_places(board, terrain, own), key=rank)]
    return next((pose for pose in poses if free(pose)), poses[0])


def errands(ships: Mapping[str, Point], wanted: Sequence[Point]) -> dict[str, Point]:
    """Marker that each ship goes for: the nearest pairs first, and every marker once before any twice."""
    found: dict[str, Point] = {}
    left: list[Point] = []
    while wanted and len(found) < len(ships):
        left = left or list(wanted)
        pairs = ((distance(ships[id], place), id, place) for id in ships if id not in found for place in left)
        _, id, place = min(pairs)
        found[id] = place
        left.remove(place)
    return found


def open_places(board: Board) -> Iterable[Point]:
    """Places all over the board, some inches from each other."""
    return (place for place in whole_inches(board) if not (place.x // INCH % BETWEEN or place.y // INCH % BETWEEN))


def ambush(
    places: Iterable[Point], board: Board, terrain: Sequence[Piece], guns: Sequence[Gun], foes: Sequence[Vessel]
) -> Pose | None:
    """Pose in which a ship comes out of Slipspace: the legal one where its guns do most, facing the target.

    None where there is no place from which it would not at once leave the board or crash.
    """
    best: tuple[int, Point, Pose] | None = None
    for place in places:
        for foe in foes:
            pose = Pose(place, heading(place, foe.pose.place))
            voyage = move(pose, RETURN_VELOCITY, 0, board, terrain)
            if voyage.crash is not None or voyage.exit is not None:
                continue
            worth = fire(guns, voyage.end, foe.pose, foe.ratings, foe.cloaked) * foe.worth
            if best is None or worth > best[0]:
                best = worth, place, pose
    return best[2] if best else None


SYSTEM, KILL = 2, 4
"""What destroying a system is worth in pips, and what a kill is for each row of the ship."""


def guns(world: World, ship: Ship) -> tuple[Gun, ...]:
    """The weapons of a ship that work."""
    more = working(ship.systems, Upgrade.HIGH_VELOCITY_MUNITIONS)
    found = []
    for system in ship.systems:
        if system.kind is Kind.WEAPON and system.works:
            weapon = world.weapon(system.item)
            found.append(
                Gun(weapon.type, weapon.band, covers(ship, system), more if weapon.type is Type.BALLISTIC else 0)
            )
    return tuple(found)


def foe(world: World, state: State, ship: Ship) -> Vessel:
    """An enemy ship where it will be if it drifts; the more it is hurt, the better a target."""
    pose = Pose(where(ship), ship.heading)
    drifted = move(pose, ship.velocity, 0, state.settings.board, state.terrain).end
    return Vessel(
        pose=drifted,
        ratings=ratings(world, state, ship),
        guns=guns(world, ship),
        cloaked=working(ship.systems, Upgrade.CLOAKING_SYSTEM) > 0,
        worth=100 + 100 * (world.whole(ship) - ship.pips) // world.whole(ship),
    )


def waters(world: World, state: State, side: Side) -> Waters:
    """Surroundings that the ships of a side steer by."""
    foes = tuple(foe(world, state, ship) for ship in state.on_board(side.other))
    return Waters(state.settings.board, state.terrain, foes)


def worth(world: World, state: State, ship: Ship, shot: Shot) -> Fraction:
    """Worth of a shot by its exact odds, in pips; 0 for one that may not be made."""
    band_dice = aimed(world, state, ship, shot, fresh=True)
    if isinstance(band_dice, Refused):
        return Fraction(0)
    target = state.ships[shot.target]
    change = swarmed(world, state, target, world.mounted(ship, shot.weapon).type)
    asked = odds.attack(world.pack, ship.systems, shot.weapon, sheet_of(world, state, target), band_dice, change=change)
    told = odds.forecast(asked)
    return told.marked.mean() + SYSTEM * told.systems.mean() + KILL * world.rows(target) * told.destroyed


def hurt(world: World, ships: Iterator[Ship]) -> list[Ship]:
    """Ships by how many pips they lack, the worst first."""
    return sorted(ships, key=lambda ship: (ship.pips - world.whole(ship), ship.id))


DEFENDED = 3
"""How many rows of a target each attack on an enemy squadron there outweighs."""


class Sortie(msgspec.Struct, frozen=True):
    """A squadron's order: where to, what for, and the weapon type that a Drone Swarm works on."""

    squadron: str
    ship: str
    mode: Mode
    chosen: Type | None = None


def sortie(world: World, state: State, side: Side) -> Sortie | None:
    """The next squadron order that changes something for the better; None where all may stay as they are."""
    for squadron in orderable(world, state, side):
        found = _for_one(world, state, squadron)
        stands = Sortie(squadron.id, squadron.ship, squadron.mode, squadron.chosen)
        if found is not None and (found != stands or squadron.adrift is not None):
            return found
    return None


def _for_one(world: World, state: State, squadron: Squadron) -> Sortie | None:
    """The sortie in which one squadron does most: it meets those that harm an own ship, else it goes for the softest
    big enemy.
    """
    kind, side = world.craft(squadron), squadron.side
    if kind.toughness <= 3 and kind.damaging:
        for ship in state.on_board(side):
            if _harmed(world, state, ship, squadron):
                return Sortie(squadron.id, ship.id, Mode.DEFENSIVE)
    enemies = list(state.on_board(side.other))
    if not enemies:
        return None
    target = min(enemies, key=lambda ship: (-_soft(world, state, ship, squadron), ship.id))
    chosen = _weakest(world, state, side) if kind.names_type else None
    return Sortie(squadron.id, target.id, Mode.OFFENSIVE, chosen)


def _harmed(world: World, state: State, ship: Ship, squadron: Squadron) -> bool:
    """True if enemy squadrons harm a ship, or would if this squadron did not meet them there."""
    around = state.assigned_to(ship.id)
    if any(other.side is ship.side and other.id != squadron.id for other in around):
        return False
    return any(rung_of(world, state, other).damages for other in around if other.side is not ship.side)


def _soft(world: World, state: State, ship: Ship, squadron: Squadron) -> int:
    """Worth of a ship as a target for squadrons: its rows, less what shoots at them there, more where it is already."""
    shot_at = point_defenses(ship.defenses, world.pack) + 2 * working(ship.systems, Upgrade.STONEWALL_FLAK)
    met = sum(other.side is ship.side for other in state.assigned_to(ship.id))
    return world.rows(ship) - DEFENDED * (shot_at + met) + (1 if squadron.ship == ship.id else 0)


def _weakest(world: World, state: State, side: Side) -> Type:
    """The type of weapon of which a side has most at work."""
    mounted = [gun.type for ship in state.on_board(side) for gun in guns(world, ship)]
    return max(Type, key=mounted.count)
