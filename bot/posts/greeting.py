"""Greeting of a game to whoever has never heard of it, and the buttons by which one gets into it."""

from __future__ import annotations

from bot.render.posted import Press
from engine.pack.course import Course
from engine.text.names import shown
from storage.records import Game

JOIN, FIRST, EXPLAIN, LEARN = "u1:join:", "u1:first:", "u1:explain:", "u1:learn:"
"""What the ids of those buttons begin with; the id of the game follows."""

LEARN_LABEL, EXPLAIN_LABEL = "Play the tutorial", "What is all this"


def ways_in(game: Game, course: Course | None) -> tuple[Press, ...]:
    """The buttons under the greeting of a game: a seat while it waits for players, the first deed once it runs."""
    made = [Press(f"{JOIN}{game.id}", "Join", leads=True)] if game.status == "lobby" else []
    if course is None:
        return tuple(made)
    if course.tutorial is not None:
        made.append(Press(f"{LEARN}{game.id}", LEARN_LABEL, leads=game.status != "lobby"))
    if game.status == "running":
        made.append(Press(f"{FIRST}{game.id}", course.greeting.first))
    return (*made, Press(f"{EXPLAIN}{game.id}", EXPLAIN_LABEL))


def invitation(game: Game, title: str, course: Course | None) -> str:
    """Words for a game that waits for players; `title` is its rulebook's."""
    told = f"\n{course.greeting.story}" if course is not None else ""
    return (
        f"**{shown(game.name)}** is open to players: a game of {title}.{told}\n"
        "-# *Join* gives you a seat of a colour; `/game join` one of your own name. Whoever made the game, or a "
        "moderator, starts it with `/game start`."
    )
