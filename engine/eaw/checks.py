"""The checks of a campaign, for fuzz and tests: the oracle of knowledge, soundness, money."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from engine.clock import Instant
from engine.eaw.season.asked import Choose
from engine.eaw.season.movement import STACK
from engine.eaw.season.plot import Seal
from engine.eaw.season.run import Paid
from engine.eaw.state import Fort, State, Step, System, with_fleets, with_realm, with_system
from engine.eaw.world import World
from engine.game import Said, Seat
from engine.orders import Order
from engine.played.chance import Chance
from engine.played.checks import Checks


def as_known(state: State, seat: Seat) -> State:
    """The state as a seat knows it: of others what everybody knows, and nothing of theirs (section 5)."""

    def of(system: System) -> System:
        held, fort = system.development, system.fort
        return System(
            system.id,
            development=held if held is not None and held.owner == seat else None,
            fort=fort if fort is not None and fort.owner == seat else None,
            webs=tuple(web for web in system.webs if web.owner == seat),
            stalemate=system.stalemate,
            pods=tuple(pod for pod in system.pods if pod.owner == seat),
        )

    fought = {id for id, one in state.battles.items() if any(force.seat == seat for force in one.forces)}
    return replace(
        state,
        realms={one: realm for one, realm in state.realms.items() if one == seat},
        systems={id: of(one) for id, one in state.systems.items()},
        fleets={id: one for id, one in state.fleets.items() if one.owner == seat},
        ships={id: one for id, one in state.ships.items() if one.owner == seat},
        docks={id: one for id, one in state.docks.items() if one.owner == seat},
        bases={id: one for id, one in state.bases.items() if one.owner == seat},
        choices={id: one for id, one in state.choices.items() if one.seat == seat},
        packets={id: one for id, one in state.packets.items() if id in fought},
        filings={id: one for id, one in state.filings.items() if id in fought},
        terms={key: one for key, one in state.terms.items() if one.seat == seat},
        rolls={},
    )


def unsound(world: World, state: State) -> str | None:
    """The first thing that is wrong with a referee's state; None for a sound one."""
    return next(_faults(world, state), None)


def _faults(world: World, state: State) -> Iterator[str]:
    for seat, realm in state.realms.items():
        if realm.treasury != sum(realm.totals.values()):
            yield f"{seat} has {realm.treasury} BPV, and its credits and debits add up to {sum(realm.totals.values())}"
        if realm.treasury < 0:
            yield f"{seat} has {realm.treasury} BPV (EAW-2e.6)"
    for ship in state.ships.values():
        fleet = state.fleets.get(ship.fleet)
        if fleet is None:
            yield f"{ship.id} is in no fleet"
        elif fleet.owner != ship.owner:
            yield f"{ship.id} of {ship.owner} is in a fleet of {fleet.owner}"
    manned = {ship.fleet for ship in state.ships.values()}
    for fleet in state.fleets.values():
        if fleet.id not in manned:
            yield f"fleet {fleet.id} has no ship (EAW-7a.1)"
        if fleet.at not in state.systems:
            yield f"fleet {fleet.id} is nowhere"
        ends = next(({one.one, one.other} for one in state.lanes(fleet.at) if one.id == fleet.lane), set[str]())
        if fleet.place != "system" and not {fleet.at, fleet.bound} <= ends:
            yield f"fleet {fleet.id} is in no lane"
        if fleet.trapped and fleet.trapped != fleet.at:
            yield f"fleet {fleet.id} is trapped at {fleet.trapped}, and stands at {fleet.at} (EAW-10a)"
    if state.t:
        for system in state.systems:
            for seat in state.living:
                late = [one for one in state.fleets_at(system, seat) if one.arrived > 0]
                if len(late) > STACK + len(state.docks_at(system, seat)):
                    yield f"{len(late)} fleets of {seat} have come to {system} (EAW-17a)"
    if state.step is Step.PLOT and state.until is None:
        yield "orders are open for ever"
    if state.sites and state.step is Step.PLOT:
        yield "a site is open, and orders are too (section 6)"


def perturb(state: State, seat: Seat, chance: Chance) -> State | None:
    """A state that the seat cannot tell from this one: a fleet, a fort or the treasury of another is otherwise."""
    others = [one for one in state.living if one != seat]
    if not others or state.step is not Step.PLOT:
        return None
    other = chance.choice(others)
    fleets = [one for one in state.fleets.values() if one.owner == other and one.place == "system"]
    kind = chance.below(3)
    if kind == 0 and fleets:
        moved = chance.choice(fleets)
        elsewhere = [lane.far(moved.at) for lane in state.lanes(moved.at)]
        return with_fleets(state, [moved.id], at=chance.choice(elsewhere))
    if kind == 1:
        system = chance.choice(list(state.systems.values()))
        if system.fort is None:
            return with_system(state, system.id, fort=Fort(other, state.t))
    realm = state.realms[other]
    totals = {**realm.totals, "ruling": realm.totals.get("ruling", 0) + 7}
    return with_realm(state, other, treasury=realm.treasury + 7, totals=totals)


def reveals(state: State, seat: Seat, order: Order | None, upto: Instant) -> object:
    """What may fairly come out when a season is played: who meets whom, what fleets see; before, nothing."""
    before = order is not None and not isinstance(order, Seal | Choose) and not order.moderator
    if before or (order is None and (state.until is None or state.until > upto)):
        return ()
    others = {one: realm for one, realm in state.realms.items() if one != seat}
    movers = [one for one in state.movers if one.owner != seat]
    ships = [one for one in state.ships.values() if one.owner != seat]
    return repr((movers, ships, list(state.systems.values()), list(state.bases.values()), others))


class EawChecks(Checks[State]):
    """What must hold of every campaign, and what each seat should know. Chances are estimated from fewer tries: those
    of random games are read by nobody.
    """

    def __init__(self, rules: Any) -> None:  # as every rulebook's checks
        super().__init__(rules)
        rules.world.tries = 50

    def as_known(self, state: State, seat: Seat) -> State:
        """What the seat should know."""
        return as_known(state, seat)

    def invariant(self, state: State) -> str | None:
        """What is wrong with a state; None for a sound one."""
        return unsound(self.rules.world, state)

    def between(self, before: State, said: Sequence[Said[State]], after: State, by: Seat) -> str | None:
        """Money that came or went without a credit or debit told to its owner (register 0.2); None where none did."""
        moved = Counter[Seat]()
        for one in said:
            if isinstance(one.fact, Paid):
                moved[one.fact.seat] += one.fact.amount
        for seat, realm in after.realms.items():
            held = before.realms[seat].treasury if seat in before.realms else 0
            if realm.treasury - held != moved[seat]:
                return f"{seat} went from {held} to {realm.treasury} BPV, and its credits and debits are {moved[seat]}"
        return None

    def perturb(self, state: State, seat: Seat, chance: Chance) -> State | None:
        """A state with something of another's changed that the seat cannot know of."""
        return perturb(state, seat, chance)

    def reveals(self, state: State, seat: Seat, order: Order | None, upto: Instant) -> object:
        """What the season fairly shows once it is played."""
        return reveals(state, seat, order, upto)
