"""ComScan sensors: scans ordered, begun, and what they come to after 24 hours. Rulebook: GCW-SCN-01..07, -10..17."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from itertools import product
from typing import Annotated, ClassVar, Literal

from msgspec.structs import replace
from pydantic import Field, model_validator

from engine.book import clock
from engine.clock import DAY, Instant, later
from engine.declared.due import Dated, Earliest
from engine.game import REFEREE, Fact, Seat, Table, only
from engine.gcw.acting import ACTOR, SCANNERS, Action, acted, can, when_found
from engine.gcw.battles import at_its_post, commit, uncommittable
from engine.gcw.contacts import (
    ANOTHER_NOW,
    FAILS,
    LAYER_WORDS,
    OF_NO_PLAYER,
    OF_PLAYER,
    SCAN,
    Bound,
    Lost,
    Recorded,
    alias_of,
    gave_away,
    held_of,
    hidden,
    inside_of,
    over,
    reach,
    strength,
    turn_key,
    watchers,
)
from engine.gcw.data.codes import Code
from engine.gcw.data.terms import ScanLayer, ScanMode, Status
from engine.gcw.figures.calendar import turn_opens
from engine.gcw.figures.damage import Act
from engine.gcw.figures.grid import Grid, covers
from engine.gcw.look import (
    DEEDS,
    SCANNING_FROM,
    STATUS_WORDS,
    At,
    Look,
    Run,
    Term,
    aboard_words,
    class_words,
    contact_at,
    contact_words,
    ends_turn,
    own_name,
    player,
    pools_words,
    when,
)
from engine.gcw.state import (
    AGROUND,
    CRAFT,
    SHIPLIKE,
    Contact,
    PutsNew,
    Scan,
    Sighting,
    Signature,
    State,
    Unit,
    UnitKind,
    at_most,
    carried,
    put,
)
from engine.gcw.viewing import unit_note
from engine.gcw.world import World
from engine.look import Refused
from engine.noun import Found, Value
from engine.report import Section
from engine.text.message import N_, NN_, NOTHING, T_, Text, joined, listed, name, stamp, term
from engine.text.names import shown

TAKES = DAY
"""How long a scan runs, from the T0 of the turn that orders it (GCW-SCN-02, CLK-07)."""

LISTENERS = CRAFT | SHIPLIKE | {UnitKind.FACILITY}
"""What may order a passive scan: no squads, vehicles or heroes (GCW-SCN-03)."""

_TYPED = re.compile(r"(?s)(.+?)\s+(active|passive)\s+(orbit|atmosphere|ground|deep[ _]space)", re.I)


def may_scan(world: World, unit: Unit, mode: ScanMode) -> bool:
    """True if a unit has the sensors for a mode, whatever its state (GCW-SCN-03)."""
    if mode is ScanMode.PASSIVE:
        return unit.kind in LISTENERS
    if unit.kind in SHIPLIKE or unit.kind is UnitKind.AUXILIARY:
        return True
    spec = world.spec(unit.code)
    return spec.can_scan or spec.comscan


def modes(look: Look, unit: Unit, found: Found) -> list[ScanMode]:
    """The modes for which a unit has the sensors: of all, or of that which was asked for."""
    asked = found.get("mode")
    return [mode for mode in ([asked] if asked else ScanMode) if may_scan(look.world, unit, mode)]


def equipped(look: Look, unit: Unit, found: Found) -> Refused | None:
    """Those that have the sensors (GCW-SCN-03)."""
    return None if modes(look, unit, found) else Refused(Code.SCAN_UNIT, {"unit": shown(unit.name)})


def in_reach(look: Look, unit: Unit, found: Found) -> Refused | None:
    """Those in whose reach the layer is, or any (GCW-SCN-05, -06, -10, -11)."""
    grid, asked = look.world.grid, found.get("layer")
    refused: list[Code] = []
    for mode, layer in product(modes(look, unit, found), [asked] if asked else ScanLayer):
        cells = covers(grid, unit.cell, mode, layer)
        if not isinstance(cells, Code):
            return None
        refused.append(cells)
    return Refused(refused[0], {"cell": unit.cell}, fix=scannable(grid, unit.cell))


FROM, SCANS_OF = N_("From {cell}: {scans}."), N_("{mode} {layers}")


@cache
def scannable(grid: Grid, cell: str) -> Text:
    """Words for what can be scanned from a cell (GCW-SCN-06)."""
    said = []
    for mode in ScanMode:
        layers = [term(layer) for layer in ScanLayer if not isinstance(covers(grid, cell, mode, layer), Code)]
        if layers:
            said.append(SCANS_OF(mode=term(mode), layers=joined(", ", layers)))
    return FROM(cell=term(cell), scans=joined("; ", said))


def idle(look: Look, unit: Unit, found: Found) -> Refused | None:
    """Those whose last scan is over when the turn begins: a unit makes one at a time."""
    start = starts_at(look)
    for other in look.known.scans.values():
        if (other.owner, other.unit) == (look.seat, unit.id) and other.due_at > start:
            return Refused(Code.SCAN_BUSY, {"unit": shown(unit.name), "time": when(other.due_at)})
    return None


def starts_at(look: Look) -> Instant:
    """The T0 of the turn being played; in a draft, the earliest at which it can be posted."""
    run, author = look.run, look.known.players.get(look.viewer)
    if run is not None and run.posted is not None:
        return run.posted
    now = look.now if run is None else run.table.now  # a rehearsal is kept no longer than for the instant it asks for
    opens = turn_opens(author.last_turn) if author is not None else None
    if author is None or author.last_turn is None or opens is None:
        return now
    waiting = any(turn.seat == look.seat for turn in look.known.turns.values())
    return author.last_turn if waiting else max(opens, now)


MODE = Value[Look, ScanMode]("a mode", lambda look, words, found: ScanMode(words))
LAYER = Value[Look, ScanLayer]("a layer", lambda look, words, found: ScanLayer(words))


@when_found("mode")
def committable(look: Look, unit: Unit, mode: ScanMode) -> Refused | None:
    """Those that come into the battle where they are, if they scan actively (GCW-BUR-01)."""
    return uncommittable(look, unit) if mode is ScanMode.ACTIVE else None


SCANNER = ACTOR.that(equipped, can(Act.OTHER), at_its_post, in_reach, idle, committable)
"""A unit that may make such a scan as is asked for, or any, where it stands."""


class ComScan(Action):
    """Scan a system for 24 hours: actively, noticed by all who are there, or passively, unnoticed.

    Its mode and layer are stated (GCW-PST-06, GCW-SCN-01).
    """

    path: ClassVar[str] = "gcw battle scan"
    line: ClassVar[str] = "scan {unit} {mode} {layer}"
    tried: ClassVar[int] = 21
    step: ClassVar[int] = SCANNERS
    resolves: ClassVar[tuple[str, ...]] = ("mode", "layer")
    unit: Annotated[str, SCANNER] = Field(
        description="the unit that scans; or a formation, or names with commas", max_length=200
    )
    mode: Annotated[Literal["active", "passive"], MODE] = Field(
        description="active: look, and be noticed; passive: listen unnoticed"
    )
    layer: Annotated[Literal["orbit", "atmosphere", "ground", "deep space"], LAYER] = Field(
        description="what is scanned"
    )

    @model_validator(mode="before")
    @classmethod
    def _long_name(cls, values: Mapping[str, object]) -> Mapping[str, object]:
        """A name of several words that stands on a line without quotation marks: the type comes after it."""
        words = [values.get(field) for field in ("unit", "mode", "layer")]
        typed = _TYPED.fullmatch(" ".join(word for word in words if isinstance(word, str)))
        if typed is None:
            return values
        layer = typed[3].casefold().replace("_", " ")
        return {**values, "unit": typed[1], "mode": typed[2].casefold(), "layer": layer}

    def perform(self, run: Run) -> None:
        """Begin the scan, at the end of the turn (register 0.7)."""
        unit: Unit = run.found.unit
        mode: ScanMode = run.found.mode
        if mode is ScanMode.ACTIVE:
            commit(run, unit)
        start = starts_at(run.look)
        begun = Scan(
            id=run.state.next_id("s", run.seat),
            owner=run.seat,
            unit=unit.id,
            mode=mode,
            layer=run.found.layer,
            system=unit.system,
            started_at=start,
            due_at=later(start, TAKES),
        )
        run.say(ScanBegan(begun), only(run.seat))
        if run.real:
            emitted(run, begun, unit)
            return
        run.workings.append(
            FORESEEN[mode](
                unit=own_name(run.state, unit),
                layer=LAYER_WORDS[begun.layer],
                system=term(unit.system),
                cell=term(unit.cell),
            )
        )


FORESEEN = {
    ScanMode.ACTIVE: N_(
        "{unit}: active scan of {layer} of {system} from {cell}, with a result 24 h after the turn is posted; all who "
        "are there learn of it and of {cell}"
    ),
    ScanMode.PASSIVE: N_(
        "{unit}: passive scan of {layer} of {system} from {cell}, with a result 24 h after the turn is posted, "
        "unnoticed"
    ),
}

BEGUN = {
    ScanMode.ACTIVE: N_(
        "**{unit}** begins an active scan of {layer} of {system}[: result {at} ({in_time})]. All who are there learn "
        "from where."
    ),
    ScanMode.PASSIVE: N_(
        "**{unit}** begins a passive scan of {layer} of {system}[: result {at} ({in_time})]. Nobody notices."
    ),
}


class ScanBegan(Dated[State], frozen=True):
    """A scan of a player's is under way (GCW-SCN-01). For that player."""

    rule = "GCW-SCN-02"
    makes = PutsNew("scans", "scan")

    scan: Scan

    def words(self, look: Look) -> Text:
        scan = self.scan
        return BEGUN[scan.mode](
            unit=look.name(scan.unit),
            layer=LAYER_WORDS[scan.layer],
            system=term(scan.system),
            at=look.until(scan.due_at),
            in_time=look.until(scan.due_at, "R"),
        )


