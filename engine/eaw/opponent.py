"""How Umpire plays an empire, from what that empire knows. It draws nothing by chance.

It gathers its ships in spears, fleets near the limit of CBPV with a scout each; it explores and mines what lies nearer
to its home than to others', builds what its docks and treasury allow, and sends a spear where its scouts see what it
can beat. Battles are settled by strength and dice, if the other admiral agrees.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from engine.eaw.composition import fault
from engine.eaw.figures import exact
from engine.eaw.look import Look
from engine.eaw.season.asked import Choose
from engine.eaw.season.jumps import Jump
from engine.eaw.season.plot import Plot, Projection, Seal, projected, rehearse
from engine.eaw.setup.opening import ChooseSample, HandIn
from engine.eaw.state import Choice, Dock, Fleet, Ship, Step
from engine.eaw.works.building import Build
from engine.eaw.works.developing import Colony, Mine
from engine.eaw.works.moving_goods import Transfer
from engine.eaw.works.sieges import Besiege
from engine.eaw.world import SENSORS
from engine.orders import Order
from engine.text.lines import to_text

SPEAR, POOR_SPEAR = Fraction(9, 10), Fraction(3, 4)
"""The part of its limit of CBPV from which a fleet is a spear, and from which it is one when there is no money to make
more of it."""
POOR = 100
"""A treasury in BPV that makes no fleet a spear any more."""
MARGIN = Fraction(1, 3)
"""The part of its strength that a spear wants to be left with after an attack; boldness comes with the years."""
MOST_BUILT = 5
"""Ships of one order to build that are tried."""


def advise(look: Look) -> Order | None:
    """The order that the viewer's empire would sensibly give next out of battle; None while it has nothing to do."""
    empire = look.empire
    if empire is None or look.outside() is not None:
        return None
    step, asked = look.known.step, look.asked()
    if step is Step.SETUP and not empire.ready:
        return HandIn() if look.mine.opening else ChooseSample()
    if isinstance(asked, Choice):
        return Choose(option=asked.usual[0])
    return next(season(look), Seal()) if step is Step.PLOT and not empire.sealed else None


def season(look: Look) -> Iterator[Order]:
    """The orders of a season that could still be given, the most urgent first."""
    ahead, lines = projected(look), look.mine.orders
    for order in Plans(look, ahead).wishes():
        if ahead.accepts(order):
            plan = rehearse(look, (*lines, to_text(order, Plot.kinds))).plan
            if all(one.refusal is None for one in plan):
                yield order


