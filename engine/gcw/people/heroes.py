"""Heroes grow: levels with their abilities, and one hero more. Rulebook: GCW-HRO-01..06, CLK-25."""

from __future__ import annotations

from typing import Annotated, ClassVar

from msgspec import UNSET, UnsetType
from msgspec.structs import replace
from pydantic import Field

from engine.book import clock
from engine.clock import DAY, later
from engine.declared.changes import PutsUnder, Removes, Sets
from engine.declared.due import Dated, Earliest
from engine.declared.sentences import either
from engine.game import Fact, Seat, Table, only
from engine.gcw.acting import HERO_CLASS, OWN_HERO, PlayerOrder
from engine.gcw.data.people import Ability, HeroClass
from engine.gcw.economy.accounts import enter, unpaid
from engine.gcw.fleets import HeroTrained, Name, hero_class, hero_name
from engine.gcw.look import Look, Obeying, Player, Run, Term, ends_turn, player, with_before
from engine.gcw.look import Name as Called
from engine.gcw.state import Hero, State, Training, Why, hero_at, outermost
from engine.gcw.world import World
from engine.look import Refused
from engine.noun import Found
from engine.report import Report, Section, Suggestion
from engine.text.message import N_, T_, Text, name, term
from engine.text.names import shown
from engine.view import view

UPGRADE_COST = 1000
"""KC for a level (GCW-HRO-02)."""
MOST_HEROES = 2
"""Heroes of a player in a campaign, the dead among them (GCW-HRO-04)."""


def below_top(look: Look, hero: Hero, found: Found) -> Refused | None:
    """Those who can rise: FUNDS for who cannot pay, then HERO_MAX_LEVEL (GCW-HRO-02)."""
    top = hero.level >= look.world.pack.heroes[hero.klass].max_level
    risen = Refused("HERO_MAX_LEVEL", {"hero": shown(hero.name)}) if top else None
    return unpaid(look.known.players[look.viewer], UPGRADE_COST) or risen


class Upgrade(PlayerOrder):
    """Raise a hero of yours by one level, with the ability of that level, for 1,000 KC."""

    path: ClassVar[str] = "gcw-people upgrade"
    line: ClassVar[str] = "upgrade {hero}"
    hero: Annotated[str, OWN_HERO.that(below_top)] = Field(description="the hero", max_length=60)

    def obey(self, act: Obeying) -> None:
        """One level more, at once (GCW-HRO-02)."""
        hero: Hero = act.found.hero
        enter(act.table, act.seat, Why.HERO, hero.name, -UPGRADE_COST)
        act.say(Risen(hero.id, hero.klass, hero.level + 1), only(act.seat))


RISEN, LEVEL = N_("**{hero}** is of level {level} now: {gain}."), N_("level {level}")


class Risen(Fact[State], frozen=True):
    """A hero has risen to a level (GCW-HRO-02); or a moderator set it."""

    rule = "GCW-HRO-02"
    decides = True
    makes = Sets("heroes", "hero", "level")
    hero: str
    klass: str
    level: int
    before: int | UnsetType = UNSET
    """The level until a moderator set it."""

    def words(self, look: Look) -> Text:
        gain = ability(look, self.klass, self.level)
        words = RISEN(hero=hero_name(look, self.hero), level=self.level, gain=term(gain.text if gain else "-"))
        return with_before(words, UNSET if self.before is UNSET else LEVEL(level=self.before))


def ability(look: Look, klass: str, level: int) -> Ability | None:
    """The ability that a class of hero gains at a level; None where there is none (GCW-HRO-01)."""
    found = look.world.pack.heroes.get(klass)
    return next((skill for skill in found.abilities if skill.level == level), None) if found is not None else None


def affordable(look: Look, chosen: HeroClass, found: Found) -> Refused | None:
    """FUNDS for a class whose training costs more than there is; NOT_JOINED for whoever has no treasury."""
    return look.inactive() or unpaid(look.known.players[look.viewer], chosen.train_cost)


