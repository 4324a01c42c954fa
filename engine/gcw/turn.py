"""The turn: drafted, posted, edited, made final. Rulebook: GCW-TRN, GCW-PST, register 0.7.

Every action is drafted as an order of its own, checked by playing the whole draft on what its author knows. When the
turn becomes final the same rules play it on the referee's state; what an earlier turn made illegal is dropped.
"""

from __future__ import annotations

from typing import ClassVar

from pydantic import Field

from engine.clock import Instant, later
from engine.game import EVERYONE, REFEREE, Refusal, Seat, Table, only
from engine.gcw.acting import Run, active, when
from engine.gcw.calendar import edit_closes, edit_ok, post_ok, turn_opens
from engine.gcw.contacts import lose
from engine.gcw.damage import Status, after_own_turn
from engine.gcw.facts import (
    ActionDropped,
    BattleClosed,
    BattlePost,
    DraftSet,
    HeroDied,
    MovementBack,
    Removed,
    StatusSet,
    TurnFinal,
    TurnPosted,
    TurnPressed,
    TurnWritten,
)
from engine.gcw.fire import Fire, Shields, destroy, fire, shields
from engine.gcw.hyperspace import Withdraw, final_instants, judge_entries, withdraw
from engine.gcw.launch import Launch, Recall, launch, recall
from engine.gcw.movement import Move, move
from engine.gcw.state import NOBODY, State, Turn, Unit
from engine.gcw.world import World
from engine.orders import Order
from engine.words import parse, to_text

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


class Recover(Order):
    """Take the actions of your posted turn back into your draft, to edit them."""

    path: ClassVar[str] = "gcw turn recover"
    line: ClassVar[str] = "recover"


Action = Fire | Move | Launch | Recall | Shields | Withdraw

ACTIONS: tuple[type[Order], ...] = (Fire, Move, Launch, Recall, Shields, Withdraw)


def perform(run: Run, action: Order, further: tuple[Fire, ...]) -> None:
    """One action by the rules of its chapter."""
    match action:
        case Fire():
            fire(run, action, further)
        case Move():
            move(run, action)
        case Launch():
            launch(run, action)
        case Recall():
            recall(run, action)
        case Shields():
            shields(run, action)
        case Withdraw():
            withdraw(run, action)


def merged_fire(actions: list[Order], at: int) -> tuple[list[int], tuple[Fire, ...]]:
    """Later fire orders of the same unit at the same target, up to its next move (GCW-UCR-04)."""
    first = actions[at]
    assert isinstance(first, Fire)
    unit, target = first.unit.casefold(), first.target.casefold()
    places: list[int] = []
    for place in range(at + 1, len(actions)):
        later_one = actions[place]
        if isinstance(later_one, Move) and later_one.unit.casefold() == unit:
            break
        if isinstance(later_one, Fire) and (later_one.unit.casefold(), later_one.target.casefold()) == (unit, target):
            places.append(place)
    return places, tuple(one for place in places if isinstance(one := actions[place], Fire))


def play_actions(run: Run, lines: tuple[str, ...]) -> list[tuple[int, Refusal]]:
    """Play the lines in order; what is refused changes nothing, and the rest stands. Returns what was refused."""
    refused: list[tuple[int, Refusal]] = []
    actions = [parse(line, ACTIONS) for line in lines]
    done: set[int] = set()
    for number, action in enumerate(actions):
        if number in done:
            continue
        places: list[int] = []
        further: tuple[Fire, ...] = ()
        if isinstance(action, Fire):
            places, further = merged_fire(actions, number)
        problem = attempt(run, action, further)
        if problem is not None and further:
            places, problem = [], attempt(run, action, ())  # the later ones are judged where they stand
        if problem is not None:
            refused.append((number, problem))
        done.update(places)
    return refused


def attempt(run: Run, action: Order, further: tuple[Fire, ...]) -> Refusal | None:
    """Perform an action on a table of its own, and keep what it said only if it was not refused."""
    trial = Run(
        run.world,
        run.table.aside(),
        run.seat,
        run.real,
        {unit: use.copy() for unit, use in run.uses.items()},
        list(run.workings),
        list(run.acted),
        list(run.hits),
        list(run.losses),
    )
    try:
        perform(trial, action, further)
    except Refusal as refusal:
        return refusal
    run.table.said.extend(trial.table.said)
    run.table.state = trial.table.state
    run.uses, run.workings = trial.uses, trial.workings
    run.acted, run.hits, run.losses = trial.acted, trial.hits, trial.losses
    return None


