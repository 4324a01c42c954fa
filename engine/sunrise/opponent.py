"""The bot as a player: the order that a side would sensibly give next, from what it knows. Register 17.1.

The same for the same knowledge: nothing is drawn by chance, and ties go to the lower id.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction

import msgspec

from engine.orders import Order
from engine.sunrise.abilities import helm, ratings, reverenced_by, targets
from engine.sunrise.craft.smallcraft import PassSquadrons, Squad
from engine.sunrise.data.pack import Pack
from engine.sunrise.data.shapes import inches
from engine.sunrise.data.units import Arc, FactionCode, FleetList, Mount, ShipList, Upgrade
from engine.sunrise.figures.board import distance
from engine.sunrise.figures.factions import Miracle, miracle_ok
from engine.sunrise.figures.motion import Pose
from engine.sunrise.figures.setup import depth
from engine.sunrise.figures.sheet import restorable
from engine.sunrise.figures.squadrons import NEAR
from engine.sunrise.fleet.building import LoadFleet, SampleFleet
from engine.sunrise.fleet.lists import faults, fleet_text, integrity
from engine.sunrise.founding.deploying import Deploy, HoldBack, TakeEdge
from engine.sunrise.founding.laying import CallInitiative, PlaceMarker
from engine.sunrise.founding.locking import LockFleet
from engine.sunrise.founding.sides import Join
from engine.sunrise.look import Look, Question
from engine.sunrise.movement.plotting import LockOrders, WriteSheet, plot_words
from engine.sunrise.play import Usual
from engine.sunrise.shooting.activation import Activate, EndAct, Hold
from engine.sunrise.shooting.aiming import Shoot, shots_text
from engine.sunrise.shooting.miracles import MiracleRestore
from engine.sunrise.shooting.repairs import Away, Work
from engine.sunrise.state import Kind, Plotted, Ship, Shot, Side, Stage, State, Status, acting_as, where
from engine.sunrise.world import World
from engine.sunrise.worth import Goal, Vessel, berth, edge, errands, guns, hurt, marker, sortie, steer, waters, worth

TAKE, KEEP, PULL = 6000, 1000, 150
"""Worth of passing a marker that the enemy or nobody holds, and an own one; and of each inch nearer to the former."""

SHEET = 40
"""Ships plotted on one sheet; those of larger fleets are on the next."""


def advise(look: Look) -> Order | None:
    """The next order of a seat; None while it has nothing to do. What nobody advises is answered as usual."""
    known, side = look.known, look.side
    if not known.opened or known.over:
        return None
    if side is None:
        return Join(side=(Side.B if known.crew(Side.A) else Side.A).value)
    choice = known.choice
    if choice is not None:
        return (Question.of(choice).advice(look, choice) or Usual()) if choice.side is side else None
    turn = _STAGES.get(known.stage) if known.stage not in PICKED or known.picks is side else None
    return turn(look.world, known, side) if turn is not None else None


def _fleet(world: World, known: State, side: Side) -> Order | None:
    """A legal list is locked; instead of any other a ready-made fleet is taken, or one of single hulls."""
    own, settings = known.of(side), known.settings
    if own.locked or own.lock is not None:
        return None
    if own.fleet.ships and not faults(own.fleet, world.pack, settings.total, factions=settings.factions):
        return LockFleet()
    code = muster(world.pack, known.name, side, settings.total, settings.factions)
    return SampleFleet(fleet=code) if code in world.pack.fleets else LoadFleet(text=code)


def _terrain(world: World, known: State, side: Side) -> Order | None:
    return None if known.of(side).ready else CallInitiative()


def _marker(world: World, known: State, side: Side) -> Order | None:
    place = marker(known.settings.board, known.terrain, [laid.place for laid in known.markers])
    return PlaceMarker(x=inches(place.x), y=inches(place.y))


def _edge(world: World, known: State, side: Side) -> Order | None:
    return TakeEdge(edge=edge(known.settings.board, [laid.place for laid in known.markers]).value)


def _deploy(world: World, known: State, side: Side) -> Order | None:
    """The First Cycle holds back what it may; the others start near a marker each, as near as they can."""
    own, board = known.of(side).edge, known.settings.board
    assert own is not None  # edges are taken before
    fleet = list(known.fleet(side))
    left = [ship for ship in fleet if ship.status is Status.RESERVE]
    if world.is_of(known, side, FactionCode.FIRST_CYCLE) and len(left) == len(fleet):
        total = sum(world.rows(ship) for ship in fleet)
        held = [ship for ship in fleet if 3 * world.rows(ship) <= total]
        if held and len(held) < len(fleet):
            return HoldBack(ships=max(held, key=world.rows).id)
    if not left:
        return None
    goals = sorted((laid.place for laid in known.markers), key=lambda place: (depth(board, own, place), place))
    ship = left[0]
    goal = goals[(ship.number - 1) % len(goals)] if goals else board.centre
    pose = berth(board, known.terrain, own, [where(one) for one in known.on_board(side)], goal)
    return Deploy(ship=ship.id, x=inches(pose.place.x), y=inches(pose.place.y), heading=str(pose.heading))


def _orders(world: World, known: State, side: Side) -> Order | None:
    """Systems are restored by miracle, then everything is plotted on one sheet, then locked."""
    if known.of(side).lock is not None or not any(True for _ in known.on_board(side)):
        return None
    mended = _miracle(world, known, side)
    if mended is not None:
        return mended
    left = [ship for ship in known.on_board(side) if ship.id not in known.of(side).plots]
    if not left:
        return LockOrders()
    written = plan(world, known, side, left[:SHEET])
    return WriteSheet(plots="; ".join(f"{id}: {plot_words(plotted)}" for id, plotted in written.items()))


def plan(world: World, known: State, side: Side, ships: Iterable[Ship]) -> dict[str, Plotted]:
    """Plots of some ships of a side, by ship: their courses, and that all squadrons go out."""
    wanted = [laid.place for laid in known.markers if laid.side is not side]
    sent = errands({ship.id: where(ship) for ship in known.on_board(side)}, wanted)
    around = waters(world, known, side)
    found = {}
    for ship in ships:
        goals = tuple(
            Goal(laid.place, KEEP if laid.side is side else TAKE, PULL if laid.place == sent.get(ship.id) else 0)
            for laid in known.markers
        )
        own = Vessel(pose=Pose(where(ship), ship.heading), ratings=ratings(world, known, ship), guns=guns(world, ship))
        slowed = reverenced_by(known, ship) is not None
        plot = steer(own, helm(world, known, ship, 0), goals, around, slowed=slowed)
        found[ship.id] = Plotted(plot, tuple(squadron.id for squadron in known.held(ship.id)))
    return found


def _miracle(world: World, known: State, side: Side) -> Order | None:
    """A lost weapon or engine is worth its four points (FS-FAC-07)."""
    if not world.is_of(known, side, FactionCode.CHILDREN_OF_THE_SUN):
        return None
    if miracle_ok(Miracle.SYSTEM, world.pack.prices, known.of(side).pool) is not None:
        return None
    for ship in known.on_board(side):
        for system in restorable(ship.systems):
            if system.kind in (Kind.WEAPON, Kind.ENGINES) and not system.works:
                return MiracleRestore(system=system.id, ship=ship.id)
    return None


def _squadrons(world: World, known: State, side: Side) -> Order | None:
    if known.of(side).ready:
        return None
    found = sortie(world, known, side)
    return PassSquadrons() if found is None else Squad.sent(found, found.ship)


def _pick(world: World, known: State, side: Side) -> Order | None:
    """The ship whose fire is worth most fires; one that has nothing to do is got over with."""
    ship = first_to_act(world, known, side)
    if ship is None:
        return None
    idle = Activate(ship=ship.id) if crews(world, known, ship) is not None else Hold(ship=ship.id)
    return _volley(world, known, ship) or idle


def _volley(world: World, known: State, ship: Ship) -> Order | None:
    """All weapons of a ship that can fire, each at its best target."""
    fired = shots_text(shot for _, shot in shots(world, known, ship))
    return Shoot(shots=fired, ship=ship.id) if fired else None


def _action(world: World, known: State, side: Side) -> Order | None:
    ship = known.ships.get(known.acting)
    if ship is None or ship.side is not side:
        return None
    fired = None if ship.volleyed else _volley(world, known, ship)
    if fired is not None:
        return fired
    errand = crews(world, known, ship)
    if errand is None:
        return EndAct()
    work = "pips" if errand.work is Work.PIPS else "system"
    return Away(work=work, ship=errand.ship, system=errand.system or None)


_STAGES: dict[Stage, Callable[[World, State, Side], Order | None]] = {
    Stage.FLEETS: _fleet,
    Stage.TERRAIN: _terrain,
    Stage.MARKERS: _marker,
    Stage.EDGE: _edge,
    Stage.DEPLOY: _deploy,
    Stage.ORDERS: _orders,
    Stage.SQUADRONS: _squadrons,
    Stage.PICK: _pick,
    Stage.ACTION: _action,
}
"""The other stages wait for nobody's free hand."""
PICKED = (Stage.MARKERS, Stage.EDGE, Stage.DEPLOY, Stage.SQUADRONS, Stage.PICK)
"""Stages in which one side at a time has it."""
WORTH_MENDING = 3
"""Pips that must be lacking before Away Crews go out for them."""


