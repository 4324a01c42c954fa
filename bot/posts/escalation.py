"""What moderators are told of players: who still owes something at its deadline."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from bot.posts.news import DECIDES, Letter, moderators_of, post
from bot.render.mentions import played_by
from engine.clock import DAY, Instant
from engine.game import Awaited
from engine.report import stamp
from engine.text.names import shown
from storage.records import Game, Post


def overdue(row: Game, awaited: Iterable[Awaited], players: Mapping[str, int | None], wall: int) -> list[Post]:
    """A note to the moderators for each seat that owes something past its deadline: once a day, however often.

    `awaited` is what everybody knows, for others may read where moderators are told; `players` are the users in the
    seats that count (None: nobody).
    """
    posts: list[Post] = []
    for one in awaited:
        until = None if one.until is None else one.until + row.clock_offset
        if one.owes and until is not None and until <= wall and one.seat in players:
            who = played_by(players[one.seat], automated=False)
            text = (
                f"**{shown(row.name)}**: **{shown(one.seat)}** ({who}) let the deadline {stamp(Instant(until))} pass, "
                f"and owed {one.what}."
            )
            once = f"overdue:{row.id}:{one.seat}:{wall // DAY}"
            posts += post(row, moderators_of(row.guild), Letter(text), wall, DECIDES, once)
    return posts
