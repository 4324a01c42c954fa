"""What is done to squadrons over ships, and by them: Flak, Plague PD, dogfights, harm. Rulebook: FS-SC-08, -13..18.

Also FS-DEF-05, FS-UPG-09, FS-UPG-19, FS-UPG-20.
"""

from __future__ import annotations

from engine.sunrise.agenda import Ask, Choice, Clash, Craft, Plague, Task
from engine.sunrise.craft.berths import lose_squadron
from engine.sunrise.data.ships import Upgrade
from engine.sunrise.facts import Dogfought, SquadronShot
from engine.sunrise.figures.board import distance
from engine.sunrise.figures.markers import Side
from engine.sunrise.figures.sheet import acting_as, find, point_defenses, working
from engine.sunrise.figures.squadrons import (
    NEAR,
    Fighting,
    Mode,
    default_foe,
    dogfight,
    dogfight_order,
    effect,
    fired_upon,
    illuminated,
    in_dogfight,
)
from engine.sunrise.figures.squadrons import harm as craft_harm
from engine.sunrise.naming import where
from engine.sunrise.play import Play, runs, takes
from engine.sunrise.shooting.harm import harm
from engine.sunrise.state import Ship, Squadron, State
from engine.sunrise.world import World


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
    play.say(SquadronShot(id, ship.id, weapon, faces, plus, size))
    if size:
        return []
    return lose_squadron(play, play.state.squadrons[id], "it was shot down", "FS-SC-20")


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
            kind=Ask.PLAGUE,
            side=ship.side,
            ship=ship.id,
            by=task.system,
            count=len(near),
            options=tuple(one.id for one in near),
            usual=tuple(one.id for one in near if one.side is not ship.side),
        ),
        task,
    )


@takes(Ask.PLAGUE)
def take_plague(play: Play, task: Plague, choice: Choice, answer: tuple[str, ...]) -> None:
    """Each picked squadron loses one craft."""
    after: list[Task] = []
    for id in answer:
        size = play.state.squadrons[id].size - 1
        play.say(SquadronShot(id, task.ship, "plague", (), 0, size))
        if not size:
            after += lose_squadron(play, play.state.squadrons[id], "it was shot down", "FS-SC-20")
    play.push(*after)


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
        if len(foes) < 2 or play.automatic(Ask.DOGFIGHT, side):
            continue
        own = [one for one in every if one.side is side]
        usual = tuple(id for one in own if (foe := default_foe(one, every)) for id in (one.id, foe.id))
        choice = Choice(kind=Ask.DOGFIGHT, side=side, ship=ship.id, count=len(own), options=tuple(foes), usual=usual)
        play.ask(choice, Clash(task.ship, task.sides[number + 1 :], task.picks))
        return
    _fight(play, ship, every, dict(task.picks))


@takes(Ask.DOGFIGHT)
def take_foes(play: Play, task: Clash, choice: Choice, answer: tuple[str, ...]) -> None:
    """The foes picked, as pairs of own squadron and foe; those not named fight the usual one."""
    pairs = tuple(zip(answer[::2], answer[1::2], strict=True))
    play.push(Clash(task.ship, task.sides, (*task.picks, *pairs)))


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
