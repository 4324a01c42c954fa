"""What a seat cannot know, changed; and what it may fairly learn. For the test that nothing hidden shows.

The test compares all that a seat hears in two states which it cannot tell apart (`engine.played.interference`).
"""

from __future__ import annotations

from msgspec.structs import replace

from engine.clock import Instant
from engine.game import Seat
from engine.gcw.acting import garrisoned
from engine.gcw.data.terms import Pools, Ring, ScanMode, Status
from engine.gcw.economy.mending import RepairShip, is_yard
from engine.gcw.galaxy.hyperspace import Jump, final_instants, holders
from engine.gcw.galaxy.relations import Relation, facing
from engine.gcw.sight.contacts import NOWHERE, alias_of, hidden
from engine.gcw.sight.listening import reach
from engine.gcw.sight.scanning import complement
from engine.gcw.space.holding import held_unit, holds_of
from engine.gcw.state import CRAFT, Scan, State, Unit, UnitKind, carried, eyes, located, spot, without
from engine.gcw.turn.turn import Final
from engine.gcw.world import World
from engine.orders import Order
from engine.played.chance import Chance


def unseen(world: World, state: State, seat: Seat) -> list[Unit]:
    """Units that a seat has neither in sight nor in hand, and whose going would leave no trace in what all know."""
    fighting = {party for battle in state.battles.values() for party in battle.parties}
    aboard = {hero.aboard for hero in state.heroes.values()} | {unit.docked for unit in state.of(seat)}
    return [
        unit
        for unit in state.units.values()
        if unit.owner != seat
        and (unit.on_grid or garrisoned(state, unit))
        and unit.status is Status.ACTIVE
        and unit.id not in aboard
        and alias_of(state, seat, unit.id) is None
        and unit.owner not in fighting
        and not unit.held
        and not any(unit.id in hold.beams for hold in state.holds.values())
    ]


def perturb(world: World, state: State, seat: Seat, chance: Chance) -> State | None:
    """Another state that the seat cannot tell from this one: an unseen unit is hurt, moved in deep space, of another
    class, or not there at all; or a craft out of its sight is on patrol or off it; or a scan of another player's is not
    made. None where the seat sees everything.
    """
    scans = [scan for scan in state.scans.values() if scan.owner != seat]
    if scans and chance.one_in(4):
        return _unscanned(state, chance.choice(scans))
    if chance.one_in(4) and (misheard := _misheard(world, state, seat, chance)) is not None:
        return misheard
    if chance.one_in(6) and (stationed := _stationed(world, state, seat, chance)) is not None:
        return stationed
    found = unseen(world, state, seat)
    if not found:
        return None
    unit = chance.choice(found)
    ways = [_hurt, _another]
    if world.ring(unit.cell) is Ring.DSZ:
        ways.append(_elsewhere)
    if not carried(state, unit) and not any(unit.id in entry.units for entry in state.entries.values()):
        ways.append(_gone)
    return chance.choice(ways)(world, state, unit, chance)


def _put(state: State, unit: Unit) -> State:
    return replace(state, units={**state.units, unit.id: unit})


def _hurt(world: World, state: State, unit: Unit, chance: Chance) -> State:
    pools = unit.pools
    less = Pools(
        chance.below(pools.shields + 1),
        1 + chance.below(max(1, pools.armor)),
        1 + chance.below(pools.systems) if pools.systems else 0,
        1 + chance.below(pools.hull) if pools.hull else 0,
    )
    return _put(state, replace(unit, pools=less, shields_up=chance.one_in(2)))


def _another(world: World, state: State, unit: Unit, chance: Chance) -> State:
    pack = world.pack
    codes = {
        UnitKind.SHIP: tuple(pack.ships),
        UnitKind.SQUADRON: tuple(pack.squadrons),
        UnitKind.AUXILIARY: tuple(pack.auxiliaries),
        UnitKind.PLATFORM: tuple(code for code, one in pack.facilities.items() if one.is_space),
        UnitKind.FACILITY: tuple(code for code, one in pack.facilities.items() if not one.is_space),
    }.get(unit.kind) or tuple(code for code in pack.ground if world.kind(code) is unit.kind)
    code = chance.choice(codes)
    points = world.cp(code) if unit.kind is UnitKind.SHIP else unit.group_cp
    return _put(state, replace(unit, code=code, pools=world.full(code, unit.count), group_cp=points))


def _elsewhere(world: World, state: State, unit: Unit, chance: Chance) -> State:
    return _put(state, replace(unit, cell=f"DSZ-{1 + chance.below(4)}"))


