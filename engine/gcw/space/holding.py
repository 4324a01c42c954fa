"""Tractor holds: what beams hold, who knows, when they let go, and what goes along. Rulebook: GCW-TRC-04..08, -10, -11.

A hold is judged anew whenever a turn is final and whenever units come, go or change; it is control from then on for
everybody's next action, and no earlier (GCW-TRC-08).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import ClassVar

from msgspec.structs import replace

from engine.declared.changes import Its
from engine.game import Fact, Seat, Table, only, ruled
from engine.gcw.contacts import alias_of, hidden, lose, slip, untrack, watchers
from engine.gcw.data.codes import Code
from engine.gcw.data.terms import Status
from engine.gcw.figures.arithmetic import Exact
from engine.gcw.figures.grid import SPACE
from engine.gcw.figures.ucr import Role, refined
from engine.gcw.look import Look, contact_at, contact_words, hearers, own_name, player
from engine.gcw.state import NOBODY, Contact, ContactsSet, Hold, State, Unit, UnitKind, UnitsSet, Voyage, put, without
from engine.gcw.viewing import unit_note
from engine.gcw.world import Stand, World
from engine.report import News, Section
from engine.text.message import N_, NN_, NOTHING, T_, Text, joined, listed, name, term
from engine.text.reasons import Reasons

SHIP_METRES = 100
"""Metres of one projector of a ship, unless its spec says otherwise (GCW-TRC-02)."""


def held(projectors: int, attacker: int, defender: int, per: int = SHIP_METRES) -> int:
    """Metres that projectors hold, computed as damage is (GCW-TRC-04); `per` metres for each projector."""
    return refined(projectors * per, attacker, defender)


def pooled(parts: Iterable[int]) -> int:
    """Metres that several units of one player hold together, each part rounded by itself (GCW-TRC-06)."""
    return sum(parts)


def controls(metres: int, length: Exact) -> bool:
    """True if so many metres control a target of that length in metres: more than its length (GCW-TRC-05)."""
    return metres > length


def tractor_ok(projectors_free: int, length: Exact, target_length: Exact) -> Code | None:
    """None if a unit may take hold of a target (GCW-TRC-01, -06). Lengths in metres.

    Refused: `TRACTOR_NONE` without a free projector, `TRACTOR_SIZE` for a target not smaller than the unit.
    """
    if projectors_free < 1:
        return Code.TRACTOR_NONE
    return None if target_length < length else Code.TRACTOR_SIZE


HOLDABLE = frozenset({UnitKind.SHIP, UnitKind.AUXILIARY})
"""What tractor beams can hold; squadrons have no length, and platforms stay where they are (GCW-TRC-01)."""

BREAKING_UP = (Status.DOOMED, Status.DESTROYED)
"""What is held no longer."""

Beams = Mapping[str, int]


def projectors(world: World, code: str) -> tuple[int, int]:
    """Tractor projectors of a class, and the metres of each (GCW-TRC-02, -03)."""
    spec = world.spec(code)
    return spec.tractor_projectors, spec.tractor_m


def metres_text(decimetres: int) -> Text:
    """A length in metres: "150", "21.5"."""
    whole, part = divmod(decimetres, 10)
    return term(f"{whole:,}.{part}" if part else f"{whole:,}")


def key_of(hold: Hold) -> str:
    """The key of a hold in the state."""
    return f"{hold.seat}/{hold.target}"


def holds_of(state: State, seat: Seat) -> list[Hold]:
    """A player's holds."""
    return [hold for hold in state.holds.values() if hold.seat == seat]


def free(world: World, state: State, unit: Unit, target: str) -> int:
    """Projectors of a unit that hold nothing but this target of its player's (GCW-TRC-06)."""
    busy = sum(hold.beams.get(unit.id, 0) for hold in holds_of(state, unit.owner) if hold.target != target)
    return projectors(world, unit.code)[0] - busy


