"""The world of a campaign: its data pack, and what follows from it for designs, ships and fleets of a state."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from fractions import Fraction
from functools import cache, lru_cache, partial
from typing import Literal

from msgspec.structs import replace

from engine.eaw.data.maps import Shape, distances, neighbours
from engine.eaw.data.pack import GENERAL, Attrition, Cap, Pack
from engine.eaw.data.units import Design, Flag, PodKind, Windows
from engine.eaw.figures import exact, total
from engine.eaw.state import Fleet, Planet, Settings, Ship, State
from engine.game import of_parts

CRIPPLED_ONCE = 2
"""The version from which a ship that came to a battle crippled scores nothing for that (EAW-4e.2)."""
OTHERS_STAY = 3
"""The version from which what others have in the systems of an empire that is taken out stays (EAW-29.0.2)."""
TO_THE_LETTER = 4
"""The version from which refits and the resupply of a fleet are one service (EAW-6d.1), cargo is lost with its ship,
who builds stays (EAW-33.1), captives carry nothing (EAW-9b.1), hexes are on the map (EAW-14.0.5), a dock's monitor is
not seen (EAW-17a), the New Year is reported, and without the proxy docking points are those that were entered.
"""
TABLE_WHOLE = 5
"""The version from which all settings of register 0.3 are obeyed (alliances, the bonus for a smaller force, garrisons
against the cap), packets say where bases are and whose fortification is there (2.1), and bulletins have the season's
battles (section 5).
"""
ECHOED = 6
"""The version from which an opening fleet that is taken back is named to its owner (EAW-2c.1)."""
LAUNCHED_IN_M2 = 7
"""The version from which a ship too large for one dock is launched when fleets have arrived (EAW-6.0.4), not before."""
What = Literal["mine", "colony", "fortification"]
"""What fleets build in systems."""
HELPERS = {"mine": Flag.LARGE_FREIGHTER, "colony": Flag.SMALL_FREIGHTER, "fortification": Flag.MINELAYER}
"""The ship with which it takes no movement point (EAW-12b, EAW-13a, EAW-11a)."""
AIMS: dict[What, Literal["develop", "fortify"]] = {"mine": "develop", "colony": "develop", "fortification": "fortify"}
"""The aim of a fleet that stays to build it."""
KINDS: dict[Planet, Literal["mine", "colony"]] = {"mineral": "mine", "life": "colony"}
UNKNOWN_CR = {2: 10, 3: 6, 4: 3}
UNKNOWN_DC = {2: 6, 3: 4, 4: 2}
"""Command and damage-control ratings of designs of which they are not known, by size class (register 7.1, 7.2)."""
UNKNOWN_DP = 20
HOUSE_RULED = 8
"""The version from which what moderators rule in words is kept, and shown beside its rule (EAW-30.0)."""
ONCE_IT_WAITS = 9
"""The version from which moments of the resolution in which nothing is waited for are not recorded, and names are
escaped in what is recorded of lost orders.
"""
WHOLE_REASONS = 10
"""The version from which why orders are lost and what is wrong with opening fleets is recorded in whole sentences."""
NO_WARSHIP = (Flag.CIVILIAN, Flag.FRD)
AUXILIARY = (Flag.LARGE_AUXILIARY, Flag.SMALL_AUXILIARY)
NO_DESIGNS = frozenset[str]()
NONE_ENTERED: Mapping[str, Design] = {}
SENSORS = (Flag.SCOUT, Flag.SURVEY)
"""Ships with special sensors (EAW-5e.4)."""
FIXED_DEADLINES = 2
"""The version from which a season whose orders are all in early moves no later deadline (register 6)."""


class World:
    """One data pack, and what follows from it. `tries`: how often a battle is tried out for its chances."""

    tries = 10_000

    def __init__(self, pack: Pack, version: int) -> None:
        self.pack, self.version = pack, version
        self._designs: dict[tuple[str, bool], Design] = {}

    def windows(self, state: State) -> Windows:
        """Hours that things wait: as moderators ruled, else by the pack."""
        return state.windows or self.pack.windows

    def design(self, state: State, code: str) -> Design:
        """A design, as moderators entered it, else by the pack; what is not known of it as is usual."""
        entered, proxy = state.designs.get(code), state.settings.docking_points_proxy
        found = self._designs.get((code, proxy)) if entered is None else None
        if found is None:
            design = entered or self.pack.designs[code]
            known = design.dp if proxy or design.verified or self.version < TO_THE_LETTER else 0
            cr, dc = design.cr or UNKNOWN_CR.get(design.sc, 0), design.dc or UNKNOWN_DC.get(design.sc, 0)
            found = replace(design, cr=cr, dc=dc, dp=known or (UNKNOWN_DP if proxy else 0))
            if entered is None:
                self._designs[code, proxy] = found
        return found

    def pods(self, state: State) -> dict[str, PodKind]:
        """The kinds of pods, as moderators entered them, else by the pack (EAW-7b.3)."""
        return {**self.pack.pods, **state.pods}

    def cargo(self, state: State, ship: Ship) -> int:
        """The cargo boxes of a ship, with those of its pods (EAW-14a)."""
        return self.of(state, ship).cargo + sum(self.pods(state)[called].cargo for called in ship.pods)

    def price(self, state: State, item: str) -> Fraction:
        """Price of a thing as a commander's option: as a moderator entered it, else by the pack; nothing for what is
        none (register 7.1).
        """
        listed = self.pack.expendables.get(item)
        return exact(state.prices.get(item) or (listed.price if listed is not None else "0"))

    def bought(self, state: State, items: Mapping[str, int]) -> Fraction:
        """Price of things together as commander's options (EAW-6.0.6, EAW-7b.1)."""
        return total(self.price(state, item) * count for item, count in items.items())

    def of(self, state: State, ship: Ship) -> Design:
        """The design of a ship."""
        return self.design(state, ship.design)

    def buildable(self, state: State, race: str) -> Iterator[Design]:
        """The designs that an empire of a race may build, in service or not (EAW-2b)."""
        every = (self.design(state, code) for code in {**self.pack.designs, **state.designs})
        return (design for design in every if design.race in (race, *GENERAL))

    def in_service(self, state: State, design: Design) -> bool:
        """True if a design can be built in the year (EAW-2d.1, EAW-P)."""
        race = self.pack.races.get(design.race)
        return design.yis <= max(state.year, race.early if race is not None else 0)

    def attrition(self, race: str, state: State) -> Iterator[Attrition]:
        """The fighters and the like that a race may buy in the year."""
        every, races = self.pack.attrition.values(), (race, *GENERAL)
        return (attrition for attrition in every if attrition.race in races and attrition.yis <= state.year)

    def officer_cost(self, settings: Settings, kind: str, cbpv: int) -> Fraction:
        """The price of a legendary officer on a ship of that CBPV (EAW-2e.6)."""
        per_cent = {"captain": settings.captain_pct, "doctor": settings.doctor_pct}.get(kind, settings.officer_pct)
        return Fraction(cbpv * per_cent, 100)

    def effective(self, state: State, ship: Ship) -> Fraction | int:
        """The effective CBPV of a ship: with the dearest of its crew and officers, its prime teams, less a poor
        crew's share (EAW-17.0.5, EAW-2e.7).
        """
        if ship.crew == "normal" and not ship.officers:
            return ship.cbpv + ship.prime_teams
        settings = state.settings
        extras = [self.officer_cost(settings, officer.kind, ship.cbpv) for officer in ship.officers]
        if ship.crew == "outstanding":
            extras.append(Fraction(ship.cbpv * settings.oc_pct, 100))
        found = ship.cbpv + max(extras, default=Fraction(0)) + ship.prime_teams
        return found - Fraction(ship.cbpv * settings.poor_crew_pct, 100) if ship.crew == "poor" else found

    def warship(self, state: State, ship: Ship) -> bool:
        """True if a ship counts for strengths: no freighter, no auxiliary, no captive that is not inspected."""
        return ship.inspected and not self.of(state, ship).has(*NO_WARSHIP, *AUXILIARY)

    def strength(self, state: State, ships: Iterable[Ship]) -> Fraction:
        """The CBPV of the ships of a fleet that count (EAW-17.0.3, EAW-17.0.4), without their fighters."""
        return total(self.effective(state, ship) for ship in ships if self.warship(state, ship))

    def scouts(self, state: State, fleet: Fleet) -> bool:
        """True if a fleet has a ship with special sensors that may use them (EAW-5e.1, EAW-9b.1)."""
        return self.has(state, fleet, *SENSORS)

    def has(self, state: State, fleet: Fleet, *flags: Flag) -> bool:
        """True if a fleet has an inspected ship with one of some flags (EAW-9b.1)."""
        carrying = _carrying(self, state.ships, state.designs)
        return any(fleet.id in carrying[flag] for flag in flags)

    def scouting(self, state: State) -> frozenset[str]:
        """The fleets with special sensors that may use them (EAW-5e.1, EAW-9b.1)."""
        carrying = _carrying(self, state.ships, state.designs)
        return frozenset().union(*[carrying[flag] for flag in SENSORS])

    def cap(self, state: State, captain: bool) -> tuple[int, int]:
        """Most CBPV of a fleet, and of its SC2 and SC3 ships, by the age of the campaign; 100 more with a Legendary
        Captain (EAW-17.0.1, EAW-17.0.2).
        """
        cap = _cap(self, state.t // 4)
        return cap.fleet + 100 * captain, cap.large

    def nearest(self, state: State, system: str, goals: Iterable[str]) -> int | None:
        """Lanes to the nearest of some systems; None where none can be reached."""
        far = _far(state.map)(system)
        return min([far[goal] for goal in goals if goal in far], default=None)


@lru_cache(maxsize=64)
def _cap(world: World, age: int) -> Cap:
    """The caps of a campaign of that age in years."""
    return max((cap for cap in world.pack.charts.caps if cap.years <= age), key=lambda cap: cap.years)


@of_parts(16)
def _far(shape: Shape | None) -> Callable[[str], dict[str, int]]:
    """Lanes from any system to each that can be reached, worked out once."""
    return cache(partial(distances, neighbours(shape.lanes) if shape is not None else {}))


@of_parts(32)
def _carrying(world: World, ships: Mapping[str, Ship], designs: Mapping[str, Design]) -> Carrying:
    """The fleets that have an inspected ship with any flag."""
    return Carrying(ships, _flagged(world, designs or NONE_ENTERED))


class Carrying(dict[Flag, frozenset[str]]):
    """By flag the fleets that have an inspected ship with it, worked out when somebody asks."""

    def __init__(self, ships: Mapping[str, Ship], flagged: Mapping[Flag, Set[str]]) -> None:
        self.ships, self.flagged = ships, flagged

    def __missing__(self, flag: Flag) -> frozenset[str]:
        those, ships = self.flagged.get(flag, NO_DESIGNS), self.ships.values()
        found = frozenset([ship.fleet for ship in ships if ship.design in those and ship.inspected])
        self[flag] = found
        return found


@of_parts(16)
def _flagged(world: World, designs: Mapping[str, Design]) -> dict[Flag, set[str]]:
    """The designs with each flag that some have: those of the pack, and those that moderators entered."""
    found: dict[Flag, set[str]] = {}
    for code, design in {**world.pack.designs, **designs}.items():
        for flag in design.flags:
            found.setdefault(flag, set()).add(code)
    return found
