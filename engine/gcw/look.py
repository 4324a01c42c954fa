"""A look at the campaign: by whom, at what it knows, when; the turn in the course of which it is made; its words.

Words, menus, nouns and pictures are made from a look. What players called something comes out escaped.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Annotated, Any, NamedTuple, Protocol

import msgspec
from msgspec import UNSET, UnsetType

from engine import look
from engine.act import Act, Order
from engine.clock import HOUR, Instant
from engine.dice.tables import total
from engine.game import MODERATOR, Audience, Fact, Refusal, RefusalText, Seat, Table, in_older_words, only, refusal
from engine.gcw.data.marks import Mount
from engine.gcw.data.terms import DamageChannel, Layer, Pools, Status
from engine.gcw.figures.arithmetic import thousandths_text
from engine.gcw.figures.ucr import PLAIN, Rating
from engine.gcw.state import NEUTRAL, NOBODY, PUBLIC, Contact, PlayerStatus, Shot, State, Unit, UnitKind, Voyage
from engine.gcw.world import FOLLOWED, JOINS, REMEMBERED, World
from engine.look import Refused
from engine.noun import NOTHING_FOUND, Found
from engine.report import News
from engine.text.message import N_, NN_, NOTHING, T_, Message, Shown, Text, joined, listed, name, recorded, stamp, term
from engine.text.names import hidden
from engine.text.numbered import COUNTED, RANGED, Named, named
from engine.text.reasons import Reasons

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


STATUS_OF_PLAYER: dict[PlayerStatus, Text] = {
    PlayerStatus.SETUP: T_("setting up"),
    PlayerStatus.ACTIVE: T_("playing"),
    PlayerStatus.ELIMINATED: T_("eliminated"),
    PlayerStatus.RETIRED: T_("retired"),
}


CHANNEL_WORDS: dict[str, Text] = {
    DamageChannel.NORMAL: NOTHING,
    DamageChannel.ION: T_("ion"),
    DamageChannel.PTL: T_("planetary turbolaser"),
    DamageChannel.PIC: T_("planetary ion cannon"),
    DamageChannel.BYPASS: T_("bombing run"),
    DamageChannel.SCUTTLE: T_("scuttling"),
}


DEEDS: dict[str, Message] = {
    "MOVE": N_("{who} moves into {where}"),
    "EXIT": N_("{who} comes out of hyperspace at {where}"),
    "SHIELDS": N_("{who} raises shields at {where}"),
    "FIRE": N_("{who} fires at {where}"),
    "LAUNCH": N_("{who} launches at {where}"),
    "LAUNCHES": N_("{who} launches craft at {where}"),
    "BEAMS": N_("{who} works tractor beams at {where}"),
    "BOARD": N_("{who} puts troops aboard a ship at {where}"),
    "TAKEN": N_("{who} changes hands at {where}"),
    "ADRIFT": N_("{who} is given up at {where}"),
    "SCAN": N_("{who} makes an active scan from {where}"),
    "PATROL": N_("{who} patrols {where}"),
    "": N_("{who} is at {where}"),
}
"""What gave a unit away, said of it and of its place."""


MONEY = N_("{amount:,} KC")


def money(amount: int) -> Text:
    """Kilocredits: "1,900 KC"."""
    return MONEY(amount=amount)


AND_MORE = N_("{names} and {number} more")


def some_of(names: Sequence[Named], most: int, first: int) -> Text:
    """Names in a row; of more than `most` the first ones, and how many more there are."""
    if len(names) <= most:
        return listed(called.words for called in names)
    number = sum(called.number for called in names[first:])
    return AND_MORE(names=listed(called.words for called in names[:first]), number=number)


def names_words(names: Iterable[str]) -> Text:
    """Names of units in a row, with those that differ in their number alone as one: "Havoc and 4 Havoc TF (1-4)"."""
    return listed(called.words for called in named(names))


NO_PLAYER, DEFENDERS = T_("units of no player"), T_("the local defence")


NAMELESS = re.compile(rf"(?:(?<=[.!?] )|^[*> ]*)(?:{NO_PLAYER}|{DEFENDERS})", re.MULTILINE)
"""What stands for a player that is none, where it begins a sentence."""


def player(seat: Seat) -> Text:
    """A player in a sentence."""
    return DEFENDERS if seat == NEUTRAL else name(seat) if seat != NOBODY else NO_PLAYER


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
    return own_name(known, found) if found is not None else A_UNIT


NAME_AND_TRACK = N_("{name} (T{track})")


def own_name(known: State, unit: Unit) -> Text:
    """The name of a unit of the hearer's own: with its number in public posts, where it has one (GCW-PST-03)."""
    return signed(unit.name, known.tracks.get(unit.id, 0))


