"""Sight and hearing: acts that give a unit away, contacts with an alias for each viewer, passive hearing.

Rulebook: GCW-SCN-07..18. Nothing here tells a viewer of what it has no unit to see. What moves unseen makes contacts
stale, which the referee alone knows; when it is heard again it is a new contact, until its class and name are seen and
tell that it is the old.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, ValuesView
from typing import NamedTuple

from msgspec.structs import replace

from engine.clock import Instant
from engine.declared.changes import Its, Keeps, Together
from engine.game import REFEREE, Fact, Seat, Table, of_parts, only, ruled
from engine.gcw.data.codes import Code
from engine.gcw.data.terms import Layer, Pools, ScanLayer, ScanMode, Status
from engine.gcw.figures.grid import covers
from engine.gcw.look import DEEDS, STATUS_WORDS, Look, class_words, contact_at, line_words, player
from engine.gcw.state import (
    NOBODY,
    PUBLIC,
    Binding,
    Contact,
    ContactsSet,
    Scan,
    Sighting,
    Signature,
    State,
    Unit,
    UnitKind,
    at_most,
    eyes,
    garrison_of,
    host_of,
    located,
    put,
    without,
)
from engine.gcw.whereabouts import spot, whereabouts
from engine.gcw.world import REMEMBERED, VEILED, World
from engine.report import News
from engine.text.message import N_, T_, Text, joined, term
from engine.text.reasons import Reasons

UNFIT = {
    Status.DISABLED_PENDING: "the scanner is disabled",
    Status.DISABLED: "the scanner is disabled",
    Status.DERELICT: "the scanner is derelict",
    Status.DOOMED: "the scanner is doomed",
    Status.DESTROYED: "the scanner is destroyed",
}
"""States in which a unit cannot scan, as `FAILS` has them."""


LAYER_WORDS = {
    ScanLayer.ORBIT: T_("the orbits"),
    ScanLayer.ATMOSPHERE: T_("the atmosphere"),
    ScanLayer.GROUND: T_("the ground"),
    ScanLayer.DEEP_SPACE: T_("deep space"),
}
"""Layers in a sentence."""


LOST, CAPTURED, ABOARD = "the scanner is lost", "the scanner is captured", "the scanner is aboard another unit"
AWAY, OUT_OF_REACH = "the scanner has left {system}", "the scanner is at {cell}, from where {layer} cannot be scanned"
FAILS = Reasons(
    {
        LOST: N_("The scanner is lost."),
        CAPTURED: N_("The scanner is captured."),
        ABOARD: N_("The scanner is aboard another unit."),
        "the scanner is disabled": N_("The scanner is disabled."),
        "the scanner is derelict": N_("The scanner is derelict."),
        "the scanner is doomed": N_("The scanner is doomed."),
        "the scanner is destroyed": N_("The scanner is destroyed."),
        AWAY: N_("The scanner has left {system}."),
        OUT_OF_REACH: N_("The scanner is at {cell}, from where {layer} cannot be scanned."),
    },
    N_("{why}."),
)
"""Why scans fail, as it is recorded, each with its sentence."""


def reach(world: World, state: State, scan: Scan) -> frozenset[str] | str:
    """The cells that a scan covers as its scanner stands now; else why it would fail, of `FAILS` (GCW-SCN-16)."""
    unit = state.units.get(scan.unit)
    if unit is None:
        return LOST
    if unit.owner != scan.owner:
        return CAPTURED
    if unit.status in UNFIT:
        return UNFIT[unit.status]
    if unit.docked:
        return ABOARD
    if not unit.on_grid or unit.system != scan.system:
        return AWAY.format(system=scan.system)
    cells = covers(world.grid, unit.cell, scan.mode, scan.layer)
    if isinstance(cells, Code):
        return OUT_OF_REACH.format(cell=unit.cell, layer=LAYER_WORDS[scan.layer])
    return cells


class Recorded(Fact[State], frozen=True):
    """Acts that a passive scan, or the player of a provisional turn, has recorded in all; for the referee alone."""

    silent = "the referee alone keeps what a passive scan has recorded, until it is over"
    makes = Keeps("signatures", "key", "signatures")
    key: str
    signatures: tuple[Signature, ...]


def over(state: State, scan: str) -> State:
    """The state without a scan, and without what it recorded."""
    return replace(state, scans=without(state.scans, scan), signatures=without(state.signatures, scan))


def turn_key(seat: Seat) -> str:
    """Key under which what a player hears is kept while a turn of the player's is provisional."""
    return f"turn/{seat}"


