"""Invariants of each step of a campaign: units are neither made nor lost unsaid, and rosters keep their limits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from engine.game import MODERATOR, Said, Seat
from engine.gcw.data.codes import Code
from engine.gcw.economy.rosters import limits
from engine.gcw.fleets import Mustered, Removed, roster
from engine.gcw.people.strongholds import GuardsPosted
from engine.gcw.state import PlayerStatus, State, Unit, UnitKind
from engine.gcw.world import JOINS, World

MAKES, ENDS = (Mustered, GuardsPosted), (Removed,)
"""Facts that say that units are there which were not, and that units are no more; crews also come out of pods."""


def kept(world: World, before: State, said: Sequence[Said[State]], after: State, by: Seat) -> str | None:
    """The first fault of a step of `by` (nobody: of time alone) in units or rosters; None where there is none."""
    return next(iter((*_units(before, said, after), *_rosters(world, before, said, after, by))), None)


def bodies(state: State) -> Counter[str]:
    """Number of each class, in play and in reserve."""
    stored = (unit for stored in state.reserve.values() for unit in stored.units)
    return counted((*state.units.values(), *stored))


def counted(units: Iterable[Unit]) -> Counter[str]:
    """Number of each class: squadrons of swarms and squads of stacks each by itself; heroes, who are kept apart, are
    not counted.
    """
    found: Counter[str] = Counter()
    for unit in units:
        if unit.kind is not UnitKind.HERO:
            for code in unit.code.split(JOINS):
                found[code] += unit.count if unit.kind is UnitKind.INFANTRY else 1
    return found


def told(before: State, said: Sequence[Said[State]]) -> tuple[Counter[str], Counter[str]]:
    """Numbers that facts say were made and are no more, by class, each unit once, whoever they are said to."""
    made, ended, state = Counter[str](), Counter[str](), before
    for heard in said:
        if isinstance(heard.fact, MAKES):
            made += counted(unit for unit in heard.fact.units if unit.id not in state.units)
        elif isinstance(heard.fact, ENDS):
            ended += counted(state.units[key] for key in heard.fact.units if key in state.units)
        state = heard.fact.evolve(state)
    return made, ended


def _units(before: State, said: Sequence[Said[State]], after: State) -> Iterator[str]:
    """Faults unless what is there is what was and what was made, without what is no more; of pods that land crews
    come out.
    """
    was, now = bodies(before), bodies(after)
    if was == now:
        return
    made, ended = told(before, said)
    facts = [type(one.fact).__name__ for one in said]
    if now + ended - was - made and not before.pods.keys() - after.pods.keys():
        yield f"{now + ended - was - made} were made of nothing, by {facts}"
    if was + made - now - ended:
        yield f"{was + made - now - ended} were lost unsaid, by {facts}"


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
