"""Umpire's play of a side: what it decides, declares, searches and moves, from what that side knows. No chance."""

from __future__ import annotations

from collections.abc import Iterator

from engine.freedom.chances.bout import fight_odds
from engine.freedom.chances.odds import environ_odds
from engine.freedom.combat.bases import Move
from engine.freedom.combat.environ import Declare, Pass, best_leaders, eligible_environs
from engine.freedom.combat.fight import BreakOff, Stay
from engine.freedom.look import Look
from engine.freedom.missions import Search
from engine.freedom.play import Usual
from engine.freedom.state import Leading, Stage
from engine.freedom.turn import Done
from engine.orders import Order


def advise(look: Look) -> Order | None:
    """The order that the viewer's side would sensibly give next; None while it has nothing to do."""
    if look.side is None or look.known.over:
        return None
    choice = look.choice
    if choice is not None:
        if look.side in look.known.filed:
            return None
        if choice.kind == "declare":
            return Declare() if worth_it(look, choice.where) else Pass()
        if choice.kind == "break":
            return flee_or_stay(look)
        return Usual()
    stage = look.known.stage
    if look.untimely(stage, "") is not None:
        return None
    if stage is Stage.SEARCH:
        return next(Search.possible(look), Done())
    if stage is Stage.MOVEMENT:
        return next(marches(look), Done())
    return Done()


def worth_it(look: Look, environ: str) -> bool:
    """True if attacking there costs the enemy more than oneself, under the best leaders (FITG-ENV-03)."""
    side, leaders = look.own, best_leaders(look.world, look.known, environ)
    odds = environ_odds(look.world, look.known, Leading(environ, side), leaders)
    ours, theirs = (sum(strength * chance for strength, chance in odds.lost[one].items()) for one in (side, side.other))
    return (theirs, odds.wiped[side.other]) > (ours, odds.wiped[side])


def flee_or_stay(look: Look) -> Order:
    """Break off from a fight that is likelier lost than won (FITG-CHR-22)."""
    on = look.fight
    if on is None:
        return Stay()
    odds = fight_odds(look.world, look.known, on)
    return BreakOff(who="all") if odds.lost > odds.beaten else Stay()


def marches(look: Look) -> Iterator[Move]:
    """Mobile units that no enemy holds, to where they make an attack worth it: each unit on its own, weakest last."""
    side, known, world = look.own, look.known, look.world
    own = [unit for unit in known.units.values() if unit.side is side and unit.environ not in eligible_environs(known)]
    idle = [unit for unit in own if world.kind(unit).mobile and not unit.moved]
    enemies = [environ for environ in known.environs if known.fielded(environ, side.other)]
    for environ in sorted(enemies, key=lambda enemy: (world.strength(known.fielded(enemy, side.other)), enemy)):
        near = [unit for unit in idle if unit.environ != environ]
        there = world.strength(known.fielded(environ, side))
        against = world.strength(known.fielded(environ, side.other))
        room = known.environs[environ].size - len(known.fielded(environ, side))
        coming = sorted(near, key=lambda unit: (-world.kind(unit).first, unit.id))[:room]
        if there < 2 * against <= there + world.strength(coming):
            yield from (Move(pieces=unit.id, environ=environ) for unit in coming)
