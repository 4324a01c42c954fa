"""Rounds and turns: combat begins, everybody is called in order, rounds end. Register sections 2 and 3.

A round of the ground is a tick of 2 s; whoever works a craft of scale 4 and above acts in every other tick.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Annotated, ClassVar

from msgspec.structs import replace
from pydantic import Field

from engine.book import Clock
from engine.d6.data.pack import Attribute, Code
from engine.d6.dice.rolling import Throw
from engine.d6.look import Look, People, Who, World, called
from engine.d6.nouns import ANYBODY
from engine.d6.play import AGAIN, Act, Active, Deed, Ordering, Play, due, entry
from engine.d6.state import ROUND, Called, Duel, Figure, Flown, SpaceRound, State, Wound, with_rounds_anew, with_turn
from engine.declared.changes import Its, Sets, Together, Writes
from engine.game import Fact, Table
from engine.look import Refused, no
from engine.noun import Found, Several
from engine.question import runs
from engine.text.message import N_, NN_, T_, Text

ROUND_END: list[Callable[[Play], None]] = []
"""What every round ends with, in this order: a chapter adds its own with `ends_round`."""
TOO_FEW = NN_("{people} in sight is too few for a combat.", "{people} in sight are too few for a combat.", "people")


def in_space(state: State, world: World, figure: Figure) -> bool:
    """True if somebody has rounds of 4 s: they work a craft of scale 4 and above (D6-1-02, D6-1-04, D6-1-05)."""
    craft = state.craft.get(figure.craft)
    works = bool(figure.station) or state.tick < figure.left
    return craft is not None and works and world.pack.ships[craft.kind].scale >= 4


def acts_in(state: State, world: World, id: str, tick: int) -> bool:
    """True if somebody has a turn in a tick: on the ground in each, in space in the odd ones (D6-1-03)."""
    return tick % 2 == 1 or not in_space(state, world, state.figures[id])


# Combat begins


def initiative(play: Play, ids: Iterable[str]) -> tuple[str, ...]:
    """Perception of everybody, the highest total first; equal ones by their code, then by a die (D6-B-13); Reflex
    where the table has it so (D6-5-05).
    """
    what = "reflex" if play.state.options.reflex_initiative else Attribute.PERCEPTION.value
    throws: list[Throw] = []
    for id in ids:
        pips = max(3, play.world.pool(play.state, id, what, actions=1, active=False))
        throws.append(play.throw(id, what, pips, final=True))
        play.tell_throw(throws[-1])
    totals = [(throw.total, throw.pips) for throw in throws]
    ties = [play.plain(throw.who, "tie") if totals.count((throw.total, throw.pips)) > 1 else 0 for throw in throws]
    ranked = sorted(zip(totals, ties, throws, strict=True), key=lambda row: row[:2], reverse=True)
    return tuple(throw.who for *_, throw in ranked)


class Start(Ordering):
    """Begin a combat with everybody in sight, or with those named."""

    path: ClassVar[str] = "gm-d6 combat"
    line: ClassVar[str] = "combat[ of {people}]"
    quiet: ClassVar[bool] = True
    peaceful: ClassVar[tuple[Text, str]] = T_("There is a combat already."), "D6-2-01"
    people: Annotated[str | None, Several(ANYBODY)] = Field(
        None, description="who takes part, with commas; everybody in sight if left out", max_length=400
    )

    def check(self, look: Look, found: Found) -> None:
        """Refuses `E_VALUE` fewer than two in sight, or none that is conscious."""
        people = _fighting(look.known, found)
        if len(people) < 2 or not any(map(look.known.awake, people)):
            look.no(Code.E_VALUE, TOO_FEW, "D6-2-01", people=len(people))

    def obey(self, act: Act) -> None:
        """The order is rolled, and the first is called (D6-B-13, D6-2-01)."""
        act.play.tell(Began(initiative(act.play, [figure.id for figure in _fighting(act.state, act.found)])))
        act.play.push(Called())
        act.play.go()


def _fighting(state: State, found: Found) -> list[Figure]:
    """Whoever takes part in a combat: of those named, or of everybody, the living that are in sight."""
    people: Iterable[Figure] = found.people or state.figures.values()
    return [person for person in people if person.shown and person.wound is not Wound.DEAD]


class Began(Fact[State], frozen=True):
    """A combat begins, in this order; the first round follows."""

    says = N_("**Combat begins.** The order: {order}.")
    rule = "D6-B-13"
    decides = True
    order: People

    def evolve(self, state: State) -> State:
        anew = with_rounds_anew(state)
        return replace(anew, tick=1, order=self.order, acting="", turns={}, until=None, last={}, duel=Duel())


class Ordered(Fact[State], frozen=True):
    """The order of turns is this from now on."""

    says = N_("The order is now: {order}.")
    rule = "D6-B-13"
    makes = Writes("order")
    order: People


# Turns


def ends_round(run: Callable[[Play], None]) -> Callable[[Play], None]:
    """Declares the function below it as what every round of the ground ends with."""
    ROUND_END.append(run)
    return run


@runs(Called)
def call(play: Play, task: Called) -> None:
    """The next who can act is called; after the last the round ends, and the next begins (D6-2-01, D6-2-02)."""
    state = play.state
    if not state.tick:
        return
    if state.craft and state.tick % 2 and state.duel.round != state.space_round:
        play.push(SpaceRound(), task)
        return
    waiting = [
        id for id in state.order
        if not state.turn(id).over and id != state.acting and acts_in(state, play.world, id, state.tick)
    ]  # fmt: skip
    for id in waiting:
        if state.able(id):
            play.tell(Calls(id))
            return
        play.turned(id, over=True)
    for end in ROUND_END:
        end(play)
    if not any(play.state.able(id) or play.state.awake(play.state.figures[id]) for id in play.state.order):
        play.tell(Ended(play.state.tick))
        return
    state, tick = play.state, play.state.tick + 1
    kept = [id for id in state.order if tick % 2 == 0 and in_space(state, play.world, state.figures[id])]
    play.tell(RoundBegan(tick, tuple(kept)))
    play.push(Called())


class Calls(Fact[State], frozen=True):
    """Somebody's active component begins (D6-2-02); what they were running for is over (D6-6-08)."""

    says = N_("**{who}** is called.")
    threaded = True
    rule = "D6-2-02"
    makes = Together(Writes(acting=Its("who"), until=None), Sets("figures", "who", ran=""))
    who: Who


