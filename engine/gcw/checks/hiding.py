"""What goes on in deep space, of which others hear nothing: for the interference test. GCW-SCN-12, -18, GCW-PST-03."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from engine.book import Book
from engine.clock import DAY, HOUR, Instant
from engine.game import MODERATOR, REFEREE, Audience, Fact, Outcome, Said, Seat, only
from engine.gcw.contacts import Bound, Seen, alias_of, hidden
from engine.gcw.data.terms import ScanLayer, ScanMode, Status
from engine.gcw.galaxy.hyperspace import Jump, neighbours
from engine.gcw.moderators import Spawn
from engine.gcw.sight.scanning import ScanBegan
from engine.gcw.space.fire import Fire
from engine.gcw.space.movement import Move
from engine.gcw.state import PlayerStatus, Scan, Sighting, State, Unit, UnitKind
from engine.gcw.turn.drafting import Clear
from engine.gcw.turn.turn import Final, Submit
from engine.gcw.world import World
from engine.orders import Order
from engine.played.chance import Chance
from engine.played.checks import Deeds, Hidden
from engine.played.played_game import PlayedGame

DEEP = ("DSZ-1", "DSZ-2", "DSZ-3", "DSZ-4")

NAMED = re.compile("x[0-9a-f]{8}")
"""The names of ships that are put into deep space: random, so that to find one is no chance."""

STORY = "The fleet waits in the dark."


def arrange(world: World, game: PlayedGame[State], seat: Seat, chance: Chance) -> None:
    """Ships of others lie in deep space of a system where the seat is; the seat may have heard one of them there.

    One of them may listen. Turns may be over, and drafts empty, so that everybody can post one.
    """
    here = sorted({unit.system for unit in game.state.of(seat) if unit.on_grid})
    if not here or not world.fog(game.state):
        return
    if not chance.one_in(3):
        game.lapse(Instant(game.now + DAY + HOUR))
        for each in game.seats:
            game.obey(each, Clear())
    system = chance.choice(here)
    for player in game.state.players.values():
        if player.seat == seat or player.status is not PlayerStatus.ACTIVE:
            continue
        codes = sorted(world.pack.units_of(world.pack.factions[player.faction]).ships)
        for cell in ("DSZ-1", chance.choice(DEEP)):
            name = f"x{chance.below(16**8):08x}"
            spawn = Spawn(unit=chance.choice(codes), name=name, system=system, cell=cell, player=player.seat)
            game.obey(MODERATOR, spawn)
        found = [unit for unit in deep(world, game.state, player.seat) if unit.system == system]
        if found and not chance.one_in(3):
            _heard(game, seat, chance.choice(found))
        if found and not chance.one_in(3):
            _listening(game, chance.choice(found))


def deep(world: World, state: State, seat: Seat) -> list[Unit]:
    """A player's ships in deep space that can act."""
    return [
        unit
        for unit in state.of(seat)
        if unit.on_grid
        and unit.kind is UnitKind.SHIP
        and unit.status is Status.ACTIVE
        and not unit.held
        and hidden(state, world, unit.cell)
    ]


def hidden_from(world: World, state: State, seat: Seat) -> Hidden:
    """Ships of others in deep space that a seat has no contact of: their ids, and such names as `arrange` gives."""
    unseen = [
        unit
        for other in state.players
        if other != seat
        for unit in deep(world, state, Seat(other))
        if alias_of(state, seat, unit.id) is None
    ]
    return Hidden(tuple(unit.id for unit in unseen), tuple(unit.name for unit in unseen if NAMED.fullmatch(unit.name)))


def _said(game: PlayedGame[State], fact: Fact[State], to: Audience) -> None:
    """Make something so, and let it be heard."""
    game.take(Outcome(fact.evolve(game.state), (Said(game.now, to, fact),)))


def _heard(game: PlayedGame[State], seat: Seat, unit: Unit) -> None:
    """The seat has heard a ship, and where it was."""
    if alias_of(game.state, seat, unit.id) is None:
        number = len(game.known[seat].contacts_of(seat)) + 1
        seen = Seen(seat, number, unit.system, unit.cell, Sighting.FIRE, game.now, "FIRE")
        _said(game, seen, only(seat))
        _said(game, Bound(seat, f"Contact {number}", unit.id), REFEREE)


def _listening(game: PlayedGame[State], unit: Unit) -> None:
    """A ship has begun a passive scan, of which nobody else hears (GCW-SCN-07)."""
    scan = Scan(
        id=game.state.next_id("s", unit.owner),
        owner=unit.owner,
        unit=unit.id,
        mode=ScanMode.PASSIVE,
        layer=ScanLayer.ORBIT,
        system=unit.system,
        started_at=game.now,
        due_at=Instant(game.now + DAY),
    )
    _said(game, ScanBegan(scan), only(unit.owner))


def hidden_deeds(book: Book[World, State], game: PlayedGame[State], seat: Seat, chance: Chance) -> Deeds | None:
    """Two of another's ships in deep space: either moves there in a turn, or either leaves. The seat hears the same.

    That a fleet left the system is heard there (GCW-COM-05), but not which, nor from where.
    """
    if not book.world.fog(game.state):
        return None
    for author in chance.sample((name for name in game.seats if name != seat), len(game.seats)):
        ways = [ways for ways in (_jumps, _moves) if not chance.one_in(2)] or [_moves]
        for way in ways:
            found = chance.sample(way(book, game, author), 40)
            for one in found:
                for other in found:
                    if other != one and all(_obeyed(game, author, orders) for orders in (one, other)):
                        return Deeds(author, one, other)
    return None


def _obeyed(game: PlayedGame[State], author: Seat, orders: tuple[Order, ...]) -> bool:
    trial = game.copy()
    return all(trial.obey(author, order) is None for order in orders)


def _moves(book: Book[World, State], game: PlayedGame[State], author: Seat) -> Iterator[tuple[Order, ...]]:
    """Turns with one move from deep space to deep space, after the same fire, if any may be given; no turn is open."""
    known = game.known[author]
    if known.turns or known.drafts.get(author):
        return
    world, look = book.world, book.look(known, author, game.now)
    ships = deep(world, game.state, author)
    unseen = {unit.name for unit in ships}
    fire: tuple[Order, ...] = tuple(order for order in islice(Fire.likely(look), 40) if order.unit not in unseen)[:1]
    for unit in ships:
        for cell in world.grid.neighbours(unit.cell):
            if world.deep(cell):
                yield *fire, Move(unit=unit.name, cells=cell), Submit(story=STORY), Final()


def _jumps(book: Book[World, State], game: PlayedGame[State], author: Seat) -> Iterator[tuple[Order, ...]]:
    """Voyages out of deep space, of one ship each, from one system; no turn is open."""
    if game.state.turns:
        return
    ships = deep(book.world, game.state, author)
    for unit in ships:
        if unit.system == ships[0].system:
            yield (Jump(units=unit.name, system=min(neighbours(book.world.pack.links)[unit.system])),)
