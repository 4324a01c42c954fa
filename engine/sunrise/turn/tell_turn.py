"""News of orders, points and the end: plots written and revealed, markers, scores. Rulebook: FS-TURN-03, FS-WIN."""

from __future__ import annotations

from engine.game import Fact
from engine.report import News
from engine.sunrise.facts import (
    DrawOffered,
    GameEnded,
    PoolRolled,
    Scored,
)
from engine.sunrise.figures.markers import Ending, Side
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
        case DrawOffered(side, offered):
            did = "offers a draw" if offered else "takes back its offer of a draw"
            return ruled(f"{look.name(side)} {did}.", "FS-WIN-07", decides=True)
        case GameEnded(winner, why, score):
            return ruled(ended(look, winner, why, score), why, decides=True, picture="board")
        case _:
            return None


END_WORDS = {
    "FS-WIN-04": "on points",
    "FS-WIN-05": "for the other side has no ship left",
    "FS-WIN-07": "by agreement",
}


def ended(look: Look, winner: Ending, why: str, score: tuple[int, int]) -> str:
    """How a game ended."""
    tally = f"{look.name(Side.A)} {score[0]}, {look.name(Side.B)} {score[1]}"
    if winner is Ending.DRAW:
        return f"The game is **drawn**. Points: {tally}."
    how = "the other side concedes" if why == "FS-WIN-07" else END_WORDS.get(why, "")
    return f"**{look.name(Side(winner.value))} wins**{', ' + how if how else ''}. Points: {tally}."
