"""Searches for characters, mission groups, and what action cards bring them. FITG-CHR-01, -04, -05, -12, D6, D7."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, ClassVar, Literal, Self

from msgspec.structs import replace
from pydantic import Field

from engine import act
from engine.declared.changes import Alters, Sets
from engine.declared.sentences import either
from engine.freedom.data.pack import Code, EventCode, Side
from engine.freedom.figures import found_number
from engine.freedom.look import CHOSEN, SCRAMBLED, Act, Called, Look, Names, Place, Question, SideOf, World
from engine.freedom.nouns import ENVIRON, PEOPLE_OF, whom_to_send
from engine.freedom.pieces import wear_out
from engine.freedom.play import Answer, Play
from engine.freedom.state import (
    LOCALS,
    ROBOTS,
    Ask,
    Choice,
    Drawing,
    Encounter,
    Environ,
    Finding,
    Kind,
    Person,
    Searching,
    Seeking,
    Stage,
    State,
    Wounding,
    with_people,
)
from engine.game import Fact
from engine.look import Refused, no
from engine.noun import Found, Offered
from engine.orders import Option
from engine.question import runs
from engine.text.message import N_, T_, Shown, Text, joined, term


def seekers(state: State, environ: str, side: Side, kind: Kind) -> list[str]:
    """With whom a side can search an environ: its units, or its characters that are not with them."""
    if kind is Kind.SQUAD:
        return [unit.id for unit in state.fielded(environ, side)]
    return [person.name for person in state.present(environ, side, rides=False)]


def hiding_value(world: World, state: State, task: Searching, who: str) -> int:
    """One character's intelligence with its own bonus, the size of the environ, less the characters there (D7).

    `who` is its name, or "name/possession" where it uses that.
    """
    called, _, used = who.partition("/")
    person, environ = state.people[called], state.environs[task.environ]
    items = world.pack.possessions[used].hides if used else 0
    items += sum(item.hides_from_units for item in world.items(person)) if task.kind is Kind.SQUAD else 0
    own = world.intelligence(person) + world.card(person).hides + items
    return own + environ.size - len(task.names)


def search_value(world: World, state: State, task: Searching) -> int:
    """The units' strength and one leader's leadership, or the sum of the characters' intelligence (D7)."""
    if task.kind is Kind.SQUAD:
        led = world.leadership(state.people[task.leader]) if task.leader else 0
        return world.strength(state.fielded(task.environ, task.side)) + led
    return sum(world.intelligence(state.people[one]) for one in seekers(state, task.environ, task.side, task.kind))


@runs(Searching)
def ask_who_hides(play: Play, task: Searching) -> None:
    """The owner picks whose intelligence hides the group (D7, register PICK)."""
    here = play.state.free(task.names)
    if not here or not seekers(play.state, task.environ, task.side, task.kind):
        return
    wisest = play.world.wisest(play.state.people[called] for called in here)
    wise = tuple(sorted(wisest, key=lambda called: -hiding_value(play.world, play.state, task, called)))
    ask = Ask(task.side.other, (*wise, *_hidden_with(play, wise)), wise[:1])
    play.put(replace(task, names=here), "hide", ask, where=task.environ)


def _hidden_with(play: Play, people: Sequence[str]) -> tuple[str, ...]:
    """The possessions that hide their owners where they are used, as "owner/possession" (D8, FITG-CHR-18)."""
    owned = play.world.owned(play.state.people[person] for person in people) if play.world.version >= SCRAMBLED else []
    return tuple(id for id, item in owned if item.hides)


class WhoHides(Question[Searching]):
    """Character whose intelligence counts when characters are searched for (D7)."""

    kind = "hide"
    rule = "FITG-CHR-01"
    asks = N_("whose intelligence hides those in {where}")
    awaited = T_("who hides your characters")

    def answered(self, play: Play, task: Searching, choice: Choice, answer: tuple[str, ...]) -> None:
        """A die says whether they are found; then they may be attacked (FITG-CHR-01)."""
        searching = search_value(play.world, play.state, task)
        hiding = hiding_value(play.world, play.state, task, answer[0])
        number = found_number(play.world.pack, searching, hiding)
        die = play.die(f"{task.environ}/{task.kind}/{task.group}/search")
        owner, _, used = answer[0].partition("/")
        seen = die <= number
        play.tell(Searched(task.side, task.environ, searching, hiding, number, die, task.names if seen else ()))
        if used:
            wear_out(play, owner, used, f"{task.environ}/{task.kind}/{task.group}/search")
        if seen:
            units, people = task.kind is Kind.SQUAD, task.kind is Kind.CHARACTERS
            seeking = tuple(seekers(play.state, task.environ, task.side, Kind.CHARACTERS)) if people else ()
            leader = task.leader if units else ""
            play.push(Finding(task.environ, task.side, (task.kind,), task.names, leader, seeking, task.group))


