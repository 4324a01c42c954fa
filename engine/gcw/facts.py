"""What can happen in a campaign: each fact and the change it makes. No rules here, and nothing here fails."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from msgspec.structs import replace

from engine.clock import Instant
from engine.game import Fact, Seat
from engine.gcw.damage import Pools, Status
from engine.gcw.state import (
    Battle,
    Binding,
    Contact,
    Entry,
    Hero,
    Player,
    PlayerStatus,
    Sighting,
    State,
    Turn,
    Unit,
    UnitKind,
    Voyage,
)

K = TypeVar("K")
V = TypeVar("V")


def put(mapping: Mapping[K, V], key: K, value: V) -> dict[K, V]:
    """The mapping with one entry set."""
    return {**mapping, key: value}


def without(mapping: Mapping[K, V], key: K) -> dict[K, V]:
    """The mapping without an entry, if it has it."""
    return {one: value for one, value in mapping.items() if one != key}


def counted(state: State, owner: Seat) -> dict[Seat, int]:
    """The counters of ids with one more of a player's given."""
    return put(state.last_ids, owner, state.last_ids.get(owner, 0) + 1)


def changed(state: State, unit: str, **fields: object) -> State:
    """The state with fields of a unit set; unchanged for a unit it does not hold."""
    known = state.units.get(unit)
    if known is None:
        return state
    return replace(state, units=put(state.units, unit, replace(known, **fields)))


class Opened(Fact[State], frozen=True):
    """The campaign begins."""

    name: str
    at: Instant

    def evolve(self, state: State) -> State:
        return replace(state, name=self.name, opened_at=self.at, paid_upto=self.at)


class Switched(Fact[State], frozen=True):
    """A moderator ruled how an open rule is played (`/gm ruling`)."""

    switch: str
    value: str

    def evolve(self, state: State) -> State:
        return replace(state, switches=put(state.switches, self.switch, self.value))


class Ruled(Fact[State], frozen=True):
    """A moderator corrected something: everybody hears that, the players concerned hear what."""

    text: str


class Joined(Fact[State], frozen=True):
    """A player joined with a faction (GCW-SET-01); `holder`: holds the stronghold (GCW-SET-06)."""

    seat: Seat
    faction: str
    home: str
    holder: bool
    at: Instant

    def evolve(self, state: State) -> State:
        player = Player(seat=self.seat, faction=self.faction, home=self.home, holder=self.holder, joined_at=self.at)
        owners = put(state.owners, self.home, self.seat) if self.holder else state.owners
        return replace(state, players=put(state.players, self.seat, player), owners=owners)


class HomeAssigned(Fact[State], frozen=True):
    """A moderator named a home system for a faction's next player (GCW-SET-06)."""

    seat: Seat
    home: str

    def evolve(self, state: State) -> State:
        player = state.players.get(self.seat)
        if player is None:
            return replace(state, switches=put(state.switches, f"home {self.seat}", self.home))
        return replace(state, players=put(state.players, self.seat, replace(player, home=self.home)))


class HeroTrained(Fact[State], frozen=True):
    """A player has a hero."""

    hero: Hero

    def evolve(self, state: State) -> State:
        return replace(
            state, heroes=put(state.heroes, self.hero.id, self.hero), last_ids=counted(state, self.hero.owner)
        )


class Boarded(Fact[State], frozen=True):
    """A hero goes aboard a unit."""

    hero: str
    unit: str

    def evolve(self, state: State) -> State:
        hero = state.heroes.get(self.hero)
        if hero is None:
            return state
        return replace(state, heroes=put(state.heroes, self.hero, replace(hero, aboard=self.unit)))


class HeroDied(Fact[State], frozen=True):
    """A hero is dead and stays so (GCW-HRO-05)."""

    hero: str

    def evolve(self, state: State) -> State:
        hero = state.heroes.get(self.hero)
        if hero is None:
            return state
        return replace(state, heroes=put(state.heroes, self.hero, replace(hero, alive=False)))


