"""Shooting: targets declared, and each attack from Holy Sanctuary to the last system. Rulebook: FS-WPN-07..22.

Also FS-FAC-04..06, -08, -12, -23, -31..33 and FS-UPG-22: what factions and upgrades do to attacks.
"""

from __future__ import annotations

from engine.look import Refused
from engine.sunrise.agenda import Aim, Ask, Cast, Choice, Haywire, Inertia, Lose, Shot, Task, Turn, Ward
from engine.sunrise.data.codes import Code, no
from engine.sunrise.data.ships import FactionCode, Type, Upgrade
from engine.sunrise.facts import (
    Attacked,
    HaywireRolled,
    PoolChanged,
    Pushed,
    Rerolled,
    SanctuaryRolled,
    ShotLost,
)
from engine.sunrise.figures.arcs import allowed_arcs, band
from engine.sunrise.figures.factions import Miracle, price
from engine.sunrise.figures.hull import inertia
from engine.sunrise.figures.markers import Side
from engine.sunrise.figures.rolls import dice, successes
from engine.sunrise.figures.sheet import Kind, System, find, has, rating, rerolls, runed, turreted, working
from engine.sunrise.figures.squadrons import effect, in_dogfight
from engine.sunrise.figures.terrain import sees
from engine.sunrise.figures.weapons import (
    Gun,
    Line,
    Pool,
    aim,
    bears,
    default_reroll,
    guided,
    laid,
    pool,
    ready,
    rerolled,
    sanctuary,
    strike,
    values,
)
from engine.sunrise.naming import where
from engine.sunrise.play import Play, runs, takes
from engine.sunrise.shooting.harm import harm
from engine.sunrise.state import Ship, State
from engine.sunrise.world import World

HAYWIRE_NEEDS = 4
"""What one die of Haywire Missiles must show (FS-FAC-32)."""


def gun_of(world: World, ship: Ship, system: System, *, fresh: bool = False) -> Gun:
    """A weapon of a ship as the rules of attacks look at it; `fresh` overlooks that it has fired."""
    weapon = world.pack.weapons[system.item]
    return Gun(
        type=weapon.type,
        band=weapon.band,
        arcs=allowed_arcs(system.arcs, turreted(ship.systems, system.id)) if system.arcs else (),
        works=system.works,
        fired=system.fired and not fresh,
        bridge_out=not has(ship.systems, Kind.BRIDGE),
        manoeuvred=ship.manoeuvred,
    )


def line_of(state: State, ship: Ship, target: Ship, source: Ship | None = None) -> Line:
    """From a ship to its target, measured from `source` with Binding Runes (FS-FAC-23)."""
    return Line(
        here=where(ship),
        heading=ship.heading,
        target=where(target),
        measured=where(source) if source is not None else None,
        cloaked=working(target.systems, Upgrade.CLOAKING_SYSTEM) > 0,
        spotted=target.id in state.spotted,
        friendly=target.side is ship.side,
    )


def sources(state: State, ship: Ship, weapon: str) -> list[Ship]:
    """The other ships that a runed weapon may measure from: own ones on the board with runed weapons (FS-FAC-23)."""
    if not runed(ship.systems, weapon):
        return []
    return [
        one
        for one in state.on_board(ship.side)
        if one.id != ship.id and any(runed(one.systems, system.id) for system in one.systems)
    ]


def aimed(world: World, state: State, ship: Ship, shot: Shot, *, fresh: bool = False) -> int | Refused:
    """The band dice of a shot, or why it may not be made (FS-WPN-08)."""
    system, target = find(ship.systems, shot.weapon), state.ships.get(shot.target)
    if system is None or system.kind is not Kind.WEAPON:
        return no(Code.E_UNKNOWN, f"{shot.weapon} is no weapon of {ship.name}", "FS-WPN-07")
    if target is None or not target.deployed:
        return no(Code.E_UNKNOWN, f"{shot.target} is not on the board", "FS-MOV-14")
    source = None
    if shot.source and shot.source != ship.id:
        source = next((one for one in sources(state, ship, shot.weapon) if one.id == shot.source), None)
        if source is None:
            why = f"{shot.source} and {shot.weapon} of {ship.name} do not both have working Binding Runes"
            return no(Code.E_MOUNT, why, "FS-FAC-23")
    return aim(gun_of(world, ship, system, fresh=fresh), line_of(state, ship, target, source), state.terrain)


