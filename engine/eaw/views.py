"""Views: the season, its orders, its fleets, its treasury, the map."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import groupby

from msgspec.structs import asdict, replace

from engine.eaw.composition import forces
from engine.eaw.data.units import Design
from engine.eaw.figures import exact, figures_of, shown
from engine.eaw.look import STEPS, Look, date, things_words
from engine.eaw.nouns import OWN_FLEET, SYSTEM, own_bases, own_designs, own_fleets, where
from engine.eaw.pictures import map_picture
from engine.eaw.season.fog import seen_words
from engine.eaw.season.plot import projected
from engine.eaw.state import Base, Empire, Fleet, Ship, Step
from engine.game import Seat
from engine.noun import NOTHING_FOUND as NO_FIELDS
from engine.report import Report, Section
from engine.text.message import N_, NOTHING, T_, Text, begun, joined, listed, name, noted, spaced, stamp, term
from engine.view import view

SEASON = N_("{date}: {step}")
UNTIL = N_("Until {at} ({left}).")
STANDING = N_("{empire}: {vp} victory points")
SEALED, GONE, FIGURE = T_("orders sealed"), T_("out"), N_("{what}: {value}")
MINE = N_("You have {mp} movement points and {treasury:,} BPV.")
ORDER, REFUSED = N_("{number}. {line}[ (slot {slot})]"), N_("{text}[. {why}]")
LEFT = N_("{left} of {mp} movement points and {treasury:,} BPV are left.")
FLEET = N_("**{number}** {where}: {ships}; {strength} CBPV")
ENTRY, HELD = N_("{amount:+,} {what}"), N_("The treasury holds {treasury:,} BPV.")
KNOWN = N_("**{system}**: {what}")
END = N_("{system} ({direction})")
HERE = {"unknown": T_("not discovered"), "life": T_("life"), "mineral": T_("mineral"), "dead": T_("dead")}
OF_EMPIRE = N_("{what} of {empire}")
DOCK = T_("dock")
MAP_OF, ON_MAP = N_("The map {map}"), N_("{what}; {lanes}")
FIGURES = N_("{design}: EBPV {ebpv}, CBPV {cbpv}, crew {crew}, commander's options {co} per cent")
OFFICERS = N_("[{officers} aboard]")
CHOICE = N_("{name}: {ebpv} BPV, CBPV {cbpv}, SC{sc}, command {cr}, {dp} docking points, in service {yis}")
TO_COME = N_("{name} for {ebpv} BPV, CBPV {cbpv}, from {yis}")
SAID = {True: T_("yes"), False: T_("no"), "": T_("rolled")}
RULE = N_("{setting}: {value}")


@view("turn", "the season, its deadline, and how the empires stand", public=True, hinted=True)
def turn(look: Look, about: None) -> Report:
    """The season and what it waits for; victory points are everybody's to see (section 5)."""
    known, plotting = look.known, look.known.step is Step.PLOT
    lines = [standing(look, one, SEALED if one.sealed and plotting else NOTHING) for one in known.empires.values()]
    until = UNTIL(at=stamp(known.until), left=stamp(known.until, "R")) if known.until is not None else NOTHING
    mine = MINE(mp=look.mine.mp, treasury=look.mine.treasury) if look.seat in known.realms else NOTHING
    title = SEASON(date=look.date, step=STEPS[known.step])
    return Report(title, spaced(until, mine), (Section(T_("Empires"), tuple(lines)),), rule="EAW-2.0")


def standing(look: Look, empire: Empire, note: Text = NOTHING) -> Text:
    """An empire with its victory points; with a note, or that it is out."""
    words = STANDING(empire=look.name(empire.seat), vp=term(shown(exact(empire.vp))))
    return noted(words, note if empire.alive else GONE)


