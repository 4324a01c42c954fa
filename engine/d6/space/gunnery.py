"""Firing from craft: pilots who are ahead, gunners in turrets, turrets that are locked. Register section 12."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from typing import Annotated, ClassVar, Literal, Self

from msgspec.structs import replace
from pydantic import Field

from engine.d6.data.pack import Code, ShipWeapon
from engine.d6.force import OUTCOMES
from engine.d6.look import FIRED, Look, Thing, Who, called, hearers
from engine.d6.play import Act, Active, Deed, Play, begins, entry
from engine.d6.space import codes
from engine.d6.space.aiming import Shot, duelling, gunnery_of, outcomes, shot
from engine.d6.space.codes import RATE, Hull, kind, ship_called
from engine.d6.space.craft import FOE, GUN, CraftChanged, Units, at_station, controls, mine, own
from engine.d6.state import Craft, Declared, Missed, Salvo, State
from engine.declared.sentences import either
from engine.game import EVERYONE, Fact
from engine.look import Refused, no
from engine.noun import Found
from engine.text.message import N_, NN_, NOTHING, T_, Text, noted, term

FIRES = N_("**{who}** fires the {gun} of {craft} at {aim}: {against} or more hits.")
WORKS = N_("{who} works the {gun}.")
BEHIND, LEVEL = N_("{craft} with {one} is behind against {other}."), N_("{craft} with {one} is level against {other}.")
ALL_FIRED = NN_(
    "{most} shot was declared, and {shots} is fired.", "{most} shots were declared, and {shots} are fired.", "most"
)
AT, AT_RANGE, AHEAD = N_("**{target}**"), N_("{range} range"), N_("{bonus:+} for the position")

# Who may fire at whom


def fired(state: State, craft: Craft, station: str) -> int:
    """Shots of a station in this space round."""
    return state.duel.fired.get(f"{craft.id}/{station}", 0)


def won(look: Look, target: Craft, found: Found) -> Refused | None:
    """Refuses a pilot who may not fire at a foe: not ahead, or not declared. `E_LOST`, `E_DECLARE`, `E_RATE`
    (D6-12-02, D6-12-03, D6-12-05, D6-12-06, D6-12-10, D6-12-12, D6-12-13).
    """
    craft, state = own(look), look.known
    if isinstance(craft, Refused):
        return craft
    shots = fired(state, craft, "pilot")
    if not duelling(state):
        return look.spent() if shots < RATE else no(Code.E_RATE, FIRED, "D6-12-03", shots=shots, most=RATE)
    foes, declared = codes.adversaries(state, craft.id), state.duel.declared.get(craft.id, Declared())
    if (by := codes.ahead(state, craft.id, target.id)) <= 0:
        one, other = (state.duel.totals.get(each.id, 0) for each in (craft, target))
        why, rule = (BEHIND, "D6-12-10") if by else (LEVEL, "D6-12-06")
        return no(Code.E_LOST, why, rule, craft=craft.label, one=one, other=other)
    if target.id not in foes:
        why = N_("{target} is none of the foes of {craft} in this round.")
        return no(Code.E_DECLARE, why, "D6-12-13", target=target.label, craft=craft.label)
    if shots >= declared.shots:
        return no(Code.E_DECLARE, ALL_FIRED, "D6-12-02", most=declared.shots, shots=shots)
    most = max(RATE, sum(codes.ahead(state, craft.id, foe) > 0 for foe in foes))
    return no(Code.E_RATE, FIRED, "D6-12-03", shots=shots, most=most) if shots >= most else look.spent()


def bears(look: Look, gun: ShipWeapon, found: Found) -> Refused | None:
    """Refuses a weapon that its pilot does not fire: its systems, a free turret, one that points back. `E_STATE`,
    `E_TURRET`, `E_ARC` (D6-12-15).
    """
    craft = own(look)
    if isinstance(craft, Refused):
        return craft
    if refused := codes.silent(look, craft, gun):
        return refused
    if gun.turret and gun.name not in craft.locked:
        why = N_("The {gun} of {craft} is free; lock it forward.")
        return no(Code.E_TURRET, why, "D6-12-15", gun=gun.name, craft=craft.label)
    if gun.name in craft.crew:
        return no(Code.E_STATE, WORKS, "D6-12-14", who=called(look.known, craft.crew[gun.name]), gun=gun.name)
    why = N_("The {gun} point back, and the foe is ahead.")
    return no(Code.E_ARC, why, "D6-12-05", gun=gun.name) if gun.arc == "rear" else None


def unflown(look: Look) -> Refused | None:
    """E_PHASE before pilots have flown."""
    why = T_("Pilots declare first, then fly.")
    return no(Code.E_PHASE, why, "D6-12-04") if look.known.duel.step == "open" else None


WON, BEARING = FOE.that(won, what="a foe you are ahead of"), GUN.that(bears, what="a weapon you fire")


class Shoot(Active):
    """Fire a weapon of the craft that you fly."""

    path: ClassVar[str] = "d6-ship shoot"
    line: ClassVar[str] = "shoot {target} with {gun}[ from {units} units]"
    tried: ClassVar[int] = 6
    cost: ClassVar[int] = 0  # the position is asked first (`won`)
    target: Annotated[str, WON] = Field(description="whom", max_length=60)
    gun: Annotated[str, BEARING] = Field(description="with what", max_length=40)
    units: Units = Field(None, description="space units, where the GM keeps no track of them")

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """Refuses `E_PHASE` before pilots have flown, `E_STATE` who does not pilot, or has dead controls."""
        return unflown(look) or super().ready(look) or controls(look)

    def check(self, look: Look, found: Found) -> None:
        """Refuses `E_RANGE`, `E_POOL` (D6-B-17, D6-B-02)."""
        aimed(look.begun(look.own.id), found.target, found.gun, found.units, reaction=False)

    def ends(self, look: Look, found: Found) -> Mapping[str, Fraction]:
        """Chances that it hits, and of what a hit does (D6-12-09, D6-B-31)."""
        then = look.begun(look.own.id)
        made = aimed(then, found.target, found.gun, found.units, reaction=False)
        return dict(outcomes(then, found.target, made, ion=found.gun.ion))

    def obey(self, act: Act) -> None:
        """Gunnery and fire control with what the position gives, against the loser's piloting, or by range at first
        contact (D6-12-01, D6-12-07..09).
        """
        begins(act, rolled=True)
        launch(act, act.found.gun)

    @classmethod
    def likely(cls, look: Look) -> Iterator[Self]:
        """From where the foe is, or from a distance where nobody knows it."""
        each = product(WON.fitting(look), BEARING.fitting(look))
        yield from (
            cls(target=at.id, gun=gun.name, units=units) for at, gun in each for units in from_where(look, at, gun)
        )


def from_where(look: Look, target: Craft, gun: ShipWeapon) -> Iterator[str | None]:
    """A distance, where one is needed and not known, else none; nothing where the target is too far."""
    known, range = codes.reach(look.known, mine(look), target, gun, None)
    if known is None or range is not None:
        yield "3" if known is None else None


def aimed(look: Look, target: Craft, gun: ShipWeapon, units: int | None, *, reaction: bool) -> Shot:
    """Shot of the figure, once it is begun. Refuses `E_RANGE`, `E_POOL` (D6-12-09, D6-B-02)."""
    who, state, skill = look.own.id, look.known, gunnery_of(look.world, mine(look))
    actions = look.actions(who, reaction=reaction)
    pool = look.world.pool(state, who, skill, actions=actions, active=state.acting == who)
    made = shot(look, target, gun, units, pool)
    look.require(look.world.ready(state, who, skill, made.pips))
    return made


def launch(act: Act, gun: ShipWeapon) -> None:
    """A shot that is begun is rolled; who falls short may mend it with Character Points (D6-12-09, D6-B-28)."""
    play, who, craft, target = act.play, act.who, mine(act.look), act.found.target
    made = aimed(replace(play.look, who=who.id), target, gun, act.found.units, reaction=False)
    told = made if hearers(play.state, who.id) == EVERYONE else replace(made, pips=0)
    play.tell(Fires(who.id, craft.id, target.id, gun.name, who.station, told))
    salvo = Salvo(craft.id, who.id, target.id, gun.name, made.damage, made.side, gun.ion)
    skill = gunnery_of(act.world, craft)
    play.roll(who.id, skill, made.pips, made.against, "gunnery", bonus=made.bonus, salvo=salvo)
    play.go()


@entry(OUTCOMES, "gunnery")
def gunned(play: Play, task: Missed, ok: bool) -> None:
    """A hit at the number or above does its damage (D6-12-09)."""
    assert task.salvo is not None  # a shot has one
    play.tell(ShotLands(task.salvo.by, task.salvo.at, task.salvo.weapon, ok))
    if ok:
        play.push(task.salvo)


class Fires(Fact[State], frozen=True):
    """Somebody fires a weapon of a craft at another."""

    rule = "D6-12-09"
    threaded = True
    who: Who
    craft: Hull
    target: Hull
    gun: Thing
    station: str
    shot: Shot

    def evolve(self, state: State) -> State:
        key = f"{self.craft}/{self.station}"
        fired = {**state.duel.fired, key: state.duel.fired.get(key, 0) + 1}
        return replace(state, duel=replace(state.duel, fired=fired)) if state.tick else state

    def words(self, look: Look) -> Text:
        made = self.shot
        aim = noted(
            AT(target=ship_called(look.known, self.target)),
            AT_RANGE(range=term(made.range)) if made.range else NOTHING,
            AHEAD(bonus=made.bonus) if made.bonus else NOTHING,
        )
        return FIRES(
            who=called(look.known, self.who), gun=term(self.gun), craft=ship_called(look.known, self.craft), aim=aim,
            against=made.against,
        )  # fmt: skip


class ShotLands(Fact[State], frozen=True):
    """A shot from a craft hit, or missed."""

    says = either("hit", N_("{craft} **hits** {target} with the {gun}."), N_("{craft} misses {target}."))
    rule = "D6-12-09"
    threaded = True
    craft: Hull
    target: Hull
    gun: Thing
    hit: bool


# Gunners


def weapons_of(look: Look) -> tuple[str, ...]:
    """The weapons of the craft that the figure is aboard of."""
    craft = own(look)
    return () if isinstance(craft, Refused) else tuple(gun.name for gun in kind(look.world, craft).weapons)


def worked(look: Look) -> ShipWeapon:
    """The weapon that the figure works."""
    return next(gun for gun in kind(look.world, mine(look)).weapons if gun.name == look.own.station)


def seen_by(look: Look, target: Craft, found: Found) -> Refused | None:
    """Refuses a gunner's weapon that does not bear: one that points ahead needs the position of its craft, one that
    points back a foe who has it. `E_LOST`, `E_ARC` (D6-12-14).
    """
    if at_station(look, *weapons_of(look)) is not None or not duelling(look.known):
        return None
    gun, by = worked(look), codes.ahead(look.known, mine(look).id, target.id)
    if gun.arc == "front" and by <= 0:
        why = N_("The {gun} point ahead, and {target} is ahead by {by}.")
        return no(Code.E_LOST, why, "D6-12-05", gun=gun.name, target=target.label, by=-by)
    if gun.arc == "rear" and by >= 0:
        why = N_("The {gun} point back, and {target} is not behind.")
        return no(Code.E_ARC, why, "D6-12-14", gun=gun.name, target=target.label)
    return None


IN_ARC = FOE.that(seen_by, what="a foe in the arc")


class Fire(Deed):
    """Fire the weapon that you work as a gunner, at any moment of the space round."""

    path: ClassVar[str] = "d6-ship fire"
    line: ClassVar[str] = "fire at {target}[ from {units} units]"
    tried: ClassVar[int] = 4
    target: Annotated[str, IN_ARC] = Field(description="whom", max_length=60)
    units: Units = Field(None, description="space units, where the GM keeps no track of them")

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """Refuses `E_STATE`, `E_PHASE`, `E_RATE`, `E_TURRET` what is locked under the pilot (D6-12-14, D6-12-15)."""
        if refused := look.unfit() or unflown(look) or at_station(look, *weapons_of(look)) or look.down():
            return refused
        known, who, craft, gun = look.known, look.own, mine(look), worked(look)
        if refused := codes.silent(look, craft, gun):
            return refused
        if gun.name in craft.locked:
            why = N_("The {gun} of {craft} is locked forward, for the pilot.")
            return no(Code.E_TURRET, why, "D6-12-15", gun=gun.name, craft=craft.label)
        if known.tick and (shots := fired(known, craft, gun.name)) >= RATE:
            return no(Code.E_RATE, FIRED, "D6-12-14", shots=shots, most=RATE)
        return look.spent() if known.tick and known.acting == who.id else None

    def check(self, look: Look, found: Found) -> None:
        """Refuses `E_RANGE`, `E_POOL` (D6-B-17, D6-B-02)."""
        self._aimed(look, found)

    def _aimed(self, look: Look, found: Found) -> Shot:
        reaction = bool(look.known.tick) and look.known.acting != look.own.id
        then = look if reaction else look.begun(look.own.id)
        return aimed(then, found.target, worked(look), found.units, reaction=reaction)

    def ends(self, look: Look, found: Found) -> Mapping[str, Fraction]:
        """Chances that it hits, and of what a hit does (D6-12-14, D6-B-31)."""
        return dict(outcomes(look, found.target, self._aimed(look, found), ion=worked(look).ion))

    def obey(self, act: Act) -> None:
        """Whatever the pilots' totals, without what a position gives; the target's piloting is the number, by range at
        first contact. In the own turn it is an action of that, else it counts like a reaction (D6-12-14, D6-2-07).
        """
        if act.state.tick and act.state.acting != act.who.id:
            act.play.reacts(act.who.id)
        else:
            begins(act, rolled=True)
        launch(act, worked(act.look))

    @classmethod
    def likely(cls, look: Look) -> Iterator[Self]:
        """From where the foe is, or from a distance where nobody knows it."""
        for at in IN_ARC.fitting(look):
            yield from (cls(target=at.id, units=units) for units in from_where(look, at, worked(look)))


# Turrets


def _turret(look: Look, gun: ShipWeapon, found: Found) -> Refused | None:
    """E_TURRET for what is no turret, or is a gunner's (D6-12-15)."""
    craft = own(look)
    if isinstance(craft, Refused):
        return craft
    if not gun.turret:
        return no(Code.E_TURRET, N_("The {gun} of {craft} is no turret."), "D6-12-15", gun=gun.name, craft=craft.label)
    if craft.crew.get(gun.name, look.own.id) != look.own.id:
        return no(Code.E_TURRET, WORKS, "D6-12-15", who=called(look.known, craft.crew[gun.name]), gun=gun.name)
    return None


