"""Moderators and the clock: ends of waits moved, the clock stopped, a step done by default. Register 17.2, 18."""

from __future__ import annotations

from typing import Annotated, ClassVar

from msgspec.structs import replace
from pydantic import Field

from engine.clock import MINUTE, later
from engine.declared.changes import Its, Writes
from engine.declared.sentences import either
from engine.declared.waiting import WaitsUntil
from engine.game import Fact
from engine.look import Refused, no
from engine.noun import Noun
from engine.sunrise.data.codes import Code
from engine.sunrise.look import Look, Until
from engine.sunrise.moderators.orders import GROUP, Announced, ModeratorOrder, running
from engine.sunrise.nouns import noun
from engine.sunrise.play import Act, lapse
from engine.sunrise.state import Stage, State
from engine.sunrise.words import MINUTES
from engine.text.message import N_, T_, Shown, Text, term

MOST_MINUTES = 60 * 24 * 60


STEP: Noun[Look, str] = noun(
    "a kind of step",
    lambda look, found: look.pack.clock,
    lambda step: (step,),
    (N_("No step is named '{word}'[ (did you mean '{likely}'?)]."), "FS-TURN-01"),
    label=lambda look, step: look.pack.clock[step].name,
)


class TimedOrder(ModeratorOrder):
    """An order of moderators about the present wait, which has an end."""

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        timed = look.known.until is not None
        return super().ready(look) or (None if timed else no(Code.E_PHASE, T_("Nothing is timed now."), "FS-TURN-01"))


class Deadline(ModeratorOrder):
    """Set when the present wait ends, in minutes from now; 0 lets it wait for ever."""

    path: ClassVar[str] = f"{GROUP.path} deadline"
    line: ClassVar[str] = "deadline in {minutes} minutes"
    minutes: int = Field(description="minutes from now; 0 for none", ge=0, le=MOST_MINUTES, examples=[60])

    def obey(self, act: Act) -> None:
        """The present wait ends then."""
        act.play.tell(DeadlineSet(later(act.table.now, self.minutes * MINUTE) if self.minutes else None))


class Extend(TimedOrder):
    """Give the present wait more time."""

    slash: ClassVar[bool] = False  # `/gm extend` does it in every rulebook
    path: ClassVar[str] = f"{GROUP.path} extend"
    line: ClassVar[str] = "extend by {minutes} minutes"
    minutes: int = Field(description="more minutes", ge=1, le=MOST_MINUTES, examples=[30])

    def obey(self, act: Act) -> None:
        """More time."""
        assert act.state.until is not None  # something is timed
        act.play.tell(DeadlineSet(later(act.state.until, self.minutes * MINUTE)))


class PauseClock(TimedOrder):
    """Stop the clock."""

    slash: ClassVar[bool] = False  # `/gm pause` does it in every rulebook
    path: ClassVar[str] = f"{GROUP.path} pause"
    line: ClassVar[str] = "pause the clock"

    def obey(self, act: Act) -> None:
        """The clock stops until it goes on by order, whatever is played."""
        assert act.state.until is not None  # something is timed
        act.play.tell(ClockStopped(max(1, act.state.until - act.table.now)))


class ResumeClock(ModeratorOrder):
    """Let the clock go on with the time that was left."""

    slash: ClassVar[bool] = False  # `/gm resume` does it in every rulebook
    path: ClassVar[str] = f"{GROUP.path} resume"
    line: ClassVar[str] = "resume the clock"

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """While the clock stands."""
        stands = look.known.pause is not None
        return running(look) or (None if stands else no(Code.E_PHASE, T_("The clock is not stopped."), "FS-TURN-01"))

    def obey(self, act: Act) -> None:
        """The clock goes on with what is waited for now."""
        left = act.state.pause
        act.play.tell(DeadlineSet(later(act.table.now, left) if left else None))


class Timer(ModeratorOrder):
    """Set how long a kind of step waits from now on."""

    path: ClassVar[str] = f"{GROUP.path} timer"
    line: ClassVar[str] = "timer {step} {minutes}"
    step: Annotated[str, STEP] = Field(description="a kind of step, such as orders", max_length=20)
    minutes: int = Field(description="minutes; 0 for ever", ge=0, le=MOST_MINUTES, examples=[30])

    def obey(self, act: Act) -> None:
        """Waits that begin from now on last so long."""
        act.play.tell(TimerSet(act.found.step, self.minutes))


NO_WAIT = T_("A moderator does not wait any longer: what is missing is done by default.")


class Advance(ModeratorOrder):
    """Do not wait any longer: what is missing is done by default."""

    path: ClassVar[str] = f"{GROUP.path} advance"
    line: ClassVar[str] = "advance"

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """Once fleets are built: no default is known for them."""
        if look.known.stage is Stage.FLEETS:
            return no(Code.E_PHASE, T_("Fleets have no default; `end` ends the game."), "FS-FRC-06")
        return running(look)

    def obey(self, act: Act) -> None:
        """As if time were up."""
        act.play.tell(Announced(NO_WAIT))
        lapse(act.world, act.table)


MOVED = T_("A moderator set how long the present step lasts.")


class DeadlineSet(WaitsUntil[State], frozen=True):
    """A moderator moved the end of the present wait, or (None) took it away."""

    says = either(
        lambda fact: fact.until is None, N_("The present step waits."), N_("The present step lasts until {until}.")
    )
    rule = "FS-SET-07"
    decides = True
    makes = Writes("until", pause=None)
    until: Until

    def lasting(self, look: Look) -> Text | None:
        return None if self.until is None else MOVED


Left = Annotated[int, Shown[int](lambda look, left, form: MINUTES(count=max(1, left // 60)))]
"""A field of a fact: seconds, told in minutes."""


class ClockStopped(Fact[State], frozen=True):
    """A moderator stopped the clock with so many seconds left."""

    says = N_("A moderator has stopped the clock with {left} left.")
    rule = "FS-SET-07"
    decides = True
    makes = Writes(until=None, pause=Its("left"))
    left: Left


WAITS, FOR_EVER = N_("{step} waits {wait} from now on."), T_("as long as it takes")


class TimerSet(Fact[State], frozen=True):
    """A moderator set how many minutes a step of the clock waits from now on; 0 for ever."""

    rule = "FS-SET-07"
    step: str
    minutes: int

    def evolve(self, state: State) -> State:
        clock = {**state.settings.clock, self.step: self.minutes}
        return replace(state, settings=replace(state.settings, clock=clock))

    def words(self, look: Look) -> Text:
        clock = look.pack.clock.get(self.step)
        wait = MINUTES(count=self.minutes) if self.minutes else FOR_EVER
        return WAITS(step=term(clock.name if clock is not None else self.step), wait=wait)
