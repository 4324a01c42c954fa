"""Units scrapped and salvaged for a part of their cost. Rulebook: GCW-SCR-01..05, GCW-STK-02, GCW-FAC-09."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from engine.gcw.acting import OWN, PlayerOrder, away, grip, in_transit
from engine.gcw.contacts import vanished
from engine.gcw.data.codes import Code
from engine.gcw.data.terms import Status
from engine.gcw.economy.accounts import enter
from engine.gcw.economy.rosters import hero_aboard
from engine.gcw.figures import salvage
from engine.gcw.figures.salvage import payout, scrap_place_ok, worth_of
from engine.gcw.hangars import emptied
from engine.gcw.look import Look, Obeying
from engine.gcw.losses import take_out
from engine.gcw.state import TROOPS, Origin, Unit, UnitKind, Why, outermost, within
from engine.gcw.works.classes import GROUP
from engine.gcw.works.jobs import LIKE_STOCK, keep_in_dock
from engine.gcw.world import OPEN_TO_ALL, is_friendly, is_open
from engine.look import Refused
from engine.noun import Found
from engine.text.message import T_


def worth(look: Look, unit: Unit) -> int | None:
    """KC that a unit pays, of its original cost; None for what cannot be scrapped, 0 for stock (GCW-SCR-01, -02, -04,
    GCW-STK-02).
    """
    stock = unit.origin in (Origin.STOCK, Origin.GUARD)
    origin = salvage.Origin.__members__.get(unit.origin, salvage.Origin.BUILT)
    kind = worth_of(origin, stock=stock, made_by_owner=unit.origin is not Origin.SPAWNED)  # that is nobody's make
    if (
        isinstance(kind, Code)
        or unit.code in look.world.pack.facilities
        or unit.kind in (UnitKind.HERO, UnitKind.SWARM)
    ):
        return None
    better = max((one.amount for one in look.world.abilities(look.known, unit.owner, "PAYOUT_PERCENT")), default=0)
    return payout(look.world.spec(unit.code).cost * (unit.count if unit.kind in TROOPS else 1), kind, better)


def not_made(look: Look, unit: Unit, found: Found) -> Refused | None:
    """SCRAP_OWNER for facilities, and what was neither built nor captured nor discovered."""
    return None if worth(look, unit) is not None else Refused(Code.SCRAP_OWNER)


def no_place(look: Look, unit: Unit, found: Found) -> Refused | None:
    """SCRAP_PLACE without a yard, by the world or standing there and working, in a friendly system (GCW-SCR-03)."""
    system = outermost(look.known, unit).system
    place = look.world.pack.systems.get(system)
    facilities = look.world.pack.facilities
    codes = [one.code for one in look.own_at(system) if one.status is Status.ACTIVE]
    codes += [contact.code for contact in look.contacts_at(system) if contact.status is Status.ACTIVE]
    yard = any(code in facilities and facilities[code].scrap_site for code in codes)
    own = is_open(look.known, look.viewer, system)
    friendly = own if system == OPEN_TO_ALL else is_friendly(look.known, look.world, look.viewer, system)
    refused = scrap_place_ok(place.features if place is not None else (), yard_working=yard, friendly=friendly)
    return None if refused is None else Refused(refused, {"system": system or T_("hyperspace")})


def in_combat(look: Look, unit: Unit, found: Found) -> Refused | None:
    """SCRAP_COMBAT in a battle; nothing is scrapped that beams hold."""
    if look.known.fights(unit.owner, outermost(look.known, unit).system):
        return Refused("SCRAP_COMBAT")
    return grip(look, unit)


class Scrap(PlayerOrder):
    """Scrap a unit for a quarter of its cost, or salvage what you captured or found for half of it."""

    path: ClassVar[str] = f"{GROUP.path} scrap"
    line: ClassVar[str] = "scrap {unit}[ for {anyway}]"
    asks: ClassVar[str] = T_("What is scrapped is gone for good, with its stock. Scrap it?")
    unit: Annotated[str, OWN.that(in_transit, away, not_made, no_place, in_combat, hero_aboard)] = Field(
        description="a unit of yours", max_length=60
    )
    anyway: Literal["nothing"] | None = Field(None, description="for stock and bonus units, which pay nothing")

    def check(self, look: Look, found: Found) -> None:
        """Refuses STOCK_NO_SALVAGE for what pays nothing, unless that is said (GCW-STK-02)."""
        if self.anyway is None and not worth(look, found.unit):
            look.refuse("STOCK_NO_SALVAGE")

    def obey(self, act: Obeying) -> None:
        """It is gone, what was bought aboard lies in dock, guests are put out, KC come in (GCW-SCR-05, GCW-LCH-02)."""
        unit: Unit = act.found.unit
        paid = worth(act.look, unit) or 0
        emptied(act.table, act.world, unit)
        aboard = [one for one in within(act.state, unit) if one.owner == act.seat and one.origin not in LIKE_STOCK]
        system = outermost(act.state, unit).system
        if unit.on_grid:
            vanished(act.table, act.world, unit, "scrapped")
        take_out(act.table, act.state.units[unit.id], "scrapped")
        for cargo in aboard:
            if cargo.kind is not UnitKind.INFANTRY:
                keep_in_dock(act, cargo, system, "")
        enter(act.table, act.seat, Why.SCRAP, unit.name, paid)
