"""Umpire as an admiral in battles, from what that admiral knows."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from engine.eaw.battle.auto import usual
from engine.eaw.battle.filings import GROUP, own_battles
from engine.eaw.battle.positions import suffers
from engine.eaw.battle.queue import Group, known_groups
from engine.eaw.battle.sites import BattleOrder, Side, asked_sites, choosing
from engine.eaw.data.units import Flag
from engine.eaw.figures import exact
from engine.eaw.look import Look
from engine.eaw.state import Battle, Site
from engine.noun import Found
from engine.orders import Order

LEAVES_AT = ((Fraction(19, 20), 70), (Fraction(3, 5), 80), (Fraction(0), 90))
"""By how strong its side is for each point of the other's, the per cent of its strength below which Umpire as an
admiral leaves a battle: sooner where it will lose, which costs a quarter of a ship and not the whole."""


AUTO, CONFIRM = f"{GROUP.path} auto", f"{GROUP.path} confirm"


def advise(look: Look, orders: Mapping[str, type[Order]]) -> Order | None:
    """The order that the viewer would sensibly give next: fleets in a good order; the left; each battle is settled by
    strength and dice, and a report that the other admiral filed is taken at his word. None where it owes nothing.

    `orders` are the rulebook's, by their paths.
    """
    for site in asked_sites(look, Found({})):
        if "order" not in look.mine.filed.get(site.id, {}):
            return BattleOrder(site=site.id, fleets=", ".join(one.called for one in queued(look, site)))
    if choosing(look):
        return Side(side="left")
    for battle in own_battles(look, Found({})):
        filing = look.known.filings.get(battle.id)
        if filing is not None and filing.by != look.seat and battle.stage == "open":
            return orders[CONFIRM].model_validate({"battle": battle.id})
        if filing is None and f"{battle.id}/{look.seat}" not in look.known.terms:
            way = usual(battle, look.known.packets[battle.id], look.own).exit
            terms = {"battle": battle.id, "per_cent": leaves_at(look, battle), "exit": way or "none"}
            return orders[AUTO].model_validate(terms)
    return None


def leaves_at(look: Look, battle: Battle) -> int:
    """Below which per cent of its strength the viewer's side leaves: by the strengths as both know them."""
    packet, strengths = look.known.packets[battle.id], dict[bool, Fraction]()
    for force in battle.forces:
        powers = [exact(unit.power) / (2 if suffers(packet, unit.mark) else 1) for unit in force.units]
        strengths[force.seat == look.seat] = sum(powers, Fraction(0))
    ratio = strengths[True] / max(strengths[False], Fraction(1))
    return next(per_cent for least, per_cent in LEAVES_AT if ratio >= least)


def queued(look: Look, site: Site) -> list[Group]:
    """The viewer's groups at a site, the strongest first, docks last; but of those who came, a fleet with a minesweeper
    comes last: it alone can leave a fortification when no other is behind it (EAW-10g, EAW-26.0).
    """
    fleets = look.known.fleets

    def late(group: Group) -> bool:
        fleet = fleets.get(group.id)
        return fleet is None or (fleet.pinned == "arrived" and look.world.has(look.known, fleet, Flag.MINESWEEPER))

    return sorted(known_groups(look, site), key=late)
