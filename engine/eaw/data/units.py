"""Records of the pack that a campaign's state holds, too: designs, the windows of the clock. Register 7.1."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal, get_args

from msgspec import Meta

from engine.pack.shapes import Row

Name = Annotated[str, Meta(min_length=1, max_length=40)]
Natural = Annotated[int, Meta(ge=0)]
Price = Annotated[str, Meta(pattern=r"^\d{1,3}(\.5)?$", examples=["4", "0.5"])]
"""BPV, or half ones."""
Positive = Annotated[int, Meta(ge=1)]
PRIME = "prime teams"
"""The kind of refits that count beside the ship, and are no part of it (EAW-17.0.5)."""


class Flag(StrEnum):
    """Flag of a design: what it is or can do, besides what its figures say (register, section 3)."""

    SCOUT = "scout"
    SURVEY = "survey"
    COMMAND = "command"
    COMMANDO = "commando"
    MINESWEEPER = "minesweeper"
    MINELAYER = "minelayer"
    TUG = "tug"
    BATTLE_TUG = "battle-tug"
    SALVAGE_TUG = "salvage-tug"
    CARRIER = "carrier"
    ESCORT = "escort"
    PF_TENDER = "pf-tender"
    HEAVY_BATTLECRUISER = "heavy-battlecruiser"
    LEADER = "leader"
    DRONE = "drone"
    TRANSPORT = "transport"
    LARGE_FREIGHTER = "large-freighter"
    SMALL_FREIGHTER = "small-freighter"
    LARGE_REPAIR = "large-repair-freighter"
    SMALL_REPAIR = "small-repair-freighter"
    LARGE_AUXILIARY = "large-auxiliary"
    SMALL_AUXILIARY = "small-auxiliary"
    CIVILIAN = "civilian"
    FRD = "frd"
    MONITOR = "monitor"
    X_SHIP = "x-ship"
    SFG = "sfg"
    WEB = "web"
    LOG = "captains-log"


class RefitRow(Row, frozen=True):
    """A refit of a design: from when, and what it adds to the prices. One of a `kind` ("drones", "prime teams") is an
    upgrade: it takes the place of what a ship has of that kind, for the difference (EAW-8.0).
    """

    name: Name
    yis: Positive
    ebpv: int = 0
    cbpv: int = 0
    kind: str = ""


class Design(Row, frozen=True):
    """A design of ships (register 7.1). Where `cr`, `dc` or `dp` are 0, they are not known (see `World`).

    `family` tells hull types apart for EAW-17f; the name, where it is not given. `boxes` are repair boxes.
    Designs with the same `modules` are made of each other by exchanging modules (EAW-6f.1).
    """

    race: Name
    name: Name
    ebpv: Positive
    cbpv: Natural
    sc: Annotated[int, Meta(ge=2, le=5)]
    yis: Positive
    cr: Natural = 0
    dc: Natural = 0
    dp: Natural = 0
    flags: tuple[Flag, ...] = ()
    family: str = ""
    modules: str = ""
    fighters: Natural = 0
    pfs: Natural = 0
    spares: Natural = 0
    cargo: Natural = 0
    boxes: Natural = 0
    refits: tuple[RefitRow, ...] = ()
    escorts: tuple[Name, ...] = ()
    verified: bool = False

    @property
    def code(self) -> str:
        """Its name among all designs: "Federation CA"."""
        return f"{self.race} {self.name}"

    def has(self, *flags: Flag) -> bool:
        """True if it has one of some flags."""
        return bool(self.flags) and not set(flags).isdisjoint(self.flags)


class PodKind(Row, frozen=True):
    """A kind of pod that tugs carry: what it adds to the prices of its tug, and its cargo boxes (EAW-7b.3)."""

    name: Name
    ebpv: Natural
    cbpv: Natural = 0
    cargo: Natural = 0


OfficerKind = Literal["captain", "weapons", "navigator", "doctor", "science", "marine", "engineer"]
OFFICERS: tuple[OfficerKind, ...] = get_args(OfficerKind)


class Windows(Row, frozen=True):
    """Hours that things wait for (section 6)."""

    setup: Positive
    plot: Positive
    filing: Positive
    pooling: Positive
    side: Positive
    battle: Positive
    answer: Positive
    choice: Positive
