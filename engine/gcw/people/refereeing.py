"""Orders of moderators for a campaign as a whole: its worlds, battles, heroes, and its end. Register section 6.6."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec import UNSET
from pydantic import Field

from engine.act import Act
from engine.clock import DAY, later
from engine.declared.changes import Sets
from engine.game import EVERYONE, Fact, only
from engine.gcw.acting import SYSTEM
from engine.gcw.battles import Hostility, close_battles
from engine.gcw.conflict import end_conflict
from engine.gcw.fleets import HeroDied, OwnHero
from engine.gcw.look import Look, hearers, when
from engine.gcw.moderating import OWNER, PLAYER, ModeratorOrder, Ruled, named_players
from engine.gcw.people.heroes import Risen
from engine.gcw.people.strongholds import defend
from engine.gcw.people.victory import EndsAt, Reopened, end
from engine.gcw.state import Hero, State
from engine.gcw.world import AT_HOME, VEILED, World
from engine.look import Refused
from engine.noun import Found, Noun
from engine.text.message import N_, T_, term
from engine.text.names import shown


def undefended(look: Look, system: str, found: Found) -> Refused | None:
    """ALREADY_DEFENDED for a world that has its defenders, or is a player's (GCW-FAC-14)."""
    taken = system in look.known.defended or system in look.known.owners
    return Refused("ALREADY_DEFENDED", {"system": system}) if taken else None


class Defend(ModeratorOrder):
    """Put the defenders of a world in their places, as the Planet List has them."""

    path: ClassVar[str] = "gm-gcw events defend"
    line: ClassVar[str] = "defend {system}"
    system: Annotated[str, SYSTEM.that(undefended)] = Field(description="the system", max_length=60)

    def correct(self, act: Act[World, State]) -> None:
        """Once for each world (GCW-FAC-14)."""
        system = act.found.system
        defend(act.world, act.table, system)
        act.say(Ruled(N_("{system} has its defenders, a moderator ruled.")(system=term(system))), EVERYONE)


def fought_over(look: Look, system: str, found: Found) -> Refused | None:
    """NO_BATTLE where nobody fights."""
    return None if system in look.known.battles else Refused("NO_BATTLE", {"system": system})


class CloseBattle(ModeratorOrder):
    """Close a battle: its parties are hostile no more."""

    path: ClassVar[str] = "gm-gcw events close-battle"
    line: ClassVar[str] = "close battle at {system}"
    system: Annotated[str, SYSTEM.that(fought_over)] = Field(description="the system", max_length=60)

    def correct(self, act: Act[World, State]) -> None:
        """Hostility among its parties ends, and with it the battle (register 6.6)."""
        battle = act.state.battles[act.found.system]
        mutual = True if act.world.version >= AT_HOME else UNSET
        for party in battle.parties:
            for other in battle.parties:
                if (party, other) in act.state.hostile:
                    act.say(Hostility((party, other), False, mutual), hearers(party, other))
        close_battles(act.table)


def conflicts_at(state: State, system: str) -> list[str]:
    """The conflicts of a system, by their keys: one for each who was told of it."""
    return [key for key in state.conflicts if key.partition("/")[2] == system]


def in_conflict(look: Look, system: str, found: Found) -> Refused | None:
    """NO_CONFLICT without one, BATTLE_GOES_ON while there is fighting (GCW-CON-05)."""
    if not conflicts_at(look.known, system):
        return Refused("NO_CONFLICT", {"system": system})
    return Refused("BATTLE_GOES_ON", {"system": system}) if system in look.known.battles else None


class EndConflict(ModeratorOrder):
    """End the conflict of a system at once."""

    path: ClassVar[str] = "gm-gcw events end-conflict"
    line: ClassVar[str] = "end conflict at {system}"
    system: Annotated[str, SYSTEM.that(in_conflict)] = Field(description="the system", max_length=60)

    def correct(self, act: Act[World, State]) -> None:
        """Whoever was told of it hears that it is over (GCW-CON-05)."""
        system = act.found.system
        for key in conflicts_at(act.state, system):
            end_conflict(act.table, type(act.seat)(key.partition("/")[0]), system)


