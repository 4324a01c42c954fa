"""Proof of what the bot plays from, held against the record: the row, seats, snapshots, data pack and posts of a game.

The facts themselves are held against their chain and against the rules by `Record.verify`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from bot.game.loaded_game import SecretDice, found_heads
from bot.game.rulebooks import Edition, MissingRulebook, Rulebooks
from bot.game.step import REOPENABLE
from bot.posts.news import PUBLIC, decoded, target_of
from engine.game import Audience
from storage.outbox import Kept, digest_of
from storage.records import REFEREE, Command, Fact, Game, Record, Seated, Snapshot
from storage.store import POSTS_KEPT


def heads(edition: Edition, dice: SecretDice, facts: Iterable[Fact]) -> list[str]:
    """The sealed heads that were told to everybody: one for each turn that closed, in order."""
    closing = edition.codec.closing
    return [dice.head(fact.chain) for fact in facts if fact.audience == "*" and closing(fact.body)]


def row_faults(record: Record, log: Sequence[Command], due: int | None) -> Iterator[str]:
    """Faults of a game's row, which says what its log does not; `due` is when time next changes its state (game
    time).
    """
    row = record.game
    if [command.n for command in log] != list(range(1, row.sequence + 1)):
        yield f"the log has {len(log)} commands, and the game counts {row.sequence}"
    if SecretDice.of(record.secret).commitment != row.commitment:
        yield "the secret of the dice does not lead to their commitment"
    status: str = "lobby"
    paused: int | None = None
    ended: int | None = None
    for command in log:
        if command.kind == "begin" and not command.refusal:
            status = "running"
        elif command.kind in ("pause", "set aside"):
            status, paused = "paused", command.wall
        elif command.kind == "resume":
            status, paused = "running", None
        elif command.kind == "end":
            # a game that ended before games could be reopened was closed at once
            closed = row.status == "ended" and row.closed_at == row.ended_at
            status, ended, paused = "ended", command.wall, None if closed else paused or command.wall
        elif command.kind == "reopen":
            status = "running" if paused == ended else "paused"
            paused, ended = (None if status == "running" else paused), None
        elif command.kind == "close":
            paused = None
    if row.ended_at != ended and (row.ended_at is not None or row.status != "ended"):
        yield f"the game is kept as ended at {row.ended_at}, and by its log it is {ended}"
    stands = paused is not None or (row.tutorial and status == "running")
    if row.status != status or (row.paused_at is not None) != stands:
        yield f"the game is {row.status}, and by its log it is {status}"
    timed = status == "running" and not row.tutorial
    wanted = due + row.clock_offset if due is not None and timed else None
    if ended is not None and row.closed_at is None:
        wanted = ended + REOPENABLE
    if row.due_at != wanted:
        yield f"the next deadline is kept as {row.due_at}, and by the record it is {wanted}"


def seat_faults(log: Sequence[Command], seats: Sequence[Seated]) -> Iterator[str]:
    """Seats of people that are not theirs by the log; people who had themselves forgotten sit nowhere."""
    wanted: dict[str, tuple[int | None, bool]] = {}
    open_lobby = True
    for command in log:
        open_lobby = open_lobby and command.kind != "begin"
        if command.kind == "join":
            wanted[command.seat] = command.user or None, False
        elif command.kind == "take up":
            wanted[command.seat] = None, True
        elif command.kind in ("leave", "give up"):
            wanted[command.seat] = None, False
            if open_lobby:
                del wanted[command.seat]
    there = {row.seat: (row.user, row.automated) for row in seats}
    for seat in sorted(wanted.keys() | there.keys()):
        if wanted.get(seat) != there.get(seat):
            yield f"the seat {seat} is kept as {_sits(there.get(seat))}, and by the log it is {_sits(wanted.get(seat))}"


def _sits(row: tuple[int | None, bool] | None) -> str:
    if row is None:
        return "not there"
    return "Umpire's" if row[1] else "vacant" if row[0] is None else "somebody's"


def snapshot_faults(edition: Edition, facts: Sequence[Fact], snapshots: Sequence[Snapshot]) -> Iterator[str]:
    """Snapshots that are not the fold of what their holder heard; `facts` are those that stand."""
    if not snapshots:
        return
    heard = [(fact, Audience.parse(fact.audience), edition.codec.fact(fact.body)) for fact in facts]
    for snapshot in snapshots:
        state: Any = edition.rules.state()  # the rulebook's type of state
        for stored, to, fact in heard:
            told = to.everyone or snapshot.whose in to.seats or snapshot.whose == REFEREE
            if stored.n <= snapshot.fact and told:
                state = fact.evolve(state)
        whose = {REFEREE: "the referee's", PUBLIC: "everybody's"}.get(snapshot.whose, f"{snapshot.whose}'s")
        try:
            same = edition.codec.state(snapshot.state) == state
        except ValueError as error:
            yield f"{whose} snapshot after command {snapshot.command} cannot be read ({error})"
            continue
        if not same:
            yield f"{whose} snapshot after command {snapshot.command} is not what the facts come to"


def pack_fault(rulebooks: Rulebooks, row: Game, files: dict[str, str]) -> str | None:
    """Fault of the data pack that games keep, in words; None where all is well."""
    if row.rulebook not in rulebooks.names:
        return f"There is no rulebook {row.rulebook!r} in this Umpire."
    if files or rulebooks.current(row.rulebook).digest != row.digest:
        try:
            rulebooks.remake(row.rulebook, row.version, row.digest, files)
        except MissingRulebook as missing:
            return f"The data pack that its game keeps is not what it was. {missing}"
    return None


def post_faults(
    record: Record, log: Sequence[Command], posts: Sequence[Kept], told: Sequence[str], wall: int
) -> Iterator[str]:
    """Posts of a game that no command made, that are gone before their time, or that tell a head there never was.

    `told` are the heads that were told; posts are kept for POSTS_KEPT seconds after they were made.
    """
    by_digest = {digest: command for command in log for digest in command.posts.split()}
    since = min((command.n for command in log if command.posts), default=None)
    began = next((command.wall for command in log if command.n == since), wall + 1)
    there = {digest_of(kept.post) for kept in posts}
    for digest, command in by_digest.items():
        if digest not in there and command.wall > wall - POSTS_KEPT:
            yield f"a post of command {command.n} is gone from the outbox, or is not what was written"
    for kept in posts:
        post = kept.post
        if post.once is None and post.made_at > began and digest_of(post) not in by_digest:
            yield f"post {kept.id} to {post.target} was made by no command, or is not what was written"
        try:
            letter = decoded(post.body)
        except ValueError as error:
            yield f"post {kept.id} to {post.target} cannot be read ({error})"
            continue
        seat = letter.seat or PUBLIC
        if seat != PUBLIC and post.target != target_of(record.game.id, seat, ""):
            yield f"post {kept.id} to {post.target} is drawn as {seat} sees it"
        for head in found_heads(letter.text):
            if not any(line.startswith(head) for line in told):
                yield f"post {kept.id} told the head {head} of the record, which is nowhere in it"
