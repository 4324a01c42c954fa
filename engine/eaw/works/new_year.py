"""The turn of the year: income of mines and bases, free resupply; legendary officers that its fights bring forth, what
they cost, and who is kept for his price or retires when he has lost his ship.

EAW-2e.3 (who), EAW-2e.5 to EAW-2e.7, EAW-3, EAW-10i, EAW-12a.1, EAW-14.0.1 to EAW-14.0.3, EAW-27a.3, EAW-FR.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Annotated, ClassVar

from msgspec.structs import replace
from pydantic import Field

from engine.declared.changes import Alters, Sets
from engine.eaw.data.pack import Code
from engine.eaw.data.units import OFFICERS, OfficerKind
from engine.eaw.figures import cost, first_year, receipt
from engine.eaw.look import Look, ShipOf, ShipsOf, Word
from engine.eaw.nouns import OWN_SHIP, Aboard
from engine.eaw.season.holdings import RetiredUnpaid, ShipsSet
from engine.eaw.season.movement import disrupted
from engine.eaw.season.plot import PREFERENCES, UNFIT, Plot
from engine.eaw.season.run import Run, When, at
from engine.eaw.state import NEVER, Base, Officer, Ship, State, System
from engine.eaw.works.moving_goods import FLEETS
from engine.eaw.works.purchases import with_losses
from engine.game import Fact, Seat
from engine.look import Refused, no
from engine.noun import Found
from engine.text.message import N_, NN_, Text, said

MINE = 100
"""BPV of a developed mine in a year (EAW-3c.1)."""
FUTURE_PLANETS = {"colony": 40, "mine": 80, "dead": 22}
FUTURE_BASES = {"GSA": Fraction(6), "GMS": Fraction(10), "GSO": Fraction(13, 2)}
"""What was announced, for campaigns that have it in force (EAW-FR)."""
DISRUPTED = Fraction(1, 4)
"""What a site yields while an enemy is trapped there (EAW-10i.1)."""
PREFERENCES["fighters"] = ("replaced", "missing")
RESUPPLIED = NN_("{count} ship of yours is resupplied.", "{count} ships of yours are resupplied.", "count")
ALL_KINDS = 2
"""The roll that, made again, gives one officer of every kind (register 7.2, G22.111)."""


def supplied(state: State, system: str, seat: Seat) -> int | None:
    """Since when an empire's bases in a system have a working CPL: the season of the earliest of those that work; None
    without one (EAW-14.0.1, EAW-14.0.3, EAW-14.0.4).
    """
    there = [base for base in state.garrison(system, seat) if base.kind == "CPL" and base.state == "installed"]
    return min((base.installed for base in there), default=None)


def site(state: State, system: System, seat: Seat) -> str:
    """Planet at which an empire's bases in a system stand: a "life" or "mineral" planet that it has developed, a
    "dead" one; nothing, where bases earn nothing (EAW-14.0.1).
    """
    held = system.development
    if held is not None and held.owner == seat:
        return "life" if held.kind == "colony" else "mineral"
    return "dead" if system.planet == "dead" else ""


def mined(run: Run, seat: Seat, now: int) -> Fraction:
    """BPV of an empire's mines at the New Year before a season, each by the part of the year it has stood (EAW-12a.1,
    EAW-3c.1, EAW-FR), less where an enemy is trapped (EAW-10i.1).
    """
    state, total = run.state, Fraction(0)
    future = state.settings.future_base_values
    for system in state.systems.values():
        held = system.development
        if held is None or held.owner != seat:
            continue
        worth = FUTURE_PLANETS[held.kind] if future else MINE if held.kind == "mine" else 0
        part = Fraction(first_year(held.t, now), 100)
        total += worth * part * (DISRUPTED if disrupted(state, system.id, seat) else 1)
    return total


def earned(run: Run, seat: Seat, now: int) -> Fraction:
    """BPV of an empire's bases at the New Year before a season: those that fit the planet, with a CPL, from the later
    of both (EAW-14.0.1, EAW-14.0.2, EAW-14.0.3), less where an enemy is trapped (EAW-10i.1).
    """
    state, total = run.state, Fraction(0)
    future = state.settings.future_base_values
    for system in state.systems.values():
        since, planet = supplied(state, system.id, seat), site(state, system, seat)
        if since is None or not planet:
            continue
        yields = DISRUPTED if disrupted(state, system.id, seat) else Fraction(1)
        if future and planet == "dead":
            total += FUTURE_PLANETS["dead"] * Fraction(first_year(since, now), 100) * yields
        for base in state.garrison(system.id, seat):
            if base.state == "installed" and run.world.pack.bases[base.kind].at == planet:
                total += worth(run, base) * Fraction(first_year(max(base.installed, since), now), 100) * yields
    return total


def worth(run: Run, base: Base) -> Fraction:
    """BPV that a base yields in a full year (EAW-14.0.1, EAW-FR)."""
    if run.state.settings.future_base_values and base.kind in FUTURE_BASES:
        return FUTURE_BASES[base.kind]
    return Fraction(run.world.pack.bases[base.kind].income)


def pay_income(run: Run, now: int) -> None:
    """Each empire's mines and bases, rounded down together; what it owes for officers is taken from it first (1.5,
    EAW-3.0.1, EAW-3c.1, EAW-2e.6).
    """
    for seat in run.state.living:
        mines, bases = mined(run, seat, now), earned(run, seat, now)
        run.receive(seat, receipt(mines), "mines")
        run.receive(seat, receipt(mines + bases) - receipt(mines), "bases")
        if owed := min(run.state.realms[seat].lo_debt, receipt(mines + bases)):
            run.pay(seat, owed, "officers")
            run.tell(DebtPaid(seat, owed), seat)


@at(When.NEW_YEAR, 10)
def income(run: Run) -> None:
    """Pays in what a year has brought (EAW-3.0.1)."""
    pay_income(run, run.state.t + 1)


@at(When.OPENED, -10)
def first_income(run: Run) -> None:
    """The first New Year pays nothing, unless the campaign says that it does (EAW-2.0)."""
    if run.state.t == 0 and run.state.settings.first_new_year_income:
        pay_income(run, 0)


class DebtPaid(Fact[State], frozen=True):
    """An empire's debt for officers is less (EAW-2e.6)."""

    silent = "the ledger of the season tells it"
    makes = Alters("realms", "seat", lambda realm, fact: replace(realm, lo_debt=realm.lo_debt - fact.amount))
    seat: Seat
    amount: int


