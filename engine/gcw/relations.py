"""Relations between players: access and hostility. Rulebook: GCW-GEN-04."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from engine.game import Seat, Table, only
from engine.gcw.facts import AccessGranted, Hostility
from engine.gcw.state import State
from engine.names import did_you_mean
from engine.orders import Order, Pick


class Relation(Order):
    """Grant or revoke access to your places, or declare hostility or peace."""

    path: ClassVar[str] = "gcw relation"
    line: ClassVar[str] = "relation {kind} {player}"
    player: Annotated[str, Pick("a player")] = Field(description="the other player", max_length=40)
    kind: Literal["grant", "revoke", "hostile", "neutral"] = Field(description="what you declare")


def relation(seat: Seat, order: Relation, table: Table[State]) -> None:
    """Both hear it; nobody else does (GCW-GEN-04)."""
    state = table.state
    named = {name.casefold(): name for name in state.players}
    other = named.get(order.player.strip().casefold())
    if other is None or other == seat:
        others = [name for name in state.players if name != seat]
        table.refuse("NO_PLAYER", name=order.player, hint=did_you_mean(order.player, others))
    low, high = sorted((seat, other))
    hearers = only(seat, other)
    if order.kind in ("grant", "revoke"):
        if order.kind == "grant" and state.are_hostile(seat, other):
            table.refuse("RELATION_HOSTILE", player=other)
        table.say(AccessGranted(seat, other, order.kind == "grant"), hearers)
        return
    if order.kind == "neutral" and any({low, high} <= set(battle.parties) for battle in state.battles.values()):
        table.refuse("IN_BATTLE", player=other)
    table.say(Hostility((low, high), order.kind == "hostile"), hearers)