def shots(world: World, state: State, ship: Ship) -> list[tuple[Fraction, Shot]]:
    """For each weapon that may fire, its best shot and what that is worth; the best first.

    Of equally good targets the first by id, which keeps the weapons of a ship on one.
    """
    found = []
    for system in ship.systems:
        if system.kind is not Kind.WEAPON or not system.works or system.fired:
            continue
        weighed = [(worth(world, state, ship, shot), shot) for shot in targets(world, state, ship, system)]
        if weighed:
            found.append(min(weighed, key=lambda pair: (-pair[0], pair[1].target, pair[1].source)))
    return sorted(found, key=lambda pair: (-pair[0], pair[1].weapon))


def first_to_act(world: World, state: State, side: Side) -> Ship | None:
    """The ship activated next: the one whose fire is worth most now, for it may be lost before its turn comes."""
    ready = [ship for ship in state.on_board(side) if not ship.activated]
    return min(ready, key=lambda ship: (-sum(share for share, _ in shots(world, state, ship)), ship.id), default=None)


class Errand(msgspec.Struct, frozen=True):
    """A task of Away Crews: the system of the acting ship, the ship helped, the system restored ("" for pips)."""

    crews: str
    ship: str
    work: Work
    system: str = ""


def crews(world: World, state: State, ship: Ship) -> Errand | None:
    """The errand on which Away Crews of the acting ship still help, or None: a lost weapon or engine first, then the
    worst hurt hull.
    """
    idle = [system.id for system in acting_as(ship.systems, Upgrade.AWAY_CREWS) if system.id not in ship.away]
    if not idle:
        return None
    here = where(ship)
    near = [mate for mate in state.on_board(ship.side) if distance(here, where(mate)) <= NEAR]
    for mate in hurt(world, iter(near)):
        lost = [system.id for system in restorable(mate.systems) if system.kind in (Kind.WEAPON, Kind.ENGINES)]
        if lost:
            return Errand(idle[0], mate.id, Work.SYSTEMS, lost[0])
    worst = next(iter(hurt(world, iter(near))), None)
    if worst is None or world.whole(worst) - worst.pips < WORTH_MENDING:
        return None
    return Errand(idle[0], worst.id, Work.PIPS)


