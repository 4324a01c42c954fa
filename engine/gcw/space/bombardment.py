"""Orbital bombardment: all of a ship's weapons, from low orbit at the ground below. Rulebook: GCW-ORB."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated, ClassVar

from msgspec.structs import replace
from pydantic import Field

from engine.book import clock
from engine.clock import DAY, Instant, later
from engine.declared.changes import PutsUnder, Removes
from engine.declared.due import Dated
from engine.game import EVERYONE, Fact, Seat, Table, ruled
from engine.gcw.acting import CONTACT, FIRED, OWN, Action, aims, begin_half, behind, can, foreign, in_sight, when_found
from engine.gcw.data.marks import Mount
from engine.gcw.data.terms import Ring
from engine.gcw.figures.damage import Act
from engine.gcw.figures.grid import Reach
from engine.gcw.figures.weapons import committed, left_of, raw_by_channel
from engine.gcw.ground.ground_fire import sheltered
from engine.gcw.look import Look, Run, ends_turn, in_battle, player
from engine.gcw.space.volleys import armament, engage, opened_fire, read, reckoning, strike
from engine.gcw.state import Contact, State, Unit
from engine.gcw.world import World, grid_of
from engine.look import Refused
from engine.noun import Found, Named
from engine.orders import Option
from engine.report import News
from engine.text.message import N_, T_, Text, stamp, term
from engine.text.names import shown

LASTS = DAY
"""How long a Ground Grid suffers from a bombardment (GCW-ORB-05, -06)."""


REST = "rest"


def unarmed(look: Look, ship: Unit, found: Found) -> Refused | None:
    """Ships that are made for it bombard the ground (GCW-ORB-01)."""
    made_for_it = look.world.spec(ship.code).orbital_bombardment
    return None if made_for_it else Refused("OB_UNIT", {"unit": shown(ship.name)})


MOVE_OVER = N_("It is at {cell}: move to the A cell over the target, A-1 for G-1.")


def too_high(look: Look, ship: Unit, found: Found) -> Refused | None:
    """From low orbit alone (GCW-ORB-02)."""
    if look.world.ring(ship.cell) is Ring.A:
        return None
    return Refused("OB_CELL", {"from": ship.cell}, fix=MOVE_OVER(cell=term(ship.cell)))


FIRED_ALREADY = T_("what has fired already is missing")


def spent(look: Look, ship: Unit, found: Found) -> Refused | None:
    """Every weapon of a ship fires, so none has fired before (GCW-ORB-03)."""
    fired = look.use(ship).fired
    return Refused("OB_PARTIAL", {"unit": shown(ship.name), "left": FIRED_ALREADY}) if fired else None


def bombardier(look: Look, found: Found) -> list[Unit]:
    """The ship that bombards, or all that could."""
    ship: Unit | None = found.get("ship")
    return [ship] if ship is not None else list(BOMBARDIER.fitting(look))


BOMBARDIER = OWN.but(what="a ship in low orbit").that(can(Act.FIRE), unarmed, too_high, spent)
"""A ship of the player's in low orbit that can bombard and has not fired."""


def reached(look: Look, ship: Unit, contact: Contact) -> bool:
    """True if a contact is on the ground below a ship."""
    below = look.world.grid.reaches(Reach.ORBITAL_BOMBARDMENT, ship.cell, contact.cell)
    return contact.system == ship.system and below


def below(look: Look, found: Found) -> Iterator[Contact]:
    """Contacts on the ground below."""
    ships = bombardier(look, found)
    for system in dict.fromkeys(ship.system for ship in ships):
        for contact in aims(look.world, look.known, look.viewer, system):
            if any(reached(look, ship, contact) for ship in ships):
                yield contact


UNDER_IT, NOT_LOW = N_("From {cell} the Surface of {grid} is in reach"), N_("It is at {cell}")


OVERHEAD = N_("{below}; {there} is bombarded from {cell}.")


IN_THE_AIR = N_("{below}, and the target is in the air at {there}: fire at it from there.")


