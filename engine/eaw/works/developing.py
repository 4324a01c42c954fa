"""Mines, colonies, fortifications and webs: who may build them where, what stands at the end of the season, and how
enemies bring them down: sieges, release, the loss of mines and colonies.

EAW-10 to EAW-13, EAW-14b, EAW-18, EAW-31, EAW-33.1, EAW-33.2, EAW-33.4; 1.4 steps P3 to P5.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, ClassVar

from msgspec.structs import replace
from pydantic import Field

from engine.book import Group
from engine.declared.changes import Alters
from engine.declared.sentences import either
from engine.eaw.data.pack import Code
from engine.eaw.data.units import Flag
from engine.eaw.look import PART, WORD, At
from engine.eaw.nouns import OWN_FLEET
from engine.eaw.season.holdings import ContactLost, Developed, DevelopmentGone, FortGone, Fortified
from engine.eaw.season.movement import staying
from engine.eaw.season.plot import OfFleet, Plot
from engine.eaw.season.run import Run, When, at
from engine.eaw.state import NEVER, Development, Fleet, Fort, Planet, Realm, Siege, State, System, Web, with_fleets
from engine.eaw.world import AIMS, HELPERS, KINDS, What
from engine.game import Fact, Seat
from engine.look import Refused, no
from engine.noun import Found
from engine.text.message import N_, T_

LAND = Group("eaw-land", "Empires at War: mines, colonies, fortifications and bases")
PLANETS: dict[What, Planet] = {what: planet for planet, what in KINDS.items()}
"""The planet that a development needs; a fortification stands at any (EAW-18.0, EAW-18a, EAW-18b, EAW-18c)."""
SIEGE_SUCCEEDS = 7
"""What 2D6 must give (EAW-10c)."""
SECOND = 2
"""Fleets of one empire that bring a fortification down by entering it (EAW-10b)."""


def standing(state: State, system: str, what: What) -> Development | Fort | None:
    """Something of a kind in a system, as far as it is known."""
    return state.systems[system].fort if what == "fortification" else state.systems[system].development


def there_already(run: Run, fleet: Fleet, what: What) -> Refused | None:
    """Refuses E-DEV one more of a kind where none fits, as far as the fleet's owner knows: it is his, another fleet of
    his is at it, or he saw it from one lane away last season (EAW-12.0, EAW-11.0).
    """
    state, aim, rule = run.state, AIMS[what], "EAW-11.0" if what == "fortification" else "EAW-12.0"
    held = standing(state, fleet.at, what)
    if held is not None and held.owner == fleet.owner:
        return no(Code.E_DEV, N_("A {what} of yours stands at {at}."), rule, what=what, at=fleet.at)
    for other in state.fleets_at(fleet.at, fleet.owner):
        if other.committed == aim and other.id != fleet.id:
            return no(Code.E_DEV, N_("Fleet {other} builds one at {at}."), rule, other=other.number, at=fleet.at)
    seen = run.look.knows(fleet.at).vision
    if seen is not None and seen.t == state.t - 1 and (seen.fortified if aim == "fortify" else seen.developed):
        return no(Code.E_DEV, N_("Your fleets saw one at {at} last season."), rule, at=fleet.at)
    return None


def hostile(run: Run, system: str) -> Refused | None:
    """Refuses E-ENEMY what enemies keep from a system, as far as is known: contact was lost there last season, or both
    were left there by a stalemate.
    """
    lost, stayed = run.look.knows(system).lost, set(run.state.systems[system].stalemate) - {run.seat}
    known = lost >= run.state.t - 1 or stayed
    return no(Code.E_ENEMY, N_("An enemy is known to be at {system}."), "EAW-11.0", system=system) if known else None


def unknown_system(run: Run, system: str) -> Refused | None:
    """Refuses a system that its builder has not discovered in an earlier season (EAW-33.2)."""
    unknown = run.look.knows(system).planet == "unknown"
    return no(Code.E_NEW, N_("You do not know the planet of {system}."), "EAW-33.2", system=system) if unknown else None


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
        run.tell(Committed(fleet.id, fleet.number, self.what, fleet.at, self.price(run, found) == 0), fleet.owner)

    def hindrances(self, run: Run, fleet: Fleet) -> Iterator[Refused | None]:
        """Hindrances of the fleet, in the order in which the register names it (EAW-14b, EAW-18.0, EAW-18a)."""
        wanted, planet = PLANETS.get(self.what), run.look.knows(fleet.at).planet
        if wanted is not None and planet not in (wanted, "unknown"):
            why = N_("A {what} needs a {wanted} planet, and {at} has a {planet} one.")
            yield no(Code.E_PLANET, why, "EAW-18.0", what=self.what, wanted=wanted, at=fleet.at, planet=planet)
        yield there_already(run, fleet, self.what)
        yield unknown_system(run, fleet.at)
        yield staying(fleet, "EAW-14b")
        yield None if run.real else hostile(run, fleet.at)
        if not any(ship.inspected for ship in run.state.crew(fleet.id)):
            yield no(Code.E_INSP, N_("Fleet {fleet} has captured ships alone."), "EAW-9b.1", fleet=fleet.number)


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
        if (refused := unfinished(run, fleet, what)) is not None:
            line = f"{'fortify' if what == 'fortification' else what} with fleet {fleet.number}"
            run.lost(fleet.owner, line, run.look.refusal(refused.code, refused.rule, why=refused.why))
        elif what == "fortification":
            run.tell(Fortified(fleet.at, Fort(fleet.owner, run.state.t)), fleet.owner)
        else:
            run.tell(Developed(fleet.at, Development(what, fleet.owner, run.state.t)), fleet.owner)
    run.seat = None


def unfinished(run: Run, fleet: Fleet, what: What) -> Refused | None:
    """Refuses at the end of the season what a fleet began in vain."""
    state = run.state
    if fleet.trapped:
        return no(Code.E_TRAP, N_("Fleet {fleet} is trapped at {at}."), "EAW-10h", fleet=fleet.number, at=fleet.at)
    if any(state.hostile(fleet.owner, one.owner) for one in state.standing(fleet.at)) or fleet.disengaged == state.t:
        return no(Code.E_ENEMY, N_("An enemy is at {at}."), "EAW-12.0", at=fleet.at)
    if fleet.freely and not run.world.has(state, fleet, HELPERS[what]):
        why = N_("No {what} is left in fleet {fleet}.")
        return no(Code.E_UNIT, why, "EAW-12b", what=HELPERS[what].replace("-", " "), fleet=fleet.number)
    if standing(state, fleet.at, what) is None:
        return None
    return no(Code.E_DEV, N_("Another {what} stands at {at}."), "EAW-12.0", what=what, at=fleet.at)


class LayWeb(OfFleet):
    """Have a fleet lay layers of web in its system."""

    path: ClassVar[str] = "eaw web"
    line: ClassVar[str] = "web {layers} layers with fleet {fleet}[ at strength {strength}]"
    layers: int = Field(description="how many", ge=1, le=6, examples=[3])
    strength: str = Field("", description="the strength status of your choice", max_length=20)

    def perform(self, run: Run, found: Found) -> None:
        """Several layers in one season for one movement point, each at its price (EAW-31.0.1). Refuses E-RACE, E-UNIT,
        E-BPV; E-ID while the campaign has no price for them.
        """
        fleet, settings = run.fleet(found.fleet.id), run.state.settings
        race = run.state.empires[fleet.owner].race
        if not run.world.pack.races[race].webs:
            run.decline(Code.E_RACE, N_("The {race} lays no webs."), "EAW-31.0.1", race=race)
        if not run.world.has(run.state, fleet, Flag.WEB):
            run.decline(Code.E_UNIT, N_("No ship of fleet {fleet} can lay webs."), "EAW-31.0.1", fleet=fleet.number)
        if not settings.web_cost:
            run.decline(Code.E_ID, T_("The campaign has no price of webs; a moderator sets web-cost."), "EAW-31.0.1")
        run.pay(fleet.owner, self.layers * settings.web_cost, "webs")
        layers = sum((web.layers for web in run.state.systems[fleet.at].webs if web.owner == fleet.owner), self.layers)
        run.tell(WebLaid(fleet.at, Web(fleet.owner, layers, self.strength, run.state.t)), fleet.owner)


class WebLaid(Fact[State], frozen=True):
    """An empire's web in a system has so many layers; none: it is gone (EAW-31.0.2)."""

    rule = "EAW-31.0.1"
    says = either(
        lambda fact: fact.web.layers == 1,
        N_("Your web at {system} has 1 layer."),
        N_("Your web at {system} has {web:layers} layers."),
    )
    makes = Alters("systems", "system", lambda there, fact: replace(there, webs=woven(there.webs, fact.web)))
    system: At
    web: Annotated[Web, PART]


