"""A look at the game: by whom, at what it knows, when; who may do what now, and what is asked.

Words, menus, nouns and pictures are made from it. Rulebook: FS-TURN-06, FS-TURN-07.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Annotated, Any, ClassVar, TypeVar

from msgspec.structs import replace

from engine import look, question
from engine.clock import Instant
from engine.game import Fact, Refusal, Seat
from engine.look import Refused, no
from engine.secret import Lock
from engine.sunrise import words
from engine.sunrise.data.codes import Code
from engine.sunrise.data.pack import Pack
from engine.sunrise.data.shapes import Point, thousandths
from engine.sunrise.data.units import FactionCode
from engine.sunrise.figures.board import heading_ok, on_board
from engine.sunrise.figures.factions import Miracle, miracle_ok
from engine.sunrise.state import STAGE_CLOCK, Choice, Ship, Side, Stage, State, find, side_changed
from engine.sunrise.words import SYSTEMS, item_name, named, ship_words
from engine.sunrise.world import World
from engine.text.message import N_, OR, T_, Beside, Message, Shown, Text, joined, listed, name, stamp, term

T = TypeVar("T")
NO_SHIP, NO_SHIPS, NO_TARGET = T_("a ship"), T_("no ship"), T_("the attack")
IN_ORDER = N_("{asked} (in order: {dice})")


class Question(question.Question[Any, Any, Choice, T]):  # looks and plays are made of questions, and not the reverse
    """A question to a side. `asks` has {ship}, {target} and {count} of systems; `idle` tells of picking nothing.

    `place` is where its kind stands in lists of all kinds, by when they come up in a turn.
    """

    kinds: ClassVar[dict[str, Any]] = {}  # questions of whatever tasks
    place: ClassVar[int]
    asks: ClassVar[Message]
    idle: ClassVar[Message] = N_("{side} chooses nothing.")

    def words(self, known: State, choice: Choice) -> Text:
        """The question as it stands after "chooses"."""
        return self.asks(
            ship=ship_words(known, choice.ship) if choice.ship else NO_SHIP,
            target=ship_words(known, choice.target) if choice.target else NO_TARGET,
            count=SYSTEMS(count=max(1, choice.count)),
        )

    def usually(self, look: Look, choice: Choice) -> Text | None:
        """Words for the usual answer where it names ships, or systems of the ship that is asked about."""
        ships = look.known.ships
        if choice.usual and all(id in ships for id in choice.usual):
            return listed(name(ships[id].name) for id in choice.usual)
        systems = ships[choice.ship].systems if choice.ship in ships else ()
        if choice.usual and all(find(systems, id) is not None for id in choice.usual):
            return listed(named(systems, id, look.pack) for id in choice.usual)
        return None


def every_kind() -> tuple[str, ...]:
    """The kinds of all questions, by when they come up in a turn."""
    return tuple(sorted(Question.kinds, key=lambda kind: Question.kinds[kind].place))


def asked_words(known: State, choice: Choice) -> Text:
    """The question to a side, as it stands after "chooses", with the dice that lie on the table."""
    asked = Question.of(choice).words(known, choice)
    if not choice.faces:
        return asked
    return IN_ORDER(asked=asked, dice=joined(" ", (term(str(face)) for face in choice.faces)))


STAGE_WORDS: dict[Stage, Text] = {
    Stage.FLEETS: T_("Fleets are being built."),
    Stage.TERRAIN: T_("Terrain is being laid."),
    Stage.MARKERS: T_("Markers are being placed."),
    Stage.EDGE: T_("The deployment edge is being chosen."),
    Stage.DEPLOY: T_("Ships are being deployed."),
    Stage.START: T_("The turn is just beginning."),
    Stage.ORDERS: T_("This is the Order phase."),
    Stage.MOVEMENT: T_("Ships are moving."),
    Stage.LAUNCH: T_("Squadrons are launching."),
    Stage.SQUADRONS: T_("Squadrons are being ordered."),
    Stage.PICK: T_("Ships are being activated."),
    Stage.ACTION: T_("A ship is activated."),
    Stage.END: T_("This is the End phase."),
    Stage.OVER: T_("The game is over."),
}

NOTHING_ASKED = Choice(kind="", side=Side.A)
OF_SHIP, CRAFT_OF = N_("{system} of {ship}"), N_("{type} of {side} ({id})")


class Look(look.Look[World, State], frozen=True):
    """A look at the game, with its sides and ships in words."""

    @property
    def pack(self) -> Pack:
        """The data pack of the game."""
        return self.world.pack

    @property
    def side(self) -> Side | None:
        """The viewer's side; None for the public."""
        return self.known.seats.get(self.seat) if self.seat is not None else None

    @property
    def sides(self) -> tuple[Side, Side]:
        """Both sides, the viewer's own first."""
        first = self.side or Side.A
        return first, first.other

    def player_needed(self) -> Side:
        """The side, for views that only players have. Raises Refusal E_OWNER."""
        if self.side is None:
            raise Refusal("E_OWNER", T_("You have no seat in this game."), "FS-TERM-04", T_("`/game join` takes one."))
        return self.side

    def outside(self) -> Refused | None:
        """Refuses any order of a seat that plays neither side."""
        return no(Code.E_OWNER, T_("You play neither side of this game."), "FS-TERM-04") if self.side is None else None

    @property
    def own(self) -> Side:
        """The side of a player's order. Refuses `E_OWNER`."""
        side = self.side
        if side is None:
            self.require(self.outside())
        assert side is not None  # or it is outside
        return side

    def asked(self, *questions: type[Question[Any]]) -> Choice | Refused:
        """The open question to the viewer's side, one of these or any. Refuses `E_LATE`, `E_PHASE`, `E_TURN`."""
        if outside := self.outside():
            return outside
        choice, kinds = self.known.choice, [kind.kind for kind in questions]
        if choice is None or (kinds and choice.kind not in kinds):
            late, wanted = "choice" in self.known.of(self.own).late and choice is None, listed(map(term, kinds), OR)
            why = N_("No choice[ ({kinds})] is open any more.") if late else N_("No choice[ ({kinds})] is open.")
            return no(Code.E_LATE if late else Code.E_PHASE, why, "FS-TURN-07", kinds=wanted)
        return choice if choice.side is self.own else self._theirs(choice)

    def _theirs(self, choice: Choice) -> Refused:
        words = Question.of(choice).words(self.known, choice)
        return no(Code.E_TURN, N_("Side {side} has to choose {words}."), "FS-TURN-06", side=choice.side, words=words)

    @property
    def choice(self) -> Choice:
        """The question to the viewer's side; a question about nothing, without options, while it is asked nothing."""
        choice = self.known.choice
        return choice if choice is not None and choice.side is self.side else NOTHING_ASKED

    def unfree(self) -> Refused | None:
        """Refuses a side without a free hand: `E_PENDING` for an own open question, `E_TURN` for another's."""
        choice = self.known.choice
        if (outside := self.outside()) or choice is None:
            return outside
        if choice.side is not self.own:
            return self._theirs(choice)
        why = N_("You have to choose {words}.")
        return no(Code.E_PENDING, why, "FS-TURN-07", words=Question.of(choice).words(self.known, choice))

    def untimely(self, rule: str, *stages: Stage) -> Refused | None:
        """Refuses unless it is one of these stages: `E_LATE` where the side's time for it ran out, `E_PHASE`."""
        if (outside := self.outside()) or self.known.stage in stages:
            return outside
        steps = {STAGE_CLOCK.get(stage) for stage in stages}
        if any(step in steps for step in self.known.of(self.own).late):
            return no(Code.E_LATE, T_("The deadline passed, and the default was used."), rule)
        return no(Code.E_PHASE, STAGE_WORDS[self.known.stage], rule)

    @property
    def ordering(self) -> bool:
        """True while the viewer's side writes its orders of the turn: what stands for long makes sense then."""
        return self.untimely("", Stage.ORDERS) is None and self.known.of(self.own).lock is None

    def not_picking(self, rule: str = "FS-TURN-06") -> Refused | None:
        """Refuses `E_TURN` unless it is the pick of the viewer's side."""
        if (outside := self.outside()) or self.known.picks in (None, self.own):
            return outside
        return no(Code.E_TURN, N_("Side {picks} picks now."), rule, picks=self.known.picks)

    def unblessed(self, rule: str) -> Refused | None:
        """`E_FACTION` for all but the Children of the Sun, who alone work miracles (FS-FAC-02)."""
        if self.world.is_of(self.known, self.own, FactionCode.CHILDREN_OF_THE_SUN):
            return None
        return no(Code.E_FACTION, T_("Miracles are the Children of the Sun's."), rule)

    def too_dear(self, miracle: Miracle, times: int = 1, *, spent: int = 0) -> Refused | None:
        """`E_POINTS` for more than the side's pool pays for, of which so many points are `spent` already."""
        return miracle_ok(miracle, self.pack.prices, self.known.of(self.own).pool - spent, times)

    def name(self, side: Side) -> Text:
        """Players of a side: the names of its seats, or the side's letter."""
        return words.side_name(self.known, side)

    def ship(self, id: str) -> Text:
        """A ship by its id, in a sentence."""
        return words.ship_words(self.known, id)

    def craft(self, id: str) -> Text:
        """A squadron by its id, in a sentence: "Fighter of red (AS1)"."""
        found = self.known.squadrons.get(id)
        if found is None:
            return name(id)
        return CRAFT_OF(type=item_name(found.type, self.pack), side=self.name(found.side), id=term(id))

    def system(self, ship: str, system: str) -> Text:
        """A system of a ship, by their ids."""
        found = self.known.ships.get(ship)
        return words.named(found.systems, system, self.pack) if found is not None else name(system)

    def place(self, place: str) -> Text:
        """A system as "ship/system": "Fabricator of Sovereign"."""
        ship, _, system = place.partition("/")
        return OF_SHIP(system=self.system(ship, system), ship=self.ship(ship))

    def called(self, ship: Ship) -> str:
        """The word by which a ship is found: its name, or its id where both sides have one of that name."""
        return words.called(self.known, ship)

    def ships(self) -> list[Ship]:
        """All ships, the viewer's own first, each side's in the order of its list."""
        return [ship for side in self.sides for ship in self.known.fleet(side)]

    def count_of(self, text: str, what: str, rule: str) -> int:
        """A whole number, with a sign or not. Refuses `E_VALUE`."""
        if not re.fullmatch(r"[+-]?\d{1,6}", text.strip()):
            why = N_("A whole number is needed for {what}, not “{text}”.")
            self.no(Code.E_VALUE, why, rule, what=term(what), text=text)
        return int(text)

    def heading_of(self, text: str) -> int:
        """A heading in whole degrees. Refuses `E_VALUE`."""
        if not re.fullmatch(r"[+-]?\d{1,6}", text.strip()):
            self.no(Code.E_VALUE, N_("A heading is a whole number of degrees, not “{text}”."), "FS-BRD-02", text=text)
        self.require(heading_ok(int(text)))
        return int(text)

    def length_of(self, text: str) -> int:
        """A length in inches, as thousandths. Refuses `E_VALUE`."""
        found = thousandths(text)
        if found is None:
            self.no(Code.E_VALUE, N_("“{text}” is no number of inches."), "FS-BRD-04", text=text)
        return found

    def point_of(self, x: str, y: str) -> Point:
        """A point of the board. Refuses `E_VALUE`, `E_BOUNDS`."""
        point = Point(self.length_of(x), self.length_of(y))
        self.require(on_board(self.known.settings.board, point))
        return point


