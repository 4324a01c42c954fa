"""Answers the calls of register tables, such as `band(6.001)`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from itertools import product
from pathlib import Path

import msgspec

from engine.dice.odds import Odds
from engine.look import Refused
from engine.sunrise.data.shapes import Board, Circle, Piece, Point, Polygon
from engine.sunrise.data.units import (
    Arc,
    Edition,
    FleetList,
    Hull,
    Mount,
    Needed,
    ShipList,
    Type,
    Upgrade,
    Weapon,
    step,
)
from engine.sunrise.figures import (
    board,
    factions,
    hull,
    markers,
    motion,
    odds,
    plot,
    rolls,
    setup,
    sheet,
    squadrons,
    weapons,
)
from engine.sunrise.figures.markers import Presence
from engine.sunrise.figures.rolls import Roll
from engine.sunrise.fleet import lists
from engine.sunrise.fleet.lists import load
from engine.sunrise.harm import RETURN_NEEDS
from engine.sunrise.shooting import repairs
from engine.sunrise.shooting.gunnery import HAYWIRE_NEEDS
from engine.sunrise.state import BoardEdge, Mode, Plot, Side, System, find, working
from storage.packs import read
from tests.engine.register_reading import Function, Value, called

ROOT = Path(__file__).parents[3]
TABLES = ROOT / "tests" / "register" / "sunrise"
PACK = load(read(ROOT / "seeds" / "sunrise"), "seeds/sunrise")
FIELD = Board()
FAR = 400
"""What stands for any place far away."""


def answer(call: str) -> str:
    """The answer to a call, written as the register writes it. Raises Unreadable for anything but calls and values."""
    return text_of(called(call, FUNCTIONS))


def text_of(value: Value) -> str:
    """An answer as the register writes it: no refusal is OK, a refusal its code, several things joined by blanks."""
    if value is None:
        return "OK"
    if value is True or value is False:
        return "yes" if value else "no"
    if isinstance(value, Refused):
        return value.code
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, Point):
        return f"({_thousandths(value.x)},{_thousandths(value.y)})"
    if isinstance(value, Odds):
        return " ".join(f"{number}:{chance}" for number, chance in value)
    if isinstance(value, tuple):
        return " ".join(text_of(one) for one in value)
    return str(value)


def _thousandths(length: int) -> str:
    return str(Decimal(length).scaleb(-3))


def mil(inches: int | Fraction) -> int:
    """Inches of a table as thousandths, rounded as the rules round."""
    return int((2000 * inches + 1) // 2)


Place = tuple[int | Fraction, int | Fraction]


def at(place: Place) -> Point:
    return Point(mil(place[0]), mil(place[1]))


def piece(numbers: tuple[Value, ...]) -> Piece:
    """Three numbers are a circle, points a polygon."""
    if numbers and isinstance(numbers[0], tuple):
        return Polygon("t1", tuple(at(corner) for corner in numbers))  # type: ignore[arg-type]  # a table's own points
    x, y, r = numbers
    return Circle("t1", at((x, y)), mil(r))  # type: ignore[arg-type]  # a table's own numbers


def script(faces: Iterable[int]) -> Roll:
    """Dice in the order listed; all must be there."""
    left = iter(faces)
    return lambda label, sides: next(left)


def _pieces(shapes: tuple[tuple[Value, ...], ...]) -> tuple[Piece, ...]:
    return tuple(piece(shape) for shape in shapes)


def _plot(change: int, course: str, front: bool, overcharge: int, harmonic: int, landing: Value, miracle: int) -> Plot:
    port = sum(int(part[1:]) for part in course.split() if part[0] == "P")
    starboard = sum(int(part[1:]) for part in course.split() if part[0] == "S")
    point = at(landing) if isinstance(landing, tuple) else None
    return Plot(change, port, starboard, front, overcharge, harmonic, point, miracle)


def _helm(hull_name: str, velocity: int, engines: bool, **more: Value) -> plot.Helm:
    known = PACK.find_hull(hull_name)
    assert isinstance(known, Hull)
    facts = {"thrust": known.thrust, "velocity": velocity, "engines": engines, **more}
    if isinstance(facts.get("place"), tuple):
        facts["place"] = at(facts["place"])  # type: ignore[arg-type]  # a table's own point
    return msgspec.convert(facts, plot.Helm)


def _order(
    hull_name: str,
    change: int,
    course: str = "",
    velocity: int = 6,
    engines: bool = True,
    front: bool = False,
    overcharge: int = 0,
    harmonic: int = 0,
    landing: Value = None,
    miracle: int = 0,
    terrain: tuple[tuple[Value, ...], ...] = (),
    **more: Value,
) -> Value:
    given = _plot(change, course, front, overcharge, harmonic, landing, miracle)
    found = plot.faults(given, _helm(hull_name, velocity, engines, **more), FIELD, _pieces(terrain))
    return found[0] if found else None


def _thrust(hull_name: str, engines: bool = True, miracle: int = 0, overcharge: int = 0, **more: Value) -> Value:
    given = Plot(miracle=miracle, overcharge=overcharge)
    helm = _helm(hull_name, 6, engines, **more)
    total = plot.budget(helm, given)
    return total, plot.course_limit(total, helm.exhausts)


def _cut(hull_name: str, change: int, course: str, velocity: int = 6, engines: bool = True, **more: Value) -> str:
    left = plot.cut(_plot(change, course, False, 0, 0, None, 0), _helm(hull_name, velocity, engines, **more))
    side = f"P{left.port}" if left.port else f"S{left.starboard}" if left.starboard else "no course"
    return f"{left.change:+d} {side}"


def _pose(pose: motion.Pose) -> str:
    return f"{text_of(pose.place)} {pose.heading}"


def _sail(
    place: Place, heading: int, velocity: int, course: str = "", front: bool = False, terrain: Value = ()
) -> motion.Voyage:
    hours = _plot(0, course, front, 0, 0, None, 0).hours
    assert isinstance(terrain, tuple)
    return motion.move(motion.Pose(at(place), heading), velocity, hours, FIELD, _pieces(terrain), front=front)


def _trace(*args: Value, **more: Value) -> str:
    done = _sail(*args, **more)  # type: ignore[arg-type]  # a table's own words
    return ", ".join([f"h {done.trace[0].heading}", *(_pose(pose) for pose in done.trace[1:])])


def _end(*args: Value, **more: Value) -> str:
    done = _sail(*args, **more)  # type: ignore[arg-type]  # a table's own words
    words = [_pose(done.end), f"v {done.velocity}"]
    words += [f"damage {done.crash.damage}"] if done.crash else []
    words += [f"exit {text_of(done.exit)}"] if done.exit else []
    return ", ".join(words)


def _presence(place: Place, heading: int, velocity: int, marker: Place) -> bool:
    done = _sail(place, heading, velocity)
    return markers.present(at(place), done.legs, at(marker))


def _path(place: Place, heading: int, velocity: int, course: str, marker: Place) -> str:
    done = _sail(place, heading, velocity, course)
    return _thousandths(motion.path_distance(at(place), done.legs, at(marker)))


def _control(before: str, *ships: tuple[str, int]) -> Value:
    held = Side(before) if before else None
    return markers.control(held, [Presence(Side(side), imposing) for side, imposing in ships]) or "neutral"


def _fleet(
    hulls: str, total: int = 20, faction: str = "", components: Value = None, defenses: Value = (), agreed: bool = True
) -> Value:
    """The codes of all faults; ships are filled with Hydras unless components are given."""
    ships = []
    for number, name in enumerate(hulls.split(), 1):
        known = PACK.find_hull(name)
        assert isinstance(known, Hull)
        mounts: list[Mount] = []
        for line in components if isinstance(components, tuple) else ("Hydra",) * known.integrity:
            mount = lists.read_mount(line, PACK)
            if isinstance(mount, Refused):
                return mount
            mounts.append(mount)
        assert isinstance(defenses, tuple)
        codes = tuple(PACK.find_defense(word).code for word in defenses)  # type: ignore[union-attr]  # a table's own
        ships.append(ShipList(f"Ship {number}", known.code, codes, tuple(mounts)))
    found = lists.faults(FleetList("Fleet", tuple(ships), faction), PACK, total, factions=agreed)
    return " ".join(fault.refused.code for fault in found) or None


def _ship(components: tuple[str, ...], out: tuple[str, ...] = ()) -> tuple[System, ...]:
    """The systems of a ship with these components; `out` are ids destroyed."""
    mounts = [lists.read_mount(line, PACK) for line in components]
    fitted = sheet.fitted(ShipList("Ship", "cruiser", (), tuple(one for one in mounts if isinstance(one, Mount))), PACK)
    for id in out:
        fitted = sheet.lose(fitted, id)
    return fitted


def _rating(components: tuple[str, ...], defenses: tuple[str, ...], change: int = 0, kind: str = "") -> str:
    systems = _ship(components)
    codes = [PACK.find_defense(word).code for word in defenses]  # type: ignore[union-attr]  # a table's own names
    return " ".join(
        f"{one.value[0].upper()} {sheet.rating(systems, codes, PACK, one, change if one.value == kind else 0)}"
        for one in Type
    )


def _working(name: str, components: tuple[str, ...], out: tuple[str, ...] = ()) -> int:
    return working(_ship(components, out), Upgrade(name))


def _losses(components: tuple[str, ...], out: tuple[str, ...], order: tuple[str, ...], count: int) -> str:
    systems, picked = _ship(components, out), []
    for _ in range(count):
        id = sheet.next_loss(systems, order)
        if id is not None:
            systems = sheet.lose(systems, id)
            picked.append(id)
    return " ".join(picked) or "none"


def _weapon(name: str) -> Weapon:
    found = PACK.find_component(name)
    assert isinstance(found, Weapon)
    return found


def _dice(name: str, away: int | Fraction, cloaked: bool = False) -> Value:
    weapon = _weapon(name)
    return weapons.band_dice(weapon.type, weapon.band, mil(away), cloaked)


def _aim(
    name: str,
    here: Place,
    heading: int,
    target: Place,
    mounted: tuple[str, ...] = (),
    turret: bool = False,
    terrain: tuple[tuple[Value, ...], ...] = (),
    measured: Value = None,
    spotted: bool = False,
    cloaked: bool = False,
    friendly: bool = False,
    **state: bool,
) -> Value:
    weapon = _weapon(name)
    allowed = weapons.allowed_arcs([Arc(arc) for arc in mounted], turret)
    gun = weapons.Gun(type=weapon.type, band=weapon.band, arcs=allowed, **state)
    line = weapons.Line(
        here=at(here),
        heading=heading,
        target=at(target),
        measured=at(measured) if isinstance(measured, tuple) else None,
        cloaked=cloaked,
        spotted=spotted,
        friendly=friendly,
    )
    return weapons.aim(gun, line, _pieces(terrain))


def _strike(
    kind: str, faces: tuple[int, ...], defense: int = 0, fire_control: bool = True, fragmenting: int = 0
) -> str:
    drop = weapons.pool(len(faces) - max(0, -defense), defense).discard
    done = weapons.strike(Type(kind), faces, drop, fire_control=fire_control, fragmenting=fragmenting)
    return f"damage {done.damage}" + (f", {done.systems} systems" if kind == "ballistic" else "")


def _mark(pips: int, damage: int, row: int = 6) -> str:
    done = hull.mark(pips, damage, row)
    return "destroyed" if done.destroyed else f"{done.pips} left, {done.rows} lost"


def _soak(raw: int, shields: int = 0, plating: int = 0, rugged: bool = False, dice: tuple[int, ...] = ()) -> str:
    done = hull.soak(raw, shields, plating, rugged, script(dice), "hit")
    return f"{done.damage} damage, shields {done.shields}"


def _heal(pips: int, amount: int, rows: int, row: int = 6) -> str:
    done = hull.heal(pips, amount, rows, row)
    return f"{done.pips} pips, {done.filled} filled"


def _rung(name: str, size: int, edition: str = "2024-07") -> str:
    squadron = PACK.find_squadron(name)
    assert squadron is not None
    does = squadrons.rung(squadron.ladder(Edition(edition)), size, squadron.size)
    parts = [f"damage {does.damage}" if does.damages else ""]
    parts += [f"{does.miracle} MP" if does.miracle else "", f"rating {does.rating}" if does.rating else ""]
    parts += ["halves arrivals" if does.halves else f"{does.downs} off arrivals" if does.downs else ""]
    return ", ".join(part for part in parts if part) or "nothing"


def _harm(name: str, size: int, dice: tuple[int, ...] = (), edition: str = "2024-07", mode: str = "offensive") -> int:
    squadron = PACK.find_squadron(name)
    assert squadron is not None
    ladder = squadron.ladder(Edition(edition))
    does = squadrons.effect(ladder, size, squadron.size, Mode(mode))
    return squadrons.harm(does, script(dice), "harm")


def _arrival(size: int, deimos: int) -> int:
    squadron = PACK.squadrons["deimos"]
    does = squadrons.rung(squadron.ladder(Edition.JULY_2024), deimos, squadron.size)
    return size - squadrons.arrival_loss(does, size)


def _ladder(size: int) -> str:
    steps = [step(left, size) for left in range(size, 0, -1)]
    found = []
    for one in dict.fromkeys(steps):
        sizes = [size - place for place, each in enumerate(steps) if each is one]
        found.append(f"{sizes[0]}-{sizes[-1]}" if len(sizes) > 1 else str(sizes[0]))
    return " / ".join(found)


def _dogfight(*parts: Value) -> str:
    """Squadrons as (type, size), A's first, then all dice."""
    *given, dice = parts
    fighting = []
    for number, one in enumerate(given):
        assert isinstance(one, tuple)
        found = PACK.find_squadron(str(one[0]))
        assert found is not None
        fighting.append(squadrons.Fighting(f"s{number}", Side("AB"[number]), one[1], found.toughness))
    assert isinstance(dice, tuple)
    left = squadrons.dogfight(fighting, {}, Side.A, script(dice), "dogfight")
    return " ".join(str(size) for size in left.values())


