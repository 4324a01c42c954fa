"""What the bot answers when it is asked: losses, rerolls, miracles, repairs, placements. Register 17.1.

Where nothing better is known it answers as usual, which is always an answer.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.look import Refused
from engine.orders import Order
from engine.sunrise.agenda import Ask, Choice, Shot
from engine.sunrise.data.ships import Upgrade
from engine.sunrise.figures.board import Point, inches
from engine.sunrise.figures.odds import best_reroll
from engine.sunrise.figures.repairs import Work
from engine.sunrise.figures.setup import arrival_ok
from engine.sunrise.figures.sheet import Kind, find, has
from engine.sunrise.figures.weapons import kept, pool, values
from engine.sunrise.founding.placing import Arrive, Chameleon, Resplendent
from engine.sunrise.naming import where
from engine.sunrise.opponent.advisor_eyes import guns, waters
from engine.sunrise.opponent.advisor_helm import POINT, expected
from engine.sunrise.opponent.advisor_setup import ambush, heading, open_places
from engine.sunrise.shooting.gunnery import aimed, attack_pool
from engine.sunrise.shooting.harm import default_picks
from engine.sunrise.state import Ship, State
from engine.sunrise.turn.choosing import (
    Bless,
    Guard,
    Inertial,
    Keep,
    LoseSystems,
    Redirect,
    RepairMode,
    Reroll,
    Spot,
    Usual,
)
from engine.sunrise.world import World

BUY = 2 * POINT
"""Damage, in thousandths, that two Miracle Points must bring or spare to be spent on an attack."""
BUY_REROLL = POINT
"""Damage that one Miracle Point must bring for a reroll."""
MENDS = 3
"""Pips lacking from which on Repair Crews rather work at the hull."""

CORES = (
    Upgrade.SHIELDS,
    Upgrade.ADAPTIVE_PLATING,
    Upgrade.REPAIR_CREWS,
    Upgrade.UPGRADED_CAPACITORS,
    Upgrade.TUNED_FIRE_CONTROL,
    Upgrade.ADVANCED_TARGET_TRACKING,
    Upgrade.CERAMIC_LINING,
    Upgrade.LAYERED_PLATE,
    Upgrade.REFRACTION_ARRAY,
)
"""What a Chameleon Core becomes: the first of these that its ship has."""


def decide(world: World, known: State, choice: Choice) -> Order:
    """The answer to an open choice of the bot's side."""
    return _ANSWERS.get(choice.kind, _usual)(world, known, choice)


def _usual(world: World, known: State, choice: Choice) -> Order:
    return Usual()


def _lose(world: World, known: State, choice: Choice) -> Order:
    """Boxes that do nothing go first, then what usually goes (FS-FAC-41, FS-HULL-04)."""
    ship = known.ships[choice.ship]
    spare = [
        one.id
        for one in ship.systems
        for _ in range(one.boxes - one.lost)
        if one.acts_as == Upgrade.ADDITIONAL_FAIL_SAFES
    ]
    picks = [*spare, *(one for one in default_picks(ship, choice.count + len(spare)) if one not in spare)]
    return LoseSystems(systems=", ".join(picks[: choice.count]))


def _reroll(world: World, known: State, choice: Choice) -> Order:
    """The die whose reroll brings most; for a Miracle Point only where it brings enough (FS-WPN-15, FS-FAC-06)."""
    ship, target = known.ships[choice.ship], known.ships[choice.target]
    discard = _dropped(world, known, ship, target, choice)
    controlled = has(ship.systems, Kind.FIRE_CONTROL)
    die, after = best_reroll(choice.faces, discard, controlled)
    now = sum(kept(values(choice.faces, controlled), discard))
    if die is None or (not choice.count and (after - now) * POINT < BUY_REROLL):
        return Keep()
    return Reroll(dice=str(die + 1))


def _dropped(world: World, known: State, ship: Ship, target: Ship, choice: Choice) -> int:
    """How many of the dice on the table the target's defense takes off."""
    system = find(ship.systems, choice.by)
    assert system is not None  # its dice are on the table
    kind = world.weapon(system.item).type
    rating, _ = attack_pool(world, known, ship, target, kind, len(choice.faces))
    return min(max(0, rating), len(choice.faces) - 1)


def _guard(world: World, known: State, choice: Choice) -> Order:
    """A better defense where it spares enough (FS-FAC-05); `choice.target` is the attacker."""
    return Guard(times=1) if _gain(world, known, choice, choice.target, choice.ship, 1) >= BUY else Keep()


def _bless(world: World, known: State, choice: Choice) -> Order:
    """Another die where it brings enough (FS-FAC-04)."""
    return Bless() if _gain(world, known, choice, choice.ship, choice.target, 0) >= BUY else Keep()


