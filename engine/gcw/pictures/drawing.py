"""Common parts of the pictures of a campaign: sides by player, figures by class, pool bars, times in words."""

from __future__ import annotations

from engine.game import Seat
from engine.gcw.data.terms import Layer, Pools
from engine.gcw.look import LAYERS, Look
from engine.gcw.state import NOBODY, UnitKind
from engine.picture import ARMOUR, HULL, MUTED, NEUTRAL, SHIELDS, SYSTEMS, Box, Kind, Shape, Side, bars, sides_of

UNKNOWN = Side("unknown", MUTED, "none")

LAYER_COLOURS: dict[Layer, str] = {
    Layer.SHIELDS: SHIELDS,
    Layer.ARMOR: ARMOUR,
    Layer.SYSTEMS: SYSTEMS,
    Layer.HULL: HULL,
}

CAPITAL_DM, CRUISER_DM = 9_000, 4_000
"""Lengths from which a ship is drawn as a capital ship or a cruiser, in decimetres."""


def side_of(look: Look, owner: Seat) -> Side:
    """A player's colour and mark: the same for every viewer; red is red."""
    if owner == NOBODY or owner not in look.known.players:
        return NEUTRAL
    return sides_of(look.known.players)[owner]


FIGURE_OF: dict[UnitKind, Kind] = {
    UnitKind.SQUADRON: Kind.SQUADRON,
    UnitKind.SWARM: Kind.SQUADRON,
    UnitKind.AUXILIARY: Kind.SHUTTLE,
    UnitKind.PLATFORM: Kind.PLATFORM,
    UnitKind.FACILITY: Kind.FACILITY,
    UnitKind.INFANTRY: Kind.INFANTRY,
    UnitKind.VEHICLE: Kind.VEHICLE,
    UnitKind.AIRSPEEDER: Kind.VEHICLE,
    UnitKind.HERO: Kind.HERO,
}
"""The figure of a kind of unit; a ship's depends on its class."""


def figure_of(look: Look, code: str, kind: UnitKind | None) -> Kind:
    """The figure of a unit, as far as its class is known."""
    if kind is None or kind in FIGURE_OF:
        return FIGURE_OF[kind] if kind is not None else Kind.CONTACT
    spec = look.world.spec(code) if code else None
    if spec is None or not spec.role:
        return Kind.CONTACT
    if spec.length_dm >= CAPITAL_DM:
        return Kind.CAPITAL
    if spec.role == "T":
        return Kind.TRANSPORT
    return Kind.CRUISER if spec.length_dm >= CRUISER_DM else Kind.ESCORT


def pool_shape(box: Box, pools: Pools, most: Pools, kind: UnitKind) -> Shape:
    """The pools of a unit as bars under each other; layers its class has none of are left out."""
    rows = [(pools.of(layer), most.of(layer), LAYER_COLOURS[layer]) for layer in LAYERS[kind] if most.of(layer)]
    return bars(box, rows)