class Credited(Fact[State], frozen=True):
    """A player's facility credit and treasury at the start (GCW-SET-01, -05)."""

    seat: Seat
    treasury: int
    credit: int

    def evolve(self, state: State) -> State:
        player = state.players.get(self.seat)
        if player is None:
            return state
        richer = replace(player, treasury=self.treasury, credit=self.credit)
        return replace(state, players=put(state.players, self.seat, richer))


class Mustered(Fact[State], frozen=True):
    """Units are there that were not: a ship with its complement, an escort, a spawned unit."""

    units: tuple[Unit, ...]

    def evolve(self, state: State) -> State:
        units = {**state.units, **{unit.id: unit for unit in self.units}}
        for unit in self.units:
            state = replace(state, last_ids=counted(state, unit.owner))
        return replace(state, units=units)


class Removed(Fact[State], frozen=True):
    """Units are no more part of the campaign: dismissed in setup, removed by a moderator, or destroyed."""

    units: tuple[str, ...]
    why: str = ""
    names: tuple[str, ...] = ()
    """What they were called: whoever hears of it knows them no more."""

    def evolve(self, state: State) -> State:
        gone = frozenset(self.units)
        return replace(
            state,
            units={key: unit for key, unit in state.units.items() if key not in gone},
            tracks={key: track for key, track in state.tracks.items() if key not in gone},
            last_track=max((state.last_track, *state.tracks.values())),
        )


class Renamed(Fact[State], frozen=True):
    """A unit has another name."""

    unit: str
    name: str

    def evolve(self, state: State) -> State:
        return changed(state, self.unit, name=self.name)


class Confirmed(Fact[State], frozen=True):
    """A player's setup is confirmed (GCW-SET-02)."""

    seat: Seat
    at: Instant

    def evolve(self, state: State) -> State:
        player = state.players.get(self.seat)
        if player is None:
            return state
        active = replace(player, status=PlayerStatus.ACTIVE, confirmed_at=self.at)
        return replace(state, players=put(state.players, self.seat, active))


class Retired(Fact[State], frozen=True):
    """A player has left the campaign: no more income (GCW-ACT-04)."""

    seat: Seat

    def evolve(self, state: State) -> State:
        player = state.players.get(self.seat)
        if player is None:
            return state
        return replace(state, players=put(state.players, self.seat, replace(player, status=PlayerStatus.RETIRED)))


class ActionDay(Fact[State], frozen=True):
    """The 1st or the 15th: income falls due (GCW-ACT-01)."""

    at: Instant

    def evolve(self, state: State) -> State:
        return replace(state, paid_upto=self.at)


class Paid(Fact[State], frozen=True):
    """A player's income of an Action Day in KC, and the treasury with it (GCW-ACT-02)."""

    seat: Seat
    day: Instant
    amount: int
    treasury: int

    def evolve(self, state: State) -> State:
        player = state.players.get(self.seat)
        if player is None:
            return state
        return replace(state, players=put(state.players, self.seat, replace(player, treasury=self.treasury)))


class TreasurySet(Fact[State], frozen=True):
    """A moderator set a treasury."""

    seat: Seat
    treasury: int

    def evolve(self, state: State) -> State:
        player = state.players.get(self.seat)
        if player is None:
            return state
        return replace(state, players=put(state.players, self.seat, replace(player, treasury=self.treasury)))


class OwnerSet(Fact[State], frozen=True):
    """A system has this owner ("" for none)."""

    system: str
    owner: Seat

    def evolve(self, state: State) -> State:
        owners = put(state.owners, self.system, self.owner) if self.owner else without(state.owners, self.system)
        return replace(state, owners=owners)


class AccessGranted(Fact[State], frozen=True):
    """One player's places are friendly to another, or no longer (GCW-GEN-04)."""

    by: Seat
    to: Seat
    granted: bool

    def evolve(self, state: State) -> State:
        pair = (self.by, self.to)
        others = tuple(one for one in state.access if one != pair)
        return replace(state, access=(*others, pair) if self.granted else others)


