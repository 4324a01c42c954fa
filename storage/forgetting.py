"""The deletion of what ties a person to games: their Discord id goes from wherever it stands.

Facts and the orders that they came of hold no ids by themselves and stay as they are; everything else is rewritten. It
works on databases of earlier versions too, as copies are.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import count
from typing import Any

import msgspec

from engine.text.masks import Masks
from storage.games import keep_masks, masks_of
from storage.outbox import digest_of
from storage.records import Post


class Forgotten(msgspec.Struct, frozen=True):
    """Deletions for a person: seats given up, commands and games that no longer name them, posts reworded."""

    seats: int
    commands: int
    games: int
    posts: int
    masks: bool = True
    """Whether names could be masked: databases of early versions have no masks."""

    def __str__(self) -> str:
        """In words, for whoever had somebody forgotten."""
        return (
            f"{self.seats} seats are vacant, {self.commands} commands and {self.games} games name them no more, "
            f"{self.posts} posts are reworded"
        )


FORGOTTEN_NAME = "a former player"

INTERACTION_LIVES = 900
"""Seconds in which Discord may deliver an interaction a second time."""

SNOWFLAKE = 15
"""Digits from which on a number is an id and nothing else, wherever it stands."""

REPLAYED = ("begin", "order", "tick", "calendar")
"""Kinds of commands whose bodies the rules read again: these stay."""


MASK = "forgotten-{number}"
"""What is shown in the place of a name that somebody typed who is forgotten."""


def forget(connection: sqlite3.Connection, user: int, names: Mapping[int, Iterable[str]] | None = None) -> Forgotten:
    """Delete what ties a person to games. `names`: what they typed as names, by game; these are masked from now on.

    Their seats become vacant with their drafts; no log, post, answer, memo or name of a post holds their id any more.
    Answers are gone but for the last quarter of an hour's, which may have to be given again, without the id.
    """
    tables = {str(row[0]) for row in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    connection.execute(
        "DELETE FROM draft WHERE EXISTS (SELECT 1 FROM seat WHERE seat.user = ? AND seat.game = draft.game AND"
        " (draft.seat = seat.seat OR substr(draft.seat, 1, length(seat.seat) + 1) = seat.seat || ':'))",
        (user,),
    )
    connection.execute(
        "DELETE FROM receipt WHERE wall < (SELECT max(wall) FROM receipt) - ?2 AND game IN"
        " (SELECT game FROM seat WHERE user = ?1 UNION SELECT game FROM command WHERE user = ?1)",
        (user, INTERACTION_LIVES),
    )
    if "shelf" in tables:
        connection.execute("DELETE FROM shelf WHERE user = ?", (user,))
    for table in {"person", "reminded"} & tables:
        connection.execute(f"DELETE FROM {table} WHERE user = ?", (user,))  # noqa: S608  # names of ours
    if "mask" in tables:
        held = {int(row[0]) for row in connection.execute("SELECT id FROM game")}  # a copy may lack some
        for game, typed in ((game, typed) for game, typed in (names or {}).items() if game in held):
            there = masks_of(connection, game)
            new = [name for name in dict.fromkeys(typed) if name not in there]
            masks = dict(zip(new, _free_masks(connection, game, there.values()), strict=False))
            keep_masks(connection, game, masks)
            _hide(connection, game, Masks(masks))
    trace = _Trace(user)
    posts = _posts(connection, trace)
    _texts(connection, trace, "receipt", "answer")
    _texts(connection, trace, "memo", "value")
    _texts(connection, trace, "memo", "name")
    _texts(connection, trace, "place", "topic")
    _texts(connection, trace, "command", "body", f"kind NOT IN {REPLAYED}")
    seats = connection.execute("UPDATE seat SET user = NULL WHERE user = ?", (user,)).rowcount
    commands = connection.execute("UPDATE command SET user = 0 WHERE user = ?", (user,)).rowcount
    games = connection.execute("UPDATE game SET creator = 0 WHERE creator = ?", (user,)).rowcount
    return Forgotten(seats, commands, games, posts, "mask" in tables)


def _free_masks(connection: sqlite3.Connection, game: int, taken: Iterable[str]) -> Iterator[str]:
    """Masks of a game, without end, that are nobody's and no name that anybody typed."""
    others = set(taken)
    for mask in (MASK.format(number=number) for number in count(1)):
        typed = connection.execute(
            "SELECT 1 FROM command WHERE game = ?1 AND (seat = ?2 OR instr(lower(body), ?2)) LIMIT 1", (game, mask)
        ).fetchone()
        if mask not in others and typed is None:
            yield mask


def _hide(connection: sqlite3.Connection, game: int, masks: Masks) -> None:
    """Put masks over names in what is still to be shown of a game: posts to be made, and drafts of order sheets."""
    for number, target, body, nonce, priority in connection.execute(
        "SELECT id, target, body, nonce, priority FROM outbox WHERE game = ? AND done_at IS NULL", (game,)
    ).fetchall():
        before = Post(0, game, target, body, nonce, priority, 0)
        after = msgspec.structs.replace(before, body=_body(body, lambda letter: _told(letter, masks), masks.hide))
        connection.execute("UPDATE outbox SET body = ? WHERE id = ?", (after.body, number))
        _log_again(connection, before, after)
    for seat, draft in connection.execute("SELECT seat, body FROM draft WHERE game = ?", (game,)).fetchall():
        connection.execute("UPDATE draft SET body = ? WHERE game = ? AND seat = ?", (masks.hide(draft), game, seat))


