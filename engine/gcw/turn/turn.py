"""The turn: drafted, posted, edited, made final. Rulebook: GCW-TRN, GCW-PST, register 0.7.

Every action is drafted as an order of its own, checked by playing the whole draft on what its author knows. When the
turn becomes final the same rules play it on the referee's state; what an earlier turn made illegal is dropped.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import ClassVar

from pydantic import Field

from engine.act import Act
from engine.book import clock, obeys
from engine.clock import Instant, later
from engine.draft import Rehearsal
from engine.game import EVERYONE, Refusal, Seat, Table, only
from engine.gcw.acting import Action, active, contact_named, look_in, when
from engine.gcw.battles import (
    close_battles,
)
from engine.gcw.boarding.abandoning import land_pods
from engine.gcw.boarding.prizes import forget_foes, judge_captures
from engine.gcw.facts import (
    ActionDropped,
    DraftSet,
    StoryRetold,
    TurnFinal,
    TurnPosted,
    TurnPressed,
    TurnRecovered,
    TurnWritten,
)
from engine.gcw.figures.calendar import edit_closes, edit_ok, post_ok, turn_opens
from engine.gcw.galaxy.hyperspace import final_instants, judge_entries
from engine.gcw.ground import bombardment
from engine.gcw.ground.forces import reckon
from engine.gcw.run import Run
from engine.gcw.sight.scanning import forget_heard
from engine.gcw.space.holding import judge_holds
from engine.gcw.space.losses import (
    rested,
    sweep,
)
from engine.gcw.space.towing import TRACTOR_ACTIONS, Release, Tractor, end_notice, release, tractor
from engine.gcw.state import State, Turn
from engine.gcw.turn.posts import tell_turn
from engine.gcw.turn.shorthand import written_out
from engine.gcw.world import World
from engine.look import Look
from engine.orders import Order, Pick
from engine.text.lines import parse, to_text

CONTACT = "a contact"
"""What the menu of a field offers that names a contact."""

MOST_LINES = 120
"""Actions in one turn: more than any fleet has units."""

LONGEST_STORY = 3000


class Submit(Order):
    """Post your turn: the drafted actions and a story. It becomes final in 15 minutes."""

    path: ClassVar[str] = "gcw turn submit"
    line: ClassVar[str] = "submit {story}"
    sheet: ClassVar[bool] = False
    story: str = Field(description="what the galaxy reads of it", min_length=1, max_length=LONGEST_STORY)


class Edit(Order):
    """Replace the actions of your posted turn by your draft, within 15 minutes."""

    path: ClassVar[str] = "gcw turn edit"
    line: ClassVar[str] = "edit[ {story}]"
    sheet: ClassVar[bool] = False
    story: str | None = Field(None, description="a new story; the old one stays if left out", max_length=LONGEST_STORY)


class Final(Order):
    """Make your posted turn final now; it still waits for turns posted before it."""

    path: ClassVar[str] = "gcw turn final"
    line: ClassVar[str] = "final"
    sheet: ClassVar[bool] = False


class Drop(Order):
    """Take one line out of your draft."""

    path: ClassVar[str] = "gcw turn drop"
    line: ClassVar[str] = "drop {number}"
    number: int = Field(description="the line's number", ge=1, le=MOST_LINES)


class Clear(Order):
    """Empty your draft."""

    path: ClassVar[str] = "gcw turn clear"
    line: ClassVar[str] = "clear"


class Story(Order):
    """Tell the story of a turn of yours anew; its actions stay as they are."""

    path: ClassVar[str] = "gcw turn story"
    line: ClassVar[str] = "story {story}[ of turn {turn}]"
    sheet: ClassVar[bool] = False
    story: str = Field(description="what the galaxy reads of it from now on", min_length=1, max_length=LONGEST_STORY)
    turn: int | None = Field(None, description="the turn's number; your last one if left out", ge=1, le=1_000_000)


class Explain(Order):
    """The arithmetic of your drafted volleys, with every modifier and its rule."""

    path: ClassVar[str] = "gcw battle explain"
    line: ClassVar[str] = "explain[ line {number}]"
    sheet: ClassVar[bool] = False
    number: int | None = Field(None, description="a line of your draft; all if left out", ge=1, le=MOST_LINES)


class Recover(Order):
    """Take the actions of your posted turn back into your draft, to edit them."""

    path: ClassVar[str] = "gcw turn recover"
    line: ClassVar[str] = "recover"


ACTIONS: tuple[type[Order], ...] = (*TRACTOR_ACTIONS,)


STEPS: tuple[tuple[type[Order], ...], ...] = (
    (),  # fights aboard, scuttling
    (),  # crews that leave
    TRACTOR_ACTIONS,
    (),  # scans
)
"""What is played after all other actions, step by step (register 0.7)."""


def perform(run: Run, action: Order, further: Sequence[Order] = ()) -> None:
    """One action by the rules of its chapter; `further` are played together with it."""
    if isinstance(action, Action):
        run.found, run.further = action.find(look_in(run)), tuple(further)
        action.perform(run)
        return
    match action:
        case Tractor():
            tractor(run, action)
        case Release():
            release(run, action)


def merged(actions: Sequence[Order], at: int) -> tuple[int, ...]:
    """The places of later lines that are played together with one (GCW-UCR-04)."""
    action = actions[at]
    return tuple(at + 1 + place for place in action.joined(actions[at + 1 :])) if isinstance(action, Action) else ()


@lru_cache(maxsize=4096)
def action_of(line: str) -> Order:
    """The action that a line says: orders are immutable, and the same lines are read again and again."""
    return parse(line, (*ACTIONS, *Action.kinds))


def step_of(action: Order) -> int:
    """The step of the turn in which an action is played (register 0.7).

    Those inside ships fight when all who board are aboard, and crews leave after that (GCW-BRD-02, GCW-DMG-14). Tractor
    beams are worked after all else in combat, then scans begin, and withdrawals come last (GCW-TRC-09).
    """
    if isinstance(action, Action):
        return action.step
    for step, kinds in enumerate(STEPS, 1):
        if isinstance(action, kinds):
            return step
    return 0


def begin(look: Look[World, State], table: Table[State]) -> Run:
    """A turn on what its author knows, before its first line."""
    run = Run(look.world, table, author(look), real=False)
    land_pods(run)
    return run


def author(look: Look[World, State]) -> Seat:
    """Whose turn it is."""
    assert look.seat is not None  # the public plays no turns
    return look.seat


def play_line(run: Run, number: int, actions: Sequence[Order]) -> None:
    """Play the line of that place, with those merged into it. Raises Refusal."""
    run.line = number
    perform(run, actions[0], actions[1:])


DRAFT: Rehearsal[Run] = Rehearsal(
    action_of, step_of, merged, begin, play_line, drafts=frozenset({"drafts", "formations"})
)
"""How a turn is played, in rehearsal and when it is final."""


def rehearse(look: Look[World, State], lines: tuple[str, ...]) -> Run:
    """Play lines on what their author knows. Raises the first refusal, naming the line (GCW-TRN-04)."""
    done = DRAFT.rehearse(look, lines)
    if done.refused:
        number, refusal = done.refused[0]
        if len(lines) > 1 and number != len(lines) - 1:
            sentence = f"Line {number + 1} of your draft would fail: {refusal.sentence}"
            raise Refusal(refusal.code, sentence, refusal.rule, refusal.fix, refusal.numbers)
        raise refusal.again()
    return done.run


def after_draft(look: Look[World, State]) -> Run:
    """The turn after what is drafted of it, as far as its author knows; lines that would be refused are left out."""
    return DRAFT.rehearse(look, look.known.drafts.get(author(look), ())).run


@obeys(Action)
def drafted(act: Act[World, State], action: Action) -> None:
    """Draft an action of any chapter."""
    draft(act, action)


def draft(act: Act[World, State], action: Order) -> None:
    """Add an action to the draft, if the draft with it can be played on what its author knows."""
    seat, table, known = act.seat, act.table, act.table.aside(act.look.known)
    active(table, seat)
    before = table.state.drafts.get(seat, ())
    actions = written_out(known, seat, action, map(action_of, before))
    lines = (*before, *(to_text(lasting(act, one), (*ACTIONS, *Action.kinds)) for one in actions))
    if len(lines) > MOST_LINES:
        table.refuse("DRAFT_FULL", most=MOST_LINES)
    rehearse(act.look, lines)
    notice = end_notice([action_of(line) for line in lines])
    usual = (*action.assumed(), notice) if notice else action.assumed()
    table.say(DraftSet(seat, lines, len(actions), usual), only(seat))


def lasting(act: Act[World, State], action: Order) -> Order:
    """The action with its targets under their aliases, the viewer's own: a name may be changed by its owner."""
    known, seat = act.look.known, act.seat
    if isinstance(action, Action):
        return action.lasting(act.look)
    named = {}
    for field in contact_fields(type(action)):
        contact = contact_named(known, seat, getattr(action, field) or "")
        if contact is not None:
            named[field] = contact.alias
    return action.model_copy(update=named) if named else action


