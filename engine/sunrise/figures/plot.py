"""Movement orders: the thrust budget, the course limit, and which plots are legal. Rulebook: FS-MOV-01..05, -16, -17.

Upgrades that change a plot: FS-UPG-15..17, FS-FAC-03, FS-FAC-09, FS-FAC-22, FS-FAC-42.
"""

from __future__ import annotations

import msgspec

from engine.look import Refused, no
from engine.sunrise.data.codes import Code
from engine.sunrise.data.shapes import INCH, Board, Piece, Point, inches
from engine.sunrise.figures.board import clear_of_terrain, distance, on_board
from engine.sunrise.state import DRIFT, Plot
from engine.text.message import N_, T_, term

MIRACLE_THRUST = 2
"""Thrust of one purchase (FS-FAC-03)."""


class Helm(msgspec.Struct, frozen=True, kw_only=True):
    """A ship's means this turn: hull thrust, what works, and what it carries over (FS-MOV-01).

    `exhausts` and `drives` count working copies; `kineticite` is thrust from pips lost; `debt` what last turn's
    overcharge costs; `pool` the Miracle Points there are (0 for other factions).
    """

    thrust: int
    velocity: int = 0
    engines: bool = True
    kineticite: int = 0
    debt: int = 0
    exhausts: int = 0
    vectoring: bool = False
    overchargers: bool = False
    drives: int = 0
    pool: int = 0
    price: int = 1
    place: Point = Point(0, 0)
    may_order: bool = True


def halved(thrust: int) -> int:
    """Hull thrust while the Engines are destroyed (FS-HULL-08)."""
    return thrust // 2


def plain_thrust(helm: Helm, miracle: int = 0) -> int:
    """A turn's thrust without overcharging: hull, bonuses, less a debt, at least 0 (FS-MOV-01)."""
    hull = helm.thrust if helm.engines else halved(helm.thrust)
    return max(0, hull + helm.kineticite + MIRACLE_THRUST * miracle - helm.debt)


def budget(helm: Helm, plot: Plot = DRIFT) -> int:
    """The thrust a plot may spend (FS-MOV-01)."""
    return plain_thrust(helm, plot.miracle) + plot.overcharge


def course_limit(thrust: int, exhausts: int = 0) -> int:
    """The most course points: half the thrust, rounded down, and one for each Redirected Exhaust (FS-MOV-03)."""
    return thrust // 2 + exhausts


def new_velocity(velocity: int, change: int, reverences: bool = False) -> int:
    """Velocity after the change, after Forced Reverance where it struck; never below 0 (FS-MOV-02, FS-FAC-09)."""
    return max(0, (reverenced(velocity) if reverences else velocity) + change)


def reverenced(velocity: int) -> int:
    """Velocity after losing half of it, rounded up (FS-FAC-09)."""
    return velocity // 2


def faults(plot: Plot, helm: Helm, board: Board, terrain: tuple[Piece, ...] = ()) -> tuple[Refused, ...]:
    """Everything that is wrong with a plot, the first the most telling; none for a legal one.

    Refused: `E_NOORDERS`, `E_VALUE`, `E_MOUNT`, `E_ONCE`, `E_POINTS`, `E_SPLIT`, `E_COURSE`, `E_VELOCITY`, `E_THRUST`,
    and for a jump `E_BOUNDS`, `E_TERRAIN`, `E_SPACING`.
    """
    if not helm.may_order:
        return (no(Code.E_NOORDERS, T_("The ship takes no orders this turn."), "FS-MOV-14"),)
    if odd := _odd(plot):
        return (odd,)
    found = [*_extras(plot, helm), *_steering(plot, helm), *_jump(plot, helm, board, terrain)]
    return tuple(found)


def _odd(plot: Plot) -> Refused | None:
    numbers = {
        "port": plot.port,
        "starboard": plot.starboard,
        "overcharge": plot.overcharge,
        "harmonic thrust": plot.harmonic,
        "miracles": plot.miracle,
    }
    for name, number in numbers.items():
        if number < 0:
            return no(Code.E_VALUE, N_("No plot has {name} {number}."), "FS-TERM-07", name=term(name), number=number)
    return None


