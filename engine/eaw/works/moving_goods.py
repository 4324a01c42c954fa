"""Ships, expendables and officers pass from hand to hand; fleets are resupplied, ships scrapped, captives inspected;
tugs leave pods and take them up.

EAW-2f, EAW-6.0.6, EAW-6d, EAW-6e, EAW-7, EAW-9, EAW-25b, EAW-25c.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from typing import Annotated, ClassVar, Literal

from msgspec.structs import replace
from pydantic import Field

from engine.book import Group
from engine.declared.changes import Alters
from engine.declared.sentences import Sentences, either
from engine.eaw.data.pack import Code
from engine.eaw.data.units import Flag, PodKind
from engine.eaw.figures import cost, figures_of, receipt, shown
from engine.eaw.look import PART, At, Look, ShipOf, ShipsOf, Things, Words
from engine.eaw.nouns import OWN_FLEET, OWN_SHIP, Aboard, Joined
from engine.eaw.season.holdings import FleetFormed, ShipsGone, ShipsSet, fleet_id
from engine.eaw.season.movement import STACK, disrupted, stacked
from engine.eaw.season.plot import OfFleet, Plot
from engine.eaw.season.run import Run, When, at
from engine.eaw.state import NEVER, Credit, Fleet, Officer, Pod, Ship, State, with_system
from engine.eaw.works.purchases import MOST_PODS, loaded, no_room, with_losses
from engine.eaw.world import HELPERS, KINDS, TO_THE_LETTER
from engine.game import Fact, Seat
from engine.look import Refused, no
from engine.noun import Found, Offered, Several, value
from engine.orders import Option
from engine.text.message import N_, T_, term

FLEETS = Group("eaw-fleet", "Empires at War: ships moved, supplied, repaired, refitted and scrapped")
LONGEST_LIST = 200
"""Letters of a list of ships."""
MOST_ITEMS = 12
"""Kinds of things in one order."""
_ITEM = re.compile(r"(\d{1,3}) (\S.{0,39})$")


def docks_there(state: State, system: str, seat: Seat) -> bool:
    """True if an empire has a dock in a system that works for it."""
    return any(dock.inspected for dock in state.docks_at(system, seat))


def freighter_there(run: Run, system: str, seat: Seat, *flags: Flag) -> bool:
    """True if an empire has a repair freighter of some kind in a system (EAW-6d.3, EAW-9a, EAW-9c)."""
    return any(run.world.has(run.state, fleet, *flags) for fleet in run.state.fleets_at(system, seat))


def colony_there(state: State, system: str, seat: Seat) -> bool:
    """True if an empire's developed colony in a system serves its fleets (EAW-6d.1, EAW-10i.2, EAW-13b)."""
    held = state.systems[system].development
    serves = held is not None and held.kind == "colony" and held.owner == seat
    return serves and not disrupted(state, system, seat)


def serviced(run: Run, fleet: Fleet, *, freighters: bool = False) -> None:
    """Refuses E-FAC where no dock, undisrupted colony or repair freighter services a fleet (EAW-6d.1, EAW-6d.3)."""
    by = colony_there(run.state, fleet.at, fleet.owner) or docks_there(run.state, fleet.at, fleet.owner)
    kinds = (Flag.SMALL_REPAIR, Flag.LARGE_REPAIR)
    if not by and not (freighters and freighter_there(run, fleet.at, fleet.owner, *kinds)):
        what = "dock, colony or repair freighter" if freighters else "dock or colony"
        why = N_("No {what} of yours serves fleet {fleet} at {at}.")
        run.decline(Code.E_FAC, why, "EAW-6d.1", what=what, fleet=fleet.number, at=fleet.at)


def service(run: Run, fleet: Fleet) -> Literal["", "whole", "refit"]:
    """Service of a fleet this season where it is, which takes one movement point: resupply ("whole") or a refit; ""
    where there was none (EAW-6d.1, EAW-6f.1).
    """
    return fleet.served[2] if fleet.served[:2] == (run.state.t, fleet.at) else ""


def serve(run: Run, fleet: Fleet, how: Literal["", "whole", "refit"]) -> None:
    """A fleet is resupplied or refitted where it is, and what belongs to that costs no more movement points."""
    if run.world.version >= TO_THE_LETTER:
        run.tell(FleetFormed(replace(fleet, served=(run.state.t, fleet.at, how))), fleet.owner)


