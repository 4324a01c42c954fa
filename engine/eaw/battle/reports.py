"""Reports of battles: filed by either admiral, confirmed, amended or disputed by the other, ruled by a moderator; and
what comes of a final one. Register 2.4 to 2.6; EAW-21a, EAW-25, EAW-26d, EAW-30.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Annotated, ClassVar, Self

from msgspec.structs import replace
from pydantic import Field

from engine import act
from engine.book import clock
from engine.clock import HOUR, later
from engine.declared.changes import Alters, Its, Puts, Sets
from engine.declared.due import Earliest, First
from engine.declared.sentences import either, told_by
from engine.eaw import state as campaign
from engine.eaw.battle import filings, positions, scoring
from engine.eaw.battle.auto import offered, settled, sound, usual
from engine.eaw.battle.filings import GROUP, bad
from engine.eaw.battle.leftovers import Stranded, close_site, crewed, died_elsewhere, gone_over, leave_flying
from engine.eaw.battle.sites import BattleSet, proceed, seize
from engine.eaw.data.pack import Code
from engine.eaw.data.units import PRIME
from engine.eaw.figures import cost, exact, kept, shown
from engine.eaw.look import PART, Act, At, Called, Look, SeatOf, SeatsOf, Word
from engine.eaw.season import holdings
from engine.eaw.season.resolution import AHEAD
from engine.eaw.season.run import Run
from engine.eaw.state import Battle, Fate, Filing, Force, Packet, Ship, State, Step, with_empire, without_battles
from engine.eaw.world import CRIPPLED_ONCE, TABLE_WHOLE, World
from engine.game import EVERYONE, MODERATOR, Awaited, Fact, Seat, Table, only
from engine.look import Refused, no
from engine.noun import NOTHING_FOUND, Found, Offered, value
from engine.orders import Option
from engine.text.message import N_, NOTHING, T_, Text, joined, spaced, term

STALEMATES = Offered[Look]("how it ended", lambda look, found: [Option("stalemate")])
Ending = Annotated[str, STALEMATES, Field(max_length=10, examples=["stalemate"])]
Ticked = Annotated[str | None, filings.TICKS, Field(max_length=4000)]
REPORTED = N_(
    "{seat} reports battle `{battle}`. {fates} The other admiral confirms it, reports otherwise, or disputes it."
)
CHANGED = N_(
    "{seat} amends the report of battle `{battle}`. {changes} All of it is this: {fates} The other admiral "
    "confirms or disputes it."
)
SAME = T_("Nothing differs.")
AMENDED = N_("{seat} amends the report of battle `{battle}`. {fates} The other admiral confirms or disputes it.")
HELD = N_("**Battle `{battle}` is over**[ ({settled})], and {seat} holds the field.")
HELD_BY_NOBODY = N_("**Battle `{battle}` is over**[ ({settled})], and nobody holds the field.")
A_STALEMATE = N_("**Battle `{battle}` is over**[ ({settled})] in a stalemate, and nobody holds the field.")
POINTS = N_("- {seat} scores {points}. {ends}")


class OfBattle(act.Order):
    """An order of the admirals of a battle about it."""

    sheet: ClassVar[bool] = False

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """Refuses E-AUTH, E-PHASE."""
        own = filings.own_battles(look, NOTHING_FOUND)
        none = None if own else no(Code.E_PHASE, T_("No battle of yours waits."), "EAW-30.0")
        return look.untimely(Step.BATTLES, rule="EAW-30.0") or none


class Reporting(OfBattle):
    """A report of how a battle ended; the other admiral confirms it."""

    battle: Annotated[str, filings.BATTLE] = Field(description="which", max_length=60)
    turn: int = Field(description="the last turn played", ge=1, le=200, examples=[6])

    @property
    def stalemate(self) -> bool:
        """True if it says that both sides stay."""
        raise LookupError(f"nothing says how {type(self).__name__} ends")

    def obey(self, act: Act) -> None:
        """It stands until the other admiral answers; the same of both is final (2.5). Refuses E-REPORT, E-DISENG."""
        look, battle = act.look, act.found.battle
        filing = Filing(battle.id, look.own, self.turn, act.found.units, self.stalemate)
        if late := [fate for fate in filing.fates.values() if fate.fate == "left" and fate.turn > filing.turn]:
            why = N_("A ship left in turn {turn}, and turn {last} was the last.")
            look.require(bad(why, turn=late[0].turn, last=filing.turn))
        look.require(filings.unfit(look, battle, look.known.packets[battle.id], filing.fates, filing.stalemate))
        run = Run(act.world, act.table)
        standing = run.state.filings.get(battle.id)
        if standing is not None and standing.by != look.own and not any(filings.changes(battle, standing, filing)):
            final(run, battle, filing)
            return
        until = run.until(run.windows.answer)
        run.tell(Reported(replace(filing, until=until), standing is not None, standing), *battle.seats)


class Report(Reporting):
    """Report how a battle ended: one line a unit, by the marks of its packet; the other admiral confirms it."""

    path: ClassVar[str] = f"{GROUP.path} report"
    line: ClassVar[str] = "report {battle} to turn {turn} with {units}[ as {ending}]"
    tried: ClassVar[int] = 4
    units: Annotated[str, filings.UNITS] = Field(
        description="what became of each unit: here, destroyed, captured by A1, left C 3.16; crippled, hit",
        max_length=4000,
        examples=["A1 crippled; B1 destroyed; B2 left C 4.20; rest here"],
    )
    ending: Ending = Field("", description="'stalemate' where both sides stay")

    @property
    def stalemate(self) -> bool:
        """True if it ends so."""
        return self.ending.strip().casefold() == filings.STALEMATE_LINE

    def check(self, look: Look, found: Found) -> None:
        """It ends in a stalemate, or nothing is said of it. Refuses E-VALUE."""
        if self.ending.strip() and not self.stalemate:
            why = N_("“{ending}” is no ending; say stalemate, or nothing.")
            look.no(Code.E_VALUE, why, "EAW-26d", ending=self.ending)


class Losses(Reporting):
    """Report a battle by ticks: which units are destroyed, which are crippled; and what else, one line a unit."""

    path: ClassVar[str] = f"{GROUP.path} losses"
    line: ClassVar[str] = (
        "losses of {battle} to turn {turn}[ destroyed {destroyed}][ crippled {crippled}][ otherwise {units}]"
    )
    destroyed: Ticked = Field(None, description="which are destroyed: such as A1, B3-B7, or B for all of B")
    crippled: Ticked = Field(None, description="which are crippled: such as A1, B3-B7, or B for all of B")
    units: Annotated[str, filings.LINES] = Field(
        "", description="what else: captured by A1, left C 3.16, hit; for all other Bs: B: left C 4.20", max_length=4000
    )

    @property
    def stalemate(self) -> bool:
        """True if a line says that both stay. Units of which no tick and no line speaks are there (2.4, 2.5)."""
        return filings.STALEMATE_LINE in (part.strip().casefold() for part in re.split(r"[;\n]", self.units))

    @classmethod
    def reports_on(cls, look: Look) -> Iterable[Battle]:
        """Battles whose form it may be."""
        return filings.own_battles(look, NOTHING_FOUND)

    @classmethod
    def starts(cls, look: Look, about: str) -> Mapping[str, str]:
        """The battle, of which a report may stand already: what it says, one line a unit."""
        battles = {report.id: report for report in cls.reports_on(look)}
        if not battles:
            return {}
        battle = battles.get(about) or next(iter(battles.values()))
        filing = look.known.filings.get(battle.id) or Filing(battle.id, Seat(""), 0, {})
        fates, stalemate = filing.fates, "\nstalemate" if filing.stalemate else ""
        return {
            "battle": battle.id,
            "turn": str(filing.turn or ""),
            "destroyed": filings.ticked(battle, [mark for mark, fate in fates.items() if fate.fate == "destroyed"]),
            "crippled": filings.ticked(battle, [mark for mark, fate in fates.items() if fate.crippled]),
            "units": filings.sheet(battle, fates) + stalemate,
        }

    @classmethod
    def likely(cls, look: Look) -> Iterator[Self]:
        """The field held by either side: all of the other destroyed."""
        for battle in cls.reports_on(look):
            yield from (cls(battle=battle.id, turn=6, destroyed=side) for side in filings.SIDES)


class Reported(Fact[State], frozen=True):
    """A report of a battle stands, for the other admiral to answer (2.5)."""

    rule = "EAW-30.0"
    makes = Puts("filings", "filing", "battle")
    filing: Filing
    amended: bool = False
    before: Filing | None = None

    def words(self, look: Look) -> Text:
        filing = self.filing
        battle = look.known.battles.get(filing.battle)  # none, where this is told again later
        told = {"seat": look.name(filing.by), "battle": term(filing.battle)}
        told["fates"] = filings.whole_report(battle, filing)
        if self.before is not None:
            return CHANGED(**told, changes=spaced(*filings.changes(battle, self.before, filing)) or SAME)
        return (AMENDED if self.amended else REPORTED)(**told)


def answerable(look: Look, battle: Battle, found: Found) -> Refused | None:
    """Only the other admiral's report can be answered. Refuses E-REPORT."""
    if (filing := look.known.filings.get(battle.id)) is None:
        return bad(T_("No report of it stands; `report` files one."))
    return bad(T_("That report is your own; the other admiral answers it.")) if filing.by == look.seat else None