class Searched(Fact[State], frozen=True):
    """A search: both values, the greatest die that finds, the die, and who is found (FITG-CHR-01, D7)."""

    says = either(
        "found",
        N_(
            "{side} searches {environ}: {searching} against {hiding}, found on {number} or less; die {die}: "
            "**found**: {found}."
        ),
        N_(
            "{side} searches {environ}: {searching} against {hiding}, found on {number} or less; die {die}: nobody is "
            "found."
        ),
    )
    rule = "FITG-CHR-01"
    decides = True
    makes = Sets("people", "found", found=True, detected=True)
    side: SideOf
    environ: Place
    searching: int
    hiding: int
    number: int
    die: int
    found: Names


class Search(act.Order):
    """Search an environ for the enemy's characters, with your units or your characters there."""

    path: ClassVar[str] = "freedom search"
    line: ClassVar[str] = "search {environ}[ with {seekers}]"
    each: ClassVar[int] = 40
    tried: ClassVar[int] = 4
    environ: Annotated[str, ENVIRON] = Field(description="where", max_length=60)
    seekers: Literal["units", "characters"] = Field("units", description="with what")

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """In the search phase, by the side that is not phasing. Refuses `E_LOCKED`, `E_PHASE`, `E_SIDE`: roles are not
        exchanged (FITG-CHR-06, FITG-CHR-07).
        """
        refused = look.untimely(Stage.SEARCH, "FITG-CHR-01")
        if refused is None or refused.code != Code.E_OWNER or look.side is None:
            return refused
        why = T_("Whose turn it is defends, and the other side searches and attacks.")
        return no(Code.E_SIDE, why, "FITG-CHR-07")

    @property
    def kind(self) -> Kind:
        """With what is searched."""
        return Kind.SQUAD if self.seekers == "units" else Kind.CHARACTERS

    def check(self, look: Look, found: Found) -> None:
        """Refuses `E_WHERE` without seekers or anybody to be found, `E_PHASE` for a second search of a kind
        (FITG-CHR-12).
        """
        known, side, environ = look.known, look.own, found.environ.id
        if not seekers(known, environ, side, self.kind):
            why = N_("You have no {seekers} in {environ} to search with.")
            look.no(Code.E_WHERE, why, "FITG-CHR-01", seekers=term(self.seekers), environ=term(environ))
        there = known.present(environ, side.other)
        if all(person.rides for person in there):
            nobody = N_("Nobody can be searched for in {environ}: no enemy is there alone.")
            ridden = N_("Nobody can be searched for in {environ}: {riders} stands with units.")
            why, rule = (ridden, "FITG-GEN-02") if there else (nobody, "FITG-CHR-01")
            look.no(Code.E_WHERE, why, rule, environ=term(environ), riders=", ".join(person.name for person in there))
        if f"{environ}/{self.kind}" in known.searched:
            why = N_("Your {seekers} have searched {environ} already.")
            look.no(Code.E_PHASE, why, "FITG-CHR-12", seekers=term(self.seekers), environ=term(environ))

    def obey(self, act: Act) -> None:
        """They are looked for at once; units count their best leader (D7)."""
        environ: Environ = act.found.environ
        play = Play(act.world, act.table)
        play.tell(SearchBegan(f"{environ.id}/{self.kind}"))
        hidden = act.world.ranked(act.state.present(environ.id, act.side.other, rides=False))
        look_for(play, environ.id, act.side, self.kind, hidden)
        play.go()


def look_for(play: Play, environ: str, side: Side, kind: Kind, sought: tuple[str, ...], group: int = 0) -> None:
    """A side's units, which count their best leader, or its characters look for somebody (D7)."""
    leaders = play.world.leaders(play.state, environ, side) if kind is Kind.SQUAD else []
    play.push(Searching(environ, side, kind, sought, leaders[0].name if leaders else "", group))


class SearchBegan(Fact[State], frozen=True):
    """An environ is searched with units or characters, once in a phase (FITG-CHR-12)."""

    silent = "the search is told with its die"
    what: str

    def evolve(self, state: State) -> State:
        return replace(state, searched=(*state.searched, self.what))


