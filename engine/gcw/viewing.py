"""Parts that views are made of: the things they are about, bars and lines, units and classes in words. GCW-FAM,
GCW-UCR.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from engine.game import Refusal
from engine.gcw.data.codes import Code
from engine.gcw.data.marks import Mount
from engine.gcw.data.places import System
from engine.gcw.data.terms import DamageChannel, Pools, Status
from engine.gcw.data.units import FacilityType, UnitClass
from engine.gcw.figures.ucr import Rating, Role
from engine.gcw.figures.weapons import raw, raw_by_channel
from engine.gcw.look import (
    CHANNEL_WORDS,
    LAYERS,
    LONGEST_LINE,
    STATUS_WORDS,
    Look,
    class_count,
    class_words,
    code_words,
    grouped,
    hyper_words,
    layer_words,
    own_label,
    place_of,
)
from engine.gcw.state import CRAFT, Contact, Unit, UnitKind, carried, foremost
from engine.gcw.world import Stand, grid_of
from engine.noun import Found, Value
from engine.orders import Option
from engine.text.message import N_, NN_, T_, Text, clipped, did_you_mean, joined, name, stamp, term

NO_SYSTEM = N_("There is no system “{name}”.")
NO_THING, NOTHING_YET = N_("You know of no unit called “{name}”."), T_("You have no unit and no contact yet.")
LISTS_OF_UNITS = T_("`/gcw-show fleet` lists yours, `/gcw-show contacts` the others.")
NO_CLASS, SUCH_AS = N_("There is no class “{name}”."), T_("Give a code, such as ISD, or a name.")


def find_system(look: Look, words: str, found: Found) -> System:
    """A system by name; without one, where something is going on for the seat. Raises Refusal ROUTE_INVALID."""
    systems = look.world.pack.systems
    if not words.strip():
        return systems[likely_systems(look)[0]]
    system = look.world.pack.find_system(words)
    if system is None:
        raise Refusal(Code.ROUTE_INVALID, NO_SYSTEM(name=name(words)), "GCW-GAL-01", did_you_mean(words, systems))
    return system


def likely_systems(look: Look) -> list[str]:
    """All systems: battles first, then those with own units, contacts, the home, the rest by name."""
    order = [name for name, battle in look.known.battles.items() if look.viewer in battle.parties]
    order += sorted(look.known.battles)
    order += [unit.system for unit in look.own() if unit.cell]
    order += [contact.system for contact in look.contacts() if contact.system and not contact.gone]
    player = look.known.players.get(look.viewer)
    order += [player.home] if player is not None else []
    order += sorted(look.known.owners)
    return list(
        dict.fromkeys(name for name in (*order, *sorted(look.world.pack.systems)) if name in look.world.pack.systems)
    )


def systems_offered(look: Look, found: Found) -> Iterator[Option]:
    """All systems with their regions, likeliest first."""
    for system in likely_systems(look):
        yield Option(system, f"{system}: {look.world.pack.systems[system].region}")


PLACE: Value[Look, System] = Value("a system", find_system, systems_offered)
"""The system that a view is about: without a name that where something is going on for the seat."""


def find_thing(look: Look, words: str, found: Found) -> Unit | Contact:
    """An own unit or a contact by name or alias; without a name the first ship. Raises Refusal TARGET_UNKNOWN.

    "No such unit" and "you cannot see it" are one answer (GCW-SCN-18).
    """
    look.player_needed(or_moderator=True)
    wanted = words.strip().casefold()
    own, contacts = look.own(), look.contacts()
    if not wanted and own:
        return next((unit for unit in own if unit.kind is UnitKind.SHIP), own[0])
    for unit in own:
        if unit.name.casefold() == wanted or own_label(look.known, unit).casefold() == wanted:
            return unit
    for contact in contacts:
        if wanted in (contact.alias.casefold(), f"track {contact.track}" if contact.track else "", str(contact.number)):
            return contact
    named = [contact for contact in contacts if wanted in map(str.casefold, contact.names)]
    if wanted and named:
        return min(named, key=lambda contact: bool(contact.gone))
    if not wanted:
        raise Refusal("TARGET_UNKNOWN", NOTHING_YET, "GCW-SCN-18")
    names = [*(unit.name for unit in own), *(contact.label for contact in contacts)]
    hint = did_you_mean(words, names) or LISTS_OF_UNITS
    raise Refusal("TARGET_UNKNOWN", NO_THING(name=name(words)), "GCW-SCN-18", hint)


def things_offered(look: Look, found: Found) -> Iterator[Option]:
    """Own units where somebody else is, contacts, own units on other grids and elsewhere."""
    shared, own = look.shared_systems(), look.own()

    def named(unit: Unit) -> Option:
        return Option(unit.name, f"{own_label(look.known, unit)}: {class_words(look.world, unit.code)}")

    yield from (named(unit) for unit in own if unit.on_grid and unit.system in shared)
    for contact in look.contacts():
        what = class_words(look.world, contact.code) if contact.code else T_("class unknown")
        yield Option(contact.alias, f"{contact.called}: {what}, {place_of(contact)}", contact.names)
    yield from (named(unit) for unit in own if unit.on_grid and unit.system not in shared)
    yield from (named(unit) for unit in own if not unit.on_grid)


THING: Value[Look, Unit | Contact] = Value("a unit of yours or a contact", find_thing, things_offered)
"""The unit that a view is about, one's own or another's: without a name one's first ship."""


