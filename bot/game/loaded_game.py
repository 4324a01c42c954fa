"""A game in memory: its row, state and what seats know; and one step of it, worked out before it is written."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from bot.game.rulebooks import Edition
from bot.posts.news import PUBLIC
from engine.clock import Instant
from engine.dice.keyed import ChainDice, TurnKey
from engine.game import Outcome, Refusal, Said, Seat
from engine.record import chained
from storage.records import REFEREE, Command, Commit, Fact, Game, Post, Receipt, Record, Seated, Snapshot

SNAPSHOT_EVERY = 200
"""Facts after which the state is written whole, so that loading folds no more than about that many."""


class SecretDice:
    """The dice of a game's secret: the chain is computed when a die is wanted, for most games never roll one."""

    def __init__(self, secret: bytes, commitment: str) -> None:
        self._secret = secret
        self._chain: ChainDice | None = None
        self.commitment = commitment

    @staticmethod
    def of(secret: bytes) -> SecretDice:
        """The dice of a new secret, with the commitment that follows from it."""
        dice = SecretDice(secret, "")
        dice.commitment = dice.chain.commitment
        return dice

    @property
    def chain(self) -> ChainDice:
        """The whole chain."""
        if self._chain is None:
            self._chain = ChainDice(self._secret)
        return self._chain

    @property
    def hidden_commitment(self) -> str:
        """The digest of the key of the hidden dice."""
        return self.chain.hidden_commitment

    @property
    def hidden_key(self) -> str:
        """The key of the hidden dice."""
        return self.chain.hidden_key

    def turn(self, turn: int, seals: Sequence[str] = ()) -> TurnKey:
        """The dice of a turn."""
        return self.chain.turn(turn, seals)

    def salt(self, label: str) -> str:
        """The salt of the seal of that label."""
        return self.chain.salt(label)

    def seal(self, label: str, body: str) -> str:
        """The seal of a locked order."""
        return self.chain.seal(label, body)


class LiveGame:
    """A game as the last commit left it."""

    def __init__(self, edition: Edition, record: Record) -> None:
        self.edition = edition
        self.rules, self.codec = edition.rules, edition.codec
        self.row: Game = record.game
        self.seats: dict[str, int | None] = {one.seat: one.user for one in record.seats}
        self.automated = frozenset(one.seat for one in record.seats if one.automated)
        """The seats that Umpire plays."""
        self.dice = SecretDice(record.secret, record.game.commitment)
        self.snapshot_at = 0 if record.snapshot is None else record.snapshot.fact
        self.state: Any = self.folded(record.snapshot, record.facts)  # each rulebook has its own type of state
        self.known: dict[str, Any] = {}  # by hearer, as far as it was asked for; the same type as the state
        self._due: tuple[Any, Instant | None] = (None, None)  # of which state, and what

    def folded(self, snapshot: Snapshot | None, facts: Iterable[Fact]) -> Any:  # the rulebook's type of state
        """The state of a snapshot and later facts."""
        state = self.rules.state() if snapshot is None else self.codec.state(snapshot.state)
        for fact in facts:
            state = self.codec.fact(fact.body).evolve(state)
        return state

    def now(self, wall: int) -> Instant:
        """Game time at a wall time: it stands still while paused, and never falls behind the record."""
        moment = wall if self.row.paused_at is None else self.row.paused_at
        return Instant(max(moment - self.row.clock_offset, self.row.floor))

    def due(self, state: Any) -> Instant | None:  # the rulebook's type of state
        """When time alone next changes a state; asked again and again of the same one, it is worked out once."""
        if self._due[0] is not state:
            self._due = state, self.rules.due(state)
        return self._due[1]

    def seat_of(self, user: int) -> Seat | None:
        """Where a user sits."""
        return next((Seat(seat) for seat, sitting in self.seats.items() if sitting == user), None)

    def accept(self, step: Step, known: dict[str, Any]) -> None:
        """Be as the step, now written, leaves the game. `known` is what those who were told know after it."""
        for hearer in self.known.keys() - known.keys():
            self.known[hearer] = step.heard(hearer, self.known[hearer])
        self.known.update(known)
        self.row, self.state, self.seats, self.automated = step.row, step.state, step.seats, step.automated
        if step.snapshots:
            self.snapshot_at = step.row.facts


class Mark(msgspec.Struct, frozen=True):
    """A point within a step."""

    row: Game
    state: Any  # each rulebook has its own type of state
    seats: dict[str, int | None]
    automated: frozenset[str]
    commands: int
    facts: int
    posts: int


