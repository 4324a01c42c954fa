"""Views of what a player has, makes and commands: the treasury with its ledger, works, rosters with PDFs and reserve.

Rulebook: GCW-ACT, GCW-SET-03, GCW-CST, GCW-CMD, GCW-PDF, GCW-RES.
"""

from __future__ import annotations

from collections import Counter

from engine.clock import HOUR
from engine.gcw.conflict import conflict_at
from engine.gcw.economy.accounts import CAME_FROM, reason
from engine.gcw.economy.income import earned, next_payday, outputs
from engine.gcw.economy.rosters import base, base_lost, stored_cp
from engine.gcw.figures.arithmetic import ceil_div
from engine.gcw.figures.calendar import next_action_day
from engine.gcw.figures.command import CAPACITY
from engine.gcw.fleets import hero_class
from engine.gcw.look import STATUS_OF_PLAYER, Look, grouped, money
from engine.gcw.people.founded import strength
from engine.gcw.state import Booking, Hero, Player, PlayerStatus, Stored, Unit, UnitKind, Why, Work
from engine.gcw.viewing import NONE
from engine.gcw.works.jobs import to_words
from engine.report import Report, Section, Suggestion
from engine.text.message import N_, NN_, T_, Text, listed, name, stamp, term
from engine.view import view

YOUR_TREASURY, NOT_JOINED = T_("Your treasury"), T_("You have not joined this campaign.")
COMES_FROM = {**CAME_FROM, Why.BASE: N_("base income {amount}"), Why.NETWORK: N_("network of your faction {amount}")}
IN_ALL = N_("**in all {amount}**, as things stand")
NOT_YET, NO_MORE = T_("nothing until your setup is confirmed"), T_("nothing any more")
ON_DAY, MONEY = N_("On {day} ({in_time})"), N_("**{money}** and a facility credit of {credit}.")
LEDGER, EARLIER = T_("Ledger, the latest first"), N_("{number} earlier lines, in all {amount}")
CAME, WENT = N_("{at} +{amount} {reason}"), N_("{at} −{amount} {reason}")
ON_CREDIT = N_("{line} (facility credit)")

SHOWN_LINES = 15
"""Lines of a ledger in the view; what was before stands as one sum."""


@view("treasury", "your money, where it came from and went, and what the next Action Day brings")
def treasury(look: Look, _: None) -> Report:
    """Money: what there is, what the next Action Day brings, and the lines of the ledger."""
    mine = look.known.players.get(look.player_needed())
    if mine is None:
        return Report(YOUR_TREASURY, NOT_JOINED, rule="GCW-SET-01")
    day = next_payday(look.known) or next_action_day(look.now)
    heading = ON_DAY(day=stamp(day, "D"), in_time=stamp(day, "R"))
    lead = MONEY(money=money(mine.treasury), credit=money(mine.credit))
    sections = [Section(heading, tuple(gains(look, mine)))]
    sections += Section.of(LEDGER, ledger(look.known.ledger.get(mine.seat, ())))
    return Report(YOUR_TREASURY, lead, tuple(sections), rule="GCW-ACT-02")


def gains(look: Look, mine: Player) -> list[Text]:
    """Lines for what the next Action Day brings a player, by source, as things stand (GCW-ACT-02, -03, GCW-HRO-01)."""
    if mine.status is not PlayerStatus.ACTIVE or look.known.over_at is not None:
        return [NOT_YET if mine.status is PlayerStatus.SETUP else NO_MORE]
    sources = outputs(look.world, look.known).get(mine.seat, [])
    due = [booking for booking in earned(look.world, look.known, mine, look.now, sources) if booking.amount]
    lines = [COMES_FROM[booking.why](about=name(booking.about), amount=money(booking.amount)) for booking in due]
    return [*lines, IN_ALL(amount=money(sum(booking.amount for booking in due)))]