def find_class(look: Look, words: str, found: Found) -> UnitClass | FacilityType:
    """A class of unit or a type of facility. Raises Refusal NO_CLASS."""
    pack = look.world.pack
    spec = pack.find_unit(words) or pack.find_facility(words)
    if spec is None:
        names = [unit.name for unit in (*pack.units.values(), *pack.facilities.values())]
        names += [*pack.units, *pack.facilities]
        raise Refusal("NO_CLASS", NO_CLASS(name=name(words)), "GCW-FAC-11", did_you_mean(words, names) or SUCH_AS)
    return spec


def classes_offered(look: Look, found: Found) -> Iterator[Option]:
    """Every class and type of the pack."""
    for spec in (*look.world.pack.units.values(), *look.world.pack.facilities.values()):
        yield Option(spec.code, f"{spec.code}: {spec.name}")


CLASS: Value[Look, UnitClass | FacilityType] = Value("a class", find_class, classes_offered)
"""The class of units, or type of facility, that a view is about."""

ALIKE = CRAFT | {UnitKind.VEHICLE, UnitKind.AIRSPEEDER}
"""What is told together when it is of one class, in one place, and unharmed."""


def ground_grids(look: Look) -> list[str]:
    """The Ground Grids of every system: "G-1" to "G-4"."""
    return list(dict.fromkeys(grid_of(cell) for cell in look.world.grid.cells if grid_of(cell)))


BLOCKS = 5


