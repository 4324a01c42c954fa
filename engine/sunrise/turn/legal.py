"""What a seat could order now, and the values its menus offer: from what it knows and from nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from engine.game import Seat
from engine.orders import Option, Order
from engine.sunrise.craft.berths import free_bay
from engine.sunrise.craft.smallcraft import PassSquadrons, Squad, orderable
from engine.sunrise.data.ships import Type
from engine.sunrise.figures.board import distance
from engine.sunrise.figures.markers import Side
from engine.sunrise.figures.sheet import Kind, restorable
from engine.sunrise.figures.squadrons import NEAR, Mode
from engine.sunrise.naming import ship_option, system_option, where
from engine.sunrise.shooting.activation import Activate, Away, EndAct, Hold, crews, pickable
from engine.sunrise.shooting.aiming import Shoot, Target, Volley
from engine.sunrise.shooting.gunnery import targets
from engine.sunrise.shooting.legal_aim import target_options, volley_options, weapon_options
from engine.sunrise.state import Ship, Stage, State
from engine.sunrise.turn.verdict import Concede, OfferDraw, WithdrawDraw
from engine.sunrise.world import World

LONG = 9
"""Turns after which random players think of the end."""


def legal(world: World, known: State, seat: Seat) -> Iterator[Order]:
    """Orders that a seat could give now; representative where there are many."""
    if not known.opened or known.over:
        return
    side = known.seats.get(seat)
    if side is None:
        return
    if known.choice is None and known.picks in (None, side):
        stages = _STAGES.get(known.stage)
        if stages is not None:
            yield from stages(world, known, side)
    yield from _always(known, side)


def _always(known: State, side: Side) -> Iterator[Order]:
    """What may be ordered at any time; what stands for long is offered in the Order phase."""
    mine = known.of(side)
    if mine.draw_offered:
        yield WithdrawDraw()
    elif known.turn >= LONG:
        yield OfferDraw()
    if known.turn >= LONG and mine.score < known.of(side.other).score:
        yield Concede()


def _squadrons(world: World, known: State, side: Side) -> Iterator[Order]:
    yield PassSquadrons()
    ships = [ship for ship in known.ships.values() if ship.deployed]
    for squadron in orderable(world, known, side):
        kind = world.craft(squadron)
        for ship in ships:
            yield Squad(squadron=squadron.id, ship=ship.id, mode=Mode.DEFENSIVE.value)
            own = ship.side is side
            if own and free_bay(world, known, ship) is not None:
                yield Squad(squadron=squadron.id, ship=ship.id, mode=Mode.DOCK.value)
            for weapons in tuple(Type) if kind.names_type else (None,):
                yield Squad(
                    squadron=squadron.id,
                    ship=ship.id,
                    mode=Mode.OFFENSIVE.value,
                    weapons=weapons.value if weapons is not None else None,
                    confirm=own and kind.damaging,
                )


def _pick(world: World, known: State, side: Side) -> Iterator[Order]:
    for ship in pickable(known, side):
        yield Activate(ship=ship.id)
        yield Hold(ship=ship.id)
        volley = best_volley(world, known, ship)
        if volley:
            yield Shoot(shots=volley, ship=ship.id)


def best_volley(world: World, known: State, ship: Ship) -> str:
    """Everything that a ship could fire now, each weapon at its first target, as the words of an order."""
    shots = []
    for system in ship.systems:
        if system.kind is Kind.WEAPON and system.works:
            found = targets(world, known, ship, system)
            if found:
                source = f" from {found[0].source}" if found[0].source else ""
                shots.append(f"{system.id} at {found[0].target}{source}")
    return ", ".join(shots)


def _action(world: World, known: State, side: Side) -> Iterator[Order]:
    ship = known.ships[known.acting]
    yield EndAct()
    if ship.declared:
        yield Volley()
    if not ship.volleyed:
        for system in ship.systems:
            if system.kind is Kind.WEAPON and system.works and not system.fired:
                for shot in targets(world, known, ship, system):
                    yield Target(weapon=shot.weapon, target=shot.target, source=shot.source or None)
        volley = best_volley(world, known, ship)
        if volley and not ship.declared:
            yield Shoot(shots=volley, ship=ship.id)
    if crews(ship):
        for other in known.on_board(side):
            if distance(where(ship), where(other)) <= NEAR:
                yield Away(work="pips", ship=other.id)
                yield from (Away(work="system", ship=other.id, system=one.id) for one in restorable(other.systems))


_STAGES = {
    Stage.SQUADRONS: _squadrons,
    Stage.PICK: _pick,
    Stage.ACTION: _action,
}


def options(
    world: World, known: State, seat: Seat, order: type[Order], field: str, given: Mapping[str, str]
) -> Iterable[Option]:
    """Values for a field of an order."""
    side = known.seats.get(seat)
    if side is None:
        return []
    return _play_options(world, known, side, order, field, given)


def _play_options(
    world: World, known: State, side: Side, order: type[Order], field: str, given: Mapping[str, str]
) -> list[Option]:
    named = given.get("ship", known.acting)
    ship = next((one for one in known.fleet(side) if named in (one.id, one.name)), None)
    acting = known.ships.get(known.acting)
    match field:
        case "ship" if order in (Activate, Hold, Shoot):
            found = [*pickable(known, side), *([acting] if acting is not None and acting.side is side else [])]
            return [ship_option(one) for one in found]
        case "ship" if order is Squad:
            return [ship_option(one) for one in known.ships.values() if one.deployed]
        case "ship" | "source":
            return [ship_option(one) for one in known.on_board(side)]
        case "squadron":
            return [
                Option(one.id, f"{world.craft(one).name} {one.id}, {one.size} left")
                for one in orderable(world, known, side)
            ]
        case "mode":
            return [Option(one.value) for one in Mode]
        case "weapons":
            return [Option(one.value) for one in Type]
        case "weapon" if acting is not None:
            return weapon_options(world, acting)
        case "target":
            return target_options(world, known, side, given.get("weapon", ""))
        case "shots":
            wanted = ship or acting
            return volley_options(world, known, wanted) if wanted is not None and wanted.deployed else []
        case "work":
            return [Option("pips"), Option("system")]
        case "system" if ship is not None:
            return [system_option(world, one) for one in restorable(ship.systems)]
    return []