ANSWERED = filings.BATTLE.that(answerable, what="a battle whose report you answer")


class Confirm(OfBattle):
    """Confirm the other admiral's report of a battle: it is final then."""

    path: ClassVar[str] = f"{GROUP.path} confirm"
    line: ClassVar[str] = "confirm {battle}"
    tried: ClassVar[int] = 8
    battle: Annotated[str, ANSWERED] = Field(description="which", max_length=60)

    def obey(self, act: Act) -> None:
        """Makes so what it says (2.5.1, 2.6)."""
        battle = act.found.battle
        final(Run(act.world, act.table), battle, act.state.filings[battle.id])


class Dispute(OfBattle):
    """Dispute the other admiral's report of a battle: a moderator rules."""

    path: ClassVar[str] = f"{GROUP.path} dispute"
    line: ClassVar[str] = "dispute {battle} because {why}"
    battle: Annotated[str, ANSWERED] = Field(description="which", max_length=60)
    why: str = Field(description="what is wrong with it", min_length=1, max_length=1000)

    def obey(self, act: Act) -> None:
        """A moderator sees both versions and rules (2.5.4)."""
        look, battle = act.look, act.found.battle
        run = Run(act.world, act.table)
        run.tell(Disputed(battle.id, look.own, self.why), *battle.seats)
        run.proclaim(BattleSet(replace(battle, stage="ruling", until=None)))


