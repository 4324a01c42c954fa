"""Umpire plays the defenders of worlds that nobody holds, from what they see. Rulebook: GCW-FAC-13, CLK-26.

The policy is one sentence: when an attacker's turn is final, every defender in that system fires all that bears at the
hostile target on which it expects the highest refined damage. Nobody moves; squadrons aboard come out to patrol when
the battle is first joined.

Where `npc_control` is `attacker`, the player whose turn they answer chooses targets, in lines of that turn. More is not
in the register; this is what is ruled. Each attacker plays the answer to their own turn, at their own units alone, so
that nobody turns defenders on a rival. They name defenders that they know of, and learn nothing of them but that one
could not fire as told. A defender of which no line says anything, or that cannot do it, fires by the policy: by leaving
lines out nobody is spared. Nothing else changes: all that bears is fired, and nobody moves.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from pydantic import Field

from engine.game import Fact, Refusal, only
from engine.gcw.acting import ANSWERS, OWN, TARGET, Action, aims, behind, when_found
from engine.gcw.contacts import alias_of
from engine.gcw.data.codes import Code
from engine.gcw.data.terms import Status
from engine.gcw.figures.ucr import Role, refined
from engine.gcw.figures.weapons import damage_of
from engine.gcw.look import Look, Own, Run, contact_words, refused_as
from engine.gcw.look import Seen as AtAlias
from engine.gcw.losses import sweep
from engine.gcw.state import NEUTRAL, Contact, State, Unit, UnitKind, carried
from engine.gcw.world import Stand
from engine.look import Refused
from engine.noun import Found
from engine.text.message import N_, T_, name
from engine.text.names import shown

ANSWER = "The defenders answer."
FIRE, LAUNCH, PATROL = "gcw battle fire", "gcw battle launch", "gcw-craft patrol"


def defending(look: Look, contact: Contact, found: Found) -> Refused | None:
    """The defenders of worlds that nobody holds, as far as they are known for such."""
    return None if contact.owner == NEUTRAL else Refused("NOT_DEFENDER", {"unit": refused_as(look.world, contact)})


@when_found("defender")
def before_it(look: Look, unit: Unit, defender: Contact) -> Refused | None:
    """Those on the grid where the defender stands (GCW-RNG-01)."""
    if unit.on_grid and unit.system == defender.system:
        return None
    apart = {"from": shown(defender.system), "to": shown(unit.system) or "hyperspace"}
    return Refused(Code.FIRE_RANGE, apart, fix=T_("Both must be in one system."))


ANSWERS_AT = N_("{defender} answers at {target}, if it can; else Umpire chooses for it.")


class Answer(Action):
    """Choose at which unit of yours a defender of a neutral world fires when it answers your turn."""

    path: ClassVar[str] = "gcw-people answer"
    line: ClassVar[str] = "answer {defender} at {target}"
    step: ClassVar[int] = ANSWERS
    tried: ClassVar[int] = 4
    defender: Annotated[str, TARGET.that(defending)] = Field(
        description="a contact of the local defence", max_length=60
    )
    target: Annotated[str, OWN.that(before_it)] = Field(description="the unit of yours it fires at", max_length=60)

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """In campaigns where attackers play the defenders."""
        return look.inactive() or by_bot(look)

    def perform(self, run: Run) -> None:
        """It is done when the turn is answered (CLK-26). Refuses NPC_BOT, where that was ruled since."""
        run.look.require(by_bot(run.look))
        contact, unit = run.found.defender, run.found.target
        defender = behind(run.look, contact)
        if defender is not None:
            run.answers[defender.id] = unit.id, contact.alias
        if not run.real:
            run.workings.append(ANSWERS_AT(defender=contact_words(contact), target=name(unit.name)))


def by_bot(look: Look) -> Refused | None:
    """NPC_BOT where Umpire plays the defenders by itself."""
    return None if look.known.switches.get("npc_control") == "attacker" else Refused("NPC_BOT")


class Unanswered(Fact[State], frozen=True):
    """A defender could not fire at what its attacker had chosen for it, and was played by the policy (GCW-FAC-13)."""

    says = N_("{defender} could not fire at {target}, which it did not see or reach: Umpire chose for it.")
    rule = "GCW-FAC-13"
    defender: AtAlias
    target: Own


def action(path: str, **fields: str) -> Action:
    """An order of that kind, as a player gives it."""
    return next(kind for kind in Action.kinds if kind.path == path)(**fields)


def replies(run: Run) -> Iterator[tuple[Run, str]]:
    """Answers of the defenders after a player's turn, system by system (GCW-FAC-13, CLK-26)."""
    for system in sorted(run.state.battles):
        parties = run.state.battles[system].parties
        if run.seat in parties and NEUTRAL in parties:
            answer = Run(run.world, run.table, NEUTRAL, real=True, posted=run.posted)
            reply(answer, system, run)
            sweep(answer)
            yield answer, system


def reply(run: Run, system: str, attack: Run) -> None:
    """Every defender in a system fires once at the attack, after the squadrons aboard have come out (GCW-FAC-13)."""
    for unit in [unit for unit in run.state.of(NEUTRAL) if unit.system == system and unit.cell]:
        if unit.id in run.state.units and any(cargo.kind is UnitKind.SQUADRON for cargo in carried(run.state, unit)):
            come_out(run, unit)
    for unit in [unit for unit in run.state.of(NEUTRAL) if unit.system == system and unit.cell]:
        target = ordered(run, unit, attack) or best(run, unit)
        if target is not None:
            obeyed(run, action(FIRE, unit=unit.name, target=target.alias))


def ordered(run: Run, unit: Unit, attack: Run) -> Contact | None:
    """The target that its attacker has chosen for a defender; None where that chose none, or one that it cannot fire at
    or that was taken from the attacker meanwhile.
    """
    chosen = attack.answers.get(unit.id)
    if chosen is None:
        return None
    own = {each.id for each in run.state.of(attack.seat)}
    alias = alias_of(run.state, NEUTRAL, chosen[0])
    for contact in aims(run.world, run.state, NEUTRAL, unit.system):
        if chosen[0] in own and contact.alias == alias and unit.status is Status.ACTIVE and worth(run, unit, contact):
            return contact
    attack.table.say(Unanswered(chosen[1], chosen[0]), only(attack.seat))
    return None


def come_out(run: Run, carrier: Unit) -> None:
    """The squadrons of a carrier launch and patrol its cell (GCW-FAC-13, GCW-CSP-01)."""
    out = [unit for unit in carried(run.state, carrier) if unit.kind is UnitKind.SQUADRON]
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
    state = run.state
    known = aims(run.world, state, NEUTRAL, unit.system) if unit.status is Status.ACTIVE else ()
    foes = [contact for contact in known if contact.owner and state.are_hostile(NEUTRAL, contact.owner)]
    rated = [(-expected, foe) for foe in foes if (expected := worth(run, unit, foe))]
    left = {foe.alias: foe.pools.total if foe.pools is not None else 0 for foe in foes}
    return min(rated, key=lambda it: (it[0], left[it[1].alias], it[1].number))[1] if rated else None


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
        stand = Stand(contact.code, contact.cell, contact.status, contact.held)
        defence = world.rating(run.state, stand, Role.DEFEND).value
    return refined(amount, attack, defence)
