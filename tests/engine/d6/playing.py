"""A table played by lines, with loaded dice and every seat's knowledge kept: for tests of the rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from msgspec.structs import replace

from engine.clock import instant
from engine.d6 import D6
from engine.d6.data.pack import Attribute
from engine.d6.dice.codes import read as pips_of
from engine.d6.look import Look
from engine.d6.state import Figure, Sheet, State, Turn, held, with_sheet, with_turn
from engine.dice.keyed import ScriptedDice
from engine.game import Fact, Seat, Setup
from engine.played.played_game import PlayedGame, heard
from storage.packs import read
from tests import rulebooks

SHEETS = read(rulebooks.SEEDS / "d6")
RULES: D6 = rulebooks.D6
RED, BLUE = Seat("red"), Seat("blue")
NOON = instant("2026-03-01T12:00:00Z")

F = TypeVar("F", bound=Fact[State])


def pips(code: str) -> int:
    """The pips of a die code."""
    found = pips_of(code)
    assert found is not None, code
    return found


def with_figure(state: State, id: str, **changes: object) -> State:
    """With a figure changed."""
    return replace(state, figures={**state.figures, id: replace(state.figures[id], **changes)})


class Played(PlayedGame[State]):
    """A table from its opening; people stand where a test puts them, and dice fall as it says."""

    dice: ScriptedDice

    def __init__(self, options: Mapping[str, str] | None = None) -> None:
        super().__init__(RULES, (RED, BLUE), ScriptedDice())
        self.begin(Setup("Test", self.seats, dict(options or {})), NOON)

    def arrange(self, state: State) -> None:
        """The table stands so, and everybody knows what they may of it."""
        self.state = state
        self.known = {hearer: self.checks.as_known(state, hearer or Seat("")) for hearer in self.known}

    def person(self, label: str, owner: Seat | None = RED, weapons: str = "", **codes: str) -> str:
        """Somebody stands there, 3D in all that is not named ("blaster_pistol" is a skill); their id. The GM's have
        secret sheets.
        """
        given = {key.replace("_", " "): pips(code) for key, code in codes.items()}
        attributes = {one: given.pop(one, 9) for one in Attribute}
        carried = [one.strip() for one in weapons.split(",") if one.strip()]
        pack, id = RULES.world.pack, label.casefold()
        sheet = Sheet(
            id, label, {one.value: code for one, code in attributes.items()}, given,
            {one: held(pack.weapons[one]) for one in carried if one in pack.weapons},
            tuple(one for one in carried if one in pack.armor), secret=owner is None,
        )  # fmt: skip
        state = self.state
        figures = {**state.figures, id: Figure(id, label, owner)}
        self.arrange(replace(state, figures=figures, sheets={**state.sheets, id: sheet}))
        return id

    def figure(self, id: str, **changes: object) -> None:
        """Somebody stands or seems so."""
        self.arrange(with_figure(self.state, id, **changes))

    def sheet(self, id: str, **changes: object) -> None:
        """Something is written so of somebody."""
        self.arrange(with_sheet(self.state, id, **changes))

    def turn(self, id: str, **changes: object) -> None:
        """Somebody's part of the round is so."""
        self.arrange(with_turn(self.state, id, **changes))

    def combat(self, *order: str, acting: str = "") -> None:
        """A combat is on, in that order; the first, or another, acts."""
        self.arrange(replace(self.state, tick=1, order=order, acting=acting or order[0], counted=1))

    def rolls(self, *faces: int) -> None:
        """Dice that fall next, in order."""
        self.dice.more(faces)

    def red(self, *lines: str) -> None:
        """Orders of the first player."""
        self.order(RED, *lines)

    def blue(self, *lines: str) -> None:
        """Orders of the second player."""
        self.order(BLUE, *lines)

    def refused(self, seat: Seat, line: str) -> str:
        """The refusal of an order as "CODE rule: sentence"; nothing is said by it."""
        before = self.state
        refusal = self.refusal(seat, line)
        assert self.state == before
        return f"{refusal.code} {refusal.rule}: {refusal.sentence}"

    def of(self, kind: type[F]) -> list[F]:
        """Every fact of a kind since the game began."""
        return [one.fact for one in self.said if isinstance(one.fact, kind)]

    def heard_by(self, kind: type[F], seat: Seat | None) -> list[F]:
        """The facts of a kind of the last order that a seat heard."""
        return heard(self.last, seat, kind)

    def pool(self, id: str, what: str, *, reaction: bool = False) -> int:
        """The code with which somebody would roll now, in pips."""
        look = Look(RULES.world, self.state, None, self.now, RULES.refusals)
        actions = look.actions(id, reaction=reaction)
        return RULES.world.pool(self.state, id, what, actions=actions, active=self.state.acting == id)

    @property
    def asked(self) -> str:
        """Question, and who is asked: "parry thug"."""
        return "" if self.state.choice is None else f"{self.state.choice.kind} {self.state.choice.who}"


def turn_of(game: Played, id: str) -> Turn:
    """Somebody's part of the round."""
    return game.state.turn(id)
