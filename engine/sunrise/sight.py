"""Material of views: ships found by name, and figures worked out of what the viewer knows.

Everything here reads `known` alone; a seat's own plots are in it, the enemy's are not until they are revealed.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from engine.game import Refusal
from engine.look import Refused, no
from engine.noun import Found, Value
from engine.orders import Option
from engine.sunrise import abilities
from engine.sunrise.abilities import reverenced_by, sheet_of
from engine.sunrise.data.codes import Code
from engine.sunrise.data.shapes import Point, inches
from engine.sunrise.data.units import Type, Weapon
from engine.sunrise.figures.board import distance
from engine.sunrise.figures.motion import Pose, Voyage, move
from engine.sunrise.figures.odds import Attack, Forecast, attack, forecast
from engine.sunrise.figures.plot import new_velocity
from engine.sunrise.figures.weapons import aim, reach
from engine.sunrise.look import Look
from engine.sunrise.state import Kind, Plot, Plotted, Ship, Shot, System
from engine.text.message import N_, NOTHING, T_, Text, did_you_mean, drawn, name, term

NONE_YET, NOT_YOURS = T_("There are no ships yet: fleets are still being built."), N_("{ship} is not yours.")
NO_SHIP, NAME_OWN = N_("There is no ship “{word}”."), T_("Name a ship of your own.")
ALL_SHIPS = T_("`/sunrise-show fleet` lists all ships.")


def find_ship(look: Look, word: str, *, own: bool = False) -> Ship:
    """A ship by name or id; without a name the viewer's first on the board. Raises Refusal E_UNKNOWN, E_OWNER."""
    ships = [ship for ship in look.ships() if not own or ship.side is look.side]
    fold = word.strip().casefold()
    if not fold:
        found = next((ship for ship in ships if ship.deployed), ships[0] if ships else None)
        if found is None:
            raise Refusal("E_UNKNOWN", NONE_YET, "FS-FRC-06")
        return found
    for ship in ships:
        if fold in (ship.name.casefold(), ship.id.casefold()):
            return ship
    if own and any(fold in (ship.name.casefold(), ship.id.casefold()) for ship in look.known.ships.values()):
        raise Refusal("E_OWNER", NOT_YOURS(ship=name(word)), "FS-WPN-07", NAME_OWN)
    hint = did_you_mean(word, [ship.name for ship in ships]) or ALL_SHIPS
    raise Refusal("E_UNKNOWN", NO_SHIP(word=name(word)), "FS-TERM-06", hint)


def ratings(look: Look, ship: Ship) -> tuple[tuple[Type, int], ...]:
    """A ship's defense ratings as they are now (FS-DEF-01)."""
    return tuple(zip(Type, abilities.ratings(look.world, look.known, ship), strict=True))


class Foreseen(msgspec.Struct, frozen=True):
    """A plot, worked out: the path and its end, the velocity it starts with, where a jump lands."""

    voyage: Voyage
    velocity: int
    landing: Point | None = None


def foreseen(look: Look, ship: Ship, plot: Plot) -> Foreseen | None:
    """The voyage of a ship by a plot, as far as is known: terrain, the edge, Forced Reverance; None off the board."""
    if ship.place is None:
        return None
    velocity = new_velocity(ship.velocity, plot.change, reverenced_by(look.known, ship) is not None)
    start = Pose(plot.landing or ship.place, ship.heading)
    voyage = move(start, velocity, plot.hours, look.known.settings.board, look.known.terrain, front=plot.front)
    return Foreseen(voyage, velocity, plot.landing)


def own_plots(look: Look) -> dict[str, Plotted]:
    """The viewer's own plots of ships on the board, by ship; none for the public."""
    plots = look.known.of(look.side).plots if look.side is not None else {}
    return {id: plot for id, plot in plots.items() if id in look.known.ships and look.known.ships[id].deployed}


def weapons(look: Look, ship: Ship) -> Iterator[tuple[System, Weapon]]:
    """The weapons of a ship, lost ones too."""
    for system in ship.systems:
        if system.kind is Kind.WEAPON:
            yield system, look.pack.weapons[system.item]


class Aimed(msgspec.Struct, frozen=True):
    """A weapon and a ship it might shoot at: the distance that counts, dice of the band, or why not.

    `source` is the own ship that Binding Runes measure from, "" for the shooter.
    """

    system: System
    weapon: Weapon
    target: Ship
    range: int
    dice: int | Refused
    source: str = ""

    @property
    def shot(self) -> Shot:
        """The shot as it is declared."""
        return Shot(self.system.id, self.target.id, self.source)

    @property
    def legal(self) -> bool:
        """True if it may be declared."""
        return not isinstance(self.dice, Refused)


