"""What moderators rule: deadlines, sites without a battle. Register section 4 (GM orders), EAW-30.0."""

from __future__ import annotations

from typing import Annotated, ClassVar

from msgspec.structs import replace
from pydantic import Field

from engine import act
from engine.book import Group
from engine.clock import HOUR, Instant, later
from engine.eaw.data.pack import Code, no
from engine.eaw.look import Act, Look
from engine.eaw.nouns import unknown
from engine.eaw.season.resolution import close_site, go_on
from engine.eaw.season.run import Run
from engine.eaw.state import Site, State, Step
from engine.game import EVERYONE, Fact
from engine.look import Refused
from engine.noun import Noun
from engine.text.message import N_, Text, stamp, term

GROUP = Group("gm-eaw", "Moderators of Empires at War")


class ModeratorOrder(act.Order):
    """What moderators order, on the referee's state."""

    moderator: ClassVar[bool] = True

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """Refuses E-PHASE once the campaign is over."""
        return no(Code.E_PHASE, "the campaign is over", "EAW-1.0") if look.known.over else None


SITE: Noun[Look, Site] = Noun(
    "a site of battle",
    lambda look, found: look.known.sites.values(),
    lambda site: (site.id,),
    unknown=unknown("site of battle", "EAW-4a"),
)


class CloseSite(ModeratorOrder):
    """Close a site of battle as it stands: whatever was to be fought there is settled."""

    path: ClassVar[str] = "gm-eaw close"
    line: ClassVar[str] = "close site {site}"
    site: Annotated[str, SITE] = Field(description="which", max_length=40)

    def obey(self, act: Act) -> None:
        """The season goes on with the last site (EAW-30.0)."""
        run = Run(act.world, act.table)
        run.proclaim(Ruled("closed", act.found.site.id))
        close_site(run, act.found.site.id)
        go_on(run)


class Extend(ModeratorOrder):
    """Move the deadline of orders by some hours; negative ones bring it nearer."""

    path: ClassVar[str] = "gm-eaw extend"
    line: ClassVar[str] = "extend by {hours} hours"
    hours: int = Field(description="hours, negative ones bring it nearer", ge=-2000, le=2000, examples=[24, -24])

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        if look.known.step is not Step.PLOT:
            return no(Code.E_PHASE, "no deadline of orders runs", "EAW-30.0")
        return super().ready(look)

    def obey(self, act: Act) -> None:
        """The deadline is moved, to now at the earliest (section 6)."""
        until = act.state.until
        assert until is not None  # or it is not the time
        act.say(DeadlineMoved(max(later(act.table.now, 1), later(until, self.hours * HOUR))), EVERYONE)


class DeadlineMoved(Fact[State], frozen=True):
    """A moderator moves the deadline of orders."""

    rule = "EAW-30.0"
    decides = True
    until: Instant

    def evolve(self, state: State) -> State:
        return replace(state, until=self.until)

    def words(self, look: Look) -> Text:
        return MOVED(at=stamp(self.until), left=stamp(self.until, "R"))


MOVED = N_("A moderator moves the deadline of orders to {at} ({left}).")


class Ruled(Fact[State], frozen=True):
    """A moderator rules: what kind of ruling, about what."""

    rule = "EAW-30.0"
    decides = True
    kind: str
    what: str

    def words(self, look: Look) -> Text:
        return RULINGS[self.kind](what=term(self.what))


RULINGS = {"closed": N_("A moderator closes the site {what} as it stands.")}