def emitted(run: Run, begun: Scan, unit: Unit) -> None:
    """An active scan gives away where it is made from; out of deep space nothing else (GCW-SCN-04, -15).

    A passive one records what its player has heard since the T0 of the turn (GCW-SCN-08).
    """
    table, world = run.table, run.world
    if begun.mode is ScanMode.ACTIVE:
        acted(run, unit, SCANNING_FROM)
        if hidden(run.state, world, unit.cell):
            table.say(ScanNoticed(unit.system, unit.cell, begun.started_at), only(*watchers(run.state, unit)))
        else:
            gave_away(table, world, unit, SCAN)
        return
    cells = reach(world, run.state, begun)
    since = [
        signature
        for signature in run.state.signatures.get(turn_key(run.seat), ())
        if signature.system == begun.system and signature.cell in cells and signature.at >= begun.started_at
    ]
    if since:
        table.say(Recorded(begun.id, tuple(since)), REFEREE)


class ScanNoticed(Fact[State], frozen=True):
    """Somebody scans actively out of deep space: from where and since when, for all who are there (GCW-SCN-15)."""

    says = N_("**Active scan** from {system} {cell}, since {since}: by what is not known.")
    rule = "GCW-SCN-15"
    decides = True

    system: Term
    cell: Term
    since: At


