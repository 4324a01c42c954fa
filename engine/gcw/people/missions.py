"""Missions of heroes, milestone by milestone. Rulebook: GCW-MIS-01..04, GCW-FLP-02, GCW-VIC-03."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Self

from msgspec.structs import replace
from pydantic import Field

from engine.act import Act
from engine.book import afterwards
from engine.declared.changes import Alters, PutsUnder, Removes, Sets
from engine.game import Fact, Seat, Table, only
from engine.gcw.acting import OWN_HERO, PlayerOrder, when_found
from engine.gcw.boarding.prizes import Taken
from engine.gcw.data.people import Mission, Objective
from engine.gcw.data.terms import Ring, Status
from engine.gcw.economy.accounts import enter, unpaid
from engine.gcw.look import Look, Obeying, Term
from engine.gcw.moderating import PLAYER, ModeratorOrder
from engine.gcw.people.flashpoints import FlashpointClosed, announce
from engine.gcw.people.victory import end
from engine.gcw.sight.scanning import ScanFound
from engine.gcw.space.volleys import Dealt
from engine.gcw.state import FACILITIES, FIGHTERS, TROOPS, Hero, Origin, Quest, State, UnitKind, Why, hero_at
from engine.gcw.world import World
from engine.look import Refused
from engine.noun import Found, Noun
from engine.report import Report, Section, Suggestion
from engine.text.message import N_, T_, Text, joined, name, term
from engine.text.names import shown
from engine.view import view

OPEN_FOR = 48
"""Hours for which a flashpoint that a mission sets off may be joined (GCW-FLP-02)."""


def fits(look: Look, mission: Mission, found: Found) -> Refused | None:
    """Missions of the hero's class, or of any (GCW-MIS-02); MISSION_LOCKED for one whose run was abandoned, or that is
    done and not repeatable.
    """
    if f"{look.viewer}/{mission.code}" in look.known.missions_shut:
        return Refused("MISSION_LOCKED", {"mission": mission.title})
    hero: Hero | None = found.get("hero")
    if hero is not None and mission.hero_class not in ("", hero.klass):
        return Refused("MISSION_CLASS", {"mission": mission.title, "hero": shown(hero.name)})
    return None


def free(look: Look, mission: Mission, found: Found) -> Refused | None:
    """MISSION_ACTIVE while the player has one under way (GCW-MIS-03)."""
    mine, titles = look.known.missions.get(look.viewer), look.world.pack.missions
    return None if mine is None else Refused("MISSION_ACTIVE", {"mission": titles[mine.mission].title})


MISSION: Noun[Look, Mission] = Noun(
    "a mission",
    lambda look, found: look.world.pack.missions.values(),
    lambda mission: (mission.title, mission.code),
    lambda look, mission: f"{mission.title} ({mission.code})",
    unknown="NO_MISSION",
)
"""A mission of the data pack."""


class StartMission(PlayerOrder):
    """Start a mission with a hero of yours: one at a time."""

    path: ClassVar[str] = "gcw-people mission"
    line: ClassVar[str] = "start mission {mission} with {hero}"
    resolves: ClassVar[tuple[str, ...]] = ("hero",)
    mission: Annotated[str, MISSION.that(fits, free)] = Field(description="the mission", max_length=60)
    hero: Annotated[str, OWN_HERO] = Field(description="the hero", max_length=60)

    def obey(self, act: Obeying) -> None:
        """It begins with its first milestone (GCW-MIS-01, -02, -04)."""
        begin(act.table, act.seat, act.found.mission, act.found.hero)


def begin(table: Table[State], seat: Seat, mission: Mission, hero: Hero) -> None:
    """A mission begins."""
    table.say(MissionBegan(seat, Quest(mission=mission.code, hero=hero.id), mission.title), only(seat))


class OnMission(PlayerOrder):
    """An order of who has a mission under way."""

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """NO_MISSION_ACTIVE for who has none."""
        none = None if look.viewer in look.known.missions else Refused("NO_MISSION_ACTIVE")
        return super().ready(look) or none


class AbandonMission(OnMission):
    """Abandon your mission: it stays shut for you until a moderator clears it."""

    path: ClassVar[str] = "gcw-people abandon"
    line: ClassVar[str] = "abandon mission"
    asks: ClassVar[str] = T_("An abandoned mission cannot be started again until a moderator clears it. Abandon it?")

    def obey(self, act: Obeying) -> None:
        """It is over, and shut (GCW-MIS-02)."""
        mine = act.look.known.missions[act.seat]
        act.say(MissionOver(act.seat, mine.mission, "abandoned", shut=True), only(act.seat))


def due_in(look: Look, seat: Seat) -> int:
    """KC that the current milestone of a player's mission asks for; 0 for others (GCW-MIS-04)."""
    mine = look.known.missions.get(seat)
    now = objective(look.world, mine) if mine is not None else None
    return now.count if now is not None and now.kind == "KC_PAID" else 0


