"""Umpire's play of an empire, from what that empire knows. It draws nothing by chance.

It gathers its ships in spears, fleets near the limit of CBPV, with a scout and a minesweeper; it explores and mines
what lies nearer to its home than to others', and builds what its docks and treasury allow. Its spears wait together
where their scout sees a home of another, and go where they win; while it is not ahead in points, also where all of them
one after the other about match what is there. Crippled ships are repaired before they fight again. As an admiral it
settles battles by strength and dice, and takes another's report at his word.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate, repeat, takewhile

from engine.eaw.battle.auto import usual
from engine.eaw.battle.filings import GROUP, own_battles
from engine.eaw.battle.positions import Group, known_groups, suffers
from engine.eaw.battle.sites import BattleOrder, Side, aboard, choosing, own_sites
from engine.eaw.composition import fault
from engine.eaw.data.units import Design, Flag
from engine.eaw.figures import exact
from engine.eaw.look import Look
from engine.eaw.season.holdings import free_number
from engine.eaw.season.locking import FreeJump, Jump, jumps_freely
from engine.eaw.season.movement import STACK
from engine.eaw.season.plot import Plot, Projection, Seal, projected, stands
from engine.eaw.season.resolution import Choose
from engine.eaw.setup.opening import ChooseSample, HandIn, checked
from engine.eaw.state import SEASONS, Battle, Choice, Dock, Fleet, Ship, Site, Step
from engine.eaw.works.building import Build
from engine.eaw.works.developing import Besiege, Colony, Mine
from engine.eaw.works.moving_goods import LONGEST_LIST, Resupply, Transfer, colony_there
from engine.eaw.world import SENSORS
from engine.noun import Found
from engine.orders import Order

LEAVES_AT = ((Fraction(19, 20), 70), (Fraction(3, 5), 80), (Fraction(0), 90))
"""By how strong its side is for each point of the other's, the per cent of its strength below which Umpire as an
admiral leaves a battle: sooner where it will lose, which costs a quarter of a ship and not the whole."""
AUTO, CONFIRM = f"{GROUP.path} auto", f"{GROUP.path} confirm"
SPEAR, FULL = Fraction(2, 3), Fraction(19, 20)
"""The part of its limit of CBPV from which a fleet is a spear, and to which it grows."""
POOR = 100
"""A treasury in BPV for which no fleet waits at a dock any more."""
MARGIN = Fraction(1, 3)
"""The part of its strength that a group of spears wants to be left with after an attack."""
BOLD = Fraction(6, 5)
"""By how much it overrates its spears when it would throw in all of them: who attacks repairs between waves."""
DESPERATE = Fraction(3, 2)
"""The same in the last season of all."""
WELL = Fraction(2, 3)
"""The part of its strength left after which an attack needs no more fleets."""
WORN = Fraction(7, 8)
"""The part of its strength below which a fleet with crippled ships goes to be repaired."""
DOCKED = 100
"""What an attack on another's home is worth besides the fleets there, in CBPV: docks and mines."""
MOST_BUILT = 5
"""Ships of one order to build that are tried."""


def listed(ships: Iterable[Ship]) -> str:
    """The names of ships with commas, the first of them where an order does not hold all: players give long ones."""
    more = accumulate((ship.name for ship in ships), lambda found, name: f"{found}, {name}")
    return max(takewhile(lambda found: len(found) <= LONGEST_LIST, more), key=len, default="")


def advise(look: Look) -> Order | None:
    """The order that the viewer's empire would sensibly give next out of battle; None while it has nothing to do."""
    empire = look.empire
    if empire is None or look.outside() is not None:
        return None
    step, asked = look.known.step, look.asked()
    if step is Step.SETUP and not empire.ready:
        if not look.mine.opening:
            return ChooseSample()
        return None if checked(look, empire.seat, look.mine.opening).faults else HandIn()
    if isinstance(asked, Choice):
        return Choose(option=asked.usual[0])
    return next(season(look), Seal()) if step is Step.PLOT and not empire.sealed else None


def season(look: Look) -> Iterator[Order]:
    """The orders of a season that could still be given, the most urgent first."""
    ahead = projected(look)
    return possible(look, ahead, Plans(look, ahead).wishes())


def possible(look: Look, ahead: Projection, wishes: Iterable[Plot]) -> Iterator[Plot]:
    """Of some orders those that can be given besides what is ordered already."""
    return (wish for wish in wishes if ahead.accepts(wish) and stands(look, wish))


