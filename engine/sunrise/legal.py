"""What a seat could order now, and the values its menus offer: from what it knows and from nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from engine.game import MODERATOR, Seat
from engine.names import shown
from engine.orders import Option, Order
from engine.sunrise import moderator_orders as gm
from engine.sunrise.activation import Activate, Away, EndAct, Hold, MiracleRestore, crews, pickable
from engine.sunrise.agenda import Ask
from engine.sunrise.aiming import Shoot, Target, Volley
from engine.sunrise.berths import free_bay
from engine.sunrise.board import Point, distance, inches
from engine.sunrise.building import (
    AddDefense,
    AddHangar,
    AddSquadron,
    AddUpgrade,
    AddWeapon,
    ChooseFaction,
    ClearFleet,
    CopyShip,
    LoadFleet,
    NameFleet,
    NewShip,
    RemovePart,
    RenameShip,
    SampleFleet,
    ScrapShip,
)
from engine.sunrise.factions import Miracle, price
from engine.sunrise.force import faults, integrity
from engine.sunrise.gunnery import targets
from engine.sunrise.laying import (
    CallInitiative,
    Deploy,
    DeployRest,
    HoldBack,
    Join,
    LayTerrain,
    LockFleet,
    PlaceMarker,
    TakeEdge,
    UnlockFleet,
)
from engine.sunrise.legal_choices import answers, choice_options
from engine.sunrise.markers import Side
from engine.sunrise.naming import system_name, where
from engine.sunrise.plot import Plot, budget, course_limit, landing_ok
from engine.sunrise.plotting import ClearPlot, LockOrders, UnlockOrders, WritePlot, WriteSheet, helm, plot_words
from engine.sunrise.roster import fleet_text
from engine.sunrise.setup import FACING, BoardEdge, deploy_ok, hold_back_ok, marker_ok
from engine.sunrise.sheet import Kind, System, restorable
from engine.sunrise.smallcraft import PassSquadrons, Squad, orderable
from engine.sunrise.specs import Arc, FactionCode, Type, UpgradeSpec, Weapon
from engine.sunrise.squadrons import NEAR, Mode
from engine.sunrise.standing import Automatic, LossOrder
from engine.sunrise.state import SETUP_STAGES, Plotted, Ship, Stage, State, Status
from engine.sunrise.verdict import Concede, OfferDraw, WithdrawDraw
from engine.sunrise.world import World

LONG = 9
"""Turns after which ending a game by consent is offered."""
GRID = 3
"""Inches between the points that are offered for placements."""


def legal(world: World, known: State, seat: Seat) -> Iterator[Order]:
    """Orders that a seat could give now; representative where there are many."""
    if seat == MODERATOR:
        yield from _moderator(world, known)
        return
    if not known.opened or known.over:
        return
    side = known.seats.get(seat)
    if known.stage in SETUP_STAGES and (side is None or not known.of(side).fleet.ships):
        yield from (Join(side=one.value) for one in Side if one is not side)
    if side is None:
        return
    if known.choice is not None:
        if known.choice.side is side:
            yield from answers(world, known, known.choice)
    elif known.picks in (None, side):
        stages = _STAGES.get(known.stage)
        if stages is not None:
            yield from stages(world, known, side)
    yield from _always(known, side)


def _always(known: State, side: Side) -> Iterator[Order]:
    """What may be ordered at any time; what stands for long is offered in the Order phase."""
    mine = known.of(side)
    if known.stage is Stage.ORDERS and mine.lock is None:
        yield Automatic(choices="none") if mine.auto else Automatic(choices="all")
        if not mine.auto:
            yield Automatic(choices="reroll, lose")
        ship = next(known.on_board(side), None)
        if ship is not None:
            order = "usual" if ship.loss_order else ", ".join(one.id for one in reversed(ship.systems))
            yield LossOrder(ship=ship.id, systems=order)
    if mine.draw_offered:
        yield WithdrawDraw()
    elif known.turn >= LONG:
        yield OfferDraw()
    if known.turn >= LONG and mine.score < known.of(side.other).score:
        yield Concede()


def _fleets(world: World, known: State, side: Side) -> Iterator[Order]:
    mine = known.of(side)
    if mine.locked:
        yield UnlockFleet()
        return
    fleet, settings, pack = mine.fleet, known.settings, world.pack
    if fleet.ships and not faults(fleet, pack, settings.total, factions=settings.factions):
        yield LockFleet()
    for code, one in pack.fleets.items():
        if settings.factions or not one.fleet.faction:
            yield SampleFleet(fleet=code)
    left = settings.total - integrity(fleet, pack)
    for hull in pack.hulls.values():
        if hull.integrity <= left:
            yield NewShip(name=_new_name((fleet.ships and [ship.name for ship in fleet.ships]) or []), hull=hull.name)
    if settings.factions and not fleet.ships:
        yield from (ChooseFaction(faction=one.name) for one in pack.factions.values())
        yield ChooseFaction(faction="none")
    for ship in fleet.ships:
        slots = pack.hulls[ship.hull].integrity if ship.hull in pack.hulls else 0
        if len(ship.components) < slots:
            for weapon in pack.weapons.values():
                if pack.may_mount(weapon, fleet.faction):
                    arcs = None if weapon.type is Type.MISSILE else _arcs(fleet.faction)
                    yield AddWeapon(weapon=weapon.name, ship=ship.name, arcs=arcs)
            for upgrade in pack.upgrades.values():
                if not pack.may_mount(upgrade, fleet.faction):
                    continue
                if upgrade.bays:
                    yield AddHangar(hangar=upgrade.name, ship=ship.name, squadrons="Fighter")
                elif upgrade.bound:
                    guns = [
                        number
                        for number, mount in enumerate(ship.components, 1)
                        if mount.item in pack.weapons and pack.weapons[mount.item].type is not Type.MISSILE
                    ]
                    yield from (AddUpgrade(upgrade=upgrade.name, ship=ship.name, weapon=str(gun)) for gun in guns[:1])
                else:
                    yield AddUpgrade(upgrade=upgrade.name, ship=ship.name)
        if len(ship.defenses) < 3:
            yield from (AddDefense(ship=ship.name, defense=one.name) for one in pack.defenses.values())
        if any(
            isinstance(one := pack.component(m.item), UpgradeSpec) and one.bays > len(m.squadrons)
            for m in ship.components
        ):
            yield AddSquadron(squadron="Fighter", ship=ship.name)
        if ship.components:
            yield RemovePart(part="1", ship=ship.name)
        yield ScrapShip(ship=ship.name)
        yield RenameShip(ship=ship.name, name=_new_name([one.name for one in fleet.ships]))
        if ship.hull in pack.hulls and slots <= left:
            yield CopyShip(ship=ship.name, name=_new_name([one.name for one in fleet.ships]))
    if fleet.ships:
        yield NameFleet(name="Home fleet")
        yield LoadFleet(text=fleet_text(fleet, pack))
        yield ClearFleet()


def _arcs(faction: str) -> str:
    return "fore, starboard" if faction == FactionCode.OLD_WORLD_COALITION else "fore"


def _new_name(taken: list[str]) -> str:
    return next(name for name in (f"Ship {number}" for number in range(1, 99)) if name not in taken)


def _terrain(world: World, known: State, side: Side) -> Iterator[Order]:
    if known.of(side).ready:
        return
    yield CallInitiative()
    number = len(known.terrain)
    if number < 20:
        yield LayTerrain(shape=f"circle {10 + 7 * number % 50} {10 + 11 * number % 28} 2")
        yield LayTerrain(shape=f"polygon {20 + number} 20, {24 + number} 20, {22 + number} 23.5")


def _grid(known: State) -> Iterator[Point]:
    board = known.settings.board
    for y in range(0, board.height + 1, GRID * 1000):
        for x in range(0, board.width + 1, GRID * 1000):
            yield Point(x, y)


def _markers(world: World, known: State, side: Side) -> Iterator[Order]:
    board, points = known.settings.board, [one.place for one in known.markers]
    for place in _grid(known):
        if marker_ok(board, known.terrain, points, place) is None:
            yield PlaceMarker(x=inches(place.x), y=inches(place.y))


def _edge(world: World, known: State, side: Side) -> Iterator[Order]:
    yield from (TakeEdge(edge=edge.value) for edge in BoardEdge)


def _deploy(world: World, known: State, side: Side) -> Iterator[Order]:
    edge = known.of(side).edge
    if edge is None:
        return
    yield DeployRest()
    waiting = [ship for ship in known.fleet(side) if ship.status is Status.RESERVE]
    total = sum(world.rows(ship) for ship in known.fleet(side))
    for ship in waiting:
        held = [world.rows(one) for one in known.fleet(side) if one.status is Status.SLIPSPACE]
        cycle = world.is_of(known, side, FactionCode.FIRST_CYCLE)
        if hold_back_ok([*held, world.rows(ship)], total, cycle) is None:
            yield HoldBack(ships=ship.id)
    for place in _grid(known):
        if deploy_ok(known.settings.board, known.terrain, edge, place) is None:
            for ship in waiting[:2]:
                yield Deploy(ship=ship.id, x=inches(place.x), y=inches(place.y))
                yield Deploy(
                    ship=ship.id, x=inches(place.x), y=inches(place.y), heading=str((FACING[edge] + 330) % 360)
                )


def _orders(world: World, known: State, side: Side) -> Iterator[Order]:
    mine = known.of(side)
    if mine.lock is not None:
        yield UnlockOrders()
        return
    yield LockOrders()
    if mine.plots:
        yield ClearPlot()
        yield from (ClearPlot(ship=key) for key in mine.plots)
    sheet = []
    for ship in known.on_board(side):
        written = [plot_words(one) for one in plots(world, known, ship)]
        yield from (WritePlot(ship=ship.id, orders=words) for words in written)
        if written:
            sheet.append(f"{ship.id}: {written[(known.turn + ship.number) % len(written)]}")
    if sheet:
        yield WriteSheet(plots="; ".join(sheet))
    yield from _miracles(world, known, side)


def plots(world: World, known: State, ship: Ship) -> Iterator[Plotted]:
    """Plots that a ship could be given: the ends and the middle of what it can do."""
    able = helm(world, known, ship)
    aboard = tuple(one.id for one in known.held(ship.id))
    if aboard:
        yield Plotted(launch=aboard)
    if not able.may_order:
        return
    thrust = budget(able)
    limit = min(course_limit(thrust, able.exhausts), thrust)
    for change in sorted({0, 1, thrust // 2, thrust, -1, -(thrust // 2), -min(thrust, ship.velocity)}):
        if abs(change) > thrust or ship.velocity + change < 0:
            continue
        for course in sorted({0, 1, limit}):
            if course > min(limit, thrust - abs(change)):
                continue
            yield Plotted(Plot(change=change, starboard=course))
            if course:
                yield Plotted(Plot(change=change, port=course), aboard)
                if able.vectoring:
                    yield Plotted(Plot(change=change, port=course, front=True))
    if able.overchargers and not able.debt and thrust:
        yield Plotted(Plot(change=thrust + 1, overcharge=thrust))
    if able.drives and thrust:
        place, reach = where(ship), thrust * able.drives * 1000
        board = known.settings.board
        for dx, dy in ((0, reach), (reach, 0), (0, -reach), (-reach, 0)):
            point = Point(place.x + dx, place.y + dy)
            if landing_ok(board, known.terrain, place, point, thrust, able.drives) is None:
                yield Plotted(Plot(harmonic=thrust, landing=point))
    if able.pool >= able.price:
        yield Plotted(Plot(change=thrust + 2, miracle=1))


def _miracles(world: World, known: State, side: Side) -> Iterator[Order]:
    if not world.is_of(known, side, FactionCode.CHILDREN_OF_THE_SUN):
        return
    if known.of(side).pool >= price(Miracle.SYSTEM, world.pack.prices):
        for ship in known.on_board(side):
            yield from (MiracleRestore(system=one.id, ship=ship.id) for one in restorable(ship.systems))


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
    yield from _miracles(world, known, side)


def _pick(world: World, known: State, side: Side) -> Iterator[Order]:
    for ship in pickable(known, side):
        yield Activate(ship=ship.id)
        yield Hold(ship=ship.id)
        volley = best_volley(world, known, ship)
        if volley:
            yield Shoot(shots=volley, ship=ship.id)
    yield from _miracles(world, known, side)


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
    yield from _miracles(world, known, side)


_STAGES = {
    Stage.FLEETS: _fleets,
    Stage.TERRAIN: _terrain,
    Stage.MARKERS: _markers,
    Stage.EDGE: _edge,
    Stage.DEPLOY: _deploy,
    Stage.ORDERS: _orders,
    Stage.SQUADRONS: _squadrons,
    Stage.PICK: _pick,
    Stage.ACTION: _action,
}


def _moderator(world: World, known: State) -> Iterator[Order]:
    if not known.opened or known.over:
        return
    yield gm.Announce(words="Play on.")
    yield gm.Deadline(minutes=60)
    yield gm.Timer(step="orders", minutes=30)
    if known.until is not None:
        yield gm.Extend(minutes=30)
        yield gm.PauseClock()
    if known.pause is not None:
        yield gm.ResumeClock()
    if known.stage is not Stage.FLEETS:
        yield gm.Advance()
    yield gm.SetScore(side="A", points=min(known.a.score + 1, 999))
    if known.choice is None:
        number = len(known.terrain)
        if number < 20:
            yield gm.AddTerrain(shape=f"circle {5 + 3 * number} 24 1")
        if known.terrain:
            yield gm.TakeTerrain(piece=known.terrain[0].id)
        if known.stage in (Stage.FLEETS, Stage.TERRAIN) and number < 18:
            yield gm.RandomTerrain(pieces=2)
        if known.stage not in SETUP_STAGES or known.stage is Stage.DEPLOY:
            yield from (
                gm.SetMarker(marker=one.id, x=inches(one.place.x), y=inches(one.place.y), side="nobody")
                for one in known.markers
            )
            yield from (gm.LiftMarker(marker=one.id) for one in known.markers[:1])
        yield from _set_right(world, known)
    if known.turn >= LONG:
        yield gm.EndGame(winner="draw")


def _set_right(world: World, known: State) -> Iterator[Order]:
    for ship in known.ships.values():
        if ship.id == known.acting:
            continue
        if known.stage not in SETUP_STAGES and ship.pips:
            yield gm.PlaceShip(ship=ship.id, x="36", y="6", heading="0")
        if ship.pips:
            yield gm.SetShip(what="pips", ship=ship.id, value=str(max(1, ship.pips - 1)))
        yield gm.SetShip(what="velocity", ship=ship.id, value="4")
        yield gm.SetShip(what="destroyed", ship=ship.id, value="engines")
        yield gm.SetShip(what="restored", ship=ship.id, value="engines")
    ships = [ship for ship in known.ships.values() if ship.id != known.acting]
    if ships:
        yield gm.RemoveShip(ship=ships[-1].id)
        yield gm.SetShip(what="pips", ship=ships[0].id, value="0")
    for squadron in known.squadrons.values():
        yield gm.SetSquadron(squadron=squadron.id, size=max(0, squadron.size - 1))


def options(
    world: World, known: State, seat: Seat, order: type[Order], field: str, given: Mapping[str, str]
) -> Iterable[Option]:
    """Values for a field of an order."""
    if seat == MODERATOR or order.moderator:
        return _gm_options(world, known, field)
    side = known.seats.get(seat)
    if order is Join:
        return [Option(one.value, f"side {one.value}") for one in Side]
    if side is None:
        return []
    if known.choice is not None and known.choice.side is side:
        found = choice_options(world, known, known.choice, order, field)
        if found is not None:
            return found
    if known.stage is Stage.FLEETS:
        return _builder_options(world, known, side, order, field, given)
    return _play_options(world, known, side, order, field, given)


def ship_option(ship: Ship) -> Option:
    """A ship as menus show it."""
    return Option(ship.id, f"{shown(ship.name)} ({ship.id})")


def system_option(world: World, system: System) -> Option:
    """A system as menus show it."""
    return Option(system.id, f"{system_name(world, system)} ({system.id})")


def _builder_options(
    world: World, known: State, side: Side, order: type[Order], field: str, given: Mapping[str, str]
) -> list[Option]:
    pack, fleet = world.pack, known.of(side).fleet
    ship = next((one for one in fleet.ships if one.name == given.get("ship")), None)
    match field:
        case "hull":
            return [
                Option(one.name, f"{one.name}: integrity {one.integrity}, thrust {one.thrust}")
                for one in pack.hulls.values()
            ]
        case "faction":
            return [*(Option(one.name) for one in pack.factions.values()), Option("none", "no faction")]
        case "fleet":
            return [Option(code, one.fleet.name) for code, one in pack.fleets.items()]
        case "ship":
            return [Option(one.name) for one in fleet.ships]
        case "weapon" if order is AddUpgrade:
            mounts = enumerate(ship.components, 1) if ship is not None else ()
            return [
                Option(str(number), f"{number}. {pack.weapons[mount.item].name}")
                for number, mount in mounts
                if mount.item in pack.weapons
            ]
        case "weapon":
            return [
                Option(one.name, f"{one.name}: {one.type.value}, band {one.band}")
                for one in pack.weapons.values()
                if pack.may_mount(one, fleet.faction)
            ]
        case "upgrade" | "hangar":
            return [
                Option(one.name, f"{one.name}: {one.text}"[:100])
                for one in pack.upgrades.values()
                if pack.may_mount(one, fleet.faction) and bool(one.bays) == (field == "hangar")
            ]
        case "defense":
            return [Option(one.name) for one in pack.defenses.values()]
        case "arcs":
            return [Option(arc.value) for arc in Arc]
        case "squadron" | "squadrons":
            return [Option(one.name) for one in pack.squadrons.values() if pack.may_mount(one, fleet.faction)]
        case "part" if ship is not None:
            parts = [
                Option(str(number), f"{number}. {item.name}")
                for number, mount in enumerate(ship.components, 1)
                if isinstance(item := pack.component(mount.item), Weapon | UpgradeSpec)
            ]
            return parts + [Option(pack.defenses[one].name) for one in dict.fromkeys(ship.defenses)]
    return []


def _play_options(
    world: World, known: State, side: Side, order: type[Order], field: str, given: Mapping[str, str]
) -> list[Option]:
    named = given.get("ship", known.acting)
    ship = next((one for one in known.fleet(side) if named in (one.id, one.name)), None)
    acting = known.ships.get(known.acting)
    match field:
        case "edge":
            return [Option(one.value) for one in BoardEdge]
        case "ship" | "ships" if order in (Deploy, HoldBack):
            return [ship_option(one) for one in known.fleet(side) if one.status is Status.RESERVE]
        case "ship" if order in (Activate, Hold, Shoot):
            found = [*pickable(known, side), *([acting] if acting is not None and acting.side is side else [])]
            return [ship_option(one) for one in found]
        case "ship" if order is Squad:
            return [ship_option(one) for one in known.ships.values() if one.deployed]
        case "ship" | "source":
            return [ship_option(one) for one in known.on_board(side)]
        case "orders" if ship is not None and ship.deployed:
            words = [plot_words(one) for one in plots(world, known, ship)]
            return [Option(one) for one in dict.fromkeys(words)]
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
            return [system_option(world, one) for one in acting.systems if one.kind is Kind.WEAPON and one.works]
        case "target":
            return [ship_option(one) for one in known.on_board(side.other)]
        case "shots":
            wanted = ship or acting
            volley = best_volley(world, known, wanted) if wanted is not None and wanted.deployed else ""
            return [Option(volley)] if 0 < len(volley) <= 100 else []
        case "work":
            return [Option("pips"), Option("system")]
        case "system" if ship is not None:
            return [system_option(world, one) for one in restorable(ship.systems)]
        case "systems" if ship is not None:
            return [Option("usual"), *(system_option(world, one) for one in ship.systems)]
        case "choices":
            return [Option("all"), Option("none"), *(Option(one.value) for one in Ask)]
    return []


def _gm_options(world: World, known: State, field: str) -> list[Option]:
    match field:
        case "ship":
            return [ship_option(one) for one in known.ships.values()]
        case "squadron":
            return [Option(one.id, f"{world.craft(one).name} {one.id}") for one in known.squadrons.values()]
        case "marker":
            return [Option(one.id) for one in known.markers]
        case "piece":
            return [Option("all"), *(Option(one.id, str(one)) for one in known.terrain)]
        case "step":
            return [Option(code, one.name) for code, one in world.pack.clock.items()]
        case "what":
            return [Option(one) for one in ("pips", "shields", "velocity", "destroyed", "restored")]
        case "side":
            return [Option("A"), Option("B"), Option("nobody")]
        case "winner":
            return [Option("A"), Option("B"), Option("draw")]
        case "seat":
            return [Option(seat) for seat in known.seats]
    return []
