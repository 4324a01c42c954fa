"""A founding as it stands: the Command Center, the facilities and where there is room for more, how strong a roster
is; what is missing.

Rulebook: GCW-SET-01..04, GCW-CST-02, register 8.1 (facilities).
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.game import Seat
from engine.gcw.data.units import FacilityType
from engine.gcw.fleets import INDEPENDENTS, roster
from engine.gcw.look import Look, money
from engine.gcw.people.strongholds import CENTER, centers
from engine.gcw.state import FACILITIES, Origin, State, Unit, UnitKind
from engine.gcw.world import World, grid_of
from engine.look import Refused
from engine.noun import Noun
from engine.orders import Option
from engine.report import Section
from engine.text.message import N_, NN_, T_, Text, name, term

FACILITY: Noun[Look, FacilityType] = Noun(
    "a facility",
    lambda look, found: (kind for kind in look.world.pack.facilities.values() if kind.buildable),
    lambda kind: (kind.code, kind.name),
    lambda look, kind: NN_(
        "{name} ({code}, {price:,} KC, {days} day)", "{name} ({code}, {price:,} KC, {days} days)", "days"
    )(
        name=term(kind.name),
        code=term(kind.code),
        price=look.world.price(look.known, look.viewer, kind),
        days=kind.build_days,
    ),
    unknown="NO_CLASS",
    exact=lambda look, words, found: look.world.pack.find_facility(words),
)
"""A type of facility that is built, with what it costs the player."""


def sites(look: Look, spec: FacilityType, system: str) -> Iterator[str]:
    """The cells of a system with room for a facility beside the player's own and those that are being built: one of a
    type in a Ground Grid, and four in all; platforms stand in any cell of space (GCW-CST-02).
    """
    world = look.world
    there = [(unit.cell, unit.code) for unit in look.own() if unit.system == system and unit.kind is UnitKind.FACILITY]
    there += [(work.cell, work.code) for work in look.known.works.values() if work.system == system and work.cell]
    for cell in world.grid.cells:
        if spec.is_space:
            if not grid_of(cell) and cell != "ATM":
                yield cell
        elif cell.startswith("G-") and cell.endswith("S"):
            here = [code for place, code in there if place == cell]
            if len(here) < world.pack.most_in_grid and here.count(spec.code) < world.pack.most_of_type_in_grid:
                yield cell


def sites_for(look: Look, spec: FacilityType | None, system: str | None) -> Iterator[Option]:
    """The same in a menu; none while the facility or the system is not known."""
    return map(Option, sites(look, spec, system) if spec is not None and system is not None else ())


def site(look: Look, spec: FacilityType, system: str, words: str) -> str:
    """The cell of a system with room for a facility that words name: "G-1" is its Surface; "" for none."""
    wanted = words.strip().upper()
    return next((cell for cell in sites(look, spec, system) if wanted in (cell, cell[:-1])), "")


def stands_guard(look: Look, system: str) -> bool:
    """True if a unit of the player's is on the Surface of a world, from where it builds (GCW-CON-07)."""
    return any(unit.cell.endswith("S") and unit.live for unit in look.own_at(system))


def unbuilt(spec: FacilityType) -> Refused | None:
    """NOT_BUILT for what nobody builds."""
    sentence = N_("{unit} is not built: it stands where it has stood from the start.")(unit=term(spec.name))
    return None if spec.buildable else Refused("NOT_BUILT", sentence=sentence, fix=T_("Choose another facility."))


def raised_by(world: World, state: State, seat: Seat) -> list[Unit]:
    """Units that a player raised from its credit while it sets up."""
    return [unit for unit in state.of(seat) if unit.origin is Origin.STARTING and unit.code in world.pack.facilities]


COUNTS = NN_(
    "{cp} of {capacity} CP · {ships} of {most} ships · {escorts} escort",
    "{cp} of {capacity} CP · {ships} of {most} ships · {escorts} escorts",
    "escorts",
)


def strength(look: Look, seat: Seat, duty: str) -> Text:
    """Strength of the main fleet, or the PDF of the system `duty`, and its limits (GCW-CMD-01, -03)."""
    counts, most = roster(look.world, look.known, seat, duty), look.world.limits(look.known, seat, duty)
    return COUNTS(
        cp=counts.cp, capacity=most.cp, ships=len(counts.ships), most=most.ships,
        escorts=counts.squadrons + counts.auxiliaries,
    )  # fmt: skip


RAISED, FREE, MISSING = T_("Facilities"), T_("Yours for nothing"), T_("Still missing")
A_FACILITY, CREDIT_LEFT = N_("{name} ({code}), {cost}, {cell}"), N_("{credit} of facility credit left; it stays yours.")
PLATFORM, BONUS = N_("{name} ({code}), {cell}"), N_("{name} ({code}), bonus unit on PDF duty, {cell}")
CENTER_AT = N_("Command Center, {cell}")
CENTER_USUAL = T_("Command Center: it will stand in G-1, unless you say otherwise with `/gcw-setup center`.")
NO_SHIP = T_("A ship: `/gcw muster` adds one.")
CP_LEFT = NN_(
    "{number} command point is unspent; it lapses.", "{number} command points are unspent; they lapse.", "number"
)


def founding_sections(look: Look, seat: Seat, capacity: int) -> list[Section]:
    """Sections for what a player has set up besides its fleet, and what is still missing (GCW-SET-01)."""
    own, world = list(look.known.of(seat)), look.world
    raised = raised_by(world, look.known, seat)
    lines = [
        A_FACILITY(name=name(one.name), code=term(one.code), cost=money(world.spec(one.code).cost), cell=term(one.cell))
        for one in raised
    ]
    lines.append(CREDIT_LEFT(credit=money(look.known.players[seat].credit)))
    free = [CENTER_AT(cell=term(center.cell)) for center in centers(look.known, seat)]
    if not free and look.known.players[seat].faction != INDEPENDENTS:
        free.append(CENTER_USUAL)
    free += [
        (BONUS if unit.bonus else PLATFORM)(name=name(unit.name), code=term(unit.code), cell=term(unit.cell))
        for unit in own
        if not unit.docked and unit not in raised and (unit.bonus or unit.kind in FACILITIES) and unit.code != CENTER
    ]
    fleet = roster(world, look.known, seat)
    left = capacity - fleet.cp
    missing = [NO_SHIP] if not fleet.ships else [CP_LEFT(number=left)] if left else [T_("Nothing: you may confirm.")]
    return [Section(RAISED, tuple(lines)), Section(FREE, tuple(free)), Section(MISSING, tuple(missing))]
