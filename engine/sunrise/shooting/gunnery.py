"""Shooting: targets declared, and each attack from Holy Sanctuary to the last system. Rulebook: FS-WPN-07..22.

Also FS-FAC-04..06, -08, -12, -23, -31..33 and FS-UPG-22: what factions and upgrades do to attacks.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Annotated, ClassVar

from msgspec import UNSET, field
from msgspec.structs import replace
from pydantic import Field

from engine.act import Order
from engine.declared.changes import Sets
from engine.declared.sentences import either
from engine.game import ruled
from engine.look import Refused
from engine.noun import Found, Value
from engine.orders import Option
from engine.question import runs
from engine.report import News
from engine.sunrise import state as game
from engine.sunrise.abilities import aimed, facing_fire, line_of, rung_of
from engine.sunrise.chronicle import Blow
from engine.sunrise.data.codes import Code
from engine.sunrise.data.shapes import inches
from engine.sunrise.data.units import FactionCode, Type, Upgrade
from engine.sunrise.figures import weapons
from engine.sunrise.figures.factions import Miracle, inertial_ok, miracle_ok
from engine.sunrise.figures.hull import inertia
from engine.sunrise.figures.odds import best_reroll
from engine.sunrise.figures.rolls import dice, successes
from engine.sunrise.figures.sheet import rerolls
from engine.sunrise.figures.squadrons import in_dogfight
from engine.sunrise.harm import harm
from engine.sunrise.look import Faces, Look, Question, ShipOf, Systems, TurnFact, WeaponOf, split_list
from engine.sunrise.nouns import TARGET, asked_ships
from engine.sunrise.play import Answer, Keep, Play
from engine.sunrise.shooting.miracles import PoolChanged, spend
from engine.sunrise.state import Choice, Kind, Ship, Shot, State, Task, has, working
from engine.sunrise.words import SYSTEMS, TYPE_LETTERS, dice_words, signed
from engine.text.message import N_, NN_, NOTHING, T_, Text, name, recorded, term
from engine.text.reasons import Reasons

HAYWIRE_NEEDS = 4
"""What one die of Haywire Missiles must show (FS-FAC-32)."""


class SanctuaryRolled(TurnFact, frozen=True):
    """Holy Sanctuary's dice for a weapon; `turned` says that it must take another target (FS-FAC-08)."""

    says = either(
        "turned",
        N_("Holy Sanctuary of {target} rolls {faces} against {weapon}: it must take another target."),
        N_("Holy Sanctuary of {target} rolls {faces} against {weapon}: it holds its target."),
    )
    rule = "FS-FAC-08"
    ship: str
    weapon: WeaponOf
    target: ShipOf
    faces: Faces
    turned: bool


SHIP_GONE, TARGET_GONE = "its ship is gone", "its target is destroyed"
SANCTUARY = "Holy Sanctuary leaves it no other target"
NOT_MADE = Reasons(
    {
        SHIP_GONE: N_("The attack of {ship} ({weapon}) on {target} is lost: its ship is gone."),
        TARGET_GONE: N_("The attack of {ship} ({weapon}) on {target} is lost: its target is destroyed."),
        SANCTUARY: N_("The attack of {ship} ({weapon}) on {target} is lost: Holy Sanctuary leaves it no other target."),
        "the weapon is destroyed": N_("The attack of {ship} ({weapon}) on {target} is lost: the weapon is destroyed."),
        "the Control Bridge is out and the ship changed velocity or course": N_(
            "The attack of {ship} ({weapon}) on {target} is lost: the Control Bridge is out and the ship changed "
            "velocity or course."
        ),
        "the target bears {lies}, and the weapon covers {arcs}": N_(
            "The attack of {ship} ({weapon}) on {target} is lost: the target bears {lies}, and the weapon covers "
            "{arcs}."
        ),
        "{away} inches is range band {far}, and the weapon's is {own}": N_(
            "The attack of {ship} ({weapon}) on {target} is lost: {away} inches is range band {far}, and the weapon's "
            "is {own}."
        ),
        "the {hides} is between {here} and {there}": N_(
            "The attack of {ship} ({weapon}) on {target} is lost: the {hides} is between {here} and {there}."
        ),
        "{other} and {gun} of {called} do not both have working Binding Runes": N_(
            "The attack of {ship} ({weapon}) on {target} is lost: {other} and {gun} of {called} do not both have "
            "working Binding Runes."
        ),
    },
    N_("The attack of {ship} ({weapon}) on {target} is lost: {why}."),
)
"""Why attacks are not made, as it is recorded, each with its sentence."""


