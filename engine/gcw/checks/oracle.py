"""The checks of a campaign, gathered for fuzz and tests."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from engine.clock import Instant
from engine.game import Seat, Setup
from engine.gcw.checks.knowledge import as_known
from engine.gcw.checks.secrecy import perturb, reveals
from engine.gcw.checks.skirmish import opening
from engine.gcw.checks.soundness import unsound
from engine.gcw.state import State
from engine.orders import Order
from engine.played.chance import Chance
from engine.played.checks import Checks


class GcwChecks(Checks[State]):
    """What must hold of every campaign, what each seat should know, and games that come to blows at once."""

    def as_known(self, state: State, seat: Seat) -> State:
        """What the seat should know. The public counter of tracks is 0 in it."""
        return as_known(state, seat)

    def misknown(self, known: State, state: State, seat: Seat) -> str | None:
        """The first field of which the seat knows something else than it should; the counter of tracks aside."""
        return super().misknown(replace(known, last_track=0), state, seat)

    def invariant(self, state: State) -> str | None:
        """What is wrong with a state; None for a sound one."""
        return unsound(self.rules.world, state)

    def opening(self, setup: Setup) -> Sequence[tuple[Seat, Order]]:
        """Orders that bring every seat to blows at once."""
        return opening(self.rules.world, setup)

    def perturb(self, state: State, seat: Seat, chance: Chance) -> State | None:
        """A state with something changed that the seat cannot know of."""
        return perturb(self.rules.world, state, seat, chance)

    def reveals(self, state: State, seat: Seat, order: Order | None, upto: Instant) -> object:
        """What scans, arrivals and final turns may fairly tell the seat."""
        return reveals(self.rules.world, state, seat, order, upto)
