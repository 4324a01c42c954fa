"""Crews of craft, how craft are named, their dice. Register sections 12 and 13."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from engine.d6.data.pack import Code, ShipWeapon
from engine.d6.dice.codes import DIE
from engine.d6.dice.rolling import Throw, throw
from engine.d6.look import Look, Roll, Thing
from engine.d6.nouns import number, unknown
from engine.d6.play import Play
from engine.d6.space.codes import Hull, condition, dead, kind, opposing, whole
from engine.d6.state import Craft, Figure, State
from engine.declared.changes import Renews
from engine.game import Fact
from engine.look import Refused, no
from engine.noun import Found, Noun, Value
from engine.orders import Option
from engine.text.message import N_, OR, listed, term

UNITS: Value[Look, int] = Value(
    "space units", number(0, 1000, "D6-B-17"), lambda look, found: map(Option, ("1", "3", "12", "25"))
)
Units = Annotated[str | None, UNITS, Field(max_length=4)]


# Names


def gone(look: Look, craft: Craft, found: Found) -> Refused | None:
    """E_STATE for what is destroyed."""
    return None if whole(craft) else no(Code.E_STATE, N_("{craft} is destroyed."), "D6-B-31", craft=craft.label)


CRAFT: Noun[Look, Craft] = Noun(
    "a craft",
    "craft",
    lambda craft: (craft.label, craft.id),
    lambda look, craft: f"{craft.label} ({craft.kind}, {condition(craft)})",
    unknown=unknown("craft"),
    keeps=lambda craft: craft.id,
)
"""A craft: everybody sees them all."""

WHOLE = CRAFT.that(gone, what="a craft that is not destroyed")


def _foe(look: Look, craft: Craft, found: Found) -> Refused | None:
    """E_VALUE for the own craft and those of the own side (D6-12-13)."""
    mine = own(look)
    if isinstance(mine, Craft) and not opposing(mine, craft):
        return no(Code.E_VALUE, N_("{craft} is of your side."), "D6-12-13", craft=craft.label)
    return None


FOE = WHOLE.that(_foe, what="a craft of another side")


def own(look: Look) -> Craft | Refused:
    """The craft that the figure works a station of. Refuses `E_STATE` (D6-1-04, D6-B-31)."""
    me = look.me()
    if isinstance(me, Refused):
        return me
    craft = look.known.craft.get(me.craft)
    if craft is None or not me.station:
        return no(Code.E_STATE, N_("{who} works no station of a craft."), "D6-1-04", who=me.label)
    return gone(look, craft, Found({})) or craft


def mine(look: Look) -> Craft:
    """The craft that the figure works a station of. Refuses `E_STATE`."""
    craft = own(look)
    if isinstance(craft, Refused):
        look.decline(craft)
    return craft


def at_station(look: Look, *stations: str) -> Refused | None:
    """Refuses `E_STATE` a figure that works none of these stations."""
    craft = own(look)
    if isinstance(craft, Refused):
        return craft
    if look.own.station not in stations:
        why, takes = N_("{who} works the station {station}; it takes {takes}."), listed(map(term, stations), OR)
        return no(Code.E_STATE, why, "D6-1-04", who=look.own.label, station=look.own.station, takes=takes)
    return None


def controls(look: Look) -> Refused | None:
    """Refuses `E_STATE` a figure that does not pilot: another station, or dead controls (D6-B-32)."""
    if refused := at_station(look, "pilot"):
        return refused
    craft, why = mine(look), N_("The controls of {craft} are dead.")
    return no(Code.E_STATE, why, "D6-B-32", craft=craft.label) if dead(look.known, craft) else None


def _guns(look: Look, found: Found) -> tuple[ShipWeapon, ...]:
    craft = own(look)
    return kind(look.world, craft).weapons if isinstance(craft, Craft) else ()


GUN: Noun[Look, ShipWeapon] = Noun(
    "a weapon of your craft", _guns, lambda gun: (gun.name,), unknown=unknown("weapon aboard")
)


# Facts and dice


class CraftChanged(Fact[State], frozen=True):
    """A craft is so now."""

    silent = "what happened to it is told"
    makes = Renews("craft", "craft")
    craft: Craft


class ShipThrown(Fact[State], frozen=True):
    """A craft's code is rolled: damage of a weapon, or hull and shields against it. It is no secret."""

    says = N_("{craft} rolls {what}: {throw}")
    threaded = True
    rule = "D6-B-30"
    craft: Hull
    what: Thing
    throw: Roll


def ship_throw(play: Play, craft: str, what: str, pips: int) -> Throw:
    """A roll of a craft's code, with public dice."""
    dice, label = play.key(), play.label(f"{craft}/{what}")
    made = throw(lambda die: dice.roll(f"{label}/{die}", 6), "", what, max(DIE, pips), play.state.options.wild)
    play.tell(ShipThrown(craft, what, made))
    return made


def two_dice(play: Play, craft: str, what: str) -> tuple[int, int]:
    """Two plain dice of a craft's (D6-B-03)."""
    dice, label = play.key(), play.label(f"{craft}/{what}")
    return dice.roll(f"{label}/first", 6), dice.roll(f"{label}/second", 6)


def aboard(state: State, craft: Craft) -> list[Figure]:
    """Everybody aboard."""
    return [figure for figure in state.figures.values() if figure.craft == craft.id]
