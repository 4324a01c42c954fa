"""What happens to a turn: drafted, posted, changed, made final, told."""

from __future__ import annotations

from msgspec import field
from msgspec.structs import replace

from engine.clock import Instant
from engine.game import Fact, Seat
from engine.gcw.facts.changes import put, turn_changed, without
from engine.gcw.state import State, Turn


class DraftSet(Fact[State], frozen=True):
    """The lines of a player's next turn, in order; `added` of them are new, with what was left out and `assumed`."""

    seat: Seat
    lines: tuple[str, ...]
    added: int = 1
    assumed: tuple[str, ...] = ()

    def evolve(self, state: State) -> State:
        return replace(state, drafts=put(state.drafts, self.seat, self.lines))


class FormationSet(Fact[State], frozen=True):
    """Several units of a player's go by one name in orders; none: the formation is disbanded."""

    seat: Seat
    name: str
    units: tuple[str, ...]

    def evolve(self, state: State) -> State:
        mine = without(state.formations.get(self.seat, {}), self.name)
        if self.units:
            mine[self.name] = self.units
        formations = put(state.formations, self.seat, mine) if mine else without(state.formations, self.seat)
        return replace(state, formations=formations)


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
        return turn_changed(state, self.turn, lines=self.lines, story=self.story, edits=self.edits, recovered=False)


class TurnRecovered(Fact[State], frozen=True):
    """A turn's author took its actions back into the draft to change them (GCW-TRN-02)."""

    turn: int

    def evolve(self, state: State) -> State:
        return turn_changed(state, self.turn, recovered=True)


class TurnPressed(Fact[State], frozen=True):
    """A turn's author made it final early: everybody hears when it will be; it waits for earlier ones (GCW-TRN-04)."""

    turn: int
    at: Instant

    def evolve(self, state: State) -> State:
        return turn_changed(state, self.turn, pressed=self.at)


class TurnFinal(Fact[State], frozen=True):
    """A turn has become final (register 0.7)."""

    turn: int
    seat: Seat
    at: Instant

    def evolve(self, state: State) -> State:
        told = put(state.told, str(self.turn), self.seat)
        return replace(state, turns=without(state.turns, str(self.turn)), told=told)


class ActionDropped(Fact[State], frozen=True):
    """An action that an earlier turn made illegal was dropped (register 0.7)."""

    turn: int
    line: str
    code: str
    sentence: str
    by_rule: str = field(default="", name="rule")


class TurnTold(Fact[State], frozen=True):
    """The public post of a turn that no battle's thread tells: its story, and places that are public (GCW-PST-03)."""

    turn: int
    seat: Seat
    story: str
    places: tuple[str, ...] = ()


class TurnLogged(Fact[State], frozen=True):
    """Where all units of a turn's author are, and in what state, when it has been played; its own (GCW-PST-03, -05)."""

    turn: int
    lines: tuple[str, ...]


class StoryRetold(Fact[State], frozen=True):
    """The story of a turn is another; its author's alone while the turn is provisional (GCW-TRN-03)."""

    turn: int
    seat: Seat
    story: str
    final: bool

    def evolve(self, state: State) -> State:
        return state if self.final else turn_changed(state, self.turn, story=self.story)