def targets(world: World, state: State, ship: Ship, system: System) -> list[Shot]:
    """The shots that a weapon could make now, one for each target, measured where it has the most dice."""
    found = []
    gun, here = gun_of(world, ship, system), where(ship)
    if ready(gun) is not None:
        return []
    froms: list[Ship | None] = [None, *sources(state, ship, system.id)]
    for target in state.on_board(ship.side.other):
        best: tuple[int, str] | None = None
        for source in froms:
            if not bears(gun, here, ship.heading, where(target), here if source is None else where(source)):
                continue
            line = line_of(state, ship, target, source)
            band_dice = laid(gun, line)
            if isinstance(band_dice, Refused) or (best is not None and band_dice <= best[0]):
                continue
            if guided(gun, line) or sees(state.terrain, line.here, line.target):
                best = band_dice, source.id if source is not None else ""
        if best is not None:
            found.append(Shot(system.id, target.id, best[1]))
    return found


def _label(task: Ward | Cast) -> str:
    return f"{task.ship}/{task.shot.weapon}/{task.shot.target}"


def _lost(play: Play, ship: str, shot: Shot, why: str, rule: str) -> None:
    play.say(ShotLost(ship, shot.weapon, shot.target, why, rule))


@runs(Aim)
def take_aim(play: Play, task: Aim) -> None:
    """A declared shot as it comes up: lost with its weapon or target, or made (FS-HULL-07, FS-WPN-14)."""
    state, shot = play.state, task.shot
    ship, target = state.ships[task.ship], state.ships.get(shot.target)
    if not ship.deployed:
        _lost(play, task.ship, shot, "its ship is gone", "FS-HULL-07")
        return
    if target is None or not target.deployed:
        _lost(play, task.ship, shot, "its target is destroyed", "FS-WPN-14")
        return
    found = aimed(play.world, state, ship, shot, fresh=True)
    if isinstance(found, Refused):
        _lost(play, task.ship, shot, found.why, found.rule)
        return
    ward(play, Ward(task.ship, shot))


@runs(Turn)
def turn_away(play: Play, task: Turn) -> None:
    """Weapons declared at a ship with Holy Sanctuary are rolled for, and may have to take another target (FS-FAC-08).

    When all have been, the shots are made one by one (FS-WPN-14).
    """
    left, done = task.shots, task.done
    while left:
        shot, left = left[0], left[1:]
        target = play.state.ships.get(shot.target)
        copies = working(target.systems, Upgrade.HOLY_SANCTUARY) if target is not None and target.deployed else 0
        if copies:
            faces = dice(play.roll, f"{task.ship}/{shot.weapon}/{shot.target}/sanctuary", copies)
            turned = sanctuary(faces)
            play.say(SanctuaryRolled(task.ship, shot.weapon, shot.target, faces, turned))
            if turned:
                _elsewhere(play, task.ship, shot, left, done)
                return
        done = (*done, shot)
    play.push(*(Aim(task.ship, shot) for shot in done))


