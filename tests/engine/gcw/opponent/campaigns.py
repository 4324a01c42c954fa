"""Whole campaigns that Umpire plays against others, for its tests: who plays each seat, day after day."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import islice

from engine.clock import DAY, HOUR, Instant, instant
from engine.dice.keyed import FixedDice
from engine.game import Seat, Setup
from engine.gcw.fleets import roster
from engine.gcw.opponent.advice import FINAL, SUBMIT, accepted, founding
from engine.gcw.opponent.gunnery import foes, volleys
from engine.gcw.opponent.side import Side
from engine.gcw.opponent.works import yards
from engine.gcw.state import PlayerStatus, State
from engine.gcw.turn.drafting import drafted_by
from engine.orders import Order
from engine.played.chance import Chance
from engine.played.played_game import PlayedGame
from tests.engine.gcw.staged import rules

RULES = rules()
UMPIRE, *OTHERS = (Seat(name) for name in ("umpire", "blue", "green", "gold"))
BEGINS = instant("2026-03-01T12:00:00Z")
LASTS = 20 * DAY
HOURS_BETWEEN = 6
"""Hours between two looks of a random player at the campaign."""
ENDING = ("Victory", "LastDay", "Retire")
"""What random players do not do: end a campaign, or leave it."""
FACTIONS = ("GE", "IR", "NR", "RA", "TF", "HS", "HC", "CSA", "ORC")
"""Factions that begin with a package (Independents have another, GCW-SET-05)."""

Player = Callable[[Side], Order | None]


def umpire(side: Side) -> Order | None:
    """Umpire, by what it knows."""
    look = side.look
    return RULES.advise(look.known, look.viewer, look.now)


def at_random(number: int) -> Player:
    """A player who takes the sample fleet, then gives an order by chance every few hours."""
    chance, last = Chance("player", number), [Instant(0)]
    kinds = [
        kind for kind in RULES.orders
        if not kind.moderator and kind.__name__ not in ENDING for _ in range(kind.tried)
    ]  # fmt: skip

    def play(side: Side) -> Order | None:
        look = side.look
        if look.known.players[look.viewer].status is PlayerStatus.SETUP:
            return next((order for order in founding(side) if accepted(look, order)), None)
        if look.now < last[0] + HOURS_BETWEEN * HOUR:
            return None
        last[0] = look.now
        for _ in range(20):
            found = list(islice(RULES.legal(look.known, look.viewer, look.now, chance.choice(kinds)), 12))
            if found:
                return chance.choice(found)
        return None

    return play


def defender(side: Side) -> Order | None:
    """A player who only defends: founds as Umpire does, builds all that it can at home, and fires at what attacks."""
    look = side.look
    if look.known.players[look.viewer].status is PlayerStatus.SETUP:
        return next((order for order in founding(side) if accepted(look, order)), None)
    posted = any(one.seat == look.viewer and one.pressed is None for one in look.known.turns.values())
    wishes = [side.order(FINAL)] if posted else []
    wishes += yards(side)
    if side.orders[SUBMIT].ready(look) is None:
        after, home = side.drafted(), look.known.players[look.viewer].home
        enemies = foes(after.look, home, neutral=False)
        for unit in after.look.own_at(home) if enemies else ():
            wishes += volleys(after, unit, enemies)
        if drafted_by(look):
            wishes.append(side.order(SUBMIT, story="Home is held."))
    return next((order for order in wishes if accepted(look, order)), None)


class Quick(PlayedGame[State]):
    """A campaign without words, whose checks others make."""

    checked = False
    worded = False


def campaign(players: Mapping[Seat, Player], number: int, factions: Sequence[str] = FACTIONS) -> State:
    """A campaign of twenty days; every order that Umpire gives must be obeyed."""
    seats = tuple(players)
    game = Quick(RULES, seats, FixedDice(number.to_bytes(8, "big")))
    game.begin(Setup(f"Campaign {number}", seats, {"founding": "whole"}), BEGINS)
    chance, free = Chance("factions", number), list(factions)
    for seat in seats:
        game.order(seat, f"join {free.pop(chance.below(len(free)))} as {seat.capitalize()}")
    while game.now < BEGINS + LASTS:
        given = True
        while given:
            given = False
            for seat in seats:
                order = players[seat](RULES.side(game.knows(seat), seat, game.now))
                if order is not None:
                    knew = game.knows(seat)
                    refusal = game.obey(seat, order)
                    assert seat != UMPIRE or game.knows(seat) != knew, f"campaign {number}: {order!r} changes nothing"
                    assert refusal is None or seat != UMPIRE, f"campaign {number}: {order!r}: {refusal}"
                    given = refusal is None or given
        due = RULES.due(game.state)
        moments = [RULES.stirs(game.knows(UMPIRE), UMPIRE, game.now), due, Instant(game.now + HOURS_BETWEEN * HOUR)]
        game.lapse(Instant(min(one for one in moments if one is not None and one > game.now)))
    return game.state


def worth(state: State) -> dict[Seat, int]:
    """Worth of each player: KC of an Action Day of its systems, and the command points of its fleets."""
    found = {}
    for seat in state.players:
        systems = [one for one, owner in state.owners.items() if owner == seat and one not in state.occupied]
        duties = {"", *(unit.duty for unit in state.of(seat))}
        points = sum(roster(RULES.world, state, seat, duty).cp for duty in duties)
        found[seat] = sum(RULES.world.pack.systems[one].industrial_output for one in systems) + points
    return found
