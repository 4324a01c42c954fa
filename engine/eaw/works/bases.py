"""Docks and bases: docks are placed, move alone or towed, are inspected and scrapped; bases are bought at a dock into a
cargo ship, carried, set down, installed, repaired.

EAW-7b.4, EAW-9a, EAW-9b.2, EAW-14, EAW-15a, EAW-15e to EAW-15g.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Annotated, ClassVar

import msgspec
from msgspec.structs import replace
from pydantic import Field

from engine.declared.changes import Its, Sets
from engine.declared.sentences import told_by
from engine.eaw.data.pack import BaseKind, Code
from engine.eaw.data.units import Flag
from engine.eaw.look import At, Look
from engine.eaw.nouns import LANE, OWN_BASE, OWN_DOCK, OWN_SHIP, SYSTEM
from engine.eaw.season.holdings import BasesGone, BasesSet, DockGone, DockSet, base_id, dock_id, next_base
from engine.eaw.season.movement import disrupted, send
from engine.eaw.season.plot import OfFleet, Plot
from engine.eaw.season.run import Run, When, at
from engine.eaw.state import Base, Credit, Dock, Fleet, Ship, State
from engine.eaw.works.building import DOCKS, AtDock, beside_dock, elsewhere, unusable
from engine.eaw.works.developing import LAND, PLANETS, hostile, unknown_system
from engine.eaw.works.moving_goods import CreditDue, works_at
from engine.eaw.works.purchases import no_room
from engine.eaw.world import TO_THE_LETTER
from engine.game import Fact, Seat
from engine.look import Refused, no
from engine.noun import Found, Several, value
from engine.orders import Option
from engine.text.message import N_, NN_, T_

MOST_GROUND, MOST_DEFSATS = 12, 5
"""Ground bases and DEFSATs for each planet of a system (EAW-14.0.4)."""
LIMITED = {"DEFSAT": "DEFSATs", "CPL": ""}
"""The limit under which a kind of base falls that is no ground base."""
ACROSS = 60
"""Hexes of a battle map from side to side, and from top to bottom (EAW-1a, EAW-19b)."""
_ITEM = re.compile(r"(?:(\d{1,2}) )?(\S+)(?: facing ([A-F]))?(?: at (\d{4}))?(?: on planet ([12]))?$")


class Placed(msgspec.Struct, frozen=True):
    """So many bases of a kind; where they are installed: planet, facing or hex."""

    kind: BaseKind
    count: int = 1
    planet: int = 1
    facing: str = ""
    hex: str = ""


@value("kinds of bases", lambda look, found: [Option(kind) for kind in look.world.pack.bases])
def kinds(look: Look, words: str, found: Found) -> tuple[Placed, ...]:
    """Bases with commas: "12 GSA facing A, CPL at 3014, DEFSAT at 2915 on planet 2". Refuses E-UNIT, E-VALUE."""
    placed, known = list[Placed](), look.world.pack.bases
    for part in words.split(","):
        if (item := _ITEM.match(part.strip())) is None:
            why = N_("“{part}” is not written as 12 GSA facing A, CPL at 3014.")
            look.no(Code.E_VALUE, why, "EAW-14.0.5", part=part.strip())
        if (kind := known.get(item[2])) is None:
            look.no(Code.E_UNIT, N_("There are {known}, no {item}."), "EAW-6c.2", known=", ".join(known), item=item[2])
        placed.append(Placed(kind, int(item[1] or 1), int(item[5] or 1), item[3] or "", item[4] or ""))
    return tuple(placed)


def carries(run: Run, ship: Ship) -> None:
    """A captured ship carries nothing (EAW-9b.1). Refuses E-INSP."""
    if run.world.version >= TO_THE_LETTER:
        run.inspected(ship)


class BuildBases(Plot):
    """Build bases at a dock, into the cargo boxes of a ship there."""

    path: ClassVar[str] = f"{DOCKS.path} bases"
    line: ClassVar[str] = "build bases {bases} at dock {dock} aboard {ship}"
    sampled: ClassVar[bool] = True
    resolves: ClassVar[tuple[str, ...]] = ("dock",)
    bases: Annotated[str, kinds] = Field(description="such as 12 GSA, CPL", max_length=200, examples=["12 GSA, CPL"])
    dock: Annotated[str, OWN_DOCK] = Field(description="the dock's number", max_length=20)
    ship: Annotated[str, OWN_SHIP] = Field(description="the ship that carries them", max_length=60)

    def perform(self, run: Run, found: Found) -> None:
        """Any number for one movement point (EAW-5.0.5, EAW-6.0.3, EAW-14a). Refuses E-UNIT, E-BPV, E-CARGO, E-FAC,
        E-FRDUSED, E-INSP.
        """
        dock, ship = run.state.docks[found.dock.id], run.state.ships[found.ship.id]
        run.require(unusable(run, replace(dock, built=-1)))
        carries(run, ship)
        fleet = run.fleet(ship.fleet)
        if fleet.at != dock.at or fleet.place != "system":
            why = N_("{ship} is not at {at}, where dock {dock} is.")
            run.decline(Code.E_FAC, why, "EAW-6.0.3", ship=ship.name, at=dock.at, dock=dock.number)
        codes = [base.kind.kind for base in found.bases for _ in range(base.count)]
        run.pay(dock.owner, sum(base.kind.ebpv * base.count for base in found.bases), "bases")
        run.require(no_room(run, ship, codes))
        numbered, seat = enumerate(codes, next_base(run.state, dock.owner)), dock.owner
        made = tuple(Base(base_id(seat, number), seat, kind, carrier=ship.id) for number, kind in numbered)
        run.tell(BasesSet(made), dock.owner)
        run.tell(BasesMoved(len(made), "built", dock.at), dock.owner)


class BasesMoved(Fact[State], frozen=True):
    """Something is done with bases: how many, what, where."""

    rule = "EAW-14.0.6"
    says = told_by(
        "what",
        built=NN_("{count} base is built at {at}.", "{count} bases are built at {at}.", "count"),
        dropped=NN_("{count} base is set down at {at}.", "{count} bases are set down at {at}.", "count"),
        taken=NN_("{count} base is picked up at {at}.", "{count} bases are picked up at {at}.", "count"),
        begun=NN_("{count} base is being installed at {at}.", "{count} bases are being installed at {at}.", "count"),
        done=NN_("{count} base is installed at {at}.", "{count} bases are installed at {at}.", "count"),
        mended=NN_("{count} base is repaired at {at}.", "{count} bases are repaired at {at}.", "count"),
        stopped=NN_(
            "{count} base could not be installed at {at}.", "{count} bases could not be installed at {at}.", "count"
        ),
    )
    count: int
    what: str
    at: At


class DropBases(Plot):
    """Set bases down that a ship carries."""

    path: ClassVar[str] = f"{LAND.path} drop"
    line: ClassVar[str] = "drop {bases} of {ship}"
    ship: Annotated[str, OWN_SHIP] = Field(description="the ship that carries them", max_length=60)
    bases: Annotated[str, Several(OWN_BASE)] = Field(description="bases with commas: b1, b2", max_length=200)

    def perform(self, run: Run, found: Found) -> None:
        """They lie on the surface, and do nothing until they are installed (EAW-7b.4). Refuses E-BASE."""
        ship = run.state.ships[found.ship.id]
        carries(run, ship)
        bases = [run.state.bases[base.id] for base in found.bases]
        if any(base.carrier != ship.id for base in bases):
            run.decline(Code.E_BASE, N_("Not all of these are aboard {ship}."), "EAW-7b.4", ship=ship.name)
        place = run.fleet(ship.fleet).at
        run.tell(BasesSet(tuple(replace(base, state="dropped", at=place, carrier="") for base in bases)), ship.owner)
        run.tell(BasesMoved(len(bases), "dropped", place), ship.owner)


class TakeBases(Plot):
    """Pick up bases that lie in the system."""

    path: ClassVar[str] = f"{LAND.path} pick-up"
    line: ClassVar[str] = "pick up {bases} with {ship}"
    ship: Annotated[str, OWN_SHIP] = Field(description="the ship that takes them", max_length=60)
    bases: Annotated[str, Several(OWN_BASE)] = Field(description="bases with commas: b1, b2", max_length=200)

    def perform(self, run: Run, found: Found) -> None:
        """Not those that are installed (EAW-7b.4, EAW-14a). Refuses E-BASE, E-CARGO."""
        ship = run.state.ships[found.ship.id]
        carries(run, ship)
        place, bases = run.fleet(ship.fleet).at, [run.state.bases[base.id] for base in found.bases]
        if any(base.state != "dropped" or base.at != place for base in bases):
            why = N_("Not all of these lie at {place}; what is installed stays.")
            run.decline(Code.E_BASE, why, "EAW-7b.4", place=place)
        run.require(no_room(run, ship, [base.kind for base in bases]))
        run.tell(BasesSet(tuple(replace(base, state="cargo", at="", carrier=ship.id) for base in bases)), ship.owner)
        run.tell(BasesMoved(len(bases), "taken", place), ship.owner)


def crowded(run: Run, system: str, seat: Seat, wanted: Sequence[Placed]) -> Refused | None:
    """Refuses E-BASE more bases than fit a system's planets (EAW-14.0.4)."""
    planets = run.look.knows(system).planets
    states = ("installing", "installed", "damaged")
    there = [one for one in run.state.bases.values() if one.at == system and one.owner == seat and one.state in states]
    for planet in {placed.planet for placed in wanted}:
        if planet > planets:
            return no(Code.E_BASE, N_("{system} has {planets} planet."), "EAW-14.0.4", system=system, planets=planets)
        for what, most in (("ground bases", MOST_GROUND), ("DEFSATs", MOST_DEFSATS)):
            had = sum(base.planet == planet and LIMITED.get(base.kind, "ground bases") == what for base in there)
            new = [one for one in wanted if one.planet == planet and LIMITED.get(one.kind.kind, "ground bases") == what]
            more = sum(placed.count for placed in new)
            if more and had + more > most:
                why = N_("You would have {had} {what} at planet {planet} and {more} more, and may have {most}.")
                return no(Code.E_BASE, why, "EAW-14.0.4", had=had, what=what, planet=planet, more=more, most=most)
    return None


