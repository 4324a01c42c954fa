"""Ships and squadrons against each other in an activation: shots as it begins, dogfights and harm as it ends.

Rulebook: FS-SC-08, FS-SC-13..18, FS-DEF-05, FS-UPG-09, FS-UPG-19, FS-UPG-20.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar

from msgspec.structs import replace
from pydantic import Field

from engine.declared.changes import Sets
from engine.game import ruled
from engine.noun import Found, Value
from engine.orders import Option
from engine.question import runs
from engine.report import News
from engine.sunrise import state as game
from engine.sunrise.abilities import bonus, fighters, fighting, rung_of
from engine.sunrise.data.codes import Code
from engine.sunrise.data.units import Upgrade
from engine.sunrise.figures import squadrons as smallcraft
from engine.sunrise.figures.board import distance
from engine.sunrise.figures.sheet import point_defenses
from engine.sunrise.figures.squadrons import NEAR, Fighting
from engine.sunrise.figures.squadrons import harm as craft_harm
from engine.sunrise.harm import harm, lose_squadron
from engine.sunrise.look import Look, Question, TurnFact, split_list
from engine.sunrise.nouns import squadrons_named
from engine.sunrise.play import Answer, Play
from engine.sunrise.state import Choice, Ship, Side, Squadron, State, Task, acting_as, find, where, working
from engine.sunrise.words import faces_words, item_name
from engine.text import message
from engine.text.message import N_, T_, Text, joined, term

ARMS: dict[str, tuple[Text, str]] = {
    "flak": (T_("Stonewall Flak"), "FS-UPG-09"),
    "point-defenses": (T_("Point Defenses"), "FS-DEF-05"),
    "plague": (T_("Plague PD"), "FS-UPG-20"),
}
"""What shoots at squadrons, and its rule."""
ROLLS = N_("{arms} of {ship} rolls {dice} at {squadron}: {size} left.")
STRIKES = N_("{arms} of {ship} strikes {squadron}: {size} left.")
EACH_PLUS = N_("{dice} (each +{bonus})")


class SquadronShot(TurnFact, frozen=True):
    """Attacks on a squadron: by which ship and with what ("flak", "point-defenses", "plague"), the dice, what is left.

    `bonus` is what Illuminators add to each die (FS-SC-13, FS-UPG-19).
    """

    makes = Sets("squadrons", "squadron", "size")
    squadron: str
    by: str
    weapon: str
    faces: tuple[int, ...]
    bonus: int
    size: int

    def words(self, look: Look) -> News:
        arms, rule = ARMS.get(self.weapon) or (item_name(self.weapon, look.pack), "FS-SC-13")
        words = (ROLLS if self.faces else STRIKES)(
            arms=arms,
            ship=look.ship(self.by),
            dice=with_bonus(faces_words(self.faces), self.bonus),
            squadron=look.craft(self.squadron),
            size=self.size,
        )
        return ruled(words, rule)


def with_bonus(dice: Text, bonus: int) -> Text:
    """Dice, and after them the bonus of Illuminators to each, if there is any."""
    return EACH_PLUS(dice=dice, bonus=bonus) if bonus else dice


@runs(game.Flak)
def beginning(play: Play, task: game.Flak) -> None:
    """Fires on squadrons as a ship is activated: Flak, Point Defenses, then Plague PD (FS-TURN-07).

    FS-UPG-09, FS-DEF-05.
    """
    ship = play.state.ships[task.ship]
    flak = working(ship.systems, Upgrade.STONEWALL_FLAK)
    shots = point_defenses(ship.defenses, play.world.pack)
    after: list[Task] = []
    if flak or shots:
        foes = [squadron.id for squadron in play.state.assigned_to(ship.id) if squadron.side is not ship.side]
        for copy in range(1, flak + 1):
            for id in foes:
                size = play.state.squadrons[id].size
                after += _shoot(play, ship, id, f"{ship.id}/{id}/flak {copy}", size, "flak")
            foes = [id for id in foes if id in play.state.squadrons]
        for id in foes:
            after += _shoot(play, ship, id, f"{ship.id}/{id}/point defenses", shots, "point-defenses")
    play.push(*after, *(game.Plague(ship.id, system.id) for system in acting_as(ship.systems, Upgrade.PLAGUE_PD)))


def _shoot(play: Play, ship: Ship, id: str, label: str, attacks: int, weapon: str) -> list[Task]:
    """Attacks of a ship on a squadron (FS-SC-13); what follows when it is destroyed."""
    squadron = play.state.squadrons[id]
    if not attacks:
        return []
    toughness, plus = play.world.craft(squadron).toughness, bonus(play.state, ship.side, ship)
    faces, size = smallcraft.fired_upon(squadron.size, attacks, toughness, play.roll, label, plus)
    return _struck(play, SquadronShot(id, ship.id, weapon, faces, plus, size))


def _struck(play: Play, shot: SquadronShot) -> list[Task]:
    """Tells a shot at a squadron and gives the tasks that follow of it: nothing, or what its destruction brings."""
    play.tell(shot)
    if shot.size:
        return []
    return lose_squadron(play, play.state.squadrons[shot.squadron], "it was shot down", "FS-SC-20")


def infected(state: State, ship: Ship) -> list[Squadron]:
    """The squadrons that Plague PD of a ship may strike: those assigned to ships within 12 inches (FS-UPG-20)."""
    here = where(ship)
    near = [
        one.id
        for one in state.ships.values()
        if one.deployed and one.place is not None and distance(here, one.place) <= NEAR
    ]
    return [squadron for id in near for squadron in state.assigned_to(id)]


@runs(game.Plague)
def ask_plague(play: Play, task: game.Plague) -> None:
    """The owner picks any number of squadrons nearby (FS-UPG-20)."""
    ship = play.state.ships[task.ship]
    system = find(ship.systems, task.system)
    if not ship.deployed or system is None or not system.works:
        return
    near = infected(play.state, ship)
    if not near:
        return
    play.ask(
        Choice(
            kind="plague",
            side=ship.side,
            ship=ship.id,
            by=task.system,
            count=len(near),
            options=tuple(squadron.id for squadron in near),
            usual=tuple(squadron.id for squadron in near if squadron.side is not ship.side),
        ),
        task,
    )


class WhomToStrike(Question[game.Plague]):
    """Squadrons that Plague PD strikes (FS-UPG-20)."""

    kind = "plague"
    place = 5
    rule = "FS-UPG-20"
    asks = N_("which squadrons the Plague PD of {ship} strikes")
    awaited = T_("whom Plague PD strikes")
    nothing = ()
    idle = N_("{side} strikes nothing with Plague PD.")

    def answered(self, play: Play, task: game.Plague, choice: Choice, answer: tuple[str, ...]) -> None:
        """Each picked squadron loses one craft."""
        after: list[Task] = []
        for id in answer:
            size = play.state.squadrons[id].size - 1
            after += _struck(play, SquadronShot(id, task.ship, "plague", (), 0, size))
        play.push(*after)


def _picked(look: Look, words: str, found: Found) -> tuple[str, ...]:
    """The squadrons of a list, each once, all near. Refuses `E_UNKNOWN`, `E_SPACING`, `E_ONCE`, `E_VALUE`."""
    options = look.choice.options
    picks: list[str] = []
    for word in split_list(words):
        named = squadrons_named(look.world, look.known.squadrons.values(), word)
        if not named:
            look.no(Code.E_UNKNOWN, N_("There is no squadron “{word}”."), "FS-SC-01", word=word)
        near = [squadron.id for squadron in named if squadron.id in options]
        if not near:
            why = N_("{id} is not assigned to a ship within 12 inches.")
            look.no(Code.E_SPACING, why, "FS-UPG-20", id=term(named[0].id))
        fresh = [id for id in near if id not in picks]
        if not fresh:
            look.no(Code.E_ONCE, N_("{near} is named twice."), "FS-UPG-20", near=term(near[0]))
        picks.append(fresh[0])
    if not picks:
        look.no(Code.E_VALUE, T_("No squadron is named; `keep` strikes none."), "FS-UPG-20")
    return tuple(picks)


def _each_and_all(look: Look, found: Found) -> list[Option]:
    each = look.choice.options
    return [*map(Option, each), *([Option(", ".join(each))] if len(each) > 1 else [])]


class PlagueOn(Answer):
    """Pick the squadrons that Plague PD strikes."""

    path: ClassVar[str] = "sunrise-choose plague"
    line: ClassVar[str] = "plague {squadrons}"
    answers = (WhomToStrike,)
    squadrons: Annotated[str, Value("squadrons", _picked, _each_and_all)] = Field(
        description="one or more, with commas", max_length=200
    )


OVER, FIGHTS, NO_DICE = N_("**Dogfight over {ship}**"), N_("- {squadron} at {foe}: {dice}"), T_("no dice")
LEFT, SIZE = N_("- left: {sizes}"), N_("{squadron} {size}")


class Dogfought(TurnFact, frozen=True):
    """A round of a dogfight over a ship: everybody's foe and dice, and the sizes afterwards (FS-SC-16).

    All are by squadron; `bonus` is what Illuminators add to its dice.
    """

    rule = "FS-SC-16"
    decides = True
    ship: str
    foes: Mapping[str, str]
    faces: Mapping[str, tuple[int, ...]]
    bonus: Mapping[str, int]
    sizes: Mapping[str, int]

    def evolve(self, state: State) -> State:
        squadrons = {
            key: replace(squadron, size=self.sizes[key]) if key in self.sizes else squadron
            for key, squadron in state.squadrons.items()
        }
        return replace(state, squadrons=squadrons)

    def words(self, look: Look) -> Text:
        """Everybody's dice, foe and what is left."""
        fights = [
            FIGHTS(
                squadron=look.craft(own),
                foe=look.craft(foe),
                dice=with_bonus(faces_words(self.faces.get(own, ())) or NO_DICE, self.bonus.get(own, 0)),
            )
            for own, foe in self.foes.items()
        ]
        sizes = (SIZE(squadron=look.craft(id), size=size) for id, size in self.sizes.items())
        return joined("\n", (OVER(ship=look.ship(self.ship)), *fights, LEFT(sizes=message.listed(sizes))))


