"""Random campaigns find what goes wrong: a bug of each kind is planted in the rules, and some campaign fails for it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from bot.offline.named_rulebook import named_rulebook
from engine.eaw import EmpiresAtWar
from engine.eaw.checks import EawChecks
from engine.eaw.season.holdings import FleetFormed, ShipsGone, ShipsJoined
from engine.eaw.season.run import Paid, Run
from engine.eaw.state import State, with_realm
from engine.game import Fact, Seat
from engine.played.fuzz import play_random

GAMES = 6
"""Campaigns at most until a bug is found, one after another in this process."""

MOVES = 400
"""Moves of each: some are over by then."""

Plant = Callable[[pytest.MonkeyPatch], None]


def unbooked(plant: pytest.MonkeyPatch) -> None:
    """Leaves out of all accounts what is spent."""
    evolve = Paid.evolve

    def forgetful(self: Paid, state: State) -> State:
        spent = self.amount < 0 and self.seat in state.realms
        after = evolve(self, state)
        return with_realm(after, self.seat, totals=state.realms[self.seat].totals) if spent else after

    plant.setattr(Paid, "evolve", forgetful)


def unsaid(plant: pytest.MonkeyPatch) -> None:
    """Ships that come bring money along."""
    evolve = ShipsJoined.evolve

    def generous(self: ShipsJoined, state: State) -> State:
        seat = self.ships[0].owner
        realm = state.realms.get(seat)
        state = evolve(self, state)
        return state if realm is None else with_realm(
            state, seat, treasury=realm.treasury + 1, totals={**realm.totals, "start": realm.totals.get("start", 0) + 1}
        )  # fmt: skip

    plant.setattr(ShipsJoined, "evolve", generous)


def still_there(plant: pytest.MonkeyPatch) -> None:
    """Leaves in its fleet what is lost in battle."""
    evolve = ShipsGone.evolve
    plant.setattr(ShipsGone, "evolve", lambda self, state: state if self.how == "in battle" else evolve(self, state))


def in_no_fleet(plant: pytest.MonkeyPatch) -> None:
    """Ships that come are in a fleet of the first empire's, whosoever they are."""
    evolve = ShipsJoined.evolve

    def astray(self: ShipsJoined, state: State) -> State:
        ships = tuple(replace(one, fleet="red:1") for one in self.ships)
        return evolve(replace(self, ships=ships), state)

    plant.setattr(ShipsJoined, "evolve", astray)


def overheard(plant: pytest.MonkeyPatch) -> None:
    """Everybody hears of new fleets, and where they are."""
    tell = Run.tell

    def leaky(self: Run, fact: Fact[State], *seats: Seat) -> None:
        tell(self, fact, *(self.state.empires if isinstance(fact, FleetFormed) else seats))

    plant.setattr(Run, "tell", leaky)


def endless(plant: pytest.MonkeyPatch) -> None:
    """No campaign is ever over."""
    plant.setattr(EmpiresAtWar, "over", lambda self, state: False)


PLANTED: dict[str, tuple[Plant, str]] = {
    "an account": (unbooked, "its credits and debits add up to"),
    "money": (unsaid, "its credits and debits are"),
    "two places": (still_there, "is lost, and there still"),
    "a fleet": (in_no_fleet, "is in a fleet of red"),
    "knowledge": (overheard, " knows: fleets"),
    "no end": (endless, "a game ends by its rules"),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_bug_is_found_by_random_campaigns(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plant, told = PLANTED[name]
    plant(monkeypatch)
    rules = named_rulebook("eaw")  # its own, for random games estimate chances coarsely
    campaign = EawChecks(rules).campaign()
    length = replace(campaign.length, moves=MOVES)
    games = (play_random(rules, campaign.setup, seed, length=length, shrink=False) for seed in range(GAMES))
    assert any(told in str(game.failure) for game in games)
