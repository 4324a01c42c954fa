"""Offers, enumerated and of menus, are obeyed: of actions in random positions, after many drafts; of all that players
and moderators order in random skirmishes and campaigns.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice

import pytest

from bot.offline.parallel_games import opening
from engine.act import Order
from engine.dice.keyed import ChainDice, ScriptedDice
from engine.game import MODERATOR, Seat, Setup, play
from engine.gcw.acting import Action
from engine.gcw.look import Obeying
from engine.gcw.moderators.units import SetUnit
from engine.gcw.space.craft import Dissolve, Launch, Recall, Swarm
from engine.gcw.space.fire import Bomb, Fire, Shields
from engine.gcw.space.movement import Move
from engine.gcw.space.patrol import Patrol
from engine.gcw.space.towing import Release, Tractor
from engine.gcw.state import State
from engine.gcw.works.building import Construct
from engine.gcw.works.command import Escort, Transfer
from engine.orders import Order as Asked
from engine.played.chance import Chance
from engine.played.checks import Length
from engine.played.fuzz import secret_of
from engine.played.played_game import PlayedGame
from engine.played.random_players import BEGINS, random_moves
from engine.text.lines import to_text
from tests.engine.gcw.playing import BLUE, RED, Played, joined
from tests.engine.gcw.staged import rules

KINDS: tuple[type[Action], ...] = (Fire, Bomb, Move, Patrol, Shields, Launch, Recall, Swarm, Dissolve, Tractor, Release)
CLASSES = (
    ("ISD", "LNCR", "STRK", "TF", "TI", "TB", "LAM", "AT-ST", "STM"),
    ("NEBB", "CORV", "CGUN", "XW", "YW", "BW", "GR75", "T47", "RSO"),
)
SPACE = ("B-1", "B-2", "C-1", "A-1", "DSZ-1")
GROUND = ("G-1S", "G-1A", "ATM")
EACH_SIDE, TURNS, GAMES = 9, 5, 6
SKIRMISH, *_, CAMPAIGN = rules().setups()
DAYS, MOVES, EVERY, LOOKED_AT, OPENING = 20, 240, 20, 40, 5


def position(chance: Chance) -> Played:
    """A system in which both sides have units of all kinds, close to each other."""
    game = joined()
    if chance.one_in(2):
        game.gm("ruling fog off")
    for seat, classes in zip((RED, BLUE), CLASSES, strict=True):
        for number in range(EACH_SIDE):
            code = chance.choice(classes)
            cells = ("G-1S",) if code in ("AT-ST", "STM", "RSO") else (*SPACE, *SPACE, *GROUND)
            count = "6 " if code in ("STM", "RSO") else ""
            cell = chance.choice(cells)
            game.give(Seat("gm"), f"spawn {count}{code} named {seat} {number} at Hoth {cell} for {seat}")
    return game


def enumerated(game: Played, seat: Seat) -> Iterator[Action]:
    look = game.rules.look(game.known[seat], seat, game.now)
    for kind in KINDS:
        yield from kind.likely(look)


def refused(game: Played, seat: Seat, order: Action) -> str:
    """Reason why an order would be refused; "" where it would be obeyed."""
    outcome = play(game.rules, game.state, seat, order, game.now, ScriptedDice(), game.known.__getitem__)
    return "" if outcome.refusal is None else f"{to_text(order)}: {outcome.refusal.code} {outcome.refusal}"


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(GAMES))
def test_what_is_enumerated_is_obeyed(seed: int) -> None:
    chance = Chance("offered", seed)
    game, happened = position(chance), Counter[type[Action]]()
    for turn in range(TURNS):
        seat = (RED, BLUE)[turn % 2]
        for _ in range(4):
            orders = list(enumerated(game, seat))
            assert [why for order in orders if (why := refused(game, seat, order))] == []
            happened.update(map(type, orders))
            first = [order for order in orders if order.step == 0]  # what is played later, a further line may upset
            if first:
                game.order(seat, to_text(chance.choice(first)))
        game.order(seat, "submit They fight.", "final")
        game.wait(24)
    assert happened[Fire] and happened[Move] and happened[Shields]


def test_what_the_menus_of_fire_offer_is_obeyed() -> None:
    game = position(Chance("menus", 0))
    offered = 0
    for unit in game.rules.options(game.known[RED], RED, Fire, "unit", {}, game.now):
        given = {"unit": unit.value}
        for target in game.rules.options(game.known[RED], RED, Fire, "target", given, game.now):
            given["target"] = target.value
            for volley in game.rules.options(game.known[RED], RED, Fire, "weapons", given, game.now):
                offered += 1
                order = Fire(unit=unit.value, target=target.value, weapons=volley.value)
                assert refused(game, RED, order) == ""
    assert offered


class Unwatched(PlayedGame[State]):
    """A random game of which nothing is checked: many other tests do."""

    checked = worded = False


def games(setup: Setup, seed: int) -> Iterator[PlayedGame[State]]:
    """A random game, as it stands after every so many moves of its players; of its opening all the oftener."""
    game = Unwatched(rules(), setup.seats, ChainDice(secret_of(seed)))
    game.begin(setup, BEGINS)
    first = opening(rules(), setup)
    moves = random_moves(game, Chance("offered", seed), first, Length(MOVES, days=DAYS))
    for number, move in enumerate(islice(moves, len(first) + MOVES), 1 - len(first)):
        if number <= 0 and number % OPENING == 0:
            yield game
        move.make(game)
        if number > 0 and number % EVERY == 0:
            yield game


def unobeyed(game: PlayedGame[State], kinds: Iterable[type[Asked]], happened: Counter[type[Asked]]) -> Iterator[str]:
    """Orders that are enumerated for anybody and refused at once, with the reason; counts all that are."""
    for kind in kinds:
        for seat in (MODERATOR,) if kind.moderator else game.seats:
            for order in islice(rules().legal(game.knows(seat), seat, game.now, kind), LOOKED_AT):
                happened[kind] += 1
                if (refusal := game.tries(seat, order).refusal) is not None:
                    yield f"{seat}> {to_text(order)}: {refusal.code} {refusal}"


@pytest.mark.slow
@pytest.mark.parametrize("setup", [SKIRMISH, CAMPAIGN], ids=["skirmish", "campaign"])
@pytest.mark.parametrize("seed", range(4))
def test_all_that_is_enumerated_in_a_game_is_obeyed(setup: Setup, seed: int) -> None:
    happened = Counter[type[Asked]]()
    for game in games(setup, seed):
        assert list(unobeyed(game, rules().orders, happened)) == []
    assert happened[Construct] and happened[Transfer] and happened[Escort] and happened[Move] and happened[SetUnit]


def test_a_check_that_is_made_when_an_order_is_obeyed_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: what a roster refuses is refused by the rule alone, and is offered therefore."""
    check, obey = Transfer.check, Transfer.obey

    def checked(order: Transfer, act: Obeying) -> None:
        check(order, act.look, act.found)
        obey(order, act)

    monkeypatch.setattr(Transfer, "check", Order.check)
    monkeypatch.setattr(Transfer, "obey", checked)
    played = games(SKIRMISH, 0)
    assert any("ON_ROSTER" in refused for game in played for refused in unobeyed(game, (Transfer,), Counter()))


def test_menus_offer_no_pair_that_is_refused() -> None:
    """Of what fits singly, a menu leaves out what does not fit what stands in the other field."""
    game = joined()
    game.gm("spawn NEBB named Yavaris at Coruscant B-1 for red", "spawn XW named Rogue at Endor B-1 for blue")
    known = game.known[RED]

    def menu(kind: type[Order], field: str, **given: str) -> list[str]:
        return [option.value for option in game.rules.options(known, RED, kind, field, given, game.now)]

    assert menu(Transfer, "fleet") == ["main", "Coruscant"]
    assert menu(Transfer, "fleet", unit="Yavaris") == ["Coruscant"]  # which is in the main fleet
    assert game.refused(RED, "transfer Yavaris to main") == "ON_ROSTER"
