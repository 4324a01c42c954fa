"""What a seat may ask to see: the views, what each can be about, and their words and pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from msgspec.structs import replace

from engine.clock import Instant
from engine.game import Refusal, Seat, Svg
from engine.orders import Option
from engine.report import Report, View
from engine.sunrise.look import Look
from engine.sunrise.pictures.draw_board import board_picture, near_picture, plot_picture
from engine.sunrise.shooting.views_odds import odds, odds_chart, targets, targets_picture
from engine.sunrise.state import State
from engine.sunrise.turn.views_board import board, log, near, score
from engine.sunrise.turn.views_hints import hints
from engine.sunrise.turn.views_ship import fleet, ship, ship_picture
from engine.sunrise.turn.views_turn import builder, builder_picture, plot, turn
from engine.sunrise.world import World
from engine.text.names import did_you_mean, shown

SHIP = "a ship"
OWN = "a ship of yours"

VIEWS: tuple[View, ...] = (
    View("turn", "the phase, who is awaited, and what you may do", public=True),
    View("board", "the board; about a ship: its arcs, ranges and dice", SHIP, picture=True, public=True),
    View("near", "a closer look at the board around a ship", SHIP, picture=True, public=True),
    View("ship", "the sheet of a ship: rows, systems, weapons, hangars", SHIP, picture=True, public=True),
    View("fleet", "the ships of both sides, or of one", "a side", public=True),
    View("builder", "your fleet list: slots, what is missing, every fault", "a ship of your list", picture=True),
    View("plot", "your own orders and where they take your ships", OWN, picture=True),
    View("targets", "what a ship of yours may shoot at now, with odds", OWN, picture=True),
    View("odds", "exact odds of attacks: damage, rows, systems, kill", "a ship: weapon at target", picture=True),
    View("score", "points and markers, and how many are missing", public=True),
    View("log", "attacks of this turn and the last, with their dice", public=True),
)

REPORTS: Mapping[str, Callable[[Look, str], Report]] = {
    "board": board,
    "near": near,
    "ship": ship,
    "fleet": fleet,
    "builder": builder,
    "plot": plot,
    "targets": targets,
    "odds": odds,
    "score": score,
    "log": log,
}

OFFERING = frozenset({"builder", "plot"})
"""Views that answer an order, and so offer what may be done next."""

PICTURES: Mapping[str, Callable[[Look, str], Svg]] = {
    "board": board_picture,
    "near": near_picture,
    "ship": ship_picture,
    "builder": builder_picture,
    "plot": plot_picture,
    "targets": targets_picture,
    "odds": odds_chart,
}


def checked(view: str) -> str:
    """The view. Raises Refusal UNKNOWN_VIEW with what was likely meant."""
    names = [one.name for one in VIEWS]
    if view in names:
        return view
    hint = did_you_mean(view, names) or f"There are: {', '.join(names)}."
    raise Refusal("UNKNOWN_VIEW", f"There is no view “{shown(view)}”.", fix=hint)


def show(world: World, known: State, seat: Seat | None, view: str, about: str, now: Instant) -> Report:
    """A view in words. Raises Refusal for a view or a thing that the seat does not know."""
    look = Look(world, known, seat, now)
    name = checked(view)
    if name == "turn":
        return turn(look, hints(look))
    report = REPORTS[name](look, about)
    return replace(report, suggestions=hints(look)) if name in OFFERING else report


def draw(world: World, known: State, seat: Seat | None, view: str, about: str, now: Instant) -> Svg:
    """The picture of a view. Raises Refusal UNKNOWN_VIEW for a view without one, else as `show`."""
    if checked(view) not in PICTURES:
        names = ", ".join(PICTURES)
        raise Refusal("UNKNOWN_VIEW", f"The view {view} has no picture.", fix=f"These have: {names}.")
    return PICTURES[view](Look(world, known, seat, now), about)


def subjects(world: World, known: State, seat: Seat | None, view: str, now: Instant) -> Iterable[Option]:
    """What a view can be about, likeliest first."""
    look = Look(world, known, seat, now)
    match view:
        case "board" | "near" | "ship":
            for one in look.ships():
                yield _option(look, one.id)
        case "plot" | "targets" | "odds":
            ships = [one for one in look.ships() if one.side is look.side and one.deployed]
            ships.sort(key=lambda one: (one.id != known.acting, one.activated))
            for one in ships:
                yield _option(look, one.id)
        case "builder":
            if look.side is not None:
                for listed in known.of(look.side).fleet.ships:
                    hull = world.pack.hulls.get(listed.hull)
                    name = hull.name if hull is not None else listed.hull
                    yield Option(listed.name, f"{listed.name}: {name}, {len(listed.components)} components"[:100])
        case "fleet":
            for side_seat, side in known.seats.items():
                yield Option(side_seat, f"{side_seat} (side {side.value})"[:100])
        case _:
            return


def _option(look: Look, id: str) -> Option:
    """A ship as it is offered: found by its name, or its id where both sides have one of that name."""
    one = look.known.ships[id]
    hull = look.pack.hulls[one.hull].name
    state = "" if one.deployed else f", {one.status.value}"
    return Option(look.called(one), f"{one.name}: {hull} of {look.name(one.side)} ({one.id}){state}"[:100])
