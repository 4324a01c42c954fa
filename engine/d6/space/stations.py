"""People aboard, and their stations: pilot, shields or a weapon. Register D6-1-04."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, ClassVar, Literal

from msgspec.structs import replace
from pydantic import Field

from engine.book import Group
from engine.d6.data.pack import Code
from engine.d6.look import Look, Thing, Who, called
from engine.d6.play import Act, Active, Play, Seen, begins
from engine.d6.space.codes import Hull, kind
from engine.d6.space.craft import WHOLE, CraftChanged
from engine.d6.state import Craft, Figure, State
from engine.declared.sentences import told_by
from engine.game import Fact
from engine.look import Refused, no
from engine.noun import Found, Value
from engine.orders import Option
from engine.text.message import N_, Message, did_you_mean

GROUP = Group("d6-ship", "Craft: stations, duels, gunners, shields")
WORKS = N_("{who} works the station {station}.")


def engaged(figure: Figure, works: Message) -> Refused | None:
    """Refuses `E_STATE` a station to whom nobody sees, or who has one, as `works` tells."""
    if not figure.shown:
        return no(Code.E_STATE, N_("Nobody sees {who} yet."), "D6-1-04", who=figure.label)
    return no(Code.E_STATE, works, "D6-1-04", who=figure.label, station=figure.station) if figure.station else None


def stations(look: Look, craft: Craft) -> tuple[str, ...]:
    """Stations that can be worked aboard; with room for more than one also a passenger's seat, which is none."""
    ship = kind(look.world, craft)
    crew = () if ship.crew < 2 else ("shields", *(gun.name for gun in ship.weapons), "passenger")
    return ("pilot", *crew)


def _station(look: Look, words: str, found: Found) -> str:
    """A station that is free. Refuses `E_UNKNOWN`, `E_STATE`."""
    craft: Craft = found.craft
    wanted, there = " ".join(words.casefold().split()), stations(look, craft)
    if wanted not in there:
        why, hint = N_("{craft} has no station “{words}”, but {there}.[ {hint}]"), did_you_mean(wanted, there)
        look.no(Code.E_UNKNOWN, why, "D6-1-04", craft=craft.label, words=words, there=", ".join(there), hint=hint)
    if wanted in craft.crew:
        look.no(Code.E_STATE, WORKS, "D6-1-04", who=called(look.known, craft.crew[wanted]), station=wanted)
    room = kind(look.world, craft).crew
    if wanted != "passenger" and len(craft.crew) >= room:
        look.no(Code.E_STATE, N_("{craft} has a crew of {room} already."), "D6-1-04", craft=craft.label, room=room)
    return wanted


def _free(look: Look, found: Found) -> Iterable[Option]:
    craft = found.get("craft")
    return () if craft is None else [Option(station) for station in stations(look, craft) if station not in craft.crew]


STATION: Value[Look, str] = Value("a station aboard", _station, _free)


class Board(Active):
    """Take a station aboard a craft."""

    path: ClassVar[str] = "d6-ship board"
    line: ClassVar[str] = "board {craft} as {station}"
    craft: Annotated[str, WHOLE] = Field(description="a craft", max_length=60)
    station: Annotated[str, STATION] = Field(description="pilot, shields, a weapon, or passenger", max_length=40)

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """Refuses `E_STATE` whom nobody sees, and who works a station already."""
        return super().ready(look) or engaged(look.own, N_("{who} works the station {station}; say `leave station`."))

    def obey(self, act: Act) -> None:
        """Whoever works a system of a flying craft acts on its rounds of four seconds (D6-1-04)."""
        board(begins(act), act.who.id, act.found.craft, act.found.station)


def board(play: Play, who: str, craft: Craft, station: str) -> None:
    """Somebody is aboard, at a station or (a passenger) at none."""
    works = "" if station == "passenger" else station
    play.tell(Seen(replace(play.state.figures[who], craft=craft.id, station=works, left=0)))
    if works:
        play.tell(CraftChanged(replace(play.state.craft[craft.id], crew={**craft.crew, works: who})))
    play.tell(Boards(who, craft.id, station))


class Boards(Fact[State], frozen=True):
    """Somebody is aboard, and works a station."""

    says = N_("**{who}** is aboard **{craft}**: {station}.")
    rule = "D6-1-04"
    decides = True
    who: Who
    craft: Hull
    station: Thing


class Leave(Active):
    """Leave your station, or the craft altogether."""

    path: ClassVar[str] = "d6-ship leave"
    line: ClassVar[str] = "leave {what}"
    what: Literal["station", "craft"] = Field(description="the station, and stay aboard, or the craft")

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """Refuses `E_STATE` who is aboard of nothing."""
        if refused := super().ready(look):
            return refused
        ashore = no(Code.E_STATE, N_("{who} is aboard of nothing."), "D6-1-04", who=look.own.label)
        return None if look.own.craft in look.known.craft else ashore

    def check(self, look: Look, found: Found) -> None:
        """Refuses `E_STATE` who works no station, and a jump from what flies (D6-1-04)."""
        who, craft = look.own, look.known.craft[look.own.craft]
        if self.what == "station" and not who.station:
            look.no(Code.E_STATE, N_("{who} works no station."), "D6-1-04", who=who.label)
        if self.what == "craft" and craft.flying:
            look.no(Code.E_STATE, N_("{craft} flies; the GM lands it."), "D6-1-04", craft=craft.label)

    def obey(self, act: Act) -> None:
        """From the next space round on their rounds are those of the ground (D6-1-04)."""
        who: Figure = act.who
        craft = act.state.craft[who.craft]
        play = begins(act)
        crew = {station: id for station, id in craft.crew.items() if id != who.id}
        play.tell(CraftChanged(replace(craft, crew=crew)))
        aboard, left = "" if self.what == "craft" else craft.id, 2 * act.state.space_round + 1
        play.tell(Seen(replace(play.state.figures[who.id], craft=aboard, station="", left=left)))
        play.tell(Leaves(who.id, craft.id, self.what))


class Leaves(Fact[State], frozen=True):
    """Somebody leaves a station, or a craft."""

    says = told_by("what", station=N_("{who} leaves the station of {craft}."), craft=N_("{who} leaves {craft}."))
    rule = "D6-1-04"
    threaded = True
    who: Who
    craft: Hull
    what: Literal["station", "craft"]
