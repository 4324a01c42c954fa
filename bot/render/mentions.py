"""People and places in words for Discord."""

from __future__ import annotations

from engine.text.message import T_, Text, term

UMPIRE, VACANT = T_("Umpire"), T_("vacant")


def person(user: int | None) -> Text:
    """A person of Discord's, as Discord shows each reader who that is."""
    return term(f"<@{user}>")


def place_named(channel: int) -> Text:
    """A channel or a thread of Discord's, as Discord shows each reader which that is."""
    return term(f"<#{channel}>")


def played_by(user: int | None, automated: bool) -> Text:
    """The player of a seat: the user's mention, "Umpire" or "vacant"."""
    return person(user) if user is not None else UMPIRE if automated else VACANT
