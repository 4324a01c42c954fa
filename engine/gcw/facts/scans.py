"""What happens to scans: begun, noticed, over, with what they found. Rulebook: GCW-SCN."""

from __future__ import annotations

from msgspec.structs import replace

from engine.clock import Instant
from engine.game import Fact, Seat
from engine.gcw.facts.changes import counted, put, without
from engine.gcw.figures.coverage import ScanLayer
from engine.gcw.state import Contact, Scan, Signature, State

NOT_FOUND = "not found by an active scan"


class ScanBegan(Fact[State], frozen=True):
    """A scan of a player's is under way (GCW-SCN-01). For that player."""

    scan: Scan

    def evolve(self, state: State) -> State:
        scans = put(state.scans, self.scan.id, self.scan)
        return replace(state, scans=scans, last_ids=counted(state, self.scan.owner))


class ScanNoticed(Fact[State], frozen=True):
    """Somebody scans actively out of deep space: from where and since when, for all who are there (GCW-SCN-15)."""

    system: str
    cell: str
    since: Instant


class ScanFailed(Fact[State], frozen=True):
    """A scan came to nothing, and why, in words (GCW-SCN-16). For its player.

    `name` is the scanner's, "" for one that is the player's no more.
    """

    scan: Scan
    name: str
    why: str

    def evolve(self, state: State) -> State:
        return over(state, self.scan.id)


class ScanFound(Fact[State], frozen=True):
    """What an active scan found: contacts as they are known now, and which are not there any more (GCW-SCN-04).

    For its player. The system counts as scanned by it from now on (GCW-HYX-02, GCW-SCN-17).
    """

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


class ScanHeard(Fact[State], frozen=True):
    """What a passive scan recorded in its 24 hours, with classes (GCW-SCN-07, -08). For its player.

    Contacts of unknown class that still hold have one from now on.
    """

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
            contacts[contact.alias] = contact
        seen = put(state.contacts, self.viewer, contacts) if self.classified else state.contacts
        return replace(over(state, self.scan), contacts=seen)


class Recorded(Fact[State], frozen=True):
    """Acts that a passive scan, or the player of a provisional turn, has recorded in all; for the referee alone."""

    key: str
    signatures: tuple[Signature, ...]

    def evolve(self, state: State) -> State:
        if not self.signatures:
            return replace(state, signatures=without(state.signatures, self.key))
        return replace(state, signatures=put(state.signatures, self.key, self.signatures))


def over(state: State, scan: str) -> State:
    """The state without a scan, and without what it recorded."""
    return replace(state, scans=without(state.scans, scan), signatures=without(state.signatures, scan))
