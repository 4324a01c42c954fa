"""What must hold of each step of a campaign: units are neither made nor lost unsaid, and rosters keep their limits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from engine.game import MODERATOR, Said, Seat
from engine.gcw.data.codes import Code
from engine.gcw.economy.rosters import limits
from engine.gcw.fleets import Mustered, Removed, roster
from engine.gcw.people.strongholds import GuardsPosted
from engine.gcw.state import PlayerStatus, State, UnitKind
from engine.gcw.world import JOINS, World

MAKES, ENDS = (Mustered, GuardsPosted), (Removed,)
"""Facts that say that units are there which were not, and that units are no more; crews also come out of pods."""


def kept(world: World, before: State, said: Sequence[Said[State]], after: State, by: Seat) -> str | None:
    """What a step of `by` (nobody: of time alone) did to units or rosters that it may not; None where nothing."""
    return next(iter((*_units(before, said, after), *_rosters(world, before, said, after, by))), None)


def bodies(state: State) -> Counter[str]:
    """How many there are of each class, in play and in reserve: squadrons of swarms and squads of stacks each by
    itself; heroes, who are kept apart, are not counted.
    """
    stored = (unit for one in state.reserve.values() for unit in one.units)
    found: Counter[str] = Counter()
    for unit in (*state.units.values(), *stored):
        if unit.kind is not UnitKind.HERO:
            for code in unit.code.split(JOINS):
                found[code] += unit.count if unit.kind is UnitKind.INFANTRY else 1
    return found


def _units(before: State, said: Sequence[Said[State]], after: State) -> Iterator[str]:
    was, now = bodies(before), bodies(after)
    facts = [one.fact for one in said]
    landed = before.pods.keys() - after.pods.keys()
    if now - was and not landed and not any(isinstance(fact, MAKES) for fact in facts):
        yield f"{now - was} were made of nothing, by {[type(fact).__name__ for fact in facts]}"
    if was - now and not any(isinstance(fact, ENDS) for fact in facts):
        yield f"{was - now} were lost unsaid, by {[type(fact).__name__ for fact in facts]}"


def _rosters(world: World, before: State, said: Sequence[Said[State]], after: State, by: Seat) -> Iterator[str]:
    """A main fleet or PDF is over a limit only if it was as far over it before, or has lost what kept it legal, or by
    a moderator's correction (GCW-CMD-05, GCW-ESC-07, GCW-PDF-01).
    """
    if by == MODERATOR:
        return
    for seat, player in before.players.items():
        if player.status is not PlayerStatus.ACTIVE:
            continue
        for duty in sorted({unit.duty for unit in after.of(seat)}):
            was, now = roster(world, before, seat, duty), roster(world, after, seat, duty)
            refused = limits(was, now, world.limits(after, seat, duty))
            if refused is not None and not (refused.code == Code.ESCORT_RATIO and len(now.ships) < len(was.ships)):
                yield f"{seat}'s {duty or 'main fleet'} was {was} and is {now}: {refused.code} (GCW-CMD-05)"