def signed(called: str, track: int) -> Text:
    """A name with its number in public posts (0: none), as `own_named` reads it."""
    return _numbered(name(called), track) if track else name(called)


@lru_cache(maxsize=4096)
def _numbered(called: Text, track: int) -> Text:
    """A name with its number in public posts: the same are told again and again."""
    return NAME_AND_TRACK(name=called, track=track)


def own_label(known: State, unit: Unit, called: str = "") -> str:
    """The same as plain text, for menus and pictures; `called` is what stands in the place of a hidden name."""
    track = known.tracks.get(unit.id, 0)
    return f"{called or unit.name} (T{track})" if track else called or unit.name


_SIGNED = re.compile(r"(?P<name>.+\S) \(t(?P<track>[1-9][0-9]*)\)")


def own_named(known: State, units: Iterable[Unit], wanted: str) -> Unit | None:
    """The unit of exactly this name, or of this one with its number in public posts; None where there is none."""
    there = list(units)
    for unit in there:
        if unit.name == wanted:
            return unit
    parts = _SIGNED.fullmatch(wanted.casefold())
    if parts is None:
        return None
    called, track = parts["name"], int(parts["track"])
    return next((unit for unit in there if unit.name.casefold() == called and known.tracks.get(unit.id) == track), None)


def unsigned(known: State, words: str) -> str:
    """Words with the names of units of the viewer's own in them, without their numbers in public posts: a unit that is
    out of the public's sight has none any more.
    """
    if "(" not in words:
        return words
    for unit, track in known.tracks.items():
        if unit in known.units:
            called = re.escape(known.units[unit].name)
            words = re.sub(rf"({called}) \(T{track}\)", r"\1", words, flags=re.IGNORECASE)
    return words


def signed_refusal(texts: Mapping[str, RefusalText], refused: Refusal, known: State) -> Refusal:
    """A refusal that calls units of the viewer's own with their numbers in public posts, as all else that it reads."""
    forms = {
        form: signed(known.units[unit].name, track)
        for unit, track in known.tracks.items()
        if unit in known.units
        for form in (known.units[unit].name, name(known.units[unit].name))
    }
    told = refused.numbers.items()
    numbers = {key: forms.get(value, value) if isinstance(value, str) else value for key, value in told}
    before, after = (refusal(texts, refused.code, refused.rule, "", one) for one in (refused.numbers, numbers))
    if not forms or not refused.sentence.endswith(before.sentence):
        return refused.again()
    sentence = refused.sentence.removesuffix(before.sentence) + after.sentence
    fix = after.fix if refused.fix == before.fix else refused.fix
    return Refusal(refused.code, sentence, refused.rule, fix, numbers)


TRACK = N_("Track {track}")


NAME_AND_SIGNS, OF_OWNER = N_("{name} ({signs})"), N_("{name} ({owner})")


def contact_words(contact: Contact) -> Text:
    """The viewer's name for a contact wherever it is told: as `Contact.called`, which orders understand."""
    called, signs = name(contact.label), contact.signs
    return _with_signs(called, signs) if signs else called


@lru_cache(maxsize=4096)
def _with_signs(called: Text, signs: tuple[str, ...]) -> Text:
    """A name with numbers after it: the same are told again and again."""
    return NAME_AND_SIGNS(name=called, signs=term(", ".join(signs)))