def rehearse(world: World, known: Table[State], seat: Seat, lines: tuple[str, ...]) -> Run:
    """Play lines on what their author knows. Raises the first refusal, naming the line (GCW-TRN-04)."""
    run = Run(world, known, seat, real=False)
    refused = play_actions(run, lines)
    if refused:
        number, refusal = refused[0]
        if len(lines) > 1 and number != len(lines) - 1:
            sentence = f"Line {number + 1} of your draft would fail: {refusal.sentence}"
            raise Refusal(refusal.code, sentence, refusal.rule, refusal.fix, refusal.numbers)
        raise refusal
    return run


def draft(world: World, seat: Seat, action: Order, table: Table[State], known: Table[State]) -> None:
    """Add an action to the draft, if the draft with it can be played on what its author knows."""
    active(table, seat)
    lines = (*table.state.drafts.get(seat, ()), to_text(action, ACTIONS))
    if len(lines) > MOST_LINES:
        table.refuse("DRAFT_FULL", most=MOST_LINES)
    rehearse(world, known, seat, lines)
    table.say(DraftSet(seat, lines), only(seat))


def drop(seat: Seat, order: Drop, table: Table[State]) -> None:
    """Take a line out of the draft."""
    lines = table.state.drafts.get(seat, ())
    if order.number > len(lines):
        table.refuse("NO_LINE", number=order.number, lines=len(lines))
    table.say(DraftSet(seat, lines[: order.number - 1] + lines[order.number :]), only(seat))


def clear(seat: Seat, table: Table[State]) -> None:
    """Empty the draft."""
    table.say(DraftSet(seat, ()), only(seat))


def posted_turn(table: Table[State], seat: Seat) -> Turn:
    """The player's turn that is posted and not final. Refuses NO_TURN."""
    for turn in table.state.turns.values():
        if turn.seat == seat:
            return turn
    table.refuse("NO_TURN")


def submit(world: World, seat: Seat, order: Submit, table: Table[State], known: Table[State]) -> None:
    """Post the turn: provisional from now on (GCW-TRN-01, -04, GCW-PST-01)."""
    active(table, seat)
    player = table.state.players[seat]
    if any(turn.seat == seat for turn in table.state.turns.values()):
        table.refuse("TURN_OPEN")
    if post_ok(player.last_turn, table.now) is not None:
        opens = turn_opens(player.last_turn)
        assert opens is not None
        table.refuse("POST_TOO_SOON", time=when(opens))
    if not order.story.strip():
        table.refuse("POST_INCOMPLETE")
    lines = table.state.drafts.get(seat, ())
    rehearse(world, known, seat, lines)
    number = table.state.last_turn + 1
    table.say(TurnPosted(number, seat, table.now, later(edit_closes(table.now), 1)), EVERYONE)
    table.say(TurnWritten(number, lines, order.story), only(seat))
    table.say(DraftSet(seat, ()), only(seat))


def edit(world: World, seat: Seat, order: Edit, table: Table[State], known: Table[State]) -> None:
    """Replace the posted actions by the draft; the time of posting stays (GCW-TRN-02, -04)."""
    turn = posted_turn(table, seat)
    if edit_ok(turn.posted, table.now) is not None or turn.pressed is not None:
        closed = turn.pressed if turn.pressed is not None else edit_closes(turn.posted)
        table.refuse("EDIT_CLOSED", time=when(closed))
    lines = table.state.drafts.get(seat, ()) or turn.lines
    rehearse(world, known, seat, lines)
    table.say(TurnWritten(turn.id, lines, order.story or turn.story, turn.edits + 1), only(seat))
    table.say(DraftSet(seat, ()), only(seat))


def recover(seat: Seat, table: Table[State]) -> None:
    """Copy the posted actions into the draft."""
    table.say(DraftSet(seat, posted_turn(table, seat).lines), only(seat))


def press(world: World, seat: Seat, table: Table[State]) -> None:
    """Make the turn final: at once, unless one posted earlier is still provisional (GCW-TRN-04)."""
    turn = posted_turn(table, seat)
    if turn.pressed is not None:
        table.refuse("ALREADY_FINAL")
    table.say(TurnPressed(turn.id, table.now), only(seat))
    finalise_due(world, table)


def finalise_due(world: World, table: Table[State]) -> None:
    """Every turn whose time has come, in order (GCW-TRN-04, -12)."""
    while True:
        ready = [(number, at) for number, at in final_instants(table.state) if at <= table.now]
        if not ready:
            break
        finalise(world, table, table.state.turns[ready[0][0]])
    judge_entries(world, table)


