"""What may be aimed at what, as menus offer it: targets with distance, dice and mean damage. Rulebook: FS-ODD."""

from __future__ import annotations

from collections.abc import Iterable

from engine.orders import Option
from engine.sunrise.data.shapes import inches
from engine.sunrise.figures.odds import volley
from engine.sunrise.look import Look
from engine.sunrise.nouns import ship_option, systems_named
from engine.sunrise.sight import Aimed, asked, legal_shots
from engine.sunrise.state import Kind, Ship
from engine.sunrise.words import counted, system_name, tenth
from engine.text.names import shown

LONGEST = 100
"""Letters that a menu's entry can hold."""


def weapon_options(look: Look, ship: Ship) -> list[Option]:
    """The weapons of a ship that work, those that have not fired first."""
    found = [one for one in ship.systems if one.kind is Kind.WEAPON and one.works]
    found.sort(key=lambda one: one.fired)
    return [Option(one.id, f"{system_name(one, look.pack, ship.systems)} ({one.id})") for one in found]


def target_options(look: Look, weapon: str) -> list[Option]:
    """What a weapon of the activated ship may shoot at, the nearest first, with what it would do.

    All enemies on the board where no weapon is named, or none of this name is there.
    """
    known, side = look.known, look.side
    if side is None:
        return []
    ship = known.ships.get(known.acting)
    if ship is not None and ship.side is side:
        wanted = {one.id for one in systems_named(look.world, ship, weapon) if one.kind is Kind.WEAPON}
        if wanted:
            first: dict[str, Aimed] = {}
            for one in legal_shots(look, ship):
                if one.system.id in wanted:
                    first.setdefault(one.target.id, one)
            return [
                Option(id, f"{shown(one.target.name)} ({id}): {_told(look, ship, one)}") for id, one in first.items()
            ]
    return [ship_option(one) for one in known.on_board(side.other)]


def volley_options(look: Look, ship: Ship) -> list[Option]:
    """All weapons of a ship that can shoot at an enemy at that enemy, the volley that does most first."""
    by_target: dict[str, list[Aimed]] = {}
    for one in legal_shots(look, ship):
        by_target.setdefault(one.target.id, []).append(one)
    ranked = []
    for id, shots in by_target.items():
        mean = volley([asked(look, ship, one) for one in shots]).marked.mean()
        label = f"All at {shown(shots[0].target.name)}: {counted(len(shots), 'weapon')}, mean {tenth(mean)} pips"
        ranked.append((-mean, id, Option(aimed_text(shots), label)))
    ranked.sort(key=lambda one: one[:2])
    return [option for _, _, option in ranked if len(option.value) <= LONGEST]


def aimed_text(shots: Iterable[Aimed]) -> str:
    """Shots as an order names them: "c1 at B2, c3 at B2 from A4"."""
    return ", ".join(
        f"{one.system.id} at {one.target.id}" + (f" from {one.source}" if one.source else "") for one in shots
    )


def _told(look: Look, ship: Ship, one: Aimed) -> str:
    attack = asked(look, ship, one)
    mean = tenth(volley([attack]).marked.mean())
    return f"{inches(one.range)} in, {counted(attack.dice, 'die', 'dice')}, mean {mean} pips"