def _extras(plot: Plot, helm: Helm) -> list[Refused]:
    """Refusals of what upgrades and miracles do not allow."""
    found = []
    if plot.front and not helm.vectoring:
        found.append(no(Code.E_MOUNT, T_("The ship has no working Front-Loaded Vectoring."), "FS-UPG-15"))
    if plot.harmonic and not helm.drives:
        found.append(no(Code.E_MOUNT, T_("The ship has no working Harmonic Drive."), "FS-FAC-22"))
    cost = plot.miracle * helm.price
    if cost > helm.pool:
        found.append(no(Code.E_POINTS, N_("It costs {cost}; you have {pool}."), "FS-FAC-03", cost=cost, pool=helm.pool))
    if plot.overcharge:
        most = plain_thrust(helm, plot.miracle)
        if not helm.overchargers:
            found.append(no(Code.E_MOUNT, T_("The ship has no working Thruster Overchargers."), "FS-UPG-17"))
        elif helm.debt:
            found.append(no(Code.E_ONCE, T_("The ship overcharged last turn, and this turn pays for it."), "FS-UPG-17"))
        elif plot.overcharge > most:
            why = N_("An overcharge of {overcharge} is over the thrust of {most}.")
            found.append(no(Code.E_THRUST, why, "FS-UPG-17", overcharge=plot.overcharge, most=most))
    return found


def _steering(plot: Plot, helm: Helm) -> list[Refused]:
    """Refusals of what velocity and course do not allow; the course limit before the budget (FS-MOV-03)."""
    found = []
    thrust = budget(helm, plot)
    limit = course_limit(thrust, helm.exhausts)
    if plot.port and plot.starboard:
        why = N_("The plot has port {port} and starboard {starboard}.")
        found.append(no(Code.E_SPLIT, why, "FS-MOV-04", port=plot.port, starboard=plot.starboard))
    if plot.course > limit:
        why = N_("Course {course} is plotted, and thrust {thrust} allows {limit}.")
        found.append(no(Code.E_COURSE, why, "FS-MOV-03", course=plot.course, thrust=thrust, limit=limit))
    if helm.velocity + plot.change < 0:
        why = N_("Velocity {velocity} less {change} is below 0.")
        found.append(no(Code.E_VELOCITY, why, "FS-MOV-02", velocity=helm.velocity, change=-plot.change))
    if plot.spent > thrust:
        why = N_("It takes {spent}; it has {thrust}.")
        found.append(no(Code.E_THRUST, why, "FS-MOV-01", spent=plot.spent, thrust=thrust))
    return found


def _jump(plot: Plot, helm: Helm, board: Board, terrain: tuple[Piece, ...]) -> list[Refused]:
    """Refusals of a jump that is not told in full or lands where it may not."""
    if not plot.harmonic:
        if plot.landing is None:
            return []
        return [no(Code.E_VALUE, T_("A landing point needs thrust for the jump."), "FS-FAC-22")]
    if plot.landing is None:
        return [no(Code.E_VALUE, T_("A jump needs a landing point."), "FS-FAC-22")]
    refused = landing_ok(board, terrain, helm.place, plot.landing, plot.harmonic, helm.drives)
    return [refused] if refused else []


def landing_ok(
    board: Board, terrain: tuple[Piece, ...], here: Point, there: Point, thrust: int, drives: int
) -> Refused | None:
    """None if a Harmonic Drive may set a ship down there (FS-FAC-22).

    Refused: `E_BOUNDS`, `E_TERRAIN`, `E_SPACING`. A jump that has become illegal when it is made fails.
    """
    refused = on_board(board, there) or clear_of_terrain(terrain, there, "FS-FAC-22")
    if refused:
        return refused
    away, reach = distance(here, there), thrust * drives * INCH
    if away > reach:
        why = N_("That is {away} inches, and {thrust} thrust with {drives} drives reaches {reach}.")
        lengths = {"away": term(inches(away)), "reach": term(inches(reach))}
        return no(Code.E_SPACING, why, "FS-FAC-22", thrust=thrust, drives=drives, **lengths)
    return None


def cut(plot: Plot, helm: Helm) -> Plot:
    """A sealed plot made legal at the reveal: Harmonic goes, then course, then the change (FS-MOV-17).

    What the ship can no longer do at all goes first (front, overcharge, miracles it cannot pay); course and change are
    cut point by point, no further than needed.
    """
    affordable = helm.pool // helm.price if helm.price else plot.miracle
    plot = msgspec.structs.replace(plot, front=plot.front and helm.vectoring, miracle=min(plot.miracle, affordable))
    most = plain_thrust(helm, plot.miracle) if helm.overchargers and not helm.debt else 0
    plot = msgspec.structs.replace(plot, overcharge=min(plot.overcharge, most))
    thrust = budget(helm, plot)
    if plot.harmonic and (not helm.drives or plot.spent > thrust):
        plot = msgspec.structs.replace(plot, harmonic=0, landing=None)
    change = max(plot.change, -helm.velocity)
    spare = max(0, min(course_limit(thrust, helm.exhausts), thrust - abs(change) - plot.harmonic))
    plot = msgspec.structs.replace(
        plot, change=change, port=min(plot.port, spare), starboard=min(plot.starboard, spare)
    )
    over = max(0, plot.spent - thrust)
    return msgspec.structs.replace(plot, change=change - over if change > 0 else change + over)
