"""Fire: a unit's weapons at one target; bombing runs, past the shields; and shields.

Rulebook: GCW-FIR, GCW-RNG, GCW-UCR-04, -09, GCW-DMG-08, -20, GCW-BMB, GCW-ABR.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Annotated, ClassVar, Literal, Self

from msgspec import field
from pydantic import Field

from engine.declared.changes import Its
from engine.game import Fact, only, ruled
from engine.gcw.acting import (
    ACTOR,
    FIRED,
    OWN,
    TARGET,
    Action,
    acted,
    begin_half,
    behind,
    can,
    half_over,
    owned,
    somebody_elses,
    when_found,
    with_aims,
)
from engine.gcw.battles import at_its_post, uncommittable
from engine.gcw.contacts import SHIELDS, gave_away
from engine.gcw.data.codes import Code
from engine.gcw.data.marks import Mount
from engine.gcw.data.terms import DamageChannel, Ring
from engine.gcw.figures.damage import Act
from engine.gcw.figures.grid import Grid, Reach, Shooter
from engine.gcw.figures.ucr import Role
from engine.gcw.figures.weapons import channel_of, damage_of, left_of, percent_ok, raw
from engine.gcw.ground.ground_fire import brought_together, sheltered
from engine.gcw.look import Look, Run, contact_words
from engine.gcw.space.movement import Move
from engine.gcw.space.patrol import blocked, foretell_doubts
from engine.gcw.space.volleys import chosen, engage, opened_fire, read, reckoning, strike
from engine.gcw.state import AGROUND, SHIELDLESS, SHIPLIKE, Contact, State, Unit, UnitKind, UnitsSet, place
from engine.gcw.world import grid_of
from engine.look import Refused
from engine.noun import NOTHING_FOUND, Found, Value
from engine.orders import Option, Order
from engine.report import News
from engine.text.message import N_, T_, Text, joined, listed, name, term
from engine.text.names import shown

PLANETARY_CHANNELS = frozenset({DamageChannel.PTL, DamageChannel.PIC})


def planetary(look: Look, mount: Mount) -> bool:
    """True if a mount is a planetary weapon (GCW-S2S-01)."""
    return channel_of(look.world.pack.weapons[mount.weapon]) in PLANETARY_CHANNELS


def bearing(look: Look, unit: Unit, contact: Contact) -> tuple[Mount, ...] | Refused:
    """The mounts of a unit that bear on a target where it is; or why it is out of their reach (GCW-RNG, -FIR)."""
    world, here = look.world, place(look.known, unit).cell
    mounts = world.mounts_of(unit)
    where = {"from": here, "to": contact.cell}
    if unit.kind is UnitKind.FACILITY:
        shooting = tuple(mount for mount in mounts if planetary(look, mount))
        if shooting and (shooting == mounts or grid_of(contact.cell) != grid_of(here)):
            if world.grid.reaches(Reach.PLANETARY_WEAPON, here, contact.cell):
                return shooting
            return Refused("PLANETARY_CELL", {"weapon": shooting[0].weapon, "cell": f"A-{here[2:3]}"})
        mounts = tuple(mount for mount in mounts if mount not in shooting)
    if unit.kind in AGROUND or contact.kind in AGROUND or grid_of(contact.cell):
        refused = sheltered(look.turn, unit, contact, behind(look, contact))
        if refused is not None:
            return refused
    if unit.kind in AGROUND:
        return mounts
    reach = world.grid.fire(here, contact.cell, world.shooter(unit.kind))
    if reach is None:
        return mounts
    above = world.grid.reaches(Reach.ORBITAL_BOMBARDMENT, here, contact.cell)
    if above and world.spec(unit.code).orbital_bombardment:
        return Refused(reach, where, fix=T_("From low orbit the ground is bombarded: bombard … with …"))
    return Refused(reach, where, fix=straight(look, unit, where, reach))


@cache
def in_reach(grid: Grid, here: str, shooter: Shooter) -> Text:
    """The cells that ordinary fire reaches from one (GCW-FIR, GCW-RNG)."""
    cells = [here, *(cell for cell in grid.neighbours(here) if grid.fire(here, cell, shooter) is None)]
    return N_("From {cell} it reaches {cells}.")(cell=term(here), cells=listed(map(term, cells)))


def straight(look: Look, unit: Unit, where: Mapping[str, str], barred: Code) -> str:
    """Words for what fire would reach, where a target is out of range; "" where the usual words say it (GCW-RNG-01,
    -02).
    """
    here = where["from"]
    if barred is Code.FIRE_SAME_CELL:
        return brought_together(here, where["to"])
    return in_reach(look.world.grid, here, look.world.shooter(unit.kind)) if barred is Code.FIRE_RANGE else ""


@when_found("unit")
def in_one_system(look: Look, contact: Contact, unit: Unit) -> Refused | None:
    """Those in the system of who attacks (GCW-RNG-01)."""
    stand = place(look.known, unit)
    if contact.system == stand.system:
        return None
    apart = {"from": shown(stand.system), "to": shown(contact.system) or "hyperspace"}
    return Refused(Code.FIRE_RANGE, apart, fix=T_("Both must be in one system."))


@when_found("unit")
def borne_on(look: Look, contact: Contact, unit: Unit) -> Refused | None:
    """Those that weapons of the unit reach (GCW-RNG, -FIR)."""
    bears = bearing(look, unit, contact)
    return bears if isinstance(bears, Refused) else None


@when_found("unit")
def not_kept_off(look: Look, contact: Contact, unit: Unit) -> Refused | None:
    """Those from which no patrol keeps the unit off (GCW-CSP-02)."""
    return blocked(look.turn, unit, contact, behind(look, contact))


@when_found("unit")
def at_fire(look: Look, contact: Contact, unit: Unit) -> Refused | None:
    """While the unit is in the firing half of its turn, made no bombing run, and its group has room in the battle
    (GCW-FAM-01, GCW-BMB-05, GCW-BUR-01).
    """
    late = half_over(look.use(unit), unit, FIRED)
    if late is None and look.use(unit).bombed:
        return Refused("BOMB_OTHER_WEAPONS", {"unit": shown(unit.name)})
    return late or uncommittable(look, unit)


def bears_of(look: Look, found: Found) -> tuple[Mount, ...]:
    """The mounts that bear on the target that was named; of a unit without one, all that it has."""
    if found.get("target") is None:
        return look.world.mounts_of(found.unit) if found.get("unit") is not None else ()
    bears = bearing(look, found.unit, found.target)
    return () if isinstance(bears, Refused) else bears


def volley_read(look: Look, words: str, found: Found) -> tuple[Mount, ...]:
    """The mounts that a volley fires, of those that bear. Refuses VOLLEY, WEAPON_USED."""
    return chosen(look, found.unit, read(look, words), bears_of(look, found))


def volleys_offered(look: Look, found: Found) -> Iterator[Option]:
    """All, and each weapon that has not fired."""
    mounts = bears_of(look, found)
    left = left_of(mounts, look.use(found.unit).fired) if mounts else ()
    if left:
        yield Option("all", N_("all: {mounts}")(mounts=joined(", ", (term(f"{mount}") for mount in left))))
        yield from (Option(str(mount)) for mount in left)


def percent_read(look: Look, words: str, found: Found) -> int:
    """The percentage of a planetary shot, 100 of all others. Refuses PLANETARY_PCT (GCW-DMG-08)."""
    bare = words.strip().removesuffix("%").strip()
    try:
        percent = Fraction(int(bare) if bare.isdecimal() else bare)
    except (ValueError, ZeroDivisionError):
        look.refuse(Code.PLANETARY_PCT)
    weapons = look.world.pack.weapons
    if any(percent_ok(weapons[mount.weapon], percent) is not None for mount in found.weapons):
        look.refuse(Code.PLANETARY_PCT)
    return int(percent)


VOLLEY: Value[Look, tuple[Mount, ...]] = Value("a volley", volley_read, volleys_offered, several=True)
PERCENT: Value[Look, int] = Value("", percent_read)


def of_or_from(look: Look, words: str, found: Found) -> Refused | None:
    """NO_UNIT with how it is written for "8 TLB from Avenger"; NOT_OWNER for a contact."""
    weapons, _, unit = words.partition(" from ")
    if unit and owned(look, unit, found) is not None:
        fix = N_("Write “{weapons} of {unit}”.")(weapons=term(weapons), unit=name(unit))
        return Refused("NO_UNIT", {"name": shown(words), "hint": ""}, fix=fix)
    return somebody_elses(look, words, found)


class Fire(Action):
    """Fire a unit's weapons at one target that you can see."""

    path: ClassVar[str] = "gcw battle fire"
    line: ClassVar[str] = "fire [{weapons} of ]{unit} at {target}[ with {first} first][ scaled to {percent} percent]"
    tried: ClassVar[int] = 50
    assumes: ClassVar[Mapping[str, str]] = {"weapons": T_("all weapons left"), "first": T_("normal damage first")}
    lively: ClassVar[int] = 60
    each: ClassVar[int] = 12
    unit: Annotated[str, ACTOR.but(among=with_aims, exact=owned, stranger=of_or_from).that(can(Act.FIRE))] = Field(
        description="the unit that fires; or a formation, or names with commas", max_length=200
    )
    target: Annotated[str, TARGET.that(in_one_system, borne_on, not_kept_off, at_fire)] = Field(
        description="what it fires at: a contact", max_length=60
    )
    weapons: Annotated[str, VOLLEY] = Field(
        "all", description="which weapons: 'all', or '10 HTLB, 5 IC'", max_length=120
    )
    first: Literal["normal", "ion"] = Field("normal", description="which damage is dealt first: normal or ion")
    percent: Annotated[str, PERCENT] = Field(
        "100", description="a planetary weapon may be scaled down: 1 to 100", max_length=12
    )

    def joined(self, later: Sequence[Order]) -> list[int]:
        """Later fire orders of the same unit at the same target, up to its next move (GCW-UCR-04)."""
        unit, target = self.unit.casefold(), self.target.casefold()
        places = []
        for at, action in enumerate(later):
            if isinstance(action, (Move, Fire)) and action.unit.casefold() == unit:
                if isinstance(action, Move):
                    break
                if action.target.casefold() == target:
                    places.append(at)
        return places

    def perform(self, run: Run) -> None:
        """Fire, together with the further orders that are merged into this one (GCW-UCR-04)."""
        unit, contact = run.found.unit, run.found.target
        enemy = behind(run.look, contact)
        foretell_doubts(run, unit, contact, enemy)
        begin_half(run, unit, FIRED)
        weapons = run.world.pack.weapons
        totals: dict[DamageChannel, int] = {}
        run.reckoned = {}
        for at, order in enumerate((self, *run.further)):
            found = run.found
            if at:  # what it fires is found when the orders before have fired
                found = found.also("weapons", VOLLEY.find(run.look, order.weapons, found))
                found = found.also("percent", PERCENT.find(run.look, order.percent, found))
            run.use(unit).fired.extend(found.weapons)
            for mount in found.weapons:
                channel = channel_of(weapons[mount.weapon])
                totals[channel] = totals.get(channel, 0) + raw(weapons, mount, found.percent)
            for channel, words in reckoning(run, found.weapons, found.percent).items():
                before = [run.reckoned[channel]] if channel in run.reckoned else []
                run.reckoned[channel] = joined(", ", [*before, words])
        opened_fire(run, unit, enemy, contact.owner if enemy is None else enemy.owner)
        engage(run, unit, contact, enemy)
        ordered = (channel for channel in DamageChannel if channel in totals)
        for channel in sorted(ordered, key=lambda layer: layer.value.lower() != self.first):
            strike(run, unit, contact, enemy, channel, totals[channel])


