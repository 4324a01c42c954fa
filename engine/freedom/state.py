"""State of the map and of combat: planets, pieces, fights that are under way, and what somebody is asked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import IntEnum, StrEnum
from typing import Literal

import msgspec
from msgspec.structs import replace

from engine.clock import Instant
from engine.declared.house_rules import HouseRule
from engine.freedom.data.pack import Side, Terrain
from engine.game import Seat
from engine.secret import Lock


class Stage(StrEnum):
    """The parts of a player-turn, as far as they concern combat."""

    MOVEMENT = "movement"
    MILITARY = "military"
    SEARCH = "search"
    MISSIONS = "missions"
    OVER = "over"


class Status(StrEnum):
    """Status of a character: free, captive or dead."""

    FREE = "free"
    CAPTIVE = "captive"
    DEAD = "dead"


class Rating(IntEnum):
    """A rating of a character that a Helian Drug can raise (D8). Endurance is none of them: wounds in its boxes would
    kill when the drug wears off.
    """

    NONE = 0
    COMBAT = 1
    INTELLIGENCE = 2
    LEADERSHIP = 3
    DIPLOMACY = 4
    NAVIGATION = 5


class Planet(msgspec.Struct, frozen=True):
    """A planet: who controls it, its loyalty (2 patriotic to -2 unrest), its defence base, which its owner controls."""

    name: str
    control: Side | None = None
    loyalty: int = 0
    level: int = 0
    up: bool = True
    rebelling: bool = False


class Environ(msgspec.Struct, frozen=True):
    """An area of a planet, by the pack's name; whether creatures keep off, or one came this phase (FITG-CRE-07)."""

    id: str
    planet: str
    terrain: Terrain
    size: int
    quiet: bool = False
    met: bool = False


class Unit(msgspec.Struct, frozen=True):
    """A military unit of a kind of the pack; Rebel ones have a type."""

    id: str
    side: Side
    kind: str
    environ: str
    terrain: Terrain | None = None
    moved: bool = False


class Person(msgspec.Struct, frozen=True):
    """A character of the pack: where it is, its wounds; `rides` with the units there.

    `captor`: the character that guards a captive, "" for units. `group`: its mission group, 0 for none. `worn` are
    possessions that work no more; `drugged`: what a Helian Drug raises for this game-turn.
    """

    name: str
    side: Side
    environ: str
    wounds: int = 0
    status: Status = Status.FREE
    detected: bool = False
    found: bool = False
    rides: bool = False
    group: int = 0
    captor: str = ""
    items: tuple[str, ...] = ()
    worn: tuple[str, ...] = ()
    drugged: Rating = Rating.NONE
    moved: bool = False

    @property
    def free(self) -> bool:
        """True if it lives and is nobody's captive."""
        return self.status is Status.FREE

    @property
    def dead(self) -> bool:
        """True if it has died."""
        return self.status is Status.DEAD


class Ship(msgspec.Struct, frozen=True):
    """A ship of a kind of the pack, and whose it is: a character, or "" for the units of the side where it stands."""

    id: str
    side: Side
    kind: str
    owner: str
    environ: str
    damaged: bool = False
    moved: bool = False


class Kind(StrEnum):
    """Attacker in a character combat (FITG-CHR-12)."""

    CHARACTERS = "characters"
    SQUAD = "squad"
    CREATURE = "creature"
    LOCALS = "locals"


Weapon = Literal["hand", "fire"]
Intention = Literal["kill", "capture"]


class Force(msgspec.Struct, frozen=True):
    """A force that is no character: what it is called, its printed figures, and the wounds it has taken.

    Endurance 0: it cannot be harmed. `dealt`: the wounds that it has dealt so far.
    """

    name: str
    attack: int
    endurance: int
    wounds: int = 0
    dealt: int = 0