def aimed(look: Look, ship: Ship, system: System, target: Ship) -> Aimed:
    """A weapon of a ship at a target, from where it has the most dice (FS-WPN-08, FS-FAC-23)."""
    weapon = look.pack.weapons[system.item]
    if ship.place is None or target.place is None:
        gone = no(Code.E_UNKNOWN, T_("One of the ships is off the board."), "FS-MOV-14")
        return Aimed(system, weapon, target, 0, gone)
    gun = abilities.gun_of(look.world, ship, system)
    found = []
    for source in (None, *abilities.sources(look.known, ship, system.id)):
        line = abilities.line_of(look.known, ship, target, source)
        name = source.id if source is not None else ""
        found.append(Aimed(system, weapon, target, line.range, aim(gun, line, look.known.terrain), name))
    return max(found, key=_dice)


def _dice(shot: Aimed) -> int:
    return -1 if isinstance(shot.dice, Refused) else shot.dice


def asked(look: Look, ship: Ship, shot: Aimed) -> Attack:
    """A legal shot as its odds are asked. Raises ValueError for one that is not legal."""
    if isinstance(shot.dice, Refused):
        raise ValueError(shot.dice.why)
    change = abilities.swarmed(look.world, look.known, shot.target, shot.weapon.type)
    return attack(
        look.pack, ship.systems, shot.system.id, sheet_of(look.world, look.known, shot.target), shot.dice, change=change
    )


def odds_of(look: Look, ship: Ship, shot: Aimed) -> tuple[Attack, Forecast]:
    """The exact odds of a legal shot, and what they were asked of."""
    attack_ = asked(look, ship, shot)
    return attack_, forecast(attack_)


def legal_shots(look: Look, ship: Ship) -> list[Aimed]:
    """Every weapon of a ship at every enemy that it may shoot at now, by weapon and then the nearest first."""
    enemies = [enemy for enemy in look.known.on_board(ship.side.other) if enemy.place is not None]
    here = ship.place
    if here is None:
        return []
    enemies.sort(key=lambda enemy: (distance(here, enemy.place or here), enemy.id))
    shots = (aimed(look, ship, system, enemy) for system, _ in weapons(look, ship) for enemy in enemies)
    return [shot for shot in shots if shot.legal]


def shots_by_target(look: Look, ship: Ship) -> dict[str, list[Aimed]]:
    """The legal shots of a ship by the ship that they are at, the weapons of each in sheet order."""
    found: dict[str, list[Aimed]] = {}
    for shot in legal_shots(look, ship):
        found.setdefault(shot.target.id, []).append(shot)
    return found


def ship_subject(look: Look, ship: Ship) -> Option:
    """A ship as views offer it: found by its name, or its id where both sides have one of that name."""
    hull = look.pack.hulls[ship.hull].name
    says = N_("{ship}: {hull} of {side} ({id})[, {state}]")
    state = NOTHING if ship.deployed else term(ship.status.value)
    words = says(ship=drawn(ship.name), hull=term(hull), side=look.name(ship.side), id=term(ship.id), state=state)
    return Option(look.called(ship), words)


def own_subjects(look: Look, found: Found) -> Iterator[Option]:
    """The viewer's ships on the board, the activated one first, then those that are not activated yet."""
    ships = [ship for ship in look.ships() if ship.side is look.side and ship.deployed]
    ships.sort(key=lambda ship: (ship.id != look.known.acting, ship.activated))
    return (ship_subject(look, ship) for ship in ships)


def as_typed(look: Look, words: str, found: Found) -> str:
    """The words as they are: each view reads them, "" for what it shows by itself."""
    return words


ANY: Value[Look, str] = Value(
    "a ship", as_typed, lambda look, found: (ship_subject(look, ship) for ship in look.ships())
)
MINE: Value[Look, str] = Value("a ship of yours", as_typed, own_subjects)
BEST = N_("best {low}\u2013{high} in")


def reach_words(band: int) -> Text:
    """The best range of a weapon of a band: "best 12\u201318 in"."""
    low, high = reach(band)[0]
    return BEST(low=term(inches(low)), high=term(inches(high)))
