"""News of departures, and distress calls: at twice hyperspace speed to where each player's hero is.

Rulebook: GCW-COM-01, -02, -05, -06.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import count
from typing import Any

import msgspec
from msgspec.structs import replace

from engine.book import clock
from engine.clock import MINUTE, Instant, later
from engine.declared.changes import Puts, Removes, all_of
from engine.game import REFEREE, Fact, Seat, Table, only
from engine.gcw.figures.arithmetic import Exact
from engine.gcw.galaxy.courses import NEWS_RATING, Course, Pace, shortest, voyage_minutes
from engine.gcw.look import At, Class, Player, Term
from engine.gcw.state import Announced, Letter, PlayerStatus, State, Tiding, Voyage, outermost
from engine.gcw.world import World
from engine.text.message import N_


def awaited_at(state: State, seat: Seat) -> tuple[str, Voyage | None]:
    """The system to which a player's news goes: where its first living hero is, or is bound for, on which voyage; with
    none alive or under way the home system (GCW-COM-01).
    """
    hero = next((hero for hero in state.heroes.values() if hero.owner == seat and hero.alive), None)
    unit = state.units.get(hero.aboard) if hero is not None else None
    if unit is not None:
        unit = outermost(state, unit)
        voyage = state.voyages.get(unit.voyage)
        return (voyage.destination if voyage is not None else unit.system), voyage
    pod = state.pods.get(hero.aboard) if hero is not None else None
    return (pod.system if pod is not None else state.players[seat].home), None


class Dispatches(Puts, frozen=True):
    """A change: news or messages are on their way (see `Puts`), each under a number of its own."""

    def made(self, state: Any, fact: msgspec.Struct) -> Any:  # of a campaign
        """The campaign's state with them, and with the numbers given."""
        sent = len(all_of(fact, self.things))
        return super().made(replace(state, last_tiding=state.last_tiding + sent), fact)


class TidingsSent(Fact[State], frozen=True):
    """News is on its way."""

    silent = "the referee alone keeps the news that is on its way"
    makes = Dispatches("tidings", "tidings")
    tidings: tuple[Tiding, ...]


NEWS = (NEWS_RATING, Pace.SPEED)
"""What news and general messages travel at: a rating, and what it means (GCW-COM-02)."""


def ways(
    world: World, table: Table[State], system: str, hearers: Iterable[Seat], at: tuple[Exact, Pace] = NEWS
) -> Iterator[tuple[str, Seat, Instant]]:
    """The id of what is sent from a system now to each hearer, and when it comes, settled by where its hero is
    (GCW-COM-01, -02).
    """
    (rating, pace), number = at, count(table.state.last_tiding + 1)
    for other in hearers:
        way = shortest(world.pack.links, world.pack.special, system, awaited_at(table.state, other)[0])
        if isinstance(way, Course):
            due = later(table.now, MINUTE * voyage_minutes(way.map_hours, rating, pace=pace))
            yield f"n-{next(number)}", other, due


def others(state: State, seat: Seat) -> list[Seat]:
    """The players in play besides one."""
    return [one.seat for one in state.players.values() if one.status is PlayerStatus.ACTIVE and one.seat != seat]


def spread(world: World, table: Table[State], seat: Seat, system: str, heard: Collection[Seat]) -> None:
    """Send the news that a fleet of a player's left a system to all who have not `heard` it there (GCW-COM-05)."""
    send(world, table, seat, system, [other for other in others(table.state, seat) if other not in heard])


def send(
    world: World, table: Table[State], seat: Seat, system: str, hearers: Sequence[Seat], *, distress: bool = False
) -> None:
    """Send news of a player's from a system on its way, each hearer's by where its hero is (GCW-COM-02, -06)."""
    sent = tuple(
        Tiding(id=id, seat=seat, to=to, system=system, left_at=table.now, due_at=due, distress=distress)
        for id, to, due in ways(world, table, system, hearers)
    )
    if sent:
        table.say(TidingsSent(sent), REFEREE)


def announce(world: World, table: Table[State], seat: Seat, system: str, made: tuple[str, int]) -> None:
    """Send the news that so many of a class were ordered to be made to all others (GCW-COM-03)."""
    news = tuple(
        Announced(id=id, seat=seat, to=to, code=made[0], count=made[1], at=table.now, due_at=due)
        for id, to, due in ways(world, table, system, others(table.state, seat))
    )
    if news:
        table.say(Announcements(news), REFEREE)


class Announcements(Fact[State], frozen=True):
    """News of orders to build is on its way."""

    silent = "the referee alone keeps the news that is on its way"
    makes = Dispatches("announced", "tidings")
    tidings: tuple[Announced, ...]


class FleetLeft(Fact[State], frozen=True):
    """The news of a departure has come to a player: whose fleet, from where, when, and no more (GCW-COM-05)."""

    says = N_("News: a fleet of {seat} left {system}, {at}.")
    rule = "GCW-COM-05"
    makes = Removes("tidings", "tiding")
    tiding: str
    seat: Player
    system: Term
    at: At


class ConstructionHeard(Fact[State], frozen=True):
    """The news of an order to build has come to a player: whose, what and how many; not where (GCW-COM-03, -04)."""

    says = N_("News: {seat} has ordered {count} × {code} to be built, {at}.")
    rule = "GCW-COM-03"
    makes = Removes("announced", "tiding")
    tiding: str
    seat: Player
    code: Class
    count: int
    at: At


def comes(state: State, tiding: Tiding | Announced | Letter) -> Instant:
    """Instant at which news or a message comes: in hyperspace nobody hears anything (GCW-COM-01)."""
    voyage = awaited_at(state, tiding.to)[1]
    return tiding.due_at if voyage is None else max(tiding.due_at, voyage.due_at)


def next_of(*kept: str) -> Callable[[State], Instant | None]:
    """Instant at which the next comes of what a state keeps on its way under these names."""
    return lambda state: min(
        (comes(state, news) for part in kept for news in getattr(state, part).values()), default=None
    )


class DistressHeard(Fact[State], frozen=True):
    """A distress call of platforms has come to a player (GCW-COM-06)."""

    says = N_("Distress call: the platforms of {seat} at {system} are under attack, {at}.")
    rule = "GCW-COM-06"
    makes = Removes("tidings", "tiding")
    tiding: str
    seat: Player
    system: Term
    at: At


@clock(next=next_of("tidings", "announced"), priority=59)
def tell(world: World, table: Table[State]) -> None:
    """All news that comes now, in the order in which it was sent."""
    for tiding in sorted(table.state.tidings.values(), key=lambda tiding: (tiding.left_at, tiding.id)):
        if comes(table.state, tiding) <= table.now:
            heard = DistressHeard if tiding.distress else FleetLeft
            table.say(heard(tiding.id, tiding.seat, tiding.system, tiding.left_at), only(tiding.to))
    for news in sorted(table.state.announced.values(), key=lambda announced: (announced.at, announced.id)):
        if comes(table.state, news) <= table.now:
            table.say(ConstructionHeard(news.id, news.seat, news.code, news.count, news.at), only(news.to))
