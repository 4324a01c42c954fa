"""What ships do to squadrons as they are activated: Flak, Point Defenses, Plague PD. FS-DEF-05, FS-UPG-09, -19, -20."""

from __future__ import annotations

from typing import Annotated, ClassVar

from pydantic import Field

from engine.game import Fact, ruled
from engine.noun import Found, Value
from engine.orders import Option
from engine.question import runs
from engine.report import News
from engine.sunrise.answering import Answer
from engine.sunrise.asking import Question
from engine.sunrise.craft.berths import lose_squadron
from engine.sunrise.data.codes import Code, no
from engine.sunrise.data.units import Upgrade
from engine.sunrise.figures.board import distance
from engine.sunrise.figures.sheet import point_defenses
from engine.sunrise.figures.squadrons import NEAR, fired_upon, illuminated
from engine.sunrise.look import Look
from engine.sunrise.naming import listed, squadrons_named, where
from engine.sunrise.play import Play
from engine.sunrise.state import (
    Choice,
    Plague,
    Ship,
    Side,
    Squadron,
    State,
    Task,
    acting_as,
    find,
    squadron_changed,
    working,
)
from engine.sunrise.words import faces_words, item_name
from engine.text.message import N_, NOTHING, T_, Text
from engine.text.names import shown

ARMS: dict[str, tuple[Text, str]] = {
    "flak": (T_("Stonewall Flak"), "FS-UPG-09"),
    "point-defenses": (T_("Point Defenses"), "FS-DEF-05"),
    "plague": (T_("Plague PD"), "FS-UPG-20"),
}
"""What shoots at squadrons, and its rule."""

ROLLS = N_("{arms} of {ship} rolls {dice}{plus} at {squadron}: {size} left.")
STRIKES = N_("{arms} of {ship} strikes {squadron}: {size} left.")
PLUS = N_(" (each +{bonus})")


class SquadronShot(Fact[State], frozen=True):
    """Attacks on a squadron: by which ship and with what ("flak", "point-defenses", "plague"), the dice, what is left.

    `bonus` is what Illuminators add to each die (FS-SC-13, FS-UPG-19).
    """

    threaded = True
    squadron: str
    by: str
    weapon: str
    faces: tuple[int, ...]
    bonus: int
    size: int

    def evolve(self, state: State) -> State:
        return squadron_changed(state, self.squadron, size=self.size)

    def words(self, look: Look) -> News:
        arms, rule = ARMS.get(self.weapon) or (item_name(self.weapon, look.pack), "FS-SC-13")
        words = (ROLLS if self.faces else STRIKES)(
            arms=arms,
            ship=look.ship(self.by),
            dice=faces_words(self.faces),
            plus=plus_words(self.bonus),
            squadron=look.craft(self.squadron),
            size=self.size,
        )
        return ruled(words, rule)


def plus_words(bonus: int) -> Text:
    """What Illuminators add to each die, after the dice; "" for nothing."""
    return PLUS(bonus=bonus) if bonus else NOTHING


def bonus(state: State, side: Side, ship: Ship) -> int:
    """What a side's Illuminators add to attacks on enemy squadrons that are made from a ship's place (FS-UPG-19)."""
    lamps = [
        (one.place, copies)
        for one in state.on_board(side)
        if one.place is not None and (copies := working(one.systems, Upgrade.ILLUMINATOR))
    ]
    return illuminated(where(ship), lamps) if lamps else 0


def beginning(play: Play, ship: Ship) -> list[Task]:
    """What a ship does to squadrons as it is activated: Flak, Point Defenses, then Plague PD (FS-TURN-07).

    FS-UPG-09, FS-DEF-05. Returns what follows.
    """
    flak = working(ship.systems, Upgrade.STONEWALL_FLAK)
    shots = point_defenses(ship.defenses, play.world.pack)
    after: list[Task] = []
    if flak or shots:
        plus = bonus(play.state, ship.side, ship)
        foes = [one.id for one in play.state.assigned_to(ship.id) if one.side is not ship.side]
        for copy in range(1, flak + 1):
            for id in foes:
                size = play.state.squadrons[id].size
                after += _shoot(play, ship, id, f"{ship.id}/{id}/flak {copy}", size, plus, "flak")
            foes = [id for id in foes if id in play.state.squadrons]
        for id in foes:
            after += _shoot(play, ship, id, f"{ship.id}/{id}/point defenses", shots, plus, "point-defenses")
    plague = [Plague(ship.id, one.id) for one in acting_as(ship.systems, Upgrade.PLAGUE_PD)]
    return [*after, *plague]


