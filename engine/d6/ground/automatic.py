"""Automatic fire: the held trigger and the arc. Register sections 7.1, 7.2 and 7.3."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Self

from msgspec.structs import replace
from pydantic import Field

from engine.d6.data.pack import Automatic, Band, Code
from engine.d6.dice.codes import DIE
from engine.d6.ground.aiming import BURST, arc_damage, hits, swept
from engine.d6.ground.weapons import fire, unloaded, unready, untouched
from engine.d6.look import PARRY_BREAKS, Faces, Look, Thing, Who
from engine.d6.nouns import CARRIED, TARGET, number
from engine.d6.play import AGAIN, Act, Active, Deed, Play, begins, entry
from engine.d6.state import Arc, Blow, Figure, Held, State
from engine.declared.sentences import either
from engine.game import Fact
from engine.look import Refused, no
from engine.noun import Found, Value
from engine.orders import Option
from engine.text.message import N_, NN_, T_

HELD = 4
"""Damage rolls of a held trigger (D6-7.1-08, D6-7.2-07)."""
ARC = {Automatic.BLASTER: (40, 50), Automatic.SLUGTHROWER: (24, 30), Automatic.ONLY: (24, 30)}
"""What a sweep needs at least, and what it uses (D6-7.3-10, D6-7.3-11)."""
DEGREES: Value[Look, int] = Value(
    "degrees", number(1, 180, "D6-7.3-01"), lambda look, found: map(Option, ("90", "180", "45"))
)
BEARING: Value[Look, int] = Value(
    "a bearing", number(0, 359, "D6-7.3-02"), lambda look, found: map(Option, ("0", "90", "180", "270"))
)


def _automatic(look: Look, held: Held, found: Found) -> Refused | None:
    """E_MODE for what does not fire on automatic (D6-7.1-10, D6-7.3-01)."""
    if refused := unready(look, held, found):
        return refused
    if not look.weapon(held.kind).automatic:
        return no(Code.E_MODE, N_("The {weapon} is no automatic weapon."), "D6-7.1-10", weapon=held.kind)
    return None


AUTOMATIC = CARRIED.that(_automatic, what="an automatic weapon in hand")


class HoldTrigger(Active):
    """Hold the trigger down on somebody who cannot move."""

    path: ClassVar[str] = "d6 hold"
    line: ClassVar[str] = "hold trigger of {weapon} on {target}"
    resolves: ClassVar[tuple[str, ...]] = ("target", "weapon")
    weapon: Annotated[str, AUTOMATIC] = Field(description="an automatic weapon in hand", max_length=40)
    target: Annotated[str, TARGET] = Field(description="whom", max_length=60)

    def check(self, look: Look, found: Found) -> None:
        """Refuses `E_PENDING` in a turn that is begun, `E_CONFIRM` whoever is not helpless unless the GM says that they
        are static, `E_RELOAD` (D6-7.1-06, D6-7.1-08).
        """
        target, weapon = found.target, look.weapon(found.weapon.kind)
        look.require(untouched(look))
        if look.known.awake(target) and not target.static:
            why = N_("{target} can move; the GM says `flag {target} static`.")
            look.no(Code.E_CONFIRM, why, "D6-7.1-08", target=target.label)
        look.require(unloaded(look, weapon, found.weapon, BURST[weapon.automatic]))

    def obey(self, act: Act) -> None:
        """Four damage rolls, or as many as there are shots for, each against a Strength roll of its own; it takes the
        whole turn and no skill roll (D6-7.1-08, D6-7.2-07).
        """
        look, held, target, who = act.look, act.found.weapon, act.found.target, act.who.id
        weapon = look.weapon(held.kind)
        each = BURST[weapon.automatic]
        rolls = min(HELD, held.bolts // each) if weapon.ammo else HELD
        play = begins(act, rolled=True, whole=True)
        fire(play, who, held, rolls * each)
        play.seen(who, Holds(who, target.id, held.kind, rolls))
        burst = weapon.damage.pips + DIE * (weapon.automatic is Automatic.SLUGTHROWER)
        blow = Blow(who, target.id, burst, held.kind, physical=not weapon.energy, projectile=True)
        play.push(*[blow] * rolls)
        play.go()


class Holds(Fact[State], frozen=True):
    """Somebody holds the trigger down."""

    says = NN_(
        "**{who}** holds the trigger of the {weapon} on **{target}**: {rolls} damage roll.",
        "**{who}** holds the trigger of the {weapon} on **{target}**: {rolls} damage rolls.",
        "rolls",
    )
    rule = "D6-7.1-08"
    threaded = True
    who: Who
    target: Who
    weapon: Thing
    rolls: int


# The arc


def hit(play: Play, who: str, range: Band) -> tuple[bool, tuple[int, ...]]:
    """True if the sweep hits somebody, with its plain dice: 1-9 of a d10 at point blank; two dice of which are
    doubles, neighbours or any 6 at short range, doubles or any 6 at medium (D6-7.3-04..07).
    """
    if range == "point blank":
        die = play.plain(who, "arc", 10)
        return die <= 9, (die,)
    pair = play.plain(who, "arc, first"), play.plain(who, "arc, second")
    return hits(pair, range), pair


class Sweep(Active):
    """Sweep an arc with an automatic weapon: everybody in it may be hit."""

    path: ClassVar[str] = "d6 sweep"
    line: ClassVar[str] = "sweep with {weapon} facing {facing} over {angle}"
    weapon: Annotated[str, AUTOMATIC] = Field(description="an automatic weapon in hand", max_length=40)
    facing: Annotated[str, BEARING] = Field(description="a bearing in degrees, 0 is ahead", max_length=4)
    angle: Annotated[str, DEGREES] = Field(description="degrees, up to 180", max_length=4)

    def attempt(self, look: Look, found: Found) -> Arc:
        """The arc."""
        return Arc(look.own, found.weapon, found.facing, found.angle)

    def check(self, look: Look, found: Found) -> None:
        """Refuses `E_RATE`, `E_RELOAD`, `E_ARC` (D6-7.3-01, D6-7.3-02, D6-7.3-10, D6-7.3-11)."""
        held, who = found.weapon, look.own
        weapon = look.weapon(held.kind)
        if look.known.tick and look.known.turn(who.id).done:
            look.no(Code.E_RATE, T_("A sweep takes the whole turn, and something was done in it."), "D6-7.3-01")
        look.require(unloaded(look, weapon, held, ARC[weapon.automatic][0]))
        marked = [figure for figure in look.known.figures.values() if figure.marked]
        if who.place is None and not marked:
            look.no(Code.E_ARC, T_("Nobody said where people are; the GM places or marks them."), "D6-7.3-02")
        for figure in marked if look.world.version >= PARRY_BREAKS else ():
            if figure.id != who.id and look.known.distance(who, figure) is None:
                why = N_("Nobody said how far {who} is, whom the GM has marked.")
                look.no(Code.E_ARC, why, "D6-7.3-02", who=figure.label)

    def obey(self, act: Act) -> None:
        """One check and one damage roll for each person in it, no skill roll, the whole turn and most of a magazine
        (D6-7.3-01, D6-7.3-07, D6-7.3-10, D6-7.3-11, D6-7.3-13).
        """
        look, held, who = act.look, act.found.weapon, act.who
        weapon = look.weapon(held.kind)
        play = begins(act, rolled=True, whole=True)
        fire(play, who.id, held, ARC[weapon.automatic][1])
        referee = play.look
        play.seen(who.id, Sweeps(who.id, held.kind, act.found.facing, act.found.angle))
        blow = Blow(who.id, "", arc_damage(weapon), held.kind, physical=not weapon.energy, projectile=True)
        blows = []
        for figure, range in swept(referee, play.state.figures[who.id], weapon, act.found.facing, act.found.angle):
            struck, dice = hit(play, figure.id, range)
            play.seen(figure.id, Swept(figure.id, range, dice, struck))
            if struck:
                blows.append(replace(blow, at=figure.id))
        play.push(*blows)
        play.go()

    @classmethod
    def likely(cls, look: Look) -> Iterator[Self]:
        """Offered where people have places."""
        if look.own.place is not None:
            yield from super().likely(look)


class Sweeps(Fact[State], frozen=True):
    """Somebody sweeps an arc."""

    says = N_("**{who}** sweeps {angle}° with the {weapon}, facing {facing}°.")
    rule = "D6-7.3-01"
    picture = "scene"
    who: Who
    weapon: Thing
    facing: int
    angle: int


class Swept(Fact[State], frozen=True):
    """Somebody in an arc is hit, or not."""

    says = either("hit", N_("{who} ({range}, {dice}): **hit**."), N_("{who} ({range}, {dice}): missed."))
    rule = "D6-7.3-07"
    threaded = True
    who: Who
    range: Thing
    dice: Faces
    hit: bool


@entry(AGAIN, Holds)
def held_again(look: Look, figure: Figure, told: Holds) -> Iterator[Deed]:
    """The trigger, held on the same target."""
    if told.target in look.known.figures:
        yield HoldTrigger(target=told.target, weapon=told.weapon)


@entry(AGAIN, Sweeps)
def swept_again(look: Look, figure: Figure, told: Sweeps) -> Iterator[Deed]:
    """The same arc."""
    yield Sweep(weapon=told.weapon, facing=str(told.facing), angle=str(told.angle))