@runs(game.Craft)
def craft(play: Play, task: game.Craft) -> None:
    """An Offensive squadron harms the ship (FS-SC-08, FS-SC-14)."""
    squadron, ship = play.state.squadrons.get(task.squadron), play.state.ships[task.ship]
    if squadron is None or squadron.ship != task.ship or not ship.deployed:
        return
    does = rung_of(play.world, play.state, squadron)
    if not does.damages:
        return
    label = f"{squadron.id}/{task.ship}"
    raw = craft_harm(does, play.roll, label)
    _, after = harm(play, task.ship, raw, "squadron", squadron.id, f"{label}/hit")
    play.push(*after)


@runs(game.Clash)
def clash(play: Play, task: game.Clash) -> None:
    """Each side with a choice picks foes, then all attack at once (FS-SC-16)."""
    ship = play.state.ships[task.ship]
    every = fighters(play.world, play.state, ship)
    sides = {squadron.side for squadron in every}
    if not ship.deployed or len(sides) < 2:
        return
    for number, side in enumerate(task.sides):
        foes = [squadron.id for squadron in every if squadron.side is not side]
        if len(foes) < 2 or play.settled("dogfight", side):
            continue
        own = [squadron for squadron in every if squadron.side is side]
        usual = tuple(id for one in own if (foe := smallcraft.default_foe(one, every)) for id in (one.id, foe.id))
        choice = Choice(kind="dogfight", side=side, ship=ship.id, count=len(own), options=tuple(foes), usual=usual)
        play.ask(choice, game.Clash(task.ship, task.sides[number + 1 :], task.picks))
        return
    _fight(play, ship, every, dict(task.picks))