def _shoot(play: Play, ship: Ship, id: str, label: str, attacks: int, plus: int, weapon: str) -> list[Task]:
    """Attacks of a ship on a squadron (FS-SC-13); what follows when it is destroyed."""
    squadron = play.state.squadrons[id]
    if not attacks:
        return []
    toughness = play.world.craft(squadron).toughness
    faces, size = fired_upon(squadron.size, attacks, toughness, play.roll, label, plus)
    return _struck(play, SquadronShot(id, ship.id, weapon, faces, plus, size))


def _struck(play: Play, shot: SquadronShot) -> list[Task]:
    """What follows of a squadron being shot at: nothing, or what its destruction brings."""
    play.say(shot)
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


@runs(Plague)
def ask_plague(play: Play, task: Plague) -> None:
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
            options=tuple(one.id for one in near),
            usual=tuple(one.id for one in near if one.side is not ship.side),
        ),
        task,
    )


class WhomToStrike(Question[Plague]):
    """Which squadrons Plague PD strikes (FS-UPG-20)."""

    kind = "plague"
    place = 5
    rule = "FS-UPG-20"
    asks = N_("which squadrons the Plague PD of {ship} strikes")
    awaited = T_("whom Plague PD strikes")
    nothing = ()
    idle = N_("{side} strikes nothing with Plague PD.")

    def answered(self, play: Play, task: Plague, choice: Choice, answer: tuple[str, ...]) -> None:
        """Each picked squadron loses one craft."""
        after: list[Task] = []
        for id in answer:
            size = play.state.squadrons[id].size - 1
            after += _struck(play, SquadronShot(id, task.ship, "plague", (), 0, size))
        play.push(*after)


def _picked(look: Look, words: str, found: Found) -> tuple[str, ...]:
    """The squadrons of a list, each once, all near. Refuses `E_UNKNOWN`, `E_SPACING`, `E_ONCE`, `E_VALUE`."""
    choice = look.known.choice
    options = choice.options if choice is not None else ()
    picks: list[str] = []
    for word in listed(words):
        named = squadrons_named(look.world, look.known.squadrons.values(), word)
        if not named:
            look.require(no(Code.E_UNKNOWN, f"no squadron “{shown(word)}”", "FS-SC-01"))
        near = [one.id for one in named if one.id in options]
        if not near:
            why = f"{named[0].id} is not assigned to a ship within 12 inches"
            look.require(no(Code.E_SPACING, why, "FS-UPG-20"))
        fresh = [id for id in near if id not in picks]
        if not fresh:
            look.require(no(Code.E_ONCE, f"{near[0]} is named twice", "FS-UPG-20"))
        picks.append(fresh[0])
    if not picks:
        look.require(no(Code.E_VALUE, "no squadron is named; `keep` strikes none", "FS-UPG-20"))
    return tuple(picks)


class PlagueOn(Answer):
    """Pick the squadrons that Plague PD strikes."""

    path: ClassVar[str] = "sunrise-choose plague"
    line: ClassVar[str] = "plague {squadrons}"
    answers = (WhomToStrike,)
    squadrons: Annotated[str, Value("squadrons", _picked, lambda look, found: map(Option, options_of(look)))] = Field(
        description="one or more, with commas", max_length=200
    )


def options_of(look: Look) -> tuple[str, ...]:
    """What the viewer's side may pick now: each, and all of them."""
    choice = look.known.choice
    if choice is None or choice.side is not look.side:
        return ()
    return (*choice.options, ", ".join(choice.options)) if len(choice.options) > 1 else choice.options