def overhead(here: str, there: str) -> Text:
    """Low orbit that lies over a target of a bombardment, and what lies under the ship (GCW-ORB-02)."""
    low = here.startswith("A-")
    below = UNDER_IT(cell=term(here), grid=term(f"G-{here[2:]}")) if low else NOT_LOW(cell=term(here))
    if not grid_of(there):
        return N_("{below}, and the target is at {there}.")(below=below, there=term(there))
    if there.endswith("A"):
        return IN_THE_AIR(below=below, there=term(there))
    return OVERHEAD(below=below, there=term(there), cell=term(f"A-{there[2:3]}"))


@when_found("ship")
def aside(look: Look, contact: Contact, ship: Unit) -> Refused | None:
    """Refuses a contact that is not on the Surface of the Ground Grid below (GCW-ORB-02)."""
    if reached(look, ship, contact):
        return None
    fix = overhead(ship.cell, contact.cell) if contact.system == ship.system else T_("Both must be in one system.")
    return Refused("OB_CELL", {"from": ship.cell, "to": contact.cell}, fix=fix)


@when_found("ship")
def covered(look: Look, contact: Contact, ship: Unit) -> Refused | None:
    """Refuses a contact that a facility covers or a ground unit screens (GCW-GAR-02, GCW-G2H-01)."""
    return sheltered(look.turn, ship, contact, behind(look, contact))


BELOW = CONTACT.but(what="a contact on the ground", among=below).that(in_sight, foreign, aside, covered)
"""What a ship in low orbit may bombard."""


Shares = dict[str, tuple[Contact, tuple[Mount, ...]]]
"""The mounts that fire at each target, by its alias: one total for each (GCW-UCR-04)."""


def parts_of(words: str) -> list[tuple[str, str]]:
    """The shares of "10 HTL at Contact 3; rest at Contact 4", each as weapons and the name of a target."""
    parts = []
    for part in (part.strip() for part in words.split(";") if part.strip()):
        weapons, at, target = part.rpartition(" at ")
        parts.append((weapons.strip() if at else REST, target.strip() if at else part))
    return parts


class Targets(Named[Look, Shares]):
    """The targets of a bombardment, each with the weapons that fire at it; "rest" are all that no other share names."""

    def find(self, look: Look, words: str, found: Found) -> Shares:
        """The mounts for each target, all that the ship has. Refuses VOLLEY, WEAPON_USED, OB_PARTIAL, a target."""
        ship: Unit = found.ship
        mounts = look.world.mounts_of(ship)
        left, rest = mounts, 0
        meant: list[tuple[str, tuple[Mount, ...] | None]] = []
        for weapons, target in parts_of(words):
            if re.fullmatch(r"(the )?rest|all", weapons, re.I):
                rest += 1
                meant.append((target, None))
                continue
            taken = committed(read(look, weapons), left, (), ship.name)
            if isinstance(taken, Refused):
                look.decline(replace(taken, fix=armament(mounts, left)))
            left = left_of(left, taken)
            meant.append((target, taken))
        if left and rest != 1:
            look.refuse("OB_PARTIAL", unit=shown(ship.name), left=", ".join(str(mount) for mount in left))
        shares: Shares = {}
        for target, share in meant:
            contact = BELOW.find(look, target, found)
            before = shares[contact.alias][1] if contact.alias in shares else ()
            shares[contact.alias] = contact, before + (left if share is None else share)
            left = () if share is None else left
        return shares

    def options(self, look: Look, found: Found, typed: str) -> Iterator[Option]:
        """All weapons at one target."""
        return BELOW.options(look, found, typed)

    def values(self, look: Look, found: Found) -> Iterator[str]:
        """All weapons at one target, by the name that is kept."""
        return BELOW.values(look, found)

    def lasting(self, look: Look, words: str) -> str:
        """The same shares with the names that are kept."""
        kept = []
        for part in (part.strip() for part in words.split(";") if part.strip()):
            weapons, at, target = part.rpartition(" at ")
            kept.append(f"{weapons}{at}{BELOW.lasting(look, target if at else part)}")
        return "; ".join(kept)


