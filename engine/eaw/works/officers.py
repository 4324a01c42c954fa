"""Legendary officers that a year of fights brings forth, and what they cost. EAW-2e.3 (who), EAW-2e.5 to EAW-2e.7;
who has lost his ship is kept for his price, or retires. EAW-27a.3.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, ClassVar

from msgspec.structs import replace
from pydantic import Field

from engine.declared.changes import Alters
from engine.eaw.data.pack import Code
from engine.eaw.data.units import OFFICERS, OfficerKind
from engine.eaw.figures import cost
from engine.eaw.look import ShipOf, Word
from engine.eaw.nouns import OWN_SHIP, Aboard
from engine.eaw.season.holdings import RetiredUnpaid, ShipsSet
from engine.eaw.season.plot import Plot
from engine.eaw.season.run import Run, When, at
from engine.eaw.state import NEVER, Officer, Ship, State
from engine.eaw.works.moving_goods import FLEETS
from engine.game import Fact, Seat
from engine.noun import Found
from engine.text.message import N_

ALL_KINDS = 2
"""The roll that, made again, gives one officer of every kind (register 7.2, G22.111)."""


def fought(run: Run, seats: Sequence[Seat]) -> list[Ship]:
    """The surviving ships of size class 2 to 4 that fought this year, of some empires, by name."""
    state = run.state
    found = [
        one for one in state.ships.values()
        if one.owner in seats and one.fought == state.year and run.world.of(state, one).sc <= 4
    ]  # fmt: skip
    return sorted(found, key=lambda one: one.id)


@at(When.YEAR_END)
def reward(run: Run) -> None:
    """One roll for each empire with a ship that fought, or one for the campaign (EAW-2e.5)."""
    if run.state.settings.lo_roll_scope == "campaign":
        lottery(run, run.state.living, None)
        return
    for seat in run.state.living:
        lottery(run, (seat,), seat)


def lottery(run: Run, seats: Sequence[Seat], hears: Seat | None) -> None:
    """2D6 on the table of officers; the ship is drawn of those that fought, with equal chances (EAW-2e.5)."""
    ships = fought(run, seats)
    if not ships:
        return
    label, kinds, rolled = f"officer of {hears or 'the campaign'}", list[OfficerKind](), 0
    table = {row.roll: row for row in run.world.pack.charts.officers}
    for turn in (1, 2):
        rolled = sum(run.hidden_die(f"{label}, roll {turn}, die {n}", hears) for n in (1, 2))
        row = table.get(rolled)
        if turn == 2 and rolled == ALL_KINDS:
            kinds = list(OFFICERS)
        elif row is not None:
            kinds.append(row.officer)
        if row is None or not row.again:
            break
    if kinds:
        ship = ships[run.hidden_die(f"{label}, ship", hears, len(ships)) - 1] if len(ships) > 1 else ships[0]
        for kind in dict.fromkeys(kinds):
            enlist(run, run.state.ships[ship.id], kind)


def enlist(run: Run, ship: Ship, kind: OfficerKind) -> None:
    """An officer comes aboard, and his price is due at once; what the treasury lacks is owed. A second of a kind on the
    same ship is lost, and nothing paid (EAW-2e.6, EAW-2e.7).
    """
    if any(one.kind == kind for one in ship.officers):
        return
    price = cost(run.world.officer_cost(run.state.settings, kind, ship.cbpv))
    paid = min(price, run.state.realms[ship.owner].treasury)
    run.pay(ship.owner, paid, "officers")
    run.tell(ShipsSet((replace(ship, officers=(*ship.officers, Officer(kind))),)), ship.owner)
    run.tell(OfficerCame(ship.owner, ship.id, kind, paid, price - paid), ship.owner)


class OfficerCame(Fact[State], frozen=True):
    """A legendary officer has distinguished himself on a ship: what was paid for him, and what is owed."""

    rule = "EAW-2e.6"
    says = N_("A legendary officer ({kind}) on {ship}: {paid:,} BPV are paid, {owed:,} owed.")
    makes = Alters("realms", "seat", lambda realm, fact: replace(realm, lo_debt=realm.lo_debt + fact.owed))
    seat: Seat
    ship: ShipOf
    kind: Word
    paid: int
    owed: int


class KeepOfficer(Plot):
    """Pay for an officer whose ship was lost, and who is aboard another for good."""

    path: ClassVar[str] = f"{FLEETS.path} keep-officer"
    line: ClassVar[str] = "keep {officer} of {ship}"
    slots: ClassVar[int] = 0
    ship: Annotated[str, OWN_SHIP] = Field(description="the ship he is on now", max_length=60)
    officer: Aboard = Field(description="which: captain, engineer")

    def perform(self, run: Run, found: Found) -> None:
        """His price on the new ship, once (EAW-27a.3). Refuses E-CREW, E-BPV."""
        ship = run.state.ships[found.ship.id]
        if all(one.kind != self.officer or one.owed == NEVER for one in ship.officers):
            run.decline(Code.E_CREW, f"{ship.name} has no {self.officer} whose price is owed", "EAW-27a.3")
        run.pay(ship.owner, cost(run.world.officer_cost(run.state.settings, self.officer, ship.cbpv)), "officers")
        paid = tuple(replace(one, owed=NEVER) if one.kind == self.officer else one for one in ship.officers)
        run.tell(ShipsSet((replace(ship, officers=paid),)), ship.owner)


@at(When.SITES, -10)
def retire(run: Run) -> None:
    """Officers who have lost their ships, and whose price nobody paid with the orders of the next season, retire before
    anything is fought (EAW-27a.3).
    """
    for ship in [one for one in run.state.ships.values() if one.officers]:
        left = tuple(one for one in ship.officers if one.owed == NEVER or one.owed == run.state.t)
        if left != ship.officers:
            run.tell(ShipsSet((replace(ship, officers=left),)), ship.owner)
            for officer in ship.officers:
                if officer not in left:
                    run.tell(RetiredUnpaid(officer.kind, ship.id), ship.owner)