def finalise(world: World, table: Table[State], turn: Turn) -> None:
    """Play a turn for good (register 0.7)."""
    table.say(TurnFinal(turn.id, turn.seat, table.now), EVERYONE)
    run = Run(world, table, turn.seat, real=True)
    for number, refusal in play_actions(run, turn.lines):
        table.say(
            ActionDropped(turn.id, turn.lines[number], refusal.code, refusal.sentence, refusal.rule), only(turn.seat)
        )
    sweep(run)
    for system in sorted(table.state.battles):
        tell_battle(run, system, turn.story)
    close_battles(run)


def sweep(run: Run) -> None:
    """What is over with the turn: last acts, the time without movement after an exit (GCW-DMG-12, GCW-HYX-03)."""
    table, seat = run.table, run.seat
    for unit in list(table.state.of(seat)):
        status = after_own_turn(unit.status)
        if status is unit.status:
            continue
        if status is Status.DESTROYED:
            destroy(run, unit)
        else:
            table.say(StatusSet(unit.id, status), only(seat))
    for hero in list(table.state.heroes.values()):
        if hero.alive and hero.aboard and hero.aboard not in table.state.units:
            table.say(HeroDied(hero.id), only(hero.owner))
    locked = tuple(unit.id for unit in table.state.of(seat) if unit.exit_until is not None)
    if locked:
        table.say(MovementBack(locked), only(seat))


def label(run: Run, unit: Unit) -> str:
    """A unit in a public post: its track and its player, never its class or name (GCW-PST-03)."""
    return f"Track {run.state.tracks[unit.id]} ({unit.owner or 'no player'})"


def tell_battle(run: Run, system: str, story: str) -> None:
    """The public post of a turn in a battle, made by the bot (GCW-PST-01..05)."""
    state = run.state
    acted = [state.units[one] for one in dict.fromkeys(run.acted) if one in state.units]
    here = [unit for unit in acted if unit.system == system and unit.id in state.tracks]
    if not here and not run.hits and run.seat not in state.battles[system].parties:
        return
    totals: dict[tuple[int, str], int] = {}
    for track, channel, damage, _ in run.hits:
        totals[track, channel] = totals.get((track, channel), 0) + damage
    ends = {track: status for track, _, _, status in run.hits}
    run.table.say(
        BattlePost(
            battle=state.battles[system].id,
            system=system,
            seat=run.seat,
            story=story,
            places=tuple(f"{label(run, unit)}: {unit.cell}" for unit in here),
            damage=tuple(
                f"Track {track} took {amount} ({channel.lower()})" for (track, channel), amount in totals.items()
            ),
            status=tuple(f"Track {track}: {status.replace('_', ' ').lower()}" for track, status in ends.items()),
            losses=tuple(run.losses),
        ),
        EVERYONE,
    )


def close_battles(run: Run) -> None:
    """A battle is over when no two hostile parties both have a live unit on the grid (register 0.3)."""
    for system, battle in list(run.state.battles.items()):
        there = sorted({unit.owner for unit in run.state.at(system) if unit.live and unit.owner in battle.parties})
        if not any(run.state.are_hostile(one, other) for one in there for other in there if one < other):
            run.table.say(
                BattleClosed(battle.id, system, run.table.now, tuple(there), run.state.battles[system].losses), EVERYONE
            )


def lapse_last_acts(world: World, seat: Seat, table: Table[State]) -> None:
    """A moderator ends a stalled player's last acts (GCW-DMG-12, GCW-TRN-11)."""
    run = Run(world, table, seat, real=True)
    pending = [unit for unit in table.state.of(seat) if after_own_turn(unit.status) is not unit.status]
    if not pending:
        table.refuse("NOTHING_PENDING", player=seat)
    sweep(run)
    close_battles(run)


def remove(world: World, table: Table[State], unit: Unit, why: str) -> None:
    """Take a unit out of the campaign, as a moderator does; viewers lose their contact with it."""
    run = Run(world, table, unit.owner, real=True)
    lose(table, unit.id, why, tuple(table.state.bindings))
    table.say(Removed((unit.id,), why, (unit.name,)), only(unit.owner) if unit.owner != NOBODY else REFEREE)
    close_battles(run)


def preview(world: World, known: State, seat: Seat, now: Instant, table: Table[State]) -> list[str]:
    """What the draft will do, as far as its author knows: a line a volley, with the arithmetic. Raises Refusal."""
    aside = table.aside(known, now)
    lines = known.drafts.get(seat, ())
    run = rehearse(world, aside, seat, lines)
    return run.workings or ["No shots are drafted: nothing is hurt."]