@ends_turn(priority=20)
def forget_heard(run: Run) -> None:
    """Forgets what a player heard while a turn was provisional: it is kept for the scans of that turn and no longer."""
    if turn_key(run.seat) in run.state.signatures:
        run.say(Recorded(turn_key(run.seat), ()), REFEREE)


@clock(next=Earliest("scans", "due_at"), priority=70)
def end_due(world: World, table: Table[State]) -> None:
    """Every scan whose 24 hours are over, in order of their beginning (CLK-07)."""
    for scan in sorted(table.state.scans.values(), key=lambda one: (one.due_at, one.started_at, one.owner, one.id)):
        if scan.due_at <= table.now:
            complete(world, table, scan)


def complete(world: World, table: Table[State], done: Scan) -> None:
    """A scan is over: what it shows now, or has recorded, for its player alone; or why it failed (GCW-SCN-02, -16)."""
    unit = table.state.units.get(done.unit)
    mine = unit is not None and unit.owner == done.owner
    scanner = unit.name if unit is not None and mine else ""
    cells = reach(world, table.state, done)
    if isinstance(cells, str):
        table.say(ScanFailed(done, scanner, cells), only(done.owner))
    elif done.mode is ScanMode.PASSIVE:
        listened(world, table, done, scanner)
    else:
        looked(world, table, done, scanner, cells)


