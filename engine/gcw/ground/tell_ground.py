"""News of the ground: troops carried, landed, split, garrisoned; heroes ashore; forces that tire."""

from __future__ import annotations

from engine.game import Fact
from engine.gcw.facts import CameOut, Garrisoned, HeroLanded, HeroTaken, Infiltrated, Landed, Loaded, Merged, Split
from engine.gcw.state import State, UnitKind
from engine.gcw.telling import Heard, ruled
from engine.gcw.words import contact_at, counted, listed
from engine.report import News
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