def unfit(run: Run, system: str, seat: Seat, wanted: Sequence[Placed]) -> Refused | None:
    """Refuses E-PLANET, E-NEW, E-VALUE bases that cannot be installed in a system: not recorded where, or the planet is
    another (EAW-14.0.5, EAW-14.0.7, EAW-18.0).
    """
    held = run.state.systems[system].development
    own = PLANETS[held.kind] if held is not None and held.owner == seat else ""
    planet = run.look.knows(system).planet
    for placed in wanted:
        needs = placed.kind.at
        if needs and needs != (planet if needs == "dead" else own) and planet != "unknown":
            what = {"dead": T_("a dead planet"), "life": T_("your colony")}.get(needs, T_("your mine"))
            why = N_("A {kind} stands at {what}, and {system} is none.")
            return no(Code.E_PLANET, why, "EAW-14.0.7", kind=placed.kind.kind, what=what, system=system)
    if refused := unknown_system(run, system):
        return refused
    for placed in wanted:
        if placed.kind.orbital and (not placed.hex or placed.count > 1):
            why = N_("Each {kind} is at a hex, such as {kind} at 3014.")
            return no(Code.E_VALUE, why, "EAW-14.0.5", kind=placed.kind.kind)
        beyond = any(not 0 < int(part) <= ACROSS for part in (placed.hex[:2], placed.hex[2:]) if part)
        if beyond and run.world.version >= TO_THE_LETTER:
            why = N_("{hex} is not on the map: its hexes are 0101 to {last}.")
            return no(Code.E_VALUE, why, "EAW-19b", hex=placed.hex, last=f"{ACROSS}{ACROSS}")
        if not placed.kind.orbital and not placed.facing:
            why = N_("A {kind} faces a direction, such as {kind} facing A.")
            return no(Code.E_VALUE, why, "EAW-14.0.5", kind=placed.kind.kind)
    return None