class Hostility(Fact[State], frozen=True):
    """Two players are hostile, or no longer; access between them ends (GCW-GEN-04)."""

    pair: tuple[Seat, Seat]
    hostile: bool = True

    def evolve(self, state: State) -> State:
        others = tuple(one for one in state.hostile if one != self.pair)
        if not self.hostile:
            return replace(state, hostile=others)
        access = tuple(one for one in state.access if set(one) != set(self.pair))
        return replace(state, hostile=(*others, self.pair), access=access)


class DraftSet(Fact[State], frozen=True):
    """The lines of a player's next turn, in order."""

    seat: Seat
    lines: tuple[str, ...]

    def evolve(self, state: State) -> State:
        return replace(state, drafts=put(state.drafts, self.seat, self.lines))


class TurnPosted(Fact[State], frozen=True):
    """A turn was posted; everybody hears who posted it and when it becomes final, and no more (GCW-TRN-04)."""

    turn: int
    seat: Seat
    posted: Instant
    final_at: Instant

    def evolve(self, state: State) -> State:
        player = state.players.get(self.seat)
        players = put(state.players, self.seat, replace(player, last_turn=self.posted)) if player else state.players
        turn = Turn(id=self.turn, seat=self.seat, posted=self.posted)
        return replace(state, players=players, turns=put(state.turns, str(self.turn), turn), last_turn=self.turn)


class TurnWritten(Fact[State], frozen=True):
    """What a posted turn holds; its author's alone until it is final. `edits` counts changes (GCW-TRN-02)."""

    turn: int
    lines: tuple[str, ...]
    story: str
    edits: int = 0

    def evolve(self, state: State) -> State:
        turn = state.turns.get(str(self.turn))
        if turn is None:
            return state
        written = replace(turn, lines=self.lines, story=self.story, edits=self.edits)
        return replace(state, turns=put(state.turns, str(self.turn), written))


class TurnPressed(Fact[State], frozen=True):
    """A turn's author made it final early; it still waits for turns posted before it (GCW-TRN-04)."""

    turn: int
    at: Instant

    def evolve(self, state: State) -> State:
        turn = state.turns.get(str(self.turn))
        if turn is None:
            return state
        return replace(state, turns=put(state.turns, str(self.turn), replace(turn, pressed=self.at)))


class TurnFinal(Fact[State], frozen=True):
    """A turn has become final (register 0.7)."""

    turn: int
    seat: Seat
    at: Instant

    def evolve(self, state: State) -> State:
        return replace(state, turns=without(state.turns, str(self.turn)))


class ActionDropped(Fact[State], frozen=True):
    """An action that an earlier turn made illegal was dropped (register 0.7)."""

    turn: int
    line: str
    code: str
    sentence: str
    rule: str = ""


class Moved(Fact[State], frozen=True):
    """A unit stands in another cell of its system."""

    unit: str
    cell: str

    def evolve(self, state: State) -> State:
        return changed(state, self.unit, cell=self.cell)


class Launched(Fact[State], frozen=True):
    """A craft left its carrier."""

    unit: str
    system: str
    cell: str

    def evolve(self, state: State) -> State:
        return changed(state, self.unit, docked="", system=self.system, cell=self.cell)


class Docked(Fact[State], frozen=True):
    """A craft is aboard a carrier."""

    unit: str
    carrier: str

    def evolve(self, state: State) -> State:
        return changed(state, self.unit, docked=self.carrier, system="", cell="", shields_up=False)


class ShieldsSet(Fact[State], frozen=True):
    """A unit's shields are up or down (GCW-DMG-20)."""

    unit: str
    up: bool

    def evolve(self, state: State) -> State:
        return changed(state, self.unit, shields_up=self.up)


class ShieldsRose(Fact[State], frozen=True):
    """Shields went up by themselves as units became part of an open battle (GCW-DMG-20). For their owner."""

    units: tuple[str, ...]

    def evolve(self, state: State) -> State:
        for unit in self.units:
            state = changed(state, unit, shields_up=True)
        return state