@at(When.NEW_YEAR, 30)
def resupply(run: Run) -> None:
    """All ships of an empire with a dock have their expendables back, their HET bonus and what they may repair
    themselves; not those in trapped fleets nor captives, and neither fighters nor officers (EAW-3b.1, EAW-3b.2,
    EAW-3b.3, EAW-3b.4, EAW-15a.2, EAW-10h, EAW-22g).
    """
    for seat, ships in reached(run.state):
        if spent := [one for one in ships if one.used or one.het or (one.repairs, one.boxes_left) != (None, None)]:
            run.tell(Replenished(tuple(ship.id for ship in spent)), seat)


def reached(state: State) -> Iterator[tuple[Seat, list[Ship]]]:
    """The ships that New Year's resupply reaches, by empire: not of one without a dock, neither trapped nor captives
    (EAW-3b.1, EAW-10h, EAW-15a.2).
    """
    for seat in state.living:
        if any(dock.owner == seat and dock.inspected for dock in state.docks.values()):
            free = {fleet.id for fleet in state.fleets.values() if fleet.owner == seat and not fleet.trapped}
            yield seat, [ship for ship in state.ships.values() if ship.fleet in free and ship.inspected]


def elsewhere(look: Look) -> Refused | None:
    """Refuses E-FAC an empire that replaces no fighters then: its race does so at docks and colonies (EAW-2f.2)."""
    race = look.world.pack.races[look.known.empires[look.own].race]
    why = said(N_("The {race} replace fighters at a dock or colony alone."), race=race.name)
    return None if race.fighters_at_new_year else no(Code.E_FAC, why, "EAW-2f.2")