def builders_gone(run: Run, fleet: Fleet, left: list[Ship]) -> Refused | None:
    """Refuses E-COMMIT to leave these alone of a fleet: it stays to build something, for no movement point if it has
    the ship for it (EAW-33.1, section 4).
    """
    if run.world.version < TO_THE_LETTER or fleet.committed not in ("develop", "fortify"):
        return None
    planet = run.look.knows(fleet.at).planet
    helper = HELPERS["fortification" if fleet.committed == "fortify" else KINDS.get(planet, "mine")]
    able = any(ship.inspected and run.world.of(run.state, ship).has(helper) for ship in left)
    if left and (able or not fleet.freely):
        return None
    with_it = N_("Fleet {fleet} stays to {committed}, with its {helper}.")
    why = with_it if fleet.freely else N_("Fleet {fleet} stays to {committed}.")
    told = {"committed": fleet.committed, "helper": helper.replace("-", " ")}
    return no(Code.E_COMMIT, why, "EAW-33.1", fleet=fleet.number, **told)


def captives_alone(ships: list[Ship], fleet: Fleet) -> Refused | None:
    """Refuses E-INSP to leave a fleet with captives not inspected, and no other ship (EAW-25b.1)."""
    if not ships or any(ship.inspected for ship in ships):
        return None
    return no(Code.E_INSP, N_("Fleet {fleet} would have captured ships alone."), "EAW-25b.1", fleet=fleet.number)


class Transfer(Plot):
    """Move ships from one fleet to another in the same system, or to a new one."""

    path: ClassVar[str] = f"{FLEETS.path} transfer"
    line: ClassVar[str] = "transfer {ships} from fleet {fleet} to fleet {number}"
    sampled: ClassVar[bool] = True
    fleet: Annotated[str, OWN_FLEET] = Field(description="the fleet they leave", max_length=20)
    ships: Annotated[str, Several(OWN_SHIP)] = Field(description="ships with commas", max_length=LONGEST_LIST)
    number: Joined = Field(description="the fleet they join, or a new one's number")

    def perform(self, run: Run, found: Found) -> None:
        """Any number, one way; an emptied fleet is dissolved, a new one has the direction and residence of the other
        (EAW-7.0, EAW-7a.1, EAW-7a.2, EAW-20b). Refuses E-SPLIT, E-FULL, E-INSP, E-TRAP.
        """
        state, fleet = run.state, run.fleet(found.fleet.id)
        ships = [state.ships[ship.id] for ship in found.ships]
        id = fleet_id(fleet.owner, self.number)
        target = state.fleets.get(id)
        if id == fleet.id:
            run.decline(Code.E_SPLIT, N_("They are in fleet {number} already."), "EAW-7.0", number=self.number)
        if target is not None and (target.at != fleet.at or target.place != "system"):
            why, at, here = N_("Fleet {number} is at {at}, fleet {fleet} at {here}."), target.at, fleet.at
            run.decline(Code.E_SPLIT, why, "EAW-7.0", number=self.number, at=at, fleet=fleet.number, here=here)
        for number, one in ((fleet.number, fleet.id), (self.number, id)):
            if (of := state.attending().get(one)) is not None:
                why = N_("Fleet {number} belongs to dock {dock}.")
                run.decline(Code.E_SPLIT, why, "EAW-17e.1", number=number, dock=state.docks[of].number)
        if target is not None:
            run.require(self.hindered(run, target))
        left = [ship for ship in state.crew(fleet.id) if ship not in ships]
        there = stacked(state, fleet.at, fleet.owner) - (not left)
        if target is None and there >= STACK:
            run.decline(Code.E_FULL, N_("{there} fleets are at {at}."), "EAW-17a", there=there, at=fleet.at)
        free = replace(fleet, id=id, number=self.number, committed="", freely=False, placed=NEVER, reasons=())
        target = target or free
        run.require(captives_alone(left, fleet) or builders_gone(run, fleet, left))
        run.require(captives_alone([*state.crew(id), *ships], target))
        fresh = any(ship.placed == state.t for ship in ships)
        run.tell(FleetFormed(replace(target, placed=state.t) if fresh else target), fleet.owner)
        run.tell(ShipsSet(tuple(replace(ship, fleet=id) for ship in ships)), fleet.owner)
        run.tell(ShipsMoved(tuple(ship.id for ship in ships), fleet.number, self.number), fleet.owner)