class ShotLost(TurnFact, frozen=True):
    """An attack that was declared is not made: why, as `NOT_MADE` has it, and the rule's id (FS-WPN-14, FS-HULL-07)."""

    ship: str
    weapon: str
    target: str
    why: str
    by_rule: str = field(name="rule")

    def words(self, look: Look) -> Text:
        weapon, target = look.system(self.ship, self.weapon), look.ship(self.target)
        return NOT_MADE.words(self.why, recorded, ship=look.ship(self.ship), weapon=weapon, target=target)


class Rerolled(TurnFact, frozen=True):
    """A die of an attack, by its place from 1, rolled again; `miracle` where it cost a Miracle Point (FS-WPN-15)."""

    says = either(
        "miracle",
        N_("{weapon}: die {die} is rolled again for a Miracle Point, {before} becomes {face}."),
        N_("{weapon}: die {die} is rolled again, {before} becomes {face}."),
    )
    ship: str
    weapon: WeaponOf
    die: int
    before: int
    face: int
    miracle: bool = False

    def cites(self) -> str:
        return "FS-FAC-06" if self.miracle else "FS-WPN-15"


ATTACK = N_(
    "{ship}, {weapon} at **{target}**: {range} in (band {band}), dice {dice} against {type} {rating}[, {off}] = "
    "**{damage}** damage.[ Ballistic dice destroy {systems} more.]"
)
HIGHEST_OFF = NN_("the highest off", "the highest {discard} off", "discard")


class Attacked(TurnFact, frozen=True, kw_only=True):
    """An attack, resolved: its dice as they count, the number of the highest that are off, the damage (FS-WPN-13).

    `range` is the distance that decided `band`; `values` are the dice after Fire Control (FS-HULL-09); `rating` is the
    target's defense; `broken` are the systems that ballistic dice destroy (FS-WPN-17).
    """

    ship: str
    weapon: str
    item: str
    type: Type
    target: str
    range: int
    band: int
    faces: tuple[int, ...]
    values: tuple[int, ...]
    rating: int
    discard: int
    damage: int
    broken: int = 0

    def evolve(self, state: State) -> State:
        blow = Blow(
            turn=state.turn,
            cause="attack",
            by=self.ship,
            target=self.target,
            weapon=self.weapon,
            item=self.item,
            range=self.range,
            band=self.band,
            faces=self.faces,
            values=self.values,
            rating=self.rating,
            discard=self.discard,
            broken=self.broken,
            raw=self.damage,
        )
        return replace(state, log=(*state.log, blow))

    def words(self, look: Look) -> News:
        """Range, dice high to low with those discarded struck out, defense, damage; and how the dice are verified."""
        words = ATTACK(
            ship=look.ship(self.ship),
            weapon=look.system(self.ship, self.weapon),
            target=look.ship(self.target),
            range=term(inches(self.range)),
            band=self.band,
            dice=dice_words(self.faces, self.discard, self.values),
            type=TYPE_LETTERS[self.type],
            rating=signed(self.rating),
            off=HIGHEST_OFF(discard=self.discard) if self.discard else NOTHING,
            damage=self.damage,
            systems=SYSTEMS(count=self.broken) if self.broken else NOTHING,
        )
        return ruled(words, f"FS-WPN-13 \u00b7 dice {self.label}", decides=True)

    @property
    def label(self) -> str:
        """The labels by which the dice are verified: "A1/c1/B3/1\u20135"."""
        last = f"\u2013{len(self.faces)}" if len(self.faces) > 1 else ""
        return f"{self.ship}/{self.weapon}/{self.target}/1{last}"


class HaywireRolled(TurnFact, frozen=True):
    """Haywire Missiles' dice, and the systems they destroy (FS-FAC-32)."""

    says = either(
        lambda fact: fact.systems > 0,
        N_("Haywire Missiles of {ship} roll {faces}, 4 or more: {systems} of {target} destroyed."),
        N_("Haywire Missiles of {ship} roll {faces}, 4 or more: nothing."),
    )
    rule = "FS-FAC-32"
    ship: ShipOf
    target: ShipOf
    faces: Faces
    systems: Systems


class Pushed(TurnFact, frozen=True):
    """Inertial Weaponry changed a ship's velocity (FS-FAC-33)."""

    says = N_("Inertial Weaponry of {by} changes the velocity of {ship} from {before} to {velocity}.")
    rule = "FS-FAC-33"
    makes = Sets("ships", "ship", "velocity")
    ship: ShipOf
    by: ShipOf
    before: int
    velocity: int