def record(table: Table[State], world: World, viewer: Seat, unit: Unit, alias: str, act: str) -> None:
    """A viewer heard an act: its passive scans record it, where they cover the cell (GCW-SCN-08).

    A turn that is posted may start one that runs since the turn's T0, so what is heard since then is kept for it.
    """
    state = table.state
    keys = [turn_key(turn.seat) for turn in state.turns.values() if turn.seat == viewer]
    for scan in state.scans.values():
        if scan.owner == viewer and scan.mode is ScanMode.PASSIVE and scan.system == unit.system:
            cells = reach(world, state, scan)
            if not isinstance(cells, Text) and unit.cell in cells:
                keys.append(scan.id)
    signature = Signature(
        alias=alias, act=act, system=unit.system, cell=unit.cell, at=table.now, kind=unit.kind, code=unit.code
    )
    for key in keys:
        table.say(Recorded(key, (*state.signatures.get(key, ()), signature)), REFEREE)


MOVE, EXIT, SHIELDS, FIRE, LAUNCH = "MOVE", "EXIT", "SHIELDS", "FIRE", "LAUNCH"


LAUNCHES = "LAUNCHES"
"""What a carrier does when its craft launch (GCW-SCN-08)."""


SCAN = "SCAN"
"""An active scan is an emission as others are (GCW-SCN-04)."""


BOARD = "BOARD"


BEAMS = "BEAMS"
"""Tractor beams are seen as fire is: they reach as far, and are as hostile (GCW-TRC-11, register 0.3)."""


A_KIND: Mapping[UnitKind, Text] = {
    UnitKind.SHIP: T_("a ship"),
    UnitKind.SQUADRON: T_("a squadron"),
    UnitKind.AUXILIARY: T_("an auxiliary"),
    UnitKind.SWARM: T_("a swarm"),
    UnitKind.PLATFORM: T_("a platform"),
    UnitKind.FACILITY: T_("a facility"),
    UnitKind.INFANTRY: T_("a stack of squads"),
    UnitKind.VEHICLE: T_("a vehicle"),
    UnitKind.AIRSPEEDER: T_("an airspeeder"),
    UnitKind.HERO: T_("a hero"),
}
"""A unit of which only the kind is known."""


OF_PLAYER, OF_NO_PLAYER = N_("of {player}"), T_("of no player")


WHO, WHO_KNOWN = N_("**{contact}**"), N_("**{contact}** ({known})")
SEEN, SEEN_SO = N_("{deed}."), N_("{deed}; it is {status}.")
"""That a unit was seen, and where it is no more active."""


RULE_OF_ACT = {"": "GCW-SCN-18", SCAN: "GCW-SCN-04"}
"""Why a contact was made, where it was not by an act that any ship may be heard at."""


