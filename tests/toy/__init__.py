"""The toy rulebook: the smallest that has dice, secrets, simultaneous orders, a deadline and fog.

It proves the kernel apart from any real game, and is the first example to read before writing a rulebook: state, look,
then its chapters (fog, sea, rounds), each with its orders, facts, words and views; checks for fuzz and tests.
"""

from __future__ import annotations

from engine.book import Book
from engine.game import KERNEL_FACTS, Awaited, Ruleset, Said, Seat, Setup, Table
from engine.report import News

from . import fog, rounds, sea
from .checks import ToyChecks
from .look import Look
from .state import State
from .texts import REFUSALS, TEXTS

__all__ = ["RULES", "Toy"]


class Toy(Book[None, State]):
    """Night Boats."""

    name = "toy"
    title = "Night Boats"
    version = 1
    state = State
    summary = "sea"
    chapters = (sea, fog, rounds)
    look_class = Look
    at_home = ("sea", "fleet")
    checks = ToyChecks

    def __init__(self) -> None:
        super().__init__(None, "", REFUSALS, TEXTS)  # it has no data pack
        self.groups = {"toy": "Night Boats"}

    def begin(self, setup: Setup, table: Table[State]) -> None:
        """Night falls, and the first round begins."""
        sea.begin(setup, table)
        rounds.begin_round(table, 1)

    def tell(self, known: State, said: Said[State], seat: Seat | None) -> News | None:
        """Words for one thing heard; keys of dice and seals are told to nobody."""
        return None if isinstance(said.fact, KERNEL_FACTS) else super().tell(known, said, seat)

    def scene(self, state: State) -> tuple[str, str]:
        """The sea."""
        return "sea", ""

    def awaits(self, state: State) -> tuple[Awaited, ...]:
        """Every seat whose orders are not locked."""
        return rounds.awaits(state)


RULES: Ruleset[State] = Toy()