@view("standings", "how the empires stand", public=True)
def standings(look: Look, about: None) -> Report:
    """Victory points, most first; what each empire has is the referee's to see, and everybody's at the end (EAW-4b)."""
    known = look.known
    ranked = sorted(known.empires.values(), key=lambda empire: -exact(empire.vp))
    points = tuple(standing(look, empire) for empire in ranked)
    owned = [
        Section(look.name(one.seat), tuple(FIGURE(what=term(what), value=term(value)) for what, value in survey(its)))
        for one in ranked if (its := replace(look, seat=one.seat)).seat in known.realms and look.empire is None
    ]  # fmt: skip
    return Report(T_("How the empires stand"), look.date, (Section(T_("Empires"), points), *owned), rule="EAW-4b")


@view("orders", "your orders of the season, and what they leave", hinted=True, own=True)
def orders(look: Look, about: None) -> Report:
    """Each line with its slot, and what is left as far as can be foreseen (section 4)."""
    ahead = projected(look)
    lines = []
    for one in ahead.plan:
        text = ORDER(number=one.place + 1, line=name(one.line), slot=one.first if one.price else NOTHING)
        lines.append(REFUSED(text=text, why=NOTHING if one.refusal is None else name(one.refusal.sentence)))
    lead = LEFT(left=ahead.left, mp=look.mine.mp, treasury=ahead.look.mine.treasury)
    there = Section(T_("Where fleets will be"), _fleets(ahead.look))
    parts = (Section(T_("Orders"), tuple(lines) or (T_("None yet."),)), there)
    return Report(T_("Orders of the season"), lead, parts, rule="EAW-4.0")


def _fleet(look: Look, fleet: Fleet, ships: Text) -> Text:
    strength = term(shown(forces(look.world, look.known)(fleet.id).total))
    return FLEET(number=fleet.number, where=term(where(fleet)), ships=ships, strength=strength)


def _fleets(look: Look) -> tuple[Text, ...]:
    every = [(fleet, look.known.crew(fleet.id)) for fleet in own_fleets(look, NO_FIELDS)]
    return tuple(_fleet(look, fleet, listed(name(ship.name) for ship in crew)) for fleet, crew in every)


@view("fleets", "your fleets, where they are, and what is in them", own=True)
def fleets(look: Look, about: None) -> Report:
    """The viewer's own fleets, which nobody else sees (EAW-1b)."""
    return Report(T_("Your fleets"), NOTHING, (Section(T_("Fleets"), _fleets(look)),), rule="EAW-1b")


@view("treasury", "your treasury, and what came in and went out", own=True)
def treasury(look: Look, about: None) -> Report:
    """Every sum of this season and the last, to the BPV (register 0.2)."""
    start, seasons = look.known.settings.start_year, (look.known.t, look.known.t - 1)
    parts = [
        Section(date(start, t), lines) for t in seasons
        if (lines := tuple(ENTRY(amount=one.amount, what=term(one.what)) for one in look.mine.ledger if one.t == t))
    ]  # fmt: skip
    return Report(T_("Your treasury"), HELD(treasury=look.mine.treasury), tuple(parts), rule="EAW-3c.1")


def system_words(look: Look, system: str) -> Text:
    """Knowledge of the viewer about a system, in a line (section 5)."""
    known, knowledge = look.known, look.sight(system)
    there = known.systems[system]
    parts = [HERE[knowledge.planet], term(knowledge.map_type)]
    if there.development is not None:
        parts.append(held_words(look, there.development.owner, term(there.development.kind)))
    if there.fort is not None:
        parts.append(held_words(look, there.fort.owner, T_("fortification")))
    docked = dict.fromkeys(dock.owner for dock in known.docks.values() if dock.at == system)
    parts += [held_words(look, owner, DOCK) for owner in docked]
    for owner, fleets in groupby(look.fleets_at(system), key=lambda fleet: fleet.owner):
        numbers = N_("fleets {numbers}")(numbers=listed(name(str(fleet.number)) for fleet in fleets))
        parts.append(numbers if owner == look.seat else OF_EMPIRE(what=numbers, empire=look.name(owner)))
    parts.append(N_("[your pods: {pods}]")(pods=listed(term(pod.kind) for pod in there.pods)))
    if knowledge.vision is not None:
        season = date(known.settings.start_year, knowledge.vision.t)
        parts.append(N_("{what} seen in {season}")(what=seen_words(look, knowledge.vision), season=season))
    return KNOWN(system=term(system), what=joined("; ", filter(None, parts)))


