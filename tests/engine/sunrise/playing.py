"""A game played by lines, with loaded dice and every seat's knowledge kept: for tests of the rules at the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from msgspec.structs import replace

from engine.clock import Instant, instant
from engine.dice.keyed import ScriptedDice
from engine.game import Fact, Seat, Setup
from engine.played.played_game import PlayedGame, heard
from engine.sunrise import Sunrise
from engine.sunrise.data.shapes import INCH, Point
from engine.sunrise.state import Mode, Ship, Squadron, State, System, ship_changed, squadron_changed
from tests.rulebooks import SUNRISE

RULES: Sunrise = SUNRISE
RED, BLUE, PUBLIC = Seat("red"), Seat("blue"), None
NOON = instant("2026-03-01T12:00:00Z")
PLAIN = "Dart | Frigate | | Beam Rifle (fore); Torpedo"
"""A frigate without anything special."""

F = TypeVar("F", bound=Fact[State])


class Played(PlayedGame[State]):
    """A game from its opening; ships stand where a test puts them, and dice fall as it says."""

    dice: ScriptedDice

    def __init__(self, options: Mapping[str, str] | None = None, seats: Sequence[Seat] = (RED, BLUE)) -> None:
        super().__init__(RULES, seats, ScriptedDice())
        given = {"terrain": "none", "pace": "post", **(options or {})}
        self.begin(Setup("Test", self.seats, given), NOON)

    def red(self, *lines: str) -> None:
        """Side A's orders."""
        self.order(RED, *lines)

    def blue(self, *lines: str) -> None:
        """Side B's orders."""
        self.order(BLUE, *lines)

    def refused(self, seat: Seat, line: str) -> str:
        """The refusal of an order as "CODE rule: sentence"."""
        refusal = self.refusal(seat, line)
        return f"{refusal.code} {refusal.rule}: {refusal.sentence}"

    def offered(self, seat: Seat, path: str, field: str, **given: str) -> list[str]:
        """Offers of the menu of an order's field to a seat that has filled in other fields."""
        (kind,) = [kind for kind in RULES.orders if kind.path == path]
        return [one.value for one in RULES.options(self.known[seat], seat, kind, field, given, self.now)]

    def rolls(self, *faces: int) -> None:
        """Dice that fall next, in order."""
        self.dice.more(faces)

    def all_rolled(self) -> bool:
        """True if every die that was loaded has fallen."""
        return not self.dice.unused

    def wait(self, minutes: int) -> None:
        """Time passes."""
        self.lapse(Instant(self.now + 60 * minutes))

    def heard(self, kind: type[F], seat: Seat | None = RED) -> list[F]:
        """The facts of a kind of the last order that a seat heard."""
        return heard(self.last, seat, kind)

    def said_of(self, kind: type[F]) -> list[F]:
        """Every fact of a kind since the game began."""
        return [one.fact for one in self.said if isinstance(one.fact, kind)]

    def awaits(self) -> list[tuple[Seat, Instant | None]]:
        """Seats that the table waits for, until when."""
        return [(one.seat, one.until) for one in RULES.awaits(self.state)]

    def ship(self, id: str) -> Ship:
        """A ship as it is."""
        return self.state.ships[id]

    def squadron(self, id: str) -> Squadron:
        """A squadron as it is."""
        return self.state.squadrons[id]

    def works(self, ship: str, system: str) -> bool:
        """True if a system of a ship works."""
        return next(one.works for one in self.ship(ship).systems if one.id == system)

    def stand(self, ship: str, x: int, y: int, heading: int = 0, velocity: int = 6) -> None:
        """Put a ship somewhere, beside the rules: inches."""
        place = Point(x * INCH, y * INCH)
        self.alter(ship, place=place, last=place, heading=heading, velocity=velocity)

    def alter(self, ship: str, **fields: object) -> None:
        """Change a ship beside the rules, for everybody."""
        self._every(lambda state: ship_changed(state, ship, **fields))

    def break_system(self, ship: str, *systems: str) -> None:
        """Cross systems of a ship off, beside the rules."""
        broken: tuple[System, ...] = tuple(
            replace(one, lost=one.boxes) if one.id in systems else one for one in self.ship(ship).systems
        )
        self.alter(ship, systems=broken)

    def assign(self, squadron: str, ship: str, mode: str, size: int = 0, **fields: object) -> None:
        """Put a squadron over a ship beside the rules."""
        number = self.state.assigned + 1
        more = {"size": size} if size else {}
        self._every(
            lambda state: replace(
                squadron_changed(
                    state, squadron, ship=ship, bay="", mode=Mode(mode), since=number, adrift=None, **more, **fields
                ),
                assigned=number,
            )
        )

    def set(self, **fields: object) -> None:
        """Change the state beside the rules, for everybody."""
        self._every(lambda state: replace(state, **fields))

    def _every(self, change: Callable[[State], State]) -> None:
        self.state = change(self.state)
        self.known = {seat: change(knows) for seat, knows in self.known.items()}


def locked(red: str = PLAIN, blue: str = PLAIN, options: Mapping[str, str] | None = None) -> Played:
    """Both fleets are locked, and the initiative is side A's: the markers are next."""
    game = Played(options)
    for seat, text in ((RED, red), (BLUE, blue)):
        game.order(seat, f'load fleet "{text}"'.replace("\n", "\\n"))
    game.rolls(6, 1)
    game.red("lock fleet")
    game.blue("lock fleet")
    return game


MARKERS = ((12, 24), (22, 36), (32, 24), (42, 36), (60, 36))


def turn_one(
    red: str = PLAIN, blue: str = PLAIN, start: Sequence[int] = (), options: Mapping[str, str] | None = None
) -> Played:
    """Turn 1, side A at the south edge with the initiative; ships in a line, markers out of the way.

    `start` are dice of the Start step, such as three for each pool of Miracle Points.
    """
    game = locked(red, blue, options)
    for number, (x, y) in enumerate(MARKERS):
        game.order((RED, BLUE)[number % 2], f"marker at {x} {y}")
    game.red("edge S", "deploy the rest")
    game.rolls(*start)
    game.blue("deploy the rest")
    return game


def armed(red: str = PLAIN, blue: str = PLAIN, start: Sequence[int] = ()) -> Played:
    """The Weapons phase of turn 1: side A picks. First ships stand at (36, 12) and (36, 36), bow to bow."""
    game = turn_one(red, blue, start)
    for side in "AB":
        for ship in [one for one in game.state.ships.values() if one.id.startswith(side)]:
            y, heading = (6, 0) if side == "A" else (42, 180)
            game.stand(ship.id, 36 + 4 * (ship.number - 1), y, heading, 6)
    game.red("lock orders")
    game.blue("lock orders")
    return game
