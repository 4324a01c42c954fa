"""Rosters: what a faction uses, where a player's heroes are, what is locked by combat or by who is aboard, and what
fits into main fleet, PDF and reserve.

Rulebook: GCW-FAC-11, GCW-CMD-05..07, GCW-ESC-01..07, GCW-BUR-06, -09, GCW-PDF-01..06, GCW-RES-01, -07, GCW-STK-03.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import ClassVar

from msgspec.structs import replace

from engine.game import Fact, Seat
from engine.gcw.data.codes import Code
from engine.gcw.data.units import UnitClass
from engine.gcw.figures.command import CAPACITY, Limits, Strength, can_escort, change_ok, ships_needed
from engine.gcw.fleets import MAIN, PDF, roster
from engine.gcw.look import Look
from engine.gcw.state import CRAFT, NOBODY, State, Stored, Unit, UnitKind, hero_at, outermost, put, within
from engine.gcw.world import World, is_friendly
from engine.look import Refused
from engine.noun import NOTHING_FOUND, Found
from engine.text.message import N_, T_, Text, did_you_mean, name, term
from engine.text.names import shown

RESERVE, DOCK, GUARD = "RESERVE", "DOCK", "GUARD"
"""Where a unit may go besides main fleet and PDF: into reserve, dock, or the guard of its Ground Grid."""


def no_class(classes: Callable[[Look, Found], Iterable[UnitClass]]) -> Callable[[Look, str, str], Refused]:
    """NO_CLASS, with the class of some that was likely meant, by its name."""

    def unknown(look: Look, words: str, hint: str) -> Refused:
        names = [spec.name for spec in classes(look, NOTHING_FOUND)]
        return Refused("NO_CLASS", {"name": words, "hint": did_you_mean(words, names)})

    return unknown


def technology(look: Look, spec: UnitClass) -> Refused | None:
    """TECH_FORBIDDEN for a class that the faction does not use, NOT_BUILT for what is not made (GCW-FAC-11)."""
    pack = look.world.pack
    faction = pack.factions[look.known.players[look.viewer].faction]
    if pack.may_build(faction, spec):
        return None
    bonus = sum(bonus.count for bonus in faction.bonus if bonus.code == spec.code)
    if bonus or not spec.buildable:
        return Refused("NOT_BUILT", {"faction": faction.name, "unit": spec.name, "n": bonus})
    return Refused("TECH_FORBIDDEN", {"faction": faction.name, "tech": "/".join(spec.tech), "unit": spec.name})


def not_present(state: State, seat: Seat, system: str) -> Refused | None:
    """NOT_PRESENT where no hero of a player's is, who alone takes command of new units; in hyperspace one is in no
    system (GCW-BUR-06, GCW-PDF-04).
    """
    where = dict.fromkeys(hero_at(state, hero) for hero in state.heroes.values() if hero.owner == seat and hero.alive)
    if system and system in where:
        return None
    return Refused("NOT_PRESENT", {"where": ", ".join(filter(None, where)) or T_("no system"), "system": system})


def locked(state: State, unit: Unit) -> Refused | None:
    """FLEET_LOCKED for what is in combat, or is ordered or under way to a battle of its owner's (GCW-BUR-09)."""
    voyage = state.voyages.get(unit.voyage)
    places = [outermost(state, unit).system, voyage.destination if voyage is not None else ""]
    places += [entry.path[-1] for entry in state.entries.values() if unit.id in entry.units]
    if any(state.fights(unit.owner, place) for place in places):
        return Refused("FLEET_LOCKED", {"unit": shown(unit.name)})
    return None


def counted(world: World, units: Iterable[Unit]) -> Strength:
    """Strength of units in a roster: ships by their command points, and escorts; what is aboard nothing
    (GCW-CMD-04).
    """
    units = [unit for unit in units if not unit.docked or unit.escort]
    return Strength(
        tuple(world.cp(unit.code) for unit in units if unit.kind is UnitKind.SHIP),
        sum(unit.kind is UnitKind.SQUADRON for unit in units),
        sum(unit.kind is UnitKind.AUXILIARY for unit in units),
    )


def plus(strength: Strength, other: Strength) -> Strength:
    """Two strengths together."""
    craft = {"squadrons": strength.squadrons + other.squadrons, "auxiliaries": strength.auxiliaries + other.auxiliaries}
    return Strength((*strength.ships, *other.ships), **craft)


def minus(strength: Strength, other: Strength) -> Strength:
    """A strength without what another counts, as far as it is part of it."""
    ships = list(strength.ships)
    for cp in other.ships:
        if cp in ships:
            ships.remove(cp)
    return Strength(tuple(ships), strength.squadrons - other.squadrons, strength.auxiliaries - other.auxiliaries)


def limits(before: Strength, after: Strength, most: Limits) -> Refused | None:
    """Refuses a roster of too many, with the numbers (GCW-CMD-01, -03, -05, GCW-ESC-02..07, GCW-PDF-01, -02, -06)."""
    code = change_ok(before, after, most)
    return None if code is None else over(code, before, after, most)


def over(code: Code, before: Strength, after: Strength, most: Limits) -> Refused:
    """A refusal of a limit of a roster, with the numbers."""
    numbers = {
        "used": before.cp, "added": after.cp - before.cp, "limit": most.cp, "have": len(after.ships),
        "most": most.squadrons if code is Code.ESCORT_SF_MAX else most.ships,
        "need": ships_needed(after.squadrons, after.auxiliaries),
    }  # fmt: skip
    return Refused(code, {**numbers, "have": len(before.ships)} if code is Code.SHIP_LIMIT else numbers)