def refused_as(world: World, thing: Contact | Unit) -> Text:
    """A refusal's name for a contact or a unit of the player's own: as all else does.

    A line that is refused in a turn is recorded with its sentence: before version 4 that has a contact's label alone.
    """
    if isinstance(thing, Unit):
        return name(thing.name)
    return contact_words(thing) if world.version >= FOLLOWED else name(thing.label)


def reason_recorded(world: World, table: Table[State], refused: Refusal) -> str:
    """The sentence with which it is recorded that an order was refused: in the words of the campaign's version."""
    return refused.sentence if world.version >= REMEMBERED else in_older_words(table.refusals, refused)


def contact_labelled(known: State, viewer: Seat, label: str) -> Text:
    """The viewer's name for a contact that a fact holds by its label, which was its number where its name was learned
    since; the label where it fits several.
    """
    contacts = known.contacts_of(viewer)
    found = [contact for contact in contacts.values() if contact.name == label]
    if label in contacts and not (found and contacts[label].name):
        found.append(contacts[label])
    there = [contact for contact in found if not contact.gone] or found[-1:]
    return contact_words(there[0]) if len(there) == 1 else name(label)


def contact_at(known: State, viewer: Seat, alias: str) -> Text:
    """A contact's words by its alias."""
    contact = known.contacts_of(viewer).get(alias)
    return contact_words(contact) if contact is not None else name(alias)


def side_of_contact(known: State, contact: Contact) -> Seat:
    """Owner of a contact: as its viewer saw, or as the posts say of its public number (GCW-PST-03); else nobody's."""
    if contact.owner or not contact.track:
        return contact.owner
    tracked = known.contacts_of(PUBLIC).get(f"Contact {contact.track}")
    return tracked.owner if tracked is not None else NOBODY


POOL_LEFT = N_("{layer} {left:,}/{full:,}")


def pools_words(pools: Pools, most: Pools, kind: UnitKind) -> Text:
    """Pools as "shields 3,200/3,200, armor 20/80"."""
    return joined(", ", (_pool_left(layer, kind, pools.of(layer), most.of(layer)) for layer in LAYERS[kind]))


@lru_cache(maxsize=4096)
def _pool_left(layer: Layer, kind: UnitKind, left: int, full: int) -> Text:
    """A pool with what is left of it: most are whole, and are told so again and again."""
    return POOL_LEFT(layer=layer_words(layer, kind), left=left, full=full)


HIT_POINTS = T_("hit points")


def layer_words(layer: Layer, kind: UnitKind) -> Text:
    """A pool's name: the one pool of a ground unit are its hit points (register 0.4)."""
    return HIT_POINTS if len(LAYERS[kind]) == 1 else term(layer)


POOL_LOST = N_("{layer} −{lost:,}")


def lost_words(absorbed: Pools, kind: UnitKind | None = None) -> Text:
    """Losses by layer, of a unit of that kind where it is known: "shields −150, armor −5"; "" where nothing did."""
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
    return term(thousandths_text(thousandths))


ABOARD, IN, INSIDE = N_("aboard {host}"), N_("in {host}"), N_("{system} {cell}, inside {host}")


GUEST, GUEST_OF_NOBODY = N_("aboard {host} of {player}, {place}"), N_("aboard {host}, {place}")
HYPERSPACE_NOW = T_("in hyperspace")


VOYAGE, TOWED = N_("in hyperspace to {system}, there {at}"), N_("in hyperspace, in the tow of {player}")


NOWHERE = T_("nowhere")


PLACE = N_("{system} {cell}")


def where(known: State, unit: Unit) -> Text:
    """Whereabouts of an own unit: on a grid, aboard another, or in hyperspace."""
    if unit.docked:
        host = known.units.get(unit.docked)
        harbour = known.contacts_of(unit.owner).get(unit.guest_in)
        if harbour is not None:
            place = harbour_place(harbour)
            if not harbour.owner:
                return GUEST_OF_NOBODY(host=contact_words(harbour), place=place)
            return GUEST(host=contact_words(harbour), player=player(harbour.owner), place=place)
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


def harbour_place(contact: Contact) -> Text:
    """Place of another's ship with guests of the viewer's: it is known, but in hyperspace (GCW-LCH-02)."""
    return HYPERSPACE_NOW if contact.gone else PLACE(system=term(contact.system), cell=term(contact.cell))