class Seen(Fact[State], frozen=True):
    """A viewer sees something of a unit: what is not known stays empty (GCW-SCN-08, -14, -18).

    `act` is what gave it away: MOVE, EXIT, SHIELDS, FIRE, LAUNCH, LAUNCHES, SCAN; "" for sharing a cell.
    """

    viewer: Seat
    number: int
    system: str
    cell: str
    how: Sighting
    at: Instant
    act: str = ""
    owner: Seat = Seat("")
    kind: UnitKind | None = None
    code: str = ""
    name: str = ""
    pools: Pools | None = None
    status: Status = Status.ACTIVE
    track: int = 0
    held: bool = False
    """Whether tractor beams control it."""
    count: int = 0
    """Squads of a stack that are left, and with them what it can still take; levels of a hero; 0: not counted."""
    inside: str = ""
    """The facility it is in, as in `Contact`."""
    patrol: bool = False
    """Whether it patrols its cell: told with the class alone."""

    def evolve(self, state: State) -> State:
        contacts = state.contacts_of(self.viewer)
        alias = f"Contact {self.number}"
        old = contacts.get(alias)
        contact = Contact(
            number=self.number,
            system=self.system,
            cell=self.cell,
            how=self.how,
            at=self.at,
            owner=self._owner(old),
            kind=self.kind or (old.kind if old else None),
            code=self.code or (old.code if old else ""),
            name=self.name or (old.name if old else ""),
            status=self.status if self.code or self.status is not Status.ACTIVE or not old else old.status,
            pools=old.pools if old and old.pools is not None and self.kind is not UnitKind.INFANTRY else self.pools,
            track=self.track or (old.track if old else 0),
            held=self.held,
            count=self.count or (old.count if old else 1),
            inside=self.inside,
            patrol=self.patrol or (bool(old and old.patrol and old.cell == self.cell) and not self.code),
            measured=old.measured if old else None,
            aboard=old.aboard if old else {},
        )
        if contact.pools is not None and (old is None or old.pools is None):
            contact = replace(contact, pools=at_most(state, self.viewer, contact, contact.pools))
        return replace(state, contacts=put(state.contacts, self.viewer, put(contacts, alias, contact)))

    def words(self, look: Look) -> News | None:
        """Deed, doer and place, as far as the viewer knows. The public reads of tracks in the posts of battles."""
        if self.viewer == PUBLIC:
            return None
        known = joined(", ", self._known_of(look))
        contact = contact_at(look.known, self.viewer, f"Contact {self.number}")
        who = WHO_KNOWN(contact=contact, known=known) if known else WHO(contact=contact)
        deed = DEEDS["PATROL"] if self.patrol and not self.act else DEEDS.get(self.act, DEEDS[""])
        said = deed(who=who, where=term(f"{self.system} {self.cell}"))
        active = self.status is Status.ACTIVE
        words = SEEN(deed=said) if active else SEEN_SO(deed=said, status=STATUS_WORDS[self.status])
        return ruled(words, RULE_OF_ACT.get(self.act, "GCW-SCN-08"))

    def _known_of(self, look: Look) -> Iterator[Text]:
        """Its class and whose it is, as far as the viewer knows."""
        contact = look.known.contacts_of(self.viewer).get(f"Contact {self.number}")
        if contact is not None and contact.code:
            yield class_words(look.world, contact.code)
            yield OF_PLAYER(player=player(contact.owner)) if contact.owner else OF_NO_PLAYER
        elif contact is not None and contact.kind is not None:
            yield A_KIND[contact.kind]

    def _owner(self, old: Contact | None) -> Seat:
        """Owner as far as was ever seen; a derelict is nobody's (GCW-DMG-16)."""
        if self.owner or old is None or self.status is Status.DERELICT:
            return self.owner
        return old.owner


class Bound(Fact[State], frozen=True):
    """Unit that a contact is ("": none any more), and whether it has moved unseen; for the referee alone."""

    silent = "the referee alone hears which unit a contact is"

    viewer: Seat
    alias: str
    unit: str
    stale: bool = False

    def evolve(self, state: State) -> State:
        bindings = without(state.bindings.get(self.viewer, {}), self.alias)
        if self.unit:
            bindings[self.alias] = Binding(self.unit, self.stale)
        return replace(state, bindings=put(state.bindings, self.viewer, bindings))


NOT_FOUND_AT, ANOTHER_NOW = "not found at {cell}", "it is {alias} now"
INTO_DEEP_SPACE = "was last heard moving at {cell}, out into deep space"
GONE = Reasons(
    {
        "destroyed": N_("{contact} is lost: destroyed."),
        "doomed": N_("{contact} is lost: doomed."),
        "flew apart": N_("{contact} is lost: flew apart."),
        "scrapped": N_("{contact} is lost: scrapped."),
        "entered hyperspace": N_("{contact} is lost: entered hyperspace."),
        "was dragged into hyperspace": N_("{contact} is lost: was dragged into hyperspace."),
        "left the system": N_("{contact} is lost: left the system."),
        "was taken aboard a carrier": N_("{contact} is lost: was taken aboard a carrier."),
        "went aboard a craft": N_("{contact} is lost: went aboard a craft."),
        "flies in a swarm now": N_("{contact} is lost: flies in a swarm now."),
        "is part of another stack now": N_("{contact} is lost: is part of another stack now."),
        "moved by a moderator": N_("{contact} is lost: moved by a moderator."),
        "removed by a moderator": N_("{contact} is lost: removed by a moderator."),
        NOT_FOUND_AT: N_("{contact} is lost: not found at {cell}."),
        ANOTHER_NOW: N_("{contact} is lost: it is {alias} now."),
        INTO_DEEP_SPACE: N_("{contact} is lost: was last heard moving at {cell}, out into deep space."),
    },
    N_("{contact} is lost: {why}."),
)
"""Why contacts are there no more, as it is recorded, each with its sentence."""