class Step:
    """One step of a game: what was asked and said since the last commit. Nothing of it is so until it is written."""

    def __init__(self, live: LiveGame, wall: int) -> None:
        self.live, self.wall = live, wall
        self.row, self.state = live.row, live.state
        self.seats = dict(live.seats)
        self.automated = live.automated
        self.commands: list[Command] = []
        self.facts: list[Fact] = []
        self.said: list[Said[Any]] = []
        self.posts: list[Post] = []
        self.snapshots: tuple[Snapshot, ...] = ()
        self.removed: list[str] = []
        self.drafts: dict[str, str] = {}
        self.undone: tuple[int, int] | None = None
        """Commands, first and last, that this step takes back."""
        self.acting: str | None = None
        """The seat that is answered directly, and need not be told by a post."""

    @property
    def now(self) -> Instant:
        """Game time of this step."""
        moment = self.wall if self.row.paused_at is None else self.row.paused_at
        return Instant(max(moment - self.row.clock_offset, self.row.floor))

    def mark(self) -> Mark:
        """Where the step stands, to come back to."""
        counts = len(self.commands), len(self.facts), len(self.posts)
        return Mark(self.row, self.state, dict(self.seats), self.automated, *counts)

    def back_to(self, mark: Mark) -> None:
        """Undo what was added since."""
        self.row, self.state, self.seats, self.automated = mark.row, mark.state, mark.seats, mark.automated
        del self.commands[mark.commands :], self.facts[mark.facts :], self.said[mark.facts :], self.posts[mark.posts :]
        self.removed, self.drafts, self.undone, self.acting = [], {}, None, None

    def note(
        self, kind: str, *, user: int = 0, seat: str = "", body: str = "", refusal: str = "", at: Instant | None = None
    ) -> Command:
        """Log something that was asked."""
        moment = self.now if at is None else at
        command = Command(self.row.sequence + 1, kind, moment, self.wall, user, seat, body, refusal)
        self.commands.append(command)
        self.change(sequence=command.n, floor=max(self.row.floor, moment))
        return command

    def change(self, **fields: object) -> None:
        """Change fields of the game's row."""
        self.row = msgspec.structs.replace(self.row, **fields)

    def ran(self, kind: str, outcome: Outcome[Any], *, user: int = 0, seat: str = "", body: str = "") -> None:
        """Log what the rulebook was asked, and all it said to it."""
        refusal = "" if outcome.refusal is None else outcome.refusal.code
        command = self.note(kind, user=user, seat=seat, body=body, refusal=refusal)
        self.state = outcome.state
        self.said += outcome.said
        number, chain = self.row.facts, self.row.chain
        for said in outcome.said:
            number += 1
            body_bytes = self.live.codec.fact_bytes(said.fact)
            chain = chained(chain, said.at, said.to, body_bytes)
            self.facts.append(Fact(number, command.n, said.at, str(said.to), body_bytes, chain))
        self.change(facts=number, chain=chain)

    def heard(self, hearer: str, known: Any) -> Any:  # the rulebook's type of state
        """What a hearer knows after this step, from what it knew."""
        seat = Seat(hearer) if hearer != PUBLIC else None
        for one in self.said:
            if one.to.includes(seat):
                known = one.fact.evolve(known)
        return known

    def player(self, seat: str) -> str:
        """Who plays a seat, in words: the user's mention, "Umpire" or "vacant"."""
        return played_by(self.seats.get(seat), seat in self.automated)

    def settle(self) -> None:
        """Work out when time next has something to do."""
        due = self.live.due(self.state) if self.row.status == "running" else None
        self.change(due_at=None if due is None else due + self.row.clock_offset)

    def snapshot(self, known: dict[str, Any]) -> None:
        """Write the state whole, and what the hearers at hand know, when enough was said since the last time."""
        if self.row.facts - self.live.snapshot_at < SNAPSHOT_EVERY:
            return
        holders = {hearer: self.heard(hearer, state) for hearer, state in self.live.known.items()} | known
        holders[REFEREE] = self.state
        self.snapshots = tuple(
            Snapshot(whose, self.row.sequence, self.row.facts, self.live.codec.state_bytes(state))
            for whose, state in sorted(holders.items())
        )

    def commit(self, receipt: Receipt | None) -> Commit:
        """All of it, to be written together."""
        before = {seat: (user, seat in self.live.automated) for seat, user in self.live.seats.items()}
        after = {seat: (user, seat in self.automated) for seat, user in self.seats.items()}
        return Commit(
            before=self.live.row.sequence,
            game=self.row,
            commands=tuple(self.commands),
            facts=tuple(self.facts),
            posts=tuple(self.posts),
            snapshots=self.snapshots,
            seats=tuple(Seated(seat, *sits) for seat, sits in after.items() if before.get(seat) != sits),
            removed=tuple(self.removed),
            drafts=self.drafts,
            undone=self.undone,
            receipt=receipt,
        )


def played_by(user: int | None, automated: bool) -> str:
    """Who plays a seat, in words: the user's mention, "Umpire" or "vacant"."""
    return f"<@{user}>" if user is not None else "Umpire" if automated else "vacant"


class Refused(msgspec.Struct, frozen=True):
    """A refusal as it is kept: its code, sentence, rule id and what would be right."""

    code: str
    sentence: str
    rule: str = ""
    fix: str = ""

    @staticmethod
    def of(refusal: Refusal) -> Refused:
        """The kept form of a refusal."""
        return Refused(refusal.code, refusal.sentence, refusal.rule, refusal.fix)

    @property
    def text(self) -> str:
        """As a player reads it: the sentence, what would be right, and the rule's id in small text."""
        line = f"{self.sentence} {self.fix}".rstrip()
        return f"{line}\n-# {self.rule}" if self.rule else line