class Disputed(Fact[State], frozen=True):
    """An admiral disputes a report (2.5.4)."""

    rule = "EAW-30.0"
    says = N_("{seat} disputes the report of battle `{battle}` with the words “{why}”.")
    makes = Sets("filings", "battle", dispute=Its("why"), until=None)
    battle: Word
    seat: SeatOf
    why: Called


# What comes of a final report


class Fought(Fact[State], frozen=True):
    """A battle is over: what became of each unit, the points of both sides, who holds the field (2.6)."""

    closes = True
    rule = "EAW-4e.2"
    decides = True
    battle: Battle
    filing: Filing
    points: tuple[str, str]
    holder: str
    held_by: Seat
    scored: Mapping[str, tuple[str, ...]]
    left: Mapping[str, str]
    automatic: bool = False

    def evolve(self, state: State) -> State:
        for force, points in zip(self.battle.forces, self.points, strict=True):
            if (empire := state.empires.get(force.seat)) is not None:
                state = with_empire(state, force.seat, vp=kept(exact(empire.vp) + exact(points)))
        sites = dict(state.sites)
        if (site := sites.get(self.battle.site)) is not None:
            scored, left = {**site.scored, **self.scored}, {**site.left, **self.left}
            held = replace(site, fought=self.battle.number, holder=self.holder, held_by=self.held_by)
            sites[site.id] = replace(held, scored=scored, left=left)
        result = campaign.Result(self.battle.id, self.battle.forces, self.points, self.held_by, self.automatic)
        return without_battles(replace(state, sites=sites, results=(*state.results, result)), (self.battle.id,))

    def words(self, look: Look) -> Text:
        says = A_STALEMATE if self.filing.stalemate else HELD if self.held_by else HELD_BY_NOBODY
        settled = T_("auto-resolved, not SFB") if self.automatic else NOTHING
        lines = [says(battle=term(self.battle.id), settled=settled, seat=look.name(self.held_by))]
        for force, points in zip(self.battle.forces, self.points, strict=True):
            ends = filings.ends_words(self.battle, force, self.filing)
            lines.append(POINTS(seat=look.name(force.seat), points=term(shown(exact(points))), ends=ends))
        return joined("\n", lines)