def in_range(world: World, unit: Unit, cell: str) -> bool:
    """True if a unit's beams reach a cell of its system: as its weapons would, auxiliaries' only their own cell.

    GCW-TRC-11.
    """
    if not unit.cell or not cell:
        return False
    if unit.kind is UnitKind.AUXILIARY:
        return unit.cell == cell
    return world.grid.fire(unit.cell, cell, world.shooter(unit.kind)) is None


def parts(world: World, state: State, beams: Beams, target: Unit | Contact) -> list[tuple[Unit, int]]:
    """Metres that each unit holds of a target of that class, each rounded by itself (GCW-TRC-04, -06).

    The target's rating is the one it has when nothing holds it (GCW-TRC-10).
    """
    defence = world.rating(state, Stand(target.code, target.cell, target.status), Role.DEFEND).value
    found = []
    for beam, number in beams.items():
        unit = state.units[beam]
        attack = world.rating_of(state, unit, Role.ATTACK).value
        found.append((unit, held(number, attack, defence, projectors(world, unit.code)[1])))
    return found


def strength(world: World, state: State, beams: Beams, target: Unit | Contact) -> int:
    """Metres that beams hold of a target together (GCW-TRC-06)."""
    return pooled(metres for _, metres in parts(world, state, beams, target))


def is_controlled(world: World, metres: int, code: str) -> bool:
    """True if so many metres control a unit of that class (GCW-TRC-05)."""
    return controls(metres, Fraction(world.spec(code).length_dm, 10))


def held_unit(state: State, hold: Hold) -> Unit | None:
    """The unit that a hold is on; None where whoever has this state knows of none."""
    own = state.units.get(hold.target)
    if own is not None:
        return own if own.owner == hold.seat else None
    binding = state.bindings.get(hold.seat, {}).get(hold.target)
    return state.units.get(binding.unit) if binding is not None and not binding.stale else None


def working(world: World, state: State, hold: Hold, target: Unit | Contact) -> dict[str, int]:
    """The beams of a hold that still work: of live units that are not disabled, and in range (GCW-TRC-10, -11)."""
    found = {}
    for beam, number in hold.beams.items():
        unit = state.units.get(beam)
        if unit is None or unit.owner != hold.seat or unit.status is not Status.ACTIVE:
            continue
        along = isinstance(target, Unit) and bool(unit.voyage) and unit.voyage == target.voyage
        if along or (unit.system and unit.system == target.system and in_range(world, unit, target.cell)):
            found[beam] = number
    return found


def judge_holds(world: World, table: Table[State]) -> None:
    """Every hold as it now stands: beams that work no more are off, and what holds too little lets go (GCW-TRC-10)."""
    for hold in list(table.state.holds.values()):
        judge(world, table, hold)
    for unit in list(table.state.units.values()):
        if unit.held:
            grip(world, table, unit.id)


def judge(world: World, table: Table[State], hold: Hold) -> None:
    """One hold: it ends, loses beams, or becomes control."""
    state, holder = table.state, only(hold.seat)
    target = held_unit(state, hold)
    if target is None or target.status in BREAKING_UP:
        table.say(HoldEnded(hold.seat, hold.target, NOT_THERE), holder)
        return
    beams = working(world, state, hold, target)
    metres = strength(world, state, beams, target)
    length = world.spec(target.code).length_dm
    if not is_controlled(world, metres, target.code):
        why = TOO_LITTLE.format(metres=metres, length=metres_text(length)) if beams else NO_REACH
        by = names_for(table.state, hold, target.owner)
        table.say(HoldEnded(hold.seat, hold.target, why), holder)
        if not target.held and target.owner not in (NOBODY, hold.seat):
            table.say(Tugged(target.id, by, metres, length), only(target.owner))
        return
    if (beams, metres, True) != (dict(hold.beams), hold.metres, hold.controlled):
        table.say(HoldSet(replace(hold, beams=beams, metres=metres, controlled=True), length), holder)
    if not target.held:
        grip(world, table, target.id)


