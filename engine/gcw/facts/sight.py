"""What a viewer sees of others' units: contacts made, held and lost, and what fire did to them."""

from __future__ import annotations

from msgspec.structs import replace

from engine.clock import Instant
from engine.game import Fact, Seat
from engine.gcw.facts.changes import put, without
from engine.gcw.figures.damage import Pools, Status
from engine.gcw.figures.ucr import Rating
from engine.gcw.state import Binding, Contact, Sighting, State, UnitKind


class Dealt(Fact[State], frozen=True):
    """What a volley did, for whoever fired it: the arithmetic of GCW-UCR-04 and what became of the target.

    `absorbed` are the points each layer of the target took, `quotient` thousandths. `attacker` and `target` are the
    ratings with their workings, where they are more than speed and maneuverability.
    """

    unit: str
    viewer: Seat
    alias: str
    channel: str
    raw: int
    attack: int
    defence: int
    quotient: int
    damage: int
    absorbed: Pools
    status: Status
    attacker: Rating | None = None
    target: Rating | None = None

    def evolve(self, state: State) -> State:
        contacts = state.contacts_of(self.viewer)
        contact = contacts.get(self.alias)
        if contact is None:
            return state
        pools = contact.pools
        left = pools.minus(self.absorbed) if pools is not None else None
        shown = replace(contact, status=self.status, pools=left)
        return replace(state, contacts=put(state.contacts, self.viewer, put(contacts, self.alias, shown)))


class Seen(Fact[State], frozen=True):
    """A viewer sees something of a unit: what is not known stays empty (GCW-SCN-08, -14, -18).

    `act` is what gave it away: MOVE, EXIT, SHIELDS, FIRE, LAUNCH, SCAN; "" for sharing a cell.
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
        return replace(state, contacts=put(state.contacts, self.viewer, put(contacts, alias, contact)))

    def _owner(self, old: Contact | None) -> Seat:
        """Whose it is, as far as was ever seen; a derelict is nobody's (GCW-DMG-16)."""
        if self.owner or old is None or self.status is Status.DERELICT:
            return self.owner
        return old.owner


class Bound(Fact[State], frozen=True):
    """Which unit a contact is ("": none any more), and whether it has moved unseen; for the referee alone."""

    viewer: Seat
    alias: str
    unit: str
    stale: bool = False

    def evolve(self, state: State) -> State:
        bindings = without(state.bindings.get(self.viewer, {}), self.alias)
        if self.unit:
            bindings[self.alias] = Binding(self.unit, self.stale)
        return replace(state, bindings=put(state.bindings, self.viewer, bindings))


class Lost(Fact[State], frozen=True):
    """A viewer knows that a contact is no more there, and why."""

    viewer: Seat
    alias: str
    why: str

    def evolve(self, state: State) -> State:
        contacts = state.contacts_of(self.viewer)
        contact = contacts.get(self.alias)
        if contact is None:
            return state
        gone = put(contacts, self.alias, replace(contact, gone=self.why))
        return replace(state, contacts=put(state.contacts, self.viewer, gone))


class OutOfSight(Fact[State], frozen=True):
    """A viewer's own units went away: contacts of whose cells it sees no more, and such as nobody of its watches now.

    `left` were in its sight until then; of `unwatched` it would not hear if they moved.
    """

    viewer: Seat
    at: Instant
    left: tuple[str, ...] = ()
    unwatched: tuple[str, ...] = ()

    def evolve(self, state: State) -> State:
        contacts = dict(state.contacts_of(self.viewer))
        for alias in self.left:
            if alias in contacts:
                contacts[alias] = replace(contacts[alias], at=self.at)
        for alias in self.unwatched:
            if alias in contacts:
                contacts[alias] = replace(contacts[alias], unwatched=True)
        return replace(state, contacts=put(state.contacts, self.viewer, contacts))


class Tracked(Fact[State], frozen=True):
    """The number under which a unit of yours stands in public posts, 0 for none any more; for its owner."""

    unit: str
    track: int

    def evolve(self, state: State) -> State:
        tracks = put(state.tracks, self.unit, self.track) if self.track else without(state.tracks, self.unit)
        return replace(state, tracks=tracks, last_track=max(state.last_track, self.track))
