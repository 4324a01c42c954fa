"""Heroes ashore: from a carrier onto the Surface and back. Rulebook: GCW-HRO-06, GCW-G2H-01, GCW-LCH-03."""

from __future__ import annotations

from typing import Annotated, ClassVar

from pydantic import Field

from engine.declared.changes import Its, Removes, Sets, Together
from engine.game import Fact, only
from engine.gcw.acting import MOVED, OWN, OWN_HERO, Action, begin_half, half_over, when_found
from engine.gcw.battles import commit, uncommittable
from engine.gcw.contacts import appeared, forget, taken_aboard
from engine.gcw.fleets import YOUR_HERO, Boarded, HeroLanded, OwnHero, hero_unit
from engine.gcw.ground.troops import OPEN_CARRIER, able_to_open, aground, ground_label
from engine.gcw.look import Look, Own, Run
from engine.gcw.state import Hero, State, Unit, UnitKind
from engine.look import Refused
from engine.noun import Found
from engine.text.message import N_, name
from engine.text.names import shown


def elsewhere(hero: Hero | None, carrier: Unit) -> Refused:
    """A hero is not where a carrier is."""
    who = name(hero.name) if hero is not None else YOUR_HERO
    return Refused("HERO_PLACE", {"hero": who, "carrier": shown(carrier.name)})


@when_found("hero")
def without_hero(look: Look, carrier: Unit, hero: Hero) -> Refused | None:
    """The carrier in which the hero is."""
    return None if hero.aboard == carrier.id else elsewhere(hero, carrier)


class Disembark(Action):
    """Bring a hero of yours ashore from a craft or ship that has landed."""

    path: ClassVar[str] = "gcw-ground disembark"
    line: ClassVar[str] = "disembark {hero} from {carrier}"
    hero: Annotated[str, OWN_HERO] = Field(description="the hero", max_length=60)
    carrier: Annotated[str, OPEN_CARRIER.that(without_hero, aground)] = Field(
        description="the craft or ship", max_length=60
    )

    def perform(self, run: Run) -> None:
        """A hero goes ashore as a unit."""
        hero, carrier = run.found.hero, run.found.carrier
        commit(run, carrier)
        unit = hero_unit(run.world, run.state, hero, carrier)
        run.say(HeroLanded(hero.id, unit), only(run.seat))
        run.use(unit).fresh = run.use(carrier).landed
        begin_half(run, unit, MOVED)
        commit(run, unit)
        if run.real:
            appeared(run.table, run.world, run.state.units[unit.id])


HOME_CELL = "G-1S"
"""Where in the home system a hero is who is aboard nothing (GCW-HRO-06)."""


def beyond_reach(look: Look, carrier: Unit, found: Found) -> Refused | None:
    """Ships and craft beside the hero on the Surface, or docked in what the hero is in, or with that docked in them; a
    squadron only from what it is docked in (GCW-HRO-06).
    """
    hero: Hero | None = found.get("hero")
    if carrier.kind not in (UnitKind.SHIP, UnitKind.AUXILIARY, UnitKind.SQUADRON):
        return elsewhere(hero, carrier)
    if hero is None:
        return None
    place = look.known.units.get(hero.aboard)
    if place is None:
        at_home = (look.known.players[hero.owner].home, HOME_CELL)
        there = not hero.aboard and (carrier.system, carrier.cell) == at_home
    elif place.kind in (UnitKind.HERO, UnitKind.FACILITY):
        there = place.id == carrier.docked or (place.system, place.cell) == (carrier.system, carrier.cell)
    else:
        there = carrier.id == place.docked or place.id == carrier.docked
    if carrier.kind is UnitKind.SQUADRON:
        there = there and carrier.docked == hero.aboard
    return None if there else elsewhere(hero, carrier)


def on_its_feet(look: Look, hero: Hero, found: Found) -> Refused | None:
    """Those who are aboard something; one ashore goes in the moving half of its turn, and comes into the battle there
    (GCW-FAM-01, GCW-BUR-01).
    """
    unit = look.known.units.get(hero.aboard)
    if unit is None or unit.kind is not UnitKind.HERO:
        return None
    return half_over(look.use(unit), unit, MOVED) or uncommittable(look, unit)


class Embark(Action):
    """Take a hero of yours aboard a ship, a craft or a docked squadron that is where the hero is."""

    path: ClassVar[str] = "gcw-ground embark"
    line: ClassVar[str] = "embark {hero} in {carrier}"
    hero: Annotated[str, OWN_HERO.that(on_its_feet)] = Field(description="the hero", max_length=60)
    carrier: Annotated[str, OWN.but(what="a carrier of yours", label=ground_label).that(able_to_open, beyond_reach)] = (
        Field(description="the craft or ship", max_length=60)
    )

    def perform(self, run: Run) -> None:
        """A hero goes aboard: from the Surface or a facility beside a carrier, or from the host or the craft that it is
        docked with.
        """
        hero, carrier = run.found.hero, run.found.carrier
        if not carrier.docked:
            commit(run, carrier)
        place = run.state.units.get(hero.aboard)
        if place is None or place.kind is not UnitKind.HERO:
            run.say(Boarded(hero.id, carrier.id), only(run.seat))
            return
        begin_half(run, place, MOVED)
        commit(run, place)
        whole = run.world.full(place.code, place.count)
        if run.real:
            taken_aboard(run.table, run.world, place, "went aboard a craft")
            forget(run.table, place.id)
        wounds = whole.armor - place.pools.armor
        run.say(HeroTaken(hero.id, place.id, carrier.id, wounds), only(run.seat))


class HeroTaken(Fact[State], frozen=True):
    """A hero ashore is aboard a carrier again, with the hit points it lacks."""

    says = N_("{hero} is aboard {carrier} again.")
    rule = "GCW-HRO-06"
    makes = Together(
        Sets("heroes", "hero", "wounds", aboard=Its("carrier")), Removes("units", "unit"), Removes("tracks", "unit")
    )
    hero: OwnHero
    unit: str
    carrier: Own
    wounds: int