class Lost(Fact[State], frozen=True):
    """A viewer knows that a contact is no more there, and why, as `GONE` has it."""

    rule = "GCW-SCN-18"
    makes = ContactsSet("alias", gone=Its("why"))

    viewer: Seat
    alias: str
    why: str

    def words(self, look: Look) -> Text:
        contact = contact_at(look.known, look.viewer, self.alias)
        return GONE.words(self.why, lambda words: line_words(look, words), contact=contact)


class OutOfSight(Fact[State], frozen=True):
    """A viewer's own units went away: contacts of whose cells it sees no more, and such as nobody of its watches now.

    `left` were in its sight until then; of `unwatched` it would not hear if they moved.
    """

    silent = "whoever moves its own units away knows what it sees no more; `/gcw-show contacts` dates it"
    makes = Together(ContactsSet("left", "at"), ContactsSet("unwatched", unwatched=True))

    viewer: Seat
    at: Instant
    left: tuple[str, ...] = ()
    unwatched: tuple[str, ...] = ()


class Remembered(Fact[State], frozen=True):
    """A contact is one that its viewer knew under another number: what it saw taken from that one is gone from it."""

    silent = "that it is the one of old is told with it, and its card shows what is left at most"
    makes = ContactsSet("alias", "pools")

    viewer: Seat
    alias: str
    pools: Pools


TRACKED = N_("{unit} stands in public posts as Track {track}.")


TRACKED_NO_MORE = N_("{unit} is out of the public's sight: it has no track any more.")


class Tracked(Fact[State], frozen=True):
    """The number under which a unit of yours stands in public posts, 0 for none any more; for its owner."""

    rule = "GCW-PST-03"

    unit: str
    track: int

    def evolve(self, state: State) -> State:
        tracks = put(state.tracks, self.unit, self.track) if self.track else without(state.tracks, self.unit)
        return replace(state, tracks=tracks, last_track=max(state.last_track, self.track))

    def words(self, look: Look) -> Text:
        return (TRACKED if self.track else TRACKED_NO_MORE)(unit=look.name(self.unit), track=self.track)


def alias_of(state: State, viewer: Seat, unit: str, *, stale: bool = False) -> str | None:
    """The alias under which a viewer has a unit in sight; None where it has not, or has lost it.

    `stale` asks for that under which it identified the unit and lost it: seeing its name again tells that it is it.
    """
    for alias, binding in state.bindings.get(viewer, {}).items():
        if binding.unit == unit and binding.stale is stale and (not stale or state.contacts_of(viewer)[alias].name):
            return alias
    return None


def hidden(state: State, world: World, cell: str) -> bool:
    """True if a cell hides what is in it: deep space, unless all is seen (GCW-SCN-12, -18)."""
    return world.deep(cell) and world.fog(state)


COUNTED = frozenset({UnitKind.INFANTRY, UnitKind.HERO})
"""What is several in one, as its viewers see: squads, levels."""


def inside_of(state: State, viewer: Seat, unit: Unit) -> str:
    """The facility that a unit is in, as its viewer names it; "" for none (GCW-GAR-02)."""
    host = host_of(state, unit)
    if host is None:
        return ""
    return host.id if host.owner == viewer else alias_of(state, viewer, host.id) or ""


def strength(world: World, unit: Unit) -> int:
    """Number that a viewer counts of a unit: the squads that are left of a stack, the level of a hero, else 1."""
    return world.squads(unit.code, unit.pools) if unit.kind is UnitKind.INFANTRY else unit.count


def sharers(state: State, world: World, unit: Unit) -> tuple[Seat, ...]:
    """The players besides its owner who see what stands where a unit is: they share its cell or its Ground Grid."""
    if hidden(state, world, unit.cell):
        return ()
    open_sky = not world.fog(state)
    return tuple(
        viewer
        for viewer, spots in eyes(state, unit.system).items()
        if viewer != unit.owner and (open_sky or spot(unit.cell) in spots)
    )


class Glance(NamedTuple):
    """Way in which a viewer comes to see where a unit is: by which act of it, "" for none; `classified` if it sees what
    and who it is, and its `pools` where it knows them.
    """

    how: Sighting
    act: str = ""
    classified: bool = True
    pools: Pools | None = None


BESIDE = Glance(Sighting.CELL)
"""Who shares a unit's cell sees it."""


