"""Moderators and markers: put, given to a side, and taken off the board. Register 17.2."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated, ClassVar

from msgspec.structs import replace
from pydantic import Field

from engine.game import Fact
from engine.look import Refused
from engine.noun import Found, Noun, Value
from engine.orders import Option
from engine.sunrise.data.codes import Code
from engine.sunrise.data.shapes import inches
from engine.sunrise.founding.laying import MarkerPlaced
from engine.sunrise.founding.sides import no_side
from engine.sunrise.look import Look
from engine.sunrise.moderators.orders import GROUP, QuietOrder, X, Y, markers_laid
from engine.sunrise.nouns import noun
from engine.sunrise.play import Act
from engine.sunrise.state import Marker, Side, State
from engine.text.message import N_, Shown, name

HOLDER: Noun[Look, Side | None] = Noun(
    "a side",
    lambda look, found: (*Side, None),
    lambda side: (side.value,) if side is not None else ("nobody", "none", "neutral"),
    unknown=no_side,
)
"""A side, or nobody."""

MARKER: Noun[Look, Marker] = noun(
    "a marker",
    lambda look, found: look.known.markers,
    lambda marker: (marker.id, marker.id.removeprefix("m")),
    (N_("No marker is named '{word}'[ (did you mean '{likely}'?)]."), "FS-SET-02"),
)


def marker_id(look: Look, words: str, found: Found) -> str:
    """The id of a marker that there is or shall be: "m3", "3". Refuses `E_VALUE`."""
    word = words.strip().casefold()
    id = f"m{word}" if word.isdecimal() else word
    if not re.fullmatch(r"m[1-9]\d?", id):
        look.no(Code.E_VALUE, N_("A marker is called m1, m2 and so on, not “{id}”."), "FS-SET-02", id=id)
    return id


class MarkerOrder(QuietOrder):
    """An order of moderators about a marker, once markers are placed and while nobody is asked anything."""

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        return super().ready(look) or markers_laid(look)


class SetMarker(MarkerOrder):
    """Put a marker somewhere, or give it to a side."""

    path: ClassVar[str] = f"{GROUP.path} marker"
    line: ClassVar[str] = "put marker {marker} at {x} {y} for {side}"
    marker: Annotated[
        str, Value("a marker", marker_id, lambda look, found: (Option(marker.id) for marker in look.known.markers))
    ] = Field(description="its id, such as m1", max_length=20)
    x: str = X
    y: str = Y
    side: Annotated[str, HOLDER] = Field(description="A, B or nobody", max_length=10)

    def obey(self, act: Act) -> None:
        """A marker lies there, and is whose it is said to be. Refuses `E_VALUE`, `E_BOUNDS`."""
        place = act.look.point_of(self.x, self.y)
        act.play.tell(MarkerPlaced(Marker(act.found.marker, place, act.found.side)))

    @classmethod
    def likely(cls, look: Look) -> Iterator[SetMarker]:
        """Nobody's from now on, each where it is: places are told in figures."""
        for marker in look.known.markers:
            yield cls(marker=marker.id, x=inches(marker.place.x), y=inches(marker.place.y), side="nobody")


class LiftMarker(MarkerOrder):
    """Take a marker off the board."""

    path: ClassVar[str] = f"{GROUP.path} lift-marker"
    line: ClassVar[str] = "lift marker {marker}"
    lively: ClassVar[int] = 1
    marker: Annotated[str, MARKER] = Field(description="its id, such as m1", max_length=20)

    def obey(self, act: Act) -> None:
        """A marker is gone."""
        act.play.tell(MarkerLifted(act.found.marker.id))


Number = Annotated[str, Shown[str](lambda look, marker, form: name(marker.removeprefix("m")))]
"""A field of a fact: a marker by its number."""


class MarkerLifted(Fact[State], frozen=True):
    """A moderator took a marker off the board."""

    says = N_("Marker {marker} is taken off the board.")
    rule = "FS-SET-02"
    marker: Number

    def evolve(self, state: State) -> State:
        return replace(state, markers=tuple(marker for marker in state.markers if marker.id != self.marker))