class PoolsSet(Fact[State], frozen=True):
    """A moderator set a unit's pools, and with them its status."""

    unit: str
    pools: Pools
    status: Status

    def evolve(self, state: State) -> State:
        return changed(state, self.unit, pools=self.pools, status=self.status)


class Placed(Fact[State], frozen=True):
    """A moderator put a unit into a cell."""

    unit: str
    system: str
    cell: str

    def evolve(self, state: State) -> State:
        return changed(state, self.unit, system=self.system, cell=self.cell, docked="", voyage="", exit_until=None)


class Hurt(Fact[State], frozen=True):
    """A unit took refined damage: what is left, and what it is now. For its owner. `by` names the attacker."""

    unit: str
    channel: str
    damage: int
    pools: Pools
    status: Status
    by: str

    def evolve(self, state: State) -> State:
        return changed(state, self.unit, pools=self.pools, status=self.status)


class Dealt(Fact[State], frozen=True):
    """What a volley did, for whoever fired it: the arithmetic of GCW-UCR-04 and what became of the target.

    `absorbed` are the points each layer of the target took, `quotient` thousandths.
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

    def evolve(self, state: State) -> State:
        contacts = state.contacts_of(self.viewer)
        contact = contacts.get(self.alias)
        if contact is None:
            return state
        pools = contact.pools
        left = pools.minus(self.absorbed) if pools is not None else None
        shown = replace(contact, status=self.status, pools=left)
        return replace(state, contacts=put(state.contacts, self.viewer, put(contacts, self.alias, shown)))


class StatusSet(Fact[State], frozen=True):
    """A unit's last acts are over (GCW-DMG-12), or a moderator ended them."""

    unit: str
    status: Status

    def evolve(self, state: State) -> State:
        return changed(state, self.unit, status=self.status)


class MovementBack(Fact[State], frozen=True):
    """Units may move again after leaving hyperspace (GCW-HYX-03)."""

    units: tuple[str, ...]

    def evolve(self, state: State) -> State:
        for unit in self.units:
            state = changed(state, unit, exit_until=None)
        return state


class EntryWaits(Fact[State], frozen=True):
    """A hyperspace entry waits for turns that were posted before it (GCW-TRN-05)."""

    entry: Entry

    def evolve(self, state: State) -> State:
        return replace(
            state, entries=put(state.entries, self.entry.id, self.entry), last_ids=counted(state, self.entry.owner)
        )


class EntryOver(Fact[State], frozen=True):
    """A waiting entry has been judged; `sentence` says why it did not come about, "" if it did."""

    entry: str
    sentence: str = ""
    rule: str = ""

    def evolve(self, state: State) -> State:
        return replace(state, entries=without(state.entries, self.entry))


class Departed(Fact[State], frozen=True):
    """Units are in hyperspace (GCW-GAL-05)."""

    voyage: Voyage

    def evolve(self, state: State) -> State:
        units = dict(state.units)
        for name in self.voyage.units:
            if name in units:
                units[name] = replace(units[name], system="", cell="", voyage=self.voyage.id, shields_up=False)
        voyages = put(state.voyages, self.voyage.id, self.voyage)
        return replace(state, units=units, voyages=voyages, last_ids=counted(state, self.voyage.owner))


class Arrived(Fact[State], frozen=True):
    """A voyage is over: its units stand in a cell and cannot move yet (GCW-HYX)."""

    voyage: str
    units: tuple[str, ...]
    aboard: tuple[str, ...]
    system: str
    cell: str
    at: Instant
    until: Instant

    def evolve(self, state: State) -> State:
        units = dict(state.units)
        for name in self.units:
            if name in units:
                units[name] = replace(units[name], system=self.system, cell=self.cell, voyage="", exit_until=self.until)
        for name in self.aboard:
            if name in units:
                units[name] = replace(units[name], exit_until=self.until)
        return replace(state, units=units, voyages=without(state.voyages, self.voyage))


