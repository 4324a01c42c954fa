"""Ships that come onto the board in play: out of Slipspace, returned in glory, back over the edge.

Rulebook: FS-MOV-13, FS-FAC-10, FS-FAC-20, FS-FAC-21.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Annotated, ClassVar, Self

from msgspec.structs import replace
from pydantic import Field

from engine.act import Order
from engine.declared.changes import Its, Sets
from engine.game import ruled
from engine.look import Refused, no
from engine.noun import Found
from engine.question import runs
from engine.report import News
from engine.sunrise import state as game
from engine.sunrise.data.codes import Code
from engine.sunrise.data.shapes import Point, inches
from engine.sunrise.data.units import Upgrade
from engine.sunrise.figures.hull import full, row_pips
from engine.sunrise.figures.motion import RETURN_VELOCITY, Pose, return_default, return_ok
from engine.sunrise.figures.setup import FACING, arrival_ok, resplendent_default, resplendent_ok, slipspace_shut
from engine.sunrise.look import Look, Question, ShipOf, TurnFact
from engine.sunrise.nouns import OWN
from engine.sunrise.play import Answer, Keep, Play
from engine.sunrise.state import Choice, Ship, Status, System, held_back, where, working
from engine.sunrise.words import place as place_words
from engine.sunrise.worth import ambush, guns, heading, open_places, waters
from engine.text.message import N_, NOTHING, T_, Message

GLORY = N_("{ship} returns in glory at {place} heading {heading}\u00b0, velocity {velocity}[; {stalled}].")
CAME: dict[Status, tuple[Message, str]] = {
    Status.OFF_BOARD: (
        N_("{ship} is back on the board at {place} heading {heading}\u00b0, velocity {velocity}[; {stalled}]."),
        "FS-MOV-13",
    ),
    Status.SLIPSPACE: (
        N_("{ship} comes out of Slipspace at {place} heading {heading}\u00b0, velocity {velocity}[; {stalled}]."),
        "FS-FAC-21",
    ),
    Status.RETURNING: (GLORY, "FS-FAC-10"),
    Status.DESTROYED: (GLORY, "FS-FAC-10"),
}
"""By where a ship was: its coming in words, and the rule."""

PLACED = N_("{ship} is on the board at {place} heading {heading}\u00b0, velocity {velocity}[; {stalled}]."), "FS-MOV-13"
"""The same of a ship that a moderator has put on the board from elsewhere."""

STALLED = T_("it takes no orders this turn")


class CameBack(TurnFact, frozen=True):
    """A ship is on the board again, from where it was: outside, Slipspace, or lost and returned in glory.

    FS-MOV-13, FS-FAC-21, FS-FAC-10. `stalled` is the turn in which it takes no orders (0: it does).
    """

    makes = Sets(
        "ships", "ship", "place", "heading", "velocity", "stalled",
        status=Status.DEPLOYED, last=Its("place"), exit=None, due=0, track=(), jumped_from=None,
    )  # fmt: skip
    ship: str
    how: Status
    place: Point
    heading: int
    velocity: int
    stalled: int = 0

    def words(self, look: Look) -> News:
        says, rule = CAME.get(self.how, PLACED)
        words = says(
            ship=look.ship(self.ship),
            place=place_words(self.place),
            heading=self.heading,
            velocity=self.velocity,
            stalled=STALLED if self.stalled else NOTHING,
        )
        return ruled(words, rule, decides=True)


class Rebuilt(TurnFact, frozen=True):
    """A ship that returns in glory is whole again, its Resplendent Returns burnt out (FS-FAC-10)."""

    says = N_("{ship} is whole again: {pips} pips.")
    rule = "FS-FAC-10"
    makes = Sets("ships", "ship", "pips", "systems", note=0, kineticite=0, debt=0, overcharge=0)
    ship: ShipOf
    pips: int
    systems: tuple[System, ...]


@runs(game.Returning)
def ask_return(play: Play, task: game.Returning) -> None:
    """A ship owed by Resplendent Return is placed in its side's zone (FS-FAC-10)."""
    ship = play.state.ships[task.ship]
    edge = play.state.of(ship.side).edge
    assert edge is not None and ship.last is not None  # it was deployed
    settings = play.state.settings
    place = resplendent_default(settings.board, play.state.terrain, edge, ship.last)
    usual = stored(Pose(place, FACING[edge]))
    play.ask(Choice(kind="return", side=ship.side, ship=ship.id, count=1, usual=usual), task)


