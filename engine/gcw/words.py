"""Words for things of a campaign, as players read them: units, classes, pools, states, places, contacts.

Everything takes what a seat knows. What players called something comes out escaped (`engine.text.message`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from engine.dice.tables import total
from engine.game import Seat
from engine.gcw.data.terms import DamageChannel, Layer, Pools, Status
from engine.gcw.figures.ucr import PLAIN, Rating
from engine.gcw.state import NOBODY, PUBLIC, Contact, State, Unit, UnitKind
from engine.gcw.world import JOINS, World
from engine.report import News
from engine.text import message
from engine.text.message import N_, NN_, NOTHING, T_, Text, joined, name, stamp, term

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

STATUS_WORDS: dict[Status, Text] = {
    Status.ACTIVE: T_("active"),
    Status.DISABLED_PENDING: T_("disabled, with one turn of last acts"),
    Status.DISABLED: T_("disabled"),
    Status.DERELICT: T_("derelict"),
    Status.DOOMED: T_("doomed"),
    Status.DESTROYED: T_("destroyed"),
}

CHANNEL_WORDS: dict[str, Text] = {
    DamageChannel.NORMAL: NOTHING,
    DamageChannel.ION: T_("ion"),
    DamageChannel.PTL: T_("planetary turbolaser"),
    DamageChannel.PIC: T_("planetary ion cannon"),
    DamageChannel.BYPASS: T_("bombing run"),
    DamageChannel.SCUTTLE: T_("from inside"),
}

ACT_WORDS: dict[str, Text] = {
    "MOVE": T_("moves into"),
    "EXIT": T_("comes out of hyperspace at"),
    "SHIELDS": T_("raises shields at"),
    "FIRE": T_("fires at"),
    "LAUNCH": T_("launches at"),
    "BEAMS": T_("works tractor beams at"),
    "BOARD": T_("puts troops aboard a ship at"),
    "TAKEN": T_("changes hands at"),
    "ADRIFT": T_("is given up at"),
    "SCAN": T_("makes an active scan from"),
    "": T_("is at"),
}
"""What gave a unit away, before its place."""


MONEY = N_("{amount:,} KC")


def money(amount: int) -> Text:
    """Kilocredits: "1,900 KC"."""
    return MONEY(amount=amount)


def counted(number: int, one: str, many: str = "") -> Text:
    """A number and its noun: "1 ship", "3 ships"."""
    return term(f"{number} {one if number == 1 else many or one + 's'}")


def listed(parts: Iterable[str], last: str = "and") -> Text:
    """Words in a row: "a, b and c"."""
    words = list(parts)
    if len(words) < 2:
        return term("".join(words))
    return term(f"{', '.join(words[:-1])} {last} {words[-1]}")


AND_MORE = N_("{names} and {number} more")


def some_of(names: Sequence[Text], most: int, first: int) -> Text:
    """Names in a row; of more than `most` the first ones, and how many more there are."""
    if len(names) <= most:
        return message.listed(names)
    return AND_MORE(names=message.listed(names[:first]), number=len(names) - first)


NO_PLAYER, YOU = T_("units of no player"), T_("You")


def player(seat: Seat) -> Text:
    """A player in a sentence."""
    return name(seat) if seat != NOBODY else NO_PLAYER


def you_or(seat: Seat, reader: Seat | None) -> Text:
    """A player as the subject of a sentence, for its reader."""
    return YOU if seat == reader and seat != NOBODY else player(seat)


def faction(world: World, code: str) -> Text:
    """A faction's name; the code for one that is not in the pack."""
    found = world.pack.factions.get(code)
    return term(found.name if found is not None else code)


UNKNOWN_CLASS = T_("a unit of unknown class")


def class_words(world: World, code: str) -> Text:
    """A class: "Imperial-class Star Destroyer I (ISD)"; "a unit of unknown class" without a code."""
    return term(world.class_text(code)) if code else UNKNOWN_CLASS


def code_words(code: str) -> Text:
    """A class as it is typed; a swarm by its squadrons: "2 TF + 1 TI"."""
    codes = code.split(JOINS)
    if len(codes) == 1:
        return term(code)
    return term(" + ".join(f"{codes.count(each)} {each}" for each in dict.fromkeys(codes)))


