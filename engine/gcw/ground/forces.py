"""Attacking forces on the ground: how many may be there, and the clock by which they tire. Rulebook: GCW-FTG.

A force is all ground units of a player in one Ground Grid of a system that is not its own. What happened to it follows
from who stands where, so its clock is set after every turn and every correction by looking at the ground.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from engine.book import clock
from engine.clock import DAY, HOUR, Instant, later
from engine.declared.due import Dated
from engine.game import Seat, Table, only, ruled
from engine.gcw.data.terms import Status
from engine.gcw.look import Look
from engine.gcw.state import NOBODY, TROOPS, Force, State, Unit, UnitKind, hero_at, located, put, without
from engine.gcw.whereabouts import whereabouts
from engine.gcw.world import AT_HOME, MENDED, World, at_home, grid_of, is_open
from engine.report import News
from engine.text.message import N_, NOTHING, T_, Message, Text, term

MOST_SQUADS = 5000


MOST_VEHICLES = 50


LARGE_DAYS = 7


SMALL_DAYS = 14


REST = 24 * HOUR


def at_ceiling(squads: int, vehicles: int) -> bool:
    """True if a force counts as large: as many squads or as many vehicles as may be there (GCW-FTG-02)."""
    return squads >= MOST_SQUADS or vehicles >= MOST_VEHICLES


def over_ceiling(squads: int, vehicles: int) -> bool:
    """True if that is more squads or more vehicles than may be there (GCW-FTG-01)."""
    return squads > MOST_SQUADS or vehicles > MOST_VEHICLES


def tires_at(first_landed: Instant, paused: int, *, ever_at_ceiling: bool) -> Instant:
    """Instant at which a force tires: days from its first landing, plus the seconds of its pauses (GCW-FTG-04, -06)."""
    return later(first_landed, (LARGE_DAYS if ever_at_ceiling else SMALL_DAYS) * DAY + paused)


def rested(away_since: Instant, now: Instant) -> bool:
    """True if a force that left the grid has been away long enough for a new clock: 24 hours or more (GCW-FTG-05)."""
    return now - away_since >= REST


def force_key(seat: Seat, system: str, grid: str) -> str:
    """The key of a force in the state."""
    return f"{seat}/{system}/{grid}"


def next_tiring(force: Force) -> Instant | None:
    """Instant at which a force tires; None for one that has, or whose clock stands still (GCW-FTG-04, -06)."""
    if force.fatigued or force.paused_since is not None:
        return None
    return tires_at(force.landed_at, force.paused + force.led * DAY, ever_at_ceiling=force.ever_at_ceiling)


def next_rest(force: Force) -> Instant | None:
    """Instant at which a force that is away has rested (GCW-FTG-05)."""
    return later(force.absent_since, REST) if force.absent_since is not None else None


BEGUN = N_("Your force at {system} {grid} has begun its campaign[: it tires {tires}].")


class ForceAshore(Dated[State], frozen=True):
    """An attacking force has landed in a Ground Grid: its fatigue clock begins (GCW-FTG-02..04)."""

    rule = "GCW-FTG-03"
    seat: Seat
    system: str
    grid: str
    at: Instant

    def evolve(self, state: State) -> State:
        force = Force(seat=self.seat, system=self.system, grid=self.grid, landed_at=self.at)
        return replace(state, forces=put(state.forces, force_key(self.seat, self.system, self.grid), force))

    def words(self, look: Look) -> Text:
        force = look.known.forces.get(force_key(self.seat, self.system, self.grid))
        return BEGUN(system=term(self.system), grid=term(self.grid), tires=tiring_words(look, force))


LARGE, TIRED, AWAY, BACK, PAUSED, RUNNING, OVER = "LARGE", "TIRED", "AWAY", "BACK", "PAUSED", "RUNNING", "OVER"
"""What may happen to the clock of a force."""

CHANGES: Mapping[str, tuple[Message, str]] = {
    LARGE: (N_("Your force at {system} {grid} is a large one[: it tires {tires}]."), "GCW-FTG-02"),
    TIRED: (N_("Your force at {system} {grid} is tired: −1 UCR."), "GCW-FTG-04"),
    AWAY: (
        N_("Your force at {system} {grid} is off the grid[; it has rested if none of it is back before {rests}]."),
        "GCW-FTG-05",
    ),
    BACK: (N_("Your force at {system} {grid} is back before it has rested[: it tires {tires}]."), "GCW-FTG-05"),
    PAUSED: (N_("Your force at {system} {grid} does not tire while its host ship stands there."), "GCW-FTG-06"),
    RUNNING: (N_("Your force at {system} {grid} has no host ship there any more[: it tires {tires}]."), "GCW-FTG-06"),
    OVER: (N_("Your force at {system} {grid} is none any more: its next landing begins a new clock."), "GCW-FTG-05"),
}
"""What a force is told of its clock, and by which rule."""

TIRED_ALREADY: Mapping[str, Message] = {
    BACK: N_("Your force at {system} {grid} is back before it has rested: it is tired: −1 UCR."),
    RUNNING: N_("Your force at {system} {grid} has no host ship there any more: it is tired: −1 UCR."),
}
"""The same of a clock that is run down."""

A_DAY_LATER = T_("24 hours later")


def tiring_words(look: Look, force: Force | None) -> Text:
    """Instant at which a force tires; "" for one that is tired, and where no instants are told."""
    tires = next_tiring(force) if force is not None else None
    at = look.until(tires)
    return N_("{at} ({off})")(at=at, off=look.until(tires, "R")) if at else NOTHING


class ForceChanged(Dated[State], frozen=True):
    """The clock of a force runs otherwise from an instant on. `what` is one of:

    LARGE, it has reached the ceiling (GCW-FTG-04); TIRED, it has −1 UCR (GCW-FTG-04); AWAY, the last of it left;
    BACK, it returned before it was rested; PAUSED, its host ship has landed; RUNNING, that ship is there no more
    (GCW-FTG-06); OVER, it rested 24 hours, or is no attacker any more (GCW-FTG-05).
    """

    seat: Seat
    system: str
    grid: str
    what: str
    at: Instant

    def evolve(self, state: State) -> State:
        key = force_key(self.seat, self.system, self.grid)
        force = state.forces.get(key)
        if force is None:
            return state
        if self.what == OVER:
            return replace(state, forces=without(state.forces, key))
        return replace(state, forces=put(state.forces, key, self._changed(force)))

    def _changed(self, force: Force) -> Force:
        match self.what:
            case "LARGE":
                return replace(force, ever_at_ceiling=True)
            case "TIRED":
                return replace(force, fatigued=True)
            case "AWAY":
                return replace(force, absent_since=self.at)
            case "BACK":
                return replace(force, absent_since=None)
            case "PAUSED":
                return replace(force, paused_since=self.at)
            case _:
                since = force.paused_since if force.paused_since is not None else self.at
                return replace(force, paused_since=None, paused=force.paused + max(0, self.at - since))

    def words(self, look: Look) -> News:
        force = look.known.forces.get(force_key(self.seat, self.system, self.grid))
        tires, rests = (None, None) if force is None else (next_tiring(force), next_rest(force))
        sentence, rule = CHANGES[self.what]
        words = (sentence if tires is not None else TIRED_ALREADY.get(self.what, sentence))(
            system=term(self.system),
            grid=term(self.grid),
            tires=tiring_words(look, force),
            rests=look.until(rests) if rests is not None else A_DAY_LATER,
        )
        return ruled(words, rule, decides=self.what == TIRED)


LED = N_("Your force at {system} {grid} is led by a hero who puts its fatigue off by {days} days[: it tires {tires}].")
UNLED = N_("Your force at {system} {grid} has nobody there who puts its fatigue off[: it tires {tires}].")


class ForceLed(Dated[State], frozen=True):
    """A hero puts the fatigue of a force off by so many days, or (0) does not any more (GCW-HRO-01)."""

    rule = "GCW-FTG-04"
    seat: Seat
    system: str
    grid: str
    days: int

    def evolve(self, state: State) -> State:
        key = force_key(self.seat, self.system, self.grid)
        force = state.forces.get(key)
        return state if force is None else replace(state, forces=put(state.forces, key, replace(force, led=self.days)))

    def words(self, look: Look) -> Text:
        force = look.known.forces.get(force_key(self.seat, self.system, self.grid))
        tires = tiring_words(look, force) if force is not None and next_tiring(force) is not None else A_DAY_LATER
        return (LED if self.days else UNLED)(
            system=term(self.system), grid=term(self.grid), days=self.days, tires=tires
        )


def leads(world: World, table: Table[State], force: Force) -> None:
    """A hero in its system puts the fatigue of a force off for as long as he is there (GCW-HRO-01)."""
    state = table.state
    days = sum(
        effect.amount
        for hero in state.heroes.values()
        if hero.owner == force.seat and hero.alive and hero_at(state, hero) == force.system
        for effect in world.effects(hero)
        if effect.kind == "FATIGUE_DAYS"
    )
    if days != force.led and not force.fatigued:
        table.say(ForceLed(force.seat, force.system, force.grid, days), only(force.seat))


def attacker(world: World, state: State, seat: Seat, system: str) -> bool:
    """True if a player's ground units are an attacking force in a system: neither its own nor a friend's (GCW-FTG-01).

    In games of version 1 a friend's garrison was one, too; before version 9 one at its home, where another member of
    its faction rules.
    """
    home = is_open(state, seat, system) if world.version >= MENDED else state.owners.get(system) == seat
    home = home or (world.version >= AT_HOME and at_home(state, world, seat, system))
    return seat != NOBODY and not home


def counts(world: World, units: list[Unit]) -> tuple[int, int]:
    """Squads and vehicles, airspeeders among them, of ground units."""
    squads = sum(world.squads(unit.code, unit.pools) for unit in units if unit.kind is UnitKind.INFANTRY)
    return squads, sum(unit.kind in (UnitKind.VEHICLE, UnitKind.AIRSPEEDER) for unit in units)


def ashore(state: State, seat: Seat, system: str, grid: str) -> list[Unit]:
    """The ground units of a player in a Ground Grid, garrisons among them; not those aboard what has landed."""
    found = []
    for unit in state.of(seat):
        if unit.kind in TROOPS:
            there = located(state, unit)
            if there.system == system and grid_of(there.cell) == grid:
                found.append(unit)
    return found


def too_many(world: World, state: State, seat: Seat, system: str, cell: str, landing: list[Unit]) -> bool:
    """True if a landing would put more of an attacker's units into a Ground Grid than may be there (GCW-FTG-01)."""
    if not attacker(world, state, seat, system):
        return False
    return over_ceiling(*counts(world, [*ashore(state, seat, system, grid_of(cell)), *landing]))


