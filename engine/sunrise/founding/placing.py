"""Ships that come onto the board in play, and Chameleon Cores: answers of a turn's start and end.

Rulebook: FS-MOV-13, FS-FAC-10, FS-FAC-21, FS-FAC-24.
"""

from __future__ import annotations

from typing import Annotated, ClassVar

from pydantic import Field

from engine.game import Seat, Table
from engine.orders import Order, Pick
from engine.sunrise.agenda import Ask, Choice
from engine.sunrise.craft.berths import makeable
from engine.sunrise.data.codes import Code, no
from engine.sunrise.data.ships import Upgrade
from engine.sunrise.figures.markers import Side
from engine.sunrise.figures.setup import arrival_ok, resplendent_ok
from engine.sunrise.figures.sheet import System, core_ok
from engine.sunrise.figures.squadrons import bay_ok
from engine.sunrise.movement.motion import return_ok
from engine.sunrise.naming import (
    heading_of,
    listed,
    own_ship,
    point_of,
    side_of,
    system_of,
    where,
)
from engine.sunrise.play import answer, asked, refuse, require
from engine.sunrise.state import State, Status
from engine.sunrise.turn.turns import core_squadrons
from engine.sunrise.world import World
from engine.text.names import shown

X = Field(description="inches from the west edge, such as 36 or 12.5", max_length=12)
Y = Field(description="inches from the south edge", max_length=12)
HEADING = Field(description="degrees clockwise from north, 0 to 359", max_length=8)


class Arrive(Order):
    """Bring a ship out of Slipspace."""

    path: ClassVar[str] = "sunrise-choose arrive"
    line: ClassVar[str] = "arrive {ship} at {x} {y} heading {heading}"
    ship: Annotated[str, Pick("a ship of yours")] = Field(description="a ship held back", max_length=40)
    x: str = X
    y: str = Y
    heading: str = HEADING


class Resplendent(Order):
    """Place your ship that returns in glory."""

    path: ClassVar[str] = "sunrise-choose resplendent"
    line: ClassVar[str] = "resplendent {ship} at {x} {y} heading {heading}"
    ship: Annotated[str, Pick("a ship of yours")] = Field(description="the ship that returns", max_length=40)
    x: str = X
    y: str = Y
    heading: str = HEADING


class Reenter(Order):
    """Bring a ship back to the board, within 3 inches of where it left."""

    path: ClassVar[str] = "sunrise-choose reenter"
    line: ClassVar[str] = "reenter {ship} at {x} {y} heading {heading}"
    ship: Annotated[str, Pick("a ship of yours")] = Field(description="the ship that is due", max_length=40)
    x: str = X
    y: str = Y
    heading: str = HEADING


class Chameleon(Order):
    """Make a Chameleon Core act as another upgrade of its ship."""

    path: ClassVar[str] = "sunrise-choose chameleon"
    line: ClassVar[str] = "chameleon {core} of {ship} as {upgrade}[ on {weapon}][ holding {squadrons}]"
    core: Annotated[str, Pick("a Core")] = Field(description="the Core, by name or number", max_length=60)
    ship: Annotated[str, Pick("a ship of yours")] = Field(description="its ship", max_length=40)
    upgrade: Annotated[str, Pick("an upgrade")] = Field(description="an upgrade of that ship", max_length=60)
    weapon: Annotated[str | None, Pick("a weapon")] = Field(
        None, description="the weapon that a Turret Mount or Binding Runes are bound to", max_length=60
    )
    squadrons: Annotated[str | None, Pick("squadrons")] = Field(None, description="what a hangar holds", max_length=80)


def arrive(world: World, seat: Seat, order: Arrive, table: Table[State]) -> None:
    """A ship comes out of Slipspace (FS-FAC-21). Refuses as `setup.arrival_ok`, `E_UNKNOWN`."""
    side = side_of(table, seat)
    ship = own_ship(table, side, order.ship)
    place, heading = point_of(table, order.x, order.y), heading_of(table, order.heading)
    state = table.state
    if ship.status is not Status.SLIPSPACE:
        refuse(table, no(Code.E_UNKNOWN, f"{shown(ship.name)} is not in Slipspace", "FS-FAC-21"))
    enemies = [where(one) for one in state.on_board(side.other)]
    markers = [one.place for one in state.markers]
    require(table, arrival_ok(state.settings.board, state.terrain, enemies, markers, state.turn, place, heading))
    choice = asked(table, side, Ask.ARRIVE)
    answer(world, table, choice, (ship.id, str(place.x), str(place.y), str(heading)))


