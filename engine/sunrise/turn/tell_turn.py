"""News of orders, points and the end: plots written and revealed, markers, scores. Rulebook: FS-TURN-03, FS-WIN."""

from __future__ import annotations

from engine.game import Fact
from engine.report import News
from engine.sunrise.facts import (
    PoolRolled,
    Scored,
)
from engine.sunrise.figures.markers import Side
from engine.sunrise.look import Look
from engine.sunrise.state import State
from engine.sunrise.telling import in_turn, ruled
from engine.sunrise.words import counted


def orders(look: Look, fact: Fact[State]) -> News | None:
    """Plots, written and revealed."""
    match fact:
        case PoolRolled(side, faces):
            words = f"{look.name(side)} has {counted(sum(faces), 'Miracle Point')} this turn (3d3: {_faces(faces)})."
            return in_turn(look, words, "FS-FAC-02")
        case _:
            return None


def _faces(faces: tuple[int, ...]) -> str:
    return " ".join(str(face) for face in faces)


def points(look: Look, fact: Fact[State]) -> News | None:
    """Markers, points and the end."""
    match fact:
        case Scored(gained, total):
            goal = look.known.settings.goal
            words = " ".join(
                f"{look.name(side)} scores {gained[number]} and has **{total[number]}** of {goal}."
                for number, side in enumerate(Side)
            )
            return ruled(f"Turn {look.known.turn}: {words}", "FS-WIN-03", decides=True, picture="board")

        case _:
            return None
