"""Common parts of the actions of a turn: who acts, with what points left, at whom; the units and contacts that orders
name.

A turn is played twice by the same rules: on what its author knows, when it is drafted and posted, and on the
referee's state, when it becomes final (GCW-TRN-04). Rulebook: GCW-FAM, GCW-BUR, GCW-DMG-12, GCW-SCN-18.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any, ClassVar, Self, TypeVar

from engine import orders
from engine.act import Order
from engine.clock import Instant
from engine.game import REFEREE, Fact, Refusal, Seat
from engine.gcw.contacts import alias_of, held_of, hidden, is_target, track_of
from engine.gcw.data.codes import Code
from engine.gcw.data.people import HeroClass
from engine.gcw.data.terms import Status
from engine.gcw.figures.calendar import Provisional, finalised
from engine.gcw.figures.damage import Act, ship_act_ok, squadron_act_ok, target_ok
from engine.gcw.look import (
    AT,
    Look,
    Recorded,
    Run,
    Use,
    own_label,
    own_named,
    player,
    refused_as,
    track_label,
    unsigned,
    when,
)
from engine.gcw.state import (
    CAPITAL,
    NOBODY,
    TROOPS,
    Contact,
    Hero,
    State,
    Unit,
    UnitKind,
    foremost,
    garrisoned,
    located,
    place,
    within,
)
from engine.gcw.world import MENDED, World, grid_of
from engine.look import Refused
from engine.noun import NOTHING_FOUND, Found, Noun, Test, parts_of
from engine.orders import Option
from engine.text.message import N_, NN_, T_, Message, Text, drawn, joined, name, term
from engine.text.names import shown

T = TypeVar("T")
FIRED, MOVED = "fire", "move"

UNTOLD = T_("an hour that you do not know")
"""When a unit comes out of hyperspace that is dragged along by another player's (GCW-TRC-07)."""


def acted(run: Run, unit: Unit, says: Message = AT) -> None:
    """A unit did what obliges it to post where it is, under its public number; never in deep space (GCW-PST-03)."""
    if not hidden(run.state, run.world, unit.cell):
        track = track_of(run.table, unit)
        words = says(track=term(track_label(track, unit.owner)), cell=term(unit.cell))
        run.told.places.pop(unit.id, None)
        run.told.places[unit.id] = (unit.system, words)


def unable(look: Look, unit: Unit, act: Act) -> Refused | None:
    """Refuses a unit that cannot do something where it is, or in its state (GCW-DMG-09, -12, -17, GCW-GAL-05)."""
    state = look.known
    if unit.voyage:
        return in_transit(look, unit)
    if unit.docked and not (act is Act.FIRE and garrisoned(state, unit)):
        if unit.guest_in:
            return away(look, unit)
        host = state.units.get(unit.docked)
        fix = T_("Unload it first, on the Surface of a Ground Grid.") if unit.kind in TROOPS else ""
        inside = {"unit": shown(unit.name), "host": shown(host.name) if host else T_("its carrier")}
        return Refused("DOCKED", inside, fix=fix)
    code = (ship_act_ok if unit.kind in CAPITAL else squadron_act_ok)(unit.status, act)
    if code is Code.FINAL_USED and unit.kind in CAPITAL - {UnitKind.SHIP}:
        code = Code.UNIT_DISABLED  # last acts are a ship's (GCW-DMG-12)
    if code is not None:
        return Refused(code, {"unit": shown(unit.name), "target": shown(unit.name)})
    return grip(look, unit) if act is Act.MOVE else None


def away(look: Look, unit: Unit, found: Found = NOTHING_FOUND) -> Refused | None:
    """DOCKED for a guest of another player's: nothing is done with it there but to fly it out (GCW-LCH-02)."""
    if not unit.guest_in:
        return None
    host = look.known.contacts_of(unit.owner).get(unit.guest_in)
    inside = {"unit": shown(unit.name), "host": refused_as(look.world, host) if host is not None else T_("its host")}
    return Refused("DOCKED", inside, rule="GCW-LCH-02", fix=T_("`undock` flies it out; it may act in the same turn."))


def in_transit(look: Look, unit: Unit, found: Found = NOTHING_FOUND) -> Refused | None:
    """Those that are in hyperspace can do nothing (GCW-GAL-05)."""
    if not unit.voyage:
        return None
    voyage = look.known.voyages.get(unit.voyage)
    return Refused("IN_TRANSIT", {"unit": shown(unit.name), "time": when(voyage.due_at) if voyage else UNTOLD})