class Victory(ModeratorOrder):
    """End the campaign: a player has won it, or nobody."""

    path: ClassVar[str] = "gm-gcw events victory"
    line: ClassVar[str] = "victory of {player}"
    asks: ClassVar[str] = T_("The campaign is over then, and all its clocks stand still. Is it won?")
    player: Annotated[str, OWNER] = Field(description="who has won; 'nobody' for none", max_length=40)

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """While it runs."""
        return None if look.known.over_at is None else Refused("CAMPAIGN_OVER", {"time": when(look.known.over_at)})

    def correct(self, act: Act[World, State]) -> None:
        """Everybody hears the final standings, and all clocks stand still (GCW-VIC-01, -03)."""
        mine = act.state.players.get(act.found.player)
        end(act.world, act.table, act.found.player, mine.faction if mine is not None else "")


class LastDay(ModeratorOrder):
    """Give the campaign a last day, on which the Empire wins if it stands; or none."""

    path: ClassVar[str] = "gm-gcw events last-day"
    line: ClassVar[str] = "last day in {days} days"
    days: int = Field(description="days from now; 0 for no last day", ge=0, le=999, examples=[0, 90])

    def correct(self, act: Act[World, State]) -> None:
        """Everybody hears it (GCW-VIC-02, CLK-28)."""
        at = later(act.table.now, DAY * self.days) if self.days else None
        act.say(EndsAt(at, act.state.ends_at if act.world.version >= VEILED else UNSET), EVERYONE)


class Reopen(ModeratorOrder):
    """Reopen a campaign that is over; all its deadlines move."""

    path: ClassVar[str] = "gm-gcw events reopen"
    line: ClassVar[str] = "reopen campaign"

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """Refuses a campaign that is not over."""
        return None if look.known.over_at is not None else Refused("CAMPAIGN_RUNS")

    def correct(self, act: Act[World, State]) -> None:
        """It goes on (register 7.1)."""
        act.say(Reopened(act.table.now), EVERYONE)


HERO: Noun[Look, Hero] = Noun("a hero", named_players("heroes"), lambda hero: (hero.name,), unknown="NO_HERO")


class SetHero(ModeratorOrder):
    """Correct a hero: its level, or whether it lives."""

    path: ClassVar[str] = "gm-gcw events set-hero"
    line: ClassVar[str] = "set hero {hero} of {player} {what} {value}"
    resolves: ClassVar[tuple[str, ...]] = ("player",)
    hero: Annotated[str, HERO] = Field(description="the hero", max_length=60)
    player: Annotated[str, PLAYER] = Field(description="whose it is", max_length=40)
    what: Literal["level", "alive"] = Field(description="level or alive")
    value: int = Field(description="the level; 1 or 0 for alive or dead", ge=0, le=20, examples=[1, 2])

    def check(self, look: Look, found: Found) -> None:
        """Refuses HERO_LEVEL, HERO_SO (GCW-HRO-02, -05)."""
        hero: Hero = found.hero
        most = look.world.pack.heroes[hero.klass].max_level if self.what == "level" else 1
        if self.value > most or (self.what == "level" and not self.value):
            look.refuse("HERO_LEVEL", hero=shown(hero.name), most=most)
        if self.what == "alive" and hero.alive is bool(self.value) and look.world.version >= AT_HOME:
            look.refuse("HERO_SO", hero=shown(hero.name), state=T_("alive") if hero.alive else T_("dead"))

    def correct(self, act: Act[World, State]) -> None:
        """Its player hears what, everybody that a hero was corrected (GCW-HRO-02, -05)."""
        hero: Hero = act.found.hero
        if self.what == "level":
            before = hero.level if act.world.version >= VEILED else UNSET
            act.say(Risen(hero.id, hero.klass, self.value, before), only(hero.owner))
        else:
            act.say((HeroBack if self.value else HeroDied)(hero.id), only(hero.owner))
        act.say(Ruled(T_("A hero was corrected by a moderator.")), EVERYONE)


class HeroBack(Fact[State], frozen=True):
    """A hero lives again by a moderator's ruling, at home; by the rules the dead stay dead (GCW-HRO-05)."""

    says = N_("**{hero}** lives, and is at home: a moderator ruled.")
    rule = "GCW-HRO-05"
    decides = True
    makes = Sets("heroes", "hero", alive=True, aboard="", wounds=0, inside="")
    hero: OwnHero