def grip(world: World, table: Table[State], unit: str) -> None:
    """Tells the owner of a unit, its holders, and who is there whose beams control it: who took it first keeps it."""
    state = table.state
    target = state.units[unit]
    holds = {hold.seat: hold for hold in state.holds.values() if hold.controlled and held_unit(state, hold) == target}
    seat = target.held if target.held in holds else min(holds, default=NOBODY)
    by = names_for(state, holds[seat], target.owner) if seat else ()
    if seat and target.voyage:
        by = target.held_by  # as it knew them when they took it along
    if (seat, by) != (target.held, target.held_by):
        table.say(Gripped(unit, seat, by), hearers(target.owner))
    seen = () if hidden(state, world, target.cell) else watchers(state, target)
    for viewer in sorted({*seen, *holds}):
        alias = alias_of(table.state, viewer, unit)
        if alias is not None and table.state.contacts_of(viewer)[alias].held != bool(seat):
            table.say(GripSeen(viewer, alias, bool(seat)), only(viewer))


def names_for(state: State, hold: Hold, owner: Seat) -> tuple[str, ...]:
    """Names of the units that hold a target, for its owner: by their aliases, its own by name (GCW-SCN-18)."""
    names = []
    for beam in hold.beams:
        unit = state.units.get(beam)
        if unit is not None and unit.owner == owner:
            names.append(unit.name)
        elif unit is not None:
            names.append(alias_of(state, owner, beam) or "an unseen unit")
    return tuple(dict.fromkeys(names))


def in_tow(world: World, state: State, seat: Seat, units: Iterable[Unit]) -> list[Hold]:
    """The holds whose targets go along when these units enter hyperspace (GCW-TRC-07).

    The units' beams have to control the target by themselves, and it has to be in a space cell (GCW-TRN-09). What is
    not taken along stays, and is free when its holder is gone.
    """
    leaving = {unit.id for unit in units}
    found = []
    for hold in holds_of(state, seat):
        beams = {beam: number for beam, number in hold.beams.items() if beam in leaving}
        target: Unit | Contact | None = held_unit(state, hold) or state.contacts_of(seat).get(hold.target)
        if not beams or not hold.controlled or target is None or world.ring(target.cell) not in SPACE:
            continue
        if target.status in BREAKING_UP or (isinstance(target, Contact) and target.gone):
            continue  # it was shot down earlier in the turn (GCW-DMG-11, -12)
        known = bool(target.code)  # who does not know the class expects that parts of the beams will do
        whole = beams == dict(hold.beams) or not known
        if whole or is_controlled(world, strength(world, state, beams, target), target.code):
            found.append(replace(hold, beams=beams))
    return found


def own_in_tow(state: State, holds: Iterable[Hold]) -> list[Unit]:
    """The holder's own units among what goes along."""
    return [state.units[hold.target] for hold in holds if hold.target in state.units]


def take_along(world: World, table: Table[State], voyage: Voyage, holds: list[Hold]) -> None:
    """Other players' units in tow enter hyperspace: they vanish for all but their holder (GCW-TRC-07)."""
    others = [hold for hold in holds if hold.target not in table.state.units]
    if not others:
        return
    before = [(hold, unit) for hold in others if (unit := held_unit(table.state, hold)) is not None]
    for hold, unit in before:
        by = names_for(table.state, hold, unit.owner)
        table.say(DraggedOff((unit.id,), voyage.id, voyage.origin, by), hearers(unit.owner))
    aliases = tuple(hold.target for hold in others)
    table.say(TakenInTow(voyage.owner, aliases, voyage.destination), only(voyage.owner))
    for _, unit in before:
        told = () if hidden(table.state, world, unit.cell) else watchers(table.state, unit)
        lose(table, unit.id, "was dragged into hyperspace", tuple(seat for seat in told if seat != voyage.owner))
        slip(table, world, unit.id, told=(voyage.owner,))
        untrack(table, unit)


def dragged(state: State, voyage: Voyage) -> dict[Seat, list[Unit]]:
    """Other players' units that a voyage has in tow, by owner."""
    found: dict[Seat, list[Unit]] = {}
    for unit in state.units.values():
        if unit.voyage == voyage.id and unit.id not in voyage.units:
            found.setdefault(unit.owner, []).append(unit)
    return found


HELD = N_("Tractor beams of {crews} on {target}: held {metres} of {length} m, control.")
NOT_HELD = N_("Tractor beams of {crews} on {target}: held {metres} of {length} m, no control.")


