"""Jumps along lanes, all of a tick at once: who leaves, who meets in a lane, who arrives, is pinned, is trapped.

Register 1.2 steps 3 to 5; EAW-5a, EAW-5b, EAW-5c, EAW-10a, EAW-17a, EAW-19a.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Annotated

from msgspec.structs import replace

from engine.declared.changes import Sets
from engine.declared.sentences import either, told_by
from engine.eaw.data.maps import Lane
from engine.eaw.data.pack import Code
from engine.eaw.look import At, Word
from engine.eaw.season.holdings import ShipsSet
from engine.eaw.season.run import Move, Run
from engine.eaw.state import Fleet, Mover, Ship, Siege, State, with_docks, with_fleets, with_realm
from engine.game import Fact, Seat
from engine.look import Refused, no
from engine.text.message import N_, Shown, Text

STACK = 3
"""Fleets of one empire in one system at most (EAW-17a)."""


def disrupted(state: State, system: str, owner: Seat) -> bool:
    """True if an enemy of a system's owner is trapped there (EAW-10i.1)."""
    return any(fleet.trapped == system and state.hostile(owner, fleet.owner) for fleet in state.fleets.values())


def stacked(state: State, system: str, owner: Seat) -> int:
    """Fleets that count against the most that a system holds of an empire, or of all (EAW-17a)."""
    there = [fleet for fleet in state.fleets.values() if fleet.at == system and fleet.place == "system"]
    if not there:
        return 0
    per_empire, attached = state.settings.stack_cap_scope == "per_empire", state.attending()
    return sum([fleet.id not in attached and (fleet.owner == owner or not per_empire) for fleet in there])


def staying(fleet: Fleet, rule: str) -> Refused | None:
    """Refuses E-COMMIT anything else for which a fleet stays: it does so for something."""
    why, aim = N_("Fleet {fleet} stays to {committed} already."), fleet.committed
    return no(Code.E_COMMIT, why, rule, fleet=fleet.number, committed=aim) if aim else None


def send(run: Run, mover: Mover, lane: Lane, *, free: bool = False) -> None:
    """A fleet or dock leaves along a lane: at once in a rehearsal, in earnest with all others of its tick."""
    to = lane.far(mover.at)
    move = Move(mover.id, lane.id, to, lane.leaves(to), free)
    if run.real:
        run.moves.append(move)
    else:
        make(run, move, mover)


def moving(state: State, id: str) -> Mover:
    """The fleet or dock of that id."""
    return state.fleets[id] if id in state.fleets else state.docks[id]


def settle(run: Run) -> tuple[Move, ...]:
    """Make all jumps of this tick at once, in earnest; returns those for which there was no room (EAW-17a)."""
    moves, run.moves = run.moves, []
    if not moves:
        return ()
    full = crowded(run, moves)
    moves = [move for move in moves if move not in full] if full else moves
    stopped = meeting(run.state, moves)
    arrived: list[str] = []
    for move in moves:
        mover = moving(run.state, move.mover)
        if move.mover in stopped:
            run.tell(Stopped(move.mover, move.lane, mover.at, move.to, run.tick), mover.owner)
        else:
            make(run, move, mover)
            arrived.append(move.mover)
    meet(run, arrived)
    return tuple(full)


def make(run: Run, move: Move, mover: Mover) -> None:
    """A jump is made."""
    run.tell(Moved(move.mover, mover.at, move.to, move.entry, run.state.t, run.tick, move.free), mover.owner)


