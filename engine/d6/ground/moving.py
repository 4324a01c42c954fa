"""Moving, running and cover. Register D6-B-33, D6-B-36 and section 6."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import ClassVar, Literal, Self

from msgspec.structs import replace
from pydantic import Field

from engine.d6.data.pack import Code
from engine.d6.force import OUTCOMES
from engine.d6.ground.weapons import untouched
from engine.d6.look import Look, Thing, Who, called
from engine.d6.nouns import Difficulty
from engine.d6.play import AGAIN, Act, Active, Deed, Play, begins, entry
from engine.d6.state import Cover, Figure, Missed, State
from engine.declared.changes import Renews
from engine.declared.sentences import Sentences
from engine.game import Fact
from engine.look import Refused
from engine.noun import Found
from engine.text.message import N_, Text, term

Speed = Literal["cautious", "cruising", "high", "all-out"]
HALVES: dict[str, int] = {"cautious": 1, "cruising": 2, "high": 4, "all-out": 8}
"""Halves of Move that a speed goes in a round of five seconds (D6-B-33)."""
MOVES, MOVES_TO = N_("{who} moves, {speed}."), N_("{who} moves, {speed} to {x}, {y} m.")
VALUES: dict[str, Literal["", "quarter", "half", "three quarters", "full"]] = {
    "no": "", "quarter": "quarter", "half": "half", "three-quarters": "three quarters", "full": "full",
}  # fmt: skip
COVERS, SHOWS = N_("{who} is behind {cover} cover."), N_("{who} is in the open.")


def distance(move: int, speed: str) -> int:
    """Metres of a speed in a round of two seconds (D6-B-33)."""
    return 2 * move * HALVES[speed] // 10


def runs_with(look: Look, figure: Figure) -> str:
    """The skill of a running check: that of the vehicle somebody drives, else running (D6-B-36, D6-6-08)."""
    craft = look.known.craft.get(figure.craft)
    return look.world.pack.ships[craft.kind].skill if craft is not None else "running"


class Move(Active):
    """Move, and make a running check if you name the terrain."""

    path: ClassVar[str] = "d6 move"
    line: ClassVar[str] = "move {speed}[ to {x} {y}][ over {terrain}]"
    cost: ClassVar[int] = 0
    speed: Speed = Field(description="how fast: half Move, Move, twice, four times")
    x: int | None = Field(None, description="metres to the right", ge=-5000, le=5000)
    y: int | None = Field(None, description="metres ahead", ge=-5000, le=5000)
    terrain: Difficulty = Field(None, description="the terrain's difficulty, for a running check")

    def check(self, look: Look, found: Found) -> None:
        """Refuses `E_PENDING` what the turn has no room for, `E_VALUE` a way that is too far, `E_POOL` a running check
        without a die (D6-2-03, D6-B-33, D6-B-02).
        """
        who, sheet = look.own, look.sheet(look.own.id)
        if self.speed == "all-out":
            look.require(untouched(look))
        if self.speed != "cautious" or found.terrain is not None:
            look.require(look.spent())
        if self.x is not None and self.y is not None and who.place is not None:
            most = distance(sheet.move, self.speed)
            if (self.x - who.place[0]) ** 2 + (self.y - who.place[1]) ** 2 > most**2:
                look.no(Code.E_VALUE, N_("“{speed}” is {most} m in a round."), "D6-B-33", speed=self.speed, most=most)
        if found.terrain is not None:
            look.require(look.unrollable(runs_with(look, who)))

    def ends(self, look: Look, found: Found) -> Mapping[str, Fraction]:
        """Chances that a running check passes, and with the total that makes very fast (D6-6-08, D6-6-09)."""
        if found.terrain is None:
            return {}
        what, most = runs_with(look, look.own), max(found.terrain, look.world.pack.tables.to_hit.running)
        passes, very = look.reaching(what, found.terrain), look.reaching(what, most)
        return passes if most == found.terrain else {**passes, "very fast": very["success"]}

    def obey(self, act: Act) -> None:
        """A cautious move is no action, a faster one is; all-out nothing else is done (D6-B-11, D6-B-33). A running
        check counts until the next turn (D6-6-08, D6-6-09).
        """
        play, who, running = act.play, act.who, act.found.terrain is not None
        if self.speed != "cautious" or running:
            begins(act, rolled=running, whole=self.speed == "all-out")
        place = (self.x, self.y) if self.x is not None and self.y is not None else who.place
        moved = replace(act.state.figures[who.id], place=place, cover=Cover())
        play.seen(who.id, Moves(who.id, self.speed, moved))
        if running:
            what = runs_with(act.look, who)
            play.roll(who.id, what, play.look.pool(who.id, what), act.found.terrain, "run")
            play.go()

    @classmethod
    def likely(cls, look: Look) -> Iterator[Self]:
        """A careful step, and a run."""
        if look.known.tick:
            yield cls(speed="cautious")
            yield cls(speed="high", terrain="easy")


@entry(OUTCOMES, "run")
def ran(play: Play, task: Missed, ok: bool) -> None:
    """A check that passed makes somebody fast, a total of 30 very fast; one that failed leaves them slight (D6-6-08,
    D6-6-09).
    """
    figure = play.state.figures[task.throw.who]
    very = task.throw.total >= play.world.pack.tables.to_hit.running
    speed: Literal["", "fast", "very fast"] = ("very fast" if very else "fast") if ok else ""
    play.seen(figure.id, Runs(figure.id, replace(figure, ran=speed)))


class Moves(Fact[State], frozen=True):
    """Somebody moves, out of cover."""

    rule = "D6-B-33"
    threaded = True
    makes = Renews("figures", "figure")
    who: Who
    speed: Thing
    figure: Figure

    def words(self, look: Look) -> Text:
        who, speed = called(look.known, self.who), term(self.speed)
        if self.figure.place is None:
            return MOVES(who=who, speed=speed)
        x, y = self.figure.place
        return MOVES_TO(who=who, speed=speed, x=x, y=y)


class Runs(Fact[State], frozen=True):
    """Somebody made a running check."""

    says = Sentences(
        lambda fact: fact.figure.ran,
        {
            "": N_("{who} stumbles: slight movement, no more."),
            "fast": N_("{who} runs: **fast**, until the next turn."),
            "very fast": N_("{who} runs: **very fast**, until the next turn."),
        },
    )
    rule = "D6-6-08"
    makes = Renews("figures", "figure")
    who: Who
    figure: Figure


class TakeCover(Deed):
    """Go behind cover in your turn, or by a dive that a Reflex roll has opened."""

    path: ClassVar[str] = "d6 cover"
    line: ClassVar[str] = "take {value} cover[ in {place} place]"
    value: Literal["no", "quarter", "half", "three-quarters", "full"] = Field(description="how much it hides")
    place: Literal["fixed", "changing"] = Field("fixed", description="whether you fire from one place")

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """Refuses `E_INACTIVE` out of turn without an opening (D6-5-06, D6-2-06)."""
        return look.unfit() or (None if look.known.turn(look.own.id).opening == "dive" else look.inactive())

    def obey(self, act: Act) -> None:
        """They stand so for attacks from now on (D6-6-04, D6-6-07, D6-5-06); what the cover stops is the GM's word
        (D6-6-05).
        """
        play, who = act.play, act.who
        if play.state.turn(who.id).opening == "dive":
            play.reacts(who.id, opening="")
        cover = Cover(VALUES[self.value], self.place == "fixed", who.cover.stops)
        play.seen(who.id, Covers(who.id, replace(play.state.figures[who.id], cover=cover)))

    @classmethod
    def likely(cls, look: Look) -> Iterator[Self]:
        """Each cover in a fixed place, or out of it."""
        now = look.own.cover.value
        yield from (cls.model_validate({"value": word}) for word, value in VALUES.items() if value != now)


class Covers(Fact[State], frozen=True):
    """Somebody stands behind something, or in the open."""

    rule = "D6-6-04"
    threaded = True
    makes = Renews("figures", "figure")
    who: Who
    figure: Figure

    def words(self, look: Look) -> Text:
        cover = self.figure.cover
        who = called(look.known, self.who)
        return COVERS(who=who, cover=term(cover.value)) if cover.value else SHOWS(who=who)


@entry(AGAIN, Moves)
def moved_again(look: Look, figure: Figure, told: Moves) -> Iterator[Deed]:
    """The same speed; nothing where places are kept, since they stand there already."""
    if told.figure.place is None:
        yield Move.model_validate({"speed": told.speed})


@entry(AGAIN, Covers)
def covered_again(look: Look, figure: Figure, told: Covers) -> Iterator[Deed]:
    """The same cover."""
    cover = told.figure.cover
    value = next(value for value, means in VALUES.items() if means == cover.value)
    yield TakeCover.model_validate({"value": value, "place": "fixed" if cover.fixed else "changing"})