def woven(webs: Iterable[Web], web: Web) -> tuple[Web, ...]:
    """Webs of a system with one in the place of its owner's; one of no layers is none."""
    return (*(other for other in webs if other.owner != web.owner), *((web,) if web.layers else ()))


@at(When.OPENED, 30)
def keep(run: Run) -> None:
    """Each further season every layer costs its price again, while a fleet with a web ship stays; else, or where the
    treasury lacks it, the web is gone (EAW-31.0.2).
    """
    for system in list(run.state.systems.values()):
        for web in system.webs:
            there = run.state.standing(system.id, web.owner)
            price = web.layers * run.state.settings.web_cost
            kept = any(run.world.has(run.state, fleet, Flag.WEB) for fleet in there)
            if kept and price <= run.state.realms[web.owner].treasury:
                run.pay(web.owner, price, "webs")
            else:
                run.tell(WebLaid(system.id, Web(web.owner, 0)), web.owner)


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
        t, siege = run.state.t, run.look.mine.sieges.get(fleet.at, Siege())
        if not fleet.trapped:
            run.decline(Code.E_SIEGE, N_("Fleet {fleet} is not trapped."), "EAW-10c", fleet=fleet.number)
        if fleet.trapped_since >= t:
            run.decline(Code.E_SIEGE, N_("Fleet {fleet} was trapped this season."), "EAW-10c", fleet=fleet.number)
        if siege.tried == t:
            run.decline(Code.E_SIEGE, N_("The fortification at {at} was besieged this season."), "EAW-10c", at=fleet.at)
        if siege.won:
            why = N_("The siege of {at} has succeeded, its garrison holds out.")
            run.decline(Code.E_SIEGE, why, "EAW-10c", at=fleet.at)
        label = f"siege of {fleet.at} by {fleet.owner}"
        roll = sum(run.hidden_die(f"{label}, die {n}", fleet.owner) for n in (1, 2)) if run.real else 0
        run.tell(SiegeLaid(fleet.owner, fleet.at, t, roll, roll == SIEGE_SUCCEEDS), fleet.owner)


