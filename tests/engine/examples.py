"""Played examples as tests play them: each comes out as it states, and what is refused is refused by what is known."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from engine.game import MODERATOR, Fact, Refusal, Ruleset, Seat, Table
from engine.orders import Order
from engine.played.transcript import Rehearsal, read, run

TOLD_BY_THE_OTHER = {
    "gcw": ("accept surrender",),  # whose ships it takes: the offer is made to the one who accepts it (GCW-CON-08)
}
"""Lines of orders that are refused by what another player brings to them."""


class Knowing(Rehearsal[Any]):
    """A rehearsal in which whatever a player is refused is refused as well where nothing is but what the player knows:
    no refusal was made from the referee's state. `unfounded` are the refusals where it is not so.
    """

    def __init__(self, rules: Ruleset[Any], *rest: Any) -> None:
        super().__init__(rules, *rest)
        self.unfounded: list[str] = []

    def obey(self, seat: Seat, order: Order) -> Refusal | None:
        refusal = super().obey(seat, order)
        if refusal is not None and seat != MODERATOR and not order.moderator:
            known = self.knows(seat)
            table = Table(known, self.now, self.dice, self.rules.refusals, self.knows)
            try:
                self.rules.obey(seat, order, table)
                again = "obeyed"
            except Refusal as other:
                again = str(other)
            if again != str(refusal) and not order.line.startswith(TOLD_BY_THE_OTHER.get(self.rules.name, ("\0",))):
                self.unfounded.append(f"{order!r}: {refusal} / by what {seat} knows: {again}")
        return refusal


def told_in(rules: Ruleset[Any], paths: Iterable[Path]) -> set[type[Fact[Any]]]:
    """The kinds of facts that somebody reads words of in examples."""
    told: set[type[Fact[Any]]] = set()
    for path in paths:
        transcript = read(path.read_text(encoding="utf-8"), path.name)
        table = Rehearsal[Any](rules, transcript.setup)
        for step in transcript.steps:
            table.do(step)
            told |= {type(one.fact) for one, words in zip(table.last, table.words, strict=True) if words}
    return told


def comes_out(rules: Ruleset[Any], path: Path) -> None:
    """Asserts that an example comes out as it states, that writing it anew changes nothing, and that its refusals know
    no more than their players.
    """
    text = path.read_text(encoding="utf-8")
    transcript = read(text, path.name)
    table = Knowing(rules, transcript.setup)
    result = run(rules, transcript, table)
    assert not result.mismatches
    assert result.written == text
    assert table.unfounded == []
