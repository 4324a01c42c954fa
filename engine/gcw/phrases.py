"""Words for things of a campaign, as players read them: units, classes, pools, states, places, contacts.

Everything takes what a seat knows. Player-given names come out safe for Discord (`engine.text.names.shown`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.dice.tables import total
from engine.game import Seat
from engine.gcw.figures.damage import DamageChannel, Layer, Pools, Status
from engine.gcw.figures.ucr import PLAIN, Rating
from engine.gcw.state import NOBODY, PUBLIC, Contact, State, Unit, UnitKind
from engine.gcw.world import JOINS, World
from engine.report import stamp
from engine.text.names import shown

LAYERS: dict[UnitKind, tuple[Layer, ...]] = {
    UnitKind.SHIP: (Layer.SHIELDS, Layer.ARMOR, Layer.SYSTEMS, Layer.HULL),
    UnitKind.PLATFORM: (Layer.SHIELDS, Layer.ARMOR, Layer.HULL),
    UnitKind.SQUADRON: (Layer.SHIELDS, Layer.ARMOR),
    UnitKind.AUXILIARY: (Layer.SHIELDS, Layer.ARMOR),
    UnitKind.SWARM: (Layer.SHIELDS, Layer.ARMOR),
    UnitKind.FACILITY: (Layer.SHIELDS, Layer.ARMOR, Layer.HULL),
    UnitKind.INFANTRY: (Layer.ARMOR,),
    UnitKind.VEHICLE: (Layer.ARMOR,),
    UnitKind.AIRSPEEDER: (Layer.ARMOR,),
    UnitKind.HERO: (Layer.ARMOR,),
}
"""The pools that a kind of unit has, in the order in which they are told."""

STATUS_WORDS: dict[Status, str] = {
    Status.ACTIVE: "active",
    Status.DISABLED_PENDING: "disabled, with one turn of last acts",
    Status.DISABLED: "disabled",
    Status.DERELICT: "derelict",
    Status.DOOMED: "doomed",
    Status.DESTROYED: "destroyed",
}

CHANNEL_WORDS: dict[str, str] = {
    DamageChannel.NORMAL: "",
    DamageChannel.ION: "ion",
    DamageChannel.PTL: "planetary turbolaser",
    DamageChannel.PIC: "planetary ion cannon",
    DamageChannel.BYPASS: "bombing run",
    DamageChannel.SCUTTLE: "from inside",
}

ACT_WORDS: dict[str, str] = {
    "MOVE": "moves into",
    "EXIT": "comes out of hyperspace at",
    "SHIELDS": "raises shields at",
    "FIRE": "fires at",
    "LAUNCH": "launches at",
    "BEAMS": "works tractor beams at",
    "BOARD": "puts troops aboard a ship at",
    "TAKEN": "changes hands at",
    "ADRIFT": "is given up at",
    "SCAN": "makes an active scan from",
    "": "is at",
}
"""What gave a unit away, before its place."""


def money(amount: int) -> str:
    """Kilocredits: "1,900 KC"."""
    return f"{amount:,} KC"


def counted(number: int, one: str, many: str = "") -> str:
    """A number and its noun: "1 ship", "3 ships"."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def listed(parts: Iterable[str], last: str = "and") -> str:
    """Words in a row: "a, b and c"."""
    words = list(parts)
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def player(seat: Seat) -> str:
    """A player in a sentence."""
    return shown(seat) if seat != NOBODY else "units of no player"


def you_or(seat: Seat, reader: Seat | None) -> str:
    """A player as the subject of a sentence, for its reader."""
    return "You" if seat == reader and seat != NOBODY else player(seat)


def faction(world: World, code: str) -> str:
    """A faction's name; the code for one that is not in the pack."""
    found = world.pack.factions.get(code)
    return found.name if found is not None else code


def class_words(world: World, code: str) -> str:
    """A class: "Imperial-class Star Destroyer I (ISD)"; "a unit of unknown class" without a code."""
    return world.class_text(code) if code else "a unit of unknown class"


def code_words(code: str) -> str:
    """A class as it is typed; a swarm by its squadrons: "2 TF + 1 TI"."""
    codes = code.split(JOINS)
    if len(codes) == 1:
        return code
    return " + ".join(f"{codes.count(one)} {one}" for one in dict.fromkeys(codes))


def unit_name(known: State, unit: str) -> str:
    """An own unit's name by its id; "a unit" for one that is no more known."""
    found = known.units.get(unit)
    return shown(found.name) if found is not None else "a unit"


def contact_words(contact: Contact) -> str:
    """What the viewer calls a contact: its name, with the alias that orders understand, or the alias alone."""
    return f"{shown(contact.name)} ({contact.alias})" if contact.name else contact.alias


def contact_at(known: State, viewer: Seat, alias: str) -> str:
    """A contact's words by its alias."""
    contact = known.contacts_of(viewer).get(alias)
    return contact_words(contact) if contact is not None else alias