class SiegeLaid(Fact[State], frozen=True):
    """An empire besieges the fortification that holds its fleets: the roll (0 where none was made), and the outcome."""

    rule = "EAW-10c"
    says = either(
        "won",
        N_("The siege of {at} succeeds with {roll} on 2D6."),
        N_("The siege of {at} fails with {roll} on 2D6, where 7 was needed."),
    )
    makes = Alters("realms", "seat", lambda realm, fact: fact.made(realm))
    seat: Seat
    at: At
    t: int
    roll: int
    won: bool

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
    for system, fort in [(system, system.fort) for system in run.state.systems.values() if system.fort is not None]:
        enemies = [seat for seat in run.state.living if run.state.hostile(fort.owner, seat)]
        if any(brought_down(run, system, fort.owner, seat) for seat in enemies):
            run.tell(FortGone(system.id), fort.owner)
            for seat in enemies:
                if any(fleet.trapped == system.id for fleet in run.state.fleets.values() if fleet.owner == seat):
                    run.tell(Released(seat, system.id), seat)
        for seat in enemies:
            if not run.state.standing(system.id, seat) and system.id in run.state.realms[seat].sieges:
                run.tell(SiegeOver(seat, system.id), seat)


def over(realm: Realm, fact: Released | SiegeOver) -> Realm:
    """A realm without the siege of a system."""
    return replace(realm, sieges={at: siege for at, siege in realm.sieges.items() if at != fact.at})


ENDS = Alters("realms", "seat", over)


class Released(Fact[State], frozen=True):
    """The fortification that held an empire's fleets is destroyed (EAW-10e.1)."""

    rule = "EAW-10e.1"
    says = N_("The fortification at {at} is destroyed, and your fleets there are free.")
    seat: Seat
    at: At

    def evolve(self, state: State) -> State:
        held = [fleet.id for fleet in state.fleets.values() if fleet.owner == self.seat and fleet.trapped == self.at]
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
        enemies = [fleet for fleet in run.state.standing(system.id) if run.state.hostile(held.owner, fleet.owner)]
        fort = system.fort
        guarded = fort is not None and any(run.state.hostile(fort.owner, enemy.owner) for enemy in enemies)
        if not enemies or guarded or run.state.garrison(system.id, held.owner):
            continue
        captor = next((enemy.owner for enemy in enemies if run.world.has(run.state, enemy, Flag.COMMANDO)), None)
        run.tell(DevelopmentGone(system.id), held.owner)
        if captor is not None:
            run.tell(Developed(system.id, Development(held.kind, captor, run.state.t)), captor)


@at(When.P4, 10)
def lose_contact(run: Run) -> None:
    """Loses contact for whoever has a fortification where an enemy is trapped and nobody defends it (EAW-33.4)."""
    trapped = {fleet.trapped for fleet in run.state.fleets.values()}
    for system, fort in [(system, system.fort) for system in run.state.systems.values() if system.fort is not None]:
        if system.id in trapped and fort.owner not in run.state.present(system.id):
            run.tell(ContactLost(fort.owner, system.id, run.state.t), fort.owner)