def _elsewhere(play: Play, ship_id: str, shot: Shot, left: tuple[Shot, ...], done: tuple[Shot, ...]) -> None:
    """The weapon must take another target, of the attacker's choice; without one the attack is lost (FS-FAC-08)."""
    state = play.state
    ship = state.ships[ship_id]
    again = Shot(shot.weapon, shot.target, shot.source, (*shot.barred, shot.target))
    options = [
        one.id
        for one in state.on_board(ship.side.other)
        if one.id not in again.barred
        and not isinstance(aimed(play.world, state, ship, Shot(shot.weapon, one.id, shot.source), fresh=True), Refused)
    ]
    if not options:
        _lost(play, ship_id, shot, "Holy Sanctuary leaves it no other target", "FS-FAC-08")
        play.push(Turn(ship_id, left, done))
        return
    choice = Choice(
        kind=Ask.REDIRECT,
        side=ship.side,
        ship=ship_id,
        by=shot.weapon,
        target=shot.target,
        count=1,
        options=tuple(options),
        usual=(options[0],),
    )
    task = Turn(ship_id, (again, *left), done)
    if len(options) == 1:
        redirect(play, task, choice, choice.usual)
    else:
        play.ask(choice, task)


@takes(Ask.REDIRECT)
def redirect(play: Play, task: Turn, choice: Choice, answer: tuple[str, ...]) -> None:
    """The shot goes at another ship, which may have a sanctuary of its own."""
    shot = task.shots[0]
    again = Shot(shot.weapon, answer[0], shot.source, shot.barred)
    play.push(Turn(task.ship, (again, *task.shots[1:]), task.done))


def _blessed(play: Play, side: Side, miracle: Miracle) -> int:
    """How often a side could pay a miracle now; 0 for other factions."""
    if not play.world.is_of(play.state, side, FactionCode.CHILDREN_OF_THE_SUN):
        return 0
    return play.state.of(side).pool // price(miracle, play.world.pack.prices)


def spend(play: Play, side: Side, miracle: Miracle, times: int, rule: str) -> None:
    """Pay Miracle Points (FS-FAC-02)."""
    cost = price(miracle, play.world.pack.prices, times)
    play.say(PoolChanged(side, -cost, play.state.of(side).pool - cost, rule))


@runs(Ward)
def ward(play: Play, task: Ward) -> None:
    """Miracles before the dice: the target's side may raise its defense, then the shooter's add a die.

    FS-FAC-04, FS-FAC-05.
    """
    state, shot = play.state, task.shot
    ship, target = state.ships[task.ship], state.ships[shot.target]
    if task.warded < 0:
        most = _blessed(play, target.side, Miracle.DEFENSE)
        if most and not play.automatic(Ask.DEFENSE, target.side):
            choice = Choice(
                kind=Ask.DEFENSE,
                side=target.side,
                ship=target.id,
                by=shot.weapon,
                target=ship.id,
                count=most,
                usual=("0",),
            )
            play.ask(choice, task)
            return
    if task.blessed is None:
        most = _blessed(play, ship.side, Miracle.DIE)
        if most and not play.automatic(Ask.DIE, ship.side):
            choice = Choice(kind=Ask.DIE, side=ship.side, ship=ship.id, by=shot.weapon, target=target.id, count=1)
            play.ask(choice, Ward(task.ship, shot, max(0, task.warded)))
            return
    cast(play, task)


@takes(Ask.DEFENSE)
def take_defense(play: Play, task: Ward, choice: Choice, answer: tuple[str, ...]) -> None:
    """The defense is bought, or not."""
    times = int(answer[0])
    if times:
        spend(play, choice.side, Miracle.DEFENSE, times, "FS-FAC-05")
    play.push(Ward(task.ship, task.shot, times))


@takes(Ask.DIE)
def take_die(play: Play, task: Ward, choice: Choice, answer: tuple[str, ...]) -> None:
    """The die is bought, or not."""
    if answer:
        spend(play, choice.side, Miracle.DIE, 1, "FS-FAC-04")
    play.push(Ward(task.ship, task.shot, task.warded, bool(answer)))