def thread(known: State) -> tuple[str, str] | None:
    """The topic and title under which news of the present turn is gathered; None before turn 1."""
    return (f"turn:{known.turn}", N_("Turn {turn}")(turn=known.turn)) if known.turn else None


class TurnFact(Fact[State], frozen=True):
    """Something that happens in a turn, whose news is gathered in the thread of the turn."""

    threaded = True


SideOf = Annotated[Side, Shown[Side](lambda look, side, form: look.name(side.other if form == "other" else side))]
"""A field of a fact: a side, by the names of its seats; "{side:other}" its enemy."""


class SideLocked(Fact[State], frozen=True):
    """A side has locked something under a seal, or opened it again (`lock` is None)."""

    side: SideOf
    lock: Lock | None

    def evolve(self, state: State) -> State:
        state = side_changed(state, self.side, lock=self.lock)
        return state if self.lock is None else replace(state, seals=(*state.seals, self.lock.seal))


ShipOf = Annotated[str, Shown[str](lambda look, ship, form: look.ship(ship))]
"""A field of a fact: a ship by its id, shown by its name."""

CraftOf = Annotated[str, Shown[str](lambda look, squadron, form: look.craft(squadron))]
"""A field of a fact: a squadron by its id, shown by its type, its side and its id."""

Named = Annotated[str, Shown[str](lambda look, text, form: name(text))]
"""A field of a fact: what somebody called something, or wrote."""

