"""Umpire as a side of a campaign: it takes worlds, wins against chance, gives no order that is refused, and knows no
more than its side.
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.clock import DAY, HOUR, Instant
from engine.dice.keyed import FixedDice
from engine.game import Seat, Setup
from engine.gcw.founding.setup import Confirm, Join
from engine.gcw.founding.sites import Raise, Sample
from engine.gcw.galaxy.hyperspace import Jump
from engine.gcw.opponent.worlds import to_be_had
from engine.gcw.state import UnitKind
from engine.gcw.turn.drafting import Clear
from engine.orders import Order
from engine.text.lines import to_text
from tests.engine.gcw.opponent.campaigns import (
    BEGINS,
    OTHERS,
    RULES,
    UMPIRE,
    Quick,
    at_random,
    campaign,
    defender,
    worth,
)
from tests.engine.gcw.opponent.campaigns import umpire as play


def against_chance(number: int) -> bool:
    """True if Umpire is worth more than each of three random players after twenty days."""
    others = {seat: at_random(10 * number + place) for place, seat in enumerate(OTHERS)}
    found = worth(campaign({UMPIRE: play, **others}, number))
    return all(found[UMPIRE] > found[seat] for seat in OTHERS)


def against_defence(number: int) -> bool:
    """True if Umpire is worth more than a player who only defends, after twenty days."""
    found = worth(campaign({UMPIRE: play, OTHERS[0]: defender}, number))
    return found[UMPIRE] > found[OTHERS[0]]


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, 40, 10))
def test_it_is_worth_more_than_each_random_player_in_nine_campaigns_of_ten(first: int) -> None:
    assert sum(map(against_chance, range(first, first + 10))) >= 9


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, 40, 10))
def test_it_is_worth_more_than_who_only_defends_in_eight_campaigns_of_ten(first: int) -> None:
    assert sum(map(against_defence, range(first, first + 10))) >= 8


class Alone(Quick):
    """A campaign of Umpire alone, and what it ordered."""

    def __init__(self, *lines: str, seats: tuple[Seat, ...] = (UMPIRE,)) -> None:
        super().__init__(RULES, seats, FixedDice(bytes(8)))
        self.begin(Setup("Alone", seats, {"founding": "whole"}), BEGINS)
        self.order(UMPIRE, *lines)
        self.given: list[Order] = []

    def advised(self) -> Order | None:
        """Order that Umpire would give now."""
        return RULES.advise(self.knows(UMPIRE), UMPIRE, self.now)

    def play(self, until: Instant | None = None) -> None:
        """Umpire orders all that it likes; and goes on so until an instant."""
        while True:
            while (order := self.advised()) is not None:
                knew = self.knows(UMPIRE)
                assert self.obey(UMPIRE, order) is None, order
                assert self.knows(UMPIRE) != knew, f"{order} changes nothing: it is advised for ever"
                self.given.append(order)
            if until is None or self.now >= until:
                return
            moments = [RULES.stirs(self.knows(UMPIRE), UMPIRE, self.now), RULES.due(self.state), until]
            self.lapse(Instant(min(one for one in moments if one is not None and one > self.now)))


def test_it_joins_by_itself_and_founds_with_the_sample_fleet_and_a_shipyard() -> None:
    game = Alone()
    game.play()
    assert [type(one) for one in game.given[:4]] == [Join, Sample, Raise, Confirm]
    assert game.state.players[UMPIRE].credit == 1000


@pytest.mark.parametrize("faction", ["TF", *(pytest.param(one, marks=pytest.mark.slow) for one in ("GE", "ORC"))])
def test_alone_it_conquers_a_world_by_bombardment_or_by_its_squadrons(faction: str) -> None:
    game = Alone(f"join {faction} as Needa")
    home = game.state.players[UMPIRE].home
    game.play(until=Instant(BEGINS + 18 * DAY))
    taken = {system for system, owner in game.state.owners.items() if owner == UMPIRE} - {home}
    assert taken
    assert worth(game.state)[UMPIRE] > 250


def test_a_world_that_it_occupies_it_claims_when_the_conflict_is_over_and_its_fleet_goes_on() -> None:
    game = Alone("join GE as Needa")
    game.play(until=Instant(BEGINS + 9 * DAY))
    lines = [to_text(one) for one in game.given]
    built = next(place for place, line in enumerate(lines) if line.startswith("construct BUN in G-1"))
    jumps = [place for place, line in enumerate(lines) if line.startswith("jump")]
    assert jumps[0] < built < jumps[-1]


def test_what_it_cannot_see_changes_nothing_that_it_orders() -> None:
    blue = OTHERS[0]
    plain, other = (Alone("join IR as Needa", seats=(UMPIRE, blue)) for _ in range(2))
    for game in (plain, other):
        game.order(blue, "join NR as Ackbar", "take sample fleet", "confirm")
        game.play()
    goal = next(one.system for one in plain.given if isinstance(one, Jump))
    other.gm(f'spawn MC90 named Ghost at "{goal}" DSZ-3 for {blue}')
    for game in (plain, other):
        game.play(until=Instant(BEGINS + 3 * DAY))
    assert [to_text(one) for one in plain.given] == [to_text(one) for one in other.given]
    assert len(plain.given) > 20


def test_a_draft_that_holds_no_more_is_begun_anew() -> None:
    game = Alone("join GE as Needa")
    game.play()
    draft = {UMPIRE: ("fire Nobody at Contact 1",)}
    game.state = replace(game.state, drafts=draft)
    game.known[UMPIRE] = replace(game.known[UMPIRE], drafts=draft)
    assert isinstance(game.advised(), Clear)


def test_it_knows_when_time_alone_lets_it_act_again() -> None:
    game = Alone("join GE as Needa")
    game.play()
    assert RULES.stirs(game.knows(UMPIRE), UMPIRE, game.now) is None
    arrival = RULES.due(game.state)
    assert arrival is not None
    game.lapse(arrival)
    game.play()
    ship = next(one for one in game.state.of(UMPIRE) if one.kind is UnitKind.SHIP and one.exit_until is not None)
    assert RULES.stirs(game.knows(UMPIRE), UMPIRE, game.now) == ship.exit_until == arrival + 24 * HOUR


def test_kept_from_hyperspace_by_what_it_cannot_see_it_tries_again_a_day_later_and_plays_on() -> None:
    """A test of what keeps it, which is met only when the entry is tried, and nothing of what it saw has changed
    then (GCW-TRN-08).
    """
    game = Alone("join IR as Needa", seats=(UMPIRE, OTHERS[0]))
    game.order(OTHERS[0], "join GE as Piett", "muster INT named Net", "confirm", f"relation hostile {UMPIRE}")
    game.gm("place Net of blue at Bastion DSZ-3")
    game.play(until=Instant(BEGINS + 2 * DAY))
    jumps = [to_text(one) for one in game.given if isinstance(one, Jump)]
    assert len(jumps) == 3 and not game.state.voyages
    game.gm("remove Net of blue")
    game.play(until=Instant(BEGINS + 3 * DAY))
    assert game.state.voyages


def met(*lines: str) -> Alone:
    """Umpire's frigate at Hoth, fired at there by blue."""
    game = Alone("join RA as Antilles", seats=(UMPIRE, OTHERS[0]))
    game.order(UMPIRE, "muster CORV named Tantive", "confirm")
    game.order(OTHERS[0], "join GE as Needa", "muster LNCR named Talon", "confirm")
    game.gm(f"spawn NEBB named Yavaris at Hoth C-1 for {UMPIRE}", *lines)
    game.order(OTHERS[0], "fire 1 HTLB of Avenger at Yavaris", "submit A shot across her bow.", "final")
    return game


