"""Damage as it happens: pips, rows, systems, ships lost and returning. Rulebook: FS-HULL-03..14, FS-FAC-10, FS-FAC-41.

What is lost with a hangar or a ship is in `berths`; which systems go is their owner's choice.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.sunrise.agenda import Ask, Choice, Lose, Restore, Task
from engine.sunrise.craft.berths import crash_bay, crash_ship
from engine.sunrise.data.ships import FactionCode, Upgrade
from engine.sunrise.facts import Damaged, ShipLost, SystemLost, SystemRestored
from engine.sunrise.figures.hull import armor_lost, armor_regained, mark, shields_after_loss, soak
from engine.sunrise.figures.rolls import dice, successes
from engine.sunrise.figures.sheet import (
    System,
    Systems,
    able,
    acting_as,
    bays,
    default_losses,
    find,
    lose,
    lose_ok,
    next_loss,
    restorable,
    restore,
    working,
)
from engine.sunrise.play import Play, require, runs, takes
from engine.sunrise.state import Ship

RETURN_NEEDS = 4
"""What one die of Resplendent Return must show (FS-FAC-10)."""


def harm(play: Play, target: str, raw: int, cause: str, by: str, label: str) -> tuple[int, list[Task]]:
    """Damage to a ship through its Shields and plating to its pips; a ship without pips is lost at once (FS-HULL-06).

    Returns the pips marked, and what follows: systems of lost rows to be picked (FS-HULL-04).
    """
    ship = play.state.ships[target]
    if raw <= 0 or not ship.pips:
        return 0, []
    systems = ship.systems
    plating = working(systems, Upgrade.ADAPTIVE_PLATING)
    rugged = play.world.is_of(play.state, ship.side, FactionCode.GAS_GIANT_COLLECTIVE)
    soaked = soak(raw, ship.shields, plating, rugged, play.roll, label)
    done = mark(ship.pips, soaked.damage, play.world.row(ship))
    play.say(
        Damaged(
            ship=target,
            cause=cause,
            by=by,
            raw=raw,
            by_shields=soaked.by_shields,
            by_plating=soaked.by_plating,
            by_rugged=soaked.by_rugged,
            marked=done.marked,
            pips=done.pips,
            rows=done.rows,
            shields=soaked.shields,
        )
    )
    if done.destroyed:
        return done.marked, lose_ship(play, target)
    return done.marked, [Lose(target, done.rows, "row")] if done.rows else []


def lose_ship(play: Play, target: str) -> list[Task]:
    """A ship is destroyed (FS-HULL-05); it may return (FS-FAC-10). What was docked in it is lost (FS-SC-11)."""
    ship = play.state.ships[target]
    copies = sum(not one.barred for one in acting_as(ship.systems, Upgrade.RESPLENDENT_RETURN))
    faces = dice(play.roll, f"{target}/resplendent return", copies)
    place = ship.place or ship.last
    assert place is not None  # only ships that were on the board are hurt
    play.say(ShipLost(target, place, faces, successes(faces, RETURN_NEEDS) > 0))
    return crash_ship(play, target)


def default_picks(ship: Ship, count: int) -> tuple[str, ...]:
    """The systems that go by the ship's loss order, then by the usual one; fewer where no more work (FS-HULL-04)."""
    picked: list[str] = []
    left: Systems = ship.systems
    while len(picked) < count:
        goes = next_loss(left, ship.loss_order)
        if goes is None:
            break
        picked.append(goes)
        left = lose(left, goes)
    return tuple(picked)


@runs(Lose)
def ask_losses(play: Play, task: Lose) -> None:
    """The owner picks the systems, unless there is nothing to choose (FS-HULL-04)."""
    ship = play.state.ships.get(task.ship)
    if ship is None or not ship.pips:
        return
    options = able(ship.systems)
    boxes = sum(one.boxes - one.lost for one in options)
    count = min(task.count, boxes)
    if not count:
        return
    usual = default_picks(ship, count)
    if count == boxes or len(options) == 1:
        for system in usual:
            play.push(*lose_system(play, task.ship, system, task.cause))
        return
    play.ask(
        Choice(
            kind=Ask.LOSE,
            side=ship.side,
            ship=task.ship,
            by=task.cause,
            count=count,
            options=tuple(one.id for one in options),
            usual=usual,
        ),
        task,
    )


