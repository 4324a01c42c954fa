"""Who sees what: acts that give a unit away, contacts with an alias for each viewer. Rulebook: GCW-SCN-08..18.

Nothing here tells a viewer of what it has no unit to see; what moves unseen only makes contacts stale, which the
referee alone knows.
"""

from __future__ import annotations

from engine.game import REFEREE, Seat, Table, only
from engine.gcw.damage import Status
from engine.gcw.facts import Bound, Lost, Seen, Tracked
from engine.gcw.state import NOBODY, Binding, Contact, Sighting, State, Unit, present
from engine.gcw.world import World

MOVE, EXIT, SHIELDS, FIRE, LAUNCH = "MOVE", "EXIT", "SHIELDS", "FIRE", "LAUNCH"


def alias_of(state: State, viewer: Seat, unit: str) -> str | None:
    """The alias under which a viewer knows a unit."""
    for alias, binding in state.bindings.get(viewer, {}).items():
        if binding.unit == unit:
            return alias
    return None


def is_close(state: State, world: World, viewer: Seat, unit: Unit) -> bool:
    """Whether a viewer has a unit in the same cell, which tells class and name (GCW-SCN-08, -18)."""
    return any(
        own.owner == viewer and own.cell == unit.cell and own.live for own in state.at(unit.system)
    ) and not world.deep(unit.cell)


def see(
    table: Table[State], world: World, viewer: Seat, unit: Unit, how: Sighting, act: str, *, classified: bool
) -> None:
    """A viewer learns where a unit is; and, `classified`, what and who it is."""
    alias = alias_of(table.state, viewer, unit.id)
    known = table.state.contacts_of(viewer)
    number = known[alias].number if alias is not None and alias in known else len(known) + 1
    old = known.get(f"Contact {number}")
    if old is not None and how is Sighting.CELL and not _stale(table.state, viewer, old.alias) and not old.gone:
        if old.how is not Sighting.CELL and old.cell == unit.cell:
            how = old.how  # an event still stands: the contact outlasts the sharing of a cell
        if old.code and old.cell == unit.cell and old.how is how:
            return
    table.say(
        Seen(
            viewer=viewer,
            number=number,
            system=unit.system,
            cell=unit.cell,
            how=how,
            at=table.now,
            act=act,
            owner=unit.owner if classified else NOBODY,
            kind=unit.kind if classified else None,
            code=unit.code if classified else "",
            name=unit.name if classified else "",
            pools=world.full(unit.code) if classified else None,
            status=unit.status if classified else Status.ACTIVE,
            track=table.state.tracks.get(unit.id, 0),
        ),
        only(viewer),
    )
    if alias is None or table.state.bindings[viewer][alias] != Binding(unit.id):
        table.say(Bound(viewer, f"Contact {number}", unit.id), REFEREE)


def _stale(state: State, viewer: Seat, alias: str) -> bool:
    binding = state.bindings.get(viewer, {}).get(alias)
    return binding is None or binding.stale


def slip(table: Table[State], unit: str, *, told: tuple[Seat, ...] = ()) -> None:
    """A unit moved unseen: contacts of viewers who were not `told` no longer hold, which they do not learn."""
    for viewer, bindings in table.state.bindings.items():
        if viewer in told:
            continue
        for alias, binding in bindings.items():
            if binding.unit == unit and not binding.stale:
                table.say(Bound(viewer, alias, unit, stale=True), REFEREE)


def lose(table: Table[State], unit: str, why: str, viewers: tuple[Seat, ...]) -> None:
    """These viewers learn that a unit is no longer there to be shot at."""
    for viewer in viewers:
        alias = alias_of(table.state, viewer, unit)
        if alias is not None and not table.state.contacts_of(viewer)[alias].gone:
            table.say(Lost(viewer, alias, why), only(viewer))


def watchers(state: State, unit: Unit) -> tuple[Seat, ...]:
    """The players with a unit in the system, besides the owner."""
    return tuple(seat for seat in present(state, unit.system) if seat != unit.owner)


def gave_away(table: Table[State], world: World, unit: Unit, act: str, *, victim: Seat = NOBODY) -> None:
    """A unit did something where it now stands: whoever can hear it does (GCW-SCN-08, -12, -14, -18)."""
    told: list[Seat] = []
    open_sky = not world.fog(table.state)
    deep = world.deep(unit.cell)
    for viewer in watchers(table.state, unit):
        same_cell = any(
            own.cell == unit.cell and own.live for own in table.state.of(viewer) if own.system == unit.system
        )
        if deep and not open_sky:
            if act == EXIT and same_cell:
                see(table, world, viewer, unit, Sighting.EVENT, act, classified=True)
            elif act == FIRE and viewer == victim:
                see(table, world, viewer, unit, Sighting.FIRE, act, classified=False)
            else:
                continue
        else:
            see(table, world, viewer, unit, Sighting.EVENT, act, classified=open_sky or same_cell)
        told.append(viewer)
    if act in (MOVE, EXIT, LAUNCH):
        slip(table, unit.id, told=tuple(told))
        look_around(table, world, unit)


def look_around(table: Table[State], world: World, unit: Unit) -> None:
    """The owner of a unit that came into a cell sees what is there, silent or not (GCW-SCN-18)."""
    if unit.owner == NOBODY or (world.deep(unit.cell) and world.fog(table.state)):
        return
    for other in list(table.state.at(unit.system)):
        if other.owner != unit.owner and other.cell == unit.cell and other.status is not Status.DESTROYED:
            see(table, world, unit.owner, other, Sighting.CELL, "", classified=True)


def went_deep(table: Table[State], world: World, before: Unit, after: Unit) -> None:
    """A unit moved from an orbit into deep space: heard where it was, and then no more (GCW-SCN-08)."""
    told = watchers(table.state, after)
    for viewer in told:
        see(table, world, viewer, before, Sighting.EVENT, MOVE, classified=is_close(table.state, world, viewer, before))
    lose(table, after.id, f"was last heard moving at {before.cell}, out into deep space", told)
    slip(table, after.id, told=())


def vanished(table: Table[State], world: World, before: Unit, why: str) -> None:
    """A unit left the grid: seen by whoever could hear it move there, unseen by others."""
    told = () if world.deep(before.cell) and world.fog(table.state) else watchers(table.state, before)
    lose(table, before.id, why, told)
    slip(table, before.id, told=told)


def track_of(table: Table[State], unit: Unit) -> int:
    """The number of a unit in public posts, given when it is first needed; its owner is told."""
    known = table.state.tracks.get(unit.id)
    if known is None:
        known = table.state.last_track + 1
        table.say(Tracked(unit.id, known), only(unit.owner) if unit.owner != NOBODY else REFEREE)
    return known


def is_target(state: State, world: World, viewer: Seat, contact: Contact) -> bool:
    """Whether a viewer may shoot at a contact, as far as whoever holds this state knows (GCW-SCN-18)."""
    if contact.gone:
        return False
    bindings = state.bindings.get(viewer)
    if bindings is not None and _stale(state, viewer, contact.alias):
        return False
    if contact.how is not Sighting.CELL or not world.fog(state):
        return True
    return any(own.system == contact.system and own.cell == contact.cell and own.live for own in state.of(viewer))
