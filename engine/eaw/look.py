"""A look at a campaign: by whom, at what it knows, when; and who may order what now."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, ClassVar, TypeVar

from engine import act, look, question
from engine.clock import Instant
from engine.eaw.data.pack import Code
from engine.eaw.figures import exact
from engine.eaw.figures import shown as figure
from engine.eaw.state import SEASONS, Choice, Empire, Fleet, Knowledge, Realm, State, Step, Unit
from engine.eaw.world import World
from engine.game import MODERATOR, Seat
from engine.look import Refused, no
from engine.text.message import N_, T_, Message, Shown, Text, listed, name, stamp, term

T = TypeVar("T")
EMPIRE = N_("{race} ({seat})")
STEPS: dict[Step, Text] = {
    Step.SETUP: T_("the set-up"),
    Step.PLOT: T_("secret orders"),
    Step.BATTLES: T_("battles"),
    Step.RESOLUTION: T_("the resolution after combat"),
    Step.OVER: T_("the end"),
}
NOWHERE = Realm()
"""The realm of who has none."""


class Question(question.Question[Any, Any, Choice, T]):  # looks and plays are made of questions, and not the reverse
    """A question to one empire. `asks` has {about}; it waits for the window of choices (section 6)."""

    kinds: ClassVar[dict[str, Any]] = {}  # questions of whatever tasks
    asks: ClassVar[Message]

    def words(self, known: State, choice: Choice) -> Text:
        """The question, in words."""
        return self.asks(about=name(choice.about))


def date(start_year: int, t: int) -> Text:
    """A season in words: "Spring 165"."""
    return N_("{season} {year}")(season=term(SEASONS[t % 4]), year=start_year + t // 4)


class Look(look.Look[World, State], frozen=True):
    """A look at a campaign."""

    @property
    def mine(self) -> Realm:
        """The realm of the viewer; an empty one for who has none."""
        return NOWHERE if self.seat is None else self.known.realms.get(self.seat, NOWHERE)

    @property
    def empire(self) -> Empire | None:
        """The viewer's empire; None for the public and for moderators."""
        return self.known.empires.get(self.seat) if self.seat is not None else None

    @property
    def own(self) -> Seat:
        """The seat of a player's order. Refuses E-AUTH."""
        self.require(self.outside())
        assert self.seat is not None  # or it is outside
        return self.seat

    def outside(self) -> Refused | None:
        """Refuses any order of a player who may give none: no empire, one that is gone, or the campaign is over."""
        empire = self.empire
        if empire is None:
            return no(Code.E_AUTH, T_("You play no empire of this campaign."), "EAW-1b")
        if not empire.alive:
            return no(Code.E_AUTH, T_("Your empire is no more."), "EAW-1.0")
        return no(Code.E_PHASE, T_("The campaign is over."), "EAW-1.0") if self.known.over else None

    def untimely(self, *steps: Step, rule: str = "EAW-4.0") -> Refused | None:
        """Refuses E-AUTH, E-PHASE unless it is the time of one of some steps."""
        other = None if self.known.step in steps else STEPS[self.known.step]
        return self.outside() or (
            no(Code.E_PHASE, N_("This is the time of {other}."), rule, other=other) if other else None
        )

    def knows(self, system: str) -> Knowledge:
        """Knowledge of the viewer about a system."""
        return self.mine.knowledge.get(system, Knowledge())

    def sight(self, system: str) -> Knowledge:
        """Knowledge about a system that is shown: the viewer's; the referee's is what is so."""
        if self.seat != MODERATOR:
            return self.knows(system)
        there = self.known.systems[system]
        return Knowledge(planet=there.planet, map_type=there.map_type, planets=there.planets)

    def fleets_at(self, system: str) -> list[Fleet]:
        """The viewer's fleets in a system, or on the way from it, by number; of all empires for who has none."""
        there = (fleet for fleet in self.known.fleets.values() if fleet.at == system)
        seen = (fleet for fleet in there if self.empire is None or fleet.owner == self.seat)
        return sorted(seen, key=lambda fleet: (fleet.owner, fleet.number))

    def name(self, seat: Seat) -> Text:
        """An empire, with who plays it."""
        empire = self.known.empires.get(seat)
        return EMPIRE(race=term(empire.race), seat=name(seat)) if empire is not None else name(seat)

    @property
    def date(self) -> Text:
        """The season in words."""
        return date(self.known.settings.start_year, self.known.t)

    def asked(self) -> Choice | Refused:
        """The first open question to the viewer. Refuses E-PHASE."""
        if outside := self.outside():
            return outside
        mine = (choice for choice in self.known.choices.values() if choice.seat == self.seat)
        return next(mine, no(Code.E_PHASE, T_("You are asked nothing of that."), "EAW-16.0"))


