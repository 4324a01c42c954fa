"""Terms of the rulebook that the state, the rules and the records share: closed lists, and the points of a unit."""

from __future__ import annotations

from enum import StrEnum

import msgspec
from msgspec.structs import replace


class DamageChannel(StrEnum):
    """The way damage takes through a unit's layers (register 0.4).

    Weapons use the first four. `BYPASS` is for warheads of a bombing run (GCW-BMB-02), `SCUTTLE` for crew and infantry
    against their own hull (GCW-DMG-18).
    """

    NORMAL = "NORMAL"
    ION = "ION"
    PTL = "PTL"
    PIC = "PIC"
    BYPASS = "BYPASS"
    SCUTTLE = "SCUTTLE"


class Layer(StrEnum):
    """A pool of points. Ships have all four; craft shields and armor; facilities no systems; ground units armor."""

    SHIELDS = "shields"
    ARMOR = "armor"
    SYSTEMS = "systems"
    HULL = "hull"


class Status(StrEnum):
    """Status of a unit (register section 5)."""

    ACTIVE = "ACTIVE"
    DISABLED_PENDING = "DISABLED_PENDING"
    DISABLED = "DISABLED"
    DERELICT = "DERELICT"
    DOOMED = "DOOMED"
    DESTROYED = "DESTROYED"


class Pools(msgspec.Struct, frozen=True):
    """Points of each layer, from 0 up; layers a unit has not got stay 0."""

    shields: int = 0
    armor: int = 0
    systems: int = 0
    hull: int = 0

    def of(self, layer: Layer) -> int:
        """Points of one layer."""
        points: int = getattr(self, layer)
        return points

    @property
    def total(self) -> int:
        """Points of all layers."""
        return self.shields + self.armor + self.systems + self.hull

    def with_layer(self, layer: Layer, points: int) -> Pools:
        """The same pools with one layer set."""
        return replace(self, **{layer.value: points})

    def plus(self, other: Pools) -> Pools:
        """Both together, layer by layer."""
        return Pools(
            self.shields + other.shields, self.armor + other.armor, self.systems + other.systems, self.hull + other.hull
        )

    def minus(self, other: Pools) -> Pools:
        """Points lost on the way from these pools to `other`, layer by layer."""
        return Pools(
            self.shields - other.shields, self.armor - other.armor, self.systems - other.systems, self.hull - other.hull
        )


class ScanMode(StrEnum):
    """Active scans look and are noticed; passive ones listen and are not (GCW-SCN-04, -07)."""

    ACTIVE = "active"
    PASSIVE = "passive"


class ScanLayer(StrEnum):
    """A part of a system that is scanned (GCW-SCN-01)."""

    ORBIT = "orbit"
    ATMOSPHERE = "atmosphere"
    GROUND = "ground"
    DEEP_SPACE = "deep space"


class Ring(StrEnum):
    """Layers of the grid from outside in (GCW-GRD-02); `GA` and `GS` are a Ground Grid's Air and Surface."""

    DSZ = "DSZ"
    C = "C"
    B = "B"
    A = "A"
    ATM = "ATM"
    GA = "GA"
    GS = "GS"
