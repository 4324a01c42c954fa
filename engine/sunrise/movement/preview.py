"""Where plots take ships, as far as is known: nobody else sees it before they are revealed. Rulebook: FS-TURN-03."""

from __future__ import annotations

from collections.abc import Iterator

from engine.report import Report, Section
from engine.sunrise.figures.plot import budget, faults
from engine.sunrise.look import Look
from engine.sunrise.movement.plotting import plotted_words
from engine.sunrise.pictures.draw_board import plot_picture
from engine.sunrise.sight import MINE, Foreseen, find_ship, foreseen, helm, own_plots, reverenced_by
from engine.sunrise.state import Plot, Plotted, Ship, Side, Stage
from engine.sunrise.words import place
from engine.text.message import N_, T_, Text, joined, name, term
from engine.view import view


def plot_lines(look: Look, side: Side) -> Iterator[Text]:
    """Each ship's plot, the thrust it spends, and where it comes to."""
    plots = {ship.id: plotted for ship, plotted in own_plots(look)}
    for ship in look.known.on_board(side):
        yield plot_line(look, ship, plots.get(ship.id))


PLOTTED, NO_ORDER = N_("{ship}: {order}"), T_("no order")
TAKES_NONE, DRIFTS = N_("{ship}: takes no orders this turn"), T_("no order, it drifts")
SPENDS, HAS = N_("thrust {spent} of {thrust}"), N_("thrust {thrust}")
LEAVES = N_("**leaves the board** at {place}")
CRASHES = N_("**runs into {terrain}** for {damage} damage at {place}")
COMES = N_("to {place} heading {heading}\u00b0, velocity {velocity}")
SLOWED = N_("{course}, slowed by Forced Reverance of {ship}")
ILLEGAL = N_("**not legal any more**: {why} ({rule})")


def plot_line(look: Look, ship: Ship, plotted: Plotted | None) -> Text:
    """A plot and what it comes to, as far as is known."""
    label = look.label(ship)
    if look.known.stage is not Stage.ORDERS:
        return PLOTTED(ship=label, order=plotted_words(look, plotted) if plotted is not None else NO_ORDER)
    can = helm(look, ship)
    if not can.may_order:
        return TAKES_NONE(ship=label)
    plot = plotted.plot if plotted is not None else Plot()
    if plotted is not None:
        parts = [plotted_words(look, plotted), SPENDS(spent=plot.spent, thrust=budget(can, plot))]
    else:
        parts = [DRIFTS, HAS(thrust=budget(can))]
    parts += [course_line(seen)] if (seen := foreseen(look, ship, plot)) is not None else []
    if (slowed := reverenced_by(look, ship)) is not None:
        parts[-1] = SLOWED(course=parts[-1], ship=look.label(slowed))
    if plotted is not None:
        wrong = faults(plot, can, look.known.settings.board, look.known.terrain)
        parts += [ILLEGAL(why=term(one.why), rule=term(one.rule)) for one in wrong[:1]]
    return PLOTTED(ship=label, order=joined("; ", parts))


def course_line(seen: Foreseen) -> Text:
    """Where a plot takes a ship."""
    voyage = seen.voyage
    if voyage.exit is not None:
        return LEAVES(place=place(voyage.exit))
    end = voyage.end
    if voyage.crash is not None:
        terrain = name(voyage.crash.piece)
        return CRASHES(terrain=terrain, damage=voyage.crash.damage, place=place(end.place))
    return COMES(place=place(end.place), heading=end.heading, velocity=voyage.velocity)


YOURS, PLOTS, NO_SHIP = T_("Your plots"), T_("Plots"), T_("no ship is on the board")
AHEAD = T_("Where your ships will go, as far as is known. Nobody else sees this before the orders are revealed.")
BEHIND = T_("Orders are written in the Order phase. These were the last.")


@view("plot", "your own orders and where they take your ships", MINE, picture=plot_picture, hinted=True)
def plot(look: Look, about: str) -> Report:
    """The viewer's own plots, or one ship's, with what they come to: nobody else sees this before the reveal."""
    side = look.player_needed()
    lead = AHEAD if look.known.stage is Stage.ORDERS else BEHIND
    if about.strip():
        ship = find_ship(look, about, own=True)
        plots = {one.id: plotted for one, plotted in own_plots(look)}
        lines: tuple[Text, ...] = (plot_line(look, ship, plots.get(ship.id)),)
    else:
        lines = tuple(plot_lines(look, side))
    return Report(YOURS, lead, (Section(PLOTS, lines or (NO_SHIP,)),), draws=True, rule="FS-TURN-03")