def final(run: Run, battle: Battle, filing: Filing, *, automatic: bool = False) -> None:
    """Does what a report says: points, experience, losses, captures, who left where; then the site goes on (2.6)."""
    site = run.state.sites[battle.site]
    fighters = {code: unit.cbpv for code, unit in run.world.pack.attrition.items()}
    packet = run.state.packets.get(battle.id) or Packet(battle.id, ((), ()))
    brought = scoring.brought(battle, packet) if run.world.version >= CRIPPLED_ONCE else {}
    before = {**brought, **site.scored}
    found = scoring.score(battle, filing.fates, before, fighters, cumulative=run.state.settings.vp_cumulative)
    here = {mark for mark, fate in filing.fates.items() if fate.fate in filings.STAYS}
    holder = next((force for force in battle.forces if any(unit.mark in here for unit in force.units)), None)
    gone = [(positions.side_of(battle, mark), fate.exit) for mark, fate in filing.fates.items() if fate.fate == "left"]
    left = {battle.forces[side].group: way for side, way in gone}
    gained = found.points
    if run.state.settings.vp_difference_bonus and run.world.version >= TABLE_WHOLE:
        gained = scoring.with_difference(battle, filing.fates, gained)
    points = (kept(gained[0]), kept(gained[1]))
    holds = (holder.group, holder.seat) if holder is not None and not filing.stalemate else ("", Seat(""))
    run.proclaim(Fought(battle, filing, points, *holds, found.scored, left, automatic))
    winner, gains = scoring.points_winner(gained), dict[str, Fraction]()
    if winner is not None:
        gains = scoring.experience(battle.forces[winner], gained[winner], won=True)
        gains |= scoring.experience(battle.forces[1 - winner], gained[winner], won=False)
    for side in (0, 1):
        settle(run, battle, side, filing, packet, gains)
    leave_flying(run, battle, filing)
    if filing.stalemate:
        close_site(run, site.id)
        run.proclaim(Stalemate(site.at, battle.seats))
    proceed(run)


def hurt(state: State, ship: Ship, fate: Fate, gain: Fraction) -> Ship:
    """A ship after a battle: damage, what was used, who died, its experience (2.6, EAW-22b)."""
    boxes = {what: ship.damage.get(what, 0) + count for what, count in fate.boxes.items()}
    xp = exact(ship.xp) + gain
    if state.settings.xp_floor:
        xp = max(Fraction(0), xp)
    used = {what: ship.used.get(what, 0) + count for what, count in fate.spent.items()}
    gone = {what: ship.lost.get(what, 0) + count for what, count in fate.lost.items()}
    aboard = {what: max(0, count - fate.lost.get(what, 0)) for what, count in ship.attrition.items()}
    return replace(
        ship, damage={**ship.damage, **boxes}, used={**ship.used, **used}, lost={**ship.lost, **gone},
        attrition=aboard, crippled=ship.crippled or fate.crippled, hurt=ship.hurt or fate.hurt or fate.crippled,
        officers=tuple(officer for officer in ship.officers if officer.kind not in fate.killed),
        dc_left=fate.dc if fate.dc is not None else ship.dc_left,
        spare_cdr=fate.cdr if fate.cdr is not None else ship.spare_cdr,
        xp=kept(xp), fought=state.year,
    )  # fmt: skip


def settle(run: Run, battle: Battle, side: int, filing: Filing, packet: Packet, gains: Mapping[str, Fraction]) -> None:
    """Does what becomes of the units of one side (2.6)."""
    state, force = run.state, battle.forces[side]
    came = gone_over(state, battle, side, filing)
    away: dict[str, list[Ship]] = {}
    stay, lost, taken = list[Ship](), list[str](), list[tuple[Ship, str]]()
    for unit in force.units:
        fate = filing.fates[unit.mark]
        if unit.kind == "ship" and unit.id in state.ships:
            ship = hurt(state, state.ships[unit.id], fate, gains.get(unit.id, Fraction(0)))
            ship = crewed(ship, came.get(unit.mark, ()), died_elsewhere(filing, unit.mark))
            if fate.fate in ("destroyed", "captured"):
                lost.append(unit.id)
                if fate.fate == "captured":
                    taken.append((ship, fate.by))
            elif fate.fate == "left":
                away.setdefault(fate.exit, []).append(ship)
            else:
                stay.append(ship)
            for officer in ship.officers if fate.fate in ("left", "here") else ():
                if officer in came.get(unit.mark, ()):  # for good; its owner hears what he costs there (EAW-27a.3)
                    price = cost(run.world.officer_cost(state.settings, officer.kind, ship.cbpv))
                    run.tell(Stranded(officer.kind, ship.id, price), ship.owner)
        elif unit.kind == "dock" and unit.id in state.docks:
            _settle_dock(run, battle, unit, fate)
    _settle_bases(run, battle, force, filing)
    if stay:
        run.tell(holdings.ShipsSet(tuple(stay)), force.seat)
    for direction, ships in away.items():
        way = positions.way_out(packet, side, direction)
        assert way is not None  # or the report was refused
        leave(run, battle.site, force, way, ships, some_stay=bool(stay))
    if lost:
        run.tell(holdings.ShipsGone(tuple(lost), "in battle"), force.seat)
    if taken:
        captor = battle.forces[1 - side]
        run.tell(holdings.ShipsJoined(tuple(captive(run, captor, ship, by) for ship, by in taken)), captor.seat)


