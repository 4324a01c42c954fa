"""`campaign`: orders of GCW's campaign half in the engine; a month of eight seats: verified, loaded, and its file.

The mix: ways are plotted, units built and called off, ships sent to duty, reserve and escort, complements exchanged,
heroes raised, missions begun, relations declared; each as a player may give it at the end of the month.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from fractions import Fraction
from itertools import islice

from bench.measure import Finding, Scale, Stopwatch
from bench.stage import DATABASE, Standing, folder, service
from bot.game.desk.desk import Desk
from bot.game.desk.lobby import NewGame
from bot.game.ticker import Ticker
from engine.clock import DAY
from engine.dice.keyed import FixedDice
from engine.game import Refusal, Seat, obey
from engine.gcw.checks.oracle import FACTIONS
from engine.gcw.state import State, UnitKind
from engine.orders import Order
from engine.text.lines import parse
from storage.records import Game

ORDER, VERIFIED, LOADED = Fraction(1, 2), 5000, 50
"""Times the calibration, about a millisecond on the reference machine: for an order, for the whole month verified, and
for it loaded.
"""
MOST_BYTES = 20_000_000
SEATS, DAYS = 8, 30
MIX = (
    "Plot", "Build", "Construct", "CallOff", "Transfer", "LayUp", "Activate", "Escort", "Exchange", "Upgrade", "Train",
    "StartMission", "Relation",
)  # fmt: skip
"""Names of the orders that are timed."""
EACH = 5
"""Of each kind, for each seat, so many are timed at most."""


def run(scale: Scale) -> list[Finding]:
    """A month is played through the desk, then measured."""
    return asyncio.run(_run(scale))


async def _run(scale: Scale) -> list[Finding]:
    with folder() as place:
        clock = Standing()
        async with service(place, clock) as made:
            desk = made.desk
            game = await month(desk, clock, scale.of(DAYS, 3))
            found = [await _orders(desk, game, scale)]
            verified, loaded = Stopwatch(calibrations=20), Stopwatch(calibrations=20)
            for _ in range(scale.of(3, 1)):
                with verified.piece():
                    difference = await desk.record.verify(game.id)
                if difference is not None:
                    raise RuntimeError(f"command {difference.command} differs")
            for _ in range(scale.of(20, 2)):
                desk.games.drop(game.id)
                with loaded.piece():
                    await desk.games.open(game.id)
            row = await desk.store.game(game.id)
            told = f"{SEATS} seats, {row.sequence} commands, {row.facts} facts"
            found.append(verified.finding("campaign verified", VERIFIED, told))
            found.append(loaded.finding("campaign loaded", LOADED))
        size = (place / DATABASE).stat().st_size
        figure, most = f"{size / 1e6:.1f} MB", f"at most {MOST_BYTES / 1e6:.0f} MB"
        found.append(Finding("campaign file", figure, most, size <= MOST_BYTES))
    return found


async def month(desk: Desk, clock: Standing, days: int) -> Game:
    """A campaign of so many days: each seat founds, scans and moves every day, jumps, builds and raises its hero."""
    game = await desk.lobby.create(NewGame("gcw", "Month", options={"founding": "whole"}), guild=1, user=1, channel=2)
    seats = [Seat(f"seat-{number}") for number in range(SEATS)]
    for number, seat in enumerate(seats):
        await desk.lobby.join(game.id, 10 + number, seat)
    await desk.lobby.start(game.id, 1)
    rules = desk.rulebooks.of(game)

    async def give(number: int, *lines: str) -> None:
        for line in lines:
            await desk.orders.submit(game.id, seats[number], parse(line, rules.orders), user=10 + number)

    for number in range(SEATS):
        await give(number, f"join {FACTIONS[number]} as Captain {number}", "take sample fleet", "raise FAC at G-1")
        await give(number, "confirm")
    for day in range(days):
        clock.skip(DAY + 60)
        await Ticker(desk, clock).sweep()
        for number, seat in enumerate(seats):
            for line in daily(await desk.views.known(game.id, seat), seat, day):
                await give(number, line)
    return await desk.store.game(game.id)


def daily(known: State, seat: Seat, day: int) -> Iterator[str]:
    """Orders of a seat in a day."""
    ships = [unit for unit in known.of(seat) if unit.kind is UnitKind.SHIP and not unit.duty and unit.on_grid]
    home = known.players[seat].home
    if ships:
        yield f"scan {ships[0].name} passive orbit"
    for ship in ships[1:3]:
        yield f"move {ship.name} to {'B-2' if ship.cell == 'B-1' else 'B-1'}"
    yield from (f"submit Day {day} of the watch.", "final")
    if day % 7 == 3 and ships:
        yield f"jump {ships[-1].name} to {'Corellia' if ships[-1].system == home else home}"
    if known.players[seat].treasury >= 1000 and day % 2:
        yield f"upgrade Captain {seat.removeprefix('seat-')}"
    elif known.players[seat].treasury:
        faction = known.players[seat].faction
        yield f"build {'TF' if faction in ('GE', 'IR') else 'XW'} at Factory for dock"


async def _orders(desk: Desk, game: Game, scale: Scale) -> Finding:
    """Orders of the mix, each obeyed once and again on the same state."""
    live = await desk.games.open(game.id)
    rules, state = live.rules, live.state
    now = live.now(desk.clock.now())
    known = {seat: await desk.views.known(game.id, seat) for seat in state.players}

    def play(seat: Seat, order: Order) -> Refusal | None:
        return obey(rules, state, seat, order, now, FixedDice(b"bench"), known.__getitem__).refusal

    mix = [kind for kind in rules.orders if kind.__name__ in MIX]
    given = [
        (seat, order)
        for seat in state.players
        for kind in mix
        for order in islice(rules.legal(known[seat], seat, now, kind), EACH)
    ]
    fine = [(seat, order) for seat, order in given if play(seat, order) is None]
    kinds = sorted({type(order).__name__ for _, order in fine})
    watch = Stopwatch(calibrations=20)
    for _ in range(scale.of(20, 1)):
        with watch.piece():
            for seat, order in fine:
                play(seat, order)
    return watch.finding("campaign order", ORDER, f"{len(fine)} orders of {', '.join(kinds)}", share=len(fine))
