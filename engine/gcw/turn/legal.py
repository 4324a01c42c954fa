"""What a seat could order now, and the values its menus offer: from what it knows and from nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from engine.game import MODERATOR, Refusal, Seat
from engine.gcw.figures.calendar import edit_ok, post_ok
from engine.gcw.galaxy.hyperspace import Withdraw, in_combat
from engine.gcw.look import Look
from engine.gcw.run import Run
from engine.gcw.space.legal_beams import beam_options, beam_orders
from engine.gcw.space.towing import TRACTOR_ACTIONS
from engine.gcw.state import PlayerStatus, UnitKind
from engine.gcw.turn.turn import Clear, Drop, Edit, Final, Recover, Story, Submit, after_draft
from engine.gcw.world import World
from engine.orders import Option, Order


def legal(look: Look, seat: Seat) -> Iterator[Order]:
    """Orders that the seat could give, representative where there are many."""
    world, known, now = look.world, look.known, look.now
    if seat == MODERATOR:
        return
    player = known.players.get(seat)
    if player is None or player.status is not PlayerStatus.ACTIVE:
        return
    draft = known.drafts.get(seat, ())
    posted = next((turn for turn in known.turns.values() if turn.seat == seat), None)
    if posted is not None and posted.pressed is None:
        yield Final()
        if edit_ok(posted.posted, now) is None:
            yield Recover()
            if draft or posted.recovered:
                yield Edit()
    if post_ok(player.last_turn, now) is None:
        yield Submit(story="The fleet acts.")
    run = after_draft(look)
    yield from _actions(world, run, seat)
    yield from beam_orders(world, run, seat)
    if draft:
        yield Drop(number=len(draft))
        yield Clear()
    if player.last_turn is not None:
        yield Story(story="As the fleet tells it now.")


def _actions(world: World, run: Run, seat: Seat) -> Iterator[Order]:
    state = run.state
    for unit in state.of(seat):
        if not unit.on_grid or unit.status.value in ("DISABLED", "DERELICT"):
            continue
        use = run.use(unit)
        if unit.kind is UnitKind.SHIP and in_combat(state, unit) and "move" not in use.halves:
            for link in world.pack.neighbours(unit.system)[:2]:
                yield Withdraw(units=unit.name, system=link.other(unit.system))


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
