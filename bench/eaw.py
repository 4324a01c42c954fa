"""`eaw`: seasons of Empires at War, small and large, and whole campaigns that Umpire plays for all empires.

A small season has 34 orders of seven empires, as a season of Diplomacy does, which the package `diplomacy` sets and
adjudicates beside it where it is installed. Where it is timed by itself, each order is a line that is read and obeyed
alone, as the bot does with slash commands and with every line of an order sheet: the list that it joins is checked each
time. Beside the peer, which takes a power's orders as a list, each empire writes its own in a list, with `/eaw write`.
What each seat knows is kept up as the season goes. Garbage is looked for as seldom as the bot that serves does, for
both sides.
"""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from functools import partial
from importlib import import_module
from typing import Any

import aiosqlite
from msgspec.structs import replace

from bench.battle import bare_tables, written
from bench.measure import Finding, Scale, Stopwatch, milliseconds, paired, percentile, ratio, times
from bench.stage import CHANNEL, GUILD, PACKS, folder, service
from bot.game import step as steps
from bot.game.desk.lobby import NewGame
from bot.start.serve import unhurried
from engine import eaw
from engine.clock import DAY, HOUR, Instant, later
from engine.dice.keyed import FixedDice
from engine.eaw import EmpiresAtWar
from engine.eaw.data.generator import generated
from engine.eaw.data.maps import Shape, distances, neighbours
from engine.eaw.season.holdings import fleet_id, ship_id
from engine.eaw.season.movement import STACK
from engine.eaw.season.plot import Seal, Write
from engine.eaw.state import Development, Empire, Fleet, Knowledge, Realm, Ship, State, Step, System
from engine.game import MODERATOR, Seat, Setup
from engine.orders import Order
from engine.played.played_game import PlayedGame
from engine.text.lines import build, parse
from storage import packs

SMALL, LARGE, CAMPAIGN = 25, 90, 1500
"""Times the calibration: a season of 34 orders written and played, a large season played, a campaign of four years."""
BESIDE = 1
"""Times what Diplomacy takes for as many orders."""
MOST = 3
"""Times the bare insert of the same bytes, for the commit of a large season."""
ORDERS, MANY = 34, 150
"""Orders of a small season, and of a large one."""
RACE = "Federation"
SQUADRON = ("CA", "CA", "FF", "FF", "FF", "DD", "DD", "SC")
"""The eight ships of a fleet in the large season."""
UNSEEN = 7
"""One in so many systems is still to be discovered: of 447 jumps in campaigns of four years that Umpire plays, 64 led
into such. Where all are, every jump explores, which is true of no season but the first: a quarter of what was timed was
the dice and finds of that."""
HOME, PLAIN = Knowledge("mineral", "Open Space"), Knowledge("dead", "Star Edge")
"""Planets of a home, and of the other systems that are known."""
USUAL = {"bonus": "money", "planet": "mineral", "find": "usual"}
FILLED = {
    "AUSTRIA": ["A SER"], "ENGLAND": ["F NWY"], "FRANCE": ["F POR", "A SPA", "A BEL"], "GERMANY": ["A HOL", "F DEN"],
    "ITALY": ["F TUN"], "RUSSIA": ["A RUM", "F SWE"], "TURKEY": ["A BUL", "F GRE"],
}  # fmt: skip
"""Units that stand on the centres of Diplomacy's map that are nobody's at first: with them there is one on each of the
34."""
YEARS = 4
SEATS = tuple(Seat(name) for name in ("red", "blue", "green", "gold"))


def run(scale: Scale) -> list[Finding]:
    """A small season beside the peer, a large one, and campaigns."""
    rules = eaw.ruleset(packs.read(PACKS / "eaw"))
    unhurried()
    return [
        *_small(rules, scale),
        _large(rules, scale),
        asyncio.run(_committed(rules, scale)),
        _campaigns(rules, scale),
    ]


class Bench(PlayedGame[State]):
    """A campaign whose words nobody reads; what each seat knows is kept."""

    checked = worded = False

    def sound(self) -> None:
        """Soundness is for tests."""


