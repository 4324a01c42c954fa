"""Views of what a player makes and commands: works in hand, and the rosters with PDFs and reserve.

Rulebook: GCW-CST, GCW-CMD, GCW-PDF, GCW-RES.
"""

from __future__ import annotations

from engine.clock import HOUR
from engine.gcw.conflict import conflict_at
from engine.gcw.economy.rosters import base, base_lost, stored_cp
from engine.gcw.figures.arithmetic import ceil_div
from engine.gcw.figures.command import CAPACITY
from engine.gcw.fleets import roster
from engine.gcw.look import Look, grouped
from engine.gcw.state import Stored, Unit, UnitKind, Work
from engine.gcw.viewing import lines_or
from engine.gcw.works.jobs import to_words
from engine.gcw.works.views_economy import NOT_JOINED
from engine.report import Report, Section, Suggestion
from engine.text.message import N_, NN_, T_, Text, name, stamp, term
from engine.view import view

YOUR_WORKS, BEING_MADE, IN_DOCK = T_("Your works"), T_("Being made"), T_("In dock")
SO_MANY = NN_("{number} job under way, {docked} in dock.", "{number} jobs under way, {docked} in dock.", "number")
JOB = N_("**{name}** ({code}) at {system}, for {to}: done {at} ({off})")
STILL_JOB = N_("**{name}** ({code}) at {system}, for {to}: stands still with {hours} hours of work left")
FACILITY, STILL_FACILITY = (
    N_("**{name}** ({code}) at {system} {cell}: done {at} ({off})"),
    N_("**{name}** ({code}) at {system} {cell}: stands still with {hours} hours of work left"),
)
DOCKED, CONFLICTS = N_("**{name}** ({code}) at {system}"), T_("In conflict")
ASSIGN = N_("Assign {name} to the main fleet")


@view("works", "what you have built, how long it takes, and what lies in dock")
def works(look: Look, _: None) -> Report:
    """Jobs under way, and what is done and not assigned (GCW-CST-03, -04)."""
    seat = look.player_needed()
    mine = [work for work in look.known.works.values() if work.owner == seat]
    running, docked = [one for one in mine if not one.done], [one for one in mine if one.done]
    sections = [Section(BEING_MADE, lines_or(job(look, one) for one in running))]
    if docked:
        lines = (DOCKED(name=name(one.name), code=term(one.code), system=term(one.system)) for one in docked)
        sections.append(Section(IN_DOCK, tuple(lines)))
    held = sorted({one.system for one in mine if conflict_at(look.known, one.system, seat) is not None})
    if held:
        sections.append(Section(CONFLICTS, tuple(map(term, held))))
    ships = [one for one in docked if look.world.kind(one.code) is UnitKind.SHIP]
    suggestions = [Suggestion(ASSIGN(name=name(one.name)), f"assign {one.name} to main") for one in ships[:5]]
    lead = SO_MANY(number=len(running), docked=len(docked))
    return Report(YOUR_WORKS, lead, tuple(sections), tuple(suggestions), rule="GCW-CST-02")


def job(look: Look, work: Work) -> Text:
    """A job under way, and when it is done."""
    words: dict[str, Text | int] = {"name": name(work.name), "code": term(work.code), "system": term(work.system)}
    words["hours"] = ceil_div(work.left, HOUR)
    if work.due is not None:
        words |= {"at": stamp(work.due), "off": stamp(work.due, "R")}
    if work.cell:
        return (STILL_FACILITY if work.due is None else FACILITY)(cell=term(work.cell), **words)
    return (STILL_JOB if work.due is None else JOB)(to=to_words(look, work.to), **words)


COMMAND = T_("What stands under your command, and what is laid up.")
YOUR_ROSTERS, MAIN_FLEET, RESERVE = T_("Your rosters"), T_("Main fleet"), T_("Reserve")
PDF_OF, COUNTS = N_("PDF of {system}"), N_("{cp} of {capacity} CP · {ships} of {most} ships · {escorts} escorts")
AT, BONUS = N_("{unit} at {system}"), N_("{unit} at {system}, bonus unit")
AWAY = N_("{unit} at {system}: absent, it may only come here")
UNIT, UNDER_WAY = N_("**{name}** ({code}, {cp} CP)"), T_("hyperspace")
RESERVE_COUNTS = N_("{cp} of {capacity} CP, at {system}")
FROZEN = N_("{cp} of {capacity} CP; frozen: {system} is in other hands")
CALLED, LAID_UP = N_("{unit}, with {cargo}: ready {at} ({off})"), N_("{unit}, with {cargo}")
WAITS = N_("{unit}, with {cargo}: ready, waits for room and peace at your stronghold")
NOTHING_ABOARD = T_("nothing aboard")


@view("rosters", "your main fleet, your planetary defense and your reserve, with their limits")
def rosters(look: Look, _: None) -> Report:
    """Every roster with what it counts and holds (GCW-CMD-01, -03, GCW-PDF-01, -07, GCW-RES-01)."""
    seat = look.player_needed()
    if seat not in look.known.players:
        return Report(YOUR_ROSTERS, NOT_JOINED, rule="GCW-SET-01")
    units = [one for one in look.own() if one.live and (one.escort or (one.kind is UnitKind.SHIP and not one.docked))]
    duties = list(dict.fromkeys(["", *sorted(one.duty for one in units)]))
    sections = []
    for duty in duties:
        counts = roster(look.world, look.known, seat, duty)
        most = look.world.limits(look.known, seat, duty)
        lead = COUNTS(
            cp=counts.cp, capacity=most.cp, ships=len(counts.ships), most=most.ships,
            escorts=counts.squadrons + counts.auxiliaries,
        )  # fmt: skip
        heading = PDF_OF(system=term(duty)) if duty else MAIN_FLEET
        sections.append(Section(heading, (lead, *(member(look, one) for one in units if one.duty == duty))))
    kept = [one for one in look.known.reserve.values() if one.owner == seat]
    sentence = FROZEN if base_lost(look.known, seat) else RESERVE_COUNTS
    cp, place = stored_cp(look.world, look.known, seat), term(base(look.known, seat))
    lead = sentence(cp=cp, capacity=CAPACITY, system=place)
    sections.append(Section(RESERVE, (lead, *(laid_up(look, one) for one in kept))))
    return Report(YOUR_ROSTERS, COMMAND, tuple(sections), rule="GCW-CMD-01")


def member(look: Look, unit: Unit) -> Text:
    """A ship or escort of a roster, and where it is."""
    words = UNIT(name=name(unit.name), code=term(unit.code), cp=look.world.cp(unit.code))
    host = look.known.units.get(unit.docked)
    system = (host or unit).system
    absent = bool(unit.duty) and system != unit.duty
    return (BONUS if unit.duty and unit.bonus else AWAY if absent else AT)(unit=words, system=term(system) or UNDER_WAY)


def laid_up(look: Look, one: Stored) -> Text:
    """A unit in reserve, and when it is ready."""
    first = one.units[0]
    words = {
        "unit": UNIT(name=name(first.name), code=term(first.code), cp=look.world.cp(first.code)),
        "cargo": grouped(one.units[1:]) or NOTHING_ABOARD,
    }
    if one.due is not None:
        return CALLED(at=stamp(one.due), off=stamp(one.due, "R"), **words)
    return (WAITS if one.called and not one.left else LAID_UP)(**words)