def captive(run: Run, force: Force, ship: Ship, by: str) -> Ship:
    """A captured ship: with its captor, as it was left, without crew and all aboard (EAW-25.0, EAW-25b.1, EAW-25c)."""
    seat, captor = force.seat, next(unit for unit in force.units if unit.mark == by)
    fleet = run.state.ships[captor.id].fleet if captor.id in run.state.ships else force.group
    called = f"{ship.name} of {run.state.empires[ship.owner].race}"
    teams = {row.name for row in run.world.of(run.state, ship).refits if row.kind == PRIME}
    return replace(
        ship, id=holdings.ship_id(seat, called), name=called, owner=seat, fleet=fleet, inspected=False, officers=(),
        crew="normal", options={}, used={}, attrition={}, lost={}, prime_teams=0, xp="0", co=0,
        upgrades={called: worth for called, worth in ship.upgrades.items() if called not in teams},
    )  # fmt: skip


def leave(run: Run, site: str, force: Force, way: campaign.Exit, ships: list[Ship], *, some_stay: bool) -> None:
    """Ships that left are a new fleet in hyperspace, or the old one where all of it left; another way than back costs
    the first movement point of next season (EAW-21a.3, EAW-21a.5). Who leaves after others of the fleet joins them. Who
    left a lane goes back from it: it is on its way from where it is bound.
    """
    state = run.state
    old = state.fleets[force.group]
    id, number = old.id, old.number
    same = ("hyper", way.lane, way.to, state.t)
    new = [one for one in state.fleets.values() if one.owner == force.seat and one.id not in state.sites[site].left]
    ahead = next((fleet for fleet in new if (fleet.place, fleet.lane, fleet.bound, fleet.disengaged) == same), None)
    if ahead is not None:
        run.tell(holdings.ShipsSet(tuple(replace(ship, fleet=ahead.id) for ship in ships)), force.seat)
        run.tell(Left(force.seat, ahead.number, way.to, 0), force.seat)
        return
    if some_stay:
        number = holdings.free_number(state.fleets, force.seat)
        id = holdings.fleet_id(force.seat, number)
    lane = next(lane for lane in state.lanes(old.at) if lane.id == way.lane)
    origin = way.to if old.place == "lane" else lane.far(way.to)
    free = replace(old, id=id, number=number, disengaged=state.t, pinned="arrived", trapped="", committed="")
    fleet = replace(free, place="hyper", at=origin, lane=way.lane, bound=way.to)
    run.tell(holdings.FleetFormed(fleet), force.seat)
    run.tell(holdings.ShipsSet(tuple(replace(ship, fleet=id) for ship in ships)), force.seat)
    run.tell(Left(force.seat, number, way.to, way.cost), force.seat)


class Left(Fact[State], frozen=True):
    """A fleet has left a battle, and arrives with the next season (EAW-21a.5)."""

    rule = "EAW-21a.5"
    says = either(
        "cost",
        N_("Fleet {number} leaves for {to}, which costs your first movement point of the next season."),
        N_("Fleet {number} leaves for {to}, and arrives when the next season begins."),
    )
    makes = Alters("realms", "seat", lambda realm, fact: replace(realm, debt=realm.debt + fact.cost))
    seat: Seat
    number: int
    to: At
    cost: int


def _settle_dock(run: Run, battle: Battle, unit: campaign.Unit, fate: Fate) -> None:
    """A dock after a battle: gone, another's, or damaged."""
    dock = run.state.docks[unit.id]
    if fate.fate in ("destroyed", "captured"):
        run.tell(holdings.DockGone(dock.id, "in battle"), dock.owner)
    if fate.fate == "captured":
        seize(run, dock, battle.forces[1 - positions.side_of(battle, unit.mark)].seat)
    if fate.fate == "here" and (fate.crippled or fate.boxes):
        damage = {**dock.damage, **{what: dock.damage.get(what, 0) + count for what, count in fate.boxes.items()}}
        run.tell(holdings.DockSet(replace(dock, damage=damage, crippled=dock.crippled or fate.crippled)), dock.owner)


