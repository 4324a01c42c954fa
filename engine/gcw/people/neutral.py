"""Umpire plays the defenders of worlds that nobody holds, from what they see. Rulebook: GCW-FAC-13, CLK-26.

The policy is one sentence: when an attacker's turn is final, every defender in that system fires all that bears at the
hostile target on which it expects the highest refined damage. Nobody moves; squadrons aboard come out to patrol when
the battle is first joined.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.game import Refusal
from engine.gcw.acting import Action, aims
from engine.gcw.data.terms import Status
from engine.gcw.figures.ucr import Role, refined
from engine.gcw.figures.weapons import damage_of
from engine.gcw.look import Run
from engine.gcw.losses import sweep
from engine.gcw.state import NEUTRAL, Contact, Unit, UnitKind, carried

ANSWER = "The defenders answer."
FIRE, LAUNCH, PATROL = "gcw battle fire", "gcw battle launch", "gcw-craft patrol"


def action(path: str, **fields: str) -> Action:
    """An order of that kind, as a player gives it."""
    return next(kind for kind in Action.kinds if kind.path == path)(**fields)


def replies(run: Run) -> Iterator[tuple[Run, str]]:
    """Answers of the defenders after a player's turn, system by system (GCW-FAC-13, CLK-26)."""
    for system in sorted(run.state.battles):
        parties = run.state.battles[system].parties
        if run.seat in parties and NEUTRAL in parties:
            answer = Run(run.world, run.table, NEUTRAL, real=True, posted=run.posted)
            reply(answer, system)
            sweep(answer)
            yield answer, system


def reply(run: Run, system: str) -> None:
    """Every defender in a system fires once, after the squadrons aboard have come out (GCW-FAC-13)."""
    for unit in [one for one in run.state.of(NEUTRAL) if one.system == system and one.cell]:
        if unit.id in run.state.units and any(one.kind is UnitKind.SQUADRON for one in carried(run.state, unit)):
            come_out(run, unit)
    for unit in [one for one in run.state.of(NEUTRAL) if one.system == system and one.cell]:
        target = best(run, unit)
        if target is not None:
            obeyed(run, action(FIRE, unit=unit.name, target=target.alias))


def come_out(run: Run, carrier: Unit) -> None:
    """The squadrons of a carrier launch and patrol its cell (GCW-FAC-13, GCW-CSP-01)."""
    out = [one for one in carried(run.state, carrier) if one.kind is UnitKind.SQUADRON]
    if obeyed(run, action(LAUNCH, ship=carrier.name, craft="squadrons")):
        for craft in out:
            obeyed(run, action(PATROL, unit=craft.name, state="on"))


def obeyed(run: Run, act: Action) -> bool:
    """Plays an action of the defenders' by the ordinary rules; True if it could be played: what they may not do,
    they leave.
    """
    trial = run.trial(run.table.aside(run.state))
    try:
        trial.found = act.find(trial.look)
        act.perform(trial)
    except Refusal:
        return False
    run.take(trial)
    return True


def best(run: Run, unit: Unit) -> Contact | None:
    """The legal target on which a defender expects the highest refined damage; of equals the one with the least left,
    then the first seen (GCW-FAC-13).
    """
    found: list[tuple[int, int, int, Contact]] = []
    if unit.status is not Status.ACTIVE:
        return None
    for contact in aims(run.world, run.state, NEUTRAL, unit.system):
        if contact.owner and run.state.are_hostile(NEUTRAL, contact.owner):
            expected = worth(run, unit, contact)
            if expected:
                left = contact.pools.total if contact.pools is not None else 0
                found.append((-expected, left, contact.number, contact))
    return min(found, key=lambda one: one[:3])[3] if found else None


def worth(run: Run, unit: Unit, contact: Contact) -> int:
    """The refined damage that a defender expects of all that bears on a contact; 0 where nothing may be fired at it."""
    try:
        bears = action(FIRE, unit=unit.name, target=contact.alias).find(run.look).weapons
    except Refusal:
        return 0
    world, amount = run.world, damage_of(run.world.pack.weapons, bears)
    attack = world.rating_of(run.state, unit, Role.ATTACK).value
    defence = 0
    if contact.code:
        defence = world.rating(
            run.state, contact.code, contact.cell, contact.status, Role.DEFEND, held=contact.held
        ).value
    return refined(amount, attack, defence)