def held_words(look: Look, owner: Seat, what: Text) -> Text:
    """A thing that an empire has in a system: the viewer's, or whose it is."""
    return N_("your {what}")(what=what) if owner == look.seat else OF_EMPIRE(what=what, empire=look.name(owner))


@view("map", "the map as you know it", picture=map_picture)
def chart(look: Look, about: None) -> Report:
    """Every system, with what the viewer has, knows and saw there (EAW-1a, EAW-1c, EAW-1e.1, EAW-1e.3)."""
    lines = tuple(ON_MAP(what=system_words(look, one), lanes=lanes_words(look, one)) for one in look.known.systems)
    title = look.known.map.name if look.known.map is not None else ""
    return Report(MAP_OF(map=name(title)), NOTHING, (Section(T_("Systems"), lines),), draws=True, rule="EAW-1a")


def lanes_words(look: Look, system: str) -> Text:
    """Ends of the lanes of a system, each with the direction it leaves by (EAW-1d.1)."""
    ends = (END(system=term(one.far(system)), direction=term(one.leaves(system))) for one in look.known.lanes(system))
    return N_("lanes to {ends}")(ends=listed(ends))


@view("system", "what you know of a system, and where its lanes lead", SYSTEM)
def system(look: Look, about: str) -> Report:
    """A system with its lanes, each with the direction it leaves by, and the viewer's bases (EAW-1d.1, EAW-14.0.5)."""
    there = [base for base in own_bases(look, NO_FIELDS) if base.at == about]
    bases = (Section(T_("Your bases"), tuple(map(base_words, there))),) if there else ()
    return Report(system_words(look, about), begun(lanes_words(look, about)), bases, rule="EAW-1d.1")


def base_words(base: Base) -> Text:
    """A base of the viewer's: what it is called, its kind, its state, and what is recorded of its place."""
    faces = term(base.hex) or N_("facing {facing}")(facing=term(f"{base.facing}"))
    place = NOTHING if base.state in ("cargo", "dropped") else faces
    return N_("{base}: {kind}, {state}[ at planet {planet}, {where}]")(
        base=term(base.id.rpartition(":")[2]), kind=term(base.kind), state=term(base.state),
        planet=term(str(base.planet)), where=place,
    )  # fmt: skip


def ship_notes(look: Look, ship: Ship) -> Iterator[Text]:
    """Notes beside a ship's figures, or nothing: damage, captors, officers, fighters, cargo, experience (EAW-2e.3)."""
    yield T_("crippled") if ship.crippled else NOTHING
    yield NOTHING if ship.inspected else T_("not inspected")
    yield N_("[refitted: {things}]")(things=listed(map(name, (*ship.refits, *ship.upgrades))))
    yield OFFICERS(officers=listed(term(officer.kind) for officer in ship.officers))
    yield N_("[lost {boxes}]")(boxes=things_words(ship.damage))
    yield things_words(ship.attrition)
    yield N_("[with {things}]")(things=things_words(ship.options))
    yield N_("[used {things}]")(things=things_words(ship.used))
    yield listed(map(term, ship.pods))
    yield things_words(Counter(base.kind for base in look.known.bases.values() if base.carrier == ship.id))
    yield N_("[experience {xp}]")(xp=term(shown(xp)) if (xp := exact(ship.xp)) else NOTHING)


