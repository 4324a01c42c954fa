"""The bot as a player: it always has a legal order, plays whole games by what it knows, and beats chance."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

import pytest

from bench.sunrise.players import BEGINS, BLUE, RED, Dicer, Player, play_out
from engine.dice.keyed import FixedDice
from engine.game import Advises, Seat, Setup, obey, start
from engine.orders import Order
from engine.sunrise.data.units import FleetList
from engine.sunrise.fleet.building import SampleFleet
from engine.sunrise.fleet.lists import faults, read_fleet
from engine.sunrise.founding.locking import LockFleet
from engine.sunrise.founding.sides import Join
from engine.sunrise.movement.plotting import LockOrders, WriteSheet
from engine.sunrise.opponent import muster
from engine.sunrise.state import Ending, Side, Stage, State, Status
from tests.engine.sunrise.playing import RULES

PACK = RULES.world.pack
FLEETS = tuple(PACK.fleets)
MAPS = tuple(PACK.maps)
ENDS = {Side.A: Ending.A, Side.B: Ending.B}


class Bot:
    """The bot with a fleet of our choosing; it must have an order whenever the table waits for it."""

    def __init__(self, fleet: str = "") -> None:
        self.fleet = fleet

    def __call__(self, known: State, seat: Seat) -> Order | None:
        order = RULES.advise(known, seat, BEGINS)
        assert order == RULES.advise(known, seat, BEGINS)
        awaited = any(one.seat == seat for one in RULES.awaits(known))
        assert (order is not None) == awaited, f"{known.stage}: awaited {awaited}, and gives {order!r}"
        return SampleFleet(fleet=self.fleet) if isinstance(order, SampleFleet) and self.fleet else order


def setup(number: int, **options: str) -> Setup:
    return Setup(f"Game {number}", (RED, BLUE), options)


def require_decided(end: State) -> None:
    """The winner is the one whom the score, or the fleet that is left, says (FS-WIN-04, FS-WIN-05)."""
    scores = {side: end.of(side).score for side in Side}
    lead = max(Side, key=scores.__getitem__)
    afloat = {
        side for side in Side if any(one.status not in (Status.DESTROYED, Status.RESERVE) for one in end.fleet(side))
    }
    if len(afloat) == 1:
        assert end.winner is ENDS[afloat.pop()]
    elif len(set(scores.values())) == 1:
        assert not afloat
        assert end.winner is Ending.DRAW
    else:
        assert end.winner is ENDS[lead]
        assert not afloat or scores[lead] >= end.settings.goal


def played(number: int, players: Mapping[Seat, Player], **options: str) -> State:
    return play_out(RULES, setup(number, **options), players, number.to_bytes(32, "big")).state


@pytest.mark.parametrize(
    ("map_", "one", "other"),
    [
        ("belt", "picket", "line"),
        pytest.param("wreck", "pilgrimage", "orbit", marks=pytest.mark.slow),
        pytest.param("moons", "broadside", "ringworks", marks=pytest.mark.slow),
    ],
)
def test_two_bots_play_a_whole_game(map_: str, one: str, other: str) -> None:
    end = played(1, {RED: Bot(one), BLUE: Bot(other)}, terrain=map_)
    require_decided(end)


@pytest.mark.slow
@pytest.mark.parametrize(("fleet", "map_"), list(product(FLEETS, MAPS)))
def test_two_bots_play_with_every_fleet_on_every_map(fleet: str, map_: str) -> None:
    for number, other in enumerate(FLEETS):
        require_decided(played(number, {RED: Bot(fleet), BLUE: Bot(other)}, terrain=map_))


@pytest.mark.slow
def test_it_beats_a_random_player_in_nine_games_of_ten() -> None:
    won = 0
    for number in range(40):
        mine, fleet = (RED, BLUE)[number % 2], FLEETS[1:][number % 5]
        dicer = Dicer(RULES.world, f"dicer {number}", FLEETS[1:][(number + 1) % 5])
        players: dict[Seat, Player] = {RED: dicer, BLUE: dicer}
        players[mine] = Bot(fleet)
        end = played(number, players, terrain=MAPS[number % 3])
        won += end.winner is ENDS[end.seats[mine]]
    assert won >= 36, f"{won} of 40"


@pytest.mark.parametrize(
    "options",
    [
        {"total": "3"},
        pytest.param({"total": "7", "goal": "5", "terrain": "none"}, marks=pytest.mark.slow),
        pytest.param({"total": "19", "factions": "no", "terrain": "random 12"}, marks=pytest.mark.slow),
        {"total": "24", "terrain": "hand", "pace": "live"},
        {"board": "30x24", "terrain": "random 3", "total": "10"},
        {"board": "24x24", "terrain": "none", "total": "1", "edition": "2024-12"},
        {"goal": "1", "pace": "none"},
    ],
    ids=str,
)
def test_it_plays_whatever_game_is_agreed(options: dict[str, str]) -> None:
    end = played(5, {RED: Bot(), BLUE: Bot()}, **options)
    require_decided(end)
    assert str(end.settings.total) == options.get("total", "20")
    assert str(end.settings.goal) == options.get("goal", "15")


@pytest.mark.parametrize("total", range(1, 31))
@pytest.mark.parametrize("factions", [True, False])
def test_its_fleet_is_legal_for_every_total(total: int, factions: bool) -> None:
    for side in Side:
        code = muster(PACK, "Twilight", side, total, factions)
        fleet = PACK.fleets[code].fleet if code in PACK.fleets else read_fleet(code, PACK)
        assert isinstance(fleet, FleetList)
        assert faults(fleet, PACK, total, factions=factions) == ()


def test_the_sides_take_different_fleets() -> None:
    assert muster(PACK, "Twilight", Side.A, 20, True) != muster(PACK, "Twilight", Side.B, 20, True)


def test_it_takes_a_side_that_nobody_plays() -> None:
    alone = start(RULES, Setup("Alone", (RED,), {}), BEGINS, FixedDice(b"a")).state
    assert RULES.advise(alone, BLUE, BEGINS) == Join(side="B")
    assert RULES.advise(State(), BLUE, BEGINS) is None


def test_it_waits_where_others_are_asked() -> None:
    state = start(RULES, setup(1), BEGINS, FixedDice(b"a")).state
    for order in (SampleFleet(fleet="line"), LockFleet()):
        state = obey(RULES, state, RED, order, BEGINS, FixedDice(b"a"), {RED: state}.__getitem__).state
    assert RULES.advise(state, RED, BEGINS) is None
    assert isinstance(RULES.advise(state, BLUE, BEGINS), SampleFleet)


@pytest.mark.slow
def test_its_plots_do_not_hang_on_those_of_the_enemy_that_it_cannot_know() -> None:
    """Once the enemy has plotted and locked, it plots as it did before."""
    sheets: list[Order] = []

    def first(known: State, seat: Seat) -> Order | None:
        order = RULES.advise(known, seat, BEGINS)
        if isinstance(order, WriteSheet) and known.turn == 1:
            sheets.append(order)
        return order

    def drifting(known: State, seat: Seat) -> Order | None:
        if known.stage is Stage.ORDERS:
            return LockOrders() if known.of(known.seats[seat]).lock is None else None
        return RULES.advise(known, seat, BEGINS)

    before: dict[Seat, Player] = {RED: first, BLUE: Bot()}
    after: dict[Seat, Player] = {BLUE: drifting, RED: first}
    for players in (before, after):
        play_out(RULES, setup(3, goal="1"), players, bytes(32))
    assert len(sheets) == 2 and sheets[0] == sheets[1]


def test_the_rulebook_offers_a_player_to_the_desk() -> None:
    assert isinstance(RULES, Advises)
