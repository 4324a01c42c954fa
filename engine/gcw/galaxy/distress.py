"""Distress calls of space platforms that are attacked. Rulebook: GCW-COM-06."""

from __future__ import annotations

from engine.book import afterwards
from engine.game import Table
from engine.gcw.galaxy.tidings import send
from engine.gcw.space.volleys import Hurt
from engine.gcw.state import State, UnitKind
from engine.gcw.world import CAMPAIGN, World


@afterwards
def distress(world: World, table: Table[State], before: State) -> None:
    """Platforms that were hit since an order or lapse began call for help: their owner hears it, and who has access
    there (GCW-COM-06).
    """
    if world.version < CAMPAIGN:
        return
    hit = [
        before.units[said.fact.unit]
        for said in table.said
        if isinstance(said.fact, Hurt) and said.fact.unit in before.units
    ]
    attacked = {(one.owner, one.system) for one in hit if one.kind is UnitKind.PLATFORM and one.owner in before.players}
    for owner, system in sorted(attacked):
        friends = [player.seat for player in table.state.players.values() if (owner, player.seat) in table.state.access]
        send(world, table, owner, system, [owner, *friends], distress=True)
