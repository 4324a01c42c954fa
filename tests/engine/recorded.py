"""The record that a bot would have kept of a game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

import msgspec

from engine.dice.keyed import Dice
from engine.game import Ruleset, Said, Setup
from engine.played.played_game import PlayedGame
from engine.played.random_players import BEGINS, Move
from engine.record import Codec, Command

S = TypeVar("S", bound=msgspec.Struct)


def recorded(
    rules: Ruleset[S], setup: Setup, moves: Iterable[Move], dice: Dice
) -> list[tuple[Command, tuple[Said[S], ...]]]:
    """The opening, the moves as orders, and the time that brought something; each with all that was said."""
    game, codec = PlayedGame(rules, setup.seats, dice), Codec(rules)
    game.begin(setup, BEGINS)
    record = [(Command("begin", BEGINS, body=msgspec.json.encode(setup).decode()), game.last)]
    for move in moves:
        game.lapse(move.at)
        if game.last:
            record.append((Command("tick", move.at), game.last))
        if move.order is not None:
            game.obey(move.seat, move.order)
            record.append((Command("order", move.at, move.seat, codec.order_text(move.order)), game.last))
    return record