class HoldSet(Fact[State], frozen=True):
    """Tractor beams of a player are on a target: so many metres of its length, in decimetres. For that player."""

    rule: ClassVar[str] = "GCW-TRC-05"
    hold: Hold
    length_dm: int

    def evolve(self, state: State) -> State:
        return replace(state, holds=put(state.holds, key_of(self.hold), self.hold))

    def words(self, look: Look) -> Text:
        """The metres of a hold, and whether they control."""
        hold = self.hold
        return (HELD if hold.controlled else NOT_HELD)(
            crews=listed(map(look.name, hold.beams)),
            target=held_name(look, hold.seat, hold.target),
            metres=hold.metres,
            length=metres_text(self.length_dm),
        )


RELEASED, NOT_THERE, NO_REACH = "you released it", "it is there no more", "none of them reaches it any more"
TOO_LITTLE = "they hold {metres} of {length} m"
OFF = Reasons(
    {
        RELEASED: N_("Your tractor beams are off {target}: you released it."),
        NOT_THERE: N_("Your tractor beams are off {target}: it is there no more."),
        NO_REACH: N_("Your tractor beams are off {target}: none of them reaches it any more."),
        TOO_LITTLE: N_("Your tractor beams are off {target}: they hold {metres} of {length} m."),
    },
    N_("Your tractor beams are off {target}: {why}."),
)
"""Why tractor beams are off what they held, as it is recorded, each with its sentence."""


class HoldEnded(Fact[State], frozen=True):
    """A player's tractor beams are off a target, and why, as `OFF` has it. For that player."""

    rule: ClassVar[str] = "GCW-TRC-10"
    seat: Seat
    target: str
    why: str

    def evolve(self, state: State) -> State:
        state = replace(state, holds=without(state.holds, f"{self.seat}/{self.target}"))
        return GripSeen(self.seat, self.target, False).evolve(state)

    def words(self, look: Look) -> Text:
        return OFF.words(self.why, target=held_name(look, self.seat, self.target))


YOU_GRIP = N_(
    "**{unit}** is held by the tractor beams of {by} of you: its UCR is 1 from now on (a derelict's stays 0). It can "
    "fire and launch, but neither move nor leave."
)
GRIPS = N_(
    "**{unit}** is held by the tractor beams of {by} of {player}: its UCR is 1 from now on (a derelict's stays 0). It "
    "can fire and launch, but neither move nor leave."
)


class Gripped(Fact[State], frozen=True):
    """A unit is controlled by a player's tractor beams, or by nobody's any more (GCW-TRC-05). For its owner.

    `by` is what its owner calls the units that hold it.
    """

    makes = UnitsSet("unit", held=Its("holder"), held_by=Its("by"))
    unit: str
    holder: Seat = NOBODY
    by: tuple[str, ...] = ()

    def words(self, look: Look) -> News:
        unit = look.name(self.unit)
        if not self.holder:
            return ruled(N_("**{unit}** is free of tractor beams.")(unit=unit), "GCW-TRC-10", decides=True)
        sentence = YOU_GRIP if look.mine(self.holder) else GRIPS
        words = sentence(unit=unit, by=holders(look, self.by), player=player(self.holder))
        return ruled(words, "GCW-TRC-08", decides=True)


IS_HELD = N_("**{contact}** is held by tractor beams: its UCR is 1.")
IS_FREE = N_("**{contact}** is free of tractor beams.")


class GripSeen(Fact[State], frozen=True):
    """A contact is controlled by tractor beams, or no more (GCW-TRC-08). For a viewer who has it in sight."""

    makes = ContactsSet("alias", "held")
    rule: ClassVar[str] = "GCW-TRC-08"
    viewer: Seat
    alias: str
    held: bool

    def words(self, look: Look) -> Text:
        return (IS_HELD if self.held else IS_FREE)(contact=contact_at(look.known, self.viewer, self.alias))


