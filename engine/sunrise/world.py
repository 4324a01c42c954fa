"""The rulebook's fixed things that its functions need: the data pack, and look-ups made of it once."""

from __future__ import annotations

from engine.sunrise.data.pack import Pack
from engine.sunrise.data.units import FactionCode, FleetList, Hull, Ladder, SquadronType, Type, Upgrade, Weapon
from engine.sunrise.figures.hull import full, row_pips, shield_pool
from engine.sunrise.figures.sheet import fitted
from engine.sunrise.figures.squadrons import effect, in_dogfight
from engine.sunrise.state import Ship, Side, Squadron, State, Systems, working


class World:
    """One data pack, and what follows from it for ships and squadrons of a state."""

    def __init__(self, pack: Pack) -> None:
        self.pack = pack

    def hull(self, ship: Ship) -> Hull:
        """The hull of a ship."""
        return self.pack.hulls[ship.hull]

    def weapon(self, item: str) -> Weapon:
        """The weapon of a system, by its item."""
        return self.pack.weapons[item]

    def craft(self, squadron: Squadron) -> SquadronType:
        """The type of a squadron."""
        return self.pack.squadrons[squadron.type]

    def ladder(self, state: State, squadron: Squadron) -> Ladder:
        """What a squadron does in this game's edition (FS-SC-23)."""
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
        """Whether a side belongs to a faction, whose rule is then always on (FS-FAC-01)."""
        return state.of(side).fleet.faction == faction

    def swarmed(self, state: State, ship: Ship, kind: Type) -> int:
        """What Drone Swarms change about a ship's rating against a type, 0 or less (FS-FAC-26)."""
        around = state.assigned_to(ship.id)
        if not around or in_dogfight(one.side for one in around):
            return 0
        return sum(
            effect(self.ladder(state, one), one.size, self.craft(one).size, one.mode).rating
            for one in around
            if one.chosen is kind
        )

    def ships_of(self, fleet: FleetList, side: Side) -> tuple[Ship, ...]:
        """The ships of a legal list, as they are before they are deployed: "A1", "A2" and so on."""
        made = []
        for number, one in enumerate(fleet.ships, 1):
            systems = fitted(one, self.pack)
            made.append(
                Ship(
                    id=f"{side.value}{number}",
                    number=number,
                    name=one.name,
                    hull=one.hull,
                    side=side,
                    defenses=one.defenses,
                    systems=systems,
                    pips=full(self.pack.hulls[one.hull].integrity, _row(systems)),
                    shields=shield_pool(working(systems, Upgrade.SHIELDS)),
                )
            )
        return tuple(made)

    def squadrons_of(self, fleet: FleetList, side: Side) -> tuple[Squadron, ...]:
        """The squadrons of a legal list, docked where they are listed: "AS1", "AS2" and so on (FS-SC-02)."""
        made: list[Squadron] = []
        for number, ship in enumerate(fleet.ships, 1):
            for place, mount in enumerate(ship.components, 1):
                made += [
                    Squadron(
                        id=f"{side.value}S{len(made) + more}",
                        type=code,
                        side=side,
                        size=self.pack.squadrons[code].size,
                        ship=f"{side.value}{number}",
                        bay=f"c{place}",
                    )
                    for more, code in enumerate(mount.squadrons, 1)
                ]
        return tuple(made)


def _row(systems: Systems) -> int:
    return row_pips(working(systems, Upgrade.REINFORCED_ARMOR))