def table(rules: EmpiresAtWar, shape: Shape, empires: int, fleets: int, designs: tuple[str, ...]) -> Bench:
    """A campaign in which every empire has so many fleets of these designs in the systems nearest to its home, most of
    which it knows.
    """
    seats = tuple(Seat(f"s{at}") for at in range(empires))
    systems = {spot.id: System(spot.id) for spot in shape.systems}
    far = [distances(neighbours(shape.lanes), home) for home in shape.homes]
    realms, every, ships = dict[Seat, Realm](), dict[str, Fleet](), dict[str, Ship]()
    for at, seat in enumerate(seats):
        home = shape.homes[at]
        places = [system for system in systems if min(range(empires), key=lambda n: far[n][system]) == at]
        known = {**{system: PLAIN for place, system in enumerate(places) if place % UNSEEN}, home: HOME}
        for id, what in known.items():
            systems[id] = replace(systems[id], planet=what.planet, map_type=what.map_type)
        systems[home] = replace(systems[home], development=Development("mine", seat, -4))
        realms[seat] = Realm(home, mp=50, knowledge=known, preferences=USUAL)
        for number in range(1, fleets + 1):
            id = fleet_id(seat, number)
            every[id] = Fleet(id, seat, number, places[number % len(places)])
            for place, called in enumerate(designs):
                design, name = rules.world.pack.designs[f"{RACE} {called}"], f"{called}-{number * 10 + place}"
                ship = ship_id(seat, name)
                ships[ship] = Ship(ship, name, seat, id, design.code, design.ebpv, design.cbpv, seat)
    game = Bench(rules, seats, FixedDice(bytes(8)))
    members = {seat: Empire(seat, RACE) for seat in seats}
    game.state = State(
        map=shape, group="B", step=Step.PLOT, until=later(Instant(0), DAY), systems=systems, empires=members,
        realms=realms, fleets=every, ships=ships,
    )  # fmt: skip
    game.known = {hearer: game.checks.as_known(game.state, hearer or Seat("")) for hearer in game.known}
    return game


def jumps(game: Bench, most: int) -> list[tuple[Seat, str]]:
    """About so many orders to jump, as lines, of as many fleets, each to where no enemy is and there is room."""
    coming, going, found = Counter[str](), dict[str, Seat](), list[tuple[Seat, str]]()
    for fleet in sorted(game.state.fleets.values(), key=lambda fleet: fleet.number):
        for to in (lane.far(fleet.at) for lane in game.state.lanes(fleet.at)):
            room = len(game.state.fleets_at(to)) + coming[to] < STACK
            free = set(game.state.present(to)) | {going.get(to, fleet.owner)} <= {fleet.owner}
            if free and room and len(found) < most:
                coming[to] += 1
                going[to] = fleet.owner
                found.append((fleet.owner, f"jump fleet {fleet.number} to {to}"))
                break
    assert 10 * len(found) >= 9 * most, len(found)
    return found


def give(game: Bench, seat: Seat, order: Order) -> None:
    """An order that is obeyed."""
    refusal = game.obey(seat, order)
    assert refusal is None, (seat, order, refusal)


def _small(rules: EmpiresAtWar, scale: Scale) -> list[Finding]:
    """34 orders of seven empires written singly, then the season played; and written in a list by each, as the peer
    sets a power's orders, in turn with as many of Diplomacy, set and adjudicated, where that package is installed, so
    that a noisy machine hits both alike.
    """
    try:
        diplomacy: Any = import_module("diplomacy")  # the peer has no types
    except ImportError:
        diplomacy = None
    singly, listed, theirs = Stopwatch(calibrations=3), Stopwatch(calibrations=1), Stopwatch(calibrations=1)
    chance = random.Random(1)
    rounds = scale.of(25, 1)
    for number in range(rounds):
        _season(rules, singly, number, lists=False)
        if diplomacy is not None:
            _season(rules, listed, rounds + number, lists=True)  # on another map: of no line it is known how it reads
            _peer(diplomacy, theirs, chance)
    found = [singly.finding("small season", SMALL, f"{ORDERS} orders of 7 empires: written, checked, carried out")]
    if diplomacy is not None:
        beside = ratio(listed.processor(), theirs.processor())
        told = f"of the processor: ours {milliseconds(listed.processor())}, theirs {milliseconds(theirs.processor())}"
        alone = times(ratio(singly.processor(), theirs.processor()))
        told += f"; {alone} where each order is written by itself"
        found.append(Finding("beside diplomacy", times(beside), f"at most {BESIDE}x", beside <= BESIDE, told))
    return found


def _season(rules: EmpiresAtWar, watch: Stopwatch, number: int, *, lists: bool) -> None:
    """A season of orders that are written and sealed once everybody has looked at the map and at their fleets, as the
    peer has listed all that is possible: what is worked out of a map once a campaign is not timed with one season.
    Nobody has looked at their home, which tries orders out.
    """
    game = table(rules, generated(7, 140, str(number)), 7, 6, ("CA", "FF"))
    lines = jumps(game, ORDERS)
    for seat in game.seats:
        for view in ("map", "fleets"):
            rules.show(game.knows(seat), seat, view, "", game.now)
    own = {
        seat: "; ".join(line for one, line in lines if one == seat) for seat in dict.fromkeys(one for one, _ in lines)
    }
    with watch.piece():
        for seat, line in () if lists else lines:
            give(game, seat, parse(line, rules.orders))
        for seat, text in own.items() if lists else ():
            give(game, seat, build(Write, {"orders": text}))
        for seat in game.seats:
            give(game, seat, Seal())
    assert game.state.t == 1, game.state.step