def _squad(name: str, mode: str, own: bool = False, confirmed: bool = False, chosen: str = "", free: int = 0) -> Value:
    squadron = PACK.find_squadron(name)
    assert squadron is not None
    kind = Type(chosen) if chosen else None
    refused = squadrons.order_ok(squadron, Mode(mode), own_ship=own, confirmed=confirmed, chosen=kind)
    return refused or (squadrons.dock_ok(own, free) if mode == Mode.DOCK else None)


def _bay(last: Place, *free: tuple[str, Place]) -> str:
    bays = [squadrons.Bay(ship, "c1", at(place)) for ship, place in free]
    found = squadrons.nearest_bay(at(last), bays)
    return found.ship if found else "destroyed"


def _command(place: Place, *hangars: Place) -> Value:
    return squadrons.command_ok(at(place), [at(hangar) for hangar in hangars])


def _marker(place: Place, *before: Place, terrain: tuple[tuple[Value, ...], ...] = ()) -> Value:
    return setup.marker_ok(FIELD, _pieces(terrain), [at(one) for one in before], at(place))


def _initiative(*dice: int) -> Value:
    return setup.first_side(script(dice))[0]


def _ways(distribution: Odds, whole: int) -> str:
    return " ".join(f"{value}:{chance * whole}" for value, chance in distribution)


