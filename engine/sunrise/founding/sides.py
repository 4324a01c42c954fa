"""Players of each side: seats join, and others are admitted by those who play it. Rulebook: FS-TERM-04."""

from __future__ import annotations

from typing import Annotated, ClassVar

from pydantic import Field

from engine.act import Order
from engine.declared.changes import PutsUnder, Removes, Together
from engine.game import Fact, Seat, only
from engine.look import Refused, no
from engine.noun import Found, Noun
from engine.sunrise.data.codes import Code
from engine.sunrise.fleet.building import DraftSet
from engine.sunrise.harm import LossOrderSet
from engine.sunrise.look import Letter, Look, SeatOf
from engine.sunrise.nouns import noun
from engine.sunrise.play import Act, AutoSet, Play
from engine.sunrise.state import SETUP_STAGES, Side, Stage, State
from engine.sunrise.world import STANDING_SECRET
from engine.text.message import N_, T_, term


def no_side(look: Look, word: str, hint: str) -> Refused:
    """E_VALUE, with the sides that there are."""
    return no(Code.E_VALUE, N_("There are side A and side B, and no side {word}."), "FS-TERM-04", word=term(word))


SIDE: Noun[Look, Side] = Noun("a side", lambda look, found: Side, lambda side: (side.value,), unknown=no_side)


def being_set_up(look: Look) -> Refused | None:
    """Sides are joined before turn 1."""
    if look.known.stage in SETUP_STAGES:
        return None
    return no(Code.E_PHASE, T_("Sides are joined before turn 1."), "FS-TERM-04")


def may_join(look: Look, side: Side, found: Found) -> Refused | None:
    """Before turn 1, for a seat that plays neither side, and once."""
    late = being_set_up(look)
    mine = look.side
    if late is not None:
        return late
    if mine is not None:
        return no(Code.E_ONCE, N_("You play side {mine}; a moderator can have you change."), "FS-TERM-04", mine=mine)
    if look.seat is not None and look.known.crew(side) and look.known.asking.get(look.seat) is side:
        return no(Code.E_ONCE, N_("You ask to play side {side} already."), "FS-TERM-04", side=side)
    return None


JOINED = SIDE.but(
    names=lambda side: (side.value, f"side {side.value}"),
    label=lambda look, side: N_("side {side}")(side=term(side.value)),
).that(may_join)


class Join(Order):
    """Play for a side, A or B, while the game is being set up."""

    path: ClassVar[str] = "sunrise join"
    line: ClassVar[str] = "join side {side}"
    sheet: ClassVar[bool] = False
    side: Annotated[str, JOINED] = Field(description="A or B", max_length=10)

    def obey(self, act: Act) -> None:
        """A seat that plays neither side plays for one; where others do already, it asks them."""
        side: Side = act.found.side
        if act.state.crew(side):
            act.play.tell(JoinAsked(act.seat, side))
        else:
            seated(act.play, act.seat, side)


def asking(look: Look, found: Found) -> list[Seat]:
    """The seats that ask to play for the viewer's side."""
    return [seat for seat, wanted in look.known.asking.items() if wanted is look.side]


ASKING = noun(
    "a seat",
    asking,
    lambda seat: (seat,),
    (N_("No seat named '{word}' asks to play for you[ (did you mean '{likely}'?)]."), "FS-TERM-04"),
)


class Admit(Order):
    """Let a seat that asks for it play for your side."""

    path: ClassVar[str] = "sunrise admit"
    line: ClassVar[str] = "admit {seat}"
    sheet: ClassVar[bool] = False
    seat: Annotated[str, ASKING] = Field(description="the seat that asks", max_length=40)

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """Before turn 1, for who plays a side."""
        return look.outside() or being_set_up(look)

    def obey(self, act: Act) -> None:
        """A seat that asks for the side plays for it."""
        seated(act.play, act.found.seat, act.side)


def seated(play: Play, seat: Seat, side: Side) -> None:
    """A seat plays for a side, and hears what the side has built, and what it has answered by default (FS-HULL-04)."""
    play.tell(SideJoined(seat, side))
    if play.state.stage is Stage.FLEETS:
        play.say(DraftSet(side, play.state.of(side).fleet), only(seat))
    if play.world.version >= STANDING_SECRET:
        if auto := play.state.of(side).auto:
            play.say(AutoSet(side, auto), only(seat))
        for ship in play.state.fleet(side):
            if ship.loss_order:
                play.say(LossOrderSet(ship.id, ship.loss_order), only(seat))


class JoinAsked(Fact[State], frozen=True):
    """A seat asks to play for a side that others play already, who may admit it (FS-TERM-04)."""

    says = N_("{seat} asks to play side {side}; a player of that side may `admit` it.")
    rule = "FS-TERM-04"
    makes = PutsUnder("asking", "seat", "side")
    seat: SeatOf
    side: Letter


class SideJoined(Fact[State], frozen=True):
    """A seat plays for a side (FS-TERM-04)."""

    says = N_("{seat} plays side {side}.")
    rule = "FS-TERM-04"
    decides = True
    makes = Together(PutsUnder("seats", "seat", "side"), Removes("asking", "seat"))
    seat: SeatOf
    side: Letter