class ShipsMoved(Fact[State], frozen=True):
    """Ships have gone from one fleet to another."""

    rule = "EAW-7.0"
    says = N_("You move {ships} from fleet {origin} to fleet {target}.")
    ships: ShipsOf
    origin: int
    target: int


class MoveOfficer(Plot):
    """Move a legendary officer to another ship in the same system."""

    path: ClassVar[str] = f"{FLEETS.path} officer"
    line: ClassVar[str] = "move {officer} of {ship} to {other}"
    ship: Annotated[str, OWN_SHIP] = Field(description="the ship he leaves", max_length=60)
    officer: Aboard = Field(description="which: captain, engineer")
    other: Annotated[str, OWN_SHIP] = Field(description="the ship he goes to", max_length=60)

    def perform(self, run: Run, found: Found) -> None:
        """His price on the new ship is paid again; a second of his kind there is none (EAW-7b.1, EAW-7b.2, EAW-2e.7,
        EAW-9b.1). Refuses E-CREW, E-SPLIT, E-INSP, E-BPV.
        """
        state = run.state
        ship, other = state.ships[found.ship.id], state.ships[found.other.id]
        together(run, ship, other)
        if ship.id == other.id or all(officer.kind != self.officer for officer in ship.officers):
            why = N_("{ship} has no {officer} for another ship; crews are not moved.")
            run.decline(Code.E_CREW, why, "EAW-7b.1", ship=ship.name, officer=self.officer)
        if any(officer.kind == self.officer for officer in other.officers):
            why = N_("{other} has a {officer} already.")
            run.decline(Code.E_CREW, why, "EAW-2e.7", other=other.name, officer=self.officer)
        run.inspected(other)
        run.pay(ship.owner, cost(run.world.officer_cost(state.settings, self.officer, other.cbpv)), "officers")
        left = tuple(officer for officer in ship.officers if officer.kind != self.officer)
        came = (*other.officers, *(Officer(officer.kind) for officer in ship.officers if officer.kind == self.officer))
        run.tell(ShipsSet((replace(ship, officers=left), replace(other, officers=came))), ship.owner)


def together(run: Run, ship: Ship, other: Ship) -> None:
    """Nothing passes between ships that are not in one system, free to act (EAW-7b.1). Refuses E-SPLIT, E-TRAP."""
    here, there = run.fleet(ship.fleet), run.fleet(other.fleet)
    if here.at != there.at or there.place != "system":
        why = N_("{ship} is at {at}, {other} at {there}.")
        run.decline(Code.E_SPLIT, why, "EAW-7b.1", ship=ship.name, at=here.at, other=other.name, there=there.at)
    if there.trapped:
        why = N_("Fleet {fleet} is trapped at {trapped}.")
        run.decline(Code.E_TRAP, why, "EAW-10h", fleet=there.number, trapped=there.trapped)


class Scrap(OfFleet):
    """Scrap ships of a fleet for half their price, which comes in next season."""

    path: ClassVar[str] = f"{FLEETS.path} scrap"
    line: ClassVar[str] = "scrap {ships} of fleet {fleet}"
    ships: Annotated[str, Several(OWN_SHIP)] = Field(description="ships with commas", max_length=200)

    def perform(self, run: Run, found: Found) -> None:
        """At a dock, or with a large repair freighter; captives that nobody inspected too (EAW-9.0.1, EAW-9.0.2,
        EAW-9a, EAW-15.0.1). Refuses E-FAC, E-INSP.
        """
        state, fleet = run.state, run.fleet(found.fleet.id)
        ships = [state.ships[ship.id] for ship in found.ships]
        works_at(run, fleet.at, fleet.owner, Flag.LARGE_REPAIR, "EAW-9.0.1")
        left = [ship for ship in state.crew(fleet.id) if ship not in ships]
        run.require(captives_alone(left, fleet) or builders_gone(run, fleet, left))
        amount = receipt(Fraction(sum(ship.ebpv for ship in ships), 2))
        run.tell(ShipsGone(tuple(ship.id for ship in ships), "scrapped"), fleet.owner)
        run.tell(CreditDue(fleet.owner, Credit(state.t + 1, amount, "scrap")), fleet.owner)