SeatOf = Annotated[Seat, Shown[Seat](lambda look, seat, form: name(seat))]
"""A field of a fact: a seat by its name."""

Letter = Annotated[Side, Shown[Side](lambda look, side, form: term(side.value))]
"""A field of a fact: a side by its letter."""

At = Annotated[Point, Shown[Point](lambda look, point, form: words.place(point))]
"""A field of a fact: a point of the board."""
Item = Annotated[str, Shown[str](lambda look, kind, form: item_name(kind, look.pack))]
"""A field of a fact: a weapon, an upgrade or a type of squadron, by its name."""

Faces = Annotated[tuple[int, ...], Shown[tuple[int, ...]](lambda look, faces, form: words.faces_words(faces))]
"""A field of a fact: dice in the order in which they were rolled."""

ShipsOf = Annotated[
    tuple[str, ...], Shown[tuple[str, ...]](lambda look, ships, form: listed(map(look.ship, ships)) or NO_SHIPS)
]
"""A field of a fact: ships by their ids, in a row."""

Systems = Annotated[int, Shown[int](lambda look, count, form: SYSTEMS(count=count))]
"""A field of a fact: so many systems."""

Until = Annotated[Instant | None, Shown[Instant](lambda look, at, form: stamp(at))]
"""A field of a fact: an instant that may not come."""

SystemOf = Annotated[str, Beside(lambda look, fact, form: look.system(fact.ship, fact.system))]
"""A field of a fact: a system of its `ship`."""

WeaponOf = Annotated[str, Beside(lambda look, fact, form: look.system(fact.ship, fact.weapon))]
"""A field of a fact: a weapon of its `ship`."""

_BETWEEN = re.compile(r",|;|\band\b", re.IGNORECASE)


def split_list(text: str, names: Sequence[str] = ()) -> list[str]:
    """The parts of a text between commas, semicolons or "and"; but such a name ("Sword and Shield") is one word."""
    if not names:
        return [part.strip() for part in _BETWEEN.split(text) if part.strip()]
    whole = sorted((name for name in names if len(split_list(name)) > 1), key=len, reverse=True)
    kept = "|".join(re.escape(name) for name in whole) or "(?!)"
    parts = [""]
    for piece in re.finditer(rf"({kept})|(,|;|\band\b)|.", text, re.IGNORECASE | re.DOTALL):
        if piece[2]:
            parts.append("")
        else:
            parts[-1] += piece[0]
    return [part.strip() for part in parts if part.strip()]
