"""Joining a campaign and setting up the starting fleet. Rulebook: GCW-SET, GCW-CMD, GCW-ESC, GCW-FAC-11, GCW-STK-01."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Self

from msgspec.structs import replace
from pydantic import Field

from engine.act import Act, Order
from engine.clock import Instant
from engine.declared.changes import Its, Sets, Writes
from engine.declared.sentences import Addressed
from engine.game import EVERYONE, Fact, Seat, only
from engine.gcw.acting import HERO_CLASS, OWN
from engine.gcw.contacts import all_appeared
from engine.gcw.data.codes import Code
from engine.gcw.data.people import Faction
from engine.gcw.data.units import Berth, UnitClass
from engine.gcw.economy.accounts import book
from engine.gcw.economy.rosters import no_class, over, plus, technology
from engine.gcw.figures.command import CAPACITY, Limits, Strength, can_escort, escort_ok, fleet_ok, ships_needed
from engine.gcw.fleets import (
    INDEPENDENTS,
    Boarded,
    HeroTrained,
    Mustered,
    Name,
    Removed,
    Renamed,
    laden,
    new_unit,
    roster,
)
from engine.gcw.look import At, Look, Money, faction, player, when
from engine.gcw.look import Name as SafeName
from engine.gcw.look import Player as PlayerOf
from engine.gcw.people.strongholds import furnish, hold
from engine.gcw.state import Booking, Hero, Player, PlayerStatus, State, Unit, UnitKind, Why, carried, put
from engine.gcw.world import CAMPAIGN, World
from engine.look import Refused
from engine.noun import Found, Noun, Value
from engine.orders import Option, Pick
from engine.text.message import N_, T_, Text, drawn, term
from engine.text.names import shown

START_CELL = "B-1"
START_RINGS = ("DSZ", "C", "B")
FACILITY_CREDIT = 2000
"""KC of facility credit at the start (GCW-SET-01)."""


class Opened(Fact[State], frozen=True):
    """The campaign begins."""

    says = N_("The campaign **{name}** begins: {at}.")
    decides = True
    makes = Writes("name", opened_at=Its("at"), paid_upto=Its("at"))
    name: SafeName
    at: At


def no_faction(look: Look, words: str, hint: str) -> Refused:
    """NO_FACTION, with those there are."""
    names = ", ".join(side.name for side in look.world.pack.factions.values())
    return Refused("NO_FACTION", {"name": words, "hint": hint, "factions": names})


def no_package(look: Look, chosen: Faction, found: Found) -> Refused | None:
    """Independents have a package of their own, if the pack has one (GCW-SET-05)."""
    missing = chosen.code == INDEPENDENTS and look.world.pack.independent is None
    return Refused("SETUP_SPEC_MISSING") if missing else None


def homeless(look: Look, chosen: Faction, found: Found) -> Refused | None:
    """HOME_NEEDED where another faction's player holds the stronghold, and no home was assigned (GCW-SET-06)."""
    owner = look.known.owners.get(chosen.stronghold)
    held = look.known.players.get(owner) if owner is not None else None
    taken = held is not None and held.faction != chosen.code
    return Refused("HOME_NEEDED") if taken and look.viewer not in look.known.homes else None


def holder_of(look: Look, chosen: Faction) -> Text:
    """A note for a menu: a faction's stronghold is free, or who holds it."""
    owner = look.known.owners.get(chosen.stronghold)
    return N_("held by {player}")(player=drawn(owner)) if owner is not None else T_("free")


STRONGHOLD = N_("{faction}: stronghold {system}, {held}")
FACTION: Noun[Look, Faction] = Noun(
    "a faction",
    lambda look, found: look.world.pack.factions.values(),
    lambda chosen: (chosen.name, chosen.code),
    lambda look, chosen: STRONGHOLD(
        faction=term(chosen.name), system=term(chosen.stronghold), held=holder_of(look, chosen)
    ),
    unknown=no_faction,
    exact=lambda look, words, found: look.world.pack.find_faction(words),
    tests=(no_package, homeless),
)
"""A faction that can be joined with."""


