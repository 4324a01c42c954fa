"""Announcements: what a moderator says, in the form that a guild has set, and the day in brief: what everybody heard
since yesterday, who is awaited, and what comes next.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.posts.news import Letter, decoded
from bot.render.mentions import played_by
from engine.clock import Instant
from engine.game import Awaited
from engine.report import stamp
from engine.text.message import recorded
from engine.text.names import shown
from storage.guilds import Settings
from storage.records import Game, Seated

HEADLINES = 10
"""Things that happened which one announcement names."""

LONGEST_HEADLINE = 160


def in_form(settings: Settings, name: str, words: str, who: str, wall: int) -> str:
    """The words of `who` about the game of that name, as the guild has them look; `wall` is their day."""
    parts = {"words": words, "game": shown(name), "who": who, "date": stamp(Instant(wall), "D")}
    return settings.announced(parts)


def proclaimed(settings: Settings, game: Game, words: str, user: int, wall: int, called: tuple[int, ...]) -> Letter:
    """The announcement of a moderator, with those who are `called` mentioned beneath it."""
    mentions = " ".join(f"<@{player}>" for player in called)
    text = in_form(settings, game.name, words, f"<@{user}>", wall)
    return Letter(f"{text}\n{mentions}".rstrip(), mentions=called, headline=words)


def _as_they_read(heard: Sequence[tuple[int, str]]) -> Iterable[Letter]:
    """Posts as they read now, without those that a moderator took back."""
    read: dict[int, Letter] = {}
    for row, body in heard:
        letter = decoded(body)
        if not letter.edits:
            read[row] = letter
        elif letter.edits in read:
            read[letter.edits] = letter
    return (letter for letter in read.values() if not letter.undone)


def _headline(letter: Letter) -> str:
    """Gist of a post in a line: its headline, or the first that says something itself."""
    text = recorded(letter.headline or letter.text)  # a name is hidden whole, before a line is cut
    line = next((line for line in text.split("\n") if line.strip() and not line.startswith("-#")), "")
    if len(line) <= LONGEST_HEADLINE:
        return line
    return f"{line[:LONGEST_HEADLINE].rpartition(' ')[0] or line[: LONGEST_HEADLINE - 1]}…"


def daily(game: Game, heard: Sequence[tuple[int, str]], seats: Sequence[Seated], awaited: Sequence[Awaited]) -> str:
    """The announcement of a game as it stands now, in words.

    `heard` are rows and bodies of what was posted for everybody since yesterday, but such announcements. It pings
    nobody: who owes something is reminded (`desk.reminders`).
    """
    happened = [line for letter in _as_they_read(heard) if (line := _headline(letter))]
    lines = [f"**{shown(game.name)}**, the day in brief."]
    lines += [f"- {line}" for line in happened[-HEADLINES:]] or ["- Nothing that everybody could hear of."]
    if len(happened) > HEADLINES:
        lines.append(f"- … and {len(happened) - HEADLINES} more before that.")
    sitting = {row.seat: row for row in seats}
    for wanted in awaited:
        row = sitting.get(wanted.seat)
        user = row.user if row is not None else None
        until = f", until {stamp(wanted.until)} ({stamp(wanted.until, 'R')})" if wanted.until is not None else ""
        who = played_by(user, row is not None and row.automated)
        lines.append(f"Awaited: **{shown(wanted.seat)}** ({who}) for {wanted.theirs}{until}.")
    if game.status == "paused":
        lines.append("The game is paused.")
    elif game.due_at is not None:
        due = Instant(game.due_at)
        lines.append(f"Next by the clock: {stamp(due)} ({stamp(due, 'R')}).")
    return "\n".join(lines)
