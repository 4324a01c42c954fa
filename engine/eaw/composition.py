"""Bounds of a fleet: CBPV caps, command, the subset of S8.0, similar ships, X-ships. EAW-17.0 to EAW-17g."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Literal

import msgspec
from msgspec.structs import replace

from engine.eaw.data.pack import Code
from engine.eaw.data.units import Design, Flag
from engine.eaw.figures import shown
from engine.eaw.state import Fleet, Settings, Ship, State
from engine.eaw.world import AUXILIARY, NO_WARSHIP, NONE_ENTERED, SENSORS, TABLE_WHOLE, World
from engine.game import Seat, of_parts
from engine.look import Refused, no
from engine.text.message import N_, Message, Text, said, term

MOST_FORCES = 4000
"""Forces that are kept as they were worked out."""
Letter = Literal["a", "b", "c", "d"]
"""How a fleet does not comply (EAW-17g.1): heavy ships, carriers and escorts, command, CBPV."""

LEAST_SHIPS, LEAST_CBPV = 2, 175
"""What a fleet must have to count for movement points (EAW-5.0.2)."""
LARGE = 3
"""The size class up to which ships are large (EAW-17.0.1)."""
MOST_FIGHTERS = 36
MOST_X = 1000
SFG_PAIR = 100
"""What a second SFG ship in a fleet adds to its CBPV (EAW-17.0.3)."""
LEADER_CONSORTS = 2
ESCORTS = {2: (3, 4), 3: (2, 3), 4: (1, 2)}
"""Escorts of a carrier, least and most, by its size class (S8.315)."""
FREE_SMALL, FREE_BESIDE_LARGE = 3, 1
"""Small auxiliaries outside the CBPV of a fleet: alone, and beside a large one (EAW-17.0.6)."""
HIGH = {2: 225, 3: 160, 4: 100}
"""EBPV from which warships of one hull type are too many, by size class (EAW-17f.1)."""
SIMILAR, SURCHARGE = 2, 30
"""Ships of a hull type at the plain price, and per cent that further ones cost more (EAW-17f.1)."""


class Breach(msgspec.Struct, frozen=True):
    """A breach of EAW-17.0 or S8.0 by a fleet: the code that refuses it, the numbers, the rule, the letter of 17g."""

    code: Code
    why: Text
    rule: str
    letter: Letter


def subset(why: Message | Text, letter: Letter, /, **figures: str | int) -> Breach:
    """A breach of S8.0, the subset of its rules that holds of fleets (EAW-17.0.8)."""
    return Breach(Code.E_S8, said(why, **figures), "EAW-17.0.8", letter)


class Force(msgspec.Struct, frozen=True):
    """The ships of a fleet, sorted by how they count."""

    warships: tuple[tuple[Ship, Design], ...]
    auxiliaries: tuple[tuple[Ship, Design], ...]
    others: int
    strength: Fraction | int
    total: Fraction | int
    large: Fraction | int
    captain: bool
    flags: frozenset[Flag]
    """All that its ships have."""
    armed: bool
    """True if a ship has fighters or the like aboard."""
    command: tuple[int, int] | None
    """See `commanded`."""
    heavy: int
    """Warships of size class 2 that are no heavy battlecruisers."""
    faults: tuple[Breach, ...] = ()
    """All that it breaks by itself of EAW-17.0 and S8.0, caps first."""

    def having(self, flag: Flag) -> int:
        """Warships with a flag."""
        return sum([design.has(flag) for _, design in self.warships]) if flag in self.flags else 0


def force(world: World, state: State, ships: Iterable[Ship]) -> Force:
    """The ships of a fleet, with the CBPV that counts against its caps: warships with their crews and officers, the
    auxiliaries that are too many, fighters and the like, a second SFG ship, escorts that are missing (EAW-17.0.3,
    EAW-17.0.4, EAW-17.0.6, EAW-17b.1 to EAW-17b.3).
    """
    aboard = tuple([(ship, world.design(state, ship.design)) for ship in ships if ship.inspected])
    flags = frozenset([flag for _, design in aboard for flag in design.flags])  # most ships have none
    auxiliaries = tuple(pair for pair in aboard if pair[1].has(*AUXILIARY)) if flags else ()
    warships = tuple(pair for pair in aboard if not pair[1].has(*NO_WARSHIP, *AUXILIARY)) if flags else aboard
    strength: Fraction | int = 0
    large: Fraction | int = 0
    captain, heavy = False, 0
    for ship, design in warships:
        worth = world.effective(state, ship)
        strength += worth
        if design.sc <= LARGE:
            large += worth
        heavy += design.sc == 2 and Flag.HEAVY_BATTLECRUISER not in design.flags
        for officer in ship.officers:
            captain = captain or officer.kind == "captain"
    more = [world.effective(state, ship) for ship, _ in too_many(auxiliaries)] if auxiliaries else []
    armed = [ship for ship, _ in warships + auxiliaries if ship.attrition]
    if armed:
        more.append(squadrons(world, state, armed))
    if Flag.SFG in flags:
        more.append(SFG_PAIR * (sum(design.has(Flag.SFG) for _, design in warships) > 1))
    if Flag.CARRIER in flags:
        more += [lacking(world, state, design, warships) for _, design in warships if design.has(Flag.CARRIER)]
    others = sum(design.has(Flag.CIVILIAN) for _, design in aboard) if Flag.CIVILIAN in flags else 0
    total = strength + sum(more) if more else strength
    command = commanded(state.settings, warships, len(auxiliaries) + others, flags)
    found = Force(warships, auxiliaries, others, strength, total, large, captain, flags, bool(armed), command, heavy)
    return replace(found, faults=tuple(faults(world, state, found)))


def counting(world: World, state: State) -> list[Fleet]:
    """The fleets that count for movement points: two ships and 175 CBPV (EAW-5.0.2)."""
    force_of = forces(world, state)
    found = [(fleet, force_of(fleet.id)) for fleet in state.fleets.values()]
    return [fleet for fleet, force in found if len(force.warships) >= LEAST_SHIPS and force.strength >= LEAST_CBPV]


@of_parts(8)
def _forces(
    world: World, designs: Mapping[str, Design], settings: Settings
) -> dict[tuple[int, ...], tuple[Sequence[Ship], Force]]:
    """The forces of ships, with these, by the year of the campaign and the ships' identities, as far as somebody asked:
    a fleet of which no ship has changed has the same, whoever asks and whatever has become of others.
    """
    return {}


@of_parts(16)
def _standing(
    world: World, ships: Mapping[str, Ship], designs: Mapping[str, Design], settings: Settings
) -> dict[int, dict[str, Force]]:
    """The forces of fleets by the year of the campaign, as far as somebody asked."""
    return {}


def forces(world: World, state: State) -> Callable[[str], Force]:
    """The ships of any fleet as they are, with the CBPV that counts: see `force`."""
    year, designs, settings = state.t // 4, state.designs or NONE_ENTERED, state.settings
    standing = _standing(world, state.ships, designs, settings).setdefault(year, {})

    def force_of(fleet: str) -> Force:
        found = standing.get(fleet)
        if found is None:
            crew, known = state.crew(fleet), _forces(world, designs, settings)
            key = (year, *map(id, crew))
            if key not in known:
                if len(known) >= MOST_FORCES:
                    known.clear()
                known[key] = crew, force(world, state, crew)
            found = standing[fleet] = known[key][1]
        return found

    return force_of


def too_many(auxiliaries: Sequence[tuple[Ship, Design]]) -> list[tuple[Ship, Design]]:
    """The auxiliaries that count in a fleet's CBPV: beyond one large and one small, or three small (EAW-17.0.6)."""
    large = [auxiliary for auxiliary in auxiliaries if auxiliary[1].has(Flag.LARGE_AUXILIARY)]
    small = [auxiliary for auxiliary in auxiliaries if auxiliary[1].has(Flag.SMALL_AUXILIARY)]
    return [*large[1:], *small[FREE_BESIDE_LARGE if large else FREE_SMALL :]]


