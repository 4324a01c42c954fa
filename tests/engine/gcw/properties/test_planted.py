"""Random campaigns find what goes wrong: a bug of each kind is planted in the rules, and some month fails for it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from bot.offline.named_rulebook import named_rulebook
from bot.offline.parallel_games import opening
from engine.game import EVERYONE
from engine.gcw.checks.oracle import GcwChecks
from engine.gcw.economy import accounts
from engine.gcw.economy.rosters import SentToReserve
from engine.gcw.fleets import Removed
from engine.gcw.space.craft import Docked
from engine.gcw.state import State, changed
from engine.gcw.works import command, jobs
from engine.played.checks import Campaign, Length
from engine.played.fuzz import Game, play_random
from tests.engine.gcw.staged import rules

CAMPAIGN = GcwChecks(rules()).campaign()
MONTH = Campaign(CAMPAIGN.setup, Length(240, CAMPAIGN.length.days, CAMPAIGN.length.without))
GAMES = 14
"""Months at most until a bug is found, one after another in this process."""

Plant = Callable[[pytest.MonkeyPatch], None]


def unbooked(plant: pytest.MonkeyPatch) -> None:
    """Leaves out of the ledger what is paid out of the treasury."""
    evolve = accounts.Booked.evolve

    def forgetful(self: accounts.Booked, state: State) -> State:
        spent = all(one.amount < 0 for one in self.bookings)
        return evolve(replace(self, bookings=()) if spent else self, state)

    plant.setattr(accounts.Booked, "evolve", forgetful)


def lost_in_store(plant: pytest.MonkeyPatch) -> None:
    """Lays up units without what is aboard."""
    evolve = SentToReserve.evolve

    def careless(self: SentToReserve, state: State) -> State:
        kept = replace(self.stored, units=self.stored.units[:1])
        state = evolve(self, state)
        return replace(state, reserve={**state.reserve, kept.id: kept})

    plant.setattr(SentToReserve, "evolve", careless)


def taken_along(plant: pytest.MonkeyPatch) -> None:
    """A unit that is no more takes another of the same player's along."""
    evolve = Removed.evolve

    def greedy(self: Removed, state: State) -> State:
        owners = {state.units[key].owner for key in self.units if key in state.units}
        also = next((one.id for one in state.units.values() if one.owner in owners and one.id not in self.units), "")
        return evolve(replace(self, units=(*self.units, also)), state)

    plant.setattr(Removed, "evolve", greedy)


def in_two_places(plant: pytest.MonkeyPatch) -> None:
    """Craft that are recalled are still where they were."""

    def twice(self: Docked, state: State) -> State:
        return changed(state, self.unit, docked=self.carrier)

    plant.setattr(Docked, "evolve", twice)


def without_limits(plant: pytest.MonkeyPatch) -> None:
    """A transfer or a swap asks for no room."""
    plant.setattr(command, "limits", lambda *asked: None)


def overheard(plant: pytest.MonkeyPatch) -> None:
    """Everybody hears of works."""
    plant.setattr(jobs, "only", lambda *seats: EVERYONE)


PLANTED: dict[str, tuple[Plant, str]] = {
    "money": (unbooked, "the ledger says"),
    "units lost": (lost_in_store, "lost unsaid"),
    "units lost beside others": (taken_along, "lost unsaid"),
    "two places": (in_two_places, "is in 2 places"),
    "command points": (without_limits, "CP_LIMIT"),
    "knowledge": (overheard, "what red knows"),
}


def month(seed: int) -> Game[State]:
    """A random month; a failure is as it was met, for whoever would read it shrunk waits longer than it was played."""
    book, setup = named_rulebook("gcw"), MONTH.setup
    return play_random(book, setup, seed, length=MONTH.length, opening=opening(book, setup), shrink=False)


@pytest.mark.slow
@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_bug_is_found_by_random_campaigns(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plant, told = PLANTED[name]
    plant(monkeypatch)
    assert any(told in str(month(seed).failure) for seed in range(1, GAMES))  # that of 0 is a long one