def _label(task: game.Ward | game.Cast) -> str:
    return f"{task.ship}/{task.shot.weapon}/{task.shot.target}"


def _lost(play: Play, ship: str, shot: Shot, why: str, rule: str) -> None:
    play.tell(ShotLost(ship, shot.weapon, shot.target, why, rule))


def phrase_of(refused: Refused) -> str:
    """The phrase of `NOT_MADE` for a shot that may not be made: the sentence of the refusal as a clause."""
    return re.sub("^The ", "the ", refused.why).removesuffix(".")


@runs(game.Aim)
def take_aim(play: Play, task: game.Aim) -> None:
    """A declared shot as it comes up: lost with its weapon or target, or made (FS-HULL-07, FS-WPN-14)."""
    state, shot = play.state, task.shot
    ship, target = state.ships[task.ship], state.ships.get(shot.target)
    if not ship.deployed:
        _lost(play, task.ship, shot, SHIP_GONE, "FS-HULL-07")
        return
    if target is None or not target.deployed:
        _lost(play, task.ship, shot, TARGET_GONE, "FS-WPN-14")
        return
    found = aimed(play.world, state, ship, shot, fresh=True)
    if isinstance(found, Refused):
        _lost(play, task.ship, shot, phrase_of(found), found.rule)
        return
    ward(play, game.Ward(task.ship, shot))


@runs(game.Turn)
def turn_away(play: Play, task: game.Turn) -> None:
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
            turned = weapons.sanctuary(faces)
            play.tell(SanctuaryRolled(task.ship, shot.weapon, shot.target, faces, turned))
            if turned:
                _elsewhere(play, task.ship, shot, left, done)
                return
        done = (*done, shot)
    play.push(*(game.Aim(task.ship, shot) for shot in done))


def _elsewhere(play: Play, ship_id: str, shot: Shot, left: tuple[Shot, ...], done: tuple[Shot, ...]) -> None:
    """The weapon must take another target, of the attacker's choice; without one the attack is lost (FS-FAC-08)."""
    state = play.state
    ship = state.ships[ship_id]
    again = replace(shot, barred=(*shot.barred, shot.target))
    options = [
        one.id
        for one in state.on_board(ship.side.other)
        if one.id not in again.barred
        and not isinstance(aimed(play.world, state, ship, Shot(shot.weapon, one.id, shot.source), fresh=True), Refused)
    ]
    if not options:
        _lost(play, ship_id, shot, SANCTUARY, "FS-FAC-08")
        play.push(game.Turn(ship_id, left, done))
        return
    choice = Choice(
        kind="redirect",
        side=ship.side,
        ship=ship_id,
        by=shot.weapon,
        target=shot.target,
        count=1,
        options=tuple(options),
        usual=(options[0],),
    )
    task = game.Turn(ship_id, (again, *left), done)
    if len(options) == 1:
        WhereToTurn().answered(play, task, choice, choice.usual)
    else:
        play.ask(choice, task)


class WhereToTurn(Question[game.Turn]):
    """Ship that Holy Sanctuary turns a weapon on instead (FS-FAC-08)."""

    kind = "redirect"
    place = 6
    rule = "FS-FAC-08"
    asks = N_("another target for a weapon of {ship}, which Holy Sanctuary turned away")
    awaited = T_("another target")

    def buttons(self, look: Look, choice: Choice) -> Iterable[tuple[Text, Order]]:
        for ship in asked_ships(look)[:4]:
            yield AIM_AT(ship=name(ship.name)), Redirect(target=ship.id)

    def advice(self, look: Look, choice: Choice) -> Order:
        """The weakest of the ships that can be hit instead."""
        return Redirect(target=min(choice.options, key=lambda id: (look.known.ships[id].pips, id)))

    def answered(self, play: Play, task: game.Turn, choice: Choice, answer: tuple[str, ...]) -> None:
        """The shot goes at another ship, which may have a sanctuary of its own."""
        shot = task.shots[0]
        again = replace(shot, target=answer[0])
        play.push(game.Turn(task.ship, (again, *task.shots[1:]), task.done))


AIM_AT = N_("Aim at {ship}")


