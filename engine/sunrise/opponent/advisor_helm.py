"""Where a ship of the bot's steers: to its best band with its arcs on a target, over markers, clear of rocks and edges.

All in whole numbers: worth is counted in thousandths of a point of damage. Only places that everybody sees go in.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

import msgspec

from engine.look import Refused
from engine.sunrise.data.shapes import INCH, Board, Piece, Point
from engine.sunrise.data.units import Arc, Type
from engine.sunrise.figures import odds
from engine.sunrise.figures.board import distance, sees
from engine.sunrise.figures.markers import REACH
from engine.sunrise.figures.motion import Pose, Voyage, move, path_distance
from engine.sunrise.figures.plot import Helm, budget, course_limit, new_velocity, plain_thrust
from engine.sunrise.figures.weapons import BAND, arcs_to, band, band_dice, pool
from engine.sunrise.state import Plot

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


class Foe(msgspec.Struct, frozen=True, kw_only=True):
    """An enemy ship where it will be if it drifts, its ratings by type in the order of `Type`, and its guns.

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
    """What every ship of a side steers by."""

    board: Board
    terrain: tuple[Piece, ...]
    foes: tuple[Foe, ...]


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


def steer(
    pose: Pose,
    helm: Helm,
    guns: Sequence[Gun],
    ratings: Sequence[int],
    goals: Sequence[Goal],
    waters: Waters,
    *,
    slowed: bool = False,
) -> Plot:
    """The plot of a ship; the one that changes least among equals. `slowed` ships lose half their velocity before."""
    if not helm.may_order:
        return Plot()
    weighed = []
    for number, plot in enumerate(plots(helm)):
        velocity = new_velocity(helm.velocity, plot.change, slowed)
        voyage = move(pose, velocity, plot.hours, waters.board, waters.terrain)
        weighed.append((_worth(voyage, guns, ratings, goals, waters), -number, plot, voyage))
    weighed.sort(key=lambda one: one[:2], reverse=True)
    best = weighed[:LOOKED_AT]
    return max(best, key=lambda one: (one[0] + _ahead(one[3], helm, waters), one[1]))[2]


def _worth(voyage: Voyage, guns: Sequence[Gun], ratings: Sequence[int], goals: Sequence[Goal], waters: Waters) -> int:
    """What a voyage is worth."""
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
    total += max(_engaged(voyage.end, guns, foe, waters) for foe in waters.foes)
    for foe in waters.foes:
        total -= fire(foe.guns, foe.pose, voyage.end, ratings, False) // OWN_SHARE
    return total


def _engaged(pose: Pose, guns: Sequence[Gun], foe: Foe, waters: Waters) -> int:
    """What shooting at one enemy from a pose is worth; below 0 for how far it is from any range to shoot at it."""
    done = fire(guns, pose, foe.pose, foe.ratings, foe.cloaked)
    if done and sees(waters.terrain, pose.place, foe.pose.place):
        return done * foe.worth // 100
    if not guns:
        return 0
    away = distance(pose.place, foe.pose.place)
    return -min(abs(away - BAND * gun.band + BAND // 2) for gun in guns) * APART // INCH


def _ahead(voyage: Voyage, helm: Helm, waters: Waters) -> int:
    """What it costs that a ship can do nothing next turn but crash or leave."""
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