class PayMission(OnMission):
    """Pay what the current milestone of your mission asks for, the whole sum at once."""

    path: ClassVar[str] = "gcw-people pay"
    line: ClassVar[str] = "pay for mission"

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """Refuses unless a payment is due and the treasury holds it (GCW-MIS-04)."""
        due = due_in(look, look.viewer)
        return super().ready(look) or (unpaid(look.known.players[look.viewer], due) if due else Refused("NOTHING_DUE"))

    def obey(self, act: Obeying) -> None:
        """It is taken from the treasury, and the milestone is reached (GCW-MIS-04)."""
        due, mission = due_in(act.look, act.seat), act.look.known.missions[act.seat].mission
        title = act.world.pack.missions[mission].title
        enter(act.table, act.seat, Why.MISSION, title, -due)
        reach(act.world, act.table, act.seat)


def objective(world: World, quest: Quest) -> Objective:
    """The milestone that a mission under way is at: behind the last it is over."""
    return world.pack.missions[quest.mission].objectives[quest.step]


def marks(world: World, state: State, seat: Seat, quest: Quest, now: Objective) -> tuple[str, ...]:
    """The systems that count for a milestone as things stand: where the hero is, or troops of the player's ashore on a
    world that is not its own (GCW-MIS-04).
    """
    hero = state.heroes.get(quest.hero)
    found: list[str] = []
    if now.kind == "HERO_IN_SYSTEM" and hero is not None and hero.alive:
        place = hero_at(state, hero)
        found = [place] if place and place != state.players[seat].home else []
    elif now.kind == "UNIT_IN_CELL":
        ashore = [one for one in state.of(seat) if one.kind in TROOPS and world.ring(one.cell) is Ring.GS and one.live]
        found = [unit.system for unit in ashore if state.owners.get(unit.system) != seat]
    return tuple(one for one in dict.fromkeys(found) if not now.systems or one in now.systems)


PLACES = ("HERO_IN_SYSTEM", "UNIT_IN_CELL")
"""Milestones that hold as things stand, and do not count what was done."""
ENDS = frozenset({Status.DOOMED, Status.DESTROYED})


def deeds(table: Table[State], before: State, seat: Seat, now: Objective) -> int:
    """Number of times that a player did what a milestone counts, since an order or lapse began (GCW-MIS-04)."""
    facts = [said.fact for said in table.said]
    match now.kind:
        case "SCAN_COMPLETED":
            return sum(isinstance(fact, ScanFound) and fact.viewer == seat for fact in facts)
        case "UNIT_CAPTURED":
            return sum(isinstance(fact, Taken) and fact.seat == seat for fact in facts)
        case "UNIT_DESTROYED" | "FACILITY_DESTROYED":
            hit = [fact for fact in facts if isinstance(fact, Dealt) and fact.viewer == seat and fact.status in ENDS]
            seen = [table.state.contacts_of(seat).get(fact.alias) for fact in hit]
            ships = FIGHTERS if now.unit == "SF" else frozenset(UnitKind)
            wanted = FACILITIES if now.kind == "FACILITY_DESTROYED" else ships
            return sum(contact is not None and contact.kind in wanted for contact in seen)
        case "FACILITY_BUILT":
            built = [unit for key, unit in table.state.units.items() if key not in before.units]
            return sum(unit.owner == seat and unit.kind in FACILITIES and unit.origin is Origin.BUILT for unit in built)
    return 0


@afterwards
def follow(world: World, table: Table[State], before: State) -> None:
    """Missions go on with what was done, milestone by milestone; one that holds already counts at once (GCW-MIS-04)."""
    for seat in list(table.state.missions):
        began = table.state.missions[seat]
        if count := deeds(table, before, seat, objective(world, began)):
            table.say(Advanced(seat, began.count + count, began.marks), only(seat))
        while (quest := table.state.missions.get(seat)) is not None:
            now = objective(world, quest)
            new = [mark for mark in marks(world, table.state, seat, quest, now) if mark not in quest.marks]
            if new:
                table.say(Advanced(seat, quest.count + len(new), (*quest.marks, *new)), only(seat))
            if table.state.missions[seat].count < now.count or now.kind in ("KC_PAID", "MODERATOR"):
                break
            reach(world, table, seat)
    for fact in [said.fact for said in table.said if isinstance(said.fact, FlashpointClosed)]:
        follow_up(world, table, fact)


