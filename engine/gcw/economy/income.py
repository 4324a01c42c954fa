"""Action Days: who is paid what. Rulebook: GCW-ACT."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from pydantic import Field

from engine.act import Act, Order
from engine.book import clock
from engine.clock import Instant
from engine.declared.changes import Its, Sets, Writes
from engine.game import EVERYONE, Fact, Seat, Table, only
from engine.gcw.data.terms import Status
from engine.gcw.data.units import FacilityType, ShipClass
from engine.gcw.economy.accounts import book
from engine.gcw.figures.calendar import BASE_INCOME, income, payday
from engine.gcw.look import At
from engine.gcw.state import Booking, Player, PlayerStatus, State, Why
from engine.gcw.world import CAMPAIGN, World
from engine.text.message import N_

COMES = N_("The next Action Day is {at} ({off}).")


class ActionDay(Fact[State], frozen=True):
    """The 1st or the 15th: income falls due (GCW-ACT-01)."""

    says = N_("Action Day of {at:D}: every active player is paid.")
    rule = "GCW-ACT-01"
    makes = Writes(paid_upto=Its("at"))
    at: At


class Paid(Fact[State], frozen=True):
    """A player's income of an Action Day in KC, and the treasury with it (GCW-ACT-02); `Booked` from version 3 on."""

    says = N_("Income of {day:D}: **{amount:,} KC**; your treasury holds {treasury:,} KC.")
    rule = "GCW-ACT-02"
    makes = Sets("players", "seat", "treasury")
    seat: Seat
    day: At
    amount: int
    treasury: int


def next_payday(state: State) -> Instant | None:
    """Instant at which income falls due next; None before the campaign has begun."""
    return payday(state.paid_upto, state.ahead, state.dated_from)


class KeepCalendar(Order):
    """Keep Action Days where the calendar has them, though the campaign's clock was moved."""

    path: ClassVar[str] = "gm-gcw calendar"
    line: ClassVar[str] = "calendar {ahead} seconds ahead since {since}"
    moderator: ClassVar[bool] = True
    sheet: ClassVar[bool] = False
    slash: ClassVar[bool] = False
    ahead: int = Field(description="seconds that the calendar is ahead of the clock, all told")
    since: int = Field(description="the time of the calendar now, in seconds of UTC", ge=0)

    def obey(self, act: Act[World, State]) -> None:
        """Everybody's Action Days are as before (GCW-ACT-01)."""
        act.say(CalendarKept(self.ahead, Instant(self.since)), EVERYONE)


class CalendarKept(Fact[State], frozen=True):
    """The campaign's clock was moved, and the calendar was not (GCW-ACT-01)."""

    silent = "what became of the clock is announced, and Action Days are as before"
    makes = Writes("ahead", dated_from=Its("since"))
    ahead: int
    since: Instant


def outputs(world: World, state: State) -> dict[Seat, list[tuple[str, int]]]:
    """Industrial outputs of what each player owns, by source: systems and working units (GCW-ACT-03).

    One walk for all players. Of an occupied system that nobody has claimed nobody is paid.
    """
    found: dict[Seat, list[tuple[str, int]]] = {}
    for name, owner in state.owners.items():
        if name not in state.occupied:
            found.setdefault(owner, []).append((name, world.pack.systems[name].industrial_output))
    classes: list[ShipClass | FacilityType] = [*world.pack.ships.values(), *world.pack.facilities.values()]
    yields = {spec.code: spec.industrial_output for spec in classes if spec.industrial_output}
    for unit in state.units.values():
        if unit.code in yields and unit.status is Status.ACTIVE:
            found.setdefault(unit.owner, []).append((unit.name, yields[unit.code]))
    return found


@clock(next=next_payday, priority=10)
def pay(world: World, table: Table[State]) -> None:
    """Pay everyone whose setup is confirmed, in full (GCW-ACT-02, -04)."""
    table.say(ActionDay(table.now), EVERYONE)
    owned = outputs(world, table.state)
    for player in [player for player in table.state.players.values() if player.status is PlayerStatus.ACTIVE]:
        sources = owned.get(player.seat, [])
        if world.version >= CAMPAIGN:
            book(table, player.seat, *earned(world, table.state, player, table.now, sources))
        else:
            amount = income(output for _, output in sources) + world.pack.factions[player.faction].network_income
            table.say(Paid(player.seat, table.now, amount, player.treasury + amount), only(player.seat))


def of_heroes(world: World, state: State, seat: Seat, at: Instant) -> Iterable[Booking]:
    """Bookings for what a player's living heroes earn of themselves, and the systems whose output they double, the
    richest first (GCW-HRO-01).
    """
    own = [name for name, owner in state.owners.items() if owner == seat and name not in state.occupied]
    rich = sorted((-world.pack.systems[name].industrial_output, name) for name in own)
    for hero in state.heroes.values():
        effects = list(world.effects(hero)) if hero.owner == seat and hero.alive else []
        amount = sum(effect.amount for effect in effects if effect.kind == "INCOME")
        doubled = rich[: sum(effect.kind == "OUTPUT_FACTOR" for effect in effects)]
        amount -= sum(output for output, _ in doubled)
        yield Booking(at=at, why=Why.HERO, amount=amount, about=hero.name)


def earned(
    world: World, state: State, player: Player, at: Instant, sources: Iterable[tuple[str, int]]
) -> list[Booking]:
    """The lines of an Action Day: the base, each source, the faction's network, and what heroes earn (GCW-ACT-02, -03,
    GCW-FAC-06, GCW-HRO-01).
    """
    lines = [Booking(at=at, why=Why.SOURCE, amount=amount, about=about) for about, amount in sources]
    base = Booking(at=at, why=Why.BASE, amount=BASE_INCOME)
    network = Booking(at=at, why=Why.NETWORK, amount=world.pack.factions[player.faction].network_income)
    return [base, *lines, network, *of_heroes(world, state, player.seat, at)]
