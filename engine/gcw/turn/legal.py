"""What a seat could order now, and the values its menus offer: from what it knows and from nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from engine.game import MODERATOR, Refusal, Seat
from engine.gcw.boarding.crew_orders import CREW_ACTIONS
from engine.gcw.boarding.legal_boarding import crew_options, crew_orders
from engine.gcw.figures.calendar import edit_ok, post_ok
from engine.gcw.galaxy.hyperspace import Withdraw, in_combat
from engine.gcw.ground.bombardment import Bombard
from engine.gcw.ground.ground_orders import GROUND_ACTIONS
from engine.gcw.ground.legal_ground import ground_options, ground_orders
from engine.gcw.look import Look
from engine.gcw.run import Run
from engine.gcw.space.legal_beams import beam_options, beam_orders
from engine.gcw.space.legal_craft import chosen_units, craft_orders, craft_targets
from engine.gcw.space.towing import TRACTOR_ACTIONS
from engine.gcw.state import CRAFT, NOBODY, Contact, PlayerStatus, Unit, UnitKind
from engine.gcw.turn.shorthand import grouped
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
    yield from ground_orders(world, run)
    yield from craft_orders(run, seat)
    yield from crew_orders(world, run, seat)
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
    match field:
        case "name":
            return []
    if known.players.get(seat) is None:
        return []
    try:
        run = after_draft(look)
    except Refusal:
        return []
    if issubclass(order, TRACTOR_ACTIONS):
        return beam_options(world, run, seat, order, field, given)
    return _in_turn(world, run, seat, order, field, given)


def _in_turn(
    world: World, run: Run, seat: Seat, order: type[Order], field: str, given: Mapping[str, str]
) -> Iterable[Option]:
    state = run.state
    if order in CREW_ACTIONS:
        return crew_options(world, run, seat, order, field, given)
    if order in GROUND_ACTIONS:
        offered = ground_options(world, state, run, order, field)
        if offered is not None:
            return offered
    own = list(state.of(seat))
    named = {unit.name.casefold(): unit for unit in own}
    unit = named.get(given.get("unit", given.get("ship", "")).casefold())
    if field == "unit":
        formations = [
            Option(name, f"{name}: formation of {len(members)} units")
            for name, members in state.formations.get(seat, {}).items()
            if grouped(order)
        ]
        units = [_unit(world, one) for one in chosen_units(run, seat, order, own)]
        return formations + units
    if field == "targets" and order is Bombard:
        return [Option(one.label, contact_text(world, one)) for one in craft_targets(run, seat, unit)]
    if field == "ship":
        if order is Bombard:
            return [_unit(world, one) for one in chosen_units(run, seat, order, own)]
        return [_unit(world, one) for one in own if one.on_grid and one.kind not in CRAFT]
    if field == "target":
        seen = [one for one in state.contacts_of(seat).values() if not one.gone and one.owner != seat]
        return [Option(one.label, contact_text(world, one)) for one in seen]
    return []


def _unit(world: World, unit: Unit) -> Option:
    place = f"{unit.system} {unit.cell}" if unit.on_grid else "aboard" if unit.docked else "in hyperspace"
    return Option(unit.name, f"{unit.name} ({unit.code}, {place})")


def contact_text(world: World, contact: Contact) -> str:
    """A contact in a menu: what is known of it and where."""
    what = world.class_text(contact.code) if contact.code else "unknown class"
    whose = f" of {contact.owner}" if contact.owner != NOBODY else ""
    name = f"{contact.name}, " if contact.name else ""
    return f"{contact.alias}: {name}{what}{whose} at {contact.cell}"