HYPERSPACE, NO_HYPERDRIVE = N_("hyperspace rating {rating}"), T_("no hyperdrive")


def hyper_words(world: World, code: str) -> Text:
    """The hyperspace rating of a class."""
    rating = world.spec(code).hyper_tenths
    return HYPERSPACE(rating=tenths(rating)) if rating else NO_HYPERDRIVE


def tenths(amount: int) -> Text:
    """Tenths as players write them: "1", "1.5"."""
    whole, part = divmod(amount, 10)
    return term(f"{whole}.{part}" if part else str(whole))


A_UNIT = T_("a unit")


def unit_name(known: State, unit: str) -> Text:
    """An own unit's name by its id; "a unit" for one that is no more known."""
    found = known.units.get(unit)
    return name(found.name) if found is not None else A_UNIT


TRACK = N_("Track {track}")
NAME_AND_ALIAS = N_("{name} ({alias})")


def contact_words(contact: Contact) -> Text:
    """What the viewer calls a contact: its name, with the alias that orders understand, or the alias alone."""
    alias = term(contact.alias)
    return NAME_AND_ALIAS(name=name(contact.name), alias=alias) if contact.name else alias


def contact_at(known: State, viewer: Seat, alias: str) -> Text:
    """A contact's words by its alias."""
    contact = known.contacts_of(viewer).get(alias)
    return contact_words(contact) if contact is not None else name(alias)


def side_of_contact(known: State, contact: Contact) -> Seat:
    """Whose a contact is: as its viewer saw, or as the posts say of its public number (GCW-PST-03); else nobody's."""
    if contact.owner or not contact.track:
        return contact.owner
    tracked = known.contacts_of(PUBLIC).get(f"Contact {contact.track}")
    return tracked.owner if tracked is not None else NOBODY


POOL_LEFT = N_("{layer} {left:,}/{full:,}")


def pools_words(pools: Pools, most: Pools, kind: UnitKind) -> Text:
    """Pools as "shields 3,200/3,200, armor 20/80"."""
    parts = (
        POOL_LEFT(layer=layer_words(layer, kind), left=pools.of(layer), full=most.of(layer)) for layer in LAYERS[kind]
    )
    return joined(", ", parts)


HIT_POINTS = T_("hit points")


def layer_words(layer: Layer, kind: UnitKind) -> Text:
    """A pool's name: the one pool of a ground unit are its hit points (register 0.4)."""
    return HIT_POINTS if len(LAYERS[kind]) == 1 else term(layer)


POOL_LOST = N_("{layer} −{lost:,}")


def lost_words(absorbed: Pools, kind: UnitKind | None = None) -> Text:
    """What layers lost, of a unit of that kind where it is known: "shields −150, armor −5"; "" where nothing did."""
    lost = (layer for layer in Layer if absorbed.of(layer) > 0)
    return joined(
        ", ",
        (
            POOL_LOST(layer=layer_words(layer, kind) if kind is not None else term(layer), lost=absorbed.of(layer))
            for layer in lost
        ),
    )


def decimal(thousandths: int) -> Text:
    """Thousandths as players write them: "0.428"."""
    return term(f"{thousandths // 1000}.{thousandths % 1000:03d}")


ABOARD, IN, INSIDE = N_("aboard {host}"), N_("in {host}"), N_("{system} {cell}, inside {host}")
VOYAGE, TOWED = N_("in hyperspace to {system}, there {at}"), N_("in hyperspace, in the tow of {player}")
NOWHERE = T_("nowhere")
PLACE = N_("{system} {cell}")


def where(known: State, unit: Unit) -> Text:
    """Where an own unit is: on a grid, aboard another, or in hyperspace."""
    if unit.docked:
        host = known.units.get(unit.docked)
        if host is None and unit.inside:
            return ABOARD(host=contact_at(known, unit.owner, unit.inside))
        sentence = IN if host is not None and host.kind is UnitKind.FACILITY else ABOARD
        return sentence(host=unit_name(known, unit.docked))
    if unit.inside:
        inside = contact_at(known, unit.owner, unit.inside)
        return INSIDE(system=term(unit.system), cell=term(unit.cell), host=inside)
    voyage = known.voyages.get(unit.voyage) if unit.voyage else None
    if voyage is not None:
        return VOYAGE(system=term(voyage.destination), at=stamp(voyage.due_at))
    if unit.voyage:
        return TOWED(player=player(unit.held))
    return term(f"{unit.system} {unit.cell}".strip()) or NOWHERE