def see(table: Table[State], world: World, viewer: Seat, unit: Unit, glance: Glance) -> None:
    """A viewer learns where a unit is, and more if the glance shows it."""
    state = table.state
    how, act, classified, pools = glance
    unit = located(state, unit)
    inside = inside_of(state, viewer, unit) if classified else ""
    alias = alias_of(state, viewer, unit.id)
    held = state.contacts_of(viewer).get(alias) if alias is not None else None
    former = alias_of(state, viewer, unit.id, stale=True) if classified else None
    of_old: Contact | None = None
    if former is not None and alias is None:
        alias = former
    elif former is not None:
        of_old = state.contacts_of(viewer)[former]
        table.say(Lost(viewer, former, ANOTHER_NOW.format(alias=alias)), only(viewer))
        table.say(Bound(viewer, former, ""), REFEREE)
    if held is not None and how is Sighting.CELL:
        if held.how is not Sighting.CELL and held.cell == unit.cell:
            how = held.how  # an event still stands: the contact outlasts the sharing of a cell
        counted = unit.kind is not UnitKind.INFANTRY or held.count == strength(world, unit)
        same = held.cell == unit.cell and held.how is how and held.inside == inside and held.patrol is unit.patrol
        if held.code and same and counted:
            return
    known = state.contacts_of(viewer)
    number = known[alias].number if alias is not None else len(known) + 1
    plain = classified or unit.status is Status.DOOMED  # what breaks up is seen to, by all who see it
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
            pools=(pools or world.full(unit.code, strength(world, unit))) if classified else None,
            status=unit.status if plain else Status.ACTIVE,
            track=state.tracks.get(unit.id, 0),
            held=bool(unit.held),
            count=strength(world, unit) if classified and unit.kind in COUNTED else 0,
            inside=inside,
            patrol=unit.patrol and classified,
        ),
        only(viewer),
    )
    if of_old is not None and pools is None and world.version >= REMEMBERED:
        remember(table, world, viewer, f"Contact {number}", of_old)
    if held is None:
        table.say(Bound(viewer, f"Contact {number}", unit.id), REFEREE)


def remember(table: Table[State], world: World, viewer: Seat, alias: str, of_old: Contact) -> None:
    """Count what a viewer saw taken from a contact of old for the one that it is known to be now; squads are counted
    instead. A layer that lost more so than there ever was of it has been repaired between: its old loss counts no more.
    """
    contact = table.state.contacts_of(viewer)[alias]
    if contact.pools is None or of_old.pools is None or contact.kind is UnitKind.INFANTRY:
        return
    left = contact.pools.minus(world.full(of_old.code, of_old.count).minus(of_old.pools))
    repaired = {layer.value: contact.pools.of(layer) for layer in Layer if left.of(layer) < 0}
    left = replace(left, **repaired)
    if left != contact.pools:
        table.say(Remembered(viewer, alias, left), only(viewer))


def overhear(table: Table[State], world: World, viewer: Seat, unit: Unit, act: str, *, classified: bool) -> None:
    """A viewer hears an act outside deep space, and where; its passive scans record the class, too (GCW-SCN-08)."""
    see(table, world, viewer, unit, Glance(Sighting.EVENT, act, classified))
    record(table, world, viewer, unit, alias_of(table.state, viewer, unit.id) or "", act)


def show_status(table: Table[State], unit: Unit, viewers: tuple[Seat, ...]) -> None:
    """Shows what has become of a unit to those of these viewers who have it in sight (GCW-PST-05)."""
    for viewer in viewers:
        alias = alias_of(table.state, viewer, unit.id)
        if alias is None:
            continue
        held = table.state.contacts_of(viewer)[alias]
        told = Seen(
            viewer=viewer,
            number=held.number,
            system=held.system,
            cell=held.cell,
            how=held.how,
            at=table.now,
            code=held.code,
            status=unit.status,
            held=held.held,
            inside=held.inside,
        )
        table.say(told, only(viewer))


def part(table: Table[State], viewer: Seat, alias: str, unit: str, *, unawares: bool = False) -> None:
    """A contact is held no longer; the referee remembers which unit it was if it was identified, or if its viewer is
    `unawares`: to whom it seems to be there still, nothing may tell that it is not (GCW-SCN-18).
    """
    kept = unawares or bool(table.state.contacts_of(viewer)[alias].name)
    table.say(Bound(viewer, alias, unit if kept else "", stale=True), REFEREE)


def slip(table: Table[State], world: World, unit: str, *, told: tuple[Seat, ...] = ()) -> None:
    """A unit moved unseen: contacts of viewers who were not `told` no longer hold, which they do not learn."""
    for viewer in list(table.state.bindings):
        if viewer not in told:
            alias = alias_of(table.state, viewer, unit)
            if alias is not None:
                part(table, viewer, alias, unit, unawares=world.version >= VEILED)