def place_of(contact: Contact) -> Text:
    """Place at which a contact was last heard; one in tow through hyperspace is in no cell."""
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
    """Numbers that a scan counted inside a unit: "6 squadrons, 2 auxiliaries"."""
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
    return SWARMS(number=number, squadrons=code_words(code)) if JOINS in code else term(f"{number:,} {code}")


ATTACKER, TARGET = T_("Attacker"), T_("Target")


RATING = N_("{side} UCR: {parts}.")


BASE, MODIFIED = N_("{base}, {reason} ({rule})"), N_("{sign}{value} {reason} ({rule})")


FLOOR = N_("never less than {value} (GCW-UCR-05)")


def reasons(side: Text, rating: Rating | None) -> Text:
    """Every modifier of a rating with its reason and rule: "Target UCR: 11, −1 in the atmosphere (GCW-ATM-02)."."""
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


@dataclass
class Use:
    """A unit's deeds in a turn: points left (None: not begun), mounts fired, and its halves in order."""

    left: int | None = None
    spent: bool = False
    fired: list[Mount] = field(default_factory=list)
    halves: list[str] = field(default_factory=list)
    launched: bool = False
    recalled: bool = False
    """Whether it left a hangar, or came into one, in this turn (GCW-LCH-01)."""
    landed: bool = False
    """Whether it came down on the Surface in this turn; what it unloads is `fresh`, and does not fight yet."""
    fresh: bool = False
    """Whether it came ashore with a carrier that landed in this turn (GCW-LCH-03)."""
    bombed: str = ""
    """The alias of what it makes a bombing run at in this turn (GCW-BMB-05)."""
    delivered: bool = False
    """Whether it put troops aboard a ship in this turn (GCW-BRD-01)."""
    inside: str = ""
    """What a ship's crew, or a stack aboard a ship, did there in this turn: fought, or scuttled (GCW-DMG-18)."""

    def copy(self) -> Use:
        """A use that can be changed apart from this one."""
        fired, halves = list(self.fired), list(self.halves)
        return replace(self, fired=fired, halves=halves)


class Engagement(NamedTuple):
    """A unit's fire at a patrol, which is named by its id, or by its alias on what the player knows (GCW-CSP-06)."""

    unit: str
    kind: UnitKind
    post: str
    patroller: UnitKind
    owner: Seat
    label: str
    """What the player calls the patrol."""


@dataclass
class Told:
    """Content of the public post of a turn: by unit, the system and where it was last seen to act; shots; losses.

    Shots, losses, captures and derelicts are each with their system; the latter are words that everybody may read.
    """

    places: dict[str, tuple[str, str]] = field(default_factory=dict)
    hits: list[tuple[str, Shot]] = field(default_factory=list)
    losses: list[tuple[str, str]] = field(default_factory=list)
    captures: list[tuple[str, str]] = field(default_factory=list)
    derelicts: list[tuple[str, str]] = field(default_factory=list)

    def copy(self) -> Told:
        """A copy of what is told so far, to go on from apart."""
        return Told(dict(self.places), list(self.hits), list(self.losses), list(self.captures), list(self.derelicts))


