"""Orders to shoot: weapons and targets declared one by one or together, then fired. Rulebook: FS-WPN-07, FS-WPN-08."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Annotated, ClassVar

from msgspec.structs import replace
from pydantic import Field

from engine.game import Fact, Seat, Table
from engine.look import Refused
from engine.orders import Order, Pick
from engine.question import runs
from engine.sunrise.agenda import Act, Fire, Shot, Turn
from engine.sunrise.data.codes import Code, no
from engine.sunrise.facts import Activated
from engine.sunrise.facts.changes import ship_changed
from engine.sunrise.figures.sheet import Kind
from engine.sunrise.look import Look
from engine.sunrise.naming import listed, ship_names, ship_on_board, side_of, system_of, systems_named
from engine.sunrise.play import Play, refuse
from engine.sunrise.shooting.activation import acting, begin, to_activate
from engine.sunrise.shooting.gunnery import aimed
from engine.sunrise.state import Ship, Stage, State
from engine.sunrise.world import World
from engine.text import message
from engine.text.message import N_, Text
from engine.text.names import shown

AIMS, AIMS_NOT = N_("{ship} aims: {shots}."), N_("{ship} aims at nothing any more.")
FIRES = N_("**{ship} fires**: {shots}.")
SHOT, MEASURED = N_("{weapon} at {target}"), N_("{weapon} at {target} (measured from {source})")


def shots_words(look: Look, ship: str, shots: Iterable[Shot]) -> Text:
    """Weapons and their targets."""
    return message.listed(
        (MEASURED if shot.source and shot.source != ship else SHOT)(
            weapon=look.system(ship, shot.weapon), target=look.ship(shot.target), source=look.ship(shot.source)
        )
        for shot in shots
    )


class Declared(Fact[State], frozen=True):
    """The shots that a ship has aimed but not fired (FS-WPN-08)."""

    rule = "FS-WPN-08"
    threaded = True
    ship: str
    shots: tuple[Shot, ...]

    def evolve(self, state: State) -> State:
        return ship_changed(state, self.ship, declared=self.shots)

    def words(self, look: Look) -> Text:
        ship = look.ship(self.ship)
        return AIMS(ship=ship, shots=shots_words(look, self.ship, self.shots)) if self.shots else AIMS_NOT(ship=ship)


class Volleyed(Fact[State], frozen=True):
    """A ship fires these shots, one after the other: those weapons have fired (FS-WPN-07, FS-WPN-14)."""

    rule = "FS-WPN-14"
    decides = True
    threaded = True
    ship: str
    shots: tuple[Shot, ...]

    def evolve(self, state: State) -> State:
        ship = state.ships.get(self.ship)
        if ship is None:
            return state
        weapons = {shot.weapon for shot in self.shots}
        systems = tuple(replace(one, fired=True) if one.id in weapons else one for one in ship.systems)
        return ship_changed(state, self.ship, systems=systems, declared=(), volleyed=True)

    def words(self, look: Look) -> Text:
        return FIRES(ship=look.ship(self.ship), shots=shots_words(look, self.ship, self.shots))


class Target(Order):
    """Aim a weapon of the activated ship at an enemy."""

    path: ClassVar[str] = "sunrise target"
    line: ClassVar[str] = "target {weapon} at {target}[ from {source}]"
    weapon: Annotated[str, Pick("a weapon")] = Field(description="a weapon by name or number", max_length=60)
    target: Annotated[str, Pick("an enemy")] = Field(description="an enemy ship", max_length=40)
    source: Annotated[str | None, Pick("a ship of yours")] = Field(
        None, description="a ship with Binding Runes to measure the range from", max_length=40
    )


class Volley(Order):
    """Fire everything that is aimed."""

    path: ClassVar[str] = "sunrise volley"
    line: ClassVar[str] = "volley"


class Shoot(Order):
    """Activate a ship if need be, aim several weapons and fire them, all in one."""

    path: ClassVar[str] = "sunrise fire"
    line: ClassVar[str] = "fire {shots} with {ship}"
    ship: Annotated[str, Pick("a ship of yours")] = Field(description="the ship that fires", max_length=40)
    shots: Annotated[str, Pick("weapons and targets")] = Field(
        description="such as: Energy Lance at B1, Railgun at B2 from A2", max_length=500
    )


def declared(
    world: World, table: Table[State], ship: Ship, weapon: str, target: str, source: str | None, before: list[Shot]
) -> Shot:
    """A shot that may be declared beside those before it.

    Refuses as `weapons.aim` does, `E_UNKNOWN`, `E_FIRED` for a weapon aimed twice, `E_PHASE` after the volley.
    """
    taken = {shot.weapon for shot in before}
    system = system_of(
        world,
        table,
        ship,
        weapon,
        lambda one: one.kind is Kind.WEAPON and one.works and not one.fired and one.id not in taken,
    )
    if system.kind is not Kind.WEAPON:
        refuse(table, no(Code.E_UNKNOWN, f"{shown(weapon)} is no weapon", "FS-WPN-07"))
    if system.id in taken:
        refuse(table, no(Code.E_FIRED, f"{shown(weapon)} is aimed already, and fires once", "FS-WPN-07"))
    enemy = ship_on_board(table, target, ship.side.other)
    measured = ship_on_board(table, source, ship.side).id if source else ""
    shot = Shot(system.id, enemy.id, measured)
    found = aimed(world, table.state, ship, shot)
    if isinstance(found, Refused):
        refuse(table, found)
    if ship.volleyed:
        why = f"{shown(ship.name)} has fired its volley, and all targets are declared before any dice"
        refuse(table, no(Code.E_PHASE, why, "FS-WPN-08"))
    return shot


def aim(world: World, seat: Seat, order: Target, table: Table[State]) -> None:
    """A shot is declared; a weapon that is named by number and aimed already is aimed anew."""
    ship = acting(table, side_of(table, seat))
    named = [one.id for one in systems_named(world, ship, order.weapon)]
    kept = [shot for shot in ship.declared if named != [shot.weapon]]
    shot = declared(world, table, ship, order.weapon, order.target, order.source, kept)
    Play(world, table).say(Declared(ship.id, (*kept, shot)))


def volley(world: World, seat: Seat, table: Table[State]) -> None:
    """What is declared is fired. Refuses `E_PENDING` where nothing is."""
    ship = acting(table, side_of(table, seat))
    if not ship.declared:
        refuse(table, no(Code.E_PENDING, "nothing is aimed yet", "FS-WPN-08"))
    play = Play(world, table)
    play.push(Fire(ship.id))
    play.go()


_SHOT = re.compile(r"\s*(.+?)\s+at\s+(.+?)(?:\s+from\s+(.+?))?\s*", re.IGNORECASE)


def shoot(world: World, seat: Seat, order: Shoot, table: Table[State]) -> None:
    """A ship is activated unless it is already, aims and fires (FS-TURN-06, FS-WPN-08)."""
    side = side_of(table, seat)
    state = table.state
    if state.stage is Stage.ACTION and state.choice is None and state.picks is side:
        ship = acting(table, side)
        if order.ship.strip().casefold() not in (ship.id.casefold(), ship.name.casefold()):
            to_activate(world, table, side, order.ship)
        shots = read_shots(world, table, ship, order.shots)
        play = Play(world, table)
    else:
        ship = to_activate(world, table, side, order.ship)
        shots = read_shots(world, table, _fresh(ship), order.shots)
        play = Play(world, table)
    opening = state.stage is not Stage.ACTION
    play.push(Fire(ship.id, tuple(shots)))
    if opening:
        begin(play, ship)
    play.go()


def _fresh(ship: Ship) -> Ship:
    """A ship as it is when it is activated: its weapons have not fired."""
    return Activated(ship.id).evolve(State(ships={ship.id: ship})).ships[ship.id]


def read_shots(world: World, table: Table[State], ship: Ship, text: str) -> list[Shot]:
    """The shots of a line such as "Energy Lance at B1, Railgun at B2". Refuses `E_VALUE`, and as `declared`."""
    shots: list[Shot] = []
    for part in listed(text, ship_names(table.state)):
        match = _SHOT.fullmatch(part)
        if match is None:
            why = f"cannot read “{shown(part)}”; write 'Railgun at B1'"
            refuse(table, no(Code.E_VALUE, why, "FS-WPN-08"))
        shots.append(declared(world, table, ship, match[1], match[2], match[3], shots))
    if not shots:
        refuse(table, no(Code.E_PENDING, "nothing is aimed", "FS-WPN-08"))
    return shots


@runs(Fire)
def fire(play: Play, task: Fire) -> None:
    """Weapons fire one by one in the order declared (FS-WPN-14), first of all past Holy Sanctuary (FS-FAC-08).

    Afterwards the ship may still have work to do.
    """
    ship = play.state.ships[task.ship]
    shots = task.shots or ship.declared
    if not ship.deployed or not shots:
        play.push(Act(task.ship))
        return
    play.say(Volleyed(task.ship, shots))
    play.push(Turn(task.ship, shots), Act(task.ship))