class Redirect(Answer):
    """Turn a weapon on another ship."""

    path: ClassVar[str] = "sunrise-choose redirect"
    line: ClassVar[str] = "redirect to {target}"
    answers = (WhereToTurn,)
    target: Annotated[str, TARGET.but(among=asked_ships)] = Field(
        description="another ship that it can hit", max_length=40
    )

    def given(self, look: Look, choice: Choice, found: Found) -> tuple[str, ...]:
        """The other ship. Refuses `E_ONCE` for the ship that turned the weapon away, `E_RANGE`."""
        target: Ship = found.target
        if target.id not in choice.options:
            turned = target.id == choice.target
            why = N_("{target} turned it away.") if turned else N_("{target} cannot be hit by it.")
            look.no(Code.E_ONCE if turned else Code.E_RANGE, why(target=name(target.name)), "FS-FAC-08")
        return (target.id,)


@runs(game.Ward)
def ward(play: Play, task: game.Ward) -> None:
    """Miracles before the dice: the target's side may raise its defense, then the shooter's add a die.

    FS-FAC-04, FS-FAC-05.
    """
    state, shot = play.state, task.shot
    ship, target = state.ships[task.ship], state.ships[shot.target]
    if task.warded < 0:
        most = play.affordable(target.side, Miracle.DEFENSE)
        if most and not play.settled("defense", target.side):
            choice = Choice(
                kind="defense",
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
        most, task = play.affordable(ship.side, Miracle.DIE), game.Ward(task.ship, shot, max(0, task.warded))
        if most and shot.blessed is UNSET and not play.settled("die", ship.side):
            choice = Choice(kind="die", side=ship.side, ship=ship.id, by=shot.weapon, target=target.id, count=1)
            play.ask(choice, task)
            return
        if most and shot.blessed is True:
            spend(play, ship.side, Miracle.DIE, 1, "FS-FAC-04")
            task = replace(task, blessed=True)
    cast(play, task)


def cast(play: Play, task: game.Ward) -> None:
    """The dice are rolled (FS-WPN-10), which are the damage since July 2024 (FS-CHG-04)."""
    state, shot = play.state, task.shot
    ship, target = state.ships[task.ship], state.ships[shot.target]
    found = aimed(play.world, state, ship, shot, fresh=True)
    if isinstance(found, Refused):
        _lost(play, task.ship, shot, phrase_of(found), found.rule)
        return
    kind = play.world.mounted(ship, shot.weapon).type
    plain, extra = facing_fire(play.world, state, ship, target, kind)
    defense = plain + max(0, task.warded)
    rolled = weapons.pool(found, defense, extra + bool(task.blessed))
    faces = dice(play.roll, _label(task), rolled.dice)
    free = rerolls(ship.systems, play.world.pack, kind)
    over_dice(play, game.Cast(task.ship, shot, faces, defense, rolled.discard, free))


@runs(game.Cast)
def over_dice(play: Play, task: game.Cast) -> None:
    """Rerolls, as long as there are any and they are wanted; then the attack is counted (FS-WPN-15, FS-FAC-06)."""
    ship = play.state.ships[task.ship]
    side = ship.side
    if play.settled("reroll", side):
        by_policy(play, task)
        return
    miracles = play.affordable(side, Miracle.REROLL)
    if not task.free and not miracles:
        count_dice(play, task)
        return
    play.ask(
        Choice(
            kind="reroll",
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


class WhatToReroll(Question[game.Cast]):
    """Attack dice that are rolled again (FS-WPN-15, FS-FAC-06)."""

    kind = "reroll"
    place = 9
    rule = "FS-WPN-15"
    asks = N_("which die of the attack of {ship} on {target} is rolled again, if any")
    awaited = T_("rerolls")
    nothing = ()
    idle = N_("{side} keeps the dice.")

    def buttons(self, look: Look, choice: Choice) -> Iterable[tuple[Text, Order]]:
        yield KEEP_DICE, Keep()
        die = weapons.default_reroll(choice.faces)
        if die is not None and choice.count:
            yield ROLL_AGAIN(face=choice.faces[die]), Reroll(dice=str(die + 1))

    def usually(self, look: Look, choice: Choice) -> Text:
        die = weapons.default_reroll(choice.faces) if choice.count else None
        return KEEP_DICE if die is None else ROLL_AGAIN(face=choice.faces[die])

    def advice(self, look: Look, choice: Choice) -> Order:
        """The die whose reroll brings most; for a Miracle Point only where it brings enough."""
        world, known = look.world, look.known
        ship, target = known.ships[choice.ship], known.ships[choice.target]
        rating, _ = facing_fire(world, known, ship, target, world.mounted(ship, choice.by).type)
        discard = min(max(0, rating), len(choice.faces) - 1)
        controlled = has(ship.systems, Kind.FIRE_CONTROL)
        die, after = best_reroll(choice.faces, discard, controlled)
        now = sum(weapons.kept(weapons.values(choice.faces, controlled), discard))
        if die is None or (not choice.count and after - now < WORTH_A_POINT):
            return Keep()
        return Reroll(dice=str(die + 1))

    def answered(self, play: Play, task: game.Cast, choice: Choice, answer: tuple[str, ...]) -> None:
        """Some dice, by place from 1, are rolled again one after the other; none keeps them; "usual" is the policy."""
        if answer == ("usual",):
            by_policy(play, task)
            return
        for die in answer:
            task = reroll(play, task, int(die) - 1)
        if answer:
            over_dice(play, task)
        else:
            count_dice(play, task)


KEEP_DICE, ROLL_AGAIN = T_("Keep the dice"), N_("Roll the {face} again")
WORTH_A_POINT = 1
"""Damage that one Miracle Point must bring for the opponent to reroll a die."""


def _dice(look: Look, words: str, found: Found) -> tuple[str, ...]:
    """Dice by their places: upgrades' rerolls first, then for Miracle Points (FS-WPN-15, FS-FAC-06).

    Refuses `E_VALUE` for a die there is none of, `E_ONCE` beyond the upgrades' for other factions, `E_POINTS`.
    """
    choice, world = look.choice, look.world
    dice = tuple(str(look.count_of(word, "the place of a die", "FS-WPN-15")) for word in split_list(words))
    if not dice:
        look.no(Code.E_VALUE, T_("No die is named."), "FS-WPN-15")
    miracles = world.is_of(look.known, choice.side, FactionCode.CHILDREN_OF_THE_SUN)
    for number, die in enumerate(dice):
        look.require(weapons.reroll_ok(choice.faces, int(die) - 1, len(dice) if miracles else choice.count, number))
    paid = len(dice) - choice.count
    if paid > 0:
        look.require(miracle_ok(Miracle.REROLL, world.pack.prices, look.known.of(choice.side).pool, paid))
    return dice


DICE: Value[Look, tuple[str, ...]] = Value(
    "dice",
    _dice,
    lambda look, found: (
        Option(at, N_("die {number}: {face}")(number=term(f"{at}"), face=face))
        for at, face in zip(look.choice.options, look.choice.faces, strict=False)
    ),
)


class Reroll(Answer):
    """Roll dice of your attack again, by their places from 1."""

    path: ClassVar[str] = "sunrise-choose reroll"
    line: ClassVar[str] = "reroll {dice}"
    tried: ClassVar[int] = 2
    answers = (WhatToReroll,)
    dice: Annotated[str, DICE] = Field(description="one or more, with commas", max_length=60)


def reroll(play: Play, task: game.Cast, die: int) -> game.Cast:
    """One die again, free while there are free rerolls, else for a Miracle Point (FS-WPN-15, FS-FAC-06)."""
    miracle = task.free <= 0
    if miracle:
        spend(play, play.state.ships[task.ship].side, Miracle.REROLL, 1, "FS-FAC-06")
    number = task.rolled + 1
    face = play.roll(f"{_label(task)}/reroll {number}", 6)
    play.tell(Rerolled(task.ship, task.shot.weapon, die + 1, task.faces[die], face, miracle))
    faces = weapons.rerolled(task.faces, die, face)
    return game.Cast(task.ship, task.shot, faces, task.rating, task.discard, max(0, task.free - 1), number)


def by_policy(play: Play, task: game.Cast) -> None:
    """Free rerolls for an absent player: the lowest die while it is 3 or less (FS-WPN-15)."""
    while task.free:
        die = weapons.default_reroll(task.faces)
        if die is None:
            break
        task = reroll(play, task, die)
    count_dice(play, task)


def count_dice(play: Play, task: game.Cast) -> None:
    """Defenses discard, the damage is marked, systems go, and what else a hit does (FS-WPN-11..17)."""
    world, state, shot = play.world, play.state, task.shot
    ship, target = state.ships[task.ship], state.ships[shot.target]
    weapon = world.mounted(ship, shot.weapon)
    controlled = has(ship.systems, Kind.FIRE_CONTROL)
    fragmenting = working(ship.systems, Upgrade.FRAGMENTING_AMMUNITION)
    struck = weapons.strike(weapon.type, task.faces, task.discard, fire_control=controlled, fragmenting=fragmenting)
    source = state.ships.get(shot.source) if shot.source else None
    away = line_of(state, ship, target, source if source is not None and source.deployed else None).range
    play.tell(
        Attacked(
            ship=ship.id,
            weapon=shot.weapon,
            item=weapon.code,
            type=weapon.type,
            target=target.id,
            range=away,
            band=weapons.band(away),
            faces=task.faces,
            values=weapons.values(task.faces, controlled),
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
        tasks.append(game.Lose(target.id, struck.systems, "ballistic"))
    if marked and weapon.type is Type.MISSILE and working(ship.systems, Upgrade.HAYWIRE_MISSILES):
        tasks.append(game.Haywire(ship.id, target.id, shot.weapon))
    if marked and working(ship.systems, Upgrade.INERTIAL_WEAPONRY):
        tasks.append(game.Inertia(ship.id, target.id, inertia(marked)))
    play.push(*tasks)


def _feed_harbingers(play: Play, target: Ship) -> None:
    """Harbingers over a ship that is hit gain Miracle Points for their owner (FS-FAC-12, FS-WPN-21)."""
    around = play.state.assigned_to(target.id)
    if not around or in_dogfight(squadron.side for squadron in around):
        return
    for squadron in around:
        gain = rung_of(play.world, play.state, squadron).miracle
        if gain and play.world.is_of(play.state, squadron.side, FactionCode.CHILDREN_OF_THE_SUN):
            play.tell(PoolChanged(squadron.side, gain, play.state.of(squadron.side).pool + gain, "FS-FAC-12"))


@runs(game.Haywire)
def haywire(play: Play, task: game.Haywire) -> None:
    """Dice for each copy; each success destroys a system of its controller's choice (FS-FAC-32)."""
    ship, target = play.state.ships[task.ship], play.state.ships[task.target]
    if not target.deployed:
        return
    copies = working(ship.systems, Upgrade.HAYWIRE_MISSILES)
    faces = dice(play.roll, f"{task.ship}/{task.weapon}/{task.target}/haywire", copies)
    broken = successes(faces, HAYWIRE_NEEDS)
    play.tell(HaywireRolled(task.ship, task.target, faces, broken))
    if broken:
        play.push(game.Lose(task.target, broken, "haywire"))


@runs(game.Inertia)
def push_target(play: Play, task: game.Inertia) -> None:
    """The attacker may change the target's velocity (FS-FAC-33)."""
    ship, target = play.state.ships[task.ship], play.state.ships[task.target]
    if not target.deployed:
        return
    play.ask(
        Choice(kind="inertia", side=ship.side, ship=task.ship, target=task.target, count=task.most, usual=("0",)), task
    )


class HowToPush(Question[game.Inertia]):
    """Asks for the change of a velocity by Inertial Weaponry (FS-FAC-33)."""

    kind = "inertia"
    place = 11
    rule = "FS-FAC-33"
    asks = N_("how Inertial Weaponry changes the velocity of {target}")
    awaited = T_("an inertial push")
    nothing = ("0",)
    idle = N_("{side} leaves the velocity as it is.")

    def advice(self, look: Look, choice: Choice) -> Order:
        """Slows down a ship that was hit, so that it gets nowhere."""
        slower = min(choice.count, look.known.ships[choice.target].velocity)
        return Inertial(change=f"-{slower}") if slower else Keep()

    def answered(self, play: Play, task: game.Inertia, choice: Choice, answer: tuple[str, ...]) -> None:
        """The velocity changes, never below 0."""
        target = play.state.ships[task.target]
        change = int(answer[0])
        if change:
            play.tell(Pushed(target.id, task.ship, target.velocity, max(0, target.velocity + change)))


def _change(look: Look, words: str, found: Found) -> str:
    """A change of velocity. Refuses `E_VALUE`."""
    change = look.count_of(words, "the change", "FS-FAC-33")
    look.require(inertial_ok(change, look.choice.count))
    return str(change)


def _changes(look: Look, found: Found) -> list[Option]:
    choice = look.asked(HowToPush)
    if isinstance(choice, Refused):
        return []
    return [Option(f"{change:+d}") for change in range(-choice.count, choice.count + 1)]


class Inertial(Answer):
    """Change the velocity of the ship that you hit."""

    path: ClassVar[str] = "sunrise-choose inertial"
    line: ClassVar[str] = "inertial {change}"
    answers = (HowToPush,)
    change: Annotated[str, Value("a change", _change, _changes)] = Field(description="such as +2 or -3", max_length=8)
