"""The form of an exported game, and its reader, which takes nothing on trust.

A file of JSON lines: the game with its seats, secret and data pack; then a line for each command and each fact, in
order; the last line counts them and repeats the digest of the chain. It holds the secret of the dice: it is for whoever
runs the bot, not for players.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Set
from pathlib import Path
from typing import Any

import msgspec

from engine.clock import Instant
from engine.dice.check import check
from engine.dice.keyed import ChainDice
from engine.game import KERNEL_FACTS, Audience, Said, Setup
from engine.pack.bounds import absurd
from engine.pack.sheets import path_text
from engine.picture.palette import NAMED
from engine.record import Codec, UnknownOrder, chained, public_record
from engine.text.given import LONGEST_WRITTEN, plain_name
from engine.text.seats import UMPIRE, alike, plain_seat
from storage.errors import StorageTrouble, Unverified
from storage.games import commands, facts_after, find, kept_beside, masks_of, pack_files, seats_of
from storage.records import COLOUR, STANDING, Command, Fact, Game, Seated

FORMAT = 1

MOST_BYTES = 24 * 2**20
"""Size of a file; months of a campaign of ten take a few megabytes."""

MOST_ROWS, MOST_SEATS = 150_000, 200
"""Commands and facts of a file, and its seats."""

MOST_WORK, WEIGHED_EVERY = 250_000_000, 250
"""Entries of all collections in a state, summed over the facts: each fact may copy them, so that a state which grows
with every one of many facts costs the square of their number. They are counted once in so many facts.
"""

LONGEST_HEAD, LONGEST_LINE = 4 * 2**20, 2**18
"""Bytes of the first line, which holds a data pack, and of any other."""

LONGEST_STANDING = 2**16
"""Characters of a seat's standing orders; what can be typed is a sixteenth of it."""

LATEST = 32_503_680_000
"""The year 3000: no instant of a game is later, no clock is moved further."""

LARGEST_ID = 2**63 - 1
"""The largest number that the database keeps, and Discord gives."""


class Head(msgspec.Struct, frozen=True):
    """The first line of the file. `standing`: the lines of seats' standing orders; `colours`: what their colours are
    called.
    """

    umpire: int
    game: Game
    seats: tuple[Seated, ...]
    secret: str
    files: dict[str, str]
    masks: dict[str, str] = {}
    standing: dict[str, str] = {}
    colours: dict[str, str] = {}


class Tail(msgspec.Struct, frozen=True):
    """The last line of the file."""

    commands: int
    facts: int
    chain: str


class FactLine(msgspec.Struct, frozen=True):
    """A fact as a line has it."""

    n: int
    command: int
    at: int
    audience: str
    body: str
    chain: str


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """Any line but the first: one of these."""

    command: Command | None = None
    fact: FactLine | None = None
    end: Tail | None = None


def lines(connection: sqlite3.Connection, game: int) -> Iterator[bytes]:
    """The lines of a game's file. Raises NoSuchGame."""
    row = find(connection, game)
    secret = bytes(connection.execute("SELECT secret FROM secret WHERE game = ?", (game,)).fetchone()[0])
    files = pack_files(connection, row.rulebook, row.version, row.digest)
    log, facts = commands(connection, game), facts_after(connection, game, 0, undone=True)
    masks, seats = masks_of(connection, game), seats_of(connection, game)
    standing, colours = (kept_beside(connection, game, what) for what in (STANDING, COLOUR))
    yield msgspec.json.encode(Head(FORMAT, row, seats, secret.hex(), files, masks, standing, colours))
    for command in log:
        yield msgspec.json.encode(Line(command=msgspec.structs.replace(command, posts="")))  # the posts stay here
    for fact in facts:
        fields = FactLine(fact.n, fact.command, fact.at, fact.audience, fact.body.decode(), fact.chain)
        yield msgspec.json.encode(Line(fact=fields))
    yield msgspec.json.encode(Line(end=Tail(len(log), len(facts), row.chain)))


def _entries(state: Any) -> int:  # of any rulebook
    """Number of entries that the collections in a state have together."""
    found, waiting = 0, [state]
    while waiting:
        inner = waiting.pop()
        if isinstance(inner, msgspec.Struct):
            waiting += (getattr(inner, field) for field in inner.__struct_fields__)
        elif isinstance(inner, Mapping | tuple | list | Set):
            found += len(inner)
            waiting += inner.values() if isinstance(inner, Mapping) else inner
    return found


CodecOf = Callable[[Head], Codec[Any]]
"""Finds the codec of the rulebook that a game was started with, made of the very files in its head.

Raises ValueError, or a StorageTrouble, with the reason where there is none.
"""


