"""Activations: a side picks a ship, which acts and is done. Rulebook: FS-TURN-06..08."""

from __future__ import annotations

from typing import Annotated, ClassVar

from msgspec.structs import replace
from pydantic import Field

from engine import act
from engine.declared.changes import Sets, Together, Writes
from engine.look import Refused, no
from engine.noun import Found
from engine.question import runs
from engine.sunrise import state as game
from engine.sunrise.data.codes import Code
from engine.sunrise.data.units import Upgrade
from engine.sunrise.figures.factions import Miracle
from engine.sunrise.figures.sheet import restorable
from engine.sunrise.figures.squadrons import in_dogfight
from engine.sunrise.look import Look, ShipOf, TurnFact
from engine.sunrise.nouns import DEPLOYED
from engine.sunrise.play import Act, Play, judged, late
from engine.sunrise.state import Mode, Ship, Side, Stage, State, System, Task, acting_as, pickable, sides_in_order
from engine.sunrise.words import where_words
from engine.sunrise.world import MIRACLE_LAST
from engine.text.message import N_, NOTHING, T_, Text

ACTIVATED = N_("**{ship}** is activated[, {place}].")


class Activated(TurnFact, frozen=True):
    """A ship is activated: its weapons are fresh, and nobody else acts until it is done (FS-TURN-06)."""

    rule = "FS-TURN-06"
    ship: str

    def evolve(self, state: State) -> State:
        ship = state.ships.get(self.ship)
        if ship is None:
            return state
        fresh = replace(ship, activated=True, systems=_unfired(ship.systems), declared=(), volleyed=False, away=())
        return replace(
            state, acting=self.ship, stage=Stage.ACTION, picks=ship.side, ships={**state.ships, self.ship: fresh}
        )

    def words(self, look: Look) -> Text:
        known = look.known.ships.get(self.ship)
        return ACTIVATED(ship=look.ship(self.ship), place=where_words(known) if known is not None else NOTHING)


def _unfired(systems: tuple[System, ...]) -> tuple[System, ...]:
    if not any(system.fired for system in systems):
        return systems
    return tuple(replace(system, fired=False) if system.fired else system for system in systems)


class ActivationOver(TurnFact, frozen=True):
    """The activated ship is done (FS-TURN-07)."""

    says = N_("The activation of {ship} is over.")
    rule = "FS-TURN-07"
    makes = Together(Writes(acting=""), Sets("ships", "ship", declared=(), volleyed=False, away=()))
    ship: ShipOf


@runs(game.NextPick)
def next_pick(play: Play, task: game.NextPick) -> None:
    """The side whose turn it is to pick, as long as ships are left; then points are counted (FS-TURN-06)."""
    first = sides_in_order(play.state)[0] if task.after is None else task.after.other
    for side in (first, first.other):
        if pickable(play.state, side):
            play.stage(Stage.PICK, side)
            return
    play.push(game.Score())


def idle(look: Look) -> Refused | None:
    """Refuses `E_PENDING`, `E_TURN`, `E_PHASE` while no ship may be activated."""
    state = look.known
    if refused := look.unfree():
        return refused
    if state.stage in (Stage.PICK, Stage.ACTION) and (refused := look.not_picking()):
        return refused
    if state.stage is Stage.ACTION:
        why = N_("{name} is activated; end that first.")
        return no(Code.E_PENDING, why, "FS-TURN-06", name=state.ships[state.acting].name)
    return look.untimely("FS-TURN-06", Stage.PICK)


def _fresh(look: Look, ship: Ship, found: Found) -> Refused | None:
    if not ship.activated:
        return None
    return no(Code.E_ONCE, N_("{ship} was activated this turn."), "FS-TURN-06", ship=ship.name)


FRESH = DEPLOYED.that(_fresh)
"""An own ship on the board that is still to be activated."""


def begin(play: Play, ship: Ship) -> None:
    """A ship is activated, and begins (FS-TURN-07)."""
    play.tell(Activated(ship.id))
    play.push(game.Flak(ship.id))


class OfFresh(act.Order):
    """An order to a ship that is still to be activated."""

    each = 40
    ship: Annotated[str, FRESH] = Field(description="a ship not yet activated", max_length=40)

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        return idle(look)


class Activate(OfFresh):
    """Activate one of your ships; it then shoots and works until you end it."""

    path: ClassVar[str] = "sunrise activate"
    line: ClassVar[str] = "activate {ship}"
    tried: ClassVar[int] = 8

    def obey(self, act: Act) -> None:
        """A ship has a free hand after its beginning."""
        act.play.push(game.FreeHand(act.found.ship.id))
        begin(act.play, act.found.ship)
        act.play.go()


