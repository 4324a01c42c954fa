"""Pre-laid webs of the Tholians. EAW-31."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, ClassVar

from msgspec.structs import replace
from pydantic import Field

from engine.declared.changes import Alters
from engine.declared.sentences import either
from engine.eaw.data.pack import Code
from engine.eaw.data.units import Flag
from engine.eaw.look import PART, At
from engine.eaw.season.plot import OfFleet
from engine.eaw.season.run import Run, When, at
from engine.eaw.state import State, Web
from engine.game import Fact
from engine.noun import Found
from engine.text.message import N_


class LayWeb(OfFleet):
    """Have a fleet lay layers of web in its system."""

    path: ClassVar[str] = "eaw web"
    line: ClassVar[str] = "web {layers} layers with fleet {fleet}[ at strength {strength}]"
    layers: int = Field(description="how many", ge=1, le=6, examples=[3])
    strength: str = Field("", description="the strength status of your choice", max_length=20)

    def perform(self, run: Run, found: Found) -> None:
        """Several layers in one season for one movement point, each at its price (EAW-31.0.1). Refuses E-RACE, E-UNIT,
        E-BPV; E-ID while the campaign has no price for them.
        """
        fleet, settings = run.fleet(found.fleet.id), run.state.settings
        race = run.state.empires[fleet.owner].race
        if not run.world.pack.races[race].webs:
            run.decline(Code.E_RACE, f"the {race} lays no webs", "EAW-31.0.1")
        if not run.world.has(run.state, fleet, Flag.WEB):
            run.decline(Code.E_UNIT, f"no ship of fleet {fleet.number} can lay webs", "EAW-31.0.1")
        if not settings.web_cost:
            run.decline(Code.E_ID, "the campaign has no price of webs; a moderator sets web-cost", "EAW-31.0.1")
        run.pay(fleet.owner, self.layers * settings.web_cost, "webs")
        there = run.state.systems[fleet.at].webs
        layers = self.layers + sum(web.layers for web in there if web.owner == fleet.owner)
        run.tell(WebLaid(fleet.at, Web(fleet.owner, layers, self.strength, run.state.t)), fleet.owner)


class WebLaid(Fact[State], frozen=True):
    """An empire's web in a system has so many layers; none: it is gone (EAW-31.0.2)."""

    rule = "EAW-31.0.1"
    says = either(
        lambda fact: fact.web.layers == 1,
        N_("Your web at {system} has 1 layer."),
        N_("Your web at {system} has {web:layers} layers."),
    )
    system: At
    web: Annotated[Web, PART]

    makes = Alters("systems", "system", lambda there, fact: replace(there, webs=woven(there.webs, fact.web)))


def woven(webs: Iterable[Web], web: Web) -> tuple[Web, ...]:
    """Webs of a system with one in the place of its owner's; one of no layers is none."""
    return (*(one for one in webs if one.owner != web.owner), *((web,) if web.layers else ()))


@at(When.OPENED, 30)
def keep(run: Run) -> None:
    """Each further season every layer costs its price again, while a fleet with a web ship stays; else, or where the
    treasury lacks it, the web is gone (EAW-31.0.2).
    """
    for system in list(run.state.systems.values()):
        for web in system.webs:
            there = run.state.standing(system.id, web.owner)
            price = web.layers * run.state.settings.web_cost
            kept = any(run.world.has(run.state, fleet, Flag.WEB) for fleet in there)
            if kept and price <= run.state.realms[web.owner].treasury:
                run.pay(web.owner, price, "webs")
            else:
                run.tell(WebLaid(system.id, Web(web.owner, 0)), web.owner)
