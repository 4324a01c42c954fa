"""What a seat may ask to see: the views, what each can be about, and their words and pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from engine.clock import Instant
from engine.game import Refusal, Seat, Svg
from engine.gcw.founding.views_fleet import board, fleet, ship
from engine.gcw.galaxy.views_galaxy import galaxy, klass, standings, system, treasury
from engine.gcw.ground.views_ground import ground
from engine.gcw.look import Look
from engine.gcw.pictures import picture
from engine.gcw.sight.views_contacts import contacts
from engine.gcw.state import State
from engine.gcw.turn.views_turn import foreseen, panel
from engine.gcw.viewing import Preview, likely_systems
from engine.gcw.words import class_words, place_of
from engine.gcw.world import World
from engine.orders import Option
from engine.report import Report, View
from engine.text.names import did_you_mean, shown

VIEWS: tuple[View, ...] = (
    View("turn", "what you may do now, your draft, and until when"),
    View("preview", "what your draft will do, as far as you know"),
    View("fleet", "all your units, where they are and in what state"),
    View("ship", "one unit of yours, or one contact", "a unit of yours or a contact", picture=True),
    View("contacts", "units of others that you have detected"),
    View("board", "the grid of one system, as you know it", "a system", picture=True, public=True),
    View("ground", "the ground of one system, grid by grid, as you know it", "a system", picture=True, public=True),
    View("map", "the galaxy: routes, owners, your fleets and voyages", picture=True, public=True),
    View("system", "one system: routes, owner, what you know to be there", "a system", picture=True, public=True),
    View("class", "all figures of a class of unit, with their sources", "a class", public=True),
    View("standings", "players, battles, turns and rulings, as everybody knows them", public=True),
    View("treasury", "your money, and what the next Action Day brings"),
)

Showing = Callable[[Look, str], Report]

REPORTS: Mapping[str, Showing] = {
    "fleet": fleet,
    "ship": ship,
    "contacts": contacts,
    "board": board,
    "ground": ground,
    "map": galaxy,
    "system": system,
    "class": klass,
    "standings": standings,
    "treasury": treasury,
}


def checked(view: str) -> str:
    """The view. Raises Refusal UNKNOWN_VIEW with what was likely meant."""
    names = [one.name for one in VIEWS]
    if view in names:
        return view
    hint = did_you_mean(view, names) or f"There are: {', '.join(names)}."
    raise Refusal("UNKNOWN_VIEW", f"There is no view “{shown(view)}”.", fix=hint)


def show(
    world: World, known: State, seat: Seat | None, view: str, about: str, now: Instant, preview: Preview
) -> Report:
    """A view in words. Raises Refusal for a view or a thing that the seat does not know."""
    look = Look(world, known, seat, now)
    match checked(view):
        case "turn":
            return panel(look)
        case "preview":
            return foreseen(look, preview)
        case name:
            return REPORTS[name](look, about)


def subjects(world: World, known: State, seat: Seat | None, view: str, now: Instant) -> Iterable[Option]:
    """What a view can be about, likeliest first."""
    look = Look(world, known, seat, now)
    match view:
        case "ship":
            own = [
                (unit.on_grid, Option(unit.name, f"{unit.name}: {class_words(world, unit.code)}"[:100]))
                for unit in look.own()
            ]
            yield from (option for on_grid, option in own if on_grid)
            for contact in look.contacts():
                where = place_of(contact)
                what = class_words(world, contact.code) if contact.code else "class unknown"
                yield Option(contact.alias, f"{contact.label}: {what}, {where}"[:100])
            yield from (option for on_grid, option in own if not on_grid)
        case "board" | "ground" | "system":
            for name in likely_systems(look):
                yield Option(name, f"{name}: {world.pack.systems[name].region}")
        case "class":
            for spec in (*world.pack.units.values(), *world.pack.facilities.values()):
                yield Option(spec.code, f"{spec.code}: {spec.name}"[:100])
        case _:
            return


def drawn(view: str) -> bool:
    """Whether a view has a picture."""
    return any(one.name == view and one.picture for one in VIEWS)


def draw(world: World, known: State, seat: Seat | None, view: str, about: str, now: Instant) -> Svg:
    """The picture of a view. Raises Refusal UNKNOWN_VIEW for a view without one, else as `show`."""
    if not drawn(checked(view)):
        with_pictures = ", ".join(sorted(one.name for one in VIEWS if one.picture))
        raise Refusal("UNKNOWN_VIEW", f"The view {view} has no picture.", fix=f"These have: {with_pictures}.")
    return picture.draw(Look(world, known, seat, now), view, about)