def foretell(run: Run, fact: Fact[State]) -> None:
    """Say a fact in a rehearsal, where the referee alone hears it; its words stand in the preview."""
    words = fact.words(run.look)
    if words is not None:
        run.workings.append(words if isinstance(words, Text) else term(words.text))
    run.say(fact, REFEREE)


def grip(look: Look, unit: Unit) -> Refused | None:
    """A refusal for a unit that tractor beams keep from moving, named as its owner knows it (GCW-TRC-07).

    Fire and launching are no movement.
    """
    if not unit.held:
        return None
    contacts = look.known.contacts_of(unit.owner)
    names = [refused_as(look.world, contacts[beam]) if beam in contacts else name(beam) for beam in unit.held_by]
    holder = joined(", ", names) if names else player(unit.held)
    return Refused(Code.TRACTORED, {"unit": shown(unit.name), "holder": holder})


def locked(state: State, system: str, cell: str) -> Refused | None:
    """Refuses troops that would move into or out of a Ground Grid that was bombarded from orbit (GCW-ORB-05)."""
    until = state.bombarded.get(f"{system}/{grid_of(cell)}") if grid_of(cell) else None
    return None if until is None else Refused("OB_GRID_LOCK", {"grid": grid_of(cell), "time": when(until)})


def begin_half(run: Run, unit: Unit, half: str) -> None:
    """Enter the firing or the moving half of a unit's turn: each once, in one piece, a disabled one's last, too
    (GCW-FAM-01..03).
    """
    use = run.use(unit)
    run.look.require(half_over(use, unit, half))
    if half not in use.halves:
        use.halves.append(half)


def half_over(use: Use, unit: Unit, half: str) -> Refused | None:
    """Refuses a unit that would enter a half of its turn that was followed by the other (GCW-FAM-01)."""
    if half in use.halves[:-1]:
        return Refused("FIRE_MOVE_ORDER", {"unit": shown(unit.name)}, rule="GCW-FAM-01")
    return None


def contact_named(state: State, seat: Seat, name: str) -> Contact | None:
    """A contact by any of its names; an alias comes before a name, what is there before what is gone."""
    contacts = state.contacts_of(seat)
    if (exact := contacts.get(name.strip())) is not None:
        return exact
    wanted = name.strip().casefold()
    named = [contact for contact in contacts.values() if contact.is_called(wanted)]
    named.sort(key=lambda one: (wanted != one.alias.casefold(), bool(one.gone), -one.at, one.number))
    return named[0] if named and wanted else None


GONE_FOR_GOOD = frozenset({"destroyed", "doomed"})


def points(run: Run, unit: Unit) -> Use:
    """A unit's use with its movement points set for the turn (GCW-MOV-01, GCW-HYX-03)."""
    use = run.use(unit)
    if use.left is None:
        use.left = points_left(run.look, unit)
    return use


def points_left(look: Look, unit: Unit) -> int:
    """The movement points that a unit has left for the turn (GCW-MOV-01, GCW-HYX-03)."""
    left = look.use(unit).left
    if left is not None:
        return left
    return 0 if locked_by_exit(look, unit) else look.world.move_points(unit.code)


def locked_by_exit(look: Look, unit: Unit) -> bool:
    """True if a unit cannot move yet after leaving hyperspace (GCW-HYX-03)."""
    return unit.exit_until is not None and not look.turn.table.reached(unit.exit_until)


def contact_of(run: Run, unit: Unit, viewer: Seat) -> str:
    """A viewer's name for a unit: its name or alias; "an unseen unit" where the viewer has no contact."""
    alias = alias_of(run.state, viewer, unit.id)
    contact = run.state.contacts_of(viewer).get(alias) if alias is not None else None
    return contact.label if contact is not None else "an unseen unit"


INSIDE, PODS, TRACTORS, SCANNERS, JUMPS, ANSWERS = 1, 2, 3, 4, 5, 6
"""The steps of a turn after its first, in which most is played (register 0.7, GCW-TRC-09, CLK-26)."""


class PlayerOrder(Order):
    """An order of a player in play."""

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """Players who have joined, confirmed their setup and not left."""
        return look.inactive()