class Act(act.Act[World, State]):
    """An order being obeyed, with what its author knows."""

    look: Look


def ship_name(id: str) -> Text:
    """A ship, by its id."""
    return name(id.rpartition(":")[2])


SeatOf = Annotated[Seat, Shown[Seat](lambda look, seat, form: look.name(seat))]
"""An empire in a sentence."""
SeatsOf = Annotated[tuple[Seat, ...], Shown[tuple[Seat, ...]](lambda look, seats, form: listed(map(look.name, seats)))]
"""Empires in a row."""
ShipOf = Annotated[str, Shown[str](lambda look, id, form: ship_name(id))]
"""The id of a ship, in a sentence."""
ShipsOf = Annotated[tuple[str, ...], Shown[tuple[str, ...]](lambda look, ids, form: listed(map(ship_name, ids)))]
"""Ids of ships, in a row."""
At = Annotated[str, Shown[str](lambda look, id, form: term(id))]
"""A system, or a lane, in a sentence."""
Seated = Annotated[
    tuple[Empire, ...], Shown[tuple[Empire, ...]](lambda look, all, form: listed(look.name(each.seat) for each in all))
]
"""Empires as they are recorded, in a row."""
Words = Annotated[tuple[str, ...], Shown[tuple[str, ...]](lambda look, words, form: listed(map(term, words)))]
"""Words of the rules or of the pack, systems, lanes: in a row."""
WORD: Shown[str] = Shown(lambda look, word, form: term(word))
Word = Annotated[str, WORD]
"""A word of the rules or of the pack."""
Called = Annotated[str, Shown[str](lambda look, given, form: name(given))]
"""What a player typed."""
InstantOf = Annotated[Instant, Shown[Instant](lambda look, at, form: stamp(at, form or "F"))]
"""An instant in a sentence, in Discord's style "F" or another."""
SeasonOf = Annotated[int, Shown[int](lambda look, t, form: date(look.known.settings.start_year, t))]
"""A season in a sentence."""

PART: Shown[object] = Shown(lambda look, thing, form: name(str(getattr(thing, form))))
"""A field of a record, which stands after the colon in the sentence: "{design:ebpv}"."""
Scores = Annotated[
    dict[Seat, str],
    Shown[dict[Seat, str]](
        lambda look, scores, form: listed(
            N_("{empire} {vp}")(empire=look.name(seat), vp=term(figure(exact(vp)))) for seat, vp in scores.items()
        )
    ),
]
"""Victory points of empires, in a row."""


def things_words(things: Mapping[str, int]) -> Text:
    """Things with their numbers, in a row."""
    return listed(N_("{count} {kind}")(count=count, kind=name(kind)) for kind, count in things.items() if count)


Things = Annotated[Mapping[str, int], Shown[Mapping[str, int]](lambda look, things, form: things_words(things))]
"""Things with their numbers, in a row."""


def unit_words(unit: Unit) -> Text:
    """A unit as a public list has it: no options, no officers (EAW-1e)."""
    return N_("{name} ({what}[, {fighters}])")(
        name=name(unit.name), what=term(unit.what), fighters=things_words(unit.fighters)
    )


def unit_names(units: Iterable[Unit]) -> Text:
    """Units in a row."""
    return listed(map(unit_words, units))
