"""People in words for Discord."""

from __future__ import annotations


def played_by(user: int | None, automated: bool) -> str:
    """The player of a seat: the user's mention, "Umpire" or "vacant"."""
    return f"<@{user}>" if user is not None else "Umpire" if automated else "vacant"