class Join(Order):
    """Join the campaign with a faction and a hero."""

    path: ClassVar[str] = "gcw join"
    line: ClassVar[str] = "join {faction} as {hero}[ class {hero_class}]"
    sheet: ClassVar[bool] = False
    faction: Annotated[str, FACTION] = Field(description="the faction", max_length=60)
    hero: Name = Field(description="your hero's name", max_length=40)
    hero_class: Annotated[str, HERO_CLASS] = Field("Admiral", description="what your hero is", max_length=40)

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """Once, while the campaign runs."""
        if look.known.over_at is not None:
            return Refused("CAMPAIGN_OVER", {"time": when(look.known.over_at)})
        mine = look.known.players.get(look.viewer)
        if mine is None:
            return None
        fix = (
            T_("`muster` adds a ship, and `confirm` confirms your setup.") if mine.status is PlayerStatus.SETUP else ""
        )
        return Refused("SETUP_DONE", {}, "GCW-SET-01", fix, HAS_JOINED(faction=faction(look.world, mine.faction)))

    def obey(self, act: Act[World, State]) -> None:
        """A hero at level 1, facility credit, a home (GCW-SET-01, -05, -06)."""
        seat, pack = act.seat, act.world.pack
        chosen: Faction = act.found.faction
        package = pack.independent if chosen.code == INDEPENDENTS else None
        home = act.look.known.homes.get(seat) or chosen.stronghold
        free = chosen.stronghold not in act.state.owners
        holder = free and home == chosen.stronghold
        act.say(Joined(seat, chosen.code, home, holder, at=act.table.now), EVERYONE)
        hero = Hero(
            id=act.state.next_id("h", seat), owner=seat, name=self.hero, klass=act.found.hero_class.code,
            level=package.hero_level if package is not None else 1,
        )  # fmt: skip
        act.say(HeroTrained(hero), only(seat))
        treasury, credit = (package.treasury, package.facility_credit) if package else (0, FACILITY_CREDIT)
        if act.world.version >= CAMPAIGN:
            opened = Booking(at=act.table.now, why=Why.START, amount=treasury)
            book(act.table, seat, opened, replace(opened, amount=credit, credit=True))
        else:
            act.say(Credited(seat, treasury, credit), only(seat))
        if holder and act.world.whole(act.state):
            hold(act.world, act.table, seat, home)

    @classmethod
    def likely(cls, look: Look) -> Iterator[Self]:
        """With each faction that can be joined with, and a hero of another name than those of others."""
        for chosen in FACTION.fitting(look):
            yield cls(faction=chosen.code, hero=f"Captain {look.viewer.capitalize()}")


HAS_JOINED = N_("You have joined with the {faction} already.")
YOU_HOLD = N_("You join with the {faction}, at home at {home}, and hold it.")
YOU_JOIN = N_("You join with the {faction}, at home at {home}, which is in other hands.")
HOLDS = N_("{player} joins with the {faction}, at home at {home}, and holds it.")
JOINS = N_("{player} joins with the {faction}, at home at {home}, which is in other hands.")


class Joined(Fact[State], frozen=True):
    """A player joined with a faction (GCW-SET-01); `holder`: holds the stronghold (GCW-SET-06)."""

    rule = "GCW-SET-01"
    decides = True
    seat: Seat
    faction: str
    home: str
    holder: bool
    at: Instant

    def evolve(self, state: State) -> State:
        joined = Player(seat=self.seat, faction=self.faction, home=self.home, holder=self.holder, joined_at=self.at)
        owners = put(state.owners, self.home, self.seat) if self.holder else state.owners
        return replace(state, players=put(state.players, self.seat, joined), owners=owners)

    def words(self, look: Look) -> Text:
        mine, others = (YOU_HOLD, HOLDS) if self.holder else (YOU_JOIN, JOINS)
        sentence = mine if look.mine(self.seat) else others
        return sentence(player=player(self.seat), faction=faction(look.world, self.faction), home=term(self.home))


class Credited(Fact[State], frozen=True):
    """A player's facility credit and treasury at the start, in KC (GCW-SET-01, -05); `Booked` from version 3 on."""

    says = N_("You have {treasury} and a facility credit of {credit}.")
    rule = "GCW-SET-03"
    makes = Sets("players", "seat", "treasury", "credit")
    seat: Seat
    treasury: Money
    credit: Money


class Setting(Order):
    """An order while the fleet is set up."""

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """NOT_JOINED, SETUP_DONE, ELIMINATED, RETIRED for whoever is not setting up a fleet."""
        found = look.known.players.get(look.viewer)
        if found is None:
            return Refused("NOT_JOINED")
        if found.status is PlayerStatus.SETUP:
            return None
        return Refused("SETUP_DONE" if found.status is PlayerStatus.ACTIVE else found.status.value, rule="GCW-SET-02")


def faction_of(look: Look) -> Faction:
    """The faction of a player."""
    return look.world.pack.factions[look.known.players[look.viewer].faction]


def allowance(world: World, chosen: Faction) -> int:
    """Command points of a starting fleet (GCW-SET-02; for Independents their own package, GCW-SET-05)."""
    package = world.pack.independent if chosen.code == INDEPENDENTS else None
    return package.ship_cp if package is not None else CAPACITY


def listed_classes(look: Look, found: Found) -> Iterator[UnitClass]:
    """The classes of the faction's list; none before a player has joined."""
    if look.viewer in look.known.players:
        lists = look.world.pack.units_of(faction_of(look))
        for code in (*lists.ships, *lists.squadrons, *lists.auxiliaries, *lists.bonus_only):
            yield look.world.pack.units[code]


