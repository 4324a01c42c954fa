"""What there is at the table: people with their sheets, craft, the round and whose turn it is, what somebody is asked.

Die codes are whole numbers of pips (`engine.d6.dice.codes`), times of the story seconds since it began.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from typing import Literal, TypeVar

import msgspec
from msgspec.structs import replace

from engine.clock import Instant
from engine.d6.data.pack import ShipHarm, System
from engine.d6.dice.rolling import Throw, Wild
from engine.game import MODERATOR, Seat
from engine.secret import Lock

T = TypeVar("T")


class Wound(StrEnum):
    """How badly somebody is hurt; stuns are marked beside it (D6-B-19..23)."""

    UNHURT = "unhurt"
    WOUNDED = "wounded"
    TWICE = "wounded twice"
    INCAPACITATED = "incapacitated"
    MORTAL = "mortally wounded"
    DEAD = "dead"

    @property
    def rank(self) -> int:
        """0 for unhurt, 5 for dead."""
        return list(Wound).index(self)


class Cover(msgspec.Struct, frozen=True):
    """What somebody stands behind: how much ("full" hides all), whether in a fixed place, and which arms it stops."""

    value: Literal["", "quarter", "half", "three quarters", "full"] = ""
    fixed: bool = True
    stops: Literal["small", "heavy"] = "small"


NO_COVER = Cover()


class Figure(msgspec.Struct, frozen=True):
    """Somebody as everybody at the table sees them: what they are called, where they are, how they seem to be.

    `owner`: the seat that plays them, None for the GM. `shown`: players know that they are there. `place` is in metres,
    `facing` a bearing in degrees (0 is along y). `ran`: until their next turn they are that fast (D6-6-08). `fired`:
    the round in which they last fired. `out`: unconscious until that time of the story; `prone`: they act no more in
    that round (D6-B-21). `mortal`: the round in which they became
    mortally wounded. `static`: the GM says that they cannot move (D6-7.1-08); `marked`: that a sweep reaches them.
    `station`: the craft that they work a system of, and as what.
    """

    id: str
    label: str
    owner: Seat | None = None
    shown: bool = True
    about: str = ""
    scale: int = 1
    place: tuple[int, int] | None = None
    facing: int | None = None
    cover: Cover = NO_COVER
    ran: Literal["", "fast", "very fast"] = ""
    fired: int = 0
    wound: Wound = Wound.UNHURT
    out: int = 0
    prone: int = 0
    mortal: int = 0
    static: bool = False
    marked: bool = False
    craft: str = ""
    station: str = ""

    @property
    def asked(self) -> Seat:
        """Whoever decides for them: their player, or the GM."""
        return self.owner if self.owner is not None else MODERATOR


class Held(msgspec.Struct, frozen=True):
    """A weapon that somebody carries, by its name in the pack: how it is set, what is in it.

    `ready`: in hand. `loaded`: the round from which on it fires again after a reload.
    """

    kind: str
    mode: Literal["single", "automatic", "arc", "stun"] = "single"
    bolts: int = 0
    ready: bool = True
    loaded: int = 0


class Stun(msgspec.Struct, frozen=True):
    """A stun: until when it takes 1D away, and when its mark is gone (D6-B-20)."""

    upto: int
    gone: int


class Dose(msgspec.Struct, frozen=True):
    """A medpac that somebody was given: when, of which kind, what came of it (D6-11-02..05)."""

    at: int
    kind: Literal["medpac", "fastflesh"]
    result: Literal["better", "failed", "barred"]


class Sheet(msgspec.Struct, frozen=True):
    """What is written of somebody: codes, gear, points, marks. A secret one the GM alone knows.

    `spent`: Character Points of this session (or, without one, of `day`). `fallen` to the dark side (D6-B-29).
    `improved`: skills of which a pip was bought since the last session (D6-B-37).
    """

    id: str
    name: str
    attributes: Mapping[str, int]
    skills: Mapping[str, int] = {}
    weapons: Mapping[str, Held] = {}
    armor: tuple[str, ...] = ()
    move: int = 10
    force: int = 0
    points: int = 0
    dark: int = 0
    spent: int = 0
    day: int = 0
    fallen: bool = False
    medpacs: int = 0
    fastflesh: int = 0
    stuns: tuple[Stun, ...] = ()
    doses: tuple[Dose, ...] = ()
    improved: tuple[str, ...] = ()
    secret: bool = False


class Shots(msgspec.Struct, frozen=True):
    """What a weapon has fired this round (D6-7-01, D6-7.1-02)."""

    single: int = 0
    burst: int = 0


class Turn(msgspec.Struct, frozen=True):
    """Somebody's part of the round that is on: affirmative actions declared and done, reactions, and what they rolled.

    `over`: their active component has ended. `whole`: it was used up by one thing. `force`: when their Force Point of
    this round was declared; `points`: Character Points spent in it. `opening`: the follow-up that a passed Reflex roll
    has opened (D6-2-06).
    """

    declared: int = 0
    done: int = 0
    reactions: int = 0
    rolled: bool = False
    over: bool = False
    whole: bool = False
    force: Literal["", "active", "inactive"] = ""
    points: int = 0
    opening: str = ""
    shots: Mapping[str, Shots] = {}


FRESH = Turn()


class Trigger(msgspec.Struct, frozen=True):
    """Something that the GM lets somebody react to (D6-5-02): how hard it is, and which follow-up it opens."""

    what: str
    difficulty: int
    follow: str
    round: int


class Treatment(msgspec.Struct, frozen=True):
    """A medpac that somebody is applying: to whom, which, until the end of which round (D6-11-01)."""

    patient: str
    kind: Literal["medpac", "fastflesh"]
    ends: int
    confirmed: bool = False


# What is still to be done, and what somebody is asked


class Attack(msgspec.Struct, frozen=True, tag=True):
    """A melee or brawling attack that may be parried before it is rolled."""

    by: str
    at: str
    weapon: str
    area: str = ""


class Blow(msgspec.Struct, frozen=True, tag=True):
    """Damage that is to be rolled, or was (`throw`), against somebody's Strength.

    `pips` of damage; `physical`: armor against the rest counts. `doubled` for a hit to a bare head.
    """

    by: str
    at: str
    pips: int
    what: str
    area: str = ""
    physical: bool = False
    projectile: bool = False
    stun: bool = False
    throw: Throw | None = None


class Missed(msgspec.Struct, frozen=True, tag=True):
    """A roll that fell short, which Character Points may mend: what it was for (`of`), the number, the task behind."""

    throw: Throw
    against: int
    of: str
    blow: Blow | None = None
    strict: bool = False
    about: str = ""


class Called(msgspec.Struct, frozen=True, tag=True):
    """The next in the order is called, or a round ends."""


Task = Attack | Blow | Missed | Called


class Choice(msgspec.Struct, frozen=True):
    """What somebody is asked: the kind of question, of whom (a figure's id), about what, what can be answered."""

    kind: str
    who: str
    about: str
    options: tuple[str, ...]
    usual: tuple[str, ...]
    number: int = 0


# Craft


class Craft(msgspec.Struct, frozen=True):
    """A ship or vehicle of a kind of the pack: who works it, its shields, what was lent and what has failed.

    Codes are stated ones where they are not said to be of now. `shields` is what there is now, `angle` where it
    stands; `blown`: the space round from which on it is full again. `engines` and `guns` count routings from each,
    which come back in round `back`. `ionized` are the last rounds of ionizations in force, `dead` that of dead
    controls. `failed` systems with the round; `cooling`: the round at the end of which all shuts down.
    """

    id: str
    label: str
    kind: str
    owner: Seat | None = None
    side: str = ""
    flying: bool = True
    crew: Mapping[str, str] = {}
    shields: int = 0
    angle: Literal["even", "front", "rear"] = "even"
    blown: int = 0
    routed: int = 0
    engines: int = 0
    guns: int = 0
    back: int = 0
    severity: ShipHarm = ShipHarm.NONE
    failed: Mapping[System, int] = {}
    cooling: int = 0
    ionized: tuple[int, ...] = ()
    dead: int = 0
    locked: tuple[str, ...] = ()


class Declared(msgspec.Struct, frozen=True):
    """What a pilot has declared for a space round (D6-12-02): foes, and how many shots."""

    foes: tuple[str, ...]
    shots: int


class Duel(msgspec.Struct, frozen=True):
    """A space round: what pilots declared, the totals of their piloting, what was fired (D6-12)."""

    round: int = 0
    sealed: Mapping[str, Lock] = {}
    declared: Mapping[str, Declared] = {}
    totals: Mapping[str, int] = {}
    fired: Mapping[str, int] = {}


class Options(msgspec.Struct, frozen=True):
    """The table's switches. `wild` is what a 1 on the wild die does; `minutes` a turn waits, `reaction` an answer.

    `rolls`: nothing is done here but rolling.
    """

    wild: Wild = Wild.DROP
    mortal_seconds: int = 2
    space_difficulty: Literal["piloting", "range"] = "piloting"
    reflex_initiative: bool = False
    allowance: bool = True
    minutes: int = 0
    reaction: int = 0
    rolls: bool = False


class State(msgspec.Struct, frozen=True):
    """A table, as the referee has it, or as a seat knows it.

    `time`: seconds of the story. `tick`: the ground round (2 s), 0 outside combat. `order`: who acts in it, in turn;
    `acting` who does now. `demands`: skills that the GM demands of somebody who is inactive. `last`: everybody's last
    roll, on which Character Points may be spent. `dealt`: the number of the last key of dice.
    """

    seats: tuple[Seat, ...] = ()
    options: Options = Options()
    session: bool = False
    time: int = 0
    tick: int = 0
    order: tuple[str, ...] = ()
    acting: str = ""
    rain: bool = False
    fog: bool = False
    figures: Mapping[str, Figure] = {}
    sheets: Mapping[str, Sheet] = {}
    turns: Mapping[str, Turn] = {}
    ranges: Mapping[str, int] = {}
    demands: Mapping[str, str] = {}
    triggers: Mapping[str, Trigger] = {}
    treatments: Mapping[str, Treatment] = {}
    last: Mapping[str, Throw] = {}
    craft: Mapping[str, Craft] = {}
    duel: Duel = Duel()
    choice: Choice | None = None
    agenda: tuple[Task, ...] = ()
    until: Instant | None = None
    dealt: int = 0
    seals: tuple[str, ...] = ()
    counted: int = 0
    over: bool = False

    @property
    def space_round(self) -> int:
        """The space round, which covers two ticks (D6-1-03); 0 outside combat."""
        return (self.tick + 1) // 2

    def turn(self, id: str) -> Turn:
        """Somebody's part of the round."""
        return self.turns.get(id, FRESH)

    def owned(self, seat: Seat) -> Iterator[Figure]:
        """The figures that a seat plays."""
        return (one for one in self.figures.values() if one.asked == seat)

    def awake(self, figure: Figure) -> bool:
        """Whether somebody is conscious."""
        return figure.wound.rank < Wound.INCAPACITATED.rank and figure.out <= self.time

    def distance(self, one: Figure, other: Figure) -> int | None:
        """The square of the distance between two, in square decimetres; None where nobody said where they are."""
        said = self.ranges.get(pair(one.id, other.id))
        if said is not None:
            return said**2
        if one.place is None or other.place is None:
            return None
        return 100 * ((one.place[0] - other.place[0]) ** 2 + (one.place[1] - other.place[1]) ** 2)


def pair(one: str, other: str) -> str:
    """The key of what is between two."""
    return "|".join(sorted((one, other)))


def with_figure(state: State, id: str, **changes: object) -> State:
    """With a figure changed; the same where nobody knows it."""
    figure = state.figures.get(id)
    return state if figure is None else replace(state, figures={**state.figures, id: replace(figure, **changes)})


def with_sheet(state: State, id: str, **changes: object) -> State:
    """With a sheet changed; the same where it is unknown."""
    sheet = state.sheets.get(id)
    return state if sheet is None else replace(state, sheets={**state.sheets, id: replace(sheet, **changes)})


def with_turn(state: State, id: str, **changes: object) -> State:
    """With somebody's part of the round changed; the same where nobody knows them."""
    if id not in state.figures:
        return state
    return replace(state, turns={**state.turns, id: replace(state.turn(id), **changes)})


def with_craft(state: State, id: str, **changes: object) -> State:
    """With a craft changed; the same where it is unknown."""
    craft = state.craft.get(id)
    return state if craft is None else replace(state, craft={**state.craft, id: replace(craft, **changes)})


def with_rounds_anew(state: State) -> State:
    """As a combat begins, whose rounds are counted from 1: nobody lies on the ground, has fired or runs in a round of
    an earlier one, what was reloaded is ready, and who is mortally wounded has been so since round 1 (D6-B-23).
    """
    figures = {
        id: replace(one, prone=0, fired=0, ran="", mortal=min(one.mortal, 1)) for id, one in state.figures.items()
    }
    sheets = {
        id: replace(one, weapons={kind: replace(held, loaded=0) for kind, held in one.weapons.items()})
        for id, one in state.sheets.items()
    }
    return replace(state, figures=figures, sheets=sheets)


def without(state: State, ids: Iterable[str]) -> State:
    """Without these figures, and all that is noted of them."""
    gone = set(ids)

    def left(noted: Mapping[str, T]) -> dict[str, T]:
        return {id: one for id, one in noted.items() if id not in gone}

    return replace(
        state,
        figures=left(state.figures),
        sheets=left(state.sheets),
        turns=left(state.turns),
        demands=left(state.demands),
        triggers=left(state.triggers),
        treatments=left(state.treatments),
        last=left(state.last),
        ranges={key: range for key, range in state.ranges.items() if not gone & set(key.split("|"))},
        order=tuple(id for id in state.order if id not in gone),
        acting="" if state.acting in gone else state.acting,
    )
