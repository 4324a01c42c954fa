"""What squadrons do over ships as an activation ends: dogfights, and harm. Rulebook: FS-SC-08, FS-SC-14..18."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar

from msgspec.structs import replace
from pydantic import Field

from engine.game import Fact
from engine.noun import Found, Value
from engine.orders import Option
from engine.question import runs
from engine.sunrise.answering import Answer
from engine.sunrise.asking import Question
from engine.sunrise.craft.berths import lose_squadron
from engine.sunrise.craft.flak import bonus, plus_words
from engine.sunrise.data.codes import Code, no
from engine.sunrise.figures.squadrons import (
    Fighting,
    default_foe,
    dogfight,
    dogfight_order,
    effect,
    foe_ok,
    in_dogfight,
)
from engine.sunrise.figures.squadrons import harm as craft_harm
from engine.sunrise.look import Look
from engine.sunrise.naming import listed, squadrons_named
from engine.sunrise.play import Play
from engine.sunrise.shooting.harm import harm
from engine.sunrise.state import Choice, Clash, Craft, Mode, Ship, Side, Squadron, State, Task
from engine.sunrise.words import faces_words
from engine.sunrise.world import World
from engine.text import message
from engine.text.message import N_, T_, Text, joined
from engine.text.names import shown

OVER, FIGHTS, NO_DICE = N_("**Dogfight over {ship}**"), N_("- {squadron} at {foe}: {dice}{plus}"), T_("no dice")
LEFT, SIZE = N_("- left: {sizes}"), N_("{squadron} {size}")


class Dogfought(Fact[State], frozen=True):
    """A round of a dogfight over a ship: everybody's foe and dice, and the sizes afterwards (FS-SC-16).

    All are by squadron; `bonus` is what Illuminators add to its dice.
    """

    rule = "FS-SC-16"
    decides = True
    threaded = True
    ship: str
    foes: Mapping[str, str]
    faces: Mapping[str, tuple[int, ...]]
    bonus: Mapping[str, int]
    sizes: Mapping[str, int]

    def evolve(self, state: State) -> State:
        squadrons = {
            key: replace(one, size=self.sizes[key]) if key in self.sizes else one
            for key, one in state.squadrons.items()
        }
        return replace(state, squadrons=squadrons)

    def words(self, look: Look) -> Text:
        """Everybody's dice, foe and what is left."""
        fights = [
            FIGHTS(
                squadron=look.craft(one),
                foe=look.craft(foe),
                dice=faces_words(self.faces.get(one, ())) or NO_DICE,
                plus=plus_words(self.bonus.get(one, 0)),
            )
            for one, foe in self.foes.items()
        ]
        sizes = (SIZE(squadron=look.craft(one), size=size) for one, size in self.sizes.items())
        return joined("\n", (OVER(ship=look.ship(self.ship)), *fights, LEFT(sizes=message.listed(sizes))))


def ending(state: State, ship: Ship) -> list[Task]:
    """What squadrons do as an activation ends: a dogfight, or else harm to the ship (FS-SC-08, FS-SC-15..17)."""
    around = state.assigned_to(ship.id)
    if not around:
        return []
    first = state.initiative or Side.A
    if in_dogfight(one.side for one in around):
        return [Clash(ship.id, (first, first.other))]
    return [Craft(ship.id, one.id) for one in around if one.mode is Mode.OFFENSIVE]


@runs(Craft)
def craft(play: Play, task: Craft) -> None:
    """An Offensive squadron harms the ship (FS-SC-08, FS-SC-14)."""
    squadron, ship = play.state.squadrons.get(task.squadron), play.state.ships[task.ship]
    if squadron is None or squadron.ship != task.ship or not ship.deployed:
        return
    does = effect(
        play.world.ladder(play.state, squadron), squadron.size, play.world.craft(squadron).size, squadron.mode
    )
    if not does.damages:
        return
    label = f"{squadron.id}/{task.ship}"
    raw = craft_harm(does, play.roll, label)
    _, after = harm(play, task.ship, raw, "squadron", squadron.id, f"{label}/hit")
    play.push(*after)


def fighters(world: World, state: State, ship: Ship) -> list[Fighting]:
    """The squadrons of a dogfight, as its rules look at them (FS-SC-16)."""
    return [fighting(world, state, one, ship) for one in state.assigned_to(ship.id)]


def fighting(world: World, state: State, one: Squadron, ship: Ship) -> Fighting:
    """A squadron over a ship as the rules of dogfights look at it (FS-SC-16)."""
    return Fighting(one.id, one.side, one.size, world.craft(one).toughness, bonus(state, one.side, ship))