def side_of_contact(known: State, contact: Contact) -> Seat:
    """Whose a contact is: as its viewer saw, or as the posts say of its public number (GCW-PST-03); else nobody's."""
    if contact.owner or not contact.track:
        return contact.owner
    tracked = known.contacts_of(PUBLIC).get(f"Contact {contact.track}")
    return tracked.owner if tracked is not None else NOBODY


def pools_words(pools: Pools, most: Pools, kind: UnitKind) -> str:
    """Pools as "shields 3,200/3,200, armor 20/80"."""
    return ", ".join(f"{layer_words(layer, kind)} {pools.of(layer):,}/{most.of(layer):,}" for layer in LAYERS[kind])


def layer_words(layer: Layer, kind: UnitKind) -> str:
    """A pool's name: the one pool of a ground unit are its hit points (register 0.4)."""
    return "hit points" if len(LAYERS[kind]) == 1 else str(layer)


def lost_words(absorbed: Pools, kind: UnitKind | None = None) -> str:
    """What layers lost, of a unit of that kind where it is known: "shields −150, armor −5"; "" where nothing did."""
    return ", ".join(
        f"{layer_words(layer, kind) if kind is not None else layer} −{absorbed.of(layer):,}"
        for layer in Layer
        if absorbed.of(layer) > 0
    )


def decimal(thousandths: int) -> str:
    """Thousandths as players write them: "0.428"."""
    return f"{thousandths // 1000}.{thousandths % 1000:03d}"


def where(known: State, unit: Unit) -> str:
    """Where an own unit is: on a grid, aboard another, or in hyperspace."""
    if unit.docked:
        host = known.units.get(unit.docked)
        if host is None and unit.inside:
            return f"aboard {contact_at(known, unit.owner, unit.inside)}"
        inside = "in" if host is not None and host.kind is UnitKind.FACILITY else "aboard"
        return f"{inside} {unit_name(known, unit.docked)}"
    if unit.inside:
        return f"{unit.system} {unit.cell}, inside {contact_at(known, unit.owner, unit.inside)}"
    voyage = known.voyages.get(unit.voyage) if unit.voyage else None
    if voyage is not None:
        return f"in hyperspace to {voyage.destination}, there {stamp(voyage.due_at)}"
    if unit.voyage:
        return f"in hyperspace, in the tow of {player(unit.held)}"
    return f"{unit.system} {unit.cell}".strip() or "nowhere"


def place_of(contact: Contact) -> str:
    """Where a contact was last heard; one in tow through hyperspace is in no cell."""
    return f"{contact.system} {contact.cell}" if contact.cell else "in your tow, in hyperspace"


KINDS_ABOARD: dict[UnitKind, tuple[str, str]] = {
    UnitKind.SQUADRON: ("squadron", "squadrons"),
    UnitKind.SWARM: ("swarm", "swarms"),
    UnitKind.AUXILIARY: ("auxiliary", "auxiliaries"),
    UnitKind.INFANTRY: ("squad", "squads"),
    UnitKind.VEHICLE: ("vehicle", "vehicles"),
    UnitKind.AIRSPEEDER: ("airspeeder", "airspeeders"),
}
"""What can be inside another unit, one and several of it."""


def aboard_words(counts: Mapping[UnitKind, int]) -> str:
    """What a scan counted inside a unit: "6 squadrons, 2 auxiliaries"."""
    return ", ".join(
        counted(number, *KINDS_ABOARD.get(kind, (kind.value, f"{kind.value}s"))) for kind, number in counts.items()
    )


def grouped(units: Iterable[Unit]) -> str:
    """Units by class: "4 TF, 2 LAM, 20 STM", infantry by squads, in order of first mention."""
    counts: dict[str, int] = {}
    for unit in units:
        counts[unit.code] = counts.get(unit.code, 0) + (unit.count if unit.kind is UnitKind.INFANTRY else 1)
    return ", ".join(class_count(count, code) for code, count in counts.items())


def class_count(number: int, code: str) -> str:
    """So many of a class: "4 TF"; swarms by their squadrons: "1 swarm (2 TF + 1 TI)"."""
    return f"{counted(number, 'swarm')} ({code_words(code)})" if JOINS in code else f"{number} {code}"


def reasons(side: str, rating: Rating | None) -> str:
    """Every modifier of a rating with its reason and rule: " Target UCR: 11, −1 in the atmosphere (GCW-ATM-02)."."""
    if rating is None:
        return ""
    parts = [f"{rating.base}" if rating.rule == PLAIN else f"{rating.base}, {rating.reason} ({rating.rule})"]
    for one in rating.modifiers:
        parts.append(f"{'−' if one.value < 0 else '+'}{abs(one.value)} {one.reason} ({one.rule})")
    if rating.value != rating.base + total(rating.modifiers):
        parts.append(f"never less than {rating.value} (GCW-UCR-05)")
    return f" {side} UCR: {', '.join(parts)}."