def _told(letter: dict[str, Any], masks: Masks) -> dict[str, Any]:  # JSON
    """A letter with its words masked, alike those that foretell something and what stays of them; what says whose view
    is drawn beside them stays.
    """
    words = {field: masks.hide(letter[field]) for field in ("text", "title", "awake") if field in letter}
    kept = {
        field: {name: masks.hide(line) for name, line in letter[field].items()}
        for field in ("foretold", "lasting")
        if letter.get(field)
    }
    return letter | words | kept


def _log_again(connection: sqlite3.Connection, before: Post, after: Post) -> None:
    """Have the log hold a post's new digest, where it keeps digests."""
    if any(row[1] == "posts" for row in connection.execute("PRAGMA table_info(command)")):
        connection.execute(
            "UPDATE command SET posts = replace(posts, ?1, ?2) WHERE game = ?3 AND instr(posts, ?1)",
            (digest_of(before), digest_of(after), before.game),
        )


class _Trace:
    """The id of a person, as it may stand in texts, and what comes in its place."""

    def __init__(self, user: int) -> None:
        self.user = user
        bare = rf"(?<!\d){user}(?!\d)" if len(str(user)) >= SNOWFLAKE else rf"(?<![^:]){user}(?![^:,])"
        self._mention, self._bare = re.compile(rf"<@!?{user}>"), re.compile(bare)

    def gone(self, text: str) -> str:
        """The text without the id: a mention becomes "a former player", another occurrence 0."""
        return self._bare.sub("0", self._mention.sub(FORGOTTEN_NAME, text))

    def gone_from(self, value: Any) -> Any:  # JSON
        """The JSON without the id: it goes from lists, and elsewhere becomes 0."""
        if isinstance(value, str):
            return self.gone(value)
        if isinstance(value, list):
            return [self.gone_from(part) for part in value if part != self.user or isinstance(part, bool)]
        if isinstance(value, dict):
            return {key: self.gone_from(part) for key, part in value.items()}
        return 0 if value == self.user and not isinstance(value, bool) else value


def _texts(connection: sqlite3.Connection, trace: _Trace, table: str, column: str, only: str = "TRUE") -> None:
    """Take the id out of a column of texts; a row whose new name is taken already is deleted."""
    rows = connection.execute(
        f"SELECT DISTINCT {column} FROM {table} WHERE {only} AND instr({column}, ?)",  # noqa: S608  # names of ours
        (str(trace.user),),
    ).fetchall()
    for (text,) in rows:
        read = text.decode() if isinstance(text, bytes) else str(text)
        rest = trace.gone(read)
        if rest != read:
            kept_as = rest.encode() if isinstance(text, bytes) else rest
            connection.execute(
                f"UPDATE OR IGNORE {table} SET {column} = ? WHERE {only} AND {column} = ?",  # noqa: S608  # names of ours
                (kept_as, text),
            )
            if table in ("memo", "place"):
                connection.execute(f"DELETE FROM {table} WHERE {column} = ?", (text,))  # noqa: S608  # names of ours


def _posts(connection: sqlite3.Connection, trace: _Trace) -> int:
    """Take the id out of all posts; what the log keeps of them follows. Returns how many were reworded.

    A post to the person alone is gone.
    """
    connection.execute("DELETE FROM outbox WHERE target = ?", (f"user:{trace.user}",))
    rows = connection.execute(
        "SELECT id, game, target, body, nonce, priority, once, failure FROM outbox WHERE"
        " instr(body, ?1) OR instr(once, ?1) OR instr(target, ?1) OR instr(failure, ?1)",
        (str(trace.user),),
    ).fetchall()
    changed = 0
    for number, game, target, body, nonce, priority, once, failure in rows:
        before = Post(0, game, target, body, nonce, priority, 0)
        after = msgspec.structs.replace(
            before, target=trace.gone(target), body=_body(body, trace.gone_from, trace.gone)
        )
        named = None if once is None else trace.gone(once)
        if named != once:
            named = f"{named}:{number}"  # a name is one post's alone
        if (after, named, trace.gone(failure)) == (before, once, failure):
            continue
        connection.execute(
            "UPDATE outbox SET target = ?, body = ?, once = ?, failure = ? WHERE id = ?",
            (after.target, after.body, named, trace.gone(failure), number),
        )
        changed += after.body != body
        _log_again(connection, before, after)
    return changed


def _body(body: str, change: Callable[[Any], Any], gone: Callable[[str], str]) -> str:  # JSON
    """The body of a post, changed as JSON; as a text where it is none."""
    try:
        read = json.loads(body)
    except ValueError:
        return gone(body)
    return json.dumps(change(read), ensure_ascii=False, separators=(",", ":"))
