"""What a view is made from, and how the thing it is about is found among what the seat knows."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engine.clock import Instant
from engine.game import Refusal, Seat
from engine.gcw.data.places import System
from engine.gcw.data.units import FacilityType, UnitClass
from engine.gcw.figures.damage import Pools
from engine.gcw.look import Look
from engine.gcw.state import Contact, State, Unit, UnitKind
from engine.gcw.words import LAYERS, layer_words
from engine.text.names import did_you_mean, shown

Preview = Callable[[State, Seat, Instant], list[str]]
"""What a seat's draft will do, as far as it knows (`engine.gcw.turn.turn.preview`). Raises Refusal."""

BLOCKS = 5


def find_system(look: Look, name: str) -> System:
    """A system by name; without one, where something is going on for the seat. Raises Refusal ROUTE_INVALID."""
    if not name.strip():
        return look.world.pack.systems[likely_systems(look)[0]]
    found = look.world.pack.find_system(name)
    if found is None:
        hint = did_you_mean(name, look.world.pack.systems)
        raise Refusal("ROUTE_INVALID", f"There is no system “{shown(name)}”.", "GCW-GAL-01", hint)
    return found


def likely_systems(look: Look) -> list[str]:
    """All systems: battles first, then those with own units, contacts, the home, the rest by name."""
    order = [name for name, battle in look.known.battles.items() if look.viewer in battle.parties]
    order += sorted(look.known.battles)
    order += [unit.system for unit in look.own() if unit.cell]
    order += [contact.system for contact in look.contacts() if contact.system and not contact.gone]
    player = look.known.players.get(look.viewer)
    order += [player.home] if player is not None else []
    order += sorted(look.known.owners)
    return list(
        dict.fromkeys(name for name in (*order, *sorted(look.world.pack.systems)) if name in look.world.pack.systems)
    )


def find_thing(look: Look, name: str) -> Unit | Contact:
    """An own unit or a contact by name or alias; without a name the first ship. Raises Refusal TARGET_UNKNOWN.

    "No such unit" and "you cannot see it" are one answer (GCW-SCN-18).
    """
    wanted = name.strip().casefold()
    own, contacts = look.own(), look.contacts()
    if not wanted and own:
        return next((unit for unit in own if unit.kind is UnitKind.SHIP), own[0])
    for unit in own:
        if unit.name.casefold() == wanted:
            return unit
    for contact in contacts:
        if wanted in (contact.alias.casefold(), f"track {contact.track}" if contact.track else "", str(contact.number)):
            return contact
    named = [contact for contact in contacts if contact.name and contact.name.casefold() == wanted]
    if named:
        return min(named, key=lambda contact: bool(contact.gone))
    names = [*(unit.name for unit in own), *(contact.label for contact in contacts)]
    if not wanted:
        raise Refusal("TARGET_UNKNOWN", "You have no unit and no contact yet.", "GCW-SCN-18")
    raise Refusal(
        "TARGET_UNKNOWN",
        f"You know of no unit called “{shown(name)}”.",
        "GCW-SCN-18",
        did_you_mean(name, names) or "`/show fleet` lists yours, `/show contacts` the others.",
    )


def find_class(look: Look, name: str) -> UnitClass | FacilityType:
    """A class of unit or a type of facility. Raises Refusal NO_CLASS."""
    pack = look.world.pack
    found = pack.find_unit(name) or pack.find_facility(name)
    if found is None:
        names = [one.name for one in (*pack.units.values(), *pack.facilities.values())]
        names += [*pack.units, *pack.facilities]
        raise Refusal(
            "NO_CLASS",
            f"There is no class “{shown(name)}”.",
            "GCW-FAC-11",
            did_you_mean(name, names) or "Give a code, such as ISD, or a name.",
        )
    return found


def blocks(value: int, most: int) -> str:
    """A bar in text: "▰▰▰▱▱"; any point left shows, and only a full pool fills it."""
    if most <= 0:
        return "▱" * BLOCKS
    filled = 0 if value <= 0 else BLOCKS if value >= most else min(max(1, BLOCKS * value // most), BLOCKS - 1)
    return "▰" * filled + "▱" * (BLOCKS - filled)


def pool_bars(pools: Pools, most: Pools, kind: UnitKind, *, shields_up: bool | None = None) -> str:
    """Pools as bars with figures: "shields ▰▰▰▰▰ 3,200/3,200 · armor …"."""
    parts = []
    for layer in LAYERS[kind]:
        if most.of(layer):
            down = " (down)" if layer == "shields" and shields_up is False else ""
            left, full = pools.of(layer), most.of(layer)
            parts.append(f"{layer_words(layer, kind)} {blocks(left, full)} {left:,}/{full:,}{down}")
    return " · ".join(parts)


def lines_or(lines: Iterable[str], nothing: str = "none") -> tuple[str, ...]:
    """The lines, or one that says there are none."""
    return tuple(lines) or (nothing,)
