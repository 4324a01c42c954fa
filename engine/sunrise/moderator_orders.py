"""What moderators may order: the clock, the terrain, ships and markers set right, the end. Register 17.2."""

from __future__ import annotations

from typing import Annotated, ClassVar

from pydantic import Field

from engine.orders import Order, Pick
from engine.sunrise.figures.terrain import LIMIT

GROUP = "gm-sunrise"
MOST_MINUTES = 60 * 24 * 60
WHY = Field("a moderator's ruling", description="the reason, for all to read", max_length=200)


class Deadline(Order):
    """Set when the present wait ends, in minutes from now; 0 lets it wait for ever."""

    path: ClassVar[str] = f"{GROUP} deadline"
    line: ClassVar[str] = "deadline in {minutes} minutes"
    moderator: ClassVar[bool] = True
    minutes: int = Field(description="minutes from now; 0 for none", ge=0, le=MOST_MINUTES)


class Extend(Order):
    """Give the present wait more time."""

    path: ClassVar[str] = f"{GROUP} extend"
    line: ClassVar[str] = "extend by {minutes} minutes"
    moderator: ClassVar[bool] = True
    minutes: int = Field(description="more minutes", ge=1, le=MOST_MINUTES)


class PauseClock(Order):
    """Stop the clock."""

    path: ClassVar[str] = f"{GROUP} pause"
    line: ClassVar[str] = "pause the clock"
    moderator: ClassVar[bool] = True


class ResumeClock(Order):
    """Let the clock go on with the time that was left."""

    path: ClassVar[str] = f"{GROUP} resume"
    line: ClassVar[str] = "resume the clock"
    moderator: ClassVar[bool] = True


class Timer(Order):
    """Set how long a kind of step waits from now on."""

    path: ClassVar[str] = f"{GROUP} timer"
    line: ClassVar[str] = "timer {step} {minutes}"
    moderator: ClassVar[bool] = True
    step: Annotated[str, Pick("a kind of step")] = Field(description="a kind of step, such as orders", max_length=20)
    minutes: int = Field(description="minutes; 0 for ever", ge=0, le=MOST_MINUTES)


class Advance(Order):
    """Do not wait any longer: what is missing is done by default."""

    path: ClassVar[str] = f"{GROUP} advance"
    line: ClassVar[str] = "advance"
    moderator: ClassVar[bool] = True


class AddTerrain(Order):
    """Lay a piece of terrain."""

    path: ClassVar[str] = f"{GROUP} terrain"
    line: ClassVar[str] = "add terrain {shape}"
    moderator: ClassVar[bool] = True
    shape: str = Field(
        description="circle 36 24 3 (x, y, radius), or polygon 10 10, 20 10, 15 18 (corners)", max_length=300
    )


class RandomTerrain(Order):
    """Lay round pieces of terrain by the dice."""

    path: ClassVar[str] = f"{GROUP} random-terrain"
    line: ClassVar[str] = "random terrain {pieces}"
    moderator: ClassVar[bool] = True
    pieces: int = Field(8, description="how many", ge=1, le=LIMIT)


class TakeTerrain(Order):
    """Take a piece of terrain off the board, or all of them."""

    path: ClassVar[str] = f"{GROUP} clear-terrain"
    line: ClassVar[str] = "take terrain {piece}"
    moderator: ClassVar[bool] = True
    piece: Annotated[str, Pick("a piece")] = Field(description="its id, such as t1, or all", max_length=20)


class PlaceShip(Order):
    """Put a ship onto the board, wherever it is."""

    path: ClassVar[str] = f"{GROUP} place"
    line: ClassVar[str] = "place {ship} at {x} {y} heading {heading}"
    moderator: ClassVar[bool] = True
    ship: Annotated[str, Pick("a ship")] = Field(description="a ship, by id where two have one name", max_length=40)
    x: str = Field(description="inches from the west edge", max_length=12)
    y: str = Field(description="inches from the south edge", max_length=12)
    heading: str = Field(description="degrees clockwise from north", max_length=8)


