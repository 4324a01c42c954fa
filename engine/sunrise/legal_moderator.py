"""What moderators could order, and the values that their menus offer."""

from __future__ import annotations

from collections.abc import Iterator

from engine.orders import Option, Order
from engine.sunrise import moderator_orders as gm
from engine.sunrise.figures.board import inches
from engine.sunrise.naming import ship_option
from engine.sunrise.state import SETUP_STAGES, Stage, State
from engine.sunrise.world import World

LONG = 9
"""Turns after which ending a game is offered."""


def moderator_orders(world: World, known: State) -> Iterator[Order]:
    """What a moderator could order now."""
    if not known.opened or known.over:
        return
    yield gm.Announce(words="Play on.")
    yield gm.Deadline(minutes=60)
    yield gm.Timer(step="orders", minutes=30)
    if known.until is not None:
        yield gm.Extend(minutes=30)
        yield gm.PauseClock()
    if known.pause is not None:
        yield gm.ResumeClock()
    if known.stage is not Stage.FLEETS:
        yield gm.Advance()
    yield gm.SetScore(side="A", points=min(known.a.score + 1, 999))
    if known.choice is None:
        number = len(known.terrain)
        if number < 20:
            yield gm.AddTerrain(shape=f"circle {5 + 3 * number} 24 1")
        if known.terrain:
            yield gm.TakeTerrain(piece=known.terrain[0].id)
        if known.stage in (Stage.FLEETS, Stage.TERRAIN) and number < 18:
            yield gm.RandomTerrain(pieces=2)
        if known.stage not in SETUP_STAGES or known.stage is Stage.DEPLOY:
            yield from (
                gm.SetMarker(marker=one.id, x=inches(one.place.x), y=inches(one.place.y), side="nobody")
                for one in known.markers
            )
            yield from (gm.LiftMarker(marker=one.id) for one in known.markers[:1])
        yield from _set_right(world, known)
    if known.turn >= LONG:
        yield gm.EndGame(winner="draw")


def _set_right(world: World, known: State) -> Iterator[Order]:
    for ship in known.ships.values():
        if ship.id == known.acting:
            continue
        if known.stage not in SETUP_STAGES and ship.pips:
            yield gm.PlaceShip(ship=ship.id, x="36", y="6", heading="0")
        if ship.pips:
            yield gm.SetShip(what="pips", ship=ship.id, value=str(max(1, ship.pips - 1)))
        yield gm.SetShip(what="velocity", ship=ship.id, value="4")
        yield gm.SetShip(what="destroyed", ship=ship.id, value="engines")
        yield gm.SetShip(what="restored", ship=ship.id, value="engines")
    ships = [ship for ship in known.ships.values() if ship.id != known.acting]
    if ships:
        yield gm.RemoveShip(ship=ships[-1].id)
        yield gm.SetShip(what="pips", ship=ships[0].id, value="0")
    for squadron in known.squadrons.values():
        yield gm.SetSquadron(squadron=squadron.id, size=max(0, squadron.size - 1))


def moderator_options(world: World, known: State, field: str) -> list[Option]:
    """Values for a field of a moderator's order."""
    match field:
        case "ship":
            return [ship_option(one) for one in known.ships.values()]
        case "squadron":
            return [Option(one.id, f"{world.craft(one).name} {one.id}") for one in known.squadrons.values()]
        case "marker":
            return [Option(one.id) for one in known.markers]
        case "piece":
            return [Option("all"), *(Option(one.id, str(one)) for one in known.terrain)]
        case "step":
            return [Option(code, one.name) for code, one in world.pack.clock.items()]
        case "what":
            return [Option(one) for one in ("pips", "shields", "velocity", "destroyed", "restored")]
        case "side":
            return [Option("A"), Option("B"), Option("nobody")]
        case "winner":
            return [Option("A"), Option("B"), Option("draw")]
        case "seat":
            return [Option(seat) for seat in known.seats]
    return []
