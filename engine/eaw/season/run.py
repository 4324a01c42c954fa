"""A season being played: at what table, for whom, in rehearsal or in earnest; money, dice, and the moments of a season.

A chapter says what happens at a moment of the season with `@at(When.P5)` above a function of the `Run`; those of one
moment come by `order`. Money moves by `Run.pay` and `Run.receive` alone.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Annotated, NoReturn

import msgspec
from msgspec.structs import replace

from engine.clock import HOUR, Instant, later
from engine.declared.changes import Puts, Removes
from engine.declared.flow import Keyed
from engine.eaw.data.pack import Code
from engine.eaw.data.units import Windows
from engine.eaw.look import Look, Question, Word
from engine.eaw.season.clauses import behind_heading
from engine.eaw.state import Choice, Entry, Fleet, Realm, Ship, State, with_realm
from engine.eaw.world import ONCE_IT_WAITS, TABLE_WHOLE, WHOLE_REASONS, World
from engine.game import CODE, EVERYONE, REFEREE, Audience, Fact, Refusal, Seat, Table, TurnDice, only
from engine.look import Refused
from engine.text.message import N_, Message, Text, stamp, term, unmarked

SIX = 6
"""Sides of a die that moderators may rule."""
ASKED = N_("You are asked until {at}: “{asked}”")


class When(StrEnum):
    """The moments of a season, in their order (1.1 to 1.4)."""

    LOCK = "lock"
    """Orders are locked; nothing has moved yet."""
    M2 = "M2"
    """Fleets have arrived; what builds of earlier seasons bring is there before those of this one."""
    SITES = "sites"
    """All has moved: sites are opened."""
    P1 = "P1"
    P2 = "P2"
    P3 = "P3"
    P4 = "P4"
    P5 = "P5"
    P6 = "P6"
    P7 = "P7"
    P8 = "P8"
    P9 = "P9"
    P10 = "P10"
    YEAR_END = "year end"
    NEW_YEAR = "new year"
    OPENED = "opened"
    """The next season has begun, and orders are open."""


RESOLUTION = tuple(one for one in When if one.name.startswith("P"))
"""The steps after combat, in their order."""

Does = Callable[["Run"], None]
_MOMENTS: dict[When, list[tuple[int, str, Does]]] = {}


def at(when: When, order: int = 0) -> Callable[[Does], Does]:
    """Declares the function below it as what happens at a moment: of one moment, the lowest `order` first."""

    def register(do: Does) -> Does:
        does = _MOMENTS.setdefault(when, [])
        does.append((order, f"{do.__module__}.{do.__qualname__}", do))
        does.sort(key=lambda one: one[:2])
        return do

    return register


def moment(run: Run, when: When) -> None:
    """Have done what chapters say happens at a moment."""
    for _, _, do in _MOMENTS.get(when, ()):
        do(run)


class Paid(Fact[State], frozen=True):
    """A treasury changes by a sum (negative: spent), for what: the one fact that moves money."""

    silent = "the ledger of the season tells it"
    seat: Seat
    amount: int
    what: str

    def evolve(self, state: State) -> State:
        realm = state.realms.get(self.seat, Realm())
        totals = {**realm.totals, self.what: realm.totals.get(self.what, 0) + self.amount}
        recent = tuple(line for line in realm.ledger if line.t >= state.t - 1)
        line = Entry(state.t, self.amount, self.what)
        return with_realm(
            state, self.seat, treasury=realm.treasury + self.amount, totals=totals, ledger=(*recent, line)
        )


class RolledByRuling(Fact[State], frozen=True):
    """A die shows what a moderator ruled, and was not rolled."""

    rule = "EAW-30.0"
    decides = True
    says = N_("By ruling, and not by dice, {label} shows {face}.")
    begins: str
    label: Annotated[str, CODE]
    face: int

    def evolve(self, state: State) -> State:
        left = {key: faces[key == self.begins :] for key, faces in state.rolls.items()}
        return replace(state, rolls={key: faces for key, faces in left.items() if faces})


class Lost(Fact[State], frozen=True):
    """An order could not be carried out: its movement points are spent, nothing else (register 0.4)."""

    rule = "EAW-4.0"
    says = N_("Your order {line} is **lost**. {why}")
    seat: Seat
    line: Annotated[str, CODE]
    code: str
    why: Word


class Asked(Fact[State], frozen=True):
    """An empire is asked something."""

    makes = Puts("choices", "choice")
    choice: Choice

    def words(self, look: Look) -> Text:
        question: Question[None] = Question.of(self.choice)
        until = self.choice.until
        return ASKED(asked=question.words(look.known, self.choice), at=stamp(until or look.now))

    def lasting(self, look: Look) -> Text:
        question: Question[None] = Question.of(self.choice)
        return N_("You are asked: “{asked}”")(asked=question.words(look.known, self.choice))


Follows = Callable[["Run", Choice, str], None]


def asking(of: str, by: str, put: Message) -> Callable[[Follows], type[Question[None]]]:
    """Declares the function below it as what follows of the answer to a question: its kind, its rule, its words."""

    def declare(do: Follows) -> type[Question[None]]:
        class Asking(Question[None]):
            __doc__, __module__ = do.__doc__, do.__module__
            kind, rule, asks = of, by, put

            def answered(self, play: Run, task: None, choice: Choice, answer: tuple[str, ...]) -> None:
                do(play, choice, answer[0])

        return Asking

    return declare


class Answered(Fact[State], frozen=True):
    """A question to an empire is answered; `late` by the usual answer, because time ran out."""

    silent = "what comes of it tells it"
    makes = Removes("choices", "id")
    id: str
    answer: tuple[str, ...]
    late: bool = False


class Move(msgspec.Struct, frozen=True):
    """A jump that was ordered, to be made together with all of its tick: a fleet's, or a dock's. `entry`: the direction
    in which it enters the system `to`.
    """

    mover: str
    lane: str
    to: str
    entry: str
    free: bool = False


class Run(Keyed[State]):
    """A season on a table. `seat` is whose orders are played, None while nobody's are; `real` is False in a rehearsal,
    which plays on what the author knows.
    """

    def __init__(self, world: World, table: Table[State], seat: Seat | None = None, *, real: bool = True) -> None:
        self.world, self.table, self.seat, self.real = world, table, seat, real
        self.moves: list[Move] = []
        self.tick = 0
        self._look: Look | None = None
        self._hidden: tuple[int, TurnDice[State]] | None = None

    @property
    def state(self) -> State:
        """The state now."""
        return self.table.state

    def say(self, fact: Fact[State], to: Audience) -> None:
        """Make something so. Whoever says it says who hears it."""
        self.table.say(fact, to)

    @property
    def look(self) -> Look:
        """The table, looked at by whose orders are played."""
        look, table = self._look, self.table
        if look is None or look.known is not table.state or look.seat != self.seat:
            look = self._look = Look(self.world, table.state, self.seat, table.date, table.refusals)
        return look

    @property
    def windows(self) -> Windows:
        """Hours that things wait for."""
        return self.world.windows(self.state)

    def until(self, hours: int) -> Instant:
        """Instant at which a wait of so many hours that begins now is over."""
        return later(self.table.now, hours * HOUR)

    def tell(self, fact: Fact[State], *seats: Seat) -> None:
        """Make something so that these seats hear."""
        self.table.say(fact, only(*seats))

    def proclaim(self, fact: Fact[State]) -> None:
        """Make something so that everybody hears."""
        self.table.say(fact, EVERYONE)

    def require(self, refused: Refused | None) -> None:
        """Decline with what a check found, if it found something. Raises Refusal."""
        if refused is not None:
            self.look.decline(refused)

    def decline(self, code: Code, why: Message | Text, rule: str, /, **figures: str | int) -> NoReturn:
        """Decline with the figures of the case. Raises Refusal."""
        self.look.no(code, why, rule, **figures)

    def inspected(self, *ships: Ship) -> None:
        """Ships that were captured do nothing before they are inspected (EAW-9b.1). Refuses E-INSP."""
        for ship in ships:
            if not ship.inspected:
                self.decline(Code.E_INSP, N_("{ship} was captured and is not inspected."), "EAW-9b.1", ship=ship.name)

    # money

    def pay(self, seat: Seat, amount: int, what: str) -> None:
        """Take a sum from a treasury, for a purpose ("ships", "bases"). Refuses E-BPV where it holds less."""
        held = self.state.realms[seat].treasury
        if amount > held:
            why = N_("It costs {amount:,} BPV, and the treasury holds {held:,}.")
            self.decline(Code.E_BPV, why, "EAW-6.0.5", amount=amount, held=held)
        if amount:
            self.tell(Paid(seat, -amount, what), seat)

    def receive(self, seat: Seat, amount: int, what: str) -> None:
        """Put a sum into a treasury, from a source ("mines", "treasure")."""
        if amount:
            self.tell(Paid(seat, amount, what), seat)

    # dice

    def die(self, label: str, sides: int = 6) -> int:
        """A public die of that label, or what a moderator ruled that it shows (EAW-30.0)."""
        ruled = self.ruled(label, sides, EVERYONE)
        return self.key().roll(label, sides) if ruled is None else ruled

    def ruled(self, label: str, sides: int, to: Audience) -> int | None:
        """Face that a moderator ruled a die of six to show, told to `to`; None for one that is rolled (EAW-30.0)."""
        if sides != SIX or not self.state.rolls:
            return None
        for begins, faces in self.state.rolls.items():
            if label.startswith(begins):
                self.say(RolledByRuling(begins, label, faces[0]), to)
                return faces[0]
        return None

    def hidden_die(self, label: str, seat: Seat | None, sides: int = 6) -> int:
        """A die of which one empire alone hears, or nobody. No other learns that there was a roll: its key is shown
        when the campaign ends. Of one season, each has a label of its own.
        """
        state, hears = self.table.state, REFEREE if seat is None else only(seat)
        ruled = self.ruled(label, sides, hears) if state.rolls else None
        if ruled is not None:
            return ruled
        number = state.dealt + 1
        if self._hidden is None or self._hidden[0] != number:
            self._hidden = number, TurnDice(self.table, number, self.table.dice.turn(number))
        return self._hidden[1].hidden(f"season {state.t}: {label}", sides, hears)

    # questions

    def put(self, choice: Choice, usual: tuple[str, ...] | None = None) -> None:
        """Ask an empire; with `usual`, a standing preference answers at once."""
        if usual is not None:
            question: Question[None] = Question.of(choice)
            question.answered(self, None, choice, usual)
            return
        asked = replace(choice, until=self.until(self.windows.choice))
        self.tell(Asked(asked), choice.seat)

    def answer_to(self, choice: Choice, given: tuple[str, ...], *, late: bool = False) -> None:
        """Tells an empire's answer, and does what comes of it."""
        self.tell(Answered(choice.id, given, late), choice.seat)
        question: Question[None] = Question.of(choice)
        question.answered(self, None, choice, given)

    # what holds of fleets

    def lost(self, seat: Seat, line: str, refusal: Refusal) -> None:
        """An order is lost, which its owner alone hears; the reason is recorded, in the words of the version."""
        version, why = self.world.version, refusal.sentence
        if version < WHOLE_REASONS:
            why = behind_heading(self.table.refusals, refusal, stopped=version < TABLE_WHOLE)
        if version < ONCE_IT_WAITS:  # names stood in it as they were given
            why = unmarked(term(why))
        self.tell(Lost(seat, line, refusal.code, why), seat)

    def fleet(self, id: str) -> Fleet:
        """A fleet, as it is now."""
        return self.table.state.fleets[id]