class Fight(msgspec.Struct, frozen=True, tag=True):
    """A character combat: who fights whom, how, and where it stands (register, CharacterCombat).

    `defenders` are those still in it. `victims`: those that a creature attacks one by one, the first now. `held`: whom
    a Magron holds. `tried`: active ones tried to break off this round and failed. `still`: the last round wounded
    nobody, and so many rounds before it.
    """

    environ: str
    kind: Kind
    side: Side
    weapon: Weapon
    intention: Intention
    defenders: tuple[str, ...]
    force: Force | None = None
    attackers: tuple[str, ...] = ()
    round: int = 1
    active: tuple[str, ...] = ()
    used: tuple[str, ...] = ()
    wits: str = ""
    held: str = ""
    victims: tuple[str, ...] = ()
    tried: bool = False
    pending: tuple[str, ...] = ()
    still: int = 0
    step: Literal["partition", "break", "roll"] = "partition"
    group: int = 0

    @property
    def inactive(self) -> tuple[str, ...]:
        """Defenders that are not active."""
        return tuple(name for name in self.defenders if name not in self.active)


class Military(msgspec.Struct, frozen=True, tag=True):
    """Environ combats that may still come in this segment, in their order (FITG-ENV-05)."""

    environs: tuple[str, ...] = ()
    ordered: bool = False


class Declaring(msgspec.Struct, frozen=True, tag=True):
    """Somebody may declare an environ combat: who is still to be asked (FITG-ENV-04)."""

    environ: str
    asked: tuple[Side, ...]
    strike: bool = False


class Leading(msgspec.Struct, frozen=True, tag=True):
    """An environ combat was declared, and both sides name leaders (FITG-ENV-09)."""

    environ: str
    attacker: Side
    strike: bool = False


class Paying(msgspec.Struct, frozen=True, tag=True):
    """Both sides pay for the losses of an environ combat; `leaders` as they were named."""

    environ: str
    losses: Mapping[Side, int]
    leaders: Mapping[Side, str]


class Finding(msgspec.Struct, frozen=True, tag=True):
    """Characters were found by a side, which may attack with one of these kinds of forces (FITG-CHR-01).

    `leader` leads its units, `seekers` are its characters there. With `must` its units attack at once (FITG-ENV-19).
    """

    environ: str
    side: Side
    kinds: tuple[Kind, ...]
    names: tuple[str, ...]
    leader: str = ""
    seekers: tuple[str, ...] = ()
    group: int = 0
    must: bool = False


class Wounding(msgspec.Struct, frozen=True, tag=True):
    """Wounds that a side takes, which whoever of it is engaged spreads, in a round of a fight or without one.

    `stars` are captures of the round.
    """

    environ: str
    wounds: Mapping[Side, int]
    engaged: Mapping[Side, tuple[str, ...]]
    fight: Fight | None = None
    stars: int = 0


class Ending(msgspec.Struct, frozen=True, tag=True):
    """A character combat is over."""

    fight: Fight


class Inheriting(msgspec.Struct, frozen=True, tag=True):
    """A ship whose owner is dead or captive passes to a friend (FITG-CHR-40)."""

    ship: str


class Excess(msgspec.Struct, frozen=True, tag=True):
    """A side has more units in an environ than it holds, and removes some."""

    environ: str
    side: Side


class Firing(msgspec.Struct, frozen=True, tag=True):
    """A planetary defence base may attack what leaves or reaches its planet (FITG-PDB-10)."""

    planet: str
    units: tuple[str, ...]
    people: tuple[str, ...]
    ship: str
    to: str
    leaving: bool


class Shooting(msgspec.Struct, frozen=True, tag=True):
    """A base has fired, and the mover pays for its losses."""

    planet: str
    units: tuple[str, ...]
    people: tuple[str, ...]
    loss: int
    level: int
    up: bool


class Arriving(msgspec.Struct, frozen=True, tag=True):
    """Arrival of what moved where it was going, as far as it survives; a `wrecked` ship is lost then."""

    units: tuple[str, ...]
    people: tuple[str, ...]
    ship: str
    to: str
    captives: tuple[str, ...] = ()
    wrecked: bool = False


