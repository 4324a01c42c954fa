"""Announcements: what a moderator says, in the form that a guild has set, and the day in brief: what everybody heard
since yesterday, who is awaited, and what comes next.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.posts.news import Letter, decoded
from bot.render.mentions import person, played_by
from engine.clock import Instant
from engine.game import Awaited
from engine.text.message import N_, NOTHING, T_, Text, joined, name, recorded, stamp, term
from engine.text.names import hidden
from storage.guilds import Settings
from storage.records import Game, Seated

HEADLINES = 10
"""Things that happened which one announcement names."""

LONGEST_HEADLINE = 160

DAY_IN_BRIEF, HAPPENED = N_("**{game}**, the day in brief."), N_("- {gist}")
NOTHING_HAPPENED = T_("- Nothing that everybody could hear of.")
BEFORE_THAT = N_("- … and {count} more before that.")
AWAITED = N_("Awaited: **{seat}** ({who}) for {what}[, until {at} ({left})].")
PAUSED, NEXT = T_("The game is paused."), N_("Next by the clock: {at} ({left}).")


def in_form(settings: Settings, game: str, words: str, who: Text, wall: int) -> str:
    """The words of `who` about the game of that name, as the guild has them look; `wall` is their day."""
    parts = {"words": words, "game": name(game), "who": who, "date": stamp(Instant(wall), "D")}
    return settings.announced(parts)


def proclaimed(settings: Settings, game: Game, words: str, user: int, wall: int, called: tuple[int, ...]) -> Letter:
    """The announcement of a moderator, with those who are `called` mentioned beneath it."""
    mentions = joined(" ", map(person, called))
    text = in_form(settings, game.name, words, person(user), wall)
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


def _headline(letter: Letter) -> Text:
    """Gist of a post in a line: its headline, or the first that says something itself."""
    text = hidden(letter.headline or letter.text)  # a name is hidden whole, before a line is cut
    line = next((line for line in text.split("\n") if line.strip() and not line.startswith("-#")), "")
    if len(line) > LONGEST_HEADLINE:
        line = f"{line[:LONGEST_HEADLINE].rpartition(' ')[0] or line[: LONGEST_HEADLINE - 1]}…"
    return recorded(line)


def daily(game: Game, heard: Sequence[tuple[int, str]], seats: Sequence[Seated], awaited: Sequence[Awaited]) -> Text:
    """The announcement of a game as it stands now, in words.

    `heard` are rows and bodies of what was posted for everybody since yesterday, but such announcements. It pings
    nobody: who owes something is reminded (`desk.reminders`).
    """
    happened = [line for letter in _as_they_read(heard) if (line := _headline(letter))]
    lines = [DAY_IN_BRIEF(game=name(game.name))]
    lines += [HAPPENED(gist=line) for line in happened[-HEADLINES:]] or [NOTHING_HAPPENED]
    if len(happened) > HEADLINES:
        lines.append(BEFORE_THAT(count=len(happened) - HEADLINES))
    sitting = {row.seat: row for row in seats}
    for wanted in awaited:
        row = sitting.get(wanted.seat)
        user = row.user if row is not None else None
        at, left = (NOTHING if wanted.until is None else stamp(wanted.until, style) for style in "FR")
        who = played_by(user, row is not None and row.automated)
        lines.append(AWAITED(seat=name(wanted.seat), who=who, what=term(wanted.theirs), at=at, left=left))
    if game.status == "paused":
        lines.append(PAUSED)
    elif game.due_at is not None:
        due = Instant(game.due_at)
        lines.append(NEXT(at=stamp(due), left=stamp(due, "R")))
    return joined("\n", lines)