@lru_cache(maxsize=64)
def contact_fields(order: type[Order]) -> tuple[str, ...]:
    """The fields of an order that name a contact."""
    return tuple(
        name
        for name, field in order.model_fields.items()
        if any(isinstance(one, Pick) and one.what == CONTACT for one in field.metadata)
    )


def drop(seat: Seat, order: Drop, table: Table[State]) -> None:
    """Take a line out of the draft."""
    active(table, seat)
    lines = table.state.drafts.get(seat, ())
    if order.number > len(lines):
        table.refuse("NO_LINE", number=order.number, lines=len(lines))
    table.say(DraftSet(seat, lines[: order.number - 1] + lines[order.number :]), only(seat))


def clear(seat: Seat, table: Table[State]) -> None:
    """Empty the draft."""
    active(table, seat)
    table.say(DraftSet(seat, ()), only(seat))


def posted_turn(table: Table[State], seat: Seat) -> Turn:
    """The player's turn that is posted and not final. Refuses NO_TURN."""
    for turn in table.state.turns.values():
        if turn.seat == seat:
            return turn
    table.refuse("NO_TURN")


def told(table: Table[State], story: str) -> str:
    """A story. Refuses POST_INCOMPLETE for one without a visible character (GCW-PST-01, -02)."""
    if not any(unicodedata.category(character)[0] not in "CZ" for character in story):
        table.refuse("POST_INCOMPLETE")
    return story


