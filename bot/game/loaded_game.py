"""A game in memory: its row, its state, what seats know, and the dice of its secret."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from bot.game.rulebooks import Edition
from bot.posts.outdated import running
from engine.clock import Instant
from engine.dice.keyed import ChainDice, TurnKey
from engine.game import Dated, Seat
from engine.picture import Side, sides_of
from engine.picture.palette import NAMED
from engine.text.masks import Masks
from storage.records import Fact, Game, Record, Snapshot

WITNESS = "-# Record: `{head}`"
"""The closing line of a turn: the head of the record there, by which whoever read it can tell another record."""

SHOWN = 16
"""Hexadecimal digits of a head that a closing line shows; the record of the dice has all 64."""


def found_heads(text: str) -> list[str]:
    """The heads in the closing lines of a text, also of one that was taken back and stands on one line."""
    before, after = map(re.escape, WITNESS.split("{head}"))
    return re.findall(f"{before}([0-9a-f]+){after}", text)


class SecretDice:
    """The dice of a game's secret: the chain is computed when a die is wanted, for most games never roll one."""

    def __init__(self, secret: bytes, commitment: str) -> None:
        self.chain = ChainDice(secret)
        self.commitment = commitment

    @staticmethod
    def of(secret: bytes) -> SecretDice:
        """The dice of a new secret, with the commitment that follows from it."""
        dice = SecretDice(secret, "")
        dice.commitment = dice.chain.commitment
        return dice

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

    def head(self, chain: str) -> str:
        """The head of a chain of facts (hex), sealed: nobody can test guesses at hidden facts on it before the key of
        the hidden dice is published.
        """
        return self.seal("record", chain)


def game_time(row: Game, wall: int) -> Instant:
    """Game time at a wall time: it stands still while paused, and never falls behind the record."""
    moment = wall if row.paused_at is None else row.paused_at
    return Instant(max(moment - row.clock_offset, row.floor))


class LoadedGame:
    """A game as the last commit left it."""

    def __init__(self, edition: Edition, record: Record) -> None:
        self.edition = edition
        self.rules, self.codec = edition.rules, edition.codec
        self.dated = self.rules if isinstance(self.rules, Dated) else None
        """The rulebook, if it has a calendar. Each step needs to know, and to look takes longer than many a rule."""
        self.row: Game = record.game
        self.seats: dict[str, int | None] = {row.seat: row.user for row in record.seats}
        self.automated = frozenset(row.seat for row in record.seats if row.automated)
        """The seats that Umpire plays."""
        self.dice = SecretDice(record.secret, record.game.commitment)
        self.masks = Masks(record.masks)
        """Names that are not shown any more."""
        self.standing = dict(record.standing)
        """The lines of seats' standing orders."""
        self.colours = dict(record.colours)
        """What the colours of seats are called, as far as they are kept."""
        self.snapshot_at = 0 if record.snapshot is None else record.snapshot.fact
        self.state: Any = self.folded(record.snapshot, record.facts)  # each rulebook has its own type of state
        self.known: dict[str, Any] = {}  # by hearer, as far as it was asked for; the same type as the state
        self._due: tuple[Any, Instant | None] = (None, None)  # of which state, and what
        self._running: dict[str, tuple[Any, frozenset[Instant]]] = {}  # by hearer: of what they know, and what

    def folded(self, snapshot: Snapshot | None, facts: Iterable[Fact]) -> Any:  # the rulebook's type of state
        """The state of a snapshot and later facts."""
        state = self.rules.state() if snapshot is None else self.codec.state(snapshot.state)
        for fact in facts:
            state = self.codec.fact(fact.body).evolve(state)
        return state

    @property
    def sides(self) -> dict[str, Side]:
        """The colours and marks of seats, the same in all that is shown."""
        return sides_of(self.seats, {seat: NAMED[name] for seat, name in self.colours.items()})

    def now(self, wall: int) -> Instant:
        """Game time at a wall time."""
        return game_time(self.row, wall)

    def due(self, state: Any) -> Instant | None:  # the rulebook's type of state
        """The instant when time alone next changes a state; asked of the same one again, it is worked out once."""
        if self._due[0] is not state:
            self._due = state, self.rules.due(state)
        return self._due[1]

    def running(self, hearer: str, known: Any) -> frozenset[Instant]:  # the rulebook's type of state
        """The deadlines that run as a hearer knows them; by the same knowledge, they are worked out once."""
        if hearer not in self._running or self._running[hearer][0] is not known:
            self._running[hearer] = known, running(self.rules, known)
        return self._running[hearer][1]

    def seat_of(self, user: int) -> Seat | None:
        """The seat of a user."""
        return next((Seat(seat) for seat, sitting in self.seats.items() if sitting == user), None)
