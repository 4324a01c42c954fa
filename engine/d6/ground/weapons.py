"""Weapons in hand: ranges, how they are set, what they hold, how often they fire. Register sections 7 and 8."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal

from msgspec.structs import replace
from pydantic import Field

from engine.book import Group
from engine.d6.data.pack import Automatic, Code, Weapon
from engine.d6.ground.aiming import bursting, used
from engine.d6.look import FIRED, Look, Thing, Who
from engine.d6.nouns import CARRIED
from engine.d6.play import Act, Active, Play, begins
from engine.d6.state import Figure, Held, Shots, State, Turn
from engine.declared.changes import Alters, Its, Sets
from engine.declared.sentences import told_by
from engine.game import Fact
from engine.look import Refused, no
from engine.noun import Found
from engine.text.message import N_, NN_

GROUP = Group("d6 gear", "Weapons in hand")
RATE, BURSTS = 2, 3
"""Single shots of a round; shots of one in which there are bursts (D6-7-01, D6-7.1-02, D6-7.1-07, D6-7.2-01)."""
MODES: dict[Automatic, tuple[str, ...]] = {
    Automatic.NO: ("single",),
    Automatic.BLASTER: ("single", "automatic", "arc"),
    Automatic.SLUGTHROWER: ("single", "automatic", "arc"),
    Automatic.ONLY: ("automatic", "arc"),
}
"""How weapons can be set (D6-7.1-09, D6-7.1-10)."""
SINGLE = NN_("{shots} single shot", "{shots} single shots", "shots")
MANY = NN_("{shots} burst", "{shots} bursts", "shots")
WHOLE = NN_(
    "That takes the whole turn, and {done} action of it is done.",
    "That takes the whole turn, and {done} actions of it are done.",
    "done",
)


def unloaded(look: Look, weapon: Weapon, held: Held, need: int) -> Refused | None:
    """Refuses `E_RELOAD` more shots than a weapon has in it (D6-7.1-06, D6-7.1-10, D6-7.2-06); what is fed by a
    generator or a backpack never runs out (D6-7-06).
    """
    if held.loaded > look.known.tick > 0:
        why = N_("The {weapon} is being reloaded until round {round}.")
        return no(Code.E_RELOAD, why, "D6-7.1-06", weapon=held.kind, round=held.loaded)
    if weapon.ammo and held.bolts < need:
        rule = "D6-7.2-06" if weapon.automatic in (Automatic.SLUGTHROWER, Automatic.ONLY) else "D6-7.1-06"
        why = N_("The {weapon} has {bolts}, and needs {need}.")
        return no(Code.E_RELOAD, why, rule, weapon=held.kind, bolts=held.bolts, need=need)
    return None


def spent_rate(look: Look, who: Figure, weapon: Weapon, held: Held) -> Refused | None:
    """Refuses `E_RATE` a weapon that fires no more this round (D6-7-01, D6-7.1-02, D6-7.1-07, D6-7.2-01)."""
    if not look.known.tick:
        return None
    shots = look.known.turn(who.id).shots.get(held.kind, Shots())
    if bursting(held):
        if shots.single + shots.burst >= BURSTS:
            return no(Code.E_RATE, FIRED, "D6-7.1-02", shots=shots.single + shots.burst, most=BURSTS)
        return None
    if shots.single >= RATE or (shots.burst and shots.single + shots.burst >= BURSTS):
        rule = "D6-7.1-02" if shots.burst else "D6-7-01" if not weapon.automatic else "D6-7.1-07"
        single, bursts = SINGLE(shots=shots.single), MANY(shots=shots.burst)
        return no(Code.E_RATE, N_("{single} and {bursts} are fired."), rule, single=single, bursts=bursts)
    return None


def shots_left(look: Look, who: Figure, weapon: Weapon, held: Held) -> int:
    """Number of times that a weapon can still fire in this round, by its rate and by what is in it (D6-7-01,
    D6-7.1-02, D6-7.1-06, D6-7.1-07).
    """
    shots = look.known.turn(who.id).shots.get(held.kind, Shots())
    rate = BURSTS - shots.single - shots.burst
    if not bursting(held):
        rate = min(rate, RATE - shots.single)
    loaded = held.bolts // used(weapon, held) if weapon.ammo else rate
    return max(0, min(rate, loaded))


def _away(look: Look, held: Held, found: Found) -> Refused | None:
    """E_STATE for what is in hand already (D6-B-11)."""
    return no(Code.E_STATE, N_("The {weapon} is in hand."), "D6-B-11", weapon=held.kind) if held.ready else None


def unready(look: Look, held: Held, found: Found) -> Refused | None:
    """E_STATE for what is not in hand (D6-B-11)."""
    return None if held.ready else no(Code.E_STATE, N_("The {weapon} is not drawn."), "D6-B-11", weapon=held.kind)


def with_shot(turn: Turn, held: Held) -> Mapping[str, Shots]:
    """Shots of somebody's round with one more of a weapon, which counts for its rate (D6-7-01, D6-7.1-02)."""
    shots, burst = turn.shots.get(held.kind, Shots()), bursting(held)
    return {**turn.shots, held.kind: Shots(shots.single + (not burst), shots.burst + burst)}