def works_at(run: Run, system: str, seat: Seat, freighter: Flag, rule: str, *, docks: bool = True) -> None:
    """Refuses E-FAC without a repair freighter of a kind, or a dock if docks do it too (EAW-9a, EAW-9b.1, EAW-9c)."""
    if not (docks and docks_there(run.state, system, seat)) and not freighter_there(run, system, seat, freighter):
        what = f"{'dock or ' if docks else ''}{freighter.replace('-', ' ')}"
        run.decline(Code.E_FAC, N_("You have no {what} at {system}."), rule, what=what, system=system)


class CreditDue(Fact[State], frozen=True):
    """A sum comes in later."""

    rule = "EAW-9.0.1"
    says = N_("{credit:amount} BPV come in next season.")
    makes = Alters("realms", "seat", lambda realm, fact: replace(realm, credits=(*realm.credits, fact.credit)))
    seat: Seat
    credit: Annotated[Credit, PART]


@at(When.OPENED, 10)
def credit(run: Run) -> None:
    """Pays in what was due (EAW-9.0.1, EAW-3c.2)."""
    for seat in run.state.living:
        due = [credit for credit in run.state.realms[seat].credits if credit.due <= run.state.t]
        for credit in due:
            run.receive(seat, credit.amount, credit.what)
        if due:
            run.tell(CreditsPaid(seat, run.state.t), seat)


class CreditsPaid(Fact[State], frozen=True):
    """Sums that were due by a season have come in."""

    silent = "the ledger of the season tells it"
    makes = Alters("realms", "seat", lambda realm, fact: replace(realm, credits=fact.left(realm.credits)))
    seat: Seat
    t: int

    def left(self, credits: Iterable[Credit]) -> tuple[Credit, ...]:
        """Those that are due later."""
        return tuple(credit for credit in credits if credit.due > self.t)


class Inspect(OfFleet):
    """Inspect the captured ships of a fleet: they are made whole, and serve from then on."""

    path: ClassVar[str] = f"{FLEETS.path} inspect"
    line: ClassVar[str] = "inspect fleet {fleet}"

    def perform(self, run: Run, found: Found) -> None:
        """All captives of the fleet, at a dock or with a small repair freighter; they come with no expendables
        (EAW-9b.1, EAW-9c, EAW-25b.2, EAW-25c). Refuses E-FAC, E-INSP.
        """
        fleet = run.fleet(found.fleet.id)
        works_at(run, fleet.at, fleet.owner, Flag.SMALL_REPAIR, "EAW-9b.1")
        captives = [ship for ship in run.state.crew(fleet.id) if not ship.inspected]
        if not captives:
            run.decline(Code.E_INSP, N_("Fleet {fleet} has no captured ship."), "EAW-9b.1", fleet=fleet.number)
        ready = tuple(replace(whole(ship), inspected=True, options={}, co=10) for ship in captives)
        run.tell(ShipsSet(ready), fleet.owner)
        run.tell(Inspected(tuple(ship.id for ship in captives)), fleet.owner)


def whole(ship: Ship) -> Ship:
    """A ship that is repaired, with all its expendables and what it may repair itself (EAW-6e, EAW-6d.1)."""
    sound = replace(ship, damage={}, crippled=False, hurt=False, dc_left=None)
    return replace(sound, het=0, used={}, repairs=None, boxes_left=None)


class Inspected(Fact[State], frozen=True):
    """Captured ships serve their captor from now on."""

    rule = "EAW-9b.1"
    says = N_("You have inspected {ships}.")
    ships: ShipsOf