def _settle_bases(run: Run, battle: Battle, force: Force, filing: Filing) -> None:
    """Bases after a battle: gone, another's, or damaged; what is captured intact counts from this season (EAW-9b.2)."""
    there = run.state.bases
    bases = [(there[unit.id], filing.fates[unit.mark]) for unit in force.units if unit.id in there]
    if gone := [base for base, fate in bases if fate.fate in ("destroyed", "captured")]:
        run.tell(holdings.BasesGone(gone[0].at, tuple(base.id for base in gone), "in battle"), force.seat)
    if taken := [(base, fate) for base, fate in bases if fate.fate == "captured"]:
        captor = next(seat for seat in battle.seats if seat != force.seat)
        theirs = list[campaign.Base]()
        for number, (base, fate) in enumerate(taken, holdings.next_base(run.state, captor)):
            harmed = fate.hurt or fate.crippled or base.state != "installed"
            own = replace(base, id=holdings.base_id(captor, number), owner=captor, installed=run.state.t)
            theirs.append(replace(own, state="damaged" if harmed else "installed"))
        run.tell(holdings.BasesSet(tuple(theirs)), captor)
    if damaged := [replace(base, state="damaged") for base, fate in bases if fate.fate == "damaged"]:
        run.tell(holdings.BasesSet(tuple(damaged)), force.seat)


class Stalemate(Fact[State], frozen=True):
    """A fortification bars every way out, and neither side could win: both stay (2.5.6)."""

    rule = "EAW-26d"
    says = N_("After a stalemate {parties} stay at {system}, and fight again when either orders it.")
    makes = Sets("systems", "system", stalemate=Its("parties"))
    system: At
    parties: SeatsOf


# The clock


@clock(First(Earliest("battles", "until", stage="open"), Earliest("filings", "until")), priority=4)
def windows_end(world: World, table: Table[State]) -> None:
    """Time is up for a battle or the answer to its report: a moderator is asked (2.5.3, 2.5.6)."""
    run = Run(world, table)
    for battle in list(run.state.battles.values()):
        filing = run.state.filings.get(battle.id)
        late = battle.until is not None and battle.until <= table.now
        unanswered = filing is not None and filing.until is not None and filing.until <= table.now
        if battle.stage != "open" or not (late or unanswered):
            continue
        if filing is None and run.state.settings.auto_resolve:  # settled by dice (register 0.3, 2.7)
            resolve(run, battle, offered(run.state, battle))
            continue
        run.proclaim(BattleSet(replace(battle, stage="ruling", until=None)))
        if filing is not None:
            run.tell(Unanswered(battle.id), *battle.seats)


class Unanswered(Fact[State], frozen=True):
    """Nobody answered a report in time: a moderator rules, for one side's word alone is never taken (2.5.3)."""

    rule = "EAW-30.0"
    says = N_("Nobody answered the report of `{battle}` in time.")
    makes = Sets("filings", "battle", until=None)
    battle: Word


RULING_ON_REPORT = N_("a ruling on the disputed report of battle {battle}")


def awaits(state: State) -> Iterator[Awaited]:
    """Seats that owe a report, the answer to one, or the ruling on one that is disputed."""
    for battle in state.battles.values():
        filing = state.filings.get(battle.id)
        if battle.stage == "ruling":
            says = RULING_ON_REPORT if filing is not None and filing.dispute else N_("a ruling on battle {battle}")
            yield Awaited(MODERATOR, says(battle=term(battle.id)), None, which=battle.id)
        for seat in battle.seats if battle.stage == "open" else ():
            if filing is None:
                yield Awaited(seat, T_("the report of a battle"), battle.until, ahead=AHEAD, which=battle.id)
            elif filing.by != seat:
                yield Awaited(seat, T_("your answer to a report"), filing.until, ahead=AHEAD, which=battle.id)


def resolve(run: Run, battle: Battle, terms: Mapping[Seat, campaign.Terms]) -> None:
    """Settle a battle by strength and dice; every report of it says that it is not SFB."""
    packet = run.state.packets[battle.id]
    fates, turn, stalemate = settled(battle, packet, terms, lambda label, sides: run.die(f"{battle.id}/{label}", sides))
    final(run, battle, Filing(battle.id, battle.forces[0].seat, turn, sound(fates), stalemate), automatic=True)


