"""Shields: doubled on one side, fed with power from engines or weapons. Register sections 13 and 14."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, ClassVar, Literal, get_args

from msgspec.structs import replace
from pydantic import Field

from engine.d6.data.pack import Code, System
from engine.d6.dice.codes import DIE, Pips, code
from engine.d6.force import OUTCOMES
from engine.d6.look import Look, Question, Thing, World
from engine.d6.play import Act, Active, Answer, Play, begins, entry
from engine.d6.space.codes import LOAN, Hull, damage, kind, ship_called, space
from engine.d6.space.craft import CraftChanged, at_station, mine
from engine.d6.state import Choice, Craft, Missed, Routing, State
from engine.declared.sentences import either
from engine.game import Fact
from engine.look import Refused, no
from engine.noun import Found
from engine.question import runs
from engine.text.message import N_, T_, Text, term

Angle = Literal["front", "rear", "even"]
Source = Literal["engines", "weapons"]
SKILL = "starship shields"
ANGLED = N_("The shields of {craft} are doubled {side}: {doubled} there, nothing behind them.")
EVEN = N_("The shields of {craft} are even: {each} on each side.")


class Shielding(Active):
    """A deed about shields, by the pilot or whoever is at them (D6-14-06)."""

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """Refuses `E_STATE` at another station, `E_SHIELD` what has no shields to speak of (D6-13-01, D6-13-12)."""
        if refused := super().ready(look) or at_station(look, "pilot", "shields"):
            return refused
        craft, ship = mine(look), kind(look.world, mine(look))
        if not (ship.combat_shields and ship.shields and ship.weapons):
            return no(Code.E_SHIELD, N_("{craft} has no combat shields."), "D6-13-01", craft=craft.label)
        if System.GENERATOR in craft.failed:
            return no(Code.E_SHIELD, N_("The shield generator of {craft} is gone."), "D6-13-12", craft=craft.label)
        return None


class AngleShields(Shielding):
    """Double the shields of one side and leave the other bare, or have them even."""

    path: ClassVar[str] = "d6-ship angle"
    line: ClassVar[str] = "angle shields {side}"
    side: Angle = Field(description="which side is doubled")

    def check(self, look: Look, found: Found) -> None:
        """Refuses `E_SHIELD` what is down, or so already (D6-13-02)."""
        craft = mine(look)
        if craft.shields <= 0:
            look.no(Code.E_SHIELD, N_("The shields of {craft} are down."), "D6-13-02", craft=craft.label)
        if craft.angle == self.side:
            why = N_("The shields of {craft} are {side} already.")
            look.no(Code.E_SHIELD, why, "D6-13-02", craft=craft.label, side=self.side)

    def obey(self, act: Act) -> None:
        """An action without a roll; it holds until it is changed, or the shields blow (D6-13-02)."""
        craft, play = mine(act.look), begins(act)
        play.tell(CraftChanged(replace(craft, angle=self.side)))
        play.tell(Angled(craft.id, self.side, craft.shields))


class Angled(Fact[State], frozen=True):
    """Shields stand so."""

    rule = "D6-13-02"
    threaded = True
    craft: str
    side: Angle
    pips: int

    def words(self, look: Look) -> Text:
        craft = ship_called(look.known, self.craft)
        if self.side == "even":
            return EVEN(craft=craft, each=code(self.pips))
        return ANGLED(craft=craft, side=term(self.side), doubled=code(2 * self.pips))


# Routing


def powerless(world: World, state: State, craft: Craft, source: Source) -> Refused | None:
    """Refuses `E_POWER` a source that cannot give power (D6-13-06, D6-13-07)."""
    if source == "engines":
        left = space(world, craft)
        if left < LOAN:
            why = N_("{craft} has Space {left} left, and {loan} are needed.")
            return no(Code.E_POWER, why, "D6-13-06", craft=craft.label, left=left, loan=LOAN)
        return None
    most = max((damage(state, craft, gun) for gun in kind(world, craft).weapons if gun.fed), default=0)
    if most < LOAN * DIE:
        why = N_("Weapons of {craft} that its generator feeds have {most} at most, and 3D are needed.")
        return no(Code.E_POWER, why, "D6-13-07", craft=craft.label, most=code(most))
    return None


class Route(Shielding):
    """Route power from engines or weapons to the shields."""

    path: ClassVar[str] = "d6-ship route"
    line: ClassVar[str] = "route power from {source}"
    source: Source = Field(description="where it comes from")

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """Refuses `E_SHIELD` full shields, and a fourth routing (D6-13-08, D6-14-02)."""
        if refused := super().ready(look):
            return refused
        craft, most = mine(look), len(look.world.pack.tables.routing)
        stated = kind(look.world, craft).shields
        if craft.shields >= stated:
            why = N_("The shields of {craft} are full, {stated}.")
            return no(Code.E_SHIELD, why, "D6-13-08", craft=craft.label, stated=code(stated))
        if craft.routed >= most:
            why = N_("{routed} of {most} routings are done.")
            return no(Code.E_SHIELD, why, "D6-14-02", routed=craft.routed, most=most)
        return None

    def check(self, look: Look, found: Found) -> None:
        """Refuses `E_POWER`, `E_POOL` (D6-13-06, D6-13-07, D6-B-02)."""
        look.require(powerless(look.world, look.known, mine(look), self.source))
        look.require(look.unrollable(SKILL))

    def ends(self, look: Look, found: Found) -> Mapping[str, Fraction]:
        """Chance that power comes (D6-14-01)."""
        return look.reaching(SKILL, look.world.pack.tables.routing[mine(look).routed])

    def obey(self, act: Act) -> None:
        """An action: a Starship Shields roll; where another than the pilot rolls, the pilot has the last word on the
        source (D6-13-05, D6-14-05, D6-14-06).
        """
        craft, play = mine(act.look), begins(act, rolled=True)
        task = Routing(act.who.id, craft.id, self.source)
        pilot = play.state.figures.get(craft.pilot)
        if pilot is not None and pilot.asked != act.who.asked and play.state.awake(pilot):
            others: list[Source] = [arg for arg in get_args(Source) if arg != self.source]
            free = [other for other in others if powerless(act.world, play.state, craft, other) is None]
            options = (self.source, *free)
            play.ask(Choice("source", pilot.id, craft.label, options, (self.source,), play.state.dealt), task)
        else:
            play.push(task)
        play.go()


class WhichSource(Question[Routing]):
    """Somebody at the shields routes power: the pilot says from where."""

    kind = "source"
    asks = N_("say from where power is routed to the shields of {about}")
    rule = "D6-14-06"
    awaited = T_("the source of power")

    def answered(self, play: Play, task: Routing, choice: Choice, answer: tuple[str, ...]) -> None:
        """The roll is for that source (D6-13-05)."""
        play.push(replace(task, source="weapons" if answer == ("weapons",) else "engines"))


class SaySource(Answer):
    """Say from where power is routed to the shields of the craft that you fly."""

    path: ClassVar[str] = "d6-ship source"
    line: ClassVar[str] = "power comes from {source}"
    answers: ClassVar[tuple[type[Question[Any]], ...]] = (WhichSource,)
    source: Source = Field(description="where it comes from")

    def given(self, look: Look, choice: Choice, found: Found) -> tuple[str, ...]:
        """The source. Refuses `E_POWER` what cannot give any (D6-13-06, D6-13-07)."""
        if self.source not in choice.options:
            craft = look.known.craft[look.known.figures[choice.who].craft]
            look.require(powerless(look.world, look.known, craft, self.source))
        return (self.source,)


@runs(Routing)
def route(play: Play, task: Routing) -> None:
    """The first routing needs 15, the second 20, the third 25; only passed ones count (D6-14-01, D6-14-03)."""
    against = play.world.pack.tables.routing[play.state.craft[task.craft].routed]
    play.roll(task.who, SKILL, play.look.pool(task.who, SKILL), against, "routing", about=task.source)


@entry(OUTCOMES, "routing")
def routed(play: Play, task: Missed, ok: bool) -> None:
    """1D more, never above what is stated; engines lose 3 Space and 1D of maneuverability, weapons 3D
    (D6-13-05..09).
    """
    craft = play.state.craft[play.state.figures[task.throw.who].craft]
    if ok:
        stated = kind(play.world, craft).shields
        engines, guns = craft.engines + (task.about == "engines"), craft.guns + (task.about == "weapons")
        craft = replace(
            craft, shields=min(stated, craft.shields + DIE), routed=craft.routed + 1, engines=engines, guns=guns
        )
        play.tell(CraftChanged(craft))
    play.tell(Routed(craft.id, task.about, ok, craft.shields, craft.routed))


class Routed(Fact[State], frozen=True):
    """Power is routed to shields, or the roll has failed."""

    says = either(
        "passed",
        N_("Power from the {source} of {craft}: its shields have **{pips}**; routing {number} of 3."),
        N_("No power comes to the shields of {craft}."),
    )
    rule = "D6-14-01"
    decides = True
    craft: Hull
    source: Thing
    passed: bool
    pips: Pips
    number: int