CAME_TO_NOTHING = {
    ScanMode.ACTIVE: N_("**{scanner}**'s active scan of {layer} of {system} came to nothing. {why}"),
    ScanMode.PASSIVE: N_("**{scanner}**'s passive scan of {layer} of {system} came to nothing. {why}"),
}
YOURS_CAME_TO_NOTHING = {
    ScanMode.ACTIVE: N_("Your active scan of {layer} of {system} came to nothing. {why}"),
    ScanMode.PASSIVE: N_("Your passive scan of {layer} of {system} came to nothing. {why}"),
}


class ScanFailed(Fact[State], frozen=True):
    """A scan came to nothing, and why, as `FAILS` has it (GCW-SCN-16). For its player.

    `name` is the scanner's, "" for one that is the player's no more.
    """

    rule = "GCW-SCN-16"
    decides = True

    scan: Scan
    name: str
    why: str

    def evolve(self, state: State) -> State:
        return over(state, self.scan.id)

    def words(self, look: Look) -> Text:
        scan, sentence = self.scan, (CAME_TO_NOTHING if self.name else YOURS_CAME_TO_NOTHING)
        layer = LAYER_WORDS[scan.layer]
        why = FAILS.words(self.why, layer=layer)
        return sentence[scan.mode](scanner=name(self.name), layer=layer, system=term(scan.system), why=why)


def listened(world: World, table: Table[State], done: Scan, scanner: str) -> None:
    """Tells what was recorded, and classifies by it contacts of unknown class that still hold (GCW-SCN-07, -08)."""
    heard = table.state.signatures.get(done.id, ())
    contacts = table.state.contacts_of(done.owner)
    classified: dict[str, Contact] = {}
    for signature in heard:
        contact = contacts.get(signature.alias)
        if contact is not None and not contact.gone and not contact.code:
            pools = world.full(signature.code, contact.count)
            classified[signature.alias] = replace(contact, kind=signature.kind, code=signature.code, pools=pools)
    result = ScanHeard(done.id, scanner, done.owner, done.system, done.layer, heard, tuple(classified.values()))
    table.say(result, only(done.owner))


RECORDED = N_("**{scanner}**'s passive scan of {layer} of {system} recorded:")
RECORDED_NOTHING = N_("**{scanner}**'s passive scan of {layer} of {system} recorded nothing in its 24 hours.")
SIGNATURE, OF_KIND = N_("- {at}: {deed}"), N_("{contact}, {kind},")
MORE_HEARD = N_("- and {number} more acts of the same units or others")


