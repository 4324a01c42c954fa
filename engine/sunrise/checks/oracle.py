"""The checks of a game of False Sunrise, gathered for fuzz and tests."""

from __future__ import annotations

from collections.abc import Sequence

from engine.clock import Instant
from engine.game import Seat, Setup
from engine.orders import Order
from engine.played.chance import Chance
from engine.played.checks import Checks
from engine.sunrise.checks.knowledge import as_known
from engine.sunrise.checks.secrecy import perturb, reveals
from engine.sunrise.checks.soundness import unsound
from engine.sunrise.founding.opening import opening
from engine.sunrise.state import State


class SunriseChecks(Checks[State]):
    """What must hold of every game, what each seat should know, and set-ups made at once."""

    def as_known(self, state: State, seat: Seat) -> State:
        """What the seat should know."""
        return as_known(state, seat)

    def invariant(self, state: State) -> str | None:
        """What is wrong with a state; None for a sound one."""
        return unsound(self.rules.world, state)

    def opening(self, setup: Setup) -> Sequence[tuple[Seat, Order]]:
        """Orders that bring a game to turn 1."""
        return opening(self.rules.world, setup)

    def perturb(self, state: State, seat: Seat, chance: Chance) -> State | None:
        """A state with a sealed plot or fleet changed that the seat cannot know of."""
        return perturb(self.rules.world, state, seat, chance)

    def reveals(self, state: State, seat: Seat, order: Order | None, upto: Instant) -> object:
        """What the last lock, or the deadline, fairly shows."""
        return reveals(self.rules.world, state, seat, order, upto)
