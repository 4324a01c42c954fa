"""Heroes ashore: from a carrier onto the Surface and back. Rulebook: GCW-HRO-06, GCW-G2H-01, GCW-LCH-03."""

from __future__ import annotations

from typing import Annotated, ClassVar

from pydantic import Field

from engine.game import only
from engine.gcw.acting import MOVED, able, begin_half, commit, own
from engine.gcw.facts import Boarded, HeroLanded, HeroTaken
from engine.gcw.figures.damage import Act, Pools
from engine.gcw.founding.setup import free_name, taken_names
from engine.gcw.ground.troops import aground, carrier_of
from engine.gcw.run import Run
from engine.gcw.sight.contacts import appeared, forget, taken_aboard
from engine.gcw.state import Hero, Origin, State, Unit, UnitKind
from engine.gcw.world import HERO, World
from engine.orders import Order, Pick
from engine.text.names import did_you_mean, shown


class Disembark(Order):
    """Bring a hero of yours ashore from a craft or ship that has landed."""

    path: ClassVar[str] = "gcw-ground disembark"
    line: ClassVar[str] = "disembark {hero} from {carrier}"
    shows: ClassVar[str] = "preview"
    hero: Annotated[str, Pick("a hero of yours")] = Field(description="the hero", max_length=60)
    carrier: Annotated[str, Pick("a carrier of yours")] = Field(description="the craft or ship", max_length=60)


class Embark(Order):
    """Take a hero of yours aboard a craft or ship that is where the hero is."""

    path: ClassVar[str] = "gcw-ground embark"
    line: ClassVar[str] = "embark {hero} in {carrier}"
    shows: ClassVar[str] = "preview"
    hero: Annotated[str, Pick("a hero of yours")] = Field(description="the hero", max_length=60)
    carrier: Annotated[str, Pick("a carrier of yours")] = Field(description="the craft or ship", max_length=60)


def hero_named(run: Run, name: str) -> Hero:
    """A living hero of the player's. Refuses NO_HERO, HERO_DEAD."""
    mine = [hero for hero in run.state.heroes.values() if hero.owner == run.seat]
    for hero in mine:
        if hero.name.casefold() == name.strip().casefold():
            if not hero.alive:
                run.table.refuse("HERO_DEAD", hero=shown(hero.name))
            return hero
    run.table.refuse("NO_HERO", name=shown(name), hint=did_you_mean(name, [hero.name for hero in mine]))


def disembark(run: Run, order: Disembark) -> None:
    """A hero goes ashore as a unit. Refuses NO_HERO, HERO_PLACE, LEVEL_REQUIRED, NOT_LANDED."""
    hero, carrier = hero_named(run, order.hero), carrier_of(run, order.carrier)
    if hero.aboard != carrier.id:
        run.table.refuse("HERO_PLACE", hero=shown(hero.name), carrier=shown(carrier.name))
    aground(run, carrier)
    unit = hero_unit(run.world, run.state, hero, carrier)
    run.table.say(HeroLanded(hero.id, unit), only(run.seat))
    run.use(unit).fresh = run.use(carrier).landed
    begin_half(run, unit, MOVED)
    commit(run, unit)
    if run.real:
        appeared(run.table, run.world, run.state.units[unit.id])


def hero_unit(world: World, state: State, hero: Hero, carrier: Unit) -> Unit:
    """A hero as a unit where a carrier stands, or a crew with which it came down, and of its group (GCW-G2H-01)."""
    code = f"{HERO}{hero.klass}"
    return Unit(
        id=state.next_id("u", hero.owner),
        kind=UnitKind.HERO,
        code=code,
        name=free_name(taken_names(state, hero.owner), hero.name),
        owner=hero.owner,
        pools=Pools(armor=world.full(code, hero.level).armor - hero.wounds),
        group=carrier.group,
        group_cp=carrier.group_cp,
        system=carrier.system,
        cell=carrier.cell,
        origin=Origin.STARTING,
        count=hero.level,
    )


def embark(run: Run, order: Embark) -> None:
    """A hero goes aboard: from the Surface beside a carrier, or from the host or the craft it is docked with.

    Refuses NO_HERO, HERO_PLACE, NOT_LANDED.
    """
    hero, carrier = hero_named(run, order.hero), carrier_aboard(run, order.carrier)
    place = run.state.units.get(hero.aboard)
    if place is None or carrier.kind not in (UnitKind.SHIP, UnitKind.AUXILIARY):
        run.table.refuse("HERO_PLACE", hero=shown(hero.name), carrier=shown(carrier.name))
    if place.kind is not UnitKind.HERO:
        if carrier.id != place.docked and place.id != carrier.docked:
            run.table.refuse("HERO_PLACE", hero=shown(hero.name), carrier=shown(carrier.name))
        run.table.say(Boarded(hero.id, carrier.id), only(run.seat))
        return
    if (place.system, place.cell) != (carrier.system, carrier.cell):
        run.table.refuse("HERO_PLACE", hero=shown(hero.name), carrier=shown(carrier.name))
    begin_half(run, place, MOVED)
    commit(run, place)
    whole = run.world.full(place.code, place.count)
    if run.real:
        taken_aboard(run.table, run.world, place, "went aboard a craft")
        forget(run.table, place.id)
    wounds = whole.armor - place.pools.armor
    run.table.say(HeroTaken(hero.id, place.id, carrier.id, wounds), only(run.seat))


def carrier_aboard(run: Run, name: str) -> Unit:
    """A carrier by name; whether it is where the hero is, the hero's place decides."""
    carrier = own(run.table, run.seat, name)
    if not carrier.docked:
        able(run, carrier, Act.OTHER)
        commit(run, carrier)
    return carrier
