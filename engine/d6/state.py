"""State of a table: people with their sheets, craft, the round and whose turn it is, what somebody is asked.

Die codes are whole numbers of pips (`engine.d6.dice.codes`), times of the story seconds since it began.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from functools import partial
from typing import Literal

import msgspec
from msgspec.structs import replace

from engine.clock import Instant
from engine.d6.data.pack import Automatic, Band, ShipHarm, System, Weapon
from engine.d6.dice.rolling import Throw, Wild
from engine.declared.house_rules import HouseRule
from engine.game import MODERATOR, Seat
from engine.secret import Lock

BY_FIGURE = ("figures", "sheets", "turns", "demands", "demanded", "triggers", "treatments", "last", "wilds")
"""Fields of a state that note something of figures, by their ids."""
ROUND, SPACE_ROUND = 2, 4
"""Seconds of a round on the ground and in space (D6-1-01, D6-1-02)."""


class Wound(StrEnum):
    """Wound of somebody; stuns are marked beside it (D6-B-19..23)."""

    UNHURT = "unhurt"
    WOUNDED = "wounded"
    TWICE = "wounded twice"
    INCAPACITATED = "incapacitated"
    MORTAL = "mortally wounded"
    DEAD = "dead"

    @property
    def rank(self) -> int:
        """0 for unhurt, 5 for dead."""
        return _RANKS[self]


_RANKS = {wound: rank for rank, wound in enumerate(Wound)}


class Cover(msgspec.Struct, frozen=True):
    """Cover of somebody: how much ("full" hides all), whether in a fixed place, and which arms it stops."""

    value: Literal["", "quarter", "half", "three quarters", "full"] = ""
    fixed: bool = True
    stops: Literal["small", "heavy"] = "small"


NO_COVER = Cover()


class Figure(msgspec.Struct, frozen=True):
    """Somebody as everybody at the table sees them: what they are called, where they are, how they seem to be.

    `owner`: the seat that plays them, None for the GM. `shown`: players know that they are there. `place` is in metres,
    `facing` a bearing in degrees (0 is along y). `ran`: until their next turn they are that fast (D6-6-08). `fired`:
    the round in which they last fired. `out`: unconscious until that time of the story; `prone`: they act no more in
    that round (D6-B-21). `mortal`: the round in which they became mortally wounded. `static`: the GM says that they
    cannot move (D6-7.1-08); `marked`: that a sweep reaches them. `craft`: what they are aboard of, `station` as what
    they work there; `left`: the round from which on their rounds are those of the ground again, after they have left a
    station (D6-1-04).
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
    left: int = 0

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


def held(weapon: Weapon) -> Held:
    """A weapon as it is handed out: full, on automatic where it has nothing else (D6-7-02)."""
    return Held(weapon.name, "automatic" if weapon.automatic is Automatic.ONLY else "single", weapon.ammo)


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
    """Sheet of somebody: codes, gear, points, marks. A secret one the GM alone knows.

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
    """Shots of a weapon in this round (D6-7-01, D6-7.1-02)."""

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
    """A medpac that somebody is applying: to whom, which, until the end of which round (D6-11-01); `before`: reactions
    of the round in which it was begun that came before it.
    """

    patient: str
    kind: Literal["medpac", "fastflesh"]
    ends: int
    confirmed: bool = False
    before: int = 0


# What is still to be done, and what somebody is asked


class Attack(msgspec.Struct, frozen=True, tag=True):
    """A melee or brawling attack that may be parried before it is rolled: how (`parry`), with which roll."""

    by: str
    at: str
    weapon: str
    area: str = ""
    parry: str = ""
    throw: Throw | None = None


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


class Salvo(msgspec.Struct, frozen=True, tag=True):
    """A ship's weapon that hits: by which craft and figure, its damage in pips, on which side of what craft.

    `ion`: it takes controls, and does no damage.
    """

    by: str
    who: str
    at: str
    weapon: str
    pips: int
    side: Literal["front", "rear"]
    ion: bool = False


class Attempt(msgspec.Struct, frozen=True):
    """An attack that somebody might make with a weapon ("fists" for none): `range` is the band of a shot, "" for a
    blow, which is parried so or not at all (""); it is made so many `times`.
    """

    who: Figure
    target: Figure
    weapon: str
    area: str = ""
    range: Band | Literal[""] = ""
    parry: str = ""
    times: int = 1


class Arc(msgspec.Struct, frozen=True):
    """A sweep that somebody might make, in degrees."""

    who: Figure
    held: Held
    facing: int
    angle: int


class Missed(msgspec.Struct, frozen=True, tag=True):
    """A roll that fell short, which Character Points may mend: what it was for (`of`), the number, the task behind."""

    throw: Throw
    against: int
    of: str
    blow: Blow | None = None
    strict: bool = False
    about: str = ""
    salvo: Salvo | None = None


class Called(msgspec.Struct, frozen=True, tag=True):
    """The next in the order is called, or a round ends."""


class SpaceRound(msgspec.Struct, frozen=True, tag=True):
    """A round in space begins."""


class Flown(msgspec.Struct, frozen=True, tag=True):
    """Pilots have declared, or their time is up: what they sealed is shown, and they fly."""


class Routing(msgspec.Struct, frozen=True, tag=True):
    """Somebody routes power to a craft's shields, from a source that its pilot has the last word on (D6-14-06)."""

    who: str
    craft: str
    source: Literal["engines", "weapons"]


