"""Standing orders: in which order systems go, and which choices are answered at once. Rulebook: FS-HULL-04."""

from __future__ import annotations

from typing import Annotated, ClassVar

from pydantic import Field

from engine.game import Seat, Table
from engine.orders import Order, Pick
from engine.sunrise.agenda import Ask
from engine.sunrise.data.codes import Code, no
from engine.sunrise.facts import AutoSet, LossOrderSet
from engine.sunrise.figures.sheet import loss_order_ok
from engine.sunrise.naming import (
    listed,
    own_ship,
    side_of,
    system_of,
    systems_named,
)
from engine.sunrise.play import Play, answer, refuse, require
from engine.sunrise.state import State
from engine.sunrise.world import World
from engine.text.names import shown


class LossOrder(Order):
    """Say in which order systems of a ship go when you are not there to choose."""

    path: ClassVar[str] = "sunrise loss-order"
    line: ClassVar[str] = "loss order of {ship} {systems}"
    ship: Annotated[str, Pick("a ship of yours")] = Field(description="a ship of yours", max_length=40)
    systems: Annotated[str, Pick("systems")] = Field(
        description="systems with commas, the first to go first; or 'usual'", max_length=300
    )


class Automatic(Order):
    """Have some choices answered for you at once, in the usual way."""

    path: ClassVar[str] = "sunrise automatic"
    line: ClassVar[str] = "automatic {choices}"
    choices: Annotated[str, Pick("choices")] = Field(
        description="all, none, or some with commas, such as: reroll, lose, repair", max_length=200
    )


def loss_order(world: World, seat: Seat, order: LossOrder, table: Table[State]) -> None:
    """Everybody may know in which order systems go (FS-HULL-04). Refuses `E_UNKNOWN`, `E_ONCE`."""
    side = side_of(table, seat)
    ship = own_ship(table, side, order.ship)
    ids: list[str] = []
    if order.systems.strip().casefold() != "usual":
        for word in listed(order.systems):
            found = [one.id for one in systems_named(world, ship, word)]
            fresh = [id for id in found if id not in ids]
            ids.append((fresh or found or [system_of(world, table, ship, word).id])[0])
        if not ids:
            refuse(table, no(Code.E_VALUE, "no system is named; 'usual' is the usual order", "FS-HULL-04"))
        require(table, loss_order_ok(ship.systems, ids))
    Play(world, table).say(LossOrderSet(ship.id, tuple(ids)))


def automatic(world: World, seat: Seat, order: Automatic, table: Table[State]) -> None:
    """Which choices are answered at once; an open one of that kind is answered now. Refuses `E_VALUE`."""
    side = side_of(table, seat)
    words = [word.casefold() for word in listed(order.choices)]
    if words == ["all"]:
        kinds = tuple(one.value for one in Ask)
    elif words == ["none"]:
        kinds = ()
    else:
        known = [one.value for one in Ask]
        if not words:
            why = f"no choice is named; say all, none, or some of {', '.join(known)}"
            refuse(table, no(Code.E_VALUE, why, "FS-TURN-07"))
        for word in words:
            if word not in known:
                why = f"“{shown(word)}” is no choice; there are {', '.join(known)}"
                refuse(table, no(Code.E_VALUE, why, "FS-TURN-07"))
        kinds = tuple(one for one in known if one in words)
    Play(world, table).say(AutoSet(side, kinds))
    choice = table.state.choice
    if choice is not None and choice.side is side and choice.kind.value in kinds:
        answer(world, table, choice, choice.usual)
