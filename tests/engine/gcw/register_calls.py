"""Answers the calls of register tables, such as `controls(held(1,7,7),150)`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from enum import StrEnum
from pathlib import Path

from msgspec.structs import replace

from engine.clock import DAY, HOUR, Instant, completed_hours, instant, iso, later
from engine.gcw.data.codes import Code
from engine.gcw.data.marks import BARREL_WORDS, Mount
from engine.gcw.data.places import Feature, Link, LinkKind
from engine.gcw.data.terms import DamageChannel, Pools, Ring, Status
from engine.gcw.data.units import Channel, ShipClass, Weapon
from engine.gcw.economy import mending
from engine.gcw.figures import calendar, damage, salvage, ucr, weapons
from engine.gcw.figures.arithmetic import Exact, thousandths_text
from engine.gcw.figures.command import Strength, can_escort, change_ok, escort_ok, fleet_cp, fleet_ok, ships_needed
from engine.gcw.figures.grid import Edge, Reach, Shooter, may_enter, pay
from engine.gcw.galaxy import courses
from engine.gcw.ground import forces
from engine.gcw.space import holding
from engine.gcw.state import UnitKind
from engine.gcw.world import Situation, effective, load
from engine.look import Refused
from storage.packs import read
from tests.engine.register_reading import Function, Value, called

ROOT = Path(__file__).parents[3]
SEEDS = ROOT / "seeds" / "gcw"
TABLES = ROOT / "tests" / "register" / "gcw"

PACK = load(read(SEEDS))
GRID = PACK.grid
CHART: Mapping[str, Weapon] = {
    row["code"]: Weapon(row["code"], row["name"], row["damage"], Channel(row["channel"]), row.get("warhead", False))
    for row in tomllib.loads((SEEDS / "weapons.toml").read_text())["weapons"]
}

LINKS = (
    Link("Alpha", "Beta", LinkKind.TRADE, 6),
    Link("Beta", "Delta", LinkKind.TRADE, 6),
    Link("Alpha", "Delta", LinkKind.COMMON, 12 + 6),
    Link("Delta", "Gamma", LinkKind.COMMON, 12),
    Link("Beta", "Epsilon", LinkKind.COMMON, 18),
    Link("Gamma", "Epsilon", LinkKind.TRADE, 6),
    Link("Alpha", "Special", LinkKind.APPROACH, 12),
    Link("Special", "Gamma", LinkKind.APPROACH, 0),
)
"""A little map: `Special` would be a short cut to Gamma, if it could be passed through."""
SPECIAL = frozenset({"Special"})


def answer(call: str) -> str:
    """The answer to a call, written as the register writes it. Raises Unreadable for anything but calls and values."""
    return text_of(called(call, FUNCTIONS))


def text_of(value: Value) -> str:
    """An answer as the register writes it: no refusal is OK."""
    if value is None:
        return "OK"
    if isinstance(value, StrEnum):
        return value.value
    return str(value)


def _mounts(text: str) -> tuple[Mount, ...]:
    asks = weapons.read_volley(text).asks if text else ()
    return tuple(Mount(ask.weapon, ask.barrels or 1, ask.count or 0) for ask in asks)


def _raw(weapon: str, count: int, percent: int = 100) -> int:
    (mount,) = _mounts(f"{count} {weapon}")
    return weapons.raw(CHART, mount, percent)


def _volley(text: str) -> str:
    totals = weapons.raw_by_channel(CHART, _mounts(text))
    return ", ".join(f"{channel} {amount}" for channel, amount in totals.items())


def _commit(volley: str, mounts: str, fired: str) -> str:
    found = weapons.committed(weapons.read_volley(volley), _mounts(mounts), _mounts(fired), "Devastator")
    if isinstance(found, Refused):
        return f"{found.code} n={found.numbers['n']}"
    return ", ".join(f"{mount.count} {BARREL_WORDS[mount.barrels]}{mount.weapon}" for mount in found)


def _eff(kind: str, role: str = "defend", ring: str = "B", **facts: int | bool) -> int:
    what = UnitKind("infantry" if kind == "ground" else kind)
    unit = Situation(kind=what, ring=Ring(ring), **facts)  # type: ignore[arg-type]  # a table's own words
    return effective(unit, ucr.Role(role)).value


def _four(pools: Pools) -> str:
    return f"({pools.shields},{pools.armor},{pools.systems},{pools.hull})"


def _ship(points: tuple[int, int, int, int]) -> Pools:
    return Pools(*points)


def _hit(points: tuple[int, int, int, int], channel: str, amount: int, shields_up: bool = True) -> str:
    done = damage.hit(_ship(points), DamageChannel(channel), amount, shields_up=shields_up)
    return f"{_four(done.pools)} {done.status}"


def _hits(points: tuple[int, int, int, int], *blows: str | int) -> str:
    pools, status = _ship(points), Status.ACTIVE
    for channel, amount in zip(blows[::2], blows[1::2], strict=True):
        done = damage.hit(pools, DamageChannel(str(channel)), int(amount))
        pools, status = done.pools, done.status
    return f"{_four(pools)} {status}"


def _hit_sf(points: tuple[int, int], channel: str, amount: int) -> str:
    done = damage.hit_sf(Pools(*points), DamageChannel(channel), amount)
    return f"({done.pools.shields},{done.pools.armor}) {done.status}"


def _hit_facility(points: tuple[int, int, int], channel: str, amount: int) -> str:
    shields, armor, hull = points
    done = damage.hit_facility(Pools(shields, armor, hull=hull), DamageChannel(channel), amount)
    return f"({done.pools.shields},{done.pools.armor},{done.pools.hull}) {done.status}"


def walked(here: str, path: Sequence[str], points: int) -> int | tuple[Code, int]:
    """Movement points left after a path from a cell at the start of a turn; where it cannot be walked, the refusal and
    the index of the step it stops.
    """
    left, spent = points, False
    for index, there in enumerate(path):
        cost = GRID.move(here, there)
        paid = cost if isinstance(cost, Code) else pay(cost, left, spent=spent)
        if isinstance(paid, Code):
            return paid, index
        here, left, spent = there, paid, True
    return left


def _long(metres: Exact) -> ShipClass:
    """A class of ships of that length."""
    return replace(next(iter(PACK.ships.values())), length_dm=int(metres * 10))


def _walk(points: int, here: str, *path: str) -> str:
    found = walked(here, path, points)
    return f"{found} left" if isinstance(found, int) else f"{found[0]} at step {found[1] + 1}"


def _edge(here: str, there: str) -> str:
    edge = GRID.edges.get((here, there))
    assert isinstance(edge, Edge), f"no edge {here} to {there}"
    craft = {text_of(GRID.fire(here, there, shooter)) for shooter in (Shooter.SF, Shooter.AUX)}
    return " ".join([edge.link, text_of(GRID.move(here, there)), text_of(GRID.fire(here, there)), *craft])


GALAXY = tomllib.loads((SEEDS / "galaxy.toml").read_text())
LINK_HOURS = {"T": GALAXY["trade_hours"], "C": GALAXY["common_hours"]}


def _time(links: str, rating: Exact, special: int = 0, pace: courses.Pace = courses.Pace.SPEED) -> str:
    """The time over trade (T) and common (C) links, such as `TTC`."""
    hours = sum(LINK_HOURS[link] for link in links)
    return courses.clock_text(courses.voyage_minutes(hours, rating, special, pace))


def _course(found: courses.Course | Refused) -> str:
    if isinstance(found, Refused):
        return str(found.code)
    return f"{', '.join(found.systems)}: {courses.clock_text(found.minutes(1))}"


def _worth(origin: str, cost: int, stock: bool, made_by_owner: bool) -> Value:
    worth = salvage.worth_of(salvage.Origin(origin), stock=stock, made_by_owner=made_by_owner)
    return salvage.payout(cost, worth) if isinstance(worth, salvage.Worth) else worth


def _scrap_place(feature: str, yard_working: bool, friendly: bool) -> Value:
    features = [Feature(feature)] if feature else []
    return salvage.scrap_place_ok(features, yard_working=yard_working, friendly=friendly)


def _fatigue_days(squads: int, vehicles: int) -> Value:
    if forces.over_ceiling(squads, vehicles):
        return Code.FATIGUE_CAP
    return forces.tires_at(Instant(0), 0, ever_at_ceiling=forces.at_ceiling(squads, vehicles)) // DAY


def _maybe(text: str) -> Instant | None:
    return instant(text) if text else None


def _finalised(*parts: str) -> str:
    turns = [
        calendar.Provisional(instant(parts[at]), parts[at + 1], _maybe(parts[at + 2])) for at in range(0, len(parts), 3)
    ]
    return ", ".join(f"{turn.player} {iso(at)}" for turn, at in calendar.finalised(turns))


def _change(old: tuple[int, ...], sf: int, aux: int, new: tuple[int, ...], new_sf: int, new_aux: int) -> Value:
    return change_ok(Strength(old, sf, aux), Strength(new, new_sf, new_aux))


FUNCTIONS: Mapping[str, Function] = {
    # arithmetic and ratings
    "q3": lambda attacker, defender: thousandths_text(ucr.q3(attacker, defender)),
    "refined": ucr.refined,
    "ucr": ucr.ucr,
    "eff": _eff,
    # weapons
    "raw": _raw,
    "channel": lambda code: weapons.channel_of(CHART[code]),
    "percent": lambda code, percent: weapons.percent_ok(CHART[code], percent),
    "volley": _volley,
    "commit": _commit,
    # damage
    "hit": _hit,
    "hits": _hits,
    "hit_sf": _hit_sf,
    "hit_facility": _hit_facility,
    "hit_ground": lambda points, channel, amount: damage.hit_ground(points, DamageChannel(channel), amount),
    "systems": lambda metres: _long(metres).systems,
    "crew": lambda metres: _long(metres).crew,
    "squads_left": damage.squads_left,
    "dealt": lambda left, *maxima: ", ".join(str(share) for share in damage.dealt(left, maxima)),
    "ship_after": lambda before, shown, channel: damage.ship_status_after(
        Status(before), Status(shown), DamageChannel(channel)
    ),
    "squadron_after": lambda before, shown: damage.squadron_status_after(Status(before), Status(shown)),
    "after_own_turn": lambda status: damage.after_own_turn(Status(status)),
    "target": lambda status: damage.target_ok(Status(status)),
    "ship_act": lambda status, act: damage.ship_act_ok(Status(status), damage.Act(act)),
    "squadron_act": lambda status, act: damage.squadron_act_ok(Status(status), damage.Act(act)),
    # the grid
    "rel": GRID.rel,
    "move": GRID.move,
    "fire": lambda here, there, shooter="SHIP": GRID.fire(here, there, Shooter(shooter)),
    "walk": _walk,
    "edge": _edge,
    "reaches": lambda reach, here, there: GRID.reaches(Reach(reach), here, there),
    "may_enter": lambda ring, shooter, atmospheric: may_enter(Ring(ring), Shooter(shooter), atmospheric=atmospheric),
    # fleets
    "escort_ok": escort_ok,
    "can_escort": lambda hyper_capable: can_escort(hyper_capable=hyper_capable),
    "ships_needed": ships_needed,
    "fleet_cp": fleet_cp,
    "fleet_ok": fleet_ok,
    "change": _change,
    # travel and news
    "hours": lambda links, rating=1, special=0: _time(links, rating, special),
    "news": lambda links: _time(links, courses.NEWS_RATING),
    "hours_by_class": lambda links, rating: _time(links, rating, 0, courses.Pace.CLASS),
    "slowest": lambda *ratings: courses.pace_of(ratings),
    "fastest": lambda origin, destination: _course(courses.shortest(LINKS, SPECIAL, origin, destination)),
    "route": lambda *systems: _course(courses.plotted(LINKS, SPECIAL, systems)),
    # the calendar
    "plus": lambda start, hours: iso(later(instant(start), hours * HOUR)),
    "next_action_day": lambda now: iso(calendar.next_action_day(instant(now))),
    "action_days": lambda after, upto: len(calendar.ACTION_DAYS.between(instant(after), instant(upto))),
    "income": calendar.income,
    "post_ok": lambda last, now: calendar.post_ok(_maybe(last), instant(now)),
    "edit_ok": lambda posted, now: calendar.edit_ok(instant(posted), instant(now)),
    "finalised": _finalised,
    "hours_between": lambda since, now: completed_hours(instant(since), instant(now)),
    # repair, salvage, fatigue, tractors
    "restore": mending.restore,
    "hours_to_full": mending.hours_to_full,
    "dock_hours": lambda pools, most: mending.repair_hours(_ship(pools), _ship(most)),
    "docked": lambda pools, most, hours: _four(mending.repaired(_ship(pools), _ship(most), hours)),
    "status_repaired": lambda status, pools: mending.status_repaired(Status(status), _ship(pools)),
    "payout": lambda cost, worth: salvage.payout(cost, salvage.Worth(worth)),
    "worth": _worth,
    "scrap_place": _scrap_place,
    "fatigue_days": _fatigue_days,
    "tires": lambda landed, paused, large: iso(forces.tires_at(instant(landed), paused, ever_at_ceiling=large)),
    "rested": lambda since, now: forces.rested(instant(since), instant(now)),
    "held": holding.held,
    "pooled": lambda *parts: holding.pooled(parts),
    "controls": holding.controls,
    "tractor": holding.tractor_ok,
}