class LockTurret(Active):
    """Lock a turret forward, where the pilot fires it, or free it."""

    path: ClassVar[str] = "d6-ship lock"
    line: ClassVar[str] = "turn {turret} to {how}"
    turret: Annotated[str, GUN.that(_turret, what="a turret")] = Field(description="which", max_length=40)
    how: Literal["forward", "free"] = Field(description="forward, under the pilot, or free for a gunner")

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """Refuses `E_STATE` who works no station."""
        craft = own(look)
        return super().ready(look) or (craft if isinstance(craft, Refused) else None)

    def check(self, look: Look, found: Found) -> None:
        """Refuses `E_TURRET` what it is already (D6-12-15)."""
        turret, forward = found.turret.name, self.how == "forward"
        if (turret in mine(look).locked) is forward:
            why = N_("The {turret} is locked forward already.") if forward else N_("The {turret} is free already.")
            look.no(Code.E_TURRET, why, "D6-12-15", turret=turret)

    def obey(self, act: Act) -> None:
        """An action (D6-12-15)."""
        craft, turret, forward = mine(act.look), act.found.turret.name, self.how == "forward"
        play = begins(act)
        locked = tuple(sorted((set(craft.locked) | {turret}) if forward else set(craft.locked) - {turret}))
        play.tell(CraftChanged(replace(craft, locked=locked)))
        play.tell(TurretSet(craft.id, turret, forward))


class TurretSet(Fact[State], frozen=True):
    """A turret is locked forward, or free."""

    says = either("forward", N_("The {turret} of {craft} is locked forward."), N_("The {turret} of {craft} is free."))
    rule = "D6-12-15"
    threaded = True
    craft: Hull
    turret: Thing
    forward: bool