def lose(table: Table[State], unit: str, why: str, viewers: tuple[Seat, ...]) -> None:
    """These viewers learn that a unit they have in sight is no longer there to be shot at."""
    for viewer in viewers:
        alias = alias_of(table.state, viewer, unit)
        if alias is not None:
            table.say(Lost(viewer, alias, why), only(viewer))
            part(table, viewer, alias, unit)


def forget(table: Table[State], unit: str) -> None:
    """A unit is no more: no contact is bound to it, whether its viewer knows or not."""
    for viewer, bindings in list(table.state.bindings.items()):
        for alias, binding in list(bindings.items()):
            if binding.unit == unit:
                table.say(Bound(viewer, alias, ""), REFEREE)


def watchers(state: State, unit: Unit) -> tuple[Seat, ...]:
    """The players with a unit in the system, besides the owner."""
    return tuple(seat for seat in eyes(state, unit.system) if seat != unit.owner)


def gave_away(table: Table[State], world: World, unit: Unit, act: str, *, victim: Seat = NOBODY) -> None:
    """A unit did something where it now stands: whoever can hear it does, and posts say where (GCW-SCN-08, -09, -12,
    -14, -18).
    """
    told: list[Seat] = []
    open_sky = not world.fog(table.state)
    deep = hidden(table.state, world, unit.cell)
    for viewer, cells in eyes(table.state, unit.system).items():
        if viewer == unit.owner:
            continue
        same_cell = spot(unit.cell) in cells
        if deep:
            if act == EXIT and same_cell:
                see(table, world, viewer, unit, Glance(Sighting.EVENT, act))
            elif act in (FIRE, BEAMS, BOARD) and viewer == victim:
                see(table, world, viewer, unit, Glance(Sighting.FIRE, act, classified=False))
            else:
                continue
        else:
            overhear(table, world, viewer, unit, act, classified=open_sky or same_cell)
        told.append(viewer)
    if act in (MOVE, EXIT, LAUNCH):
        slip(table, world, unit.id, told=tuple(told))
        look_around(table, world, unit)


def look_around(table: Table[State], world: World, unit: Unit) -> None:
    """The owner of a unit that came into a cell sees what is there, silent or not (GCW-SCN-18)."""
    if unit.owner == NOBODY or not unit.live or hidden(table.state, world, unit.cell):
        return
    open_sky = not world.fog(table.state)
    for other in list(table.state.at(unit.system)):
        if not open_sky and spot(other.cell) != spot(unit.cell):
            continue
        if other.owner != unit.owner:
            see(table, world, unit.owner, other, BESIDE)
        if other.kind is UnitKind.FACILITY and other.status is Status.DISABLED:
            look_into(table, world, unit.owner, other)
    for contact in list(table.state.contacts_of(unit.owner).values()):
        here = contact.system == unit.system and (open_sky or spot(contact.cell) == spot(unit.cell))
        if here and not contact.gone and held_of(table.state, unit.owner, contact) is None:
            table.say(Lost(unit.owner, contact.alias, NOT_FOUND_AT.format(cell=contact.cell)), only(unit.owner))


NOWHERE: frozenset[str] = frozenset()
"""What a player sees of a system where nothing of the player's is."""


def look_back(table: Table[State], world: World, before: State) -> None:
    """Since an earlier state, viewers' own units have left cells, or systems: what they saw there till now is so dated,
    and what nobody of theirs watches any more may move unheard (GCW-SCN-08, -18).
    """
    state = table.state
    if state.units is before.units:
        return
    then: dict[str, Mapping[Seat, frozenset[str]]] = {}
    now: dict[str, Mapping[Seat, frozenset[str]]] = {}
    for viewer, contacts in list(state.contacts.items()):
        guests = whereabouts(state.units).guests
        kept = {unit.guest_in for unit in map(state.units.__getitem__, guests) if unit.owner == viewer}
        seen = [
            contact
            for alias, contact in contacts.items()
            if contact.system and not contact.gone and not contact.unwatched and alias not in kept
        ]
        if viewer == PUBLIC or not seen:
            continue
        for system in dict.fromkeys(contact.system for contact in seen if contact.system not in now):
            then[system], now[system] = eyes(before, system), eyes(state, system)
        left = tuple(
            contact.alias
            for contact in seen
            if in_view(before, world, then[contact.system].get(viewer, NOWHERE), contact)
            and not in_view(state, world, now[contact.system].get(viewer, NOWHERE), contact)
        )
        unwatched = tuple(contact.alias for contact in seen if viewer not in now[contact.system])
        if left or unwatched:
            table.say(OutOfSight(viewer, table.now, left, unwatched), only(viewer))


