"""Where plots take ships, as far as is known: nobody else sees it before they are revealed. Rulebook: FS-TURN-03."""

from __future__ import annotations

from collections.abc import Iterator

from engine.report import Report, Section
from engine.sunrise.figures.markers import Side
from engine.sunrise.figures.plot import Plot, budget, faults
from engine.sunrise.look import Look
from engine.sunrise.movement.plotting import plotted_words
from engine.sunrise.pictures.draw_board import plot_picture
from engine.sunrise.state import Plotted, Ship, Stage
from engine.sunrise.views_look import MINE, find_ship, foreseen, helm, own_plots, reverenced_by
from engine.view import view


def plot_lines(look: Look, side: Side) -> Iterator[str]:
    """Each ship's plot, the thrust it spends, and where it comes to."""
    plots = {ship.id: plotted for ship, plotted in own_plots(look)}
    for ship in look.known.on_board(side):
        yield plot_line(look, ship, plots.get(ship.id))


def plot_line(look: Look, ship: Ship, plotted: Plotted | None) -> str:
    """A plot and what it comes to, as far as is known."""
    if look.known.stage is not Stage.ORDERS:
        return f"{look.label(ship)}: {plotted_words(look, plotted) if plotted is not None else 'no order'}"
    can = helm(look, ship)
    if not can.may_order:
        return f"{look.label(ship)}: takes no orders this turn"
    plot = plotted.plot if plotted is not None else Plot()
    words = plotted_words(look, plotted) if plotted is not None else "no order, it drifts"
    found = f"; thrust {plot.spent} of {budget(can, plot)}" if plotted is not None else f"; thrust {budget(can)}"
    seen = foreseen(look, ship, plot)
    end = ""
    if seen is not None:
        voyage = seen.voyage
        if voyage.exit is not None:
            end = f"; **leaves the board** at {voyage.exit}"
        elif voyage.crash is not None:
            end = f"; **runs into {voyage.crash.piece}** for {voyage.crash.damage} damage at {voyage.end.place}"
        else:
            end = f"; to {voyage.end.place} heading {voyage.end.heading}\u00b0, velocity {voyage.velocity}"
    slowed = reverenced_by(look, ship)
    if slowed is not None:
        end += f", slowed by Forced Reverance of {look.label(slowed)}"
    wrong = faults(plot, can, look.known.settings.board, look.known.terrain) if plotted is not None else ()
    if wrong:
        end += f"; **not legal any more**: {wrong[0].why} ({wrong[0].rule})"
    return f"{look.label(ship)}: {words}{found}{end}"


@view("plot", "your own orders and where they take your ships", MINE, picture=plot_picture, hinted=True)
def plot(look: Look, about: str) -> Report:
    """The viewer's own plots, or one ship's, with what they come to: nobody else sees this before the reveal."""
    side = look.player_needed()
    lead = "Where your ships will go, as far as is known. Nobody else sees this before the orders are revealed."
    if look.known.stage is not Stage.ORDERS:
        lead = "Orders are written in the Order phase. These were the last."
    if about.strip():
        ship = find_ship(look, about, own=True)
        plots = {one.id: plotted for one, plotted in own_plots(look)}
        lines: tuple[str, ...] = (plot_line(look, ship, plots.get(ship.id)),)
    else:
        lines = tuple(plot_lines(look, side))
    sections = (Section("Plots", lines or ("no ship is on the board",)),)
    return Report("Your plots", lead, sections, draws=True, rule="FS-TURN-03")