IN_YOUR_TOW = T_("in your tow, in hyperspace")


def place_of(contact: Contact) -> Text:
    """Where a contact was last heard; one in tow through hyperspace is in no cell."""
    return PLACE(system=term(contact.system), cell=term(contact.cell)) if contact.cell else IN_YOUR_TOW


SQUADS = NN_("{number} squad", "{number} squads", "number")

KINDS_ABOARD = {
    UnitKind.SQUADRON: NN_("{number} squadron", "{number} squadrons", "number"),
    UnitKind.SWARM: NN_("{number} swarm", "{number} swarms", "number"),
    UnitKind.AUXILIARY: NN_("{number} auxiliary", "{number} auxiliaries", "number"),
    UnitKind.INFANTRY: SQUADS,
    UnitKind.VEHICLE: NN_("{number} vehicle", "{number} vehicles", "number"),
    UnitKind.AIRSPEEDER: NN_("{number} airspeeder", "{number} airspeeders", "number"),
    UnitKind.HERO: NN_("{number} hero", "{number} heroes", "number"),
}
"""What can be inside another unit, one and several of it."""


def aboard_words(counts: Mapping[UnitKind, int]) -> Text:
    """What a scan counted inside a unit: "6 squadrons, 2 auxiliaries"."""
    return joined(", ", (KINDS_ABOARD[kind](number=number) for kind, number in counts.items()))


def grouped(units: Iterable[Unit]) -> Text:
    """Units by class: "4 TF, 2 LAM, 20 STM", infantry by squads, in order of first mention."""
    counts: dict[str, int] = {}
    for unit in units:
        counts[unit.code] = counts.get(unit.code, 0) + (unit.count if unit.kind is UnitKind.INFANTRY else 1)
    return joined(", ", (class_count(count, code) for code, count in counts.items()))


SWARMS = NN_("{number} swarm ({squadrons})", "{number} swarms ({squadrons})", "number")


def class_count(number: int, code: str) -> Text:
    """So many of a class: "4 TF"; swarms by their squadrons: "1 swarm (2 TF + 1 TI)"."""
    return SWARMS(number=number, squadrons=code_words(code)) if JOINS in code else term(f"{number} {code}")


ATTACKER, TARGET = T_("Attacker"), T_("Target")
RATING = N_(" {side} UCR: {parts}.")
BASE, MODIFIED = N_("{base}, {reason} ({rule})"), N_("{sign}{value} {reason} ({rule})")
FLOOR = N_("never less than {value} (GCW-UCR-05)")


def reasons(side: Text, rating: Rating | None) -> Text:
    """Every modifier of a rating with its reason and rule: " Target UCR: 11, −1 in the atmosphere (GCW-ATM-02)."."""
    if rating is None:
        return NOTHING
    base = term(str(rating.base))
    if rating.rule != PLAIN:
        base = BASE(base=rating.base, reason=term(rating.reason), rule=term(rating.rule))
    parts = [base]
    for one in rating.modifiers:
        sign = term("−" if one.value < 0 else "+")
        parts.append(MODIFIED(sign=sign, value=abs(one.value), reason=term(one.reason), rule=term(one.rule)))
    if rating.value != rating.base + total(rating.modifiers):
        parts.append(FLOOR(value=rating.value))
    return RATING(side=side, parts=joined(", ", parts))


THREAD = N_("Battle of {system}")


def in_battle(number: int, system: str, words: str, *, picture: bool = False) -> News:
    """News for the thread of a battle."""
    return News(
        words,
        topic=f"battle:{number}",
        topic_title=THREAD(system=term(system)),
        picture="board" if picture else "",
        about=system if picture else "",
        decides=True,
    )
