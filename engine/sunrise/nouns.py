"""Nouns of a game: a side's own ships, by id or name, as orders name them. Rulebook: FS-TERM-04, -06."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from engine.look import Refused
from engine.noun import NOTHING_FOUND, Found, Noun
from engine.sunrise.data.codes import Code, no
from engine.sunrise.figures.sheet import System
from engine.sunrise.look import Look
from engine.sunrise.naming import ships_named, system_name, systems_named
from engine.sunrise.state import Ship, Status
from engine.text.names import did_you_mean, shown


def own_ships(look: Look, found: Found = NOTHING_FOUND) -> Iterator[Ship]:
    """The ships of the viewer's side, in the order of its list."""
    return look.known.fleet(look.side) if look.side is not None else iter(())


def _own(look: Look, word: str, found: Found) -> Ship | None:
    return next((ship for ship in ships_named(look.known, word) if ship.side is look.side), None)


def no_ship(look: Look, word: str, among: Iterable[Ship]) -> Refused:
    """E_UNKNOWN, with the ships that were likely meant."""
    hint = did_you_mean(word, [name for ship in among for name in (ship.name, ship.id)])
    return no(Code.E_UNKNOWN, f"no ship “{shown(word)}”{'; ' + hint[:-1] if hint else ''}", "FS-TERM-06")


def _not_own(look: Look, word: str, found: Found) -> Refused:
    """E_OWNER for an enemy's ship, E_UNKNOWN for none."""
    for ship in ships_named(look.known, word):
        return no(Code.E_OWNER, f"{shown(ship.name)} ({ship.id}) is the enemy's", "FS-TERM-04")
    return no_ship(look, word, own_ships(look))


def ship_label(look: Look, ship: Ship) -> str:
    """A ship in a menu."""
    return f"{shown(ship.name)} ({ship.id})"


OWN: Noun[Look, Ship] = Noun(
    "a ship of yours",
    own_ships,
    lambda ship: (ship.id, ship.name),
    ship_label,
    unknown=Code.E_UNKNOWN,
    stranger=_not_own,
    exact=_own,
)
"""A ship of one's own side, wherever it is."""


def takes_orders(look: Look, ship: Ship, found: Found) -> Refused | None:
    """Ships that are off the board or destroyed take no orders (FS-TURN-08, FS-MOV-14)."""
    if ship.status in (Status.DESTROYED, Status.RETURNING):
        return no(Code.E_DESTROYED, f"{shown(ship.name)} is destroyed", "FS-TURN-08")
    if ship.status is not Status.DEPLOYED:
        return no(Code.E_NOORDERS, f"{shown(ship.name)} is not on the board", "FS-MOV-14")
    return None


DEPLOYED = OWN.that(takes_orders)
"""A ship of one's own side on the board."""


def system_of(look: Look, ship: Ship, word: str, wanted: Callable[[System], bool] = lambda _: True) -> System:
    """A system of a ship by id, number or name: of several the first that is `wanted`. Refuses `E_UNKNOWN`."""
    found = systems_named(look.world, ship, word)
    if not found:
        hint = did_you_mean(word, [system_name(look.world, system) for system in ship.systems])
        why = f"no system “{shown(word)}” on {shown(ship.name)}{'; ' + hint[:-1] if hint else ''}"
        look.require(no(Code.E_UNKNOWN, why, "FS-TERM-02"))
    return next((system for system in found if wanted(system)), found[0])