def ledger(lines: tuple[Booking, ...]) -> list[Text]:
    """The latest lines of a ledger, and the sum of those before."""
    told = []
    for booking in reversed(lines[-SHOWN_LINES:]):
        sentence = CAME if booking.amount >= 0 else WENT
        line = sentence(at=stamp(booking.at, "d"), amount=money(abs(booking.amount)), reason=reason(booking))
        told.append(ON_CREDIT(line=line) if booking.credit else line)
    before = lines[:-SHOWN_LINES]
    return [*told, EARLIER(number=len(before), amount=money(sum(one.amount for one in before)))] if before else told


SO_MANY = NN_("{number} job under way, {docked} in dock.", "{number} jobs under way, {docked} in dock.", "number")
JOB, FACILITY = N_("**{name}** ({code}) at {system}, for {to}"), N_("**{name}** ({code}) at {system} {cell}")
RUNS, STANDS_STILL = N_("{job}: done {at} ({off})"), N_("{job}: stands still with {hours} hours of work left")
DOCKED = N_("**{name}** ({code}) at {system}")
ASSIGN = N_("Assign {name} to the main fleet")


@view("works", "what you have built, how long it takes, and what lies in dock")
def works(look: Look, _: None) -> Report:
    """Jobs under way, and what is done and not assigned (GCW-CST-03, -04)."""
    seat = look.player_needed()
    mine = [work for work in look.known.works.values() if work.owner == seat]
    running, docked = [work for work in mine if not work.done], [work for work in mine if work.done]
    lines = (DOCKED(name=name(work.name), code=term(work.code), system=term(work.system)) for work in docked)
    held = sorted({work.system for work in mine if conflict_at(look.known, work.system, seat) is not None})
    sections = (
        *Section.of(T_("Being made"), (job(look, work) for work in running)),
        *Section.of(T_("In dock"), lines),
        *Section.of(T_("In conflict"), map(term, held)),
    )
    ships = [work for work in docked if look.world.kind(work.code) is UnitKind.SHIP]
    suggestions = [Suggestion(ASSIGN(name=name(ship.name)), f"assign {ship.name} to main") for ship in ships[:5]]
    lead = SO_MANY(number=len(running), docked=len(docked))
    return Report(T_("Your works"), lead, sections, tuple(suggestions), rule="GCW-CST-02", idle=not mine)


def job(look: Look, work: Work) -> Text:
    """A job under way, and when it is done."""
    words = {"name": name(work.name), "code": term(work.code), "system": term(work.system)}
    what = FACILITY(cell=term(work.cell), **words) if work.cell else JOB(to=to_words(look, work.to), **words)
    if work.due is None:
        return STANDS_STILL(job=what, hours=ceil_div(work.left, HOUR))
    return RUNS(job=what, at=stamp(work.due), off=stamp(work.due, "R"))


COMMAND = T_("What stands under your command, and what is laid up.")
YOUR_ROSTERS, MAIN_FLEET, RESERVE = T_("Your rosters"), T_("Main fleet"), T_("Reserve")
PDF_OF = N_("PDF of {system}")
AT, BONUS = N_("{unit} at {system}"), N_("{unit} at {system}, bonus unit")
AWAY = N_("{unit} at {system}: absent, it may only come here")
UNIT, UNDER_WAY = N_("**{name}** ({code}, {cp} CP)"), T_("hyperspace")
RESERVE_COUNTS = N_("{cp} of {capacity} CP, at {system}")
FROZEN = N_("{cp} of {capacity} CP; frozen: {system} is in other hands")
CALLED, LAID_UP = N_("{unit}, with {cargo}: ready {at} ({off})"), N_("{unit}, with {cargo}")
WAITS = N_("{unit}, with {cargo}: ready, waits for room and peace at your stronghold")