class WhomToFight(Question[game.Clash]):
    """Squadrons and those they fight (FS-SC-16)."""

    kind = "dogfight"
    place = 12
    rule = "FS-SC-16"
    asks = N_("whom its squadrons fight over {ship}")
    awaited = T_("whom your squadrons fight")

    def answered(self, play: Play, task: game.Clash, choice: Choice, answer: tuple[str, ...]) -> None:
        """The foes picked, as pairs of own squadron and foe; those not named fight the usual one."""
        pairs = tuple(zip(answer[::2], answer[1::2], strict=True))
        play.push(game.Clash(task.ship, task.sides, (*task.picks, *pairs)))


def _pairs(look: Look, text: str, found: Found) -> tuple[str, ...]:
    """Own squadrons and their foes, in turn. Refuses `E_VALUE`, `E_UNKNOWN`, `E_OWNER`, `E_FRIENDLY`, `E_ONCE`."""
    side, ship = look.own, look.known.ships[look.choice.ship]
    around = look.known.assigned_to(ship.id)
    picks: list[str] = []
    for part in split_list(text):
        words = part.split()
        middle = next((place for place, word in enumerate(words) if word.casefold() in ("at", "on", "v")), 0)
        if not middle or middle == len(words) - 1:
            look.no(Code.E_VALUE, N_("“{part}” cannot be read; write 'AS1 at BS1'."), "FS-SC-16", part=part)
        pair = []
        for wanted, typed in ((side, " ".join(words[:middle])), (side.other, " ".join(words[middle + 1 :]))):
            named = squadrons_named(look.world, around, typed)
            fits = [one for one in named if one.side is wanted and one.id not in picks[::2]] or named
            if not fits:
                look.no(Code.E_UNKNOWN, N_("No squadron “{name}” is in this dogfight."), "FS-SC-16", name=typed)
            pair.append(fits[0])
        if pair[0].side is not side:
            look.no(Code.E_OWNER, N_("{id} is the enemy's."), "FS-SC-16", id=term(pair[0].id))
        look.require(smallcraft.foe_ok(*(fighting(look.world, look.known, squadron, ship) for squadron in pair)))
        if pair[0].id in picks[::2]:
            look.no(Code.E_ONCE, N_("{id} picks one enemy."), "FS-SC-16", id=term(pair[0].id))
        picks += [pair[0].id, pair[1].id]
    if not picks:
        look.no(Code.E_VALUE, T_("No squadron is named; write 'AS1 at BS1'."), "FS-SC-16")
    return tuple(picks)