def shielded(look: Look, unit: Unit, found: Found) -> Refused | None:
    """Those that have shields to raise (GCW-DMG-20)."""
    return Refused("NO_SHIELDS", {"unit": shown(unit.name)}) if unit.kind in SHIELDLESS else None


class Shields(Action):
    """Raise or lower a unit's shields; raising them is heard by others."""

    path: ClassVar[str] = "gcw battle shields"
    line: ClassVar[str] = "shields {state} {unit}"
    tried: ClassVar[int] = 10
    shows: ClassVar[str] = ""
    unit: Annotated[str, OWN.that(shielded, can(Act.OTHER))] = Field(description="a unit of yours", max_length=60)
    state: Literal["up", "down", "silent"] = Field(
        description="up, down, or silent: down, and not raised when a battle opens"
    )

    @classmethod
    def next_lines(cls, look: Look) -> Iterator[Self]:
        """Changes alone: shields are not lowered that are down, though that may be said."""
        now = {unit.name: "up" if unit.shields_up else "silent" if unit.silent else "down" for unit in look.own()}
        away = {unit.name for unit in look.own() if at_its_post(look, unit, NOTHING_FOUND) is not None}
        for order in super().next_lines(look):
            if order.state != now.get(order.unit) and not (order.state == "up" and order.unit in away):
                yield order

    def perform(self, run: Run) -> None:
        """Set the flag: shields that are down keep their points and are skipped when hit (GCW-DMG-20)."""
        unit: Unit = run.found.unit
        up = self.state == "up"
        if up:
            run.look.require(at_its_post(run.look, unit, run.found))
        run.say(ShieldsSet(unit.id, up, self.state == "silent"), only(run.seat))
        if up and not unit.shields_up and run.real:
            acted(run, unit)
            gave_away(run.table, run.world, run.state.units[unit.id], SHIELDS)


