"""A game played by lines, with loaded dice and every seat's knowledge kept: for tests of the rules at the table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from msgspec.structs import replace

from engine.clock import instant
from engine.dice.keyed import ScriptedDice
from engine.freedom import Freedom
from engine.freedom.data.pack import Side, Terrain
from engine.freedom.state import Person, State, Unit, with_people
from engine.game import MODERATOR, Fact, Seat, Setup
from engine.played.played_game import PlayedGame, heard
from storage.packs import read
from tests import rulebooks

SHEETS = read(rulebooks.SEEDS / "freedom")
RULES: Freedom = rulebooks.FREEDOM
RED, BLUE = Seat("red"), Seat("blue")
NOON = instant("2026-03-01T12:00:00Z")

F = TypeVar("F", bound=Fact[State])


class Played(PlayedGame[State]):
    """A game from its opening; pieces stand where a test puts them, and dice fall as it says."""

    dice: ScriptedDice

    def __init__(self, scenario: str = "egrix", options: Mapping[str, str] | None = None, *, bare: bool = True) -> None:
        super().__init__(RULES, (RED, BLUE), ScriptedDice())
        self.begin(Setup("Test", self.seats, {"scenario": scenario, "pace": "none", **(options or {})}), NOON)
        if bare:
            self.arrange(replace(self.state, units={}, people={}, ships={}, choice=None, agenda=()))

    def arrange(self, state: State) -> None:
        """The game stands so, and everybody knows it."""
        self.state = state
        self.known = dict.fromkeys(self.known, state)

    def unit(self, kind: str, environ: str, terrain: str = "", id: str = "") -> str:
        """A unit stands there; its id."""
        name = id or f"{terrain.capitalize() or kind} {len(self.state.units) + 1}"
        side = RULES.world.pack.units[kind].side
        unit = Unit(name, side, kind, environ, Terrain(terrain) if terrain else None)
        self.arrange(replace(self.state, units={**self.state.units, name: unit}))
        return name

    def person(self, name: str, environ: str, **changes: object) -> str:
        """A character stands there; its name."""
        person = Person(name, RULES.world.pack.characters[name].side, environ)
        self.arrange(replace(self.state, people={**self.state.people, name: replace(person, **changes)}))
        return name

    def planet(self, planet: str, **changes: object) -> None:
        """A planet is so."""
        changed = replace(self.state.planets[planet], **changes)
        self.arrange(replace(self.state, planets={**self.state.planets, planet: changed}))

    def has(self, person: str, *items: str) -> None:
        """A character has possessions."""
        self.arrange(with_people(self.state, (person,), items=items))

    def rolls(self, *faces: int) -> None:
        """Dice that fall next, in order."""
        self.dice.more(faces)

    def red(self, *lines: str) -> None:
        """The Rebels' orders."""
        self.order(RED, *lines)

    def blue(self, *lines: str) -> None:
        """The Empire's orders."""
        self.order(BLUE, *lines)

    def gm(self, *lines: str) -> None:
        """A moderator's orders."""
        self.order(MODERATOR, *lines)

    def refused(self, seat: Seat, line: str) -> str:
        """The refusal of an order as "CODE rule: sentence"."""
        refusal = self.refusal(seat, line)
        return f"{refusal.code} {refusal.rule}: {refusal.sentence}"

    def of(self, kind: type[F]) -> list[F]:
        """Every fact of a kind since the game began."""
        return [one.fact for one in self.said if isinstance(one.fact, kind)]

    def heard_by(self, kind: type[F], seat: Seat | None) -> list[F]:
        """The facts of a kind of the last order that a seat heard."""
        return heard(self.last, seat, kind)

    @property
    def asked(self) -> str:
        """Question, and who is asked: "leader rebel imperial"."""
        choice = self.state.choice
        return "" if choice is None else " ".join([choice.kind, *(ask.side for ask in choice.asks)])

    @property
    def where(self) -> str:
        """The environ or planet about which something is asked."""
        return self.state.choice.where if self.state.choice is not None else ""

    def combat(self, environ: str, attacker: Side = Side.IMPERIAL) -> None:
        """Both sides are in military combat there, the attacker has declared; leaders are next."""
        self.arrange(replace(self.state, player=attacker))
        self.order(RED if attacker is Side.REBEL else BLUE, "done")
        self.order(RED if attacker is Side.REBEL else BLUE, "declare")
