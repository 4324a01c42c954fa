"""Nouns of a game: ships, their systems, squadrons, as orders of all chapters name them. Register 17.

Names and ids are read in any case. A ship goes by its id ("A1") or name, a system by its id ("c1", "engines"), its
number on the sheet ("1") or name, a squadron by its id ("AS1") or, where only one fits, its type's name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from engine.look import Refused, no
from engine.noun import NOTHING_FOUND, Found, Noun, Test, Value
from engine.orders import Option
from engine.sunrise.data.codes import Code
from engine.sunrise.look import Look
from engine.sunrise.state import BUILT_IN_NAMES, Ship, Squadron, State, Status, System
from engine.sunrise.words import item_name
from engine.sunrise.world import World
from engine.text.message import N_, Message, did_you_mean, name, term, unmatched
from engine.text.names import hidden

T = TypeVar("T")


def _fold(word: str) -> str:
    return word.strip().casefold()


def ships_named(state: State, word: str) -> list[Ship]:
    """The ships of that id, then those of that name, of both sides."""
    wanted = _fold(word)
    ships = state.ships.values()
    by_id = [ship for ship in ships if ship.id.casefold() == wanted]
    return [*by_id, *(ship for ship in ships if ship.name.casefold() == wanted and ship not in by_id)]


def system_name(world: World, system: System) -> str:
    """A system's name, without its number."""
    return BUILT_IN_NAMES.get(system.kind) or item_name(system.item, world.pack)


def systems_named(world: World, ship: Ship, word: str) -> list[System]:
    """The systems of a ship that go by that id, number or name; or whose names begin so."""
    wanted = _fold(word)
    exact = [one for one in ship.systems if one.id == wanted or one.id == f"c{wanted}"]
    if exact:
        return exact
    named = [(system_name(world, one).casefold(), one) for one in ship.systems]
    for called, one in named:  # "Beam Rifle 2" is the second of them
        match = re.fullmatch(rf"{re.escape(called)} #?(\d+)", wanted)
        if match:
            copies = [system for other, system in named if other == called]
            if 1 <= int(match[1]) <= len(copies):
                return [copies[int(match[1]) - 1]]
            return [copies[0]] if one.id == f"c{match[1]}" else []
    return [one for name, one in named if name == wanted] or _begun(wanted, named)


def _begun(wanted: str, named: Iterable[tuple[str, T]]) -> list[T]:
    """Those whose names begin so; none where these are several names, of which one would have to be guessed."""
    found = [(name, system) for name, system in named if wanted and name.startswith(wanted)]
    return [system for _, system in found] if len({name for name, _ in found}) == 1 else []


def squadrons_named(world: World, squadrons: Iterable[Squadron], word: str) -> list[Squadron]:
    """Of some squadrons, those of that id, or of that type by code or name."""
    wanted = _fold(word)
    every = list(squadrons)
    by_id = [squadron for squadron in every if squadron.id.casefold() == wanted]
    if by_id:
        return by_id
    names = {squadron.type: world.pack.squadrons[squadron.type].name.casefold() for squadron in every}
    return [squadron for squadron in every if squadron.type == wanted or names[squadron.type] == wanted] or _begun(
        wanted, [(names[squadron.type], squadron) for squadron in every]
    )


def ship_names(state: State) -> list[str]:
    """The names of all ships of a game."""
    return [ship.name for ship in state.ships.values()]


def system_option(world: World, system: System) -> Option:
    """A system as menus show it."""
    return Option(system.id, f"{system_name(world, system)} ({system.id})")


def no_ship(look: Look, word: str, among: Iterable[Ship]) -> Refused:
    """The refusal of a word, escaped, that names no ship, with what was likely meant."""
    hint = did_you_mean(word, [name for ship in among for name in (ship.name, ship.id)])
    return Refused(Code.E_UNKNOWN, {"why": N_("There is no ship “{word}”.")(word=term(word))}, "FS-TERM-06", hint)


def noun(
    what: str,
    among: Callable[[Look, Found], Iterable[T]] | str,
    names: Callable[[T], Sequence[str]] | str,
    unknown: tuple[Message, str],
    **more: Any,  # the other arguments of a noun
) -> Noun[Look, T]:
    """A noun that refuses the name of nothing by a sentence and a rule: `E_UNKNOWN`, with what was likely meant of the
    names that there are.
    """
    says, rule = unknown

    def stranger(look: Look, word: str, found: Found) -> Refused:
        every = (called for thing in made.among(look, NOTHING_FOUND) for called in made.names(thing))
        there = (called for called in every if not called.isdecimal())  # a number is near to any other
        return no(Code.E_UNKNOWN, unmatched(says, name(word), there), rule)

    made: Noun[Look, T] = Noun(what, among, names, unknown=Code.E_UNKNOWN, stranger=stranger, **more)
    return made


def own_ships(look: Look, found: Found = NOTHING_FOUND) -> list[Ship]:
    """The ships of the viewer's side."""
    return list(look.known.fleet(look.side)) if look.side is not None else []


def on_board(look: Look, found: Found = NOTHING_FOUND) -> list[Ship]:
    """The ships on the board."""
    return [ship for ship in look.known.ships.values() if ship.deployed]


def own_ship(look: Look, word: str, found: Found) -> Ship | None:
    """The own ship of exactly this id or name."""
    side = look.own
    return next((ship for ship in ships_named(look.known, word) if ship.side is side), None)