class Tugged(Fact[State], frozen=True):
    """Tractor beams reached for a unit and did not control it (GCW-TRC-05). For its owner."""

    rule: ClassVar[str] = "GCW-TRC-05"
    unit: str
    by: tuple[str, ...]
    metres: int
    length_dm: int

    def words(self, look: Look) -> Text:
        return N_("Tractor beams of {by} reach for **{unit}** and hold {metres} of {length} m: no control.")(
            by=holders(look, self.by), unit=look.name(self.unit), metres=self.metres, length=metres_text(self.length_dm)
        )


DRAGGED = N_("{by} entered hyperspace at {origin} with {units} in tow; you do not know where to.")
IN_BOLD = N_("**{name}**")


class DraggedOff(Fact[State], frozen=True):
    """Held units were taken into hyperspace with their holder (GCW-TRC-07). For their owner, who knows no more."""

    makes = UnitsSet("units", "voyage", held_by=Its("by"), system="", cell="", shields_up=False, patrol=False)
    rule: ClassVar[str] = "GCW-TRC-07"
    decides: ClassVar[bool] = True
    units: tuple[str, ...]
    voyage: str
    origin: str
    by: tuple[str, ...]

    def words(self, look: Look) -> Text:
        units = listed(IN_BOLD(name=look.name(unit)) for unit in self.units)
        return DRAGGED(by=holders(look, self.by), origin=term(self.origin), units=units)


class TakenInTow(Fact[State], frozen=True):
    """Contacts that a player takes along into hyperspace, where they are in no cell (GCW-TRC-07). For that player."""

    makes = ContactsSet("aliases", system="", cell="")
    rule: ClassVar[str] = "GCW-TRC-07"
    decides: ClassVar[bool] = True
    viewer: Seat
    aliases: tuple[str, ...]
    destination: str

    def words(self, look: Look) -> Text:
        taken = listed(IN_BOLD(name=contact_at(look.known, self.viewer, alias)) for alias in self.aliases)
        return N_("You have {contacts} in tow to {system}.")(contacts=taken, system=term(self.destination))


def held_name(look: Look, seat: Seat, target: str) -> Text:
    """The hearer's name for what its beams hold: a contact, or a unit of its own."""
    own = look.known.units.get(target)
    return IN_BOLD(name=own_name(look.known, own) if own is not None else contact_at(look.known, seat, target))


def holders(look: Look, by: Iterable[str]) -> Text:
    """The units that hold something, as the hearer knows them."""
    seen = look.known.contacts_of(look.seat) if look.seat is not None else {}
    return listed(contact_words(seen[alias]) if alias in seen else name(alias) for alias in by) or T_("somebody")


@unit_note(priority=10)
def grip_words(look: Look, unit: Unit) -> Text:
    """By whose tractor beams an own unit is held; "" where it is free (GCW-TRC-08)."""
    if not unit.held:
        return NOTHING
    seen = look.known.contacts_of(look.viewer)
    by = joined(", ", (contact_words(seen[alias]) if alias in seen else name(alias) for alias in unit.held_by))
    return N_("held by tractor beams of {holders}")(holders=by or player(unit.held))


PROJECTORS = NN_(
    "{number} projector of {metres} m, {left} free", "{number} projectors of {metres} m, {left} free", "number"
)
BEAMS_ON = N_("{beams} on {target}: {metres} m held in all")


def beam_sections(look: Look, unit: Unit) -> tuple[Section, ...]:
    """A unit's tractor projectors with what each hold comes to, and what holds it (GCW-TRC-02, -05)."""
    number, metres = projectors(look.world, unit.code)
    lines: list[Text] = []
    if number:
        lines.append(PROJECTORS(number=number, metres=metres, left=free(look.world, look.known, unit, "")))
    for hold in holds_of(look.known, unit.owner):
        if unit.id in hold.beams:
            own = look.known.units.get(hold.target)
            target = own_name(look.known, own) if own is not None else contact_at(look.known, unit.owner, hold.target)
            lines.append(BEAMS_ON(beams=hold.beams[unit.id], target=target, metres=hold.metres))
    if unit.held:
        lines.append(grip_words(look, unit))
    return Section.of(T_("Tractor beams"), lines)