class Install(OfFleet):
    """Install bases that a fleet carries, or that lie in its system; they work when the season is over."""

    path: ClassVar[str] = f"{LAND.path} install"
    line: ClassVar[str] = "install {bases} with fleet {fleet}"
    kept: ClassVar[bool] = True
    bases: Annotated[str, kinds] = Field(
        description="12 GSA facing A, CPL at 3014, DEFSAT at 2915 on planet 2", max_length=200, examples=["CPL at 3014"]
    )

    def perform(self, run: Run, found: Found) -> None:
        """All of one order for one movement point, for good; the fleet may move on (EAW-14.0.4 to EAW-14.0.7). Refuses
        E-BASE, E-CARGO, E-PLANET, E-NEW, E-VALUE, E-ENEMY.
        """
        fleet, seat = run.fleet(found.fleet.id), run.fleet(found.fleet.id).owner
        run.require(crowded(run, fleet.at, seat, found.bases))
        crew = {ship.id for ship in run.state.crew(fleet.id)}
        own = [base for base in run.state.bases.values() if base.owner == seat]
        stock = [base for base in own if base.carrier in crew or (base.state == "dropped" and base.at == fleet.at)]
        chosen = list[Base]()
        for one in found.bases:
            there = [base for base in stock if base.kind == one.kind.kind][: one.count]
            if len(there) < one.count:
                why = N_("{there} {kind} are at hand, {count} are to be installed.")
                run.decline(Code.E_CARGO, why, "EAW-14.0.6", there=len(there), kind=one.kind.kind, count=one.count)
            place = {"at": fleet.at, "planet": one.planet, "facing": one.facing, "hex": one.hex}
            for base in there:
                stock.remove(base)
                carrier = base.carrier if fleet.pinned else ""
                chosen.append(replace(base, state="installing", carrier=carrier, installed=run.state.t, **place))
        run.require(unfit(run, fleet.at, seat, found.bases))
        run.require(None if run.real else hostile(run, fleet.at))
        run.tell(BasesSet(tuple(chosen)), seat)
        run.tell(BasesMoved(len(chosen), "begun", fleet.at), seat)