class Plans:
    """Plans of an empire after what it has ordered already: `now` is what it knows, `then` what it foresees."""

    def __init__(self, look: Look, ahead: Projection) -> None:
        self.look, self.world, self.seat = look, look.world, look.own
        self.now, self.then, self.ahead = look.known, ahead.look.known, ahead
        homes = zip(self.now.empires, self.now.map.homes if self.now.map is not None else (), strict=False)
        self.homes = {seat: home for seat, home in homes if self.now.empires[seat].alive}
        self.theirs = [home for seat, home in self.homes.items() if seat != self.seat]
        every = self.world.buildable(self.now, self.now.empires[self.seat].race)
        self.in_service = [design for design in every if self.world.in_service(self.now, design)]
        self.fleets = [one for one in self.then.fleets.values() if one.owner == self.seat and one.place == "system"]
        self.idle = [fleet for fleet in self.fleets if not fleet.trapped and not self.moved(fleet)]
        self.spears = [one for one in self.fleets if self.strength(one) >= SPEAR * self.limit(one) and not one.trapped]

    def limit(self, fleet: Fleet) -> int:
        """The most CBPV of a fleet, which may be stronger with a Legendary Captain (EAW-17.0.1, EAW-17.0.2)."""
        return self.world.cap(self.now, aboard(self.then, fleet.id, "captain"))[0]

    def full(self, fleet: Fleet) -> bool:
        """True if hardly anything more fits into a fleet."""
        return self.strength(fleet) >= FULL * self.limit(fleet)

    def strength(self, fleet: Fleet) -> Fraction:
        """Strength with which a fleet fights: its CBPV, of crippled ships half (register 2.7)."""
        crew = self.then.crew(fleet.id)
        crippled = [ship for ship in crew if ship.crippled]
        return self.world.strength(self.then, crew) - self.world.strength(self.then, crippled) / 2

    def strongest(self, fleets: Iterable[Fleet]) -> list[Fleet]:
        """Some fleets, the strongest first."""
        return sorted(fleets, key=lambda fleet: (-self.strength(fleet), fleet.number))

    def wishes(self) -> Iterator[Plot]:
        """All that would be sensible, the most urgent first."""
        yield from (Besiege(fleet=str(fleet.number)) for fleet in self.fleets if fleet.trapped)
        yield from self.attacks()
        yield from self.repairs()
        if not self.spears:
            yield from self.gathering()
        yield from (Mine(fleet=str(settler.number)) for settler in self.settlers("mineral"))
        yield from self.marches()
        yield from self.explorers()
        yield from self.gathering()
        yield from (Colony(fleet=str(settler.number)) for settler in self.settlers("life"))
        yield from self.musters()
        yield from self.building()

    # The map

    def far(self, system: str, goals: Iterable[str]) -> int:
        """Lanes to the nearest of some systems; many where there are none."""
        found = self.world.nearest(self.now, system, goals)
        return found if found is not None else len(self.now.systems)

    def step(self, fleet: Fleet, goal: str) -> str:
        """The next system on a shortest way to a goal, by none that is another's home unless it is the goal."""
        ways = self.now.beside(fleet.at)
        others = [home for home in self.theirs if home != goal]
        return min(ways, key=lambda way: (way in others, self.far(way, [goal]), way), default=fleet.at)

    def moved(self, fleet: Fleet) -> bool:
        """True if a fleet is somewhere else already, or has something to do where it is."""
        return fleet.id not in self.now.fleets or self.now.fleets[fleet.id].at != fleet.at or bool(fleet.committed)

    def jumps(self, fleet: Fleet, to: str) -> Iterator[Plot]:
        """A jump along a lane: for nothing if that can be, else for movement points."""
        if self.free(fleet):
            yield FreeJump(fleet=str(fleet.number), system=to)
        yield Jump(fleet=str(fleet.number), system=to)

    def free(self, fleet: Fleet) -> bool:
        """True if a fleet stands at a colony from which it may jump for nothing (EAW-5b.1)."""
        return jumps_freely(self.now, fleet.at, self.seat) and fleet.freed != self.now.t

    def seen(self, system: str) -> list[Fraction] | None:
        """The strengths of others' fleets that a scout saw in a system last season; None where none looked."""
        vision = self.look.knows(system).vision
        if vision is None or vision.t < self.now.t - 1 or not vision.scouted:
            return None
        found = [exact(fleet) for fleet in vision.fleets]
        for own in self.now.fleets_at(system, self.seat):
            mine = self.world.strength(self.now, self.now.crew(own.id))
            if mine in found:
                found.remove(mine)
        return sorted(found, reverse=True)

    # Fights

    def left_after(self, ours: Sequence[Fraction], theirs: Sequence[Fraction]) -> Fraction:
        """The part of our strength that is left when fleets have fought one by one, each as strong as the square of
        its CBPV; 0 where we lose.
        """
        mine, against = [share * share for share in ours], [share * share for share in theirs]
        while mine and against:
            lesser = min(mine[0], against[0])
            for side in (mine, against):
                side[0] -= lesser
                if not side[0]:
                    side.pop(0)
        return sum(mine, Fraction(0)) / sum((share * share for share in ours), Fraction(1))

    def promising(self, group: list[Fleet], theirs: Sequence[Fraction], left: Fraction) -> bool:
        """True if a group attacks that would be left with a part of its strength: it wins by a margin; or, while it is
        not ahead in points, it fills the system and with all that can follow it about matches what is there, or there
        is no year left to wait for better.
        """
        if left >= MARGIN:
            return True
        if self.leads():
            return False
        last = self.now.year >= self.now.settings.end_year
        bold = DESPERATE if last and self.now.t % len(SEASONS) == len(SEASONS) - 1 else BOLD
        others = [spear for spear in self.spears if spear not in group]
        waves = self.left_after([bold * self.strength(fleet) for fleet in (*group, *others)], theirs)
        return waves > 0 and (last or len(group) == STACK)

    def leads(self) -> bool:
        """True if it has more victory points than anybody else."""
        others = {seat: exact(empire.vp) for seat, empire in self.now.empires.items()}
        return others.pop(self.seat) > max(others.values(), default=Fraction(0))

    def attacks(self) -> Iterator[Plot]:
        """Spears from all around go together where scouts see what they beat, the most first; no more than are needed
        to win well, and no fewer than the whole group that can win.
        """
        found = []
        for to in self.now.systems:
            theirs = self.seen(to)
            home = to in self.theirs
            if theirs is None or not (theirs or home):
                continue
            group = self.group(to, theirs)
            left = self.left_after([self.strength(fleet) for fleet in group], theirs)
            if group and self.promising(group, theirs, left):
                found.append((left * (sum(theirs) + DOCKED * home), to, group))
        for _, to, group in sorted(found, key=lambda one: (-one[0], one[1])):
            for fleet in (fleet for fleet in group if fleet.at != to):
                yield from self.jumps(fleet, to)

    def group(self, to: str, theirs: Sequence[Fraction]) -> list[Fleet]:
        """The spears for an attack: those already on their way there, and of those next to it so many as win well, as
        far as movement points go; none where there is no room.
        """
        sent = [fleet for fleet in self.fleets if fleet.at == to and self.moved(fleet)]
        next_to = set(self.now.beside(to))
        able = [fleet for fleet in self.idle if fleet.placed != self.now.t]
        near = [fleet for fleet in able if fleet.at in next_to and not self.worn(fleet)]
        room = STACK - len([fleet for fleet in self.fleets if fleet.at == to])
        group, points = sent, self.ahead.left
        for fleet in self.strongest(near):
            price = 0 if self.free(fleet) else 1
            well = group and self.left_after([self.strength(one) for one in group], theirs) >= WELL
            if well or not room or price > points:
                continue
            group, points, room = [*group, fleet], points - price, room - 1
        return self.strongest(group)

    def repairs(self) -> Iterator[Plot]:
        """Worn fleets are made whole at a dock or colony, or go to the nearest."""
        places = [dock.at for dock in self.then.docks.values() if dock.owner == self.seat and dock.place == "system"]
        places += [id for id in self.now.systems if colony_there(self.now, id, self.seat)]
        for fleet in self.fleets:
            if not self.worn(fleet) or self.moved(fleet) or not places:
                continue
            yield Resupply(fleet=str(fleet.number))
            if fleet.at not in places:
                goal = min(places, key=lambda place: (self.far(fleet.at, [place]), place))
                yield from self.jumps(fleet, self.step(fleet, goal))

    def worn(self, fleet: Fleet) -> bool:
        """True if a fleet needs repairs before it fights again."""
        return self.strength(fleet) < WORN * self.world.strength(self.then, self.then.crew(fleet.id))

    def marches(self) -> Iterator[Plot]:
        """The first spear with a scout goes next to the nearest home of another, and waits there for its chance; the
        others follow it, as many as a system holds, but for the last one at home.
        """
        stood = {fleet.at for fleet in self.fleets}
        goals = [home for home in self.theirs if home not in stood]
        docked = {dock.at for dock in self.then.docks.values() if dock.owner == self.seat}
        growing = docked if self.ahead.look.mine.treasury >= POOR else ()  # there fleets wait for ships to be built
        ready, home = [one for one in self.spears if one.at not in growing or self.full(one)], self.look.mine.home
        led = sorted(ready, key=lambda fleet: (not self.scouting(fleet), -self.far(fleet.at, [home]), fleet.number))
        if not goals or not led or not self.scouting(led[0]):
            return
        first, rest = led[0], [fleet for fleet in led[1:] if fleet.at != led[0].at]
        goal = min(goals, key=lambda goal: (self.far(first.at, [goal]), goal))
        if self.far(first.at, [goal]) > 1 and first.placed != self.now.t:
            yield from self.jumps(first, self.step(first, goal))
        guard = max(rest, key=lambda fleet: (fleet.at == home, -fleet.number)) if len(rest) > 1 else None
        for fleet in (fleet for fleet in rest if fleet is not guard and self.far(fleet.at, [goal]) > 1):
            yield from self.jumps(fleet, self.step(fleet, first.at))

    def scouting(self, fleet: Fleet) -> bool:
        """True if a fleet has a scout, or there is none to be had."""
        return self.world.scouts(self.then, fleet) or not any(design.has(*SENSORS) for design in self.in_service)

    # Ships

    def gathering(self) -> Iterator[Plot]:
        """Fleets with room, the strongest first, take ships of others where they stand, a scout first."""
        for main in self.strongest(self.idle):
            crew = self.then.crew(main.id)
            if self.full(main) and self.scouting(main):
                continue
            there = [fleet for fleet in self.idle if fleet.at == main.at and fleet not in self.spears and fleet != main]
            donors = [fleet for fleet in there if self.strength(fleet) <= self.strength(main)]
            for donor in sorted(donors, key=lambda one: (not self.world.scouts(self.then, one), -self.strength(one))):
                ships = self.joining(crew, self.then.crew(donor.id), lacks_scout=not self.world.scouts(self.then, main))
                if ships:
                    yield Transfer(fleet=str(donor.number), ships=listed(ships), number=main.number)

    def musters(self) -> Iterator[Plot]:
        """Fleets that have nothing to do go where the strongest fleet stands that has room for more."""
        open_to = [fleet for fleet in self.fleets if not self.full(fleet) and not fleet.trapped]
        for fleet in open_to:
            if fleet in self.spears or self.moved(fleet) or self.worn(fleet):
                continue
            others = [other for other in open_to if self.strength(other) > self.strength(fleet)]
            main = max(others, key=lambda other: (self.strength(other), -other.number), default=None)
            if main is not None and main.at != fleet.at:
                yield from self.jumps(fleet, self.step(fleet, main.at))

    def joining(self, crew: list[Ship], others: Iterable[Ship], *, lacks_scout: bool) -> list[Ship]:
        """The ships that a fleet can have of another's and comply, the strongest first, a scout before all."""

        def rank(ship: Ship) -> tuple[bool, Fraction, str]:
            scout = self.world.of(self.then, ship).has(*SENSORS)
            return (not (scout and lacks_scout), -Fraction(self.world.effective(self.then, ship)), ship.name)

        joined: list[Ship] = []
        for ship in sorted(others, key=rank):
            if fault(self.world, self.then, [*crew, *joined, ship]) is None:
                joined.append(ship)
        return joined

    def building(self) -> Iterator[Plot]:
        """As much as a dock, the treasury and a fleet with room there allow; else a new fleet."""
        for dock in (dock for dock in self.then.docks.values() if dock.owner == self.seat and dock.place == "system"):
            there = [one for one in self.fleets if one.at == dock.at and not self.full(one) and not self.moved(one)]
            numbers = [fleet.number for fleet in self.strongest(there)]
            tried = map(self.built, repeat(dock), (*numbers, free_number(self.then.fleets, self.seat)))
            if order := next(filter(None, tried), None):
                yield order

    def built(self, dock: Dock, number: int) -> Build | None:
        """The best ships that can be built into a fleet: a minesweeper where it has none, then the strongest, as many
        as fit, and a Legendary Captain for a fleet that has none.
        """
        fleet = next((fleet for fleet in self.fleets if fleet.number == number), None)
        led = fleet is not None and aboard(self.then, fleet.id, "captain")
        led = led or not self.now.settings.lo_purchase_at_build
        order, names = None, list[str]()
        for design, most in self.designs(fleet):
            for _ in range(min(most, MOST_BUILT - len(names))):
                for called in (design.name,) if led else (f"{design.name} [captain]", design.name):
                    wanted = Build(ships=", ".join([*names, called]), dock=str(dock.number), number=number)
                    if self.ahead.accepts(wanted):
                        order, names, led = wanted, [*names, called], led or called != design.name
                        break
                else:
                    break
        return order

    def designs(self, fleet: Fleet | None) -> Iterator[tuple[Design, int]]:
        """Designs worth building into a fleet, or a new one, and their numbers, the most wanted first."""
        able = [design for design in self.in_service if design.sc > 2]
        sweepers = [design for design in able if design.has(Flag.MINESWEEPER)]
        if fleet is not None and sweepers and not self.world.has(self.then, fleet, Flag.MINESWEEPER):
            yield max(sweepers, key=lambda sweeper: (sweeper.cbpv, sweeper.name)), 1
        for design in sorted(able, key=lambda design: (-design.cbpv, design.name)):
            if design.cbpv == design.ebpv:
                yield design, MOST_BUILT

    # The land

    def settlers(self, planet: str) -> Iterator[Fleet]:
        """The fleets that stand at a planet of a kind that nobody has developed, as far as is known."""
        free = (fleet for fleet in self.fleets if self.now.systems[fleet.at].development is None)
        return (fleet for fleet in free if self.look.knows(fleet.at).planet == planet)

    def explorers(self) -> Iterator[Plot]:
        """Fleets that are no spears go to undiscovered systems nearer to home than to others' homes."""
        mine, others = self.homes.get(self.seat, ""), self.theirs
        taken = {*others, *(fleet.at for fleet in self.fleets)}
        unknown = [one for one in self.now.systems if self.look.knows(one).planet == "unknown" and one not in taken]
        goals = [one for one in unknown if self.far(mine, [one]) <= self.far(one, others) and not self.seen(one)]
        free = [fleet for fleet in self.idle if fleet not in self.spears and not self.worn(fleet)]
        pairs = ((self.far(one.at, [to]), self.strength(one), one.number, to, one) for to in goals for one in free)
        for _, _, _, goal, fleet in sorted(pairs, key=lambda pair: pair[:4]):
            if self.look.knows(fleet.at).planet != "unknown":
                yield from self.jumps(fleet, self.step(fleet, goal))


