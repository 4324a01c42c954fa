"""The daily announcement of a game: what everybody heard since yesterday, who is awaited, and what comes next."""

from __future__ import annotations

from bot.game.desk.desk import Desk
from bot.posts.news import Letter, decoded
from bot.render.mentions import played_by
from bot.render.splitting import pieces
from engine.clock import DAY, Instant
from engine.report import stamp
from engine.text.names import shown
from storage.records import Game

HEADLINES = 10
"""Things that happened which one announcement names."""

LONGEST_HEADLINE = 160

HEADING = "the day in brief"


def _headline(text: str) -> str:
    """The first line of a post that says something itself."""
    line = next((line for line in text.split("\n") if line.strip() and not line.startswith("-#")), "")
    return line if len(line) <= LONGEST_HEADLINE else f"{line[: LONGEST_HEADLINE - 1].rstrip()}…"


async def daily(desk: Desk, game: Game) -> Letter:
    """The announcement of a game as it stands now."""
    now = desk.clock.now()
    bodies = await desk.store.public_posts(game.id, now - DAY)
    told = [_headline(decoded(body).text) for body in bodies]
    happened = [line for line in told if line and HEADING not in line]
    lines = [f"**{shown(game.name)}**, {HEADING}."]
    lines += [f"- {line}" for line in happened[-HEADLINES:]] or ["- Nothing that everybody could hear of."]
    if len(happened) > HEADLINES:
        lines.append(f"- … and {len(happened) - HEADLINES} more before that.")
    seats = {row.seat: row for row in await desk.store.seats(game.id)}
    mentions: list[int] = []
    for one in await desk.views.awaits(game.id):
        row = seats.get(one.seat)
        user = row.user if row is not None else None
        until = f", until {stamp(one.until)} ({stamp(one.until, 'R')})" if one.until is not None else ""
        who = played_by(user, row is not None and row.automated)
        lines.append(f"Awaited: **{shown(one.seat)}** ({who}) for {one.what}{until}.")
        if user is not None and user not in mentions:
            mentions.append(user)
    if game.status == "paused":
        lines.append("The game is paused.")
    elif game.due_at is not None:
        due = Instant(game.due_at)
        lines.append(f"Next by the clock: {stamp(due)} ({stamp(due, 'R')}).")
    return Letter(pieces("\n".join(lines))[0], mentions=tuple(mentions))
