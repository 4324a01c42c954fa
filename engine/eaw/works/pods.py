"""Pods that tugs carry, leave in orbit and take up again. EAW-7b.3."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Annotated, ClassVar

from msgspec.structs import replace
from pydantic import Field

from engine.declared.sentences import Sentences
from engine.eaw.data.pack import Code
from engine.eaw.data.units import Flag, PodKind
from engine.eaw.look import At, Look, Words
from engine.eaw.nouns import OWN_SHIP
from engine.eaw.season.holdings import ShipsSet
from engine.eaw.season.plot import Plot
from engine.eaw.season.run import Run, When, at
from engine.eaw.state import Pod, Ship, State, with_system
from engine.eaw.works.moving_goods import FLEETS
from engine.eaw.works.purchases import MOST_PODS, no_room
from engine.game import Fact, Seat
from engine.noun import Found, Value
from engine.orders import Option
from engine.text.message import N_


def read_pods(look: Look, words: str, found: Found) -> tuple[PodKind, ...]:
    """Pods with commas: "cargo pod, cargo pod". Refuses E-ID."""
    known, kinds = look.world.pods(look.known), []
    for called in (part.strip() for part in words.split(",")):
        if called not in known:
            look.no(Code.E_ID, f"there are {', '.join(known)}, no pod “{called[:40]}”", "EAW-7b.3")
        kinds.append(known[called])
    return tuple(kinds)


PODS: Value[Look, tuple[PodKind, ...]] = Value(
    "pods with commas", read_pods, lambda look, found: map(Option, look.world.pods(look.known))
)


def loaded(ship: Ship, kinds: Iterable[PodKind], sign: int) -> Ship:
    """A tug with some pods more (1) or fewer (-1), and what they are worth in its prices."""
    held = Counter(ship.pods)
    for kind in kinds:
        held[kind.name] += sign
        ship = replace(ship, ebpv=ship.ebpv + sign * kind.ebpv, cbpv=ship.cbpv + sign * kind.cbpv)
    return replace(ship, pods=tuple(held.elements()))


class LeavePods(Plot):
    """Have a tug leave pods in high orbit."""

    path: ClassVar[str] = f"{FLEETS.path} leave-pods"
    line: ClassVar[str] = "leave {pods} of {ship} in orbit"
    ship: Annotated[str, OWN_SHIP] = Field(description="the tug", max_length=60)
    pods: Annotated[str, PODS] = Field(description="such as cargo pod, cargo pod", max_length=100)

    def perform(self, run: Run, found: Found) -> None:
        """They stay there, rotating, until a tug takes them up (EAW-7b.3). Refuses E-ID, E-CARGO."""
        ship = run.state.ships[found.ship.id]
        names = Counter(kind.name for kind in found.pods)
        for called, count in names.items():
            if count > ship.pods.count(called):
                run.decline(Code.E_ID, f"{ship.name} has {ship.pods.count(called)} {called}, not {count}", "EAW-7b.3")
        lighter = loaded(ship, found.pods, -1)
        run.tell(ShipsSet((lighter,)), ship.owner)
        run.require(no_room(run, lighter, ()))
        system = run.fleet(ship.fleet).at
        left = [one.kind for one in run.state.systems[system].pods if one.owner == ship.owner]
        run.tell(PodsSet(system, ship.owner, (*left, *names.elements())), ship.owner)


class TakePods(Plot):
    """Have a tug take up pods that were left in orbit."""

    path: ClassVar[str] = f"{FLEETS.path} take-pods"
    line: ClassVar[str] = "couple {pods} to {ship}"
    ship: Annotated[str, OWN_SHIP] = Field(description="the tug", max_length=60)
    pods: Annotated[str, PODS] = Field(description="such as cargo pod, cargo pod", max_length=100)

    def perform(self, run: Run, found: Found) -> None:
        """Own pods of the system, two on a tug at most (EAW-7b.3). Refuses E-UNIT, E-ID, E-INSP."""
        ship = run.state.ships[found.ship.id]
        system = run.fleet(ship.fleet).at
        if not run.world.of(run.state, ship).has(Flag.TUG, Flag.BATTLE_TUG):
            run.decline(Code.E_UNIT, f"{ship.name} is no tug", "EAW-7b.3")
        run.inspected(ship)
        if len(ship.pods) + len(found.pods) > MOST_PODS:
            run.decline(Code.E_UNIT, f"{ship.name} has {len(ship.pods)} pods, and carries {MOST_PODS}", "EAW-7b.3")
        there = Counter(one.kind for one in run.state.systems[system].pods if one.owner == ship.owner)
        for called, count in Counter(kind.name for kind in found.pods).items():
            if count > there[called]:
                run.decline(Code.E_ID, f"{there[called]} {called} of yours orbit {system}, not {count}", "EAW-7b.3")
            there[called] -= count
        run.tell(PodsSet(system, ship.owner, tuple(there.elements())), ship.owner)
        run.tell(ShipsSet((loaded(ship, found.pods, 1),)), ship.owner)


class PodsSet(Fact[State], frozen=True):
    """The pods that an empire has in orbit somewhere."""

    rule = "EAW-7b.3"
    says = Sentences(
        lambda fact: (fact.lost, bool(fact.kinds)),
        {
            (True, False): N_("Your pods in orbit at {system} are destroyed."),
            (False, False): N_("No pods of yours are left in orbit at {system}."),
            (False, True): N_("In orbit at {system}: {kinds}."),
        },
    )
    system: At
    seat: Seat
    kinds: Words
    lost: bool = False

    def evolve(self, state: State) -> State:
        if self.system not in state.systems:
            return state
        others = tuple(one for one in state.systems[self.system].pods if one.owner != self.seat)
        return with_system(state, self.system, pods=(*others, *(Pod(self.seat, kind) for kind in self.kinds)))


@at(When.P4, 50)
def abandoned(run: Run) -> None:
    """Pods that are left alone with an enemy's ships are destroyed (EAW-7b.3)."""
    for system in [one for one in run.state.systems.values() if one.pods]:
        for seat in dict.fromkeys(one.owner for one in system.pods):
            enemies = any(run.state.hostile(seat, one.owner) for one in run.state.standing(system.id))
            if enemies and seat not in run.state.present(system.id):
                run.tell(PodsSet(system.id, seat, (), lost=True), seat)
