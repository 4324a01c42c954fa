"""The rows of the database as frozen structs: what storage takes and gives."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

Status = Literal["lobby", "running", "paused", "ended"]

REFEREE = "!"
"""Whose snapshot: the referee's. "" is what the public knows; anything else is the seat of that name."""


class Game(msgspec.Struct, frozen=True):
    """A game as it stands. Times are wall times in seconds, but for `floor`, which is game time.

    Game time is wall time less `clock_offset`, stands still while paused, and never falls behind `floor`. From
    `ended_at` it stands still and can be reopened; at `closed_at` it is over for good, and what was hidden is shown.
    A tutorial has a clock of its own: `paused_at` is the wall time at which its game time was last looked at.
    """

    id: int
    guild: int
    number: int
    name: str
    rulebook: str
    version: int
    digest: str
    options: Mapping[str, str]
    status: Status
    creator: int
    created_at: int
    clock_offset: int = 0
    paused_at: int | None = None
    floor: int = 0
    due_at: int | None = None
    sequence: int = 0
    facts: int = 0
    chain: str = ""
    commitment: str = ""
    ended_at: int | None = None
    closed_at: int | None = None

    @property
    def tutorial(self) -> bool:
        """True for a tutorial, which is for one player and in no list: numbered from -1 down, as games are from 1."""
        return self.number < 0


class Command(msgspec.Struct, frozen=True):
    """Something asked of a game. `at` is game time; `refusal` is its code, "" if obeyed.

    `user` 0 is the clock, or Umpire where it plays the seat itself or gives its standing orders. `posts`: digests of
    what was posted with it.
    """

    n: int
    kind: str
    at: int
    wall: int
    user: int = 0
    seat: str = ""
    body: str = ""
    refusal: str = ""
    undone_by: int | None = None
    posts: str = ""


class Fact(msgspec.Struct, frozen=True):
    """A fact as stored: its number, its command's number, game time, hearers, bytes, and the chain up to it."""

    n: int
    command: int
    at: int
    audience: str
    body: bytes
    chain: str


class Snapshot(msgspec.Struct, frozen=True):
    """Knowledge of somebody after a command and a fact."""

    whose: str
    command: int
    fact: int
    state: bytes


class Seated(msgspec.Struct, frozen=True):
    """A seat of a game and who sits there (None: nobody); `automated` ones are played by Umpire, and have no user."""

    seat: str
    user: int | None
    automated: bool = False


class Post(msgspec.Struct, frozen=True):
    """A post to be made. `target`: game:<game>, thread:<game>:<topic>, seat:<game>:<seat>, holder:<game>:<seat> or
    moderators:<guild>.

    `priority`: 0 what decides a game, 1 what informs, 2 what decorates. `once`: at most one post of this name is
    ever made ("daily:1:2026-11-21").
    """

    guild: int
    game: int | None
    target: str
    body: str
    nonce: str
    priority: int
    made_at: int
    once: str | None = None


class Waiting(msgspec.Struct, frozen=True):
    """A post in the outbox. `claimed_at`: when it was last handed to Discord without an answer being known."""

    id: int
    guild: int
    game: int | None
    target: str
    body: str
    nonce: str
    priority: int
    made_at: int
    claimed_at: int | None
    attempts: int


class Receipt(msgspec.Struct, frozen=True):
    """Answer to an interaction."""

    interaction: str
    answer: bytes


BESIDE = "beside"
"""The topic of the channel that a tutorial was asked for in: its thread is made there, and nothing else of it."""


class Place(msgspec.Struct, frozen=True):
    """A channel or thread made for a topic of a game, and perhaps a message in it."""

    game: int
    topic: str
    channel: int
    message: int | None = None


class Commit(msgspec.Struct, frozen=True):
    """All that one step changes in a game, written together or not at all.

    `before` is the sequence that the step was worked out from; `game` the row afterwards.
    """

    before: int
    game: Game
    commands: tuple[Command, ...] = ()
    facts: tuple[Fact, ...] = ()
    posts: tuple[Post, ...] = ()
    snapshots: tuple[Snapshot, ...] = ()
    seats: tuple[Seated, ...] = ()
    removed: tuple[str, ...] = ()  # seats that are given up altogether
    drafts: Mapping[str, str] = {}
    undone: tuple[int, int] | None = None  # commands of these numbers, first and last, are undone by the last command
    receipt: Receipt | None = None


STANDING, COLOUR = ":standing", ":colour"
"""What a seat's name is followed by where its standing orders and its colour are kept, beside its order sheet."""


class Record(msgspec.Struct, frozen=True):
    """Record that loading a game reads: the row, its seats, its secret, a snapshot and the facts after it.

    `masks`: what is shown in the place of names that a forgotten person typed. `standing`: the lines of seats' standing
    orders. `colours`: what the colours of seats are called.
    """

    game: Game
    seats: tuple[Seated, ...]
    secret: bytes
    snapshot: Snapshot | None
    facts: tuple[Fact, ...]
    masks: Mapping[str, str] = {}
    standing: Mapping[str, str] = {}
    colours: Mapping[str, str] = {}
