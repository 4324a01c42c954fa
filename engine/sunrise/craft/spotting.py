"""Target Acquisition Gear: which ship is spotted, to which missiles need no line of sight. FS-UPG-21, FS-UPG-22."""

from __future__ import annotations

from typing import Annotated, ClassVar

from msgspec.structs import replace
from pydantic import Field

from engine.act import Order
from engine.game import EVERYONE, Fact
from engine.noun import Found
from engine.question import runs
from engine.sunrise.data.codes import Code, no
from engine.sunrise.figures.board import distance, in_sight, sees
from engine.sunrise.look import Look, Question, ShipOf
from engine.sunrise.nouns import OWN, TARGET, asked_ships, system_of
from engine.sunrise.play import Answer, Play
from engine.sunrise.state import Choice, Ship, Spotting, State, where
from engine.text.message import N_, T_
from engine.text.names import shown


class Spotted(Fact[State], frozen=True):
    """Target Acquisition Gear of a ship spotted another: missiles need no line of sight to it this turn (FS-UPG-22)."""

    says = N_("{by} spots {ship}: missiles need no line of sight to it.")
    rule = "FS-UPG-22"
    threaded = True
    ship: ShipOf
    by: ShipOf
    system: str

    def evolve(self, state: State) -> State:
        return state if self.ship in state.spotted else replace(state, spotted=(*state.spotted, self.ship))


def spottable(state: State, ship: Ship) -> list[Ship]:
    """The enemy ships in a ship's line of sight, the nearest first (FS-UPG-21)."""
    here = where(ship)
    seen = [one for one in state.on_board(ship.side.other) if sees(state.terrain, here, where(one))]
    return sorted(seen, key=lambda one: (distance(here, where(one)), one.id))


@runs(Spotting)
def ask_spot(play: Play, task: Spotting) -> None:
    """The owner picks a ship in sight; with none there is nothing to pick (FS-UPG-21)."""
    ship = play.state.ships[task.ship]
    ids = tuple(one.id for one in spottable(play.state, ship))
    if ids:
        choice = Choice(kind="spot", side=ship.side, ship=ship.id, by=task.system, count=1, options=ids, usual=ids[:1])
        play.ask(choice, task)


class WhomToSpot(Question[Spotting]):
    """Which ship Target Acquisition Gear spots (FS-UPG-21)."""

    kind = "spot"
    place = 4
    rule = "FS-UPG-21"
    asks = N_("which ship {ship} spots")
    awaited = T_("whom your gear spots")
    nothing = ()
    idle = N_("{side} spots nothing.")

    def advice(self, look: Look, choice: Choice) -> Order:
        """The weakest of the ships in sight."""
        return Spot(target=min(choice.options, key=lambda id: (look.known.ships[id].pips, id)))

    def answered(self, play: Play, task: Spotting, choice: Choice, answer: tuple[str, ...]) -> None:
        """Missiles need no line of sight to that ship any more, this turn (FS-UPG-22)."""
        for ship in answer:
            play.say(Spotted(ship, task.ship, task.system), EVERYONE)


IN_SIGHT = TARGET.but(among=asked_ships)
"""A ship that may be in sight; those that are, are offered."""


class Spot(Answer):
    """Pick the ship that your Target Acquisition Gear spots."""

    path: ClassVar[str] = "sunrise-choose spot"
    line: ClassVar[str] = "spot {target}[ with {gear} of {ship}]"
    answers = (WhomToSpot,)
    target: Annotated[str, IN_SIGHT] = Field(description="a ship in its line of sight", max_length=40)
    gear: str | None = Field(None, description="the gear that is asked for", max_length=60)
    ship: str | None = Field(None, description="its ship", max_length=40)

    def given(self, look: Look, choice: Choice, found: Found) -> tuple[str, ...]:
        """A ship in sight. Refuses `E_FRIENDLY`, `E_LOS`; gear not asked for: `E_DESTROYED`, `E_PENDING`."""
        target: Ship = found.target
        self._gear_named(look, choice)
        if target.side is choice.side:
            look.require(no(Code.E_FRIENDLY, f"{shown(target.name)} is on your side", "FS-UPG-21"))
        here = where(look.known.ships[choice.ship])
        look.require(in_sight(look.known.terrain, here, where(target), "FS-UPG-21"))
        return (target.id,)

    def _gear_named(self, look: Look, choice: Choice) -> None:
        """The gear that an order names is the one that is asked for."""
        ship = look.known.ships[choice.ship] if self.ship is None else OWN.named(look, self.ship)
        by = "" if self.gear is None else working_gear(look, ship, self.gear)
        if ship.id != choice.ship or by not in ("", choice.by):
            look.require(no(Code.E_PENDING, f"{choice.by} of {choice.ship} picks now", "FS-UPG-21"))


def working_gear(look: Look, ship: Ship, word: str) -> str:
    """The id of gear that works. Refuses `E_UNKNOWN`, `E_DESTROYED`."""
    gear = system_of(look, ship, word, lambda one: one.works)
    if not gear.works:
        look.require(no(Code.E_DESTROYED, f"{gear.id} of {shown(ship.name)} is destroyed", "FS-UPG-21"))
    return gear.id