def _peer(diplomacy: Any, watch: Stopwatch, chance: random.Random) -> None:  # the peer has no types
    """A season of the peer with a unit on each of the 34 centres, since it begins with 22 of them, and to give some of
    these another order would be to set 34 and adjudicate 22.
    """
    game = diplomacy.Game()
    for name, units in FILLED.items():
        game.set_units(name, units)
    possible = game.get_all_possible_orders()
    wanted = {name: [chance.choice(possible[at]) for at in game.get_orderable_locations(name)] for name in game.powers}
    with watch.piece():
        for name, orders in wanted.items():
            game.set_orders(name, orders)
        game.process()
    assert sum(map(len, wanted.values())) == ORDERS, wanted


def _large(rules: EmpiresAtWar, scale: Scale) -> Finding:
    """12 empires with 36 fleets of 8 ships each on 200 systems: 150 orders are carried out, and the season goes by."""
    watch = Stopwatch(calibrations=3)
    for number in range(scale.of(5, 1)):
        game = table(rules, generated(12, 200, str(number)), 12, 36, SQUADRON)
        for seat, line in jumps(game, MANY):
            give(game, seat, parse(line, rules.orders))
        for seat in game.seats[1:]:
            give(game, seat, Seal())
        with watch.piece():
            give(game, game.seats[0], Seal())
    return watch.finding("large season", LARGE, f"about {MANY} orders of 12 empires, 432 fleets, 3456 ships")


async def _committed(rules: EmpiresAtWar, scale: Scale) -> Finding:
    """A large season written as the desk does it, once it is played: the seal that ends it, all that was said, and what
    everybody knows afterwards; beside a bare insert of the same bytes.
    """
    game = table(rules, generated(12, 200, "0"), 12, 36, SQUADRON)
    for seat, line in [*jumps(game, MANY), *((seat, "seal") for seat in game.seats[1:])]:
        give(game, seat, parse(line, rules.orders))
    season = game.tries(game.seats[0], Seal())
    game.step(season)
    rounds = scale.of(15, 2)
    with folder() as place:
        async with service(place) as made, aiosqlite.connect(place / "bare.db", isolation_level=None) as bare:
            desk = made.desk
            new = [NewGame("eaw", f"Season {number}") for number in range(rounds + 1)]
            games = [(await desk.lobby.create(form, guild=GUILD, user=1, channel=CHANNEL)).id for form in new]

            async def ours(number: int) -> None:
                step = steps.Step(await desk.games.open(games[number]), desk.clock.now())
                step.ran("order", season, user=1, seat=game.seats[0], body="seal")
                step.snapshot({str(hearer or ""): state for hearer, state in game.known.items()})
                step.settle()
                await desk.store.commit(step.commit(None))

            await ours(-1)
            row = await desk.store.game(games[-1])
            rows = await desk.store.database.read(partial(written, game=row.id, n=row.sequence))
            await bare_tables(bare, rows)

            async def baseline(number: int) -> None:
                await bare.execute("BEGIN")
                for name, lines in rows.items():
                    marks = ", ".join("?" * (len(lines[0]) + 1))
                    await bare.executemany(f"INSERT INTO {name} VALUES ({marks})", [(number, *line) for line in lines])
                await bare.execute("COMMIT")

            mine, theirs = await paired(rounds, ours, baseline)
    found = ratio(percentile(mine, 50), percentile(theirs, 50))
    told = f"{milliseconds(percentile(mine, 50))} against {milliseconds(percentile(theirs, 50))}"
    counts = ", ".join(f"{len(lines)} of {name}" for name, lines in rows.items())
    return Finding("large season committed", times(found), f"at most {MOST}x, p50", found <= MOST, f"{told}; {counts}")


def _campaigns(rules: EmpiresAtWar, scale: Scale) -> Finding:
    """Campaigns of four years in which Umpire plays four empires, and battles are settled by strength and dice."""
    watch = Stopwatch(calibrations=5)
    for number in range(scale.of(5, 1)):
        with watch.piece():
            _campaign(rules, number)
    return watch.finding("campaign", CAMPAIGN, f"{YEARS} years of 4 empires, every order by Umpire")


def _campaign(rules: EmpiresAtWar, number: int) -> None:
    game = Bench(rules, SEATS, FixedDice(number.to_bytes(8, "big")))
    game.begin(Setup("Campaign", SEATS, {"map": "random 16", "end-year": str(165 + YEARS - 1)}), Instant(0))
    while not game.state.over:
        given = False
        for seat in SEATS:
            if any(awaited.seat == seat for awaited in rules.awaits(game.state)):
                order = rules.advise(game.knows(seat), seat, game.now)
                if order is not None:
                    give(game, seat, order)
                    given = True
        if not given:
            for battle in [battle.id for battle in game.state.battles.values() if battle.stage == "ruling"]:
                give(game, MODERATOR, parse(f"settle {battle}", rules.orders))
            due = rules.due(game.state)
            game.lapse(due if due is not None else later(game.now, HOUR))
