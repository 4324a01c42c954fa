"""Enemies at a fortification and at what it guards: sieges, release, the loss of mines and colonies.

EAW-10, EAW-12a.3, EAW-13c.2, EAW-33.4; 1.4 steps P3 and P4.
"""

from __future__ import annotations

from typing import Annotated, ClassVar

from msgspec.structs import replace
from pydantic import Field

from engine.declared.changes import Alters
from engine.eaw.data.pack import Code
from engine.eaw.data.units import Flag
from engine.eaw.look import At
from engine.eaw.nouns import OWN_FLEET
from engine.eaw.season.holdings import ContactLost, Developed, DevelopmentGone, FortGone
from engine.eaw.season.plot import Plot
from engine.eaw.season.run import Run, When, at
from engine.eaw.state import NEVER, Development, Fleet, Realm, Siege, State, System, with_fleets
from engine.game import Fact, Seat
from engine.noun import Found
from engine.text.message import N_, T_, Shown

SIEGE_SUCCEEDS = 7
"""What 2D6 must give (EAW-10c)."""
SECOND = 2
"""Fleets of one empire that bring a fortification down by entering it (EAW-10b)."""


class Besiege(Plot):
    """Have a trapped fleet besiege the fortification that holds it."""

    path: ClassVar[str] = "eaw siege"
    line: ClassVar[str] = "siege with fleet {fleet}"
    trapped: ClassVar[bool] = True
    fleet: Annotated[str, OWN_FLEET] = Field(description="the trapped fleet's number", max_length=20)

    def perform(self, run: Run, found: Found) -> None:
        """From the season after it was trapped, once for each fortification in a season: 2D6 give 7, and it falls when
        the season's battles are over and no garrison is left (EAW-10c, EAW-10h). Refuses E-SIEGE.
        """
        fleet: Fleet = run.fleet(found.fleet.id)
        t, siege = run.state.t, run.mine.sieges.get(fleet.at, Siege())
        if not fleet.trapped:
            run.decline(Code.E_SIEGE, f"fleet {fleet.number} is not trapped", "EAW-10c")
        if fleet.trapped_since >= t:
            run.decline(Code.E_SIEGE, f"fleet {fleet.number} was trapped this season", "EAW-10c")
        if siege.tried == t:
            run.decline(Code.E_SIEGE, f"the fortification at {fleet.at} was besieged this season", "EAW-10c")
        if siege.won:
            run.decline(Code.E_SIEGE, f"the siege of {fleet.at} has succeeded, its garrison holds out", "EAW-10c")
        label = f"siege of {fleet.at} by {fleet.owner}"
        roll = sum(run.hidden_die(f"{label}, die {n}", fleet.owner) for n in (1, 2)) if run.real else 0
        run.tell(SiegeLaid(fleet.owner, fleet.at, t, roll, roll == SIEGE_SUCCEEDS), fleet.owner)


SUCCEEDS, FAILS = T_("which succeeds"), T_("and 7 was needed")
Won = Annotated[bool, Shown[bool](lambda look, won, form: SUCCEEDS if won else FAILS)]


class SiegeLaid(Fact[State], frozen=True):
    """An empire besieges the fortification that holds its fleets: the roll (0 where none was made), and the outcome."""

    rule = "EAW-10c"
    says = N_("The siege of {at}: 2D6 give {roll}, {won}.")
    makes = Alters("realms", "seat", lambda realm, fact: fact.made(realm))
    seat: Seat
    at: At
    t: int
    roll: int
    won: Won

    def made(self, realm: Realm) -> Realm:
        """Its empire's realm with it."""
        siege = replace(realm.sieges.get(self.at, Siege()), tried=self.t, won=self.won)
        return replace(realm, sieges={**realm.sieges, self.at: siege})


