"""The checks of a game of Freedom in the Galaxy, for fuzz and tests: the oracle of knowledge, secrecy, soundness."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from engine.clock import Instant
from engine.freedom.combat.environ import eligible_environs
from engine.freedom.data.pack import Side
from engine.freedom.play import Answer, Standing
from engine.freedom.state import Stage, State, Status
from engine.game import Seat
from engine.orders import Order
from engine.played.chance import Chance
from engine.played.checks import Checks


class FreedomChecks(Checks[State]):
    """Checks of every game: what must hold of it, and what each seat should know."""

    def as_known(self, state: State, seat: Seat) -> State:
        """The state as a seat knows it: what the other side sealed or prepared is hidden (FITG-ENV-04, FITG-ENV-09)."""
        side = state.seats.get(seat)
        return replace(
            state,
            filed={owner: answer for owner, answer in state.filed.items() if owner is side},
            conditional={owner: environs for owner, environs in state.conditional.items() if owner is side},
        )

    def faults(self, state: State) -> Iterator[str]:
        """All that is wrong with a referee's state."""
        for one in state.people.values():
            endurance = self.rules.world.card(one).endurance
            if not 0 <= one.wounds <= endurance:
                yield f"{one.name} has {one.wounds} of {endurance} wounds (FITG-CHR-36)"
            if (one.wounds >= endurance) is not (one.status is Status.DEAD):
                yield f"{one.name} has {one.wounds} of {endurance} wounds and is {one.status} (FITG-CHR-40)"
            captor = state.people.get(one.captor)
            if one.captor and (captor is None or not captor.free or captor.environ != one.environ):
                yield f"{one.name} is guarded by {one.captor}, who cannot (FITG-CHR-02)"
            if one.environ not in state.environs:
                yield f"{one.name} is nowhere"
            if one.rides and not state.fielded(one.environ, one.side):
                yield f"{one.name} rides with no unit (FITG-ENV-18)"
            if one.status is Status.CAPTIVE and not one.captor and not state.fielded(one.environ, one.side.other):
                yield f"{one.name} is captive of units that are not there (S2 step 10)"
        for unit in state.units.values():
            if unit.environ not in state.environs:
                yield f"{unit.id} is nowhere"
        if state.choice is None:
            for environ in state.environs.values():
                for side in Side:
                    if len(state.fielded(environ.id, side)) > environ.size and state.turn and not state.over:
                        yield f"more units of {side} than {environ.id} holds (register, Invariants)"
        for ship in state.ships.values():
            owner = state.people.get(ship.owner)
            if owner is not None and state.choice is None and not owner.free:
                yield f"{ship.id} belongs to {ship.owner}, who is {owner.status} (FITG-CHR-40)"
        if bool(state.agenda) is not (state.choice is not None):
            asked = "nobody" if state.choice is None else "somebody"
            yield f"{len(state.agenda)} things are to happen, and {asked} is asked"

    def perturb(self, state: State, seat: Seat, chance: Chance) -> State | None:
        """Another state that the seat cannot tell from this one: other sealed answers of the enemy's."""
        side, choice = state.seats.get(seat), state.choice
        if side is None:
            return None
        if state.stage is Stage.MILITARY and state.player is side and chance.one_in(2):
            environs = eligible_environs(state)
            other = tuple(environ for environ in environs if chance.one_in(2))
            if other != state.conditional.get(side.other, ()):
                return replace(state, conditional={**state.conditional, side.other: other})
        asked = choice.of(side.other) if choice is not None else None
        if asked is None or side.other not in state.filed or choice is None or choice.kind != "leader":
            return None
        others = [option for option in asked.options if (option,) != state.filed[side.other]]
        return replace(state, filed={**state.filed, side.other: (chance.choice(others),)}) if others else None

    def reveals(self, state: State, seat: Seat, order: Order | None, upto: Instant) -> object:
        """The part of the state that may fairly come out: what the enemy sealed, once all have answered or time is up;
        what it prepared, once a side passes.
        """
        side, choice = state.seats.get(seat), state.choice
        sealed = sorted(state.filed.items()), sorted(state.conditional.items())
        if order is None:
            return sealed if state.until is not None and state.until <= upto else ()
        if choice is None or side is None or choice.of(side) is None or not isinstance(order, Answer | Standing):
            return ()
        others = [ask.side for ask in choice.asks if ask.side is not side]
        return sealed if choice.kind == "declare" or all(other in state.filed for other in others) else ()