def squadrons(world: World, state: State, ships: Iterable[Ship]) -> Fraction:
    """The CBPV of fighters and the like aboard, without those that a race has free (EAW-17b.1, EAW-17b.2)."""
    total, kinds = Fraction(0), world.pack.attrition
    free: dict[str, list[int]] = {}
    for ship in ships:
        race = world.pack.races.get(state.empires[ship.owner].race) if ship.owner in state.empires else None
        for unit, count in [(kinds[called], count) for called, count in ship.attrition.items() if called in kinds]:
            left = free.setdefault(ship.owner, [race.free_fighters, race.free_pfs] if race is not None else [0, 0])
            spared = 0 if unit.bomber else min(count, left[unit.pf])
            left[unit.pf] -= spared
            total += unit.cbpv * (count - spared)
    return total


def escorts_of(world: World, state: State, carrier: Design) -> list[Design]:
    """The designs that may escort a carrier in the year: those it names, else the escorts of its race."""
    fit = [world.design(state, code) for code in {**world.pack.designs, **state.designs}]
    fit = [design for design in fit if design.race == carrier.race and world.in_service(state, design)]
    return [design for design in fit if design.name in carrier.escorts] or [one for one in fit if one.has(Flag.ESCORT)]


def lacking(world: World, state: State, carrier: Design, warships: Sequence[tuple[Ship, Design]]) -> Fraction:
    """The CBPV of a carrier's missing escorts, each as its smallest allowed one (EAW-17b.3)."""
    allowed = {escort.code: escort.cbpv for escort in escorts_of(world, state, carrier)}
    there = sum(design.code in allowed for _, design in warships)
    return Fraction(max(0, ESCORTS[carrier.sc][0] - there) * min(allowed.values(), default=0))