@takes(Ask.LOSE)
def take_losses(play: Play, task: Lose, choice: Choice, answer: tuple[str, ...]) -> None:
    """The picked systems are lost; where fewer were picked than are owed, the rest is asked again."""
    after: list[Task] = []
    for system in answer:
        after += lose_system(play, task.ship, system, task.cause)
    if len(answer) < choice.count:
        after.append(Lose(task.ship, choice.count - len(answer), task.cause))
    play.push(*after)


def losses_ok(play: Play, choice: Choice, picks: Sequence[str]) -> None:
    """Whether these systems may be picked, one after the other. Refuses `E_DESTROYED`, `E_UNKNOWN`."""
    left: Systems = play.state.ships[choice.ship].systems
    for id in picks:
        require(play.table, lose_ok(left, id))
        left = lose(left, id)


def lose_system(play: Play, target: str, system: str, cause: str) -> list[Task]:
    """A system, or a box of it, is crossed off, with what hangs on it (FS-HULL-13, FS-UPG-08, FS-SC-11)."""
    ship = play.state.ships[target]
    before = find(ship.systems, system)
    if before is None or not before.works:
        return []
    after = lose(ship.systems, system)
    pips, shields = without(play, ship, ship.systems, after)
    play.say(SystemLost(target, system, cause, pips, shields))
    lost = find(after, system)
    if lost is not None and not lost.works and bays(before, play.world.pack):
        return crash_bay(play, target, system)
    return []


def without(play: Play, ship: Ship, before: Systems, after: Systems) -> tuple[int, int]:
    """Pips and shields of a ship whose systems have become others: armor and Shields lost or won count.

    FS-HULL-13, FS-UPG-08.
    """
    pips, shields = ship.pips, ship.shields
    row = play.world.row(ship)
    change = working(after, Upgrade.REINFORCED_ARMOR) - working(before, Upgrade.REINFORCED_ARMOR)
    if change < 0:
        pips = armor_lost(pips, row)
    elif change > 0:
        pips = armor_regained(pips, row)
    copies = working(after, Upgrade.SHIELDS)
    if copies < working(before, Upgrade.SHIELDS):
        shields = shields_after_loss(shields, copies)
    return pips, shields


def restore_system(play: Play, target: str, system: str, rule: str) -> None:
    """A box of a system is cleared; it works again at once (FS-HULL-11)."""
    ship = play.state.ships[target]
    after = restore(ship.systems, system)
    pips, _ = without(play, ship, ship.systems, after)
    play.say(SystemRestored(target, system, rule, pips))


def default_restores(systems: Systems, count: int) -> tuple[str, ...]:
    """The systems restored for an absent owner: what the usual loss order spares longest comes first."""
    picked: list[str] = []
    left: Sequence[System] = systems
    for id in reversed(default_losses(systems)):
        one = find(left, id)
        while one is not None and one.lost and not one.barred and len(picked) < count:
            picked.append(id)
            left = restore(left, id)
            one = find(left, id)
    return tuple(picked)


@runs(Restore)
def ask_restores(play: Play, task: Restore) -> None:
    """The owner picks what is restored, unless there is nothing to choose (FS-UPG-07)."""
    ship = play.state.ships.get(task.ship)
    if ship is None or not ship.deployed:
        return
    options = restorable(ship.systems)
    boxes = sum(one.lost for one in options)
    count = min(task.count, boxes)
    if not count:
        return
    usual = default_restores(ship.systems, count)
    if count == boxes or len(options) == 1:
        for system in usual:
            restore_system(play, task.ship, system, "FS-UPG-07")
        return
    ids = tuple(one.id for one in options)
    play.ask(
        Choice(kind=Ask.RESTORE, side=ship.side, ship=task.ship, count=count, options=ids, usual=usual),
        task,
    )


@takes(Ask.RESTORE)
def take_restores(play: Play, task: Restore, choice: Choice, answer: tuple[str, ...]) -> None:
    """The picked systems work again."""
    for system in answer:
        restore_system(play, task.ship, system, "FS-UPG-07")
