"""Answers that a side could give to what it is asked, and the values that menus offer for them."""

from __future__ import annotations

from collections.abc import Iterator

from engine.orders import Option, Order
from engine.sunrise.agenda import Ask, Choice
from engine.sunrise.craft.berths import makeable
from engine.sunrise.data.ships import Upgrade
from engine.sunrise.figures.board import Point, inches
from engine.sunrise.figures.factions import Miracle, price
from engine.sunrise.figures.setup import arrival_ok, resplendent_ok
from engine.sunrise.figures.sheet import Kind, core_ok, find
from engine.sunrise.founding.placing import Arrive, Chameleon, Reenter, Resplendent
from engine.sunrise.movement.motion import return_ok
from engine.sunrise.naming import system_name, where
from engine.sunrise.state import State
from engine.sunrise.turn.choosing import (
    Bless,
    Dogfight,
    Guard,
    Inertial,
    Keep,
    LoseSystems,
    MakeSquadron,
    PlagueOn,
    Redirect,
    RepairMode,
    Reroll,
    RestoreSystems,
    Spot,
    Usual,
)
from engine.sunrise.world import World

MOST_PLACES = 40
"""Places that are offered for a ship."""


def answers(world: World, known: State, choice: Choice) -> Iterator[Order]:
    """Every kind of answer, with what can be picked."""
    if choice.kind not in (Ask.ARRIVE, Ask.CORE, Ask.DIE):
        yield Usual()
    match choice.kind:
        case Ask.LOSE:
            yield from (LoseSystems(systems=one) for one in choice.options)
            yield LoseSystems(systems=", ".join(choice.usual))
        case Ask.RESTORE:
            yield from (RestoreSystems(systems=one) for one in choice.options)
        case Ask.REROLL:
            yield Keep()
            points = known.of(choice.side).pool if choice.faces else 0
            if choice.count or points >= price(Miracle.REROLL, world.pack.prices):
                yield from (Reroll(dice=one) for one in choice.options)
        case Ask.DEFENSE:
            yield Keep()
            yield from (Guard(times=times) for times in range(1, choice.count + 1))
        case Ask.DIE:
            yield Keep()
            yield Bless()
        case Ask.INERTIA:
            yield from (Inertial(change=f"{change:+d}") for change in range(-choice.count, choice.count + 1))
        case Ask.REDIRECT:
            yield from (Redirect(target=one) for one in choice.options)
        case Ask.REPAIR:
            yield from (RepairMode(work=one) for one in choice.options)
        case Ask.PLAGUE:
            yield Keep()
            yield from (PlagueOn(squadrons=one) for one in choice.options)
            yield PlagueOn(squadrons=", ".join(choice.options))
        case Ask.SPOT:
            yield Keep()
            yield from (Spot(target=one) for one in choice.options)
        case Ask.DOGFIGHT:
            own = choice.usual[0] if choice.usual else ""
            yield from (Dogfight(pairs=f"{own} at {foe}") for foe in choice.options if own)
        case Ask.FABRICATE:
            for one in choice.options:
                maker, _, code = one.rpartition(":")
                name = world.pack.squadrons[code].name
                yield MakeSquadron(squadron=name, ship=maker.partition("/")[0])
        case Ask.CORE:
            yield Keep()
            yield from _cores(world, known, choice)
        case Ask.ARRIVE | Ask.RETURN | Ask.REENTER:
            if choice.kind is Ask.ARRIVE:
                yield Keep()
            yield from _places(known, choice)


def _cores(world: World, known: State, choice: Choice) -> Iterator[Order]:
    for core in choice.options:
        ship_id, _, id = core.partition("/")
        ship = known.ships[ship_id]
        guns = [one.id for one in ship.systems if one.kind is Kind.WEAPON]
        for model in ship.systems:
            if model.kind is not Kind.UPGRADE or model.item == Upgrade.CHAMELEON_CORE:
                continue
            bound = world.pack.upgrades[Upgrade(model.item)].bound
            for gun in guns if bound else [""]:
                if core_ok(ship.systems, world.pack, id, model.id, gun) is None:
                    yield Chameleon(core=id, ship=ship_id, upgrade=model.id, weapon=gun or None)


def _places(known: State, choice: Choice) -> Iterator[Order]:
    """Points every three inches, as far as they are legal, with two headings."""
    board, side = known.settings.board, choice.side
    enemies = [where(one) for one in known.on_board(side.other)]
    markers = [one.place for one in known.markers]
    found = 0
    for y in range(0, board.height + 1, 3000):
        for x in range(0, board.width + 1, 3000):
            place = Point(x, y)
            if found >= MOST_PLACES:
                return
            at = {"x": inches(x), "y": inches(y), "heading": str((x // 1000 * 5 + y // 1000) % 360)}
            if choice.kind is Ask.ARRIVE:
                if arrival_ok(board, known.terrain, enemies, markers, known.turn, place) is None:
                    found += 1
                    yield Arrive(ship=choice.options[found % len(choice.options)], **at)
            elif choice.kind is Ask.RETURN:
                edge = known.of(side).edge
                if edge is not None and resplendent_ok(board, known.terrain, edge, place) is None:
                    found += 1
                    yield Resplendent(ship=choice.ship, **at)
            else:
                exit = known.ships[choice.ship].exit
                if exit is not None and return_ok(board, known.terrain, exit, place) is None:
                    found += 1
                    yield Reenter(ship=choice.ship, **at)


def choice_options(world: World, known: State, choice: Choice, order: type[Order], field: str) -> list[Option] | None:
    """Values for a field of an answer; None where the order does not answer what is asked."""
    ship = known.ships.get(choice.ship)
    match field:
        case "systems" if order in (LoseSystems, RestoreSystems) and ship is not None:
            found = [find(ship.systems, id) for id in choice.options]
            return [Option(one.id, f"{system_name(world, one)} ({one.id})") for one in found if one is not None]
        case "dice" if order is Reroll:
            return [
                Option(place, f"die {place}: {face}") for place, face in zip(choice.options, choice.faces, strict=False)
            ]
        case "target" if order in (Redirect, Spot):
            return [Option(id, f"{known.ships[id].name} ({id})") for id in choice.options if id in known.ships]
        case "work" if order is RepairMode:
            return [Option(one) for one in choice.options]
        case "squadrons" if order is PlagueOn:
            return [Option(one) for one in choice.options]
        case "pairs" if order is Dogfight and choice.usual:
            return [Option(f"{choice.usual[0]} at {foe}") for foe in choice.options]
        case "squadron" if order is MakeSquadron:
            codes = makeable(world, known.of(choice.side).faction)
            return [Option(world.pack.squadrons[code].name) for code in codes]
        case "ship" if order in (Arrive, Resplendent, Reenter, MakeSquadron, Chameleon):
            ids = [choice.ship] if choice.ship else [one.partition("/")[0] for one in choice.options]
            fleet = [known.ships[id] for id in dict.fromkeys(ids) if id in known.ships]
            return [Option(one.id, f"{one.name} ({one.id})") for one in fleet]
        case "core" if order is Chameleon:
            return [Option(one.partition("/")[2], one) for one in choice.options]
    return None