def flagship(warships: Sequence[tuple[Ship, Design]]) -> tuple[Ship, Design] | None:
    """The warship with the highest command rating, of equals the strongest (EAW-17.0.8)."""
    highest = max([design.cr for _, design in warships], default=0)
    leaders = [warship for warship in warships if warship[1].cr == highest]
    return leaders[0] if len(leaders) == 1 else max(leaders, key=lambda one: (one[0].cbpv, one[0].name), default=None)


def commanded(
    settings: Settings, warships: Sequence[tuple[Ship, Design]], others: int, flags: frozenset[Flag]
) -> tuple[int, int] | None:
    """Ships of a fleet that take a command slot, and how many its flagship commands, itself included; None without a
    flagship. One scout rides free (EAW-17.0.7, EAW-17.0.8). `others` are with the warships, `flags` those of all.
    """
    if (leads := flagship(warships)) is None:
        return None
    scouts = not flags.isdisjoint(SENSORS) and any(one.has(*SENSORS) for ship, one in warships if ship is not leads[0])
    return len(warships) + others - scouts, leads[1].cr + settings.cr_excludes_flagship


def breaches(world: World, state: State, ships: Iterable[Ship]) -> Sequence[Breach]:
    """All that ships in a fleet would break of EAW-17.0 and S8.0, caps first."""
    return broken(world, state, force(world, state, ships))


def broken(world: World, state: State, found: Force) -> Sequence[Breach]:
    """All that a force breaks of EAW-17.0 and S8.0 where it stands, caps first."""
    beside = garrisoned(world, state, found)
    return tuple(faults(world, state, found, beside)) if beside else found.faults