def submit(act: Act[World, State], order: Submit) -> None:
    """Post the turn: provisional from now on (GCW-TRN-01, -04, GCW-PST-01)."""
    seat, table = act.seat, act.table
    active(table, seat)
    player = table.state.players[seat]
    opens = turn_opens(player.last_turn)
    if opens is not None and post_ok(player.last_turn, table.now) is not None:
        table.refuse("POST_TOO_SOON", time=when(opens))
    story = told(table, order.story)
    lines = table.state.drafts.get(seat, ())
    rehearse(act.look, lines)
    number = table.state.last_turn + 1
    table.say(TurnPosted(number, seat, table.now, later(edit_closes(table.now), 1)), EVERYONE)
    table.say(TurnWritten(number, lines, story), only(seat))
    table.say(DraftSet(seat, ()), only(seat))


def changeable(table: Table[State], seat: Seat) -> Turn:
    """The player's posted turn, while its actions may be changed. Refuses NO_TURN, EDIT_CLOSED (GCW-TRN-02)."""
    active(table, seat)
    last = table.state.players[seat].last_turn
    turn = next((turn for turn in table.state.turns.values() if turn.seat == seat), None)
    if turn is None and last is not None:
        table.refuse("EDIT_CLOSED", time=when(edit_closes(last)))
    if turn is None:
        table.refuse("NO_TURN")
    if turn.pressed is not None or edit_ok(turn.posted, table.now) is not None:
        table.refuse("EDIT_CLOSED", time=when(turn.pressed or edit_closes(turn.posted)))
    return turn


def edit(act: Act[World, State], order: Edit) -> None:
    """Replace the posted actions by the draft; the time of posting stays (GCW-TRN-02, -04).

    An empty draft takes all actions away, if they were taken back before; else it leaves them as they are.
    """
    seat, table = act.seat, act.table
    turn = changeable(table, seat)
    story = told(table, order.story) if order.story is not None else turn.story
    lines = table.state.drafts.get(seat, ())
    if not lines and not turn.recovered:
        if order.story is None:
            table.refuse("NO_CHANGE")
        lines = turn.lines
    rehearse(act.look, lines)
    table.say(TurnWritten(turn.id, lines, story, turn.edits + 1), only(seat))
    table.say(DraftSet(seat, ()), only(seat))