def crowded(run: Run, moves: Iterable[Move]) -> list[Move]:
    """Jumps for which the target has no room, when all that can leave have left; these fleets stay (EAW-17a, S15)."""
    state, per_empire = run.state, run.state.settings.stack_cap_scope == "per_empire"
    attached = state.attending()
    staying: list[Move] = []
    fleets = [move for move in moves if move.mover in state.fleets and move.mover not in attached]
    there, goals = state.stationed, [move.to for move in fleets]
    if all(len(there.get(goal, ())) + goals.count(goal) <= STACK for goal in set(goals)):
        return staying  # there is room for all, though nobody leaves
    while True:
        away = {move.mover for move in fleets if move not in staying} | attached.keys()
        room: dict[tuple[str, Seat | None], int] = {}
        for move in fleets:
            side = state.fleets[move.mover].owner if per_empire else None
            if move in staying:
                continue
            goal = move.to, side
            if goal not in room:
                room[goal] = len([other for other in state.fleets_at(*goal) if other.id not in away])
            room[goal] += 1
            if room[goal] > STACK:
                staying.append(move)
                break
        else:
            return staying


def meeting(state: State, moves: Iterable[Move]) -> set[str]:
    """Fleets that stop in a lane: enemies that come the other way in the same tick, or are stopped there (1.2 step 4);
    whoever enters a lane with a stopped enemy in it stops too. Those that left one lane by both ends do not meet.
    """
    moves = list(moves)
    held: dict[str, set[Seat]] = {}
    for mover in state.movers:
        if mover.place == "lane":
            held.setdefault(mover.lane, set()).add(mover.owner)
    found: set[str] = set()
    if not held and len({move.lane for move in moves}) == len(moves):
        return found
    often = Counter([move.lane for move in moves])
    beside = [move for move in moves if often[move.lane] > 1]  # others in their lane
    returning = {one.mover for one in moves if moving(state, one.mover).at == one.to}  # they left one lane by both ends
    owner = {move.mover: moving(state, move.mover).owner for move in moves}
    for move in beside:
        for other in beside:
            if {move.mover, other.mover} <= returning:
                continue
            if move.lane == other.lane and move.to != other.to and state.hostile(owner[move.mover], owner[other.mover]):
                found.add(move.mover)
                held.setdefault(move.lane, set()).add(owner[move.mover])
    found |= {
        move.mover for move in moves if any(state.hostile(owner[move.mover], seat) for seat in held.get(move.lane, ()))
    }
    return found


def meet(run: Run, arrived: list[str]) -> None:
    """Those who arrived meet who is there: they are pinned, and so is who stood there; an enemy fortification traps
    (1.2 step 5; EAW-19a, EAW-10.0, EAW-10a).
    """
    coming, fleets = set(arrived), run.state.stationed  # who is pinned or trapped stays there
    settled = run.state.docks or run.state.bases
    for id in arrived:
        state, mover = run.state, moving(run.state, id)
        alone = not settled and {fleet.owner for fleet in fleets[mover.at]} == {mover.owner}
        if (alone or state.alone(mover.at, mover.owner)) and state.systems[mover.at].fort is None:
            continue
        fort, garrison = state.systems[mover.at].fort, state.garrison(mover.at)
        there: list[Mover] = [*state.fleets_at(mover.at), *state.docks_at(mover.at)]
        enemies = [other for other in there if state.hostile(mover.owner, other.owner)]
        if (enemies or any(state.hostile(mover.owner, base.owner) for base in garrison)) and not mover.pinned:
            run.tell(Pinned(id, "arrived", mover.at), mover.owner)
        if isinstance(mover, Fleet) and fort is not None and state.hostile(mover.owner, fort.owner):
            run.tell(Trapped(id, mover.at, state.t), mover.owner)
        for other in enemies:
            if other.id not in coming and not other.pinned:
                run.tell(Pinned(other.id, "attacked", other.at), other.owner)


def shields_up(run: Run, seat: Seat, ships: Iterable[Ship]) -> None:
    """The shields of an empire's ships are whole again before they fight elsewhere (EAW-22a.2)."""
    hit = [ship for ship in ships if ship.inspected and any("shield" in system for system in ship.damage)]
    whole = [
        replace(ship, damage={system: boxes for system, boxes in ship.damage.items() if "shield" not in system})
        for ship in hit
    ]
    if whole:
        run.tell(ShipsSet(tuple(whole)), seat)