def faults(world: World, state: State, found: Force, beside: int = 0) -> Iterator[Breach]:
    """All that a force breaks of EAW-17.0 and S8.0, with the CBPV of what counts `beside` it; caps first."""
    most, large = world.cap(state, found.captain)
    total = found.total + beside
    if total > most:
        why = N_("It would have {total} CBPV, and may have {most}.")
        yield Breach(Code.E_CAP, said(why, total=term(shown(total)), most=most), "EAW-17.0.1", "d")
    if found.large > large:
        why = N_("It would have {large} CBPV of SC2 and SC3 ships, and may have {most}.")
        yield Breach(Code.E_SCCAP, said(why, large=term(shown(found.large)), most=large), "EAW-17.0.1", "d")
    command = found.command
    if command is not None and command[0] > command[1]:
        why = N_("It would have {ships} ships to command, and the flagship commands {most} with itself.")
        yield subset(why, "c", ships=command[0], most=command[1])
    cruisers = found.having(Flag.HEAVY_BATTLECRUISER)
    heavy, consorts = found.heavy, len(found.warships) - found.heavy
    if heavy > 1 or cruisers > 1:
        why = N_(
            "It would have {heavy} ships of size class 2 and {cruisers} heavy battlecruisers, and may have one of each."
        )
        yield subset(why, "a", heavy=heavy, cruisers=cruisers)
    if heavy and consorts < state.settings.sc2_min_consorts:
        why = N_("It would have {consorts} consorts for a ship of size class 2, and needs {least}.")
        yield subset(why, "a", consorts=consorts, least=state.settings.sc2_min_consorts)
    if len(found.warships) - 1 < LEADER_CONSORTS and found.having(Flag.LEADER):
        why = N_("It would have {consorts} consorts for a leader, and needs {least}.")
        yield subset(why, "a", consorts=len(found.warships) - 1, least=LEADER_CONSORTS)
    if found.armed or Flag.PF_TENDER in found.flags:
        yield from _squadron_breaches(world, found)
    if Flag.CARRIER in found.flags or Flag.ESCORT in found.flags:
        yield from _escort_breaches(world, state, found)


def garrisoned(world: World, state: State, found: Force) -> int:
    """The CBPV of DEFSATs and armed ground bases that stand beside a fleet of their owner, where the campaign counts
    them (setting `garrison-counts-against-cap`, EAW-17.0.4).
    """
    if not state.settings.garrison_counts_against_cap or world.version < TABLE_WHOLE:
        return 0
    fleet = next((state.fleets.get(ship.fleet) for ship, _ in found.warships), None)
    bases = state.garrison(fleet.at, fleet.owner) if fleet is not None and fleet.place == "system" else []
    kinds = [world.pack.bases[base.kind] for base in bases]
    return sum(kind.cbpv for kind in kinds if not kind.income and kind.kind != "CPL")


def _squadron_breaches(world: World, found: Force) -> Iterable[Breach]:
    """Too many fighters, or tenders for fast patrol ships; a second one takes the scout's free place (S8.32)."""
    aboard = [unit for ship, _ in (*found.warships, *found.auxiliaries) for unit in ship.attrition.items()]
    kinds = world.pack.attrition
    count = sum(kinds[name].counts * number for name, number in aboard if name in kinds)
    if count > MOST_FIGHTERS:
        yield subset(N_("It would have {count} fighters, and may have {most}."), "b", count=count, most=MOST_FIGHTERS)
    tenders = found.having(Flag.PF_TENDER)
    scouts = any(design.has(*SENSORS) and not design.has(Flag.PF_TENDER) for _, design in found.warships)
    if tenders > (most := 1 if scouts else 2):
        yield subset(
            N_("It would have {tenders} tenders of fast patrol ships, and may have {most}."),
            "b",
            tenders=tenders,
            most=most,
        )


