"""The rulebook's fixed things that its functions need: the data pack, and look-ups made of it once."""

from __future__ import annotations

from engine.sunrise.data.pack import Pack
from engine.sunrise.data.units import FactionCode, Hull, Ladder, SquadronType, Upgrade, Weapon
from engine.sunrise.figures.hull import full, row_pips
from engine.sunrise.state import Ship, Side, Squadron, State, find, working

DEBTS_LAST = 2
"""The version from which a debt lasts until an order on the board pays it (FS-UPG-17); a turn's end forgave it before.
"""
PLACED_AT_REST = 2
"""The version from which no activated ship is placed by moderators, and one from off the board begins at velocity 6
(FS-SET-06)."""
MIRACLE_LAST = 2
"""The version from which an activation stays open while a miracle can restore a system (FS-FAC-07)."""
TOLD_BEFORE = 2
"""The version from which corrections of moderators tell what was before."""
STANDING_SECRET = 2
"""The version from which orders of loss and automatic answers are heard by their own side alone (FS-HULL-04)."""
WELL_INSIDE = 2
"""The version from which ships that nobody placed stand well inside the board (FS-SET-04)."""


class World:
    """One data pack, and what follows from it for ships and squadrons of a state.

    `version` is that of the rulings which a game is played by.
    """

    def __init__(self, pack: Pack, version: int) -> None:
        self.pack, self.version = pack, version

    def hull(self, ship: Ship) -> Hull:
        """The hull of a ship."""
        return self.pack.hulls[ship.hull]

    def weapon(self, item: str) -> Weapon:
        """The weapon of a system, by its item."""
        return self.pack.weapons[item]

    def mounted(self, ship: Ship, system: str) -> Weapon:
        """The weapon of a ship by its system."""
        found = find(ship.systems, system)
        assert found is not None  # whoever asks has aimed it
        return self.pack.weapons[found.item]

    def craft(self, squadron: Squadron) -> SquadronType:
        """The type of a squadron."""
        return self.pack.squadrons[squadron.type]

    def ladder(self, state: State, squadron: Squadron) -> Ladder:
        """Steps of a squadron in this game's edition (FS-SC-23, FS-CHG-05)."""
        return self.pack.squadrons[squadron.type].ladder(state.settings.edition)

    def row(self, ship: Ship) -> int:
        """Pips of a row of the ship now (FS-HULL-02)."""
        return row_pips(working(ship.systems, Upgrade.REINFORCED_ARMOR))

    def rows(self, ship: Ship) -> int:
        """Rows of the ship (FS-HULL-02)."""
        return self.pack.hulls[ship.hull].integrity

    def whole(self, ship: Ship) -> int:
        """Pips of the ship when nothing is marked, with the armor that works now (FS-HULL-02)."""
        return full(self.rows(ship), self.row(ship))

    def is_of(self, state: State, side: Side, faction: FactionCode) -> bool:
        """True if a side belongs to a faction, whose rule is then always on (FS-FAC-01)."""
        return state.of(side).fleet.faction == faction