def _ways(look: Look, found: Found) -> list[Option]:
    battle = found.get("battle")
    packet = look.known.packets.get(battle.id) if battle is not None else None
    if packet is None or look.seat not in battle.seats:
        return []
    ways = packet.exits[battle.seats.index(look.seat)]
    return [
        *(
            Option(way.direction, N_("{direction} to {system}")(direction=term(way.direction), system=term(way.to)))
            for way in ways
        ),
        Option("none"),
    ]


@value("a way out", _ways)
def way_out(look: Look, words: str, found: Found) -> str:
    """A way out of a battle, or to fight on. Refuses E-DISENG."""
    word = words.strip().upper()
    if word in ("", "NONE", "FIGHT ON"):
        return ""
    battle: Battle = found.battle
    place, packet = battle.seats.index(look.own), look.known.packets[battle.id]
    if positions.way_out(packet, place, word) is None:
        look.no(Code.E_DISENG, N_("The ways out are {exits}."), "EAW-21.0.2", exits=positions.ways(packet.exits[place]))
    return word


class Auto(OfBattle):
    """Offer to settle a battle by strength and dice instead of playing it; it is done when both admirals agree."""

    path: ClassVar[str] = f"{GROUP.path} auto"
    line: ClassVar[str] = "settle {battle} leaving at {per_cent} % by {exit}"
    tried: ClassVar[int] = 8
    battle: Annotated[str, filings.BATTLE] = Field(description="which", max_length=60)
    per_cent: int = Field(description="of your strength below which you leave; 0 fights on", ge=0, le=99, examples=[50])
    exit: Annotated[str, way_out] = Field(description="by which way you leave; 'none' fights on", max_length=8)

    def obey(self, act: Act) -> None:
        """Both must agree; what the other says is not shown (2.7). Always labelled: not SFB."""
        look, battle = act.look, act.found.battle
        terms = campaign.Terms(battle.id, look.own, self.per_cent, act.found.exit)
        run = Run(act.world, act.table)
        run.say(TermsSet(terms), only(look.own))
        run.say(Agrees(battle.id, look.own), EVERYONE)
        if all(f"{battle.id}/{seat}" in run.state.terms for seat in battle.seats):
            resolve(run, battle, offered(run.state, battle))

    @classmethod
    def likely(cls, look: Look) -> Iterator[Self]:
        """Half the strength, the first way out."""
        for battle in filings.own_battles(look, NOTHING_FOUND):
            if f"{battle.id}/{look.own}" not in look.known.terms:
                way = usual(battle, look.known.packets[battle.id], look.own).exit
                yield cls(battle=battle.id, per_cent=50, exit=way or "none")


class TermsSet(Fact[State], frozen=True):
    """Terms of a side for settling a battle; it alone knows."""

    says = either(
        lambda fact: fact.terms.exit and fact.terms.per_cent,
        N_("Settled by dice, you leave `{terms:battle}` by {terms:exit} below {terms:per_cent} % of your strength."),
        N_("Settled by dice, you fight on in `{terms:battle}` to the end."),
    )
    makes = Puts("terms", "terms", "key")
    terms: Annotated[campaign.Terms, PART]


class Agrees(Fact[State], frozen=True):
    """An admiral would settle a battle by strength and dice (2.7)."""

    rule = "EAW-30.0"
    says = N_(
        "{seat} would settle battle `{battle}` by strength and dice (EaW-AUTO, not SFB). It is done when both agree."
    )
    makes = Alters(
        "battles", "battle", lambda one, fact: replace(one, agreed=tuple(dict.fromkeys((*one.agreed, fact.seat))))
    )
    battle: Word
    seat: SeatOf


def issued(look: Look, battle: Battle, found: Found) -> Refused | None:
    """Only a battle whose packet is out can be ruled. Refuses E-PHASE."""
    if battle.stage != "side":
        return None
    why = N_("Battle {battle} waits for {chooser} to choose a side.")
    return no(Code.E_PHASE, why, "EAW-20a", battle=battle.id, chooser=battle.chooser)


def reported(look: Look, battle: Battle, found: Found) -> Refused | None:
    """Refuses E-REPORT for a battle of which no report stands."""
    return None if battle.id in look.known.filings else bad(N_("No report of {battle} stands."), battle=battle.id)