def _attack_odds(dice: int, drop: int = 0, **more: Value) -> Odds:
    return odds.damage(dice, drop, **more)  # type: ignore[arg-type]  # a table's own words


def _variance(distribution: Odds) -> Fraction:
    return sum(((value - distribution.mean()) ** 2 * chance for value, chance in distribution), Fraction(0))


def _reduced(dice: int, drop: int, shields: int = 0, plating: int = 0, rugged: bool = False) -> Odds:
    return odds.reduced(odds.damage(dice, drop), shields, plating, rugged)


def rolled(dice: int) -> Iterable[tuple[tuple[int, ...], int]]:
    """Faces that so many dice may show, lowest first, with the number of the 6^dice rolls in which they do."""
    return Counter(tuple(sorted(faces)) for faces in product(range(1, 7), repeat=dice)).items()


def _joint(dice: int, drop: int, fragmenting: int, least: int) -> Fraction:
    """The chance of a ballistic loss together with that damage."""

    def both(faces: tuple[int, ...]) -> int:
        done = weapons.strike(Type.BALLISTIC, faces, drop, fragmenting=fragmenting)
        return int(done.systems > 0 and done.damage >= least)

    return Fraction(sum(ways * both(faces) for faces, ways in rolled(dice)), 6**dice)


def _best_reroll(dice: int, discard: int) -> Fraction:
    """The mean damage when one reroll is used as well as can be."""
    return sum((ways * odds.best_reroll(faces, discard)[1] for faces, ways in rolled(dice)), Fraction(0)) / Fraction(
        6**dice
    )