def _escort_breaches(world: World, state: State, found: Force) -> Iterable[Breach]:
    """Carriers without their escorts, escorts without a carrier (S8.315, EAW-17g.1)."""
    carry = [design for _, design in found.warships if design.has(Flag.CARRIER)]  # auxiliaries are none (S8.315)
    escorts = [design for _, design in found.warships if design.has(Flag.ESCORT)]
    if escorts and not carry:
        yield subset(N_("It would have {escorts} escorts, and no carrier."), "b", escorts=len(escorts))
    for design in carry:
        allowed = {escort.code: escort for escort in escorts_of(world, state, design)}
        there = [model for _, model in found.warships if model.code in allowed]
        least, most = ESCORTS[design.sc]
        if allowed and not least <= len(there) <= most:
            why = N_("A {design} needs {least} to {most} escorts, and would have {there}.")
            yield subset(why, "b", there=len(there), design=design.name, least=least, most=most)
        elif allowed and any(model.sc == 4 for model in allowed.values()) and all(model.sc != 4 for model in there):
            yield subset(N_("It would have no escort of size class 4 for {design}."), "b", design=design.name)


def fault(world: World, state: State, ships: Iterable[Ship]) -> Refused | None:
    """Refuses a fleet not to be made so, by a build or at set-up (EAW-6c.2, EAW-2c.1): E-CAP, E-SCCAP, E-S8."""
    found = breaches(world, state, ships)
    return no(found[0].code, found[0].why, found[0].rule) if found else None


def restricted(world: World, state: State, ships: Iterable[Ship]) -> tuple[str, ...]:
    """The ships of a fleet that are under disruptive fire control (SFB D6.68), as its owner named none: the smallest,
    until the rest comply with command and caps (EAW-17g.3).
    """
    left, out = [ship for ship in ships if ship.inspected], list[str]()
    while True:
        broken = {breach.code: breach for breach in breaches(world, state, left) if breach.letter in "cd"}
        fit = [ship for ship in left if world.warship(state, ship)]
        if set(broken) == {Code.E_SCCAP}:
            fit = [ship for ship in fit if world.of(state, ship).sc <= 3]
        if not broken or not fit:
            return tuple(out)
        smallest = min(fit, key=lambda ship: (world.effective(state, ship), ship.name))
        left.remove(smallest)
        out.append(smallest.id)


def hull_type(design: Design) -> str:
    """The hull type of a design, of which a plus variant is another (EAW-17f.2)."""
    return f"{design.race} {design.family or design.name}"


def surcharge(world: World, state: State, seat: Seat, design: Design, bought: Sequence[Design] = ()) -> Fraction:
    """Surcharge on a ship of a design, of whose hull type an empire has two or more already, with those `bought` before
    in the same order: 30 per cent of its EBPV, to be rounded with the whole order (EAW-17f.1, EAW-17f.3, EAW-17f.4).
    """
    if design.has(*NO_WARSHIP, *AUXILIARY) or design.ebpv < HIGH.get(design.sc, MOST_X):
        return Fraction(0)
    wanted = hull_type(design)
    owned = [world.of(state, ship) for ship in state.ships.values() if ship.owner == seat and ship.builder == seat]
    similar = sum(hull_type(other) == wanted for other in (*owned, *bought))
    return Fraction(design.ebpv * SURCHARGE, 100) if similar >= SIMILAR else Fraction(0)


def x_ships(world: World, state: State, seat: Seat, more: Iterable[Design]) -> Refused | None:
    """Refuses E-X more X-ships than an empire may have: 1000 EBPV of its own building at most (EAW-17ee)."""
    adds = sum(design.ebpv for design in more if design.has(Flag.X_SHIP))
    built = [ship for ship in state.ships.values() if ship.owner == seat and ship.builder == seat]
    there = sum(ship.ebpv for ship in built if world.of(state, ship).has(Flag.X_SHIP))
    if not adds or there + adds <= MOST_X:
        return None
    why = N_("You would have {there} BPV of X-ships and {adds} more, and may have {most}.")
    return no(Code.E_X, why, "EAW-17ee", there=there, adds=adds, most=MOST_X)