UP, DOWN = N_("{unit}'s shields are up."), N_("{unit}'s shields are down.")
STAY_DOWN = N_("{unit}'s shields are down, and stay down when a battle opens.")


class ShieldsSet(Fact[State], frozen=True):
    """A unit's shields are up or down; some stay down when a battle opens (GCW-DMG-20)."""

    makes = UnitsSet("unit", shields_up=Its("up"), silent=Its("stays_down"))
    unit: str
    up: bool
    stays_down: bool = field(default=False, name="silent")

    def words(self, look: Look) -> News:
        down = STAY_DOWN if self.stays_down else DOWN
        return ruled((UP if self.up else down)(unit=look.name(self.unit)), "GCW-DMG-20")


def bombs(look: Look, unit: Unit, found: Found) -> Refused | None:
    """Those that can make bombing runs (GCW-BMB-01)."""
    if look.world.spec(unit.code).bombing_run:
        return None
    return Refused("BOMB_UNIT", {"unit": shown(unit.name)})


@when_found("unit")
def the_one_target(look: Look, contact: Contact, unit: Unit) -> Refused | None:
    """While the unit has fired nothing, but at this one in its run (GCW-BMB-05)."""
    use = look.use(unit)
    if use.fired and not use.bombed:
        return Refused("BOMB_OTHER_WEAPONS", {"unit": shown(unit.name)})
    return Refused("BOMB_TARGET", {"unit": shown(unit.name)}) if use.bombed not in ("", contact.alias) else None