@runs(Clash)
def clash(play: Play, task: Clash) -> None:
    """Each side with a choice picks foes, then all attack at once (FS-SC-16)."""
    ship = play.state.ships[task.ship]
    every = fighters(play.world, play.state, ship)
    sides = {one.side for one in every}
    if not ship.deployed or len(sides) < 2:
        return
    for number, side in enumerate(task.sides):
        foes = [one.id for one in every if one.side is not side]
        if len(foes) < 2 or play.settled("dogfight", side):
            continue
        own = [one for one in every if one.side is side]
        usual = tuple(id for one in own if (foe := default_foe(one, every)) for id in (one.id, foe.id))
        choice = Choice(kind="dogfight", side=side, ship=ship.id, count=len(own), options=tuple(foes), usual=usual)
        play.ask(choice, Clash(task.ship, task.sides[number + 1 :], task.picks))
        return
    _fight(play, ship, every, dict(task.picks))


class WhomToFight(Question[Clash]):
    """Whom squadrons fight (FS-SC-16)."""

    kind = "dogfight"
    place = 12
    rule = "FS-SC-16"
    asks = N_("whom its squadrons fight over {ship}")
    awaited = T_("whom your squadrons fight")

    def answered(self, play: Play, task: Clash, choice: Choice, answer: tuple[str, ...]) -> None:
        """The foes picked, as pairs of own squadron and foe; those not named fight the usual one."""
        pairs = tuple(zip(answer[::2], answer[1::2], strict=True))
        play.push(Clash(task.ship, task.sides, (*task.picks, *pairs)))


def _pairs(look: Look, text: str, found: Found) -> tuple[str, ...]:
    """Own squadrons and their foes, in turn. Refuses `E_VALUE`, `E_UNKNOWN`, `E_OWNER`, `E_FRIENDLY`, `E_ONCE`."""
    side, choice = look.own, look.known.choice
    assert choice is not None  # pairs are read while they are asked for
    ship = look.known.ships[choice.ship]
    around = look.known.assigned_to(choice.ship)
    picks: list[str] = []
    for part in listed(text):
        words = part.split()
        middle = next((place for place, word in enumerate(words) if word.casefold() in ("at", "on", "v")), 0)
        if not middle or middle == len(words) - 1:
            look.require(no(Code.E_VALUE, f"cannot read “{shown(part)}”; write 'AS1 at BS1'", "FS-SC-16"))
        pair = []
        for wanted, name in ((side, " ".join(words[:middle])), (side.other, " ".join(words[middle + 1 :]))):
            named = squadrons_named(look.world, around, name)
            fits = [one for one in named if one.side is wanted and one.id not in picks[::2]] or named
            if not fits:
                look.require(no(Code.E_UNKNOWN, f"no squadron “{shown(name)}” is in this dogfight", "FS-SC-16"))
            pair.append(fits[0])
        if pair[0].side is not side:
            look.require(no(Code.E_OWNER, f"{pair[0].id} is the enemy's", "FS-SC-16"))
        look.require(foe_ok(*(fighting(look.world, look.known, one, ship) for one in pair)))
        if pair[0].id in picks[::2]:
            look.require(no(Code.E_ONCE, f"{pair[0].id} picks one enemy", "FS-SC-16"))
        picks += [pair[0].id, pair[1].id]
    if not picks:
        look.require(no(Code.E_VALUE, "no squadron is named; write 'AS1 at BS1'", "FS-SC-16"))
    return tuple(picks)


def _first_at_each(look: Look, found: Found) -> list[Option]:
    """The first own squadron at each foe."""
    choice = look.known.choice
    if choice is None or not choice.usual:
        return []
    return [Option(f"{choice.usual[0]} at {foe}") for foe in choice.options]


class Dogfight(Answer):
    """Pick whom your squadrons fight; those that you do not name fight the usual enemy."""

    path: ClassVar[str] = "sunrise-choose dogfight"
    line: ClassVar[str] = "dogfight {pairs}"
    answers = (WhomToFight,)
    pairs: Annotated[str, Value("pairs", _pairs, _first_at_each)] = Field(
        description="such as: AS1 at BS1, AS2 at BS1", max_length=300
    )


def _fight(play: Play, ship: Ship, every: list[Fighting], picks: dict[str, str]) -> None:
    first = play.state.initiative or Side.A
    faces: dict[str, list[int]] = {one.id: [] for one in every}

    def roll(label: str, sides: int) -> int:
        face = play.roll(label, sides)
        faces[label.split("/")[2]].append(face)
        return face

    sizes = dogfight(every, picks, first, roll, f"{ship.id}/dogfight")
    by_id = {one.id: one for one in every}
    ordered = dogfight_order(every, first)
    foes = {
        one.id: foe.id
        for one in ordered
        if (foe := by_id.get(picks.get(one.id, "")) or default_foe(one, every)) is not None
    }
    play.say(
        Dogfought(
            ship=ship.id,
            foes=foes,
            faces={id: tuple(rolled) for id, rolled in faces.items()},
            bonus={one.id: one.illuminators for one in ordered},
            sizes={one.id: sizes[one.id] for one in ordered},
        )
    )
    after: list[Task] = []
    for one in ordered:
        if not sizes[one.id]:
            after += lose_squadron(play, play.state.squadrons[one.id], "it lost a dogfight", "FS-SC-20")
    play.push(*after)
