"""Long orders made short: formations, several units in one line, "the same" target. Rulebook: GCW-TRN-04.

A line for several units becomes a line for each before it is drafted, so that what is played, previewed and dropped is
always one action of one unit.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Annotated, ClassVar

from msgspec.structs import replace
from pydantic import Field

from engine import orders
from engine.act import Order
from engine.game import Fact, Seat, only
from engine.gcw.acting import contact_named
from engine.gcw.look import Look, Obeying
from engine.gcw.nouns import OWN, Acting
from engine.gcw.space.launch import words_of
from engine.gcw.state import FIGHTERS, State, Unit, UnitKind, put, without
from engine.look import Refused
from engine.noun import Several
from engine.text.message import N_, Text, joined
from engine.text.message import name as escaped
from engine.text.names import did_you_mean, shown

MOST_FORMATIONS = 24
LONGEST_LIST = 200
"""Characters in a list of units."""

SAME = frozenset({"same", "the same", "same target", "the same target"})


def nobody(look: Look, words: str) -> Sequence[Unit] | None:
    """No unit at all, for 'none'."""
    return () if words.casefold() == "none" else None


def known_name(look: Look, words: str) -> str:
    """The name of a formation as it was given, whatever its case; another name as it is written."""
    mine = look.known.formations.get(look.viewer, {})
    return next((name for name in mine if name.casefold() == words.casefold()), words)


class Form(Order):
    """Name several units of yours as a formation, to order them with one line."""

    path: ClassVar[str] = "gcw battle formation"
    line: ClassVar[str] = "formation {name} is {units}"
    sheet: ClassVar[bool] = False
    name: str = Field(description="what it is called", min_length=1, max_length=40)
    units: Annotated[str, Several(OWN, "units of yours", nobody)] = Field(
        description="names with commas; 'none' disbands it", max_length=LONGEST_LIST
    )

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """A player in play may."""
        return look.inactive()

    def obey(self, act: Obeying) -> None:
        """The formation is set or disbanded. Refuses NAME_TAKEN, NO_FORMATION, FORMATIONS_FULL."""
        look = act.look
        mine = look.known.formations.get(act.seat, {})
        name = known_name(look, self.name)
        if not act.found.units:
            if name not in mine:
                act.refuse("NO_FORMATION", name=shown(self.name), hint=did_you_mean(self.name, mine))
            act.say(FormationSet(act.seat, name, ()), only(act.seat))
            return
        if any(unit.name.casefold() == name.casefold() for unit in look.own()):
            act.refuse("NAME_TAKEN", name=shown(name))
        if name not in mine and len(mine) >= MOST_FORMATIONS:
            act.refuse("FORMATIONS_FULL", most=MOST_FORMATIONS)
        act.say(FormationSet(act.seat, name, tuple(unit.id for unit in act.found.units)), only(act.seat))


DISBANDED, STANDS_FOR = N_("The formation {name} is disbanded."), N_("**{name}** stands for {units} in your orders.")


class FormationSet(Fact[State], frozen=True):
    """Several units of a player's go by one name in orders; none: the formation is disbanded."""

    seat: Seat
    name: str
    units: tuple[str, ...]

    def evolve(self, state: State) -> State:
        mine = without(state.formations.get(self.seat, {}), self.name)
        if self.units:
            mine[self.name] = self.units
        formations = put(state.formations, self.seat, mine) if mine else without(state.formations, self.seat)
        return replace(state, formations=formations)

    def words(self, look: Look) -> Text:
        if not self.units:
            return DISBANDED(name=escaped(self.name))
        return STANDS_FOR(name=escaped(self.name), units=joined(", ", map(look.name, self.units)))


@cache
def grouped(order: type[orders.Order]) -> str:
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


def written_out(look: Look, action: orders.Order, before: Iterable[orders.Order]) -> list[orders.Order]:
    """The actions that a line stands for: one for each unit it means, at the target it means.

    Refuses NO_FORMATION for a group of which nothing is left, NO_SAME for "the same" before any target.
    """
    if getattr(action, "target", "").strip().casefold() in SAME:
        last = [one.target for one in before if hasattr(one, "target")]
        if not last:
            look.refuse("NO_SAME")
        action = action.model_copy(update={"target": last[-1]})
    field = grouped(type(action))
    units = meant(look.known, look.viewer, getattr(action, field)) if field else None
    if units is not None and re.match(r"(all\s|squadrons|ships)", getattr(action, field).strip(), re.I):
        units = within_reach(look.known, look.viewer, units, getattr(action, "target", ""))
    if units is None:
        return [action]
    if not units:
        look.refuse("NO_FORMATION", name=shown(getattr(action, field)), hint="None of its units is left.")
    return [action.model_copy(update={field: unit.name}) for unit in units]