class Action(PlayerOrder):
    """A deed of units in a turn: drafted as a line, rehearsed on what its author knows, played when the turn is final.

    What needs the turn is one of these (GCW-TRN-10).

    `step` is when in the turn it is played (register 0.7): most things at 0, in the order written.
    """

    shows: ClassVar[str] = "preview"
    step: ClassVar[int] = 0
    kinds: ClassVar[list[type[Action]]] = []
    """Every kind of action, as its chapter declares it."""

    def __init_subclass__(cls, **given: Any) -> None:  # pydantic's own arguments
        super().__init_subclass__(**given)
        if cls.path:
            Action.kinds.append(cls)

    def joined(self, later: Sequence[orders.Order]) -> list[int]:
        """The places, in the lines after this one, of those that are played together with it: `run.further`."""
        return []

    def perform(self, run: Run) -> None:
        """Play it, in a rehearsal or for good. What its fields name is `run.found`. Raises Refusal."""
        raise LookupError(f"nothing performs {type(self).__name__}")

    @classmethod
    def options(cls, look: Look, field: str, given: Mapping[str, str]) -> Iterable[Option]:
        """Options of a field's menu, as things stand when the line is played."""
        try:
            return super().options(look.drafted(cls.step), field, given) if look.inactive() is None else ()
        except Refusal:
            return ()

    @classmethod
    def likely(cls, look: Look) -> Iterator[Self]:
        """Lines of this kind that could be drafted next, as things stand when they are played, and that let every line
        of the draft stand: a move is played before a scan that is drafted already.
        """
        lines = (order for order in cls.next_lines(look.drafted(cls.step)) if look.takes(order))
        return islice(lines, cls.lively)

    @classmethod
    def next_lines(cls, look: Look) -> Iterator[Self]:
        """Lines of this kind that could be drafted as things stand."""
        return super().likely(look)


def viewers(kept: str) -> Callable[[Look, Found], Iterator[Any]]:  # of whatever kind a state keeps there
    """Those of what a state keeps as `kept`, by id, that belong to the viewer."""
    return lambda look, found: (one for one in getattr(look.known, kept).values() if look.mine(one.owner))


def own_units(look: Look, found: Found = NOTHING_FOUND) -> Iterator[Unit]:
    """The seat's own units: those on a grid where there are others', then on other grids, then elsewhere; in each place
    the main fleet first.
    """
    shared = look.shared_systems()
    yield from sorted(look.own(), key=lambda unit: (not unit.on_grid, unit.system not in shared, foremost(unit)))


def unit_label(look: Look, unit: Unit) -> str:
    """An own unit in a menu."""
    place = f"{unit.system} {unit.cell}" if unit.on_grid else "aboard" if unit.docked else "in hyperspace"
    return f"{own_label(look.known, unit)} ({unit.code}, {place})"


def exactly(look: Look, name: str, found: Found) -> Unit | None:
    """The own unit of exactly this name: in a large fleet folding every name takes long."""
    return own_named(look.known, look.own(), name)


def owned(look: Look, name: str, found: Found) -> Unit | None:
    """The own unit of this name, also where a menu leaves it out."""
    wanted = name.casefold()
    return exactly(look, name, found) or next((unit for unit in look.own() if unit.name.casefold() == wanted), None)


def somebody_elses(look: Look, name: str, found: Found) -> Refused | None:
    """NOT_OWNER for the name of a contact: the player knows it to be another's."""
    wanted = name.strip().casefold()
    for contact in look.contacts():
        if wanted in map(str.casefold, contact.names):
            return Refused("NOT_OWNER", {"unit": refused_as(look.world, contact)})
    return None


def off_guard(look: Look, unit: Unit, found: Found = NOTHING_FOUND) -> Refused | None:
    """GUARD_STAYS for a guard force, which does not leave its Ground Grid (GCW-RGF-04)."""
    return Refused("GUARD_STAYS", {"unit": shown(unit.name)}) if unit.guard else None


def when_found(field: str) -> Callable[[Callable[[Look, T, Any], Refused | None]], Test[Look, T]]:
    """Declares the function below it as a test of a thing by what another field names, once that is found."""

    def declare(test: Callable[[Look, T, Any], Refused | None]) -> Test[Look, T]:
        return lambda look, thing, found: None if (other := found.get(field)) is None else test(look, thing, other)

    return declare


class Owned(Noun[Look, Unit]):
    """A unit of the player's own, which is understood with its number in public posts, too, and kept without."""

    def lasting(self, look: Look, words: str) -> str:
        """The words without such numbers."""
        return unsigned(look.known, words)


OWN: Noun[Look, Unit] = Owned(
    "a unit of yours",
    own_units,
    lambda unit: (unit.name,),
    unit_label,
    unknown="NO_UNIT",
    stranger=somebody_elses,
    exact=exactly,
)
"""A unit of the player's."""


