"""News of the ground: troops carried, landed, split, garrisoned; heroes ashore; forces that tire."""

from __future__ import annotations

from engine.game import Fact
from engine.gcw.facts import (
    CameOut,
    ForceAshore,
    ForceChanged,
    Garrisoned,
    HeroLanded,
    HeroTaken,
    Infiltrated,
    Landed,
    Loaded,
    Merged,
    Split,
)
from engine.gcw.facts.ground import TIRED, force_key
from engine.gcw.ground.forces import next_rest, next_tiring
from engine.gcw.state import State, UnitKind
from engine.gcw.telling import Heard, ruled
from engine.gcw.words import contact_at, counted, listed
from engine.report import News, stamp
from engine.text.names import shown


def named(heard: Heard, units: tuple[str, ...]) -> str:
    """Own units by name, many of them by number."""
    if len(units) > 6:
        return f"{listed(heard.name(one) for one in units[:3])} and {len(units) - 3} more"
    return listed(heard.name(one) for one in units)


def squads(heard: Heard, unit: str) -> str:
    """The squads of an own stack in words."""
    found = heard.known.units.get(unit)
    if found is None or found.kind is not UnitKind.INFANTRY:
        return ""
    return counted(heard.world.squads(found.code, found.pools), "squad")


def ground(heard: Heard, fact: Fact[State]) -> News | None:
    """Ground units of the hearer's."""
    match fact:
        case Loaded(units, carrier):
            are = "is" if len(units) == 1 else "are"
            return ruled(f"{named(heard, units)} {are} aboard {heard.name(carrier)}.", "GCW-LCH-03")
        case Landed(units, system, cell, fresh):
            fights = "from your next turn on" if fresh else "at once"
            verb = "goes ashore" if len(units) == 1 else "go ashore"
            return ruled(f"**{named(heard, units)}** {verb} at {system} {cell}, ready to fight {fights}.", "GCW-LCH-03")
        case Garrisoned(units, facility):
            verb = "garrisons" if len(units) == 1 else "garrison"
            return ruled(f"{named(heard, units)} {verb} {heard.name(facility)}.", "GCW-GAR-01")
        case CameOut(units, system, cell, True):
            verb = "stands" if len(units) == 1 else "stand"
            return ruled(
                f"The facility is gone: **{named(heard, units)}** {verb} at {system} {cell}, unharmed.",
                "GCW-GAR-06",
                decides=True,
            )
        case CameOut(units, system, cell):
            verb = "comes out of its facility" if len(units) == 1 else "come out of their facility"
            return ruled(f"{named(heard, units)} {verb} at {system} {cell}.", "GCW-GAR-01")
        case Infiltrated(unit, facility):
            host = contact_at(heard.known, heard.seat, facility) if heard.seat is not None else facility
            return ruled(f"**{heard.name(unit)}** is inside {host}.", "GCW-GAR-05")
        case Split(unit, _, _, made):
            return ruled(
                f"{heard.name(made.id)} is a stack of its own, of {squads(heard, made.id)}; {heard.name(unit)} has "
                f"{squads(heard, unit)} left.",
                "GCW-G2G-01",
            )
        case Merged(_, unit, _, _, name):
            return ruled(
                f"{shown(name)} is part of {heard.name(unit)}, which has {squads(heard, unit)} now.", "GCW-G2G-01"
            )
        case HeroLanded(_, unit):
            where = f"{unit.system} {unit.cell}"
            return ruled(f"**{shown(unit.name)}** goes ashore at {where}.", "GCW-HRO-06")
        case HeroTaken(hero, _, carrier, _):
            found = heard.known.heroes.get(hero)
            name = shown(found.name) if found is not None else "Your hero"
            return ruled(f"{name} is aboard {heard.name(carrier)} again.", "GCW-HRO-06")
        case _:
            return None


def fatigue(heard: Heard, fact: Fact[State]) -> News | None:
    """The clocks of the hearer's attacking forces."""
    match fact:
        case ForceAshore(seat, system, grid, _):
            return ruled(
                f"Your force at {system} {grid} has begun its campaign: it tires {when(heard, seat, system, grid)}.",
                "GCW-FTG-03",
            )
        case ForceChanged(seat, system, grid, what, _):
            text, rule = changed(heard, fact)
            return ruled(f"Your force at {system} {grid} {text}", rule, decides=what == TIRED)
        case _:
            return None


def changed(heard: Heard, fact: ForceChanged) -> tuple[str, str]:
    """What happened to a force's clock, and by which rule."""
    tires = when(heard, fact.seat, fact.system, fact.grid)
    force = heard.known.forces.get(force_key(fact.seat, fact.system, fact.grid))
    match fact.what:
        case "LARGE":
            return f"is a large one: it tires {tires}.", "GCW-FTG-02"
        case "TIRED":
            return "is tired: −1 UCR.", "GCW-FTG-04"
        case "AWAY":
            rests = next_rest(force) if force is not None else None
            until = stamp(rests) if rests is not None else "24 hours later"
            return f"is off the grid; it has rested if none of it is back before {until}.", "GCW-FTG-05"
        case "BACK":
            return f"is back before it has rested: {clock_words(tires)}", "GCW-FTG-05"
        case "PAUSED":
            return "does not tire while its host ship stands there.", "GCW-FTG-06"
        case "RUNNING":
            return f"has no host ship there any more: {clock_words(tires)}", "GCW-FTG-06"
        case _:
            return "is none any more: its next landing begins a new clock.", "GCW-FTG-05"


def clock_words(tires: str) -> str:
    """A clock that runs on."""
    return f"it tires {tires}." if tires else "it is tired: −1 UCR."


def when(heard: Heard, seat: str, system: str, grid: str) -> str:
    """When a force tires; "" for one that is tired."""
    force = heard.known.forces.get(f"{seat}/{system}/{grid}")
    tires = next_tiring(force) if force is not None else None
    return f"{stamp(tires)} ({stamp(tires, 'R')})" if tires is not None else ""