def _gain(world: World, known: State, choice: Choice, shooter: str, target: str, warded: int) -> int:
    """Mean damage, in thousandths, that a defense spares (`warded` 1) or a die adds (0) to the attack that comes."""
    ship, victim = known.ships[shooter], known.ships[target]
    band_dice = aimed(world, known, ship, Shot(choice.by, target), fresh=True)
    system = find(ship.systems, choice.by)
    if isinstance(band_dice, Refused) or system is None:
        return 0
    kind = world.weapon(system.item).type
    rating, plain = attack_pool(world, known, ship, victim, kind, band_dice)
    extra = plain.dice - pool(band_dice, rating).dice
    before = expected(band_dice, rating, extra)
    return (
        before - expected(band_dice, rating + 1, extra) if warded else expected(band_dice, rating, extra + 1) - before
    )


def _inertial(world: World, known: State, choice: Choice) -> Order:
    """What is hit is slowed down, so that it gets nowhere (FS-FAC-33)."""
    slower = min(choice.count, known.ships[choice.target].velocity)
    return Inertial(change=f"-{slower}") if slower else Keep()


def _redirect(world: World, known: State, choice: Choice) -> Order:
    """The weakest of the ships that can be hit instead (FS-FAC-08)."""
    return Redirect(target=min(choice.options, key=lambda id: (known.ships[id].pips, id)))


def _spot(world: World, known: State, choice: Choice) -> Order:
    """The weakest of the ships in sight (FS-UPG-21)."""
    return Spot(target=min(choice.options, key=lambda id: (known.ships[id].pips, id)))


def _repair(world: World, known: State, choice: Choice) -> Order:
    """Two systems where the hull is nearly whole or what shoots and moves is out, else pips (FS-UPG-07)."""
    ship = known.ships[choice.ship]
    out = [one for one in ship.systems if one.lost and not one.barred]
    vital = [one for one in out if one.kind in (Kind.WEAPON, Kind.ENGINES)]
    if Work.SYSTEMS.value in choice.options and out and (len(vital) > 1 or world.whole(ship) - ship.pips < MENDS):
        return RepairMode(work=Work.SYSTEMS.value)
    return RepairMode(work=Work.PIPS.value)


def _arrive(world: World, known: State, choice: Choice) -> Order:
    """The first ship that finds a good place comes out of Slipspace, facing its target (FS-FAC-21)."""
    board, terrain = known.settings.board, known.terrain
    enemies = [where(one) for one in known.on_board(choice.side.other)]
    markers = [one.place for one in known.markers]
    places = [one for one in open_places(board) if not arrival_ok(board, terrain, enemies, markers, known.turn, one)]
    foes = waters(world, known, choice.side).foes
    for id in choice.options:
        pose = ambush(places, board, terrain, guns(world, known.ships[id]), foes)
        if pose is not None:
            here = pose.place
            return Arrive(ship=id, x=inches(here.x), y=inches(here.y), heading=str(pose.heading))
    return Keep()


def _resplendent(world: World, known: State, choice: Choice) -> Order:
    """A ship returns where it usually does, facing the middle of the board (FS-FAC-10)."""
    x, y, *_ = choice.usual
    board = known.settings.board
    place = Point(int(x), int(y))
    return Resplendent(
        ship=choice.ship, x=inches(place.x), y=inches(place.y), heading=str(heading(place, board.centre))
    )


def _core(world: World, known: State, choice: Choice) -> Order:
    """A Core becomes the best upgrade that its ship has working, if it is not that already (FS-FAC-24)."""
    for key in choice.options:
        ship_id, _, core = key.partition("/")
        systems = known.ships[ship_id].systems
        own = find(systems, core)
        for wanted in CORES:
            model = next((one for one in systems if one.item == wanted and one.works), None)
            if model is None or own is None:
                continue
            if own.copies == wanted:
                break
            return Chameleon(core=core, ship=ship_id, upgrade=model.id)
    return Keep()


_ANSWERS: dict[Ask, Callable[[World, State, Choice], Order]] = {
    Ask.LOSE: _lose,
    Ask.REROLL: _reroll,
    Ask.DEFENSE: _guard,
    Ask.DIE: _bless,
    Ask.INERTIA: _inertial,
    Ask.REDIRECT: _redirect,
    Ask.SPOT: _spot,
    Ask.REPAIR: _repair,
    Ask.ARRIVE: _arrive,
    Ask.RETURN: _resplendent,
    Ask.CORE: _core,
}
"""The rest is answered as usual: what is restored, whom squadrons fight, what Plague PD strikes and Fabricators make,
where ships come back to the board."""