RULED = filings.ANY_BATTLE.that(issued)


class OfBattles(act.Order):
    """An order of moderators about a battle, on the referee's state."""

    moderator: ClassVar[bool] = True
    battle: Annotated[str, RULED] = Field(description="which", max_length=60)

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """Refuses E-PHASE where no battle is fought."""
        return None if look.known.battles else no(Code.E_PHASE, T_("No battle is being fought."), "EAW-30.0")


class Accept(OfBattles):
    """Accept the report of a battle as it stands: it is final."""

    path: ClassVar[str] = "gm-eaw accept"
    line: ClassVar[str] = "accept the report of {battle}"
    battle: Annotated[str, RULED.that(reported)] = Field(description="which", max_length=60)

    def obey(self, act: Act) -> None:
        """A moderator's word is final (EAW-30.0)."""
        battle = act.found.battle
        act.say(BattleRuled("accepted", battle.id), EVERYONE)
        final(Run(act.world, act.table), battle, act.state.filings[battle.id])


class Ruling(OfBattles, Reporting):
    """A moderator's report of a battle: it is final."""

    @classmethod
    def reports_on(cls, look: Look) -> Iterable[Battle]:
        """Battles that can be ruled."""
        return (battle for battle in look.known.battles.values() if issued(look, battle, NOTHING_FOUND) is None)

    def obey(self, act: Act) -> None:
        """It is final (2.5.4, EAW-30.0). Refuses E-REPORT, E-DISENG."""
        battle, fates, stalemate = act.found.battle, act.found.units, self.stalemate
        act.look.require(filings.unfit(act.look, battle, act.look.known.packets[battle.id], fates, stalemate))
        act.say(BattleRuled("set", battle.id), EVERYONE)
        final(Run(act.world, act.table), battle, Filing(battle.id, battle.forces[0].seat, self.turn, fates, stalemate))


class SetReport(Ruling, Report):
    """Rule how a battle ended, one line a unit as in a report."""

    path: ClassVar[str] = "gm-eaw battle-report"
    line: ClassVar[str] = "rule {battle} to turn {turn} with {units}[ as {ending}]"
    sheet: ClassVar[bool] = True

    def check(self, look: Look, found: Found) -> None:
        """As of an admiral's report; until version 5 other words say nothing of how it ended. Refuses E-VALUE."""
        if look.world.version >= TABLE_WHOLE:
            super().check(look, found)


class RuleLosses(Ruling, Losses):
    """Rule how a battle ended, on a form with ticks: which units are destroyed, which crippled, and what else."""

    path: ClassVar[str] = "gm-eaw losses"
    line: ClassVar[str] = f"rule {Losses.line}"
    form: ClassVar[bool] = True


class Settle(OfBattles):
    """Have a battle settled by strength and dice that was not fought in time."""

    path: ClassVar[str] = "gm-eaw settle"
    line: ClassVar[str] = "settle {battle}"

    def obey(self, act: Act) -> None:
        """Only after its window, or a dispute; each side fights as it offered, or leaves at half its strength
        (2.5.6, 2.7). Refuses E-PHASE.
        """
        battle = act.found.battle
        if battle.stage != "ruling":
            act.look.no(Code.E_PHASE, T_("Its window is not over, and nobody disputes a report."), "EAW-30.0")
        act.say(BattleRuled("settled", battle.id), EVERYONE)
        resolve(Run(act.world, act.table), battle, offered(act.state, battle))


class MoreTime(OfBattles):
    """Give a battle more time to be fought and reported."""

    path: ClassVar[str] = "gm-eaw more-time"
    line: ClassVar[str] = "give {hours} hours to {battle}"
    hours: int = Field(description="hours from now", ge=1, le=2000, examples=[48])

    def obey(self, act: Act) -> None:
        """It is played and reported until then (2.5.6)."""
        until = later(act.table.now, self.hours * HOUR)
        act.say(BattleSet(replace(act.found.battle, stage="open", until=until)), EVERYONE)


class BattleRuled(Fact[State], frozen=True):
    """A moderator rules about a battle (EAW-30.0)."""

    rule = "EAW-30.0"
    decides = True
    says = told_by(
        "kind",
        accepted=N_("A moderator accepts the report of battle `{battle}`."),
        set=N_("A moderator rules how battle `{battle}` ended."),
        settled=N_("A moderator has battle `{battle}` settled by strength and dice."),
    )
    kind: str
    battle: Word