class Resupply(OfFleet):
    """Resupply and repair a fleet at a dock, a colony or a repair freighter; and replace lost fighters, for money."""

    path: ClassVar[str] = f"{FLEETS.path} resupply"
    line: ClassVar[str] = "resupply fleet {fleet}[ {fighters}]"
    fighters: Annotated[str, Offered[Look]("", lambda look, found: [Option("with fighters")])] = Field(
        "", description="'with fighters' to replace all that were lost", pattern="^(with fighters)?$", max_length=20
    )

    def price(self, run: Run, found: Found) -> int:
        """1; none where its ships are refitted there this season (EAW-6d.1)."""
        return 0 if service(run, found.fleet) == "refit" else 1

    def perform(self, run: Run, found: Found) -> None:
        """All ships but captives are made whole for nothing, with all expendables (EAW-6d.1, EAW-6d.3, EAW-6e,
        EAW-10i.2, EAW-15a.2, EAW-22g). Refuses E-FAC, E-BPV.
        """
        fleet = run.fleet(found.fleet.id)
        serviced(run, fleet, freighters=True)
        ships, total = list[Ship](), Fraction(0)
        for ship in run.state.crew(fleet.id):
            if not ship.inspected:
                continue
            fresh, price = with_losses(run, ship, spares_alone=not self.fighters)
            total += price
            ships.append(whole(fresh))
        run.pay(fleet.owner, cost(total), "fighters")
        run.tell(ShipsSet(tuple(ships)), fleet.owner)
        serve(run, fleet, "whole")
        run.tell(Serviced(tuple(ship.id for ship in ships)), fleet.owner)


class Serviced(Fact[State], frozen=True):
    """Ships are whole again, with all their expendables."""

    rule = "EAW-6e"
    says = N_("You have repaired and resupplied {ships}.")
    ships: ShipsOf


def priced(look: Look) -> list[str]:
    """Things that have a price as commander's options."""
    return sorted({*look.world.pack.expendables, *look.known.prices})


def _offered(look: Look, found: Found) -> list[Option]:
    return [Option(f"1 {item}") for item in priced(look)]


@value("things with their numbers", _offered)
def things(look: Look, words: str, found: Found) -> dict[str, int]:
    """Things with their numbers: "3 transporter bomb, 6 boarding party". Refuses E-VALUE, E-CREW."""
    items = dict[str, int]()
    for part in words.split(","):
        if (match := _ITEM.match(part.strip())) is None:
            look.no(Code.E_VALUE, T_("Things stand with their numbers, such as 3 transporter bomb."), "EAW-6.0.6")
        if "crew" in match[2].split():
            look.no(Code.E_CREW, T_("Crews stay with their ships."), "EAW-7b.1")
        items[match[2]] = items.get(match[2], 0) + int(match[1])
    if len(items) > MOST_ITEMS:
        why = N_("You name {items} kinds of things, and may name {most}.")
        look.no(Code.E_VALUE, why, "EAW-6.0.6", items=len(items), most=MOST_ITEMS)
    return items


@value("commander's options with their numbers", _offered)
def options(look: Look, words: str, found: Found) -> dict[str, int]:
    """Commander's options with their numbers, "none" for none. Refuses E-VALUE, E-ID for what has no price."""
    items = {} if words.strip() == "none" else things.read(look, words, found)
    known = priced(look)
    for item in items:
        if item not in known:
            why = N_("A moderator has entered no price of “{item}”, but of {there}.")
            look.no(Code.E_ID, why, "EAW-6.0.6", item=item, there=", ".join(known) or T_("nothing yet"))
    return items


class FileOptions(Plot):
    """Choose the commander's options that a ship has aboard; nobody else is told."""

    path: ClassVar[str] = f"{FLEETS.path} options-list"
    line: ClassVar[str] = "options of {ship} are {items}"
    slots: ClassVar[int] = 0
    ship: Annotated[str, OWN_SHIP] = Field(description="the ship", max_length=60)
    items: Annotated[str, options] = Field(description="such as 3 transporter bomb; none for none", max_length=200)

    def perform(self, run: Run, found: Found) -> None:
        """At a dock or colony, for as much as its level allows; the list stays until it is changed there (EAW-6.0.6).
        Refuses E-FAC, E-CO, E-INSP.
        """
        ship = run.state.ships[found.ship.id]
        serviced(run, run.fleet(ship.fleet))
        run.inspected(ship)
        total = run.world.bought(run.state, found.items)
        if total > ship.allowance:
            level = figures_of(ship, "allowance", "co")
            why = N_("These cost {total}, and {ship} has {allowance} at {co} per cent.")
            run.decline(Code.E_CO, why, "EAW-6.0.6", total=term(shown(total)), ship=ship.name, **level)
        used = {item: min(count, found.items[item]) for item, count in ship.used.items() if item in found.items}
        kept = {item: count for item, count in ship.used.items() if item not in ship.options}
        run.tell(ShipsSet((replace(ship, options=found.items, used={**kept, **used}),)), ship.owner)
        run.tell(OptionsFiled(ship.id, found.items), ship.owner)