# Missions


STANDS = N_("{person} in {environ}")


class Mission(act.Order):
    """Send characters that stand together on a mission."""

    path: ClassVar[str] = "freedom mission"
    line: ClassVar[str] = "mission {people}[ to {mission}]"
    tried: ClassVar[int] = 3
    people: Annotated[str, PEOPLE_OF] = Field(description="characters of yours, with commas", max_length=200)
    mission: Annotated[str, Offered[Look]("a mission", lambda look, found: [Option(SUBVERT)])] = Field(
        "", description="what they are up to, such as: subvert", max_length=40
    )

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """In the phasing side's missions. Refuses `E_LOCKED`, `E_PHASE`, `E_OWNER`."""
        return look.untimely(Stage.MISSIONS, "FITG-CHR-04")

    def obey(self, act: Act) -> None:
        """They are a group; who was in another leaves it (FITG-CHR-04). Refuses `E_WHERE`, `E_TYPE`."""
        people: Sequence[Person] = act.found.people
        if len({person.environ for person in people}) > 1:
            places = joined(", ", (STANDS(person=term(person.name), environ=term(person.environ)) for person in people))
            act.look.no(Code.E_WHERE, N_("A group stands in one environ: {places}."), "FITG-CHR-04", places=places)
        for person in people:
            if any(other.captor == person.name for other in act.look.known.people.values()):
                why = N_("{person} guards a captive and does no mission.")
                act.look.no(Code.E_TYPE, why, "FITG-CHR-02", person=person.name)
            if person.rides:
                why = N_("{person} stands with units and does no mission.")
                act.look.no(Code.E_TYPE, why, "FITG-GEN-02", person=person.name)
        number = 1 + max((person.group for person in act.look.known.people.values()), default=0)
        play = Play(act.world, act.table)
        play.tell(Grouped(act.side, tuple(person.name for person in people), number, self.mission, people[0].environ))

    @classmethod
    def likely(cls, look: Look) -> Iterator[Self]:
        """All of an environ together, and each character alone."""
        guards = {person.captor for person in look.known.people.values()}
        for environ in look.known.environs:
            alone = look.known.present(environ, look.own, rides=False)
            idle = [person.name for person in alone if not person.group and person.name not in guards]
            if len(idle) > 1:
                yield cls(people=", ".join(idle))
            yield from (cls(people=called, mission=mission) for called in idle for mission in ("", SUBVERT))


class Grouped(Fact[State], frozen=True):
    """Characters are a mission group."""

    says = N_("{side} sends {names} on a mission in {environ}[: {mission}].")
    rule = "FITG-CHR-04"
    side: SideOf
    names: Names
    group: int
    mission: Called
    environ: Place

    def evolve(self, state: State) -> State:
        state = with_people(state, self.names, group=self.group)
        if self.mission.casefold() == SUBVERT:
            return replace(state, subverting=(*state.subverting, self.group))
        return state


SUBVERT = "subvert"
"""The mission that the wrong soldier ends (D6)."""


def draw_for(state: State) -> Drawing:
    """The environs where groups are on missions, in the pack's order."""
    return Drawing(tuple(environ for environ in state.environs if state.groups(environ)))


@runs(Drawing)
def draw(play: Play, task: Drawing) -> None:
    """The next card for an environ: as many as its size, without replacement, for who is left (D6, FITG-CHR-10)."""
    if not task.environs:
        return
    environ, later = play.state.environs[task.environs[0]], Drawing(task.environs[1:])
    deck = play.world.pack.deck(environ.terrain)
    cards = [number for number in range(len(deck)) if number not in task.drawn]
    if not play.state.groups(environ.id) or not cards:
        play.push(later)
        return
    card, left = play.pick(f"{environ.id}/card {len(task.drawn) + 1}", cards), task.left or environ.size
    code = deck[card]
    play.tell(CardDrawn(environ.id, code.value if code is not None else ""))
    more = left > 1 and len(cards) > 1
    play.push(replace(task, left=left - 1, drawn=(*task.drawn, card)) if more else later)
    if code is not None:
        happen(play, environ.id, code)


BEASTS = (EventCode.CREATURE, EventCode.ROBOT, EventCode.ROBOTS)
"""Events that a creature may come by, or sentry robots where none lives."""