def _gone(world: World, state: State, unit: Unit, chance: Chance) -> State:
    left = {key: one for key, one in state.units.items() if key != unit.id}
    bindings = {
        viewer: {alias: binding for alias, binding in held.items() if binding.unit != unit.id}
        for viewer, held in state.bindings.items()
    }
    return replace(
        state,
        units=left,
        bindings=bindings,
        tracks={key: track for key, track in state.tracks.items() if key != unit.id},
        repairs={key: repair for key, repair in state.repairs.items() if key != unit.id},
    )


def _stationed(world: World, state: State, seat: Seat, chance: Chance) -> State | None:
    """A craft that the seat does not see now is on patrol, or no longer: that is seen, and never heard."""
    craft = [
        unit
        for unit in state.units.values()
        if unit.owner != seat
        and unit.kind in CRAFT
        and unit.on_grid
        and world.fog(state)
        and (hidden(state, world, unit.cell) or spot(unit.cell) not in eyes(state, unit.system).get(seat, NOWHERE))
    ]
    if not craft:
        return None
    unit = chance.choice(craft)
    return _put(state, replace(unit, patrol=not unit.patrol))


def _unscanned(state: State, scan: Scan) -> State:
    return replace(state, scans=without(state.scans, scan.id), signatures=without(state.signatures, scan.id))


def _misheard(world: World, state: State, seat: Seat, chance: Chance) -> State | None:
    """What a passive scan of the seat's has recorded is of another class: it hears of it when the scan is over."""
    scans = [scan for scan in state.scans.values() if scan.owner == seat and scan.id in state.signatures]
    if not scans:
        return None
    scan = chance.choice(scans)
    codes = tuple(world.pack.ships)
    heard = tuple(replace(one, kind=UnitKind.SHIP, code=chance.choice(codes)) for one in state.signatures[scan.id])
    return replace(state, signatures={**state.signatures, scan.id: heard})


def reveals(world: World, state: State, seat: Seat, order: Order | None, upto: Instant) -> object:
    """What may fairly come out when a seat gives an order, or (None) when time passes.

    An entry into hyperspace meets what holds it; a declaration of hostility, whom it is made to; a turn that is
    played, whatever stands or acts where the seat is, and sides of battles; a scan of the seat's that is over, what it
    covers or has recorded. All else must come out the same.
    """
    match order:
        case Jump():
            sides = {seat, *(unit.owner for hold in holds_of(state, seat) if (unit := held_unit(state, hold)))}
            return [
                any(holders(state, world, side, system) for side in sides)
                for system in sorted({unit.system for unit in state.of(seat) if unit.system})
            ]
        case RepairShip():
            return [is_yard(world, state, system) for system in sorted({unit.system for unit in state.of(seat)})]
        case Relation(kind="hostile", player=other):
            return facing(world, state, seat, Seat(other))
        case Final():
            return played(world, state, seat)
        case None:
            turns = played(world, state, seat) if _turns_due(state, upto) else ()
            return (voyages(state, upto), turns, scanned(world, state, seat, upto))
    return ()


def _turns_due(state: State, upto: Instant) -> bool:
    return any(at <= upto for _, at in final_instants(state))


def scanned(world: World, state: State, seat: Seat, upto: Instant) -> object:
    """What the seat's scans that are over by then can show: what is in the cells they cover, or what they recorded."""
    found: list[object] = []
    for scan in state.scans.values():
        cells = reach(world, state, scan) if scan.owner == seat and scan.due_at <= upto else ""
        if isinstance(cells, str):
            continue
        if scan.mode is ScanMode.PASSIVE:
            found.append(state.signatures.get(scan.id))
        else:
            seen = [unit for unit in state.at(scan.system) if unit.cell in cells]
            found.append([(unit, complement(world, state, unit)) for unit in seen])
    return found


def voyages(state: State, upto: Instant) -> object:
    """Arrivals up to an instant, and what stands where they come out."""
    due = [one for one in state.voyages.values() if one.due_at <= upto]
    places = {one.destination for one in due}
    return due, [unit for unit in state.units.values() if unit.system in places]


def played(world: World, state: State, seat: Seat) -> object:
    """What turns can bring before a seat: the turns themselves, what they can touch where it is or fights, and entries
    that wait for them, which take units out of what is played after.
    """
    acting = {turn.seat for turn in state.turns.values() if turn.lines}
    mine = {unit.system for unit in state.of(seat) if unit.on_grid}
    places = {*mine, *state.battles}
    near = [
        unit
        for unit in (located(state, unit) for unit in state.units.values())
        if unit.owner in acting
        or (unit.system in places and (not hidden(state, world, unit.cell) or alias_of(state, seat, unit.id)))
    ]
    held = [[unit.id for unit in holders(state, world, seat, system)] for system in sorted(mine)]
    return list(state.turns.values()), list(state.entries.values()), near, held
