"""Sequel to the movement of a season: sites are fought out, then comes the resolution step by step, in which empires
may be asked something, and the next season opens. Register 1.3, 1.4, section 6, CHOOSE of section 4.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Annotated, Any, ClassVar

from msgspec.structs import replace
from pydantic import Field

from engine.act import Act
from engine.book import Clock
from engine.clock import HOUR, next_deadline
from engine.declared.changes import Puts, Sets, Writes
from engine.declared.due import Earliest
from engine.declared.sentences import either
from engine.eaw.composition import counting
from engine.eaw.data.pack import Code
from engine.eaw.figures import exact, movement_points
from engine.eaw.look import InstantOf, Look, Scores, SeasonOf, SeatOf, SeatsOf, date
from engine.eaw.season.run import RESOLUTION, Run, When, at, moment
from engine.eaw.state import Choice, Site, State, Step, with_fleets
from engine.eaw.world import ONCE_IT_WAITS, World
from engine.game import Awaited, Fact, Seat, Table
from engine.look import Refused, no
from engine.noun import Noun
from engine.question import Answer
from engine.text.message import N_, T_, Text, listed, term

AHEAD = (48 * HOUR, 6 * HOUR)
"""Seconds before a deadline at which reminders are given (section 6)."""
IN_LANE = N_("in the lane {lane}")
SEASON = N_("**{season}** begins. Secret orders are open.")


def open_sites(run: Run) -> None:
    """Every lane or system with units of two empires is a site; lanes first (1.3 step 6, EAW-4a, EAW-19.0.1)."""
    state = run.state
    lanes: dict[str, list[Seat]] = {}
    for mover in state.movers:
        if mover.place == "lane" and mover.owner not in lanes.setdefault(mover.lane, []):
            lanes[mover.lane].append(mover.owner)
    for lane in sorted(lanes):
        if any(state.hostile(seat, other) for seat in lanes[lane] for other in lanes[lane]):
            open_site(run, "", lane, tuple(empire for empire in state.empires if empire in lanes[lane]))
    for system in state.contested:
        parties = state.present(system)
        if len(parties) > 1 and not set(parties) <= set(state.systems[system].stalemate):
            open_site(run, system, "", parties)


def open_site(run: Run, system: str, lane: str, parties: tuple[Seat, ...]) -> None:
    """A site is open until it is fought out."""
    id = f"{run.state.t}-{f'lane {lane}' if lane else system}"
    run.proclaim(SiteOpened(Site(id, system, lane, parties)))


class SiteOpened(Fact[State], frozen=True):
    """Empires meet in a lane or system."""

    rule = "EAW-4a"
    decides = True
    makes = Puts("sites", "site")
    site: Site

    def words(self, look: Look) -> Text:
        where = IN_LANE(lane=term(self.site.lane)) if self.site.lane else N_("at {at}")(at=term(self.site.at))
        return N_("{parties} meet for battle {where}.")(where=where, parties=listed(map(look.name, self.site.parties)))


# The resolution, step by step


class Began(Fact[State], frozen=True):
    """The resolution has come to a moment. By version 9 it is said where it is the first, or waits; before, of each."""

    silent = "what happens in it is told by itself"
    makes = Writes("moment", step=Step.RESOLUTION)
    moment: str


def go_on(run: Run) -> None:
    """Go on with the season as far as nothing is waited for: sites, then each step of the resolution, and what an
    empire is asked in one of them before the next (1.4). The season never advances while a site is open; the campaign
    ends with its last year (EAW-1.0, EAW-4e.1). Where it goes on is recorded as often as it waits.
    """
    last = run.state.moment
    while run.state.step in (Step.BATTLES, Step.RESOLUTION) and not run.state.sites and not run.state.choices:
        order = [*RESOLUTION, *((When.YEAR_END, When.NEW_YEAR) if run.state.season == 3 else ()), When.OPENED]
        following = order[order.index(When(last)) + 1] if last else order[0]
        if following is When.NEW_YEAR and run.state.year >= run.state.settings.end_year:
            end(run, best(run.world, run.state))
            return
        if following is When.OPENED:
            open_season(run)
            return
        if not last or run.world.version < ONCE_IT_WAITS:
            run.proclaim(Began(following))
        moment(run, following)
        last = following
    if run.state.step is Step.RESOLUTION and run.state.moment != last:
        run.proclaim(Began(last))


@at(When.P9, 50)
def eliminate(run: Run) -> None:
    """An empire with no ship, no dock and no development left is out; the last one there wins (EAW-1.0)."""
    state = run.state
    there = {ship.owner for ship in state.ships.values()} | {dock.owner for dock in state.docks.values()}
    there |= {system.development.owner for system in state.systems.values() if system.development is not None}
    for seat in state.living:
        if seat not in there:
            run.proclaim(Eliminated(seat))
    if len(run.state.living) == 1 < len(state.empires):
        end(run, run.state.living)


def best(world: World, state: State) -> tuple[Seat, ...]:
    """Leaders in victory points; of equals who has most in ships and treasury; still equal, all of them (EAW-1.0)."""

    def worth(seat: Seat) -> int:
        return state.realms[seat].treasury + sum(ship.ebpv for ship in state.ships.values() if ship.owner == seat)

    ranks = {seat: (exact(state.empires[seat].vp), worth(seat)) for seat in state.living}
    top = max(ranks.values(), default=None)
    return tuple(seat for seat, rank in ranks.items() if rank == top)


def end(run: Run, winners: tuple[Seat, ...]) -> None:
    """The campaign is over, and the key of its seals is shown."""
    scores = {seat: empire.vp for seat, empire in run.state.empires.items()}
    run.proclaim(Ended(winners, scores))
    run.table.show_hidden_key()


class Eliminated(Fact[State], frozen=True):
    """An empire is no more."""

    rule = "EAW-1.0"
    decides = True
    says = N_("{seat} has no ship, dock or development left, and is out of the campaign.")
    makes = Sets("empires", "seat", alive=False)
    seat: SeatOf


class Ended(Fact[State], frozen=True):
    """The campaign is over: who won, with the victory points of all."""

    rule = "EAW-1.0"
    decides = True
    makes = Writes("winners", step=Step.OVER, until=None, moment="")
    says = either(
        lambda fact: len(fact.winners) == 1,
        N_("**{winners} wins** the campaign. The victory points are {scores}."),
        N_("**{winners}** share the victory. The victory points are {scores}."),
    )
    winners: SeatsOf
    scores: Scores


# The next season


def open_season(run: Run) -> None:
    """The next season opens, alike for all four of a year, and after Winter the next year: each empire has its movement
    points by the fleets that count at its opening, orders are open until the deadline (1.6, EAW-4c, EAW-4d, EAW-5.0.1,
    EAW-5.0.3, EAW-5.0.4). Deadlines are a window apart, and where all have sealed early the next stay where they were.
    Where battles and choices outlast a deadline the window is whole, and counts from now (section 6).
    """
    t, met, now = run.state.t + bool(run.state.moment), run.state.met, run.table.now
    until = next_deadline(None if met is None or met < now else met, now, run.windows.plot * HOUR)
    run.proclaim(SeasonOpened(t, until))
    fleets = Counter([fleet.owner for fleet in counting(run.world, run.state)])
    for seat in run.state.living:
        run.tell(PointsGiven(seat, movement_points(fleets[seat]), fleets[seat]), seat)
    moment(run, When.OPENED)


class PointsGiven(Fact[State], frozen=True):
    """The movement points of an empire for a season, for so many fleets that count."""

    rule = "EAW-5.0.1"
    says = N_("You have {mp} movement points for {fleets} fleets that count.")
    makes = Sets("realms", "seat", "mp")
    seat: Seat
    mp: int
    fleets: int


class SeasonOpened(Fact[State], frozen=True):
    """A season begins: nobody is engaged or committed any more, and orders are open until a deadline."""

    decides = True
    rule = "EAW-4.0"
    says = N_("**{t}** begins. Secret orders are open until {until} ({until:R}).")
    t: SeasonOf
    until: InstantOf

    def lasting(self, look: Look) -> Text:
        return SEASON(season=date(look.known.settings.start_year, self.t))

    def evolve(self, state: State) -> State:
        held = [id for id, fleet in state.fleets.items() if fleet.pinned or fleet.committed]
        fresh = with_fleets(state, held, pinned="", committed="")
        docks = {id: replace(dock, pinned="", tug="") for id, dock in state.docks.items()}
        empires = {seat: replace(empire, sealed=False) for seat, empire in state.empires.items()}
        return replace(
            fresh, t=self.t, step=Step.PLOT, moment="", until=self.until, docks=docks, empires=empires, results=()
        )


def _take_usual(world: World, table: Table[State]) -> None:
    run = Run(world, table)
    for choice in list(run.state.choices.values()):
        if choice.until is not None and choice.until <= table.now:
            run.answer_to(choice, choice.usual, late=True)
    go_on(run)


CHOICES_END = Clock(Earliest("choices", "until"), _take_usual, priority=2)
"""Time is up for what empires were asked: the usual answers are taken."""


def awaits(state: State) -> Iterator[Awaited]:
    """The empires that have not sealed their orders, or by its own knowledge the empire that is asked something."""
    for one in state.choices.values():
        yield Awaited(
            one.seat, N_("your choice about {about}")(about=term(one.about)), one.until, ahead=AHEAD, which=one.id
        )
    for empire in state.empires.values() if state.step is Step.PLOT else ():
        if empire.alive and not empire.sealed:
            yield Awaited(empire.seat, T_("your orders"), state.until, ahead=AHEAD, which=str(state.t))


def offered(look: Look) -> tuple[str, ...]:
    """Options of what is asked; none while nothing is."""
    choice = look.asked()
    return () if isinstance(choice, Refused) else choice.options


OPTION: Noun[Look, str] = Noun(
    "one of what is offered",
    lambda look, found: offered(look),
    lambda option: (option,),
    unknown=lambda look, name, hint: no(
        Code.E_VALUE, N_("What is offered is {choices}."), "EAW-16.0", choices=", ".join(offered(look))
    ),
)


class Choose(Answer):
    """Answer what you are asked."""

    path: ClassVar[str] = "eaw choose"
    line: ClassVar[str] = "choose {option}"
    option: Annotated[str, OPTION] = Field(description="one of what is offered", max_length=60)

    def obey(self, act: Act[Any, Any]) -> None:
        """Goes on with what waited for it. Refused with E-PHASE while nothing is asked."""
        look: Any = act.look  # of this rulebook's class
        choice, run = look.asked(), Run(act.world, act.table)
        assert isinstance(choice, Choice)  # or it is not ready
        run.answer_to(choice, (act.found.option,))
        go_on(run)