class ScanHeard(Fact[State], frozen=True):
    """Record of a passive scan over its 24 hours, with classes (GCW-SCN-07, -08). For its player.

    Contacts of unknown class that still hold have one from now on.
    """

    rule = "GCW-SCN-07"
    decides = True

    scan: str
    name: str
    viewer: Seat
    system: str
    layer: ScanLayer
    heard: tuple[Signature, ...]
    classified: tuple[Contact, ...]

    def evolve(self, state: State) -> State:
        contacts = dict(state.contacts_of(self.viewer))
        for contact in self.classified:
            left = None if contact.pools is None else at_most(state, self.viewer, contact, contact.pools)
            contacts[contact.alias] = replace(contact, pools=left)
        seen = put(state.contacts, self.viewer, contacts) if self.classified else state.contacts
        return replace(over(state, self.scan), contacts=seen)

    def words(self, look: Look) -> Text:
        """Lines for what was recorded, in order of time: each act, who did it and of which class."""
        sentence = RECORDED if self.heard else RECORDED_NOTHING
        lines = [sentence(scanner=name(self.name), layer=LAYER_WORDS[self.layer], system=term(self.system))]
        lines += [
            SIGNATURE(
                at=stamp(sign.at, "f"),
                deed=DEEDS[sign.act](
                    who=OF_KIND(
                        contact=contact_at(look.known, self.viewer, sign.alias), kind=class_words(look.world, sign.code)
                    ),
                    where=term(sign.cell),
                ),
            )
            for sign in self.heard[:MOST_TOLD]
        ]
        if len(self.heard) > MOST_TOLD:
            lines.append(MORE_HEARD(number=len(self.heard) - MOST_TOLD))
        return joined("\n", lines)


def looked(world: World, table: Table[State], done: Scan, scanner: str, cells: frozenset[str]) -> None:
    """Makes contacts of what stands in the cells covered; what was known there and is not there is lost
    (GCW-SCN-04).
    """
    viewer = done.owner
    found: dict[str, Contact] = {}
    units: dict[str, str] = {}
    for unit in list(table.state.at(done.system)):
        if unit.owner == viewer or unit.cell not in cells:
            continue
        alias = recognised(table, viewer, unit)
        known = table.state.contacts_of(viewer)
        number = known[alias].number if alias is not None else len({*known, *found}) + 1
        contact = measured(world, table, viewer, unit, number)
        found[contact.alias] = contact
        if alias_of(table.state, viewer, unit.id) is None:
            units[contact.alias] = unit.id
    missing = tuple(
        contact.alias
        for contact in table.state.contacts_of(viewer).values()
        if contact.system == done.system
        and contact.cell in cells
        and not contact.gone
        and contact.alias not in found
        and held_of(table.state, viewer, contact) is None
    )
    cell = table.state.units[done.unit].cell
    opened = done.system not in table.state.scanned.get(viewer, ())
    result = ScanFound(done.id, scanner, viewer, done.system, done.layer, cell, tuple(found.values()), missing, opened)
    table.say(result, only(viewer))
    for alias, key in units.items():
        table.say(Bound(viewer, alias, key), REFEREE)


MOST_TOLD = 40
"""Lines of a result in its news; the rest is in the list of contacts."""

NOT_FOUND = T_("not found by an active scan")

SHOWS = NN_(
    "**{scanner}**'s active scan of {layer} of {system} from {cell} shows {number} unit:",
    "**{scanner}**'s active scan of {layer} of {system} from {cell} shows {number} units:",
    "number",
)
SHOWS_NOTHING = N_("**{scanner}**'s active scan of {layer} of {system} from {cell} shows nobody else's unit.")
MORE_FOUND = N_("- and {number} more: `/gcw-show contacts` lists all")
NOT_THERE = N_("Not where they were: {contacts}.")
OPENED = T_("From now on you may leave hyperspace there as far in as the B-ring (GCW-HYX-02).")

