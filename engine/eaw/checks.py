"""The checks of a campaign, for fuzz and tests: the oracle of knowledge, soundness, money."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice, product

from msgspec.structs import replace

from engine.clock import Instant
from engine.eaw.battle.positions import escorting, there
from engine.eaw.battle.reports import Fought, OfBattle
from engine.eaw.battle.sites import AtSite, Side
from engine.eaw.season.holdings import ShipsJoined, base_id, dock_id, fleet_id, ship_id
from engine.eaw.season.movement import STACK
from engine.eaw.season.plot import Plot, PlotOrder, Prefer, Seal, Unseal
from engine.eaw.season.resolution import Choose
from engine.eaw.season.run import Paid
from engine.eaw.setup.opening import Choosing, HandIn
from engine.eaw.state import Base, Fort, Mover, Ship, State, Step, System, had_by, with_fleets, with_realm, with_system
from engine.game import Said, Seat, Setup
from engine.orders import Order
from engine.played.chance import Chance
from engine.played.checks import Campaign, Checks, Hidden, Length
from engine.played.played_game import PlayedGame

NUMBERED = re.compile(r"[1-9][0-9]{8}")
"""The numbers that `arrange` gives to what is hidden: random, so that to find one is no chance."""
LINES = 4
"""Orders at most that each of the others has given where a game is arranged."""
LISTED = 200
"""Orders that they are chosen from."""


def twice(before: State, said: Sequence[Said[State]], after: State) -> Iterator[str]:
    """Units in two places after a step: ships that come and were there; what is lost in a battle and there still."""
    if not any(isinstance(one.fact, ShipsJoined | Fought) for one in said):
        return
    state, lost = before, set[str]()
    for fact in (one.fact for one in said):
        if isinstance(fact, ShipsJoined):
            yield from (f"{ship.id} comes, and is there" for ship in fact.ships if ship.id in state.ships)
        elif isinstance(fact, Fought):
            fates = fact.filing.fates
            lost |= {unit.id for unit in fact.battle.units if fates[unit.mark].fate in ("destroyed", "captured")}
        state = fact.evolve(state)
    there = after.ships.keys() | after.docks.keys() | after.bases.keys()
    yield from (f"{id} is lost, and there still" for id in sorted(lost & there))


def numbers(ids: Iterable[str]) -> tuple[str, ...]:
    """The numbers in some ids that `arrange` has given."""
    return tuple(found.group() for id in ids if (found := NUMBERED.search(id)))


def beside(state: State, seat: Seat, others: Sequence[Seat], chance: Chance) -> State:
    """A fleet of a seat's stands one lane from one of another's, whose fleets it then sees (EAW-5e.1)."""
    mine = [fleet.id for fleet in state.fleets.values() if fleet.owner == seat and fleet.place == "system"]
    theirs = {fleet.at for fleet in state.fleets.values() if fleet.owner in others and fleet.place == "system"}
    near = sorted({end for at in theirs for end in state.beside(at)} - theirs)
    return with_fleets(state, [chance.choice(mine)], at=chance.choice(near)) if mine and near else state


def renumbered(state: State, owner: Seat, chance: Chance) -> State:
    """All that an empire has is numbered at random; what it ordered by other numbers is forgotten."""

    def number() -> int:
        return 10**8 + chance.below(9 * 10**8)

    def called(ship: Ship) -> str:
        return f"{ship.name.rpartition('-')[0]}-{number()}"

    fleets = {fleet.id: number() for fleet in state.fleets.values() if fleet.owner == owner}
    ships = {ship.id: called(ship) for ship in state.ships.values() if ship.owner == owner}
    docks = {dock.id: number() for dock in state.docks.values() if dock.owner == owner}
    ids = {id: fleet_id(owner, n) for id, n in fleets.items()}
    ids |= {id: ship_id(owner, name) for id, name in ships.items()}
    ids |= {id: dock_id(owner, n) for id, n in docks.items()}
    ids |= {base.id: base_id(owner, number()) for base in state.bases.values() if base.owner == owner}

    def now(id: str) -> str:
        return ids.get(id, id)

    before = state.realms[owner].sieges
    sieges = {at: replace(siege, entered=tuple(map(now, siege.entered))) for at, siege in before.items()}
    every = state.ships.values()
    crews = [replace(one, id=now(one.id), name=ships.get(one.id, one.name), fleet=now(one.fleet)) for one in every]
    state = replace(
        state,
        fleets={now(id): replace(fleet, id=now(id), number=fleets.get(id, fleet.number))
                for id, fleet in state.fleets.items()},
        ships={ship.id: ship for ship in crews},
        docks={now(id): replace(dock, id=now(id), number=docks.get(id, dock.number), tug=now(dock.tug))
               for id, dock in state.docks.items()},
        bases={now(id): replace(base, id=now(id), carrier=now(base.carrier)) for id, base in state.bases.items()},
    )  # fmt: skip
    return with_realm(state, owner, sieges=sieges, orders=(), last=())


class EawChecks(Checks[State]):
    """Checks of every campaign: what must hold, and what each seat should know."""

    def hasten(self) -> None:
        """Chances of battles are estimated from fewer tries."""
        self.rules.world.tries = 50

    def as_known(self, state: State, seat: Seat) -> State:
        """The state as a seat knows it: of others what everybody knows, and nothing of theirs (section 5)."""

        def of(system: System) -> System:
            return replace(had_by(system, lambda owner: owner == seat), planet="unknown", map_type="", planets=1)

        fought = {id for id, battle in state.battles.items() if seat in battle.seats}
        return replace(
            state,
            realms={owner: realm for owner, realm in state.realms.items() if owner == seat},
            systems={id: of(system) for id, system in state.systems.items()},
            fleets={id: fleet for id, fleet in state.fleets.items() if fleet.owner == seat},
            ships={id: ship for id, ship in state.ships.items() if ship.owner == seat},
            docks={id: dock for id, dock in state.docks.items() if dock.owner == seat},
            bases={id: base for id, base in state.bases.items() if base.owner == seat},
            choices={id: choice for id, choice in state.choices.items() if choice.seat == seat},
            packets={id: packet for id, packet in state.packets.items() if id in fought},
            filings={id: filing for id, filing in state.filings.items() if id in fought},
            terms={key: terms for key, terms in state.terms.items() if terms.seat == seat},
            rolls={},
        )

    def faults(self, state: State) -> Iterator[str]:
        """All that is wrong with a referee's state."""
        for seat, realm in state.realms.items():
            if realm.treasury != (total := sum(realm.totals.values())):
                yield f"{seat} has {realm.treasury} BPV, and its credits and debits add up to {total}"
            if realm.treasury < 0:
                yield f"{seat} has {realm.treasury} BPV (EAW-2e.6)"
        for ship in state.ships.values():
            if (fleet := state.fleets.get(ship.fleet)) is None:
                yield f"{ship.id} is in no fleet"
            elif fleet.owner != ship.owner:
                yield f"{ship.id} of {ship.owner} is in a fleet of {fleet.owner}"
            if ship.id != ship_id(ship.owner, ship.name):
                yield f"{ship.name} of {ship.owner} goes by {ship.id}"
        for dock in state.docks.values():
            for id in (dock.tug, dock.monitor):
                if id and state.ships[id].owner != dock.owner:
                    yield f"{id} is with dock {dock.id}"
        for base in state.bases.values():
            if (base.state == "cargo") != bool(base.carrier) or bool(base.carrier) == bool(base.at):
                yield f"base {base.id} is {base.state} at {base.at or 'no place'}, aboard {base.carrier or 'nothing'}"
            if base.carrier and state.ships[base.carrier].owner != base.owner:
                yield f"base {base.id} is aboard {base.carrier}"
        manned = {ship.fleet for ship in state.ships.values()}
        for fleet in state.fleets.values():
            if fleet.id not in manned:
                yield f"fleet {fleet.id} has no ship (EAW-7a.1)"
            if fleet.at not in state.systems:
                yield f"fleet {fleet.id} is nowhere"
            ends = next(({lane.one, lane.other} for lane in state.lanes(fleet.at) if lane.id == fleet.lane), set[str]())
            if fleet.place != "system" and not {fleet.at, fleet.bound} <= ends:
                yield f"fleet {fleet.id} is in no lane"
            if fleet.trapped and fleet.trapped != fleet.at:
                yield f"fleet {fleet.id} is trapped at {fleet.trapped}, and stands at {fleet.at} (EAW-10a)"
        for system, seat in product(state.systems if state.t else (), state.living):
            late = [late for late in state.fleets_at(system, seat) if late.arrived > 0]
            if len(late) > STACK + len(state.docks_at(system, seat)):
                yield f"{len(late)} fleets of {seat} have come to {system} (EAW-17a)"
        if state.step is Step.PLOT and state.until is None:
            yield "orders are open for ever"
        if state.sites and state.step is Step.PLOT:
            yield "a site is open, and orders are too (section 6)"

    def between(self, before: State, said: Sequence[Said[State]], after: State, by: Seat) -> str | None:
        """Units in two places; money that came or went without a credit or debit told to its owner (register 0.2)."""
        moved = Counter[Seat]()
        for one in said:
            if isinstance(one.fact, Paid):
                moved[one.fact.seat] += one.fact.amount
        for seat, realm in after.realms.items():
            held = before.realms[seat].treasury if seat in before.realms else 0
            if realm.treasury - held != moved[seat]:
                return f"{seat} went from {held} to {realm.treasury} BPV, and its credits and debits are {moved[seat]}"
        return next(twice(before, said, after), None)

    def campaign(self) -> Campaign:
        """Four empires on a random map, for four years; battles that nobody reports are settled by dice (2.7)."""
        seats = tuple(map(Seat, ("red", "blue", "green", "gold")))
        setup = Setup("Campaign", seats, {"map": "random 16", "end-year": "168", "auto-resolve": "yes"})
        return Campaign(setup, Length(4000, without=("SetSetting",), whole=True))

    def perturb(self, state: State, seat: Seat, chance: Chance) -> State | None:
        """A state that the seat cannot tell from this one: a fleet, a fort or the treasury of another is otherwise."""
        others = [other for other in state.living if other != seat]
        if not others or state.step is not Step.PLOT:
            return None
        other = chance.choice(others)
        fleets = [fleet for fleet in state.fleets.values() if fleet.owner == other and fleet.place == "system"]
        kind = chance.below(3)
        if kind == 0 and fleets:
            moved = chance.choice(fleets)
            return with_fleets(state, [moved.id], at=chance.choice(state.beside(moved.at)))
        if kind == 1:
            system = chance.choice(list(state.systems.values()))
            if system.fort is None:
                return with_system(state, system.id, fort=Fort(other, state.t))
        realm = state.realms[other]
        totals = {**realm.totals, "ruling": realm.totals.get("ruling", 0) + 7}
        return with_realm(state, other, treasury=realm.treasury + 7, totals=totals)

    def arrange(self, game: PlayedGame[State], seat: Seat, chance: Chance) -> None:
        """While orders are open: a fleet of the seat's may stand beside one of another's; all that others have is
        numbered at random, and some of their orders are given.
        """
        if game.state.step is not Step.PLOT:
            return
        others = [other for other in game.state.living if other != seat]
        state = game.state if chance.one_in(2) else beside(game.state, seat, others, chance)
        for other in others:
            state = renumbered(state, other, chance)
        game.state = state
        game.known = {hearer: self.as_known(state, hearer or Seat("")) for hearer in game.known}
        for other in others:
            could = islice(self.rules.legal(game.known[other], other, game.now), LISTED)
            for order in chance.sample((order for order in could if isinstance(order, Plot)), LINES):
                game.obey(other, order)

    def hidden_from(self, state: State, seat: Seat) -> Hidden:
        """The numbers that `arrange` gave to what others have; what is in a battle all may read (section 5)."""
        fights = {unit.id for battle in state.battles.values() for unit in battle.units}
        fights |= {force.group for battle in state.battles.values() for force in battle.forces}
        every: Iterable[Mover | Ship | Base] = chain(state.movers, state.ships.values(), state.bases.values())
        return Hidden(names=numbers(other.id for other in every if other.owner != seat and other.id not in fights))

    def shown(self, state: State, seat: Seat) -> tuple[str, ...]:
        """The numbers of what comes for a dock of the seat's, whose owner reads it before he files (EAW-28.0)."""
        ids = list[str]()
        for site in (site for site in state.sites.values() if there(state, site, seat)[1]):
            for other in (other for other in state.living if other != seat):
                fleets, docks = there(state, site, other)
                ids += (ship.id for fleet in fleets for ship in state.crew(fleet.id))
                ids += (dock.id for dock in docks)
                ids += (ship.id for dock in docks for ship in escorting(state, dock.id))
                ids += (base.id for base in state.garrison(site.at, other))
        return numbers(ids)

    def unheard(self, state: State, seat: Seat, author: Seat, order: Order) -> bool:
        """Opening fleets while they are chosen, orders before they are sealed, and preferences (EAW-4.0)."""
        choosing = isinstance(order, Choosing) and not isinstance(order, HandIn)
        plotting = isinstance(order, Plot | PlotOrder) and not isinstance(order, Seal | Unseal)
        return author != seat and (choosing or plotting or isinstance(order, Prefer))

    def reveals(self, state: State, seat: Seat, order: Order | None, upto: Instant) -> object:
        """The facts that fairly come out when a season is played: who meets whom, what fleets see, and that it waits
        for what others are asked; before, nothing.

        A season goes on when its last site closes or an answer comes or is late: P7 waits for choices (section 6), so
        that all hear whether somebody had one to make. A battle begins when both have filed their order.
        """
        played = state.step in (Step.BATTLES, Step.RESOLUTION)
        if order is None:
            before = not played and (state.until is None or state.until > upto)
        elif isinstance(order, OfBattle | AtSite | Side):
            before = not played or len(state.sites) > 1
        else:
            before = not isinstance(order, Seal | Choose) and not order.moderator
        if before:
            filed = played and isinstance(order, AtSite)
            return [(other, realm.filed) for other, realm in state.realms.items() if other != seat] if filed else ()
        others = {other: realm for other, realm in state.realms.items() if other != seat}
        movers = [mover for mover in state.movers if mover.owner != seat]
        ships = [ship for ship in state.ships.values() if ship.owner != seat]
        asked = [choice for choice in state.choices.values() if choice.seat != seat]
        return repr((movers, ships, list(state.systems.values()), list(state.bases.values()), others, asked))