class Plans:
    """What an empire would like to order, after what it has ordered already: `now` is what it knows, `then` what it
    foresees.
    """

    def __init__(self, look: Look, ahead: Projection) -> None:
        self.look, self.world, self.seat = look, look.world, look.own
        self.now, self.then, self.ahead = look.known, ahead.look.known, ahead
        shape = self.now.map
        homes = shape.homes if shape is not None else ()
        self.homes = {
            seat: home for seat, home in zip(self.now.empires, homes, strict=False) if seat in self.now.living
        }
        self.fleets = [one for one in self.then.fleets.values() if one.owner == self.seat and one.place == "system"]
        part = POOR_SPEAR if self.ahead.look.mine.treasury < POOR else SPEAR
        self.spears = [
            one for one in self.fleets
            if self.strength(one) >= part * self.world.cap(self.now, self.captain(one))[0] and not one.trapped
        ]  # fmt: skip

    def strength(self, fleet: Fleet) -> Fraction:
        """The CBPV of a fleet."""
        return self.world.strength(self.then, self.then.crew(fleet.id))

    def captain(self, fleet: Fleet) -> bool:
        """Whether a Legendary Captain is with a fleet, which may be stronger then (EAW-17.0.2)."""
        return any(officer.kind == "captain" for ship in self.then.crew(fleet.id) for officer in ship.officers)

    def wishes(self) -> Iterator[Plot]:
        """All that would be sensible, the most urgent first."""
        for fleet in self.fleets:
            if fleet.trapped:
                yield Besiege(fleet=str(fleet.number))
        yield from self.attacks()
        if not self.spears:
            yield from self.gathering()
        yield from self.mines()
        yield from self.marches()
        yield from self.explorers()
        yield from self.gathering()
        yield from self.colonies()
        yield from self.building()

    # The map

    def far(self, system: str, goals: Iterable[str]) -> int:
        """Lanes to the nearest of some systems; many where there are none."""
        found = self.world.nearest(self.now, system, goals)
        return found if found is not None else len(self.now.systems)

    def step(self, fleet: Fleet, goal: str) -> str:
        """The next system on a shortest way to a goal, by none that is another's home unless it is the goal."""
        ways = [lane.far(fleet.at) for lane in self.now.lanes(fleet.at)]
        others = {home for seat, home in self.homes.items() if seat != self.seat and home != goal}
        return min(ways, key=lambda one: (one in others, self.far(one, [goal]), one), default=fleet.at)

    def moved(self, fleet: Fleet) -> bool:
        """Whether a fleet is somewhere else already, or has something to do where it is."""
        return fleet.id not in self.now.fleets or self.now.fleets[fleet.id].at != fleet.at or bool(fleet.committed)

    def seen(self, system: str) -> list[Fraction] | None:
        """The strengths of others' fleets that a scout saw in a system last season; None where none looked."""
        vision = self.look.knows(system).vision
        if vision is None or vision.t < self.now.t - 1 or not vision.scouted:
            return None
        found = [exact(one) for one in vision.fleets]
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
        mine, against = [one * one for one in ours], [one * one for one in theirs]
        while mine and against:
            lesser = min(mine[0], against[0])
            for side in (mine, against):
                side[0] -= lesser
                if not side[0]:
                    side.pop(0)
        return sum(mine, Fraction(0)) / sum((one * one for one in ours), Fraction(1))

    def wanted(self) -> Fraction:
        """The part of its strength that it wants to be left with: less each year, and in the last nothing."""
        return MARGIN / (1 + self.now.t // 4) if self.now.year < self.now.settings.end_year else Fraction(0)

    def attacks(self) -> Iterator[Plot]:
        """All spears of a system go where scouts see what they beat together, by the best outcome first."""
        for at in dict.fromkeys(one.at for one in self.spears):
            group = [one for one in self.spears if one.at == at and not self.moved(one)]
            ours = sorted((self.strength(one) for one in group), reverse=True)
            goals = []
            for to in (lane.far(at) for lane in self.now.lanes(at)):
                theirs = self.seen(to) or []
                home = any(to == home for seat, home in self.homes.items() if seat != self.seat)
                if theirs or (home and self.seen(to) is not None):
                    goals.append((self.left_after(ours, theirs), sum(theirs), to))
            for left, _, to in sorted(goals, key=lambda one: (-one[1], one[2])):
                if group and left >= self.wanted():
                    yield from (Jump(fleet=str(one.number), system=to) for one in group)

    def marches(self) -> Iterator[Plot]:
        """The first spear with a scout goes next to the nearest home of another, and waits there for its chance; the
        others follow it, as many as a system holds, but for the last one at home.
        """
        stood = {one.at for one in self.fleets}
        goals = [home for seat, home in self.homes.items() if seat != self.seat and home not in stood]
        led = sorted(
            self.spears, key=lambda one: (not self.scouting(one), -self.far(one.at, [self.look.mine.home]), one.number)
        )
        if not goals or not led or not self.scouting(led[0]):
            return
        first, rest = led[0], [one for one in led[1:] if one.at != led[0].at]
        goal = min(goals, key=lambda one: (self.far(first.at, [one]), one))
        if self.far(first.at, [goal]) > 1 and first.placed != self.now.t:
            yield Jump(fleet=str(first.number), system=self.step(first, goal))
        guard = max(rest, key=lambda one: (one.at == self.look.mine.home, -one.number)) if len(rest) > 1 else None
        for fleet in rest:
            if fleet is not guard and self.far(fleet.at, [goal]) > 1:
                yield Jump(fleet=str(fleet.number), system=self.step(fleet, first.at))

    def scouting(self, fleet: Fleet) -> bool:
        """Whether a fleet has a scout, or there is none to be had."""
        return self.world.scouts(self.then, fleet) or not any(
            design.has(*SENSORS) and self.world.in_service(self.now, design)
            for design in self.world.buildable(self.now, self.now.empires[self.seat].race)
        )

    # Ships

    def gathering(self) -> Iterator[Plot]:
        """The strongest fleet that is no spear takes ships of others where it stands, a scout first."""
        idle = [one for one in self.fleets if not one.trapped and not self.moved(one)]
        for main in sorted(idle, key=lambda one: (-self.strength(one), one.number)):
            crew = self.then.crew(main.id)
            donors = [one for one in idle if one.at == main.at and one.id != main.id and one not in self.spears]
            if main in self.spears and self.scouting(main):
                continue
            for donor in sorted(donors, key=lambda one: (not self.world.scouts(self.then, one), -self.strength(one))):
                ships = self.joining(crew, self.then.crew(donor.id), lacks_scout=not self.world.scouts(self.then, main))
                if ships:
                    names = ", ".join(ship.name for ship in ships)
                    yield Transfer(fleet=str(donor.number), ships=names, number=main.number)
            return

    def joining(self, crew: list[Ship], others: Iterable[Ship], *, lacks_scout: bool) -> list[Ship]:
        """The ships that a fleet can have of another's and comply, the strongest first, a scout before all."""

        def rank(ship: Ship) -> tuple[bool, Fraction, str]:
            scout = self.world.of(self.then, ship).has(*SENSORS)
            return (not (scout and lacks_scout), -self.world.effective(self.then, ship), ship.name)

        joined: list[Ship] = []
        for ship in sorted(others, key=rank):
            if fault(self.world, self.then, [*crew, *joined, ship]) is None:
                joined.append(ship)
        return joined

    def building(self) -> Iterator[Plot]:
        """As much as a dock, the treasury and a fleet that is no spear there allow; else a new fleet."""
        for dock in (one for one in self.then.docks.values() if one.owner == self.seat and one.place == "system"):
            there = [one for one in self.fleets if one.at == dock.at and one not in self.spears and not self.moved(one)]
            numbers = [one.number for one in sorted(there, key=lambda one: (-self.strength(one), one.number))]
            taken = {one.number for one in self.then.fleets.values() if one.owner == self.seat}
            for number in (*numbers, next(one for one in range(1, 100) if one not in taken)):
                order = self.built(dock, number)
                if order is not None:
                    yield order
                    break

    def built(self, dock: Dock, number: int) -> Build | None:
        """The best ships that can be built into a fleet: the strongest first, as many as fit, and a Legendary Captain
        for a fleet that has none.
        """
        designs = [
            one for one in self.world.buildable(self.now, self.now.empires[self.seat].race)
            if one.cbpv == one.ebpv and one.sc > 2 and self.world.in_service(self.now, one)
        ]  # fmt: skip
        fleet = next((one for one in self.fleets if one.number == number), None)
        led = not self.now.settings.lo_purchase_at_build or (fleet is not None and self.captain(fleet))
        order, names = None, list[str]()
        for design in sorted(designs, key=lambda one: (-one.cbpv, one.name)):
            while len(names) < MOST_BUILT:
                name = design.name if names or led else f"{design.name} [captain]"
                wanted = Build(ships=", ".join([*names, name]), dock=str(dock.number), number=number)
                if not self.ahead.accepts(wanted):
                    break
                order, names = wanted, [*names, name]
        return order

    # The land

    def mines(self) -> Iterator[Plot]:
        """Mines at mineral planets."""
        return (Mine(fleet=str(one.number)) for one in self.settlers("mineral"))

    def colonies(self) -> Iterator[Plot]:
        """Colonies at life planets."""
        return (Colony(fleet=str(one.number)) for one in self.settlers("life"))

    def settlers(self, planet: str) -> Iterator[Fleet]:
        """The fleets that stand at a planet of a kind that nobody has developed, as far as is known."""
        for fleet in self.fleets:
            if self.look.knows(fleet.at).planet == planet and self.now.systems[fleet.at].development is None:
                yield fleet

    def explorers(self) -> Iterator[Plot]:
        """Fleets that are no spears go to undiscovered systems nearer to home than to others' homes."""
        mine = self.homes.get(self.seat, "")
        others = [home for seat, home in self.homes.items() if seat != self.seat]
        held = {one.at for one in self.fleets}
        goals = [
            system for system in self.now.systems
            if self.look.knows(system).planet == "unknown" and system not in held and system not in others
            and self.far(mine, [system]) <= self.far(system, others) and not self.seen(system)
        ]  # fmt: skip
        free = [one for one in self.fleets if one not in self.spears and not self.moved(one) and not one.trapped]
        pairs = (
            (self.far(one.at, [goal]), self.strength(one), one.number, goal, one) for goal in goals for one in free
        )
        for _, _, number, goal, fleet in sorted(pairs, key=lambda one: one[:4]):
            if self.look.knows(fleet.at).planet != "unknown":
                yield Jump(fleet=str(number), system=self.step(fleet, goal))
