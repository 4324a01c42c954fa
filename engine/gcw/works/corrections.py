"""Corrections of works and the reserve by moderators. Register section 6.6."""

from __future__ import annotations

from typing import Annotated, ClassVar

from msgspec import UNSET, UnsetType
from msgspec.structs import replace
from pydantic import Field

from engine.act import Act
from engine.clock import HOUR
from engine.game import EVERYONE, only
from engine.gcw.look import Look
from engine.gcw.moderating import GROUP, PLAYER, ModeratorOrder, Ruled, named_players
from engine.gcw.state import State, Stored, Work
from engine.gcw.works.jobs import WorksOver, WorksSet
from engine.gcw.works.reserve import set_stored
from engine.gcw.world import VEILED, World
from engine.look import Refused
from engine.noun import Found, Noun
from engine.text.message import T_

WORK_CORRECTED = T_("Something that is being made was corrected by a moderator.")
RESERVE_CORRECTED = T_("A unit in reserve was corrected by a moderator.")


WORK: Noun[Look, Work] = Noun("a work", named_players("works"), lambda work: (work.name,), unknown="NO_WORK")
"""Something that is being made, or lies in dock."""

STORED: Noun[Look, Stored] = Noun(
    "a unit in reserve", named_players("reserve"), lambda one: (one.units[0].name,), unknown="NO_RESERVE"
)


def under_way(look: Look, job: Work | Stored, found: Found) -> Refused | None:
    """Those with work left to set."""
    if isinstance(job, Work):
        return Refused("WORK_DONE", {"unit": job.name}) if job.done else None
    return None if job.called else Refused("NOT_CALLED", {"unit": job.units[0].name})


def left(act: Act[World, State], job: Work | Stored) -> int | UnsetType:
    """Seconds that are left until a moderator sets them."""
    if act.world.version < VEILED:
        return UNSET
    return job.left if job.since is None else job.since + job.left - act.table.now


class SetWork(ModeratorOrder):
    """Set how many hours something that is being made still takes; 0: it is done now."""

    path: ClassVar[str] = f"{GROUP.path} set-work"
    line: ClassVar[str] = "set work {work} of {player} to {hours} hours"
    resolves: ClassVar[tuple[str, ...]] = ("player",)
    work: Annotated[str, WORK.that(under_way)] = Field(description="what is being made", max_length=60)
    player: Annotated[str, PLAYER] = Field(description="whose it is", max_length=40)
    hours: int = Field(description="hours of work left", ge=0, le=24_000, examples=[0, 24])

    def correct(self, act: Act[World, State]) -> None:
        """Its owner hears when it is done, everybody that there was a correction."""
        work: Work = act.found.work
        since = act.table.now if work.since is not None else None
        corrected = replace(work, left=self.hours * HOUR, since=since)
        act.say(WorksSet(work.owner, (corrected,), left(act, work)), only(work.owner))
        act.say(Ruled(WORK_CORRECTED), EVERYONE)


class EndWork(ModeratorOrder):
    """End something that is being made, or take it out of dock."""

    path: ClassVar[str] = f"{GROUP.path} end-work"
    line: ClassVar[str] = "end work {work} of {player}"
    resolves: ClassVar[tuple[str, ...]] = ("player",)
    work: Annotated[str, WORK] = Field(description="what is being made, or lies in dock", max_length=60)
    player: Annotated[str, PLAYER] = Field(description="whose it is", max_length=40)

    def correct(self, act: Act[World, State]) -> None:
        """Nothing is refunded: `set-treasury` does that."""
        work: Work = act.found.work
        act.say(WorksOver(work.owner, (work.id,), (work.name,), "moderator"), only(work.owner))
        act.say(Ruled(WORK_CORRECTED), EVERYONE)


class SetReserve(ModeratorOrder):
    """Set how many hours the activation of a unit in reserve still takes; 0: it is ready now."""

    path: ClassVar[str] = f"{GROUP.path} set-reserve"
    line: ClassVar[str] = "set reserve {unit} of {player} to {hours} hours"
    resolves: ClassVar[tuple[str, ...]] = ("player",)
    unit: Annotated[str, STORED.that(under_way)] = Field(description="a unit that is being activated", max_length=60)
    player: Annotated[str, PLAYER] = Field(description="whose it is", max_length=40)
    hours: int = Field(description="hours left", ge=0, le=72, examples=[0, 24])

    def correct(self, act: Act[World, State]) -> None:
        """Its owner hears when it is ready, everybody that there was a correction."""
        one: Stored = act.found.unit
        set_stored(act.table, replace(one, left=self.hours * HOUR, since=act.table.now), left(act, one))
        act.say(Ruled(RESERVE_CORRECTED), EVERYONE)