def in_battle(look: Look, orders: Mapping[str, type[Order]]) -> Order | None:
    """The order that the viewer would sensibly give next: fleets in a good order; the left; each battle is settled by
    strength and dice, and a report that the other admiral filed is taken at his word. None where it owes nothing.

    `orders` are the rulebook's, by their paths.
    """
    for site in own_sites(look, Found({})):
        if "order" not in look.mine.filed.get(site.id, {}):
            return BattleOrder(site=site.id, fleets=", ".join(group.called for group in queued(look, site)))
    if choosing(look):
        return Side(side="left")
    for battle in own_battles(look, Found({})):
        filing = look.known.filings.get(battle.id)
        if filing is not None and filing.by != look.seat and battle.stage == "open":
            return orders[CONFIRM].model_validate({"battle": battle.id})
        if filing is None and f"{battle.id}/{look.seat}" not in look.known.terms:
            way = usual(battle, look.known.packets[battle.id], look.own).exit
            terms = {"battle": battle.id, "per_cent": leaves_at(look, battle), "exit": way or "none"}
            return orders[AUTO].model_validate(terms)
    return None


def leaves_at(look: Look, battle: Battle) -> int:
    """Below which per cent of its strength the viewer's side leaves: by the strengths as both know them."""
    packet, strengths = look.known.packets[battle.id], dict[bool, Fraction]()
    for force in battle.forces:
        powers = [exact(unit.power) / (2 if suffers(packet, unit.mark) else 1) for unit in force.units]
        strengths[force.seat == look.seat] = sum(powers, Fraction(0))
    ratio = strengths[True] / max(strengths[False], Fraction(1))
    return next(per_cent for least, per_cent in LEAVES_AT if ratio >= least)


def queued(look: Look, site: Site) -> list[Group]:
    """The viewer's groups at a site, the strongest first, docks last; but of those who came, a fleet with a minesweeper
    comes last: it alone can leave a fortification when no other is behind it (EAW-10g, EAW-26.0).
    """
    fleets = look.known.fleets

    def late(group: Group) -> bool:
        fleet = fleets.get(group.id)
        return fleet is None or (fleet.pinned == "arrived" and look.world.has(look.known, fleet, Flag.MINESWEEPER))

    return sorted(known_groups(look, site), key=late)
