"""A campaign played from lines of text: what is ordered, refused, heard and known, checked at every step."""

from __future__ import annotations

from typing import TypeVar

from engine.clock import HOUR, Instant, instant
from engine.dice.keyed import ScriptedDice
from engine.game import Fact, Seat, Setup
from engine.gcw import Gcw
from engine.gcw.state import Contact, State, Unit
from engine.played.played_game import PlayedGame, heard
from tests.engine.gcw.staged import BARE, rules

F = TypeVar("F", bound=Fact[State])

RED, BLUE, GREEN = Seat("red"), Seat("blue"), Seat("green")
NOON = instant("2024-03-02T12:00:00Z")


class Played(PlayedGame[State]):
    """A campaign of three seats. After every step the state is sound, and every seat knows what it should."""

    rules: Gcw

    def __init__(self, book: Gcw | None = None, at: Instant = NOON) -> None:
        super().__init__(book or rules(), (RED, BLUE, GREEN), ScriptedDice())
        self.begin(Setup("Twilight", self.seats, BARE), at)

    def red(self, *lines: str) -> None:
        """Orders of red's."""
        self.order(RED, *lines)

    def blue(self, *lines: str) -> None:
        """Orders of blue's."""
        self.order(BLUE, *lines)

    def refused(self, seat: Seat, line: str) -> str:
        """The code of the refusal of an order."""
        return str(self.refusal(seat, line).code)

    def wait(self, hours: int = 0, minutes: int = 0, seconds: int = 0) -> None:
        """Let time pass."""
        self.lapse(Instant(self.now + HOUR * hours + 60 * minutes + seconds))

    def turn(self, seat: Seat, *lines: str, story: str = "So be it.") -> None:
        """A whole turn, made final at once, when the seat may post again."""
        last = self.state.players[seat].last_turn
        if last is not None and self.now < last + 24 * HOUR:
            self.wait(seconds=last + 24 * HOUR - self.now)
        self.order(seat, *lines, f"submit {story}", "final")

    def unit(self, name: str) -> Unit:
        """A unit by name."""
        return next(unit for unit in self.state.units.values() if unit.name == name)

    def there(self, name: str) -> bool:
        """True if a unit of that name is in play."""
        return any(unit.name == name for unit in self.state.units.values())

    def contacts(self, seat: Seat) -> dict[str, Contact]:
        """Contacts in a seat's list, by alias, as it knows it."""
        return dict(self.known[seat].contacts_of(seat))

    def heard(self, seat: Seat | None, kind: type[F]) -> list[F]:
        """Facts of a kind that a seat (None: the public) heard in the last step."""
        return heard(self.last, seat, kind)

    def ever(self, seat: Seat | None, kind: type[F]) -> list[F]:
        """Facts of a kind that a seat ever heard."""
        return heard(self.said, seat, kind)


def joined() -> Played:
    """Red an Imperial with a small fleet, blue a Rebel, green a neutral bystander, all confirmed at home."""
    game = Played()
    game.red("join GE as Piett", "muster LNCR named Talon", "confirm")
    game.blue("join RA as Ackbar", "muster NEBB named Redemption", "confirm")
    game.order(GREEN, "join TF as Nute", "muster HARD named Cargo", "confirm")
    return game


def facing() -> Played:
    """Red's Avenger (a Star Destroyer) and blue's Yavaris and Bantam share orbit B-1 of Hoth."""
    game = joined()
    game.gm(
        "spawn ISD named Avenger at Hoth B-1 for red",
        "spawn NEBB named Yavaris at Hoth B-1 for blue",
        "spawn CORV named Bantam at Hoth B-1 for blue",
    )
    return game