class OptionsFiled(Fact[State], frozen=True):
    """The commander's options of a ship are chosen: its owner's alone to know (EAW-1e.2)."""

    rule = "EAW-6.0.6"
    says = either("items", N_("{ship} has {items} aboard."), N_("{ship} has no options aboard."))
    ship: ShipOf
    items: Things


class HandOver(Plot):
    """Hand expendables from one ship to another in the same system."""

    path: ClassVar[str] = f"{FLEETS.path} hand-over"
    line: ClassVar[str] = "hand {items} from {ship} to {other}"
    sampled: ClassVar[bool] = True
    ship: Annotated[str, OWN_SHIP] = Field(description="the ship that has them", max_length=60)
    other: Annotated[str, OWN_SHIP] = Field(description="the ship that gets them", max_length=60)
    items: Annotated[str, things] = Field(description="such as 2 transporter bomb, 6 drone", max_length=200)

    def perform(self, run: Run, found: Found) -> None:
        """Options as far as the level of the ship that gets them allows now; other things, where it has used as many
        (EAW-7b.1, EAW-9b.1). Refuses E-SPLIT, E-TRAP, E-INSP, E-ID, E-CO.
        """
        ship, other = run.state.ships[found.ship.id], run.state.ships[found.other.id]
        together(run, ship, other)
        if ship.id == other.id:
            run.decline(Code.E_SPLIT, N_("{ship} has them already."), "EAW-7b.1", ship=ship.name)
        run.inspected(ship, other)
        for item, count in found.items.items():
            ship, other = handed(run, ship, other, item, count)
        aboard = run.world.bought(run.state, other.unspent)
        if aboard > other.allowance:
            level = figures_of(other, "allowance", "co")
            why = N_("{other} would have {aboard} BPV aboard, and has an allowance of {allowance} at {co} per cent.")
            run.decline(Code.E_CO, why, "EAW-7b.1", other=other.name, aboard=term(shown(aboard)), **level)
        run.tell(ShipsSet((ship, other)), ship.owner)
        run.tell(HandedOver(found.items, found.ship.id, found.other.id), ship.owner)


def handed(run: Run, ship: Ship, other: Ship, item: str, count: int) -> tuple[Ship, Ship]:
    """Both ships after so many of a thing went from the one to the other. Refuses E-ID."""
    wanted: dict[str, str | int] = {"ship": ship.name, "item": item, "count": count}
    if item in ship.options:
        if count > (left := ship.unspent[item]):
            run.decline(Code.E_ID, N_("{ship} has {left} {item} left, not {count}."), "EAW-7b.1", left=left, **wanted)
        after = {**ship.options, item: ship.options[item] - count}
        ship = replace(ship, options={what: number for what, number in after.items() if number})
        return ship, replace(other, options={**other.options, item: other.options.get(item, 0) + count})
    missing = other.used.get(item, 0)
    if count > missing:
        why = N_("{ship} has no option {item}, and {other} has used {missing} such, not {count}.")
        run.decline(Code.E_ID, why, "EAW-7b.1", other=other.name, missing=missing, **wanted)
    spent = {**ship.used, item: ship.used.get(item, 0) + count}
    rest = {what: number for what, number in {**other.used, item: missing - count}.items() if number}
    return replace(ship, used=spent), replace(other, used=rest)


class HandedOver(Fact[State], frozen=True):
    """Expendables have gone from one ship to another."""

    rule = "EAW-7b.1"
    says = N_("{ship} hands {items} to {other}.")
    items: Things
    ship: ShipOf
    other: ShipOf


@value("pods with commas", lambda look, found: map(Option, look.world.pods(look.known)))
def kinds_of_pods(look: Look, words: str, found: Found) -> tuple[PodKind, ...]:
    """Pods with commas: "cargo pod, cargo pod". Refuses E-ID."""
    known, kinds = look.world.pods(look.known), []
    for called in (part.strip() for part in words.split(",")):
        if called not in known:
            why = N_("There is no pod “{called}”; there are {known}.")
            look.no(Code.E_ID, why, "EAW-7b.3", known=", ".join(known), called=called[:40])
        kinds.append(known[called])
    return tuple(kinds)