class RoundBegan(Fact[State], frozen=True):
    """A round begins: two more seconds are gone, nobody has acted, and what held for a round holds no more.

    `kept` are those in space whose round of 4 s goes on (D6-1-03).
    """

    says = N_("**Round {tick}.**")
    threaded = True
    closes = True
    rule = "D6-1-01"
    tick: int
    kept: tuple[str, ...] = ()

    def evolve(self, state: State) -> State:
        turns = {id: state.turns[id] for id in self.kept if id in state.turns}
        return replace(
            state, tick=self.tick, time=state.time + ROUND, acting="", until=None, turns=turns, demands={}, triggers={},
            last={},
        )  # fmt: skip


class Ended(Fact[State], frozen=True):
    """The combat is over."""

    says = NN_("Combat is over after {tick} round.", "Combat is over after {tick} rounds.", "tick")
    rule = "D6-1-03"
    decides = True
    closes = True
    tick: int

    def evolve(self, state: State) -> State:
        return replace(
            state, tick=0, time=state.time + ROUND, order=(), acting="", turns={}, until=None, demands={}, triggers={},
            treatments={}, choice=None, agenda=(), duel=Duel(),
        )  # fmt: skip


def finish(play: Play, id: str) -> None:
    """Somebody's active component ends, and the next is called (D6-2-02)."""
    play.turned(id, over=True)
    play.push(Called())
    play.go()


class Declare(Active):
    """Say how many actions your turn will have, before its first roll."""

    path: ClassVar[str] = "d6 declare"
    line: ClassVar[str] = "declare {actions} actions"
    once: ClassVar[tuple[str, ...]] = ("declare {actions} action",)
    cost: ClassVar[int] = 0
    actions: int = Field(description="how many actions", ge=1, le=12, examples=[1, 2, 3])

    def line_for(self, look: Look) -> str:
        """The line, by count."""
        return super().line_for(look).replace(" 1 actions", " 1 action")

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """Refuses `E_PHASE` outside combat, `E_TURN` out of turn, `E_PENDING` once a die has fallen (D6-2-03)."""
        fallen = no(Code.E_PENDING, T_("The first roll of the turn has fallen."), "D6-2-03")
        refused = look.unfit() or look.peace("D6-2-03") or look.inactive(Code.E_TURN)
        return refused or (fallen if look.known.turn(look.own.id).rolled else None)

    def check(self, look: Look, found: Found) -> None:
        """Refuses `E_PENDING` fewer than are done (D6-2-03)."""
        done = look.known.turn(look.own.id).done
        if self.actions < done:
            look.no(Code.E_PENDING, N_("{done} actions are done already."), "D6-2-03", done=done)

    def obey(self, act: Act) -> None:
        """So many actions weigh on every roll of the round (D6-B-10, D6-2-03)."""
        act.play.seen(act.who.id, Declared(act.who.id, self.actions))


class Declared(Fact[State], frozen=True):
    """Somebody has said how many actions their turn has."""

    says = NN_("{who} declares {actions} action.", "{who} declares {actions} actions.", "actions")
    threaded = True
    rule = "D6-2-03"
    who: Who
    actions: int

    def evolve(self, state: State) -> State:
        return with_turn(state, self.who, declared=self.actions)


@entry(AGAIN, Declared)
def declared_again(look: Look, figure: Figure, told: Declared) -> Iterator[Deed]:
    """As many actions."""
    yield Declare(actions=told.actions)


class Pass(Active):
    """End your turn."""

    path: ClassVar[str] = "d6 done"
    line: ClassVar[str] = "done"
    cost: ClassVar[int] = 0

    @classmethod
    def ready(cls, look: Look) -> Refused | None:
        """Refuses `E_PHASE` outside combat, `E_TURN` out of turn (D6-2-02)."""
        acts = no(Code.E_TURN, N_("{who} acts."), "D6-2-02", who=called(look.known, look.known.acting))
        return look.unfit() or look.peace("D6-2-02") or (None if look.known.acting == look.own.id else acts)

    def obey(self, act: Act) -> None:
        """The active component is over, and the next is called (D6-2-02)."""
        finish(act.play, act.who.id)


def lapse(world: World, table: Table[State]) -> None:
    """Time is up: what was asked is done in the usual way, or the turn passes (D6-2-02)."""
    play = Play(world, table)
    choice = play.state.choice
    if choice is not None:
        play.answer(choice, choice.usual, late=True)
    elif play.state.duel.step == "open":
        fly(play)
    elif play.state.acting:
        play.tell(Late(play.state.acting))
        finish(play, play.state.acting)


def fly(play: Play) -> None:
    """Nobody is waited for who has not declared yet: pilots fly, and who said nothing does not fire (D6-12-02)."""
    play.push(Flown())
    play.go()


class Late(Fact[State], frozen=True):
    """Somebody's time for a turn is up."""

    says = N_("Time is up: {who} lets the turn pass.")
    rule = "D6-2-02"
    makes = Writes(until=None)
    who: Who


WAIT = Clock(due, lapse, priority=0)
"""Turns and answers that are waited for."""
