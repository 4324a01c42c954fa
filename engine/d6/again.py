"""Deeds of somebody in their last turn, as lines of a sheet that would do it again."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.d6.look import Look
from engine.d6.play import AGAIN, Deed
from engine.d6.rounds.turns import Calls
from engine.game import MODERATOR, Fact


def last_turn(look: Look, heard: Iterable[Fact[Any]]) -> tuple[str, ...]:
    """Lines for what the viewer's figure whose turn it is (else the one that acted last) did in its last turn in which
    it did something, in order; what was heard latest comes first. What is done in a turn that goes on is not counted.
    """
    mine = {figure.id: figure for figure in look.mine}
    told = iter(heard)
    who = look.known.acting if look.known.acting in mine else ""
    if who:
        next((fact for fact in told if isinstance(fact, Calls) and fact.who == who), None)
    done: list[Deed] = []
    for fact in told:
        if done and isinstance(fact, Calls) and fact.who == who:
            break
        repeats = AGAIN.get(type(fact))
        figure = mine.get(author(look, fact)) if repeats is not None else None
        if repeats is not None and figure is not None and who in ("", figure.id):
            deeds = tuple(repeats(look, figure, fact))
            done += deeds
            who = figure.id if deeds else who
    lines = tuple(deed.line_for(look) for deed in reversed(done))
    name = mine[who].label if who in mine else ""
    if look.seat == MODERATOR:
        return tuple(f"let {name} do {line}" for line in lines)
    alone = len(mine) == 1 or who == look.known.acting
    return lines if alone else tuple(f"as {name} do {line}" for line in lines)


def author(look: Look, fact: Fact[Any]) -> str:
    """The id of whoever did what a fact tells: of a craft's declaration its pilot."""
    craft = look.known.craft.get(getattr(fact, "craft", ""))
    who: str = getattr(fact, "who", craft.pilot if craft is not None else "")
    return who