def happen(play: Play, environ: str, code: EventCode) -> None:
    """A combat event of a card, which happens to one group at once (FITG-CRE-05, FITG-CRE-06, FITG-CRE-08, D6)."""
    state, place = play.state, play.state.environs[environ]
    groups, planet = state.groups(environ), state.planets[place.planet]
    group = play.pick(f"{environ}/{code}/group", sorted(groups))
    people = tuple(groups[group])
    phasing = state.people[people[0]].side
    other = phasing.other
    kinds = tuple(kind for kind in (Kind.SQUAD, Kind.CHARACTERS) if seekers(state, environ, other, kind))
    robots = "" if code is EventCode.CREATURE or planet.control is not other else ROBOTS[code is EventCode.ROBOTS]
    creature = play.world.pack.environs[environ].creature or robots
    calm = phasing is Side.REBEL and (planet.rebelling or planet.control is Side.REBEL)
    if code in BEASTS and creature and not place.met and not place.quiet:
        play.tell(CreatureCame(environ))
        play.push(Encounter(environ, group, creature))
    elif code is EventCode.LOCALS and not calm:
        play.push(Encounter(environ, group, LOCALS))
    elif code in (*BEASTS, EventCode.LOCALS):
        play.tell(Uneventful(environ))
    elif code in (EventCode.SEARCH, EventCode.COUP) and kinds:
        play.push(Seeking(environ, other, kinds if play.world.version >= CHOSEN else kinds[:1], people, group))
    elif (code is EventCode.SQUAD or (code is EventCode.SOLDIER and group in state.subverting)) and kinds:
        seeking = tuple(seekers(state, environ, other, Kind.CHARACTERS))
        play.push(Finding(environ, other, kinds, people, "", seeking, group))
    elif code is EventCode.SEASON:
        play.tell(CreatureCame(environ, quiet=True))
    elif code is EventCode.ACCIDENT:
        play.push(Wounding(environ, {phasing: 1}, {phasing: people}))
    elif code is EventCode.RAID:
        play.tell(Raided(environ))


@runs(Seeking)
def ask_with_whom(play: Play, task: Seeking) -> None:
    """Whoever has both there says with which of them a card's search is made; units by default (FITG-CHR-12)."""
    play.put(task, "with", Ask(task.side, task.kinds, task.kinds[:1]), where=task.environ)


class WithWhom(Question[Seeking]):
    """With units or with characters a card's search is made (FITG-CHR-12)."""

    kind = "with"
    rule = "FITG-CHR-12"
    asks = N_("with what the group in {where} is searched for")
    awaited = T_("with what you search")
    whose = "FITG-CHR-07"

    def answered(self, play: Play, task: Seeking, choice: Choice, answer: tuple[str, ...]) -> None:
        """They search at once; units count their best leader (D7)."""
        look_for(play, task.environ, task.side, Kind(answer[0]), task.names, task.group)


class Send(Answer):
    """Say with what a card's search is made where you have units and characters: squad, or characters."""

    path: ClassVar[str] = "freedom send"
    line: ClassVar[str] = "send {force}"
    answers = (WithWhom,)
    force: Annotated[str, whom_to_send] = Field(description="squad, or characters", max_length=20)


def _event(look: Look, event: str, form: str) -> Text:
    """An event, by the name of its row."""
    return term(next(row.name for row in look.world.pack.events.events if row.code == event))


class CardDrawn(Fact[State], frozen=True):
    """An action card for the groups in an environ (D6)."""

    says = either(
        "event", N_("A card for {environ}: {event}."), N_("A card for {environ}: nothing that concerns combat.")
    )
    rule = "FITG-CRE-01"
    threaded = True
    environ: Place
    event: Annotated[str, Shown(_event)]


class Uneventful(Fact[State], frozen=True):
    """An event brings nobody here (FITG-CRE-01, FITG-CRE-07, FITG-CHR-05)."""

    says = N_("Nothing comes of it in {environ}.")
    rule = "FITG-CRE-07"
    threaded = True
    environ: Place


class CreatureCame(Fact[State], frozen=True):
    """A creature came to an environ this phase, and no other will; or all keep off (FITG-CRE-07, D6)."""

    silent = "the encounter and the card are told"
    makes = Alters(
        "environs",
        "environ",
        lambda place, came: replace(place, quiet=place.quiet or came.quiet, met=place.met or not came.quiet),
    )
    environ: str
    quiet: bool = False


class Raided(Fact[State], frozen=True):
    """Locals raid: a unit is lost or the base goes down, as the moderator rules (D6)."""

    says = N_("Locals raid {environ}: the game master rules whether a unit is lost or the base goes down.")
    rule = "FITG-CRE-02"
    decides = True
    environ: Place