def enemys(look: Look, word: str, found: Found) -> Refused | None:
    """`E_OWNER` for the name of an enemy's ship."""
    named = ships_named(look.known, word)
    if not named:
        return None
    return no(Code.E_OWNER, N_("{name} ({id}) is the enemy's."), "FS-TERM-04", name=named[0].name, id=term(named[0].id))


def ship_label(look: Look, ship: Ship) -> str:
    """A ship in a menu."""
    return f"{hidden(ship.name)} ({ship.id})"


OWN: Noun[Look, Ship] = Noun(
    "a ship of yours",
    own_ships,
    lambda ship: (ship.id, ship.name),
    ship_label,
    unknown=lambda look, word, hint: no_ship(look, word, own_ships(look)),
    stranger=enemys,
    exact=own_ship,
)
"""A ship of the player's side, wherever it is."""


def lost(look: Look, ship: Ship, found: Found) -> Refused | None:
    """`E_DESTROYED` for a ship that is destroyed (FS-TURN-08)."""
    gone = ship.status in (Status.DESTROYED, Status.RETURNING)
    return no(Code.E_DESTROYED, N_("{ship} is destroyed."), "FS-TURN-08", ship=ship.name) if gone else None


def off_board(code: Code, rule: str = "FS-MOV-14") -> Test[Look, Ship]:
    """A refusal of ships that are not on the board (FS-MOV-14)."""
    return lambda look, ship, found: (
        None if ship.deployed else no(code, N_("{ship} is not on the board."), rule, ship=ship.name)
    )


DEPLOYED = OWN.that(lost, off_board(Code.E_NOORDERS))
"""An own ship on the board."""


def _found(look: Look, word: str, *, enemy: bool) -> Ship | None:
    found = ships_named(look.known, word)
    wanted = look.own.other if enemy else look.own
    found.sort(key=lambda ship: (not ship.deployed, ship.side is not wanted))
    return found[0] if found else None


SHIP: Noun[Look, Ship] = Noun(
    "a ship",
    on_board,
    lambda ship: (ship.id, ship.name),
    ship_label,
    unknown=lambda look, word, hint: no_ship(look, word, on_board(look)),
    exact=lambda look, word, found: _found(look, word, enemy=False),
    tests=(lost, off_board(Code.E_UNKNOWN)),
)
"""A ship on the board, of either side; of two of one name the own one."""

TARGET = SHIP.but(exact=lambda look, word, found: _found(look, word, enemy=True))
"""A ship on the board, of either side; of two of one name the enemy's."""


def system_of(look: Look, ship: Ship, word: str, wanted: Callable[[System], bool] = lambda _: True) -> System:
    """A system of a ship by id, number or name: of several the first that is `wanted`. Refuses `E_UNKNOWN`."""
    found = systems_named(look.world, ship, word)
    if not found:
        hint = did_you_mean(word, [system_name(look.world, system) for system in ship.systems])
        why = N_("There is no system “{word}” on {ship}.")(word=name(word), ship=name(ship.name))
        look.refuse(Code.E_UNKNOWN, "FS-TERM-02", hint, why=why)
    return next((system for system in found if wanted(system)), found[0])


def system(
    what: str, of: Callable[[Look, Found], Ship | None], wanted: Callable[[System], bool] = lambda _: True
) -> Value[Look, System]:
    """A system of the ship that `of` names: of several of a name the first that is `wanted`, which alone is offered."""

    def read(look: Look, word: str, found: Found) -> System:
        ship = of(look, found)
        assert ship is not None  # words are read once it is known whose system they name
        return system_of(look, ship, word, wanted)

    def offer(look: Look, found: Found) -> list[Option]:
        ship = of(look, found)
        return [] if ship is None else [system_option(look.world, system) for system in ship.systems if wanted(system)]

    return Value(what, read, offer)


def own_squadron(wanted: Callable[[Squadron], bool]) -> Callable[[Look, str, Found], Squadron | None]:
    """A finder of the own squadron that goes by a word: of several of a type the first that is `wanted`."""

    def find(look: Look, word: str, found: Found) -> Squadron | None:
        side = look.own
        own = [one for one in squadrons_named(look.world, look.known.squadrons.values(), word) if one.side is side]
        return next((squadron for squadron in own if wanted(squadron)), own[0] if own else None)

    return find


def enemys_squadron(look: Look, word: str, found: Found) -> Refused | None:
    """`E_OWNER` for the name of an enemy's squadron."""
    named = squadrons_named(look.world, look.known.squadrons.values(), word)
    return no(Code.E_OWNER, N_("{id} is the enemy's."), "FS-TERM-04", id=term(named[0].id)) if named else None


SQUADRON: Noun[Look, Squadron] = Noun(
    "a squadron of yours",
    lambda look, found: [squadron for squadron in look.known.squadrons.values() if squadron.side is look.side],
    lambda squadron: (squadron.id,),
    lambda look, squadron: N_("{craft} {squadron}, {left} left")(
        craft=term(look.world.craft(squadron).name), squadron=term(squadron.id), left=squadron.size
    ),
    unknown=lambda look, word, hint: Refused(
        Code.E_UNKNOWN, {"why": N_("There is no squadron “{word}”.")(word=term(word))}, "FS-SC-01", hint
    ),
    stranger=enemys_squadron,
    exact=own_squadron(lambda squadron: True),
)
"""A squadron of the player's side."""


def asked_ships(look: Look, found: Found = NOTHING_FOUND) -> list[Ship]:
    """The ships among which the viewer's side is asked to pick."""
    return [look.known.ships[id] for id in look.choice.options if id in look.known.ships]
