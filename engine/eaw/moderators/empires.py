"""Empires whose player leaves: a substitute takes one over, or it is taken out of the campaign. EAW-29."""

from __future__ import annotations

from typing import Annotated, ClassVar

from msgspec.structs import replace
from pydantic import Field

from engine.eaw.data.pack import Code
from engine.eaw.look import Act, SeatOf, Words
from engine.eaw.moderators.orders import ModeratorOrder, OnTheMap
from engine.eaw.nouns import EMPIRE
from engine.eaw.season.resolution import Eliminated, end
from engine.eaw.season.run import Run
from engine.eaw.state import NEVER, Empire, Realm, State, Step, System, had_by, with_empire, with_fleets, with_realm
from engine.eaw.world import OTHERS_STAY
from engine.game import EVERYONE, Fact, Seat
from engine.text.message import N_, T_


class Substitute(ModeratorOrder):
    """Announce that a substitute takes over an empire, as it stands; its sealed orders are opened for him."""

    path: ClassVar[str] = "gm-eaw substitute"
    line: ClassVar[str] = "substitute takes over {empire}"
    empire: Annotated[str, EMPIRE] = Field(description="which", max_length=40)

    def obey(self, act: Act) -> None:
        """He has what there is and no bonus: orders, treasury and filings stand (EAW-29.0.1). Refuses E-AUTH."""
        empire: Empire = act.found.empire
        if not empire.alive:
            act.look.no(Code.E_AUTH, N_("The empire {empire} is gone."), "EAW-29.0.1", empire=empire.seat)
        act.say(Substituted(empire.seat), EVERYONE)


class Substituted(Fact[State], frozen=True):
    """A substitute has an empire as it stands; orders that his predecessor sealed are open again (EAW-29.0.1)."""

    rule = "EAW-29.0.1"
    decides = True
    says = N_("A substitute takes over {seat} as it stands.")
    seat: SeatOf

    def evolve(self, state: State) -> State:
        return with_empire(state, self.seat, sealed=False) if state.step is Step.PLOT else state


class RemoveEmpire(OnTheMap):
    """Take an empire out of the campaign, with all it has; what it held must be discovered again."""

    path: ClassVar[str] = "gm-eaw retire"
    line: ClassVar[str] = "retire {empire}"
    asks: ClassVar[str] = T_("All that this empire has is removed, which cannot be taken back. Go on?")
    empire: Annotated[str, EMPIRE] = Field(description="which", max_length=40)

    def obey(self, act: Act) -> None:
        """Its systems are unknown to all again, whoever was trapped there is free, its points stay (EAW-29.0.2)."""
        empire: Empire = act.found.empire
        if not empire.alive:
            act.look.no(Code.E_AUTH, N_("The empire {empire} is gone already."), "EAW-29.0.2", empire=empire.seat)
        run = Run(act.world, act.table)
        held = {id for id, system in act.state.systems.items() if held_by(empire.seat, system)}
        act.say((TakenOut if act.world.version >= OTHERS_STAY else Retired)(empire.seat), EVERYONE)
        for seat, realm in act.state.realms.items():
            known = tuple(system for system in realm.knowledge if system in held)
            trapped = any(fleet.owner == seat and fleet.trapped in held for fleet in act.state.fleets.values())
            if seat != empire.seat and (known or trapped):
                run.tell(Forgotten(seat, known or tuple(held)), seat)
        act.say(Eliminated(empire.seat), EVERYONE)
        if len(act.state.living) == 1:
            end(run, run.state.living)


def held_by(seat: Seat, system: System) -> bool:
    """True if an empire has a development or a fortification in a system."""
    return any(one is not None and one.owner == seat for one in (system.development, system.fort))


class Retired(Fact[State], frozen=True):
    """All that an empire had is gone, and what it held is unknown to all; in games before version 3 with what others
    have there (EAW-29.0.2).
    """

    rule = "EAW-29.0.2"
    decides = True
    says = N_("A moderator takes {seat} out of the campaign.")
    seat: SeatOf

    def evolve(self, state: State) -> State:
        return replace(
            with_realm(state, self.seat, orders=()),
            systems={id: self.emptied(system) for id, system in state.systems.items()},
            fleets={id: fleet for id, fleet in state.fleets.items() if fleet.owner != self.seat},
            ships={id: ship for id, ship in state.ships.items() if ship.owner != self.seat},
            docks={id: dock for id, dock in state.docks.items() if dock.owner != self.seat},
            bases={id: base for id, base in state.bases.items() if base.owner != self.seat},
        )

    def emptied(self, system: System) -> System:
        """A system as it is left."""
        left = replace(system, pods=tuple(pod for pod in system.pods if pod.owner != self.seat))
        return System(system.id) if held_by(self.seat, system) else left


class TakenOut(Retired, frozen=True):
    """All that an empire had is gone, and what it held is unknown to all; what others have there stays (EAW-29.0.2)."""

    def emptied(self, system: System) -> System:
        """A system as it is left."""
        left = had_by(system, lambda owner: owner != self.seat)
        return replace(left, planet="unknown", map_type="", planets=1) if held_by(self.seat, system) else left


class Forgotten(Fact[State], frozen=True):
    """An empire's knowledge of the systems of one that is gone holds no longer; its fleets there are free."""

    rule = "EAW-29.0.2"
    says = N_("What you knew of {systems} holds no longer, and no fleet of yours is trapped there.")
    seat: Seat
    systems: Words

    def evolve(self, state: State) -> State:
        knowledge = state.realms.get(self.seat, Realm()).knowledge
        left = {id: one for id, one in knowledge.items() if id not in self.systems}
        freed = [one.id for one in state.fleets.values() if one.owner == self.seat and one.trapped in self.systems]
        return with_realm(with_fleets(state, freed, trapped="", trapped_since=NEVER), self.seat, knowledge=left)