class Hold(OfFresh):
    """Activate one of your ships and end it at once, without a shot."""

    path: ClassVar[str] = "sunrise hold"
    line: ClassVar[str] = "hold {ship}"
    tried: ClassVar[int] = 4

    def obey(self, act: Act) -> None:
        """A ship is activated and fires nothing (FS-TURN-06)."""
        activate_idle(act.play, act.found.ship)


def activate_idle(play: Play, ship: Ship) -> None:
    """A ship begins and ends."""
    play.push(game.EndActivation(ship.id))
    begin(play, ship)
    play.go()


@runs(game.FreeHand)
def free_hand(play: Play, task: game.FreeHand) -> None:
    """The owner has a free hand, unless there is nothing left for the ship to do."""
    ship = play.state.ships[task.ship]
    if not ship.deployed or idled(play, ship):
        play.push(game.EndActivation(task.ship))
        return
    play.stage(Stage.ACTION, ship.side)


def crews(ship: Ship) -> list[System]:
    """The Away Crews of a ship that can still go out (FS-UPG-18)."""
    return [system for system in acting_as(ship.systems, Upgrade.AWAY_CREWS) if system.id not in ship.away]


def idled(play: Play, ship: Ship) -> bool:
    """True if an activated ship has nothing left to do: it has fired, its crews are out, no miracle can restore.

    FS-UPG-18, FS-FAC-07.
    """
    if not ship.volleyed or crews(ship):
        return False
    if play.world.version < MIRACLE_LAST or not play.affordable(ship.side, Miracle.SYSTEM):
        return True
    return not any(restorable(mate.systems) for mate in play.state.on_board(ship.side))


def not_acting(look: Look) -> Refused | None:
    """Refuses `E_PENDING`, `E_TURN`, `E_PHASE` a side without an activated ship that has a free hand."""
    if refused := look.unfree():
        return refused
    if look.known.stage in (Stage.PICK, Stage.ACTION) and (refused := look.not_picking()):
        return refused
    if look.known.stage is Stage.PICK:
        return no(Code.E_PHASE, T_("No ship is activated; pick one first."), "FS-TURN-06")
    return look.untimely("FS-TURN-06", Stage.ACTION)


class OfActivated(act.Order):
    """An order to the ship that is activated."""

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        return not_acting(look)


@runs(game.EndActivation)
def end_activation(play: Play, task: game.EndActivation) -> None:
    """Dogfights and squadrons, Repair Crews, then the next pick (FS-TURN-07); the game may end here (FS-WIN-05)."""
    ship = play.state.ships[task.ship]
    if not task.closing and ship.deployed:
        play.push(
            *ending(play.state, ship),
            *(game.Repair(ship.id, system.id) for system in acting_as(ship.systems, Upgrade.REPAIR_CREWS)),
            game.EndActivation(task.ship, closing=True),
        )
        return
    play.tell(ActivationOver(task.ship))
    if not judged(play):
        play.push(game.NextPick(ship.side))


class EndAct(OfActivated):
    """End the activation of your ship."""

    path: ClassVar[str] = "sunrise end"
    line: ClassVar[str] = "end activation"

    def obey(self, act: Act) -> None:
        """Shots that were aimed and not fired are not made."""
        end(act.play)


@late(Stage.ACTION)
def late_end(play: Play) -> None:
    """Time is up: the activation ends (register 18)."""
    play.ran_late()
    end(play)


def end(play: Play) -> None:
    """The activation ends."""
    play.push(game.EndActivation(play.state.acting))
    play.go()


@late(Stage.PICK)
def late_pick(play: Play) -> None:
    """Time is up: the first ship by id is activated and fires nothing (register 18)."""
    activate_idle(play, min(pickable(play.state, play.ran_late()), key=lambda ship: ship.number))


def ending(state: State, ship: Ship) -> list[Task]:
    """Tasks of squadrons as an activation ends: a dogfight, or else harm to the ship (FS-SC-08, FS-SC-15..17)."""
    around = state.assigned_to(ship.id)
    if not around:
        return []
    first = state.initiative or Side.A
    if in_dogfight(squadron.side for squadron in around):
        return [game.Clash(ship.id, (first, first.other))]
    return [game.Craft(ship.id, squadron.id) for squadron in around if squadron.mode is Mode.OFFENSIVE]
