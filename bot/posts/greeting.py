"""Greeting of a game to whoever has never heard of it, and the buttons by which one gets into it, or to one's panel."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from bot.posts.news import decoded, encoded
from bot.render.posted import Press
from engine.pack.course import Course
from engine.text.message import N_, NOTHING, T_, Text, name, term
from storage.records import Game, Post

JOIN, FIRST, EXPLAIN, LEARN, PANEL = "u1:join:", "u1:first:", "u1:explain:", "u1:learn:", "u1:panel:"
"""What the ids of those buttons begin with; the id of the game follows."""

JOIN_LABEL, LEARN_LABEL, EXPLAIN_LABEL = T_("Join"), T_("Play the tutorial"), T_("What is all this")
PANEL_LABEL = T_("Panel")

IS_OPEN = N_(
    "**{game}** is open to players: a game of {title}.[\n{story}]\n-# *Join* gives you a seat of a colour; `/game "
    "join` one of your own name. Whoever made the game, or a moderator, starts it with `/game start`."
)

OPEN = ("game:", "thread:")
"""What the targets begin with where everybody reads."""


def ways_in(game: Game, course: Course | None) -> tuple[Press, ...]:
    """The buttons under the greeting of a game: a seat while it waits for players, the first deed once it runs."""
    made = [Press(f"{JOIN}{game.id}", JOIN_LABEL, leads=True)] if game.status == "lobby" else []
    if course is None:
        return tuple(made)
    if course.tutorial is not None:
        made.append(Press(f"{LEARN}{game.id}", LEARN_LABEL, leads=game.status != "lobby"))
    if game.status == "running":
        made.append(Press(f"{FIRST}{game.id}", course.greeting.first))
    return (*made, Press(f"{EXPLAIN}{game.id}", EXPLAIN_LABEL))


def invitation(game: Game, title: str, course: Course | None) -> Text:
    """Words for a game that waits for players; `title` is its rulebook's."""
    story = term(course.greeting.story) if course is not None else NOTHING
    return IS_OPEN(game=name(game.name), title=term(title), story=story)


def to_panel(game: int) -> Press:
    """The button that shows whoever presses it their own panel."""
    return Press(f"{PANEL}{game}", PANEL_LABEL)


def leading_to_panels(game: int, made: Sequence[Post]) -> list[Post]:
    """The posts of a step after which somebody is awaited: the last one of each place that everybody reads ends with
    the button to one's panel, unless it has buttons of its own.
    """
    found = list(made)
    new = (at for at, post in enumerate(made) if post.target.startswith(OPEN) and not decoded(post.body).edits)
    for at in {made[at].target: at for at in new}.values():
        letter = decoded(found[at].body)
        if not letter.buttons:
            letter = msgspec.structs.replace(letter, buttons=(to_panel(game),))
            found[at] = msgspec.structs.replace(found[at], body=encoded(letter))
    return found


def without_panel(buttons: Sequence[Press]) -> tuple[Press, ...]:
    """Buttons under a post after which nobody is awaited any more."""
    return tuple(press for press in buttons if not press.id.startswith(PANEL))
