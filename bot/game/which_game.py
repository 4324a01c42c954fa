"""Which game and which seat a command is about: the game named, or the channel's, or the only one it can be."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import discord
import msgspec

from bot.game.desk.desk import Desk
from engine.game import Refusal, Seat
from engine.orders import Option
from engine.text.names import shown
from storage.records import Game


class Here(msgspec.Struct, frozen=True):
    """The game a command is about, and the caller's seat in it (None: a bystander)."""

    game: Game
    seat: Seat | None


def label(game: Game) -> str:
    """A game in a list: its number, name and state."""
    return f"{game.number}: {game.name} ({game.rulebook}, {game.status})"


async def games_offered(desk: Desk, interaction: discord.Interaction[Any], rulebook: str | None = None) -> list[Option]:
    """The guild's games for a completion, those the caller sits in first."""
    if interaction.guild_id is None:
        return []
    games = await desk.directory.games(interaction.guild_id)
    seats = await desk.directory.seats_of(interaction.guild_id, interaction.user.id)
    fitting = [game for game in games if rulebook is None or game.rulebook == rulebook]
    fitting.sort(key=lambda game: (game.id not in seats, game.status == "ended", -game.number))
    return [Option(str(game.number), label(game)) for game in fitting]


def named(games: Iterable[Game], name: str) -> Game:
    """The game of that number, or else of that name. Raises Refusal."""
    listed = list(games)
    typed = name.strip().casefold()
    for game in (
        *(one for one in listed if str(one.number) == typed.removeprefix("#")),
        *(one for one in listed if one.name.casefold() == typed),
    ):
        return game
    known = ", ".join(f"{game.number} ({shown(game.name)})" for game in listed[:10]) or "none yet"
    raise Refusal("GAME", f"There is no game {shown(name)} in this server.", fix=f"There are: {known}.")


async def here(
    desk: Desk, interaction: discord.Interaction[Any], game: str | None, rulebook: str | None = None
) -> Here:
    """The game and seat of a command. Raises Refusal where it cannot be told which game is meant."""
    guild = interaction.guild_id
    if guild is None:
        raise Refusal("GAME", "Games are played in a server; this is a private message.")
    games = [played for played in await desk.directory.games(guild) if rulebook in (None, played.rulebook)]
    seats = await desk.directory.seats_of(guild, interaction.user.id)
    if game:
        chosen = named(games, game)
        return Here(chosen, seats.get(chosen.id))
    channel = interaction.channel_id
    at_place = await desk.directory.game_at(channel) if channel is not None else None
    for candidate in games:
        if candidate.id == at_place:
            return Here(candidate, seats.get(candidate.id))
    lesson = await desk.store.game(at_place) if at_place is not None else None
    if lesson is not None and lesson.tutorial and rulebook in (None, lesson.rulebook):
        return Here(lesson, seats.get(lesson.id))
    for pool in (
        [played for played in games if played.id in seats and played.status != "ended"],
        [played for played in games if played.status != "ended"],
        games,
    ):
        if len(pool) == 1:
            return Here(pool[0], seats.get(pool[0].id))
        if pool:
            listed = ", ".join(f"{played.number} ({shown(played.name)})" for played in pool[:10])
            raise Refusal("GAME", f"There are several games it could be: {listed}.", fix="Name one with `game`.")
    raise Refusal("GAME", "There is no game here yet.", fix="`/game create` makes one.")


def seat_of(place: Here) -> Seat:
    """The caller's seat. Raises Refusal for a bystander."""
    if place.seat is None:
        raise Refusal(
            "SEAT", f"You have no seat in {shown(place.game.name)}.", fix="`/game join` takes one, where there is room."
        )
    return place.seat
