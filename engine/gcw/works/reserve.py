"""The reserve: ships and escorts laid up beyond deep space, and called back in three days. Rulebook: GCW-RES."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec import UNSET, UnsetType
from msgspec.structs import replace
from pydantic import Field

from engine.book import afterwards, clock
from engine.clock import HOUR
from engine.declared.changes import Puts, Watched
from engine.declared.due import Dated, Earliest
from engine.game import Fact, Seat, Table, only, ruled
from engine.gcw.acting import OWN, PlayerOrder, away, grip, in_transit, viewers
from engine.gcw.contacts import EXIT, forget, gave_away, vanished
from engine.gcw.data.codes import Code
from engine.gcw.data.terms import Status
from engine.gcw.economy.rosters import SentToReserve, base, base_lost, duty_of, fits, joins, locked, reservable
from engine.gcw.fleets import PDF, Boarded, free_name, taken_names
from engine.gcw.hangars import emptied
from engine.gcw.look import Look, Obeying, hours_left, when, with_before
from engine.gcw.state import State, Stored, Unit, UnitKind, outermost, within, without
from engine.gcw.world import World
from engine.look import Refused
from engine.noun import Found, Noun
from engine.report import News
from engine.text.message import N_, T_, Text, drawn, name, term
from engine.text.names import shown

GROUP = "gcw-fleet"

TAKES = 72 * HOUR
"""How long an activation takes (GCW-RES-03)."""


def whole(look: Look, unit: Unit, found: Found) -> Refused | None:
    """Ships and escorts that obey."""
    if unit.kind is not UnitKind.SHIP and not unit.escort:
        return Refused("STOCK_NO_RESERVE")
    if unit.status is not Status.ACTIVE:
        return Refused(Code.UNIT_DISABLED, {"unit": shown(unit.name)})
    return grip(look, unit)


def fit_for_reserve(look: Look, unit: Unit, found: Found) -> Refused | None:
    """Those that may be laid up where they are (GCW-RES-01, -05, -07)."""
    return reservable(look.world, look.known, unit, outermost(look.known, unit).system) or locked(look.known, unit)


class LayUp(PlayerOrder):
    """Put a ship or escort of yours that is at your stronghold into the reserve, at once."""

    path: ClassVar[str] = f"{GROUP} reserve"
    line: ClassVar[str] = "reserve {unit}"
    unit: Annotated[str, OWN.but(what="a ship or escort of yours").that(in_transit, away, fit_for_reserve, whole)] = (
        Field(description="a ship or escort at your stronghold", max_length=60)
    )

    def obey(self, act: Obeying) -> None:
        """It is gone from the grid, with what is aboard but guests; heroes stay at home (GCW-RES-02, -05, -06)."""
        unit: Unit = act.found.unit
        emptied(act.table, act.world, unit)
        aboard = within(act.state, unit)
        if unit.on_grid:
            vanished(act.table, act.world, unit, "left the system")
        for each in (unit, *aboard):
            forget(act.table, each.id)
        for hero in list(act.state.heroes.values()):
            if hero.owner == act.seat and hero.aboard in {unit.id, *(each.id for each in aboard)}:
                act.say(Boarded(hero.id, ""), only(act.seat))
        rest = {"patrol": False, "shields_up": False, "exit_until": None}
        first = replace(act.state.units[unit.id], system="", cell="", docked="", **rest)
        units = (first, *(replace(each, **rest) for each in aboard))
        act.say(SentToReserve(Stored(id=unit.id, owner=act.seat, units=units)), only(act.seat))


def label(look: Look, stored: Stored) -> str:
    """A unit of the reserve in a menu."""
    unit = stored.units[0]
    points = look.world.cp(unit.code)
    return N_("{name} ({code}, {points} CP)")(name=drawn(unit.name), code=term(unit.code), points=points)


STORED: Noun[Look, Stored] = Noun(
    "a unit in your reserve", viewers("reserve"), lambda stored: (stored.units[0].name,), label, unknown="NO_RESERVE"
)


def called(look: Look, stored: Stored, found: Found) -> Refused | None:
    """RESERVE_BUSY for what is being activated (GCW-RES-03)."""
    if not stored.called:
        return None
    ready = when(stored.due) if stored.due is not None else T_("once its place is free")
    return Refused("RESERVE_BUSY", {"unit": shown(stored.units[0].name), "time": ready})


class Activate(PlayerOrder):
    """Call a unit back from the reserve: in three days it is at your stronghold."""

    path: ClassVar[str] = f"{GROUP} activate"
    line: ClassVar[str] = "activate {unit} for {fleet}[ at {cell}]"
    unit: Annotated[str, STORED.that(called)] = Field(description="a unit in your reserve", max_length=60)
    fleet: Literal["main", "pdf"] = Field(description="the roster that it joins")
    cell: Literal["DSZ-1", "DSZ-2", "DSZ-3", "DSZ-4"] = Field("DSZ-1", description="where it comes out")

    def check(self, look: Look, found: Found) -> None:
        """Refuses limits as they are now, RESERVE_PLACE where the stronghold is lost (GCW-RES-03, -04)."""
        units = found.unit.units
        look.require(fits(look.world, look.known, look.viewer, units, self.duty(look)))
        if base_lost(look.known, look.viewer):
            look.refuse("RESERVE_PLACE", rule="GCW-RES-07", unit=shown(units[0].name))

    def duty(self, look: Look) -> str:
        """The duty of what joins the fleet that is named."""
        return duty_of(self.fleet.upper(), base(look.known, look.viewer))

    def obey(self, act: Obeying) -> None:
        """Begin (GCW-RES-03, -04)."""
        ordered = {"to": self.fleet.upper(), "cell": self.cell, "left": TAKES, "since": act.look.now}
        set_stored(act.table, replace(act.found.unit, called=True, **ordered))


def not_called(look: Look, stored: Stored, found: Found) -> Refused | None:
    """Refuses what is not being activated: it cannot be stopped."""
    return None if stored.called else Refused("NOT_CALLED", {"unit": shown(stored.units[0].name)})


class StandDown(PlayerOrder):
    """Stop the activation of a unit: it stays in reserve."""

    path: ClassVar[str] = f"{GROUP} stand-down"
    line: ClassVar[str] = "stand down {unit}"
    called: ClassVar[tuple[str, ...]] = ("cancel",)
    unit: Annotated[str, STORED.that(not_called)] = Field(description="a unit that is being activated", max_length=60)

    def obey(self, act: Obeying) -> None:
        """Another activation begins anew (GCW-RES-03)."""
        set_stored(act.table, replace(act.found.unit, called=False, to="", cell="", left=0, since=None))


def set_stored(table: Table[State], stored: Stored, before: int | UnsetType = UNSET) -> None:
    """Tells the owner how a unit stands in reserve from now on."""
    table.say(StoredSet(stored, before), only(stored.owner))


@clock(next=Earliest("reserve", "due"), priority=63)
def make_ready(world: World, table: Table[State]) -> None:
    """Brings what is ready now, or lets it wait until it may come (GCW-RES-04, CLK-06)."""
    for stored in list(table.state.reserve.values()):
        if stored.due is not None and stored.due <= table.now and not come(world, table, stored):
            set_stored(table, replace(stored, left=0, since=None))


WATCHED = Watched("reserve", "units", "owners", "battles", "heroes", "players")
"""What activations and arrivals depend on."""


@afterwards
def keep_reserve(world: World, table: Table[State], before: State) -> None:
    """Activations stand still while the stronghold is lost, and what is ready comes once it may (GCW-RES-04, -07)."""
    state = table.state
    if WATCHED.same(before, state):
        return
    for stored in [stored for stored in state.reserve.values() if stored.called]:
        gone = base_lost(table.state, stored.owner)
        if gone and stored.since is not None:
            set_stored(table, replace(stored, since=None, left=stored.since + stored.left - table.now))
        elif not gone and stored.since is None and stored.left:
            set_stored(table, replace(stored, since=table.now))
        elif not gone and stored.since is None:
            come(world, table, stored)


def roster_for(world: World, state: State, stored: Stored) -> str | None:
    """The roster that a unit joins on arrival: that ordered, or the PDF where no hero is there; None: it waits."""
    system, first = base(state, stored.owner), stored.units[0]
    if base_lost(state, stored.owner) or state.fights(stored.owner, system):
        return None
    refused = joins(world, state, tuple(replace(unit, system=system) for unit in stored.units), system, stored.to)
    if refused is None:
        return stored.to
    if refused.code == "NOT_PRESENT" and fits(world, state, first.owner, stored.units, system) is None:
        return PDF
    return None


def come(world: World, table: Table[State], stored: Stored) -> bool:
    """A unit that is ready comes out of the reserve, if it may (GCW-RES-04)."""
    to = roster_for(world, table.state, stored)
    if to is None:
        return False
    system = base(table.state, stored.owner)
    taken = taken_names(table.state, stored.owner)
    units = []
    for unit in stored.units:
        called = free_name(taken, unit.name)
        place = {"system": system, "cell": stored.cell} if unit.id == stored.id else {}
        units.append(replace(unit, name=called, duty=duty_of(to, system), **place))
    table.say(CameFromReserve(stored.owner, tuple(units)), only(stored.owner))
    gave_away(table, world, table.state.units[stored.id], EXIT)
    return True


CALLED, STILL = N_("**{unit}** is being activated[: ready {at}]."), N_("The activation of **{unit}** stands still.")
READY = N_("**{unit}** is ready, and waits in reserve until there is room for it and no battle at your stronghold.")
STAYS = N_("**{unit}** stays in reserve.")


class StoredSet(Dated[State], frozen=True):
    """A unit in reserve is being activated, stands still, is ready, or stays (GCW-RES-03, -04, -07). For its owner."""

    rule = "GCW-RES-03"
    makes = Puts("reserve", "stored")
    stored: Stored
    before: int | UnsetType = UNSET
    """Seconds that were left, where a moderator set them."""

    def words(self, look: Look) -> Text:
        stored = self.stored
        words = (STAYS if not stored.called else STILL if stored.left else READY)(unit=name(stored.units[0].name))
        if stored.due is not None:
            words = CALLED(unit=name(stored.units[0].name), at=look.until(stored.due))
        return with_before(words, hours_left(self.before))


TO_MAIN = N_("**{unit}** comes out of the reserve at {system} {cell}, and joins your main fleet.")
TO_PDF = N_("**{unit}** comes out of the reserve at {system} {cell}, and joins the PDF there.")


class CameFromReserve(Fact[State], frozen=True):
    """A unit is out of the reserve, with what is aboard (GCW-RES-04). For its owner."""

    seat: Seat
    units: tuple[Unit, ...]

    def evolve(self, state: State) -> State:
        units = {**state.units, **{unit.id: unit for unit in self.units}}
        return replace(state, units=units, reserve=without(state.reserve, self.units[0].id))

    def words(self, look: Look) -> News:
        first = self.units[0]
        words = (TO_PDF if first.duty else TO_MAIN)(
            unit=name(first.name), system=term(first.system), cell=term(first.cell)
        )
        return ruled(words, "GCW-RES-04", decides=True)