@view("fleet", "the ships of a fleet of yours, one by one", OWN_FLEET, own=True)
def one_fleet(look: Look, about: Fleet) -> Report:
    """Each ship of one's own fleet, which nobody else sees (EAW-1b, EAW-2e.3)."""
    lines = []
    for ship in look.known.crew(about.id):
        figures = FIGURES(design=name(ship.design), crew=term(ship.crew), **figures_of(ship, "ebpv", "cbpv", "co"))
        lines.append(KNOWN(system=name(ship.name), what=noted(figures, *ship_notes(look, ship))))
    title = _fleet(look, about, name(str(len(lines))))
    return Report(title, NOTHING, (Section(T_("Ships"), tuple(lines)),), rule="EAW-1b")


def design_line(design: Design) -> Text:
    """A design with its figures, whether somebody confirmed it, and its refits with their prices."""
    line = CHOICE(name=name(design.name), **figures_of(design, "ebpv", "cbpv", "sc", "cr", "dp", "yis"))
    if not design.verified:
        line = N_("{design} (not confirmed)")(design=line)
    rows = (TO_COME(name=name(row.name), **figures_of(row, "ebpv", "cbpv", "yis")) for row in design.refits)
    return N_("{design}[; refits: {refits}]")(design=line, refits=joined("; ", rows))


@view("designs", "the ships that your race builds, with their figures", own=True)
def designs(look: Look, about: None) -> Report:
    """Designs of one's race; those that nobody confirmed are marked (register 7.1)."""
    lines = [design_line(design) for design in own_designs(look, NO_FIELDS)]
    return Report(T_("Designs"), NOTHING, (Section(T_("In order of service"), tuple(lines)),), rule="EAW-2d.1")


@view("settings", "the settings of the campaign", public=True)
def settings(look: Look, about: None) -> Report:
    """Settings that the group agreed on, or moderators ruled (register 0.3)."""
    given = look.known.settings
    values = ((one.replace("_", "-"), SAID.get(value, term(str(value)))) for one, value in asdict(given).items())
    lines = tuple(RULE(setting=term(setting), value=value) for setting, value in values)
    return Report(T_("Settings of the campaign"), NOTHING, (Section(T_("As they are"), lines),), rule="EAW-30.0")


ORDERS_GIVEN = N_("{given}, {points} movement points")
ORDERS_SEALED = N_("{given}, sealed, {points} movement points")
FLEETS_HANDED_IN = T_("opening fleets handed in")
HOLDINGS = N_("mines {mines}, colonies {colonies}, forts {forts}, docks {docks}")


def survey(look: Look) -> tuple[tuple[str, str], ...]:
    """An empire's figures for moderators: points, money, orders, ships, what it holds; nothing of another seat."""
    known, empire, mine = look.known, look.empire, look.mine
    if empire is None:
        return ()
    fleets = [fleet for fleet in known.fleets.values() if fleet.owner == empire.seat]
    strength = shown(look.world.strength(known, (ship for ship in known.ships.values() if ship.owner == empire.seat)))
    developed = (system.development for system in known.systems.values() if system.development is not None)
    held = [development.kind for development in developed if development.owner == empire.seat]
    forts = sum(system.fort is not None and system.fort.owner == empire.seat for system in known.systems.values())
    docks = sum(dock.owner == empire.seat for dock in known.docks.values())
    orders = (ORDERS_SEALED if empire.sealed else ORDERS_GIVEN)(given=len(mine.orders), points=mine.mp)
    if known.step is Step.SETUP:
        chosen = N_("opening fleets {count} chosen")(count=len(mine.opening))
        orders = T_("opening fleets approved") if empire.approved else FLEETS_HANDED_IN if empire.ready else chosen
    return (
        (T_("Points"), noted(term(shown(exact(empire.vp))), NOTHING if empire.alive else T_("out"))),
        (T_("Treasury"), N_("{sum:,} BPV")(sum=mine.treasury)),
        (T_("Orders"), orders),
        (T_("Ships"), N_("{fleets} fleets, {strength} CBPV")(fleets=len(fleets), strength=term(strength))),
        (T_("Holds"), HOLDINGS(mines=held.count("mine"), colonies=held.count("colony"), forts=forts, docks=docks)),
    )