def _core(components: tuple[str, ...], core: str, target: str, out: tuple[str, ...] = ()) -> Value:
    systems = _ship(components, out)
    refused = sheet.core_ok(systems, PACK, core, target)
    if refused:
        return refused
    return f"Shields {hull.shield_pool(working(sheet.core_set(systems, core, target), Upgrade.SHIELDS))}"


def _miracle(what: str, pool: int, times: int = 1, bought: bool = False) -> Value:
    kind = factions.Miracle(what)
    refused = factions.miracle_ok(kind, PACK.prices, pool, times, bought=bought)
    return refused or pool - factions.price(kind, PACK.prices, times)


def _find(word: str) -> str:
    found = PACK.find_component(word)
    return found.name if found else "E_UNKNOWN"


def _hull(name: str) -> str:
    found = PACK.find_hull(name)
    assert found is not None
    whole = f"integrity {found.integrity}, thrust {found.thrust}, limit {plot.course_limit(found.thrust)}"
    out = plot.halved(found.thrust)
    pips = f"pips {hull.full(found.integrity, hull.row_pips())} ({hull.full(found.integrity, hull.row_pips(1))})"
    return f"{whole}, engines out {out}/{plot.course_limit(out)}, {pips}, systems {found.systems}"


def _weapon_row(name: str) -> str:
    weapon = _weapon(name)
    away = weapon.band * weapons.BAND
    best = weapons.band_dice(weapon.type, weapon.band, away)
    poor = weapons.band_dice(weapon.type, weapon.band, away + 1)
    return f"{weapon.type} RB{weapon.band} {text_of(best)}/{text_of(poor)} {weapon.faction or '-'}"