def duty_of(to: str, system: str) -> str:
    """The `duty` of a unit in the main fleet, or in the PDF of a system."""
    return system if to == PDF else ""


def fits(world: World, state: State, seat: Seat, units: Iterable[Unit], duty: str) -> Refused | None:
    """Refuses units too many for the main fleet, or the PDF of the system `duty` (GCW-CMD-07, GCW-PDF-02, -03)."""
    units = [unit for unit in units if (not unit.docked or unit.escort) and not (duty and unit.bonus)]
    for unit in units:
        if unit.kind in CRAFT and can_escort(hyper_capable=world.hyper(unit.code) > 0) is not None:
            return Refused(Code.ESCORT_NOT_HYPER, {"unit": shown(unit.name)})
    before = roster(world, state, seat, duty)
    return limits(before, plus(before, counted(world, units)), world.limits(state, seat, duty))


def base(state: State, seat: Seat) -> str:
    """The system of a player's reserve: its home, which is the stronghold unless a moderator named another (RES-02)."""
    return state.players[seat].home


def base_lost(state: State, seat: Seat) -> bool:
    """True if a player's stronghold is lost: a player of another faction owns it (GCW-RES-07)."""
    owner = state.players.get(state.owners.get(base(state, seat), NOBODY))
    return owner is not None and owner.faction != state.players[seat].faction


def stored_cp(world: World, state: State, seat: Seat) -> int:
    """Command points of a player's reserve (GCW-RES-01)."""
    strengths = [counted(world, stored.units[:1]) for stored in state.reserve.values() if stored.owner == seat]
    return sum(strength.cp for strength in strengths)


def reservable(world: World, state: State, unit: Unit, system: str) -> Refused | None:
    """Refuses a unit that cannot be put into its owner's reserve from a system (GCW-RES-01, -05, -07, GCW-STK-03)."""
    used, added = stored_cp(world, state, unit.owner), counted(world, [unit]).cp
    if used + added > CAPACITY:
        return Refused("RESERVE_LIMIT", {"used": used, "added": added})
    if system != base(state, unit.owner) or base_lost(state, unit.owner):
        return Refused("RESERVE_PLACE", {"unit": shown(unit.name), "system": base(state, unit.owner)})
    unfit = None if added else Refused("STOCK_NO_RESERVE", {"unit": shown(unit.name)})
    return in_battle(state, unit, system) or unfit


def pdf_place(world: World, state: State, unit: Unit, system: str) -> Refused | None:
    """PDF_PLACE for a PDF that is not of a system of its owner's, nor where the unit is, friendly or captured there
    (GCW-PDF-05).
    """
    here = outermost(state, unit).system
    if state.owners.get(system) == unit.owner or system == state.players[unit.owner].home:
        return None
    if system == here and (is_friendly(state, world, unit.owner, system) or unit.captured or unit.duty == system):
        return None
    return Refused(Code.PDF_PLACE, {}, "GCW-PDF-05", NO_PDF, NO_DUTY_THERE(unit=name(unit.name), system=term(system)))


NO_DUTY_THERE = N_("{unit} cannot be on PDF duty for {system}.")
NO_PDF = T_("A PDF stands in a system of yours, or where the ship is, if that is friendly or it was captured there.")


def joins(world: World, state: State, units: tuple[Unit, ...], system: str, to: str) -> Refused | None:
    """Refuses new units in a system that cannot join a roster of their owner's there (GCW-CST-04, GCW-RES-04).

    Of the numbers first, then the presence of a hero, then combat, then the place of a PDF (GCW-BUR-06, -09,
    GCW-PDF-05).
    """
    first = units[0]
    if to == RESERVE:
        return reservable(world, state, first, system)
    refused = fits(world, state, first.owner, units, duty_of(to, system))
    if refused is None and to == MAIN:
        refused = not_present(state, first.owner, system)
    refused = refused or in_battle(state, first, system)
    if refused is None and to == PDF:
        refused = pdf_place(world, state, replace(first, system=system, docked=""), system)
    return refused


def in_battle(state: State, unit: Unit, system: str) -> Refused | None:
    """FLEET_LOCKED where a unit's owner fights in the system (GCW-BUR-09)."""
    return Refused("FLEET_LOCKED", {"unit": shown(unit.name)}) if state.fights(unit.owner, system) else None


ELSEWHERE = T_("Nobody goes with a ship or craft: bring the hero elsewhere first.")


def hero_aboard(look: Look, unit: Unit, found: Found) -> Refused | None:
    """HERO_ABOARD: nobody goes with what is scrapped or exchanged."""
    inside = {unit.id, *(cargo.id for cargo in within(look.known, unit))}
    for hero in look.known.heroes.values():
        if hero.alive and hero.aboard in inside:
            return Refused("HERO_ABOARD", {"hero": shown(hero.name), "unit": shown(unit.name)}, fix=ELSEWHERE)
    return None


class SentToReserve(Fact[State], frozen=True):
    """A ship or escort, with what is aboard, is in reserve: on no grid, unseen (GCW-RES-02, -05). For its owner."""

    rule: ClassVar[str] = "GCW-RES-02"
    stored: Stored

    def evolve(self, state: State) -> State:
        gone = {unit.id for unit in self.stored.units}
        return replace(
            state,
            units={key: unit for key, unit in state.units.items() if key not in gone},
            tracks={key: track for key, track in state.tracks.items() if key not in gone},
            reserve=put(state.reserve, self.stored.id, self.stored),
        )

    def words(self, look: Look) -> Text:
        return N_("**{unit}** is in reserve.")(unit=name(self.stored.units[0].name))