def _placed(
    table: Table[State], seat: Seat, kind: Ask, name: str, x: str, y: str, heading: str
) -> tuple[Choice, tuple[str, ...]]:
    """Where a ship that is asked about is to stand."""
    side = side_of(table, seat)
    ship = own_ship(table, side, name)
    choice = asked(table, side, kind)
    if ship.id != choice.ship:
        asked_for = table.state.ships[choice.ship]
        refuse(table, no(Code.E_PENDING, f"{shown(asked_for.name)} is placed now", "FS-TURN-02"))
    place, degrees = point_of(table, x, y), heading_of(table, heading)
    state = table.state
    if kind is Ask.RETURN:
        edge = state.of(side).edge
        assert edge is not None  # ships are lost in turns, and edges chosen before
        require(table, resplendent_ok(state.settings.board, state.terrain, edge, place, degrees))
    else:
        assert ship.exit is not None  # it is off the board
        require(table, return_ok(state.settings.board, state.terrain, ship.exit, place))
    return choice, (str(place.x), str(place.y), str(degrees))


def resplendent(world: World, seat: Seat, order: Resplendent, table: Table[State]) -> None:
    """A ship returns in glory (FS-FAC-10). Refuses as `setup.resplendent_ok`, `E_PENDING`."""
    choice, given = _placed(table, seat, Ask.RETURN, order.ship, order.x, order.y, order.heading)
    answer(world, table, choice, given)


def reenter(world: World, seat: Seat, order: Reenter, table: Table[State]) -> None:
    """A ship comes back to the board (FS-MOV-13). Refuses as `motion.return_ok`, `E_PENDING`."""
    choice, given = _placed(table, seat, Ask.REENTER, order.ship, order.x, order.y, order.heading)
    answer(world, table, choice, given)


def chameleon(world: World, seat: Seat, order: Chameleon, table: Table[State]) -> None:
    """A Core acts as another upgrade (FS-FAC-24). Refuses as `sheet.core_ok`, `E_ONCE`, `E_HANGAR`, `E_FACTION`."""
    side = side_of(table, seat)
    ship = own_ship(table, side, order.ship)
    core = system_of(world, table, ship, order.core, lambda one: one.works)
    model = system_of(world, table, ship, order.upgrade, lambda one: one.works and one.id != core.id)
    weapon = system_of(world, table, ship, order.weapon).id if order.weapon is not None else ""
    require(table, core_ok(ship.systems, world.pack, core.id, model.id, weapon))
    if weapon and not world.pack.upgrades[Upgrade(model.item)].bound:
        refuse(table, no(Code.E_MOUNT, f"{model.id} is bound to nothing", "FS-FRC-05"))
    choice = asked(table, side, Ask.CORE)
    key = f"{ship.id}/{core.id}"
    if key not in choice.options:
        refuse(table, no(Code.E_ONCE, f"{key} has been chosen for this turn", "FS-FAC-24"))
    answer(world, table, choice, (key, model.id, weapon, *_held(world, table, side, order, ship.id, core, model)))


def _held(
    world: World, table: Table[State], side: Side, order: Chameleon, ship_id: str, core: System, model: System
) -> tuple[str, ...]:
    """The squadrons that a Core which becomes a hangar is filled with (FS-FAC-24, FS-SC-02)."""
    room = world.pack.upgrades[Upgrade(model.item)].bays
    ship = table.state.ships[ship_id]
    if not room or core.filled:
        if order.squadrons:
            why = "it has filled a hangar before" if room else "it is no hangar"
            refuse(table, no(Code.E_HANGAR, why, "FS-FAC-24"))
        return ()
    if order.squadrons is None:
        return core_squadrons(world, table.state, ship, model)
    types = [world.pack.find_squadron(word) for word in listed(order.squadrons)]
    codes = tuple(one.code for one in types if one is not None)
    if len(codes) != len(types):
        refuse(table, no(Code.E_UNKNOWN, f"cannot read the squadrons “{shown(order.squadrons)}”", "FS-SC-02"))
    require(table, bay_ok(room, 0, len(codes)))
    able = makeable(world, table.state.of(side).faction)
    for code in codes:
        if code not in able:
            refuse(table, no(Code.E_FACTION, f"{world.pack.squadrons[code].name} is not your faction's", "FS-SC-02"))
    return codes