def follow_up(world: World, table: Table[State], closed: FlashpointClosed) -> None:
    """A flashpoint that sets off a mission: its participants begin it, with their first living hero (GCW-FLP-02)."""
    mission = world.pack.missions.get(world.pack.flashpoints[closed.code].triggers_mission)
    for seat, _ in closed.shares if mission is not None else ():
        hero = next((hero for hero in table.state.heroes.values() if hero.owner == seat and hero.alive), None)
        if hero is not None and mission is not None and seat not in table.state.missions:
            begin(table, seat, mission, hero)


def reach(world: World, table: Table[State], seat: Seat) -> None:
    """The current milestone of a player's mission is reached: its reward is paid, and the last one completes it."""
    quest = table.state.missions[seat]
    mission, now = world.pack.missions[quest.mission], objective(world, quest)
    steps = len(mission.objectives)
    after = mission.objectives[quest.step + 1] if quest.step + 1 < steps else None
    goes_on = after is not None and after.kind == now.kind and now.kind not in PLACES  # "three in all"
    table.say(Milestone(seat, mission.title, now.text, quest.step + 1, steps, goes_on), only(seat))
    if now.reward:
        enter(table, seat, Why.REWARD, mission.title, now.reward)
    if after is not None:
        return
    table.say(MissionOver(seat, mission.code, "completed", shut=not mission.repeatable), only(seat))
    flashpoint = world.pack.flashpoints.get(mission.triggers_flashpoint)
    if flashpoint is not None and flashpoint.code not in table.state.flashpoints:
        announce(table, flashpoint, table.now, OPEN_FOR)
    if mission.grants_victory:
        end(world, table, seat, table.state.players[seat].faction)


class MissionBegan(Fact[State], frozen=True):
    """A player's hero is on a mission (GCW-MIS-02). For that player."""

    rule = "GCW-MIS-02"
    makes = PutsUnder("missions", "seat", "quest")
    seat: Seat
    quest: Quest
    title: str

    def words(self, look: Look) -> Text:
        return BEGAN(title=term(self.title), first=term(objective(look.world, self.quest).text))


BEGAN = N_("The mission **{title}** begins: {first}.")


class Advanced(Fact[State], frozen=True):
    """A mission is nearer to its milestone. For its player."""

    says = N_("Your mission goes on: {count} so far.")
    rule = "GCW-MIS-04"
    makes = Sets("missions", "seat", "count", "marks")
    seat: Seat
    count: int
    marks: tuple[str, ...]


class Milestone(Fact[State], frozen=True):
    """A milestone of a mission is reached (GCW-MIS-04). For its player; `goes_on` keeps the count for the next."""

    says = N_("**{title}**, milestone {step} of {steps}: {text}. It is reached.")
    rule = "GCW-MIS-04"
    decides = True
    makes = Alters(
        "missions",
        "seat",
        lambda at, fact: replace(at if fact.goes_on else Quest(mission=at.mission, hero=at.hero), step=fact.step),
    )
    seat: Seat
    title: Term
    text: Term
    step: int
    steps: int
    goes_on: bool


GONE = Removes("missions", "seat")


class MissionOver(Fact[State], frozen=True):
    """A mission is completed or abandoned; `shut` to its player until a moderator clears it (GCW-MIS-02)."""

    rule = "GCW-MIS-02"
    seat: Seat
    mission: str
    how: str
    shut: bool

    def evolve(self, state: State) -> State:
        key = f"{self.seat}/{self.mission}"
        shut = (*(mission for mission in state.missions_shut if mission != key), *((key,) if self.shut else ()))
        return GONE.made(replace(state, missions_shut=shut), self)

    def words(self, look: Look) -> Text:
        title = term(look.world.pack.missions[self.mission].title)
        return (COMPLETED if self.how == "completed" else ABANDONED)(title=title)


COMPLETED = N_("The mission **{title}** is completed.")
ABANDONED = N_("The mission **{title}** is abandoned; a moderator may clear it.")


