"""What a seat could do inside ships, and what the menus of those orders offer: from what it knows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from engine.game import Seat
from engine.gcw.acting import FIRED
from engine.gcw.boarding.boarding import Board, TakeOff
from engine.gcw.boarding.fights_aboard import FightAboard
from engine.gcw.boarding.interior import foes_key, heroes_in, squads_of
from engine.gcw.run import Run
from engine.gcw.sight.aims import aims
from engine.gcw.state import CREW, Contact, State, Unit, UnitKind, carried
from engine.gcw.words import contact_words, counted
from engine.gcw.world import World
from engine.orders import Option, Order
from engine.text.names import shown


def crew_orders(world: World, run: Run, seat: Seat) -> Iterator[Order]:
    """What could be done inside ships after the draft."""
    state = run.state
    for craft in boarding_craft(world, state, seat):
        if run.use(craft).delivered or not squads_in(state, craft):
            continue
        for contact in boardable(world, state, seat, craft)[:3]:
            yield Board(craft=craft.name, target=contact.alias, squads="all")
    for contact in boarded(state, seat):
        if not all(FIRED in run.use(one).halves for one in people_in(state, seat, contact)):
            yield FightAboard(ship=contact.alias)
        for craft in boarding_craft(world, state, seat):
            here = (craft.system, craft.cell) == (contact.system, contact.cell)
            if here and not run.use(craft).delivered:
                stack = people_in(state, seat, contact)[0]
                yield TakeOff(craft=craft.name, target=contact.alias, squads=stack.name)
    for ship in state.of(seat):
        if ship.kind is not UnitKind.SHIP or run.use_of(f"{CREW}/{ship.name}").inside:
            continue
        if foes_key(seat, ship.id) in state.foes:
            yield FightAboard(ship=ship.name)


def boarding_craft(world: World, state: State, seat: Seat) -> list[Unit]:
    """The craft of a player's that could board: auxiliaries in flight that are no landing barges."""
    found = []
    for one in state.of(seat):
        spec = world.spec(one.code) if one.kind is UnitKind.AUXILIARY and one.on_grid else None
        if spec is not None and spec.troop_capacity and not spec.is_landing_barge:
            found.append(one)
    return found


def squads_in(state: State, craft: Unit) -> list[Unit]:
    """The stacks in a craft."""
    return [one for one in carried(state, craft) if one.kind is UnitKind.INFANTRY and one.owner == craft.owner]


def boardable(world: World, state: State, seat: Seat, craft: Unit) -> list[Contact]:
    """The ships in a craft's cell that it could board, as far as its player knows; those without shields first."""
    found = [
        contact
        for contact in aims(world, state, seat, craft.system)
        if contact.kind in (None, UnitKind.SHIP) and contact.cell == craft.cell
    ]
    return sorted(found, key=lambda one: one.pools is None or one.pools.shields > 0)


def people_in(state: State, seat: Seat, contact: Contact) -> list[Unit]:
    """A player's stacks in another's ship, by its alias."""
    return [one for one in state.of(seat) if one.inside == contact.alias and one.docked]


def boarded(state: State, seat: Seat) -> list[Contact]:
    """Ships of others' in which a player has squads."""
    inside = {one.inside for one in state.of(seat) if one.inside and one.docked}
    return [contact for contact in state.contacts_of(seat).values() if contact.alias in inside]


def crew_options(
    world: World, run: Run, seat: Seat, order: type[Order], field: str, given: Mapping[str, str]
) -> Iterable[Option]:
    """Values for a field of an order inside ships."""
    state = run.state
    named = {unit.name.casefold(): unit for unit in state.of(seat)}
    craft = named.get(given.get("craft", "").strip().casefold())
    match field:
        case "craft":
            loaded = [one for one in boarding_craft(world, state, seat) if order is TakeOff or squads_in(state, one)]
            return [Option(one.name, craft_text(world, state, one)) for one in loaded]
        case "target" if order is TakeOff:
            return [Option(one.alias, ship_text(world, one)) for one in boarded(state, seat)]
        case "target":
            crews = [craft] if craft is not None else boarding_craft(world, state, seat)
            reach = {one.alias: one for unit in crews for one in boardable(world, state, seat, unit)}
            return [Option(alias, ship_text(world, one)) for alias, one in reach.items()]
        case "squads":
            inside = squads_in(state, craft) if craft is not None and order is Board else []
            if order is TakeOff:
                inside = [one for contact in boarded(state, seat) for one in people_in(state, seat, contact)]
            heroes = heroes_in(world, state, craft, seat) if craft is not None else []
            names = [Option(one.name, f"{one.name}: {squads_text(world, one)}") for one in inside]
            return [Option("all"), *names, *(Option(state.heroes[one.key].name) for one in heroes)]
        case "ship" if order is FightAboard:
            own = [one for one in state.of(seat) if foes_key(seat, one.id) in state.foes]
            ours = [Option(one.name, f"{one.name}: repel boarders") for one in own]
            return ours + [Option(one.alias, ship_text(world, one)) for one in boarded(state, seat)]
        case _:
            return []


def squads_text(world: World, unit: Unit) -> str:
    """The squads of a stack in words."""
    return f"{counted(world.squads(unit.code, unit.pools), 'squad')} of {world.class_text(unit.code)}"


def craft_text(world: World, state: State, craft: Unit) -> str:
    """A craft in a menu, with the troops in it."""
    inside = sum(squads_of(world, one.code, one.pools.armor) for one in squads_in(state, craft))
    return f"{craft.name} ({craft.code}, {craft.system} {craft.cell}): {counted(inside, 'squad')}"


def ship_text(world: World, contact: Contact) -> str:
    """A ship of another's in a menu."""
    what = world.class_text(contact.code) if contact.code else "class unknown"
    return f"{contact_words(contact)}: {shown(what)} at {contact.cell}"
