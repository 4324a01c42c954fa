"""Expendables that ships have aboard: lists of commander's options, and what ships hand to each other.

EAW-6.0.6, EAW-7b.1.
"""

from __future__ import annotations

import re
from typing import Annotated, ClassVar

from msgspec.structs import replace
from pydantic import Field

from engine.declared.sentences import either
from engine.eaw.data.pack import Code
from engine.eaw.figures import shown
from engine.eaw.look import Look, ShipOf, Things
from engine.eaw.nouns import OWN_SHIP
from engine.eaw.season.holdings import ShipsSet
from engine.eaw.season.plot import Plot
from engine.eaw.season.run import Run
from engine.eaw.state import Ship, State
from engine.eaw.works.moving_goods import FLEETS, serviced, together
from engine.game import Fact
from engine.noun import Found, Value
from engine.orders import Option
from engine.text import names
from engine.text.message import N_

MOST_ITEMS = 12
"""Kinds of things in one order."""
_ITEM = re.compile(r"(\d{1,3}) (\S.{0,39})$")


def read_items(look: Look, words: str, found: Found) -> dict[str, int]:
    """Things with their numbers: "3 transporter bomb, 6 boarding party". Refuses E-VALUE, E-CREW."""
    items = dict[str, int]()
    for part in words.split(","):
        match = _ITEM.match(part.strip())
        if match is None:
            look.no(Code.E_VALUE, "things stand with their numbers, such as 3 transporter bomb", "EAW-6.0.6")
        if "crew" in match[2].split():
            look.no(Code.E_CREW, "crews stay with their ships", "EAW-7b.1")
        items[match[2]] = items.get(match[2], 0) + int(match[1])
    if len(items) > MOST_ITEMS:
        look.no(Code.E_VALUE, f"{len(items)} kinds of things, at most {MOST_ITEMS}", "EAW-6.0.6")
    return items


def read_options(look: Look, words: str, found: Found) -> dict[str, int]:
    """Commander's options with their numbers, "none" for none. Refuses E-VALUE, E-ID for what has no price."""
    items = {} if words.strip() == "none" else read_items(look, words, found)
    known = priced(look)
    for item in items:
        if item not in known:
            there = ", ".join(known) or "nothing yet"
            why = f"a moderator has entered no price of “{names.shown(item)}”, but of {there}"
            look.no(Code.E_ID, why, "EAW-6.0.6")
    return items


def priced(look: Look) -> list[str]:
    """Things that have a price as commander's options."""
    return sorted({*look.world.pack.expendables, *look.known.prices})


def _offered(look: Look, found: Found) -> list[Option]:
    return [Option(f"1 {item}") for item in priced(look)]


ITEMS: Value[Look, dict[str, int]] = Value("things with their numbers", read_items, _offered)
OPTIONS: Value[Look, dict[str, int]] = Value("commander's options with their numbers", read_options, _offered)


class FileOptions(Plot):
    """Choose the commander's options that a ship has aboard; nobody else is told."""

    path: ClassVar[str] = f"{FLEETS.path} options-list"
    line: ClassVar[str] = "options of {ship} are {items}"
    slots: ClassVar[int] = 0
    ship: Annotated[str, OWN_SHIP] = Field(description="the ship", max_length=60)
    items: Annotated[str, OPTIONS] = Field(description="such as 3 transporter bomb; none for none", max_length=200)

    def perform(self, run: Run, found: Found) -> None:
        """At a dock or colony, for as much as its level allows; the list stays until it is changed there (EAW-6.0.6).
        Refuses E-FAC, E-CO, E-INSP.
        """
        ship = run.state.ships[found.ship.id]
        serviced(run, run.fleet(ship.fleet))
        run.inspected(ship)
        total = run.world.bought(run.state, found.items)
        if total > ship.allowance:
            why = f"these cost {shown(total)}, and {ship.name} has {ship.allowance} at {ship.co} per cent"
            run.decline(Code.E_CO, why, "EAW-6.0.6")
        used = {item: min(count, found.items[item]) for item, count in ship.used.items() if item in found.items}
        kept = {item: count for item, count in ship.used.items() if item not in ship.options}
        run.tell(ShipsSet((replace(ship, options=found.items, used={**kept, **used}),)), ship.owner)
        run.tell(OptionsFiled(ship.id, found.items), ship.owner)


class OptionsFiled(Fact[State], frozen=True):
    """The commander's options of a ship are chosen: its owner's alone to know (EAW-1e.2)."""

    rule = "EAW-6.0.6"
    says = either("items", N_("{ship} has aboard: {items}."), N_("{ship} has no options aboard."))
    ship: ShipOf
    items: Things


class HandOver(Plot):
    """Hand expendables from one ship to another in the same system."""

    path: ClassVar[str] = f"{FLEETS.path} hand-over"
    line: ClassVar[str] = "hand {items} from {ship} to {other}"
    sampled: ClassVar[bool] = True
    ship: Annotated[str, OWN_SHIP] = Field(description="the ship that has them", max_length=60)
    other: Annotated[str, OWN_SHIP] = Field(description="the ship that gets them", max_length=60)
    items: Annotated[str, ITEMS] = Field(description="such as 2 transporter bomb, 6 drone", max_length=200)

    def perform(self, run: Run, found: Found) -> None:
        """Options as far as the level of the ship that gets them allows now; other things, where it has used as many
        (EAW-7b.1, EAW-9b.1). Refuses E-SPLIT, E-TRAP, E-INSP, E-ID, E-CO.
        """
        ship, other = run.state.ships[found.ship.id], run.state.ships[found.other.id]
        together(run, ship, other)
        if ship.id == other.id:
            run.decline(Code.E_SPLIT, f"{ship.name} has them already", "EAW-7b.1")
        run.inspected(ship, other)
        for item, count in found.items.items():
            ship, other = handed(run, ship, other, item, count)
        aboard = run.world.bought(run.state, other.unspent)
        if aboard > other.allowance:
            why = f"{other.name} would have {shown(aboard)} BPV aboard, and {other.allowance} at {other.co} per cent"
            run.decline(Code.E_CO, why, "EAW-7b.1")
        run.tell(ShipsSet((ship, other)), ship.owner)
        run.tell(HandedOver(found.items, found.ship.id, found.other.id), ship.owner)


def handed(run: Run, ship: Ship, other: Ship, item: str, count: int) -> tuple[Ship, Ship]:
    """Both ships after so many of a thing went from the one to the other. Refuses E-ID."""
    if item in ship.options:
        left = ship.unspent[item]
        if count > left:
            run.decline(Code.E_ID, f"{ship.name} has {left} {names.shown(item)} left, not {count}", "EAW-7b.1")
        after = {**ship.options, item: ship.options[item] - count}
        ship = replace(ship, options={what: number for what, number in after.items() if number})
        return ship, replace(other, options={**other.options, item: other.options.get(item, 0) + count})
    missing = other.used.get(item, 0)
    if count > missing:
        why = f"{ship.name} has no option {names.shown(item)}, and {other.name} has used {missing} such, not {count}"
        run.decline(Code.E_ID, why, "EAW-7b.1")
    spent = {**ship.used, item: ship.used.get(item, 0) + count}
    rest = {what: number for what, number in {**other.used, item: missing - count}.items() if number}
    return replace(ship, used=spent), replace(other, used=rest)


class HandedOver(Fact[State], frozen=True):
    """Expendables have gone from one ship to another."""

    rule = "EAW-7b.1"
    says = N_("{ship} hands to {other}: {items}.")
    items: Things
    ship: ShipOf
    other: ShipOf