Task = Attack | Blow | Missed | Called | Salvo | SpaceRound | Flown | Routing


class Choice(msgspec.Struct, frozen=True):
    """Question to somebody: the kind of question, of whom (a figure's id), about what, what can be answered."""

    kind: str
    who: str
    about: str
    options: tuple[str, ...]
    usual: tuple[str, ...]
    number: int = 0


# Craft


class Craft(msgspec.Struct, frozen=True):
    """A ship or vehicle of a kind of the pack: who works it, its shields, what was lent and what has failed.

    `crew` has figures by station: "pilot", "shields" or a weapon. `shields` is the code that there is now, before the
    `angle` doubles it on one side. Times are seconds of the story: `blown` is when the shields are full again and lent
    power is back, `ionized` when each ionization is over, `dead` when controls answer again, `cooling` when all shuts
    down. `engines` and `guns` count routings from each, `routed` all of them. `locked` are turrets under the pilot.
    """

    id: str
    label: str
    kind: str
    side: str = ""
    flying: bool = True
    crew: Mapping[str, str] = {}
    shields: int = 0
    angle: Literal["even", "front", "rear"] = "even"
    blown: int = 0
    routed: int = 0
    engines: int = 0
    guns: int = 0
    severity: ShipHarm = ShipHarm.NONE
    failed: tuple[System, ...] = ()
    cooling: int = 0
    ionized: tuple[int, ...] = ()
    dead: int = 0
    locked: tuple[str, ...] = ()

    @property
    def pilot(self) -> str:
        """Whoever flies it; "" for nobody."""
        return self.crew.get("pilot", "")


class Declared(msgspec.Struct, frozen=True):
    """Declaration of a pilot for a space round (D6-12-02): foes, number of shots, number of actions besides."""

    foes: tuple[str, ...] = ()
    shots: int = 0
    more: int = 0


class Duel(msgspec.Struct, frozen=True):
    """A space round, by craft: what pilots sealed and declared, the totals of their piloting, what was fired (D6-12).

    `step`: nothing to fly for, a first contact, declarations that are open, or flown. `owed` are the craft that fly.
    `filed` is what is under the seals. `fired` counts shots by "craft/station"; `swamped` are the craft that
    overwhelming fire has been rolled for.
    """

    round: int = 0
    step: Literal["", "contact", "open", "flown"] = ""
    owed: tuple[str, ...] = ()
    sealed: Mapping[str, Lock] = {}
    filed: Mapping[str, Declared] = {}
    declared: Mapping[str, Declared] = {}
    totals: Mapping[str, int] = {}
    fired: Mapping[str, int] = {}
    swamped: tuple[str, ...] = ()