class Called(Mapping[str, Contact]):
    """Contacts of a viewer in the course of a step, by alias, with the names and public numbers of `later`: each is
    looked at when it is asked for, since a line of a report tells of few and there is a line for each thing told.
    """

    __slots__ = ("_later", "_then")

    def __init__(self, then: Mapping[str, Contact], later: Mapping[str, Contact]) -> None:
        self._then, self._later = then, later

    def __getitem__(self, alias: str) -> Contact:
        return _called(self._then[alias], self._later.get(alias))

    def __iter__(self) -> Iterator[str]:
        return iter(self._then)

    def __len__(self) -> int:
        return len(self._then)

    def values(self) -> ValuesView[Contact]:
        """All of them, looked at together."""
        later = self._later.get
        return {alias: _called(contact, later(alias)) for alias, contact in self._then.items()}.values()


def _called(contact: Contact, later: Contact | None) -> Contact:
    """A contact with the name and public number that it has later."""
    if later is None or later is contact or (later.name == contact.name and later.track == contact.track):
        return contact
    return replace(contact, name=later.name or contact.name, track=later.track or contact.track)


@of_parts(most=8)
def _together(then: Mapping[str, int], later: Mapping[str, int]) -> Mapping[str, int]:
    """Public numbers in the course of a step, with those by its end."""
    return {**then, **later}


def as_called(known: State, later: State, viewer: Seat) -> State:
    """Knowledge of a viewer in the course of a step, with the names and public numbers of its contacts `later`, and the
    public numbers of what is its own.
    """
    then, now = known.contacts_of(viewer), later.contacts_of(viewer)
    tracks = known.tracks if later.tracks is known.tracks else _together(known.tracks, later.tracks)
    contacts = known.contacts if then is now else put(known.contacts, viewer, Called(then, now))
    if tracks is known.tracks and contacts is known.contacts:
        return known
    return replace(known, tracks=tracks, contacts=contacts)


def in_view(state: State, world: World, spots: frozenset[str], contact: Contact) -> bool:
    """True if who sees these places of a system sees what is where a contact was made (GCW-SCN-08, -12)."""
    if hidden(state, world, contact.cell):
        return False
    return spot(contact.cell) in spots or (bool(spots) and not world.fog(state))


def look_into(table: Table[State], world: World, viewer: Seat, facility: Unit) -> None:
    """A viewer sees who is in a facility: its cover is gone, or the viewer's infiltrators are inside (GCW-GAR-02)."""
    for unit in garrison_of(table.state, facility):
        if unit.owner != viewer:
            see(table, world, viewer, unit, BESIDE)


def uncovered(table: Table[State], world: World, facility: Unit) -> None:
    """A facility covers nobody any more: whoever shares its Ground Grid sees its garrison (GCW-GAR-02)."""
    for viewer in (*sharers(table.state, world, facility), facility.owner):
        if viewer != NOBODY:
            look_into(table, world, viewer, facility)


def shifted(table: Table[State], world: World, unit: Unit) -> None:
    """A unit went into a facility or came out of it where it stands: who shares its Ground Grid sees it do so."""
    unit = located(table.state, unit)
    showed_itself(table, world, unit)
    slip(table, world, unit.id, told=sharers(table.state, world, unit))


def showed_itself(table: Table[State], world: World, unit: Unit) -> None:
    """A garrison acted from its facility: who shares its Ground Grid sees who it is (GCW-GAR-01)."""
    unit = located(table.state, unit)
    for viewer in sharers(table.state, world, unit):
        see(table, world, viewer, unit, BESIDE)


def counted_anew(table: Table[State], world: World, unit: Unit) -> None:
    """A stack has more squads or fewer: who has it in sight counts them, if they share its Ground Grid."""
    unit = located(table.state, unit)
    for viewer in sharers(table.state, world, unit):
        if alias_of(table.state, viewer, unit.id) is not None:
            see(table, world, viewer, unit, BESIDE)