def dead(look: Look, hero: Hero, found: Found) -> Refused | None:
    """The living go where they are sent."""
    return None if hero.alive else Refused("HERO_DEAD", {"hero": shown(hero.name)})


OWN_HERO: Noun[Look, Hero] = Noun(
    "a hero of yours",
    viewers("heroes"),
    lambda hero: (hero.name,),
    unknown="NO_HERO",
    tests=(dead,),
)
"""A living hero of the player's."""

HERO_CLASS: Noun[Look, HeroClass] = Noun(
    "a hero class",
    lambda look, found: look.world.pack.heroes.values(),
    lambda chosen: (chosen.name, chosen.code),
    unknown=lambda look, words, hint: Refused(
        "NO_HERO_CLASS", {"name": words, "classes": ", ".join(kind.name for kind in look.world.pack.heroes.values())}
    ),
)
"""A class that a hero can be of."""


class Acting(Owned):
    """A unit that acts, in whose place a line may name several: a formation, a kind, a list; there is then a line for
    each (GCW-TRN-04).
    """

    several = True

    def options(self, look: Look, found: Found, typed: str) -> Iterator[Option]:
        """Formations first."""
        for formation, members in look.known.formations.get(look.viewer, {}).items():
            yield Option(
                formation,
                NN_("{formation}: formation of {units} unit", "{formation}: formation of {units} units", "units")(
                    formation=drawn(formation), units=len(members)
                ),
            )
        yield from super().options(look, found, typed)


ACTOR = Acting(
    "a unit of yours",
    own_units,
    lambda unit: (unit.name,),
    unit_label,
    unknown="NO_UNIT",
    stranger=somebody_elses,
    exact=exactly,
)
"""A unit of the player's, or several that do the same."""


def aimed_at(look: Look, found: Found = NOTHING_FOUND) -> Iterable[Contact]:
    """Contacts that may be aimed at, by what the viewer knows of them: those of the system where the unit stands,
    if one was named.
    """
    unit = found.get("unit")
    if isinstance(unit, Unit):
        return aims(look.world, look.known, look.viewer, place(look.known, unit).system)
    return aims_anywhere(look.world, look.known, look.viewer)


def contact_label(look: Look, contact: Contact) -> str:
    """A contact in a menu: what is known of it and where."""
    what = term(look.world.class_text(contact.code)) if contact.code else T_("unknown class")
    called, cell = drawn(contact.called), term(contact.cell)
    if contact.owner == NOBODY:
        return N_("{contact}: {what} at {cell}")(contact=called, what=what, cell=cell)
    return N_("{contact}: {what} of {player} at {cell}")(
        contact=called, what=what, player=drawn(contact.owner), cell=cell
    )


def ones_own(look: Look, name: str, found: Found) -> Refused | None:
    """OWN_TARGET for the name of a unit of the viewer's own, ONE_TARGET for several contacts."""
    wanted = name.strip().casefold()
    parts = parts_of(name, ())
    if len(parts) > 1 and all(contact_named(look.known, look.viewer, part) for part in parts):
        return Refused("ONE_TARGET", {"number": len(parts)})
    if any(wanted == unit.name.casefold() for unit in look.own()):
        return Refused("OWN_TARGET", {"unit": shown(name)})
    return None


def with_aims(look: Look, found: Found = NOTHING_FOUND) -> Iterator[Unit]:
    """The seat's own units in whose system something may be aimed at."""
    met = {contact.system for contact in aims_anywhere(look.world, look.known, look.viewer)}
    return (unit for unit in own_units(look) if place(look.known, unit).system in met)


CONTACT: Noun[Look, Contact] = Noun(
    "a contact",
    aimed_at,
    lambda contact: (contact.label, *contact.names),
    contact_label,
    unknown=lambda look, words, hint: Refused("TARGET_UNKNOWN", {"name": words}, fix=hint),
    stranger=ones_own,
    exact=lambda look, words, found: contact_named(look.known, look.viewer, words),
    keeps=lambda contact: contact.alias,
)
"""A unit of another's, by the alias that it has for the viewer, or by its name; kept by the alias, which stays."""


def behind(look: Look, contact: Contact) -> Unit | None:
    """The unit that a contact is, where whoever holds this state knows it: the referee does (GCW-SCN-18)."""
    binding = held_of(look.known, look.viewer, contact)
    unit = look.known.units.get(binding.unit) if binding is not None else None
    return located(look.known, unit) if unit is not None else None