def attack_pool(
    world: World, state: State, ship: Ship, target: Ship, kind: Type, band_dice: int, warded: int = 0, die: bool = False
) -> tuple[int, Pool]:
    """The target's rating against an attack, and the attack's dice (FS-WPN-10..12)."""
    change = world.swarmed(state, target, kind) + warded
    defense = rating(target.systems, target.defenses, world.pack, kind, change)
    extra = working(ship.systems, Upgrade.HIGH_VELOCITY_MUNITIONS) if kind is Type.BALLISTIC else 0
    return defense, pool(band_dice, defense, extra + die)


def cast(play: Play, task: Ward) -> None:
    """The dice are rolled (FS-WPN-10)."""
    state, shot = play.state, task.shot
    ship, target = state.ships[task.ship], state.ships[shot.target]
    found = aimed(play.world, state, ship, shot, fresh=True)
    if isinstance(found, Refused):
        _lost(play, task.ship, shot, found.why, found.rule)
        return
    kind = _weapon(play, ship, shot).type
    defense, rolled = attack_pool(play.world, state, ship, target, kind, found, max(0, task.warded), bool(task.blessed))
    faces = dice(play.roll, _label(task), rolled.dice)
    free = rerolls(ship.systems, play.world.pack, kind)
    over_dice(play, Cast(task.ship, shot, faces, defense, rolled.discard, free))


def _weapon(play: Play, ship: Ship, shot: Shot) -> Gun:
    system = find(ship.systems, shot.weapon)
    assert system is not None  # the shot was aimed
    return gun_of(play.world, ship, system)


@runs(Cast)
def over_dice(play: Play, task: Cast) -> None:
    """Rerolls, as long as there are any and they are wanted; then the attack is counted (FS-WPN-15, FS-FAC-06)."""
    ship = play.state.ships[task.ship]
    side = ship.side
    if play.automatic(Ask.REROLL, side):
        by_policy(play, task)
        return
    miracles = _blessed(play, side, Miracle.REROLL)
    if not task.free and not miracles:
        count_dice(play, task)
        return
    play.ask(
        Choice(
            kind=Ask.REROLL,
            side=side,
            ship=task.ship,
            by=task.shot.weapon,
            target=task.shot.target,
            count=task.free,
            options=tuple(str(number) for number in range(1, len(task.faces) + 1)),
            usual=("usual",),
            faces=task.faces,
        ),
        task,
    )


@takes(Ask.REROLL)
def take_reroll(play: Play, task: Cast, choice: Choice, answer: tuple[str, ...]) -> None:
    """Some dice, by place from 1, are rolled again one after the other; none keeps them all; "usual" is the policy."""
    if answer == ("usual",):
        by_policy(play, task)
        return
    for die in answer:
        task = reroll(play, task, int(die) - 1)
    if answer:
        over_dice(play, task)
    else:
        count_dice(play, task)


def reroll(play: Play, task: Cast, die: int) -> Cast:
    """One die again, free while there are free rerolls, else for a Miracle Point (FS-WPN-15, FS-FAC-06)."""
    miracle = task.free <= 0
    if miracle:
        spend(play, play.state.ships[task.ship].side, Miracle.REROLL, 1, "FS-FAC-06")
    number = task.rolled + 1
    face = play.roll(f"{_label(task)}/reroll {number}", 6)
    play.say(Rerolled(task.ship, task.shot.weapon, die + 1, task.faces[die], face, miracle))
    faces = rerolled(task.faces, die, face)
    return Cast(task.ship, task.shot, faces, task.rating, task.discard, max(0, task.free - 1), number)


def by_policy(play: Play, task: Cast) -> None:
    """Free rerolls for an absent player: the lowest die while it is 3 or less (FS-WPN-15)."""
    while task.free:
        die = default_reroll(task.faces)
        if die is None:
            break
        task = reroll(play, task, die)
    count_dice(play, task)