def recover(seat: Seat, table: Table[State]) -> None:
    """Copy the posted actions into the draft, to change them."""
    turn = changeable(table, seat)
    table.say(TurnRecovered(turn.id), only(seat))
    table.say(DraftSet(seat, turn.lines), only(seat))


def retell(seat: Seat, order: Story, table: Table[State]) -> None:
    """Another story, at any time; everybody reads it of a final turn (GCW-TRN-03)."""
    active(table, seat)
    story = told(table, order.story)
    waiting = [turn.id for turn in table.state.turns.values() if turn.seat == seat]
    final = [int(number) for number, author in table.state.told.items() if author == seat]
    number = order.turn if order.turn is not None else max((*waiting, *final), default=0)
    if number not in (*waiting, *final):
        table.refuse("NO_TURN")
    over = number in final
    table.say(StoryRetold(number, seat, story, over), EVERYONE if over else only(seat))


def press(world: World, seat: Seat, table: Table[State]) -> None:
    """Make the turn final: at once, unless one posted earlier is still provisional (GCW-TRN-04)."""
    active(table, seat)
    turn = posted_turn(table, seat)
    if turn.pressed is not None:
        table.refuse("ALREADY_FINAL")
    table.say(TurnPressed(turn.id, table.now), EVERYONE)
    finalise_due(world, table)


def next_final(state: State) -> Instant | None:
    """When the next provisional turn becomes final."""
    return min((at for _, at in final_instants(state)), default=None)


@clock(next=next_final, priority=60)
def finals(world: World, table: Table[State]) -> None:
    """What time makes final, after whatever arrives at the same instant (register 7.2)."""
    finalise_due(world, table)


def finalise_due(world: World, table: Table[State]) -> None:
    """Every turn whose time has come, in order; entries between them as they were ordered (GCW-TRN-04, -05, -12)."""
    judge_entries(world, table)
    while True:
        ready = [number for number, at in final_instants(table.state) if at <= table.now]
        if not ready:
            return
        finalise(world, table, table.state.turns[ready[0]])
        judge_entries(world, table)


def finalise(world: World, table: Table[State], turn: Turn) -> None:
    """Play a turn for good (register 0.7)."""
    table.say(TurnFinal(turn.id, turn.seat, table.now), EVERYONE)
    run = Run(world, table, turn.seat, real=True, posted=turn.posted)
    land_pods(run)
    for number, refusal in DRAFT.play(run, turn.lines):
        table.say(
            ActionDropped(turn.id, turn.lines[number], refusal.code, refusal.sentence, refusal.rule), only(turn.seat)
        )
    bombardment.settle(run)
    forget_heard(table, turn.seat)
    sweep(run)
    rested(run)
    judge_captures(world, table, by=turn.seat, told=run.told)
    forget_foes(world, table)
    judge_holds(world, table)
    reckon(world, table, turn.posted)
    tell_turn(run, turn)
    close_battles(table)


def preview(look: Look[World, State]) -> list[str]:
    """What the draft will do, as far as its author knows: a line a volley, with the arithmetic. Raises Refusal."""
    run = rehearse(look, look.known.drafts.get(author(look), ()))
    return run.workings or ["No shots are drafted: nothing is hurt."]


def explain(act: Act[World, State], order: Explain) -> str:
    """The arithmetic of the draft's volleys, as far as its author knows the targets. Refuses NO_LINE, NO_VOLLEY."""
    active(act.table, act.seat)
    lines = act.look.known.drafts.get(act.seat, ())
    if order.number is not None and order.number > len(lines):
        act.table.refuse("NO_LINE", number=order.number, lines=len(lines))
    run = rehearse(act.look, lines)
    wanted = None if order.number is None else order.number - 1
    proofs = [f"Line {line + 1}: {words}" for line, words in run.proofs if wanted in (None, line)]
    if not proofs:
        act.table.refuse("NO_VOLLEY")
    return "\n\n".join(proofs)