def in_sight(look: Look, contact: Contact, found: Found) -> Refused | None:
    """Those that may still be attacked: "no such unit" and "you cannot see it" are one answer (GCW-SCN-18)."""
    gone = contact.gone in GONE_FOR_GOOD or target_ok(contact.status) is not None
    if not gone and not is_target(look.known, look.world, look.viewer, contact):
        return Refused("TARGET_UNKNOWN", {"name": refused_as(look.world, contact), "hint": ""}, rule="GCW-SCN-18")
    unit = None if gone else behind(look, contact)
    if gone or (unit is not None and target_ok(unit.status) is not None):
        return Refused(Code.TARGET_GONE, {"target": refused_as(look.world, contact)})
    return None


def foreign(look: Look, contact: Contact, found: Found) -> Refused | None:
    """Those that are not one's own."""
    unit = behind(look, contact)
    if (contact if unit is None else unit).owner == look.seat:
        return Refused("OWN_TARGET", {"unit": refused_as(look.world, contact)})
    return None


TARGET = CONTACT.that(in_sight, foreign)
"""What one may attack, wherever it is."""


def can(act: Act) -> Test[Look, Unit]:
    """Those that can do that where they are, in their state (GCW-DMG-09, -12, -17, GCW-GAL-05)."""
    return lambda look, unit, found: unable(look, unit, act)


def no_system(look: Look, name: str, hint: str) -> Refused:
    """ROUTE_INVALID, with the system that was likely meant (GCW-GAL-01)."""
    return Refused(Code.ROUTE_INVALID, {"detail": N_("there is no system “{system}”")(system=term(name))}, fix=hint)


def system_found(look: Look, name: str, found: Found) -> str | None:
    """A system by its name, whatever its case, or by the beginning of one."""
    known = look.world.pack.find_system(name)
    return known.name if known is not None else None


SYSTEM: Noun[Look, str] = Noun(
    "a system",
    lambda look, found: look.world.pack.systems,
    lambda system: (system,),
    unknown=no_system,
    exact=system_found,
)
"""A world of the galaxy map, by its name."""


class Known:
    """A world and what a seat knows, equal only to the very same: neither changes, and both are large to compare."""

    def __init__(self, world: World, state: State) -> None:
        self.world, self.state = world, state

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Known) and other.state is self.state and other.world is self.world

    def __hash__(self) -> int:
        return id(self.state)


def aims(world: World, known: State, seat: Seat, system: str) -> Sequence[Contact]:
    """Contacts in a system that the seat may shoot at by what it knows of them, wherever in the system (GCW-SCN-18)."""
    return _aims(Known(world, known), seat).get(system, ())


def aims_anywhere(world: World, known: State, seat: Seat) -> Iterator[Contact]:
    """Contacts that the seat may shoot at by what it knows of them, system by system."""
    for found in _aims(Known(world, known), seat).values():
        yield from found


@lru_cache(maxsize=8)
def _aims(of: Known, seat: Seat) -> Mapping[str, Sequence[Contact]]:
    found: dict[str, list[Contact]] = {}
    for contact in of.state.contacts_of(seat).values():
        if contact.gone or contact.owner == seat or contact.status in (Status.DOOMED, Status.DESTROYED):
            continue
        if is_target(of.state, of.world, seat, contact):
            found.setdefault(contact.system, []).append(contact)
    return found


def borders(world: World, state: State, unit: Unit, cell: str) -> Refused | None:
    """OB_GRID_LOCK for what carries troops at the edge of a bombarded Ground Grid; empty it may go (GCW-ORB-05).

    In games of version 1 ships went with theirs.
    """
    carrier = unit.kind is UnitKind.AUXILIARY or world.version >= MENDED
    if not carrier or grid_of(unit.cell) == grid_of(cell) or not any(one.kind in TROOPS for one in within(state, unit)):
        return None
    return locked(state, unit.system, unit.cell) or locked(state, unit.system, cell)


class Answered(Fact[State], frozen=True):
    """The answer to a question that a player asked of the rules, such as how long a course takes."""

    says = N_("{text}")
    text: Recorded


def final_instants(state: State) -> tuple[tuple[str, Instant], ...]:
    """Instants at which provisional turns become final, by seat, in order (GCW-TRN-04)."""
    pairs = {Provisional(turn.posted, turn.seat, turn.pressed): key for key, turn in state.turns.items()}
    return tuple((pairs[turn], at) for turn, at in finalised(tuple(pairs)))