class Bombard(Action):
    """Bombard the ground below with all weapons of a ship in low orbit."""

    path: ClassVar[str] = "gcw battle bombard"
    line: ClassVar[str] = "bombard {ship} at {targets}"
    once: ClassVar[tuple[str, ...]] = ("bombard {targets} with {ship}",)
    ship: Annotated[str, BOMBARDIER] = Field(description="the ship that bombards", max_length=60)
    targets: Annotated[str, Targets("a contact on the ground")] = Field(
        description="'Contact 3', or '10 HTL at Contact 3; rest at Contact 4': every weapon fires", max_length=300
    )

    def perform(self, run: Run) -> None:
        """Every weapon at the ground below, split as the player likes, channel by channel (GCW-ORB-01..04, GCW-ATB-02).

        The effects on the grid begin after the turn (GCW-ORB-05, -06).
        """
        ship, shares = run.found.ship, run.found.targets
        aimed = [(contact, behind(run.look, contact), mounts) for contact, mounts in shares.values()]
        begin_half(run, ship, FIRED)
        run.use(ship).fired.extend(run.world.mounts_of(ship))
        for contact, enemy, mounts in aimed:
            opened_fire(run, ship, enemy, enemy.owner if enemy is not None else contact.owner)
            engage(run, ship, contact, enemy)
            run.reckoned = reckoning(run, mounts)
            for channel, amount in raw_by_channel(run.world.pack.weapons, mounts).items():
                strike(run, ship, contact, enemy, channel, amount)
        run.bombarded.append(f"{ship.system}/{grid_of(aimed[0][0].cell)}")


def of_battle(look: Look, system: str, words: Text, rule: str, *, decides: bool = False) -> News:
    """News of a system, told in the thread of the battle there, if there is one."""
    battle = look.known.battles.get(system)
    return ruled(words, rule, decides=decides) if battle is None else in_battle(battle.id, system, words)


YOU_BOMBARDED = N_(
    "You bombarded {grid} of {system} from orbit[: until {until} all units there have −1 UCR, and no troops move in or "
    "out]."
)


BOMBARDED = N_(
    "{player} bombarded {grid} of {system} from orbit[: until {until} all units there have −1 UCR, and no troops move "
    "in or out]."
)


class BombardmentBegan(Dated[State], frozen=True):
    """A Ground Grid ("system/G-n") is under orbital bombardment until an instant (GCW-ORB-05, -06)."""

    makes = PutsUnder("bombarded", "place", "until")
    place: str
    by: Seat
    until: Instant

    def words(self, look: Look) -> News:
        system, _, grid = self.place.partition("/")
        sentence = BOMBARDED if not look.mine(self.by) else YOU_BOMBARDED
        words = sentence(player=player(self.by), grid=term(grid), system=term(system), until=look.until(self.until))
        return of_battle(look, system, words, "GCW-ORB-05", decides=True)


OVER = N_("The bombardment of {grid} of {system} is over, {at}: troops may move again.")


class BombardmentEnded(Fact[State], frozen=True):
    """The effects of a bombardment are over (CLK-15)."""

    makes = Removes("bombarded", "place")
    place: str
    at: Instant

    def words(self, look: Look) -> News:
        system, _, grid = self.place.partition("/")
        words = OVER(grid=term(grid), system=term(system), at=stamp(self.at))
        return of_battle(look, system, words, "GCW-ORB-06")


@ends_turn(priority=10)
def settle(run: Run) -> None:
    """The turn's bombardments take effect on their grids, for 24 hours from its T0 (GCW-ORB-05, -06)."""
    begun = run.posted if run.posted is not None else run.table.now
    until = later(begun, LASTS)
    for place in dict.fromkeys(run.bombarded):
        if until > run.table.now and until > run.state.bombarded.get(place, 0):
            run.table.say(BombardmentBegan(place, run.seat, until), EVERYONE)


def next_end(state: State) -> Instant | None:
    """Instant at which a bombardment next ends (CLK-15)."""
    return min(state.bombarded.values(), default=None)


@clock(next=next_end, priority=20)
def end_due(world: World, table: Table[State]) -> None:
    """Bombardments whose time is over leave their grids alone (CLK-15)."""
    for place, until in sorted(table.state.bombarded.items(), key=lambda pair: (pair[1], pair[0])):
        if until <= table.now:
            table.say(BombardmentEnded(place, table.now), EVERYONE)