def _first_at_each(look: Look, found: Found) -> list[Option]:
    """The first own squadron at each foe."""
    return [Option(f"{own} at {foe}") for own in look.choice.usual[:1] for foe in look.choice.options]


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
    faces: dict[str, list[int]] = {squadron.id: [] for squadron in every}

    def roll(label: str, sides: int) -> int:
        face = play.roll(label, sides)
        faces[label.split("/")[2]].append(face)
        return face

    sizes = smallcraft.dogfight(every, picks, first, roll, f"{ship.id}/dogfight")
    by_id = {squadron.id: squadron for squadron in every}
    ordered = smallcraft.dogfight_order(every, first)
    foes = {
        squadron.id: foe.id
        for squadron in ordered
        if (foe := by_id.get(picks.get(squadron.id, "")) or smallcraft.default_foe(squadron, every)) is not None
    }
    play.tell(
        Dogfought(
            ship=ship.id,
            foes=foes,
            faces={id: tuple(rolled) for id, rolled in faces.items()},
            bonus={squadron.id: squadron.illuminators for squadron in ordered},
            sizes={squadron.id: sizes[squadron.id] for squadron in ordered},
        )
    )
    after: list[Task] = []
    for squadron in ordered:
        if not sizes[squadron.id]:
            after += lose_squadron(play, play.state.squadrons[squadron.id], "it lost a dogfight", "FS-SC-20")
    play.push(*after)