def _reach(band: int) -> str:
    best, poor = weapons.reach(band)
    return (
        f"{best[0] // 1000}-{best[1] // 1000} best, " + ", ".join(f"{a // 1000}-{b // 1000}" for a, b in poor) + " poor"
    )


def _reroll(faces: tuple[int, ...], *new: int) -> Value:
    """The policy's rerolls with these new faces."""
    for face in new:
        die = weapons.default_reroll(faces)
        faces = faces if die is None else weapons.rerolled(faces, die, face)
    return faces


def _needed(needed: int, face: int = 0) -> Value:
    """An "X+" of the data pack with the face of a die."""
    try:
        needed = msgspec.convert(needed, Needed)
    except msgspec.ValidationError:
        return "E_VALUE"
    return "success" if rolls.successes([face], needed) else "fail"


FUNCTIONS: Mapping[str, Function] = {
    # terms, board and terrain
    "needed": _needed,
    "systems": lambda name: PACK.find_hull(name).systems,  # type: ignore[union-attr]  # a table's own hulls
    "components": lambda *lines: len([one for one in _ship(lines) if one.kind in ("weapon", "upgrade")]),
    "bearing": lambda here, heading, there: board.degrees_text(board.bearing(at(here), heading, at(there))),
    "arcs": lambda here, heading, there: tuple(weapons.arcs_to(at(here), heading, at(there))),
    "distance": lambda here, there: _thousandths(board.distance(at(here), at(there))),
    "range_band": lambda here, there: weapons.band(board.distance(at(here), at(there))),
    "turned": board.turned,
    "heading": board.heading_ok,
    "ahead": lambda here, heading, by: board.ahead(at(here), heading, mil(by)),
    "on_board": lambda place: board.on_board(FIELD, at(place)),
    "rounded": lambda length: _thousandths(mil(length)),
    "piece": lambda *shape: board.piece_ok(FIELD, piece(shape)),
    "advice": lambda count: "warning" if board.advice([Circle("", Point(0, 0), 1)] * count) else "none",
    "inside": lambda place, *shape: board.inside(piece(shape), at(place)),
    "sight": lambda here, there, *shape: "clear" if board.sees([piece(shape)], at(here), at(there)) else "blocked",
    # set-up
    "initiative": _initiative,
    "marker": _marker,
    "edge": lambda taken, chosen: setup.edge_ok(BoardEdge(taken), BoardEdge(chosen)),
    "deploy": lambda side, place, *shapes: setup.deploy_ok(FIELD, _pieces(shapes), BoardEdge(side), at(place)),
    "facing": lambda side: setup.FACING[BoardEdge(side)],
    "arrival": lambda turn, place, *enemies: setup.arrival_ok(
        FIELD, (), [("an enemy ship", at(one)) for one in enemies], turn, at(place)
    ),
    "hold_back": lambda total, *held: setup.hold_back_ok(held, total, first_cycle=True),
    "resplendent": lambda side, place: setup.resplendent_ok(FIELD, (), BoardEdge(side), at(place)),
    # turn and victory
    "initiative_of": lambda first, turn: markers.initiative(Side(first), turn),
    "presence": _presence,
    "control": _control,
    "gained": lambda side, *held: markers.gained([Side(one) for one in held], Side(side)),
    "winner": lambda a, b: markers.by_points(a, b) or "play on",
    "no_ships": lambda a, b, points_a=0, points_b=0: markers.by_ships(a, b, points_a, points_b) or "play on",
    # movement
    "order": _order,
    "thrust": _thrust,
    "halves": lambda course, velocity: (*motion.course_halves(course), *motion.velocity_halves(velocity)),
    "cut": _cut,
    "velocity": plot.new_velocity,
    "trace": _trace,
    "end": _end,
    "nearest": _path,
    "reenter": lambda exit, place: motion.return_ok(FIELD, (), at(exit), at(place)),
    "reenter_default": lambda exit: _pose(motion.return_default(FIELD, (), at(exit))),
    "due_back": motion.due_back,
    "manoeuvres": lambda change, course: _plot(change, course, False, 0, 0, None, 0).manoeuvres,
    # fleets and systems
    "fleet": _fleet,
    "rating": _rating,
    "working": _working,
    "losses": _losses,
    "lose": lambda lines, out, id: sheet.lose_ok(_ship(lines, out), id),
    "works": lambda lines, out, id: find(_ship(lines, out), id).works,  # type: ignore[union-attr]  # its own id
    "rerolls": lambda lines, kind: sheet.rerolls(_ship(lines), PACK, Type(kind)),
    "core": _core,
    "find": _find,
    "faction": lists.faction_ok,
    # damage
    "hull": _hull,
    "mark": _mark,
    "soak": _soak,
    "heal": _heal,
    "armor_lost": hull.armor_lost,
    "armor_regained": hull.armor_regained,
    "shields_after_loss": hull.shields_after_loss,
    "repair": lambda pips, rows, die: _heal(pips, die + repairs.CREW_BONUS, rows),
    "away": lambda here, there, used=False: repairs.away_ok(at(here), at(there), used=used),
    "away_pips": lambda pips, rows, die: hull.heal(pips, die, rows).pips,
    # attacks
    "allowed": lambda turret, *mounted: tuple(weapons.allowed_arcs([Arc(arc) for arc in mounted], turret)),
    "band": lambda away: weapons.band(mil(away)),
    "dice": _dice,
    "reach": _reach,
    "weapon": _weapon_row,
    "aim": _aim,
    "pool": lambda band, defense, extra=0: weapons.pool(band, defense, extra).dice,
    "discard": lambda band, defense: weapons.pool(band, defense).discard,
    "strike": _strike,
    "reroll": _reroll,
    "haywire": lambda marked, *dice: rolls.successes(dice, HAYWIRE_NEEDS) if marked else 0,
    "inertia": hull.inertia,
    "inertial": factions.inertial_ok,
    "returns": lambda *dice: rolls.successes(dice, RETURN_NEEDS) > 0,
    "sanctuary": lambda *dice: tuple(weapons.sanctuary([die]) for die in dice),
    "miracle": _miracle,
    "miracle_points": lambda *dice: sum(factions.miracle_points(script(dice), "pool")),
    # small craft
    "ladder": _ladder,
    "rung": _rung,
    "harm": _harm,
    "arrival_left": _arrival,
    "craft": lambda size, toughness, *dice, illuminators=0: squadrons.lost(
        size, squadrons.hits(dice, toughness, illuminators)
    ),
    "flak": lambda size, toughness, *dice: squadrons.fired_upon(size, size, toughness, script(dice), "s")[1],
    "dogfight": _dogfight,
    "in_dogfight": lambda *sides: squadrons.in_dogfight(Side(side) for side in sides),
    "squad": _squad,
    "command": _command,
    "nearest_bay": _bay,
    "near": lambda here, there: squadrons.near_ok(at(here), at(there), "FS-UPG-20"),
    "illuminated": lambda place, *lit: squadrons.illuminated(at(place), [(at(one), 1) for one in lit]),
    "fabricators": lambda *dice: squadrons.fabricators("abcdef"[: len(dice)], script(dice), "fabricate")[0],
    "bay": squadrons.bay_ok,
    # odds
    "ways": lambda dice, drop=0: _ways(odds.damage(dice, drop), 6**dice),
    "mean": lambda dice, drop=0, **more: _attack_odds(dice, drop, **more).mean(),
    "closed_mean": odds.mean,
    "variance": lambda dice, drop=0: _variance(odds.damage(dice, drop)),
    "least": lambda dice, drop, least: odds.damage(dice, drop).chance(lambda total: total >= least),
    "none": lambda dice, drop: odds.damage(dice, drop, fire_control=False).chance(lambda total: total == 0),
    "reduced_mean": lambda *args, **more: _reduced(*args, **more).mean(),
    "reduced_none": lambda *args, **more: _reduced(*args, **more).chance(lambda total: total == 0),
    "breaks": lambda dice, fragmenting: odds.ballistic(dice, fragmenting).chance(lambda broken: broken > 0),
    "breaks_mean": lambda dice, fragmenting: odds.ballistic(dice, fragmenting).mean(),
    "joint": _joint,
    "best_reroll": _best_reroll,
    "survival": odds.survival,
    "craft_hit": odds.craft_hit,
    "craft_mean": lambda *args: odds.craft_lost(*args).mean(),
    "wipe_out": lambda attacks, toughness, size: odds.craft_lost(attacks, toughness, size).chance(
        lambda gone: gone == size
    ),
    "pool_ways": lambda: _ways(odds.dice_sum(factions.MIRACLE_DICE, factions.MIRACLE_SIDES), 27),
    "any_of": lambda copies, whole: odds.any_of(copies, Fraction(1, whole)),
}
