"""Miracles that are bought in the course of a turn: a defense, a die, a system. Rulebook: FS-FAC-04, -05, -07."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, ClassVar, Self

from msgspec import field
from pydantic import Field

from engine import act
from engine.act import Order
from engine.declared.sentences import either
from engine.look import Refused, no
from engine.noun import Found, Value
from engine.sunrise.abilities import aimed, facing_fire
from engine.sunrise.data.codes import Code
from engine.sunrise.figures.factions import Miracle, price
from engine.sunrise.harm import broken_systems, restore_system, to_restore
from engine.sunrise.look import Look, Question, SideOf, TurnFact
from engine.sunrise.nouns import DEPLOYED
from engine.sunrise.play import Act, Answer, Keep, Play
from engine.sunrise.shooting.activation import end, idled
from engine.sunrise.state import Choice, Shot, Side, SideSets, Stage, Ward
from engine.sunrise.words import MIRACLE_POINTS
from engine.sunrise.worth import POINT, expected
from engine.text.message import N_, T_, Shown

BUY = 2 * POINT
"""Damage, in thousandths, that two Miracle Points must bring or spare to be spent on an attack by the opponent."""


Points = Annotated[int, Shown[int](lambda look, by, form: MIRACLE_POINTS(count=abs(by)))]
"""A field of a fact: Miracle Points, gained or spent."""


class PoolChanged(TurnFact, frozen=True):
    """Miracle Points gained (by Harbingers) or spent, and what is left (FS-FAC-04..07, FS-FAC-12)."""

    says = either(
        lambda fact: fact.by < 0, N_("{side} spends {by}; {pool} left."), N_("{side} gains {by}; {pool} left.")
    )
    makes = SideSets("pool")
    side: SideOf
    by: Points
    pool: int
    by_rule: str = field(name="rule")


def spend(play: Play, side: Side, miracle: Miracle, times: int, rule: str) -> None:
    """Pay Miracle Points (FS-FAC-02)."""
    cost = price(miracle, play.world.pack.prices, times)
    play.tell(PoolChanged(side, -cost, play.state.of(side).pool - cost, rule))


def gain(look: Look, choice: Choice, shooter: str, target: str, warded: int) -> int:
    """Mean damage, in thousandths, that a defense spares (`warded` 1) or a die adds (0) to the attack that comes."""
    world, known = look.world, look.known
    ship, victim = known.ships[shooter], known.ships[target]
    band_dice = aimed(world, known, ship, Shot(choice.by, target), fresh=True)
    if isinstance(band_dice, Refused):
        return 0
    rating, extra = facing_fire(world, known, ship, victim, world.mounted(ship, choice.by).type)
    before = expected(band_dice, rating, extra)
    if warded:
        return before - expected(band_dice, rating + 1, extra)
    return expected(band_dice, rating, extra + 1) - before


class WhetherToGuard(Question[Ward]):
    """Asks if Miracle Points raise a defense against an attack (FS-FAC-05)."""

    kind = "defense"
    place = 7
    rule = "FS-FAC-05"
    asks = N_("whether Miracle Points defend {ship} against {target}")
    awaited = T_("a miracle of defense")
    nothing = ("0",)
    idle = N_("{side} spends nothing on a defense.")

    def advice(self, look: Look, choice: Choice) -> Order:
        """A better defense where it spares enough; `choice.target` is the attacker."""
        return Guard(times=1) if gain(look, choice, choice.target, choice.ship, 1) >= BUY else Keep()

    def answered(self, play: Play, task: Ward, choice: Choice, answer: tuple[str, ...]) -> None:
        """The defense is bought, or not."""
        times = int(answer[0])
        if times:
            spend(play, choice.side, Miracle.DEFENSE, times, "FS-FAC-05")
        play.push(Ward(task.ship, task.shot, times))


class Guard(Answer):
    """Spend Miracle Points on a better defense against the attack that comes."""

    path: ClassVar[str] = "sunrise-choose defense"
    line: ClassVar[str] = "miracle defense {times}"
    tried: ClassVar[int] = 5
    answers = (WhetherToGuard,)
    times: int = Field(1, description="how much better", ge=1, le=50)

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        return look.outside() or look.unblessed("FS-FAC-05") or super().ready(look)

    def given(self, look: Look, choice: Choice, found: Found) -> tuple[str, ...]:
        """Steps by which the defense gets better. Refuses `E_POINTS`."""
        look.require(look.too_dear(Miracle.DEFENSE, self.times))
        return (str(self.times),)

    @classmethod
    def choices(cls, look: Look, choice: Choice) -> Iterable[Self]:
        return (cls(times=times) for times in range(1, choice.count + 1))


class WhetherToBless(Question[Ward]):
    """Asks if Miracle Points add a die to an attack (FS-FAC-04)."""

    kind = "die"
    place = 8
    rule = "FS-FAC-04"
    asks = N_("whether Miracle Points add a die to the attack of {ship} on {target}")
    awaited = T_("a miracle die")
    nothing = ()
    idle = N_("{side} spends nothing on a die.")

    def advice(self, look: Look, choice: Choice) -> Order:
        """Another die where it brings enough."""
        return Bless() if gain(look, choice, choice.ship, choice.target, 0) >= BUY else Keep()

    def answered(self, play: Play, task: Ward, choice: Choice, answer: tuple[str, ...]) -> None:
        """The die is bought, or not."""
        if answer:
            spend(play, choice.side, Miracle.DIE, 1, "FS-FAC-04")
        play.push(Ward(task.ship, task.shot, task.warded, bool(answer)))


class Bless(Answer):
    """Spend Miracle Points on another die for your attack."""

    path: ClassVar[str] = "sunrise-choose die"
    line: ClassVar[str] = "miracle die"
    answers = (WhetherToBless,)

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        refused, asked = look.outside() or look.unblessed("FS-FAC-04"), look.asked()
        if refused is None and isinstance(asked, Choice) and asked.faces:
            refused = no(Code.E_ONCE, T_("Its dice are rolled; a die is added before, and once."), "FS-FAC-04")
        return refused or super().ready(look)

    def given(self, look: Look, choice: Choice, found: Found) -> tuple[str, ...]:
        """It is bought. Refuses `E_POINTS`."""
        look.require(look.too_dear(Miracle.DIE))
        return ("yes",)


class MiracleRestore(act.Order):
    """Spend Miracle Points to restore a system of a ship of yours."""

    path: ClassVar[str] = "sunrise miracle"
    line: ClassVar[str] = "miracle restore {system} of {ship}"
    resolves = ("ship",)
    system: Annotated[str, Value("a system", to_restore, broken_systems)] = Field(
        description="the system that works again", max_length=60
    )
    ship: Annotated[str, DEPLOYED] = Field(description="a ship of yours", max_length=40)

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """Between steps, for the Children of the Sun."""
        stages = Stage.ORDERS, Stage.SQUADRONS, Stage.PICK, Stage.ACTION
        return look.unfree() or look.untimely("FS-FAC-07", *stages) or look.unblessed("FS-FAC-02")

    def check(self, look: Look, found: Found) -> None:
        """Refuses `E_POINTS`."""
        look.require(look.too_dear(Miracle.SYSTEM))

    def obey(self, act: Act) -> None:
        """Four Miracle Points restore a system of an own ship (FS-FAC-07)."""
        spend(act.play, act.side, Miracle.SYSTEM, 1, "FS-FAC-07")
        restore_system(act.play, act.found.ship.id, act.found.system.id, "FS-FAC-07")
        if act.play.state.acting and idled(act.play, act.play.state.ships[act.play.state.acting]):
            end(act.play)