@dataclass
class Run:
    """A turn being played: by whom, on whose state, and what each unit has done so far.

    `real` is True on the referee's state. `workings` gathers the lines of a preview.
    """

    world: World
    table: Table[State]
    seat: Seat
    real: bool
    uses: dict[str, Use] = field(default_factory=dict)
    workings: list[Text] = field(default_factory=list)
    told: Told = field(default_factory=Told)
    proofs: list[tuple[int, str]] = field(default_factory=list)
    """The arithmetic of each volley, for who asks for it, with the place of its line in the draft (from 0)."""
    line: int = 0
    """The place of the line being played."""
    reckoned: dict[DamageChannel, Text] = field(default_factory=dict)
    """How the raw damage of the volley being fired was added up, in words."""
    posted: Instant | None = None
    """When the turn was posted: its T0 (GCW-TRN-01)."""
    bombarded: list[str] = field(default_factory=list)
    """Ground Grids bombarded from orbit in this turn, as "system/G-n" (GCW-ORB)."""
    towed: list[str] = field(default_factory=list)
    """What was shifted by tractor beams in this turn, by the keys of the holds (GCW-TRC-07)."""
    engaged: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Which units of the player's fired in this turn at what it knows by an alias (GCW-G2H-01)."""
    engagements: list[Engagement] = field(default_factory=list)
    """Which of the player's units fired at which patrols in this turn, in order (GCW-CSP-06)."""
    own_uses: set[str] = field(default_factory=set)
    """Units whose uses are this run's to change, not those of the run it tries an action for."""
    found: Found = NOTHING_FOUND
    """What the fields of the action being played name."""
    further: tuple[Any, ...] = ()  # actions, which are made of runs
    """Later lines that are played together with this action."""
    answers: dict[str, tuple[str, str]] = field(default_factory=dict)
    """At which of the player's units a defender of a world is to fire, by its id, with the player's alias of it
    (GCW-FAC-13)."""

    def say(self, fact: Fact[State], to: Audience) -> None:
        """Make something so."""
        self.table.say(fact, to)

    @property
    def state(self) -> State:
        """The state as it stands in the turn."""
        return self.table.state

    @property
    def look(self) -> Look:
        """A look by what the author of the turn knows in the course of it."""
        return Look(self.world, self.state, self.seat, self.table.date, self.table.refusals, run=self)

    def use(self, unit: Unit) -> Use:
        """A unit's deeds so far."""
        return self.use_of(unit.id)

    def use_of(self, name: str) -> Use:
        """Deeds so far of a unit, or a crew, or a hero inside a ship."""
        if name not in self.own_uses:
            known = self.uses.get(name)
            self.uses[name] = known.copy() if known is not None else Use()
            self.own_uses.add(name)
        return self.uses[name]

    def trial(self, table: Table[State]) -> Run:
        """The same turn on another table, to try an action."""
        return Run(
            self.world,
            table,
            self.seat,
            self.real,
            dict(self.uses),
            list(self.workings),
            self.told.copy(),
            list(self.proofs),
            self.line,
            dict(self.reckoned),
            self.posted,
            list(self.bombarded),
            list(self.towed),
            dict(self.engaged),
            list(self.engagements),
            answers=dict(self.answers),
        )

    def take(self, trial: Run) -> None:
        """Keep what came of a trial."""
        self.table.said.extend(trial.table.said)
        self.table.state = trial.table.state
        self.uses, self.workings, self.told = trial.uses, trial.workings, trial.told
        self.proofs, self.bombarded, self.towed = trial.proofs, trial.bombarded, trial.towed
        self.engaged, self.engagements, self.answers = trial.engaged, trial.engagements, trial.answers
        self.own_uses = set()


UNUSED = Use()


ONE_PLAYERS = T_("That is one player's own view.")


class Drafting(Protocol):
    """The draft of a seat, played on what it knows, to see what its next line could be."""

    def after_draft(self, look: Look, step: int, /) -> Run:
        """The turn after those lines of the draft that are played in a step or before it."""

    def reached(self, look: Look, step: int | None, /) -> int:
        """The last step up to one, or of all, in which a line of the draft is played."""

    def takes(self, look: Look, order: Order, /) -> bool:
        """True if the draft can be played with a line more."""


