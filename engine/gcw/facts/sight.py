"""What fire did to others' units, for whoever fired."""

from __future__ import annotations

from msgspec.structs import replace

from engine.game import Fact, Seat
from engine.gcw.facts.changes import put
from engine.gcw.figures.damage import Pools, Status
from engine.gcw.figures.ucr import Rating
from engine.gcw.state import State


class Dealt(Fact[State], frozen=True):
    """What a volley did, for whoever fired it: the arithmetic of GCW-UCR-04 and what became of the target.

    `absorbed` are the points each layer of the target took, `quotient` thousandths. `attacker` and `target` are the
    ratings with their workings, where they are more than speed and maneuverability.
    """

    unit: str
    viewer: Seat
    alias: str
    channel: str
    raw: int
    attack: int
    defence: int
    quotient: int
    damage: int
    absorbed: Pools
    status: Status
    attacker: Rating | None = None
    target: Rating | None = None

    def evolve(self, state: State) -> State:
        contacts = state.contacts_of(self.viewer)
        contact = contacts.get(self.alias)
        if contact is None:
            return state
        pools = contact.pools
        left = pools.minus(self.absorbed) if pools is not None else None
        shown = replace(contact, status=self.status, pools=left)
        return replace(state, contacts=put(state.contacts, self.viewer, put(contacts, self.alias, shown)))
