"""How news of a game is put: the rule in small text at the end, and what belongs to a turn in a thread of its own."""

from __future__ import annotations

from engine.report import News
from engine.sunrise.look import Look


def ruled(text: str, rule: str, *, decides: bool = False, picture: str = "", about: str = "") -> News:
    """News for everybody that ends with the id of its rule."""
    return News(f"{text}\n-# {rule}" if rule else text, picture=picture, about=about, decides=decides)


def in_turn(look: Look, text: str, rule: str, *, decides: bool = False, picture: str = "") -> News:
    """News of the present turn, gathered in its thread; before turn 1 it stays in the channel."""
    turn = look.known.turn
    if not turn:
        return ruled(text, rule, decides=decides, picture=picture)
    return News(
        f"{text}\n-# {rule}" if rule else text,
        topic=f"turn:{turn}",
        topic_title=f"Turn {turn}",
        picture=picture,
        decides=decides,
    )


def ship_words(look: Look, id: str) -> str:
    """A ship by its id, in a sentence."""
    return look.ship(id)