class Searching(msgspec.Struct, frozen=True, tag=True):
    """A side looks for characters in an environ, with units or with characters; its owner picks who hides them (D7)."""

    environ: str
    side: Side
    kind: Kind
    names: tuple[str, ...]
    leader: str = ""
    group: int = 0


class Seeking(msgspec.Struct, frozen=True, tag=True):
    """A card has a side look for a mission group: it says with which of its kinds of forces there (FITG-CHR-12)."""

    environ: str
    side: Side
    kinds: tuple[Kind, ...]
    names: tuple[str, ...]
    group: int


class Jamming(msgspec.Struct, frozen=True, tag=True):
    """Before a base's dice Rebels who move past it, or stand on its planet, may put it down (D8: Scrambler)."""

    firing: Firing


class Drawing(msgspec.Struct, frozen=True, tag=True):
    """Action cards still to be drawn where groups are on missions: environs, cards left, cards drawn of the deck."""

    environs: tuple[str, ...]
    left: int = 0
    drawn: tuple[int, ...] = ()


class Encounter(msgspec.Struct, frozen=True, tag=True):
    """A creature or irate locals attack a group; the owner of the group picks whom, where one is picked."""

    environ: str
    group: int
    creature: str = ""


class NextStage(msgspec.Struct, frozen=True, tag=True):
    """The part of the player-turn is over when all that was opened in it is."""


class TurnOver(msgspec.Struct, frozen=True, tag=True):
    """A player-turn is over, and the next begins."""


Task = (
    Military | Declaring | Leading | Paying | Finding | Fight | Wounding | Ending | Inheriting | Excess | Firing
    | Shooting | Arriving | Searching | Seeking | Jamming | Drawing | Encounter | NextStage | TurnOver
)  # fmt: skip


class Ask(msgspec.Struct, frozen=True):
    """Question to one side: what it can pick, as ids, the usual answer, and how many of them."""

    side: Side
    options: tuple[str, ...]
    usual: tuple[str, ...]
    count: int = 1


class Choice(msgspec.Struct, frozen=True):
    """A decision of one side, or of both at once and sealed; `where` is its environ or planet, `about` its subject."""

    kind: str
    asks: tuple[Ask, ...]
    where: str = ""
    about: str = ""

    @property
    def usual(self) -> tuple[str, ...]:
        """The usual answers of all that are asked, as they are merged."""
        return self.merged({ask.side: ask.usual for ask in self.asks})

    def of(self, side: Side) -> Ask | None:
        """Question to a side; None while it is asked nothing."""
        return next((ask for ask in self.asks if ask.side is side), None)

    def merged(self, answers: Mapping[Side, tuple[str, ...]]) -> tuple[str, ...]:
        """The answers of all that are asked: of one as it stands, of two each item with its side before it."""
        if len(self.asks) == 1:
            return answers[self.asks[0].side]
        return tuple(f"{ask.side}:{item}" for ask in self.asks for item in answers[ask.side])

    def part(self, answer: Iterable[str], side: Side) -> tuple[str, ...]:
        """The part of merged answers that is a side's."""
        if len(self.asks) == 1:
            return tuple(answer) if self.asks[0].side is side else ()
        return tuple(item.partition(":")[2] for item in answer if item.startswith(f"{side}:"))


class Options(msgspec.Struct, frozen=True):
    """The options of a game, each with the register's default; minutes that a decision waits (0: for ever)."""

    leader_min: int = 1
    extremes: Literal["leader_only", "any_shift"] = "leader_only"
    break_all_only: bool = False
    rebellion_strike: bool = True
    elite_cancels: bool = True
    squad_may_decline: bool = False
    locals_flag_inverted: bool = False
    minutes: int = 0