class RepairBases(OfFleet):
    """Have a fleet repair the damaged bases of its system."""

    path: ClassVar[str] = f"{LAND.path} repair"
    line: ClassVar[str] = "repair bases with fleet {fleet}"
    kept: ClassVar[bool] = True

    def perform(self, run: Run, found: Found) -> None:
        """Captured or damaged; ground bases count at once, orbital ones next season (EAW-9b.2). Refuses E-BASE."""
        fleet: Fleet = run.fleet(found.fleet.id)
        hurt = [base for base in run.state.garrison(fleet.at, fleet.owner) if base.state == "damaged"]
        if not hurt:
            run.decline(Code.E_BASE, N_("No base of yours at {at} is damaged."), "EAW-9b.2", at=fleet.at)
        run.tell(RepairBegun(tuple(base.id for base in hurt), fleet.id), fleet.owner)


class RepairBegun(Fact[State], frozen=True):
    """A fleet repairs bases when the season's battles are over."""

    rule = "EAW-9b.2"
    says = N_("Damaged bases are being repaired.")
    makes = Sets("bases", "ids", carrier=Its("fleet"))
    ids: tuple[str, ...]
    fleet: str


def upset(run: Run, base: Base) -> bool:
    """True if an enemy ship is where a base is being installed or repaired, or who does so is gone (1.4 step P6)."""
    gone = bool(base.carrier) and base.carrier not in run.state.ships and base.carrier not in run.state.fleets
    return gone or any(run.state.hostile(base.owner, fleet.owner) for fleet in run.state.standing(base.at))