def taken_aboard(table: Table[State], world: World, before: Unit, why: str) -> None:
    """A unit went where nobody sees it: who shared its Ground Grid saw it go, others did not."""
    before = located(table.state, before) if not before.cell else before
    lose(table, before.id, why, sharers(table.state, world, before))
    slip(table, world, before.id)
    untrack(table, before)


def appeared(table: Table[State], world: World, unit: Unit) -> None:
    """A unit stands where none was, without any act: it sees, and is seen by, who shares its cell (GCW-SCN-18)."""
    look_around(table, world, unit)
    for viewer in sharers(table.state, world, unit):
        see(table, world, viewer, unit, BESIDE)


def all_appeared(table: Table[State], world: World, units: Iterable[Unit]) -> None:
    """Those of units that are on a grid stand where none was (see `appeared`), as they are by then."""
    for unit in units:
        if unit.on_grid:
            appeared(table, world, table.state.units[unit.id])


def sky_opened(table: Table[State], world: World) -> None:
    """The fog is lifted: everybody sees all that is in the systems where they are."""
    for unit in list(table.state.units.values()):
        if unit.on_grid and unit.owner not in table.state.coming():
            look_around(table, world, unit)


def went_deep(table: Table[State], world: World, before: Unit, after: Unit) -> None:
    """A unit moved from an orbit into deep space: heard where it was, and then no more (GCW-SCN-08)."""
    cells = eyes(table.state, after.system)
    told = watchers(table.state, after)
    for viewer in told:
        overhear(table, world, viewer, before, MOVE, classified=spot(before.cell) in cells[viewer])
    lose(table, after.id, INTO_DEEP_SPACE.format(cell=before.cell), told)
    slip(table, world, after.id)


def vanished(table: Table[State], world: World, before: Unit, why: str) -> None:
    """A unit left the grid: seen by whoever could hear it move there, unseen by others."""
    told = () if hidden(table.state, world, before.cell) else watchers(table.state, before)
    lose(table, before.id, why, told)
    slip(table, world, before.id)
    untrack(table, before)


def track_of(table: Table[State], unit: Unit) -> int:
    """The number of a unit in public posts, given when it is first needed; its owner is told (GCW-PST-03)."""
    known = table.state.tracks.get(unit.id)
    if known is None:
        known = table.state.last_track + 1
        table.say(Tracked(unit.id, known), only(unit.owner) if unit.owner != NOBODY else REFEREE)
    return known


def untrack(table: Table[State], unit: Unit) -> None:
    """A unit goes where the public does not see it: when it comes back, its number is another (GCW-PST-03)."""
    if unit.id in table.state.tracks:
        table.say(Tracked(unit.id, 0), only(unit.owner) if unit.owner != NOBODY else REFEREE)


def held_of(state: State, viewer: Seat, contact: Contact) -> Binding | None:
    """The binding of a contact, for the referee; None where it holds no longer."""
    binding = state.bindings.get(viewer, {}).get(contact.alias)
    return binding if binding is not None and not binding.stale else None


def is_target(state: State, world: World, viewer: Seat, contact: Contact) -> bool:
    """True if a viewer may shoot at a contact, as far as whoever holds this state knows (GCW-SCN-18).

    What a seat knows has no bindings at all: there a contact holds until its viewer hears otherwise.
    """
    if contact.gone:
        return False
    if state.bindings and held_of(state, viewer, contact) is None:
        return False
    if f"{viewer}/{contact.alias}" in state.holds:
        return True
    if contact.how is not Sighting.CELL or not world.fog(state):
        return True
    return spot(contact.cell) in whereabouts(state.units).eyes.get(contact.system, {}).get(viewer, NOWHERE)


def in_sight(look: Look, contact: Contact) -> bool:
    """True if a unit of the viewer's sees the contact now (GCW-SCN-08)."""
    if contact.gone or look.seat is None:
        return False
    spots = eyes(look.known, contact.system).get(look.viewer, frozenset())
    return in_view(look.known, look.world, spots, contact)


def may_have_moved(look: Look, contact: Contact) -> bool:
    """True if a contact can have moved without its viewer's hearing: in deep space, or where nobody of the viewer's
    was at some time since (GCW-SCN-08, -12). Guests in its hangar tell where it is (GCW-LCH-02).
    """
    if any(unit.guest_in == contact.alias for unit in look.own()):
        return False
    if contact.unwatched or look.viewer not in eyes(look.known, contact.system):
        return True
    return look.world.fog(look.known) and look.world.deep(contact.cell)