class State(msgspec.Struct, frozen=True):
    """The whole game to the referee; to a seat all of it but what the other side has sealed.

    `lapsed`: the kind of decision that was taken by default last, for each side that let its time run out; `gifted`:
    whether a Zop has given something (D5).
    """

    scenario: str = ""
    options: Options = Options()
    seats: Mapping[Seat, Side] = {}
    turn: int = 0
    player: Side = Side.REBEL
    stage: Stage = Stage.MOVEMENT
    planets: Mapping[str, Planet] = {}
    environs: Mapping[str, Environ] = {}
    units: Mapping[str, Unit] = {}
    people: Mapping[str, Person] = {}
    ships: Mapping[str, Ship] = {}
    choice: Choice | None = None
    agenda: tuple[Task, ...] = ()
    until: Instant | None = None
    filed: Mapping[Side, tuple[str, ...]] = {}
    locks: Mapping[Side, Lock] = {}
    dealt: int = 0
    seals: tuple[str, ...] = ()
    lapsed: Mapping[Side, str] = {}
    standing: Mapping[Side, tuple[str, ...]] = {}
    conditional: Mapping[Side, tuple[str, ...]] = {}
    searched: tuple[str, ...] = ()
    subverting: tuple[int, ...] = ()
    points: int = 0
    over: bool = False
    winner: Side | None = None
    gifted: bool = False
    house_rules: Mapping[str, HouseRule] = {}

    def seat(self, side: Side) -> Seat | None:
        """Seat that plays a side."""
        return next((seat for seat, plays in self.seats.items() if plays is side), None)

    def fielded(self, environ: str, side: Side) -> list[Unit]:
        """The units of a side in an environ, by id (FITG-ENV-06)."""
        there = (unit for unit in self.units.values() if unit.environ == environ and unit.side is side)
        return sorted(there, key=lambda unit: unit.id)

    @property
    def acting(self) -> Side:
        """The side that orders in this part of the player-turn: in the search it is the other one (FITG-CHR-07)."""
        return self.player.other if self.stage is Stage.SEARCH else self.player

    def free(self, names: Iterable[str], environ: str = "") -> tuple[str, ...]:
        """Those of these characters who are free, and in an environ if one is named."""
        people = self.people
        return tuple(name for name in names if people[name].free and environ in ("", people[name].environ))

    def free_people(self, side: Side) -> list[Person]:
        """The free characters of a side, wherever they are."""
        return [person for person in self.people.values() if person.side is side and person.free]

    def present(self, environ: str, side: Side, *, rides: bool | None = None) -> list[Person]:
        """The free characters of a side in an environ; of these those who are stacked with its units, or those who are
        not, and may be searched for (FITG-GEN-02).
        """
        there = (person for person in self.free_people(side) if person.environ == environ)
        return [person for person in there if rides is None or person.rides is rides]

    def captives(self, environ: str, side: Side) -> Iterator[Person]:
        """The characters of a side that are captive in an environ."""
        for person in self.people.values():
            if person.environ == environ and person.side is side and person.status is Status.CAPTIVE:
                yield person

    def groups(self, environ: str) -> dict[int, list[str]]:
        """The mission groups in an environ, each with its free characters."""
        found: dict[int, list[str]] = {}
        for person in self.people.values():
            if person.environ == environ and person.free and person.group:
                found.setdefault(person.group, []).append(person.name)
        return found

    def environs_of(self, planet: str) -> list[Environ]:
        """The environs of a planet."""
        return [environ for environ in self.environs.values() if environ.planet == planet]


def with_people(state: State, names: Iterable[str], **changes: object) -> State:
    """With these characters changed alike; those that are not known of stay unknown."""
    changed = {name: replace(state.people[name], **changes) for name in names if name in state.people}
    return replace(state, people={**state.people, **changed})


ROBOTS = ("Sentry robot", "Two sentry robots")
"""Sentry robots by number, less one (FITG-CRE-01)."""


LOCALS = ""
"""The creature of an encounter with irate locals."""
