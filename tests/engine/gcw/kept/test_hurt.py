"""Units that are not whole: what is kept of the last look comes to the same as looking at every unit anew."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from engine.gcw.data.terms import Pools
from engine.gcw.economy.mending import hurt
from engine.gcw.state import Unit
from engine.gcw.world import World
from engine.played.chance import Chance
from tests.engine.gcw.playing import facing
from tests.engine.gcw.staged import rules


def looked_at(world: World, units: Mapping[str, Unit]) -> frozenset[str]:
    """The units that are not whole, each looked at."""
    return frozenset(key for key, one in units.items() if one.pools != world.full(one.code, one.count))


def changed(world: World, units: Mapping[str, Unit], chance: Chance) -> dict[str, Unit]:
    """The units after something that happens: one hurt, mended, changed otherwise, gone, or new; or nothing."""
    after = dict(units)
    unit = after[chance.choice(list(after))]
    whole = world.full(unit.code, unit.count)
    match chance.below(6):
        case 0:
            after[unit.id] = replace(unit, pools=whole.minus(Pools(armor=1 + chance.below(20))))
        case 1:
            after[unit.id] = replace(unit, pools=whole)
        case 2:
            after[unit.id] = replace(unit, shields_up=not unit.shields_up)
        case 3 if len(after) > 3:
            del after[unit.id]
        case 4:
            new = f"u-red-{1000 + chance.below(40)}"
            after[new] = replace(unit, id=new)
        case _:
            pass
    return after


def test_what_is_kept_of_the_last_look_changes_nothing() -> None:
    world, chance = rules().world, Chance("hurt", 1)
    games = [dict(facing().state.units), dict(facing().state.units)]
    found = set()
    for _ in range(600):
        at = chance.below(len(games))  # one game after another, each going on from where it was
        if not chance.one_in(4):
            games[at] = changed(world, games[at], chance)
        now = hurt(world, games[at])
        assert now == looked_at(world, games[at])
        found.add(len(now))
    assert len(found) > 5


def test_the_figures_of_another_pack_are_not_taken_for_those_of_this() -> None:
    world = rules().world
    units = facing().state.units
    assert hurt(world, units) == frozenset()
    code = next(one.code for one in units.values() if one.name == "Avenger")
    ship = world.pack.units[code]
    larger = replace(world, pack=replace(world.pack, units={**world.pack.units, code: replace(ship, armor=9999)}))
    assert hurt(larger, units) == looked_at(larger, units) != frozenset()
    assert hurt(world, units) == frozenset()
