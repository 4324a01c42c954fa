"""Reports to moderators about players: who still owes something at its deadline."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from bot.posts.news import DECIDES, Letter, moderators_of, post
from bot.render.mentions import played_by
from engine.clock import DAY, Instant
from engine.game import Awaited
from engine.text.message import N_, joined, name, stamp, term
from storage.records import Game, Post

OF_GAME = N_("**{game}**")
OVERDUE = N_("**{seat}** ({who}) let the deadline {at} pass, and owed {what}.")


def overdue(row: Game, awaited: Iterable[Awaited], players: Mapping[str, int | None], wall: int) -> list[Post]:
    """A note to the moderators about all seats that owe something past its deadline; once a day, while it is the same.

    `awaited` is what everybody knows, for others may read where moderators are told; `players` are the users in the
    seats that count (None: nobody).
    """
    lines = {
        debt.seat: OVERDUE(
            seat=name(debt.seat),
            who=played_by(players[debt.seat], automated=False),
            at=stamp(Instant(debt.until + row.clock_offset)),
            what=term(debt.theirs),
        )
        for debt in awaited
        if debt.owes and debt.until is not None and debt.until + row.clock_offset <= wall and debt.seat in players
    }
    if not lines:
        return []
    text = joined("\n", (OF_GAME(game=name(row.name)), *lines.values()))
    once = f"overdue:{row.id}:{','.join(sorted(lines))}:{wall // DAY}"
    return post(row, moderators_of(row.guild), Letter(text), wall, DECIDES, once)