@view("rosters", "your main fleet, your planetary defense and your reserve, with their limits")
def rosters(look: Look, _: None) -> Report:
    """Every roster with what it counts and holds (GCW-CMD-01, -03, GCW-PDF-01, -07, GCW-RES-01)."""
    seat = look.player_needed()
    if seat not in look.known.players:
        return Report(YOUR_ROSTERS, NOT_JOINED, rule="GCW-SET-01")
    units = [one for one in look.own() if one.live and (one.escort or (one.kind is UnitKind.SHIP and not one.docked))]
    duties = list(dict.fromkeys(["", *sorted(unit.duty for unit in units)]))
    sections = []
    for duty in duties:
        heading = PDF_OF(system=term(duty)) if duty else MAIN_FLEET
        members = (member(look, unit) for unit in units if unit.duty == duty)
        sections.append(Section(heading, (strength(look, seat, duty), *members)))
    kept = [stored for stored in look.known.reserve.values() if stored.owner == seat]
    sentence = FROZEN if base_lost(look.known, seat) else RESERVE_COUNTS
    cp, place = stored_cp(look.world, look.known, seat), term(base(look.known, seat))
    lead = sentence(cp=cp, capacity=CAPACITY, system=place)
    sections.append(Section(RESERVE, (lead, *(laid_up(look, stored) for stored in kept))))
    return Report(YOUR_ROSTERS, COMMAND, tuple(sections), rule="GCW-CMD-01")


def member(look: Look, unit: Unit) -> Text:
    """A ship or escort of a roster, and where it is."""
    words = UNIT(name=name(unit.name), code=term(unit.code), cp=look.world.cp(unit.code))
    host = look.known.units.get(unit.docked)
    system = (host or unit).system
    absent = bool(unit.duty) and system != unit.duty
    return (BONUS if unit.duty and unit.bonus else AWAY if absent else AT)(unit=words, system=term(system) or UNDER_WAY)


def laid_up(look: Look, stored: Stored) -> Text:
    """A unit in reserve, and when it is ready."""
    first = stored.units[0]
    words = {
        "unit": UNIT(name=name(first.name), code=term(first.code), cp=look.world.cp(first.code)),
        "cargo": grouped(stored.units[1:]) or T_("nothing aboard"),
    }
    if stored.due is not None:
        return CALLED(at=stamp(stored.due), off=stamp(stored.due, "R"), **words)
    return (WAITS if stored.called and not stored.left else LAID_UP)(**words)


WITH_CREDIT, OF_LEVEL = N_("{money}, credit {credit}"), N_("{hero}, {klass} of level {level}")
DEAD = N_("{hero}, dead")


def survey(look: Look) -> tuple[tuple[str, str], ...]:
    """A player's figures for moderators at a glance; nothing of one who has not joined. Register section 6.6."""
    state, seat = look.known, look.seat
    mine = state.players.get(seat) if seat is not None else None
    if mine is None or seat is None:
        return ()
    owned = [term(system) for system, owner in state.owners.items() if owner == seat]
    jobs = Counter(work.done for work in state.works.values() if work.owner == seat)
    battles = [term(battle.system) for battle in state.battles.values() if seat in battle.parties]
    quest = state.missions.get(seat)
    playing = mine.status is PlayerStatus.ACTIVE
    return (
        *(() if playing else ((T_("In the campaign"), STATUS_OF_PLAYER[mine.status]),)),
        (T_("Treasury"), WITH_CREDIT(money=money(mine.treasury), credit=money(mine.credit))),
        (T_("Systems"), N_("{number}: {systems}")(number=len(owned), systems=listed(owned) or NONE)),
        (MAIN_FLEET, strength(look, seat, "")),
        (RESERVE, N_("{cp} of {capacity} CP")(cp=stored_cp(look.world, state, seat), capacity=CAPACITY)),
        (T_("Works"), SO_MANY(number=jobs[False], docked=jobs[True])),
        (T_("Heroes"), listed(hero(look, one) for one in state.heroes.values() if one.owner == seat) or NONE),
        (T_("Mission"), NONE if quest is None else term(look.world.pack.missions[quest.mission].title)),
        (T_("Battles"), listed(battles) or NONE),
        (T_("Last turn"), NONE if mine.last_turn is None else stamp(mine.last_turn, "R")),
    )


def hero(look: Look, who: Hero) -> Text:
    """A hero in a few words."""
    words = {"hero": name(who.name), "klass": hero_class(look, who)}
    return (OF_LEVEL if who.alive else DEAD)(level=who.level, **words)