LEFT, ESCORT_LEFT = N_("{name} ({code}, {cp} of {left} CP left)"), N_("{name} ({code}, escort, {cp} of {left} CP left)")


def class_label(look: Look, spec: UnitClass) -> str:
    """A class in the menu: what it is and costs, and what is left."""
    says = LEFT if spec.berth is None else ESCORT_LEFT
    left = CAPACITY - roster(look.world, look.known, look.viewer).cp
    return says(name=term(spec.name), code=term(spec.code), cp=spec.cp, left=left)


def class_found(look: Look, words: str, found: Found) -> UnitClass | None:
    """A class with command points, by code or name or the beginning of one, of whatever faction."""
    spec = look.world.pack.find_unit(words)
    return spec if spec is not None and spec.cp else None


def forbidden(look: Look, spec: UnitClass, found: Found) -> Refused | None:
    """TECH_FORBIDDEN for a class that the faction does not use, NOT_BUILT for more than its bonus (GCW-FAC-11)."""
    bonus = sum(bonus.count for bonus in faction_of(look).bonus if bonus.code == spec.code)
    return technology(look, spec) if sum(unit.code == spec.code for unit in look.own()) >= bonus else None


def no_escort(look: Look, spec: UnitClass, found: Found) -> Refused | None:
    """ESCORT_NOT_HYPER for a craft that cannot travel with the fleet (GCW-ESC)."""
    bound = spec.berth is not None and can_escort(hyper_capable=spec.hyper_tenths > 0) is not None
    return Refused(Code.ESCORT_NOT_HYPER, {"unit": spec.name}) if bound else None


def too_much(look: Look, spec: UnitClass, found: Found) -> Refused | None:
    """The fleet would be over 23 CP, seven ships or the escorts its ships supply (GCW-CMD-01, -03, GCW-ESC)."""
    added = Strength(
        (spec.cp,) if spec.berth is None else (), int(spec.berth is Berth.SF), int(spec.berth is Berth.AUX)
    )
    before = roster(look.world, look.known, look.viewer)
    return over_limit(look, before, plus(before, added))


def over_limit(look: Look, before: Strength, after: Strength) -> Refused | None:
    """Refuses a starting fleet that may not be so, with the numbers."""
    most = Limits(allowance(look.world, faction_of(look)))
    code = fleet_ok(after.ships, after.squadrons, after.auxiliaries, capacity=most.cp)
    return None if code is None else over(code, before, after, most)


CLASS: Noun[Look, UnitClass] = Noun(
    "a class",
    listed_classes,
    lambda spec: (spec.code, spec.name),
    class_label,
    unknown=no_class(listed_classes),
    exact=class_found,
    tests=(no_escort, too_much, forbidden),
)
"""A class that can be added to the starting fleet."""


def start_cell(look: Look, words: str, found: Found) -> str:
    """A cell where a fleet may start. Refuses CELL_UNKNOWN, LEVEL_REQUIRED, START_ZONE."""
    cell = look.world.grid.cell(words)
    if isinstance(cell, Code):
        look.refuse(cell, cell=shown(words), grid=shown(words), needed=T_("a space cell"))
    if cell.ring.value not in START_RINGS:
        look.refuse("START_ZONE", cell=cell.name)
    return cell.name


CELL: Value[Look, str] = Value(
    "a cell",
    start_cell,
    lambda look, found: (
        Option(cell.name) for cell in look.world.grid.cells.values() if cell.ring.value in START_RINGS
    ),
)


def muster(act: Act[World, State], spec: UnitClass, cell: str, called: str = "") -> None:
    """A unit of the starting fleet, with its complement; a hero who is nowhere goes aboard the first ship."""
    seat, mine = act.seat, act.state.players[act.seat]
    unit = new_unit(act.world, act.state, seat, spec.code, called or spec.name)
    placed = replace(unit, system=mine.home, cell=cell, escort=spec.berth is not None)
    units = laden(act.world, act.state, placed)
    act.say(Mustered(units), only(seat))
    hero = next((hero for hero in act.state.heroes.values() if hero.owner == seat and not hero.aboard), None)
    if hero is not None and spec.berth is None:
        act.say(Boarded(hero.id, units[0].id), only(seat))


def dismiss(act: Act[World, State], unit: Unit) -> None:
    """A unit of the starting fleet goes, and what is aboard; heroes are at home again."""
    leaving = (unit, *carried(act.state, unit))
    gone = tuple(one.id for one in leaving)
    act.say(Removed(gone, "dismissed", tuple(one.name for one in leaving)), only(act.seat))
    for hero in act.state.heroes.values():
        if hero.aboard in gone:
            act.say(Boarded(hero.id, ""), only(act.seat))


