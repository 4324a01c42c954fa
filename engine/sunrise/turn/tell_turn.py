"""News of orders, points and the end: plots written and revealed, markers, scores. Rulebook: FS-TURN-03, FS-WIN."""

from __future__ import annotations

from collections.abc import Mapping

from engine.game import Fact
from engine.report import News
from engine.sunrise.facts import (
    DrawOffered,
    GameEnded,
    MarkersTaken,
    OrdersLocked,
    PlotSet,
    PlotsShown,
    PoolRolled,
    Scored,
)
from engine.sunrise.figures.markers import Ending, Side
from engine.sunrise.figures.plot import Plot
from engine.sunrise.look import Look
from engine.sunrise.state import Plotted, State
from engine.sunrise.telling import in_turn, ruled, ship_words
from engine.sunrise.words import counted, course_words, item_name, listed, marker_word
from engine.text.names import shown


def orders(look: Look, fact: Fact[State]) -> News | None:
    """Plots, written and revealed."""
    match fact:
        case PlotSet(_, plots):
            lines = [
                f"{ship_words(look, ship)}: {plotted_words(look, plotted)}" if plotted is not None
                else f"{ship_words(look, ship)}: no order"
                for ship, plotted in plots.items()
            ]  # fmt: skip
            about = next(iter(plots)) if len(plots) == 1 else ""
            return News("\n".join([*lines, "-# FS-TURN-03"]), picture="plot" if lines else "", about=about)
        case OrdersLocked(side, lock):
            done = "has locked its orders" if lock is not None else "opens its orders again"
            return ruled(f"{look.name(side)} {done}.", "FS-TURN-03")
        case PlotsShown(side, written, done, drifts, paid):
            return in_turn(look, "\n".join(_revealed(look, side, written, done, drifts, paid)), "FS-TURN-03")
        case PoolRolled(side, faces):
            words = f"{look.name(side)} has {counted(sum(faces), 'Miracle Point')} this turn (3d3: {_faces(faces)})."
            return in_turn(look, words, "FS-FAC-02")
        case _:
            return None


def _faces(faces: tuple[int, ...]) -> str:
    return " ".join(str(face) for face in faces)


def plotted_words(look: Look, plotted: Plotted) -> str:
    """A ship's order: its plot, and what it launches."""
    launch = f"; launches {listed(_launched(look, one) for one in plotted.launch)}" if plotted.launch else ""
    return plot_words(plotted.plot) + launch


def _launched(look: Look, id: str) -> str:
    """A squadron of an order: its type, and the id by which orders name it."""
    found = look.known.squadrons.get(id)
    return f"{item_name(found.type, look.pack)} ({id})" if found is not None else shown(id)


def plot_words(plot: Plot) -> str:
    """A plot: "accelerate 2, port 3"."""
    if plot.change > 0:
        speed = f"accelerate {plot.change}"
    elif plot.change < 0:
        speed = f"decelerate {-plot.change}"
    else:
        speed = "keep velocity"
    parts = [speed, course_words(plot.hours)]
    parts += ["turning more in the first half"] if plot.front else []
    parts += [f"overcharge {plot.overcharge}"] if plot.overcharge else []
    parts += [f"jump to {plot.landing} with {plot.harmonic} thrust"] if plot.landing is not None else []
    parts += [f"{counted(plot.miracle, 'miracle')} of thrust"] if plot.miracle else []
    return ", ".join(parts)


def _revealed(
    look: Look,
    side: Side,
    written: Mapping[str, Plotted],
    done: Mapping[str, Plot],
    drifts: tuple[str, ...],
    paid: int,
) -> list[str]:
    """A side's orders ship by ship, as they are carried out; what was written differently says so."""
    lines = [f"**Orders of {look.name(side)}**"]
    for ship, plot in done.items():
        if ship in drifts:
            lines.append(f"- {ship_words(look, ship)}: no order, it drifts")
            continue
        plotted = written.get(ship, Plotted())
        cut = f" (written: {plot_words(plotted.plot)}; cut to what it can do now)" if plotted.plot != plot else ""
        lines.append(f"- {ship_words(look, ship)}: {plotted_words(look, Plotted(plot, plotted.launch))}{cut}")
    if len(done) == 0:
        lines.append("- no ship takes orders")
    if paid:
        lines.append(f"{counted(paid, 'Miracle Point')} spent on thrust.")
    return lines


def _taken(look: Look, holder: Side | None, holders: Mapping[str, Side | None]) -> str:
    """What one side, or nobody, holds from now on; "" for nothing."""
    markers = [marker_word(id) for id, side in holders.items() if side is holder]
    if not markers:
        return ""
    return f"{look.name(holder)} takes {listed(markers)}" if holder else f"nobody holds {listed(markers)} any more"


def points(look: Look, fact: Fact[State]) -> News | None:
    """Markers, points and the end."""
    match fact:
        case MarkersTaken(holders):
            taken = [_taken(look, holder, holders) for holder in (*Side, None)]
            words = "; ".join(one for one in taken if one)
            return ruled(f"{words}.", "FS-WIN-01", decides=True) if words else None
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