class Left(Fact[State], frozen=True):
    """Everybody hears that a fleet of a player left a system, and no more (GCW-COM-05)."""

    seat: Seat
    system: str


class Seen(Fact[State], frozen=True):
    """A viewer sees something of a unit: what is not known stays empty (GCW-SCN-08, -14, -18).

    `act` is what gave it away: MOVE, EXIT, SHIELDS, FIRE, LAUNCH; "" for sharing a cell.
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
            owner=self.owner or (old.owner if old else Seat("")),
            kind=self.kind or (old.kind if old else None),
            code=self.code or (old.code if old else ""),
            name=self.name or (old.name if old else ""),
            status=self.status if self.status is not Status.ACTIVE or not old else old.status,
            pools=old.pools if old and old.pools is not None else self.pools,
            track=self.track or (old.track if old else 0),
        )
        return replace(state, contacts=put(state.contacts, self.viewer, put(contacts, alias, contact)))


class Bound(Fact[State], frozen=True):
    """Which unit a contact is, and whether it has moved unseen; for the referee alone."""

    viewer: Seat
    alias: str
    unit: str
    stale: bool = False

    def evolve(self, state: State) -> State:
        bindings = put(state.bindings.get(self.viewer, {}), self.alias, Binding(self.unit, self.stale))
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


class Tracked(Fact[State], frozen=True):
    """The number under which a unit of yours stands in public posts; for its owner."""

    unit: str
    track: int

    def evolve(self, state: State) -> State:
        return replace(
            state, tracks=put(state.tracks, self.unit, self.track), last_track=max(state.last_track, self.track)
        )


class BattleOpened(Fact[State], frozen=True):
    """A battle has begun (register 0.3)."""

    battle: int
    system: str
    at: Instant
    parties: tuple[Seat, ...]

    def evolve(self, state: State) -> State:
        battle = Battle(id=self.battle, system=self.system, opened_at=self.at, parties=self.parties)
        return replace(state, battles=put(state.battles, self.system, battle), last_battle=self.battle)


class BattleJoined(Fact[State], frozen=True):
    """Another player is a party to a battle."""

    system: str
    seat: Seat

    def evolve(self, state: State) -> State:
        battle = state.battles.get(self.system)
        if battle is None:
            return state
        joined = replace(battle, parties=tuple(sorted({*battle.parties, self.seat})))
        return replace(state, battles=put(state.battles, self.system, joined))


class Committed(Fact[State], frozen=True):
    """A group's command points count in a battle from now on (GCW-BUR-02); for its owner."""

    system: str
    group: str
    cp: int

    def evolve(self, state: State) -> State:
        battle = state.battles.get(self.system)
        if battle is None:
            return state
        committed = replace(battle, committed=put(battle.committed, self.group, self.cp))
        return replace(state, battles=put(state.battles, self.system, committed))


class BattlePost(Fact[State], frozen=True):
    """The public post of a turn in a battle: story, places, damage and status as far as they are public (GCW-PST)."""

    battle: int
    system: str
    seat: Seat
    story: str
    places: tuple[str, ...]
    damage: tuple[str, ...]
    status: tuple[str, ...]
    losses: tuple[str, ...] = ()

    def evolve(self, state: State) -> State:
        battle = state.battles.get(self.system)
        if battle is None or not self.losses:
            return state
        longer = replace(battle, losses=(*battle.losses, *self.losses))
        return replace(state, battles=put(state.battles, self.system, longer))


class BattleClosed(Fact[State], frozen=True):
    """A battle is over: who is left in the system as far as it is public, and what was lost in it."""

    battle: int
    system: str
    at: Instant
    field: tuple[Seat, ...]
    losses: tuple[str, ...]

    def evolve(self, state: State) -> State:
        return replace(state, battles=without(state.battles, self.system))


FACTS: tuple[type[Fact[State]], ...] = tuple(
    kind for kind in list(globals().values()) if isinstance(kind, type) and issubclass(kind, Fact) and kind is not Fact
)