@at(When.P1)
def go_down(run: Run) -> None:
    """Bases aboard a ship, or being installed from it, are lost with it (EAW-9.0.1, EAW-14.0.6, EAW-25c)."""
    for seat in run.state.living if run.state.bases and run.world.version >= TO_THE_LETTER else ():
        aboard = [one for one in run.state.bases.values() if one.owner == seat and one.state in ("cargo", "installing")]
        lost = [base for base in aboard if base.carrier and base.carrier not in run.state.ships]
        for carrier in dict.fromkeys(base.carrier for base in lost):
            name = carrier.rpartition(":")[2]
            run.tell(BasesGone(name, tuple(base.id for base in lost if base.carrier == carrier), "aboard"), seat)


@at(When.P6)
def work(run: Run) -> None:
    """Bases that are being installed or repaired work from now on, if no enemy ship is there (EAW-14.0.6, EAW-9b.2)."""
    for seat in run.state.living if run.state.bases else ():
        mine = [base for base in run.state.bases.values() if base.owner == seat]
        for place in dict.fromkeys(base.at for base in mine):
            here = [base for base in mine if base.at == place]
            new = [base for base in here if base.state == "installing"]
            done = [replace(base, state="installed", carrier="") for base in new if not upset(run, base)]
            failed = [replace(base, state="dropped", carrier="") for base in new if upset(run, base)]
            mending = [base for base in here if base.state == "damaged" and base.carrier]
            whole = [replace(base, state="installed", carrier="") for base in mending if not upset(run, base)]
            mended = [replace(base, installed=run.state.t + run.world.pack.bases[base.kind].orbital) for base in whole]
            idle = [replace(base, carrier="") for base in mending if upset(run, base)]
            if changed := (*done, *failed, *mended, *idle):
                run.tell(BasesSet(tuple(changed)), seat)
            for bases, what in ((done, "done"), (failed, "stopped"), (mended, "mended")):
                if bases:
                    run.tell(BasesMoved(len(bases), what, place), seat)


DOCK_EBPV = 200
"""What a dock costs, and half of which its scrap brings (EAW-15a.3, EAW-9a)."""
ALONE, SALVAGED, TOWED, PLACING = 3, 2, 1, 3
"""Movement points for a lane: alone, with a salvage tug, with a military tug; and for placing a dock."""


class PlaceDock(Plot):
    """Place a new dock at a developed mine or colony of yours."""

    path: ClassVar[str] = f"{DOCKS.path} place"
    line: ClassVar[str] = "place dock at {system}"
    slots: ClassVar[int] = PLACING
    system: Annotated[str, SYSTEM] = Field(description="where", max_length=12)

    def perform(self, run: Run, found: Found) -> None:
        """For 200 BPV, where no enemy is; it builds from next season on (EAW-15a.3). Refuses E-FAC, E-ENEMY, E-BPV."""
        state, seat, system = run.state, run.look.own, found.system
        held = state.systems[system].development
        if held is None or held.owner != seat:
            run.decline(Code.E_FAC, N_("You have no developed mine or colony at {system}."), "EAW-15a.3", system=system)
        if run.real and (state.enemies(system, seat) or disrupted(state, system, seat)):
            run.decline(Code.E_ENEMY, N_("An enemy is at {system}."), "EAW-15a.3", system=system)
        run.require(None if run.real else hostile(run, system))
        run.pay(seat, DOCK_EBPV, "docks")
        number = max((dock.number for dock in state.docks.values() if dock.owner == seat), default=0) + 1
        run.tell(DockSet(Dock(dock_id(seat, number), seat, number, system, ready=state.t + 1)), seat)
        run.tell(DockPlaced(number, system), seat)


class DockPlaced(Fact[State], frozen=True):
    """A dock is placed."""

    rule = "EAW-15a.3"
    says = N_("Dock {number} is placed at {at}; it builds from next season on.")
    number: int
    at: At