def brought_down(run: Run, system: System, owner: Seat, seat: Seat) -> bool:
    """True if an empire brings down the fortification of a system: it stands there, no garrison of its owner is left
    (EAW-10e.2), and a second fleet has entered (EAW-10b), a siege has succeeded (EAW-10c), or a minesweeper is there
    (EAW-10d).
    """
    there = run.state.standing(system.id, seat)
    if not there or run.state.garrison(system.id, owner):
        return False
    siege = run.state.realms[seat].sieges.get(system.id, Siege())
    swept = any(run.world.has(run.state, fleet, Flag.MINESWEEPER) for fleet in there)
    return swept or siege.won or len(siege.entered) >= SECOND


@at(When.P3)
def release(run: Run) -> None:
    """Fortifications fall that enemies bring down; all who were trapped there are free from the next season
    (EAW-10b, EAW-10d, EAW-10e.1). What an empire did about one from which it is gone counts no more.
    """
    for system, fort in [(one, one.fort) for one in run.state.systems.values() if one.fort is not None]:
        enemies = [seat for seat in run.state.living if run.state.hostile(fort.owner, seat)]
        if any(brought_down(run, system, fort.owner, seat) for seat in enemies):
            run.tell(FortGone(system.id), fort.owner)
            for seat in enemies:
                if any(one.trapped == system.id for one in run.state.fleets.values() if one.owner == seat):
                    run.tell(Released(seat, system.id), seat)
        for seat in enemies:
            if not run.state.standing(system.id, seat) and system.id in run.state.realms[seat].sieges:
                run.tell(SiegeOver(seat, system.id), seat)


def over(realm: Realm, fact: Released | SiegeOver) -> Realm:
    """A realm without the siege of a system."""
    return replace(realm, sieges={at: one for at, one in realm.sieges.items() if at != fact.at})


ENDS = Alters("realms", "seat", over)


class Released(Fact[State], frozen=True):
    """The fortification that held an empire's fleets is destroyed (EAW-10e.1)."""

    rule = "EAW-10e.1"
    says = N_("The fortification at {at} is destroyed: your fleets there are free.")
    seat: Seat
    at: At

    def evolve(self, state: State) -> State:
        held = [one.id for one in state.fleets.values() if one.owner == self.seat and one.trapped == self.at]
        return with_fleets(ENDS.made(state, self), held, trapped="", trapped_since=NEVER)


class SiegeOver(Fact[State], frozen=True):
    """An empire has no fleet left at an enemy fortification: what it did about it counts no more."""

    silent = "its fleets are gone from there, which it was told"
    makes = ENDS
    seat: Seat
    at: str


@at(When.P4)
def lose(run: Run) -> None:
    """Takes a mine or colony where enemy ships are, and neither a fortification nor a garrison of the owner: it is
    captured if a commando ship is among them, else destroyed (EAW-10f.1, EAW-10f.2, EAW-12a.3, EAW-13c.2); who loses
    contact is told no name (EAW-33.4).
    """
    for system, held in [(one, one.development) for one in run.state.systems.values() if one.development is not None]:
        enemies = [one for one in run.state.standing(system.id) if run.state.hostile(held.owner, one.owner)]
        fort = system.fort
        guarded = fort is not None and any(run.state.hostile(fort.owner, one.owner) for one in enemies)
        if not enemies or guarded or run.state.garrison(system.id, held.owner):
            continue
        captor = next((one.owner for one in enemies if run.world.has(run.state, one, Flag.COMMANDO)), None)
        run.tell(DevelopmentGone(system.id), held.owner)
        if captor is not None:
            run.tell(Developed(system.id, Development(held.kind, captor, run.state.t)), captor)


@at(When.P4, 10)
def lose_contact(run: Run) -> None:
    """Who has a fortification where an enemy is trapped and nobody defends it loses contact (EAW-33.4)."""
    trapped = {one.trapped for one in run.state.fleets.values()}
    for system, fort in [(one, one.fort) for one in run.state.systems.values() if one.fort is not None]:
        if system.id in trapped and fort.owner not in run.state.present(system.id):
            run.tell(ContactLost(fort.owner, system.id, run.state.t), fort.owner)