class Options(msgspec.Struct, frozen=True):
    """The table's switches. `wild` is what a 1 on the wild die does unless the GM, who may be asked each time (`asks`),
    says otherwise; `minutes` a turn waits, `reaction` an answer.

    `rolls`: nothing is done here but rolling.
    """

    wild: Wild = Wild.DROP
    asks: bool = False
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
    `acting` who does now. `demands`: skills that the GM demands of somebody who is inactive, `demanded` the numbers
    that they have to reach, where he says one. `last`: everybody's last roll, on which Character Points may be spent.
    `gaps` are the space units between craft. `wilds`: what a 1 on the wild die of somebody's next roll does, where the
    GM says otherwise (D6-B-04). `dealt`: the number of the last key of dice.
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
    demanded: Mapping[str, int] = {}
    triggers: Mapping[str, Trigger] = {}
    treatments: Mapping[str, Treatment] = {}
    last: Mapping[str, Throw] = {}
    craft: Mapping[str, Craft] = {}
    gaps: Mapping[str, int] = {}
    wilds: Mapping[str, Wild] = {}
    duel: Duel = Duel()
    choice: Choice | None = None
    agenda: tuple[Task, ...] = ()
    until: Instant | None = None
    dealt: int = 0
    seals: tuple[str, ...] = ()
    counted: int = 0
    over: bool = False
    house_rules: Mapping[str, HouseRule] = {}

    @property
    def space_round(self) -> int:
        """The space round, which covers two ticks (D6-1-03); 0 outside combat."""
        return (self.tick + 1) // 2

    @property
    def began(self) -> int:
        """The second of the story at which the space round began (D6-1-03)."""
        return self.time - (ROUND if self.tick and self.tick % 2 == 0 else 0)

    @property
    def undeclared(self) -> tuple[str, ...]:
        """Pilots who are waited for: what they do in the space round is not sealed yet (D6-12-02)."""
        if self.duel.step != "open":
            return ()
        pilots = (self.craft[id].pilot for id in self.duel.owed if id in self.craft and id not in self.duel.sealed)
        return tuple(id for id in pilots if id in self.order and self.awake(self.figures[id]))

    def flies(self, id: str) -> bool:
        """True if somebody is to fly in the space round, and has not yet (D6-3-08)."""
        owed = (self.craft[craft].pilot for craft in self.duel.owed if craft in self.craft)
        return self.duel.step == "open" and id in owed

    def turn(self, id: str) -> Turn:
        """Somebody's part of the round."""
        return self.turns.get(id, FRESH)

    def owned(self, seat: Seat) -> Iterator[Figure]:
        """The figures that a seat plays."""
        return (figure for figure in self.figures.values() if figure.asked == seat)

    def awake(self, figure: Figure) -> bool:
        """True if somebody is conscious."""
        return figure.wound.rank < Wound.INCAPACITATED.rank and figure.out <= self.time

    def able(self, id: str) -> bool:
        """True if somebody who is called can act at all: conscious, and not thrown down in this round (D6-B-21,
        D6-B-22).
        """
        figure = self.figures[id]
        return self.awake(figure) and not (self.tick and figure.prone == self.tick)

    def distance(self, figure: Figure, other: Figure) -> int | None:
        """The square of the distance between two, in square decimetres; None where nobody said where they are."""
        said = self.ranges.get(pair(figure.id, other.id))
        if said is not None:
            return said**2
        if figure.place is None or other.place is None:
            return None
        return 100 * ((figure.place[0] - other.place[0]) ** 2 + (figure.place[1] - other.place[1]) ** 2)


def pair(key: str, other: str) -> str:
    """The key of what is between two."""
    return "|".join(sorted((key, other)))


def _with(mapping: str, state: State, id: str, **changes: object) -> State:
    """With an entry of a mapping changed; the same where it is unknown."""
    there = getattr(state, mapping)
    return replace(state, **{mapping: {**there, id: replace(there[id], **changes)}}) if id in there else state


with_sheet, with_craft = partial(_with, "sheets"), partial(_with, "craft")
"""A state with a sheet, and with a craft, changed."""


def with_turn(state: State, id: str, **changes: object) -> State:
    """With somebody's part of the round changed; the same where nobody knows them."""
    if id not in state.figures:
        return state
    return replace(state, turns={**state.turns, id: replace(state.turn(id), **changes)})


def with_rounds_anew(state: State) -> State:
    """As one more combat begins, whose rounds are counted from 1: nobody lies on the ground, has fired or runs in a
    round of an earlier one, what was reloaded is ready, and who is mortally wounded has been so since round 1
    (D6-B-23).
    """
    figures = {
        id: replace(figure, prone=0, fired=0, ran="", left=0, mortal=min(figure.mortal, 1))
        for id, figure in state.figures.items()
    }
    sheets = {
        id: replace(sheet, weapons={kind: replace(held, loaded=0) for kind, held in sheet.weapons.items()})
        for id, sheet in state.sheets.items()
    }
    return replace(state, figures=figures, sheets=sheets, counted=state.counted + 1)


def with_last(state: State, throw: Throw) -> State:
    """With somebody's last roll; it is the total of the craft that they fly, if that is what they rolled for."""
    if throw.who not in state.figures:
        return state
    craft, duel = state.figures[throw.who].craft, state.duel
    flown = throw.what == PILOTING and craft in duel.totals
    totals = {**duel.totals, craft: throw.total} if flown else duel.totals
    return replace(state, last={**state.last, throw.who: throw}, duel=replace(duel, totals=totals))


PILOTING = "piloting"
"""What a roll is called that decides a position, whatever skill it is made with."""


def without(state: State, ids: Iterable[str]) -> State:
    """Without these figures, and all that is noted of them."""
    gone = set(ids)
    left = {field: {id: part for id, part in getattr(state, field).items() if id not in gone} for field in BY_FIGURE}
    return replace(
        state,
        **left,
        ranges={key: range for key, range in state.ranges.items() if not gone & set(key.split("|"))},
        order=tuple(id for id in state.order if id not in gone),
        acting="" if state.acting in gone else state.acting,
        craft={
            id: replace(craft, crew={station: who for station, who in craft.crew.items() if who not in gone})
            for id, craft in state.craft.items()
        },
    )