LINE = N_("- {words}")
FOUND = N_("**{contact}**: {kind} {whose} at {cell}")
FOUND_SQUADS = NN_(
    "**{contact}**: {kind} {whose}, {number} squad at {cell}",
    "**{contact}**: {kind} {whose}, {number} squads at {cell}",
    "number",
)
GARRISON, ABOARD = N_("garrison: {units}"), N_("aboard: {units}")


class ScanFound(Fact[State], frozen=True):
    """Result of an active scan: contacts as they are known now, and which are not there any more (GCW-SCN-04).

    For its player. The system counts as scanned by it from now on (GCW-HYX-02, GCW-SCN-17).
    """

    rule = "GCW-SCN-04"
    decides = True

    scan: str
    name: str
    viewer: Seat
    system: str
    layer: ScanLayer
    cell: str
    found: tuple[Contact, ...]
    missing: tuple[str, ...] = ()
    opened: bool = False
    """Whether it is the player's first active scan of the system that is finished."""

    def evolve(self, state: State) -> State:
        contacts = dict(state.contacts_of(self.viewer))
        for contact in self.found:
            contacts[contact.alias] = contact
        for alias in self.missing:
            if alias in contacts:
                contacts[alias] = replace(contacts[alias], gone=NOT_FOUND)
        seen = put(state.contacts, self.viewer, contacts) if self.found or self.missing else state.contacts
        systems = state.scanned.get(self.viewer, ())
        scanned = state.scanned
        if self.system not in systems:
            scanned = put(state.scanned, self.viewer, (*systems, self.system))
        return replace(over(state, self.scan), contacts=seen, scanned=scanned)

    def words(self, look: Look) -> Text:
        """Lines for what was found, one a contact, and for what was not found again."""
        shows = SHOWS if self.found else SHOWS_NOTHING
        lines = [
            shows(
                scanner=name(self.name),
                layer=LAYER_WORDS[self.layer],
                system=term(self.system),
                cell=term(self.cell),
                number=len(self.found),
            )
        ]
        lines += [LINE(words=found_line(look, contact)) for contact in self.found[:MOST_TOLD]]
        if len(self.found) > MOST_TOLD:
            lines.append(MORE_FOUND(number=len(self.found) - MOST_TOLD))
        if self.missing:
            lines.append(NOT_THERE(contacts=listed(contact_at(look.known, self.viewer, one) for one in self.missing)))
        if self.opened:
            lines.append(OPENED)
        return joined("\n", lines)


def found_line(look: Look, contact: Contact) -> Text:
    """A contact as an active scan shows it."""
    sentence = FOUND_SQUADS if contact.kind is UnitKind.INFANTRY else FOUND
    parts = [
        sentence(
            contact=contact_words(contact),
            kind=class_words(look.world, contact.code),
            whose=OF_PLAYER(player=player(contact.owner)) if contact.owner else OF_NO_PLAYER,
            number=contact.count,
            cell=term(contact.cell),
        )
    ]
    if contact.pools is not None and contact.kind is not None and contact.kind not in AGROUND:
        parts.append(pools_words(contact.pools, look.world.full(contact.code), contact.kind))
    if contact.aboard:
        inside = GARRISON if contact.kind in AGROUND else ABOARD
        parts.append(inside(units=aboard_words(contact.aboard)))
    if contact.status is not Status.ACTIVE:
        parts.append(STATUS_WORDS[contact.status])
    return joined("; ", parts)


def recognised(table: Table[State], viewer: Seat, unit: Unit) -> str | None:
    """The alias of a unit that is found: the one it has; where its name is read, also one under which it was lost."""
    alias = alias_of(table.state, viewer, unit.id)
    former = alias_of(table.state, viewer, unit.id, stale=True) if unit.kind not in AGROUND else None
    if former is None or alias is None:
        return alias or former
    table.say(Lost(viewer, former, ANOTHER_NOW.format(alias=alias)), only(viewer))
    table.say(Bound(viewer, former, ""), REFEREE)
    return alias


