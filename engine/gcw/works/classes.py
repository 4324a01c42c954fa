"""Classes that facilities make, for whom and in how many days, and who may pay for them.

Rulebook: GCW-CST-01, -02, GCW-FAC-11, GCW-SET-03.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.book import Group
from engine.gcw.acting import PlayerOrder
from engine.gcw.data.units import Berth, Builds, FacilityType, UnitClass
from engine.gcw.economy.rosters import no_class
from engine.gcw.look import Look
from engine.gcw.state import PlayerStatus, Unit
from engine.look import Refused
from engine.noun import Found, Noun
from engine.text.message import NN_, OR, T_, listed, term

GROUP = Group("gcw-yard", "Galactic Civil War: what is built, exchanged, grown again and scrapped")

BUILT_AS = {
    None: Builds.SHIP,
    Berth.SF: Builds.SF,
    Berth.AUX: Builds.AUX,
    Berth.GAV: Builds.GAV,
    Berth.INFANTRY: Builds.INFANTRY,
}
"""What of a facility's makes a class, by how it is carried."""


def can_make(look: Look, code: str, spec: UnitClass) -> bool:
    """True if a type of facility makes a class (GCW-CST-02, register 8.1)."""
    kind = look.world.pack.facilities.get(code)
    places: tuple[str, ...] = getattr(spec, "built_at", ())
    return kind is not None and (code in places or (not places and BUILT_AS[spec.berth] in kind.builds))


def no_facility(look: Look, spec: UnitClass, system: str) -> Refused:
    """NO_FACILITY, with the types that make a class (GCW-CST-02)."""
    kinds = [kind.name for kind in look.world.pack.facilities.values() if can_make(look, kind.code, spec)]
    return Refused("NO_FACILITY", {"type": listed(map(term, kinds), OR) or T_("facility"), "system": system})


class Purchase(PlayerOrder):
    """An order that the treasury pays for."""

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """Players in play; to those who still set up, facility credit buys facilities alone (GCW-SET-03)."""
        player = look.known.players.get(look.viewer)
        if player is not None and player.status is PlayerStatus.SETUP:
            return Refused("SETUP_FUNDS_FACILITY_ONLY")
        return super().ready(look)


def makers(look: Look, system: str = "") -> Iterator[Unit]:
    """The player's facilities that make something, in a system or anywhere."""
    for unit in look.own():
        kind = look.world.pack.facilities.get(unit.code)
        if kind is not None and kind.builds and unit.live and system in ("", unit.system):
            yield unit


def buildable(look: Look, found: Found) -> Iterator[UnitClass]:
    """The classes that the player's faction has made, those of a facility that was named."""
    player = look.known.players.get(look.viewer)
    if player is None:
        return
    pack, place = look.world.pack, found.get("place")
    faction = pack.factions[player.faction]
    for spec in pack.units.values():
        if pack.may_build(faction, spec) and (place is None or any(can_make(look, one.code, spec) for one in place[1])):
            yield spec


CLASS_LABEL = NN_("{name} ({code}, {cost:,} KC, {days} day)", "{name} ({code}, {cost:,} KC, {days} days)", "days")


def class_label(look: Look, spec: UnitClass) -> str:
    """A class in a menu: what it costs, and how long it takes."""
    return CLASS_LABEL(name=term(spec.name), code=term(spec.code), cost=spec.cost, days=days(spec))


def days(spec: UnitClass | FacilityType) -> int:
    """Days that it takes to build: for a ship as many as it has command points (GCW-CMD-02, GCW-CST-01)."""
    return spec.build_days or spec.cp


CLASS: Noun[Look, UnitClass] = Noun(
    "a class of unit",
    buildable,
    lambda spec: (spec.code, spec.name),
    class_label,
    unknown=no_class(buildable),
    exact=lambda look, words, found: look.world.pack.find_unit(words),
)
