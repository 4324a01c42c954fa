"""What a seat could do with tractor beams, and what their menus offer: from what it knows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from engine.game import Seat
from engine.gcw.figures.damage import Status
from engine.gcw.figures.grid import Cost
from engine.gcw.run import Run
from engine.gcw.sight.aims import aims
from engine.gcw.space.holding import HOLDABLE, free, holds_of, in_range, length_dm, metres_text, projectors
from engine.gcw.space.towing import Release, Tractor
from engine.gcw.state import Contact, State, Unit
from engine.gcw.words import contact_words
from engine.gcw.world import World
from engine.orders import Option, Order
from engine.text.names import shown


def beam_orders(world: World, run: Run, seat: Seat) -> Iterator[Order]:
    """Tractor beams that could be put on, pulled with, or taken off after the draft."""
    state = run.state
    for unit in state.of(seat):
        if not projectors(world, unit.code)[0] or not unit.on_grid or unit.status is not Status.ACTIVE:
            continue
        for name, thing in holdable(world, state, seat, unit)[:3]:
            if free(world, state, unit, thing.alias if isinstance(thing, Contact) else thing.id) > 0:
                yield Tractor(units=unit.name, target=name)
                for cell in next_cells(world, unit, thing)[:2]:
                    yield Tractor(units=unit.name, target=name, cell=cell)
    for hold in holds_of(state, seat):
        own = state.units.get(hold.target)
        yield Release(target=own.name if own is not None else hold.target)


def holdable(world: World, state: State, seat: Seat, unit: Unit) -> list[tuple[str, Unit | Contact]]:
    """What a unit's beams reach and may hold, as far as its player knows, with the names for orders."""
    seen: list[tuple[str, Unit | Contact]] = [
        (contact.alias, contact) for contact in aims(world, state, seat, unit.system)
    ]
    wrecks: list[tuple[str, Unit | Contact]] = [
        (one.name, one) for one in state.of(seat) if one.status in (Status.DISABLED, Status.DERELICT)
    ]
    return [
        (name, thing)
        for name, thing in (*seen, *wrecks)
        if thing.system == unit.system
        and in_range(world, unit, thing.cell)
        and thing.status not in (Status.DOOMED, Status.DESTROYED)
        and (thing.kind is None or thing.kind in HOLDABLE)
        and (not thing.code or length_dm(world, thing.code) < length_dm(world, unit.code))
    ]


def next_cells(world: World, unit: Unit, thing: Unit | Contact) -> list[str]:
    """The cells to which a unit could pull what it holds."""
    return [
        cell
        for cell in world.grid.neighbours(thing.cell)
        if isinstance(world.grid.move(thing.cell, cell), Cost) and in_range(world, unit, cell) and cell != "ATM"
    ]


def beam_options(
    world: World, run: Run, seat: Seat, order: type[Order], field: str, given: Mapping[str, str]
) -> Iterable[Option]:
    """Values for a field of a tractor order."""
    state = run.state
    named = {unit.name.casefold(): unit for unit in state.of(seat)}
    unit = named.get(given.get("units", "").strip().casefold())
    if field == "target" and issubclass(order, Release):
        return [Option(*hold_option(state, hold.target, seat)) for hold in holds_of(state, seat)]
    if field == "units":
        crews = [one for one in named.values() if projectors(world, one.code)[0] and one.on_grid]
        return [Option(one.name, crew_text(world, state, one)) for one in crews]
    if field == "target":
        crews = [unit] if unit is not None else [one for one in named.values() if projectors(world, one.code)[0]]
        reach = {name: thing for one in crews for name, thing in holdable(world, state, seat, one)}
        return [Option(name, target_text(world, thing)) for name, thing in reach.items()]
    if field == "cell" and unit is not None:
        wanted = given.get("target", "").strip().casefold()
        for name, thing in holdable(world, state, seat, unit):
            label = thing.label if isinstance(thing, Contact) else thing.name
            if wanted in (name.casefold(), label.casefold()):
                return [Option(cell, f"{cell} (from {thing.cell})") for cell in next_cells(world, unit, thing)]
    return []


def hold_option(state: State, target: str, seat: Seat) -> tuple[str, str]:
    """A hold in a menu: what to write, and what it is."""
    own = state.units.get(target)
    contact = state.contacts_of(seat).get(target)
    if own is not None:
        return own.name, f"{own.name} (your own)"
    return target, contact_words(contact) if contact is not None else target


def crew_text(world: World, state: State, unit: Unit) -> str:
    """A unit with projectors in a menu."""
    number, metres = projectors(world, unit.code)
    left = free(world, state, unit, "")
    return f"{unit.name} ({unit.code}, {unit.cell}, {left} of {number} projectors free, {metres} m each)"


def target_text(world: World, thing: Unit | Contact) -> str:
    """A target of beams in a menu, with its length where that is known."""
    name = contact_words(thing) if isinstance(thing, Contact) else shown(thing.name)
    what = f"{thing.code}, {metres_text(length_dm(world, thing.code))} m" if thing.code else "length unknown"
    return f"{name} ({what}) at {thing.cell}"