class Muster(Setting):
    """Add a ship, or an escort craft, to your starting fleet."""

    path: ClassVar[str] = "gcw muster"
    line: ClassVar[str] = "muster {unit}[ named {name}][ at {cell}]"
    each: ClassVar[int] = 40
    unit: Annotated[str, CLASS] = Field(description="a class of your faction's list", max_length=60)
    name: Annotated[Name | None, Pick("a name")] = Field(None, description="what it is called", max_length=40)
    cell: Annotated[str, CELL] = Field(START_CELL, description="where it starts in your home system", max_length=8)

    def obey(self, act: Act[World, State]) -> None:
        """A unit and its complement; a hero who is nowhere goes aboard the first ship (GCW-SET-02)."""
        muster(act, act.found.unit, act.found.cell, self.name or "")


def of_a_complement(look: Look, unit: Unit, found: Found) -> Refused | None:
    """Refuses what came with a ship, since it goes with it."""
    return Refused("COMPLEMENT", {"unit": shown(unit.name)}) if unit.docked else None


def supplies_escorts(look: Look, unit: Unit, found: Found) -> Refused | None:
    """ESCORT_RATIO for a ship without which there would be too many escorts (GCW-ESC)."""
    after = roster(look.world, look.known, look.viewer)
    ships = len(after.ships) - 1
    if unit.kind is not UnitKind.SHIP or escort_ok(ships, after.squadrons, after.auxiliaries) is None:
        return None
    return Refused(Code.ESCORT_RATIO, {"need": ships_needed(after.squadrons, after.auxiliaries), "have": ships})


MINE = OWN.but(stranger=None)
"""A unit of the player's; the names of all others are unknown."""


class Dismiss(Setting):
    """Take a unit out of your starting fleet again."""

    path: ClassVar[str] = "gcw dismiss"
    line: ClassVar[str] = "dismiss {unit}"
    unit: Annotated[str, MINE.that(of_a_complement, supplies_escorts)] = Field(
        description="a ship or escort of yours", max_length=60
    )

    def obey(self, act: Act[World, State]) -> None:
        """The unit goes, and what is aboard; heroes are at home again."""
        dismiss(act, act.found.unit)


def unfit(look: Look) -> Refused | None:
    """NO_FLEET, or what of the whole fleet is against the limits, once more as a whole (GCW-SET-02, GCW-CMD-05)."""
    fleet = roster(look.world, look.known, look.viewer)
    return over_limit(look, fleet, fleet) if fleet.ships else Refused("NO_FLEET")


class Confirm(Setting):
    """Confirm your setup: what is left of the 23 command points lapses."""

    path: ClassVar[str] = "gcw confirm"
    line: ClassVar[str] = "confirm"
    sheet: ClassVar[bool] = False

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """While the fleet is set up, and has a ship."""
        return super().ready(look) or unfit(look)

    def obey(self, act: Act[World, State]) -> None:
        """The fleet stands as it is, from now on also for others to see (GCW-SET-02); so does what comes with it."""
        if act.world.whole(act.state):
            furnish(act.world, act.table, act.seat)
        act.say(Confirmed(act.seat, act.table.now), EVERYONE)
        all_appeared(act.table, act.world, list(act.state.of(act.seat)))


class Confirmed(Fact[State], frozen=True):
    """A player's setup is confirmed (GCW-SET-02)."""

    says = Addressed("seat", N_("Your setup is confirmed."), N_("{seat}'s setup is confirmed."))
    rule = "GCW-SET-02"
    decides = True
    makes = Sets("players", "seat", status=PlayerStatus.ACTIVE, confirmed_at=Its("at"))
    seat: PlayerOf
    at: Instant


class Rename(Order):
    """Give a unit of yours another name."""

    path: ClassVar[str] = "gcw rename"
    line: ClassVar[str] = "rename {unit} to {name}"
    unit: Annotated[str, MINE] = Field(description="a unit of yours", max_length=60)
    name: Name = Field(description="what it is called from now on", max_length=40)

    def obey(self, act: Act[World, State]) -> None:
        """Another name, if it is not taken, and if no order of a turn that is drafted or posted has the old one."""
        unit: Unit = act.found.unit
        known = act.look.known
        if any(other.name.casefold() == self.name.casefold() for other in known.of(act.seat) if other.id != unit.id):
            act.refuse("NAME_TAKEN", name=shown(self.name))
        posted = [turn.lines for turn in known.turns.values() if turn.seat == act.seat]
        for lines in (known.drafts.get(act.seat, ()), *posted):
            if any(unit.name.casefold() in line.casefold() for line in lines):
                act.refuse("NAME_USED", unit=shown(unit.name))
        act.say(Renamed(unit.id, self.name), only(act.seat))