class WhereToReturn(Question[game.Returning]):
    """Asks for the place at which a ship returns in glory (FS-FAC-10)."""

    kind = "return"
    place = 1
    rule = "FS-FAC-10"
    row = "start"
    asks = N_("where {ship} returns in glory")
    awaited = T_("where your ship returns")

    def advice(self, look: Look, choice: Choice) -> Order:
        """Returns it at its usual place, facing the middle of the board."""
        place = pose_of(choice.usual).place
        facing = heading(place, look.known.settings.board.centre)
        return Resplendent(ship=choice.ship, **standing(Pose(place, facing)))

    def answered(self, play: Play, task: game.Returning, choice: Choice, answer: tuple[str, ...]) -> None:
        """It is whole again, but its Resplendent Returns are burnt out."""
        ship = play.state.ships[task.ship]
        systems = tuple(
            replace(system, lost=system.boxes, barred=True)
            if system.item == Upgrade.RESPLENDENT_RETURN or system.copies == Upgrade.RESPLENDENT_RETURN
            else replace(system, lost=0, fired=False)
            for system in ship.systems
        )
        row = row_pips(working(systems, Upgrade.REINFORCED_ARMOR))
        play.tell(Rebuilt(ship.id, full(play.world.rows(ship), row), systems))
        came_back(play, ship.id, Status.RETURNING, answer)


@runs(game.Arrivals)
def ask_arrivals(play: Play, task: game.Arrivals) -> None:
    """A side may bring ships out of Slipspace, one after the other (FS-FAC-21)."""
    ships = held_back(play.state, task.side)
    if not ships:
        return
    options = tuple(ship.id for ship in ships)
    play.ask(Choice(kind="arrive", side=task.side, count=len(ships), options=options), task)


class WhoArrives(Question[game.Arrivals]):
    """Ships that come out of Slipspace, and where (FS-FAC-21)."""

    kind = "arrive"
    place = 2
    rule = "FS-FAC-21"
    row = "start"
    asks = N_("which ships come out of Slipspace, and where")
    awaited = T_("ships out of Slipspace")
    nothing = ()
    idle = N_("{side} brings no ship out of Slipspace.")

    def advice(self, look: Look, choice: Choice) -> Order:
        """The first ship that finds a good place comes out, facing its target."""
        board, terrain = look.known.settings.board, look.known.terrain
        first = look.known.ships[choice.options[0]]
        places = [place for place in open_places(board) if not Arrive.refused(look, first, place)]
        foes = waters(look.world, look.known, choice.side).foes
        for id in choice.options:
            pose = ambush(places, board, terrain, guns(look.world, look.known.ships[id]), foes)
            if pose is not None:
                return Arrive(ship=id, **standing(pose))
        return Keep()

    def answered(self, play: Play, task: game.Arrivals, choice: Choice, answer: tuple[str, ...]) -> None:
        """A ship arrives and takes no movement orders this turn; or no more arrive."""
        if not answer:
            return
        ship, *pose = answer
        came_back(play, ship, Status.SLIPSPACE, pose, play.state.turn)
        play.push(task)


@runs(game.Reentry)
def ask_reentry(play: Play, task: game.Reentry) -> None:
    """A ship comes back within 3 inches of where it left (FS-MOV-13)."""
    ship = play.state.ships[task.ship]
    board = play.state.settings.board
    usual = stored(return_default(board, play.state.terrain, ship.exit or board.centre))
    play.ask(Choice(kind="reenter", side=ship.side, ship=ship.id, count=1, usual=usual), task)


class WhereToReenter(Question[game.Reentry]):
    """Asks for the place at which a ship comes back to the board (FS-MOV-13)."""

    kind = "reenter"
    place = 16
    rule = "FS-MOV-13"
    row = "re-entry"
    asks = N_("where {ship} comes back to the board")
    awaited = T_("where your ship comes back")

    def answered(self, play: Play, task: game.Reentry, choice: Choice, answer: tuple[str, ...]) -> None:
        """It is on the board again, and takes orders in the next turn (FS-MOV-15)."""
        came_back(play, task.ship, Status.OFF_BOARD, answer)


def standing(pose: Pose) -> dict[str, str]:
    """A pose as an order names it."""
    return {"x": inches(pose.place.x), "y": inches(pose.place.y), "heading": str(pose.heading)}


def stored(pose: Pose) -> tuple[str, str, str]:
    """A pose as an answer is stored."""
    return str(pose.place.x), str(pose.place.y), str(pose.heading)


def pose_of(answer: Sequence[str]) -> Pose:
    """The pose of a stored answer."""
    x, y, heading = map(int, answer)
    return Pose(Point(x, y), heading)


def came_back(play: Play, ship: str, how: Status, answer: Sequence[str], stalled: int = 0) -> None:
    """A ship is on the board in the pose that was answered, from where it was."""
    pose = pose_of(answer)
    play.tell(CameBack(ship, how, pose.place, pose.heading, RETURN_VELOCITY, stalled))


MOST_PLACES = 40
"""Places that are offered for a ship."""