def blocks(value: int, most: int) -> Text:
    """A bar in text: "▰▰▰▱▱"; any point left shows, and only a full pool fills it."""
    if most <= 0:
        return term("▱" * BLOCKS)
    filled = 0 if value <= 0 else BLOCKS if value >= most else min(max(1, BLOCKS * value // most), BLOCKS - 1)
    return term("▰" * filled + "▱" * (BLOCKS - filled))


POOL, POOL_DOWN = N_("{layer} {bar} {left:,}/{full:,}"), N_("{layer} {bar} {left:,}/{full:,} (down)")


def pool_bars(pools: Pools, most: Pools, kind: UnitKind, *, shields_up: bool | None = None) -> list[Text]:
    """Pools as bars with figures: "shields ▰▰▰▰▰ 3,200/3,200"."""
    bars = []
    for layer in LAYERS[kind]:
        left, full = pools.of(layer), most.of(layer)
        if full:
            sentence = POOL_DOWN if layer == "shields" and shields_up is False else POOL
            bars.append(sentence(layer=layer_words(layer, kind), bar=blocks(left, full), left=left, full=full))
    return bars


def pool_line(pools: Pools, most: Pools, kind: UnitKind, *, shields_up: bool | None = None) -> Text:
    """Pools as bars in one line."""
    return joined(" · ", pool_bars(pools, most, kind, shields_up=shields_up))


NONE = T_("none")


def lines_or(lines: Iterable[Text], nothing: Text = NONE) -> tuple[Text, ...]:
    """The lines, or one that says there are none."""
    return tuple(lines) or (nothing,)


Note = Callable[[Look, Unit], Text]


NOTES: list[tuple[int, Note]] = []


def unit_note(priority: int) -> Callable[[Note], Note]:
    """Declares the function below it as what a chapter adds to a unit's lines, lowest priority first."""

    def declare(note: Note) -> Note:
        NOTES.append((priority, note))
        NOTES.sort(key=lambda one: one[0])
        return note

    return declare


AT, AT_ON_PATROL = N_("{units} at {cell}, unharmed: {names}"), N_("{units} at {cell}, on patrol, unharmed: {names}")


NOWHERE_AT = N_("{units}, unharmed: {names}")


def unit_lines(look: Look, units: Iterable[Unit]) -> list[Text]:
    """Units in words, the main fleet first: ships and platforms one by one, unharmed craft of a class in a cell
    together.
    """
    lines: list[Text] = []
    stacks: dict[tuple[str, str, bool], list[Unit]] = {}
    for unit in sorted(units, key=foremost):
        whole = unit.pools == look.world.full(unit.code, unit.count) and unit.status is Status.ACTIVE
        if unit.kind in ALIKE and whole and unit.exit_until is None:
            stacks.setdefault((unit.code, unit.cell, unit.patrol), []).append(unit)
        else:
            lines += one_unit(look, unit)
    for (code, cell, patrol), stack in stacks.items():
        sentence = (AT_ON_PATROL if patrol else AT) if cell else NOWHERE_AT
        line = sentence(units=class_count(len(stack), code), cell=term(cell), names=look.titles(stack))
        lines.append(clipped(line, LONGEST_LINE))
    return lines


UNIT, UNIT_CP = N_("**{name}** ({code})"), N_("**{name}** ({code}, {cp} CP)")


GARRISON, ABOARD, GUESTS = N_("garrison: {units}"), N_("aboard: {units}"), N_("guests: {units}")


def one_unit(look: Look, unit: Unit) -> list[Text]:
    """A unit: what and where it is, its pools, its hangar."""
    sentence = UNIT_CP if unit.kind is UnitKind.SHIP or unit.escort else UNIT
    words = (N_("**{name}** ({code}, {left} of {most} squads)") if unit.kind is UnitKind.INFANTRY else sentence)(
        name=look.titled(unit),
        code=code_words(unit.code),
        cp=look.world.cp(unit.code),
        left=look.world.squads(unit.code, unit.pools),
        most=unit.count,
    )
    parts = [N_("{unit} {cell}")(unit=words, cell=term(unit.cell)) if unit.cell else words]
    if unit.status is not Status.ACTIVE:
        parts.append(N_("**{status}**")(status=STATUS_WORDS[unit.status]))
    if unit.patrol:
        parts.append(T_("on patrol"))
    if still_held(look, unit) and unit.exit_until:
        parts.append(N_("no movement until {at}")(at=stamp(unit.exit_until)))
    lines = [joined(" · ", parts)]
    lines += filter(None, (note(look, unit) for _, note in NOTES))
    lines.append(pool_line(unit.pools, look.world.full(unit.code, unit.count), unit.kind, shields_up=unit.shields_up))
    aboard = [cargo for cargo in carried(look.known, unit) if not cargo.guest_in]
    if aboard:
        lines.append((GARRISON if unit.kind is UnitKind.FACILITY else ABOARD)(units=grouped(aboard)))
    guests = Counter(guest.code for guest in look.known.guests.values() if guest.host == unit.id)
    if guests:
        lines.append(GUESTS(units=joined(", ", (class_count(many, code) for code, many in guests.items()))))
    return lines


def still_held(look: Look, unit: Unit) -> bool:
    """True if a unit cannot move yet after leaving hyperspace (GCW-HYX-03)."""
    return unit.exit_until is not None and look.now < unit.exit_until


TWO_UCR = N_("UCR {attack} attacking, {defend} defending ({workings})")


BASE, MODIFIER = N_("{base} {reason}"), N_("{value:+} {reason}")


MOVES = NN_("{number} movement point a turn", "{number} movement points a turn", "number")


def figures(look: Look, code: str, cell: str, status: Status, *, held: bool = False) -> list[Text]:
    """Ratings with their workings, movement and hyperspace of a class where it stands, held by tractor beams or not."""
    world = look.world
    stand = Stand(code, cell, status, held)
    attack, defend = (world.rating(look.known, stand, role) for role in Role)
    workings = rating_words(attack)
    lines = [
        N_("UCR {value} ({workings})")(value=attack.value, workings=workings)
        if attack == defend
        else TWO_UCR(attack=attack.value, defend=defend.value, workings=workings),
        MOVES(number=world.move_points(code)),
        hyper_words(world, code),
    ]
    if world.interdicts(code):
        lines.append(T_("keeps its enemies from hyperspace"))
    return lines


def rating_words(rating: Rating) -> Text:
    """Parts of a rating, in words: "7 speed and maneuver, −1 in the atmosphere"."""
    base = BASE(base=rating.base, reason=term(rating.reason))
    return joined(", ", (base, *(MODIFIER(value=one.value, reason=term(one.reason)) for one in rating.modifiers)))


MOUNT, VOLLEY = N_("{mount}: {damage:,} raw ({weapon})"), N_("**all: {amounts}**")


def weapon_lines(look: Look, mounts: tuple[Mount, ...]) -> tuple[Text, ...]:
    """Mounts with their raw damage, and the totals by channel."""
    chart = look.world.pack.weapons
    lines = [
        MOUNT(mount=term(str(mount)), damage=raw(chart, mount), weapon=term(chart[mount.weapon].name))
        for mount in mounts
    ]
    totals = raw_by_channel(chart, mounts)
    if totals:
        lines.append(VOLLEY(amounts=joined(" + ", (amount_words(*total) for total in totals.items()))))
    return lines_or(lines, T_("unarmed"))


def amount_words(channel: DamageChannel, amount: int) -> Text:
    """Raw damage of a channel."""
    words = CHANNEL_WORDS[channel]
    return N_("{amount:,} {channel}")(amount=amount, channel=words) if words else N_("{amount:,} normal")(amount=amount)