class MoveDock(AtDock):
    """Move a dock along a lane: alone, or with a tug that is there."""

    path: ClassVar[str] = f"{DOCKS.path} move"
    line: ClassVar[str] = "move dock {dock} to {system}[ with {ship}]"
    stage: ClassVar[str] = "jump"
    system: Annotated[str, LANE] = Field(description="the system at the end of a lane", max_length=12)
    ship: Annotated[str | None, OWN_SHIP] = Field(None, description="the tug", max_length=60)

    def price(self, run: Run, found: Found) -> int:
        """3 alone, 2 with a salvage tug, 1 with a military tug (EAW-15e, EAW-15f, EAW-15g)."""
        if found.ship is None:
            return ALONE
        return SALVAGED if run.world.of(run.state, found.ship).has(Flag.SALVAGE_TUG) else TOWED

    def perform(self, run: Run, found: Found) -> None:
        """The tug leaves its fleet, and is a new one after the move; the monitor goes along (EAW-15e, EAW-15f, EAW-15g,
        EAW-17e.1). Refuses E-FAC, E-UNIT, E-INSP.
        """
        dock, lane = run.state.docks[found.dock.id], found.system
        if not dock.inspected:
            run.decline(Code.E_INSP, N_("Dock {dock} was captured and is not inspected."), "EAW-9b.1", dock=dock.number)
        if found.ship is not None:
            tug = run.state.ships[found.ship.id]
            fleet, design = run.fleet(tug.fleet), run.world.of(run.state, tug)
            run.require(elsewhere(tug, fleet, dock, "EAW-15f"))
            run.require(self.hindered(run, fleet))
            if not design.has(Flag.TUG, Flag.SALVAGE_TUG) or design.has(Flag.BATTLE_TUG) or not tug.inspected:
                run.decline(Code.E_UNIT, N_("{tug} is no tug for a dock."), "EAW-15g", tug=tug.name)
            if any("cargo" not in pod for pod in tug.pods):
                run.decline(Code.E_UNIT, N_("{tug} has pods other than cargo pods."), "EAW-15g", tug=tug.name)
            send(run, beside_dock(run, dock, tug, tug=tug.id), lane)
            dock = run.state.docks[dock.id]
        if dock.monitor in run.state.ships:
            send(run, run.fleet(run.state.ships[dock.monitor].fleet), lane)
        send(run, dock, lane)


class ScrapDock(AtDock):
    """Scrap a dock, with a large repair freighter, for half its price."""

    path: ClassVar[str] = f"{DOCKS.path} scrap"
    line: ClassVar[str] = "scrap dock {dock}"

    def perform(self, run: Run, found: Found) -> None:
        """A captured one too (EAW-9a, EAW-15a.1). Refuses E-FAC."""
        dock = run.state.docks[found.dock.id]
        works_at(run, dock.at, dock.owner, Flag.LARGE_REPAIR, "EAW-9.0.1", docks=False)
        run.tell(DockGone(dock.id, "scrapped"), dock.owner)
        run.tell(CreditDue(dock.owner, Credit(run.state.t + 1, DOCK_EBPV // 2, "scrap")), dock.owner)


class InspectDock(AtDock):
    """Inspect a captured dock, which works for you from then on."""

    path: ClassVar[str] = f"{DOCKS.path} inspect"
    line: ClassVar[str] = "inspect dock {dock}"

    def perform(self, run: Run, found: Found) -> None:
        """It builds ships of its captor's race (EAW-15a.1). Refuses E-FAC, E-INSP."""
        dock = run.state.docks[found.dock.id]
        works_at(run, dock.at, dock.owner, Flag.SMALL_REPAIR, "EAW-9b.1")
        if dock.inspected:
            why = N_("Dock {dock} was never captured, or is inspected.")
            run.decline(Code.E_INSP, why, "EAW-15a.1", dock=dock.number)
        run.tell(DockSet(replace(dock, inspected=True, damage={}, crippled=False)), dock.owner)
