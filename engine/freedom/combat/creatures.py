"""Creatures and irate locals: whom they attack, how they fight, what they leave behind. FITG-CRE-01 to -11, S4, D5."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, ClassVar, Self

from msgspec.structs import replace
from pydantic import Field

from engine.declared.changes import Alters, Change, Sets, Together, Writes
from engine.declared.sentences import told_by
from engine.freedom.combat.fight import AFTERWARDS, POSSESSION, WhoOutwits, begin
from engine.freedom.combat.reckoning import Reckoning
from engine.freedom.data.pack import Code, Creature, Side
from engine.freedom.look import BY_THE_GUIDE, Called, Look, Names, Place, Question
from engine.freedom.missions import WhoHides
from engine.freedom.nouns import OWN_PERSON, asked_about
from engine.freedom.pieces import ItemGone, hurt, rest
from engine.freedom.play import Answer, Play
from engine.freedom.state import LOCALS, ROBOTS, Ask, Choice, Encounter, Fight, Force, Kind, Person, Ship, State, Weapon
from engine.game import Fact
from engine.noun import Found
from engine.question import runs
from engine.text.message import N_, NN_, T_


@runs(Encounter)
def meet(play: Play, task: Encounter) -> None:
    """A group is attacked at once, and goes on with its mission afterwards (FITG-CRE-05 to -07)."""
    group = [play.state.people[called] for called in play.state.groups(task.environ).get(task.group, ())]
    if task.creature == LOCALS:
        meet_locals(play, task, spared(play, group, "locals"))
        return
    creature = play.world.pack.creatures[task.creature]
    robots = task.creature in ROBOTS
    people = spared(play, group, "robots") if robots else first_creature(play, task, group)
    if creature.mind and any(item.steady for person in people for item in play.world.items(person)):
        people = []  # a Charsot ignores what attacks the mind
    if not people:
        play.tell(Ignored(task.environ, creature.name))
        return
    play.tell(Met(task.environ, creature.name, tuple(person.name for person in people)))
    manners(play, task, creature, people)


def spared(play: Play, people: Sequence[Person], what: str) -> list[Person]:
    """Those of a group who are attacked: who ignores it stays out of the combat (D9)."""
    return [person for person in people if what not in play.world.card(person).spares]


def first_creature(play: Play, task: Encounter, group: Sequence[Person]) -> list[Person]:
    """Those whom a creature attacks: a companion keeps the first from all, its friend from one (D8, D9)."""
    kept = [one.name for one in group if any("first-creature" in item.spares for item in play.world.items(one))]
    if kept:
        rest(play, kept, f"{task.environ}/{task.creature}")
        return []
    urban = play.state.environs[task.environ].terrain == "urban"
    return list(group) if urban else spared(play, group, "first-creature")


def manners(play: Play, task: Encounter, creature: Creature, people: Sequence[Person]) -> None:
    """Does what a creature does: most fight the whole group, some each character, some nobody (D5)."""
    world = play.world
    everybody = world.ranked(people)
    best = max(world.intelligence(person) for person in people)
    polite = creature.rude and any(world.diplomacy(person) >= 3 for person in people)
    guided, rebels = world.version >= BY_THE_GUIDE, people[0].side is Side.REBEL
    if polite or (creature.hunts_ships and guided and ship_among(play.state, everybody) is None):
        play.tell(Ignored(task.environ, creature.name))
    elif creature.manner == "harmless":
        if creature.draws and not (creature.dull and best >= 3):
            play.tell(Distracted(task.environ, task.group, creature.draws))
        if creature.gift and (not guided or (rebels and not play.state.gifted)):
            give(play, everybody[0])
    elif creature.manner == "spores":
        hurt(play, [(person, 4 - best) for person in everybody if best < 4])
    elif creature.manner in ("swarm", "stalker"):
        for victim in reversed(everybody):
            fight_creature(play, task, creature, (victim,))
    elif creature.manner == "duel":
        wise = world.wisest(people)
        play.put(task, "duel", Ask(people[0].side, wise, wise[:1]), where=task.environ, about=creature.name)
    elif creature.manner == "grip":
        held = play.pick(f"{task.environ}/{creature.name}/held", everybody)
        if len(everybody) == 1:
            person = play.state.people[held]
            hurt(play, [(held, world.boxes(person))])
        else:
            fight_creature(play, task, creature, tuple(one for one in everybody if one != held), held)
    else:
        fight_creature(play, task, creature, everybody)


def fight_creature(play: Play, task: Encounter, creature: Creature, defenders: tuple[str, ...], held: str = "") -> None:
    """The other side attacks with a creature, to kill (FITG-CRE-03, FITG-CRE-10, FITG-CHR-06, FITG-CHR-07)."""
    force = Force(creature.name, creature.attack, creature.endurance)
    set_upon(play, task, force, defenders, "fire" if creature.firefight else "hand", held)


def meet_locals(play: Play, task: Encounter, people: Sequence[Person]) -> None:
    """Irate locals of the first race of the environ attack, to kill.

    FITG-CHR-05, FITG-CRE-02, FITG-CRE-04, FITG-CRE-09, FITG-CRE-11.
    """
    world, environ = play.world, play.state.environs[task.environ]
    race = world.pack.environs[task.environ].races[0]
    if not people:
        play.tell(Ignored(task.environ, race))
        return
    line = next(kind for kind in world.pack.locals if (kind.race, kind.terrain) == (race, environ.terrain))
    by_hand = line.by_hand is not play.state.options.locals_flag_inverted
    force = Force(race, line.attack, line.endurance)
    set_upon(play, task, force, world.ranked(people), "hand" if by_hand else "fire")


def set_upon(
    play: Play, task: Encounter, force: Force, defenders: tuple[str, ...], weapon: Weapon, held: str = ""
) -> None:
    """The other side sets a force upon these of a group, to kill, and a Magron besides on whom it holds."""
    side = play.state.people[defenders[0]].side.other
    kind = Kind.LOCALS if task.creature == LOCALS else Kind.CREATURE
    begin(play, Fight(task.environ, kind, side, weapon, "kill", defenders, force, held=held, group=task.group))


class WhomItDuels(Question[Encounter]):
    """Members of a group who stand up to a creature that attacks one (D5: Telebots)."""

    kind = "duel"
    rule = "FITG-CRE-03"
    asks = N_("who stands up to the {about} in {where}")
    awaited = T_("who stands up to a creature")

    def answered(self, play: Play, task: Encounter, choice: Choice, answer: tuple[str, ...]) -> None:
        """That character fights it alone."""
        fight_creature(play, task, play.world.pack.creatures[task.creature], answer)


class Pick(Answer):
    """Pick the character that you are asked for: who hides a group, or stands up to a creature."""

    path: ClassVar[str] = "freedom pick"
    line: ClassVar[str] = "pick {person}[ using {item}]"
    answers = (WhomItDuels, WhoOutwits, WhoHides)
    person: Annotated[str, OWN_PERSON.but(among=asked_about)] = Field(description="a character of yours", max_length=40)
    item: Annotated[str, POSSESSION] = Field("", description="what it hides with, such as: Scrambler", max_length=40)

    def given(self, look: Look, choice: Choice, found: Found) -> tuple[str, ...]:
        """That character, and with what. Refuses `E_TYPE`."""
        person: Person = found.person
        if not self.item:
            return (person.name,)
        wanted = f"{person.name}/{self.item}".casefold()
        used = next((option for option in look.options if option.casefold() == wanted), None)
        if used is None:
            why = N_("{person} has no “{item}” to use here.")
            look.no(Code.E_TYPE, why, "FITG-CHR-18", person=person.name, item=self.item)
        return (used,)

    @classmethod
    def choices(cls, look: Look, choice: Choice) -> Iterator[Self]:
        for option in look.options:
            person, _, item = option.partition("/")
            if person in look.known.people:
                yield cls(person=person, item=item)


def after_creature(play: Play, fight: Fight, won: bool) -> None:
    """Tells what a creature leaves behind when the combat with it is over (D5)."""
    creature = Reckoning(play.world, play.state, fight).creature
    rebels = () if won else play.state.free(fight.defenders)
    if won and creature.loyal and (fight.side is Side.IMPERIAL or play.world.version < BY_THE_GUIDE):
        planet = play.state.planets[play.state.environs[fight.environ].planet]
        play.tell(Loyal(planet.name, max(-2, planet.loyalty - 1)))
    if creature.steals and rebels:
        goods = [(rebel, item) for rebel in rebels for item in play.state.people[rebel].items]
        if goods:
            owner, item = play.pick(f"{fight.environ}/stolen", goods)
            play.tell(ItemGone(owner, item))
    if creature.lasts and fight.round - 1 - won >= creature.lasts:
        if creature.draws:
            play.tell(Distracted(fight.environ, fight.group, creature.draws))
        group = play.state.groups(fight.environ).get(fight.group, [])
        ship = ship_among(play.state, group)
        if creature.hunts_ships and ship is not None:
            play.tell(ShipDamaged(ship.id))


AFTERWARDS.append(after_creature)


def ship_among(state: State, people: Iterable[str]) -> Ship | None:
    """The first ship that one of these characters has; None without one."""
    return next((ship for person in people for ship in state.ships.values() if ship.owner == person), None)


def give(play: Play, person: str) -> None:
    """The first meeting with a Zop: a possession that nobody has, drawn at random (D5)."""
    had = {item for one in play.state.people.values() for item in one.items}
    left = [item for item in play.world.pack.possessions if item not in had]
    if left:
        gained = Gifted if play.world.version >= BY_THE_GUIDE else ItemGained
        play.tell(gained(person, play.pick(f"{person}/gift", left)))


class Met(Fact[State], frozen=True):
    """A group meets a creature (FITG-CRE-03)."""

    says = NN_("{people} meets **{creature}** in {environ}.", "{people} meet **{creature}** in {environ}.", "people")
    rule = "FITG-CRE-03"
    decides = True
    environ: Place
    creature: Place
    people: Names


class Ignored(Fact[State], frozen=True):
    """A creature or locals attack nobody."""

    says = N_("{creature} in {environ}: nobody is attacked.")
    rule = "FITG-CRE-01"
    threaded = True
    environ: Place
    creature: Place


class Distracted(Fact[State], frozen=True):
    """A group draws fewer cards for its mission, or none besides its own (D5)."""

    says = told_by(
        "draws",
        fewer=N_("The group in {environ} has one bonus draw fewer."),
        none=N_("The group in {environ} has no bonus draws."),
    )
    rule = "FITG-CRE-01"
    environ: Place
    group: int
    draws: str


class Loyal(Fact[State], frozen=True):
    """A planet comes one space closer to the Rebels (D5: Synestins)."""

    says = N_("The loyalty of {planet} moves to {loyalty:+}.")
    rule = "FITG-CRE-03"
    makes = Sets("planets", "planet", "loyalty")
    planet: Place
    loyalty: int


class ShipDamaged(Fact[State], frozen=True):
    """A ship is damaged (D5: Rotron)."""

    says = N_("The {ship} is damaged.")
    rule = "FITG-CRE-03"
    makes = Sets("ships", "ship", damaged=True)
    ship: Called


ITEM = Alters("people", "name", lambda person, gained: replace(person, items=(*person.items, gained.item)))


class ItemGained(Fact[State], frozen=True):
    """A character has a possession (D8)."""

    says = N_("{name} has the {item}.")
    decides = True
    makes: ClassVar[Change | None] = ITEM
    name: Called
    item: Place


class Gifted(ItemGained, frozen=True):
    """A Zop gives a character a possession, which it does once (D5)."""

    makes = Together(ITEM, Writes(gifted=True))
