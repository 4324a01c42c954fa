"""A player's setup besides ships: facilities for its credit, the Command Center, platforms; a fleet at one click.

Rulebook: GCW-SET-03, -04, GCW-FAC-12, GCW-RGF-03, GCW-SET-02.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, ClassVar

from pydantic import Field

from engine.book import Group
from engine.game import Fact, only
from engine.gcw.data.units import FacilityType
from engine.gcw.economy.accounts import enter
from engine.gcw.fleets import INDEPENDENTS, Mustered
from engine.gcw.founding.setup import MINE, START_CELL, START_RINGS, Setting, dismiss, faction_of, muster
from engine.gcw.look import Look, Obeying, Own, Term
from engine.gcw.people.founded import FACILITY, raised_by, site, sites_for, unbuilt
from engine.gcw.people.strongholds import CENTER, Posted, centers, mustered, raise_center
from engine.gcw.state import Origin, State, Unit, UnitKind, UnitsSet, Why
from engine.gcw.world import GRIDS
from engine.look import Refused
from engine.noun import Found, Value
from engine.orders import Option
from engine.text.message import N_, T_, did_you_mean, term
from engine.text.names import shown

GROUP = Group("gcw-setup", "Galactic Civil War: what is yours when you begin")
A_RING = "A"


def no_facility(look: Look, words: str, hint: str) -> Refused:
    """SETUP_FUNDS_FACILITY_ONLY for another unit, NO_CLASS for what is none (GCW-SET-03)."""
    if look.world.pack.find_unit(words) is not None:
        return Refused("SETUP_FUNDS_FACILITY_ONLY")
    names = [facility.name for facility in look.world.pack.facilities.values()]
    return Refused("NO_CLASS", {"name": words, "hint": did_you_mean(words, names)})


def not_built(look: Look, spec: FacilityType, found: Found) -> Refused | None:
    """Those that anybody builds, for whoever is setting up."""
    return Setting.ready(look) or unbuilt(spec)


def dear(look: Look, spec: FacilityType, found: Found) -> Refused | None:
    """FUNDS where the credit does not pay for it (GCW-SET-03)."""
    have = look.known.players[look.viewer].credit
    return Refused("FUNDS", {"cost": spec.cost, "have": have}) if spec.cost > have else None


def facility_label(look: Look, spec: FacilityType) -> str:
    """A facility in a menu: what it costs."""
    return N_("{name} ({code}, {cost:,} KC)")(name=term(spec.name), code=term(spec.code), cost=spec.cost)


RAISED = FACILITY.but(label=facility_label, unknown=no_facility, tests=(not_built, dear))
"""A facility that the credit pays for."""


def site_read(look: Look, words: str, found: Found) -> str:
    """A Ground Grid, or for a platform a cell, with room for a facility. Refuses NO_FACILITY_SITE."""
    cell = site(look, found.facility, look.known.players[look.viewer].home, words)
    if not cell:
        look.refuse("NO_FACILITY_SITE")
    return cell


def sites_offered(look: Look, found: Found) -> Iterator[Option]:
    """The places at home with room for the facility."""
    mine = look.known.players.get(look.viewer)
    return sites_for(look, found.get("facility"), mine.home if mine is not None else None)


class Raise(Setting):
    """Have a facility from your facility credit: it stands at once in your home system."""

    path: ClassVar[str] = f"{GROUP.path} facility"
    line: ClassVar[str] = "raise {facility} at {grid}"
    facility: Annotated[str, RAISED] = Field(description="a facility or platform", max_length=60)
    grid: Annotated[str, Value("a place", site_read, sites_offered)] = Field(
        description="a Ground Grid, such as G-1; for a platform a cell", max_length=60
    )

    def obey(self, act: Obeying) -> None:
        """It stands at once, and the credit pays (GCW-SET-03)."""
        spec: FacilityType = act.found.facility
        player = act.state.players[act.seat]
        posts = [Posted(spec.code, act.found.grid)]
        units = mustered(act.world, act.state, act.seat, player.home, posts, Origin.STARTING)
        act.say(Mustered(units), only(act.seat))
        enter(act.table, act.seat, Why.BUILD, spec.code, 0, credit=-spec.cost)


def bought(look: Look, unit: Unit, found: Found) -> Refused | None:
    """Refuses what was not raised from the credit: the Command Center and the free platforms are not for sale."""
    raised = raised_by(look.world, look.known, look.viewer)
    return None if unit in raised else Refused("NOT_RAISED", {"unit": shown(unit.name)})


class Raze(Setting):
    """Take back a facility that you raised: its price is credit again."""

    path: ClassVar[str] = f"{GROUP.path} raze"
    line: ClassVar[str] = "raze {unit}"
    unit: Annotated[str, MINE.that(bought)] = Field(description="a facility that you raised", max_length=60)

    def obey(self, act: Obeying) -> None:
        """It goes, with what is in it, and its price comes back (GCW-SET-03)."""
        unit: Unit = act.found.unit
        dismiss(act, unit)
        cost = act.world.pack.facilities[unit.code].cost
        enter(act.table, act.seat, Why.REFUND, unit.code, 0, credit=cost)


def grid_read(look: Look, words: str, found: Found) -> str:
    """A Ground Grid with room for the Command Center. Refuses NO_CENTER for Independents, NO_FACILITY_SITE."""
    if faction_of(look).code == INDEPENDENTS:
        look.refuse("NO_CENTER")
    return site_read(look, words, found.also("facility", look.world.pack.facilities[CENTER]))


class Center(Setting):
    """Say in which Ground Grid of your home system your Command Center stands; without a word it is G-1."""

    path: ClassVar[str] = f"{GROUP.path} center"
    line: ClassVar[str] = "center at {grid}"
    grid: Annotated[str, Value("a Ground Grid", grid_read, lambda look, found: map(Option, GRIDS))] = Field(
        description="a Ground Grid of your home system: G-1 to G-4", max_length=60
    )

    def obey(self, act: Obeying) -> None:
        """The free Command Center stands there (GCW-SET-04)."""
        for center in centers(act.state, act.seat):
            act.say(Stationed(center.id, act.found.grid), only(act.seat))
            return
        raise_center(act.world, act.table, act.seat, act.found.grid)


def free_standing(look: Look, unit: Unit, found: Found) -> Refused | None:
    """The platforms and bonus units of a stronghold, which its holder places (GCW-FAC-12)."""
    if not unit.docked and (unit.kind is UnitKind.PLATFORM or unit.bonus):
        return None
    return Refused("NOT_STATIONED", {"unit": shown(unit.name)})


def station_read(look: Look, words: str, found: Found) -> str:
    """A cell of deep space, C, B or A. Refuses NO_FACILITY_SITE."""
    cell = next((station for station in stations(look) if station == words.strip().upper()), "")
    if not cell:
        look.refuse("NO_FACILITY_SITE", fix=T_("It stands in a DSZ, C, B or A cell of your home system."))
    return cell


def stations(look: Look) -> Iterable[str]:
    """The cells where platforms stand (GCW-FAC-12)."""
    return (cell.name for cell in look.world.grid.cells.values() if cell.ring.value in (*START_RINGS, A_RING))


class Station(Setting):
    """Say where a platform or bonus unit of your stronghold stands when you begin."""

    path: ClassVar[str] = f"{GROUP.path} station"
    line: ClassVar[str] = "station {unit} at {cell}"
    unit: Annotated[str, MINE.that(free_standing)] = Field(description="a platform or bonus unit", max_length=60)
    cell: Annotated[str, Value("a cell", station_read, lambda look, found: map(Option, stations(look)))] = Field(
        description="a DSZ, C, B or A cell", max_length=8
    )

    def obey(self, act: Obeying) -> None:
        """It stands there (GCW-FAC-12)."""
        act.say(Stationed(act.found.unit.id, act.found.cell), only(act.seat))


class Stationed(Fact[State], frozen=True):
    """A platform, a bonus unit or the Command Center stands elsewhere when its player begins."""

    says = N_("{unit} stands at {cell}.")
    rule = "GCW-FAC-12"
    makes = UnitsSet("unit", "cell")
    unit: Own
    cell: Term


class Sample(Setting):
    """Take over a fleet that is ready made for your faction, in place of what you have mustered."""

    path: ClassVar[str] = f"{GROUP.path} sample"
    line: ClassVar[str] = "take sample fleet"

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """While the player sets up, with a faction that has one. Refuses NO_SAMPLE."""
        if refused := super().ready(look):
            return refused
        chosen = faction_of(look)
        return None if chosen.sample else Refused("NO_SAMPLE", {"faction": chosen.name})

    def obey(self, act: Obeying) -> None:
        """Dismisses what was mustered; each unit of the sample is mustered by the ordinary rules (GCW-SET-02)."""
        for unit in list(act.state.of(act.seat)):
            if not unit.docked and not unit.duty and unit.group_cp:
                dismiss(act, unit)
        for part in faction_of(act.look).sample:
            for _ in range(part.count):
                muster(act, act.world.pack.units[part.code], START_CELL)