class Award(ModeratorOrder):
    """Award a milestone of a player's mission, which the rules cannot see."""

    path: ClassVar[str] = "gm-gcw events award"
    line: ClassVar[str] = "award {player} milestone {number}"
    player: Annotated[str, PLAYER] = Field(description="the player", max_length=40)
    number: int = Field(description="the milestone, from 1", ge=1, le=99, examples=[1])

    def correct(self, act: Act[World, State]) -> None:
        """The milestone that the mission is at, and no other. Refuses NO_MISSION_ACTIVE, MILESTONE (GCW-MIS-04)."""
        quest = act.state.missions.get(act.found.player)
        if quest is None:
            act.refuse("NO_MISSION_ACTIVE")
        if self.number != quest.step + 1:
            act.refuse("MILESTONE", n=self.number, now=quest.step + 1, done=quest.step)
        reach(act.world, act.table, act.found.player)

    @classmethod
    def likely(cls, look: Look) -> Iterator[Self]:
        """Of each mission that waits for a moderator, the milestone that it is at: no other may be awarded."""
        for seat, quest in look.known.missions.items():
            if objective(look.world, quest).kind == "MODERATOR":
                yield cls(player=seat, number=quest.step + 1)


@when_found("mission")
def shut(look: Look, player: Seat, mission: Mission) -> Refused | None:
    """NOT_SHUT for a player to whom the mission is open (GCW-MIS-02)."""
    if f"{player}/{mission.code}" in look.known.missions_shut:
        return None
    return Refused("NOT_SHUT", {"mission": mission.title, "player": player})


class ClearMission(ModeratorOrder):
    """Open a mission again that a player abandoned or has done."""

    path: ClassVar[str] = "gm-gcw events clear"
    line: ClassVar[str] = "clear mission {mission} of {player}"
    mission: Annotated[str, MISSION] = Field(description="the mission", max_length=60)
    player: Annotated[str, PLAYER.that(shut)] = Field(description="the player", max_length=40)

    def correct(self, act: Act[World, State]) -> None:
        """It may be started again (GCW-MIS-02)."""
        opened = MissionOpened(act.found.player, act.found.mission.code, act.found.mission.title)
        act.say(opened, only(opened.seat))


class MissionOpened(Fact[State], frozen=True):
    """A mission may be started again, a moderator says. For its player."""

    says = N_("The mission **{title}** is open to you again.")
    rule = "GCW-MIS-02"
    seat: Seat
    mission: str
    title: Term

    def evolve(self, state: State) -> State:
        shut = tuple(mission for mission in state.missions_shut if mission != f"{self.seat}/{self.mission}")
        return replace(state, missions_shut=shut)


MISSIONS, NONE_ACTIVE = T_("Missions"), T_("You have no mission under way.")
ON_MISSION = N_("**{title}**, with {hero}: {count} so far.")
STEP_DONE, STEP_NOW, STEP_LATER = N_("~~{text}~~"), N_("**{text}**"), N_("{text}")
YOU_COULD = T_("You could start, with `/gcw-people mission`")


@view("missions", "your mission, its milestones, and those you could start")
def missions(look: Look, _: None) -> Report:
    """The mission under way; else what each living hero could start (GCW-MIS-02, -04)."""
    seat = look.player_needed()
    quest = look.known.missions.get(seat)
    if quest is not None:
        mission, hero = look.world.pack.missions[quest.mission], look.known.heroes.get(quest.hero)
        lead = ON_MISSION(title=term(mission.title), hero=name(hero.name if hero else ""), count=quest.count)
        lines = tuple(
            (STEP_DONE if at < quest.step else STEP_NOW if at == quest.step else STEP_LATER)(text=term(step.text))
            for at, step in enumerate(mission.objectives)
        )
        pay = (Suggestion(T_("Pay"), "pay for mission"),) if due_in(look, seat) else ()
        return Report(MISSIONS, lead, (Section(term(mission.title), lines),), pay, rule="GCW-MIS-04")
    could = []
    for hero in (one for one in look.known.heroes.values() if one.owner == seat and one.alive):
        for mission in MISSION.that(fits).fitting(look, Found({"hero": hero})):
            title, steps = term(mission.title), joined("; ", (term(step.text) for step in mission.objectives))
            words = N_("**{title}**, with {hero}: {steps}")(title=title, hero=name(hero.name), steps=steps)
            could.append(Suggestion(title, f"start mission {mission.code} with {hero.name}", words))
    lines = tuple(suggestion.words for suggestion in could)
    return Report(MISSIONS, NONE_ACTIVE, (Section(YOU_COULD, lines),), tuple(could), rule="GCW-MIS-02")