def hosted(state: State, seat: Seat, system: str, grid: str) -> bool:
    """True if a ship of the player's stands on the Surface of the grid, and works (GCW-FTG-06)."""
    return any(
        one.kind is UnitKind.SHIP and one.system == system and one.cell == f"{grid}S" and one.status is Status.ACTIVE
        for one in state.of(seat)
    )


def attackers(world: World, state: State) -> set[str]:
    """The units of those who attack the system in which they are, on its grid and one deep inside what stands there."""
    place, found, inside = whereabouts(state.units), set[str](), dict[str, list[str]]()
    guests = set(place.guests)
    for host, docked in place.docked.items():
        unit = state.units.get(host)
        if unit is not None and unit.on_grid and not unit.docked:
            inside.setdefault(unit.system, []).extend([key for key in docked if key not in guests])
    for system, standing in place.standing.items():
        there = [*standing, *inside.get(system, ())]
        owners = {owner for owner in {state.units[key].owner for key in there} if attacker(world, state, owner, system)}
        if owners:
            found.update(key for key in there if state.units[key].owner in owners)
    return found


def present(world: World, state: State) -> dict[tuple[Seat, str, str], list[Unit]]:
    """The attacking forces that are there now, by player, system and Ground Grid."""
    found: dict[tuple[Seat, str, str], list[Unit]] = {}
    troops = [(key, unit, located(state, unit)) for key, unit in state.units.items() if unit.kind in TROOPS]
    aground = [(key, unit, there.system, grid) for key, unit, there in troops if (grid := grid_of(there.cell))]
    near = attackers(world, state) if aground else ()
    for key, unit, system, grid in aground:
        if key in near and attacker(world, state, unit.owner, system):
            found.setdefault((unit.owner, system, grid), []).append(unit)
    return found


