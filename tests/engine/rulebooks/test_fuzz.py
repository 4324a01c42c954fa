"""Random games: the same for the same seed, sound for the toy rulebook, and finding bugs that are planted."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

import pytest
from msgspec.structs import replace
from pydantic import field_validator

from engine.clock import Instant
from engine.dice.keyed import ChainDice
from engine.game import EVERYONE, Awaited, Fact, Refusal, Ruleset, Said, Seat, Setup, Table, only
from engine.orders import Order
from engine.played.chance import Chance
from engine.played.checks import checks_of
from engine.played.fuzz import Failure, Game, fuzz, play_random, summary
from engine.played.played_game import PlayedGame
from engine.played.random_players import BEGINS, Move, random_moves, spoiled
from engine.report import News, Report
from tests.toy import RULES, Toy
from tests.toy.checks import ToyChecks
from tests.toy.fog import Call
from tests.toy.rounds import Lock, Ordered, RoundBegan, Sail, Sailed
from tests.toy.sea import Launch, Launched
from tests.toy.state import State

SETUPS = (
    Setup("Two", (Seat("red"), Seat("blue")), {"length": "5"}),
    Setup("Three", (Seat("red"), Seat("blue"), Seat("green")), {"length": "6"}),
)


def opening(setup: Setup) -> list[Move]:
    return [Move(BEGINS, seat, order) for seat, order in checks_of(RULES).opening(setup)]


def games(rules: Ruleset[State], number: int = 30, seed: int = 1) -> list[Game[State]]:
    return list(fuzz(rules, SETUPS, seed, number, opening=opening))


def test_the_toy_rulebook_holds_in_random_games() -> None:
    played = games(RULES, 40)
    assert [str(game.failure) for game in played if game.failure] == []
    obeyed, refused = summary(played)
    assert set(obeyed) == {"Launch", "Sail", "Call", "ShowFlag", "Lock"}
    assert {"NO_BOAT", "LOCKED", "NOBODY", "NO_PLACE"} <= set(refused)
    assert {game.state.winner for game in played} >= {"red", "blue", "green"}


def test_the_same_seed_plays_the_same_game() -> None:
    one, again, other = (games(RULES, 6, seed) for seed in (3, 3, 4))
    assert [game.digest for game in one] == [game.digest for game in again]
    assert [game.moves for game in one] == [game.moves for game in again]
    assert [game.digest for game in one] != [game.digest for game in other]


def test_the_same_seed_plays_the_same_game_on_every_machine() -> None:
    """Whatever the order of hashes; when rules or random players change on purpose, these do (and the version)."""
    assert RULES.version == 1
    assert [game.digest[:8] for game in games(RULES, 3)] == ["21fc112d", "4b0d3789", "505779ae"]


def test_a_game_of_a_seed_is_the_same_however_many_are_asked_for() -> None:
    assert [game.digest for game in games(RULES, 3)] == [game.digest for game in games(RULES, 5)][:3]


class Listed(Toy):
    """Keeps of which kinds orders were listed."""

    def __init__(self, *orders: type[Order]) -> None:
        super().__init__()
        self.orders = orders
        self.kinds: list[type[Order] | None] = []

    def legal(self, known: State, seat: Seat, now: Instant, kind: type[Order] | None = None) -> Iterable[Order]:
        self.kinds.append(kind)
        return super().legal(known, seat, now, kind)

    def played(self) -> list[type[Order] | None]:
        """The kinds that random players listed in a game."""
        game = PlayedGame(self, SETUPS[0].seats, ChainDice(b"players"))
        game.begin(SETUPS[0], BEGINS)
        for move in islice(random_moves(game, Chance("players")), 60):
            move.make(game)
        return self.kinds


class OftenCalled(Call):
    """A call that random players think of first."""

    tried = 50


def test_a_random_player_lists_one_kind_of_orders_and_thinks_of_some_more_often() -> None:
    usual, often = Listed(Launch, Sail, Call).played(), Listed(Launch, Sail, OftenCalled).played()
    assert None not in usual and set(usual) == {Launch, Sail, Call}
    assert often.count(OftenCalled) > 1.5 * usual.count(Call)


def failure(rules: Ruleset[State], check: str, *, shrink: bool = False) -> Failure:
    played = (
        play_random(
            rules,
            SETUPS[seed % 2],
            seed,
            opening=opening(SETUPS[seed % 2]),
            shrink=shrink,
        )
        for seed in range(30)
    )
    found = next(game.failure for game in played if game.failure is not None)
    assert found.check.startswith(check), found
    return found


def test_a_planted_bug_is_found_and_told_in_few_moves() -> None:
    class Strong(Toy):
        """Boats of which the second sails anywhere."""

        def obey(self, seat: Seat, order: Order, table: Table[State]) -> None:
            if isinstance(order, Sail) and order.boat == "Boat 2" and seat in table.state.seats:
                table.say(Ordered(f"{seat} 2", table.state.length + 1), only(seat))
                return
            super().obey(seat, order, table)

    strong: Ruleset[State] = Strong()
    found = failure(strong, "invariant", shrink=True)
    assert "is at" in found.found
    assert len(found.moves) <= 5
    lines = str(found).splitlines()
    assert lines[0] == f"invariant: {found.found}"
    assert lines[1] == f"seed {found.seed}"
    assert any("> sail" in line and "Boat 2" in line for line in lines)
    again = play_random(strong, found.setup, found.seed, opening=opening(found.setup))
    assert again.failure == found


class Loud(Toy):
    """Tells everybody where boats sail."""

    def obey(self, seat: Seat, order: Order, table: Table[State]) -> None:
        super().obey(seat, order, table)
        if isinstance(order, Launch):
            table.said[:] = [
                Said(one.at, EVERYONE, one.fact) if isinstance(one.fact, Launched) else one for one in table.said
            ]


class Strange(Fact[State], frozen=True):
    """A fact that the rulebook does not list."""


class Brittle(Fact[State], frozen=True):
    """A fact that only those who know the boat survive."""

    boat: str

    def evolve(self, state: State) -> State:
        place = next(boat.place for boat in state.boats if boat.id == self.boat)
        return replace(state, hours=place)


class Ghost(Toy):
    def obey(self, seat: Seat, order: Order, table: Table[State]) -> None:
        super().obey(seat, order, table)
        table.say(Strange())


class Fragile(Toy):
    def __init__(self) -> None:
        super().__init__()
        self.facts = (*self.facts, Brittle)

    def obey(self, seat: Seat, order: Order, table: Table[State]) -> None:
        super().obey(seat, order, table)
        if isinstance(order, Sail):
            table.say(Brittle(f"{seat} 1"), EVERYONE)


class Meddling(Toy):
    def obey(self, seat: Seat, order: Order, table: Table[State]) -> None:
        super().obey(seat, order, table)
        table.state = replace(table.state, treasure=1)


class Looping(Toy):
    def lapse(self, table: Table[State]) -> None:
        table.say(Sailed("red 1", 1))


class Mute(Toy):
    def tell(self, known: State, said: Said[State], seat: Seat | None) -> News | None:
        if isinstance(said.fact, Sailed):
            raise KeyError("no words")
        return super().tell(known, said, seat)


class Brief(Toy):
    """Has words for a round as long as it lasts."""

    def tell(self, known: State, said: Said[State], seat: Seat | None) -> News | None:
        if isinstance(said.fact, RoundBegan) and known.round != said.fact.round:
            raise KeyError("what was")
        return super().tell(known, said, seat)


class Blind(Toy):
    def show(self, known: State, seat: Seat | None, view: str, about: str, now: Instant) -> Report:
        if known.strangers:
            raise IndexError("too many")
        return super().show(known, seat, view, about, now)


class Vague(Toy):
    def obey(self, seat: Seat, order: Order, table: Table[State]) -> None:
        if isinstance(order, Call):
            table.refuse("TOO_FAR")
        super().obey(seat, order, table)


class Talkative(Toy):
    def obey(self, seat: Seat, order: Order, table: Table[State]) -> None:
        super().obey(seat, order, table)
        table.say(Sailed("x", 1), only(Seat("nobody")))


class Forgotten(ToyChecks):
    def misknown(self, known: State, state: State, seat: Seat) -> str | None:
        return "it forgot" if state.round == 2 else None


class Forgetful(Toy):
    checks = Forgotten


class Lost(Toy):
    def legal(self, known: State, seat: Seat, now: Instant, kind: type[Order] | None = None) -> Iterable[Order]:
        if known.round == 2:
            raise TypeError("lost")
        return super().legal(known, seat, now, kind)


class Waiting(Toy):
    def awaits(self, state: State) -> tuple[Awaited, ...]:
        return (Awaited(Seat("godot"), "his coming"),)


class Doubtful(Order):
    """An order that reads back otherwise: its value grows each time."""

    path = "toy doubt"
    line = "doubt {what}"
    what: str

    @field_validator("what")
    @classmethod
    def _grown(cls, value: str) -> str:
        return value + "!"


class Doubting(Toy):
    def __init__(self) -> None:
        super().__init__()
        self.orders = (*self.orders, Doubtful)

    def legal(self, known: State, seat: Seat, now: Instant, kind: type[Order] | None = None) -> Iterable[Order]:
        return [Doubtful(what="x")] if kind is Doubtful else super().legal(known, seat, now, kind)


@pytest.mark.parametrize(
    ("rules", "check"),
    [
        (Loud(), "what "),
        (Ghost(), "a fact's bytes read back as the fact"),
        (Fragile(), "evolve Brittle raised"),
        (Meddling(), "the state is the fold of the facts"),
        (Looping(), "time moves on"),
        (Mute(), "tell Sailed to "),
        (Brief(), "tell RoundBegan to gm raised"),
        (Blind(), "show "),
        (Vague(), "a refusal is a whole sentence"),
        (Talkative(), "only seats hear facts"),
        (Forgetful(), "what "),
        (Lost(), "legal "),
        (Doubting(), "an order's line reads back as the order"),
        (Waiting(), "only seats are awaited"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Toy) else None,
)
def test_each_kind_of_bug_is_found(rules: Ruleset[State], check: str) -> None:
    assert failure(rules, check).found


def test_a_setup_that_cannot_be_played_is_a_refusal() -> None:
    with pytest.raises(Refusal, match="two to four seats"):
        play_random(RULES, Setup("Alone", (Seat("red"),)), 1)


def test_chance_is_the_same_for_the_same_key() -> None:
    one, again = Chance("a", 1), Chance("a", 1)
    assert [one.below(100) for _ in range(20)] == [again.below(100) for _ in range(20)]
    assert sorted(Chance("x").sample(range(10), 10)) == list(range(10))
    assert Chance("x").sample([], 3) == []
    assert len(set(Chance("x").sample(range(1000), 5, first=6))) == 5


def test_a_spoiled_order_is_an_order_all_the_same() -> None:
    chance = Chance("spoil")
    orders = [Sail(boat="A", place=3), Call(stranger="stranger 1"), Launch(boat="B")]
    made = [spoiled(order, orders, chance) for order in orders * 20]
    assert any(order not in orders for order in made)
    assert spoiled(Lock(), orders, chance) == Lock()