class LeavePods(Plot):
    """Have a tug leave pods in high orbit."""

    path: ClassVar[str] = f"{FLEETS.path} leave-pods"
    line: ClassVar[str] = "leave {pods} of {ship} in orbit"
    ship: Annotated[str, OWN_SHIP] = Field(description="the tug", max_length=60)
    pods: Annotated[str, kinds_of_pods] = Field(description="such as cargo pod, cargo pod", max_length=100)

    def perform(self, run: Run, found: Found) -> None:
        """They stay there, rotating, until a tug takes them up (EAW-7b.3). Refuses E-ID, E-CARGO."""
        ship = run.state.ships[found.ship.id]
        names = Counter(kind.name for kind in found.pods)
        for called, count in names.items():
            if count > (pods := ship.pods.count(called)):
                why = N_("{ship} has {pods} {called}, not {count}.")
                run.decline(Code.E_ID, why, "EAW-7b.3", ship=ship.name, pods=pods, called=called, count=count)
        lighter = loaded(ship, found.pods, -1)
        run.tell(ShipsSet((lighter,)), ship.owner)
        run.require(no_room(run, lighter, ()))
        system = run.fleet(ship.fleet).at
        left = [pod.kind for pod in run.state.systems[system].pods if pod.owner == ship.owner]
        run.tell(PodsSet(system, ship.owner, (*left, *names.elements())), ship.owner)


class TakePods(Plot):
    """Have a tug take up pods that were left in orbit."""

    path: ClassVar[str] = f"{FLEETS.path} take-pods"
    line: ClassVar[str] = "couple {pods} to {ship}"
    ship: Annotated[str, OWN_SHIP] = Field(description="the tug", max_length=60)
    pods: Annotated[str, kinds_of_pods] = Field(description="such as cargo pod, cargo pod", max_length=100)

    def perform(self, run: Run, found: Found) -> None:
        """Own pods of the system, two on a tug at most (EAW-7b.3). Refuses E-UNIT, E-ID, E-INSP."""
        ship = run.state.ships[found.ship.id]
        system = run.fleet(ship.fleet).at
        if not run.world.of(run.state, ship).has(Flag.TUG, Flag.BATTLE_TUG):
            run.decline(Code.E_UNIT, N_("{ship} is no tug."), "EAW-7b.3", ship=ship.name)
        run.inspected(ship)
        if len(ship.pods) + len(found.pods) > MOST_PODS:
            why = N_("{ship} has {pods} pods, and carries {most}.")
            run.decline(Code.E_UNIT, why, "EAW-7b.3", ship=ship.name, pods=len(ship.pods), most=MOST_PODS)
        there = Counter(pod.kind for pod in run.state.systems[system].pods if pod.owner == ship.owner)
        for called, count in Counter(kind.name for kind in found.pods).items():
            if count > there[called]:
                why = N_("{there} {called} of yours orbit {system}, not {count}.")
                run.decline(Code.E_ID, why, "EAW-7b.3", there=there[called], called=called, system=system, count=count)
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
            (False, True): N_("You have {kinds} in orbit at {system}."),
        },
    )
    system: At
    seat: Seat
    kinds: Words
    lost: bool = False

    def evolve(self, state: State) -> State:
        if self.system not in state.systems:
            return state
        others = tuple(pod for pod in state.systems[self.system].pods if pod.owner != self.seat)
        return with_system(state, self.system, pods=(*others, *(Pod(self.seat, kind) for kind in self.kinds)))


@at(When.P4, 50)
def abandoned(run: Run) -> None:
    """Pods that are left alone with an enemy's ships are destroyed (EAW-7b.3)."""
    for system in [system for system in run.state.systems.values() if system.pods]:
        for seat in dict.fromkeys(pod.owner for pod in system.pods):
            enemies = any(run.state.hostile(seat, fleet.owner) for fleet in run.state.standing(system.id))
            if enemies and seat not in run.state.present(system.id):
                run.tell(PodsSet(system.id, seat, (), lost=True), seat)
