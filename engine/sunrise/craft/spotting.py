"""Target Acquisition Gear: which ship is spotted, to which missiles need no line of sight. FS-UPG-21, FS-UPG-22."""

from __future__ import annotations

from typing import Annotated, ClassVar

from msgspec.structs import replace
from pydantic import Field

from engine.act import Order
from engine.noun import NOTHING_FOUND, Found, Value
from engine.orders import Option
from engine.question import runs
from engine.sunrise.data.codes import Code
from engine.sunrise.figures.board import distance, in_sight, sees
from engine.sunrise.look import Look, Question, ShipOf, TurnFact
from engine.sunrise.nouns import OWN, TARGET, system_of, system_option
from engine.sunrise.play import Answer, Play
from engine.sunrise.state import Choice, Ship, Spotting, State, find, where
from engine.text.message import N_, T_, term


class Spotted(TurnFact, frozen=True):
    """Target Acquisition Gear of a ship spotted another: missiles need no line of sight to it this turn (FS-UPG-22)."""

    says = N_("{by} spots {ship}: missiles need no line of sight to it.")
    rule = "FS-UPG-22"
    ship: ShipOf
    by: ShipOf
    system: str

    def evolve(self, state: State) -> State:
        return state if self.ship in state.spotted else replace(state, spotted=(*state.spotted, self.ship))


def spottable(state: State, ship: Ship) -> list[Ship]:
    """The enemy ships in a ship's line of sight, the nearest first (FS-UPG-21)."""
    here = where(ship)
    seen = [foe for foe in state.on_board(ship.side.other) if sees(state.terrain, here, where(foe))]
    return sorted(seen, key=lambda foe: (distance(here, where(foe)), foe.id))


@runs(Spotting)
def ask_spot(play: Play, task: Spotting) -> None:
    """The owner picks a ship in sight; with none there is nothing to pick (FS-UPG-21)."""
    ship = play.state.ships[task.ship]
    ids = tuple(foe.id for foe in spottable(play.state, ship))
    if ids:
        choice = Choice(kind="spot", side=ship.side, ship=ship.id, by=task.system, count=1, options=ids, usual=ids[:1])
        play.ask(choice, task)


class WhomToSpot(Question[Spotting]):
    """Ship that Target Acquisition Gear spots (FS-UPG-21)."""

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
        """Missiles need no line of sight to that ship any more, this turn (FS-UPG-22).

        Where other gear has picked first, what was asked for is asked again.
        """
        for ship in answer[:1]:
            by = Spotting(*answer[1:]) if answer[1:] else task
            play.tell(Spotted(ship, by.ship, by.system))
            if by != task:
                play.agenda.remove(by)
                play.push(task)


def picking(look: Look, found: Found) -> list[Spotting]:
    """The viewer's gear that is still to pick, first what is asked for: all, or what the order names of it."""
    gear, ship, ships = found.get("gear"), found.get("ship"), look.known.ships
    waits = (task for task in look.known.agenda if isinstance(task, Spotting) and ships[task.ship].side is look.side)
    return [spotting for spotting in waits if gear in (None, spotting) and (ship is None or spotting.ship == ship.id)]


def _gear(look: Look, words: str, found: Found) -> Spotting:
    """Gear of the ship named, or of the one that is asked. Refuses `E_UNKNOWN`, `E_DESTROYED`, `E_PENDING`."""
    named = found.get("ship")
    waits = [spotting.ship for spotting in picking(look, NOTHING_FOUND)] if named is None else [named.id]
    if not waits:
        look.no(Code.E_PENDING, T_("No gear picks now."), "FS-UPG-21")
    ship = look.known.ships[waits[0]]
    gear = system_of(look, ship, words, lambda system: system.works)
    if not gear.works:
        look.no(Code.E_DESTROYED, N_("{gear} of {ship} is destroyed."), "FS-UPG-21", gear=term(gear.id), ship=ship.name)
    return Spotting(ship.id, gear.id)


def _gears(look: Look, found: Found) -> list[Option]:
    ships = look.known.ships
    return [
        system_option(look.world, system)
        for spotting in picking(look, found)
        if (system := find(ships[spotting.ship].systems, spotting.system)) is not None
    ]


IN_SIGHT = TARGET.but(
    among=lambda look, found: [
        ship for spotting in picking(look, found)[:1] for ship in spottable(look.known, look.known.ships[spotting.ship])
    ]
)
"""A ship that may be in sight of the gear that picks; those that are, are offered."""
SPOTTER = OWN.but(
    among=lambda look, found: [look.known.ships[id] for id in dict.fromkeys(one.ship for one in picking(look, found))]
)
"""A ship with gear that is still to pick."""


class Spot(Answer):
    """Pick the ship that your Target Acquisition Gear spots; other gear than is asked for may pick first."""

    path: ClassVar[str] = "sunrise-choose spot"
    line: ClassVar[str] = "spot {target}[ with {gear} of {ship}]"
    resolves = ("ship", "gear")
    answers = (WhomToSpot,)
    target: Annotated[str, IN_SIGHT] = Field(description="a ship in its line of sight", max_length=40)
    gear: Annotated[str | None, Value("gear", _gear, _gears)] = Field(
        None, description="the gear that picks; else what is asked for", max_length=60
    )
    ship: Annotated[str | None, SPOTTER] = Field(None, description="its ship", max_length=40)

    def given(self, look: Look, choice: Choice, found: Found) -> tuple[str, ...]:
        """A ship in sight, and the gear that picks out of turn. Refuses `E_PENDING`, `E_FRIENDLY`, `E_LOS`."""
        target, waits = found.target, picking(look, found)
        if not waits:
            why = N_("That gear has nothing to pick now; {by} of {ship} picks.")
            look.no(Code.E_PENDING, why, "FS-UPG-21", by=term(choice.by), ship=term(choice.ship))
        by = waits[0]
        if target.side is choice.side:
            look.no(Code.E_FRIENDLY, N_("{target} is on your side."), "FS-UPG-21", target=target.name)
        look.require(in_sight(look.known.terrain, where(look.known.ships[by.ship]), where(target), "FS-UPG-21"))
        return (target.id, *(() if by == picking(look, NOTHING_FOUND)[0] else (by.ship, by.system)))
