"""Game and seat that a command is about: the game named, or the channel's, or the only one it can be."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from operator import attrgetter
from typing import Any

import discord
import msgspec

from bot.game.desk.desk import Desk
from engine.game import Refusal, Seat
from engine.orders import Option
from engine.text.message import N_, T_, Text, joined, name, said, term, unmarked
from storage.records import Game

MOST_LISTED = 10
"""Games that a refusal names."""

LABEL, NUMBERED = N_("{number}: {game} ({rulebook}, {status})"), N_("{number} ({game})")
STATES = {"lobby": T_("lobby"), "running": T_("running"), "paused": T_("paused"), "ended": T_("ended")}
NO_GAME, THERE_ARE = N_("There is no game {name} in this server."), N_("There are: {games}.")
NONE_YET = T_("none yet")
IN_A_SERVER = T_("Games are played in a server; this is a private message.")
SEVERAL, NAME_ONE = N_("There are several games it could be: {games}."), T_("Name one with `game`.")
NO_GAMES, CREATE_ONE = T_("There is no game here yet."), T_("`/game create` makes one.")
NO_SEAT, TAKE_ONE = N_("You have no seat in {game}."), T_("`/game join` takes one, where there is room.")


class Here(msgspec.Struct, frozen=True):
    """The game a command is about, and the caller's seat in it (None: a bystander)."""

    game: Game
    seat: Seat | None


NUMBER = attrgetter("number")


def label(game: Game) -> Text:
    """A game in a list: its number, name and state."""
    return LABEL(number=game.number, game=name(game.name), rulebook=term(game.rulebook), status=STATES[game.status])


def _listed(games: Iterable[Game]) -> Text:
    """Games by number and name, at most ten."""
    return joined(", ", (NUMBERED(number=game.number, game=name(game.name)) for game in islice(games, MOST_LISTED)))


async def games_offered(desk: Desk, interaction: discord.Interaction[Any], rulebook: str | None = None) -> list[Option]:
    """The guild's games for a completion, those the caller sits in first."""
    if interaction.guild_id is None:
        return []
    games = await desk.directory.games(interaction.guild_id)
    seats = await desk.directory.seats_of(interaction.guild_id, interaction.user.id)
    fitting = [game for game in games if rulebook is None or game.rulebook == rulebook]
    fitting.sort(key=lambda game: (game.id not in seats, game.status == "ended", -game.number))
    return [Option(str(game.number), unmarked(label(game))) for game in fitting]


def named(games: Iterable[Game], called: str) -> Game:
    """The game of that number, or else of that name. Raises Refusal."""
    listed = list(games)
    typed = called.strip().casefold()
    for game in (
        *(game for game in listed if str(game.number) == typed.removeprefix("#")),
        *(game for game in listed if game.name.casefold() == typed),
    ):
        return game
    there = THERE_ARE(games=_listed(listed) or NONE_YET)
    raise Refusal("GAME", said(NO_GAME, name=called), fix=there)


Wanted = Callable[[Game, Seat | None], bool]
"""Whether a command makes sense of a game, for somebody in that seat (None: a bystander)."""


async def here(
    desk: Desk,
    interaction: discord.Interaction[Any],
    game: str | None,
    rulebook: str | None = None,
    *,
    wanted: Wanted | None = None,
) -> Here:
    """The game and seat of a command. Raises Refusal where it cannot be told which game is meant.

    Unless it is named, it is a game of the channel, or else of the server: one of those that are `wanted`; or one that
    goes on in which the caller sits, then one that goes on, then one that has ended.
    """
    guild = interaction.guild_id
    if guild is None:
        raise Refusal("GAME", IN_A_SERVER)
    games = [played for played in await desk.directory.games(guild) if rulebook in (None, played.rulebook)]
    seats = await desk.directory.seats_of(guild, interaction.user.id)
    if game:
        chosen = named(games, game)
        return Here(chosen, seats.get(chosen.id))
    at_place = await desk.directory.games_at(interaction.channel_id) if interaction.channel_id is not None else []
    by_id = {played.id: played for played in games}
    local = [by_id[id] for id in at_place if id in by_id]
    lesson = await desk.store.game(at_place[0]) if at_place and not local else None
    if lesson is not None and lesson.tutorial and rulebook in (None, lesson.rulebook):
        return Here(lesson, seats.get(lesson.id))
    if wanted is not None:
        for pool in (local, games):
            if fitting := [played for played in pool if wanted(played, seats.get(played.id))]:
                return _only(fitting, seats)
    for pool in (local, games):
        if going_on := [played for played in pool if played.status != "ended"]:
            return _only([played for played in going_on if played.id in seats] or going_on, seats)
        if pool:
            return Here(local[0], seats.get(local[0].id)) if local else _only(games, seats)
    raise Refusal("GAME", NO_GAMES, fix=CREATE_ONE)


def _only(pool: Sequence[Game], seats: Mapping[int, Seat]) -> Here:
    """The only game there is. Raises Refusal where there are several."""
    if len(pool) > 1:
        raise Refusal("GAME", SEVERAL(games=_listed(sorted(pool, key=NUMBER))), fix=NAME_ONE)
    return Here(pool[0], seats.get(pool[0].id))


def seat_of(place: Here) -> Seat:
    """The caller's seat. Raises Refusal for a bystander."""
    if place.seat is None:
        raise Refusal("SEAT", said(NO_SEAT, game=place.game.name), fix=TAKE_ONE)
    return place.seat
