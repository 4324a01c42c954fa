"""Mines, colonies and fortifications: who may build them where, and what stands at the end of the season.

EAW-11, EAW-12, EAW-13, EAW-14b, EAW-18, EAW-33.1, EAW-33.2; 1.4 step P5.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from msgspec.structs import replace

from engine.book import Group
from engine.declared.changes import Alters
from engine.eaw.data.pack import Code, no
from engine.eaw.look import WORD, At
from engine.eaw.season.holdings import Developed, Fortified
from engine.eaw.season.plot import OfFleet
from engine.eaw.season.run import Run, When, at
from engine.eaw.state import Development, Fleet, Fort, Planet, State
from engine.eaw.world import AIMS, HELPERS, KINDS, What
from engine.game import Fact
from engine.look import Refused
from engine.noun import Found
from engine.text.message import N_

LAND = Group("eaw-land", "Empires at War: mines, colonies, fortifications and bases")
PLANETS: dict[What, Planet] = {what: planet for planet, what in KINDS.items()}
"""The planet that a development needs; a fortification stands at any (EAW-18.0, EAW-18a, EAW-18b, EAW-18c)."""


def standing(state: State, system: str, what: What) -> Development | Fort | None:
    """Something of a kind in a system, as far as it is known."""
    return state.systems[system].fort if what == "fortification" else state.systems[system].development


def there_already(run: Run, fleet: Fleet, what: What) -> Refused | None:
    """Why nothing more of a kind fits, as far as the fleet's owner knows: it is his, another fleet of his is at it, or
    he saw it from one lane away last season (EAW-12.0, EAW-11.0). Refuses E-DEV.
    """
    state, aim, rule = run.state, AIMS[what], "EAW-11.0" if what == "fortification" else "EAW-12.0"
    held = standing(state, fleet.at, what)
    if held is not None and held.owner == fleet.owner:
        return no(Code.E_DEV, f"a {what} of yours stands at {fleet.at}", rule)
    for other in state.fleets_at(fleet.at, fleet.owner):
        if other.committed == aim and other.id != fleet.id:
            return no(Code.E_DEV, f"fleet {other.number} is at it at {fleet.at}", rule)
    seen = run.look.knows(fleet.at).vision
    if seen is not None and seen.t == state.t - 1 and (seen.fortified if aim == "fortify" else seen.developed):
        return no(Code.E_DEV, f"your fleets saw one at {fleet.at} last season", rule)
    return None


def hostile(run: Run, system: str) -> Refused | None:
    """Why enemies keep something from a system, as far as is known: contact was lost there last season, or both were
    left there by a stalemate. Refuses E-ENEMY.
    """
    lost, stayed = run.look.knows(system).lost, set(run.state.systems[system].stalemate) - {run.seat}
    known = lost >= run.state.t - 1 or stayed
    return no(Code.E_ENEMY, f"an enemy is known to be at {system}", "EAW-11.0") if known else None


def unknown_system(run: Run, system: str) -> Refused | None:
    """Why nothing is built in a system that its builder has not discovered in an earlier season (EAW-33.2)."""
    unknown = run.look.knows(system).planet == "unknown"
    return no(Code.E_NEW, f"you do not know the planet of {system}", "EAW-33.2") if unknown else None


class Founding(OfFleet):
    """A building by fleets in a system: it stands from the end of the season, if the fleet stays (EAW-33.1)."""

    kept: ClassVar[bool] = True
    what: ClassVar[What]

    def price(self, run: Run, found: Found) -> int:
        """1; none for a fleet with the ship for it (EAW-11a, EAW-12b, EAW-13a, EAW-14b)."""
        return 0 if run.world.has(run.state, found.fleet, HELPERS[self.what]) else 1

    def perform(self, run: Run, found: Found) -> None:
        """The fleet stays for it, and moves again next season. Refuses E-PLANET, E-DEV, E-NEW, E-COMMIT, E-ENEMY."""
        fleet = run.fleet(found.fleet.id)
        for refused in self.hindrances(run, fleet):
            run.require(refused)
        freely = self.price(run, found) == 0
        run.tell(Committed(fleet.id, fleet.number, self.what, fleet.at, freely), fleet.owner)

    def hindrances(self, run: Run, fleet: Fleet) -> Iterator[Refused | None]:
        """Hindrances of the fleet, in the order in which the register names it (EAW-14b, EAW-18.0, EAW-18a)."""
        wanted, planet = PLANETS.get(self.what), run.look.knows(fleet.at).planet
        if wanted is not None and planet not in (wanted, "unknown"):
            why = f"a {self.what} needs a {wanted} planet, and {fleet.at} has a {planet} one"
            yield no(Code.E_PLANET, why, "EAW-18.0")
        yield there_already(run, fleet, self.what)
        yield unknown_system(run, fleet.at)
        if fleet.committed:
            yield no(Code.E_COMMIT, f"fleet {fleet.number} stays to {fleet.committed} already", "EAW-14b")
        yield None if run.real else hostile(run, fleet.at)
        if not any(ship.inspected for ship in run.state.crew(fleet.id)):
            yield no(Code.E_INSP, f"fleet {fleet.number} has captured ships alone", "EAW-9b.1")


class Mine(Founding):
    """Have a fleet develop a mine at a mineral planet."""

    path: ClassVar[str] = f"{LAND.path} mine"
    line: ClassVar[str] = "mine with fleet {fleet}"
    what: ClassVar[What] = "mine"


class Colony(Founding):
    """Have a fleet develop a colony at a life planet."""

    path: ClassVar[str] = f"{LAND.path} colony"
    line: ClassVar[str] = "colony with fleet {fleet}"
    what: ClassVar[What] = "colony"


class Fortify(Founding):
    """Have a fleet build a fortification in its system."""

    path: ClassVar[str] = f"{LAND.path} fortify"
    line: ClassVar[str] = "fortify with fleet {fleet}"
    what: ClassVar[What] = "fortification"


class Committed(Fact[State], frozen=True):
    """A fleet stays in its system for the season, to build something; `freely`: for no movement point."""

    rule = "EAW-33.1"
    says = N_("Fleet {number} stays at {at} to build a {what}.")
    makes = Alters("fleets", "id", lambda one, fact: replace(one, committed=AIMS[fact.what], freely=fact.freely))
    id: str
    number: int
    what: Annotated[What, WORD]
    at: At
    freely: bool = False


@at(When.P5)
def establish(run: Run) -> None:
    """Sets up what was begun, if its fleet is still there, free to act, with its freighter or minelayer if that was to
    do it, and no enemy is there (EAW-11.0, EAW-11a, EAW-12.0, EAW-12b, EAW-13.0, EAW-13a); else it is lost.
    """
    for fleet in list(run.state.fleets.values()):
        if fleet.committed not in ("develop", "fortify") or fleet.place != "system":
            continue
        system = run.state.systems[fleet.at]
        what: What = "fortification" if fleet.committed == "fortify" else KINDS.get(system.planet, "mine")
        run.seat = fleet.owner
        refused = unfinished(run, fleet, what)
        if refused is not None:
            line = f"{'fortify' if what == 'fortification' else what} with fleet {fleet.number}"
            run.lost(fleet.owner, line, run.look.refusal(refused.code, refused.rule, why=refused.why))
        elif what == "fortification":
            run.tell(Fortified(fleet.at, Fort(fleet.owner, run.state.t)), fleet.owner)
        else:
            run.tell(Developed(fleet.at, Development(what, fleet.owner, run.state.t)), fleet.owner)
    run.seat = None


def unfinished(run: Run, fleet: Fleet, what: What) -> Refused | None:
    """Why what a fleet began does not stand at the end of the season."""
    state = run.state
    if fleet.trapped:
        return no(Code.E_TRAP, f"fleet {fleet.number} is trapped at {fleet.at}", "EAW-10h")
    if any(state.hostile(fleet.owner, one.owner) for one in state.standing(fleet.at)) or fleet.disengaged == state.t:
        return no(Code.E_ENEMY, f"an enemy is at {fleet.at}", "EAW-12.0")
    if fleet.freely and not run.world.has(state, fleet, HELPERS[what]):
        return no(Code.E_UNIT, f"no {HELPERS[what].replace('-', ' ')} is left in fleet {fleet.number}", "EAW-12b")
    held = standing(state, fleet.at, what)
    return no(Code.E_DEV, f"another {what} stands at {fleet.at}", "EAW-12.0") if held is not None else None