class Reader:
    """Reads a game's file line by line. Whatever is wrong is an Unverified that names the line."""

    def __init__(self, file: Path, codec_of: CodecOf) -> None:
        self._name, self._number = file.name, 0
        try:
            size = file.stat().st_size
            if not file.is_file() or size > MOST_BYTES:
                raise Unverified(f"{file.name} is no exported game: those are files of up to {MOST_BYTES:,} bytes.")
            self._stream = file.open("rb")
        except OSError as error:
            raise StorageTrouble(f"{file.name} cannot be read: {error.strerror}.") from error
        self._left = size
        self._codec_of = codec_of
        self._decoder = msgspec.json.Decoder(Line)

    def __enter__(self) -> Reader:
        return self

    def __exit__(self, *_: object) -> None:
        self._stream.close()

    def _line(self, longest: int) -> bytes:
        self._number += 1
        line = self._stream.readline(longest + 1)
        self._left -= len(line)
        self._require(len(line) <= longest, f"is longer than {longest:,} bytes")
        self._require(line.endswith(b"\n"), "is not there, or not whole: the file ends too early")
        return line

    def _require(self, holds: object, fault: str) -> None:
        if not holds:
            raise self._fault(fault)

    def _fault(self, fault: str) -> Unverified:
        return Unverified(f"{self._name} is no exported game, or was changed: line {self._number} {fault}.")

    def _decoded(self, data: bytes | str, kind: Any, what: str) -> Any:  # of whatever type is asked for
        try:
            return kind(data)
        except (msgspec.MsgspecError, UnknownOrder, ValueError, RecursionError) as error:
            reason = str(error).partition("\n")[0][:200]
            raise self._fault(f"holds {what} that cannot be read ({reason})") from error

    def head(self) -> Head:
        """The first line, with nothing in it that the database, the dice or the rulebook contradicts."""
        line = self._line(LONGEST_HEAD)
        found: Head = self._decoded(line, msgspec.json.Decoder(Head).decode, "a game")
        self._require(found.umpire == FORMAT, f"has format {found.umpire}, and this Umpire reads format {FORMAT}")
        self._check_row(found.game)
        self._check_seats(found)
        self._check_masks(found.masks)
        self._check_beside(found)
        try:
            secret = bytes.fromhex(found.secret)
        except ValueError:
            secret = b""
        self._require(len(secret) == 32, "holds no secret of 32 bytes")
        self._dice = ChainDice(secret)
        self._require(
            found.game.commitment == self._dice.commitment,
            "holds a secret and a commitment that do not belong together: its dice could not be checked",
        )
        try:
            self._codec = self._codec_of(found)
        except (ValueError, StorageTrouble) as error:
            raise self._fault(f"names a rulebook that cannot be played here: {str(error).rstrip('.')}") from error
        self._head = found
        return found

    def _check_row(self, game: Game) -> None:
        known = (at for at in (game.due_at, game.paused_at, game.ended_at, game.closed_at) if at is not None)
        times = (game.created_at, game.floor, game.clock_offset + LATEST, *known)
        self._require(all(0 <= time <= 2 * LATEST for time in times), "holds an instant out of all bounds")
        counts = (game.creator, game.sequence, game.facts, game.version, game.number)
        self._require(all(0 <= count <= LARGEST_ID for count in counts), "holds a number out of all bounds")
        self._decoded(game.name, plain_name, "a name of the game")
        wrong = absurd(dict(game.options))
        self._require(wrong is None and len(game.options) <= 100, "holds options out of all bounds")

    def _check_masks(self, masks: dict[str, str]) -> None:
        sound = all(
            0 < len(name) <= LONGEST_WRITTEN and re.fullmatch(r"forgotten-\d{1,4}", mask)
            for name, mask in masks.items()
        )
        self._require(sound and len(set(masks.values())) == len(masks), "holds masks of names that there cannot be")

    def _check_beside(self, head: Head) -> None:
        """Standing orders and colours are those of seats, and such as there can be."""
        seats = {seated.seat for seated in head.seats}
        short = all(len(lines) <= LONGEST_STANDING for lines in head.standing.values())
        self._require(short and head.standing.keys() <= seats, "holds standing orders that there cannot be")
        known = set(head.colours.values()) <= NAMED.keys()
        self._require(known and head.colours.keys() <= seats, "holds colours that there are not")

    def _check_seats(self, head: Head) -> None:
        names = [seated.seat for seated in head.seats]
        self._require(len(names) <= MOST_SEATS, f"names {len(names):,} seats, and a game has at most {MOST_SEATS}")
        for seated in head.seats:
            try:
                plain = plain_seat(seated.seat)
            except ValueError as error:
                raise self._fault(f"names a seat that there cannot be: {str(error).rstrip('.')}") from error
            own = plain == UMPIRE and seated.user is not None
            self._require(plain == seated.seat and not own, f"names a seat that there cannot be: {seated.seat!r}")
            double = alike(plain, names)
            self._require(double is None, f"names the seats {plain} and {double}, which look alike")
            self._require(
                seated.user is None or (0 < seated.user <= LARGEST_ID and not seated.automated),
                f"seats at {plain} who cannot sit there",
            )
        self._require(len(set(names)) == len(names), "names a seat twice")
        users = [seated.user for seated in head.seats if seated.user is not None]
        self._require(len(set(users)) == len(users), "seats one user twice")

    def rows(self) -> Iterator[Command | Fact]:
        """The commands, then the facts, each checked against those before it; at the end the whole, and the dice."""
        game, seats = self._head.game, {seated.seat for seated in self._head.seats}
        log: list[int | None] = []  # by command: what took it back
        said: list[tuple[int, Said[Any]]] = []  # of any rulebook
        state, count, chain, last, work = self._codec.rules.state(), 0, "", 0, 0
        while True:
            line: Line = self._decoded(self._line(LONGEST_LINE), self._decoder.decode, "something")
            self._require(
                len(log) + count < MOST_ROWS or line.end, f"is one too many: a game has {MOST_ROWS:,} at most"
            )
            if line.command is not None:
                self._require(not count, "holds a command after the first fact")
                self._check_command(line.command, len(log) + 1)
                log.append(line.command.undone_by)
                yield msgspec.structs.replace(line.command, posts="")
            elif line.fact is not None:
                count += 1
                row = line.fact
                self._require(row.n == count, f"holds fact {row.n} where fact {count} should be")
                self._require(last <= row.command <= len(log), f"holds a fact of command {row.command}")
                last = row.command
                fact = self._fact(row, chain, seats)
                chain, undone = fact.chain, log[fact.command - 1] is not None
                decoded = self._decoded(fact.body, self._codec.fact, f"fact {fact.n}")
                told = Said(Instant(fact.at), Audience.parse(fact.audience), decoded)
                if not undone:
                    state = self._applied(state, told, fact.n)
                    if isinstance(decoded, KERNEL_FACTS):
                        said.append((fact.n, told))
                if not count % WEIGHED_EVERY:
                    work += WEIGHED_EVERY * _entries(state)
                    self._require(work <= MOST_WORK, f"holds fact {count}, and no game has so much in it for so long")
                yield fact
            else:
                break
        self._require(line.end is not None, "is neither a command nor a fact, nor the end")
        self._require(line.end == Tail(len(log), count, chain), "does not say what the lines before it hold")
        whole = (game.sequence, game.facts, game.chain) == (len(log), count, chain)
        self._require(whole, "ends another record than the first line says")
        self._require(not self._left, "is not the last, as it should be")
        faults = check(public_record(game.name, self._dice, [one for _, one in said]))
        self._require(not faults, f"ends a game whose dice do not check out: {'; '.join(faults[:3])}")

    def _applied(self, state: Any, said: Said[Any], number: int) -> Any:  # the rulebook's type of state
        try:
            return said.fact.evolve(state)
        except Exception as error:
            raise self._fault(f"holds fact {number}, which cannot be: {type(error).__name__}") from error

    def _check_command(self, command: Command, number: int) -> None:
        self._require(command.n == number, f"holds command {command.n} where command {number} should be")
        self._require(0 <= command.at <= LATEST and 0 <= command.wall <= LATEST, "holds an instant out of all bounds")
        self._require(0 <= command.user <= LARGEST_ID, "names a user that there cannot be")
        undone = command.undone_by
        self._require(undone is None or number < undone <= self._head.game.sequence, f"is taken back by {undone}")
        self._require(len(command.kind) <= 32 and len(command.seat) <= 64, "names a kind or a seat that is too long")
        if command.kind in ("begin", "order", "calendar"):
            self._check_bounds(command.body, f"the body of command {number}")
            read = msgspec.json.Decoder(Setup).decode if command.kind == "begin" else self._codec.order
            self._decoded(command.body, read, f"the body of command {number}")

    def _check_bounds(self, body: str | bytes, what: str) -> None:
        wrong = absurd(self._decoded(body, msgspec.json.decode, what))
        if wrong is not None:
            raise self._fault(f"holds {what}, in which {path_text(wrong[0]) or 'the whole'} {wrong[1]}")

    def _fact(self, row: FactLine, before: str, seats: set[str]) -> Fact:
        self._require(0 <= row.at <= LATEST, "holds an instant out of all bounds")
        audience = Audience.parse(row.audience)
        strange = set(audience.seats) - seats
        self._require(not strange, f"tells something to {', '.join(sorted(strange))!r}, who has no seat")
        self._check_bounds(row.body, f"fact {row.n}")
        body = row.body.encode()
        chain = chained(before, Instant(row.at), audience, body)
        self._require(chain == row.chain, f"holds fact {row.n}, which is not what was written")
        return Fact(row.n, row.command, row.at, row.audience, body, chain)