@when_found("unit")
def bombable(look: Look, contact: Contact, unit: Unit) -> Refused | None:
    """Ships, and on the ground all that stands there (GCW-BMB-02, GCW-ABR-01)."""
    enemy = behind(look, contact)
    kind = enemy.kind if enemy is not None else contact.kind
    aground = look.world.ring(contact.cell) is Ring.GS
    if kind is None or kind in SHIPLIKE or (aground and kind in AGROUND):
        return None
    return Refused("BOMB_TARGET", {"unit": shown(unit.name)})


@when_found("unit")
def under_the_run(look: Look, contact: Contact, unit: Unit) -> Refused | None:
    """Those that a bombing run reaches, and nothing covers (GCW-BMB-02, GCW-ABR-01)."""
    grid, here = look.world.grid, place(look.known, unit).cell
    if not grid.reaches(Reach.BOMBING_RUN, here, contact.cell):
        barred = grid.fire(here, contact.cell, look.world.shooter(unit.kind))
        if barred is not None:
            fix = brought_together(here, contact.cell) if barred is Code.FIRE_SAME_CELL else ""
            return Refused(barred, {"from": here, "to": contact.cell}, fix=fix)
    if grid_of(contact.cell):  # cover and screens are the same from the atmosphere (GCW-GAR-02, GCW-G2H-01)
        return sheltered(look.turn, unit, contact, behind(look, contact))
    return None


ABOVE = N_("The UCR of {target} is above the bomber's {rating}.")