def fire(play: Play, who: str, held: Held, spent: int, **turn: object) -> None:
    """A weapon fires: what it used is gone, and so much is changed of the turn (D6-7.1-05, D6-7.1-08, D6-7.2-05)."""
    if play.world.pack.weapons[held.kind].ammo:
        play.written(who, Carries(who, replace(held, bolts=max(0, held.bolts - spent))))
    if play.state.tick:
        if turn:
            play.turned(who, **turn)
        play.seen(who, Fired(who, play.state.tick))


class Carries(Fact[State], frozen=True):
    """A weapon that somebody carries is so now."""

    silent = "what they do with it is told"
    makes = Alters("sheets", "who", lambda sheet, to: replace(sheet, weapons={**sheet.weapons, to.held.kind: to.held}))
    who: str
    held: Held


class Fired(Fact[State], frozen=True):
    """Somebody fires in this round, and so moves from behind what is no fixed cover (D6-6-07)."""

    silent = "the shot is told"
    makes = Sets("figures", "who", fired=Its("tick"))
    who: str
    tick: int


class Handled(Fact[State], frozen=True):
    """Somebody does something with a weapon, for all to see."""

    says = told_by(
        "what",
        draws=N_("{who} draws the {weapon}."),
        reloads=N_("{who} reloads the {weapon}."),
        sets=N_("{who} sets the {weapon} to {mode}."),
    )
    threaded = True
    rule = "D6-B-11"
    who: Who
    weapon: Thing
    what: Literal["draws", "reloads", "sets"]
    mode: Thing = ""


class Draw(Active):
    """Draw a weapon."""

    path: ClassVar[str] = "d6 gear draw"
    line: ClassVar[str] = "draw {weapon}"
    weapon: Annotated[str, CARRIED.that(_away)] = Field(description="a weapon you carry", max_length=40)

    def obey(self, act: Act) -> None:
        """It is in hand; that is an action (D6-B-11)."""
        play, held = begins(act), act.found.weapon
        play.written(act.who.id, Carries(act.who.id, replace(held, ready=True)))
        play.seen(act.who.id, Handled(act.who.id, held.kind, "draws"))


class Holster(Active):
    """Put a weapon away."""

    path: ClassVar[str] = "d6 gear holster"
    line: ClassVar[str] = "holster {weapon}"
    weapon: Annotated[str, CARRIED.that(unready)] = Field(description="a weapon in hand", max_length=40)
    cost: ClassVar[int] = 0

    def obey(self, act: Act) -> None:
        """It is in hand no more; drawing it will be an action (D6-B-11)."""
        act.play.written(act.who.id, Carries(act.who.id, replace(act.found.weapon, ready=False)))


