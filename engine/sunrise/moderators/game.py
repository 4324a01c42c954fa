"""Moderators and the game as a whole: questions answered, seats given, rulings told, the end. Register 17.2."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from msgspec.structs import replace
from pydantic import Field

from engine.act import Order
from engine.declared.house_rules import HouseRuling
from engine.game import Seat
from engine.look import Refused, no
from engine.noun import Found, Noun, Value
from engine.orders import Option
from engine.sunrise.data.codes import Code
from engine.sunrise.data.units import FleetList
from engine.sunrise.founding.sides import SIDE, being_set_up, seated
from engine.sunrise.look import Look
from engine.sunrise.moderators.orders import GROUP, WHY, Announced, ModeratorOrder, running
from engine.sunrise.nouns import noun
from engine.sunrise.play import Act, Answer, finish
from engine.sunrise.state import Ending
from engine.sunrise.world import STANDING_SECRET
from engine.text.lines import WordsError, parse, to_text
from engine.text.message import N_, T_, name, term

LONG = 9
"""Turns after which random games are ended."""


WINNER: Noun[Look, Ending] = Noun(
    "a winner",
    lambda look, found: Ending,
    lambda ending: (ending.value,),
    unknown=lambda look, word, hint: no(
        Code.E_VALUE, N_("A game ends for A, for B or in a draw, not “{word}”."), "FS-WIN-04", word=term(word)
    ),
)


def as_asked(look: Look) -> Look:
    """A look of the seat of the side that is asked; a seat that nobody has, where nobody plays the side any more."""
    choice = look.known.choice
    assert choice is not None  # or nobody is asked
    seat = next(iter(look.known.crew(choice.side)), Seat(f"side {choice.side}"))
    return replace(look, seat=seat, known=replace(look.known, seats={**look.known.seats, seat: choice.side}))


def likely_answers(look: Look, found: Found) -> Iterator[Option]:
    """Answers that the side which is asked would be offered, each once."""
    if look.known.choice is None:
        return
    asked = as_asked(look)
    lines = dict.fromkeys(to_text(answer) for kind in answers() for answer in kind.possible(asked))
    yield from map(Option, lines)


def read_answer(look: Look, words: str, found: Found) -> Answer:
    """An answer of the side that is asked. Refuses `E_VALUE` for another order, and what the side would be refused."""
    try:
        given = parse(words, answers())
    except WordsError as error:
        why = N_("“{answer}” answers nothing. {sentence}")
        look.no(Code.E_VALUE, why, "FS-TURN-07", answer=words, sentence=term(error.sentence))
    assert isinstance(given, Answer)
    asked = as_asked(look)
    asked.require(type(given).ready(asked))
    given.find(asked)
    return given


class Rule(ModeratorOrder):
    """Answer the question that a side is asked, as that side would."""

    path: ClassVar[str] = f"{GROUP.path} answer"
    line: ClassVar[str] = "answer {answer}"
    answer: Annotated[str, Value("an answer of that side's", read_answer, likely_answers)] = Field(
        description="as the side would type it, such as: as usual", max_length=200
    )

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """While a side is asked something."""
        if look.known.choice is None:
            return no(Code.E_PHASE, T_("Nobody is asked anything."), "FS-TURN-07")
        return running(look)

    def obey(self, act: Act) -> None:
        """The side's answer is given."""
        look, given = as_asked(act.look), act.found.answer
        given.obey(Act(look, act.table, given.find(look)))


def answers() -> list[type[Answer]]:
    """Every order that answers a question."""
    found, kinds = [], Answer.__subclasses__()
    while kinds:
        kind = kinds.pop(0)
        kinds += kind.__subclasses__()
        found += [kind] if kind.path else []
    return found


def seats(look: Look, found: Found) -> tuple[Seat, ...]:
    """The seats of the game, those that ask for a side last."""
    return (*look.known.seats, *look.known.asking)


def may_change(look: Look, seat: Seat, found: Found) -> Refused | None:
    """A seat is given a side before turn 1, unless it knows secrets of the other side (FS-TERM-04)."""
    state, side = look.known, found.get("side")
    now = state.seats.get(seat)
    if side is not None and now is side:
        return no(Code.E_ONCE, N_("{seat} plays side {side} already."), "FS-TERM-04", seat=seat, side=term(str(side)))
    if late := being_set_up(look):
        return late
    if now is not None and state.of(now).fleet != FleetList("", ()):
        return no(Code.E_PHASE, N_("{seat} knows the fleet of side {now}."), "FS-TERM-04", seat=seat, now=now)
    if now is not None and state.of(now).auto and look.world.version >= STANDING_SECRET:
        why = N_("{seat} knows what side {now} has answered by default.")
        return no(Code.E_PHASE, why, "FS-TERM-04", seat=seat, now=now)
    return None


SEAT = noun(
    "a seat",
    seats,
    lambda seat: (seat,),
    (N_("No seat is named '{word}'[ (did you mean '{likely}'?)]; a new seat asks for a side itself."), "FS-TERM-04"),
)


class SeatPlayer(ModeratorOrder):
    """Give a seat to a side."""

    path: ClassVar[str] = f"{GROUP.path} seat"
    line: ClassVar[str] = "seat {seat} on side {side}"
    resolves: ClassVar[tuple[str, ...]] = ("side",)
    seat: Annotated[str, SEAT.that(may_change)] = Field(description="the name of a seat of this game", max_length=40)
    side: Annotated[str, SIDE] = Field(description="A or B", max_length=10)

    def obey(self, act: Act) -> None:
        """A seat plays for a side, and hears that side's list."""
        seated(act.play, act.found.seat, act.found.side)


class Announce(Order):
    """Tell everybody how something is ruled."""

    path: ClassVar[str] = f"{GROUP.path} ruling"
    line: ClassVar[str] = "ruling {words}"
    moderator: ClassVar[bool] = True
    words: str = Field(description="the ruling", max_length=1000)

    def obey(self, act: Act) -> None:
        """Everybody reads it, after the end of the game too."""
        act.play.tell(Announced(self.words))

    @classmethod
    def likely(cls, look: Look) -> Iterator[Announce]:
        """One while the game goes on, though it may be given for ever."""
        if running(look) is None:
            yield cls(words="Play on.")


class RuleInWords(HouseRuling):
    """Rule in words how a rule is played here: people keep to it, Umpire rules on as before."""

    path: ClassVar[str] = f"{GROUP.path} ruling-on"


ENDED = N_("A moderator ends the game: {why}")


class EndGame(ModeratorOrder):
    """End the game."""

    path: ClassVar[str] = f"{GROUP.path} end"
    line: ClassVar[str] = "end the game for {winner}[ because {why}]"
    asks: ClassVar[str] = T_("The game is over then. Do you end it?")
    winner: Annotated[str, WINNER] = Field(description="A, B or draw", max_length=10)
    why: str = WHY

    def obey(self, act: Act) -> None:
        """The game is over."""
        act.play.tell(Announced(ENDED(why=name(self.why))))
        finish(act.play, act.found.winner, "FS-WIN-07")

    @classmethod
    def likely(cls, look: Look) -> Iterator[EndGame]:
        """A draw, when a game has lasted long: it may be ended at any time."""
        if look.known.turn >= LONG:
            yield cls(winner=Ending.DRAW.value)
