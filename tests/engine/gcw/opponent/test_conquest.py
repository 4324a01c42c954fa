"""A lone player takes a world that Umpire holds and defends: in space, from low orbit, on the ground, until it pays.

Red's moves are its player's; at what red's guns are aimed is chosen as Umpire chooses, of what red knows.
"""

from __future__ import annotations

from collections.abc import Container

import pytest

from engine.clock import DAY, Instant, instant
from engine.dice.keyed import FixedDice
from engine.game import Seat, Setup
from engine.gcw.conflict import conflict_at
from engine.gcw.galaxy.hyperspace import EntryOver
from engine.gcw.opponent import turns
from engine.gcw.opponent.advice import accepted
from engine.gcw.opponent.gunnery import BOMBARD, FIRE
from engine.gcw.state import TROOPS, Unit, UnitKind
from engine.orders import Order
from engine.text.lines import to_text
from tests.engine.gcw.opponent.campaigns import BEGINS, RULES, Quick

RED, BLUE = Seat("red"), Seat("blue")
WORLD = "Malastare"
SHIPS = ("Rebel Assault Frigate", "Nebulon-B Escort Frigate")
"""What Umpire takes Malastare with."""


class Duel(Quick):
    """A campaign of red, whose player orders, and Umpire as blue, which may order whenever anything happens."""

    def __init__(self) -> None:
        super().__init__(RULES, (RED, BLUE), FixedDice(bytes(8)))
        self.begin(Setup("Duel", self.seats, {"founding": "whole"}), BEGINS)
        self.answered: list[Order] = []

    def wait(self, until: Instant) -> None:
        """Umpire plays on, until an instant."""
        while True:
            while (order := RULES.advise(self.knows(BLUE), BLUE, self.now)) is not None:
                assert self.obey(BLUE, order) is None, order
                self.answered.append(order)
            if self.now >= until:
                return
            moments = [RULES.stirs(self.knows(BLUE), BLUE, self.now), RULES.due(self.state), until]
            self.lapse(Instant(min(one for one in moments if one is not None and one > self.now)))

    def turn(self, *lines: str, guns: Container[str] = (FIRE,)) -> None:
        """Red's turn, played at once: what is moved, then all guns."""
        self.order(RED, *lines)
        while (shot := self.shot(guns)) is not None:
            assert self.obey(RED, shot) is None
        self.order(RED, "submit Forward.", "final")

    def day(self, *lines: str, guns: Container[str] = (FIRE,)) -> None:
        """Red's turn, and a day in which Umpire answers."""
        self.turn(*lines, guns=guns)
        self.wait(Instant(self.now + DAY + 60))

    def shot(self, guns: Container[str]) -> Order | None:
        """Order of fire that could still be given."""
        side = RULES.side(self.knows(RED), RED, self.now)
        shots = (order for order in turns.lines(side.drafted()) if order.path in guns)
        return next((order for order in shots if accepted(side.look, order)), None)

    def there(self, seat: Seat) -> list[Unit]:
        """A player's units at Malastare."""
        return [unit for unit in self.state.at(WORLD) if unit.owner == seat]


@pytest.mark.slow
def test_a_lone_player_takes_a_world_from_umpire_by_space_and_ground_and_is_paid_for_it() -> None:
    game = Duel()
    game.order(
        RED, "join GE as Needa", "muster VSD named Dominator", "muster INT named Claw", "muster LNCR named Talon"
    )
    game.order(RED, "raise FAC at G-1", "confirm")
    game.order(BLUE, "join RA as Ackbar")
    game.wait(Instant(BEGINS + DAY))

    # That there is a battle of Malastare is public. Red waits in deep space: nobody leaves past its Interdictor.
    game.order(RED, f"jump Dominator, Claw, Talon to {WORLD} exit DSZ-2")
    game.wait(instant("2026-03-15T19:00:00Z"))
    game.order(RED, "relation hostile blue")
    game.wait(instant("2026-03-16T21:00:00Z"))
    assert game.state.owners[WORLD] == BLUE and conflict_at(game.state, WORLD) is None
    kept = [one.fact for one in game.said if isinstance(one.fact, EntryOver)]
    assert len(kept) == 2 and all("cannot make out" in one.sentence for one in kept)

    # In space: the frigates are found, answer fire though they never make out who fires, and are destroyed.
    game.day("move Dominator to C-2", "move Talon to C-2")
    game.day("move Dominator to B-2", "move Talon to B-2", "scan Talon active orbit")
    game.answered.clear()
    game.day("move Dominator to B-1", "move Talon to B-1")
    assert conflict_at(game.state, WORLD) is not None and WORLD in game.state.battles
    ships = {unit.name for unit in game.there(BLUE) if unit.kind is UnitKind.SHIP}
    assert ships == set(SHIPS)
    for _ in range(7):
        game.day()
    assert not any(unit.kind is UnitKind.SHIP for unit in game.there(BLUE))
    assert {name for name in SHIPS for one in game.answered if to_text(one).startswith(f"fire {name} at")} == set(SHIPS)
    dominator = next(unit for unit in game.there(RED) if unit.name == "Dominator")
    assert dominator.pools.shields < 100

    # From low orbit: the garrison is bombarded, and fighters go down to the one in the air.
    game.day("move Dominator to A-1", "move Talon to A-1", "scan Dominator active ground")
    game.day("launch Dominator TF-1, Dominator TF-2 from Dominator", guns=(BOMBARD,))
    game.day("move Dominator TF-1 to ATM", "move Dominator TF-2 to ATM", guns=(BOMBARD,))
    game.day("move Dominator TF-1 to G-1A", "move Dominator TF-2 to G-1A", guns=(BOMBARD, FIRE))
    for _ in range(3):
        game.day(guns=(BOMBARD, FIRE))
    assert {unit.code for unit in game.there(BLUE)} == {"T47"}

    # On the ground: a landing, and a fight to the last airspeeder.
    barges = [f"Dominator LB-{number}" for number in range(1, 5)]
    loads = [f"load 30 squads of Dominator ARM into {barge}" for barge in barges]
    game.day(*loads, f"launch {', '.join(barges)} from Dominator", *(f"move {barge} to ATM" for barge in barges))
    game.day(*(line for barge in barges for line in (f"move {barge} to G-1S", f"unload all from {barge}")))
    assert sum(unit.count for unit in game.there(RED) if unit.kind in TROOPS) == 120
    game.answered.clear()
    game.day()
    assert any(to_text(one).startswith("fire Guard T47") for one in game.answered)
    game.turn()
    assert not game.there(BLUE) and game.state.occupied[WORLD] == (RED,) and WORLD not in game.state.battles

    # The conflict clears in a day; a facility claims the world, and on the next Action Day it pays.
    claim = f"construct BUN in G-1 of {WORLD}"
    assert game.refusal(RED, claim).code == "CONFLICT_SUSPENDED"
    game.wait(Instant(game.now + DAY))
    assert game.refusal(RED, claim.replace("G-1", "DSZ-1")).code == "NO_FACILITY_SITE"
    game.order(RED, claim)
    game.wait(Instant(game.now + 2 * DAY))
    assert game.state.owners[WORLD] == RED and WORLD not in game.state.occupied
    game.wait(instant("2026-04-15T00:00:00Z"))
    paid = [(one.about, one.amount) for one in game.state.ledger[RED] if one.at == game.now]
    assert (WORLD, 100) in paid and sum(amount for _, amount in paid) > 1000
