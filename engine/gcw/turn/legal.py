"""What a seat could order now, and the values its menus offer: from what it knows and from nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from engine.game import MODERATOR, Refusal, Seat
from engine.gcw.look import Look
from engine.gcw.space.legal_beams import beam_options, beam_orders
from engine.gcw.space.towing import TRACTOR_ACTIONS
from engine.gcw.state import PlayerStatus
from engine.gcw.turn.drafting import after_draft
from engine.orders import Option, Order


def legal(look: Look, seat: Seat) -> Iterator[Order]:
    """Orders that the seat could give, representative where there are many."""
    world, known = look.world, look.known
    if seat == MODERATOR:
        return
    player = known.players.get(seat)
    if player is None or player.status is not PlayerStatus.ACTIVE:
        return
    run = after_draft(look)
    yield from beam_orders(world, run, seat)


def options(look: Look, seat: Seat, order: type[Order], field: str, given: Mapping[str, str]) -> Iterable[Option]:
    """Values for a field of an order."""
    world, known = look.world, look.known
    if seat == MODERATOR:
        return []
    if known.players.get(seat) is None or not issubclass(order, TRACTOR_ACTIONS):
        return []
    try:
        run = after_draft(look)
    except Refusal:
        return []
    return beam_options(world, run, seat, order, field, given)
