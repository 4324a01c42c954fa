"""Action Days: who is paid what. Rulebook: GCW-ACT."""

from __future__ import annotations

from engine.clock import Instant
from engine.game import EVERYONE, Table, only
from engine.gcw.calendar import income, next_action_day
from engine.gcw.damage import Status
from engine.gcw.facts import ActionDay, Paid
from engine.gcw.specs import FacilityType, ShipClass
from engine.gcw.state import Player, PlayerStatus, State
from engine.gcw.world import World


def next_payday(state: State) -> Instant | None:
    """When income falls due next; None before the campaign has begun."""
    return next_action_day(state.paid_upto) if state.paid_upto is not None else None


def outputs(world: World, state: State, player: Player) -> list[int]:
    """Industrial outputs of what a player owns: systems and working units (GCW-ACT-03)."""
    systems = [
        world.pack.systems[name].industrial_output for name, owner in state.owners.items() if owner == player.seat
    ]
    units = []
    for unit in state.of(player.seat):
        spec = world.spec(unit.code)
        if isinstance(spec, ShipClass | FacilityType) and spec.industrial_output and unit.status is Status.ACTIVE:
            units.append(spec.industrial_output)
    return systems + units


def pay(world: World, table: Table[State]) -> None:
    """Pay everyone whose setup is confirmed, in full (GCW-ACT-02, -04)."""
    table.say(ActionDay(table.now), EVERYONE)
    for player in list(table.state.players.values()):
        if player.status is not PlayerStatus.ACTIVE:
            continue
        amount = income(outputs(world, table.state, player))
        network = world.pack.factions[player.faction].network_income
        amount += network
        table.say(Paid(player.seat, table.now, amount, player.treasury + amount), only(player.seat))