def _changed(state: State, id: str, **changes: object) -> State:
    """The state with changes to a fleet or dock, if it is known."""
    return (with_fleets if id in state.fleets else with_docks)(state, id, **changes)


class Moved(Fact[State], frozen=True):
    """A fleet or dock has made a jump: where from, where to, the direction it enters by, in which season and when."""

    says = either(
        lambda fact: fact.origin == fact.to,
        N_("{id} returns to {to}, which it enters from {entry}."),
        N_("{id} jumps from {origin} to {to}, which it enters from {entry}."),
    )
    id: MoverOf
    origin: At
    to: At
    entry: Word
    t: int
    tick: int
    free: bool = False

    def evolve(self, state: State) -> State:
        fleet = state.fleets.get(self.id)
        if fleet is None:
            at, entry = self.to, self.entry
            return with_docks(state, self.id, place="system", at=at, lane="", bound="", entry=entry, arrived=self.t)
        moved = replace(
            fleet, place="system", at=self.to, lane="", bound="", entry=self.entry, arrived=self.t, tick=self.tick,
            freed=self.t if self.free else fleet.freed,
        )  # fmt: skip
        return replace(state, fleets={**state.fleets, self.id: moved})


class Waits(Fact[State], frozen=True):
    """A fleet finds no room where it is bound: it stays in hyperspace, and arrives in the next season that has room
    (EAW-5c, EAW-17a).
    """

    rule = "EAW-5c"
    says = N_("{id} waits in hyperspace, since three fleets are at {at}.")
    makes = Sets("fleets", "id", place="hyper")
    id: MoverOf
    at: At


class Stopped(Fact[State], frozen=True):
    """A fleet or dock meets an enemy in a lane, and stops there (EAW-5c)."""

    rule = "EAW-5c"
    says = N_("{id} meets an enemy in the lane from {origin} to {to}, and stops there.")
    id: MoverOf
    lane: At
    origin: At
    to: At
    tick: int

    def evolve(self, state: State) -> State:
        changes: dict[str, object] = {"place": "lane", "lane": self.lane, "bound": self.to, "pinned": "arrived"}
        if self.id in state.fleets:
            changes["tick"] = self.tick
        return _changed(state, self.id, **changes)


class Pinned(Fact[State], frozen=True):
    """A fleet or dock is engaged: it arrived where an enemy is, or one came to where it stands (EAW-19a)."""

    rule = "EAW-19a"
    says = told_by("how", arrived=N_("{id} meets an enemy at {at}."), attacked=N_("{id} is attacked at {at}."))
    id: MoverOf
    how: str
    at: At

    def attacks(self) -> bool:
        """Whoever was there when another came; not who came."""
        return self.how == "attacked"

    def evolve(self, state: State) -> State:
        return _changed(state, self.id, pinned=self.how)


class Trapped(Fact[State], frozen=True):
    """A fleet is trapped in an enemy fortification (EAW-10a)."""

    rule = "EAW-10a"
    says = N_("{id} is trapped by a fortification at {at}.")
    id: MoverOf
    at: At
    t: int

    def evolve(self, state: State) -> State:
        fleet = state.fleets.get(self.id)
        if fleet is None or fleet.owner not in state.realms:
            return state
        sieges = state.realms[fleet.owner].sieges
        siege = sieges.get(self.at, Siege())
        if self.id not in siege.entered:
            siege = replace(siege, entered=(*siege.entered, self.id))
        state = with_realm(state, fleet.owner, sieges={**sieges, self.at: siege})
        return with_fleets(state, [self.id], trapped=self.at, trapped_since=self.t)


def mover_words(id: str) -> Text:
    """A fleet or dock of the reader's, at the head of a sentence."""
    kind, number = id.rpartition(":")[2][:1], id.rpartition(":")[2].lstrip("d")
    return (N_("Dock {number}") if kind == "d" else N_("Fleet {number}"))(number=int(number))


MoverOf = Annotated[str, Shown[str](lambda look, id, form: mover_words(id))]
"""The id of a fleet or dock of the reader's, at the head of a sentence."""