UNFIT["fighters"] = elsewhere


@at(When.NEW_YEAR, 40)
def replace_fighters(run: Run) -> None:
    """Ships of a race that may do so have their lost fighters again, as far as the treasury goes, where their empire
    prefers it (EAW-2f.2).
    """
    for seat, ships in reached(run.state):
        race = run.world.pack.races[run.state.empires[seat].race]
        if not race.fighters_at_new_year or run.state.realms[seat].preferences.get("fighters") != "replaced":
            continue
        fresh, total = list[Ship](), Fraction(0)
        for ship in sorted(ships, key=lambda ship: ship.id):
            whole, price = with_losses(run, ship)
            if ship.lost and cost(total + price) <= run.state.realms[seat].treasury:
                fresh.append(whole)
                total += price
        if fresh:
            run.pay(seat, cost(total), "fighters")
            run.tell(ShipsSet(tuple(fresh)), seat)
            run.tell(FightersReplaced(tuple(ship.id for ship in fresh)), seat)


class FightersReplaced(Fact[State], frozen=True):
    """Ships have the fighters again that they had lost (EAW-2f.2)."""

    rule = "EAW-2f.2"
    says = N_("All fighters of {ships} are replaced.")
    ships: ShipsOf


class Replenished(Fact[State], frozen=True):
    """Ships have their expendables, HET bonus and capacity for repairs again (EAW-3b.1)."""

    rule = "EAW-3b.1"
    makes = Sets("ships", "ships", used={}, het=0, repairs=None, boxes_left=None)
    ships: ShipsOf

    def words(self, look: object) -> Text:
        return RESUPPLIED(count=len(self.ships))


def fought(run: Run, seats: Sequence[Seat]) -> list[Ship]:
    """The surviving ships of size class 2 to 4 that fought this year, of some empires, by name."""
    state = run.state
    found = [ship for ship in state.ships.values() if ship.owner in seats and ship.fought == state.year]
    return sorted((ship for ship in found if run.world.of(state, ship).sc <= 4), key=lambda ship: ship.id)


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
    if any(officer.kind == kind for officer in ship.officers):
        return
    price = cost(run.world.officer_cost(run.state.settings, kind, ship.cbpv))
    paid = min(price, run.state.realms[ship.owner].treasury)
    run.pay(ship.owner, paid, "officers")
    run.tell(ShipsSet((replace(ship, officers=(*ship.officers, Officer(kind))),)), ship.owner)
    run.tell(OfficerCame(ship.owner, ship.id, kind, paid, price - paid), ship.owner)


class OfficerCame(Fact[State], frozen=True):
    """A legendary officer has distinguished himself on a ship: what was paid for him, and what is owed."""

    rule = "EAW-2e.6"
    says = N_("For a legendary officer ({kind}) on {ship} {paid:,} BPV are paid, and {owed:,} are owed.")
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
        if all(officer.kind != self.officer or officer.owed == NEVER for officer in ship.officers):
            why = N_("{ship} has no {officer} whose price is owed.")
            run.decline(Code.E_CREW, why, "EAW-27a.3", ship=ship.name, officer=self.officer)
        run.pay(ship.owner, cost(run.world.officer_cost(run.state.settings, self.officer, ship.cbpv)), "officers")
        paid = tuple(replace(one, owed=NEVER) if one.kind == self.officer else one for one in ship.officers)
        run.tell(ShipsSet((replace(ship, officers=paid),)), ship.owner)


@at(When.SITES, -10)
def retire(run: Run) -> None:
    """Officers who have lost their ships, and whose price nobody paid with the orders of the next season, retire before
    anything is fought (EAW-27a.3).
    """
    for ship in [ship for ship in run.state.ships.values() if ship.officers]:
        left = tuple(officer for officer in ship.officers if officer.owed == NEVER or officer.owed == run.state.t)
        if left != ship.officers:
            run.tell(ShipsSet((replace(ship, officers=left),)), ship.owner)
            for officer in [officer for officer in ship.officers if officer not in left]:
                run.tell(RetiredUnpaid(officer.kind, ship.id), ship.owner)