def open_points(look: Look, refused: Callable[[Point], Refused | None]) -> Iterator[dict[str, str]]:
    """Points every three inches, as far as they are legal, each with a heading."""
    board, found = look.known.settings.board, 0
    for y in range(0, board.height + 1, 3000):
        for x in range(0, board.width + 1, 3000):
            if found < MOST_PLACES and refused(Point(x, y)) is None:
                found += 1
                yield standing(Pose(Point(x, y), (x // 1000 * 5 + y // 1000) % 360))


def _coming(look: Look, found: Found) -> list[Ship]:
    """The ships that the viewer's side is asked to place."""
    choice = look.choice
    ids = [choice.ship] if choice.ship else [option.partition("/")[0] for option in choice.options]
    return [look.known.ships[id] for id in dict.fromkeys(ids) if id in look.known.ships]


COMING = OWN.but(among=_coming)
"""A ship of the player's; those that are to be placed are offered."""


def _asked_for(look: Look, ship: Ship, found: Found) -> Refused | None:
    if look.choice.ship in ("", ship.id):
        return None
    return no(Code.E_PENDING, N_("{name} is placed now."), "FS-TURN-02", name=look.known.ships[look.choice.ship].name)


def _in_slipspace(look: Look, ship: Ship, found: Found) -> Refused | None:
    if ship.status is Status.SLIPSPACE:
        return None
    return no(Code.E_UNKNOWN, N_("{ship} is not in Slipspace."), "FS-FAC-21", ship=ship.name)


class Coming(Answer):
    """An order that places a ship."""

    ship: Annotated[str, COMING] = Field(description="a ship of yours", max_length=40)
    x: str = Field(description="inches from the west edge, such as 36 or 12.5", max_length=12)
    y: str = Field(description="inches from the south edge", max_length=12)
    heading: str = Field(description="degrees clockwise from north, 0 to 359", max_length=8)

    @classmethod
    def refused(cls, look: Look, ship: Ship, place: Point, heading: int = 0) -> Refused | None:
        """Refuses a place that a ship may not come to."""
        raise LookupError(f"{cls.__name__} does not say where a ship may come")

    def given(self, look: Look, choice: Choice, found: Found) -> tuple[str, ...]:
        """Place and heading of the ship, as stored. Refuses `E_VALUE`, `E_BOUNDS`, and as `refused`."""
        place, heading = look.point_of(self.x, self.y), look.heading_of(self.heading)
        look.require(self.refused(look, found.ship, place, heading))
        return stored(Pose(place, heading))

    @classmethod
    def choices(cls, look: Look, choice: Choice) -> Iterable[Self]:
        ids = (choice.ship,) if choice.ship else choice.options
        ship = look.known.ships[ids[0]]
        for number, at in enumerate(open_points(look, lambda place: cls.refused(look, ship, place)), 1):
            yield cls(ship=ids[number % len(ids)], **at)


class Arrive(Coming):
    """Bring a ship out of Slipspace."""

    path: ClassVar[str] = "sunrise-choose arrive"
    line: ClassVar[str] = "arrive {ship} at {x} {y} heading {heading}"
    answers = (WhoArrives,)
    ship: Annotated[str, COMING.that(_in_slipspace)] = Field(description="a ship held back", max_length=40)

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        return look.outside() or slipspace_shut(look.known.turn) or super().ready(look)

    @classmethod
    def refused(cls, look: Look, ship: Ship, place: Point, heading: int = 0) -> Refused | None:
        """Refuses a place where no ship may come out of Slipspace (FS-FAC-21)."""
        known = look.known
        apart = [("an enemy ship", where(enemy)) for enemy in known.on_board(look.own.other)]
        apart += [("a marker", marker.place) for marker in known.markers]
        return arrival_ok(known.settings.board, known.terrain, apart, known.turn, place, heading)

    def given(self, look: Look, choice: Choice, found: Found) -> tuple[str, ...]:
        """The ship, and where it comes out."""
        return (found.ship.id, *super().given(look, choice, found))


class Resplendent(Coming):
    """Place your ship that returns in glory."""

    path: ClassVar[str] = "sunrise-choose resplendent"
    line: ClassVar[str] = "resplendent {ship} at {x} {y} heading {heading}"
    answers = (WhereToReturn,)
    ship: Annotated[str, COMING.that(_asked_for)] = Field(description="the ship that returns", max_length=40)

    @classmethod
    def refused(cls, look: Look, ship: Ship, place: Point, heading: int = 0) -> Refused | None:
        """Refuses a place where a ship may not return in glory (FS-FAC-10)."""
        edge = look.known.of(look.own).edge
        assert edge is not None  # ships are lost in turns, and edges chosen before
        return resplendent_ok(look.known.settings.board, look.known.terrain, edge, place, heading)


class Reenter(Coming):
    """Bring a ship back to the board, within 3 inches of where it left."""

    path: ClassVar[str] = "sunrise-choose reenter"
    line: ClassVar[str] = "reenter {ship} at {x} {y} heading {heading}"
    answers = (WhereToReenter,)
    ship: Annotated[str, COMING.that(_asked_for)] = Field(description="the ship that is due", max_length=40)

    @classmethod
    def refused(cls, look: Look, ship: Ship, place: Point, heading: int = 0) -> Refused | None:
        """Refuses a place that a ship may not come back to (FS-MOV-13)."""
        assert ship.exit is not None  # it is off the board
        return return_ok(look.known.settings.board, look.known.terrain, ship.exit, place)