def count_dice(play: Play, task: Cast) -> None:
    """Defenses discard, the damage is marked, systems go, and what else a hit does (FS-WPN-11..17)."""
    world, state, shot = play.world, play.state, task.shot
    ship, target = state.ships[task.ship], state.ships[shot.target]
    system = find(ship.systems, shot.weapon)
    assert system is not None  # its dice are on the table
    weapon = world.pack.weapons[system.item]
    controlled = has(ship.systems, Kind.FIRE_CONTROL)
    fragmenting = working(ship.systems, Upgrade.FRAGMENTING_AMMUNITION)
    struck = strike(weapon.type, task.faces, task.discard, fire_control=controlled, fragmenting=fragmenting)
    source = state.ships.get(shot.source) if shot.source else None
    away = line_of(state, ship, target, source if source is not None and source.deployed else None).range
    play.say(
        Attacked(
            ship=ship.id,
            weapon=system.id,
            item=system.item,
            type=weapon.type,
            target=target.id,
            range=away,
            band=band(away),
            faces=task.faces,
            values=values(task.faces, controlled),
            rating=task.rating,
            discard=task.discard,
            damage=struck.damage,
            broken=struck.systems,
        )
    )
    _feed_harbingers(play, target)
    marked, after = harm(play, target.id, struck.damage, "attack", ship.id, f"{_label(task)}/hit")
    if not play.state.ships[target.id].pips:
        play.push(*after)
        return
    tasks: list[Task] = [*after]
    if struck.systems:
        tasks.append(Lose(target.id, struck.systems, "ballistic"))
    if marked and weapon.type is Type.MISSILE and working(ship.systems, Upgrade.HAYWIRE_MISSILES):
        tasks.append(Haywire(ship.id, target.id, system.id))
    if marked and working(ship.systems, Upgrade.INERTIAL_WEAPONRY):
        tasks.append(Inertia(ship.id, target.id, inertia(marked)))
    play.push(*tasks)


def _feed_harbingers(play: Play, target: Ship) -> None:
    """Harbingers over a ship that is hit gain Miracle Points for their owner (FS-FAC-12, FS-WPN-21)."""
    around = play.state.assigned_to(target.id)
    if not around or in_dogfight(one.side for one in around):
        return
    for one in around:
        gain = effect(play.world.ladder(play.state, one), one.size, play.world.craft(one).size, one.mode).miracle
        if gain and play.world.is_of(play.state, one.side, FactionCode.CHILDREN_OF_THE_SUN):
            play.say(PoolChanged(one.side, gain, play.state.of(one.side).pool + gain, "FS-FAC-12"))


@runs(Haywire)
def haywire(play: Play, task: Haywire) -> None:
    """Dice for each copy; each success destroys a system of its controller's choice (FS-FAC-32)."""
    ship, target = play.state.ships[task.ship], play.state.ships[task.target]
    if not target.deployed:
        return
    copies = working(ship.systems, Upgrade.HAYWIRE_MISSILES)
    faces = dice(play.roll, f"{task.ship}/{task.weapon}/{task.target}/haywire", copies)
    broken = successes(faces, HAYWIRE_NEEDS)
    play.say(HaywireRolled(task.ship, task.target, faces, broken))
    if broken:
        play.push(Lose(task.target, broken, "haywire"))


@runs(Inertia)
def push_target(play: Play, task: Inertia) -> None:
    """The attacker may change the target's velocity (FS-FAC-33)."""
    ship, target = play.state.ships[task.ship], play.state.ships[task.target]
    if not target.deployed:
        return
    play.ask(
        Choice(kind=Ask.INERTIA, side=ship.side, ship=task.ship, target=task.target, count=task.most, usual=("0",)),
        task,
    )


@takes(Ask.INERTIA)
def take_inertia(play: Play, task: Inertia, choice: Choice, answer: tuple[str, ...]) -> None:
    """The velocity changes, never below 0."""
    target = play.state.ships[task.target]
    change = int(answer[0])
    if change:
        play.say(Pushed(target.id, task.ship, target.velocity, max(0, target.velocity + change)))
