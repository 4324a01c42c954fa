"""Galactic Civil War, Episode II: a folder for each part of the rulebook, a file for each chapter."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from operator import attrgetter

from msgspec.structs import replace

from engine.act import Order as Ruled
from engine.book import Book
from engine.clock import Instant
from engine.declared import house_rules
from engine.game import EVERYONE, MODERATOR, Audience, Awaited, Coming, Fact, InForce, Refusal, Said, Seat, Setup, Table
from engine.gcw import acting, battles, conflict, contacts, fleets, hangars, losses, moderating
from engine.gcw.boarding import abandoning, boarding, fights, interior, prizes
from engine.gcw.data.wording import WORDING
from engine.gcw.economy import accounts, income, mending, rosters
from engine.gcw.figures.calendar import turn_opens
from engine.gcw.founding import setup, sites, views_fleet
from engine.gcw.founding.setup import Opened
from engine.gcw.galaxy import distress, hyperspace, letters, relations, tidings, views_galaxy
from engine.gcw.ground import ashore, forces, garrison, troops, views_ground
from engine.gcw.look import DEFENDERS, NAMELESS, NO_PLAYER, Look, Obeying, signed_refusal
from engine.gcw.moderators import campaign, units
from engine.gcw.opponent import advice, marches, turns, works
from engine.gcw.opponent.side import Side
from engine.gcw.people import (
    flashpoints,
    heroes,
    missions,
    neutral,
    occupation,
    refereeing,
    standings,
    strongholds,
    surrender,
    victory,
)
from engine.gcw.sight import scanning, views_contacts
from engine.gcw.space import bombardment, craft, docking, fire, holding, movement, patrol, towing, volleys
from engine.gcw.state import NEUTRAL, PUBLIC, PlayerStatus, State
from engine.gcw.turn import drafting, panel, posts, turn
from engine.gcw.works import (
    building,
    command,
    corrections,
    elimination,
    exchange,
    jobs,
    reserve,
    scrap,
    views_works,
)
from engine.gcw.world import SWITCH_TEXTS, SWITCHES, World, load
from engine.orders import Order
from engine.report import News
from engine.text.message import T_, begun, stamp

TAKE_TIME = (
    (attrgetter("voyages"), attrgetter("due_at")),
    (attrgetter("scans"), attrgetter("due_at")),
    (attrgetter("works"), attrgetter("due")),
    (attrgetter("reserve"), attrgetter("due")),
    (attrgetter("trainings"), attrgetter("due_at")),
    (attrgetter("offers"), attrgetter("until")),
)
"""What takes time in a state, by its key, and when each of it is over."""

TO_COME = attrgetter(
    "turns", "voyages", "scans", "works", "reserve", "trainings", "offers", "bombarded", "flashpoints", "conflicts",
    "forces",
)  # fmt: skip
"""What of a state anything is to come of: mostly there is next to nothing of it."""


class Gcw(Book[World, State]):
    """Galactic Civil War, Episode II, with one data pack."""

    name = "gcw"
    title = "Galactic Civil War, Episode II"
    version = 12
    state = State
    summary = "standings"
    chapters = (
        house_rules,
        views_fleet,
        views_contacts,
        views_ground,
        views_galaxy,
        views_works,
        battles,
        conflict,
        fleets,
        setup,
        sites,
        strongholds,
        neutral,
        occupation,
        surrender,
        heroes,
        flashpoints,
        missions,
        refereeing,
        victory,
        elimination,
        standings,
        contacts,
        scanning,
        hyperspace,
        tidings,
        distress,
        letters,
        relations,
        moderating,
        units,
        campaign,
        accounts,
        income,
        mending,
        bombardment,
        forces,
        troops,
        garrison,
        ashore,
        interior,
        prizes,
        boarding,
        fights,
        abandoning,
        fire,
        movement,
        craft,
        docking,
        hangars,
        volleys,
        patrol,
        towing,
        holding,
        losses,
        acting,
        drafting,
        posts,
        turn,
        panel,
        jobs,
        building,
        rosters,
        command,
        reserve,
        exchange,
        scrap,
        corrections,
    )
    look_class = Look
    act_class = Obeying
    at_home = ("turn", "treasury", "works", "fleet")
    used: Mapping[str, str] = {
        "gcw battle": "fire move launch scan shields withdraw recall bombard formation explain ram",
        "gcw turn": "submit final edit recover drop reorder clear story",
        "gcw-travel": "jump plot",
        "gcw": "join muster confirm relation repair rename dismiss",
        "gcw-yard": "build construct exchange scrap regrow call-off",
        "gcw-fleet": "transfer assign escort reserve activate swap stand-down",
        "gcw-people": "mission pay message upgrade train flashpoint abandon surrender accept take-back answer",
        "gcw-ground": "load unload embark disembark garrison leave infiltrate detach merge",
        "gcw-crew": "board fight take-off capture abandon scuttle",
        "gcw-craft": "patrol bomb dock undock swarm dissolve put-out",
        "gcw-beams": "tractor release",
        "gcw-setup": "sample facility center station raze",
        "gm-gcw": "ruling place set-unit spawn remove set-treasury set-credit set-owner",
        "gcw-show": "fleet contacts board ship system map ground treasury works",
    }
    unasked = T_(
        "Nobody is asked for orders in a campaign: a turn is yours to post when you like, so nothing is ever given for "
        "you (GCW-TRN-11). `/table again` puts your last turn's orders on a sheet; patrols, escorts, raised shields "
        "and where captured ships go stand until you change them."
    )
    giving_up = T_(
        "Nobody concedes a campaign: it goes on without whoever leaves it. `/gcw-people surrender` offers ships and "
        "facilities to somebody hostile who is there (GCW-CON-08); `/game leave` gives up your seat, which keeps all "
        "it has; a moderator ends its income with `/gm-gcw retire` (GCW-ACT-04)."
    )
    wording = WORDING
    checks = "engine.gcw.checks.oracle.GcwChecks"
    clocks = (
        "turns and when the next may be posted, courses through hyperspace and the time without movement after them, "
        "scans, works, activations from reserve, repairs, conflicts, bombardments and combat fatigue, messages and "
        "news, offers to surrender, training, flashpoints, the last day; an Action Day of the calendar within the "
        "pause pays nothing"
    )
    told_groups: Mapping[str, str] = {
        "gcw-people": "Galactic Civil War: heroes, missions, flashpoints, messages, surrender, defenders",
        "gm-gcw events": "Galactic Civil War: missions, flashpoints, the end of a campaign",
        "gcw-ground": "What your ground units do in your next turn",
        "gcw-crew": "Galactic Civil War: boarding, fights inside ships, captures, abandoning and scuttling",
        "gcw-beams": "Galactic Civil War: tractor beams",
        "gcw-craft": "Galactic Civil War: patrols, swarms, bombing runs of your craft, and hangars of friends",
    }
    """Descriptions of the command groups."""

    def __init__(self, world: World) -> None:
        super().__init__(world, world.pack.digest, world.pack.refusals, world.pack.rules)
        self.version = world.version
        self.groups = {**self.told_groups, **self.groups}

    def rulings(self, known: State) -> Sequence[InForce]:
        """Switches of open rules as they stand, and the house rules, as everybody knows them."""
        return (*campaign.switched(known), *super().rulings(known))

    def over(self, state: State) -> bool:
        """True if the campaign was won, or its last day has come (GCW-VIC-01)."""
        return state.over_at is not None

    def obey(self, seat: Seat, order: Order, table: Table[State]) -> None:
        """Say the facts of an order; what the defenders of worlds would hear, the referee alone keeps. A refusal calls
        its player's ships as all else does.
        """
        try:
            super().obey(seat, order, table)
        except Refusal as refused:
            if seat == MODERATOR:
                raise
            raise signed_refusal(self.refusals, refused, table.known(seat)) from refused
        unheard_by_neutrals(table)

    def lapse(self, table: Table[State]) -> None:
        """Does what is due; what the defenders of worlds would hear, the referee alone keeps."""
        super().lapse(table)
        unheard_by_neutrals(table)

    def due(self, state: State) -> Instant | None:
        """Instant at which time alone will next change something; None in a campaign that is over (register 7.1)."""
        return None if state.over_at is not None else super().due(state)

    def look(self, known: State, seat: Seat | None, now: Instant) -> Look:
        """A look by somebody's knowledge; their draft is played on it where a menu asks."""
        return Look(self.world, known, seat, now, self.refusals, drafting=drafting)

    def tell(self, known: State, said: Said[State], seat: Seat | None) -> News | None:
        """Words for one thing heard; what stands for a player that is none begins a sentence with a capital letter."""
        news = super().tell(known, said, seat)
        if news is None or not (NO_PLAYER in news.text or DEFENDERS in news.text):
            return news
        if NAMELESS.search(news.text) is None:
            return news
        text, became, lasting = (
            NAMELESS.sub(lambda found: begun(found[0]), words) for words in (news.text, news.became, news.lasting)
        )
        return replace(news, text=text, became=became, lasting=lasting)

    def as_called(self, known: State, later: State, seat: Seat | None) -> State:
        """A player's contacts are called as they are by the end of the step."""
        return contacts.as_called(known, later, PUBLIC if seat is None else seat)

    def begin(self, setup: Setup, table: Table[State]) -> None:
        """The campaign opens; players join by order, at any time (GCW-GEN-01)."""
        table.say(Opened(setup.name, table.now), EVERYONE)
        for switch, value in setup.options.items():
            campaign.choose(self.world, switch, value, table)

    def setups(self) -> tuple[Setup, ...]:
        """Setups of random games: skirmishes, and a campaign of four players that is founded whole."""
        seats = tuple(map(Seat, ("red", "blue", "green", "gold")))
        skirmishes = (Setup(f"Skirmish {count}", seats[:count], {"founding": "fleet"}) for count in (2, 3, 4))
        return (*skirmishes, Setup("Campaign", seats, {"founding": "whole"}))

    def setup_options(self) -> dict[str, tuple[str, tuple[str, ...]]]:
        """Switches of open rules from the beginning; moderators may rule otherwise later."""
        return {switch: (SWITCH_TEXTS[switch], values) for switch, values in SWITCHES.items()}

    def awaits(self, state: State) -> tuple[Awaited, ...]:
        """Players with a setup to confirm or a turn that is not final; nobody is ever forced (GCW-TRN-11)."""
        found = [
            Awaited(player.seat, T_("your setup to be confirmed"))
            for player in state.players.values()
            if player.status is PlayerStatus.SETUP
        ]
        for number, at in acting.final_instants(state):
            found.append(Awaited(state.turns[number].seat, T_("turn becomes final"), at, owes=False))
        return tuple(found)

    def to_come(self, known: State) -> Iterable[Instant | None]:
        """The instants at which turns are final, and all that takes time is over; none in a campaign that is over."""
        if known.over_at is not None or not any(TO_COME(known)):
            return
        yield from (at for _, at in acting.final_instants(known))
        for things, at in TAKE_TIME:
            yield from map(at, things(known).values())
        yield from known.bombarded.values()
        yield from (flash.closes_at for flash in known.flashpoints.values() if not flash.shut)
        yield from map(conflict.clears_at, known.conflicts.values())
        for force in known.forces.values():
            yield from (forces.next_tiring(force), forces.next_rest(force))

    def coming(self, known: State, seat: Seat) -> tuple[Coming, ...]:
        """The next Action Day; in a battle, when the next turn may be posted (GCW-ACT-01, GCW-TRN-01)."""
        mine, payday = known.players.get(seat), income.next_payday(known)
        if mine is None or mine.status is not PlayerStatus.ACTIVE or payday is None:
            return ()
        found = [Coming(income.COMES(at=stamp(payday), off=stamp(payday, "R")), payday)]
        opens = turn_opens(mine.last_turn)
        if opens is not None and any(seat in battle.parties for battle in known.battles.values()):
            found.append(Coming(panel.OPENS(at=stamp(opens)), opens, (0,)))
        return tuple(found)

    def ahead(self, state: State) -> int:
        """Seconds that the calendar is ahead of the campaign's clock."""
        return state.ahead

    def dated(self, ahead: int, since: Instant) -> income.KeepCalendar:
        """Action Days are days of the calendar (GCW-ACT-01)."""
        return income.KeepCalendar(ahead=ahead, since=since)

    def again(self, known: State, seat: Seat, heard: Iterable[Fact[State]]) -> tuple[str, ...]:
        """The actions of the player's last turn."""
        return turn.last_lines(seat, heard)

    def survey(self, state: State, seat: Seat, now: Instant) -> tuple[tuple[str, str], ...]:
        """A player's money, worlds, fleet, works, heroes, mission and battles at a glance."""
        return views_works.survey(self.look(state, seat, now))

    def side(self, known: State, seat: Seat, now: Instant) -> Side:
        """A side with what it knows, and the orders that it may give."""
        orders = {kind.path: kind for kind in self.orders if issubclass(kind, Ruled) and not kind.moderator}
        return Side(self.look(known, seat, now), orders)

    def advise(self, known: State, seat: Seat, now: Instant) -> Order | None:
        """The order that a side would sensibly give next."""
        campaign = (works.claims, works.yards, marches.marches)
        return advice.advise(self.side(known, seat, now), campaign, turns.lines)

    def stirs(self, known: State, seat: Seat, now: Instant) -> Instant | None:
        """Instant at which a side's turn opens, its ships move, or it tries again to leave (GCW-TRN-01, GCW-HYX-03)."""
        return advice.stirs(self.look(known, seat, now))

    def scene(self, state: State) -> tuple[str, str]:
        """The grid of the latest battle; without one, the galaxy."""
        latest = max(state.battles.values(), key=lambda battle: battle.id, default=None)
        return ("map", "") if latest is None else ("board", latest.system)

    def preview(self, known: State, seat: Seat, now: Instant) -> Sequence[str]:
        """Lines for what the seat's draft will do, as far as it knows. Raises Refusal."""
        return drafting.preview(self.look(known, seat, now))


def unheard_by_neutrals(table: Table[State]) -> None:
    """Nobody sits for the defenders that Umpire plays: what is said to them is for the referee (GCW-FAC-13)."""
    for at, said in enumerate(table.said):
        if NEUTRAL in said.to.seats:
            to = Audience(tuple(seat for seat in said.to.seats if seat != NEUTRAL), said.to.everyone)
            table.said[at] = replace(said, to=to)


def ruleset(sources: Mapping[str, str], version: int = Gcw.version, folder: str = "seeds/gcw") -> Gcw:
    """The rulebook in a version, with the data pack of these sheets (file name: text).

    Raises PackError with every fault.
    """
    pack = load(sources, folder)
    return Gcw(World(pack, pack.grid, version))