def reckon(world: World, table: Table[State], at: Instant) -> None:
    """Set the clocks of all forces by who stands where, for what came about at an instant (GCW-FTG-02..06)."""
    there = present(world, table.state)
    for (seat, system, grid), units in there.items():
        if force_key(seat, system, grid) not in table.state.forces:
            table.say(ForceAshore(seat, system, grid, at), only(seat))
        if at_ceiling(*counts(world, units)):
            change(table, (seat, system, grid), LARGE, at)
    for key, force in list(table.state.forces.items()):
        place = (force.seat, force.system, force.grid)
        if not attacker(world, table.state, force.seat, force.system):
            change(table, place, OVER, at)
            continue
        if (place in there) is (force.absent_since is not None):
            change(table, place, BACK if place in there else AWAY, at)
        pausing = hosted(table.state, *place)
        if pausing is (force.paused_since is None):
            change(table, place, PAUSED if pausing else RUNNING, at)
        leads(world, table, table.state.forces[key])
        tires = next_tiring(table.state.forces[key])
        if tires is not None and tires <= table.now:
            change(table, place, TIRED, table.now)


def change(table: Table[State], place: tuple[Seat, str, str], what: str, at: Instant) -> None:
    """Say that a force's clock runs otherwise, unless it is so already."""
    force = table.state.forces[force_key(*place)]
    if what == LARGE and force.ever_at_ceiling:
        return
    table.say(ForceChanged(*place, what, at), only(force.seat))


def next_change(state: State) -> Instant | None:
    """Instant at which time alone next changes a force (CLK-16, -17)."""
    instants = [at for force in state.forces.values() for at in (next_tiring(force), next_rest(force))]
    return min((at for at in instants if at is not None), default=None)


@clock(next=next_change, priority=30)
def lapse_forces(world: World, table: Table[State]) -> None:
    """Forces that have rested are gone from the list, others tire, in order of their keys (CLK-16, -17)."""
    for _, force in sorted(table.state.forces.items()):
        place = (force.seat, force.system, force.grid)
        tires = next_tiring(force)
        if force.absent_since is not None and rested(force.absent_since, table.now):
            change(table, place, OVER, table.now)
        elif tires is not None and tires <= table.now:
            leads(world, table, force)
            tires = next_tiring(table.state.forces[force_key(*place)])
            if tires is not None and tires <= table.now:
                change(table, place, TIRED, table.now)