class Look(look.Look[World, State], frozen=True):
    """A look at the campaign. In the course of a turn `run` is what its units have done so far."""

    run: Run | None = None
    drafting: Drafting | None = None
    kept: dict[int, Look] = msgspec.field(default_factory=dict)
    """The look after the draft by step, once it was worked out: every menu and every kind of order asks for it."""
    fails: dict[tuple[str, ...], dict[int, Refusal]] = msgspec.field(default_factory=dict)
    """The lines of a draft that would be refused now, once that was worked out: every order that is offered asks."""

    def drafted(self, step: int | None = None) -> Look:
        """The look after the seat's draft, as far as it is played up to a step: menus and further lines of that step
        start from there. Raises Refusal.
        """
        if self.run is not None or self.drafting is None or self.seat is None:
            return self
        reached = self.drafting.reached(self, step)
        if reached not in self.kept:
            self.kept[reached] = self.during(self.drafting.after_draft(self, reached))
        return self.kept[reached]

    def takes(self, order: Order) -> bool:
        """True if a line more lets the seat's draft be played, as far as it knows."""
        return self.run is not None or self.drafting is None or self.drafting.takes(self, order)

    def during(self, run: Run) -> Look:
        """The look in the course of a turn, at the state as it stands in it."""
        return Look(self.world, run.state, run.seat, self.now, run.table.refusals or self.refusals, run=run)

    @property
    def turn(self) -> Run:
        """The turn in the course of which this is looked at: every check of an action is made in one."""
        assert self.run is not None
        return self.run

    @property
    def rehearsed(self) -> bool:
        """True if a draft is being played on what its author knows: what is said in it is foretold."""
        return self.run is not None and not self.run.real

    def use(self, unit: Unit) -> Use:
        """A unit's deeds so far in the turn: nothing where no turn is being played."""
        return Use() if self.run is None else self.run.uses.get(unit.id, UNUSED)

    def use_of(self, name: str) -> Use:
        """Deeds so far in the turn of a unit, or a crew, or a hero inside a ship."""
        return UNUSED if self.run is None else self.run.uses.get(name, UNUSED)

    def inactive(self) -> Refused | None:
        """Refuses any order of a player not in play: the campaign is over, not joined, not confirmed, eliminated,
        retired.
        """
        if self.known.over_at is not None:
            return Refused("CAMPAIGN_OVER", {"time": when(self.known.over_at)})
        player = self.known.players.get(self.seat) if self.seat is not None else None
        if player is None:
            return Refused("NOT_JOINED")
        if player.status is PlayerStatus.ACTIVE:
            return None
        return Refused("NOT_CONFIRMED" if player.status is PlayerStatus.SETUP else player.status.value)

    @property
    def viewer(self) -> Seat:
        """Player whose contacts are seen."""
        return PUBLIC if self.seat is None else self.seat

    def own(self) -> list[Unit]:
        """The seat's own units, as they joined it; none for the public, and all for a moderator."""
        if self.seat == MODERATOR:
            return list(self.known.units.values())
        return [] if self.seat is None else list(self.known.of(self.seat))

    def voyages(self) -> list[Voyage]:
        """The seat's own voyages; all for a moderator."""
        return [voyage for voyage in self.known.voyages.values() if self.seat in (voyage.owner, MODERATOR)]

    def titled(self, unit: Unit) -> Text:
        """A unit of `own` by its name, for a moderator with its owner's."""
        called = own_name(self.known, unit)
        return OF_OWNER(name=called, owner=player(unit.owner)) if self.seat == MODERATOR else called

    def own_at(self, system: str) -> list[Unit]:
        """The seat's own units on the grid of a system."""
        return [unit for unit in self.own() if unit.system == system and unit.cell]

    def contacts(self) -> list[Contact]:
        """The seat's contacts by number; for the public, tracks."""
        return sorted(self.known.contacts_of(self.viewer).values(), key=lambda contact: contact.number)

    def contacts_at(self, system: str) -> list[Contact]:
        """Contacts in a system that may still be there."""
        return [contact for contact in self.contacts() if contact.system == system and not contact.gone]

    def shared_systems(self) -> set[str]:
        """Systems where the seat stands with somebody else, by what it knows; for a moderator, any two owners."""
        at = {(unit.system, unit.owner) for unit in self.own() if unit.on_grid}
        at |= {(contact.system, contact.owner) for contact in self.contacts() if not contact.gone}
        return {system for system, owners in Counter(system for system, _ in at).items() if owners > 1}

    def called(self, contact: Contact) -> Text:
        """The viewer's name for a contact; the public calls it by its track."""
        return TRACK(track=contact.track) if self.seat is None and contact.track else contact_words(contact)

    def player_needed(self, *, or_moderator: bool = False) -> Seat:
        """The seat, for views that only players have. Raises Refusal NOT_JOINED."""
        if self.seat is None:
            raise Refusal(
                "NOT_JOINED", T_("You have no seat in this campaign."), "GCW-SET-01", T_("`/game join` takes one.")
            )
        if self.seat == MODERATOR and not or_moderator:
            raise Refusal("NOT_JOINED", ONE_PLAYERS, "GCW-SET-01", T_("Name whose it is."))
        return self.seat

    def mine(self, seat: Seat) -> bool:
        """True if the looker is that player."""
        return self.seat is not None and self.seat == seat

    def name(self, unit: str) -> Text:
        """An own unit's name, by its id."""
        return unit_name(self.known, unit)

    def typed(self, units: Iterable[str]) -> Iterator[str]:
        """Names of own units as their owner typed them, by their ids."""
        known = self.known.units
        return (known[unit].name if unit in known else A_UNIT for unit in units)

    def names(self, units: Iterable[str]) -> Text:
        """Own units by name, by their ids, with those that differ in their number alone as one."""
        return listed(called.words for called in self.named(units))

    def recalled(self, names: Iterable[str]) -> Text:
        """Own units in a row, by the names that were recorded of them, as `names` has them."""
        there = {unit.name: unit.id for unit in self.own()}
        tracks = {hidden(called): self.known.tracks.get(there[called], 0) for called in names if called in there}
        return listed(called.words for called in named(names, alone=lambda each: signed(each, tracks.get(each, 0))))

    def named(self, units: Iterable[str], together: Message = COUNTED) -> list[Named]:
        """Own units, by their ids, as names in a row: with its number in public posts what stands by itself."""
        ids = list(units)
        tracks = {hidden(self.known.units[key].name): self.known.tracks[key] for key in ids if key in self.known.tracks}
        return named(self.typed(ids), together, lambda each: signed(each, tracks.get(each, 0)))

    def titles(self, units: Iterable[Unit]) -> Text:
        """Units of `own` as `titled`, for a line that counts them: those of an owner that differ in their number alone
        stand as one.
        """
        by_owner: dict[Seat, list[str]] = {}
        for unit in units:
            by_owner.setdefault(unit.owner if self.seat == MODERATOR else NOBODY, []).append(unit.id)
        return joined(
            ", ",
            (
                OF_OWNER(name=called.words, owner=player(owner)) if self.seat == MODERATOR else called.words
                for owner, ids in by_owner.items()
                for called in self.named(ids, RANGED)
            ),
        )