@when_found("unit")
def no_better(look: Look, contact: Contact, unit: Unit) -> Refused | None:
    """Those that are rated no higher than the bomber, as far as they are known (GCW-BMB-04)."""
    world, state, enemy = look.world, look.known, behind(look, contact)
    own_rating = world.rating_of(state, unit, Role.ATTACK).value
    known = world.rating_seen(state, contact, Role.DEFEND).value if contact.code else 0
    theirs = world.rating_of(state, enemy, Role.DEFEND).value if enemy is not None else known
    if theirs <= own_rating:
        return None
    if theirs != known:  # what makes the difference its player does not know, and is not told here
        sentence = ABOVE(target=contact_words(contact), rating=own_rating)
        return Refused("BOMB_UCR", fix=T_("Find out more of the target first, or fire normally."), sentence=sentence)
    return Refused("BOMB_UCR", {"t": theirs, "b": own_rating})


@when_found("unit")
def at_run(look: Look, contact: Contact, unit: Unit) -> Refused | None:
    """While the unit is in the firing half of its turn, and its group has room in the battle (GCW-FAM-01)."""
    return half_over(look.use(unit), unit, FIRED) or uncommittable(look, unit)


def racks(look: Look, unit: Unit) -> tuple[Mount, ...]:
    """The warheads that a unit carries, all of them in every turn: nobody counts them (GCW-WAR-01)."""
    chart = look.world.pack.weapons
    return tuple(mount for mount in look.world.mounts_of(unit) if chart[mount.weapon].warhead)


def warheads(look: Look, words: str, found: Found) -> tuple[Mount, ...]:
    """The warheads that are dropped. Refuses BOMB_OTHER_WEAPONS for anything else, WEAPON_USED, VOLLEY."""
    asked, chart = read(look, words), look.world.pack.weapons
    if any(ask.weapon in chart and not chart[ask.weapon].warhead for ask in asked.asks):
        look.refuse("BOMB_OTHER_WEAPONS", unit=shown(found.unit.name))
    return chosen(look, found.unit, asked, racks(look, found.unit))


def warheads_left(look: Look, found: Found) -> Iterator[Option]:
    """All, and each kind of warhead that was not dropped."""
    unit = found.get("unit")
    left = left_of(racks(look, unit), look.use(unit).fired) if unit is not None else ()
    if left:
        yield Option("all", N_("all: {mounts}")(mounts=joined(", ", (term(f"{mount}") for mount in left))))
        yield from (Option(str(mount)) for mount in left)


class Bomb(Action):
    """Make a bombing run: warheads hit a ship, or a target on the ground, past its shields."""

    path: ClassVar[str] = "gcw-craft bomb"
    line: ClassVar[str] = "bomb [{weapons} of ]{unit} at {target}"
    once: ClassVar[tuple[str, ...]] = ("bomb {target} with [{weapons} of ]{unit}",)
    assumes: ClassVar[Mapping[str, str]] = {"weapons": "all warheads"}
    unit: Annotated[str, ACTOR.that(bombs, can(Act.FIRE), what="a craft of yours")] = Field(
        description="the bombers; or a formation, or names with commas", max_length=200
    )
    target: Annotated[
        str, TARGET.that(the_one_target, bombable, in_one_system, under_the_run, no_better, not_kept_off, at_run)
    ] = Field(description="the one target", max_length=60)
    weapons: Annotated[str, Value[Look, tuple[Mount, ...]]("a volley", warheads, warheads_left)] = Field(
        "all", description="which warheads: 'all', or '6 PT'", max_length=120
    )

    def perform(self, run: Run) -> None:
        """A bombing run (GCW-BMB-01..05, GCW-ABR-01)."""
        unit, contact, mounts = run.found.unit, run.found.target, run.found.weapons
        enemy = behind(run.look, contact)
        foretell_doubts(run, unit, contact, enemy)
        begin_half(run, unit, FIRED)
        use = run.use(unit)
        use.fired.extend(mounts)
        use.bombed = contact.alias
        opened_fire(run, unit, enemy, contact.owner if enemy is None else enemy.owner)
        engage(run, unit, contact, enemy)
        run.reckoned = {DamageChannel.BYPASS: joined(", ", reckoning(run, mounts).values())}
        strike(run, unit, contact, enemy, DamageChannel.BYPASS, damage_of(run.world.pack.weapons, mounts))