def measured(world: World, table: Table[State], viewer: Seat, unit: Unit, number: int) -> Contact:
    """A contact as an active scan tells of a unit: of ships and craft name, pools and what is aboard; of what stands
    on the ground its type, how many it is and its garrison (GCW-SCN-04).
    """
    state = table.state
    old = state.contacts_of(viewer).get(f"Contact {number}")
    on_ground = unit.kind in AGROUND
    counted = strength(world, unit)
    pools = unit.pools
    if on_ground:
        seen = old.pools if old is not None and unit.kind is not UnitKind.INFANTRY else None
        pools = seen or world.full(unit.code, counted)
    return Contact(
        number=number,
        system=unit.system,
        cell=unit.cell,
        how=Sighting.SCAN,
        at=table.now,
        owner=unit.owner,
        kind=unit.kind,
        code=unit.code,
        name=(old.name if old is not None else "") if on_ground else unit.name,
        status=unit.status,
        pools=pools,
        track=state.tracks.get(unit.id, 0) or (old.track if old is not None else 0),
        count=counted,
        patrol=old is not None and old.patrol and old.cell == unit.cell,
        held=bool(unit.held),
        inside=inside_of(state, viewer, unit),
        measured=table.now,
        aboard=complement(world, state, unit),
    )


def complement(world: World, state: State, unit: Unit) -> dict[UnitKind, int]:
    """Numbers of what its owner has in a unit, by kind, squads for infantry; the squadrons of a swarm are itself."""
    counts: dict[UnitKind, int] = {}
    if unit.kind is not UnitKind.SWARM:
        for cargo in carried(state, unit):
            if cargo.owner == unit.owner:
                number = strength(world, cargo) if cargo.kind is UnitKind.INFANTRY else 1
                counts[cargo.kind] = counts.get(cargo.kind, 0) + number
    return {kind: counts[kind] for kind in UnitKind if kind in counts}


SCANS_UNDER_WAY = T_("Scans under way")
UNDER_WAY = {
    ScanMode.ACTIVE: N_("{unit}: active scan of {layer} of {system}, result {at} ({in_time})"),
    ScanMode.PASSIVE: N_("{unit}: passive scan of {layer} of {system}, result {at} ({in_time})"),
}
WOULD_FAIL = N_("{scan} · It fails as things stand. {why}")
SCANS = {
    ScanMode.ACTIVE: N_("scans actively ({layer}) until {at}"),
    ScanMode.PASSIVE: N_("listens ({layer}) until {at}"),
}


def running(look: Look) -> list[Scan]:
    """The seat's scans, the first to be over first."""
    return sorted(look.known.scans.values(), key=lambda scan: (scan.due_at, scan.id))


def scans_under_way(look: Look) -> tuple[Section, ...]:
    """A section of the seat's scans that are not over, if there are any."""
    return Section.of(SCANS_UNDER_WAY, (scan_line(look, scan) for scan in running(look)))


def scan_line(look: Look, scan: Scan) -> Text:
    """A scan in one line: by what, of what, until when; and why it would fail as things stand (GCW-SCN-16)."""
    line = UNDER_WAY[scan.mode](
        unit=look.name(scan.unit),
        layer=LAYER_WORDS[scan.layer],
        system=term(scan.system),
        at=stamp(scan.due_at),
        in_time=stamp(scan.due_at, "R"),
    )
    fails = reach(look.world, look.known, scan)
    if not isinstance(fails, str):
        return line
    return WOULD_FAIL(scan=line, why=FAILS.words(fails, layer=LAYER_WORDS[scan.layer]))


@unit_note(priority=30)
def scanning_words(look: Look, unit: Unit) -> Text:
    """That a unit of the seat's scans, beside its name; "" where it does not."""
    for scan in running(look):
        if scan.unit == unit.id:
            return SCANS[scan.mode](layer=LAYER_WORDS[scan.layer], at=stamp(scan.due_at))
    return NOTHING
