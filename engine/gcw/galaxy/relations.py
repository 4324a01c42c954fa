"""Relations between players: access and hostility. Rulebook: GCW-GEN-04."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from engine.game import Seat, Table, only
from engine.gcw.acting import open_battle
from engine.gcw.facts import AccessGranted, Hostility
from engine.gcw.sight.contacts import held_of, is_target
from engine.gcw.state import State
from engine.gcw.world import World
from engine.orders import Order, Pick
from engine.text.names import did_you_mean, shown


class Relation(Order):
    """Grant or revoke access to your places, or declare hostility or peace."""

    path: ClassVar[str] = "gcw relation"
    line: ClassVar[str] = "relation {kind} {player}"
    player: Annotated[str, Pick("a player")] = Field(description="the other player", max_length=40)
    kind: Literal["grant", "revoke", "hostile", "neutral"] = Field(description="what you declare")


def relation(world: World, seat: Seat, order: Relation, table: Table[State]) -> None:
    """Both hear it; nobody else does, unless it opens a battle (GCW-GEN-04)."""
    state = table.state
    named = {name.casefold(): name for name in state.players}
    other = named.get(order.player.strip().casefold())
    if other is None or other == seat:
        others = [name for name in state.players if name != seat]
        table.refuse("NO_PLAYER", name=shown(order.player), hint=did_you_mean(order.player, others))
    hearers = only(seat, other)
    match order.kind:
        case "grant" | "revoke":
            if order.kind == "grant" and state.are_hostile(seat, other):
                table.refuse("RELATION_HOSTILE", player=shown(other))
            table.say(AccessGranted(seat, other, order.kind == "grant"), hearers)
        case "neutral":
            if any({seat, other} <= set(battle.parties) for battle in state.battles.values()):
                table.refuse("IN_BATTLE", player=shown(other))
            table.say(Hostility((seat, other), False), hearers)
        case "hostile":
            table.say(Hostility((seat, other)), hearers)
            for system in facing(world, table.state, seat, other):
                open_battle(table, system, seat, other)


def facing(world: World, state: State, seat: Seat, other: Seat) -> list[str]:
    """Systems where a declaration is made to somebody's face, which opens a battle (register 0.3).

    There the one who declares has a unit outside deep space, and knows of a unit of the other's that is really there.
    """
    mine = {unit.system for unit in state.of(seat) if unit.on_grid and unit.live and not world.deep(unit.cell)}
    found: set[str] = set()
    for contact in state.contacts_of(seat).values():
        if contact.owner == other and contact.system in mine and is_target(state, world, seat, contact):
            binding = held_of(state, seat, contact)
            unit = state.units.get(binding.unit) if binding is not None else None
            if unit is not None and unit.live:
                found.add(contact.system)
    return sorted(found)