def test_it_answers_fire_as_long_as_it_outlasts_the_next_and_goes_home_when_it_would_not() -> None:
    lone = met("spawn ISD named Avenger at Hoth C-1 for blue")
    assert to_text(lone.advised() or Clear()) == "fire Yavaris at Contact 1"
    hurt = met("spawn ISD named Avenger at Hoth C-1 for blue", f"set unit Yavaris of {UMPIRE} shields 0")
    assert to_text(hurt.advised() or Clear()).startswith("withdraw Yavaris to Endor")
    hurt.play()
    assert [to_text(one) for one in hurt.given][-1] == "final"


def test_a_world_of_an_enemy_where_no_ship_is_known_is_to_be_had_and_no_other_s() -> None:
    game = met(
        "spawn ISD named Avenger at Hoth C-1 for blue", "set owner of Bespin to blue", "set owner of Hoth to blue"
    )
    look = RULES.look(game.knows(UMPIRE), UMPIRE, game.now)
    assert to_be_had(look, "Bespin")
    assert not to_be_had(look, "Hoth")  # Avenger is there
    assert not to_be_had(look, "Coruscant")  # blue's home
    assert to_be_had(look, "Dantooine")
    peace = Alone("join RA as Antilles", seats=(UMPIRE, OTHERS[0]))
    peace.order(UMPIRE, "muster CORV named Tantive", "confirm")
    peace.order(OTHERS[0], "join GE as Needa")
    peace.gm("set owner of Bespin to blue")
    assert not to_be_had(RULES.look(peace.knows(UMPIRE), UMPIRE, peace.now), "Bespin")
