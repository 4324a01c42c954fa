"""Long orders made short: formations, several units in one line, "the same" target. Rulebook: GCW-TRN-04.

A line for several units becomes a line for each before it is drafted, so that what is played, previewed and dropped is
always one action of one unit.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import Annotated, ClassVar

from pydantic import Field

from engine.game import Seat, Table, only
from engine.gcw.acting import active, contact_named, own
from engine.gcw.facts import FormationSet
from engine.gcw.nouns import Acting
from engine.gcw.space.launch import words_of
from engine.gcw.state import FIGHTERS, State, Unit, UnitKind
from engine.orders import Order, Pick
from engine.text.names import did_you_mean, shown

MOST_FORMATIONS = 24
LONGEST_LIST = 200
"""Characters in a list of units."""

SAME = frozenset({"same", "the same", "same target", "the same target"})


class Form(Order):
    """Name several units of yours as a formation, to order them with one line."""

    path: ClassVar[str] = "gcw battle formation"
    line: ClassVar[str] = "formation {name} is {units}"
    sheet: ClassVar[bool] = False
    name: str = Field(description="what it is called", min_length=1, max_length=40)
    units: Annotated[str, Pick("units of yours")] = Field(
        description="names with commas; 'none' disbands it", max_length=LONGEST_LIST
    )


def form(seat: Seat, order: Form, table: Table[State]) -> None:
    """Set or disband a formation. Refuses NAME_TAKEN, NO_UNIT, NO_FORMATION, FORMATIONS_FULL."""
    active(table, seat)
    mine = table.state.formations.get(seat, {})
    known = {name.casefold(): name for name in mine}
    name = known.get(order.name.casefold(), order.name)
    if order.units.strip().casefold() == "none":
        if name not in mine:
            table.refuse("NO_FORMATION", name=shown(order.name), hint=did_you_mean(order.name, mine))
        table.say(FormationSet(seat, name, ()), only(seat))
        return
    if any(unit.name.casefold() == name.casefold() for unit in table.state.of(seat)):
        table.refuse("NAME_TAKEN", name=shown(name))
    if name not in mine and len(mine) >= MOST_FORMATIONS:
        table.refuse("FORMATIONS_FULL", most=MOST_FORMATIONS)
    names = {unit.name.casefold() for unit in table.state.of(seat)}
    members = [own(table, seat, part).id for part in words_of(order.units, names)]
    table.say(FormationSet(seat, name, tuple(dict.fromkeys(members))), only(seat))


@cache
def grouped(order: type[Order]) -> str:
    """The field of an action that names the one unit that acts; "" where there is none."""
    picks = order.picks()
    for name in ("unit", "ship"):
        if name in picks and (isinstance(picks[name], Acting) or picks[name].what.startswith("a ")):
            return name
    return ""


def meant(state: State, seat: Seat, words: str) -> list[Unit] | None:
    """The units of a formation, of a class or kind in flight, or of a list; None where the words name no group."""
    wanted = words.strip().casefold()
    if any(unit.name.casefold() == wanted for unit in state.of(seat)):
        return None
    for name, members in state.formations.get(seat, {}).items():
        if name.casefold() == wanted:
            return [state.units[one] for one in members if one in state.units and state.units[one].owner == seat]
    flying = [unit for unit in state.of(seat) if unit.on_grid]
    if wanted in ("all squadrons", "squadrons"):
        return [unit for unit in flying if unit.kind in FIGHTERS]
    if wanted in ("all ships", "ships"):
        return [unit for unit in flying if unit.kind is UnitKind.SHIP]
    if wanted.startswith("all "):
        return [unit for unit in flying if unit.code.casefold() == wanted.removeprefix("all ").strip()] or None
    names = {unit.name.casefold(): unit for unit in state.of(seat)}
    parts = [part.casefold() for part in words_of(words, names)]
    if len(parts) < 2:
        return None
    groups = [[names[part]] if part in names else meant(state, seat, part) for part in parts]
    if any(group is None for group in groups):
        return None
    return list({unit.id: unit for group in groups if group for unit in group}.values())


def within_reach(state: State, seat: Seat, units: list[Unit], target: str) -> list[Unit]:
    """Of units that are meant by kind, those in the system of the target, or in a battle if there is no target."""
    contact = contact_named(state, seat, target)
    if contact is not None:
        return [unit for unit in units if unit.system == contact.system]
    fighting = {system for system, battle in state.battles.items() if seat in battle.parties}
    return [unit for unit in units if unit.system in fighting] or units


def written_out(table: Table[State], seat: Seat, action: Order, before: Iterable[Order]) -> list[Order]:
    """The actions that a line stands for: one for each unit it means, at the target it means.

    Refuses NO_FORMATION for a group of which nothing is left, NO_SAME for "the same" before any target.
    """
    if getattr(action, "target", "").strip().casefold() in SAME:
        last = [one.target for one in before if hasattr(one, "target")]
        if not last:
            table.refuse("NO_SAME")
        action = action.model_copy(update={"target": last[-1]})
    field = grouped(type(action))
    units = meant(table.state, seat, getattr(action, field)) if field else None
    if units is not None and re.match(r"(all\s|squadrons|ships)", getattr(action, field).strip(), re.I):
        units = within_reach(table.state, seat, units, getattr(action, "target", ""))
    if units is None:
        return [action]
    if not units:
        table.refuse("NO_FORMATION", name=shown(getattr(action, field)), hint="None of its units is left.")
    return [action.model_copy(update={field: unit.name}) for unit in units]
