"""Corrections of works and the reserve by moderators. Register section 6.6."""

from __future__ import annotations

from typing import Annotated, ClassVar

from msgspec import UNSET, UnsetType
from msgspec.structs import replace
from pydantic import Field

from engine.act import Act
from engine.clock import HOUR
from engine.game import EVERYONE, only
from engine.gcw.moderating import GROUP, PLAYER, ModeratorOrder, Ruled, named_players
from engine.gcw.state import State, Stored, Work
from engine.gcw.works.jobs import WORK, WorksOver, WorksSet, under_way
from engine.gcw.works.reserve import STORED, not_called, set_stored
from engine.gcw.world import VEILED, World
from engine.text.message import T_

WORK_CORRECTED = T_("Something that is being made was corrected by a moderator.")


WORK_OF = WORK.but(what="a work", among=named_players("works"))
"""Something that a player has made, or that lies in dock."""

STORED_OF = STORED.but(what="a unit in reserve", among=named_players("reserve"))


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
    work: Annotated[str, WORK_OF.that(under_way)] = Field(description="what is being made", max_length=60)
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
    work: Annotated[str, WORK_OF] = Field(description="what is being made, or lies in dock", max_length=60)
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
    unit: Annotated[str, STORED_OF.that(not_called)] = Field(
        description="a unit that is being activated", max_length=60
    )
    player: Annotated[str, PLAYER] = Field(description="whose it is", max_length=40)
    hours: int = Field(description="hours left", ge=0, le=72, examples=[0, 24])

    def correct(self, act: Act[World, State]) -> None:
        """Its owner hears when it is ready, everybody that there was a correction."""
        stored: Stored = act.found.unit
        set_stored(act.table, replace(stored, left=self.hours * HOUR, since=act.table.now), left(act, stored))
        act.say(Ruled(T_("A unit in reserve was corrected by a moderator.")), EVERYONE)