class Train(PlayerOrder):
    """Train your one extra hero, who begins at level 1."""

    path: ClassVar[str] = "gcw-people train"
    line: ClassVar[str] = "train {name} as {hero_class}"
    asks: ClassVar[str] = T_("There is one extra hero in a campaign, and no other in its place. Train this one?")
    name: Name = Field(description="the hero's name", max_length=40, examples=["Piett"])
    hero_class: Annotated[str, HERO_CLASS.that(affordable)] = Field(description="what the hero is", max_length=40)

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """Once in a campaign: heroes count alive, dead and in training (GCW-HRO-04)."""
        heroes = sum(hero.owner == look.viewer for hero in look.known.heroes.values())
        full = heroes + (look.viewer in look.known.trainings) >= MOST_HEROES
        return super().ready(look) or (Refused("HERO_LIMIT") if full else None)

    def obey(self, act: Obeying) -> None:
        """The hero is ready after the days of the class, at home in the Command Center (GCW-HRO-03, -04, -06)."""
        chosen: HeroClass = act.found.hero_class
        enter(act.table, act.seat, Why.TRAINING, self.name, -chosen.train_cost)
        hero = Hero(id=act.state.next_id("h", act.seat), owner=act.seat, name=self.name, klass=chosen.code)
        if not chosen.train_days:
            act.say(HeroTrained(hero), only(act.seat))
            return
        due = later(act.table.now, DAY * chosen.train_days)
        act.say(TrainingBegan(act.seat, Training(hero=hero, due_at=due)), only(act.seat))


TRAINS = N_("{hero} is in training[, until {at}].")


class TrainingBegan(Dated[State], frozen=True):
    """A hero is being trained (GCW-HRO-04, CLK-25). For its player."""

    rule = "GCW-HRO-04"
    makes = PutsUnder("trainings", "seat", "training")
    seat: Seat
    training: Training

    def words(self, look: Look) -> Text:
        return TRAINS(hero=name(self.training.hero.name), at=look.until(self.training.due_at))


@clock(next=Earliest("trainings", "due_at"), priority=50)
def trained(world: World, table: Table[State]) -> None:
    """Puts who was trained at home (GCW-HRO-06, CLK-25)."""
    for seat, training in list(table.state.trainings.items()):
        if training.due_at <= table.now:
            table.say(TrainingOver(seat), only(seat))
            table.say(HeroTrained(replace(training.hero, id=table.state.next_id("h", seat))), only(seat))


class TrainingOver(Fact[State], frozen=True):
    """A training is over."""

    silent = "the hero who is ready is told of beside it"
    makes = Removes("trainings", "seat")
    seat: Seat


@ends_turn(priority=35)
def hunted(run: Run) -> None:
    """A hero with an eye for heroes tells his player at the end of each turn which of others' are in his system
    (GCW-HRO-01).
    """
    state, seat = run.table.state, run.seat
    mine = [hero for hero in state.heroes.values() if hero.owner == seat and hero.alive]
    hunters = [hero for hero in mine if any(effect.kind == "SCAN" for effect in run.world.effects(hero))]
    for system in sorted({hero_at(state, hunter) for hunter in hunters} - {""}):
        for hero in state.heroes.values():
            if hero.owner != seat and hero.alive and hero_at(state, hero) == system:
                unit, pod = state.units.get(hero.aboard), state.pods.get(hero.aboard)
                cell = outermost(state, unit).cell if unit is not None else pod.cell if pod is not None else ""
                run.table.say(HeroSeen(hero.name, hero.owner, system, cell), only(seat))


class HeroSeen(Fact[State], frozen=True):
    """Somebody's hero is in a system, where a hunter of a player's is (GCW-HRO-01). For that player."""

    says = either(
        "cell",
        N_("**{hero}** of {owner} is at {system} {cell}."),
        N_("**{hero}** of {owner} is at {system}, aboard nothing."),
    )
    rule = "GCW-HRO-01"
    hero: Called
    owner: Player
    system: Term
    cell: Term


ALIVE, DEAD = T_("alive"), T_("dead")
HAS, NEXT = N_("level {level}: {text}"), N_("next, for {cost:,} KC, level {level}: {text}")


@view("heroes", "your heroes, what they can do and what the next level brings")
def heroes(look: Look, _: None) -> Report:
    """Each hero with the abilities of its levels, and the next (GCW-HRO-01, -02)."""
    seat = look.player_needed()
    sections, suggestions = [], []
    for hero in (hero for hero in look.known.heroes.values() if hero.owner == seat):
        klass = look.world.pack.heroes[hero.klass]
        lines = [HAS(level=one.level, text=term(one.text)) for one in klass.abilities if one.level <= hero.level]
        coming = ability(look, hero.klass, hero.level + 1)
        if coming is not None and hero.alive:
            lines.append(NEXT(cost=UPGRADE_COST, level=coming.level, text=term(coming.text)))
            suggestions.append(Suggestion(N_("Upgrade {hero}")(hero=name(hero.name)), f"upgrade {hero.name}"))
        heading = N_("{name}, {klass} of level {level}, {state}")(
            name=name(hero.name), klass=hero_class(look, hero), level=hero.level, state=ALIVE if hero.alive else DEAD
        )
        sections.append(Section(heading, tuple(lines)))
    lead = player(seat) if sections else T_("You have no hero.")
    return Report(T_("Your heroes"), lead, tuple(sections), tuple(suggestions), rule="GCW-HRO-01")