def _holds(look: Look, held: Held, found: Found) -> Refused | None:
    """E_RELOAD for what has no magazine, or a full one (D6-7-06)."""
    weapon = look.weapon(held.kind)
    if not weapon.ammo:
        return no(Code.E_RELOAD, N_("The {weapon} never runs out."), "D6-7-06", weapon=held.kind)
    why = N_("The {weapon} is full.")
    return no(Code.E_RELOAD, why, "D6-7-02", weapon=held.kind) if held.bolts >= weapon.ammo else None


class Reload(Active):
    """Reload a weapon."""

    path: ClassVar[str] = "d6 gear reload"
    line: ClassVar[str] = "reload {weapon}"
    weapon: Annotated[str, CARRIED.that(_holds)] = Field(description="a weapon you carry", max_length=40)

    def check(self, look: Look, found: Found) -> None:
        """Refuses `E_PENDING` an automatic weapon in a turn that is begun (D6-7.1-06)."""
        if look.weapon(found.weapon.kind).automatic:
            look.require(untouched(look))

    def obey(self, act: Act) -> None:
        """It is full again: an ordinary weapon after one action, an automatic one after the whole turn, for the next
        round (D6-B-11, D6-7-02, D6-7.1-06, D6-7.2-06).
        """
        play, held, who = act.play, act.found.weapon, act.who.id
        weapon = act.look.weapon(held.kind)
        whole = bool(weapon.automatic) and bool(play.state.tick)
        begins(act, rolled=whole, whole=whole)
        loaded = play.state.tick + 1 if whole else 0
        play.written(who, Carries(who, replace(held, bolts=weapon.ammo, loaded=loaded)))
        play.seen(who, Handled(who, held.kind, "reloads"))


def untouched(look: Look) -> Refused | None:
    """E_PENDING for what takes the whole turn, when something was done in it (D6-7.1-06, D6-7.3-01)."""
    turn = look.known.turn(look.own.id)
    if look.known.tick and (turn.done or turn.rolled):
        return no(Code.E_PENDING, WHOLE, "D6-7.1-06", done=turn.done)
    return None


def modes(weapon: Weapon) -> tuple[str, ...]:
    """Modes that a weapon can be set to: single, automatic, arc, and stun where it has that (D6-B-35, D6-7.1-10)."""
    return (*MODES[weapon.automatic], *(("stun",) if weapon.stuns else ()))


class SetMode(Active):
    """Set a weapon to single shots, automatic fire, an arc, or stun."""

    path: ClassVar[str] = "d6 gear mode"
    line: ClassVar[str] = "set {weapon} to {mode}"
    weapon: Annotated[str, CARRIED] = Field(description="a weapon you carry", max_length=40)
    mode: Literal["single", "automatic", "arc", "stun"] = Field(description="how it fires")

    def check(self, look: Look, found: Found) -> None:
        """Refuses `E_MODE` what the weapon does not have, or is set to (D6-7.1-09, D6-7.1-10, D6-B-35)."""
        held: Held = found.weapon
        weapon = look.weapon(held.kind)
        if self.mode not in modes(weapon):
            rule, has = "D6-B-35" if self.mode == "stun" else "D6-7.1-10", ", ".join(modes(weapon))
            look.no(Code.E_MODE, N_("The {weapon} has {modes}."), rule, weapon=held.kind, modes=has)
        if held.mode == self.mode:
            look.no(Code.E_MODE, N_("The {weapon} is set to {mode}."), "D6-7.1-09", weapon=held.kind, mode=held.mode)

    def obey(self, act: Act) -> None:
        """It fires so from now on; that is an action (D6-B-11, D6-7.1-09)."""
        play, held = begins(act), act.found.weapon
        play.written(act.who.id, Carries(act.who.id, replace(held, mode=self.mode)))
        play.seen(act.who.id, Handled(act.who.id, held.kind, "sets", self.mode))


def refill(weapon: Weapon) -> int:
    """Price of a refill in credits: seven times as much for an automatic (D6-7-05)."""
    return weapon.refill * (7 if weapon.automatic else 1)
