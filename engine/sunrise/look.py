"""A look at the game: by whom, at what it knows, when. Words, menus, nouns and pictures are made from it."""

from __future__ import annotations

import re
from typing import Annotated, Any

from engine import act, look
from engine.game import Refusal, Seat, ruled
from engine.look import Refused
from engine.report import News
from engine.sunrise import timing, words
from engine.sunrise.asking import Question
from engine.sunrise.data.codes import Code, no
from engine.sunrise.data.pack import Pack
from engine.sunrise.data.shapes import Point, thousandths
from engine.sunrise.figures.board import heading_ok, on_board
from engine.sunrise.state import Choice, Ship, Side, Stage, State
from engine.sunrise.world import World
from engine.text.message import N_, Shown, Text, name, term

OF_SHIP = N_("{system} of {ship}")


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

    def player_needed(self) -> Side:
        """The side, for views that only players have. Raises Refusal E_OWNER."""
        if self.side is None:
            raise Refusal("E_OWNER", "You have no seat in this game.", "FS-TERM-04", "`/game join` takes one.")
        return self.side

    def outside(self) -> Refused | None:
        """Why a player's order cannot be given: the seat plays neither side; None for one that plays."""
        return no(Code.E_OWNER, "you play neither side of this game", "FS-TERM-04") if self.side is None else None

    @property
    def own(self) -> Side:
        """The side of a player's order. Refuses `E_OWNER`."""
        side = self.side
        if side is None:
            self.require(self.outside())
        assert side is not None  # or it is outside
        return side

    def asked(self, *questions: type[Question[Any]]) -> Choice | Refused:
        """The open question to the viewer's side, which is one of these, or any."""
        return self.outside() or timing.asked(self.known, self.own, *(one.kind for one in questions))

    def unfree(self) -> Refused | None:
        """Why the viewer's side has no free hand: something is asked, of it or of the other."""
        return self.outside() or timing.unfree(self.known, self.own)

    def untimely(self, rule: str, *stages: Stage) -> Refused | None:
        """Why it is not one of these stages."""
        return self.outside() or timing.untimely(self.known, self.own, rule, *stages)

    def not_picking(self, rule: str = "FS-TURN-06") -> Refused | None:
        """Why it is not the pick of the viewer's side."""
        return self.outside() or timing.not_picking(self.known, self.own, rule)

    def name(self, side: Side) -> Text:
        """Who plays a side: the names of its seats, or the side's letter."""
        return words.side_name(self.known, side)

    def ship(self, id: str) -> Text:
        """A ship by its id, in a sentence."""
        return words.ship_words(self.known, id)

    def craft(self, id: str) -> Text:
        """A squadron by its id, in a sentence."""
        return words.squadron_words(self.known, id, self.pack)

    def system(self, ship: str, system: str) -> Text:
        """A system of a ship, by their ids."""
        found = self.known.ships.get(ship)
        return words.named(found.systems, system, self.pack) if found is not None else name(system)

    def place(self, place: str) -> Text:
        """A system as "ship/system": "Fabricator of Sovereign"."""
        ship, _, system = place.partition("/")
        return OF_SHIP(system=self.system(ship, system), ship=self.ship(ship))

    def label(self, ship: Ship) -> Text:
        """A ship in a sentence."""
        return words.label(self.known, ship)

    def called(self, ship: Ship) -> str:
        """The word by which a ship is found: its name, or its id where both sides have one of that name."""
        return words.called(self.known, ship)

    def ships(self) -> list[Ship]:
        """All ships, the viewer's own first, each side's in the order of its list."""
        first = self.side or Side.A
        return [*self.known.fleet(first), *self.known.fleet(first.other)]

    def count_of(self, text: str, what: str, rule: str) -> int:
        """A whole number, with a sign or not. Refuses `E_VALUE`."""
        if not re.fullmatch(r"[+-]?\d{1,6}", text.strip()):
            self.refuse(Code.E_VALUE, rule, why=f"{what} is a whole number, not “{name(text)}”")
        return int(text)

    def heading_of(self, text: str) -> int:
        """A heading in whole degrees. Refuses `E_VALUE`."""
        if not re.fullmatch(r"[+-]?\d{1,6}", text.strip()):
            why = f"a heading is a whole number of degrees, not “{name(text)}”"
            self.refuse(Code.E_VALUE, "FS-BRD-02", why=why)
        self.require(heading_ok(int(text)))
        return int(text)

    def length_of(self, text: str) -> int:
        """A length in inches, as thousandths. Refuses `E_VALUE`."""
        found = thousandths(text)
        if found is None:
            self.refuse(Code.E_VALUE, "FS-BRD-04", why=f"“{name(text)}” is no number of inches")
        return found

    def point_of(self, x: str, y: str) -> Point:
        """A point of the board. Refuses `E_VALUE`, `E_BOUNDS`."""
        point = Point(self.length_of(x), self.length_of(y))
        self.require(on_board(self.known.settings.board, point))
        return point

    def row(self, ship: Ship) -> int:
        """Pips of a row of a ship now (FS-HULL-02)."""
        return self.world.row(ship)

    def rows(self, ship: Ship) -> int:
        """Rows of a ship (FS-HULL-02)."""
        return self.world.rows(ship)

    def in_turn(self, text: Text, rule: str = "", *, decides: bool = False, picture: str = "") -> News:
        """News of the present turn, gathered in its thread; before turn 1 it stays in the channel."""
        topic, title = thread(self.known) or ("", "")
        return ruled(text, rule, decides=decides, picture=picture, topic=topic, topic_title=title)


class Act(act.Act[World, State]):
    """An order being obeyed, with what its author knows."""

    look: Look

    @property
    def side(self) -> Side:
        """Whose order it is."""
        return self.look.own


def thread(known: State) -> tuple[str, str] | None:
    """The topic and title under which news of the present turn is gathered; None before turn 1."""
    return (f"turn:{known.turn}", f"Turn {known.turn}") if known.turn else None


SideOf = Annotated[Side, Shown[Side](lambda look, side, form: look.name(side))]
"""A field of a fact: a side, by the names of its seats."""

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
