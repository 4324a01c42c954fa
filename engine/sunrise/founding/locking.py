"""Fleets are locked under a seal; when both are, both lie on the table. Rulebook: FS-FRC-06, FS-SET-07."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from engine.declared.sentences import either
from engine.game import Fact, Table
from engine.look import Refused, no
from engine.secret import Locks, Secret, Unlocks
from engine.sunrise.data.codes import Code
from engine.sunrise.data.shapes import Piece
from engine.sunrise.data.units import FleetList, Upgrade
from engine.sunrise.figures.board import random_circles
from engine.sunrise.figures.hull import full, row_pips, shield_pool
from engine.sunrise.figures.sheet import fitted
from engine.sunrise.fleet.building import GROUP
from engine.sunrise.fleet.lists import faults, fleet_text
from engine.sunrise.founding.laying import TerrainLaid, roll_initiative
from engine.sunrise.look import Look, SideLocked
from engine.sunrise.play import Play
from engine.sunrise.state import Ship, Side, Squadron, Stage, State, TerrainMode, side_changed, working
from engine.sunrise.words import SQUADRONS
from engine.sunrise.world import World
from engine.text.message import N_, NOTHING, T_, Text, joined, listed, name, spaced, term

OF_SHIP = N_("[**{ship}.** ]{why}")


def playable(look: Look) -> Refused | None:
    """Every fault of the viewer's list, under the first one's code; None for a list that can be played."""
    settings = look.known.settings
    fleet = look.known.of(look.own).fleet
    found = faults(fleet, look.pack, settings.total, factions=settings.factions)
    if not found:
        return None
    first = found[0].refused
    why = spaced(*(OF_SHIP(ship=name(fault.ship), why=fault.refused.why) for fault in found))
    rules = listed(term(one) for one in dict.fromkeys(fault.refused.rule for fault in found) if one != first.rule)
    return no(first.code, N_("{why}[ See also {rules}.]"), first.rule, why=why, rules=rules)


class FleetLocked(SideLocked, frozen=True):
    """A side has locked its fleet, or unlocked it again (`lock` is None): which fleet is not told yet."""

    says = either(
        lambda fact: fact.lock is None, N_("{side} builds its fleet again."), N_("{side} has locked its fleet.")
    )
    rule = "FS-FRC-06"

    def evolve(self, state: State) -> State:
        return side_changed(super().evolve(state), self.side, locked=self.lock is not None)


BRINGS = N_("The fleet[ of {faction}] that {side} brings: {units}.")
HULL = N_("{ship} ({hull})")


class FleetShown(Fact[State], frozen=True):
    """Both fleets are locked, and this is one of them: its list, its ships, its squadrons in their bays (FS-FRC-06)."""

    rule = "FS-FRC-06"
    decides = True
    side: Side
    fleet: FleetList
    ships: tuple[Ship, ...]
    squadrons: tuple[Squadron, ...]

    def evolve(self, state: State) -> State:
        state = side_changed(state, self.side, fleet=self.fleet, locked=True, lock=None)
        return replace(
            state,
            ships={**state.ships, **{ship.id: ship for ship in self.ships}},
            squadrons={**state.squadrons, **{squadron.id: squadron for squadron in self.squadrons}},
            moored=state.moored + len(self.squadrons),
        )

    def words(self, look: Look) -> Text:
        hulls = (HULL(ship=name(ship.name), hull=term(look.pack.hulls[ship.hull].name)) for ship in self.ships)
        craft = [SQUADRONS(count=len(self.squadrons))] if self.squadrons else []
        faction = look.pack.factions.get(self.fleet.faction)
        of = term(faction.name) if faction is not None else NOTHING
        return BRINGS(faction=of, side=look.name(self.side), units=joined(", ", [listed(hulls), *craft]))


def ships_of(world: World, fleet: FleetList, side: Side) -> tuple[Ship, ...]:
    """The ships of a legal list, as they are before they are deployed: "A1", "A2" and so on."""
    made = []
    for number, ship in enumerate(fleet.ships, 1):
        systems = fitted(ship, world.pack)
        made.append(
            Ship(
                id=f"{side.value}{number}",
                number=number,
                name=ship.name,
                hull=ship.hull,
                side=side,
                defenses=ship.defenses,
                systems=systems,
                pips=full(world.pack.hulls[ship.hull].integrity, row_pips(working(systems, Upgrade.REINFORCED_ARMOR))),
                shields=shield_pool(working(systems, Upgrade.SHIELDS)),
            )
        )
    return tuple(made)


def squadrons_of(world: World, fleet: FleetList, side: Side) -> tuple[Squadron, ...]:
    """The squadrons of a legal list, docked where they are listed: "AS1", "AS2" and so on (FS-SC-02)."""
    made: list[Squadron] = []
    for number, ship in enumerate(fleet.ships, 1):
        for place, mount in enumerate(ship.components, 1):
            made += [
                Squadron(
                    id=f"{side.value}S{len(made) + more}",
                    type=code,
                    side=side,
                    size=world.pack.squadrons[code].size,
                    ship=f"{side.value}{number}",
                    bay=f"c{place}",
                )
                for more, code in enumerate(mount.squadrons, 1)
            ]
    return tuple(made)


def show_fleets(world: World, table: Table[State]) -> None:
    """Both fleets lie on the table; terrain follows (FS-SET-07)."""
    play = Play(world, table)
    FLEETS.unseal(world, table, Side)
    play.key()
    for side in Side:
        fleet = play.state.of(side).fleet
        play.tell(FleetShown(side, fleet, ships_of(world, fleet, side), squadrons_of(world, fleet, side)))
    settings = play.state.settings
    if settings.terrain is TerrainMode.HAND:
        play.stage(Stage.TERRAIN, Side.A)
        return
    pieces: tuple[Piece, ...] = ()
    if settings.terrain is TerrainMode.RANDOM:
        pieces = random_circles(settings.board, settings.pieces, play.roll, play.state.terrain)
    elif settings.map:
        pieces = play.world.pack.maps[settings.map].terrain
    if pieces:
        play.tell(TerrainLaid(pieces))
    roll_initiative(play)
    play.go()


FLEETS: Secret[World, Side] = Secret(
    owed=lambda state: [side for side in Side if not state.of(side).locked],
    lock=lambda state, side: state.of(side).lock,
    body=lambda world, state, side: fleet_text(state.of(side).fleet, world.pack),
    said=FleetLocked,
    shown=show_fleets,
)
"""Both sides' fleets, which are shown together (FS-FRC-06)."""


class LockFleet(Locks):
    """Lock your fleet; when both sides have, both are shown and the game is set up."""

    path: ClassVar[str] = f"{GROUP.path} lock"
    line: ClassVar[str] = "lock fleet"
    secret = FLEETS

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """Once, a fleet without faults, while fleets are built."""
        if refused := look.untimely("FS-FRC-06", Stage.FLEETS):
            return refused
        if look.known.of(look.own).locked:
            return no(Code.E_ONCE, N_("The fleet of side {own} is locked."), "FS-FRC-06", own=look.own)
        return playable(look)


class UnlockFleet(Unlocks):
    """Unlock your fleet to change it, while the other side's is open."""

    path: ClassVar[str] = f"{GROUP.path} unlock"
    line: ClassVar[str] = "unlock fleet"
    shows: ClassVar[str] = "builder"
    secret = FLEETS

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """A locked fleet, while fleets are built."""
        if refused := look.untimely("FS-FRC-06", Stage.FLEETS):
            return refused
        locked = look.known.of(look.own).locked
        return None if locked else no(Code.E_PHASE, T_("Your fleet is not locked."), "FS-FRC-06")
