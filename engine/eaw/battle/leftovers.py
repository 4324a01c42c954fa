"""Leftovers of a battle: fighters that have lost their ships, officers aboard other ones. EAW-27."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from msgspec.structs import replace

from engine.declared.changes import Alters
from engine.eaw.battle.positions import there
from engine.eaw.look import At, Look, ShipOf, Word
from engine.eaw.season.holdings import ShipsSet
from engine.eaw.season.run import Run
from engine.eaw.state import Battle, Filing, Officer, Ship, State, with_system, without_battles
from engine.game import Fact, Seat
from engine.text.message import N_, Text, listed, term

LOST_WITH_ALL = ("destroyed", "captured")
"""Fates of a unit that leave nobody of its crew aboard."""


# Fighters


Adrifts = Mapping[Seat, Mapping[str, int]]
"""Fighters and the like by their side, with their numbers."""
COUNT = N_("{count} {kind} of {seat}")


def leave_flying(run: Run, battle: Battle, filing: Filing) -> None:
    """Fighters and the like whose ships are gone stay at the site until its last battle is over (EAW-27.0)."""
    adrift = dict[Seat, dict[str, int]]()
    for force in battle.forces:
        count = Counter[str]()
        for unit in force.units:
            count.update(filing.fates[unit.mark].adrift)
        if any(count.values()):
            adrift[force.seat] = dict(count)
    if adrift:
        run.proclaim(Adrift(battle.site, adrift))


def flying_words(look: Look, adrift: Adrifts) -> Text:
    """Words for what flies at a site without a ship."""
    every = ((look.name(seat), units) for seat, units in adrift.items())
    told = (COUNT(count=n, kind=term(kind), seat=seat) for seat, units in every for kind, n in units.items())
    return N_("[Without a ship fly {units}.]")(units=listed(told))


class Adrift(Fact[State], frozen=True):
    """Fighters and the like fly on at a site that have lost their ships."""

    rule = "EAW-27.0"
    makes = Alters("sites", "site", lambda site, fact: replace(site, adrift=both(site.adrift, fact.units)))
    site: str
    units: Mapping[Seat, Mapping[str, int]]

    def words(self, look: Look) -> Text:
        return flying_words(look, self.units)


def both(first: Adrifts, second: Adrifts) -> dict[Seat, dict[str, int]]:
    """Fighters and the like of each side, added up."""
    seats = dict.fromkeys((*first, *second))
    return {seat: dict(Counter(first.get(seat, {})) + Counter(second.get(seat, {}))) for seat in seats}


def room(run: Run, ship: Ship, kind: str) -> int:
    """Room of a ship for more fighters of a kind, or fast patrol ships."""
    design, attrition = run.world.of(run.state, ship), run.world.pack.attrition
    aboard = sum(n for one, n in ship.attrition.items() if one in attrition and attrition[one].pf == attrition[kind].pf)
    return max(0, (design.pfs if attrition[kind].pf else design.fighters) - aboard)


def close_site(run: Run, id: str) -> None:
    """A site is closed: ships that are left there take up what flies, as far as they have room; the rest is lost
    (EAW-27.0). Whoever closes one calls `go_on` in the end.
    """
    site = run.state.sites[id]
    for seat, units in site.adrift.items():
        fleets = there(run.state, site, seat)[0]
        ships = {ship.id: ship for fleet in fleets for ship in run.state.crew(fleet.id) if ship.inspected}
        taken, rest = Counter[str](), Counter(units)
        for kind in units:
            for ship in ships.values():
                count = min(rest[kind], room(run, ship, kind))
                missing = {**ship.lost, kind: max(0, ship.lost.get(kind, 0) - count)}
                lost = {one: number for one, number in missing.items() if number}
                aboard = {**ship.attrition, kind: ship.attrition.get(kind, 0) + count} if count else ship.attrition
                ships[ship.id] = replace(ship, attrition=aboard, lost=lost)
                taken[kind] += count
                rest[kind] -= count
        if changed := tuple(ship for ship in ships.values() if ship != run.state.ships[ship.id]):
            run.tell(ShipsSet(changed), seat)
        run.tell(Collected(site.at or site.lane, sum(taken.values()), sum(rest.values())), seat)
    run.proclaim(SiteClosed(id))


class SiteClosed(Fact[State], frozen=True):
    """A site is closed: no more is fought there this season; when the last is, the resolution begins."""

    silent = "the reports of its battles tell how it ended"
    id: str

    def evolve(self, state: State) -> State:
        site = state.sites.get(self.id)
        left = replace(state, sites={id: other for id, other in state.sites.items() if id != self.id})
        left = without_battles(left, {id for id, battle in state.battles.items() if battle.site == self.id})
        return with_system(left, site.at, stalemate=()) if site is not None else left


class Collected(Fact[State], frozen=True):
    """Fighters that had lost their ships are taken up by others, or lost for want of room (EAW-27.0)."""

    rule = "EAW-27.0"
    says = N_("Of fighters without a ship {taken} are taken up at {at}, and {lost} are lost for want of room.")
    at: At
    taken: int
    lost: int


# Officers


def gone_over(state: State, battle: Battle, side: int, filing: Filing) -> dict[str, tuple[Officer, ...]]:
    """Officers who end on another ship of a side, by its mark: whose own ship is lost, for good; their price there is
    owed. Whose ship survives returns to it (EAW-27a.1, EAW-27a.3).
    """
    found: dict[str, tuple[Officer, ...]] = {}
    for unit in battle.forces[side].units:
        fate, ship = filing.fates[unit.mark], state.ships.get(unit.id)
        if ship is None or fate.fate not in LOST_WITH_ALL:
            continue
        had: dict[str, Officer] = {officer.kind: officer for officer in ship.officers}
        for kind, to in fate.moved.items():
            if kind in had:
                found[to] = (*found.get(to, ()), replace(had[kind], owed=state.t))
    return found


def crewed(ship: Ship, came: tuple[Officer, ...], died: frozenset[str]) -> Ship:
    """A ship with officers who came over, less who died elsewhere; a second of a kind is lost (EAW-2e.7, EAW-27a.3)."""
    stay = tuple(officer for officer in ship.officers if officer.kind not in died)
    more = {officer.kind: officer for officer in came if all(had.kind != officer.kind for had in stay)}
    return replace(ship, officers=(*stay, *more.values()))


def died_elsewhere(filing: Filing, mark: str) -> frozenset[str]:
    """The officers of a unit who moved to one that was lost (EAW-27a.2)."""
    return frozenset(kind for kind, to in filing.fates[mark].moved.items() if filing.fates[to].fate in LOST_WITH_ALL)


class Stranded(Fact[State], frozen=True):
    """An officer has lost his ship, and is aboard another for good (EAW-27a.3)."""

    rule = "EAW-27a.3"
    says = N_("Your {kind} is on {ship} for good. Pay {price:,} BPV there with `keep` next season, or he retires.")
    kind: Word
    ship: ShipOf
    price: int