class SetShip(Order):
    """Set a ship right: its pips, shields or velocity, or one of its systems."""

    path: ClassVar[str] = f"{GROUP} set"
    line: ClassVar[str] = "set {what} of {ship} to {value}[ because {why}]"
    moderator: ClassVar[bool] = True
    what: Annotated[str, Pick("what")] = Field(
        description="pips, shields, velocity, destroyed or restored", max_length=20
    )
    ship: Annotated[str, Pick("a ship")] = Field(description="a ship", max_length=40)
    value: Annotated[str, Pick("a value")] = Field(description="a number, or the system", max_length=60)
    why: str = WHY


class SetSquadron(Order):
    """Set the size of a squadron; 0 takes it out."""

    path: ClassVar[str] = f"{GROUP} squadron"
    line: ClassVar[str] = "resize {squadron} to {size}[ because {why}]"
    moderator: ClassVar[bool] = True
    squadron: Annotated[str, Pick("a squadron")] = Field(description="its id, such as AS1", max_length=20)
    size: int = Field(description="craft", ge=0, le=99)
    why: str = WHY


class RemoveShip(Order):
    """Take a ship out of the game, with what is aboard."""

    path: ClassVar[str] = f"{GROUP} remove"
    line: ClassVar[str] = "remove {ship}[ because {why}]"
    moderator: ClassVar[bool] = True
    ship: Annotated[str, Pick("a ship")] = Field(description="a ship", max_length=40)
    why: str = WHY


class SetMarker(Order):
    """Put a marker somewhere, or give it to a side."""

    path: ClassVar[str] = f"{GROUP} marker"
    line: ClassVar[str] = "put marker {marker} at {x} {y} for {side}"
    moderator: ClassVar[bool] = True
    marker: Annotated[str, Pick("a marker")] = Field(description="its id, such as m1", max_length=20)
    x: str = Field(description="inches from the west edge", max_length=12)
    y: str = Field(description="inches from the south edge", max_length=12)
    side: Annotated[str, Pick("a side")] = Field(description="A, B or nobody", max_length=10)


class LiftMarker(Order):
    """Take a marker off the board."""

    path: ClassVar[str] = f"{GROUP} lift-marker"
    line: ClassVar[str] = "lift marker {marker}"
    moderator: ClassVar[bool] = True
    marker: Annotated[str, Pick("a marker")] = Field(description="its id, such as m1", max_length=20)


class SetScore(Order):
    """Set the points of a side."""

    path: ClassVar[str] = f"{GROUP} score"
    line: ClassVar[str] = "score of {side} is {points}[ because {why}]"
    moderator: ClassVar[bool] = True
    side: Annotated[str, Pick("a side")] = Field(description="A or B", max_length=10)
    points: int = Field(description="points", ge=0, le=999)
    why: str = WHY


class SeatPlayer(Order):
    """Give a seat to a side."""

    path: ClassVar[str] = f"{GROUP} seat"
    line: ClassVar[str] = "seat {seat} on side {side}"
    moderator: ClassVar[bool] = True
    seat: Annotated[str, Pick("a seat")] = Field(description="the name of a seat of this game", max_length=40)
    side: Annotated[str, Pick("a side")] = Field(description="A or B", max_length=10)


class Announce(Order):
    """Tell everybody how something is ruled."""

    path: ClassVar[str] = f"{GROUP} ruling"
    line: ClassVar[str] = "ruling {words}"
    moderator: ClassVar[bool] = True
    words: str = Field(description="the ruling", max_length=1000)


class EndGame(Order):
    """End the game."""

    path: ClassVar[str] = f"{GROUP} end"
    line: ClassVar[str] = "end the game for {winner}[ because {why}]"
    moderator: ClassVar[bool] = True
    winner: Annotated[str, Pick("a winner")] = Field(description="A, B or draw", max_length=10)
    why: str = WHY


ORDERS: tuple[type[Order], ...] = (
    Deadline,
    Extend,
    PauseClock,
    ResumeClock,
    Timer,
    Advance,
    AddTerrain,
    RandomTerrain,
    TakeTerrain,
    PlaceShip,
    SetShip,
    SetSquadron,
    RemoveShip,
    SetMarker,
    LiftMarker,
    SetScore,
    SeatPlayer,
    Announce,
    EndGame,
)