MEETS = N_("{words}; known to be there: {contacts}")


def met(look: Look, words: Text, system: str, cell: str = "") -> Text:
    """Words of a preview of who goes somewhere, and the contacts known in that cell, or anywhere in that system."""
    there = [Named(contact_words(contact)) for contact in look.contacts_at(system) if not cell or contact.cell == cell]
    return MEETS(words=words, contacts=some_of(there, MOST_NAMED, FIRST_NAMED)) if there else words


BEFORE = N_("{words} Before: {before}.")


def with_before(words: Text, before: Text | UnsetType) -> Text:
    """Words for a moderator's correction, with what was so before, where that was recorded (register 6.6)."""
    return words if before is UNSET else BEFORE(words=words, before=before)


HOURS_LEFT = N_("{hours} h left")


def hours_left(seconds: int | UnsetType) -> Text | UnsetType:
    """So many seconds of work as hours that are left, rounded up."""
    return UNSET if seconds is UNSET else HOURS_LEFT(hours=-(-seconds // HOUR))


ALIAS = re.compile(r"\bContact \d+\b")


def line_words(look: Look, line: str) -> Text:
    """A line of orders, in which contacts are kept by their aliases, with the names that the seat reads them by."""
    contacts = look.known.contacts_of(look.viewer)
    return name(ALIAS.sub(lambda found: contacts[found[0]].called if found[0] in contacts else found[0], line))


class Obeying(Act[World, State]):
    """An order of a campaign being obeyed; `look` is what its author knows."""

    __slots__ = ()
    look: Look


Own = Annotated[str, Shown[str](lambda look, unit, form: look.name(unit))]
"""A field of a fact: a unit of the hearer's own by its id, shown by its name."""

Owns = Annotated[tuple[str, ...], Shown[tuple[str, ...]](lambda look, units, form: look.names(units))]
"""A field of a fact: units of the hearer's own by their ids, shown by name."""

Briefly = Annotated[tuple[str, ...], Shown[tuple[str, ...]](lambda look, units, form: units_words(look, units))]
"""A field of a fact: units of the hearer's own by their ids, shown by name, many of them by number."""

Seen = Annotated[str, Shown[str](lambda look, alias, form: contact_at(look.known, look.viewer, alias))]
"""A field of a fact: the hearer's alias of a contact, shown with its name where that is known."""

Player = Annotated[Seat, Shown[Seat](lambda look, seat, form: player(seat))]
"""A field of a fact: a player, by the name of its seat."""

Players = Annotated[tuple[Seat, ...], Shown[tuple[Seat, ...]](lambda look, seats, form: listed(map(player, seats)))]
"""A field of a fact: players, by the names of their seats."""

Name = Annotated[str, Shown[str](lambda look, text, form: name(text))]
"""A field of a fact: what somebody called something."""

Recorded = Annotated[str, Shown[str](lambda look, text, form: recorded(text))]
"""A field of a fact: a sentence that was put together when it was recorded."""

Term = Annotated[str, Shown[str](lambda look, text, form: term(text))]
"""A field of a fact: a word of the rulebook, such as a system, a cell or a class."""

Class = Annotated[str, Shown[str](lambda look, code, form: class_words(look.world, code))]
"""A field of a fact: a class by its code, shown by its name."""

Money = Annotated[int, Shown[int](lambda look, amount, form: money(amount))]
"""A field of a fact: kilocredits."""

At = Annotated[Instant, Shown[Instant](lambda look, at, form: stamp(at, form or "F"))]
"""A field of a fact: an instant; "{at:R}" shows how far off it is."""


def track_label(track: int, owner: Seat) -> str:
    """A unit in a public post: its number and its player, never its class or name (GCW-PST-03)."""
    return N_("Track {track} ({player})")(track=track, player=term(owner) if owner else T_("no player"))


AT = N_("{track}: {cell}")
ENTERED, DRAGGED = N_("{track}: entered hyperspace at {cell}"), N_("{track}: dragged into hyperspace at {cell}")
CARRIED, GONE_DEEP = N_("{track}: taken aboard a carrier at {cell}"), N_("{track}: {cell}, out into deep space")
SCANNING_FROM, LAST_AT = N_("{track}: {cell}, scanning actively"), N_("{track} at {cell}")
CAPTURED_AT = N_("{track} at {cell}, by {player}")

TRACKED = Reasons(
    {says.one: says for says in (ENTERED, DRAGGED, CARRIED, GONE_DEEP, SCANNING_FROM, AT, CAPTURED_AT, LAST_AT)},
    N_("{why}"),
)
"""Sentences about public numbers as posts record them."""


def hearers(*owners: Seat) -> Audience:
    """These players, as hearers; the referee alone where it is nobody's."""
    return only(*(owner for owner in owners if owner != NOBODY))


def when(at: int) -> str:
    """An instant in a refusal: shown to each reader in their own zone."""
    return f"<t:{at}:f>"


MOST_NAMED, FIRST_NAMED = 6, 3
"""Units named one by one, and those named of more."""


def units_words(look: Look, units: Sequence[str]) -> Text:
    """Own units by name, many of them by number."""
    return some_of(look.named(units), MOST_NAMED, FIRST_NAMED)


Stage = Callable[[Run], None]


BEGINNINGS: list[Stage] = []


ENDINGS: list[tuple[int, Stage]] = []


def begins_turn(stage: Stage) -> Stage:
    """Declares the function below it as what every turn begins with, in a rehearsal and for good."""
    BEGINNINGS.append(stage)
    return stage


def ends_turn(priority: int) -> Callable[[Stage], Stage]:
    """Declares the function below it as what is over when a turn has been played for good, lowest priority first."""

    def declare(stage: Stage) -> Stage:
        ENDINGS.append((priority, stage))
        return stage

    return declare


LONGEST_LINE = 1000
"""Characters in a line of units or contacts of which the same is said."""
