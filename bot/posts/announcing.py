"""Announcements in the form that a guild has set: what a moderator says, and the day in brief."""

from __future__ import annotations

from bot.posts.news import Letter
from engine.clock import Instant
from engine.report import stamp
from engine.text.names import shown
from storage.guilds import Settings
from storage.records import Game


def in_form(settings: Settings, name: str, words: str, who: str, wall: int) -> str:
    """The words of `who` about the game of that name, as the guild has them look; `wall` is their day."""
    parts = {"words": words, "game": shown(name), "who": who, "date": stamp(Instant(wall), "D")}
    return settings.announced(parts)


def proclaimed(settings: Settings, game: Game, words: str, user: int, wall: int, called: tuple[int, ...]) -> Letter:
    """The announcement of a moderator, with those who are `called` mentioned beneath it."""
    mentions = " ".join(f"<@{player}>" for player in called)
    text = in_form(settings, game.name, words, f"<@{user}>", wall)
    return Letter(f"{text}\n{mentions}".rstrip(), mentions=called, headline=words)