FORE = (Arc.FORE,)

SMALL = (
    ("destroyer", (Mount("energy-lance", FORE), Mount("autocannon", FORE), Mount("shields"), Mount("shields"))),
    ("frigate", (Mount("beam-rifle", FORE), Mount("shields"))),
    ("corvette", (Mount("arc-gun", FORE),)),
)
"""Hulls and what the bot mounts on them, the largest first: enough for totals that no ready-made fleet fits."""
DEFENSES = ("refractive-coating", "hardened-armor", "interceptor-missiles")


def muster(pack: Pack, game: str, side: Side, total: int, factions: bool) -> str:
    """The code of a ready-made fleet, or a list as text where none fits.

    Among the largest that may be played the game's name decides, and the sides take different ones where they can.
    """
    legal = {
        code: one.fleet for code, one in pack.fleets.items() if not faults(one.fleet, pack, total, factions=factions)
    }
    if not legal:
        return fleet_text(FleetList("Flotilla", tuple(_small(pack, total))), pack)
    most = max(integrity(fleet, pack) for fleet in legal.values())
    codes = [code for code, fleet in legal.items() if integrity(fleet, pack) == most]
    turn = sum(map(ord, game)) + (1 if side is Side.B else 0)
    return codes[turn % len(codes)]


def _small(pack: Pack, total: int) -> Iterator[ShipList]:
    """Ships of the small hulls until the total is used up."""
    number = 1
    for hull, mounts in SMALL:
        while pack.hulls[hull].integrity <= total:
            total -= pack.hulls[hull].integrity
            yield ShipList(f"Bot {number}", hull, DEFENSES, mounts)
            number += 1
